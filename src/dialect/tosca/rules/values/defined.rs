//! Every definition of a value in the document: properties, attributes and inputs of its types, inputs and outputs of its topology. Finds them; says
//! nothing of them.

use std::rc::Rc;

use crate::dialect::tosca::interface::{notifications, operations};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Definition, FileId, Layer, Section, Type, TypeId, TypeKind, named};
use crate::dialect::tosca::value::DataSchema;
use crate::yaml::{Entry, Node};

/// What is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Property,
    Attribute,
    /// An input or output, which may go without a type.
    Parameter,
}

/// One definition of this document.
#[derive(Clone, Debug)]
pub(super) struct Defined<'d> {
    pub role: Role,
    pub name: &'d str,
    pub key: Node<'d>,
    pub node: Node<'d>,
    /// What it refines, the nearest first; it stands before them itself.
    pub layers: Rc<[Layer<'d>]>,
    /// Whether all that it may refine is known.
    pub complete: bool,
}

impl<'d> Defined<'d> {
    pub(super) fn schema(&self, service: &Service<'d>) -> DataSchema<'d> {
        match self.layers.is_empty() {
            true => DataSchema::of_node(&service.world, self.node, FileId::OWN),
            false => DataSchema::of_layers(&service.world, &self.layers),
        }
    }

    /// What it refines.
    pub(super) fn farther(&self) -> &[Layer<'d>] {
        self.layers.get(1..).unwrap_or_default()
    }
}

/// All definitions of the document. What is no mapping is left to the tables.
pub(super) fn all<'d>(service: &Service<'d>) -> Vec<Defined<'d>> {
    let mut found = Vec::new();
    for (id, it) in service.world.declared_in(FileId::OWN) {
        of_type(service, id, it, &mut found);
    }
    for it in service.interfaces.iter().filter(|it| it.defines) {
        interface(&mut found, it.node);
    }
    if let Some(topology) = &service.topology {
        for parameter in topology.inputs.iter().chain(&topology.outputs) {
            parameters(&mut found, parameter.key, parameter.node);
        }
        for workflow in &topology.workflows {
            workflow.inputs.iter().for_each(|it| parameters(&mut found, it.key, it.node));
        }
    }
    found
}

fn of_type<'d>(service: &Service<'d>, id: TypeId, it: &Type<'d>, found: &mut Vec<Defined<'d>>) {
    let effective = service.world.effective(id);
    for (section, role) in VALUES {
        for entry in named(it.node, section.key()) {
            let definition = entry.key.said().and_then(|name| effective.section(section).get(name));
            lay(found, entry, role, definition, effective.complete);
        }
    }
    for entry in named(it.node, "capabilities") {
        let Some(capability) = entry.key.said().and_then(|name| effective.capabilities().get(name)) else {
            continue;
        };
        for (section, role) in VALUES {
            let mut own = named(entry.value.resolve(), section.key()).peekable();
            if own.peek().is_none() {
                continue;
            }
            let (table, complete) = service.world.facet(capability, TypeKind::Capability, section);
            for entry in own {
                let definition = entry.key.said().and_then(|name| table.get(name));
                lay(found, entry, role, definition, complete && effective.complete);
            }
        }
    }
    if it.kind == TypeKind::Interface {
        interface(found, it.node);
    }
}

const VALUES: [(Section, Role); 2] =
    [(Section::Properties, Role::Property), (Section::Attributes, Role::Attribute)];

fn lay<'d>(
    found: &mut Vec<Defined<'d>>,
    entry: Entry<'d>,
    role: Role,
    definition: Option<&Definition<'d>>,
    complete: bool,
) {
    let node = entry.value.resolve();
    let Some(name) = entry.key.said().filter(|_| node.is_mapping() || node.is_null()) else { return };
    // A key that stands twice is another one's layer.
    let layers = definition.filter(|it| it.nearest().node == node).map(|it| it.layers.clone());
    found.push(Defined { role, name, key: entry.key, node, layers: layers.unwrap_or_default(), complete });
}

/// The inputs of an interface and of its operations.
fn interface<'d>(found: &mut Vec<Defined<'d>>, node: Node<'d>) {
    let inputs = |found: &mut Vec<Defined<'d>>, node: Node<'d>| {
        for entry in named(node, "inputs") {
            parameters(found, entry.key, entry.value.resolve());
        }
    };
    inputs(found, node);
    operations(node).into_iter().chain(notifications(node)).for_each(|it| inputs(found, it.node));
}

/// One parameter. An input that is given as a value, where a type should define it, is none.
fn parameters<'d>(found: &mut Vec<Defined<'d>>, key: Node<'d>, node: Node<'d>) {
    let defines = ["type", "default", "value", "constraints", "entry_schema", "required"];
    let Some(name) = key.said().filter(|_| defines.iter().any(|it| node.get(it).is_some())) else { return };
    found.push(Defined { role: Role::Parameter, name, key, node, layers: Rc::default(), complete: true });
}
