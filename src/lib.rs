//! Machine-learning papers under glass: each paper's method, live, in Rust and Burn.
//!
//! One line a room; ARCHITECTURE.md shows how they fit together.

pub mod claims; // a paper's claim as data, and the verdict on a run
pub mod config; // configurations: one table of fields, every problem at once
pub mod device; // where the numbers are computed, and why there
pub mod experiment; // the contract that every paper's experiment meets
pub mod random; // the only source of randomness
pub mod reproduce; // runs a claim's arms and records what it looks at
pub mod saved; // saved runs, as safetensors

pub mod grokking; // Prieto et al. 2025: StableMax and orthogonal gradients
pub mod groups; // Huh 2025: groups found by gradient descent (tables and model so far)

#[cfg(target_arch = "wasm32")]
pub mod web; // the only room that knows JavaScript

#[cfg(test)]
mod typescript; // the types, tables, presets and claims that the page and the package use

/// The papers, by their one word.
pub const PAPERS: &[&str] = &["grokking"];

/// Hands the experiment type of every paper to a macro, so that a paper is one line here.
#[allow(unused_macros)] // Used where there is JavaScript, and by tests.
macro_rules! for_each_paper {
    ($action:ident) => {
        $action!(crate::grokking::Grokking)
    };
}
#[allow(unused_imports)] // Used where there is JavaScript, and by tests.
pub(crate) use for_each_paper;
