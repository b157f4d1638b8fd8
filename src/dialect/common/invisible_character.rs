//! Rule: an invisible character changes the meaning of the text.

use limn_language::diagnostic::{Code, Diagnostic, Obscures, Report, Rule, Severity};
use limn_text::{TextEdit, TextRange, invisible_name};
use limn_yaml::{Document, Node, Path};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&INVISIBLE_CHARACTER], check };

pub(super) static INVISIBLE_CHARACTER: Code = Code::common(
    Severity::Error,
    "common/invisible-character",
    "YAML 1.2.2, 5.1 Character Set",
    "Checks for zero-width characters and special spaces in indentation, in keys, in one-word values and in references.",
)
.why(
    "Text copied from web pages and word processors contains them. They change the meaning: two names look equal and are different.",
)
.advice("Remove the character, or replace a no-break space with an ordinary space.")
.bad(
    "values",
    "
fla\u{200b}vor: {type: string}
#  ^
",
)
.good("flavor: {type: string}")
.obscures(Obscures::Rest);

fn check(document: &Document, report: &mut Report) {
    let text = document.text();
    if text.is_ascii() {
        return;
    }
    let mut comments = document.comments().iter().peekable();
    for (at, c) in text.char_indices() {
        let Some(name) = invisible_name(c) else { continue };
        while comments.next_if(|comment| comment.range.end <= at).is_some() {}
        let in_comment = comments.peek().is_some_and(|comment| comment.range.start <= at);
        let is_bom = c == '\u{feff}' && at == 0;
        if in_comment || is_bom || !matters(document, at, c) {
            continue;
        }
        let range = TextRange::new(at, at + c.len_utf8());
        let (title, replacement) = if c == '\u{a0}' { ("Replace with a space", " ") } else { ("Remove", "") };
        let path = document.at(at).map_or_else(Path::root, Node::path);
        report.push(
            Diagnostic::new(
                &INVISIBLE_CHARACTER,
                range,
                path,
                format!("invisible character: {name} (U+{:04X})", c as u32),
            )
            .subject(name)
            .text_fix(title, TextEdit::replace(range, replacement)),
        );
    }
}

/// Returns true if the character matters: in a key, a one-word value, a reference, or between nodes; in a sentence it may be intended.
fn matters(document: &Document, at: usize, c: char) -> bool {
    let Some(node) = document.at(at) else { return true };
    if !node.range().touches(at) || !node.is_scalar() || node.is_key() {
        return true;
    }
    let text = node.as_str().unwrap_or_default();
    let is_word = !text.chars().any(|d| d == ' ' || (d == '\u{a0}' && c != '\u{a0}'));
    is_word || text.contains("${")
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
    fn one_in_a_key_or_before_it_is_named() {
        check(
            "a\u{200b}b: 1\n#> error[common/invisible-character]: invisible character: a zero-width space (U+200B)\n",
            diagnose,
        );
    }

    #[test]
    fn one_in_a_sentence_or_a_comment_is_left_alone() {
        check("description: a soft\u{ad}hyphen in a sentence\nb: 1 # \u{200b}\n", diagnose);
        check("\u{feff}a: 1\n", diagnose);
    }

    #[test]
    fn it_can_be_removed() {
        check_fix("a: x\u{200b}y\n", "a: xy\n", diagnose);
        check_fix("a: ${x\u{a0}y}\n", "a: ${x y}\n", diagnose);
    }
}
