//! A parsed text: a flat arena of nodes that hold offsets only, and the ways to walk it.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Path, Resolved, Step};
use crate::text::TextRange;

/// One parsed text. Cheap to share behind an `Arc`; never changed after parsing.
#[derive(Debug)]
pub struct Document {
    pub(super) text: Arc<str>,
    pub(super) nodes: Vec<NodeData>,
    /// The root node of each YAML document in the text; an empty text has none.
    pub(super) roots: Vec<u32>,
    pub(super) comments: Vec<Comment>,
    pub(super) errors: Vec<SyntaxError>,
    /// Keys that read like an earlier key of their mapping: that key, and the repeated one.
    pub(super) repeated: Vec<(u32, u32)>,
}

/// A `#` comment, without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    pub range: TextRange,
    /// Nothing but blanks stands before it on its line.
    pub own_line: bool,
}

/// Something that is not YAML. The rest of the document was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub range: TextRange,
    /// One sentence, no period: what is wrong here.
    pub message: String,
    /// Another place that helps: "`[` opened here".
    pub related: Option<(TextRange, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Mapping,
    Sequence,
    Scalar,
    Alias,
}

/// How a node is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A block mapping or sequence.
    Block,
    /// `{…}` or `[…]`, and a single pair `[a: 1]`.
    Flow,
    Plain,
    Single,
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// Nothing is written: the value of `key:`.
    Missing,
}

/// One node of the arena. `Document` is read through [`Node`]; parse and patch alone see this.
#[derive(Debug)]
pub(super) struct NodeData {
    pub(super) kind: Kind,
    pub(super) style: Style,
    /// The content: for a scalar with its quotes or its `|` header and up to its last line's end, for a block collection from its first entry's
    /// first byte (the dash for a sequence) to its last descendant's end, for a flow collection with its brackets.
    pub(super) range: TextRange,
    pub(super) anchor: Option<TextRange>,
    pub(super) tag: Option<TextRange>,
    pub(super) parent: Option<u32>,
    /// Position in the parent: for a mapping's value and its key alike the entry's number, for an item the item's.
    pub(super) position: u32,
    pub(super) is_key: bool,
    /// A key that reads like an earlier one of its mapping.
    pub(super) is_repeated: bool,
    /// Children: for a mapping key, value, key, value …
    pub(super) children: Vec<u32>,
    /// What a scalar says, where it is not what the text says byte for byte, between the quotes of a quoted one.
    pub(super) decoded: Option<Box<str>>,
    /// The node an alias stands for.
    pub(super) target: Option<u32>,
    /// For a mapping with many entries: the numbers of those whose key is a scalar, sorted by what the key says and then by number.
    pub(super) index: Box<[u32]>,
}

impl NodeData {
    pub(super) fn full_range(&self) -> TextRange {
        [self.anchor, self.tag].into_iter().flatten().fold(self.range, TextRange::cover)
    }

    /// What a scalar says. `text` is the whole text.
    pub(super) fn said<'t>(&'t self, text: &'t str) -> Option<&'t str> {
        if self.kind != Kind::Scalar {
            return None;
        }
        Some(match (&self.decoded, self.style) {
            (Some(decoded), _) => decoded,
            (None, Style::Single | Style::Double) => &text[self.range.start + 1..self.range.end - 1],
            (None, _) => &text[self.range],
        })
    }
}

/// A node of a document.
#[derive(Clone, Copy)]
pub struct Node<'d> {
    pub(super) document: &'d Document,
    pub(super) id: u32,
}

/// An entry of a mapping.
#[derive(Clone, Copy)]
pub struct Entry<'d> {
    pub key: Node<'d>,
    pub value: Node<'d>,
    /// Position among the entries, from 0.
    pub position: usize,
}

impl Document {
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The root of the first YAML document in the text; `None` where the text is empty or all comment.
    pub fn root(&self) -> Option<Node<'_>> {
        Some(self.node(*self.roots.first()?))
    }

    /// The roots of all YAML documents in the text.
    pub fn roots(&self) -> impl ExactSizeIterator<Item = Node<'_>> {
        self.roots.iter().map(|&id| self.node(id))
    }

    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    pub fn comments(&self) -> &[Comment] {
        &self.comments
    }

    /// The node at `path`, through aliases but not through merge keys.
    pub fn get(&self, path: &Path) -> Option<Node<'_>> {
        path.steps().iter().try_fold(self.root()?, Node::child)
    }

    /// Keys that read like an earlier key of their mapping, in the order of the text: the first such key, and the repeated one.
    pub fn repeated_keys(&self) -> impl ExactSizeIterator<Item = (Node<'_>, Node<'_>)> {
        self.repeated.iter().map(|&(first, again)| (self.node(first), self.node(again)))
    }

    /// The innermost node that `offset` stands in or touches: a key, a scalar, or the collection around it. Between two that touch it, the later.
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
        while let Some(inner) = touched(&node.data().children) {
            node = inner;
        }
        Some(node)
    }

    pub(super) fn node(&self, id: u32) -> Node<'_> {
        Node { document: self, id }
    }
}

