//! Validates the keys of a mapping against its table: known keys, unknown keys and missing required keys.

use std::fmt::Write as _;

use super::suggest::{is_respelling, nearest};
use super::walk::{Context, Walk};
use super::{Construct, Key, Open, Profiles, Shape, relocate, validate, walk};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::message;
use limn_text::TextRange;
use limn_yaml::{self as yaml, Entry, Node, Op};

impl<'d> Walk<'d> {
    pub(super) fn construct(&mut self, construct: &'static Construct, node: Node<'d>, context: Context) {
        // The present rows, and the rows that misspelt keys are meant as.
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
                    // A row that is written further down is not a candidate for a misspelt key.
                    if !std::mem::replace(&mut whole, true) {
                        present |= written_rows(construct, node);
                    }
                    present |= walk.unknown(construct, &key, entry, present, context);
                }
            }
        });
        let once = self.written.is_none() && node.anchor().is_none();
        if once || self.checked_keys.insert((node.range(), std::ptr::from_ref(construct))) {
            self.report_missing(construct, node, present, context);
        }
    }

    fn row(&mut self, construct: &'static Construct, row: &'static Key, entry: Entry<'d>) {
        let head = entry.key.range();
        if let Some(code) = row.foreign.filter(|_| !row.profiles.has(self.profiles)) {
            // A key without a profile is in the table only for the message on where it belongs.
            let message = match (row.home, row.profiles) {
                (Some(home), _) => format!("`{}` is {home}", row.name),
                (None, Profiles(0)) => message::unknown(&key_kind(construct), row.name),
                (None, _) => message::unsupported(row.name, "this profile"),
            };
            let mut diagnostic =
                Diagnostic::new(code, head, self.path(), message).subject(row.home.unwrap_or(row.name));
            if row.home.is_none() {
                let ops = vec![Op::Remove { at: self.written_path(), prune: false }];
                diagnostic = diagnostic.fix(format!("Remove `{}`", row.name), ops).unsafe_fix();
            }
            self.push(diagnostic);
        }
        let context =
            Context { wrong_shape: row.wrong_shape.unwrap_or(construct.wrong_shape), head: Some(head) };
        if !entry.value.is_null() {
            return self.value(&row.shape, entry.value, context);
        }
        let written = self.exact && !entry.value.resolve().is_missing();
        let is_required = row.profiles.has(self.profiles) && row.required_in.has(self.profiles);
        let is_missing = is_required && !(written && walk::takes_null(&row.shape));
        match row.required.filter(|_| is_missing) {
            Some(code) => self.report_empty(row, code, head),
            None if written && !walk::takes_null(&row.shape) => {
                self.null(&row.shape, entry.value.resolve(), context);
            }
            None if written => self.value(&row.shape, entry.value, context),
            // Any other empty value is equal to an absent key.
            None if matches!(row.shape, Shape::Construct(_)) => self.value(&row.shape, entry.value, context),
            None => {}
        }
    }

    fn open(&mut self, open: &'static Open, entry: Entry<'d>, context: Context) {
        match open {
            Open::Map(shape) => self.value(shape, entry.value, context.at(entry.key)),
            Open::NamedMap(named) => self.named(named, entry, context),
            Open::Keyed(expression, shape) => {
                self.refer_key(expression, entry.key);
                self.value(shape, entry.value, context.at(entry.key));
            }
        }
    }

    /// Reports an unknown key. Returns the row that it is a misspelling of, as a bit.
    fn unknown(
        &mut self,
        construct: &'static Construct,
        key: &str,
        entry: Entry<'d>,
        present: u128,
        context: Context,
    ) -> u128 {
        let Some(code) = construct.unknown else { return 0 };
        if let Some(extension) = code.extensions.and_then(|find| find(construct.name, key)) {
            let message = format!("`{key}` is {}", extension.home);
            let diagnostic = Diagnostic::new(extension.code, entry.key.range(), self.path(), message);
            self.push(diagnostic.subject(extension.home));
            return 0;
        }
        let free = construct.keys.iter().enumerate();
        let free = free.filter(|(at, row)| present & bit(*at) == 0 && row.profiles.has(self.profiles));
        let home = relocate::home(construct, key, self.profiles)
            .or_else(|| relocate::of_call(construct, &entry, self.profiles));
        let near = nearest(key, free.map(|(_, row)| row.name)).filter(|_| home.is_none());
        let is_new = self.silent
            || self.written.is_none()
            || self.reported.insert((entry.key.range(), std::ptr::from_ref(construct), near));
        if is_new {
            let mut diagnostic = self.unknown_key(construct, code, key, entry, (home, near), context);
            // A misspelled required key hides that it is missing.
            let hidden = near.and_then(|name| row_of(construct, name)?.1.required);
            if let Some(missing) = hidden.filter(|_| diagnostic.code.severity != Severity::Info) {
                diagnostic.severity = diagnostic.severity.min(missing.severity);
            }
            self.push(diagnostic);
        }
        let Some((at, row)) = near.and_then(|name| row_of(construct, name)) else { return 0 };
        // The misspelt key still declares its names, so one mistake is one problem.
        let outer = std::mem::replace(&mut self.silent, true);
        self.row(construct, row, entry);
        self.silent = outer;
        bit(at)
    }

    /// `meant`: the key that it belongs under, or the row with the nearest name.
    fn unknown_key(
        &self,
        construct: &'static Construct,
        code: &'static Code,
        key: &str,
        entry: Entry<'d>,
        meant: (Option<&'static Key>, Option<&'static str>),
        context: Context,
    ) -> Diagnostic {
        let mut message = message::unknown(&key_kind(construct), validate::shorten(key));
        let written = self.written_path();
        let mut diagnostic = match meant {
            (Some(home), _) => {
                let _infallible = write!(message, "; it belongs in `{}`", home.name);
                let diagnostic = Diagnostic::new(code, entry.key.range(), self.path(), message);
                let edit = relocate::moved(&entry, home.name).filter(|_| self.written.is_none());
                match edit {
                    Some(edit) => {
                        diagnostic.text_fix(format!("Move into `{}`", home.name), edit).unsafe_fix()
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
                let title = format!("Remove `{}`", validate::shorten(key));
                Diagnostic::new(code, entry.key.range(), self.path(), message).fix(title, ops).unsafe_fix()
            }
        };
        let known: Vec<&str> =
            construct.keys.iter().filter(|row| row.profiles.has(self.profiles)).map(|row| row.name).collect();
        if let (Some(head), 1..=12) = (context.head, known.len()) {
            diagnostic = diagnostic.related(head, format!("valid keys: {}", validate::list(&known, "and")));
        }
        diagnostic
    }

    fn odd_key(&mut self, construct: &'static Construct, entry: Entry<'d>) {
        let mut message =
            message::expected(format!("a string as {} key", construct.name), "a list or mapping");
        // `{{ template }}` without quotes is a mapping in a mapping.
        if entry.key.source().starts_with('{') {
            message.push_str("; a string that starts with `{{` needs quotes");
        }
        let code = construct.unknown.unwrap_or(construct.wrong_shape);
        self.push(Diagnostic::new(code, entry.key.range(), self.path(), message));
    }

    /// Reports the required rows that are not among `present`.
    pub(super) fn report_missing(
        &mut self,
        construct: &'static Construct,
        node: Node<'d>,
        present: u128,
        context: Context,
    ) {
        let mut missing =
            required(construct, self.profiles).filter(|(at, ..)| present & bit(*at) == 0).peekable();
        // The missing key may be on an unreadable line.
        if missing.peek().is_none() || self.breaks_here(node) {
            return;
        }
        let first = node.entries().next().map(|entry| entry.key.range());
        let range = context.head.or(first).unwrap_or_else(|| TextRange::empty(node.range().start));
        let (kind, subject) = match member_noun(construct).zip(self.owner_of_members()) {
            Some(((_, noun), owner)) => (noun, owner),
            None => ("key", self.thing(construct)),
        };
        for (at, row, code) in missing {
            let message = message::missing_at(kind, row.name, &subject);
            let mut diagnostic = Diagnostic::new(code, range, self.path(), message);
            if let Some((value, sure)) = validate::first_value(row, self.profiles) {
                let before = construct.keys[..at].iter().rev();
                let before = before.map(|row| row.name).find(|name| node.get(name).is_some());
                let placement =
                    before.map_or(yaml::Placement::First, |name| yaml::Placement::After(name.to_owned()));
                let title = format!("Add `{}: {}`", row.name, validate::show(&value));
                let into = self.written_path();
                diagnostic = diagnostic
                    .fix(title, vec![Op::Insert { into, key: row.name.to_owned(), value, placement }]);
                if !sure {
                    diagnostic = diagnostic.unsafe_fix();
                }
            }
            self.push(diagnostic);
        }
    }

    /// Reports a required key without a value.
    fn report_empty(&mut self, row: &'static Key, code: &'static Code, head: TextRange) {
        let message = format!("missing value of required key `{}`", row.name);
        let mut diagnostic = Diagnostic::new(code, head, self.path(), message);
        if let Some((value, sure)) = validate::first_value(row, self.profiles) {
            let title = format!("Change to `{}: {}`", row.name, validate::show(&value));
            diagnostic = diagnostic.fix(title, vec![Op::Replace { at: self.written_path(), value }]);
            if !sure {
                diagnostic = diagnostic.unsafe_fix();
            }
        }
        self.push(diagnostic);
    }

    /// Returns true if an unreadable line belongs to this mapping itself, not to a value in it.
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

/// The kind of a key of the construct, for messages: "component key", or "policy property" of "policy properties".
fn key_kind(construct: &Construct) -> String {
    match member_noun(construct) {
        Some((of, noun)) => format!("{of}{noun}"),
        None => format!("{} key", construct.name),
    }
}

/// The parts of the name of a construct that is named for its keys: "policy " and "property" of "policy properties".
fn member_noun(construct: &Construct) -> Option<(&'static str, &'static str)> {
    let singular = |plural: &str, noun: &'static str| {
        let of = construct.name.strip_suffix(plural)?;
        of.ends_with(' ').then_some((of, noun))
    };
    singular("properties", "property").or_else(|| singular("parameters", "parameter"))
}

/// The rows that are required in these profiles.
pub(super) fn required(
    construct: &'static Construct,
    profiles: Profiles,
) -> impl Iterator<Item = (usize, &'static Key, &'static Code)> {
    construct.keys.iter().enumerate().filter_map(move |(at, row)| {
        let is_required = row.profiles.has(profiles) && row.required_in.has(profiles);
        row.required.filter(|_| is_required).map(|code| (at, row, code))
    })
}

/// The rows that are written in a mapping, merged ones included.
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
