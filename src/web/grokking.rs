//! The losses as plain functions, without a run.

use burn::tensor::{Int, Tensor, TensorData};
use js_sys::Float32Array;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::{errors::error, open::compute};
use crate::grokking::losses;

/// Rows of logits as a tensor, or a sentence on what does not fit.
fn rows(logits: &[f32], classes: usize) -> Result<Tensor<2>, JsValue> {
    if classes == 0 || logits.is_empty() || logits.len() % classes != 0 {
        let message = format!(
            "{} logits do not make rows of {classes} classes; expected a whole number of rows, at least one",
            logits.len()
        );
        return Err(error("config", &message));
    }
    let shape = [logits.len() / classes, classes];
    Ok(Tensor::from_data(TensorData::new(logits.to_vec(), shape), compute().device()))
}

/// Rows and their targets; the number of classes follows from their lengths.
fn rows_and_targets(logits: &[f32], targets: &[u32]) -> Result<(Tensor<2>, Tensor<1, Int>), JsValue> {
    let classes = logits.len() / targets.len().max(1);
    let rows = rows(logits, classes)?;
    if rows.dims()[0] != targets.len() {
        let message = format!("{} logits do not make {} rows of one length", logits.len(), targets.len());
        return Err(error("config", &message));
    }
    if let Some(target) = targets.iter().find(|&&target| target as usize >= classes) {
        let message = format!("target {target} is not a class; expected 0 to {}", classes - 1);
        return Err(error("config", &message));
    }
    let targets: Vec<i32> = targets.iter().map(|&target| target as i32).collect();
    let device = rows.device();
    Ok((rows, Tensor::from_data(TensorData::new(targets.clone(), [targets.len()]), &device)))
}

async fn read<const D: usize>(tensor: Tensor<D>) -> Result<Float32Array, JsValue> {
    let data = tensor.into_data_async().await.map_err(|problem| error("device", &problem.to_string()))?;
    Ok(Float32Array::from(data.iter::<f32>().collect::<Vec<_>>().as_slice()))
}

/// StableMax probabilities of rows of `classes` logits.
#[wasm_bindgen]
pub async fn stablemax(logits: Vec<f32>, classes: usize) -> Result<Float32Array, JsValue> {
    read(losses::stablemax(rows(&logits, classes)?)).await
}

/// StableMax cross-entropy of each row, in nats, from the sum of the other classes.
#[wasm_bindgen(js_name = stablemaxCrossEntropy)]
pub async fn stablemax_cross_entropy(logits: Vec<f32>, targets: Vec<u32>) -> Result<Float32Array, JsValue> {
    let (logits, targets) = rows_and_targets(&logits, &targets)?;
    read(losses::stablemax_complement_cross_entropy(logits, targets)).await
}

/// Softmax cross-entropy of each row, in nats: plain `f32` without `bits`, else without
/// absorption above the significand of that many bits (8, 11, 24 or 53).
#[wasm_bindgen(js_name = softmaxCrossEntropy)]
pub async fn softmax_cross_entropy(
    logits: Vec<f32>,
    targets: Vec<u32>,
    bits: Option<u32>,
) -> Result<Float32Array, JsValue> {
    let (logits, targets) = rows_and_targets(&logits, &targets)?;
    let loss = match bits {
        None => losses::softmax_cross_entropy(logits, targets),
        Some(bits @ (8 | 11 | 24 | 53)) => {
            losses::softmax_complement_cross_entropy(logits, targets, Some(2f64.powi(-(bits as i32))))
        }
        Some(bits) => {
            return Err(error("config", &format!("bits is {bits}; expected 8, 11, 24 or 53, or nothing")));
        }
    };
    read(loss).await
}
