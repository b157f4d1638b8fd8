//! Incremental analysis of the open files: takes events, and reports only what changed since the last report: problems, whether the diagram
//! changed, and the element at the caret. Input and output are plain data, so that it can run in a worker thread.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::change::added_by;
use crate::{self as analysis, Analysis, Broken, Catalog, Checked, Choices, DocumentLanguage};
use limn_files::{Content, FilePath, Workspace};
use limn_language::diagnostic::{Code, Severity};
use limn_language::edit::Place;
use limn_language::graph::{Diagram, Graph, Id};
use limn_text::{TextEdit, TextRange, visible};

/// A problem, as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub file: FilePath,
    /// The index among the file's diagnostics, for [`Analysis::fix`].
    pub at: usize,
    /// The index of its document among those of the file.
    pub document: usize,
    #[serde(with = "by_name")]
    pub code: &'static Code,
    pub severity: Severity,
    pub message: String,
    /// The line, 1-based. The byte range is separate, because it changes with every key pressed above.
    pub line: usize,
    pub column: usize,
    /// The node, wire or badge that has it.
    pub about: Option<Id>,
    /// The path that it is about, which can be deep inside that element.
    pub at_path: Id,
    pub name: String,
    /// The index of the diagnostic that is shown for all with the same cause; for a consequence, the index of its cause.
    pub cause: usize,
    /// It may disappear when its cause is fixed.
    pub is_consequence: bool,
    /// The titles of its fixes, and whether each is safe.
    pub fixes: Vec<(String, bool)>,
    /// The values that its fixes add and the author has to replace.
    pub added: Vec<Id>,
    /// True if its file is a copy of definitions that its language has built in.
    pub is_bundled: bool,
}

impl Problem {
    /// Returns true if it represents its cause: all other places and consequences belong to this one.
    pub fn is_first(&self) -> bool {
        self.cause == self.at && !self.is_consequence
    }
}

/// A change to the workspace or the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkspaceEvent {
    /// A file was added or replaced; `None` if it is not text.
    File { file: FilePath, text: Option<String> },
    /// A file was removed.
    Removed(FilePath),
    /// A text was edited.
    Edit { file: FilePath, edit: TextEdit },
    /// The profiles to use, and whether the workspace is complete.
    /// And the documents that are shown of files with several.
    Choices { profiles: BTreeMap<FilePath, String>, whole: bool, documents: BTreeMap<FilePath, usize> },
    /// The files that documents may use beside the workspace.
    Catalog(BTreeMap<FilePath, String>),
    /// The file that the page shows changed.
    ActiveFile(Option<FilePath>),
    /// The caret moved, in the file that the page shows.
    Caret(usize),
}

/// The differences from the last update.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// All problems of all files, if any changed.
    pub problems: Option<Vec<Problem>>,
    /// Their ranges, in the same order. Between updates, [`follow`] moves them with the text.
    pub ranges: Option<Vec<TextRange>>,
    /// True if the diagram or the detected language of the shown file changed.
    pub picture: bool,
    /// The element at the caret, if the caret moved.
    pub under: Option<ElementAtCaret>,
    /// The index of the document at the caret, if the caret moved.
    pub document: Option<usize>,
}

/// The element at the caret, if there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
// As an array: in JSON, an absent element would look like an absent reply, and the selection would stay.
#[serde(from = "(Option<Id>,)", into = "(Option<Id>,)")]
pub struct ElementAtCaret(pub Option<Id>);

impl From<(Option<Id>,)> for ElementAtCaret {
    fn from((id,): (Option<Id>,)) -> ElementAtCaret {
        ElementAtCaret(id)
    }
}

impl From<ElementAtCaret> for (Option<Id>,) {
    fn from(ElementAtCaret(id): ElementAtCaret) -> (Option<Id>,) {
        (id,)
    }
}

/// The files, their analysis, and the last update.
#[derive(Default)]
pub struct IncrementalAnalysis {
    workspace: Workspace,
    choices: Choices,
    active_file: Option<FilePath>,
    caret: Option<usize>,
    analysis: Analysis,
    last: Option<(Vec<Problem>, Vec<TextRange>)>,
    /// True if an edit touched a problem, so that ranges must be reported again.
    touched: bool,
    picture: Option<Picture>,
}

