//! The crate in a dedicated worker, where the page runs it.
#![cfg(target_arch = "wasm32")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[path = "web/checks.rs"]
mod checks;

#[cfg(feature = "webgpu")]
#[path = "web/gpu_every.rs"]
mod gpu_every;
