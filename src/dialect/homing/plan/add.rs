//! The palette, and the edits that add its entries.

use super::{as_name, free_name, initial_values, insert_entry, insert_section, split_ids, writable};
use crate::grammar::GUIDE;
use crate::graph::{DISTANCE, GROUP, NETWORK, OBJECTIVE, ZONE, icon_of};
use crate::model::{ConstraintKind, Template};
use limn_common as common;
use limn_language::dialect::{PaletteEntry, Plan};
use limn_language::edit::EditError;
use limn_language::graph::{Icon, Id, PortRef};
use limn_language::message;
use limn_yaml::{Node, Op, Value};

const DEMAND_GROUP: &str = "Demands";
const LOCATION_GROUP: &str = "Locations";
const BETWEEN_GROUP: &str = "Constraints between";
const EACH_GROUP: &str = "Constraints on each";
const OTHER_GROUP: &str = "Objective and more";

/// Sources of a new demand: palette id, provider and inventory type, label, description.
const DEMANDS: [(&str, &str, &str, &str, &str); 7] = [
    ("cloud", "aai", "cloud", "Demand for a cloud", "A component to place in a cloud region."),
    (
        "service",
        "aai",
        "service",
        "Demand for a service",
        "A function that a running service of a customer provides.",
    ),
    ("vfmodule", "aai", "vfmodule", "Demand for a module", "A running module of a network function."),
    ("nssi", "aai", "nssi", "Demand for a slice subnet", "An instance of a network slice subnet."),
    ("nsi", "aai", "nsi", "Demand for a slice", "An instance of a network slice."),
    ("nst", "aai", "nst", "Demand for a slice template", "A template for a network slice."),
    (
        "slice_profiles",
        "generator",
        "slice_profiles",
        "Demand for slice profiles",
        "Slice profiles from the generator.",
    ),
];

const LOCATIONS: [(&str, &str, &str); 3] = [
    ("coordinates", "Location by coordinates", "A position on Earth by latitude and longitude."),
    ("host", "Location of a host", "The position of a host in the inventory."),
    ("clli", "Location by CLLI code", "A position that the inventory has by CLLI code."),
];

/// Label and description of a constraint kind.
fn label_and_doc(kind: ConstraintKind) -> (&'static str, &'static str) {
    match kind {
        ConstraintKind::DistanceToLocation => {
            ("Distance to a location", "The distance of candidates to a location.")
        }
        ConstraintKind::DistanceBetweenDemands => {
            ("Distance between demands", "The distance between candidates.")
        }
        ConstraintKind::Zone => ("Zone", "The same region, complex or country, or different ones."),
        ConstraintKind::InventoryGroup => {
            ("Inventory group", "Two demands with candidates from one inventory group.")
        }
        ConstraintKind::Attribute => {
            ("Attributes", "Attributes of a candidate in the inventory: its country, its state.")
        }
        ConstraintKind::Threshold => {
            ("Thresholds", "Bounds on numeric attributes of a candidate in the inventory.")
        }
        ConstraintKind::InstanceFit => ("Instance fit", "A running service has capacity."),
        ConstraintKind::RegionFit => {
            ("Region fit", "A cloud region has capacity, according to its controller.")
        }
        ConstraintKind::VimFit => {
            ("Cloud capacity", "A cloud region has the required processors, memory and storage.")
        }
        ConstraintKind::Hpa => ("Hardware", "The hardware has the required features."),
        ConstraintKind::License => {
            ("License", "A license is available. Deferred by the specification guide.")
        }
        ConstraintKind::NetworkBetweenDemands => (
            "Network between demands",
            "Properties of the network between demands. Deferred by the specification guide.",
        ),
        ConstraintKind::NetworkToLocation => (
            "Network to a location",
            "Properties of the network to a location. Deferred by the specification guide.",
        ),
        ConstraintKind::Capability => {
            ("Capability", "The candidate can run a Heat template. Deferred by the specification guide.")
        }
    }
}

fn palette_entry(id: String, group: &'static str, (label, doc): (&str, &str), icon: Icon) -> PaletteEntry {
    PaletteEntry::new(id, group, label, doc, icon)
}

