//! Hover: help for the word under the pointer.

use super::anchors::Anchor;
use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::{
    Construct, Description, Names, NodeContext, Profiles, Shape, describe_at, label, picked,
};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path};

/// The content of a hover card: a title, help, and the allowed values.
#[derive(Clone, Debug, Default)]
pub struct Hover {
    /// The word under the pointer.
    pub range: TextRange,
    pub title: String,
    /// The word next to the title: "component", "an integer".
    pub kind: String,
    /// Sentences, one per line.
    pub doc: Vec<String>,
    /// Type, constraints, effective value and more, each with its label.
    pub facts: Vec<Fact>,
    /// The table whose section of the language's specification explains it.
    pub construct: Option<&'static Construct>,
    /// That section, in the specification of the document's version.
    pub section: String,
    pub default: Option<&'static str>,
    /// The allowed words, with their help.
    pub allowed: Vec<(&'static str, &'static str)>,
    /// The position of the declaration, and the first lines of the declared element.
    pub declared: Option<(TextRange, String)>,
}

impl Hover {
    /// A card with the meaning of a name or a call; `hover` is the card of the tables and names at its place.
    pub fn explained(hover: Option<Hover>, explanation: Explanation) -> Hover {
        let Explanation { range, title, kind, doc, facts } = explanation;
        let lines = (!doc.is_empty()).then_some(doc);
        // The help of the key above a name says nothing about the name.
        let Some(mut hover) = hover.filter(|hover| hover.declared.is_some()) else {
            let doc = lines.into_iter().collect();
            return Hover { range, title, kind, doc, facts, ..Hover::default() };
        };
        hover.range = range;
        hover.title = title;
        // The name index knows more than the place: "private property".
        if hover.kind.is_empty() {
            hover.kind = kind;
        }
        hover.doc.splice(0..0, lines);
        hover.facts = facts;
        hover
    }
}

/// Maximum number of lines of a declared element.
const LINES: usize = 8;

/// The hover card at `offset`.
pub fn hover(
    document: &Document,
    construct: &'static Construct,
    profiles: Profiles,
    names: &Names,
    offset: usize,
) -> Option<Hover> {
    if let Some(hover) = named(document, names, offset) {
        return Some(hover);
    }
    let node = document.at(offset).filter(|node| node.is_key() || node.is_scalar())?;
    let path = node.path();
    let description = describe_at(document, construct, profiles, &path)?;
    if let Some(hover) = term(node, &description, profiles, offset) {
        return Some(hover);
    }
    let row = description.key?;
    let shape = picked(&row.shape, document.get(&path), profiles, None).unwrap_or(&row.shape);
    let allowed = match shape {
        Shape::Choice(choices) => {
            let known = choices.iter().filter(|choice| choice.profiles.has(profiles));
            known.map(|choice| (choice.word, choice.doc)).collect()
        }
        Shape::Boolean => vec![("true", ""), ("false", "")],
        _ => Vec::new(),
    };
    let text = node.as_str().filter(|_| !node.is_key());
    let word =
        text.and_then(|text| allowed.iter().copied().find(|(word, doc)| *word == text && !doc.is_empty()));
    let around = description.around;
    let docs = [word.map(|(_, doc)| doc), Some(row.doc), Some(inner(shape).map_or("", |inner| inner.doc))];
    Some(Hover {
        range: node.range(),
        title: word.map_or(row.name, |(word, _)| word).to_owned(),
        kind: word.map_or_else(|| label(&row.shape, profiles), |_| row.name.to_owned()),
        doc: lines(docs.into_iter().flatten()),
        construct: around.filter(|around| !around.section.is_empty()),
        default: row.default,
        allowed,
        ..Hover::default()
    })
}

/// The card of an anchor, with the number of its aliases, or of an alias, with the anchor it refers to.
pub fn of_anchor(document: &Document, anchor: &Anchor<'_>) -> Hover {
    let is_anchor = anchor.at == anchor.range;
    let line = document.text()[..anchor.range.start].matches('\n').count() + 1;
    let doc = match (is_anchor, anchor.aliases.len()) {
        (false, _) => format!("Alias of the value with the anchor `&{}` in line {line}.", anchor.name),
        (true, 0) => "No alias refers to it.".to_owned(),
        (true, 1) => "One alias refers to it.".to_owned(),
        (true, count) => format!("{count} aliases refer to it."),
    };
    let sign = if is_anchor { '&' } else { '*' };
    Hover {
        range: anchor.at,
        title: format!("{sign}{}", anchor.name),
        kind: if is_anchor { "anchor" } else { "alias" }.to_owned(),
        doc: vec![doc],
        declared: Some((anchor.range, excerpt(document, &anchor.node.path()))),
        ..Hover::default()
    }
}

