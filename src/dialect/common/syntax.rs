//! Rules: the text is not valid YAML.

use limn_language::diagnostic::{Code, Diagnostic, Obscures, Report, Rule, Severity};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{Document, Node, Path, Style, SyntaxError};

pub(super) static RULE: Rule<Document> = Rule {
    codes: &[&NOT_YAML, &TAB_INDENTATION, &UNQUOTED_REFERENCE, &BLANK_AFTER_COLONS, &UNQUOTED_COMPARISON],
    check,
};

pub(super) static NOT_YAML: Code = Code::common(
    Severity::Error,
    "common/not-yaml",
    "YAML 1.2.2",
    "Checks that the file follows the syntax of YAML.",
)
.why("YAML parsers stop at this position. Limn reads the rest, so that other problems stay visible. What cannot be read stays greyed in the diagram \
until the error is fixed; the rest can be edited.")
.advice("Correct the text at this position: add the missing bracket, quote or colon, or align the indentation.")
.bad(
    "values",
    "
flavor: {type: string
#       ^
size: {type: string}
",
)
.good(
    "
flavor: {type: string}
size: {type: string}
",
)
.obscures(Obscures::Block);

pub(super) static TAB_INDENTATION: Code = Code::common(
    Severity::Error,
    "common/tab-indentation",
    "YAML 1.2.2, 6.1 Indentation Spaces",
    "Checks that lines are indented with spaces; YAML does not allow tabs there.",
)
.why("The width of a tab depends on the viewer, so it does not define the nesting.")
.advice("Replace each tab with spaces, aligned with the other lines of the same level.")
.bad(
    "descriptor",
    "
composition:
  gateway:
  \ttype: resource::gateway::1.0
#^^
",
)
.good(
    "
composition:
  gateway:
    type: resource::gateway::1.0
",
);

pub(super) static UNQUOTED_REFERENCE: Code = Code::common(
    Severity::Error,
    "common/unquoted-reference-in-flow",
    "YAML 1.2.2, 7.4 Flow Collection Styles",
    "Checks that `${…}` inside `{…}` and `[…]` is in quotes.",
)
.why("Inside brackets, the braces of a reference are YAML syntax: they start and end a mapping, so YAML parsers stop there.")
.advice("Put the reference in quotes.")
.bad(
    "values",
    "
ip: {value: ${gateway.publicIp}}
#           ^^^^^^^^^^^^^^^^^^^
",
)
.good("ip: {value: '${gateway.publicIp}'}")
.obscures(Obscures::Block);

pub(super) static BLANK_AFTER_COLONS: Code = Code::common(
    Severity::Error,
    "common/blank-after-colons",
    "YAML 1.2.2, 7.3.3 Plain Style",
    "Checks that a name with `::` contains no spaces.",
)
.why("Before a space, the second colon would start a mapping inside a string, which is a syntax error.")
.advice("Remove the spaces after `::`.")
.bad(
    "descriptor",
    "
composition:
  gateway:
    type: resource:: gateway::1.0
#                   ^
",
)
.good(
    "
composition:
  gateway:
    type: resource::gateway::1.0
",
);

pub(super) static UNQUOTED_COMPARISON: Code = Code::common(
    Severity::Error,
    "common/unquoted-comparison",
    "YAML 1.2.2, 8.1 Block Scalar Styles",
    "Checks for unquoted values that start with `>`, such as `> 100 km`.",
)
.why("In YAML, `>` starts a folded block scalar. The text after it on the same line is an error, so YAML parsers stop there.")
.advice("Put the value in quotes, which makes it a plain string.")
.bad(
    "constraints",
    "
distance: > 100 km
#         ^^^^^^^^
",
)
.good("distance: '> 100 km'");

fn check(document: &Document, report: &mut Report) {
    let is_conflict = |error: &&SyntaxError| {
        document.conflicts().iter().any(|conflict| conflict.markers.contains(&error.range))
    };
    for error in document.errors().iter().filter(|error| !is_conflict(error)) {
        report.push(diagnose(document, error));
    }
}

fn diagnose(document: &Document, error: &SyntaxError) -> Diagnostic {
    let path = document.at(error.range.start).map_or_else(Path::root, Node::path);
    let line = line_around(document.text(), error.range.start);
    let diagnostic = if let Some(tabs) = tab_indentation(&document.text()[line]) {
        let tabs = tabs.shift(line.start);
        let diagnostic = Diagnostic::new(&TAB_INDENTATION, tabs, path, "tab in indentation").subject("tab");
        let edit = untabbed(document, tabs, error);
        let is_sure = edit
            .as_ref()
            .is_some_and(|edit| edit.indels().len() > 1 || has_one_place(document.text(), line.start));
        let spaces = || TextEdit::replace(tabs, document.text()[tabs].replace('\t', "  "));
        let diagnostic = diagnostic.text_fix("Convert to spaces", edit.unwrap_or_else(spaces));
        if is_sure { diagnostic } else { diagnostic.unsafe_fix() }
    } else if let Some(reference) = unquoted_reference(&document.text()[line]) {
        let value = flow_value(&document.text()[line], reference);
        let reference = reference.shift(line.start);
        let (range, sure) = value.map_or((reference, false), |value| (value.shift(line.start), true));
        let quoted = format!("'{}'", &document.text()[range]);
        let diagnostic = Diagnostic::new(
            &UNQUOTED_REFERENCE,
            reference,
            path,
            "a reference inside `{…}` or `[…]` needs quotes",
        )
        .text_fix("Add quotes", TextEdit::replace(range, quoted));
        if sure { diagnostic } else { diagnostic.unsafe_fix() }
    } else if let Some(key) = glued_entry(&document.text()[line]) {
        let colon = line.start + key.end;
        Diagnostic::new(
            &super::missing_blank::MISSING_BLANK,
            key.shift(line.start),
            path,
            format!(
                "missing space after `{}`; the line is one string",
                &document.text()[key.shift(line.start)]
            ),
        )
        .text_fix("Insert space after the colon", TextEdit::insert(colon, " "))
    } else if document.text()[line].trim_start().starts_with("\\#") {
        let mark = document.text()[line].find('\\').map_or(0, |at| line.start + at);
        Diagnostic::new(
            &super::elision::ELISION,
            TextRange::new(mark, line.end),
            path,
            "`\\#` is a string in YAML, not an omission",
        )
        .text_fix("Change to a comment", TextEdit::delete(TextRange::new(mark, mark + 1)))
    } else if let Some(value) = comparison(&document.text()[line]) {
        let value = value.shift(line.start);
        let text = &document.text()[value];
        let message = format!("`{text}` needs quotes; `>` starts a block scalar");
        Diagnostic::new(&UNQUOTED_COMPARISON, value, path, message)
            .text_fix("Add quotes", TextEdit::replace(value, format!("\"{text}\"")))
    } else if let Some(blanks) = blank_after_colons(&document.text()[line]) {
        let blanks = blanks.shift(line.start);
        Diagnostic::new(&BLANK_AFTER_COLONS, blanks, path, "unexpected space after `::`")
            .text_fix("Remove the space", TextEdit::delete(blanks))
    } else {
        let diagnostic = Diagnostic::new(&NOT_YAML, error.range, path, error.message.clone());
        match &error.fix {
            Some((title, edit)) => diagnostic.text_fix(title.clone(), edit.clone()).unsafe_fix(),
            None => diagnostic,
        }
    };
    match &error.related {
        Some((range, message)) => diagnostic.related(*range, message.clone()),
        None => diagnostic,
    }
}

/// The line of `offset`, without its line break.
fn line_around(text: &str, offset: usize) -> TextRange {
    let bytes = text.as_bytes();
    let breaks = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let offset = offset.min(bytes.len());
    let start = bytes[..offset].iter().rposition(breaks).map_or(0, |at| at + 1);
    let end = bytes[offset..].iter().position(breaks).map_or(bytes.len(), |at| offset + at);
    TextRange::new(start, end)
}

/// `key:` followed directly by a quote or reference, as a whole line; with the colon.
fn glued_entry(line: &str) -> Option<TextRange> {
    let start = line.len() - line.trim_start_matches(' ').len();
    let (key, rest) = line[start..].split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    (is_key && rest.starts_with(['\'', '"', '$'])).then(|| TextRange::new(start, start + key.len() + 1))
}

/// An unquoted comparison after its key: `>= 5 km`.
fn comparison(line: &str) -> Option<TextRange> {
    let at = line.find(": >")? + 2;
    let value = line[at..].split(" #").next()?.trim_end();
    let number = value.trim_start_matches(['>', '=', ' ']);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let plain = !value.contains(['"', '{', '}', '[', ']', ',']);
    (is_number && plain).then(|| TextRange::new(at, at + value.len()))
}

/// The spaces after a `::` in an unquoted name.
fn blank_after_colons(line: &str) -> Option<TextRange> {
    let at = line.find(":: ").filter(|at| !line[..*at].contains(['\'', '"', '#']))? + 2;
    let blanks = line[at..].len() - line[at..].trim_start_matches(' ').len();
    let named = line[at + blanks..].starts_with(|c: char| c.is_alphanumeric());
    named.then(|| TextRange::new(at, at + blanks))
}

/// The indentation of a line, if it contains a tab.
fn tab_indentation(line: &str) -> Option<TextRange> {
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    line[..blanks].contains('\t').then(|| TextRange::new(0, blanks))
}

/// The edit that converts tabs to the indentation the parser assumed: in this line, or in all lines with tabs.
fn untabbed(document: &Document, tabs: TextRange, error: &SyntaxError) -> Option<TextEdit> {
    let text: &str = document.text();
    let (_, edit) = error.fix.as_ref()?;
    let is_indent = |indel: &&Indel| {
        let blanks = text[indel.delete].trim_matches([' ', '\t']).is_empty();
        blanks
            && line_around(text, indel.delete.start).start == indel.delete.start
            && indel.insert.trim_matches(' ').is_empty()
    };
    if !edit.indels().iter().all(|indel| is_indent(&indel))
        || !edit.indels().iter().any(|indel| indel.delete == tabs)
    {
        return None;
    }
    TextEdit::from_indels(edit.indels().iter().filter_map(|indel| outside_content(document, indel)).collect())
}

/// Limits the change to the indentation of a block scalar: a tab after that is content.
fn outside_content(document: &Document, indel: &Indel) -> Option<Indel> {
    let text: &str = document.text();
    let is_block = |node: &Node<'_>| matches!(node.style(), Style::Literal | Style::Folded);
    let Some(node) = document.at(indel.delete.end).filter(is_block) else { return Some(indel.clone()) };
    let first = line_around(text, node.range().start);
    if first.end >= indel.delete.start {
        return Some(indel.clone());
    }
    let blanks =
        |line: TextRange| &text[line][..text[line].len() - text[line].trim_start_matches([' ', '\t']).len()];
    blanks(first).contains('\t').then_some(())?;
    let content = text[first.end..].lines().skip(1).find(|line| !line.trim().is_empty())?;
    let indent = &content[..content.len() - content.trim_start_matches([' ', '\t']).len()];
    if !text[indel.delete].starts_with(indent) {
        return Some(indel.clone());
    }
    let delete = TextRange::new(indel.delete.start, indel.delete.start + indent.len());
    Some(Indel { delete, insert: indent.replace('\t', "  ") })
}

/// Returns true if the nesting of a line is unambiguous: the line above ends in a colon, or only one level is indented.
fn has_one_place(text: &str, start: usize) -> bool {
    let lines = text[..start].lines().rev();
    let mut lines =
        lines.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')).peekable();
    if lines.peek().is_some_and(|line| line.trim_end().ends_with(':')) {
        return true;
    }
    let (mut levels, mut least) = (0, usize::MAX);
    for line in lines {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if indent == 0 || levels > 1 {
            break;
        }
        if indent < least {
            (levels, least) = (levels + 1, indent);
        }
    }
    levels <= 1
}

/// An unquoted `${…}` inside a flow collection of the line.
fn unquoted_reference(line: &str) -> Option<TextRange> {
    let mut quote = None;
    let mut depth = 0usize;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '$') if depth > 0 && line[at..].starts_with("${") => {
                let end = line[at..].find('}').map_or(line.len(), |end| at + end + 1);
                return Some(TextRange::new(at, end));
            }
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, _) => {}
        }
    }
    None
}

