//! Error-tolerant parser: turns any text into a document.
//!
//! At a syntax error, the parser tries several repairs and keeps the one with which it gets farthest, then repeats this for the next error.
//! Repairs never show in the result: all ranges of the tree refer to the text as written.

mod build;
mod draft;
mod events;
mod explain;
mod fault;
mod keys;
mod lines;
mod quick;
mod repair;

use std::cmp::Ordering;
use std::sync::Arc;

use build::Builder;
use draft::{Draft, Repair};
use events::Event;
use fault::{Class, ParseFault};

use limn_text::TextRange;

use super::arena::{Extra, NodeData};
use super::conflict::{Conflict, conflicts, masked};
use super::document::{Document, StreamPlace, SyntaxError};
use super::notation::Style;

/// The maximum number of repairs in one text.
const MAX_REPAIRS: usize = 32;

/// The maximum number of bytes read while trying repairs.
const TRIED: usize = 6_000_000;

/// The number of parser events in which a fault is near: about a hundred lines.
const NEAR_EVENTS: usize = 1_000;

/// Parses a text. Never fails: syntax errors are in [`Document::errors`], and each affects only the entry it occurs in.
pub fn parse(text: impl Into<Arc<str>>) -> Document {
    let text = text.into();
    let conflicts = conflicts(&text);
    if conflicts.is_empty() { plain(text) } else { in_conflict(&text, conflicts) }
}

/// Parses a text without conflict markers.
fn plain(text: Arc<str>) -> Document {
    if let Some(builder) = read_quickly(&text) {
        return document(&text, builder, &Draft::new(&text), Vec::new());
    }
    let (fault, brackets) = match near_fault(&text) {
        Some(found) => found,
        None => {
            let (builder, fault) = read_fully(&text);
            let Some(fault) = fault else { return document(&text, builder, &Draft::new(&text), Vec::new()) };
            (fault, builder.brackets())
        }
    };
    let (draft, errors) = repaired(&text, fault, brackets);
    let builder = if draft.is_untouched() { read_fully(&text).0 } else { read(&draft.text).0 };
    document(&text, builder, &draft, errors)
}

/// The first fault of a text that the fast reader declines, and the brackets that are open there, if it is near the declined line. So most texts with
/// one fault are never read by the full parser as a whole, which takes ten times as long.
fn near_fault(text: &str) -> Option<(ParseFault, Vec<usize>)> {
    let quick::Reach::Upto(resume) = quick::reach(text) else { return None };
    let Probe { fault, brackets, .. } = probe_from(text, &resume, NEAR_EVENTS)?;
    Some((fault?, brackets))
}

/// Parses a text with conflict markers: they are read as comments, and each conflict is an error.
fn in_conflict(text: &Arc<str>, conflicts: Vec<Conflict>) -> Document {
    let mut document = plain(masked(text, &conflicts, &[]).into());
    // A second side that starts at another depth than the first one ends cannot be read behind it: the first side counts.
    let is_broken = |conflict: &Conflict| {
        document
            .errors
            .iter()
            .any(|error| conflict.theirs.touches(error.range.start) && !conflict.theirs.is_empty())
    };
    let unread: Vec<TextRange> =
        conflicts.iter().filter(|conflict| is_broken(conflict)).map(|conflict| conflict.theirs).collect();
    if !unread.is_empty() {
        let other = plain(masked(text, &conflicts, &unread).into());
        if other.errors.len() < document.errors.len() {
            document = other;
        }
    }
    let is_marker = |range: TextRange| {
        conflicts.iter().any(|conflict| {
            conflict.range.contains(range)
                && !conflict.ours.contains(range)
                && !conflict.theirs.contains(range)
        }) || unread.iter().any(|part| part.contains(range))
    };
    document.comments.retain(|comment| !is_marker(comment.range));
    for conflict in &conflicts {
        let range = conflict.markers.first().copied().unwrap_or(conflict.range);
        let message = "unresolved merge conflict".to_owned();
        document.errors.push(SyntaxError { range, message, related: None, fix: None });
    }
    document.errors.sort_by_key(|error| (error.range.start, error.range.end));
    Document { text: Arc::clone(text), conflicts, ..document }
}

/// Reads a text up to the first fault.
fn read(text: &str) -> (Builder<'_>, Option<ParseFault>) {
    match read_quickly(text) {
        Some(builder) => (builder, None),
        None => read_fully(text),
    }
}

