//! What is said to the editor and what it says, in bytes of the file's text. Plain data; knows nothing of CodeMirror.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Severity;
use crate::edit::Place;
use crate::files::FilePath;
use crate::graph::Id;
use crate::text::{TextEdit, TextRange};

/// What happened in the editor.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A text changed, or boxes moved, or both: one transaction. `edit` is in the offsets of the text before; `text` is the one after.
    Changed {
        file: FilePath,
        edit: TextEdit,
        text: Arc<str>,
        moves: Vec<Pin>,
        origin: Origin,
    },
    /// A person moved the caret: not told where the page itself selected.
    Selected {
        file: FilePath,
        anchor: usize,
        head: usize,
    },
    /// Whether there is something to undo and to redo in the file in front.
    History {
        undo: bool,
        redo: bool,
    },
    /// A person chose a fix: both as numbered in [`super::Editor::set_problems`].
    Fix {
        file: FilePath,
        problem: usize,
        fix: usize,
    },
    Command {
        file: FilePath,
        command: Command,
        at: usize,
    },
    Focus(bool),
    /// Files are called otherwise, after all that changed in the same step was told.
    Renamed(Vec<Renamed>),
}

/// Which hand made a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Typed,
    Canvas,
    Undone,
    Redone,
}

/// What a key or a click asks of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Definition,
    References,
    Rename,
}

/// A box that a person put elsewhere, as a part of a step of history. `None` is where the layout puts it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    pub id: Id,
    pub from: Option<Place>,
    pub to: Option<Place>,
}

/// A file that got another name, as a part of a step of history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renamed {
    pub from: FilePath,
    pub to: FilePath,
}

/// A gesture on the canvas or in a form: text edits by file and boxes moved in the file in front, as one step of history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gesture {
    pub edits: BTreeMap<FilePath, TextEdit>,
    pub moves: Vec<Pin>,
    /// Files that are called otherwise from then on; each name is free.
    pub names: Vec<Renamed>,
    /// What is selected in the file in front afterwards, in the offsets of its text after.
    pub caret: Option<TextRange>,
    /// Show for a moment what changed.
    pub flash: bool,
}

/// A problem as it is shown in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub range: TextRange,
    pub severity: Severity,
    pub message: String,
    pub code: &'static str,
    /// The titles of its fixes.
    pub fixes: Vec<String>,
}

impl Mark {
    /// Whether it says the same as another, wherever both are.
    pub fn says_as(&self, other: &Mark) -> bool {
        let Mark { range: _, severity, message, code, fixes } = self;
        (severity, message, code, fixes) == (&other.severity, &other.message, &other.code, &other.fixes)
    }
}

/// What could stand at the caret, in place of what stands between `from` and it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completions {
    pub from: usize,
    pub options: Vec<Choice>,
}

/// One of [`Completions`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub label: String,
    pub detail: Option<String>,
    /// Paragraphs, with names in backticks.
    pub help: Option<String>,
    pub kind: Kind,
    /// What is put in, where it is not the label.
    pub insert: Option<String>,
}

/// What a choice is, in CodeMirror's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Property,
    Constant,
    Variable,
}

/// What could stand at the caret, when it is known.
pub type Completing = std::pin::Pin<Box<dyn Future<Output = Option<Completions>>>>;

/// Help on what stands at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub range: TextRange,
    /// Paragraphs, with names in backticks.
    pub text: String,
}

/// How the editor shows what it selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reveal {
    pub focus: bool,
    pub scroll: bool,
}
