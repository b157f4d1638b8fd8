//! Breadcrumbs above the canvas: the nodes by which the shown descriptor was reached.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::session::{documents, navigation, view_state};
use limn_canvas::keys::Command;
use limn_text::visible;

#[component]
pub(super) fn Breadcrumbs() -> impl IntoView {
    let (navigation, documents, view_state) = (navigation(), documents(), view_state());
    let crumbs = Memo::new(move |_| navigation.crumbs());
    let file =
        move || documents.active_file().with(|file| file.as_ref().map(|file| visible(file.name()).into_owned()));
    let up = move || match view_state.key_of(Command::BackToParent) {
        keys if keys.is_empty() => "Back to parent".to_owned(),
        keys => format!("Back to parent ({keys})"),
    };
    let back = move || {
        let count = crumbs.with_untracked(Vec::len);
        navigation.go_up_to(count.saturating_sub(1));
    };
    view! {
        <Show when=move || !crumbs.with(Vec::is_empty)>
            <nav class="breadcrumbs" aria-label="Breadcrumb">
                <button type="button" class="button bare small" aria-label="Back to parent" title=up on:click=move |_| back()>
                    <Picture glyph=Glyph::Chevron />
                </button>
                <ol>
                    {move || {
                        let all = crumbs.get();
                        let last = all.last().map(|crumb| visible(&crumb.node_name).into_owned());
                        let crumb = |(at, crumb): (usize, super::super::session::BreadcrumbItem)| {
                            // A descriptor is known by the node that it was opened for.
                            let name = match at {
                                0 => crumb.name.clone(),
                                _ => all[at - 1].node_name.clone(),
                            };
                            let title = format!("{}: {}", visible(crumb.file.as_str()), visible(&crumb.node_name));
                            view! {
                                <li>
                                    <button type="button" class="crumb" title=title on:click=move |_| navigation.go_up_to(at)>
                                        {visible(&name).into_owned()}
                                    </button>
                                    <Picture glyph=Glyph::Chevron />
                                </li>
                            }
                        };
                        let crumbs = all.clone().into_iter().enumerate().map(crumb).collect_view();
                        view! {
                            {crumbs}
                            <li><span class="crumb" aria-current="page" title=file()>{last}</span></li>
                        }
                    }}
                </ol>
            </nav>
        </Show>
    }
}
