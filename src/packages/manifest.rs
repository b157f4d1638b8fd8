//! Manifests: `TOSCA.meta`, the LMCTL project file, and the conventional places of the entry.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use limn_files::{Checksum, Content, FilePath, Workspace, checksums};
use limn_language::message;
use limn_lmctl::{PACKAGE_FILE, PROJECT_FILES};
use limn_yaml as yaml;

/// Files that identify a folder as a project or a package.
pub const MANIFESTS: &[&str] = &["lmproject.yml", "lmproject.yaml", META];
/// The folders in which a project keeps its subprojects.
pub const CONTAINS: &[&str] = &["Contains", "VNFCs"];

const META: &str = "TOSCA-Metadata/TOSCA.meta";

/// The main descriptor of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageEntry {
    pub path: Option<FilePath>,
    /// Problems with how the package names it, one sentence each.
    pub warnings: Vec<String>,
    /// Other files that could be the entry, if none is named.
    pub rivals: Vec<FilePath>,
}

/// Finds the entry: the file that `TOSCA.meta` names; otherwise the conventional place in an LMCTL project; otherwise the only YAML file or the only
/// descriptor at the root; otherwise the first file closest to it.
pub fn entry(workspace: &Workspace) -> PackageEntry {
    let (mut warnings, mut rivals) = (Vec::new(), Vec::new());
    let project = project_file(workspace);
    let named =
        meta_file(workspace).and_then(|meta| named_by(workspace, &meta, project.is_some(), &mut warnings));
    let path = named
        .or_else(|| by_project(workspace, project.as_ref()?, &mut warnings))
        .or_else(|| by_convention(workspace, project.is_some(), &mut warnings, &mut rivals));
    if path.is_none() && warnings.is_empty() {
        warnings.push("the package contains no YAML file".to_owned());
    }
    PackageEntry { path, warnings, rivals }
}

/// Returns true if the workspace has a manifest.
pub fn is_project(workspace: &Workspace) -> bool {
    meta_file(workspace).is_some() || project_file(workspace).is_some()
}

/// Returns true if the package needs no manifest, because the only YAML file at its root is a service template.
pub(super) fn needs_no_manifest(workspace: &Workspace) -> bool {
    let at_top = |path: &&FilePath| is_yaml(path) && path.folder().is_empty();
    let mut at_top = workspace.files.keys().filter(at_top);
    match (at_top.next(), at_top.next()) {
        (Some(only), None) => is_service_template(workspace, only),
        _ => false,
    }
}

/// Returns true if a file states a TOSCA version.
pub(super) fn is_service_template(workspace: &Workspace, file: &FilePath) -> bool {
    let Some(text) = workspace.text(file).filter(|text| text.contains("tosca_definitions_version")) else {
        return false;
    };
    let document = yaml::parse(text.clone());
    document.root().is_some_and(|root| root.resolve().get("tosca_definitions_version").is_some())
}

/// `brooklyn.catalog` of a catalog file, which AMP reads at the root of a package; its package has no other entry.
pub(super) fn catalog_text(workspace: &Workspace, file: &FilePath, key: &str) -> Option<String> {
    let text = workspace.text(file).filter(|text| text.contains("brooklyn.catalog"))?;
    let document = yaml::parse(text.clone());
    let catalog = document.root()?.resolve().get("brooklyn.catalog")?.resolve();
    Some(catalog.get(key).and_then(yaml::Node::as_str).unwrap_or_default().trim().to_owned())
}

/// The LMCTL project file, or the meta file of a built package, closest to the root.
pub(super) fn project_file(workspace: &Workspace) -> Option<FilePath> {
    let known = |path: &&FilePath| {
        matches!(path.name(), "lmproject.yml" | "lmproject.yaml" | "lmpkg.yml" | "lmpkg.yaml")
    };
    workspace.files.keys().filter(known).min_by_key(|path| depth(path)).cloned()
}

