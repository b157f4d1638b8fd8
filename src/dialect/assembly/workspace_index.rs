//! Index of the other descriptors in the workspace by full name. Descriptors are read on demand. Resolves LMCTL project paths.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::grammar::{DescriptorName, is_lmctl, is_version, lmctl_steps};
use super::model::{Descriptor, DescriptorKind};
use super::{read, recognize};
use limn_files::FilePath;
use limn_language::dialect::Library;
use limn_yaml::{Document, Node};

/// The descriptors of the workspace, as seen from one file. The index and the descriptors are built on first use.
#[derive(Default)]
pub struct WorkspaceIndex {
    library: Library,
    /// The file that this index belongs to.
    own: Option<FilePath>,
    /// Full names to files.
    index: OnceLock<BTreeMap<String, FilePath>>,
    read: Mutex<BTreeMap<FilePath, Arc<Descriptor>>>,
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
}

impl WorkspaceIndex {
    pub fn new(library: &Library, own: &FilePath) -> WorkspaceIndex {
        WorkspaceIndex { library: library.clone(), own: Some(own.clone()), ..WorkspaceIndex::default() }
    }

    /// Resolves a type to a descriptor: by exact version, by the highest version that matches `^`, or by an LMCTL reference.
    pub fn find(&self, type_name: &str) -> Option<Arc<Descriptor>> {
        if is_lmctl(type_name) {
            return self.open(&self.lmctl_target(type_name)?);
        }
        let index = self.index();
        if let Some(file) = index.get(type_name) {
            return self.open(file);
        }
        // Fast path: most versions are exact.
        let requested = type_name.contains('^').then(|| DescriptorName::parse(type_name)).flatten()?;
        let minimum = requested.version.strip_prefix('^').filter(|version| is_version(version))?;
        let prefix = format!("{}::{}::", requested.kind, requested.name);
        let versions = index.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        let matching = versions.filter(|(name, _)| {
            let version = &name[prefix.len()..];
            numbers(version) >= numbers(minimum) && numbers(version).first() == numbers(minimum).first()
        });
        let (_, file) = matching.max_by_key(|(name, _)| numbers(&name[prefix.len()..]))?;
        self.open(file)
    }

    /// Full names and files of all other assemblies and resources of the workspace, sorted by name.
    pub fn names(&self) -> impl Iterator<Item = (&str, &FilePath)> {
        self.index()
            .iter()
            .filter(|(_, file)| Some(*file) != self.own.as_ref())
            .map(|(name, file)| (name.as_str(), file))
    }

    /// True if the workspace has no other files. Missing descriptors are only reported if it has.
    pub fn is_alone(&self) -> bool {
        self.library.documents.keys().all(|file| Some(file) == self.own.as_ref())
    }

    /// The LMCTL project of this file, if any.
    pub fn project(&self) -> Option<ProjectInfo> {
        project_of(&self.library, self.own.as_ref()?)
    }

    /// All files of the workspace.
    pub fn files(&self) -> &[FilePath] {
        &self.library.files
    }

    /// True if all files of the project are open.
    pub fn is_whole(&self) -> bool {
        self.library.whole
    }

    pub fn document(&self, file: &FilePath) -> Option<&Arc<Document>> {
        self.library.documents.get(file)
    }

