//! Archives inside a built package: a resource's descriptor is beside the resource's archive and in it, and an edit changes both.

use std::collections::BTreeMap;

use limn_files::{Content, FilePath, Workspace};
use limn_lmctl::ETSI_FILES;

use super::manifest::is_built;
use super::zip_patch::patch_zip;
use super::{is_package, open};

/// Puts changed descriptors into the archives of their resources, where they were the same before.
pub(super) fn update(workspace: &Workspace, files: &mut BTreeMap<FilePath, Content>) {
    let Some(original) = workspace.original.as_ref().filter(|_| is_built(workspace)) else { return };
    let archives: Vec<FilePath> = files
        .iter()
        .filter(|(path, _)| matches!(path.extension().as_str(), "zip" | "csar"))
        .filter(|(_, content)| is_package(content.as_bytes()))
        .map(|(path, _)| path.clone())
        .collect();
    if archives.is_empty() {
        return;
    }
    let Ok(before) = open("", &original.0) else { return };
    for archive in archives {
        for (beside, inside) in descriptors(&archive) {
            let (was, is) = (before.workspace.files.get(&beside), files.get(&beside));
            let (Some(was), Some(is)) = (was, is) else { continue };
            if was == is {
                continue;
            }
            let bytes = files.get(&archive).map(Content::as_bytes).unwrap_or_default();
            let Ok(opened) = open("", bytes) else { continue };
            let mut members = opened.workspace.files;
            if members.get(&inside) != Some(was) {
                continue;
            }
            members.insert(inside, is.clone());
            if let Some(changed) = patch_zip(bytes, &members, &[]) {
                files.insert(archive.clone(), Content::Bytes(changed.into()));
            }
        }
    }
}

/// The descriptor beside an archive, and the same one in it.
fn descriptors(archive: &FilePath) -> Vec<(FilePath, FilePath)> {
    let name = archive.name().rsplit_once('.').map_or("", |(stem, _)| stem);
    let pair = |beside: &str, inside: &str| Some((archive.join(beside).ok()?, FilePath::new(inside).ok()?));
    let brent = "Definitions/lm/resource.yaml";
    let pairs = match (archive.extension().as_str(), archive.folder().rsplit('/').next()) {
        ("csar", _) => vec![pair(&format!("{name}.yml"), &format!("descriptor/{name}.yml"))],
        (_, Some(ETSI_FILES)) => vec![pair("../resource.yaml", brent), pair(&format!("../{brent}"), brent)],
        _ => vec![pair("resource.yaml", brent)],
    };
    pairs.into_iter().flatten().collect()
}
