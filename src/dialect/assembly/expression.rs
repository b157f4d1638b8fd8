//! How texts of a descriptor name things: `${…}`, `component.Capability`, `source.Operation`, types. One function for each spelling finds
//! the parts; what is declared where is the names' business, and what a value means is the model's.

use std::ops::Range;

use super::grammar::{
    ASSEMBLIES, CAPABILITY, COMPONENT, DATA_TYPE, HEAL_POLICY, ITEMS_FORM, LAYOUT_FORM, METRIC,
    METRIC_SOURCE, OPERATION, OPERATION_SOURCE, POLICY_METRIC_FORM, POLICY_TARGET_MISSING, PRIVATE_PROPERTY,
    PROPERTY, PROPERTY_TYPES, REFERENCE, REQUIREMENT, RESOURCES, TNCO_RESOURCE, TNCO_RESOURCE_TYPES,
    UNKNOWN_BASE_TYPE, UNKNOWN_FIELD_TYPE, UNKNOWN_TYPE, UPGRADE_LIST,
};
use crate::diagnostic::Code;
use crate::schema::{Choice, Expression, NameKind, Part, Scope, Spot, Wanted};
use crate::yaml::{Document, Path};

const VALUES: &str =
    "TNC-O assembly descriptor, Property values; CP4NA 2.7 assembly descriptors, Property values";

pub static CODES: &[&Code] = &[
    &MALFORMED_REFERENCE,
    &UNKNOWN_PROPERTY,
    &UNKNOWN_HEAD,
    &UNKNOWN_INSTANCE_VALUE,
    &ITEM_OUTSIDE_GROUP,
    &END_OUTSIDE_RELATIONSHIP,
    &MIXED_REFERENCE,
    &UNKNOWN_END,
    &UNKNOWN_OPERATION_COMPONENT,
    &UNKNOWN_METRIC_COMPONENT,
    &super::jinja::MALFORMED_TEMPLATE,
    &super::jinja::UNKNOWN_VARIABLE,
];

