//! `$brooklyn:` expressions of AMP in a document: what they refer to, and the names in them for the tables. An expression is a string, or a mapping
//! with one key: `{$brooklyn:component: db}`.

use std::borrow::Cow;
use std::ops::Range;

use crate::grammar::AMP;
use crate::kind;
use crate::model::Service;
use crate::name_index::Mention;
use crate::resolve::{Context, introduced};
use crate::types::{Definition, TypeId};
use limn_brooklyn::{Owner, PREFIX, Parsed, Target, function, is_expression, parse, parse_key, references};
use limn_language::schema::{NameKind, Part, PartKind, Scope, Spot};
use limn_yaml::{Entry, Node};

mod words;

pub use words::CATALOG_WORDS;
pub(super) use words::WORDS;

type Kinds = &'static [&'static NameKind];

static COMPONENTS: Kinds = &[&kind::NODE_TEMPLATE];
static MEMBERS: Kinds = &[&kind::PROPERTY, &kind::ATTRIBUTE];

/// Maximum depth of values.
const DEPTH: usize = 64;

/// An expression in the document.
#[derive(Debug)]
pub struct Expression<'d> {
    /// The string, or the key of the mapping.
    pub node: Node<'d>,
    pub parsed: Parsed,
    /// The arguments, if `node` is a key.
    pub argument: Option<Node<'d>>,
    pub context: Context,
}

/// Something that an expression refers to.
#[derive(Debug)]
pub struct Mentioned<'d> {
    /// The string that has the name.
    pub at: Node<'d>,
    /// Bytes of the string.
    pub within: Range<usize>,
    pub target: Target,
    pub name: String,
    pub owner: Component,
    /// The function that has the argument.
    pub function: String,
}

/// A component that has a key or a sensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    Own,
    Named(String),
    Unknown,
}

impl<'d> Expression<'d> {
    /// All references of the expression. Expressions in the arguments of a mapping are expressions of their own.
    pub fn mentions(&self) -> Vec<Mentioned<'d>> {
        let mut found: Vec<Mentioned<'d>> = Vec::new();
        for it in references(&self.parsed.chain) {
            let owner = match it.owner {
                Owner::Own => Component::Own,
                Owner::Component(id) => Component::Named(id.to_owned()),
                Owner::Unknown => Component::Unknown,
            };
            let (name, function) = (it.name.to_owned(), it.function.to_owned());
            found.push(Mentioned {
                at: self.node,
                within: it.within,
                target: it.target,
                name,
                owner,
                function,
            });
        }
        let arguments = self.argument.map(|argument| named_arguments(&self.parsed, argument));
        for (at, target) in arguments.into_iter().flatten() {
            let Some(text) = at.as_str() else { continue };
            let function = self.parsed.chain.calls().last().map(|call| call.name.text.clone());
            let owner = match self.parsed.chain.steps.len() {
                1 => Component::Own,
                _ => Component::Unknown,
            };
            found.push(Mentioned {
                at,
                within: 0..text.len(),
                target,
                name: text.into_owned(),
                owner,
                function: function.unwrap_or_default(),
            });
        }
        found
    }
}

/// Strings in the arguments of a mapping, with what they refer to.
fn named_arguments<'d>(parsed: &Parsed, argument: Node<'d>) -> Vec<(Node<'d>, Target)> {
    let Some(function) = parsed.chain.calls().last().and_then(|call| function(&call.name.text)) else {
        return Vec::new();
    };
    let argument = argument.resolve();
    let items: Vec<Node<'d>> =
        if argument.is_sequence() { argument.items().map(Node::resolve).collect() } else { vec![argument] };
    let count = items.len();
    let named = items.into_iter().enumerate().map(|(at, item)| (item, function.target(at, count)));
    let refers = |it: &(Node<'d>, Target)| {
        let is_name = matches!(it.1, Target::Component | Target::Config | Target::Sensor);
        is_name && it.0.is_scalar() && it.0.as_str().is_some_and(|text| !is_expression(&text))
    };
    named.filter(refers).collect()
}

