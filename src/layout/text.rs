//! Text width by a table: the same on every machine, regardless of fonts. Rather too wide than too narrow. Independent of cards.
//!
//! Text is measured and shortened as it is displayed: control characters and changes of direction are escapes (see [`visible`]).

use std::collections::BTreeMap;

use limn_text::visible;

/// The font of a text. Sizes are CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Font {
    pub size: f64,
    pub semibold: bool,
}

impl Font {
    /// The factor by which the text is wider than in the table.
    fn weight(self) -> f64 {
        if self.semibold { 1.14 } else { 1.05 }
    }
}

/// The font of a card's name.
pub const LABEL: Font = Font { size: 16.0, semibold: true };
/// The font of a card's type and of a wire's name.
pub const CAPTION: Font = Font { size: 14.0, semibold: false };
/// The font of a port's name.
pub const PORT: Font = Font { size: 14.0, semibold: false };
/// The font of badges, pills and states.
pub const SMALL: Font = Font { size: 13.0, semibold: false };

/// Advance widths of U+0020 to U+007E in thousandths of the size: the wider of the common interface fonts.
const ASCII: [u16; 95] = [
    280, 310, 400, 620, 600, 860, 720, 250, 350, 350, 440, 620, 290, 380, 290, 370, // space to /
    600, 600, 600, 600, 600, 600, 600, 600, 600, 600, 290, 290, 620, 620, 620, 520, // 0 to ?
    990, 680, 660, 690, 730, 620, 590, 730, 740, 290, 550, 660, 560, 890, 750, 770, // @ to O
    640, 770, 660, 640, 630, 730, 680, 960, 660, 650, 630, 350, 370, 350, 560, 500, // P to _
    400, 570, 610, 550, 610, 580, 360, 610, 590, 260, 270, 550, 260, 880, 590, 600, // ` to o
    610, 610, 390, 520, 370, 590, 540, 770, 540, 540, 530, 380, 290, 380, 620, // p to ~
];

/// The width of one line of text.
pub fn width(text: &str, font: Font) -> f64 {
    let thousandths: u64 = visible(text).chars().map(advance).map(u64::from).sum();
    thousandths as f64 * font.size * font.weight() / 1000.0
}

