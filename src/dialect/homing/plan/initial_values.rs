//! Initial values of new elements: the minimum that is valid.

use super::name_list;
use crate::grammar::GENERIC;
use crate::model::{ConstraintKind, Location, Template};
use limn_yaml::Value;

fn plain(text: &str) -> Value {
    Value::Plain(text.to_owned())
}

/// A source of candidates.
pub fn source(provider: &str, kind: &str) -> Value {
    let mut entries = vec![
        ("inventory_provider".to_owned(), Value::text(provider)),
        ("inventory_type".to_owned(), Value::text(kind)),
    ];
    let filters = match (provider, kind) {
        ("generator", _) => {
            let empty = || Value::Mapping(Vec::new());
            Some(Value::map([("service_profile", empty()), ("subnets", empty())]))
        }
        (_, "service" | "vfmodule") => Some(Value::map([("global-customer-id", Value::text("customer"))])),
        _ => None,
    };
    entries.extend(filters.map(|filters| ("filtering_attributes".to_owned(), filters)));
    Value::Mapping(entries)
}

/// Places of new locations, apart from each other on a map that shows all of them.
const PLACES: [(f64, f64); 8] = [
    (32.89748, -97.040_443),
    (32.75549, -97.330_766),
    (33.01984, -96.698_886),
    (33.21484, -97.133_068),
    (32.73569, -97.108_066),
    (33.19725, -96.639_782),
    (32.38653, -96.848_330),
    (32.93123, -96.459_709),
];

/// The first of those places where there is no location yet. Once all are taken, places beside them.
fn free_place(locations: &[Location]) -> (f64, f64) {
    const BESIDE: f64 = 0.08;
    let taken: Vec<(f64, f64)> = locations.iter().filter_map(Location::coordinates).collect();
    let place = |at: usize| {
        let ((latitude, longitude), around) = (PLACES[at % PLACES.len()], (at / PLACES.len()) as f64);
        (latitude - around * BESIDE, longitude)
    };
    let is_free = |(latitude, longitude): &(f64, f64)| {
        !taken.iter().any(|place| near(place.0, *latitude) && near(place.1, *longitude))
    };
    // One more place than there are locations.
    (0..=taken.len()).map(place).find(is_free).unwrap_or(PLACES[0])
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.001
}

/// A location, by palette id.
pub fn location(kind: &str, template: &Template) -> Value {
    match kind {
        "host" => Value::map([("host_name", Value::text("host"))]),
        "clli" => Value::map([("clli_code", Value::text("DLLSTX55"))]),
        _ => {
            let (latitude, longitude) = free_place(&template.locations);
            Value::map([
                ("latitude", plain(&format!("{latitude:.5}"))),
                ("longitude", plain(&format!("{longitude:.6}"))),
            ])
        }
    }
}

/// A constraint on these demands.
pub fn constraint(kind: ConstraintKind, demands: &[&str], location: Option<&str>) -> Value {
    let mut entries = vec![
        ("type".to_owned(), Value::text(kind.name())),
        ("demands".to_owned(), name_list(demands.iter().copied())),
    ];
    entries.extend(properties(kind, location).map(|properties| ("properties".to_owned(), properties)));
    Value::Mapping(entries)
}

