//! Lines that a syntax error makes unreadable.

use limn_text::TextRange;
use limn_yaml::Document;

/// The lines on which a syntax error starts, in order.
pub(super) fn of(document: &Document) -> Vec<TextRange> {
    let text = document.text();
    let mut lines: Vec<TextRange> = document
        .errors()
        .iter()
        .map(|error| {
            let at = error.range.start.min(text.len());
            let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
            let end = text[at..].find('\n').map_or(text.len(), |len| at + len);
            TextRange::new(start, end)
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines
}
