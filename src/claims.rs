//! A paper's claim as data: what must come out, how it is measured, whether this run met it.
//!
//! A claim is a list of arms to run and conditions on what they measured. Whoever runs it
//! (a card on the page, a native test, the command line) records the named series and lets
//! [`Claim::judge`] decide, so that there is one verdict everywhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the paper reports, to stand beside what was measured here.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PaperFigure {
    /// The paper's figure, as text ("about 98 % at 75,000 steps").
    pub figure: &'static str,
    /// The scale at which the paper reports it.
    pub scale: &'static str,
    /// Where it stands ("Fig. 1b").
    pub place: &'static str,
}

/// One arm of a claim: a configuration (its seed is replaced by each of the claim's seeds).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClaimArm<C> {
    pub id: &'static str,
    pub label: &'static str,
    pub config: C,
    /// Steps to run.
    pub steps: u32,
    /// Steps between two measurements.
    pub every: u32,
}

/// A number taken from the records of one seed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Quantity {
    Constant { value: f64 },
    /// The value of an arm's series at the measurement nearest to a step, not after it.
    At { arm: &'static str, series: &'static str, step: u32 },
    /// The greatest value up to and with a step.
    MaximumBy { arm: &'static str, series: &'static str, step: u32 },
    /// The least value up to and with a step.
    MinimumBy { arm: &'static str, series: &'static str, step: u32 },
    /// The first step at which the series reached a level; infinite if it never did.
    StepReaching { arm: &'static str, series: &'static str, level: f64 },
    /// One quantity over another.
    Ratio { over: Box<Quantity>, under: Box<Quantity> },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Relation {
    AtLeast,
    AtMost,
    Above,
    Below,
}

/// One thing that must hold, of the medians over seeds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// In words, for the card.
    pub text: &'static str,
    pub left: Quantity,
    pub relation: Relation,
    pub right: Quantity,
}

/// A claim of a paper.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Claim<C> {
    /// `<paper>.<id>`.
    pub id: &'static str,
    pub title: &'static str,
    /// What must come out and by which measure, in one line.
    pub statement: &'static str,
    /// What this small scale does not show, if anything.
    pub caveat: &'static str,
    pub paper: PaperFigure,
    pub seeds: Vec<u32>,
    pub arms: Vec<ClaimArm<C>>,
    pub conditions: Vec<Condition>,
    /// The number that the card shows, and its unit ("%" multiplies it by 100).
    pub measured: Quantity,
    pub measured_label: &'static str,
    pub unit: &'static str,
}

/// What one arm measured with one seed. Series are named by their place in the snapshot
/// (`accuracy.test`); `steps[i]` is the step of the i-th value of each.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Record {
    pub arm: String,
    pub seed: u32,
    pub steps: Vec<u32>,
    #[serde(deserialize_with = "with_missing")]
    pub series: BTreeMap<String, Vec<f64>>,
}

/// JSON has no infinity and no "not a number": they arrive as null, and meet no condition.
fn with_missing<'de, D: serde::Deserializer<'de>>(from: D) -> Result<BTreeMap<String, Vec<f64>>, D::Error> {
    let series = BTreeMap::<String, Vec<Option<f64>>>::deserialize(from)?;
    let filled = |values: Vec<Option<f64>>| values.into_iter().map(|x| x.unwrap_or(f64::NAN)).collect();
    Ok(series.into_iter().map(|(name, values)| (name, filled(values))).collect())
}

/// A condition with the medians that were compared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    pub text: &'static str,
    pub left: f64,
    pub right: f64,
    pub holds: bool,
}

/// Whether a claim was met.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    pub claim: &'static str,
    pub reproduced: bool,
    /// The median over seeds of the claim's measured quantity.
    pub measured: f64,
    /// Its least and greatest value over seeds.
    pub spread: [f64; 2],
    pub findings: Vec<Finding>,
}

