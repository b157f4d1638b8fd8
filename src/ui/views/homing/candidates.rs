//! Candidate evaluation: the candidate table, ruled-out candidates with reasons, and the effect of each constraint. Shows
//! the result; does not compute it.

use std::sync::Arc;

use leptos::{html, prelude::*};

use super::super::super::browser::import::{self, ImportedFile};
use super::super::super::icons::{Glyph, Picture};
use super::super::super::markdown::Inline;
use super::super::super::session::{Navigation, Notices, edits, navigation, notices, view_state};
use super::combinations::Best;
use super::{homing_data, sample_table};
use limn_homing::placement::{
    CandidateResult, Combinations, ConstraintResult, DemandResult, Note, PlacementResult, Reason,
    format_number,
};
use limn_language::graph::Id;

/// Imports a candidate table: the first text file.
pub fn import_table(
    navigation: Navigation,
    notices: Notices,
    imported: Vec<ImportedFile>,
    errors: Vec<String>,
) {
    for sentence in errors {
        notices.show_error(sentence);
    }
    let mut texts = imported.into_iter().filter_map(|file| String::from_utf8(file.bytes).ok());
    match texts.next() {
        Some(text) => navigation.set_view_input(text),
        None => notices.show_error("expected a CSV or JSON file with candidates"),
    }
}

#[component]
pub fn CandidatesView() -> impl IntoView {
    let data = homing_data();
    let outcome = data.outcome;
    let some = Memo::new(move |_| data.table.with(|tried| !tried.table.rows.is_empty()));
    view! {
        <div class="trial" id="view-trial" role="tabpanel" aria-labelledby="tab-trial">
            <Candidates />
            <div class="trial-results">
                <Show when=move || some.get() fallback=Empty>
                    {move || outcome.get().map(|outcome| view! { <Results outcome /> })}
                </Show>
            </div>
        </div>
    }
}

/// The table as text.
#[component]
fn Candidates() -> impl IntoView {
    let (notices, navigation, edits) = (notices(), navigation(), edits());
    let data = homing_data();
    let area = NodeRef::<html::Textarea>::new();
    let text = move || data.table.with(|tried| tried.text.clone());
    let faults = Memo::new(move |_| data.table.with(|tried| tried.table.errors.clone()));
    let count = move || data.table.with(|tried| tried.table.rows.len());
    let has_some = Memo::new(move |_| count() > 0);
    let open = move |_| {
        import::pick_of(".csv,.tsv,.txt,.json", move |imported, errors| {
            import_table(navigation, notices, imported, errors);
        });
    };
    view! {
        <section class="trial-table" aria-label="Candidates">
            <div class="trial-head">
                <h3>"Candidates"</h3>
                <span class="group-count">{count}</span>
                <div class="spring"></div>
                // Without candidates, the button beside the table is there.
                <Show when=move || has_some.get()>
                    <button type="button" class="button small outline" on:click=move |_| navigation.set_view_input(sample_table(edits))>
                        "Load sample data"
                    </button>
                </Show>
                <button type="button" class="button small bare" aria-label="Open candidate file" title="Open candidate file" on:click=open>
                    <Picture glyph=Glyph::Open />
                </button>
                <button
                    type="button"
                    class="button small bare"
                    aria-label="Clear candidates"
                    title="Clear candidates"
                    prop:disabled=move || text().is_empty()
                    on:click=move |_| {
                        navigation.set_view_input(String::new());
                        if let Some(area) = area.get_untracked() {
                            drop(area.focus());
                        }
                    }
                >
                    <Picture glyph=Glyph::Close />
                </button>
            </div>
            <textarea
                class="field mono trial-text"
                node_ref=area
                spellcheck="false"
                autocomplete="off"
                wrap="off"
                aria-label="Table of candidates, as CSV or JSON"
                placeholder="candidate_id,latitude,longitude,country\ncloud-1,32.9,-97.0,USA"
                prop:value=text
                on:input=move |event| navigation.set_view_input(event_target_value(&event))
            ></textarea>
            {move || {
                let faults = faults.get();
                (!faults.is_empty()).then(|| view! {
                    <ul class="trial-faults" role="status">
                        {faults.into_iter().map(|fault| view! { <li><Inline text=fault /></li> }).collect_view()}
                    </ul>
                })
            }}
            <p class="trial-hint">
                "Paste CSV or JSON, or drop a file. Columns: "
                <code>"candidate_id"</code>
                ", "
                <code>"demand"</code>
                " (omit it for all demands), "
                <code>"latitude"</code>
                ", "
                <code>"longitude"</code>
                ", "
                <code>"cost"</code>
                ", and the attributes that constraints use. Saved in this browser, never in the template."
            </p>
        </section>
    }
}

