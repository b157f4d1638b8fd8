//! The walk over a made-up language: what it says, what it offers, what names it knows.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use limn_check::recipe::{NEW, OLD, RECIPE, diagnose, diagnose_old};
use limn_check::{check, check_fix, check_fix_titled, check_no_fix};
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::schema::*;
use limn_yaml::{self as yaml, Path};

#[track_caller]
fn fine(text: &str) {
    check(text, diagnose);
}

#[test]
fn a_whole_recipe_is_fine() {
    fine(
        "\
title: Bread
story: |
  Long ago.
serves: 4
oven: {degrees: 220, ventilator: true}
heat: {flame: true, gas: natural}
ingredients:
  flour:
    unit: gram
    amount: 500
    tags: [white, dry]
    grades: {fine: 1, coarse: '${flour.fine}'}
  water: {unit: cup, amount: {get: [flour, fine]}, instead-of: flour}
  salt: {unit: pinch, amount: 'about ${flour.coarse} or ${here.none}', grades: {none: 0}, organic: true}
tools:
  bowl:
  oven: {size: large, open: Slowly., close:}
steps:
  - mix: Stir it.
  - bake: {do: Wait., with: [oven, flour.fine], after: mix}
  - eat: {do: Bite., after: [mix, bake]}
notes: {a: b}
shelves: {bowl: {shelf: top}}
sealed: {}
extra: [what, {ever: 1}]
",
    );
}

#[test]
fn an_empty_text_is_fine() {
    fine("");
    fine("# nothing\n");
}

#[test]
fn unknown_keys_say_what_was_meant() {
    check(
        "\
titel: Bread
#^^^^ error[recipe/unknown-key]: unknown recipe key `titel`; did you mean `title`?
ingredients:
  flour:
    unit: gram
    insteadOf: flour
#   ^^^^^^^^^ warning[recipe/unknown-key]: unknown ingredient key `insteadOf`; did you mean `instead-of`?
    colour: white
#   ^^^^^^ warning[recipe/unknown-key]: unknown ingredient key `colour`
",
        diagnose,
    );
}

#[test]
fn what_a_misspelt_key_declares_is_known() {
    check(
        "\
title: Bread
ingredient:
#^^^^^^^^^ error[recipe/unknown-key]: unknown recipe key `ingredient`; did you mean `ingredients`?
  flour: {unit: gramme}
steps:
  - mix: {do: Stir., with: [flour]}
",
        diagnose,
    );
}

#[test]
fn missing_keys_are_reported_at_their_element() {
    check(
        "\
story: None.
#^^^^ error[recipe/missing-key]: missing required key `title` on the recipe
#^^^^ error[recipe/missing-key]: missing required key `ingredients` on the recipe
oven:
#^^^ error[recipe/missing-key]: missing required key `degrees` on `oven`
  fan: true
",
        diagnose,
    );
    check(
        "\
title:
#^^^^ error[recipe/missing-key]: missing value of required key `title`
oven:
#^^^ error[recipe/missing-key]: missing required key `degrees` on `oven`
ingredients:
  flour:
# ^^^^^ error[recipe/missing-key]: missing required key `unit` on ingredient `flour`
  salt: {amount: 1}
# ^^^^ error[recipe/missing-key]: missing required key `unit` on ingredient `salt`
steps:
  - mix: {after: mix}
#   ^^^ error[recipe/missing-key]: missing required key `do` on step `mix`
",
        diagnose,
    );
}

#[test]
fn keys_are_words() {
    check(
        "\
title: Bread
ingredients:
  flour: {{}}
#         ^^ warning[recipe/unknown-key]: expected a string as ingredient key, found a list or mapping; a string that starts with `{{` needs quotes
# ^^^^^ error[recipe/missing-key]: missing required key `unit` on ingredient `flour`
  ? [a]
#   ^^^ error[recipe/wrong-shape]: expected a string as the name of an ingredient, found a list or mapping
  : {unit: cup}
",
        diagnose,
    );
}

