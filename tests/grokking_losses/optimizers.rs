//! Adam, AdamW and gradient descent with momentum against `f64` twins.

use super::*;
use paperglass::grokking::{Config, Optimizer, OptimizerState};

/// Twenty steps of the textbook optimiser in `f64` on one flat vector.
struct Twin {
    weights: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    step: i32,
}

impl Twin {
    fn new(weights: &[Tensor<2>]) -> Self {
        let weights: Vec<f64> = weights.iter().flat_map(numbers).collect();
        let zeros = vec![0.0; weights.len()];
        Self { weights, first: zeros.clone(), second: zeros, step: 0 }
    }

    fn advance(&mut self, config: &Config, gradients: &[f64]) {
        self.step += 1;
        for (i, &gradient) in gradients.iter().enumerate() {
            let (w, m, v) = (&mut self.weights[i], &mut self.first[i], &mut self.second[i]);
            let mut g = gradient;
            if config.optimizer == Optimizer::AdamW {
                *w *= 1.0 - config.learning_rate * config.weight_decay;
            } else {
                g += config.weight_decay * *w;
            }
            if config.optimizer == Optimizer::Sgd {
                *m = config.momentum * *m + g;
                *w -= config.learning_rate * *m;
                continue;
            }
            *m = config.beta1 * *m + (1.0 - config.beta1) * g;
            *v = config.beta2 * *v + (1.0 - config.beta2) * g * g;
            let unbiased = |mean: f64, beta: f64| mean / (1.0 - beta.powi(self.step));
            *w -= config.learning_rate * unbiased(*m, config.beta1)
                / (unbiased(*v, config.beta2).sqrt() + config.epsilon);
        }
    }
}

/// Twenty random gradients against the twin; the tolerance is a hundredth of a step and the
/// rounding of the weights themselves.
fn check_optimizer(config: &Config, gradient_scale: f32) {
    let mut random = Random::new(7, "optimiser");
    let mut draw = |scale| {
        vec![matrix(&random_matrix(&mut random, 4, 3, scale)), matrix(&random_matrix(&mut random, 2, 5, scale))]
    };
    let mut weights = draw(0.5);
    let mut twin = Twin::new(&weights);
    let mut state = OptimizerState::new(&weights);
    for step in 1..=20 {
        let gradients = draw(gradient_scale);
        twin.advance(config, &flat(&gradients));
        let before = flat(&weights);
        let state_before = (flat(&state.first), flat(&state.second), state.step);
        let update = flat(&state.update_only(config, &weights, gradients.clone()));
        assert_eq!(state_before, (flat(&state.first), flat(&state.second), state.step));
        state.advance(config, &mut weights, gradients);
        assert_eq!(state.step, step);
        let moved: Vec<f64> = flat(&weights).iter().zip(&before).map(|(new, old)| new - old).collect();
        assert_all_close(&update, &moved, 3e-7, 1e-5, "update");
        assert_all_close(&flat(&weights), &twin.weights, 2e-6, 1e-5, &format!("{config:?}, step {step}"));
    }
}

#[test]
fn optimisers_meet_their_twins_over_twenty_steps() {
    for optimizer in [Optimizer::Adam, Optimizer::AdamW, Optimizer::Sgd] {
        for weight_decay in [0.0, 0.7] {
            for epsilon in [1e-8, 1e-2] {
                let config = Config { optimizer, weight_decay, epsilon, ..Config::default() };
                check_optimizer(&config, 1.0);
            }
        }
    }
}

/// With ε far below, the size of the gradient must not matter, however small its square.
#[test]
fn adam_survives_gradients_whose_squares_underflow() {
    for gradient_scale in [1e-12, 1e-20, 1e-24] {
        for epsilon in [1e-25, 1e-30] {
            let config = Config { optimizer: Optimizer::AdamW, beta2: 0.95, epsilon, ..Config::default() };
            check_optimizer(&config, gradient_scale);
        }
    }
    // And gradients of exactly 0 move nothing.
    let mut weights = vec![matrix(&[vec![1.0, -2.0]])];
    let mut state = OptimizerState::new(&weights);
    let config = Config { epsilon: 1e-30, ..Config::default() };
    state.advance(&config, &mut weights, vec![matrix(&[vec![0.0, 0.0]])]);
    assert_eq!(flat(&weights), [1.0, -2.0]);
}

#[test]
fn changing_the_optimiser_keeps_or_resets_the_state() {
    let with = |optimizer| Config { optimizer, ..Config::default() };
    let (adam, adam_w, sgd) = (with(Optimizer::Adam), with(Optimizer::AdamW), with(Optimizer::Sgd));
    let mut weights = vec![matrix(&[vec![1.0, -2.0]])];
    let mut state = OptimizerState::new(&weights);
    state.advance(&adam, &mut weights, vec![matrix(&[vec![0.5, 0.25]])]);
    state.reset_for(&adam, &adam_w);
    assert_eq!(state.step, 1);
    assert_ne!(flat(&state.first), [0.0, 0.0]);
    state.reset_for(&adam_w, &sgd);
    assert_eq!(state.step, 0);
    assert_eq!((flat(&state.first), flat(&state.second)), (vec![0.0; 2], vec![0.0; 2]));
    // The first step of gradient descent after it is the plain gradient's.
    let before = flat(&weights);
    state.advance(&sgd, &mut weights, vec![matrix(&[vec![1.0, -1.0]])]);
    let expected = [before[0] - sgd.learning_rate, before[1] + sgd.learning_rate];
    assert_all_close(&flat(&weights), &expected, 1e-7, 0.0, "first step");
    state.reset_for(&sgd, &adam);
    assert_eq!(state.step, 0);
}