#[component]
fn Empty() -> impl IntoView {
    let (navigation, edits) = (navigation(), edits());
    view! {
        <div class="trial-empty">
            <h3>"Which candidates satisfy the constraints?"</h3>
            <p>
                "Add a table of candidates. Limn evaluates the constraints that it can compute, and shows which candidates are ruled out and why, which combinations are feasible, and which one is best."
            </p>
            <button type="button" class="button main" on:click=move |_| navigation.set_view_input(sample_table(edits))>
                "Load sample data"
            </button>
        </div>
    }
}

#[component]
fn Results(outcome: Arc<PlacementResult>) -> impl IntoView {
    let demands = outcome.demands.iter().map(|tried| view! { <Demand tried=tried.clone() /> }).collect_view();
    let constraints = outcome.constraints.clone();
    let notes = outcome.notes.clone();
    view! {
        <p class="trial-summary" role="status">{summary(&outcome)}</p>
        <Best plans=outcome.combinations.clone() />
        <div class="trial-demands">{demands}</div>
        <Constraints constraints />
        <Notes notes />
    }
}

/// Summary of the result.
fn summary(outcome: &PlacementResult) -> String {
    let all: usize = outcome.demands.iter().map(|tried| tried.candidates.len()).sum();
    let out = outcome
        .demands
        .iter()
        .flat_map(|tried| &tried.candidates)
        .filter(|candidate| candidate.is_out())
        .count();
    let demands = outcome.demands.len();
    let counts = format!(
        "{out} of {all} candidates for {demands} {} are ruled out.",
        if demands == 1 { "demand" } else { "demands" }
    );
    let plans = match &outcome.combinations {
        Combinations::NoCandidates => "No combinations yet.".to_owned(),
        Combinations::MissingCandidates(names) if names.len() > 4 => {
            format!("No candidates for {} and {} more.", names[..3].join(", "), names.len() - 3)
        }
        Combinations::MissingCandidates(names) => format!("No candidates for {}.", names.join(", ")),
        Combinations::Infeasible(why) => format!("No feasible combination: {}.", why.replace('`', "")),
        Combinations::TooMany { combinations, .. } => {
            format!(
                "Too many combinations to evaluate ({}): remove candidates from the table.",
                format_number(*combinations)
            )
        }
        Combinations::Found { count, .. } => {
            // A candidate for which a constraint can't be evaluated is not ruled out.
            let candidates = outcome.demands.iter().flat_map(|demand| &demand.candidates);
            let is_sure = candidates
                .filter(|candidate| !candidate.is_out())
                .all(|candidate| candidate.uncertain.is_empty());
            let which = if is_sure { "every constraint" } else { "the constraints that can be evaluated" };
            match count {
                1 => format!("One combination satisfies {which}."),
                _ => format!("{count} combinations satisfy {which}."),
            }
        }
    };
    format!("{counts} {plans}")
}

