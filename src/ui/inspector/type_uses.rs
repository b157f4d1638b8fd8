//! Uses of a data type, in its form: where elements of any file have it as their type.

use leptos::prelude::*;

use super::super::references::ReferenceList;
use super::super::session::{References, documents, navigation};
use super::Form;
use limn_analysis::Location;
use limn_language::graph::Id;

#[component]
pub(super) fn TypeUses(id: Id) -> impl IntoView {
    let form = expect_context::<Form>();
    let (documents, navigation) = (documents(), navigation());
    let found = Memo::new(move |_| {
        form.rested.track();
        let file = documents.active_file().get_untracked()?;
        documents.known().with_untracked(|known| {
            let uses = known.analysis.type_uses(&file, &id)?;
            let uses = uses.into_iter().map(|location| (location, false)).collect();
            Some(References::of(&known.analysis, uses))
        })
    });
    let choose = move |location: Location| navigation.jump_to(&location.file, location.range);
    move || {
        found.get().map(|found| {
            let count = found.places.len() + found.more;
            let heading = match count {
                0 => "Not used".to_owned(),
                1 => "Used in 1 place".to_owned(),
                count => format!("Used in {count} places"),
            };
            view! {
                <section class="type-uses" aria-label="Uses">
                    <h3>{heading}</h3>
                    <ReferenceList found on_choose=choose />
                </section>
            }
        })
    }
}
