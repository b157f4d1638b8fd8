//! What a scalar must be, and the sentences that say what a value should have been.

use std::fmt::Write as _;

use super::expression::Crumb;
use super::names::Declaration;
use super::near::{is_respelling, nearest};
use super::say::fits;
use super::walk::{Context, Walk};
use super::{Choice, Construct, Expression, Key, Profiles, Shape};
use crate::diagnostic::{Code, Diagnostic};
use crate::text::{TextEdit, TextRange};
use crate::yaml::{Kind, Node, Op, Resolved, Style, Value, resolve_plain};

/// What should have stood there, for a sentence.
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
            let diagnostic = self.unfit(Expected::Shape(shape), node, context);
            let text = node.as_str().unwrap_or_default().into_owned();
            let ops = vec![Op::Replace { at: self.written_path(), value: Value::Quoted(text) }];
            return self.push(diagnostic.fix("Put it in quotes", ops));
        }
        if let Shape::Refers(expression) = shape {
            return self.refers(expression, shape, node, context);
        }
        let Some(text) = node.as_str().filter(|_| !node.is_null()) else {
            return self.misfit(shape, node, context);
        };
        match *shape {
            Shape::Text(Some(rule)) => {
                for (code, message) in (rule.check)(&text, self.profiles) {
                    self.push(Diagnostic::new(code, node.range(), self.path(), message));
                }
            }
            Shape::Declares(_) if text.is_empty() => {}
            Shape::Declares(kind) => self.names.declarations.push(Declaration {
                kind,
                parent: None,
                name: text.into_owned(),
                path: self.path(),
                written: self.written_path(),
                range: node.range(),
                fixed: false,
                is_value: true,
            }),
            Shape::Flag => self.flag(&text, shape, node, context),
            Shape::Integer { min, max, or, beyond, quoted } => {
                let plain = !is_quoted(node);
                let number = if plain { node.resolved() } else { Some(resolve_plain(&text)) };
                match (number, or) {
                    (Some(Resolved::Int(number)), _) => {
                        self.bounds(number, (min, max), node, beyond.unwrap_or(context.unfit));
                        if let Some(code) = quoted.filter(|_| !plain) {
                            self.quoted_number(&text, code, node);
                        }
                    }
                    (_, Some(expression)) if self.refer_scalar(expression, node) => {}
                    _ => self.misfit(shape, node, context),
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
            self.misfit(shape, node, context);
        }
    }

    fn flag(&mut self, text: &str, shape: &'static Shape, node: Node<'d>, context: Context) {
        if matches!(node.resolved(), Some(Resolved::Bool(_))) {
            return;
        }
        let meant = match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "y" => Some("true"),
            "false" | "no" | "off" | "n" => Some("false"),
            other => nearest(other, ["true", "false"]),
        };
        let sure = matches!(
            text.trim().to_ascii_lowercase().as_str(),
            "true" | "false" | "yes" | "no" | "on" | "off"
        );
        let mut diagnostic = self.unfit(Expected::Shape(shape), node, context);
        if let Some(word) = meant {
            let value = Value::Plain(word.to_owned());
            let ops = vec![Op::Replace { at: self.written_path(), value }];
            diagnostic = diagnostic.likely_fix(format!("Change to `{word}`"), ops, sure);
        }
        self.push(diagnostic);
    }

    fn bounds(&mut self, number: i128, (min, max): (i64, i64), node: Node<'d>, code: &'static Code) {
        let wrong = match number {
            _ if number < i128::from(min) => format!("at least {min}"),
            _ if number > i128::from(max) => format!("at most {max}"),
            _ => return,
        };
        let message = format!("{} should be {wrong}, not `{number}`", self.subject());
        self.push(Diagnostic::new(code, node.range(), self.path(), message));
    }

    fn quoted_number(&mut self, text: &str, code: &'static Code, node: Node<'d>) {
        let message = format!("{} is a number, so it stands without quotes", self.subject());
        let ops = vec![Op::Replace { at: self.written_path(), value: Value::Plain(text.to_owned()) }];
        let diagnostic = Diagnostic::new(code, node.range(), self.path(), message);
        self.push(diagnostic.fix(format!("Change to `{text}`"), ops));
    }

    fn choice(&mut self, choices: &'static [Choice], text: &str, node: Node<'d>, context: Context) {
        match choices.iter().find(|choice| choice.word == text) {
            Some(choice) if choice.profiles.has(self.profiles) => return,
            Some(_) => {
                let message = format!("`{text}` is not known to this profile");
                return self.push(Diagnostic::new(context.unfit, node.range(), self.path(), message));
            }
            None => {}
        }
        let words: Vec<&str> =
            choices.iter().filter(|choice| choice.profiles.has(self.profiles)).map(|it| it.word).collect();
        let should = if words.len() <= 12 { list(&words, "or") } else { "one of the known words".to_owned() };
        let mut message = format!("{} should be {should}, not `{}`", self.subject(), shorten(text));
        let near = nearest(text, words);
        if let Some(word) = near {
            let _infallible = write!(message, "; did you mean `{word}`?");
        }
        let mut diagnostic = Diagnostic::new(context.unfit, node.range(), self.path(), message);
        if let Some(word) = near {
            let ops = vec![Op::Replace { at: self.written_path(), value: Value::text(word) }];
            // A number or a boolean that looks like the word is another value, not another spelling.
            let is_text = node.resolved().is_none_or(|it| it == Resolved::Text);
            let sure = is_text && is_respelling(text, word);
            diagnostic = diagnostic.likely_fix(format!("Change to `{word}`"), ops, sure);
        }
        self.push(diagnostic);
    }

    /// Says that a notation which is understood should be another one.
    pub(super) fn tolerated(&mut self, instead_of: &'static Shape, node: Node<'d>, context: Context) {
        match (instead_of, node.as_str()) {
            (Shape::Flag, Some(text)) => self.flag(&text, instead_of, node, context),
            (Shape::Is(construct), _) if node.is_mapping() => {
                let message = format!("{} should be {}", self.subject(), with_article(construct.name));
                let seen = context.head.unwrap_or(node.range());
                self.push(Diagnostic::new(context.unfit, seen, self.path(), message));
            }
            // A construct that has a name is more than "a mapping".
            (Shape::Is(construct), _) if node.is_scalar() && !node.is_null() => {
                let expected = Expected::Shape(instead_of);
                let wanted = with_article(construct.name);
                let message =
                    format!("{} should be {wanted}, {}", self.subject(), found(expected, &wanted, node));
                self.push(Diagnostic::new(context.unfit, node.range(), self.path(), message));
            }
            _ => self.misfit(instead_of, node, context),
        }
    }

    pub(super) fn misfit(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        self.misfit_as(Expected::Shape(shape), node, context);
    }

    /// Says what should have stood there, and offers what was plainly meant.
    pub(super) fn misfit_as(&mut self, expected: Expected, node: Node<'d>, context: Context) {
        let mut diagnostic = self.unfit(expected, node, context);
        if let Expected::Shape(Shape::List(item) | Shape::SomeList(item)) = expected
            && let Some(value) = scalar_value(node)
        {
            let ops = vec![Op::Replace { at: self.written_path(), value: Value::Sequence(vec![value]) }];
            // What is tried first is what an item usually is.
            let usual = if let Shape::OneOf([first, ..]) = item { first } else { item };
            diagnostic = diagnostic.likely_fix("Make it a list of one", ops, fits(usual, node));
        }
        self.push(diagnostic);
    }

    /// A null that is written out is a value, and not of the shape: a key whose value is left away says the same and is right. As an item of a list it
    /// stands for something that is not there.
    pub(super) fn null(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        if matches!(self.trail.last(), Some(Crumb::Item(..))) {
            return self.misfit(shape, node, context);
        }
        let wanted = expect(Expected::Shape(shape), self.profiles);
        let message = format!("{} is null, and should be {wanted} or left empty", self.subject());
        let diagnostic = Diagnostic::new(context.unfit, node.range(), self.path(), message);
        let range = node.range();
        let blanks = self.document.text()[..range.start].bytes().rev().take_while(|it| *it == b' ').count();
        let edit = TextEdit::delete(TextRange::new(range.start - blanks, range.end));
        let plain = node.full_range() == range && self.written.is_none();
        let diagnostic = if plain { diagnostic.text_fix("Leave it empty", edit) } else { diagnostic };
        // A line that cannot be read may have been meant to stand under the key.
        self.push(if self.broken.is_empty() { diagnostic } else { diagnostic.unsafe_fix() });
    }

    fn unfit(&self, expected: Expected, node: Node<'d>, context: Context) -> Diagnostic {
        let wanted = expect(expected, self.profiles);
        let found = found(expected, &wanted, node);
        let message = format!("{} should be {wanted}, {found}", self.subject());
        // The key is what is seen of a value that is not there, and of one that is a whole block.
        let block = node.resolve().kind() != Kind::Scalar && node.resolve().style() == Style::Block;
        let seen = Some(node.range()).filter(|_| !node.is_missing() && !block).or(context.head);
        Diagnostic::new(context.unfit, seen.unwrap_or(node.range()), self.path(), message)
    }

    /// The place in a sentence: "`quantity`", "an item of `items`".
    pub(super) fn subject(&self) -> String {
        let key = |crumb: &Crumb<'_>| crumb.key().map(|key| format!("`{}`", shorten(key)));
        match self.trail.split_last() {
            None => "the document".to_owned(),
            Some((Crumb::Item(..), above)) => match above.iter().rev().find_map(key) {
                Some(list) => format!("an item of {list}"),
                None => "an item".to_owned(),
            },
            Some((last, _)) => key(last).unwrap_or_else(|| "this value".to_owned()),
        }
    }

    /// The thing that a table describes, in a sentence: "component `streamer`", "`cluster`", "the recipe".
    pub(super) fn thing(&self, construct: &'static Construct) -> String {
        let named = self.enclosing.is_some_and(|(_, len)| len == self.trail.len());
        match self.trail.last().map(|crumb| crumb.key()) {
            None => format!("the {}", construct.name),
            Some(Some(key)) if named => format!("{} `{}`", construct.name, shorten(key)),
            Some(Some(key)) => format!("`{}`", shorten(key)),
            Some(None) => format!("this {}", construct.name),
        }
    }
}

