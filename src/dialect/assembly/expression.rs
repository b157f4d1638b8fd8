//! Expressions in descriptor values: `${…}`, `component.Capability`, `source.Operation`, types. One function for each syntax splits a value into
//! its names; the schema resolves them.

use std::ops::Range;

use super::grammar::{
    ASSEMBLIES, CAPABILITY, COMPONENT, CP4NA_FEATURE, DATA_TYPE, END_OUTSIDE_RELATIONSHIP, HEAL_POLICY,
    IGNORED_TYPE, ITEM_OUTSIDE_GROUP, ITEMS_FORM, LAYOUT_FORM, MALFORMED_REFERENCE, METRIC, METRIC_SOURCE,
    MIXED_REFERENCE, OPERATION, OPERATION_SOURCE, POLICY_METRIC_FORM, POLICY_TARGET_MISSING,
    PRIVATE_PROPERTY, PROPERTY, PROPERTY_TYPES, REFERENCE, REQUIREMENT, RESOURCES, TNCO, TNCO_RESOURCE,
    TNCO_RESOURCE_TYPES, UNKNOWN_BASE_TYPE, UNKNOWN_END, UNKNOWN_FIELD_TYPE, UNKNOWN_HEAD,
    UNKNOWN_INSTANCE_VALUE, UNKNOWN_METRIC_COMPONENT, UNKNOWN_OPERATION_COMPONENT, UNKNOWN_PROPERTY,
    UNKNOWN_TYPE, UPGRADE_LIST,
};
use super::interpolation::{Interpolation, ScanItem, find_opening, scan, whole};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{
    Choice, Expression, Inner, Insertion, NameKind, NodeContext, Part, PartKind, Profiles, Scope, nearest,
};
use limn_yaml::{Node, Path};

static INSTANCE_WORDS: &[Choice] = &[
    Choice::new("${instance.name}", "Name of the instance."),
    Choice::new("${instance.id}", "Identifier of the instance."),
    Choice::new("${instance.index}", "Index of the instance in its cluster."),
];

/// The two sides of a relationship, before the name of an operation.
static SIDES: Inner = Inner {
    offers: |text, caret, _| {
        let Some(typed) = text.get(..caret).filter(|typed| !typed.contains('.')) else { return Vec::new() };
        let end = text.find('.').map_or(text.len(), |at| at + 1);
        let side = |(name, doc): (&str, &'static str)| Insertion {
            within: 0..end,
            label: name.to_owned(),
            insert: name.to_owned(),
            behind: 0,
            detail: "side".to_owned(),
            doc: doc.into(),
        };
        let sides = [
            ("source.", "An operation of what has the capability."),
            ("target.", "An operation of what has the requirement."),
        ];
        sides.into_iter().filter(|(name, _)| name.starts_with(typed)).map(side).collect()
    },
    terms: |_, _| Vec::new(),
};

/// A value in an assembly.
pub static VALUE: Expression =
    Expression::new("a value, or `${…}`", value_parts).words(INSTANCE_WORDS).wrap("${", "}").joint(".");
/// A value in a resource, which can only refer to the resource's own properties.
pub static RESOURCE_VALUE: Expression =
    Expression::new("a value, or `${…}`", resource_value_parts).words(INSTANCE_WORDS).wrap("${", "}");
/// A number that is read from a property.
pub static QUANTITY: Expression = Expression::new("`${property}`", quantity_parts).wrap("${", "}");
/// A list or map property.
pub static ITEMS: Expression = Expression::new("`${list or map}`", items_parts).wrap("${", "}");
pub static TYPE: Expression = Expression::new("a type", type_parts).words(PROPERTY_TYPES);
pub static ENTRY_TYPE: Expression = Expression::new("a type", entry_type_parts).words(PROPERTY_TYPES);
pub static FIELD_TYPE: Expression = Expression::new("a type", field_type_parts).words(PROPERTY_TYPES);
pub static BASE_TYPE: Expression = Expression::new("a data type", base_type_parts);
pub static SOURCE_END: Expression =
    Expression::new("`component.capability`, or a reference", source_end_parts);
pub static TARGET_END: Expression = Expression::new("`component.requirement`", target_end_parts);
/// An operation that a relationship calls.
pub static ACTION: Expression =
    Expression::new("`source.operation` or `target.operation`", action_parts).inner(&SIDES);
