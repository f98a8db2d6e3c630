//! Irreducible blocks against what is known of each group, from the regular representation and
//! from trained factors.

use burn::tensor::{Device, Tensor};
use nalgebra::DMatrix;
use paperglass::groups::{
    cayley::CayleyTable,
    hypercube::{Factors, Momentum, Observed, Regulariser},
    irreps::{Block, Kind, character_table, homomorphism_error, irreducible_blocks, representation},
    named::{cyclic, group_table, groups_of_order},
};
use Kind::{Complex, Quaternionic, Real};

fn matrices(factor: &Tensor<3>) -> Vec<DMatrix<f64>> {
    let [n, rows, columns] = factor.dims();
    let values: Vec<f64> = factor.to_data().iter::<f64>().collect();
    (0..n).map(|g| DMatrix::from_row_slice(rows, columns, &values[g * rows * columns..(g + 1) * rows * columns])).collect()
}

fn regular(group: &CayleyTable) -> Vec<DMatrix<f64>> {
    matrices(&Factors::regular(group, &Device::flex()).a)
}

fn shape(blocks: &[Block]) -> Vec<(usize, Kind)> {
    let mut all: Vec<_> = blocks.iter().map(|block| (block.dimension(), block.kind)).collect();
    all.sort_unstable();
    all
}

/// Dimensions and types of the blocks of the regular representation, as the theory has them.
fn known(name: &str) -> Vec<(usize, Kind)> {
    let of = |list: &[(usize, Kind, usize)]| list.iter().flat_map(|&(d, kind, times)| vec![(d, kind); times]).collect();
    match name {
        "Z6" => of(&[(1, Real, 2), (2, Complex, 2)]),
        "S3" => of(&[(1, Real, 2), (2, Real, 2)]),
        "Z7" => of(&[(1, Real, 1), (2, Complex, 3)]),
        "D4" => of(&[(1, Real, 4), (2, Real, 2)]),
        "Q8" => of(&[(1, Real, 4), (4, Quaternionic, 1)]),
        "Z2^3" => of(&[(1, Real, 8)]),
        "A4" => of(&[(1, Real, 1), (2, Complex, 1), (3, Real, 3)]),
        "D6" => of(&[(1, Real, 4), (2, Real, 4)]),
        "Dic3" => of(&[(1, Real, 2), (2, Real, 2), (2, Complex, 1), (4, Quaternionic, 1)]),
        "S4" => of(&[(1, Real, 2), (2, Real, 2), (3, Real, 6)]),
        other => panic!("{other}"),
    }
}

#[test]
fn blocks_of_the_regular_representation_are_those_of_the_theory() {
    for name in ["Z6", "S3", "Z7", "D4", "Q8", "Z2^3", "A4", "D6", "Dic3", "S4"] {
        let group = group_table(name).unwrap();
        let rho = regular(&group);
        let blocks = irreducible_blocks(&group, &rho, 1).unwrap();
        assert_eq!(shape(&blocks), known(name), "{name}");
        for block in &blocks {
            for a in 0..group.order() {
                let (b, ab) = (group.order() - 1, group.product(a, group.order() - 1));
                let error = block.matrix(&rho[a]) * block.matrix(&rho[b]) - block.matrix(&rho[ab]);
                assert!(error.amax() < 1e-9, "{name}");
            }
        }
    }
}

#[test]
fn characters_of_every_group_are_orthogonal_and_their_squares_fill_it() {
    for order in 1..=24 {
        for (name, group) in groups_of_order(order) {
            let blocks = irreducible_blocks(&group, &regular(&group), 3).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(blocks.iter().map(Block::dimension).sum::<usize>(), order, "{name}");
            let table = character_table(&group, &blocks);
            let sizes: Vec<usize> = group.conjugacy_classes().iter().map(Vec::len).collect();
            let inner = |a: &[f64], b: &[f64]| {
                a.iter().zip(b).zip(&sizes).map(|((a, b), &size)| a * b * size as f64).sum::<f64>() / order as f64
            };
            for (i, first) in table.iter().enumerate() {
                let norm = match first.kind {
                    Real => 1.0,
                    Complex => 2.0,
                    Quaternionic => 4.0,
                };
                // In the regular representation each occurs dimension / ⟨χ, χ⟩ times.
                assert_eq!(first.multiplicity as f64, first.dimension as f64 / norm, "{name}");
                for (j, second) in table.iter().enumerate() {
                    let expected = if i == j { norm } else { 0.0 };
                    assert!((inner(&first.character, &second.character) - expected).abs() < 1e-6, "{name}");
                }
            }
            // Over ℂ there are as many as classes: a complex pair counts for two.
            let complex: usize = table.iter().map(|irrep| if irrep.kind == Complex { 2 } else { 1 }).sum();
            assert_eq!(complex, sizes.len(), "{name}");
        }
    }
}

#[test]
fn trained_factors_show_the_same_blocks_and_tell_q8_from_d4() {
    let device = Device::flex();
    for name in ["S3", "Q8", "D4"] {
        let group = group_table(name).unwrap();
        let observed = Observed::all(&group, &device);
        let mut factors = Factors::random(group.order(), 4, &device);
        let mut optimizer = Momentum::new(0.12, 0.9);
        // The methods' recipe: ε held, then lowered by 3 % a step.
        for step in 0..700 {
            let epsilon = 0.2 * 0.97f64.powi((step - 300).max(0));
            factors = optimizer.step(&factors, factors.gradients(&observed, Regulariser::HyperCube, epsilon));
        }
        let h: f64 = factors.weighted_hypercube(&group).to_data().iter::<f64>().sum::<f64>() / (group.order() as f64).powi(2);
        assert!((h - 3.0).abs() < 0.006, "{name}: H/n² = {h}");
        let rho = representation(&matrices(&factors.a), group.identity().unwrap());
        assert!(homomorphism_error(&group, &rho).0 < 1e-3, "{name}");
        assert_eq!(shape(&irreducible_blocks(&group, &rho, 1).unwrap()), known(name), "{name}");
    }
}

#[test]
fn what_is_no_representation_is_refused_with_its_place() {
    let z4 = cyclic(4);
    let mut rho = regular(&z4);
    rho.swap(1, 2);
    let error = irreducible_blocks(&z4, &rho, 1).unwrap_err().to_string();
    assert!(error.contains("is off ρ("), "{error}");
}
