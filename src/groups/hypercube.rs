//! HyperCube: a table as a product of three matrices, one a symbol.
//!
//! `T[a, b, c] = (1/n) tr(A_a B_b C_c)` is to be 1 where `a ∘ b = c` and 0 elsewhere. With the
//! regulariser H the factors of a group's table become its unitary representations.
//!
//! Promise: gradients by hand, only operations that Burn runs on every device, nothing read back
//! but by [`Factors::table`]. Cost of a step: 12 n³ floating-point operations an observed cell.
//! n = order of the table, P = observed cells.

use burn::tensor::{Device, IndexingUpdateOp, Int, Tensor, TensorData};

use super::cayley::CayleyTable;
use crate::random::Random;

/// The three factors, each `[n symbols, n, n]`.
#[derive(Clone, Debug)]
pub struct Factors {
    pub a: Tensor<3>,
    pub b: Tensor<3>,
    pub c: Tensor<3>,
}

/// What is added to the loss, times ε.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regulariser {
    /// H = (1/n) Σ over all pairs of ‖A_a B_b‖² + ‖B_b C_c‖² + ‖C_c A_a‖², the paper's.
    HyperCube,
    /// (1/n) Σ ‖·‖² of all factors.
    L2,
    None,
}

/// The observed cells of a table, on a device.
#[derive(Clone, Debug)]
pub struct Observed {
    order: usize,
    /// Row, column, `[P]`.
    rows: Tensor<1, Int>,
    columns: Tensor<1, Int>,
    /// 1 at the cell's symbol, `[P, n]`.
    target: Tensor<2>,
}

impl Observed {
    /// The cells of `table` for which `shown(row, column)`; at least one must be.
    pub fn new(table: &CayleyTable, shown: impl Fn(usize, usize) -> bool, device: &Device) -> Self {
        let n = table.order();
        let cells: Vec<(usize, usize)> = (0..n * n).map(|i| (i / n, i % n)).filter(|&(a, b)| shown(a, b)).collect();
        let mut target = vec![0.0f32; cells.len() * n];
        for (i, &(a, b)) in cells.iter().enumerate() {
            target[i * n + table.product(a, b)] = 1.0;
        }
        let index = |values: Vec<i32>| Tensor::from_data(TensorData::new(values, [cells.len()]), device);
        Self {
            order: n,
            rows: index(cells.iter().map(|&(a, _)| a as i32).collect()),
            columns: index(cells.iter().map(|&(_, b)| b as i32).collect()),
            target: Tensor::from_data(TensorData::new(target, [cells.len(), n]), device),
        }
    }

    /// Every cell.
    pub fn all(table: &CayleyTable, device: &Device) -> Self {
        Self::new(table, |_, _| true, device)
    }
}

/// What a pass over the observed cells computes once.
struct Pass {
    /// A_a B_b, `[P, n, n]`.
    products: Tensor<3>,
    /// C with its matrix first, `[n · n, n symbols]`, so that a trace is a product of matrices.
    c: Tensor<2>,
    /// T at the cells, `[P, n]`.
    t: Tensor<2>,
}

impl Factors {
    /// N(0, 1) / √n entrywise, from stream `factors` of the seed.
    pub fn random(order: usize, seed: u32, device: &Device) -> Self {
        let mut random = Random::new(seed, "factors");
        let scale = 1.0 / (order as f32).sqrt();
        let mut factor = || {
            let values: Vec<f32> = (0..order.pow(3)).map(|_| scale * random.normal()).collect();
            Tensor::from_data(TensorData::new(values, [order; 3]), device)
        };
        Self { a: factor(), b: factor(), c: factor() }
    }

    /// The regular representation of a group: A_g = B_g = ρ(g), C_g = ρ(g)ᵀ. T is exact, H is 3 n².
    pub fn regular(group: &CayleyTable, device: &Device) -> Self {
        let n = group.order();
        let mut values = vec![0.0f32; n.pow(3)];
        for g in 0..n {
            for x in 0..n {
                values[(g * n + group.product(g, x)) * n + x] = 1.0;
            }
        }
        let a = Tensor::<3>::from_data(TensorData::new(values, [n; 3]), device);
        Self { b: a.clone(), c: a.clone().swap_dims(1, 2), a }
    }