/// Candidates of one demand.
#[component]
fn Demand(tried: DemandResult) -> impl IntoView {
    let left = tried.candidates.iter().filter(|candidate| !candidate.is_out()).count();
    let all = tried.candidates.len();
    let rows =
        tried.candidates.iter().map(|candidate| view! { <CandidateRow candidate=candidate.clone() /> });
    let rows = rows.collect_view();
    view! {
        <section class="trial-demand" aria-label=format!("Candidates for {}", tried.name)>
            <h4>
                <Name id=tried.id.clone() name=tried.name.clone() />
                <span class="group-count">{format!("{left} of {all} fit")}</span>
            </h4>
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Candidate"</th>
                        <th scope="col">"Result"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}

#[component]
fn CandidateRow(candidate: CandidateResult) -> impl IntoView {
    let out = candidate.is_out();
    let id = candidate.id.clone();
    let place = candidate.place.map(|place| view! { <small>{place.label()}</small> });
    let reasons = |reasons: Vec<Reason>| {
        let each = reasons.into_iter().map(|reason| {
            view! {
                <li>
                    <Name id=reason.by name=reason.name />
                    <span><Inline text=reason.why /></span>
                </li>
            }
        });
        view! { <ul class="reasons">{each.collect_view()}</ul> }
    };
    let verdict = if out {
        "ruled out"
    } else if candidate.uncertain.is_empty() {
        "fits"
    } else {
        "may fit"
    };
    let listed = if out { candidate.removed } else { candidate.uncertain };
    view! {
        <tr class:out=out>
            <th scope="row">
                {if out { view! { <s>{id}</s> }.into_any() } else { view! { <span>{id}</span> }.into_any() }}
                {place}
            </th>
            <td>
                <span class="verdict" class:bad=out class:unsure=!out && !listed.is_empty()>{verdict}</span>
                {(!listed.is_empty()).then(|| reasons(listed))}
            </td>
        </tr>
    }
}

/// Item name as a button that selects it in the diagram and in the text.
#[component]
pub fn Name(id: Id, name: String) -> impl IntoView {
    let (view_state, navigation) = (view_state(), navigation());
    let (own, title) = (id.clone(), format!("Select {name}"));
    let selected = Memo::new(move |_| view_state.selection().with(|ids| ids.contains(&own)));
    view! {
        <button type="button" class="thing" class:on=move || selected.get() title=title on:click=move |_| navigation.reveal(&id)>
            {name}
        </button>
    }
}

#[component]
fn Constraints(constraints: Vec<ConstraintResult>) -> impl IntoView {
    if constraints.is_empty() {
        return view! { <p class="trial-none">"This template has no constraints."</p> }.into_any();
    }
    let each = constraints.into_iter().map(|result| {
        let did = if result.of == 0 {
            "applies to no candidate".to_owned()
        } else {
            format!("rules out {} of {}", result.removed, result.of)
        };
        let unheld =
            result.limitations.into_iter().map(|why| view! { <li><Inline text=why /></li> }).collect_view();
        view! {
            <li class:idle=result.removed == 0>
                <span class="held">
                    <Name id=result.id name=result.name />
                    <code>{result.kind}</code>
                    <span class="did">{did}</span>
                </span>
                <ul class="unheld">{unheld}</ul>
            </li>
        }
    });
    let each = each.collect_view();
    view! {
        <section class="trial-constraints" aria-label="Effect of the constraints">
            <h4>"Constraints"</h4>
            <ul>{each}</ul>
        </section>
    }
    .into_any()
}

#[component]
fn Notes(notes: Vec<Note>) -> impl IntoView {
    let navigation = navigation();
    if notes.is_empty() {
        return ().into_any();
    }
    let each = notes.into_iter().map(move |note| {
        let glyph = if note.warns { Glyph::Warning } else { Glyph::Info };
        let go = note.about.map(|id| view! {
            <button type="button" class="button small bare" aria-label="Go to source" title="Go to source" on:click=move |_| navigation.reveal(&id)>
                <Picture glyph=Glyph::Jump />
            </button>
        });
        view! {
            <li class:warns=note.warns>
                <Picture glyph=glyph />
                <span><Inline text=note.text /></span>
                {go}
            </li>
        }
    });
    let each = each.collect_view();
    view! {
        <section class="trial-notes" aria-label="Notes">
            <h4>"Notes"</h4>
            <ul>{each}</ul>
        </section>
    }
    .into_any()
}
