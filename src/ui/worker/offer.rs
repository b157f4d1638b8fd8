//! What could be typed at a place, as the editor offers it. Asked on either thread.

use super::super::editor::{Choice, Completions, Kind};
use crate::analysis::Checked;
use crate::ide::completion::Sort;

/// `asked`: in so many words; unasked, nothing is offered before something is typed.
pub fn offer(checked: &Checked, at: usize, asked: bool) -> Option<Completions> {
    let found = checked.complete(at);
    let from = found.first()?.range.start;
    let typed = checked.text().get(from..at).unwrap_or_default();
    if !asked && typed.trim().is_empty() {
        return None;
    }
    let options = found.into_iter().filter(|option| option.range.start == from).map(|option| Choice {
        kind: match option.sort {
            Sort::Required | Sort::Key => Kind::Property,
            Sort::Word => Kind::Constant,
            Sort::Name => Kind::Variable,
        },
        insert: (option.insert != option.label).then_some(option.insert),
        label: option.label,
        detail: (!option.detail.is_empty()).then_some(option.detail),
        help: (!option.doc.is_empty()).then_some(option.doc),
    });
    Some(Completions { from, options: options.collect() })
}
