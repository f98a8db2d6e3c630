//! The configuration of a grokking run, and the table that bounds it.

use serde::{Deserialize, Serialize};

use crate::config::{Configuration, Field, Kind, Problem};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum $name { $($(#[$variant_doc])* #[serde(rename = $word)] $variant),* }
        impl $name {
            /// Every word, in the order of a form.
            pub fn words() -> Vec<&'static str> { vec![$($word),*] }
        }
    };
}

words! {
    /// What the network learns.
    Operation {
        /// (a + b) mod p
        Addition = "addition",
        /// (a - b) mod p
        Subtraction = "subtraction",
        /// (a · b) mod p
        Multiplication = "multiplication",
        /// (a · b⁻¹) mod p; b = 0 is excluded
        Division = "division",
        /// The parity of a few bits among many
        SparseParity = "sparseParity",
    }
}
words! {
    /// The network.
    Architecture {
        /// Bias-free ReLU multilayer perceptron.
        Mlp = "mlp",
        /// One post-norm transformer encoder layer with four heads, read at the last position.
        Transformer = "transformer",
    }
}
words! {
    /// How the two operands enter the multilayer perceptron.
    Input {
        /// Two one-hot vectors side by side, computed as the sum of two gathered rows.
        OneHot = "oneHot",
        /// One learned embedding table for both operands, the two rows side by side.
        Embedding = "embedding",
    }
}
words! {
    /// The training loss.
    Loss {
        /// Softmax cross-entropy in plain `f32`, which absorbs small terms.
        SoftmaxCrossEntropy = "softmaxCrossEntropy",
        /// Softmax cross-entropy from the sum of the *other* classes: nothing is absorbed.
        SoftmaxComplement = "softmaxComplement",
        /// StableMax cross-entropy in plain `f32`.
        Stablemax = "stablemax",
        /// StableMax cross-entropy from the sum of the other classes.
        StablemaxComplement = "stablemaxComplement",
    }
}
words! {
    /// The optimiser under the optional orthogonal projection.
    Optimizer {
        /// Adam; weight decay, if any, is added to the gradient.
        Adam = "adam",
        /// Adam with decoupled weight decay.
        AdamW = "adamW",
        /// Gradient descent with (heavy-ball) momentum.
        Sgd = "sgd",
    }
}
words! {
    /// What the gradient is made orthogonal to.
    OrthogonalGradient {
        None = "none",
        /// Each weight matrix by itself, as the authors' code does.
        PerTensor = "perTensor",
        /// All weights as one vector, as the paper's Eq. 12 is written.
        WholeVector = "wholeVector",
    }
}
words! {
    /// The significand bits below which the rivals' share counts as absorbed.
    SignificandBits {
        /// bfloat16
        Eight = "8",
        /// half precision
        Eleven = "11",
        /// single precision
        TwentyFour = "24",
        /// double precision
        FiftyThree = "53",
        /// No absorption.
        None = "none",
    }
}

impl SignificandBits {
    /// 2^-bits, or `None` for no absorption.
    pub fn threshold(self) -> Option<f64> {
        let bits = match self {
            Self::Eight => 8,
            Self::Eleven => 11,
            Self::TwentyFour => 24,
            Self::FiftyThree => 53,
            Self::None => return None,
        };
        Some(2f64.powi(-bits))
    }
}

/// A grokking run. The default is preset A with the orthogonal gradient: the best first impression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Config {
    /// Seed of data split and initial weights.
    pub seed: u32,
    pub operation: Operation,
    /// The modulus p, a prime from 5 to 127. Ignored by sparse parity.
    pub modulus: u32,
    /// Share of all pairs that is trained on, 0.05 to 0.95.
    pub train_share: f64,
    /// Sparse parity: the bits whose parity is the label.
    pub parity_bits: u32,
    /// Sparse parity: bits that do not matter.
    pub noise_bits: u32,
    /// Sparse parity: random samples in all.
    pub parity_samples: u32,
    pub architecture: Architecture,
    /// Hidden layers of the multilayer perceptron.
    pub hidden_layers: u32,
    /// Width of each hidden layer; of the transformer's model, a multiple of 4.
    pub width: u32,
    pub input: Input,
    /// Factor on the initial weights (whose base is PyTorch's default, U(±1/√fan_in)).
    pub initial_scale: f64,
    pub loss: Loss,
    /// For the complement form of softmax: bits of the emulated significand.
    pub significand_bits: SignificandBits,
    pub optimizer: Optimizer,
    pub learning_rate: f64,
    pub beta1: f64,
    pub beta2: f64,
    /// Added to √v in Adam. Below 1e-19, `f32` hardware that flushes denormals may divide by zero.
    pub epsilon: f64,
    pub momentum: f64,
    pub weight_decay: f64,
    pub orthogonal_gradient: OrthogonalGradient,
    /// Give the projected gradient the length of the gradient, as the authors' code does.
    pub rescale_gradient: bool,
    /// A counterfactual: measure as if every logit were multiplied by this. Training ignores it.
    pub logit_scale: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: 0,
            operation: Operation::Addition,
            modulus: 47,
            train_share: 0.8,
            parity_bits: 3,
            noise_bits: 40,
            parity_samples: 2000,
            architecture: Architecture::Mlp,
            hidden_layers: 2,
            width: 128,
            input: Input::OneHot,
            initial_scale: 1.0,
            loss: Loss::SoftmaxCrossEntropy,
            significand_bits: SignificandBits::None,
            optimizer: Optimizer::AdamW,
            learning_rate: 0.01,
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            momentum: 0.8,
            weight_decay: 0.0,
            orthogonal_gradient: OrthogonalGradient::PerTensor,
            rescale_gradient: true,
            logit_scale: 1.0,
        }
    }
}

