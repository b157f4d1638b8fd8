//! What is told of the files that are open while their texts change: what is wrong with them, whether the picture is another, what stands under
//! the caret. A [`Watch`] keeps the files, hears what happens to them, and tells only what differs from what it told before. Plain data in and out,
//! so that it can stand on another thread than the page. Knows no thread, no editor and no forms.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::analysis::{self, Analysis, Broken, Checked, Choices, Verdict};
use crate::diagnostic::{Code, Severity};
use crate::edit::Place;
use crate::files::{Content, FilePath, Workspace};
use crate::graph::{Diagram, Graph, Id};
use crate::text::{TextEdit, TextRange, visible};

/// One thing that is wrong, as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    pub file: FilePath,
    /// Which of the file's diagnostics: what [`Analysis::fix`] wants to know.
    pub at: usize,
    #[serde(with = "by_name")]
    pub code: &'static Code,
    pub severity: Severity,
    pub message: String,
    /// 1-based. The place in bytes is told apart: it is another one with every key pressed above.
    pub line: usize,
    pub column: usize,
    /// The box, wire or badge that has it, and its name.
    pub about: Option<Id>,
    /// The place that it is about, which may be deep inside that thing.
    pub at_path: Id,
    pub name: String,
    /// Titles of what would cure it, and whether each keeps the meaning.
    pub fixes: Vec<(String, bool)>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Word {
    /// A file is there, or another text in its place; `None`: it is no text.
    File {
        file: FilePath,
        text: Option<String>,
    },
    Gone(FilePath),
    /// A text was changed.
    Edit {
        file: FilePath,
        edit: TextEdit,
    },
    /// How the files are to be read.
    Choices {
        profiles: BTreeMap<FilePath, String>,
        whole: bool,
    },
    /// The file that the page shows.
    Front(Option<FilePath>),
    /// The caret was put there, in the file in front.
    Caret(usize),
}

/// What follows, where it is another than what was told before.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// All problems of all files.
    pub problems: Option<Vec<Problem>>,
    /// Where they are, in the same order. Between two tellings they move with the text, as [`follow`] has it.
    pub ranges: Option<Vec<TextRange>>,
    /// The file in front is drawn otherwise, or taken for something else.
    pub picture: bool,
    /// What stands under the caret, if it was put somewhere.
    pub under: Option<Under>,
}

/// The thing that stands at a place, if one does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Under(pub Option<Id>);

/// The files, what is known of them, and what was told of that.
#[derive(Default)]
pub struct Watch {
    workspace: Workspace,
    choices: Choices,
    front: Option<FilePath>,
    caret: Option<usize>,
    analysis: Analysis,
    told: Option<(Vec<Problem>, Vec<TextRange>)>,
    /// Something happened at a problem itself: where it is shown is told anew.
    touched: bool,
    picture: Option<Picture>,
}

/// All that the picture of a file comes from.
#[derive(PartialEq)]
struct Picture {
    file: FilePath,
    graph: Arc<Graph>,
    diagrams: Vec<Diagram>,
    broken: Option<Broken>,
    places: BTreeMap<Id, Place>,
    verdict: Verdict,
}

impl Watch {
    /// Takes note; costs little.
    pub fn hear(&mut self, word: Word) {
        match word {
            Word::File { file, text } => {
                let content =
                    text.map_or_else(|| Content::Bytes([].into()), |text| Content::Text(text.into()));
                self.workspace.files.insert(file, content);
                self.told = None;
            }
            Word::Gone(file) => {
                self.workspace.files.remove(&file);
                self.told = None;
            }
            Word::Edit { file, edit } => self.edited(file, &edit),
            Word::Choices { profiles, whole } => {
                self.choices.profiles = profiles;
                self.workspace.whole = whole;
            }
            Word::Front(front) => {
                self.front = front;
                self.caret = None;
            }
            Word::Caret(at) => self.caret = Some(at),
        }
    }

    fn edited(&mut self, file: FilePath, edit: &TextEdit) {
        let Some(text) = self.workspace.text(&file) else { return };
        if let Some((problems, ranges)) = &mut self.told {
            let near =
                problems.iter().zip(&*ranges).any(|(it, range)| it.file == file && edit.touches(*range));
            self.touched |= near || edit.breaks_lines(text);
            follow(problems, ranges, &file, edit);
        }
        let text = edit.apply(text);
        self.workspace.files.insert(file, Content::Text(text.into()));
    }