pub static SOURCE_OPERATION: Expression = Expression::new("`component.operation`", source_operation_parts);
pub static SOURCE_METRIC: Expression = Expression::new("`component.metric`", source_metric_parts);
pub static POLICY_METRIC: Expression = Expression::new("`component.metric`", policy_metric_parts);
pub static POLICY_TARGET: Expression = Expression::new("a component", policy_target_parts);
pub static UPGRADE: Expression = Expression::new("a component", upgrade_parts);
/// A metric of the resource itself.
pub static OWN_METRIC: Expression = Expression::new("a metric", own_metric_parts);
/// A key of `designerLayout.elements`.
pub static LAYOUT_NAME: Expression = Expression::new("a component or reference", layout_name_parts);

type Kinds = &'static [&'static NameKind];
type Parts = Vec<Part>;

static PROPERTY_KINDS: Kinds = &[&PROPERTY];
static OWN_PROPERTY_KINDS: Kinds = &[&PROPERTY, &PRIVATE_PROPERTY];
static HEAD_KINDS: Kinds = &[&COMPONENT, &REFERENCE, &PROPERTY];
static COMPONENT_KINDS: Kinds = &[&COMPONENT];
static OWNER_KINDS: Kinds = &[&COMPONENT, &REFERENCE];
static BARE_END_KINDS: Kinds = &[&REFERENCE, &COMPONENT];
static CAPABILITY_KINDS: Kinds = &[&CAPABILITY];
static REQUIREMENT_KINDS: Kinds = &[&REQUIREMENT];
static OPERATION_KINDS: Kinds = &[&OPERATION];
static METRIC_KINDS: Kinds = &[&METRIC];
static DATA_TYPE_KINDS: Kinds = &[&DATA_TYPE];

fn name(
    text: &str,
    within: Range<usize>,
    kinds: Kinds,
    scope: Scope,
    missing: Option<&'static Code>,
) -> Part {
    Part { name: text.to_owned(), within, kind: PartKind::Name { kinds, scope, missing } }
}

fn word(text: &str, within: Range<usize>) -> Part {
    Part { name: text.to_owned(), within, kind: PartKind::Word }
}

fn fault(within: Range<usize>, code: &'static Code, message: impl Into<String>) -> Part {
    Part { name: String::new(), within, kind: PartKind::Fault { code, message: message.into() } }
}

fn value_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    let mut parts = Vec::new();
    // Fast path: most values have no references.
    if find_opening(text).is_none() {
        return parts;
    }
    let mut is_whole = false;
    for found in scan(text) {
        match found {
            ScanItem::Error { range, message } => incomplete(text, range, message, HEAD_KINDS, &mut parts),
            ScanItem::Interpolation(interpolation) => {
                is_whole = interpolation.range.len() == text.trim().len();
                interpolation_parts(&interpolation, spot, &mut parts);
            }
        }
    }
    if !is_whole && ASSEMBLIES.has(spot.profiles) {
        text_around(text, &mut parts);
    }
    parts
}

/// The parts of an incomplete `${…}`, for completion while typing.
fn incomplete(text: &str, range: Range<usize>, message: String, heads: Kinds, parts: &mut Parts) {
    let open = text[range.clone()].find("${").map_or(range.end, |at| range.start + at + 2);
    let inner = &text[open..range.end];
    let stop = inner.find(|c: char| c.is_whitespace() || "{}[]$'\"".contains(c)).unwrap_or(inner.len());
    parts.push(fault(range, &MALFORMED_REFERENCE, message));
    let mut steps = inner[..stop].split('.');
    let head = steps.next().unwrap_or_default();
    let at = parts.len();
    parts.push(name(head, open..open + head.len(), heads, Scope::Root, None));
    if let Some(step) = steps.next().filter(|_| heads.len() > 2) {
        let start = open + head.len() + 1;
        parts.push(name(step, start..start + step.len(), PROPERTY_KINDS, Scope::Part(at), None));
    }
}

fn text_around(text: &str, parts: &mut Parts) {
    if !parts.iter().any(|part| matches!(part.kind, PartKind::Fault { .. })) {
        parts.push(fault(
            0..text.len(),
            &MIXED_REFERENCE,
            message::expected("a reference without text around it", "a string with references"),
        ));
    }
}