#[test]
fn profiles_differ() {
    check(
        "\
title: Bread
ingredients:
  flour:
    unit: pinch
#         ^^^^^ error[recipe/wrong-shape]: `pinch` is not supported by this profile
    organic: yes please
#   ^^^^^^^ warning[recipe/foreign-key]: `organic` is not supported by this profile
#            ^^^^^^^^^^ error[recipe/wrong-shape]: expected `true` or `false` for `organic`, found `yes please`
",
        diagnose_old,
    );
    check("title: Bread\n", diagnose_old);
}

#[test]
fn wrong_values_say_what_was_expected() {
    check(
        "\
title: [Bread]
#      ^^^^^^^ error[recipe/wrong-shape]: expected a title for `title`, found a list
story: {}
#      ^^ error[recipe/wrong-shape]: expected a string for `story`, found a mapping
serves: few
#       ^^^ error[recipe/wrong-shape]: expected an integer for `serves`, found `few`
oven:
  degrees: '180'
#          ^^^^^ warning[recipe/quoted-number]: expected an unquoted number for `degrees`, found the string `180`
  fan: 'true'
#      ^^^^^^ error[recipe/wrong-shape]: expected `true` or `false` for `fan`, found the string `true`
ingredients:
  flour: white
#        ^^^^^ error[recipe/wrong-shape]: expected a mapping for `flour`, found `white`
  salt:
    unit: Gram
#         ^^^^ error[recipe/wrong-shape]: expected `gram`, `cup` or `pinch` for `unit`, found `Gram`; did you mean `gram`?
    tags: white
#         ^^^^^ error[recipe/wrong-shape]: expected a list for `tags`, found `white`
    instead-of: []
#               ^^ error[recipe/wrong-shape]: expected an ingredient or a tool for `instead-of`, found a list
steps:
#^^^^ error[recipe/wrong-shape]: expected a list of single-entry mappings keyed by step name for `steps`, found a mapping
  mix: Stir.
notes:
  a: {}
#    ^^ error[recipe/wrong-shape]: expected a string for `a`, found a mapping
sealed: {a: 1}
#       ^^^^^^ error[recipe/wrong-shape]: expected an empty mapping for `sealed`, found key `a`
",
        diagnose,
    );
}

#[test]
fn lists_and_their_items() {
    check(
        "\
title: Bread
ingredients: []
#            ^^ error[recipe/wrong-shape]: expected a mapping keyed by ingredient name for `ingredients`, found a list
tools:
#^^^^ error[recipe/wrong-shape]: expected a mapping keyed by tool name for `tools`, found a list
- bowl
steps:
- mix
# ^^^ error[recipe/wrong-shape]: expected a single-entry mapping keyed by step name for an item of `steps`, found `mix`
- {a: b, c: d}
# ^^^^^^^^^^^^ error[recipe/wrong-shape]: expected a single-entry mapping keyed by step name for an item of `steps`, found 2 entries
- bake: {do: Wait., with: []}
#                         ^^ error[recipe/wrong-shape]: expected a non-empty list for `with`, found an empty list
- eat: {do: Bite., with: [{}]}
#                         ^^ error[recipe/wrong-shape]: expected an ingredient or a tool for an item of `with`, found a mapping
- sit: [down]
#      ^^^^^^ error[recipe/wrong-shape]: expected a string or a mapping for `sit`, found a list
",
        diagnose,
    );
}

#[test]
fn numbers_have_bounds() {
    check(
        "\
title: Bread
ingredients: {}
serves: 0
#       ^ error[recipe/wrong-shape]: expected a positive integer for `serves`, found `0`
oven:
  degrees: 900
#          ^^^ error[recipe/wrong-heat]: expected an integer of at most 300 for `degrees`, found `900`
",
        diagnose,
    );
}

#[test]
fn texts_keep_their_rule() {
    check("title: bread\n#      ^^^^^ error[recipe/bad-name]: a title starts with a capital\n", diagnose_old);
}

#[test]
fn names_are_checked_and_do_not_clash() {
    check(
        "\
title: Bread
ingredients:
  bad name: {unit: cup}
# ^^^^^^^^ error[recipe/bad-name]: expected a name without spaces, found `bad name`
  bowl: {unit: cup}
tools:
  bowl: {}
# ^^^^ error[recipe/name-clash]: ambiguous name `bowl`: both a tool and an ingredient
",
        diagnose,
    );
}

