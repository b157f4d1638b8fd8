//! Parsed document: a flat arena of nodes that hold byte offsets, and the accessors for it.

use std::borrow::Cow;
use std::sync::Arc;

use super::arena::{Extra, KeyFilter, NodeData, Payload, fingerprint};
use super::{Conflict, Path, Resolved, Step};
use limn_text::{TextEdit, TextRange};

/// A parsed text. Immutable; share it behind an `Arc`.
#[derive(Debug)]
pub struct Document {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<NodeData>,
    /// The children of all collections, contiguous for each collection: see [`Payload`].
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

/// Kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Key-value pairs.
    Mapping,
    /// A list of items.
    Sequence,
    /// A single value.
    Scalar,
    /// `*name`, a reference to an anchored node.
    Alias,
}

/// The notation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A block mapping or sequence, structured by indentation.
    Block,
    /// A flow collection, `{…}` or `[…]`, or a single pair in a list, `[a: 1]`.
    Flow,
    /// A scalar without quotes.
    Plain,
    /// `'…'`
    Single,
    /// `"…"`
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// An absent value, as after `key:`.
    Missing,
}

/// A node of a document. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    pub(super) document: &'d Document,
    pub(super) id: u32,
}

/// The number of a node in its document; identifies the node without borrowing the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

/// An entry of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'d> {
    /// The key.
    pub key: Node<'d>,
    /// The value; a node of style [`Style::Missing`] if absent.
    pub value: Node<'d>,
    /// The position among the entries, from 0.
    pub position: usize,
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