fn interpolation_parts(interpolation: &Interpolation<'_>, spot: &NodeContext<'_>, parts: &mut Parts) {
    let head = &interpolation.head;
    match &*head.text {
        "instance" => instance_parts(interpolation, parts),
        "item" if is_in_group(spot) => {
            parts.push(word(&head.text, head.range.clone()));
            parts.extend(interpolation.rest.iter().map(|step| word(&step.text, step.range.clone())));
        }
        "item" => parts.push(fault(
            interpolation.range.clone(),
            &ITEM_OUTSIDE_GROUP,
            "`item` is only available in the properties of a component with `items`",
        )),
        side @ ("source" | "target") if spot.is_under(&["relationships"]) => {
            parts.push(word(side, head.range.clone()));
            if let Some(step) = interpolation.rest.first().filter(|step| !step.index) {
                let scope = Scope::At(resolve_end(spot, side, Some(&step.text)).unwrap_or_default());
                parts.push(name(&step.text, step.range.clone(), PROPERTY_KINDS, scope, None));
            } else {
                parts.push(fault(
                    interpolation.range.clone(),
                    &MALFORMED_REFERENCE,
                    message::expected(format!("`${{{side}.<property>}}`"), format!("`${{{side}}}`")),
                ));
            }
        }
        side @ ("source" | "target") => parts.push(fault(
            interpolation.range.clone(),
            &END_OUTSIDE_RELATIONSHIP,
            format!("`{side}` is only available in the properties of a relationship"),
        )),
        _ => match interpolation.rest.first() {
            Some(step) if !step.index => {
                let at = parts.len();
                parts.push(name(
                    &head.text,
                    head.range.clone(),
                    HEAD_KINDS,
                    Scope::Root,
                    Some(&UNKNOWN_HEAD),
                ));
                parts.push(name(&step.text, step.range.clone(), PROPERTY_KINDS, Scope::Part(at), None));
            }
            _ => parts.push(name(
                &head.text,
                head.range.clone(),
                PROPERTY_KINDS,
                Scope::Root,
                Some(&UNKNOWN_PROPERTY),
            )),
        },
    }
}

fn instance_parts(interpolation: &Interpolation<'_>, parts: &mut Parts) {
    let known =
        matches!(interpolation.rest.as_slice(), [step] if matches!(&*step.text, "name" | "id" | "index"));
    if known {
        parts.push(word("instance", interpolation.head.range.clone()));
        parts.extend(interpolation.rest.iter().map(|step| word(&step.text, step.range.clone())));
        return;
    }
    let path = interpolation.rest.iter().map(|step| &*step.text).collect::<Vec<_>>().join(".");
    let found = if path.is_empty() { "nothing".to_owned() } else { format!("`{path}`") };
    let message = message::expected("`name`, `id` or `index` after `instance`", found);
    parts.push(fault(interpolation.range.clone(), &UNKNOWN_INSTANCE_VALUE, message));
}

/// True if the spot is in the properties of a component with `items`.
fn is_in_group(spot: &NodeContext<'_>) -> bool {
    spot.is_under(&["composition"]) && spot.above(2).is_some_and(|component| component.get("items").is_some())
}

/// The component or reference on one side of the relationship around the spot. If a side has several, the first one that has `property`, or the
/// first one.
fn resolve_end(spot: &NodeContext<'_>, side: &str, property: Option<&str>) -> Option<Path> {
    let root = spot.node.document().root()?;
    let list = if side == "source" { "source-capabilities" } else { "target-requirements" };
    let ends = spot.above(2)?.get(list)?;
    let mut first = None;
    for end in ends.items() {
        let Some(text) = end.as_str() else { continue };
        let owner = text.split('.').next().unwrap_or(&text);
        let Some((section, node)) = find_owner(root, owner) else { continue };
        let has = |property: &str| node.get("properties").and_then(|all| all.get(property)).is_some();
        if property.is_some_and(has) {
            return Some(Path::keys([section, owner]));
        }
        first.get_or_insert_with(|| Path::keys([section, owner]));
    }
    first
}

fn find_owner<'d>(root: Node<'d>, owner: &str) -> Option<(&'static str, Node<'d>)> {
    let own = |node: Node<'d>, key: &str| node.entry(key).map(|entry| entry.value);
    ["composition", "references"]
        .into_iter()
        .find_map(|section| Some((section, own(own(root, section)?, owner)?)))
}

