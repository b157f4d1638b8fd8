//! Call hierarchy: what a node of the diagram is connected to, and what is connected to it; what a type derives from, and what derives from it.

use limn_analysis::Location;
use limn_language::graph::{End, Id, Node};
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

pub(crate) fn prepare(
    context: &RequestContext,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>, ResponseError> {
    let at = context.at(&params.text_document_position_params);
    let Some((doc, offset)) = at else { return Ok(None) };
    if let Some(at) = doc.unit.analysis.type_at(doc.file, offset) {
        return Ok(type_item(context, doc, &at).map(|item| vec![item]));
    }
    let element = doc.checked.at(offset);
    let graph = doc.checked.graph();
    let node = element.and_then(|id| graph.nodes.iter().find(|node| id.0.starts_with(&node.id.0)));
    Ok(node.and_then(|node| item(context, doc, node)).map(|item| vec![item]))
}

pub(crate) fn incoming(
    context: &RequestContext,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>, ResponseError> {
    if let Some((doc, at)) = type_of(context, &params.item) {
        let derived = doc.unit.analysis.derived_types(&at).into_iter();
        let call = |(derived, base): (Location, Location)| {
            let place = context.snapshot.location(doc.unit, &base, context.encoding())?;
            let from = type_item(context, doc, &derived)?;
            Some(CallHierarchyIncomingCall { from, from_ranges: vec![place.range] })
        };
        return Ok(Some(derived.filter_map(call).collect()));
    }
    let Some((doc, id)) = element(context, &params.item) else { return Ok(None) };
    let calls = ends(doc, |users, used| if used.contains(&id) { users } else { Vec::new() });
    let call = |(other, links): (Id, Vec<Id>)| {
        let from = item(context, doc, node(doc, &other)?)?;
        Some(CallHierarchyIncomingCall { from, from_ranges: ranges(context, doc, &links) })
    };
    Ok(Some(calls.into_iter().filter_map(call).collect()))
}

pub(crate) fn outgoing(
    context: &RequestContext,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>, ResponseError> {
    if let Some((doc, at)) = type_of(context, &params.item) {
        let base = doc.unit.analysis.base_type(&at).and_then(|(base, written)| {
            let to = type_item(context, doc, &base)?;
            Some(CallHierarchyOutgoingCall { to, from_ranges: vec![context.range(doc, written)] })
        });
        return Ok(Some(base.into_iter().collect()));
    }
    let Some((doc, id)) = element(context, &params.item) else { return Ok(None) };
    let calls = ends(doc, |users, used| if users.contains(&id) { used } else { Vec::new() });
    let call = |(other, links): (Id, Vec<Id>)| {
        let to = item(context, doc, node(doc, &other)?)?;
        Some(CallHierarchyOutgoingCall { to, from_ranges: ranges(context, doc, &links) })
    };
    Ok(Some(calls.into_iter().filter_map(call).collect()))
}

/// The nodes that `chosen` returns for the two sides of each link, in the order of the links, each with its links. The node that contains the link in
/// the text uses the other one, such as its host, regardless of the direction in which the link is drawn; otherwise its sources use its targets.
fn ends(doc: Doc<'_>, chosen: impl Fn(Vec<Id>, Vec<Id>) -> Vec<Id>) -> Vec<(Id, Vec<Id>)> {
    let mut found: Vec<(Id, Vec<Id>)> = Vec::new();
    for link in &doc.checked.graph().links {
        let nodes = |ends: &[End]| -> Vec<Id> { ends.iter().map(|end| end.port.node.clone()).collect() };
        let (sources, targets) = (nodes(&link.sources), nodes(&link.targets));
        let contains = |nodes: &[Id]| nodes.iter().any(|node| link.id.0.starts_with(&node.0));
        let is_reversed = contains(&targets) && !contains(&sources);
        let (users, used) = if is_reversed { (targets, sources) } else { (sources, targets) };
        for other in chosen(users, used) {
            match found.iter_mut().find(|(known, _)| *known == other) {
                Some((_, links)) => links.push(link.id.clone()),
                None => found.push((other, vec![link.id.clone()])),
            }
        }
    }
    found
}

fn node<'d>(doc: Doc<'d>, id: &Id) -> Option<&'d Node> {
    doc.checked.graph().nodes.iter().find(|node| node.id == *id)
}

fn item(context: &RequestContext, doc: Doc<'_>, node: &Node) -> Option<CallHierarchyItem> {
    let (key, whole) = doc.checked.range_of(&node.id)?;
    Some(CallHierarchyItem {
        name: node.label.clone(),
        kind: SymbolKind::OBJECT,
        tags: None,
        detail: Some(node.caption.clone()).filter(|caption| !caption.is_empty()),
        uri: context.snapshot.uri(doc.unit, doc.file)?,
        range: context.range(doc, whole),
        selection_range: context.range(doc, key),
        data: serde_json::to_value((doc.checked.nth(), &node.id)).ok(),
    })
}

/// The item of a declared type.
fn type_item(context: &RequestContext, doc: Doc<'_>, at: &Location) -> Option<CallHierarchyItem> {
    let place = context.snapshot.location(doc.unit, at, context.encoding())?;
    let checked = doc.unit.analysis.document_at(&at.file, at.range.start)?;
    let name = checked.text().get(at.range.start..at.range.end)?.trim_matches(['"', '\'']).to_owned();
    Some(CallHierarchyItem {
        name,
        kind: SymbolKind::CLASS,
        tags: None,
        detail: None,
        uri: place.uri,
        range: place.range,
        selection_range: place.range,
        data: Some(Value::String(TYPE.to_owned())),
    })
}

/// The type of an item that the editor got before.
fn type_of<'c>(context: &'c RequestContext, item: &CallHierarchyItem) -> Option<(Doc<'c>, Location)> {
    item.data.as_ref().filter(|data| *data == TYPE)?;
    let (doc, offset) = context.snapshot.at(&item.uri, item.selection_range.start, context.encoding())?;
    Some((doc, doc.unit.analysis.type_at(doc.file, offset)?))
}

/// The document and the element of an item that the editor got before.
fn element<'c>(context: &'c RequestContext, item: &CallHierarchyItem) -> Option<(Doc<'c>, Id)> {
    let doc = context.snapshot.doc(&item.uri)?;
    let (nth, id): (usize, Id) = Deserialize::deserialize(item.data.as_ref()?).ok()?;
    Some((doc.all().nth(nth)?, id))
}

fn ranges(context: &RequestContext, doc: Doc<'_>, links: &[Id]) -> Vec<Range> {
    let of = |link: &Id| Some(context.range(doc, doc.checked.range_of(link)?.0));
    links.iter().filter_map(of).collect()
}
