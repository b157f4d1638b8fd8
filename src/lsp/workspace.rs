//! The files of the editor's folders and their analysis. Files are read as `limn check` reads them; unsaved texts win over those on disk.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use limn_analysis::{self as analysis, Analysis, Choices, MAX_TEXT};
use limn_disk::{self as disk, FileGroup, FileSystem, Limits, Texts};
use limn_files::{Content, FilePath, Workspace as Files};
use lsp_types::{FileChangeType, Uri};

use super::options::Settings;
use super::snapshot::{AnalysisUnit, DocumentRef, Snapshot};
use super::uri;

/// Limits of what is read below a folder of the editor: such a folder can be someone's home.
const LIMITS: Limits = Limits { files: 5_000, visited: 200_000, listed: 10_000 };

/// An open document.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub(super) version: i32,
    pub(super) text: Arc<str>,
    /// Its canonical path; `None` if it is not a file.
    path: Option<PathBuf>,
    /// The files that it imports, as written.
    imports: Vec<String>,
}

#[derive(Default)]
pub(super) struct Workspace {
    pub(super) roots: Vec<PathBuf>,
    pub(super) buffers: BTreeMap<Uri, Buffer>,
    units: Vec<Arc<AnalysisUnit>>,
    places: Arc<HashMap<PathBuf, DocumentRef>>,
    by_uri: Arc<HashMap<String, DocumentRef>>,
    settings: Settings,
    files: FileSystem,
    /// True if files on disk were added, removed or changed since they were read.
    outdated: bool,
    /// The documents that changed since the last analysis.
    changed: BTreeSet<Uri>,
}

impl Workspace {
    pub(super) fn new(roots: Vec<PathBuf>, settings: Settings, files: FileSystem) -> Workspace {
        let roots = roots.into_iter().filter_map(|root| real_root(&files, root)).collect();
        Workspace { roots, settings, files, outdated: true, ..Workspace::default() }
    }

    /// Replaces the file system, whose files have changed.
    pub(super) fn set_files(&mut self, files: FileSystem) {
        (self.files, self.outdated) = (files, true);
    }

    pub(super) fn set_roots(&mut self, removed: &[PathBuf], added: Vec<PathBuf>) {
        let real = |root: &PathBuf| real_root(&self.files, root.clone());
        let removed: Vec<PathBuf> = removed.iter().filter_map(real).collect();
        let added: Vec<PathBuf> = added.iter().filter_map(real).collect();
        self.roots.retain(|root| !removed.contains(root));
        self.roots.extend(added);
        self.roots.dedup();
        self.outdated = true;
    }

    pub(super) fn set_settings(&mut self, settings: Settings) {
        self.outdated |= settings != self.settings;
        self.settings = settings;
    }

    /// Reads the files on disk again before the next answer.
    pub(super) fn reload(&mut self) {
        self.outdated = true;
    }

    pub(super) fn is_outdated(&self) -> bool {
        self.outdated
    }

    pub(super) fn open(&mut self, uri: Uri, version: i32, text: Arc<str>) {
        let path = uri::path_of(&uri).map(|path| self.canonical(&path));
        match path.as_ref().and_then(|path| self.places.get(path)) {
            Some(place) => {
                Arc::make_mut(&mut self.by_uri).insert(uri.as_str().to_owned(), place.clone());
            }
            None => self.outdated = true,
        }
        let imports = analysis::dependencies(&text);
        self.changed.insert(uri.clone());
        self.buffers.insert(uri, Buffer { version, text, path, imports });
    }

