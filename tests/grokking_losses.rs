//! The grokking paper's losses, orthogonal gradient and optimisers against slow, obvious twins
//! in `f64`, written here from the equations.

use burn::{
    module::{Module, Param},
    nn::{Linear, LinearConfig},
    optim::{AdamConfig, GradientsParams, ModuleOptimizer},
    tensor::{Device, Int, Tensor, TensorData},
};
use paperglass::{
    grokking::{
        Config, Loss, Optimizer, OptimizerState, OrthoGradConfig, OrthogonalGradient, SignificandBits,
        losses::{
            correct_probability, loss_and_gradient, loss_gradient, softmax_complement_cross_entropy,
            softmax_cross_entropy, stablemax, stablemax_complement_cross_entropy,
            stablemax_cross_entropy,
        },
        orthogonal_gradient, orthogonal_gradients,
    },
    random::Random,
};
use proptest::prelude::*;

const LOSSES: [Loss; 4] =
    [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement];

// ---------------------------------------------------------------- tensors and lists of numbers

fn matrix(rows: &[Vec<f32>]) -> Tensor<2> {
    let data = TensorData::new(rows.concat(), [rows.len(), rows[0].len()]);
    Tensor::from_data(data, &Device::flex())
}

fn classes(target: &[usize]) -> Tensor<1, Int> {
    let target: Vec<i32> = target.iter().map(|&class| class as i32).collect();
    Tensor::from_data(TensorData::new(target.clone(), [target.len()]), &Device::flex())
}

fn numbers<const D: usize>(tensor: &Tensor<D>) -> Vec<f64> {
    tensor.to_data().iter::<f64>().collect()
}

fn random_matrix(random: &mut Random, rows: usize, columns: usize, scale: f32) -> Vec<Vec<f32>> {
    (0..rows).map(|_| (0..columns).map(|_| scale * random.normal()).collect()).collect()
}

/// |a - b| within an absolute and a relative part.
fn close(actual: f64, expected: f64, absolute: f64, relative: f64) -> bool {
    (actual - expected).abs() <= absolute + relative * expected.abs()
}

fn assert_all_close(actual: &[f64], expected: &[f64], absolute: f64, relative: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}");
    for (i, (&a, &e)) in actual.iter().zip(expected).enumerate() {
        assert!(close(a, e, absolute, relative), "{what} [{i}]: {a:e}, expected {e:e}");
    }
}

// ---------------------------------------------------------------- the losses' twins

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

// ---------------------------------------------------------------- absorption

/// e⁻¹⁷ is below 2⁻²⁴ and is absorbed, e⁻¹⁶ is not: the paper's softmax collapse, to the bit.
#[test]
fn plain_softmax_absorbs_as_f32_does() {
    let rows = vec![vec![17.0, 0.0], vec![16.0, 0.0], vec![0.0, 17.0]];
    let (loss, gradient) = loss_and_gradient(
        Loss::SoftmaxCrossEntropy, SignificandBits::None, matrix(&rows), classes(&[0, 0, 0]),
    );
    let (loss, gradient) = (numbers(&loss), numbers(&gradient));
    assert_eq!(loss[0], 0.0);
    assert_eq!(gradient[0], 0.0);
    assert!(gradient[1] > 0.0, "the rival still gets its gradient: {}", gradient[1]);
    assert!(close(loss[1], 2f64.powi(-23), 0.0, 1e-6), "1 + e⁻¹⁶ rounds to 1 + 2⁻²³: {}", loss[1]);
    assert_eq!(gradient[2], -2f64.powi(-23));
    assert_eq!(loss[2], 17.0);

    // What the complement keeps of the first row.
    let (loss, gradient) = loss_and_gradient(
        Loss::SoftmaxComplement, SignificandBits::None, matrix(&rows), classes(&[0, 0, 0]),
    );
    assert!(close(numbers(&loss)[0], (-17f64).exp(), 0.0, 1e-6));
    assert!(close(numbers(&gradient)[0], -(-17f64).exp(), 0.0, 1e-6));
}

