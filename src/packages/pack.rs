//! Packing: writes a workspace as an archive. The same workspace always gives the same bytes. A workspace from an archive is packed as that archive with
//! the changed members replaced, an LMCTL project is built, and other files get the manifests that their readers require.

use std::collections::{BTreeMap, BTreeSet};

use limn_lmctl::Project;

use super::archive::{self, Archive};
use super::extraction_limits::folders_above;
use super::manifest::{
    catalog_text, is_built, is_project, is_service_template, needs_no_manifest, project_file, source_project,
    yaml_text,
};
use super::pins::{self, DiagramData, FileBends, Pinned, Pins, Views};
use super::zip_patch::patch_zip;
use super::{CsarError, Format, MAX_MEMBERS, MAX_TOTAL, inner, lmctl, sniff, tar_patch};
use limn_files::{Content, FilePath, Original, Workspace};
use limn_yaml as yaml;

/// The folder that a resource project must have, even if empty.
const LIFECYCLE: &str = "Lifecycle";

/// The options for packing a descriptor without a manifest. For a workspace with a manifest, only the pins count.
#[derive(Clone, Debug, PartialEq)]
pub struct PackOptions {
    pub name: String,
    pub version: String,
    pub kind: PackageKind,
    /// Stored in a file of its own next to the descriptors; not written if empty.
    pub pins: Pins,
    /// The boxes among them that stay where they are when the diagram is arranged.
    pub pinned: Pinned,
    /// The bends of wires, in the same file.
    pub bends: FileBends,
    /// The saved views of diagrams, in the same file.
    pub views: Views,
    pub form: PackageForm,
    /// The format of the archive; by default that of the opened archive, that which the project states, or a zip.
    pub archive: Option<Archive>,
}

/// Form of an LMCTL project's package.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PackageForm {
    /// The package that `lmctl project build` makes, for `lmctl pkg push`.
    #[default]
    Package,
    /// The sources, as they are.
    Sources,
}

/// The layout of a new package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageKind {
    /// The LMCTL layout of an assembly.
    Assembly,
    /// The LMCTL layout of a resource: `brent`, `brent2.1`.
    Resource { manager: String },
    /// Files in place, with a `TOSCA.meta` that names the entry.
    Csar,
}

impl PackOptions {
    /// The name and version from the entry: `assembly::demo::1.0`, or the `metadata` of a service template; otherwise the file name and `1.0`.
    pub fn of(workspace: &Workspace) -> PackOptions {
        let entry = workspace.entry.as_ref();
        if let Some(entry) = entry.filter(|entry| is_service_template(workspace, entry)) {
            return PackOptions::of_service(workspace, entry);
        }
        if let Some(entry) = entry
            && let Some(bundle) = catalog_text(workspace, entry, "bundle")
        {
            return PackOptions::of_catalog(workspace, entry, bundle);
        }
        let declared = entry.and_then(|entry| yaml_text(workspace, entry, "name")).unwrap_or_default();
        let parts: Vec<&str> = declared.split("::").collect();
        let stem = entry.map_or("package", |entry| entry.name().split('.').next().unwrap_or("package"));
        let (kind, name, version) = match parts[..] {
            [kind, name, version] => (kind, name, version),
            [kind, name] => (kind, name, "1.0"),
            _ => ("", declared.as_str(), "1.0"),
        };
        let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
        let kind = match kind {
            "assembly" | "assembly-template" => PackageKind::Assembly,
            "resource" => PackageKind::resource(),
            _ => entry.map_or(PackageKind::Csar, |entry| kind_by_sections(workspace, entry)),
        };
        PackOptions {
            name: or(name, &or(stem, "package")),
            version: or(version, "1.0"),
            kind,
            pins: Pins::new(),
            pinned: Pinned::new(),
            bends: FileBends::new(),
            views: Views::new(),
            form: PackageForm::default(),
            archive: None,
        }
    }

    fn of_catalog(workspace: &Workspace, entry: &FilePath, bundle: String) -> PackOptions {
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        let version = catalog_text(workspace, entry, "version").unwrap_or_default();
        PackOptions {
            name: or(bundle, "catalog"),
            version: or(version, "1.0"),
            kind: PackageKind::Csar,
            pins: Pins::new(),
            pinned: Pinned::new(),
            bends: FileBends::new(),
            views: Views::new(),
            form: PackageForm::default(),
            archive: None,
        }
    }