/// The palette entries of the template.
pub fn palette(template: &Template) -> Vec<PaletteEntry> {
    let guide = GUIDE.has(template.profiles);
    let demands = DEMANDS.iter().map(|(id, _, _, label, doc)| {
        palette_entry(format!("demand:{id}"), DEMAND_GROUP, (label, doc), Icon::Demand)
    });
    let places = LOCATIONS.iter().map(|(id, label, doc)| {
        palette_entry(format!("location:{id}"), LOCATION_GROUP, (label, doc), Icon::Place)
    });
    let kinds = ConstraintKind::ALL.into_iter().filter(|kind| guide || !kind.is_deferred());
    let constraint = |kind: ConstraintKind| {
        let group = if kind.is_between() || kind.is_to_location() { BETWEEN_GROUP } else { EACH_GROUP };
        palette_entry(format!("constraint:{}", kind.name()), group, label_and_doc(kind), icon_of(kind))
    };
    let (between, each): (Vec<PaletteEntry>, Vec<PaletteEntry>) =
        kinds.map(constraint).partition(|entry| entry.group == BETWEEN_GROUP);
    let rest = [
        palette_entry(
            "objective-term".to_owned(),
            OTHER_GROUP,
            ("Objective term", "A weighted distance or an attribute that ranks the solutions."),
            Icon::Goal,
        ),
        palette_entry(
            "reservation".to_owned(),
            OTHER_GROUP,
            ("Reservation", "Capacity to reserve at the selected candidates."),
            Icon::Lock,
        ),
        palette_entry(
            "parameter".to_owned(),
            OTHER_GROUP,
            ("Parameter", "A named value that a plan request can override."),
            Icon::ForEach,
        ),
    ];
    demands.chain(places).chain(between).chain(each).chain(rest).collect()
}

/// Palette entries that can be connected to a port.
pub fn palette_for(template: &Template, wire: &PortRef) -> Vec<PaletteEntry> {
    let from_location = template.locations.iter().any(|location| location.path == wire.node.0);
    let fits = |entry: &PaletteEntry| match (wire.port.as_str(), entry.group) {
        (DISTANCE | NETWORK | ZONE | GROUP | OBJECTIVE, DEMAND_GROUP) => true,
        (DISTANCE | NETWORK, LOCATION_GROUP) => !from_location,
        (OBJECTIVE, LOCATION_GROUP) => true,
        _ => false,
    };
    palette(template).into_iter().filter(fits).collect()
}

pub fn plan(template: &Template, id: &str, name: Option<&str>, on: &[Id]) -> Result<Plan, EditError> {
    writable(template)?;
    let (kind, of) = id.split_once(':').unwrap_or((id, ""));
    match kind {
        "demand" => {
            let known = DEMANDS.iter().find(|entry| entry.0 == of).unwrap_or(&DEMANDS[0]);
            let value = Value::Sequence(vec![initial_values::source(known.1, known.2)]);
            insert_named(template, "demands", name.unwrap_or("demand"), value)
        }
        "location" => {
            let value = initial_values::location(of, template);
            insert_named(template, "locations", name.unwrap_or("location"), value)
        }
        "parameter" => insert_named(template, "parameters", name.unwrap_or("parameter"), Value::text("")),
        "constraint" => {
            let kind = ConstraintKind::from_name(of)
                .ok_or_else(|| EditError::Refused(message::unknown("constraint type", of)))?;
            constraint(template, kind, name, on)
        }
        "reservation" => reservation(template, name, on),
        "objective-term" => {
            let (demands, locations) = split_ids(template, on);
            let demand = demands
                .first()
                .copied()
                .or_else(|| template.demands.first().map(|demand| demand.name.as_str()));
            let demand = demand.ok_or_else(|| missing_prerequisite("the objective needs a demand"))?;
            add_term(template, demand, locations.first().copied())
        }
        _ => Err(EditError::Refused(message::unknown("palette entry", id))),
    }
}

fn missing_prerequisite(why: &str) -> EditError {
    EditError::Refused(format!("{why}: add one first"))
}

fn insert_named(template: &Template, section: &str, base: &str, value: Value) -> Result<Plan, EditError> {
    let name = free_name(template, section, &as_name(base));
    let op = insert_entry(template, section, &name, value)?;
    Ok(Plan { ops: vec![op], focus: Some(Id(template.section(section).key(&name))) })
}

/// The base name of a new constraint.
pub fn base_name(kind: ConstraintKind) -> &'static str {
    match kind {
        ConstraintKind::DistanceToLocation | ConstraintKind::DistanceBetweenDemands => "distance",
        ConstraintKind::InventoryGroup => "group",
        ConstraintKind::NetworkBetweenDemands | ConstraintKind::NetworkToLocation => "network",
        ConstraintKind::VimFit => "capacity",
        ConstraintKind::Hpa => "hardware",
        other => other.name(),
    }
}

