//! The walk at a mapping that is held to a table: keys that the table has, keys that it has not, and keys that the mapping lacks.

use std::fmt::Write as _;

use super::near::{is_respelling, nearest};
use super::walk::{Context, Walk};
use super::{Construct, Key, Open, Profiles, Shape, fit, misplaced, walk};
use crate::diagnostic::{Code, Diagnostic};
use crate::text::TextRange;
use crate::yaml::{self, Entry, Node, Op};

impl<'d> Walk<'d> {
    pub(super) fn construct(&mut self, construct: &'static Construct, node: Node<'d>, context: Context) {
        // Rows that are written, and rows that something written was plainly meant to be.
        let mut present = 0u128;
        let mut whole = false;
        self.entries(node, |walk, entry| {
            let Some(key) = entry.key.as_str() else { return walk.odd_key(construct, entry) };
            match (row_of(construct, &key), &construct.open) {
                (Some((at, row)), _) => {
                    present |= bit(at);
                    walk.row(construct, row, entry);
                }
                (None, Some(open)) => walk.open(open, entry, context),
                (None, None) => {
                    // What a word was meant to be is no row that comes only later.
                    if !std::mem::replace(&mut whole, true) {
                        present |= written_rows(construct, node);
                    }
                    present |= walk.unknown(construct, &key, entry, present, context);
                }
            }
        });
        let once = self.written.is_none() && node.anchor().is_none();
        if once || self.asked.insert((node.range(), std::ptr::from_ref(construct))) {
            self.say_missing(construct, node, present, context);
        }
    }

    fn row(&mut self, construct: &'static Construct, row: &'static Key, entry: Entry<'d>) {
        let head = entry.key.range();
        if let Some(code) = row.foreign.filter(|_| !row.profiles.has(self.profiles)) {
            // What nobody has is known so that it can be told where it belongs.
            let message = match (row.home, row.profiles) {
                (Some(home), _) => format!("`{}` is {home}", row.name),
                (None, Profiles(0)) => {
                    format!("`{}` does not belong in {}", row.name, fit::with_article(construct.name))
                }
                (None, _) => format!("`{}` is not known to this profile", row.name),
            };
            let mut diagnostic = Diagnostic::new(code, head, self.path(), message);
            if row.home.is_none() {
                let ops = vec![Op::Remove { at: self.written_path(), prune: false }];
                diagnostic = diagnostic.fix(format!("Remove `{}`", row.name), ops).unsafe_fix();
            }
            self.push(diagnostic);
        }
        let context = Context { unfit: row.unfit.unwrap_or(construct.unfit), head: Some(head) };
        if !entry.value.is_null() {
            return self.value(&row.shape, entry.value, context);
        }
        let written = self.exact && !entry.value.resolve().is_missing();
        let asked = row.profiles.has(self.profiles) && row.required_in.has(self.profiles);
        let wanted = asked && !(written && walk::takes_null(&row.shape));
        match row.required.filter(|_| wanted) {
            Some(code) => self.say_empty(row, code, head),
            None if written && !walk::takes_null(&row.shape) => {
                self.null(&row.shape, entry.value.resolve(), context);
            }
            None if written => self.value(&row.shape, entry.value, context),
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
        let home = misplaced::home(construct, key, self.profiles)
            .or_else(|| misplaced::of_call(construct, &entry, self.profiles));
        let near = nearest(key, free.map(|(_, row)| row.name)).filter(|_| home.is_none());
        let said = fit::with_article(construct.name);
        let mut message = format!("{said} has no key `{}`", fit::shorten(key));
        let written = self.written_path();
        let mut diagnostic = match (home, near) {
            (Some(home), _) => {
                let _infallible = write!(message, "; it belongs in `{}`", home.name);
                let diagnostic = Diagnostic::new(code, entry.key.range(), self.path(), message);
                let edit = misplaced::moved(&entry, home.name).filter(|_| self.written.is_none());
                match edit {
                    Some(edit) => {
                        diagnostic.text_fix(format!("Move it into `{}`", home.name), edit).unsafe_fix()
                    }
                    None => diagnostic,
                }
            }
            (None, Some(name)) => {
                let _infallible = write!(message, "; did you mean `{name}`?");
                let ops = vec![Op::RenameKey { at: written, to: name.to_owned() }];
                Diagnostic::new(code, entry.key.range(), self.path(), message).likely_fix(
                    format!("Rename to `{name}`"),
                    ops,
                    is_respelling(key, name),
                )
            }
            (None, None) => {
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
        let mut message =
            format!("a key of {} is a word, not a list or a mapping", fit::with_article(construct.name));
        // `{{ template }}` without quotes is a mapping in a mapping.
        if entry.key.source().starts_with('{') {
            message.push_str("; a text that starts with `{{` needs quotes");
        }
        let code = construct.unknown.unwrap_or(construct.unfit);
        self.push(Diagnostic::new(code, entry.key.range(), self.path(), message));
    }

    /// Says which required rows are not among `present`.
    pub(super) fn say_missing(
        &mut self,
        construct: &'static Construct,
        node: Node<'d>,
        present: u128,
        context: Context,
    ) {
        let mut missing =
            required(construct, self.profiles).filter(|(at, ..)| present & bit(*at) == 0).peekable();
        // What is missing may well be on a line that cannot be read.
        if missing.peek().is_none() || self.breaks_here(node) {
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
pub(super) fn required(
    construct: &'static Construct,
    profiles: Profiles,
) -> impl Iterator<Item = (usize, &'static Key, &'static Code)> {
    construct.keys.iter().enumerate().filter_map(move |(at, row)| {
        let asked = row.profiles.has(profiles) && row.required_in.has(profiles);
        row.required.filter(|_| asked).map(|code| (at, row, code))
    })
}

/// The rows that a mapping has, merged ones among them.
fn written_rows(construct: &'static Construct, node: Node<'_>) -> u128 {
    let rows = |entry: &Entry<'_>| entry.key.as_str().and_then(|key| row_of(construct, &key));
    let bits =
        |entries: Vec<Entry<'_>>| entries.iter().filter_map(rows).fold(0, |all, (at, _)| all | bit(at));
    bits(if node.has_merges() { node.merged_entries().collect() } else { node.entries().collect() })
}

fn bit(at: usize) -> u128 {
    u32::try_from(at).ok().and_then(|at| 1u128.checked_shl(at)).unwrap_or(0)
}

#[inline]
fn row_of(construct: &'static Construct, key: &str) -> Option<(usize, &'static Key)> {
    construct
        .keys
        .iter()
        .enumerate()
        .find(|(_, row)| row.name == key || (!row.aliases.is_empty() && row.aliases.contains(&key)))
}
