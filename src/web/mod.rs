//! The only room that knows JavaScript: wasm-bindgen classes over the experiments.
//!
//! Bindings hold no mathematics, and no borrow across an await, so that a second call on a
//! run is never "recursive use of an object". The package's TypeScript queues calls.

pub mod arrays; // numbers as typed arrays
pub mod errors; // Rust errors as JavaScript errors with a stable code
pub mod grokking; // the losses as plain functions
pub mod open; // opening a device
pub mod probe; // what WebGPU can do here
pub mod run; // a running experiment
