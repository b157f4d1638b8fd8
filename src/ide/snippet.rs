//! Starts of values behind a key, and snippets of whole constructs: the required keys, with tab stops.

use super::completion::Keys;
use limn_language::schema::{Construct, Holds, Key, KeyRole, Profiles, Shape};

/// A text with its tab stops, as offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snippet {
    pub(super) text: String,
    stops: Vec<usize>,
}

impl Snippet {
    /// A text with the caret behind it.
    pub(super) fn of(text: String) -> Snippet {
        Snippet { text, stops: Vec::new() }
    }

    /// Bytes behind the first stop, where the caret goes.
    pub(super) fn behind(&self) -> usize {
        self.stops.first().map_or(0, |at| self.text.len() - at)
    }

    /// The stops after the first.
    pub(super) fn further(&self) -> Vec<usize> {
        self.stops.get(1..).unwrap_or_default().to_vec()
    }

    /// Starts a line at a column.
    fn line(&mut self, column: usize, lead: &str) {
        self.text.push('\n');
        self.text.push_str(&" ".repeat(column));
        self.text.push_str(lead);
    }

    /// Moves the last stop, behind an empty collection, into it.
    fn inside_last(&mut self) {
        if self.text.ends_with("{}") || self.text.ends_with("[]") {
            self.stops.iter_mut().last().into_iter().for_each(|stop| *stop -= 1);
        }
    }

    /// Puts the caret into an empty collection at the end.
    fn stop_inside(&mut self) {
        self.stops.push(self.text.len());
        self.inside_last();
    }
}

/// A key with the start of its value: the required keys of a construct, each a tab stop.
pub(super) fn key(row: &'static Key, keys: &Keys, profiles: Profiles) -> Snippet {
    let shape = first(&row.shape);
    let name = row.name;
    match shape {
        Shape::Construct(table) if !keys.flow => {
            let mut snippet = Snippet::of(format!("{name}:"));
            if !required(&mut snippet, table, (keys.column + 2, ""), profiles) {
                snippet.line(keys.column + 2, "");
            }
            snippet
        }
        Shape::List(item) | Shape::SomeList(item) if !keys.flow => list(name, first(item), keys, profiles),
        _ => begin(name, shape, keys),
    }
}

/// A list with a first item: the required keys of its construct, each a tab stop.
fn list(name: &str, item: &'static Shape, keys: &Keys, profiles: Profiles) -> Snippet {
    let mut snippet = Snippet::of(format!("{name}:"));
    let place = (keys.column + 2, "- ");
    let has_keys = match item {
        Shape::Construct(table) => required(&mut snippet, table, place, profiles),
        _ => false,
    };
    if !has_keys {
        snippet.line(place.0, place.1);
    }
    snippet
}

/// A key of a mapping whose keys are free, with the start of its value.
pub(super) fn entry(name: &str, shape: &'static Shape, keys: &Keys) -> Snippet {
    begin(name, first(shape), keys)
}

/// A key with the start of its value: the caret is in empty braces.
fn begin(name: &str, shape: &'static Shape, keys: &Keys) -> Snippet {
    let mut snippet = Snippet::of(start(name, shape, keys.column, keys.flow));
    if keys.flow && !matches!(shape, Shape::Empty) {
        snippet.stop_inside();
    }
    snippet
}

/// A new element of a mapping whose keys are names: the caret is where the name goes.
pub(super) fn element(shape: &'static Shape, keys: &Keys, profiles: Profiles) -> Option<Snippet> {
    let (shape, is_list) = match first(shape) {
        Shape::List(item) | Shape::SomeList(item) => (*item, true),
        _ => (shape, false),
    };
    let table = shape.long_form()?;
    let mut snippet = Snippet { text: ":".to_owned(), stops: vec![0] };
    if keys.flow {
        let (open, close) = if is_list { (" [{", "}]") } else { (" {", "}") };
        snippet.text.push_str(open);
        required_in_flow(&mut snippet, table, profiles);
        snippet.text.push_str(close);
        return Some(snippet);
    }
    let dash = if is_list { "- " } else { "" };
    if !required(&mut snippet, table, (keys.column + 2, dash), profiles) {
        snippet.line(keys.column + 2, dash);
        snippet.stops.push(snippet.text.len());
    }
    Some(snippet)
}

