//! Dialog with all places of a name, in all files: the declaration, and what refers to it.

use leptos::prelude::*;

use super::super::browser::after;
use super::super::session::{References, navigation, notices};
use super::Modal;
use limn_text::visible;

#[component]
pub(super) fn ReferencesDialog(found: References) -> impl IntoView {
    let (navigation, notices) = (navigation(), notices());
    let by_file = found.places.chunk_by(|a, b| a.location.file == b.location.file);
    let files = by_file.map(|places| {
        let file = visible(places[0].location.file.as_str()).into_owned();
        let label = file.clone();
        let rows = places.iter().cloned().map(|place| {
            let location = place.location;
            let [head, name, tail] = place.line;
            view! {
                <li>
                    <button
                        type="button"
                        class="reference"
                        on:click=move |_| {
                            notices.close_popup();
                            let location = location.clone();
                            // Nothing outside of the dialog can have the focus before it is gone.
                            after(0, move || navigation.jump_to(&location.file, location.range));
                        }
                    >
                        <span class="reference-line">{place.number}</span>
                        <code>{head}<mark>{name}</mark>{tail}</code>
                        {place.is_declaration.then(|| view! { <small>"declared here"</small> })}
                    </button>
                </li>
            }
        });
        let rows = rows.collect_view();
        view! {
            <section aria-label=label>
                <h3 class="reference-file">{file}</h3>
                <ul class="references">{rows}</ul>
            </section>
        }
    });
    let files = files.collect_view();
    let more = (found.more > 0).then(|| view! { <p class="note">{format!("{} more.", found.more)}</p> });
    view! { <Modal title="References">{files}{more}</Modal> }
}
