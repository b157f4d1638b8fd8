//! `items` goes over a list or a map, and `${item…}` fits what is in it.

use super::super::grammar::{CP4NA, ITEMS_FORM};
use super::super::model::{Component, Descriptor, Head, Property};
use super::types::{self, Type};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::yaml::Node;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&ITEM_KEY, &ITEMS_FROM_LIST, &ITEM_FORM], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Data-driven component groups";

static ITEM_KEY: Code = Code::warning(
    "assembly/unknown-item-key",
    "A-ITEM-2",
    SECTION,
    "`${item.key}` reads a key of each entry of the list or map. An entry that lacks it leaves the property empty.

Bad:
```yaml
properties: {s: {type: map, default: {first: {ip-addr: 192.0.2.1}}}}   # read as ${item.ip_addr}
```
Good:
```yaml
properties: {s: {type: map, default: {first: {ip_addr: 192.0.2.1}}}}
```",
);
static ITEMS_FROM_LIST: Code = Code::info(
    "assembly/items-from-list",
    "A-ITEM-3",
    SECTION,
    "Instances made from a list are named by their place in it. Reordering or removing an entry renames those behind it; entries of a map keep their \
names.",
);
static ITEM_FORM: Code = Code::warning(
    "assembly/item-form",
    "A-ITEM-5",
    SECTION,
    "`${item}` is the whole entry, `${item.key}` a part of it. An entry that is a text or a number has no parts; a map in place of a text is seldom \
meant.",
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
                    "instances of `{}` are named by their place in `{}`",
                    component.name, property.name
                );
                report.push(Diagnostic::new(&ITEMS_FROM_LIST, items.range, component.path.clone(), message));
            }
            Some(Type::Map) | None => {}
            Some(other) => {
                let what = property.kind.as_ref().map_or("string", |kind| &kind.text);
                if !matches!(other, Type::Data(_)) {
                    let message =
                        format!("`{}` is of type `{what}`; `items` goes over a list or a map", property.name);
                    report.push(
                        Diagnostic::new(&ITEMS_FORM, items.range, component.path.clone(), message)
                            .related(property.range, "declared here"),
                    );
                }
                continue;
            }
        }
        uses(descriptor, component, property, report);
    }
}

/// What is known of one entry.
struct Entry<'d> {
    /// `None`: not known.
    is_map: Option<bool>,
    keys: Vec<String>,
    /// The keys are all there are.
    closed: bool,
    example: Option<Node<'d>>,
}

fn uses(descriptor: &Descriptor, component: &Component, property: &Property, report: &mut Report) {
    let entry = entry_of(descriptor, property);
    for used in component.properties.iter().flat_map(Property::uses).filter(|used| used.head == Head::Item) {
        let key = used.rest.first().filter(|step| !step.index);
        let message = match (key, entry.is_map) {
            (None, Some(true)) => {
                Some((&ITEM_FORM, "each entry is a map, and `${item}` is all of it".to_owned()))
            }
            (Some(key), Some(false)) => Some((
                &ITEM_FORM,
                format!("the entries of `{}` have no `{}`: they are no maps", property.name, key.text),
            )),
            (Some(key), Some(true)) if entry.closed && !entry.keys.iter().any(|it| *it == key.text) => {
                Some((&ITEM_KEY, format!("no entry of `{}` has a `{}`", property.name, key.text)))
            }
            _ => None,
        };
        if let Some((code, message)) = message {
            let mut diagnostic = Diagnostic::new(code, used.range, component.path.clone(), message);
            if let Some(example) = entry.example {
                diagnostic = diagnostic.related(example.range(), "an entry");
            }
            report.push(diagnostic);
        }
    }
}

fn entry_of<'d>(descriptor: &'d Descriptor, property: &Property) -> Entry<'d> {
    let mut entry = Entry { is_map: None, keys: Vec::new(), closed: false, example: None };
    let Some(definition) = descriptor.node(&property.path) else { return entry };
    let type_name = types::entry_schema(definition).and_then(types::entry_type);
    match type_name.as_deref().and_then(|name| types::named(descriptor, Some(name))) {
        Some(Type::Data(data_type)) => {
            entry.is_map = Some(true);
            entry.closed = true;
            entry.keys =
                types::properties(descriptor, data_type).into_iter().map(|it| it.name.clone()).collect();
            return entry;
        }
        Some(Type::List) => return entry,
        Some(Type::Map) => entry.is_map = Some(true),
        Some(_) => entry.is_map = Some(false),
        None => {}
    }
    let written = definition.get("value").or_else(|| definition.get("default"));
    let Some(held) = written.or_else(|| types::nested_default(descriptor, definition)) else { return entry };
    let entries: Vec<Node<'_>> = held.items().chain(held.entries().map(|entry| entry.value)).collect();
    let Some(first) = entries.first() else { return entry };
    entry.example = Some(*first);
    if entry.is_map.is_none() {
        entry.is_map = Some(entries.iter().all(|it| it.is_mapping()));
        if entries.iter().any(|it| it.is_mapping()) && entry.is_map == Some(false) {
            entry.is_map = None;
        }
    }
    entry.closed = entry.is_map == Some(true);
    for inner in entries.iter().flat_map(|it| it.entries()) {
        entry.keys.extend(inner.key.as_str().map(std::borrow::Cow::into_owned));
    }
    entry
}
