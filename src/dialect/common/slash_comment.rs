//! Rule: `//` is used to start a comment.

use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Document, Style};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&SLASH_COMMENT], check };

pub(super) static SLASH_COMMENT: Code = Code::common(
    Severity::Warning,
    "common/slash-comment",
    "YAML 1.2.2, 6.6 Comments",
    "Reports `//` where a comment is meant; in YAML, a comment starts with `#`.",
)
.why("Text after `//` is part of the value, so a reference before it is no longer the whole value.")
.advice("Change `//` to `#`, or put the value in quotes if the slashes are part of it.")
.bad(
    "values",
    "
ip:
  value: ${gateway.publicIp} // the first
#                            ^^^^^^^^^^^^
",
)
.good(
    "
ip:
  value: ${gateway.publicIp} # the first
",
);

fn check(document: &Document, report: &mut Report) {
    if !document.text().contains(" //") {
        return;
    }
    for node in super::scalars(document).filter(|node| node.style() == Style::Plain) {
        let source = node.source();
        let Some(at) = source.find(" //") else { continue };
        let followed = source[at + 3..].chars().next();
        if followed.is_some_and(|c| c != ' ' && c != '\t') && !source[..at].contains("${") {
            continue; // A path or URL, not a comment.
        }
        let start = node.range().start + at + 1;
        report.push(
            Diagnostic::new(
                &SLASH_COMMENT,
                TextRange::new(start, node.range().end),
                node.path(),
                "`//` does not start a comment in YAML; this text is part of the value",
            )
            .text_fix("Change to a `#` comment", TextEdit::replace(TextRange::new(start, start + 2), "#")),
        );
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
    fn a_remark_behind_slashes_is_named() {
        check("v: ${m.l[0]} // 'entry1'\n#            ^^^^^^^^^^^ warning[common/slash-comment]\n", diagnose);
    }

    #[test]
    fn addresses_and_quoted_texts_are_fine() {
        check("a: see http://x //host/share\nb: 'x // y'\nc: a//b\n", diagnose);
    }

    #[test]
    fn it_can_be_made_a_comment() {
        check_fix("v: ${x} // 'one'\n", "v: ${x} # 'one'\n", diagnose);
    }
}
