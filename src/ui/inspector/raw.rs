//! Values without a control of their own: their source text, or a button to open them.

use leptos::prelude::*;

use super::super::session::{documents, navigation};
use super::Form;
use limn_ide::form::{Control, Field};
use limn_language::graph::Id;

/// Source text of a value without its own control, and a button to edit it.
#[component]
pub(super) fn Raw(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, navigation) = (documents(), navigation());
    let source = move || match field.get().control {
        Control::Raw { source } | Control::Unknown { source } => source,
        _ => String::new(),
    };
    let unknown = matches!(field.get_untracked().control, Control::Unknown { .. });
    view! {
        <div class="raw">
            <pre tabindex="0"><code>{source}</code></pre>
            {unknown.then(|| view! { <p class="help always">"Not recognized. Limn keeps it as it is."</p> })}
            <button
                type="button"
                class="button small"
                on:click=move |_| {
                    let id = Id(form.base.get_untracked().0.join(&field.get_untracked().path));
                    let Some(checked) = documents.checked().get_untracked() else { return };
                    if let Some((key, _)) = checked.0.range_of(&id) {
                        navigation.jump_to(checked.0.file(), key);
                    }
                }
            >
                "Edit source"
            </button>
        </div>
    }
}

/// Button to open values that are too large to show here.
#[component]
pub(super) fn Inside(field: Memo<Field>) -> impl IntoView {
    let form = expect_context::<Form>();
    let label = move || match field.get().control {
        Control::Count { kind, entries: 1 } => format!("1 entry ({kind})"),
        Control::Count { kind, entries } => format!("{entries} entries ({kind})"),
        _ => String::new(),
    };
    view! {
        <button
            type="button"
            class="button small outline"
            on:click=move |_| {
                let parent = field.get_untracked().path.parent().unwrap_or_default();
                let id = Id(form.base.get_untracked().0.join(&parent));
                form.inside.update(|inside| inside.push(id));
            }
        >
            {label}
        </button>
    }
}
