//! Property filters: that what they filter by is there, and that their clauses can be said of it.

use super::super::Rule;
use super::check::{Findings, is_call};
use super::clause;
use crate::diagnostic::{Code, Report, Severity};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, Lookup, Section, TypeId, TypeKind, Word, named};
use crate::dialect::tosca::value::{
    Clause, Constraint, DataSchema, Field, Fields, Held, Kind, Operator, Primitive, Verdict, clauses,
};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNDECLARED, &NOTHING], check };

static UNDECLARED: Code = Code::error(
    "tosca/undeclared-filter-property",
    "T3.5.4-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.4",
    "A filter compares a property that the filtered node or capability has. Nothing passes a filter on one that it does not have.

Bad:
```yaml
node_filter: {capabilities: [host: {properties: [cpus: {greater_than: 2}]}]}
```
Good:
```yaml
node_filter: {capabilities: [host: {properties: [num_cpus: {greater_than: 2}]}]}
```",
);

static NOTHING: Code = Code::warning(
    "tosca/filter-nothing-passes",
    "T14.4-R2",
    "TOSCA Simple Profile in YAML 1.2, 14.4",
    "A filter chooses among nodes whose types derive from the one that is asked for, and derived types only narrow what a property can be. Where the \
     constraints of the filter and those of the property exclude each other, no node can ever pass.

Bad:
```yaml
# the type says `num_cpus: {constraints: [in_range: [1, 4]]}`
node_filter: {properties: [num_cpus: {greater_than: 4}]}
```
Good:
```yaml
node_filter: {properties: [num_cpus: {greater_than: 2}]}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for (_, it) in service.own_types(TypeKind::Node) {
        for entry in named(it.node, "requirements") {
            let target = Word::at(entry.value, "node").map(|it| service.find(TypeKind::Node, &it.text));
            if let (Some(filter), Some(Lookup::Found(id))) = (entry.value.get("node_filter"), target) {
                filtered(&mut findings, filter, id, false);
            }
        }
    }
    for template in service.topology.iter().flat_map(|it| &it.node_templates) {
        if let (Some(filter), Lookup::Found(id)) = (template.node.get("node_filter"), template.type_id) {
            filtered(&mut findings, filter, id, true);
        }
        for requirement in &template.requirements {
            let Some(filter) = requirement.filter else { continue };
            let said = requirement.target.as_ref().map(|it| {
                let named = service.node_template(&it.text).map(|it| it.type_id);
                named.unwrap_or_else(|| service.find(TypeKind::Node, &it.text))
            });
            let target = said.or_else(|| defined(service, template.type_id, &requirement.name));
            if let Some(Lookup::Found(id)) = target {
                filtered(&mut findings, filter, id, false);
            }
        }
    }
    findings.tell(report);
}

/// The node type that a requirement's definition asks for.
fn defined(service: &Service<'_>, id: Lookup, requirement: &str) -> Option<Lookup> {
    let effective = service.world.effective(id.found()?);
    let (word, layer) = effective.requirements().get(requirement)?.word("node")?;
    Some(service.world.find(TypeKind::Node, &word.text, service.world.owner_file(layer)))
}

/// Holds a node filter against the type of the nodes that it chooses from. `derived`: what is chosen is of a derived type rather, which may have
/// more.
fn filtered<'d>(findings: &mut Findings<'_, 'd>, filter: Node<'d>, id: TypeId, derived: bool) {
    let service = findings.service;
    let filter = filter.resolve();
    let fields = service.fields.of_type(&service.world, id, Section::Properties);
    properties(findings, filter, Some((&fields, &service.world.get(id).name)), derived);
    for entry in named(filter, "capabilities") {
        let Some(name) = entry.key.said() else { continue };
        let of_type = || {
            let id = service.world.find(TypeKind::Capability, name, FileId::OWN).found()?;
            Some(service.fields.of_type(&service.world, id, Section::Properties))
        };
        let fields =
            service.fields.of_capability(&service.world, id, name, Section::Properties).or_else(of_type);
        properties(findings, entry.value.resolve(), fields.as_deref().map(|it| (it, name)), derived);
    }
}

fn properties<'d>(
    findings: &mut Findings<'_, 'd>,
    node: Node<'d>,
    fields: Option<(&Fields<'d>, &str)>,
    derived: bool,
) {
    for entry in named(node, "properties") {
        let Some(name) = entry.key.said() else { continue };
        let said = entry.value.resolve();
        let field = fields.and_then(|(fields, _)| fields.get(name));
        clauses_of(findings, field, said, name);
        if let (None, Some((fields, of))) = (field, fields.filter(|(fields, _)| fields.complete)) {
            let near = findings.service.nearness.nearest(name, fields.names());
            let message = format!("`{of}` has no property `{name}` to filter by");
            findings.say_unknown(&UNDECLARED, entry.key, message, near);
            if let (Some(last), true) = (findings.diagnostics.last_mut(), derived) {
                last.severity = Severity::Warning;
            }
        }
    }
}

/// Without a field, what is wrong whatever the type is.
fn clauses_of<'d>(findings: &mut Findings<'_, 'd>, field: Option<&Field<'d>>, said: Node<'d>, name: &str) {
    if is_call(said) || said.is_null() {
        return;
    }
    let known = field.filter(|it| it.schema.kind != Kind::Untold);
    let primitive = known.map_or(Some(Primitive::String), |it| it.schema.kind.primitive());
    // A value alone is one that the property equals.
    let equal = Clause { operator: Operator::Equal, operand: said, node: said };
    let clauses = if said.is_scalar() { vec![Ok(equal)] } else { clauses(said) };
    let mut held = Vec::new();
    for clause in clauses.into_iter().flatten().filter(|it| !is_call(it.operand)) {
        let (constraint, verdict) = Constraint::new(clause, primitive);
        let plain = matches!(
            verdict,
            Some(Verdict::Length(_) | Verdict::Pattern(..) | Verdict::NoPattern(_) | Verdict::NoValues(_))
        );
        let untold = DataSchema::untold();
        if let Some(verdict) = verdict.as_ref().filter(|_| known.is_some() || plain) {
            let schema = known.map_or(&untold, |it| &it.schema);
            clause::tell(findings, &constraint, verdict, schema, name);
        }
        held.push(Held { constraint, verdict });
    }
    let Some(field) = known.filter(|_| held.iter().all(|it| it.verdict.is_none())) else { return };
    let property = &field.schema.constraints;
    let all: Vec<Held<'d>> = property.iter().cloned().chain(held).collect();
    // What is wrong with the property itself is told where it is declared.
    if clause::contradicts(&all, primitive) && !clause::contradicts(property, primitive) {
        let message = match property.iter().map(|it| it.constraint.demand()).next() {
            Some(demand) => format!("nothing passes this filter: `{name}` {demand}"),
            None => format!("nothing passes this filter: no value of `{name}` meets all of its clauses"),
        };
        findings.say(&NOTHING, said, message);
    }
}
