//! Packing: writes a workspace as a zip. The same workspace always gives the same bytes. A workspace from a zip is packed as that zip with the changed
//! members replaced; another one gets the manifests that its readers require.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::manifest::{
    catalog_text, is_project, is_service_template, meta_file, project_file, stands_alone, yaml_text,
};
use super::pins::{self, Pins};
use super::splice::{mode_of, splice};
use super::{CsarError, MAX_MEMBERS, MAX_TOTAL};
use limn_files::{Content, FilePath, Original, Workspace};
use limn_yaml as yaml;

/// The folder that a resource project must have, even if empty.
pub(super) const LIFECYCLE: &str = "Lifecycle";

/// The options for packing a descriptor without a manifest. For a workspace with a manifest, only the pins count.
#[derive(Clone, Debug, PartialEq)]
pub struct PackOptions {
    pub name: String,
    pub version: String,
    pub kind: Kind,
    /// Stored in a side-car file next to the descriptors; not written if empty.
    pub pins: Pins,
}

/// The layout of a new package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
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
        let said = entry.and_then(|entry| yaml_text(workspace, entry, "name")).unwrap_or_default();
        let parts: Vec<&str> = said.split("::").collect();
        let stem = entry.map_or("package", |entry| entry.name().split('.').next().unwrap_or("package"));
        let (kind, name, version) = match parts[..] {
            [kind, name, version] => (kind, name, version),
            [kind, name] => (kind, name, "1.0"),
            _ => ("", said.as_str(), "1.0"),
        };
        let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
        let kind = match kind {
            "assembly" | "assembly-template" => Kind::Assembly,
            "resource" => Kind::resource(),
            _ => entry.map_or(Kind::Csar, |entry| kind_by_sections(workspace, entry)),
        };
        PackOptions {
            name: or(name, &or(stem, "package")),
            version: or(version, "1.0"),
            kind,
            pins: Pins::new(),
        }
    }

    fn of_catalog(workspace: &Workspace, entry: &FilePath, bundle: String) -> PackOptions {
        let or = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
        let version = catalog_text(workspace, entry, "version").unwrap_or_default();
        PackOptions {
            name: or(bundle, "catalog"),
            version: or(version, "1.0"),
            kind: Kind::Csar,
            pins: Pins::new(),
        }
    }

    fn of_service(workspace: &Workspace, entry: &FilePath) -> PackOptions {
        let document = workspace.text(entry).map(|text| yaml::parse(text.clone()));
        let said = |key: &str| {
            let metadata = document.as_ref()?.root()?.resolve().get("metadata")?.resolve();
            let text = metadata.get(key)?.as_str()?.trim().to_owned();
            Some(text).filter(|text| !text.is_empty())
        };
        let stem = entry.name().split('.').next().unwrap_or("package").to_owned();
        PackOptions {
            name: said("template_name").unwrap_or(stem),
            version: said("template_version").unwrap_or_else(|| "1.0".to_owned()),
            kind: Kind::Csar,
            pins: Pins::new(),
        }
    }
}

impl Kind {
    fn resource() -> Kind {
        Kind::Resource { manager: "brent".to_owned() }
    }

    /// The path of the descriptor in the layout.
    fn place(&self) -> Option<FilePath> {
        let place = match self {
            Kind::Assembly => "Descriptor/assembly.yml",
            Kind::Resource { .. } => "Definitions/lm/resource.yaml",
            Kind::Csar => return None,
        };
        Some(FilePath::new(place).expect("a constant, relative path"))
    }
}

/// The kind of a descriptor without a name, by the sections that only one of the two has.
fn kind_by_sections(workspace: &Workspace, entry: &FilePath) -> Kind {
    let Some(text) = workspace.text(entry) else { return Kind::Csar };
    let document = yaml::parse(text.clone());
    let has = |key: &str| document.root().is_some_and(|root| root.get(key).is_some());
    if ["composition", "references", "relationships"].into_iter().any(has) {
        Kind::Assembly
    } else if ["lifecycle", "infrastructure", "default-driver"].into_iter().any(has) {
        Kind::resource()
    } else {
        Kind::Csar
    }
}

/// The name of the packed file: `demo-1.0.csar`.
pub fn file_name(workspace: &Workspace, options: &PackOptions) -> String {
    let project = project_file(workspace);
    let said = |key: &str| yaml_text(workspace, project.as_ref()?, key);
    let name = said("name").unwrap_or_else(|| options.name.clone());
    let version = said("version").unwrap_or_else(|| options.version.clone());
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    format!("{}.csar", format!("{name}-{version}").chars().map(safe).collect::<String>())
}

