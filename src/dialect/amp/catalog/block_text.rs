//! TOSCA templates in literal block texts (`item: |`). Each line has the same indentation in front of it, so the template is read with that
//! indentation, and its positions differ from those of the catalog by a constant. Its elements have no paths in the catalog: an edit replaces the
//! text, of which the patch writes only the lines that differ.

use limn_language::edit::EditError;
use limn_yaml::{Document, Node, Op, Path, Style, Value};

/// The text of a template with its indentation.
pub(super) struct BlockText {
    /// All lines below the header.
    pub(super) text: String,
    /// Offset of the first line.
    pub(super) start: usize,
    indent: usize,
    /// Number of line breaks at the end of the decoded text.
    breaks: usize,
}

impl BlockText {
    /// The text of a literal; `None` if it is another scalar, or if it reads differently with its indentation.
    pub(super) fn of(node: Node<'_>) -> Option<BlockText> {
        let decoded = node.text().filter(|_| node.style() == Style::Literal)?;
        let source = node.source();
        let header = source.find('\n')? + 1;
        let text = &source[header..];
        let (at, first) = decoded.lines().enumerate().find(|(_, line)| !line.trim().is_empty())?;
        let indent = text.lines().nth(at)?.len().checked_sub(first.len())?;
        let mut lines = text.lines();
        let is_the_same = decoded.lines().all(|line| {
            let written = lines.next().unwrap_or_default();
            let is_blank = line.is_empty() && written.trim_matches(' ').is_empty();
            (is_blank || without_indent(written, indent) == Some(line)) && !is_marker(line)
        });
        let breaks = decoded.len() - decoded.trim_end_matches('\n').len();
        let start = node.range().start + header;
        is_the_same.then(|| BlockText { text: text.to_owned(), start, indent, breaks })
    }

    /// The op that makes the changes in the catalog. `document` is that of the template, `at` the path of the scalar.
    pub(super) fn op(&self, document: &Document, ops: &[Op], at: &Path) -> Result<Op, EditError> {
        let after = limn_yaml::patch(document, ops)?.apply(document.text());
        let lines: Option<Vec<&str>> = after.lines().map(|line| self.line(line)).collect();
        let lines =
            lines.ok_or_else(|| EditError::Refused("edit this template as text".to_owned()))?.join("\n");
        let text = format!("{}{}", lines.trim_end_matches('\n'), "\n".repeat(self.breaks));
        Ok(Op::Replace { at: at.clone(), value: Value::Text(text) })
    }

    fn line<'l>(&self, line: &'l str) -> Option<&'l str> {
        if line.len() <= self.indent && line.trim_matches(' ').is_empty() {
            return Some("");
        }
        without_indent(line, self.indent)
    }
}

fn without_indent(line: &str, indent: usize) -> Option<&str> {
    let (blanks, rest) = line.split_at_checked(indent)?;
    blanks.trim_matches(' ').is_empty().then_some(rest)
}

/// A document marker or a directive, which is something else with an indentation.
fn is_marker(line: &str) -> bool {
    ["---", "...", "%"].iter().any(|marker| line.starts_with(marker))
}