/// Whether a number or a flag stands where a text or a name is wanted.
fn reads_as_other(shape: &Shape, node: Node<'_>) -> bool {
    matches!(shape, Shape::Text(None) | Shape::Declares(_) | Shape::Prose | Shape::Refers(_))
        && matches!(node.resolved(), Some(Resolved::Bool(_) | Resolved::Int(_) | Resolved::Float(_)))
}

/// What a row's value would be where none is written, and whether that changes nothing.
pub(super) fn first_value(row: &Key, profiles: Profiles) -> Option<(Value, bool)> {
    if let Some(default) = row.default {
        return Some((Value::Plain(default.to_owned()), true));
    }
    match &row.shape {
        Shape::Choice(choices) => {
            let choice = choices.iter().find(|choice| choice.profiles.has(profiles))?;
            Some((Value::text(choice.word), false))
        }
        Shape::Named(_) | Shape::Map(_) | Shape::Keyed(..) | Shape::Empty => {
            Some((Value::Mapping(Vec::new()), false))
        }
        Shape::List(_) | Shape::Sequenced(_) => Some((Value::Sequence(Vec::new()), false)),
        _ => None,
    }
}

/// A value in one line, for a title.
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

/// What a value of this shape is, for people: "a whole number", "`pre` or `post`".
pub fn label(shape: &'static Shape, profiles: Profiles) -> String {
    expect(Expected::Shape(shape), profiles)
}

