//! The crate in a browser window: `wasm-pack test --headless --chrome`.
#![cfg(target_arch = "wasm32")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[path = "web/checks.rs"]
mod checks;
