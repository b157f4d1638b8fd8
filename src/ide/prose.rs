//! Parser for the subset of Markdown in rule docs and messages: headings, paragraphs, lists and fenced code. Independent of how they are shown.

/// A block of text.
#[derive(Debug, PartialEq)]
pub enum Block {
    Heading(String),
    Paragraph(String),
    Code(String),
    List(Vec<String>),
}

/// The blocks of a text, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if line.starts_with("```") {
            let mut code: Vec<&str> = Vec::new();
            for line in lines.by_ref() {
                if line.trim_start().starts_with("```") {
                    break;
                }
                code.push(line);
            }
            blocks.push(Block::Code(code.join("\n")));
            continue;
        }
        if let Some(item) = bullet(line) {
            match blocks.last_mut() {
                Some(Block::List(items)) => items.push(item.to_owned()),
                _ => blocks.push(Block::List(vec![item.to_owned()])),
            }
            continue;
        }
        if let Some((_, title)) = line.split_once("# ").filter(|(marks, _)| marks.chars().all(|c| c == '#')) {
            blocks.push(Block::Heading(title.trim().to_owned()));
            continue;
        }
        let mut paragraph = line.to_owned();
        while let Some(next) = lines.peek().map(|next| next.trim()) {
            if next.is_empty() || next.starts_with("```") || bullet(next).is_some() {
                break;
            }
            paragraph.push(' ');
            paragraph.push_str(next);
            lines.next();
        }
        blocks.push(Block::Paragraph(paragraph));
    }
    blocks
}

fn bullet(line: &str) -> Option<&str> {
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_paragraph_are_joined_and_code_is_kept() {
        let found =
            blocks("### A # title\n\nWhy it\nmatters.\n\n```yaml\na:\n  b: 1\n```\n- one\n- two\nBack.");
        let expected = [
            Block::Heading("A # title".to_owned()),
            Block::Paragraph("Why it matters.".to_owned()),
            Block::Code("a:\n  b: 1".to_owned()),
            Block::List(vec!["one".to_owned(), "two".to_owned()]),
            Block::Paragraph("Back.".to_owned()),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_fence_that_never_ends_is_code_to_the_end() {
        assert_eq!(blocks("```\nx"), [Block::Code("x".to_owned())]);
    }
}
