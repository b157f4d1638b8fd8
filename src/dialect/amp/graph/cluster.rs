//! Clusters: their sizes, and the member that they are made of, drawn inside of them.

use super::{CLUSTER, Canvas, INITIALIZER, is_a, short};
use crate::fields::{ENTITY_SPEC, MEMBER};
use limn_language::graph::{Icon, Id, Look, Multiplicity, Node};
use limn_tosca::model::NodeTemplate;
use limn_tosca::types::Section;
use limn_yaml as yaml;

/// What a scaling policy says about the size of a cluster.
#[derive(Default)]
struct Bounds {
    minimum: Option<String>,
    maximum: Option<String>,
}

impl<'d> Canvas<'_, 'd> {
    pub(super) fn clusters(&mut self) {
        for template in &self.topology.node_templates {
            if !is_a(self.service, template, CLUSTER) {
                continue;
            }
            let multiplicity = self.multiplicity(template);
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

    fn multiplicity(&self, template: &NodeTemplate<'d>) -> Multiplicity {
        let initial = property(template, "cluster.initial.size").and_then(text);
        let bounds = self.bounds(template);
        let minimum = bounds.minimum.or_else(|| initial.clone()).unwrap_or_else(|| "1".to_owned());
        Multiplicity::Cluster {
            initial: initial.unwrap_or_else(|| minimum.clone()),
            minimum,
            maximum: bounds.maximum,
        }
    }

    /// The bounds by the first policy that scales the cluster: TOSCA's, or one that a group attaches.
    fn bounds(&self, template: &NodeTemplate<'d>) -> Bounds {
        let policies = self.topology.policies.iter();
        let scaling = policies.filter(|it| it.targets.iter().any(|target| target.text == template.name));
        let own = scaling.filter_map(|it| it.node.get("properties"));
        let groups = self.topology.groups.iter().filter(|group| {
            group.type_name.as_ref().is_some_and(|it| it.text == INITIALIZER)
                && group.members.iter().any(|member| member.text == template.name)
        });
        let attached = groups
            .filter_map(|group| group.node.get("properties")?.resolve().get("brooklyn.policies"))
            .flat_map(|policies| policies.resolve().items())
            .filter_map(|policy| policy.resolve().get("brooklyn.config"));
        let configured = own.chain(attached).map(yaml::Node::resolve);
        let mut bounds = configured.map(|settings| Bounds {
            minimum: settings.get("minPoolSize").and_then(text),
            maximum: settings.get("maxPoolSize").and_then(text),
        });
        bounds.find(|it| it.minimum.is_some() || it.maximum.is_some()).unwrap_or_default()
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