/// The value in a flow collection that contains the reference; `None` if its start or end is uncertain.
fn flow_value(line: &str, reference: TextRange) -> Option<TextRange> {
    let start = line[..reference.start].rfind(['{', '[', ',']).map_or(0, |at| at + 1);
    let start = line[start..reference.start].rfind(": ").map_or(start, |at| start + at + 2);
    let start = line.len() - line[start..].trim_start_matches(' ').len();
    let (mut open, mut end, mut before) = (0usize, None, ' ');
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at < start) {
        match c {
            '{' if before == '$' => open += 1,
            '}' if open > 0 => open -= 1,
            ',' | '}' | ']' if open == 0 => {
                end = Some(at);
                break;
            }
            '\'' | '"' | '{' | '[' | '#' => return None,
            _ => {}
        }
        before = c;
    }
    // If the value does not end on this line, its extent is a guess.
    let value = line[start..end?].trim_end();
    (open == 0 && !value.contains(": ")).then(|| TextRange::new(start, start + value.len()))
}

#[cfg(test)]
mod tests {
    use crate as common;
    use limn_check::{check, check_fix};
    use limn_text::TextRange;
    use limn_yaml as yaml;

    fn diagnose(text: &str) -> Vec<limn_language::diagnostic::Diagnostic> {
        common::check(&yaml::parse(text))
    }