    /// Finds out what follows from all that was heard.
    pub fn look(&mut self) -> Told {
        self.know();
        let picture = self
            .front
            .as_ref()
            .and_then(|front| self.analysis.file(front))
            .map(|checked| Picture::of(checked));
        let (problems, ranges) = problems(&self.analysis);
        let (same_problems, same_ranges) = match &self.told {
            Some((was, were)) => (*was == problems, !self.touched && *were == ranges),
            None => (false, false),
        };
        let told = Told {
            problems: (!same_problems).then(|| problems.clone()),
            ranges: (!same_problems || !same_ranges).then(|| ranges.clone()),
            picture: self.picture != picture,
            under: self.caret.take().map(|at| Under(self.front().and_then(|checked| checked.at(at)))),
        };
        (self.told, self.picture, self.touched) = (Some((problems, ranges)), picture, false);
        told
    }

    /// What is known of a file as it is now.
    pub fn file(&mut self, file: &FilePath) -> Option<&Arc<Checked>> {
        self.know();
        self.analysis.file(file)
    }

    fn front(&self) -> Option<&Arc<Checked>> {
        self.analysis.file(self.front.as_ref()?)
    }

    fn know(&mut self) {
        self.analysis = Analysis::of(&self.workspace, &self.choices, &self.analysis);
    }
}

impl Picture {
    fn of(checked: &Checked) -> Picture {
        Picture {
            file: checked.file().clone(),
            graph: Arc::clone(checked.graph()),
            diagrams: checked.diagrams().to_vec(),
            broken: checked.broken(),
            places: checked.places(),
            verdict: checked.verdict().clone(),
        }
    }
}

/// Everything wrong in every file, in the order of the texts, and where.
pub fn problems(analysis: &Analysis) -> (Vec<Problem>, Vec<TextRange>) {
    let mut all = (Vec::new(), Vec::new());
    for checked in analysis.files() {
        all.0.extend(problems_of(checked));
        all.1.extend(checked.diagnostics().iter().map(|diagnostic| diagnostic.range));
    }
    all
}

fn problems_of(checked: &Checked) -> Vec<Problem> {
    if checked.diagnostics().is_empty() {
        return Vec::new();
    }
    let mut names = names(checked.graph());
    names.extend(checked.diagrams().iter().flat_map(|diagram| self::names(&diagram.graph)));
    let found = checked.diagnostics().iter().enumerate().map(|(at, diagnostic)| {
        let place = checked.lines().line_column(diagnostic.range.start);
        // The innermost thing around what is wrong.
        let path = &diagnostic.path;
        let about = (0..=path.len()).rev().map(|len| Id(path.prefix(len))).find(|id| names.contains_key(id));
        let name =
            about.as_ref().and_then(|id| names.get(id)).map_or(String::new(), |name| (*name).to_owned());
        Problem {
            file: checked.file().clone(),
            at,
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: visible(&diagnostic.message).into_owned(),
            line: place.line,
            column: place.column,
            about,
            at_path: Id(diagnostic.path.clone()),
            name: visible(&name).into_owned(),
            fixes: diagnostic.fixes.iter().map(|fix| (visible(&fix.title).into_owned(), fix.safe)).collect(),
        }
    });
    found.collect()
}

/// Everything on the canvas by id, with its name.
fn names(graph: &Graph) -> HashMap<Id, &str> {
    let nodes = graph.frame.iter().chain(&graph.nodes).map(|node| (node.id.clone(), node.label.as_str()));
    let links = graph.links.iter().map(|link| (link.id.clone(), link.label.as_str()));
    let policies = graph.policies.iter().map(|policy| (policy.id.clone(), policy.label.as_str()));
    let groups = graph.groups.iter().map(|group| (group.id.clone(), group.label.as_str()));
    let by = graph.links.iter().filter_map(|link| Some((link.by.clone()?, link.label.as_str())));
    nodes.chain(links).chain(policies).chain(groups).chain(by).collect()
}

/// Moves the places of a file's problems with an edit of its text.
pub fn follow(problems: &[Problem], ranges: &mut [TextRange], file: &FilePath, edit: &TextEdit) {
    for (problem, range) in problems.iter().zip(ranges) {
        if problem.file == *file {
            *range = edit.map_range(*range);
        }
    }
}

