//! Homing templates of ONAP, alone or inside the plan requests that carry them: demands, the candidates that could meet them, the constraints
//! between them, and what is best.

mod atlas;
mod formula;
pub mod grammar;
pub mod model;
mod read;
mod recognize;
mod rules;
pub mod threshold;
mod trial;

use std::collections::BTreeMap;

use self::model::Template;
use super::{Dialect, Model, Plan, Profile, Recognition, Source};
use crate::diagnostic::{Code, Diagnostic};
use crate::edit::{Edit, EditError, Place};
use crate::files::FilePath;
use crate::formula::{Formula, Words};
use crate::globe::Atlas;
use crate::graph::{Graph, Id, PortRef};
use crate::schema::{Construct, Names, Profiles, hold};
use crate::trial::{Outcome, Table};
use crate::yaml::Document;

pub struct Homing;

impl Dialect for Homing {
    fn id(&self) -> &'static str {
        "homing"
    }

    fn label(&self) -> &'static str {
        "Homing template"
    }

    fn profiles(&self) -> &'static [Profile] {
        recognize::PROFILES
    }

    fn recognizes(&self, _file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(document)
    }

    fn codes(&self) -> Vec<&'static Code> {
        [grammar::codes(), rules::codes()].concat()
    }

    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        COMMON_RULES
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(read_source(source))
    }
}

/// What the reference of this language calls the checks that any YAML is put to.
static COMMON_RULES: &[(&str, &str)] =
    &[("common/repeated-key", "H-YAML-1"), ("common/unquoted-comparison", "H-THR-6")];

static BLANK: &str = "\
homing_template_version: \"2018-02-01\"
parameters: {}
locations: {}
demands:
  demand:
  - inventory_provider: aai
    inventory_type: cloud
constraints: {}
";

/// Reads a document and holds it against its tables.
pub fn read_source(source: &Source<'_>) -> Template {
    let profiles = recognize::bits(source.document, source.profile.id == "homing-guide");
    let mut template = read::read(source.file, source.document, profiles);
    let held = hold(source.document, grammar::construct(template.is_plan), profiles);
    template.names = held.names;
    template.faults = held.diagnostics;
    template
}

impl Model for Template {
    fn graph(&self) -> Graph {
        Graph::default()
    }

    fn check(&self) -> Vec<Diagnostic> {
        rules::check(self)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (grammar::construct(self.is_plan), self.profiles)
    }

    fn accepts(&self, _from: &PortRef, _to: &PortRef) -> Result<(), EditError> {
        Err(EditError::Refused("nothing is connected here".to_owned()))
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        match edit {
            Edit::Locate { id, latitude, longitude } => atlas::locate(self, id, *latitude, *longitude),
            Edit::Reckon { formula } => formula::plan(self, formula),
            Edit::Place { .. } => Ok(Plan::default()),
            _ => Err(EditError::Refused("homing templates are changed in their text".to_owned())),
        }
    }

    fn places(&self) -> BTreeMap<Id, Place> {
        BTreeMap::new()
    }

    fn formula(&self) -> Option<(Words, Option<Formula>)> {
        Some((formula::words(self), formula::read(self)))
    }

    fn atlas(&self) -> Option<Atlas> {
        Some(atlas::atlas(self))
    }

    fn try_out(&self, table: &Table) -> Option<Outcome> {
        Some(trial::try_out(self, table))
    }

    fn sample_table(&self) -> String {
        trial::sample(self)
    }
}
