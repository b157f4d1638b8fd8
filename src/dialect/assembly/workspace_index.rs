//! Index of the other descriptors in the workspace by full name. Descriptors are read on demand. Resolves LMCTL project paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::grammar::{DescriptorName, is_lmctl, is_version};
use super::model::{Descriptor, DescriptorKind};
use super::{read, recognize, version};
use limn_files::FilePath;
use limn_language::cycles::cycles;
use limn_language::dialect::Library;
use limn_lmctl::{Manager, PROJECT_FILES, Project, Tree};
use limn_yaml::{Document, Node};

/// The descriptors of the workspace, as seen from one file.
#[derive(Default)]
pub struct WorkspaceIndex {
    library: Arc<Library>,
    /// The file that this index belongs to.
    own: Option<FilePath>,
    shared: OnceLock<Arc<Shared>>,
}

/// The same for all files of a workspace. Each part is built on first use.
#[derive(Default)]
struct Shared {
    /// Full names to files.
    index: OnceLock<BTreeMap<String, FilePath>>,
    read: Mutex<BTreeMap<FilePath, Arc<Descriptor>>>,
    /// The files of assemblies that contain themselves, directly or through others, with the number of their cycle.
    containing_themselves: OnceLock<BTreeMap<FilePath, usize>>,
}

/// The LMCTL project of a file, and the name that LMCTL expects in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectInfo {
    /// The outermost `lmproject.yml`.
    pub file: FilePath,
    /// `assembly`, `assembly-template`, `resource`, `type`.
    pub kind: &'static str,
    /// The project's name; `sub-parent` for a sub-project.
    pub full_name: String,
    pub version: String,
    pub manager: Option<Manager>,
}

/// The types of the components or references in a section.
fn types_in<'d>(document: &'d Document, section: &str) -> impl Iterator<Item = String> + use<'d> {
    let section = document.root().and_then(|root| root.get(section));
    section.into_iter().flat_map(read::effective).filter_map(|entry| scalar(entry.value, "type"))
}

impl WorkspaceIndex {
    pub fn new(library: &Arc<Library>, own: &FilePath) -> WorkspaceIndex {
        WorkspaceIndex { library: Arc::clone(library), own: Some(own.clone()), ..WorkspaceIndex::default() }
    }

    /// Resolves a type to a descriptor: by exact version, by the highest version that matches `^`, or by an LMCTL reference. Descriptors of the
    /// workspace are preferred to those of the catalog.
    pub fn find(&self, type_name: &str) -> Option<Arc<Descriptor>> {
        let own = self.file_of(type_name).and_then(|file| self.open(&file));
        own.or_else(|| self.catalog()?.find(type_name))
    }

    /// The descriptors of the catalog.
    pub fn catalog(&self) -> Option<WorkspaceIndex> {
        let library = Arc::clone(self.library.catalog.as_ref()?);
        Some(WorkspaceIndex { library, ..WorkspaceIndex::default() })
    }

    /// The full name of the highest version of a descriptor, of the workspace or the catalog, that is above the exact version in a full name.
    pub fn newer_than(&self, full_name: &str) -> Option<String> {
        let requested = DescriptorName::parse(full_name).filter(|name| is_version(&name.version))?;
        let prefix = format!("{}::{}::", requested.kind, requested.name);
        let highest = |index: &WorkspaceIndex| {
            let versions = index.index().range(prefix.clone()..).map(|(name, _)| name.clone());
            let versions = versions.take_while(|name| name.starts_with(&prefix));
            let versions = versions.filter(|name| is_version(&name[prefix.len()..]));
            versions.max_by(|a, b| version::compare(&a[prefix.len()..], &b[prefix.len()..]))
        };
        let found = highest(self).into_iter().chain(self.catalog().as_ref().and_then(highest));
        let newest = found.max_by(|a, b| version::compare(&a[prefix.len()..], &b[prefix.len()..]))?;
        version::compare(&newest[prefix.len()..], &requested.version).is_gt().then_some(newest)
    }

    /// Returns true if a descriptor is of a file of the workspace.
    pub fn contains(&self, descriptor: &Descriptor) -> bool {
        let document = self.library.documents.get(&descriptor.file);
        document.is_some_and(|document| Arc::ptr_eq(document, &descriptor.document))
    }

