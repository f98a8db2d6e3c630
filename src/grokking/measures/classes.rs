//! Accuracy, loss, and how much of the softmax has collapsed.

use burn::tensor::Tensor;

use super::{Answers, Now, Reads};
use crate::grokking::{losses, run::Split, snapshot::{Collapse, TrainTest}};

/// 1 where the greatest logit is the right class's, else 0, `[N]`. Of equals the first counts.
pub(super) fn correct(logits: Tensor<2>, split: &Split) -> Tensor<1> {
    logits.argmax(1).squeeze_dim::<1>(1).equal(split.target.clone()).float()
}

pub(super) fn ask_accuracy<'a>(now: &Now<'a>, reads: &mut Reads) -> impl FnOnce(&Answers) -> TrainTest + use<'a> {
    let (train, test) = (&now.run.train, &now.run.test);
    // Sums of ones are exact in `f32`, so an accuracy of 1 is exactly 1.
    let train_sum = reads.ask(correct(now.train_logits(), train).sum());
    let test_sum = reads.ask(correct(now.test_logits(), test).sum());
    move |answers| TrainTest {
        train: answers.number(train_sum) / train.len() as f32,
        test: answers.number(test_sum) / test.len() as f32,
    }
}

pub(super) fn ask_loss(now: &Now, reads: &mut Reads) -> impl FnOnce(&Answers) -> TrainTest + use<> {
    let train = reads.ask(now.loss(now.train_logits(), &now.run.train).mean());
    let test = reads.ask(now.loss(now.test_logits(), &now.run.test).mean());
    move |answers| TrainTest { train: answers.number(train), test: answers.number(test) }
}

pub(super) fn ask_collapse<'a>(now: &Now<'a>, reads: &mut Reads) -> impl FnOnce(&Answers) -> Collapse + use<'a> {
    let (config, train) = (now.config(), &now.run.train);
    let logits = now.train_logits();
    let sum = (logits.clone() - logits.clone().max_dim(1)).exp().sum_dim(1);
    let collapsed = reads.ask(sum.equal_elem(1.0).float().sum());
    let (loss, gradient) =
        losses::loss_and_gradient(config.loss, config.significand_bits, logits, train.target.clone());
    let zero_terms = reads.ask(loss.equal_elem(0.0).float().sum());
    let correct = gradient.gather(1, train.target.clone().unsqueeze_dim(1));
    let zero_gradients = reads.ask(correct.equal_elem(0.0).float().sum());
    move |answers| {
        let share = |ticket| answers.number(ticket) / train.len() as f32;
        Collapse {
            softmax_collapse: share(collapsed),
            zero_terms: share(zero_terms),
            zero_gradients: share(zero_gradients),
        }
    }
}
