//! Faster forms of functions that exist in plain Burn operations, each held to its twin.

pub mod cpu; // the loss's gradient and ReLU's, in one pass over memory
#[cfg(feature = "webgpu")]
pub mod webgpu; // the whole training step in eleven dispatches
