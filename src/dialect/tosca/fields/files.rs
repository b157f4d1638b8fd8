//! Files of the workspace that a field can reference: for imports, artifacts and implementations.

use super::super::model::Service;
use crate::types::IMPORT_KEYNAMES;
use limn_files::FilePath;
use limn_yaml::{Path, Step};

/// Maximum number of offered files.
const MAX_FILES: usize = 200;

/// Files that are likely at a place, by their paths from the document.
pub(super) fn likely(service: &Service<'_>, path: &Path) -> Vec<String> {
    let Some(kind) = file_kind(path) else { return Vec::new() };
    let is_yaml = |file: &FilePath| matches!(file.extension().as_str(), "yaml" | "yml");
    let fits = |file: &&FilePath| match kind {
        FileKind::Imported => is_yaml(file) && *file != service.file,
        FileKind::Deployed => {
            *file != service.file && !service.library.documents.contains_key(*file) && !is_meta(file)
        }
        FileKind::Run => !file.only_describes(),
    };
    service.files.iter().filter(fits).take(MAX_FILES).map(|file| file.relative_to(service.file)).collect()
}

#[derive(Clone, Copy)]
enum FileKind {
    Imported,
    Deployed,
    Run,
}

fn file_kind(path: &Path) -> Option<FileKind> {
    let depth = path.len();
    let key = |steps: usize| path.key_at(depth.checked_sub(steps)?);
    let in_list = matches!(path.steps().last(), Some(Step::Index(_)));
    match (key(1), key(2), key(3)) {
        (Some("imports"), None, _) | (None, Some("imports"), None) => Some(FileKind::Imported),
        // The name of a named import.
        (Some(name), None, Some("imports")) if depth == 3 && !IMPORT_KEYNAMES.contains(&name) => {
            Some(FileKind::Imported)
        }
        (Some("file"), ..) if path.key_at(0) == Some("imports") => Some(FileKind::Imported),
        (Some("file"), _, Some("artifacts")) | (_, Some("artifacts"), _) => Some(FileKind::Deployed),
        (Some("file"), Some("primary"), _) | (Some("file"), None, Some("dependencies")) => {
            Some(FileKind::Run)
        }
        (Some("implementation" | "primary"), ..) => Some(FileKind::Run),
        (None, Some("dependencies"), _) if in_list => Some(FileKind::Run),
        _ => None,
    }
}

/// Returns true for package metadata, which is not deployed.
fn is_meta(file: &FilePath) -> bool {
    file.folder().split('/').any(|folder| folder.eq_ignore_ascii_case("TOSCA-Metadata"))
}
