//! The keys of a mapping: which are repeated, and where each is found.

use crate::yaml::arena::{NodeData, Rare, Stamps, stamp};
use crate::yaml::document::{Kind, Style};

/// Mappings with more entries than this are searched by an index.
const SEARCHED: usize = 16;

/// The nodes read so far.
pub(super) struct Keys<'a> {
    pub(super) text: &'a str,
    pub(super) nodes: &'a mut [NodeData],
    pub(super) rares: &'a mut Vec<Rare>,
    pub(super) stamps: &'a mut Stamps,
}

impl Keys<'_> {
    /// Marks the repeated keys of the mapping `id`, which is read to its end and has these children, gives each with the first that reads like
    /// it, and makes the index. Notes whether it merges others.
    pub(super) fn settle(mut self, id: u32, children: &[u32], repeated: &mut Vec<(u32, u32)>) {
        if children.len() > SEARCHED * 2 {
            let index = self.sort(children, repeated);
            self.rare(id).index = index;
        } else {
            self.compare(children, repeated);
        }
        for entry in children.chunks_exact(2) {
            self.stamps.put(self.nodes[entry[0] as usize].holds.start);
        }
        let merge = stamp("<<");
        let is_merge = |entry: &[u32]| {
            let key = &self.nodes[entry[0] as usize];
            key.holds.start == merge && key.style == Style::Plain && &self.text[key.range()] == "<<"
        };
        if children.chunks_exact(2).any(is_merge) {
            self.rare(id).merges = true;
        }
    }

    /// Of few keys each is held against those before.
    fn compare(&mut self, children: &[u32], repeated: &mut Vec<(u32, u32)>) {
        let mut before = [(0, 0); SEARCHED];
        for (at, entry) in children.chunks_exact(2).enumerate() {
            let key = entry[0];
            let stamp = self.nodes[key as usize].holds.start;
            let alike = before[..at].iter().find(|(other, first)| {
                *other == stamp && self.said(key).is_some_and(|said| self.said(*first) == Some(said))
            });
            if let Some(&(_, first)) = alike {
                self.nodes[key as usize].is_repeated = true;
                repeated.push((first, key));
            }
            before[at] = (stamp, key);
        }
    }

    /// Many keys are sorted: the numbers of their entries.
    fn sort(&mut self, children: &[u32], repeated: &mut Vec<(u32, u32)>) -> Box<[u32]> {
        let mut sorted: Vec<(&str, u32)> = (0u32..)
            .zip(children.chunks_exact(2))
            .filter_map(|(position, entry)| Some((self.said(entry[0])?, position)))
            .collect();
        sorted.sort_unstable();
        let from = repeated.len();
        for alike in sorted.chunk_by(|(one, _), (other, _)| one == other) {
            let key = |(_, position): &(&str, u32)| children[*position as usize * 2];
            repeated.extend(alike[1..].iter().map(|again| (key(&alike[0]), key(again))));
        }
        let index = sorted.into_iter().map(|(_, position)| position).collect();
        for &(_, key) in &repeated[from..] {
            self.nodes[key as usize].is_repeated = true;
        }
        index
    }

    fn rare(&mut self, id: u32) -> &mut Rare {
        self.nodes[id as usize].rare_mut(self.rares)
    }

    /// What a key says, through an alias.
    fn said(&self, key: u32) -> Option<&str> {
        let data = &self.nodes[key as usize];
        let data = match data.kind {
            Kind::Alias => &self.nodes[data.rare(self.rares)?.target? as usize],
            _ => data,
        };
        data.said(self.text, self.rares)
    }
}
