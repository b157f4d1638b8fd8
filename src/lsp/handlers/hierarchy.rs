//! Call hierarchy: what a node of the diagram is connected to, and what is connected to it; what a type derives from, and what derives from it; the
//! documents that a document names, and those that name it.

use limn_analysis::Location;
use limn_analysis::hierarchy::{HierarchyElement, HierarchyItem, HierarchyLink, HierarchySide};
use limn_language::graph::Id;
use lsp_server::ResponseError;
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
    SymbolKind,
};
use serde::Deserialize;
use serde_json::Value;

use super::RequestContext;
use crate::snapshot::Doc;

/// The data of the items of types.
const TYPE: &str = "type";
/// The data of the items of documents.
const DOCUMENT: &str = "document";

pub(crate) fn prepare(
    context: &RequestContext,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>, ResponseError> {
    let at = context.at(&params.text_document_position_params);
    let Some((doc, offset)) = at else { return Ok(None) };
    let found = doc.unit.analysis.hierarchy_at(doc.file, offset);
    Ok(found.and_then(|found| item(context, doc, &found)).map(|item| vec![item]))
}

pub(crate) fn incoming(
    context: &RequestContext,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>, ResponseError> {
    let calls = calls(context, &params.item, HierarchySide::UsedBy);
    let call = |(from, from_ranges)| CallHierarchyIncomingCall { from, from_ranges };
    Ok(calls.map(|calls| calls.into_iter().map(call).collect()))
}

pub(crate) fn outgoing(
    context: &RequestContext,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>, ResponseError> {
    let calls = calls(context, &params.item, HierarchySide::Uses);
    let call = |(to, from_ranges)| CallHierarchyOutgoingCall { to, from_ranges };
    Ok(calls.map(|calls| calls.into_iter().map(call).collect()))
}

/// The elements on one side of an item that the editor got before, and the places of the connection.
fn calls(
    context: &RequestContext,
    of: &CallHierarchyItem,
    side: HierarchySide,
) -> Option<Vec<(CallHierarchyItem, Vec<Range>)>> {
    let (doc, found) = known(context, of)?;
    let call = |HierarchyLink { item: other, places }| {
        let range =
            |place: &Location| Some(context.snapshot.location(doc.unit, place, context.encoding())?.range);
        Some((item(context, doc, &other)?, places.iter().filter_map(range).collect()))
    };
    Some(doc.unit.analysis.hierarchy_links(&found, side).into_iter().filter_map(call).collect())
}

fn item(context: &RequestContext, doc: Doc<'_>, found: &HierarchyItem) -> Option<CallHierarchyItem> {
    let location = |range| {
        let location = Location { file: found.place.file.clone(), range };
        context.snapshot.location(doc.unit, &location, context.encoding())
    };
    let name = location(found.place.range)?;
    let (kind, data) = match &found.element {
        HierarchyElement::Node { document, id } => {
            (SymbolKind::OBJECT, serde_json::to_value((document, id)).ok())
        }
        HierarchyElement::Type => (SymbolKind::CLASS, Some(Value::String(TYPE.to_owned()))),
        HierarchyElement::Document => (SymbolKind::MODULE, Some(Value::String(DOCUMENT.to_owned()))),
    };
    Some(CallHierarchyItem {
        name: found.name.clone(),
        kind,
        tags: None,
        detail: Some(found.detail.clone()).filter(|detail| !detail.is_empty()),
        uri: name.uri,
        range: location(found.definition)?.range,
        selection_range: name.range,
        data,
    })
}

/// The document and the element of an item that the editor got before.
fn known<'c>(context: &'c RequestContext, item: &CallHierarchyItem) -> Option<(Doc<'c>, HierarchyItem)> {
    let data = item.data.as_ref()?;
    if data == TYPE || data == DOCUMENT {
        let at = context.snapshot.at(&item.uri, item.selection_range.start, context.encoding());
        let (doc, offset) = at?;
        let analysis = &doc.unit.analysis;
        let found = match data == TYPE {
            true => analysis.type_hierarchy_at(doc.file, offset),
            false => analysis.document_item_at(doc.file, offset),
        };
        return Some((doc, found?));
    }
    let doc = context.snapshot.doc(&item.uri)?;
    let (nth, id): (usize, Id) = Deserialize::deserialize(data).ok()?;
    Some((doc, doc.unit.analysis.hierarchy_of(doc.file, nth, &id)?))
}
