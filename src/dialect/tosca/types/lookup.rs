//! Names and derivation of types.
//!
//! A file sees its own types, then those of its imports with their prefixes, then the TOSCA types by full name, shorthand or with `tosca:`. Other
//! names resolve among all files of the registry and files that import the document: real type files depend on siblings that only their importer
//! combines.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::effective::Effective;
use super::import::Found;
use super::scope::{ANCESTORS, CHAINED_FILES, TypeScope};
use super::{FileId, ScalarText, TypeId, TypeKind};
use crate::value::Primitive;

/// Maximum length of a derivation cycle that is followed.
const MAX_IN_CYCLE: usize = 64;

/// Result of resolving a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lookup {
    Found(TypeId),
    /// No declaration has the name.
    Unknown,
    /// A missing file may declare the name: report nothing.
    Undetermined,
}

impl Lookup {
    pub fn found(self) -> Option<TypeId> {
        match self {
            Lookup::Found(id) => Some(id),
            Lookup::Unknown | Lookup::Undetermined => None,
        }
    }
}

impl<'d> TypeScope<'d> {
    /// Resolves a type name in a file.
    pub fn find(&self, kind: TypeKind, name: &str, from: FileId) -> Lookup {
        if self.is_normative_file(from) {
            // TOSCA's own types name each other in full.
            if let Some(id) = self.normative(kind, name) {
                return Lookup::Found(id);
            }
        } else if let Some(id) = self.seen(kind, name, from) {
            return Lookup::Found(id);
        }
        if let Some((prefix, rest)) = name.split_once(':') {
            match self.find_prefixed(kind, prefix, rest, from) {
                Lookup::Unknown => {}
                known => return known,
            }
        }
        if let Some(id) = self.normative(kind, name) {
            // Example types are not normative: a missing file may declare its own.
            return if self.is_example(id) && self.incomplete {
                Lookup::Undetermined
            } else {
                Lookup::Found(id)
            };
        }
        if let Some(id) = self.named(kind, name).min() {
            return Lookup::Found(id);
        }
        if self.incomplete || self.is_misread(kind) || self.is_beside(kind, name) {
            Lookup::Undetermined
        } else {
            Lookup::Unknown
        }
    }

    /// The nearest of the types of this name that a file sees without a prefix. If only one type has the name, it is found even if the
    /// file does not import it.
    fn seen(&self, kind: TypeKind, name: &str, from: FileId) -> Option<TypeId> {
        let mut named = self.named(kind, name);
        let (first, second) = (named.next()?, named.next());
        if second.is_none() && !name.contains(':') && self.normative(kind, name).is_none() {
            return Some(first);
        }
        let declared_in = |file: FileId| self.declaration(kind, name, file);
        declared_in(from).or_else(|| self.sight(from).iter().copied().find_map(declared_in))
    }

    /// Returns true if the document declares only types and another file of the workspace declares this one: a file that imports
    /// both can make it visible.
    fn is_beside(&self, kind: TypeKind, name: &str) -> bool {
        self.is_in_workspace(kind, name) && self.is_type_file()
    }

    fn find_prefixed(&self, kind: TypeKind, prefix: &str, rest: &str, from: FileId) -> Lookup {
        if prefix == "tosca" {
            let found = self.normative(kind, rest);
            return found.map_or(Lookup::Unknown, Lookup::Found);
        }
        let mut bound = false;
        for import in &self.file(from).imports {
            if import.prefix.as_ref().is_some_and(|word| word.text == prefix) {
                bound = true;
                if let Found::File(file) = import.found
                    && let Lookup::Found(id) = self.find(kind, rest, file)
                {
                    return Lookup::Found(id);
                }
            }
        }
        if bound && self.incomplete { Lookup::Undetermined } else { Lookup::Unknown }
    }

    /// Parent of a type; `None` if it has no parent, or a primitive one.
    pub fn parent(&self, id: TypeId) -> Option<Lookup> {
        let it = self.get(id);
        let name = ScalarText::at(it.node, "derived_from")?;
        // A primitive has no declaration and no parent.
        if it.kind == TypeKind::Data && Primitive::of(self, &name.text).is_some() {
            return None;
        }
        Some(*self.slot(id).parent.get_or_init(|| match self.find(it.kind, &name.text, it.file) {
            Lookup::Unknown if name.text == "tosca.entity.Root" => Lookup::Undetermined,
            found => found,
        }))
    }

