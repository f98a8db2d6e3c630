//! What the CPU spends its time on beside products of matrices, in one pass over memory.
//!
//! Flex computes `exp` one number at a time (47 ns each in WebAssembly, a fifth of a training
//! step at p = 47). Here it is a polynomial over rows, which the compiler turns into SIMD
//! instructions on every target. Each function refuses a tensor that is not a plain `f32` tensor
//! on Flex (and gives back what it took by value); use the Burn operations then.

use burn::backend::Flex;
use burn::tensor::{Tensor, TensorData};

use crate::grokking::{Loss, SignificandBits};

/// `exp(x)` for `x ≤ 0`, to 2 units in the last place; 0 below -87.3, where `f32` ends.
///
/// Cody-Waite reduction by ln 2 in two parts, then a polynomial of degree 6 on ±½ ln 2.
/// No branch and no call, so that loops over it vectorise.
#[inline(always)]
fn exp_of_negative(x: f32) -> f32 {
    // Adding and subtracting 1.5 · 2²³ rounds to the nearest whole number.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let clamped = x.max(-87.3);
    let n = (clamped * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let r = clamped - n * LN2_HIGH - n * LN2_LOW;
    // Taylor's terms; on ±0.347 the first one left out is below 1.2e-7 of the whole.
    let mut p = 1.0 / 720.0;
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        p = p * r + coefficient;
    }
    let power = f32::from_bits(((n as i32 + 127) << 23) as u32);
    let keep = if x < -87.3 { 0.0 } else { 1.0 };
    p * power * keep
}

/// Sum in sixteen lanes: faster than one by one, and no less exact.
#[inline(always)]
fn sum(values: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 16];
    let chunks = values.chunks_exact(16);
    let rest: f32 = chunks.remainder().iter().sum();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().sum::<f32>() + rest
}

#[inline(always)]
fn greatest(values: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; 16];
    let chunks = values.chunks_exact(16);
    let rest = chunks.remainder().iter().fold(f32::NEG_INFINITY, |a, &b| if b > a { b } else { a });
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            // Not `f32::max`: a comparison is one instruction everywhere.
            *lane = if value > *lane { value } else { *lane };
        }
    }
    lanes.iter().fold(rest, |a, &b| if b > a { b } else { a })
}

/// One row: logits become the gradient of its loss, times `share`.
#[inline(always)]
fn row_gradient(loss: Loss, threshold: f32, row: &mut [f32], target: usize, share: f32) {
    match loss {
        Loss::SoftmaxCrossEntropy | Loss::SoftmaxComplement => {
            let top = greatest(row);
            for z in row.iter_mut() {
                *z = exp_of_negative(*z - top);
            }
            if loss == Loss::SoftmaxCrossEntropy {
                let total = sum(row);
                for e in row.iter_mut() {
                    *e /= total;
                }
                row[target] -= 1.0;
                for e in row.iter_mut() {
                    *e *= share;
                }
            } else {
                let correct = std::mem::replace(&mut row[target], 0.0);
                let rivals = sum(row);
                let total = rivals + correct;
                row[target] = if rivals < threshold { 0.0 } else { -rivals };
                for e in row.iter_mut() {
                    *e = *e / total * share;
                }
            }
        }
        Loss::Stablemax | Loss::StablemaxComplement => {
            let correct = row[target];
            let score = |z: f32| {
                let steep = 1.0 + z.abs();
                if z < 0.0 { 1.0 / steep } else { steep }
            };
            // The rivals' sum and the whole, without a second buffer.
            let mut lanes = [0.0f32; 16];
            for chunk in row.chunks(16) {
                for (lane, &z) in lanes.iter_mut().zip(chunk) {
                    *lane += score(z);
                }
            }
            let total: f32 = lanes.iter().sum();
            let rivals = if loss == Loss::StablemaxComplement {
                row[target] = f32::NEG_INFINITY; // its score is 0
                let mut lanes = [0.0f32; 16];
                for chunk in row.chunks(16) {
                    for (lane, &z) in lanes.iter_mut().zip(chunk) {
                        *lane += score(z);
                    }
                }
                row[target] = correct;
                lanes.iter().sum::<f32>()
            } else {
                total
            };
            let (total, at_target) = if loss == Loss::StablemaxComplement {
                let total = rivals + score(correct);
                (total, -rivals / total)
            } else {
                (total, score(correct) / total - 1.0)
            };
            for z in row.iter_mut() {
                let steep = 1.0 + z.abs();
                let s = if *z < 0.0 { 1.0 / steep } else { steep };
                *z = s / total / steep * share;
            }
            row[target] = at_target / (1.0 + correct.abs()) * share;
        }
    }
}

