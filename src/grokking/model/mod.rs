//! The networks: initial weights from the seed, logits, and gradients of the weights.
//!
//! Promise: weights are a plain list of matrices `[in, out]` (biases `[1, out]`), drawn on the
//! host from stream `weights` of the seed, so a run starts from identical numbers on every
//! device. Nothing here reads back.

mod mlp;
mod transformer;

use burn::tensor::{Device, IndexingUpdateOp, Int, Tensor, TensorData};

use super::{
    Architecture, Config, Input, Operation,
    kernels::cpu,
    task::{Examples, Inputs, Task},
};
use crate::{device::{Compute, DeviceKind}, random::Random};
pub use mlp::Mlp;
pub use transformer::Transformer;

/// How one weight tensor starts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    /// U(±bound) × the initial scale.
    Uniform { bound: f64 },
    /// N(0, 1) × the initial scale.
    Normal,
    /// The same number everywhere, not scaled.
    Constant(f32),
}

/// A weight tensor's name, shape and start.
#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    shape: [usize; 2],
    start: Start,
}

impl Parameter {
    fn new(name: impl Into<String>, shape: [usize; 2], start: Start) -> Self {
        Self { name: name.into(), shape, start }
    }

    /// PyTorch's default for linear layers: U(±1/√fan_in), for the bias as for the weights.
    fn linear(name: &str, shape: [usize; 2], bias: bool) -> Vec<Self> {
        let start = Start::Uniform { bound: 1.0 / (shape[0] as f64).sqrt() };
        let mut parameters = vec![Self::new(name, shape, start)];
        if bias {
            parameters.push(Self::new(format!("{name} bias"), [1, shape[1]], start));
        }
        parameters
    }
}

/// A network, without its weights.
#[derive(Clone, Debug)]
pub struct Model {
    parameters: Vec<Parameter>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Mlp(Mlp),
    Transformer(Transformer),
}

impl Model {
    /// The network that a valid configuration asks for.
    pub fn new(config: &Config, task: &Task) -> Self {
        let (parameters, kind) = match config.architecture {
            Architecture::Mlp => {
                let (mlp, parameters) = Mlp::new(config, task);
                (parameters, Kind::Mlp(mlp))
            }
            Architecture::Transformer => {
                let (transformer, parameters) = Transformer::new(config, task);
                (parameters, Kind::Transformer(transformer))
            }
        };
        Self { parameters, kind }
    }

    /// Names of the weight tensors, in their order everywhere.
    pub fn names(&self) -> Vec<String> {
        self.parameters.iter().map(|parameter| parameter.name.clone()).collect()
    }

    /// Shapes of the weight tensors.
    pub fn shapes(&self) -> Vec<[usize; 2]> {
        self.parameters.iter().map(|parameter| parameter.shape).collect()
    }

    /// Initial weights on a device.
    pub fn initial(&self, config: &Config, device: &Device) -> Vec<Tensor<2>> {
        let mut random = Random::new(config.seed, "weights");
        let scale = config.initial_scale as f32;
        self.parameters
            .iter()
            .map(|parameter| {
                let [rows, columns] = parameter.shape;
                let mut draw = || match parameter.start {
                    Start::Uniform { bound } => {
                        scale * random.uniform_between(-bound as f32, bound as f32)
                    }
                    Start::Normal => scale * random.normal(),
                    Start::Constant(value) => value,
                };
                let values: Vec<f32> = (0..rows * columns).map(|_| draw()).collect();
                Tensor::from_data(TensorData::new(values, parameter.shape), device)
            })
            .collect()
    }

    /// Examples as this network takes them.
    pub fn batch(&self, config: &Config, examples: &Examples, compute: &Compute) -> Batch {
        Batch::new(config, examples, compute)
    }

    /// Logits `[batch, classes]`.
    pub fn logits(&self, weights: &[Tensor<2>], batch: &Batch) -> Tensor<2> {
        match &self.kind {
            Kind::Mlp(mlp) => mlp.logits(weights, batch),
            Kind::Transformer(transformer) => transformer.logits(weights, batch),
        }
    }

