//! Expressions in a document, and the references in them.

use std::borrow::Cow;
use std::ops::Range;

use super::syntax::named_arguments;
use crate::resolve::CallContext;
use limn_brooklyn::{Owner, PREFIX, Parsed, Target, is_expression, parse, parse_key, references};
use limn_yaml::Node;

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
    pub context: CallContext,
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
    /// The topmost one of the blueprint that has the expression: see [`super::scope_root`].
    ScopeRoot,
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
                Owner::ScopeRoot => Component::ScopeRoot,
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
            let first = self.parsed.chain.calls().next();
            let owner = match self.parsed.chain.steps.len() {
                1 => Component::Own,
                2 if first.is_some_and(|call| call.name.text == "scopeRoot") => Component::ScopeRoot,
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

/// All expressions in a value of a document that is not a service template.
pub fn expressions(node: Node<'_>) -> Vec<Expression<'_>> {
    let mut found = Vec::new();
    if node.document().text().contains(PREFIX) {
        walk(node, CallContext::Open, 0, &mut found);
    }
    found
}

/// Visits a value where it is written: aliases are not followed.
pub(super) fn walk<'d>(node: Node<'d>, context: CallContext, depth: usize, found: &mut Vec<Expression<'d>>) {
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
            inner = if is_other { CallContext::Open } else { context };
            found.push(Expression { node: entry.key, parsed, argument, context });
            // AMP does not read the argument.
            if is_literal {
                continue;
            }
        } else if key == "brooklyn.children" {
            inner = CallContext::Open;
        }
        walk(entry.value, inner, depth + 1, found);
    }
    node.items().for_each(|item| walk(item, context, depth + 1, found));
}
