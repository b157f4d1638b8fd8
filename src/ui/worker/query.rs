//! Answers to the queries of the editor's scripts. Runs on either thread.

use super::super::editor::Query;
use super::annotations::annotations;
use super::names::names;
use super::signature::signature;
use limn_analysis::Analysis;
use limn_files::FilePath;
use serde::Serialize;

/// The answer as JSON.
pub fn answer_query(analysis: &Analysis, file: &FilePath, query: Query) -> String {
    match query {
        Query::Annotations(within) => json(&annotations(analysis, file, within)),
        Query::Names(within) => json(&names(analysis, file, within)),
        Query::Signature(at) => json(&signature(analysis, file, at)),
    }
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