fn resource_value_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    let mut parts = Vec::new();
    if find_opening(text).is_none() {
        return parts;
    }
    for found in scan(text) {
        match found {
            ScanItem::Error { range, message } => {
                incomplete(text, range, message, OWN_PROPERTY_KINDS, &mut parts);
            }
            ScanItem::Interpolation(interpolation) if interpolation.head.text == "instance" => {
                instance_parts(&interpolation, &mut parts);
            }
            ScanItem::Interpolation(interpolation) => {
                // `${name}` is the resource's system name if there is no property `name`.
                let missing = (interpolation.head.text != "name").then_some(&UNKNOWN_PROPERTY);
                let kinds: Kinds = OWN_PROPERTY_KINDS;
                parts.push(name(
                    &interpolation.head.text,
                    interpolation.head.range,
                    kinds,
                    Scope::Root,
                    missing,
                ));
            }
        }
    }
    parts
}

fn quantity_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    let Some(interpolation) = whole(text) else {
        let mut parts = Vec::new();
        if let (true, Some(ScanItem::Error { range, message })) = (text.starts_with("${"), scan(text).next())
        {
            incomplete(text, range, message, PROPERTY_KINDS, &mut parts);
        }
        return parts;
    };
    // Only the assembly's own properties can be read here; the shape reports anything else.
    let own = |name: &str| spot.node.document().root()?.get("properties")?.get(name);
    if !interpolation.rest.is_empty() && own(&interpolation.head.text).is_none() {
        return Vec::new();
    }
    let indent = text.len() - text.trim_start().len();
    let range = interpolation.head.range.start + indent..interpolation.head.range.end + indent;
    let kinds: Kinds = if RESOURCES.has(spot.profiles) { OWN_PROPERTY_KINDS } else { PROPERTY_KINDS };
    vec![name(&interpolation.head.text, range, kinds, Scope::Root, Some(&UNKNOWN_PROPERTY))]
}

fn items_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    match whole(text) {
        Some(interpolation) if interpolation.rest.is_empty() => quantity_parts(text, spot),
        _ => vec![fault(
            0..text.len(),
            &ITEMS_FORM,
            message::expected("`${<property>}` of a top-level list or map property", format!("`{text}`")),
        )],
    }
}

fn type_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    let mut parts = type_or(text, spot, &UNKNOWN_TYPE);
    if TNCO.has(spot.profiles) && text != "string" && built_in(text, spot.profiles) {
        // TNC-O's own assemblies use these two without effect.
        let code = if matches!(text, "integer" | "boolean") { &IGNORED_TYPE } else { &CP4NA_FEATURE };
        parts.push(fault(
            0..text.len(),
            code,
            format!("type `{text}` has no effect in TNC-O: every value is a string"),
        ));
    }
    parts
}

fn entry_type_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    type_or(text, spot, &UNKNOWN_TYPE)
}

fn field_type_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    type_or(text, spot, &UNKNOWN_FIELD_TYPE)
}

fn type_or(text: &str, spot: &NodeContext<'_>, missing: &'static Code) -> Parts {
    let everything = 0..text.len();
    if built_in(text, spot.profiles) {
        return vec![word(text, everything)];
    }
    // Resources have no data types.
    if RESOURCES.has(spot.profiles) {
        let known = PROPERTY_TYPES.iter().map(|choice| choice.word).chain(["resourceKeyId"]);
        let known = known.filter(|word| built_in(word, spot.profiles));
        let hint = nearest(text, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return vec![fault(everything, missing, message::unknown("type", text) + &hint)];
    }
    vec![name(text, everything, DATA_TYPE_KINDS, Scope::Root, Some(missing))]
}

fn built_in(text: &str, profiles: Profiles) -> bool {
    if profiles == TNCO_RESOURCE {
        return TNCO_RESOURCE_TYPES.contains(&text);
    }
    let known = PROPERTY_TYPES.iter().any(|choice| choice.word == text);
    known || (RESOURCES.has(profiles) && TNCO_RESOURCE_TYPES.contains(&text))
}

fn base_type_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    vec![name(text, 0..text.len(), DATA_TYPE_KINDS, Scope::Root, Some(&UNKNOWN_BASE_TYPE))]
}

