//! Palette of a service template: types as derivation trees, and untyped parts of the topology. Lists the items and those that match the end of an
//! edge; the `plan` module writes them.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::V1_0;
use super::graph::icon::{family, of_policy};
use super::graph::short_type;
use super::matching::{
    Lineage, NodeSignature, Overrides, RelationshipSignature, RequestedCapability, RequiredType, fit,
};
use super::model::Service;
use super::types::{FileId, Lookup, ScalarText, TypeId, TypeKind};
use crate::service_template::ServiceTemplate;
use limn_language::dialect::{PaletteEntry, TypeProfile, TypedEnd};
use limn_language::graph::{Icon, PortRef, Role};

const NODES: &str = "Nodes";
const TOPOLOGY: &str = "Inputs, outputs, workflows";
const GROUPS: &str = "Groups";
const POLICIES: &str = "Policies";
const RELATIONSHIPS: &str = "Relationship templates";
const TYPES: &str = "Custom types";

/// Kind of a palette item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaletteItem<'a> {
    /// A template of a type: a node, a relationship, a group or a policy.
    Typed(TypeKind, &'a str),
    Input,
    Output,
    Workflow,
    /// A new type.
    Type(TypeKind),
}

const TYPED: [(&str, TypeKind, &str, &str); 4] = [
    ("node", TypeKind::Node, "node_templates", NODES),
    ("group", TypeKind::Group, "groups", GROUPS),
    ("policy", TypeKind::Policy, "policies", POLICIES),
    ("relationship", TypeKind::Relationship, "relationship_templates", RELATIONSHIPS),
];

/// Parses the id of a palette item.
pub(super) fn parse(id: &str) -> Option<PaletteItem<'_>> {
    let (what, rest) = id.split_once(':').unwrap_or((id, ""));
    if let Some((_, kind, ..)) = TYPED.iter().find(|row| row.0 == what && !rest.is_empty()) {
        return Some(PaletteItem::Typed(*kind, rest));
    }
    match what {
        "input" => Some(PaletteItem::Input),
        "output" => Some(PaletteItem::Output),
        "workflow" => Some(PaletteItem::Workflow),
        "type" => TypeKind::ALL.into_iter().find(|kind| kind.section() == rest).map(PaletteItem::Type),
        _ => None,
    }
}

/// Item for a group without a special type.
pub(super) fn group() -> String {
    format!("group:{}Root", TypeKind::Group.space())
}

/// Section for templates of a type kind.
pub(super) fn section_of(kind: TypeKind) -> &'static str {
    TYPED.iter().find(|row| row.1 == kind).map_or("node_templates", |row| row.2)
}

/// Initial name of a new type.
pub(super) const fn new_name(kind: TypeKind) -> &'static str {
    match kind {
        TypeKind::Artifact => "NewArtifact",
        TypeKind::Data => "NewData",
        TypeKind::Capability => "NewCapability",
        TypeKind::Interface => "NewInterface",
        TypeKind::Relationship => "NewRelationship",
        TypeKind::Node => "NewNode",
        TypeKind::Group => "NewGroup",
        TypeKind::Policy => "NewPolicy",
    }
}

pub(super) fn palette(service: &Service<'_>) -> Vec<PaletteEntry> {
    let tree = |at: usize| {
        let (word, kind, _, group) = TYPED[at];
        tree(service, word, kind, group)
    };
    let mut all = tree(0);
    all.extend(parts(service));
    all.extend((1..TYPED.len()).flat_map(tree));
    let own = types();
    // A file without a topology is for types.
    if service.topology.is_none()
        && TypeKind::ALL.into_iter().any(|kind| service.own_types(kind).next().is_some())
    {
        return own.into_iter().chain(all).collect();
    }
    all.extend(own);
    all
}

fn parts(service: &Service<'_>) -> Vec<PaletteEntry> {
    let part = |id: &str, label, doc, icon| PaletteEntry::new(id, TOPOLOGY, label, doc, icon);
    let mut parts = vec![
        part("input", "Input", "A value provided at deployment.", Icon::Lock),
        part("output", "Output", "A value returned after deployment.", Icon::Metric),
    ];
    if service.version != V1_0 {
        parts.push(part("workflow", "Workflow", "A custom sequence of steps.", Icon::Operation));
    }
    parts
}

