//! Property filters: known properties and applicable clauses.

use super::super::Rule;
use super::check::{Findings, is_call};
use super::clause;
use crate::model::Service;
use crate::types::{FileId, Lookup, ScalarText, Section, TypeId, TypeKind, named};
use crate::value::{
    Clause, Constraint, ConstraintError, DataSchema, EffectiveConstraint, Field, Fields, Operator, Primitive,
    clauses,
};
use limn_language::diagnostic::{Code, Report, Severity};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNDECLARED, &NOTHING], check };

static UNDECLARED: Code = Code::error(
    "tosca/undeclared-filter-property",
    "T3.5.4-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.4",
    "Checks that a filter compares a property of the filtered node or capability.",
)
.why("A filter on an undeclared property matches nothing.")
.advice("Correct the name, or declare the property in the node type or capability type.")
.bad(
    "node template",
    "
node_filter: {capabilities: [host: {properties: [cpus: {greater_than: 2}]}]}
#                                                ^^^^
",
)
.good("node_filter: {capabilities: [host: {properties: [num_cpus: {greater_than: 2}]}]}");

static NOTHING: Code = Code::warning(
    "tosca/unsatisfiable-filter",
    "T14.4-R2",
    "TOSCA Simple Profile in YAML 1.2, 14.4",
    "Checks that the constraints of a filter and of the filtered property do not exclude each other.",
)
.earlier(&["tosca/filter-nothing-passes"])
.why("A filter selects nodes of the required type or of derived types, which only narrow its properties, so no node would match.")
.advice("Filter for values that the constraints of the property allow, or remove the property from the filter.")
.bad(
    "node templates",
    "
a:
  type: Compute
  directives: [selectable]
  node_filter: {capabilities: [host: {properties: [num_cpus: 0]}]}
#                                                            ^
",
)
.good(
    "
a:
  type: Compute
  directives: [selectable]
  node_filter: {capabilities: [os: {properties: [version: {in_range: [1.0, 2.0]}]}]}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for (_, it) in service.own_types(TypeKind::Node) {
        for entry in named(it.node, "requirements") {
            let target =
                ScalarText::at(entry.value, "node").map(|word| service.find(TypeKind::Node, &word.text));
            if let (Some(filter), Some(Lookup::Found(id))) = (entry.value.get("node_filter"), target) {
                check_node_filter(&mut findings, filter, id, false);
            }
        }
    }
    for template in service.topology.iter().flat_map(|topology| &topology.node_templates) {
        if let (Some(filter), Lookup::Found(id)) = (template.node.get("node_filter"), template.type_id) {
            check_node_filter(&mut findings, filter, id, true);
        }
        for requirement in &template.requirements {
            let Some(filter) = requirement.filter else { continue };
            let explicit = requirement.target.as_ref().map(|word| {
                let named = service.node_template(&word.text).map(|template| template.type_id);
                named.unwrap_or_else(|| service.find(TypeKind::Node, &word.text))
            });
            let target = explicit.or_else(|| defined(service, template.type_id, &requirement.name));
            if let Some(Lookup::Found(id)) = target {
                check_node_filter(&mut findings, filter, id, false);
            }
        }
    }
    findings.emit(report);
}

/// Node type that the requirement definition requires.
fn defined(service: &Service<'_>, id: Lookup, requirement: &str) -> Option<Lookup> {
    let effective = service.type_scope.effective(id.found()?);
    let (word, layer) = effective.requirements().get(requirement)?.word("node")?;
    Some(service.type_scope.find(TypeKind::Node, &word.text, service.type_scope.owner_file(layer)))
}

