//! Reads CSV as people paste it: blanks before a quote, any line ends, quotes that are not closed. The crate `csv` takes a quote after a blank as text,
//! reports no unclosed quote, and numbers lines by `\n` only.

/// A row, or several lines if a quoted cell has line breaks.
#[derive(Debug, PartialEq)]
pub(super) struct Record {
    /// The line that it starts in, from 1.
    pub line: usize,
    pub cells: Vec<String>,
}

/// The records of a text, and the line of a quote that is not closed. Quoted cells can contain line breaks and separators, and `""` for a quote.
pub(super) fn records(text: &str, separator: char) -> (Vec<Record>, Option<usize>) {
    let mut records = Vec::new();
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let (mut line, mut start, mut opened) = (1, 1, 1);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let ends = c == '\n' || c == '\r' && rest.peek() != Some(&'\n');
        line += usize::from(ends);
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => {
                rest.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() => {
                cell.clear();
                (quoted, opened) = (true, line);
            }
            _ if ends && !quoted => {
                cells.push(std::mem::take(&mut cell));
                records.push(Record { line: start, cells: std::mem::take(&mut cells) });
                start = line;
            }
            // The first half of a line break.
            '\r' if !quoted => {}
            c if c == separator && !quoted => cells.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    cells.push(cell);
    records.push(Record { line: start, cells });
    (records, quoted.then_some(opened))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        records(text, ',').0.into_iter().map(|record| record.cells).collect()
    }

    #[test]
    fn a_quote_opens_at_the_start_of_a_cell_only_and_after_blanks() {
        assert_eq!(cells("a, \"b, c\",\"d \"\"e\"\"\""), [["a", "b, c", "d \"e\""]]);
        assert_eq!(cells("a,19\" rack"), [["a", "19\" rack"]]);
        assert_eq!(records("a,19\" rack", ',').1, None);
        assert_eq!(records("a\nb,5\" x,\"open\nc", ',').1, Some(2));
    }

    #[test]
    fn lines_are_counted_with_any_line_ends() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a", "", "\"b", "c\"", "d"].join(end);
            let lines: Vec<usize> = records(&text, ',').0.iter().map(|record| record.line).collect();
            assert_eq!(lines, [1, 2, 3, 5], "{end:?}");
        }
    }
}
