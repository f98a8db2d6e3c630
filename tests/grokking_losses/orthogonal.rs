//! The orthogonal gradient: orthogonal, as long as promised, at every size of gradient.

use super::*;
use paperglass::grokking::{OrthogonalGradient, orthogonal_gradient};
use proptest::prelude::*;

fn length(a: &[f64]) -> f64 {
    inner(a, a).sqrt()
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    inner(a, b) / (length(a) * length(b))
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
            let (w, g, projected) = (numbers(weight), numbers(gradient), numbers(projected));
            assert!(cosine(&w, &projected).abs() < 1e-6, "cosine {:e}", cosine(&w, &projected));
            // The paper's Eq. 12, in f64.
            let share = inner(&w, &g) / inner(&w, &w);
            let across: Vec<f64> = g.iter().zip(&w).map(|(g, w)| g - share * w).collect();
            let factor = if rescale { length(&g) / length(&across) } else { 1.0 };
            let expected: Vec<f64> = across.iter().map(|g| g * factor).collect();
            assert_all_close(&projected, &expected, 1e-6, 1e-5, "projected gradient");
            if rescale {
                assert!(close(length(&projected), length(&g), 0.0, 1e-5));
            }
        }
    }
}

#[test]
fn the_whole_vector_is_orthogonal_and_its_tensors_are_not() {
    let (weights, gradients) = weights_and_gradients(2, 1.0);
    let projected =
        orthogonal_gradient(&weights, gradients.clone(), OrthogonalGradient::WholeVector, true);
    assert!(cosine(&flat(&weights), &flat(&projected)).abs() < 1e-6);
    assert!(close(length(&flat(&projected)), length(&flat(&gradients)), 0.0, 1e-5));
    for (weight, projected) in weights.iter().zip(&projected) {
        let cosine = cosine(&numbers(weight), &numbers(projected));
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
