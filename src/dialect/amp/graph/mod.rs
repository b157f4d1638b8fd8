//! AMP's additions to the picture of a service template: clusters with their member, what initializer groups attach, icons, tags, and the order in
//! which nodes wait for each other.

mod attached;
pub(crate) mod cluster;
mod image;
pub(crate) mod order;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::nested::nested_template;
use limn_language::dialect::Picture;
use limn_language::graph::{Badge, Graph, Icon, Id, Node};
use limn_tosca::ServiceTemplate;
use limn_tosca::matching::Lineage;
use limn_tosca::model::{NodeTemplate, Service, Topology};

/// Brooklyn's group type that attaches policies, enrichers, initializers and locations.
pub(crate) const INITIALIZER: &str = "brooklyn.tosca.groups.initializer";
pub(crate) const CLUSTER: &str = "tosca.entity.DynamicCluster";

pub(crate) fn graph(template: &ServiceTemplate) -> Graph {
    let mut graph = template.graph();
    let service = template.service();
    let Some(topology) = &service.topology else { return graph };
    let mut canvas = Canvas::new(&service, topology, &mut graph);
    canvas.clusters();
    canvas.nested();
    // A card shows the first badges only, and the order is not shown elsewhere.
    canvas.order();
    canvas.attached();
    canvas.images();
    graph
}

struct Canvas<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    graph: &'s mut Graph,
    /// The nodes of the graph by id.
    positions: BTreeMap<Id, usize>,
}

impl<'s, 'd> Canvas<'s, 'd> {
    fn new(service: &'s Service<'d>, topology: &'s Topology<'d>, graph: &'s mut Graph) -> Canvas<'s, 'd> {
        let positions = graph.nodes.iter().enumerate().map(|(at, node)| (node.id.clone(), at)).collect();
        Canvas { service, topology, graph, positions }
    }

    /// The node of a template.
    fn node(&mut self, template: &NodeTemplate<'_>) -> Option<&mut Node> {
        let at = *self.positions.get(&Id(template.key.path()))?;
        self.graph.nodes.get_mut(at)
    }

    /// Nodes that are other service templates.
    fn nested(&mut self) {
        for template in &self.topology.node_templates {
            let Some(name) = nested_template(self.service, template) else { continue };
            if let Some(node) = self.node(template) {
                node.icon = Icon::Assembly;
                let title = format!("the service template `{name}` of this workspace");
                node.badges.push(Badge { icon: Icon::Assembly, text: "blueprint".to_owned(), title });
            }
        }
    }

    /// Adds a badge to the node of this name; to the frame for the name of the service template.
    fn mark(&mut self, name: &str, badge: Badge) {
        let node = match self.topology.node_template(name) {
            Some(template) => self.node(template),
            None if self.service.is_template_name(name) => self.graph.frame.as_mut(),
            None => None,
        };
        if let Some(node) = node.filter(|node| !node.badges.contains(&badge)) {
            node.badges.push(badge);
        }
    }
}

/// Returns true if a node template is of a type, or of one that derives from it.
pub(crate) fn is_a(service: &Service<'_>, template: &NodeTemplate<'_>, name: &str) -> bool {
    match template.type_id.found() {
        Some(id) => Lineage::of(&service.type_scope, id).derives_from_name(name),
        None => template.type_name.as_ref().is_some_and(|word| word.text == name),
    }
}

/// `AutoScalerPolicy` for `org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy`, `tomcat:1.0.0` for `io.acme.tomcat:1.0.0`.
fn short(name: &str) -> &str {
    let is_version = |at: &usize| name[at + 1..].starts_with(|first: char| first.is_ascii_digit());
    let end = name.find(':').filter(is_version).unwrap_or(name.len());
    let start = name[..end].rfind(['.', ':', '/']).map_or(0, |at| at + 1);
    &name[start..]
}
