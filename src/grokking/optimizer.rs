//! Adam, AdamW and gradient descent with momentum, as PyTorch defines them.
//!
//! Promise: nothing is read back, the state is plain tensors that can be saved, and the squares
//! of Adam do not underflow for gradients down to 10⁻²⁸, so that no ε, however small, can make
//! a step explode.

use burn::tensor::Tensor;

use super::{Config, Optimizer};

/// Gradients are multiplied by this before they are squared: their squares stay normal `f32`
/// from 10⁻²⁸ (plain squares: 10⁻¹⁹) up to 4·10⁹.
const SCALE: f64 = 4_294_967_296.0; // 2³²

/// What an optimiser remembers between steps, one tensor for each weight tensor.
#[derive(Clone, Debug)]
pub struct OptimizerState {
    /// Adam: running mean of the gradients. Gradient descent: the momentum buffer.
    pub first: Vec<Tensor<2>>,
    /// Adam: running mean of the squares of the gradients times 2³². Gradient descent: unused.
    pub second: Vec<Tensor<2>>,
    /// Steps these means have seen; Adam's bias correction counts them.
    pub step: u32,
}

impl OptimizerState {
    /// Zero, for these weights.
    pub fn new(weights: &[Tensor<2>]) -> Self {
        let zeros = || weights.iter().map(Tensor::zeros_like).collect();
        Self { first: zeros(), second: zeros(), step: 0 }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        *self = Self::new(&self.first);
    }

    /// For a change of the configuration mid-run: Adam and AdamW share their means and keep
    /// them; between them and gradient descent, whose buffer means something else, the state
    /// starts afresh.
    pub fn reset_for(&mut self, before: &Config, after: &Config) {
        let momentum = |config: &Config| config.optimizer == Optimizer::Sgd;
        if momentum(before) != momentum(after) {
            self.reset();
        }
    }

    /// One step: the weights and this state move on.
    ///
    /// `gradients` are those of the mean loss, one for each weight tensor, same shapes.
    /// Adam: `w ← w - η m̂ / (√v̂ + ε)`, with weight decay λ added to the gradient as `λ w`.
    /// AdamW: the same, after `w ← (1 - η λ) w`. Gradient descent: `b ← μ b + g`,
    /// `w ← w - η b`, with `λ w` added to the gradient.
    pub fn advance(&mut self, config: &Config, weights: &mut [Tensor<2>], gradients: Vec<Tensor<2>>) {
        let steps = self.steps(config, weights, gradients);
        let keep = 1.0 - decoupled_decay(config);
        for (weight, step) in weights.iter_mut().zip(steps) {
            let kept = if keep == 1.0 { weight.clone() } else { weight.clone().mul_scalar(keep) };
            *weight = kept - step;
        }
    }

    /// What [`advance`](Self::advance) would add to the weights (new minus old), without
    /// changing anything. Not rounded to the weights' precision, so small updates stay accurate.
    pub fn update_only(
        &self,
        config: &Config,
        weights: &[Tensor<2>],
        gradients: Vec<Tensor<2>>,
    ) -> Vec<Tensor<2>> {
        let decay = decoupled_decay(config);
        let steps = self.clone().steps(config, weights, gradients);
        weights
            .iter()
            .zip(steps)
            .map(|(weight, step)| match decay {
                0.0 => step.neg(),
                _ => weight.clone().mul_scalar(-decay) - step,
            })
            .collect()
    }

    /// Takes the gradients in and gives what is to be subtracted from the weights.
    fn steps(
        &mut self,
        config: &Config,
        weights: &[Tensor<2>],
        gradients: Vec<Tensor<2>>,
    ) -> Vec<Tensor<2>> {
        self.step += 1;
        let coupled = config.optimizer != Optimizer::AdamW && config.weight_decay != 0.0;
        let gradients = gradients.into_iter().zip(weights).map(|(gradient, weight)| {
            if coupled { gradient + weight.clone().mul_scalar(config.weight_decay) } else { gradient }
        });
        match config.optimizer {
            Optimizer::Sgd => gradients
                .zip(&mut self.first)
                .map(|(gradient, buffer)| {
                    *buffer = buffer.clone().mul_scalar(config.momentum) + gradient;
                    buffer.clone().mul_scalar(config.learning_rate)
                })
                .collect(),
            Optimizer::Adam | Optimizer::AdamW => {
                let adam = Adam::at(config, self.step);
                gradients
                    .zip(self.first.iter_mut().zip(&mut self.second))
                    .map(|(gradient, (first, second))| adam.step(gradient, first, second))
                    .collect()
            }
        }
    }
}

/// The share of each weight that AdamW takes off at a step.
fn decoupled_decay(config: &Config) -> f64 {
    match config.optimizer {
        Optimizer::AdamW => config.learning_rate * config.weight_decay,
        Optimizer::Adam | Optimizer::Sgd => 0.0,
    }
}

/// Adam's numbers for one step, computed once for all tensors.
struct Adam {
    beta1: f64,
    beta2: f64,
    /// η / (1 - β₁ᵗ)
    rate: f64,
    /// 1 / (2³² √(1 - β₂ᵗ)), which turns √second into √v̂.
    root: f64,
    epsilon: f64,
}

impl Adam {
    fn at(config: &Config, step: u32) -> Self {
        let unbias = |beta: f64| 1.0 - beta.powf(f64::from(step));
        Self {
            beta1: config.beta1,
            beta2: config.beta2,
            rate: config.learning_rate / unbias(config.beta1),
            root: 1.0 / (SCALE * unbias(config.beta2).sqrt()),
            epsilon: config.epsilon,
        }
    }

    /// 12 operations.
    fn step(&self, gradient: Tensor<2>, first: &mut Tensor<2>, second: &mut Tensor<2>) -> Tensor<2> {
        // √(1 - β₂) goes in before the square, where the factor 2³² goes in anyway.
        let scaled = gradient.clone().mul_scalar(SCALE * (1.0 - self.beta2).sqrt());
        *first = first.clone().mul_scalar(self.beta1) + gradient.mul_scalar(1.0 - self.beta1);
        *second = second.clone().mul_scalar(self.beta2) + scaled.clone() * scaled;
        let root = second.clone().sqrt().mul_scalar(self.root).add_scalar(self.epsilon);
        first.clone().mul_scalar(self.rate) / root
    }
}
