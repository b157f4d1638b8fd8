//! Validates a document against its tables in one walk: the descent, its limits, and mappings. Scalars are in `validate`, references in
//! `references`.
//!
//! Total and linear: depth is bounded, and so is the expansion of aliases and merge keys. A fault in aliased content is reported once, however many
//! aliases resolve to it.

use std::collections::HashSet;

use super::expression::{NodeStep, path_below, path_of};
use super::keys::required;
use super::names::Declaration;
use super::validate::Expected;
use super::{Construct, NamedEntries, Names, Profiles, Shape, describe};
use crate::diagnostic::{Code, Diagnostic};
use crate::message;
use limn_text::TextRange;
use limn_yaml::{Document, Entry, Node, Path};

/// Limit of nesting; deeper nodes are not validated.
const DEPTH: usize = 128;
/// Limit of nodes visited through aliases and merge keys, besides one for every two bytes of the text.
const ALIASED: usize = 10_000;

/// Result of validation: diagnostics and names.
#[derive(Debug, Default)]
pub struct Validation {
    /// In the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    pub names: Names,
}

/// Validates the document's first root against `construct`.
pub fn validate(document: &Document, construct: &'static Construct, profiles: Profiles) -> Validation {
    Walk::new(document, profiles).validate(construct)
}

/// Validates like [`validate`], but strictly: an explicit `null` is a value, not an empty key, and a number or boolean is not a string. Strings with a
/// rule of their own and free values are exempt.
pub fn validate_strict(document: &Document, construct: &'static Construct, profiles: Profiles) -> Validation {
    let mut walk = Walk::new(document, profiles);
    walk.exact = true;
    walk.validate(construct)
}

/// Diagnostics of [`validate_strict`] for a language without name clashes: names are not collected.
pub fn diagnose_strict(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
) -> Vec<Diagnostic> {
    let mut walk = Walk::new(document, profiles);
    walk.exact = true;
    walk.gathers = false;
    walk.validate(construct).diagnostics
}

/// Context of the node that is validated.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// Code for a value of the wrong shape.
    pub(super) wrong_shape: &'static Code,
    /// The key of the value; the root and list items have none.
    pub(super) head: Option<TextRange>,
}

pub(super) struct Walk<'d> {
    pub(super) document: &'d Document,
    pub(super) profiles: Profiles,
    /// Strict mode: see [`validate_strict`].
    pub(super) exact: bool,
    /// Names are collected, also those without a diagnostic.
    pub(super) gathers: bool,
    pub(super) steps: Vec<NodeStep<'d>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) names: Names,
    /// The nearest enclosing declaration, where names are collected, and the number of steps there.
    pub(super) enclosing: Option<(Option<usize>, usize)>,
    /// Path of aliased content as written, and the number of steps there.
    pub(super) written: Option<(Path, usize)>,
    /// Collects names only; diagnostics are dropped.
    pub(super) silent: bool,
    depth: usize,
    budget: usize,
    /// Constructs whose missing keys were checked, by range and table.
    pub(super) checked_keys: HashSet<(TextRange, *const Construct)>,
    /// Reported unknown keys of merged and aliased mappings, by range, table and suggestion: one mapping may be merged into thousands.
    pub(super) reported: HashSet<(TextRange, *const Construct, Option<&'static str>)>,
    /// Lines with syntax errors, in order.
    pub(super) broken: Vec<TextRange>,
    /// Upper bound of the end of the current value.
    pub(super) limit: usize,
    /// Names compared so far in the search for suggestions.
    pub(super) compared: usize,
    /// Reusable buffer of `references`.
    pub(super) buffer: Vec<Option<usize>>,
}

