//! The lines of a text that an edit changes.

use leptos::prelude::*;

use limn_text::{HunkLine, TextEdit, hunks, visible};

/// Lines shown before and after each difference.
const AROUND: usize = 2;
/// Maximum number of differences shown.
const MAX_DIFFERENCES: usize = 100;

/// The differences in one text. `shift`: how many lines lower the text is now, because of other changes above.
pub(super) fn differences(text: &str, edit: &TextEdit, shift: isize) -> AnyView {
    let found = hunks(text, edit, AROUND);
    let more = found.len().saturating_sub(MAX_DIFFERENCES);
    let shown = found.into_iter().take(MAX_DIFFERENCES).map(|hunk| {
        let mut number = hunk.before.saturating_add_signed(shift);
        let label = format!("Line {number}");
        let lines = hunk.lines.into_iter().map(|line| {
            let at = match line {
                HunkLine::Added(_) => None,
                HunkLine::Same(_) | HunkLine::Removed(_) => {
                    number += 1;
                    Some(number - 1)
                }
            };
            let at = view! { <span class="difference-line" aria-hidden="true">{at}</span> };
            match line {
                HunkLine::Same(line) => {
                    view! { <span class="same">{at}<span>{shown(line)}</span></span> }.into_any()
                }
                HunkLine::Removed(line) => view! { <del>{at}<span>{shown(line)}</span></del> }.into_any(),
                HunkLine::Added(line) => view! { <ins>{at}<span>{shown(&line)}</span></ins> }.into_any(),
            }
        });
        view! { <li aria-label=label>{lines.collect_view()}</li> }
    });
    view! {
        <ol class="differences">{shown.collect_view()}</ol>
        {(more > 0).then(|| view! { <p class="note">{format!("{more} more.")}</p> })}
    }
    .into_any()
}

/// A line without its break; an empty line is one space high.
fn shown(line: &str) -> String {
    let line = visible(line.trim_end_matches(['\n', '\r']));
    if line.is_empty() { " ".to_owned() } else { line.into_owned() }
}
