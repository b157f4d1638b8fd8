//! Guided driver: runs one target under libFuzzer, with the project's documents as seeds and mutations by line beside libFuzzer's own.
//!
//! `LIMN_FUZZ_TARGET` names the target, `LIMN_FUZZ_WORK` the folder that gets `seeds/` and `finds/`, `LIMN_CORPUS` more documents to start from.
#![no_main]

#[path = "../common/documents.rs"]
#[allow(dead_code, reason = "each driver takes what it needs")]
mod documents;
mod finds;
mod mutate;
mod seeds;
mod targets;

use std::fs;
use std::path::PathBuf;

use finds::{TARGET, WORK, note_panics, try_one};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mutate::{Random, mutate};

/// Documents of `LIMN_CORPUS` that are larger are left out.
const LARGEST: u64 = 4 << 10;

fuzz_target!(init: begin(), |data: &[u8]| try_one(data));

fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
    let mut random = Random::new(u64::from(seed) + 1);
    if random.below(3) == 0 || size == 0 {
        return fuzzer_mutate(data, size, most);
    }
    let other = random.of(documents::texts()).as_bytes();
    let mutated = mutate(&data[..size], other, &mut random, most);
    data[..mutated.len()].copy_from_slice(&mutated);
    mutated.len()
});

/// Writes the seeds to where libFuzzer reads them next.
fn begin() {
    note_panics();
    let folder = WORK.join("seeds").join(TARGET.name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    for (number, data) in seeds::of(&TARGET).iter().enumerate() {
        fs::write(folder.join(format!("own-{number}")), data).expect("a seed can be written");
    }
    if let Some(corpus) = std::env::var_os("LIMN_CORPUS").filter(|_| !TARGET.takes_packages) {
        let small = |file: &PathBuf| fs::metadata(file).is_ok_and(|about| about.len() <= LARGEST);
        for (number, file) in documents::below(corpus.as_ref()).iter().filter(|file| small(file)).enumerate()
        {
            let data = fs::read(file).expect("a document can be read");
            fs::write(folder.join(format!("corpus-{number}")), data).expect("a seed can be written");
        }
    }
}
