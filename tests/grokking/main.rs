//! The grokking experiment against slow, obvious twins in `f64`, and its promises: a seed is a
//! run, a saved run goes on exactly, a bad configuration changes nothing.
#![cfg(not(target_arch = "wasm32"))] // wasm-pack builds every test; these are native.

mod gradients;
mod measures;
mod state;
mod steps;
mod task;
mod twin;

use paperglass::{
    device::Compute,
    experiment::Experiment,
    grokking::{Config, Grokking, OrthogonalGradient, Part, Snapshot},
};

/// Small enough for finite differences of every weight.
fn small() -> Config {
    Config { modulus: 5, width: 8, train_share: 0.7, orthogonal_gradient: OrthogonalGradient::None, ..Config::default() }
}

/// Large enough to learn something.
fn modest() -> Config {
    Config { modulus: 11, width: 32, seed: 3, ..Config::default() }
}

fn start(config: &Config) -> Grokking {
    Grokking::new(config.clone(), &Compute::cpu("a test")).unwrap()
}

fn snapshot(run: &Grokking, parts: &[Part]) -> Snapshot {
    pollster::block_on(run.snapshot(parts)).unwrap()
}

fn save(run: &Grokking) -> Vec<u8> {
    pollster::block_on(run.save()).unwrap()
}

/// The weights as rows of `f64`.
fn weights(run: &Grokking) -> Vec<twin::Matrix> {
    run.weights().iter().map(twin::Matrix::of).collect()
}

fn close(found: f64, expected: f64, absolute: f64, relative: f64) -> bool {
    (found - expected).abs() <= absolute + relative * expected.abs()
}