impl<'d> Walk<'d> {
    fn new(document: &'d Document, profiles: Profiles) -> Walk<'d> {
        Walk {
            document,
            profiles,
            exact: false,
            gathers: true,
            steps: Vec::new(),
            diagnostics: Vec::new(),
            names: Names::default(),
            enclosing: None,
            written: None,
            silent: false,
            depth: 0,
            budget: ALIASED + document.text().len() / 2,
            checked_keys: HashSet::new(),
            reported: HashSet::new(),
            broken: super::broken_lines::of(document),
            limit: 0,
            compared: 0,
            buffer: Vec::new(),
        }
    }

    fn validate(mut self, construct: &'static Construct) -> Validation {
        if let Some(root) = self.document.root() {
            self.limit = self.document.text().len();
            let context = Context { wrong_shape: construct.wrong_shape, head: None };
            self.enter(root, |walk, root| walk.mapping_or_null(construct, root, context));
        }
        self.finish()
    }

    fn finish(mut self) -> Validation {
        self.names.resolve_references();
        self.report_missing_names();
        self.report_clashes();
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by(|a, b| a.range.cmp(&b.range).then_with(|| a.code.name.cmp(b.code.name)));
        diagnostics.dedup_by(|b, a| a.range == b.range && a.code == b.code && a.message == b.message);
        Validation { diagnostics, names: self.names }
    }

    /// The path of the current value, through aliases.
    pub(super) fn path(&self) -> Path {
        match self.enclosing {
            Some((Some(at), len)) => path_below(&self.names.declarations[at].path, &self.steps[len..]),
            _ => path_of(&self.steps),
        }
    }

    /// The path of the current value as written, for ops.
    pub(super) fn written_path(&self) -> Path {
        match &self.written {
            Some((base, len)) => path_below(base, &self.steps[*len..]),
            None => self.path(),
        }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.silent && !self.is_broken(diagnostic.range) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Returns true if the range shares a line with a syntax error.
    fn is_broken(&self, range: TextRange) -> bool {
        let at = self.broken.partition_point(|line| line.end < range.start);
        self.broken.get(at).is_some_and(|line| line.start <= range.end)
    }

    /// Returns true if there is a syntax error between two offsets.
    pub(super) fn breaks_between(&self, start: usize, end: usize) -> bool {
        let at = self.broken.partition_point(|line| line.start < start);
        self.broken.get(at).is_some_and(|line| line.start < end)
    }

    /// Enters a node, through an alias if it is one. Nodes that are too deep, endless or unreadable are skipped.
    fn enter(&mut self, node: Node<'d>, then: impl FnOnce(&mut Self, Node<'d>)) {
        if self.depth >= DEPTH {
            return;
        }
        if self.written.is_some() {
            match self.budget.checked_sub(1) {
                Some(left) => self.budget = left,
                None => return,
            }
        }
        self.depth += 1;
        if node.is_alias() {
            let target = node.resolve();
            // An alias inside its own anchor would never end.
            let endless = target.is_alias() || target.full_range().contains(node.range());
            if !endless {
                let outer = self.written.replace((target.path(), self.steps.len()));
                then(self, target);
                self.written = outer;
            }
        } else {
            then(self, node);
        }
        self.depth -= 1;
    }

    pub(super) fn value(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        self.enter(node, |walk, node| walk.shaped(shape, node, context));
    }

    /// Validates the values of a mapping. As everywhere, a name without a value equals an absent one.
    fn map(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        self.entries(node, |walk, entry| {
            if !(entry.value.is_missing() && is_scalar(shape)) {
                walk.value(shape, entry.value, context.at(entry.key));
            }
        });
    }

    fn shaped(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        if self.exact && node.is_null() && !node.is_missing() && !takes_null(shape) {
            return match takes_nothing(shape) {
                true => self.null(shape, node, context),
                false => self.report_shape(shape, node, context),
            };
        }
        match shape {
            Shape::Any => {}
            Shape::Value(expression) => self.scan(expression, node),
            Shape::Prose if node.is_null() => {}
            Shape::Text(_)
            | Shape::Declaration(_)
            | Shape::Prose
            | Shape::Boolean
            | Shape::Integer { .. }
            | Shape::Choice(_)
            | Shape::Reference(_) => self.scalar(shape, node, context),
            Shape::Construct(construct) => self.mapping_or_null(construct, node, context),
            Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) | Shape::Empty
                if node.is_null() || node.is_mapping() =>
            {
                match shape {
                    Shape::NamedMap(named) => {
                        self.entries(node, |walk, entry| walk.named(named, entry, context));
                    }
                    Shape::Map(shape) => self.map(shape, node, context),
                    Shape::ReferenceMap(expression, shape) => self.entries(node, |walk, entry| {
                        if entry.key.as_str().is_none() {
                            let expected = format!("a string as the name of {}", expression.label);
                            let message = message::expected(expected, "a list or mapping");
                            let diagnostic =
                                Diagnostic::new(context.wrong_shape, entry.key.range(), walk.path(), message);
                            walk.push(diagnostic);
                        }
                        walk.refer_key(expression, entry.key);
                        walk.value(shape, entry.value, context.at(entry.key));
                    }),
                    _ if node.entries().len() == 0 => {}
                    _ => self.report_shape(shape, node, context),
                }
            }
            Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_)
                if node.is_null() || node.is_sequence() =>
            {
                if matches!(shape, Shape::SomeList(_)) && node.items().len() == 0 {
                    self.report_shape(shape, node, context);
                }
                let context = Context { head: None, ..context };
                match shape {
                    Shape::NamedList(named) => self.items(node, |walk, item| {
                        walk.enter(item, |walk, item| walk.sequenced(named, shape, item, context));
                    }),
                    Shape::List(each) | Shape::SomeList(each) => {
                        self.items(node, |walk, item| walk.value(each, item, context));
                    }
                    _ => {}
                }
            }
            Shape::NamedMap(_)
            | Shape::Map(_)
            | Shape::ReferenceMap(..)
            | Shape::Empty
            | Shape::List(_)
            | Shape::SomeList(_)
            | Shape::NamedList(_) => self.report_shape(shape, node, context),
            Shape::Single(inner) => self.single(inner, shape, node, context),
            Shape::Discouraged(odd) => {
                self.report_discouraged(odd.instead_of, node, Context { wrong_shape: odd.code, ..context });
                self.shaped(&odd.shape, node, context);
            }
            Shape::OneOf(_) | Shape::ByValue(_) | Shape::BySibling(_) => {
                let spot = super::NodeContext { node, profiles: self.profiles, steps: Some(&self.steps) };
                match describe::choose(shape, &spot) {
                    Some(picked) => self.shaped(picked, node, context),
                    None => self.report_shape(shape, node, context),
                }
            }
        }
    }

    /// Validates a single-entry mapping. The names of any other mapping are collected all the same.
    fn single(&mut self, inner: &'static Shape, shape: &'static Shape, node: Node<'d>, context: Context) {
        let entries = if node.has_merges() { node.merged_entries().count() } else { node.entries().len() };
        if !node.is_mapping() || entries == 1 {
            return self.shaped(inner, node, context);
        }
        self.report_shape(shape, node, context);
        let outer = std::mem::replace(&mut self.silent, true);
        self.shaped(inner, node, context);
        self.silent = outer;
    }

    fn mapping_or_null(&mut self, construct: &'static Construct, node: Node<'d>, context: Context) {
        if node.is_mapping() {
            self.construct(construct, node, context);
        } else if !node.is_null() {
            self.report_shape_as(Expected::Table, node, context);
        } else if !construct.nullable {
            match required(construct, self.profiles).next() {
                Some(_) => self.report_missing(construct, node, 0, context),
                None => self.report_shape_as(Expected::Table, node, context),
            }
        }
    }

    /// Validates an entry whose key declares a name.
    pub(super) fn named(&mut self, named: &'static NamedEntries, entry: Entry<'d>, context: Context) {
        let Some(name) = entry.key.as_str() else {
            let expected = format!("a string as the name of {}", message::with_article(named.kind.id));
            let message = message::expected(expected, "a list or mapping");
            let code = named.wrong_shape.unwrap_or(context.wrong_shape);
            return self.push(Diagnostic::new(code, entry.key.range(), self.path(), message));
        };
        for (code, message) in (named.kind.check)(&name, self.profiles) {
            self.push(Diagnostic::new(code, entry.key.range(), self.path(), message));
        }
        let mut declared = None;
        if self.gathers {
            let path = self.path();
            let declaration = Declaration {
                kind: named.kind,
                parent: self.enclosing.and_then(|(at, _)| at),
                name: name.into_owned(),
                written: if self.written.is_some() { self.written_path() } else { path.clone() },
                path,
                range: entry.key.range(),
                fixed: false,
                is_value: false,
            };
            self.names.declarations.push(declaration);
            declared = Some(self.names.declarations.len() - 1);
        } else {
            debug_assert!(
                named.kind.clash.is_none(),
                "name clashes are found only where names are collected"
            );
        }
        let outer = self.enclosing.replace((declared, self.steps.len()));
        let context = Context {
            wrong_shape: named.wrong_shape.unwrap_or(context.wrong_shape),
            ..context.at(entry.key)
        };
        self.value(&named.value, entry.value, context);
        self.enclosing = outer;
    }

    /// Validates a single-entry list item whose key declares a name.
    fn sequenced(
        &mut self,
        named: &'static NamedEntries,
        shape: &'static Shape,
        item: Node<'d>,
        context: Context,
    ) {
        let context = Context { wrong_shape: named.wrong_shape.unwrap_or(context.wrong_shape), ..context };
        if item.is_mapping() && item.entries().len() == 1 {
            self.entries(item, |walk, entry| walk.named(named, entry, context));
        } else {
            self.report_shape_as(Expected::ItemOf(shape), item, context);
        }
    }

    /// Visits every effective entry, with the steps to it. For a duplicate key, the first has the key's path.
    pub(super) fn entries(&mut self, node: Node<'d>, mut each: impl FnMut(&mut Self, Entry<'d>)) {
        let limit = self.limit;
        if node.has_merges() {
            for entry in node.merged_entries() {
                self.steps.push(NodeStep::Entry(entry));
                if entry.key.parent().is_some_and(|parent| parent != node) {
                    let outer = self.written.replace((entry.key.path(), self.steps.len()));
                    each(self, entry);
                    self.written = outer;
                } else {
                    each(self, entry);
                }
                self.steps.pop();
            }
            return;
        }
        let mut entries = node.entries().peekable();
        while let Some(entry) = entries.next() {
            self.limit = entries.peek().map_or(limit, |next| next.key.range().start);
            self.steps.push(NodeStep::Entry(entry));
            each(self, entry);
            self.steps.pop();
        }
        self.limit = limit;
    }

    pub(super) fn items(&mut self, node: Node<'d>, mut each: impl FnMut(&mut Self, Node<'d>)) {
        let limit = self.limit;
        let mut items = node.items().enumerate().peekable();
        while let Some((at, item)) = items.next() {
            self.limit = items.peek().map_or(limit, |(_, next)| next.full_range().start);
            self.steps.push(NodeStep::Item(at, item));
            each(self, item);
            self.steps.pop();
        }
        self.limit = limit;
    }

    /// Collects the expressions in all strings of a value.
    fn scan(&mut self, expression: &'static super::Expression, node: Node<'d>) {
        if node.is_scalar() {
            if self.gathers || !expression.silent {
                self.refer_scalar(expression, node);
            }
        } else if !self.refer_call(expression, node) {
            self.entries(node, |walk, entry| {
                walk.enter(entry.value, |walk, node| walk.scan(expression, node));
            });
            self.items(node, |walk, item| walk.enter(item, |walk, node| walk.scan(expression, node)));
        }
    }
}

