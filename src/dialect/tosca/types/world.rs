//! The files that count for one document: itself, what it imports and what that imports, and TOSCA's own types. Finds a type by its name as
//! one of these files would.
//!
//! A file finds what it declares itself, then what it imports, each under the prefix that the import gives; then TOSCA's own, by full
//! name, shorthand or with `tosca:`. What none of these has is looked for among all files of the world and among those that import the
//! document: real type files lean on siblings that only their importer brings together.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::effective::Effective;
use super::import::{Found, imports};
use super::{FileId, SourceFile, Type, TypeId, TypeKind, Word, normative};
use crate::dialect::Library;
use crate::dialect::tosca::recognize::Version;
use crate::dialect::tosca::value::Primitive;
use crate::files::FilePath;
use crate::schema::Profiles;
use crate::yaml::{Document, Node};

/// How many files are followed.
const FILES: usize = 2_000;
/// How many are opened of those that import the document, and of those that they import: each of many siblings opens all others.
const SIBLINGS: usize = 256;
/// How many types of a circle are taken in as what a type in it derives from: none of it is sound.
const ROUND: usize = 64;
/// How many steps up a derivation is followed.
pub(super) const ANCESTORS: usize = 512;

/// All types that one document can name.
#[derive(Debug)]
pub struct World<'d> {
    /// The document first, TOSCA's own types last.
    pub files: Vec<SourceFile<'d>>,
    pub types: Vec<Type<'d>>,
    /// Something that the document leans on is not in the workspace: what is unknown may be there.
    pub incomplete: bool,
    library: &'d Library,
    catalogue: &'static normative::Catalogue,
    /// By file, kind and name. Not those of TOSCA's own files.
    own: Vec<ByName<'d>>,
    /// For each file, the files whose types it sees without a prefix, itself first.
    sight: Vec<Vec<FileId>>,
    /// TOSCA's own by name; the first of them is the type of the number behind it.
    normative: &'static normative::Index,
    first: u32,
    /// The capabilities to host: `Compute` and `Container`, of which each derives from the other in one edition of the standard.
    hosts: Vec<TypeId>,
    effective: Vec<OnceCell<Effective<'d>>>,
    parents: Vec<OnceCell<Lookup>>,
}

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lookup {
    Found(TypeId),
    /// Nothing has the name.
    Unknown,
    /// A file that is not here may declare it: nothing is to be said.
    Untold,
}

impl Lookup {
    pub fn found(self) -> Option<TypeId> {
        match self {
            Lookup::Found(id) => Some(id),
            Lookup::Unknown | Lookup::Untold => None,
        }
    }
}

