//! Plain Latin-square logic, and Latin squares at random.

use std::collections::HashMap;

use paperglass::{
    groups::{
        latin::{latin_square_logic, random_latin_square},
        named::{cyclic, group_table},
    },
    random::Random,
};

fn partial(table: &paperglass::groups::cayley::CayleyTable, share: f64, seed: u32) -> Vec<Option<usize>> {
    let n = table.order();
    let mut order: Vec<usize> = (0..n * n).collect();
    Random::new(seed, "mask").shuffle(&mut order);
    let mut cells = vec![None; n * n];
    for &cell in &order[..(share * (n * n) as f64).round() as usize] {
        cells[cell] = Some(table.product(cell / n, cell % n));
    }
    cells
}

#[test]
fn logic_is_sound_and_finds_what_is_forced() {
    // One hole is forced; so is a row and a column that miss only their crossing.
    let z5 = cyclic(5);
    let mut cells: Vec<Option<usize>> = z5.cells().map(Some).collect();
    for hole in [7, 8, 12] {
        cells[hole] = None;
    }
    assert_eq!(latin_square_logic(5, &cells), z5.cells().map(Some).collect::<Vec<_>>());
    assert_eq!(latin_square_logic(5, &vec![None; 25]), vec![None; 25]);
    for (name, share) in [("Q8", 0.6), ("D4", 0.7), ("S3", 0.5), ("A4", 0.6)] {
        let table = group_table(name).unwrap();
        for seed in 0..20 {
            let shown = partial(&table, share, seed);
            for ((found, given), right) in latin_square_logic(table.order(), &shown).iter().zip(&shown).zip(table.cells()) {
                assert!(found.is_none_or(|found| found == right), "{name}, seed {seed}");
                assert!(given.is_none() || found == given);
            }
        }
    }
}

#[test]
fn logic_alone_does_not_complete_what_the_claims_speak_of() {
    let share_solved = |name: &str, share: f64| {
        let table = group_table(name).unwrap();
        let solved = |seed| latin_square_logic(table.order(), &partial(&table, share, seed)).iter().all(Option::is_some);
        (0..500).filter(|&seed| solved(seed)).count() as f64 / 500.0
    };
    // Over 2,000 masks: D4 0.4 %, Q8 18 % (so 20 masks alone may well show 7 of 20).
    for (name, share) in [("D4", 0.5), ("Q8", 0.5), ("A4", 0.45)] {
        let solved = share_solved(name, share);
        assert!(solved <= 0.25, "{name} at {share}: {solved} by logic");
    }
    assert!(share_solved("Z6", 0.7) >= 0.75, "small cyclic tables are easy");
}

#[test]
fn random_squares_are_latin_by_seed_and_uniform_over_the_twelve_of_order_three() {
    for n in 1..=9 {
        assert!(random_latin_square(n, 5).repeat().is_none(), "order {n}");
    }
    assert_eq!(random_latin_square(6, 1), random_latin_square(6, 1));
    assert_ne!(random_latin_square(6, 1), random_latin_square(6, 2));
    let mut counts: HashMap<Vec<usize>, usize> = HashMap::new();
    for seed in 0..2400 {
        *counts.entry(random_latin_square(3, seed).cells().collect()).or_default() += 1;
    }
    assert_eq!(counts.len(), 12, "there are twelve Latin squares of order 3");
    // Pearson's statistic with 11 degrees of freedom: above 31.3 once in a thousand.
    let statistic: f64 = counts.values().map(|&count| (count as f64 - 200.0).powi(2) / 200.0).sum();
    assert!(statistic < 31.3, "{statistic}");
}
