//! Inspector forms: the fields of an element, from the grammar tables and the document's types, present or not, and unknown keys.

mod common;
mod first;
mod label;
mod one;
mod sheet;
mod slots;

use std::borrow::Cow;

pub use limn_language::schema::{Argument, ArgumentKind, ChoiceItem, Connection, Offer};

pub use self::common::common;
use self::label::{brief, humanize};
pub use self::sheet::{Control, Field, FormChoice, Shared, SharedBy, Sheet};
use super::candidates::{choices, is_reference};
use limn_language::edit::Input;
use limn_language::schema::{
    Construct, Key, NamedEntries, Names, NodeContext, Open, Profiles, Shape, Slot, Slots, UnwrittenPath,
    construct_at, describe_at, label, picked, single_entry_shape, typed,
};
use limn_yaml::{Document, Entry, Node, Path, Style, Value};

/// Named elements are expanded one level down; below that they are counted.
const DEPTH: usize = 1;

/// Maximum nesting of tables: a table may contain itself.
const NESTED: usize = 12;

/// Input of forms.
#[derive(Clone, Copy)]
pub struct FormInput<'a> {
    pub document: &'a Document,
    /// The table of the whole document.
    pub construct: &'static Construct,
    pub profiles: Profiles,
    pub names: &'a Names,
    pub slots: Option<&'a dyn Slots>,
}

/// The form of the element at `path`; `None` if no table covers it.
pub fn sheet(input: FormInput<'_>, path: &Path) -> Option<Sheet> {
    Some(unmarked(input, path)?.with_sharing(input.document))
}

fn unmarked(input: FormInput<'_>, path: &Path) -> Option<Sheet> {
    let FormInput { document, construct, profiles, .. } = input;
    let maker = Maker { input, base: path };
    let node = document.effective(path);
    if let Some(table) = construct_at(document, construct, profiles, path) {
        return Some(maker.table(table, node, &Path::root(), (0, 0)));
    }
    let description = describe_at(document, construct, profiles, path)?;
    if let Some(table) = description.shape.long_form().filter(|_| maker.is_short(node, &Path::root())) {
        return Some(maker.table(table, node, &Path::root(), (0, 0)));
    }
    if let Some(sheet) = maker.parts(node) {
        return Some(sheet);
    }
    let key = description.key;
    let value = match maker.slot(&Path::root()).or_else(|| maker.undeclared()) {
        Some(slot) => maker.slotted(&slot, description.shape, node, Path::root(), String::new(), (0, 0)),
        None => maker.field(description.shape, node, Path::root(), String::new(), (0, 0)),
    };
    let mut field = Field {
        label: "Value".to_owned(),
        doc: key.map_or("", |key| key.doc).into(),
        default: key.and_then(|key| key.default).map(Cow::Borrowed),
        ..value
    };
    field.required = key.is_some_and(|key| maker.is_required(key));
    let kind = description.named.map_or("", |named| named.kind.id);
    let around = description.around;
    let section = around.map_or("", |around| around.section);
    Some(Sheet {
        path: path.clone(),
        title: maker.title(&Path::root(), kind),
        kind,
        doc: "",
        section,
        fields: vec![field],
        shared: None,
    })
}

/// The fields of a [`Control::Folded`] entry, to be shown inside the sheet that contains it; its paths start from `path`.
pub fn entry(input: FormInput<'_>, path: &Path) -> Option<Sheet> {
    let maker = Maker { input, base: path };
    let node = input.document.effective(path);
    let description = describe_at(input.document, input.construct, input.profiles, path)?;
    let sheet = match maker.thing(description.shape, node, &Path::root()) {
        Some(table) => maker.table(table, node, &Path::root(), (1, 1)),
        None => maker.parts(node)?,
    };
    Some(sheet.with_sharing(input.document))
}

/// The value that a form input writes. `current`: the present value.
pub fn write(shape: &'static Shape, input: &Input, current: Option<Node<'_>>) -> Value {
    match input {
        Input::Text(text) => typed(shape, text, current),
        Input::Flag(flag) => Value::Plain(flag.to_string()),
        Input::EmptyList => Value::Sequence(Vec::new()),
        Input::EmptyMap => Value::Mapping(Vec::new()),
        Input::Items(texts) => Slot::items(texts),
        Input::Pick(word) => Value::map([(word, Value::Mapping(Vec::new()))]),
        // The dialect writes function calls.
        Input::Call(_) => Value::Null,
    }
}