/// Packs a workspace. Members keep their bytes; a descriptor without a manifest gets the manifests that LMCTL and TOSCA require.
pub fn pack(workspace: &Workspace, options: &PackOptions) -> Result<Vec<u8>, CsarError> {
    if workspace.files.is_empty() {
        return Err(CsarError::Empty);
    }
    let mut files = workspace.files.clone();
    let mut pins = options.pins.clone();
    let mut folders = Vec::new();
    let stands = workspace.original.is_some() && stands_alone(workspace);
    if !is_project(workspace) && !stands {
        lay_out(workspace, options, &mut files, &mut pins);
    } else if let Some(entry) = workspace.entry.as_ref().filter(|_| asks_for_meta(workspace)) {
        files.insert(meta_path(), Content::Text(meta_text(entry).into()));
    }
    if pins.values().any(|places| !places.is_empty()) {
        files.insert(pins::path(), Content::Text(pins::write(&pins).into()));
    }
    folders.extend(missing_lifecycle(&files));
    if files.len() + folders.len() > MAX_MEMBERS {
        return Err(CsarError::TooMany);
    }
    if files.values().map(|content| content.as_bytes().len() as u64).sum::<u64>() > MAX_TOTAL {
        return Err(CsarError::TooLarge);
    }
    let spliced = workspace.original.as_ref().and_then(|Original(zip)| splice(zip, &files, &folders));
    if let Some(bytes) = spliced {
        return Ok(bytes);
    }
    zip(&files, &folders).map_err(|error| CsarError::Unwritten(error.to_string()))
}

/// Moves the entry to its place in the layout and writes the manifests. Other files stay in place.
fn lay_out(
    workspace: &Workspace,
    options: &PackOptions,
    files: &mut BTreeMap<FilePath, Content>,
    pins: &mut Pins,
) {
    let mut entry = workspace.entry.clone();
    if let (Some(from), Some(to)) = (&workspace.entry, options.kind.place())
        && !files.contains_key(&to)
        && let Some(content) = files.remove(from)
    {
        files.insert(to.clone(), content);
        if let Some(places) = pins.remove(from) {
            pins.insert(to.clone(), places);
        }
        entry = Some(to);
    }
    // AMP looks for the catalog at the root.
    if let Some(entry) = entry.filter(|entry| catalog_text(workspace, entry, "bundle").is_none()) {
        files.insert(meta_path(), Content::Text(meta_text(&entry).into()));
    }
    let mut put = |path: &str, text: String| {
        let path = FilePath::new(path).expect("a constant, relative path");
        files.insert(path, Content::Text(text.into()));
    };
    let project = |kind: &str, rest: &str| {
        let name = yaml_scalar(&options.name);
        let version = yaml::quote(&options.version);
        format!("schema: '2.0'\nname: {name}\nversion: {version}\ntype: {kind}\npackaging: csar\n{rest}")
    };
    match &options.kind {
        Kind::Assembly => put("lmproject.yml", project("Assembly", "")),
        Kind::Resource { manager } => put(
            "lmproject.yml",
            project("Resource", &format!("resource-manager: {}\n", yaml_scalar(manager))),
        ),
        Kind::Csar => {}
    }
}

/// Whether a project is configured to be packed as a CSAR and has no `TOSCA.meta`, which is then written.
fn asks_for_meta(workspace: &Workspace) -> bool {
    let project = project_file(workspace).filter(|project| project.folder().is_empty());
    let packaging = project.and_then(|project| yaml_text(workspace, &project, "packaging"));
    meta_file(workspace).is_none()
        && packaging.is_some_and(|packaging| packaging.eq_ignore_ascii_case("csar"))
}

fn meta_path() -> FilePath {
    FilePath::new("TOSCA-Metadata/TOSCA.meta").expect("a constant, relative path")
}

fn meta_text(entry: &FilePath) -> String {
    format!("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: Limn\nEntry-Definitions: {entry}\n")
}

/// Writes `text` plain if it can only be read as text, otherwise quoted.
fn yaml_scalar(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        && yaml::resolve_plain(text) == yaml::Resolved::Text
        // Booleans of YAML 1.1, which LMCTL reads.
        && !["y", "n", "yes", "no", "on", "off"].contains(&text.to_ascii_lowercase().as_str());
    if plain { text.to_owned() } else { yaml::quote(text) }
}

/// The lifecycle folder to add: LMCTL rejects a resource project without it, and a workspace cannot contain an empty folder.
fn missing_lifecycle(files: &BTreeMap<FilePath, Content>) -> Option<String> {
    let descriptor = files.keys().find(|path| {
        let path = path.as_str();
        path == "Definitions/lm/resource.yaml" || path == "Definitions/lm/resource.yml"
    });
    let has = files.keys().any(|path| path.as_str().starts_with("Lifecycle/"));
    (descriptor.is_some() && !has).then(|| format!("{LIFECYCLE}/"))
}

fn zip(files: &BTreeMap<FilePath, Content>, folders: &[String]) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        // The default depends on the machine.
        .system(System::Unix);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for folder in folders {
        zip.add_directory(folder.as_str(), options.unix_permissions(0o755))?;
    }
    for (path, content) in files {
        let bytes = content.as_bytes();
        zip.start_file(path.as_str(), options.unix_permissions(mode_of(bytes) & 0o777))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