/// The project file to build: that of the project around the entry, otherwise the one closest to the root. `None` if there is none.
pub(super) fn source_project(workspace: &Workspace) -> Option<FilePath> {
    let around = |path: &&FilePath| {
        let folder = path.folder();
        folder.is_empty()
            || workspace.entry.as_ref().is_some_and(|entry| entry.as_str().starts_with(&format!("{folder}/")))
    };
    let projects = || workspace.files.keys().filter(|path| PROJECT_FILES.contains(&path.name()));
    let nearest = projects().min_by_key(|path| depth(path));
    projects().filter(around).min_by_key(|path| depth(path)).or(nearest).cloned()
}

/// Returns true if the workspace is a package that LMCTL built.
pub(super) fn is_built(workspace: &Workspace) -> bool {
    workspace.files.keys().any(|path| path.folder().is_empty() && path.name() == PACKAGE_FILE)
}

/// `TOSCA.meta`, in its folder or, since TOSCA 2.0, at the root.
pub(super) fn meta_file(workspace: &Workspace) -> Option<FilePath> {
    let at = |place: &str| workspace.files.keys().find(|path| path.as_str().eq_ignore_ascii_case(place));
    at(META).or_else(|| at("TOSCA.meta")).cloned()
}

/// The first block of a `TOSCA.meta`: a name and value per line; a line that starts with a space continues the previous one.
pub(super) fn meta_entries(text: &str) -> Vec<(String, String)> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.trim_start_matches('\u{feff}').lines() {
        if let (true, Some((_, value))) = (line.starts_with(' '), entries.last_mut()) {
            value.push_str(line[1..].trim_end());
        } else if let Some((name, value)) = line.split_once(':') {
            entries.push((name.trim().to_owned(), value.trim().to_owned()));
        } else if line.trim().is_empty() && !entries.is_empty() {
            break;
        }
    }
    entries
}

/// The changed files whose checksums in the manifests, `TOSCA.meta` and `.mf`, are those from before.
pub fn outdated(workspace: &Workspace) -> Vec<String> {
    let Some(original) = workspace.original.as_ref() else { return Vec::new() };
    let all: Vec<Checksum> = manifests(workspace).flat_map(|(_, text)| checksums(text)).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let Ok(before) = super::open("", &original.0) else { return Vec::new() };
    let is = |sum: &Checksum| {
        let Ok(path) = FilePath::new(&sum.name) else { return false };
        let content = workspace.files.get(&path);
        // With an unknown algorithm, any change makes a checksum outdated.
        let is_wrong =
            content.and_then(|content| sum.of(content.as_bytes())).is_none_or(|actual| actual != sum.value);
        is_wrong && content != before.workspace.files.get(&path)
    };
    let names: BTreeSet<String> = all.into_iter().filter(is).map(|sum| sum.name).collect();
    names.into_iter().collect()
}

/// The manifests with updated checksums; only those that change.
pub fn recomputed(workspace: &Workspace) -> BTreeMap<FilePath, String> {
    let mut changed = BTreeMap::new();
    let mut all: Vec<(&FilePath, &Arc<str>)> = manifests(workspace).collect();
    // One manifest can contain the checksum of another: `TOSCA.meta` that of an `.mf`.
    all.sort_by_key(|(path, _)| is_meta(path));
    for (path, text) in all {
        let mut after = text.to_string();
        for sum in checksums(text).iter().rev() {
            let Ok(named) = FilePath::new(&sum.name) else { continue };
            let own = changed.get(&named).map(String::as_bytes);
            let bytes = own.or_else(|| workspace.files.get(&named).map(Content::as_bytes));
            match bytes.and_then(|bytes| sum.of(bytes)) {
                Some(value) if value != sum.value && named != *path => {
                    after.replace_range(sum.range.clone(), &value);
                }
                _ => {}
            }
        }
        if after != **text {
            changed.insert(path.clone(), after);
        }
    }
    changed
}

/// Manifest keys whose values are file names; the last one takes several, separated by spaces.
const NAMING: [&str; 9] = [
    "Entry-Definitions",
    "TNCO-Descriptor",
    "ETSI-Entry-Manifest",
    "ETSI-Entry-Change-Log",
    "ETSI-Entry-Certificate",
    "Name",
    "Source",
    "Certificate",
    "Other-Definitions",
];

