//! Completion with its documentation on demand, and signatures.

use std::sync::{Mutex, PoisonError};

use limn_ide::completion::{Completion, CompletionRank};
use limn_ide::symbols::role_of;
use lsp_server::ResponseError;
use lsp_types::{
    self as lsp, CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, InsertTextFormat, InsertTextMode, MarkupContent, MarkupKind, ParameterInformation,
    ParameterLabel, SignatureHelp, SignatureHelpParams, SignatureInformation,
};
use serde_json::json;

use super::RequestContext;
use crate::convert;

/// The documentation of the completions that were offered last, which the editor requests one by one.
#[derive(Default)]
pub(crate) struct Documentation(Mutex<(u64, Vec<String>)>);

impl Documentation {
    fn store(&self, docs: Vec<String>) -> u64 {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.0 += 1;
        last.1 = docs;
        last.0
    }

    fn find(&self, list: u64, at: usize) -> Option<String> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.1.get(at).filter(|doc| last.0 == list && !doc.is_empty()).cloned()
    }
}

pub(crate) fn complete(
    context: &RequestContext,
    params: CompletionParams,
) -> Result<Option<CompletionResponse>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position) else { return Ok(None) };
    let found = doc.checked.complete(offset);
    let list = context.documentation.store(found.iter().map(|completion| completion.doc.clone()).collect());
    let text = doc.checked.text();
    let items = found.into_iter().enumerate().map(|(at, completion)| {
        let typed = text.get(completion.range.start..offset).unwrap_or_default();
        let mut item = item(context, &completion, typed);
        let range = context.range(doc, completion.range);
        if let Some(CompletionTextEdit::Edit(edit)) = &mut item.text_edit {
            edit.range = range;
        }
        item.sort_text = Some(format!("{at:05}"));
        item.data = (!completion.doc.is_empty()).then(|| json!({ "list": list, "at": at }));
        item
    });
    let list = CompletionList { is_incomplete: false, items: items.collect() };
    Ok(Some(CompletionResponse::List(list)))
}

fn item(context: &RequestContext, completion: &Completion, typed: &str) -> CompletionItem {
    let Completion { label, insert, behind, detail, rank, .. } = completion;
    let caret = insert.len().saturating_sub(*behind);
    let has_stops = (*behind > 0 || !completion.stops.is_empty()) && context.client.snippets;
    let (text, format) = match has_stops {
        true => (snippet(insert, caret, &completion.stops), InsertTextFormat::SNIPPET),
        false => (insert.clone(), InsertTextFormat::PLAIN_TEXT),
    };
    let edit = lsp::TextEdit::new(lsp::Range::default(), text);
    // Editors compare what was typed with this text, so it must start alike.
    let filter = if label.starts_with(typed.trim_start_matches(['"', '\''])) { label } else { insert };
    CompletionItem {
        label: label.clone(),
        kind: Some(match rank {
            CompletionRank::Required | CompletionRank::Key => CompletionItemKind::FIELD,
            CompletionRank::Word => CompletionItemKind::ENUM_MEMBER,
            CompletionRank::Name => convert::completion_kind(role_of(detail)),
        }),
        detail: (!detail.is_empty()).then(|| detail.clone()),
        filter_text: (filter != label).then(|| filter.clone()),
        preselect: (*rank == CompletionRank::Required).then_some(true),
        insert_text_format: Some(format),
        // The text has the indentation of its place already.
        insert_text_mode: Some(InsertTextMode::AS_IS),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}

/// A text as a snippet: a tab stop at the caret and at each further stop, the last one final.
fn snippet(insert: &str, caret: usize, further: &[usize]) -> String {
    let stops: Vec<usize> = std::iter::once(caret).chain(further.iter().copied()).collect();
    let mut text = String::new();
    let mut from = 0;
    for (at, stop) in stops.iter().enumerate() {
        text.push_str(&convert::escaped(insert.get(from..*stop).unwrap_or_default()));
        let number = if at + 1 == stops.len() { 0 } else { at + 1 };
        text.push_str(&format!("${number}"));
        from = *stop;
    }
    text.push_str(&convert::escaped(insert.get(from..).unwrap_or_default()));
    text
}

pub(crate) fn resolve(
    context: &RequestContext,
    mut item: CompletionItem,
) -> Result<CompletionItem, ResponseError> {
    let number = |key: &str| item.data.as_ref()?.get(key)?.as_u64();
    if let Some((list, at)) = number("list").zip(number("at"))
        && let Some(doc) = context.documentation.find(list, at as usize)
    {
        let content = MarkupContent { kind: MarkupKind::Markdown, value: doc };
        item.documentation = Some(lsp::Documentation::MarkupContent(content));
    }
    Ok(item)
}

pub(crate) fn signature(
    context: &RequestContext,
    params: SignatureHelpParams,
) -> Result<Option<SignatureHelp>, ResponseError> {
    let at = context.at(&params.text_document_position_params);
    let Some(found) = at.and_then(|(doc, offset)| doc.checked.signature(offset)) else { return Ok(None) };
    let (open, close) = found.brackets;
    let mut label = format!("{}{open}", found.function);
    let mut parameters = Vec::new();
    for (at, argument) in found.arguments.iter().enumerate() {
        if at > 0 {
            label.push_str(", ");
        }
        let name = if argument.optional { format!("{}?", argument.label) } else { argument.label.clone() };
        // Offsets of labels are in UTF-16.
        let start = label.encode_utf16().count() as u32;
        label.push_str(&name);
        let end = label.encode_utf16().count() as u32;
        let words: Vec<String> =
            argument.words.iter().take(8).map(|choice| format!("`{}`", choice.word)).collect();
        let doc = (!words.is_empty()).then(|| {
            let content = MarkupContent { kind: MarkupKind::Markdown, value: words.join(", ") };
            lsp::Documentation::MarkupContent(content)
        });
        parameters.push(ParameterInformation {
            label: ParameterLabel::LabelOffsets([start, end]),
            documentation: doc,
        });
    }
    label.push_str(close);
    let active = Some(found.active as u32);
    let help = (!found.help.is_empty()).then(|| lsp::Documentation::String(found.help.clone()));
    let signature = SignatureInformation {
        label,
        documentation: help,
        parameters: Some(parameters),
        active_parameter: active,
    };
    Ok(Some(SignatureHelp {
        signatures: vec![signature],
        active_signature: Some(0),
        active_parameter: active,
    }))
}
