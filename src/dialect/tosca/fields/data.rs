//! Data types, entry schemas and constraints as fields, in plain data.

use crate::types::{Definition, Table, TypeScope};
use crate::value::{
    DataSchema, EffectiveConstraint, Field, Format, Generic, Operator, Primitive, Quantity, ValueKind,
};
use limn_language::schema::{Holds, Slot};
use limn_yaml::{Node, Path, Step};

/// Field builder for data types. `computed`: functions are allowed.
#[derive(Clone, Copy)]
pub(super) struct Data<'w, 'd> {
    pub(super) type_scope: &'w TypeScope<'d>,
    pub(super) computed: bool,
}

impl<'d> Data<'_, 'd> {
    /// Field at a place in a mapping with declared entries; `complete`: other entries are not allowed.
    pub(super) fn of_table(self, table: &Table<'d>, complete: bool, rest: &[Step]) -> Option<Slot> {
        let Some((step, rest)) = rest.split_first() else {
            let part = |definition: &Definition<'d>| {
                (definition.name.to_string(), self.of_field(&Field::new(self.type_scope, definition)))
            };
            let parts = table.iter().map(part).collect();
            let slot = Slot { holds: Holds::Parts { parts, open: !complete }, ..Slot::default() };
            return Some(slot);
        };
        let field = Field::new(self.type_scope, table.get(key_of(step)?)?);
        match rest {
            [] => Some(self.opened(&field.schema, self.of_field(&field))),
            rest => self.inside(&field.schema, rest),
        }
    }

    /// Field at a place in a value, or of the value itself without steps.
    pub(super) fn inside(self, schema: &DataSchema<'d>, rest: &[Step]) -> Option<Slot> {
        let Some((step, deeper)) = rest.split_first() else {
            return Some(self.opened(schema, self.of_schema(schema)));
        };
        match schema.kind {
            ValueKind::Complex(id) => {
                let effective = self.type_scope.effective(id);
                self.of_table(effective.properties(), effective.complete, rest)
            }
            ValueKind::Primitive(Primitive::List) => {
                matches!(step, Step::Index(_)).then(|| self.inside(schema.entry.as_deref()?, deeper))?
            }
            ValueKind::Primitive(Primitive::Map) => {
                key_of(step)?;
                self.inside(schema.entry.as_deref()?, deeper)
            }
            _ => None,
        }
    }

    /// The slot of a field with the fields of its data type expanded.
    fn opened(self, schema: &DataSchema<'d>, slot: Slot) -> Slot {
        let ValueKind::Complex(id) = schema.kind else { return slot };
        let effective = self.type_scope.effective(id);
        let parts = self.of_table(effective.properties(), effective.complete, &[]);
        Slot { holds: parts.map(|inner| inner.holds).unwrap_or_default(), ..slot }
    }

    fn of_field(self, field: &Field<'d>) -> Slot {
        let mut slot = self.of_schema(&field.schema);
        let doc = field.definition.word("description").map(|(word, _)| word.text.trim().to_owned());
        slot.doc = doc.unwrap_or_default();
        slot.required = field.required;
        slot.default = default_of(&field.definition);
        if let Some(status) = field.status.as_deref().filter(|status| *status != "supported") {
            slot.constraints.push(status.to_owned());
        }
        slot
    }

    pub(super) fn of_schema(self, schema: &DataSchema<'d>) -> Slot {
        let holds = self.holds(schema);
        let is_choice = matches!(holds, Holds::Choice { .. });
        let is_shown = |effective: &&EffectiveConstraint<'d>| {
            let listed =
                matches!(effective.constraint.clause.operator, Operator::ValidValues | Operator::Equal);
            effective.verdict.is_none() && !(listed && is_choice)
        };
        let shown: Vec<&EffectiveConstraint<'d>> = schema.constraints.iter().filter(is_shown).collect();
        let constraints = tightest(&shown).map(|effective| effective.constraint.demand());
        Slot {
            type_name: type_name_of(schema),
            constraints: constraints.collect(),
            holds,
            computed: self.computed,
            ..Slot::default()
        }
    }

    fn holds(self, schema: &DataSchema<'d>) -> Holds {
        if let Some(words) = choices(schema) {
            let plain = matches!(
                schema.kind.primitive(),
                Some(Primitive::Integer | Primitive::Float | Primitive::Boolean)
            );
            return Holds::Choice { words, plain };
        }
        let entry = |schema: &DataSchema<'d>| {
            let slot = schema.entry.as_deref().map(|entry| self.of_schema(entry));
            Box::new(slot.unwrap_or(Slot { computed: self.computed, ..Slot::default() }))
        };
        let primitive = match schema.kind {
            ValueKind::Primitive(primitive) => primitive,
            ValueKind::Complex(_) => return Holds::Folded,
            ValueKind::Fieldless(_) | ValueKind::Undetermined => return Holds::Any,
        };
        match primitive {
            Primitive::String if matches!(schema.format, Some(Format::Json | Format::Xml)) => Holds::Prose,
            Primitive::String | Primitive::Version | Primitive::Timestamp | Primitive::Null => Holds::Text,
            Primitive::Integer => {
                let (min, max) = bounds(schema);
                Holds::Whole { min, max }
            }
            Primitive::Float => Holds::Number,
            Primitive::Boolean => Holds::Flag,
            Primitive::Range => Holds::Range("1".to_owned()),
            Primitive::List => Holds::List(entry(schema)),
            Primitive::Map => Holds::Map(entry(schema)),
            Primitive::Scalar(quantity) => Holds::Measure(units(quantity)),
            Primitive::AnyScalar => Holds::Measure(Quantity::ALL.into_iter().flat_map(units).collect()),
        }
    }
}

