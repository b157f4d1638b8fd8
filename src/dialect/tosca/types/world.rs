//! Type registry of a document: the document, its direct and indirect imports, and the TOSCA types. Resolves type names from the view of each file.
//!
//! A file sees its own types, then those of its imports with their prefixes, then the TOSCA types by full name, shorthand or with `tosca:`. Other
//! names resolve among all files of the registry and files that import the document: real type files depend on siblings that only their importer
//! combines.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::effective::Effective;
use super::import::{Found, imports};
use super::{FileId, SourceFile, Type, TypeId, TypeKind, Word, normative};
use crate::recognize::Version;
use crate::value::Primitive;
use limn_files::FilePath;
use limn_language::dialect::Library;
use limn_language::schema::Profiles;
use limn_yaml::{Document, Node};

/// Maximum number of imported files.
const FILES: usize = 2_000;
/// Maximum number of files from importers of the document and their imports: each sibling opens all others.
const SIBLINGS: usize = 256;
/// Maximum length of a derivation cycle that is followed.
const ROUND: usize = 64;
/// Maximum length of a derivation chain.
pub(super) const ANCESTORS: usize = 512;

/// All types that a document can reference.
#[derive(Debug)]
pub struct World<'d> {
    /// The document first, the TOSCA types last.
    pub files: Vec<SourceFile<'d>>,
    pub types: Vec<Type<'d>>,
    /// True if a dependency is not in the workspace: unknown names may be declared there.
    pub incomplete: bool,
    library: &'d Library,
    catalogue: &'static normative::Catalogue,
    /// Not those of TOSCA's own files.
    named: ByName<'d>,
    /// For each file, the numbers of the types that it declares.
    declared: Vec<Range<u32>>,
    /// For each file that is not TOSCA's own, the files whose types it sees without a prefix, itself first: made where a name needs it.
    sight: Vec<OnceCell<Vec<FileId>>>,
    /// TOSCA's own by name; the first of them is the type of the number behind it.
    normative: &'static normative::Index,
    first: u32,
    /// The capabilities `Compute` and `Container`, each derived from the other in one edition of the standard.
    hosts: Vec<TypeId>,
    effective: Vec<OnceCell<Effective<'d>>>,
    parents: Vec<OnceCell<Lookup>>,
}

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

