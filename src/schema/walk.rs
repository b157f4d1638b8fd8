//! Holds a document against its tables, in one walk. Here: the descent, its bounds, and mappings; what scalars must be is in `fit`, what they
//! refer to in `refer`.
//!
//! Total and linear: depth is bounded, and so is what aliases and merge keys can make of a small text. What is written once is said once,
//! also where several aliases lead to it.

use std::collections::HashSet;

use super::expression::{Crumb, path_of};
use super::names::Declaration;
use super::near::nearest;
use super::{Construct, Key, Named, Names, Open, Profiles, Shape, fit, say};
use crate::diagnostic::{Code, Diagnostic};
use crate::text::TextRange;
use crate::yaml::{self, Document, Entry, Node, Op, Path};

/// Deeper nesting is not looked into.
const DEPTH: usize = 128;
/// How many nodes are looked at through aliases and merge keys.
const ALIASED: usize = 50_000;

/// What one walk finds.
#[derive(Debug, Default)]
pub struct Held {
    /// In the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    pub names: Names,
}

/// Holds the document's first root against `construct`.
pub fn hold(document: &Document, construct: &'static Construct, profiles: Profiles) -> Held {
    let mut walk = Walk::new(document, profiles);
    if let Some(root) = document.root() {
        walk.limit = document.text().len();
        let context = Context { unfit: construct.unfit, head: None };
        walk.enter(root, |walk, root| walk.mapping_or_null(construct, root, context));
    }
    walk.finish()
}

/// What the descent knows of the place it is at, besides the node.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// Said where the value has not its shape.
    pub(super) unfit: &'static Code,
    /// The key that names the thing; the root and list items have none.
    pub(super) head: Option<TextRange>,
}

pub(super) struct Walk<'d> {
    pub(super) profiles: Profiles,
    pub(super) trail: Vec<Crumb<'d>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) names: Names,
    /// The nearest declaration around, and how long the trail was there.
    pub(super) enclosing: Option<(usize, usize)>,
    /// Where aliased content is written: its path, and how long the trail was there.
    written: Option<(Path, usize)>,
    /// Names are taken, nothing is said.
    pub(super) silent: bool,
    depth: usize,
    budget: usize,
    /// Constructs that were asked for what they lack, by place and table.
    asked: HashSet<(TextRange, *const Construct)>,
    /// Lines that are not YAML, in order.
    broken: Vec<TextRange>,
    /// Where what belongs to this place ends at the latest.
    limit: usize,
    /// Words compared so far in search of a near one.
    pub(super) compared: usize,
}

