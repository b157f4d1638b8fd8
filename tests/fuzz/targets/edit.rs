//! Forms and edits: everything that the page can do to a document is planned or refused, can be undone, and leaves YAML where there was YAML.

use std::sync::Arc;

use limn::analysis::{Analysis, Checked};
use limn::dialect::homing::ViewEdit;
use limn::edit::{CallArgument, Edit, FunctionCall, Input, Place};
use limn::graph::{Graph, Id, Port, PortRef};
use limn::yaml::{self, Path};

use super::fix::applied;
use super::input::{self, Draws, split};

/// So many edits are tried on one file.
const EDITS: usize = 10;

const VALUES: [&str; 8] = ["x", "", "x: 1", "[a", "1.0", "${a.b}", "yes", "two\nlines # c"];
const NAMES: [&str; 5] = ["renamed", "no: name", "", "ü 1", "a"];

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let (_, analysis) = input::analysis(&text, &mut draws);
    for checked in analysis.all_documents() {
        let analysis = &*analysis.showing(checked.file(), checked.nth());
        let things = Things::of(checked);
        for _ in 0..EDITS {
            let edit = things.edit(checked, &mut draws);
            let Ok(change) = analysis.plan(checked.file(), &edit) else { continue };
            for (file, done) in &change.edits {
                let before = analysis.file(file).expect("an edit is of an open file").text();
                let after = applied(done, before);
                let whole = yaml::parse(Arc::clone(before)).errors().is_empty();
                assert!(
                    !whole || yaml::parse(after.as_str()).errors().is_empty(),
                    "{edit:?} breaks the text:\n{after}"
                );
            }
        }
        things.together(analysis, checked);
    }
}

/// Elements that an edit can be about.
struct Things {
    ids: Vec<Id>,
    ports: Vec<PortRef>,
    templates: Vec<String>,
}

impl Things {
    fn of(checked: &Checked) -> Things {
        let mut things = Things {
            ids: vec![Id(Path::root())],
            ports: Vec::new(),
            templates: checked.palette().into_iter().map(|template| template.id).collect(),
        };
        things.add(checked.graph());
        for diagram in checked.diagrams() {
            things.add(&diagram.graph);
            things.templates.extend(checked.palette_of(&diagram.id).into_iter().map(|template| template.id));
        }
        things
    }

    fn add(&mut self, graph: &Graph) {
        let nodes = || graph.frame.iter().chain(&graph.nodes);
        self.ids.extend(nodes().map(|node| node.id.clone()));
        self.ids.extend(graph.links.iter().map(|link| link.id.clone()));
        self.ids.extend(graph.links.iter().filter_map(|link| link.by.clone()));
        let ends = graph.links.iter().flat_map(|link| link.sources.iter().chain(&link.targets));
        self.ids.extend(ends.map(|end| end.written.clone()));
        self.ids.extend(graph.groups.iter().map(|group| group.id.clone()));
        self.ids.extend(graph.policies.iter().map(|policy| policy.id.clone()));
        for node in nodes() {
            let of =
                |port: &Port| PortRef { node: node.id.clone(), role: port.role, port: port.name.clone() };
            self.ports.extend(node.ports.iter().map(of));
        }
    }

    fn edit(&self, checked: &Checked, draws: &mut Draws<'_>) -> Edit {
        let id = draws.of(&self.ids).clone();
        let some = |draws: &mut Draws<'_>| -> Vec<Id> {
            (0..=draws.below(3)).map(|_| draws.of(&self.ids).clone()).collect()
        };
        match draws.below(14) {
            0 => Edit::Remove { ids: some(draws) },
            1 => Edit::Rename { id, to: (*draws.of(&NAMES)).to_owned() },
            2 => Edit::Disconnect { id },
            3 => Edit::Attach { to: id, ids: some(draws) },
            4 => Edit::Detach { from: id, ids: some(draws) },
            5 => ViewEdit::MoveLocation { id, latitude: 91.0, longitude: -1e9 }.into(),
            6 => Edit::Place { places: vec![(id, Place { x: 1e6, y: -0.5 })] },
            7 if !self.templates.is_empty() => {
                let template = draws.of(&self.templates).clone();
                let name = (draws.below(2) == 0).then(|| (*draws.of(&NAMES)).to_owned());
                Edit::Add { template, name, place: Some(Place::default()), on: some(draws) }
            }
            8 if !self.ports.is_empty() => {
                let (from, to) = (draws.of(&self.ports).clone(), draws.of(&self.ports).clone());
                let _ = (checked.palette_for(&from), checked.ends(&from, &to.node));
                let _ = (checked.accepts(&from, &to), checked.hosting(&from.node, &to.node));
                Edit::Connect { from, to }
            }
            kind => in_form(checked, id, kind, draws),
        }
    }

    /// Edits of several elements at once.
    fn together(&self, analysis: &Analysis, checked: &Checked) {
        let some: Vec<Id> = self.ids.iter().skip(1).take(3).cloned().collect();
        let _ = (checked.group(some.clone()), checked.excerpt(&some));
        if let Ok(copies) = analysis.duplicate(checked.file(), &some) {
            for (file, done) in &copies.change.edits {
                let before = analysis.file(file).expect("an edit is of an open file").text();
                applied(done, before);
            }
        }
    }
}

/// Effect of a field of an element's form.
fn in_form(checked: &Checked, of: Id, kind: usize, draws: &mut Draws<'_>) -> Edit {
    let sheet = checked.sheet(&of);
    let fields = sheet.as_ref().map(|sheet| &*sheet.fields).unwrap_or_default();
    let key = if fields.is_empty() { Path::keys(["description"]) } else { draws.of(fields).path.clone() };
    let whole = Id(key.steps().iter().fold(of.0.clone(), |path, step| path.step(step.clone())));
    let functions = checked.functions(&whole);
    let _ = (checked.entry(&whole), checked.range_of(&whole));
    match kind {
        9 => Edit::Unset { of, key },
        10 => Edit::Insert { of, into: key, name: (*draws.of(&NAMES)).to_owned() },
        11 => Edit::MakeInput { of, key },
        12 => Edit::Expose { of, key },
        _ => {
            let text = (*draws.of(&VALUES)).to_owned();
            let input = match draws.below(7) {
                0 => Input::Flag(true),
                1 => Input::EmptyList,
                2 => Input::EmptyMap,
                3 => Input::Items(vec![text.clone(), "2".to_owned()]),
                4 if !functions.is_empty() => {
                    let function = draws.of(&functions).word.clone();
                    let _ = checked.arguments(&whole, &function, &["SELF".to_owned()]);
                    Input::Call(FunctionCall { function, given: vec![CallArgument::Text(text)] })
                }
                5 => Input::Pick(text),
                _ => Input::Text(text),
            };
            Edit::Set { of, key, input }
        }
    }
}
