//! Diagnostics and fixes. Independent of dialects and files: `limn_analysis` adds the file.

use std::collections::BTreeMap;

use limn_text::{TextEdit, TextRange};
use limn_yaml::{Op, Path};

pub use crate::code::{Code, Extension, Obscures, Severity};

/// One problem in a document, with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub code: &'static Code,
    /// The reference rule id: the code's own, or the id that the document's language gives to a shared check.
    pub rule: Option<&'static str>,
    /// The code's severity, unless the dialect overrides it.
    pub severity: Severity,
    pub range: TextRange,
    /// Path of the affected element, for markers on the canvas.
    pub path: Path,
    /// The message: lower-case start, no full stop, names in backticks. See [`crate::message`].
    pub message: String,
    /// The name or value that is at fault, if it is not the text at the range. Diagnostics of one check about one subject have one cause.
    pub subject: Option<String>,
    /// The range of the fault that it follows from: it may disappear when that one is fixed.
    pub follows: Option<TextRange>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// A related position with an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub range: TextRange,
    pub message: String,
}

/// A quick fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Imperative: "Change to `Active`".
    pub title: String,
    pub edit: FixEdit,
    /// Safe to apply unattended: the intent is certain, and no comment is lost.
    pub safe: bool,
}

/// The change that a fix makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixEdit {
    Ops(Vec<Op>),
    /// A text edit, for text that is not valid YAML yet: a tab, a missing space.
    Text(TextEdit),
}

impl Diagnostic {
    pub fn new(code: &'static Code, range: TextRange, path: Path, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            rule: code.rule,
            severity: code.severity,
            range,
            path,
            message: message.into(),
            subject: None,
            follows: None,
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }

    /// Names what is at fault, wherever it is reported.
    #[must_use]
    pub fn subject(mut self, subject: impl Into<String>) -> Diagnostic {
        self.subject = Some(subject.into());
        self
    }

    #[must_use]
    pub fn related(mut self, range: TextRange, message: impl Into<String>) -> Diagnostic {
        self.related.push(Related { range, message: message.into() });
        self
    }

    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, ops: Vec<Op>) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edit: FixEdit::Ops(ops), safe: true });
        self
    }

    #[must_use]
    pub fn text_fix(mut self, title: impl Into<String>, edit: TextEdit) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), edit: FixEdit::Text(edit), safe: true });
        self
    }

    /// Adds a fix that is safe only if `sure`.
    #[must_use]
    pub fn likely_fix(self, title: impl Into<String>, ops: Vec<Op>, sure: bool) -> Diagnostic {
        let diagnostic = self.fix(title, ops);
        if sure { diagnostic } else { diagnostic.unsafe_fix() }
    }

    /// Appends a suggestion to the message and adds a fix for it. Never safe: the name may refer to something else. The name of an element that
    /// contains the place is not suggested: nothing derives from, connects to or contains itself.
    #[must_use]
    pub fn did_you_mean(self, near: Option<&str>, op: impl FnOnce(String) -> Op) -> Diagnostic {
        let is_outside = |near: &&str| (0..self.path.len()).all(|at| self.path.key_at(at) != Some(*near));
        let near = near.filter(is_outside);
        self.did_you_mean_any(near, op)
    }

    /// The same for a name of another kind than the elements that contain the place: it can be equal to the name of one of them.
    #[must_use]
    pub fn did_you_mean_any(mut self, near: Option<&str>, op: impl FnOnce(String) -> Op) -> Diagnostic {
        let Some(near) = near else { return self };
        self.message.push_str(&format!("; did you mean `{near}`?"));
        self.fix(format!("Change to `{near}`"), vec![op(near.to_owned())]).unsafe_fix()
    }

    /// Marks the last fix as unsafe.
    #[must_use]
    pub fn unsafe_fix(mut self) -> Diagnostic {
        if let Some(fix) = self.fixes.last_mut() {
            fix.safe = false;
        }
        self
    }
}

/// A rule: a check function and its codes. One file per rule; a dialect lists its rules.
pub struct Rule<M: 'static> {
    pub codes: &'static [&'static Code],
    pub check: fn(&M, &mut Report),
}

/// Collects the diagnostics of rules.
#[derive(Debug, Default)]
pub struct Report {
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Removes each diagnostic within whose range a more specific check of the same fault starts and ends ([`Code::supersedes`]).
    pub fn remove_superseded(&mut self) {
        let mut better: BTreeMap<&str, Vec<TextRange>> = BTreeMap::new();
        for diagnostic in &self.diagnostics {
            for other in diagnostic.code.supersedes {
                better.entry(other.name).or_default().push(diagnostic.range);
            }
        }
        for ranges in better.values_mut() {
            ranges.sort_unstable_by_key(|range| (range.start, range.end));
        }
        self.diagnostics.retain(|diagnostic| {
            let Some(ranges) = better.get(diagnostic.code.name) else { return true };
            let within = ranges.get(ranges.partition_point(|range| range.start < diagnostic.range.start));
            !within.is_some_and(|range| diagnostic.range.contains(*range))
        });
    }

    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WRONG_VALUE: Code = Code::error("test/wrong-value", "T-1", "", "");
    static TOO_HOT: Code = Code::error("test/too-hot", "T-2", "", "").supersedes(&[&WRONG_VALUE]);

    #[test]
    fn the_element_itself_is_not_suggested() {
        let path = Path::keys(["node_types", "my.Web", "derived_from"]);
        let found = || {
            Diagnostic::new(&WRONG_VALUE, TextRange::new(0, 1), path.clone(), "unknown node type `my.Wed`")
        };
        let op = |to| Op::Replace { at: Path::root(), value: limn_yaml::Value::Text(to) };
        assert!(found().did_you_mean(Some("my.Web"), op).fixes.is_empty());
        assert_eq!(found().did_you_mean(Some("my.Wet"), op).fixes.len(), 1);
    }

    #[test]
    fn a_more_specific_check_replaces_the_other_at_its_place_only() {
        let at = |code, start, end| Diagnostic::new(code, TextRange::new(start, end), Path::root(), "");
        let mut report = Report {
            diagnostics: vec![at(&WRONG_VALUE, 0, 9), at(&TOO_HOT, 2, 5), at(&WRONG_VALUE, 20, 25)],
        };
        report.remove_superseded();
        assert_eq!(report.diagnostics, [at(&TOO_HOT, 2, 5), at(&WRONG_VALUE, 20, 25)]);
    }
}
