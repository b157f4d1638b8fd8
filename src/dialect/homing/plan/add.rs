//! What the palette holds, and where each of its things goes.

use super::{as_name, entry, free_name, fresh, named, section_op, writable};
use crate::grammar::GUIDE;
use crate::graph::{DISTANCE, GROUP, NETWORK, OBJECTIVE, ZONE, icon_of};
use crate::model::{Kind, Template};
use limn_common as common;
use limn_language::dialect::{Plan, Template as Offer};
use limn_language::edit::EditError;
use limn_language::graph::{Icon, Id, PortRef};
use limn_yaml::{Node, Op, Value};

const PARTS: &str = "Demands";
const PLACES: &str = "Locations";
const BETWEEN: &str = "Constraints between";
const EACH: &str = "Constraints on each";
const AIM: &str = "Objective and more";

/// Sources of a new demand: the palette's id, provider and inventory type, the label, the help.
const DEMANDS: [(&str, &str, &str, &str, &str); 7] = [
    ("cloud", "aai", "cloud", "Demand for a cloud", "Something that is to be placed in a cloud region."),
    (
        "service",
        "aai",
        "service",
        "Demand for a service",
        "Something that a running service of a customer is to do.",
    ),
    (
        "vfmodule",
        "aai",
        "vfmodule",
        "Demand for a module",
        "A module of a network function that runs already.",
    ),
    ("nssi", "aai", "nssi", "Demand for a slice subnet", "An instance of a network slice subnet."),
    ("nsi", "aai", "nsi", "Demand for a slice", "An instance of a network slice."),
    ("nst", "aai", "nst", "Demand for a slice template", "A template that a network slice is made from."),
    (
        "slice_profiles",
        "generator",
        "slice_profiles",
        "Demand for slice profiles",
        "Slice profiles that the generator makes up.",
    ),
];

const LOCATIONS: [(&str, &str, &str); 3] = [
    ("coordinates", "Location by coordinates", "A place on Earth by its latitude and longitude."),
    ("host", "Location of a host", "The place of a host that the inventory knows."),
    ("clli", "Location by CLLI code", "A place that the inventory knows by its CLLI code."),
];

/// The label and the help of a kind of constraint.
fn words(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::DistanceToLocation => ("Distance to a location", "How far candidates may be from a location."),
        Kind::DistanceBetweenDemands => {
            ("Distance between demands", "How far candidates may be from each other.")
        }
        Kind::Zone => ("Zone", "The same region, complex or country, or different ones."),
        Kind::InventoryGroup => ("Inventory group", "Two demands that a pair of the inventory meets."),
        Kind::Attribute => ("Attributes", "What the inventory says of a candidate: its country, its state."),
        Kind::Threshold => ("Thresholds", "Numbers that the inventory says of a candidate, within bounds."),
        Kind::InstanceFit => ("Instance fit", "A running service has room."),
        Kind::RegionFit => ("Region fit", "A cloud region has room, as its controller says."),
        Kind::VimFit => {
            ("Cloud capacity", "A cloud region has so many processors, so much memory and storage.")
        }
        Kind::Hpa => ("Hardware", "The hardware has features."),
        Kind::License => ("Licence", "A licence is there. Deferred by the guide."),
        Kind::NetworkBetweenDemands => {
            ("Network between demands", "What the network between them is like. Deferred by the guide.")
        }
        Kind::NetworkToLocation => {
            ("Network to a location", "What the network to a location is like. Deferred by the guide.")
        }
        Kind::Capability => ("Capability", "Fits a Heat template. Deferred by the guide."),
    }
}

fn offer(id: String, group: &'static str, (label, doc): (&str, &str), icon: Icon) -> Offer {
    let (label, doc) = (label.to_owned(), doc.to_owned());
    Offer { id, group, label, doc, icon, wire: false, parent: None, is_abstract: false }
}