/// Everything that determines the diagram of a file.
#[derive(PartialEq)]
struct Picture {
    file: FilePath,
    graph: Arc<Graph>,
    diagrams: Vec<Diagram>,
    broken: Option<Broken>,
    places: BTreeMap<Id, Place>,
    language: DocumentLanguage,
    /// Names and languages of all documents of the file.
    documents: Vec<(String, String)>,
}

impl IncrementalAnalysis {
    /// Records an event; the analysis is deferred to [`IncrementalAnalysis::update`].
    pub fn apply(&mut self, event: WorkspaceEvent) {
        match event {
            WorkspaceEvent::File { file, text } => {
                let content =
                    text.map_or_else(|| Content::Bytes([].into()), |text| Content::Text(text.into()));
                self.workspace.files.insert(file, content);
                self.last = None;
            }
            WorkspaceEvent::Removed(file) => {
                self.workspace.files.remove(&file);
                self.last = None;
            }
            WorkspaceEvent::Edit { file, edit } => self.edited(file, &edit),
            WorkspaceEvent::Choices { profiles, whole, documents } => {
                self.choices.profiles = profiles;
                self.choices.documents = documents;
                self.workspace.whole = whole;
            }
            WorkspaceEvent::Catalog(files) => {
                let files = files.into_iter().map(|(file, text)| (file, text.into()));
                self.choices.catalog = Catalog::of(files);
                self.last = None;
            }
            WorkspaceEvent::ActiveFile(active_file) => {
                self.active_file = active_file;
                self.caret = None;
            }
            WorkspaceEvent::Caret(at) => self.caret = Some(at),
        }
    }

    fn edited(&mut self, file: FilePath, edit: &TextEdit) {
        let Some(text) = self.workspace.text(&file) else { return };
        if let Some((problems, ranges)) = &mut self.last {
            let near = problems
                .iter()
                .zip(&*ranges)
                .any(|(problem, range)| problem.file == file && edit.touches(*range));
            self.touched |= near || edit.breaks_lines(text);
            follow(problems, ranges, &file, edit);
        }
        let text = edit.apply(text);
        self.workspace.files.insert(file, Content::Text(text.into()));
    }

    /// Analyzes the recorded changes and returns the differences.
    pub fn update(&mut self) -> Update {
        self.analyze();
        let picture = self
            .active_file
            .as_ref()
            .and_then(|active_file| self.analysis.file(active_file))
            .map(|checked| Picture::of(checked, self.analysis.documents(checked.file())));
        let caret = self.caret.take();
        let at_caret = caret.and_then(|at| self.analysis.document_at(self.active_file.as_ref()?, at));
        let (problems, ranges) = problems(&self.analysis);
        let (same_problems, same_ranges) = match &self.last {
            Some((was, were)) => (*was == problems, !self.touched && *were == ranges),
            None => (false, false),
        };
        let update = Update {
            problems: (!same_problems).then(|| problems.clone()),
            ranges: (!same_problems || !same_ranges).then(|| ranges.clone()),
            picture: self.picture != picture,
            document: at_caret.map(|checked| checked.nth()),
            under: caret.map(|at| ElementAtCaret(at_caret.and_then(|checked| checked.at(at)))),
        };
        (self.last, self.picture, self.touched) = (Some((problems, ranges)), picture, false);
        update
    }

    /// The analysis of the current state.
    pub fn current(&mut self) -> &Analysis {
        self.analyze();
        &self.analysis
    }

    fn analyze(&mut self) {
        self.analysis = Analysis::of(&self.workspace, &self.choices, &self.analysis);
    }
}

impl Picture {
    fn of(checked: &Checked, all: &[Arc<Checked>]) -> Picture {
        let several = if all.len() > 1 { all } else { &[] };
        let labels = several.iter().map(|checked| checked.label());
        Picture {
            file: checked.file().clone(),
            graph: Arc::clone(checked.graph()),
            diagrams: checked.diagrams().to_vec(),
            broken: checked.broken(),
            places: checked.places(),
            language: checked.language().clone(),
            documents: labels.map(|label| (label.name, label.language)).collect(),
        }
    }
}

/// All problems of all documents of all files in text order, and their ranges.
pub fn problems(analysis: &Analysis) -> (Vec<Problem>, Vec<TextRange>) {
    let mut all = (Vec::new(), Vec::new());
    for checked in analysis.all_documents() {
        let start = all
            .0
            .last()
            .filter(|problem: &&Problem| problem.file == *checked.file())
            .map_or(0, |problem| problem.at + 1);
        all.0.extend(problems_of(checked, start));
        all.1.extend(checked.diagnostics().iter().map(|diagnostic| diagnostic.range));
    }
    all
}

