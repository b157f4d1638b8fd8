//! Clusters, and the policies that scale them. A cluster whose members are of a type of TOSCA becomes a node of that type, and its size that of the
//! capability `scalable`, if the type has one. Clusters of other members stay, with their policies.

use super::super::fields::{ENTITY_SPEC, MEMBER};
use super::super::graph::cluster::{Bounds, bounds};
use super::lift::lift;
use super::value::copied;
use super::{Converter, entry_range, note};
use limn_language::dialect::{ConversionEffect, ConversionNote};
use limn_language::message;
use limn_tosca::model::{NodeTemplate, Policy, Service};
use limn_tosca::types::{Lookup, ScalarText, Section, TypeId, TypeKind};
use limn_yaml::{Node, Op, Path, Placement, Value};

/// The names of the type of clusters.
const CLUSTERS: [&str; 2] =
    ["tosca.entity.DynamicCluster", "org.apache.brooklyn.entity.group.DynamicCluster"];
pub(super) const SCALING: &str = "tosca.policies.Scaling";
const SCALABLE: &str = "tosca.capabilities.Scalable";
const SIZE: &str = "cluster.initial.size";
const CONFIG: &str = "brooklyn.config";
/// Prefixes of types that only AMP has.
const OF_AMP: [&str; 3] = ["tosca.entity.", "brooklyn.", "org.apache.brooklyn."];
/// Settings of AMP's scaling policy, with the properties of `tosca.capabilities.Scalable` that have their meaning.
const SETTINGS: [(&str, Option<&str>); 7] = [
    ("metric", None),
    ("metricLowerBound", None),
    ("metricUpperBound", None),
    ("minPoolSize", Some("min_instances")),
    ("maxPoolSize", Some("max_instances")),
    ("resizeUpStabilizationDelay", None),
    ("resizeDownStabilizationDelay", None),
];

pub(super) fn convert(it: &mut Converter<'_, '_>) {
    let service = it.service;
    let Some(topology) = &service.topology else { return };
    let bounds = bounds(topology);
    for template in topology.node_templates.iter().filter(|template| service.is_own(template.key)) {
        match Cluster::of(service, template) {
            Some(cluster) => cluster.convert(it, bounds.get(&*template.name)),
            None => configuration(it, template),
        }
    }
    for policy in topology.policies.iter().filter(|policy| service.is_own(policy.node)) {
        settings(it, policy);
    }
}

/// A cluster that can become a node.
struct Cluster<'s, 'd> {
    template: &'s NodeTemplate<'d>,
    /// The names of its type and of its members' type.
    word: &'s ScalarText<'d>,
    member: ScalarText<'d>,
    member_type: TypeId,
    /// The value of `dynamiccluster.memberspec`, and the specification in it.
    entry: Node<'d>,
    specification: Node<'d>,
}

/// Returns true for a cluster that becomes a node in this round.
pub(super) fn is_converted(service: &Service<'_>, name: &str) -> bool {
    service.node_template(name).is_some_and(|template| Cluster::of(service, template).is_some())
}

/// Returns true for a cluster, converted or not.
pub(super) fn is_cluster(service: &Service<'_>, name: &str) -> bool {
    let type_name = service.node_template(name).and_then(|template| template.type_name.as_ref());
    type_name.is_some_and(|word| CLUSTERS.contains(&&*word.text))
}

impl<'s, 'd> Cluster<'s, 'd> {
    fn of(service: &Service<'d>, template: &'s NodeTemplate<'d>) -> Option<Cluster<'s, 'd>> {
        let word = template.type_name.as_ref().filter(|word| CLUSTERS.contains(&&*word.text))?;
        let entry = template.sections.get(Section::Properties)?.get(MEMBER)?;
        let specification = entry.resolve().get(ENTITY_SPEC)?.resolve();
        let member = match specification.is_scalar() {
            true => ScalarText::of(specification)?,
            false => ScalarText::at(specification, "type")?,
        };
        let member_type = service.find(TypeKind::Node, &member.text).found()?;
        let effective = service.type_scope.effective(member_type);
        let is_of_amp =
            |id: &TypeId| OF_AMP.iter().any(|prefix| service.type_scope.get(*id).name.starts_with(prefix));
        let is_plain = template.copy.is_none()
            && [entry, specification, word.node].iter().all(|node| service.is_own(*node));
        let config = specification.get(CONFIG).map(Node::resolve).filter(|config| config.entries().len() > 0);
        let is_movable = || {
            config
                .is_none_or(|config| entry.parent().is_some_and(|outer| lift(outer, entry, config).is_some()))
        };
        (is_plain && effective.complete && !effective.ancestry.iter().any(is_of_amp) && is_movable())
            .then_some(Cluster { template, word, member, member_type, entry, specification })
    }

