//! Reads the arguments into workspaces: the files to report on, files for context, and display names.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use limn_analysis::{self as analysis, Choices, MAX_TEXT, OuterSettings, Unreadable};
use limn_files::{Content, FilePath, Workspace};
use limn_packages::{self as packages, FileBends, Pins, Views};

use super::folders::{above, above_all, has_contents, project_above, repository_of};
use super::imports::{FileSet, ImportGraph};
use super::{FileSystem, ReadError, Texts, settings};

/// Files that are analyzed together: a project, a package, or the arguments in one folder.
#[derive(Default)]
pub struct FileGroup {
    pub workspace: Workspace,
    /// Pins that a package contains, the bends of its wires, and its saved views.
    pub pins: Pins,
    pub bends: FileBends,
    pub views: Views,
    /// The files to report on; the others are context.
    pub requested: Vec<RequestedFile>,
    /// Paths of the context files on disk.
    pub context: Vec<PathBuf>,
    /// Settings above the workspace.
    settings: Option<OuterSettings>,
    /// The folder of the workspace's paths on disk; `None` in a package or from standard input.
    pub root: Option<PathBuf>,
    /// Unusual content of a package.
    pub warnings: Vec<String>,
}

pub struct RequestedFile {
    pub file: FilePath,
    /// Display name, as the user wrote it.
    pub name: String,
    /// Path on disk; `None` inside packages.
    pub disk: Option<PathBuf>,
    /// Position in the order of the arguments.
    pub order: usize,
    pub unreadable: Option<Unreadable>,
}

/// Limit of context files.
pub(super) const CONTEXT: usize = 2_000;
/// Limit of the size of a package.
const MAX_PACKAGE: u64 = packages::MAX_TOTAL;

/// Limits of what is searched below a folder.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Files to report on.
    pub files: usize,
    /// Files of any kind that are visited.
    pub visited: usize,
    /// Files of other kinds that are listed by name: editors offer them where a script or artifact is named.
    pub listed: usize,
}

impl Limits {
    pub const NONE: Limits = Limits { files: usize::MAX, visited: usize::MAX, listed: 0 };
}

/// Reads the arguments: files, folders, packages. `-` is standard input.
pub fn gather(arguments: &[PathBuf], texts: &Texts, limits: Limits) -> Result<Vec<FileGroup>, ReadError> {
    let mut gathering = Gathering::new(texts, limits);
    for argument in arguments {
        if argument.as_os_str() == "-" {
            gathering.standard_input()?;
            continue;
        }
        let trouble = |source| ReadError::new(argument, source);
        if texts.files.is_folder(argument).map_err(trouble)? {
            gathering.folder(argument)?;
        } else if is_package(&texts.files, argument).map_err(trouble)? {
            gathering.package(argument)?;
        } else {
            gathering.file(argument, None)?;
        }
    }
    gathering.finish()
}

struct Gathering<'t> {
    texts: &'t Texts,
    limits: Limits,
    groups: Vec<FileGroup>,
    /// Index of a folder's group in `groups`, by the folder and the root of its paths.
    by_folder: BTreeMap<(PathBuf, PathBuf), usize>,
    /// Folders with a manifest, and folders with files to run or to deploy; all their files are context.
    projects: BTreeSet<PathBuf>,
    /// Files of other kinds below each folder.
    listed: BTreeMap<PathBuf, Vec<PathBuf>>,
    imports: ImportGraph,
    /// Dependencies of the files of a group, with the root of its paths.
    dependencies: BTreeMap<usize, (PathBuf, FileSet)>,
    seen: BTreeSet<PathBuf>,
    order: usize,
}

impl<'t> Gathering<'t> {
    fn new(texts: &'t Texts, limits: Limits) -> Gathering<'t> {
        Gathering {
            texts,
            limits,
            groups: Vec::new(),
            by_folder: BTreeMap::new(),
            projects: BTreeSet::new(),
            listed: BTreeMap::new(),
            imports: ImportGraph::default(),
            dependencies: BTreeMap::new(),
            seen: BTreeSet::new(),
            order: 0,
        }
    }

    fn files(&self) -> &'t FileSystem {
        &self.texts.files
    }

