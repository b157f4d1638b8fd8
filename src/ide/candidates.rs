//! What may stand in place of a text: words of the table, and the names that an expression would find. How an expression is spelt is its own
//! business: it is asked what it makes of the text with a word put in at the caret.

use std::ops::Range;

use crate::schema::{Expression, Names, Scope, Shape, Spot, Wanted};
use crate::yaml::Path;

/// No text has this word.
const MARK: &str = "zzLimnCaretzz";

/// Something that may stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) text: String,
    /// Bytes of the text before that it takes the place of.
    pub(super) within: Range<usize>,
    pub(super) detail: String,
    pub(super) doc: String,
    /// It is a name inside of what is written, not a whole value.
    pub(super) is_name: bool,
}

/// What may stand at `caret` of `text`, whatever is written there already.
pub(super) fn candidates(
    shape: &'static Shape,
    (text, caret): (&str, usize),
    spot: &Spot<'_>,
    names: &Names,
) -> Vec<Candidate> {
    let whole = |word: &str, detail: &str, doc: &str| Candidate {
        text: word.to_owned(),
        within: 0..text.len(),
        detail: detail.to_owned(),
        doc: doc.to_owned(),
        is_name: false,
    };
    match shape {
        Shape::Choice(choices) => {
            let known = choices.iter().filter(|choice| choice.profiles.has(spot.profiles));
            known.map(|choice| whole(choice.word, "", choice.doc)).collect()
        }
        Shape::Flag => vec![whole("true", "", ""), whole("false", "", "")],
        Shape::Text(Some(rule)) => rule.suggestions.iter().map(|word| whole(word, rule.label, "")).collect(),
        Shape::Refers(expression)
        | Shape::Value(expression)
        | Shape::Integer { or: Some(expression), .. } => {
            let known = expression.words.iter().filter(|choice| choice.profiles.has(spot.profiles));
            let mut found: Vec<Candidate> =
                known.map(|choice| whole(choice.word, expression.label, choice.doc)).collect();
            found.extend(named(expression, (text, caret), spot, names));
            found
        }
        Shape::OneOf(shapes) => {
            let mut found: Vec<Candidate> = Vec::new();
            for shape in *shapes {
                for candidate in candidates(shape, (text, caret), spot, names) {
                    if found.iter().all(|it| it.text != candidate.text) {
                        found.push(candidate);
                    }
                }
            }
            found
        }
        Shape::Which(which) => {
            let at = (which.choose)(spot).min(which.shapes.len().saturating_sub(1));
            which.shapes.get(at).map_or_else(Vec::new, |it| candidates(it, (text, caret), spot, names))
        }
        _ => Vec::new(),
    }
}

/// The names that may stand at the caret.
pub(super) fn named(
    expression: &'static Expression,
    (text, caret): (&str, usize),
    spot: &Spot<'_>,
    names: &Names,
) -> Vec<Candidate> {
    let (open, close) = expression.wrap;
    let Some((before, behind)) = text.split_at_checked(caret) else { return Vec::new() };
    // Where a reference has to be wrapped, and the caret stands in none, a whole one is offered in place of an empty text.
    let inside = open.is_empty() || before.rfind(open).is_some_and(|at| !before[at..].contains(close));
    let (head, tail) = match inside {
        true if open.is_empty() || closes(behind, open, close) => (before.to_owned(), behind.to_owned()),
        true => (before.to_owned(), format!("{close}{behind}")),
        false if text.trim().is_empty() || open.starts_with(text.trim()) => {
            (open.to_owned(), close.to_owned())
        }
        false => return Vec::new(),
    };
    let probe = format!("{head}{MARK}{tail}");
    let parts = (expression.parts)(&probe, spot);
    let Some(part) = parts.iter().find(|part| part.name.contains(MARK)) else { return Vec::new() };
    let Wanted::Name { kinds, scope, .. } = &part.wanted else { return Vec::new() };
    let parent = match scope {
        Scope::Root => Some(None),
        Scope::Enclosing => Some(enclosing(names, &spot.path())),
        Scope::At(path) if path.is_empty() => Some(None),
        Scope::At(path) => names.declared_at(path).map(Some),
        Scope::Part(of) => parts.get(*of).and_then(|of| match &of.wanted {
            Wanted::Name { kinds, scope: Scope::Root, .. } => names.find_in(None, &of.name, kinds).map(Some),
            Wanted::Name { kinds, scope: Scope::Enclosing, .. } => {
                names.find_in(enclosing(names, &spot.path()), &of.name, kinds).map(Some)
            }
            Wanted::Name { kinds, scope: Scope::At(path), .. } => names.find(path, &of.name, kinds).map(Some),
            _ => None,
        }),
    };
    let Some(parent) = parent else { return Vec::new() };
    let within = if inside {
        let end = part.within.end.saturating_sub(MARK.len()).min(text.len());
        part.within.start.min(end)..end
    } else {
        0..text.len()
    };
    let mut found: Vec<Candidate> = names
        .inside(parent)
        .map(|it| &names.declarations[it])
        .filter(|it| kinds.contains(&it.kind))
        .map(|it| Candidate {
            text: if inside { it.name.clone() } else { format!("{open}{}{close}", it.name) },
            within: within.clone(),
            detail: it.kind.id.to_owned(),
            doc: String::new(),
            is_name: inside,
        })
        .collect();
    found.dedup_by(|a, b| a.text == b.text);
    found
}

/// Whether the wrap that is open is closed before another opens.
fn closes(behind: &str, open: &str, close: &str) -> bool {
    behind.find(close).is_some_and(|at| behind.find(open).is_none_or(|next| at < next))
}

/// The nearest declared thing at or above a path.
fn enclosing(names: &Names, path: &Path) -> Option<usize> {
    (1..path.len()).rev().find_map(|len| names.declared_at(&path.prefix(len)))
}

/// Texts that may stand where nothing is written, for a form: words and names.
pub(super) fn choices(shape: &'static Shape, spot: &Spot<'_>, names: &Names) -> Vec<String> {
    candidates(shape, ("", 0), spot, names).into_iter().map(|it| it.text).collect()
}

/// Whether names may stand there, and nothing else.
pub(super) fn is_reference(shape: &Shape) -> bool {
    match shape {
        Shape::Refers(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(is_reference),
        _ => false,
    }
}
