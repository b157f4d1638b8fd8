//! Definitions, types, references, highlights and links.

use std::sync::Arc;

use limn_analysis::{Location, ReadOnlyText};
use limn_text::{LineIndex, TextRange};
use lsp_server::ResponseError;
use lsp_types::request::{GotoTypeDefinitionParams, GotoTypeDefinitionResponse};
use lsp_types::{
    self as lsp, DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, GotoDefinitionParams, GotoDefinitionResponse, Range, ReferenceParams,
};

use super::RequestContext;
use crate::convert;
use crate::snapshot::Doc;

pub(crate) fn definition(
    context: &RequestContext,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position_params) else { return Ok(None) };
    let found = match doc.unit.analysis.definition(doc.file, offset) {
        // A file that is not read, such as a script, is opened at its start.
        Some(found) => context.snapshot.location(doc.unit, &found, context.encoding()).or_else(|| {
            Some(lsp::Location::new(context.snapshot.uri(doc.unit, &found.file)?, Range::default()))
        }),
        None => read_only(context, doc.unit.analysis.read_only_definition(doc.file, offset)),
    };
    Ok(found.map(GotoDefinitionResponse::Scalar))
}

/// The definition of a name that is not in a file of the project: of a built-in type, or in the catalog.
fn read_only(context: &RequestContext, found: Option<ReadOnlyText>) -> Option<lsp::Location> {
    let (definitions, found) = (context.options.definitions.as_ref()?, found?);
    let uri = definitions.publish(&found)?;
    let lines = LineIndex::new(Arc::clone(&found.text));
    let start = TextRange::new(found.range.start, found.range.start);
    Some(lsp::Location::new(uri, convert::range(&lines, start, context.encoding())))
}

pub(crate) fn type_definition(
    context: &RequestContext,
    params: GotoTypeDefinitionParams,
) -> Result<Option<GotoTypeDefinitionResponse>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position_params) else { return Ok(None) };
    let found = doc.unit.analysis.type_definition(doc.file, offset);
    let found = match found {
        Some(found) => context.snapshot.location(doc.unit, &found, context.encoding()),
        None => read_only(context, doc.unit.analysis.read_only_type_definition(doc.file, offset)),
    };
    Ok(found.map(GotoTypeDefinitionResponse::Scalar))
}

pub(crate) fn references(
    context: &RequestContext,
    params: ReferenceParams,
) -> Result<Option<Vec<lsp::Location>>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position) else { return Ok(None) };
    Ok(places(context, doc, offset, params.context.include_declaration))
}

/// Positions of the name at an offset.
pub(super) fn places(
    context: &RequestContext,
    doc: Doc<'_>,
    offset: usize,
    with_declaration: bool,
) -> Option<Vec<lsp::Location>> {
    let found = doc.unit.analysis.references(doc.file, offset)?;
    let declaration = found.declaration.filter(|_| with_declaration);
    let all = declaration.into_iter().chain(found.references);
    Some(all.filter_map(|at| context.snapshot.location(doc.unit, &at, context.encoding())).collect())
}

pub(crate) fn highlights(
    context: &RequestContext,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position_params) else { return Ok(None) };
    let Some(found) = doc.unit.analysis.references(doc.file, offset) else { return Ok(None) };
    let one =
        |at: &Location, kind| DocumentHighlight { range: context.range(doc, at.range), kind: Some(kind) };
    let is_here = |at: &&Location| at.file == *doc.file;
    let declaration =
        found.declaration.iter().filter(is_here).map(|at| one(at, DocumentHighlightKind::WRITE));
    let references = found.references.iter().filter(is_here).map(|at| one(at, DocumentHighlightKind::READ));
    Ok(Some(declaration.chain(references).collect()))
}

pub(crate) fn links(
    context: &RequestContext,
    params: DocumentLinkParams,
) -> Result<Option<Vec<DocumentLink>>, ResponseError> {
    let Some(doc) = context.snapshot.doc(&params.text_document.uri) else { return Ok(None) };
    let links = doc.unit.analysis.links(doc.file).into_iter().filter_map(|(range, target)| {
        Some(DocumentLink {
            range: context.range(doc, range),
            target: Some(context.snapshot.uri(doc.unit, &target)?),
            tooltip: Some(format!("Open {target}")),
            data: None,
        })
    });
    Ok(Some(links.collect()))
}
