//! Plans of edits: TOSCA's, with what a new cluster needs in AMP.

use super::fields::{BlueprintFields, ENTITY_SPEC, MEMBER, PROCESS};
use super::graph::CLUSTER;
use limn_language::dialect::Plan;
use limn_language::edit::{Edit, EditError, Input};
use limn_tosca::ServiceTemplate;
use limn_tosca::matching::Lineage;
use limn_tosca::types::TypeKind;
use limn_yaml::{Op, Path, Value};

pub(crate) fn plan(template: &ServiceTemplate, edit: &Edit) -> Result<Plan, EditError> {
    let mut plan = template.plan_with(edit, &BlueprintFields::of(template))?;
    if let Edit::Add { template: item, .. } = edit
        && let Some(type_name) = item.strip_prefix("node:")
        && is_cluster(template, type_name)
        && let Some(Op::Insert { value, .. } | Op::Append { value, .. }) = plan.ops.first_mut()
        && let Some(entries) = typed(value)
    {
        let member = Value::map([("type", Value::text(PROCESS))]);
        let spec = Value::map([(MEMBER, Value::map([(ENTITY_SPEC, member)]))]);
        entries.push(("properties".to_owned(), spec));
    }
    plan.ops.extend(renamed(template, edit).unwrap_or_default());
    Ok(plan)
}

/// The members of groups that are the service template itself get its new name.
fn renamed(template: &ServiceTemplate, edit: &Edit) -> Option<Vec<Op>> {
    let Edit::Set { of, key, input: Input::Text(name) } = edit else { return None };
    let at = Path::keys(["metadata", "template_name"]);
    if of.0.join(key) != at || name.is_empty() {
        return None;
    }
    let service = template.service();
    let (old, topology) = (template.document().get(&at)?.as_str()?, service.topology.as_ref()?);
    if topology.node_template(&old).is_some() {
        return None;
    }
    let members = topology.groups.iter().flat_map(|group| &group.members);
    let own = members.filter(|member| member.text == old);
    Some(own.map(|member| Op::Replace { at: member.node.path(), value: Value::text(name) }).collect())
}

fn is_cluster(template: &ServiceTemplate, type_name: &str) -> bool {
    let service = template.service();
    let id = service.find(TypeKind::Node, type_name).found();
    id.is_some_and(|id| Lineage::of(&service.type_scope, id).derives_from_name(CLUSTER))
}

/// The entries of the new node template: the mapping with a type, in its section or alone.
fn typed(value: &mut Value) -> Option<&mut Vec<(String, Value)>> {
    let Value::Mapping(entries) = value else { return None };
    if entries.iter().any(|(key, _)| key == "type") {
        return Some(entries);
    }
    typed(&mut entries.first_mut()?.1)
}
