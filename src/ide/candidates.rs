//! Completion candidates for a value: keywords of the table and names in scope. The syntax of an expression is probed by parsing the text with a
//! marker at the caret.

use std::collections::HashSet;
use std::ops::Range;

use super::typed_values::measured;
use limn_language::schema::{
    Expression, ExternalNames, Insertion, NameKind, Names, NodeContext, Part, PartKind, Scope, Shape,
};
use limn_yaml::Path;

/// Marker of the caret: no text contains this word.
const CARET: &str = "zzLimnCaretzz";

/// Maximum number of offered names.
const MAX_NAMES: usize = 500;

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

/// The names of the document and of its dependencies.
#[derive(Clone, Copy)]
pub(super) struct KnownNames<'a> {
    pub(super) names: &'a Names,
    pub(super) external: &'a ExternalNames,
}

/// The candidates at `caret` of `text`, regardless of the current text.
pub(super) fn candidates(
    shape: &'static Shape,
    (text, caret): (&str, usize),
    spot: &NodeContext<'_>,
    known: KnownNames<'_>,
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
        Shape::Boolean => vec![whole("true", "", ""), whole("false", "", "")],
        Shape::Text(Some(rule)) => {
            let mut found: Vec<Candidate> =
                rule.suggestions.iter().map(|word| whole(word, rule.label, "")).collect();
            found.extend(measured(text, caret, &units(rule.suggestions), rule.label));
            found
        }
        Shape::Reference(expression)
        | Shape::Value(expression)
        | Shape::Integer { or: Some(expression), .. } => {
            let words = expression.words.iter().filter(|choice| choice.profiles.has(spot.profiles));
            let mut found: Vec<Candidate> =
                words.map(|choice| whole(choice.word, expression.label, choice.doc)).collect();
            found.extend(named(expression, (text, caret), spot, known));
            let offers = expression.inner.map(|inner| (inner.offers)(text, caret, spot));
            found.extend(offers.into_iter().flatten().map(offered));
            found
        }
        Shape::OneOf(shapes) => {
            let mut found: Vec<Candidate> = Vec::new();
            for shape in *shapes {
                for candidate in candidates(shape, (text, caret), spot, known) {
                    if found.iter().all(|other| other.text != candidate.text) {
                        found.push(candidate);
                    }
                }
            }
            found
        }
        Shape::Single(inner) => candidates(inner, (text, caret), spot, known),
        Shape::BySibling(_) => limn_language::schema::pick(shape, spot)
            .map_or_else(Vec::new, |shape| candidates(shape, (text, caret), spot, known)),
        Shape::ByValue(which) => {
            let at = (which.choose)(spot).min(which.shapes.len().saturating_sub(1));
            which.shapes.get(at).map_or_else(Vec::new, |shape| candidates(shape, (text, caret), spot, known))
        }
        _ => Vec::new(),
    }
}

/// The units of suggested texts that end in a number and a unit: "< 100 km".
fn units(suggestions: &[&'static str]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for text in suggestions {
        let Some((number, unit)) = text.rsplit_once(' ') else { continue };
        let is_new = !found.contains(&unit);
        if is_new && number.ends_with(|character: char| character.is_ascii_digit()) {
            found.push(unit);
        }
    }
    found
}

fn offered(offer: Insertion) -> Candidate {
    Candidate {
        text: offer.label,
        insert: Some(offer.insert),
        behind: offer.behind,
        within: offer.within,
        detail: offer.detail,
        doc: offer.doc.into_owned(),
        is_name: true,
    }
}