    fn convert(&self, it: &mut Converter<'_, 'd>, bounds: Option<&Bounds<'d>>) {
        let name = &*self.member.text;
        let mut change = Change::default();
        change.ops.push(Op::Replace { at: self.word.node.path(), value: Value::text(name) });
        change.note(self.word.node, ConversionEffect::Changed, format!("cluster to a node of type `{name}`"));
        self.size(it.service, bounds, &mut change);
        self.specification(it.service, &mut change);
        let properties = self.entry.parent().unwrap_or(self.entry);
        if it.claim(self.word.node.range()) && it.claim(entry_range(properties)) {
            it.push(change.ops, change.notes);
        }
    }

    /// The initial size and the bounds, as properties of the capability.
    fn size(&self, service: &Service<'d>, bounds: Option<&Bounds<'d>>, change: &mut Change) {
        let initial =
            self.template.sections.get(Section::Properties).and_then(|properties| properties.get(SIZE));
        let capability = scalable(service, self.member_type);
        if let Some(initial) = initial {
            change.ops.push(Op::Remove { at: initial.path(), prune: true });
            match &capability {
                Some(_) => {
                    let message = format!("`{SIZE}` to `default_instances`");
                    change.note(initial, ConversionEffect::Changed, message);
                }
                None => {
                    let message = format!(
                        "`{SIZE}`: type `{}` has no capability of type `{SCALABLE}`",
                        self.member.text
                    );
                    change.note(initial, ConversionEffect::Removed, message);
                }
            }
        }
        let Some(capability) = capability else { return };
        let initial = initial.map(Node::resolve);
        let minimum = bounds.and_then(|bounds| bounds.minimum);
        let minimum = minimum.or(initial.filter(|initial| initial.as_str().is_some_and(|text| text == "0")));
        let maximum = bounds.and_then(|bounds| bounds.maximum).or(initial);
        let values = [("min_instances", minimum), ("max_instances", maximum), ("default_instances", initial)];
        let into = self.template.node.path().join(&Path::keys(["capabilities", &capability, "properties"]));
        for (key, value) in values {
            let Some(value) = value.and_then(copied) else { continue };
            change.ops.push(Op::Insert {
                into: into.clone(),
                key: key.to_owned(),
                value,
                placement: Placement::Last,
            });
        }
    }

    /// Specification of the members, except the properties of their type: those move to the node in the next round.
    fn specification(&self, service: &Service<'d>, change: &mut Change) {
        let effective = service.type_scope.effective(self.member_type);
        let (mut removed, mut has_properties) = (Vec::new(), false);
        for entry in self.specification.entries() {
            let key = entry.key.as_str().unwrap_or_default();
            match &*key {
                CONFIG => {
                    for property in entry.value.resolve().entries() {
                        let name = property.key.as_str().unwrap_or_default();
                        if effective.properties().get(&name).is_some() {
                            has_properties = true;
                        } else {
                            let message =
                                message::unknown_on("property", &name, "node type", &self.member.text);
                            removed.push((property.value, message));
                        }
                    }
                }
                "type" => removed.push((entry.value, String::new())),
                key => removed.push((entry.value, format!("`{key}` of the members"))),
            }
        }
        if !has_properties {
            change.ops.push(Op::Remove { at: self.entry.path(), prune: true });
            change.note(
                self.entry,
                ConversionEffect::Changed,
                format!("members of type `{}`", self.member.text),
            );
        }
        for (node, message) in removed {
            if has_properties {
                change.ops.push(Op::Remove { at: node.path(), prune: false });
            }
            match message.is_empty() {
                true => change.note(
                    node,
                    ConversionEffect::Changed,
                    "the type of the members is that of the node",
                ),
                false => change.note(node, ConversionEffect::Removed, message),
            }
        }
    }
}

