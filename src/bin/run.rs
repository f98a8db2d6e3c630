//! The headless runner: any paper's experiment, preset arm or claim, as lines of JSON.
//!
//! ```text
//! run --list
//! run <paper> [--config FILE | --preset ID --arm ID] [--seed N] [--steps N] [--every N] [--parts a,b]
//! run <paper> --claim ID|all [--seeds 0,1,2]
//! ```
//! FILE is a configuration, or what the page exports as JSON, of which `--arm` chooses the arm.
//! Measurements and verdicts go to standard output, one JSON object a line; progress and
//! problems to standard error.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use std::{fs, io::Write, process::ExitCode, sync::Mutex};

    use paperglass::{
        PAPERS,
        claims::{Claim, Record},
        config::merge,
        device::Compute,
        experiment::{Experiment, Paper},
        grokking::Grokking,
        reproduce,
    };
    use pollster::block_on;
    use serde_json::{Value, json};

    const USAGE: &str = "run --list
run <paper> [--config FILE | --preset ID --arm ID] [--seed N] [--steps N] [--every N] [--parts a,b]
run <paper> --claim ID|all [--seeds 0,1,2]";

    /// What was asked for on the command line.
    #[derive(Default)]
    struct Arguments {
        paper: Option<String>,
        list: bool,
        config: Option<String>,
        preset: Option<String>,
        arm: Option<String>,
        seed: Option<u32>,
        steps: Option<u32>,
        every: Option<u32>,
        parts: Option<String>,
        claim: Option<String>,
        seeds: Option<Vec<u32>>,
    }

    fn arguments() -> Result<Arguments, lexopt::Error> {
        use lexopt::prelude::*;
        let mut found = Arguments::default();
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Long("list") => found.list = true,
                Long("config") => found.config = Some(parser.value()?.string()?),
                Long("preset") => found.preset = Some(parser.value()?.string()?),
                Long("arm") => found.arm = Some(parser.value()?.string()?),
                Long("seed") => found.seed = Some(parser.value()?.parse()?),
                Long("steps") => found.steps = Some(parser.value()?.parse()?),
                Long("every") => found.every = Some(parser.value()?.parse()?),
                Long("parts") => found.parts = Some(parser.value()?.string()?),
                Long("claim") => found.claim = Some(parser.value()?.string()?),
                Long("seeds") => {
                    let seeds = parser.value()?.string()?;
                    let seeds = seeds.split(',').map(|seed| seed.trim().parse());
                    found.seeds = Some(seeds.collect::<Result<_, _>>().map_err(|_| "--seeds expects whole numbers, such as 0,1,2")?);
                }
                Value(paper) if found.paper.is_none() => found.paper = Some(paper.string()?),
                other => return Err(other.unexpected()),
            }
        }
        Ok(found)
    }

    pub fn main() -> ExitCode {
        let answer = arguments().map_err(|error| format!("{error}\n\n{USAGE}")).and_then(|arguments| {
            if arguments.list {
                list::<Grokking>();
                return Ok(true);
            }
            match arguments.paper.as_deref() {
                Some(Grokking::PAPER) => paper::<Grokking>(&arguments),
                Some(other) => Err(format!("there is no paper called \"{other}\"; expected one of {}", PAPERS.join(", "))),
                None => Err(USAGE.into()),
            }
        });
        match answer {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(problem) => {
                eprintln!("{problem}");
                ExitCode::from(2)
            }
        }
    }

    fn say(line: &Value) {
        // A reader that has gone away is no reason to fail.
        let _ = writeln!(std::io::stdout(), "{line}");
    }

    fn list<P: Paper>() {
        for preset in P::presets() {
            let arms: Vec<&str> = preset.arms.iter().map(|arm| arm.id).collect();
            println!("{} --preset {} --arm {}", P::PAPER, preset.id, arms.join("|"));
        }
        for claim in P::claims() {
            println!("{} --claim {}: {}", P::PAPER, claim.id, claim.statement);
        }
    }

    fn paper<P: Paper>(arguments: &Arguments) -> Result<bool, String>
    where
        P::Config: Send + Sync,
    {
        match &arguments.claim {
            Some(id) => claims::<P>(id, arguments.seeds.as_deref()),
            None => run::<P>(arguments).map(|()| true),
        }
    }

    /// One experiment, a line of JSON a measurement.
    fn run<P: Paper>(arguments: &Arguments) -> Result<(), String> {
        let mut config = P::Config::default();
        let (mut steps, mut every) = (1000, 100);
        if let Some(id) = &arguments.preset {
            let presets = P::presets();
            let known: Vec<&str> = presets.iter().map(|preset| preset.id).collect();
            let preset = presets.iter().find(|preset| preset.id == id);
            let preset = preset.ok_or_else(|| format!("there is no preset \"{id}\"; expected one of {}", known.join(", ")))?;
            let wanted = arguments.arm.as_deref().unwrap_or(preset.arms[0].id);
            let known: Vec<&str> = preset.arms.iter().map(|arm| arm.id).collect();
            let arm = preset.arms.iter().find(|arm| arm.id == wanted);
            let arm = arm.ok_or_else(|| format!("there is no arm \"{wanted}\"; expected one of {}", known.join(", ")))?;
            (config, steps, every) = (arm.config.clone(), preset.steps, preset.every);
        }
        if let Some(file) = &arguments.config {
            let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let mut value: Value = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
            if let Some(exported) = value.get("arms").and_then(Value::as_array) {
                value = exported_arm(exported, arguments.arm.as_deref()).map_err(|problem| format!("{file}: {problem}"))?;
            }
            config = merge(&config, &value).map_err(|error| error.to_string())?;
        }
        if let Some(seed) = arguments.seed {
            config = seeded::<P>(&config, seed)?;
        }
        let (steps, every) = (arguments.steps.unwrap_or(steps), arguments.every.unwrap_or(every).max(1));
        let names = arguments.parts.as_deref().unwrap_or("accuracy,loss");
        let parts = reproduce::parts::<P>(&names.split(',').map(str::trim).collect::<Vec<_>>()).map_err(|error| error.to_string())?;
        let mut run = P::new(config, &Compute::cpu("the headless runner")).map_err(|error| error.to_string())?;
        loop {
            let snapshot = block_on(run.snapshot(&parts)).map_err(|error| error.to_string())?;
            say(&serde_json::to_value(snapshot).unwrap_or_default());
            if run.step() >= steps {
                return Ok(());
            }
            run.advance(every.min(steps - run.step()));
        }
    }

    /// The configuration of one arm of a file that the page exported.
    fn exported_arm(arms: &[Value], wanted: Option<&str>) -> Result<Value, String> {
        let id = |arm: &Value| arm.get("id").and_then(Value::as_str).unwrap_or_default().to_string();
        let known: Vec<String> = arms.iter().map(id).collect();
        let found = arms.iter().find(|arm| wanted.is_none_or(|wanted| id(arm) == wanted));
        let arm = found.ok_or_else(|| format!("there is no such arm; expected one of {}", known.join(", ")))?;
        arm.get("config").cloned().ok_or_else(|| "its arm has no configuration".into())
    }

    fn seeded<P: Paper>(config: &P::Config, seed: u32) -> Result<P::Config, String> {
        merge(config, &json!({ "seed": seed })).map_err(|error| error.to_string())
    }

    /// Runs claims, seeds and arms two at a time, and prints a verdict each.
    fn claims<P: Paper>(id: &str, seeds: Option<&[u32]>) -> Result<bool, String>
    where
        P::Config: Send + Sync,
    {
        let mut claims = P::claims();
        let known: Vec<&str> = claims.iter().map(|claim| claim.id).collect();
        let unknown = format!("there is no claim \"{id}\"; expected all, or one of {}", known.join(", "));
        // With or without the paper's word in front.
        claims.retain(|claim| id == "all" || claim.id == id || claim.id.split_once('.').is_some_and(|(_, short)| short == id));
        if claims.is_empty() {
            return Err(unknown);
        }
        let mut all_reproduced = true;
        for claim in &mut claims {
            if let Some(seeds) = seeds {
                claim.seeds = seeds.to_vec();
            }
            let verdict = claim.judge(&records::<P>(claim)?);
            all_reproduced &= verdict.reproduced;
            say(&serde_json::to_value(verdict).unwrap_or_default());
        }
        Ok(all_reproduced)
    }

    fn records<P: Paper>(claim: &Claim<P::Config>) -> Result<Vec<Record>, String>
    where
        P::Config: Send + Sync,
    {
        let work = claim.arms.iter().flat_map(|arm| claim.seeds.iter().map(move |&seed| (arm, seed)));
        // The longest first, so that two threads end together.
        let mut work: Vec<_> = work.collect();
        work.sort_by_key(|(arm, _)| arm.steps);
        let work = Mutex::new(work);
        let records = Mutex::new(Vec::new());
        let worker = || -> Result<(), String> {
            loop {
                let Some((arm, seed)) = work.lock().map_err(|error| error.to_string())?.pop() else { return Ok(()) };
                let compute = Compute::cpu("a claim");
                let record = block_on(reproduce::record::<P>(claim, arm, seed, &compute)).map_err(|error| error.to_string())?;
                eprintln!("{} {} seed {seed} done", claim.id, arm.id);
                records.lock().map_err(|error| error.to_string())?.push(record);
            }
        };
        std::thread::scope(|scope| {
            let workers = [scope.spawn(worker), scope.spawn(worker)];
            workers.into_iter().try_for_each(|worker| {
                worker.join().map_err(|_| "a run stopped with a panic".to_string())?
            })
        })?;
        records.into_inner().map_err(|error| error.to_string())
    }
}