    fn order(&self) -> usize {
        self.a.dims()[0]
    }

    fn pass(&self, observed: &Observed) -> Pass {
        let n = self.order();
        let a = self.a.clone().select(0, observed.rows.clone());
        let b = self.b.clone().select(0, observed.columns.clone());
        let products = a.matmul(b);
        let cells = products.dims()[0];
        // tr(M C) = Σ M[i, k] C[k, i].
        let c = self.c.clone().permute([2, 1, 0]).reshape([n * n, n]);
        let t = products.clone().reshape([cells, n * n]).matmul(c.clone()).div_scalar(n as f64);
        Pass { products, c, t }
    }

    /// T at the observed cells, `[P, n]`: how much each symbol is in each cell.
    pub fn predict(&self, observed: &Observed) -> Tensor<2> {
        self.pass(observed).t
    }

    /// Σ over observed cells and symbols of (T - δ)², `[1]`.
    pub fn loss(&self, observed: &Observed) -> Tensor<1> {
        (self.predict(observed) - observed.target.clone()).square().sum()
    }

    /// The gradient of the loss plus ε times the regulariser.
    pub fn gradients(&self, observed: &Observed, regulariser: Regulariser, epsilon: f64) -> Self {
        let n = observed.order;
        let Pass { products, c, t } = self.pass(observed);
        let cells = products.dims()[0];
        let g = (t - observed.target.clone()).mul_scalar(2.0 / n as f64);
        let flat = products.reshape([cells, n * n]);
        let c_gradient = flat.transpose().matmul(g.clone()).reshape([n, n, n]).permute([2, 1, 0]);
        let m_gradient = g.matmul(c.transpose()).reshape([cells, n, n]);
        let a = self.a.clone().select(0, observed.rows.clone());
        let b = self.b.clone().select(0, observed.columns.clone());
        let gather = |gradient: Tensor<3>, index: &Tensor<1, Int>| {
            let zeros = Tensor::zeros([n, n, n], &gradient.device());
            zeros.select_assign(0, index.clone(), gradient, IndexingUpdateOp::Add)
        };
        let a_gradient = gather(m_gradient.clone().matmul(b.swap_dims(1, 2)), &observed.rows);
        let b_gradient = gather(a.swap_dims(1, 2).matmul(m_gradient), &observed.columns);
        let data = Self { a: a_gradient, b: b_gradient, c: c_gradient };
        match (regulariser, epsilon != 0.0) {
            (Regulariser::None, _) | (_, false) => data,
            (Regulariser::L2, _) => data.zip(self, |gradient, factor| gradient + factor.mul_scalar(2.0 * epsilon / n as f64)),
            (Regulariser::HyperCube, _) => {
                let h = self.hypercube_gradient();
                data.zip(&h, |gradient, h| gradient + h.mul_scalar(epsilon))
            }
        }
    }

    fn zip(&self, other: &Self, f: impl Fn(Tensor<3>, Tensor<3>) -> Tensor<3>) -> Self {
        Self {
            a: f(self.a.clone(), other.a.clone()),
            b: f(self.b.clone(), other.b.clone()),
            c: f(self.c.clone(), other.c.clone()),
        }
    }

    /// H, `[1]`, in the form of Huh 2025: (1/n) (tr R_A L_B + tr R_B L_C + tr R_C L_A).
    pub fn hypercube(&self) -> Tensor<1> {
        let n = self.order() as f64;
        let trace = |r: Tensor<2>, l: Tensor<2>| (r * l.transpose()).sum();
        let sum = trace(right_gram(&self.a), left_gram(&self.b))
            + trace(right_gram(&self.b), left_gram(&self.c))
            + trace(right_gram(&self.c), left_gram(&self.a));
        sum.div_scalar(n)
    }