/// Checks a node filter against the type of the nodes that it selects from. `derived`: the selected node may be of a derived type with more
/// properties.
fn check_node_filter<'d>(findings: &mut Findings<'_, 'd>, filter: Node<'d>, id: TypeId, derived: bool) {
    let service = findings.service;
    let filter = filter.resolve();
    let fields = service.fields.of_type(&service.type_scope, id, Section::Properties);
    let owner = format!("node type `{}`", service.type_scope.get(id).name);
    check_properties(findings, filter, Some((&fields, &owner)), derived);
    for entry in named(filter, "capabilities") {
        let Some(name) = entry.key.text() else { continue };
        let of_type = || {
            let id = service.type_scope.find(TypeKind::Capability, name, FileId::OWN).found()?;
            Some(service.fields.of_type(&service.type_scope, id, Section::Properties))
        };
        let fields =
            service.fields.of_capability(&service.type_scope, id, name, Section::Properties).or_else(of_type);
        let owner = format!("capability `{name}`");
        check_properties(
            findings,
            entry.value.resolve(),
            fields.as_deref().map(|fields| (fields, &*owner)),
            derived,
        );
    }
}

fn check_properties<'d>(
    findings: &mut Findings<'_, 'd>,
    node: Node<'d>,
    fields: Option<(&Fields<'d>, &str)>,
    derived: bool,
) {
    for entry in named(node, "properties") {
        let Some(name) = entry.key.text() else { continue };
        let value = entry.value.resolve();
        let field = fields.and_then(|(fields, _)| fields.get(name));
        check_clauses_of(findings, field, value, name);
        if let (None, Some((fields, owner))) = (field, fields.filter(|(fields, _)| fields.complete)) {
            let near = findings.service.suggestions.nearest(name, fields.names());
            let message = message::unknown_at("property", name, owner);
            findings.report_unknown(&UNDECLARED, entry.key, message, near);
            if let (Some(last), true) = (findings.diagnostics.last_mut(), derived) {
                last.severity = Severity::Warning;
            }
        }
    }
}

/// Checks clauses. Without a field, only type-independent faults are reported.
fn check_clauses_of<'d>(
    findings: &mut Findings<'_, 'd>,
    field: Option<&Field<'d>>,
    value: Node<'d>,
    name: &str,
) {
    if is_call(value) || value.is_null() {
        return;
    }
    let known = field.filter(|field| !field.schema.is_undetermined());
    let primitive = known.map_or(Some(Primitive::String), |field| field.schema.kind.primitive());
    // A plain value means `equal`.
    let equal = Clause { operator: Operator::Equal, operand: value, node: value };
    let clauses = if value.is_scalar() { vec![Ok(equal)] } else { clauses(value) };
    let mut constraints = Vec::new();
    for clause in clauses.into_iter().flatten().filter(|clause| !is_call(clause.operand)) {
        let (constraint, verdict) = Constraint::new(clause, primitive);
        let plain = matches!(
            verdict,
            Some(
                ConstraintError::Length(_)
                    | ConstraintError::Pattern(..)
                    | ConstraintError::NoPattern(_)
                    | ConstraintError::NoValues(_)
            )
        );
        let undetermined = DataSchema::undetermined();
        if let Some(verdict) = verdict.as_ref().filter(|_| known.is_some() || plain) {
            let schema = known.map_or(&undetermined, |field| &field.schema);
            clause::report_verdict(findings, &constraint, verdict, schema, name);
        }
        constraints.push(EffectiveConstraint { constraint, verdict });
    }
    let Some(field) = known.filter(|_| constraints.iter().all(|effective| effective.verdict.is_none()))
    else {
        return;
    };
    let property = &field.schema.constraints;
    let all: Vec<EffectiveConstraint<'d>> = property.iter().cloned().chain(constraints).collect();
    // Faults of the property itself are reported at its declaration.
    if clause::contradicts(&all, primitive) && !clause::contradicts(property, primitive) {
        let message = match property.iter().map(|effective| effective.constraint.demand()).next() {
            Some(demand) => format!("no value passes this filter: `{name}` {demand}"),
            None => format!("no value passes this filter: its clauses on `{name}` contradict each other"),
        };
        findings.report(&NOTHING, value, message);
    }
}
