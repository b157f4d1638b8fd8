//! Keys of a mapping: detects duplicates and builds the lookup index.

use crate::arena::{Extra, KeyFilter, NodeData, fingerprint};
use crate::notation::{NodeKind, Style};

/// Mappings with more entries than this get a lookup index.
const SEARCHED: usize = 16;

/// The nodes read so far.
pub(super) struct Keys<'a> {
    pub(super) text: &'a str,
    pub(super) nodes: &'a mut [NodeData],
    pub(super) extras: &'a mut Vec<Extra>,
    pub(super) key_filter: &'a mut KeyFilter,
}

impl Keys<'_> {
    /// Processes the keys of mapping `id`, which is complete and has these children: marks duplicates, records each with the first key of the same
    /// text, builds the index, and notes whether there is a merge key.
    pub(super) fn finish_mapping(mut self, id: u32, children: &[u32], repeated: &mut Vec<(u32, u32)>) {
        if children.len() > SEARCHED * 2 {
            let index = self.sort(children, repeated);
            self.extra(id).index = index;
        } else {
            self.compare(children, repeated);
        }
        for entry in children.chunks_exact(2) {
            self.key_filter.insert(self.nodes[entry[0] as usize].payload.start);
        }
        let merge = fingerprint("<<");
        let is_merge = |entry: &[u32]| {
            let key = &self.nodes[entry[0] as usize];
            key.payload.start == merge && key.style == Style::Plain && &self.text[key.range()] == "<<"
        };
        if children.chunks_exact(2).any(is_merge) {
            self.extra(id).merges = true;
        }
    }

    /// Compares each key with all earlier ones; for few keys.
    fn compare(&mut self, children: &[u32], repeated: &mut Vec<(u32, u32)>) {
        let mut before = [(0, 0); SEARCHED];
        for (at, entry) in children.chunks_exact(2).enumerate() {
            let key = entry[0];
            let fingerprint = self.nodes[key as usize].payload.start;
            let alike = before[..at].iter().find(|(other, first)| {
                *other == fingerprint
                    && self.key_text(key).is_some_and(|text| self.key_text(*first) == Some(text))
            });
            if let Some(&(_, first)) = alike {
                self.nodes[key as usize].is_duplicate = true;
                repeated.push((first, key));
            }
            before[at] = (fingerprint, key);
        }
    }

    /// Sorts the entry positions by key; for many keys. Returns the index.
    fn sort(&mut self, children: &[u32], repeated: &mut Vec<(u32, u32)>) -> Box<[u32]> {
        let mut sorted: Vec<(&str, u32)> = (0u32..)
            .zip(children.chunks_exact(2))
            .filter_map(|(position, entry)| Some((self.key_text(entry[0])?, position)))
            .collect();
        sorted.sort_unstable();
        let from = repeated.len();
        for alike in sorted.chunk_by(|(one, _), (other, _)| one == other) {
            let key = |(_, position): &(&str, u32)| children[*position as usize * 2];
            repeated.extend(alike[1..].iter().map(|again| (key(&alike[0]), key(again))));
        }
        let index = sorted.into_iter().map(|(_, position)| position).collect();
        for &(_, key) in &repeated[from..] {
            self.nodes[key as usize].is_duplicate = true;
        }
        index
    }

    fn extra(&mut self, id: u32) -> &mut Extra {
        self.nodes[id as usize].extra_mut(self.extras)
    }

    /// The text of a key, through an alias.
    fn key_text(&self, key: u32) -> Option<&str> {
        let data = &self.nodes[key as usize];
        let data = match data.kind {
            NodeKind::Alias => &self.nodes[data.extra(self.extras)?.target? as usize],
            _ => data,
        };
        data.text(self.text, self.extras)
    }
}