/// The properties of a new constraint; `None` if the kind has none.
pub fn properties(kind: ConstraintKind, location: Option<&str>) -> Option<Value> {
    let quoted = |text: &str| Value::Quoted(text.to_owned());
    let place = location.map(|name| ("location", Value::text(name)));
    let request = |entries: Vec<(&str, Value)>| Value::map(entries);
    Some(match kind {
        ConstraintKind::DistanceToLocation => {
            Value::map([("distance", quoted("< 100 km"))].into_iter().chain(place))
        }
        ConstraintKind::DistanceBetweenDemands => Value::map([("distance", quoted("< 250 km"))]),
        ConstraintKind::Zone => {
            Value::map([("qualifier", Value::text("same")), ("category", Value::text("region"))])
        }
        ConstraintKind::InventoryGroup => return None,
        ConstraintKind::Attribute => {
            let any = Value::map([("any", Value::Sequence(vec![Value::text("USA")]))]).on_one_line();
            Value::map([("evaluate", Value::map([("country", any)]))])
        }
        ConstraintKind::Threshold => {
            let test = Value::map([
                ("attribute", Value::text("latency")),
                ("operator", Value::text("lte")),
                ("threshold", plain("30")),
                ("unit", Value::text("ms")),
            ]);
            Value::map([("evaluate", Value::Sequence(vec![test]))])
        }
        ConstraintKind::InstanceFit | ConstraintKind::RegionFit => {
            Value::map([("controller", Value::text("SDN-C")), ("request", Value::Mapping(Vec::new()))])
        }
        ConstraintKind::VimFit => {
            let size =
                |quantity: &str| Value::map([("quantity", plain(quantity)), ("unit", Value::text("GB"))]);
            let size_request =
                request(vec![("vCPU", plain("4")), ("Memory", size("8")), ("Storage", size("100"))]);
            Value::map([("controller", Value::text("multicloud")), ("request", size_request)])
        }
        ConstraintKind::Hpa => Value::map([("evaluate", Value::Sequence(vec![machine()]))]),
        ConstraintKind::License => {
            Value::map([("id", Value::text("SOFTWARE_ID")), ("key", Value::text("LICENSE_KEY"))])
        }
        ConstraintKind::NetworkBetweenDemands => Value::map([("latency", quoted("< 50 ms"))]),
        ConstraintKind::NetworkToLocation => {
            Value::map([("latency", quoted("< 50 ms"))].into_iter().chain(place))
        }
        ConstraintKind::Capability => Value::map([
            ("specification", Value::text("heat")),
            ("template", Value::text("http://repository/my/stack_template")),
        ]),
    })
}

/// A machine that requires processors.
fn machine() -> Value {
    let quoted = |text: &str| Value::Quoted(text.to_owned());
    let attribute = Value::map([("attribute_name", Value::text("flavor")), ("attribute_value", quoted(""))]);
    let directive = Value::map([
        ("type", Value::text("flavor_directives")),
        ("attributes", Value::Sequence(vec![attribute])),
    ]);
    let processors = Value::map([
        ("hpa-attribute-key", Value::text("numVirtualCpu")),
        ("hpa-attribute-value", quoted("4")),
        ("operator", quoted(">=")),
    ]);
    let feature = Value::map([
        ("hpa-feature", Value::text("basicCapabilities")),
        ("hpa-version", Value::text("v1")),
        ("architecture", Value::text("generic")),
        ("mandatory", quoted("True")),
        ("directives", Value::Sequence(Vec::new())),
        ("hpa-feature-attributes", Value::Sequence(vec![processors])),
    ]);
    Value::map([
        ("id", Value::text("machine")),
        ("type", Value::text("vnfc")),
        ("directives", Value::Sequence(vec![directive])),
        ("flavorProperties", Value::Sequence(vec![feature])),
    ])
}

/// A reservation for demands.
pub fn reservation(demands: &[&str]) -> Value {
    Value::map([
        ("demands", name_list(demands.iter().copied())),
        (
            "properties",
            Value::map([("controller", Value::text("SDN-C")), ("request", Value::Mapping(Vec::new()))]),
        ),
    ])
}

/// Returns true if objectives of the template have the newer syntax.
pub fn is_generic(template: &Template) -> bool {
    match &template.objective {
        Some(objective) if objective.root.is_some() || objective.goal.is_some() => objective.is_generic,
        _ => GENERIC.has(template.profiles),
    }
}

/// A term of the objective: the weighted distance between a demand and a location, or an attribute of the demand.
pub fn term(generic: bool, demand: &str, location: Option<&str>) -> Value {
    let pair = |location: &str| name_list([location, demand]);
    match (generic, location) {
        (false, location) => {
            let distance =
                Value::map([("distance_between", pair(location.unwrap_or_default()))]).on_one_line();
            Value::map([("product", Value::Sequence(vec![plain("1"), distance]))])
        }
        (true, Some(location)) => operand(
            "distance_between",
            [("demand", Value::text(demand)), ("location", Value::text(location))],
        ),
        (true, None) => {
            operand("attribute", [("demand", Value::text(demand)), ("attribute", Value::text("latency"))])
        }
    }
}

fn operand(function: &str, params: [(&str, Value); 2]) -> Value {
    Value::map([("function", Value::text(function)), ("weight", plain("1")), ("params", Value::map(params))])
}

/// An objective with one term.
pub fn objective(generic: bool, term: Value) -> Value {
    let terms = Value::Sequence(vec![term]);
    if !generic {
        return Value::map([("minimize", Value::map([("sum", terms)]))]);
    }
    let operation = Value::map([("operator", Value::text("sum")), ("operands", terms)]);
    Value::map([("goal", Value::text("minimize")), ("operation_function", operation)])
}
