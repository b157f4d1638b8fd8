//! Outline, search for symbols, folding and selection ranges.

use limn_ide::symbols::{Symbol, role_of};
use lsp_server::ResponseError;
use lsp_types::{
    self as lsp, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange,
    FoldingRangeKind, FoldingRangeParams, OneOf, SelectionRange, SelectionRangeParams, SymbolInformation,
    Uri, WorkspaceSymbol, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use super::RequestContext;
use crate::convert;
use crate::snapshot::Doc;

/// Limit of found symbols.
const MAX_SYMBOLS: usize = 500;

pub(crate) fn symbols(
    context: &RequestContext,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, ResponseError> {
    let uri = &params.text_document.uri;
    let Some(doc) = context.snapshot.doc(uri) else { return Ok(None) };
    let symbols: Vec<Symbol> = match doc.all().count() {
        1 => doc.checked.symbols(),
        _ => doc.all().filter_map(of_document).collect(),
    };
    if context.client.nested_symbols {
        return Ok(Some(DocumentSymbolResponse::Nested(
            symbols.iter().map(|symbol| nested(context, doc, symbol)).collect(),
        )));
    }
    let mut flat = Vec::new();
    flatten(context, doc, uri, &symbols, None, &mut flat);
    Ok(Some(DocumentSymbolResponse::Flat(flat)))
}

/// A document of a file with several, with its outline; `None` if its language is unknown.
fn of_document(doc: Doc<'_>) -> Option<Symbol> {
    let children = doc.checked.symbols();
    let (first, last) = (children.first()?, children.last()?);
    let label = doc.checked.label();
    let name = if label.name.is_empty() { format!("Document {}", doc.checked.nth() + 1) } else { label.name };
    let (path, key, range) = (first.path.prefix(0), first.key, first.range.cover(last.range));
    Some(Symbol { name, detail: label.language, kind: None, path, key, range, children })
}

#[expect(deprecated, reason = "the protocol's type has the field")]
fn nested(context: &RequestContext, doc: Doc<'_>, symbol: &Symbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> =
        symbol.children.iter().map(|child| nested(context, doc, child)).collect();
    DocumentSymbol {
        // Editors reject empty names.
        name: if symbol.name.trim().is_empty() { "''".to_owned() } else { symbol.name.clone() },
        detail: Some(symbol.detail.clone()).filter(|detail| !detail.is_empty()),
        kind: convert::symbol_kind(symbol.kind.map(role_of)),
        tags: None,
        deprecated: None,
        range: context.range(doc, symbol.range),
        selection_range: context.range(doc, symbol.key),
        children: (!children.is_empty()).then_some(children),
    }
}

#[expect(deprecated, reason = "the protocol's type has the field")]
fn flatten(
    context: &RequestContext,
    doc: Doc<'_>,
    uri: &Uri,
    symbols: &[Symbol],
    around: Option<&str>,
    into: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        into.push(SymbolInformation {
            name: symbol.name.clone(),
            kind: convert::symbol_kind(symbol.kind.map(role_of)),
            tags: None,
            deprecated: None,
            location: lsp::Location::new(uri.clone(), context.range(doc, symbol.range)),
            container_name: around.map(str::to_owned),
        });
        flatten(context, doc, uri, &symbol.children, Some(&symbol.name), into);
    }
}

pub(crate) fn search(
    context: &RequestContext,
    params: WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, ResponseError> {
    let mut found = Vec::new();
    for (at, unit) in context.snapshot.units.iter().enumerate() {
        for (file, (name, kind, around, range)) in unit.analysis.search_symbols(&params.query) {
            let at_file = limn_analysis::Location { file: file.clone(), range };
            let Some(location) = context.snapshot.location(unit, &at_file, context.encoding()) else {
                continue;
            };
            // A file that is context in one unit is found in another.
            if context.snapshot.place(&location.uri).is_none_or(|place| place.unit != at) {
                continue;
            }
            found.push(WorkspaceSymbol {
                name,
                kind: convert::symbol_kind(Some(role_of(kind))),
                tags: None,
                container_name: around,
                location: OneOf::Left(location),
                data: None,
            });
            if found.len() >= MAX_SYMBOLS {
                return Ok(Some(WorkspaceSymbolResponse::Nested(found)));
            }
        }
    }
    Ok(Some(WorkspaceSymbolResponse::Nested(found)))
}

pub(crate) fn folding(
    context: &RequestContext,
    params: FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, ResponseError> {
    let Some(doc) = context.snapshot.doc(&params.text_document.uri) else { return Ok(None) };
    let folds = doc.all().flat_map(|document| document.checked.folding()).map(|fold| FoldingRange {
        start_line: fold.first as u32,
        start_character: None,
        end_line: fold.last as u32,
        end_character: None,
        kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
        collapsed_text: None,
    });
    Ok(Some(folds.collect()))
}

pub(crate) fn selections(
    context: &RequestContext,
    params: SelectionRangeParams,
) -> Result<Option<Vec<SelectionRange>>, ResponseError> {
    let Some(doc) = context.snapshot.doc(&params.text_document.uri) else { return Ok(None) };
    let of = |position: &lsp::Position| {
        let offset = convert::offset(doc.lines(), *position, context.encoding());
        let at = doc.unit.analysis.document_at(doc.file, offset);
        let outward = at.map(|checked| checked.selections(offset)).unwrap_or_default().into_iter().rev();
        let nested = outward.fold(None, |parent: Option<SelectionRange>, range| {
            Some(SelectionRange { range: context.range(doc, range), parent: parent.map(Box::new) })
        });
        nested.unwrap_or(SelectionRange { range: lsp::Range::new(*position, *position), parent: None })
    };
    Ok(Some(params.positions.iter().map(of).collect()))
}