#[test]
fn each_significand_absorbs_on_its_side_of_the_threshold() {
    use SignificandBits::{Eight, Eleven, FiftyThree, TwentyFour};
    for (bits, number) in [(Eight, 8.0f64), (Eleven, 11.0), (TwentyFour, 24.0), (FiftyThree, 53.0)] {
        // Two rivals: their common mass is what counts.
        let edge = (number + 1.0) * std::f64::consts::LN_2;
        for (gap, absorbed) in [(edge + 1e-3, true), (edge - 1e-3, false)] {
            let rows = vec![vec![0.0, gap as f32, 0.0]];
            let (loss, gradient) =
                loss_and_gradient(Loss::SoftmaxComplement, bits, matrix(&rows), classes(&[1]));
            let gradient = numbers(&gradient);
            assert_eq!(numbers(&loss)[0] == 0.0, absorbed, "{bits:?} at {gap}");
            assert_eq!(gradient[1] == 0.0, absorbed, "{bits:?} at {gap}");
            assert!(gradient[0] > 0.0 && gradient[2] > 0.0, "rivals keep their gradients");
        }
        // A row that is wrong by as much is never absorbed.
        let rows = vec![vec![(edge + 1.0) as f32, 0.0]];
        let (loss, gradient) =
            loss_and_gradient(Loss::SoftmaxComplement, bits, matrix(&rows), classes(&[1]));
        assert!(close(numbers(&loss)[0], edge + 1.0, 0.0, 4e-3));
        assert!(close(numbers(&gradient)[1], -1.0, 4e-3, 0.0));
    }
}

/// The threshold belongs to the complement form of softmax and to nothing else.
#[test]
fn bits_do_not_touch_the_other_losses() {
    let rows = vec![vec![9.0, 0.0, -3.0]];
    for loss in [Loss::SoftmaxCrossEntropy, Loss::Stablemax, Loss::StablemaxComplement] {
        let of = |bits| {
            let (loss, gradient) = loss_and_gradient(loss, bits, matrix(&rows), classes(&[0]));
            (numbers(&loss), numbers(&gradient))
        };
        assert_eq!(of(SignificandBits::Eight), of(SignificandBits::None), "{loss:?}");
    }
}

