//! The contract that every paper's experiment meets.
//!
//! An experiment is a state machine that is a pure function of its configuration: the same
//! configuration (seed included) gives the same run. Work and reading are apart: `advance`
//! never reads back, `snapshot` reads back once, and only what is asked for.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    claims::Claim,
    config::{ConfigError, Configuration},
    device::Compute,
    saved::RestoreError,
};

/// A paper's method, running.
#[allow(async_fn_in_trait)] // One thread a device: futures need not be `Send`.
pub trait Experiment: Sized + 'static {
    /// The paper's one word, the same everywhere.
    const PAPER: &'static str;
    /// What defines a run.
    type Config: Configuration;
    /// The names of the parts of a snapshot.
    type Part: DeserializeOwned + Serialize + Copy + 'static;
    /// What the views show; parts that were not asked for are absent.
    type Snapshot: Serialize;

    /// Builds data, initial weights and optimiser state.
    ///
    /// # Errors
    /// Every problem of the configuration, at once.
    fn new(config: Self::Config, compute: &Compute) -> Result<Self, ExperimentError>;

    /// The configuration, with the changes made by [`control`](Self::control).
    fn config(&self) -> &Self::Config;

    /// Training steps done so far.
    fn step(&self) -> u32;

    /// Does `steps` steps on the device and reads nothing back.
    fn advance(&mut self, steps: u32);

    /// Changes live fields of the running experiment: a partial configuration, plus any
    /// names that the experiment documents beside its fields.
    ///
    /// # Errors
    /// As [`new`](Self::new), and for a field that is not live; nothing is changed then.
    fn control(&mut self, change: &serde_json::Value) -> Result<(), ExperimentError>;

    /// Reads back, in one transaction, the parts asked for.
    ///
    /// # Errors
    /// [`ExperimentError::Device`] when the device is gone.
    async fn snapshot(&self, parts: &[Self::Part]) -> Result<Self::Snapshot, ExperimentError>;

    /// The whole state as bytes: save, restore, advance equals advance.
    ///
    /// # Errors
    /// [`ExperimentError::Device`] when the device is gone.
    async fn save(&self) -> Result<Vec<u8>, ExperimentError>;

    /// Rebuilds a run from [`save`](Self::save)'s bytes, on any device.
    ///
    /// # Errors
    /// The reason for which the bytes were refused.
    fn restore(bytes: &[u8], compute: &Compute) -> Result<Self, ExperimentError>;
}

/// What a paper brings beside its experiment: ready comparisons, and its claims.
pub trait Paper: Experiment {
    /// Comparisons that are ready to run; the first is the page's default.
    fn presets() -> Vec<Preset<Self::Config>>;
    /// The paper's claims, as this project can check them.
    fn claims() -> Vec<Claim<Self::Config>>;
}

/// What can go wrong with an experiment, each with a stable code for JavaScript.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("there is no paper called \"{0}\"; expected one of {papers}", papers = crate::PAPERS.join(", "))]
    UnknownPaper(String),
    #[error("there is no snapshot part called \"{part}\"; expected one of {expected}")]
    UnknownPart { part: String, expected: String },
    #[error(transparent)]
    Restore(#[from] RestoreError),
    #[error("the compute device stopped answering: {0}; restore the run from its last saved state")]
    Device(String),
}

impl ExperimentError {
    /// A stable word for programs: `config`, `unknown-paper`, `unknown-part`, `restore`, `device`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Config(_) => "config",
            Self::UnknownPaper(_) => "unknown-paper",
            Self::UnknownPart { .. } => "unknown-part",
            Self::Restore(_) => "restore",
            Self::Device(_) => "device",
        }
    }
}

/// Numbers for a plot. In JavaScript a `Float32Array`, moved and not copied.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Floats(pub Vec<f32>);

/// Whole numbers for a plot. In JavaScript a `Uint32Array`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Counts(pub Vec<u32>);

/// Small codes, one a cell. In JavaScript a `Uint8Array`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Codes(pub Vec<u8>);

macro_rules! serialize_array {
    ($($name:ident, $js:literal);*) => {$(
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #[cfg(target_arch = "wasm32")]
                return crate::web::arrays::serialize(self, serializer);
                #[cfg(not(target_arch = "wasm32"))]
                return self.0.serialize(serializer);
            }
        }
        #[cfg(test)]
        impl ts_rs::TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;
            fn name(_: &ts_rs::Config) -> String { $js.into() }
            fn inline(_: &ts_rs::Config) -> String { $js.into() }
        }
    )*};
}
serialize_array!(Floats, "Float32Array"; Counts, "Uint32Array"; Codes, "Uint8Array");

/// One curve among several: a named configuration.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Arm<C> {
    /// A short word for programs and the address bar.
    pub id: &'static str,
    /// What a legend says.
    pub label: &'static str,
    pub config: C,
}

/// A comparison that is ready to run: arms with the same seed, data and start.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Preset<C> {
    pub id: &'static str,
    pub title: &'static str,
    /// What it shows, in one or two sentences.
    pub description: &'static str,
    pub arms: Vec<Arm<C>>,
    /// Steps after which the effect has been seen.
    pub steps: u32,
    /// Steps between two measurements.
    pub every: u32,
}
