//! Completion at the caret: absent keys, keywords, names, suggestions.

use std::collections::HashSet;

use super::candidates::{Candidate, KnownNames, candidates};
use super::position::{Position, position};
use super::words::{by_use, escaped, is_typed, joined, starts, starts_a_part, written};
use super::{snippet, typed_values};
use limn_language::schema::{
    Construct, Description, ExternalNames, Holds, Key, Names, NodeContext, Profiles, Shape, Slot, Slots,
    UnwrittenPath, construct_at, describe_at, label, picked,
};
use limn_text::TextRange;
use limn_yaml::{self as yaml, Document, Path, Resolved};

/// One completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    /// The text that replaces `range`.
    pub insert: String,
    /// Bytes of `insert` behind the caret, usually none: `")` where the first argument of a call is to be typed.
    pub behind: usize,
    /// Further tab stops after the caret, as offsets in `insert`.
    pub stops: Vec<usize>,
    /// A word or two next to the label: the kind of value, the kind of name.
    pub detail: String,
    pub doc: String,
    pub range: TextRange,
    pub rank: CompletionRank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionRank {
    /// A required key.
    Required,
    Key,
    Word,
    Name,
}

/// All completions at `offset` that start with the typed text, the most likely first.
pub fn complete(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
    names: &Names,
    offset: usize,
) -> Vec<Completion> {
    let sources = Sources { slots: None, external: &ExternalNames::default() };
    complete_with(document, construct, profiles, names, sources, offset)
}

/// Sources of completion beyond the tables and the names of the document.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The value types of the document's places.
    pub slots: Option<&'a dyn Slots>,
    pub external: &'a ExternalNames,
}

/// Like [`complete`], with the value types of the document's places and the names of other files.
pub fn complete_with(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
    names: &Names,
    sources: Sources<'_>,
    offset: usize,
) -> Vec<Completion> {
    let place = CompletionSite { document, construct, profiles, names, sources };
    let Some(position) = position(document, offset) else { return Vec::new() };
    let found = match position {
        Position::Key { container, prefix, range, column, flow, closed } => {
            place.keys(&container, &prefix, Keys { range, column, flow, closed })
        }
        Position::Value { ref path, ref text, caret, range, quoted: false, flow, column }
            if column.is_some() || flow =>
        {
            let prefix = text.get(..caret).unwrap_or_default();
            let keys = Keys { range, column: column.unwrap_or_default(), flow, closed: false };
            let of_keys = if place.takes_keys(path) { place.keys(path, prefix, keys) } else { Vec::new() };
            // If a text can be short for a mapping, both are valid. On a line of its own, keys are more likely.
            let (mut found, fitting) = place.values(&position);
            // A name that is both is offered as the key.
            found.retain(|completion| of_keys.iter().all(|key| key.label != completion.label));
            let at = if fitting > 0 && column.is_none() { found.len() } else { 0 };
            found.splice(at..at, of_keys);
            found
        }
        position @ Position::Value { .. } => place.values(&position).0,
    };
    let mut found = joined(found);
    by_use(&mut found, names);
    found
}

pub(super) struct CompletionSite<'a> {
    pub(super) document: &'a Document,
    construct: &'static Construct,
    pub(super) profiles: Profiles,
    pub(super) names: &'a Names,
    pub(super) sources: Sources<'a>,
}

pub(super) struct Keys {
    pub(super) range: TextRange,
    pub(super) column: usize,
    pub(super) flow: bool,
    pub(super) closed: bool,
}

