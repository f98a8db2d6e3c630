// cargo add paperglass pollster serde_json
use paperglass::{config::from_json, device::Compute, experiment::{Experiment, ExperimentError}, grokking::{Grokking, Part}};
use serde_json::json;

fn main() -> Result<(), ExperimentError> {
    let config = from_json(&json!({"seed":2,"modulus":31,"orthogonalGradient":"none"}))?;
    let mut run = Grokking::new(config, &Compute::cpu("example"))?;
    run.advance(40);
    run.control(&json!({"loss":"stablemax"}))?;
    run.advance(60);
    let snapshot = pollster::block_on(run.snapshot(&[Part::Accuracy, Part::Loss]))?;
    println!("{} {:?} {:?}", run.step(), snapshot.accuracy, snapshot.loss);
    Ok(())
}
