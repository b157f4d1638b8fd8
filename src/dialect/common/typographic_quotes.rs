//! Rule: curly quotes are used instead of YAML quotes.

use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_text::TextEdit;
use limn_yaml::{Document, Style};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&TYPOGRAPHIC_QUOTES], check };

pub(super) static TYPOGRAPHIC_QUOTES: Code = Code::common(
    Severity::Error,
    "common/typographic-quotes",
    "YAML 1.2.2, 7.3 Flow Scalar Styles",
    "Checks for `‘ ’ “ ”` around a value, or at one end of a value with a reference. Word processors and web pages insert them.",
)
.why(
    "YAML treats them as ordinary characters: they become part of the value, and a reference between them is only text.",
)
.advice("Replace them with straight quotes, or add straight quotes around the value to keep them.")
.bad(
    "values",
    "
ip:
  value: ‘${gateway.publicIp}’
#        ^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
ip:
  value: '${gateway.publicIp}'
",
);

fn check(document: &Document, report: &mut Report) {
    if document.text().is_ascii() {
        return;
    }
    for node in super::scalars(document).filter(|node| node.style() == Style::Plain) {
        let source = node.source();
        let mut inner = source.chars();
        let (Some(first), Some(last)) = (inner.next(), inner.next_back()) else { continue };
        if !is_curly(first) && !is_curly(last) {
            continue;
        }
        // Inside a sentence they are punctuation; at both ends, or around a reference, they are meant as quotes.
        let text = source.trim_matches(is_curly);
        let quotes = (is_curly(first) && is_curly(last)) || text.contains("${");
        if !quotes {
            continue;
        }
        let diagnostic = Diagnostic::new(
            &TYPOGRAPHIC_QUOTES,
            node.range(),
            node.path(),
            "curly quotes are part of the value in YAML",
        );
        report.push(
            diagnostic.text_fix(
                "Change to straight quotes",
                TextEdit::replace(node.range(), limn_yaml::quote(text)),
            ),
        );
    }
}

fn is_curly(c: char) -> bool {
    matches!(c, '‘' | '’' | '“' | '”' | '‚' | '„')
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
    fn curly_quotes_around_a_value_are_named() {
        check("value: ‘${max}’\n#      ^^^^^^^^ error[common/typographic-quotes]\n", diagnose);
        check("value: “a b”\n#      ^^^^^ error[common/typographic-quotes]\n", diagnose);
    }

    #[test]
    fn curly_quotes_inside_a_sentence_are_fine() {
        check("a: the “best” one\nb: \"‘quoted’\"\nc: don’t\n", diagnose);
    }

    #[test]
    fn straight_quotes_take_their_place() {
        check_fix("value: ‘${max}’ # why\n", "value: '${max}' # why\n", diagnose);
    }
}
