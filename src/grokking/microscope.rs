//! One example's sum of exponentials under the floating-point microscope.
//!
//! Pure host arithmetic: the same sum is run in `f16`, `f32` and `f64`, and StableMax's in
//! `f32`, each operation rounded as that format rounds it, so that one sees which terms still
//! change the sum. The [`KEPT`] greatest terms come first (the greatest of all, then in class
//! order) and are listed; further ones are added after them and only enter the loss.

use half::f16;

use super::snapshot::{Microscope, RunningSum, SumRow};
use crate::experiment::Floats;

/// Terms that are listed.
pub const KEPT: usize = 24;
/// Digits shown of what falls off the end.
const FALLEN: usize = 24;

/// A number format: rounding to it, and the bits of its significand, the leading one included.
#[derive(Clone, Copy)]
struct Arithmetic {
    name: &'static str,
    bits: u32,
    round: fn(f64) -> f64,
}

const F16: Arithmetic = Arithmetic { name: "f16", bits: 11, round: |x| f16::from_f64(x).to_f64() };
const F32: Arithmetic = Arithmetic { name: "f32", bits: 24, round: |x| f64::from(x as f32) };
const F64: Arithmetic = Arithmetic { name: "f64", bits: 53, round: |x| x };

/// The part, from one example's logits.
pub fn microscope(sample: u32, question: String, target: u32, logits: &[f32]) -> Microscope {
    let sums = vec![
        softmax_sum(F16, logits, target as usize),
        softmax_sum(F32, logits, target as usize),
        softmax_sum(F64, logits, target as usize),
        stablemax_sum(logits, target as usize),
    ];
    Microscope { sample, question, target, logits: Floats(logits.to_vec()), sums }
}

/// Terms exp(z - max z), the logits first rounded to the format, as a cast of them does.
fn softmax_sum(arithmetic: Arithmetic, logits: &[f32], target: usize) -> RunningSum {
    let round = arithmetic.round;
    let cast: Vec<f64> = logits.iter().map(|&z| round(f64::from(z))).collect();
    let greatest = cast.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let shifted: Vec<f64> = cast.iter().map(|z| round(z - greatest)).collect();
    let terms: Vec<f64> = shifted.iter().map(|z| z.exp()).collect();
    let (rows, sum) = run(arithmetic, &terms);
    let correct = shifted.get(target).copied().unwrap_or(f64::NAN);
    RunningSum {
        arithmetic: arithmetic.name.into(),
        significand_bits: arithmetic.bits,
        rows,
        loss: round(round(sum.ln()) - correct),
    }
}

/// Terms s(z) = z + 1 above 0 and 1 / (1 - z) below.
fn stablemax_sum(logits: &[f32], target: usize) -> RunningSum {
    let score = |&z: &f32| if z >= 0.0 { f64::from(z) + 1.0 } else { 1.0 / (1.0 - f64::from(z)) };
    let terms: Vec<f64> = logits.iter().map(score).collect();
    let (rows, sum) = run(F32, &terms);
    let correct = (F32.round)(terms.get(target).copied().unwrap_or(f64::NAN));
    RunningSum {
        arithmetic: "stablemax".into(),
        significand_bits: F32.bits,
        rows,
        loss: -(F32.round)((F32.round)(correct / sum).ln()),
    }
}

/// The rows, and the sum of all terms.
fn run(arithmetic: Arithmetic, terms: &[f64]) -> (Vec<SumRow>, f64) {
    let mut order: Vec<usize> = (0..terms.len()).collect();
    // Stable, so that equals stay in class order.
    order.sort_by(|&a, &b| terms[b].total_cmp(&terms[a]));
    let kept = order.len().min(KEPT);
    if kept > 1 {
        order[1..kept].sort_unstable();
        order[kept..].sort_unstable();
    }
    let mut sum = 0.0;
    let mut rows = Vec::with_capacity(kept);
    for (i, &class) in order.iter().enumerate() {
        let term = terms[class];
        let added = (arithmetic.round)(term);
        let before = sum;
        sum = (arithmetic.round)(sum + added);
        if i < kept {
            let (sum_bits, term_bits) = (bits(sum, arithmetic.bits), shifted_bits(added, sum, arithmetic.bits));
            let absorbed = i > 0 && sum == before;
            rows.push(SumRow { class: class as u32, term, sum, sum_bits, term_bits, absorbed });
        }
    }
    (rows, sum)
}