#[derive(Default)]
struct Change {
    ops: Vec<Op>,
    notes: Vec<ConversionNote>,
}

impl Change {
    fn note(&mut self, node: Node<'_>, effect: ConversionEffect, message: impl Into<String>) {
        self.notes.push(note(node.path(), effect, message));
    }
}

/// The capability of a type that says how many instances there are.
fn scalable(service: &Service<'_>, node_type: TypeId) -> Option<String> {
    let type_scope = &service.type_scope;
    let known = type_scope.normative(TypeKind::Capability, SCALABLE)?;
    let capabilities = type_scope.effective(node_type).capabilities();
    let found = capabilities.iter().find(|definition| {
        let of_type = type_scope.type_of(definition, TypeKind::Capability).and_then(Lookup::found);
        of_type.is_some_and(|id| type_scope.derives(id, known) == Some(true))
    });
    found.map(|definition| definition.name.to_string())
}

/// The configuration of what was a cluster: properties of the node.
fn configuration(it: &mut Converter<'_, '_>, template: &NodeTemplate<'_>) {
    let Some(properties) = template.sections.get(Section::Properties).map(Node::resolve) else { return };
    let Some(entry) = properties.get(MEMBER).filter(|entry| it.service.is_own(*entry)) else { return };
    let inner =
        |node: Node<'_>, key: &str| (node.entries().len() == 1).then(|| node.get(key)).flatten().is_some();
    if is_cluster(it.service, &template.name) || !inner(entry, ENTITY_SPEC) {
        return;
    }
    let Some(specification) = entry.get(ENTITY_SPEC).filter(|node| inner(*node, CONFIG)) else { return };
    let Some(config) = specification.get(CONFIG) else { return };
    let done = "configuration of the members to properties";
    it.lift((properties, entry, config), done, "configuration of the members");
}

/// The settings of a policy that scales nodes: TOSCA's type has no properties.
fn settings(it: &mut Converter<'_, '_>, policy: &Policy<'_>) {
    let service = it.service;
    let is_scaling = policy.type_name.as_ref().is_some_and(|word| word.text == SCALING);
    // The settings of a cluster are needed as long as it is one.
    if !is_scaling || policy.targets.iter().any(|target| is_cluster(service, &target.text)) {
        return;
    }
    let Some(properties) = policy.node.get("properties").map(Node::resolve) else { return };
    let mut change = Change::default();
    for (key, equivalent) in SETTINGS {
        let Some(node) = properties.get(key).filter(|node| service.is_own(*node)) else { continue };
        change.ops.push(Op::Remove { at: node.path(), prune: true });
        setting(service, policy, (key, equivalent, node), &mut change);
    }
    if !change.ops.is_empty() && it.claim(entry_range(properties)) {
        it.push(change.ops, change.notes);
    }
}

fn setting(
    service: &Service<'_>,
    policy: &Policy<'_>,
    (key, equivalent, node): (&str, Option<&str>, Node<'_>),
    change: &mut Change,
) {
    let mut targets = policy.targets.iter().filter_map(|target| service.node_template(&target.text));
    let has_it = |template: &&NodeTemplate<'_>| {
        let name = template.type_id.found().and_then(|id| scalable(service, id));
        let properties = name.and_then(|name| {
            template.node.get("capabilities")?.resolve().get(&name)?.resolve().get("properties")
        });
        properties
            .is_some_and(|properties| equivalent.is_some_and(|key| properties.resolve().get(key).is_some()))
    };
    match (equivalent, targets.find(has_it)) {
        (Some(equivalent), Some(target)) => {
            let message = format!("`{key}` to `{equivalent}` of `{}`", target.name);
            change.note(node, ConversionEffect::Changed, message);
        }
        _ => change.note(node, ConversionEffect::Removed, format!("`{key}`: `{SCALING}` has no properties")),
    }
}
