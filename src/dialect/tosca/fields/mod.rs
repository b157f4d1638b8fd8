//! Fields for forms: what the types of a service template allow at each place of the document, in plain data.

mod activities;
mod calls;
mod clauses;
mod conditions;
mod connections;
mod data;
mod definitions;
mod files;
mod fitting_types;
mod keywords;
mod links;
mod offers;
mod reached;
mod requirements;
mod topology;

use super::model::Service;
use super::types::{TypeKind, TypeScope};
use super::value::{DataSchema, Operator};
use crate::service_template::ServiceTemplate;
use data::{Data, below, key_of};
use limn_language::edit::FunctionCall;
use limn_language::schema::{Argument, ChoiceItem, Holds, Slot, Slots};
use limn_yaml::{Path, Step, Value};

/// Field provider for one service template.
pub(super) struct FieldProvider<'m> {
    template: &'m ServiceTemplate,
    service: Service<'m>,
}

impl<'m> FieldProvider<'m> {
    pub(super) fn of(template: &'m ServiceTemplate) -> FieldProvider<'m> {
        FieldProvider { template, service: template.service() }
    }

    pub(super) fn service(&self) -> &Service<'m> {
        &self.service
    }

    fn type_scope(&self) -> &TypeScope<'m> {
        &self.service.type_scope
    }

    /// Fields of the properties of a type, in its order. Empty if the type is unknown.
    pub(super) fn properties_of(&self, kind: TypeKind, type_name: &str) -> Vec<(String, Slot)> {
        let Some(id) = self.service.find(kind, type_name).found() else { return Vec::new() };
        let slot = self.computed().of_table(self.type_scope().effective(id).properties(), false, &[]);
        match slot.map(|slot| slot.holds) {
            Some(Holds::Parts { parts, .. }) => parts,
            _ => Vec::new(),
        }
    }

    /// Field builder for values that can be functions.
    fn computed(&self) -> Data<'_, 'm> {
        Data { type_scope: self.type_scope(), computed: true }
    }

    /// Field builder for literal values.
    fn literal(&self) -> Data<'_, 'm> {
        Data { type_scope: self.type_scope(), computed: false }
    }

    /// Field of a type name, with all types that the document can reference.
    fn type_name(&self, kind: TypeKind) -> Slot {
        let word = |(name, id)| {
            let description = super::types::ScalarText::at(self.type_scope().get(id).node, "description");
            let doc = description.map(|description| description.text.trim().to_owned()).unwrap_or_default();
            ChoiceItem { word: name, doc, fits: true, ..ChoiceItem::default() }
        };
        let words = self.type_scope().names(kind).into_iter().map(word).collect();
        Slot { type_name: kind.word().to_owned(), holds: Holds::Name(words), ..Slot::default() }
    }

    /// A place in a parameter: its `value`, its `default` or its constraints.
    fn parameter(&self, node: limn_yaml::Node<'m>, rest: &[Step]) -> Option<Slot> {
        let schema = DataSchema::of_node(self.type_scope(), node, super::types::FileId::OWN);
        match rest.split_first() {
            Some((key, rest)) if key_of(key) == Some("value") => {
                let slot = self.computed().inside(&schema, rest)?;
                Some(Slot { computed: true, ..slot })
            }
            _ => self.in_definition(&schema, rest),
        }
    }
}

impl Slots for FieldProvider<'_> {
    fn slot(&self, path: &Path) -> Option<Slot> {
        if let Some(hosts) = activities::hosts_of_implementation(path) {
            return Some(hosts);
        }
        let rest = below(path, 1);
        match key_of(path.steps().first()?)? {
            "topology_template" => self.in_topology(path, rest),
            section => {
                let kind = TypeKind::ALL.into_iter().find(|kind| kind.section() == section)?;
                self.in_types(kind, path)
            }
        }
    }

    fn likely(&self, path: &Path) -> Vec<String> {
        files::likely(&self.service, path)
    }

    fn fitting(&self, path: &Path) -> Vec<ChoiceItem> {
        self.fitting_names(path).into_iter().chain(self.upper_bound(path)).collect()
    }

    fn excluded(&self, path: &Path) -> Vec<String> {
        self.deriving_types(path)
    }

    fn inherited(&self, section: &Path) -> Vec<ChoiceItem> {
        self.inherited_members(section)
    }

    fn has_fields(&self, path: &Path) -> bool {
        let is_relationship = path.last_key() == Some("relationship");
        let depth = path.len().checked_sub(4);
        is_relationship
            && depth.is_some_and(|depth| path.key_at(depth) == Some("requirements"))
            && matches!(self.slot(&path.key("properties")), Some(Slot { holds: Holds::Parts { parts, .. }, .. }) if !parts.is_empty())
    }

    fn call(&self, path: &Path) -> Option<FunctionCall> {
        calls::read(self.service.document.get(path)?)
    }

    fn functions(&self, path: &Path) -> Vec<ChoiceItem> {
        self.offered(path)
    }

    fn arguments(&self, path: &Path, function: &str, given: &[String]) -> Vec<Argument> {
        self.parameters(path, function, given)
    }

    fn written(&self, _: &Path, call: &FunctionCall) -> Value {
        let value = calls::value(call);
        if calls::stand_in_blocks(self.service.document) { value } else { value.on_one_line() }
    }

    fn call_summary(&self, call: &FunctionCall) -> String {
        calls::summary(call)
    }

    fn long(&self, path: &Path) -> Option<&'static str> {
        let depth = path.len();
        let above = |steps: usize| path.key_at(depth.checked_sub(steps)?);
        let of_list = matches!(path.steps().get(depth.checked_sub(2)?), Some(Step::Index(_)));
        if above(1).is_none() {
            return (above(2) == Some("constraints")).then_some("equal");
        }
        match (above(1)?, above(2), above(3)) {
            _ if of_list && above(3) == Some("requirements") => {
                Some(if path.key_at(0) == Some("topology_template") { "node" } else { "capability" })
            }
            (key, ..) if is_condition_constraint(path) => Operator::named(key).is_none().then_some("equal"),
            ("inputs" | "type" | "description", ..) => None,
            ("relationship", ..) if above(4) == Some("requirements") => Some("type"),
            ("entry_schema" | "key_schema", ..) => Some("type"),
            ("implementation", ..) => Some("primary"),
            (_, Some("artifacts"), _) => Some("file"),
            (_, Some("operations" | "notifications"), _) | (_, _, Some("interfaces")) => {
                Some("implementation")
            }
            _ => None,
        }
    }
}

/// Returns true for a constraint on a property or attribute in a filter or condition.
fn is_condition_constraint(path: &Path) -> bool {
    const WITHIN: [&str; 4] = ["node_filter", "condition", "constraint", "filter"];
    const PARTS: [&str; 4] = ["constraint", "period", "evaluations", "method"];
    let (Some(last), Some(above)) = (path.last_key(), path.len().checked_sub(1)) else { return false };
    !PARTS.contains(&last)
        && (0..above).any(|depth| path.key_at(depth).is_some_and(|key| WITHIN.contains(&key)))
}