impl Configuration for Config {
    fn fields() -> Vec<Field> {
        let integer = |min, max| Kind::Integer { min, max };
        let number = |min, max| Kind::Number { min, max };
        let choice = |choices| Kind::Choice { choices };
        let field = |name, label, group, live, kind, description| Field {
            name, label, description, group, live, kind,
        };
        vec![
            field("seed", "Seed", "Run", false, integer(0, u32::MAX.into()), "Decides the data split and the initial weights."),
            field("operation", "Operation", "Task", false, choice(Operation::words()), "What the network learns, modulo p; or the parity of a few bits among many."),
            field("modulus", "Modulus p", "Task", false, integer(5, 127), "A prime; there are p² sums."),
            field("trainShare", "Trained share", "Task", false, number(0.05, 0.95), "Share of all examples that is trained on; the rest is the test."),
            field("parityBits", "Parity bits", "Task", false, integer(1, 6), "Sparse parity: the bits whose parity is the label."),
            field("noiseBits", "Noise bits", "Task", false, integer(0, 64), "Sparse parity: further bits that do not matter."),
            field("paritySamples", "Samples", "Task", false, integer(100, 10_000), "Sparse parity: random samples in all."),
            field("architecture", "Network", "Model", false, choice(Architecture::words()), "A bias-free ReLU multilayer perceptron, or one transformer layer."),
            field("hiddenLayers", "Hidden layers", "Model", false, integer(1, 3), "Hidden layers of the multilayer perceptron."),
            field("width", "Width", "Model", false, integer(8, 512), "Units in each hidden layer; width of the transformer."),
            field("input", "Input", "Model", false, choice(Input::words()), "Two one-hot vectors, or one learned embedding for both operands."),
            field("initialScale", "Initial scale", "Model", false, number(0.01, 10.0), "Factor on the initial weights."),
            field("loss", "Loss", "Training", true, choice(Loss::words()), "The loss that is minimised."),
            field("significandBits", "Significand bits", "Training", true, choice(SignificandBits::words()), "Emulated precision of the softmax sum (complement form only): fewer bits absorb more."),
            field("optimizer", "Optimiser", "Training", true, choice(Optimizer::words()), "Adam, AdamW or gradient descent with momentum."),
            field("learningRate", "Learning rate", "Training", true, number(1e-6, 100.0), "Length of a step."),
            field("beta1", "β₁", "Training", true, number(0.0, 0.9999), "Adam: decay of the mean of the gradient."),
            field("beta2", "β₂", "Training", true, number(0.0, 0.99999), "Adam: decay of the mean of its square."),
            field("epsilon", "ε", "Training", true, number(1e-30, 0.1), "Adam: added to the square root in the denominator."),
            field("momentum", "Momentum", "Training", true, number(0.0, 0.999), "Gradient descent: share of the last step that is kept."),
            field("weightDecay", "Weight decay", "Training", true, number(0.0, 100.0), "How strongly weights are pulled to zero."),
            field("orthogonalGradient", "Orthogonal gradient", "Training", true, choice(OrthogonalGradient::words()), "Remove from the gradient its part along the weights."),
            field("rescaleGradient", "Keep its length", "Training", true, Kind::Flag, "Scale the projected gradient back to the gradient's length."),
            field("logitScale", "Logits ×", "Measurement", true, number(1e-3, 1e3), "What would be measured if every logit were multiplied by this; training ignores it."),
        ]
    }

    fn rules(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let prime = |n: u32| n >= 2 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        if self.operation != Operation::SparseParity && !prime(self.modulus) {
            problems.push(Problem::new("modulus", self.modulus, "a prime from 5 to 127, such as 47, 59 or 113"));
        }
        if self.architecture == Architecture::Transformer {
            if !self.width.is_multiple_of(4) {
                problems.push(Problem::new("width", self.width, "a multiple of 4 for the transformer's four heads"));
            }
            if self.operation == Operation::SparseParity {
                problems.push(Problem::new("architecture", "transformer", "mlp for sparse parity"));
            }
        }
        if self.operation == Operation::SparseParity && self.input == Input::Embedding {
            problems.push(Problem::new("input", "embedding", "oneHot for sparse parity, whose inputs are bits"));
        }
        problems
    }
}
