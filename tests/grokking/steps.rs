//! Whole training steps (gradient, projection, optimiser) against a twin that takes them in `f64`.

use paperglass::{
    experiment::Experiment,
    grokking::{Config, Loss, Optimizer, OrthogonalGradient},
};

use super::{close, small, start, twin, weights};

/// What the optimiser remembers, in `f64`.
struct Twin {
    weights: Vec<twin::Matrix>,
    first: Vec<Vec<f64>>,
    second: Vec<Vec<f64>>,
    step: i32,
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// g - (w·g / (w·w + 1e-30)) w, then as long as g was (within the code's bound of 10⁴).
fn project(weights: &[f64], gradient: &mut [f64], rescale: bool) {
    let length = inner(gradient, gradient).sqrt();
    let along = inner(weights, gradient) / (inner(weights, weights) + 1e-30);
    gradient.iter_mut().zip(weights).for_each(|(g, w)| *g -= along * w);
    if rescale {
        let factor = (length / (inner(gradient, gradient).sqrt() + 1e-30)).min(1e4);
        gradient.iter_mut().for_each(|g| *g *= factor);
    }
}

impl Twin {
    fn advance(&mut self, config: &Config, examples: &paperglass::grokking::task::Examples) {
        let mut gradients = twin::gradients(config, &self.weights, examples);
        match config.orthogonal_gradient {
            OrthogonalGradient::None => {}
            OrthogonalGradient::PerTensor => {
                for (gradient, weight) in gradients.iter_mut().zip(&self.weights) {
                    project(&weight.values, gradient, config.rescale_gradient);
                }
            }
            OrthogonalGradient::WholeVector => {
                let weights: Vec<f64> = self.weights.iter().flat_map(|weight| weight.values.clone()).collect();
                let mut whole = gradients.concat();
                project(&weights, &mut whole, config.rescale_gradient);
                let mut rest = whole.into_iter();
                gradients.iter_mut().flatten().for_each(|g| *g = rest.next().unwrap());
            }
        }
        self.step += 1;
        let unbias = |beta: f64| 1.0 - beta.powi(self.step);
        for (t, gradient) in gradients.into_iter().enumerate() {
            for (i, mut g) in gradient.into_iter().enumerate() {
                let (w, m, v) = (&mut self.weights[t].values[i], &mut self.first[t][i], &mut self.second[t][i]);
                let decay = config.weight_decay;
                if config.optimizer == Optimizer::AdamW {
                    *w -= config.learning_rate * decay * *w;
                } else {
                    g += decay * *w;
                }
                if config.optimizer == Optimizer::Sgd {
                    *m = config.momentum * *m + g;
                    *w -= config.learning_rate * *m;
                } else {
                    *m = config.beta1 * *m + (1.0 - config.beta1) * g;
                    *v = config.beta2 * *v + (1.0 - config.beta2) * g * g;
                    *w -= config.learning_rate * (*m / unbias(config.beta1)) / ((*v / unbias(config.beta2)).sqrt() + config.epsilon);
                }
            }
        }
    }
}

#[test]
fn steps_are_those_of_the_twin() {
    for optimizer in [Optimizer::Adam, Optimizer::AdamW, Optimizer::Sgd] {
        for orthogonal_gradient in [OrthogonalGradient::None, OrthogonalGradient::PerTensor, OrthogonalGradient::WholeVector] {
            for rescale_gradient in [true, false] {
                let config = Config {
                    optimizer, orthogonal_gradient, rescale_gradient,
                    loss: Loss::StablemaxComplement,
                    // A large ε keeps Adam from dividing rounding noise by rounding noise.
                    epsilon: 1e-3, weight_decay: 0.1, learning_rate: 0.02, ..small()
                };
                let mut run = start(&config);
                let weights_now = weights(&run);
                let zeros: Vec<Vec<f64>> = weights_now.iter().map(|weight| vec![0.0; weight.values.len()]).collect();
                let mut twin = Twin { weights: weights_now, first: zeros.clone(), second: zeros, step: 0 };
                for _ in 0..6 {
                    twin.advance(&config, &run.task().train);
                }
                run.advance(6);
                for (found, expected) in weights(&run).iter().zip(&twin.weights) {
                    for (&found, &expected) in found.values.iter().zip(&expected.values) {
                        assert!(close(found, expected, 2e-4, 1e-3), "{optimizer:?} {orthogonal_gradient:?}: {found}, twin {expected}");
                    }
                }
            }
        }
    }
}