    #[test]
    fn a_tab_that_indents_is_named() {
        let diagnostics = diagnose("a:\n\tb: 1\n");
        assert_eq!(diagnostics.len(), 1);
        assert_eq!(
            (diagnostics[0].code.name, diagnostics[0].range),
            ("common/tab-indentation", TextRange::new(3, 4))
        );
    }

    #[test]
    fn an_unquoted_reference_in_flow_is_named() {
        let text = "a: {value: ${x}}\n";
        assert!(
            diagnose(text)
                .iter()
                .all(|diagnostic| diagnostic.code.name == "common/unquoted-reference-in-flow"),
            "{:#?}",
            diagnose(text)
        );
        assert!(!diagnose(text).is_empty());
    }

    #[test]
    fn the_whole_value_is_quoted_and_only_if_it_ends() {
        check_fix("a: {v: x-${y}.${z} , w: 1}\n", "a: {v: 'x-${y}.${z}' , w: 1}\n", diagnose);
        check_fix("a: [${b.${c}}]\n", "a: ['${b.${c}}']\n", diagnose);
        for text in ["a: {v: ${\n", "a: {v: ${b.${c}}\nd: 1\n", "a: {d: {v$:v*.${b}'}}\n"] {
            let found = diagnose(text);
            assert!(
                !found.is_empty()
                    && found.iter().flat_map(|diagnostic| &diagnostic.fixes).all(|fix| !fix.safe),
                "{found:#?}"
            );
        }
    }

