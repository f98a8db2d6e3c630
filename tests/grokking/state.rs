//! Determinism, saving, controls and bad configurations.

use paperglass::{
    config::{Configuration, from_json, validate},
    device::Compute,
    experiment::{Experiment, ExperimentError, Paper},
    grokking::{Architecture, Config, Grokking, Loss, Operation, Optimizer, OrthogonalGradient, Part},
    saved::{RestoreError, Saved},
};
use serde_json::{Value, json};

use super::{modest, save, small, snapshot, start};

fn bits(run: &Grokking) -> Vec<u32> {
    run.weights().iter().flat_map(|tensor| tensor.to_data().iter::<f32>().map(f32::to_bits).collect::<Vec<_>>()).collect()
}

#[test]
fn the_same_seed_is_the_same_run_bit_for_bit() {
    let trained = |seed, pieces: &[u32]| {
        let mut run = start(&Config { seed, ..modest() });
        pieces.iter().for_each(|&steps| run.advance(steps));
        bits(&run)
    };
    assert_eq!(trained(3, &[20]), trained(3, &[1, 9, 0, 10]), "however the steps are cut");
    assert_ne!(trained(3, &[20]), trained(4, &[20]));
}

#[test]
fn measuring_changes_nothing() {
    let (mut watched, mut alone) = (start(&modest()), start(&modest()));
    for _ in 0..3 {
        watched.advance(4);
        snapshot(&watched, super::measures::ALL);
    }
    alone.advance(12);
    assert_eq!(bits(&watched), bits(&alone));
}

#[test]
fn save_restore_advance_is_advance() {
    let transformer = Config { architecture: Architecture::Transformer, width: 8, ..small() };
    let parity = Config { operation: Operation::SparseParity, parity_samples: 200, width: 16, ..small() };
    let momentum = Config { optimizer: Optimizer::Sgd, learning_rate: 0.5, ..modest() };
    for config in [modest(), transformer, parity, momentum] {
        let mut run = start(&config);
        run.advance(7);
        run.control(&json!({ "loss": "stablemaxComplement", "inspectSample": 2 })).unwrap();
        run.advance(3);
        let mut again = Grokking::restore(&save(&run), &Compute::cpu("a test")).unwrap();
        assert_eq!((again.step(), again.config()), (10, run.config()));
        run.advance(8);
        again.advance(8);
        assert!(save(&again) == save(&run), "the restored run went another way");
    }
}

#[test]
fn damaged_foreign_and_old_files_are_refused_with_their_reason() {
    let compute = Compute::cpu("a test");
    let bytes = save(&start(&small()));
    let refusal = |bytes: &[u8]| match Grokking::restore(bytes, &compute) {
        Err(ExperimentError::Restore(reason)) => reason,
        other => panic!("expected a refusal, got {:?}", other.map(|run| run.step())),
    };
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 4;
    assert!(matches!(refusal(&flipped), RestoreError::Damaged { .. }));
    assert!(matches!(refusal(&bytes[..bytes.len() - 5]), RestoreError::NotARun(_)));
    assert!(matches!(refusal(b""), RestoreError::NotARun(_)));
    let mut foreign = Saved::from_bytes(&bytes).unwrap();
    foreign.paper = "alchemy".into();
    assert!(matches!(refusal(&foreign.to_bytes()), RestoreError::Paper { .. }));
    let mut wider = Saved::from_bytes(&bytes).unwrap();
    wider.config = wider.config.replace("\"width\":8", "\"width\":16");
    assert!(matches!(refusal(&wider.to_bytes()), RestoreError::Missing(_)));
    let mut wrong = Saved::from_bytes(&bytes).unwrap();
    wrong.config = wrong.config.replace("\"modulus\":5", "\"modulus\":6");
    assert!(refusal(&wrong.to_bytes()).to_string().contains("modulus"));
}

