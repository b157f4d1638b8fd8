//! Refinement of inherited properties and attributes: compatible type, narrower constraints, and still required.

use std::cmp::Ordering;

use super::super::Rule;
use super::check::Findings;
use super::value_definition::{self, Role};
use crate::grammar::V1_3;
use crate::model::Service;
use crate::types::{FileId, Layer, TypeScope, has_value, named};
use crate::value::{DataSchema, EffectiveConstraint, shown};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule { codes: &[&INCOMPATIBLE, &WIDENED, &UNLIKE, &CHANGED], check };

static INCOMPATIBLE: Code = Code::error(
    "tosca/incompatible-refinement",
    "T3.5.9-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9",
    "Checks that a refined property is compatible with the inherited one. The type stays the same or is a derived one, and a required property does \
not become optional.",
)
.why("Users of the parent type must be able to use the derived type.")
.advice("Set `type` to the inherited type or a derived one. Remove `required: false` if the inherited property is required.")
.bad(
    "data types",
    "
my.A: {properties: {a: {type: string}}}
my.B: {derived_from: my.A, properties: {a: {type: integer}}}
#                                                 ^^^^^^^
",
)
.good(
    "
my.A: {properties: {a: {type: string}}}
my.B: {derived_from: my.A, properties: {a: {type: string, default: x}}}
",
);
static WIDENED: Code = Code::error(
    "tosca/widened-constraint",
    "T3.5.3-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Checks that a type narrows the constraints of an inherited property.",
)
.why("Inherited constraints stay in force, so a range or a list of values cannot be widened.")
.advice("Narrow the constraints, or widen those of the parent type.")
.bad(
    "node types",
    "
my.N:
  derived_from: tosca.nodes.Root
  properties: {p: {type: string, constraints: [max_length: 4]}}
my.M:
  derived_from: my.N
  properties: {p: {type: string, constraints: [max_length: 5]}}
#                                              ^^^^^^^^^^^^^
",
)
.good(
    "
my.N:
  derived_from: tosca.nodes.Root
  properties: {p: {type: string, constraints: [max_length: 4]}}
my.M:
  derived_from: my.N
  properties: {p: {type: string, constraints: [max_length: 3]}}
",
);
static UNLIKE: Code = Code::warning(
    "tosca/attribute-unlike-property",
    "T3.5.11-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.11",
    "Checks that an attribute declared next to a property of the same name has the type of the property.",
)
.why("Each property is reflected as an attribute.")
.advice("Give the attribute the type of the property, or rename or remove it.")
.bad(
    "node types",
    "
my.A:
  derived_from: tosca.nodes.Root
  properties: {a: {type: string}}
  attributes: {a: {type: integer}}
#              ^
",
)
.good(
    "
my.A:
  derived_from: tosca.nodes.Root
  properties: {a: {type: string}}
  attributes: {a: {type: string}}
",
);

pub(super) static CHANGED: Code = Code::error(
    "tosca/changed-fixed-value",
    "T3.5.9-R12",
    "TOSCA Simple Profile in YAML 1.3, 3.6.10.6",
    "Checks that a fixed value does not change.",
)
.why("A value that a type sets for an inherited property is final for derived types and templates.")
.advice("Remove the value, or repeat the fixed one.")
.bad(
    "service template 1.3",
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, default: 1}}
  my.B: {derived_from: my.A, properties: {port: 80}}
topology_template: {node_templates: {a: {type: my.B, properties: {port: 81}}}}
#                                                                       ^^
",
)
.good(
    "
node_types:
  my.A:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, default: 1}}
  my.B: {derived_from: my.A, properties: {port: 80}}
  my.C: {derived_from: my.B, properties: {port: {value: 80}}}
topology_template: {node_templates: {a: {type: my.C, properties: {port: 80}}}}
",
);

