//! Replays the fuzz targets: kept finds, the project's own documents, and a few fresh mutations that are the same each time.
//! For long runs, `make fuzz TARGET=check SECONDS=600`; see `src/ARCHITECTURE.md`.

#[path = "common/documents.rs"]
#[allow(dead_code, reason = "the drivers take the rest")]
mod documents;
#[path = "fuzz/mutate.rs"]
mod mutate;
#[path = "fuzz/seeds.rs"]
mod seeds;
#[path = "fuzz/targets/mod.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use mutate::{Random, mutate};
use targets::{TARGETS, Target};

/// A hang, in a build without optimization, of an input of a few kilobytes.
const TOO_LONG: Duration = Duration::from_secs(20);
/// Of the project's documents so many are tried with each target, unchanged and mutated. `LIMN_FUZZ` tries more.
const TRIES: usize = 24;
const LARGEST: usize = 4 << 10;

fn tries() -> usize {
    std::env::var("LIMN_FUZZ").ok().and_then(|tries| tries.parse().ok()).unwrap_or(TRIES)
}

/// Runs one input; says which it was if it fails.
#[track_caller]
fn holds(target: &Target, what: &str, data: &[u8]) {
    let begun = Instant::now();
    let outcome = catch_unwind(AssertUnwindSafe(|| (target.run)(data)));
    assert!(outcome.is_ok(), "{}: {what} fails; the input is\nb\"{}\"", target.name, data.escape_ascii());
    assert!(begun.elapsed() < TOO_LONG, "{}: {what} takes {:?}", target.name, begun.elapsed());
}

#[test]
fn every_kept_find_holds() {
    for target in TARGETS {
        for (file, data) in seeds::kept(target) {
            holds(target, &file.to_string_lossy(), &data);
        }
    }
}

#[test]
fn documents_of_the_project_hold_and_so_do_their_mutations() {
    for (number, target) in TARGETS.iter().enumerate() {
        let all: Vec<&String> = if target.takes_packages {
            seeds::packages().collect()
        } else {
            documents::texts().iter().collect()
        };
        assert!(!all.is_empty(), "{} has seeds", target.name);
        let mut random = Random::new(number as u64 + 1);
        for _ in 0..tries() {
            let (seed, other) = (random.of(&all).as_bytes(), random.of(&all).as_bytes());
            holds(target, "a document", seed);
            let mutated = mutate(seed, other, &mut random, LARGEST);
            holds(target, "a mutated document", &mutated);
        }
    }
}