fn problems_of(checked: &Checked, start: usize) -> Vec<Problem> {
    if checked.diagnostics().is_empty() {
        return Vec::new();
    }
    let is_bundled = checked.is_bundled_copy();
    let mut names = names(checked.graph());
    names.extend(checked.diagrams().iter().flat_map(|diagram| self::names(&diagram.graph)));
    let mut causes = vec![(0, false); checked.diagnostics().len()];
    for group in checked.cause_groups() {
        group.places.iter().for_each(|at| causes[*at] = (group.first(), false));
        group.consequences.iter().for_each(|at| causes[*at] = (group.first(), true));
    }
    let found = checked.diagnostics().iter().enumerate().map(|(at, diagnostic)| {
        let (cause, is_consequence) = causes[at];
        let place = checked.lines().line_column(diagnostic.range.start);
        // The innermost element that contains the problem.
        let path = &diagnostic.path;
        let about = (0..=path.len()).rev().map(|len| Id(path.prefix(len))).find(|id| names.contains_key(id));
        let name =
            about.as_ref().and_then(|id| names.get(id)).map_or(String::new(), |name| (*name).to_owned());
        Problem {
            file: checked.file().clone(),
            at: start + at,
            document: checked.nth(),
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: visible(&diagnostic.message).into_owned(),
            line: place.line,
            column: place.column,
            about,
            at_path: Id(diagnostic.path.clone()),
            name: visible(&name).into_owned(),
            cause: start + cause,
            is_consequence,
            fixes: diagnostic.fixes.iter().map(|fix| (visible(&fix.title).into_owned(), fix.safe)).collect(),
            added: diagnostic.fixes.iter().filter_map(added_by).collect(),
            is_bundled,
        }
    });
    found.collect()
}

/// The names of all elements on the canvas, by id.
fn names(graph: &Graph) -> HashMap<Id, &str> {
    let nodes = graph.frame.iter().chain(&graph.nodes).map(|node| (node.id.clone(), node.label.as_str()));
    let links = graph.links.iter().map(|link| (link.id.clone(), link.label.as_str()));
    let policies = graph.policies.iter().map(|policy| (policy.id.clone(), policy.label.as_str()));
    let groups = graph.groups.iter().map(|group| (group.id.clone(), group.label.as_str()));
    let by = graph.links.iter().filter_map(|link| Some((link.by.clone()?, link.label.as_str())));
    nodes.chain(links).chain(policies).chain(groups).chain(by).collect()
}

/// Moves the ranges of a file's problems with an edit of its text.
pub fn follow(problems: &[Problem], ranges: &mut [TextRange], file: &FilePath, edit: &TextEdit) {
    let mapping = edit.mapping();
    for (problem, range) in problems.iter().zip(ranges) {
        if problem.file == *file {
            *range = mapping.map_range(*range);
        }
    }
}

/// Serializes a code as its name.
mod by_name {
    use serde::{Deserializer, Serializer, de::Error};

    use limn_language::message;

    use super::{Code, Deserialize, HashMap, OnceLock, analysis};

