//! Index of a workspace: the imports of every YAML document and the types that it declares, read once and shared by the [`TypeScope`]s of all documents.
//!
//! [`TypeScope`]: super::TypeScope

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::import::{Found, Import, imports};
use super::named_template::NamedTemplates;
use super::{TypeKind, normative};
use crate::recognize::Version;
use limn_files::FilePath;
use limn_language::cycles::cycles;
use limn_language::dialect::Library;
use limn_language::schema::nearest;
use limn_yaml::{Document, Entry, Node, NodeId};

/// Number of a document, in the order of the paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DocumentId(pub(super) u32);

impl DocumentId {
    /// A document that is not in the workspace.
    pub(super) const OUTSIDE: DocumentId = DocumentId(u32::MAX);
}

#[derive(Debug, Default)]
pub(super) struct WorkspaceIndex {
    files: Vec<IndexedFile>,
    numbers: FxHashMap<FilePath, DocumentId>,
    names: ByName,
    templates: NamedTemplates,
    reach: ImportReach,
}

/// Import graph of the workspace: the imports of all documents in one list, so that the walk from each document is fast.
#[derive(Debug, Default)]
pub(super) struct ImportReach {
    pub(super) targets: Vec<DocumentId>,
    /// For each document.
    pub(super) steps: Vec<Step>,
}

/// Imports of a document, as a range of the targets, and what it adds to what reaches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) marks: Marks,
}

/// Content that a document adds to those that reach it, in bits: for each kind of type, whether its section cannot be read, because it is not a
/// mapping or its key is misspelled; then [`Marks::INCOMPLETE`] and [`Marks::OF_PROFILE`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks(u16);

impl Marks {
    /// An import does not lead to a document of the workspace.
    const INCOMPLETE: u16 = 1 << 8;
    /// The document is of a profile with unknown types.
    const OF_PROFILE: u16 = 1 << 9;

    fn new(misread: u8, is_incomplete: bool, is_of_profile: bool) -> Marks {
        let bit = |is_set: bool, bit: u16| if is_set { bit } else { 0 };
        let (incomplete, profile) =
            (bit(is_incomplete, Marks::INCOMPLETE), bit(is_of_profile, Marks::OF_PROFILE));
        Marks(u16::from(misread) | incomplete | profile)
    }

    pub(super) fn add(&mut self, other: Marks) {
        self.0 |= other.0;
    }

    pub(super) fn misread(self) -> u8 {
        self.0 as u8
    }

    pub(super) fn is_incomplete(self) -> bool {
        self.0 & Marks::INCOMPLETE != 0
    }

    pub(super) fn is_of_profile(self) -> bool {
        self.0 & Marks::OF_PROFILE != 0
    }
}

/// Facts about a document that other files need.
#[derive(Debug)]
pub(super) struct IndexedFile {
    pub(super) path: FilePath,
    pub(super) imports: Vec<IndexedImport>,
    /// Files with an import of this path, in the order of the paths.
    pub(super) imported_by: Vec<DocumentId>,
    /// Number of the cycle of imports that the file is in.
    cycle: Option<u32>,
    pub(super) types: Vec<IndexedType>,
    /// A bit for each kind of type that the file declares.
    kinds: u8,
    pub(super) marks: Marks,
    /// True if another document declares a type of the same name.
    pub(super) shares_names: bool,
}

#[derive(Debug)]
pub(super) struct IndexedImport {
    pub(super) found: Found<DocumentId>,
    pub(super) is_prefixed: bool,
    pub(super) has_namespace: bool,
}

#[derive(Debug)]
pub(super) struct IndexedType {
    pub(super) kind: TypeKind,
    pub(super) name: Arc<str>,
    pub(super) key: NodeId,
    pub(super) value: NodeId,
}

