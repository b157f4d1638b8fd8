//! Random driver: mutates what a guided run gathered, and the project's documents, many times faster than a guided run.
//!
//! `LIMN_FUZZ_TARGET` names the target, `LIMN_FUZZ_WORK` the folder with `corpus/` and `seeds/` that gets `finds/`.
//! Arguments: how many seconds, and the first seed of the generator.

#[path = "../common/documents.rs"]
#[allow(dead_code, reason = "each driver takes what it needs")]
mod documents;
mod finds;
mod mutate;
mod seeds;
mod targets;

use std::fs;
use std::time::{Duration, Instant};

use finds::{TARGET, WORK, note_panics, try_one};
use mutate::{Random, mutate};

const LARGEST: usize = 2500;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let seed: u64 = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    note_panics();
    let mut all = seeds::of(&TARGET);
    for folder in ["corpus", "seeds"] {
        let files = documents::below(&WORK.join(folder).join(TARGET.name));
        all.extend(files.iter().map(|file| fs::read(file).expect("a seed can be read")));
    }
    let (begun, mut count) = (Instant::now(), 0_u64);
    let current = WORK.join(format!("current-{}", TARGET.name));
    while begun.elapsed() < Duration::from_secs(seconds) {
        // The inputs of a thousand follow from one number: what ends the process can be found again.
        let number = seed + count / 1000;
        fs::write(&current, number.to_string()).expect("a file can be written");
        let mut random = Random::new(number);
        for _ in 0..1000 {
            let (of, other) = (random.below(all.len()), random.below(all.len()));
            let data = mutate(&all[of], &all[other], &mut random, LARGEST);
            try_one(&data);
            count += 1;
        }
    }
    println!("{}: {count} inputs in {:?}, from {} seeds", TARGET.name, begun.elapsed(), all.len());
}
