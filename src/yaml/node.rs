//! Nodes of a parsed document: their content, notation, ranges and neighbors.

use std::borrow::Cow;

use super::arena::{Extra, NodeData, Payload, fingerprint};
use super::notation::{NodeKind, Style};
use super::{Document, Path, Resolved, Step};
use limn_text::TextRange;

/// A node of a document. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    pub(super) document: &'d Document,
    pub(super) id: u32,
}

/// The number of a node in its document; identifies the node without borrowing the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

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
