//! Problems of the table's rows.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::super::super::session::Documents;
use limn_analysis::incremental::Problem;
use limn_language::diagnostic::Severity;
use limn_language::graph::Id;

/// Messages of errors and warnings of the active file, by the place that each is about.
pub fn problems(documents: Documents) -> BTreeMap<Id, String> {
    let active_file = documents.active_file().get();
    let is_here = |problem: &&Problem| {
        Some(&problem.file) == active_file.as_ref() && problem.severity != Severity::Info
    };
    documents.problems().with(|problems| {
        let here = problems.iter().filter(is_here);
        here.map(|problem| (problem.at_path.clone(), problem.message.replace('`', ""))).collect()
    })
}
