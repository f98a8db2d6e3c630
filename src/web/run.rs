//! A running experiment, of any paper.

use std::{cell::RefCell, future::Future, pin::Pin, rc::Rc};

use js_sys::{Promise, Uint8Array};
use serde_json::Value;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::future_to_promise;

use super::{
    errors::{error, experiment_error, from_js, to_js},
    open::compute,
};
use crate::{
    claims::Record,
    config::{Problem, from_json},
    device::Compute,
    experiment::{Experiment, ExperimentError, Paper},
    for_each_paper,
    saved::{RestoreError, Saved},
};

type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, JsValue>> + 'a>>;

/// An experiment whose paper is known only at run time.
trait AnyRun {
    fn config(&self) -> Result<JsValue, JsValue>;
    fn step(&self) -> u32;
    fn advance(&mut self, steps: u32);
    fn control(&mut self, change: &Value) -> Result<(), ExperimentError>;
    fn snapshot(&self, parts: Vec<String>) -> Later<'_, JsValue>;
    fn save(&self) -> Later<'_, JsValue>;
}

impl<E: Experiment> AnyRun for E {
    fn config(&self) -> Result<JsValue, JsValue> {
        to_js(Experiment::config(self))
    }

    fn step(&self) -> u32 {
        Experiment::step(self)
    }

    fn advance(&mut self, steps: u32) {
        Experiment::advance(self, steps);
    }

    fn control(&mut self, change: &Value) -> Result<(), ExperimentError> {
        Experiment::control(self, change)
    }

    fn snapshot(&self, parts: Vec<String>) -> Later<'_, JsValue> {
        Box::pin(async move {
            let names: Vec<&str> = parts.iter().map(String::as_str).collect();
            let parts = crate::reproduce::parts::<E>(&names).map_err(experiment_error)?;
            let snapshot = Experiment::snapshot(self, &parts).await.map_err(experiment_error)?;
            to_js(&snapshot)
        })
    }

    fn save(&self) -> Later<'_, JsValue> {
        Box::pin(async move {
            let bytes = Experiment::save(self).await.map_err(experiment_error)?;
            Ok(Uint8Array::from(bytes.as_slice()).into())
        })
    }
}

/// A running experiment. While one call is being answered another is refused with the code
/// `busy`; the package's `Run` queues them.
#[wasm_bindgen]
pub struct Run {
    paper: &'static str,
    compute: Compute,
    inner: Rc<RefCell<Option<Box<dyn AnyRun>>>>,
}

fn busy() -> JsValue {
    error("busy", "this run is still answering another call; wait for it")
}

impl Run {
    fn with<T>(&self, work: impl FnOnce(&mut Box<dyn AnyRun>) -> Result<T, JsValue>) -> Result<T, JsValue> {
        self.inner.borrow_mut().as_mut().ok_or_else(busy).and_then(work)
    }

    /// Takes the experiment out while its future runs, so that no borrow lives across an await.
    fn later(&self, work: impl for<'a> FnOnce(&'a mut Box<dyn AnyRun>) -> Later<'a, JsValue> + 'static) -> Promise {
        let cell = Rc::clone(&self.inner);
        let taken = cell.borrow_mut().take();
        future_to_promise(async move {
            let mut run = taken.ok_or_else(busy)?;
            let result = work(&mut run).await;
            *cell.borrow_mut() = Some(run);
            result
        })
    }
}

#[wasm_bindgen]
impl Run {
    #[wasm_bindgen(getter)]
    pub fn paper(&self) -> String {
        self.paper.into()
    }

    /// Training steps done.
    #[wasm_bindgen(getter)]
    pub fn step(&self) -> Result<u32, JsValue> {
        self.with(|run| Ok(run.step()))
    }

    /// The configuration, with the changes made since.
    pub fn config(&self) -> Result<JsValue, JsValue> {
        self.with(|run| run.config())
    }

