//! The plain forms: all classes in one `f32` sum, absorption and all.

use burn::tensor::{Int, Tensor};

use super::add_to_correct;

/// The exponentials of a batch of logits, greatest logit subtracted.
pub(super) struct Softmax {
    /// `z - max z`, `[batch, classes]`.
    shifted: Tensor<2>,
    /// Their exponentials.
    terms: Tensor<2>,
    /// The sum of each row, `[batch, 1]`: exactly 1 where softmax has collapsed.
    sum: Tensor<2>,
}

impl Softmax {
    /// 4 operations.
    pub(super) fn of(logits: Tensor<2>) -> Self {
        let shifted = logits.clone() - logits.max_dim(1);
        let terms = shifted.clone().exp();
        let sum = terms.clone().sum_dim(1);
        Self { shifted, terms, sum }
    }

    /// `[batch, 1]`; 3 operations.
    pub(super) fn loss(&self, target: &Tensor<2, Int>) -> Tensor<2> {
        self.sum.clone().log() - self.shifted.clone().gather(1, target.clone())
    }

    /// `[batch, classes]`; 3 operations.
    pub(super) fn gradient(self, target: Tensor<2, Int>) -> Tensor<2> {
        let minus_one = self.sum.full_like(-1.0);
        add_to_correct(self.terms / self.sum, target, minus_one)
    }

    pub(super) fn correct_probability(self, target: &Tensor<2, Int>) -> Tensor<2> {
        self.terms.gather(1, target.clone()) / self.sum
    }
}

/// `s(z)` and `1 + |z|`, both `[batch, classes]`, in 5 operations.
pub(super) fn stablemax_scores(logits: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
    let steep = logits.clone().abs().add_scalar(1.0);
    let scores = steep.clone().mask_where(logits.lower_elem(0.0), steep.clone().recip());
    (scores, steep)
}

/// StableMax of a batch of logits.
pub(super) struct Stablemax {
    /// `s(z)`, `[batch, classes]`.
    scores: Tensor<2>,
    /// `1 + |z|`, the denominator of its gradient.
    steep: Tensor<2>,
    /// The sum of each row's scores, `[batch, 1]`.
    sum: Tensor<2>,
}

impl Stablemax {
    /// 6 operations.
    pub(super) fn of(logits: Tensor<2>) -> Self {
        let (scores, steep) = stablemax_scores(logits);
        let sum = scores.clone().sum_dim(1);
        Self { scores, steep, sum }
    }

    pub(super) fn probabilities(self) -> Tensor<2> {
        self.scores / self.sum
    }

    /// `[batch, 1]`; 3 operations.
    pub(super) fn loss(&self, target: &Tensor<2, Int>) -> Tensor<2> {
        // Divide first, log after: exactly 0 where the sum is the correct class's score.
        (self.sum.clone() / self.scores.clone().gather(1, target.clone())).log()
    }

    /// `[batch, classes]`; 4 operations.
    pub(super) fn gradient(self, target: Tensor<2, Int>) -> Tensor<2> {
        let minus_one = self.sum.full_like(-1.0);
        add_to_correct(self.scores / self.sum, target, minus_one) / self.steep
    }

    pub(super) fn correct_probability(self, target: &Tensor<2, Int>) -> Tensor<2> {
        self.scores.gather(1, target.clone()) / self.sum
    }
}
