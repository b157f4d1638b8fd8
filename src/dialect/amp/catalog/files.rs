//! Files of the bundle that a catalog refers to: items, other catalog files, icons. `classpath://` starts at the root of the bundle, another reference
//! at the catalog file.

use std::collections::BTreeMap;

use super::model::{CatalogModel, Content, ElementKind};
use limn_files::FilePath;
use limn_language::explanation::{Explanation, Fact};
use limn_yaml::{Node, Op, Path, Step, Value};

const CLASSPATH: &str = "classpath://";
/// Maximum number of offered files.
const MAX_FILES: usize = 200;
/// Endings of the files of icons.
const PICTURES: [&str; 5] = ["gif", "jpeg", "jpg", "png", "svg"];

/// A reference to a file of the bundle.
pub(super) struct FileReference {
    /// Its path in the document.
    pub(super) path: Path,
    /// The file, as written behind `classpath://`.
    pub(super) name: String,
    is_classpath: bool,
}

/// All references, without URLs and files of other bundles.
pub(super) fn references(catalog: &CatalogModel) -> Vec<FileReference> {
    let mut paths = Vec::new();
    let icon = |path: &Path| ["iconUrl", "icon_url", "icon.url"].map(|key| path.key(key));
    paths.extend(icon(&Path::keys(["brooklyn.catalog"])));
    for element in &catalog.elements {
        match (element.kind, &element.content, &element.blueprint) {
            (ElementKind::File, ..) => paths.push(element.path.clone()),
            (_, Content::File(_), Some(item)) => {
                paths.extend(["tosca_link", "csar_link"].map(|key| item.key(key)));
            }
            (_, Content::File(_), None) => paths.extend(["item", "spec"].map(|key| element.path.key(key))),
            _ => {}
        }
        if element.kind == ElementKind::Item {
            paths.extend(icon(&element.path));
        }
    }
    let mut found: Vec<FileReference> =
        paths.iter().filter_map(|path| reference(catalog.document.get(path)?.resolve())).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found.dedup_by(|a, b| a.path == b.path);
    found
}

fn reference(node: Node<'_>) -> Option<FileReference> {
    let text = node.as_str().filter(|_| node.is_scalar())?;
    let (name, is_classpath) = match text.strip_prefix(CLASSPATH) {
        Some(name) => (name, true),
        None => (&*text, false),
    };
    // A colon is of a URL, or behind the name of another bundle.
    let is_file = !name.contains([':', '\n']) && name.trim() == name && !matches!(name, "" | ".");
    is_file.then(|| FileReference { path: node.path(), name: name.to_owned(), is_classpath })
}

impl FileReference {
    /// The file in the workspace, and the folder that it was looked for in: the root of the bundle may be any folder above the catalog file.
    pub(super) fn target(&self, own: &FilePath, files: &[FilePath]) -> Option<(FilePath, String)> {
        let name = self.name.trim_start_matches('/');
        let mut folders = vec![own.folder()];
        while let Some(folder) = folders.last().filter(|folder| !folder.is_empty()) {
            folders.push(folder.rsplit_once('/').map_or("", |(above, _)| above));
        }
        folders.into_iter().find_map(|folder| {
            let file = match folder {
                "" => FilePath::new(name).ok()?,
                folder => FilePath::new(&format!("{folder}/{name}")).ok()?,
            };
            files.binary_search(&file).is_ok().then(|| (file, folder.to_owned()))
        })
    }
}

/// Content of the file that a place names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileUse {
    /// Another catalog file.
    Catalog,
    /// The blueprint of an item.
    Blueprint,
    Icon,
    /// Another bundle.
    Library,
    /// A script, a template or an archive that a configuration key names.
    Config,
}

/// The use of the file at a place; `None` for a place of another value.
fn file_use(path: &Path) -> Option<FileUse> {
    let above = |steps: usize| path.key_at(path.len().checked_sub(steps)?);
    if (0..path.len()).any(|at| path.key_at(at) == Some("brooklyn.config")) {
        return Some(FileUse::Config);
    }
    let is_item = matches!(path.last(), Some(Step::Index(_)));
    match (above(1), above(2)) {
        (Some("iconUrl" | "icon_url" | "icon.url"), _) => Some(FileUse::Icon),
        _ if path.key_at(0) != Some("brooklyn.catalog") => None,
        (Some("include"), _) => Some(FileUse::Catalog),
        (None, Some("items")) if is_item => Some(FileUse::Catalog),
        (Some("item" | "spec" | "tosca_link" | "csar_link"), _) => Some(FileUse::Blueprint),
        (None, Some("brooklyn.libraries" | "libraries")) if is_item => Some(FileUse::Library),
        (Some("url"), None) if matches!(above(3), Some("brooklyn.libraries" | "libraries")) => {
            Some(FileUse::Library)
        }
        _ => None,
    }
}

