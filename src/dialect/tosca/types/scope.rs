//! Type registry of a document: the document, its direct and indirect imports, and the TOSCA types.
//!
//! The files that the document reaches are known from the [`WorkspaceIndex`]; a file is opened, and a type is read, on first use.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::effective::Effective;
use super::import::{Found, Import, imports};
use super::lookup::Lookup;
use super::workspace_index::{
    ByName, Declarations, DocumentId, ImportReach, IndexedFile, IndexedImport, Marks, WorkspaceIndex,
};
use super::{FileId, Type, TypeId, TypeKind, normative};
use crate::grammar::AMP;
use limn_files::FilePath;
use limn_language::dialect::Library;
use limn_language::schema::Profiles;
use limn_yaml::{Document, NodeId};

/// Maximum number of imported files.
const FILES: usize = 2_000;
/// Maximum number of files from importers of the document and their imports: each sibling opens all others.
const SIBLINGS: usize = 256;
/// Maximum length of a derivation chain.
pub(super) const ANCESTORS: usize = 512;
/// Maximum number of other files that a derivation chain is followed through. Beyond it the ancestors count as unknown: otherwise each file of a long
/// chain of files would cost as much as all files above it.
pub const CHAINED_FILES: usize = 64;

/// All types that a document can reference.
#[derive(Debug)]
pub struct TypeScope<'d> {
    /// True if a dependency is not in the workspace: unknown names may be declared there.
    pub incomplete: bool,
    /// A bit for each kind of type that a section which cannot be read may declare.
    misread: u8,
    /// True for the dialect of Cloudsoft AMP, which has more types of values.
    pub is_amp: bool,
    path: &'d FilePath,
    document: &'d Document,
    library: &'d Library,
    index: Arc<WorkspaceIndex>,
    /// The document, if the index has another one under its path, or none.
    own: Option<Box<OwnIndex>>,
    /// The documents of the files: the own one first, nearest imports first, then those of importers.
    order: Vec<DocumentId>,
    /// The files of the documents; [`FileId::NONE`] for those that the document does not reach.
    numbers: Vec<FileId>,
    /// In the same order, with the TOSCA types last; in shelves, as most of a large workspace is never opened.
    files: Vec<OnceCell<Shelf<'d>>>,
    files_count: usize,
    /// For each file that is not TOSCA's own, the files whose types it sees without a prefix, itself first: made where a name needs it.
    pub(super) sight: RefCell<FxHashMap<FileId, Rc<[FileId]>>>,
    builtin_types: &'static normative::BuiltinTypes,
    /// TOSCA's own types by name.
    normative: &'static normative::Index,
    /// The capabilities `Compute` and `Container`, each derived from the other in one edition of the standard.
    pub(super) hosts: Vec<TypeId>,
}

/// Some files of a type scope.
type Shelf<'d> = Box<[OnceCell<Box<SourceFile<'d>>>; SHELF]>;

const SHELF: usize = 32;

/// The index of a document alone.
#[derive(Debug)]
struct OwnIndex {
    file: IndexedFile,
    names: ByName,
}

/// A file of the type scope.
#[derive(Debug)]
pub struct SourceFile<'d> {
    /// `None` for the TOSCA types.
    pub path: Option<&'d FilePath>,
    pub document: &'d Document,
    pub imports: Vec<Import<'d>>,
    types: Vec<OnceCell<Box<TypeSlot<'d>>>>,
}

/// A type of the type scope, with what is derived from it on first use.
#[derive(Debug)]
pub(super) struct TypeSlot<'d> {
    declared: Type<'d>,
    pub(super) effective: OnceCell<Effective<'d>>,
    pub(super) parent: OnceCell<Lookup>,
}

