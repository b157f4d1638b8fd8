//! Breadcrumbs above the canvas: the nodes by which the shown descriptor was reached.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::session::{documents, navigation, view_state};
use limn_canvas::keys::Command;
use limn_text::visible;

#[component]
pub(super) fn Breadcrumbs() -> impl IntoView {
    let (navigation, documents, view_state) = (navigation(), documents(), view_state());
    let breadcrumbs = Memo::new(move |_| navigation.breadcrumbs());
    let file = move || {
        documents.active_file().with(|file| file.as_ref().map(|file| visible(file.name()).into_owned()))
    };
    let up = move || match view_state.key_of(Command::BackToParent) {
        keys if keys.is_empty() => "Back to parent".to_owned(),
        keys => format!("Back to parent ({keys})"),
    };
    let back = move || {
        let count = breadcrumbs.with_untracked(Vec::len);
        navigation.go_up_to(count.saturating_sub(1));
    };
    view! {
        <Show when=move || !breadcrumbs.with(Vec::is_empty)>
            <nav class="breadcrumbs" aria-label="Breadcrumb">
                <button type="button" class="button bare small" aria-label="Back to parent" title=up on:click=move |_| back()>
                    <Picture glyph=Glyph::Chevron />
                </button>
                <ol>
                    {move || {
                        let all = breadcrumbs.get();
                        let last = all.last().map(|breadcrumb| visible(&breadcrumb.node_name).into_owned());
                        let breadcrumb = |(at, breadcrumb): (usize, super::super::session::BreadcrumbItem)| {
                            // A descriptor is known by the node that it was opened for.
                            let name = match at {
                                0 => breadcrumb.name.clone(),
                                _ => all[at - 1].node_name.clone(),
                            };
                            let title = format!("{}: {}", visible(breadcrumb.file.as_str()), visible(&breadcrumb.node_name));
                            view! {
                                <li>
                                    <button type="button" class="crumb" title=title on:click=move |_| navigation.go_up_to(at)>
                                        {visible(&name).into_owned()}
                                    </button>
                                    <Picture glyph=Glyph::Chevron />
                                </li>
                            }
                        };
                        let breadcrumbs = all.clone().into_iter().enumerate().map(breadcrumb).collect_view();
                        view! {
                            {breadcrumbs}
                            <li><span class="crumb" aria-current="page" title=file()>{last}</span></li>
                        }
                    }}
                </ol>
            </nav>
        </Show>
    }
}
