//! Validates scalars against their shapes, and words the diagnostics for values of the wrong shape.

use std::fmt::Write as _;

use super::describe::fits;
use super::expression::NodeStep;
use super::names::Declaration;
use super::suggest::{is_respelling, nearest};
use super::walk::{Context, Walk};
use super::{Choice, Construct, Expression, Key, Profiles, Shape};
use crate::diagnostic::{Code, Diagnostic};
use crate::message;
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Node, NodeKind, Op, Resolved, Style, Value, resolve_plain};

/// The expected value, for a message.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    Shape(&'static Shape),
    Table,
    /// An item of a list of this shape.
    ItemOf(&'static Shape),
}

impl<'d> Walk<'d> {
    pub(super) fn scalar(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        if self.exact && reads_as_other(shape, node) {
            let diagnostic = self.wrong_shape(Expected::Shape(shape), node, context);
            let text = node.as_str().unwrap_or_default().into_owned();
            let ops = vec![Op::Replace { at: self.written_path(), value: Value::Quoted(text) }];
            return self.push(diagnostic.fix("Add quotes", ops));
        }
        if let Shape::Reference(expression) = shape {
            return self.refers(expression, shape, node, context);
        }
        let Some(text) = node.as_str().filter(|_| !node.is_null()) else {
            return self.report_shape(shape, node, context);
        };
        match *shape {
            Shape::Text(Some(rule)) => {
                for (code, message) in (rule.check)(&text, self.profiles) {
                    self.push(Diagnostic::new(code, node.range(), self.path(), message));
                }
            }
            Shape::Declaration(_) if text.is_empty() => {}
            Shape::Declaration(kind) => self.names.declarations.push(Declaration {
                kind,
                parent: None,
                name: text.into_owned(),
                path: self.path(),
                written: self.written_path(),
                range: node.range(),
                fixed: false,
                is_value: true,
            }),
            Shape::Boolean => self.flag(&text, shape, node, context),
            Shape::Integer { min, max, or, beyond, quoted } => {
                let plain = !is_quoted(node);
                let number = if plain { node.resolved() } else { Some(resolve_plain(&text)) };
                match (number, or) {
                    (Some(Resolved::Int(number)), _) => {
                        self.bounds(number, (min, max), node, beyond.unwrap_or(context.wrong_shape));
                        if let Some(code) = quoted.filter(|_| !plain) {
                            self.quoted_number(&text, code, node);
                        }
                    }
                    (_, Some(expression)) if self.refer_scalar(expression, node) => {}
                    _ => self.report_shape(shape, node, context),
                }
            }
            Shape::Choice(choices) => self.choice(choices, &text, node, context),
            _ => {}
        }
    }

    fn refers(
        &mut self,
        expression: &'static Expression,
        shape: &'static Shape,
        node: Node<'d>,
        context: Context,
    ) {
        if node.is_scalar() && !node.is_null() {
            if self.gathers || !expression.silent {
                self.refer_scalar(expression, node);
            }
        } else if !self.refer_call(expression, node) {
            self.report_shape(shape, node, context);
        }
    }

