//! Renames names and files, with the references to them in all files.

use std::collections::BTreeMap;

use limn_analysis::NewNames;
use limn_files::FilePath;
use limn_packages as packages;
use limn_text::TextEdit;
use lsp_server::ResponseError;
use lsp_types::{
    DocumentChanges, PrepareRenameResponse, RenameFilesParams, RenameParams, TextDocumentPositionParams,
    WorkspaceEdit,
};

use super::{RequestContext, failed};
use crate::snapshot::AnalysisUnit;
use crate::uri;

pub(crate) fn prepare(
    context: &RequestContext,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, ResponseError> {
    let Some((doc, offset)) = context.at(&params) else { return Ok(None) };
    let Some(target) = doc.unit.analysis.rename_target(doc.file, offset) else { return Ok(None) };
    let range = context.range(doc, target.range);
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: target.name }))
}

pub(crate) fn rename(
    context: &RequestContext,
    params: RenameParams,
) -> Result<Option<WorkspaceEdit>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position) else { return Ok(None) };
    let planned = doc.unit.analysis.rename_at(doc.file, offset, &params.new_name);
    let planned = planned.ok_or_else(|| failed("no name to rename here"))?;
    let change = planned.map_err(|error| failed(error.to_string()))?;
    let versions = context.client.document_changes;
    Ok(Some(context.snapshot.edit(doc.unit, &change.edits, context.encoding(), versions)))
}

/// The edits that follow new names of files and folders.
pub(crate) fn rename_files(
    context: &RequestContext,
    params: RenameFilesParams,
) -> Result<Option<WorkspaceEdit>, ResponseError> {
    let mut all = WorkspaceEdit::default();
    for unit in &context.snapshot.units {
        let mut names = NewNames::new();
        for file in &params.files {
            let paths = [&file.old_uri, &file.new_uri].map(|uri| uri::path_of(&uri.parse().ok()?));
            let [Some(old), Some(new)] = paths else { continue };
            let Some(root) = &unit.root else { continue };
            let relative = |path: &std::path::Path| {
                let folder =
                    path.parent().and_then(|folder| context.snapshot.files.canonicalize(folder).ok());
                let path = folder.and_then(|folder| Some(folder.join(path.file_name()?)))?;
                Some(path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/"))
            };
            let Some((from, to)) = relative(&old).zip(relative(&new).or_else(|| missing_folder(&new, root)))
            else {
                continue;
            };
            let folder = format!("{from}/");
            let is_folder = unit.files.files.keys().any(|file| file.as_str().starts_with(&folder));
            let from = if is_folder { folder } else { from };
            // The editor decides whether a file can have the name.
            if let Ok(found) = unit.analysis.new_names(&from, &to) {
                names.extend(found);
            }
        }
        if !names.is_empty() {
            let edits = edits(unit, &names)?;
            merge(
                &mut all,
                context.snapshot.edit(unit, &edits, context.encoding(), context.client.document_changes),
            );
        }
    }
    let is_empty = all.changes.is_none() && all.document_changes.is_none();
    Ok((!is_empty).then_some(all))
}

/// The relative path of a file whose folder will be created with it.
fn missing_folder(path: &std::path::Path, root: &std::path::Path) -> Option<String> {
    Some(path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/"))
}

fn edits(unit: &AnalysisUnit, names: &NewNames) -> Result<BTreeMap<FilePath, TextEdit>, ResponseError> {
    let mut edits = unit.analysis.rename_files(names).map_err(|error| failed(error.to_string()))?;
    for (file, after) in packages::renamed(&unit.files, names) {
        let Some(before) = unit.files.text(&file) else { continue };
        edits.insert(file, TextEdit::between(before, &after));
    }
    Ok(edits)
}

/// Adds the edits of another unit; a document that two units contain is edited once.
fn merge(all: &mut WorkspaceEdit, more: WorkspaceEdit) {
    if let Some(changes) = more.changes {
        all.changes.get_or_insert_default().extend(changes);
    }
    if let Some(DocumentChanges::Edits(more)) = more.document_changes {
        let known = all.document_changes.get_or_insert(DocumentChanges::Edits(Vec::new()));
        if let DocumentChanges::Edits(known) = known {
            for edit in more {
                if known.iter().all(|other| other.text_document.uri != edit.text_document.uri) {
                    known.push(edit);
                }
            }
        }
    }
}
