//! Code actions that extract the element at the caret into a nested document, and inline the document that it stands for.

use limn_language::graph::Id;
use lsp_server::ResponseError;
use lsp_types::WorkspaceEdit;

use super::{Context, failed, move_definition};
use crate::snapshot::Doc;

/// The element at an offset: its key, or what it contains.
fn element(doc: Doc<'_>, offset: usize, is_it: impl Fn(&Id) -> bool) -> Option<Id> {
    let mut at = doc.checked.at(offset);
    while let Some(id) = at.take() {
        if is_it(&id) {
            return Some(id);
        }
        at = id.0.parent().filter(|path| !path.is_empty()).map(Id);
    }
    None
}

/// The title of the extraction of the element at an offset; `None` if there is none, or if the editor cannot create files.
pub(super) fn extraction_title(context: &Context, doc: Doc<'_>, offset: usize) -> Option<String> {
    if !context.client.creates_files || doc.unit.root.is_none() {
        return None;
    }
    let analysis = &doc.unit.analysis;
    let id = extracted(doc, offset)?;
    let found = analysis.extractable(doc.file, std::slice::from_ref(&id))?;
    let name = id.0.last_key().unwrap_or_default();
    Some(format!("Extract `{name}` to a {} in the new file `{}`", found.noun, found.file.name()))
}

fn extracted(doc: Doc<'_>, offset: usize) -> Option<Id> {
    element(doc, offset, |id| doc.unit.analysis.can_extract(doc.file, std::slice::from_ref(id)).is_some())
}

fn inlined(doc: Doc<'_>, offset: usize) -> Option<Id> {
    element(doc, offset, |id| doc.unit.analysis.can_inline(doc.file, id).is_some())
}

pub(super) fn inlining_title(doc: Doc<'_>, offset: usize) -> Option<String> {
    let id = inlined(doc, offset)?;
    let noun = doc.unit.analysis.can_inline(doc.file, &id)?;
    Some(format!("Inline {noun} `{}`", id.0.last_key().unwrap_or_default()))
}

pub(super) fn extract(
    context: &Context,
    doc: Doc<'_>,
    offset: usize,
) -> Result<WorkspaceEdit, ResponseError> {
    let analysis = &doc.unit.analysis;
    let id = extracted(doc, offset).ok_or_else(|| failed("no element here that can be extracted"))?;
    let ids = [id];
    let found = analysis
        .extractable(doc.file, &ids)
        .ok_or_else(|| failed("no element here that can be extracted"))?;
    let planned = analysis.extract(doc.file, &ids, &found.name, &found.file);
    let planned = planned.map_err(|error| failed(error.to_string()))?;
    move_definition::with_new_files(context, doc, &planned.created, &planned.change.edits)
}

pub(super) fn inline(context: &Context, doc: Doc<'_>, offset: usize) -> Result<WorkspaceEdit, ResponseError> {
    let id = inlined(doc, offset).ok_or_else(|| failed("no element here that can be inlined"))?;
    let planned = doc.unit.analysis.inline_nested(doc.file, &id);
    let edits = planned.map_err(|error| failed(error.to_string()))?.change.edits;
    Ok(context.snapshot.edit(doc.unit, &edits, context.encoding(), context.client.document_changes))
}
