//! Lowers a document to the service template model. Malformed parts are skipped; the grammar reports them.

mod interfaces;

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::interface::InterfaceSchemas;
use crate::model::{
    Group, NodeTemplate, Parameter, Policy, RelationshipTemplate, Requirement, Service, Step, Substitution,
    Topology, Workflow,
};
use crate::package::Package;
use crate::suggestions::Suggestions;
use crate::types::{FileId, Lookup, ScalarText, Section, Sections, TypeKind, TypeScope, named};
use crate::value::FieldCache;
use limn_language::dialect::Source;
use limn_yaml::{Entry, Node};

use interfaces::interfaces;
pub(crate) use interfaces::relationship_of;

pub(crate) fn read<'d>(source: &Source<'d>) -> Service<'d> {
    let document: &'d limn_yaml::Document = source.document;
    let root = document.root().map(Node::resolve);
    let type_scope = TypeScope::new(source.file, document, source.library, source.profile.bits);
    let topology = root
        .and_then(|root| root.get("topology_template"))
        .map(Node::resolve)
        .filter(|node| node.is_mapping())
        .map(|node| topology(node, &type_scope));
    let interfaces = interfaces(&type_scope, topology.as_ref());
    Service {
        file: source.file,
        document,
        version: source.profile.bits,
        root,
        type_scope,
        library: source.library,
        files: &source.library.files,
        package: Package::of(source.library),
        repositories: root.into_iter().flat_map(|root| named(root, "repositories")).collect(),
        topology,
        fields: FieldCache::default(),
        interfaces,
        interface_schemas: InterfaceSchemas::default(),
        suggestions: Suggestions::default(),
        matching: OnceCell::new(),
        name_index: OnceCell::new(),
        full_name_index: OnceCell::new(),
        expressions: OnceCell::new(),
    }
}

fn topology<'d>(node: Node<'d>, type_scope: &TypeScope<'d>) -> Topology<'d> {
    let node_templates = node_templates(node, type_scope);
    let relationship_templates = relationship_templates(node, type_scope);
    let groups: Vec<Group<'d>> = things(node, "groups")
        .map(|(name, entry, node)| {
            let (type_name, type_id) = typed(node, TypeKind::Group, type_scope);
            Group {
                name,
                key: entry.key,
                node,
                type_name,
                type_id,
                members: ScalarText::list(node, "members"),
            }
        })
        .collect();
    let index = crate::model::index(node_templates.iter().map(|template| &template.name));
    let relationship_index =
        crate::model::index(relationship_templates.iter().map(|template| &template.name));
    let group_index = crate::model::index(groups.iter().map(|group| &group.name));
    Topology {
        node,
        inputs: parameters(node, "inputs"),
        outputs: parameters(node, "outputs"),
        node_templates,
        relationship_templates,
        groups,
        policies: things(node, "policies")
            .map(|(name, entry, node)| policy(name, entry, node, type_scope))
            .collect(),
        workflows: things(node, "workflows").map(|(name, entry, node)| workflow(name, entry, node)).collect(),
        substitution: node
            .get("substitution_mappings")
            .map(Node::resolve)
            .filter(|node| node.is_mapping())
            .map(|node| substitution(node, type_scope)),
        index,
        relationship_index,
        group_index,
        input_index: OnceCell::new(),
        output_index: OnceCell::new(),
        workflow_index: OnceCell::new(),
    }
}

/// Named entries of a section: name, entry and value.
fn things<'d>(node: Node<'d>, section: &str) -> impl Iterator<Item = (Cow<'d, str>, Entry<'d>, Node<'d>)> {
    named(node, section).filter_map(|entry| Some((entry.key.as_str()?, entry, entry.value.resolve())))
}

fn parameters<'d>(node: Node<'d>, section: &str) -> Vec<Parameter<'d>> {
    things(node, section).map(|(name, entry, node)| Parameter { name, key: entry.key, node }).collect()
}

fn node_templates<'d>(node: Node<'d>, type_scope: &TypeScope<'d>) -> Vec<NodeTemplate<'d>> {
    let count = node.get("node_templates").map_or(0, |section| section.entries().len());
    let mut templates: Vec<NodeTemplate<'d>> = Vec::with_capacity(count);
    templates.extend(things(node, "node_templates").map(|(name, entry, node)| {
        let (type_name, type_id) = typed(node, TypeKind::Node, type_scope);
        let sections = Sections::of(node);
        let requirements = sections.named(Section::Requirements);
        let mut requirements: Vec<_> = requirements
            .filter_map(|entry| Some(requirement(entry.key.as_str()?, entry, entry.value.resolve())))
            .collect();
        // Most templates have one or two requirements, and there can be many templates.
        requirements.shrink_to_fit();
        NodeTemplate {
            name,
            key: entry.key,
            node,
            sections,
            type_name,
            type_id,
            directives: ScalarText::list(node, "directives"),
            copy: ScalarText::at(node, "copy"),
            requirements,
        }
    }));
    // A copy has the type of its source.
    let copies = templates.iter().any(|template| template.copy.is_some());
    let names = if copies { templates.as_slice() } else { &[] };
    let index = crate::model::index(names.iter().map(|template| &template.name));
    for at in 0..templates.len() {
        let Some(copy) = templates[at].copy.as_ref().filter(|_| templates[at].type_name.is_none()) else {
            continue;
        };
        let Some(from) = index.get(&copy.text).map(|from| &templates[*from]) else { continue };
        let (type_name, type_id) = (from.type_name.clone(), from.type_id);
        templates[at].type_name = type_name;
        templates[at].type_id = type_id;
    }
    templates
}

