//! Objective editor: as a line of text, and as a tree of terms. Each change formats the formula again,
//! and only the difference is written to the text. Contains the vocabulary, not its meaning.

mod call;
mod pick;
mod terms;

use leptos::{ev, html, prelude::*};

use super::super::super::markdown::Inline;
use super::super::super::mounted::while_mounted;
use super::super::super::session::{Edits, edits};
use super::homing_data;
use limn_homing::ViewEdit;
use limn_homing::objective::formula::{Formula, Term, Vocabulary};
use limn_language::edit::Edit;
use pick::Pick;
use terms::{Operator, Terms};

/// Path to a term: indices from the outside in.
type TermPath = Vec<usize>;

/// State shared by all parts of the form.
#[derive(Clone, Copy)]
struct ObjectiveForm {
    edits: Edits,
    words: Memo<Vocabulary>,
    formula: Memo<Option<Formula>>,
    /// Reason why the last change was rejected.
    refused: RwSignal<Option<String>>,
}

impl ObjectiveForm {
    fn change(self, change: impl FnOnce(&mut Formula)) {
        let Some(mut formula) = self.formula.get_untracked() else { return };
        change(&mut formula);
        self.write(formula);
    }

    fn change_term(self, place: &TermPath, change: impl FnOnce(&mut Term)) {
        self.change(|formula| {
            if let Some(term) = formula.root.at_mut(place) {
                change(term);
            }
        });
    }

    fn write(self, formula: Formula) -> bool {
        self.edit(&ViewEdit::SetObjective { formula }.into())
    }

    /// Adds an element of the palette, for terms that need it.
    fn add_element(self, entry: &str) {
        self.edit(&Edit::Add { template: entry.to_owned(), name: None, place: None, on: Vec::new() });
    }

    fn edit(self, edit: &Edit) -> bool {
        let written = self.edits.try_edit(edit);
        self.refused.set(written.as_ref().err().cloned());
        written.is_ok()
    }

    fn term(self, place: &TermPath) -> Option<Term> {
        self.formula.with(|formula| formula.as_ref()?.root.at(place).cloned())
    }
}

#[component]
pub fn ObjectiveView() -> impl IntoView {
    let objective = homing_data().objective;
    let form = ObjectiveForm {
        edits: edits(),
        words: Memo::new(move |_| objective.get().map(|(words, _)| words).unwrap_or_default()),
        formula: Memo::new(move |_| objective.get().and_then(|(_, formula)| formula)),
        refused: RwSignal::new(None),
    };
    let readable = Memo::new(move |_| form.formula.with(Option::is_some));
    view! {
        <div class="objective" id="view-objective" role="tabpanel" aria-labelledby="tab-objective">
            <Show
                when=move || readable.get()
                fallback=|| view! {
                    <p class="note">
                        "This form can't show the objective as it is written. Edit it in the YAML pane."
                    </p>
                }
            >
                <FormulaInput form />
                {move || {
                    form.refused.get().map(|why| view! { <p class="objective-refused" role="alert"><Inline text=why /></p> })
                }}
                <Tree form />
            </Show>
        </div>
    }
}

/// The objective as text.
#[component]
fn FormulaInput(form: ObjectiveForm) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let text =
        move || form.formula.with(|formula| formula.as_ref().map_or_else(String::new, Formula::to_string));
    let write = move || {
        let Some(field) = field.get_untracked() else { return };
        let typed = field.value();
        if typed.split_whitespace().eq(form
            .formula
            .with_untracked(|formula| formula.as_ref().map_or_else(String::new, Formula::to_string))
            .split_whitespace())
        {
            return form.refused.set(None);
        }
        match form.words.with_untracked(|words| words.read(&typed)) {
            Ok(formula) => {
                form.write(formula);
            }
            Err(error) => form.refused.set(Some(error.to_string())),
        }
    };
    view! {
        <div class="objective-line">
            <label for="objective-text">"As text"</label>
            <textarea
                id="objective-text"
                class="field mono"
                rows="2"
                spellcheck="false"
                autocomplete="off"
                node_ref=field
                prop:value=text
                on:change=while_mounted(move |_: web_sys::Event| write())
                on:keydown=move |event: ev::KeyboardEvent| {
                    if event.key() == "Enter" && !event.shift_key() {
                        event.prevent_default();
                        write();
                    }
                }
            ></textarea>
        </div>
    }
}

#[component]
fn Tree(form: ObjectiveForm) -> impl IntoView {
    let goal = move || {
        form.formula.with(|formula| formula.as_ref().map(|formula| formula.goal.clone())).unwrap_or_default()
    };
    let goals = move || {
        form.words.with(|words| words.goals.iter().map(|goal| (*goal).to_owned()).collect::<Vec<_>>())
    };
    view! {
        <div class="objective-tree">
            <div class="objective-head">
                <Pick
                    label="Goal"
                    value=Signal::derive(goal)
                    options=Signal::derive(goals)
                    pick=Callback::new(move |goal: String| form.change(|formula| formula.goal = goal))
                />
                <Operator form place=Vec::new() />
            </div>
            <Terms form place=Vec::new() />
        </div>
    }
}
