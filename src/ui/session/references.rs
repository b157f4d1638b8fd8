//! Places of a name with their lines, to list them.

use limn_analysis::{Analysis, Location};
use limn_text::{TextRange, visible};

/// All places of a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct References {
    /// By file, the declaring one first and in it the declaration.
    pub places: Vec<Reference>,
    /// Number of places that are not listed.
    pub more: usize,
}

impl References {
    /// Maximum number of places listed.
    const MOST: usize = 500;

    /// The places with their lines; each is a declaration or not.
    pub fn of(analysis: &Analysis, found: Vec<(Location, bool)>) -> References {
        let more = found.len().saturating_sub(References::MOST);
        let places = found.into_iter().take(References::MOST).filter_map(|(location, is_declaration)| {
            let checked = analysis.file(&location.file)?;
            let number = checked.lines().line_column(location.range.start).line;
            let line = line_around(checked.text(), location.range);
            Some(Reference { location, number, line, is_declaration })
        });
        References { places: places.collect(), more }
    }
}

/// A place of a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    pub location: Location,
    /// The line, 1-based.
    pub number: usize,
    /// The line's text before the name, the name, and the text after it.
    pub line: [String; 3],
    pub is_declaration: bool,
}

/// The line of a range in three parts, without the indentation, each shortened.
fn line_around(text: &str, range: TextRange) -> [String; 3] {
    const MOST: usize = 60;
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..].find(['\r', '\n']).map_or(text.len(), |at| range.end + at);
    let before = text[start..range.start].trim_start();
    let name = text[range.start..range.end].lines().next().unwrap_or_default();
    let after = &text[range.end..end];
    let count = before.chars().count();
    let mut first: String = before.chars().skip(count.saturating_sub(MOST)).collect();
    if count > MOST {
        first.insert(0, '…');
    }
    let mut last: String = after.chars().take(MOST).collect();
    if after.chars().count() > MOST {
        last.push('…');
    }
    [first, name.chars().take(MOST).collect(), last].map(|part| visible(&part).into_owned())
}
