//! Checks: their identity, their docs, and the example that proves them.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use limn_text::visible;

/// Severity. `Error`: rejected by the orchestrator or the specification. `Warning`: accepted, with unexpected effect. `Info`: style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Info,
}

/// A check. One static per check; its docs are shown in rustdoc, the Problems panel and the manual of checks.
#[derive(Debug)]
pub struct Code {
    /// `dialect/fault-in-kebab-case`. Never reused for another check.
    pub name: &'static str,
    /// Names that it had in earlier versions. Comments and settings may still use them.
    pub earlier_names: &'static [&'static str],
    /// The reference rule id: `A-REL-4`. `None` for checks of any YAML: each language maps them to its own ids.
    pub rule: Option<&'static str>,
    pub severity: Severity,
    /// The document and section that defines the rule.
    pub section: &'static str,
    /// Markdown: the condition that is checked. Empty without the feature `manual`.
    pub docs: &'static str,
    /// The reason why it matters; empty if the docs say all.
    pub why: &'static str,
    /// Advice on a fix, where that does not follow from the docs.
    pub advice: &'static str,
    /// A bad and a good document.
    pub example: Option<Example>,
    /// Less specific checks of the same fault. A diagnostic of this check replaces theirs at the same place.
    pub supersedes: &'static [&'static Code],
    /// The cause that all diagnostics of the check in one file share, as a plural: "unused inputs". Checks of one fault share a cause.
    /// `None`: diagnostics share a cause where they have the same subject ([`crate::causes`]).
    pub cause: Option<&'static str>,
    /// Text around a diagnostic that is read differently from what was meant, so that other problems there are its consequences.
    pub obscures: Obscures,
    /// For a check of unknown keys: the keys that extensions of the language add, by the name of the construct.
    pub extensions: Option<fn(construct: &str, key: &str) -> Option<Extension>>,
}

/// A key that is not part of a language, but that some processor reads.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    /// The check that reports it.
    pub code: &'static Code,
    /// Owner of the key: "an extension of ONAP SDC".
    pub home: &'static str,
}

/// Part of a text that a fault makes unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obscures {
    Nothing,
    /// The value that it reports, of which nothing else is certain.
    Value,
    /// The rest of the line, and the lines below it that are indented deeper.
    Block,
    /// Everything after it.
    Rest,
}

/// A document that violates a check, and the document without the fault. `tests/examples.rs` runs both.
///
/// In both texts:
/// - `#   ^^^` marks characters of the line above that the check reports ([`is_mark`]).
/// - `~` at the start of a line hides it from readers: context that the check needs.
/// - `=== path` starts another file of the workspace.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The rest of the document: a name in `tests/frames/`.
    pub frame: &'static str,
    pub bad: &'static str,
    pub good: &'static str,
}

impl Code {
    pub const fn new(
        severity: Severity,
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code { rule: Some(rule), ..Code::common(severity, name, section, docs) }
    }

    /// A check of severity error.
    pub const fn error(
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code::new(Severity::Error, name, rule, section, docs)
    }

    /// A check of severity warning.
    pub const fn warning(
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code::new(Severity::Warning, name, rule, section, docs)
    }

    /// A check of severity info.
    pub const fn info(
        name: &'static str,
        rule: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code::new(Severity::Info, name, rule, section, docs)
    }

    /// A check without a rule id of its own.
    pub const fn common(
        severity: Severity,
        name: &'static str,
        section: &'static str,
        docs: &'static str,
    ) -> Code {
        Code {
            name,
            earlier_names: &[],
            rule: None,
            severity,
            section,
            docs: in_manual(docs),
            why: "",
            advice: "",
            example: None,
            supersedes: &[],
            cause: None,
            obscures: Obscures::Nothing,
            extensions: None,
        }
    }

