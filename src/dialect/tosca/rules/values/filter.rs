//! Property filters: that what they filter by is there, and that their clauses can be said of it.

use super::super::Rule;
use super::check::{Findings, is_call};
use super::clause;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{FileId, Lookup, Section, TypeId, TypeKind, Word, named};
use crate::dialect::tosca::value::{Constraint, Field, Fields, Kind, clauses};
use crate::schema::nearest;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNDECLARED], check };

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

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for (_, it) in service.own_types(TypeKind::Node) {
        for entry in named(it.node, "requirements") {
            let target = Word::at(entry.value, "node").map(|it| service.find(TypeKind::Node, &it.text));
            if let (Some(filter), Some(Lookup::Found(id))) = (entry.value.get("node_filter"), target) {
                filtered(&mut findings, filter, id);
            }
        }
    }
    for template in service.topology.iter().flat_map(|it| &it.node_templates) {
        if let (Some(filter), Lookup::Found(id)) = (template.node.get("node_filter"), template.type_id) {
            filtered(&mut findings, filter, id);
        }
        for requirement in &template.requirements {
            let Some(filter) = requirement.filter else { continue };
            let said = requirement.target.as_ref().map(|it| {
                let named = service.node_template(&it.text).map(|it| it.type_id);
                named.unwrap_or_else(|| service.find(TypeKind::Node, &it.text))
            });
            let target = said.or_else(|| defined(service, template.type_id, &requirement.name));
            if let Some(Lookup::Found(id)) = target {
                filtered(&mut findings, filter, id);
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

/// Holds a node filter against the type of the nodes that it chooses from.
fn filtered<'d>(findings: &mut Findings<'_, 'd>, filter: Node<'d>, id: TypeId) {
    let service = findings.service;
    let filter = filter.resolve();
    let fields = service.fields.of_type(&service.world, id, Section::Properties);
    properties(findings, filter, &fields, &service.world.get(id).name);
    for entry in named(filter, "capabilities") {
        let Some(name) = entry.key.said() else { continue };
        if let Some(fields) = service.fields.of_capability(&service.world, id, name, Section::Properties) {
            properties(findings, entry.value.resolve(), &fields, name);
        } else if let Lookup::Found(id) = service.world.find(TypeKind::Capability, name, FileId::OWN) {
            let fields = service.fields.of_type(&service.world, id, Section::Properties);
            properties(findings, entry.value.resolve(), &fields, name);
        }
    }
}

fn properties<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, fields: &Fields<'d>, of: &str) {
    for entry in named(node, "properties") {
        let Some(name) = entry.key.said() else { continue };
        match fields.get(name) {
            Some(field) => clauses_of(findings, field, entry.value.resolve(), name),
            None if fields.complete => {
                let near = nearest(name, fields.names());
                findings.say_unknown(
                    &UNDECLARED,
                    entry.key,
                    format!("`{of}` has no property `{name}` to filter by"),
                    near,
                );
            }
            None => {}
        }
    }
}

fn clauses_of<'d>(findings: &mut Findings<'_, 'd>, field: &Field<'d>, said: Node<'d>, name: &str) {
    if is_call(said) || said.is_scalar() || field.schema.kind == Kind::Untold {
        return;
    }
    for clause in clauses(said).into_iter().flatten().filter(|it| !is_call(it.operand)) {
        let (constraint, verdict) = Constraint::new(clause, field.schema.kind.primitive());
        if let Some(verdict) = verdict {
            clause::tell(findings, &constraint, &verdict, &field.schema, name);
        }
    }
}