impl<'d> World<'d> {
    /// `version`: the one whose own types count.
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
            own: Vec::new(),
            sight: Vec::new(),
            normative: catalogue.index(),
            first: 0,
            hosts: Vec::new(),
            effective: Vec::new(),
            parents: Vec::new(),
        };
        let mut known = BTreeMap::new();
        world.open(Some(file), document, &mut known);
        world.follow(library, &mut known, FILES);
        world.incomplete |= world.files.iter().any(|it| leans_on_a_profile(it.document));
        world.add_importers(file, library, &mut known);
        world.add_normative();
        let hosts = ["tosca.capabilities.Compute", "tosca.capabilities.Container"];
        world.hosts = hosts.iter().filter_map(|name| world.normative(TypeKind::Capability, name)).collect();
        for file in 0..world.files.len() {
            let sight = world.sight_of(FileId(file as u32));
            world.sight.push(sight);
        }
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

    /// The types that one file declares, in the order of the text.
    pub fn declared_in(&self, file: FileId) -> impl Iterator<Item = (TypeId, &Type<'d>)> {
        let all = self.types.iter().enumerate();
        all.map(|(at, it)| (TypeId(at as u32), it)).filter(move |(_, it)| it.file == file)
    }

    /// Whether the type is one of those that TOSCA's examples lean on: known, but anybody's to declare.
    pub fn is_example(&self, id: TypeId) -> bool {
        self.get(id).file.0 as usize + 1 == self.files.len()
    }

    /// Whether the type is TOSCA's own.
    pub fn is_normative(&self, id: TypeId) -> bool {
        self.file(self.get(id).file).path.is_none()
    }

    /// The version of TOSCA that its own type comes with, where that is a later one than the document's.
    pub fn comes_with(&self, id: TypeId) -> Option<&'static str> {
        let it = self.get(id);
        self.is_normative(id).then(|| self.catalogue.later(&it.name)).flatten()
    }

    /// The type of this kind that a name means in a file.
    pub fn find(&self, kind: TypeKind, name: &str, from: FileId) -> Lookup {
        let own = |file: FileId| self.own[file.0 as usize].get(kind, name);
        if from.0 as usize >= self.own.len() {
            // TOSCA's own types name each other in full.
            if let Some(id) = self.normative(kind, name) {
                return Lookup::Found(id);
            }
        } else if let Some(id) = self.sight[from.0 as usize].iter().copied().find_map(own) {
            return Lookup::Found(id);
        }
        if let Some((prefix, rest)) = name.split_once(':') {
            match self.find_prefixed(kind, prefix, rest, from) {
                Lookup::Unknown => {}
                known => return known,
            }
        }
        if let Some(id) = self.normative(kind, name) {
            // The examples' types are not normative: a file that is not here may declare its own.
            let example = self.get(id).file.0 as usize + 1 == self.files.len();
            return if example && self.incomplete { Lookup::Untold } else { Lookup::Found(id) };
        }
        if let Some(id) = (0..self.own.len() as u32).map(FileId).find_map(own) {
            return Lookup::Found(id);
        }
        if self.incomplete || self.is_beside(kind, name) { Lookup::Untold } else { Lookup::Unknown }
    }

    /// Whether a file of types leans on one that only what imports both brings together, and nothing of the workspace does: another file of the
    /// workspace declares the type.
    fn is_beside(&self, kind: TypeKind, name: &str) -> bool {
        let roots = || self.library.documents.values().filter_map(|it| it.root());
        let declares = |root: Node<'_>| root.get(kind.section()).is_some_and(|it| it.get(name).is_some());
        self.is_type_file() && roots().any(declares)
    }

    /// The document declares types, and has no topology.
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
        if bound && self.incomplete { Lookup::Untold } else { Lookup::Unknown }
    }

    /// The type that one derives from; `None`: it derives from nothing, or from a primitive.
    pub fn parent(&self, id: TypeId) -> Option<Lookup> {
        let it = self.get(id);
        let name = Word::at(it.node, "derived_from")?;
        // A primitive is declared nowhere, and derives from nothing.
        if it.kind == TypeKind::Data && Primitive::named(&name.text).is_some() {
            return None;
        }
        Some(*self.parents[id.0 as usize].get_or_init(|| match self.find(it.kind, &name.text, it.file) {
            Lookup::Unknown if name.text == "tosca.entity.Root" => Lookup::Untold,
            found => found,
        }))
    }

    /// A type and all that it derives from, itself first, and whether the line is known to its end. A circle is followed once.
    fn ancestry(&self, id: TypeId, most: usize) -> (Vec<TypeId>, bool) {
        let mut line = vec![id];
        loop {
            let last = line[line.len() - 1];
            match self.parent(last) {
                None => return (line, true),
                Some(Lookup::Found(parent)) if !line.contains(&parent) && line.len() < most => {
                    line.push(parent);
                }
                // TOSCA's roots derive from an entity that is declared nowhere.
                Some(Lookup::Untold) if self.is_normative(last) => return (line, true),
                Some(_) => return (line, false),
            }
        }
    }

    /// Whether the first is the second or derives from it; `None`: part of its line is not known.
    pub fn derives(&self, id: TypeId, from: TypeId) -> Option<bool> {
        let effective = self.effective(id);
        let is_in_line = |id: &TypeId| effective.ancestry.contains(id);
        if is_in_line(&from) || (self.hosts.contains(&from) && self.hosts.iter().any(is_in_line)) {
            return Some(true);
        }
        effective.complete.then_some(false)
    }

    /// What a type comes to with all that it inherits.
    pub fn effective(&self, id: TypeId) -> &Effective<'d> {
        if let Some(known) = self.effective[id.0 as usize].get() {
            return known;
        }
        // From the nearest type that is known already downwards: each is laid over the one that it derives from.
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
            // What stands in a circle has all of it, and ends before itself.
            let known = known.filter(|it| !it.ancestry.contains(&id));
            let made = || match known {
                Some(parent) => parent.derived(self, id),
                None => Effective::alone(self, self.ancestry(id, if circles { ROUND } else { ANCESTORS })),
            };
            self.effective[id.0 as usize].get_or_init(made);
        }
        self.effective[id.0 as usize].get_or_init(|| Effective::alone(self, self.ancestry(id, ANCESTORS)))
    }

    /// A type of TOSCA's own by its full name.
    pub fn normative(&self, kind: TypeKind, name: &str) -> Option<TypeId> {
        self.normative.get(kind, name).map(|at| TypeId(self.first + at as u32))
    }

    /// Every type of this kind that the document may name, with the name it would write: for completion, palettes and "did you mean".
    pub fn names(&self, kind: TypeKind) -> Vec<(String, TypeId)> {
        let mut names = BTreeMap::new();
        for file in self.sight[0].iter().copied() {
            names.extend(self.own[file.0 as usize].of(kind).map(|(name, id)| (name.to_owned(), id)));
        }
        for import in &self.file(FileId::OWN).imports {
            if let (Some(prefix), Found::File(file)) = (&import.prefix, import.found) {
                for seen in &self.sight[file.0 as usize] {
                    let own = self.own[seen.0 as usize].of(kind);
                    names.extend(own.map(|(name, id)| (format!("{}:{name}", prefix.text), id)));
                }
            }
        }
        let own = self.normative.of(kind).filter(|(name, _)| name.starts_with("tosca."));
        let own = own.map(|(name, at)| (name, TypeId(self.first + at as u32)));
        // What a later version brings is understood, not offered.
        let own = own.filter(|(_, id)| self.comes_with(*id).is_none());
        names.extend(own.map(|(name, id)| (name.to_owned(), id)));
        names.into_iter().collect()
    }

    fn open(
        &mut self,
        path: Option<&'d FilePath>,
        document: &'d Document,
        known: &mut BTreeMap<&'d FilePath, FileId>,
    ) -> FileId {
        let id = FileId(self.files.len() as u32);
        if let Some(path) = path {
            known.insert(path, id);
        }
        let root = document.root();
        let mut own = ByName::default();
        for (kind, entry) in normative::declared(document) {
            let Some(name) = entry.key.as_str() else { continue };
            let at = TypeId(self.types.len() as u32);
            own.put(kind, name.clone(), at);
            self.types.push(Type { kind, name, key: entry.key, node: entry.value.resolve(), file: id });
        }
        self.own.push(own);
        self.files.push(SourceFile { path, document, imports: root.map(imports).unwrap_or_default() });
        id
    }

    /// Opens what is imported, nearest first.
    fn follow(&mut self, library: &'d Library, known: &mut BTreeMap<&'d FilePath, FileId>, most: usize) {
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
        known: &mut BTreeMap<&'d FilePath, FileId>,
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
            // As good as one that cannot be read: nothing is said of what it may declare.
            Some(_) if self.files.len() >= most => Found::Unreadable,
            Some((path, document)) => Found::File(self.open(Some(path), document, known)),
            None if library.files.contains(&path) => Found::Unreadable,
            None => Found::Missing,
        }
    }

    /// Opens the files of the workspace that import the document, and what these import: a type file may lean on its siblings.
    fn add_importers(
        &mut self,
        file: &'d FilePath,
        library: &'d Library,
        known: &mut BTreeMap<&'d FilePath, FileId>,
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

    fn sight_of(&self, file: FileId) -> Vec<FileId> {
        let mut seen = BTreeSet::from([file]);
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
    }

    /// Opens TOSCA's own types, behind all others.
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
    }
}

