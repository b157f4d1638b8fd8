//! Conditions as fields: node filters of requirements, conditions of workflows, and triggers with their event filters and actions.

use super::FieldProvider;
use super::data::{key_of, type_name_of};
use super::definitions::field_section;
use super::topology::short;
use crate::interface::relationship_defined;
use crate::types::{Definition, Lookup, ScalarText, Section, Table, TypeId, TypeKind};
use crate::value::{DataSchema, Operator, Quantity};
use limn_language::schema::{ChoiceItem, Holds, Slot};
use limn_yaml::{Node, Path, Step, Value};

/// Attributes that a condition can check.
pub(super) struct Subject<'m> {
    /// Attributes with their schemas.
    table: Vec<(String, DataSchema<'m>)>,
    /// True if there can be more attributes.
    open: bool,
}

/// A trigger and the attributes of its target.
pub(super) struct Trigger<'m> {
    node: Node<'m>,
    /// Type of the node in the event filter.
    looks_at: Option<TypeId>,
    about: Subject<'m>,
}

impl<'m> FieldProvider<'m> {
    /// A place in a `node_filter`. `of`: the type of the filtered nodes.
    pub(super) fn in_filter(&self, of: Option<TypeId>, path: &Path, steps: &[Step]) -> Option<Slot> {
        let effective = self.type_scope().effective(of?);
        match steps {
            [Step::Key(key), rest @ ..] if &**key == "properties" => {
                self.in_property_filters(effective.properties(), effective.complete, path, rest)
            }
            [Step::Key(key), Step::Index(_), rest @ ..] if &**key == "capabilities" => {
                let Some((name, rest)) = rest.split_first() else {
                    return Some(self.capability_filter(effective.capabilities(), effective.complete, path));
                };
                let [Step::Key(section), rest @ ..] = rest else { return None };
                field_section(section).filter(|section| *section == Section::Properties)?;
                let name = key_of(name)?;
                match effective.capabilities().get(name) {
                    Some(definition) => {
                        let (table, complete) =
                            self.type_scope().facet(definition, TypeKind::Capability, Section::Properties);
                        self.in_property_filters(&table, complete, path, rest)
                    }
                    None => {
                        let id = self.service.find(TypeKind::Capability, name).found()?;
                        let effective = self.type_scope().effective(id);
                        self.in_property_filters(effective.properties(), effective.complete, path, rest)
                    }
                }
            }
            _ => None,
        }
    }

    fn capability_filter(&self, table: &Table<'m>, complete: bool, path: &Path) -> Slot {
        let parts = table.iter().map(|definition| {
            let type_name = definition.word_or_short("type").map(|(word, _)| short(&word.text).to_owned());
            (
                definition.name.to_string(),
                Slot { type_name: type_name.unwrap_or_default(), ..Slot::default() },
            )
        });
        let parts: Vec<(String, Slot)> = parts.collect();
        let written = self.service.document.get(path).filter(|node| !node.is_null());
        let holds = match written {
            // A capability that only has to exist.
            Some(node) if node.is_scalar() => {
                let word = |(word, slot): (String, Slot)| ChoiceItem {
                    word,
                    note: slot.type_name,
                    fits: true,
                    ..ChoiceItem::default()
                };
                Holds::Name(parts.into_iter().map(word).collect())
            }
            _ => Holds::One { parts, open: !complete },
        };
        Slot { type_name: "capability of the node".to_owned(), holds, ..Slot::default() }
    }