/// The exponent e of 2ᵉ <= x < 2ᵉ⁺¹, and the 53 bits of the significand as a whole number.
fn parts(x: f64) -> Option<(i32, u64)> {
    if !(x.is_finite() && x > 0.0) {
        return None;
    }
    let bits = x.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    Some(match (bits >> 52) as i32 {
        // Below the least normal number there is no hidden leading one.
        0 => {
            let shift = fraction.leading_zeros() as i32 - 11;
            (-1022 - shift, fraction << shift)
        }
        exponent => (exponent - 1023, fraction | 1 << 52),
    })
}

/// `1.0110…`, `length` digits in all; empty for 0 and what is not a number.
fn bits(x: f64, length: u32) -> String {
    shifted_bits(x, x, length).split('|').next().unwrap_or_default().into()
}

/// The digits of `x` as they stand under the significand of `sum`: as many as that has, then
/// "|" and what falls off the end ("…" where that is longer than shown).
fn shifted_bits(x: f64, sum: f64, length: u32) -> String {
    let Some((top, _)) = parts(sum) else { return String::new() };
    let x = parts(x);
    // The digit of x at 2^place.
    let digit = |place: i32| {
        x.is_some_and(|(exponent, significand)| {
            let down = exponent - place;
            (0..=52).contains(&down) && significand >> (52 - down) & 1 == 1
        })
    };
    let lowest = x.map_or(0, |(exponent, significand)| exponent - 52 + significand.trailing_zeros() as i32);
    let end = top - length as i32;
    let mut text = String::new();
    for place in (end + 1..=top).rev() {
        text.push(if digit(place) { '1' } else { '0' });
        if place == top {
            text.push('.');
        }
    }
    if x.is_some() && lowest <= end {
        text.push('|');
        let shown = lowest.max(end - FALLEN as i32 + 1);
        text.extend((shown..=end).rev().map(|place| if digit(place) { '1' } else { '0' }));
        if shown > lowest {
            text.push('…');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(logits: &[f32], target: u32) -> Vec<RunningSum> {
        microscope(0, String::new(), target, logits).sums
    }

    #[test]
    fn bits_of_known_numbers() {
        assert_eq!(bits(1.0, 4), "1.000");
        assert_eq!(bits(0.625, 4), "1.010");
        assert_eq!(bits(0.0, 4), "");
        assert_eq!(shifted_bits(0.375, 1.0, 4), "0.011");
        assert_eq!(shifted_bits(0.15625, 1.0, 4), "0.001|01");
        assert_eq!(shifted_bits(0.0, 1.0, 4), "0.000");
    }

    #[test]
    fn two_equal_logits_sum_to_two_and_cost_log_2() {
        for sum in sums(&[3.0, 3.0], 1) {
            assert_eq!(sum.rows.len(), 2);
            assert_eq!(sum.rows[1].sum, 2.0 * sum.rows[0].sum);
            assert!((sum.loss - std::f64::consts::LN_2).abs() < 1e-3, "{}", sum.loss);
        }
    }

    #[test]
    fn a_gap_of_twenty_nats_is_absorbed_by_f16_and_f32_but_not_by_f64_nor_stablemax() {
        let found = sums(&[0.0, 20.0, -3.0], 1);
        let absorbed: Vec<bool> = found.iter().map(|sum| sum.rows[1].absorbed).collect();
        assert_eq!(absorbed, [true, true, false, false]);
        assert_eq!((found[0].loss, found[1].loss), (0.0, 0.0));
        assert!(found[2].loss > 2e-9 && found[2].loss < 2.2e-9);
        // s(20) = 21, s(0) = 1, s(-3) = 1/4.
        assert!((found[3].loss - (22.25f64 / 21.0).ln()).abs() < 1e-6);
    }

    #[test]
    fn long_sums_list_their_greatest_terms_and_count_the_rest() {
        let logits: Vec<f32> = (0..60).map(|i| (i * 17 % 60) as f32 * 0.01).collect();
        for sum in sums(&logits, 3) {
            assert_eq!(sum.rows.len(), KEPT);
            assert!((sum.loss - (60f64.ln() - 0.5)).abs() < 1.0, "{}", sum.loss);
            assert!(sum.rows[1..].windows(2).all(|pair| pair[0].class < pair[1].class));
        }
    }

    #[test]
    fn what_is_not_a_number_does_not_panic() {
        for logits in [[f32::NAN, 1.0], [f32::INFINITY, 1.0], [f32::NEG_INFINITY; 2], [1e30, -1e30]] {
            assert_eq!(sums(&logits, 0).len(), 4);
        }
        assert_eq!(sums(&[], 0).len(), 4);
    }
}
