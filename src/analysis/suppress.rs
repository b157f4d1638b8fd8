//! Final list of diagnostics: sorted, without duplicates, and without those that comments suppress.
//!
//! `# limn: ignore[assembly/unknown-key]` behind a line, or on a line of its own above one, suppresses these codes on that line;
//! `# limn: ignore` suppresses all. Names are separated by commas; a rule id (`A-REL-4`) serves as well, and so does the name that a check had in an
//! earlier version.

use std::collections::BTreeMap;

use super::directive::directive;
use limn_language::diagnostic::Diagnostic;
use limn_text::LineIndex;
use limn_yaml::Document;

/// `lines` is only called if a comment addresses Limn.
pub(super) fn finalize<'d>(
    document: &'d Document,
    lines: impl Fn() -> &'d LineIndex,
    mut diagnostics: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let suppressed = suppressed(document, &lines);
    if !suppressed.is_empty() {
        diagnostics.retain(|diagnostic| {
            let line = lines().line_of(diagnostic.range.start);
            !suppressed.get(&line).is_some_and(|codes| codes.iter().any(|code| matches(code, diagnostic)))
        });
    }
    diagnostics.sort_by(|a, b| {
        let place = |d: &Diagnostic| (d.range.start, d.range.end, d.severity, d.code.name);
        place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message))
    });
    diagnostics.dedup_by(|a, b| a.range == b.range && a.code == b.code && a.message == b.message);
    diagnostics
}

fn matches(code: &str, diagnostic: &Diagnostic) -> bool {
    code.is_empty() || diagnostic.code.names().any(|name| name == code) || Some(code) == diagnostic.rule
}

/// The codes to suppress, by 0-based line; an empty name means all.
fn suppressed<'d>(
    document: &'d Document,
    lines: &impl Fn() -> &'d LineIndex,
) -> BTreeMap<usize, Vec<&'d str>> {
    let mut suppressed: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for comment in document.comments() {
        let directive_text = directive(&document.text()[comment.range]);
        let Some(directive_text) =
            directive_text.and_then(|directive_text| directive_text.strip_prefix("ignore"))
        else {
            continue;
        };
        let codes: Vec<&str> = match directive_text.strip_prefix('[').map(|rest| rest.split_once(']')) {
            Some(Some((codes, _))) => {
                codes.split(',').map(str::trim).filter(|code| !code.is_empty()).collect()
            }
            // A list that is still being written.
            Some(None) => Vec::new(),
            None => vec![""],
        };
        let lines = lines();
        let mut line = lines.line_of(comment.range.start);
        if comment.own_line {
            // A comment on its own line applies to the next line that is neither blank nor a comment.
            line += 1;
            while line < lines.len() && is_blank(lines.line_text(line)) {
                line += 1;
            }
        }
        suppressed.entry(line).or_default().extend(codes);
    }
    suppressed
}

fn is_blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::matches;
    use crate::Analysis;
    use limn_files::FilePath;
    use limn_language::code::{Code, Severity};
    use limn_language::diagnostic::Diagnostic;
    use limn_text::TextRange;
    use limn_yaml::Path;

    fn codes(text: &str) -> Vec<&'static str> {
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, text);
        analysis.file(&file).unwrap().diagnostics().iter().map(|found| found.code.name).collect()
    }

    #[test]
    fn a_comment_silences_what_it_names_on_its_line_or_the_next() {
        let repeated = ["common/repeated-key"];
        assert_eq!(codes("a: 1\na: 2\n"), repeated);
        assert!(codes("a: 1\na: 2 # limn: ignore\n").is_empty());
        assert!(codes("a: 1\na: 2 # limn: ignore[common/ellipsis, common/repeated-key]\n").is_empty());
        assert!(codes("a: 1\n# limn: ignore[common/repeated-key]\n\n# why\na: 2\n").is_empty());
        assert_eq!(codes("a: 1\na: 2 # limn: ignore[common/ellipsis]\n"), repeated);
        assert_eq!(codes("a: 1 # limn: ignore\na: 2\n"), repeated);
        assert_eq!(codes("a: 1\na: 2 # limn: ignore[\n"), repeated);
    }

    #[test]
    fn a_comment_may_use_an_earlier_name() {
        let code = Code::common(Severity::Error, "common/new", "", "").earlier(&["common/old"]);
        let code: &'static Code = Box::leak(Box::new(code));
        let diagnostic = Diagnostic::new(code, TextRange::new(0, 1), Path::root(), String::new());
        for name in ["common/new", "common/old", ""] {
            assert!(matches(name, &diagnostic), "{name:?}");
        }
        assert!(!matches("common/other", &diagnostic));
    }
}
