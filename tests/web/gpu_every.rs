//! WebGPU against the CPU for every optimiser, projection, model and loss. An emulated adapter
//! compiles each of their kernels anew, so this runs in the worker alone, where the page computes.

use burn::tensor::{Int, Tensor, TensorData};
use paperglass::{
    grokking::{Architecture, Config, Input, Loss, Operation, Optimizer, OrthogonalGradient, SignificandBits, losses},
    random::Random,
};
use wasm_bindgen_test::wasm_bindgen_test;

use super::checks::{gpu::{agree, both}, tiny};

#[wasm_bindgen_test]
async fn the_step_agrees_for_every_optimiser_and_projection() {
    for optimizer in [Optimizer::Adam, Optimizer::AdamW, Optimizer::Sgd] {
        for orthogonal_gradient in
            [OrthogonalGradient::None, OrthogonalGradient::PerTensor, OrthogonalGradient::WholeVector]
        {
            for rescale_gradient in [true, false] {
                let learning_rate = if optimizer == Optimizer::Sgd { 0.5 } else { 0.01 };
                let base = Config { optimizer, orthogonal_gradient, rescale_gradient, learning_rate, ..tiny() };
                agree(Config { weight_decay: 0.1, ..base }, 6, 2e-3).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn the_other_models_agree() {
    for hidden_layers in [1, 3] {
        agree(Config { hidden_layers, ..tiny() }, 5, 2e-3).await;
    }
    agree(Config { input: Input::Embedding, ..tiny() }, 5, 2e-3).await;
    agree(Config { operation: Operation::SparseParity, parity_samples: 200, ..tiny() }, 5, 2e-3).await;
    agree(Config { architecture: Architecture::Transformer, width: 16, modulus: 5, ..tiny() }, 3, 5e-3).await;
}

#[wasm_bindgen_test]
async fn the_losses_agree_far_from_zero() {
    let (rows, classes) = (24, 11);
    let mut random = Random::new(5, "logits");
    let logits: Vec<f32> =
        (0..rows * classes).map(|i| random.normal() * [1.0, 10.0, 30.0][i / classes % 3]).collect();
    let target: Vec<i32> = (0..rows).map(|_| random.below(classes as u32) as i32).collect();
    let [cpu, gpu] = both().await;
    for loss in [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement] {
        let mut answers = Vec::new();
        for compute in [&cpu, &gpu] {
            let z = Tensor::<2>::from_data(TensorData::new(logits.clone(), [rows, classes]), compute.device());
            let y = Tensor::<1, Int>::from_data(TensorData::new(target.clone(), [rows]), compute.device());
            let (loss, gradient) = losses::loss_and_gradient(loss, SignificandBits::None, z, y);
            let loss: Vec<f32> = loss.into_data_async().await.unwrap().iter::<f32>().collect();
            let gradient: Vec<f32> = gradient.into_data_async().await.unwrap().iter::<f32>().collect();
            answers.push([loss, gradient].concat());
        }
        for (a, b) in answers[0].iter().zip(&answers[1]) {
            // WGSL allows exp and log several units in the last place.
            assert!((a - b).abs() <= 2e-4 * a.abs().max(0.05), "{loss:?}: CPU {a}, WebGPU {b}");
        }
    }
}
