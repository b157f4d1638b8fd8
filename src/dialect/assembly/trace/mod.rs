//! Traces of values through descriptors: along every `${…}` of a descriptor, into the descriptor that a component is an instance of, and to the
//! assemblies that contain the descriptor.
//!
//! - A property that a component gives is the property of its descriptor, unless that one has a value of its own or is read-only.
//! - What is read from a component is what it gives, or the property of its descriptor.
//! - A value that was entered by a component leaves by the same component; one that starts in a descriptor leaves to all that contain it.
//! - A reference is an existing instance: what is written for it finds the instance and is not given to its descriptor.
//! - A relationship gives its properties to the operations that it calls.

mod graph;
mod read_index;
mod reads;

use super::model::Descriptor;
use graph::{Flow, TraceNode};
use limn_language::graph::{PortRef, Role};
use limn_language::value_trace::{ValueTrace, ValueTraces, trace};
use limn_yaml::Path;

pub use read_index::ReadIndex;

impl Descriptor {
    /// References that its values read, computed once.
    pub(super) fn reads(&self) -> &ReadIndex {
        self.reads.get_or_init(|| reads::reads(self))
    }
}

impl ValueTraces for Descriptor {
    fn traced_value(&self, path: &Path) -> Option<Path> {
        let len = match (path.key_at(0)?, path.key_at(2)) {
            ("properties" | "private-properties", _) => 2,
            ("composition" | "references" | "relationships" | "operations", Some("properties")) => 4,
            _ => 0,
        };
        if len > 0 {
            let property = (path.len() >= len).then(|| path.prefix(len))?;
            return self.document.get(&property).map(|_| property);
        }
        // Sections and their elements are not values.
        if path.len() < 3 {
            return None;
        }
        self.reads().reader_around(path)
    }

    fn value_of_port(&self, port: &PortRef) -> Option<Path> {
        if !matches!(port.role, Role::Input | Role::Output) || port.port.is_empty() {
            return None;
        }
        Some(port.node.0.key("properties").key(&port.port))
    }

    fn value_trace(&self, path: &Path) -> Option<ValueTrace> {
        let mut flow = Flow::new(self);
        let place = TraceNode::own(path.clone());
        flow.is_value(&place).then(|| trace(&mut flow, &place))
    }
}

#[cfg(test)]
mod tests;
