//! Code actions that extract the selected elements into a nested document, and inline the document that it represents.

use limn_analysis::Analysis;
use limn_files::FilePath;
use limn_language::graph::Id;
use limn_text::TextRange;
use lsp_server::ResponseError;
use lsp_types::WorkspaceEdit;

use super::{RequestContext, failed, move_definition};
use crate::snapshot::Doc;

/// The element at an offset: its key, or what it contains. `analysis`: with the document at the offset shown.
fn element(analysis: &Analysis, file: &FilePath, offset: usize, is_it: impl Fn(&Id) -> bool) -> Option<Id> {
    let mut at = analysis.file(file)?.at(offset);
    while let Some(id) = at.take() {
        if is_it(&id) {
            return Some(id);
        }
        at = id.0.parent().filter(|path| !path.is_empty()).map(Id);
    }
    None
}

/// The title of the extraction of the elements in a range; `None` if there are none, or if the editor cannot create files.
pub(super) fn extraction_title(context: &RequestContext, doc: Doc<'_>, within: TextRange) -> Option<String> {
    if !context.client.creates_files || doc.unit.root.is_none() {
        return None;
    }
    let analysis = &*doc.unit.analysis.showing_at(doc.file, within.start);
    let ids = extracted(analysis, doc.file, within)?;
    let found = analysis.extractable(doc.file, &ids)?;
    let what = match &*ids {
        [id] => format!("`{}`", id.0.last_key().unwrap_or_default()),
        ids => format!("{} elements", ids.len()),
    };
    Some(format!("Extract {what} to a {} in the new file `{}`", found.noun, found.file.name()))
}

/// All nodes of a selection, if it has several; otherwise the element at its start.
fn extracted(analysis: &Analysis, file: &FilePath, within: TextRange) -> Option<Vec<Id>> {
    let checked = analysis.file(file)?;
    let is_selected = |id: &&Id| {
        let whole = checked.range_of(id).map(|(_, whole)| whole);
        whole.is_some_and(|whole| whole.start < within.end && within.start < whole.end)
    };
    let nodes = checked.graph().nodes.iter().map(|node| &node.id);
    let selected: Vec<Id> = nodes.filter(is_selected).cloned().collect();
    if selected.len() > 1 && analysis.can_extract(file, &selected).is_some() {
        return Some(selected);
    }
    let is_it = |id: &Id| analysis.can_extract(file, std::slice::from_ref(id)).is_some();
    Some(vec![element(analysis, file, within.start, is_it)?])
}

fn inlined(analysis: &Analysis, file: &FilePath, offset: usize) -> Option<Id> {
    element(analysis, file, offset, |id| analysis.can_inline(file, id).is_some())
}

pub(super) fn inlining_title(doc: Doc<'_>, offset: usize) -> Option<String> {
    let analysis = &*doc.unit.analysis.showing_at(doc.file, offset);
    let id = inlined(analysis, doc.file, offset)?;
    let noun = analysis.can_inline(doc.file, &id)?;
    Some(format!("Inline {noun} `{}`", id.0.last_key().unwrap_or_default()))
}

pub(super) fn extract(
    context: &RequestContext,
    doc: Doc<'_>,
    within: TextRange,
) -> Result<WorkspaceEdit, ResponseError> {
    let analysis = &*doc.unit.analysis.showing_at(doc.file, within.start);
    let ids = extracted(analysis, doc.file, within)
        .ok_or_else(|| failed("no element here that can be extracted"))?;
    let found = analysis
        .extractable(doc.file, &ids)
        .ok_or_else(|| failed("no element here that can be extracted"))?;
    let planned = analysis.extract(doc.file, &ids, &found.name, &found.file);
    let planned = planned.map_err(|error| failed(error.to_string()))?;
    move_definition::with_new_files(context, doc, &planned.created, &planned.change.edits)
}

pub(super) fn inline(
    context: &RequestContext,
    doc: Doc<'_>,
    offset: usize,
) -> Result<WorkspaceEdit, ResponseError> {
    let analysis = &*doc.unit.analysis.showing_at(doc.file, offset);
    let id =
        inlined(analysis, doc.file, offset).ok_or_else(|| failed("no element here that can be inlined"))?;
    let planned = analysis.inline_nested(doc.file, &id);
    let edits = planned.map_err(|error| failed(error.to_string()))?.change.edits;
    Ok(context.snapshot.edit(doc.unit, &edits, context.encoding(), context.client.document_changes))
}