struct Maker<'a> {
    input: FormInput<'a>,
    base: &'a Path,
}

impl<'a> std::ops::Deref for Maker<'a> {
    type Target = FormInput<'a>;

    fn deref(&self) -> &FormInput<'a> {
        &self.input
    }
}

/// Depth of a field: number of named elements and of tables around it.
type Depth = (usize, usize);

impl<'a> Maker<'a> {
    fn is_required(&self, row: &Key) -> bool {
        row.required.is_some() && row.required_in.has(self.profiles) && row.profiles.has(self.profiles)
    }

    fn title(&self, path: &Path, kind: &str) -> String {
        let path = self.base.join(path);
        path.last_key().map_or_else(|| humanize(kind), str::to_owned)
    }

    fn table(&self, table: &'static Construct, node: Option<Node<'a>>, path: &Path, depth: Depth) -> Sheet {
        let entries: Vec<Entry<'a>> = node.into_iter().flat_map(Node::merged_entries).collect();
        let entry_of = |row: &Key| {
            let is = |key: &str| row.name == key || row.aliases.contains(&key);
            entries.iter().find(|entry| entry.key.as_str().is_some_and(|key| is(&key)))
        };
        let short = self.short(node, path);
        let rows = table.keys.iter().filter_map(|row| {
            let entry = entry_of(row);
            let shown = row.profiles.has(self.profiles) || entry.is_some();
            let field = shown.then(|| self.row(table, row, entry.copied(), node, path, depth))?;
            Some(match short {
                Some((key, text)) if key == row.name => self.shortened(field, row, text, path, depth),
                _ => field,
            })
        });
        let mut fields: Vec<Field> = rows.collect();
        for entry in &entries {
            let Some(key) = entry.key.as_str() else { continue };
            if table.key(&key).is_none() {
                fields.push(self.other(table, &key, *entry, path, depth));
            }
        }
        self.declare(table, &mut fields, path, depth);
        Sheet {
            path: self.base.join(path),
            title: self.title(path, table.name),
            kind: table.name,
            doc: table.doc,
            section: table.section,
            fields,
            shared: None,
        }
    }

    fn row(
        &self,
        table: &'static Construct,
        row: &'static Key,
        entry: Option<Entry<'a>>,
        parent: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Field {
        let key = entry.and_then(|entry| entry.key.as_str()).map_or(row.name.to_owned(), Into::into);
        let field = self.field(
            row.shape.selected_in(parent),
            entry.map(|entry| entry.value),
            path.key(&key),
            key,
            depth,
        );
        let (required, default) = (self.is_required(row), row.default);
        let default = default.map(Cow::Borrowed);
        let value = entry.map(|entry| entry.value);
        let is_short = row.shape.long_form().is_some() && self.is_short(value, &path.key(&field.key));
        Field { doc: row.doc.into(), section: table.section, required, default, is_short, ..field }
    }

    /// A key that the table does not list.
    fn other(
        &self,
        table: &'static Construct,
        key: &str,
        entry: Entry<'a>,
        path: &Path,
        depth: Depth,
    ) -> Field {
        let path = path.key(key);
        let shape = match &table.open {
            Some(Open::Map(shape) | Open::Keyed(_, shape)) => Some(*shape),
            Some(Open::NamedMap(named)) => Some(&named.value),
            None => None,
        };
        let field = match shape {
            Some(shape) => self.field(shape, Some(entry.value), path, key.to_owned(), depth),
            None => {
                let control = Control::Unknown { source: source(entry.value) };
                Field { control, ..self.field(&Shape::Any, Some(entry.value), path, key.to_owned(), depth) }
            }
        };
        Field { label: key.to_owned(), ..field }
    }

    fn field(
        &self,
        shape: &'static Shape,
        node: Option<Node<'a>>,
        path: Path,
        key: String,
        depth: Depth,
    ) -> Field {
        if let Some(slot) = self.slot(&path) {
            return self.slotted(&slot, shape, node, path, key, depth);
        }
        let control = self.control(shape, node, &path, depth);
        made(control, node, path, key)
    }

    /// An entry of a mapping of named elements: one with fields of its own is collapsed.
    fn listed(
        &self,
        named: &'static NamedEntries,
        value: Node<'a>,
        path: Path,
        key: String,
        depth: Depth,
    ) -> Field {
        let field = match self.table_of(&named.value, Some(value)) {
            Some(table) => made(Control::Folded { brief: brief(table, value) }, Some(value), path, key),
            None => self.field(&named.value, Some(value), path, key, (depth.0 + 1, depth.1 + 1)),
        };
        Field { label: field.key.clone(), ..field }
    }

    /// The table of the current value, if it has fields.
    fn table_of(&self, shape: &'static Shape, node: Option<Node<'a>>) -> Option<&'static Construct> {
        let written = node.filter(|node| !node.is_null());
        match picked(shape, written, self.profiles, None).unwrap_or(shape) {
            Shape::Construct(table) if written.is_none_or(Node::is_mapping) => Some(table),
            _ => None,
        }
    }

