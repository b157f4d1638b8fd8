//! Views of homing templates: the map of locations, the objective, and the evaluation of candidates.

mod candidates;
mod combinations;
mod map;
mod objective;

use std::sync::Arc;

use leptos::{context::Provider, prelude::*};

use super::super::session::{Edits, view_state};
use super::{DropTarget, Registration, ViewSet};
use candidates::CandidatesView;
use limn_homing::map::MapData;
use limn_homing::model::Template;
use limn_homing::objective::formula::{Formula, Vocabulary};
use limn_homing::placement::{PlacementResult, Table};
use limn_homing::{CANDIDATES, MAP, OBJECTIVE};
use map::Map;
use objective::ObjectiveView;

/// The components of the views.
pub const VIEWS: ViewSet = ViewSet {
    views: &[
        Registration { id: MAP.id, component: || view! { <Map /> }.into_any(), drop_target: None },
        Registration {
            id: OBJECTIVE.id,
            component: || view! { <ObjectiveView /> }.into_any(),
            drop_target: None,
        },
        Registration {
            id: CANDIDATES.id,
            component: || view! { <CandidatesView /> }.into_any(),
            drop_target: Some(DropTarget {
                selector: ".trial",
                hint: "Drop candidates on the table, or descriptors anywhere else",
                import: candidates::import_table,
            }),
        },
    ],
    around: Some(|children| view! { <Data>{children()}</Data> }.into_any()),
};

/// Candidate table: its source text and the parsed table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CandidateTable {
    pub text: String,
    pub table: Arc<Table>,
}

/// Data of the views, shared by all of them.
#[derive(Clone, Copy)]
pub struct HomingData {
    pub map: Memo<Option<Arc<MapData>>>,
    /// The vocabulary, and the objective if it can be written as a formula.
    pub objective: Memo<Option<(Vocabulary, Option<Formula>)>>,
    pub table: Memo<CandidateTable>,
    pub outcome: Memo<Option<Arc<PlacementResult>>>,
}

/// Provides the data to the views inside.
#[component]
fn Data(children: Children) -> impl IntoView {
    let view_state = view_state();
    let map = Memo::new(move |_| view_state.read_model(limn_homing::map::map_data).map(Arc::new));
    let objective = Memo::new(move |_| {
        view_state.read_model(|template| {
            (limn_homing::objective::vocabulary(template), limn_homing::objective::read(template))
        })
    });
    let table = Memo::new(move |_| {
        let text = view_state.view_input().get();
        CandidateTable { table: Arc::new(Table::read(&text)), text }
    });
    let outcome = Memo::new(move |_| {
        let evaluate = |template: &Template| {
            table.with(|candidates| limn_homing::placement::evaluate(template, &candidates.table))
        };
        view_state.read_model(evaluate).map(Arc::new)
    });
    view! { <Provider value=HomingData { map, objective, table, outcome }>{children()}</Provider> }
}

pub fn homing_data() -> HomingData {
    expect_context()
}

/// Sample candidates for the active file, as CSV.
fn sample_table(edits: Edits) -> String {
    edits.read_model(limn_homing::placement::sample).unwrap_or_default()
}
