//! Losses and their gradients against `f64` twins and finite differences.

use super::*;
use paperglass::grokking::{
    Loss, SignificandBits,
    losses::{
        correct_probability, loss_and_gradient, loss_gradient, softmax_complement_cross_entropy,
        softmax_cross_entropy, stablemax, stablemax_complement_cross_entropy, stablemax_cross_entropy,
    },
};
use proptest::prelude::*;

const LOSSES: [Loss; 4] =
    [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement];

/// The paper's s(x).
fn score(x: f64) -> f64 {
    if x >= 0.0 { x + 1.0 } else { 1.0 / (1.0 - x) }
}

fn is_stablemax(loss: Loss) -> bool {
    matches!(loss, Loss::Stablemax | Loss::StablemaxComplement)
}

/// Any loss is log(1 + rivals / correct); in `f64` and in this form nothing is absorbed.
fn twin_loss(loss: Loss, logits: &[f64], target: usize) -> f64 {
    let rivals = |ratio: &dyn Fn(f64) -> f64| -> f64 {
        logits.iter().enumerate().filter(|(k, _)| *k != target).map(|(_, &z)| ratio(z)).sum()
    };
    let correct = logits[target];
    if is_stablemax(loss) {
        rivals(&|z| score(z) / score(correct)).ln_1p()
    } else {
        // exp stays finite in f64 up to gaps of 700.
        rivals(&|z| (z - correct).exp()).ln_1p()
    }
}

fn twin_gradient(loss: Loss, logits: &[f64], target: usize) -> Vec<f64> {
    let greatest = logits.iter().fold(f64::MIN, |a, &b| a.max(b));
    let terms: Vec<f64> = logits
        .iter()
        .map(|&z| if is_stablemax(loss) { score(z) } else { (z - greatest).exp() })
        .collect();
    let total: f64 = terms.iter().sum();
    (0..logits.len())
        .map(|i| {
            let p = if i == target {
                let rivals: f64 =
                    terms.iter().enumerate().filter(|(k, _)| *k != target).map(|(_, t)| t).sum();
                -rivals / total
            } else {
                terms[i] / total
            };
            if is_stablemax(loss) { p / (1.0 + logits[i].abs()) } else { p }
        })
        .collect()
}

fn widened(row: &[f32]) -> Vec<f64> {
    row.iter().map(|&z| f64::from(z)).collect()
}

/// Loss and gradient of a batch against the twins, row by row.
///
/// The complement forms hold a relative tolerance; the plain forms absorb up to 2⁻²⁴ a class.
fn check_batch(rows: &[Vec<f32>], target: &[usize]) {
    for loss in LOSSES {
        let (losses, gradient) =
            loss_and_gradient(loss, SignificandBits::None, matrix(rows), classes(target));
        let alone = loss_gradient(loss, SignificandBits::None, matrix(rows), classes(target));
        assert_eq!(numbers(&gradient), numbers(&alone), "{loss:?}");
        let (losses, gradient) = (numbers(&losses), numbers(&gradient));
        let plain = matches!(loss, Loss::SoftmaxCrossEntropy | Loss::Stablemax);
        let absolute = if plain { rows[0].len() as f64 * 1.2e-7 } else { 1e-36 };
        for (r, row) in rows.iter().enumerate() {
            let row64 = widened(row);
            let expected = twin_loss(loss, &row64, target[r]);
            assert!(
                close(losses[r], expected, absolute, 3e-6),
                "{loss:?} row {row:?} target {}: loss {:e}, expected {expected:e}", target[r], losses[r]
            );
            let width = row.len();
            assert_all_close(
                &gradient[r * width..(r + 1) * width],
                &twin_gradient(loss, &row64, target[r]),
                absolute, 2e-5,
                &format!("{loss:?} gradient of {row:?}, target {}", target[r]),
            );
        }
    }
}

#[test]
fn losses_and_gradients_meet_their_twins_on_random_logits() {
    let mut random = Random::new(1, "logits");
    for (classes, scale) in [(2, 1.0), (47, 1.0), (113, 4.0), (47, 20.0)] {
        let rows = random_matrix(&mut random, 33, classes, scale);
        let target: Vec<usize> = (0..33).map(|_| random.below(classes as u32) as usize).collect();
        check_batch(&rows, &target);
    }
}

#[test]
fn losses_and_gradients_meet_their_twins_on_extreme_logits() {
    let mut rows = vec![vec![0.0; 5], vec![-7.5; 5], vec![1e4; 5]];
    let mut target = vec![0, 4, 2];
    for gap in [5.0f32, 12.0, 16.0, 17.0, 25.0, 40.0, 60.0, 80.0] {
        for (correct, sign) in [(0, 1.0), (3, 1.0), (1, -1.0)] {
            let mut row = vec![0.25, -0.5, 0.125, 0.0, -1.0];
            row[correct] += sign * gap;
            rows.push(row);
            target.push(correct);
        }
    }
    for huge in [3e4f32, -3e4] {
        rows.push(vec![huge, -huge, -huge, 1.0, -1.0]);
        target.push(0);
        rows.push(vec![huge, -huge, -huge, 1.0, -1.0]);
        target.push(3);
    }
    // Softmax's gap of 6·10⁴ is past the twin's own range; only StableMax is asked there.
    let tame = rows.len() - 4;
    check_batch(&rows[..tame], &target[..tame]);
    for (row, &target) in rows.iter().zip(&target) {
        let (loss, gradient) = loss_and_gradient(
            Loss::StablemaxComplement, SignificandBits::None, matrix(std::slice::from_ref(row)), classes(&[target]),
        );
        let row64 = widened(row);
        let expected = twin_loss(Loss::StablemaxComplement, &row64, target);
        assert!(close(numbers(&loss)[0], expected, 0.0, 3e-6), "{row:?}: {}", numbers(&loss)[0]);
        assert_all_close(
            &numbers(&gradient), &twin_gradient(Loss::StablemaxComplement, &row64, target), 0.0, 2e-5, "StableMax",
        );
    }
}