fn expect(expected: Expected, profiles: Profiles) -> String {
    let shape = match expected {
        Expected::Shape(shape) => shape,
        Expected::Table => return "a mapping".to_owned(),
        Expected::ItemOf(Shape::Sequenced(named)) => {
            return format!("a mapping with one entry, the {}", named.kind.id);
        }
        Expected::ItemOf(_) => return "an item".to_owned(),
    };
    match shape {
        Shape::Any | Shape::Value(_) => "a value".to_owned(),
        Shape::Text(Some(rule)) => rule.label.to_owned(),
        Shape::Text(None) | Shape::Declares(_) | Shape::Prose => "a text".to_owned(),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Integer { or: Some(expression), .. } => format!("a whole number or {}", expression.label),
        Shape::Integer { or: None, .. } => "a whole number".to_owned(),
        Shape::Choice(choices) => {
            let words = choices.iter().filter(|choice| choice.profiles.has(profiles));
            list(&words.map(|choice| choice.word).collect::<Vec<_>>(), "or")
        }
        Shape::Is(_) => "a mapping".to_owned(),
        Shape::Named(named) => format!("a mapping, each key the name of {}", with_article(named.kind.id)),
        Shape::Sequenced(named) => {
            format!("a list, each item a mapping with one entry, the {}", named.kind.id)
        }
        Shape::Map(_) | Shape::Keyed(..) => "a mapping".to_owned(),
        Shape::List(_) => "a list".to_owned(),
        Shape::SomeList(_) => "a list with an item or more".to_owned(),
        Shape::Refers(expression) => expression.label.to_owned(),
        Shape::OneOf(shapes) => join(shapes, profiles),
        Shape::Which(which) => join(which.shapes, profiles),
        Shape::Beside(beside) => join(beside.shapes, profiles),
        Shape::Single(_) => "a mapping with one entry".to_owned(),
        Shape::Tolerated(odd) => expect(Expected::Shape(odd.instead_of), profiles),
        Shape::Empty => "empty".to_owned(),
    }
}

