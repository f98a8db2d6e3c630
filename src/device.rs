//! Where the numbers are computed, and why there.
//!
//! The one place that initialises Burn. WebGPU is asked for asynchronously and every refusal
//! is a sentence, never a panic: the CPU can run everything.

use burn::tensor::{Device, Tensor};
use serde::{Deserialize, Serialize};

use crate::experiment::ExperimentError;

/// What the user asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Preference {
    /// WebGPU where a real adapter can run Burn, else the CPU.
    #[default]
    Auto,
    Cpu,
    /// WebGPU even on a software adapter; the CPU only if WebGPU cannot work at all.
    WebGpu,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    Cpu,
    WebGpu,
}

/// A device that is ready, and the reason for the choice.
#[derive(Clone, Debug)]
pub struct Compute {
    device: Device,
    kind: DeviceKind,
    reason: String,
}

impl Compute {
    /// The CPU, by Burn's Flex backend.
    pub fn cpu(reason: impl Into<String>) -> Self {
        Self { device: Device::flex(), kind: DeviceKind::Cpu, reason: reason.into() }
    }

    /// Burn's device, without autodiff.
    pub fn device(&self) -> &Device {
        &self.device
    }

    pub fn kind(&self) -> DeviceKind {
        self.kind
    }

    /// Why this device, in one sentence for the page.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// WebGPU. The caller has made sure that an adapter exists and has `timestamp-query`
    /// (without it Burn 0.22 panics); in the browser `web::probe` does.
    ///
    /// # Errors
    /// Burn's reason for which the device could not be had.
    #[cfg(feature = "webgpu")]
    pub async fn webgpu(reason: impl Into<String>) -> Result<Self, String> {
        use std::cell::RefCell;
        thread_local! { static READY: RefCell<Option<Device>> = const { RefCell::new(None) }; }

        // A second initialisation of the same device is an error in Burn, so the first is kept.
        if let Some(device) = READY.with(|ready| ready.borrow().clone()) {
            return Ok(Self { device, kind: DeviceKind::WebGpu, reason: reason.into() });
        }
        let device = Device::wgpu_options()
            .tasks_max(64)
            .init_async()
            .await
            .map_err(|error| error.to_string())?;
        READY.with(|ready| *ready.borrow_mut() = Some(device.clone()));
        Ok(Self { device, kind: DeviceKind::WebGpu, reason: reason.into() })
    }

    /// Waits until the device has done all that was asked of it, so that work does not pile up
    /// without bound. On the CPU it is done already.
    ///
    /// # Errors
    /// [`ExperimentError::Device`] when the device is gone.
    pub async fn settle(&self) -> Result<(), ExperimentError> {
        if self.kind == DeviceKind::Cpu {
            return Ok(());
        }
        // Burn's own `sync` blocks, which a browser's thread cannot; reading one number waits too.
        Tensor::<1>::zeros([1], &self.device)
            .into_data_async()
            .await
            .map(|_| ())
            .map_err(|error| ExperimentError::Device(error.to_string()))
    }

    /// One small product whose answer is known, so that a GPU that computes nonsense is not used.
    ///
    /// # Errors
    /// In a sentence, what the device did wrong.
    pub async fn check(&self) -> Result<(), String> {
        let ones = Tensor::<2>::ones([17, 19], &self.device);
        let data = ones
            .clone()
            .matmul(ones.transpose())
            .into_data_async()
            .await
            .map_err(|error| format!("the graphics device did not answer: {error}"))?;
        if data.iter::<f32>().all(|x| x == 19.0) {
            Ok(())
        } else {
            Err("the graphics device gave a wrong answer to a known product".into())
        }
    }
}
