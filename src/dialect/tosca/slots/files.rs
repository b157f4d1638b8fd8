//! The files of the workspace that a place may name: what a template can import, deploy or run.

use super::super::files::describes;
use super::super::model::Service;
use crate::files::FilePath;
use crate::yaml::{Path, Step};

/// So many are offered; who has more names the file.
const MOST: usize = 200;

/// The files that a place is likely to name, as they are named from the document.
pub(super) fn likely(service: &Service<'_>, path: &Path) -> Vec<String> {
    let Some(sort) = sort_of(path) else { return Vec::new() };
    let is_yaml = |file: &FilePath| matches!(file.extension().as_str(), "yaml" | "yml");
    let fits = |file: &&FilePath| match sort {
        Sort::Imported => is_yaml(file) && *file != service.file,
        Sort::Deployed => {
            *file != service.file && !service.library.documents.contains_key(*file) && !is_meta(file)
        }
        Sort::Run => !describes(file),
    };
    service.files.iter().filter(fits).take(MOST).map(|file| file.seen_from(service.file)).collect()
}

#[derive(Clone, Copy)]
enum Sort {
    Imported,
    Deployed,
    Run,
}

fn sort_of(path: &Path) -> Option<Sort> {
    let depth = path.len();
    let key = |steps: usize| path.key_at(depth.checked_sub(steps)?);
    let in_list = matches!(path.steps().last(), Some(Step::Index(_)));
    match (key(1), key(2), key(3)) {
        (Some("imports"), None, _) | (None, Some("imports"), None) => Some(Sort::Imported),
        (Some("file"), ..) if path.key_at(0) == Some("imports") => Some(Sort::Imported),
        (Some("file"), _, Some("artifacts")) | (_, Some("artifacts"), _) => Some(Sort::Deployed),
        (Some("file"), Some("primary"), _) | (Some("file"), None, Some("dependencies")) => Some(Sort::Run),
        (Some("implementation" | "primary"), ..) => Some(Sort::Run),
        (None, Some("dependencies"), _) if in_list => Some(Sort::Run),
        _ => None,
    }
}

/// What a package says about itself is no part of what it deploys.
fn is_meta(file: &FilePath) -> bool {
    file.folder().split('/').any(|folder| folder.eq_ignore_ascii_case("TOSCA-Metadata"))
}
