//! Values of a nested assembly in terms of the assembly that contains it.

use std::collections::BTreeMap;

use super::refused;
use super::sites::{Named, Site, sites, unknown_names};
use crate::interpolation::{ScanItem, scan};
use crate::model::{Component, Descriptor, Property, ReferenceRoot, Value as PropertyValue};
use limn_common::{copy_of, uncopied};
use limn_language::edit::EditError;
use limn_yaml::{Node, Op, Path, Step, Value};

/// Chains of properties that read each other are not followed further.
const MAX_DEPTH: usize = 32;

/// A nested assembly in the place of its component.
pub(super) struct Substitution<'d> {
    pub(super) outer: &'d Descriptor,
    pub(super) component: &'d Component,
    pub(super) nested: &'d Descriptor,
    /// The new names of its components and references.
    pub(super) names: BTreeMap<String, String>,
}

impl Substitution<'_> {
    pub(super) fn name_of(&self, owner: &str) -> String {
        self.names.get(owner).cloned().unwrap_or_else(|| owner.to_owned())
    }

    /// The ops on the nested assembly after which scalars read what they read, from the assembly that contains it.
    pub(super) fn adapted(&self, places: Vec<Path>) -> Result<Vec<Op>, EditError> {
        let is_captured =
            |name: &String| self.outer.owner(name).is_some() || self.outer.property(name).is_some();
        if let Some(name) = unknown_names(self.nested, &places).into_iter().find(is_captured) {
            let file = &self.nested.file;
            return refused(format!(
                "`{name}` is unknown in `{file}`, but would be known here: rename it first"
            ));
        }
        let mut ops = Vec::new();
        for site in sites(self.nested, places) {
            match &site.named {
                Named::Of(owner, property) if self.name_of(owner) != *owner => {
                    let with = format!("{}.{property}", self.name_of(owner));
                    ops.push(Op::ReplaceWithin { at: site.at, within: site.name, with });
                }
                Named::Own(name) => {
                    let value = self.property(name, 0)?;
                    let op = written(self.nested, &site, value)?;
                    ops.extend(Some(op).filter(|op| !is_written(self.nested, op)));
                }
                _ => {}
            }
        }
        Ok(ops)
    }

    /// The op on the outer assembly after which a scalar has the value of a property of the nested one.
    pub(super) fn read_by_outer(&self, site: &Site, property: &str) -> Result<Op, EditError> {
        let value = self.property(property, 0)?;
        written(self.outer, site, value)
    }

    /// The value of a property of the nested assembly, in terms of the outer one.
    pub(super) fn property(&self, name: &str, depth: usize) -> Result<Value, EditError> {
        let component = &self.component.name;
        if depth > MAX_DEPTH {
            return refused(format!("property `{name}` of `{component}` reads itself"));
        }
        let declared = self.nested.property(name);
        if let Some(fixed) = declared.filter(|property| property.value.is_some()) {
            return self.own(fixed, "value", depth);
        }
        let given = self.component.property(name);
        for key in ["value", "default"] {
            let value = given.and_then(|property| {
                if key == "value" { property.value.as_ref() } else { property.default.as_ref() }
            });
            if let (Some(value), Some(given)) = (value, given) {
                check_instance(value, name)?;
                return copied(self.outer, self.outer.node(&given.path.key(key)), name);
            }
        }
        match declared.filter(|property| property.default.is_some()) {
            Some(it) => self.own(it, "default", depth),
            None => refused(format!(
                "`{component}` has no value for property `{name}`, which is read: set it first"
            )),
        }
    }

    /// A value that the nested assembly writes itself.
    fn own(&self, property: &Property, key: &str, depth: usize) -> Result<Value, EditError> {
        let given = if key == "value" { &property.value } else { &property.default };
        if let Some(value) = given {
            check_instance(value, &property.name)?;
        }
        let value = copied(self.nested, self.nested.node(&property.path.key(key)), &property.name)?;
        self.translated(value, depth)
    }

    fn translated(&self, value: Value, depth: usize) -> Result<Value, EditError> {
        let each = |value| self.translated(value, depth);
        Ok(match value {
            Value::Mapping(entries) => {
                let entries = entries.into_iter().map(|(key, value)| Ok((key, each(value)?)));
                Value::Mapping(entries.collect::<Result<_, EditError>>()?)
            }
            Value::Sequence(items) => {
                Value::Sequence(items.into_iter().map(each).collect::<Result<_, EditError>>()?)
            }
            Value::Flow(inner) => Value::Flow(Box::new(each(*inner)?)),
            Value::Plain(text) => self.translated_text(&text, Value::Plain, depth)?,
            Value::Text(text) => self.translated_text(&text, Value::Text, depth)?,
            Value::Quoted(text) => self.translated_text(&text, Value::Quoted, depth)?,
            Value::Null => Value::Null,
        })
    }

    fn translated_text(
        &self,
        text: &str,
        style: fn(String) -> Value,
        depth: usize,
    ) -> Result<Value, EditError> {
        let mut out = String::new();
        let mut end = 0;
        for item in scan(text) {
            let ScanItem::Interpolation(item) = item else { continue };
            let head = &*item.head.text;
            let has_step = item.rest.first().is_some_and(|step| !step.index);
            out.push_str(&text[end..item.range.start]);
            if has_step && self.nested.owner(head).is_some() {
                let rest = &text[item.head.range.end..item.range.end];
                out.push_str(&format!("${{{}{rest}", self.name_of(head)));
            } else if self.nested.property(head).is_some() {
                let rest = &text[item.head.range.end..item.range.end - 1];
                let value = part(self.property(head, depth + 1)?, rest)?;
                if item.range == (0..text.len()) {
                    return Ok(value);
                }
                out.push_str(&as_text(&value)?);
            } else {
                out.push_str(&text[item.range.clone()]);
            }
            end = item.range.end;
        }
        out.push_str(&text[end..]);
        Ok(style(out))
    }
}