    fn in_property_filters(
        &self,
        table: &Table<'m>,
        complete: bool,
        path: &Path,
        steps: &[Step],
    ) -> Option<Slot> {
        let rest = match steps {
            // A mapping of filters is also accepted.
            [Step::Index(_), rest @ ..] | rest => rest,
        };
        let Some((name, rest)) = rest.split_first() else {
            steps.first()?;
            let part = |definition: &Definition<'m>| {
                let type_name = type_name_of(&DataSchema::of(self.type_scope(), definition));
                let doc = definition.word("description").map(|(word, _)| word.text.trim().to_owned());
                (
                    definition.name.to_string(),
                    Slot { type_name, doc: doc.unwrap_or_default(), ..Slot::default() },
                )
            };
            let parts = table.iter().map(part).collect();
            return Some(Slot { holds: Holds::One { parts, open: !complete }, ..Slot::default() });
        };
        let schema = match table.get(key_of(name)?) {
            Some(definition) => DataSchema::of(self.type_scope(), definition),
            None => DataSchema::undetermined(),
        };
        self.in_held(&schema, false, path, rest)
    }

    /// Constraint on a property or attribute: a clause, several clauses, or one value. `listed`: a new constraint is a list.
    fn in_held(&self, schema: &DataSchema<'m>, listed: bool, path: &Path, steps: &[Step]) -> Option<Slot> {
        match steps {
            [] => {
                let node = self.service.document.get(path).filter(|node| !node.is_null());
                let is_list = node.map_or(listed, |node| node.resolve().is_sequence());
                if is_list { self.in_clauses(schema, &[]) } else { self.in_clause(schema, &[]) }
            }
            [Step::Index(_), ..] => self.in_clauses(schema, steps),
            _ => self.in_clause(schema, steps),
        }
    }

    /// Attributes available to conditions on a type. Properties are included, because each is reflected as an attribute.
    pub(super) fn about(&self, of: Option<(TypeKind, TypeId)>) -> Subject<'m> {
        let Some((_, id)) = of else { return Subject { table: Vec::new(), open: true } };
        let effective = self.type_scope().effective(id);
        let all = effective.attributes().iter().chain(effective.properties().iter());
        let mut table: Vec<(String, DataSchema<'m>)> = Vec::new();
        for it in all {
            if table.iter().all(|(name, _)| *name != it.name) {
                table.push((it.name.to_string(), DataSchema::of(self.type_scope(), it)));
            }
        }
        Subject { table, open: !effective.complete }
    }

    /// A place in a list of condition clauses.
    pub(super) fn in_condition(&self, about: &Subject<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        let [Step::Index(_), rest @ ..] = steps else { return None };
        let Some((key, rest)) = rest.split_first() else {
            let mut parts: Vec<(String, Slot)> = COMBINED
                .into_iter()
                .filter(|(name, _)| *name != "not" || self.is_since_1_3())
                .map(|(name, doc)| (name.to_owned(), Slot { doc: doc.to_owned(), ..Slot::default() }))
                .collect();
            if self.is_since_1_3() {
                parts.extend(about.parts());
            }
            return Some(Slot { holds: Holds::One { parts, open: about.open }, ..Slot::default() });
        };
        match key_of(key)? {
            "and" | "or" | "not" => self.in_condition(about, path, rest),
            "assert" => {
                let [Step::Index(_), rest @ ..] = rest else { return None };
                self.in_assertion(about, path, rest)
            }
            name => self.in_held(&about.schema(name), true, path, rest),
        }
    }

    /// An attribute with its constraint.
    fn in_assertion(&self, about: &Subject<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        match steps.split_first() {
            None => {
                let (parts, open) = (about.parts().collect(), about.open);
                Some(Slot { holds: Holds::One { parts, open }, ..Slot::default() })
            }
            Some((name, rest)) => self.in_held(&about.schema(key_of(name)?), true, path, rest),
        }
    }

    pub(super) fn is_since_1_3(&self) -> bool {
        crate::grammar::V1_3.has(self.service.version)
    }

    /// The trigger at a path: its name is at `depth`, or one deeper in a list.
    pub(super) fn trigger_at(&self, path: &Path, depth: usize) -> Option<Trigger<'m>> {
        let depth = match path.steps().get(depth)? {
            Step::Index(_) => depth + 2,
            _ => depth + 1,
        };
        let node = self.service.document.get(&path.prefix(depth))?.resolve();
        let filter = node.get("target_filter").map(Node::resolve);
        let word = |key: &str| filter.and_then(|filter| ScalarText::at(filter, key));
        let mut of = word("node").and_then(|word| self.node_or_type(&word.text));
        if let (Some(id), Some(requirement)) = (of, word("requirement")) {
            of = self.required_node_type(id, &requirement.text);
        }
        let looks_at = of;
        let mut about = self.about(of.map(|id| (TypeKind::Node, id)));
        if let (Some(id), Some(capability)) = (of, word("capability")) {
            let definition = self.type_scope().effective(id).capabilities().get(&capability.text);
            let of = definition
                .and_then(|definition| self.type_scope().type_of(definition, TypeKind::Capability)?.found());
            about = self.about(of.map(|id| (TypeKind::Capability, id)));
        }
        Some(Trigger { node, looks_at, about })
    }

    pub(super) fn node_or_type(&self, name: &str) -> Option<TypeId> {
        match self.service.node_template(name) {
            Some(template) => template.type_id.found(),
            None => self.service.find(TypeKind::Node, name).found(),
        }
    }

    /// Attributes of the target of a precondition or step.
    pub(super) fn worked_on(&self, node: Node<'m>) -> Subject<'m> {
        let target = ScalarText::at(node, "target");
        let template = target.and_then(|word| self.service.node_template(&word.text));
        let of = match ScalarText::at(node, "target_relationship") {
            None => template.and_then(|template| template.type_id.found()).map(|id| (TypeKind::Node, id)),
            Some(word) => template
                .and_then(|template| {
                    relationship_defined(self.type_scope(), template.type_id, &word.text).found()
                })
                .map(|id| (TypeKind::Relationship, id)),
        };
        self.about(of)
    }

    /// A place in a trigger.
    pub(super) fn in_trigger(&self, trigger: &Trigger<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        let (key, rest) = steps.split_first()?;
        match key_of(key)? {
            "schedule" => {
                let Lookup::Found(id) = self.service.find(TypeKind::Data, "tosca.datatypes.TimeInterval")
                else {
                    return None;
                };
                self.literal().inside(&DataSchema::of_type(self.type_scope(), id), rest)
            }
            "target_filter" => self.in_event_filter(trigger, rest),
            key @ ("period" | "evaluations" | "method") if rest.is_empty() => measured(key),
            "constraint" => self.in_measured_constraint(&trigger.about, path, rest),
            "condition" => self.in_trigger_condition(trigger, path, rest),
            "action" => self.in_action(trigger, rest),
            _ => None,
        }
    }

    fn in_event_filter(&self, trigger: &Trigger<'m>, steps: &[Step]) -> Option<Slot> {
        let [Step::Key(key)] = steps else { return None };
        let filter = trigger.node.get("target_filter")?.resolve();
        let node = ScalarText::at(filter, "node").and_then(|word| self.node_or_type(&word.text));
        let (table, type_name) = match &**key {
            "requirement" => (self.type_scope().effective(node?).requirements(), "requirement of the node"),
            "capability" => {
                (self.type_scope().effective(trigger.looks_at.or(node)?).capabilities(), "capability")
            }
            _ => return None,
        };
        let word = |definition: &Definition<'m>| ChoiceItem {
            word: definition.name.to_string(),
            note: definition
                .word_or_short("type")
                .map(|(word, _)| short(&word.text).to_owned())
                .unwrap_or_default(),
            fits: true,
            ..ChoiceItem::default()
        };
        let words = table.iter().map(word).collect();
        Some(Slot { type_name: type_name.to_owned(), holds: Holds::Name(words), ..Slot::default() })
    }

    fn in_trigger_condition(&self, trigger: &Trigger<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        let about = &trigger.about;
        match steps {
            [] => {
                let node = trigger.node.get("condition").map(Node::resolve).filter(|node| !node.is_null());
                let has =
                    |keys: &[&str]| node.is_some_and(|node| keys.iter().any(|key| node.get(key).is_some()));
                let now = node.map(|node| {
                    let is_list = node.is_sequence() || has(&["and", "or", "not", "assert"]);
                    let is_measured = has(&["constraint", "period", "evaluations", "method"]);
                    if is_list {
                        1
                    } else if is_measured {
                        2
                    } else {
                        0
                    }
                });
                let least = Value::map([("greater_than", Value::Plain("0".to_owned()))]);
                // Most processors read the first notation.
                let ways = [
                    ("attributes", "Attributes with their constraints.", Value::Mapping(Vec::new())),
                    ("clauses", "Clauses with `and`, `or` and `assert`.", Value::Sequence(Vec::new())),
                    (
                        "measured",
                        "A constraint with a period, a number of evaluations and a method.",
                        Value::map([("constraint", least)]),
                    ),
                ];
                Some(either(ways, now))
            }
            [Step::Key(key)] if matches!(&**key, "period" | "evaluations" | "method") => measured(key),
            [Step::Key(key), rest @ ..] if &**key == "constraint" => {
                self.in_measured_constraint(about, path, rest)
            }
            [Step::Index(_), ..] => self.in_condition(about, path, steps),
            [Step::Key(key), rest @ ..] if matches!(&**key, "and" | "or" | "not") => {
                self.in_condition(about, path, rest)
            }
            [Step::Key(key), Step::Index(_), rest @ ..] if &**key == "assert" => {
                self.in_assertion(about, path, rest)
            }
            [Step::Key(name), rest @ ..] => self.in_held(&about.schema(name), true, path, rest),
            [Step::Entry(_), ..] => None,
        }
    }

    /// A constraint on an implicit or named attribute.
    fn in_measured_constraint(&self, about: &Subject<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        let schema = DataSchema::undetermined();
        match steps {
            [] => {
                let node = self.service.document.get(path).filter(|node| !node.is_null());
                match node {
                    Some(node) if node.is_scalar() => None,
                    Some(node) if node.resolve().is_sequence() => self.in_clauses(&schema, &[]),
                    _ => {
                        let Slot { holds: Holds::One { mut parts, .. }, .. } =
                            self.in_clause(&schema, &[])?
                        else {
                            return None;
                        };
                        parts.extend(about.parts());
                        Some(Slot { holds: Holds::One { parts, open: about.open }, ..Slot::default() })
                    }
                }
            }
            [Step::Key(key), rest @ ..] if Operator::named(key).is_none() => {
                self.in_held(&about.schema(key), true, path, rest)
            }
            _ => self.in_held(&schema, false, path, steps),
        }
    }

    fn in_action(&self, trigger: &Trigger<'m>, steps: &[Step]) -> Option<Slot> {
        match steps {
            [] => {
                let node = trigger.node.get("action").map(Node::resolve).filter(|node| !node.is_null());
                let now = node.map(|node| match node.kind() {
                    limn_yaml::NodeKind::Sequence => "activities",
                    limn_yaml::NodeKind::Mapping => "an operation",
                    _ => "a workflow",
                });
                let first = self.service.topology.iter().flat_map(|topology| &topology.workflows).next();
                let name = first.map(|workflow| workflow.name.to_string()).unwrap_or_default();
                let mut ways = [
                    ("a workflow", "A workflow of the topology.", Value::text(name)),
                    (
                        "an operation",
                        "An operation defined here.",
                        Value::map([("implementation", Value::text(""))]),
                    ),
                    ("activities", "A list of activities, as in TOSCA 1.3.", Value::Sequence(Vec::new())),
                ];
                if self.is_since_1_3() {
                    ways.rotate_right(1);
                }
                let now = now.and_then(|now| ways.iter().position(|(word, ..)| *word == now));
                Some(either(ways, now))
            }
            [Step::Index(at), Step::Key(kind), rest @ ..] => {
                // The operations are those of the node in the event filter.
                let of = trigger.looks_at.map_or(Lookup::Undetermined, Lookup::Found);
                let activity = trigger.node.get("action").and_then(|all| all.nth_item(*at));
                self.in_activity(of, (&**kind, activity), rest)
            }
            _ => None,
        }
    }
}

