//! The multilayer perceptron, with its gradients by hand.
//!
//! Bias-free and ReLU, so its logits are homogeneous in the weights: scaling all of them only
//! scales the logits, which is the paper's naive loss minimisation. Sparse parity has biases,
//! as in the paper. N = examples, h = width, C = classes.

use burn::tensor::{Tensor, activation::relu};

use super::{Batch, Parameter, Start, is_parity};
use crate::grokking::{Config, Input, kernels::cpu, task::{Inputs, Task}};

/// What comes before the first product of matrices.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Entry {
    /// Two one-hot vectors times the first layer `[2p, h]`: a sum of two of its rows.
    OneHot,
    /// One table `[p, h]` for both operands, two rows side by side: `[N, 2h]`.
    Embedding,
    /// Bits, `[N, inputs]`.
    Bits,
}

#[derive(Clone, Debug)]
pub struct Mlp {
    entry: Entry,
    bias: bool,
}

/// One layer's weights, among those of the network.
struct Dense<'a> {
    weight: &'a Tensor<2>,
    bias: Option<&'a Tensor<2>>,
}

impl Mlp {
    pub(super) fn new(config: &Config, task: &Task) -> (Self, Vec<Parameter>) {
        let bias = is_parity(config);
        let entry = match (&task.train.inputs, config.input) {
            (Inputs::Bits { .. }, _) => Entry::Bits,
            (Inputs::Pairs(_), Input::OneHot) => Entry::OneHot,
            (Inputs::Pairs(_), Input::Embedding) => Entry::Embedding,
        };
        let (p, h) = (config.modulus as usize, config.width as usize);
        let mut parameters = Vec::new();
        let mut inputs = match (entry, &task.train.inputs) {
            (Entry::Embedding, _) => {
                parameters.push(Parameter::new("embedding", [p, h], Start::Normal));
                2 * h
            }
            (_, Inputs::Bits { width, .. }) => *width,
            _ => 2 * p,
        };
        for layer in 1..=config.hidden_layers {
            parameters.extend(Parameter::linear(&format!("layer {layer}"), [inputs, h], bias));
            inputs = h;
        }
        parameters.extend(Parameter::linear("output", [h, task.classes], bias));
        (Self { entry, bias }, parameters)
    }

    /// The layers that are products of matrices: all but what the entry gathers from.
    fn dense<'a>(&self, weights: &'a [Tensor<2>]) -> Vec<Dense<'a>> {
        let gathered = usize::from(self.entry != Entry::Bits);
        weights[gathered..]
            .chunks(1 + usize::from(self.bias))
            .map(|chunk| Dense { weight: &chunk[0], bias: chunk.get(1) })
            .collect()
    }

    /// What enters the first product of matrices.
    fn enter(&self, weights: &[Tensor<2>], batch: &Batch) -> Tensor<2> {
        match batch {
            Batch::Dense(bits) => bits.clone(),
            Batch::Lookup(lookup) if self.entry == Entry::OneHot => {
                cpu::gather_pairs(&weights[0], lookup.pairs()).unwrap_or_else(|| relu(lookup.gather(&weights[0])))
            }
            Batch::Lookup(lookup) => {
                let rows = lookup.gather(&weights[0]);
                let [rows_2n, h] = rows.dims();
                rows.reshape([rows_2n / 2, 2 * h])
            }
        }
    }

    /// Logits `[N, C]`.
    pub(super) fn logits(&self, weights: &[Tensor<2>], batch: &Batch) -> Tensor<2> {
        let layers = self.dense(weights);
        let last = layers.len() - 1;
        layers.iter().enumerate().fold(self.enter(weights, batch), |input, (i, layer)| {
            let output = layer.apply(input);
            if i == last { output } else { relu(output) }
        })
    }

    /// Gradients of all weights. With `x` a layer's input, `z = x W + b` and `g = ∂L/∂z`:
    /// `∂L/∂W = xᵀ g`, `∂L/∂b = Σ g`, `∂L/∂x = g Wᵀ`, kept where ReLU let `x` through.
    pub(super) fn gradients(
        &self,
        weights: &[Tensor<2>],
        batch: &Batch,
        loss_gradient: impl FnOnce(Tensor<2>) -> Tensor<2>,
    ) -> Vec<Tensor<2>> {
        let layers = self.dense(weights);
        let mut inputs = vec![self.enter(weights, batch)];
        for layer in &layers[..layers.len() - 1] {
            let output = layer.apply(inputs[inputs.len() - 1].clone());
            inputs.push(relu(output));
        }
        let logits = layers[layers.len() - 1].apply(inputs[inputs.len() - 1].clone());

        let mut gradient = loss_gradient(logits);
        // Gathered from the last layer to the first, biases before weights; turned round at the end.
        let mut gradients = Vec::with_capacity(weights.len());
        for (i, layer) in layers.iter().enumerate().rev() {
            let Some(input) = inputs.pop() else { break };
            if layer.bias.is_some() {
                gradients.push(gradient.clone().sum_dim(0));
            }
            gradients.push(input.clone().transpose().matmul(gradient.clone()));
            if i == 0 && self.entry == Entry::Bits {
                break;
            }
            gradient = gradient.matmul(layer.weight.clone().transpose());
            if i > 0 || self.entry == Entry::OneHot {
                gradient = through_relu(gradient, input);
            }
        }
        if let Batch::Lookup(lookup) = batch {
            let [n, width] = gradient.dims();
            let gathered = match self.entry {
                Entry::Embedding => gradient.reshape([2 * n, width / 2]),
                Entry::OneHot | Entry::Bits => gradient,
            };
            gradients.push(lookup.scatter(gathered));
        }
        gradients.reverse();
        gradients
    }
}

impl Dense<'_> {
    fn apply(&self, input: Tensor<2>) -> Tensor<2> {
        let output = input.matmul(self.weight.clone());
        match self.bias {
            Some(bias) => output + bias.clone(),
            None => output,
        }
    }
}

/// Keeps a gradient where ReLU's output is positive.
fn through_relu(gradient: Tensor<2>, output: Tensor<2>) -> Tensor<2> {
    cpu::through_relu(gradient, &output)
        .unwrap_or_else(|gradient| gradient.mask_fill(output.lower_equal_elem(0.0), 0.0))
}
