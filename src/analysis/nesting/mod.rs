//! Extracts elements into a nested document, and inlines such a document again. A language plans what crosses the boundary; here, the text of the
//! elements goes from one document to the other as it is written. The result is refused if it has a problem that was not there before.

#[cfg(test)]
mod tests;
mod transplant;

use std::collections::{BTreeMap, BTreeSet};

use super::{Analysis, Change, Checked};
use limn_files::FilePath;
use limn_language::diagnostic::Severity;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::Nesting;
use limn_text::TextEdit;
use limn_yaml::{self as yaml};

/// Elements that can be extracted into a nested document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extractable {
    /// Name of the result: "nested assembly".
    pub noun: &'static str,
    /// An unused name for the element that represents it.
    pub name: String,
    /// An unused name for its file.
    pub file: FilePath,
}

/// A planned extraction or inlining.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NestingChange {
    pub change: Change,
    /// The new files with their texts.
    pub created: Vec<(FilePath, String)>,
}

fn refused<T>(why: String) -> Result<T, EditError> {
    Err(EditError::Refused(why))
}

impl Analysis {
    /// Checks that elements of a file can be extracted together. Does not check if the language can express the result. Cheap.
    pub fn can_extract(&self, file: &FilePath, ids: &[Id]) -> Option<&'static str> {
        let nesting = self.file(file)?.nesting()?;
        let all = !ids.is_empty() && ids.iter().all(|id| nesting.is_extractable(id));
        all.then(|| nesting.noun())
    }

    /// Noun for an element that can be inlined. Cheap.
    pub fn can_inline(&self, file: &FilePath, id: &Id) -> Option<&'static str> {
        let nesting = self.file(file)?.nesting()?;
        nesting.is_inlinable(id).then(|| nesting.noun())
    }

    /// The elements as an extraction, with unused names.
    pub fn extractable(&self, file: &FilePath, ids: &[Id]) -> Option<Extractable> {
        let noun = self.can_extract(file, ids)?;
        let name = self.file(file)?.nesting()?.new_name(ids);
        Some(Extractable { noun, file: self.file_beside(file, &name)?, name })
    }

    /// An unused file name for an extraction of a name.
    pub fn file_for_extraction(&self, file: &FilePath, name: &str) -> Option<FilePath> {
        self.file_beside(file, name)
    }

    /// Plans the extraction of elements into a new file.
    ///
    /// # Errors
    ///
    /// The reason if a connection cannot cross the boundary, or if the result would have a new problem.
    pub fn extract(
        &self,
        file: &FilePath,
        ids: &[Id],
        name: &str,
        to: &FilePath,
    ) -> Result<NestingChange, EditError> {
        let checked = self.checked(file)?;
        let nesting = nesting(checked)?;
        if !to.is_document() || to.extension() == "json" {
            return refused(format!("`{to}` is not a YAML file name: use `.yaml` or `.yml`"));
        }
        self.check_free_for(to)?;
        let plan = nesting.extract(ids, name, to)?;
        let document = &checked.document;
        let entries = transplant::transferred(document, &plan.transfer)?;
        let step = plan.removed.first().map_or(2, |path| transplant::step_of(document, path));
        let line_break = if document.text().contains("\r\n") { "\r\n" } else { "\n" };
        let text = transplant::new_text(&plan.sections, &entries, step, line_break)?;
        let edit = replaced(checked, yaml::patch(document, &plan.ops)?, &plan.removed)?;
        let change = Change { edits: BTreeMap::from([(file.clone(), edit)]), focus: Some(plan.focus) };
        let mut created = vec![(to.clone(), text)];
        for (file, sections) in &plan.more_files {
            self.check_free_for(file)?;
            created.push((file.clone(), transplant::new_text(sections, &[], step, line_break)?));
        }
        let planned = NestingChange { change, created };
        self.check_problems(file, &planned, None)?;
        Ok(planned)
    }

    /// Plans the replacement of an element by the content of the document that it represents, which stays as it is.
    ///
    /// # Errors
    ///
    /// The reason if the content or a connection would be lost, or if the result would have a new problem.
    pub fn inline_nested(&self, file: &FilePath, id: &Id) -> Result<NestingChange, EditError> {
        let checked = self.checked(file)?;
        let plan = nesting(checked)?.inline(id)?;
        if let Some(comment) = transplant::comment_of(&checked.document, &id.0) {
            let name = id.0.last_key().unwrap_or_default();
            return refused(format!("`{name}` has a comment that would be lost: `{comment}`"));
        }
        // The document of the file that other files see.
        let nested = self
            .first(&plan.file)
            .ok_or_else(|| EditError::Refused(format!("`{}` is not open", plan.file)))?;
        if nested.file.folder() != checked.file.folder() {
            check_files(nested, &plan.transfer)?;
        }
        let entries = transplant::transferred(&nested.document, &plan.transfer)?;
        let placed = transplant::placed(&checked.document, &plan.ops, &entries)?;
        let edit = replaced(checked, placed, &plan.removed)?;
        let change = Change { edits: BTreeMap::from([(file.clone(), edit)]), focus: plan.focus };
        let planned = NestingChange { change, created: Vec::new() };
        self.check_problems(file, &planned, Some(&plan.file))?;
        Ok(planned)
    }

    /// Refuses a change that loses a comment.
    fn check_comments(&self, file: &FilePath, planned: &NestingChange) -> Result<(), EditError> {
        let text = self.checked(file)?.text();
        let after = planned.change.edits.get(file).map_or_else(|| text.to_string(), |edit| edit.apply(text));
        let mut left = comments(&after);
        left.extend(planned.created.iter().flat_map(|(_, text)| comments(text)));
        for comment in comments(text) {
            match left.iter().position(|kept| *kept == comment) {
                Some(at) => drop(left.swap_remove(at)),
                None => return refused(format!("the comment `{comment}` would be lost")),
            }
        }
        Ok(())
    }

    /// Refuses a change after which there are more errors of a check, or the first warning of a check. Problems that go along with elements are not new.
    /// `nested`: the document that was inlined with its problems.
    fn check_problems(
        &self,
        file: &FilePath,
        planned: &NestingChange,
        nested: Option<&FilePath>,
    ) -> Result<(), EditError> {
        self.check_comments(file, planned)?;
        let created: Vec<(&FilePath, &str)> =
            planned.created.iter().map(|(file, text)| (file, text.as_str())).collect();
        let after = self.with_edits_and_files(&planned.change.edits, &created);
        let mut files: BTreeSet<FilePath> = BTreeSet::from([file.clone()]);
        files.extend(self.dependents(file).into_iter().map(|dependent| dependent.file.clone()));
        files.extend(created.iter().map(|(file, _)| (*file).clone()));
        let (mut was, is) = (problems(self, &files), problems(&after, &files));
        for (code, found) in problems(self, &nested.into_iter().cloned().collect()) {
            was.entry(code).or_default().extend(found);
        }
        let known = |code: &Problem| was.get(code).map_or(&[][..], Vec::as_slice);
        let is_new = |(code, found): &(&Problem, &Vec<String>)| {
            let (severity, known) = (code.0, known(code).len());
            found.len() > known && (severity == Severity::Error || known == 0)
        };
        let Some((code, found)) = is.iter().find(is_new) else { return Ok(()) };
        let known = known(code);
        let message = found.iter().find(|message| !known.contains(message)).or(found.first());
        refused(format!("it would add a problem: {}", message.map_or("", String::as_str)))
    }
}