    pub(super) fn change(&mut self, uri: &Uri, version: i32, text: Arc<str>) {
        let Some(buffer) = self.buffers.get_mut(uri) else { return };
        let imports = analysis::dependencies(&text);
        if imports != buffer.imports {
            // A file that was not read before may be needed now.
            let folder = buffer.path.as_ref().and_then(|path| path.parent());
            let unread = |name: &String| {
                let path = folder.and_then(|folder| self.files.canonicalize(&folder.join(name)).ok());
                path.is_some_and(|path| self.files.is_file(&path) && !self.places.contains_key(&path))
            };
            self.outdated |= imports.iter().any(unread);
            buffer.imports = imports;
        }
        (buffer.version, buffer.text) = (version, text);
        self.changed.insert(uri.clone());
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        let Some(buffer) = self.buffers.remove(uri) else { return };
        let texts = Texts { files: self.files.clone(), ..Texts::default() };
        let on_disk = buffer.path.and_then(|path| texts.read(&path).ok()?.ok());
        // A saved text stays as it is.
        self.outdated |= on_disk.is_none_or(|text| text != buffer.text);
        Arc::make_mut(&mut self.by_uri).remove(uri.as_str());
    }

    /// Returns true if a change on disk changes what is read. The texts of open documents win over those on disk.
    pub(super) fn is_affected(&self, uri: &Uri, change: FileChangeType) -> bool {
        let is_known =
            || uri::path_of(uri).is_some_and(|path| self.places.contains_key(&self.canonical(&path)));
        match change {
            FileChangeType::CHANGED => !self.buffers.contains_key(uri) && is_known(),
            _ => true,
        }
    }

    /// Analyzes what changed. Returns the snapshot and a warning for each folder that was not read completely.
    pub(super) fn snapshot(&mut self) -> (Snapshot, Vec<String>) {
        let mut warnings = Vec::new();
        if std::mem::take(&mut self.outdated) {
            self.changed.clear();
            self.read(&mut warnings);
        }
        for uri in std::mem::take(&mut self.changed) {
            self.update(&uri);
        }
        let versions =
            self.buffers.iter().map(|(uri, buffer)| (uri.as_str().to_owned(), buffer.version)).collect();
        let snapshot = Snapshot {
            units: self.units.clone(),
            places: Arc::clone(&self.places),
            by_uri: Arc::clone(&self.by_uri),
            versions: Arc::new(versions),
            files: self.files.clone(),
        };
        (snapshot, warnings)
    }

    /// Puts the text of a document into the units that contain it, and analyzes them.
    fn update(&mut self, uri: &Uri) {
        let Some(buffer) = self.buffers.get(uri) else { return };
        let content = content_of(&buffer.text);
        let home = self.by_uri.get(uri.as_str()).cloned();
        let at =
            home.into_iter().flat_map(|place| std::iter::once((place.unit, place.file)).chain(place.others));
        for (unit, file) in at {
            let Some(known) = self.units.get(unit) else { continue };
            let mut files = known.files.clone();
            files.files.insert(file, content.clone());
            let analysis = Analysis::of(&files, &known.choices, &known.analysis);
            let (root, choices) = (known.root.clone(), known.choices.clone());
            let disk = Arc::clone(&known.disk);
            self.units[unit] = Arc::new(AnalysisUnit { root, files, analysis, choices, disk });
        }
    }

