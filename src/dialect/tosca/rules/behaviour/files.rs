//! Files that a document names: whether the workspace has them, and which artifact type their ending tells.

pub(super) use crate::dialect::tosca::files::{is_open, looks_like_file, name_of};
use rustc_hash::FxHashMap;

use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{TypeId, TypeKind, Word};
use crate::files::FilePath;
use crate::yaml::Node;

/// The artifact types that say which endings their files have.
pub(super) struct Endings<'s> {
    /// In the order in which they are declared.
    claims: Vec<(TypeId, &'s str)>,
    by_ending: FxHashMap<String, Vec<usize>>,
}

impl<'s> Endings<'s> {
    pub(super) fn new(service: &'s Service<'_>) -> Endings<'s> {
        let mut endings = Endings { claims: Vec::new(), by_ending: FxHashMap::default() };
        for (at, it) in service.world.types.iter().enumerate() {
            if it.kind == TypeKind::Artifact {
                for ending in endings_of(it.node) {
                    endings.by_ending.entry(ending).or_default().push(endings.claims.len());
                    endings.claims.push((TypeId(at as u32), &it.name));
                }
            }
        }
        endings
    }

    /// The types that claim the file, by name and each once.
    pub(super) fn of(&self, file: &str) -> Vec<(TypeId, &'s str)> {
        let name = name_of(file);
        let dots = name.bytes().enumerate().filter(|(_, byte)| *byte == b'.');
        let behind = dots.filter_map(|(at, _)| self.by_ending.get(&name[at + 1..]));
        let mut claims: Vec<usize> = behind.flatten().copied().collect();
        claims.sort_unstable();
        let mut types: Vec<(TypeId, &'s str)> = Vec::with_capacity(claims.len());
        for (id, type_name) in claims.into_iter().map(|at| self.claims[at]) {
            if !types.iter().any(|(_, known)| *known == type_name) {
                types.push((id, type_name));
            }
        }
        types
    }
}

/// What a type says under `file_ext`, without dots and in small letters.
fn endings_of(node: Node<'_>) -> Vec<String> {
    let Some(list) = node.get("file_ext").map(Node::resolve) else { return Vec::new() };
    let plain = |word: Word<'_>| word.text.trim_start_matches(['*', '.']).to_lowercase();
    list.items().filter_map(|it| Word::of(it.resolve())).map(plain).filter(|it| !it.is_empty()).collect()
}

/// The endings that files of an artifact type have: its own, or the nearest type's above it that names some.
pub(super) fn endings_for(service: &Service<'_>, id: TypeId) -> Vec<String> {
    let line = service.world.effective(id).ancestry.iter();
    line.map(|id| endings_of(service.world.get(*id).node)).find(|it| !it.is_empty()).unwrap_or_default()
}

pub(super) fn has_ending(name: &str, ending: &str) -> bool {
    name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.'))
}

/// Whether the workspace has the file, relative to the document or to the top; `None`: it holds no files but descriptors, or the text names
/// none of its files.
pub(super) fn is_there(service: &Service<'_>, text: &str) -> Option<bool> {
    if !service.has_contents() || is_open(text) || text.is_empty() {
        return None;
    }
    let near = service.file.join(text).ok();
    let top = FilePath::new(text).ok();
    let has = |path: Option<FilePath>| path.is_some_and(|path| service.files.binary_search(&path).is_ok());
    Some(has(near) || has(top))
}
