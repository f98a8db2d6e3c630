//! Comparisons that are ready to run. Arms of a preset share seed, data and initial weights.
//!
//! Adam's ε is 10⁻¹⁸ where the authors have 10⁻²⁵: hardware that flushes denormals to zero would
//! divide by it, and no gradient of these runs is small enough to tell the two apart.

use super::{
    Architecture, Config, Loss, Operation, Optimizer, OrthogonalGradient, SignificandBits,
};
use crate::experiment::{Arm, Preset};

/// All presets; the first is the page's default.
pub fn presets() -> Vec<Preset<Config>> {
    vec![four_curves(), precision(), tiny(), paper_scale(), long_run(), parity(), transformer()]
}

/// Adam without regularisation, as the authors run softmax and StableMax.
fn bare(base: &Config, loss: Loss) -> Config {
    Config {
        loss,
        beta2: 0.95,
        epsilon: 1e-18,
        orthogonal_gradient: OrthogonalGradient::None,
        ..base.clone()
    }
}

/// AdamW with decoupled weight decay.
fn decayed(base: &Config, weight_decay: f64) -> Config {
    Config { weight_decay, beta2: 0.98, orthogonal_gradient: OrthogonalGradient::None, ..base.clone() }
}

/// The four ways to train that the page compares: orthogonal gradient, weight decay, StableMax, plain.
fn four(base: &Config) -> Vec<Arm<Config>> {
    vec![
        Arm { id: "orthograd", label: "Orthogonal gradient", config: base.clone() },
        Arm { id: "weight-decay", label: "Weight decay", config: decayed(base, 1.0) },
        Arm { id: "stablemax", label: "StableMax", config: bare(base, Loss::StablemaxComplement) },
        Arm { id: "softmax", label: "Softmax", config: bare(base, Loss::SoftmaxCrossEntropy) },
    ]
}

fn four_curves() -> Preset<Config> {
    Preset {
        id: "four-curves",
        title: "Four curves",
        description: "Addition modulo 47 from 80 % of all sums. Plain softmax learns them by heart and stalls; \
                      orthogonal gradients, weight decay and StableMax each go on to generalise.",
        arms: four(&Config::default()),
        steps: 1200,
        every: 10,
    }
}

/// Preset B's task and network.
pub(super) fn precision_base() -> Config {
    Config {
        modulus: 59,
        train_share: 0.9,
        width: 96,
        learning_rate: 0.001,
        beta2: 0.99,
        epsilon: 1e-18,
        orthogonal_gradient: OrthogonalGradient::None,
        ..Config::default()
    }
}

fn precision() -> Preset<Config> {
    let base = precision_base();
    let complement = |significand_bits| Config { loss: Loss::SoftmaxComplement, significand_bits, ..base.clone() };
    let fast = Config { learning_rate: 0.01, epsilon: 1e-8, ..base.clone() };
    Preset {
        id: "precision",
        title: "Precision decides where it stops",
        description: "The same softmax run with 11 and with 24 significand bits and without absorption: the fewer \
                      bits, the earlier the loss is exactly 0 and learning stops. StableMax does not stop.",
        arms: vec![
            Arm { id: "bits-11", label: "Softmax, 11 bits (f16)", config: complement(SignificandBits::Eleven) },
            Arm { id: "f32", label: "Softmax, f32", config: base.clone() },
            Arm { id: "no-absorption", label: "Softmax, no absorption", config: complement(SignificandBits::None) },
            Arm {
                id: "stablemax",
                label: "StableMax",
                config: Config { loss: Loss::StablemaxComplement, ..base.clone() },
            },
            Arm { id: "weight-decay", label: "Weight decay", config: Config { weight_decay: 1.0, ..fast.clone() } },
            Arm {
                id: "orthograd",
                label: "Orthogonal gradient",
                config: Config { beta2: 0.999, orthogonal_gradient: OrthogonalGradient::PerTensor, ..fast },
            },
        ],
        steps: 3400,
        every: 20,
    }
}

fn tiny() -> Preset<Config> {
    Preset {
        id: "tiny",
        title: "Tiny",
        description: "The four curves with p = 37 and a narrower network, for slow machines. StableMax does not quite finish.",
        arms: four(&Config { modulus: 37, width: 96, ..Config::default() }),
        steps: 1200,
        every: 10,
    }
}

/// The paper's task and network: p = 113, 40 % trained, two layers of 200.
pub(super) fn paper_base() -> Config {
    Config { modulus: 113, train_share: 0.4, width: 200, ..Config::default() }
}

fn paper_scale() -> Preset<Config> {
    let base = paper_base();
    Preset {
        id: "paper-scale",
        title: "Paper scale",
        description: "Addition modulo 113 with the paper's network and 40 % trained (StableMax: 70 %, since 40 % takes \
                      it about 80,000 steps).",
        arms: vec![
            Arm { id: "orthograd", label: "Orthogonal gradient", config: base.clone() },
            Arm { id: "weight-decay", label: "Weight decay 8", config: decayed(&base, 8.0) },
            Arm {
                id: "orthograd-sgd",
                label: "Orthogonal gradient descent, StableMax",
                config: Config {
                    loss: Loss::Stablemax,
                    optimizer: Optimizer::Sgd,
                    learning_rate: 10.0,
                    momentum: 0.8,
                    ..base.clone()
                },
            },
            Arm {
                id: "stablemax-70",
                label: "StableMax, 70 % trained",
                config: Config { train_share: 0.7, ..bare(&base, Loss::StablemaxComplement) },
            },
            Arm {
                id: "softmax",
                label: "Softmax",
                config: Config { learning_rate: 0.005, ..bare(&base, Loss::SoftmaxCrossEntropy) },
            },
        ],
        steps: 700,
        every: 10,
    }
}

fn long_run() -> Preset<Config> {
    let stablemax =
        Config { beta2: 0.999, ..bare(&paper_base(), Loss::StablemaxComplement) };
    Preset {
        id: "long-run",
        title: "The long run",
        description: "The paper's own StableMax run: 40 % of addition modulo 113, about 80,000 steps.",
        arms: vec![Arm { id: "stablemax", label: "StableMax", config: stablemax }],
        steps: 80_000,
        every: 200,
    }
}

fn parity() -> Preset<Config> {
    let base = Config {
        operation: Operation::SparseParity,
        train_share: 0.5,
        width: 200,
        ..Config::default()
    };
    Preset {
        id: "parity",
        title: "Sparse parity",
        description: "The parity of 3 bits among 43, from 1,000 samples.",
        arms: four(&base),
        steps: 5000,
        every: 50,
    }
}

fn transformer() -> Preset<Config> {
    let base = Config {
        architecture: Architecture::Transformer,
        modulus: 47,
        train_share: 0.6,
        width: 64,
        learning_rate: 0.001,
        ..Config::default()
    };
    Preset {
        id: "transformer",
        title: "Transformer",
        description: "One transformer layer with four heads, smaller than the paper's so that it runs in a tab.",
        arms: vec![
            Arm { id: "orthograd", label: "Orthogonal gradient", config: base.clone() },
            Arm { id: "weight-decay", label: "Weight decay 1.5", config: decayed(&base, 1.5) },
            Arm { id: "softmax", label: "Softmax", config: bare(&base, Loss::SoftmaxCrossEntropy) },
        ],
        steps: 1000,
        every: 20,
    }
}
