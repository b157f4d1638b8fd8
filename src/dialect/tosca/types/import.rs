//! What a service template imports, in all notations: a file, a mapping with `file`, and the named forms of both.

use std::borrow::Cow;

use super::{FileId, Word};
use crate::yaml::Node;

/// One item of `imports`.
#[derive(Clone, Debug)]
pub struct Import<'d> {
    pub node: Node<'d>,
    /// Of the named forms.
    pub name: Option<Cow<'d, str>>,
    pub file: Option<Word<'d>>,
    pub repository: Option<Word<'d>>,
    pub prefix: Option<Word<'d>>,
    pub uri: Option<Word<'d>>,
    pub found: Found,
}

/// What an import leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    File(FileId),
    /// A URL, or a file in a repository: not to be had from inside the workspace.
    Remote,
    /// No file of the workspace has the path.
    Missing,
    /// The path leads out of the workspace, or is none.
    Unreachable,
    /// The workspace has the file, but it is no YAML that can be read.
    Unreadable,
    /// It says no file.
    Unsaid,
}

/// The items of `imports`, nothing of them looked for yet. A mapping of imports, which is a mistake, is read all the same.
pub fn imports(root: Node<'_>) -> Vec<Import<'_>> {
    let Some(section) = root.get("imports").map(Node::resolve) else { return Vec::new() };
    if section.is_sequence() {
        return section.items().map(import).collect();
    }
    // One file without a list is told by the tables, and is meant all the same.
    if section.is_scalar() && !section.is_null() {
        return vec![named(None, section)];
    }
    section.entries().map(|entry| named(entry.key.as_str(), entry.value)).collect()
}

/// Keys of an import: any other one is the name of a named import.
const KEYNAMES: [&str; 4] = ["file", "repository", "namespace_uri", "namespace_prefix"];

fn import(item: Node<'_>) -> Import<'_> {
    let item = item.resolve();
    let mut entries = item.entries();
    if let (Some(entry), None) = (entries.next(), entries.next())
        && entry.key.as_str().is_some_and(|key| !KEYNAMES.contains(&&*key))
    {
        return Import { node: item, ..named(entry.key.as_str(), entry.value) };
    }
    named(None, item)
}

fn named<'d>(name: Option<Cow<'d, str>>, node: Node<'d>) -> Import<'d> {
    let node = node.resolve();
    let (file, said) =
        if node.is_scalar() { (Word::of(node), None) } else { (Word::at(node, "file"), Some(node)) };
    let word = |key| said.and_then(|node| Word::at(node, key));
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