    fn control(&self, shape: &'static Shape, node: Option<Node<'a>>, path: &Path, depth: Depth) -> Control {
        let written = node.filter(|node| !node.is_null());
        let reference = is_reference(shape);
        if let Some(inner) = single_entry_shape(shape, node, self.profiles)
            && let Some(control) = self.one(inner, written, path, depth)
        {
            return control;
        }
        let shape = picked(shape, written, self.profiles, None).unwrap_or(shape);
        // A value that does not fit the shape is shown as it is.
        if let Some(node) = written.filter(|node| !is_of(shape, *node)) {
            return Control::Raw { source: source(node) };
        }
        // A text of several lines does not fit a single-line field.
        let spans_lines = |node: Node<'_>| node.as_str().is_some_and(|text| text.trim_end().contains('\n'));
        if matches!(shape, Shape::Reference(_) | Shape::Text(_) | Shape::Value(_) | Shape::Any)
            && written.is_some_and(|node| {
                spans_lines(node) || matches!(node.style(), Style::Literal | Style::Folded)
            })
        {
            return Control::Prose;
        }
        match shape {
            Shape::Prose => Control::Prose,
            Shape::Boolean => Control::Flag,
            Shape::Integer { min, max, or, .. } => {
                Control::Integer { min: *min, max: *max, or: or.map(|expression| expression.label) }
            }
            Shape::Choice(words) => {
                let known = words.iter().filter(|word| word.profiles.has(self.profiles));
                let known = known.map(|word| FormChoice { word: word.word.into(), doc: word.doc.into() });
                Control::Choice(known.collect())
            }
            Shape::Reference(expression) => {
                let label = expression.label.to_owned();
                let mut candidates = self.candidates(shape, path);
                candidates.extend(self.likely(path));
                Control::Reference { label, candidates }
            }
            _ if reference && node.is_none() => {
                let label = label(shape, self.profiles);
                let mut candidates = self.candidates(shape, path);
                candidates.extend(self.likely(path));
                Control::Reference { label, candidates }
            }
            Shape::Construct(table) if depth.1 < NESTED => {
                Control::Group(self.table(table, written, path, (depth.0, depth.1 + 1)))
            }
            Shape::NamedMap(named) => self.named(named, written, path, depth),
            Shape::NamedList(named) => self.sequenced(named, written, path, depth),
            Shape::Map(each) | Shape::ReferenceMap(_, each) => {
                let deeper = (depth.0 + 1, depth.1 + 1);
                let entries = entries(written).map(|(key, value)| Field {
                    label: key.clone(),
                    ..self.field(each, Some(value), path.key(&key), key, deeper)
                });
                Control::Map {
                    entries: entries.collect(),
                    item: Box::new(self.fresh(each, &path.index(0), depth)),
                }
            }
            Shape::List(each) | Shape::SomeList(each) => {
                let items = written.iter().flat_map(|node| node.items()).enumerate().map(|(at, item)| {
                    self.field(each, Some(item), path.index(at), String::new(), (depth.0, depth.1 + 1))
                });
                let items: Vec<Field> = items.collect();
                let item = Box::new(self.fresh(each, &path.index(items.len()), depth));
                Control::List { items, item }
            }
            Shape::Empty => Control::Empty,
            Shape::Text(Some(rule)) => {
                let suggestions = rule.suggestions.iter().map(|&suggestion| suggestion.to_owned()).collect();
                Control::Text { label: rule.label.to_owned(), suggestions }
            }
            Shape::Value(expression) => {
                let known = expression.words.iter().filter(|word| word.profiles.has(self.profiles));
                let suggestions = known.map(|word| word.word.to_owned()).collect();
                Control::Text { label: expression.label.to_owned(), suggestions }
            }
            _ => Control::Text { label: label(shape, self.profiles), suggestions: self.likely(path) },
        }
    }

