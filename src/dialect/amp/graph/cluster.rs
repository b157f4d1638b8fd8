//! Clusters: their sizes, and the member that they are made of, drawn inside them.

use std::collections::BTreeMap;
use std::iter::repeat;

use super::{CLUSTER, Canvas, INITIALIZER, is_a, short};
use crate::fields::{ENTITY_SPEC, MEMBER};
use limn_language::graph::{Icon, Id, Look, Multiplicity, Node};
use limn_tosca::model::{NodeTemplate, Topology};
use limn_tosca::types::Section;
use limn_yaml as yaml;

/// Bounds of the size of a cluster, as a scaling policy sets them.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'d> {
    pub(crate) minimum: Option<yaml::Node<'d>>,
    pub(crate) maximum: Option<yaml::Node<'d>>,
}

impl Canvas<'_, '_> {
    pub(super) fn clusters(&mut self) {
        let bounds = bounds(self.topology);
        for template in &self.topology.node_templates {
            if !is_a(self.service, template, CLUSTER) {
                continue;
            }
            let multiplicity = multiplicity(template, bounds.get(&*template.name));
            let member = member(template);
            let Some(node) = self.node(template) else { continue };
            node.icon = Icon::Cluster;
            node.multiplicity = multiplicity;
            let host = node.id.clone();
            if let Some((id, name, type_name)) = member {
                self.graph.nodes.push(Node {
                    id,
                    look: Look::Dashed,
                    icon: Icon::Software,
                    label: name.unwrap_or_else(|| "member".to_owned()),
                    caption: short(&type_name).to_owned(),
                    role: "member of a cluster",
                    multiplicity: Multiplicity::One,
                    badges: Vec::new(),
                    ports: Vec::new(),
                    host: Some(host),
                });
            }
        }
    }
}

/// By the name of a cluster: the bounds of the first policy that scales it, TOSCA's or one that a group attaches.
pub(crate) fn bounds<'s, 'd>(topology: &'s Topology<'d>) -> BTreeMap<&'s str, Bounds<'d>> {
    let own = topology.policies.iter().flat_map(|policy| {
        let settings = policy.node.get("properties");
        policy.targets.iter().zip(repeat(settings))
    });
    let groups = topology.groups.iter();
    let groups = groups.filter(|group| group.type_name.as_ref().is_some_and(|word| word.text == INITIALIZER));
    let attached = groups.flat_map(|group| {
        let policies =
            group.node.get("properties").and_then(|properties| properties.resolve().get("brooklyn.policies"));
        let policies = policies.into_iter().flat_map(|policies| policies.resolve().items());
        let bounds = policies.map(|policy| policy.resolve().get("brooklyn.config"));
        let first = bounds.into_iter().find(|settings| Bounds::of(*settings).is_some());
        group.members.iter().zip(repeat(first.flatten()))
    });
    let mut found = BTreeMap::new();
    for (target, settings) in own.chain(attached) {
        if let Some(bounds) = Bounds::of(settings) {
            found.entry(&*target.text).or_insert(bounds);
        }
    }
    found
}

impl<'d> Bounds<'d> {
    /// The bounds in the settings of a policy; `None` if there are none.
    fn of(settings: Option<yaml::Node<'d>>) -> Option<Bounds<'d>> {
        let settings = settings?.resolve();
        let value = |key| settings.get(key).map(yaml::Node::resolve).filter(|value| !value.is_null());
        let (minimum, maximum) = (value("minPoolSize"), value("maxPoolSize"));
        (minimum.is_some() || maximum.is_some()).then_some(Bounds { minimum, maximum })
    }
}

fn multiplicity(template: &NodeTemplate<'_>, bounds: Option<&Bounds<'_>>) -> Multiplicity {
    let initial = property(template, "cluster.initial.size").and_then(text);
    let minimum = bounds.and_then(|bounds| text(bounds.minimum?)).or_else(|| initial.clone());
    let minimum = minimum.unwrap_or_else(|| "1".to_owned());
    Multiplicity::Cluster {
        initial: initial.unwrap_or_else(|| minimum.clone()),
        minimum,
        maximum: bounds.and_then(|bounds| text(bounds.maximum?)),
    }
}

/// The member of a cluster: the id, the name if there is one, and the type.
fn member(template: &NodeTemplate<'_>) -> Option<(Id, Option<String>, String)> {
    let spec = property(template, MEMBER)?.resolve().get(ENTITY_SPEC)?;
    let inside = spec.resolve();
    let type_name = match inside.is_scalar() {
        true => inside.as_str()?.into_owned(),
        false => inside.get("type").and_then(text)?,
    };
    Some((Id(spec.path()), inside.get("name").and_then(text), type_name))
}

fn property<'d>(template: &NodeTemplate<'d>, name: &str) -> Option<yaml::Node<'d>> {
    template.sections.get(Section::Properties)?.get(name)
}

fn text(node: yaml::Node<'_>) -> Option<String> {
    let node = node.resolve();
    node.as_str().filter(|_| node.is_scalar() && !node.is_null()).map(std::borrow::Cow::into_owned)
}