    /// The file of a type in the workspace.
    fn file_of(&self, type_name: &str) -> Option<FilePath> {
        if is_lmctl(type_name) {
            return self.lmctl_target(type_name);
        }
        let index = self.index();
        if let Some(file) = index.get(type_name) {
            return Some(file.clone());
        }
        // Fast path: most versions are exact.
        let requested = type_name.contains('^').then(|| DescriptorName::parse(type_name)).flatten()?;
        let minimum = requested.version.strip_prefix('^').filter(|version| is_version(version))?;
        let prefix = format!("{}::{}::", requested.kind, requested.name);
        let versions = index.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        let matching = versions.filter(|(name, _)| has_minimum(&name[prefix.len()..], minimum));
        matching.max_by_key(|(name, _)| numbers(&name[prefix.len()..])).map(|(_, file)| file.clone())
    }

    /// The descriptors as another descriptor, of the workspace or of the catalog, sees them.
    pub fn seen_from(&self, descriptor: &Descriptor) -> WorkspaceIndex {
        match self.catalog().filter(|_| !self.contains(descriptor)) {
            Some(catalog) => catalog,
            None => WorkspaceIndex::new(&self.library, &descriptor.file),
        }
    }

    /// The descriptors of the workspace with components of a descriptor, or references to its instances.
    pub fn containing(&self, descriptor: &Descriptor) -> Vec<Arc<Descriptor>> {
        let has_component = |(file, document): &(&FilePath, &Arc<Document>)| {
            let seen_from = WorkspaceIndex::new(&self.library, file);
            let types =
                ["composition", "references"].into_iter().flat_map(|section| types_in(document, section));
            let mut files = types.filter_map(|name| seen_from.file_of(&name));
            files.any(|part| part == descriptor.file)
        };
        if !self.contains(descriptor) {
            return Vec::new();
        }
        let found = self.library.documents.iter().filter(has_component);
        found.filter_map(|(file, _)| self.open(file)).collect()
    }

    /// True if this file and the descriptor that `type_name` names contain each other, directly or through other assemblies.
    pub fn contains_itself_by(&self, type_name: &str) -> bool {
        let all = self.shared().containing_themselves.get_or_init(|| self.containing_themselves());
        let cycle_of = |file: &FilePath| all.get(file);
        let own = self.own.as_ref().and_then(cycle_of);
        own.is_some() && self.file_of(type_name).as_ref().and_then(cycle_of) == own
    }

    fn containing_themselves(&self) -> BTreeMap<FilePath, usize> {
        let files: Vec<&FilePath> = self.library.documents.keys().collect();
        let part = |(number, (file, document)): (usize, (&FilePath, &Arc<Document>))| {
            let seen_from = WorkspaceIndex::new(&self.library, file);
            let types = types_in(document, "composition");
            let parts = types.filter_map(|name| files.binary_search(&&seen_from.file_of(&name)?).ok());
            parts.map(|part| (number, part)).collect::<Vec<_>>()
        };
        let edges: Vec<(usize, usize)> = self.library.documents.iter().enumerate().flat_map(part).collect();
        let cycles = cycles(files.len(), &edges);
        let of_cycle =
            |(number, cycle): (usize, Vec<usize>)| cycle.into_iter().map(move |file| (file, number));
        cycles
            .into_iter()
            .enumerate()
            .flat_map(of_cycle)
            .map(|(file, number)| (files[file].clone(), number))
            .collect()
    }

    fn shared(&self) -> &Shared {
        self.shared.get_or_init(|| self.library.computed.get(Shared::default))
    }

    /// The highest version of a descriptor that is in a version range: `resource::web::[1.0,)` gives `resource::web::1.4`.
    pub fn newest_in_range(&self, kind: &str, name: &str, range: &str) -> Option<String> {
        let prefix = format!("{kind}::{name}::");
        let names = self.index().range(prefix.clone()..).map(|(name, _)| name);
        let versions = names.take_while(|name| name.starts_with(&prefix)).map(|name| &name[prefix.len()..]);
        let own = versions
            .filter(|version| version::is_in_range(version, range))
            .max_by(|a, b| version::compare(a, b))
            .map(|newest| format!("{prefix}{newest}"));
        let others = self.catalog().and_then(|catalog| catalog.newest_in_range(kind, name, range));
        let version = |full: &String| full[prefix.len()..].to_owned();
        own.into_iter().chain(others).max_by(|a, b| version::compare(&version(a), &version(b)))
    }

