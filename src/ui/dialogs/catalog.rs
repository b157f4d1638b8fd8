//! Dialog of the catalog: what is in it, and what to add or remove.

use leptos::prelude::*;

use super::super::browser::import;
use super::super::browser::storage::CatalogSource;
use super::super::icons::{Glyph, Picture};
use super::super::label::breakable;
use super::super::session::{catalog, catalog_actions};
use super::Modal;
use limn_text::visible;

#[component]
pub(super) fn CatalogDialog() -> impl IntoView {
    let (catalog, actions) = (catalog(), catalog_actions());
    let add = move |imported, errors| actions.add(imported, errors);
    let removed = RwSignal::new(None::<CatalogSource>);
    let restore = move || {
        let source = removed.get()?;
        let label = format!("Restore {}", source.name);
        let text = format!("Removed {}.", visible(&source.name));
        let back = move |_| {
            actions.restore(source.clone());
            removed.set(None);
        };
        Some(view! {
            <p class="catalog-removed" role="status">
                <span>{text}</span>
                <button type="button" class="button small outline" aria-label=label on:click=back>"Restore"</button>
            </p>
        })
    };
    view! {
        <Modal title="Catalog">
            <p class="dialog-about">
                "Descriptors of components that your designs use. They are in the palette, and components are checked against them. "
                "They are kept in this browser, are read only, and are not part of your files."
            </p>
            <Show
                when=move || catalog.sources().with(|sources| !sources.is_empty())
                fallback=|| view! { <p class="note">"The catalog is empty. Add packages, projects or descriptors."</p> }
            >
                <ul class="catalog" aria-label="Catalog">
                    <For
                        each=move || catalog.sources().with(|sources| sources.to_vec())
                        key=|source| source.id.clone()
                        let(source)
                    >
                        {
                            let id = source.id.clone();
                            let remove = format!("Remove {}", source.name);
                            let count = match source.descriptors {
                                1 => "1 descriptor".to_owned(),
                                count => format!("{count} descriptors"),
                            };
                            let files = source.files.keys().map(|file| view! { <li>{breakable(file.as_str())}</li> });
                            view! {
                                <li class="catalog-source">
                                    <details>
                                        <summary>
                                            <strong>{breakable(&source.name)}</strong>
                                            <small>{count}</small>
                                        </summary>
                                        <ul class="catalog-files">{files.collect_view()}</ul>
                                    </details>
                                    <button
                                        type="button"
                                        class="button small bare danger"
                                        aria-label=remove
                                        title="Remove from the catalog"
                                        on:click=move |_| removed.set(actions.remove(&id))
                                    >
                                        <Picture glyph=Glyph::Close />
                                    </button>
                                </li>
                            }
                        }
                    </For>
                </ul>
            </Show>
            {restore}
            <div class="dialog-foot">
                <button type="button" class="button outline" on:click=move |_| import::pick_folder(add)>
                    "Add folder"
                </button>
                <button type="button" class="button main" on:click=move |_| import::pick(add)>
                    "Add files or packages"
                </button>
            </div>
        </Modal>
    }
}
