//! Every group of order up to 31 is there once, and is found again under other names.

use paperglass::{
    groups::{
        cayley::{CayleyTable, TableError},
        identify::{Verdict, identify_group, loop_isotope},
        named::{cyclic, group_table, groups_of_order},
    },
    random::Random,
};
use proptest::prelude::*;

/// The number of groups of order 1, 2, 3, ... (OEIS A000001).
const COUNTS: [usize; 31] =
    [1, 1, 1, 2, 1, 2, 1, 5, 2, 2, 1, 5, 1, 2, 1, 14, 1, 5, 1, 5, 2, 2, 1, 15, 2, 2, 5, 4, 1, 4, 1];

fn shuffled(n: usize, seed: u32) -> Vec<usize> {
    let mut names: Vec<usize> = (0..n).collect();
    Random::new(seed, "names").shuffle(&mut names);
    names
}

fn name(table: &CayleyTable) -> String {
    match identify_group(table) {
        Verdict::Group { name: Some(name), .. } => name.name,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_order_has_as_many_groups_as_there_are_and_each_is_a_group() {
    for (i, &count) in COUNTS.iter().enumerate() {
        let groups = groups_of_order(i + 1);
        assert_eq!(groups.len(), count, "order {}: {:?}", i + 1, groups.iter().map(|(name, _)| name).collect::<Vec<_>>());
        for (name, table) in groups {
            assert!(table.order() == i + 1 && table.is_group(), "{name}");
        }
    }
    for (name, order) in [("A5", 60), ("S5", 120)] {
        let table = group_table(name).unwrap();
        assert!(table.order() == order && table.is_group(), "{name}");
    }
}

#[test]
fn no_two_are_the_same_and_each_is_known_under_other_names() {
    for order in 1..=31 {
        for (i, (expected, table)) in groups_of_order(order).into_iter().enumerate() {
            // Found under its own name, so it is isomorphic to none that stands before it.
            let renamed = table.relabelled(&shuffled(order, i as u32));
            let Verdict::Group { name: Some(found), identity } = identify_group(&renamed) else { panic!("{expected}") };
            assert_eq!(found.name, expected);
            assert_eq!(renamed.identity(), Some(identity));
            // The evidence: the relabelling turns the one table into the other.
            assert_eq!(renamed.relabelled(&found.map), table);
        }
    }
    assert_eq!(name(&group_table("a5").unwrap().relabelled(&shuffled(60, 1))), "A5");
    assert_eq!(name(&group_table("S5").unwrap().relabelled(&shuffled(120, 2))), "S5");
}

#[test]
fn names_are_read_kindly_and_unknown_ones_refused() {
    assert_eq!(name(&group_table("z4xz2").unwrap()), "Z4×Z2");
    assert_eq!(name(&group_table("Z2^3").unwrap()), "Z2^3");
    assert!(group_table("Q9").is_none());
}

#[test]
fn a_difference_is_an_isotope_and_a_witness_says_why_it_is_no_group() {
    let minus = CayleyTable::new(7, &(0..49).map(|i| (i / 7 + 7 - i % 7) % 7).collect::<Vec<_>>()).unwrap();
    let Verdict::Isotope { name: Some(found), row, column, witness: Some([a, b, c]) } = identify_group(&minus) else {
        panic!("a - b modulo 7 is an isotope of Z7")
    };
    assert_eq!(found.name, "Z7");
    assert_eq!(loop_isotope(&minus, row, column).relabelled(&found.map), cyclic(7));
    assert_ne!(minus.product(minus.product(a, b), c), minus.product(a, minus.product(b, c)));
}

#[test]
fn squares_that_are_no_isotopes_and_tables_that_are_not_latin_are_told_with_their_place() {
    // Z6 with two symbols of two rows exchanged where they form a small square: Latin, no group.
    let mut cells: Vec<usize> = cyclic(6).cells().collect();
    for (row, column) in [(0, 0), (0, 3), (3, 0), (3, 3)] {
        cells[row * 6 + column] = 3 - cells[row * 6 + column];
    }
    let switched = CayleyTable::new(6, &cells).unwrap();
    let Verdict::Latin { witness: [a, b, c] } = identify_group(&switched) else { panic!("it is Latin and no isotope") };
    let e = switched.identity().unwrap_or(0);
    let made = loop_isotope(&switched, e, e);
    assert_ne!(made.product(made.product(a, b), c), made.product(a, made.product(b, c)));

    let squares = CayleyTable::new(6, &(0..36).map(|i| ((i / 6) * (i / 6) + (i % 6) * (i % 6)) % 6).collect::<Vec<_>>()).unwrap();
    let Verdict::NotLatin(repeat) = identify_group(&squares) else { panic!("a² + b² modulo 6 is not Latin") };
    let [first, second] = repeat.cells;
    assert!(first != second && (first.0 == second.0 || first.1 == second.1));
    assert_eq!(squares.product(first.0, first.1), repeat.value);
    assert_eq!(squares.product(second.0, second.1), repeat.value);
}

#[test]
fn what_is_no_table_is_refused_by_row_column_and_value() {
    assert_eq!(CayleyTable::new(2, &[0, 1, 1]), Err(TableError::NotSquare { order: 2, found: 3 }));
    let error = CayleyTable::new(2, &[0, 1, 5, 0]).unwrap_err();
    assert_eq!(error.to_string(), "row 1, column 0 holds 5; expected an element, 0 to 1");
    assert_eq!(CayleyTable::new(0, &[]), Err(TableError::Order(0)));
}

proptest! {
    #[test]
    fn isotopes_of_groups_are_named(order in 2usize..=12, which in 0usize..5, seed in 0u32..1000) {
        let groups = groups_of_order(order);
        let (expected, table) = &groups[which % groups.len()];
        let (rows, columns, symbols) = (shuffled(order, seed), shuffled(order, seed + 1000), shuffled(order, seed + 2000));
        let cells: Vec<usize> = (0..order * order).map(|i| symbols[table.product(rows[i / order], columns[i % order])]).collect();
        let found = match identify_group(&CayleyTable::new(order, &cells).unwrap()) {
            Verdict::Group { name, .. } | Verdict::Isotope { name, .. } => name,
            other => panic!("{other:?}"),
        };
        prop_assert_eq!(&found.unwrap().name, expected);
    }

    #[test]
    fn any_numbers_get_an_answer(order in 1usize..8, seed in 0u32..1000) {
        let mut random = Random::new(seed, "cells");
        let cells: Vec<usize> = (0..order * order).map(|_| random.below(order as u32) as usize).collect();
        let _ = identify_group(&CayleyTable::new(order, &cells).unwrap());
    }
}
