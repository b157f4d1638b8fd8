//! Completion candidates for a value: keywords of the table and names in scope. The syntax of an expression is probed by parsing the text with a
//! marker at the caret.

use std::collections::HashSet;
use std::ops::Range;

use limn_language::schema::{Expression, Insertion, Names, PartKind, Scope, Shape, Spot};
use limn_yaml::Path;

/// Marker of the caret: no text contains this word.
const MARK: &str = "zzLimnCaretzz";

/// Maximum number of offered names.
const MOST: usize = 500;

/// A candidate for the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) text: String,
    /// The inserted text, if it is not `text`.
    pub(super) insert: Option<String>,
    /// Bytes of `insert` behind the caret.
    pub(super) behind: usize,
    /// Number of bytes before the caret that it replaces.
    pub(super) within: Range<usize>,
    pub(super) detail: String,
    pub(super) doc: String,
    /// True for a name inside the current text, false for a whole value.
    pub(super) is_name: bool,
}

/// The candidates at `caret` of `text`, regardless of the current text.
pub(super) fn candidates(
    shape: &'static Shape,
    (text, caret): (&str, usize),
    spot: &Spot<'_>,
    names: &Names,
) -> Vec<Candidate> {
    let whole = |word: &str, detail: &str, doc: &str| Candidate {
        text: word.to_owned(),
        insert: None,
        behind: 0,
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
            let offers = expression.inner.map(|inner| (inner.offers)(text, caret, spot));
            found.extend(offers.into_iter().flatten().map(offered));
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
        Shape::Single(inner) => candidates(inner, (text, caret), spot, names),
        Shape::BySibling(_) => limn_language::schema::pick(shape, spot)
            .map_or_else(Vec::new, |it| candidates(it, (text, caret), spot, names)),
        Shape::Which(which) => {
            let at = (which.choose)(spot).min(which.shapes.len().saturating_sub(1));
            which.shapes.get(at).map_or_else(Vec::new, |it| candidates(it, (text, caret), spot, names))
        }
        _ => Vec::new(),
    }
}

fn offered(offer: Insertion) -> Candidate {
    Candidate {
        text: offer.label,
        insert: Some(offer.insert),
        behind: offer.behind,
        within: offer.within,
        detail: offer.detail,
        doc: offer.doc.to_owned(),
        is_name: true,
    }
}

/// The candidates at the caret that are names.
pub(super) fn named(
    expression: &'static Expression,
    (text, caret): (&str, usize),
    spot: &Spot<'_>,
    names: &Names,
) -> Vec<Candidate> {
    let (open, close) = expression.wrap;
    let Some((before, behind)) = text.split_at_checked(caret) else { return Vec::new() };
    // If references must be wrapped and the caret is outside of one, a whole reference replaces an empty text.
    let inside = open.is_empty() || before.rfind(open).is_some_and(|at| !before[at..].contains(close));
    let (head, tail) = match inside {
        true if open.is_empty() || closes(behind, open, close) => (before.to_owned(), behind.to_owned()),
        true => (before.to_owned(), format!("{close}{behind}")),
        false if text.trim().is_empty() || open.starts_with(text.trim()) => {
            (open.to_owned(), close.to_owned())
        }
        false => return Vec::new(),
    };
    let joint = expression.joint;
    // A name on its own and the first name of a path may be of different kinds.
    let leads = !joint.is_empty() && !tail.starts_with(joint);
    let alone = probe(expression, &format!("{head}{MARK}{tail}"), spot, names).map(|found| (found, ""));
    let leading = leads.then(|| probe(expression, &format!("{head}{MARK}{joint}{MARK}{tail}"), spot, names));
    let leading = leading.flatten().map(|found| (found, joint));
    let mut found: Vec<Candidate> = Vec::new();
    let mut seen = HashSet::new();
    for ((within, declarations), joint) in alone.into_iter().chain(leading) {
        let within =
            if inside { within.start.min(text.len())..within.end.min(text.len()) } else { 0..text.len() };
        for declaration in declarations.into_iter().map(|it| &names.declarations[it]) {
            let (kind, name) = (declaration.kind.id, declaration.name.as_str());
            if !seen.insert((kind, name)) || found.len() >= MOST {
                continue;
            }
            let mut offer = |text: String, detail: &str| {
                let (detail, doc) = (detail.to_owned(), String::new());
                let within = within.clone();
                found.push(Candidate { text, insert: None, behind: 0, within, detail, doc, is_name: inside });
            };
            if inside {
                offer(format!("{name}{joint}"), kind);
            } else if joint.is_empty() {
                offer(format!("{open}{name}{close}"), kind);
            } else {
                // The caret goes behind the inserted text, so that must be complete.
                let inner = probe(expression, &format!("{open}{name}{joint}{MARK}{close}"), spot, names);
                for member in inner.into_iter().flat_map(|(_, members)| members) {
                    let member = &names.declarations[member];
                    offer(format!("{open}{name}{joint}{}{close}", member.name), member.kind.id);
                }
            }
        }
    }
    if inside && joint.is_empty() && !names.beyond.is_empty() {
        let parts = (expression.parts)(&format!("{head}{MARK}{tail}"), spot);
        for part in parts.iter().filter(|part| part.name.contains(MARK)) {
            let PartKind::Name { kinds, scope: Scope::Root, .. } = &part.kind else { continue };
            let end = part.within.end.saturating_sub(MARK.len()).min(text.len());
            let within = part.within.start.min(end)..end;
            let known = names.beyond.iter().filter(|(kind, _)| kinds.contains(kind));
            for (kind, name) in known.take(MOST) {
                if seen.insert((kind.id, name.as_str())) {
                    let (detail, doc) = (kind.id.to_owned(), String::new());
                    let (text, within) = (name.clone(), within.clone());
                    found.push(Candidate {
                        text,
                        insert: None,
                        behind: 0,
                        within,
                        detail,
                        doc,
                        is_name: true,
                    });
                }
            }
        }
    }
    found
}

