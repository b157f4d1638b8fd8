//! Repair candidates for a fault, the likely ones first. The parser picks the one with which it reads farthest.

use super::draft::Repair;
use super::events::Cause;
use super::explain::{is_item, tight_colon};
use super::fault::{Class, NEAR, ParseFault};
use super::lines::{Line, references};
use limn_text::TextRange;

/// The repairs to try for a fault in a draft, and the repairs to try if none of these gets past it. `brackets` are the brackets that the parser
/// has open, outermost first.
pub(super) fn candidates(fault: &ParseFault, text: &str, brackets: &[usize]) -> [Vec<Repair>; 2] {
    let line = fault.line(text);
    let culprit = fault.culprit(text);
    let mut out = Vec::new();
    match fault.class() {
        Class::Depth => return [out, Vec::new()],
        Class::Flow => flow(fault, text, brackets, &mut out),
        Class::Quote => quote(fault, text, &mut out),
        Class::Tab => tab(fault, text, &mut out),
        Class::Layout => {
            colon(culprit, text, &mut out);
            reindent(line, text, &mut out);
        }
        Class::Token if fault.cause == Cause::CommentNotSeparated => out.push(Repair::supply(fault.at, " ")),
        Class::Token => {}
    }
    if culprit == line {
        value(fault, line, text, &mut out);
    }
    out.push(Repair::Blank(culprit.range));
    let block = culprit.block(text);
    if block != culprit.range {
        out.push(Repair::Blank(block));
    }
    let mut others = Vec::new();
    others.extend(line.above(text).next().map(|above| Repair::Blank(above.range)));
    if culprit != line {
        others.push(Repair::Blank(line.range));
    }
    others.push(last_resort(line, text));
    [out, others]
}

/// Removes everything from a line to the next line that is not indented.
fn last_resort(line: Line<'_>, text: &str) -> Repair {
    let inner = line.below(text).take_while(|line| line.indent() > 0);
    let end = inner.last().map_or(line.range.end, |line| line.range.end);
    Repair::Blank(TextRange::new(line.range.start, end))
}

/// Closes what is open, on the line that opens it or before the fault's line, or removes what it opens.
fn flow(fault: &ParseFault, text: &str, brackets: &[usize], out: &mut Vec<Repair>) {
    if let Cause::MismatchedFlowCollectionEnd { open, close } = fault.cause
        && let Some(found) = text[fault.at..].find(close)
    {
        out.push(Repair::supply(fault.at + found, closer(open)));
        out.push(Repair::put(TextRange::new(fault.at + found, fault.at + found + 1), closer(open)));
    }
    if matches!(fault.cause, Cause::MisplacedFlowCollectionEnd) {
        out.push(Repair::Blank(TextRange::new(fault.at, fault.at + 1)));
    }
    let references = references(fault.line(text));
    if !references.is_empty() {
        let quoted = |range: TextRange| (range, format!("'{}'", &text[range]).into());
        out.push(Repair::Put(references.into_iter().map(quoted).collect()));
    }
    let Some(bracket) = fault.open_bracket(text, brackets) else { return };
    let opener = Line::at(text, bracket);
    let Some(open) = text[bracket..].chars().next() else { return };
    out.push(Repair::supply(opener.body().end, closer(open)));
    let line = fault.line(text);
    // The lines after the bracket that are indented more than its line may belong inside it.
    let inner = |below: &Line<'_>| below.range.start < line.range.start && below.indent() > opener.indent();
    if let Some(last) = opener.below(text).take_while(inner).last() {
        out.push(Repair::supply(last.body().end, closer(open)));
    }
    out.push(Repair::Blank(TextRange::new(bracket, opener.range.end)));
    if opener.range.start < line.range.start {
        out.push(Repair::Blank(opener.range));
    }
}

fn closer(open: char) -> &'static str {
    match open {
        '{' => "}",
        '"' => "\"",
        '\'' => "'",
        _ => "]",
    }
}

fn quote(fault: &ParseFault, text: &str, out: &mut Vec<Repair>) {
    let Some((at, line)) = fault.open_quote(text) else {
        // Text after a closing quote.
        let rest = TextRange::new(fault.at, fault.line(text).body().end);
        out.push(Repair::Blank(rest));
        return;
    };
    let Some(quote) = text[at..].chars().next() else { return };
    let end = line.range.start + line.text.trim_end().len();
    // Inside brackets, the quote was probably meant to end before the closing bracket on the same line.
    let inner = text[at..end].trim_end_matches([']', '}', ',', ' ']).len() + at;
    if inner > at + 1 && inner < end {
        out.push(Repair::supply(inner, closer(quote)));
    }
    out.push(Repair::supply(end, closer(quote)));
    out.push(Repair::Blank(TextRange::new(at, line.range.end)));
    out.push(Repair::Blank(line.range));
}

