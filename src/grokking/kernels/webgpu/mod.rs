//! One training step of the multilayer perceptron as eleven WebGPU dispatches (two hidden
//! layers), the same step that `model`, `losses`, `ortho_grad` and `optimizer` spell out in
//! plain Burn operations, to which a browser test holds it.
//!
//! Promises: weights and moments live in flat buffers that are updated in place; nothing is
//! uploaded and nothing is read back by a step; sums have a fixed order, so a seed gives the
//! same run on the same device.

mod launch;

use burn::tensor::{Device, Int, Tensor, TensorData};
use burn_cubecl::{CubeBackend, tensor::CubeTensor};
use cubecl::client::Client;
use launch::{Launch, Matmul, matmul};

use crate::grokking::{Config, Loss, Optimizer, OrthogonalGradient, optimizer::OptimizerState};

/// Weights a workgroup of the reducing and the updating kernel takes.
const CHUNK: usize = 2048;
/// Parts into which the long sums over the batch are split, to fill a GPU.
const PARTS: usize = 8;

/// The trained examples of a modular task.
pub struct TrainedPairs<'a> {
    /// Rows of the first layer that each example adds up: `a` and `p + b`.
    pub rows: &'a [(u32, u32)],
    pub targets: &'a [u32],
}

/// A training step with all its buffers.
pub struct FusedStep {
    client: Client,
    launches: Vec<Launch>,
    weights: Tensor<1>,
    first: Tensor<1>,
    second: Tensor<1>,
    shapes: Vec<[usize; 2]>,
    step: u32,
}

fn primitive(tensor: &Tensor<1>) -> Option<CubeTensor> {
    tensor.clone().try_into_primitive::<CubeBackend>().ok()
}

fn integers(values: Vec<i32>, device: &Device) -> Option<CubeTensor> {
    let length = values.len();
    let tensor = Tensor::<1, Int>::from_data(TensorData::new(values, [length]), device);
    tensor.try_into_primitive::<CubeBackend>().ok()
}

fn floats(values: Vec<f32>, device: &Device) -> Option<CubeTensor> {
    let length = values.len();
    primitive(&Tensor::<1>::from_data(TensorData::new(values, [length]), device))
}

fn flat(tensors: &[Tensor<2>]) -> Tensor<1> {
    Tensor::cat(tensors.iter().map(|tensor| tensor.clone().flatten(0, 1)).collect(), 0)
}

impl FusedStep {
    /// Prepares the step for weights `[2p, h], [h, h].., [h, classes]`.
    ///
    /// `None` when the tensors do not lie on a WebGPU device; use the plain operations then.
    pub fn new(config: &Config, batch: &TrainedPairs, weights: &[Tensor<2>], state: &OptimizerState) -> Option<Self> {
        let device = weights.first()?.device();
        let shapes: Vec<[usize; 2]> = weights.iter().map(|tensor| tensor.dims()).collect();
        let sizes: Vec<usize> = shapes.iter().map(|[rows, columns]| rows * columns).collect();
        let parameters: usize = sizes.iter().sum();
        let offsets: Vec<usize> = sizes
            .iter()
            .scan(0, |offset, size| Some(std::mem::replace(offset, *offset + size)))
            .collect();
        let (n, width) = (batch.rows.len(), shapes.first()?[1]);
        let layers = shapes.len();
        let classes = shapes.last()?[1];

        let flat_weights = flat(weights);
        let (first, second) = (flat(&state.first), flat(&state.second));
        let buffer = |length: usize| primitive(&Tensor::<1>::zeros([length], &device));
        let w = primitive(&flat_weights)?;
        let gradients = buffer(parameters * PARTS)?;
        let activations = (1..layers).map(|_| buffer(n * width)).collect::<Option<Vec<_>>>()?;
        let hidden_gradients = (1..layers).map(|_| buffer(n * width)).collect::<Option<Vec<_>>>()?;
        let logits = buffer(n * classes)?;
        let rows = batch.rows.iter().flat_map(|&(a, b)| [a as i32, b as i32]).collect();
        let rows = integers(rows, &device)?;
        let targets = integers(batch.targets.iter().map(|&target| target as i32).collect(), &device)?;
        let threshold = config.significand_bits.threshold().unwrap_or(0.0) as f32;
        let settings = [
            config.learning_rate, config.beta1, config.beta2, config.epsilon, config.momentum, config.weight_decay,
        ];
        let (table1, table2) = (bias_corrections(config.beta1), bias_corrections(config.beta2));
        let lengths = [table1.len() as f32, table2.len() as f32, 0.0, threshold];
        let settings: Vec<f32> = settings.into_iter().map(|x| x as f32).chain(lengths).collect();
        let tables = settings.len();
        let settings = floats([settings, table1, table2].concat(), &device)?;
        let progress = floats(vec![state.step as f32], &device)?;

        let mut launches = vec![Launch::new(
            "gather",
            include_str!("gather.wgsl"),
            &[("BATCH", n), ("WIDTH", width)],
            [(n * width).div_ceil(256 * 8), 1, 1],
            &[&w, &rows, &progress, &activations[0]],
        )];
        for layer in 1..layers {
            let [inputs, outputs] = shapes[layer];
            let last = layer + 1 == layers;
            launches.push(matmul(&Matmul {
                m: n, n: outputs, k: inputs,
                a: (&activations[layer - 1], 0, inputs, 1),
                b: (&w, offsets[layer], outputs, 1),
                c: (if last { &logits } else { &activations[layer] }, 0),
                splits: 1, part: 0, rectify: !last, mask: None,
            }));
        }
        let loss = match config.loss {
            Loss::SoftmaxCrossEntropy => 0,
            Loss::SoftmaxComplement => 1,
            Loss::Stablemax => 2,
            Loss::StablemaxComplement => 3,
        };
        launches.push(Launch::new(
            "loss",
            include_str!("loss.wgsl"),
            &[("BATCH", n), ("CLASSES", classes), ("LOSS", loss)],
            [n.div_ceil(64), 1, 1],
            &[&targets, &settings, &logits],
        ));
        for layer in (1..layers).rev() {
            let [inputs, outputs] = shapes[layer];
            let above = if layer + 1 == layers { &logits } else { &hidden_gradients[layer] };
            launches.push(matmul(&Matmul {
                m: n, n: inputs, k: outputs,
                a: (above, 0, outputs, 1),
                b: (&w, offsets[layer], 1, outputs),
                c: (&hidden_gradients[layer - 1], 0),
                splits: 1, part: 0, rectify: false, mask: Some(&activations[layer - 1]),
            }));
            launches.push(matmul(&Matmul {
                m: inputs, n: outputs, k: n,
                a: (&activations[layer - 1], 0, 1, inputs),
                b: (above, 0, outputs, 1),
                c: (&gradients, offsets[layer]),
                splits: PARTS, part: parameters, rectify: false, mask: None,
            }));
        }

        let (starts, members) = members(batch.rows, shapes[0][0]);
        let (starts, members) = (integers(starts, &device)?, integers(members, &device)?);
        launches.push(Launch::new(
            "scatter",
            include_str!("scatter.wgsl"),
            &[("WIDTH", width)],
            [shapes[0][0], 1, 1],
            &[&starts, &members, &hidden_gradients[0], &gradients],
        ));

        let chunks = chunks(&offsets, &sizes);
        let count = chunks.len() / 4;
        let chunks = integers(chunks, &device)?;
        let dots = buffer(count * 4)?;
        launches.push(Launch::new(
            "gather_gradient",
            include_str!("gather_gradient.wgsl"),
            &[("PARAMETERS", parameters)],
            [count, 1, 1],
            &[&w, &chunks, &gradients, &dots],
        ));
        let projection = match config.orthogonal_gradient {
            OrthogonalGradient::None => 0,
            OrthogonalGradient::PerTensor => 1,
            OrthogonalGradient::WholeVector => 2,
        };
        let rule = match config.optimizer {
            Optimizer::Adam => 0,
            Optimizer::AdamW => 1,
            Optimizer::Sgd => 2,
        };
        let (m, v) = (primitive(&first)?, primitive(&second)?);
        let rescale = usize::from(config.rescale_gradient);
        launches.push(Launch::new(
            "optimize",
            include_str!("optimize.wgsl"),
            &[("PROJECTION", projection), ("RESCALE", rescale), ("RULE", rule), ("CHUNKS", count), ("TABLES", tables)],
            [count, 1, 1],
            &[&chunks, &dots, &settings, &progress, &gradients, &w, &m, &v],
        ));
        Some(Self { client: w.client, launches, weights: flat_weights, first, second, shapes, step: state.step })
    }

