//! Conflict markers of git: `<<<<<<<`, `=======` and `>>>>>>>`, with `|||||||` before the common ancestor. A conflict is read as if its markers were
//! comments, so both sides are in the tree.

use limn_text::{TextEdit, TextRange};

const OURS: &str = "<<<<<<<";
const BASE: &str = "|||||||";
const MIDDLE: &str = "=======";
const THEIRS: &str = ">>>>>>>";

/// An unresolved conflict in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// All of it, with its markers and their line breaks.
    pub range: TextRange,
    /// The lines of the first side.
    pub ours: TextRange,
    /// The lines of the second side.
    pub theirs: TextRange,
    /// Names that the markers give to the sides: `HEAD`, the name of a branch. Empty if they do not.
    pub labels: (String, String),
    /// The markers, without line breaks.
    pub markers: Vec<TextRange>,
}

impl Conflict {
    /// Keeps the first side.
    pub fn keep_ours(&self, text: &str) -> TextEdit {
        self.keep(text, &[self.ours])
    }

    /// Keeps the second side.
    pub fn keep_theirs(&self, text: &str) -> TextEdit {
        self.keep(text, &[self.theirs])
    }

    /// Keeps both sides, the first one first.
    pub fn keep_both(&self, text: &str) -> TextEdit {
        self.keep(text, &[self.ours, self.theirs])
    }

    fn keep(&self, text: &str, sides: &[TextRange]) -> TextEdit {
        let kept: String = sides.iter().filter_map(|side| text.get(side.start..side.end)).collect();
        TextEdit::replace(self.range, kept)
    }
}

/// The conflicts of a text, in order. Markers that do not belong together are not one.
pub(super) fn conflicts(text: &str) -> Vec<Conflict> {
    let mut found = Vec::new();
    if !text.contains(OURS) {
        return found;
    }
    let mut open: Option<Open> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = TextRange::new(at, at + line.len());
        at = range.end;
        let bare = line.trim_end_matches(['\n', '\r']);
        let marker = TextRange::new(range.start, range.start + bare.len());
        if let Some(label) = label(bare, OURS) {
            open = Some(Open {
                start: range.start,
                ours: label,
                lines: vec![range],
                markers: vec![marker],
                middle: None,
            });
            continue;
        }
        let Some(current) = &mut open else { continue };
        let is_middle = current.middle.is_some();
        if label(bare, BASE).is_some() && !is_middle && current.lines.len() == 1 {
            current.lines.push(range);
            current.markers.push(marker);
        } else if bare == MIDDLE && !is_middle {
            current.middle = Some(range);
            current.markers.push(marker);
        } else if let (Some(theirs), Some(middle)) = (label(bare, THEIRS), current.middle) {
            let mut markers = std::mem::take(&mut current.markers);
            markers.push(marker);
            let ours_end = current.lines.get(1).unwrap_or(&middle).start;
            found.push(Conflict {
                range: TextRange::new(current.start, range.end),
                ours: TextRange::new(current.lines[0].end, ours_end),
                theirs: TextRange::new(middle.end, range.start),
                labels: (std::mem::take(&mut current.ours), theirs),
                markers,
            });
            open = None;
        }
    }
    found
}

struct Open {
    start: usize,
    ours: String,
    /// The lines of the first marker and of that of the common ancestor.
    lines: Vec<TextRange>,
    markers: Vec<TextRange>,
    middle: Option<TextRange>,
}

/// The text behind a marker that starts a line.
fn label(line: &str, marker: &str) -> Option<String> {
    let rest = line.strip_prefix(marker)?;
    (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim().to_owned())
}

