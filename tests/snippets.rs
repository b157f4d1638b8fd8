//! Snippets have the keys that the checks require. Every place in the tables of TOSCA where new elements go gets a document of its own; each snippet that
//! is offered there is accepted, its stops are filled, and no problem in it is about a missing key.

use std::collections::BTreeSet;

use limn::analysis::Analysis;
use limn::dialect::tosca::grammar::{SERVICE, V1_0, V1_1, V1_2, V1_3};
use limn::files::FilePath;
use limn::ide::completion::Completion;
use limn::schema::{Construct, NamedEntries, Open, Profiles, Shape};

/// The text for every name and value.
const SAMPLE: &str = "sample";
/// Tables contain themselves; deeper places repeat others.
const DEEPEST: usize = 40;

/// A place for keys or elements: the lines above it, and the start of its own line.
struct Place {
    above: String,
    start: String,
}

/// The places of a table and all tables in it.
struct Places {
    profiles: Profiles,
    found: Vec<Place>,
    seen: BTreeSet<usize>,
}

impl Places {
    fn of(table: &'static Construct, profiles: Profiles) -> Vec<Place> {
        let mut places = Places { profiles, found: Vec::new(), seen: BTreeSet::new() };
        places.table(table, "", 0);
        places.found
    }

    fn table(&mut self, table: &'static Construct, above: &str, column: usize) {
        if !self.seen.insert(std::ptr::from_ref(table) as usize) {
            return;
        }
        let indent = " ".repeat(column);
        self.found.push(Place { above: above.to_owned(), start: indent.clone() });
        let profiles = self.profiles;
        for row in table.keys.iter().filter(|row| row.profiles.has(profiles)) {
            self.shape(&row.shape, &format!("{above}{indent}{}:\n", row.name), column + 2);
        }
        if let Some(Open::NamedMap(named)) = &table.open {
            self.elements(named, above, column, "");
        }
    }

    fn elements(&mut self, named: &'static NamedEntries, above: &str, column: usize, dash: &str) {
        let start = format!("{}{dash}", " ".repeat(column));
        let below = format!("{above}{start}{SAMPLE}:\n");
        self.found.push(Place { above: above.to_owned(), start });
        self.shape(&named.value, &below, column + dash.len() + 2);
    }

    fn shape(&mut self, shape: &'static Shape, above: &str, column: usize) {
        if column > DEEPEST {
            return;
        }
        let indent = " ".repeat(column);
        match shape {
            Shape::Construct(table) => self.table(table, above, column),
            Shape::NamedMap(named) => self.elements(named, above, column, ""),
            Shape::NamedList(named) => self.elements(named, above, column, "- "),
            Shape::Map(inner) | Shape::ReferenceMap(_, inner) => {
                self.shape(inner, &format!("{above}{indent}{SAMPLE}:\n"), column + 2);
            }
            Shape::List(inner) | Shape::SomeList(inner) => {
                self.shape(inner, &format!("{above}{indent}-\n"), column + 2);
            }
            Shape::OneOf(shapes) => shapes.iter().for_each(|shape| self.shape(shape, above, column)),
            Shape::ByValue(which) => which.shapes.iter().for_each(|shape| self.shape(shape, above, column)),
            Shape::BySibling(beside) => {
                beside.shapes.iter().for_each(|shape| self.shape(shape, above, column));
            }
            Shape::Single(inner) => self.shape(inner, above, column),
            _ => {}
        }
    }
}

/// The text of a completion with all its stops filled.
fn filled(offer: &Completion) -> String {
    let mut text = offer.insert.clone();
    let caret = text.len() - offer.behind;
    for stop in offer.stops.iter().rev().chain([&caret]) {
        text.insert_str(*stop, SAMPLE);
    }
    text
}

#[test]
fn accepted_snippets_lack_no_key() {
    let file = FilePath::new("main.yaml").expect("a plain name");
    let versions = [("1_0", V1_0), ("1_1", V1_1), ("1_2", V1_2), ("1_3", V1_3)];
    let (mut snippets, mut lacking) = (BTreeSet::new(), Vec::new());
    for (version, profiles) in versions {
        for Place { above, start } in Places::of(&SERVICE, profiles) {
            let before = format!("tosca_definitions_version: tosca_simple_yaml_{version}\n{above}{start}");
            let analysis = Analysis::of_text(&file, &format!("{before}\n"));
            let offers =
                analysis.file(&file).map(|checked| checked.complete(before.len())).unwrap_or_default();
            // Keys with a table as their value are snippets, too.
            let is_snippet =
                |offer: &&Completion| offer.detail == "snippet" || offer.insert.trim_end().contains('\n');
            for offer in offers.iter().filter(is_snippet) {
                let inserted = filled(offer);
                let text = format!("{}{inserted}\n", &before[..offer.range.start]);
                let end = offer.range.start + inserted.len();
                let analysis = Analysis::of_text(&file, &text);
                let problems = analysis.diagnostics(&file);
                let inside = problems
                    .filter(|problem| problem.range.start >= offer.range.start && problem.range.end <= end);
                let missing = inside.filter(|problem| {
                    problem.message.starts_with("missing") || problem.message.contains("has no parent type")
                });
                lacking.extend(
                    missing.map(|problem| format!("{version}: {}: {}\n{text}", offer.label, problem.message)),
                );
                snippets.insert(offer.label.clone());
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    for expected in [
        "new artifact",
        "new capability",
        "new data type",
        "new group",
        "new input",
        "new node template",
        "new node type",
        "new output",
        "new policy",
        "new property",
        "new repository",
        "new requirement",
        "new step",
        "new trigger",
        "new workflow",
        "substitution_mappings",
    ] {
        assert!(snippets.contains(expected), "`{expected}` is offered nowhere: {snippets:?}");
    }
}