    fn standard_input(&mut self) -> Result<(), ReadError> {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .take(MAX_TEXT + 1)
            .read_to_end(&mut bytes)
            .map_err(|source| ReadError::new(Path::new("-"), source))?;
        let file = FilePath::new("stdin.yaml").expect("a constant, relative path");
        self.groups.push(FileGroup::default());
        self.add(self.groups.len() - 1, file, "-".to_owned(), None, analysis::decode(bytes));
        Ok(())
    }

    /// Adds every YAML file and manifest below a folder.
    fn folder(&mut self, folder: &Path) -> Result<(), ReadError> {
        let real = self.files().canonicalize(folder).map_err(|source| ReadError::new(folder, source))?;
        if has_contents(self.files(), &real)? {
            self.projects.insert(real.clone());
        }
        let (mut found, mut others) = (Vec::new(), Vec::new());
        let (limits, mut visited) = (self.limits, 0);
        self.files().walk(&real, &mut |path| {
            if is_checked(path) {
                let below = path.strip_prefix(&real).unwrap_or(path);
                found.push(folder.join(below));
            } else if others.len() < limits.listed {
                others.push(path.to_owned());
            }
            visited += 1;
            found.len() < limits.files && visited < limits.visited
        })?;
        // Of an incomplete list, what is missing would be reported as missing files.
        if others.len() < limits.listed && visited < limits.visited {
            self.listed.insert(real, others);
        }
        for path in found {
            self.file(&path, Some(folder))?;
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, within: Option<&Path>) -> Result<(), ReadError> {
        let real = self.files().canonicalize(path).map_err(|source| ReadError::new(path, source))?;
        if !self.seen.insert(real.clone()) {
            return Ok(());
        }
        let parent = real.parent().map_or_else(PathBuf::new, Path::to_owned);
        let top = match within {
            Some(within) => {
                Some(self.files().canonicalize(within).map_err(|source| ReadError::new(within, source))?)
            }
            None => None,
        };
        let with_contents = top.as_ref().filter(|top| self.projects.contains(*top)).cloned();
        let project = project_above(self.files(), &parent, top.as_deref()).or(with_contents);
        let project = project.or_else(|| if top.is_none() { repository_of(&real) } else { None });
        let text = self.texts.read(path)?;
        let dependencies = match &text {
            Ok(text) => self.imports.dependencies(&real, text, self.texts),
            Err(_) => Vec::new(),
        };
        // The folder of the group, and the root of its paths.
        let (together, root) = match (&project, top) {
            (Some(project), _) => (project.clone(), project.clone()),
            (None, Some(top)) if parent.starts_with(&top) => (top.clone(), above(&top)),
            (None, _) => {
                let folders = dependencies.iter().filter_map(|file| self.imports.path(*file).parent());
                (parent.clone(), above_all(above(&parent), &folders.collect()))
            }
        };
        self.projects.extend(project);
        let group = *self.by_folder.entry((together, root.clone())).or_insert_with(|| {
            self.groups.push(FileGroup { root: Some(root.clone()), ..FileGroup::default() });
            self.groups.len() - 1
        });
        let (_, known) = self.dependencies.entry(group).or_insert_with(|| (root.clone(), FileSet::default()));
        for file in dependencies {
            known.insert(file);
        }
        let relative = real.strip_prefix(&root).unwrap_or(&real).to_string_lossy().into_owned();
        let file = self.groups[group].free_name(&relative);
        self.add(group, file, path.to_string_lossy().into_owned(), Some(path.to_owned()), text);
        Ok(())
    }

    fn package(&mut self, path: &Path) -> Result<(), ReadError> {
        let trouble = |source| ReadError::new(path, source);
        let bytes = self.files().read(path, MAX_PACKAGE).map_err(trouble)?;
        let bytes = bytes.ok_or_else(|| ReadError::Package {
            path: path.to_owned(),
            source: packages::CsarError::TooLarge,
        })?;
        let name = path.to_string_lossy();
        let opened = packages::open(&name, &bytes)
            .map_err(|source| ReadError::Package { path: path.to_owned(), source })?;
        let warnings = opened.warnings.iter().map(|warning| format!("{name}: {warning}")).collect();
        self.groups.push(FileGroup {
            workspace: opened.workspace,
            pins: opened.pins,
            bends: opened.bends,
            views: opened.views,
            warnings,
            ..FileGroup::default()
        });
        let group = self.groups.len() - 1;
        let members: Vec<(FilePath, Content)> = self.groups[group]
            .workspace
            .files
            .iter()
            .filter(|(file, _)| is_checked(Path::new(file.as_str())))
            .map(|(file, content)| (file.clone(), content.clone()))
            .collect();
        for (file, content) in members {
            let text = match content {
                Content::Text(text) => Ok(text),
                Content::Bytes(bytes) => analysis::decode(bytes.to_vec()),
            };
            let shown = format!("{name}/{file}");
            self.add(group, file, shown, None, text);
        }
        Ok(())
    }

    fn add(
        &mut self,
        group: usize,
        file: FilePath,
        name: String,
        disk: Option<PathBuf>,
        text: Result<Arc<str>, Unreadable>,
    ) {
        let group = &mut self.groups[group];
        let unreadable = match text {
            Ok(text) => {
                group.workspace.files.insert(file.clone(), Content::Text(text));
                None
            }
            Err(unreadable) => {
                group.workspace.files.insert(file.clone(), Content::Bytes(Arc::from([])));
                Some(unreadable)
            }
        };
        group.requested.push(RequestedFile { file, name, disk, order: self.order, unreadable });
        self.order += 1;
    }

    /// Adds the nearest settings at or above each group's folder.
    fn add_settings(&mut self) -> Result<(), ReadError> {
        for ((together, root), group) in &self.by_folder {
            let Some(path) = settings::nearest(&self.texts.files, together) else { continue };
            let FileGroup { workspace, context, settings, .. } = &mut self.groups[*group];
            let file = path.strip_prefix(root).ok();
            let file = file.and_then(|relative| FilePath::new(&relative.to_string_lossy()).ok());
            if file.as_ref().is_some_and(|file| workspace.files.contains_key(file)) {
                continue;
            }
            let (text, read) = settings::read(&path, self.texts)?;
            match (file, path.parent().and_then(|folder| root.strip_prefix(folder).ok())) {
                (Some(file), _) => {
                    workspace.files.insert(file, Content::Text(text));
                    context.push(path);
                }
                (None, inner) => {
                    let inner = inner.unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
                    let prefix = if inner.is_empty() { inner } else { inner + "/" };
                    *settings = Some(OuterSettings { settings: Arc::new(read), prefix });
                }
            }
        }
        Ok(())
    }

    /// Adds the context: files of projects, dependencies, and settings.
    fn finish(mut self) -> Result<Vec<FileGroup>, ReadError> {
        for (group, (root, dependencies)) in &self.dependencies {
            let mut paths: Vec<&Path> = dependencies.iter().map(|file| self.imports.path(file)).collect();
            paths.sort_unstable();
            let FileGroup { workspace, context, .. } = &mut self.groups[*group];
            for path in paths {
                let relative = path.strip_prefix(root).ok();
                let Some(file) =
                    relative.and_then(|relative| FilePath::new(&relative.to_string_lossy()).ok())
                else {
                    continue;
                };
                if !workspace.files.contains_key(&file)
                    && let Ok(Ok(text)) = self.texts.read(path)
                {
                    workspace.files.insert(file, Content::Text(text));
                    context.push(path.to_owned());
                }
            }
        }
        for (folder, paths) in &self.listed {
            let root = above(folder);
            let Some(&group) = self.by_folder.get(&(folder.clone(), root.clone())) else { continue };
            for path in paths {
                let relative = path.strip_prefix(&root).unwrap_or(path).to_string_lossy();
                if let Ok(file) = FilePath::new(&relative) {
                    let files = &mut self.groups[group].workspace.files;
                    files.entry(file).or_insert_with(|| Content::Bytes(Arc::from([])));
                }
            }
        }
        for project in &self.projects {
            let Some(&group) = self.by_folder.get(&(project.clone(), project.clone())) else { continue };
            let mut found = Vec::new();
            let whole = self.texts.files.walk(project, &mut |path| {
                found.push(path.to_owned());
                found.len() < CONTEXT
            })?;
            let FileGroup { workspace, context, .. } = &mut self.groups[group];
            let is_package =
                packages::MANIFESTS.iter().any(|manifest| self.texts.files.is_file(&project.join(manifest)));
            workspace.whole = is_package && whole;
            workspace.folders = self.texts.files.empty_folders(project);
            let files = &mut workspace.files;
            for path in found {
                let relative = path.strip_prefix(project).unwrap_or(&path).to_string_lossy();
                let Ok(file) = FilePath::new(&relative) else { continue };
                if files.contains_key(&file) {
                    continue;
                }
                // Of other files only the name matters. Unreadable context is skipped.
                let is_read = is_checked(&path) || is_configuration(&relative);
                let text = is_read.then(|| self.texts.read(&path).ok()?.ok()).flatten();
                files.insert(file, text.map_or(Content::Bytes(Arc::from([])), Content::Text));
                context.push(path);
            }
        }
        self.add_settings()?;
        Ok(self.groups)
    }
}

impl FileGroup {
    /// The choices for this group.
    pub fn choices(&self, choices: &Choices) -> Choices {
        Choices { settings: self.settings.clone(), imports_read: self.root.is_some(), ..choices.clone() }
    }

