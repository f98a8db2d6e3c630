//! Opening a device: asked for, probed, checked, and the reason kept.

use std::cell::RefCell;

use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::errors::{error, to_js};
use crate::device::{Compute, DeviceKind, Preference};

thread_local! {
    static COMPUTE: RefCell<Option<Compute>> = const { RefCell::new(None) };
}

/// What was opened.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Opened {
    kind: DeviceKind,
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    adapter: Option<String>,
}

/// The opened device; the CPU if nothing was opened yet.
pub fn compute() -> Compute {
    COMPUTE.with(|cell| {
        cell.borrow_mut().get_or_insert_with(|| Compute::cpu("no device was asked for")).clone()
    })
}

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Opens `"auto"`, `"cpu"` or `"webgpu"`; never fails for want of a GPU: `{kind, reason, adapter?}`.
#[wasm_bindgen(js_name = openCompute)]
pub async fn open_compute(preference: &str) -> Result<JsValue, JsValue> {
    let preference = match preference {
        "auto" => Preference::Auto,
        "cpu" => Preference::Cpu,
        "webgpu" => Preference::WebGpu,
        other => {
            let message = format!("there is no device \"{other}\"; expected auto, cpu or webgpu");
            return Err(error("config", &message));
        }
    };
    let (compute, adapter) = choose(preference).await;
    let opened = Opened { kind: compute.kind(), reason: compute.reason().into(), adapter };
    COMPUTE.with(|cell| *cell.borrow_mut() = Some(compute));
    to_js(&opened)
}

#[cfg(not(feature = "webgpu"))]
async fn choose(preference: Preference) -> (Compute, Option<String>) {
    let reason = match preference {
        Preference::Cpu => "asked for",
        _ => "this is the CPU build",
    };
    (Compute::cpu(reason), None)
}

#[cfg(feature = "webgpu")]
async fn choose(preference: Preference) -> (Compute, Option<String>) {
    if preference == Preference::Cpu {
        return (Compute::cpu("asked for"), None);
    }
    let probe = super::probe::probe().await;
    if !probe.usable || (probe.software && preference == Preference::Auto) {
        return (Compute::cpu(probe.reason), None);
    }
    let reason = if preference == Preference::WebGpu { "asked for" } else { probe.reason.as_str() };
    match Compute::webgpu(reason).await {
        Ok(compute) => match compute.check().await {
            Ok(()) => (compute, probe.adapter),
            Err(said) => (Compute::cpu(said), None),
        },
        Err(said) => (Compute::cpu(format!("WebGPU could not be opened: {said}")), None),
    }
}
