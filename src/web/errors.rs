//! Rust errors as JavaScript `Error`s with a stable `code`, and `problems` for a configuration.

use js_sys::{Error, Reflect};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::{config::ConfigError, experiment::ExperimentError};

/// An `Error` with a code.
pub fn error(code: &str, message: &str) -> JsValue {
    let error = Error::new(message);
    // Setting a property of a fresh object cannot fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}

pub fn experiment_error(problem: ExperimentError) -> JsValue {
    let js = error(problem.code(), &problem.to_string());
    if let ExperimentError::Config(ConfigError { problems }) = &problem {
        if let Ok(problems) = to_js(problems) {
            let _ = Reflect::set(&js, &"problems".into(), &problems);
        }
    }
    js
}

/// Plain objects (not `Map`s), `undefined` left out, numbers as numbers.
pub fn to_js(value: &(impl Serialize + ?Sized)) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|problem| error("internal", &problem.to_string()))
}

/// A JavaScript value as JSON data.
///
/// # Errors
/// With code `config` for what JSON has no form for (a function, a cycle, a symbol).
pub fn from_js(value: &JsValue) -> Result<serde_json::Value, JsValue> {
    if value.is_undefined() || value.is_null() {
        return Ok(serde_json::Value::Null);
    }
    let text = js_sys::JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string())
        .ok_or_else(|| error("config", "this cannot be read as plain data; expected an object of named fields"))?;
    serde_json::from_str(&text).map_err(|problem| error("config", &problem.to_string()))
}