    /// A type with its ancestors, itself first, and true if the chain is complete. A cycle is followed once.
    fn ancestry(&self, id: TypeId, most: usize) -> (Vec<TypeId>, bool) {
        let mut line = vec![id];
        loop {
            let last = line[line.len() - 1];
            match self.parent(last) {
                None => return (line, true),
                Some(Lookup::Found(parent)) if !line.contains(&parent) && line.len() < most => {
                    line.push(parent);
                }
                // TOSCA roots derive from an undeclared entity type.
                Some(Lookup::Undetermined) if self.is_normative(last) => return (line, true),
                Some(_) => return (line, false),
            }
        }
    }

    /// Returns true if the first type is the second or derives from it; `None` if an ancestor is unknown.
    pub fn derives(&self, id: TypeId, from: TypeId) -> Option<bool> {
        let effective = self.effective(id);
        let is_in_line = |id: &TypeId| effective.ancestry.contains(id);
        if is_in_line(&from) || (self.hosts.contains(&from) && self.hosts.iter().any(is_in_line)) {
            return Some(true);
        }
        effective.complete.then_some(false)
    }

    /// Effective type, computed on first use.
    pub fn effective(&self, id: TypeId) -> &Effective<'d> {
        if let Some(known) = self.slot(id).effective.get() {
            return known;
        }
        // Start from the nearest computed ancestor.
        let mut line = vec![id];
        let mut seen = FxHashSet::from_iter([id]);
        let (mut is_cyclic, mut files) = (false, 0);
        while let Some(Lookup::Found(parent)) = self.parent(line[line.len() - 1]) {
            files += usize::from(parent.file != line[line.len() - 1].file);
            is_cyclic = !seen.insert(parent);
            if is_cyclic || files > CHAINED_FILES || self.slot(parent).effective.get().is_some() {
                break;
            }
            line.push(parent);
        }
        if !is_cyclic && files > CHAINED_FILES {
            let farthest = line[line.len() - 1];
            self.slot(farthest).effective.get_or_init(|| Effective::alone(self, (vec![farthest], false)));
        }
        for &id in line.iter().rev() {
            let parent = self.parent(id).and_then(Lookup::found).filter(|_| !is_cyclic);
            let known = parent.and_then(|parent| self.slot(parent).effective.get());
            // A type in a cycle has all its members, and ends before itself.
            let known = known.filter(|effective| !effective.ancestry.contains(&id));
            let made = || match known {
                Some(parent) => parent.derived(self, id),
                None => Effective::alone(
                    self,
                    self.ancestry(id, if is_cyclic { MAX_IN_CYCLE } else { ANCESTORS }),
                ),
            };
            self.slot(id).effective.get_or_init(made);
        }
        self.slot(id).effective.get_or_init(|| Effective::alone(self, self.ancestry(id, ANCESTORS)))
    }

    /// Types of a kind that the document can reference, with the names to use: for completion, palettes and suggestions.
    pub fn names(&self, kind: TypeKind) -> Vec<(String, TypeId)> {
        let mut names = BTreeMap::new();
        for file in &*self.sight(FileId::OWN) {
            names.extend(self.names_in(*file, kind).map(|(name, id)| (name.to_owned(), id)));
        }
        for import in &self.file(FileId::OWN).imports {
            if let (Some(prefix), Found::File(file)) = (&import.prefix, import.found) {
                for seen in &*self.sight(file) {
                    let own = self.names_in(*seen, kind);
                    names.extend(own.map(|(name, id)| (format!("{}:{name}", prefix.text), id)));
                }
            }
        }
        // Types of later versions are known, but not offered.
        let own = self.normative_names(kind).filter(|(_, id)| self.comes_with(*id).is_none());
        names.extend(own.map(|(name, id)| (name.to_owned(), id)));
        names.into_iter().collect()
    }

    /// The prefix that the document has to write before a type, if it sees the type under a prefix only.
    pub fn prefix_of(&self, id: TypeId) -> Option<&str> {
        if id.file == FileId::OWN || self.is_normative(id) || self.sight(FileId::OWN).contains(&id.file) {
            return None;
        }
        self.file(FileId::OWN).imports.iter().find_map(|import| {
            let (prefix, file) = (import.prefix.as_ref()?, import.found.file()?);
            self.sight(file).contains(&id.file).then_some(&*prefix.text)
        })
    }

    /// The files whose types a file sees without a prefix, itself first.
    pub(crate) fn sight(&self, file: FileId) -> Rc<[FileId]> {
        if let Some(known) = self.sight.borrow().get(&file) {
            return Rc::clone(known);
        }
        let mut seen = vec![false; self.files_count()];
        seen[file.0 as usize] = true;
        let mut sight = vec![file];
        let mut at = 0;
        while at < sight.len() {
            for import in self.unprefixed(sight[at]) {
                let is_seen = &mut seen[import.0 as usize];
                if !std::mem::replace(is_seen, true) {
                    sight.push(import);
                }
            }
            at += 1;
        }
        let sight: Rc<[FileId]> = sight.into();
        self.sight.borrow_mut().insert(file, Rc::clone(&sight));
        sight
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use limn_files::FilePath;
    use limn_language::dialect::Library;
    use limn_language::schema::Profiles;
    use limn_yaml as yaml;
    use limn_yaml::Document;

    fn library(files: impl Iterator<Item = (String, String)>) -> Library {
        let documents: BTreeMap<FilePath, Arc<Document>> =
            files.map(|(name, text)| (FilePath::new(&name).unwrap(), Arc::new(yaml::parse(text)))).collect();
        Library { files: documents.keys().cloned().collect(), documents, ..Library::default() }
    }

    #[test]
    fn names_that_one_file_declares_are_found_without_a_look_at_what_each_file_imports() {
        let count = 100;
        let library = library((0..count).map(|at| {
            let import =
                if at + 1 < count { format!("imports: [t{}.yaml]\n", at + 1) } else { String::new() };
            let types = format!("node_types:\n  my.T{at}: {{derived_from: tosca.nodes.Root}}\n");
            (
                format!("t{at}.yaml"),
                format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{import}{types}"),
            )
        }));
        let (file, document) = library.documents.first_key_value().unwrap();
        let type_scope = TypeScope::new(file, document, &library, Profiles(1 << 3));
        for at in 0..count {
            for from in [FileId::OWN, FileId(count - 1)] {
                let found = type_scope.find(TypeKind::Node, &format!("my.T{at}"), from).found();
                assert_eq!(found.map(|id| id.file.0), Some(at));
                assert_eq!(
                    found.and_then(|id| type_scope.parent(id)),
                    type_scope.normative(TypeKind::Node, "tosca.nodes.Root").map(Lookup::Found)
                );
            }
        }
        assert_eq!(type_scope.find(TypeKind::Node, "my.None", FileId::OWN), Lookup::Unknown);
        assert!(type_scope.sight.borrow().is_empty());
    }

    #[test]
    fn of_one_name_the_nearest_counts_for_each_file() {
        let head = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
        let types = "node_types:\n  my.T: {derived_from: tosca.nodes.Root}\n";
        let files = [
            ("a.yaml", "imports: [b.yaml, c.yaml]\n", ""),
            ("b.yaml", "imports: [d.yaml]\n", ""),
            ("c.yaml", "", types),
            ("d.yaml", "", types),
        ];
        let library = library(
            files
                .iter()
                .map(|(name, imports, types)| ((*name).to_owned(), format!("{head}{imports}{types}"))),
        );
        let (file, document) = library.documents.first_key_value().unwrap();
        let type_scope = TypeScope::new(file, document, &library, Profiles(1 << 3));
        let path = |from: u32| {
            let id = type_scope.find(TypeKind::Node, "my.T", FileId(from)).found()?;
            type_scope.file(id.file).path.map(FilePath::as_str)
        };
        assert_eq!([path(0), path(1), path(2), path(3)], ["c.yaml", "d.yaml", "c.yaml", "d.yaml"].map(Some));
    }
}
