//! Baseline: a file with the problems that are accepted, by file, check and message. Line numbers are not part of it, so that edits elsewhere keep it valid.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Trouble;
use super::checked::CheckedFile;
use super::output;
use limn::disk::{FileSystem, ReadError};

/// Limit of the size of a baseline.
const MAX: u64 = 64 << 20;
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    problems: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    code: String,
    message: String,
    count: usize,
}

/// Number of accepted diagnostics by file, code and message.
pub(crate) struct Baseline(BTreeMap<(String, String, String), usize>);

impl Baseline {
    pub(crate) fn of(files: &[CheckedFile]) -> Baseline {
        let mut counts = BTreeMap::new();
        for file in files {
            for (_, found) in file.shown() {
                let key = (portable(&file.name), found.code.name.to_owned(), found.message.clone());
                *counts.entry(key).or_default() += 1;
            }
        }
        Baseline(counts)
    }

    pub(crate) fn read(path: &Path) -> Result<Baseline, Trouble> {
        let trouble = |source| Trouble::Read(ReadError::new(path, source));
        let invalid =
            |why: String| Trouble::Message(format!("cannot read baseline `{}`: {why}", path.display()));
        let bytes = FileSystem::Machine.read(path, MAX).map_err(trouble)?;
        let bytes = bytes.ok_or_else(|| invalid("the file is too large".to_owned()))?;
        let stored: Stored = serde_json::from_slice(&bytes).map_err(|error| invalid(error.to_string()))?;
        if stored.version != VERSION {
            return Err(invalid(format!("expected version {VERSION}, found {}", stored.version)));
        }
        let entries = stored.problems.into_iter();
        Ok(Baseline(entries.map(|entry| ((entry.file, entry.code, entry.message), entry.count)).collect()))
    }

    pub(crate) fn write(self, path: &Path) -> Result<(), Trouble> {
        let entry = |((file, code, message), count)| Entry { file, code, message, count };
        let stored = Stored { version: VERSION, problems: self.0.into_iter().map(entry).collect() };
        let mut text = serde_json::to_string_pretty(&stored).expect("texts and numbers");
        text.push('\n');
        output::write(path, text.as_bytes())
    }

    /// Indexes of the accepted diagnostics of a file. Each entry accepts as many as it counts.
    pub(crate) fn accepted(&mut self, file: &CheckedFile) -> BTreeSet<usize> {
        let name = portable(&file.name);
        let mut accepts = |code: &str, message: &str| {
            let left = self.0.get_mut(&(name.clone(), code.to_owned(), message.to_owned()));
            left.filter(|left| **left > 0).map(|left| *left -= 1).is_some()
        };
        let found = file.diagnostics().iter().enumerate();
        found
            .filter(|(_, diagnostic)| diagnostic.code.names().any(|name| accepts(name, &diagnostic.message)))
            .map(|(at, _)| at)
            .collect()
    }
}

/// A file name that is the same on all systems and with or without `./`.
fn portable(name: &str) -> String {
    let name = name.replace('\\', "/");
    name.strip_prefix("./").unwrap_or(&name).to_owned()
}
