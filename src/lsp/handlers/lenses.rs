//! Code lenses, with the number of references on demand, and inlay hints.

use lsp_server::ResponseError;
use lsp_types::{
    CodeLens, CodeLensParams, Command, InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams,
    InlayHintTooltip, MarkupContent, MarkupKind, Range, Uri,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{RequestContext, navigation};
use crate::convert;

/// Commands that an extension of the editor handles; without one, a lens is only a text.
const SHOW_REFERENCES: &str = "limn.showReferences";
const SHOW_DIAGRAM: &str = "limn.showDiagram";

#[derive(Serialize, Deserialize)]
struct Deferred {
    uri: Uri,
}

pub(crate) fn lenses(
    context: &RequestContext,
    params: CodeLensParams,
) -> Result<Option<Vec<CodeLens>>, ResponseError> {
    let uri = params.text_document.uri;
    let Some(doc) = context.snapshot.doc(&uri).filter(|_| context.settings.lenses.is_on()) else {
        return Ok(None);
    };
    let mut found = Vec::new();
    if context.client.commands.iter().any(|command| command == SHOW_DIAGRAM)
        && doc.all().any(|document| !document.checked.graph().nodes.is_empty())
    {
        let arguments = Some(vec![json!(uri)]);
        let command =
            Command { title: "Show diagram".to_owned(), command: SHOW_DIAGRAM.to_owned(), arguments };
        found.push(CodeLens { range: Range::default(), command: Some(command), data: None });
    }
    let data = serde_json::to_value(Deferred { uri }).ok();
    let declared = doc.all().flat_map(|document| document.checked.declarations());
    found.extend(declared.map(|(range, _)| CodeLens {
        range: context.range(doc, range),
        command: None,
        data: data.clone(),
    }));
    Ok(Some(found))
}

pub(crate) fn resolve(context: &RequestContext, mut lens: CodeLens) -> Result<CodeLens, ResponseError> {
    let uri = lens.data.as_ref().and_then(|data| Some(Deferred::deserialize(data).ok()?.uri));
    let at = uri.as_ref().and_then(|uri| context.snapshot.at(uri, lens.range.start, context.encoding()));
    let places =
        at.and_then(|(doc, offset)| navigation::places(context, doc, offset, false)).unwrap_or_default();
    let title = match places.len() {
        1 => "1 reference".to_owned(),
        count => format!("{count} references"),
    };
    let is_known =
        context.client.commands.iter().any(|command| command == SHOW_REFERENCES) && !places.is_empty();
    let arguments: Vec<Value> = vec![json!(uri), json!(lens.range.start), json!(places)];
    lens.command = Some(Command {
        title,
        command: if is_known { SHOW_REFERENCES.to_owned() } else { String::new() },
        arguments: is_known.then_some(arguments),
    });
    Ok(lens)
}

pub(crate) fn hints(
    context: &RequestContext,
    params: InlayHintParams,
) -> Result<Option<Vec<InlayHint>>, ResponseError> {
    let doc = context.snapshot.doc(&params.text_document.uri).filter(|_| context.settings.hints.is_on());
    let Some(doc) = doc else { return Ok(None) };
    let within = convert::text_range(doc.lines(), params.range, context.encoding());
    let hints = doc.all().flat_map(|document| document.checked.hints(within)).map(|hint| InlayHint {
        position: context.position(doc, hint.at),
        label: InlayHintLabel::String(hint.label),
        kind: Some(InlayHintKind::PARAMETER),
        text_edits: None,
        tooltip: Some(InlayHintTooltip::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: hint.help,
        })),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    });
    Ok(Some(hints.collect()))
}