/// Applies `first`, then removes entries, as one edit.
fn replaced(checked: &Checked, first: TextEdit, removed: &[yaml::Path]) -> Result<TextEdit, EditError> {
    let second = transplant::removed(&checked.document.after(&first), removed)?;
    Ok(first.then(checked.text(), &second))
}

/// Refuses to move elements that name files to a document in another folder: the relative paths would change.
fn check_files(nested: &Checked, transfer: &limn_language::nesting::Transfer) -> Result<(), EditError> {
    let named = nested.model().map(Model::named_files).unwrap_or_default();
    let is_taken = |path: &yaml::Path| transfer.entries.iter().any(|(from, _)| path.starts_with(from));
    match named.into_iter().find(|(_, path)| is_taken(path)) {
        Some((name, _)) => refused(format!("`{}` is in another folder and refers to `{name}`", nested.file)),
        None => Ok(()),
    }
}

fn comments(text: &str) -> Vec<String> {
    let document = yaml::parse(text);
    let all = document.comments().iter();
    all.map(|comment| text[comment.range.start..comment.range.end].trim_end().to_owned()).collect()
}

/// The severity and the code.
type Problem = (Severity, &'static str);

/// The messages of errors and warnings by code.
fn problems(analysis: &Analysis, files: &BTreeSet<FilePath>) -> BTreeMap<Problem, Vec<String>> {
    let mut all: BTreeMap<Problem, Vec<String>> = BTreeMap::new();
    for checked in files.iter().filter_map(|file| analysis.file(file)) {
        for found in checked.diagnostics().iter().filter(|diagnostic| diagnostic.severity != Severity::Info) {
            all.entry((found.severity, found.code.name)).or_default().push(found.message.clone());
        }
    }
    all
}

fn nesting(checked: &Checked) -> Result<&dyn Nesting, EditError> {
    if !checked.document.errors().is_empty() {
        return refused(format!("`{}` has a syntax error: fix it first", checked.file));
    }
    match checked.nesting() {
        Some(nesting) => Ok(nesting),
        None => Err(EditError::unsupported()),
    }
}

impl Checked {
    fn nesting(&self) -> Option<&dyn Nesting> {
        self.model()?.nesting()
    }
}