/// Splits `owner.member` at the first dot; the second part is `None` if there is no dot.
pub fn split_member(text: &str) -> (&str, Option<&str>) {
    match text.split_once('.') {
        Some((owner, member)) => (owner, Some(member)),
        None => (text, None),
    }
}

/// The two parts of `owner.member`: the owner is resolved among `owners`, and the member inside it.
fn member_parts(text: &str, owners: Kinds, members: Kinds, missing: Option<&'static Code>) -> Parts {
    let (owner, member) = split_member(text);
    let mut parts = vec![name(owner, 0..owner.len(), owners, Scope::Root, missing)];
    if let Some(member) = member {
        parts.push(name(member, owner.len() + 1..text.len(), members, Scope::Part(0), None));
    }
    parts
}

fn source_end_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    end_parts(text, CAPABILITY_KINDS, "component.capability")
}

fn target_end_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    end_parts(text, REQUIREMENT_KINDS, "component.requirement")
}

fn end_parts(text: &str, members: Kinds, form: &str) -> Parts {
    let (owner, member) = split_member(text);
    if owner.is_empty() || member == Some("") {
        let mut parts = member_parts(text, OWNER_KINDS, members, None);
        parts.push(fault(
            0..text.len(),
            &UNKNOWN_END,
            message::expected(format!("`{form}`"), format!("`{text}`")),
        ));
        return parts;
    }
    // A bare name is the name of a reference.
    let owners: Kinds = if member.is_some() { OWNER_KINDS } else { BARE_END_KINDS };
    member_parts(text, owners, members, Some(&UNKNOWN_END))
}

fn action_parts(text: &str, spot: &NodeContext<'_>) -> Parts {
    match split_member(text) {
        (side @ ("source" | "target"), Some(operation)) if !operation.is_empty() => {
            let scope = Scope::At(resolve_end(spot, side, None).unwrap_or_default());
            let within = side.len() + 1..text.len();
            let operation = match &scope {
                // The side is unknown; do not resolve in the root's own operations.
                Scope::At(path) if path.is_empty() => word(operation, within),
                _ => name(operation, within, OPERATION_KINDS, scope, None),
            };
            vec![word(side, 0..side.len()), operation]
        }
        (_, Some(_)) => member_parts(text, OWNER_KINDS, OPERATION_KINDS, None),
        (_, None) => Vec::new(),
    }
}

fn source_operation_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    promotion_parts(text, OPERATION_KINDS, "operation", &OPERATION_SOURCE, &UNKNOWN_OPERATION_COMPONENT)
}

fn source_metric_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    promotion_parts(text, METRIC_KINDS, "metric", &METRIC_SOURCE, &UNKNOWN_METRIC_COMPONENT)
}

fn policy_metric_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    promotion_parts(text, METRIC_KINDS, "metric", &POLICY_METRIC_FORM, &POLICY_METRIC_FORM)
}

fn promotion_parts(
    text: &str,
    members: Kinds,
    what: &str,
    form: &'static Code,
    missing: &'static Code,
) -> Parts {
    let (owner, member) = split_member(text);
    if owner.is_empty() || member.is_none_or(str::is_empty) {
        let message = message::expected(format!("`<component>.<{what}>`"), format!("`{text}`"));
        let mut parts = member_parts(text, COMPONENT_KINDS, members, None);
        parts.push(fault(0..text.len(), form, message));
        return parts;
    }
    member_parts(text, COMPONENT_KINDS, members, Some(missing))
}

fn policy_target_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    vec![name(text, 0..text.len(), COMPONENT_KINDS, Scope::Root, Some(&POLICY_TARGET_MISSING))]
}

fn upgrade_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    vec![name(text, 0..text.len(), COMPONENT_KINDS, Scope::Root, Some(&UPGRADE_LIST))]
}

fn own_metric_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    vec![name(text, 0..text.len(), METRIC_KINDS, Scope::Root, Some(&HEAL_POLICY))]
}

fn layout_name_parts(text: &str, _spot: &NodeContext<'_>) -> Parts {
    let everything = 0..text.len();
    // The assembly itself is listed by its full name.
    if text.contains("::") {
        return vec![word(text, everything)];
    }
    vec![name(text, everything, OWNER_KINDS, Scope::Root, Some(&LAYOUT_FORM))]
}