    /// Control of a new item.
    fn fresh(&self, each: &'static Shape, path: &Path, depth: Depth) -> Control {
        if depth.1 >= NESTED {
            return Control::Raw { source: String::new() };
        }
        let depth = (depth.0 + 1, depth.1 + 1);
        match self.slot(path) {
            Some(slot) => self.slotted(&slot, each, None, path.clone(), String::new(), depth).control,
            None => self.control(each, None, path, depth),
        }
    }

    fn named(
        &self,
        named: &'static NamedEntries,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Control {
        let kind = named.kind.id;
        if depth.0 >= DEPTH || depth.1 >= NESTED {
            return Control::Count { kind, entries: entries(node).count() };
        }
        let entries = entries(node).map(|(key, value)| self.listed(named, value, path.key(&key), key, depth));
        Control::Named { kind, entries: entries.collect() }
    }

    fn sequenced(
        &self,
        named: &'static NamedEntries,
        node: Option<Node<'a>>,
        path: &Path,
        depth: Depth,
    ) -> Control {
        let kind = named.kind.id;
        let items = node.iter().flat_map(|node| node.items()).enumerate();
        let pairs =
            items.filter_map(|(at, item)| entries(Some(item)).next().map(|(key, value)| (at, key, value)));
        if depth.0 >= DEPTH || depth.1 >= NESTED {
            return Control::Count { kind, entries: pairs.count() };
        }
        let entries =
            pairs.map(|(at, key, value)| self.listed(named, value, path.index(at).key(&key), key, depth));
        Control::Named { kind, entries: entries.collect() }
    }

    fn candidates(&self, shape: &'static Shape, path: &Path) -> Vec<String> {
        let Some(root) = self.document.root() else { return Vec::new() };
        let path = self.base.join(path);
        let unwritten = UnwrittenPath::new(&path);
        let node = self.document.get(&path).unwrap_or(root);
        choices(shape, &NodeContext::unwritten(node, self.profiles, &unwritten), self.names)
    }
}

/// Returns true if a control of the shape can show a node of this kind.
fn is_of(shape: &Shape, node: Node<'_>) -> bool {
    match shape {
        Shape::Construct(_) | Shape::NamedMap(_) | Shape::Map(_) | Shape::ReferenceMap(..) | Shape::Empty => {
            node.is_mapping()
        }
        Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_) => node.is_sequence(),
        _ => node.is_scalar(),
    }
}

/// A field of a node, with its control.
fn made(control: Control, node: Option<Node<'_>>, path: Path, key: String) -> Field {
    let value = node.filter(|node| !node.is_null()).and_then(Node::as_str).map(Into::into);
    Field {
        control,
        value,
        label: humanize(&key),
        key,
        path,
        doc: Cow::Borrowed(""),
        section: "",
        type_name: String::new(),
        required: false,
        written: node.is_some(),
        shared: None,
        default: None,
        constraints: Vec::new(),
        computed: false,
        extra: false,
        is_short: false,
        differs: false,
    }
}

/// The entries of a mapping with their keys, as they take effect.
fn entries(node: Option<Node<'_>>) -> impl Iterator<Item = (String, Node<'_>)> {
    let all: Vec<_> = node.into_iter().flat_map(Node::merged_entries).collect();
    all.into_iter().filter_map(|entry| Some((entry.key.as_str()?.into_owned(), entry.value)))
}