/// The manifests with renamed files; only those that change.
pub fn renamed(workspace: &Workspace, names: &BTreeMap<FilePath, FilePath>) -> BTreeMap<FilePath, String> {
    let after = |name: &str| names.get(&FilePath::new(name).ok()?).map(FilePath::to_string);
    let line = |line: &str| {
        let Some((key, value)) = line.split_once(':').filter(|(key, _)| NAMING.contains(&key.trim())) else {
            return line.to_owned();
        };
        let words = if key.trim() == "Other-Definitions" { value.split(' ').collect() } else { vec![value] };
        let word = |word: &str| {
            let bare = word.trim();
            after(bare)
                .filter(|_| !bare.is_empty())
                .map_or_else(|| word.to_owned(), |to| word.replacen(bare, &to, 1))
        };
        format!("{key}:{}", words.into_iter().map(word).collect::<Vec<_>>().join(" "))
    };
    let text = |(path, text): (&FilePath, &Arc<str>)| {
        let now: String = text.split_inclusive('\n').map(line).collect();
        (now != **text).then(|| (path.clone(), now))
    };
    manifests(workspace).filter_map(text).collect()
}

/// Returns true if tools find the file by its name and place, so that it must keep both.
pub fn is_fixed(file: &FilePath) -> bool {
    is_meta(file) || matches!(file.name(), "lmproject.yml" | "lmproject.yaml" | "lmpkg.yml" | "lmpkg.yaml")
}

fn manifests(workspace: &Workspace) -> impl Iterator<Item = (&FilePath, &Arc<str>)> {
    let all = workspace.files.iter().filter(|(path, _)| is_meta(path) || path.extension() == "mf");
    all.filter_map(|(path, content)| Some((path, content.as_text()?)))
}

fn is_meta(path: &FilePath) -> bool {
    path.name().eq_ignore_ascii_case("TOSCA.meta")
}

/// The descriptor that `TOSCA.meta` names. LMCTL writes a folder or nothing useful, so with a project file there is no warning.
fn named_by(
    workspace: &Workspace,
    meta: &FilePath,
    has_project: bool,
    warnings: &mut Vec<String>,
) -> Option<FilePath> {
    let Some(text) = workspace.text(meta) else {
        warnings.push(format!("`{meta}` is not text"));
        return None;
    };
    let entries = meta_entries(text);
    let value = |name: &str| {
        entries.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    };
    let there = |value: &str| {
        FilePath::new(value).ok().filter(|path| workspace.files.contains_key(path) && is_yaml(path))
    };
    let named = value("Entry-Definitions");
    let found = named.and_then(there).or_else(|| value("TNCO-Descriptor").and_then(there));
    if found.is_none() && !has_project {
        warnings.push(match named {
            Some(named) => {
                format!("`{meta}` names the entry `{named}`, which is not a YAML file in the package")
            }
            None => message::missing_on("key", "Entry-Definitions", "file", meta),
        });
    }
    found
}

/// The places in which LMCTL projects and built packages keep their descriptor, most specific first.
const PROJECT_PLACES: &[&str] = &[
    "Descriptor/assembly.yml",
    "Descriptor/assembly.yaml",
    "Definitions/lm/resource.yaml",
    "Definitions/lm/resource.yml",
    "Definitions/assembly.yml",
    "Definitions/assembly.yaml",
    "Descriptor/type.yml",
    "Descriptor/type.yaml",
    "resource.yaml",
    "resource.yml",
];

