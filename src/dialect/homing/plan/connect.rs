//! Which ports fit, and how a connection is written.

use super::add::{bind, term};
use super::writable;
use crate::graph::{DISTANCE, GROUP, NETWORK, OBJECTIVE, ZONE};
use crate::model::{Kind, Template};
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};

/// What stands at the end of a wire.
#[derive(Clone, Copy)]
enum Thing<'t> {
    Demand(&'t str),
    Location(&'t str),
    Objective,
}

/// What two ports make when they are joined.
enum Joint<'t> {
    Bound {
        kind: Kind,
        demands: Vec<&'t str>,
        location: Option<&'t str>,
    },
    /// A term of the objective, of a demand or from a location.
    Judged {
        demand: Option<&'t str>,
        location: Option<&'t str>,
    },
}

/// Whether two ports may be joined; canvas and rules ask this.
pub fn accepts(template: &Template, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
    joint(template, from, to).map(|_| ())
}

fn unfit(reason: impl Into<String>) -> EditError {
    EditError::Incompatible(reason.into())
}

fn thing<'t>(template: &'t Template, id: &Id) -> Result<Thing<'t>, EditError> {
    if let Some(demand) = template.demands.iter().find(|it| it.path == id.0) {
        return Ok(Thing::Demand(&demand.name));
    }
    if let Some(location) = template.locations.iter().find(|it| it.path == id.0) {
        return Ok(Thing::Location(&location.name));
    }
    if template.objective.as_ref().is_some_and(|it| it.path == id.0) {
        return Ok(Thing::Objective);
    }
    Err(match id.0.last_key() {
        Some(name) => unfit(format!("`{name}` is not declared")),
        None => unfit("the template itself is not meant here"),
    })
}

fn joint<'t>(template: &'t Template, from: &PortRef, to: &PortRef) -> Result<Joint<'t>, EditError> {
    let joins = |port: &PortRef| matches!(port.role, Role::Capability | Role::Requirement);
    let (one, other) = (thing(template, &from.node)?, thing(template, &to.node)?);
    if !joins(from) || !joins(to) {
        return Err(unfit("parameters are read with `get_param`, in a field of the form"));
    }
    if from.port != to.port {
        return Err(unfit(format!("`{}` does not meet `{}`", from.port, to.port)));
    }
    let bound = |kind: Kind, demands: Vec<&'t str>, location: Option<&'t str>| {
        Ok(Joint::Bound { kind, demands, location })
    };
    match (one, other, from.port.as_str()) {
        (Thing::Objective, Thing::Demand(demand), OBJECTIVE) => {
            if !super::fresh::is_generic(template) && template.locations.is_empty() {
                return Err(unfit("a distance is measured from a location, and there is none"));
            }
            Ok(Joint::Judged { demand: Some(demand), location: None })
        }
        (Thing::Objective, Thing::Location(location), OBJECTIVE) => {
            if template.demands.is_empty() {
                return Err(unfit("an objective speaks of a demand, and there is none"));
            }
            Ok(Joint::Judged { demand: None, location: Some(location) })
        }
        (Thing::Location(location), Thing::Demand(demand), DISTANCE) => {
            bound(Kind::DistanceToLocation, vec![demand], Some(location))
        }
        (Thing::Location(location), Thing::Demand(demand), NETWORK) => {
            bound(Kind::NetworkToLocation, vec![demand], Some(location))
        }
        (Thing::Demand(_), Thing::Location(_), DISTANCE | NETWORK) => {
            Err(unfit("a distance is measured from the location"))
        }
        (Thing::Location(_), Thing::Location(_), _) => {
            Err(unfit("locations stand where they stand: a constraint binds a demand"))
        }
        (Thing::Demand(one), Thing::Demand(other), _) if one == other => {
            Err(unfit(format!("`{one}` is bound to others, not to itself")))
        }
        (Thing::Demand(one), Thing::Demand(other), port) => {
            let kind = match port {
                DISTANCE => Kind::DistanceBetweenDemands,
                ZONE => Kind::Zone,
                GROUP => Kind::InventoryGroup,
                NETWORK => Kind::NetworkBetweenDemands,
                _ => return Err(unfit("the objective starts at its own card")),
            };
            bound(kind, vec![one, other], None)
        }
        _ => Err(unfit("nothing ties these two")),
    }
}

/// The ports of a node that a wire from there may end at.
pub fn ends(template: &Template, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
    let other = thing(template, on).ok()?;
    // A location's own port is on its right, like that of a demand; the objective's wires arrive on the left.
    let role = match other {
        Thing::Demand(_) => Role::Requirement,
        Thing::Location(_) if from.port == OBJECTIVE => Role::Requirement,
        Thing::Location(_) | Thing::Objective => Role::Capability,
    };
    let end = PortRef { node: on.clone(), role, port: from.port.clone() };
    let fits = accepts(template, from, &end).is_ok() || accepts(template, &end, from).is_ok();
    Some(if fits { vec![end] } else { Vec::new() })
}

pub fn plan(template: &Template, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    writable(template)?;
    match joint(template, from, to)? {
        Joint::Bound { kind, demands, location } => bind(template, kind, None, &demands, location),
        Joint::Judged { demand, location } => {
            let first = || template.demands.first().map(|it| it.name.as_str());
            let demand = demand.or_else(first).ok_or_else(|| unfit("there is no demand"))?;
            term(template, demand, location)
        }
    }
}