impl<'d> TypeScope<'d> {
    /// Builds the registry. `version`: the version of the TOSCA types.
    pub fn new(
        file: &'d FilePath,
        document: &'d Document,
        library: &'d Library,
        version: Profiles,
    ) -> TypeScope<'d> {
        let index = library.computed.get(|| WorkspaceIndex::new(library));
        let is_known =
            library.documents.get(file).is_some_and(|known| std::ptr::eq(&raw const **known, document));
        let own = (!is_known).then(|| {
            let (file, _) = index.read(file, document, library);
            let mut names = ByName::default();
            names.add(DocumentId::OUTSIDE, &file.types);
            Box::new(OwnIndex { file, names })
        });
        let builtin_types = normative::builtin_types(version);
        let mut type_scope = TypeScope {
            incomplete: version.has(AMP),
            misread: 0,
            is_amp: version.has(AMP),
            path: file,
            document,
            library,
            own,
            order: Vec::with_capacity(index.len().min(FILES) + 1),
            numbers: vec![FileId::NONE; index.len()],
            index,
            files: Vec::new(),
            files_count: 0,
            sight: RefCell::default(),
            builtin_types,
            normative: builtin_types.index(),
            hosts: Vec::new(),
        };
        type_scope.add(type_scope.index.number(file).unwrap_or(DocumentId::OUTSIDE));
        let marks = type_scope.follow(FILES);
        type_scope.incomplete |= marks.is_of_profile();
        type_scope.add_importers();
        type_scope.files_count = type_scope.order.len() + builtin_types.documents().len();
        type_scope.files.resize_with(type_scope.files_count.div_ceil(SHELF), OnceCell::new);
        let hosts = ["tosca.capabilities.Compute", "tosca.capabilities.Container"];
        type_scope.hosts =
            hosts.iter().filter_map(|name| type_scope.normative(TypeKind::Capability, name)).collect();
        type_scope
    }

    /// The file of a document, if the document of the type scope reaches it.
    fn reached(&self, document: DocumentId) -> Option<FileId> {
        Some(self.numbers[document.0 as usize]).filter(|file| *file != FileId::NONE)
    }

    fn add(&mut self, document: DocumentId) {
        let file = FileId(self.order.len() as u32);
        self.order.push(document);
        if let Some(number) = self.numbers.get_mut(document.0 as usize) {
            *number = file;
        }
    }

    /// Adds what is imported, nearest first. Returns what the files add to the document. Each document walks through all that it reaches, so in a
    /// chain of many files this loop is what costs the most.
    fn follow(&mut self, most: usize) -> Marks {
        let (mut order, mut numbers) = (std::mem::take(&mut self.order), std::mem::take(&mut self.numbers));
        let (mut marks, mut is_cut, mut at) = (Marks::default(), false, 0);
        let mut reach = |order: &mut Vec<DocumentId>, imported: &[DocumentId]| {
            for document in imported {
                let number = &mut numbers[document.0 as usize];
                if *number != FileId::NONE {
                    continue;
                }
                // A file beyond the limit may declare anything.
                if order.len() >= most {
                    is_cut = true;
                } else {
                    *number = FileId(order.len() as u32);
                    order.push(*document);
                }
            }
        };
        if let Some(own) = &self.own {
            let imported: Vec<DocumentId> =
                own.file.imports.iter().filter_map(|import| import.found.file()).collect();
            marks.add(own.file.marks);
            reach(&mut order, &imported);
            at = 1;
        }
        let ImportReach { targets, steps } = self.index.reach();
        while at < order.len() && order.len() < FILES {
            let step = steps[order[at].0 as usize];
            marks.add(step.marks);
            reach(&mut order, &targets[step.start as usize..step.end as usize]);
            at += 1;
        }
        self.incomplete |= marks.is_incomplete() || is_cut || at < order.len();
        self.misread |= marks.misread();
        (self.order, self.numbers) = (order, numbers);
        marks
    }

    /// Adds importers of the document and their imports: a type file can depend on its siblings.
    fn add_importers(&mut self) {
        let own = self.order[0];
        if own == DocumentId::OUTSIDE || !self.is_type_file() {
            return;
        }
        let files = self.order.len();
        let most = (files + SIBLINGS).min(FILES);
        let index = Arc::clone(&self.index);
        for importer in &index.file(own).imported_by {
            if self.reached(*importer).is_none() && self.order.len() < most {
                self.add(*importer);
            }
        }
        if self.order.len() > files {
            self.follow(most);
        }
    }

    /// Returns true for a document with types and without a topology.
    pub(super) fn is_type_file(&self) -> bool {
        self.document.root().is_none_or(|root| root.get("topology_template").is_none())
    }

    fn indexed(&self, file: FileId) -> &IndexedFile {
        match &self.own {
            Some(own) if file == FileId::OWN => &own.file,
            _ => self.index.file(self.order[file.0 as usize]),
        }
    }

    pub(super) fn files_count(&self) -> usize {
        self.files_count
    }

    /// All files, the TOSCA types last.
    fn all_files(&self) -> impl Iterator<Item = FileId> + use<'d> {
        (0..self.files_count as u32).map(FileId)
    }

    /// Files of the workspace, the document first.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile<'d>> {
        self.all_files().take(self.order.len()).map(|id| self.file(id))
    }

    /// The file of a path of the workspace, if the document depends on it.
    pub fn file_at(&self, path: &FilePath) -> Option<FileId> {
        if path == self.path {
            return Some(FileId::OWN);
        }
        self.reached(self.index.number(path)?)
    }

    /// All files that were opened so far.
    pub fn opened(&self) -> impl Iterator<Item = &SourceFile<'d>> {
        self.files
            .iter()
            .filter_map(OnceCell::get)
            .flat_map(|shelf| shelf.iter())
            .filter_map(|cell| Some(&**cell.get()?))
    }

    pub fn file(&self, id: FileId) -> &SourceFile<'d> {
        let (shelf, at) = (id.0 as usize / SHELF, id.0 as usize % SHELF);
        let shelf = self.files[shelf].get_or_init(|| Box::new(std::array::from_fn(|_| OnceCell::new())));
        shelf[at].get_or_init(|| Box::new(self.open(id)))
    }

    fn open(&self, id: FileId) -> SourceFile<'d> {
        if let Some(at) = (id.0 as usize).checked_sub(self.order.len()) {
            let types = slots(self.normative.types_of(at).len());
            return SourceFile {
                path: None,
                document: self.builtin_types.documents()[at],
                imports: Vec::new(),
                types,
            };
        }
        let indexed = self.indexed(id);
        let of_library = || self.library.documents.get_key_value(&indexed.path);
        let (path, document) = match of_library().filter(|_| id != FileId::OWN) {
            Some((path, document)) => (path, &**document),
            None => (self.path, self.document),
        };
        let mut all = document.root().map(imports).unwrap_or_default();
        for (import, known) in all.iter_mut().zip(&indexed.imports) {
            import.found = self.found(known);
        }
        SourceFile { path: Some(path), document, imports: all, types: slots(indexed.types.len()) }
    }

    fn found(&self, import: &IndexedImport) -> Found {
        match import.found {
            Found::File(document) => self.reached(document).map_or(Found::Unreadable, Found::File),
            Found::Remote => Found::Remote,
            Found::Missing => Found::Missing,
            Found::Unreachable => Found::Unreachable,
            Found::Unreadable => Found::Unreadable,
            Found::Unsaid => Found::Unsaid,
        }
    }

    /// Returns true if the imports of an imported file lead back to the document.
    pub fn is_in_import_cycle(&self, file: FileId) -> bool {
        let (own, other) = (self.order[0], self.order[file.0 as usize]);
        file == FileId::OWN || own != DocumentId::OUTSIDE && self.index.are_in_cycle(own, other)
    }

    pub fn get(&self, id: TypeId) -> &Type<'d> {
        &self.slot(id).declared
    }

    pub(super) fn slot(&self, id: TypeId) -> &TypeSlot<'d> {
        let file = self.file(id.file);
        file.types[id.at as usize].get_or_init(|| {
            let declared = self.declared(id, file.document);
            Box::new(TypeSlot { declared, effective: OnceCell::new(), parent: OnceCell::new() })
        })
    }

    fn declared(&self, id: TypeId, document: &'d Document) -> Type<'d> {
        let (kind, key, node) = match (id.file.0 as usize).checked_sub(self.order.len()) {
            Some(at) => {
                let (kind, entry) = self.normative.types_of(at)[id.at as usize];
                (kind, entry.key, entry.value.resolve())
            }
            None => {
                let it = &self.indexed(id.file).types[id.at as usize];
                let node = |id: NodeId| document.node_of(id).expect("the index is of this document");
                (it.kind, node(it.key), node(it.value))
            }
        };
        Type { kind, name: key.as_str().unwrap_or_default(), key, node, file: id.file }
    }

    /// Types that a file declares, in document order.
    pub fn declared_in(&self, file: FileId) -> impl Iterator<Item = (TypeId, &Type<'d>)> {
        let count = self.file(file).types.len() as u32;
        (0..count).map(move |at| TypeId { file, at }).map(|id| (id, self.get(id)))
    }

    /// All types of a kind, in the order of the files.
    pub fn types_of(&self, kind: TypeKind) -> impl Iterator<Item = (TypeId, &Type<'d>)> {
        let may_declare =
            move |file: &FileId| self.is_normative_file(*file) || self.indexed(*file).declares(kind);
        let all = self.all_files().filter(may_declare).flat_map(|file| self.declared_in(file));
        all.filter(move |(_, declared)| declared.kind == kind)
    }

    pub(super) fn is_normative_file(&self, file: FileId) -> bool {
        file.0 as usize >= self.order.len()
    }

    /// Returns true for types of examples in the standard: known, but other files can declare them.
    pub fn is_example(&self, id: TypeId) -> bool {
        id.file.0 as usize + 1 == self.files_count
    }

    /// Returns true for a TOSCA type.
    pub fn is_normative(&self, id: TypeId) -> bool {
        self.is_normative_file(id.file)
    }

    /// First version with a TOSCA type, if it is later than that of the document.
    pub fn comes_with(&self, id: TypeId) -> Option<&'static str> {
        self.is_normative(id).then(|| self.builtin_types.later(&self.get(id).name)).flatten()
    }

    /// A TOSCA type by full name.
    pub fn normative(&self, kind: TypeKind, name: &str) -> Option<TypeId> {
        self.normative.get(kind, name).map(|at| self.normative_id(at))
    }

    fn normative_id(&self, at: usize) -> TypeId {
        let first = self.order.len() as u32;
        match at.checked_sub(self.normative.normative) {
            Some(at) => TypeId { file: FileId(first + 1), at: at as u32 },
            None => TypeId { file: FileId(first), at: at as u32 },
        }
    }

    /// TOSCA types of a kind by full name, in no particular order.
    pub(super) fn normative_names(&self, kind: TypeKind) -> impl Iterator<Item = (&str, TypeId)> {
        self.normative.full_names(kind).map(|(name, at)| (name, self.normative_id(at)))
    }

    /// Types of a name in the files of the workspace: of each file the first, in no particular order.
    pub fn named(&self, kind: TypeKind, name: &str) -> impl Iterator<Item = TypeId> {
        let own = self.own.as_ref().and_then(|own| own.names.get(kind, name));
        let own = own.and_then(|declarations| declarations.of(DocumentId::OUTSIDE));
        let hidden = self.own.is_some().then_some(FileId::OWN);
        let others = self.index.names().get(kind, name).into_iter().flat_map(Declarations::iter);
        let others = others.filter_map(move |(document, at)| {
            let file = self.reached(document).filter(|file| Some(*file) != hidden)?;
            Some(TypeId { file, at })
        });
        own.map(|at| TypeId { file: FileId::OWN, at }).into_iter().chain(others)
    }

    /// The first type of a name in a file of the workspace.
    pub(super) fn declaration(&self, kind: TypeKind, name: &str, file: FileId) -> Option<TypeId> {
        let at = match &self.own {
            Some(own) if file == FileId::OWN => own.names.get(kind, name)?.of(DocumentId::OUTSIDE),
            _ => self.index.names().get(kind, name)?.of(self.order[file.0 as usize]),
        };
        at.map(|at| TypeId { file, at })
    }

    /// Returns true if any document of the workspace declares the type.
    pub(super) fn is_in_workspace(&self, kind: TypeKind, name: &str) -> bool {
        self.index.names().get(kind, name).is_some()
    }

    /// Returns true if a section that cannot be read may declare types of a kind.
    pub(super) fn is_misread(&self, kind: TypeKind) -> bool {
        self.misread & 1 << kind as u8 != 0
    }

    /// The first file of the workspace that declares a type, outside the files that the document reaches.
    pub fn unreached_declaration(&self, kind: TypeKind, name: &str) -> Option<&FilePath> {
        let declarations = self.index.names().get(kind, name)?;
        let unreached = declarations.iter().find(|(document, _)| self.reached(*document).is_none())?;
        Some(&self.index.file(unreached.0).path)
    }

    /// The types of a kind that a file declares, the last first: of one name the first counts.
    pub(super) fn names_in(&self, file: FileId, kind: TypeKind) -> impl Iterator<Item = (&str, TypeId)> {
        let declared = self.indexed(file).types.iter().enumerate().rev();
        let declared = declared.filter(move |(_, declared)| declared.kind == kind);
        declared.map(move |(at, declared)| (&*declared.name, TypeId { file, at: at as u32 }))
    }

    /// Files that a file imports without a prefix.
    pub(super) fn unprefixed(&self, file: FileId) -> impl Iterator<Item = FileId> {
        let imports = self.indexed(file).imports.iter().filter(|import| !import.is_prefixed);
        imports.filter_map(|import| self.found(import).file())
    }

    /// Files that a file imports with neither a prefix nor a namespace.
    pub fn plain_imports(&self, file: FileId) -> impl Iterator<Item = FileId> {
        let imports =
            self.indexed(file).imports.iter().filter(|import| !import.is_prefixed && !import.has_namespace);
        imports.filter_map(|import| self.found(import).file())
    }

    /// Returns true if another document of the workspace declares a type of the same name as one of the file's.
    pub fn shares_names(&self, file: FileId) -> bool {
        self.indexed(file).shares_names
    }
}

fn slots<T>(count: usize) -> Vec<OnceCell<T>> {
    let mut slots = Vec::new();
    slots.resize_with(count, OnceCell::new);
    slots
}