fn tab(fault: &ParseFault, text: &str, out: &mut Vec<Repair>) {
    let Some(tabs) = fault.tabs(text) else { return };
    let line = Line::at(text, tabs.start);
    let blanks = TextRange::new(line.range.start, line.range.start + line.indent());
    let tabs = line.text[..line.indent()].matches('\t').count();
    let others = line.indent() - tabs;
    // A text that is indented by tabs throughout.
    let tabbed = |line: &Line<'_>| line.text[..line.indent()].contains('\t');
    let all: Vec<Line<'_>> = std::iter::once(line).chain(line.below(text).filter(tabbed)).collect();
    if all.len() >= TABBED {
        let width = |line: Line<'_>| line.text[..line.indent()].replace('\t', "  ").into();
        let puts = all
            .iter()
            .map(|line| (TextRange::new(line.range.start, line.range.start + line.indent()), width(*line)));
        out.push(Repair::Put(puts.collect()));
    }
    // Indent like the neighboring lines, or else by the usual widths.
    let blank = |line: &Line<'_>| !line.text[..line.indent()].contains('\t');
    let below = line.below(text).next().filter(blank).map(Line::indent);
    let above = line.above(text).next().filter(blank);
    let is_head = |line: Line<'_>| text[line.body()].ends_with(':');
    let under = above.is_some_and(is_head);
    let above = above.map(Line::indent);
    let neighbors = if is_head(line) && below > Some(0) {
        [below.map(|below| below.saturating_sub(2)), above, below]
    } else if under {
        [below.filter(|below| Some(*below) > above), above.map(|above| above + 2), above]
    } else {
        [above, below, None]
    };
    let usual = [2, 4, 1, 8].map(|width| Some(others + tabs * width));
    let mut widths: Vec<usize> = Vec::new();
    for width in neighbors.into_iter().chain(usual).flatten() {
        if !widths.contains(&width) {
            widths.push(width);
            out.push(Repair::indent(blanks, width));
        }
    }
    out.push(Repair::Blank(line.range));
}

/// If this many lines are indented by tabs, all lines are assumed to be.
const TABBED: usize = 4;

/// Adds the space in `key:value`, or the colon after `key`.
fn colon(line: Line<'_>, text: &str, out: &mut Vec<Repair>) {
    let body = line.body();
    let decoded = &text[body];
    let content = decoded.trim_start_matches("- ").trim_start();
    let content = TextRange::new(body.end - content.len(), body.end);
    if let Some(colon) = tight_colon(text, content) {
        out.push(Repair::supply(colon + 1, " "));
    }
    let heads = line.below(text).next().is_some_and(|below| below.indent() > line.indent());
    let word = !text[content].contains([' ', '\t', ':']);
    if line.read().colons.is_empty() && !content.is_empty() && (word || heads) {
        out.push(Repair::supply(body.end, ":"));
    }
}

/// Indents a line that is off by one space: this line, or a line above that it does not align with.
fn reindent(line: Line<'_>, text: &str, out: &mut Vec<Repair>) {
    let indent = line.indent();
    let item = is_item(&text[line.body()]);
    let mut alike: Vec<Line<'_>> = Vec::new();
    for above in line.above(text).take(NEAR).filter(|above| is_item(&text[above.body()]) == item) {
        let off = above.indent().abs_diff(indent) == 1;
        if off && alike.iter().all(|other| other.indent() != above.indent()) {
            alike.push(above);
        }
    }
    // If lines below belong to it, prefer the indentation from which they are indented by two spaces.
    if let Some(inner) = line.below(text).next().filter(|below| below.indent() > indent) {
        alike.sort_by_key(|above| (above.indent() + 2).abs_diff(inner.indent()));
    }
    let blanks = |line: Line<'_>| TextRange::new(line.range.start, line.range.start + line.indent());
    out.extend(alike.iter().map(|above| Repair::indent(blanks(line), above.indent())));
    out.extend(alike.first().map(|above| Repair::indent(blanks(*above), indent)));
}

/// Quotes the value; or removes the value and keeps its key.
fn value(fault: &ParseFault, line: Line<'_>, text: &str, out: &mut Vec<Repair>) {
    let body = line.body();
    let key = line.read().colons.first().map(|&colon| line.range.start + colon + 1);
    let start = match key {
        Some(behind) if behind < body.end => behind,
        None if is_item(&text[body]) => body.start + 1,
        _ => return,
    };
    if fault.at < start && is_item(&text[body]) {
        return;
    }
    let decoded = text[start..body.end].trim_start();
    let value = TextRange::new(body.end - decoded.len(), body.end);
    // A character that starts another kind of value is probably meant to; `*` and characters that start nothing are probably text.
    let unquoted = !decoded.starts_with(['"', '\'', '[', '{', '|', '>', '&', '!', '#', '-', '?']);
    if unquoted && fault.at >= value.start {
        out.push(Repair::put(value, format!("'{}'", decoded.replace('\'', "''"))));
    }
    out.push(Repair::Blank(TextRange::new(start, body.end)));
}
