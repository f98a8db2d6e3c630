//! Logits and gradients of every network and loss against the twins.

use paperglass::grokking::{Architecture, Config, Input, Loss, Operation};

use super::{close, small, start, twin, weights};

const LOSSES: [Loss; 4] =
    [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement];

fn agree(config: &Config) {
    let run = start(config);
    let expected = twin::gradients(config, &weights(&run), &run.task().train);
    let names = run.weight_names();
    for ((gradient, expected), name) in run.gradients().iter().zip(&expected).zip(names) {
        let found = twin::Matrix::of(gradient);
        let scale = expected.iter().map(|x| x.abs()).fold(1e-6, f64::max);
        for (i, (&found, &expected)) in found.values.iter().zip(expected).enumerate() {
            // f32 against f64, relative to the tensor's greatest; a kink of ReLU within 1e-5 is not met with these seeds.
            assert!(close(found, expected, 2e-5 * scale, 2e-4), "{:?} {name} [{i}]: {found:e}, twin {expected:e}", config.loss);
        }
    }
}

#[test]
fn the_perceptrons_gradients_are_those_of_the_twin() {
    for loss in LOSSES {
        for hidden_layers in 1..=3 {
            agree(&Config { loss, hidden_layers, ..small() });
        }
        agree(&Config { loss, input: Input::Embedding, ..small() });
    }
}

#[test]
fn with_far_apart_logits_too() {
    for loss in [Loss::SoftmaxComplement, Loss::StablemaxComplement] {
        agree(&Config { loss, initial_scale: 2.5, ..small() });
    }
}

#[test]
fn sparse_paritys_gradients_are_those_of_the_twin() {
    let parity = Config {
        operation: Operation::SparseParity, parity_bits: 2, noise_bits: 3, parity_samples: 100, width: 8, hidden_layers: 2,
        ..small()
    };
    for loss in LOSSES {
        agree(&Config { loss, ..parity.clone() });
    }
}

#[test]
fn the_transformers_gradients_are_those_of_the_twin() {
    for loss in [Loss::SoftmaxCrossEntropy, Loss::StablemaxComplement] {
        agree(&Config { architecture: Architecture::Transformer, loss, train_share: 0.3, ..small() });
    }
}