/// A word inside a text: a function of an expression.
fn term(node: Node<'_>, description: &Description, profiles: Profiles, offset: usize) -> Option<Hover> {
    let shape = picked(description.shape, Some(node), profiles, None).unwrap_or(description.shape);
    let (Shape::Value(expression) | Shape::Reference(expression)) = shape else { return None };
    let inner = expression.inner?;
    let text = node.as_str()?;
    let terms = (inner.terms)(&text, &NodeContext::new(node, profiles));
    let placed = terms.into_iter().map(|term| (node.range_within(term.within.clone()), term));
    let (range, term) =
        placed.filter(|(range, _)| range.touches(offset)).max_by_key(|(range, _)| range.start)?;
    Some(Hover {
        range,
        title: term.title,
        kind: term.kind.to_owned(),
        doc: vec![term.doc.to_owned()],
        ..Hover::default()
    })
}

/// A name: a declaration or a reference.
fn named(document: &Document, names: &Names, offset: usize) -> Option<Hover> {
    let (range, at) = names.declared_name_at(offset)?;
    let declaration = &names.declarations[at];
    let uses = names.references_to(at).count();
    let used = match uses {
        0 => "Nothing in this document refers to it.".to_owned(),
        1 => "One place refers to it.".to_owned(),
        uses => format!("{uses} places refer to it."),
    };
    let scope = declaration.parent.map(|parent| {
        let parent = &names.declarations[parent];
        format!("Declared on {} `{}`.", parent.kind.id, parent.name)
    });
    Some(Hover {
        range,
        title: declaration.name.clone(),
        kind: declaration.kind.id.to_owned(),
        doc: scope.into_iter().chain([used]).collect(),
        declared: Some((declaration.range, excerpt(document, &declaration.written))),
        ..Hover::default()
    })
}

/// The table of a value of the shape.
fn inner(shape: &'static Shape) -> Option<&'static Construct> {
    match shape {
        Shape::Construct(construct) => Some(construct),
        _ => None,
    }
}

fn lines<'a>(docs: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut lines: Vec<String> = docs.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    lines.dedup();
    lines
}

/// The first lines of an entry, without their common indentation.
pub fn excerpt(document: &Document, path: &Path) -> String {
    let Some(node) = document.get(path) else { return String::new() };
    let start = node.key().map_or(node.range().start, |key: Node<'_>| key.range().start);
    let text = document.text();
    let indent = start - text[..start].rfind('\n').map_or(0, |at| at + 1);
    let end = node.range().end.max(start);
    let mut shown = String::new();
    for (at, line) in text[start..end].lines().take(LINES + 1).enumerate() {
        if at == LINES {
            shown.push_str("…\n");
            break;
        }
        let blanks = line.len() - line.trim_start_matches(' ').len();
        shown.push_str(if at == 0 { line } else { &line[blanks.min(indent)..] });
        shown.push('\n');
    }
    shown
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use limn_check::recipe::{self, NEW, RECIPE, read};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (text, offset) = recipe::caret(text);
        let (document, names) = read(&text);
        let shown = hover(&document, &RECIPE, NEW, &names, offset).map(|hover| {
            let mut shown = format!("{}: {} [{}]\n", hover.title, hover.kind, &text.as_str()[hover.range]);
            for line in &hover.doc {
                writeln!(shown, "{line}").unwrap();
            }
            if let Some(default) = hover.default {
                writeln!(shown, "default {default}").unwrap();
            }
            for (word, doc) in hover.allowed {
                writeln!(shown, "- {word} {doc}").unwrap();
            }
            if let Some(construct) = hover.construct {
                writeln!(shown, "section {}", construct.section).unwrap();
            }
            shown + &hover.declared.map_or(String::new(), |(_, excerpt)| excerpt)
        });
        expected.assert_eq(&shown.unwrap_or_else(|| "nothing".to_owned()));
    }

    #[test]
    fn keys_words_and_names() {
        check(
            "oven: {deg|rees: 90}\n",
            expect![[r#"
            degrees: an integer or a value or `${…}` [degrees]
            How hot, in degrees Celsius.
            default 180
        "#]],
        );
        check(
            "ingredients: {salt: {un|it: gram}}\n",
            expect![[r#"
            unit: `gram`, `cup` or `pinch` [unit]
            How it is measured.
            - gram By weight.
            - cup 
            - pinch 
            section 2.1
        "#]],
        );
        check(
            "ingredients: {salt: {unit: gr|am}}\n",
            expect![[r#"
            gram: unit [gram]
            By weight.
            How it is measured.
            - gram By weight.
            - cup 
            - pinch 
            section 2.1
        "#]],
        );
        check(
            "ingredients:\n  salt: {unit: gram}\n  rice:\n    instead-of: sa|lt\n",
            expect![[r#"
            salt: ingredient [salt]
            One place refers to it.
            salt: {unit: gram}
        "#]],
        );
        check(
            "ingredients:\n  sa|lt:\n    unit: gram\n    # so\n    amount: 1\n",
            expect![[r#"
            salt: ingredient [salt]
            Nothing in this document refers to it.
            salt:
              unit: gram
              # so
              amount: 1
        "#]],
        );
        check("extra: {a|: 1}\n", expect!["nothing"]);
        check("colour|: 1\n", expect!["nothing"]);
    }
}
