//! Compatibility of ports, and the edits that connect them.

use super::add::{add_constraint, add_term};
use super::writable;
use crate::graph::{DISTANCE, GROUP, NETWORK, OBJECTIVE, ZONE};
use crate::model::{ConstraintKind, Template};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_language::message;

/// The element at the end of a wire.
#[derive(Clone, Copy)]
enum Endpoint<'t> {
    Demand(&'t str),
    Location(&'t str),
    Objective,
}

/// The result of connecting two ports.
enum Connection<'t> {
    Constraint {
        kind: ConstraintKind,
        demands: Vec<&'t str>,
        location: Option<&'t str>,
    },
    /// A term of the objective, for a demand or from a location.
    ObjectiveTerm {
        demand: Option<&'t str>,
        location: Option<&'t str>,
    },
}

/// Checks that two ports can be connected. Canvas and rules both use this function.
pub fn accepts(template: &Template, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
    connection(template, from, to).map(|_| ())
}

fn incompatible(reason: impl Into<String>) -> EditError {
    EditError::Incompatible(reason.into())
}

fn endpoint<'t>(template: &'t Template, id: &Id) -> Result<Endpoint<'t>, EditError> {
    if let Some(demand) = template.demands.iter().find(|demand| demand.path == id.0) {
        return Ok(Endpoint::Demand(&demand.name));
    }
    if let Some(location) = template.locations.iter().find(|location| location.path == id.0) {
        return Ok(Endpoint::Location(&location.name));
    }
    if template.objective.as_ref().is_some_and(|objective| objective.path == id.0) {
        return Ok(Endpoint::Objective);
    }
    Err(match id.0.last_key() {
        Some(name) => incompatible(message::unknown("element", name)),
        None => incompatible("the template itself cannot be connected"),
    })
}

fn connection<'t>(template: &'t Template, from: &PortRef, to: &PortRef) -> Result<Connection<'t>, EditError> {
    let joins = |port: &PortRef| matches!(port.role, Role::Capability | Role::Requirement);
    let (one, other) = (endpoint(template, &from.node)?, endpoint(template, &to.node)?);
    if !joins(from) || !joins(to) {
        return Err(incompatible("parameters are read with `get_param`; set them in the inspector"));
    }
    if from.port != to.port {
        return Err(incompatible(format!("`{}` cannot be connected to `{}`", from.port, to.port)));
    }
    let constraint = |kind: ConstraintKind, demands: Vec<&'t str>, location: Option<&'t str>| {
        Ok(Connection::Constraint { kind, demands, location })
    };
    match (one, other, from.port.as_str()) {
        (Endpoint::Objective, Endpoint::Demand(demand), OBJECTIVE) => {
            if !super::initial_values::is_generic(template) && template.locations.is_empty() {
                return Err(incompatible("a distance needs a location"));
            }
            Ok(Connection::ObjectiveTerm { demand: Some(demand), location: None })
        }
        (Endpoint::Objective, Endpoint::Location(location), OBJECTIVE) => {
            if template.demands.is_empty() {
                return Err(incompatible("the objective needs a demand"));
            }
            Ok(Connection::ObjectiveTerm { demand: None, location: Some(location) })
        }
        (Endpoint::Location(location), Endpoint::Demand(demand), DISTANCE) => {
            constraint(ConstraintKind::DistanceToLocation, vec![demand], Some(location))
        }
        (Endpoint::Location(location), Endpoint::Demand(demand), NETWORK) => {
            constraint(ConstraintKind::NetworkToLocation, vec![demand], Some(location))
        }
        (Endpoint::Demand(_), Endpoint::Location(_), DISTANCE | NETWORK) => {
            Err(incompatible("start a distance at the location"))
        }
        (Endpoint::Location(_), Endpoint::Location(_), _) => {
            Err(incompatible("a constraint needs a demand; two locations cannot be connected"))
        }
        (Endpoint::Demand(one), Endpoint::Demand(other), _) if one == other => {
            Err(incompatible(format!("`{one}` cannot be connected to itself")))
        }
        (Endpoint::Demand(one), Endpoint::Demand(other), port) => {
            let kind = match port {
                DISTANCE => ConstraintKind::DistanceBetweenDemands,
                ZONE => ConstraintKind::Zone,
                GROUP => ConstraintKind::InventoryGroup,
                NETWORK => ConstraintKind::NetworkBetweenDemands,
                _ => return Err(incompatible("start a term at the objective")),
            };
            constraint(kind, vec![one, other], None)
        }
        _ => Err(incompatible("these two cannot be connected")),
    }
}

/// The ports of a node that can be connected to `from`.
pub fn ends(template: &Template, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
    let other = endpoint(template, on).ok()?;
    // The port of a location is on its right, like a demand's; wires of the objective end on the left.
    let role = match other {
        Endpoint::Demand(_) => Role::Requirement,
        Endpoint::Location(_) if from.port == OBJECTIVE => Role::Requirement,
        Endpoint::Location(_) | Endpoint::Objective => Role::Capability,
    };
    let end = PortRef { node: on.clone(), role, port: from.port.clone() };
    let fits = accepts(template, from, &end).is_ok() || accepts(template, &end, from).is_ok();
    Some(if fits { vec![end] } else { Vec::new() })
}

pub fn plan(template: &Template, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    writable(template)?;
    match connection(template, from, to)? {
        Connection::Constraint { kind, demands, location } => {
            add_constraint(template, kind, None, &demands, location)
        }
        Connection::ObjectiveTerm { demand, location } => {
            let first = || template.demands.first().map(|demand| demand.name.as_str());
            let demand = demand.or_else(first).ok_or_else(|| incompatible("the objective needs a demand"))?;
            add_term(template, demand, location)
        }
    }
}
