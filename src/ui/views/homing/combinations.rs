//! Feasible combinations, best first, and the contribution of each term to the selected one.

use leptos::{ev, prelude::*};

use super::super::super::markdown::Inline;
use limn_homing::placement::{Combination, Combinations, Goal, format_number};

#[component]
pub fn Best(plans: Combinations) -> impl IntoView {
    let Combinations::Found { count, goal, best } = plans else { return ().into_any() };
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
        Goal::Minimize => "Feasible combinations, smallest value first",
        Goal::Maximize => "Feasible combinations, largest value first",
        Goal::Any => "Feasible combinations (no objective)",
    };
    let ranked = goal != Goal::Any;
    view! {
        <section class="trial-best" aria-label="Feasible combinations">
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

fn row(at: usize, choice: &Combination, shown: RwSignal<usize>, goal: Goal) -> impl IntoView + use<> {
    let cells = choice.chosen.iter().map(|(_, id)| view! { <td>{id.clone()}</td> }).collect_view();
    let value = choice.value.map_or_else(|| "?".to_owned(), format_number);
    let ranked = goal != Goal::Any;
    let names: Vec<String> = choice.chosen.iter().map(|(demand, id)| format!("{demand} {id}")).collect();
    let label = format!("Show the terms of this combination: {}", names.join(", "));
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

/// Terms of one combination, with a bar for each share.
fn parts(at: usize, choice: &Combination) -> impl IntoView + use<> {
    let most = choice.shares.iter().filter_map(|part| part.value).map(f64::abs).fold(0.0, f64::max);
    let rows = choice.shares.iter().map(|part| {
        let share = part.value.map_or(0.0, |value| if most > 0.0 { value.abs() / most * 100.0 } else { 0.0 });
        let value = part.value.map_or_else(|| "?".to_owned(), format_number);
        view! {
            <tr>
                <th scope="row">
                    <code>{part.label.clone()}</code>
                    <small><Inline text=part.how.clone() /></small>
                </th>
                <td class="number">{format!("× {}", format_number(part.weight))}</td>
                <td class="share">
                    <meter min="0" max="100" value=share aria-hidden="true"></meter>
                </td>
                <td class="number">{value}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let sum = choice.value.map_or_else(|| "can't be computed".to_owned(), format_number);
    view! {
        <table class="shares" aria-label=format!("Terms of combination {}", at + 1)>
            <thead>
                <tr>
                    <th scope="col">"Term"</th>
                    <th scope="col" class="number">"Weight"</th>
                    <th scope="col"><span class="unseen">"Share"</span></th>
                    <th scope="col" class="number">"Contribution"</th>
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