    /// Adds names of earlier versions.
    #[must_use]
    pub const fn earlier(self, names: &'static [&'static str]) -> Code {
        Code { earlier_names: names, ..self }
    }

    /// All names, today's first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.earlier_names.iter().copied())
    }

    /// Adds the reason why the check matters.
    #[must_use]
    pub const fn why(self, why: &'static str) -> Code {
        Code { why: in_manual(why), ..self }
    }

    /// Adds how to fix the fault.
    #[must_use]
    pub const fn advice(self, advice: &'static str) -> Code {
        Code { advice: in_manual(advice), ..self }
    }

    /// Adds a bad document: the text that goes into a frame.
    #[must_use]
    pub const fn bad(self, frame: &'static str, text: &'static str) -> Code {
        Code { example: Some(Example { frame, bad: in_manual(text), good: "" }), ..self }
    }

    /// Adds the bad document without the fault.
    #[must_use]
    pub const fn good(self, text: &'static str) -> Code {
        let Some(example) = self.example else { panic!("a good document follows a bad one") };
        Code { example: Some(Example { good: in_manual(text), ..example }), ..self }
    }

    /// Adds less specific checks of the same fault.
    #[must_use]
    pub const fn supersedes(self, others: &'static [&'static Code]) -> Code {
        Code { supersedes: others, ..self }
    }

    /// Declares that all diagnostics of the check in one file have one cause, named as a plural.
    #[must_use]
    pub const fn one_cause(self, cause: &'static str) -> Code {
        Code { cause: Some(cause), ..self }
    }

    #[must_use]
    pub const fn obscures(self, obscures: Obscures) -> Code {
        Code { obscures, ..self }
    }

    #[must_use]
    pub const fn extensions(self, of: fn(&str, &str) -> Option<Extension>) -> Code {
        Code { extensions: Some(of), ..self }
    }

    /// The docs with the example, as Markdown with the headings of their parts at a level. Empty without the feature `manual`.
    pub fn markdown(&self, heading: &str) -> String {
        let mut out = String::new();
        let parts = [("What it checks", self.docs), ("Why it matters", self.why)];
        for (title, text) in parts.into_iter().filter(|(_, text)| !text.is_empty()) {
            let _infallible = write!(out, "{heading} {title}\n\n{}\n\n", text.trim());
        }
        if let Some(example) = self.example.as_ref().filter(|_| !out.is_empty()) {
            let _infallible = write!(out, "{heading} Example\n\n");
            let bad = shown_files(example.bad);
            // Files that are the same in both are shown once.
            let mut good = shown_files(example.good);
            good.retain(|file| file.0.is_empty() || !bad.contains(file));
            write_example(&mut out, "Bad", &bad);
            write_example(&mut out, "Good", &good);
            out.push('\n');
        }
        if !self.advice.is_empty() {
            let _infallible = write!(out, "{heading} How to fix\n\n{}", self.advice);
        }
        out.truncate(out.trim_end().len());
        out
    }
}

/// The text, in a program that contains the manual of checks.
const fn in_manual(text: &'static str) -> &'static str {
    if cfg!(feature = "manual") { text } else { "" }
}

/// Codes are statics, so equal names are equal codes.
impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.name == other.name
    }
}
impl Eq for Code {}

/// Returns true if a line of an example marks a range of the line above: `#`, then blanks and `^`. `#^^` starts at column 1, `#>^` at column 2, `|`
/// is an empty range, and `...` continues on the next line.
pub fn is_mark(line: &str) -> bool {
    let Some(marks) = line.trim().strip_prefix('#') else { return false };
    (marks == "..." || marks.contains(['^', '|', '>'])) && marks.chars().all(|c| " ^|>.".contains(c))
}

/// The files of an example's text: a path, empty for the first, and the lines.
pub fn example_files(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut files = vec![("", Vec::new())];
    for line in text.trim_start_matches('\n').lines() {
        match line.trim_start_matches('~').strip_prefix("=== ") {
            Some(path) => files.push((path.trim(), Vec::new())),
            None => files.last_mut().expect("there is a first").1.push(line),
        }
    }
    files
}

/// The files of an example as they are shown: a path, empty for the first, and the text.
fn shown_files(text: &str) -> Vec<(&str, String)> {
    let mut files = Vec::new();
    for (path, lines) in example_files(text) {
        let shown: Vec<&str> =
            lines.into_iter().filter(|line| !line.starts_with('~') && !is_mark(line)).collect();
        let filled = shown.iter().filter(|line| !line.trim().is_empty());
        let indent = filled.map(|line| line.len() - line.trim_start_matches(' ').len()).min();
        if let Some(indent) = indent {
            // A tab or a zero-width space is shown as an escape: it may be the fault.
            let lines = shown.iter().map(|line| visible(line.get(indent..).unwrap_or_default()));
            files.push((path, lines.collect::<Vec<_>>().join("\n")));
        }
    }
    files
}

fn write_example(out: &mut String, title: &str, files: &[(&str, String)]) {
    for (path, text) in files {
        let place = if path.is_empty() { String::new() } else { format!(" (`{path}`)") };
        let _infallible = writeln!(out, "{title}{place}:\n```yaml\n{text}\n```");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static OVEN: Code = Code::error("test/oven", "T-1", "Baking", "Checks the oven.")
        .why("Bread burns.")
        .advice("Wait.")
        .bad(
            "recipe",
            "
~bakery:
  oven: hot
  #     ^^^
~=== other.yaml
~a: 1
",
        )
        .good("oven: 200\n=== other.yaml\nb: 2");

    #[test]
    fn hidden_lines_and_marks_are_not_shown() {
        assert_eq!(
            OVEN.markdown("###"),
            "### What it checks\n\nChecks the oven.\n\n### Why it matters\n\nBread burns.\n\n### Example\n\nBad:\n```yaml\noven: hot\n```\nGood:\n```yaml\noven: 200\n```\nGood (`other.yaml`):\n```yaml\nb: 2\n```\n\n### How to fix\n\nWait."
        );
    }

    #[test]
    fn comments_are_not_marks() {
        for mark in ["#^^", "  #   ^^^", "#|", "#>", "#^^..."] {
            assert!(is_mark(mark), "{mark}");
        }
        for comment in ["# a", "#", "a: ^", "# >= 1.0", "# ..."] {
            assert!(!is_mark(comment), "{comment}");
        }
    }
}
