//! The complement forms: the rivals are summed apart, so 1 - p is never a subtraction.

use burn::tensor::{Bool, Int, Tensor};

use super::{add_to_correct, plain::stablemax_scores};

/// Positive scores of a batch, split into the correct class and its rivals.
pub(super) struct Rivals {
    /// The scores, 0 at the correct class, `[batch, classes]`.
    rivals: Tensor<2>,
    /// Their sum, `[batch, 1]`.
    mass: Tensor<2>,
    /// The correct class's score, `[batch, 1]`.
    correct: Tensor<2>,
    normalisation: Normalisation,
}

/// What made the scores, with what its loss and gradient still need.
#[allow(clippy::large_enum_variant)] // Two or three tensor handles, moved once.
enum Normalisation {
    Softmax {
        /// `z - max z`, `[batch, classes]`, never above 0.
        shifted: Tensor<2>,
        /// Rows whose rivals an emulated short significand absorbs, `[batch, 1]`.
        absorbed: Option<Tensor<2, Bool>>,
    },
    Stablemax {
        /// `1 + |z|`, `[batch, classes]`.
        steep: Tensor<2>,
    },
}

impl Rivals {
    /// 7 operations, 8 with a threshold.
    pub(super) fn of_softmax(
        logits: Tensor<2>,
        target: &Tensor<2, Int>,
        threshold: Option<f64>,
    ) -> Self {
        let shifted = logits.clone() - logits.max_dim(1);
        let (rivals, mass, correct) = split(shifted.clone().exp(), target);
        let absorbed = threshold.map(|threshold| mass.clone().lower_elem(threshold));
        Self { rivals, mass, correct, normalisation: Normalisation::Softmax { shifted, absorbed } }
    }

    /// 9 operations.
    pub(super) fn of_stablemax(logits: Tensor<2>, target: &Tensor<2, Int>) -> Self {
        let (scores, steep) = stablemax_scores(logits);
        let (rivals, mass, correct) = split(scores, target);
        Self { rivals, mass, correct, normalisation: Normalisation::Stablemax { steep } }
    }

    /// `[batch, 1]`; 15 operations for softmax (16 with a threshold), 12 for StableMax.
    pub(super) fn loss(&self, target: &Tensor<2, Int>) -> Tensor<2> {
        match &self.normalisation {
            Normalisation::Softmax { shifted, absorbed } => {
                // Where the correct class leads, its score is exactly 1 and the bracket is 0.
                let excess = self.mass.clone() + self.correct.clone().sub_scalar(1.0);
                let loss = log1p(excess) - shifted.clone().gather(1, target.clone());
                match absorbed {
                    Some(absorbed) => loss.mask_fill(absorbed.clone(), 0.0),
                    None => loss,
                }
            }
            Normalisation::Stablemax { .. } => log1p(self.mass.clone() / self.correct.clone()),
        }
    }

    /// `[batch, classes]`; 4 operations for softmax (5 with a threshold), 5 for StableMax.
    pub(super) fn gradient(self, target: Tensor<2, Int>) -> Tensor<2> {
        let total = self.mass.clone() + self.correct;
        match self.normalisation {
            Normalisation::Softmax { absorbed, .. } => {
                let mass = match absorbed {
                    Some(absorbed) => self.mass.mask_fill(absorbed, 0.0),
                    None => self.mass,
                };
                add_to_correct(self.rivals, target, mass.neg()) / total
            }
            Normalisation::Stablemax { steep } => {
                add_to_correct(self.rivals, target, self.mass.neg()) / total / steep
            }
        }
    }
}

/// Rivals, their sum, and the correct class's score; 4 operations.
fn split(scores: Tensor<2>, target: &Tensor<2, Int>) -> (Tensor<2>, Tensor<2>, Tensor<2>) {
    let correct = scores.clone().gather(1, target.clone());
    // A number minus itself is exactly 0.
    let rivals = add_to_correct(scores, target.clone(), correct.clone().neg());
    let mass = rivals.clone().sum_dim(1);
    (rivals, mass, correct)
}

/// `log(1 + x)` for `x ≥ 0`; 11 operations.
///
/// Burn's own computes `log(1 + x)` on a GPU, which absorbs what this form is there to keep, and
/// WGSL's `log` may be wrong by 2⁻²¹ near 1. So for small arguments the series of
/// `2 atanh(x / (2 + x))`, whose first term left out is below 10⁻⁷ of the whole.
fn log1p(x: Tensor<2>) -> Tensor<2> {
    const SMALL: f64 = 0.05;
    let t = x.clone() / x.clone().add_scalar(2.0);
    let series = (t.clone() * t.clone()).mul_scalar(1.0 / 3.0).add_scalar(1.0);
    let small = series * t.mul_scalar(2.0);
    x.clone().add_scalar(1.0).log().mask_where(x.lower_elem(SMALL), small)
}
