//! The examples of a task, and which of them are trained on.
//!
//! Promise: the split is a pure function of the configuration (stream `split` of its seed), and
//! every example is in exactly one of the two sets. Examples keep the order of the operands.

use super::{Config, Operation};
use crate::random::Random;

/// What the network sees of each example.
#[derive(Clone, Debug, PartialEq)]
pub enum Inputs {
    /// The two operands, each in `0..modulus`.
    Pairs(Vec<[u32; 2]>),
    /// `width` bits an example, 0 or 1, row-major.
    Bits { width: usize, bits: Vec<f32> },
}

/// Inputs and right answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    pub inputs: Inputs,
    /// The right class of each, in `0..classes`.
    pub targets: Vec<u32>,
}

/// A task: all its examples, split.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    pub operation: Operation,
    /// The modulus p; 2 for sparse parity.
    pub classes: usize,
    pub train: Examples,
    pub test: Examples,
}

impl Examples {
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The operands; none for sparse parity.
    pub fn pairs(&self) -> &[[u32; 2]] {
        match &self.inputs {
            Inputs::Pairs(pairs) => pairs,
            Inputs::Bits { .. } => &[],
        }
    }

    fn subset(&self, chosen: &[usize]) -> Self {
        let inputs = match &self.inputs {
            Inputs::Pairs(pairs) => Inputs::Pairs(chosen.iter().map(|&i| pairs[i]).collect()),
            Inputs::Bits { width, bits } => {
                let rows = chosen.iter().flat_map(|&i| &bits[i * width..(i + 1) * width]);
                Inputs::Bits { width: *width, bits: rows.copied().collect() }
            }
        };
        Self { inputs, targets: chosen.iter().map(|&i| self.targets[i]).collect() }
    }
}

impl Task {
    /// All examples of a valid configuration, split by its seed.
    pub fn new(config: &Config) -> Self {
        let all = match config.operation {
            Operation::SparseParity => parity(config),
            _ => modular(config),
        };
        let mut order: Vec<usize> = (0..all.len()).collect();
        Random::new(config.seed, "split").shuffle(&mut order);
        let trained = (all.len() as f64 * config.train_share).round() as usize;
        // At least one example on each side, whatever the share.
        let (train, test) = order.split_at_mut(trained.clamp(1, all.len() - 1));
        // The sum over a full batch does not depend on a shuffled order; a sorted one is kind to caches.
        train.sort_unstable();
        test.sort_unstable();
        let classes = match config.operation {
            Operation::SparseParity => 2,
            _ => config.modulus as usize,
        };
        Self { operation: config.operation, classes, train: all.subset(train), test: all.subset(test) }
    }

    /// A trained example in words: `17 + 40 mod 47 = 10`.
    pub fn question(&self, sample: usize) -> String {
        let target = self.train.targets.get(sample).copied().unwrap_or_default();
        let sign = match self.operation {
            Operation::Addition => '+',
            Operation::Subtraction => '−',
            Operation::Multiplication => '×',
            Operation::Division => '÷',
            Operation::SparseParity => return format!("parity of the bits of sample {sample} = {target}"),
        };
        let [a, b] = self.train.pairs().get(sample).copied().unwrap_or_default();
        format!("{a} {sign} {b} mod {} = {target}", self.classes)
    }
}

/// All p² ordered pairs (p (p - 1) for division).
fn modular(config: &Config) -> Examples {
    let p = config.modulus;
    let inverses: Vec<u32> = (0..p).map(|b| inverse(b, p)).collect();
    let mut pairs = Vec::new();
    let mut targets = Vec::new();
    for a in 0..p {
        for b in 0..p {
            let answer = match config.operation {
                Operation::Subtraction => (a + p - b) % p,
                Operation::Multiplication => a * b % p,
                Operation::Division if b == 0 => continue,
                Operation::Division => a * inverses[b as usize] % p,
                Operation::Addition | Operation::SparseParity => (a + b) % p,
            };
            pairs.push([a, b]);
            targets.push(answer);
        }
    }
    Examples { inputs: Inputs::Pairs(pairs), targets }
}

/// b⁻¹ mod p = b^(p-2), by Fermat's little theorem (0 for b = 0).
fn inverse(b: u32, p: u32) -> u32 {
    (0..p.saturating_sub(2)).fold(1, |power, _| power * b % p)
}

/// Random bits of stream `parity`; the first `parity_bits` of each row decide.
fn parity(config: &Config) -> Examples {
    let width = (config.parity_bits + config.noise_bits) as usize;
    let mut random = Random::new(config.seed, "parity");
    let bits: Vec<u32> =
        (0..config.parity_samples as usize * width).map(|_| random.bits() >> 31).collect();
    let decide = config.parity_bits as usize;
    let targets = bits.chunks_exact(width).map(|row| row[..decide].iter().sum::<u32>() % 2).collect();
    Examples { inputs: Inputs::Bits { width, bits: bits.iter().map(|&bit| bit as f32).collect() }, targets }
}
