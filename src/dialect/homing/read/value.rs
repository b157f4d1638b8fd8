//! Values with their parameters resolved, and name references.

use std::collections::BTreeMap;

use crate::model::{Datum, Field, NameRef, Setting};
use limn_text::TextRange;
use limn_yaml::{Node, Path, Resolved, Style};

/// Limit of nesting.
const MAX_DEPTH: usize = 48;
/// Limit of read nodes, so that aliases cannot multiply the work.
const MAX_NODES: usize = 200_000;

/// Reads values of a template: resolves parameters and limits the number of nodes.
pub struct TemplateReader {
    parameters: BTreeMap<String, Datum>,
    nodes: usize,
}

impl TemplateReader {
    pub fn new() -> TemplateReader {
        TemplateReader { parameters: BTreeMap::new(), nodes: MAX_NODES }
    }

    pub fn define(&mut self, name: &str, datum: Datum) {
        self.parameters.entry(name.to_owned()).or_insert(datum);
    }

    /// A value with its parameters resolved.
    pub fn setting(&mut self, node: Node<'_>, path: Path) -> Setting {
        let parameter = call(node);
        let plain = node.is_scalar() && node.resolve().style() == Style::Plain;
        Setting { datum: self.datum(node, 0), path, range: display_range(node), parameter, plain }
    }

    /// The value of a key; `None` if it is missing or null.
    pub fn setting_at(&mut self, node: Node<'_>, path: &Path, key: &str) -> Option<Setting> {
        let value = node.get(key)?;
        (!value.is_null()).then(|| self.setting(value, path.key(key)))
    }

    /// A value with unresolved calls as mappings.
    pub fn verbatim(&mut self, node: Node<'_>, path: Path) -> Setting {
        let parameters = std::mem::take(&mut self.parameters);
        let setting = self.setting(node, path);
        self.parameters = parameters;
        setting
    }

    fn datum(&mut self, node: Node<'_>, depth: usize) -> Datum {
        let Some(left) = self.nodes.checked_sub(1).filter(|_| depth < MAX_DEPTH) else { return Datum::Null };
        self.nodes = left;
        let node = node.resolve();
        if let Some(name) = call(node) {
            return self.parameters.get(&name).cloned().unwrap_or(Datum::Unresolved(name));
        }
        if node.is_sequence() {
            return Datum::List(node.items().map(|item| self.datum(item, depth + 1)).collect());
        }
        if node.is_mapping() {
            let entries =
                effective_entries(node).filter_map(|entry| Some((entry.key.as_str()?, entry.value)));
            let entries: Vec<_> = entries.collect();
            let read =
                entries.into_iter().map(|(key, value)| (key.into_owned(), self.datum(value, depth + 1)));
            return Datum::Map(read.collect());
        }
        let text = || node.as_str().unwrap_or_default().into_owned();
        match node.resolved() {
            None | Some(Resolved::Null) => Datum::Null,
            Some(Resolved::Bool(flag)) => Datum::Flag(flag),
            Some(Resolved::Int(number)) => Datum::Number(number as f64, text()),
            Some(Resolved::Float(number)) => Datum::Number(number, text()),
            Some(Resolved::Text) => Datum::Text(text()),
        }
    }

    /// The entries of a mapping.
    pub fn fields(&mut self, node: Option<Node<'_>>, path: &Path) -> Vec<Field> {
        let entries: Vec<_> = named_entries(node).collect();
        let field = |(key, range, value): (String, TextRange, Node<'_>)| {
            let value = self.setting(value, path.key(&key));
            Field { key, range, value }
        };
        entries.into_iter().map(field).collect()
    }
}

/// The parameter's name, if the node is a call that HAS resolves.
pub fn call(node: Node<'_>) -> Option<String> {
    let node = node.resolve();
    if !node.is_mapping() || node.entries().len() != 1 {
        return None;
    }
    let argument = node.entry("get_param")?.value.resolve();
    (argument.is_scalar() && !argument.is_null()).then(|| argument.as_str().unwrap_or_default().into_owned())
}

/// The effective entries of a mapping that have a name.
pub fn named_entries(node: Option<Node<'_>>) -> impl Iterator<Item = (String, TextRange, Node<'_>)> {
    node.into_iter()
        .flat_map(effective_entries)
        .filter_map(|entry| Some((entry.key.as_str()?.into_owned(), entry.key.range(), entry.value)))
}

/// The entries of a mapping without duplicates, including merged ones.
fn effective_entries(node: Node<'_>) -> impl Iterator<Item = limn_yaml::Entry<'_>> {
    let merged = if node.has_merges() { node.merged_entries().collect() } else { Vec::new() };
    let own = if node.has_merges() { 0 } else { usize::MAX };
    merged.into_iter().chain(node.entries().take(own)).filter(|entry| !entry.is_duplicate())
}

/// The name in a scalar.
pub fn name_ref(node: Node<'_>, path: Path) -> Option<NameRef> {
    if !node.is_scalar() || node.is_null() {
        return None;
    }
    Some(NameRef { name: node.as_str()?.into_owned(), path, range: node.range() })
}

/// The names of a list, or a single name.
pub fn name_refs(node: Option<Node<'_>>, path: &Path) -> Vec<NameRef> {
    let Some(node) = node else { return Vec::new() };
    match name_ref(node, path.clone()) {
        Some(only) => vec![only],
        None => node.items().enumerate().filter_map(|(at, item)| name_ref(item, path.index(at))).collect(),
    }
}

/// The range to show: the key of a block, otherwise the node.
pub fn display_range(node: Node<'_>) -> TextRange {
    let block = !node.is_scalar() && node.resolve().style() == Style::Block;
    match node.key() {
        Some(key) if block || node.is_missing() => key.range(),
        _ => node.range(),
    }
}
