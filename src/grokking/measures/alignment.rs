//! Norms, and how vectors (gradients, steps) lie to the weights.
//!
//! All of it comes from three inner products a weight tensor, made on the device with the
//! vector divided by its greatest component, so that gradients of 10⁻²⁵ do not underflow when
//! squared. The rest is host arithmetic in `f64`.

use burn::tensor::Tensor;

use super::{Answers, Now, Reads, Ticket};
use crate::{
    experiment::Floats,
    grokking::{OrthogonalGradient, snapshot::{Alignment, Norms, Update}},
};

/// Inner products of a vector v and weights w of the same shape.
#[derive(Clone, Copy, Debug, Default)]
struct Products {
    /// v·v
    vector: f64,
    /// v·w
    across: f64,
    /// w·w
    weight: f64,
}

impl Products {
    fn cosine(self) -> f64 {
        let lengths = (self.vector.sqrt()) * self.weight.sqrt();
        // Not a number must show as such; only a length of exactly 0 has no direction.
        if lengths == 0.0 { 0.0 } else { (self.across / lengths).clamp(-1.0, 1.0) }
    }

    fn sum(all: &[Self]) -> Self {
        all.iter().fold(Self::default(), |sum, products| Self {
            vector: sum.vector + products.vector,
            across: sum.across + products.across,
            weight: sum.weight + products.weight,
        })
    }
}

fn ask(vectors: &[Tensor<2>], weights: &[Tensor<2>], reads: &mut Reads) -> Vec<Ticket> {
    vectors
        .iter()
        .zip(weights)
        .map(|(vector, weight)| {
            let greatest = vector.clone().max_abs().clamp_min(1e-30);
            let unit = vector.clone() / greatest.clone().unsqueeze::<2>();
            let products = vec![
                greatest,
                unit.clone().square().sum(),
                (unit * weight.clone()).sum(),
                weight.clone().square().sum(),
            ];
            reads.ask(Tensor::cat(products, 0))
        })
        .collect()
}

fn products(tickets: &[Ticket], answers: &Answers) -> Vec<Products> {
    tickets
        .iter()
        .map(|&ticket| match answers.floats(ticket).as_slice() {
            &[greatest, vector, across, weight] => {
                let [greatest, vector, across, weight] = [greatest, vector, across, weight].map(f64::from);
                Products { vector: vector * greatest * greatest, across: across * greatest, weight }
            }
            _ => Products { vector: f64::NAN, across: f64::NAN, weight: f64::NAN },
        })
        .collect()
}

fn floats(values: impl Iterator<Item = f64>) -> Floats {
    Floats(values.map(|value| value as f32).collect())
}

pub(super) fn ask_norms<'a>(now: &Now<'a>, reads: &mut Reads) -> impl FnOnce(&Answers) -> Norms + use<'a> {
    let run = now.run;
    let tickets = ask(now.gradients(), &now.weights, reads);
    move |answers| {
        let products = products(&tickets, answers);
        Norms {
            total: Products::sum(&products).weight.sqrt() as f32,
            tensors: run.model.names(),
            weights: floats(products.iter().map(|products| products.weight.sqrt())),
            gradients: floats(products.iter().map(|products| products.vector.sqrt())),
        }
    }
}

pub(super) fn ask_alignment<'a>(now: &Now<'a>, reads: &mut Reads) -> impl FnOnce(&Answers) -> Alignment + use<'a> {
    let run = now.run;
    let before = ask(now.gradients(), &now.weights, reads);
    let after = (run.config.orthogonal_gradient != OrthogonalGradient::None)
        .then(|| ask(now.projected(), &now.weights, reads));
    move |answers| {
        // The cosine of the *negative* gradient.
        let cosines = |all: &[Products]| floats(all.iter().map(|products| -products.cosine()));
        let before = products(&before, answers);
        let after = after.map_or_else(|| before.clone(), |after| products(&after, answers));
        Alignment {
            tensors: run.model.names(),
            before: cosines(&before),
            after: cosines(&after),
            whole: -Products::sum(&before).cosine() as f32,
        }
    }
}

pub(super) fn ask_update<'a>(now: &Now<'a>, reads: &mut Reads) -> impl FnOnce(&Answers) -> Update + use<'a> {
    let run = now.run;
    let step = run.state().update_only(&run.config, &now.weights, now.projected().to_vec());
    let tickets = ask(&step, &now.weights, reads);
    move |answers| {
        let products = products(&tickets, answers);
        let radial = |products: &Products| products.cosine().powi(2);
        Update {
            tensors: run.model.names(),
            radial: floats(products.iter().map(radial)),
            tangential: floats(products.iter().map(|products| {
                if products.vector == 0.0 { 0.0 } else { 1.0 - radial(products) }
            })),
            turn: floats(products.iter().map(turn)),
        }
    }
}

/// The angle between w and w + v, in degrees.
fn turn(products: &Products) -> f64 {
    let length = products.weight.sqrt();
    if length == 0.0 {
        return 0.0;
    }
    let along = products.across / length;
    let across = (products.vector - along * along).max(0.0).sqrt();
    across.atan2(length + along).to_degrees()
}
