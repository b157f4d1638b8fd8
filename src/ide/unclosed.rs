//! Brackets, quotes and values of a line that are not complete at the caret, and items that are still empty, as while a value is being typed.

use super::completion::Completion;
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Document, Style};

/// Placeholder for the rest of a value behind its colon.
const REST: &str = "x";

/// Closes what is open at an offset, so that the rest of the text is read as it is meant. `None`: nothing is open, or more follows on the line.
pub fn closed(document: &Document, offset: usize) -> Option<TextEdit> {
    let open = open_at(document, offset)?;
    let behind = line_behind(document, offset);
    if !behind.is_empty() && !behind.starts_with('#') {
        return None;
    }
    // A quote alone is closed by the reader.
    is_flow(&open).then(|| TextEdit::insert(offset, closing(&open)))
}

/// Completes a value in brackets that ends in a colon at an offset, as in `{type: shop:}`, and closes what is open: YAML would read the colon as the end of
/// a key.
pub fn behind_colon(document: &Document, offset: usize) -> Option<TextEdit> {
    const ENDS: [char; 7] = [' ', ',', '{', '}', '[', ']', '#'];
    let before = document.text().get(..offset)?;
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || matches!(letter, ',' | '{' | '[' | '"' | '\''))
        .next()?;
    let is_value =
        word.len() > 1 && word.ends_with(':') && before[..offset - word.len()].trim_end().ends_with(':');
    let behind = line_behind(document, offset);
    if !is_value || !behind.is_empty() && !behind.starts_with(ENDS) {
        return None;
    }
    let open = open_at(document, offset)
        .filter(|open| is_flow(open) && !open.iter().any(|letter| matches!(letter, '\'' | '"')))?;
    let closing = if behind.is_empty() || behind.starts_with('#') { closing(&open) } else { String::new() };
    Some(TextEdit::insert(offset, format!("{REST}{closing}")))
}

/// Completions in the text after [`behind_colon`], for the text before it.
pub fn without_rest(found: &mut [Completion], offset: usize) {
    for it in found {
        it.range = TextRange::new(it.range.start.min(offset), it.range.end.min(offset));
    }
}

fn line_behind(document: &Document, offset: usize) -> &str {
    let behind = document.text().get(offset..).unwrap_or_default();
    behind.lines().next().unwrap_or_default().trim_start()
}

fn is_flow(open: &[char]) -> bool {
    open.iter().any(|letter| matches!(letter, ']' | '}'))
}

fn closing(open: &[char]) -> String {
    open.iter().rev().collect()
}

/// The closing brackets and quotes of what is open on the line before an offset, the innermost last. `None` in comments and block scalars.
fn open_at(document: &Document, offset: usize) -> Option<Vec<char>> {
    let text = document.text();
    let start = text.get(..offset)?.rfind('\n').map_or(0, |at| at + 1);
    let is_comment =
        |comment: &limn_yaml::Comment| comment.range.start < offset && offset <= comment.range.end;
    let is_block = |node: limn_yaml::Node<'_>| matches!(node.style(), Style::Literal | Style::Folded);
    if document.comments().iter().any(is_comment) || document.at(offset).is_some_and(is_block) {
        return None;
    }
    let mut open: Vec<char> = Vec::new();
    // The last letter that is not a blank.
    let mut last = ' ';
    let mut letters = text[start..offset].chars();
    while let Some(letter) = letters.next() {
        let quote = open.last().copied().filter(|letter| matches!(letter, '\'' | '"'));
        match letter {
            '\\' if quote == Some('"') => drop(letters.next()),
            _ if quote == Some(letter) => drop(open.pop()),
            _ if quote.is_some() => {}
            // Within a word, an apostrophe is a letter.
            '\'' | '"' if matches!(last, ' ' | ':' | ',' | '[' | '{' | '-') => open.push(letter),
            '[' | '{' if !open.is_empty() || matches!(last, ' ' | ':' | '-') => {
                open.push(if letter == '[' { ']' } else { '}' });
            }
            ']' | '}' if open.last() == Some(&letter) => drop(open.pop()),
            _ => {}
        }
        if letter != ' ' {
            last = letter;
        }
    }
    Some(open)
}

