//! Words of expressions, for completion and hover: functions, and the keys and sensors that the document declares.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::builtin::{BuiltinType, builtin_type};
use super::config::{ConfigKey, around, config_keys, entities, item};
use super::sensors::sensors;
use crate::grammar::AMP;
use limn_brooklyn::{
    Caret, FUNCTIONS, Function, Owner, PREFIX, Target, at_caret, function, is_expression, parse,
};
use limn_language::schema::{Holds, Inner, Insertion, NodeContext, Slot, Term};
use limn_yaml::Node;

/// Maximum number of supertypes that are searched.
const ANCESTORS: usize = 16;

/// The functions, for completion and hover.
pub(in super::super) static WORDS: Inner = Inner {
    offers: |text, caret, spot| if spot.profiles.has(AMP) { offers(text, caret, spot) } else { Vec::new() },
    terms: |text, spot| if spot.profiles.has(AMP) { terms(text, spot) } else { Vec::new() },
};
/// The same for documents whose values are expressions in every profile, such as catalogs.
pub static CATALOG_WORDS: Inner = Inner { offers, terms };

/// Functions that fit at a byte of an expression.
fn offers(text: &str, caret: usize, spot: &NodeContext<'_>) -> Vec<Insertion> {
    if let Some(start) = expression_start(text, caret) {
        return start;
    }
    // `{$brooklyn:}` is read as a key without a value.
    if text.is_empty() && spot.path().last_key().is_some_and(|key| Some(key) == PREFIX.strip_suffix(':')) {
        return rest_of_key();
    }
    let (within, follows) = match at_caret(text, caret) {
        Some(Caret::Name { within, follows }) => (within, follows),
        Some(Caret::Argument { within, target, owner }) => return members(&within, target, owner, spot),
        Some(Caret::RootArgument { within, target: Target::Config }) if !has_templates(spot) => {
            return config_members(&within, Owner::ScopeRoot, spot.node);
        }
        Some(Caret::RootArgument { .. }) => return Vec::new(),
        None => return Vec::new(),
    };
    let before = follows.as_deref().map(|name| function(name).is_some_and(Function::gives_component));
    let fits = |function: &&Function| match before {
        None => !function.takes_mapping(),
        Some(is_component) => is_component && function.follows_component(),
    };
    // The arguments may be there already.
    let has_arguments = text[within.end..].trim_start().starts_with('(');
    let offer = |function: &Function| Insertion {
        within: within.clone(),
        label: function.name.to_owned(),
        insert: if has_arguments { function.name.to_owned() } else { function.template() },
        behind: if has_arguments { 0 } else { function.behind_first_argument() },
        detail: function.signature()[function.name.len()..].to_owned(),
        doc: Cow::Borrowed(function.help),
    };
    FUNCTIONS.iter().filter(fits).map(offer).collect()
}

/// Functions whose arguments can be the value of a key.
fn with_arguments() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().filter(|function| !function.arguments.is_empty())
}

/// The functions as keys with their arguments as the value: `$brooklyn:component`.
pub fn function_keys() -> Vec<(String, Slot)> {
    let slot = |function: &Function| Slot {
        type_name: function.signature()[function.name.len()..].to_owned(),
        doc: function.help.to_owned(),
        holds: if function.takes_mapping() { Holds::Map(Box::default()) } else { Holds::Any },
        ..Slot::default()
    };
    with_arguments().map(|function| (format!("{PREFIX}{}", function.name), slot(function))).collect()
}

/// The names of the functions behind the prefix of a key.
fn rest_of_key() -> Vec<Insertion> {
    let offer = |function: &Function| Insertion {
        within: 0..0,
        label: function.name.to_owned(),
        insert: format!("{}: ", function.name),
        behind: 0,
        detail: function.signature()[function.name.len()..].to_owned(),
        doc: Cow::Borrowed(function.help),
    };
    with_arguments().map(offer).collect()
}

/// The prefix of expressions, where its first characters were typed.
fn expression_start(text: &str, caret: usize) -> Option<Vec<Insertion>> {
    let typed = text.get(..caret).filter(|typed| !typed.is_empty() && typed.len() < PREFIX.len())?;
    PREFIX.starts_with(typed).then(|| {
        vec![Insertion {
            within: 0..text.len(),
            label: PREFIX.to_owned(),
            insert: PREFIX.to_owned(),
            behind: 0,
            detail: "expression".to_owned(),
            doc: Cow::Borrowed("A value that AMP computes when it is needed."),
        }]
    })
}

/// Functions of an expression, with their help.
fn terms(text: &str, _: &NodeContext<'_>) -> Vec<Term> {
    if !is_expression(text) {
        return Vec::new();
    }
    let (mut found, parsed) = (Vec::new(), parse(text));
    parsed.chain.visit(&mut |chain| {
        let known = chain.calls().filter_map(|call| Some((call, function(&call.name.text)?)));
        found.extend(known.map(|(call, function)| Term {
            within: call.name.range.clone(),
            title: function.signature(),
            kind: "$brooklyn function",
            doc: function.help,
        }));
    });
    found
}