    pub(super) fn serialize<S: Serializer>(code: &'static Code, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(code.name)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Code, D::Error> {
        static CODES: OnceLock<HashMap<&'static str, &'static Code>> = OnceLock::new();
        let codes =
            CODES.get_or_init(|| analysis::codes().into_iter().map(|code| (code.name, code)).collect());
        let name = String::deserialize(from)?;
        codes.get(name.as_str()).copied().ok_or_else(|| D::Error::custom(message::unknown("code", name)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "name: assembly::a::1.0\ndescription: words\nproperties:\n  p:\n    type: string\n    typo: 1\ncomposition:\n  \
                        one:\n    type: resource::one::1.0\n    properties:\n      x:\n        value: ${nobody}\n";

    fn file() -> FilePath {
        FilePath::new("a.yml").expect("a name")
    }

    fn state(text: &str) -> IncrementalAnalysis {
        let mut state = IncrementalAnalysis::default();
        state.apply(WorkspaceEvent::File { file: file(), text: Some(text.to_owned()) });
        state.apply(WorkspaceEvent::ActiveFile(Some(file())));
        state
    }

    fn edit(edit: TextEdit) -> WorkspaceEvent {
        WorkspaceEvent::Edit { file: file(), edit }
    }

    fn at(words: &str) -> usize {
        TEXT.find(words).expect("it is there")
    }

    #[test]
    fn problems_of_a_copy_of_built_in_definitions_are_marked() {
        let copy = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  tosca.nodes.Root: {typo: 1}\n  \
                    tosca.nodes.Compute: {derived_from: tosca.nodes.Root}\n";
        let own = copy.replace("tosca.nodes.", "my.nodes.");
        for (text, is_bundled) in [(copy, true), (own.as_str(), false)] {
            let mut state = state(text);
            let problems = state.update().problems.expect("all problems");
            assert!(!problems.is_empty());
            assert!(problems.iter().all(|problem| problem.is_bundled == is_bundled), "{problems:?}");
        }
    }

    #[test]
    fn everything_is_reported_once() {
        let mut state = state(TEXT);
        let update = state.update();
        let problems = update.problems.expect("everything is new");
        assert!(problems.len() > 1, "{problems:#?}");
        assert_eq!(update.ranges.map(|ranges| ranges.len()), Some(problems.len()));
        assert!(update.picture);
        assert_eq!(state.update(), Update::default());
    }

    #[test]
    fn typing_in_a_description_reports_nothing() {
        let mut state = state(TEXT);
        state.update();
        state.apply(edit(TextEdit::insert(at("words"), "more ")));
        assert_eq!(state.update(), Update::default());
    }

    #[test]
    fn renaming_a_node_changes_the_diagram() {
        let mut state = state(TEXT);
        state.update();
        state.apply(edit(TextEdit::insert(at("one:"), "any")));
        assert!(state.update().picture);
    }

    #[test]
    fn typing_at_a_problem_reports_its_range_again() {
        let mut state = state(TEXT);
        let typo = at("typo") + 4;
        state.update();
        state.apply(edit(TextEdit::insert(typo, "s")));
        let update = state.update();
        assert!(update.problems.is_some() && update.ranges.is_some() && !update.picture);
    }

    #[test]
    fn the_element_at_the_caret_is_reported() {
        let mut state = state(TEXT);
        state.update();
        state.apply(WorkspaceEvent::Caret(at("resource::one")));
        let ElementAtCaret(under) = state.update().under.expect("the caret moved");
        assert_eq!(under.expect("a component").to_string(), "composition.one");
    }

    #[test]
    fn another_profile_changes_the_diagram() {
        let mut state = state(TEXT);
        state.update();
        let profiles = [(file(), "cp4na".to_owned())].into();
        state.apply(WorkspaceEvent::Choices { profiles, whole: false, documents: BTreeMap::new() });
        assert!(state.update().picture);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        /// Applying all updates and following the text gives the same problems as a full analysis.
        #[test]
        fn updates_equal_a_full_analysis(
            edits in proptest::collection::vec((0usize..400, 0usize..30, "[a-z:$ {}\n-]{0,6}", any::<bool>()), 1..12)
        ) {
            let mut state = state(TEXT);
            let mut text = TEXT.to_owned();
            let (mut problems, mut ranges) = (Vec::new(), Vec::new());
            for (from, length, insert, look) in edits {
                let from = from.min(text.len());
                let typed = TextEdit::replace(TextRange::new(from, (from + length).min(text.len())), insert);
                text = typed.apply(&text);
                follow(&problems, &mut ranges, &file(), &typed);
                state.apply(edit(typed));
                if look {
                    let update = state.update();
                    // Updates are sent to another thread as JSON.
                    let crossed: Update = serde_json::from_str(&serde_json::to_string(&update).expect("plain data")).expect("the same");
                    prop_assert_eq!(&crossed, &update);
                    problems = crossed.problems.unwrap_or(problems);
                    ranges = crossed.ranges.unwrap_or(ranges);
                    let fresh = super::problems(&Analysis::of_text(&file(), &text));
                    prop_assert_eq!((&problems, &ranges), (&fresh.0, &fresh.1));
                }
            }
        }
    }

    /// Row T8.
    #[test]
    fn t8_that_the_caret_is_in_no_element_is_reported() {
        let update = Update { under: Some(ElementAtCaret(None)), ..Update::default() };
        let sent = serde_json::to_string(&update).unwrap();
        let received: Update = serde_json::from_str(&sent).unwrap();
        assert_eq!(received.under, Some(ElementAtCaret(None)));
    }
}
