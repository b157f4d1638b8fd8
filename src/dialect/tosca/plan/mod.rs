//! Plans of edits: form fields by the tables, and removal of elements with their references. Renaming is common to all languages.

mod add;
mod attach;
mod boundary;
mod connect;
mod context;
mod inline;
mod nesting;
mod promote;
mod values;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use self::context::PlanContext;
pub(crate) use self::promote::promotions;

use super::grammar;
use super::kind;
use super::types::TypeKind;
use super::workflow;
use crate::service_template::ServiceTemplate;
use crate::value_flow;
use limn_common::Form;
use limn_language::dialect::{Picture, Plan};
use limn_language::edit::{Edit, EditError};
use limn_language::graph::Id;
use limn_language::schema::{NameKind, NamedEntries, Slots};
use limn_language::type_diagram::NEW_TYPE;
use limn_yaml::{self as yaml, Node, Op, PatchError, Path, Step, Value};

/// Plans an edit. `slots`: the fields of forms.
pub(super) fn plan(service: &ServiceTemplate, edit: &Edit, slots: &dyn Slots) -> Result<Plan, EditError> {
    let typed = || Form { slots: Some(slots), ..form(service) };
    match edit {
        Edit::Set { of, key, input } => typed().set(&of.0.join(key), input),
        Edit::Unset { of, key } => typed().unset(&of.0.join(key)),
        Edit::Insert { of, into, name } => typed().insert(&of.0.join(into), name),
        Edit::Remove { ids } => remove(service, ids),
        Edit::Disconnect { id } => remove(service, std::slice::from_ref(id)),
        Edit::Rename { id, .. } => {
            let name = id.0.last_key().unwrap_or_default();
            Err(EditError::Refused(format!(
                "`{name}` gets its name from its definition: rename the definition"
            )))
        }
        Edit::Add { template, name, .. } if template == NEW_TYPE => {
            let base_name = name.as_deref().unwrap_or("my.datatypes.New");
            let (section, name) = grammar::TYPE_SECTION.new_name(&service.document, base_name);
            typed().insert(&section, &name)
        }
        Edit::Add { template, name, .. }
            if let Some(plan) = workflow::add(service, &form(service), template, name.as_deref()) =>
        {
            plan
        }
        Edit::Add { template, name, on, .. } => {
            add::plan(&PlanContext::new(service), template, name.as_deref(), on)
        }
        Edit::Connect { from, to } => {
            service.accepts(from, to)?;
            if workflow::around(&from.node.0).is_some() {
                return workflow::connect(service, &form(service), from, to);
            }
            if value_flow::is_value(from) || value_flow::is_value(to) {
                return values::connect(&PlanContext::new(service), from, to);
            }
            if from.node.0.is_empty() || to.node.0.is_empty() {
                return boundary::map(service, from, to);
            }
            connect::plan(&PlanContext::new(service), from, to)
        }
        Edit::MakeInput { of, key } => promote::make_input(&PlanContext::new(service), of, key),
        Edit::Expose { of, key } => promote::expose(&PlanContext::new(service), of, key),
        Edit::Inline { at } => inline::plan(service, &at.0),
        Edit::Attach { to, ids } => attach::attach(&PlanContext::new(service), to, ids),
        Edit::Detach { from, ids } => attach::detach(&PlanContext::new(service), from, ids),
        Edit::View { .. } => Err(EditError::Refused("unsupported edit: TOSCA has only diagrams".to_owned())),
        // Comments are the same in every language: the analysis plans them.
        Edit::Note { .. } => Err(EditError::unsupported()),
        // A service template stores no positions.
        Edit::Place { .. } => Ok(Plan::default()),
    }
}

/// The error for a place whose value is written elsewhere: it has to be separated first.
fn shared(path: Path, value: Node<'_>) -> EditError {
    let anchor = value.source().strip_prefix('*').unwrap_or_default().to_owned();
    EditError::Patch(PatchError::Shared { path, anchor })
}

/// Form with fields from the tables only.
pub(super) fn form(service: &ServiceTemplate) -> Form<'_> {
    Form {
        document: &service.document,
        table: &grammar::SERVICE,
        profiles: service.version,
        fresh: &|named, _| fresh(named),
        slots: None,
    }
}

