//! Values that function calls yield, as far as the document determines them, for hover.

use std::cell::Cell;

use super::function::{CallNode, Function};
use super::model::Service;
use super::resolve::outcome::Resolution;
use limn_common::brief;
use limn_yaml::Node;

/// Maximum number of calls that one value is followed through: parts of a string can multiply them.
const CALLS: usize = 64;
/// Maximum length of a string that a function builds, in bytes.
const LENGTH: usize = 200;

/// The value of a call.
struct Found<'d> {
    value: Value<'d>,
    /// It is a default, or a default is part of it.
    by_default: bool,
    /// The further calls that it comes through.
    via: Vec<String>,
}

enum Value<'d> {
    Written(Node<'d>),
    /// A string that a function builds.
    Built(String),
}

/// The value of the call at a site of the full name index, in backticks, with its origin. `None` if it is unknown.
pub(super) fn shown(service: &Service<'_>, site: usize) -> Option<String> {
    let evaluator = Evaluator { service, calls: Cell::new(CALLS) };
    let found = evaluator.of_site(site)?;
    let value = match &found.value {
        Value::Written(node) => brief(*node),
        Value::Built(text) if text.is_empty() => "empty".to_owned(),
        Value::Built(text) if text.contains(['\n', '`']) => return None,
        Value::Built(text) => format!("`{text}`"),
    };
    let from = match (&found.value, found.by_default) {
        (_, false) => "",
        (Value::Written(_), true) => ", the default",
        (Value::Built(_), true) => ", with defaults",
    };
    let via = if found.via.is_empty() { String::new() } else { format!(", by {}", found.via.join(", ")) };
    Some(format!("{value}{from}{via}"))
}

struct Evaluator<'s, 'd> {
    service: &'s Service<'d>,
    /// Number of calls that can still be followed.
    calls: Cell<usize>,
}

impl<'d> Evaluator<'_, 'd> {
    /// The value that a call yields, through further calls.
    fn of_site(&self, site: usize) -> Option<Found<'d>> {
        let index = self.service.full_name_index();
        let mut site = site;
        let mut via = Vec::new();
        let mut inner: Vec<Node<'d>> = Vec::new();
        loop {
            self.calls.set(self.calls.get().checked_sub(1)?);
            let (call, outcome) = (CallNode::of(index.sites[site].value)?, &index.outcomes[site]);
            if call.function.is_intrinsic() {
                let (text, by_default) = self.built(&call).filter(|_| inner.is_empty())?;
                return Some(Found { value: Value::Built(text), by_default, via });
            }
            inner.splice(0..0, outcome.inner.iter().copied());
            let mut value = read(outcome)?;
            // Parts of what a further call yields are found in its result.
            while !inner.is_empty() && CallNode::of(value).is_none() {
                value = part_of(value, inner.remove(0))?;
            }
            let (Some(next), Some(call)) = (self.site_of(value), CallNode::of(value)) else {
                let has_key = outcome.assigned.or(outcome.by_default).is_some();
                let by_default = !has_key || outcome.by_default.is_some();
                return Some(Found { value: Value::Written(value), by_default, via });
            };
            via.push(match call.function.is_intrinsic() {
                true => format!("`{}`", call.function.name()),
                false => brief(call.node),
            });
            site = next;
        }
    }

    /// The site of a value that is a call.
    fn site_of(&self, value: Node<'d>) -> Option<usize> {
        CallNode::of(value)?;
        let sites = &self.service.full_name_index().sites;
        sites.iter().position(|known| {
            let site = known.value.resolve();
            site.range() == value.range() && std::ptr::eq(site.document(), value.document())
        })
    }

    /// The string that a function builds from its arguments, if all are known; and true if defaults are part of it.
    fn built(&self, call: &CallNode<'d>) -> Option<(String, bool)> {
        let arguments = call.arguments();
        let (text, by_default) = match (call.function, &arguments[..]) {
            (Function::Concat, parts) => self.joined(parts.iter().copied(), "")?,
            (Function::Join, [list]) => self.joined_list(*list, "")?,
            (Function::Join, [list, delimiter]) => {
                let (delimiter, of_delimiter) = self.text(*delimiter)?;
                let (text, by_default) = self.joined_list(*list, &delimiter)?;
                (text, by_default || of_delimiter)
            }
            (Function::Token, [text, separator, index]) => {
                let (text, by_default) = self.text(*text)?;
                let (separator, of_separator) = self.text(*separator)?;
                let (index, of_index) = self.text(*index)?;
                // TOSCA leaves open whether several characters are one separator.
                let mut characters = separator.chars();
                let (Some(separator), None) = (characters.next(), characters.next()) else { return None };
                let part = text.split(separator).nth(index.parse().ok()?)?.to_owned();
                (part, by_default || of_separator || of_index)
            }
            _ => return None,
        };
        (text.len() <= LENGTH).then_some((text, by_default))
    }

    fn joined_list(&self, list: Node<'d>, delimiter: &str) -> Option<(String, bool)> {
        if list.is_sequence() {
            return self.joined(list.items(), delimiter);
        }
        let found = self.of_site(self.site_of(list.resolve())?)?;
        let Value::Written(list) = found.value else { return None };
        let (text, by_default) = self.joined(list.items(), delimiter).filter(|_| list.is_sequence())?;
        Some((text, by_default || found.by_default))
    }

    fn joined(&self, parts: impl Iterator<Item = Node<'d>>, delimiter: &str) -> Option<(String, bool)> {
        let mut texts = Vec::new();
        let mut any = false;
        for part in parts {
            let (text, by_default) = self.text(part)?;
            texts.push(text);
            any |= by_default;
        }
        Some((texts.join(delimiter), any))
    }

    /// The text of an argument, or of what a call in its place yields.
    fn text(&self, argument: Node<'d>) -> Option<(String, bool)> {
        let argument = argument.resolve();
        let text_of = |node: Node<'d>| {
            let text = node.as_str().filter(|_| node.is_scalar() && !node.is_null())?;
            (text.len() <= LENGTH).then(|| text.into_owned())
        };
        let Some(site) = self.site_of(argument) else { return Some((text_of(argument)?, false)) };
        let found = self.of_site(site)?;
        let text = match found.value {
            Value::Written(node) => text_of(node.resolve())?,
            Value::Built(text) => text,
        };
        Some((text, found.by_default))
    }
}

/// The value that a call reads: assigned, a default, or that of an input.
fn read<'d>(outcome: &Resolution<'d>) -> Option<Node<'d>> {
    if let Some(key) = outcome.assigned.or(outcome.by_default) {
        return value_of(key);
    }
    let (_, key) = outcome.names.first()?;
    let section = key.path().parent()?;
    let input = (section.last_key()? == "inputs").then(|| value_of(*key))??;
    Some(input.get("value").or_else(|| input.get("default"))?.resolve())
}

/// The part of a value that an argument of a call selects: by key, or by index.
fn part_of<'d>(value: Node<'d>, argument: Node<'_>) -> Option<Node<'d>> {
    let step = argument.as_str()?;
    let part = if value.is_sequence() { value.items().nth(step.parse().ok()?)? } else { value.get(&step)? };
    Some(part.resolve())
}

/// The value of a key.
pub(super) fn value_of(key: Node<'_>) -> Option<Node<'_>> {
    let mapping = key.parent()?;
    let entry = mapping.entries().find(|entry| entry.key == key)?;
    Some(entry.value.resolve())
}
