//! Entries of mappings as whole lines, with their comments: how they are taken out of one document and written in another one.

use limn_text::TextRange;
use limn_yaml::{self as yaml, Document, Op, Path};

/// The whole lines of an entry with its own comments, without blank lines around them; `None` if it shares a line.
pub(super) fn extent(document: &Document, path: &Path) -> Option<TextRange> {
    let text = document.text();
    let value = document.get(path)?;
    let key = value.key()?;
    let entry = key.full_range().cover(value.full_range());
    let removed = yaml::patch(document, &[Op::Remove { at: path.clone(), prune: false }]).ok()?;
    let range =
        removed.indels().iter().map(|indel| indel.delete).find(|range| range.cover(entry) == *range)?;
    let is_blank = |line: &str| line.trim().is_empty();
    let (mut start, mut end) = (range.start, range.end);
    for line in text[range.start..range.end].split_inclusive('\n').take_while(|line| is_blank(line)) {
        start += line.len();
    }
    let lines: Vec<&str> = text[start..end].split_inclusive('\n').collect();
    for line in lines.iter().rev().take_while(|line| is_blank(line)) {
        end -= line.len();
    }
    end = start + text[start..end].trim_end_matches(['\n', '\r']).len();
    let is_line_start = start == 0 || text[..start].ends_with('\n');
    let is_line_end = end == text.len() || text[end..].starts_with(['\n', '\r']);
    let first = text[..key.full_range().start].rfind('\n').map_or(0, |at| at + 1);
    let is_alone = text[first..key.full_range().start].chars().all(|c| c == ' ');
    (is_line_start && is_line_end && is_alone).then(|| TextRange::new(start, end))
}

/// The line of an entry without a value, without its line break.
pub(super) fn line_of_entry(document: &Document, path: &Path) -> Option<TextRange> {
    let text = document.text();
    let key = document.get(path)?.key()?.full_range();
    let start = text[..key.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[key.end..].find(['\n', '\r']).map_or(text.len(), |at| key.end + at);
    let is_alone = text[start..key.start].chars().all(|c| c == ' ');
    let rest = text[key.end..end].trim().trim_start_matches(':').trim();
    (is_alone && matches!(rest, "" | "null" | "~")).then(|| TextRange::new(start, end))
}

/// The lines of an entry with its own comments, from column 0; `None` if it shares a line.
pub(super) fn lines_of(document: &Document, path: &Path) -> Option<Vec<String>> {
    let text = document.text();
    let extent = extent(document, path)?;
    let key = document.get(path)?.key()?;
    let start = text[..key.range().start].rfind('\n').map_or(0, |at| at + 1);
    let indent = key.range().start - start;
    let lines = text[extent.start..extent.end].lines().map(|line| {
        let blank = line.len() - line.trim_start_matches(' ').len();
        line[indent.min(blank)..].trim_end_matches('\r').to_owned()
    });
    Some(lines.map(|line| if line.trim().is_empty() { String::new() } else { line }).collect())
}

/// Lines in the place of a line, with its indentation and the line breaks of the text.
pub(super) fn indented(text: &str, line: TextRange, lines: &[String]) -> String {
    let written = &text[line.start..line.end];
    let indent = " ".repeat(written.len() - written.trim_start().len());
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let lines =
        lines.iter().map(|line| if line.is_empty() { String::new() } else { format!("{indent}{line}") });
    lines.collect::<Vec<String>>().join(line_break)
}