/// Initial value of a new entry: the root of its types, and required keys.
fn fresh(named: &'static NamedEntries) -> Option<Value> {
    let says = |key: &str, text: &str| Some(Value::map([(key, Value::text(text))]));
    static TYPES: &[(&NameKind, &str)] = &[
        (&kind::ARTIFACT_TYPE, "tosca.artifacts.Root"),
        (&kind::DATA_TYPE, "tosca.datatypes.Root"),
        (&kind::CAPABILITY_TYPE, "tosca.capabilities.Root"),
        (&kind::INTERFACE_TYPE, "tosca.interfaces.Root"),
        (&kind::RELATIONSHIP_TYPE, "tosca.relationships.Root"),
        (&kind::NODE_TYPE, "tosca.nodes.Root"),
        (&kind::GROUP_TYPE, "tosca.groups.Root"),
        (&kind::POLICY_TYPE, "tosca.policies.Root"),
    ];
    static THINGS: &[(&NameKind, &str)] = &[
        (&kind::PROPERTY, "string"),
        (&kind::ATTRIBUTE, "string"),
        (&kind::INPUT, "string"),
        (&kind::NODE_TEMPLATE, "tosca.nodes.Root"),
        (&kind::RELATIONSHIP_TEMPLATE, "tosca.relationships.DependsOn"),
        (&kind::GROUP, "tosca.groups.Root"),
        (&kind::POLICY, "tosca.policies.Root"),
        (&kind::CAPABILITY, "tosca.capabilities.Node"),
    ];
    let of = |all: &[(&NameKind, &'static str)]| {
        all.iter().find(|(kind, _)| **kind == *named.kind).map(|(_, name)| *name)
    };
    if let Some(root) = of(TYPES) {
        return says("derived_from", root);
    }
    if let Some(name) = of(THINGS) {
        return says("type", name);
    }
    (*named.kind == kind::OUTPUT).then(|| Value::map([("value", Value::text(""))]))
}

/// Removes elements, and the requirements, members and targets that reference them. Other references stay and are reported. A requirement with more
/// keys than its target becomes open and keeps the rest.
fn remove(service: &ServiceTemplate, ids: &[Id]) -> Result<Plan, EditError> {
    let mut gone = BTreeSet::new();
    for id in ids {
        if id.0.is_empty() {
            return Err(EditError::Refused("cannot remove the document itself".to_owned()));
        }
        if service.document.get(&id.0).is_none() {
            return Err(EditError::NotFound(id.clone()));
        }
        gone.extend(loosened(service, &id.0).unwrap_or_else(|| vec![item_of(&id.0)]));
        let declared = service.names.declared_at(&id.0);
        let references = declared.into_iter().flat_map(|at| service.names.references_to(at));
        let items =
            references.filter_map(|at| item_around(&service.names.references[at].at(&service.document)));
        gone.extend(items.flat_map(|at| {
            let in_item = |item: yaml::Node<'_>| Some(item.entries().next()?.key.path());
            let assigned = match at.last() {
                Some(Step::Index(_)) => service.document.get(&at).and_then(in_item),
                _ => Some(at.clone()),
            };
            assigned.and_then(|assigned| loosened(service, &assigned)).unwrap_or_else(|| vec![at])
        }));
    }
    // A removal inside another removal is redundant.
    let mut kept: Vec<Path> = Vec::new();
    for path in gone {
        if !kept.last().is_some_and(|above| path.starts_with(above)) {
            kept.push(path);
        }
    }
    // Empty lists and mappings are removed too.
    let prune = |path: &Path| {
        let above = path.len().checked_sub(2).and_then(|above| path.key_at(above));
        let is_group = path.len() == 3 && above == Some("groups");
        matches!(path.last(), Some(Step::Index(_))) || above == Some("requirements") || is_group
    };
    let ops = kept.into_iter().map(|at| Op::Remove { prune: prune(&at), at }).collect();
    Ok(Plan { ops, focus: None })
}

/// Keys of a requirement that name its target; `None` if it has no other keys, or is not a requirement.
fn loosened(service: &ServiceTemplate, at: &Path) -> Option<Vec<Path>> {
    // The entry is in a list item or directly in the mapping.
    let above = at.parent()?;
    let list = if matches!(above.last(), Some(Step::Index(_))) { above.parent()? } else { above };
    if list.last_key() != Some("requirements") || list.key_at(1) != Some("node_templates") || list.len() != 4
    {
        return None;
    }
    let node = service.document.get(at).filter(|node| node.is_mapping())?;
    let rest = |key: &str| !matches!(key, "node" | "capability");
    let says_more = node.entries().any(|entry| entry.key.as_str().is_some_and(|key| rest(&key)));
    node.entry("node").filter(|_| says_more)?;
    // A capability type stays; the name of a capability of the removed node does not.
    let word = node.get("capability").and_then(yaml::Node::as_str);
    let is_name =
        word.is_some_and(|word| service.service().find(TypeKind::Capability, &word).found().is_none());
    Some(std::iter::once("node").chain(is_name.then_some("capability")).map(|key| at.key(key)).collect())
}

/// The list item of a requirement or policy, otherwise the entry itself.
fn item_of(path: &Path) -> Path {
    match path.parent() {
        Some(above) if matches!(above.last(), Some(Step::Index(_))) => above,
        _ => path.clone(),
    }
}

/// The enclosing requirement or list item of a reference.
fn item_around(at: &Path) -> Option<Path> {
    let list = (0..at.len()).rev().find(|depth| {
        matches!(
            at.key_at(*depth),
            Some("requirements" | "members" | "targets" | "on_success" | "on_failure")
        ) && depth + 1 < at.len()
    })?;
    let is_item = matches!(at.steps()[list + 1], Step::Index(_));
    let below = at.len() - list - 2;
    let is_reference = match (at.key_at(list)?, is_item) {
        // `- host: web`, or its `node`; and the same in a mapping.
        ("requirements", true) => below == 1 || below == 2 && at.last_key() == Some("node"),
        ("requirements", false) => below == 0 || below == 1 && at.last_key() == Some("node"),
        (_, is_item) => is_item && below == 0,
    };
    is_reference.then(|| at.prefix(list + 2))
}
