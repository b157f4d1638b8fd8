//! Types of values, capabilities and requirements for the definitions of a new node type.

use crate::matching::{NodeSignature, RequirementSignature};
use crate::plan::context::PlanContext;
use crate::plan::promote::typed;
use crate::types::{Section, TypeKind};
use crate::value::DataSchema;
use limn_common::copy_of;
use limn_yaml::{Node, Value};

/// Keynames that inputs and property definitions share.
const SHARED: [&str; 5] = ["type", "description", "required", "constraints", "entry_schema"];

/// Definition of an input or property with the keynames that both have; `type: string` if it has no type.
pub(super) fn of_input(node: Node<'_>) -> Value {
    let mut entries: Vec<(String, Value)> = node
        .entries()
        .filter(|entry| entry.key.as_str().is_some_and(|key| SHARED.contains(&&*key)))
        .filter_map(|entry| Some((entry.key.as_str()?.into_owned(), copy_of(entry.value))))
        .collect();
    if !entries.iter().any(|(key, _)| key == "type") {
        entries.insert(0, ("type".to_owned(), Value::text("string")));
    }
    Value::Mapping(entries)
}

/// The type of a property or attribute of a node template: `[name]`, or `[capability, name]`.
pub(super) fn of_value(ctx: &PlanContext<'_>, node: &str, path: &[String]) -> Option<Vec<(String, Value)>> {
    let type_scope = &ctx.service.type_scope;
    let effective = type_scope.effective(ctx.service.node_template(node)?.type_id.found()?);
    let found = |section| match path {
        [name] => effective.section(section).get(name).cloned(),
        [capability, name] => {
            let capability = effective.capabilities().get(capability)?;
            type_scope.facet(capability, TypeKind::Capability, section).0.get(name).cloned()
        }
        _ => None,
    };
    let definition = found(Section::Properties).or_else(|| found(Section::Attributes))?;
    let schema = DataSchema::of(type_scope, &definition);
    (!schema.name.is_empty()).then(|| typed(ctx, &schema))
}

/// The definition of a requirement as another type declares it.
pub(super) fn of_requirement(ctx: &PlanContext<'_>, need: &RequirementSignature) -> Option<Value> {
    let name = |kind, asked: &Option<crate::matching::RequiredType>| {
        let asked = asked.as_ref()?;
        Some(asked.found.found().map_or_else(|| asked.name.clone(), |id| ctx.type_name(kind, id)))
    };
    let mut entries = vec![("capability", Value::text(name(TypeKind::Capability, &need.capability)?))];
    entries.extend(name(TypeKind::Node, &need.node).map(|type_name| ("node", Value::text(type_name))));
    entries.extend(
        name(TypeKind::Relationship, &need.relationship)
            .map(|type_name| ("relationship", Value::text(type_name))),
    );
    Some(Value::map(entries))
}

/// The definition of a capability as another type declares it.
pub(super) fn of_capability(ctx: &PlanContext<'_>, kind: &NodeSignature, name: &str) -> Option<Value> {
    let line = kind.capability(name)?.line.as_ref()?;
    Some(Value::map([("type", Value::text(ctx.type_name(TypeKind::Capability, line.id)))]))
}