/// A new constraint on the drop targets, and on as many other demands as it needs.
fn constraint(
    template: &Template,
    kind: ConstraintKind,
    name: Option<&str>,
    on: &[Id],
) -> Result<Plan, EditError> {
    let (mut demands, locations) = split_ids(template, on);
    for demand in &template.demands {
        if demands.len() < kind.min_demands() && !demands.contains(&demand.name.as_str()) {
            demands.push(&demand.name);
        }
    }
    if demands.len() < kind.min_demands() {
        let label = label_and_doc(kind).0.to_lowercase();
        let why = if kind.is_between() {
            format!("{label} needs two demands, found {}", demands.len())
        } else {
            format!("{label} needs a demand")
        };
        return Err(missing_prerequisite(&why));
    }
    let location = locations
        .first()
        .copied()
        .or_else(|| template.locations.first().map(|location| location.name.as_str()));
    let location = location.filter(|_| kind.is_to_location());
    if kind.is_to_location() && location.is_none() {
        return Err(missing_prerequisite("this constraint needs a location"));
    }
    if kind == ConstraintKind::InventoryGroup {
        demands.truncate(2);
    }
    add_constraint(template, kind, name, &demands, location)
}

/// Plans a new constraint.
pub fn add_constraint(
    template: &Template,
    kind: ConstraintKind,
    name: Option<&str>,
    demands: &[&str],
    location: Option<&str>,
) -> Result<Plan, EditError> {
    insert_named(
        template,
        "constraints",
        name.unwrap_or(base_name(kind)),
        initial_values::constraint(kind, demands, location),
    )
}

fn reservation(template: &Template, name: Option<&str>, on: &[Id]) -> Result<Plan, EditError> {
    let (mut demands, _) = split_ids(template, on);
    if demands.is_empty() {
        demands.extend(template.demands.first().map(|demand| demand.name.as_str()));
    }
    if demands.is_empty() {
        return Err(missing_prerequisite("a reservation needs a demand"));
    }
    let at = template.section("reservation");
    let inner = at.key("service_candidates");
    let is_taken = |name: &str| template.node(&inner.key(name)).is_some();
    let name = common::free_name(&as_name(name.unwrap_or("reservation")), '_', is_taken);
    let value = initial_values::reservation(&demands);
    let is_usable =
        |node: Option<limn_yaml::Node<'_>>| node.is_none_or(|node| node.is_mapping() || node.is_null());
    if !is_usable(template.node(&at)) || !is_usable(template.node(&inner)) {
        return Err(EditError::Refused("`reservation` is not a mapping".to_owned()));
    }
    let op = match (template.node(&at), template.node(&inner)) {
        (None, _) => insert_section(
            template,
            "reservation",
            Value::map([
                ("service_model", Value::text("service")),
                ("service_candidates", Value::map([(name.as_str(), value)])),
            ]),
        ),
        _ => Op::Insert {
            into: inner.clone(),
            key: name.clone(),
            value,
            placement: limn_yaml::Placement::Last,
        },
    };
    Ok(Plan { ops: vec![op], focus: Some(Id(inner.key(&name))) })
}

/// A new term of the objective; creates the objective if it is missing.
pub fn add_term(template: &Template, demand: &str, location: Option<&str>) -> Result<Plan, EditError> {
    let generic = initial_values::is_generic(template);
    let first = template.locations.first().map(|location| location.name.as_str());
    let location = if generic { location } else { location.or(first) };
    if !generic && location.is_none() {
        return Err(missing_prerequisite("a distance needs a location"));
    }
    let value = initial_values::term(generic, demand, location);
    let at = template.section("optimization");
    let list =
        if generic { at.key("operation_function").key("operands") } else { at.key("minimize").key("sum") };
    let root = template.node(&at).filter(|node| !node.is_null() && node.entries().len() > 0);
    let Some(root) = root else {
        let objective = initial_values::objective(generic, value);
        let op = match template.node(&at) {
            Some(node) if node.is_mapping() || node.is_null() => {
                Op::Replace { at: at.clone(), value: objective }
            }
            Some(_) => return Err(EditError::Refused("`optimization` is not a mapping".to_owned())),
            None => insert_section(template, "optimization", objective),
        };
        return Ok(Plan { ops: vec![op], focus: Some(Id(list.index(0))) });
    };
    let outer = root.get(if generic { "operation_function" } else { "minimize" });
    let items = template.node(&list);
    let is_usable = outer.is_some_and(Node::is_mapping) && items.is_none_or(Node::is_sequence);
    if !is_usable {
        return Err(EditError::Refused("the objective is not a sum, so no term can be added".to_owned()));
    }
    let count = items.map_or(0, |items| items.items().len());
    let op = Op::Append { to: list.clone(), value };
    Ok(Plan { ops: vec![op], focus: Some(Id(list.index(count))) })
}
