//! What a snapshot measures, each part only when asked for.
//!
//! A part is two halves: `ask` puts device operations into the run's one transaction, and the
//! closure that it returns makes the part from the answers. So however many parts are asked
//! for, the device is read once, without blocking; nothing here sorts or searches on the device.

mod alignment;
mod classes;
mod fourier;
mod gaps;
mod table;

use std::cell::OnceCell;

use burn::tensor::{Tensor, TensorData, Transaction};

use super::{
    Config, Part, Snapshot, losses, microscope, orthogonal_gradient,
    run::{Grokking, Split},
};
use crate::experiment::ExperimentError;

/// The run at this step, with what several parts need computed once.
pub(super) struct Now<'a> {
    pub run: &'a Grokking,
    /// The weights, copied off a fused step once.
    pub weights: Vec<Tensor<2>>,
    train: OnceCell<Tensor<2>>,
    test: OnceCell<Tensor<2>>,
    gradients: OnceCell<Vec<Tensor<2>>>,
    projected: OnceCell<Vec<Tensor<2>>>,
}

impl<'a> Now<'a> {
    fn config(&self) -> &'a Config {
        &self.run.config
    }

    /// Logits of the trained examples times the counterfactual scale, `[N, C]`.
    fn train_logits(&self) -> Tensor<2> {
        self.train.get_or_init(|| self.scaled(&self.run.train)).clone()
    }

    /// Logits of the held-out examples times the counterfactual scale.
    fn test_logits(&self) -> Tensor<2> {
        self.test.get_or_init(|| self.scaled(&self.run.test)).clone()
    }

    fn scaled(&self, split: &Split) -> Tensor<2> {
        let logits = self.run.model.logits(&self.weights, &split.batch);
        match self.config().logit_scale {
            1.0 => logits,
            scale => logits.mul_scalar(scale),
        }
    }

    /// Gradients of the training loss, which knows nothing of the counterfactual scale.
    fn gradients(&self) -> &[Tensor<2>] {
        self.gradients.get_or_init(|| self.run.gradients())
    }

    /// The gradients after the orthogonal projection that the run uses, if any.
    fn projected(&self) -> &[Tensor<2>] {
        self.projected.get_or_init(|| {
            let config = self.config();
            let gradients = self.gradients().to_vec();
            orthogonal_gradient(&self.weights, gradients, config.orthogonal_gradient, config.rescale_gradient)
        })
    }

    /// The active loss of each example, in nats.
    fn loss(&self, logits: Tensor<2>, split: &Split) -> Tensor<1> {
        let config = self.config();
        losses::loss_and_gradient(config.loss, config.significand_bits, logits, split.target.clone()).0
    }
}

/// The one transaction of a snapshot.
#[derive(Default)]
pub(super) struct Reads {
    transaction: Transaction,
    count: usize,
}

/// Where in the answers a tensor's numbers are.
#[derive(Clone, Copy)]
pub(super) struct Ticket(usize);

/// What the device answered.
pub(super) struct Answers(Vec<TensorData>);

impl Reads {
    pub(super) fn ask<const D: usize>(&mut self, tensor: Tensor<D>) -> Ticket {
        self.transaction = std::mem::take(&mut self.transaction).register(tensor);
        self.count += 1;
        Ticket(self.count - 1)
    }

    pub(super) async fn execute(self) -> Result<Answers, ExperimentError> {
        if self.count == 0 {
            return Ok(Answers(Vec::new()));
        }
        let answers = self.transaction.execute_async().await;
        answers.map(Answers).map_err(|error| ExperimentError::Device(error.to_string()))
    }
}

impl Answers {
    pub(super) fn floats(&self, ticket: Ticket) -> Vec<f32> {
        self.0.get(ticket.0).map(|data| data.iter::<f32>().collect()).unwrap_or_default()
    }

    fn number(&self, ticket: Ticket) -> f32 {
        self.floats(ticket).first().copied().unwrap_or(f32::NAN)
    }
}

/// Measures the parts asked for; a part that the task has not (the table of sparse parity) is absent.
pub(super) async fn snapshot(run: &Grokking, parts: &[Part]) -> Result<Snapshot, ExperimentError> {
    let now = Now {
        run,
        weights: run.weights(),
        train: OnceCell::new(),
        test: OnceCell::new(),
        gradients: OnceCell::new(),
        projected: OnceCell::new(),
    };
    let mut reads = Reads::default();
    let asked = |part: Part| parts.contains(&part);
    let modular = !run.task.train.pairs().is_empty();

    let accuracy = asked(Part::Accuracy).then(|| classes::ask_accuracy(&now, &mut reads));
    let loss = asked(Part::Loss).then(|| classes::ask_loss(&now, &mut reads));
    let collapse = asked(Part::Collapse).then(|| classes::ask_collapse(&now, &mut reads));
    let gaps = asked(Part::Gaps).then(|| gaps::ask(&now, &mut reads));
    let norms = asked(Part::Norms).then(|| alignment::ask_norms(&now, &mut reads));
    let alignment = asked(Part::Alignment).then(|| alignment::ask_alignment(&now, &mut reads));
    let update = asked(Part::Update).then(|| alignment::ask_update(&now, &mut reads));
    let fourier = (modular && asked(Part::Fourier)).then(|| fourier::ask(&now, &mut reads));
    let table = (modular && asked(Part::Table)).then(|| table::ask(&now, &mut reads));
    let inspected = asked(Part::Microscope).then(|| {
        let row = run.inspected();
        reads.ask(now.train_logits().slice([row..row + 1]))
    });

    let answers = reads.execute().await?;
    Ok(Snapshot {
        step: run.step,
        accuracy: accuracy.map(|part| part(&answers)),
        loss: loss.map(|part| part(&answers)),
        collapse: collapse.map(|part| part(&answers)),
        gaps: gaps.map(|part| part(&answers)),
        norms: norms.map(|part| part(&answers)),
        alignment: alignment.map(|part| part(&answers)),
        update: update.map(|part| part(&answers)),
        fourier: fourier.map(|part| part(&answers)),
        table: table.map(|part| part(&answers)),
        microscope: inspected.map(|row| {
            let sample = run.inspected();
            let target = run.task.train.targets[sample];
            microscope::microscope(sample as u32, run.task.question(sample), target, &answers.floats(row))
        }),
    })
}