/// The op that writes a value in the place of a `${…}`.
fn written(descriptor: &Descriptor, site: &Site, value: Value) -> Result<Op, EditError> {
    let text = descriptor.node(&site.at).and_then(Node::as_str).unwrap_or_default();
    let rest = text.get(site.name.end..site.range.end.saturating_sub(1)).unwrap_or_default();
    let value = part(value, rest)?;
    if site.range == (0..text.len()) {
        return Ok(Op::Replace { at: site.at.clone(), value });
    }
    Ok(Op::ReplaceWithin { at: site.at.clone(), within: site.range.clone(), with: as_text(&value)? })
}

/// Returns true if a scalar has the text already, perhaps with other quotes.
fn is_written(descriptor: &Descriptor, op: &Op) -> bool {
    let Op::Replace { at, value } = op else { return false };
    let text = descriptor.node(at).and_then(Node::as_str);
    text_of(value).is_some_and(|value| text.as_deref() == Some(value) && value.contains("${"))
}

/// `${instance.name}` in the value of a nested assembly is another instance than in the value of its component.
fn check_instance(value: &PropertyValue, name: &str) -> Result<(), EditError> {
    match value.uses.iter().find(|used| matches!(used.head, ReferenceRoot::Instance | ReferenceRoot::Item)) {
        Some(used) => {
            refused(format!("property `{name}` reads `{}` of the nested assembly itself", used.name))
        }
        None => Ok(()),
    }
}

fn copied(descriptor: &Descriptor, node: Option<Node<'_>>, name: &str) -> Result<Value, EditError> {
    let Some(node) = node else { return Ok(Value::Null) };
    match uncopied(&descriptor.document, node).filter(|_| !node.is_scalar()) {
        Some(obstacle) => {
            refused(format!("the value of property `{name}` contains {obstacle} that a copy would lose"))
        }
        None => Ok(copy_of(node)),
    }
}

/// The part of a value that the rest of a `${…}` names: `.ports[0]`.
fn part(value: Value, rest: &str) -> Result<Value, EditError> {
    if rest.is_empty() {
        return Ok(value);
    }
    if let Some(text) = text_of(&value)
        && let Some(ScanItem::Interpolation(item)) = scan(text).next()
        && item.range == (0..text.len())
    {
        let longer = format!("{}{rest}}}", &text[..text.len() - 1]);
        return Ok(match value {
            Value::Plain(_) => Value::Plain(longer),
            Value::Quoted(_) => Value::Quoted(longer),
            _ => Value::Text(longer),
        });
    }
    let mut at = value;
    for step in steps(rest) {
        let inner = match (at.content().clone(), step) {
            (Value::Mapping(entries), Step::Key(key)) => {
                entries.into_iter().find(|(name, _)| **name == *key).map(|(_, value)| value)
            }
            (Value::Sequence(items), Step::Index(index)) => items.into_iter().nth(index),
            _ => None,
        };
        let Some(inner) = inner else { return refused(format!("a value has no part `{rest}`")) };
        at = inner;
    }
    Ok(at)
}

/// The steps of `.a[0]`.
fn steps(rest: &str) -> Vec<Step> {
    let mut found = Vec::new();
    for part in rest.split('.').filter(|part| !part.is_empty()) {
        let (name, brackets) = part.split_at(part.find('[').unwrap_or(part.len()));
        if !name.is_empty() {
            found.push(Step::Key(name.into()));
        }
        let indexes = brackets.split(['[', ']']).filter_map(|index| index.parse().ok());
        found.extend(indexes.map(Step::Index));
    }
    found
}

fn text_of(value: &Value) -> Option<&str> {
    match value {
        Value::Plain(text) | Value::Text(text) | Value::Quoted(text) => Some(text),
        _ => None,
    }
}

/// A value within a longer text.
fn as_text(value: &Value) -> Result<String, EditError> {
    match text_of(value) {
        Some(text) => Ok(text.to_owned()),
        None => refused("a list or map cannot be part of a text".to_owned()),
    }
}
