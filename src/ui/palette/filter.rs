//! Menu of capabilities beside the search of the palette. A choice is a condition in the search text, so that the text alone says what is shown.

use leptos::prelude::*;

use super::super::icons::{Glyph, Picture};
use super::super::menu::{Heading, Item, Menu};
use limn_analysis::PaletteEntry;
use limn_analysis::palette::Condition;

#[component]
pub(super) fn FilterMenu(words: RwSignal<String>, all: Memo<Vec<PaletteEntry>>) -> impl IntoView {
    let conditions = Memo::new(move |_| all.with(|all| Condition::all(all)));
    let item = move |condition: Condition| {
        let label = match &condition {
            Condition::Hosts => "Can host others".to_owned(),
            Condition::Offers(name) | Condition::Needs(name) => name.clone(),
        };
        let own = condition.clone();
        view! {
            <Item
                label
                several=true
                chosen=Signal::derive(move || words.with(|words| own.is_in(words)))
                run=move || words.update(|words| *words = condition.toggled_in(words))
            />
        }
    };
    let group = move |title: &'static str, belongs: fn(&Condition) -> bool| {
        let found: Vec<Condition> = conditions.get().into_iter().filter(belongs).collect();
        (!found.is_empty()).then(|| {
            let heading = (!title.is_empty()).then(|| view! { <Heading text=title /> });
            view! { {heading} {found.into_iter().map(item).collect_view()} }
        })
    };
    view! {
        <Show when=move || !conditions.with(Vec::is_empty)>
            <Menu
                label="Filter by capability"
                class="small bare"
                flush=true
                face=ViewFn::from(|| view! { <Picture glyph=Glyph::Filter /> })
            >
                {move || group("", |condition| matches!(condition, Condition::Hosts))}
                {move || group("Offers", |condition| matches!(condition, Condition::Offers(_)))}
                {move || group("Needs", |condition| matches!(condition, Condition::Needs(_)))}
            </Menu>
        </Show>
    }
}