pub static MALFORMED_REFERENCE: Code = Code::error(
    "assembly/malformed-reference",
    "A-REF-1",
    VALUES,
    "`${…}` holds the path of one value: names with dots between them, and numbers in brackets for entries of a list. It is closed, not \
empty, holds no blanks, and does not stand inside another. There is no way to escape it.

Bad:
```yaml
value: '${balancer.publicIp'
```
Good:
```yaml
value: '${balancer.publicIp}'
```",
);
pub static UNKNOWN_PROPERTY: Code = Code::error(
    "assembly/unknown-property",
    "A-REF-2",
    VALUES,
    "`${name}` takes the value of a property from the descriptor's own `properties`, so there must be one of that name.

Bad:
```yaml
properties:
  b: {value: '${a}'}
```
Good:
```yaml
properties:
  a: {type: string}
  b: {value: '${a}'}
```",
);
pub static UNKNOWN_HEAD: Code = Code::error(
    "assembly/unknown-reference",
    "A-REF-3",
    VALUES,
    "What stands before the dot in `${owner.property}` is a component, a reference, a structured property of the assembly, or one of the \
words `instance`, `item`, `source` and `target` where they have a meaning.

Bad:
```yaml
composition:
  balancer: {type: 'resource::lb::1.0'}
properties:
  ip: {value: '${loadbalancer.publicIp}'}
```
Good:
```yaml
composition:
  balancer: {type: 'resource::lb::1.0'}
properties:
  ip: {value: '${balancer.publicIp}'}
```",
);
pub static UNKNOWN_INSTANCE_VALUE: Code = Code::error(
    "assembly/unknown-instance-value",
    "A-REF-5",
    VALUES,
    "Of the instance that is being created only `name`, `id` and `index` are known.

Bad:
```yaml
value: '${instance.hostname}'
```
Good:
```yaml
value: '${instance.name}'
```",
);
pub static ITEM_OUTSIDE_GROUP: Code = Code::error(
    "assembly/item-outside-group",
    "A-REF-6",
    "CP4NA 2.7 assembly descriptors, Component groups",
    "`${item}` is the entry that an instance is made for, so it means something only in the properties of a component that has `items`.

Bad:
```yaml
a: {type: 'resource::r::1.0', properties: {d: {value: '${item}'}}}
```
Good:
```yaml
a: {type: 'resource::r::1.0', items: '${list}', properties: {d: {value: '${item}'}}}
```",
);
pub static END_OUTSIDE_RELATIONSHIP: Code = Code::error(
    "assembly/end-outside-relationship",
    "A-REF-7",
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships",
    "`${source.…}` and `${target.…}` read the two ends of a relationship, so they stand in a relationship's properties and nowhere else.

Bad:
```yaml
properties:
  ip: {value: '${source.privateIp}'}
```
Good:
```yaml
relationships:
  serves:
    properties:
      ip: {value: '${source.privateIp}'}
```",
);
pub static MIXED_REFERENCE: Code = Code::info(
    "assembly/text-around-reference",
    "A-REF-12",
    VALUES,
    "Neither product's pages show text around `${…}`. Descriptors in use have it, and the result is a string, whatever the type of the value.

Bad:
```yaml
value: ${instance.name}_gateway
```
Good:
```yaml
value: ${instance.name}
```",
);
pub static UNKNOWN_END: Code = Code::error(
    "assembly/unknown-relationship-end",
    "A-REL-3",
    "TNC-O assembly descriptor, Relationships; CP4NA 2.7 assembly descriptors, Relationships",
    "An end of a relationship names a component of this assembly and what it offers or needs, `component.capability`; a reference is named \
bare. An end that is not there can never reach its state, so the relationship would never be made.

Bad:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
relationships:
  uses: {source-capabilities: [storage.Network]}
```
Good:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
relationships:
  uses: {source-capabilities: [net.Network]}
```",
);
pub static UNKNOWN_OPERATION_COMPONENT: Code = Code::error(
    "assembly/unknown-component-of-operation",
    "A-OP-2",
    "TNC-O assembly descriptor, Operations; CP4NA 2.7 assembly descriptors, Operations",
    "A published operation is one of a component of this assembly.

Bad:
```yaml
operations:
  Add: {source-operation: nobody.Add}
```
Good:
```yaml
composition:
  balancer: {type: 'resource::lb::1.0'}
operations:
  Add: {source-operation: balancer.Add}
```",
);
pub static UNKNOWN_METRIC_COMPONENT: Code = Code::error(
    "assembly/unknown-component-of-metric",
    "A-MET-2",
    "TNC-O assembly descriptor, Metrics",
    "A promoted metric is one of a component of this assembly.

Bad:
```yaml
metrics:
  load: {source-metric: B9.load}
```
Good:
```yaml
composition:
  B1: {type: 'resource::r::1.0'}
metrics:
  load: {source-metric: B1.load}
```",
);

// --- `${…}` ---

/// One `${…}` of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Braced {
    /// With `${` and `}`, in bytes of the text.
    pub range: Range<usize>,
    /// What stands before the first dot or bracket.
    pub head: Segment,
    /// The steps behind it.
    pub rest: Vec<Segment>,
}

/// One step of a path in `${…}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub text: String,
    pub range: Range<usize>,
    /// `[0]`: the entry of a list.
    pub index: bool,
}

/// What [`scan`] comes upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Braced(Braced),
    Fault { range: Range<usize>, message: String },
}

/// Finds every `${…}` of a text, and those that are none.
pub fn scan(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find("${").map(|at| from + at) {
        let inner = start + 2;
        let close = text[inner..].find('}').map(|at| inner + at);
        let nested = text[inner..].find("${").map(|at| inner + at);
        let escape = text[..start].chars().next_back().filter(|before| matches!(before, '$' | '\\'));
        match (close, nested) {
            (close, Some(nested)) if close.is_none_or(|close| nested < close) => {
                found.push(fault(start..nested, "`${` is not closed before the next one"));
                from = nested;
            }
            (None, _) => {
                let end = text[inner..].find('\n').map_or(text.len(), |at| inner + at);
                found.push(fault(start..end, "`${` is never closed"));
                from = text.len();
            }
            (Some(close), _) => {
                let range = start..close + 1;
                found.push(match escape {
                    Some(escape) => fault(
                        start - escape.len_utf8()..close + 1,
                        format!("`{escape}` does not escape `${{…}}`: it is read all the same"),
                    ),
                    None => braced(text, range),
                });
                from = close + 1;
            }
        }
    }
    found
}