/// Returns true if a value differs from the fixed one.
pub(super) fn changes(own: Node<'_>, fixed: Node<'_>) -> bool {
    let (own, fixed) = (own.resolve(), fixed.resolve());
    // `80` and `0x50` are one number; two texts are equal only as written.
    let is_same = own.resolved() == fixed.resolved() && own.resolved() != Some(Resolved::Text);
    own.is_scalar() && fixed.is_scalar() && own.text() != fixed.text() && !is_same
}

/// Reason why a definition does not refine another.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum RefinementError<'d> {
    /// Incompatible type: own type, inherited type, and the node of the type.
    Type(String, String, Node<'d>),
    /// No longer required.
    Relaxed(Node<'d>),
    /// A constraint that is wider than an inherited one.
    Widened(Node<'d>, String),
}

/// Compares a layer with the layers it refines, nearest first.
pub(in super::super) fn compatible<'d>(
    type_scope: &TypeScope<'d>,
    nearer: Layer<'d>,
    farther: &[Layer<'d>],
) -> Vec<RefinementError<'d>> {
    let mut misfits = Vec::new();
    if farther.is_empty() || !nearer.node.is_mapping() {
        return misfits;
    }
    let file = type_scope.owner_file(nearer);
    let own = DataSchema::of_node(type_scope, nearer.node, file);
    let inherited = DataSchema::of_layers(type_scope, farther);
    let at = |key: &str| nearer.node.get(key).unwrap_or(nearer.key);
    if !own.refines(type_scope, &inherited) {
        misfits.push(RefinementError::Type(own.name.to_string(), inherited.name.to_string(), at("type")));
        return misfits;
    }
    if let (Some(own), Some(inherited)) = (&own.entry, &inherited.entry)
        && !own.refines(type_scope, inherited)
    {
        misfits.push(RefinementError::Type(
            own.name.to_string(),
            inherited.name.to_string(),
            at("entry_schema"),
        ));
    }
    let required = |layer: &Layer<'d>| match layer.node.get("required")?.resolved()? {
        Resolved::Bool(flag) => Some(flag),
        _ => None,
    };
    let has_default = farther.iter().any(|layer| has_value(layer.node));
    if required(&nearer) == Some(false) && farther.iter().find_map(required).unwrap_or(!has_default) {
        misfits.push(RefinementError::Relaxed(at("required")));
    }
    let all = DataSchema::of_layers(type_scope, &[&[nearer], farther].concat());
    let list = nearer.node.get("constraints");
    let is_own = |effective: &EffectiveConstraint<'d>| {
        list.is_some_and(|list| list.range().contains(effective.constraint.clause.node.range()))
            && std::ptr::eq(effective.constraint.clause.node.document(), nearer.node.document())
    };
    let (own, inherited): (Vec<&EffectiveConstraint<'d>>, Vec<&EffectiveConstraint<'d>>) =
        all.constraints.iter().partition(|effective| is_own(effective));
    for effective in own.iter().take(MAX_COMPARED) {
        if let Some(inherited) =
            inherited.iter().take(MAX_COMPARED).find(|inherited| widens(effective, inherited))
        {
            misfits.push(RefinementError::Widened(
                effective.constraint.clause.node,
                inherited.constraint.demand(),
            ));
        }
    }
    misfits
}

/// Maximum number of constraints that are compared with each other.
const MAX_COMPARED: usize = 50;