/// An element that is declared elsewhere and gets a value here: the caret is where the value goes, if its table has a `value`.
pub(super) fn assigned(name: &str, shape: &'static Shape, keys: &Keys) -> Snippet {
    let has_value = shape.long_form().is_some_and(|table| table.keys.iter().any(|row| row.name == "value"));
    let (text, behind) = match (has_value, keys.flow) {
        (true, true) => (format!("{name}: {{value: }}"), 1),
        (true, false) => (format!("{name}:\n{}value: ", " ".repeat(keys.column + 2)), 0),
        (false, _) => (format!("{name}: "), 0),
    };
    Snippet { stops: vec![text.len() - behind], text }
}

/// An element that is inherited and refined here: its keys stay optional.
pub(super) fn refined(name: &str, shape: &'static Shape, keys: &Keys) -> Snippet {
    let mut snippet = Snippet::of(start(name, first(shape), keys.column, keys.flow));
    snippet.stop_inside();
    snippet
}

/// Adds the keys that a table needs on lines of their own, behind `lead` in the first; false if it has none.
fn required(
    snippet: &mut Snippet,
    table: &'static Construct,
    (column, lead): (usize, &str),
    profiles: Profiles,
) -> bool {
    let rows = needed_rows(table, profiles);
    let inner = column + lead.len();
    for (at, row) in rows.iter().enumerate() {
        match at {
            0 => snippet.line(column, lead),
            _ => snippet.line(inner, ""),
        }
        snippet.text.push_str(&start(row.name, first(&row.shape), inner, false));
        snippet.stops.push(snippet.text.len());
    }
    !rows.is_empty()
}

/// Adds the keys that a table needs on one line, with commas.
fn required_in_flow(snippet: &mut Snippet, table: &'static Construct, profiles: Profiles) {
    let rows = needed_rows(table, profiles);
    for (at, row) in rows.iter().enumerate() {
        snippet.text.push_str(if at > 0 { ", " } else { "" });
        snippet.text.push_str(&start(row.name, first(&row.shape), 0, true));
        snippet.stops.push(snippet.text.len());
        snippet.inside_last();
    }
    if rows.is_empty() {
        snippet.stops.push(snippet.text.len());
    }
}

/// The keys that a new element needs.
fn needed_rows(table: &'static Construct, profiles: Profiles) -> Vec<&'static Key> {
    let is_known = |row: &&Key| row.profiles.has(profiles);
    let is_required = |row: &&Key| row.required.is_some() && row.required_in.has(profiles);
    let is_needed = |row: &&Key| is_known(row) && (row.in_snippets || is_required(row));
    let mut rows: Vec<&Key> = table.keys.iter().filter(is_needed).collect();
    // If a rule or inheritance decides what is required, the type is usually needed.
    if rows.is_empty() {
        rows.extend(table.keys.iter().filter(is_known).find(|row| row.role == Some(KeyRole::Type)));
    }
    rows
}

/// The shape that a new value has, of several.
fn first(shape: &'static Shape) -> &'static Shape {
    let shape = match shape {
        Shape::OneOf([first, ..]) => first,
        Shape::ByValue(which) => which.shapes.first().unwrap_or(shape),
        Shape::BySibling(beside) => beside.shapes.first().unwrap_or(shape),
        shape => shape,
    };
    if let Shape::Single(inner) = shape { inner } else { shape }
}

/// A key with the start of its value.
fn start(name: &str, shape: &Shape, column: usize, flow: bool) -> String {
    let indent = " ".repeat(column + 2);
    match shape {
        Shape::Construct(_) | Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) if flow => {
            format!("{name}: {{}}")
        }
        Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_) if flow => format!("{name}: []"),
        Shape::Construct(_) | Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) => {
            format!("{name}:\n{indent}")
        }
        Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_) => format!("{name}:\n{indent}- "),
        Shape::Empty => format!("{name}: {{}}"),
        _ => format!("{name}: "),
    }
}

/// A key with the start of its value, by the value types.
pub(super) fn begun(name: &str, holds: &Holds, keys: &Keys) -> String {
    let indent = " ".repeat(keys.column + 2);
    match holds {
        Holds::Parts { .. } | Holds::Folded | Holds::Map(_) | Holds::Element(_) if keys.flow => {
            format!("{name}: {{}}")
        }
        Holds::List(_) | Holds::Range(_) if keys.flow => format!("{name}: []"),
        Holds::Parts { .. } | Holds::Folded | Holds::Map(_) | Holds::Element(_) => {
            format!("{name}:\n{indent}")
        }
        Holds::List(_) => format!("{name}:\n{indent}- "),
        _ => format!("{name}: "),
    }
}
