//! The grokking paper's losses, orthogonal gradient and optimisers against slow, obvious twins
//! in `f64`, written here from the equations.
#![cfg(not(target_arch = "wasm32"))] // wasm-pack builds every test; these are native.

mod absorption;
mod losses;
mod optimizers;
mod orthogonal;
mod wrapper;

use burn::tensor::{Device, Int, Tensor, TensorData};
use paperglass::random::Random;

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

fn flat(tensors: &[Tensor<2>]) -> Vec<f64> {
    tensors.iter().flat_map(numbers).collect()
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
