//! Parsed document: a flat arena of nodes that hold byte offsets.

use std::sync::Arc;

use super::arena::{Extra, KeyFilter, NodeData};
use super::node::{Node, NodeId};
use super::{Conflict, Path};
use limn_text::{TextEdit, TextRange};

/// A parsed text. Immutable; share it behind an `Arc`.
#[derive(Debug)]
pub struct Document {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<NodeData>,
    /// The children of all collections, contiguous for each collection: see [`super::arena::Payload`].
    pub(super) children: Vec<u32>,
    /// Data that few nodes have: see [`NodeData::extra`].
    pub(super) extras: Vec<Extra>,
    /// The root node of each YAML document in the text; none if the text is empty.
    pub(super) roots: Vec<u32>,
    pub(super) comments: Vec<Comment>,
    pub(super) errors: Vec<SyntaxError>,
    /// Duplicate keys: the first key of the same text in the mapping, and the duplicate.
    pub(super) repeated: Vec<(u32, u32)>,
    /// The fingerprints of all keys.
    pub(super) key_filter: KeyFilter,
    pub(super) conflicts: Vec<Conflict>,
    /// Its place among the documents of a file; default for a text that was parsed alone.
    pub(super) place: StreamPlace,
}

/// The place of a document among those of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StreamPlace {
    /// The start of its own text; before it are only spaces and line breaks.
    pub(super) start: usize,
    /// True if another document follows, so that its last line must end.
    pub(super) is_followed: bool,
    /// For the first document: the first lines of the others' content.
    pub(super) following: Vec<TextRange>,
}

/// A `#` comment, without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The bytes from the `#` to the end of the line.
    pub range: TextRange,
    /// True if only whitespace precedes the comment on its line.
    pub own_line: bool,
}

/// A syntax error. The rest of the document is parsed nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes at fault.
    pub range: TextRange,
    /// The error message: lower-case start, no full stop.
    pub message: String,
    /// Another relevant location and its message: "`[` opened here".
    pub related: Option<(TextRange, String)>,
    /// A suggested fix: a title in the imperative, and the edit. It is the reading that the parser assumed, so it is a guess.
    pub fix: Option<(String, TextEdit)>,
}

impl Document {
    /// The text, exactly as given to [`parse`](crate::parse()). For one document of several, see [`parse_stream`](crate::parse_stream()).
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The start of its own text: 0, or for one document of several the start of its first line.
    pub fn start(&self) -> usize {
        self.place.start
    }

    /// Returns true if another document follows in the same file.
    pub fn is_followed(&self) -> bool {
        self.place.is_followed
    }

    /// The first lines of the documents behind the first one of a file.
    pub fn following(&self) -> impl Iterator<Item = TextRange> {
        let others = self.roots().skip(1).map(Node::first_line);
        others.chain(self.place.following.iter().copied())
    }

