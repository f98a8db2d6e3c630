//! Groups: tables against the known counts, identification after random relabelling, the model
//! against an `f64` twin and against the theory's exact numbers.
#![cfg(not(target_arch = "wasm32"))] // wasm-pack builds every test; these are native.

mod irreps;
mod latin;
mod model;
mod tables;