fn fault(range: Range<usize>, message: impl Into<String>) -> Found {
    Found::Fault { range, message: message.into() }
}

fn braced(text: &str, range: Range<usize>) -> Found {
    let (inner_start, inner_end) = (range.start + 2, range.end - 1);
    let inner = &text[inner_start..inner_end];
    if inner.trim().is_empty() {
        return fault(range, "`${}` names nothing");
    }
    if inner.contains(char::is_whitespace) {
        return fault(range, format!("`${{{inner}}}` holds a blank"));
    }
    if let Some(odd) = inner.chars().find(|c| matches!(c, '{' | '$' | '\'' | '"')) {
        return fault(range, format!("`{odd}` cannot stand in `${{…}}`"));
    }
    let mut segments = Vec::new();
    let mut at = inner_start;
    for step in inner.split('.') {
        let (name, brackets) = step.split_at(step.find('[').unwrap_or(step.len()));
        // `a.[0]` and `a..b` leave a step without a name.
        if name.is_empty() {
            return fault(range, format!("a step of `${{{inner}}}` has no name"));
        }
        segments.push(Segment { text: name.to_owned(), range: at..at + name.len(), index: false });
        let mut open = at + name.len();
        let mut rest = brackets;
        while !rest.is_empty() {
            let Some(close) = rest.find(']').filter(|_| rest.starts_with('[')) else {
                return fault(range, format!("a bracket of `${{{inner}}}` is not closed"));
            };
            let number = &rest[1..close];
            if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return fault(
                    range,
                    format!("`[{number}]` is no entry of a list: entries are numbered from 0"),
                );
            }
            segments.push(Segment { text: number.to_owned(), range: open + 1..open + close, index: true });
            open += close + 1;
            rest = &rest[close + 1..];
        }
        at += step.len() + 1;
    }
    let head = segments.remove(0);
    Found::Braced(Braced { range, head, rest: segments })
}

/// The `${…}` that a text is, with nothing around it.
pub fn whole(text: &str) -> Option<Braced> {
    let trimmed = text.trim();
    match scan(trimmed).pop()? {
        Found::Braced(braced) if braced.range == (0..trimmed.len()) => Some(braced),
        Found::Braced(_) | Found::Fault { .. } => None,
    }
}

// --- the spellings ---

static INSTANCE_WORDS: &[Choice] = &[
    Choice { word: "${instance.name}", doc: "The name that the instance gets." },
    Choice { word: "${instance.id}", doc: "The identifier that the instance gets." },
    Choice { word: "${instance.index}", doc: "The instance's number in its cluster." },
];

/// A value in an assembly.
pub static VALUE: Expression =
    Expression { label: "a value, or `${…}`", words: INSTANCE_WORDS, parts: value_parts };
/// A value in a resource: only the resource's own properties are in sight.
pub static RESOURCE_VALUE: Expression =
    Expression { label: "a value, or `${…}`", words: INSTANCE_WORDS, parts: resource_value_parts };
/// A number taken from a property.
pub static QUANTITY: Expression = Expression { label: "`${property}`", words: &[], parts: quantity_parts };
/// A list or map property.
pub static ITEMS: Expression = Expression { label: "`${list or map}`", words: &[], parts: items_parts };
pub static TYPE: Expression = Expression { label: "a type", words: PROPERTY_TYPES, parts: type_parts };
pub static ENTRY_TYPE: Expression = Expression { label: "a type", words: PROPERTY_TYPES, parts: type_parts };
pub static FIELD_TYPE: Expression =
    Expression { label: "a type", words: PROPERTY_TYPES, parts: field_type_parts };
pub static BASE_TYPE: Expression = Expression { label: "a data type", words: &[], parts: base_type_parts };
pub static SOURCE_END: Expression =
    Expression { label: "`component.capability`, or a reference", words: &[], parts: source_end_parts };