/// The declarations that the expression can refer to at the marker, and the bytes of the text without the marker that they replace.
fn probe(
    expression: &'static Expression,
    text: &str,
    spot: &Spot<'_>,
    names: &Names,
) -> Option<(Range<usize>, Vec<usize>)> {
    let parts = (expression.parts)(text, spot);
    let part = parts.iter().find(|part| part.name.contains(MARK))?;
    let PartKind::Name { kinds, scope, .. } = &part.kind else { return None };
    let within = |path: &Path| if path.is_empty() { Some(None) } else { names.declared_at(path).map(Some) };
    let parent = match scope {
        Scope::Root => None,
        Scope::Enclosing => enclosing(names, &spot.path()),
        Scope::At(path) => within(path)?,
        Scope::Elsewhere => return None,
        Scope::Part(of) => {
            let of = parts.get(*of)?;
            let PartKind::Name { kinds, scope, .. } = &of.kind else { return None };
            let around = match scope {
                Scope::Root => None,
                Scope::Enclosing => enclosing(names, &spot.path()),
                Scope::At(path) => within(path)?,
                Scope::Part(_) | Scope::Elsewhere => return None,
            };
            Some(names.find_in(around, &of.name, kinds)?)
        }
    };
    let end = part.within.end.checked_sub(MARK.len())?;
    let declared = names.inside(parent).filter(|&it| kinds.contains(&names.declarations[it].kind));
    Some((part.within.start.min(end)..end, declared.collect()))
}

/// Whether the open wrap is closed before another one opens.
fn closes(behind: &str, open: &str, close: &str) -> bool {
    behind.find(close).is_some_and(|at| behind.find(open).is_none_or(|next| at < next))
}

/// The nearest declaration at or above a path.
fn enclosing(names: &Names, path: &Path) -> Option<usize> {
    (1..path.len()).rev().find_map(|len| names.declared_at(&path.prefix(len)))
}

/// Candidates for an empty place, for a form: words and names.
pub(super) fn choices(shape: &'static Shape, spot: &Spot<'_>, names: &Names) -> Vec<String> {
    candidates(shape, ("", 0), spot, names).into_iter().map(|it| it.text).collect()
}

/// Whether the place takes names only.
pub(super) fn is_reference(shape: &Shape) -> bool {
    match shape {
        Shape::Refers(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(is_reference),
        _ => false,
    }
}
