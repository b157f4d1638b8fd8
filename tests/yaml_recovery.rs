//! Broken texts: the error says what is wrong and where, and everything else is read all the same.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use common::corpus;
use expect_test::{Expect, expect};
use limn::text::TextRange;
use limn::yaml::{self, Document, Node, NodeKind};

/// The errors, each with the bytes it is about, and below them what was read.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let document = yaml::parse(text);
    let mut out = String::new();
    let place = |range: TextRange| {
        let before = &text[..range.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        format!("{line}:{column} {:?}", &text[range])
    };
    for error in document.errors() {
        writeln!(out, "{} {}", place(error.range), error.message).expect("a string can be written to");
        if let Some((range, message)) = &error.related {
            writeln!(out, "  {} {message}", place(*range)).expect("a string can be written to");
        }
        if let Some((title, edit)) = &error.fix {
            writeln!(out, "  {title}").expect("a string can be written to");
            assert_ne!(edit.apply(text), text, "a fix changes something");
        }
    }
    for root in document.roots() {
        writeln!(out, "{}", show(root)).expect("a string can be written to");
    }
    expect.assert_eq(&out);
}

fn show(node: Node<'_>) -> String {
    match node.kind() {
        NodeKind::Mapping => {
            let entries: Vec<String> =
                node.entries().map(|entry| format!("{}: {}", show(entry.key), show(entry.value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        NodeKind::Sequence => format!("[{}]", node.items().map(show).collect::<Vec<_>>().join(", ")),
        NodeKind::Alias => node.source().to_owned(),
        NodeKind::Scalar if node.is_missing() => "~".to_owned(),
        NodeKind::Scalar => node.as_str().unwrap_or_default().replace('\n', "⏎"),
    }
}

// --- keys ---

#[test]
fn a_key_being_typed_is_a_key() {
    check(
        "a: 1\nfoo\nb: 2\n",
        expect![[r#"
            2:1 "foo" missing colon after `foo`
              Insert `:`
            {a: 1, foo: ~, b: 2}
        "#]],
    );
    check(
        "r:\n  foo\n  b: 2\nc: 1\n",
        expect![[r#"
            2:3 "foo" missing colon after `foo`
              3:3 "b" this makes `b` invalid
              Insert `:`
            {r: {foo: ~, b: 2}, c: 1}
        "#]],
    );
    check(
        "r:\n  a: 1\n  foo\nc: 1\n",
        expect![[r#"
            3:3 "foo" missing colon after `foo`
              Insert `:`
            {r: {a: 1, foo: ~}, c: 1}
        "#]],
    );
    check(
        "- a: 1\n  foo\n- b\n",
        expect![[r#"
            2:3 "foo" missing colon after `foo`
              Insert `:`
            [{a: 1, foo: ~}, b]
        "#]],
    );
}

#[test]
fn several_words_are_not_a_key() {
    check(
        "a: 1\nkey value\nb: 2\n",
        expect![[r#"
        2:1 "key value" missing colon in `key value`
        {a: 1, b: 2}
    "#]],
    );
}

#[test]
fn a_blank_behind_the_colon_may_be_missing() {
    check(
        "r:\n  key:value\n  b: 2\n",
        expect![[r#"
            2:6 ":" missing space after `key:`
              3:3 "b" this makes `b` invalid
              Insert space
            {r: {key: value, b: 2}}
        "#]],
    );
    check(
        "a: 1\nkey:value\nb: 2\n",
        expect![[r#"
            2:4 ":" missing space after `key:`
              Insert space
            {a: 1, key: value, b: 2}
        "#]],
    );
}

#[test]
fn a_deleted_colon_keeps_the_block_below() {
    check(
        "r:\n  z: 1\n  a\n    b: 1\n    c: 2\n  d: 1\n",
        expect![[r#"
            3:3 "a" missing colon after `a`
              Insert `:`
            {r: {z: 1, a: {b: 1, c: 2}, d: 1}}
        "#]],
    );
    check(
        "a\n  b: 1\n  c: 2\nd: 1\n",
        expect![[r#"
            1:1 "a" missing colon after `a`
              2:3 "b" this makes `b` invalid
              Insert `:`
            {a: {b: 1, c: 2}, d: 1}
        "#]],
    );
}

#[test]
fn a_value_with_a_colon_needs_quotes() {
    check(
        "a: k: v\nb: 1\n",
        expect![[r#"
            1:4 "k: v" `k: v` contains `: ` and must be quoted
              Add quotes
            {a: k: v, b: 1}
        "#]],
    );
}

// --- layout ---

#[test]
fn a_line_off_by_a_blank_is_read_where_it_belongs() {
    check(
        "r:\n  a: 1\n b: 2\nc: 3\n",
        expect![[r#"
            3:2 "b: 2" the indentation of `b` does not match any line above
              Indent like the neighboring lines
            {r: {a: 1, b: 2}, c: 3}
        "#]],
    );
    check(
        "r:\n  a: x\n   b: 2\nc: 3\n",
        expect![[r#"
            3:4 "b" `b` is indented too far: the line above already has a value
              2:3 "a: x" this already has a value
              Indent like the neighboring lines
            {r: {a: x, b: 2}, c: 3}
        "#]],
    );
    check(
        "r:\n   a: 1\n  b: 2\n  c: 3\nd: 4\n",
        expect![[r#"
            3:3 "b: 2" the indentation of `b` does not match any line above
              Indent like the neighboring lines
            {r: {a: 1, b: 2, c: 3}, d: 4}
        "#]],
    );
    check(
        "r:\n  - a: 1\n    b: 2\n   c: 3\n  - d: 4\n",
        expect![[r#"
            4:4 "c: 3" expected a list item, found `c`
              Indent like the neighboring lines
            {r: [{a: 1, b: 2, c: 3}, {d: 4}]}
        "#]],
    );
}

#[test]
fn a_tab_is_read_as_indentation() {
    check(
        "r:\n  a: 1\n\tb: 2\nc: 3\n",
        expect![[r#"
            3:1 "\t" tab in the indentation: YAML allows spaces only
              Indent like the neighboring lines
            {r: {a: 1, b: 2}, c: 3}
        "#]],
    );
    check(
        "r:\n\ta: 1\nc: 3\n",
        expect![[r#"
            2:1 "\t" tab in the indentation: YAML allows spaces only
              Indent like the neighboring lines
            {r: {a: 1}, c: 3}
        "#]],
    );
    check(
        "r:\n  a:\n  \tx: 2\n    y: 3\nc: 3\n",
        expect![[r#"
            3:3 "\t" tab in the indentation: YAML allows spaces only
              Indent like the neighboring lines
            {r: {a: {x: 2, y: 3}}, c: 3}
        "#]],
    );
}

#[test]
fn an_item_among_keys_is_left_out() {
    check(
        "a: 1\n- b\nc: 2\n",
        expect![[r#"
        2:1 "- b" expected a key, found a list item
        {a: 1, c: 2}
    "#]],
    );
    check(
        "r:\n  - a\n  b: 1\nc: 2\n",
        expect![[r#"
            3:3 "b: 1" expected a list item, found `b`
            {r: [a], c: 2}
        "#]],
    );
    check(
        "a: - x\nb: 1\n",
        expect![[r#"
        1:4 "-" unexpected `- `: a list must start on its own line
        {a: ~, b: 1}
    "#]],
    );
}

// --- quotes and brackets ---

#[test]
fn a_quote_that_is_never_closed_ends_with_its_line() {
    check(
        "a: \"foo\nb: 3\n",
        expect![[r#"
            1:4 "\"foo" unclosed `"`
              2:1 "b" read as part of the quoted text
              Insert `"`
            {a: foo, b: 3}
        "#]],
    );
    check(
        "a: \"foo\nb: 3\nc: \"x\"\nd: 4\n",
        expect![[r#"
            1:4 "\"foo" unclosed `"`
              2:1 "b" read as part of the quoted text
              Insert `"`
            {a: foo, b: 3, c: x, d: 4}
        "#]],
    );
    check(
        "r:\n  a: 'foo\n  b: 3\nc: 'x'\n",
        expect![[r#"
            2:6 "'foo" unclosed `'`
              3:3 "b" read as part of the quoted text
              Insert `'`
            {r: {a: foo, b: 3}, c: x}
        "#]],
    );
    check(
        "k: [\"a, b]\nd: 2\ne: \"q\"\n",
        expect![[r#"
            1:5 "\"a, b]" unclosed `"`
              3:5 "q\"" the next quote closes it, so this comes after it
              Insert `"`
            {k: [a, b], d: 2, e: q}
        "#]],
    );
    check(
        "a: \"ü",
        expect![[r#"
            1:4 "\"ü" unclosed `"`
              Insert `"`
            {a: ü}
        "#]],
    );
}

#[test]
fn a_bracket_that_is_never_closed_ends_with_its_line() {
    check(
        "a: [1, 2\nb: 3\nc: 4\n",
        expect![[r#"
            1:4 "[" unclosed `[`
              2:1 "b" read as part of the content of the brackets
              Insert `]`
            {a: [1, 2], b: 3, c: 4}
        "#]],
    );
    check(
        "a: {x: 1, y\nb: 3\nc: 4\n",
        expect![[r#"
            1:4 "{" unclosed `{`
              3:1 "c" read as part of the content of the brackets
              Insert `}`
            {a: {x: 1, y: ~}, b: 3, c: 4}
        "#]],
    );
    check(
        "a: {b: {c: 1}\nd: 2\n",
        expect![[r#"
            1:4 "{" unclosed `{`
              2:1 "d" read as part of the content of the brackets
              Insert `}`
            {a: {b: {c: 1}}, d: 2}
        "#]],
    );
    check(
        "a: [\n  1,\n  2\nb: 3\n",
        expect![[r#"
            1:4 "[" unclosed `[`
              4:1 "b" read as part of the content of the brackets
              Insert `]`
            {a: [1, 2], b: 3}
        "#]],
    );
    check(
        "a: [",
        expect![[r#"
            1:4 "[" unclosed `[`
              Insert `]`
            {a: []}
        "#]],
    );
}

#[test]
fn a_bracket_closed_by_another_is_named_with_its_opening() {
    check(
        "a: [1}\nb: 1\n",
        expect![[r#"
            1:6 "}" `[` is closed by `}`
              1:4 "[" `[` opened here
              Change to `]`
            {a: [1], b: 1}
        "#]],
    );
    check(
        "a: [b, c]]\nd: 1\n",
        expect![[r#"
        1:10 "]" unmatched `]`
        {a: [b, c], d: 1}
    "#]],
    );
}

// --- tokens ---

#[test]
fn what_no_value_starts_with_costs_the_value_alone() {
    check(
        "a: @x\nb: 1\n",
        expect![[r#"
            1:4 "@x" a value that starts with `@` must be quoted
              Add quotes
            {a: @x, b: 1}
        "#]],
    );
    check(
        "a: *\nb: 1\n",
        expect![[r#"
            1:4 "*" expected an anchor name after `*`; quote a literal asterisk
              Add quotes
            {a: *, b: 1}
        "#]],
    );
    check(
        "a: \"\\q\"\nb: 1\n",
        expect![[r#"
            1:5 "\\q" unknown escape `\q`; write a backslash as `\\`, or use single quotes
            {a: ~, b: 1}
        "#]],
    );
    check(
        "a: \"x\" y\nb: 1\n",
        expect![[r#"
            1:8 "y" unexpected `y` after a closing quote
            {a: x, b: 1}
        "#]],
    );
    check(
        "a: |x\n  b\nc: 1\n",
        expect![[r#"
            1:4 "|x" expected only a digit, `+` or `-` after `|` or `>`, found `|x`; the text starts on the next line
            {a: b, c: 1}
        "#]],
    );
    check(
        "a: !q!z 1\nb: 1\n",
        expect![[r#"
            1:4 "!q!z" unknown tag handle in `!q!z`
            {a: ~, b: 1}
        "#]],
    );
    check(
        "a: [1]#c\nb: 1\n",
        expect![[r##"
            1:7 "#c" missing space before `#`
              Insert space
            {a: [1], b: 1}
        "##]],
    );
}

#[test]
fn a_reference_in_brackets_is_read_as_text() {
    check(
        "a: {value: ${b.c}}\nd: [${e}, x, ${f}]\n",
        expect![[r#"
            1:12 "${b.c}" `${b.c}` must be quoted here: inside brackets, braces are YAML syntax
              Add quotes
            2:5 "${e}" `${e}` must be quoted here: inside brackets, braces are YAML syntax
              Add quotes
            {a: {value: ${b.c}}, d: [${e}, x, ${f}]}
        "#]],
    );
    check(
        "r:\n  - {a: ${x}, b: 'y'}\n  - {a: ${x}\n",
        expect![[r#"
            2:9 "${x}" `${x}` must be quoted here: inside brackets, braces are YAML syntax
              Add quotes
            3:5 "{" unclosed `{`
              Insert `}`
            {r: [{a: ${x}, b: y}, {a: ${x}}]}
        "#]],
    );
}

#[test]
fn a_text_indented_by_tabs_is_read_by_its_tabs() {
    check(
        "a:\n\tb:\n\t\tc: 1\n\t\td: 2\n\te: 3\nf: 4\n",
        expect![[r#"
        2:1 "\t" tab in the indentation: YAML allows spaces only
          Indent like the neighboring lines
        {a: {b: {c: 1, d: 2}, e: 3}, f: 4}
    "#]],
    );
}

#[test]
fn suggested_fixes_fix() {
    let broken = [
        "a: 1\nfoo\nb: 2\n",
        "r:\n  key:value\n  b: 2\n",
        "a: [1, 2\nb: 3\n",
        "a: 'x\nb: 3\n",
        "a: k: it's\nb: 1\n",
        "a: {b: ${c}}\n",
        "r:\n  a: 1\n b: 2\nc: 3\n",
        "r:\n  a: 1\n\tb: 2\n",
        "a: [1}\nb: 1\n",
        "a: [1]#c\n",
        "- @x\n- y\n",
        "a: *\n",
        "a: %x\nb:\n",
    ];
    for text in broken {
        let document = yaml::parse(text);
        let [error] = document.errors() else { panic!("{text:?}: {:?}", document.errors()) };
        let (_, edit) = error.fix.as_ref().unwrap_or_else(|| panic!("{text:?} has a fix"));
        let cured = yaml::parse(edit.apply(text));
        assert_eq!(cured.errors(), [], "{text:?} as {:?}", cured.text());
        let roots = |document: &Document| document.roots().map(show).collect::<Vec<_>>();
        assert_eq!(roots(&cured), roots(&document), "{text:?} was read as it would be after the fix");
    }
}

#[test]
fn an_unknown_alias_is_named_and_kept() {
    check(
        "a: *nope\nb: &x 1\nc: *x\n",
        expect![[r#"
        1:4 "*nope" unknown anchor `&nope`
        {a: *nope, b: 1, c: *x}
    "#]],
    );
}

#[test]
fn an_anchor_on_a_broken_line_is_there_all_the_same() {
    check(
        "a: &x k: v\nb: *x\n",
        expect![[r#"
        1:4 "&x k: v" `&x k: v` contains `: ` and must be quoted
        {a: ~, b: *x}
    "#]],
    );
}

#[test]
fn an_alias_inside_its_own_node_has_no_value() {
    check(
        "a: &x\n  b: *x\nc: *x\n",
        expect![[r#"
        2:6 "*x" `*x` refers to a node that contains it
        {a: {b: *x}, c: *x}
    "#]],
    );
}

// --- several at once ---

#[test]
fn every_mistake_is_named_once() {
    check(
        "a: [1\nb: 2\nc: 'x\nd: 4\ne\nf: @\ng: 7\n",
        expect![[r#"
            1:4 "[" unclosed `[`
              2:1 "b" read as part of the content of the brackets
              Insert `]`
            3:4 "'x" unclosed `'`
              4:1 "d" read as part of the quoted text
              Insert `'`
            5:1 "e" missing colon after `e`
              Insert `:`
            6:4 "@" a value that starts with `@` must be quoted
              Add quotes
            {a: [1], b: 2, c: x, d: 4, e: ~, f: @, g: 7}
        "#]],
    );
}

#[test]
fn documents_after_a_broken_one_are_read() {
    check(
        "a: [1\n---\nb: 2\n",
        expect![[r#"
            1:4 "[" unclosed `[`
              Insert `]`
            {a: [1]}
            {b: 2}
        "#]],
    );
}

// --- a descriptor while it is edited ---

/// A descriptor of ordinary shape.
const DESCRIPTOR: &str = "\
# A web shop.
name: assembly::shop::1.0
description: |
  A shop that sells
  what it has.
properties:
  # Where it runs
  location:
    type: string
    default: 'here'
  size: {type: integer, default: 3}
composition:
  cache:
    type: resource::redis::2.0
    quantity: '1'
    properties:
      port:
        value: \"6379\"
  web:
    type: resource::nginx::1.10
    properties:
      cache_ip:
        value: ${cache.ip}
      tags: [a, \"b c\"]
references:
  net:
    type: resource::network::1.0
relationships:
  web-cache:
    source-capabilities:
      - cache.redis
    target-requirements:
      - web.store
operations:
- name: backup
  steps:
  - run: x
  - run: y
policies: []
";

/// Content of each path of the first document, its collections left out.
fn leaves(document: &Document) -> BTreeMap<String, String> {
    let mut leaves = BTreeMap::new();
    let mut todo: Vec<Node<'_>> = document.root().into_iter().collect();
    while let Some(node) = todo.pop() {
        match node.kind() {
            NodeKind::Mapping => todo.extend(node.entries().map(|entry| entry.value)),
            NodeKind::Sequence => todo.extend(node.items()),
            NodeKind::Scalar | NodeKind::Alias => {
                leaves.insert(node.path().to_string(), node.source().to_owned());
            }
        }
    }
    leaves
}

/// Share of `before` that is in `after`, from 0 to 1.
fn kept(before: &BTreeMap<String, String>, after: &Document) -> f64 {
    let after = leaves(after);
    let kept = before.iter().filter(|(path, text)| after.get(*path) == Some(text)).count();
    kept as f64 / before.len() as f64
}

/// The ways in which editing breaks a line, or a new line before it.
fn broken(text: &str, line: usize) -> Vec<(&'static str, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = &lines[line][..lines[line].len() - lines[line].trim_start().len()];
    let with = |put: String, instead: usize| {
        let before = lines[..line].iter().copied();
        let all: Vec<&str> =
            before.chain([put.as_str()]).chain(lines[line + instead..].iter().copied()).collect();
        all.join("\n") + "\n"
    };
    let new = |text: &str| with(format!("{indent}{text}"), 0);
    let mut out = vec![
        ("a key", new("zoo")),
        ("two words", new("zoo bar")),
        ("no blank", new("zoo:bar")),
        ("open bracket", new("zoo: [a, b")),
        ("open brace", new("zoo: {a: b")),
        ("open quote", new("zoo: \"a b")),
        ("open single quote", new("zoo: 'a b")),
        ("a star", new("zoo: *")),
        ("two colons", new("zoo: a: b")),
        ("an at", new("zoo: @b")),
        ("an unknown alias", new("zoo: *b")),
        ("a tab", with(format!("\t{}", lines[line].trim_start()), 1)),
        ("a blank more", with(format!(" {}", lines[line]), 1)),
    ];
    if let Some(at) = lines[line].find(": ").or_else(|| lines[line].strip_suffix(':').map(str::len)) {
        out.push(("a colon less", with(format!("{}{}", &lines[line][..at], &lines[line][at + 1..]), 1)));
    }
    if let Some(at) = lines[line].rfind(['"', '\'', ']', '}']) {
        out.push(("a closer less", with(format!("{}{}", &lines[line][..at], &lines[line][at + 1..]), 1)));
    }
    if let Some(less) = lines[line].strip_prefix(' ') {
        out.push(("a blank less", with(less.to_owned(), 1)));
    }
    out
}

/// Breaks every `step`th line of a good text in every way: how many texts that made, what they keep on average, and those that keep less
/// than `least`.
fn break_everywhere(text: &str, step: usize, least: f64) -> (usize, f64, String) {
    let good = leaves(&yaml::parse(text));
    let mut count = 0;
    let mut sum = 0.0;
    let mut worst = String::new();
    for (number, line) in text.lines().enumerate().step_by(step) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        for (how, broken) in broken(text, number) {
            let document = yaml::parse(broken.as_str());
            if document.errors().is_empty() {
                continue;
            }
            let kept = kept(&good, &document);
            count += 1;
            sum += kept;
            if kept < least {
                let errors = document.errors();
                writeln!(worst, "{how} on line {}: {:.1} % kept, {errors:?}", number + 1, kept * 100.0)
                    .expect("a string can be written to");
            }
        }
    }
    (count, sum / count.max(1) as f64, worst)
}

#[test]
fn a_broken_line_costs_its_own_item() {
    let (count, mean, worst) = break_everywhere(DESCRIPTOR, 1, 0.75);
    assert!(count > 300, "{count} texts are broken");
    assert!(worst.is_empty(), "{worst}");
    assert!(mean > 0.98, "{mean}");
}

#[test]
fn a_broken_line_of_a_real_descriptor_costs_its_own_item() {
    let mut count = 0;
    let mut sum = 0.0;
    for folder in ["1-tnco-assembly", "3-tosca"] {
        let Some(folder) = corpus::corpus(folder) else { return };
        let files = corpus::files(&folder, &[".yml", ".yaml"]);
        let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
        let sound = texts.filter(|text| {
            (1_500..6_000).contains(&text.len()) && yaml::parse(text.as_str()).errors().is_empty()
        });
        for text in sound.step_by(25).take(8) {
            // Every broken text is read once for each repair that is tried, and a build for tests is slow at it.
            let (some, mean, _) = break_everywhere(&text, 20, 0.0);
            count += some;
            sum += mean * some as f64;
        }
    }
    assert!(count > 500, "{count} texts are broken");
    assert!(sum / count as f64 > 0.99, "{}", sum / count as f64);
}

#[test]
fn typing_a_node_letter_by_letter_keeps_everything_else() {
    const NODE: &str = "  db:\n    type: \"resource::db::1.0\"\n    quantity: '1'\n    properties:\n      port: {value: 5432}\n      names: [a, 'b']\n      note: |\n        two\n        lines\n      of: ${web.ip}\n";
    let at = DESCRIPTOR.find("  web:\n    type").expect("the descriptor has a web server");
    let good = leaves(&yaml::parse(DESCRIPTOR));
    let mut least = 1.0_f64;
    for typed in 0..NODE.len() {
        // The rest of the line is not there yet; its break is.
        let text = format!("{}{}\n{}", &DESCRIPTOR[..at], &NODE[..typed], &DESCRIPTOR[at..]);
        let kept = kept(&good, &yaml::parse(text.as_str()));
        assert!(kept > 0.95, "{:.1} % kept after {:?}", kept * 100.0, &NODE[..typed]);
        least = least.min(kept);
    }
    assert!(least > 0.95);
}

// --- hostile texts ---

/// Reads a text on a stack as small as a browser's, and in a time that a person does not notice in a release build.
#[track_caller]
fn hostile(name: &str, text: String) -> Vec<String> {
    let reading = std::thread::Builder::new().stack_size(1024 * 1024).spawn(move || {
        let start = Instant::now();
        let document = yaml::parse(text.as_str());
        assert_eq!(&**document.text(), text);
        if let Some(last) = document.at(text.len()) {
            assert!(document.get(&last.path()).is_some() || last.is_key() || document.roots().len() > 1);
        }
        let errors = document.errors().iter().map(|error| error.message.clone()).collect();
        (start.elapsed(), errors)
    });
    let (took, errors) = reading.expect("a thread can be started").join().expect("no text is too much");
    // Many times what it takes: so that only what is quadratic fails, not a slow machine.
    assert!(took < Duration::from_secs(600), "{name} took {took:?}");
    errors
}

#[test]
fn texts_deeper_than_can_be_read_are_named() {
    let deep = "nesting is deeper than 255 levels; the rest is not read";
    assert_eq!(hostile("brackets", "[".repeat(100_000)), [deep]);
    assert_eq!(hostile("braces", "{a: ".repeat(30_000)), [deep]);
    assert_eq!(hostile("dashes", "- ".repeat(20_000)), [deep]);
    assert_eq!(hostile("questions", "? ".repeat(50_000)), [deep]);
    let steps: String = (0..3_000).flat_map(|depth| [" ".repeat(depth), "a:\n".to_owned()]).collect();
    assert_eq!(hostile("steps", steps), [deep]);
}

#[test]
fn content_before_the_maximum_depth_is_read() {
    let document = yaml::parse(format!("a: 1\nb: {}", "[".repeat(1_000)).as_str());
    assert_eq!(document.root().and_then(|root| root.get("a")).and_then(Node::as_str).as_deref(), Some("1"));
}

#[test]
fn aliases_that_multiply_are_refused_before_they_are_too_many() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..=12 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        writeln!(text, "a{level}: &a{level} [{aliases}]").expect("a string can be written to");
    }
    let errors = hostile("laughs", text);
    assert!(errors.iter().any(|error| error.contains("expands to too much")), "{errors:?}");
}

#[test]
fn aliases_stand_for_so_few_nodes_that_following_them_is_quick() {
    let doubled = |levels: usize| {
        let mut text = String::from("a0: &a0 [x]\n");
        for level in 1..=levels {
            let below = level - 1;
            writeln!(text, "a{level}: &a{level} [*a{below}, *a{below}]").expect("a string can be written to");
        }
        yaml::parse(text).errors().iter().any(|error| error.message.contains("expands to too much"))
    };
    assert!(!doubled(13));
    assert!(doubled(17));
}

#[test]
fn a_chain_of_aliases_goes_no_deeper_than_a_tree_may() {
    let mut text = String::from("- &a0 [x]\n");
    for level in 1..=2_000 {
        writeln!(text, "- &a{level} [*a{}]", level - 1).expect("a string can be written to");
    }
    let document = yaml::parse(text.as_str());
    assert!(!document.errors().is_empty());
    let mut node = document.root().and_then(|root| root.items().last());
    let mut depth = 0;
    while let Some(inner) = node.and_then(|node| node.items().next()) {
        depth += 1;
        assert!(depth <= 1_000, "aliases lead down {depth} levels");
        node = Some(inner);
    }
}

#[test]
fn long_texts_take_no_longer_than_their_length() {
    hostile("one line", format!("a: {}", "x ".repeat(250_000)));
    hostile("one key", "x".repeat(250_000));
    hostile("empty items", "- \n".repeat(100_000));
    hostile("flow keys", format!("{{{}}}", "a, ".repeat(100_000)));
    hostile("same keys", "a: 1\n".repeat(100_000));
    hostile("documents", "--- a\n".repeat(100_000));
    hostile("comments", "# c\n".repeat(100_000));
    hostile("quotes", "\"".repeat(50_001));
    hostile("an open quote", format!("a: \"{}", "b\n".repeat(100_000)));
    hostile("an open bracket", format!("a: [{}", "b,\n".repeat(100_000)));
    hostile("all broken", "a b\n".repeat(50_000) + "c: d: e\n");
    hostile("broken at the end", "a: {b: [c, 'd']}\n".repeat(15_000) + "c: d: e\n");
    hostile("colons", ":".repeat(100_000));
    hostile("tabs", "\t".repeat(100_000) + "a: b");
    hostile("anchors", "- &a b\n- *a\n".repeat(100_000));
    hostile("merges", "<<: *a\n".repeat(30_000));
    hostile("blank lines", "a: |\n".to_owned() + &"\n".repeat(250_000));
}

#[test]
fn random_bytes_are_read_as_they_are() {
    // A small generator, so that the text is the same each time.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    })
    .take(10_000_000)
    .collect();
    hostile("random bytes", String::from_utf8_lossy(&bytes).into_owned());
    let letters: String = bytes
        .iter()
        .take(500_000)
        .map(|byte| b" \n\n:-[]{}\"'#&*!|>%@ab,?\t "[usize::from(byte % 25)] as char)
        .collect();
    hostile("random letters", letters);
}
