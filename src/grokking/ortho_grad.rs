//! The orthogonal gradient, ⊥Grad: what is left of the gradient across the weights.
//!
//! Scaling all weights of a homogeneous network scales its logits, which lowers the loss and
//! changes no answer. ⊥Grad takes that direction out of every step (the paper's Eq. 12).
//!
//! [`orthogonal_gradient`] is the function; [`OrthoGrad`] puts it around any Burn optimiser,
//! and [`orthogonal_gradients`] projects a whole module's gradients before any step.

use burn::{
    module::{Module, ModuleVisitor, Param, ParamId},
    optim::{GradientsParams, LearningRate, ModuleOptimizer, Optimizer},
    tensor::{Device, Tensor},
};

use super::OrthogonalGradient;

/// Keeps a division by an all-zero tensor's length finite.
const GUARD: f64 = 1e-30;

/// The most that rescaling lengthens. Beyond it what is left of the gradient is rounding error.
const LONGEST: f64 = 1e4;

/// The gradients, one for each weight tensor, without their part along the weights:
/// `g - (w·g / w·w) w`, same shapes.
///
/// `scope` says what is one vector: each tensor by itself (as the authors' code has it), all
/// together (as the paper's Eq. 12 is written), or nothing at all.
/// With `rescale`, what is left is given the gradient's own length, as the authors' code does
/// and the equation does not. A gradient that is all along the weights stays (almost) 0: it is
/// lengthened 10⁴ times at most.
///
/// Gradients down to 10⁻³⁰ are projected at full accuracy: they are divided by their greatest
/// component first, so that no square underflows.
pub fn orthogonal_gradient(
    weights: &[Tensor<2>],
    gradients: Vec<Tensor<2>>,
    scope: OrthogonalGradient,
    rescale: bool,
) -> Vec<Tensor<2>> {
    if scope == OrthogonalGradient::None {
        return gradients;
    }
    let shapes: Vec<[usize; 2]> = gradients.iter().map(Tensor::dims).collect();
    let flat_weights: Vec<Tensor<1>> = weights.iter().map(flatten).collect();
    let flat_gradients: Vec<Tensor<1>> = gradients.iter().map(flatten).collect();
    project_in(scope, &flat_weights, flat_gradients, rescale)
        .into_iter()
        .zip(shapes)
        .map(|(gradient, shape)| gradient.reshape(shape))
        .collect()
}

fn flatten<const D: usize>(tensor: &Tensor<D>) -> Tensor<1> {
    tensor.clone().reshape([-1])
}

fn project_in(
    scope: OrthogonalGradient,
    weights: &[Tensor<1>],
    gradients: Vec<Tensor<1>>,
    rescale: bool,
) -> Vec<Tensor<1>> {
    match scope {
        OrthogonalGradient::None => gradients,
        OrthogonalGradient::WholeVector => project(weights, gradients, rescale),
        OrthogonalGradient::PerTensor => weights
            .iter()
            .zip(gradients)
            .flat_map(|(weight, gradient)| {
                project(std::slice::from_ref(weight), vec![gradient], rescale)
            })
            .collect(),
    }
}

/// Projects gradients that together are one vector.
fn project(weights: &[Tensor<1>], gradients: Vec<Tensor<1>>, rescale: bool) -> Vec<Tensor<1>> {
    let Some(greatest) = gradients.iter().map(|g| g.clone().max_abs()).reduce(Tensor::max_pair) else {
        return gradients;
    };
    let greatest = greatest.clamp_min(GUARD);
    let unit: Vec<Tensor<1>> = gradients.into_iter().map(|g| g / greatest.clone()).collect();

    let along = dot(weights, &unit) / dot(weights, weights).add_scalar(GUARD);
    let across: Vec<Tensor<1>> =
        unit.iter().zip(weights).map(|(g, w)| g.clone() - w.clone() * along.clone()).collect();

    let length = if rescale {
        let lengthen = (dot(&unit, &unit) / dot(&across, &across).add_scalar(GUARD)).sqrt();
        greatest * lengthen.clamp_max(LONGEST)
    } else {
        greatest
    };
    across.into_iter().map(|g| g * length.clone()).collect()
}

/// The inner product of two vectors given in the same pieces, `[1]`.
fn dot(left: &[Tensor<1>], right: &[Tensor<1>]) -> Tensor<1> {
    left.iter()
        .zip(right)
        .map(|(a, b)| (a.clone() * b.clone()).sum())
        .reduce(|a, b| a + b)
        .expect("project returns early for an empty list")
}