fn types() -> Vec<PaletteEntry> {
    let of = |kind: TypeKind| {
        let word = kind.word();
        let label = format!("{}{}", word[..1].to_uppercase(), &word[1..]);
        let doc = format!("{} derived from another type.", kind.with_article());
        let doc = doc.replacen('a', "A", 1);
        PaletteEntry::new(format!("type:{}", kind.section()), TYPES, label, doc, icon_of_kind(kind))
    };
    const ORDER: [TypeKind; 8] = [
        TypeKind::Node,
        TypeKind::Capability,
        TypeKind::Relationship,
        TypeKind::Data,
        TypeKind::Interface,
        TypeKind::Artifact,
        TypeKind::Group,
        TypeKind::Policy,
    ];
    ORDER.map(of).to_vec()
}

const fn icon_of_kind(kind: TypeKind) -> Icon {
    match kind {
        TypeKind::Node => Icon::Resource,
        TypeKind::Relationship | TypeKind::Capability => Icon::Relationship,
        TypeKind::Group => Icon::Cluster,
        TypeKind::Policy => Icon::Policy,
        TypeKind::Interface => Icon::Operation,
        TypeKind::Data => Icon::ForEach,
        TypeKind::Artifact => Icon::Storage,
    }
}

/// Types of a kind that the document can reference, with their names. Excludes the types of the TOSCA examples.
fn known(service: &Service<'_>, kind: TypeKind) -> BTreeMap<TypeId, String> {
    let type_scope = &service.type_scope;
    let mut known: BTreeMap<TypeId, String> = BTreeMap::new();
    for (name, _) in type_scope.names(kind) {
        let Lookup::Found(id) = type_scope.find(kind, &name, FileId::OWN) else { continue };
        // Prefer the declared name.
        if !type_scope.is_example(id) && (name == type_scope.get(id).name || !known.contains_key(&id)) {
            known.insert(id, name);
        }
    }
    known
}

/// Types of a kind in tree order: parents before children, workspace types before TOSCA types.
fn tree(service: &Service<'_>, word: &str, kind: TypeKind, group: &'static str) -> Vec<PaletteEntry> {
    let type_scope = &service.type_scope;
    let known = known(service, kind);
    let mut children: BTreeMap<Option<TypeId>, Vec<TypeId>> = BTreeMap::new();
    for id in known.keys() {
        let parent = type_scope
            .parent(*id)
            .and_then(Lookup::found)
            .filter(|parent| known.contains_key(parent) && parent != id);
        children.entry(parent).or_default().push(*id);
    }
    for list in children.values_mut() {
        list.sort_by_key(|id| (type_scope.is_normative(*id), short_type(&known[id]).to_lowercase()));
    }
    let hosted = type_scope
        .normative(TypeKind::Relationship, "tosca.relationships.HostedOn")
        .map(|id| RelationshipSignature::of(type_scope, id).valid_targets)
        .unwrap_or_default();
    let mut listed = Vec::new();
    let mut seen = BTreeSet::new();
    let roots = children.get(&None).cloned().unwrap_or_default();
    // A type in a derivation cycle has no root.
    let all = roots.into_iter().chain(known.keys().copied());
    for root in all {
        let mut open: Vec<(TypeId, Option<TypeId>)> = vec![(root, None)];
        while let Some((id, parent)) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let id_of = |id: &TypeId| format!("{word}:{}", known[id]);
            listed.push(PaletteEntry {
                parent: parent.as_ref().map(id_of),
                ..entry(service, id_of(&id), group, &known[&id], id, &hosted)
            });
            let below = children.get(&Some(id)).into_iter().flatten();
            open.extend(below.rev().map(|child| (*child, Some(id))));
        }
    }
    listed
}

/// `hosted`: the capability types that nodes can be hosted on.
fn entry(
    service: &Service<'_>,
    template: String,
    group: &'static str,
    name: &str,
    id: TypeId,
    hosted: &[RequiredType],
) -> PaletteEntry {
    let it = service.type_scope.get(id);
    let line = Lineage::of(&service.type_scope, id);
    let icon = match it.kind {
        TypeKind::Node => family(&line),
        TypeKind::Policy => of_policy(Some(&line)),
        kind => icon_of_kind(kind),
    };
    let description = ScalarText::at(it.node, "description").map(|word| word.text.trim().to_owned());
    let sentence = description.as_deref().map(first_sentence);
    let doc = sentence.map_or_else(|| format!("`{name}`"), |sentence| format!("`{name}`: {sentence}"));
    PaletteEntry {
        is_abstract: is_abstract(&it.name, it.kind),
        profile: TypeProfile {
            description: description.unwrap_or_default(),
            ..profile(service, &line, id, hosted)
        },
        ..PaletteEntry::new(template, group, short_type(name), doc, icon)
    }
}

