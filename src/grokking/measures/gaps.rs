//! The histogram of logit gaps: how far the right class leads, example by example.

use burn::tensor::{Int, Tensor};

use super::{Answers, Now, Reads};
use crate::{
    experiment::{Counts, Floats},
    grokking::{run::Split, snapshot::Gaps},
};

const BINS: usize = 80;
/// The first and the last edge, in nats, while the median gap is below [`ROOM`].
const FIRST: f32 = -20.0;
const LAST: f32 = 60.0;
/// Beyond this median the edges are doubled until it fits, so that they move seldom.
const ROOM: f32 = 40.0;

/// Correct logit minus the greatest other, `[N]`.
fn gap(logits: Tensor<2>, split: &Split) -> Tensor<1> {
    let [n, classes] = logits.dims();
    let target: Tensor<2, Int> = split.target.clone().unsqueeze_dim(1);
    let class: Tensor<2, Int> =
        Tensor::<1, Int>::arange(0..classes as i64, &logits.device()).unsqueeze_dim(0);
    let is_target = class.expand([n, classes]).equal(target.clone().expand([n, classes]));
    let correct = logits.clone().gather(1, target);
    let rival = logits.mask_fill(is_target, f32::MIN).max_dim(1);
    (correct - rival).squeeze_dim(1)
}

pub(super) fn ask(now: &Now, reads: &mut Reads) -> impl FnOnce(&Answers) -> Gaps + use<> {
    let train = reads.ask(gap(now.train_logits(), &now.run.train));
    let test = reads.ask(gap(now.test_logits(), &now.run.test));
    let rms = reads.ask(now.train_logits().square().mean().sqrt());
    move |answers| histogram(answers.floats(train), &answers.floats(test), answers.number(rms))
}

fn histogram(mut train: Vec<f32>, test: &[f32], logit_rms: f32) -> Gaps {
    train.sort_by(f32::total_cmp);
    let train_median = train.get(train.len() / 2).copied().unwrap_or(f32::NAN);
    let mut scale = 1.0f32;
    while train_median.is_finite() && train_median > ROOM * scale {
        scale *= 2.0;
    }
    let width = (LAST - FIRST) / BINS as f32 * scale;
    let edges = (0..=BINS).map(|i| FIRST * scale + width * i as f32).collect();
    let count = |gaps: &[f32]| {
        let mut bins = vec![0u32; BINS];
        for gap in gaps.iter().filter(|gap| !gap.is_nan()) {
            // The conversion saturates, so what lies beyond falls into the outermost bins.
            let bin = ((gap - FIRST * scale) / width) as usize;
            bins[bin.min(BINS - 1)] += 1;
        }
        Counts(bins)
    };
    Gaps {
        edges: Floats(edges),
        train_mean: (train.iter().map(|&gap| f64::from(gap)).sum::<f64>() / train.len() as f64) as f32,
        train_minimum: train.first().copied().unwrap_or(f32::NAN),
        train_median,
        logit_rms,
        train: count(&train),
        test: count(test),
    }
}
