//! What is kept of each node of a document, and the stamps by which words are told apart.

use super::{Kind, Style};
use crate::text::TextRange;

/// One node of the arena: 32 bytes, as there is one for every word of the text. `Document` is read through [`Node`]; parse and patch alone see this.
#[derive(Debug)]
pub(super) struct NodeData {
    /// The content: for a scalar with its quotes or its `|` header and up to its last line's end, for a block collection from its first entry's
    /// first byte (the dash for a sequence) to its last descendant's end, for a flow collection with its brackets.
    span: [u32; 2],
    /// [`NodeData::ROOT`]: none.
    pub(super) parent: u32,
    /// Position in the parent: for a mapping's value and its key alike the entry's number, for an item the item's.
    pub(super) position: u32,
    pub(super) holds: Holds,
    /// One more than its number among the document's rare ones; 0: it has nothing rare.
    pub(super) rare: u32,
    pub(super) kind: Kind,
    pub(super) style: Style,
    pub(super) is_key: bool,
    /// A key that reads like an earlier one of its mapping.
    pub(super) is_repeated: bool,
}

/// What a node holds: a collection so many of the document's children, from `start` on, once it is read to its end (for a mapping key, value,
/// key, value …); a scalar, and an alias of one, the stamp of what it says, and no length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Holds {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// What few nodes have.
#[derive(Debug, Default)]
pub(super) struct Rare {
    pub(super) anchor: Option<TextRange>,
    pub(super) tag: Option<TextRange>,
    /// What a scalar says, where it is not what the text says byte for byte, between the quotes of a quoted one.
    pub(super) decoded: Option<Box<str>>,
    /// The node an alias stands for.
    pub(super) target: Option<u32>,
    /// A mapping with a `<<` of its own.
    pub(super) merges: bool,
    /// For a mapping with many entries: the numbers of those whose key is a scalar, sorted by what the key says and then by number.
    pub(super) index: Box<[u32]>,
}

/// A number by which most words are told apart at once: words that are the same have the same.
#[inline]
pub(super) fn stamp(word: &str) -> u32 {
    let bytes = word.as_bytes();
    match bytes {
        [] => 0,
        [first, .., last] => {
            let length = bytes.len().min(255) as u8;
            u32::from_le_bytes([length, *first, bytes[bytes.len() / 2], *last])
        }
        [only] => u32::from_le_bytes([1, *only, *only, *only]),
    }
}

/// A set of stamps that may have some too many: most of what a language knows stands nowhere in a text, and is told so at once.
#[derive(Debug)]
pub(super) struct Stamps(Box<[u64; 128]>);

impl Stamps {
    pub(super) fn new() -> Stamps {
        Stamps(Box::new([0; 128]))
    }

    /// The word of the set, and the bit in it, that a stamp has to itself or with few others.
    #[inline]
    fn place(stamp: u32) -> (usize, u64) {
        let mixed = stamp.wrapping_mul(0x9e37_79b1);
        ((mixed >> 25) as usize, 1 << ((mixed >> 19) % 64))
    }

    #[inline]
    pub(super) fn put(&mut self, stamp: u32) {
        let (word, bit) = Stamps::place(stamp);
        self.0[word] |= bit;
    }

    #[inline]
    pub(super) fn may_have(&self, stamp: u32) -> bool {
        let (word, bit) = Stamps::place(stamp);
        self.0[word] & bit != 0
    }
}

impl NodeData {
    /// The parent of a node that has none.
    pub(super) const ROOT: u32 = u32::MAX;

    pub(super) fn new(kind: Kind, style: Style, range: TextRange) -> NodeData {
        NodeData {
            span: [range.start as u32, range.end as u32],
            parent: NodeData::ROOT,
            position: 0,
            holds: Holds::default(),
            rare: 0,
            kind,
            style,
            is_key: false,
            is_repeated: false,
        }
    }

    #[inline]
    pub(super) fn range(&self) -> TextRange {
        let [start, end] = self.span;
        TextRange { start: start as usize, end: end as usize }
    }

    pub(super) fn set_range(&mut self, range: TextRange) {
        self.span = [range.start as u32, range.end as u32];
    }

    /// Makes room for what is rare, in the list of all that is.
    pub(super) fn rare_mut<'r>(&mut self, rares: &'r mut Vec<Rare>) -> &'r mut Rare {
        if self.rare == 0 {
            rares.push(Rare::default());
            self.rare = rares.len() as u32;
        }
        &mut rares[self.rare as usize - 1]
    }

    #[inline]
    pub(super) fn rare<'r>(&self, rares: &'r [Rare]) -> Option<&'r Rare> {
        if self.rare == 0 { None } else { rares.get(self.rare as usize - 1) }
    }

    pub(super) fn full_range(&self, rares: &[Rare]) -> TextRange {
        let range = self.range();
        match self.rare(rares) {
            Some(rare) => [rare.anchor, rare.tag].into_iter().flatten().fold(range, TextRange::cover),
            None => range,
        }
    }

    /// What a scalar says. `text` is the whole text.
    #[inline]
    pub(super) fn said<'t>(&self, text: &'t str, rares: &'t [Rare]) -> Option<&'t str> {
        match self.rare(rares).and_then(|rare| rare.decoded.as_deref()) {
            Some(decoded) => Some(decoded),
            None => (self.kind == Kind::Scalar).then(|| &text[self.between_quotes()]),
        }
    }

    /// Where a scalar stands that says byte for byte what is written: without its quotes.
    pub(super) fn verbatim(&self, rares: &[Rare]) -> Option<TextRange> {
        let is_decoded = self.rare(rares).is_some_and(|rare| rare.decoded.is_some());
        (self.kind == Kind::Scalar && !is_decoded).then(|| self.between_quotes())
    }

    #[inline]
    pub(super) fn between_quotes(&self) -> TextRange {
        let quoted = usize::from(matches!(self.style, Style::Single | Style::Double));
        let TextRange { start, end } = self.range();
        TextRange { start: start + quoted, end: end - quoted }
    }
}
