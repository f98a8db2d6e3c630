//! The orthogonal gradient around Burn's own optimisers and modules.

use super::*;
use burn::{
    module::{Module, Param},
    nn::{Linear, LinearConfig},
    optim::{AdamConfig, GradientsParams, ModuleOptimizer},
};
use paperglass::grokking::{OrthoGradConfig, OrthogonalGradient, orthogonal_gradients};

#[derive(Module, Debug)]
struct TwoLayers {
    first: Linear,
    second: Linear,
}

fn two_layers(device: &Device) -> (TwoLayers, Tensor<2>, Tensor<2>) {
    let mut random = Random::new(6, "module");
    let mut layer = |rows: usize, columns: usize| {
        let mut layer = LinearConfig::new(rows, columns).init(device);
        let weight = matrix(&random_matrix(&mut random, rows, columns, 0.5)).into_data();
        layer.weight = Param::from_tensor(Tensor::from_data(weight, device));
        let bias = matrix(&random_matrix(&mut random, 1, columns, 0.5)).into_data();
        layer.bias = Some(Param::from_tensor(Tensor::<2>::from_data(bias, device).reshape([-1])));
        layer
    };
    let model = TwoLayers { first: layer(4, 6), second: layer(6, 2) };
    let mut data = |rows, columns| {
        Tensor::from_data(matrix(&random_matrix(&mut random, rows, columns, 1.0)).into_data(), device)
    };
    (model, data(8, 4), data(8, 2))
}

fn module_gradients(model: &TwoLayers, input: &Tensor<2>, output: &Tensor<2>) -> GradientsParams {
    let hidden = burn::tensor::activation::relu(model.first.forward(input.clone()));
    let loss = (model.second.forward(hidden) - output.clone()).square().mean();
    GradientsParams::from_grads(loss.backward(), model)
}

fn all_weights(model: &TwoLayers) -> Vec<f64> {
    [&model.first, &model.second]
        .into_iter()
        .flat_map(|layer| {
            let bias = layer.bias.as_ref().map(|bias| numbers(&bias.val())).unwrap_or_default();
            numbers(&layer.weight.val()).into_iter().chain(bias).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_wrapper_is_projection_then_the_optimiser_inside() {
    let device = Device::flex().autodiff();
    for rescale in [false, true] {
        let (model, input, output) = two_layers(&device);
        let (mut wrapped, mut by_hand) = (model.clone(), model);
        let adam = || AdamConfig::new().with_epsilon(1e-8).build();
        let mut ortho = OrthoGradConfig::new().with_rescale(rescale).init(adam());
        let mut plain = ModuleOptimizer::from(adam());
        for _ in 0..5 {
            let gradients = module_gradients(&wrapped, &input, &output);
            wrapped = ortho.step(0.01, wrapped, gradients);
            let gradients = module_gradients(&by_hand, &input, &output);
            let gradients = orthogonal_gradients(&by_hand, gradients, OrthogonalGradient::PerTensor, rescale);
            by_hand = plain.step(0.01, by_hand, gradients);
        }
        assert_eq!(all_weights(&wrapped), all_weights(&by_hand));
    }
}

#[test]
fn a_module_can_be_one_vector() {
    let device = Device::flex().autodiff();
    let (model, input, output) = two_layers(&device);
    let along = |gradients: &GradientsParams| {
        let mut sum = 0.0;
        for layer in [&model.first, &model.second] {
            let gradient = gradients.get::<2>(layer.weight.id).expect("a gradient");
            sum += inner(&numbers(&layer.weight.val()), &numbers(&gradient));
            let bias = layer.bias.as_ref().expect("a bias");
            let gradient = gradients.get::<1>(bias.id).expect("a gradient");
            sum += inner(&numbers(&bias.val()), &numbers(&gradient));
        }
        sum
    };
    let gradients = module_gradients(&model, &input, &output);
    let (count, before) = (gradients.len(), along(&gradients));
    let projected = orthogonal_gradients(&model, gradients, OrthogonalGradient::WholeVector, true);
    assert_eq!(projected.len(), count);
    assert!(before.abs() > 1e-2 && along(&projected).abs() < 1e-6 * before.abs().max(1.0), "{before}");
}