/// The gradient of `losses::loss_gradient` times `share`, `[batch, classes]`.
///
/// `share` is 1 for the gradient of the sum, 1 / batch for that of the mean.
///
/// # Errors
/// The logits, untouched.
pub fn loss_gradient(
    loss: Loss,
    bits: SignificandBits,
    logits: Tensor<2>,
    targets: &[u32],
    share: f32,
) -> Result<Tensor<2>, Tensor<2>> {
    let [batch, classes] = logits.dims();
    if batch != targets.len() || targets.iter().any(|&target| target as usize >= classes) {
        return Err(logits);
    }
    let Ok(tensor) = logits.clone().try_into_primitive::<Flex>() else { return Err(logits) };
    drop(logits); // The only owner writes in place.
    let mut tensor = tensor.to_contiguous();
    let threshold = bits.threshold().unwrap_or(0.0) as f32;
    let values: &mut [f32] = tensor.storage_mut();
    // The loss is matched outside the loop, so that each loop is straight.
    let mut rows = |loss: Loss| {
        for (row, &target) in values.chunks_exact_mut(classes).zip(targets) {
            row_gradient(loss, threshold, row, target as usize, share);
        }
    };
    match loss {
        Loss::SoftmaxCrossEntropy => rows(Loss::SoftmaxCrossEntropy),
        Loss::SoftmaxComplement => rows(Loss::SoftmaxComplement),
        Loss::Stablemax => rows(Loss::Stablemax),
        Loss::StablemaxComplement => rows(Loss::StablemaxComplement),
    }
    Ok(Tensor::from_primitive::<Flex>(tensor))
}

/// A gradient, kept where ReLU's output is positive; both `[n, width]`.
///
/// # Errors
/// The gradient, untouched.
pub fn through_relu(gradient: Tensor<2>, output: &Tensor<2>) -> Result<Tensor<2>, Tensor<2>> {
    let Ok(output) = output.clone().try_into_primitive::<Flex>() else { return Err(gradient) };
    let output = output.to_contiguous();
    let Some(kept) = output.as_slice::<f32>() else { return Err(gradient) };
    let Ok(tensor) = gradient.clone().try_into_primitive::<Flex>() else { return Err(gradient) };
    drop(gradient);
    let mut gradient = tensor.to_contiguous();
    let values: &mut [f32] = gradient.storage_mut();
    for (value, &output) in values.iter_mut().zip(kept) {
        *value = if output > 0.0 { *value } else { 0.0 };
    }
    Ok(Tensor::from_primitive::<Flex>(gradient))
}

/// The first layer on two one-hot inputs: `max(0, E[a] + E[b])` for pairs of rows, `[n, width]`.
pub fn gather_pairs(table: &Tensor<2>, pairs: &[(u32, u32)]) -> Option<Tensor<2>> {
    let [rows, width] = table.dims();
    let device = table.device();
    if pairs.iter().any(|&(a, b)| a as usize >= rows || b as usize >= rows) {
        return None;
    }
    let table = table.clone().try_into_primitive::<Flex>().ok()?.to_contiguous();
    let table: &[f32] = table.as_slice()?;
    let mut hidden = Vec::with_capacity(pairs.len() * width);
    for &(a, b) in pairs {
        let (a, b) = (a as usize * width, b as usize * width);
        let sums = table[a..a + width].iter().zip(&table[b..b + width]);
        hidden.extend(sums.map(|(a, b)| {
            let sum = a + b;
            if sum > 0.0 { sum } else { 0.0 }
        }));
    }
    Some(Tensor::from_data(TensorData::new(hidden, [pairs.len(), width]), &device))
}

