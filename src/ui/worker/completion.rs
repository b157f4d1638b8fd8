//! Completions at an offset, as the editor shows them. Runs on either thread.

use super::super::editor::{CompletionKind, CompletionOption, Completions};
use limn_analysis::Checked;
use limn_ide::completion::{Completion, CompletionRank};

/// `asked`: whether the user requested completions explicitly; otherwise nothing is offered before something is typed.
pub fn complete(checked: &Checked, at: usize, asked: bool) -> Option<Completions> {
    let found = checked.complete(at);
    let from = found.first()?.range.start;
    let typed = checked.text().get(from..at).unwrap_or_default();
    if !asked && typed.trim().is_empty() {
        return None;
    }
    let behind = |option: &Completion| {
        let tail = option.insert.len().checked_sub(option.behind).and_then(|at| option.insert.get(at..));
        tail.map_or(0, |tail| tail.encode_utf16().count())
    };
    let options =
        found.into_iter().filter(|option| option.range.start == from).map(|option| CompletionOption {
            behind: behind(&option),
            kind: match option.rank {
                CompletionRank::Required | CompletionRank::Key => CompletionKind::Property,
                CompletionRank::Word => CompletionKind::Constant,
                CompletionRank::Name => CompletionKind::Variable,
            },
            insert: (option.insert != option.label).then_some(option.insert),
            label: option.label,
            detail: (!option.detail.is_empty()).then_some(option.detail),
            help: (!option.doc.is_empty()).then_some(option.doc),
        });
    Some(Completions { from, options: options.collect() })
}