    fn flag(&mut self, text: &str, shape: &'static Shape, node: Node<'d>, context: Context) {
        if matches!(node.resolved(), Some(Resolved::Bool(_))) {
            return;
        }
        let canonical = match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "y" => Some("true"),
            "false" | "no" | "off" | "n" => Some("false"),
            other => nearest(other, ["true", "false"]),
        };
        let sure = matches!(
            text.trim().to_ascii_lowercase().as_str(),
            "true" | "false" | "yes" | "no" | "on" | "off"
        );
        let mut diagnostic = self.wrong_shape(Expected::Shape(shape), node, context);
        if let Some(word) = canonical {
            let value = Value::Plain(word.to_owned());
            let ops = vec![Op::Replace { at: self.written_path(), value }];
            diagnostic = diagnostic.likely_fix(format!("Change to `{word}`"), ops, sure);
        }
        self.push(diagnostic);
    }

    fn bounds(&mut self, number: i128, (min, max): (i64, i64), node: Node<'d>, code: &'static Code) {
        let range = match (number, min) {
            _ if number > i128::from(max) => format!("an integer of at most {max}"),
            _ if number >= i128::from(min) => return,
            (_, 0) => "a non-negative integer".to_owned(),
            (_, 1) => "a positive integer".to_owned(),
            (_, _) => format!("an integer of at least {min}"),
        };
        let expected = format!("{range} for {}", self.subject());
        let message = message::expected(expected, format!("`{number}`"));
        self.push(Diagnostic::new(code, node.range(), self.path(), message));
    }

    fn quoted_number(&mut self, text: &str, code: &'static Code, node: Node<'d>) {
        let expected = format!("an unquoted number for {}", self.subject());
        let message = message::expected(expected, format!("the string `{text}`"));
        let ops = vec![Op::Replace { at: self.written_path(), value: Value::Plain(text.to_owned()) }];
        let diagnostic = Diagnostic::new(code, node.range(), self.path(), message);
        self.push(diagnostic.fix(format!("Change to `{text}`"), ops));
    }

    fn choice(&mut self, choices: &'static [Choice], text: &str, node: Node<'d>, context: Context) {
        match choices.iter().find(|choice| choice.word == text) {
            Some(choice) if choice.profiles.has(self.profiles) => return,
            Some(_) => {
                let message = message::unsupported(text, "this profile");
                return self.push(Diagnostic::new(context.wrong_shape, node.range(), self.path(), message));
            }
            None => {}
        }
        let words: Vec<&str> = choices
            .iter()
            .filter(|choice| choice.profiles.has(self.profiles))
            .map(|choice| choice.word)
            .collect();
        let should = if words.len() <= 12 { list(&words, "or") } else { "a known keyword".to_owned() };
        let expected = format!("{should} for {}", self.subject());
        let mut message = message::expected(expected, format!("`{}`", shorten(text)));
        let near = nearest(text, words);
        if let Some(word) = near {
            let _infallible = write!(message, "; did you mean `{word}`?");
        }
        let mut diagnostic = Diagnostic::new(context.wrong_shape, node.range(), self.path(), message);
        if let Some(word) = near {
            let ops = vec![Op::Replace { at: self.written_path(), value: Value::text(word) }];
            // A number or a boolean that looks like the word is another value, not another spelling.
            let is_text = node.resolved().is_none_or(|resolved| resolved == Resolved::Text);
            let sure = is_text && is_respelling(text, word);
            diagnostic = diagnostic.likely_fix(format!("Change to `{word}`"), ops, sure);
        }
        self.push(diagnostic);
    }

    /// Reports a notation that is accepted but discouraged.
    pub(super) fn report_discouraged(
        &mut self,
        instead_of: &'static Shape,
        node: Node<'d>,
        context: Context,
    ) {
        match (instead_of, node.as_str()) {
            (Shape::Boolean, Some(text)) => self.flag(&text, instead_of, node, context),
            (Shape::Construct(construct), _) if node.is_mapping() => {
                let expected = format!("{} for {}", message::with_article(construct.name), self.subject());
                let message = message::expected(expected, "another mapping");
                let seen = context.head.unwrap_or(node.range());
                self.push(Diagnostic::new(context.wrong_shape, seen, self.path(), message));
            }
            // A construct that has a name is more than "a mapping".
            (Shape::Construct(construct), _) if node.is_scalar() && !node.is_null() => {
                let expected = Expected::Shape(instead_of);
                let label = message::with_article(construct.name);
                let found = found(expected, &label, node);
                let message = message::expected(format!("{label} for {}", self.subject()), found);
                self.push(Diagnostic::new(context.wrong_shape, node.range(), self.path(), message));
            }
            _ => self.report_shape(instead_of, node, context),
        }
    }

    pub(super) fn report_shape(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        self.report_shape_as(Expected::Shape(shape), node, context);
    }

    /// Reports a value of the wrong shape, with a fix where the intended value is clear.
    pub(super) fn report_shape_as(&mut self, expected: Expected, node: Node<'d>, context: Context) {
        let mut diagnostic = self.wrong_shape(expected, node, context);
        if let Expected::Shape(Shape::List(item) | Shape::SomeList(item)) = expected
            && let Some(value) = scalar_value(node)
        {
            let ops = vec![Op::Replace { at: self.written_path(), value: Value::Sequence(vec![value]) }];
            // The first shape is that of most items.
            let usual = if let Shape::OneOf([first, ..]) = item { first } else { item };
            diagnostic = diagnostic.likely_fix("Convert to a list", ops, fits(usual, node));
        }
        self.push(diagnostic);
    }

    /// Reports an explicit null where the shape has no null; an empty value would be valid there. A null list item is reported as a value of the
    /// wrong shape.
    pub(super) fn null(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        if matches!(self.steps.last(), Some(NodeStep::Item(..))) {
            return self.report_shape(shape, node, context);
        }
        let label = expect(Expected::Shape(shape), self.profiles);
        let message = message::expected(format!("{label} or nothing for {}", self.subject()), "`null`");
        let diagnostic = Diagnostic::new(context.wrong_shape, node.range(), self.path(), message);
        let range = node.range();
        let blanks =
            self.document.text()[..range.start].bytes().rev().take_while(|byte| *byte == b' ').count();
        let edit = TextEdit::delete(TextRange::new(range.start - blanks, range.end));
        let plain = node.full_range() == range && self.written.is_none();
        let diagnostic = if plain { diagnostic.text_fix("Remove `null`", edit) } else { diagnostic };
        // An unreadable line may belong under the key.
        self.push(if self.broken.is_empty() { diagnostic } else { diagnostic.unsafe_fix() });
    }

    fn wrong_shape(&self, expected: Expected, node: Node<'d>, context: Context) -> Diagnostic {
        let label = match expected {
            // The list is missing, not its items.
            Expected::Shape(Shape::SomeList(_)) if !node.is_sequence() && !node.is_null() => {
                "a list".to_owned()
            }
            _ => expect(expected, self.profiles),
        };
        let found = found(expected, &label, node);
        let message = message::expected(format!("{label} for {}", self.subject()), found);
        // A missing value, and one that is a whole block, is reported at its key.
        let block = node.resolve().kind() != NodeKind::Scalar && node.resolve().style() == Style::Block;
        let seen = Some(node.range()).filter(|_| !node.is_missing() && !block).or(context.head);
        Diagnostic::new(context.wrong_shape, seen.unwrap_or(node.range()), self.path(), message)
    }

    /// The value in a message: "`quantity`", "an item of `items`".
    pub(super) fn subject(&self) -> String {
        let key = |step: &NodeStep<'_>| step.key().map(|key| format!("`{}`", shorten(key)));
        match self.steps.split_last() {
            None => "the document".to_owned(),
            Some((NodeStep::Item(..), above)) => match above.iter().rev().find_map(key) {
                Some(list) => format!("an item of {list}"),
                None => "an item".to_owned(),
            },
            Some((last, _)) => key(last).unwrap_or_else(|| "this value".to_owned()),
        }
    }

    /// The element in a message that the mapping is a section of: "constraint `near`".
    pub(super) fn owner_of_members(&self) -> Option<String> {
        let (Some(declared), len) = self.enclosing? else { return None };
        let declaration = self.names.declarations.get(declared).filter(|_| len + 1 == self.steps.len())?;
        Some(format!("{} `{}`", declaration.kind.id, shorten(&declaration.name)))
    }

    /// The construct in a message: "component `streamer`", "`cluster`", "the recipe".
    pub(super) fn thing(&self, construct: &'static Construct) -> String {
        let named = self.enclosing.is_some_and(|(_, len)| len == self.steps.len());
        match self.steps.last().map(|step| step.key()) {
            None => format!("the {}", construct.name),
            Some(Some(key)) if named => format!("{} `{}`", construct.name, shorten(key)),
            Some(Some(key)) => format!("`{}`", shorten(key)),
            Some(None) => format!("this {}", construct.name),
        }
    }
}

