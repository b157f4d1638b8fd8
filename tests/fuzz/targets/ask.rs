//! Questions of an editor at the offsets of a document: completion, hover, definition, references and rename.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use limn::analysis::{Analysis, Checked};
use limn::dialect::homing::{self, objective, placement};
use limn::edit::Edit;
use limn::files::{Content, FilePath, Workspace};
use limn::text::{self, TextEdit};
use limn::yaml;

use super::fix::applied;
use super::input::{self, Draws, boundary, split};

/// At most so many offsets of one file.
const OFFSETS: usize = 40;
/// At most so many names of one file.
const NAMES: usize = 6;
/// No document of the seeds has it.
const NEW_NAME: &str = "zz9_new";

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let (workspace, analysis) = input::analysis(&text, &mut draws);
    for checked in analysis.all_documents() {
        let analysis = &*analysis.showing(checked.file(), checked.nth());
        let mut named = BTreeSet::new();
        for at in offsets(checked.text(), &mut draws) {
            ask(analysis, checked, at);
            named.extend(checked.named_at(at));
        }
        for id in named.iter().take(NAMES) {
            let edit = Edit::Rename { id: id.clone(), to: NEW_NAME.to_owned() };
            if let Ok(change) = analysis.plan(checked.file(), &edit) {
                renamed(&workspace, analysis, &change.edits);
            }
        }
        choose(checked, &text);
    }
}

/// Starts and ends of words and of lines, as many as fit; then any.
fn offsets(text: &str, draws: &mut Draws<'_>) -> BTreeSet<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut edges: Vec<usize> = vec![0, text.len()];
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if is_word(before) != is_word(c) || c == '\n' {
            edges.push(at);
        }
        before = c;
    }
    let step = (edges.len() / OFFSETS).max(1);
    let from = draws.below(step);
    let mut chosen: BTreeSet<usize> = edges.into_iter().skip(from).step_by(step).take(OFFSETS).collect();
    chosen.extend((0..OFFSETS / 8).map(|_| draws.offset(text)));
    chosen
}

fn ask(analysis: &Analysis, checked: &Checked, at: usize) {
    let text = checked.text();
    let inside = |start: usize, end: usize| text.get(start..end).is_some();
    for completion in checked.complete(at) {
        let range = completion.range;
        assert!(
            inside(range.start, range.end) && range.touches(text::caret(text, at)),
            "{at}: {completion:?}"
        );
        assert!(!completion.label.is_empty(), "{at}: {completion:?}");
    }
    if let Some(hover) = checked.hover(at) {
        assert!(inside(hover.range.start, hover.range.end), "{at}: {hover:?}");
    }
    for range in checked.references(at) {
        assert!(inside(range.start, range.end), "{at}: {range:?}");
    }
    if let Some(found) = analysis.definition(checked.file(), at) {
        let other = analysis.file(&found.file).expect("a definition is in an open file");
        assert!(other.text().get(found.range.start..found.range.end).is_some(), "{at}: {found:?}");
    }
    let _ = checked.at(at).and_then(|id| checked.range_of(&id));
    assert!(text.is_char_boundary(boundary(text, at)));
}

/// A rename leaves YAML where there was YAML, and every file that it touches can be undone.
fn renamed(workspace: &Workspace, analysis: &Analysis, edits: &BTreeMap<FilePath, TextEdit>) {
    let mut after = workspace.clone();
    for (file, edit) in edits {
        let before = analysis.file(file).expect("a rename is of open files").text();
        let now = applied(edit, before);
        let whole = yaml::parse(Arc::clone(before)).errors().is_empty();
        assert!(!whole || yaml::parse(now.as_str()).errors().is_empty(), "a rename breaks the text:\n{now}");
        after.files.insert(file.clone(), Content::Text(now.into()));
    }
    let after = Analysis::of(&after, &limn::analysis::Choices::default(), analysis);
    for file in edits.keys() {
        let _ = after.file(file).map(|checked| checked.diagnostics().len());
    }
}

/// Reads everything that the views of a homing template show.
fn choose(checked: &Checked, text: &str) {
    let Some(template) = checked.model_as::<homing::model::Template>() else { return };
    let vocabulary = objective::vocabulary(template);
    if let Some(formula) = objective::read(template) {
        let line = formula.to_string();
        let read = vocabulary.read(&line);
        assert!(
            read.is_ok() || vocabulary.validate(&formula).is_err(),
            "`{line}` is not read back: {read:?}"
        );
    }
    for line in text.lines().take(4) {
        let _ = vocabulary.read(line);
    }
    let _ = homing::map::map_data(template);
    for table in [placement::sample(template), text.to_owned()] {
        let _ = placement::evaluate(template, &placement::Table::read(&table));
    }
}
