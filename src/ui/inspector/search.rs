//! Search among the fields of a form, if there are many.

use leptos::prelude::*;

use super::super::search_field::SearchField;
use super::{Form, Several};
use limn_ide::form::{Control, Field};

/// Number of fields from which a form can be searched.
const MIN_SEARCHED_FIELDS: usize = 14;

#[component]
pub(super) fn Search(fields: Several) -> impl IntoView {
    let form = expect_context::<Form>();
    let are_many = Memo::new(move |_| fields.with(|fields| count(fields)) >= MIN_SEARCHED_FIELDS);
    let found = Memo::new(move |_| {
        form.words.with(|words| fields.with(|fields| fields.iter().any(|field| has(field, words))))
    });
    view! {
        <Show when=move || are_many.get()>
            <SearchField
                class="form-search"
                label="Find a field"
                placeholder="Find a field"
                words=form.words
                set=move |words| form.words.set(words)
            />
            <Show when=move || !found.get()>
                <p class="note" role="status">"No matching fields."</p>
            </Show>
        </Show>
    }
}

/// The fields that a search shows: those that have the words, or all inside one that has them itself.
pub(super) fn shown(fields: &[Field], words: &str) -> Vec<Field> {
    let found: Vec<Field> = fields.iter().filter(|field| has(field, words)).cloned().collect();
    if found.is_empty() { fields.to_vec() } else { found }
}

/// Returns true if the words are in the name or help of a field, or of one inside it.
pub(super) fn has(field: &Field, words: &str) -> bool {
    words.trim().is_empty() || has_itself(field, words) || has_inside(field, words)
}

/// Returns true if the words are in a field inside this one.
pub(super) fn has_inside(field: &Field, words: &str) -> bool {
    !words.trim().is_empty() && inner(field).iter().any(|field| has(field, words))
}

fn has_itself(field: &Field, words: &str) -> bool {
    let text = format!("{} {} {}", field.key, field.label, field.doc).to_lowercase();
    words.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

fn count(fields: &[Field]) -> usize {
    fields.iter().map(|field| inner(field).len().max(1)).sum()
}

fn inner(field: &Field) -> &[Field] {
    match &field.control {
        Control::List { items, .. } => items,
        control => control.inner_fields().unwrap_or_default(),
    }
}