impl Quantity {
    /// The quantity for one seed; not a number when its series was not recorded.
    fn of(&self, seed: u32, records: &[Record]) -> f64 {
        let values = |arm: &str, series: &str| -> Vec<(u32, f64)> {
            records
                .iter()
                .find(|record| record.arm == arm && record.seed == seed)
                .and_then(|record| {
                    let values = record.series.get(series)?;
                    Some(record.steps.iter().copied().zip(values.iter().copied()).collect())
                })
                .unwrap_or_default()
        };
        let until = |arm: &str, series: &str, step: u32| {
            values(arm, series).into_iter().filter(move |(at, _)| *at <= step).map(|(_, value)| value)
        };
        match self {
            Self::Constant { value } => *value,
            Self::At { arm, series, step } => until(arm, series, *step).next_back().unwrap_or(f64::NAN),
            Self::MaximumBy { arm, series, step } => until(arm, series, *step).fold(f64::NAN, f64::max),
            Self::MinimumBy { arm, series, step } => until(arm, series, *step).fold(f64::NAN, f64::min),
            Self::StepReaching { arm, series, level } => values(arm, series)
                .into_iter()
                .find(|(_, value)| value >= level)
                .map_or(f64::INFINITY, |(step, _)| f64::from(step)),
            Self::Ratio { over, under } => over.of(seed, records) / under.of(seed, records),
        }
    }

    fn over_seeds(&self, seeds: &[u32], records: &[Record]) -> Vec<f64> {
        let mut values: Vec<f64> = seeds.iter().map(|&seed| self.of(seed, records)).collect();
        values.sort_by(f64::total_cmp);
        values
    }
}

/// The middle of sorted values; the mean of the two middle ones when their number is even.
fn median(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    match n {
        0 => f64::NAN,
        _ if n % 2 == 1 => sorted[n / 2],
        _ => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

impl<C> Claim<C> {
    /// Compares the medians over the seeds that were recorded for every arm.
    ///
    /// A condition on something that was not recorded does not hold.
    pub fn judge(&self, records: &[Record]) -> Verdict {
        let seeds: Vec<u32> = self
            .seeds
            .iter()
            .copied()
            .filter(|seed| {
                self.arms.iter().all(|arm| records.iter().any(|r| r.arm == arm.id && r.seed == *seed))
            })
            .collect();
        let median_of = |quantity: &Quantity| median(&quantity.over_seeds(&seeds, records));
        let findings: Vec<Finding> = self
            .conditions
            .iter()
            .map(|condition| {
                let (left, right) = (median_of(&condition.left), median_of(&condition.right));
                let holds = match condition.relation {
                    Relation::AtLeast => left >= right,
                    Relation::AtMost => left <= right,
                    Relation::Above => left > right,
                    Relation::Below => left < right,
                };
                Finding { text: condition.text, left, right, holds }
            })
            .collect();
        let measured = self.measured.over_seeds(&seeds, records);
        Verdict {
            claim: self.id,
            reproduced: !findings.is_empty() && findings.iter().all(|finding| finding.holds),
            measured: median(&measured),
            spread: [
                measured.first().copied().unwrap_or(f64::NAN),
                measured.last().copied().unwrap_or(f64::NAN),
            ],
            findings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim() -> Claim<()> {
        let at = |step| Quantity::At { arm: "a", series: "accuracy.test", step };
        Claim {
            id: "test.claim",
            title: "",
            statement: "",
            caveat: "",
            paper: PaperFigure { figure: "", scale: "", place: "" },
            seeds: vec![0, 1, 2],
            arms: vec![ClaimArm { id: "a", label: "", config: (), steps: 20, every: 10 }],
            conditions: vec![Condition {
                text: "",
                left: at(15),
                relation: Relation::AtLeast,
                right: Quantity::Constant { value: 0.5 },
            }],
            measured: at(15),
            measured_label: "",
            unit: "%",
        }
    }

    fn record(seed: u32, at_10: f64) -> Record {
        let series = BTreeMap::from([("accuracy.test".into(), vec![0.0, at_10, 1.0])]);
        Record { arm: "a".into(), seed, steps: vec![0, 10, 20], series }
    }

    #[test]
    fn the_median_decides_and_later_steps_do_not_count() {
        let met = claim().judge(&[record(0, 0.1), record(1, 0.6), record(2, 0.9)]);
        assert!(met.reproduced);
        assert_eq!((met.measured, met.spread), (0.6, [0.1, 0.9]));
        let missed = claim().judge(&[record(0, 0.1), record(1, 0.4), record(2, 0.9)]);
        assert!(!missed.reproduced);
    }

    #[test]
    fn nothing_recorded_is_nothing_reproduced() {
        assert!(!claim().judge(&[]).reproduced);
        let mut other = record(0, 0.9);
        other.series.clear();
        assert!(!claim().judge(&[other]).reproduced);
    }
}