pub static TARGET_END: Expression =
    Expression { label: "`component.requirement`", words: &[], parts: target_end_parts };
/// An operation that a relationship calls.
pub static ACTION: Expression =
    Expression { label: "`source.operation` or `target.operation`", words: &[], parts: action_parts };
pub static SOURCE_OPERATION: Expression =
    Expression { label: "`component.operation`", words: &[], parts: source_operation_parts };
pub static SOURCE_METRIC: Expression =
    Expression { label: "`component.metric`", words: &[], parts: source_metric_parts };
pub static POLICY_METRIC: Expression =
    Expression { label: "`component.metric`", words: &[], parts: policy_metric_parts };
pub static POLICY_TARGET: Expression =
    Expression { label: "a component", words: &[], parts: policy_target_parts };
pub static UPGRADE: Expression = Expression { label: "a component", words: &[], parts: upgrade_parts };
/// A metric of the resource itself.
pub static OWN_METRIC: Expression = Expression { label: "a metric", words: &[], parts: own_metric_parts };
/// A key of `designerLayout.elements`.
pub static LAYOUT_NAME: Expression =
    Expression { label: "a component or reference", words: &[], parts: layout_name_parts };

type Kinds = &'static [&'static NameKind];
type Parts = Vec<Part>;

fn name(
    text: &str,
    within: Range<usize>,
    kinds: Kinds,
    scope: Scope,
    missing: Option<&'static Code>,
) -> Part {
    Part { name: text.to_owned(), within, wanted: Wanted::Name { kinds, scope, missing } }
}

fn word(text: &str, within: Range<usize>) -> Part {
    Part { name: text.to_owned(), within, wanted: Wanted::Word }
}

fn wrong(within: Range<usize>, code: &'static Code, message: impl Into<String>) -> Part {
    Part { name: String::new(), within, wanted: Wanted::Fault { code, message: message.into() } }
}

fn value_parts(text: &str, spot: &Spot<'_>) -> Parts {
    let mut parts = Vec::new();
    // Nearly every text is plain.
    if !text.contains("${") {
        return parts;
    }
    for found in scan(text) {
        match found {
            Found::Fault { range, message } => parts.push(wrong(range, &MALFORMED_REFERENCE, message)),
            Found::Braced(braced) => braced_parts(&braced, spot, &mut parts),
        }
    }
    mixed(text, spot, &mut parts);
    parts
}

fn mixed(text: &str, spot: &Spot<'_>, parts: &mut Parts) {
    let faulty = parts.iter().any(|part| matches!(part.wanted, Wanted::Fault { .. }));
    if !faulty && ASSEMBLIES.has(spot.profiles) && whole(text).is_none() {
        parts.push(wrong(0..text.len(), &MIXED_REFERENCE, "the value is a text that holds a reference"));
    }
}

fn braced_parts(braced: &Braced, spot: &Spot<'_>, parts: &mut Parts) {
    let head = &braced.head;
    match head.text.as_str() {
        "instance" => instance_parts(braced, parts),
        "item" if in_group(spot) => {
            parts.push(word(&head.text, head.range.clone()));
            parts.extend(braced.rest.iter().map(|step| word(&step.text, step.range.clone())));
        }
        "item" => parts.push(wrong(
            braced.range.clone(),
            &ITEM_OUTSIDE_GROUP,
            "`item` has a meaning only in the properties of a component that has `items`",
        )),
        side @ ("source" | "target") if spot.path.key_at(0) == Some("relationships") => {
            parts.push(word(side, head.range.clone()));
            if let Some(step) = braced.rest.first().filter(|step| !step.index) {
                let scope = Scope::At(end_of(spot, side, Some(&step.text)).unwrap_or_default());
                parts.push(name(&step.text, step.range.clone(), &[&PROPERTY], scope, None));
            } else {
                parts.push(wrong(
                    braced.range.clone(),
                    &MALFORMED_REFERENCE,
                    format!("say which property of the {side} is meant: `${{{side}.property}}`"),
                ));
            }
        }
        side @ ("source" | "target") => parts.push(wrong(
            braced.range.clone(),
            &END_OUTSIDE_RELATIONSHIP,
            format!("`{side}` has a meaning only in the properties of a relationship"),
        )),
        _ => match braced.rest.first() {
            Some(step) if !step.index => {
                let at = parts.len();
                let kinds: Kinds = &[&COMPONENT, &REFERENCE, &PROPERTY];
                parts.push(name(&head.text, head.range.clone(), kinds, Scope::Root, Some(&UNKNOWN_HEAD)));
                parts.push(name(&step.text, step.range.clone(), &[&PROPERTY], Scope::Part(at), None));
            }
            _ => parts.push(name(
                &head.text,
                head.range.clone(),
                &[&PROPERTY],
                Scope::Root,
                Some(&UNKNOWN_PROPERTY),
            )),
        },
    }
}

