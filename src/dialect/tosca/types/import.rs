//! Imports of a service template, in all notations: a file name, a mapping with `file`, and named imports.

use std::borrow::Cow;

use super::{FileId, ScalarText};
use limn_yaml::Node;

/// An item of `imports`.
#[derive(Clone, Debug)]
pub struct Import<'d> {
    pub node: Node<'d>,
    /// Name of a named import.
    pub name: Option<Cow<'d, str>>,
    pub file: Option<ScalarText<'d>>,
    pub repository: Option<ScalarText<'d>>,
    pub prefix: Option<ScalarText<'d>>,
    pub uri: Option<ScalarText<'d>>,
    pub found: Found,
}

/// Result of resolving an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<File = FileId> {
    File(File),
    /// A URL, or a file in a repository: not available in the workspace.
    Remote,
    /// The workspace has no such file.
    Missing,
    /// The path is invalid, or leads out of the workspace.
    Unreachable,
    /// The file is not valid YAML.
    Unreadable,
    /// The import has no file.
    Unsaid,
}

impl<File> Found<File> {
    pub fn file(self) -> Option<File> {
        match self {
            Found::File(file) => Some(file),
            _ => None,
        }
    }
}

/// Parses `imports` without resolving files. Accepts a mapping of imports too, which the grammar reports.
pub fn imports(root: Node<'_>) -> Vec<Import<'_>> {
    let Some(section) = root.get("imports").map(Node::resolve) else { return Vec::new() };
    if section.is_sequence() {
        return section.items().map(import).collect();
    }
    // The grammar reports a single file without a list; it is still imported.
    if section.is_scalar() && !section.is_null() {
        return vec![named(None, section)];
    }
    section.entries().map(|entry| named(entry.key.as_str(), entry.value)).collect()
}

/// Keynames of an import: any other key is the name of a named import.
pub const IMPORT_KEYNAMES: [&str; 4] = ["file", "repository", "namespace_uri", "namespace_prefix"];

fn import(item: Node<'_>) -> Import<'_> {
    let item = item.resolve();
    let mut entries = item.entries();
    if let (Some(entry), None) = (entries.next(), entries.next())
        && entry.key.as_str().is_some_and(|key| !IMPORT_KEYNAMES.contains(&&*key))
    {
        return Import { node: item, ..named(entry.key.as_str(), entry.value) };
    }
    named(None, item)
}

fn named<'d>(name: Option<Cow<'d, str>>, node: Node<'d>) -> Import<'d> {
    let node = node.resolve();
    let (file, definition) = if node.is_scalar() {
        (ScalarText::of(node), None)
    } else {
        (ScalarText::at(node, "file"), Some(node))
    };
    let word = |key| definition.and_then(|node| ScalarText::at(node, key));
    Import {
        node,
        name,
        file,
        repository: word("repository"),
        prefix: word("namespace_prefix"),
        uri: word("namespace_uri"),
        found: Found::Unsaid,
    }
}
