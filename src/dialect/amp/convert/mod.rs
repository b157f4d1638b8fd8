//! Conversion of a blueprint to TOSCA as other processors read it. What has an equivalent is replaced, what has none is removed, and the rest is
//! kept with a note.
//!
//! One round makes changes at separate places; a part inside a changed one is left to the next round.

mod clusters;
mod expression;
mod groups;
mod header;
mod lift;
mod operations;
mod relationships;
mod value;
mod values;
mod version_1_2;

use std::collections::BTreeMap;
use std::sync::Arc;

use self::lift::{Lifted, lift};
use super::rules::expressions::portable::{OTHERS, extensions};
use limn_language::diagnostic::Severity;
use limn_language::dialect::{
    Conversion, ConversionEffect, ConversionNote, ConversionStep, Converted, Dialect, Library, Source,
};
use limn_language::message;
use limn_text::TextRange;
use limn_tosca::Tosca;
use limn_tosca::model::Service;
use limn_yaml::{Node, Op, Path, Value};

pub(crate) static CONVERSIONS: &[Conversion] = &[
    Conversion {
        id: "tosca-1.3",
        label: "portable TOSCA 1.3",
        doc: "Replaces what only AMP reads by TOSCA 1.3 where it has an equivalent, and drops settings that have none.",
    },
    Conversion {
        id: "tosca-1.2",
        label: "portable TOSCA 1.2",
        doc: "Replaces what only AMP reads by TOSCA 1.2 where it has an equivalent, and drops settings that have none.",
    },
];

/// One round of a conversion.
pub(crate) fn convert(service: &Service<'_>, library: &Arc<Library>, id: &str) -> Option<Converted> {
    let is_1_2 = match id {
        "tosca-1.3" => false,
        "tosca-1.2" => true,
        _ => return None,
    };
    let mut converter =
        Converter { service, is_1_2, steps: Vec::new(), kept: Vec::new(), claimed: BTreeMap::new() };
    header::convert(&mut converter);
    clusters::convert(&mut converter);
    groups::convert(&mut converter);
    operations::convert(&mut converter);
    relationships::convert(&mut converter);
    values::convert(&mut converter);
    if is_1_2 {
        version_1_2::convert(&mut converter);
    }
    let mut kept = kept(service, library, id);
    kept.append(&mut converter.kept);
    Some(Converted { steps: converter.steps, kept })
}

/// Content that other processors read differently or not at all.
fn kept(service: &Service<'_>, library: &Arc<Library>, id: &str) -> Vec<ConversionNote> {
    let mut notes = Vec::new();
    let mut known = Vec::new();
    for (node, what) in service.root.into_iter().flat_map(extensions) {
        known.push(node.range());
        notes.push(note(node.path(), ConversionEffect::Kept, message::unsupported(what, OTHERS)));
    }
    let document = service.library.documents.get(service.file);
    let profile = Tosca.profiles().iter().find(|profile| profile.id == id);
    let (Some(document), Some(profile)) = (document, profile) else { return notes };
    let source = Source { file: service.file, document, profile, library };
    for fault in Tosca.check(&source) {
        let is_known = || known.iter().any(|range: &TextRange| range.contains(fault.range));
        if fault.severity == Severity::Error && !is_known() {
            notes.push(note(fault.path, ConversionEffect::Kept, fault.message));
        }
    }
    notes
}

fn note(path: Path, effect: ConversionEffect, message: impl Into<String>) -> ConversionNote {
    ConversionNote { path, effect, message: message.into() }
}

/// Collects the changes of a round.
struct Converter<'s, 'd> {
    service: &'s Service<'d>,
    is_1_2: bool,
    steps: Vec<ConversionStep>,
    kept: Vec<ConversionNote>,
    /// Parts that change in this round: start and end. They are disjoint.
    claimed: BTreeMap<usize, usize>,
}

impl Converter<'_, '_> {
    /// Reserves a part of the text for one change; returns false if it is changed already.
    fn claim(&mut self, range: TextRange) -> bool {
        let end = range.end.max(range.start + 1);
        let before = self.claimed.range(..end).next_back();
        let is_free = before.is_none_or(|(_, claimed)| *claimed <= range.start);
        if is_free {
            self.claimed.insert(range.start, end);
        }
        is_free
    }

    fn push(&mut self, ops: Vec<Op>, notes: Vec<ConversionNote>) {
        self.steps.push(ConversionStep { ops, text: None, notes });
    }

    /// Replaces an entry of a mapping by the entries of a mapping in it: (mapping, entry, inner mapping).
    fn lift(&mut self, (outer, entry, inner): (Node<'_>, Node<'_>, Node<'_>), done: &str, kept: &str) {
        let Some(lifted) = lift(outer, entry, inner) else { return self.keep(entry, kept) };
        if self.claim(entry_range(entry)) {
            let notes = vec![note(entry.path(), ConversionEffect::Changed, done)];
            match lifted {
                Lifted::Ops(ops) => self.push(ops, notes),
                Lifted::Text(text) => {
                    self.steps.push(ConversionStep { ops: Vec::new(), text: Some(text), notes });
                }
            }
        }
    }

    /// Notes a value that stays.
    fn keep(&mut self, node: Node<'_>, message: impl Into<String>) {
        self.kept.push(note(node.path(), ConversionEffect::Kept, message));
    }

    /// Replaces a value.
    fn replace(&mut self, node: Node<'_>, value: Value, message: impl Into<String>) {
        if self.service.is_own(node) && self.claim(node.range()) {
            let at = node.path();
            self.push(
                vec![Op::Replace { at: at.clone(), value }],
                vec![note(at, ConversionEffect::Changed, message)],
            );
        }
    }

    /// Removes an entry or item; a collection that becomes empty goes, too.
    fn remove(&mut self, node: Node<'_>, message: impl Into<String>) {
        if self.service.is_own(node) && self.claim(entry_range(node)) {
            let at = node.path();
            let notes = vec![note(at.clone(), ConversionEffect::Removed, message)];
            self.push(vec![Op::Remove { at, prune: true }], notes);
        }
    }
}

/// A value with its key.
fn entry_range(node: Node<'_>) -> TextRange {
    let start = node.key().map_or(node.range().start, |key| key.range().start);
    TextRange::new(start, node.range().end.max(start))
}