/// The text on at most this many lines of this width, broken between its words where possible; the last is shortened.
pub fn lines(text: &str, font: Font, room: f64, most: usize) -> Vec<String> {
    const SEPARATORS: [char; 6] = ['_', '-', '.', ':', '/', ' '];
    let shown = visible(text).into_owned();
    let mut lines = Vec::new();
    let mut rest = shown.as_str();
    while lines.len() + 1 < most && width(rest, font) > room {
        let mut end = 0;
        let mut word_end = 0;
        let mut before = ' ';
        for (at, letter) in rest.char_indices() {
            if before.is_lowercase() && letter.is_uppercase() {
                word_end = at;
            }
            before = letter;
            let next = at + letter.len_utf8();
            if width(&rest[..next], font) > room {
                break;
            }
            end = next;
            if SEPARATORS.contains(&letter) {
                word_end = next;
            }
        }
        let end = if word_end > 0 { word_end } else { end };
        if end == 0 {
            break;
        }
        lines.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    lines.push(elide(rest, font, room));
    lines
}

/// Shortens the text to `room` with an ellipsis in the middle: names that differ at the end stay distinct.
pub fn elide(text: &str, font: Font, room: f64) -> String {
    let text = visible(text);
    if width(&text, font) <= room {
        return text.into_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let scale = font.size * font.weight() / 1000.0;
    let mut left = room - f64::from(advance('…')) * scale;
    // Two characters of the beginning for one of the end.
    let (mut head, mut tail) = (0, letters.len());
    while head < tail {
        let from_head = head < 2 * (letters.len() - tail) + 2;
        let next = f64::from(advance(if from_head { letters[head] } else { letters[tail - 1] })) * scale;
        if next > left {
            break;
        }
        left -= next;
        if from_head {
            head += 1;
        } else {
            tail -= 1;
        }
    }
    let mut elided: String = letters[..head].iter().collect();
    elided.truncate(elided.trim_end().len());
    elided.push('…');
    elided.extend(&letters[tail..]);
    elided
}

/// Shortens a sentence at its end, between two words if possible. Empty if less than a few letters fit.
pub(super) fn elide_end(text: &str, font: Font, room: f64) -> String {
    const FEW: usize = 4;
    let text = visible(text);
    if width(&text, font) <= room {
        return text.into_owned();
    }
    let scale = font.size * font.weight() / 1000.0;
    let mut left = room - f64::from(advance('…')) * scale;
    let fits = |letter: &char| {
        left -= f64::from(advance(*letter)) * scale;
        left >= 0.0
    };
    let head: String = text.chars().take_while(fits).collect();
    let ends_at_word = text[head.len()..].starts_with(' ');
    let words = head.rfind(' ').filter(|_| !ends_at_word).map_or(&*head, |space| &head[..space]).trim_end();
    let head = if words.chars().count() < FEW { head.trim_end() } else { words };
    if head.chars().count() < FEW { String::new() } else { format!("{head}…") }
}

/// Shortens texts that have a common beginning and end and differ between: the part that differs stays. Where it does not fit, those that are then the
/// same are shortened again by what differs among them.
pub(super) fn elide_apart(texts: &[&str], font: Font, room: f64) -> Vec<String> {
    let mut short = elide_around(texts, font, room);
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, text) in short.iter().enumerate() {
        same.entry(text.clone()).or_default().push(at);
    }
    // A smaller group has more in common.
    for group in same.into_values().filter(|group| group.len() > 1 && group.len() < texts.len()) {
        let names: Vec<&str> = group.iter().map(|at| texts[*at]).collect();
        for (at, text) in group.iter().zip(elide_apart(&names, font, room)) {
            short[*at] = text;
        }
    }
    short
}

fn elide_around(texts: &[&str], font: Font, room: f64) -> Vec<String> {
    let texts: Vec<Vec<char>> = texts.iter().map(|text| visible(text).chars().collect()).collect();
    let Some((first, rest)) = texts.split_first() else { return Vec::new() };
    let shortest = texts.iter().map(Vec::len).min().unwrap_or_default();
    let same = |at: usize| rest.iter().all(|text| text[at] == first[at]);
    let before = (0..shortest).take_while(|at| same(*at)).count();
    let same = |at: usize| rest.iter().all(|text| text[text.len() - 1 - at] == first[first.len() - 1 - at]);
    let behind = (0..shortest - before).take_while(|at| same(*at)).count();
    texts.iter().map(|text| around(text, before, text.len() - behind, font, room)).collect()
}

/// Shortens a text on both sides of a part that stays.
fn around(text: &[char], from: usize, to: usize, font: Font, room: f64) -> String {
    let scale = font.size * font.weight() / 1000.0;
    let wide =
        |letters: &[char]| letters.iter().map(|letter| f64::from(advance(*letter)) * scale).sum::<f64>();
    let dots = f64::from(advance('…')) * scale;
    let mut left = room - wide(&text[from..to]) - 2.0 * dots;
    if left < 0.0 {
        let part: String = text[from..to].iter().collect();
        return elide(&part, font, room);
    }
    let (mut head, mut tail) = (0, text.len());
    while head < from || tail > to {
        // Two characters of the beginning for one of the end.
        let from_head = head < from && (tail == to || head < 2 * (text.len() - tail) + 2);
        let next = wide(&[if from_head { text[head] } else { text[tail - 1] }]);
        if next > left {
            break;
        }
        left -= next;
        if from_head {
            head += 1;
        } else {
            tail -= 1;
        }
    }
    let mut short: String = text[..head].iter().collect();
    short.push_str(if head < from { "…" } else { "" });
    short.extend(&text[from..to]);
    short.push_str(if tail > to { "…" } else { "" });
    short.extend(&text[tail..]);
    short
}

fn advance(letter: char) -> u16 {
    match u32::from(letter) {
        code @ 0x20..=0x7e => ASCII[code as usize - 0x20],
        // Combining marks add nothing.
        0x300..=0x36f | 0xfe00..=0xfe0f => 0,
        0x2026 => 900,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f
        | 0xff00..=0xff60 => 1000,
        0x1f000..=0x1faff | 0x20000..=0x3ffff => 1300,
        _ => 680,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_on_several_lines_is_broken_after_separators_and_fits() {
        let font = Font { size: 26.0, semibold: true };
        let broken = lines("a_long_component_name", font, 180.0, 3);
        assert!(broken.len() > 1 && broken[0].ends_with('_'), "{broken:?}");
        assert_eq!(broken.concat(), "a_long_component_name");
        assert!(broken.iter().all(|line| width(line, font) <= 180.0));
        assert_eq!(lines("a_long_component_name", font, 180.0, 1).len(), 1);
        assert_eq!(lines("short", font, 180.0, 3), ["short"]);
        assert_eq!(lines("MultimediaManager", font, 180.0, 2), ["Multimedia", "Manager"]);
        assert_eq!(lines("wide", font, 1.0, 3).len(), 1);
    }

    #[test]
    fn short_texts_stay_whole() {
        assert_eq!(elide("streamer", LABEL, 100.0), "streamer");
    }

    #[test]
    fn what_nobody_sees_is_measured_and_cut_as_an_escape() {
        assert_eq!(elide("a\u{1b}[2J\u{202e}b", LABEL, 400.0), "a\\u{1b}[2J\\u{202e}b");
        assert!(width("a\u{202e}b", LABEL) > width("ab", LABEL) + 40.0);
        assert!(elide(&"\u{202e}".repeat(40), LABEL, 100.0).chars().count() < 20);
    }

    #[test]
    fn long_names_keep_both_ends() {
        let [east, west] = ["content-delivery-node-east-1", "content-delivery-node-east-2"]
            .map(|name| elide(name, LABEL, 120.0));
        assert_ne!(east, west);
        assert!(east.starts_with("content") && east.ends_with("-1"), "{east}");
    }

    #[test]
    fn a_sentence_is_cut_after_a_word() {
        assert_eq!(elide_end("Holds the orders", SMALL, 200.0), "Holds the orders");
        let room = width("Holds the orders…", SMALL) + 0.1;
        assert_eq!(elide_end("Holds the orders of all shops", SMALL, room), "Holds the orders…");
        assert_eq!(elide_end("Holds the orders of all shops", SMALL, room - 1.0), "Holds the…");
        assert_eq!(elide_end("Donaudampfschifffahrtsgesellschaft", SMALL, 60.0), "Donau…");
        assert_eq!(elide_end("Holds the orders", SMALL, 20.0), "");
    }

    #[test]
    fn names_that_differ_in_the_middle_stay_distinct() {
        let names = ["production-cluster-alpha-database-server", "production-cluster-omega-database-server"];
        let [one, other] = names.map(|name| elide(name, LABEL, 130.0));
        assert_eq!(one, other);
        let apart = elide_apart(&names, LABEL, 130.0);
        assert!(apart[0].contains("alph") && apart[1].contains("omeg"), "{apart:?}");
        assert!(
            apart.iter().all(|name| name.starts_with("prod") && width(name, LABEL) <= 130.0),
            "{apart:?}"
        );
    }

    #[test]
    fn names_that_stay_the_same_are_shortened_again() {
        let names = [
            "a-cluster-with-a-very-long-name-of-production-one-in-the-data-center-of-the-north-a",
            "a-cluster-with-a-very-long-name-of-production-two-in-the-data-center-of-the-north-a",
            "z-cluster-with-a-very-long-name-of-production-two-in-the-data-center-of-the-north-z",
        ];
        let apart = elide_apart(&names, LABEL, 130.0);
        assert!(apart[0].contains("one") && apart[1].contains("two"), "{apart:?}");
        assert!(apart[2].starts_with('z'), "{apart:?}");
    }

    proptest! {
        #[test]
        fn texts_that_are_kept_apart_fit(texts in proptest::collection::vec("[a-c]{0,4}x{0,9}[a-c]{0,4}", 1..4), room in 40.0..120.0) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            for text in elide_apart(&texts, CAPTION, room) {
                prop_assert!(width(&text, CAPTION) <= room + 1e-9);
            }
        }

        #[test]
        fn a_sentence_that_is_cut_fits(text in "\\PC{0,60}", room in 0.0..200.0) {
            prop_assert!(width(&elide_end(&text, SMALL, room), SMALL) <= room + 0.01);
        }

        #[test]
        fn elided_text_fits(text in "\\PC{0,60}", room in 30.0..200.0) {
            prop_assert!(width(&elide(&text, CAPTION, room), CAPTION) <= room + 1e-9);
        }
    }
}
