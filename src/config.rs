//! Configurations: plain data with a table that documents and bounds every field.
//!
//! One table ([`Field`]) serves the Rust API, the JavaScript API, the address bar and the
//! page's form, so a range is written once. [`from_json`] and [`validate`] report every
//! problem at once, each naming its field, the value and what would be right.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// What values a field takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Kind {
    /// A whole number, both ends included.
    Integer {
        #[cfg_attr(test, ts(type = "number"))]
        min: i64,
        #[cfg_attr(test, ts(type = "number"))]
        max: i64,
    },
    /// A finite number, both ends included.
    Number { min: f64, max: f64 },
    /// One of these words.
    Choice { choices: Vec<&'static str> },
    /// `true` or `false`.
    Flag,
}

/// One field of a configuration: its bounds and what a person needs to know to set it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// The field's name in Rust's serde form, JavaScript and the address bar.
    pub name: &'static str,
    /// A short label for a form.
    pub label: &'static str,
    /// What it does, in one sentence, with its unit.
    pub description: &'static str,
    /// The heading it stands under in a form.
    pub group: &'static str,
    /// Whether `control` can change it in a running experiment.
    pub live: bool,
    #[serde(flatten)]
    pub kind: Kind,
}

/// One thing wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[error("{field} is {value}; expected {expected}")]
pub struct Problem {
    /// The field's name, or the unknown name that was given.
    pub field: String,
    /// The offending value, as JSON text.
    pub value: String,
    /// What would be right.
    pub expected: String,
}

impl Problem {
    pub fn new(field: &str, value: impl Serialize, expected: impl Into<String>) -> Self {
        let value = serde_json::to_string(&value).unwrap_or_else(|_| "not a number".into());
        Self { field: field.into(), value, expected: expected.into() }
    }
}

/// Everything wrong with a configuration, at once.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ConfigError {
    pub problems: Vec<Problem>,
}

/// A paper's configuration. A configuration, seed included, *is* the run.
pub trait Configuration: Serialize + DeserializeOwned + Default + Clone + 'static {
    /// The table of fields, in the order a form shows them.
    fn fields() -> Vec<Field>;

    /// Rules between fields (the single-field ones are in the table).
    fn rules(&self) -> Vec<Problem> {
        Vec::new()
    }
}

impl Kind {
    fn expected(&self) -> String {
        match self {
            Self::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Self::Number { min, max } => format!("a number from {min} to {max}"),
            Self::Choice { choices } => format!("one of {}", choices.join(", ")),
            Self::Flag => "true or false".into(),
        }
    }

    fn accepts(&self, value: &Value) -> bool {
        match self {
            // 3.0 is a whole number too: JavaScript does not tell them apart.
            Self::Integer { min, max } => value
                .as_f64()
                .is_some_and(|x| x.fract() == 0.0 && x >= *min as f64 && x <= *max as f64),
            Self::Number { min, max } => value.as_f64().is_some_and(|x| x >= *min && x <= *max),
            Self::Choice { choices } => value.as_str().is_some_and(|x| choices.contains(&x)),
            Self::Flag => value.is_boolean(),
        }
    }
}

/// Reads a configuration; fields that are absent take their default.
///
/// # Errors
/// Every unknown name, wrong type, value out of range and broken rule, together.
pub fn from_json<C: Configuration>(value: &Value) -> Result<C, ConfigError> {
    merge(&C::default(), value)
}

/// Reads a partial configuration over `base`: what `value` does not name stays as it is.
///
/// # Errors
/// As [`from_json`].
pub fn merge<C: Configuration>(base: &C, value: &Value) -> Result<C, ConfigError> {
    let empty = serde_json::Map::new();
    let given = match value {
        Value::Object(given) => given,
        Value::Null => &empty,
        other => {
            let problem = Problem::new("config", other, "an object of named fields");
            return Err(ConfigError { problems: vec![problem] });
        }
    };
    let fields = C::fields();
    let mut problems = Vec::new();
    let mut merged = serde_json::to_value(base).unwrap_or_default();
    for (name, value) in given {
        match fields.iter().find(|field| field.name == name) {
            None => {
                let names: Vec<_> = fields.iter().map(|field| field.name).collect();
                problems.push(Problem::new(name, value, format!("a known field: {}", names.join(", "))));
            }
            Some(field) if !field.kind.accepts(value) => {
                problems.push(Problem::new(name, value, field.kind.expected()));
            }
            Some(field) => {
                merged[name] = match (&field.kind, value.as_f64()) {
                    (Kind::Integer { .. }, Some(whole)) => Value::from(whole as i64),
                    _ => value.clone(),
                }
            }
        }
    }
    match serde_json::from_value::<C>(merged) {
        // Rules are checked even beside other problems, so that all are seen at once.
        Ok(config) => {
            problems.extend(config.rules());
            if problems.is_empty() { Ok(config) } else { Err(ConfigError { problems }) }
        }
        Err(error) => {
            if problems.is_empty() {
                problems.push(Problem::new("config", error.to_string(), "values that fit the fields"));
            }
            Err(ConfigError { problems })
        }
    }
}

/// Checks a configuration that was built in Rust.
///
/// # Errors
/// As [`from_json`]; a number that is not finite is reported too.
pub fn validate<C: Configuration>(config: &C) -> Result<(), ConfigError> {
    let value = serde_json::to_value(config).unwrap_or_default();
    from_json::<C>(&value).map(|_| ())
}
