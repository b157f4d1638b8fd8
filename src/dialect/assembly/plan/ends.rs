//! Ends for values: the properties of a component or reference at which a wire that is dropped on its card can end.

use super::connect::accepts;
use crate::graph::frame_id;
use crate::model::Descriptor;
use limn_language::graph::{Id, PortRef, Role};

/// The properties of `on` that can read `from`, the one of the same name first, and then those that `from` can read. Without the descriptor of
/// `on`, a property of that name is added.
pub fn ends(descriptor: &Descriptor, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
    let is_value = matches!(from.role, Role::Input | Role::Output) && !from.port.is_empty();
    let target = descriptor.owners().find(|owner| owner.path == on.0).filter(|_| is_value)?;
    let definition = descriptor.descriptor_of(target);
    let declared = definition.iter().flat_map(|definition| &definition.properties);
    let mut names: Vec<&str> = Vec::new();
    for property in target.properties.iter().chain(declared) {
        if !names.contains(&property.name.as_str()) {
            names.push(&property.name);
        }
    }
    if definition.is_none() && !names.contains(&from.port.as_str()) {
        names.push(&from.port);
    }
    names.sort_by_key(|name| *name != from.port);
    let port = |name: &str, role: Role| PortRef { node: on.clone(), role, port: name.to_owned() };
    let (mut reads, mut is_read) = (Vec::new(), Vec::new());
    for name in names {
        let (input, output) = (port(name, Role::Input), port(name, Role::Output));
        if accepts(descriptor, from, &input).is_ok() {
            reads.push(input);
        } else if from.node != frame_id()
            && from.role == Role::Input
            && accepts(descriptor, &output, from).is_ok()
        {
            is_read.push(output);
        }
    }
    reads.extend(is_read);
    Some(reads)
}
