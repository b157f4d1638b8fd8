//! Quotes of a document: where all its keys or all its texts are quoted alike, completions are as well.

use super::completion::Completion;
use limn_yaml::{Document, Node, NodeKind, Resolved, Style};

/// The quotes that all keys and all texts of a document have.
#[derive(Clone, Copy, Default)]
struct Quotes {
    keys: Option<char>,
    texts: Option<char>,
}

/// Fewer keys or texts show no style.
const MIN_SAMPLES: usize = 2;

impl Quotes {
    /// The quotes of a document, without the scalar at `caret`, which is still being typed.
    fn of(document: &Document, caret: usize) -> Quotes {
        let scalars = || {
            document.nodes().filter(|node| {
                node.kind() == NodeKind::Scalar && !node.is_missing() && !node.range().touches(caret)
            })
        };
        let is_text = |node: &Node<'_>| node.text().is_some_and(reads_as_text);
        Quotes {
            keys: alike(scalars().filter(|node| node.is_key())),
            texts: alike(scalars().filter(|node| !node.is_key() && is_text(node))),
        }
    }
}

fn reads_as_text(text: &str) -> bool {
    limn_yaml::resolve_plain(text) == Resolved::Text
}

fn alike<'d>(mut nodes: impl Iterator<Item = Node<'d>>) -> Option<char> {
    let quote = |node: Node<'_>| match node.style() {
        Style::Single => Some('\''),
        Style::Double => Some('"'),
        _ => None,
    };
    let first = quote(nodes.next()?)?;
    let mut count = 1;
    for node in nodes {
        // Texts of several lines have a style of their own.
        if matches!(node.style(), Style::Literal | Style::Folded) {
            continue;
        }
        if quote(node) != Some(first) {
            return None;
        }
        count += 1;
    }
    (count >= MIN_SAMPLES).then_some(first)
}

/// Writes the keys and texts that completions at `caret` insert with the quotes of the document.
pub fn in_style(document: &Document, caret: usize, completions: &mut [Completion]) {
    if completions.is_empty() {
        return;
    }
    let quotes = Quotes::of(document, caret);
    if quotes.keys.is_none() && quotes.texts.is_none() {
        return;
    }
    for it in completions {
        let text = document.text();
        let before = text[..it.range.start].rsplit('\n').next().unwrap_or_default().trim_end();
        let behind = text[it.range.end..].trim_start_matches(' ');
        let starts_here = before.is_empty() || before.ends_with([':', '-', '[', '{', ',']);
        if starts_here {
            quoted(it, quotes, behind.starts_with(':'));
        }
    }
}

/// Quotes the keys of an inserted text, or the whole if it is a text.
fn quoted(completion: &mut Completion, quotes: Quotes, is_key: bool) {
    let text = &completion.insert;
    let mut marks: Vec<(usize, char)> = Vec::new();
    let keys = keys_of(text);
    if keys.is_empty() {
        let quote = if is_key { quotes.keys } else { quotes.texts };
        let is_plain = !text.starts_with(['\'', '"', '{', '[', '$']) && reads_as_text(text);
        let Some(quote) = quote.filter(|quote| is_plain && !text.contains(['\n', '\\', *quote])) else {
            return;
        };
        marks.extend([(0, quote), (text.len(), quote)]);
    } else if let Some(quote) = quotes.keys {
        marks.extend(keys.into_iter().flat_map(|(start, end)| [(start, quote), (end, quote)]));
    }
    let caret = text.len() - completion.behind;
    // The caret behind a text is behind its quote; that of a new name is between the quotes.
    let moved = |at: usize| {
        let is_name = marks.iter().filter(|mark| mark.0 == at).count() == 2;
        at + marks.iter().filter(|mark| mark.0 < at || (mark.0 == at && !is_name)).count()
            + usize::from(is_name)
    };
    let caret = moved(caret);
    let stops = completion.stops.iter().map(|at| moved(*at)).collect();
    let mut out = String::with_capacity(text.len() + marks.len());
    let mut from = 0;
    for (at, quote) in &marks {
        out.push_str(&text[from..*at]);
        out.push(*quote);
        from = *at;
    }
    out.push_str(&text[from..]);
    completion.behind = out.len() - caret;
    completion.stops = stops;
    completion.insert = out;
}

/// The plain keys of an inserted text, as ranges: words in front of a colon, at the start of a line, behind a dash, a brace or a comma.
fn keys_of(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        let next = text[at + letter.len_utf8()..].chars().next();
        match letter {
            '\n' | '{' | '[' | ',' => start = at + 1,
            ' ' if text[start..at].trim().is_empty() => start = at + 1,
            '-' if text[start..at].is_empty() && next == Some(' ') => start = at + 1,
            ':' if next.is_none_or(|it| matches!(it, ' ' | '\n')) => {
                if !text[start..at].contains(['\'', '"', ' ']) {
                    found.push((start, at));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}
