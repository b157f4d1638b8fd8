//! Completion of elements whose keys are names: a new one with its required keys, and those that a type around the section declares or inherits.

use std::collections::HashSet;

use super::completion::{Completion, CompletionRank, CompletionSite, Keys};
use super::snippet;
use super::words::{starts, written};
use limn_language::schema::{ChoiceItem, NamedEntries};
use limn_yaml::{self as yaml, Path};

impl CompletionSite<'_> {
    /// A new element with its required keys, where keys declare names.
    pub(super) fn new_element(
        &self,
        named: &'static NamedEntries,
        prefix: &str,
        keys: &Keys,
    ) -> Vec<Completion> {
        let label = format!("new {}", named.kind.id);
        let text = snippet::element(&named.value, keys, self.profiles);
        let Some(text) = text.filter(|_| !keys.closed && starts(&label, prefix)) else { return Vec::new() };
        let doc = named.value.long_form().map_or("", |table| table.doc).to_owned();
        vec![Completion {
            label,
            behind: text.behind(),
            stops: text.further(),
            insert: text.text,
            detail: "snippet".to_owned(),
            doc,
            range: keys.range,
            rank: CompletionRank::Name,
        }]
    }

    /// Elements of a section that the type of the element around it declares in another file, and that are not written yet.
    pub(super) fn inherited_elements(
        &self,
        container: &Path,
        named: &'static NamedEntries,
        prefix: &str,
        keys: &Keys,
    ) -> Vec<Completion> {
        let element = container.parent().and_then(|parent| self.names.declared_at(&parent));
        let node = self.document.get(container);
        let is_open = |name: &&str| node.is_none_or(|node| node.get(name).is_none());
        let known = self.sources.external.members.iter();
        let members = known.filter(|(of, kind, _)| Some(*of) == element && *kind == named.kind);
        let members = members.map(|(_, kind, name)| (kind.id, name.as_str()));
        let members = members.filter(|(_, name)| starts(name, prefix) && is_open(name));
        let completion = |(kind, name): (&str, &str)| {
            let text = match keys.closed {
                true => snippet::Snippet::of(name.to_owned()),
                false => snippet::assigned(&written(name), &named.value, keys),
            };
            Completion {
                label: name.to_owned(),
                behind: text.behind(),
                stops: text.further(),
                insert: text.text,
                detail: kind.to_owned(),
                doc: String::new(),
                range: keys.range,
                rank: CompletionRank::Name,
            }
        };
        members.map(completion).collect()
    }

    /// Elements of a section that the element around it inherits, as keys of refinements.
    pub(super) fn refinements(
        &self,
        container: &Path,
        named: &'static NamedEntries,
        prefix: &str,
        keys: &Keys,
    ) -> Vec<Completion> {
        let Some(slots) = self.sources.slots else { return Vec::new() };
        let section = match (container.last(), container.parent()) {
            (Some(yaml::Step::Index(_)), Some(list)) => list,
            _ => container.clone(),
        };
        let node = self.document.get(&section);
        let items = node.into_iter().flat_map(yaml::Node::items);
        let entries = node.into_iter().chain(items).flat_map(yaml::Node::entries);
        let others = entries.map(|entry| entry.key).filter(|key| !key.range().overlaps(keys.range));
        let written_names: HashSet<_> = others.filter_map(yaml::Node::as_str).collect();
        let inherited = slots.inherited(&section).into_iter();
        let open = inherited
            .filter(|choice| starts(&choice.word, prefix) && !written_names.contains(choice.word.as_str()));
        let completion = |choice: ChoiceItem| {
            let name = written(&choice.word);
            let text = match keys.closed {
                true => snippet::Snippet::of(name),
                false => snippet::refined(&name, &named.value, keys),
            };
            Completion {
                behind: text.behind(),
                stops: text.further(),
                insert: text.text,
                label: choice.word,
                detail: if choice.note.is_empty() { named.kind.id.to_owned() } else { choice.note },
                doc: choice.doc,
                range: keys.range,
                rank: CompletionRank::Name,
            }
        };
        open.map(completion).collect()
    }
}