#[test]
fn plain_stablemax_collapses_where_the_complement_does_not() {
    let mut row = vec![-3e4f32; 10];
    row[4] = 3e4;
    let of = |loss| {
        let (loss, gradient) =
            loss_and_gradient(loss, SignificandBits::None, matrix(std::slice::from_ref(&row)), classes(&[4]));
        (numbers(&loss)[0], numbers(&gradient)[4])
    };
    assert_eq!(of(Loss::Stablemax), (0.0, 0.0));
    let (loss, gradient) = of(Loss::StablemaxComplement);
    let expected = 9.0 / 30_001f64.powi(2);
    assert!(close(loss, expected, 0.0, 1e-6), "{loss:e}");
    assert!(close(gradient, -expected / 30_001.0, 0.0, 1e-6), "{gradient:e}");
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

// ---------------------------------------------------------------- orthogonal gradients

fn inner(a: &Tensor<2>, b: &Tensor<2>) -> f64 {
    numbers(a).iter().zip(numbers(b)).map(|(a, b)| a * b).sum()
}

fn length(a: &Tensor<2>) -> f64 {
    inner(a, a).sqrt()
}

fn inner_of_all(a: &[Tensor<2>], b: &[Tensor<2>]) -> f64 {
    a.iter().zip(b).map(|(a, b)| inner(a, b)).sum()
}

/// Weights and gradients of three tensors; the gradients lie partly along the weights.
fn weights_and_gradients(seed: u32, scale: f32) -> (Vec<Tensor<2>>, Vec<Tensor<2>>) {
    let mut random = Random::new(seed, "projection");
    [(128, 47), (5, 9), (1, 3)]
        .into_iter()
        .enumerate()
        .map(|(i, (rows, columns))| {
            let weight = matrix(&random_matrix(&mut random, rows, columns, 0.3));
            let noise = matrix(&random_matrix(&mut random, rows, columns, 0.2));
            // The number differs between tensors, so that one vector is not three vectors.
            let gradient = (noise - weight.clone().mul_scalar(0.5 * i as f32)).mul_scalar(scale);
            (weight, gradient)
        })
        .unzip()
}

#[test]
fn each_tensor_is_orthogonal_to_its_gradient() {
    let (weights, gradients) = weights_and_gradients(1, 1.0);
    for rescale in [false, true] {
        let projected =
            orthogonal_gradient(&weights, gradients.clone(), OrthogonalGradient::PerTensor, rescale);
        for ((weight, gradient), projected) in weights.iter().zip(&gradients).zip(&projected) {
            assert_eq!(gradient.dims(), projected.dims());
            let cosine = inner(weight, projected) / (length(weight) * length(projected));
            assert!(cosine.abs() < 1e-6, "cosine {cosine:e}");
            // Against the equation, in f64.
            let share = inner(weight, gradient) / inner(weight, weight);
            let across: Vec<f64> =
                numbers(gradient).iter().zip(numbers(weight)).map(|(g, w)| g - share * w).collect();
            let across_length = across.iter().map(|g| g * g).sum::<f64>().sqrt();
            let factor = if rescale { length(gradient) / across_length } else { 1.0 };
            let expected: Vec<f64> = across.iter().map(|g| g * factor).collect();
            assert_all_close(&numbers(projected), &expected, 1e-6, 1e-5, "projected gradient");
            if rescale {
                assert!(close(length(projected), length(gradient), 0.0, 1e-5));
            }
        }
    }
}

#[test]
fn the_whole_vector_is_orthogonal_and_its_tensors_are_not() {
    let (weights, gradients) = weights_and_gradients(2, 1.0);
    let projected =
        orthogonal_gradient(&weights, gradients.clone(), OrthogonalGradient::WholeVector, true);
    let scale = (inner_of_all(&weights, &weights) * inner_of_all(&projected, &projected)).sqrt();
    assert!(inner_of_all(&weights, &projected).abs() < 1e-6 * scale);
    let (before, after) = (inner_of_all(&gradients, &gradients), inner_of_all(&projected, &projected));
    assert!(close(after, before, 0.0, 1e-5), "{before} {after}");
    for (weight, projected) in weights.iter().zip(&projected) {
        let cosine = inner(weight, projected) / (length(weight) * length(projected));
        assert!(cosine.abs() > 1e-3, "cosine {cosine:e}");
    }
}

#[test]
fn no_projection_changes_nothing() {
    let (weights, gradients) = weights_and_gradients(3, 1.0);
    let same = orthogonal_gradient(&weights, gradients.clone(), OrthogonalGradient::None, true);
    for (a, b) in gradients.iter().zip(&same) {
        assert_eq!(numbers(a), numbers(b));
    }
    for scope in [OrthogonalGradient::PerTensor, OrthogonalGradient::WholeVector] {
        assert!(orthogonal_gradient(&[], vec![], scope, true).is_empty());
    }
}

/// After fitting, gradients fall to 10⁻²⁰; plain squares of them are 0 in `f32`.
#[test]
fn tiny_gradients_are_projected_as_well_as_large_ones() {
    for scope in [OrthogonalGradient::PerTensor, OrthogonalGradient::WholeVector] {
        for scale in [1e-12f32, 1e-20, 1e-28] {
            let (weights, large) = weights_and_gradients(4, 1.0);
            let (_, tiny) = weights_and_gradients(4, scale);
            let large = orthogonal_gradient(&weights, large, scope, true);
            let tiny = orthogonal_gradient(&weights, tiny, scope, true);
            for (large, tiny) in large.iter().zip(&tiny) {
                let expected: Vec<f64> = numbers(large).iter().map(|g| g * f64::from(scale)).collect();
                let absolute = 1e-6 * f64::from(scale);
                assert_all_close(&numbers(tiny), &expected, absolute, 1e-5, "tiny gradient");
            }
        }
    }
}

#[test]
fn zeros_and_parallel_gradients_are_no_trouble() {
    let weight = matrix(&[vec![3.0, -4.0]]);
    let zero = matrix(&[vec![0.0, 0.0]]);
    let project = |w: &Tensor<2>, g: &Tensor<2>| {
        let w = std::slice::from_ref(w);
        numbers(&orthogonal_gradient(w, vec![g.clone()], OrthogonalGradient::PerTensor, true)[0])
    };
    assert_eq!(project(&weight, &zero), [0.0, 0.0]);
    assert_all_close(&project(&zero, &weight), &numbers(&weight), 0.0, 1e-6, "zero weights");
    // All of the gradient is along the weights: what is left is rounding error, and stays small.
    let mut random = Random::new(5, "parallel");
    let weight = matrix(&random_matrix(&mut random, 20, 30, 1.0));
    let left = project(&weight, &weight.clone().mul_scalar(0.7));
    assert!(left.iter().all(|g| g.abs() < 1e-2), "{left:?}");
}

proptest! {
    /// Projecting twice is projecting once.
    #[test]
    fn projection_is_idempotent(seed in 0u32..1000, exponent in -20i32..4) {
        let scale = 10f32.powi(exponent);
        let (weights, gradients) = weights_and_gradients(seed, scale);
        for scope in [OrthogonalGradient::PerTensor, OrthogonalGradient::WholeVector] {
            let once = orthogonal_gradient(&weights, gradients.clone(), scope, false);
            let twice = orthogonal_gradient(&weights, once.clone(), scope, false);
            for (once, twice) in once.iter().zip(&twice) {
                assert_all_close(&numbers(twice), &numbers(once), 3e-6 * f64::from(scale), 1e-5, "twice");
            }
        }
    }
}

// ---------------------------------------------------------------- around Burn's optimisers

#[derive(Module, Debug)]
struct TwoLayers {
    first: Linear,
    second: Linear,
}

fn two_layers(device: &Device) -> (TwoLayers, Tensor<2>, Tensor<2>) {
    let mut random = Random::new(6, "module");
    let mut layer = |rows: usize, columns: usize| {
        let mut layer = LinearConfig::new(rows, columns).init(device);
        let weight = matrix(&random_matrix(&mut random, rows, columns, 0.5)).into_data();
        layer.weight = Param::from_tensor(Tensor::from_data(weight, device));
        let bias = matrix(&random_matrix(&mut random, 1, columns, 0.5)).into_data();
        layer.bias = Some(Param::from_tensor(Tensor::<2>::from_data(bias, device).reshape([-1])));
        layer
    };
    let model = TwoLayers { first: layer(4, 6), second: layer(6, 2) };
    let mut data = |rows, columns| {
        Tensor::from_data(matrix(&random_matrix(&mut random, rows, columns, 1.0)).into_data(), device)
    };
    (model, data(8, 4), data(8, 2))
}

fn module_gradients(model: &TwoLayers, input: &Tensor<2>, output: &Tensor<2>) -> GradientsParams {
    let hidden = burn::tensor::activation::relu(model.first.forward(input.clone()));
    let loss = (model.second.forward(hidden) - output.clone()).square().mean();
    GradientsParams::from_grads(loss.backward(), model)
}

fn all_weights(model: &TwoLayers) -> Vec<f64> {
    [&model.first, &model.second]
        .into_iter()
        .flat_map(|layer| {
            let bias = layer.bias.as_ref().map(|bias| numbers(&bias.val())).unwrap_or_default();
            numbers(&layer.weight.val()).into_iter().chain(bias).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_wrapper_is_projection_then_the_optimiser_inside() {
    let device = Device::flex().autodiff();
    for rescale in [false, true] {
        let (model, input, output) = two_layers(&device);
        let (mut wrapped, mut by_hand) = (model.clone(), model);
        let adam = || AdamConfig::new().with_epsilon(1e-8).build();
        let mut ortho = OrthoGradConfig::new().with_rescale(rescale).init(adam());
        let mut plain = ModuleOptimizer::from(adam());
        for _ in 0..5 {
            let gradients = module_gradients(&wrapped, &input, &output);
            wrapped = ortho.step(0.01, wrapped, gradients);
            let gradients = module_gradients(&by_hand, &input, &output);
            let gradients = orthogonal_gradients(&by_hand, gradients, OrthogonalGradient::PerTensor, rescale);
            by_hand = plain.step(0.01, by_hand, gradients);
        }
        assert_eq!(all_weights(&wrapped), all_weights(&by_hand));
    }
}

#[test]
fn a_module_can_be_one_vector() {
    let device = Device::flex().autodiff();
    let (model, input, output) = two_layers(&device);
    let along = |gradients: &GradientsParams| {
        let mut sum = 0.0;
        for layer in [&model.first, &model.second] {
            let gradient = gradients.get::<2>(layer.weight.id).expect("a gradient");
            sum += inner(&layer.weight.val(), &gradient);
            let bias = layer.bias.as_ref().expect("a bias");
            let gradient = gradients.get::<1>(bias.id).expect("a gradient");
            sum += numbers(&bias.val()).iter().zip(numbers(&gradient)).map(|(a, b)| a * b).sum::<f64>();
        }
        sum
    };
    let gradients = module_gradients(&model, &input, &output);
    let (count, before) = (gradients.len(), along(&gradients));
    let projected = orthogonal_gradients(&model, gradients, OrthogonalGradient::WholeVector, true);
    assert_eq!(projected.len(), count);
    assert!(before.abs() > 1e-2 && along(&projected).abs() < 1e-6 * before.abs().max(1.0), "{before}");
}

// ---------------------------------------------------------------- optimisers

/// Twenty steps of the textbook optimiser in `f64` on one flat vector.
struct Twin {
    weights: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
    step: i32,
}

impl Twin {
    fn new(weights: &[Tensor<2>]) -> Self {
        let weights: Vec<f64> = weights.iter().flat_map(numbers).collect();
        let zeros = vec![0.0; weights.len()];
        Self { weights, first: zeros.clone(), second: zeros, step: 0 }
    }

    fn advance(&mut self, config: &Config, gradients: &[f64]) {
        self.step += 1;
        for (i, &gradient) in gradients.iter().enumerate() {
            let (w, m, v) = (&mut self.weights[i], &mut self.first[i], &mut self.second[i]);
            let mut g = gradient;
            if config.optimizer == Optimizer::AdamW {
                *w *= 1.0 - config.learning_rate * config.weight_decay;
            } else {
                g += config.weight_decay * *w;
            }
            if config.optimizer == Optimizer::Sgd {
                *m = config.momentum * *m + g;
                *w -= config.learning_rate * *m;
                continue;
            }
            *m = config.beta1 * *m + (1.0 - config.beta1) * g;
            *v = config.beta2 * *v + (1.0 - config.beta2) * g * g;
            let unbiased = |mean: f64, beta: f64| mean / (1.0 - beta.powi(self.step));
            *w -= config.learning_rate * unbiased(*m, config.beta1)
                / (unbiased(*v, config.beta2).sqrt() + config.epsilon);
        }
    }
}

fn flat(tensors: &[Tensor<2>]) -> Vec<f64> {
    tensors.iter().flat_map(numbers).collect()
}

/// Twenty random gradients against the twin; the tolerance is a hundredth of a step and the
/// rounding of the weights themselves.
fn check_optimizer(config: &Config, gradient_scale: f32) {
    let mut random = Random::new(7, "optimiser");
    let mut draw = |scale| {
        vec![matrix(&random_matrix(&mut random, 4, 3, scale)), matrix(&random_matrix(&mut random, 2, 5, scale))]
    };
    let mut weights = draw(0.5);
    let mut twin = Twin::new(&weights);
    let mut state = OptimizerState::new(&weights);
    for step in 1..=20 {
        let gradients = draw(gradient_scale);
        twin.advance(config, &flat(&gradients));
        let before = flat(&weights);
        let state_before = (flat(&state.first), flat(&state.second), state.step);
        let update = flat(&state.update_only(config, &weights, gradients.clone()));
        assert_eq!(state_before, (flat(&state.first), flat(&state.second), state.step));
        state.advance(config, &mut weights, gradients);
        assert_eq!(state.step, step);
        let moved: Vec<f64> = flat(&weights).iter().zip(&before).map(|(new, old)| new - old).collect();
        assert_all_close(&update, &moved, 3e-7, 1e-5, "update");
        assert_all_close(&flat(&weights), &twin.weights, 2e-6, 1e-5, &format!("{config:?}, step {step}"));
    }
}

#[test]
fn optimisers_meet_their_twins_over_twenty_steps() {
    for optimizer in [Optimizer::Adam, Optimizer::AdamW, Optimizer::Sgd] {
        for weight_decay in [0.0, 0.7] {
            for epsilon in [1e-8, 1e-2] {
                let config = Config { optimizer, weight_decay, epsilon, ..Config::default() };
                check_optimizer(&config, 1.0);
            }
        }
    }
}

/// With ε far below, the size of the gradient must not matter, however small its square.
#[test]
fn adam_survives_gradients_whose_squares_underflow() {
    for gradient_scale in [1e-12, 1e-20, 1e-24] {
        for epsilon in [1e-25, 1e-30] {
            let config = Config { optimizer: Optimizer::AdamW, beta2: 0.95, epsilon, ..Config::default() };
            check_optimizer(&config, gradient_scale);
        }
    }
    // And gradients of exactly 0 move nothing.
    let mut weights = vec![matrix(&[vec![1.0, -2.0]])];
    let mut state = OptimizerState::new(&weights);
    let config = Config { epsilon: 1e-30, ..Config::default() };
    state.advance(&config, &mut weights, vec![matrix(&[vec![0.0, 0.0]])]);
    assert_eq!(flat(&weights), [1.0, -2.0]);
}

#[test]
fn changing_the_optimiser_keeps_or_resets_the_state() {
    let with = |optimizer| Config { optimizer, ..Config::default() };
    let (adam, adam_w, sgd) = (with(Optimizer::Adam), with(Optimizer::AdamW), with(Optimizer::Sgd));
    let mut weights = vec![matrix(&[vec![1.0, -2.0]])];
    let mut state = OptimizerState::new(&weights);
    state.advance(&adam, &mut weights, vec![matrix(&[vec![0.5, 0.25]])]);
    state.reset_for(&adam, &adam_w);
    assert_eq!(state.step, 1);
    assert_ne!(flat(&state.first), [0.0, 0.0]);
    state.reset_for(&adam_w, &sgd);
    assert_eq!(state.step, 0);
    assert_eq!((flat(&state.first), flat(&state.second)), (vec![0.0; 2], vec![0.0; 2]));
    // The first step of gradient descent after it is the plain gradient's.
    let before = flat(&weights);
    state.advance(&sgd, &mut weights, vec![matrix(&[vec![1.0, -1.0]])]);
    let expected = [before[0] - sgd.learning_rate, before[1] + sgd.learning_rate];
    assert_all_close(&flat(&weights), &expected, 1e-7, 0.0, "first step");
    state.reset_for(&sgd, &adam);
    assert_eq!(state.step, 0);
}
