//! The keys of a mapping: which are repeated, and where each is found.

use crate::yaml::document::{Kind, NodeData, Style};

/// Mappings with more entries than this are searched by an index.
const SEARCHED: usize = 16;

/// Marks the repeated keys of the mapping `id`, which is read to its end and has these children, gives each with the first that reads like it, and makes the index. Notes
/// whether it merges others.
pub(super) fn settle(
    text: &str,
    nodes: &mut [NodeData],
    id: u32,
    children: &[u32],
    repeated: &mut Vec<(u32, u32)>,
) {
    let keys = (0u32..)
        .zip(children.chunks_exact(2))
        .filter_map(|(position, entry)| Some((said(text, nodes, entry[0])?, position)));
    let mut again: Vec<(u32, u32)> = Vec::new();
    let mut index = Vec::new();
    if children.len() <= SEARCHED * 2 {
        let mut before = [("", 0); SEARCHED];
        for (at, (key, position)) in keys.enumerate() {
            if let Some((_, first)) = before[..at].iter().find(|(other, _)| *other == key) {
                again.push((*first, position));
            }
            before[at] = (key, position);
        }
    } else {
        let mut sorted: Vec<(&str, u32)> = keys.collect();
        sorted.sort_unstable();
        for alike in sorted.chunk_by(|(one, _), (other, _)| one == other) {
            again.extend(alike[1..].iter().map(|(_, position)| (alike[0].1, *position)));
        }
        index = sorted.into_iter().map(|(_, position)| position).collect();
    }
    let again: Vec<(u32, u32)> = again
        .into_iter()
        .map(|(first, position)| (children[first as usize * 2], children[position as usize * 2]))
        .collect();
    for &(_, key) in &again {
        nodes[key as usize].is_repeated = true;
    }
    repeated.extend(again);
    let is_merge = |entry: &[u32]| {
        let key = &nodes[entry[0] as usize];
        key.style == Style::Plain && key.range.len() == 2 && &text[key.range] == "<<"
    };
    let merges = children.chunks_exact(2).any(is_merge);
    let data = &mut nodes[id as usize];
    data.merges = merges;
    if !index.is_empty() {
        data.rare().index = index.into();
    }
}

/// What a key says, through an alias.
fn said<'t>(text: &'t str, nodes: &'t [NodeData], key: u32) -> Option<&'t str> {
    let data = &nodes[key as usize];
    match data.kind {
        Kind::Alias => nodes[data.target()? as usize].said(text),
        _ => data.said(text),
    }
}
