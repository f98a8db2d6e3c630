//! Runs one arm of a claim with one seed and records what the claim looks at.
//!
//! Promise: only the parts that the claim's series come from are measured, at the steps that it
//! names, so that a verdict is the same wherever it is run: in a test, by the headless runner.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    claims::{Claim, ClaimArm, Record},
    config::merge,
    device::Compute,
    experiment::{Experiment, ExperimentError, Paper},
};

/// Runs `arm` of `claim` with `seed` to its end.
///
/// # Errors
/// As starting a run and measuring it.
pub async fn record<P: Paper>(
    claim: &Claim<P::Config>,
    arm: &ClaimArm<P::Config>,
    seed: u32,
    compute: &Compute,
) -> Result<Record, ExperimentError> {
    let config = merge(&arm.config, &json!({ "seed": seed }))?;
    let mut run = P::new(config, compute)?;
    let series = series_of(&serde_json::to_value(claim).unwrap_or_default(), arm.id);
    let mut names: Vec<&str> = series.iter().filter_map(|name| name.split('.').next()).collect();
    names.sort_unstable();
    names.dedup();
    let parts = parts::<P>(&names)?;
    let mut record = Record { arm: arm.id.into(), seed, steps: Vec::new(), series: BTreeMap::new() };
    loop {
        let snapshot = serde_json::to_value(run.snapshot(&parts).await?).unwrap_or_default();
        record.steps.push(run.step());
        for name in &series {
            let value = snapshot.pointer(&format!("/{}", name.replace('.', "/"))).and_then(Value::as_f64);
            record.series.entry(name.clone()).or_default().push(value.unwrap_or(f64::NAN));
        }
        if run.step() >= arm.steps {
            return Ok(record);
        }
        run.advance(arm.every.max(1).min(arm.steps - run.step()));
    }
}

/// Snapshot parts by their names.
///
/// # Errors
/// For the first name that is none, with those that are.
pub fn parts<P: Experiment>(names: &[&str]) -> Result<Vec<P::Part>, ExperimentError> {
    let part = |name: &&str| {
        serde_json::from_value(json!(name)).map_err(|problem| {
            let text = problem.to_string();
            let expected = text.split_once("expected one of ").map_or(text.clone(), |(_, names)| names.into());
            ExperimentError::UnknownPart { part: (*name).into(), expected }
        })
    };
    names.iter().map(part).collect()
}

/// The series that a claim names for one arm, wherever in it they stand.
pub fn series_of(value: &Value, arm: &str) -> Vec<String> {
    let mut found: Vec<String> = match value {
        Value::Array(items) => items.iter().flat_map(|item| series_of(item, arm)).collect(),
        Value::Object(fields) => match (fields.get("arm"), fields.get("series")) {
            (Some(Value::String(named)), Some(Value::String(series))) if named == arm => vec![series.clone()],
            _ => fields.values().flat_map(|item| series_of(item, arm)).collect(),
        },
        _ => Vec::new(),
    };
    found.sort_unstable();
    found.dedup();
    found
}