#[test]
fn names_that_nothing_declares() {
    check(
        "\
title: Bread
ingredients:
  flour: {unit: gram, grades: {fine: 1}}
  milk:
    unit: cup
    amount: a ${flor.fine} b ${flour.fin} c ${here.fine}
#               ^^^^ error[recipe/unknown-name]: unknown ingredient or tool `flor`; did you mean `flour`?
#                                    ^^^ error[recipe/unknown-name]: unknown grade `fin` on ingredient `flour`; did you mean `fine`?
#                                                  ^^^^ error[recipe/unknown-name]: unknown grade `fine`
    instead-of: 'butter'
#                ^^^^^^ error[recipe/unknown-name]: unknown ingredient or tool `butter`
steps:
  - mix: {do: Stir., after: bake}
#                           ^^^^ error[recipe/unknown-name]: unknown step `bake`
shelves:
  bol: {}
# ^^^ error[recipe/unknown-name]: unknown ingredient or tool `bol`
extra: ${any}
",
        diagnose,
    );
}

#[test]
fn calls_refer_too() {
    check(
        "\
title: Bread
ingredients:
  flour: {unit: gram, amount: {get: [water]}, grades: {fine: [{get: [flour, fin]}]}}
#                                    ^^^^^ error[recipe/unknown-name]: unknown ingredient `water`
#                                                                           ^^^ error[recipe/unknown-name]: unknown grade `fin` on ingredient `flour`; did you mean `fine`?
",
        diagnose,
    );
}

#[test]
fn an_expression_that_is_wrong_in_itself() {
    check(
        "\
title: Bread
ingredients:
  flour: {unit: gram, amount: 'a ${flour'}
#                                ^^^^^^^ error[recipe/open-expression]: `${` is not closed
",
        diagnose,
    );
}

#[test]
fn aliases_and_merge_keys_are_followed_and_said_once() {
    check(
        "\
title: Bread
ingredients:
  flour: &flour
    unit: gramm
#         ^^^^^ error[recipe/wrong-shape]: expected `gram`, `cup` or `pinch` for `unit`, found `gramm`; did you mean `gram`?
    grades: {fine: 1}
  water: *flour
  salt:
    <<: *flour
    amount: ${water.fine} ${salt.fine} ${salt.coarse}
#                                             ^^^^^^ error[recipe/unknown-name]: unknown grade `coarse` on ingredient `salt`
",
        diagnose,
    );
}

#[test]
fn missing_keys_of_an_alias_are_reported_at_its_anchor() {
    check(
        "\
title: Bread
ingredients:
  flour: &flour {amount: 1}
# ^^^^^ error[recipe/missing-key]: missing required key `unit` on ingredient `flour`
  water: *flour
",
        diagnose,
    );
}

#[test]
fn endless_aliases_end() {
    let laughs: String = (1..30).fold("a0: &a0 [x]\n".to_owned(), |mut text, at| {
        let last = at - 1;
        let _ = writeln!(text, "a{at}: &a{at} [*a{last}, *a{last}, *a{last}, *a{last}]");
        text
    });
    let text = format!(
        "title: A\nextra:\n  {}\ningredients: &all\n  flour: {{unit: cup, amount: *a29, grades: *all}}\n",
        laughs.replace('\n', "\n  ")
    );
    diagnose(&text);
    diagnose("title: A\ningredients: &a {b: *a, c: {<<: *a, unit: cup, amount: {x: *a}}}\n");
}

#[test]
fn deep_nesting_ends() {
    let text = format!("title: A\ningredients: {{a: {{unit: cup, amount: {}", "[".repeat(5_000));
    diagnose(&text);
}

#[test]
fn repeated_keys_keep_the_first() {
    let names = validate(
        &yaml::parse("ingredients:\n  a: {unit: cup}\n  a: {unit: cup, amount: '${a}'}\n"),
        &RECIPE,
        NEW,
    )
    .names;
    let found = names.find(&Path::root(), "a", &[&limn_check::recipe::INGREDIENT]);
    assert_eq!(names.declarations[found.unwrap()].path, Path::keys(["ingredients", "a"]));
    assert_eq!(names.declarations.len(), 2);
    assert_eq!(names.references[0].declaration, found);
}