    /// Does `steps` steps; resolves when the device has done them.
    pub fn advance(&self, steps: u32) -> Promise {
        let compute = self.compute.clone();
        self.later(move |run| {
            Box::pin(async move {
                run.advance(steps);
                compute.settle().await.map_err(experiment_error)?;
                Ok(JsValue::UNDEFINED)
            })
        })
    }

    /// Reads back the named parts.
    pub fn snapshot(&self, parts: Vec<String>) -> Promise {
        self.later(move |run| run.snapshot(parts))
    }

    /// Changes live fields.
    pub fn control(&self, change: &JsValue) -> Result<(), JsValue> {
        let change = from_js(change)?;
        self.with(|run| run.control(&change).map_err(experiment_error))
    }

    /// The whole state as bytes.
    pub fn save(&self) -> Promise {
        self.later(|run| run.save())
    }
}

fn boxed<E: Experiment>(experiment: E, compute: Compute) -> Run {
    let run: Box<dyn AnyRun> = Box::new(experiment);
    Run { paper: E::PAPER, compute, inner: Rc::new(RefCell::new(Some(run))) }
}

/// Starts an experiment on the opened device.
#[wasm_bindgen(js_name = startRun)]
pub fn start_run(paper: &str, config: &JsValue) -> Result<Run, JsValue> {
    let (config, compute) = (from_js(config)?, compute());
    macro_rules! start {
        ($($experiment:ty),*) => {
            match paper {
                $(<$experiment>::PAPER => from_json(&config)
                    .map_err(ExperimentError::from)
                    .and_then(|config| <$experiment>::new(config, &compute))
                    .map(|run| boxed(run, compute.clone())),)*
                other => Err(ExperimentError::UnknownPaper(other.into())),
            }
        };
    }
    for_each_paper!(start).map_err(experiment_error)
}

/// Rebuilds a run from what `save` returned, on the opened device.
#[wasm_bindgen(js_name = restoreRun)]
pub fn restore_run(bytes: &[u8]) -> Result<Run, JsValue> {
    let compute = compute();
    let paper = Saved::from_bytes(bytes).map_err(|e| experiment_error(e.into()))?.paper;
    macro_rules! restore {
        ($($experiment:ty),*) => {
            match paper.as_str() {
                $(<$experiment>::PAPER => <$experiment>::restore(bytes, &compute).map(|run| boxed(run, compute.clone())),)*
                other => Err(RestoreError::Paper { expected: crate::PAPERS.join(" or "), found: other.into() }.into()),
            }
        };
    }
    for_each_paper!(restore).map_err(experiment_error)
}

/// The verdict on a claim from what was recorded.
#[wasm_bindgen(js_name = judgeClaim)]
pub fn judge_claim(id: &str, records: &JsValue) -> Result<JsValue, JsValue> {
    let records = from_js(records)?;
    let records: Vec<Record> = serde_json::from_value(records)
        .map_err(|problem| error("config", &format!("these are not records: {problem}")))?;
    macro_rules! judge {
        ($($experiment:ty),*) => {{
            $(if let Some(claim) = <$experiment>::claims().into_iter().find(|claim| claim.id == id) {
                return to_js(&claim.judge(&records));
            })*
        }};
    }
    for_each_paper!(judge);
    Err(error("unknown-claim", &format!("there is no claim called \"{id}\"")))
}

/// Every problem of a configuration; an empty list if it is right.
#[wasm_bindgen(js_name = validateConfig)]
pub fn validate_config(paper: &str, config: &JsValue) -> Result<JsValue, JsValue> {
    let config = from_js(config)?;
    macro_rules! validate {
        ($($experiment:ty),*) => {
            match paper {
                $(<$experiment>::PAPER => from_json::<<$experiment as Experiment>::Config>(&config)
                    .map_or_else(|error| error.problems, |_| Vec::new()),)*
                other => return Err(experiment_error(ExperimentError::UnknownPaper(other.into()))),
            }
        };
    }
    let problems: Vec<Problem> = for_each_paper!(validate);
    to_js(&problems)
}