/// Reads a text with the fast reader; `None` if it declines the text.
fn read_quickly(text: &str) -> Option<Builder<'_>> {
    let mut builder = Builder::new(text);
    quick::read(text, &mut builder).then_some(builder)
}

/// Reads a text with the full parser.
fn read_fully(text: &str) -> (Builder<'_>, Option<ParseFault>) {
    let mut builder = Builder::new(text);
    for event in events::events(text) {
        match event {
            Ok(event) => builder.on(event),
            Err(fault) => return (builder, Some(fault.within(text))),
        }
    }
    (builder, None)
}

/// Creates the document read from `draft`, in the offsets of the text as written. `errors` are the errors found while repairing.
fn document(
    text: &Arc<str>,
    mut builder: Builder<'_>,
    draft: &Draft<'_>,
    mut errors: Vec<SyntaxError>,
) -> Document {
    builder.finish();
    let Builder {
        mut nodes,
        mut extras,
        children,
        roots,
        mut comments,
        errors: others,
        unknown,
        repeated,
        key_filter,
        ..
    } = builder;
    errors.extend(
        others.into_iter().map(|error| SyntaxError { range: draft.origin_range(error.range), ..error }),
    );
    for alias in unknown {
        let anchor = draft.text[alias].replacen('*', "&", 1);
        // An anchor in a part that could not be read exists nevertheless.
        if draft.is_untouched() || !text.contains(&anchor) {
            let message = format!("unknown anchor `{anchor}`");
            errors.push(SyntaxError { range: draft.origin_range(alias), message, related: None, fix: None });
        }
    }
    errors.sort_by_key(|error| (error.range.start, error.range.end));
    if !draft.is_aligned() {
        for node in &mut nodes {
            relocate(node, &mut extras, text, draft);
        }
        for comment in &mut comments {
            comment.range = draft.origin_range(comment.range);
        }
    }
    Document {
        text: Arc::clone(text),
        nodes,
        children,
        extras,
        roots,
        comments,
        errors,
        repeated,
        key_filter,
        conflicts: Vec::new(),
        place: StreamPlace::default(),
    }
}

/// Converts a node from the offsets of the draft to those of the text as written.
fn relocate(node: &mut NodeData, extras: &mut Vec<Extra>, written: &str, draft: &Draft<'_>) {
    let old = node.range();
    let range = draft.origin_range(old);
    if let Some(verbatim) = node.verbatim(extras) {
        let decoded = &draft.text[verbatim];
        if old.len() != range.len() || !written[range].contains(decoded) {
            node.extra_mut(extras).decoded = Some(decoded.into());
        }
    }
    // The quotes are part of a repair.
    if matches!(node.style, Style::Single | Style::Double) && !written[range].starts_with(['\'', '"']) {
        node.style = Style::Plain;
    }
    node.set_range(range);
    if node.extra(extras).is_some() {
        let extra = node.extra_mut(extras);
        extra.anchor = extra.anchor.map(|range| draft.origin_range(range));
        extra.tag = extra.tag.map(|range| draft.origin_range(range));
    }
}

/// The result of a trial read: the first fault and the number of nodes.
#[derive(Debug, PartialEq)]
struct Probe {
    fault: Option<ParseFault>,
    /// The positions of the brackets that are open at the fault, outermost first.
    brackets: Vec<usize>,
    nodes: usize,
}

/// Reads a draft without building a tree: with the fast reader as far as possible, then with the full parser.
fn probe(text: &str) -> Probe {
    match quick::reach(text) {
        quick::Reach::Whole(nodes) => Probe { fault: None, brackets: Vec::new(), nodes },
        quick::Reach::Upto(resume) => {
            probe_from(text, &resume, usize::MAX).unwrap_or_else(|| probe_fully(text))
        }
        quick::Reach::Nowhere => probe_fully(text),
    }
}

/// Continues with the full parser for a number of events where the fast reader stopped; `None` if the result is inconclusive.
fn probe_from(text: &str, resume: &quick::Resume, limit: usize) -> Option<Probe> {
    let rest = [&resume.frame, &text[resume.at..]].concat();
    let Probe { fault, mut brackets, nodes } = probe_events(&rest, limit);
    let place = |at: usize| Some(at.checked_sub(resume.frame.len())? + resume.at);
    let fault = match fault {
        Some(fault) => Some(ParseFault { at: place(fault.at)?, ..fault }),
        None => None,
    };
    for bracket in &mut brackets {
        *bracket = place(*bracket)?;
    }
    Some(Probe { fault, brackets, nodes: nodes.checked_add_signed(resume.nodes)? })
}

