//! Rule: `items` iterates over a list or a map, and `${item…}` matches its entries.

use super::super::grammar::{CP4NA, ITEMS_FORM};
use super::super::model::{Component, Descriptor, Property, ReferenceRoot};
use super::types::{self, Type};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::Node;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&ITEM_KEY, &ITEMS_FROM_LIST, &ITEM_FORM], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Data-driven component groups";

static ITEM_KEY: Code = Code::warning(
    "assembly/unknown-item-key",
    "A-ITEM-2",
    SECTION,
    "Checks that the entries of `items` have the key that `${item.key}` reads.",
)
.why("For an entry without the key, the property stays empty.")
.advice("Use the same key in `${item.key}` and in the entries, or add the key to the entries.")
.bad(
    "cp4na document",
    "
properties:
  servers: {type: map, default: {first: {ip-addr: 192.0.2.1}}}
composition:
  a: {type: 'resource::r::1.0', items: '${servers}', properties: {ip: {value: '${item.ip_addr}'}}}
#                                                                              ^^^^^^^^^^^^^^^
",
)
.good(
    "
properties:
  servers: {type: map, default: {first: {ip_addr: 192.0.2.1}}}
composition:
  a: {type: 'resource::r::1.0', items: '${servers}', properties: {ip: {value: '${item.ip_addr}'}}}
",
);
static ITEMS_FROM_LIST: Code = Code::info(
    "assembly/items-from-list",
    "A-ITEM-3",
    SECTION,
    "Reports `items` over a list.",
)
.why("Instances get their names from their position in the list, so reordering or removing an entry renames the instances after it. Instances over a \
map keep their names.")
.advice("Change the property to type `map`, with a permanent key for each entry.")
.bad(
    "cp4na document",
    "
properties:
  servers: {type: list, entry-schema: {type: string}}
composition:
  a: {type: 'resource::r::1.0', properties: {}, items: '${servers}'}
#                                                      ^^^^^^^^^^^^
",
)
.good(
    "
properties:
  servers: {type: map, entry-schema: {type: string}}
composition:
  a: {type: 'resource::r::1.0', properties: {}, items: '${servers}'}
",
);
static ITEM_FORM: Code = Code::warning(
    "assembly/item-form",
    "A-ITEM-5",
    SECTION,
    "Checks the form of `${item}`: it is the whole entry, and `${item.key}` is one key of it.",
)
.why("An entry that is a string or a number has no keys, so `${item.key}` has no value. For an entry that is a map, `${item}` is rarely intended.")
.advice("Write `${item}` for entries that are strings or numbers, and `${item.key}` for entries that are maps.")
.bad(
    "cp4na document",
    "
properties:
  servers: {type: map, entry-schema: {type: string}}
composition:
  a: {type: 'resource::r::1.0', items: '${servers}', properties: {ip: {value: '${item.ip}'}}}
#                                                                              ^^^^^^^^^^
",
)
.good(
    "
properties:
  servers: {type: map, entry-schema: {type: string}}
composition:
  a: {type: 'resource::r::1.0', items: '${servers}', properties: {ip: {value: '${item}'}}}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        let Some(items) = &component.items else { continue };
        let name = items.text.trim().strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
        let Some(property) = name.and_then(|name| descriptor.property(name)) else { continue };
        match types::of_property(descriptor, property) {
            Some(Type::List) => {
                let message = format!(
                    "instances of component `{}` are named by their position in list `{}`",
                    component.name, property.name
                );
                report.push(Diagnostic::new(&ITEMS_FROM_LIST, items.range, component.path.clone(), message));
            }
            Some(Type::Map) | None => {}
            Some(other) => {
                let what = property.kind.as_ref().map_or("string", |kind| &kind.text);
                if !matches!(other, Type::Data(_)) {
                    let message = message::expected(
                        "a list or map for `items`",
                        format!("property `{}` of type `{what}`", property.name),
                    );
                    report.push(
                        Diagnostic::new(&ITEMS_FORM, items.range, component.path.clone(), message)
                            .related(property.range, "declared here"),
                    );
                }
                continue;
            }
        }
        check_uses(descriptor, component, property, report);
    }
}

/// The known structure of an entry of `items`.
struct ItemShape<'d> {
    /// `None` if unknown.
    is_map: Option<bool>,
    keys: Vec<String>,
    /// `keys` is complete.
    closed: bool,
    example: Option<Node<'d>>,
}

fn check_uses(descriptor: &Descriptor, component: &Component, property: &Property, report: &mut Report) {
    let shape = item_shape(descriptor, property);
    for used in
        component.properties.iter().flat_map(Property::uses).filter(|used| used.head == ReferenceRoot::Item)
    {
        let key = used.rest.first().filter(|step| !step.index);
        let message = match (key, shape.is_map) {
            (None, Some(true)) => Some((
                &ITEM_FORM,
                message::expected("`${item.<key>}` for an entry that is a map", "`${item}`"),
            )),
            (Some(key), Some(false)) => Some((
                &ITEM_FORM,
                format!("cannot read key `{}`: entries of `{}` are not maps", key.text, property.name),
            )),
            (Some(key), Some(true)) if shape.closed && !shape.keys.iter().any(|known| *known == key.text) => {
                Some((&ITEM_KEY, message::unknown_on("key", &key.text, "entries of", &property.name)))
            }
            _ => None,
        };
        if let Some((code, message)) = message {
            let mut diagnostic = Diagnostic::new(code, used.range, component.path.clone(), message);
            if let Some(example) = shape.example {
                diagnostic = diagnostic.related(example.range(), "example entry");
            }
            report.push(diagnostic);
        }
    }
}

fn item_shape<'d>(descriptor: &'d Descriptor, property: &Property) -> ItemShape<'d> {
    let mut shape = ItemShape { is_map: None, keys: Vec::new(), closed: false, example: None };
    let Some(definition) = descriptor.node(&property.path) else { return shape };
    let type_name = types::entry_schema(definition).and_then(types::entry_type);
    match type_name.as_deref().and_then(|name| types::named(descriptor, Some(name))) {
        Some(Type::Data(data_type)) => {
            shape.is_map = Some(true);
            shape.closed = true;
            shape.keys = types::properties(descriptor, data_type)
                .into_iter()
                .map(|property| property.name.clone())
                .collect();
            return shape;
        }
        Some(Type::List) => return shape,
        Some(Type::Map) => shape.is_map = Some(true),
        Some(_) => shape.is_map = Some(false),
        None => {}
    }
    let written = definition.get("value").or_else(|| definition.get("default"));
    let Some(literal) = written.or_else(|| types::nested_default(descriptor, definition)) else {
        return shape;
    };
    let entries: Vec<Node<'_>> = literal.items().chain(literal.entries().map(|entry| entry.value)).collect();
    let Some(first) = entries.first() else { return shape };
    shape.example = Some(*first);
    if shape.is_map.is_none() {
        shape.is_map = Some(entries.iter().all(|node| node.is_mapping()));
        if entries.iter().any(|node| node.is_mapping()) && shape.is_map == Some(false) {
            shape.is_map = None;
        }
    }
    shape.closed = shape.is_map == Some(true);
    for inner in entries.iter().flat_map(|node| node.entries()) {
        shape.keys.extend(inner.key.as_str().map(std::borrow::Cow::into_owned));
    }
    shape
}
