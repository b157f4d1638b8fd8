//! Files of the bundle that a catalog refers to: items, other catalog files, icons. `classpath://` starts at the root of the bundle, another reference
//! at the catalog file.

use std::collections::BTreeMap;

use super::model::{CatalogModel, Content, ElementKind};
use limn_files::FilePath;
use limn_yaml::{Node, Op, Path, Value};

const CLASSPATH: &str = "classpath://";

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
        while let Some(folder) = folders.last().filter(|it| !it.is_empty()) {
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

/// The files that the package must contain, relative to the catalog file. What is missing may be in a library.
pub(super) fn named(catalog: &CatalogModel) -> Vec<(String, Path)> {
    let has_libraries = has_libraries(catalog);
    let named = references(catalog).into_iter().filter_map(|it| {
        let name = match it.target(&catalog.file, &catalog.library.files) {
            Some((file, _)) => file.relative_to(&catalog.file),
            None if has_libraries => return None,
            None => it.name.trim_start_matches('/').to_owned(),
        };
        Some((name, it.path))
    });
    named.collect()
}

/// Returns true if the catalog needs other bundles, which can have the files that it names.
pub(super) fn has_libraries(catalog: &CatalogModel) -> bool {
    let section = catalog.section();
    section.is_some_and(|it| ["brooklyn.libraries", "libraries"].iter().any(|key| it.get(key).is_some()))
}

/// Ops that update the references after files are renamed.
pub(super) fn follow(catalog: &CatalogModel, names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
    let own = &catalog.file;
    let home = names.get(own).unwrap_or(own);
    let op = |reference: FileReference| {
        let (file, folder) = reference.target(own, &catalog.library.files)?;
        let now = names.get(&file).unwrap_or(&file);
        let text = if reference.is_classpath {
            let below = now.as_str().strip_prefix(&folder).map(|it| it.trim_start_matches('/'));
            format!("{CLASSPATH}{}", below.unwrap_or(now.as_str()))
        } else {
            now.relative_to(home)
        };
        let is_same = text.strip_prefix(CLASSPATH).unwrap_or(&text) == reference.name.trim_start_matches('/');
        if is_same { None } else { Some(Op::Replace { at: reference.path, value: Value::Text(text) }) }
    };
    references(catalog).into_iter().filter_map(op).collect()
}
