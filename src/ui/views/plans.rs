//! The combinations that are left, best first, and what each term of the objective adds to the one that is looked at.

use leptos::{ev, prelude::*};

use super::super::markdown::Inline;
use crate::trial::{Choice, Goal, Plans, told};

#[component]
pub fn Best(plans: Plans) -> impl IntoView {
    let Plans::Found { count, goal, best } = plans else { return ().into_any() };
    let shown = RwSignal::new(0usize);
    let demands: Vec<String> = best
        .first()
        .into_iter()
        .flat_map(|choice| &choice.chosen)
        .map(|(demand, _)| demand.clone())
        .collect();
    let heads = demands.iter().map(|demand| view! { <th scope="col">{demand.clone()}</th> }).collect_view();
    let rows = best.iter().enumerate().map(|(at, choice)| row(at, choice, shown, goal)).collect_view();
    let more = count.saturating_sub(best.len() as u64);
    let heading = match goal {
        Goal::Minimize => "Best, smallest first",
        Goal::Maximize => "Best, largest first",
        Goal::Any => "Combinations; without an objective any will do",
    };
    let ranked = goal != Goal::Any;
    view! {
        <section class="trial-best" aria-label="What is left, best first">
            <h4>{heading}</h4>
            <div class="trial-scroll">
                <table class="ranking">
                    <thead>
                        <tr>
                            <th scope="col"><span class="unseen">"Rank"</span></th>
                            {heads}
                            {ranked.then(|| view! { <th scope="col" class="number">"Value"</th> })}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {(more > 0).then(|| view! { <p class="quiet">{format!("and {more} more")}</p> })}
            {move || best.get(shown.get()).filter(|_| ranked).map(|choice| parts(shown.get(), choice))}
        </section>
    }
    .into_any()
}

fn row(at: usize, choice: &Choice, shown: RwSignal<usize>, goal: Goal) -> impl IntoView + use<> {
    let cells = choice.chosen.iter().map(|(_, id)| view! { <td>{id.clone()}</td> }).collect_view();
    let value = choice.value.map_or_else(|| "?".to_owned(), told);
    let ranked = goal != Goal::Any;
    let names: Vec<String> = choice.chosen.iter().map(|(demand, id)| format!("{demand} {id}")).collect();
    let label = format!("Show what adds up to it: {}", names.join(", "));
    let pick = move |event: ev::MouseEvent| {
        event.prevent_default();
        shown.set(at);
    };
    view! {
        <tr class:on=move || ranked && shown.get() == at on:click=pick>
            <th scope="row">
                {if ranked {
                    view! {
                        <button type="button" class="rank" aria-label=label aria-pressed=move || (shown.get() == at).to_string() on:click=pick>
                            {at + 1}
                        </button>
                    }
                        .into_any()
                } else {
                    view! { <span class="rank">{at + 1}</span> }.into_any()
                }}
            </th>
            {cells}
            {ranked.then(|| view! { <td class="number">{value}</td> })}
        </tr>
    }
}

/// The terms of one combination, and a bar for the share of each.
fn parts(at: usize, choice: &Choice) -> impl IntoView + use<> {
    let most = choice.parts.iter().filter_map(|part| part.value).map(f64::abs).fold(0.0, f64::max);
    let rows = choice.parts.iter().map(|part| {
        let share = part.value.map_or(0.0, |value| if most > 0.0 { value.abs() / most * 100.0 } else { 0.0 });
        let value = part.value.map_or_else(|| "?".to_owned(), told);
        view! {
            <tr>
                <th scope="row">
                    <code>{part.label.clone()}</code>
                    <small><Inline text=part.how.clone() /></small>
                </th>
                <td class="number">{format!("× {}", told(part.weight))}</td>
                <td class="share">
                    <meter min="0" max="100" value=share aria-hidden="true"></meter>
                </td>
                <td class="number">{value}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let sum = choice.value.map_or_else(|| "cannot be worked out".to_owned(), told);
    view! {
        <table class="shares" aria-label=format!("What adds up to combination {}", at + 1)>
            <thead>
                <tr>
                    <th scope="col">"Term"</th>
                    <th scope="col" class="number">"Weight"</th>
                    <th scope="col"><span class="unseen">"Share"</span></th>
                    <th scope="col" class="number">"Adds"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
            <tfoot>
                <tr>
                    <th scope="row" colspan="3">{format!("Combination {}", at + 1)}</th>
                    <td class="number">{sum}</td>
                </tr>
            </tfoot>
        </table>
    }
}
