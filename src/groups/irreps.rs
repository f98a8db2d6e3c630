//! The irreducible blocks of a real orthogonal representation, with their characters and types.
//!
//! A random symmetric matrix, averaged over the group, commutes with every ρ(g); its eigenspaces
//! are, for almost every matrix, the real irreducible subspaces. One symmetric eigendecomposition
//! finds them all; nothing is optimised.
//!
//! Over the real numbers two conjugate complex representations are one block of twice the
//! dimension, and a quaternionic one of dimension d shows as one block of 2 d: Q8 has one of 4.

use nalgebra::{DMatrix, SymmetricEigen};

use super::cayley::CayleyTable;
use crate::random::Random;

/// What commutes with a real irreducible block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Irreducible over ℂ too. ⟨χ, χ⟩ = 1.
    Real,
    /// A complex one and its conjugate. ⟨χ, χ⟩ = 2.
    Complex,
    /// A quaternionic one, twice. ⟨χ, χ⟩ = 4.
    Quaternionic,
}

/// One irreducible subspace.
#[derive(Clone, Debug)]
pub struct Block {
    pub kind: Kind,
    /// An orthonormal basis as columns, `[n, dimension]`.
    pub basis: DMatrix<f64>,
    /// The trace of each element's block.
    pub character: Vec<f64>,
}

impl Block {
    pub fn dimension(&self) -> usize {
        self.basis.ncols()
    }

    /// The block of an element, `[dimension, dimension]`.
    pub fn matrix(&self, rho: &DMatrix<f64>) -> DMatrix<f64> {
        self.basis.transpose() * rho * &self.basis
    }
}

/// Why matrices could not be taken apart.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IrrepError {
    #[error("ρ({a}) ρ({b}) is off ρ({ab}) by {error:.1e}; train until it is below {tolerance:.0e}")]
    NotAHomomorphism { a: usize, b: usize, ab: usize, error: f64, tolerance: f64 },
    #[error("a block of dimension {dimension} has ⟨χ, χ⟩ = {norm:.3}, which is none of 1, 2 and 4")]
    NotIrreducible { dimension: usize, norm: f64 },
}

/// How far a product may be off, in the greatest entry.
pub const TOLERANCE: f64 = 1e-2;

/// The greatest error of ρ(a) ρ(b) = ρ(a ∘ b), and where it is.
pub fn homomorphism_error(group: &CayleyTable, rho: &[DMatrix<f64>]) -> (f64, [usize; 2]) {
    let n = group.order();
    let mut worst = (0.0, [0, 0]);
    for a in 0..n {
        for b in 0..n {
            let error = (&rho[a] * &rho[b] - &rho[group.product(a, b)]).amax();
            if error.is_nan() || error > worst.0 {
                worst = (error, [a, b]);
            }
        }
    }
    worst
}

/// The nearest orthogonal matrix (the polar factor), by singular values.
pub fn nearest_orthogonal(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let svd = matrix.clone().svd(true, true);
    match (svd.u, svd.v_t) {
        (Some(u), Some(v)) => u * v,
        _ => matrix.clone(),
    }
}

/// ρ(g) = A_g A_eᵀ from factors that are orthogonal up to training's error, made orthogonal.
pub fn representation(factors: &[DMatrix<f64>], identity: usize) -> Vec<DMatrix<f64>> {
    let orthogonal: Vec<DMatrix<f64>> = factors.iter().map(nearest_orthogonal).collect();
    let base = orthogonal[identity].transpose();
    orthogonal.iter().map(|a| a * &base).collect()
}

/// The irreducible blocks, by dimension and then by the eigenvalue that told them apart.
///
/// # Errors
/// When ρ is no representation, or a block falls apart further.
pub fn irreducible_blocks(group: &CayleyTable, rho: &[DMatrix<f64>], seed: u32) -> Result<Vec<Block>, IrrepError> {
    let (error, [a, b]) = homomorphism_error(group, rho);
    if !(error <= TOLERANCE) {
        return Err(IrrepError::NotAHomomorphism { a, b, ab: group.product(a, b), error, tolerance: TOLERANCE });
    }
    let size = rho[0].nrows();
    let mut random = Random::new(seed, "irreps");
    let noise = DMatrix::from_fn(size, size, |_, _| f64::from(random.normal()));
    let symmetric = &noise + noise.transpose();
    let mut average = DMatrix::zeros(size, size);
    for matrix in rho {
        average += matrix * &symmetric * matrix.transpose();
    }
    average /= group.order() as f64;
    // Rounding has made it a little unsymmetric.
    let average = (&average + average.transpose()) * 0.5;
    let SymmetricEigen { eigenvectors, eigenvalues } = SymmetricEigen::new(average);
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&i, &j| eigenvalues[i].total_cmp(&eigenvalues[j]));
    let range = eigenvalues[order[size - 1]] - eigenvalues[order[0]];
    // Within a block eigenvalues differ by the error of ρ; between blocks by chance, far more.
    let gap = (range * 1e-5).max(error * range);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &i in &order {
        match groups.last_mut() {
            Some(last) if eigenvalues[i] - eigenvalues[last[last.len() - 1]] <= gap => last.push(i),
            _ => groups.push(vec![i]),
        }
    }
    let mut blocks = Vec::new();
    for columns in groups {
        let basis = eigenvectors.select_columns(&columns);
        let character: Vec<f64> = rho.iter().map(|matrix| (basis.transpose() * matrix * &basis).trace()).collect();
        let norm = character.iter().map(|x| x * x).sum::<f64>() / group.order() as f64;
        let kind = [(1.0, Kind::Real), (2.0, Kind::Complex), (4.0, Kind::Quaternionic)]
            .into_iter()
            .find(|(whole, _)| (norm - whole).abs() < 0.1)
            .map(|(_, kind)| kind);
        let Some(kind) = kind else { return Err(IrrepError::NotIrreducible { dimension: columns.len(), norm }) };
        blocks.push(Block { kind, basis, character });
    }
    blocks.sort_by_key(Block::dimension);
    Ok(blocks)
}

/// A representation that occurs, once however often it does.
#[derive(Clone, Debug)]
pub struct Irrep {
    pub kind: Kind,
    /// Over the real numbers.
    pub dimension: usize,
    pub multiplicity: usize,
    /// The trace on each conjugacy class, in the order of
    /// [`conjugacy_classes`](CayleyTable::conjugacy_classes).
    pub character: Vec<f64>,
}

/// The real character table of the blocks: equal characters are one representation.
pub fn character_table(group: &CayleyTable, blocks: &[Block]) -> Vec<Irrep> {
    let classes = group.conjugacy_classes();
    let mut found: Vec<Irrep> = Vec::new();
    for block in blocks {
        // The mean over a class is kinder to rounding than one member.
        let mean = |class: &Vec<usize>| class.iter().map(|&g| block.character[g]).sum::<f64>() / class.len() as f64;
        let character: Vec<f64> = classes.iter().map(mean).collect();
        let same = |irrep: &&mut Irrep| irrep.character.iter().zip(&character).all(|(a, b)| (a - b).abs() < 0.1);
        match found.iter_mut().find(same) {
            Some(irrep) => irrep.multiplicity += 1,
            None => found.push(Irrep { kind: block.kind, dimension: block.dimension(), multiplicity: 1, character }),
        }
    }
    found
}