/// Keys or sensors of a component: those that its template assigns and the types of the document declare. `owner`: its id, `None` for the node that
/// has the expression.
fn members(
    within: &Range<usize>,
    target: Target,
    owner: Option<String>,
    spot: &NodeContext<'_>,
) -> Vec<Insertion> {
    let sections: &[&str] = match target {
        Target::Config => &["properties"],
        Target::Sensor => &["attributes", "properties"],
        Target::Component | Target::Text | Target::Value => return Vec::new(),
    };
    let root = spot.above(0);
    let name = owner
        .clone()
        .or_else(|| spot.key_at(2).filter(|_| spot.is_under(&["topology_template", "node_templates"])));
    let template = root.zip(name).and_then(|(root, name)| {
        let templates = root.get("topology_template")?.resolve().get("node_templates")?.resolve();
        Some(templates.get(&name)?.resolve())
    });
    if target == Target::Config && !has_templates(spot) {
        return config_members(within, owner.as_deref().map_or(Owner::Own, Owner::Component), spot.node);
    }
    let mut found: BTreeMap<String, (&'static str, Cow<'static, str>)> = BTreeMap::new();
    let mut node = template;
    let mut types: Vec<String> = Vec::new();
    for _ in 0..ANCESTORS {
        let Some(here) = node else { break };
        for section in sections {
            let entries = here.get(section).into_iter().flat_map(|section| section.resolve().entries());
            let kind = if *section == "properties" { "property" } else { "attribute" };
            for key in entries.filter_map(|entry| entry.key.as_str()) {
                found.entry(key.into_owned()).or_insert((kind, Cow::Borrowed("")));
            }
        }
        let above = here.get("type").filter(|_| node == template).or_else(|| here.get("derived_from"));
        let above = above.and_then(Node::as_str);
        types.extend(above.as_deref().map(str::to_owned));
        node = above.and_then(|name| Some(root?.get("node_types")?.resolve().get(&name)?.resolve()));
    }
    if target == Target::Sensor {
        if template.is_none() {
            types.extend(entity_types(owner.as_deref(), spot));
        }
        for sensor in sensors(&types) {
            found.entry(sensor.name.to_owned()).or_insert(("sensor", Cow::Borrowed(sensor.help)));
        }
        let builtin = types.iter().filter_map(|name| builtin_type(name));
        for sensor in builtin.flat_map(BuiltinType::sensors) {
            let name = sensor.name.to_owned();
            found.entry(name).or_insert_with(|| ("sensor", Cow::Owned(sensor.description())));
        }
    }
    let plain = found.into_iter().filter(|(name, _)| is_plain(name));
    plain.map(|(name, (kind, doc))| member(within, name, kind, doc)).collect()
}

/// Returns true in a service template, whose components are node templates.
fn has_templates(spot: &NodeContext<'_>) -> bool {
    spot.above(0).is_some_and(|root| root.get("topology_template").is_some())
}

/// Returns true if a name can be inserted between quotes.
fn is_plain(name: &str) -> bool {
    !name.contains(['"', '\'', '\\'])
}

fn member(within: &Range<usize>, name: String, kind: &str, doc: Cow<'static, str>) -> Insertion {
    let (within, detail) = (within.clone(), kind.to_owned());
    Insertion { within, label: name.clone(), insert: name, behind: 0, detail, doc }
}

/// Configuration keys of an entity that is not a node template, those of the nearest entity first: see [`super::config`].
fn config_members(within: &Range<usize>, owner: Owner<'_>, expression: Node<'_>) -> Vec<Insertion> {
    let all = entities(expression, owner);
    let mut found: Vec<Insertion> = Vec::new();
    for entity in all {
        let type_name = entity.get("type").and_then(Node::as_str);
        let items = type_name.into_iter().flat_map(|name| item(entity.document(), &name));
        let declared = items.flat_map(config_keys);
        for key in config_keys(entity).into_iter().chain(declared) {
            let ConfigKey { name, value, parameter } = key;
            // A key whose value is the expression itself is read from the entities around.
            if value.is_some_and(|value| value.range() == expression.range()) || !is_plain(&name) {
                continue;
            }
            let (kind, doc) = match parameter {
                Some(it) => ("parameter", it.get("description").and_then(Node::as_str)),
                None => ("configuration key", None),
            };
            let doc = Cow::Owned(doc.map(|doc| doc.trim().to_owned()).unwrap_or_default());
            match found.iter_mut().find(|known| known.label == name) {
                // Its parameter describes it.
                Some(known) if known.doc.is_empty() => known.doc = doc,
                Some(_) => {}
                None => found.push(member(within, name, kind, doc)),
            }
        }
    }
    found
}

/// The types of an entity of a blueprint that is not a template: its own, and those of the items in the document that it resolves to. `owner`: the id of
/// the entity, `None` for the one with the expression.
fn entity_types(owner: Option<&str>, spot: &NodeContext<'_>) -> Vec<String> {
    let text = |node: Node<'_>, key: &str| node.get(key).and_then(Node::as_str).map(Cow::into_owned);
    let document = spot.node.document();
    let entity = match owner {
        Some(id) => {
            document.nodes().find(|node| node.is_mapping() && text(*node, "id").as_deref() == Some(id))
        }
        None => around(spot.node.parent()).find(|node| node.get("type").is_some()),
    };
    let mut found: Vec<String> = Vec::new();
    let mut next = entity.and_then(|entity| text(entity, "type"));
    while let Some(name) = next.filter(|name| found.len() < ANCESTORS && !found.contains(name)) {
        // The last one is the blueprint.
        next = item(document, &name).last().and_then(|blueprint| text(blueprint, "type"));
        found.push(name);
    }
    found
}
