//! Compares what names resolve to and which problems are reported before and after a move.

use std::collections::{BTreeMap, BTreeSet};

use super::{Move, refused};
use crate::Analysis;
use limn_files::FilePath;
use limn_language::cycles::reachable;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_text::TextEdit;
use limn_yaml::Path;

/// A reference and what it resolves to.
type Resolved = (String, FilePath, Path);

impl Move<'_> {
    /// Refuses a move after which a name resolves to something else, other problems are reported, or files import each other.
    pub(super) fn check_equivalent(&self, edits: &BTreeMap<FilePath, TextEdit>) -> Result<(), EditError> {
        let after = self.analysis.with_edits(edits);
        let to = &self.target.file;
        if has_import_cycle(&after, to) && !has_import_cycle(self.analysis, to) {
            return refused(self.cycle_message());
        }
        let files = self.affected(&after);
        let (was, is) = (codes(self.before, &files), codes(&after, &files));
        let count = |all: &BTreeMap<&str, usize>, code: &str| all.get(code).copied().unwrap_or_default();
        if let Some(code) = is.keys().find(|code| count(&is, code) > count(&was, code)) {
            return refused(format!("it would add the problem {code}"));
        }
        if let Some(code) = was.keys().find(|code| count(&is, code) < count(&was, code)) {
            return refused(format!("it would hide the problem {code}"));
        }
        let (was, is) = (self.resolved(self.before, &files, true), self.resolved(&after, &files, false));
        if was == is {
            return Ok(());
        }
        let place = was.iter().zip(&is).take_while(|(was, is)| was == is).count();
        let changed = was.get(place).or_else(|| is.get(place)).map_or("", |resolved| &resolved.0);
        refused(format!("`{changed}` would resolve to another definition"))
    }

    /// The message if the move would make files import each other, with what to do instead.
    fn cycle_message(&self) -> String {
        let (name, from, to) = (self.name, &self.source.file, &self.target.file);
        let uses = self.uses_in_source();
        let none = BTreeSet::new();
        let used_by = |path: &Path| uses.get(path).unwrap_or(&none);
        let used = reachable([self.path], |at| used_by(at));
        if used.is_empty() {
            return format!("`{from}` and `{to}` would import each other: choose another file");
        }
        // One that uses nothing that stays can go first.
        let first = used.iter().find(|path| used_by(path).is_empty()).filter(|_| !used.contains(self.path));
        match first.and_then(|path| path.last_key()) {
            Some(first) => {
                format!("`{name}` depends on `{first}`, and `{from}` uses `{name}`: move `{first}` first")
            }
            None => {
                format!("`{name}` and definitions of `{from}` use each other: move them together in the text")
            }
        }
    }

    /// The other definitions of the source that each of its definitions uses.
    fn uses_in_source(&self) -> BTreeMap<Path, BTreeSet<Path>> {
        let mut uses: BTreeMap<Path, BTreeSet<Path>> = BTreeMap::new();
        let Some(names) = self.source.model().map(Model::names) else { return uses };
        for reference in &names.references {
            let Some(declared) = reference.declaration.map(|at| names.declarations[at].path.prefix(2)) else {
                continue;
            };
            let Some(user) = self.source.document.node_of(reference.node).map(|node| node.path().prefix(2))
            else {
                continue;
            };
            if user != declared {
                uses.entry(user).or_default().insert(declared);
            }
        }
        uses
    }

    /// The files with other definitions in sight before or after.
    fn affected(&self, after: &Analysis) -> BTreeSet<FilePath> {
        let own = [&self.source.file, &self.target.file];
        let all = [self.analysis, after].into_iter().flat_map(|analysis| {
            own.into_iter().flat_map(|file| {
                analysis.dependents(file).into_iter().map(|dependent| dependent.file.clone())
            })
        });
        let users = self.analysis.all_documents().filter(|checked| {
            checked.model().is_some_and(|model| !self.references_in(checked, model).is_empty())
        });
        all.chain(users.map(|checked| checked.file.clone())).chain(own.into_iter().cloned()).collect()
    }

    /// All references of files that resolve, in a fixed order. `moves`: the definition is still in the source, and is compared as if it were in the target.
    fn resolved(&self, analysis: &Analysis, files: &BTreeSet<FilePath>, moves: bool) -> Vec<Resolved> {
        let mut found = Vec::new();
        for file in files {
            for checked in analysis.documents(file) {
                let Some(model) = checked.model() else { continue };
                // Another document of the same file has other definitions.
                let sees = checked.file != self.source.file || checked.nth() == self.source.nth();
                let names = model.names();
                let foreign: BTreeMap<usize, (FilePath, Path)> = model
                    .external_references()
                    .into_iter()
                    .map(|external| (external.reference, (external.file, external.path)))
                    .collect();
                found.extend(names.references.iter().enumerate().filter_map(|(at, reference)| {
                    let own =
                        reference.declaration.map(|at| (file.clone(), names.declarations[at].path.clone()));
                    let (file, path) = own.or_else(|| foreign.get(&at).cloned())?;
                    let is_moved = moves && sees && file == self.source.file && path.starts_with(self.path);
                    let file = if is_moved { self.target.file.clone() } else { file };
                    Some((reference.name.clone(), file, path))
                }));
            }
        }
        found.sort();
        found
    }
}

/// Numbers of problems by code.
fn codes(analysis: &Analysis, files: &BTreeSet<FilePath>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for checked in files.iter().flat_map(|file| analysis.documents(file)) {
        for found in checked.diagnostics() {
            *counts.entry(found.code.name).or_default() += 1;
        }
    }
    counts
}

/// Returns true if the imports of a file lead back to it.
fn has_import_cycle(analysis: &Analysis, file: &FilePath) -> bool {
    reachable([file.clone()], |at| analysis.referenced_files(at)).contains(file)
}