    fn of_service(workspace: &Workspace, entry: &FilePath) -> PackOptions {
        let document = workspace.text(entry).map(|text| yaml::parse(text.clone()));
        let declared = |key: &str| {
            let metadata = document.as_ref()?.root()?.resolve().get("metadata")?.resolve();
            let text = metadata.get(key)?.as_str()?.trim().to_owned();
            Some(text).filter(|text| !text.is_empty())
        };
        let stem = entry.name().split('.').next().unwrap_or("package").to_owned();
        PackOptions {
            name: declared("template_name").unwrap_or(stem),
            version: declared("template_version").unwrap_or_else(|| "1.0".to_owned()),
            kind: PackageKind::Csar,
            pins: Pins::new(),
            pinned: Pinned::new(),
            bends: FileBends::new(),
            views: Views::new(),
            form: PackageForm::default(),
            archive: None,
        }
    }
}

impl PackageKind {
    fn resource() -> PackageKind {
        PackageKind::Resource { manager: "brent".to_owned() }
    }

    /// The path of the descriptor in the layout.
    fn place(&self) -> Option<FilePath> {
        let place = match self {
            PackageKind::Assembly => "Descriptor/assembly.yml",
            PackageKind::Resource { .. } => "Definitions/lm/resource.yaml",
            PackageKind::Csar => return None,
        };
        Some(fixed(place))
    }
}

/// The kind of a descriptor without a name, by the sections that only one of the two has.
fn kind_by_sections(workspace: &Workspace, entry: &FilePath) -> PackageKind {
    let Some(text) = workspace.text(entry) else { return PackageKind::Csar };
    let document = yaml::parse(text.clone());
    let has = |key: &str| document.root().is_some_and(|root| root.get(key).is_some());
    if ["composition", "references", "relationships"].into_iter().any(has) {
        PackageKind::Assembly
    } else if ["lifecycle", "infrastructure", "default-driver"].into_iter().any(has) {
        PackageKind::resource()
    } else {
        PackageKind::Csar
    }
}

/// The name of the packed file: `demo-1.0.csar`, `demo-1.0.tgz` for a gzipped tar, `demo-1.0-sources.zip` for the sources of a project.
pub fn file_name(workspace: &Workspace, options: &PackOptions) -> String {
    let project = project_file(workspace);
    let declared = |key: &str| yaml_text(workspace, project.as_ref()?, key);
    let built = to_build(workspace, options);
    let (name, version) = match &built {
        Some((_, project)) => (project.root.full_name.clone(), project.version.text.clone()),
        None => (
            declared("name").unwrap_or_else(|| options.name.clone()),
            declared("version").unwrap_or_else(|| options.version.clone()),
        ),
    };
    let is_sources = options.form == PackageForm::Sources && source_project(workspace).is_some();
    let ending =
        match (archive_of(workspace, options, built.as_ref().map(|(_, project)| project)), is_sources) {
            (Archive::TarGz, true) => "-sources.tgz",
            (Archive::TarGz, false) => ".tgz",
            (Archive::Zip, true) => "-sources.zip",
            (Archive::Zip, false) => ".csar",
        };
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    format!("{}{ending}", format!("{name}-{version}").chars().map(safe).collect::<String>())
}

/// The format of the archive of a workspace. `project` is the one that is built.
pub fn archive_format(workspace: &Workspace, options: &PackOptions) -> Archive {
    let built = to_build(workspace, options);
    archive_of(workspace, options, built.as_ref().map(|(_, project)| project))
}

fn archive_of(workspace: &Workspace, options: &PackOptions, project: Option<&Project>) -> Archive {
    let by_original = || {
        let original = workspace.original.as_ref().filter(|_| project.is_none())?;
        matches!(sniff(&original.0), Some(Format::TarGz)).then_some(Archive::TarGz)
    };
    let is_written = |project: &&Project| workspace.files.contains_key(&project.file);
    let by_project = || {
        let project = project.filter(is_written)?;
        Some(if project.is_csar { Archive::Zip } else { Archive::TarGz })
    };
    options.archive.or_else(by_original).or_else(by_project).unwrap_or(Archive::Zip)
}

/// The members of a package, before they are written.
struct Members {
    files: BTreeMap<FilePath, Content>,
    folders: Vec<String>,
    diagrams: DiagramData,
}

