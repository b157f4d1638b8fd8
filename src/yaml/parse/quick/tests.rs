//! Tests of the fast reader: every text that it takes gives the same document as the full parser, and where it stops the full parser can continue.

use proptest::prelude::*;

use crate::document::Document;
use crate::parse::{Draft, document, probe, probe_fully, read_fully, read_quickly};
use limn_check::corpus;

/// Returns true if the fast reader takes the text. If so, both readers must give the same document.
#[track_caller]
fn check(text: &str) -> bool {
    let (probed, slowly) = (probe(text), probe_fully(text));
    assert_eq!(probed, slowly, "{text:?}");
    let Some(builder) = read_quickly(text) else { return false };
    let (slowly, fault) = read_fully(text);
    assert!(fault.is_none(), "{fault:?} in {text:?}");
    let shown = |document: Document| format!("{document:#?}");
    let whole = text.into();
    let draft = Draft::new(text);
    let (quick, slow) =
        (document(&whole, builder, &draft, Vec::new()), document(&whole, slowly, &draft, Vec::new()));
    let (quick, slow) = (shown(quick), shown(slow));
    if quick != slow {
        let differs = quick.lines().zip(slow.lines()).find(|(quick, slow)| quick != slow);
        panic!("{differs:?} in {text:?}");
    }
    true
}

#[test]
fn common_yaml_is_read_by_the_fast_reader() {
    for text in [
        "a: 1\n",
        "a: 1",
        "# head\n---\na:\n  b: c # why\n\n  d: 'e''f'\n",
        "a:\n- b\n- c: d\n  e: f\n-\n- - g\n  - h\ni:\n",
        "a: {b: [c, d], 'e': \"f\\n\", }\ng: [\n  h, # i\n  j\n]\n",
        "a: |\n  b\n\n   c\n\nd: >-\n  e\n  f\n\n  g\n   h\ni: j\n  k\n\n  l\n",
        "a: 1\r\nb:\r\n  - c\r\n",
        "ä: ö\n\"b\": ß # ü\n",
        "{\"a\": {\"b\": [1, 2]}, \"c\":null}\n",
        "- a:\n  - b\n  c: d\n- e\n",
        "  a: 1\n  b: 2\n",
        "a: b:c#d -e\n",
        "a: [b: c, 'd': [e], \"f\":g, {h: i}, j: {k: l}, m: # n\n o\n]\n",
    ] {
        assert!(check(text), "{text:?} is taken");
    }
}

#[test]
fn rare_or_wrong_yaml_is_declined() {
    for text in [
        "",
        "# a\n",
        "a",
        "a: *b\n",
        "a: &b c\n",
        "a: !!str b\n",
        "? a\n: b\n",
        "a: b: c\n",
        "a:\n\tb: c\n",
        "a: 1\n b: 2\n",
        "a: [b\n",
        "a: 'b\n",
        "--- a\n",
        "a: 1\n---\nb: 2\n",
        "%YAML 1.2\n---\na: b\n",
        "a: |2\n   b\n",
        "a: \"\\x41\"\n",
        "a: {b}}\n",
        "- a\nb\n",
        "a: - b\n",
        "a: \u{1}\n",
        "\u{feff}a: b\n",
        "a: 'b'#c\n",
    ] {
        assert!(!check(text), "{text:?} is declined");
    }
}

#[test]
fn both_readers_agree_on_the_corpus() {
    let Some(root) = corpus::corpus(".") else { return };
    let (mut all, mut quick) = (0, 0);
    for (number, path) in corpus::files(&root, &["yaml", "yml", "json"]).into_iter().enumerate() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        all += 1;
        quick += usize::from(check(&text));
        if text.len() < 20_000 {
            check(&with_slip(&text, number));
        }
    }
    assert!(quick * 10 > all * 8, "the fast reader takes most texts: {quick} of {all}");
}

