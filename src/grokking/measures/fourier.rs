//! The Fourier transform of the first layer over the first operand.
//!
//! For addition and subtraction the values 0..p are the cyclic group that a network finds. For
//! multiplication and division it is the nonzero residues, and putting value gᵏ (g a primitive
//! root) at place k turns products into sums. F = frequencies, h = neurons, p = values.

use burn::tensor::{Tensor, TensorData};

use super::{Answers, Now, Reads};
use crate::{
    experiment::{Counts, Floats},
    grokking::{Operation, snapshot::Fourier},
};

/// How many frequencies are drawn as circles.
const CIRCLES: usize = 3;

/// The place of each value on the cycle; `None` for a value that is not on it.
pub(super) fn order(operation: Operation, p: usize) -> Vec<Option<usize>> {
    match operation {
        Operation::Multiplication | Operation::Division => discrete_logarithm(p),
        _ => (0..p).map(Some).collect(),
    }
}

/// The k with gᵏ = value mod p, g the least primitive root of the prime p; `None` for 0.
fn discrete_logarithm(p: usize) -> Vec<Option<usize>> {
    (2..p)
        .find_map(|root| {
            let mut places = vec![None; p];
            let mut power = 1;
            for k in 0..p - 1 {
                // A repeated power means that this is no primitive root.
                if places[power].replace(k).is_some() {
                    return None;
                }
                power = power * root % p;
            }
            Some(places)
        })
        .unwrap_or_else(|| vec![None; p])
}

/// Orthonormal cosines and sines over the cycle, rows cos 1, sin 1, cos 2, ..., `[2F, p]`; the
/// sine of the highest frequency of an even cycle is all zero.
pub(super) fn basis(order: &[Option<usize>]) -> Vec<f32> {
    let length = order.iter().flatten().count();
    (1..=length / 2)
        .flat_map(|frequency| [(frequency, 0.0), (frequency, 0.25)])
        .flat_map(|(frequency, quarter)| {
            let highest = 2 * frequency == length;
            let scale = match (highest, quarter == 0.0) {
                (true, true) => (1.0 / length as f64).sqrt(),
                (true, false) => 0.0,
                (false, _) => (2.0 / length as f64).sqrt(),
            };
            order.iter().map(move |place| {
                let turns = |place| (frequency * place % length) as f64 / length as f64 - quarter;
                place.map_or(0.0, |place| scale * (std::f64::consts::TAU * turns(place)).cos()) as f32
            })
        })
        .collect()
}

pub(super) fn ask(now: &Now, reads: &mut Reads) -> impl FnOnce(&Answers) -> Fourier + use<> {
    let run = now.run;
    let (operation, p) = (run.task.operation, run.task.classes);
    let order = order(operation, p);
    let frequencies = order.iter().flatten().count() / 2;
    let basis = TensorData::new(basis(&order), [2 * frequencies, p]);
    let table = now.weights[0].clone().slice([0..p]);
    let basis = Tensor::<2>::from_data(basis, &table.device());
    let components = reads.ask(basis.matmul(table.clone()));
    let table = reads.ask(table);
    move |answers| {
        let discrete = matches!(operation, Operation::Multiplication | Operation::Division);
        transform(&answers.floats(components), &answers.floats(table), frequencies, p, &order, discrete)
    }
}

/// The part, from the components `[2F, h]` and the layer's rows `[p, h]`.
fn transform(
    components: &[f32],
    table: &[f32],
    frequencies: usize,
    p: usize,
    order: &[Option<usize>],
    discrete_logarithm: bool,
) -> Fourier {
    let h = table.len() / p.max(1);
    let row = |i: usize| &components[i * h..(i + 1) * h];
    let power_of = |frequency: usize, neuron: usize| {
        let (cosine, sine) = (row(2 * frequency)[neuron], row(2 * frequency + 1)[neuron]);
        f64::from(cosine).powi(2) + f64::from(sine).powi(2)
    };
    let share = |part: f64, whole: f64| if whole == 0.0 { 0.0 } else { part / whole };
    let mut power = vec![0.0; frequencies];
    let mut neurons = Vec::with_capacity(h * frequencies);
    let (mut strongest_sum, mut total) = (0.0, 0.0);
    for neuron in 0..h {
        let own: Vec<f64> = (0..frequencies).map(|frequency| power_of(frequency, neuron)).collect();
        let sum: f64 = own.iter().sum();
        // The power-weighted mean of max / sum is the sum of the maxima over the sum of the sums.
        strongest_sum += own.iter().copied().fold(0.0, f64::max);
        total += sum;
        neurons.extend(own.iter().map(|&part| share(part, sum) as f32));
        power.iter_mut().zip(&own).for_each(|(all, own)| *all += own);
    }
    let mut strongest: Vec<usize> = (0..frequencies).collect();
    strongest.sort_by(|&a, &b| power[b].total_cmp(&power[a]));
    strongest.truncate(CIRCLES);
    let circles = strongest
        .iter()
        .flat_map(|&frequency| circle(row(2 * frequency), row(2 * frequency + 1), table, p, order))
        .collect();
    Fourier {
        discrete_logarithm,
        frequencies: frequencies as u32,
        power: Floats(power.iter().map(|&part| share(part, total) as f32).collect()),
        neurons: Floats(neurons),
        concentration: share(strongest_sum, total) as f32,
        circle_frequencies: Counts(strongest.iter().map(|&frequency| frequency as u32 + 1).collect()),
        circles: Floats(circles),
    }
}

