//! Traces of values in service templates: along `get_input`, `get_property` and other calls, to the defaults of types and the operations of types that
//! read a node, and between a node and the service template that substitutes it.
//!
//! - An input of a substituting template is the property of the node of the same name, or the one that the mappings connect to it; outputs are its
//!   attributes.
//! - What entered by a node leaves by the same node; what starts in a substituting template leaves to all nodes that it substitutes.
//! - A property without a value has the default of its type; an attribute is set at run time.

mod flow;
mod labels;
mod reads;

use super::service_template::ServiceTemplate;
use flow::{Flow, ReadTemplates, TraceNode};
use limn_language::graph::{PortRef, Role};
use limn_language::value_trace::{ValueTrace, ValueTraces, trace};
use limn_yaml::Path;
use reads::{TOPOLOGY, value_len};

pub(crate) use reads::ValueReads;

impl ValueTraces for ServiceTemplate {
    fn traced_value(&self, path: &Path) -> Option<Path> {
        if let Some(len) = value_len(path) {
            let value = (path.len() >= len).then(|| path.prefix(len))?;
            return self.document.get(&value).map(|_| value);
        }
        self.value_reads().reader_around(path)
    }

    fn value_of_port(&self, port: &PortRef) -> Option<Path> {
        if !matches!(port.role, Role::Input | Role::Output) || port.port.is_empty() {
            return None;
        }
        if port.node.0.is_empty() {
            let section = if port.role == Role::Output { "outputs" } else { "inputs" };
            return Some(Path::keys([TOPOLOGY, section, &port.port]));
        }
        let [property, attribute] =
            ["properties", "attributes"].map(|section| port.node.0.key(section).key(&port.port));
        let is_read =
            |path: &Path| self.document.get(path).is_some() || !self.value_reads().readers(path).is_empty();
        Some(if !is_read(&property) && is_read(&attribute) { attribute } else { property })
    }

    fn value_trace(&self, path: &Path) -> Option<ValueTrace> {
        let is_value = value_len(path) == Some(path.len()) || !self.value_reads().sources(path).is_empty();
        is_value
            .then(|| trace(&mut Flow::new(self, &ReadTemplates::default()), &TraceNode::own(path.clone())))
    }
}

#[cfg(test)]
mod tests;