    /// The root of the first YAML document in the text; `None` if the text is empty or contains only comments.
    pub fn root(&self) -> Option<Node<'_>> {
        Some(self.node(*self.roots.first()?))
    }

    /// The roots of all YAML documents in the text.
    pub fn roots(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        self.roots.iter().map(|&id| self.node(id))
    }

    /// The syntax errors, in text order.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The unresolved merge conflicts, in text order. Each is a syntax error, too.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// The comments, in text order.
    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The node at `path`. Follows aliases but not merge keys.
    pub fn get(&self, path: &Path) -> Option<Node<'_>> {
        path.steps().iter().try_fold(self.root()?, Node::child)
    }

    /// The duplicate keys, in text order: the first key of the same text in the mapping, and the duplicate.
    pub fn duplicate_keys(&self) -> impl ExactSizeIterator<Item = (Node<'_>, Node<'_>)> {
        self.repeated.iter().map(|&(first, again)| (self.node(first), self.node(again)))
    }

    /// Returns true if any mapping has a merge key, `<<`.
    pub fn has_merges(&self) -> bool {
        self.extras.iter().any(|extra| extra.merges)
    }

    /// Returns true if any node is an alias.
    pub fn has_aliases(&self) -> bool {
        self.extras.iter().any(|extra| extra.target.is_some())
    }

    /// The innermost node that contains or touches `offset`: a key, a scalar, or the enclosing collection. If two nodes touch it, the later one.
    pub fn at(&self, offset: usize) -> Option<Node<'_>> {
        let touched = |ids: &[u32]| {
            let behind = ids.partition_point(|&id| self.node(id).full_range().start <= offset);
            let before = ids[..behind].iter().rev().map(|&id| self.node(id));
            before
                .into_iter()
                .find(|node| !node.is_missing())
                .filter(|node| node.full_range().touches(offset))
        };
        let mut node = touched(&self.roots)?;
        while let Some(inner) = touched(node.children()) {
            node = inner;
        }
        Some(node)
    }

    /// All nodes, including keys, each once and in text order. Does not follow aliases.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        (0..self.nodes.len()).map(|id| self.node(id as u32))
    }

    /// The node with this number; `None` if the number belongs to another document and is out of range.
    pub fn node_of(&self, id: NodeId) -> Option<Node<'_>> {
        ((id.0 as usize) < self.nodes.len()).then(|| self.node(id.0))
    }

    #[inline]
    pub(super) fn node(&self, id: u32) -> Node<'_> {
        Node { document: self, id }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::NodeKind;
    use crate::parse;

    /// One line per node, indented by depth, with its bytes.
    #[track_caller]
    fn check(text: &str, expect: Expect) {
        fn show(node: Node<'_>, depth: usize, out: &mut String) {
            let kind = match node.kind() {
                NodeKind::Scalar => "",
                NodeKind::Mapping => "map ",
                NodeKind::Sequence => "seq ",
                NodeKind::Alias => "alias ",
            };
            let key = if node.is_key() { "? " } else { "" };
            let full = if node.full_range() == node.range() {
                String::new()
            } else {
                format!(" in {:?}", &node.document.text[node.full_range()])
            };
            let line = format!(
                "{}{key}{kind}{:?} {:?} {:?}{full}",
                "  ".repeat(depth),
                node.style(),
                node.range(),
                node.source()
            );
            out.push_str(&line);
            out.push('\n');
            for &child in node.children() {
                show(node.document.node(child), depth + 1, out);
            }
        }
        let document = parse(text);
        let mut out = String::new();
        for root in document.roots() {
            show(root, 0, &mut out);
        }
        for comment in document.comments() {
            let place = if comment.own_line { "on its own line" } else { "behind" };
            out.push_str(&format!("{:?} {:?} {place}\n", comment.range, &text[comment.range]));
        }
        assert_eq!(document.errors(), []);
        expect.assert_eq(&out);
    }

    #[test]
    fn a_mapping_starts_with_its_first_key_and_ends_with_its_last_value() {
        check(
            "# head\n\na: 1 # one\nb:\n  c: x\n\n# tail\n",
            expect![[r##"
            map Block 8..28 "a: 1 # one\nb:\n  c: x"
              ? Plain 8..9 "a"
              Plain 11..12 "1"
              ? Plain 19..20 "b"
              map Block 24..28 "c: x"
                ? Plain 24..25 "c"
                Plain 27..28 "x"
            0..6 "# head" on its own line
            13..18 "# one" behind
            30..36 "# tail" on its own line
        "##]],
        );
    }

    #[test]
    fn a_sequence_starts_with_its_dash_at_any_indentation() {
        check(
            "a:\n- 1\n- - 2\n  - 3\nb:\n  - x: 1\n    y:\n  -\n",
            expect![[r#"
            map Block 0..41 "a:\n- 1\n- - 2\n  - 3\nb:\n  - x: 1\n    y:\n  -"
              ? Plain 0..1 "a"
              seq Block 3..18 "- 1\n- - 2\n  - 3"
                Plain 5..6 "1"
                seq Block 9..18 "- 2\n  - 3"
                  Plain 11..12 "2"
                  Plain 17..18 "3"
              ? Plain 19..20 "b"
              seq Block 24..41 "- x: 1\n    y:\n  -"
                map Block 26..37 "x: 1\n    y:"
                  ? Plain 26..27 "x"
                  Plain 29..30 "1"
                  ? Plain 35..36 "y"
                  Missing 37..37 ""
                Missing 41..41 ""
        "#]],
        );
    }

    #[test]
    fn anchors_and_tags_precede_the_content() {
        check(
            "a: &x !t\n  - 1\nb: !!str &y two\nc: &z\nd: !u\n&k e: *y\n",
            expect![[r#"
            map Block 0..51 "a: &x !t\n  - 1\nb: !!str &y two\nc: &z\nd: !u\n&k e: *y"
              ? Plain 0..1 "a"
              seq Block 11..14 "- 1" in "&x !t\n  - 1"
                Plain 13..14 "1"
              ? Plain 15..16 "b"
              Plain 27..30 "two" in "!!str &y two"
              ? Plain 31..32 "c"
              Missing 36..36 "" in "&z"
              ? Plain 37..38 "d"
              Missing 42..42 "" in "!u"
              ? Plain 46..47 "e" in "&k e"
              alias Plain 49..51 "*y"
        "#]],
        );
    }

    #[test]
    fn a_block_scalar_includes_its_header_and_excludes_blank_lines_below() {
        check(
            "a: |  # why\n  one\n\n  two\n\n\nb: >-\n  x\n  y\nc: |+\n  k\n\nd: |2-\n    i\n",
            expect![[r##"
                map Block 0..64 "a: |  # why\n  one\n\n  two\n\n\nb: >-\n  x\n  y\nc: |+\n  k\n\nd: |2-\n    i"
                  ? Plain 0..1 "a"
                  Literal 3..24 "|  # why\n  one\n\n  two"
                  ? Plain 27..28 "b"
                  Folded 30..40 ">-\n  x\n  y"
                  ? Plain 41..42 "c"
                  Literal 44..51 "|+\n  k\n"
                  ? Plain 52..53 "d"
                  Literal 55..64 "|2-\n    i"
                6..11 "# why" behind
            "##]],
        );
    }

    #[test]
    fn a_block_scalar_can_be_empty() {
        check(
            "a: |\n\nb: >-\n",
            expect![[r#"
            map Block 0..11 "a: |\n\nb: >-"
              ? Plain 0..1 "a"
              Literal 3..4 "|"
              ? Plain 6..7 "b"
              Folded 9..11 ">-"
        "#]],
        );
    }

    #[test]
    fn flow_collections_include_their_brackets() {
        check(
            "{a: [1, 'x'], b, \"c\":2, d: }\n",
            expect![[r#"
            map Flow 0..28 "{a: [1, 'x'], b, \"c\":2, d: }"
              ? Plain 1..2 "a"
              seq Flow 4..12 "[1, 'x']"
                Plain 5..6 "1"
                Single 8..11 "'x'"
              ? Plain 14..15 "b"
              Missing 15..15 ""
              ? Double 17..20 "\"c\""
              Plain 21..22 "2"
              ? Plain 24..25 "d"
              Missing 26..26 ""
        "#]],
        );
    }

    #[test]
    fn a_single_pair_in_a_list_is_a_mapping_without_braces() {
        check(
            "[a: 1, {b: c}: d, ? e, : f]\n",
            expect![[r#"
            seq Flow 0..27 "[a: 1, {b: c}: d, ? e, : f]"
              map Flow 1..5 "a: 1"
                ? Plain 1..2 "a"
                Plain 4..5 "1"
              map Flow 7..16 "{b: c}: d"
                ? map Flow 7..13 "{b: c}"
                  ? Plain 8..9 "b"
                  Plain 11..12 "c"
                Plain 15..16 "d"
              map Flow 18..21 "? e"
                ? Plain 20..21 "e"
                Missing 21..21 ""
              map Flow 23..26 ": f"
                ? Missing 23..23 ""
                Plain 25..26 "f"
        "#]],
        );
    }

    #[test]
    fn explicit_keys_can_be_any_node() {
        check(
            "? a\n? - b\n: c\n? |\n  d\n: - e\n",
            expect![[r#"
            map Block 0..27 "? a\n? - b\n: c\n? |\n  d\n: - e"
              ? Plain 2..3 "a"
              Missing 3..3 ""
              ? seq Block 6..9 "- b"
                Plain 8..9 "b"
              Plain 12..13 "c"
              ? Literal 16..21 "|\n  d"
              seq Block 24..27 "- e"
                Plain 26..27 "e"
        "#]],
        );
    }

    #[test]
    fn lines_can_end_in_any_way() {
        check(
            "\u{feff}a: \"b\\\r\n  c\"\r\nd: e\r  f\rg: |\r\n  h\r\n",
            expect![[r#"
            map Block 3..35 "a: \"b\\\r\n  c\"\r\nd: e\r  f\rg: |\r\n  h"
              ? Plain 3..4 "a"
              Double 6..15 "\"b\\\r\n  c\""
              ? Plain 17..18 "d"
              Plain 20..25 "e\r  f"
              ? Plain 26..27 "g"
              Literal 29..35 "|\r\n  h"
        "#]],
        );
    }

    #[test]
    fn documents_follow_each_other() {
        check(
            "%YAML 1.2\n---\na: 1\n...\n# between\n---\n--- [x]\n",
            expect![[r##"
            map Block 14..18 "a: 1"
              ? Plain 14..15 "a"
              Plain 17..18 "1"
            Missing 36..36 ""
            seq Flow 41..44 "[x]"
              Plain 42..43 "x"
            23..32 "# between" on its own line
        "##]],
        );
    }

    #[test]
    fn a_text_of_comments_has_no_root() {
        let document = parse("# nothing\n\n");
        assert!(document.root().is_none());
        assert_eq!(document.comments().len(), 1);
        assert!(document.at(3).is_none());
        assert!(document.get(&Path::root()).is_none());
    }

    #[test]
    fn the_node_at_an_offset_is_the_innermost_that_touches_it() {
        let text = "a:\n  b: [x, yy]\n  c:\n";
        let at = |offset| parse(text).at(offset).map(|node| node.source().to_owned());
        assert_eq!(at(0).as_deref(), Some("a"));
        assert_eq!(at(4).as_deref(), Some(text.trim_end()), "before the inner mapping is the outer one");
        assert_eq!(at(5).as_deref(), Some("b"));
        assert_eq!(at(8).as_deref(), Some("[x, yy]"));
        assert_eq!(at(9).as_deref(), Some("x"));
        assert_eq!(at(10).as_deref(), Some("x"));
        assert_eq!(at(12).as_deref(), Some("yy"));
    }

    #[test]
    fn an_alias_refers_to_the_latest_anchor_above_it() {
        let document = parse("a: &x {k: 1}\nb: *x\nc: &x {k: 2}\nd: *x\n");
        let root = document.root().unwrap();
        let k = |key: &str| root.get(key).and_then(|node| node.get("k")).and_then(Node::as_str).unwrap();
        assert_eq!((k("b"), k("d")), ("1".into(), "2".into()));
        let alias = root.get("b").unwrap();
        assert!(alias.is_alias() && alias.is_mapping());
        assert_eq!(alias.resolve().anchor(), Some("x"));
        assert_eq!(document.get(&Path::keys(["b", "k"])), document.get(&Path::keys(["a", "k"])));
    }

    #[test]
    fn an_alias_cannot_refer_to_an_anchor_of_another_document() {
        let document = parse("- &x 1\n--- \n- *x\n");
        assert_eq!(document.errors()[0].message, "unknown anchor `&x`");
    }

    #[test]
    fn a_node_knows_its_key_and_its_parent() {
        let document = parse("a: {b: [c]}\n");
        let b = document.get(&Path::keys(["a", "b"])).unwrap();
        assert_eq!(b.key().and_then(Node::as_str).as_deref(), Some("b"));
        let c = b.items().next().unwrap();
        assert_eq!(c.key(), None);
        assert_eq!(c.parent(), Some(b));
        assert_eq!(document.root().unwrap().parent(), None);
        assert!(b.key().unwrap().is_key() && !b.is_key());
    }
}
