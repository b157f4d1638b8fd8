//! Hover cards as Markdown.

use std::fmt::Write as _;

use limn_ide::hover::Hover;
use lsp_server::ResponseError;
use lsp_types::{self as lsp, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::RequestContext;

pub(crate) fn hover(
    context: &RequestContext,
    params: HoverParams,
) -> Result<Option<lsp::Hover>, ResponseError> {
    let Some((doc, offset)) = context.at(&params.text_document_position_params) else { return Ok(None) };
    let Some(found) = doc.checked.hover(offset) else { return Ok(None) };
    let content = MarkupContent { kind: MarkupKind::Markdown, value: markdown(&found) };
    Ok(Some(lsp::Hover {
        contents: HoverContents::Markup(content),
        range: Some(context.range(doc, found.range)),
    }))
}

fn markdown(hover: &Hover) -> String {
    let mut out = format!("`{}`", hover.title);
    if !hover.kind.is_empty() {
        let _infallible = write!(out, " · {}", hover.kind);
    }
    for line in &hover.doc {
        let _infallible = write!(out, "\n\n{line}");
    }
    for (at, fact) in hover.facts.iter().enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        let _infallible = write!(out, "{gap}\n- {}: {}", fact.label, fact.text);
    }
    if let Some(default) = hover.default {
        let _infallible = write!(out, "\n\nDefault: `{default}`");
    }
    if !hover.allowed.is_empty() {
        out.push('\n');
    }
    for (word, doc) in &hover.allowed {
        let doc = if doc.is_empty() { String::new() } else { format!(": {doc}") };
        let _infallible = write!(out, "\n- `{word}`{doc}");
    }
    if let Some((_, excerpt)) = &hover.declared {
        // A longer fence than any in the text.
        let fence = "`".repeat(3.max(longest_fence(excerpt) + 1));
        let _infallible = write!(out, "\n\n{fence}yaml\n{}\n{fence}", excerpt.trim_end());
    }
    if !hover.section.is_empty() {
        let _infallible = write!(out, "\n\n*{}*", hover.section);
    }
    out
}

fn longest_fence(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::explanation::Fact;
    use limn_text::TextRange;

    #[test]
    fn an_excerpt_cannot_end_its_fence() {
        let hover = Hover {
            range: TextRange::empty(0),
            title: "a".to_owned(),
            kind: "input".to_owned(),
            doc: vec!["One place refers to it.".to_owned()],
            facts: vec![Fact::new("Type", "`integer`"), Fact::new("Declared in", "line 3")],
            construct: None,
            section: "3.6".to_owned(),
            default: Some("1"),
            allowed: vec![("b", "B."), ("c", "")],
            declared: Some((TextRange::empty(0), "a: |\n  ```\n".to_owned())),
        };
        assert_eq!(
            markdown(&hover),
            "`a` · input\n\nOne place refers to it.\n\n- Type: `integer`\n- Declared in: line 3\n\nDefault: `1`\n\n- `b`: B.\n- `c`\n\n````yaml\na: |\n  ```\n````\n\n*3.6*"
        );
    }
}
