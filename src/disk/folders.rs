//! Folders around a file: its project, its repository, and the folders whose names are part of its path.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use limn_files::FilePath;
use limn_packages as packages;

use super::inputs::{CONTEXT, is_yaml};
use super::{FileSystem, ReadError};

/// Limit of folders above a file that are searched for a project: `Definitions/lm/resource.yaml` is two below it. As many folder names are part of the
/// workspace paths even without a project, because recognition uses them.
const ABOVE: usize = 2;
/// The catalog file of an AMP bundle.
const CATALOG: &str = "catalog.bom";

/// The folder `ABOVE` levels up, or the topmost.
pub(super) fn above(folder: &Path) -> PathBuf {
    folder.ancestors().take(ABOVE + 1).last().unwrap_or(folder).to_owned()
}

/// The nearest ancestor that contains all of the folders.
pub(super) fn above_all(folder: PathBuf, folders: &BTreeSet<&Path>) -> PathBuf {
    let holds = |folder: &Path| folders.iter().all(|inner| inner.starts_with(folder));
    folder.ancestors().find(|folder| holds(folder)).unwrap_or(&folder).to_owned()
}

/// The nearest folder with a manifest: the file's own or an ancestor, up to `ABOVE` levels above `top`, where the walk began.
pub(super) fn project_above(files: &FileSystem, folder: &Path, top: Option<&Path>) -> Option<PathBuf> {
    let below_top =
        top.and_then(|top| folder.strip_prefix(top).ok()).map_or(0, |rest| rest.components().count());
    let mut left = below_top + ABOVE;
    for folder in folder.ancestors() {
        let has = |manifest: &&str| files.is_file(&folder.join(manifest));
        if packages::MANIFESTS.iter().any(has) {
            return Some(folder.to_owned());
        }
        // The standard folders of a project extend the search.
        if folder
            .file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| packages::CONTAINS.contains(&name))
        {
            left = left.max(ABOVE);
        }
        left = left.checked_sub(1)?;
    }
    None
}

/// The repository of Eclipse Winery that a file is in: `nodetypes/<namespace>/<name>/NodeType.tosca`. Its files import nothing: the repository is what they
/// have in common.
pub(super) fn repository_of(file: &Path) -> Option<PathBuf> {
    if file.extension()? != "tosca" {
        return None;
    }
    let kinds = file.ancestors().nth(3)?;
    let name = kinds.file_name()?.to_str()?;
    (name.ends_with("types") || name.ends_with("templates")).then(|| kinds.parent().map(Path::to_owned))?
}

/// Returns true if a folder can be packed as it is, although it has no manifest: its top has a catalog file or exactly one YAML file, and there are
/// files to run or to deploy. Their names are context, so that missing files are reported.
pub(super) fn has_contents(files: &FileSystem, folder: &Path) -> Result<bool, ReadError> {
    let (mut top, mut has_catalog, mut has_contents, mut count) = (0, false, false, 0);
    files.walk(folder, &mut |path| {
        if path.parent() == Some(folder) && is_yaml(path) {
            top += 1;
            has_catalog |= path.file_name().is_some_and(|name| name == CATALOG);
        }
        let name = path.file_name().and_then(|name| FilePath::new(name.to_str()?).ok());
        has_contents |= name.is_some_and(|name| !name.only_describes());
        count += 1;
        count < CONTEXT
    })?;
    Ok(has_contents && (has_catalog || top == 1) && count < CONTEXT)
}
