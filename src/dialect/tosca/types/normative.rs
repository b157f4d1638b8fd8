//! TOSCA types: the normative types, and the types used by examples in the standard. Parsed once for each version.
//!
//! One file contains all versions. A line with `# since 1.1` or `# until 1.1` applies, with its nested lines, to those versions only. Types of later
//! versions are also known in earlier ones, so that their use can be reported.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::TypeKind;
use crate::grammar::AMP;
use limn_language::schema::Profiles;
use limn_yaml::{self as yaml, Document, Entry, Node};

static NORMATIVE: [OnceLock<BuiltinTypes>; VERSIONS.len()] = [const { OnceLock::new() }; VERSIONS.len()];
/// The same with the types of AMP.
static WITH_AMP: [OnceLock<BuiltinTypes>; VERSIONS.len()] = [const { OnceLock::new() }; VERSIONS.len()];
static EXAMPLES: OnceLock<Document> = OnceLock::new();
/// In the order of the profile bits.
const VERSIONS: [&str; 4] = ["1.0", "1.1", "1.2", "1.3"];

/// TOSCA types of one version.
#[derive(Debug)]
pub(super) struct BuiltinTypes {
    document: Document,
    /// Types that only later versions have, with the first version.
    later: Vec<(&'static str, &'static str)>,
    index: OnceLock<Index>,
}