fn by_project(workspace: &Workspace, project: &FilePath, warnings: &mut Vec<String>) -> Option<FilePath> {
    let inside =
        |relative: &&str| project.join(relative).ok().filter(|path| workspace.files.contains_key(path));
    let found = PROJECT_PLACES.iter().find_map(inside).or_else(|| {
        // A resource for the Ansible resource manager names its descriptor after itself; in its package, it is at the root.
        let name = yaml_text(workspace, project, "name")?;
        ["descriptor/", "Descriptor/", ""].iter().find_map(|folder| {
            ["yml", "yaml"]
                .iter()
                .find_map(|extension| inside(&format!("{folder}{name}.{extension}").as_str()))
        })
    });
    if found.is_none() {
        warnings.push(format!("`{project}` exists, but there is no descriptor in its usual place"));
    }
    found
}

fn by_convention(
    workspace: &Workspace,
    has_project: bool,
    warnings: &mut Vec<String>,
    rivals: &mut Vec<FilePath>,
) -> Option<FilePath> {
    let yaml_files = || {
        workspace.files.keys().filter(|path| {
            is_yaml(path) && !path.as_str().starts_with('.') && !path.name().starts_with("lmp")
        })
    };
    let at_top: Vec<&FilePath> = yaml_files().filter(|path| path.folder().is_empty()).collect();
    // If there are several at the root, one can be a descriptor and the others files that it imports.
    let described: Vec<&FilePath> =
        at_top.iter().copied().filter(|path| looks_like_descriptor(workspace, path)).collect();
    if let ([_, _, ..], [only]) = (&at_top[..], &described[..]) {
        return Some((*only).clone());
    }
    if let ([first, _, ..], false) = (&at_top[..], has_project) {
        rivals.extend(at_top.iter().copied().cloned());
        warnings.push(format!(
            "the package names no entry and has {} YAML files at its root; using `{first}`",
            at_top.len()
        ));
    }
    // A catalog of AMP may be the only descriptor.
    let bom_files = || workspace.files.keys().filter(|path| path.extension() == "bom");
    let nearest = yaml_files().min_by_key(|path| depth(path));
    nearest.or_else(|| bom_files().min_by_key(|path| depth(path))).cloned()
}

fn looks_like_descriptor(workspace: &Workspace, file: &FilePath) -> bool {
    let Some(text) = workspace.text(file) else { return false };
    let document = yaml::parse(text.clone());
    let Some(root) = document.root() else { return false };
    let name = root.get("name").and_then(yaml::Node::as_str);
    name.is_some_and(|name| name.contains("::"))
        || ["topology_template", "service_template"].iter().any(|key| root.get(key).is_some())
}

/// The value of a top-level `key` of a YAML file.
pub(super) fn yaml_text(workspace: &Workspace, file: &FilePath, key: &str) -> Option<String> {
    let document = yaml::parse(workspace.text(file)?.clone());
    let text = document.root()?.get(key)?.as_str()?.into_owned();
    (!text.is_empty()).then_some(text)
}

pub(super) fn is_yaml(path: &FilePath) -> bool {
    matches!(path.extension().as_str(), "yaml" | "yml")
}

