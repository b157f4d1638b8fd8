//! Plans promotion of capabilities and requirements: a component's becomes one of the assembly, or one of the assembly takes the type of a
//! component's, so that it exposes it.

use super::{entry, free_name};
use crate::exposure::{self, ComponentPort, PortKind, exposed, relationship_to};
use crate::graph::frame_id;
use crate::model::{Component, DeclaredPort, Descriptor};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::message;
use limn_yaml::{Op, Path, Placement, Value};

/// A promotion that was checked.
pub enum Promoted<'d> {
    /// A new capability or requirement of the assembly.
    New(ComponentPort<'d>, PortKind),
    /// An existing one takes a type.
    Typed(&'d DeclaredPort, String),
}

fn kind_of(role: Role) -> Option<PortKind> {
    match role {
        Role::Capability => Some(PortKind::Capability),
        Role::Requirement => Some(PortKind::Requirement),
        _ => None,
    }
}

fn refused<T>(reason: String) -> Result<T, EditError> {
    Err(EditError::Incompatible(reason))
}

/// Checks the promotion of a port to the frame, or the mapping of a port of the frame; `None` if the ports are not such a pair.
pub fn promotion<'d>(
    descriptor: &'d Descriptor,
    from: &PortRef,
    to: &PortRef,
) -> Option<Result<Promoted<'d>, EditError>> {
    let frame = frame_id();
    let (outer, port) = match (from.node == frame, to.node == frame) {
        (true, false) => (from, to),
        (false, true) => (to, from),
        _ => return None,
    };
    match (kind_of(outer.role), kind_of(port.role)) {
        (Some(kind), Some(same)) if kind == same => Some(checked(descriptor, kind, outer, port)),
        (Some(kind), Some(other)) => {
            let found = format!("{} `{}`", other.noun(), port.port);
            Some(refused(message::expected(format!("a {} of a component", kind.noun()), found)))
        }
        _ => None,
    }
}

fn checked<'d>(
    descriptor: &'d Descriptor,
    kind: PortKind,
    outer: &PortRef,
    port: &PortRef,
) -> Result<Promoted<'d>, EditError> {
    let component = super::connect::component(descriptor, &port.node)?;
    if kind == PortKind::Requirement
        && let Some(relationship) = relationship_to(descriptor, component, &port.port)
    {
        return refused(format!(
            "requirement `{}` of `{}` is fulfilled by relationship `{}`",
            port.port, component.name, relationship.name
        ));
    }
    let inner = described(descriptor, component, kind, &port.port)?;
    let own = kind.of(descriptor);
    if outer.port.is_empty() {
        let all = exposure::all_exposable_ports(descriptor, kind);
        let exposing = own.iter().find(|own| exposed(&all, own).contains(&inner));
        return match exposing {
            Some(own) => refused(format!("already promoted as {} `{}`", kind.noun(), own.name)),
            None => Ok(Promoted::New(inner, kind)),
        };
    }
    let Some(own) = own.iter().find(|own| own.name == outer.port) else {
        return refused(message::unknown(kind.noun(), &outer.port));
    };
    match inner.kind {
        None => refused(format!(
            "{}: the descriptor of `{}` is not open",
            message::unknown(&format!("type of {}", kind.noun()), &inner.name),
            component.name
        )),
        Some(found) if exposure::text(own.kind.as_ref()) == Some(found.as_str()) => {
            refused(format!("{} `{}` has the type `{found}` already", kind.noun(), own.name))
        }
        Some(found) => Ok(Promoted::Typed(own, found)),
    }
}

/// A component's capability or requirement with its type. Without a name, the only one of the component, or one named like the component.
fn described<'d>(
    descriptor: &Descriptor,
    component: &'d Component,
    kind: PortKind,
    port: &str,
) -> Result<ComponentPort<'d>, EditError> {
    let inner = |name: &str, kind: Option<String>| ComponentPort { component, name: name.to_owned(), kind };
    let Some(definition) = descriptor.descriptor_of(component) else {
        return Ok(inner(if port.is_empty() { &component.name } else { port }, None));
    };
    let offer = match (port, kind.of(&definition)) {
        ("", [only]) => Some(only),
        (_, offers) => offers.iter().find(|offer| offer.name == port),
    };
    match offer {
        Some(offer) => Ok(inner(&offer.name, exposure::text(offer.kind.as_ref()).map(str::to_owned))),
        None => refused(message::unknown_on(kind.noun(), port, "component", &component.name)),
    }
}

pub fn plan(descriptor: &Descriptor, promoted: Promoted<'_>) -> Plan {
    match promoted {
        Promoted::New(inner, kind) => {
            let section = kind.section();
            let taken = |name: &str| descriptor.node(&Path::keys([section, name])).is_some();
            let name = free_name(&inner.name, taken);
            // A type is required; the name is the best guess.
            let value = Value::map([("type", Value::text(inner.kind.unwrap_or(inner.name)))]);
            Plan {
                ops: vec![entry(descriptor, section, &name, value)],
                focus: Some(Id(Path::keys([section, &name]))),
            }
        }
        Promoted::Typed(own, found) => {
            let at = own.path.key("type");
            let value = Value::text(found);
            let op = match descriptor.node(&at) {
                Some(_) => Op::Replace { at, value },
                None => Op::Insert {
                    into: own.path.clone(),
                    key: "type".to_owned(),
                    value,
                    placement: Placement::First,
                },
            };
            Plan { ops: vec![op], focus: Some(Id(own.path.clone())) }
        }
    }
}