/// Any Burn optimiser, given orthogonal gradients: each parameter tensor by itself.
///
/// It is a Burn optimiser too, with the state of the one inside, so records, parameter groups
/// and gradient clipping work as ever.
///
/// ```
/// use burn::{
///     module::Initializer,
///     nn::LinearConfig,
///     optim::{GradientsParams, SgdConfig},
///     tensor::{Device, Tensor},
/// };
/// use paperglass::grokking::OrthoGradConfig;
///
/// let device = Device::flex().autodiff();
/// let input = Tensor::<2>::from_floats([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], &device);
/// let target = Tensor::<2>::from_floats([[0.7], [0.1], [0.8]], &device);
///
/// let start = Initializer::Constant { value: 0.5 };
/// let mut layer = LinearConfig::new(2, 1).with_bias(false).with_initializer(start).init(&device);
/// let mut optimizer = OrthoGradConfig::new().init(SgdConfig::new().build());
/// for _ in 0..100 {
///     let loss = (layer.forward(input.clone()) - target.clone()).square().mean();
///     let gradients = GradientsParams::from_grads(loss.backward(), &layer);
///     layer = optimizer.step(0.1, layer, gradients);
/// }
/// // (0.5, 0.5) has turned into (0.7, 0.1), which is as long.
/// let weights = layer.weight.val().into_data();
/// let error = weights.iter::<f32>().zip([0.7, 0.1]).map(|(w, right)| (w - right).abs());
/// assert!(error.fold(0.0, f32::max) < 0.05, "{weights}");
/// ```
#[derive(Clone, Debug)]
pub struct OrthoGrad<O> {
    inner: O,
    rescale: bool,
}

impl<O: Optimizer> Optimizer for OrthoGrad<O> {
    type State<const D: usize> = O::State<D>;

    fn step<const D: usize>(
        &self,
        rate: LearningRate,
        tensor: Tensor<D>,
        gradient: Tensor<D>,
        state: Option<Self::State<D>>,
    ) -> (Tensor<D>, Option<Self::State<D>>) {
        let shape = gradient.dims();
        let projected = project(&[flatten(&tensor)], vec![flatten(&gradient)], self.rescale);
        let gradient = projected.into_iter().next().map_or(gradient, |flat| flat.reshape(shape));
        self.inner.step(rate, tensor, gradient, state)
    }

    fn to_device<const D: usize>(state: Self::State<D>, device: &Device) -> Self::State<D> {
        O::to_device(state, device)
    }
}

/// How to make an [`OrthoGrad`].
#[derive(Clone, Copy, Debug)]
pub struct OrthoGradConfig {
    rescale: bool,
}

impl Default for OrthoGradConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl OrthoGradConfig {
    /// As the authors' code: the projected gradient keeps the gradient's length.
    pub fn new() -> Self {
        Self { rescale: true }
    }

    /// Whether the projected gradient is given the gradient's length.
    pub fn with_rescale(self, rescale: bool) -> Self {
        Self { rescale }
    }

    /// The bare optimiser, for one of Burn's parameter groups.
    pub fn build<O: Optimizer>(&self, inner: O) -> OrthoGrad<O> {
        OrthoGrad { inner, rescale: self.rescale }
    }

    /// The optimiser of a whole module.
    pub fn init<O: Optimizer>(&self, inner: O) -> ModuleOptimizer {
        self.build(inner).into()
    }
}

/// A module's gradients without their part along its weights, ready for any optimiser's step.
///
/// This is what takes all parameters as one vector ([`OrthogonalGradient::WholeVector`]), which
/// an optimiser that sees one tensor at a time cannot. Parameters without a gradient are left
/// out of the vector. All parameters must be on one device.
pub fn orthogonal_gradients<M: Module>(
    module: &M,
    gradients: GradientsParams,
    scope: OrthogonalGradient,
    rescale: bool,
) -> GradientsParams {
    let mut taken = Taken { gradients, ids: vec![], weights: vec![], flat: vec![] };
    module.visit(&mut taken);
    let Taken { gradients, ids, weights, flat } = taken;
    let projected = ids.into_iter().zip(project_in(scope, &weights, flat, rescale));
    let mut given = Given { gradients, projected: projected.peekable() };
    module.visit(&mut given);
    given.gradients
}

/// Takes out every parameter's gradient, with its weights, as vectors.
struct Taken {
    gradients: GradientsParams,
    ids: Vec<ParamId>,
    weights: Vec<Tensor<1>>,
    flat: Vec<Tensor<1>>,
}

impl ModuleVisitor for Taken {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.remove::<D>(param.id) {
            self.ids.push(param.id);
            self.weights.push(flatten(&param.val().inner()));
            self.flat.push(flatten(&gradient));
        }
    }
}

/// Puts projected gradients back, in the order in which they were taken.
struct Given<I: Iterator<Item = (ParamId, Tensor<1>)>> {
    gradients: GradientsParams,
    projected: std::iter::Peekable<I>,
}

impl<I: Iterator<Item = (ParamId, Tensor<1>)>> ModuleVisitor for Given<I> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some((id, flat)) = self.projected.next_if(|(id, _)| *id == param.id) {
            self.gradients.register(id, flat.reshape(param.val().dims()));
        }
    }
}
