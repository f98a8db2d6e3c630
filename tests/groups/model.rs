//! The factorisation against its twin, finite differences, the theory's exact numbers, and a
//! first taste of the claims.

use burn::tensor::{Device, Tensor};
use paperglass::{
    groups::{
        cayley::CayleyTable,
        hypercube::{Factors, Momentum, Observed, Regulariser},
        named::{cyclic, dihedral, group_table},
    },
    random::Random,
};

fn numbers<const D: usize>(tensor: &Tensor<D>) -> Vec<f64> {
    tensor.to_data().iter::<f64>().collect()
}

/// Loss plus ε times the regulariser, in f64 with loops, from the flattened A, B, C.
fn twin(n: usize, x: &[f64], table: &CayleyTable, shown: &[bool], regulariser: Regulariser, epsilon: f64) -> f64 {
    let at = |factor: usize, s: usize, i: usize, j: usize| x[((factor * n + s) * n + i) * n + j];
    let mut loss = 0.0;
    let norm_of_product = |f: usize, s: usize, g: usize, t: usize| -> f64 {
        (0..n * n).map(|ik| (0..n).map(|j| at(f, s, ik / n, j) * at(g, t, j, ik % n)).sum::<f64>().powi(2)).sum()
    };
    for a in 0..n {
        for b in 0..n {
            for c in (0..n).filter(|_| shown[a * n + b]) {
                let mut trace = 0.0;
                for i in 0..n {
                    for j in 0..n {
                        for k in 0..n {
                            trace += at(0, a, i, j) * at(1, b, j, k) * at(2, c, k, i);
                        }
                    }
                }
                loss += (trace / n as f64 - f64::from(table.product(a, b) == c)).powi(2);
            }
        }
    }
    let penalty: f64 = match regulariser {
        Regulariser::None => 0.0,
        Regulariser::L2 => x.iter().map(|x| x * x).sum(),
        Regulariser::HyperCube => (0..n * n)
            .map(|st| norm_of_product(0, st / n, 1, st % n) + norm_of_product(1, st / n, 2, st % n) + norm_of_product(2, st / n, 0, st % n))
            .sum(),
    };
    loss + epsilon * penalty / n as f64
}

#[test]
fn gradients_are_those_of_the_twin() {
    let (n, device) = (4, Device::flex());
    let table = group_table("Z2^2").unwrap();
    let shown: Vec<bool> = (0..n * n).map(|i| i % 3 != 1).collect();
    let observed = Observed::new(&table, |a, b| shown[a * n + b], &device);
    let factors = Factors::random(n, 7, &device);
    let mut x = [numbers(&factors.a), numbers(&factors.b), numbers(&factors.c)].concat();
    for regulariser in [Regulariser::HyperCube, Regulariser::L2, Regulariser::None] {
        let gradients = factors.gradients(&observed, regulariser, 0.3);
        let found = [numbers(&gradients.a), numbers(&gradients.b), numbers(&gradients.c)].concat();
        for i in 0..x.len() {
            let kept = x[i];
            let mut at = |value: f64| {
                x[i] = value;
                twin(n, &x, &table, &shown, regulariser, 0.3)
            };
            let slope = (at(kept + 1e-5) - at(kept - 1e-5)) / 2e-5;
            x[i] = kept;
            assert!((found[i] - slope).abs() < 1e-4 * (1.0 + slope.abs()), "{regulariser:?} [{i}]: {} against {slope}", found[i]);
        }
    }
    let loss = numbers(&factors.loss(&observed))[0];
    assert!((loss - twin(n, &x, &table, &shown, Regulariser::None, 0.0)).abs() < 1e-4);
    let h = numbers(&factors.hypercube())[0];
    let all = twin(n, &x, &table, &shown, Regulariser::HyperCube, 1.0) - twin(n, &x, &table, &shown, Regulariser::None, 0.0);
    assert!((h - all).abs() < 1e-3 * all);
}