/// The layer's rows, centred, projected onto the two principal directions of one frequency's
/// component: a circle where the layer encodes values by that frequency, a cloud elsewhere.
fn circle(cosine: &[f32], sine: &[f32], table: &[f32], p: usize, order: &[Option<usize>]) -> Vec<f32> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let wide = |row: &[f32]| row.iter().map(|&x| f64::from(x)).collect::<Vec<f64>>();
    let (cosine, sine) = (wide(cosine), wide(sine));
    // The component is cos ⊗ cosine + sin ⊗ sine with orthonormal cos and sin, so its principal
    // directions are the axes of the 2 x 2 matrix of inner products, turned by this angle.
    let angle = 0.5 * (2.0 * dot(&cosine, &sine)).atan2(dot(&cosine, &cosine) - dot(&sine, &sine));
    let mix = |c: f64, s: f64| -> Vec<f64> {
        let direction: Vec<f64> = cosine.iter().zip(&sine).map(|(x, y)| c * x + s * y).collect();
        let length = dot(&direction, &direction).sqrt();
        direction.iter().map(|x| if length == 0.0 { 0.0 } else { x / length }).collect()
    };
    let directions = [mix(angle.cos(), angle.sin()), mix(-angle.sin(), angle.cos())];
    let projected: Vec<[f64; 2]> = table
        .chunks_exact((table.len() / p.max(1)).max(1))
        .map(|row| directions.each_ref().map(|direction| dot(&wide(row), direction)))
        .collect();
    let on_cycle = || projected.iter().zip(order).filter(|(_, place)| place.is_some());
    let centre = [0, 1].map(|i| on_cycle().map(|(point, _)| point[i]).sum::<f64>() / on_cycle().count() as f64);
    projected.iter().flat_map(|point| [(point[0] - centre[0]) as f32, (point[1] - centre[1]) as f32]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transform_of(order: &[Option<usize>], table: &[f32], h: usize) -> Fourier {
        let p = order.len();
        let basis = basis(order);
        let rows = basis.len() / p;
        let components: Vec<f32> = (0..rows * h)
            .map(|i| (0..p).map(|a| basis[i / h * p + a] * table[a * h + i % h]).sum())
            .collect();
        transform(&components, table, rows / 2, p, order, false)
    }

    #[test]
    fn a_pure_cosine_has_all_its_power_at_its_frequency_and_lies_on_a_circle() {
        let p = 11;
        let order = order(Operation::Addition, p);
        // Two neurons, a quarter turn apart, at frequency 3.
        let table: Vec<f32> = (0..2 * p)
            .map(|i| (std::f64::consts::TAU * 3.0 * (i / 2) as f64 / 11.0 + 1.6 * (i % 2) as f64).cos() as f32)
            .collect();
        let fourier = transform_of(&order, &table, 2);
        assert_eq!((fourier.frequencies, fourier.circle_frequencies.0[0]), (5, 3));
        assert!((fourier.power.0[2] - 1.0).abs() < 1e-6 && fourier.power.0[1] < 1e-6);
        assert!((fourier.concentration - 1.0).abs() < 1e-6);
        let radii: Vec<f32> = fourier.circles.0[..2 * p].chunks(2).map(|xy| xy[0].hypot(xy[1])).collect();
        assert!(radii.iter().all(|r| (r - radii[0]).abs() < 0.05), "{radii:?}");
    }

    #[test]
    fn power_is_kept_by_the_transform() {
        for operation in [Operation::Addition, Operation::Division] {
            let order = order(operation, 7);
            let table: Vec<f32> = (0..7).map(|a| ((a * a * 3 + 2) % 7) as f32).collect();
            let on: Vec<f32> = table.iter().zip(&order).filter(|(_, k)| k.is_some()).map(|(&x, _)| x).collect();
            let mean = on.iter().sum::<f32>() / on.len() as f32;
            let variance: f32 = on.iter().map(|x| (x - mean).powi(2)).sum();
            let basis = basis(&order);
            let power: f32 = basis
                .chunks(7)
                .map(|row| row.iter().zip(&table).map(|(b, x)| b * x).sum::<f32>().powi(2))
                .sum();
            assert!((power / variance - 1.0).abs() < 1e-5, "{power} {variance}");
        }
    }

    #[test]
    fn the_discrete_logarithm_turns_products_into_sums() {
        for p in [5, 7, 47, 113, 127] {
            let place = discrete_logarithm(p);
            assert_eq!(place[0], None);
            for (a, b) in [(2, 3), (p - 1, p - 2), (4, 4)] {
                let sum = (place[a].unwrap() + place[b].unwrap()) % (p - 1);
                assert_eq!(place[a * b % p], Some(sum));
            }
        }
    }
}