fn join(shapes: &'static [Shape], profiles: Profiles) -> String {
    let good = shapes.iter().filter(|it| !matches!(it, Shape::Tolerated(_)));
    let mut words: Vec<String> = Vec::new();
    for word in good.map(|it| expect(Expected::Shape(it), profiles)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.join(" or ")
}

/// What stands there instead, as the end of the sentence.
fn found(expected: Expected, wanted: &str, node: Node<'_>) -> String {
    if node.is_null() {
        return "but is empty".to_owned();
    }
    if node.is_mapping() {
        return match expected {
            Expected::ItemOf(_) | Expected::Shape(Shape::Single(_)) => match node.entries().len() {
                0 => "but is empty".to_owned(),
                1 => "not what `<<` brings in".to_owned(),
                count => format!("not one with {count}"),
            },
            Expected::Shape(Shape::Empty) => {
                let first = node.entries().find_map(|entry| entry.key.as_str());
                first.map_or("but is not".to_owned(), |key| format!("but has `{}`", shorten(&key)))
            }
            _ => "not a mapping".to_owned(),
        };
    }
    if node.is_sequence() {
        let none = matches!(expected, Expected::Shape(Shape::SomeList(_)));
        // `[]` is no list of two names.
        return match node.items().len() {
            _ if none => "but has none".to_owned(),
            0 if wanted.starts_with("a list") => "but is empty".to_owned(),
            _ if wanted.starts_with("a list of") && node.items().any(|it| !is_word(it)) => {
                "and an item of it is no name".to_owned()
            }
            count if wanted.starts_with("a list") => format!("not one of {count}"),
            _ => "not a list".to_owned(),
        };
    }
    let text = node.as_str().unwrap_or_default();
    if text.is_empty() {
        "not an empty text".to_owned()
    } else if is_quoted(node) {
        format!("not the text `{}`", shorten(&text))
    } else {
        format!("not `{}`", shorten(&text))
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
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

pub(super) fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// A text as it goes into a sentence: one line, not long.
pub(super) fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().take(40).collect();
    if short.len() < text.trim_end().len() {
        short.push('…');
    }
    short
}