impl Context {
    pub(super) fn at(self, key: Node<'_>) -> Context {
        Context { head: Some(key.range()), ..self }
    }
}

/// Returns true if an empty value is valid for the shape, in other places than an optional key.
fn takes_nothing(shape: &Shape) -> bool {
    match shape {
        Shape::Construct(construct) => construct.nullable,
        Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) | Shape::Empty => true,
        Shape::List(_) | Shape::NamedList(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(takes_nothing),
        Shape::ByValue(which) => which.shapes.iter().any(takes_nothing),
        Shape::BySibling(beside) => beside.shapes.iter().any(takes_nothing),
        _ => takes_null(shape),
    }
}

/// Returns true if an explicit `null` is valid for the shape.
pub(super) fn takes_null(shape: &Shape) -> bool {
    match shape {
        Shape::Any | Shape::Value(_) | Shape::Discouraged(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(takes_null),
        Shape::ByValue(which) => which.shapes.iter().any(takes_null),
        Shape::BySibling(beside) => beside.shapes.iter().any(takes_null),
        _ => false,
    }
}

fn is_scalar(shape: &Shape) -> bool {
    match shape {
        Shape::OneOf(shapes) => shapes.iter().all(is_scalar),
        Shape::Text(_) | Shape::Prose | Shape::Boolean | Shape::Integer { .. } | Shape::Choice(_) => true,
        _ => false,
    }
}