/// The files of the bundle that are likely at a place, as `classpath://` URLs.
pub(super) fn likely(catalog: &CatalogModel, path: &Path) -> Vec<String> {
    let Some(file_use) = file_use(path) else { return Vec::new() };
    let written = || catalog.document.get(path)?.as_str();
    // Most configuration keys do not name files.
    if file_use == FileUse::Config && !written().is_some_and(|text| text.starts_with("classpath:")) {
        return Vec::new();
    }
    let own = &catalog.file;
    let library = &catalog.library;
    let is_catalog = |file: &FilePath| {
        let root = library.documents.get(file).and_then(|document| document.root());
        root.is_some_and(|root| root.resolve().get("brooklyn.catalog").is_some())
    };
    let fits = |file: &FilePath| match file_use {
        FileUse::Catalog => is_catalog(file),
        FileUse::Blueprint => match file.extension().as_str() {
            "csar" | "zip" => true,
            _ => library.documents.contains_key(file) && !is_catalog(file),
        },
        FileUse::Icon => PICTURES.contains(&file.extension().as_str()),
        FileUse::Library => matches!(file.extension().as_str(), "jar" | "zip" | "bom"),
        FileUse::Config => !file.only_describes(),
    };
    // The root of the bundle is the folder of its catalog file.
    let below = |file: &FilePath| match own.folder() {
        "" => Some(file.as_str().to_owned()),
        folder => Some(file.as_str().strip_prefix(folder)?.strip_prefix('/')?.to_owned()),
    };
    let others = library.files.iter().filter(|file| *file != own && fits(file));
    others.filter_map(|file| Some(format!("{CLASSPATH}{}", below(file)?))).take(MAX_FILES).collect()
}

/// The hover card of a URL of something outside the workspace.
pub(super) fn explain(catalog: &CatalogModel, offset: usize) -> Option<Explanation> {
    let node = catalog.document.at(offset).filter(|node| node.is_scalar() && !node.is_key())?;
    let text = node.as_str()?;
    let is_url = text.contains("://") && !text.starts_with(CLASSPATH) && !text.contains('\n');
    file_use(&node.path()).filter(|file_use| is_url && *file_use != FileUse::Config)?;
    let facts = vec![Fact::new("File", "outside the workspace; the server reads it")];
    let (title, kind) = (text.into_owned(), "URL".to_owned());
    Some(Explanation { range: node.range(), title, kind, doc: String::new(), facts })
}

/// The files that the package must contain, relative to the catalog file. What is missing may be in a library.
pub(super) fn named(catalog: &CatalogModel) -> Vec<(String, Path)> {
    let has_libraries = has_libraries(catalog);
    let named = references(catalog).into_iter().filter_map(|reference| {
        let name = match reference.target(&catalog.file, &catalog.library.files) {
            Some((file, _)) => file.relative_to(&catalog.file),
            None if has_libraries => return None,
            None => reference.name.trim_start_matches('/').to_owned(),
        };
        Some((name, reference.path))
    });
    named.collect()
}

/// Returns true if the catalog needs other bundles, which can have the files that it names.
pub(super) fn has_libraries(catalog: &CatalogModel) -> bool {
    let section = catalog.section();
    section.is_some_and(|section| {
        ["brooklyn.libraries", "libraries"].iter().any(|key| section.get(key).is_some())
    })
}

/// Ops that update the references after files are renamed.
pub(super) fn follow(catalog: &CatalogModel, names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
    let own = &catalog.file;
    let home = names.get(own).unwrap_or(own);
    let op = |reference: FileReference| {
        let (file, folder) = reference.target(own, &catalog.library.files)?;
        let now = names.get(&file).unwrap_or(&file);
        let text = if reference.is_classpath {
            let below = now.as_str().strip_prefix(&folder).map(|rest| rest.trim_start_matches('/'));
            format!("{CLASSPATH}{}", below.unwrap_or(now.as_str()))
        } else {
            now.relative_to(home)
        };
        let is_same = text.strip_prefix(CLASSPATH).unwrap_or(&text) == reference.name.trim_start_matches('/');
        if is_same { None } else { Some(Op::Replace { at: reference.path, value: Value::Text(text) }) }
    };
    references(catalog).into_iter().filter_map(op).collect()
}
