//! What a homing template says, with the path and the bytes of every saying: plain data for the canvas, for the map, and for whoever holds
//! candidates against it. Parameters are put in where the service would; nothing is judged here, and what cannot be read is left out.

mod constraint;
mod objective;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::schema::{Names, Profiles};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path};

pub use self::constraint::*;
pub use self::objective::*;

/// One homing template.
#[derive(Debug)]
pub struct Template {
    pub file: FilePath,
    pub document: Arc<Document>,
    /// The one profile it is held to: see `grammar`.
    pub profiles: Profiles,
    /// The names that the tables found, and what they find wrong.
    pub names: Names,
    pub table_diagnostics: Vec<Diagnostic>,
    /// Where the template stands: at the root, or at `template` of a plan request.
    pub base: Path,
    pub is_plan: bool,

    /// `homing_template_version`
    pub version: Option<Setting>,
    pub parameters: Vec<Parameter>,
    pub locations: Vec<Location>,
    pub demands: Vec<Demand>,
    pub constraints: Vec<Constraint>,
    pub reservations: Vec<Reservation>,
    /// `None` where the template has no `optimization`.
    pub objective: Option<Objective>,
    /// Made when a name is first looked for: the sections do not change once the template is read.
    pub(super) index: OnceLock<Index>,
}

/// Parameters, locations, demands and constraints by name; of one name the first.
#[derive(Debug)]
pub(super) struct Index {
    parameters: FxHashMap<String, usize>,
    locations: FxHashMap<String, usize>,
    demands: FxHashMap<String, usize>,
    constraints: FxHashMap<String, usize>,
}

impl Index {
    fn of(template: &Template) -> Index {
        fn by_name<'n>(names: impl Iterator<Item = &'n String>) -> FxHashMap<String, usize> {
            let names: Vec<&String> = names.collect();
            names.into_iter().enumerate().rev().map(|(at, name)| (name.clone(), at)).collect()
        }
        Index {
            parameters: by_name(template.parameters.iter().map(|parameter| &parameter.name)),
            locations: by_name(template.locations.iter().map(|location| &location.name)),
            demands: by_name(template.demands.iter().map(|demand| &demand.name)),
            constraints: by_name(template.constraints.iter().map(|constraint| &constraint.name)),
        }
    }
}

/// A value, the way the service will have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub datum: Datum,
    pub path: Path,
    pub range: TextRange,
    /// The parameter that it is read from.
    pub parameter: Option<String>,
    /// A scalar without quotes.
    pub plain: bool,
}

/// What JSON can say, and the call that finds nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    Null,
    Flag(bool),
    /// With the text as written.
    Number(f64, String),
    Text(String),
    List(Vec<Datum>),
    Map(Vec<(String, Datum)>),
    /// A call of `get_param` that is not worked out, with the name that it asks for.
    Unresolved(String),
}

impl Datum {
    /// A scalar's text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Datum::Text(text) | Datum::Number(_, text) => Some(text),
            Datum::Flag(true) => Some("true"),
            Datum::Flag(false) => Some("false"),
            _ => None,
        }
    }

    /// A number, also one in quotes.
    pub fn number(&self) -> Option<f64> {
        match self {
            Datum::Number(number, _) => Some(*number),
            Datum::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }

    /// What counts as missing to the service.
    pub fn is_empty(&self) -> bool {
        match self {
            Datum::Null | Datum::Flag(false) => true,
            Datum::Number(number, _) => *number == 0.0,
            Datum::Text(text) => text.is_empty(),
            Datum::List(items) => items.is_empty(),
            Datum::Map(entries) => entries.is_empty(),
            Datum::Flag(true) | Datum::Unresolved(_) => false,
        }
    }

    pub fn get(&self, key: &str) -> Option<&Datum> {
        match self {
            Datum::Map(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The texts of a list, or the one text that stands alone.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Datum::List(items) => items.iter().filter_map(Datum::text).collect(),
            other => other.text().into_iter().collect(),
        }
    }
}

/// One key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub key: String,
    /// The key's bytes.
    pub range: TextRange,
    pub value: Setting,
}

/// The name of something, where it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRef {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub value: Setting,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub latitude: Option<Setting>,
    pub longitude: Option<Setting>,
    pub host_name: Option<Setting>,
    pub clli_code: Option<Setting>,
    /// The guide's address, key by key.
    pub address: Vec<Field>,
    /// What stands in the location's place is a mapping.
    pub is_mapping: bool,
}

impl Location {
    /// Latitude and longitude in degrees, where both are numbers on Earth.
    pub fn coordinates(&self) -> Option<(f64, f64)> {
        let number = |setting: &Option<Setting>, most: f64| {
            setting.as_ref()?.datum.number().filter(|number| number.abs() <= most)
        };
        Some((number(&self.latitude, 90.0)?, number(&self.longitude, 180.0)?))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Demand {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub sources: Vec<Source>,
    /// What stands in the demand's place is a list, as it should be.
    pub is_list: bool,
}

/// Where candidates of a demand come from.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub path: Path,
    pub range: TextRange,
    /// `inventory_provider`
    pub provider: Option<Setting>,
    /// `inventory_type`
    pub kind: Option<Setting>,
    /// `filtering_attributes`, or the guide's `attributes`.
    pub filters: Vec<Field>,
    pub passthrough: Vec<Field>,
    pub defaults: Vec<Field>,
    /// Candidates that the template lists itself; `None`: they come from the inventory.
    pub candidates: Option<Vec<Candidate>>,
    pub required: Vec<Candidate>,
    pub excluded: Vec<Candidate>,
    pub existing: Option<Candidate>,
    pub default_cost: Option<Setting>,
    pub unique: Option<Setting>,
    /// Everything that the source says.
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub path: Path,
    pub range: TextRange,
    /// `candidate_id`
    pub id: Option<Setting>,
    /// Everything else that is said of it.
    pub attributes: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reservation {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub demands: Vec<NameRef>,
    pub controller: Option<Setting>,
    /// It stands in `reservations`, or right in `reservation`, where the service does not look.
    pub is_guide_style: bool,
}

impl Template {
    /// The template itself.
    pub fn root(&self) -> Option<Node<'_>> {
        self.node(&self.base)
    }

    pub fn node(&self, path: &Path) -> Option<Node<'_>> {
        self.document.get(path)
    }

    pub fn section(&self, name: &str) -> Path {
        self.base.key(name)
    }

    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.index().parameters.get(name).map(|at| &self.parameters[*at])
    }

    pub fn location(&self, name: &str) -> Option<&Location> {
        self.index().locations.get(name).map(|at| &self.locations[*at])
    }

    pub fn demand(&self, name: &str) -> Option<&Demand> {
        self.index().demands.get(name).map(|at| &self.demands[*at])
    }

    pub fn constraint(&self, name: &str) -> Option<&Constraint> {
        self.index().constraints.get(name).map(|at| &self.constraints[*at])
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self))
    }

    /// Every term of the objective, outer ones first.
    pub fn terms(&self) -> Vec<&Term> {
        let mut all = Vec::new();
        let mut open: Vec<&Term> =
            self.objective.iter().filter_map(|objective| objective.root.as_ref()).collect();
        while let Some(term) = open.pop() {
            all.push(term);
            open.extend(term.value.terms().iter().rev());
        }
        all
    }
}