fn probe_fully(text: &str) -> Probe {
    probe_events(text, usize::MAX)
}

/// Reads the first events of a text with the full parser.
fn probe_events(text: &str, limit: usize) -> Probe {
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut nodes = 0;
    let mut fault = None;
    for event in events::events(text).take(limit) {
        nodes += usize::from(event.as_ref().is_ok_and(Event::is_node));
        match event {
            Ok(Event::Open { range, .. }) => open.push((!range.is_empty()).then_some(range.start)),
            Ok(Event::Close { .. }) => drop(open.pop()),
            Ok(_) => {}
            Err(found) => fault = Some(found.within(text)),
        }
    }
    Probe { fault, brackets: open.into_iter().flatten().collect(), nodes }
}

/// Repairs a text fault by fault. Returns the repaired draft, and the errors in the offsets of the text as written.
fn repaired(text: &str, fault: ParseFault, brackets: Vec<usize>) -> (Draft<'_>, Vec<SyntaxError>) {
    let mut draft = Draft::new(text);
    let mut errors: Vec<SyntaxError> = Vec::new();
    let (mut fault, mut brackets) = (fault, brackets);
    let mut budget = TRIED;
    let mut blamed: Option<(usize, Class)> = None;
    for _ in 0..MAX_REPAIRS {
        let line = line_number(&draft.text, fault.at);
        let class = fault.class();
        let follows = blamed.is_some_and(|(other, before)| {
            // A second fault on a line, or a line that no longer aligns with a line that was removed.
            line <= other || (line == other + 1 && class == Class::Layout && before == Class::Layout)
        });
        if !follows {
            errors.push(written(explain::explain(&fault, &draft.text, &brackets), &draft));
        }
        blamed = Some((line, class));
        let Some((repair, mended, probe)) = best(&draft, &fault, &brackets, &mut budget) else { break };
        if !follows && let Some(error) = errors.last_mut() {
            error.fix = repair.fix(&draft);
        }
        draft = mended;
        match probe.fault {
            Some(next) => (fault, brackets) = (next, probe.brackets),
            None => break,
        }
    }
    (draft, errors)
}

/// The repair that lets the parser read farthest and, among equals, keeps most; `None` if no repair gets past the fault.
fn best(
    draft: &Draft<'_>,
    fault: &ParseFault,
    brackets: &[usize],
    budget: &mut usize,
) -> Option<(Repair, Draft<'static>, Probe)> {
    let start = draft.origin(fault.at);
    let mut best: Option<(usize, &Repair, Draft<'static>, Probe)> = None;
    let tiers = repair::candidates(fault, &draft.text, brackets);
    for (tier, repairs) in tiers.iter().enumerate() {
        // Unlikely repairs are tried only if no likely repair fixes the text, and taken only if they read farther.
        if best.as_ref().is_some_and(|(far, ..)| *far == usize::MAX) {
            break;
        }
        for repair in repairs {
            if *budget == 0 {
                break;
            }
            let Some(mended) = draft.with(repair) else { continue };
            let probe = probe(&mended.text);
            let reach = probe.fault.as_ref().map_or(usize::MAX, |fault| mended.origin(fault.at));
            *budget = budget.saturating_sub(reach.min(mended.text.len()));
            let better = best.as_ref().is_none_or(|(far, _, _, other)| match reach.cmp(far) {
                // Removing the next fault too does not count as reading farther.
                Ordering::Greater => {
                    !repair.blanks().is_some_and(|range| draft.origin_range(range).touches(*far))
                }
                Ordering::Equal => tier == 0 && probe.nodes > other.nodes,
                Ordering::Less => false,
            });
            if better && reach > start {
                best = Some((reach, repair, mended, probe));
            }
            if reach == usize::MAX && repair.keeps_all() {
                break;
            }
        }
    }
    best.map(|(_, repair, mended, probe)| (repair.clone(), mended, probe))
}

fn written(error: SyntaxError, draft: &Draft<'_>) -> SyntaxError {
    let related = error.related.map(|(range, message)| (draft.origin_range(range), message));
    SyntaxError { range: draft.origin_range(error.range), related, ..error }
}

fn line_number(text: &str, at: usize) -> usize {
    text[..fault::floor(text, at)].matches('\n').count()
}