    /// Gradients of the weights, given the function from logits to the loss's gradient with
    /// respect to them.
    pub fn gradients(
        &self,
        weights: &[Tensor<2>],
        batch: &Batch,
        loss_gradient: impl FnOnce(Tensor<2>) -> Tensor<2>,
    ) -> Vec<Tensor<2>> {
        match &self.kind {
            Kind::Mlp(mlp) => mlp.gradients(weights, batch, loss_gradient),
            Kind::Transformer(transformer) => transformer.gradients(weights, batch, loss_gradient),
        }
    }
}

/// Examples on a device.
#[derive(Clone, Debug)]
pub enum Batch {
    /// Rows of the first weight tensor.
    Lookup(Lookup),
    /// The inputs themselves, `[batch, inputs]`.
    Dense(Tensor<2>),
}

impl Batch {
    fn new(config: &Config, examples: &Examples, compute: &Compute) -> Self {
        let p = config.modulus;
        match &examples.inputs {
            Inputs::Bits { width, bits } => {
                let data = TensorData::new(bits.clone(), [examples.len(), *width]);
                Self::Dense(Tensor::from_data(data, compute.device()))
            }
            Inputs::Pairs(pairs)
                if config.architecture == Architecture::Mlp && config.input == Input::OneHot =>
            {
                let column = |i: usize| pairs.iter().map(|pair| pair[i] + i as u32 * p).collect();
                Self::Lookup(Lookup::new(vec![column(0), column(1)], 2 * p as usize, compute))
            }
            // Both operands share one table; their rows lie side by side.
            Inputs::Pairs(pairs) => {
                Self::Lookup(Lookup::new(vec![pairs.concat()], p as usize, compute))
            }
        }
    }
}

/// A product of one-hot (or, with two columns, two-hot) rows with a table, done by gathering.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// On the host: the two rows of each example, where there are two (for the fast paths).
    pairs: Vec<(u32, u32)>,
    /// Which rows of the table each example adds up, one tensor `[batch]` a summand.
    columns: Vec<Tensor<1, Int>>,
    /// The same rows as a matrix, `[batch, rows]`, where adding by index is not deterministic.
    matrix: Option<Tensor<2>>,
    rows: usize,
}

impl Lookup {
    fn new(columns: Vec<Vec<u32>>, rows: usize, compute: &Compute) -> Self {
        let device = compute.device();
        let matrix = (compute.kind() == DeviceKind::WebGpu).then(|| {
            let batch = columns[0].len();
            let mut matrix = vec![0.0f32; batch * rows];
            for column in &columns {
                for (example, &row) in column.iter().enumerate() {
                    matrix[example * rows + row as usize] = 1.0;
                }
            }
            Tensor::from_data(TensorData::new(matrix, [batch, rows]), device)
        });
        let pairs = match columns.as_slice() {
            [left, right] => left.iter().copied().zip(right.iter().copied()).collect(),
            _ => Vec::new(),
        };
        let columns = columns.iter().map(|column| integers(column, device)).collect();
        Self { pairs, columns, matrix, rows }
    }

    /// The two rows of each example; empty where the examples do not add up two rows.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    /// The sum of the rows of each example, `[batch, width]`.
    fn gather(&self, table: &Tensor<2>) -> Tensor<2> {
        let mut parts = self.columns.iter().map(|column| table.clone().select(0, column.clone()));
        let first = parts.next().expect("a lookup has a column");
        parts.fold(first, |sum, part| sum + part)
    }

    /// The gradient of the table from that of the gathered rows.
    fn scatter(&self, gradient: Tensor<2>) -> Tensor<2> {
        if let Some(matrix) = &self.matrix {
            return matrix.clone().transpose().matmul(gradient);
        }
        if !self.pairs.is_empty()
            && let Some(table) = cpu::scatter_pairs(&gradient, &self.pairs, self.rows)
        {
            return table;
        }
        let zeros = Tensor::zeros([self.rows, gradient.dims()[1]], &gradient.device());
        self.columns.iter().fold(zeros, |table, column| {
            table.select_assign(0, column.clone(), gradient.clone(), IndexingUpdateOp::Add)
        })
    }
}

/// Whole numbers on a device.
pub(super) fn integers(values: &[u32], device: &Device) -> Tensor<1, Int> {
    let values: Vec<i32> = values.iter().map(|&value| value as i32).collect();
    let length = values.len();
    Tensor::from_data(TensorData::new(values, [length]), device)
}

/// Whether the task's inputs are bits and not operands.
fn is_parity(config: &Config) -> bool {
    config.operation == Operation::SparseParity
}