impl WorkspaceIndex {
    pub(super) fn new(library: &Library) -> WorkspaceIndex {
        let numbered = library.documents.keys().zip((0..).map(DocumentId));
        let mut index = WorkspaceIndex {
            files: Vec::with_capacity(library.documents.len()),
            numbers: numbered.map(|(path, id)| (path.clone(), id)).collect(),
            names: ByName::default(),
            templates: NamedTemplates::default(),
            reach: ImportReach::default(),
        };
        index.templates = NamedTemplates::new(library, |path| index.number(path));
        let mut imported_by = vec![Vec::new(); library.documents.len()];
        for (id, (path, document)) in (0..).map(DocumentId).zip(&library.documents) {
            let (file, imported) = index.read(path, document, library);
            for to in imported {
                imported_by[to.0 as usize].push(id);
            }
            index.names.add(id, &file.types);
            index.files.push(file);
        }
        for (file, importers) in index.files.iter_mut().zip(imported_by) {
            file.imported_by = importers;
            file.shares_names =
                file.types.iter().any(|declared| index.names.is_shared(declared.kind, &declared.name));
        }
        index.find_cycles();
        index.find_reach();
        index
    }

    fn find_reach(&mut self) {
        for file in &self.files {
            let start = self.reach.targets.len() as u32;
            self.reach.targets.extend(file.imports.iter().filter_map(|import| import.found.file()));
            let end = self.reach.targets.len() as u32;
            self.reach.steps.push(Step { start, end, marks: file.marks });
        }
    }

    /// Imports of all documents.
    pub(super) fn reach(&self) -> &ImportReach {
        &self.reach
    }

    fn find_cycles(&mut self) {
        let edges = self.files.iter().enumerate().flat_map(|(from, file)| {
            let imported = file.imports.iter().filter_map(|import| import.found.file());
            imported.map(move |to| (from, to.0 as usize))
        });
        let edges: Vec<(usize, usize)> = edges.collect();
        for (number, cycle) in (0..).zip(cycles(self.files.len(), &edges)) {
            for file in cycle {
                self.files[file].cycle = Some(number);
            }
        }
    }

    /// Returns true if the imports of each of two documents lead to the other.
    pub(super) fn are_in_cycle(&self, one: DocumentId, other: DocumentId) -> bool {
        let cycle = self.file(one).cycle;
        cycle.is_some() && cycle == self.file(other).cycle
    }

