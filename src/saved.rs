//! Saved runs: a safetensors file, so that Python opens it too, whose metadata has one entry,
//! `paperglass`: paper, format, configuration, state and checksum, as JSON.
//!
//! The same run gives the same bytes. A file from another version, or with a flipped bit, is
//! refused with its reason.

use std::collections::HashMap;

use safetensors::{Dtype, SafeTensors, serialize, tensor::TensorView};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// Raised when the meaning of the saved tensors changes.
pub const FORMAT: &str = "1";
/// The one metadata entry.
const ENTRY: &str = "paperglass";

/// Why saved bytes were refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RestoreError {
    #[error("this is not a saved Paperglass run ({0}); expected the bytes that save() returned")]
    NotARun(String),
    #[error("this run was saved in format {found}; this version reads format {FORMAT}")]
    Version { found: String },
    #[error("the saved run is damaged: its checksum is {found} and should be {expected}")]
    Damaged { expected: String, found: String },
    #[error("the saved run belongs to the paper \"{found}\", not to \"{expected}\"")]
    Paper { expected: String, found: String },
    #[error("the saved run lacks {0}, or it has another shape than the configuration asks for")]
    Missing(String),
    #[error("the saved configuration is not valid: {0}")]
    Config(String),
}

/// The contents of a saved run.
#[derive(Debug, Clone, PartialEq)]
pub struct Saved {
    pub paper: String,
    /// The configuration, as JSON text.
    pub config: String,
    /// Whatever else the experiment needs to go on, as JSON text.
    pub state: String,
    /// Tensors by name: shape and row-major values.
    pub tensors: Vec<(String, Vec<usize>, Vec<f32>)>,
}

impl Saved {
    pub fn new(paper: &str, config: &impl Serialize, state: &impl Serialize) -> Self {
        Self {
            paper: paper.into(),
            config: serde_json::to_string(config).unwrap_or_default(),
            state: serde_json::to_string(state).unwrap_or_default(),
            tensors: Vec::new(),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let payloads: Vec<Vec<u8>> = self
            .tensors
            .iter()
            .map(|(_, _, values)| values.iter().flat_map(|x| x.to_le_bytes()).collect())
            .collect();
        let views = self.tensors.iter().zip(&payloads).filter_map(|((name, shape, _), bytes)| {
            Some((name.clone(), TensorView::new(Dtype::F32, shape.clone(), bytes).ok()?))
        });
        let about = json!({
            "format": FORMAT,
            "paper": self.paper,
            "config": self.config,
            "state": self.state,
            "checksum": self.checksum(),
        });
        // One entry: several would be written in an order that changes from run to run.
        let metadata = HashMap::from([(ENTRY.into(), about.to_string())]);
        // Names are unique and sizes fit by construction, so this cannot fail.
        serialize(views, Some(metadata)).unwrap_or_default()
    }

    /// # Errors
    /// For anything that [`to_bytes`](Self::to_bytes) of this version did not write.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RestoreError> {
        let not_a_run = |error: safetensors::SafeTensorError| RestoreError::NotARun(error.to_string());
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(not_a_run)?;
        let file = SafeTensors::deserialize(bytes).map_err(not_a_run)?;
        let about = header.metadata().as_ref().and_then(|metadata| metadata.get(ENTRY));
        let about = about.ok_or_else(|| RestoreError::NotARun(format!("no metadata entry \"{ENTRY}\"")))?;
        let about: Value = serde_json::from_str(about).map_err(|error| RestoreError::NotARun(error.to_string()))?;
        let entry = |name: &str| {
            let text = about.get(name).and_then(Value::as_str).map(String::from);
            text.ok_or_else(|| RestoreError::NotARun(format!("no \"{name}\" in its metadata")))
        };
        let found = entry("format")?;
        if found != FORMAT {
            return Err(RestoreError::Version { found });
        }
        let mut tensors = Vec::new();
        for (name, view) in file.tensors() {
            if view.dtype() != Dtype::F32 {
                return Err(RestoreError::Missing(format!("{name} as 32-bit numbers")));
            }
            let values = view
                .data()
                .chunks_exact(4)
                .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                .collect();
            tensors.push((name, view.shape().to_vec(), values));
        }
        let saved = Self { paper: entry("paper")?, config: entry("config")?, state: entry("state")?, tensors };
        let (expected, found) = (entry("checksum")?, saved.checksum());
        if expected != found {
            return Err(RestoreError::Damaged { expected, found });
        }
        Ok(saved)
    }

    /// The values of one tensor, checked against the shape that the configuration asks for.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, RestoreError> {
        self.tensors
            .iter()
            .find(|(candidate, found, _)| candidate == name && found == shape)
            .map(|(_, _, values)| values.clone())
            .ok_or_else(|| RestoreError::Missing(format!("{name} of shape {shape:?}")))
    }

    pub fn state<S: DeserializeOwned>(&self) -> Result<S, RestoreError> {
        serde_json::from_str(&self.state).map_err(|e| RestoreError::Missing(format!("its state ({e})")))
    }

    /// CRC-32 over everything but itself, in an order that does not depend on the file's.
    fn checksum(&self) -> String {
        let mut hasher = crc32fast::Hasher::new();
        for text in [&self.paper, &self.config, &self.state] {
            hasher.update(text.as_bytes());
        }
        let mut order: Vec<_> = self.tensors.iter().collect();
        order.sort_by(|a, b| a.0.cmp(&b.0));
        for (name, shape, values) in order {
            hasher.update(name.as_bytes());
            hasher.update(format!("{shape:?}").as_bytes());
            for value in values {
                hasher.update(&value.to_le_bytes());
            }
        }
        format!("{:08x}", hasher.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Saved {
        let mut saved = Saved::new("grokking", &serde_json::json!({"seed": 1}), &serde_json::json!({"step": 7}));
        saved.tensors.push(("a".into(), vec![2, 2], vec![1.0, -2.5, f32::MIN_POSITIVE, 0.0]));
        saved
    }

    #[test]
    fn round_trips_exactly() {
        assert_eq!(Saved::from_bytes(&example().to_bytes()).unwrap(), example());
    }

    #[test]
    fn refuses_every_single_flipped_bit() {
        let bytes = example().to_bytes();
        for i in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[i] ^= 1;
            let result = Saved::from_bytes(&damaged);
            // Padding and JSON white space carry nothing: equal contents are fine, others are not.
            assert!(result.is_err() || result.as_ref() == Ok(&example()), "byte {i} went unnoticed");
        }
    }

    #[test]
    fn says_why() {
        assert!(matches!(Saved::from_bytes(b"hello"), Err(RestoreError::NotARun(_))));
        let text = String::from_utf8_lossy(&example().to_bytes()).replace(r#"format\":\"1\""#, r#"format\":\"0\""#);
        assert_eq!(
            Saved::from_bytes(text.as_bytes()).err().map(|e| matches!(e, RestoreError::Version { .. } | RestoreError::NotARun(_))),
            Some(true)
        );
    }
}
