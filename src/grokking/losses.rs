//! The losses of the paper, row by row, with their gradients by hand.
//!
//! Promise: no autodiff, nothing read back, only operations that Burn runs on every device
//! (no sorting, no search). Shapes: logits `[batch, classes]`, finite; target `[batch]`, the
//! correct class of each row, in `0..classes`. Losses are in nats, one a row.
//!
//! Two forms of each loss. The *plain* form sums all classes in `f32`, so a rival below 2⁻²⁴ of
//! the sum is absorbed: that is the paper's softmax collapse. The *complement* form sums only
//! the rivals, so the gradient of the correct class is never a difference of near-equal numbers.
//!
//! Cost, in operations (each is one dispatch on a GPU; reshapes are free), of
//! [`loss_and_gradient`] / of [`loss_gradient`] alone:
//!
//! | loss | loss and gradient | gradient |
//! |---|---|---|
//! | softmax | 10 | 7 |
//! | softmax, complement | 26 (+3 with a threshold) | 11 (+2) |
//! | StableMax | 13 | 10 |
//! | StableMax, complement | 26 | 14 |

mod complement;
mod plain;

use burn::tensor::{IndexingUpdateOp, Int, Tensor};

use super::{Loss, SignificandBits};
use complement::Rivals;
use plain::Softmax;

/// Softmax cross-entropy in plain `f32`: `log Σₖ exp(zₖ - max z) - (z_y - max z)`, `[batch]`.
///
/// The sum is what the paper's definition of softmax collapse looks at: once every rival is
/// more than about 16.6 nats below, it is exactly 1 in `f32` and the loss exactly 0.
pub fn softmax_cross_entropy(logits: Tensor<2>, target: Tensor<1, Int>) -> Tensor<1> {
    let target = column(target);
    row(Softmax::of(logits).loss(&target))
}

/// Softmax cross-entropy from the sum of the rivals, `[batch]`: nothing is absorbed.
///
/// With `e = exp(z - max z)` and the rivals' mass `o = Σ_{k≠y} eₖ`, the loss is
/// `max z - z_y + log1p(o + (e_y - 1))`: `log1p(o)` where the correct class leads. It
/// reaches 0 only where the rivals underflow, beyond a gap of about 87 nats.
///
/// A `threshold` of 2⁻ᵇ emulates a significand of `b` bits: where `o` is below it the
/// loss is 0, as a sum of `b` bits would make it. `o` is relative to the greatest term,
/// so a row whose correct class does not lead is never absorbed.
pub fn softmax_complement_cross_entropy(
    logits: Tensor<2>,
    target: Tensor<1, Int>,
    threshold: Option<f64>,
) -> Tensor<1> {
    let target = column(target);
    row(Rivals::of_softmax(logits, &target, threshold).loss(&target))
}

/// StableMax probabilities `s(zᵢ) / Σⱼ s(zⱼ)`, `[batch, classes]`, the paper's.
///
/// `s(z) = z + 1` for `z ≥ 0` and `1 / (1 - z)` below. By the paper's Proposition 1 this is
/// the softmax of `sign(z) · log(1 + |z|)`.
pub fn stablemax(logits: Tensor<2>) -> Tensor<2> {
    plain::Stablemax::of(logits).probabilities()
}

/// StableMax cross-entropy in plain `f32`: `-log StableMax(z)_y`, `[batch]` (the paper's StCE).
///
/// It has a collapse of its own: where `s(z_y)` is 2²⁴ times the rivals' sum (logits of
/// about ±3·10⁴ among a hundred classes) the probability is exactly 1.
pub fn stablemax_cross_entropy(logits: Tensor<2>, target: Tensor<1, Int>) -> Tensor<1> {
    let target = column(target);
    row(plain::Stablemax::of(logits).loss(&target))
}

