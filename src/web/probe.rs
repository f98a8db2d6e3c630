//! What WebGPU can do here, asked without Burn, so that nothing can panic.

use js_sys::{Function, Object, Promise, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use super::errors::to_js;

/// The answer of a probe.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Probe {
    /// Whether Burn can run on it.
    pub usable: bool,
    /// Whether the adapter is a processor in disguise, slower than the CPU build.
    pub software: bool,
    /// In one sentence.
    pub reason: String,
    /// The adapter's name, as far as the browser tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adapter: Option<String>,
}

impl Probe {
    fn refused(reason: impl Into<String>) -> Self {
        Self { usable: false, software: false, reason: reason.into(), adapter: None }
    }
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Calls an asynchronous method; a throw and a rejection are both the error.
async fn call(object: &JsValue, name: &str, argument: &JsValue) -> Result<JsValue, String> {
    let said = |problem: JsValue| {
        let message = get(&problem, "message").as_string();
        message.or_else(|| problem.as_string()).unwrap_or_else(|| "no reason given".into())
    };
    let method: Function = get(object, name).dyn_into().map_err(|_| format!("there is no {name}"))?;
    let promise: Promise = method
        .call1(object, argument)
        .map_err(said)?
        .dyn_into()
        .map_err(|_| format!("{name} gave no promise"))?;
    JsFuture::from(promise).await.map_err(said)
}

/// Asks for an adapter and a device, and looks at what they can do.
pub async fn probe() -> Probe {
    let navigator = get(&js_sys::global(), "navigator");
    let gpu = get(&navigator, "gpu");
    if gpu.is_undefined() || gpu.is_null() {
        return Probe::refused("this browser does not offer WebGPU (no navigator.gpu)");
    }
    let adapter = match call(&gpu, "requestAdapter", &JsValue::UNDEFINED).await {
        Ok(adapter) if !adapter.is_null() && !adapter.is_undefined() => adapter,
        Ok(_) => return Probe::refused("WebGPU found no graphics adapter"),
        Err(said) => return Probe::refused(format!("WebGPU refused an adapter: {said}")),
    };
    let info = get(&adapter, "info");
    let text = |name: &str| get(&info, name).as_string().filter(|text| !text.is_empty());
    let words: Vec<String> = ["vendor", "architecture", "description"].iter().filter_map(|name| text(name)).collect();
    let name = (!words.is_empty()).then(|| words.join(" "));
    let software = get(&info, "isFallbackAdapter").as_bool() == Some(true)
        || get(&adapter, "isFallbackAdapter").as_bool() == Some(true)
        || words.iter().any(|word| {
            let word = word.to_lowercase();
            ["swiftshader", "llvmpipe", "lavapipe", "software", "basic render"].iter().any(|s| word.contains(s))
        });
    // Burn 0.22 panics on an adapter without timestamp queries (Firefox has none).
    let features = get(&adapter, "features");
    let timestamps = get(&features, "has")
        .dyn_into::<Function>()
        .ok()
        .and_then(|has| has.call1(&features, &"timestamp-query".into()).ok())
        .and_then(|has| has.as_bool())
        .unwrap_or(false);
    if !timestamps {
        let reason = "the graphics adapter has no timestamp-query, which the GPU code needs";
        return Probe { adapter: name, software, ..Probe::refused(reason) };
    }
    match call(&adapter, "requestDevice", &Object::new().into()).await {
        Ok(_) if software => Probe {
            usable: true,
            software,
            reason: "WebGPU is emulated in software here, slower than the CPU code".into(),
            adapter: name,
        },
        Ok(_) => Probe { usable: true, software, reason: "WebGPU works here".into(), adapter: name },
        Err(said) => Probe { adapter: name, software, ..Probe::refused(format!("WebGPU refused a device: {said}")) },
    }
}

/// See [`probe`]; `{usable, software, reason, adapter?}`.
#[wasm_bindgen(js_name = probeWebGpu)]
pub async fn probe_webgpu() -> Result<JsValue, JsValue> {
    to_js(&probe().await)
}
