//! Finds of a run: panics and slow inputs are written down, a few of each kind, and the run continues.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use super::targets::{Target, target};

/// An input of a few kilobytes that takes longer is a hang.
const HANG: Duration = Duration::from_secs(1);
/// So many finds of one kind are kept.
const KEPT: usize = 3;

/// The target that `LIMN_FUZZ_TARGET` names.
pub static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("LIMN_FUZZ_TARGET").expect("LIMN_FUZZ_TARGET names a target");
    target(&name).unwrap_or_else(|| panic!("no target is called `{name}`"))
});

/// The folder that `LIMN_FUZZ_WORK` names.
pub static WORK: LazyLock<PathBuf> =
    LazyLock::new(|| PathBuf::from(std::env::var_os("LIMN_FUZZ_WORK").expect("LIMN_FUZZ_WORK is a folder")));

/// Origin of the last panic, and its message.
static PANIC: Mutex<(String, String)> = Mutex::new((String::new(), String::new()));
/// Number of finds of each kind.
static FINDS: Mutex<BTreeMap<String, usize>> = Mutex::new(BTreeMap::new());

/// Has panics noted from now on, and not printed.
pub fn note_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        let said = info.to_string();
        let said = said.split_once('\n').map_or(&*said, |(_, said)| said).to_owned();
        *PANIC.lock().expect("one thread") = (place, said);
    }));
    fs::create_dir_all(WORK.join("finds").join(TARGET.name)).expect("a folder can be made");
}

/// Runs one input.
pub fn try_one(data: &[u8]) {
    let begun = Instant::now();
    if !holds(data) {
        let (place, said) = PANIC.lock().expect("one thread").clone();
        found(&place, &said, data);
    } else if begun.elapsed() > HANG {
        // The machine may be busy with other things: what counts is the time that this thread gets.
        let begun = ThreadTime::now();
        holds(data);
        let took = begun.elapsed();
        if took > HANG {
            found("slow", &format!("{took:?}"), data);
        }
    }
}

fn holds(data: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| (TARGET.run)(data))).is_ok()
}

fn found(place: &str, said: &str, data: &[u8]) {
    // What differs only in numbers and names is one find.
    let first: String = said.lines().next().unwrap_or_default().split('`').step_by(2).collect();
    let kind: String =
        first.chars().filter(|c| c.is_ascii_alphabetic() || " /-".contains(*c)).take(70).collect();
    let key = format!("{place} {kind}");
    let mut finds = FINDS.lock().expect("one thread");
    let count = finds.entry(key.clone()).or_default();
    *count += 1;
    if *count > KEPT {
        return;
    }
    let name: String = key.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let file = WORK.join("finds").join(TARGET.name).join(format!("{name}-{count}"));
    fs::write(&file, data).expect("a find can be written");
    fs::write(file.with_extension("txt"), said).expect("a find can be written");
    eprintln!("FIND {key}: {}", file.display());
}
