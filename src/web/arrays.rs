//! Typed arrays inside serialised snapshots, so that they are moved and not copied.

use js_sys::{Float32Array, Uint8Array, Uint32Array};
use serde::Serializer;

use crate::experiment::{Codes, Counts, Floats};

/// A list that has a typed array in JavaScript.
pub trait TypedArray {
    type Js: wasm_bindgen::JsCast;
    fn to_js(&self) -> Self::Js;
}

impl TypedArray for Floats {
    type Js = Float32Array;
    fn to_js(&self) -> Float32Array {
        Float32Array::from(self.0.as_slice())
    }
}

impl TypedArray for Counts {
    type Js = Uint32Array;
    fn to_js(&self) -> Uint32Array {
        Uint32Array::from(self.0.as_slice())
    }
}

impl TypedArray for Codes {
    type Js = Uint8Array;
    fn to_js(&self) -> Uint8Array {
        Uint8Array::from(self.0.as_slice())
    }
}

/// Passes the typed array through serde-wasm-bindgen unchanged. Snapshots are serialised by
/// nothing else in a browser.
pub fn serialize<S: Serializer>(list: &impl TypedArray, serializer: S) -> Result<S::Ok, S::Error> {
    serde_wasm_bindgen::preserve::serialize(&list.to_js(), serializer)
}