/// Whether it is written for a profile whose types are not known here.
fn leans_on_a_profile(document: &Document) -> bool {
    let version = document.root().and_then(|root| root.get("tosca_definitions_version")?.as_str());
    version.is_some_and(|version| matches!(Version::of(&version), Version::Built { .. }))
}

/// Types by kind and name; of one name the first is kept.
#[derive(Debug, Default)]
struct ByName<'d>([FxHashMap<Cow<'d, str>, TypeId>; TypeKind::ALL.len()]);

impl<'d> ByName<'d> {
    fn get(&self, kind: TypeKind, name: &str) -> Option<TypeId> {
        self.0[kind as usize].get(name).copied()
    }

    fn put(&mut self, kind: TypeKind, name: Cow<'d, str>, id: TypeId) {
        self.0[kind as usize].entry(name).or_insert(id);
    }

    /// In no order.
    fn of(&self, kind: TypeKind) -> impl Iterator<Item = (&str, TypeId)> {
        self.0[kind as usize].iter().map(|(name, id)| (&**name, *id))
    }
}

/// The files of the workspace that a service template imports.
fn imported(file: &FilePath, document: &Document) -> Vec<FilePath> {
    let Some(root) = document.root().filter(|root| is_tosca(*root)) else { return Vec::new() };
    imports(root).into_iter().filter_map(|import| file.join(&import.file?.text).ok()).collect()
}

fn is_tosca(root: Node<'_>) -> bool {
    root.get("tosca_definitions_version").is_some()
}
