//! What crosses between the page and its second thread. Plain data; offsets are in bytes.

use serde::{Deserialize, Serialize};

use super::super::editor::Completions;
use crate::files::FilePath;
use crate::watch::{Told, Word};

/// What happened since the last one, and what is asked of the texts as they are after it.
#[derive(Serialize, Deserialize)]
pub struct Letter {
    pub number: u64,
    pub words: Vec<Word>,
    pub asks: Vec<Ask>,
}

/// What could stand at a place?
#[derive(Serialize, Deserialize)]
pub struct Ask {
    pub id: u32,
    pub file: FilePath,
    pub at: usize,
    /// A person asked in so many words.
    pub asked: bool,
}

/// The answer to the letter of that number.
#[derive(Serialize, Deserialize)]
pub struct Reply {
    pub number: u64,
    pub told: Told,
    /// By what was asked.
    pub offers: Vec<(u32, Option<Completions>)>,
}