impl<'d> Node<'d> {
    #[inline]
    pub(super) fn data(self) -> &'d NodeData {
        &self.document.nodes[self.id as usize]
    }

    /// The children. For a mapping: key, value, key, value …
    #[inline]
    pub(super) fn children(self) -> &'d [u32] {
        let Payload { start, len } = self.data().payload;
        if len == 0 {
            return &[];
        }
        &self.document.children[start as usize..][..len as usize]
    }

    #[inline]
    fn extra(self) -> Option<&'d Extra> {
        self.data().extra(&self.document.extras)
    }

    /// The bytes of the anchor, with the `&`.
    pub fn anchor_range(self) -> Option<TextRange> {
        self.extra()?.anchor
    }

    pub(super) fn tag_range(self) -> Option<TextRange> {
        self.extra()?.tag
    }

    /// The node that an alias refers to.
    pub(super) fn target(self) -> Option<Node<'d>> {
        Some(self.document.node(self.extra()?.target?))
    }

    /// See [`Extra::index`].
    #[inline]
    pub(super) fn index(self) -> &'d [u32] {
        self.extra().map_or(&[], |extra| &extra.index)
    }

    /// The number of this node, for [`Document::node_of`].
    pub fn id(self) -> NodeId {
        NodeId(self.id)
    }

    /// The document that contains this node.
    pub fn document(self) -> &'d Document {
        self.document
    }

    /// The kind as written: [`NodeKind::Alias`] for an alias. See [`Node::resolve`].
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.data().kind
    }

    /// The notation as written.
    #[inline]
    pub fn style(self) -> Style {
        self.data().style
    }

    /// The bytes of the content, without anchor and tag; empty and after the colon if the value is absent.
    #[inline]
    pub fn range(self) -> TextRange {
        self.data().range()
    }

    /// The bytes of the content with anchor and tag.
    pub fn full_range(self) -> TextRange {
        self.data().full_range(&self.document.extras)
    }

    /// The part of its range in its first line.
    pub(super) fn first_line(self) -> TextRange {
        let TextRange { start, .. } = self.range();
        let line = self.source().lines().next().unwrap_or_default();
        TextRange::new(start, start + line.trim_end().len())
    }

    /// The text as written.
    pub fn source(self) -> &'d str {
        &self.document.text[self.data().range()]
    }

    /// The name of the anchor, without the `&`.
    pub fn anchor(self) -> Option<&'d str> {
        self.anchor_range().map(|range| &self.document.text[range][1..])
    }

    /// The tag as written: `!!str`, `!local`.
    pub fn tag(self) -> Option<&'d str> {
        self.tag_range().map(|range| &self.document.text[range])
    }

    /// Returns true if the value is absent, without even a tag or an anchor.
    pub fn is_missing(self) -> bool {
        self.data().style == Style::Missing && self.anchor_range().is_none() && self.tag_range().is_none()
    }

    /// The node that an alias refers to; any other node itself. Returns the alias only if it is invalid, which [`Document::errors`] reports, so
    /// walking down through aliases always terminates.
    #[must_use]
    #[inline]
    pub fn resolve(self) -> Node<'d> {
        if self.data().kind != NodeKind::Alias {
            return self;
        }
        self.target().unwrap_or(self)
    }

    /// Returns true if the node is an alias.
    pub fn is_alias(self) -> bool {
        self.kind() == NodeKind::Alias
    }

    /// Returns true if the node is a key of a mapping.
    pub fn is_key(self) -> bool {
        self.data().is_key
    }

    /// The enclosing collection; `None` for a root.
    pub fn parent(self) -> Option<Node<'d>> {
        Some(self.data().parent).filter(|&id| id != NodeData::ROOT).map(|id| self.document.node(id))
    }

    /// The key whose value this node is.
    pub fn key(self) -> Option<Node<'d>> {
        let data = self.data();
        let parent = self.parent()?;
        (parent.kind() == NodeKind::Mapping && !data.is_key)
            .then(|| self.document.node(parent.children()[data.position as usize * 2]))
    }

    // --- accessors that follow aliases ---

    /// Returns true if the node is a mapping.
    #[inline]
    pub fn is_mapping(self) -> bool {
        self.resolve().kind() == NodeKind::Mapping
    }

    /// Returns true if the node is a sequence.
    #[inline]
    pub fn is_sequence(self) -> bool {
        self.resolve().kind() == NodeKind::Sequence
    }

    /// Returns true if the node is a scalar.
    #[inline]
    pub fn is_scalar(self) -> bool {
        self.resolve().kind() == NodeKind::Scalar
    }

    /// Returns true if the node is a plain or absent scalar that resolves to null.
    #[inline]
    pub fn is_null(self) -> bool {
        // Kind or length decides most nodes.
        let data = self.resolve().data();
        data.kind == NodeKind::Scalar
            && (data.range().len() <= 4 || data.extra != 0)
            && self.resolved() == Some(Resolved::Null)
    }

    /// The own entries of a mapping in text order, including duplicate keys and `<<`; empty for other nodes.
    #[inline]
    pub fn entries(self) -> impl DoubleEndedIterator<Item = Entry<'d>> + ExactSizeIterator {
        let node = self.resolve();
        let children = if node.kind() == NodeKind::Mapping { node.children() } else { &[] };
        let document = self.document;
        children.chunks_exact(2).enumerate().map(move |(position, pair)| Entry {
            key: document.node(pair[0]),
            value: document.node(pair[1]),
            position,
        })
    }

    /// Returns true if the mapping has a merge key, `<<`, so that entries of other mappings apply too.
    #[inline]
    pub fn has_merges(self) -> bool {
        self.resolve().extra().is_some_and(|extra| extra.merges)
    }

    /// The entry at `position`, in constant time.
    #[inline]
    pub fn nth_entry(self, position: usize) -> Option<Entry<'d>> {
        let node = self.resolve();
        let children = if node.kind() == NodeKind::Mapping { node.children() } else { &[] };
        let pair = children.chunks_exact(2).nth(position)?;
        let [key, value] = [pair[0], pair[1]].map(|id| self.document.node(id));
        Some(Entry { key, value, position })
    }

    /// The item at `position`, in constant time.
    pub fn nth_item(self, position: usize) -> Option<Node<'d>> {
        let node = self.resolve();
        let children = if node.kind() == NodeKind::Sequence { node.children() } else { &[] };
        children.get(position).map(|&id| self.document.node(id))
    }

    /// The effective entries of a mapping: its own entries without duplicates, then the entries that `<<` adds. At most 10,000 merged entries
    /// are returned.
    pub fn merged_entries(self) -> super::MergedEntries<'d> {
        super::read::merged_entries(self)
    }

    /// The items of a sequence in order; empty for other nodes.
    pub fn items(self) -> impl DoubleEndedIterator<Item = Node<'d>> + ExactSizeIterator {
        let node = self.resolve();
        let children = if node.kind() == NodeKind::Sequence { node.children() } else { &[] };
        let document = self.document;
        children.iter().map(move |&id| document.node(id))
    }

    /// The first own entry with this key.
    #[inline]
    pub fn entry(self, key: &str) -> Option<Entry<'d>> {
        let fingerprint = fingerprint(key);
        if self.document.key_filter.may_contain(fingerprint) {
            super::read::entry(self, key, fingerprint)
        } else {
            None
        }
    }

    /// The value of the first entry with this key, including entries that `<<` adds.
    #[inline]
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        // For a literal key the compiler computes the fingerprint.
        let fingerprint = fingerprint(key);
        if self.document.key_filter.may_contain(fingerprint) {
            super::read::get(self, key, fingerprint)
        } else {
            None
        }
    }

    /// The child at `step`; own entries only.
    pub fn child(self, step: &Step) -> Option<Node<'d>> {
        match step {
            Step::Key(key) => self.entry(key).map(|entry| entry.value),
            Step::Entry(position) => self.nth_entry(*position).map(|entry| entry.value),
            Step::Index(index) => self.nth_item(*index),
        }
    }

    /// The decoded text of a scalar, as [`Node::text`], in a `Cow`.
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        self.text().map(Cow::Borrowed)
    }

    /// The decoded text of a scalar: without quotes, folds and escapes; empty for an absent value, `None` for a collection.
    pub fn text(self) -> Option<&'d str> {
        let data = self.data();
        // The common case.
        if data.kind == NodeKind::Scalar && data.extra == 0 {
            return Some(&self.document.text[data.between_quotes()]);
        }
        self.resolve().data().text(&self.document.text, &self.document.extras)
    }

    /// Returns true if the scalar has this text, given the fingerprint of the text.
    #[inline]
    pub(super) fn has_text(self, text: &str, fingerprint: u32) -> bool {
        // The payload of a collection is not a fingerprint; the comparison of the text decides then.
        self.data().payload.start == fingerprint && self.text() == Some(text)
    }

    pub(super) fn verbatim(self) -> Option<TextRange> {
        self.resolve().data().verbatim(&self.document.extras)
    }

    /// The resolved value of a scalar: text if it is quoted, a block scalar or tagged `!!str`; `None` for a collection.
    pub fn resolved(self) -> Option<Resolved> {
        super::read::resolved(self)
    }

    /// The path from the root of its document. A key has the path of its value.
    pub fn path(self) -> Path {
        super::read::path_of(self)
    }

    /// The bytes in the document that encode the range `within` of a scalar's decoded text, through quotes, escapes, folds and indentation; the
    /// whole scalar if that is unknown.
    pub fn range_within(self, within: std::ops::Range<usize>) -> TextRange {
        self.source_map().range(within)
    }

    /// The mapping from decoded text to bytes, for several calls of [`SourceMap::range`](crate::SourceMap::range) on one scalar.
    pub fn source_map(self) -> super::SourceMap {
        super::SourceMap::new(self)
    }
}

impl Entry<'_> {
    /// Returns true if an earlier entry of the mapping has the same key.
    pub fn is_duplicate(&self) -> bool {
        self.key.data().is_duplicate
    }

    /// Returns true if the key is a plain `<<`.
    pub fn is_merge(&self) -> bool {
        self.key.style() == Style::Plain && self.key.source() == "<<"
    }

    /// The bytes of key and value, and everything between.
    #[inline]
    pub fn range(&self) -> TextRange {
        self.key.full_range().cover(self.value.full_range())
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.range())
    }
}

/// Equality is identity: the same node of the same document.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.id == other.id
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
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