/// Returns true if the node is a number or boolean where the shape is a string or a name.
fn reads_as_other(shape: &Shape, node: Node<'_>) -> bool {
    matches!(shape, Shape::Text(None) | Shape::Declaration(_) | Shape::Prose | Shape::Reference(_))
        && matches!(node.resolved(), Some(Resolved::Bool(_) | Resolved::Int(_) | Resolved::Float(_)))
}

/// The value to insert for a missing key, and whether inserting it keeps the meaning.
pub(super) fn first_value(row: &Key, profiles: Profiles) -> Option<(Value, bool)> {
    if let Some(default) = row.default {
        return Some((Value::Plain(default.to_owned()), true));
    }
    match &row.shape {
        Shape::Choice(choices) => {
            let choice = choices.iter().find(|choice| choice.profiles.has(profiles))?;
            Some((Value::text(choice.word), false))
        }
        Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) | Shape::Empty => {
            Some((Value::Mapping(Vec::new()), false))
        }
        Shape::List(_) | Shape::NamedList(_) => Some((Value::Sequence(Vec::new()), false)),
        _ => None,
    }
}

/// A value on one line, for a fix title.
pub(super) fn show(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Plain(text) | Value::Text(text) => text.clone(),
        Value::Quoted(text) => format!("'{text}'"),
        Value::Sequence(_) => "[]".to_owned(),
        Value::Mapping(_) => "{}".to_owned(),
        Value::Flow(inner) => show(inner),
    }
}

/// Label of a shape: "an integer", "`pre` or `post`".
pub fn label(shape: &'static Shape, profiles: Profiles) -> String {
    expect(Expected::Shape(shape), profiles)
}

