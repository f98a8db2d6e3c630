//! A grokking run: full-batch training of one network on one task.
//!
//! A step is: logits, the loss's gradient by hand, back through the network, the orthogonal
//! projection, the optimiser. It reads nothing back.

use burn::tensor::{Int, Tensor, TensorData};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Config, OptimizerState, Part, Snapshot, claims,
    kernels::cpu,
    losses,
    measures::{self, Reads},
    model::{Batch, Model, integers},
    orthogonal_gradient, presets,
    task::{Examples, Task},
};
#[cfg(feature = "webgpu")]
use super::{
    Architecture,
    kernels::webgpu::{TrainedPairs, FusedStep},
};
use crate::{
    claims::Claim,
    config::{self, ConfigError, Configuration, Problem},
    device::Compute,
    experiment::{Experiment, ExperimentError, Paper, Preset},
    saved::{RestoreError, Saved},
};

/// The one name that [`control`](Experiment::control) takes beside the configuration's fields:
/// which trained example the microscope looks at (counted round again past the last).
const INSPECT: &str = "inspectSample";

/// Examples on the device, with their answers.
pub(super) struct Split {
    pub batch: Batch,
    /// `[N]`
    pub target: Tensor<1, Int>,
    /// The same on the host.
    pub answers: Vec<u32>,
}

impl Split {
    pub fn len(&self) -> usize {
        self.answers.len()
    }
}

/// The paper's experiment.
pub struct Grokking {
    pub(super) config: Config,
    pub(super) task: Task,
    pub(super) model: Model,
    pub(super) train: Split,
    pub(super) test: Split,
    weights: Vec<Tensor<2>>,
    state: OptimizerState,
    pub(super) step: u32,
    inspect: u32,
    /// On WebGPU the multilayer perceptron's step: it owns the weights and the state while it is there.
    #[cfg(feature = "webgpu")]
    fused: Option<FusedStep>,
}

/// What a saved run holds beside its configuration and tensors.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Progress {
    step: u32,
    optimizer_step: u32,
    inspect_sample: u32,
}

impl Grokking {
    fn build(config: Config, compute: &Compute) -> Self {
        let task = Task::new(&config);
        let model = Model::new(&config, &task);
        let split = |examples: &Examples| Split {
            batch: model.batch(&config, examples, compute),
            target: integers(&examples.targets, compute.device()),
            answers: examples.targets.clone(),
        };
        let (train, test) = (split(&task.train), split(&task.test));
        let weights = model.initial(&config, compute.device());
        let state = OptimizerState::new(&weights);
        Self {
            config,
            task,
            model,
            train,
            test,
            weights,
            state,
            step: 0,
            inspect: 0,
            #[cfg(feature = "webgpu")]
            fused: None,
        }
    }

    /// The weights, in the order of [`weight_names`](Self::weight_names), each `[in, out]`.
    pub fn weights(&self) -> Vec<Tensor<2>> {
        #[cfg(feature = "webgpu")]
        if let Some(fused) = &self.fused {
            return fused.weights();
        }
        self.weights.clone()
    }

    /// What the optimiser remembers.
    pub fn state(&self) -> OptimizerState {
        #[cfg(feature = "webgpu")]
        if let Some(fused) = &self.fused {
            return fused.state();
        }
        self.state.clone()
    }

    /// Takes weights and state back from the fused step; the next advance makes a new one.
    #[cfg(feature = "webgpu")]
    fn unfuse(&mut self) {
        (self.weights, self.state) = (self.weights(), self.state());
        self.fused = None;
    }

    /// The fused step, where this run can have one (see `kernels::webgpu`).
    #[cfg(feature = "webgpu")]
    fn fuse(&self) -> Option<FusedStep> {
        let Batch::Lookup(lookup) = &self.train.batch else { return None };
        if self.config.architecture != Architecture::Mlp || lookup.pairs().is_empty() {
            return None;
        }
        let examples = TrainedPairs { rows: lookup.pairs(), targets: &self.train.answers };
        FusedStep::new(&self.config, &examples, &self.weights, &self.state)
    }

    /// One step in plain Burn operations (on the CPU with the kernels of `kernels::cpu`).
    pub(super) fn plain_step(&mut self) {
        let gradients = self.gradients();
        let Config { orthogonal_gradient: scope, rescale_gradient: rescale, .. } = self.config;
        let gradients = orthogonal_gradient(&self.weights, gradients, scope, rescale);
        self.state.advance(&self.config, &mut self.weights, gradients);
    }

    pub fn weight_names(&self) -> Vec<String> {
        self.model.names()
    }

    /// The examples, and which of them are trained on.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Gradients of the mean training loss, one for each weight tensor.
    pub fn gradients(&self) -> Vec<Tensor<2>> {
        let (loss, bits) = (self.config.loss, self.config.significand_bits);
        let Split { batch, target, answers } = &self.train;
        let share = 1.0 / answers.len() as f64;
        self.model.gradients(&self.weights(), batch, |logits| {
            cpu::loss_gradient(loss, bits, logits, answers, share as f32).unwrap_or_else(|logits| {
                losses::loss_gradient(loss, bits, logits, target.clone()).mul_scalar(share)
            })
        })
    }