impl<'d> Walk<'d> {
    fn new(document: &Document, profiles: Profiles) -> Walk<'d> {
        Walk {
            profiles,
            trail: Vec::new(),
            diagnostics: Vec::new(),
            names: Names::default(),
            enclosing: None,
            written: None,
            silent: false,
            depth: 0,
            budget: ALIASED,
            asked: HashSet::new(),
            broken: broken_lines(document),
            limit: 0,
            compared: 0,
        }
    }

    fn finish(mut self) -> Held {
        self.names.settle();
        self.say_missing_names();
        self.say_clashes();
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by(|a, b| a.range.cmp(&b.range).then_with(|| a.code.name.cmp(b.code.name)));
        diagnostics.dedup_by(|b, a| a.range == b.range && a.code == b.code && a.message == b.message);
        Held { diagnostics, names: self.names }
    }

    /// The place as the trail has it.
    pub(super) fn path(&self) -> Path {
        match self.enclosing {
            Some((at, len)) => self.names.declarations[at].path.join(&path_of(&self.trail[len..])),
            None => path_of(&self.trail),
        }
    }

    /// The place as it is written: what an op has to name.
    pub(super) fn written_path(&self) -> Path {
        match &self.written {
            Some((base, len)) => base.join(&path_of(&self.trail[*len..])),
            None => self.path(),
        }
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.silent && !self.is_broken(diagnostic.range) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Whether the range shares a line with a syntax error.
    fn is_broken(&self, range: TextRange) -> bool {
        let at = self.broken.partition_point(|line| line.end < range.start);
        self.broken.get(at).is_some_and(|line| line.start <= range.end)
    }

    /// Whether a syntax error lies between two offsets.
    fn breaks_between(&self, start: usize, end: usize) -> bool {
        let at = self.broken.partition_point(|line| line.start < start);
        self.broken.get(at).is_some_and(|line| line.start < end)
    }

    /// Goes down to a node, through an alias where it is one. Says nothing of what is too deep, endless or unreadable.
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
            // An alias inside of what it stands for would never end.
            let endless = target.is_alias() || target.full_range().contains(node.range());
            if !endless {
                let outer = self.written.replace((target.path(), self.trail.len()));
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

    fn shaped(&mut self, shape: &'static Shape, node: Node<'d>, context: Context) {
        match shape {
            Shape::Any => {}
            Shape::Value(expression) => self.scan(expression, node),
            Shape::Prose if node.is_null() => {}
            Shape::Text(_)
            | Shape::Prose
            | Shape::Flag
            | Shape::Integer { .. }
            | Shape::Choice(_)
            | Shape::Refers(_) => self.scalar(shape, node, context),
            Shape::Is(construct) => self.mapping_or_null(construct, node, context),
            Shape::Named(_) | Shape::Map(_) | Shape::Keyed(..) | Shape::Empty
                if node.is_null() || node.is_mapping() =>
            {
                match shape {
                    Shape::Named(named) => {
                        self.entries(node, |walk, entry| walk.named(named, entry, context))
                    }
                    Shape::Map(shape) => self.entries(node, |walk, entry| {
                        walk.value(shape, entry.value, context.at(entry.key));
                    }),
                    Shape::Keyed(expression, shape) => self.entries(node, |walk, entry| {
                        walk.refer_key(expression, entry.key);
                        walk.value(shape, entry.value, context.at(entry.key));
                    }),
                    _ if node.entries().len() == 0 => {}
                    _ => self.misfit(shape, node, context),
                }
            }
            Shape::List(_) | Shape::SomeList(_) | Shape::Sequenced(_)
                if node.is_null() || node.is_sequence() =>
            {
                if matches!(shape, Shape::SomeList(_)) && node.items().len() == 0 {
                    self.misfit(shape, node, context);
                }
                let context = Context { head: None, ..context };
                match shape {
                    Shape::Sequenced(named) => self.items(node, |walk, item| {
                        walk.enter(item, |walk, item| walk.sequenced(named, shape, item, context));
                    }),
                    Shape::List(each) | Shape::SomeList(each) => {
                        self.items(node, |walk, item| walk.value(each, item, context));
                    }
                    _ => {}
                }
            }
            Shape::Named(_)
            | Shape::Map(_)
            | Shape::Keyed(..)
            | Shape::Empty
            | Shape::List(_)
            | Shape::SomeList(_)
            | Shape::Sequenced(_) => self.misfit(shape, node, context),
            Shape::OneOf(_) | Shape::Which(_) => {
                let spot = super::Spot { node, profiles: self.profiles, trail: Some(&self.trail) };
                match say::pick(shape, &spot) {
                    Some(picked) => self.shaped(picked, node, context),
                    None => self.misfit(shape, node, context),
                }
            }
        }
    }

    fn mapping_or_null(&mut self, construct: &'static Construct, node: Node<'d>, context: Context) {
        if node.is_mapping() {
            self.construct(construct, node, context);
        } else if !node.is_null() {
            self.misfit_as(fit::Expected::Table(construct), node, context);
        } else if !construct.nullable {
            match required(construct, self.profiles).next() {
                Some(_) => self.say_missing(construct, node, 0, context),
                None => self.misfit_as(fit::Expected::Table(construct), node, context),
            }
        }
    }

    fn construct(&mut self, construct: &'static Construct, node: Node<'d>, context: Context) {
        // Rows that are written, and rows that something written was plainly meant to be.
        let mut present = 0u128;
        for entry in node.entries() {
            let row = entry.key.as_str().and_then(|key| row_of(construct, &key));
            present |= row.map_or(0, |(at, _)| bit(at));
            if entry.is_merge() {
                for merged in node.merged_entries() {
                    let row = merged.key.as_str().and_then(|key| row_of(construct, &key));
                    present |= row.map_or(0, |(at, _)| bit(at));
                }
            }
        }
        self.entries(node, |walk, entry| {
            let Some(key) = entry.key.as_str() else { return walk.odd_key(construct, entry) };
            match (row_of(construct, &key), &construct.open) {
                (Some((_, row)), _) => walk.row(construct, row, entry),
                (None, Some(open)) => walk.open(open, entry, context),
                (None, None) => present |= walk.unknown(construct, &key, entry, present, context),
            }
        });
        let once = self.written.is_none() && node.anchor().is_none();
        if once || self.asked.insert((node.range(), std::ptr::from_ref(construct))) {
            self.say_missing(construct, node, present, context);
        }
    }

    fn row(&mut self, construct: &'static Construct, row: &'static Key, entry: Entry<'d>) {
        let head = entry.key.range();
        if !row.profiles.has(self.profiles) {
            if let Some(code) = row.foreign {
                let message = format!("`{}` is not known to this profile", row.name);
                let fixes = vec![Op::Remove { at: self.written_path(), prune: false }];
                let diagnostic = Diagnostic::new(code, head, self.path(), message);
                self.push(diagnostic.fix(format!("Remove `{}`", row.name), fixes).unsafe_fix());
            }
        }
        let context = Context { unfit: row.unfit.unwrap_or(construct.unfit), head: Some(head) };
        if !entry.value.is_null() {
            return self.value(&row.shape, entry.value, context);
        }
        let asked = row.profiles.has(self.profiles) && row.required_in.has(self.profiles);
        match row.required.filter(|_| asked) {
            Some(code) => self.say_empty(row, code, head),
            // Any other value that is not there is as good as a key that is not.
            None if matches!(row.shape, Shape::Is(_)) => self.value(&row.shape, entry.value, context),
            None => {}
        }
    }

    fn open(&mut self, open: &'static Open, entry: Entry<'d>, context: Context) {
        match open {
            Open::Map(shape) => self.value(shape, entry.value, context.at(entry.key)),
            Open::Named(named) => self.named(named, entry, context),
            Open::Keyed(expression, shape) => {
                self.refer_key(expression, entry.key);
                self.value(shape, entry.value, context.at(entry.key));
            }
        }
    }

    /// A key that no table knows. Gives the row that it was plainly meant to be, as a bit.
    fn unknown(
        &mut self,
        construct: &'static Construct,
        key: &str,
        entry: Entry<'d>,
        present: u128,
        context: Context,
    ) -> u128 {
        let Some(code) = construct.unknown else { return 0 };
        let free = construct.keys.iter().enumerate();
        let free = free.filter(|(at, row)| present & bit(*at) == 0 && row.profiles.has(self.profiles));
        let near = nearest(key, free.map(|(_, row)| row.name));
        let said = fit::with_article(construct.name);
        let mut message = format!("{said} has no key `{}`", fit::shorten(key));
        let written = self.written_path();
        let mut diagnostic = match near {
            Some(name) => {
                message.push_str(&format!("; did you mean `{name}`?"));
                let ops = vec![Op::RenameKey { at: written, to: name.to_owned() }];
                Diagnostic::new(code, entry.key.range(), self.path(), message)
                    .fix(format!("Rename to `{name}`"), ops)
            }
            None => {
                let ops = vec![Op::Remove { at: written, prune: false }];
                let title = format!("Remove `{}`", fit::shorten(key));
                Diagnostic::new(code, entry.key.range(), self.path(), message).fix(title, ops).unsafe_fix()
            }
        };
        let known: Vec<&str> =
            construct.keys.iter().filter(|row| row.profiles.has(self.profiles)).map(|row| row.name).collect();
        if let (Some(head), 1..=12) = (context.head, known.len()) {
            diagnostic = diagnostic.related(head, format!("{said} has {}", fit::list(&known, "and")));
        }
        self.push(diagnostic);
        let Some((at, row)) = near.and_then(|name| row_of(construct, name)) else { return 0 };
        // What was meant declares its names all the same, so that one slip is one problem.
        let outer = std::mem::replace(&mut self.silent, true);
        self.row(construct, row, entry);
        self.silent = outer;
        bit(at)
    }

    fn odd_key(&mut self, construct: &'static Construct, entry: Entry<'d>) {
        let message =
            format!("a key of {} is a word, not a list or a mapping", fit::with_article(construct.name));
        let code = construct.unknown.unwrap_or(construct.unfit);
        self.push(Diagnostic::new(code, entry.key.range(), self.path(), message));
    }

    /// An entry whose key declares a name.
    fn named(&mut self, named: &'static Named, entry: Entry<'d>, context: Context) {
        let Some(name) = entry.key.as_str() else {
            let message = format!("the name of {} is a word", fit::with_article(named.kind.id));
            let code = named.unfit.unwrap_or(context.unfit);
            return self.push(Diagnostic::new(code, entry.key.range(), self.path(), message));
        };
        let path = self.path();
        for (code, message) in (named.kind.check)(&name, self.profiles) {
            self.push(Diagnostic::new(code, entry.key.range(), path.clone(), message));
        }
        let parent = self.enclosing.map(|(at, _)| at);
        let declaration = Declaration {
            kind: named.kind,
            scope: parent.map_or_else(Path::root, |at| self.names.declarations[at].path.clone()),
            parent,
            name: name.into_owned(),
            written: if self.written.is_some() { self.written_path() } else { path.clone() },
            path,
            range: entry.key.range(),
        };
        self.names.declarations.push(declaration);
        let outer = self.enclosing.replace((self.names.declarations.len() - 1, self.trail.len()));
        let context = Context { unfit: named.unfit.unwrap_or(context.unfit), ..context.at(entry.key) };
        self.value(&named.value, entry.value, context);
        self.enclosing = outer;
    }

    /// An item that is a mapping with one entry, whose key declares a name.
    fn sequenced(&mut self, named: &'static Named, shape: &'static Shape, item: Node<'d>, context: Context) {
        let context = Context { unfit: named.unfit.unwrap_or(context.unfit), ..context };
        if item.is_mapping() && item.entries().len() == 1 {
            self.entries(item, |walk, entry| walk.named(named, entry, context));
        } else {
            self.misfit_as(fit::Expected::ItemOf(shape), item, context);
        }
    }

    /// Every entry as it takes effect, the trail at it. Of a repeated key the first has the key's path.
    fn entries(&mut self, node: Node<'d>, mut each: impl FnMut(&mut Self, Entry<'d>)) {
        let merges = node.entries().any(|entry| entry.is_merge());
        let all: Vec<Entry<'d>> = if merges { node.merged_entries() } else { node.entries().collect() };
        let mut seen = Seen::of(all.len());
        let limit = self.limit;
        for (at, entry) in all.iter().enumerate() {
            let crumb = match entry.key.as_str() {
                Some(key) if seen.first(&all[..at], &key) => Crumb::Key(key),
                _ => Crumb::Entry(entry.position),
            };
            self.trail.push(crumb);
            self.limit =
                all.get(at + 1).map(|next| next.key.range().start).filter(|_| !merges).unwrap_or(limit);
            let foreign = merges && entry.key.parent().is_some_and(|parent| parent != node);
            if foreign {
                let outer = self.written.replace((entry.key.path(), self.trail.len()));
                each(self, *entry);
                self.written = outer;
            } else {
                each(self, *entry);
            }
            self.trail.pop();
        }
        self.limit = limit;
    }

    pub(super) fn items(&mut self, node: Node<'d>, mut each: impl FnMut(&mut Self, Node<'d>)) {
        let limit = self.limit;
        let mut items = node.items().enumerate().peekable();
        while let Some((at, item)) = items.next() {
            self.limit = items.peek().map_or(limit, |(_, next)| next.full_range().start);
            self.trail.push(Crumb::Index(at));
            each(self, item);
            self.trail.pop();
        }
        self.limit = limit;
    }

    /// Texts anywhere in a value may hold expressions.
    fn scan(&mut self, expression: &'static super::Expression, node: Node<'d>) {
        if node.is_scalar() {
            self.refer_scalar(expression, node);
        } else if !self.refer_call(expression, node) {
            self.entries(node, |walk, entry| {
                walk.enter(entry.value, |walk, node| walk.scan(expression, node));
            });
            self.items(node, |walk, item| walk.enter(item, |walk, node| walk.scan(expression, node)));
        }
    }

    /// Says which required rows are not among `present`.
    fn say_missing(
        &mut self,
        construct: &'static Construct,
        node: Node<'d>,
        present: u128,
        context: Context,
    ) {
        let missing: Vec<_> =
            required(construct, self.profiles).filter(|(at, ..)| present & bit(*at) == 0).collect();
        // What is missing may well be on a line that cannot be read.
        if missing.is_empty() || self.breaks_here(node) {
            return;
        }
        let first = node.entries().next().map(|entry| entry.key.range());
        let range = context.head.or(first).unwrap_or_else(|| TextRange::empty(node.range().start));
        let subject = self.thing(construct);
        for (at, row, code) in missing {
            let message = format!("{subject} lacks `{}`", row.name);
            let mut diagnostic = Diagnostic::new(code, range, self.path(), message);
            if let Some((value, sure)) = fit::first_value(row, self.profiles) {
                let before = construct.keys[..at].iter().rev();
                let before = before.map(|row| row.name).find(|name| node.get(name).is_some());
                let spot = before.map_or(yaml::Spot::First, |name| yaml::Spot::After(name.to_owned()));
                let title = format!("Add `{}: {}`", row.name, fit::show(&value));
                let into = self.written_path();
                diagnostic =
                    diagnostic.fix(title, vec![Op::Insert { into, key: row.name.to_owned(), value, spot }]);
                if !sure {
                    diagnostic = diagnostic.unsafe_fix();
                }
            }
            self.push(diagnostic);
        }
    }

    /// A required key with nothing behind it.
    fn say_empty(&mut self, row: &'static Key, code: &'static Code, head: TextRange) {
        let message = format!("`{}` is empty", row.name);
        let mut diagnostic = Diagnostic::new(code, head, self.path(), message);
        if let Some((value, sure)) = fit::first_value(row, self.profiles) {
            let title = format!("Write `{}: {}`", row.name, fit::show(&value));
            diagnostic = diagnostic.fix(title, vec![Op::Replace { at: self.written_path(), value }]);
            if !sure {
                diagnostic = diagnostic.unsafe_fix();
            }
        }
        self.push(diagnostic);
    }

    /// Whether a line that cannot be read belongs to this very mapping, not to something in it.
    fn breaks_here(&self, node: Node<'d>) -> bool {
        if self.broken.is_empty() || self.written.is_some() {
            return false;
        }
        let mut from = node.range().start;
        for entry in node.entries() {
            if self.breaks_between(from, entry.key.range().start) {
                return true;
            }
            from = entry.value.full_range().end;
        }
        self.breaks_between(from, self.limit)
    }
}

