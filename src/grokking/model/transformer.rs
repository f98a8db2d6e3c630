//! The paper's transformer: one post-norm encoder layer with four heads, read at the second
//! operand, with gradients by Burn's autodiff.
//!
//! As PyTorch's `TransformerEncoderLayer` starts it, with a feed-forward layer of 16 times the
//! width (2,048 at the paper's 128), no positional embedding and no causal mask. Dropout is
//! left out, so that a run is a pure function of its configuration. Only the last position is
//! read, so only its query and its feed-forward are computed: the same logits for half the work.
//! N = examples, d = width.

use burn::tensor::{Tensor, activation::{relu, softmax}};

use super::{Batch, Parameter, Start};
use crate::grokking::{Config, task::Task};

const HEADS: usize = 4;
/// Feed-forward width over model width.
const EXPANSION: usize = 16;
const EPSILON: f64 = 1e-5;

#[derive(Clone, Debug)]
pub struct Transformer {
    width: usize,
}

impl Transformer {
    pub(super) fn new(config: &Config, task: &Task) -> (Self, Vec<Parameter>) {
        let (p, d) = (config.modulus as usize, config.width as usize);
        let linear = |name, shape| Parameter::linear(name, shape, true);
        let constant = |name, columns, value| Parameter::new(name, [1, columns], Start::Constant(value));
        // Xavier's bound for the fan-in d and the fan-out 3d of queries, keys and values together.
        let xavier = Start::Uniform { bound: (6.0 / (4 * d) as f64).sqrt() };
        let out = Start::Uniform { bound: 1.0 / (d as f64).sqrt() };
        let parameters = [
            vec![
                Parameter::new("embedding", [p, d], Start::Normal),
                Parameter::new("attention in", [d, 3 * d], xavier),
                constant("attention in bias", 3 * d, 0.0),
                Parameter::new("attention out", [d, d], out),
                constant("attention out bias", d, 0.0),
                constant("norm 1", d, 1.0),
                constant("norm 1 bias", d, 0.0),
            ],
            linear("feed-forward 1", [d, EXPANSION * d]),
            linear("feed-forward 2", [EXPANSION * d, d]),
            vec![constant("norm 2", d, 1.0), constant("norm 2 bias", d, 0.0)],
            linear("output", [d, task.classes]),
        ];
        (Self { width: d }, parameters.concat())
    }

    /// Logits `[N, C]`.
    pub(super) fn logits(&self, weights: &[Tensor<2>], batch: &Batch) -> Tensor<2> {
        let Batch::Lookup(lookup) = batch else {
            unreachable!("the configuration's rules allow operands only")
        };
        let [
            table, project, project_bias, out, out_bias, norm_1, norm_1_bias, up, up_bias, down, down_bias,
            norm_2, norm_2_bias, classify, classify_bias,
        ] = weights
        else {
            unreachable!("the list of weights is the one that new() describes")
        };
        let (d, head) = (self.width, self.width / HEADS);
        let tokens = lookup.gather(table);
        let n = tokens.dims()[0] / 2;
        let last = tokens.clone().reshape([n, 2 * d]).slice([0..n, d..2 * d]);

        // softmax(q kᵀ / √(d/4)) v over the two positions, head by head.
        let columns = |from: usize, to: usize| {
            let weight = project.clone().slice([0..d, from..to]);
            (weight, project_bias.clone().slice([0..1, from..to]))
        };
        let (query_weight, query_bias) = columns(0, d);
        let (key_weight, key_bias) = columns(d, 2 * d);
        let (value_weight, value_bias) = columns(2 * d, 3 * d);
        let query = (last.clone().matmul(query_weight) + query_bias).reshape([n, 1, HEADS, head]);
        let keys = (tokens.clone().matmul(key_weight) + key_bias).reshape([n, 2, HEADS, head]);
        let values = (tokens.matmul(value_weight) + value_bias).reshape([n, 2, HEADS, head]);
        let scores: Tensor<4> = (query * keys).sum_dim(3).div_scalar((head as f64).sqrt());
        let mixed = (softmax(scores, 1) * values).sum_dim(1).reshape([n, d]);
        let attended = mixed.matmul(out.clone()) + out_bias.clone();

        let hidden = normalise(last + attended, norm_1, norm_1_bias);
        let wide = relu(hidden.clone().matmul(up.clone()) + up_bias.clone());
        let fed = wide.matmul(down.clone()) + down_bias.clone();
        let read = normalise(hidden + fed, norm_2, norm_2_bias);
        read.matmul(classify.clone()) + classify_bias.clone()
    }

    /// Gradients of all weights.
    pub(super) fn gradients(
        &self,
        weights: &[Tensor<2>],
        batch: &Batch,
        loss_gradient: impl FnOnce(Tensor<2>) -> Tensor<2>,
    ) -> Vec<Tensor<2>> {
        let tracked: Vec<Tensor<2>> =
            weights.iter().map(|weight| weight.clone().autodiff().require_grad()).collect();
        let logits = self.logits(&tracked, batch);
        // The sum of logits times constants has those constants as its gradient.
        let gradient = loss_gradient(logits.clone().inner());
        let gradients = (logits * gradient.autodiff()).sum().backward();
        tracked
            .iter()
            .zip(weights)
            .map(|(tensor, weight)| tensor.grad(&gradients).unwrap_or_else(|| weight.zeros_like()))
            .collect()
    }
}

/// Layer normalisation over the columns: `(x - mean) / √(variance + 10⁻⁵) · weight + bias`.
fn normalise(x: Tensor<2>, weight: &Tensor<2>, bias: &Tensor<2>) -> Tensor<2> {
    let centred = x.clone() - x.mean_dim(1);
    let deviation = centred.clone().square().mean_dim(1).add_scalar(EPSILON).sqrt();
    centred / deviation * weight.clone() + bias.clone()
}