/// What can be dragged onto the template.
pub fn palette(template: &Template) -> Vec<Offer> {
    let guide = GUIDE.has(template.profiles);
    let demands = DEMANDS
        .iter()
        .map(|(id, _, _, label, doc)| offer(format!("demand:{id}"), PARTS, (label, doc), Icon::Demand));
    let places = LOCATIONS
        .iter()
        .map(|(id, label, doc)| offer(format!("location:{id}"), PLACES, (label, doc), Icon::Place));
    let kinds = Kind::ALL.into_iter().filter(|kind| guide || !kind.is_deferred());
    let constraint = |kind: Kind| {
        let group = if kind.is_between() || kind.is_to_location() { BETWEEN } else { EACH };
        offer(format!("constraint:{}", kind.word()), group, words(kind), icon_of(kind))
    };
    let (between, each): (Vec<Offer>, Vec<Offer>) = kinds.map(constraint).partition(|it| it.group == BETWEEN);
    let rest = [
        offer(
            "objective-term".to_owned(),
            AIM,
            ("Objective term", "A weighted distance, or an attribute, that the best plan is judged by."),
            Icon::Goal,
        ),
        offer(
            "reservation".to_owned(),
            AIM,
            ("Reservation", "Capacity that is set aside at the candidates that were chosen."),
            Icon::Lock,
        ),
        offer(
            "parameter".to_owned(),
            AIM,
            ("Parameter", "A value by name, given anew for each plan."),
            Icon::ForEach,
        ),
    ];
    demands.chain(places).chain(between).chain(each).chain(rest).collect()
}

/// What could stand at the other end of a wire.
pub fn palette_for(template: &Template, wire: &PortRef) -> Vec<Offer> {
    let from_location = template.locations.iter().any(|it| it.path == wire.node.0);
    let fits = |offer: &Offer| match (wire.port.as_str(), offer.group) {
        (DISTANCE | NETWORK | ZONE | GROUP | OBJECTIVE, PARTS) => true,
        (DISTANCE | NETWORK, PLACES) => !from_location,
        (OBJECTIVE, PLACES) => true,
        _ => false,
    };
    palette(template).into_iter().filter(fits).collect()
}

pub fn plan(template: &Template, id: &str, name: Option<&str>, on: &[Id]) -> Result<Plan, EditError> {
    writable(template)?;
    let (kind, of) = id.split_once(':').unwrap_or((id, ""));
    match kind {
        "demand" => {
            let known = DEMANDS.iter().find(|it| it.0 == of).unwrap_or(&DEMANDS[0]);
            let value = Value::Sequence(vec![fresh::source(known.1, known.2)]);
            put(template, "demands", name.unwrap_or("demand"), value)
        }
        "location" => put(template, "locations", name.unwrap_or("location"), fresh::location(of)),
        "parameter" => put(template, "parameters", name.unwrap_or("parameter"), Value::text("")),
        "constraint" => {
            let kind =
                Kind::of(of).ok_or_else(|| EditError::Refused(format!("there is no constraint `{of}`")))?;
            constraint(template, kind, name, on)
        }
        "reservation" => reservation(template, name, on),
        "objective-term" => {
            let (demands, locations) = named(template, on);
            let demand =
                demands.first().copied().or_else(|| template.demands.first().map(|it| it.name.as_str()));
            let demand = demand.ok_or_else(|| nothing("an objective speaks of a demand"))?;
            term(template, demand, locations.first().copied())
        }
        _ => Err(EditError::Refused(format!("there is no `{id}` to add"))),
    }
}

fn nothing(why: &str) -> EditError {
    EditError::Refused(format!("{why}: add one first"))
}

fn put(template: &Template, section: &str, base: &str, value: Value) -> Result<Plan, EditError> {
    let name = free_name(template, section, &as_name(base));
    let op = entry(template, section, &name, value)?;
    Ok(Plan { ops: vec![op], focus: Some(Id(template.section(section).key(&name))) })
}

/// The first name of a constraint of a kind.
pub fn base_name(kind: Kind) -> &'static str {
    match kind {
        Kind::DistanceToLocation | Kind::DistanceBetweenDemands => "distance",
        Kind::InventoryGroup => "group",
        Kind::NetworkBetweenDemands | Kind::NetworkToLocation => "network",
        Kind::VimFit => "capacity",
        Kind::Hpa => "hardware",
        other => other.word(),
    }
}