/// Removes the comma behind the caret if the item there is still empty (`[|, web]`), so that the rest of the text is read as it is meant.
pub fn separated(document: &Document, offset: usize) -> Option<TextEdit> {
    let (before, behind) = document.text().split_at_checked(offset)?;
    let is_empty = before.trim_end_matches(' ').ends_with(['[', '{', ',']);
    let comma = offset + behind.len() - behind.trim_start_matches(' ').len();
    if !is_empty || !document.text()[comma..].starts_with(',') || document.errors().is_empty() {
        return None;
    }
    let edit = TextEdit::delete(TextRange::new(comma, comma + 1));
    (document.after(&edit).errors().len() < document.errors().len()).then_some(edit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(marked: &str, expected: Option<&str>) {
        let at = marked.find('|').expect("a caret");
        let text = marked.replacen('|', "", 1);
        let document = limn_yaml::parse(text.as_str());
        let after = closed(&document, at).map(|edit| edit.apply(&text));
        assert_eq!(after.as_deref(), expected, "{marked}");
    }

    #[test]
    fn what_is_open_is_closed() {
        check("a: {b: |\nc: 1\n", Some("a: {b: }\nc: 1\n"));
        check("a: {b: [x, |\nc: 1\n", Some("a: {b: [x, ]}\nc: 1\n"));
        check("a: {b: ['x|\nc: 1\n", Some("a: {b: ['x']}\nc: 1\n"));
        check("- {b: {c: d}, e: | # f\n", Some("- {b: {c: d}, e: } # f\n"));
    }

    #[test]
    fn what_is_not_open_stays() {
        check("a: {b: |}\n", None);
        check("a: {b: c}|\n", None);
        check("a: don't {|\n", None);
        check("a: 'x|\n", None);
        check("# {|\n", None);
        check("a: >\n  [|\n", None);
    }

    #[test]
    fn a_value_that_ends_in_a_colon_is_completed() {
        let completed = |marked: &str| {
            let at = marked.find('|').expect("a caret");
            let text = marked.replacen('|', "", 1);
            behind_colon(&limn_yaml::parse(text.as_str()), at).map(|edit| edit.apply(&text))
        };
        assert_eq!(completed("a: {b: s:|}\n").as_deref(), Some("a: {b: s:x}\n"));
        assert_eq!(completed("a: {b: s:|, c: d}\n").as_deref(), Some("a: {b: s:x, c: d}\n"));
        assert_eq!(completed("a: {b: s::t::|\n").as_deref(), Some("a: {b: s::t::x}\n"));
        for text in
            ["a: {b:|}\n", "a: s:|\n", "a: {b: 's:|'}\n", "a: {b: s:|t}\n", "# {b: s:|}\n", "a: [s:|]\n"]
        {
            assert_eq!(completed(text), None, "{text}");
        }
    }

    #[test]
    fn the_comma_behind_an_empty_item_is_removed() {
        let after = |marked: &str| {
            let at = marked.find('|').expect("a caret");
            let text = marked.replacen('|', "", 1);
            separated(&limn_yaml::parse(text.as_str()), at).map(|edit| edit.apply(&text))
        };
        assert_eq!(after("a: [|, x]\n").as_deref(), Some("a: [ x]\n"));
        assert_eq!(after("a: [ | , x]\n").as_deref(), Some("a: [   x]\n"));
        assert_eq!(after("a: {b: [x, |, y]}\n").as_deref(), Some("a: {b: [x,  y]}\n"));
        assert_eq!(after("a: {|, b: c}\n").as_deref(), Some("a: { b: c}\n"));
        for other in ["a: [x|, y]\n", "a: '[|, x]'\n", "a: [|]\n", "a: |, b\n"] {
            assert_eq!(after(other), None, "{other}");
        }
    }
}
