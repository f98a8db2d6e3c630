//! What must hold in a window and in a worker alike: the CPU build, the JavaScript boundary,
//! and (feature `webgpu`) every function on WebGPU against the CPU, in tiny sizes, since the
//! adapter here may be emulated.

use js_sys::{Array, Reflect};
use paperglass::{
    device::Compute,
    experiment::Experiment,
    grokking::{Config, Grokking, OrthogonalGradient, Part},
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

pub fn tiny() -> Config {
    Config { modulus: 11, width: 32, seed: 3, ..Config::default() }
}

fn object(json: &str) -> JsValue {
    js_sys::JSON::parse(json).unwrap()
}

fn get(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap()
}

fn code(error: &JsValue) -> String {
    get(error, "code").as_string().unwrap()
}

#[wasm_bindgen_test]
async fn a_run_on_the_cpu_learns_and_repeats() {
    let compute = Compute::cpu("test");
    let mut losses = Vec::new();
    // Without the projection, which keeps so small a network from learning quickly.
    let config = Config { orthogonal_gradient: OrthogonalGradient::None, ..tiny() };
    for _ in 0..2 {
        let mut run = Grokking::new(config.clone(), &compute).unwrap();
        let before = run.snapshot(&[Part::Loss]).await.unwrap().loss.unwrap().train;
        run.advance(80);
        let after = run.snapshot(&[Part::Loss]).await.unwrap().loss.unwrap().train;
        assert!(after < before / 2.0, "loss went from {before} to {after}");
        losses.push(after);
    }
    assert_eq!(losses[0], losses[1]);
}

#[wasm_bindgen_test]
async fn the_probe_answers_in_words() {
    let probe = paperglass::web::probe::probe().await;
    assert!(!probe.reason.is_empty());
}

#[wasm_bindgen_test]
async fn the_boundary_runs_snapshots_saves_and_restores() {
    use paperglass::web::{open::open_compute, run};
    use wasm_bindgen_futures::JsFuture;
    open_compute("cpu").await.unwrap();
    let started = run::start_run("grokking", &object(r#"{"modulus": 11, "width": 32}"#)).unwrap();
    JsFuture::from(started.advance(5)).await.unwrap();
    assert_eq!(started.step().unwrap(), 5);
    let parts = vec!["accuracy".to_string(), "table".to_string()];
    let snapshot = JsFuture::from(started.snapshot(parts)).await.unwrap();
    assert!(get(&get(&snapshot, "accuracy"), "train").as_f64().unwrap() <= 1.0);
    assert!(get(&get(&snapshot, "table"), "correct").is_instance_of::<js_sys::Uint8Array>());
    assert!(get(&snapshot, "loss").is_undefined());
    let bytes: js_sys::Uint8Array = JsFuture::from(started.save()).await.unwrap().unchecked_into();
    let restored = run::restore_run(&bytes.to_vec()).unwrap();
    assert_eq!(restored.step().unwrap(), 5);
}

#[wasm_bindgen_test]
async fn errors_at_the_boundary_have_codes_and_every_problem() {
    use paperglass::web::run;
    let refuse = |paper: &str, config: &str| run::start_run(paper, &object(config)).err().unwrap();
    let error = refuse("grokking", r#"{"modulus": 12, "width": 4, "colour": 1}"#);
    assert_eq!(code(&error), "config");
    assert_eq!(get(&error, "problems").unchecked_into::<Array>().length(), 3);
    assert_eq!(code(&refuse("alchemy", "{}")), "unknown-paper");
    assert_eq!(code(&run::restore_run(b"nonsense").err().unwrap()), "restore");
    let started = run::start_run("grokking", &object(r#"{"modulus": 11, "width": 32}"#)).unwrap();
    let refused = wasm_bindgen_futures::JsFuture::from(started.snapshot(vec!["soul".into()])).await;
    assert_eq!(code(&refused.unwrap_err()), "unknown-part");
}

#[wasm_bindgen_test]
async fn a_second_call_on_a_busy_run_is_refused_and_the_first_is_answered() {
    use paperglass::web::run;
    use wasm_bindgen_futures::JsFuture;
    let started = run::start_run("grokking", &object(r#"{"modulus": 11, "width": 32}"#)).unwrap();
    let first = started.advance(3);
    let second = started.save();
    assert_eq!(code(&started.step().unwrap_err()), "busy");
    JsFuture::from(first).await.unwrap();
    assert_eq!(code(&JsFuture::from(second).await.unwrap_err()), "busy");
    assert_eq!(started.step().unwrap(), 3);
}

#[cfg(feature = "webgpu")]
#[path = "gpu.rs"]
pub mod gpu;