/// The only entry of a mapping, if its key is an expression.
fn keyed(node: Node<'_>) -> Option<Entry<'_>> {
    let mut entries = node.entries();
    let (Some(entry), None) = (entries.next(), entries.next()) else { return None };
    entry.key.as_str().is_some_and(|key| is_expression(&key)).then_some(entry)
}

/// Returns true for an expression, whose value only AMP can determine.
pub fn is_value(node: Node<'_>) -> bool {
    let node = node.resolve();
    match node.is_scalar() {
        true => node.as_str().is_some_and(|text| is_expression(&text)),
        false => keyed(node).is_some(),
    }
}

/// Names in a string.
pub(super) fn parts(text: &str, spot: &Spot<'_>) -> Vec<Part> {
    if !spot.profiles.has(AMP) || !is_expression(text) {
        return Vec::new();
    }
    let parsed = parse(text);
    let found = references(&parsed.chain).into_iter();
    found.filter_map(|it| part(it.target, it.name, it.within)).collect()
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
pub(super) fn parts_of_call<'d>(spot: &Spot<'d>) -> Option<Vec<(Node<'d>, Part)>> {
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

/// All expressions of a document.
pub(super) fn find<'d>(service: &Service<'d>) -> Vec<Expression<'d>> {
    let mut found = Vec::new();
    let Some(root) = service.root.filter(|_| service.version.has(AMP)) else { return found };
    if !service.document.text().contains(PREFIX) {
        return found;
    }
    for section in root.entries() {
        if section.key.as_str().as_deref() != Some("topology_template") {
            walk(section.value, Context::Open, 0, &mut found);
            continue;
        }
        for part in section.value.resolve().entries() {
            if part.key.as_str().as_deref() != Some("node_templates") {
                walk(part.value, Context::Topology, 0, &mut found);
                continue;
            }
            for template in part.value.resolve().entries() {
                let position =
                    template.key.as_str().and_then(|name| service.topology.as_ref()?.position(&name));
                let context = position.map_or(Context::Topology, Context::Node);
                walk(template.value, context, 0, &mut found);
            }
        }
    }
    found
}

/// All expressions in a value of a document that is not a service template.
pub fn expressions(node: Node<'_>) -> Vec<Expression<'_>> {
    let mut found = Vec::new();
    if node.document().text().contains(PREFIX) {
        walk(node, Context::Open, 0, &mut found);
    }
    found
}

/// Visits a value where it is written: aliases are not followed.
fn walk<'d>(node: Node<'d>, context: Context, depth: usize, found: &mut Vec<Expression<'d>>) {
    if depth > DEPTH || node.is_alias() {
        return;
    }
    if node.is_scalar() {
        if let Some(text) = node.as_str().filter(|text| is_expression(text)) {
            found.push(Expression { node, parsed: parse(&text), argument: None, context });
        }
        return;
    }
    for entry in node.entries() {
        let key = entry.key.as_str().unwrap_or(Cow::Borrowed(""));
        if key == "description" {
            continue;
        }
        let mut inner = context;
        if is_expression(&key) {
            let (parsed, argument) = (parse_key(&key), Some(entry.value));
            // A specification describes another component than the one that has it.
            let is_other = parsed.chain.calls().any(|call| call.name.text == "entitySpec");
            let is_literal = parsed.chain.calls().last().is_some_and(|call| call.name.text == "literal");
            inner = if is_other { Context::Open } else { context };
            found.push(Expression { node: entry.key, parsed, argument, context });
            // AMP does not read the argument.
            if is_literal {
                continue;
            }
        } else if key == "brooklyn.children" {
            inner = Context::Open;
        }
        walk(entry.value, inner, depth + 1, found);
    }
    node.items().for_each(|item| walk(item, context, depth + 1, found));
}

impl<'d> Service<'d> {
    /// The `$brooklyn:` expressions of the document, found on first use.
    pub fn brooklyn_expressions(&self) -> &[Expression<'d>] {
        self.expressions.get_or_init(|| find(self))
    }

    /// The definition of a key or sensor of a component.
    fn brooklyn_member(&self, mentioned: &Mentioned<'d>, context: Context) -> Option<&Definition<'d>> {
        let topology = self.topology.as_ref()?;
        let type_id: TypeId = match (&mentioned.owner, context) {
            (Component::Named(name), _) => topology.node_template(name)?.type_id.found()?,
            (Component::Own, Context::Node(at)) => topology.node_templates[at].type_id.found()?,
            _ => return None,
        };
        let effective = self.world.effective(type_id);
        let property = || effective.properties().get(&mentioned.name);
        match mentioned.target {
            Target::Config => property(),
            Target::Sensor => effective.attributes().get(&mentioned.name).or_else(property),
            Target::Component | Target::Text | Target::Value => None,
        }
    }

    /// References to properties and attributes in expressions.
    pub(super) fn brooklyn_mentions(&self) -> Vec<Mention<'d>> {
        let mut found = Vec::new();
        for expression in self.brooklyn_expressions() {
            for it in expression.mentions() {
                let Some(definition) = self.brooklyn_member(&it, expression.context) else { continue };
                let (from, to) = (it.within.start, it.within.end);
                found.push(Mention { at: it.at, from, to, kinds: MEMBERS, declared: introduced(definition) });
            }
        }
        found
    }
}