/// StableMax cross-entropy from the sum of the rivals, `[batch]`: `log1p(Σ_{k≠y} s(zₖ) / s(z_y))`.
pub fn stablemax_complement_cross_entropy(logits: Tensor<2>, target: Tensor<1, Int>) -> Tensor<1> {
    let target = column(target);
    row(Rivals::of_stablemax(logits, &target).loss(&target))
}

/// The loss of each row, `[batch]`, and the gradient of the *sum* of these losses with respect
/// to the logits, `[batch, classes]`. Divide by the batch for the gradient of the mean.
///
/// `bits` matters to the complement form of softmax alone.
///
/// Softmax: `pᵢ - [i = y]`; the plain form computes `p_y - 1` in `f32`, which is exactly 0 once
/// the rivals are absorbed, the complement form `-o / (o + e_y)`. StableMax: the same over
/// `1 + |zᵢ|`, the derivative of Proposition 1's `sign(z) · log(1 + |z|)`.
pub fn loss_and_gradient(
    loss: Loss,
    bits: SignificandBits,
    logits: Tensor<2>,
    target: Tensor<1, Int>,
) -> (Tensor<1>, Tensor<2>) {
    let target = column(target);
    let (loss, gradient) = match loss {
        Loss::SoftmaxCrossEntropy => {
            let softmax = Softmax::of(logits);
            (softmax.loss(&target), softmax.gradient(target))
        }
        Loss::Stablemax => {
            let stablemax = plain::Stablemax::of(logits);
            (stablemax.loss(&target), stablemax.gradient(target))
        }
        Loss::SoftmaxComplement => {
            let rivals = Rivals::of_softmax(logits, &target, bits.threshold());
            (rivals.loss(&target), rivals.gradient(target))
        }
        Loss::StablemaxComplement => {
            let rivals = Rivals::of_stablemax(logits, &target);
            (rivals.loss(&target), rivals.gradient(target))
        }
    };
    (row(loss), gradient)
}

/// The gradient of [`loss_and_gradient`] alone, for steps whose loss nobody looks at.
pub fn loss_gradient(
    loss: Loss,
    bits: SignificandBits,
    logits: Tensor<2>,
    target: Tensor<1, Int>,
) -> Tensor<2> {
    let target = column(target);
    match loss {
        Loss::SoftmaxCrossEntropy => Softmax::of(logits).gradient(target),
        Loss::Stablemax => plain::Stablemax::of(logits).gradient(target),
        Loss::SoftmaxComplement => {
            Rivals::of_softmax(logits, &target, bits.threshold()).gradient(target)
        }
        Loss::StablemaxComplement => Rivals::of_stablemax(logits, &target).gradient(target),
    }
}

/// The probability that a loss's own normalisation (softmax or StableMax) gives to the correct
/// class, `[batch]`, 0 to 1.
pub fn correct_probability(loss: Loss, logits: Tensor<2>, target: Tensor<1, Int>) -> Tensor<1> {
    let target = column(target);
    row(match loss {
        Loss::SoftmaxCrossEntropy | Loss::SoftmaxComplement => {
            Softmax::of(logits).correct_probability(&target)
        }
        Loss::Stablemax | Loss::StablemaxComplement => {
            plain::Stablemax::of(logits).correct_probability(&target)
        }
    })
}

/// `[batch]` as a column, `[batch, 1]`, the shape of an index into the classes.
fn column(target: Tensor<1, Int>) -> Tensor<2, Int> {
    target.unsqueeze_dim(1)
}

fn row(column: Tensor<2>) -> Tensor<1> {
    column.squeeze_dim(1)
}

/// Adds one number a row, `[batch, 1]`, to the correct class.
///
/// A scatter touches `batch` numbers where a one-hot mask would touch all.
fn add_to_correct(tensor: Tensor<2>, target: Tensor<2, Int>, values: Tensor<2>) -> Tensor<2> {
    tensor.scatter(1, target, values, IndexingUpdateOp::Add)
}