impl CompletionSite<'_> {
    pub(super) fn description(&self, path: &Path) -> Option<Description> {
        describe_at(self.document, self.construct, self.profiles, path)
    }

    fn known(&self) -> KnownNames<'_> {
        KnownNames { names: self.names, external: self.sources.external }
    }

    fn slot(&self, path: &Path) -> Option<Slot> {
        self.sources.slots?.slot(path)
    }

    /// Returns true if a mapping with known keys is valid at the path, regardless of the current text.
    fn takes_keys(&self, path: &Path) -> bool {
        let keyed = self.description(path).is_some_and(|description| {
            description.item || matches!(description.shape, Shape::ReferenceMap(..) | Shape::NamedMap(_))
        });
        keyed || self.table(path).is_some() || !self.parts(path, "").is_empty()
    }

    fn table(&self, path: &Path) -> Option<&'static Construct> {
        if let Some(found) = construct_at(self.document, self.construct, self.profiles, path) {
            return Some(found);
        }
        let written = self.document.get(path).filter(|node| node.is_mapping());
        if written.is_some() {
            return None;
        }
        let step = yaml::Step::Key("".into());
        match picked(self.description(path)?.shape, None, self.profiles, Some(&step))? {
            Shape::Construct(construct) => Some(construct),
            _ => None,
        }
    }

    fn keys(&self, container: &Path, prefix: &str, keys: Keys) -> Vec<Completion> {
        let mut found = self.part_keys(container, prefix, &keys);
        let suggested = self.suggested_keys(container, prefix, &keys);
        let others = self.table_keys(container, prefix, &keys).into_iter().chain(suggested);
        found.extend(
            others
                .filter(|completion| found.iter().all(|known| known.label != completion.label))
                .collect::<Vec<_>>(),
        );
        found.sort_by_key(|completion| completion.rank);
        found
    }

    /// Candidates from the value types: the parts and known keys of the place, or the targets of its connections if it is an item of a list of these.
    pub(super) fn parts(&self, container: &Path, typed: &str) -> Vec<(String, Slot)> {
        let found = self.sources.slots.and_then(|slots| typed_values::parts(slots, container, typed));
        if let Some(parts) = found {
            return parts;
        }
        let list = container.parent().filter(|_| matches!(container.last(), Some(yaml::Step::Index(_))));
        let Some(Slot { holds: Holds::Connections(connections), .. }) =
            list.and_then(|list| self.slot(&list))
        else {
            return Vec::new();
        };
        let open =
            connections.into_iter().filter(|connection| connection.at.is_none() || connection.required);
        open.map(|connection| {
            let type_name = connection.required_type;
            (connection.name, Slot { type_name, doc: connection.doc, ..Slot::default() })
        })
        .collect()
    }

    /// Keys of the tables, and keys that refer to names.
    fn table_keys(&self, container: &Path, prefix: &str, keys: &Keys) -> Vec<Completion> {
        let Some(table) = self.table(container) else { return self.named_keys(container, prefix, keys) };
        let node = self.document.get(container);
        let written = |row: &Key| {
            let is = |name: &str| row.name == name || row.aliases.contains(&name);
            let mut entries = node.iter().flat_map(|node| node.entries());
            entries.any(|entry| {
                !entry.key.range().overlaps(keys.range) && entry.key.as_str().is_some_and(|name| is(&name))
            })
        };
        let rows = table.keys.iter().filter(|row| row.profiles.has(self.profiles));
        let rows = rows.filter(|row| starts(row.name, prefix) && !written(row));
        let mut found: Vec<Completion> = rows
            .map(|row| {
                let required = row.required.is_some() && row.required_in.has(self.profiles);
                let text = match keys.closed {
                    true => snippet::Snippet::of(row.name.to_owned()),
                    false => snippet::key(row, keys, self.profiles),
                };
                Completion {
                    label: row.name.to_owned(),
                    behind: text.behind(),
                    stops: text.further(),
                    insert: text.text,
                    detail: label(&row.shape, self.profiles),
                    doc: row.doc.to_owned(),
                    range: keys.range,
                    rank: if required { CompletionRank::Required } else { CompletionRank::Key },
                }
            })
            .collect();
        let is_often = |label: &str| table.keys.iter().any(|row| row.often && row.name == label);
        found.sort_by_key(|completion| (completion.rank, !is_often(&completion.label)));
        found
    }

    /// Keys that refer to names, or declare them.
    fn named_keys(&self, container: &Path, prefix: &str, keys: &Keys) -> Vec<Completion> {
        let shape = self.description(container).and_then(|description| {
            let of_item = description.item.then_some(description.shape);
            of_item.or_else(|| picked(description.shape, self.document.get(container), self.profiles, None))
        });
        let expression = match shape {
            Some(Shape::NamedMap(named) | Shape::NamedList(named)) => {
                let mut found = self.inherited_elements(container, named, prefix, keys);
                found.extend(self.refinements(container, named, prefix, keys));
                found.extend(self.new_element(named, prefix, keys));
                return found;
            }
            Some(Shape::ReferenceMap(expression, _)) => expression,
            _ => return Vec::new(),
        };
        let Some(node) = self.document.get(container).or_else(|| self.document.root()) else {
            return Vec::new();
        };
        let path = container.key(prefix);
        let unwritten = UnwrittenPath::new(&path);
        let spot = NodeContext::unwritten(node, self.profiles, &unwritten);
        let found = super::candidates::named(expression, (prefix, prefix.len()), &spot, self.known());
        let colon = if keys.closed { "" } else { ": " };
        let found = found
            .into_iter()
            .filter(|candidate| starts(&candidate.text, prefix) && node.get(&candidate.text).is_none());
        found
            .map(|candidate| Completion {
                insert: format!("{}{colon}", candidate.text),
                behind: 0,
                stops: Vec::new(),
                label: candidate.text,
                detail: candidate.detail,
                doc: candidate.doc,
                range: keys.range,
                rank: CompletionRank::Name,
            })
            .collect()
    }

    /// Values from the value types, and likely texts such as files.
    fn table_values(&self, path: &Path, (text, caret): (&str, usize)) -> Vec<Candidate> {
        let Some(slots) = self.sources.slots else { return Vec::new() };
        // A text may be short for a mapping with one key.
        let long = slots.long(path).map(|key| path.key(key));
        let mut found: Vec<Candidate> = Vec::new();
        for path in std::iter::once(path).chain(&long) {
            let values = typed_values::values(slots, path, text, caret);
            found.extend(values.into_iter().filter(|candidate| !candidate.text.is_empty()));
        }
        found.extend(self.way_values(slots, path, text));
        let mut seen = HashSet::new();
        found.retain(|candidate| seen.insert(candidate.text.clone()));
        found
    }

    /// Puts the values that fit best in front, and returns their texts.
    fn fitting_first(
        &self,
        path: &Path,
        text: &str,
        quoted: bool,
        found: &mut Vec<Candidate>,
    ) -> HashSet<String> {
        let Some(slots) = self.sources.slots else { return HashSet::new() };
        // Between quotes, a list would be a text.
        let mut fitting = if quoted { Vec::new() } else { self.whole_ways(slots, path, text) };
        fitting.extend(slots.fitting(path).into_iter().map(|choice| Candidate {
            text: choice.word,
            insert: None,
            behind: 0,
            within: 0..text.len(),
            detail: choice.note,
            doc: choice.doc,
            is_name: false,
        }));
        let known: HashSet<String> = fitting.iter().map(|candidate| candidate.text.clone()).collect();
        found.retain(|candidate| !known.contains(&candidate.text));
        found.splice(0..0, fitting);
        known
    }

    /// The values, and how many of them, the first ones, fit the place best.
    fn values(&self, position: &Position) -> (Vec<Completion>, usize) {
        let Position::Value { path, text, caret, range, quoted, .. } = position else {
            return (Vec::new(), 0);
        };
        // If the tables allow anything, the value types can be more specific.
        let description = self.description(path);
        let shape = description.map(|description| description.shape);
        let Some(node) = self.document.get(path).or_else(|| self.document.root()) else {
            return (Vec::new(), 0);
        };
        let unwritten = UnwrittenPath::new(path);
        let spot = NodeContext::unwritten(node, self.profiles, &unwritten);
        let of_shape = |shape| candidates(shape, (text, *caret), &spot, self.known());
        let mut found = shape.map(of_shape).unwrap_or_default();
        if let Some(default) = description.and_then(|description| description.key?.default) {
            add_default(&mut found, default, text.len());
        }
        let mut values = self.table_values(path, (text, *caret));
        values.retain(|candidate| found.iter().all(|known| known.text != candidate.text));
        // Values that only the value types have are specific to this place, so they come first.
        found.splice(0..0, values);
        let fitting = self.fitting_first(path, text, *quoted, &mut found);
        let excluded = self.sources.slots.map(|slots| slots.excluded(path)).unwrap_or_default();
        found.retain(|candidate| !excluded.contains(&candidate.text));
        let typed = shape.is_some_and(|shape| is_typed(shape, &spot));
        let start = range.start.checked_sub(1);
        let is_double =
            *quoted && start.is_some_and(|at| self.document.text().as_bytes().get(at) == Some(&b'"'));
        let plain = |text: &str| typed && yaml::resolve_plain(text) != Resolved::Text;
        let found = found.into_iter().filter(|candidate| {
            let typed = typed_part(candidate, text, *caret);
            // The name in an empty key is empty, too.
            !candidate.text.is_empty()
                && (starts_a_part(&candidate.text, typed)
                    || (!candidate.is_name && text.trim() == candidate.text))
        });
        let behind = |candidate: &Candidate| {
            let tail = candidate
                .insert
                .as_ref()
                .and_then(|insert| insert.get(insert.len().checked_sub(candidate.behind)?..));
            tail.map_or(0, |tail| if is_double { escaped(tail).len() } else { tail.len() })
        };
        let mut found: Vec<Candidate> = found.collect();
        // Candidates of which only a part matches come last.
        found.sort_by_key(|candidate| !starts(&candidate.text, typed_part(candidate, text, *caret)));
        let fitting = found.iter().take_while(|candidate| fitting.contains(&candidate.text)).count();
        let found = found
            .into_iter()
            .map(|candidate| Completion {
                behind: behind(&candidate),
                stops: Vec::new(),
                insert: match &candidate.insert {
                    Some(insert) if is_double => escaped(insert),
                    Some(insert) => insert.clone(),
                    None if candidate.is_name || *quoted || plain(&candidate.text) => candidate.text.clone(),
                    None => written(&candidate.text),
                },
                label: candidate.text,
                detail: candidate.detail,
                doc: candidate.doc,
                range: TextRange::new(
                    range.start + candidate.within.start,
                    range.start + candidate.within.end,
                ),
                rank: if candidate.is_name { CompletionRank::Name } else { CompletionRank::Word },
            })
            .collect();
        (found, fitting)
    }
}

