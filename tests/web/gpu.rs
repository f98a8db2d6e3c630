//! WebGPU against the CPU: the same configuration, the same numbers, within a tolerance that
//! is stated at each comparison. `gpu_every.rs` has the rest, which one of window and worker runs.

use paperglass::{
    device::{Compute, DeviceKind},
    experiment::Experiment,
    grokking::{Config, Grokking, Loss, Part, SignificandBits, Snapshot},
};
use wasm_bindgen_test::wasm_bindgen_test;

use super::tiny;

pub async fn both() -> [Compute; 2] {
    let gpu = Compute::webgpu("test").await.expect("the tests start Chromium with WebGPU");
    assert_eq!(gpu.kind(), DeviceKind::WebGpu);
    gpu.check().await.unwrap();
    [Compute::cpu("test"), gpu]
}

/// Relative to the greater of the two and a floor.
pub fn near(left: f32, right: f32, tolerance: f32, what: &str) {
    let scale = left.abs().max(right.abs()).max(1e-3);
    assert!((left - right).abs() <= tolerance * scale, "{what}: CPU {left}, WebGPU {right}");
}

async fn run(config: &Config, compute: &Compute, steps: u32, parts: &[Part]) -> Snapshot {
    let mut run = Grokking::new(config.clone(), compute).unwrap();
    run.advance(steps);
    run.snapshot(parts).await.unwrap()
}

pub async fn agree(config: Config, steps: u32, tolerance: f32) {
    let parts = [Part::Loss, Part::Norms];
    let [cpu, gpu] = both().await;
    let (cpu, gpu) = (run(&config, &cpu, steps, &parts).await, run(&config, &gpu, steps, &parts).await);
    let what = format!("{:?} {:?} {:?}", config.loss, config.optimizer, config.orthogonal_gradient);
    let (left, right) = (cpu.loss.unwrap(), gpu.loss.unwrap());
    near(left.train, right.train, tolerance, &format!("{what}, trained loss"));
    near(left.test, right.test, tolerance, &format!("{what}, test loss"));
    let (left, right) = (cpu.norms.unwrap(), gpu.norms.unwrap());
    for (name, (a, b)) in left.tensors.iter().zip(left.weights.0.iter().zip(&right.weights.0)) {
        near(*a, *b, tolerance, &format!("{what}, norm of {name}"));
    }
}

#[wasm_bindgen_test]
async fn the_step_agrees_for_every_loss() {
    for loss in [Loss::SoftmaxCrossEntropy, Loss::SoftmaxComplement, Loss::Stablemax, Loss::StablemaxComplement] {
        agree(Config { loss, ..tiny() }, 8, 2e-3).await;
    }
    let bits = SignificandBits::Eight;
    agree(Config { loss: Loss::SoftmaxComplement, significand_bits: bits, ..tiny() }, 20, 5e-3).await;
}

#[wasm_bindgen_test]
async fn a_run_moves_from_webgpu_to_the_cpu_and_back() {
    let [cpu, gpu] = both().await;
    let mut run = Grokking::new(tiny(), &gpu).unwrap();
    run.advance(5);
    let bytes = run.save().await.unwrap();
    let mut moved = Grokking::restore(&bytes, &cpu).unwrap();
    assert_eq!(moved.step(), 5);
    for run in [&mut run, &mut moved] {
        run.advance(5);
    }
    let left = run.snapshot(&[Part::Loss]).await.unwrap().loss.unwrap();
    let right = moved.snapshot(&[Part::Loss]).await.unwrap().loss.unwrap();
    near(left.train, right.train, 2e-3, "loss after the move");
    // The GPU's own round trip is exact: save, restore, advance equals advance.
    let mut again = Grokking::restore(&bytes, &gpu).unwrap();
    again.advance(5);
    assert!(again.save().await.unwrap() == run.save().await.unwrap(), "restored and saved again, the bytes differ");
}

#[wasm_bindgen_test]
async fn control_changes_a_run_on_webgpu_as_on_the_cpu() {
    let mut losses = Vec::new();
    for compute in both().await {
        let mut run = Grokking::new(tiny(), &compute).unwrap();
        run.advance(4);
        run.control(&serde_json::json!({"loss": "stablemax", "learningRate": 0.02})).unwrap();
        run.advance(4);
        losses.push(run.snapshot(&[Part::Loss]).await.unwrap().loss.unwrap().train);
    }
    near(losses[0], losses[1], 2e-3, "loss after the change");
}

#[wasm_bindgen_test]
async fn every_part_agrees() {
    let parts = [
        Part::Accuracy, Part::Loss, Part::Collapse, Part::Gaps, Part::Norms, Part::Alignment, Part::Update,
        Part::Fourier, Part::Table, Part::Microscope,
    ];
    let [cpu, gpu] = both().await;
    let (cpu, gpu) = (run(&tiny(), &cpu, 3, &parts).await, run(&tiny(), &gpu, 3, &parts).await);
    near(cpu.accuracy.unwrap().train, gpu.accuracy.unwrap().train, 0.03, "accuracy");
    near(cpu.gaps.unwrap().train_mean, gpu.gaps.unwrap().train_mean, 5e-3, "gap");
    let pairs = |a: &[f32], b: &[f32], tolerance: f32, what: &str| {
        assert_eq!(a.len(), b.len(), "{what}");
        for (a, b) in a.iter().zip(b) {
            assert!((a - b).abs() < tolerance, "{what}: CPU {a}, WebGPU {b}");
        }
    };
    let (left, right) = (cpu.alignment.unwrap(), gpu.alignment.unwrap());
    pairs(&left.before.0, &right.before.0, 2e-3, "cosine");
    pairs(&left.after.0, &right.after.0, 2e-3, "cosine after projection");
    let (left, right) = (cpu.update.unwrap(), gpu.update.unwrap());
    pairs(&left.radial.0, &right.radial.0, 2e-3, "radial share");
    pairs(&cpu.fourier.unwrap().power.0, &gpu.fourier.unwrap().power.0, 2e-3, "Fourier power");
    pairs(&cpu.table.unwrap().probability.0, &gpu.table.unwrap().probability.0, 5e-3, "probability");
    pairs(&cpu.microscope.unwrap().logits.0, &gpu.microscope.unwrap().logits.0, 5e-3, "logits");
    assert_eq!(cpu.collapse.unwrap().zero_terms, gpu.collapse.unwrap().zero_terms);
}

