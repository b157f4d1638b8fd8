//! Names of a template, and function calls: references to parameters, locations and demands, and their diagnostics.

use super::{GUIDE_PAGE, HAS};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Expression, NameKind, NodeContext, Part, PartKind, Scope, nearest};
use limn_yaml::{Document, Node};

pub(super) static CODES: &[&Code] = &[
    &UNKNOWN_PARAMETER,
    &CALL_WITH_MORE,
    &PATH_INTO_PARAMETER,
    &CALL_OUT_OF_PLACE,
    &FILE_FUNCTION,
    &UNKNOWN_FUNCTION,
    &CALL_IN_PARAMETERS,
    &SHARED_NAME,
    &LOCATION_AS_DEMAND,
];

pub static UNKNOWN_PARAMETER: Code = Code::error(
    "homing/unknown-parameter",
    "H-FN-1",
    GUIDE_PAGE,
    "Checks that `{get_param: name}` names a parameter of the template.",
)
.why("HAS rejects a template that reads an undefined parameter.")
.advice("Correct the name, or add the parameter to `parameters`.")
.bad(
    "template",
    "
parameters: {lon: -97.04}
locations: {customer: {latitude: {get_param: lat}, longitude: {get_param: lon}}}
#                                            ^^^
",
)
.good(
    "
parameters: {lat: 32.89, lon: -97.04}
locations: {customer: {latitude: {get_param: lat}, longitude: {get_param: lon}}}
",
);
pub static CALL_WITH_MORE: Code = Code::error(
    "homing/function-with-more-keys",
    "H-FN-2",
    HAS,
    "Checks that `get_param` is the only key of its mapping.",
)
.why("With another key, HAS treats the mapping as plain data and doesn't read the parameter.")
.advice("Remove the other keys.")
.bad(
    "location",
    "
latitude: {get_param: lat, default: 1}
#          ^^^^^^^^^
",
)
.good("latitude: {get_param: lat}");
pub static PATH_INTO_PARAMETER: Code = Code::error(
    "homing/path-into-parameter",
    "H-FN-3",
    "Homing Specification Guide, get_param; ONAP HAS",
    "Checks that `get_param` has a single name. The specification guide also allows a path into a list or mapping: `[service_info, costs, 4]`.",
)
.why("HAS rejects a list.")
.advice("Use a separate parameter for the inner value.")
.bad(
    "template",
    "
parameters: {place: {lat: 32.89}}
locations: {customer: {latitude: {get_param: [place, lat]}, longitude: -97.04}}
#                                 ^^^^^^^^^
",
)
.good(
    "
parameters: {place_lat: 32.89}
locations: {customer: {latitude: {get_param: place_lat}, longitude: -97.04}}
",
);
pub static CALL_OUT_OF_PLACE: Code = Code::error(
    "homing/function-out-of-place",
    "H-FN-4",
    "Homing Specification Guide, Intrinsic functions; ONAP HAS",
    "Checks that functions are only used where HAS resolves them: in locations, demands, reservations and properties of constraints.",
)
.why("Names are resolved earlier, so a whole location, the `demands` of a constraint, the `location` in its properties and everything in the \
objective must be literal.")
.advice("Write the value in place of the function. In a location, use the function for each key, such as `latitude`.")
.bad(
    "template",
    "
constraints:
  near:
    type: distance_to_location
    demands: {get_param: who}
#             ^^^^^^^^^
    properties: {distance: '< 1 km', location: customer}
",
)
.good(
    "
constraints:
  near:
    type: distance_to_location
    demands: [web]
    properties: {distance: {get_param: how_far}, location: customer}
",
);
pub static FILE_FUNCTION: Code = Code::error(
    "homing/file-function",
    "H-FN-5",
    "Homing Specification Guide, get_file; ONAP HAS",
    "Reports `get_file`, which the specification guide describes.",
)
.why("HAS doesn't support it and keeps the mapping as it is.")
.advice("Write the content in place of the function.")
.bad(
    "fit",
    "
request: {get_file: request.yaml}
#         ^^^^^^^^
",
)
.good("request: {vCPU: 10}");
pub static UNKNOWN_FUNCTION: Code = Code::error(
    "homing/unknown-function",
    "H-FN-6",
    GUIDE_PAGE,
    "Checks that the function is `get_param` or `get_file`.",
)
.why("HAS keeps a mapping with any other name as it is.")
.advice("Use `get_param`, or write the value itself.")
.bad(
    "location",
    "
latitude: {get_parameter: lat}
#          ^^^^^^^^^^^^^
",
)
.good("latitude: {get_param: lat}");
pub static CALL_IN_PARAMETERS: Code = Code::error(
    "homing/function-in-parameters",
    "H-PAR-3",
    HAS,
    "Checks that parameters are literal.",
)
.why("HAS doesn't resolve functions in `parameters`, so a reader of the parameter gets the mapping with `get_param`.")
.advice("Write the value in place of the function.")
.bad(
    "template",
    "
parameters: {base: 32.89, lat: {get_param: base}, lon: -97.04}
#                               ^^^^^^^^^
",
)
.good("parameters: {lat: 32.89, lon: -97.04}");
pub static SHARED_NAME: Code = Code::error(
    "homing/ambiguous-name",
    "H-LOC-10",
    HAS,
    "Checks that no location has the same name as a demand.",
)
.earlier(&["homing/name-of-two-things"])
.why("Constraints and objectives refer to both by name.")
.advice("Rename the location or the demand.")
.bad(
    "template",
    "
locations: {dallas: {clli_code: DLLSTX55}}
demands: {dallas: [{inventory_provider: aai, inventory_type: cloud}]}
#         ^^^^^^
~optimization: {}
",
)
.good(
    "
locations: {dallas: {clli_code: DLLSTX55}}
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
~optimization: {}
",
);
pub static LOCATION_AS_DEMAND: Code = Code::error(
    "homing/location-as-demand",
    "H-LOC-10",
    HAS,
    "Checks that the demands of a constraint are not locations.",
)
.why("HAS accepts a location there and then ignores it, because no candidate belongs to a location.")
.advice("List demands instead; a location is set in the properties of the constraint.")
.bad(
    "template",
    "
constraints:
  together: {type: zone, demands: [web, customer], properties: {qualifier: same, category: region}}
#                                       ^^^^^^^^
",
)
.good(
    "
constraints:
  together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
",
);