/// The text with markers, the lines of common ancestors, and some other ranges as comments of the same length.
pub(super) fn masked(text: &str, conflicts: &[Conflict], others: &[TextRange]) -> String {
    let mut bytes: Vec<u8> = text.as_bytes().to_vec();
    let mut comment = |range: TextRange| {
        for (at, byte) in bytes.iter_mut().enumerate().take(range.end).skip(range.start) {
            *byte = if at == range.start { b'#' } else { b' ' };
        }
    };
    for conflict in conflicts {
        conflict.markers.iter().for_each(|marker| comment(*marker));
    }
    // Nothing is between the sides but the common ancestor.
    let between = conflicts.iter().map(|conflict| TextRange::new(conflict.ours.end, conflict.theirs.start));
    for part in between.chain(others.iter().copied()) {
        let mut at = part.start;
        for line in text.get(part.start..part.end).unwrap_or_default().split_inclusive('\n') {
            let bare = line.trim_end_matches(['\n', '\r']);
            if !bare.is_empty() {
                comment(TextRange::new(at, at + bare.len()));
            }
            at += line.len();
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::{Path, parse};

    /// The second side starts deeper than the first one ends.
    #[test]
    fn sides_of_different_depth_give_one_error() {
        let text = "a:\n<<<<<<< HEAD\n  b: 1\nc: 2\n=======\n  b: 3\nc: 4\n>>>>>>> theirs\nd: 5\n";
        let document = parse(text);
        assert_eq!(document.errors().len(), 1, "{:?}", document.errors());
        let value =
            |path: &[&str]| document.get(&Path::keys(path.iter().copied())).and_then(crate::Node::as_str);
        assert_eq!(value(&["a", "b"]).as_deref(), Some("1"));
        assert_eq!(value(&["c"]).as_deref(), Some("2"));
        assert_eq!(value(&["d"]).as_deref(), Some("5"));
    }

    const TEXT: &str =
        "a: 1\n<<<<<<< HEAD\nb: 2\nc: 3\n||||||| base\nb: 0\n=======\nb: 4\n>>>>>>> theirs\nd: 5\n";

    #[test]
    fn both_sides_are_read_and_the_markers_are_not() {
        let document = parse(TEXT);
        let keys: Vec<String> = document
            .root()
            .unwrap()
            .entries()
            .filter_map(|entry| Some(entry.key.as_str()?.into_owned()))
            .collect();
        assert_eq!(keys, ["a", "b", "c", "b", "d"]);
        assert_eq!(document.get(&Path::keys(["d"])).unwrap().source(), "5");
        assert_eq!(document.comments().len(), 0);
        assert_eq!(document.conflicts().len(), 1);
        assert_eq!(document.errors().len(), 1);
        assert_eq!(&**document.text(), TEXT);
    }

    #[test]
    fn a_side_is_kept_with_its_bytes() {
        let document = parse(TEXT);
        let conflict = &document.conflicts()[0];
        assert_eq!(conflict.labels, ("HEAD".to_owned(), "theirs".to_owned()));
        assert_eq!(conflict.keep_ours(TEXT).apply(TEXT), "a: 1\nb: 2\nc: 3\nd: 5\n");
        assert_eq!(conflict.keep_theirs(TEXT).apply(TEXT), "a: 1\nb: 4\nd: 5\n");
        assert_eq!(conflict.keep_both(TEXT).apply(TEXT), "a: 1\nb: 2\nc: 3\nb: 4\nd: 5\n");
    }

    #[test]
    fn markers_that_do_not_belong_together_are_not_a_conflict() {
        for text in
            ["a: 1\n<<<<<<< HEAD\nb: 2\n", "a: |\n  x\n  =======\n", ">>>>>>> x\n=======\n<<<<<<< y\n"]
        {
            assert!(parse(text).conflicts().is_empty(), "{text}");
        }
        let crlf = TEXT.replace('\n', "\r\n");
        assert_eq!(
            parse(crlf.as_str()).conflicts()[0].keep_ours(&crlf).apply(&crlf),
            "a: 1\r\nb: 2\r\nc: 3\r\nd: 5\r\n"
        );
    }
}
