//! Writes `www/generated/*.ts` from the Rust structs, and holds the files to them.
//!
//! `PAPERGLASS_UPDATE=1 cargo test --release --lib` rewrites them; without it a test fails
//! when they have fallen behind.

use std::{fs, path::PathBuf};

use serde::Serialize;
use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    claims,
    config::{self, Configuration},
    experiment::{self, Paper},
    for_each_paper,
};

/// Collects the declarations of a type and of all it mentions.
#[derive(Default)]
struct Declarations {
    /// Names and texts.
    done: Vec<(String, String)>,
    /// Begun or done: a type may mention itself.
    seen: Vec<String>,
}

impl Declarations {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let settings = Config::default();
        // Only types with a file of their own have a declaration; numbers and lists have none.
        let declared = T::output_path().is_some();
        let name = T::ident(&settings);
        if declared {
            if self.seen.contains(&name) {
                return;
            }
            self.seen.push(name.clone());
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
        if declared {
            let docs = T::docs().unwrap_or_default();
            self.done.push((name, format!("{docs}export {}\n", T::decl(&settings))));
        }
    }
}

impl Declarations {
    /// By name: the order of visits changes from build to build.
    fn sorted(mut self) -> std::vec::IntoIter<(String, String)> {
        self.done.sort();
        self.done.into_iter()
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            self.add::<T>();
        }
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap()
}

fn hold(name: &str, text: String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("www/generated").join(name);
    if std::env::var_os("PAPERGLASS_UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "www/generated/{name} is behind; run PAPERGLASS_UPDATE=1 cargo test --release --lib");
}

const HEAD: &str = "// Written from the Rust structs by `PAPERGLASS_UPDATE=1 cargo test --release --lib`. Do not edit.\n\n";

#[test]
fn shared_types_are_current() {
    let mut declarations = Declarations::default();
    declarations.add::<config::Field>();
    declarations.add::<config::Problem>();
    declarations.add::<experiment::Preset<ts_rs::Dummy>>();
    declarations.add::<claims::Claim<ts_rs::Dummy>>();
    declarations.add::<claims::Record>();
    declarations.add::<claims::Verdict>();
    let body: String = declarations.sorted().map(|(_, text)| text + "\n").collect();
    hold("shared.ts", format!("{HEAD}{body}"));
}

#[test]
fn every_papers_types_are_current() {
    fn paper<P: Paper>()
    where
        P::Config: TS,
        P::Snapshot: TS + 'static,
        P::Part: TS + 'static,
    {
        let mut declarations = Declarations::default();
        declarations.add::<P::Config>();
        declarations.add::<P::Part>();
        declarations.add::<P::Snapshot>();
        let body: String = declarations.sorted().map(|(_, text)| text + "\n").collect();
        let text = format!(
            "{HEAD}import type {{ Claim, Field, Preset }} from \"./shared.js\";\n\n{body}\
             /** The default configuration. */\nexport const defaults: Config = {};\n\n\
             /** Every field's range and description. */\nexport const fields: Field[] = {};\n\n\
             /** Comparisons that are ready to run. */\nexport const presets: Preset<Config>[] = {};\n\n\
             /** The paper's claims. */\nexport const claims: Claim<Config>[] = {};\n",
            json(&P::Config::default()),
            json(&P::Config::fields()),
            json(&P::presets()),
            json(&P::claims()),
        );
        hold(&format!("{}.ts", P::PAPER), text);
    }
    macro_rules! check {
        ($($experiment:ty),*) => { $(paper::<$experiment>();)* };
    }
    for_each_paper!(check);
}