/// Marks the default of a place, which is added as the first candidate if it is not one. `length`: of the text that it replaces.
fn add_default(found: &mut Vec<Candidate>, default: &str, length: usize) {
    let detail = "default".to_owned();
    if let Some(known) = found.iter_mut().find(|candidate| candidate.text == default) {
        known.detail = detail;
        return;
    }
    let (text, doc, within) = (default.to_owned(), String::new(), 0..length);
    found.insert(0, Candidate { text, insert: None, behind: 0, within, detail, doc, is_name: false });
}

/// The text before the caret that a candidate replaces.
fn typed_part<'t>(candidate: &Candidate, text: &'t str, caret: usize) -> &'t str {
    let start = candidate.within.start;
    text.get(start..caret.max(start)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use limn_check::recipe::{self, NEW, RECIPE, read};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (text, offset) = recipe::caret(text);
        let (document, names) = read(&text);
        let found = complete(&document, &RECIPE, NEW, &names, offset);
        let show = |completion: &Completion| {
            let replaced = &text.as_str()[completion.range];
            let detail = if completion.detail.is_empty() {
                String::new()
            } else {
                format!(" ({})", completion.detail)
            };
            format!("{}{detail}: {replaced:?} -> {:?}\n", completion.label, completion.insert)
        };
        expected.assert_eq(&found.iter().map(show).collect::<String>());
    }

    #[test]
    fn what_is_offered_replaces_what_the_caret_touches() {
        let texts = [
            "oven:\n  fan: \"true\" # on\n",
            "oven:\n  fan: \"",
            "oven:\n  fan: 't",
            "oven:\n  fan: |\n",
            "oven:\n  fan: >-\n    true\n",
            "oven: {fan: 'true' }\n",
        ];
        for text in texts {
            let (document, names) = read(text);
            for offset in 0..=text.len() {
                for it in complete(&document, &RECIPE, NEW, &names, offset) {
                    assert!(it.range.touches(offset), "{offset} in {text:?}: {it:?}");
                }
            }
        }
        check(
            "oven:\n  fan: \"|\n",
            expect![[r#"
            true: "" -> "true"
            false (default): "" -> "false"
        "#]],
        );
    }

    #[test]
    fn keys_that_the_table_still_has() {
        check(
            "title: A\ns|\n",
            expect![[r#"
            story (a string): "s" -> "story: "
            serves (an integer): "s" -> "serves: "
            steps (a list of single-entry mappings keyed by step name): "s" -> "steps:\n  - "
            shelves (a mapping): "s" -> "shelves:\n  "
            sealed (an empty mapping): "s" -> "sealed: {}"
        "#]],
        );
        check(
            "title: A\n|\ntools: {bowl: }\n",
            expect![[r#"
                ingredients (a mapping keyed by ingredient name): "" -> "ingredients:\n  "
                story (a string): "" -> "story: "
                serves (an integer): "" -> "serves: "
                oven (a mapping): "" -> "oven:\n  degrees: "
                heat (a mapping): "" -> "heat:\n  degrees: "
                steps (a list of single-entry mappings keyed by step name): "" -> "steps:\n  - "
                notes (a mapping): "" -> "notes:\n  "
                shelves (a mapping): "" -> "shelves:\n  "
                sealed (an empty mapping): "" -> "sealed: {}"
                extra (a value): "" -> "extra: "
            "#]],
        );
        check(
            "title: A\noven:\n  |\n",
            expect![[r#"
            degrees (an integer or a value or `${…}`): "" -> "degrees: "
            fan (`true` or `false`): "" -> "fan: "
        "#]],
        );
        check(
            "title: A\noven:\n  fa|\n",
            expect![[r#"
            fan (`true` or `false`): "fa" -> "fan: "
        "#]],
        );
        check(
            "title: A\noven:\n  degrees: 90\n  fa|\nserves: 2\n",
            expect![[r#"
            fan (`true` or `false`): "fa" -> "fan: "
        "#]],
        );
        check(
            "title: A\noven: {|}\n",
            expect![[r#"
            degrees (an integer or a value or `${…}`): "" -> "degrees: "
            fan (`true` or `false`): "" -> "fan: "
        "#]],
        );
        check(
            "title: A\noven: {fan: true, d|}\n",
            expect![[r#"
            degrees (an integer or a value or `${…}`): "d" -> "degrees: "
        "#]],
        );
        check(
            "title: A\noven:\n  fa|: true\n",
            expect![[r#"
            fan (`true` or `false`): "fa" -> "fan"
        "#]],
        );
    }

    #[test]
    fn keys_in_lists() {
        check(
            "title: A\nsteps:\n  - mix:\n      |\n",
            expect![[r#"
            do (a string): "" -> "do: "
            with (a non-empty list): "" -> "with:\n        - "
            after (a step or a list): "" -> "after: "
        "#]],
        );
        check(
            "title: A\nsteps:\n  - mix:\n      do: Stir.\n      w|\n",
            expect![[r#"
            with (a non-empty list): "w" -> "with:\n        - "
        "#]],
        );
        check(
            "title: A\ningredients:\n  salt:\n    unit: cup\n    |\n",
            expect![[r#"
            amount (a value): "" -> "amount: "
            tags (a list): "" -> "tags:\n      - "
            instead-of (an ingredient or a tool): "" -> "instead-of: "
            grades (a mapping keyed by grade name): "" -> "grades:\n      "
            organic (`true` or `false`): "" -> "organic: "
        "#]],
        );
    }

    #[test]
    fn keys_that_are_names() {
        check(
            "tools: {bowl: , pan: }\nshelves:\n  b|\n",
            expect![[r#"
            bowl (tool): "b" -> "bowl: "
        "#]],
        );
        check(
            "tools: {bowl: , pan: }\nshelves:\n  bowl: {}\n  |\n",
            expect![[r#"
            pan (tool): "" -> "pan: "
        "#]],
        );
    }

    #[test]
    fn words_and_defaults() {
        check(
            "ingredients:\n  salt:\n    unit: |\n",
            expect![[r#"
            gram: "" -> "gram"
            cup: "" -> "cup"
            pinch: "" -> "pinch"
        "#]],
        );
        check(
            "ingredients:\n  salt:\n    unit: c|\n",
            expect![[r#"
            cup: "c" -> "cup"
        "#]],
        );
        check(
            "ingredients: {salt: {unit: |}}\n",
            expect![[r#"
            gram: "" -> "gram"
            cup: "" -> "cup"
            pinch: "" -> "pinch"
        "#]],
        );
        check(
            "oven:\n  fan: |\n",
            expect![[r#"
            true: "" -> "true"
            false (default): "" -> "false"
        "#]],
        );
        check(
            "title: |\n",
            expect![[r#"
            Soup (a title): "" -> "Soup"
            Stew (a title): "" -> "Stew"
        "#]],
        );
    }

    #[test]
    fn names_by_kind_and_scope() {
        let tail = "ingredients:\n  flour: {grades: {fine: 1, coarse: 2}}\ntools: {bowl: }\nsteps:\n";
        check(
            &format!("{tail}  - mix:\n      with:\n        - |\n"),
            expect![[r#"
            bowl (tool): "" -> "bowl"
            flour (ingredient): "" -> "flour"
        "#]],
        );
        check(
            &format!("{tail}  - mix:\n      with:\n        - flour.|\n"),
            expect![[r#"
            coarse (grade): "" -> "coarse"
            fine (grade): "" -> "fine"
        "#]],
        );
        check(
            &format!("{tail}  - mix: {{with: [bowl, fl|]}}\n"),
            expect![[r#"
            flour (ingredient): "fl" -> "flour"
        "#]],
        );
        check(
            &format!("{tail}  - mix: {{with: [|]}}\n"),
            expect![[r#"
            bowl (tool): "" -> "bowl"
            flour (ingredient): "" -> "flour"
        "#]],
        );
    }

    #[test]
    fn names_inside_a_value() {
        let text = |amount: &str| {
            format!("ingredients:\n  flour:\n    grades: {{fine: 1}}\n  salt:\n    amount: {amount}\n")
        };
        check(
            &text("|"),
            expect![[r#"
            to taste (a value or `${…}`): "" -> "to taste"
            ${flour} (ingredient): "" -> "'${flour}'"
            ${salt} (ingredient): "" -> "'${salt}'"
        "#]],
        );
        check(
            &text("'a ${fl|'"),
            expect![[r#"
            flour (ingredient): "fl" -> "flour"
        "#]],
        );
        check(
            &text("a ${flour.f|i} ${x}"),
            expect![[r#"
            fine (grade): "fi" -> "fine"
        "#]],
        );
        check(
            &text("$|"),
            expect![[r#"
            ${flour} (ingredient): "$" -> "'${flour}'"
            ${salt} (ingredient): "$" -> "'${salt}'"
        "#]],
        );
        check(&text("plain|"), expect![[r#""#]]);
    }

    #[test]
    fn keys_below_a_list_at_the_same_column() {
        check(
            "title: A\nsteps:\n- mix:\n    do: x\n    with:\n    - bowl\n    a|\n",
            expect![[r#"
            after (a step or a list): "a" -> "after: "
        "#]],
        );
        check(
            "title: A\nsteps:\n- mix: Stir.\nst|\n",
            expect![[r#"
            story (a string): "st" -> "story: "
        "#]],
        );
        check(
            "title: A\noven:\n- a\n|\n",
            expect![[r#"
                ingredients (a mapping keyed by ingredient name): "" -> "ingredients:\n  "
                story (a string): "" -> "story: "
                serves (an integer): "" -> "serves: "
                heat (a mapping): "" -> "heat:\n  degrees: "
                tools (a mapping keyed by tool name): "" -> "tools:\n  "
                steps (a list of single-entry mappings keyed by step name): "" -> "steps:\n  - "
                notes (a mapping): "" -> "notes:\n  "
                shelves (a mapping): "" -> "shelves:\n  "
                sealed (an empty mapping): "" -> "sealed: {}"
                extra (a value): "" -> "extra: "
            "#]],
        );
    }

    #[test]
    fn references_in_place_of_a_number() {
        check(
            "oven:\n  degrees: |\ntools: {bowl: }\n",
            expect![[r#"
                180 (default): "" -> "180"
                to taste (a value or `${…}`): "" -> "to taste"
                ${bowl} (tool): "" -> "'${bowl}'"
            "#]],
        );
    }

    #[test]
    fn comments_and_stories_are_left_alone() {
        check("# ti|\n", expect![[r#""#]]);
        check("story: |\n  tit|le\n", expect![[r#""#]]);
    }
}
