//! No blank stands behind a colon, so that key and value are one text; or no colon behind a key.

use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::text::{TextEdit, TextRange};
use crate::yaml::{Document, Node, Style};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&MISSING_BLANK], check };

pub(super) static MISSING_BLANK: Code = Code {
    name: "common/missing-blank-after-colon",
    rule: None,
    severity: Severity::Error,
    section: "YAML 1.2.2, 7.3.3 Plain Style",
    docs: "A colon ends a key only when a blank or the end of the line follows. Without it, key and value are one piece of text.

```yaml
# bad
address:
  value:'${target.name}'
# good
address:
  value: '${target.name}'
```",
};

fn check(document: &Document, report: &mut Report) {
    for node in super::scalars(document).filter(|node| node.style() == Style::Plain && !node.is_key()) {
        // A value that is a single `word:rest` where a mapping could stand: alone on its line, below its key.
        if !starts_line(document.text(), node.range().start) {
            continue;
        }
        let source = node.source();
        if !source.contains(':') || !node.parent().is_some_and(Node::is_mapping) {
            continue;
        }
        for line in source.lines() {
            let text = line.trim();
            let Some((key, rest)) = text.split_once(':') else { continue };
            let looks_like_entry = !key.is_empty()
                && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
                && !rest.starts_with([' ', ':', '/', '\\'])
                && !rest.is_empty();
            if !looks_like_entry {
                continue;
            }
            let offset = node.range().start
                + (line.as_ptr() as usize - source.as_ptr() as usize)
                + (line.len() - line.trim_start().len());
            let colon = offset + key.len() + 1;
            report.push(
                Diagnostic::new(
                    &MISSING_BLANK,
                    TextRange::new(offset, colon),
                    node.path(),
                    format!("a blank is missing behind `{key}:`, so this is one piece of text"),
                )
                .text_fix("Put a blank behind the colon", TextEdit::insert(colon, " ")),
            );
        }
    }
}

/// Nothing but blanks stands before `offset` on its line.
fn starts_line(text: &str, offset: usize) -> bool {
    let before = text.as_bytes()[..offset].iter().rev().find(|byte| **byte != b' ');
    matches!(before, None | Some(b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use crate::check::{check, check_fix};
    use crate::dialect::common;
    use crate::yaml;

    fn diagnose(text: &str) -> Vec<crate::diagnostic::Diagnostic> {
        common::check(&yaml::parse(text))
    }

    #[test]
    fn an_entry_without_its_blank_is_named() {
        check(
            "a:\n  value:'x'\n# ^^^^^^ error[common/missing-blank-after-colon]: a blank is missing behind `value:`, so this is one piece of text\n",
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
    }
}
