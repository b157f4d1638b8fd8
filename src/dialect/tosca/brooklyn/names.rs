//! Names in expressions, for the grammar tables.

use std::ops::Range;

use super::syntax::{keyed, named_arguments};
use crate::grammar::AMP;
use crate::kind;
use limn_brooklyn::{Target, is_expression, parse, parse_key, references};
use limn_language::schema::{NameKind, NodeContext, Part, PartKind, Scope};
use limn_yaml::Node;

pub(super) type Kinds = &'static [&'static NameKind];

static COMPONENTS: Kinds = &[&kind::NODE_TEMPLATE];
pub(super) static MEMBERS: Kinds = &[&kind::PROPERTY, &kind::ATTRIBUTE];

/// Names in a string.
pub(in super::super) fn parts(text: &str, spot: &NodeContext<'_>) -> Vec<Part> {
    if !spot.profiles.has(AMP) || !is_expression(text) {
        return Vec::new();
    }
    let parsed = parse(text);
    let found = references(&parsed.chain).into_iter();
    found.filter_map(|reference| part(reference.target, reference.name, reference.within)).collect()
}

fn part(target: Target, name: &str, within: Range<usize>) -> Option<Part> {
    let (kinds, scope) = match target {
        Target::Component => (COMPONENTS, Scope::Root),
        Target::Config | Target::Sensor => (MEMBERS, Scope::Elsewhere),
        Target::Text | Target::Value => return None,
    };
    Some(Part { within, name: name.to_owned(), kind: PartKind::Name { kinds, scope, missing: None } })
}

/// Names in a mapping: `{$brooklyn:component: db}`. `None` if it has none.
pub(in super::super) fn parts_of_call<'d>(spot: &NodeContext<'d>) -> Option<Vec<(Node<'d>, Part)>> {
    if !spot.profiles.has(AMP) {
        return None;
    }
    let entry = keyed(spot.node.resolve())?;
    let parsed = parse_key(&entry.key.as_str()?);
    let named = named_arguments(&parsed, entry.value);
    let part = |(node, target): (Node<'d>, Target)| {
        let text = node.as_str()?;
        Some((node, part(target, &text, 0..text.len())?))
    };
    let found: Vec<_> = named.into_iter().filter_map(part).collect();
    (!found.is_empty()).then_some(found)
}