    /// The trained example under the microscope.
    pub(super) fn inspected(&self) -> usize {
        self.inspect as usize % self.train.len()
    }

    fn tensors(&self) -> [(&'static str, Vec<Tensor<2>>); 3] {
        let state = self.state();
        [("weight", self.weights()), ("first", state.first), ("second", state.second)]
    }
}

impl Experiment for Grokking {
    const PAPER: &'static str = "grokking";
    type Config = Config;
    type Part = Part;
    type Snapshot = Snapshot;

    fn new(config: Config, compute: &Compute) -> Result<Self, ExperimentError> {
        config::validate(&config)?;
        Ok(Self::build(config, compute))
    }

    fn config(&self) -> &Config {
        &self.config
    }

    fn step(&self) -> u32 {
        self.step
    }

    fn advance(&mut self, steps: u32) {
        #[cfg(feature = "webgpu")]
        {
            if self.fused.is_none() && steps > 0 {
                self.fused = self.fuse();
            }
            if let Some(fused) = &mut self.fused {
                fused.advance(steps);
                self.step = self.step.saturating_add(steps);
                return;
            }
        }
        for _ in 0..steps {
            self.plain_step();
            self.step = self.step.saturating_add(1);
        }
    }

    fn control(&mut self, change: &Value) -> Result<(), ExperimentError> {
        let mut change = change.clone();
        let mut problems = Vec::new();
        let mut inspect = self.inspect;
        if let Value::Object(named) = &mut change {
            if let Some(value) = named.remove(INSPECT) {
                // JavaScript's 3.0 is a whole number too.
                match value.as_f64() {
                    Some(x) if x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&x) => inspect = x as u32,
                    _ => problems.push(Problem::new(INSPECT, value, "a whole number from 0")),
                }
            }
            for field in Config::fields().iter().filter(|field| !field.live) {
                if let Some(value) = named.remove(field.name) {
                    let expected = "a new run, since it cannot change in a running one";
                    problems.push(Problem::new(field.name, value, expected));
                }
            }
        }
        match config::merge(&self.config, &change) {
            Ok(config) if problems.is_empty() => {
                #[cfg(feature = "webgpu")]
                if config != self.config {
                    self.unfuse();
                }
                self.state.reset_for(&self.config, &config);
                self.config = config;
                self.inspect = inspect;
                return Ok(());
            }
            Ok(_) => {}
            Err(error) => problems.extend(error.problems),
        }
        Err(ConfigError { problems }.into())
    }

    async fn snapshot(&self, parts: &[Part]) -> Result<Snapshot, ExperimentError> {
        measures::snapshot(self, parts).await
    }

    async fn save(&self) -> Result<Vec<u8>, ExperimentError> {
        let progress =
            Progress { step: self.step, optimizer_step: self.state().step, inspect_sample: self.inspect };
        let mut saved = Saved::new(Self::PAPER, &self.config, &progress);
        let mut reads = Reads::default();
        let mut waiting = Vec::new();
        for (name, tensors) in self.tensors() {
            for (i, tensor) in tensors.iter().enumerate() {
                waiting.push((format!("{name}.{i}"), tensor.dims(), reads.ask(tensor.clone())));
            }
        }
        let answers = reads.execute().await?;
        for (name, shape, ticket) in waiting {
            saved.tensors.push((name, shape.to_vec(), answers.floats(ticket)));
        }
        Ok(saved.to_bytes())
    }

    fn restore(bytes: &[u8], compute: &Compute) -> Result<Self, ExperimentError> {
        let saved = Saved::from_bytes(bytes)?;
        if saved.paper != Self::PAPER {
            let (expected, found) = (Self::PAPER.into(), saved.paper);
            return Err(RestoreError::Paper { expected, found }.into());
        }
        let refuse = |reason: String| RestoreError::Config(reason);
        let value: Value = serde_json::from_str(&saved.config).map_err(|e| refuse(e.to_string()))?;
        let config: Config = config::from_json(&value).map_err(|e| refuse(e.to_string()))?;
        let progress: Progress = saved.state()?;

        let mut run = Self::build(config, compute);
        let shapes = run.model.shapes();
        let read = |name: &str| -> Result<Vec<Tensor<2>>, RestoreError> {
            let tensor = |(i, shape): (usize, &[usize; 2])| {
                let values = saved.tensor(&format!("{name}.{i}"), shape)?;
                Ok(Tensor::from_data(TensorData::new(values, *shape), compute.device()))
            };
            shapes.iter().enumerate().map(tensor).collect()
        };
        run.weights = read("weight")?;
        run.state = OptimizerState {
            first: read("first")?,
            second: read("second")?,
            step: progress.optimizer_step,
        };
        run.step = progress.step;
        run.inspect = progress.inspect_sample;
        Ok(run)
    }
}

impl Paper for Grokking {
    fn presets() -> Vec<Preset<Config>> {
        presets::presets()
    }

    fn claims() -> Vec<Claim<Config>> {
        claims::claims()
    }
}
