//! Dialog with a definition in a text that can only be read: a built-in type, or a descriptor of the catalog.

use leptos::{html, prelude::*};

use super::super::browser::after;
use super::Modal;
use limn_analysis::ReadOnlyText;

#[component]
pub(super) fn ReadOnlyDialog(text: ReadOnlyText) -> impl IntoView {
    let ReadOnlyText { title, text, range } = text;
    let (before, rest) = text.split_at(range.start.min(text.len()));
    let (inside, rest) = rest.split_at(range.end.saturating_sub(range.start).min(rest.len()));
    let [head, inside, tail] = [before, inside, rest].map(str::to_owned);
    let mark = NodeRef::<html::Mark>::new();
    Effect::new(move |_| {
        if let Some(mark) = mark.get() {
            // The dialog opens first.
            after(0, move || mark.scroll_into_view());
        }
    });
    view! {
        <Modal title="Definition">
            <p class="dialog-about"><strong>{title}</strong>" can only be read here."</p>
            <pre class="read-only-text" tabindex="0" aria-label="Text of the definition" role="region">
                {head}<mark node_ref=mark>{inside}</mark>{tail}
            </pre>
        </Modal>
    }
}
