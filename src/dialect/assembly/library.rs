//! The other descriptors of the workspace, found by the name that types are written with, and read when they are asked for. Knows where LMCTL
//! keeps what in a project.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::grammar::{DescriptorName, is_lmctl, is_version, lmctl_steps};
use super::model::{Descriptor, Kind};
use super::{read, recognize};
use crate::dialect::Library;
use crate::files::FilePath;
use crate::yaml::{Document, Node};

/// All descriptors of the workspace but the one that asks. Cheap until it is asked.
#[derive(Default)]
pub struct Shelf {
    library: Library,
    /// The file that asks.
    own: Option<FilePath>,
    /// Full names to files.
    index: OnceLock<BTreeMap<String, FilePath>>,
    read: Mutex<BTreeMap<FilePath, Arc<Descriptor>>>,
}

/// Where a file stands in an LMCTL project, and what LMCTL takes it for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InProject {
    /// The outermost `lmproject.yml`.
    pub file: FilePath,
    /// `assembly`, `assembly-template`, `resource`, `type`.
    pub kind: &'static str,
    /// The project's name, for a sub-project `sub-parent`.
    pub full_name: String,
    pub version: String,
}

impl Shelf {
    pub fn new(library: &Library, own: &FilePath) -> Shelf {
        Shelf { library: library.clone(), own: Some(own.clone()), ..Shelf::default() }
    }

    /// The descriptor that a type names: exactly, the highest from `^` a version up, or by an LMCTL reference.
    pub fn find(&self, type_name: &str) -> Option<Arc<Descriptor>> {
        if is_lmctl(type_name) {
            return self.open(&self.lmctl_target(type_name)?);
        }
        let index = self.index();
        if let Some(file) = index.get(type_name) {
            return self.open(file);
        }
        // Nearly every version is exact.
        let wanted = type_name.contains('^').then(|| DescriptorName::parse(type_name)).flatten()?;
        let least = wanted.version.strip_prefix('^').filter(|version| is_version(version))?;
        let prefix = format!("{}::{}::", wanted.kind, wanted.name);
        let versions = index.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        let fitting = versions.filter(|(name, _)| {
            let version = &name[prefix.len()..];
            numbers(version) >= numbers(least) && numbers(version).first() == numbers(least).first()
        });
        let (_, file) = fitting.max_by_key(|(name, _)| numbers(&name[prefix.len()..]))?;
        self.open(file)
    }

    /// Full name and file of every assembly and resource of the workspace but the own one, in order of their names.
    pub fn names(&self) -> impl Iterator<Item = (&str, &FilePath)> {
        self.index()
            .iter()
            .filter(|(_, file)| Some(*file) != self.own.as_ref())
            .map(|(name, file)| (name.as_str(), file))
    }

    /// Whether the workspace holds more than the file that asks: only then can anything be said of what is not in it.
    pub fn is_alone(&self) -> bool {
        self.library.documents.keys().all(|file| Some(file) == self.own.as_ref())
    }

    /// Where the asking file stands in an LMCTL project, where it stands in one.
    pub fn project(&self) -> Option<InProject> {
        project_of(&self.library, self.own.as_ref()?)
    }

    /// The names of all files of the workspace.
    pub fn files(&self) -> &[FilePath] {
        &self.library.files
    }

    /// Whether what is not among the files is not there at all.
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
        let profiles = recognize::bits(document, kind, false, false);
        let descriptor = Arc::new(read::read(file, document, kind, profiles, Shelf::default()));
        read.insert(file.clone(), Arc::clone(&descriptor));
        Some(descriptor)
    }

    /// The descriptor's file that `$lmctl:/contains:/sub:/descriptor_name` leads to from the asking file's own project.
    fn lmctl_target(&self, reference: &str) -> Option<FilePath> {
        let own = self.own.as_ref()?;
        let mut folder = project_folder(&self.library, own)?;
        for step in lmctl_steps(reference)? {
            let directory = project_file(&self.library, &folder)
                .and_then(|file| self.library.documents.get(&file)?.root()?.get("contains"))
                .and_then(|contains| {
                    sub_project(contains, |project| said(project, "name").as_deref() == Some(step))
                })
                .and_then(|project| said(project, "directory"))
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
        // Projects for the Ansible resource manager name the file after the resource.
        let other = under(&folder, "descriptor/");
        usual.or_else(|| {
            let mut files = self.library.documents.keys();
            files.find(|file| file.as_str().starts_with(&other)).cloned()
        })
    }
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shelf({} documents)", self.library.documents.len())
    }
}

