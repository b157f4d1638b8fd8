//! Code action that moves the definition at the caret to a new file beside its document.

use std::collections::BTreeMap;

use limn_files::FilePath;
use limn_text::{LineIndex, TextEdit};
use lsp_server::ResponseError;
use lsp_types::{
    CodeActionKind, CreateFile, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, WorkspaceEdit,
};

use super::{RequestContext, failed};
use crate::convert;
use crate::snapshot::Doc;

/// Version 3.18 of the protocol names it; `lsp-types` does not.
pub(super) const KIND: CodeActionKind = CodeActionKind::new("refactor.move");

/// The title of the action at an offset; `None` without a definition that can move, or if the editor cannot create files.
pub(super) fn title(context: &RequestContext, doc: Doc<'_>, offset: usize) -> Option<String> {
    if !context.client.creates_files || doc.unit.root.is_none() {
        return None;
    }
    let (name, new_file) = doc.unit.analysis.new_file_for_definition(doc.file, offset)?;
    Some(format!("Move `{name}` to the new file `{}`", new_file.name()))
}

/// Files that a definition can move to, at most: those that its document sees come first.
const FILES: usize = 5;

/// The existing files that the definition at an offset can move to, each with the title of its action.
pub(super) fn to_existing(doc: Doc<'_>, offset: usize) -> Vec<(String, FilePath)> {
    let Some(found) = doc.unit.analysis.movable_definition(doc.file, offset) else { return Vec::new() };
    let title = |file: &FilePath| format!("Move `{}` to `{file}`", found.name);
    found.files.iter().take(FILES).map(|file| (title(file), file.clone())).collect()
}

/// The edit that moves the definition at an offset to an existing file.
pub(super) fn edit_existing(
    context: &RequestContext,
    doc: Doc<'_>,
    offset: usize,
    to: &FilePath,
) -> Result<WorkspaceEdit, ResponseError> {
    let moved = doc.unit.analysis.move_definition(doc.file, offset, to);
    let moved = moved.map_err(|error| failed(error.to_string()))?;
    Ok(context.snapshot.edit(doc.unit, &moved.change.edits, context.encoding(), true))
}

/// The edit that creates the file and changes the others.
pub(super) fn edit(
    context: &RequestContext,
    doc: Doc<'_>,
    offset: usize,
) -> Result<WorkspaceEdit, ResponseError> {
    let analysis = &doc.unit.analysis;
    let found = analysis.new_file_for_definition(doc.file, offset);
    let (_, new_file) = found.ok_or_else(|| failed("no definition here"))?;
    let moved =
        analysis.move_definition(doc.file, offset, &new_file).map_err(|error| failed(error.to_string()))?;
    let (file, head) = moved.created.ok_or_else(|| failed("the file exists"))?;
    let mut edits = moved.change.edits;
    let text = edits.remove(&file).map_or_else(|| head.clone(), |edit| edit.apply(&head));
    with_new_files(context, doc, &[(file, text)], &edits)
}

/// The edit that creates files with their texts and changes others.
pub(super) fn with_new_files(
    context: &RequestContext,
    doc: Doc<'_>,
    created: &[(FilePath, String)],
    edits: &BTreeMap<FilePath, TextEdit>,
) -> Result<WorkspaceEdit, ResponseError> {
    let mut operations = Vec::new();
    for (file, text) in created {
        let uri = context.snapshot.uri(doc.unit, file).ok_or_else(|| failed("the folder is unknown"))?;
        let lines = LineIndex::new("".into());
        let written = TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri: uri.clone(), version: None },
            edits: convert::text_edits(&lines, &TextEdit::insert(0, text.clone()), context.encoding())
                .into_iter()
                .map(OneOf::Left)
                .collect(),
        };
        let create = CreateFile { uri, options: None, annotation_id: None };
        operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
        operations.push(DocumentChangeOperation::Edit(written));
    }
    let others = context.snapshot.edit(doc.unit, edits, context.encoding(), true);
    if let Some(DocumentChanges::Edits(others)) = others.document_changes {
        operations.extend(others.into_iter().map(DocumentChangeOperation::Edit));
    }
    let changes = DocumentChanges::Operations(operations);
    Ok(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() })
}