    /// A document, and the documents whose paths its imports have. It need not be one of the library.
    pub(super) fn read(
        &self,
        path: &FilePath,
        document: &Document,
        library: &Library,
    ) -> (IndexedFile, Vec<DocumentId>) {
        let root = document.root();
        let (mut imported, mut edges) = (Vec::new(), Vec::new());
        for import in root.map(imports).unwrap_or_default() {
            let target = import.file.as_ref().and_then(|file| path.join(&file.text).ok());
            let at_path = target.as_ref().and_then(|target| self.number(target));
            let by_name = || self.templates.find(document, &import.file.as_ref()?.text);
            let found = at_path.or_else(by_name);
            imported.extend(found);
            edges.push(IndexedImport {
                found: find(&import, target.as_ref(), found, library),
                is_prefixed: import.prefix.is_some(),
                has_namespace: import.uri.is_some(),
            });
        }
        let version = root.and_then(|root| root.get("tosca_definitions_version"));
        if version.is_none() {
            imported.clear();
        }
        let types: Vec<IndexedType> = normative::declared(document).filter_map(indexed).collect();
        let file = IndexedFile {
            path: path.clone(),
            marks: Marks::new(
                root.map_or(0, misread),
                edges.iter().any(|import| !matches!(import.found, Found::File(_) | Found::Unsaid)),
                version
                    .and_then(Node::as_str)
                    .is_some_and(|version| matches!(Version::of(&version), Version::OnTop { .. })),
            ),
            imports: edges,
            imported_by: Vec::new(),
            cycle: None,
            kinds: types.iter().fold(0, |kinds, declared| kinds | 1 << declared.kind as u8),
            types,
            shares_names: false,
        };
        (file, imported)
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    pub(super) fn number(&self, path: &FilePath) -> Option<DocumentId> {
        self.numbers.get(path).copied()
    }

    pub(super) fn file(&self, id: DocumentId) -> &IndexedFile {
        &self.files[id.0 as usize]
    }

    pub(super) fn names(&self) -> &ByName {
        &self.names
    }
}

/// The kinds of types whose section cannot be read.
fn misread(root: Node<'_>) -> u8 {
    let root = root.resolve();
    let bit = |kind: TypeKind| 1 << kind as u8;
    let mut bits = 0;
    for entry in root.entries() {
        let Some(key) = entry.key.as_str() else { continue };
        match TypeKind::ALL.into_iter().find(|kind| kind.section() == key) {
            Some(kind) if !entry.value.resolve().is_mapping() && !entry.value.is_null() => bits |= bit(kind),
            Some(_) => {}
            None if key.contains("type") => {
                let near = nearest(&key, TypeKind::ALL.into_iter().map(TypeKind::section));
                bits |= TypeKind::ALL.into_iter().find(|it| Some(it.section()) == near).map_or(0, bit);
            }
            None => {}
        }
    }
    bits
}

impl IndexedFile {
    pub(super) fn declares(&self, kind: TypeKind) -> bool {
        self.kinds & 1 << kind as u8 != 0
    }
}

fn find(
    import: &Import<'_>,
    target: Option<&FilePath>,
    document: Option<DocumentId>,
    library: &Library,
) -> Found<DocumentId> {
    match (&import.file, target, document) {
        (None, ..) => Found::Unsaid,
        (Some(file), ..) if import.repository.is_some() || file.text.contains("://") => Found::Remote,
        (.., Some(document)) => Found::File(document),
        (_, None, _) => Found::Unreachable,
        (_, Some(target), None) => match library.files.binary_search(target) {
            Ok(_) => Found::Unreadable,
            Err(_) => Found::Missing,
        },
    }
}

fn indexed((kind, entry): (TypeKind, Entry<'_>)) -> Option<IndexedType> {
    let name = entry.key.as_str()?.as_ref().into();
    Some(IndexedType { kind, name, key: entry.key.id(), value: entry.value.resolve().id() })
}

/// A declaration: the document, and the position among its types.
pub(super) type Declaration = (DocumentId, u32);

/// Declarations by kind and name: of each document the first, in the order of the documents.
#[derive(Debug, Default)]
pub(super) struct ByName([FxHashMap<Arc<str>, Declarations>; TypeKind::ALL.len()]);

/// Declarations of one name. Most names have one.
#[derive(Debug)]
pub(super) struct Declarations {
    first: Declaration,
    more: Vec<Declaration>,
}

impl ByName {
    pub(super) fn add(&mut self, document: DocumentId, types: &[IndexedType]) {
        for (at, it) in (0..).zip(types) {
            let known = self.0[it.kind as usize].get_mut(&it.name);
            match known {
                Some(known) if known.last().0 == document => {}
                Some(known) => known.more.push((document, at)),
                None => {
                    let declarations = Declarations { first: (document, at), more: Vec::new() };
                    self.0[it.kind as usize].insert(Arc::clone(&it.name), declarations);
                }
            }
        }
    }

    /// Returns true if several documents declare the name.
    fn is_shared(&self, kind: TypeKind, name: &str) -> bool {
        self.get(kind, name).is_some_and(|declarations| !declarations.more.is_empty())
    }

    #[inline]
    pub(super) fn get(&self, kind: TypeKind, name: &str) -> Option<&Declarations> {
        self.0[kind as usize].get(name)
    }
}

impl Declarations {
    pub(super) fn iter(&self) -> impl Iterator<Item = Declaration> {
        std::iter::once(self.first).chain(self.more.iter().copied())
    }

    /// Position of the declaration in a document.
    pub(super) fn of(&self, document: DocumentId) -> Option<u32> {
        if self.first.0 == document {
            return Some(self.first.1);
        }
        let at = self.more.binary_search_by_key(&document, |declaration| declaration.0).ok()?;
        Some(self.more[at].1)
    }

    fn last(&self) -> Declaration {
        self.more.last().copied().unwrap_or(self.first)
    }
}