pub static PARAMETER: NameKind = NameKind::new("parameter");
pub static LOCATION: NameKind =
    NameKind { id: "location", check: |_, _| Vec::new(), rivals: &[&DEMAND], clash: Some(&SHARED_NAME) };
pub static DEMAND: NameKind =
    NameKind { id: "demand", check: |_, _| Vec::new(), rivals: &[&LOCATION], clash: Some(&SHARED_NAME) };
pub static CONSTRAINT: NameKind = NameKind::new("constraint");
pub static RESERVATION_ENTRY: NameKind = NameKind::new("reservation");

static PARAMETER_KINDS: &[&NameKind] = &[&PARAMETER];
static LOCATION_KINDS: &[&NameKind] = &[&LOCATION];
static DEMAND_KINDS: &[&NameKind] = &[&DEMAND];
static LOCATION_OR_DEMAND_KINDS: &[&NameKind] = &[&LOCATION, &DEMAND];

fn no_parts(_text: &str, _spot: &NodeContext<'_>) -> Vec<Part> {
    Vec::new()
}

/// A call, as one of several alternatives.
pub static FUNCTION: Expression = Expression::new("`{get_param: name}`", no_parts).call(call);
/// A string, number or call.
pub static TEXT: Expression = Expression::new("a string or `{get_param: name}`", no_parts).call(call);
/// Calls that HAS doesn't resolve.
pub static NO_FUNCTION: Expression = Expression::new("a literal value", no_parts).call(out_of_place);
pub static IN_PARAMETERS: Expression = Expression::new("a value", no_parts).call(in_parameters);
/// A weight; a rule checks it.
pub static WEIGHT: Expression = Expression::new("a number", no_parts).call(name_only);

