//! Text to document, whatever the text.
//!
//! A text that is not YAML is read as the nearest text that is: where the parser stumbles, the ways to mend the place are tried, the one that
//! lets it read on farthest is taken, and so on. What was tried out is never shown: the tree's ranges are those of the text as written.

mod build;
mod draft;
mod events;
mod explain;
mod fault;
mod keys;
mod lines;
mod repair;

use std::sync::Arc;

use build::Builder;
use draft::Draft;
use fault::Fault;

use super::document::{Document, NodeData, SyntaxError};

/// At most so many places are mended.
const ROUNDS: usize = 12;

/// At most so many bytes are read to find out how to mend a text.
const TRIED: usize = 6_000_000;

/// Reads a text. Total: what is not YAML is named in [`Document::errors`] and costs its own item.
pub fn parse(text: impl Into<Arc<str>>) -> Document {
    let text = text.into();
    let (builder, fault) = read(&text);
    let Some(fault) = fault else { return document(&text, builder, &Draft::new(&text), Vec::new()) };
    let brackets = builder.brackets();
    let (draft, errors) = mend(&text, fault, brackets);
    let builder = if draft.is_untouched() { builder } else { read(&draft.text).0 };
    document(&text, builder, &draft, errors)
}

/// Reads up to the first fault.
fn read(text: &str) -> (Builder<'_>, Option<Fault>) {
    let mut builder = Builder::new(text);
    for event in events::events(text) {
        match event {
            Ok(event) => builder.on(event),
            Err(fault) => return (builder, Some(fault)),
        }
    }
    (builder, None)
}

/// The document that was read from `draft`, in the offsets of the text as written. `errors` are those already.
fn document(
    text: &Arc<str>,
    mut builder: Builder<'_>,
    draft: &Draft<'_>,
    mut errors: Vec<SyntaxError>,
) -> Document {
    builder.finish();
    let Builder { mut nodes, roots, mut comments, errors: others, unknown, repeated, .. } = builder;
    errors.extend(
        others.into_iter().map(|error| SyntaxError { range: draft.origin_range(error.range), ..error }),
    );
    for alias in unknown {
        let anchor = draft.text[alias].replacen('*', "&", 1);
        // An anchor that could not be read is there all the same.
        if draft.is_untouched() || !text.contains(&anchor) {
            let message = format!("there is no anchor `{anchor}` above");
            errors.push(SyntaxError { range: draft.origin_range(alias), message, related: None });
        }
    }
    errors.sort_by_key(|error| (error.range.start, error.range.end));
    if !draft.is_aligned() {
        nodes.iter_mut().for_each(|node| relocate(node, text, draft));
        comments.iter_mut().for_each(|comment| comment.range = draft.origin_range(comment.range));
    }
    Document { text: Arc::clone(text), nodes, roots, comments, errors, repeated }
}

/// From the offsets of the draft to those of the text as written.
fn relocate(node: &mut NodeData, written: &str, draft: &Draft<'_>) {
    let range = draft.origin_range(node.range);
    let said = node.said(&draft.text);
    if node.decoded.is_none()
        && said.is_some_and(|said| node.range.len() != range.len() || !written[range].contains(said))
    {
        node.decoded = said.map(Into::into);
    }
    node.range = range;
    node.anchor = node.anchor.map(|range| draft.origin_range(range));
    node.tag = node.tag.map(|range| draft.origin_range(range));
}

/// How a draft reads: up to where, and how much of it.
struct Probe {
    fault: Option<Fault>,
    brackets: Vec<usize>,
    nodes: usize,
}

fn probe(text: &str) -> Probe {
    let (builder, fault) = read(text);
    Probe { fault, brackets: builder.brackets(), nodes: builder.nodes.len() }
}

/// Mends a text fault by fault. The errors are those of the text as written.
fn mend<'t>(text: &'t str, fault: Fault, brackets: Vec<usize>) -> (Draft<'t>, Vec<SyntaxError>) {
    let mut draft = Draft::new(text);
    let mut errors: Vec<SyntaxError> = Vec::new();
    let (mut fault, mut brackets) = (fault, brackets);
    let mut tried = 0;
    // The last line that an error is about: what comes directly behind it follows from it.
    let mut blamed = None;
    for round in 0..ROUNDS {
        let line = draft.text[..fault::floor(&draft.text, fault.at)].matches('\n').count();
        if blamed.is_none_or(|blamed| line > blamed + 1) {
            errors.push(explain::explain(&fault, &draft.text, &brackets));
            let error = errors.last_mut().expect("just pushed");
            error.range = draft.origin_range(error.range);
            if let Some((range, _)) = &mut error.related {
                *range = draft.origin_range(*range);
            }
        }
        blamed = Some(line);
        if round + 1 == ROUNDS || fault.class() == fault::Class::Depth {
            break;
        }
        let mut repairs = repair::candidates(&fault, &draft.text, &brackets);
        repairs.push(repair::last_resort(&fault, &draft.text));
        let mut best: Option<(usize, usize, Draft<'static>, Probe)> = None;
        for repair in &repairs {
            if tried > TRIED {
                break;
            }
            let Some(mended) = draft.with(repair) else { continue };
            let probe = probe(&mended.text);
            let reach = probe.fault.as_ref().map_or(usize::MAX, |fault| mended.origin(fault.at));
            tried += reach.min(mended.text.len());
            if best.as_ref().is_none_or(|(far, nodes, ..)| (reach, probe.nodes) > (*far, *nodes)) {
                best = Some((reach, probe.nodes, mended, probe));
            }
        }
        let Some((reach, _, mended, probe)) = best else { break };
        if reach <= draft.origin(fault.at) {
            break;
        }
        draft = mended;
        match probe.fault {
            Some(next) => (fault, brackets) = (next, probe.brackets),
            None => break,
        }
    }
    (draft, errors)
}