    /// Full names and files of all other assemblies and resources of the workspace, sorted by name.
    pub fn names(&self) -> impl Iterator<Item = (&str, &FilePath)> {
        self.index()
            .iter()
            .filter(|(_, file)| Some(*file) != self.own.as_ref())
            .map(|(name, file)| (name.as_str(), file))
    }

    /// The other file with the descriptor of a full name.
    pub fn file_named(&self, full_name: &str) -> Option<&FilePath> {
        self.index().get(full_name).filter(|file| Some(*file) != self.own.as_ref())
    }

    /// Exact full names that components of the workspace have as their type, and that no descriptor has.
    pub fn missing_names(&self) -> BTreeSet<String> {
        let used = self.library.documents.values().flat_map(|document| types_in(document, "composition"));
        let is_exact =
            |name: &String| DescriptorName::parse(name).is_some_and(|parsed| is_version(&parsed.version));
        used.filter(|name| is_exact(name) && !self.index().contains_key(name)).collect()
    }

    /// True if the workspace has resources beside this descriptor, so that a missing descriptor should be there, too. Assemblies alone may be open without
    /// what they use.
    pub fn knows_resources(&self) -> bool {
        self.names().any(|(name, _)| name.starts_with("resource::"))
    }

    /// True if the workspace has no other files, and no catalog. Missing descriptors are only reported if it has.
    pub fn is_alone(&self) -> bool {
        self.library.catalog.is_none()
            && self.library.documents.keys().all(|file| Some(file) == self.own.as_ref())
    }

    /// The LMCTL project of this file, if any.
    pub fn project(&self) -> Option<ProjectInfo> {
        project_of(&self.library, self.own.as_ref()?)
    }

    /// The other documents of the workspace.
    pub fn other_documents(&self) -> impl Iterator<Item = &Document> {
        let others = self.library.documents.iter().filter(|(file, _)| Some(*file) != self.own.as_ref());
        others.map(|(_, document)| &**document)
    }

    /// All files of the workspace.
    pub fn files(&self) -> &[FilePath] {
        &self.library.files
    }

    /// True if all files of the project are open.
    pub fn is_whole(&self) -> bool {
        self.library.whole
    }

    /// The files and empty folders of the workspace.
    pub fn tree(&self) -> Tree<'_> {
        Tree::new(self.library.files.iter(), self.library.folders.iter())
    }

    /// Returns true if a folder has files or is an empty folder of the workspace. Without building a tree.
    pub fn has_folder(&self, folder: &str) -> bool {
        let inside = format!("{folder}/");
        let files = &self.library.files;
        let first = files.get(files.partition_point(|file| file.as_str() < inside.as_str()));
        let is_below = |path: &FilePath| path.as_str().starts_with(&inside);
        first.is_some_and(is_below)
            || self.library.folders.iter().any(|path| path.as_str() == folder || is_below(path))
    }

    /// The LMCTL project of a project file.
    pub fn lmctl_project(&self, file: &FilePath) -> Option<Arc<Project>> {
        projects(&self.library).0.get(file).cloned()
    }

    pub fn document_at(&self, file: &str) -> Option<&Arc<Document>> {
        self.library.documents.get(&FilePath::new(file).ok()?)
    }

    pub fn document(&self, file: &FilePath) -> Option<&Arc<Document>> {
        self.library.documents.get(file)
    }

    fn index(&self) -> &BTreeMap<String, FilePath> {
        self.shared().index.get_or_init(|| {
            let mut index = BTreeMap::new();
            for (file, document) in &self.library.documents {
                if let Some(name) = name_of(&self.library, file, document) {
                    index.entry(name).or_insert_with(|| file.clone());
                }
            }
            index
        })
    }

    fn open(&self, file: &FilePath) -> Option<Arc<Descriptor>> {
        let known = || self.shared().read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(descriptor) = known().get(file) {
            return Some(Arc::clone(descriptor));
        }
        let document = self.library.documents.get(file)?;
        let kind = recognize::kind(file, document)?;
        let profiles = recognize::profile_bits(document, kind, false, false);
        let descriptor = Arc::new(read::read(file, document, kind, profiles, WorkspaceIndex::default()));
        known().insert(file.clone(), Arc::clone(&descriptor));
        Some(descriptor)
    }

    /// The references of LMCTL to the other descriptors of the project.
    pub fn lmctl_references(&self) -> Vec<String> {
        let project = self.project().and_then(|project| self.lmctl_project(&project.file));
        let references = project.as_ref().map(|project| project.references()).unwrap_or_default();
        let is_other = |reference: &String| {
            let target = project.as_ref().and_then(|project| self.target_in(project, reference));
            target.is_some_and(|file| Some(&file) != self.own.as_ref())
        };
        references.into_iter().filter(is_other).collect()
    }

    /// Resolves `$lmctl:/contains:/sub:/descriptor_name` to a descriptor file, as LMCTL does: from the outermost project.
    fn lmctl_target(&self, reference: &str) -> Option<FilePath> {
        self.target_in(&*self.lmctl_project(&self.project()?.file)?, reference)
    }

    fn target_in(&self, project: &Project, reference: &str) -> Option<FilePath> {
        let part = project.part(reference)?;
        let places = part.descriptors().into_iter().filter_map(|place| FilePath::new(&part.at(&place)).ok());
        places.into_iter().find(|file| self.library.documents.contains_key(file))
    }
}

