//! Effect of each op on a text, one fact each.

use expect_test::{Expect, expect};

use super::patch;
use crate::{Op, Path, Placement, Step, Value, parse};

/// `a.b[0].c`; `a{1}` is the second entry of `a`.
pub(super) fn path(text: &str) -> Path {
    let mut steps = Vec::new();
    for name in text.split('.').filter(|name| !name.is_empty()) {
        let end = name.find(['[', '{']).unwrap_or(name.len());
        if end > 0 {
            steps.push(Step::Key(name[..end].into()));
        }
        for part in name[end..].split_inclusive([']', '}']) {
            let number = part[1..part.len() - 1].parse().unwrap();
            steps.push(if part.starts_with('[') { Step::Index(number) } else { Step::Entry(number) });
        }
    }
    steps.into_iter().collect()
}

fn text(text: &str) -> Value {
    Value::text(text)
}

fn plain(text: &str) -> Value {
    Value::Plain(text.into())
}

fn map(entries: &[(&str, Value)]) -> Value {
    Value::map(entries.iter().map(|(key, value)| (*key, value.clone())))
}

fn list(items: &[Value]) -> Value {
    Value::Sequence(items.to_vec())
}

fn insert_at(into: &str, key: &str, value: Value, placement: Placement) -> Op {
    Op::Insert { into: path(into), key: key.into(), value, placement }
}

fn insert(into: &str, key: &str, value: Value) -> Op {
    insert_at(into, key, value, Placement::Last)
}

fn append(to: &str, value: Value) -> Op {
    Op::Append { to: path(to), value }
}

fn replace(at: &str, value: Value) -> Op {
    Op::Replace { at: path(at), value }
}

fn within(at: &str, within: std::ops::Range<usize>, with: &str) -> Op {
    Op::ReplaceWithin { at: path(at), within, with: with.into() }
}

fn rename(at: &str, to: &str) -> Op {
    Op::RenameKey { at: path(at), to: to.into() }
}

fn remove(at: &str) -> Op {
    Op::Remove { at: path(at), prune: false }
}

fn prune(at: &str) -> Op {
    Op::Remove { at: path(at), prune: true }
}

fn move_to(at: &str, to: Step) -> Op {
    Op::Move { at: path(at), to }
}

fn after(key: &str) -> Placement {
    Placement::After(key.into())
}

fn before(key: &str) -> Placement {
    Placement::Before(key.into())
}

/// The text after, or why not. Blanks at the end of a line and carriage returns are made visible; so is a missing last line break.
#[track_caller]
fn check_patch(before: &str, ops: &[Op], expect: Expect) {
    let document = parse(before);
    let after = match patch(&document, ops) {
        Ok(edit) => {
            let after = edit.apply(before);
            assert_eq!(edit.invert(before).apply(&after), before, "the edit can be taken back");
            after
        }
        Err(error) => format!("refused: {error}"),
    };
    expect.assert_eq(&visible(&after));
}

fn visible(text: &str) -> String {
    let ends = text.ends_with('\n') || text.starts_with("refused");
    let text = text.replace('\r', "␍").replace('\u{feff}', "⟨bom⟩");
    let lines: Vec<String> = (text.split('\n'))
        .map(|line| {
            let kept = line.trim_end_matches(' ');
            format!("{kept}{}", "·".repeat(line.len() - kept.len()))
        })
        .collect();
    lines.join("\n") + if ends { "" } else { "⏎̸" }
}

