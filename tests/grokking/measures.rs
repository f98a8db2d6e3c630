//! Every part of a snapshot against its definition, from logits that the twin computes.

use half::f16;
use paperglass::{
    device::Compute,
    experiment::Experiment,
    grokking::{Config, Grokking, Loss, Operation, OrthogonalGradient, Part, task::Examples},
    saved::Saved,
};
use serde_json::json;

use super::{close, modest, save, small, snapshot, start, twin, weights};

pub const ALL: &[Part] = &[
    Part::Accuracy, Part::Loss, Part::Collapse, Part::Gaps, Part::Norms, Part::Alignment, Part::Update, Part::Fourier,
    Part::Table, Part::Microscope,
];

/// A run some way into learning.
fn trained(config: Config, steps: u32) -> Grokking {
    let mut run = start(&config);
    run.advance(steps);
    run
}

fn logits(run: &Grokking, examples: &Examples) -> Vec<Vec<f64>> {
    let weights = weights(run);
    (0..examples.len()).map(|i| twin::logits(run.config(), &weights, examples, i)).collect()
}

fn lead(logits: &[f64], target: usize) -> f64 {
    let rivals = logits.iter().enumerate().filter(|&(k, _)| k != target).map(|(_, &z)| z);
    logits[target] - rivals.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn only_what_is_asked_for_is_there() {
    let run = start(&modest());
    for &part in ALL {
        let json = serde_json::to_value(snapshot(&run, &[part])).unwrap();
        let name = serde_json::to_value(part).unwrap();
        let mut keys: Vec<&String> = json.as_object().unwrap().keys().collect();
        keys.retain(|key| *key != "step");
        assert_eq!(keys, [name.as_str().unwrap()]);
    }
    assert_eq!(serde_json::to_value(snapshot(&run, ALL)).unwrap().as_object().unwrap().len(), ALL.len() + 1);
    let parity = Config { operation: Operation::SparseParity, parity_samples: 100, ..small() };
    let measured = snapshot(&start(&parity), ALL);
    assert!(measured.table.is_none() && measured.fourier.is_none() && measured.microscope.is_some());
}

#[test]
fn accuracy_loss_gaps_and_table_are_the_twins() {
    for loss in [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement] {
        let config = Config { loss, orthogonal_gradient: OrthogonalGradient::None, ..modest() };
        let run = trained(config, 40);
        let found = snapshot(&run, &[Part::Accuracy, Part::Loss, Part::Gaps, Part::Table]);
        let (accuracy, losses, gaps, table) = (found.accuracy.unwrap(), found.loss.unwrap(), found.gaps.unwrap(), found.table.unwrap());
        let task = run.task().clone();
        for (examples, accuracy, loss_found, counts, code) in [
            (&task.train, accuracy.train, losses.train, &gaps.train, 1u8),
            (&task.test, accuracy.test, losses.test, &gaps.test, 0),
        ] {
            let logits = logits(&run, examples);
            let n = examples.len() as f64;
            let mean: f64 = logits.iter().zip(&examples.targets).map(|(z, &y)| twin::loss(loss, z, y as usize)).sum::<f64>() / n;
            assert!(close(loss_found.into(), mean, 1e-6, 1e-3), "{loss:?}: {loss_found}, twin {mean}");
            let right = logits.iter().zip(&examples.targets).filter(|(z, y)| lead(z, **y as usize) > 0.0).count();
            assert!(close(accuracy.into(), right as f64 / n, 1e-6, 0.0), "{accuracy}, twin {right} of {n}");
            assert_eq!(counts.0.iter().sum::<u32>() as usize, examples.len());
            for ((z, &y), [a, b]) in logits.iter().zip(&examples.targets).zip(examples.pairs()) {
                let cell = (a * table.size + b) as usize;
                assert_eq!(table.trained.0[cell], code);
                assert_eq!(table.correct.0[cell] == 1, lead(z, y as usize) > 0.0);
                let (expected, _) = twin::probability(loss, z, y as usize);
                assert!(close(table.probability.0[cell].into(), expected, 2e-5, 1e-3));
            }
        }
        let mut leads: Vec<f64> = logits(&run, &task.train).iter().zip(&task.train.targets).map(|(z, &y)| lead(z, y as usize)).collect();
        leads.sort_by(f64::total_cmp);
        let mean = leads.iter().sum::<f64>() / leads.len() as f64;
        assert!(close(gaps.train_mean.into(), mean, 1e-4, 1e-4) && close(gaps.train_minimum.into(), leads[0], 1e-4, 1e-4));
        assert!(close(gaps.train_median.into(), leads[leads.len() / 2], 1e-4, 1e-4));
        assert_eq!(gaps.edges.0.len(), gaps.train.0.len() + 1);
    }
}

#[test]
fn collapse_counts_sums_of_exactly_one() {
    let config = Config { orthogonal_gradient: OrthogonalGradient::None, ..modest() };
    let mut run = trained(config, 60);
    for scale in [1.0, 30.0, 1000.0] {
        run.control(&json!({ "logitScale": scale })).unwrap();
        let found = snapshot(&run, &[Part::Collapse, Part::Accuracy, Part::Loss]);
        let collapse = found.collapse.unwrap();
        let task = run.task().clone();
        let logits = logits(&run, &task.train);
        // Rivals' mass well below (above) half of 2^-24 of the greatest term is (is not) absorbed; between, rounding decides.
        let (mut sure, mut possible) = (0, 0);
        for z in &logits {
            let top = z.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let rest: f64 = z.iter().map(|z| (scale * (z - top)).exp()).sum::<f64>() - 1.0;
            sure += usize::from(rest < 2e-8);
            possible += usize::from(rest < 2e-6);
        }
        let n = logits.len() as f64;
        let share = f64::from(collapse.softmax_collapse);
        assert!(share >= sure as f64 / n - 1e-6 && share <= possible as f64 / n + 1e-6, "×{scale}: {share}, between {sure} and {possible} of {n}");
        if scale == 1000.0 {
            assert!(share > 0.9 && collapse.zero_terms > 0.8 && collapse.zero_gradients > 0.8);
        }
        if scale == 1.0 {
            assert!(share < 0.1);
        }
    }
}

#[test]
fn the_counterfactual_scale_changes_loss_and_not_accuracy() {
    let mut run = trained(Config { orthogonal_gradient: OrthogonalGradient::None, ..modest() }, 60);
    let before = snapshot(&run, &[Part::Accuracy, Part::Loss]);
    assert_eq!(before.accuracy.as_ref().unwrap().train, 1.0);
    run.control(&json!({ "logitScale": 20 })).unwrap();
    let after = snapshot(&run, &[Part::Accuracy, Part::Loss]);
    assert_eq!((before.accuracy.clone().unwrap().train, before.accuracy.unwrap().test), (1.0, after.accuracy.clone().unwrap().test));
    assert_eq!(after.accuracy.unwrap().train, 1.0);
    assert!(after.loss.unwrap().train < before.loss.unwrap().train / 100.0);
}

#[test]
fn norms_alignment_and_update_are_inner_products_of_the_twins_gradient() {
    let flat = |rows: &[Vec<f64>]| rows.concat();
    let inner = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let cosine = |a: &[f64], b: &[f64]| inner(a, b) / (inner(a, a) * inner(b, b)).sqrt();
    for orthogonal_gradient in [OrthogonalGradient::None, OrthogonalGradient::PerTensor] {
        let run = trained(Config { orthogonal_gradient, ..small() }, 5);
        let found = snapshot(&run, &[Part::Norms, Part::Alignment, Part::Update]);
        let (norms, alignment, update) = (found.norms.unwrap(), found.alignment.unwrap(), found.update.unwrap());
        let weights: Vec<Vec<f64>> = weights(&run).into_iter().map(|weight| weight.values).collect();
        let gradients = twin::gradients(run.config(), &super::weights(&run), &run.task().train);
        assert!(close(norms.total.into(), inner(&flat(&weights), &flat(&weights)).sqrt(), 0.0, 1e-5));
        for (t, (w, g)) in weights.iter().zip(&gradients).enumerate() {
            assert!(close(norms.weights.0[t].into(), inner(w, w).sqrt(), 0.0, 1e-5));
            assert!(close(norms.gradients.0[t].into(), inner(g, g).sqrt(), 0.0, 1e-3));
            assert!(close(alignment.before.0[t].into(), -cosine(w, g), 1e-3, 0.0));
            let after = if orthogonal_gradient == OrthogonalGradient::None { -cosine(w, g) } else { 0.0 };
            assert!(close(alignment.after.0[t].into(), after, 1e-3, 0.0), "after projection {}", alignment.after.0[t]);
            assert!(close(f64::from(update.radial.0[t]) + f64::from(update.tangential.0[t]), 1.0, 1e-5, 0.0));
        }
        assert!(close(alignment.whole.into(), -cosine(&flat(&weights), &flat(&gradients)), 1e-3, 0.0));
        // The step that was promised is the step that is taken.
        let mut next = Grokking::restore(&save(&run), &Compute::cpu("a test")).unwrap();
        next.advance(1);
        for (t, (old, new)) in weights.iter().zip(super::weights(&next)).enumerate() {
            let step: Vec<f64> = new.values.iter().zip(old).map(|(new, old)| new - old).collect();
            assert!(close(update.radial.0[t].into(), cosine(old, &step).powi(2), 2e-3, 1e-2));
            assert!(close(update.turn.0[t].into(), cosine(old, &new.values).min(1.0).acos().to_degrees(), 0.05, 1e-2));
        }
    }
}

/// A first layer whose neurons are waves of one frequency, in an order of the operand's values.
fn planted(operation: Operation, order: impl Fn(usize) -> Option<usize>, frequency: usize) -> Grokking {
    let config = Config { operation, ..modest() };
    let (p, h) = (config.modulus as usize, config.width as usize);
    let mut saved = Saved::from_bytes(&save(&start(&config))).unwrap();
    let (_, _, first) = saved.tensors.iter_mut().find(|(name, ..)| name == "weight.0").unwrap();
    for value in 0..p {
        for neuron in 0..h {
            // Values outside the order get the mean, which no frequency sees.
            first[value * h + neuron] = order(value).map_or(0.0, |place| {
                let period = if operation == Operation::Addition { p } else { p - 1 };
                (std::f32::consts::TAU * (frequency * place) as f32 / period as f32 + neuron as f32).cos()
            });
        }
    }
    Grokking::restore(&saved.to_bytes(), &Compute::cpu("a test")).unwrap()
}

#[test]
fn a_planted_wave_is_found_at_its_frequency() {
    // 2 generates the numbers 1..11 under multiplication modulo 11; the discrete logarithm puts them in order.
    let logarithm = |value: usize| (0..10).find(|&place| 2usize.pow(place as u32) % 11 == value);
    let runs = [
        (planted(Operation::Addition, Some, 3), 3, false),
        (planted(Operation::Multiplication, logarithm, 3), 3, true),
    ];
    for (run, frequency, discrete) in runs {
        let found = snapshot(&run, &[Part::Fourier]).fourier.unwrap();
        assert_eq!((found.discrete_logarithm, found.frequencies), (discrete, 5));
        assert!(close(found.power.0.iter().map(|&x| f64::from(x)).sum(), 1.0, 1e-5, 0.0));
        assert!(found.concentration > 0.99, "concentration {}", found.concentration);
        if discrete {
            // Another generator may be used, which permutes the frequencies: one holds all.
            assert!(found.power.0.iter().any(|&share| share > 0.99), "{:?}", found.power.0);
        } else {
            assert!(found.power.0[frequency - 1] > 0.99, "{:?}", found.power.0);
            assert_eq!(found.circle_frequencies.0[0], frequency as u32);
        }
        assert_eq!(found.neurons.0.len(), 32 * 5);
        assert_eq!(found.circles.0.len(), 3 * 11 * 2);
    }
}

#[test]
fn the_microscopes_sums_are_those_of_the_formats() {
    let mut run = trained(Config { orthogonal_gradient: OrthogonalGradient::None, ..modest() }, 80);
    run.control(&json!({ "inspectSample": 5, "logitScale": 2 })).unwrap();
    let found = snapshot(&run, &[Part::Microscope]).microscope.unwrap();
    assert_eq!((found.sample, found.target), (5, run.task().train.targets[5]));
    let names: Vec<(&str, u32)> = found.sums.iter().map(|sum| (sum.arithmetic.as_str(), sum.significand_bits)).collect();
    assert_eq!(names, [("f16", 11), ("f32", 24), ("f64", 53), ("stablemax", 24)]);
    for sum in &found.sums {
        let (mut half, mut single, mut double) = (f16::ZERO, 0.0f32, 0.0f64);
        for row in &sum.rows {
            let before = (half, single, double);
            half += f16::from_f64(row.term);
            single += row.term as f32;
            double += row.term;
            let (now, then) = match sum.arithmetic.as_str() {
                "f16" => (half.to_f64(), before.0.to_f64()),
                "f64" => (double, before.2),
                _ => (f64::from(single), f64::from(before.1)),
            };
            assert_eq!(row.sum, now, "{}", sum.arithmetic);
            assert_eq!(row.absorbed, now == then);
            assert_eq!(row.sum_bits.len() as u32, sum.significand_bits + 1, "digits and the point");
        }
    }
    // Past the last example it starts again from the first.
    let n = run.task().train.len() as u32;
    run.control(&json!({ "inspectSample": n + 5 })).unwrap();
    assert_eq!(snapshot(&run, &[Part::Microscope]).microscope.unwrap().sample, 5);
}
