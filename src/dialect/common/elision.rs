//! Rule: an elision mark (`...`, `…`, `\#`) from an example is still in the text.

use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Document, Op, Path};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&ELISION], check };

pub(super) static ELISION: Code = Code::common(
    Severity::Error,
    "common/ellipsis",
    "YAML 1.2.2, 9.1.3 Document Markers",
    "Checks for marks of omitted parts, which examples on web pages use: `...`, `…` and `\\#`.",
)
.earlier(&["common/elision"])
.why("`...` at the start of a line ends the YAML document; indented, it is a string and becomes the value of the key above. `…` and `\\#` are always \
strings.")
.advice("Replace the mark by the omitted part, or remove it.")
.bad(
    "descriptor",
    "
composition:
  a:
    ...
#   ^^^
",
)
.good(
    "
composition:
  a: {type: 'resource::r::1.0'}
",
);

fn check(document: &Document, report: &mut Report) {
    let bytes = document.text().as_bytes();
    for node in super::scalars(document) {
        // Cheap test first: few scalars start like this.
        if !matches!(bytes.get(node.range().start), Some(b'.' | b'\\' | 0xe2)) {
            continue;
        }
        let text = node.source();
        let is_mark = matches!(text, "..." | "…") || text.starts_with("\\#");
        if !is_mark {
            continue;
        }
        let path = node.path();
        let message =
            format!("`{}` is a string in YAML, not an omission", text.lines().next().unwrap_or(text));
        let diagnostic = Diagnostic::new(&ELISION, node.range(), path.clone(), message);
        let ops = if node.is_key() {
            Op::Remove { at: path, prune: false }
        } else {
            Op::Replace { at: path, value: limn_yaml::Value::Null }
        };
        report.push(diagnostic.fix("Remove", vec![ops]).unsafe_fix());
    }
    end_markers(document, report);
}

/// `...` at the start of a line with more text behind it.
fn end_markers(document: &Document, report: &mut Report) {
    let text = document.text();
    // Cheap test first: few lines start with a dot.
    if !text.contains("\n.") {
        return;
    }
    for (at, _) in text.match_indices("\n...") {
        let rest = &text[at + 4..];
        let line_end = rest.find('\n').unwrap_or(rest.len());
        let marker = TextRange::new(at + 1, at + 4);
        let in_scalar =
            document.at(marker.start).is_some_and(|node| node.is_scalar() && node.range().contains(marker));
        // A directive belongs to the document below it.
        let content = rest[line_end..]
            .lines()
            .map(str::trim_start)
            .find(|line| !line.is_empty() && !line.starts_with('#'));
        let next_is_document = content.is_some_and(|line| line.starts_with("---") || line.starts_with('%'));
        if rest[..line_end].trim().is_empty() && content.is_some() && !in_scalar && !next_is_document {
            report.push(
                Diagnostic::new(
                    &ELISION,
                    marker,
                    Path::root(),
                    "`...` ends the document; the text below is ignored",
                )
                .text_fix(
                    "Remove",
                    TextEdit::delete(TextRange::new(at + 1, at + 4 + (line_end + 1).min(rest.len()))),
                ),
            );
        }
    }
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
    fn dots_as_a_value_are_named() {
        check("a:\n  …\n# ^ error[common/ellipsis]: `…` is a string in YAML, not an omission\n", diagnose);
        check("a:\n  ...\n# ^^^ error[common/ellipsis]\n", diagnose);
        check("a:\n  \\#not shown\n# ^^^^^^^^^^^ error[common/ellipsis]\n", diagnose);
    }

    #[test]
    fn a_document_end_with_more_behind_it_is_named() {
        check(
            "a: 1\n...\n#^^ error[common/ellipsis]: `...` ends the document; the text below is ignored\nb: 2\n",
            diagnose,
        );
    }

    #[test]
    fn a_real_end_is_fine() {
        check("a: 1\n...\n", diagnose);
        check("a: 1\n...\n---\nb: 1\n", diagnose);
        check("a: 1\n...\n# next\n---\nb: 1\n", diagnose);
        check("a: 1\n...\n%TAG ! tag:x,2000:\n---\nb: 1\n", diagnose);
        check("a: |\n  text\n  ...\n  more\n", diagnose);
    }

    #[test]
    fn it_can_be_taken_out() {
        check_fix("a: 1\n...\nb: 2\n", "a: 1\nb: 2\n", diagnose);
    }
}