/// The LMCTL projects of a workspace, by project file.
struct Projects(BTreeMap<FilePath, Arc<Project>>);

fn projects(library: &Library) -> Arc<Projects> {
    library.computed.get(|| {
        let tree = Tree::new(library.files.iter(), library.folders.iter());
        let files = library.documents.iter().filter(|(file, _)| PROJECT_FILES.contains(&file.name()));
        let read = |(file, document): (&FilePath, &Arc<Document>)| {
            (file.clone(), Arc::new(Project::read(file, document, &tree)))
        };
        Projects(files.map(read).collect())
    })
}

impl fmt::Debug for WorkspaceIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WorkspaceIndex({} documents)", self.library.documents.len())
    }
}

fn scalar(node: Node<'_>, key: &str) -> Option<String> {
    Some(node.get(key).filter(|node| !node.is_null())?.as_str()?.into_owned())
}

/// The numbers of a version, for comparison; 0 for a part that is not a number.
fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

/// Returns true if `^` and the minimum match a version: one that is at least the minimum and has the same first number.
pub(super) fn has_minimum(version: &str, minimum: &str) -> bool {
    numbers(version) >= numbers(minimum) && numbers(version).first() == numbers(minimum).first()
}

/// The full name of a document: its own, or the one that LMCTL builds.
fn name_of(library: &Library, file: &FilePath, document: &Document) -> Option<String> {
    match document.root().and_then(|root| scalar(root, "name")) {
        Some(name) if name.contains("::") => Some(name),
        Some(_) => None,
        None if recognize::kind(file, document)? == DescriptorKind::Project => None,
        None => {
            let project = project_of(library, file)?;
            Some(format!("{}::{}::{}", project.kind, project.full_name, project.version))
        }
    }
}

fn under(folder: &str, rest: &str) -> String {
    if folder.is_empty() { rest.to_owned() } else { format!("{folder}/{rest}") }
}

/// The project file in `folder`.
fn project_file(library: &Library, folder: &str) -> Option<FilePath> {
    PROJECT_FILES
        .into_iter()
        .filter_map(|name| FilePath::new(&under(folder, name)).ok())
        .find(|file| library.documents.contains_key(file))
}

/// Standard folders of a project. The folder of a project or sub-project is the path before the first of them.
const PROJECT_FOLDERS: &[&str] = &["Descriptor", "descriptor", "Definitions", "Lifecycle"];

/// The outermost project file.
fn outer_project(library: &Library, folders: &[&str]) -> Option<FilePath> {
    (0..=folders.len()).find_map(|depth| project_file(library, &folders[..depth].join("/")))
}

fn project_of(library: &Library, file: &FilePath) -> Option<ProjectInfo> {
    let parts: Vec<&str> = file.as_str().split('/').collect();
    let own = parts.iter().position(|part| PROJECT_FOLDERS.contains(part))?;
    let file_of_project = outer_project(library, &parts[..own])?;
    let project = projects(library).0.get(&file_of_project).cloned()?;
    let folder = parts[..own].join("/");
    let part =
        project.parts().into_iter().find(|part| part.folder == folder && !part.name.text.is_empty())?;
    let kind = match part.descriptor_kind() {
        "assembly" if file.name().starts_with("assembly-template.") => "assembly-template",
        kind => kind,
    };
    let (full_name, version) = (part.full_name.clone(), project.version.text.clone());
    Some(ProjectInfo { file: file_of_project, kind, full_name, version, manager: part.manager })
}