pub(super) fn key_of(step: &Step) -> Option<&str> {
    match step {
        Step::Key(key) => Some(key),
        Step::Index(_) | Step::Entry(_) => None,
    }
}

/// The steps of a path below a depth.
pub(super) fn below(path: &Path, depth: usize) -> &[Step] {
    path.steps().get(depth..).unwrap_or_default()
}

/// Units of a quantity, most common first: a new value gets the first one.
pub(super) fn units(quantity: Quantity) -> Vec<&'static str> {
    let usual = match quantity {
        Quantity::Size => "GB",
        Quantity::Time => "s",
        Quantity::Frequency => "GHz",
        Quantity::Bitrate => "Mbps",
    };
    let rest = quantity.units().iter().map(|unit| unit.name).filter(|name| *name != usual);
    std::iter::once(usual).chain(rest).collect()
}

/// Type of a value for display: "list of my.Port".
pub(super) fn type_name_of(schema: &DataSchema<'_>) -> String {
    let name = match schema.kind.primitive() {
        Some(Primitive::Scalar(quantity)) if schema.declared().is_none() => quantity.word(),
        _ => &*schema.name,
    };
    let short = name.strip_prefix("tosca.datatypes.").unwrap_or(name);
    match schema.entry.as_deref() {
        // A generic type has the type of its entries in its name.
        Some(entry) if !entry.name.is_empty() && Generic::of(&schema.name).is_none() => {
            format!("{short} of {}", type_name_of(entry))
        }
        _ => short.to_owned(),
    }
}

/// Each pair of constraints is compared; of more than this, all are shown.
const COMPARED: usize = 100;

/// The constraints that no other one implies: of several lower bounds, the greatest.
fn tightest<'a, 'd>(
    all: &'a [&'a EffectiveConstraint<'d>],
) -> impl Iterator<Item = &'a EffectiveConstraint<'d>> {
    let is_implied = move |at: usize, effective: &EffectiveConstraint<'d>| {
        all.len() <= COMPARED
            && all.iter().enumerate().any(|(place, other)| {
                let is_same = || effective.constraint.implies(&other.constraint);
                place != at && other.constraint.implies(&effective.constraint) && (place < at || !is_same())
            })
    };
    all.iter()
        .enumerate()
        .filter(move |(at, effective)| !is_implied(*at, effective))
        .map(|(_, effective)| *effective)
}

/// Enumerated values as written, from the nearest constraint that lists them.
fn choices(schema: &DataSchema<'_>) -> Option<Vec<String>> {
    schema.kind.primitive().filter(|primitive| !primitive.has_entries())?;
    let listed = |effective: &EffectiveConstraint<'_>| {
        let clause = &effective.constraint.clause;
        let of = |node: Node<'_>| node.as_str().filter(|_| node.is_scalar()).map(String::from);
        match clause.operator {
            Operator::ValidValues if effective.verdict.is_none() => clause.operand.items().map(of).collect(),
            Operator::Equal if effective.verdict.is_none() => of(clause.operand).map(|word| vec![word]),
            _ => None,
        }
    };
    let words: Option<Vec<String>> = schema.constraints.iter().rev().find_map(listed);
    words.filter(|words| !words.is_empty())
}

/// Smallest and largest integer that all constraints allow.
fn bounds(schema: &DataSchema<'_>) -> (i64, i64) {
    let whole = |node: Node<'_>| node.as_str()?.parse::<i64>().ok();
    let (mut least, mut most) = (i64::MIN, i64::MAX);
    for effective in schema.constraints.iter().filter(|effective| effective.verdict.is_none()) {
        let operand = effective.constraint.clause.operand;
        let (low, high) = match effective.constraint.clause.operator {
            Operator::GreaterOrEqual => (whole(operand), None),
            Operator::GreaterThan => (whole(operand).and_then(|bound| bound.checked_add(1)), None),
            Operator::LessOrEqual => (None, whole(operand)),
            Operator::LessThan => (None, whole(operand).and_then(|bound| bound.checked_sub(1))),
            Operator::InRange => {
                (operand.items().next().and_then(whole), operand.items().nth(1).and_then(whole))
            }
            _ => (None, None),
        };
        least = least.max(low.unwrap_or(i64::MIN));
        most = most.min(high.unwrap_or(i64::MAX));
    }
    (least, most)
}

/// Default value on one line.
fn default_of(definition: &Definition<'_>) -> Option<String> {
    const LONG: usize = 80;
    let default = definition.layers.iter().find_map(|layer| {
        // In 1.3, a derived type can set a plain value.
        if layer.node.is_scalar() && !layer.node.is_null() {
            return Some(layer.node);
        }
        layer.node.get("default").filter(|default| !default.is_null())
    })?;
    let node = default.resolve();
    let text = node.as_str().map_or_else(|| node.source().trim_end().to_owned(), String::from);
    Some(text).filter(|text| !text.contains('\n') && text.chars().count() <= LONG)
}