/// Returns true if one constraint allows values that the other does not.
fn widens(own: &EffectiveConstraint<'_>, inherited: &EffectiveConstraint<'_>) -> bool {
    let (own, inherited) = (&own.constraint, &inherited.constraint);
    if let (Some(values), Some(_)) = (own.values(), inherited.values()) {
        return values.iter().any(|literal| inherited.meets(literal) == Some(false));
    }
    if own.clause.operator != inherited.clause.operator {
        return false;
    }
    if let (Some((least, most)), Some((lower, upper))) = (inherited.lengths(), own.lengths()) {
        return lower < least || upper > most;
    }
    let (lower, upper) = own.bounds();
    let (least, most) = inherited.bounds();
    let below = matches!((lower, least), (Some((own, _)), Some((other, _))) if own.compare(other) == Some(Ordering::Less));
    let above = match (upper, most) {
        (Some((own, _)), Some((other, _))) => own.compare(other) == Some(Ordering::Greater),
        // An `in_range` without an upper bound.
        (None, Some(_)) => lower.is_some() && least.is_some(),
        _ => false,
    };
    below || above
}

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in value_definition::all(service) {
        let Some(nearer) = it.layers.first() else { continue };
        for misfit in compatible(&service.type_scope, *nearer, it.farther()) {
            report_misfit(&mut findings, it.name, &misfit);
        }
    }
    check_attribute_and_property(&mut findings);
    if V1_3.has(service.version) {
        check_fixed_values(&mut findings);
    }
    findings.emit(report);
}

/// 1.3: reports changed values of properties that an ancestor fixes.
fn check_fixed_values(findings: &mut Findings<'_, '_>) {
    let type_scope = &findings.service.type_scope;
    for (id, it) in type_scope.declared_in(FileId::OWN) {
        for entry in named(it.node, "properties") {
            let definition =
                entry.key.text().and_then(|name| type_scope.effective(id).properties().get(name));
            let Some([nearer, farther @ ..]) = definition.map(|definition| &*definition.layers) else {
                continue;
            };
            let Some((_, refined)) = farther.split_last() else { continue };
            let fixed = refined.iter().rev().find_map(Layer::fixed);
            if let (Some(own), Some(fixed)) = (nearer.fixed(), fixed)
                && changes(own, fixed)
            {
                let name = entry.key.text().unwrap_or_default();
                findings.report(
                    &CHANGED,
                    own,
                    format!("cannot change `{name}`: a parent type fixes it to {}", shown(fixed)),
                );
            }
        }
    }
}

/// Reports why a definition does not refine the inherited one.
fn report_misfit<'d>(findings: &mut Findings<'_, 'd>, name: &str, misfit: &RefinementError<'d>) {
    match misfit {
        RefinementError::Type(own, inherited, at) => {
            let message = message::expected(
                format_args!("a type derived from `{inherited}` for the inherited `{name}`"),
                format_args!("`{own}`"),
            );
            findings.report(&INCOMPATIBLE, *at, message);
        }
        RefinementError::Relaxed(at) => {
            let message = format!("inherited `{name}` is required and cannot be optional");
            findings.report(&INCOMPATIBLE, *at, message);
        }
        RefinementError::Widened(at, demand) => {
            let message = format!("constraint is wider than the inherited one: `{name}` {demand}");
            findings.report(&WIDENED, *at, message);
        }
    }
}

/// Checks attributes declared next to a property of the same name.
fn check_attribute_and_property(findings: &mut Findings<'_, '_>) {
    let service = findings.service;
    let defined = value_definition::all(service);
    for it in defined.iter().filter(|definition| definition.role == Role::Attribute) {
        let Some(layer) = it.layers.first() else { continue };
        let effective = service.type_scope.effective(layer.owner);
        let Some(property) = effective.properties().get(it.name) else { continue };
        // Only those of the type itself, not of its capabilities.
        if effective.attributes().get(it.name).is_none_or(|own| own.nearest().node != it.node) {
            continue;
        }
        let (own, other) = (it.schema(service), DataSchema::of(&service.type_scope, property));
        if !own.refines(&service.type_scope, &other) && !other.refines(&service.type_scope, &own) {
            let message = message::expected(
                format_args!(
                    "type `{}` for attribute `{}`, as for the property of the same name",
                    other.name, it.name
                ),
                format_args!("`{}`", own.name),
            );
            findings.report(&UNLIKE, it.key, message);
        }
    }
}