/// Packs a workspace. An LMCTL project is built; other members keep their bytes, and a descriptor without a manifest gets those that LMCTL and TOSCA
/// require.
pub fn pack(workspace: &Workspace, options: &PackOptions) -> Result<Vec<u8>, CsarError> {
    if workspace.files.is_empty() {
        return Err(CsarError::Empty);
    }
    let build = to_build(workspace, options);
    let is_built = build.is_some();
    let format = archive_of(workspace, options, build.as_ref().map(|(_, project)| project));
    let Members { mut files, folders, diagrams } = match build {
        Some((laid_out, project)) => built(&laid_out, &project, options, workspace)?,
        None => as_they_are(workspace, options),
    };
    if !diagrams.is_empty() {
        files.insert(pins::path(), Content::Text(diagrams.write().into()));
    }
    if let Some((member, other)) = collision(&files, &folders) {
        return Err(CsarError::FileAndFolder { member, other });
    }
    if files.len() + folders.len() > MAX_MEMBERS {
        return Err(CsarError::TooMany);
    }
    if files.values().map(|content| content.as_bytes().len() as u64).sum::<u64>() > MAX_TOTAL {
        return Err(CsarError::TooLarge);
    }
    let original = workspace.original.as_ref().filter(|_| !is_built);
    let patched = original.and_then(|Original(bytes)| match (sniff(bytes)?, format) {
        (Format::Zip, Archive::Zip) => patch_zip(bytes, &files, &folders),
        (Format::TarGz, Archive::TarGz) => tar_patch::patch_tar(bytes, &files),
        _ => None,
    });
    patched.map_or_else(|| archive::write(format, &files, &folders), Ok)
}

/// The files of a project that are not in its package.
pub fn left_out(workspace: &Workspace, options: &PackOptions) -> Vec<FilePath> {
    let Some((laid_out, project)) = to_build(workspace, options) else { return Vec::new() };
    if !workspace.files.contains_key(&project.file) {
        return Vec::new();
    }
    let Ok(built) = lmctl::build(&laid_out, &project) else { return Vec::new() };
    workspace.files.keys().filter(|file| !built.used.contains(*file)).cloned().collect()
}

/// The project to build, with its files: that of the workspace, or a new one around a descriptor. `None` if the files are packed as they are.
fn to_build(workspace: &Workspace, options: &PackOptions) -> Option<(Workspace, Project)> {
    if options.form == PackageForm::Sources || is_built(workspace) {
        return None;
    }
    if let Some(file) = source_project(workspace) {
        let project = lmctl::read(workspace, &file)?;
        // The packages of LMCTL 1 have a project file, too, but no sources.
        let is_package = workspace.original.is_some() && !lmctl::reasons(workspace, &project).is_empty();
        return (!is_package).then(|| (workspace.clone(), project));
    }
    if is_project(workspace) || workspace.original.is_some() || options.kind == PackageKind::Csar {
        return None;
    }
    let laid_out = lay_out(workspace, options);
    let project = lmctl::read(&laid_out, &fixed("lmproject.yml"))?;
    Some((laid_out, project))
}

/// The built package. Files around a descriptor without a project are kept in place.
fn built(
    laid_out: &Workspace,
    project: &Project,
    options: &PackOptions,
    workspace: &Workspace,
) -> Result<Members, CsarError> {
    let built = lmctl::build(laid_out, project)?;
    let mut files = built.files;
    if !workspace.files.contains_key(&project.file) {
        let rest = laid_out.files.iter().filter(|(file, _)| !built.used.contains(*file));
        let rest: Vec<_> = rest.map(|(file, content)| (file.clone(), content.clone())).collect();
        for (file, content) in rest {
            files.entry(file).or_insert(content);
        }
        if let Some(entry) = laid_out.entry.as_ref().and_then(|entry| built.moved.get(entry)) {
            files.insert(meta_path(), Content::Text(meta_text(entry).into()));
        }
    }
    // Before the layout, the entry of a loose descriptor has another path.
    let place = |key: &FilePath| {
        let ((file, nth), (_, view)) = (key.document(), key.view());
        let file = &file;
        let file = if workspace.entry.as_ref() == Some(file) { laid_out.entry.as_ref() } else { Some(file) };
        let file = file?;
        let moved = built.moved.get(file).or_else(|| files.contains_key(file).then_some(file));
        moved.map(|file| file.of_document(nth).of_view(view))
    };
    let pins = options.pins.iter().filter_map(|(file, pins)| Some((place(file)?, pins.clone()))).collect();
    let pinned = options.pinned.iter().filter_map(|(file, ids)| Some((place(file)?, ids.clone()))).collect();
    let bends =
        options.bends.iter().filter_map(|(file, bends)| Some((place(file)?, bends.clone()))).collect();
    let views =
        options.views.iter().filter_map(|(file, views)| Some((place(file)?, views.clone()))).collect();
    Ok(Members { files, folders: Vec::new(), diagrams: DiagramData { pins, pinned, bends, views } })
}

