//! The names of a template and the two functions: how values refer to parameters, locations and demands, and what is wrong where they do not.

use super::{GUIDE_PAGE, SERVICE};
use limn_language::diagnostic::Code;
use limn_language::schema::{Expression, NameKind, Part, PartKind, Scope, Spot, nearest};
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
    "`{get_param: name}` takes the value of a parameter, so there must be one of that name.

Bad:
```yaml
locations: {customer: {latitude: {get_param: lat}, longitude: -97.04}}
```
Good:
```yaml
parameters: {lat: 32.89}
locations: {customer: {latitude: {get_param: lat}, longitude: -97.04}}
```",
);
pub static CALL_WITH_MORE: Code = Code::error(
    "homing/function-with-more-keys",
    "H-FN-2",
    SERVICE,
    "A mapping is a call of `get_param` only where that is its one key. With another key beside it, the service takes it for an ordinary mapping \
and the parameter is never read.

Bad:
```yaml
latitude: {get_param: lat, default: 1}
```
Good:
```yaml
latitude: {get_param: lat}
```",
);
pub static PATH_INTO_PARAMETER: Code = Code::error(
    "homing/path-into-parameter",
    "H-FN-3",
    "Homing Specification Guide, get_param; HAS, the homing service",
    "The guide lets `get_param` lead into a list or mapping: `[service_info, costs, 4]`. The service takes one name and refuses a list. Write the \
inner value as a parameter of its own.

Bad:
```yaml
parameters: {place: {lat: 32.89}}
locations: {customer: {latitude: {get_param: [place, lat]}, longitude: -97.04}}
```
Good:
```yaml
parameters: {place_lat: 32.89}
locations: {customer: {latitude: {get_param: place_lat}, longitude: -97.04}}
```",
);
pub static CALL_OUT_OF_PLACE: Code = Code::error(
    "homing/function-out-of-place",
    "H-FN-4",
    "Homing Specification Guide, Intrinsic functions; HAS, the homing service",
    "Functions are worked out inside locations, demands, reservations and the properties of constraints. Names are looked at before that, so a \
whole location, the `demands` of a constraint, the `location` of its properties and everything in the objective have to be written out.

Bad:
```yaml
constraints: {near: {type: distance_to_location, demands: {get_param: who}, properties: {distance: '< 1 km', location: customer}}}
```
Good:
```yaml
constraints: {near: {type: distance_to_location, demands: [web], properties: {distance: {get_param: how_far}, location: customer}}}
```",
);
pub static FILE_FUNCTION: Code = Code::error(
    "homing/file-function",
    "H-FN-5",
    "Homing Specification Guide, get_file; HAS, the homing service",
    "The guide describes `get_file`; the service has no such function and hands the mapping on as it is.

Bad:
```yaml
request: {get_file: request.yaml}
```
Good:
```yaml
request: {vCPU: 10}
```",
);
pub static UNKNOWN_FUNCTION: Code = Code::error(
    "homing/unknown-function",
    "H-FN-6",
    GUIDE_PAGE,
    "There are two functions, `get_param` and `get_file`, and no other. What looks like a third stays a mapping.

Bad:
```yaml
latitude: {get_parameter: lat}
```
Good:
```yaml
latitude: {get_param: lat}
```",
);
pub static CALL_IN_PARAMETERS: Code = Code::error(
    "homing/function-in-parameters",
    "H-PAR-3",
    SERVICE,
    "A parameter cannot take its value from another one: inside `parameters` nothing is worked out, and whoever reads the parameter gets the \
mapping with `get_param` in it.

Bad:
```yaml
parameters: {base: 32.89, lat: {get_param: base}}
```
Good:
```yaml
parameters: {lat: 32.89}
```",
);
pub static SHARED_NAME: Code = Code::error(
    "homing/name-of-two-things",
    "H-LOC-10",
    SERVICE,
    "Constraints and objectives name locations and demands alike, so no location may have the name of a demand.

Bad:
```yaml
locations: {dallas: {clli_code: DLLSTX55}}
demands: {dallas: [{inventory_provider: aai, inventory_type: cloud}]}
```
Good:
```yaml
locations: {dallas: {clli_code: DLLSTX55}}
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
```",
);
pub static LOCATION_AS_DEMAND: Code = Code::error(
    "homing/location-as-demand",
    "H-LOC-10",
    SERVICE,
    "The service lets a constraint list a location among its demands, and then does nothing with it: no candidate belongs to a location.

Bad:
```yaml
constraints: {together: {type: zone, demands: [web, customer], properties: {qualifier: same, category: region}}}
```
Good:
```yaml
constraints: {together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}}
```",
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

fn no_parts(_text: &str, _spot: &Spot<'_>) -> Vec<Part> {
    Vec::new()
}

/// A call, where a call is one of several things that may stand there.
pub static FUNCTION: Expression = Expression::new("`{get_param: name}`", no_parts).call(call);
/// A text or number, or a call.
pub static TEXT: Expression = Expression::new("a text or `{get_param: name}`", no_parts).call(call);
/// Calls where nothing is worked out.
pub static NO_FUNCTION: Expression =
    Expression::new("a value that is written out", no_parts).call(out_of_place);
pub static IN_PARAMETERS: Expression = Expression::new("a value", no_parts).call(in_parameters);
/// A weight, which a rule of its own looks at.
pub static WEIGHT: Expression = Expression::new("a number", no_parts).call(name_only);

/// An expression that is one name of these kinds, and no call.
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
    spot: &Spot<'_>,
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

/// The template in a document: the document itself, or what a plan request carries.
pub fn template_of(document: &Document) -> Option<Node<'_>> {
    let root = document.root()?;
    if is_plan(document) { root.get("template").filter(|inner| inner.is_mapping()) } else { Some(root) }
}