impl<'d> Node<'d> {
    pub(super) fn data(self) -> &'d NodeData {
        &self.document.nodes[self.id as usize]
    }

    pub fn document(self) -> &'d Document {
        self.document
    }

    /// As written: an alias is an `Alias`. See [`Node::resolve`].
    pub fn kind(self) -> Kind {
        self.data().kind
    }

    pub fn style(self) -> Style {
        self.data().style
    }

    /// The content's bytes: without anchor and tag; empty, behind the colon, where nothing is written.
    pub fn range(self) -> TextRange {
        self.data().range
    }

    /// The content's bytes with anchor and tag.
    pub fn full_range(self) -> TextRange {
        self.data().full_range()
    }

    /// The bytes as written.
    pub fn source(self) -> &'d str {
        &self.document.text[self.data().range]
    }

    /// `&name`, without the `&`.
    pub fn anchor(self) -> Option<&'d str> {
        self.data().anchor.map(|range| &self.document.text[range][1..])
    }

    /// The tag as written: `!!str`, `!local`.
    pub fn tag(self) -> Option<&'d str> {
        self.data().tag.map(|range| &self.document.text[range])
    }

    /// Nothing is written here, not even a tag or an anchor.
    pub fn is_missing(self) -> bool {
        self.data().style == Style::Missing && self.data().anchor.is_none() && self.data().tag.is_none()
    }

    /// The node an alias stands for; any other node itself. An alias only where it stands for nothing, which [`Document::errors`] names: so
    /// walking down through aliases always ends.
    #[must_use]
    pub fn resolve(self) -> Node<'d> {
        self.data().target.map_or(self, |id| self.document.node(id))
    }

    pub fn is_alias(self) -> bool {
        self.kind() == Kind::Alias
    }

    pub fn is_key(self) -> bool {
        self.data().is_key
    }

    pub fn parent(self) -> Option<Node<'d>> {
        self.data().parent.map(|id| self.document.node(id))
    }

    /// The key this node is the value of.
    pub fn key(self) -> Option<Node<'d>> {
        let data = self.data();
        let parent = self.parent()?;
        (parent.kind() == Kind::Mapping && !data.is_key)
            .then(|| self.document.node(parent.data().children[data.position as usize * 2]))
    }

    // --- through aliases ---

    pub fn is_mapping(self) -> bool {
        self.resolve().kind() == Kind::Mapping
    }

    pub fn is_sequence(self) -> bool {
        self.resolve().kind() == Kind::Sequence
    }

    pub fn is_scalar(self) -> bool {
        self.resolve().kind() == Kind::Scalar
    }

    /// A plain or missing scalar that reads as null.
    pub fn is_null(self) -> bool {
        self.resolved() == Some(Resolved::Null)
    }

    /// A mapping's own entries in order, repeated keys and `<<` among them; none for anything else.
    pub fn entries(self) -> impl DoubleEndedIterator<Item = Entry<'d>> + ExactSizeIterator {
        let node = self.resolve();
        let children: &'d [u32] = if node.kind() == Kind::Mapping { &node.data().children } else { &[] };
        let document = self.document;
        children.chunks_exact(2).enumerate().map(move |(position, pair)| Entry {
            key: document.node(pair[0]),
            value: document.node(pair[1]),
            position,
        })
    }

    /// A mapping's entries as they take effect: the first of repeated keys, and behind the own entries those that `<<` brings in and that the
    /// mapping does not have itself. Bounded: at most 10,000 merged entries.
    pub fn merged_entries(self) -> Vec<Entry<'d>> {
        super::read::merged_entries(self)
    }

    /// A sequence's items in order; none for anything else.
    pub fn items(self) -> impl DoubleEndedIterator<Item = Node<'d>> + ExactSizeIterator {
        let node = self.resolve();
        let children: &'d [u32] = if node.kind() == Kind::Sequence { &node.data().children } else { &[] };
        let document = self.document;
        children.iter().map(move |&id| document.node(id))
    }

    /// The first own entry whose key reads so.
    pub fn entry(self, key: &str) -> Option<Entry<'d>> {
        super::read::entry(self, key)
    }

    /// The value of the first entry whose key reads so, through `<<`.
    pub fn get(self, key: &str) -> Option<Node<'d>> {
        super::read::get(self, key)
    }

    /// The child that `step` leads to, own entries only.
    pub fn child(self, step: &Step) -> Option<Node<'d>> {
        match step {
            Step::Key(key) => self.entry(key).map(|entry| entry.value),
            Step::Entry(position) => self.entries().nth(*position).map(|entry| entry.value),
            Step::Index(index) => self.items().nth(*index),
        }
    }

    /// What a scalar says, its quotes, folds and escapes read; `None` for a collection. An empty text for a missing scalar.
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        self.said().map(Cow::Borrowed)
    }

    pub(super) fn said(self) -> Option<&'d str> {
        self.resolve().data().said(&self.document.text)
    }

    /// What a scalar resolves to: quoted and block scalars are text; `!!str` makes text of any; `None` for a collection.
    pub fn resolved(self) -> Option<Resolved> {
        super::read::resolved(self)
    }

    /// The path from the root of its document. A key has the path of its value.
    pub fn path(self) -> Path {
        super::read::path_of(self)
    }

    /// Where the bytes `within` a scalar's decoded text stand in the document, through quotes, escapes, folds and indentation; the whole scalar
    /// where it cannot be told.
    pub fn range_within(self, within: std::ops::Range<usize>) -> TextRange {
        super::within::range_within(self, within)
    }
}

impl Entry<'_> {
    /// `<<` as a plain key.
    pub fn is_merge(&self) -> bool {
        self.key.style() == Style::Plain && self.key.source() == "<<"
    }

    /// Key and value with all between.
    pub fn range(&self) -> TextRange {
        self.key.full_range().cover(self.value.full_range())
    }
}

impl std::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{:?}", self.kind(), self.range())
    }
}

/// The same node of the same document.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.id == other.id
    }
}