/// Its backward pass: each example's row added to the two rows of the table it came from.
pub fn scatter_pairs(gradient: &Tensor<2>, pairs: &[(u32, u32)], rows: usize) -> Option<Tensor<2>> {
    let [n, width] = gradient.dims();
    let device = gradient.device();
    if n != pairs.len() || pairs.iter().any(|&(a, b)| a as usize >= rows || b as usize >= rows) {
        return None;
    }
    let gradient = gradient.clone().try_into_primitive::<Flex>().ok()?.to_contiguous();
    let gradient: &[f32] = gradient.as_slice()?;
    let mut table = vec![0.0f32; rows * width];
    for (source, &(a, b)) in gradient.chunks_exact(width).zip(pairs) {
        for row in [a as usize, b as usize] {
            for (sum, value) in table[row * width..(row + 1) * width].iter_mut().zip(source) {
                *sum += value;
            }
        }
    }
    Some(Tensor::from_data(TensorData::new(table, [rows, width]), &device))
}

#[cfg(test)]
mod tests {
    use burn::tensor::{Device, Int};

    use super::*;
    use crate::{grokking::losses, random::Random};

    #[test]
    fn exp_is_right_to_two_units_in_the_last_place() {
        for i in 0..=87_300 {
            let x = -(i as f32) / 1000.0;
            let (found, exact) = (f64::from(exp_of_negative(x)), f64::from(x).exp());
            assert!((found - exact).abs() <= 2.5e-7 * exact, "exp({x}) = {found}, not {exact}");
        }
        assert_eq!(exp_of_negative(0.0), 1.0);
        assert_eq!(exp_of_negative(-100.0), 0.0);
    }

    #[test]
    fn gradients_agree_with_the_plain_operations() {
        let device = Device::flex();
        let (rows, classes) = (60, 47);
        let mut random = Random::new(1, "logits");
        for scale in [0.1, 1.0, 10.0, 60.0] {
            let logits: Vec<f32> = (0..rows * classes).map(|_| random.normal() * scale).collect();
            let targets: Vec<u32> = (0..rows).map(|_| random.below(classes as u32)).collect();
            let signed: Vec<i32> = targets.iter().map(|&t| t as i32).collect();
            for loss in [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement] {
                for bits in [SignificandBits::None, SignificandBits::Eight] {
                    let z = Tensor::<2>::from_data(TensorData::new(logits.clone(), [rows, classes]), &device);
                    let y = Tensor::<1, Int>::from_data(TensorData::new(signed.clone(), [rows]), &device);
                    let fast = loss_gradient(loss, bits, z.clone(), &targets, 1.0).unwrap();
                    let plain = losses::loss_gradient(loss, bits, z, y);
                    let (fast, plain) = (fast.into_data(), plain.into_data());
                    for (a, b) in fast.iter::<f32>().zip(plain.iter::<f32>()) {
                        // The plain forms subtract from 1, whose last place is 6e-8.
                        let plain = matches!(loss, Loss::SoftmaxCrossEntropy | Loss::Stablemax);
                        let floor = if plain { 3e-7 } else { 1e-30 };
                        assert!((a - b).abs() <= 5e-6 * b.abs() + floor, "{loss:?} {bits:?}: {a} and {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn pairs_are_gathered_and_scattered() {
        let device = Device::flex();
        let table = Tensor::<2>::from_data([[1.0, -1.0], [2.0, -5.0], [-4.0, 3.0]], &device);
        let pairs = [(0, 1), (0, 2)];
        let hidden = gather_pairs(&table, &pairs).unwrap();
        assert_eq!(hidden.clone().into_data(), TensorData::from([[3.0f32, 0.0], [0.0, 2.0]]));
        let gradient = through_relu(Tensor::ones([2, 2], &device), &hidden).unwrap();
        assert_eq!(gradient.clone().into_data(), TensorData::from([[1.0f32, 0.0], [0.0, 1.0]]));
        let table = scatter_pairs(&gradient, &pairs, 3).unwrap();
        assert_eq!(table.into_data(), TensorData::from([[1.0f32, 1.0], [1.0, 0.0], [0.0, 1.0]]));
        assert!(gather_pairs(&Tensor::ones([2, 2], &device), &[(0, 9)]).is_none());
    }
}