    fn index(&self) -> &BTreeMap<String, FilePath> {
        self.index.get_or_init(|| {
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
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(descriptor) = read.get(file) {
            return Some(Arc::clone(descriptor));
        }
        let document = self.library.documents.get(file)?;
        let kind = recognize::kind(file, document)?;
        let profiles = recognize::profile_bits(document, kind, false, false);
        let descriptor = Arc::new(read::read(file, document, kind, profiles, WorkspaceIndex::default()));
        read.insert(file.clone(), Arc::clone(&descriptor));
        Some(descriptor)
    }

    /// Resolves `$lmctl:/contains:/sub:/descriptor_name` to a descriptor file, relative to this file's project.
    fn lmctl_target(&self, reference: &str) -> Option<FilePath> {
        let own = self.own.as_ref()?;
        let mut folder = project_folder(&self.library, own)?;
        for step in lmctl_steps(reference)? {
            let directory = project_file(&self.library, &folder)
                .and_then(|file| self.library.documents.get(&file)?.root()?.get("contains"))
                .and_then(|contains| {
                    sub_project(contains, |project| scalar(project, "name").as_deref() == Some(step))
                })
                .and_then(|project| scalar(project, "directory"))
                .unwrap_or_else(|| step.to_owned());
            folder = under(&folder, &format!("Contains/{directory}"));
        }
        let places = [
            "Descriptor/assembly.yml",
            "Descriptor/assembly.yaml",
            "Definitions/lm/resource.yaml",
            "Definitions/lm/resource.yml",
        ];
        let usual = places
            .into_iter()
            .filter_map(|place| FilePath::new(&under(&folder, place)).ok())
            .find(|file| self.library.documents.contains_key(file));
        // In projects for the Ansible resource manager, the file has the resource's name.
        let other = under(&folder, "descriptor/");
        usual.or_else(|| {
            let mut files = self.library.documents.keys();
            files.find(|file| file.as_str().starts_with(&other)).cloned()
        })
    }
}

impl fmt::Debug for WorkspaceIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shelf({} documents)", self.library.documents.len())
    }
}

fn scalar(node: Node<'_>, key: &str) -> Option<String> {
    Some(node.get(key).filter(|node| !node.is_null())?.as_str()?.into_owned())
}

/// The numbers of a version, for comparison; 0 for a part that is not a number.
fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|number| number.parse().unwrap_or(0)).collect()
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
    ["lmproject.yml", "lmproject.yaml"]
        .into_iter()
        .filter_map(|name| FilePath::new(&under(folder, name)).ok())
        .find(|file| library.documents.contains_key(file))
}

/// Standard folders of a project. The folder of a project or sub-project is the path before the first of them.
const PROJECT_FOLDERS: &[&str] = &["Descriptor", "descriptor", "Definitions", "Lifecycle"];

fn project_folder(library: &Library, file: &FilePath) -> Option<String> {
    let parts: Vec<&str> = file.as_str().split('/').collect();
    let own = parts.iter().position(|part| PROJECT_FOLDERS.contains(part)).unwrap_or(parts.len() - 1);
    outer_project(library, &parts[..own]).map(|_| parts[..own].join("/"))
}

/// The outermost project file, and the depth of its folder.
fn outer_project(library: &Library, folders: &[&str]) -> Option<(usize, FilePath)> {
    (0..=folders.len()).find_map(|depth| Some((depth, project_file(library, &folders[..depth].join("/"))?)))
}

fn project_of(library: &Library, file: &FilePath) -> Option<ProjectInfo> {
    let parts: Vec<&str> = file.as_str().split('/').collect();
    let own = parts.iter().position(|part| PROJECT_FOLDERS.contains(part))?;
    let (depth, project) = outer_project(library, &parts[..own])?;
    let root = library.documents.get(&project)?.root()?;
    let version = scalar(root, "version").unwrap_or_else(|| "1.0".to_owned());
    let mut full_name = scalar(root, "name")?;
    let mut node = root;
    for pair in parts[depth..own].chunks(2) {
        let [room, directory] = pair else { return None };
        if !matches!(*room, "Contains" | "VNFCs") {
            return None;
        }
        let is_here = |project: Node<'_>| {
            scalar(project, "directory").or_else(|| scalar(project, "name")).as_deref() == Some(directory)
        };
        node = sub_project(node.get("contains")?, is_here)?;
        full_name = format!("{}-{full_name}", scalar(node, "name")?);
    }
    let kind = match scalar(node, "type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "resource" | "etsi_vnf" => "resource",
        "type" => "type",
        _ if file.name().starts_with("assembly-template.") => "assembly-template",
        _ => "assembly",
    };
    Some(ProjectInfo { file: project, kind, full_name, version })
}

fn sub_project<'d>(contains: Node<'d>, is: impl Fn(Node<'d>) -> bool) -> Option<Node<'d>> {
    contains.items().find(|project| is(*project))
}
