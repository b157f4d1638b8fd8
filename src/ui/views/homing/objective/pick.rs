//! Select for a word of the objective's vocabulary.

use leptos::prelude::*;

use super::super::super::super::select::{OptionGroup, Select, SelectOption};

/// Select. Also shows a current value that is no longer an option.
#[component]
pub(super) fn Pick(
    label: &'static str,
    value: Signal<String>,
    options: Signal<Vec<String>>,
    pick: Callback<String>,
) -> impl IntoView {
    let groups = Memo::new(move |_| {
        let all = options.get();
        let odd = value.with(|now| (!all.contains(now)).then(|| now.clone()));
        OptionGroup::plain(
            odd.into_iter().chain(all).map(|word| SelectOption::new(word.clone(), word)).collect(),
        )
    });
    let choose = move |word: String| {
        pick.run(word);
        // A word that was refused is not the value.
        false
    };
    view! { <Select groups now=value on_choice=Box::new(choose) label title=label class="field pick" /> }
}