/// A constraint on what it was dropped on, and on as many others as it needs.
fn constraint(template: &Template, kind: Kind, name: Option<&str>, on: &[Id]) -> Result<Plan, EditError> {
    let (mut demands, locations) = named(template, on);
    for demand in &template.demands {
        if demands.len() < kind.least() && !demands.contains(&demand.name.as_str()) {
            demands.push(&demand.name);
        }
    }
    if demands.len() < kind.least() {
        let label = words(kind).0.to_lowercase();
        let why = if kind.is_between() {
            format!("{label} is between two demands, here are {}", demands.len())
        } else {
            format!("{label} binds a demand, and there is none")
        };
        return Err(nothing(&why));
    }
    let location =
        locations.first().copied().or_else(|| template.locations.first().map(|it| it.name.as_str()));
    let location = location.filter(|_| kind.is_to_location());
    if kind.is_to_location() && location.is_none() {
        return Err(nothing("this constraint measures from a location, and there is none"));
    }
    if kind == Kind::InventoryGroup {
        demands.truncate(2);
    }
    bind(template, kind, name, &demands, location)
}

/// Writes a new constraint.
pub fn bind(
    template: &Template,
    kind: Kind,
    name: Option<&str>,
    demands: &[&str],
    location: Option<&str>,
) -> Result<Plan, EditError> {
    put(template, "constraints", name.unwrap_or(base_name(kind)), fresh::constraint(kind, demands, location))
}

fn reservation(template: &Template, name: Option<&str>, on: &[Id]) -> Result<Plan, EditError> {
    let (mut demands, _) = named(template, on);
    if demands.is_empty() {
        demands.extend(template.demands.first().map(|it| it.name.as_str()));
    }
    if demands.is_empty() {
        return Err(nothing("a reservation is for a demand, and there is none"));
    }
    let at = template.section("reservation");
    let inner = at.key("service_candidates");
    let taken = |name: &str| template.node(&inner.key(name)).is_some();
    let name = common::free_name(&as_name(name.unwrap_or("reservation")), '_', taken);
    let value = fresh::reservation(&demands);
    let usable =
        |node: Option<limn_yaml::Node<'_>>| node.is_none_or(|node| node.is_mapping() || node.is_null());
    if !usable(template.node(&at)) || !usable(template.node(&inner)) {
        return Err(EditError::Refused("`reservation` is not a mapping here".to_owned()));
    }
    let op = match (template.node(&at), template.node(&inner)) {
        (None, _) => section_op(
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

/// A new term of the objective, and the objective with it where there is none.
pub fn term(template: &Template, demand: &str, location: Option<&str>) -> Result<Plan, EditError> {
    let generic = fresh::is_generic(template);
    let first = template.locations.first().map(|it| it.name.as_str());
    let location = if generic { location } else { location.or(first) };
    if !generic && location.is_none() {
        return Err(nothing("a distance is measured from a location, and there is none"));
    }
    let value = fresh::term(generic, demand, location);
    let at = template.section("optimization");
    let list =
        if generic { at.key("operation_function").key("operands") } else { at.key("minimize").key("sum") };
    let root = template.node(&at).filter(|node| !node.is_null() && node.entries().len() > 0);
    let Some(root) = root else {
        let made = fresh::objective(generic, value);
        let op = match template.node(&at) {
            Some(node) if node.is_mapping() || node.is_null() => Op::Replace { at: at.clone(), value: made },
            Some(_) => return Err(EditError::Refused("`optimization` is not a mapping here".to_owned())),
            None => section_op(template, "optimization", made),
        };
        return Ok(Plan { ops: vec![op], focus: Some(Id(list.index(0))) });
    };
    let outer = root.get(if generic { "operation_function" } else { "minimize" });
    let items = template.node(&list);
    let usable = outer.is_some_and(Node::is_mapping) && items.is_none_or(Node::is_sequence);
    if !usable {
        return Err(EditError::Refused(
            "the objective is not a sum here: a term has no place in it".to_owned(),
        ));
    }
    let count = items.map_or(0, |items| items.items().len());
    let op = Op::Append { to: list.clone(), value };
    Ok(Plan { ops: vec![op], focus: Some(Id(list.index(count))) })
}