/// The candidates at the caret that are names.
pub(super) fn named(
    expression: &'static Expression,
    (text, caret): (&str, usize),
    spot: &NodeContext<'_>,
    known: KnownNames<'_>,
) -> Vec<Candidate> {
    let KnownNames { names, external } = known;
    let (open, close) = expression.wrap;
    let Some((before, behind)) = text.split_at_checked(caret) else { return Vec::new() };
    // If references must be wrapped and the caret is outside one, a whole reference replaces an empty text.
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
    let at_caret = format!("{head}{CARET}{tail}");
    let alone = probe(expression, &at_caret, spot, names).map(|found| (found, ""));
    let leading =
        leads.then(|| probe(expression, &format!("{head}{CARET}{joint}{CARET}{tail}"), spot, names));
    let leading = leading.flatten().map(|found| (found, joint));
    let mut found: Vec<Candidate> = Vec::new();
    let mut seen = HashSet::new();
    for ((within, declarations), joint) in alone.into_iter().chain(leading) {
        let within =
            if inside { within.start.min(text.len())..within.end.min(text.len()) } else { 0..text.len() };
        for declaration in declarations.own.into_iter().map(|at| &names.declarations[at]) {
            let (kind, name) = (declaration.kind.id, declaration.name.as_str());
            if !seen.insert((kind, name)) || found.len() >= MAX_NAMES {
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
                let inner = probe(expression, &format!("{open}{name}{joint}{CARET}{close}"), spot, names);
                if let Some((_, members)) = inner {
                    let own = members.own.iter().map(|at| &names.declarations[*at]);
                    let own = own.map(|declaration| (declaration.kind.id, declaration.name.as_str()));
                    let other = external.of(members.parent, members.kinds);
                    for (kind, member) in own.chain(other) {
                        offer(format!("{open}{name}{joint}{member}{close}"), kind);
                    }
                }
            }
        }
        // Members that the type of an element declares in another file.
        for (kind, name) in external.of(declarations.parent, declarations.kinds).filter(|_| inside) {
            if found.len() < MAX_NAMES && seen.insert((kind, name)) {
                found.push(of_other(kind, name, within.clone()));
            }
        }
    }
    if inside && !external.names.is_empty() {
        let parts = (expression.parts)(&format!("{head}{CARET}{tail}"), spot);
        for part in parts.iter().filter(|part| part.name.contains(CARET)) {
            let known = external_at(part, text, external).filter(|name| seen.insert((name.0, name.1)));
            found.extend(known.map(|(kind, name, within)| of_other(kind, name, within)));
        }
    }
    found
}

/// A name that another file or the language declares.
fn of_other(kind: &str, name: &str, within: Range<usize>) -> Candidate {
    let (text, detail, doc) = (name.to_owned(), kind.to_owned(), String::new());
    Candidate { text, insert: None, behind: 0, within, detail, doc, is_name: true }
}

/// The names at the root of other files that a part with the marker can refer to: kind, name, and the bytes that they replace.
fn external_at<'n>(
    part: &Part,
    text: &str,
    external: &'n ExternalNames,
) -> impl Iterator<Item = (&'static str, &'n str, Range<usize>)> + use<'n> {
    let kinds = match &part.kind {
        PartKind::Name { kinds, scope: Scope::Root, .. } => *kinds,
        _ => &[],
    };
    let end = part.within.end.saturating_sub(CARET.len()).min(text.len());
    let within = part.within.start.min(end)..end;
    let known = external.names.iter().filter(|(kind, _)| kinds.contains(kind)).take(MAX_NAMES);
    known.map(move |(kind, name)| (kind.id, name.as_str(), within.clone()))
}

/// The declarations that fit at a marker.
struct Fitting {
    /// The element whose members they are.
    parent: Option<usize>,
    kinds: &'static [&'static NameKind],
    own: Vec<usize>,
}

/// The declarations that the expression can refer to at the marker, and the bytes of the text without the marker that they replace.
fn probe(
    expression: &'static Expression,
    text: &str,
    spot: &NodeContext<'_>,
    names: &Names,
) -> Option<(Range<usize>, Fitting)> {
    let parts = (expression.parts)(text, spot);
    let part = parts.iter().find(|part| part.name.contains(CARET))?;
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
    let end = part.within.end.checked_sub(CARET.len())?;
    let own = names.inside(parent).filter(|&at| kinds.contains(&names.declarations[at].kind)).collect();
    Some((part.within.start.min(end)..end, Fitting { parent, kinds, own }))
}

/// Returns true if the open wrap is closed before another one opens.
fn closes(behind: &str, open: &str, close: &str) -> bool {
    behind.find(close).is_some_and(|at| behind.find(open).is_none_or(|next| at < next))
}

/// The nearest declaration at or above a path.
fn enclosing(names: &Names, path: &Path) -> Option<usize> {
    (1..path.len()).rev().find_map(|len| names.declared_at(&path.prefix(len)))
}

/// Candidates for an empty place, for a form: words and names.
pub(super) fn choices(shape: &'static Shape, spot: &NodeContext<'_>, names: &Names) -> Vec<String> {
    let known = KnownNames { names, external: &ExternalNames::default() };
    candidates(shape, ("", 0), spot, known).into_iter().map(|candidate| candidate.text).collect()
}

/// Returns true if the place takes names only.
pub(super) fn is_reference(shape: &Shape) -> bool {
    match shape {
        Shape::Reference(_) => true,
        Shape::OneOf(shapes) => shapes.iter().any(is_reference),
        _ => false,
    }
}
