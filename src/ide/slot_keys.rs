//! Completion of keys from the value types: the parts of a place, and likely keys of a mapping that accepts others, too.

use super::completion::{Completion, CompletionRank, CompletionSite, Keys};
use super::snippet::{self, Snippet};
use super::words::{starts, written};
use limn_language::schema::{ChoiceItem, Shape};
use limn_yaml::Path;

impl CompletionSite<'_> {
    /// The parts of the value type of the place.
    pub(super) fn part_keys(&self, container: &Path, prefix: &str, keys: &Keys) -> Vec<Completion> {
        let parts = self.parts(container, prefix).into_iter();
        parts
            .filter(|(name, _)| starts(name, prefix) && !self.has_other_key(container, name, keys))
            .map(|(name, slot)| Completion {
                insert: if keys.closed {
                    written(&name)
                } else {
                    snippet::begun(&written(&name), &slot.holds, keys)
                },
                behind: 0,
                stops: Vec::new(),
                label: name,
                detail: slot.type_name,
                doc: slot.doc,
                range: keys.range,
                rank: if slot.required { CompletionRank::Required } else { CompletionRank::Key },
            })
            .collect()
    }

    /// Likely keys of a mapping whose keys are free.
    pub(super) fn suggested_keys(&self, container: &Path, prefix: &str, keys: &Keys) -> Vec<Completion> {
        let Some(slots) = self.sources.slots else { return Vec::new() };
        let likely = slots.likely_keys(container).into_iter();
        let open = likely.filter(|choice| {
            starts(&choice.word, prefix) && !self.has_other_key(container, &choice.word, keys)
        });
        let completion = |choice: ChoiceItem| {
            let shape = self
                .description(&container.key(&choice.word))
                .map_or(&Shape::Any, |description| description.shape);
            let text = match keys.closed {
                true => Snippet::of(written(&choice.word)),
                false => snippet::entry(&written(&choice.word), shape, keys),
            };
            Completion {
                behind: text.behind(),
                stops: text.further(),
                insert: text.text,
                label: choice.word,
                detail: choice.note,
                doc: choice.doc,
                range: keys.range,
                rank: CompletionRank::Name,
            }
        };
        open.map(completion).collect()
    }

    /// Returns true if the mapping has a key besides the one that is typed.
    fn has_other_key(&self, container: &Path, name: &str, keys: &Keys) -> bool {
        let node = self.document.get(container);
        let mut entries = node.iter().flat_map(|node| node.entries());
        entries.any(|entry| {
            !entry.key.range().overlaps(keys.range) && entry.key.as_str().is_some_and(|key| key == name)
        })
    }
}
