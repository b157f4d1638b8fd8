//! Messages between the page and the analysis worker. Plain data; offsets are in bytes.

use serde::{Deserialize, Serialize};

use super::super::editor::Completions;
use limn_analysis::incremental::{Event, Update};
use limn_files::FilePath;

/// Events since the last request, and completion requests for the texts after them.
#[derive(Serialize, Deserialize)]
pub struct Request {
    pub number: u64,
    pub events: Vec<Event>,
    pub completions: Vec<CompletionRequest>,
}

/// Request for completions at an offset.
#[derive(Serialize, Deserialize)]
pub struct CompletionRequest {
    pub id: u32,
    pub file: FilePath,
    pub at: usize,
    /// The user requested completions explicitly.
    pub asked: bool,
}

/// Reply to the request with the same number.
#[derive(Serialize, Deserialize)]
pub struct Reply {
    pub number: u64,
    pub update: Update,
    /// Completions by request id.
    pub offers: Vec<(u32, Option<Completions>)>,
}