    /// ∂H/∂A_a = (2/n) (A_a L_B + R_C A_a), and so on round the circle.
    fn hypercube_gradient(&self) -> Self {
        let n = self.order();
        let one = |x: &Tensor<3>, next: &Tensor<3>, before: &Tensor<3>| {
            let l: Tensor<3> = left_gram(next).unsqueeze_dim::<3>(0).expand([n, n, n]);
            let r: Tensor<3> = right_gram(before).unsqueeze_dim::<3>(0).expand([n, n, n]);
            (x.clone().matmul(l) + r.matmul(x.clone())).mul_scalar(2.0 / n as f64)
        };
        Self {
            a: one(&self.a, &self.b, &self.c),
            b: one(&self.b, &self.c, &self.a),
            c: one(&self.c, &self.a, &self.b),
        }
    }

    /// H weighted by the table, `[1]` (Huh, Horesh and Jeong 2026): Σ over cells (a, b), with
    /// c = a ∘ b, of (‖B_b C_c‖² + ‖C_c A_a‖² + ‖A_a B_b‖²) / n. At least 3 n² for any exact
    /// factorisation, and 3 n² exactly for those of tables isotopic to a group.
    pub fn weighted_hypercube(&self, table: &CayleyTable) -> Tensor<1> {
        let n = self.order();
        let pick = |factor: &Tensor<3>, symbol: &dyn Fn(usize, usize) -> usize| {
            let index: Vec<i32> = (0..n * n).map(|i| symbol(i / n, i % n) as i32).collect();
            factor.clone().select(0, Tensor::from_data(TensorData::new(index, [n * n]), &factor.device()))
        };
        let (a, b) = (pick(&self.a, &|a, _| a), pick(&self.b, &|_, b| b));
        let c = pick(&self.c, &|a, b| table.product(a, b));
        let norm = |x: &Tensor<3>, y: &Tensor<3>| x.clone().matmul(y.clone()).square().sum();
        (norm(&b, &c) + norm(&c, &a) + norm(&a, &b)).div_scalar(n as f64)
    }

    /// The completed table: in each cell the symbol with the greatest T. Reads back.
    pub fn table(&self) -> Option<CayleyTable> {
        let n = self.order();
        let every = Observed::all(&CayleyTable::of(n, |_, _| 0), &self.a.device());
        let symbols = self.predict(&every).argmax(1).into_data();
        let cells: Vec<usize> = symbols.iter::<i64>().map(|symbol| symbol as usize).collect();
        CayleyTable::new(n, &cells).ok()
    }
}

/// L_X = Σ X_x X_xᵀ, `[n, n]`.
fn left_gram(x: &Tensor<3>) -> Tensor<2> {
    let n = x.dims()[0];
    // Rows side by side: (Σ over symbols and columns) of products of rows.
    let rows = x.clone().swap_dims(0, 1).reshape([n, n * n]);
    rows.clone().matmul(rows.transpose())
}

/// R_X = Σ X_xᵀ X_x, `[n, n]`.
fn right_gram(x: &Tensor<3>) -> Tensor<2> {
    let n = x.dims()[0];
    let columns = x.clone().reshape([n * n, n]);
    columns.clone().transpose().matmul(columns)
}

/// Gradient descent with momentum: v ← μ v + g, X ← X - η v.
#[derive(Clone, Debug)]
pub struct Momentum {
    velocity: Option<Factors>,
    pub rate: f64,
    pub momentum: f64,
}

impl Momentum {
    /// The methods' default is a rate of 0.12 and a momentum of 0.9; the paper's 0.5 and 0.5.
    pub fn new(rate: f64, momentum: f64) -> Self {
        Self { velocity: None, rate, momentum }
    }

    pub fn step(&mut self, factors: &Factors, gradients: Factors) -> Factors {
        let velocity = match &self.velocity {
            Some(before) => before.zip(&gradients, |v, g| v.mul_scalar(self.momentum) + g),
            None => gradients,
        };
        let next = factors.zip(&velocity, |x, v| x - v.mul_scalar(self.rate));
        self.velocity = Some(velocity);
        next
    }
}
