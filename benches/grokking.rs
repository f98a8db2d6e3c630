//! Steps a second of the grokking experiment on this machine's CPU, natively.
//!
//! `cargo bench --bench grokking` prints one JSON line a row; `npm run bench` reads them.
//! Times are medians over repeats of a window of steps; reading back is not in them.

use std::time::Instant;

use paperglass::{
    device::Compute,
    experiment::{Experiment, Paper},
    grokking::{Config, Grokking},
};

const REPEATS: usize = 5;

fn milliseconds_a_step(config: &Config, steps: u32) -> Option<[f64; 3]> {
    let mut run = Grokking::new(config.clone(), &Compute::cpu("benchmark")).ok()?;
    run.advance(3);
    let mut times: Vec<f64> = (0..REPEATS)
        .map(|_| {
            let start = Instant::now();
            run.advance(steps);
            start.elapsed().as_secs_f64() * 1e3 / f64::from(steps)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    Some([times[0], times[REPEATS / 2], times[REPEATS - 1]])
}

fn main() {
    for preset in Grokking::presets() {
        if !["four-curves", "paper-scale"].contains(&preset.id) {
            continue;
        }
        for arm in preset.arms {
            let steps = if preset.id == "four-curves" { 20 } else { 4 };
            let Some([least, median, greatest]) = milliseconds_a_step(&arm.config, steps) else { continue };
            let row = serde_json::json!({
                "preset": preset.id, "arm": arm.id, "device": "native CPU, one thread",
                "milliseconds": median, "spread": [least, greatest], "stepsPerSecond": 1e3 / median,
            });
            println!("{row}");
        }
    }
}