#[test]
fn a_broken_line_does_not_cascade() {
    check(
        "\
title: Bread
ingredients:
  flour:
    unit: @gram
    amount: 1
  salt:
# ^^^^ error[recipe/missing-key]: missing required key `unit` on ingredient `salt`
    amount: 1
",
        diagnose,
    );
}

#[test]
fn fixes_do_what_was_plainly_meant() {
    for (before, after) in [
        ("titel: A\n", "title: A\n"),
        ("title: A\noven: {fan: no}\n", "title: A\noven: {degrees: 180, fan: no}\n"),
        ("title: A\noven: {degrees: '20'}\n", "title: A\noven: {degrees: 20}\n"),
        ("title: A\noven: {degrees: 90, fan: yes}\n", "title: A\noven: {degrees: 90, fan: true}\n"),
        ("title: A\noven: {degrees: 90, fan: 'false'}\n", "title: A\noven: {degrees: 90, fan: false}\n"),
        ("title: A\ncolour: red\nserves: 2\n", "title: A\nserves: 2\n"),
        (
            "title: A\ningredients:\n  a:\n    unit: Cup # so\n",
            "title: A\ningredients:\n  a:\n    unit: cup # so\n",
        ),
        (
            "title: A\ningredients:\n  a:\n    amount: 1\n",
            "title: A\ningredients:\n  a:\n    unit: gram\n    amount: 1\n",
        ),
        (
            "title: A\ningredients: {a: {unit: cup, tags: b}}\n",
            "title: A\ningredients: {a: {unit: cup, tags: [b]}}\n",
        ),
        (
            "title: A\ningredients:\n  flour: {unit: cup, instead-of: 'flor'}\n",
            "title: A\ningredients:\n  flour: {unit: cup, instead-of: 'flour'}\n",
        ),
        (
            "title: A\ntools: {bowl: }\nshelves: {bowls: {}}\n",
            "title: A\ntools: {bowl: }\nshelves: {bowl: {}}\n",
        ),
    ] {
        check_fix(before, after, diagnose_old);
    }
}

#[test]
fn a_lone_value_becomes_a_list() {
    let (before, after) =
        ("title: a\nsteps:\n- a: {do: b, with: pan}\n", "title: a\nsteps:\n- a: {do: b, with: [pan]}\n");
    check_fix_titled(before, "Convert to a list", after, diagnose_old);
}

#[test]
fn nothing_is_offered_where_nothing_was_plainly_meant() {
    check_no_fix("title: [a]\n", diagnose_old);
    check_no_fix("story: a\n", diagnose_old);
}

#[track_caller]
fn check_saying(text: &str, path: &[&str], expect: Expect) {
    let document = yaml::parse(text);
    let path: Path = path
        .iter()
        .map(|step| step.parse().map_or_else(|_| yaml::Step::Key((*step).into()), yaml::Step::Index))
        .collect();
    let said = describe_at(&document, &RECIPE, NEW, &path).map(|description| {
        format!(
            "key {:?}, names {:?}, shape {}, around {:?}",
            description.key.map(|key| key.name),
            description.named.map(|named| named.kind.id),
            format!("{:?}", description.shape).split(['(', ' ', '{']).next().unwrap_or_default(),
            description.around.map(|around| around.name),
        )
    });
    expect.assert_eq(&said.unwrap_or_else(|| "nothing".to_owned()));
}