fn instance_parts(braced: &Braced, parts: &mut Parts) {
    let known =
        matches!(braced.rest.as_slice(), [step] if matches!(step.text.as_str(), "name" | "id" | "index"));
    if known {
        parts.push(word("instance", braced.head.range.clone()));
        parts.extend(braced.rest.iter().map(|step| word(&step.text, step.range.clone())));
        return;
    }
    let said = braced.rest.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(".");
    let message = if said.is_empty() {
        "say what of the instance is meant: `name`, `id` or `index`".to_owned()
    } else {
        format!("of an instance `name`, `id` and `index` are known, not `{said}`")
    };
    parts.push(wrong(braced.range.clone(), &UNKNOWN_INSTANCE_VALUE, message));
}

/// Whether the spot stands in the properties of a component that has `items`.
fn in_group(spot: &Spot<'_>) -> bool {
    spot.path.key_at(0) == Some("composition")
        && spot
            .node
            .document()
            .get(&spot.path.prefix(2))
            .is_some_and(|component| component.get("items").is_some())
}

/// The component or reference at one side of the relationship around the spot. Where a side has several, the one that says `property` of
/// itself, else the first.
fn end_of(spot: &Spot<'_>, side: &str, property: Option<&str>) -> Option<Path> {
    let document = spot.node.document();
    let relationship = document.get(&spot.path.prefix(2))?;
    let list = if side == "source" { "source-capabilities" } else { "target-requirements" };
    let ends = relationship.get(list)?;
    let mut first = None;
    for end in ends.items() {
        let Some(text) = end.as_str() else { continue };
        let owner = text.split('.').next().unwrap_or(&text);
        let Some(path) = owner_path(document, owner) else { continue };
        let has = |property: &str| {
            document.get(&path).and_then(|owner| owner.get("properties")?.get(property)).is_some()
        };
        if property.is_some_and(has) {
            return Some(path);
        }
        first.get_or_insert(path);
    }
    first
}

fn owner_path(document: &Document, owner: &str) -> Option<Path> {
    ["composition", "references"]
        .into_iter()
        .map(|section| Path::keys([section, owner]))
        .find(|path| document.get(path).is_some())
}

fn resource_value_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    let mut parts = Vec::new();
    if !text.contains("${") {
        return parts;
    }
    for found in scan(text) {
        match found {
            Found::Fault { range, message } => parts.push(wrong(range, &MALFORMED_REFERENCE, message)),
            Found::Braced(braced) if braced.head.text == "instance" => instance_parts(&braced, &mut parts),
            Found::Braced(braced) => {
                // `${name}` is the system's name of the resource where no property has that name.
                let missing = (braced.head.text != "name").then_some(&UNKNOWN_PROPERTY);
                let kinds: Kinds = &[&PROPERTY, &PRIVATE_PROPERTY];
                parts.push(name(&braced.head.text, braced.head.range, kinds, Scope::Root, missing));
            }
        }
    }
    parts
}

fn quantity_parts(text: &str, spot: &Spot<'_>) -> Parts {
    let Some(braced) = whole(text) else { return Vec::new() };
    let indent = text.len() - text.trim_start().len();
    let range = braced.head.range.start + indent..braced.head.range.end + indent;
    let kinds: Kinds =
        if RESOURCES.has(spot.profiles) { &[&PROPERTY, &PRIVATE_PROPERTY] } else { &[&PROPERTY] };
    vec![name(&braced.head.text, range, kinds, Scope::Root, Some(&UNKNOWN_PROPERTY))]
}

