//! Tasks: right answers, a split that misses nothing, by the seed alone.

use std::collections::HashSet;

use paperglass::grokking::{Config, Operation, task::{Inputs, Task}};

use super::small;

#[test]
fn every_pair_is_in_one_set_with_the_right_answer() {
    for operation in [Operation::Addition, Operation::Subtraction, Operation::Multiplication, Operation::Division] {
        let p = 13;
        let task = Task::new(&Config { operation, modulus: p, ..small() });
        let mut seen = HashSet::new();
        for examples in [&task.train, &task.test] {
            for (&[a, b], &target) in examples.pairs().iter().zip(&examples.targets) {
                assert!(seen.insert((a, b)), "({a}, {b}) is there twice");
                match operation {
                    Operation::Addition => assert_eq!(target, (a + b) % p),
                    Operation::Subtraction => assert_eq!((target + b) % p, a),
                    Operation::Multiplication => assert_eq!(target, a * b % p),
                    // Division: the answer times b is a again, and b is never 0.
                    _ => assert_eq!((target * b % p, b == 0), (a, false)),
                }
                assert!(target < p);
            }
        }
        let all = if operation == Operation::Division { p * (p - 1) } else { p * p } as usize;
        assert_eq!(seen.len(), all);
        assert_eq!(task.train.len(), (all as f64 * 0.7).round() as usize);
        assert_eq!(task.classes, p as usize);
    }
}

#[test]
fn parity_is_that_of_the_first_bits() {
    let config = Config { operation: Operation::SparseParity, parity_bits: 3, noise_bits: 4, parity_samples: 500, ..small() };
    let task = Task::new(&config);
    assert_eq!((task.classes, task.train.len() + task.test.len()), (2, 500));
    for examples in [&task.train, &task.test] {
        let Inputs::Bits { width, bits } = &examples.inputs else { panic!("parity has bits") };
        assert_eq!(*width, 7);
        for (row, &target) in bits.chunks(7).zip(&examples.targets) {
            assert!(row.iter().all(|&bit| bit == 0.0 || bit == 1.0));
            assert_eq!(row[..3].iter().sum::<f32>() as u32 % 2, target);
        }
    }
    let ones: u32 = task.train.targets.iter().sum();
    assert!((100..250).contains(&ones), "{ones} of 350 are odd");
}

#[test]
fn the_seed_decides_the_split() {
    let task = |seed| Task::new(&Config { seed, ..small() });
    assert_eq!(task(1), task(1));
    assert_ne!(task(1).train, task(2).train);
}
