//! Names: items of catalogs, and identifiers of entities; and the texts that refer to them.

use std::borrow::Cow;
use std::ops::Range;

use limn_brooklyn::Target;
use limn_language::schema::{
    Choice, Expression, Inner, Insertion, NameKind, NodeContext, Part, PartKind, Scope,
};
use limn_tosca::brooklyn::{BuiltinKind, CATALOG_WORDS, builtin_types};
use limn_yaml::Node;

pub(crate) static ITEM: NameKind = NameKind::new("catalog item");
pub(crate) static COMPONENT: NameKind = NameKind::new("entity");

static ITEMS: &[&NameKind] = &[&ITEM];
static COMPONENTS: &[&NameKind] = &[&COMPONENT];

/// The types of entities that are used most, in the order of the palette.
pub(crate) static ENTITY_TYPES: &[Choice] = &[
    Choice::new(
        "org.apache.brooklyn.entity.software.base.EmptySoftwareProcess",
        "A machine without software.",
    ),
    Choice::new(
        "org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess",
        "Software that scripts install and start.",
    ),
    Choice::new("org.apache.brooklyn.entity.group.DynamicCluster", "A cluster of identical entities."),
    Choice::new("org.apache.brooklyn.entity.stock.BasicApplication", "An application with children."),
];

/// AMP's types of values.
pub(crate) const VALUE_TYPES: [Choice; 8] = [
    Choice::new("string", ""),
    Choice::new("integer", ""),
    Choice::new("float", ""),
    Choice::new("double", ""),
    Choice::new("boolean", ""),
    Choice::new("timestamp", ""),
    Choice::new("map", ""),
    Choice::new("list", ""),
];
/// The same, and a type of parameters only.
static PARAMETER_TYPES: &[Choice] = &{
    let [string, integer, float, double, boolean, timestamp, map, list] = VALUE_TYPES;
    [string, integer, Choice::new("port", ""), float, double, boolean, timestamp, map, list]
};

/// The type of an entity, perhaps one of AMP's own.
pub(crate) static ENTITY_TYPE: Expression =
    Expression::new("a type", type_parts).words(ENTITY_TYPES).inner(&BUILTIN_TYPES).silent();
/// The type of a parameter. Java classes are types, too.
pub(crate) static PARAMETER_TYPE: Expression =
    Expression::new("a type of values", |_, _| Vec::new()).words(PARAMETER_TYPES).silent();
/// The type of a policy, an enricher or an initializer. Types of other catalogs and Java classes are not known, so an unknown type is not reported.
pub(crate) static TYPE: Expression = Expression::new("a type", type_parts).inner(&BUILTIN_TYPES).silent();
/// The types that Brooklyn has without any catalog, for completion.
static BUILTIN_TYPES: Inner = Inner { offers: types, terms: |_, _| Vec::new() };
/// Any value: it may hold calls of Brooklyn's language, and specifications of entities.
pub(crate) static DSL: Expression = Expression::new("a value", value_parts).inner(&CATALOG_WORDS).silent();
/// A file of the bundle, or a URL.
pub(crate) static FILE: Expression = Expression::new("a file or URL", |_, _| Vec::new()).silent();
pub(crate) static LOCATION: Expression = Expression::new("a location name", location_parts).silent();

fn name(within: Range<usize>, text: &str, kinds: &'static [&'static NameKind]) -> Part {
    let name = text[within.clone()].to_owned();
    Part { within, name, kind: PartKind::Name { kinds, scope: Scope::Root, missing: None } }
}

fn type_parts(text: &str, spot: &NodeContext<'_>) -> Vec<Part> {
    if limn_brooklyn::is_expression(text) {
        return value_parts(text, spot);
    }
    let end = match text.split_once(':') {
        // A version. Types like `chef:mysql` have a colon too.
        Some((before, after)) if after.starts_with(|c: char| c.is_ascii_digit()) => before.len(),
        _ => text.len(),
    };
    if text.contains([' ', '\n', '/']) {
        return Vec::new();
    }
    vec![name(0..end, text, ITEMS)]
}

/// The built-in types that fit the place of a type.
fn types(text: &str, _: usize, spot: &NodeContext<'_>) -> Vec<Insertion> {
    let kind = builtin_kind(spot);
    let is_word =
        |name: &str| kind == BuiltinKind::Entity && ENTITY_TYPES.iter().any(|entity| entity.word == name);
    let others = builtin_types(kind).filter(|builtin| !is_word(builtin.name()));
    let offer = |name: &str, doc: String| Insertion {
        within: 0..text.len(),
        label: name.to_owned(),
        insert: name.to_owned(),
        behind: 0,
        detail: kind.noun().to_owned(),
        doc: Cow::Owned(doc),
    };
    others.map(|builtin| offer(builtin.name(), builtin.description())).collect()
}

