//! List of the places of a name, by file: each leads there.

use leptos::prelude::*;
use limn_analysis::Location;
use limn_text::visible;

use super::session::References;

#[component]
pub fn ReferenceList(found: References, #[prop(into)] on_choose: Callback<Location>) -> impl IntoView {
    let by_file = found.places.chunk_by(|a, b| a.location.file == b.location.file);
    let files = by_file.map(|places| {
        let file = visible(places[0].location.file.as_str()).into_owned();
        let label = file.clone();
        let rows = places.iter().cloned().map(|place| {
            let location = place.location;
            let [head, name, tail] = place.line;
            view! {
                <li>
                    <button type="button" class="reference" on:click=move |_| on_choose.run(location.clone())>
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
    view! { {files}{more} }
}