#[test]
fn tables_speak_of_places_not_yet_written() {
    check_saying(
        "",
        &["title"],
        expect![[r#"key Some("title"), names None, shape Text, around Some("recipe")"#]],
    );
    check_saying(
        "",
        &["ingredients", "salt"],
        expect![[r#"key None, names Some("ingredient"), shape Construct, around None"#]],
    );
    check_saying(
        "",
        &["ingredients", "salt", "instead_of"],
        expect![[r#"key Some("instead-of"), names None, shape Reference, around Some("ingredient")"#]],
    );
    check_saying(
        "",
        &["steps", "0", "mix", "with", "3"],
        expect!["key None, names None, shape Reference, around None"],
    );
    check_saying(
        "",
        &["tools", "knife", "cut"],
        expect![[r#"key None, names Some("move"), shape Prose, around Some("tool")"#]],
    );
    check_saying(
        "heat: {flame: true}\n",
        &["heat", "gas"],
        expect![[r#"key Some("gas"), names None, shape Text, around Some("flame")"#]],
    );
    check_saying("", &["colour"], expect![["nothing"]]);
    check_saying("", &["title", "x"], expect![["nothing"]]);
}

mod laws {
    use proptest::prelude::*;

    use super::*;

    /// Pieces that texts of the language are made of, whole ones and broken ones.
    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "title: A\n",
            "ingredients:\n",
            "  flour:\n",
            "    unit: gram\n",
            "    amount: ${flour.fine}\n",
            "    grades: &g\n",
            "      fine: 1\n",
            "  rye: *g\n",
            "    <<: *g\n",
            "steps:\n",
            "- mix: Stir.\n",
            "  - bake: {do: x, with: [flour",
            "]}\n",
            "{",
            "}",
            "[",
            "&a ",
            "*a ",
            "? ",
            ": ",
            "- ",
            "\n",
            "'",
            "\"",
            "# c\n",
            "tools: ",
            "\t",
            "é",
            "oven: {degrees: 90}\n",
            "shelves: {flour: }\n",
            "|\n",
            "<<: ",
            "---\n",
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn any_text_is_held_and_answered(pieces in prop::collection::vec(piece(), 0..25)) {
            let text = pieces.concat();
            let document = yaml::parse(text.as_str());
            let held = validate(&document, &RECIPE, NEW);
            for diagnostic in &held.diagnostics {
                prop_assert!(text.get(diagnostic.range.start..diagnostic.range.end).is_some(), "{diagnostic:?}");
            }
            for declaration in &held.names.declarations {
                prop_assert!(text.get(declaration.range.start..declaration.range.end).is_some());
            }
            for reference in &held.names.references {
                prop_assert!(text.get(reference.range.start..reference.range.end).is_some(), "{reference:?}");
            }
        }

        #[test]
        fn every_offset_is_answered(pieces in prop::collection::vec(piece(), 0..12)) {
            use limn_ide as ide;
            let text = pieces.concat();
            let document = yaml::parse(text.as_str());
            let names = validate(&document, &RECIPE, NEW).names;
            for offset in 0..=text.len() + 1 {
                for completion in ide::completion::complete(&document, &RECIPE, NEW, &names, offset) {
                    let range = completion.range;
                    prop_assert!(text.get(range.start..range.end).is_some(), "{completion:?} at {offset}");
                }
                ide::hover::hover(&document, &RECIPE, NEW, &names, offset);
                ide::definition::definition(&names, offset);
                if let Some(node) = document.at(offset) {
                    let (document, names) = (&document, &names);
                    let (construct, profiles) = (&RECIPE, NEW);
                    let ground = ide::form::FormInput { document, construct, profiles, names, slots: None };
                    ide::form::sheet(ground, &node.path());
                }
            }
        }
    }
}

// --- shapes that the recipe has no place for ---

static ODD: Code = Code::warning("pantry/odd", "P-1", "1", "");
static WRONG: Code = Code::error("pantry/wrong", "P-2", "1", "");
static LATER: Code = Code::warning("pantry/later", "P-3", "1", "");
static JAR: NameKind = NameKind::new("jar");
static JARS: NamedEntries = NamedEntries { kind: &JAR, value: Shape::Text(None), wrong_shape: None };
static ONE_JAR: Shape = Shape::Single(&JAR_ENTRY);
static JAR_ENTRY: Shape = Shape::NamedMap(&JARS);
static JAR_LIST: Shape = Shape::List(&ONE_JAR);

static PANTRY: Construct = Construct {
    name: "pantry",
    keys: &[
        Key::new(
            "jars",
            Shape::OneOf(&[
                Shape::List(&ONE_JAR),
                Shape::Discouraged(&Discouraged {
                    shape: Shape::NamedMap(&JARS),
                    instead_of: &JAR_LIST,
                    code: &ODD,
                }),
            ]),
        ),
        Key::new(
            "locked",
            Shape::OneOf(&[
                Shape::Boolean,
                Shape::Discouraged(&Discouraged {
                    shape: Shape::Choice(&[Choice::new("yes", ""), Choice::new("no", "")]),
                    instead_of: &Shape::Boolean,
                    code: &ODD,
                }),
            ]),
        ),
        Key::new("label", Shape::Text(None)),
        Key::new(
            "door",
            Shape::OneOf(&[
                Shape::Construct(&DOOR),
                Shape::Discouraged(&Discouraged {
                    shape: Shape::Any,
                    instead_of: &Shape::Construct(&DOOR),
                    code: &ODD,
                }),
            ]),
        ),
        Key::new("shelf", Shape::Any).only(NEW, &LATER).home("a key of later pantries"),
    ],
    open: None,
    unknown: Some(&WRONG),
    wrong_shape: &WRONG,
    nullable: true,
    doc: "",
    section: "",
};

static DOOR: Construct = Construct {
    name: "door",
    keys: &[Key::new("colour", Shape::Text(None))],
    open: None,
    unknown: Some(&WRONG),
    wrong_shape: &WRONG,
    nullable: true,
    doc: "",
    section: "",
};

fn pantry(text: &str) -> Vec<Diagnostic> {
    validate(&yaml::parse(text), &PANTRY, OLD).diagnostics
}

fn exact_pantry(text: &str) -> Vec<Diagnostic> {
    validate_strict(&yaml::parse(text), &PANTRY, OLD).diagnostics
}

#[test]
fn a_discouraged_notation_is_reported_and_read() {
    check("jars:\n  - plum: blue\n  - pear: green\nlocked: true\n", pantry);
    check(
        "\
jars:
#^^^ warning[pantry/odd]: expected a list for `jars`, found a mapping
  plum: blue
",
        pantry,
    );
    check(
        "\
door: blue
#     ^^^^ warning[pantry/odd]: expected a door for `door`, found `blue`
",
        pantry,
    );
    check(
        "\
door: ''
#     ^^ warning[pantry/odd]: expected a door for `door`, found an empty string
",
        pantry,
    );
    let held = validate(&yaml::parse("jars: {plum: blue}\n"), &PANTRY, OLD);
    assert_eq!(held.names.declarations[0].name, "plum");
    check_fix("locked: yes\n", "locked: true\n", pantry);
}

#[test]
fn a_single_entry_is_one() {
    check(
        "\
jars:
  - plum: blue
#   ^^^^^^^^^^... error[pantry/wrong]: expected a single-entry mapping for an item of `jars`, found 2 entries
    pear: green
",
        pantry,
    );
}

#[test]
fn a_key_of_another_profile_says_whose_it_is() {
    check("shelf: 1\n#^^^^ warning[pantry/later]: `shelf` is a key of later pantries\n", pantry);
}

#[test]
fn the_written_value_counts_as_it_is_on_request() {
    check("label: 5\njars: null\nlocked: ~\n", pantry);
    check("label:\njars:\n", exact_pantry);
    check(
        "\
label: 5
#      ^ error[pantry/wrong]: expected a string for `label`, found `5`
jars: null
#     ^^^^ error[pantry/wrong]: expected a list or nothing for `jars`, found `null`
",
        exact_pantry,
    );
    check_fix("jars: null # none\n", "jars: # none\n", exact_pantry);
    check_fix("label: 5\n", "label: '5'\n", exact_pantry);
}

#[test]
fn a_key_that_is_merged_into_many_is_reported_a_few_times() {
    let count = 100;
    let tools = (1..count).map(|at| format!("  t{at}: &t{at} {{<<: *t{}, colour{at}: red}}\n", at - 1));
    let text =
        format!("title: Bread\ningredients:\n  t0: &t0 {{colour0: red}}\n{}", tools.collect::<String>());
    let found = diagnose(&text);
    let unknown = found.iter().filter(|diagnostic| diagnostic.code.name == "recipe/unknown-key").count();
    assert!((count..=2 * count).contains(&unknown), "{unknown}");
}