/// The kind of the types at a place: by the list around it, or by the `itemType` of the item around it.
fn builtin_kind(spot: &NodeContext<'_>) -> BuiltinKind {
    let path = spot.path();
    let above = |steps: usize| path.key_at(path.len().checked_sub(steps)?);
    // A text in the list, or the type of a mapping in it.
    if let Some(kind) = [above(2), above(3)].into_iter().flatten().find_map(BuiltinKind::of_list) {
        return kind;
    }
    if !matches!(above(2), Some("item" | "spec")) {
        return BuiltinKind::Entity;
    }
    let item_type = (0..path.len()).rev().find_map(|depth| {
        let around = spot.above(depth)?.resolve();
        around.get("itemType").or_else(|| around.get("item_type"))?.as_str()
    });
    item_type.and_then(|item_type| BuiltinKind::of_item(&item_type)).unwrap_or(BuiltinKind::Entity)
}

fn value_parts(text: &str, spot: &NodeContext<'_>) -> Vec<Part> {
    if limn_brooklyn::is_expression(text) {
        return calls(text).into_iter().map(|within| name(within, text, COMPONENTS)).collect();
    }
    let Some(key) = spot.node.key().and_then(Node::text) else { return Vec::new() };
    if let Some(function) = key.strip_prefix(limn_brooklyn::PREFIX) {
        let finds = limn_brooklyn::function(function)
            .is_some_and(|function| function.target(0, 1) == Target::Component);
        let is_name = finds && !text.is_empty();
        return if is_name { vec![name(0..text.len(), text, COMPONENTS)] } else { Vec::new() };
    }
    if key == "type" && is_specification(spot.node) {
        return type_parts(text, spot);
    }
    Vec::new()
}

/// The item of a catalog that a location is. Kinds of locations and those with settings, such as `jclouds:aws-ec2`, are not items.
fn location_parts(text: &str, spot: &NodeContext<'_>) -> Vec<Part> {
    if limn_brooklyn::is_expression(text) {
        return value_parts(text, spot);
    }
    if matches!(text, "" | "localhost" | "byon") || text.contains([' ', ':', '(', '/', '\n']) {
        return Vec::new();
    }
    // The scope keeps items that are not locations out of completion.
    let kind = PartKind::Name { kinds: ITEMS, scope: Scope::Elsewhere, missing: None };
    vec![Part { within: 0..text.len(), name: text.to_owned(), kind }]
}

/// Returns true if the value is one of the mapping of `$brooklyn:entitySpec`, or of an item of a list as `brooklyn.policies` inside of it.
fn is_specification(node: Node<'_>) -> bool {
    let Some(mapping) = node.parent() else { return false };
    let around = mapping.key().or_else(|| mapping.parent().filter(|parent| parent.is_sequence())?.key());
    around
        .and_then(Node::text)
        .is_some_and(|key| key.starts_with("$brooklyn:entitySpec") || key.starts_with("brooklyn."))
}

/// The identifiers in the calls of a text: `db` in `$brooklyn:component("db").config("port")`.
fn calls(text: &str) -> Vec<Range<usize>> {
    let parsed = limn_brooklyn::parse(text);
    let references = limn_brooklyn::references(&parsed.chain).into_iter();
    references
        .filter(|reference| reference.target == Target::Component && !reference.name.is_empty())
        .map(|reference| reference.within)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_name_entities() {
        let named =
            |text: &str| calls(text).into_iter().map(|within| text[within].to_owned()).collect::<Vec<_>>();
        assert_eq!(named("$brooklyn:component(\"db\").attributeWhenReady(\"url\")"), ["db"]);
        assert_eq!(named("$brooklyn:component( 'child' , 'db' )"), ["db"]);
        assert_eq!(
            named("$brooklyn:formatString(\"%s\", entity(\"a\").config(\"b\"), component(\"c\"))"),
            ["a", "c"]
        );
        for none in ["$brooklyn:component(\"\")", "$brooklyn:component(", "$brooklyn:component(é)", "a"] {
            assert_eq!(named(none), [""; 0], "{none}");
        }
    }
}
