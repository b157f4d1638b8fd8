//! Node storage of a document, and the fingerprints that speed up key lookup.

use super::{NodeKind, Style};
use limn_text::TextRange;

/// One node of the arena, kept at 32 bytes because every word of a text has one. Only parse and patch see it; all others use [`Node`](super::Node).
#[derive(Debug)]
pub(super) struct NodeData {
    /// The bytes of the content: for a scalar, with its quotes or its block header and up to the end of its last line; for a block collection, from
    /// the first byte of its first entry (for a sequence, the dash) to the end of its last descendant; for a flow collection, with its brackets.
    span: [u32; 2],
    /// [`NodeData::ROOT`] if the node has no parent.
    pub(super) parent: u32,
    /// The position in the parent. The key and the value of an entry share it.
    pub(super) position: u32,
    pub(super) payload: Payload,
    /// One more than the index of its [`Extra`]; 0 if it has none.
    pub(super) extra: u32,
    pub(super) kind: NodeKind,
    pub(super) style: Style,
    pub(super) is_key: bool,
    /// True if the node is a duplicate key.
    pub(super) is_duplicate: bool,
}

/// The variable part of a node. For a collection that is complete: the range of its children in the document's list (for a mapping key, value,
/// key, value …). For a scalar and an alias of a scalar: the fingerprint of its text, and length 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Payload {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// Data that few nodes have.
#[derive(Debug, Default)]
pub(super) struct Extra {
    pub(super) anchor: Option<TextRange>,
    pub(super) tag: Option<TextRange>,
    /// The decoded text of a scalar, if it differs from the bytes as written, between the quotes of a quoted scalar.
    pub(super) decoded: Option<Box<str>>,
    /// The node that an alias refers to.
    pub(super) target: Option<u32>,
    /// True if a mapping has a merge key, `<<`.
    pub(super) merges: bool,
    /// For a mapping with many entries: the positions of the entries with scalar keys, sorted by key text and then by position.
    pub(super) index: Box<[u32]>,
}

/// A fast hash of a text: equal texts have equal fingerprints.
#[inline]
pub(super) fn fingerprint(word: &str) -> u32 {
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

/// A Bloom filter of fingerprints: rejects most keys that do not occur in a document without a search.
#[derive(Debug)]
pub(super) struct KeyFilter(Box<[u64; 128]>);

impl KeyFilter {
    pub(super) fn new() -> KeyFilter {
        KeyFilter(Box::new([0; 128]))
    }

    /// The array element and the bit for a fingerprint.
    #[inline]
    fn place(fingerprint: u32) -> (usize, u64) {
        let mixed = fingerprint.wrapping_mul(0x9e37_79b1);
        ((mixed >> 25) as usize, 1 << ((mixed >> 19) % 64))
    }

    #[inline]
    pub(super) fn insert(&mut self, fingerprint: u32) {
        let (word, bit) = KeyFilter::place(fingerprint);
        self.0[word] |= bit;
    }

    #[inline]
    pub(super) fn may_contain(&self, fingerprint: u32) -> bool {
        let (word, bit) = KeyFilter::place(fingerprint);
        self.0[word] & bit != 0
    }
}

impl NodeData {
    /// The `parent` of a root.
    pub(super) const ROOT: u32 = u32::MAX;

    pub(super) fn new(kind: NodeKind, style: Style, range: TextRange) -> NodeData {
        NodeData {
            span: [range.start as u32, range.end as u32],
            parent: NodeData::ROOT,
            position: 0,
            payload: Payload::default(),
            extra: 0,
            kind,
            style,
            is_key: false,
            is_duplicate: false,
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

    /// The extra data of the node; added if it has none.
    pub(super) fn extra_mut<'r>(&mut self, extras: &'r mut Vec<Extra>) -> &'r mut Extra {
        if self.extra == 0 {
            extras.push(Extra::default());
            self.extra = extras.len() as u32;
        }
        &mut extras[self.extra as usize - 1]
    }

    #[inline]
    pub(super) fn extra<'r>(&self, extras: &'r [Extra]) -> Option<&'r Extra> {
        if self.extra == 0 { None } else { extras.get(self.extra as usize - 1) }
    }

    pub(super) fn full_range(&self, extras: &[Extra]) -> TextRange {
        let range = self.range();
        match self.extra(extras) {
            Some(extra) => [extra.anchor, extra.tag].into_iter().flatten().fold(range, TextRange::cover),
            None => range,
        }
    }

    /// The decoded text of a scalar. `text` is the whole document text.
    #[inline]
    pub(super) fn text<'t>(&self, text: &'t str, extras: &'t [Extra]) -> Option<&'t str> {
        match self.extra(extras).and_then(|extra| extra.decoded.as_deref()) {
            Some(decoded) => Some(decoded),
            None => (self.kind == NodeKind::Scalar).then(|| &text[self.between_quotes()]),
        }
    }

    /// The bytes of a scalar whose decoded text equals the text as written, without its quotes.
    pub(super) fn verbatim(&self, extras: &[Extra]) -> Option<TextRange> {
        let is_decoded = self.extra(extras).is_some_and(|extra| extra.decoded.is_some());
        (self.kind == NodeKind::Scalar && !is_decoded).then(|| self.between_quotes())
    }

    #[inline]
    pub(super) fn between_quotes(&self) -> TextRange {
        let quoted = usize::from(matches!(self.style, Style::Single | Style::Double));
        let TextRange { start, end } = self.range();
        TextRange { start: start + quoted, end: end - quoted }
    }
}