/// Whether the document is a request to make a plan, the template inside of it.
pub fn is_plan(document: &Document) -> bool {
    let Some(root) = document.root() else { return false };
    let has = |key: &str| root.get(key).is_some();
    if has("homing_template_version") || has("demands") || has("constraints") {
        return false;
    }
    has("template") || has("num_solution") || has("template_url")
}

/// Which of two shapes holds: the second for a call, the first for anything else.
pub fn or_call(spot: &Spot<'_>) -> usize {
    let mut entries = spot.node.entries();
    let first = entries.next().and_then(|entry| entry.key.text());
    usize::from(first.is_some_and(|key| key.starts_with("get_")) && entries.next().is_none())
}

type Calls<'d> = Option<Vec<(Node<'d>, Part)>>;

/// A call that is worked out.
fn call<'d>(spot: &Spot<'d>) -> Calls<'d> {
    call_parts(spot.node, None)
}

fn out_of_place<'d>(spot: &Spot<'d>) -> Calls<'d> {
    let message = "functions are not worked out here: write the value itself";
    call_parts(spot.node, Some((&CALL_OUT_OF_PLACE, message)))
}

fn in_parameters<'d>(spot: &Spot<'d>) -> Calls<'d> {
    let message = "a parameter cannot take its value from another: nothing is worked out inside `parameters`";
    call_parts(spot.node, Some((&CALL_IN_PARAMETERS, message)))
}

/// Only the name in it.
fn name_only<'d>(spot: &Spot<'d>) -> Calls<'d> {
    let (_, argument) = param_call(spot.node)?;
    Some(argument.into_iter().filter_map(|node| Some((node, parameter(node)?))).collect())
}

/// The function's key and its argument's name, of a mapping that calls `get_param`, whatever else is in it.
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
            Some(other) => format!("with `{other}` beside it `get_param` is not a call, and nothing is read"),
            None => "beside another key `get_param` is not a call, and nothing is read".to_owned(),
        };
        parts.push(fault(key, &CALL_WITH_MORE, message));
    } else if argument.is_some_and(Node::is_sequence) {
        let message = "the guide lets `get_param` lead into a parameter, the engine takes one name alone";
        parts.push(fault(key, &PATH_INTO_PARAMETER, message.to_owned()));
    } else if name.is_none() {
        parts.push(fault(key, &UNKNOWN_PARAMETER, "`get_param` takes the name of a parameter".to_owned()));
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
        let message = "the guide has `get_file`, the engine does not: it stays a mapping".to_owned();
        return Some(vec![fault(first.key, &FILE_FUNCTION, message)]);
    }
    let hint = match nearest(&name, ["get_param", "get_file"]) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    Some(vec![fault(first.key, &UNKNOWN_FUNCTION, format!("there is no function `{name}`{hint}"))])
}

fn fault<'d>(key: Node<'d>, code: &'static Code, message: String) -> (Node<'d>, Part) {
    let text = key.as_str().unwrap_or_default();
    let kind = PartKind::Fault { code, message };
    (key, Part { within: 0..text.len(), name: text.into_owned(), kind })
}
