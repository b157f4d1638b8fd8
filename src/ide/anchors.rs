//! Anchors and their aliases: definition, references, rename and completion, as for names.

use super::completion::{Completion, CompletionRank};
use limn_language::edit::EditError;
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{Document, Node};

/// An anchor and its aliases.
#[derive(Clone, Debug)]
pub struct Anchor<'d> {
    /// The node that has it.
    pub node: Node<'d>,
    pub name: &'d str,
    /// The anchor at the node, with its sign.
    pub range: TextRange,
    /// The aliases of it, in text order, each with its sign.
    pub aliases: Vec<TextRange>,
    /// The one of these that is at the offset.
    pub at: TextRange,
}

/// The anchor at an offset, or the one whose alias is there.
pub fn anchor_at(document: &Document, offset: usize) -> Option<Anchor<'_>> {
    let (node, at) = document.nodes().find_map(|node| {
        if node.is_alias() {
            return node.range().touches(offset).then(|| (node.resolve(), node.range()));
        }
        let range = node.anchor_range().filter(|range| range.touches(offset))?;
        Some((node, range))
    })?;
    let range = node.anchor_range()?;
    let is_same = |alias: &Node<'_>| alias.is_alias() && alias.resolve() == node;
    let aliases = document.nodes().filter(is_same).map(Node::range).collect();
    Some(Anchor { node, name: node.anchor()?, range, aliases, at })
}

impl Anchor<'_> {
    /// The name without the sign, at the offset.
    pub fn name_range(&self) -> TextRange {
        TextRange::new(self.at.start + 1, self.at.end)
    }

    /// Another name for the anchor and all its aliases.
    ///
    /// # Errors
    ///
    /// The reason if the name is not one, or is that of another anchor.
    pub fn renamed(&self, document: &Document, to: &str) -> Result<TextEdit, EditError> {
        let refused = |why: String| Err(EditError::Refused(why));
        if to.is_empty()
            || to.contains(|character: char| character.is_whitespace() || "[]{},&*".contains(character))
        {
            return refused(format!("`{to}` is not the name of an anchor: no blanks, brackets or commas"));
        }
        if to != self.name && document.nodes().any(|node| node.anchor() == Some(to)) {
            return refused(format!("an anchor `{to}` already exists"));
        }
        let all = std::iter::once(self.range).chain(self.aliases.iter().copied());
        let indels = all
            .map(|range| Indel { delete: TextRange::new(range.start + 1, range.end), insert: to.to_owned() });
        let edit = TextEdit::from_indels(indels.collect());
        edit.map_or_else(|| refused("the aliases are nested".to_owned()), Ok)
    }
}

/// The names of the anchors that an alias at an offset can refer to, the nearest first, if one is being typed there; and the range of its name.
pub fn offers(document: &Document, offset: usize) -> Option<(TextRange, Vec<(&str, Node<'_>)>)> {
    let text = document.text();
    let before = text.get(..offset)?;
    let is_name = |character: char| !character.is_whitespace() && !"[]{},".contains(character);
    let start = before.len()
        - before.chars().rev().take_while(|character| is_name(*character)).map(char::len_utf8).sum::<usize>();
    let typed = before[start..].strip_prefix('*')?;
    // Inside a text, `&` and `*` are ordinary characters.
    let is_value = |character: char| matches!(character, ':' | '-' | '[' | ',' | '{');
    let line = before[..start].rsplit('\n').next().unwrap_or_default().trim_end();
    let in_text = document
        .at(offset)
        .is_some_and(|node| node.is_scalar() && !node.is_null() && node.range().start < start);
    if !line.is_empty() && !line.ends_with(is_value) || in_text {
        return None;
    }
    let end = offset
        + text[offset..]
            .chars()
            .take_while(|character| is_name(*character))
            .map(char::len_utf8)
            .sum::<usize>();
    // An anchor around the alias would contain itself.
    let is_before = |node: &Node<'_>| {
        node.anchor_range().is_some_and(|range| range.end < start) && !node.full_range().touches(offset)
    };
    let known = document.nodes().filter(is_before).filter_map(|node| Some((node.anchor()?, node)));
    let mut known: Vec<_> = known.filter(|(name, _)| name.starts_with(typed)).collect();
    known.sort_by_key(|(_, node)| std::cmp::Reverse(node.range().start));
    // The nearest of one name is meant.
    let mut seen = std::collections::HashSet::new();
    known.retain(|(name, _)| seen.insert(*name));
    Some((TextRange::new(offset - typed.len(), end), known))
}

/// The anchors that an alias at `offset` can refer to, if one is being typed there.
pub fn complete_aliases(document: &Document, offset: usize) -> Vec<Completion> {
    let Some((range, names)) = offers(document, offset) else { return Vec::new() };
    let completion = |(name, node): (&str, Node<'_>)| Completion {
        label: name.to_owned(),
        insert: name.to_owned(),
        behind: 0,
        stops: Vec::new(),
        detail: "anchor".to_owned(),
        doc: node.source().lines().next().unwrap_or_default().to_owned(),
        range,
        rank: CompletionRank::Name,
    };
    names.into_iter().map(completion).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::recipe::caret;

    const TEXT: &str = "a: &x {b: 1}\nc: *x\nd: &x 2\ne: [*x, *x]\n";

    #[track_caller]
    fn check(marked: &str, expected: Option<(usize, usize)>) {
        let (text, offset) = caret(marked);
        let document = limn_yaml::parse(text.as_str());
        let found = anchor_at(&document, offset).map(|anchor| (anchor.range.start, anchor.aliases.len()));
        assert_eq!(found, expected, "{marked}");
    }

    #[test]
    fn an_alias_resolves_to_the_anchor_before_it() {
        let at = |from: &str, to: &str| TEXT.replacen(from, to, 1);
        check(&at("c: *x", "c: *|x"), Some((3, 1)));
        check(&at("a: &x", "a: |&x"), Some((3, 1)));
        check(&at("[*x", "[*x|"), Some((22, 2)));
        check(&at("b: 1", "b|: 1"), None);
    }

    #[test]
    fn a_new_name_is_written_everywhere() {
        let document = limn_yaml::parse(TEXT);
        let anchor = anchor_at(&document, TEXT.find("&x 2").unwrap()).unwrap();
        let after = anchor.renamed(&document, "two").unwrap().apply(TEXT);
        assert_eq!(after, "a: &x {b: 1}\nc: *x\nd: &two 2\ne: [*two, *two]\n");
        for odd in ["", "a b", "a,", "*"] {
            assert!(anchor.renamed(&document, odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn an_alias_is_completed() {
        let found = |marked: &str| {
            let (text, offset) = caret(marked);
            let document = limn_yaml::parse(text.as_str());
            let (range, names) = offers(&document, offset)?;
            Some(
                names
                    .into_iter()
                    .map(|(name, _)| format!("{}{name}{}", &text[..range.start], &text[range.end..]))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            found("a: &one 1\nb: &other 2\nc: *|\n").unwrap(),
            ["a: &one 1\nb: &other 2\nc: *other\n", "a: &one 1\nb: &other 2\nc: *one\n"]
        );
        assert_eq!(found("a: &one 1\nc: {<<: *o|}\n").unwrap(), ["a: &one 1\nc: {<<: *one}\n"]);
        assert_eq!(found("a: &one {b: *|}\n").unwrap(), [""; 0]);
        assert_eq!(found("a: &one 1\nc: 2 *|\n"), None);
        assert_eq!(found("a: &one 1\nc: 'x *|'\n"), None);
    }
}
