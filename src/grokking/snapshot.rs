//! What a grokking run can show. Each part is measured only when asked for.

use serde::{Deserialize, Serialize};

use crate::experiment::{Codes, Counts, Floats};

/// The names of the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Part {
    Accuracy,
    Loss,
    Collapse,
    Gaps,
    Norms,
    Alignment,
    Update,
    Fourier,
    Table,
    Microscope,
}

impl Part {
    pub const NAMES: [&str; 10] = [
        "accuracy", "loss", "collapse", "gaps", "norms", "alignment", "update", "fourier", "table", "microscope",
    ];
}

#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// Training steps done.
    pub step: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub accuracy: Option<TrainTest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub loss: Option<TrainTest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub collapse: Option<Collapse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub gaps: Option<Gaps>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub norms: Option<Norms>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub alignment: Option<Alignment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub update: Option<Update>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub fourier: Option<Fourier>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub table: Option<Table>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub microscope: Option<Microscope>,
}

/// A measure on the trained examples and on the held-out ones. Accuracies are shares, 0 to 1;
/// losses are means in nats.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TrainTest {
    pub train: f32,
    pub test: f32,
}

/// Shares of trained examples, 0 to 1.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Collapse {
    /// Softmax collapse: rows whose `f32` sum of exponentials (row maximum subtracted) is
    /// exactly 1. Not meaningful while a StableMax loss is active.
    pub softmax_collapse: f32,
    /// Rows whose loss, in the active loss, is exactly 0.
    pub zero_terms: f32,
    /// Rows whose correct class gets a gradient of exactly 0 from the active loss.
    pub zero_gradients: f32,
}

/// Histogram of the logit gaps: the correct class's logit minus its greatest rival, in nats.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Gaps {
    /// Bin edges, one more than there are bins, ascending.
    pub edges: Floats,
    /// Trained examples in each bin; the outermost bins hold what lies beyond.
    pub train: Counts,
    /// Held-out examples in each bin.
    pub test: Counts,
    pub train_mean: f32,
    pub train_minimum: f32,
    pub train_median: f32,
    /// Root mean square of all logits of the trained examples.
    pub logit_rms: f32,
}

/// Euclidean norms of the weights.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Norms {
    /// Of all weights as one vector.
    pub total: f32,
    /// Names of the weight tensors, in the order of the arrays below and in the other parts.
    pub tensors: Vec<String>,
    pub weights: Floats,
    pub gradients: Floats,
}

/// Naive loss minimisation: the cosine between the negative gradient and the weights, -1 to 1.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Alignment {
    pub tensors: Vec<String>,
    /// Of the loss's own gradient.
    pub before: Floats,
    /// After the orthogonal projection that the run uses (equal to `before` if it uses none).
    pub after: Floats,
    /// Of all tensors as one vector, before projection.
    pub whole: f32,
}

/// The step the optimiser would take now, split along and across the weights.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Update {
    pub tensors: Vec<String>,
    /// Share of the step's squared length that lies along the weights, 0 to 1.
    pub radial: Floats,
    /// The rest, across them; `radial + tangential = 1` (both 0 for a step of length 0).
    pub tangential: Floats,
    /// Angle by which the step turns each weight tensor, in degrees.
    pub turn: Floats,
}

/// The discrete Fourier transform of the first layer over the first operand's values
/// (in discrete-logarithm order for multiplication and division).
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Fourier {
    /// Whether the values were ordered by discrete logarithm.
    pub discrete_logarithm: bool,
    /// Frequencies 1, 2, ... that the columns stand for.
    pub frequencies: u32,
    /// Share of the power at each frequency, over all neurons; sums to 1.
    pub power: Floats,
    /// Share of each neuron's power at each frequency, row-major `[neurons, frequencies]`.
    pub neurons: Floats,
    /// Power-weighted mean over neurons of the share in the neuron's strongest frequency, 0 to 1.
    pub concentration: f32,
    /// For each frequency of the three strongest: its number, then the p points
    /// (real, imaginary) of the first two principal directions: `[3, p, 2]`.
    pub circle_frequencies: Counts,
    pub circles: Floats,
}

/// The whole table of the operation, row a, column b.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Rows and columns.
    pub size: u32,
    /// 1 right, 0 wrong, 255 not part of the task.
    pub correct: Codes,
    /// 1 trained on, 0 held out, 255 not part of the task.
    pub trained: Codes,
    /// Probability of the right answer under the active loss's own probabilities, 0 to 1.
    pub probability: Floats,
}

/// One example's sum of exponentials, term by term, in four arithmetics.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Microscope {
    /// Which trained example.
    pub sample: u32,
    /// What it asks, in words ("17 + 40 mod 47 = 10").
    pub question: String,
    /// The class that is right.
    pub target: u32,
    /// The example's logits, times the counterfactual scale.
    pub logits: Floats,
    pub sums: Vec<RunningSum>,
}

/// The running sum in one arithmetic: greatest term first, then the others in class order.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunningSum {
    /// `f16`, `f32`, `f64` or `stablemax`.
    pub arithmetic: String,
    /// Bits of its significand, the leading one included.
    pub significand_bits: u32,
    pub rows: Vec<SumRow>,
    /// The loss that this arithmetic gives, in nats.
    pub loss: f64,
}

#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SumRow {
    pub class: u32,
    /// The term that is added, before rounding.
    pub term: f64,
    /// The sum after it.
    pub sum: f64,
    /// The sum's significand in binary, "1.0110…", at the arithmetic's length.
    pub sum_bits: String,
    /// The term's bits, shifted to stand under the sum's; what falls off the end stands after "|".
    pub term_bits: String,
    /// Whether adding the term left the sum as it was.
    pub absorbed: bool,
}