    /// Reads all folders, and open documents outside them, and analyzes them. Unchanged texts are not parsed again.
    fn read(&mut self, warnings: &mut Vec<String>) {
        let unsaved =
            self.buffers.values().filter_map(|buffer| Some((buffer.path.clone()?, Arc::clone(&buffer.text))));
        let texts = Texts { unsaved: unsaved.collect(), files: self.files.clone() };
        let before = std::mem::take(&mut self.units);
        let (places_before, mut places) = (Arc::clone(&self.places), HashMap::new());
        // A folder in memory can be empty so far.
        let is_there = |root: &PathBuf| {
            matches!(self.files, FileSystem::Machine) || self.files.canonicalize(root).is_ok()
        };
        let roots: Vec<PathBuf> = self.roots.iter().filter(|root| is_there(root)).cloned().collect();
        for root in roots {
            match disk::gather(std::slice::from_ref(&root), &texts, LIMITS) {
                Ok(groups) => {
                    let count: usize = groups.iter().map(|group| group.requested.len()).sum();
                    if count >= LIMITS.files {
                        warnings.push(format!(
                            "`{}` has more than {} descriptors: the others are not read until they are opened",
                            root.display(),
                            LIMITS.files
                        ));
                    }
                    self.add(groups, &mut places, &before, &places_before);
                }
                Err(error) => warnings.push(error.to_string()),
            }
        }
        let paths: Vec<PathBuf> = self.buffers.values().filter_map(|buffer| buffer.path.clone()).collect();
        for path in paths.into_iter().filter(|path| is_read(&texts.files, path)) {
            if !places.get(&path).is_some_and(|place: &DocumentRef| place.is_requested)
                && let Ok(groups) = disk::gather(std::slice::from_ref(&path), &texts, LIMITS)
            {
                self.add(groups, &mut places, &before, &places_before);
            }
        }
        self.places = Arc::new(places);
        self.place_buffers(&before);
    }

    /// Adds groups of files as units. The first group that reports on a file is its home; the others have it as context.
    fn add(
        &mut self,
        groups: Vec<FileGroup>,
        places: &mut HashMap<PathBuf, DocumentRef>,
        before: &[Arc<AnalysisUnit>],
        places_before: &HashMap<PathBuf, DocumentRef>,
    ) {
        for group in groups {
            let Some(root) = group.root.clone() else { continue };
            let at = self.units.len();
            let requested: BTreeMap<&FilePath, &PathBuf> = group
                .requested
                .iter()
                .filter_map(|requested| Some((&requested.file, requested.disk.as_ref()?)))
                .collect();
            let disk: BTreeMap<FilePath, PathBuf> = group
                .workspace
                .files
                .keys()
                .map(|file| {
                    let path = requested
                        .get(file)
                        .map_or_else(|| root.join(file.as_str()), |path| self.canonical(path));
                    (file.clone(), path)
                })
                .collect();
            let known = disk.values().find_map(|path| before.get(places_before.get(path)?.unit));
            let choices = group.choices(&self.choices());
            for (file, path) in &disk {
                let is_requested = requested.contains_key(file);
                let place = DocumentRef {
                    unit: at,
                    file: file.clone(),
                    is_requested,
                    others: Vec::new(),
                    path: Some(path.clone()),
                };
                match places.get_mut(path) {
                    None => {
                        places.insert(path.clone(), place);
                    }
                    Some(home) if is_requested && !home.is_requested => {
                        let mut others = std::mem::take(&mut home.others);
                        others.push((home.unit, home.file.clone()));
                        *home = DocumentRef { others, ..place };
                    }
                    Some(home) => home.others.push((at, file.clone())),
                }
            }
            let nothing = Analysis::default();
            let analysis =
                Analysis::of(&group.workspace, &choices, known.map_or(&nothing, |unit| &unit.analysis));
            let unit = AnalysisUnit {
                root: Some(root),
                files: group.workspace,
                analysis,
                choices,
                disk: Arc::new(disk),
            };
            self.units.push(Arc::new(unit));
        }
    }

    /// Finds the place of each open document; one that is not on disk yet is added to the unit around it, or is alone.
    fn place_buffers(&mut self, before: &[Arc<AnalysisUnit>]) {
        let mut by_uri = HashMap::new();
        let buffers: Vec<(Uri, Buffer)> =
            self.buffers.iter().map(|(uri, buffer)| (uri.clone(), buffer.clone())).collect();
        let mut places = HashMap::clone(&self.places);
        for (uri, buffer) in buffers {
            let known = buffer.path.as_ref().and_then(|path| places.get(path)).cloned();
            let place = match known {
                Some(place) => place,
                None => self.add_buffer(&uri, &buffer, before),
            };
            if let Some(path) = &buffer.path {
                places.entry(path.clone()).or_insert_with(|| place.clone());
            }
            by_uri.insert(uri.as_str().to_owned(), place);
        }
        self.places = Arc::new(places);
        self.by_uri = Arc::new(by_uri);
    }