/// Built-in types by name.
#[derive(Debug)]
pub(super) struct Index {
    /// Normative types first, then those of the examples: kind, name and definition.
    pub(super) types: Vec<(TypeKind, Entry<'static>)>,
    /// Number of normative types.
    pub(super) normative: usize,
    /// Positions by kind and by full or short name. The first of duplicate names wins; a full name wins over a shorthand.
    names: [FxHashMap<Cow<'static, str>, u32>; TypeKind::ALL.len()],
}

impl Index {
    /// Position of a type by full or short name.
    pub(super) fn get(&self, kind: TypeKind, name: &str) -> Option<usize> {
        self.names[kind as usize].get(name).map(|at| *at as usize)
    }

    /// Normative types, or those of the examples.
    pub(super) fn types_of(&self, document: usize) -> &[(TypeKind, Entry<'static>)] {
        let (normative, examples) = self.types.split_at(self.normative);
        if document == 0 { normative } else { examples }
    }

    /// Types by full name, in no particular order.
    pub(super) fn full_names(&self, kind: TypeKind) -> impl Iterator<Item = (&str, usize)> {
        let names = self.names[kind as usize].iter().map(|(name, at)| (&**name, *at as usize));
        names.filter(|(name, at)| self.types[*at].1.key.text() == Some(name))
    }

    fn new(documents: [&'static Document; 2]) -> Index {
        let mut index = Index { types: Vec::with_capacity(96), normative: 0, names: Default::default() };
        for document in documents {
            index.normative = index.types.len();
            for (kind, entry) in declared(document) {
                index.types.push((kind, entry));
            }
        }
        let named: Vec<(TypeKind, &'static str)> =
            index.types.iter().map(|(kind, entry)| (*kind, entry.key.text().unwrap_or_default())).collect();
        for (at, (kind, name)) in named.iter().enumerate() {
            index.names[*kind as usize].entry(Cow::Borrowed(name)).or_insert(at as u32);
        }
        for (at, (kind, name)) in named.iter().enumerate() {
            for short in shorthands(*kind, name).into_iter().flatten() {
                index.names[*kind as usize].entry(short).or_insert(at as u32);
            }
        }
        index
    }
}

/// Types that a document declares.
pub(super) fn declared(document: &Document) -> impl Iterator<Item = (TypeKind, Entry<'_>)> {
    let root = document.root();
    TypeKind::ALL.into_iter().flat_map(move |kind| {
        let section = root.and_then(|root| root.get(kind.section())).map(Node::resolve);
        let all = section.into_iter().flat_map(Node::merged_entries);
        all.filter(|entry| entry.key.is_scalar()).map(move |entry| (kind, entry))
    })
}

impl BuiltinTypes {
    /// Normative types, and types of the examples.
    pub(super) fn documents(&'static self) -> [&'static Document; 2] {
        [&self.document, EXAMPLES.get_or_init(|| yaml::parse(include_str!("examples.yaml")))]
    }

    /// Types by name.
    pub(super) fn index(&'static self) -> &'static Index {
        self.index.get_or_init(|| Index::new(self.documents()))
    }

    /// First version with a type, if it is a later one.
    pub(super) fn later(&self, name: &str) -> Option<&'static str> {
        self.later.iter().find(|(known, _)| *known == name).map(|(_, since)| *since)
    }
}

/// Built-in types of a version; the first of several.
pub(super) fn builtin_types(version: Profiles) -> &'static BuiltinTypes {
    let at = (version.0.trailing_zeros() as usize).min(VERSIONS.len() - 1);
    let is_amp = version.has(AMP);
    let by_version = if is_amp { &WITH_AMP } else { &NORMATIVE };
    by_version[at].get_or_init(|| {
        let (mut text, later) = of_version(include_str!("normative.yaml"), VERSIONS[at]);
        if is_amp {
            text = merged(&text, include_str!("amp.yaml"), 0);
        }
        BuiltinTypes { document: yaml::parse(text), later, index: OnceLock::new() }
    })
}

/// Merges two block mappings as text: entries of both are merged, entries of `other` alone are added. Comments of `other` are left out.
fn merged(text: &str, other: &str, indent: usize) -> String {
    let blocks = |text| blocks(text, indent);
    let mut rest = blocks(other);
    let mut out = String::with_capacity(text.len() + other.len());
    for (key, block) in blocks(text) {
        match rest.iter().position(|(name, _)| *name == key) {
            Some(at) => {
                let (first, inside) = block.split_once('\n').unwrap_or((block, ""));
                let (_, added) = rest.remove(at).1.split_once('\n').unwrap_or_default();
                let deeper = added.len() - added.trim_start().len();
                // A null becomes a mapping: `tosca.policies.Scaling: {}`.
                out.push_str(first.trim_end_matches("{}").trim_end());
                out.push('\n');
                out.push_str(&merged(inside, added, deeper));
            }
            None => out.push_str(block),
        }
    }
    for (_, block) in rest {
        out.push_str(block);
    }
    out
}

/// The entries of a block mapping at an indentation, each with its key and its lines.
fn blocks(text: &str, indent: usize) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let word = line.trim_start();
        if line.len() - word.len() == indent && !word.starts_with(['#', '-']) && !word.is_empty() {
            found.push((word.split(':').next().unwrap_or_default(), at));
        }
        at += line.len();
    }
    let ends = found.iter().skip(1).map(|(_, start)| *start).chain([text.len()]);
    found.iter().zip(ends).map(|((key, start), end)| (*key, &text[*start..end])).collect()
}

/// Lines that apply to a version, and the types that only later versions have.
fn of_version(all: &'static str, version: &str) -> (String, Vec<(&'static str, &'static str)>) {
    let mut text = String::with_capacity(all.len());
    let mut later = Vec::new();
    // Text before this offset is processed.
    let mut from = 0;
    let mut at = 0;
    while let Some(mark) = all[at..].find('#').map(|mark| at + mark) {
        let start = all[..mark].rfind('\n').map_or(0, |end| end + 1);
        let line = all[start..].lines().next().unwrap_or_default();
        at = (start + line.len() + 1).min(all.len());
        let indent = line.len() - line.trim_start().len();
        let mark = line.split_once(" # ").map(|(row, mark)| (row.trim().trim_end_matches(": {}"), mark));
        let is_out = match mark.and_then(|(row, mark)| Some((row, mark.split_once(' ')?))) {
            Some((row, ("since", since))) if version < since => {
                if indent == TYPES {
                    later.push((row.trim_end_matches(':'), since));
                }
                indent != TYPES
            }
            Some((_, ("until", until))) => version > until,
            _ => false,
        };
        if is_out {
            text.push_str(&all[from..start]);
            // Nested lines are included.
            let inside = all[at..].lines().take_while(|line| line.len() - line.trim_start().len() > indent);
            at = inside.fold(at, |at, line| (at + line.len() + 1).min(all.len()));
            from = at;
        }
    }
    text.push_str(&all[from..]);
    (text, later)
}

/// Indentation of the types.
const TYPES: usize = 2;

/// Shorthands of a type, most reliable first: without the namespace; for storage the full name of version 1.0, which examples of later versions still
/// use; the last segment.
fn shorthands(kind: TypeKind, name: &'static str) -> [Option<Cow<'static, str>>; 3] {
    let Some(short) = name.strip_prefix(kind.space()) else { return [None, None, None] };
    let of_1_0 = short.strip_prefix("Storage.").filter(|_| kind == TypeKind::Node);
    // Abstract types share their last segment with derived types.
    let last = short.rsplit_once('.').filter(|_| !short.starts_with("Abstract."));
    [
        Some(Cow::Borrowed(short)),
        of_1_0.map(|name| Cow::Owned(format!("{}{name}", kind.space()))),
        last.map(|(_, last)| Cow::Borrowed(last)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::Path;

    fn has(version: usize, path: &[&str]) -> bool {
        let document = &builtin_types(Profiles(1 << version)).document;
        document.get(&Path::keys(path.iter().copied())).is_some()
    }

    #[test]
    fn every_version_is_whole() {
        for (at, version) in VERSIONS.iter().enumerate() {
            let document = &builtin_types(Profiles(1 << at)).document;
            assert!(document.errors().is_empty(), "{version}: {:?}", document.errors());
            let root = document.root().unwrap();
            let types: usize = TypeKind::ALL
                .iter()
                .map(|kind| root.get(kind.section()).map_or(0, |section| section.entries().len()))
                .sum();
            assert_eq!(types, 66, "{version}");
            let empty = |node: Node<'_>| node.entries().any(|entry| entry.value.is_missing());
            assert!(
                TypeKind::ALL
                    .iter()
                    .all(|kind| root.get(kind.section()).is_some_and(|section| !empty(section)))
            );
        }
    }

    #[test]
    fn rows_stand_in_the_versions_that_have_them() {
        let requirement = |version: usize, name: &str| {
            let document = &builtin_types(Profiles(1 << version)).document;
            let node = document.get(&Path::keys([
                "node_types",
                "tosca.nodes.Container.Application",
                "requirements",
            ]));
            node.is_some_and(|node| node.items().any(|item| item.get(name).is_some()))
        };
        assert!(requirement(0, "host") && !requirement(0, "network") && !requirement(0, "storage"));
        assert!(requirement(1, "host") && requirement(1, "network") && requirement(3, "storage"));
        let size = ["node_types", "tosca.nodes.Storage.BlockStorage", "properties", "size"];
        assert!((0..4).all(|version| has(version, &size)));
    }

    #[test]
    fn types_of_later_versions_are_reported() {
        let later = |version: u32| builtin_types(Profiles(1 << version)).later("tosca.datatypes.json");
        assert_eq!((later(0), later(1), later(2)), (Some("1.2"), Some("1.2"), None));
        assert_eq!(builtin_types(Profiles(1)).later("tosca.nodes.Compute"), None);
        assert_eq!(builtin_types(Profiles(4)).later("tosca.artifacts.template"), Some("1.3"));
    }
}