/// The text of a value, as it is written.
fn source(node: Node<'_>) -> String {
    node.source().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use limn_check::recipe::{NEW, RECIPE, read};

    fn input<'a>(document: &'a Document, names: &'a Names) -> FormInput<'a> {
        FormInput { document, construct: &RECIPE, profiles: NEW, names, slots: None }
    }

    #[track_caller]
    fn check(text: &str, path: &[&str], expected: Expect) {
        let (document, names) = read(text);
        let shown = sheet(input(&document, &names), &Path::keys(path.iter().copied()));
        expected.assert_eq(&shown.map_or_else(|| "nothing".to_owned(), |sheet| show(&sheet, 0)));
    }

    #[track_caller]
    fn check_entry(text: &str, path: &[&str], expected: Expect) {
        let (document, names) = read(text);
        let shown = entry(input(&document, &names), &Path::keys(path.iter().copied()));
        expected.assert_eq(&shown.map_or_else(|| "nothing".to_owned(), |sheet| show(&sheet, 0)));
    }

    #[test]
    fn an_entry_of_a_form_is_made_when_it_is_looked_at() {
        let text = "ingredients:\n  flour: {unit: gram, grades: {fine: 1, coarse: 2}}\n  rye:\n  oats: 7\n";
        check_entry(
            text,
            &["ingredients", "flour"],
            expect![[r#"
            = flour (ingredient)
            Unit [unit]! = "gram" Choice([FormChoice { word: "gram", doc: "By weight." }, FormChoice { word: "cup", doc: "" }, FormChoice { word: "pinch", doc: "" }])
            Amount [amount]? Text { label: "a value or `${…}`", suggestions: ["to taste"] }
            Tags [tags]? list
            Instead of [instead-of]? Reference { label: "an ingredient or a tool", candidates: ["flour", "oats", "rye"] }
            Grades [grades] Count { kind: "grade", entries: 2 }
            Organic [organic]? Flag
        "#]],
        );
        check_entry(
            text,
            &["ingredients", "rye"],
            expect![[r#"
            = rye (ingredient)
            Unit [unit]!? Choice([FormChoice { word: "gram", doc: "By weight." }, FormChoice { word: "cup", doc: "" }, FormChoice { word: "pinch", doc: "" }])
            Amount [amount]? Text { label: "a value or `${…}`", suggestions: ["to taste"] }
            Tags [tags]? list
            Instead of [instead-of]? Reference { label: "an ingredient or a tool", candidates: ["flour", "oats", "rye"] }
            Grades [grades]? Count { kind: "grade", entries: 0 }
            Organic [organic]? Flag
        "#]],
        );
        check_entry(text, &["ingredients", "oats"], expect!["nothing"]);
    }

    fn show(sheet: &Sheet, indent: usize) -> String {
        let head = format!("{}= {} ({})\n", " ".repeat(indent), sheet.title, sheet.kind);
        head + &sheet.fields.iter().map(|field| show_field(field, indent)).collect::<String>()
    }

    fn show_field(field: &Field, indent: usize) -> String {
        let pad = " ".repeat(indent);
        let marks = [(field.required, "!"), (!field.written, "?"), (field.shared.is_some(), "*")];
        let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
        let value = field.value.as_ref().map_or(String::new(), |value| format!(" = {value:?}"));
        let default = field.default.as_ref().map_or(String::new(), |default| format!(", else {default}"));
        let inner =
            |fields: &[Field]| fields.iter().map(|field| show_field(field, indent + 2)).collect::<String>();
        let control = match &field.control {
            Control::Group(sheet) => format!("\n{}", show(sheet, indent + 2)),
            Control::Named { kind, entries } => format!("{kind}s\n{}", inner(entries)),
            Control::Map { entries, .. } => format!("map\n{}", inner(entries)),
            Control::List { items, .. } => format!("list\n{}", inner(items)),
            other => format!("{other:?}\n"),
        };
        format!("{pad}{} [{}]{marks}{value}{default} {control}", field.label, field.path)
    }

    #[test]
    fn a_table_is_a_form() {
        check(
            "\
tools: {bowl: }
ingredients:
  flour: &f {unit: gram, grades: {fine: 1}, instead-of: bowl, colour: white}
  rye:
    <<: *f
    amount: {a: b}
    tags: [x, {y: z}]
",
            &["ingredients", "rye"],
            expect![[r#"
                = rye (ingredient)
                Unit [unit]!* = "gram" Choice([FormChoice { word: "gram", doc: "By weight." }, FormChoice { word: "cup", doc: "" }, FormChoice { word: "pinch", doc: "" }])
                Amount [amount] Raw { source: "{a: b}" }
                Tags [tags] list
                   [tags[0]] = "x" Text { label: "a string", suggestions: [] }
                   [tags[1]] Raw { source: "{y: z}" }
                Instead of [instead-of]* = "bowl" Reference { label: "an ingredient or a tool", candidates: ["bowl", "flour", "rye"] }
                Grades [grades]* grades
                  fine [grades.fine] = "1" Text { label: "a value or `${…}`", suggestions: ["to taste"] }
                Organic [organic]? Flag
                colour [colour]* = "white" Unknown { source: "white" }
            "#]],
        );
    }

    #[test]
    fn the_whole_document_is_a_form() {
        check(
            "\
title: Bread
ingredients:
  flour: {unit: gram, grades: {fine: 1, coarse: 2}}
tools: {pan: {size: big, shake: Well.}}
steps: [mix: Stir., {bake: {do: Wait.}}]
notes: {a: b}
heat: {flame: true}
",
            &[],
            expect![[r#"
                = Recipe (recipe)
                Title [title]! = "Bread" Text { label: "a title", suggestions: ["Soup", "Stew"] }
                Story [story]? Prose
                Serves [serves]? Integer { min: 1, max: 100, or: None }
                Oven [oven]? 
                  = oven (oven)
                  Degrees [oven.degrees]!?, else 180 Integer { min: 50, max: 300, or: Some("a value or `${…}`") }
                  Fan [oven.fan]?, else false Flag
                Heat [heat] 
                  = heat (flame)
                  Flame [heat.flame] = "true" Flag
                  Gas [heat.gas]? Text { label: "a string", suggestions: [] }
                Ingredients [ingredients]! ingredients
                  flour [ingredients.flour] Folded { brief: "gram" }
                Tools [tools] tools
                  pan [tools.pan] Folded { brief: "big" }
                Steps [steps] steps
                  mix [steps[0].mix] = "Stir." Text { label: "a string", suggestions: [] }
                  bake [steps[1].bake] Folded { brief: "Wait." }
                Notes [notes] map
                  a [notes.a] = "b" Text { label: "a string", suggestions: [] }
                Shelves [shelves]? map
                Sealed [sealed]? Empty
                Extra [extra]? Text { label: "a value", suggestions: [] }
            "#]],
        );
    }

    #[test]
    fn a_short_notation_is_a_form_of_one_field() {
        check(
            "notes: {a: b}\n",
            &["notes", "a"],
            expect![[r#"
            = a ()
            Value [] = "b" Text { label: "a string", suggestions: [] }
        "#]],
        );
        check("notes: {a: b}\n", &["colour"], expect!["nothing"]);
    }

    #[test]
    fn what_is_not_written_has_a_form_too() {
        check(
            "",
            &["oven"],
            expect![[r#"
            = oven (oven)
            Degrees [degrees]!?, else 180 Integer { min: 50, max: 300, or: Some("a value or `${…}`") }
            Fan [fan]?, else false Flag
        "#]],
        );
    }

    #[test]
    fn inputs_become_values() {
        let flag = write(&Shape::Boolean, &Input::Flag(true), None);
        assert_eq!(flag, Value::Plain("true".to_owned()));
        assert_eq!(write(&Shape::Boolean, &Input::EmptyMap, None), Value::Mapping(Vec::new()));
        assert_eq!(write(&Shape::Boolean, &Input::EmptyList, None), Value::Sequence(Vec::new()));
    }
}