/// The files in place; with a `TOSCA.meta` where nothing else names the entry.
fn as_they_are(workspace: &Workspace, options: &PackOptions) -> Members {
    let mut files = workspace.files.clone();
    let folders: BTreeSet<String> = workspace.folders.iter().map(|folder| format!("{folder}/")).collect();
    let folders: Vec<String> = folders.into_iter().collect();
    let is_standalone = workspace.original.is_some() && needs_no_manifest(workspace);
    if !is_project(workspace) && !is_standalone {
        // AMP looks for the catalog at the root.
        let is_catalog = |entry: &&FilePath| catalog_text(workspace, entry, "bundle").is_some();
        if let Some(entry) = workspace.entry.as_ref().filter(|entry| !is_catalog(entry)) {
            let mut named = files.clone();
            named.insert(meta_path(), Content::Text(meta_text(entry).into()));
            // A folder can have the name of the manifest.
            if collision(&named, &folders).is_none() {
                files = named;
            }
        }
    }
    inner::update(workspace, &mut files);
    let PackOptions { pins, pinned, bends, views, .. } = options.clone();
    Members { files, folders, diagrams: DiagramData { pins, pinned, bends, views } }
}

/// A path that is both a file and a folder, and what makes it a folder.
fn collision(files: &BTreeMap<FilePath, Content>, folders: &[String]) -> Option<(String, String)> {
    let names: BTreeSet<&str> = files.keys().map(FilePath::as_str).collect();
    let mut paths = names.iter().copied().chain(folders.iter().map(String::as_str));
    paths.find_map(|path| {
        let file = folders_above(path).find(|folder| names.contains(folder))?;
        Some((file.to_owned(), path.to_owned()))
    })
}

/// A project around a descriptor: the entry at its place in the layout, and a project file. Other files stay in place.
fn lay_out(workspace: &Workspace, options: &PackOptions) -> Workspace {
    let mut laid_out = Workspace { original: None, ..workspace.clone() };
    if let (Some(from), Some(to)) = (&workspace.entry, options.kind.place())
        && !laid_out.files.contains_key(&to)
        && let Some(content) = laid_out.files.remove(from)
    {
        laid_out.files.insert(to.clone(), content);
        laid_out.entry = Some(to);
    }
    let project = |kind: &str, rest: &str| {
        let name = yaml_scalar(&options.name);
        let version = yaml::quote(&options.version);
        format!("schema: '2.0'\nname: {name}\nversion: {version}\ntype: {kind}\npackaging: csar\n{rest}")
    };
    let text = match &options.kind {
        PackageKind::Resource { manager } => {
            laid_out.folders.insert(fixed(LIFECYCLE));
            project("Resource", &format!("resource-manager: {}\n", yaml_scalar(manager)))
        }
        PackageKind::Assembly | PackageKind::Csar => project("Assembly", ""),
    };
    laid_out.files.insert(fixed("lmproject.yml"), Content::Text(text.into()));
    laid_out
}

fn fixed(path: &str) -> FilePath {
    FilePath::new(path).expect("a constant, relative path")
}

fn meta_path() -> FilePath {
    fixed("TOSCA-Metadata/TOSCA.meta")
}

fn meta_text(entry: &FilePath) -> String {
    format!("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: Limn\nEntry-Definitions: {entry}\n")
}

/// Writes `text` plain if it can only be read as text, otherwise quoted.
pub(super) fn yaml_scalar(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        && yaml::resolve_plain(text) == yaml::Resolved::Text
        // Booleans of YAML 1.1, which LMCTL reads.
        && !["y", "n", "yes", "no", "on", "off"].contains(&text.to_ascii_lowercase().as_str());
    if plain { text.to_owned() } else { yaml::quote(text) }
}