/// Beyond the range of `f32` exponentials everything stays finite, and right where it can be.
#[test]
fn gaps_of_up_to_two_hundred_stay_finite() {
    for gap in [100.0f32, 150.0, 200.0] {
        let rows = vec![vec![gap, 0.0, 0.0], vec![-gap, 0.0, 0.0]];
        for loss in LOSSES {
            let (losses, gradient) =
                loss_and_gradient(loss, SignificandBits::None, matrix(&rows), classes(&[0, 0]));
            assert!(numbers(&gradient).iter().all(|g| g.is_finite()), "{loss:?}");
            let expected = twin_loss(loss, &widened(&rows[1]), 0);
            assert!(close(numbers(&losses)[1], expected, 0.0, 3e-6), "{loss:?}");
        }
    }
}

/// The hand-derived gradients are the derivatives of the losses: central differences in `f64`.
#[test]
fn gradients_are_the_derivatives_of_the_losses() {
    let mut random = Random::new(2, "differences");
    for loss in LOSSES {
        for _ in 0..20 {
            let row = random_matrix(&mut random, 1, 7, 2.0).remove(0);
            let target = random.below(7) as usize;
            let gradient = loss_gradient(
                loss, SignificandBits::None, matrix(std::slice::from_ref(&row)), classes(&[target]),
            );
            for (i, &actual) in numbers(&gradient).iter().enumerate() {
                let at = |shift: f64| {
                    let mut row = widened(&row);
                    row[i] += shift;
                    twin_loss(loss, &row, target)
                };
                let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!(close(actual, difference, 1e-6, 1e-5), "{loss:?}: {actual} {difference}");
            }
        }
    }
}

#[test]
fn each_loss_function_is_the_one_in_loss_and_gradient() {
    let mut random = Random::new(3, "functions");
    let (logits, target) = (matrix(&random_matrix(&mut random, 9, 6, 3.0)), classes(&[0, 1, 2, 3, 4, 5, 0, 1, 2]));
    let alone = |loss| match loss {
        Loss::SoftmaxCrossEntropy => softmax_cross_entropy(logits.clone(), target.clone()),
        Loss::SoftmaxComplement => softmax_complement_cross_entropy(logits.clone(), target.clone(), Some(2f64.powi(-8))),
        Loss::Stablemax => stablemax_cross_entropy(logits.clone(), target.clone()),
        Loss::StablemaxComplement => stablemax_complement_cross_entropy(logits.clone(), target.clone()),
    };
    for loss in LOSSES {
        let (together, _) = loss_and_gradient(loss, SignificandBits::Eight, logits.clone(), target.clone());
        assert_eq!(numbers(&alone(loss)), numbers(&together), "{loss:?}");
        let probability = numbers(&correct_probability(loss, logits.clone(), target.clone()));
        let plain = match loss {
            Loss::SoftmaxComplement => Loss::SoftmaxCrossEntropy,
            other => other,
        };
        let from_loss: Vec<f64> = numbers(&alone(plain)).iter().map(|loss| (-loss).exp()).collect();
        assert_all_close(&probability, &from_loss, 1e-7, 1e-5, "probability");
    }
}

proptest! {
    /// Proposition 1: StableMax is the softmax of sign(z) log(1 + |z|).
    #[test]
    fn stablemax_is_a_softmax(row in prop::collection::vec(-3e4f32..3e4, 2..20)) {
        let warped: Vec<f64> = row.iter().map(|&z| f64::from(z).signum() * f64::from(z).abs().ln_1p()).collect();
        let total: f64 = warped.iter().map(|g| g.exp()).sum();
        let expected: Vec<f64> = warped.iter().map(|g| g.exp() / total).collect();
        assert_all_close(&numbers(&stablemax(matrix(&[row]))), &expected, 0.0, 3e-6, "StableMax");
    }

    /// Softmax does not see a shift of all logits; its gradient sums to 0 in either form.
    #[test]
    fn softmax_gradients_sum_to_zero(
        row in prop::collection::vec(-30f32..30.0, 2..40), pick in 0usize..40, shift in -64i16..64,
    ) {
        let target = pick % row.len();
        // Multiples of 1/8 stay exact under the shift.
        let row: Vec<f32> = row.iter().map(|z| (z * 8.0).round() / 8.0).collect();
        let shifted: Vec<f32> = row.iter().map(|z| z + f32::from(shift)).collect();
        for loss in [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement] {
            let of = |row: &Vec<f32>| {
                numbers(&loss_gradient(loss, SignificandBits::None, matrix(std::slice::from_ref(row)), classes(&[target])))
            };
            let gradient = of(&row);
            prop_assert!(gradient.iter().sum::<f64>().abs() < 1e-5);
            prop_assert_eq!(gradient, of(&shifted));
        }
    }

    /// The complement loss never absorbs: it falls strictly with the gap until rivals underflow.
    #[test]
    fn complement_loss_falls_with_the_gap(gap in 1f32..84.0) {
        let rows = vec![vec![gap, 0.0, -1.0], vec![gap + 0.01, 0.0, -1.0]];
        let loss = numbers(&softmax_complement_cross_entropy(matrix(&rows), classes(&[0, 0]), None));
        prop_assert!(loss[0] > loss[1] && loss[1] > 0.0, "{:?}", loss);
    }
}
