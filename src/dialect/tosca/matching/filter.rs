//! Node filters: checks them against the values of a node template, its copy source, or the defaults. A function result matches any filter.

use std::borrow::Cow;

use super::super::model::{NodeTemplate, Service};
use super::super::types::{FileId, Lookup, Section, TypeId, TypeKind, named};
use super::super::value::{Clause, Constraint, Fields, Operator, clauses, read, shown};
use super::signature::{Lineage, RequiredType};
use limn_yaml::Node;

/// First unmet condition of a filter on a node template; `None` if it matches or is undetermined.
pub fn unmet<'d>(service: &Service<'d>, filter: Node<'d>, template: &NodeTemplate<'d>) -> Option<String> {
    let id = template.type_id.found()?;
    let copied =
        template.copy.as_ref().and_then(|copy| service.node_template(&copy.text)).map(|source| source.node);
    let nodes: Vec<Node<'d>> = [Some(template.node), copied].into_iter().flatten().collect();
    let fields = service.fields.of_type(&service.type_scope, id, Section::Properties);
    let own: Vec<Node<'d>> = nodes.iter().filter_map(|node| node.get("properties")).collect();
    if let Some((name, why)) = properties(filter, &fields, &own) {
        return Some(format!("property `{name}` {why}"));
    }
    named(filter, "capabilities").into_iter().find_map(|entry| {
        let name = capability(service, id, &entry.key.as_str()?)?;
        let fields = service.fields.of_capability(&service.type_scope, id, &name, Section::Properties)?;
        let given = nodes.iter().filter_map(|node| node.get("capabilities")?.get(&name)?.get("properties"));
        let (property, why) = properties(entry.value.resolve(), &fields, &given.collect::<Vec<_>>())?;
        Some(format!("property `{property}` of capability `{name}` {why}"))
    })
}

/// The capability of a node type that a filter names: by name, otherwise by type.
fn capability(service: &Service<'_>, id: TypeId, name: &str) -> Option<String> {
    let type_scope = &service.type_scope;
    let all = type_scope.effective(id).capabilities();
    if all.get(name).is_some() {
        return Some(name.to_owned());
    }
    let asked =
        RequiredType::exactly(type_scope, type_scope.find(TypeKind::Capability, name, FileId::OWN).found()?);
    let of_type = all.iter().find(|definition| {
        let kind = type_scope.type_of(definition, TypeKind::Capability).and_then(Lookup::found);
        kind.is_some_and(|id| Lineage::of(type_scope, id).is(&asked) == Some(true))
    })?;
    Some(of_type.name.to_string())
}

/// First property with an unmet clause, and the reason.
fn properties<'d>(
    filter: Node<'d>,
    fields: &Fields<'d>,
    given: &[Node<'d>],
) -> Option<(Cow<'d, str>, String)> {
    named(filter, "properties").into_iter().find_map(|entry| {
        let name = entry.key.as_str()?;
        let field = fields.get(&name)?;
        let default = || field.definition.get("default").map(|found| found.0);
        let value = given.iter().find_map(|node| node.get(&name)).map(Node::resolve).or_else(default)?;
        let primitive = field.schema.kind.primitive()?;
        let literal = read(primitive, value).ok()?;
        let condition = entry.value.resolve();
        let clauses = if condition.is_scalar() {
            let equal = Clause { operator: Operator::Equal, operand: condition, node: condition };
            vec![Ok(equal)]
        } else {
            clauses(condition)
        };
        let refused = clauses.into_iter().flatten().find_map(|clause| {
            let (constraint, fault) = Constraint::new(clause, Some(primitive));
            let fails = fault.is_none() && constraint.holds(value, Some(&literal)) == Some(false);
            fails.then(|| constraint.demand())
        })?;
        Some((name, format!("{refused}, found {}", shown(value))))
    })
}
