//! Files named by a document: existence, and the artifact type of an extension.

pub(super) use crate::files::{is_open, looks_like_file, name_of, on_classpath, path_in};
use rustc_hash::FxHashMap;

use crate::model::Service;
use crate::types::{ScalarText, TypeId, TypeKind};
use limn_files::FilePath;
use limn_yaml::Node;

/// Artifact types that list file extensions.
pub(super) struct FileExtensions<'s> {
    /// In order of declaration.
    claims: Vec<(TypeId, &'s str)>,
    by_ending: FxHashMap<String, Vec<usize>>,
}

impl<'s> FileExtensions<'s> {
    pub(super) fn new(service: &'s Service<'_>) -> FileExtensions<'s> {
        let mut endings = FileExtensions { claims: Vec::new(), by_ending: FxHashMap::default() };
        for (id, it) in service.type_scope.types_of(TypeKind::Artifact) {
            for ending in endings_of(it.node) {
                endings.by_ending.entry(ending).or_default().push(endings.claims.len());
                endings.claims.push((id, &it.name));
            }
        }
        endings
    }

    /// Types that list the extension of the file, without duplicates.
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

/// Extensions in `file_ext` of a type, lower-case and without dots.
fn endings_of(node: Node<'_>) -> Vec<String> {
    let Some(list) = node.get("file_ext").map(Node::resolve) else { return Vec::new() };
    let plain = |word: ScalarText<'_>| word.text.trim_start_matches(['*', '.']).to_lowercase();
    list.items()
        .filter_map(|item| ScalarText::of(item.resolve()))
        .map(plain)
        .filter(|ending| !ending.is_empty())
        .collect()
}

/// File extensions of an artifact type: its own, or those of the nearest ancestor that lists some.
pub(super) fn endings_for(service: &Service<'_>, id: TypeId) -> Vec<String> {
    let line = service.type_scope.effective(id).ancestry.iter();
    line.map(|id| endings_of(service.type_scope.get(*id).node))
        .find(|endings| !endings.is_empty())
        .unwrap_or_default()
}

pub(super) fn has_ending(name: &str, ending: &str) -> bool {
    name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.'))
}

/// Returns true if the workspace has the file, relative to the document or the top level; `None` if the workspace has descriptors only, or the text
/// none of its files.
pub(super) fn exists(service: &Service<'_>, text: &str) -> Option<bool> {
    if let Some(path) = on_classpath(service.version, text) {
        let has = |path: FilePath| service.files.binary_search(&path).is_ok();
        return (service.package.has_contents && !is_open(path)).then(|| FilePath::new(path).is_ok_and(has));
    }
    if !service.package.has_contents || is_open(text) || text.is_empty() {
        return None;
    }
    let near = service.file.join(text).ok();
    let top = FilePath::new(text).ok();
    let has = |path: Option<FilePath>| path.is_some_and(|path| service.files.binary_search(&path).is_ok());
    Some(has(near) || has(top))
}

/// Maximum number of files that are searched for the name of a missing one.
const MOST_FILES: usize = 500;

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The file that a reference to a missing one most likely means, in the notation of the reference: a similar path, or the only file of that name.
pub(super) fn nearest_file(service: &Service<'_>, text: &str) -> Option<String> {
    let path = on_classpath(service.version, text);
    let (scheme, path) = path.map_or(("", text), |path| (&text[..text.len() - path.len()], path));
    let folder = match (scheme, service.file.as_str().rsplit_once('/')) {
        ("", Some((folder, _))) => &service.file.as_str()[..=folder.len()],
        _ => "",
    };
    let files = || service.files.iter().filter_map(|file| file.as_str().strip_prefix(folder));
    let near = service.suggestions.nearest(path, files()).or_else(|| {
        let mut same = files().take(MOST_FILES).filter(|file| last_name(file) == last_name(path));
        same.next().filter(|_| same.next().is_none())
    })?;
    Some(format!("{scheme}{near}"))
}
