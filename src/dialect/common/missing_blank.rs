//! Rule: the space after a colon is missing, so key and value are one string.

use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_text::{Bias, Indel, TextEdit, TextRange};
use limn_yaml::{Document, Node, Style};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&MISSING_BLANK], check };

pub(super) static MISSING_BLANK: Code = Code::common(
    Severity::Error,
    "common/missing-blank-after-colon",
    "YAML 1.2.2, 7.3.3 Plain Style",
    "Reports a key without a space after its colon; a colon ends a key only before a space or the end of the line.",
)
.why("Without the space, key and value are one string.")
.advice("Insert a space after the colon, or put the value in quotes if it is one string.")
.bad(
    "values",
    "
flavor:
  default:'m1.small'
# ^^^^^^^^
",
)
.good(
    "
flavor:
  default: 'm1.small'
",
);

fn check(document: &Document, report: &mut Report) {
    for node in super::scalars(document).filter(|node| node.style() == Style::Plain && !node.is_key()) {
        // A single `word:rest` where a mapping is possible: alone on its line, below its key.
        if !starts_line(document.text(), node.range().start) {
            continue;
        }
        let source = node.source();
        if !source.contains(':') || !node.parent().is_some_and(Node::is_mapping) {
            continue;
        }
        let glued: Vec<(TextRange, &str)> = source
            .lines()
            .filter_map(|line| Some((line, glued_key(line)?)))
            .map(|(line, key)| {
                let within = line.as_ptr() as usize - source.as_ptr() as usize;
                let start = node.range().start + within + (line.len() - line.trim_start().len());
                (TextRange::new(start, start + key.len() + 1), key)
            })
            .collect();
        // All lines of the string become entries, or none does.
        let blanks = glued
            .iter()
            .map(|(range, _)| Indel { delete: TextRange::empty(range.end), insert: " ".to_owned() });
        let Some(edit) = TextEdit::from_indels(blanks.collect()) else { continue };
        // Quotes and brackets inside a plain string need not be balanced; in a value they must be.
        let entries = limn_yaml::parse(
            edit.apply(document.text())[node_lines(document.text(), node, &edit)].to_owned(),
        );
        let is_sure = entries.duplicate_keys().next().is_none()
            && entries.root().is_some_and(|root| root.is_mapping() && root.entries().len() == glued.len());
        for (range, key) in glued {
            let message = format!("missing space after `{key}:`; the line is one string");
            let mut diagnostic = Diagnostic::new(&MISSING_BLANK, range, node.path(), message);
            // A text that can be read stays one.
            if entries.errors().is_empty() {
                diagnostic = diagnostic.text_fix("Insert space after the colon", edit.clone());
            }
            report.push(if is_sure { diagnostic } else { diagnostic.unsafe_fix() });
        }
    }
}

/// The range of a multi-line string after an edit.
fn node_lines(text: &str, node: Node<'_>, edit: &TextEdit) -> std::ops::Range<usize> {
    let blanks = text[..node.range().start].bytes().rev().take_while(|byte| *byte == b' ').count();
    node.range().start - blanks..edit.map(node.range().end, Bias::After)
}

/// The key of a line that a space after the colon would make an entry.
fn glued_key(line: &str) -> Option<&str> {
    let (key, rest) = line.trim().split_once(':')?;
    let looks_like_entry = !key.is_empty()
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        && !rest.starts_with([' ', ':', '/', '\\'])
        && !rest.is_empty();
    looks_like_entry.then_some(key)
}

/// Returns true if only spaces precede `offset` on its line.
fn starts_line(text: &str, offset: usize) -> bool {
    let before = text.as_bytes()[..offset].iter().rev().find(|byte| **byte != b' ');
    matches!(before, None | Some(b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use crate as common;
    use limn_check::{check, check_fix};
    use limn_yaml as yaml;

    fn diagnose(text: &str) -> Vec<limn_language::diagnostic::Diagnostic> {
        common::check(&yaml::parse(text))
    }

    #[test]
    fn an_entry_without_its_blank_is_named() {
        check(
            "a:\n  value:'x'\n# ^^^^^^ error[common/missing-blank-after-colon]: missing space after `value:`; the line is one string\n",
            diagnose,
        );
    }

    #[test]
    fn addresses_times_and_type_names_are_fine() {
        check("a: http://x\nb: 10:30\nc: policy::scale\nd:\n  http://x/y\ne: C:\\x\n", diagnose);
    }

    #[test]
    fn the_blank_can_be_put_in() {
        check_fix("a:\n  value:'x'\n", "a:\n  value: 'x'\n", diagnose);
        check_fix("a:\n  b:c\n  d:e # f\n", "a:\n  b: c\n  d: e # f\n", diagnose);
    }

    #[test]
    fn what_would_be_no_entry_is_for_a_person_to_say() {
        let found = diagnose("a:\n  b:c\n  b:d\n");
        assert!(!found.is_empty(), "{found:#?}");
        assert!(
            found.iter().all(
                |diagnostic| !diagnostic.fixes.is_empty() && diagnostic.fixes.iter().all(|fix| !fix.safe)
            ),
            "{found:#?}"
        );
    }

    #[test]
    fn a_text_that_can_be_read_stays_one() {
        for text in ["a:\n  value:\"x\n", "a:\n  b:c\n  d\n", "a:\n  b:? c\n: d\n"] {
            let found = diagnose(text);
            assert!(
                !found.is_empty() && found.iter().all(|diagnostic| diagnostic.fixes.is_empty()),
                "{found:#?}"
            );
        }
    }
}
