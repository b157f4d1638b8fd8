//! Dialog with a definition in a text that can only be read: a built-in type, or a descriptor of the catalog.

use std::borrow::Cow;

use leptos::{html, prelude::*};

use super::super::browser::after;
use super::Modal;
use limn_analysis::ReadOnlyText;
use limn_text::visible;

/// A text with control characters made visible, but not its line breaks.
fn visible_lines(text: &str) -> String {
    text.split_inclusive('\n')
        .flat_map(|line| {
            let words = line.trim_end_matches(['\r', '\n']);
            [visible(words), Cow::Borrowed(if words.len() < line.len() { "\n" } else { "" })]
        })
        .collect()
}

#[component]
pub(super) fn ReadOnlyDialog(text: ReadOnlyText) -> impl IntoView {
    let ReadOnlyText { title, text, range } = text;
    let (before, rest) = text.split_at(range.start.min(text.len()));
    let (inside, rest) = rest.split_at(range.end.saturating_sub(range.start).min(rest.len()));
    let [head, inside, tail] = [before, inside, rest].map(visible_lines);
    let mark = NodeRef::<html::Mark>::new();
    Effect::new(move |_| {
        if let Some(mark) = mark.get() {
            // The dialog opens first.
            after(0, move || mark.scroll_into_view());
        }
    });
    view! {
        <Modal title="Definition">
            <p class="dialog-about"><strong>{visible(&title).into_owned()}</strong>" is read-only."</p>
            <pre class="read-only-text" tabindex="0" aria-label="Text of the definition" role="region">
                {head}<mark node_ref=mark>{inside}</mark>{tail}
            </pre>
        </Modal>
    }
}
