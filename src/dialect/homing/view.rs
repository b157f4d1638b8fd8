//! Views of homing templates besides the diagram, and their edits.

use serde::{Deserialize, Serialize};

use super::model::Template;
use super::objective::formula::Formula;
use super::{map, objective};
use limn_language::dialect::{Plan, View};
use limn_language::edit::{Edit, EditError};
use limn_language::graph::Id;

pub const MAP: View = View { id: "map", label: "Map" };
pub const OBJECTIVE: View = View { id: "objective", label: "Objective" };
pub const CANDIDATES: View = View { id: "trial", label: "Candidates" };

pub static VIEWS: &[View] = &[MAP, OBJECTIVE, CANDIDATES];

/// An edit from a view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ViewEdit {
    /// Moves a location, in degrees.
    MoveLocation {
        id: Id,
        latitude: f64,
        longitude: f64,
    },
    SetObjective {
        formula: Formula,
    },
}

impl From<ViewEdit> for Edit {
    fn from(edit: ViewEdit) -> Edit {
        // Numbers that JSON lacks become null, which the plan refuses.
        Edit::View { edit: serde_json::to_value(edit).unwrap_or_default() }
    }
}

pub fn plan(template: &Template, edit: &serde_json::Value) -> Result<Plan, EditError> {
    match ViewEdit::deserialize(edit) {
        Ok(ViewEdit::MoveLocation { id, latitude, longitude }) => {
            map::move_location(template, &id, latitude, longitude)
        }
        Ok(ViewEdit::SetObjective { formula }) => objective::plan(template, &formula),
        Err(error) => Err(EditError::Refused(format!("unknown edit of a homing view: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read;
    use limn_language::dialect::Model;

    #[test]
    fn edits_of_views_are_planned_and_others_are_refused() {
        let template =
            read("homing-engine", "locations: {here: {latitude: 1.5, longitude: 2.5}}\ndemands: {}\n");
        let id = Id(template.locations[0].path.clone());
        let edit = ViewEdit::MoveLocation { id, latitude: 3.25, longitude: 2.5 };
        assert_eq!(template.plan(&edit.into()).map(|plan| plan.ops.len()), Ok(1));
        let other = Edit::View { edit: serde_json::json!({"Paint": "red"}) };
        assert!(template.plan(&other).unwrap_err().to_string().starts_with("unknown edit of a homing view"));
    }
}