#[test]
fn the_regular_representation_is_exact_and_its_h_is_three_n_squared() {
    for name in ["S3", "Q8", "A4", "Z7"] {
        let (table, device) = (group_table(name).unwrap(), Device::flex());
        let n = table.order() as f64;
        let factors = Factors::regular(&table, &device);
        assert!(numbers(&factors.loss(&Observed::all(&table, &device)))[0] < 1e-9, "{name}");
        assert_eq!(factors.table().unwrap(), table);
        for h in [factors.hypercube(), factors.weighted_hypercube(&table)] {
            assert!((numbers(&h)[0] - 3.0 * n * n).abs() < 1e-3, "{name}");
        }
    }
}

/// A mask of exactly the share of cells, by a seed.
fn mask(n: usize, share: f64, seed: u32) -> Vec<bool> {
    let mut order: Vec<usize> = (0..n * n).collect();
    Random::new(seed, "mask").shuffle(&mut order);
    let mut shown = vec![false; n * n];
    order[..(share * (n * n) as f64).round() as usize].iter().for_each(|&cell| shown[cell] = true);
    shown
}

/// Whether every hidden cell is right within so many steps, and stays so at the last.
fn recovered(table: &CayleyTable, share: f64, seed: u32, regulariser: Regulariser, epsilon: f64, steps: usize) -> bool {
    let (n, device) = (table.order(), Device::flex());
    let shown = mask(n, share, seed);
    let observed = Observed::new(table, |a, b| shown[a * n + b], &device);
    let mut factors = Factors::random(n, seed, &device);
    let mut optimizer = Momentum::new(0.12, 0.9);
    for _ in 0..steps {
        factors = optimizer.step(&factors, factors.gradients(&observed, regulariser, epsilon));
    }
    factors.table().as_ref() == Some(table)
}

#[test]
fn hypercube_recovers_what_is_hidden_and_nothing_does_not() {
    for name in ["S3", "Q8", "D4"] {
        let table = group_table(name).unwrap();
        let count = |regulariser, epsilon| (0..20).filter(|&seed| recovered(&table, 0.6, seed, regulariser, epsilon, 300)).count();
        let with = count(Regulariser::HyperCube, 0.2);
        assert!(with >= 18, "{name}: {with} of 20 with HyperCube");
        let without = count(Regulariser::None, 0.0);
        assert_eq!(without, 0, "{name}: {without} of 20 without a regulariser");
    }
    let q8 = group_table("Q8").unwrap();
    let l2 = (0..20).filter(|&seed| recovered(&q8, 0.6, seed, Regulariser::L2, 1.5, 300)).count();
    assert!(l2 <= 1, "Q8: {l2} of 20 with L2");
}

#[test]
fn at_a_fixed_epsilon_the_singular_value_solves_its_cubic() {
    let device = Device::flex();
    for (table, epsilon) in [(cyclic(5), 0.1), (dihedral(3), 0.03)] {
        let n = table.order() as f64;
        let observed = Observed::all(&table, &device);
        let mut factors = Factors::random(table.order(), 1, &device);
        let mut optimizer = Momentum::new(0.12, 0.9);
        for _ in 0..1500 {
            factors = optimizer.step(&factors, factors.gradients(&observed, Regulariser::HyperCube, epsilon));
        }
        // s³ + 2 ε s = 1 by Newton's method.
        let s = (0..50).fold(1.0f64, |s, _| s - (s.powi(3) + 2.0 * epsilon * s - 1.0) / (3.0 * s * s + 2.0 * epsilon));
        // All singular values equal s exactly if A_a A_aᵀ = s² I.
        let a = factors.a.clone();
        let grams = numbers(&a.clone().matmul(a.swap_dims(1, 2)));
        for (i, gram) in grams.iter().enumerate() {
            let cell = i % table.order().pow(2);
            let expected = if cell / table.order() == cell % table.order() { s * s } else { 0.0 };
            assert!((gram - expected).abs() < 2e-3, "ε = {epsilon}: {gram} against {expected}");
        }
        let h = numbers(&factors.weighted_hypercube(&table))[0] / (n * n);
        assert!((h - 3.0 * s.powi(4)).abs() < 3e-3, "H/n² = {h}, 3 s⁴ = {}", 3.0 * s.powi(4));
    }
}