fn expect(expected: Expected, profiles: Profiles) -> String {
    let shape = match expected {
        Expected::Shape(shape) => shape,
        Expected::Table => return "a mapping".to_owned(),
        Expected::ItemOf(Shape::NamedList(named)) => {
            return format!("a single-entry mapping keyed by {} name", named.kind.id);
        }
        Expected::ItemOf(_) => return "an item".to_owned(),
    };
    match shape {
        Shape::Any | Shape::Value(_) => "a value".to_owned(),
        Shape::Text(Some(rule)) => rule.label.to_owned(),
        Shape::Text(None) | Shape::Declaration(_) | Shape::Prose => "a string".to_owned(),
        Shape::Boolean => "`true` or `false`".to_owned(),
        Shape::Integer { or: Some(expression), .. } => format!("an integer or {}", expression.label),
        Shape::Integer { or: None, .. } => "an integer".to_owned(),
        Shape::Choice(choices) => {
            let words = choices.iter().filter(|choice| choice.profiles.has(profiles));
            list(&words.map(|choice| choice.word).collect::<Vec<_>>(), "or")
        }
        Shape::Construct(_) => "a mapping".to_owned(),
        Shape::NamedMap(named) => format!("a mapping keyed by {} name", named.kind.id),
        Shape::NamedList(named) => {
            format!("a list of single-entry mappings keyed by {} name", named.kind.id)
        }
        Shape::Map(_) | Shape::ReferenceMap(..) => "a mapping".to_owned(),
        Shape::List(_) => "a list".to_owned(),
        Shape::SomeList(_) => "a non-empty list".to_owned(),
        Shape::Reference(expression) => expression.label.to_owned(),
        Shape::OneOf(shapes) => join(shapes, profiles),
        Shape::ByValue(which) => join(which.shapes, profiles),
        Shape::BySibling(beside) => join(beside.shapes, profiles),
        Shape::Single(_) => "a single-entry mapping".to_owned(),
        Shape::Discouraged(odd) => expect(Expected::Shape(odd.instead_of), profiles),
        Shape::Empty => "an empty mapping".to_owned(),
    }
}

fn join(shapes: &'static [Shape], profiles: Profiles) -> String {
    let good = shapes.iter().filter(|shape| !matches!(shape, Shape::Discouraged(_)));
    let mut words: Vec<String> = Vec::new();
    for word in good.map(|shape| expect(Expected::Shape(shape), profiles)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" or ")
}

/// The actual value, for a message. `label`: the expected one.
fn found(expected: Expected, label: &str, node: Node<'_>) -> String {
    if node.is_null() {
        return "nothing".to_owned();
    }
    if node.is_mapping() {
        return match expected {
            Expected::ItemOf(_) | Expected::Shape(Shape::Single(_)) => match node.entries().len() {
                0 => "an empty mapping".to_owned(),
                1 => "an entry merged by `<<`".to_owned(),
                count => format!("{count} entries"),
            },
            Expected::Shape(Shape::Empty) => {
                let first = node.entries().find_map(|entry| entry.key.as_str());
                first.map_or("a mapping".to_owned(), |key| format!("key `{}`", shorten(&key)))
            }
            _ => "a mapping".to_owned(),
        };
    }
    if node.is_sequence() {
        let none = matches!(expected, Expected::Shape(Shape::SomeList(_)));
        // A label such as "a list of two names" is more precise than "a list".
        return match node.items().len() {
            _ if none => "an empty list".to_owned(),
            0 if label.starts_with("a list") => "an empty list".to_owned(),
            _ if label.starts_with("a list of") && node.items().any(|item| !is_word(item)) => {
                "an item that is not a name".to_owned()
            }
            1 if label.starts_with("a list") => "1 item".to_owned(),
            count if label.starts_with("a list") => format!("{count} items"),
            _ => "a list".to_owned(),
        };
    }
    let text = node.as_str().unwrap_or_default();
    if text.is_empty() {
        "an empty string".to_owned()
    } else if is_quoted(node) {
        format!("the string `{}`", shorten(&text))
    } else {
        format!("`{}`", shorten(&text))
    }
}

fn is_word(node: Node<'_>) -> bool {
    let node = node.resolve();
    node.is_scalar() && !node.is_null()
}

fn is_quoted(node: Node<'_>) -> bool {
    node.resolve().style() != Style::Plain || node.resolve().tag().is_some()
}

/// A written scalar as a value that reads the same.
fn scalar_value(node: Node<'_>) -> Option<Value> {
    let node = node.resolve();
    let text = node.as_str().filter(|_| !node.is_null() && node.tag().is_none())?.into_owned();
    Some(match node.style() {
        Style::Plain => Value::Plain(text),
        Style::Single | Style::Double => Value::Quoted(text),
        _ => Value::Text(text),
    })
}

/// "`a`, `b` or `c`".
pub(super) fn list(words: &[&str], last: &str) -> String {
    message::list(words, last)
}

/// A text shortened for a message: one line of at most 40 characters.
pub(super) fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(40).collect();
    if short.len() < text.trim_end().len() {
        short.push('…');
    }
    short
}
