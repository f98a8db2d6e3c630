//! Grokking at the edge of numerical stability: StableMax and orthogonal gradients.
//!
//! Prieto, Barsbey, Mediano, Birdal, "Grokking at the Edge of Numerical Stability",
//! ICLR 2025, arXiv:2501.04697. Written from the paper's equations.

mod claims;
mod config;
pub mod kernels;
pub mod losses;
mod measures;
pub mod microscope;
pub mod model;
pub mod optimizer;
pub mod ortho_grad;
mod presets;
mod run;
mod snapshot;
pub mod task;

pub use config::{
    Architecture, Config, Input, Loss, Operation, Optimizer, OrthogonalGradient, SignificandBits,
};
pub use optimizer::OptimizerState;
pub use ortho_grad::{OrthoGrad, OrthoGradConfig, orthogonal_gradient, orthogonal_gradients};
pub use run::Grokking;
pub use snapshot::{
    Alignment, Collapse, Fourier, Gaps, Microscope, Norms, Part, RunningSum, Snapshot, SumRow, Table,
    TrainTest, Update,
};