fn requirement<'d>(name: Cow<'d, str>, entry: Entry<'d>, node: Node<'d>) -> Requirement<'d> {
    let relationship = node.get("relationship").map(Node::resolve);
    let relationship_node = relationship.filter(|node| node.is_mapping());
    Requirement {
        name,
        key: entry.key,
        node,
        target: if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "node") },
        capability: ScalarText::at(node, "capability"),
        relationship: match relationship_node {
            Some(long) => ScalarText::at(long, "type"),
            None => relationship.and_then(ScalarText::of),
        },
        relationship_node,
        filter: node.get("node_filter").map(Node::resolve),
        occurrences: node.get("occurrences").map(Node::resolve),
    }
}

fn relationship_templates<'d>(node: Node<'d>, type_scope: &TypeScope<'d>) -> Vec<RelationshipTemplate<'d>> {
    let mut templates: Vec<RelationshipTemplate<'d>> = things(node, "relationship_templates")
        .map(|(name, entry, node)| {
            let (type_name, type_id) = typed(node, TypeKind::Relationship, type_scope);
            RelationshipTemplate {
                name,
                key: entry.key,
                node,
                sections: Sections::of(node),
                type_name,
                type_id,
                copy: ScalarText::at(node, "copy"),
            }
        })
        .collect();
    for at in 0..templates.len() {
        let Some(copy) = templates[at].copy.as_ref().filter(|_| templates[at].type_name.is_none()) else {
            continue;
        };
        let Some(from) = templates.iter().find(|template| template.name == copy.text) else { continue };
        let (type_name, type_id) = (from.type_name.clone(), from.type_id);
        templates[at].type_name = type_name;
        templates[at].type_id = type_id;
    }
    templates
}

fn policy<'d>(
    name: Cow<'d, str>,
    entry: Entry<'d>,
    node: Node<'d>,
    type_scope: &TypeScope<'d>,
) -> Policy<'d> {
    let (type_name, type_id) = typed(node, TypeKind::Policy, type_scope);
    Policy {
        name,
        key: entry.key,
        node,
        type_name,
        type_id,
        targets: ScalarText::list(node, "targets"),
        triggers: named(node, "triggers").collect(),
    }
}

fn workflow<'d>(name: Cow<'d, str>, entry: Entry<'d>, node: Node<'d>) -> Workflow<'d> {
    Workflow {
        name,
        key: entry.key,
        node,
        inputs: parameters(node, "inputs"),
        preconditions: items(node, "preconditions"),
        steps: things(node, "steps").map(|(name, entry, node)| step(name, entry, node)).collect(),
    }
}

fn step<'d>(name: Cow<'d, str>, entry: Entry<'d>, node: Node<'d>) -> Step<'d> {
    Step {
        name,
        key: entry.key,
        node,
        target: ScalarText::at(node, "target"),
        target_relationship: ScalarText::at(node, "target_relationship"),
        operation_host: ScalarText::at(node, "operation_host"),
        activities: items(node, "activities"),
        on_success: ScalarText::list(node, "on_success"),
        on_failure: ScalarText::list(node, "on_failure"),
    }
}

fn substitution<'d>(node: Node<'d>, type_scope: &TypeScope<'d>) -> Substitution<'d> {
    let type_name = ScalarText::at(node, "node_type");
    let type_id = match &type_name {
        Some(name) => type_scope.find(TypeKind::Node, &name.text, FileId::OWN),
        None => Lookup::Undetermined,
    };
    Substitution {
        node,
        type_name,
        type_id,
        properties: named(node, "properties").collect(),
        attributes: named(node, "attributes").collect(),
        capabilities: named(node, "capabilities").collect(),
        requirements: named(node, "requirements").collect(),
        interfaces: named(node, "interfaces").collect(),
    }
}

fn typed<'d>(node: Node<'d>, kind: TypeKind, type_scope: &TypeScope<'d>) -> (Option<ScalarText<'d>>, Lookup) {
    match ScalarText::at(node, "type") {
        Some(name) => {
            let id = type_scope.find(kind, &name.text, FileId::OWN);
            (Some(name), id)
        }
        None => (None, Lookup::Undetermined),
    }
}

fn items<'d>(node: Node<'d>, key: &str) -> Vec<Node<'d>> {
    node.get(key).map(Node::resolve).into_iter().flat_map(|list| list.items().map(Node::resolve)).collect()
}
