//! Problems as shown: of the worker or of the page's own analysis, with ranges that follow the text.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::super::editor::ProblemMark;
use super::Documents;
use limn_analysis::incremental::{self, Problem, WorkspaceEvent};
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_text::TextRange;

impl Documents {
    /// Number of requests for another problem of the list, and whether the last one is for the problem before.
    pub fn problem_requests(self) -> ReadSignal<(usize, bool)> {
        self.hidden.with_value(|hidden| hidden.problem_requests).read()
    }

    /// Goes to the next problem, or to the previous one: of the text if that has the focus, otherwise of the list.
    /// Returns false if the text has none.
    pub(in super::super) fn request_problem(self, back: bool) -> bool {
        let in_text = document().query_selector(".editor-host:focus-within").ok().flatten().is_some();
        match self.editor().filter(|_| in_text) {
            Some(editor) => editor.go_to_problem(back),
            None => {
                let requests = self.hidden.with_value(|hidden| hidden.problem_requests);
                requests.update(|(count, is_back)| (*count, *is_back) = (*count + 1, back));
                true
            }
        }
    }

    /// Shows problems and their ranges, moved along with edits made since. `None`: the same problems as before.
    pub(super) fn show_problems(self, problems: Option<Vec<Problem>>, mut ranges: Vec<TextRange>) {
        let differ = problems.filter(|problems| self.problems().with_untracked(|shown| **shown != *problems));
        let now = differ.map_or_else(
            || self.problems().get_untracked(),
            |problems| {
                let problems = Arc::new(problems);
                self.problems.set(Arc::clone(&problems));
                problems
            },
        );
        self.hidden.update_value(|hidden| {
            let (typed, client) = (&hidden.pending.texts, &mut hidden.worker_client);
            if client.ready {
                for event in &client.events {
                    if let WorkspaceEvent::Edit { file, edit } = event {
                        incremental::follow(&now, &mut ranges, file, edit);
                    }
                }
            } else {
                for (file, (edits, _)) in typed {
                    for edit in edits {
                        incremental::follow(&now, &mut ranges, file, edit);
                    }
                }
            }
            client.ranges = ranges;
        });
        self.checked_all.set_if_different(true);
        self.mark_problems();
    }

    /// Shows the active file's problems in the editor's gutter.
    pub(in super::super) fn mark_problems(self) {
        // They are marked when the file is shown.
        if self.is_editor_behind() {
            return;
        }
        let (Some(file), Some(editor)) = (self.active_file().get_untracked(), self.mounted_editor()) else {
            return;
        };
        let problems = self.problems().get_untracked();
        let marks = self.hidden.with_value(|hidden| {
            let placed = problems.iter().zip(&hidden.worker_client.ranges);
            let here =
                placed.filter(|(problem, _)| problem.file == file).map(|(problem, range)| ProblemMark {
                    range: *range,
                    severity: problem.severity,
                    message: problem.message.clone(),
                    code: problem.code.name,
                    fixes: problem.fixes.iter().map(|(title, _)| title.clone()).collect(),
                });
            here.collect()
        });
        editor.set_problems(&file, marks);
    }

    /// Range of a problem in the text.
    pub fn range_of(self, problem: &Problem) -> Option<TextRange> {
        let problems = self.problems().get_untracked();
        let at = problems.iter().position(|shown| shown.at == problem.at && shown.file == problem.file)?;
        self.hidden.with_value(|hidden| hidden.worker_client.ranges.get(at).copied())
    }

    /// Index, in the file's current diagnostics, of the problem shown as its `at`th.
    pub(in super::super) fn current_index(self, file: &FilePath, at: usize) -> Option<usize> {
        let problems = self.problems().get_untracked();
        let shown = problems.iter().find(|problem| problem.at == at && problem.file == *file)?;
        let same = |found: &Diagnostic| {
            found.code == shown.code && found.message == shown.message && found.path == shown.at_path.0
        };
        self.known().with_untracked(|known| {
            let mut found = known.analysis.diagnostics(file);
            let stays = found.nth(at).is_some_and(same);
            if stays { Some(at) } else { known.analysis.diagnostics(file).position(same) }
        })
    }
}
