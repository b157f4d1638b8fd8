//! What can be wrong with a document, and what cures it. Knows no dialect, and no file: an [`crate::analysis`] says which file.

use serde::{Deserialize, Serialize};

use crate::text::{TextEdit, TextRange};
use crate::yaml::{Op, Path};

/// `Error`: the orchestrator or the specification refuses it. `Warning`: accepted, but it will surprise. `Info`: taste.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Info,
}

/// A check by name. One static per check; its docs are written once, here, and shown in rustdoc, the Problems panel and the rules page.
#[derive(Debug)]
pub struct Code {
    /// `dialect/fault-in-kebab-case`, reads after "allow". Never reused.
    pub name: &'static str,
    /// The reference rule id: `A-REL-4`.
    pub rule: Option<&'static str>,
    pub severity: Severity,
    /// Which document says so, and where.
    pub section: &'static str,
    /// Markdown: why it matters, then a bad and a good example.
    pub docs: &'static str,
}

impl Code {
    pub const fn new(
        severity: Severity,
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code { name, rule: Some(rule), severity, section, docs }
    }

    /// What the orchestrator or the specification refuses.
    pub const fn error(
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code::new(Severity::Error, name, rule, section, docs)
    }

    /// What is accepted, and surprises.
    pub const fn warning(
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code::new(Severity::Warning, name, rule, section, docs)
    }

    /// What is a matter of taste.
    pub const fn info(
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code::new(Severity::Info, name, rule, section, docs)
    }
}

/// Codes are statics: the same code is the same name.
impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.name == other.name
    }
}
impl Eq for Code {}

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub code: &'static Code,
    /// The reference rule id: the code's own, or what the document's language calls a check that all languages share.
    pub rule: Option<&'static str>,
    /// The code's own, unless the profile weighs it otherwise.
    pub severity: Severity,
    pub range: TextRange,
    /// The thing it is about, so that the canvas can show it on the box that has it.
    pub path: Path,
    /// *What* is wrong: one sentence, no period, names in backticks.
    pub message: String,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// Another place that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub range: TextRange,
    pub message: String,
}

/// What cures a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// *Do*: imperative, "Change to `Active`".
    pub title: String,
    pub cure: Cure,
    /// The meaning stays or becomes what was plainly meant, and no comment is lost.
    pub safe: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cure {
    Ops(Vec<Op>),
    /// For what is not yet YAML: a tab, a missing blank.
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
            related: Vec::new(),
            fixes: Vec::new(),
        }
    }

    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Diagnostic {
        self.severity = severity;
        self
    }

    #[must_use]
    pub fn related(mut self, range: TextRange, message: impl Into<String>) -> Diagnostic {
        self.related.push(Related { range, message: message.into() });
        self
    }

    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, ops: Vec<Op>) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), cure: Cure::Ops(ops), safe: true });
        self
    }

    #[must_use]
    pub fn text_fix(mut self, title: impl Into<String>, edit: TextEdit) -> Diagnostic {
        self.fixes.push(Fix { title: title.into(), cure: Cure::Text(edit), safe: true });
        self
    }

    /// A fix that is a guess unless `sure`.
    #[must_use]
    pub fn likely_fix(self, title: impl Into<String>, ops: Vec<Op>, sure: bool) -> Diagnostic {
        let diagnostic = self.fix(title, ops);
        if sure { diagnostic } else { diagnostic.unsafe_fix() }
    }

    /// Ends the message with the word that was perhaps meant, and offers to write it. Never safe: a name means whatever bears it, so which one
    /// was meant is for a person to say.
    #[must_use]
    pub fn meant(mut self, near: Option<&str>, op: impl FnOnce(String) -> Op) -> Diagnostic {
        let Some(near) = near else { return self };
        self.message.push_str(&format!("; did you mean `{near}`?"));
        self.fix(format!("Change to `{near}`"), vec![op(near.to_owned())]).unsafe_fix()
    }

    /// The last fix may change more than what was plainly meant.
    #[must_use]
    pub fn unsafe_fix(mut self) -> Diagnostic {
        if let Some(fix) = self.fixes.last_mut() {
            fix.safe = false;
        }
        self
    }
}

/// One check over a model: a function and what it can say. A rule is one file; a dialect lists its rules.
pub struct Rule<M: 'static> {
    pub codes: &'static [&'static Code],
    pub check: fn(&M, &mut Report),
}

/// What rules say into.
#[derive(Debug, Default)]
pub struct Report {
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }
}
