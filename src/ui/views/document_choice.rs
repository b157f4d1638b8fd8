//! List of the YAML documents of a file with several: shows which one is drawn, and draws another one.

use leptos::prelude::*;

use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::{documents, navigation};
use limn_text::visible;

/// True if the active file has several documents.
pub(super) fn has_several() -> Memo<bool> {
    let documents = documents();
    Memo::new(move |_| documents.several().len() > 1)
}

#[component]
pub(super) fn DocumentChoice() -> impl IntoView {
    let (documents, navigation, has_several) = (documents(), navigation(), has_several());
    let groups = Memo::new(move |_| {
        let all = documents.several();
        let count = all.len();
        let choice = |(nth, label): (usize, limn_analysis::DocumentLabel)| {
            let about = match label.name.is_empty() {
                true => label.language,
                false => format!("{} ({})", visible(&label.name), label.language),
            };
            SelectOption::new(nth.to_string(), format!("Document {} of {count}: {about}", nth + 1))
        };
        OptionGroup::plain(all.into_iter().enumerate().map(choice).collect())
    });
    let now = Memo::new(move |_| {
        documents.checked().with(|checked| checked.as_ref().map_or(0, |current| current.0.nth())).to_string()
    });
    let choose = move |value: String| {
        let nth = value.parse();
        nth.map(|nth| navigation.choose_document(nth)).is_ok()
    };
    view! {
        <Show when=move || has_several.get()>
            <Select groups now on_choice=Box::new(choose) label="Document" title="Document shown" class="field view-document" />
        </Show>
    }
}