/// A code crosses by its name.
mod by_name {
    use serde::{Deserializer, Serializer, de::Error};

    use super::{Code, Deserialize, HashMap, OnceLock, analysis};

    pub(super) fn serialize<S: Serializer>(code: &'static Code, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(code.name)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Code, D::Error> {
        static CODES: OnceLock<HashMap<&'static str, &'static Code>> = OnceLock::new();
        let codes =
            CODES.get_or_init(|| analysis::codes().into_iter().map(|code| (code.name, code)).collect());
        let name = String::deserialize(from)?;
        codes
            .get(name.as_str())
            .copied()
            .ok_or_else(|| D::Error::custom(format!("no code is named `{name}`")))
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

    fn watch(text: &str) -> Watch {
        let mut watch = Watch::default();
        watch.hear(Word::File { file: file(), text: Some(text.to_owned()) });
        watch.hear(Word::Front(Some(file())));
        watch
    }

    fn edit(edit: TextEdit) -> Word {
        Word::Edit { file: file(), edit }
    }

    fn at(words: &str) -> usize {
        TEXT.find(words).expect("it is there")
    }

    #[test]
    fn all_is_told_once() {
        let mut watch = watch(TEXT);
        let told = watch.look();
        let problems = told.problems.expect("all is new");
        assert!(problems.len() > 1, "{problems:#?}");
        assert_eq!(told.ranges.map(|ranges| ranges.len()), Some(problems.len()));
        assert!(told.picture);
        assert_eq!(watch.look(), Told::default());
    }

    #[test]
    fn typing_in_a_text_that_nobody_reads_tells_nothing() {
        let mut watch = watch(TEXT);
        watch.look();
        watch.hear(edit(TextEdit::insert(at("words"), "more ")));
        assert_eq!(watch.look(), Told::default());
    }

    #[test]
    fn a_name_typed_draws_another_picture() {
        let mut watch = watch(TEXT);
        watch.look();
        watch.hear(edit(TextEdit::insert(at("one:"), "any")));
        assert!(watch.look().picture);
    }

    #[test]
    fn what_is_typed_at_a_problem_tells_its_place_anew() {
        let mut watch = watch(TEXT);
        let typo = at("typo") + 4;
        watch.look();
        watch.hear(edit(TextEdit::insert(typo, "s")));
        let told = watch.look();
        assert!(told.problems.is_some() && told.ranges.is_some() && !told.picture);
    }

    #[test]
    fn the_caret_is_told_of_where_it_was_put() {
        let mut watch = watch(TEXT);
        watch.look();
        watch.hear(Word::Caret(at("resource::one")));
        let Under(under) = watch.look().under.expect("it was asked");
        assert_eq!(under.expect("a component").to_string(), "composition.one");
    }

    #[test]
    fn another_profile_is_another_picture() {
        let mut watch = watch(TEXT);
        watch.look();
        let profiles = [(file(), "cp4na".to_owned())].into();
        watch.hear(Word::Choices { profiles, whole: false });
        assert!(watch.look().picture);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        /// Whatever is typed: who keeps what was told, and lets it follow the text, has what a fresh look at the text gives.
        #[test]
        fn what_was_told_and_followed_is_what_is(
            edits in proptest::collection::vec((0usize..400, 0usize..30, "[a-z:$ {}\n-]{0,6}", any::<bool>()), 1..12)
        ) {
            let mut watch = watch(TEXT);
            let mut text = TEXT.to_owned();
            let (mut problems, mut ranges) = (Vec::new(), Vec::new());
            for (from, length, insert, look) in edits {
                let from = from.min(text.len());
                let word = TextEdit::replace(TextRange::new(from, (from + length).min(text.len())), insert);
                text = word.apply(&text);
                follow(&problems, &mut ranges, &file(), &word);
                watch.hear(edit(word));
                if look {
                    let told = watch.look();
                    // It crosses to another thread as text.
                    let crossed: Told = serde_json::from_str(&serde_json::to_string(&told).expect("plain data")).expect("the same");
                    prop_assert_eq!(&crossed, &told);
                    problems = crossed.problems.unwrap_or(problems);
                    ranges = crossed.ranges.unwrap_or(ranges);
                    let fresh = super::problems(&Analysis::of_text(&file(), &text));
                    prop_assert_eq!((&problems, &ranges), (&fresh.0, &fresh.1));
                }
            }
        }
    }
}