impl<'d> World<'d> {
    /// Builds the registry. `version`: the version of the TOSCA types.
    pub fn new(
        file: &'d FilePath,
        document: &'d Document,
        library: &'d Library,
        version: Profiles,
    ) -> World<'d> {
        let catalogue = normative::catalogue(version);
        let mut world = World {
            catalogue,
            files: Vec::new(),
            types: Vec::new(),
            incomplete: false,
            library,
            named: ByName::default(),
            declared: Vec::new(),
            sight: Vec::new(),
            normative: catalogue.index(),
            first: 0,
            hosts: Vec::new(),
            effective: Vec::new(),
            parents: Vec::new(),
        };
        let mut known = FxHashMap::default();
        world.open(Some(file), document, &mut known);
        world.follow(library, &mut known, FILES);
        world.incomplete |= world.files.iter().any(|it| imports_a_profile(it.document));
        world.add_importers(file, library, &mut known);
        world.sight = world.files.iter().map(|_| OnceCell::new()).collect();
        world.add_normative();
        let hosts = ["tosca.capabilities.Compute", "tosca.capabilities.Container"];
        world.hosts = hosts.iter().filter_map(|name| world.normative(TypeKind::Capability, name)).collect();
        world.effective = world.types.iter().map(|_| OnceCell::new()).collect();
        world.parents = world.types.iter().map(|_| OnceCell::new()).collect();
        world
    }

    pub fn get(&self, id: TypeId) -> &Type<'d> {
        &self.types[id.0 as usize]
    }

    pub fn file(&self, id: FileId) -> &SourceFile<'d> {
        &self.files[id.0 as usize]
    }

    /// Types that a file declares, in document order.
    pub fn declared_in(&self, file: FileId) -> impl Iterator<Item = (TypeId, &Type<'d>)> {
        let declared = self.declared[file.0 as usize].clone();
        declared.map(|at| (TypeId(at), &self.types[at as usize]))
    }

    /// Returns true for types of examples in the standard: known, but other files can declare them.
    pub fn is_example(&self, id: TypeId) -> bool {
        self.get(id).file.0 as usize + 1 == self.files.len()
    }

    /// Returns true for a TOSCA type.
    pub fn is_normative(&self, id: TypeId) -> bool {
        self.file(self.get(id).file).path.is_none()
    }

    /// First version with a TOSCA type, if it is later than that of the document.
    pub fn comes_with(&self, id: TypeId) -> Option<&'static str> {
        let it = self.get(id);
        self.is_normative(id).then(|| self.catalogue.later(&it.name)).flatten()
    }

    /// Resolves a type name in a file.
    pub fn find(&self, kind: TypeKind, name: &str, from: FileId) -> Lookup {
        let named = self.named.get(kind, name);
        if from.0 as usize >= self.sight.len() {
            // TOSCA's own types name each other in full.
            if let Some(id) = self.normative(kind, name) {
                return Lookup::Found(id);
            }
        } else if let Some(id) = self.seen(kind, name, named, from) {
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
            let example = self.get(id).file.0 as usize + 1 == self.files.len();
            return if example && self.incomplete { Lookup::Undetermined } else { Lookup::Found(id) };
        }
        if let Some(id) = named.first() {
            return Lookup::Found(*id);
        }
        if self.incomplete || self.is_beside(kind, name) { Lookup::Undetermined } else { Lookup::Unknown }
    }

    /// The nearest of the types of this name that a file sees without a prefix. A type that nothing else has the name of is what the name leads to
    /// in any case.
    fn seen(&self, kind: TypeKind, name: &str, named: &[TypeId], from: FileId) -> Option<TypeId> {
        let declared_in = |file: FileId| {
            let at = named.binary_search_by_key(&file, |id| self.get(*id).file).ok()?;
            Some(named[at])
        };
        match named {
            [] => None,
            [id] if !name.contains(':') && self.normative(kind, name).is_none() => Some(*id),
            _ => declared_in(from).or_else(|| self.sight(from).iter().copied().find_map(declared_in)),
        }
    }

    /// Whether a file of types depends on one that only what imports both brings together, and nothing of the workspace does: another file of the
    /// workspace declares the type.
    fn is_beside(&self, kind: TypeKind, name: &str) -> bool {
        let roots = || self.library.documents.values().filter_map(|it| it.root());
        let declares = |root: Node<'_>| root.get(kind.section()).is_some_and(|it| it.get(name).is_some());
        self.is_type_file() && roots().any(declares)
    }

    /// Returns true for a document with types and without a topology.
    fn is_type_file(&self) -> bool {
        self.files[0].document.root().is_none_or(|root| root.get("topology_template").is_none())
    }

    fn find_prefixed(&self, kind: TypeKind, prefix: &str, rest: &str, from: FileId) -> Lookup {
        if prefix == "tosca" {
            let found = self.normative(kind, rest);
            return found.map_or(Lookup::Unknown, Lookup::Found);
        }
        let mut bound = false;
        for import in &self.file(from).imports {
            if import.prefix.as_ref().is_some_and(|it| it.text == prefix) {
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
        let name = Word::at(it.node, "derived_from")?;
        // A primitive has no declaration and no parent.
        if it.kind == TypeKind::Data && Primitive::named(&name.text).is_some() {
            return None;
        }
        Some(*self.parents[id.0 as usize].get_or_init(|| match self.find(it.kind, &name.text, it.file) {
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
        if let Some(known) = self.effective[id.0 as usize].get() {
            return known;
        }
        // Start from the nearest computed ancestor.
        let mut line = vec![id];
        let mut seen = FxHashSet::from_iter([id]);
        let mut circles = false;
        while let Some(Lookup::Found(parent)) = self.parent(line[line.len() - 1]) {
            circles = !seen.insert(parent);
            if circles || self.effective[parent.0 as usize].get().is_some() {
                break;
            }
            line.push(parent);
        }
        for &id in line.iter().rev() {
            let parent = self.parent(id).and_then(Lookup::found).filter(|_| !circles);
            let known = parent.and_then(|parent| self.effective[parent.0 as usize].get());
            // A type in a cycle has all its members, and ends before itself.
            let known = known.filter(|it| !it.ancestry.contains(&id));
            let made = || match known {
                Some(parent) => parent.derived(self, id),
                None => Effective::alone(self, self.ancestry(id, if circles { ROUND } else { ANCESTORS })),
            };
            self.effective[id.0 as usize].get_or_init(made);
        }
        self.effective[id.0 as usize].get_or_init(|| Effective::alone(self, self.ancestry(id, ANCESTORS)))
    }

    /// A TOSCA type by full name.
    pub fn normative(&self, kind: TypeKind, name: &str) -> Option<TypeId> {
        self.normative.get(kind, name).map(|at| TypeId(self.first + at as u32))
    }

    /// Types of a kind that the document can reference, with the names to use: for completion, palettes and suggestions.
    pub fn names(&self, kind: TypeKind) -> Vec<(String, TypeId)> {
        let mut names = BTreeMap::new();
        for file in self.sight(FileId::OWN) {
            names.extend(self.names_in(*file, kind).map(|(name, id)| (name.to_owned(), id)));
        }
        for import in &self.file(FileId::OWN).imports {
            if let (Some(prefix), Found::File(file)) = (&import.prefix, import.found) {
                for seen in self.sight(file) {
                    let own = self.names_in(*seen, kind);
                    names.extend(own.map(|(name, id)| (format!("{}:{name}", prefix.text), id)));
                }
            }
        }
        let own = self.normative.of(kind).filter(|(name, _)| name.starts_with("tosca."));
        let own = own.map(|(name, at)| (name, TypeId(self.first + at as u32)));
        // Types of later versions are known, but not offered.
        let own = own.filter(|(_, id)| self.comes_with(*id).is_none());
        names.extend(own.map(|(name, id)| (name.to_owned(), id)));
        names.into_iter().collect()
    }

    /// The types of a kind that a file declares, the last first: of one name the first counts.
    fn names_in(&self, file: FileId, kind: TypeKind) -> impl Iterator<Item = (&str, TypeId)> {
        let declared = self.declared[file.0 as usize].clone().rev();
        let declared = declared.map(|at| (&self.types[at as usize], TypeId(at)));
        declared.filter(move |(it, _)| it.kind == kind).map(|(it, id)| (&*it.name, id))
    }

    fn open(
        &mut self,
        path: Option<&'d FilePath>,
        document: &'d Document,
        known: &mut FxHashMap<&'d FilePath, FileId>,
    ) -> FileId {
        let id = FileId(self.files.len() as u32);
        if let Some(path) = path {
            known.insert(path, id);
        }
        let root = document.root();
        let first = self.types.len() as u32;
        for (kind, entry) in normative::declared(document) {
            let Some(name) = entry.key.as_str() else { continue };
            let at = TypeId(self.types.len() as u32);
            let named = self.named.entry(kind, name.clone());
            if named.last().is_none_or(|last| last.0 < first) {
                named.push(at);
            }
            self.types.push(Type { kind, name, key: entry.key, node: entry.value.resolve(), file: id });
        }
        self.declared.push(first..self.types.len() as u32);
        self.files.push(SourceFile { path, document, imports: root.map(imports).unwrap_or_default() });
        id
    }

    /// Opens what is imported, nearest first.
    fn follow(&mut self, library: &'d Library, known: &mut FxHashMap<&'d FilePath, FileId>, most: usize) {
        let mut at = 0;
        while at < self.files.len() && self.files.len() < FILES {
            let mut found = Vec::new();
            for import in 0..self.files[at].imports.len() {
                found.push(self.look_for((at, import), library, known, most));
            }
            for (import, found) in self.files[at].imports.iter_mut().zip(found) {
                import.found = found;
                self.incomplete |= !matches!(found, Found::File(_) | Found::Unsaid);
            }
            at += 1;
        }
        self.incomplete |= at < self.files.len();
    }

    fn look_for(
        &mut self,
        (at, import): (usize, usize),
        library: &'d Library,
        known: &mut FxHashMap<&'d FilePath, FileId>,
        most: usize,
    ) -> Found {
        let from = &self.files[at];
        let Some(file) = from.imports[import].file.as_ref() else { return Found::Unsaid };
        if from.imports[import].repository.is_some() || file.text.contains("://") {
            return Found::Remote;
        }
        let Some(path) = from.path.and_then(|own| own.join(&file.text).ok()) else {
            return Found::Unreachable;
        };
        if let Some(id) = known.get(&path) {
            return Found::File(*id);
        }
        match library.documents.get_key_value(&path) {
            // Treated as unreadable: it may declare anything.
            Some(_) if self.files.len() >= most => Found::Unreadable,
            Some((path, document)) => Found::File(self.open(Some(path), document, known)),
            None if library.files.contains(&path) => Found::Unreadable,
            None => Found::Missing,
        }
    }

    /// Opens importers of the document and their imports: a type file can depend on its siblings.
    fn add_importers(
        &mut self,
        file: &'d FilePath,
        library: &'d Library,
        known: &mut FxHashMap<&'d FilePath, FileId>,
    ) {
        if !self.is_type_file() {
            return;
        }
        let (files, incomplete) = (self.files.len(), self.incomplete);
        let most = (files + SIBLINGS).min(FILES);
        for path in library.backlinks(file, imported) {
            if let Some((path, document)) = library.documents.get_key_value(path)
                && !known.contains_key(path)
                && self.files.len() < most
            {
                self.open(Some(path), document, known);
            }
        }
        if self.files.len() > files {
            self.follow(library, known, most);
            self.incomplete |= incomplete;
        }
    }

    fn sight(&self, file: FileId) -> &[FileId] {
        let made = || {
            let mut seen = FxHashSet::from_iter([file]);
            let mut sight = vec![file];
            let mut at = 0;
            while at < sight.len() {
                for import in &self.file(sight[at]).imports {
                    if let (Found::File(id), None) = (import.found, &import.prefix)
                        && seen.insert(id)
                    {
                        sight.push(id);
                    }
                }
                at += 1;
            }
            sight
        };
        self.sight[file.0 as usize].get_or_init(made)
    }

    /// Adds the TOSCA types last.
    fn add_normative(&mut self) {
        let file = self.files.len() as u32;
        self.first = self.types.len() as u32;
        for document in self.catalogue.documents() {
            self.files.push(SourceFile { path: None, document, imports: Vec::new() });
        }
        let examples = self.normative.normative;
        self.types.extend(self.normative.types.iter().enumerate().map(|(at, (kind, entry))| Type {
            kind: *kind,
            name: entry.key.as_str().unwrap_or_default(),
            key: entry.key,
            node: entry.value.resolve(),
            file: FileId(if at < examples { file } else { file + 1 }),
        }));
        let (examples, all) = (self.first + examples as u32, self.types.len() as u32);
        self.declared.extend([self.first..examples, examples..all]);
    }
}

/// Returns true for a document of a profile with unknown types.
fn imports_a_profile(document: &Document) -> bool {
    let version = document.root().and_then(|root| root.get("tosca_definitions_version")?.as_str());
    version.is_some_and(|version| matches!(Version::of(&version), Version::Built { .. }))
}

/// Types by kind and name: of each file that declares the name the first, in the order of the files.
#[derive(Debug, Default)]
struct ByName<'d>([FxHashMap<Cow<'d, str>, Vec<TypeId>>; TypeKind::ALL.len()]);

impl<'d> ByName<'d> {
    fn get(&self, kind: TypeKind, name: &str) -> &[TypeId] {
        self.0[kind as usize].get(name).map_or(&[], Vec::as_slice)
    }

    fn entry(&mut self, kind: TypeKind, name: Cow<'d, str>) -> &mut Vec<TypeId> {
        self.0[kind as usize].entry(name).or_default()
    }
}

/// Files of the workspace that a service template imports.
fn imported(file: &FilePath, document: &Document) -> Vec<FilePath> {
    let Some(root) = document.root().filter(|root| is_tosca(*root)) else { return Vec::new() };
    imports(root).into_iter().filter_map(|import| file.join(&import.file?.text).ok()).collect()
}

fn is_tosca(root: Node<'_>) -> bool {
    root.get("tosca_definitions_version").is_some()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use limn_yaml as yaml;

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
        let world = World::new(file, document, &library, Profiles(1 << 3));
        for at in 0..count {
            for from in [FileId::OWN, FileId(count - 1)] {
                let found = world.find(TypeKind::Node, &format!("my.T{at}"), from).found();
                assert_eq!(found.map(|id| world.get(id).file.0), Some(at));
                assert_eq!(
                    found.and_then(|id| world.parent(id)),
                    world.normative(TypeKind::Node, "tosca.nodes.Root").map(Lookup::Found)
                );
            }
        }
        assert_eq!(world.find(TypeKind::Node, "my.None", FileId::OWN), Lookup::Unknown);
        assert!(world.sight.iter().all(|sight| sight.get().is_none()));
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
        let world = World::new(file, document, &library, Profiles(1 << 3));
        let path = |from: u32| {
            let id = world.find(TypeKind::Node, "my.T", FileId(from)).found()?;
            world.file(world.get(id).file).path.map(FilePath::as_str)
        };
        assert_eq!([path(0), path(1), path(2), path(3)], ["c.yaml", "d.yaml", "c.yaml", "d.yaml"].map(Some));
    }
}