fn items_parts(text: &str, spot: &Spot<'_>) -> Parts {
    match whole(text) {
        Some(braced) if braced.rest.is_empty() => quantity_parts(text, spot),
        _ => vec![wrong(
            0..text.len(),
            &ITEMS_FORM,
            "`items` is `${name}` of a top-level list or map property",
        )],
    }
}

fn type_parts(text: &str, spot: &Spot<'_>) -> Parts {
    type_or(text, spot, &UNKNOWN_TYPE)
}

fn field_type_parts(text: &str, spot: &Spot<'_>) -> Parts {
    type_or(text, spot, &UNKNOWN_FIELD_TYPE)
}

fn type_or(text: &str, spot: &Spot<'_>, missing: &'static Code) -> Parts {
    let everything = 0..text.len();
    if is_built_in(text, spot) {
        return vec![word(text, everything)];
    }
    vec![name(text, everything, &[&DATA_TYPE], Scope::Root, Some(missing))]
}

fn is_built_in(text: &str, spot: &Spot<'_>) -> bool {
    if spot.profiles == TNCO_RESOURCE {
        return TNCO_RESOURCE_TYPES.contains(&text);
    }
    let built_in = PROPERTY_TYPES.iter().any(|choice| choice.word == text);
    built_in || (RESOURCES.has(spot.profiles) && TNCO_RESOURCE_TYPES.contains(&text))
}

fn base_type_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    vec![name(text, 0..text.len(), &[&DATA_TYPE], Scope::Root, Some(&UNKNOWN_BASE_TYPE))]
}

/// `owner.thing` in its two parts, split at the first dot; the second is `None` where there is no dot.
pub fn dotted(text: &str) -> (&str, Option<&str>) {
    match text.split_once('.') {
        Some((owner, thing)) => (owner, Some(thing)),
        None => (text, None),
    }
}

/// The two parts of `owner.thing`, where the owner is looked for among `owners` and the thing inside it.
fn dotted_parts(text: &str, owners: Kinds, things: Kinds, missing: Option<&'static Code>) -> Parts {
    let (owner, thing) = dotted(text);
    let mut parts = vec![name(owner, 0..owner.len(), owners, Scope::Root, missing)];
    if let Some(thing) = thing {
        parts.push(name(thing, owner.len() + 1..text.len(), things, Scope::Part(0), None));
    }
    parts
}

fn source_end_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    end_parts(text, &[&CAPABILITY], "component.capability")
}

fn target_end_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    end_parts(text, &[&REQUIREMENT], "component.requirement")
}

fn end_parts(text: &str, things: Kinds, form: &str) -> Parts {
    let (owner, thing) = dotted(text);
    if owner.is_empty() || thing == Some("") {
        return vec![wrong(0..text.len(), &UNKNOWN_END, format!("write `{form}`"))];
    }
    // A bare name is a reference's.
    let owners: Kinds = if thing.is_some() { &[&COMPONENT, &REFERENCE] } else { &[&REFERENCE, &COMPONENT] };
    dotted_parts(text, owners, things, Some(&UNKNOWN_END))
}

fn action_parts(text: &str, spot: &Spot<'_>) -> Parts {
    match dotted(text) {
        (side @ ("source" | "target"), Some(operation)) if !operation.is_empty() => {
            let scope = Scope::At(end_of(spot, side, None).unwrap_or_default());
            let within = side.len() + 1..text.len();
            let operation = match &scope {
                // Nothing is known of the side: the root's own operations are not meant.
                Scope::At(path) if path.is_empty() => word(operation, within),
                _ => name(operation, within, &[&OPERATION], scope, None),
            };
            vec![word(side, 0..side.len()), operation]
        }
        (_, Some(_)) => dotted_parts(text, &[&COMPONENT, &REFERENCE], &[&OPERATION], None),
        (_, None) => Vec::new(),
    }
}