    /// The place of a file on disk; the file can be new.
    pub fn disk_path(&self, file: &FilePath) -> Option<PathBuf> {
        let requested = self
            .requested
            .iter()
            .find(|requested| requested.file == *file)
            .and_then(|requested| requested.disk.clone());
        requested.or_else(|| Some(self.root.as_ref()?.join(file.as_str())))
    }

    /// All files on disk that the group was read from, except packages.
    pub fn on_disk(&self) -> impl Iterator<Item = &Path> {
        let requested = self.requested.iter().filter_map(|requested| requested.disk.as_deref());
        requested.chain(self.context.iter().map(PathBuf::as_path))
    }

    /// Converts `relative` to an unused workspace path with a YAML extension.
    fn free_name(&self, relative: &str) -> FilePath {
        let plain = FilePath::new(relative).ok();
        let plain = plain.filter(|file| file.is_document() || analysis::is_checked(file));
        let also = || FilePath::new(&format!("{relative}.yaml")).ok();
        let free = |file: &FilePath| !self.workspace.files.contains_key(file);
        plain.filter(free).or_else(also).filter(free).unwrap_or_else(|| {
            let name = format!("file-{}.yaml", self.workspace.files.len());
            FilePath::new(&name).expect("a plain, relative path")
        })
    }
}

pub(super) fn is_yaml(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["yaml", "yml", "bom", "tosca"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns true if the file is YAML or a manifest.
fn is_checked(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| FilePath::new(name.to_str()?).ok());
    is_yaml(path) || name.is_some_and(|name| analysis::is_checked(&name))
}

/// Returns true if a change of the file on disk changes what is read: a descriptor, a manifest, or settings.
pub fn is_project_file(path: &Path) -> bool {
    is_checked(path)
}

/// Returns true if LMCTL validates the file as JSON: a configuration or a test of a project.
fn is_configuration(relative: &str) -> bool {
    let folder = |part| packages::BEHAVIOR.contains(&part);
    let is_json = Path::new(relative).extension().is_some_and(|extension| extension == "json");
    is_json && relative.split(['/', '\\']).any(folder)
}

/// Returns true if the file is a package, by content or extension; a file with the extension but other content is a damaged package.
fn is_package(files: &FileSystem, path: &Path) -> io::Result<bool> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if packages::Archive::of_name(name).is_some() {
        return Ok(true);
    }
    Ok(packages::is_package(&files.head::<4>(path)?))
}