/// Keys that combine clauses.
static COMBINED: [(&str, &str); 4] = [
    ("assert", "All of these attributes meet their constraints."),
    ("and", "All of these conditions are true."),
    ("or", "At least one of these conditions is true."),
    ("not", "None of these conditions is true."),
];

fn either(ways: [(&str, &str, Value); 3], now: Option<usize>) -> Slot {
    let way = |(word, doc, value): (&str, &str, Value)| {
        (
            ChoiceItem { word: word.to_owned(), doc: doc.to_owned(), fits: true, ..ChoiceItem::default() },
            value,
        )
    };
    Slot { holds: Holds::Either { ways: ways.into_iter().map(way).collect(), now }, ..Slot::default() }
}

fn measured(key: &str) -> Option<Slot> {
    let (type_name, holds) = match key {
        "period" => ("time", Holds::Measure(super::data::units(Quantity::Time))),
        "evaluations" => ("integer", Holds::Whole { min: 1, max: i64::MAX }),
        _ => return None,
    };
    Some(Slot { type_name: type_name.to_owned(), holds, ..Slot::default() })
}

impl<'m> Subject<'m> {
    fn schema(&self, name: &str) -> DataSchema<'m> {
        let found = self.table.iter().find(|(known, _)| known == name);
        found.map_or_else(DataSchema::undetermined, |(_, schema)| schema.clone())
    }

    fn parts(&self) -> impl Iterator<Item = (String, Slot)> + '_ {
        self.table
            .iter()
            .map(|(name, schema)| (name.clone(), Slot { type_name: type_name_of(schema), ..Slot::default() }))
    }
}
