//! Groups found by gradient descent: HyperCube's factorisation of a multiplication table.
//!
//! D. Huh, "Discovering Group Structures via Unitary Representation Learning", ICLR 2025;
//! D. Huh, L. Horesh, S. Jeong, "A differentiable measure of algebraic complexity: provably exact
//! discovery of group structures", arXiv 2511.23152. Written from the papers' equations.
//!
//! So far: tables and their names, the model with its gradients, and the answer to "which group
//! is this?". The experiment, its claims and its page are to follow.

pub mod cayley; // multiplication tables, and what can be said of them
pub mod hypercube; // the factorisation, its regularisers, their gradients
pub mod identify; // which group a table is, with the evidence
#[cfg(not(target_arch = "wasm32"))] // Until there is a page that shows them.
pub mod irreps; // irreducible blocks, their types and characters
mod isomorphism; // a relabelling that turns one table into another
pub mod latin; // what plain logic completes, and Latin squares at random
pub mod named; // every group of order up to 31 by name, and A5 and S5