/// Base types of a type, and the capabilities and requirements of a node type.
fn profile(service: &Service<'_>, line: &Lineage, id: TypeId, hosted: &[RequiredType]) -> TypeProfile {
    let type_scope = &service.type_scope;
    let name_of = |id: TypeId| type_scope.get(id).name.to_string();
    let chain = line.ids().map(name_of).collect();
    if type_scope.get(id).kind != TypeKind::Node {
        return TypeProfile { chain, ..TypeProfile::default() };
    }
    let short = |name: String| short_type(&name).to_owned();
    // Every type derives from the root of its kind.
    let types = |line: &Lineage| {
        let names = line.ids().enumerate().map(|(at, id)| (at, short(name_of(id))));
        names.filter(|(at, name)| *at == 0 || name != "Root").map(|(_, name)| name).collect::<Vec<_>>()
    };
    let signature = NodeSignature::of(type_scope, id);
    let hosts = signature.capabilities.iter().any(|capability| {
        let line = capability.line.as_ref();
        !hosted.is_empty() && line.is_some_and(|line| line.is_any(hosted) == Some(true))
    });
    let offers = signature.capabilities.into_iter().map(|capability| TypedEnd {
        types: capability.line.as_ref().map(types).unwrap_or_default(),
        name: capability.name,
    });
    let needs = signature.requirements.into_iter().map(|requirement| TypedEnd {
        types: requirement
            .capability
            .map(|kind| short(kind.name))
            .into_iter()
            .filter(|name| name != "Root")
            .collect(),
        name: requirement.name,
    });
    TypeProfile { chain, hosts, offers: offers.collect(), needs: needs.collect(), ..TypeProfile::default() }
}

/// Returns true for roots and types marked as abstract.
fn is_abstract(name: &str, kind: TypeKind) -> bool {
    name.strip_prefix(kind.space()).is_some_and(|short| short == "Root" || short.starts_with("Abstract."))
        || name.rsplit('.').next().is_some_and(|last| last.starts_with("Abstract"))
}

fn first_sentence(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.split_once(". ") {
        Some((first, _)) => format!("{first}."),
        None => text,
    }
}

