//! Semantic model of a homing template: plain data with paths and ranges, for the diagram, the map and the evaluation of candidates.
//! Parameters are resolved as HAS resolves them. Nothing is validated here; unreadable parts are omitted.

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

/// A homing template.
#[derive(Debug)]
pub struct Template {
    pub file: FilePath,
    pub document: Arc<Document>,
    /// The single profile of the document: see `grammar`.
    pub profiles: Profiles,
    /// The name index of the tables, and their diagnostics.
    pub names: Names,
    pub table_diagnostics: Vec<Diagnostic>,
    /// Path of the template: the root, or `template` in a plan request.
    pub base: Path,
    pub is_plan: bool,

    /// `homing_template_version`
    pub version: Option<Setting>,
    pub parameters: Vec<Parameter>,
    pub locations: Vec<Location>,
    pub demands: Vec<Demand>,
    pub constraints: Vec<Constraint>,
    pub reservations: Vec<Reservation>,
    /// `None` if the template has no `optimization`.
    pub objective: Option<Objective>,
    /// Built on the first lookup; the sections don't change after reading.
    pub(super) index: OnceLock<Index>,
}

/// Indices of parameters, locations, demands and constraints by name. The first of each name counts.
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

/// A value at a path, with its parameter resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub datum: Datum,
    pub path: Path,
    pub range: TextRange,
    /// The parameter that it is read from.
    pub parameter: Option<String>,
    /// True if it is a scalar without quotes.
    pub plain: bool,
}

/// A JSON value, or an unresolved call.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    Null,
    Flag(bool),
    /// With the text as written.
    Number(f64, String),
    Text(String),
    List(Vec<Datum>),
    Map(Vec<(String, Datum)>),
    /// An unresolved call of `get_param`, with the parameter's name.
    Unresolved(String),
}

impl Datum {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match self {
            Datum::Text(text) | Datum::Number(_, text) => Some(text),
            Datum::Flag(true) => Some("true"),
            Datum::Flag(false) => Some("false"),
            _ => None,
        }
    }

    /// A number, also in quotes.
    pub fn number(&self) -> Option<f64> {
        match self {
            Datum::Number(number, _) => Some(*number),
            Datum::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }

    /// The value for messages: "`x`", "a list".
    pub fn describe(&self) -> String {
        match self {
            Datum::Null => "nothing".to_owned(),
            Datum::List(_) => "a list".to_owned(),
            Datum::Map(_) => "a mapping".to_owned(),
            Datum::Unresolved(parameter) => format!("parameter `{parameter}`"),
            _ => format!("`{}`", self.text().unwrap_or_default()),
        }
    }

    /// Returns true if HAS treats it as missing.
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

    /// The texts of a list, or a single text.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Datum::List(items) => items.iter().filter_map(Datum::text).collect(),
            other => other.text().into_iter().collect(),
        }
    }
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub key: String,
    /// Range of the key.
    pub range: TextRange,
    pub value: Setting,
}

/// A reference to something by name.
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
    /// The specification guide's address, key by key.
    pub address: Vec<Field>,
    /// True if the location is a mapping.
    pub is_mapping: bool,
}

impl Location {
    /// Latitude and longitude in degrees, if both are valid.
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
    /// True if the demand is a list.
    pub is_list: bool,
}

/// A source of candidates for a demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub path: Path,
    pub range: TextRange,
    /// `inventory_provider`
    pub provider: Option<Setting>,
    /// `inventory_type`
    pub kind: Option<Setting>,
    /// `filtering_attributes`, or the specification guide's `attributes`.
    pub filters: Vec<Field>,
    pub passthrough: Vec<Field>,
    pub defaults: Vec<Field>,
    /// Candidates that the template lists; `None` if they come from the inventory.
    pub candidates: Option<Vec<ListedCandidate>>,
    pub required: Vec<ListedCandidate>,
    pub excluded: Vec<ListedCandidate>,
    pub existing: Option<ListedCandidate>,
    pub default_cost: Option<Setting>,
    pub unique: Option<Setting>,
    /// All keys of the source.
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ListedCandidate {
    pub path: Path,
    pub range: TextRange,
    /// `candidate_id`
    pub id: Option<Setting>,
    /// All other keys.
    pub attributes: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reservation {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub demands: Vec<NameRef>,
    pub controller: Option<Setting>,
    /// In the specification guide's `reservations`, or directly in `reservation`, where HAS doesn't look.
    pub is_guide_style: bool,
}

impl Template {
    /// The root node of the template.
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

    /// All terms of the objective, outer ones first.
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