    #[test]
    fn both_can_be_fixed() {
        check_fix("a:\n\tb: 1\n", "a:\n  b: 1\n", diagnose);
        check_fix("type: resource:: x::1.0\n", "type: resource::x::1.0\n", diagnose);
        check_fix("a: {value: ${x}}\n", "a: {value: '${x}'}\n", diagnose);
        check_fix("a: >= 5 km\nb: 1\n", "a: \">= 5 km\"\nb: 1\n", diagnose);
        check_fix("a:\n  b: > 5 km # far\n", "a:\n  b: \"> 5 km\" # far\n", diagnose);
    }

    #[test]
    fn tabs_become_the_spaces_of_their_neighbours() {
        check_fix("a:\n    b: 1\n\tc: 2\n", "a:\n    b: 1\n    c: 2\n", diagnose);
        let all = "a:\n\tb: 1\n\tc:\n\t\td: |\n\t\t\ttext\n\t\t\t\tmore\n\te: 2\n";
        let spaces = "a:\n  b: 1\n  c:\n    d: |\n      text\n      \tmore\n  e: 2\n";
        check_fix(all, spaces, diagnose);
        // A tab of the text itself stays.
        let script = "s: |\n  all:\n  \tcc\n";
        check_fix(&format!("{script}{all}"), &format!("{script}{spaces}"), diagnose);
    }

    #[test]
    fn a_tab_that_may_mean_two_places_is_for_a_person_to_say() {
        let found = diagnose("a:\n  b:\n    c: 1\n\td: 2\n");
        assert_eq!((found[0].code.name, found[0].fixes[0].safe), ("common/tab-indentation", false));
        let found = diagnose("a:\n  c: 1\n\td: 2\n");
        assert!(found[0].fixes[0].safe);
    }

    #[test]
    fn invalid_yaml_is_reported_in_the_words_of_the_parser() {
        let diagnostics = diagnose("a: [1, 2\nb: 3\n");
        assert_eq!(diagnostics[0].code.name, "common/not-yaml");
        check("a: {b: [1]}\nc: ${x}\n", diagnose);
    }

    #[test]
    fn what_seems_to_be_missing_is_offered() {
        check_fix("a: [1, 2\nb: 3\n", "a: [1, 2]\nb: 3\n", diagnose);
        check_fix("a: k: v\n", "a: 'k: v'\n", diagnose);
        check_fix("a: 1\nfoo\n", "a: 1\nfoo:\n", diagnose);
    }
}