fn said(node: Node<'_>, key: &str) -> Option<String> {
    Some(node.get(key).filter(|node| !node.is_null())?.as_str()?.into_owned())
}

/// A version's numbers, for comparing; nothing where they are none.
fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

/// The name that a document goes by: the one it says, or the one that LMCTL makes.
fn name_of(library: &Library, file: &FilePath, document: &Document) -> Option<String> {
    match document.root().and_then(|root| said(root, "name")) {
        Some(name) if name.contains("::") => Some(name),
        Some(_) => None,
        None if recognize::kind(file, document)? == Kind::Project => None,
        None => {
            let project = project_of(library, file)?;
            Some(format!("{}::{}::{}", project.kind, project.full_name, project.version))
        }
    }
}

fn under(folder: &str, rest: &str) -> String {
    if folder.is_empty() { rest.to_owned() } else { format!("{folder}/{rest}") }
}

/// The project file right in `folder`.
fn project_file(library: &Library, folder: &str) -> Option<FilePath> {
    ["lmproject.yml", "lmproject.yaml"]
        .into_iter()
        .filter_map(|name| FilePath::new(&under(folder, name)).ok())
        .find(|file| library.documents.contains_key(file))
}

/// The folders of a project on the way down to a file: the (sub-)project's own folder is the part before `Descriptor`, `Definitions` and the like.
const ROOMS: &[&str] = &["Descriptor", "descriptor", "Definitions", "Lifecycle"];

fn project_folder(library: &Library, file: &FilePath) -> Option<String> {
    let parts: Vec<&str> = file.as_str().split('/').collect();
    let own = parts.iter().position(|part| ROOMS.contains(part)).unwrap_or(parts.len() - 1);
    outer_project(library, &parts[..own]).map(|_| parts[..own].join("/"))
}

/// How many folders down the outermost project file stands.
fn outer_project(library: &Library, folders: &[&str]) -> Option<(usize, FilePath)> {
    (0..=folders.len()).find_map(|depth| Some((depth, project_file(library, &folders[..depth].join("/"))?)))
}

fn project_of(library: &Library, file: &FilePath) -> Option<InProject> {
    let parts: Vec<&str> = file.as_str().split('/').collect();
    let own = parts.iter().position(|part| ROOMS.contains(part))?;
    let (depth, project) = outer_project(library, &parts[..own])?;
    let root = library.documents.get(&project)?.root()?;
    let version = said(root, "version").unwrap_or_else(|| "1.0".to_owned());
    let mut full_name = said(root, "name")?;
    let mut node = root;
    for pair in parts[depth..own].chunks(2) {
        let [room, directory] = pair else { return None };
        if !matches!(*room, "Contains" | "VNFCs") {
            return None;
        }
        let is_here = |project: Node<'_>| {
            said(project, "directory").or_else(|| said(project, "name")).as_deref() == Some(directory)
        };
        node = sub_project(node.get("contains")?, is_here)?;
        full_name = format!("{}-{full_name}", said(node, "name")?);
    }
    let kind = match said(node, "type").unwrap_or_default().to_ascii_lowercase().as_str() {
        "resource" | "etsi_vnf" => "resource",
        "type" => "type",
        _ if file.name().starts_with("assembly-template.") => "assembly-template",
        _ => "assembly",
    };
    Some(InProject { file: project, kind, full_name, version })
}

fn sub_project<'d>(contains: Node<'d>, is: impl Fn(Node<'d>) -> bool) -> Option<Node<'d>> {
    contains.items().find(|project| is(*project))
}