/// Defines expressions for a single name of these kinds. Calls are out of place.
macro_rules! name_expressions {
    ($($name:ident: $label:literal, $kinds:ident, $missing:path;)+) => {
        $(pub static $name: Expression =
            Expression::new($label, |text, spot| single_name(text, spot, $kinds, &$missing)).call(out_of_place);)+
    };
}

name_expressions! {
    CONSTRAINED: "the name of a demand", DEMAND_KINDS, super::CONSTRAINT_DEMANDS;
    CONSTRAINT_LOCATION: "the name of a location", LOCATION_KINDS, super::UNKNOWN_LOCATION;
    RESERVED: "the name of a demand", DEMAND_KINDS, super::RESERVED_DEMANDS;
    MEASURED: "the name of a location or demand", LOCATION_OR_DEMAND_KINDS, super::FUNCTION_ARGUMENTS;
    SCORED: "the name of a demand", DEMAND_KINDS, super::SCORED_DEMANDS;
    OPERAND_DEMAND: "the name of a demand", DEMAND_KINDS, super::OPERAND_NAME;
    OPERAND_LOCATION: "the name of a location", LOCATION_KINDS, super::OPERAND_NAME;
}

fn single_name(
    text: &str,
    spot: &NodeContext<'_>,
    kinds: &'static [&'static NameKind],
    missing: &'static Code,
) -> Vec<Part> {
    let everything = 0..text.len();
    let name = text.to_owned();
    if kinds == DEMAND_KINDS && is_location(spot.node.document(), text) {
        let message = format!("`{text}` is a location, not a demand");
        let kind = PartKind::Fault { code: &LOCATION_AS_DEMAND, message };
        return vec![Part { within: everything, name, kind }];
    }
    let kind = PartKind::Name { kinds, scope: Scope::Root, missing: Some(missing) };
    vec![Part { within: everything, name, kind }]
}

fn is_location(document: &Document, name: &str) -> bool {
    let has =
        |section: &str| template_of(document).and_then(|template| template.get(section)?.get(name)).is_some();
    has("locations") && !has("demands")
}

/// The template in a document: the document itself, or the template in a plan request.
pub fn template_of(document: &Document) -> Option<Node<'_>> {
    let root = document.root()?;
    if is_plan(document) { root.get("template").filter(|inner| inner.is_mapping()) } else { Some(root) }
}

/// Returns true if the document is a plan request.
pub fn is_plan(document: &Document) -> bool {
    let Some(root) = document.root() else { return false };
    let has = |key: &str| root.get(key).is_some();
    if has("homing_template_version") || has("demands") || has("constraints") {
        return false;
    }
    has("template") || has("num_solution") || has("template_url")
}

/// Selects one of two shapes: the second for a call, the first for anything else.
pub fn or_call(spot: &NodeContext<'_>) -> usize {
    let mut entries = spot.node.entries();
    let first = entries.next().and_then(|entry| entry.key.text());
    usize::from(first.is_some_and(|key| key.starts_with("get_")) && entries.next().is_none())
}

type Calls<'d> = Option<Vec<(Node<'d>, Part)>>;

/// A call that HAS resolves.
fn call<'d>(spot: &NodeContext<'d>) -> Calls<'d> {
    call_parts(spot.node, None)
}

fn out_of_place<'d>(spot: &NodeContext<'d>) -> Calls<'d> {
    let message = "HAS doesn't resolve functions here; use a literal value";
    call_parts(spot.node, Some((&CALL_OUT_OF_PLACE, message)))
}