    fn add_buffer(&mut self, uri: &Uri, buffer: &Buffer, before: &[Arc<AnalysisUnit>]) -> DocumentRef {
        let inside = |unit: &AnalysisUnit| {
            let relative = buffer.path.as_ref()?.strip_prefix(unit.root.as_ref()?).ok()?;
            FilePath::new(relative.to_str()?).ok().filter(FilePath::is_document)
        };
        let around = self.units.iter().enumerate().filter_map(|(at, unit)| {
            let is_shared =
                self.roots.iter().any(|root| buffer.path.as_ref().is_some_and(|path| path.starts_with(root)));
            Some((at, inside(unit).filter(|_| is_shared)?))
        });
        // The innermost project has the longest root.
        let home = around
            .max_by_key(|(at, _)| self.units[*at].root.as_ref().map_or(0, |root| root.as_os_str().len()));
        if let Some((unit, file)) = home {
            self.changed.insert(uri.clone());
            return DocumentRef {
                unit,
                file,
                is_requested: true,
                others: Vec::new(),
                path: buffer.path.clone(),
            };
        }
        let name = uri::name_of(uri);
        let file = FilePath::new(&name).ok().filter(|file| file.is_document() || analysis::is_checked(file));
        let file = file.or_else(|| FilePath::new(&format!("{name}.yaml")).ok());
        // A URI can end in a slash.
        let file = file.or_else(|| FilePath::new("untitled.yaml").ok());
        let Some(file) = file else { return DocumentRef::default() };
        let files = Files {
            files: [(file.clone(), content_of(&buffer.text))].into(),
            entry: Some(file.clone()),
            ..Files::default()
        };
        let choices = self.choices();
        let nothing = Analysis::default();
        let is_it = |unit: &&Arc<AnalysisUnit>| unit.root.is_none() && unit.files.files.contains_key(&file);
        let known = before.iter().find(is_it).map_or(&nothing, |unit| &unit.analysis);
        let analysis = Analysis::of(&files, &choices, known);
        let disk = buffer.path.iter().map(|path| (file.clone(), path.clone())).collect();
        self.units.push(Arc::new(AnalysisUnit {
            root: None,
            files,
            analysis,
            choices,
            disk: Arc::new(disk),
        }));
        DocumentRef {
            unit: self.units.len() - 1,
            file,
            is_requested: true,
            others: Vec::new(),
            path: buffer.path.clone(),
        }
    }

    /// The path without links and `..`; of a file that does not exist, its folder's.
    fn canonical(&self, path: &Path) -> PathBuf {
        let real = |path: &Path| self.files.canonicalize(path).ok();
        let of_folder = || Some(real(path.parent()?)?.join(path.file_name()?));
        real(path).or_else(of_folder).unwrap_or_else(|| path.to_owned())
    }

    fn choices(&self) -> Choices {
        Choices { profile: self.settings.profile.clone(), strict: self.settings.strict, ..Choices::default() }
    }
}

/// A folder of the editor. In memory, it can get its first file later.
fn real_root(files: &FileSystem, root: PathBuf) -> Option<PathBuf> {
    match files {
        FileSystem::Machine => root.canonicalize().ok(),
        FileSystem::Memory(_) => Some(root),
    }
}

/// Returns true if a file exists and is one that the server reads.
fn is_read(files: &FileSystem, path: &Path) -> bool {
    files.is_file(path)
        && (disk::is_project_file(path)
            || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")))
}

/// A text as the content of a file; one that is too large has none.
fn content_of(text: &Arc<str>) -> Content {
    match text.len() as u64 > MAX_TEXT {
        true => Content::Bytes(Arc::from([])),
        false => Content::Text(Arc::clone(text)),
    }
}