mod insert {
    use super::*;
    #[test]
    fn goes_behind_the_last_entry() {
        check_patch(
            "a: 1\nb: 2\n",
            &[insert("", "c", plain("3"))],
            expect![[r#"
            a: 1
            b: 2
            c: 3
        "#]],
        );
    }

    #[test]
    fn what_is_to_stand_on_one_line_does_so_where_it_is_short() {
        let call = |text: &str| map(&[("get_input", Value::text(text))]).on_one_line();
        check_patch(
            "a:\n  b:\n    c: 1\n",
            &[insert("a", "d", call("port")), insert("e", "f", call(&"long ".repeat(24)))],
            expect![[r#"
            a:
              b:
                c: 1
              d: { get_input: port }
            e:
              f:
                get_input: 'long long long long long long long long long long long long long long long long long long long long long long long long '
        "#]],
        );
    }

    #[test]
    fn follows_the_indentation_of_its_siblings() {
        check_patch(
            "a:\n    b: 1\nc: 2\n",
            &[insert("a", "d", map(&[("e", plain("1"))]))],
            expect![[r#"
            a:
                b: 1
                d:
                    e: 1
            c: 2
        "#]],
        );
    }

    #[test]
    fn goes_first_before_or_after_a_sibling() {
        check_patch(
            "a: 1\nb: 2\n",
            &[
                insert_at("", "x", plain("0"), Placement::First),
                insert_at("", "y", plain("0"), after("a")),
                insert_at("", "z", plain("0"), before("b")),
            ],
            expect![[r#"
                x: 0
                a: 1
                y: 0
                z: 0
                b: 2
            "#]],
        );
    }

    #[test]
    fn goes_last_where_the_named_sibling_is_missing() {
        check_patch(
            "a: 1\nb: 2\n",
            &[insert_at("", "x", plain("0"), after("q"))],
            expect![[r#"
            a: 1
            b: 2
            x: 0
        "#]],
        );
    }

    #[test]
    fn goes_below_the_header_of_the_file() {
        check_patch(
            "# Licence\n# text\na: 1\n",
            &[insert_at("", "x", plain("0"), Placement::First)],
            expect![[r#"
                # Licence
                # text
                x: 0
                a: 1
            "#]],
        );
    }

    #[test]
    fn goes_above_the_comment_of_the_sibling() {
        check_patch(
            "# Licence\n\n# about a\na: 1\n# about b\nb: 1\n",
            &[insert_at("", "x", plain("0"), before("a")), insert_at("", "y", plain("0"), before("b"))],
            expect![[r#"
                # Licence

                x: 0
                # about a
                a: 1
                y: 0
                # about b
                b: 1
            "#]],
        );
    }

    #[test]
    fn goes_behind_comments_that_are_indented_like_the_collection() {
        check_patch(
            "a:\n  b: 1\n  # c: 2\n\n  # d: 3\n\n# about e\ne: 1\n",
            &[insert("a", "x", plain("0"))],
            expect![[r#"
                a:
                  b: 1
                  # c: 2

                  # d: 3
                  x: 0

                # about e
                e: 1
            "#]],
        );
    }

    #[test]
    fn stays_above_comments_that_are_indented_less() {
        check_patch(
            "a:\n  b: 1\n# about e\ne: 1\n",
            &[insert("a", "x", plain("0"))],
            expect![[r#"
            a:
              b: 1
              x: 0
            # about e
            e: 1
        "#]],
        );
    }

    #[test]
    fn takes_no_comment_of_its_parent_s_sibling() {
        check_patch(
            "components:\n  a:\n    x: 1\n\n  # the second\n  b:\n    x: 2\n",
            &[insert("components.a", "y", plain("0"))],
            expect![[r#"
                components:
                  a:
                    x: 1
                    y: 0

                  # the second
                  b:
                    x: 2
            "#]],
        );
    }

    #[test]
    fn is_set_apart_like_its_siblings() {
        check_patch(
            "a:\n  x: 1\n\nb:\n  x: 2\n",
            &[insert("", "c", map(&[("x", plain("3"))]))],
            expect![[r#"
                a:
                  x: 1

                b:
                  x: 2

                c:
                  x: 3
            "#]],
        );
    }

    #[test]
    fn is_set_apart_in_front_and_between() {
        check_patch(
            "a:\n  x: 1\n\nb:\n  x: 2\n",
            &[insert_at("", "c", plain("3"), Placement::First), insert_at("", "d", plain("4"), after("a"))],
            expect![[r#"
                c: 3

                a:
                  x: 1

                d: 4

                b:
                  x: 2
            "#]],
        );
    }

    #[test]
    fn is_not_set_apart_where_most_siblings_are_not() {
        check_patch(
            "a: 1\nb: 1\n\nc: 1\n",
            &[insert("", "d", plain("1"))],
            expect![[r#"
            a: 1
            b: 1

            c: 1
            d: 1
        "#]],
        );
    }

    #[test]
    fn needs_no_last_line_break() {
        check_patch(
            "a: 1",
            &[insert("", "b", plain("2")), insert("", "c", plain("3"))],
            expect![[r#"
            a: 1
            b: 2
            c: 3⏎̸"#]],
        );
    }

    #[test]
    fn needs_no_last_line_break_two_levels_down() {
        check_patch(
            "a:\n  b: 1",
            &[insert("a", "c", plain("2")), insert("", "d", plain("3"))],
            expect![[r#"
                a:
                  b: 1
                  c: 2
                d: 3⏎̸"#]],
        );
    }

    #[test]
    fn ends_a_literal_that_ends_the_text_without_a_break() {
        check_patch(
            "a: |\n  x",
            &[insert("", "b", plain("2"))],
            expect![[r#"
            a: |
              x
            b: 2⏎̸"#]],
        );
    }

    #[test]
    fn uses_the_line_break_of_the_file() {
        check_patch(
            "a:\r\n  b: 1\r\n",
            &[insert("a", "c", map(&[("d", plain("1")), ("e", plain("2"))]))],
            expect![[r#"
                a:␍
                  b: 1␍
                  c:␍
                    d: 1␍
                    e: 2␍
            "#]],
        );
    }

    #[test]
    fn keeps_the_byte_order_mark() {
        check_patch(
            "\u{feff}a: 1\n",
            &[insert_at("", "b", plain("2"), Placement::First)],
            expect![[r#"
            ⟨bom⟩b: 2
            a: 1
        "#]],
        );
    }

    #[test]
    fn copies_the_blank_before_the_colon() {
        check_patch(
            "a : 1\nbb : 2\n",
            &[insert("", "c", plain("3"))],
            expect![[r#"
            a : 1
            bb : 2
            c : 3
        "#]],
        );
    }

    #[test]
    fn aligns_with_values_that_are_aligned() {
        check_patch(
            "a:    1\nbbb:  2\n",
            &[insert("", "cc", plain("3"))],
            expect![[r#"
            a:    1
            bbb:  2
            cc:   3
        "#]],
        );
    }

    #[test]
    fn aligns_colons_that_are_aligned() {
        check_patch(
            "a   : 1\nbbb : 2\n",
            &[insert("", "cc", plain("3"))],
            expect![[r#"
            a   : 1
            bbb : 2
            cc  : 3
        "#]],
        );
    }

    #[test]
    fn indents_lists_like_its_siblings() {
        check_patch(
            "a:\n- 1\nb:\n- 2\n",
            &[insert("", "c", list(&[plain("3"), map(&[("x", plain("1")), ("y", list(&[plain("2")]))])]))],
            expect![[r#"
                a:
                - 1
                b:
                - 2
                c:
                - 3
                - x: 1
                  y:
                  - 2
            "#]],
        );
    }

    #[test]
    fn indents_lists_where_siblings_do() {
        check_patch(
            "a:\n  - 1\n",
            &[insert("", "c", list(&[plain("3"), map(&[("x", plain("1")), ("y", list(&[plain("2")]))])]))],
            expect![[r#"
                a:
                  - 1
                c:
                  - 3
                  - x: 1
                    y:
                      - 2
            "#]],
        );
    }

    #[test]
    fn indents_lists_like_the_file() {
        check_patch(
            "x:\n  a:\n  - 1\ny:\n  b: 1\n",
            &[insert("y", "c", list(&[plain("3")]))],
            expect![[r#"
            x:
              a:
              - 1
            y:
              b: 1
              c:
              - 3
        "#]],
        );
    }

    #[test]
    fn takes_the_place_behind_the_dash() {
        check_patch(
            "- a: 1\n  b: 2\n",
            &[insert_at("[0]", "x", plain("0"), Placement::First)],
            expect![[r#"
            - x: 0
              a: 1
              b: 2
        "#]],
        );
    }

    #[test]
    fn goes_below_an_entry_behind_a_dash() {
        check_patch(
            "- a: 1\n- b: 2\n",
            &[insert("[0]", "x", plain("0")), insert("[1]", "y", plain("0"))],
            expect![[r#"
                - a: 1
                  x: 0
                - b: 2
                  y: 0
            "#]],
        );
    }

    #[test]
    fn fills_an_empty_mapping() {
        check_patch(
            "a: {}  # none yet\nb: 1\n",
            &[insert("a", "x", plain("1")), insert("a", "y", plain("2"))],
            expect![[r#"
                a:  # none yet
                  x: 1
                  y: 2
                b: 1
            "#]],
        );
    }

    #[test]
    fn fills_what_is_missing() {
        check_patch(
            "a:   # none yet\nb: 1\n",
            &[insert("a", "x", plain("1"))],
            expect![[r#"
            a:   # none yet
              x: 1
            b: 1
        "#]],
        );
    }

    #[test]
    fn fills_null() {
        check_patch(
            "a: ~\nb: null\n",
            &[insert("a", "x", plain("1")), insert("b", "y", plain("1"))],
            expect![[r#"
                a:
                  x: 1
                b:
                  y: 1
            "#]],
        );
    }

    #[test]
    fn fills_an_empty_item() {
        check_patch(
            "- {}\n- \n-\n- null # why\n",
            &[
                insert("[0]", "x", plain("1")),
                insert("[1]", "y", plain("1")),
                insert("[2]", "z", plain("1")),
                insert("[2]", "zz", plain("1")),
                insert("[3]", "w", map(&[("v", plain("1"))])),
            ],
            expect![[r#"
                - x: 1
                - y: 1·
                - z: 1
                  zz: 1
                - w: # why
                    v: 1
            "#]],
        );
    }

    #[test]
    fn fills_behind_an_anchor_and_a_tag() {
        check_patch(
            "a: &x\nb: !!map {}\nc: *x\n",
            &[insert("a", "x", plain("1")), insert("b", "y", plain("1"))],
            expect![[r#"
                a: &x
                  x: 1
                b: !!map
                  y: 1
                c: *x
            "#]],
        );
    }

    #[test]
    fn fills_an_empty_mapping_in_flow() {
        check_patch(
            "{a: {}, b: }\n",
            &[insert("a", "x", plain("1")), insert("b", "y", plain("1"))],
            expect![[r#"
                {a: {x: 1}, b: {y: 1} }
            "#]],
        );
    }

    #[test]
    fn fills_an_empty_text() {
        check_patch(
            "",
            &[insert("", "a", plain("1")), insert("b.c", "d", plain("2"))],
            expect![[r#"
            a: 1
            b:
              c:
                d: 2
        "#]],
        );
    }

    #[test]
    fn fills_a_text_of_comments() {
        check_patch(
            "# only this\n",
            &[insert("", "a", plain("1"))],
            expect![[r#"
            # only this
            a: 1
        "#]],
        );
    }

    #[test]
    fn fills_an_empty_root() {
        check_patch(
            "{}\n",
            &[insert("", "a", plain("1")), insert("", "b", plain("2"))],
            expect![[r#"
            a: 1
            b: 2
        "#]],
        );
    }

    #[test]
    fn fills_a_root_behind_its_marker() {
        check_patch(
            "---\n",
            &[insert("", "a", plain("1"))],
            expect![[r#"
            ---
            a: 1
        "#]],
        );
    }

    #[test]
    fn makes_missing_parents() {
        check_patch(
            "a: 1\n",
            &[insert("b.c", "d", plain("2")), insert("b.c", "e", plain("3"))],
            expect![[r#"
                a: 1
                b:
                  c:
                    d: 2
                    e: 3
            "#]],
        );
    }

    #[test]
    fn makes_missing_parents_in_flow() {
        check_patch(
            "a: { x: 1 }\n",
            &[insert("a.b.c", "d", plain("2"))],
            expect![[r#"
            a: { x: 1, b: { c: { d: 2 } } }
        "#]],
        );
    }

    #[test]
    fn goes_into_a_mapping_of_the_same_patch() {
        check_patch(
            "a: 1\n",
            &[
                insert("", "b", map(&[("x", plain("1"))])),
                insert("b", "y", plain("2")),
                append("b.z", plain("3")),
            ],
            expect![[r#"
                a: 1
                b:
                  x: 1
                  y: 2
                  z:
                    - 3
            "#]],
        );
    }

    #[test]
    fn goes_into_flow_on_one_line() {
        check_patch(
            "a: {x: 1, y: 2}\nb: { x: 1 }\n",
            &[insert("a", "z", plain("3")), insert_at("b", "w", plain("0"), Placement::First)],
            expect![[r#"
                a: {x: 1, y: 2, z: 3}
                b: { w: 0, x: 1 }
            "#]],
        );
    }

    #[test]
    fn goes_into_flow_without_blanks() {
        check_patch(
            "{\"a\":1,\"b\":2}\n",
            &[insert("", "c", text("x"))],
            expect![[r#"
                {"a":1,"b":2,"c":"x"}
            "#]],
        );
    }

    #[test]
    fn keeps_json_json() {
        check_patch(
            "{\n  \"a\": 1,\n  \"b\": \"x\"\n}\n",
            &[insert("", "c", map(&[("d", text("y"))]))],
            expect![[r#"
                {
                  "a": 1,
                  "b": "x",
                  "c": {"d": "y"}
                }
            "#]],
        );
    }

    #[test]
    fn keeps_json_json_where_nothing_beside_it_has_keys() {
        check_patch(
            "{\"a\": {}, \"b\": [], \"c\": [1]}\n",
            &[
                insert("a", "d", text("y")),
                append("b", map(&[("d", text("y"))])),
                append("c", map(&[("d", text("y"))])),
            ],
            expect![[r#"
                {"a": {"d": "y"}, "b": [{"d": "y"}], "c": [1, {"d": "y"}]}
            "#]],
        );
    }

    #[test]
    fn goes_into_flow_over_several_lines_with_comments() {
        check_patch(
            "a: {\n  x: 1, # one\n  y: 2 # two\n}\n",
            &[insert("a", "z", plain("3")), insert_at("a", "w", plain("0"), after("x"))],
            expect![[r#"
                a: {
                  x: 1, # one
                  w: 0,
                  y: 2, # two
                  z: 3
                }
            "#]],
        );
    }

    #[test]
    fn goes_behind_a_trailing_comma() {
        check_patch(
            "a: [\n  { x: 1 },\n]\nb: {x: 1,}\n",
            &[append("a", map(&[("x", plain("2"))])), insert("b", "y", plain("2"))],
            expect![[r#"
                a: [
                  { x: 1 },
                  { x: 2 },
                ]
                b: {x: 1, y: 2,}
            "#]],
        );
    }

    #[test]
    fn gives_braces_to_a_single_pair() {
        check_patch(
            "a: [x: 1, y]\n",
            &[insert("a[0]", "z", plain("2"))],
            expect![[r#"
            a: [{x: 1, z: 2}, y]
        "#]],
        );
    }

    #[test]
    fn quotes_keys_that_need_it() {
        check_patch(
            "a: 1\n",
            &[
                insert("", "yes", plain("1")),
                insert("", "x: y", plain("1")),
                insert("", "1", plain("1")),
                insert("", "", plain("1")),
                insert("", "- x", plain("1")),
            ],
            expect![[r#"
                a: 1
                'yes': 1
                'x: y': 1
                '1': 1
                '': 1
                '- x': 1
            "#]],
        );
    }

    #[test]
    fn leaves_number_keys_plain_among_number_keys() {
        check_patch(
            "0: a\n1: b\n",
            &[insert("", "2", text("c"))],
            expect![[r#"
            0: a
            1: b
            2: c
        "#]],
        );
    }

    #[test]
    fn quotes_keys_where_all_siblings_do() {
        check_patch(
            "'a': 1\n'b': 2\n",
            &[insert("", "c", map(&[("d", plain("1"))]))],
            expect![[r#"
            'a': 1
            'b': 2
            'c':
              'd': 1
        "#]],
        );
    }

    #[test]
    fn quotes_texts_that_read_as_something_else() {
        check_patch(
            "a: 1\n",
            &[insert(
                "",
                "b",
                list(&[
                    text("yes"),
                    text("1.0"),
                    text(""),
                    text("null"),
                    text("2020-01-01"),
                    text("a: b"),
                    text("a #b"),
                    text(" a"),
                    text("- a"),
                    text("${x}"),
                    text("10.0.0.1"),
                    text("it's"),
                    text("'"),
                    text("a\tb"),
                    text("x:"),
                ]),
            )],
            expect![[r#"
                a: 1
                b:
                  - 'yes'
                  - '1.0'
                  - ''
                  - 'null'
                  - '2020-01-01'
                  - 'a: b'
                  - 'a #b'
                  - ' a'
                  - '- a'
                  - ${x}
                  - 10.0.0.1
                  - it's
                  - ''''
                  - "a\tb"
                  - 'x:'
            "#]],
        );
    }

    #[test]
    fn quotes_texts_in_flow() {
        check_patch(
            "a: [x]\n",
            &[append("a", text("${x}")), append("a", text("a,b")), append("a", text("y"))],
            expect![[r#"
                a: [x, '${x}', 'a,b', y]
            "#]],
        );
    }

    #[test]
    fn quotes_like_the_neighbors() {
        check_patch(
            "a: \"x y\"\nb: z\n",
            &[insert("", "c", text("yes")), insert("", "d", Value::Quoted("v".into()))],
            expect![[r#"
                a: "x y"
                b: z
                c: "yes"
                d: "v"
            "#]],
        );
    }

    #[test]
    fn quotes_every_text_where_all_neighbors_do() {
        check_patch(
            "a: \"x\"\nb: \"y\"\nn: 3\n",
            &[insert("", "c", text("z")), insert("", "d", plain("4"))],
            expect![[r#"
                a: "x"
                b: "y"
                n: 3
                c: "z"
                d: 4
            "#]],
        );
    }

    #[test]
    fn writes_lines_as_a_literal() {
        check_patch(
            "a: 1\n",
            &[
                insert("", "b", text("x\ny\n")),
                insert("", "c", text("x\n\n  y")),
                insert("", "d", text(" x\ny")),
                insert("", "e", text("x\n\n")),
            ],
            expect![[r#"
                a: 1
                b: |
                  x
                  y
                c: |-
                  x

                    y
                d: " x\ny"
                e: "x\n\n"
            "#]],
        );
    }

    #[test]
    fn writes_lines_in_flow_as_escapes() {
        check_patch(
            "a: {}\nb: [1]\n",
            &[append("b", text("x\ny"))],
            expect![[r#"
            a: {}
            b: [1, "x\ny"]
        "#]],
        );
    }

    #[test]
    fn writes_flow_where_siblings_are_flow() {
        check_patch(
            "a: { x: 1 }\nb: { x: 2 }\nc:\n- [1, 2]\n",
            &[insert("", "d", map(&[("x", plain("3"))])), append("c", list(&[plain("3"), plain("4")]))],
            expect![[r#"
                a: { x: 1 }
                b: { x: 2 }
                c:
                - [1, 2]
                - [3, 4]
                d: { x: 3 }
            "#]],
        );
    }

    #[test]
    fn writes_empty_collections() {
        check_patch(
            "a: 1\n",
            &[insert("", "b", map(&[])), insert("", "c", list(&[])), insert("", "d", Value::Null)],
            expect![[r#"
                a: 1
                b: {}
                c: []
                d:
            "#]],
        );
    }

    #[test]
    fn writes_null_like_its_siblings() {
        check_patch(
            "a: ~\n",
            &[insert("", "b", Value::Null)],
            expect![[r#"
            a: ~
            b: ~
        "#]],
        );
    }

    #[test]
    fn writes_lists_in_lists() {
        check_patch(
            "a:\n  - x\n",
            &[append(
                "a",
                list(&[
                    list(&[plain("1"), plain("2")]),
                    map(&[("b", list(&[plain("3")])), ("c", plain("4"))]),
                ]),
            )],
            expect![[r#"
                a:
                  - x
                  - - - 1
                      - 2
                    - b:
                        - 3
                      c: 4
            "#]],
        );
    }

    #[test]
    fn goes_behind_a_keeping_literal_without_a_blank_line() {
        check_patch(
            "a: |+\n  x\n\nb: 1\n\nc: 2\n",
            &[insert_at("", "d", plain("3"), after("a"))],
            expect![[r#"
                a: |+
                  x

                d: 3
                b: 1

                c: 2
            "#]],
        );
    }

    #[test]
    fn goes_before_the_document_end() {
        check_patch(
            "a: 1\n...\n",
            &[insert("", "b", plain("2"))],
            expect![[r#"
            a: 1
            b: 2
            ...
        "#]],
        );
    }

    #[test]
    fn goes_into_the_first_of_several_documents() {
        check_patch(
            "---\na: 1\n---\nb: 1\n",
            &[insert("", "c", plain("2"))],
            expect![[r#"
            ---
            a: 1
            c: 2
            ---
            b: 1
        "#]],
        );
    }

    #[test]
    fn may_name_a_key_that_is_merged() {
        check_patch(
            "x: &x {a: 1}\ny:\n  <<: *x\n",
            &[insert("y", "a", plain("2"))],
            expect![[r#"
            x: &x {a: 1}
            y:
              <<: *x
              a: 2
        "#]],
        );
    }

    #[test]
    fn is_refused_where_the_key_is() {
        check_patch("a: 1\n", &[insert("", "a", plain("2"))], expect!["refused: `a` already exists"]);
    }

    #[test]
    fn is_refused_twice() {
        check_patch(
            "a: 1\n",
            &[insert("", "b", plain("2")), insert("", "b", plain("2"))],
            expect!["refused: `b` already exists"],
        );
    }

    #[test]
    fn is_refused_in_a_scalar_and_a_list() {
        check_patch(
            "a: 1\nb: []\nc: [1]\n",
            &[insert("a", "x", plain("2"))],
            expect!["refused: cannot add a key: `a` is not a mapping"],
        );
    }

    #[test]
    fn is_refused_in_a_list() {
        check_patch(
            "c: [1]\n",
            &[insert("c", "x", plain("2"))],
            expect!["refused: cannot add a key: `c` is not a mapping"],
        );
    }

    #[test]
    fn is_refused_through_an_alias() {
        check_patch(
            "a: &x {b: 1}\nc: *x\n",
            &[insert("c", "d", plain("2"))],
            expect!["refused: `c` comes from the alias `*x`; edit it at the anchor instead"],
        );
    }

    #[test]
    fn is_refused_through_a_merge_key() {
        check_patch(
            "a: &x\n  b: {c: 1}\nd:\n  <<: *x\n",
            &[insert("d.b", "e", plain("2"))],
            expect!["refused: `d.b` comes from the alias `*x`; edit it at the anchor instead"],
        );
    }

    #[test]
    fn goes_below_an_explicit_key() {
        check_patch(
            "? a\n: 1\n",
            &[insert("", "b", plain("2"))],
            expect![[r#"
            ? a
            : 1
            b: 2
        "#]],
        );
    }

    #[test]
    fn goes_behind_a_nested_list_without_indentation() {
        check_patch(
            "a:\n- x\n# about b\nb: 1\n",
            &[append("a", text("y"))],
            expect![[r#"
                a:
                - x
                - y
                # about b
                b: 1
            "#]],
        );
    }

    #[test]
    fn goes_behind_comments_in_the_last_list_without_indentation() {
        check_patch(
            "a:\n- x\n# - y\n",
            &[append("a", text("z"))],
            expect![[r#"
            a:
            - x
            # - y
            - z
        "#]],
        );
    }
}

mod append {
    use super::*;
    #[test]
    fn goes_behind_the_last_item() {
        check_patch(
            "a:\n  - x\n  - y # why\nb: 1\n",
            &[append("a", text("z")), append("a", text("w"))],
            expect![[r#"
                a:
                  - x
                  - y # why
                  - z
                  - w
                b: 1
            "#]],
        );
    }

    #[test]
    fn writes_a_mapping_behind_its_dash() {
        check_patch(
            "a:\n- x: 1\n  y: 2\n",
            &[append("a", map(&[("x", plain("3")), ("y", map(&[("z", plain("4"))]))]))],
            expect![[r#"
                a:
                - x: 1
                  y: 2
                - x: 3
                  y:
                    z: 4
            "#]],
        );
    }

    #[test]
    fn copies_the_blanks_behind_the_dash() {
        check_patch(
            "a:\n-   x: 1\n    y: 2\n",
            &[append("a", map(&[("x", plain("3")), ("y", plain("4"))]))],
            expect![[r#"
                a:
                -   x: 1
                    y: 2
                -   x: 3
                    y: 4
            "#]],
        );
    }

    #[test]
    fn fills_an_empty_list() {
        check_patch(
            "a: []  # none\nb:\nc: [ ]\n",
            &[
                append("a", text("x")),
                append("b", text("y")),
                append("b", text("z")),
                append("c", map(&[("x", plain("1")), ("y", plain("1"))])),
            ],
            expect![[r#"
                a:  # none
                  - x
                b:
                  - y
                  - z
                c:
                  - x: 1
                    y: 1
            "#]],
        );
    }

    #[test]
    fn makes_the_list() {
        check_patch(
            "a:\n  b: 1\n",
            &[append("a.c", text("x")), append("a.c", text("y"))],
            expect![[r#"
                a:
                  b: 1
                  c:
                    - x
                    - y
            "#]],
        );
    }

    #[test]
    fn goes_into_flow() {
        check_patch(
            "a: [x, y]\nb: [ x ]\nc: [x,y]\n",
            &[append("a", text("z")), append("b", text("z")), append("c", text("z"))],
            expect![[r#"
                a: [x, y, z]
                b: [ x, z ]
                c: [x,y,z]
            "#]],
        );
    }

    #[test]
    fn goes_into_nested_lists() {
        check_patch(
            "- - x\n  - y\n- z\n",
            &[append("[0]", text("w")), append("", text("v"))],
            expect![[r#"
            - - x
              - y
              - w
            - z
            - v
        "#]],
        );
    }

    #[test]
    fn is_refused_in_a_mapping() {
        check_patch(
            "a: {b: 1}\n",
            &[append("a", text("z"))],
            expect!["refused: cannot add an item: `a` is not a list"],
        );
    }

    #[test]
    fn is_refused_in_an_empty_mapping() {
        check_patch(
            "a: {}\n",
            &[append("a", text("z"))],
            expect!["refused: cannot add an item: `a` is not a list"],
        );
    }

    #[test]
    fn is_set_apart_like_its_siblings() {
        check_patch(
            "a:\n  - x: 1\n\n  - x: 2\n\nb: 1\n",
            &[append("a", map(&[("x", plain("3"))]))],
            expect![[r#"
                a:
                  - x: 1

                  - x: 2

                  - x: 3

                b: 1
            "#]],
        );
    }
}

mod replace {
    use super::*;

    #[test]
    fn of_an_item_behind_an_anchor_by_a_mapping() {
        check_patch(
            "- &x 1 # c\n- *x\n",
            &[replace("[0]", map(&[("x", plain("1")), ("y", plain("2"))]))],
            expect![[r#"
                - &x # c
                  x: 1
                  y: 2
                - *x
            "#]],
        );
    }

    #[test]
    fn of_a_text_on_the_next_line_by_a_mapping() {
        check_patch(
            "a:\n  \"x\" # c\nb: # d\n  \"y\" # e\n",
            &[replace("a", map(&[("x", plain("1"))])), replace("b", map(&[("x", plain("1"))]))],
            expect![[r#"
                a: # c
                  x: 1
                b: # d
                   # e
                  x: 1
            "#]],
        );
    }

    #[test]
    fn by_lines_above_a_deeper_comment_uses_escapes() {
        check_patch(
            "a: x\n    # deeper\nb: 1\n",
            &[replace("a", text("y\nz\n"))],
            expect![[r#"
            a: "y\nz\n"
                # deeper
            b: 1
        "#]],
        );
    }

    #[test]
    fn takes_a_tag_of_another_type_off() {
        check_patch(
            "a: !!int 1\nb: !!str x\n",
            &[replace("a", text("x")), replace("b", Value::Null)],
            expect![[r#"
                a: x
                b:
            "#]],
        );
    }

    #[test]
    fn in_a_list_with_wide_dashes() {
        check_patch(
            "-   1\n-   x: 1\n",
            &[replace("[0]", map(&[("x", plain("1")), ("y", plain("2"))]))],
            expect![[r#"
                -   x: 1
                    y: 2
                -   x: 1
            "#]],
        );
    }
    #[test]
    fn keeps_quotes_and_comment() {
        check_patch(
            "a: \"x\"   # why\nb: 'y'\nc: z # c\n",
            &[replace("a", text("it's")), replace("b", text("it's")), replace("c", text("w"))],
            expect![[r#"
                a: "it's"   # why
                b: 'it''s'
                c: w # c
            "#]],
        );
    }

    #[test]
    fn of_the_same_changes_nothing() {
        check_patch(
            "a: \"x\"\nb: 0o17\n",
            &[replace("a", text("x")), replace("b", plain("0o17"))],
            expect![[r#"
                a: "x"
                b: 0o17
            "#]],
        );
    }

    #[test]
    fn quotes_a_plain_text_that_would_read_as_something_else() {
        check_patch(
            "a: x\nb: y\n",
            &[replace("a", text("yes")), replace("b", plain("yes"))],
            expect![[r#"
            a: 'yes'
            b: yes
        "#]],
        );
    }

    #[test]
    fn keeps_the_quotes_of_a_number_in_quotes() {
        check_patch(
            "a: \"8080\"\nb: \"\"\nc: \"true\"\nd: \"x\"\n",
            &[
                replace("a", plain("8081")),
                replace("b", plain("5")),
                replace("c", plain("false")),
                replace("d", plain("5")),
            ],
            expect![[r#"
                a: "8081"
                b: 5
                c: "false"
                d: 5
            "#]],
        );
    }

    #[test]
    fn of_an_empty_text_is_quoted_where_it_has_to_be_or_all_neighbors_are() {
        check_patch(
            "a: ''  # a\nb: \"\"\nc: ''\nd: [x, '']\n",
            &[
                replace("a", text("x y")),
                replace("b", text("x")),
                replace("c", text("yes")),
                replace("d[1]", text("y")),
            ],
            expect![[r#"
                a: x y  # a
                b: "x"
                c: 'yes'
                d: [x, y]
            "#]],
        );
        check_patch(
            "a: 'x'\nb: 'y'\nc: ''\n",
            &[replace("c", text("z"))],
            expect![[r#"
                a: 'x'
                b: 'y'
                c: 'z'
            "#]],
        );
    }

    #[test]
    fn takes_the_quotes_off_on_request() {
        check_patch(
            "a: \"8080\"\n",
            &[replace("a", plain("8080"))],
            expect![[r#"
            a: 8080
        "#]],
        );
    }

    #[test]
    fn puts_quotes_on_on_request() {
        check_patch(
            "a: 1.0\nb: 'x'\n",
            &[replace("a", Value::Quoted("1.0".into()))],
            expect![[r#"
            a: '1.0'
            b: 'x'
        "#]],
        );
    }

    #[test]
    fn of_nothing() {
        check_patch(
            "a:\nb: # c\nc: ~\nd: \n",
            &[
                replace("a", plain("1")),
                replace("b", plain("2")),
                replace("c", plain("3")),
                replace("d", plain("4")),
            ],
            expect![[r#"
                a: 1
                b: 2 # c
                c: 3
                d: 4·
            "#]],
        );
    }

    #[test]
    fn with_nothing() {
        check_patch(
            "a: 1 # c\nb: [1]\nc:\n  d: 1\ne:\n- 1\n",
            &[
                replace("a", Value::Null),
                replace("b[0]", Value::Null),
                replace("c", Value::Null),
                replace("e[0]", Value::Null),
            ],
            expect![[r#"
                a: # c
                b: [null]
                c:
                e:
                - null
            "#]],
        );
    }

    #[test]
    fn of_a_literal_by_lines_keeps_it_a_literal() {
        check_patch(
            "a: | # c\n    x\n    y\nb: 1\n",
            &[replace("a", text("z\nw\n"))],
            expect![[r#"
            a: | # c
                z
                w
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_a_literal_by_one_line() {
        check_patch(
            "a: | # c\n  x\n  y\nb: |-\n  x\nc: 1\n",
            &[replace("a", text("z")), replace("b", text("w\n"))],
            expect![[r#"
                a: z # c
                b: |
                  w
                c: 1
            "#]],
        );
    }

    #[test]
    fn of_a_folded_text_keeps_it_folded() {
        check_patch(
            "a: >-\n  some words that are long enough to be\n  filled over lines\n\n  and more\nb: 1\n",
            &[replace("a", text("other words that are just as long as those\nand a second paragraph"))],
            expect![[r#"
                a: >-
                  other words that are just as long as
                  those

                  and a second paragraph
                b: 1
            "#]],
        );
    }

    #[test]
    fn of_a_folded_text_by_a_few_words() {
        check_patch(
            "a: >\n  some words\nb: 1\n",
            &[replace("a", text("x"))],
            expect![[r#"
            a: x
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_a_keeping_literal() {
        check_patch(
            "a: |+\n  x\n\nb: 1\n",
            &[replace("a", text("y\nz\n"))],
            expect![[r#"
            a: |
              y
              z
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_a_plain_text_over_lines() {
        check_patch(
            "a: some\n  words # c\nb: 1\n",
            &[replace("a", text("x"))],
            expect![[r#"
            a: x # c
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_a_text_on_the_next_line() {
        check_patch(
            "a:\n  \"x\"\nb: 1\n",
            &[replace("a", text("y"))],
            expect![[r#"
            a:
              "y"
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_a_scalar_by_a_mapping() {
        check_patch(
            "a: 1 # c\nb: 2\n",
            &[replace("a", map(&[("x", plain("1")), ("y", plain("2"))]))],
            expect![[r#"
                a: # c
                  x: 1
                  y: 2
                b: 2
            "#]],
        );
    }

    #[test]
    fn of_an_item_by_a_mapping() {
        check_patch(
            "- 1 # c\n- 2\n",
            &[replace("[0]", map(&[("x", list(&[plain("1")])), ("y", plain("2"))]))],
            expect![[r#"
                - x: # c
                    - 1
                  y: 2
                - 2
            "#]],
        );
    }

    #[test]
    fn of_a_literal_by_a_list() {
        check_patch(
            "a: | # c\n  x\nb: 2\n",
            &[replace("a", list(&[plain("1")]))],
            expect![[r#"
            a: # c
              - 1
            b: 2
        "#]],
        );
    }

    #[test]
    fn of_a_mapping_by_a_scalar() {
        check_patch(
            "a: # c\n  x: 1 # one\n  # two\n  y: 2\n\nb: 2\n",
            &[replace("a", plain("1"))],
            expect![[r#"
                a: 1 # c

                b: 2
            "#]],
        );
    }

    #[test]
    fn of_a_mapping_by_nothing_much() {
        check_patch(
            "a: # c\n  x: 1\nb: 2\n",
            &[replace("a", map(&[]))],
            expect![[r#"
            a: {} # c
            b: 2
        "#]],
        );
    }

    #[test]
    fn of_a_mapping_by_another() {
        check_patch(
            "a: # c\n  x: 1\n  y: 2\nb: 2\n",
            &[replace("a", map(&[("z", plain("3"))]))],
            expect![[r#"
                a: # c
                  z: 3
                b: 2
            "#]],
        );
    }

    #[test]
    fn of_a_mapping_by_a_similar_one_changes_what_differs() {
        check_patch(
            "a:\n  # about x\n  x: '1'\n  y: 2 # c\n  z: {p: 1, q: 2}\nb: 2\n",
            &[replace(
                "a",
                map(&[
                    ("w", plain("0")),
                    ("x", text("2")),
                    ("z", map(&[("q", plain("3"))])),
                    ("v", plain("9")),
                ]),
            )],
            expect![[r#"
                a:
                  w: 0
                  # about x
                  x: '2'
                  z: {q: 3}
                  v: 9
                b: 2
            "#]],
        );
    }

    #[test]
    fn of_a_list_by_a_similar_one_changes_what_differs() {
        check_patch(
            "a:\n- x # one\n- y # two\n- z # three\nb: [1, 2, 3]\nc: [1, 2]\n",
            &[
                replace("a", list(&[text("x"), text("z")])),
                replace("b", list(&[plain("1"), plain("5"), plain("6"), plain("3")])),
                replace("c", list(&[plain("0"), plain("1"), plain("2")])),
            ],
            expect![[r#"
                a:
                - x # one
                - z # three
                b: [1, 5, 6, 3]
                c: [0, 1, 2]
            "#]],
        );
    }

    #[test]
    fn of_a_mapping_in_another_order_writes_it_again() {
        check_patch(
            "a:\n  x: 1\n  y: 2\n",
            &[replace("a", map(&[("y", plain("2")), ("x", plain("1"))]))],
            expect![[r#"
                a:
                  y: 2
                  x: 1
            "#]],
        );
    }

    #[test]
    fn of_a_list_by_a_mapping() {
        check_patch(
            "a:\n- 1\n- 2\nb: 2\n",
            &[replace("a", map(&[("z", plain("3"))]))],
            expect![[r#"
            a:
              z: 3
            b: 2
        "#]],
        );
    }

    #[test]
    fn of_a_mapping_behind_a_dash() {
        check_patch(
            "- x: 1\n  y: 2\n- z\n",
            &[replace("[0]", text("w")), replace("[1]", map(&[("x", plain("1")), ("y", plain("2"))]))],
            expect![[r#"
                - w
                - x: 1
                  y: 2
            "#]],
        );
    }

    #[test]
    fn of_flow_by_flow() {
        check_patch(
            "a: {x: 1, y: 2}\nb: [1]\n",
            &[replace("a", map(&[("z", plain("3"))])), replace("b", list(&[plain("2")]))],
            expect![[r#"
                a: {z: 3}
                b: [2]
            "#]],
        );
    }

    #[test]
    fn in_flow() {
        check_patch(
            "a: {x: 1, y: \"2\", z: [1]}\n",
            &[
                replace("a.x", text("${v}")),
                replace("a.y", text("a\nb")),
                replace("a.z", map(&[("w", plain("1"))])),
            ],
            expect![[r#"
                a: {x: "${v}", y: "a\nb", z: {w: 1}}
            "#]],
        );
    }

    #[test]
    fn of_a_bare_key_in_flow() {
        check_patch(
            "{a, b: }\n",
            &[replace("a", plain("1")), replace("b", plain("2"))],
            expect![[r#"
            {a: 1, b: 2 }
        "#]],
        );
    }

    #[test]
    fn keeps_an_anchor() {
        check_patch(
            "a: &x 1\nb: *x\n",
            &[replace("a", plain("2"))],
            expect![[r#"
            a: &x 2
            b: *x
        "#]],
        );
    }

    #[test]
    fn keeps_a_tag_of_its_kind() {
        check_patch(
            "a: !!str 1\nb: !t x\n",
            &[replace("a", text("2")), replace("b", map(&[("x", plain("1"))]))],
            expect![[r#"
                a: !!str '2'
                b:
                  x: 1
            "#]],
        );
    }

    #[test]
    fn of_an_alias() {
        check_patch(
            "a: &x 1\nb: *x\n",
            &[replace("b", plain("2"))],
            expect![[r#"
            a: &x 1
            b: 2
        "#]],
        );
    }

    #[test]
    fn is_refused_through_an_alias() {
        check_patch(
            "a: &x {b: 1}\nc: *x\n",
            &[replace("c.b", plain("2"))],
            expect!["refused: `c.b` comes from the alias `*x`; edit it at the anchor instead"],
        );
    }

    #[test]
    fn is_refused_where_an_anchor_inside_is_used() {
        check_patch(
            "a:\n  b: &x 1\nc: *x\n",
            &[replace("a", plain("2"))],
            expect!["refused: anchor `&x` at `a.b` is still in use"],
        );
    }

    #[test]
    fn is_refused_where_nothing_is() {
        check_patch("a: 1\n", &[replace("b", plain("2"))], expect!["refused: `b` not found"]);
    }

    #[test]
    fn of_the_root() {
        check_patch(
            "a: 1\nb: 2\n",
            &[replace("", map(&[("c", plain("3"))]))],
            expect![[r#"
            c: 3
        "#]],
        );
    }

    #[test]
    fn of_a_root_scalar_by_a_mapping() {
        check_patch(
            "--- x # c\n",
            &[replace("", map(&[("c", plain("3")), ("d", plain("4"))]))],
            expect![[r#"
                --- # c
                c: 3
                d: 4
            "#]],
        );
    }

    #[test]
    fn of_a_repeated_key_by_its_position() {
        check_patch(
            "a: 1\na: 2\n",
            &[replace("{1}", plain("3"))],
            expect![[r#"
            a: 1
            a: 3
        "#]],
        );
    }

    #[test]
    fn of_a_number_keeps_it_plain_and_its_neighbors_quotes() {
        check_patch(
            "a: \"x\"\nb: \"y\"\nc: 3\n",
            &[replace("c", plain("4"))],
            expect![[r#"
            a: "x"
            b: "y"
            c: 4
        "#]],
        );
    }

    #[test]
    fn writes_a_literal_for_lines_in_an_empty_text() {
        check_patch(
            "a: \"\"\nb: \"x\"\n",
            &[replace("a", text("x\ny")), replace("b", text("x\ny"))],
            expect![[r#"
                a: |-
                  x
                  y
                b: "x\ny"
            "#]],
        );
    }

    #[test]
    fn in_crlf() {
        check_patch(
            "a: |\r\n  x\r\n  y\r\nb: 1\r\n",
            &[replace("a", text("z\nw\n")), replace("b", map(&[("x", plain("1"))]))],
            expect![[r#"
                a: |␍
                  z␍
                  w␍
                b:␍
                  x: 1␍
            "#]],
        );
    }
}

mod within {
    use super::*;

    #[test]
    fn of_a_line_break_writes_the_lines_again() {
        check_patch(
            "a: |\n  x\n  y\nb: 1\n",
            &[within("a", 1..2, " ")],
            expect![[r#"
            a: |
              x y
            b: 1
        "#]],
        );
    }
    #[test]
    fn of_a_plain_text() {
        check_patch(
            "a: ${b.c}/${b.c}\n",
            &[within("a", 2..3, "xx"), within("a", 9..10, "yy")],
            expect![[r#"
                a: ${xx.c}/${yy.c}
            "#]],
        );
    }

    #[test]
    fn of_a_quoted_text() {
        check_patch(
            "a: 'it''s ${b}'\nb: \"a\\\\tb ${c}\"\n",
            &[within("a", 7..8, "x'y"), within("b", 6..7, "x\"y")],
            expect![[r#"
                a: 'it''s ${x''y}'
                b: "a\\tb $x\"yc}"
            "#]],
        );
    }

    #[test]
    fn of_a_literal() {
        check_patch(
            "a: |\n  one ${b}\n  two ${b}\n",
            &[within("a", 6..7, "xx"), within("a", 15..16, "yy")],
            expect![[r#"
                a: |
                  one ${xx}
                  two ${yy}
            "#]],
        );
    }

    #[test]
    fn of_a_folded_text() {
        check_patch(
            "a: >\n  one ${b}\n  two ${b}\n\n  three ${b}\n",
            &[within("a", 6..7, "xx"), within("a", 15..16, "yy"), within("a", 26..27, "zz")],
            expect![[r#"
                a: >
                  one ${xx}
                  two ${yy}

                  three ${zz}
            "#]],
        );
    }

    #[test]
    fn puts_quotes_on_where_they_are_needed_now() {
        check_patch(
            "a: [x]\nb: x1\n",
            &[within("a[0]", 0..1, "x,y"), within("b", 0..1, "")],
            expect![[r#"
            a: ['x,y']
            b: '1'
        "#]],
        );
    }

    #[test]
    fn with_lines() {
        check_patch(
            "a: \"x y\"\nb: x y\n",
            &[within("a", 1..2, "\n"), within("b", 1..2, "\n")],
            expect![[r#"
                a: "x\ny"
                b: |-
                  x
                  y
            "#]],
        );
    }

    #[test]
    fn of_a_plain_text_over_lines() {
        check_patch(
            "a: one ${b}\n  two ${b}\n",
            &[within("a", 6..7, "xx"), within("a", 15..16, "yy")],
            expect![[r#"
                a: one ${xx}
                  two ${yy}
            "#]],
        );
    }

    #[test]
    fn is_refused_where_two_meet() {
        check_patch(
            "a: abc\n",
            &[within("a", 0..2, "x"), within("a", 1..3, "y")],
            expect!["refused: conflicting changes at `a`"],
        );
    }

    #[test]
    fn is_refused_past_the_end() {
        check_patch("a: abc\n", &[within("a", 0..9, "x")], expect!["refused: cannot write `a` here"]);
    }

    #[test]
    fn is_refused_through_an_alias() {
        check_patch(
            "a: &x abc\nb: *x\n",
            &[within("b", 0..1, "x")],
            expect!["refused: `b` comes from the alias `*x`; edit it at the anchor instead"],
        );
    }
}

mod rename_key {
    use super::*;
    #[test]
    fn keeps_quotes_and_all_else() {
        check_patch(
            "a :   1 # c\n\"b\":\n  - x\n'c': 3\n",
            &[rename("a", "x"), rename("b", "y"), rename("c", "it's")],
            expect![[r#"
                x :   1 # c
                "y":
                  - x
                'it''s': 3
            "#]],
        );
    }

    #[test]
    fn quotes_a_name_that_needs_it() {
        check_patch(
            "a: 1\nb: {c: 1}\n",
            &[rename("a", "on"), rename("b.c", "x,y")],
            expect![[r#"
            'on': 1
            b: {'x,y': 1}
        "#]],
        );
    }

    #[test]
    fn may_swap_names() {
        check_patch(
            "a: 1\nb: 2\n",
            &[rename("a", "b"), rename("b", "a")],
            expect![[r#"
            b: 1
            a: 2
        "#]],
        );
    }

    #[test]
    fn and_what_is_below() {
        check_patch(
            "a:\n  b: 1\n",
            &[rename("a", "x"), rename("a.b", "y"), replace("a.b", plain("2"))],
            expect![[r#"
                x:
                  y: 2
            "#]],
        );
    }

    #[test]
    fn is_refused_where_the_name_is_taken() {
        check_patch("a: 1\nb: 2\n", &[rename("a", "b")], expect!["refused: `b` already exists"]);
    }

    #[test]
    fn of_an_explicit_key() {
        check_patch(
            "? a\n: 1\n",
            &[rename("a", "b")],
            expect![[r#"
            ? b
            : 1
        "#]],
        );
    }

    #[test]
    fn of_a_key_that_is_an_alias() {
        check_patch(
            "x: &k a\n*k : 1\n",
            &[rename("a", "b")],
            expect![[r#"
            x: &k a
            b : 1
        "#]],
        );
    }

    #[test]
    fn is_refused_where_its_anchor_is_used() {
        check_patch(
            "&k a: 1\nb: *k\n",
            &[rename("a", "c")],
            expect!["refused: anchor `&k` at `a` is still in use"],
        );
    }

    #[test]
    fn is_refused_for_an_item() {
        check_patch(
            "- a\n",
            &[rename("[0]", "b")],
            expect!["refused: cannot add a key: the document root is not a mapping"],
        );
    }
}

mod remove {
    use super::*;

    #[test]
    fn below_a_literal_takes_what_the_literal_would_take_in() {
        check_patch(
            "a: |\n x\nb: 1\n\n  # deeper\nc: 2\n",
            &[remove("b")],
            expect![[r#"
            a: |
             x
            c: 2
        "#]],
        );
    }

    #[test]
    fn of_all_with_blank_lines_between() {
        check_patch(
            "a:\n\n  b: 1\n\n  c: 2\n\nd: 3\n",
            &[remove("a.b"), remove("a.c")],
            expect![[r#"
                a: {}

                d: 3
            "#]],
        );
    }

    #[test]
    fn of_a_list_without_indentation_leaves_the_next_key_s_comment() {
        check_patch(
            "a:\n- x\n- y\n# about b\nb: 1\n",
            &[remove("a[1]")],
            expect![[r#"
            a:
            - x
            # about b
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_entries_below_a_merge_key() {
        check_patch(
            "a:\n  <<: *x\n  b: 1\nx: &x {c: 1}\n",
            &[remove("a.b")],
            expect![[r#"
            a:
              <<: *x
            x: &x {c: 1}
        "#]],
        );
    }
    #[test]
    fn takes_its_lines_and_its_comments() {
        check_patch(
            "a: 1\n# about b\n# more\nb:\n  c: 1 # x\n  # y\nd: 2\n",
            &[remove("b")],
            expect![[r#"
            a: 1
            d: 2
        "#]],
        );
    }

    #[test]
    fn leaves_the_header_of_the_file() {
        check_patch(
            "# Licence\na: 1\nb: 2\n",
            &[remove("a")],
            expect![[r#"
            # Licence
            b: 2
        "#]],
        );
    }

    #[test]
    fn takes_a_first_comment_that_is_not_a_header() {
        check_patch(
            "# Licence\n\n# about a\na: 1\nb: 2\n",
            &[remove("a")],
            expect![[r#"
            # Licence

            b: 2
        "#]],
        );
    }

    #[test]
    fn leaves_comments_at_other_columns() {
        check_patch(
            "x:\n  a: 1\n# less\n  b: 2\n  c: 3\n",
            &[remove("x.b")],
            expect![[r#"
            x:
              a: 1
            # less
              c: 3
        "#]],
        );
    }

    #[test]
    fn leaves_comments_apart() {
        check_patch(
            "a: 1\n# apart\n\nb: 2\nc: 3\n",
            &[remove("b")],
            expect![[r#"
            a: 1
            # apart

            c: 3
        "#]],
        );
    }

    #[test]
    fn leaves_one_gap_of_two() {
        check_patch(
            "a: 1\n\nb: 2\n\nc: 3\n",
            &[remove("b")],
            expect![[r#"
            a: 1

            c: 3
        "#]],
        );
    }

    #[test]
    fn of_the_last_takes_the_gap_above() {
        check_patch(
            "x:\n  a: 1\n\n  b: 2\n\ny: 3\n\nz: 4\n",
            &[remove("x.b"), remove("z")],
            expect![[r#"
            x:
              a: 1

            y: 3
        "#]],
        );
    }

    #[test]
    fn of_the_first_takes_the_gap_below() {
        check_patch(
            "x:\n  a: 1\n\n  b: 2\n",
            &[remove("x.a")],
            expect![[r#"
            x:
              b: 2
        "#]],
        );
    }

    #[test]
    fn of_all_leaves_an_empty_mapping() {
        check_patch(
            "a: # c\n  b: 1 # d\nx: 1\n",
            &[remove("a.b")],
            expect![[r#"
            a: {} # c
            x: 1
        "#]],
        );
    }

    #[test]
    fn of_all_leaves_an_empty_list() {
        check_patch(
            "a:\n- 1\n- 2\nx: [1]\n",
            &[remove("a[0]"), remove("a[1]"), remove("x[0]")],
            expect![[r#"
                a: []
                x: []
            "#]],
        );
    }

    #[test]
    fn of_all_leaves_an_empty_root() {
        check_patch(
            "a: 1\n",
            &[remove("a")],
            expect![[r#"
            {}
        "#]],
        );
    }

    #[test]
    fn of_all_behind_an_anchor() {
        check_patch(
            "a: &x\n  b: 1\nc: *x\n",
            &[remove("a.b")],
            expect![[r#"
            a: &x {}
            c: *x
        "#]],
        );
    }

    #[test]
    fn of_all_behind_a_dash() {
        check_patch(
            "- a: 1\n  b: 2 # c\n- x\n",
            &[remove("[0].a"), remove("[0].b")],
            expect![[r#"
            - {}
            - x
        "#]],
        );
    }

    #[test]
    fn keeps_comments_that_are_nobody_s_when_all_goes() {
        check_patch(
            "a:\n  b: 1\n\n  # apart\n\n  c: 2\n",
            &[remove("a.b"), remove("a.c")],
            expect![[r#"
                a: {}

                  # apart
            "#]],
        );
    }

    #[test]
    fn prunes_the_key_above() {
        check_patch(
            "a:\n  b:\n    c: 1\n  d: 1\n",
            &[prune("a.b.c")],
            expect![[r#"
            a:
              d: 1
        "#]],
        );
    }

    #[test]
    fn prunes_one_key_only() {
        check_patch(
            "a:\n  b:\n    c: 1\n",
            &[prune("a.b.c")],
            expect![[r#"
            a: {}
        "#]],
        );
    }

    #[test]
    fn prunes_nothing_that_has_more() {
        check_patch(
            "a:\n  b: 1\n  c: 1\n",
            &[prune("a.b")],
            expect![[r#"
            a:
              c: 1
        "#]],
        );
    }

    #[test]
    fn prunes_where_several_go() {
        check_patch(
            "a:\n  b: 1\n  c: 1\nd: 1\n",
            &[prune("a.b"), prune("a.c")],
            expect![[r#"
            d: 1
        "#]],
        );
    }

    #[test]
    fn prunes_in_flow() {
        check_patch(
            "a: {b: {c: 1}, d: 1}\n",
            &[prune("a.b.c")],
            expect![[r#"
            a: {d: 1}
        "#]],
        );
    }

    #[test]
    fn behind_a_dash_moves_the_next_up() {
        check_patch(
            "- a: 1\n  b: 2\n- c: 1\n\n  d: 2\n",
            &[remove("[0].a"), remove("[1].c")],
            expect![[r#"
            - b: 2
            - d: 2
        "#]],
        );
    }

    #[test]
    fn behind_a_dash_keeps_the_comment_between() {
        check_patch(
            "- a: 1 # x\n  # about b\n  b: 2\n",
            &[remove("[0].a")],
            expect![[r#"
            -
              # about b
              b: 2
        "#]],
        );
    }

    #[test]
    fn of_several_behind_a_dash() {
        check_patch(
            "- a: 1\n  b: 2\n  c: 3\n",
            &[remove("[0].a"), remove("[0].b")],
            expect![[r#"
            - c: 3
        "#]],
        );
    }

    #[test]
    fn of_siblings() {
        check_patch(
            "a: 1\nb: 2\nc: 3\nd: 4\n",
            &[remove("b"), remove("c"), remove("d")],
            expect![[r#"
            a: 1
        "#]],
        );
    }

    #[test]
    fn of_siblings_set_apart() {
        check_patch(
            "a: 1\n\nb: 2\n\nc: 3\n\nd: 4\n",
            &[remove("b"), remove("c")],
            expect![[r#"
            a: 1

            d: 4
        "#]],
        );
    }

    #[test]
    fn of_items() {
        check_patch(
            "- a\n# about b\n- b\n- c\n",
            &[remove("[1]")],
            expect![[r#"
            - a
            - c
        "#]],
        );
    }

    #[test]
    fn of_a_keeping_literal_takes_its_blank_lines() {
        check_patch(
            "a: 1\nb: |+\n  x\n\nc: 1\n",
            &[remove("b")],
            expect![[r#"
            a: 1
            c: 1
        "#]],
        );
    }

    #[test]
    fn below_a_keeping_literal_takes_the_blank_lines_below() {
        check_patch(
            "a: |+\n  x\n\nb: 1\n\n\nc: 2\n",
            &[remove("b")],
            expect![[r#"
            a: |+
              x

            c: 2
        "#]],
        );
    }

    #[test]
    fn below_a_keeping_literal_at_the_end() {
        check_patch(
            "a: |+\n  x\nb: 1\n\n",
            &[remove("b")],
            expect![[r#"
            a: |+
              x
        "#]],
        );
    }

    #[test]
    fn below_a_keeping_literal_deeper_in() {
        check_patch(
            "x:\n  a: |+\n    x\n\ny: 1\n\nz: 2\n",
            &[remove("y")],
            expect![[r#"
            x:
              a: |+
                x

            z: 2
        "#]],
        );
    }

    #[test]
    fn of_the_last_without_a_line_break() {
        check_patch("a: 1\nb: 2", &[remove("b")], expect!["a: 1⏎̸"]);
    }

    #[test]
    fn of_the_last_below_a_literal_without_a_line_break() {
        check_patch(
            "a: |\n  x\nb: 2",
            &[remove("b")],
            expect![[r#"
            a: |
              x
        "#]],
        );
    }

    #[test]
    fn in_flow() {
        check_patch(
            "a: {x: 1, y: 2, z: 3}\nb: [x, y, z]\nc: [x, y]\n",
            &[remove("a.x"), remove("b[1]"), remove("c[1]")],
            expect![[r#"
                a: {y: 2, z: 3}
                b: [x, z]
                c: [x]
            "#]],
        );
    }

    #[test]
    fn in_flow_with_a_trailing_comma() {
        check_patch(
            "a: [x, y,]\n",
            &[remove("a[1]")],
            expect![[r#"
            a: [x,]
        "#]],
        );
    }

    #[test]
    fn in_flow_over_lines() {
        check_patch(
            "a: [\n  x, # one\n  # about y\n  y, # two\n  z # three\n]\nb: {\n  x: 1,\n  y: 2\n}\n",
            &[remove("a[1]"), remove("b.y")],
            expect![[r#"
                a: [
                  x, # one
                  z # three
                ]
                b: {
                  x: 1
                }
            "#]],
        );
    }

    #[test]
    fn of_a_single_pair() {
        check_patch(
            "a: [x: 1, y]\n",
            &[remove("a[0].x")],
            expect![[r#"
            a: [{}, y]
        "#]],
        );
    }

    #[test]
    fn in_crlf() {
        check_patch(
            "a: 1\r\n# b\r\nb:\r\n  c: 1\r\nd: 1\r\n",
            &[remove("b")],
            expect![[r#"
            a: 1␍
            d: 1␍
        "#]],
        );
    }

    #[test]
    fn of_an_explicit_key() {
        check_patch(
            "? a\n: 1\n? b\n: 2\n",
            &[remove("a")],
            expect![[r#"
            ? b
            : 2
        "#]],
        );
    }

    #[test]
    fn of_a_repeated_key() {
        check_patch(
            "a: 1\na: 2\nb: 3\n",
            &[remove("{1}")],
            expect![[r#"
            a: 1
            b: 3
        "#]],
        );
    }

    #[test]
    fn is_refused_where_its_anchor_is_used() {
        check_patch(
            "a: &x 1\nb: *x\n",
            &[remove("a")],
            expect!["refused: anchor `&x` at `a` is still in use"],
        );
    }

    #[test]
    fn goes_where_its_alias_goes_too() {
        check_patch(
            "a: &x 1\nb: *x\nc: 1\n",
            &[remove("a"), remove("b")],
            expect![[r#"
            c: 1
        "#]],
        );
    }

    #[test]
    fn is_refused_through_a_merge_key() {
        check_patch(
            "x: &x {a: 1}\ny:\n  <<: *x\n",
            &[remove("y.a")],
            expect!["refused: `y.a` comes from the alias `*x`; edit it at the anchor instead"],
        );
    }

    #[test]
    fn is_refused_for_the_root() {
        check_patch("a: 1\n", &[remove("")], expect!["refused: cannot write the document root here"]);
    }

    #[test]
    fn is_refused_where_nothing_is() {
        check_patch("a: 1\n", &[remove("b")], expect!["refused: `b` not found"]);
    }

    #[test]
    fn of_the_same_twice() {
        check_patch(
            "a: 1\nb: 1\n",
            &[remove("a"), remove("a")],
            expect![[r#"
            b: 1
        "#]],
        );
    }

    #[test]
    fn of_what_goes_anyway() {
        check_patch(
            "a:\n  b: 1\nc: 1\n",
            &[remove("a"), remove("a.b")],
            expect![[r#"
            c: 1
        "#]],
        );
    }
}

mod relocate {
    use super::*;

    #[test]
    fn of_a_keeping_literal() {
        check_patch(
            "a: 1\n\nb: |+\n  x\n\n\nc: 2\n\nd: 3\n",
            &[move_to("b", Step::Key("c".into()))],
            expect![[r#"
                a: 1

                c: 2

                b: |+
                  x


                d: 3
            "#]],
        );
    }

    #[test]
    fn of_a_literal_to_the_end_without_a_line_break() {
        check_patch(
            "a: |\n  x\nb: 1",
            &[move_to("a", Step::Key("b".into()))],
            expect![[r#"
            b: 1
            a: |
              x
        "#]],
        );
    }

    #[test]
    fn is_refused_where_an_anchor_would_come_behind_its_alias() {
        check_patch(
            "a: &x 1\nb: *x\nc: 1\n",
            &[move_to("a", Step::Key("b".into()))],
            expect!["refused: anchor `&x` at `a` is still in use"],
        );
    }

    #[test]
    fn of_an_anchor_is_fine_where_its_alias_stays_behind() {
        check_patch(
            "a: 1\nb: &x 1\nc: *x\n",
            &[move_to("b", Step::Key("a".into()))],
            expect![[r#"
            b: &x 1
            a: 1
            c: *x
        "#]],
        );
    }

    #[test]
    fn over_lines_in_flow() {
        check_patch(
            "a: [\n  x, # one\n  y\n]\n",
            &[move_to("a[0]", Step::Index(1))],
            expect![[r#"
                a: [
                  y,
                  x # one
                ]
            "#]],
        );
    }
    #[test]
    fn takes_lines_and_comments_down() {
        check_patch(
            "# Licence\n\n# about a\na:\n  x: 1\nb: 2\nc: 3\n",
            &[move_to("a", Step::Key("b".into()))],
            expect![[r#"
                # Licence

                b: 2
                # about a
                a:
                  x: 1
                c: 3
            "#]],
        );
    }

    #[test]
    fn takes_lines_and_comments_up() {
        check_patch(
            "a: 1\nb: 2\n# about c\nc:\n  - x\n",
            &[move_to("c", Step::Entry(0))],
            expect![[r#"
                # about c
                c:
                  - x
                a: 1
                b: 2
            "#]],
        );
    }

    #[test]
    fn of_an_item() {
        check_patch(
            "- a\n- b: 1\n  c: 2\n- d\n",
            &[move_to("[1]", Step::Index(0))],
            expect![[r#"
            - b: 1
              c: 2
            - a
            - d
        "#]],
        );
    }

    #[test]
    fn of_an_item_to_the_end() {
        check_patch(
            "- a\n- b: 1\n  c: 2\n- d\n",
            &[move_to("[1]", Step::Index(2))],
            expect![[r#"
            - a
            - d
            - b: 1
              c: 2
        "#]],
        );
    }

    #[test]
    fn to_the_end_without_a_line_break() {
        check_patch(
            "a: 1\nb: 2",
            &[move_to("a", Step::Key("b".into()))],
            expect![[r#"
            b: 2
            a: 1⏎̸"#]],
        );
    }

    #[test]
    fn from_the_end_without_a_line_break() {
        check_patch(
            "a: 1\nb: 2",
            &[move_to("b", Step::Key("a".into()))],
            expect![[r#"
            b: 2
            a: 1⏎̸"#]],
        );
    }

    #[test]
    fn behind_a_dash() {
        check_patch(
            "- a: 1\n  b: 2\n",
            &[move_to("[0].b", Step::Key("a".into()))],
            expect![[r#"
            - b: 2
              a: 1
        "#]],
        );
    }

    #[test]
    fn away_from_behind_a_dash() {
        check_patch(
            "- a: 1\n  b: 2\n",
            &[move_to("[0].a", Step::Key("b".into()))],
            expect![[r#"
            - b: 2
              a: 1
        "#]],
        );
    }

    #[test]
    fn in_flow() {
        check_patch(
            "[a, {b: 1}, c]\n",
            &[move_to("[0]", Step::Index(2))],
            expect![[r#"
            [{b: 1}, c, a]
        "#]],
        );
    }

    #[test]
    fn set_apart() {
        check_patch(
            "a: 1\n\nb: 2\n\nc: 3\n",
            &[move_to("c", Step::Key("a".into()))],
            expect![[r#"
            c: 3

            a: 1

            b: 2
        "#]],
        );
    }

    #[test]
    fn set_apart_down() {
        check_patch(
            "a: 1\n\nb: 2\n\nc: 3\n",
            &[move_to("a", Step::Key("b".into()))],
            expect![[r#"
            b: 2

            a: 1

            c: 3
        "#]],
        );
    }

    #[test]
    fn to_itself_changes_nothing() {
        check_patch(
            "a: 1\nb: 2\n",
            &[move_to("a", Step::Key("a".into()))],
            expect![[r#"
            a: 1
            b: 2
        "#]],
        );
    }

    #[test]
    fn to_where_nothing_is() {
        check_patch(
            "a: 1\nb: 2\n",
            &[move_to("a", Step::Key("z".into()))],
            expect!["refused: `z` not found"],
        );
    }
}

mod together {
    use super::*;

    #[test]
    fn an_insertion_meets_a_removal_at_an_end_without_line_break() {
        check_patch(
            "a:\n  b:\n    c: 1\n\nd: 2",
            &[insert("a.b", "e", plain("3")), remove("d")],
            expect![[r#"
                a:
                  b:
                    c: 1
                    e: 3

            "#]],
        );
    }

    #[test]
    fn a_removal_does_not_take_what_cannot_be_read() {
        // The error may be the start of another item, which the removal would take with it.
        check_patch(
            "a:\n  web:\n    x: 1\n  \"db:\n    y: 2\nc: 3\n",
            &[remove("a.web")],
            expect!["refused: syntax error near `a.web`; fix it first"],
        );
        check_patch(
            "a: 1\nb: [1\nc: 3\n",
            &[remove("a")],
            expect![[r#"
            b: [1
            c: 3
        "#]],
        );
    }

    #[test]
    fn a_broken_value_can_be_replaced() {
        check_patch(
            "a: 1\nb: [1\nc: 3\n",
            &[replace("b", plain("2"))],
            expect![[r#"
            a: 1
            b: 2
            c: 3
        "#]],
        );
    }

    #[test]
    fn inserting_and_removing_in_one_list() {
        check_patch(
            "a:\n- x\n- y\n",
            &[remove("a[0]"), append("a", text("z"))],
            expect![[r#"
            a:
            - y
            - z
        "#]],
        );
    }

    #[test]
    fn replacing_and_inserting_into_it() {
        check_patch(
            "a: 1\n",
            &[replace("a", map(&[("x", plain("1"))])), insert("a", "y", plain("2"))],
            expect![[r#"
                a:
                  x: 1
                  y: 2
            "#]],
        );
    }

    #[test]
    fn two_fills_of_one_list_and_what_is_in_it() {
        check_patch(
            "a:\n",
            &[
                append("a", map(&[("x", plain("1"))])),
                insert("a[0]", "y", plain("2")),
                append("a", text("z")),
            ],
            expect![[r#"
                a:
                  - x: 1
                    y: 2
                  - z
            "#]],
        );
    }
    #[test]
    fn exchanging_all_entries() {
        check_patch(
            "a:\n  b: 1\n  c: 2\nd: 1\n",
            &[remove("a.b"), insert("a", "x", plain("1")), remove("a.c")],
            expect![[r#"
                a:
                  x: 1
                d: 1
            "#]],
        );
    }

    #[test]
    fn exchanging_all_behind_a_dash() {
        check_patch(
            "- b: 1\n  c: 2\n- d\n",
            &[
                remove("[0].b"),
                insert("[0]", "x", plain("1")),
                remove("[0].c"),
                insert("[0]", "y", plain("1")),
            ],
            expect![[r#"
                - x: 1
                  y: 1
                - d
            "#]],
        );
    }

    #[test]
    fn exchanging_all_in_flow() {
        check_patch(
            "a: {b: 1, c: 2}\n",
            &[remove("a.b"), insert("a", "x", plain("1")), remove("a.c")],
            expect![[r#"
                a: {x: 1}
            "#]],
        );
    }

    #[test]
    fn exchanging_some_in_flow() {
        check_patch(
            "a: {b: 1, c: 2, d: 3}\n",
            &[
                remove("a.c"),
                insert_at("a", "x", plain("1"), after("c")),
                insert("a", "y", plain("2")),
                remove("a.d"),
            ],
            expect![[r#"
                a: {b: 1, x: 1, y: 2}
            "#]],
        );
    }

    #[test]
    fn removing_a_key_and_writing_it_again() {
        check_patch(
            "a: 1\nb: 2\nc: 3\n",
            &[remove("b"), insert_at("", "b", map(&[("x", plain("1"))]), after("a"))],
            expect![[r#"
                a: 1
                b:
                  x: 1
                c: 3
            "#]],
        );
    }

    #[test]
    fn inner_and_outer_ends_keep_their_order() {
        check_patch(
            "a:\n  b:\n    c: 1\n",
            &[insert("", "x", plain("1")), insert("a", "y", plain("1")), insert("a.b", "z", plain("1"))],
            expect![[r#"
                a:
                  b:
                    c: 1
                    z: 1
                  y: 1
                x: 1
            "#]],
        );
    }

    #[test]
    fn an_op_inside_what_goes_is_refused() {
        check_patch(
            "a:\n  b: 1\n",
            &[remove("a"), replace("a.b", plain("2"))],
            expect!["refused: conflicting changes at `a.b`"],
        );
    }

    #[test]
    fn an_op_inside_what_is_replaced_is_refused() {
        check_patch(
            "a:\n  b: 1\n",
            &[replace("a", plain("2")), remove("a.b")],
            expect!["refused: conflicting changes at `a`"],
        );
    }

    #[test]
    fn an_op_inside_what_is_rewritten_is_refused() {
        check_patch(
            "a:\n  b: 1\n  c: 1\n",
            &[replace("a", map(&[("b", plain("2")), ("c", plain("1"))])), remove("a.c")],
            expect!["refused: conflicting changes at `a`"],
        );
    }

    #[test]
    fn replacing_twice_is_refused() {
        check_patch(
            "a: 1\n",
            &[replace("a", plain("2")), replace("a", plain("3"))],
            expect!["refused: conflicting changes at `a`"],
        );
    }

    #[test]
    fn a_pruned_mapping_that_gets_an_entry_stays() {
        check_patch(
            "a:\n  b: 1\n",
            &[prune("a.b"), insert("a", "c", plain("1"))],
            expect![[r#"
            a:
              c: 1
        "#]],
        );
    }

    #[test]
    fn no_ops_change_nothing() {
        check_patch(
            "a: 1\n",
            &[],
            expect![[r#"
            a: 1
        "#]],
        );
    }

    #[test]
    fn a_broken_line_elsewhere_does_not_matter() {
        check_patch(
            "a: 1\nb: [1\nc: 3\n",
            &[replace("a", plain("2"))],
            expect![[r#"
            a: 2
            b: [1
            c: 3
        "#]],
        );
    }

    #[test]
    fn rename_and_refer() {
        check_patch(
            "a:\n  b: 1\nc: ${a.b}\n",
            &[rename("a.b", "x"), within("c", 4..5, "x"), insert("a", "y", plain("1"))],
            expect![[r#"
                a:
                  x: 1
                  y: 1
                c: ${a.x}
            "#]],
        );
    }

    #[test]
    fn a_value_before_its_colon_is_left_alone() {
        let text = "a: 1\nb\n: {c: [{d: 2, e: 3}]}\n";
        let document = parse(text);
        for node in document.nodes() {
            for value in [plain("4"), map(&[("x", plain("4"))]), list(&[plain("4")])] {
                let op = Op::Replace { at: node.path(), value };
                // Refused or done: never a row of blanks without end.
                if let Ok(edit) = patch(&document, &[op]) {
                    assert!(edit.apply(text).len() < text.len() + 16);
                }
            }
        }
    }

    #[test]
    fn what_lacks_its_closing_bracket_is_not_emptied() {
        check_patch(
            "a: 1\nb: {c: é\n",
            &[remove("b.c")],
            expect!["refused: syntax error near `b`; fix it first"],
        );
    }
}
