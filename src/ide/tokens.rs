//! Semantic tokens: declared names, references to them, and the functions whose arguments they are.

use std::collections::BTreeMap;

use super::symbols::{Role, role};
use limn_language::schema::{Construct, Names, Profiles, describe_at};
use limn_text::TextRange;
use limn_yaml::{Document, Node};

/// A colored piece of the text, on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub range: TextRange,
    pub kind: TokenKind,
    pub is_declaration: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Name(Role),
    /// The key of a function call.
    Call,
}

/// Maximum distance of the call of a function above a reference: its list of arguments, and a list in it.
const DEPTH: usize = 3;

/// The tokens that touch a range, in text order; none overlaps another. A call has one if an argument of it touches the range.
pub fn tokens(
    document: &Document,
    (construct, profiles): (&'static Construct, Profiles),
    names: &Names,
    within: TextRange,
) -> Vec<Token> {
    let mut found: BTreeMap<usize, Token> = BTreeMap::new();
    let is_seen = |range: TextRange| range.start <= within.end && within.start <= range.end;
    let mut add = |token: Token| {
        let text = document.text().get(token.range.start..token.range.end).unwrap_or("\n");
        if !token.range.is_empty() && !text.contains(['\n', '\r']) {
            found.entry(token.range.start).or_insert(token);
        }
    };
    for declaration in names.declarations.iter().filter(|declaration| is_seen(declaration.range)) {
        let kind = TokenKind::Name(role(declaration.kind));
        add(Token { range: declaration.range, kind, is_declaration: true });
    }
    for reference in names.references.iter().filter(|reference| is_seen(reference.range)) {
        let declared = reference.declaration.map(|at| names.declarations[at].kind);
        let Some(kind) = declared.or(reference.kinds.first().copied()) else { continue };
        add(Token { range: reference.range, kind: TokenKind::Name(role(kind)), is_declaration: false });
        let key = document.node_of(reference.node).filter(|_| !reference.is_key).and_then(call_around);
        let is_row = |key: &Node<'_>| {
            describe_at(document, construct, profiles, &key.path())
                .is_some_and(|description| description.key.is_some())
        };
        if let Some(key) = key.filter(|key| !is_row(key)) {
            add(Token { range: key.range(), kind: TokenKind::Call, is_declaration: false });
        }
    }
    let mut end = 0;
    let apart = |token: &Token| {
        let is_apart = token.range.start >= end;
        end = end.max(token.range.end);
        is_apart
    };
    found.into_values().filter(apart).collect()
}

/// The key of the call whose argument a node is: a mapping with this one entry.
fn call_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut here = node;
    for _ in 0..DEPTH {
        if let Some(key) = here.key() {
            let call = here.parent()?;
            return Some(key).filter(|_| call.entries().len() == 1);
        }
        here = here.parent()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::{NEW, RECIPE, read};

    /// The tokens of a line are marked below it: `D` at a declaration, `R` at a reference, `C` at a call.
    #[track_caller]
    fn check(annotated: &str) {
        let lines: Vec<&str> = annotated.lines().filter(|line| !line.starts_with('#')).collect();
        let text = lines.join(
            "
",
        ) + "
";
        let (document, names) = read(&text);
        let found = tokens(&document, (&RECIPE, NEW), &names, TextRange::new(0, text.len()));
        let mut start = 0;
        let mut actual = String::new();
        for line in text.lines() {
            actual += &format!("{line}\n");
            let mut marks = vec![' '; line.len()];
            for token in
                found.iter().filter(|token| (start..=start + line.len()).contains(&token.range.start))
            {
                let mark = match token {
                    Token { kind: TokenKind::Call, .. } => 'C',
                    Token { is_declaration: true, .. } => 'D',
                    _ => 'R',
                };
                marks[token.range.start - start..token.range.end - start].fill(mark);
            }
            let marks = marks.into_iter().collect::<String>();
            if !marks.trim().is_empty() {
                actual += &format!("#{}\n", marks.trim_end().get(1..).unwrap_or_default());
            }
            start += line.len() + 1;
        }
        assert_eq!(actual, annotated);
    }

    #[test]
    fn declarations_and_references_have_tokens() {
        check(
            "ingredients:\n  flour: {unit: cup, amount: 'a ${flour} b'}\n# DDDDD                           RRRRR\n  water: {instead-of: flour}\n# DDDDD               RRRRR\n",
        );
    }
}