#[test]
fn every_live_field_changes_the_running_experiment() {
    let changes = [
        json!({ "loss": "stablemax" }), json!({ "optimizer": "sgd" }), json!({ "learningRate": 0.003 }), json!({ "beta1": 0.5 }),
        json!({ "beta2": 0.9 }), json!({ "epsilon": 0.01 }), json!({ "weightDecay": 3.0 }), json!({ "orthogonalGradient": "wholeVector" }),
        json!({ "rescaleGradient": false }),
        // These two matter only beside others.
        json!({ "optimizer": "sgd", "momentum": 0.1 }), json!({ "loss": "softmaxComplement", "significandBits": "8" }),
    ];
    let trained = |change: &Value| {
        let mut run = start(&Config { initial_scale: 1.5, ..modest() });
        run.advance(30);
        run.control(change).unwrap();
        run.advance(5);
        bits(&run)
    };
    let unchanged = trained(&json!({}));
    for change in &changes {
        assert_ne!(trained(change), unchanged, "{change} changed nothing");
    }
    // The counterfactual scale is for measuring alone.
    assert_eq!(trained(&json!({ "logitScale": 10.0 })), unchanged);
    let live = Config::fields().iter().filter(|field| field.live).count();
    assert_eq!(live, 12, "a live field was added; add it to this test");
}

#[test]
fn a_refused_change_names_every_problem_and_changes_nothing() {
    let mut run = start(&modest());
    let before = run.config().clone();
    let change = json!({ "modulus": 13, "learningRate": -1, "loss": "hinge", "colour": 1, "inspectSample": -2, "weightDecay": 1.0 });
    let Err(ExperimentError::Config(error)) = run.control(&change) else { panic!("it must be refused") };
    let mut named: Vec<&str> = error.problems.iter().map(|problem| problem.field.as_str()).collect();
    named.sort_unstable();
    assert_eq!(named, ["colour", "inspectSample", "learningRate", "loss", "modulus"]);
    assert_eq!(run.config(), &before);
    assert!(run.control(&json!("nonsense")).is_err());
}

#[test]
fn a_bad_configuration_names_every_field_value_and_range() {
    let bad = json!({ "modulus": 12, "trainShare": 1.5, "width": 4, "hiddenLayers": 2.5, "seed": "x", "loss": "hinge", "beta1": null, "colour": 1 });
    let error = from_json::<Config>(&bad).unwrap_err();
    let mut named: Vec<&str> = error.problems.iter().map(|problem| problem.field.as_str()).collect();
    named.sort_unstable();
    assert_eq!(named, ["beta1", "colour", "hiddenLayers", "loss", "modulus", "seed", "trainShare", "width"]);
    let share = error.problems.iter().find(|problem| problem.field == "trainShare").unwrap();
    assert_eq!(share.value, "1.5");
    assert!(share.expected.contains("0.05") && share.expected.contains("0.95"), "{}", share.expected);
    assert!(error.to_string().contains("trainShare"));
    for bad in [
        Config { learning_rate: f64::NAN, ..Config::default() },
        Config { modulus: 91, ..Config::default() },
        Config { architecture: Architecture::Transformer, width: 30, ..Config::default() },
    ] {
        assert!(Grokking::new(bad, &Compute::cpu("a test")).is_err());
    }
}

#[test]
fn presets_and_claims_are_valid_and_refer_to_what_exists() {
    let mut ids = std::collections::HashSet::new();
    for preset in Grokking::presets() {
        assert!(ids.insert(preset.id) && preset.every >= 1 && preset.steps >= preset.every);
        for arm in preset.arms {
            validate(&arm.config).unwrap();
        }
    }
    for claim in Grokking::claims() {
        assert!(claim.id.starts_with("grokking.") && ids.insert(claim.id) && claim.seeds == [0, 1, 2]);
        let json = serde_json::to_value(&claim).unwrap();
        for arm in &claim.arms {
            validate(&arm.config).unwrap();
            for series in paperglass::reproduce::series_of(&json, arm.id) {
                let (part, name) = series.split_once('.').unwrap();
                let parts = paperglass::reproduce::parts::<Grokking>(&[part]).unwrap();
                let measured = serde_json::to_value(snapshot(&start(&small()), &parts)).unwrap();
                assert!(measured[part][name].is_number(), "{series}");
            }
        }
    }
    assert!(paperglass::reproduce::parts::<Grokking>(&["soul"]).is_err());
}

#[test]
fn a_change_between_adam_and_momentum_starts_the_memory_afresh() {
    let mut run = start(&Config { orthogonal_gradient: OrthogonalGradient::None, loss: Loss::Stablemax, ..modest() });
    run.advance(3);
    assert_eq!(run.state().step, 3);
    run.control(&json!({ "optimizer": "adam" })).unwrap();
    assert_eq!(run.state().step, 3, "Adam and AdamW share their means");
    run.control(&json!({ "optimizer": "sgd" })).unwrap();
    assert_eq!(run.state().step, 0);
    assert!(snapshot(&run, &[Part::Loss]).loss.unwrap().train.is_finite());
}