/// The rows that the profiles ask for.
fn required(
    construct: &'static Construct,
    profiles: Profiles,
) -> impl Iterator<Item = (usize, &'static Key, &'static Code)> {
    construct.keys.iter().enumerate().filter_map(move |(at, row)| {
        let asked = row.profiles.has(profiles) && row.required_in.has(profiles);
        row.required.filter(|_| asked).map(|code| (at, row, code))
    })
}

impl Context {
    fn at(self, key: Node<'_>) -> Context {
        Context { head: Some(key.range()), ..self }
    }
}

fn bit(at: usize) -> u128 {
    u32::try_from(at).ok().and_then(|at| 1u128.checked_shl(at)).unwrap_or(0)
}

fn row_of(construct: &'static Construct, key: &str) -> Option<(usize, &'static Key)> {
    construct.keys.iter().enumerate().find(|(_, row)| row.name == key || row.aliases.contains(&key))
}

/// Which keys of a mapping were there before: few are compared, many are hashed.
enum Seen<'d> {
    Few,
    Many(HashSet<std::borrow::Cow<'d, str>>),
}

impl<'d> Seen<'d> {
    fn of(entries: usize) -> Seen<'d> {
        if entries <= 8 { Seen::Few } else { Seen::Many(HashSet::with_capacity(entries)) }
    }

    fn first(&mut self, before: &[Entry<'d>], key: &std::borrow::Cow<'d, str>) -> bool {
        match self {
            Seen::Few => !before.iter().any(|entry| entry.key.as_str().as_ref() == Some(key)),
            Seen::Many(keys) => keys.insert(key.clone()),
        }
    }
}

/// The lines on which a syntax error starts, in order.
fn broken_lines(document: &Document) -> Vec<TextRange> {
    let text = document.text();
    let mut lines: Vec<TextRange> = document
        .errors()
        .iter()
        .map(|error| {
            let at = error.range.start.min(text.len());
            let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
            let end = text[at..].find('\n').map_or(text.len(), |len| at + len);
            TextRange::new(start, end)
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines
}