fn source_operation_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    promotion_parts(text, &[&OPERATION], "operation", &OPERATION_SOURCE, &UNKNOWN_OPERATION_COMPONENT)
}

fn source_metric_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    promotion_parts(text, &[&METRIC], "metric", &METRIC_SOURCE, &UNKNOWN_METRIC_COMPONENT)
}

fn policy_metric_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    promotion_parts(text, &[&METRIC], "metric", &POLICY_METRIC_FORM, &POLICY_METRIC_FORM)
}

fn promotion_parts(
    text: &str,
    things: Kinds,
    what: &str,
    form: &'static Code,
    missing: &'static Code,
) -> Parts {
    let (owner, thing) = dotted(text);
    if owner.is_empty() || thing.is_none_or(str::is_empty) {
        let message = format!("`{text}` does not say whose {what} it is: write `component.{what}`");
        return vec![wrong(0..text.len(), form, message)];
    }
    dotted_parts(text, &[&COMPONENT], things, Some(missing))
}

fn policy_target_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    vec![name(text, 0..text.len(), &[&COMPONENT], Scope::Root, Some(&POLICY_TARGET_MISSING))]
}

fn upgrade_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    vec![name(text, 0..text.len(), &[&COMPONENT], Scope::Root, Some(&UPGRADE_LIST))]
}

fn own_metric_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    vec![name(text, 0..text.len(), &[&METRIC], Scope::Root, Some(&HEAL_POLICY))]
}

fn layout_name_parts(text: &str, _spot: &Spot<'_>) -> Parts {
    let everything = 0..text.len();
    // The assembly itself appears under its full name.
    if text.contains("::") {
        return vec![word(text, everything)];
    }
    vec![name(text, everything, &[&COMPONENT, &REFERENCE], Scope::Root, Some(&LAYOUT_FORM))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths and faults of a text, one in a line: `head.step[n]`, `! message`.
    fn drawn(text: &str) -> String {
        let lines = scan(text).into_iter().map(|found| match found {
            Found::Fault { range, message } => format!("! {} — {message}", &text[range]),
            Found::Braced(braced) => {
                let steps: Vec<_> = [&braced.head].into_iter().chain(&braced.rest).collect();
                for step in &steps {
                    assert_eq!(text[step.range.clone()], step.text, "ranges point at what they say");
                }
                steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>().join(" ")
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(drawn(text), expected, "{text}");
    }

    #[test]
    fn paths_are_taken_apart() {
        check("plain $ text { }", "");
        check("${a}", "a");
        check("${net_video.network-id}", "net_video network-id");
        check("${test_map.nested-property.nested-list[1]}", "test_map nested-property nested-list 1");
        check("${l[0][12].x}", "l 0 12 x");
        check("${a}-${b.c}é", "a\nb c");
    }

    #[test]
    fn what_is_no_reference_says_why() {
        check("${balancer.publicIp", "! ${balancer.publicIp — `${` is never closed");
        check("${a ${b}", "! ${a  — `${` is not closed before the next one\nb");
        check("${}", "! ${} — `${}` names nothing");
        check("${a b}", "! ${a b} — `${a b}` holds a blank");
        check("${a..b}", "! ${a..b} — a step of `${a..b}` has no name");
        check("${a[x]}", "! ${a[x]} — `[x]` is no entry of a list: entries are numbered from 0");
        check("${a[1}", "! ${a[1} — a bracket of `${a[1}` is not closed");
        check("${{name}}", "! ${{name} — `{` cannot stand in `${…}`");
        check("$${a}", "! $${a} — `$` does not escape `${…}`: it is read all the same");
    }

    #[test]
    fn only_a_bare_reference_is_whole() {
        assert!(whole("${a.b}").is_some());
        assert!(whole("${a}${b}").is_none());
        assert!(whole("${instance.name}_gateway").is_none());
        assert!(whole("x").is_none());
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_scanned(text in ".{0,60}|[a${}.\\[\\]0 é]{0,24}") {
            for found in scan(&text) {
                match found {
                    Found::Fault { range, .. } => { let _ = &text[range]; }
                    Found::Braced(braced) => { let _ = &text[braced.range]; }
                }
            }
        }
    }
}
