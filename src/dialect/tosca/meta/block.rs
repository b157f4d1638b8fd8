//! Lines of a `TOSCA.meta` file with their positions. Every text parses: malformed lines are kept separately.

use limn_text::TextRange;

/// Lines up to an empty line.
#[derive(Debug, Default)]
pub(super) struct Block<'t> {
    pub entries: Vec<MetaEntry<'t>>,
    /// Malformed lines, trimmed.
    pub odd: Vec<(TextRange, &'t str)>,
    /// Insertion point for a new line.
    pub end: usize,
}

#[derive(Debug)]
pub(super) struct MetaEntry<'t> {
    pub name: &'t str,
    pub name_range: TextRange,
    /// The whole value: a line that starts with a space continues the previous one.
    pub value: String,
    pub value_range: TextRange,
    /// True without a space after the colon.
    pub close: bool,
}

impl Block<'_> {
    pub fn get(&self, name: &str) -> Option<&MetaEntry<'_>> {
        self.entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))
    }
}

/// Blocks of a text; the first describes the package.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let (mut at, mut inside) = (0, false);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let (line, start) = match line.strip_prefix('\u{feff}') {
            Some(rest) if start == 0 => (rest, '\u{feff}'.len_utf8()),
            _ => (line, start),
        };
        if line.trim().is_empty() {
            inside = false;
            continue;
        }
        if !inside {
            blocks.push(Block::default());
            inside = true;
        }
        if let Some(block) = blocks.last_mut() {
            block.end = at;
            block.take(line, start);
        }
    }
    blocks
}

impl<'t> Block<'t> {
    fn take(&mut self, line: &'t str, start: usize) {
        let ends = start + line.trim_end().len();
        if let (Some(more), Some(before)) = (line.strip_prefix(' '), self.entries.last_mut()) {
            before.value.push_str(more.trim_end());
            before.value_range = TextRange::new(before.value_range.start, ends);
            return;
        }
        let lead = line.len() - line.trim_start().len();
        let named = line.split_once(':').filter(|(name, _)| !name.trim().is_empty());
        let Some((name, rest)) = named else {
            self.odd.push((TextRange::new(start + lead, ends), line.trim()));
            return;
        };
        let (value, from) = (rest.trim(), start + name.len() + 1 + (rest.len() - rest.trim_start().len()));
        let from = if value.is_empty() { ends } else { from };
        self.entries.push(MetaEntry {
            name: name.trim(),
            name_range: TextRange::new(start + lead, start + lead + name.trim().len()),
            value: value.to_owned(),
            value_range: TextRange::new(from, from + value.len()),
            close: !value.is_empty() && !rest.starts_with([' ', '\t']),
        });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_stand_where_they_say() {
        let text = "\u{feff}\n A: b\r\nCSAR-Version:1.1\r\n no\n\n\nName: x y \nwhat\n";
        let all = blocks(text);
        let found: Vec<Vec<(&str, &str, &str)>> = all
            .iter()
            .map(|block| {
                let of = |entry: &MetaEntry<'_>| (entry.name_range, entry.value_range);
                let slice = |range: TextRange| &text[range.start..range.end];
                block
                    .entries
                    .iter()
                    .map(|entry| {
                        (slice(of(entry).0), slice(of(entry).1), if entry.close { "close" } else { "" })
                    })
                    .collect()
            })
            .collect();
        assert_eq!(
            found,
            [vec![("A", "b", ""), ("CSAR-Version", "1.1\r\n no", "close")], vec![("Name", "x y", "")]]
        );
        assert_eq!(all[0].get("csar-version").map(|entry| entry.value.as_str()), Some("1.1no"));
        assert_eq!(all[1].odd.iter().map(|(_, line)| *line).collect::<Vec<_>>(), ["what"]);
        assert_eq!(&text[..all[0].end], "\u{feff}\n A: b\r\nCSAR-Version:1.1\r\n no\n");
    }

    proptest! {
        #[test]
        fn every_range_lies_in_the_text(text in "[ :a\u{e9}\n\r\u{feff}]{0,40}") {
            for block in blocks(&text) {
                let ranges = block.entries.iter().flat_map(|entry| [entry.name_range, entry.value_range]);
                for range in ranges.chain(block.odd.iter().map(|odd| odd.0)) {
                    prop_assert!(text.get(range.start..range.end).is_some());
                }
                prop_assert!(block.end <= text.len());
            }
        }
    }
}