fn depth(path: &FilePath) -> usize {
    path.as_str().matches('/').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_files::Content;

    fn workspace(files: &[(&str, &str)]) -> Workspace {
        let files = files
            .iter()
            .map(|(path, text)| (FilePath::new(path).unwrap(), Content::Text((*text).into())))
            .collect();
        Workspace { files, ..Workspace::default() }
    }

    #[track_caller]
    fn check(files: &[(&str, &str)], path: Option<&str>, warning: Option<&str>) {
        let found = entry(&workspace(files));
        assert_eq!(found.path.as_ref().map(FilePath::as_str), path);
        match warning {
            Some(part) => assert!(found.warnings.iter().any(|w| w.contains(part)), "{:?}", found.warnings),
            None => assert_eq!(found.warnings, Vec::<String>::new()),
        }
    }

    #[test]
    fn manifests_get_the_new_file_names() {
        let meta = "CSAR-Version: 1.1\r\nEntry-Definitions: main.yaml\r\nOther-Definitions: a.yaml main.yaml\r\n\r\nName: main.yaml\r\n";
        let all = workspace(&[
            ("TOSCA-Metadata/TOSCA.meta", meta),
            ("main.mf", "metadata:\n\nSource: main.yaml\nAlgorithm: SHA-256\nHash: aa\n"),
            ("main.yaml", ""),
            ("a.yaml", ""),
        ]);
        let path = |name: &str| FilePath::new(name).unwrap();
        let names = BTreeMap::from([(path("main.yaml"), path("defs/shop.yaml"))]);
        let now = renamed(&all, &names);
        assert_eq!(now[&path("TOSCA-Metadata/TOSCA.meta")], meta.replace("main.yaml", "defs/shop.yaml"));
        assert_eq!(
            now[&path("main.mf")],
            "metadata:\n\nSource: defs/shop.yaml\nAlgorithm: SHA-256\nHash: aa\n"
        );
        let other = BTreeMap::from([(path("b.sh"), path("c.sh"))]);
        assert_eq!(renamed(&all, &other), BTreeMap::new());
    }

    #[test]
    fn the_meta_file_has_priority() {
        check(
            &[
                ("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1\nEntry-Definitions: defs/main.yaml\n"),
                ("defs/main.yaml", ""),
                ("top.yaml", ""),
            ],
            Some("defs/main.yaml"),
            None,
        );
    }

    #[test]
    fn meta_file_names_ignore_case_and_lines_continue() {
        let text = "entry-definitions: de\n fs/main\n .yaml\n\nName: x\n";
        assert_eq!(meta_entries(text), [("entry-definitions".to_owned(), "defs/main.yaml".to_owned())]);
        check(&[("TOSCA-Metadata/TOSCA.meta", text), ("defs/main.yaml", "")], Some("defs/main.yaml"), None);
    }

    #[test]
    fn a_folder_as_entry_defers_to_the_project() {
        check(
            &[
                ("TOSCA-Metadata/TOSCA.meta", "Entry-Definitions: Definitions\n"),
                ("lmproject.yml", "name: demo\n"),
                ("Descriptor/assembly.yml", ""),
                ("Contains/sub/Definitions/lm/resource.yaml", ""),
            ],
            Some("Descriptor/assembly.yml"),
            None,
        );
    }

    #[test]
    fn a_meta_file_without_an_entry_is_reported() {
        check(
            &[("TOSCA-Metadata/TOSCA.meta", "Entry-Definitions: gone.yaml\n"), ("main.yaml", "")],
            Some("main.yaml"),
            Some("`gone.yaml`"),
        );
        check(
            &[("TOSCA-Metadata/TOSCA.meta", "CSAR-Version: 1.1\n"), ("main.yaml", "")],
            Some("main.yaml"),
            Some("missing required key `Entry-Definitions` on file `TOSCA-Metadata/TOSCA.meta`"),
        );
    }

    #[test]
    fn resource_projects_and_built_packages_have_conventional_places() {
        check(
            &[("lmproject.yml", "type: Resource\n"), ("Definitions/lm/resource.yaml", "")],
            Some("Definitions/lm/resource.yaml"),
            None,
        );
        check(&[("lmpkg.yml", "type: Resource\n"), ("resource.yaml", "")], Some("resource.yaml"), None);
    }

    #[test]
    fn a_project_in_a_folder_has_its_places_there() {
        check(
            &[("demo/lmproject.yml", ""), ("demo/Descriptor/assembly.yml", ""), ("readme.yaml", "")],
            Some("demo/Descriptor/assembly.yml"),
            None,
        );
    }

    #[test]
    fn a_single_yaml_file_at_the_root_is_the_entry_or_the_first_of_several() {
        check(&[("main.yml", ""), ("types/a.yml", "")], Some("main.yml"), None);
        check(&[("catalog.bom", ""), ("icons/a.png", "")], Some("catalog.bom"), None);
        check(&[("catalog.bom", ""), ("a/main.yml", "")], Some("a/main.yml"), None);
        check(&[("b.yml", ""), ("a.yml", "")], Some("a.yml"), Some("2 YAML files"));
    }

    #[test]
    fn a_package_without_yaml_has_no_entry() {
        check(&[("readme.txt", "")], None, Some("no YAML file"));
    }
}