fn in_parameters<'d>(spot: &NodeContext<'d>) -> Calls<'d> {
    let message = "HAS doesn't resolve functions in `parameters`; use a literal value";
    call_parts(spot.node, Some((&CALL_IN_PARAMETERS, message)))
}

/// Only the name of the parameter.
fn name_only<'d>(spot: &NodeContext<'d>) -> Calls<'d> {
    let (_, argument) = param_call(spot.node)?;
    Some(argument.into_iter().filter_map(|node| Some((node, parameter(node)?))).collect())
}

/// The key of the function and the name node of its argument, in a mapping with `get_param` and any other keys.
fn param_call(node: Node<'_>) -> Option<(Node<'_>, Option<Node<'_>>)> {
    let entry = node.entry("get_param")?;
    let argument = entry.value.resolve();
    let name = if argument.is_sequence() { argument.items().next() } else { Some(argument) };
    Some((entry.key, name.filter(|name| name.is_scalar() && !name.is_null())))
}

fn call_parts<'d>(node: Node<'d>, refused: Option<(&'static Code, &str)>) -> Calls<'d> {
    if !node.is_mapping() {
        return None;
    }
    let Some((key, name)) = param_call(node) else { return other_call(node) };
    let mut parts: Vec<(Node<'d>, Part)> = Vec::new();
    let argument = node.get("get_param").map(Node::resolve);
    if let Some((code, message)) = refused {
        parts.push(fault(key, code, message.to_owned()));
    } else if node.entries().len() > 1 {
        let other = node.entries().find(|entry| entry.key != key).and_then(|entry| entry.key.as_str());
        let message = match other {
            Some(other) => {
                format!("`get_param` next to `{other}` is not a function call; the parameter is not read")
            }
            None => {
                "`get_param` next to another key is not a function call; the parameter is not read".to_owned()
            }
        };
        parts.push(fault(key, &CALL_WITH_MORE, message));
    } else if argument.is_some_and(Node::is_sequence) {
        let message =
            message::expected("the name of a parameter", "a path, which only the specification guide allows");
        parts.push(fault(key, &PATH_INTO_PARAMETER, message));
    } else if name.is_none() {
        let found = if argument.is_some_and(Node::is_mapping) { "a mapping" } else { "nothing" };
        parts.push(fault(
            key,
            &UNKNOWN_PARAMETER,
            message::expected("the name of a parameter for `get_param`", found),
        ));
    }
    if let Some((name, part)) = name.and_then(|name| Some((name, parameter(name)?))) {
        parts.push((name, part));
    }
    Some(parts)
}

fn parameter(name: Node<'_>) -> Option<Part> {
    let text = name.as_str()?;
    let kind =
        PartKind::Name { kinds: PARAMETER_KINDS, scope: Scope::Root, missing: Some(&UNKNOWN_PARAMETER) };
    Some(Part { within: 0..text.len(), name: text.into_owned(), kind })
}

/// A mapping with one key that looks like a function.
fn other_call(node: Node<'_>) -> Calls<'_> {
    let mut entries = node.entries();
    let (first, None) = (entries.next()?, entries.next()) else { return None };
    let name = first.key.as_str().filter(|name| name.starts_with("get_"))?;
    if name == "get_file" {
        let message =
            "`get_file` is described by the specification guide and not supported by HAS".to_owned();
        return Some(vec![fault(first.key, &FILE_FUNCTION, message)]);
    }
    let hint = match nearest(&name, ["get_param", "get_file"]) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    Some(vec![fault(first.key, &UNKNOWN_FUNCTION, message::unknown("function", &name) + &hint)])
}

fn fault<'d>(key: Node<'d>, code: &'static Code, message: String) -> (Node<'d>, Part) {
    let text = key.as_str().unwrap_or_default();
    let kind = PartKind::Fault { code, message };
    (key, Part { within: 0..text.len(), name: text.into_owned(), kind })
}
