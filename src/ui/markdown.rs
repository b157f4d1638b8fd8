//! Markdown subset of rule docs and messages: headings, paragraphs, lists, fenced code and names in backticks. Never HTML: document content stays
//! text.

use leptos::prelude::*;

use limn_ide::prose::{Block, blocks};
use limn_text::visible;

/// One line of text, with names in backticks set as code. Invisible characters of the document are made visible.
#[component]
pub fn Inline(#[prop(into)] text: String) -> impl IntoView {
    visible(&text)
        .split('`')
        .enumerate()
        .map(|(at, part)| match at % 2 {
            0 => part.to_owned().into_any(),
            _ => view! { <code class="name">{part.to_owned()}</code> }.into_any(),
        })
        .collect_view()
}

/// Capitalizes the first letter.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Headings, paragraphs, lists and fenced code.
#[component]
pub fn Markdown(#[prop(into)] text: String) -> impl IntoView {
    let blocks = blocks(&text);
    view! { <div class="prose">{blocks.into_iter().map(draw).collect_view()}</div> }
}

fn draw(block: Block) -> AnyView {
    match block {
        Block::Heading(text) => view! { <h3><Inline text /></h3> }.into_any(),
        Block::Paragraph(text) => view! { <p><Inline text /></p> }.into_any(),
        Block::Code(text) => view! { <pre tabindex="0"><code>{text}</code></pre> }.into_any(),
        Block::List(items) => {
            let items = items.into_iter().map(|text| view! { <li><Inline text /></li> }).collect_view();
            view! { <ul>{items}</ul> }.into_any()
        }
    }
}