/// The text with one random mistake.
fn with_slip(text: &str, seed: usize) -> String {
    let mut at = seed.wrapping_mul(7919) % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let line = text[..at].rfind('\n').map_or(0, |found| found + 1);
    let next = text[at..].find('\n').map_or(text.len(), |found| at + found + 1);
    let (before, behind) = text.split_at(at);
    let (above, rest) = text.split_at(line);
    match seed % 7 {
        0 => format!("{above}{}", &text[next..]),
        1 => before.to_owned(),
        2 => format!("{before} {behind}"),
        3 => format!("{above} {rest}"),
        4 => format!("{above}{}", rest.strip_prefix(' ').unwrap_or(rest)),
        5 => format!("{before}:{behind}"),
        _ => format!("{before}\n{behind}"),
    }
}

/// Fragments of YAML syntax, so that a random sequence of them is often almost YAML.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a", "b", "key", "1.5", "ä", ": ", ":", ":\n", "- ", "-", "-\n", "\n", "\n", "\n\n", " ", "  ",
        "    ", "\n  ", "\n    ", "#", " # c", "'", "\"", "\\", "{", "}", "[", "]", ", ", ",", "|", "|\n  ",
        ">\n    ", ">-", "?", "? ", "&a ", "*a", "!t ", "---", "\n---\n", "...", "\t", "\r\n", "%", "~",
        "''", "\"\"", "<<: ", "{a: b}", "[a, b]", "a: b\n", "a:\n  ", "- a\n", "\n- ", "\n  - ",
    ])
}

/// Lines at random indentation, which form valid YAML more often.
fn line() -> impl Strategy<Value = String> {
    let decoded = prop::sample::select(vec![
        "a:",
        "b: c",
        "c: d e",
        "- a",
        "- b: c",
        "-",
        "- - d",
        "# e",
        "f",
        "'g': h",
        "i: {j: k, l}",
        "m: [n, o",
        "p]",
        "q: |",
        "r: >",
        "s: 't'",
        "u: \"v\" # w",
        "",
        "x: y # z",
        "a: b: c",
        "- |",
        "}",
        "k: {",
        "- [a, {b: c}]",
        "w: x\ty",
        "- ",
        "z:  ",
        "e: 'f",
        "g'",
        "a#b: c",
        "- >-",
    ]);
    (0usize..7, decoded, prop::bool::weighted(0.05)).prop_map(|(indent, decoded, windows)| {
        format!("{}{decoded}{}", " ".repeat(indent), if windows { "\r\n" } else { "\n" })
    })
}

#[test]
fn a_fault_far_down_is_found_at_its_position() {
    let above = "a:\n  b:\n  - c: {d: e}\n    f: g\n  h: i\n".repeat(40).replace("\na:", "\n#");
    for text in [
        "  j: k: l\n",
        "  j\n",
        "   j: k\n",
        "  j: [k\n  l: m\n",
        "  j: 'k\n",
        "\tj: k\n",
        "- j\n",
        "    j: k\n",
        "  j: *k l\n",
        "  j: @k\n",
        "  - j: k\n     l\n",
        "  j: &k l\n  m: n\n",
        "  j: [k, {l: m]\n",
        "j\n",
        "  j: }\n",
    ] {
        check(&format!("{above}{text}{above}"));
        check(&format!("{above}{text}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn both_readers_agree_on_random_fragments(pieces in prop::collection::vec(piece(), 0..24)) {
        check(&pieces.concat());
    }

    #[test]
    fn both_readers_agree_on_random_lines(lines in prop::collection::vec(line(), 0..12)) {
        check(&lines.concat());
    }

    #[test]
    fn both_readers_agree_on_random_lines_far_down(lines in prop::collection::vec(line(), 0..12)) {
        let above = "aaaaaaaaaaaaaaaaaaaaaaa: bbbbbbbbbbbbbbbbbbbbbbbbbb\n".repeat(12);
        check(&format!("{above}a:\n  b:\n    - c: d\n      e: f\n{}", lines.concat()));
    }
}
