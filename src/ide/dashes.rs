//! Items of a list before their dash is typed: a line below `requirements:` that holds nothing or one word.

use super::completion::Completion;
use super::position::{Position, position};
use limn_language::schema::{Construct, Profiles, Shape, describe_at, picked};
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Document, Path, Step};

pub const DASH: &str = "- ";

/// The dash that makes the line at an offset an item of a list, where only items are valid, and its position.
pub fn missing_dash(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
    offset: usize,
) -> Option<(TextEdit, usize)> {
    let text = document.text();
    let start = text.get(..offset)?.rfind('\n').map_or(0, |at| at + 1);
    let word = text[start..].lines().next().unwrap_or_default().trim_start_matches(' ');
    let is_word = |word: &str| !word.contains([' ', ':', '#', '"', '\'', '{', '[']) && !word.starts_with('-');
    let column = text[start..].bytes().take_while(|byte| *byte == b' ').count();
    let at = if word.is_empty() { offset } else { start + column };
    if !is_word(word.trim_end()) || offset < at {
        return None;
    }
    let is_list = |path: &Path| {
        let shape = describe_at(document, construct, profiles, path)
            .and_then(|description| picked(description.shape, None, profiles, None));
        matches!(shape, Some(Shape::List(_) | Shape::SomeList(_) | Shape::NamedList(_)))
    };
    match position(document, offset) {
        Some(Position::Key { container, flow: false, closed: false, .. }) if is_list(&container) => {}
        Some(Position::Value { path, quoted: false, flow: false, column: Some(_), .. }) if is_list(&path) => {
        }
        None => {}
        _ => return None,
    }
    let edit = TextEdit::insert(at, DASH);
    let after = document.after(&edit);
    let list = match position(&after, offset + DASH.len())? {
        Position::Value { path, .. } if matches!(path.last(), Some(Step::Index(_))) => path.parent()?,
        _ => return None,
    };
    is_list(&list).then_some((edit, at))
}

/// Completions of a document with the dash at `at`, as those of the document without it.
pub fn with_dash(completions: Vec<Completion>, text: &str, at: usize) -> Vec<Completion> {
    let moved = |mut completion: Completion| {
        let start = completion.range.start.checked_sub(DASH.len()).filter(|start| *start >= at)?;
        let before = text.get(at..start)?;
        completion.stops.iter_mut().for_each(|stop| *stop += DASH.len() + before.len());
        completion.insert = format!("{DASH}{before}{}", completion.insert);
        completion.range = TextRange::new(at, completion.range.end - DASH.len());
        Some(completion)
    };
    completions.into_iter().filter_map(moved).collect()
}
