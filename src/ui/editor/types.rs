//! Types of the editor's interface, with offsets in bytes of the file's text. Plain data; independent of CodeMirror.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use limn_files::FilePath;
use limn_language::bend::Bend;
use limn_language::diagnostic::Severity;
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_text::{TextEdit, TextRange};

/// Event of the editor.
#[derive(Clone, Debug, PartialEq)]
pub enum EditorEvent {
    /// A transaction changed the text, moved boxes, or both. `edit` has the offsets of the text before; `text` is the text after.
    Changed {
        file: FilePath,
        edit: TextEdit,
        text: Arc<str>,
        moves: Vec<PositionChange>,
        origin: Origin,
    },
    /// The user moved the caret. Not sent for selections by the page.
    Selected {
        file: FilePath,
        anchor: usize,
        head: usize,
    },
    /// Undo and redo became possible or impossible in the active file.
    History {
        undo: bool,
        redo: bool,
    },
    /// The user chose a fix: indices as in [`super::Editor::set_problems`].
    Fix {
        file: FilePath,
        problem: usize,
        fix: usize,
    },
    Command {
        file: FilePath,
        command: EditorCommand,
        at: usize,
    },
    /// The user chose a refactoring at an offset.
    Refactor {
        file: FilePath,
        at: usize,
        title: String,
    },
    Focus(bool),
    /// Files were renamed. Sent after all other changes of the same step.
    Renamed(Vec<Renamed>),
}

/// Source of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Typed,
    Canvas,
    Undone,
    Redone,
}

/// Command given by a key or a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    Definition,
    References,
    Hierarchy,
    Rename,
}

/// A box moved or pinned by the user, or a wire bent, as part of an undo step. `None`: the layout decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionChange {
    pub id: Id,
    pub from: Option<DiagramPosition>,
    pub to: Option<DiagramPosition>,
    /// The index of its document in a file with several.
    #[serde(default)]
    pub document: usize,
    /// The number of the saved view in which it was moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<usize>,
}

impl PositionChange {
    /// The key of the diagram in which the box is, in a file.
    pub fn diagram_of(&self, file: &FilePath) -> FilePath {
        file.of_document(self.document).of_view(self.view)
    }

    /// Returns true if it is a wire.
    pub fn is_wire(&self) -> bool {
        [&self.from, &self.to].into_iter().flatten().any(|spot| matches!(spot, DiagramPosition::Wire(_)))
    }

    /// A box that is new at a place.
    pub fn new(id: Id, place: Place) -> PositionChange {
        PositionChange { id, from: None, to: Some(place.into()), document: 0, view: None }
    }
}

/// Position of a box, or the bend of a wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DiagramPosition {
    Box {
        x: f64,
        y: f64,
        /// True if it stays there when the diagram is arranged.
        #[serde(default)]
        pinned: bool,
    },
    Wire(Bend),
}

impl DiagramPosition {
    pub fn new(Place { x, y }: Place, pinned: bool) -> DiagramPosition {
        DiagramPosition::Box { x, y, pinned }
    }

    /// The place of a box.
    pub fn place(&self) -> Option<Place> {
        match self {
            DiagramPosition::Box { x, y, .. } => Some(Place { x: *x, y: *y }),
            DiagramPosition::Wire(_) => None,
        }
    }

    pub fn is_pinned(&self) -> bool {
        matches!(self, DiagramPosition::Box { pinned: true, .. })
    }
}

impl From<Place> for DiagramPosition {
    fn from(place: Place) -> DiagramPosition {
        DiagramPosition::new(place, false)
    }
}

/// A file renamed as part of an undo step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renamed {
    pub from: FilePath,
    pub to: FilePath,
}

/// A gesture on the canvas or in a form: text edits by file and moved boxes of the active file, as one undo step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gesture {
    pub edits: BTreeMap<FilePath, TextEdit>,
    pub moves: Vec<PositionChange>,
    /// Files to rename; each new name is free.
    pub names: Vec<Renamed>,
    /// Selection in the active file afterwards, in the offsets of its new text.
    pub caret: Option<TextRange>,
    /// Highlight the change for a moment.
    pub flash: bool,
}

/// A problem as shown in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemMark {
    pub range: TextRange,
    pub severity: Severity,
    pub message: String,
    pub code: &'static str,
    /// Titles of its fixes.
    pub fixes: Vec<String>,
}

impl ProblemMark {
    /// Returns true if it equals another apart from its range.
    pub fn has_same_content(&self, other: &ProblemMark) -> bool {
        let ProblemMark { range: _, severity, message, code, fixes } = self;
        (severity, message, code, fixes) == (&other.severity, &other.message, &other.code, &other.fixes)
    }
}

/// Completions at the caret, replacing the text from `from` to the caret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completions {
    pub from: usize,
    pub options: Vec<CompletionOption>,
}

/// One of [`Completions`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompletionOption {
    pub label: String,
    pub detail: Option<String>,
    /// Paragraphs, with names in backticks.
    pub help: Option<String>,
    pub kind: CompletionKind,
    /// Text to insert, if it differs from the label.
    pub insert: Option<String>,
    /// UTF-16 code units of the inserted text behind the caret.
    pub behind: usize,
}

/// Kind of completion, as CodeMirror names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CompletionKind {
    Property,
    Constant,
    Variable,
}

/// Completions, when they are available.
pub type Completing = std::pin::Pin<Box<dyn Future<Output = Option<Completions>>>>;

/// A question of the editor's scripts about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Query {
    /// The hints and reference counts in a range, for `annotations.js`.
    Annotations(TextRange),
    /// The names in a range and what they name, for `names.js`.
    Names(TextRange),
    /// The function call around an offset, for `signature.js`.
    Signature(usize),
}

/// The answer to a [`Query`] in the form that its script reads, when it is available.
pub type Querying = std::pin::Pin<Box<dyn Future<Output = Option<String>>>>;

/// Hover text at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    pub range: TextRange,
    /// Paragraphs, with names in backticks.
    pub text: String,
}

/// Way to reveal a selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reveal {
    pub focus: bool,
    pub scroll: bool,
}
