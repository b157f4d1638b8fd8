//! TOSCA's own types: the normative catalogue, and the types that its examples lean on. Read once for each version that is asked for.
//!
//! One text has all versions. A row that not all of them have says so at the end of its line, `# since 1.1` or `# until 1.1`, and stands for what is
//! inside of it too. Types of later versions are known in the earlier ones all the same, so that their use can be told as that.

use std::sync::OnceLock;

use super::TypeKind;
use crate::schema::Profiles;
use crate::yaml::{self, Document};

static NORMATIVE: [OnceLock<Catalogue>; VERSIONS.len()] = [const { OnceLock::new() }; VERSIONS.len()];
static EXAMPLES: OnceLock<Document> = OnceLock::new();
/// In the order of the profiles' bits.
const VERSIONS: [&str; 4] = ["1.0", "1.1", "1.2", "1.3"];

/// TOSCA's own types as one version has them.
#[derive(Debug)]
pub(super) struct Catalogue {
    document: Document,
    /// The types that only later versions have: the name, and the first version with it.
    later: Vec<(&'static str, &'static str)>,
}

impl Catalogue {
    /// The normative types and the examples'.
    pub(super) fn documents(&'static self) -> [&'static Document; 2] {
        [&self.document, EXAMPLES.get_or_init(|| yaml::parse(include_str!("examples.yaml")))]
    }

    /// The version that the type comes with, where that is a later one.
    pub(super) fn later(&self, name: &str) -> Option<&'static str> {
        self.later.iter().find(|(known, _)| *known == name).map(|(_, since)| *since)
    }
}

/// The catalogue of a version; of several, the first's.
pub(super) fn catalogue(version: Profiles) -> &'static Catalogue {
    let at = (version.0.trailing_zeros() as usize).min(VERSIONS.len() - 1);
    NORMATIVE[at].get_or_init(|| {
        let (text, later) = of_version(include_str!("normative.yaml"), VERSIONS[at]);
        Catalogue { document: yaml::parse(text), later }
    })
}

/// The rows that a version has, and the types that only later ones have, which stay.
fn of_version(all: &'static str, version: &str) -> (String, Vec<(&'static str, &'static str)>) {
    let mut text = String::with_capacity(all.len());
    let mut later = Vec::new();
    // Rows further in than this go with the one above.
    let mut left_out = None;
    for line in all.lines() {
        let indent = line.len() - line.trim_start().len();
        if left_out.is_some_and(|above| indent > above) {
            continue;
        }
        left_out = None;
        let mark = line.split_once(" # ").map(|(row, mark)| (row.trim().trim_end_matches(": {}"), mark));
        match mark.and_then(|(row, mark)| Some((row, mark.split_once(' ')?))) {
            Some((row, ("since", since))) if version < since => {
                if indent != TYPES {
                    left_out = Some(indent);
                    continue;
                }
                later.push((row.trim_end_matches(':'), since));
            }
            Some((_, ("until", until))) if version > until => {
                left_out = Some(indent);
                continue;
            }
            _ => {}
        }
        text.push_str(line);
        text.push('\n');
    }
    (text, later)
}

/// How far in the types stand.
const TYPES: usize = 2;

/// The other names of a type, the surest first: without the kind's name space; for storage the full name of version 1.0, which the later
/// versions' own examples still use; the last word alone.
pub(super) fn shorthands(kind: TypeKind, name: &str) -> Vec<String> {
    let Some(short) = name.strip_prefix(kind.space()) else { return Vec::new() };
    let mut names = vec![short.to_owned()];
    if let Some(of_1_0) = short.strip_prefix("Storage.").filter(|_| kind == TypeKind::Node) {
        names.push(format!("{}{of_1_0}", kind.space()));
    }
    // The abstract types share their last word with what derives from them.
    if let Some((_, last)) = short.rsplit_once('.').filter(|_| !short.starts_with("Abstract.")) {
        names.push(last.to_owned());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Node, Path};

    fn has(version: usize, path: &[&str]) -> bool {
        let document = &catalogue(Profiles(1 << version)).document;
        document.get(&Path::keys(path.iter().copied())).is_some()
    }

    #[test]
    fn every_version_is_whole() {
        for (at, version) in VERSIONS.iter().enumerate() {
            let document = &catalogue(Profiles(1 << at)).document;
            assert!(document.errors().is_empty(), "{version}: {:?}", document.errors());
            let root = document.root().unwrap();
            let types: usize = TypeKind::ALL
                .iter()
                .map(|it| root.get(it.section()).map_or(0, |it| it.entries().len()))
                .sum();
            assert_eq!(types, 66, "{version}");
            let empty = |node: Node<'_>| node.entries().any(|it| it.value.is_missing());
            assert!(TypeKind::ALL.iter().all(|it| root.get(it.section()).is_some_and(|it| !empty(it))));
        }
    }

    #[test]
    fn rows_stand_in_the_versions_that_have_them() {
        let requirement = |version: usize, name: &str| {
            let document = &catalogue(Profiles(1 << version)).document;
            let node = document.get(&Path::keys([
                "node_types",
                "tosca.nodes.Container.Application",
                "requirements",
            ]));
            node.is_some_and(|it| it.items().any(|it| it.get(name).is_some()))
        };
        assert!(requirement(0, "host") && !requirement(0, "network") && !requirement(0, "storage"));
        assert!(requirement(1, "host") && requirement(1, "network") && requirement(3, "storage"));
        let size = ["node_types", "tosca.nodes.Storage.BlockStorage", "properties", "size"];
        assert!((0..4).all(|version| has(version, &size)));
    }

    #[test]
    fn types_of_later_versions_are_told() {
        let later = |version: u32| catalogue(Profiles(1 << version)).later("tosca.datatypes.json");
        assert_eq!((later(0), later(1), later(2)), (Some("1.2"), Some("1.2"), None));
        assert_eq!(catalogue(Profiles(1)).later("tosca.nodes.Compute"), None);
        assert_eq!(catalogue(Profiles(4)).later("tosca.artifacts.template"), Some("1.3"));
    }
}