/// Node types for the other end of an edge, best matches first.
pub(super) fn palette_for(template: &ServiceTemplate, wire: &PortRef) -> Option<Vec<PaletteEntry>> {
    // Value ports have no edges to create, and frame ports map to existing nodes.
    if wire.node.0.is_empty() || matches!(wire.role, Role::Input | Role::Output) {
        return Some(Vec::new());
    }
    let service = template.service();
    let at = *template.templates.get(&wire.node)?;
    let here = template.matching.kind(at)?;
    let nodes = |fits: &dyn Fn(&NodeSignature) -> Option<bool>| {
        let type_scope = &service.type_scope;
        let mut found: Vec<(bool, PaletteEntry)> = Vec::new();
        for it in tree(&service, TYPED[0].0, TypeKind::Node, NODES) {
            let Some(PaletteItem::Typed(_, name)) = parse(&it.id) else { continue };
            let Lookup::Found(id) = service.find(TypeKind::Node, name) else { continue };
            if it.is_abstract {
                continue;
            }
            if let Some(exact) = fits(&NodeSignature::of(type_scope, id)) {
                found.push((exact, PaletteEntry { parent: None, ..it }));
            }
        }
        found.sort_by_key(|ranked| !ranked.0);
        found.into_iter().map(|ranked| ranked.1).collect::<Vec<_>>()
    };
    match wire.role {
        Role::Requirement => {
            let need = here.requirement(&wire.port)?;
            let asked = need.node.as_ref().map(|required| required.name.as_str());
            Some(nodes(&|kind| {
                let fit = fit(here, need, kind, &Overrides::default());
                (fit.faults.is_empty() && !fit.capabilities.is_empty())
                    .then(|| asked == Some(kind.line.name.as_str()))
            }))
        }
        Role::Capability => {
            let offer = here.capability(&wire.port)?;
            let named = RequiredType { name: offer.name.clone(), found: Lookup::Unknown };
            let overrides = Overrides {
                capability: RequestedCapability::Named { name: offer.name.clone(), kind: named },
                relationship: None,
            };
            Some(nodes(&|kind| {
                let mut needs = kind
                    .requirements
                    .iter()
                    .filter(|need| fit(kind, need, here, &overrides).faults.is_empty());
                // Required before optional.
                needs.next().map(|need| need.least > 0)
            }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use expect_test::{Expect, expect};

    use limn_analysis::{Analysis, Choices, PaletteEntry};
    use limn_files::{Content, FilePath, Workspace};
    use limn_language::graph::{Id, PortRef, Role};
    use limn_yaml::Path;

    const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  shop.nodes.Front: {derived_from: tosca.nodes.WebApplication, description: What buyers see. And more.}
  shop.nodes.AbstractStore: {derived_from: tosca.nodes.Root}
  shop.nodes.Store: {derived_from: shop.nodes.AbstractStore}
  Round: {derived_from: About}
  About: {derived_from: Round}
  Lost: {derived_from: no.such.Type}
group_types:
  shop.groups.Zone: {derived_from: tosca.groups.Root}
";

    fn analysis(text: &str) -> (Analysis, FilePath) {
        let (main, types) = (FilePath::new("service.yaml").unwrap(), FilePath::new("types.yaml").unwrap());
        let mut workspace = Workspace::default();
        workspace.files.insert(main.clone(), Content::Text(text.into()));
        workspace.files.insert(types, Content::Text(TYPES.into()));
        (Analysis::of(&workspace, &Choices::default(), &Analysis::default()), main)
    }

    fn summary(templates: &[PaletteEntry], group: &str) -> String {
        let mut depths: BTreeMap<&str, usize> = BTreeMap::new();
        let mut text = String::new();
        for it in templates.iter().filter(|entry| entry.group == group) {
            let depth = it.parent.as_ref().map_or(0, |parent| depths[parent.as_str()] + 1);
            depths.insert(&it.id, depth);
            let mark = if it.is_abstract { " (abstract)" } else { "" };
            text.push_str(&format!("{}{}{mark} {}\n", "  ".repeat(depth), it.label, it.id));
        }
        text
    }

    const MAIN: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_prefix: s}
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer}
    front: {type: 's:shop.nodes.Front'}
";

    #[test]
    fn types_are_trees_by_derivation() {
        let (analysis, file) = analysis(MAIN);
        let all = analysis.file(&file).unwrap().palette();
        expect![[r#"
            Lost node:s:Lost
            Root (abstract) node:tosca.nodes.Root
              AbstractStore (abstract) node:s:shop.nodes.AbstractStore
                Store node:s:shop.nodes.Store
              Abstract.Compute (abstract) node:tosca.nodes.Abstract.Compute
                Compute node:tosca.nodes.Compute
              Abstract.Storage (abstract) node:tosca.nodes.Abstract.Storage
                Storage.BlockStorage node:tosca.nodes.Storage.BlockStorage
                Storage.ObjectStorage node:tosca.nodes.Storage.ObjectStorage
              Container.Application node:tosca.nodes.Container.Application
              Database node:tosca.nodes.Database
              LoadBalancer node:tosca.nodes.LoadBalancer
              Network node:tosca.nodes.network.Network
              Port node:tosca.nodes.network.Port
              SoftwareComponent node:tosca.nodes.SoftwareComponent
                Container.Runtime node:tosca.nodes.Container.Runtime
                DBMS node:tosca.nodes.DBMS
                WebServer node:tosca.nodes.WebServer
              WebApplication node:tosca.nodes.WebApplication
                Front node:s:shop.nodes.Front
            Round node:s:Round
              About node:s:About
        "#]]
        .assert_eq(&summary(&all, super::NODES));
        expect![[r#"
            Root (abstract) group:tosca.groups.Root
              Zone group:s:shop.groups.Zone
        "#]]
        .assert_eq(&summary(&all, super::GROUPS));
        let front = all.iter().find(|entry| entry.label == "Front").unwrap();
        assert_eq!(front.doc, "`s:shop.nodes.Front`: What buyers see.");
        assert!(
            all.iter().any(|entry| entry.id == "input")
                && all.iter().any(|entry| entry.id == "type:node_types")
        );
        let types = FilePath::new("types.yaml").unwrap();
        assert_eq!(analysis.file(&types).unwrap().palette()[0].group, super::TYPES);
    }

    #[track_caller]
    fn check_for(role: Role, node: &str, port: &str, expected: Expect) {
        let (analysis, file) = analysis(MAIN);
        let node = Id(Path::keys(["topology_template", "node_templates", node]));
        let wire = PortRef { node, role, port: port.to_owned() };
        let found = analysis.file(&file).unwrap().palette_for(&wire);
        let labels: Vec<&str> = found.iter().map(|entry| entry.label.as_str()).collect();
        expected.assert_eq(&labels.join(", "));
    }

    #[test]
    fn a_wire_is_offered_what_fits_its_end() {
        check_for(Role::Requirement, "web", "host", expect!["Compute"]);
        check_for(Role::Requirement, "front", "host", expect!["WebServer"]);
        check_for(Role::Capability, "web", "host", expect!["WebApplication, Front"]);
    }
}