    /// Asks the device for `steps` steps.
    pub fn advance(&mut self, steps: u32) {
        for _ in 0..steps {
            for launch in &self.launches {
                launch.run(&self.client);
            }
        }
        self.step += steps;
    }

    /// Dispatches a step.
    pub fn dispatches(&self) -> usize {
        self.launches.len()
    }

    fn tensors(&self, flat: &Tensor<1>) -> Vec<Tensor<2>> {
        let mut offset = 0;
        self.shapes
            .iter()
            .map(|&[rows, columns]| {
                let range = offset..offset + rows * columns;
                offset = range.end;
                // Added to, so that it is a copy that later steps do not change.
                flat.clone().slice([range]).reshape([rows, columns]).add_scalar(0.0)
            })
            .collect()
    }

    /// Copies of the weights, as the model has them.
    pub fn weights(&self) -> Vec<Tensor<2>> {
        self.tensors(&self.weights)
    }

    /// Copies of the moments, as the optimiser has them.
    pub fn state(&self) -> OptimizerState {
        OptimizerState { first: self.tensors(&self.first), second: self.tensors(&self.second), step: self.step }
    }
}

/// Adam's bias corrections 1 - βᵗ for t = 1, 2, ... until they are 1 in `f32`.
fn bias_corrections(beta: f64) -> Vec<f32> {
    let mut table = Vec::new();
    let mut power = 1.0;
    loop {
        power *= beta;
        table.push((1.0 - power) as f32);
        if table[table.len() - 1] == 1.0 {
            return table;
        }
    }
}

/// For each row of the first layer, the examples that use it: starts `[rows + 1]`, members.
fn members(rows: &[(u32, u32)], count: usize) -> (Vec<i32>, Vec<i32>) {
    let mut users: Vec<Vec<i32>> = vec![Vec::new(); count];
    for (example, &(a, b)) in rows.iter().enumerate() {
        users[a as usize].push(example as i32);
        users[b as usize].push(example as i32);
    }
    let mut starts = vec![0];
    for user in &users {
        starts.push(starts[starts.len() - 1] + user.len() as i32);
    }
    (starts, users.concat())
}

/// Chunks that lie in one tensor each: first, end, tensor, parts of the gradient.
fn chunks(offsets: &[usize], sizes: &[usize]) -> Vec<i32> {
    let mut chunks = Vec::new();
    for (tensor, (&offset, &size)) in offsets.iter().zip(sizes).enumerate() {
        // The first layer's gradient is summed by `scatter` in one part.
        let parts = if tensor == 0 { 1 } else { PARTS };
        for begin in (offset..offset + size).step_by(CHUNK) {
            let end = (begin + CHUNK).min(offset + size);
            chunks.extend([begin as i32, end as i32, tensor as i32, parts as i32]);
        }
    }
    chunks
}
