//! Messages between the page and the analysis worker. Plain data; offsets are in bytes.

use serde::{Deserialize, Serialize};

use super::super::editor::{Completions, Query};
use limn_analysis::incremental::{Update, WorkspaceEvent};
use limn_canvas::{Routing, WorldPoint};
use limn_files::FilePath;

/// Events since the last request, and questions about the texts after them.
#[derive(Serialize, Deserialize)]
pub struct Request {
    pub number: u64,
    pub events: Vec<WorkspaceEvent>,
    pub questions: Vec<Question>,
}

/// A question about a file.
#[derive(Serialize, Deserialize)]
pub struct Question {
    pub id: u32,
    pub file: FilePath,
    pub about: QuestionKind,
}

#[derive(Serialize, Deserialize)]
pub enum QuestionKind {
    /// Completions at an offset.
    Completions {
        at: usize,
        /// The user requested completions explicitly.
        asked: bool,
    },
    /// See [`super::answer_query`].
    Query(Query),
    /// The paths of the wires of the diagram that the page shows.
    Paths(Routing),
}

/// The answer to a question.
#[derive(Serialize, Deserialize)]
pub enum Answer {
    Completions(Option<Completions>),
    /// As the editor reads them.
    Query(String),
    /// See [`Routing::solve`].
    Paths(Vec<Vec<WorldPoint>>),
}

/// Reply to the request with the same number.
#[derive(Serialize, Deserialize)]
pub struct Reply {
    pub number: u64,
    pub update: Update,
    /// By the id of the question.
    pub answers: Vec<(u32, Answer)>,
}
