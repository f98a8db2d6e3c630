//! The networks and losses in `f64`, one example at a time, with loops.

use burn::tensor::Tensor;
use paperglass::grokking::{
    Architecture, Config, Input, Loss, Operation,
    task::{Examples, Inputs},
};

#[derive(Clone, Debug)]
pub struct Matrix {
    pub rows: usize,
    pub columns: usize,
    pub values: Vec<f64>,
}

impl Matrix {
    pub fn of(tensor: &Tensor<2>) -> Self {
        let [rows, columns] = tensor.dims();
        Self { rows, columns, values: tensor.to_data().iter::<f64>().collect() }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// x W, with an optional bias row.
    fn apply(&self, x: &[f64], bias: Option<&Matrix>) -> Vec<f64> {
        assert_eq!(x.len(), self.rows);
        (0..self.columns)
            .map(|j| {
                let sum: f64 = x.iter().enumerate().map(|(i, x)| x * self.values[i * self.columns + j]).sum();
                sum + bias.map_or(0.0, |bias| bias.values[j])
            })
            .collect()
    }
}

fn relu(x: Vec<f64>) -> Vec<f64> {
    x.into_iter().map(|x| x.max(0.0)).collect()
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// Logits of one example.
pub fn logits(config: &Config, weights: &[Matrix], examples: &Examples, i: usize) -> Vec<f64> {
    if config.architecture == Architecture::Transformer {
        return transformer(weights, examples.pairs()[i]);
    }
    let p = config.modulus as usize;
    let bias = config.operation == Operation::SparseParity;
    let (mut x, rest) = match &examples.inputs {
        Inputs::Bits { width, bits } => {
            (bits[i * width..(i + 1) * width].iter().map(|&bit| f64::from(bit)).collect::<Vec<_>>(), weights)
        }
        Inputs::Pairs(pairs) => {
            let [a, b] = pairs[i].map(|operand| operand as usize);
            let table = &weights[0];
            let x = match config.input {
                // Two one-hot vectors of length p, side by side, times a matrix of 2p rows.
                Input::OneHot => relu(sum(table.row(a), table.row(p + b))),
                Input::Embedding => [table.row(a), table.row(b)].concat(),
            };
            (x, &weights[1..])
        }
    };
    let layers: Vec<_> = rest.chunks(if bias { 2 } else { 1 }).collect();
    for (number, layer) in layers.iter().enumerate() {
        x = layer[0].apply(&x, layer.get(1));
        if number + 1 < layers.len() {
            x = relu(x);
        }
    }
    x
}

fn normalise(x: &[f64], weight: &Matrix, bias: &Matrix) -> Vec<f64> {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / x.len() as f64;
    x.iter().zip(weight.values.iter().zip(&bias.values)).map(|(x, (w, b))| (x - mean) / (variance + 1e-5).sqrt() * w + b).collect()
}

/// Both positions in full, though only the second is read.
fn transformer(w: &[Matrix], [a, b]: [u32; 2]) -> Vec<f64> {
    const HEADS: usize = 4;
    let tokens = [w[0].row(a as usize).to_vec(), w[0].row(b as usize).to_vec()];
    let d = w[0].columns;
    let head = d / HEADS;
    let projected: Vec<Vec<f64>> = tokens.iter().map(|token| w[1].apply(token, Some(&w[2]))).collect();
    let outputs: Vec<Vec<f64>> = (0..2)
        .map(|position| {
            let mut mixed = vec![0.0; d];
            for h in 0..HEADS {
                let part = |which: usize, from: usize| &projected[which][from * d + h * head..from * d + (h + 1) * head];
                let scores: Vec<f64> = (0..2)
                    .map(|other| {
                        let product: f64 = part(position, 0).iter().zip(part(other, 1)).map(|(q, k)| q * k).sum();
                        (product / (head as f64).sqrt()).exp()
                    })
                    .collect();
                for (other, score) in scores.iter().enumerate() {
                    for (j, value) in part(other, 2).iter().enumerate() {
                        mixed[h * head + j] += score / (scores[0] + scores[1]) * value;
                    }
                }
            }
            let hidden = normalise(&sum(&tokens[position], &w[3].apply(&mixed, Some(&w[4]))), &w[5], &w[6]);
            let fed = w[9].apply(&relu(w[7].apply(&hidden, Some(&w[8]))), Some(&w[10]));
            normalise(&sum(&hidden, &fed), &w[11], &w[12])
        })
        .collect();
    w[13].apply(&outputs[1], Some(&w[14]))
}

fn score(z: f64) -> f64 {
    if z >= 0.0 { z + 1.0 } else { 1.0 / (1.0 - z) }
}

/// The probability of the right class in the loss's own normalisation, 1 minus it exactly kept apart.
pub fn probability(loss: Loss, logits: &[f64], target: usize) -> (f64, f64) {
    let terms: Vec<f64> = match loss {
        Loss::SoftmaxCrossEntropy | Loss::SoftmaxComplement => {
            let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            logits.iter().map(|z| (z - top).exp()).collect()
        }
        Loss::Stablemax | Loss::StablemaxComplement => logits.iter().map(|&z| score(z)).collect(),
    };
    let rivals: f64 = terms.iter().enumerate().filter(|&(k, _)| k != target).map(|(_, term)| term).sum();
    (terms[target] / (rivals + terms[target]), rivals / terms[target])
}

/// The loss of one example, in nats.
pub fn loss(loss: Loss, logits: &[f64], target: usize) -> f64 {
    probability(loss, logits, target).1.ln_1p()
}

/// The mean loss over examples.
pub fn mean_loss(config: &Config, weights: &[Matrix], examples: &Examples) -> f64 {
    let losses = (0..examples.len()).map(|i| loss(config.loss, &logits(config, weights, examples, i), examples.targets[i] as usize));
    losses.sum::<f64>() / examples.len() as f64
}

/// The gradient of the mean loss by central differences, one matrix a weight tensor.
pub fn gradients(config: &Config, weights: &[Matrix], examples: &Examples) -> Vec<Vec<f64>> {
    const H: f64 = 1e-5;
    let mut weights = weights.to_vec();
    (0..weights.len())
        .map(|tensor| {
            (0..weights[tensor].values.len())
                .map(|i| {
                    let kept = weights[tensor].values[i];
                    let mut at = |value: f64| {
                        weights[tensor].values[i] = value;
                        mean_loss(config, &weights, examples)
                    };
                    let slope = (at(kept + H) - at(kept - H)) / (2.0 * H);
                    weights[tensor].values[i] = kept;
                    slope
                })
                .collect()
        })
        .collect()
}
