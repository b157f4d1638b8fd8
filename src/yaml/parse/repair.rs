//! How a broken text may be mended: the ways to try, the likely ones first. Which one is taken is decided by how far the text then reads.

use super::draft::Repair;
use super::events::Cause;
use super::explain::{is_item, tight_colon};
use super::fault::{Class, Fault};
use super::lines::Line;
use crate::text::TextRange;

/// The repairs to try for a fault in a draft. `brackets` are those that the parser has open, outermost first.
pub(super) fn candidates(fault: &Fault, text: &str, brackets: &[usize]) -> Vec<Repair> {
    let line = fault.line(text);
    let above = line.above(text).next();
    let mut out = Vec::new();
    match fault.class() {
        Class::Depth => return out,
        Class::Flow => flow(fault, text, brackets, &mut out),
        Class::Quote => quote(fault, text, &mut out),
        Class::Tab => tab(fault, text, &mut out),
        Class::Layout => {
            colon(line, text, &mut out);
            if let Some(above) = above {
                colon(above, text, &mut out);
            }
            reindent(line, text, &mut out);
        }
        Class::Token => {}
    }
    value(line, fault.at, text, &mut out);
    out.push(Repair::Blank(line.range));
    let block = line.block(text);
    if block != line.range {
        out.push(Repair::Blank(block));
    }
    if let Some(above) = above {
        out.push(Repair::Blank(above.range));
    }
    out
}

/// What is left when nothing else helps: all from the fault's line up to the next one that is not indented goes.
pub(super) fn last_resort(fault: &Fault, text: &str) -> Repair {
    let line = fault.line(text);
    let inner = line.below(text).take_while(|line| line.indent() > 0);
    let end = inner.last().map_or(line.range.end, |line| line.range.end);
    Repair::Blank(TextRange::new(line.range.start, end))
}

/// Closes what is open: on the line that opens it, or before the fault's line; or drops what it opens.
fn flow(fault: &Fault, text: &str, brackets: &[usize], out: &mut Vec<Repair>) {
    if let Cause::MismatchedFlowCollectionEnd { open, .. } = fault.cause {
        out.push(Repair::Supply(Line::at(text, fault.at).body().end, closer(open)));
    }
    if matches!(fault.cause, Cause::MisplacedFlowCollectionEnd) {
        out.push(Repair::Blank(TextRange::new(fault.at, fault.at + 1)));
    }
    let Some(bracket) = fault.open_bracket(text, brackets) else { return };
    let opener = Line::at(text, bracket);
    let Some(open) = text[bracket..].chars().next() else { return };
    out.push(Repair::Supply(opener.body().end, closer(open)));
    let line = fault.line(text);
    if let Some(above) = line.above(text).next().filter(|above| above.range.start > opener.range.start) {
        out.push(Repair::Supply(above.body().end, closer(open)));
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

fn quote(fault: &Fault, text: &str, out: &mut Vec<Repair>) {
    let Some((at, line)) = fault.open_quote(text) else { return };
    let Some(quote) = text[at..].chars().next() else { return };
    let end = line.range.start + line.text.trim_end().len();
    // Inside brackets on the same line the quote was meant to end before the closing one.
    let inner = text[at..end].trim_end_matches([']', '}', ',', ' ']).len() + at;
    if inner > at + 1 && inner < end {
        out.push(Repair::Supply(inner, closer(quote)));
    }
    out.push(Repair::Supply(end, closer(quote)));
    out.push(Repair::Blank(TextRange::new(at, line.range.end)));
    out.push(Repair::Blank(line.range));
}

fn tab(fault: &Fault, text: &str, out: &mut Vec<Repair>) {
    let Some(tabs) = fault.tabs(text) else { return };
    let line = Line::at(text, tabs.start);
    let blanks = TextRange::new(line.range.start, line.range.start + line.indent());
    let tabs = line.text[..line.indent()].matches('\t').count();
    let others = line.indent() - tabs;
    out.extend([2, 4, 1, 8].map(|width| Repair::Indent(blanks, others + tabs * width)));
    out.push(Repair::Blank(line.range));
}

/// `key:value` lacks a blank, `key` a colon.
fn colon(line: Line<'_>, text: &str, out: &mut Vec<Repair>) {
    let body = line.body();
    let said = &text[body];
    let content = said.trim_start_matches("- ").trim_start();
    let content = TextRange::new(body.end - content.len(), body.end);
    if let Some(colon) = tight_colon(text, content) {
        out.push(Repair::Supply(colon + 1, " "));
    }
    let heads = line.below(text).next().is_some_and(|below| below.indent() > line.indent());
    let word = !text[content].contains([' ', '\t', ':']);
    if line.read().colons.is_empty() && !content.is_empty() && (word || heads) {
        out.push(Repair::Supply(body.end, ":"));
    }
}

/// A line, with what belongs to it, that is off by a blank or two from one above.
fn reindent(line: Line<'_>, text: &str, out: &mut Vec<Repair>) {
    let indent = line.indent();
    let alike = |above: &Line<'_>| above.indent() != indent && above.indent().abs_diff(indent) <= 1;
    let item = is_item(&text[line.body()]);
    let above = line.above(text).take(50).filter(alike).find(|above| is_item(&text[above.body()]) == item);
    if let Some(above) = above {
        let blanks = TextRange::new(line.range.start, line.range.start + indent);
        out.push(Repair::Indent(blanks, above.indent()));
    }
}

/// Only the value goes, and its key stays.
fn value(line: Line<'_>, at: usize, text: &str, out: &mut Vec<Repair>) {
    let body = line.body();
    let key = line.read().colons.first().map(|&colon| line.range.start + colon + 1);
    let start = match key {
        Some(behind) if behind < body.end => behind,
        None if is_item(&text[body]) => body.start + 1,
        _ => return,
    };
    if at >= start || !is_item(&text[body]) {
        out.push(Repair::Blank(TextRange::new(start, body.end)));
    }
}
