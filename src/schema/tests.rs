//! The walk over a made-up language: what it says, what it offers, what names it knows.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::check::recipe::{NEW, OLD, RECIPE, diagnose, diagnose_old};
use crate::check::{check, check_fix, check_fix_titled, check_no_fix};
use crate::diagnostic::{Code, Diagnostic};
use crate::yaml::{self, Path};

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
#^^^^ warning[recipe/unknown-key]: a recipe has no key `titel`; did you mean `title`?
ingredients:
  flour:
    unit: gram
    insteadOf: flour
#   ^^^^^^^^^ warning[recipe/unknown-key]: an ingredient has no key `insteadOf`; did you mean `instead-of`?
    colour: white
#   ^^^^^^ warning[recipe/unknown-key]: an ingredient has no key `colour`
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
#^^^^^^^^^ warning[recipe/unknown-key]: a recipe has no key `ingredient`; did you mean `ingredients`?
  flour: {unit: gramme}
steps:
  - mix: {do: Stir., with: [flour]}
",
        diagnose,
    );
}

#[test]
fn missing_keys_are_said_at_the_thing() {
    check(
        "\
story: None.
#^^^^ error[recipe/missing-key]: the recipe lacks `title`
#^^^^ error[recipe/missing-key]: the recipe lacks `ingredients`
oven:
#^^^ error[recipe/missing-key]: `oven` lacks `degrees`
  fan: true
",
        diagnose,
    );
    check(
        "\
title:
#^^^^ error[recipe/missing-key]: `title` is empty
oven:
#^^^ error[recipe/missing-key]: `oven` lacks `degrees`
ingredients:
  flour:
# ^^^^^ error[recipe/missing-key]: ingredient `flour` lacks `unit`
  salt: {amount: 1}
# ^^^^ error[recipe/missing-key]: ingredient `salt` lacks `unit`
steps:
  - mix: {after: mix}
#   ^^^ error[recipe/missing-key]: step `mix` lacks `do`
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
#         ^^ warning[recipe/unknown-key]: a key of an ingredient is a word, not a list or a mapping; a text that starts with `{{` needs quotes
# ^^^^^ error[recipe/missing-key]: ingredient `flour` lacks `unit`
  ? [a]
#   ^^^ error[recipe/wrong-shape]: the name of an ingredient is a word
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
#         ^^^^^ error[recipe/wrong-shape]: `pinch` is not known to this profile
    organic: yes please
#   ^^^^^^^ warning[recipe/foreign-key]: `organic` is not known to this profile
#            ^^^^^^^^^^ error[recipe/wrong-shape]: `organic` should be `true` or `false`, not `yes please`
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
#      ^^^^^^^ error[recipe/wrong-shape]: `title` should be a title, not a list
story: {}
#      ^^ error[recipe/wrong-shape]: `story` should be a text, not a mapping
serves: few
#       ^^^ error[recipe/wrong-shape]: `serves` should be a whole number, not `few`
oven:
  degrees: '180'
#          ^^^^^ warning[recipe/quoted-number]: `degrees` is a number, so it stands without quotes
  fan: 'true'
#      ^^^^^^ error[recipe/wrong-shape]: `fan` should be `true` or `false`, not the text `true`
ingredients:
  flour: white
#        ^^^^^ error[recipe/wrong-shape]: `flour` should be a mapping, not `white`
  salt:
    unit: Gram
#         ^^^^ error[recipe/wrong-shape]: `unit` should be `gram`, `cup` or `pinch`, not `Gram`; did you mean `gram`?
    tags: white
#         ^^^^^ error[recipe/wrong-shape]: `tags` should be a list, not `white`
    instead-of: []
#               ^^ error[recipe/wrong-shape]: `instead-of` should be an ingredient or a tool, not a list
steps:
#^^^^ error[recipe/wrong-shape]: `steps` should be a list, each item a mapping with one entry, the step, not a mapping
  mix: Stir.
notes:
  a: {}
#    ^^ error[recipe/wrong-shape]: `a` should be a text, not a mapping
sealed: {a: 1}
#       ^^^^^^ error[recipe/wrong-shape]: `sealed` should be empty, but has `a`
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
#            ^^ error[recipe/wrong-shape]: `ingredients` should be a mapping, each key the name of an ingredient, not a list
tools:
#^^^^ error[recipe/wrong-shape]: `tools` should be a mapping, each key the name of a tool, not a list
- bowl
steps:
- mix
# ^^^ error[recipe/wrong-shape]: an item of `steps` should be a mapping with one entry, the step, not `mix`
- {a: b, c: d}
# ^^^^^^^^^^^^ error[recipe/wrong-shape]: an item of `steps` should be a mapping with one entry, the step, not one with 2
- bake: {do: Wait., with: []}
#                         ^^ error[recipe/wrong-shape]: `with` should be a list with an item or more, but has none
- eat: {do: Bite., with: [{}]}
#                         ^^ error[recipe/wrong-shape]: an item of `with` should be an ingredient or a tool, not a mapping
- sit: [down]
#      ^^^^^^ error[recipe/wrong-shape]: `sit` should be a text or a mapping, not a list
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
#       ^ error[recipe/wrong-shape]: `serves` should be at least 1, not `0`
oven:
  degrees: 900
#          ^^^ error[recipe/wrong-heat]: `degrees` should be at most 300, not `900`
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
# ^^^^^^^^ error[recipe/bad-name]: `bad name` is no name: names have no blanks
  bowl: {unit: cup}
tools:
  bowl: {}
# ^^^^ error[recipe/name-clash]: `bowl` is an ingredient already, so a tool cannot have the name
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
#               ^^^^ error[recipe/unknown-name]: no ingredient or tool is named `flor`; did you mean `flour`?
#                                    ^^^ error[recipe/unknown-name]: ingredient `flour` has no grade named `fin`; did you mean `fine`?
#                                                  ^^^^ error[recipe/unknown-name]: no grade is named `fine`
    instead-of: 'butter'
#                ^^^^^^ error[recipe/unknown-name]: no ingredient or tool is named `butter`
steps:
  - mix: {do: Stir., after: bake}
#                           ^^^^ error[recipe/unknown-name]: no step is named `bake`
shelves:
  bol: {}
# ^^^ error[recipe/unknown-name]: no ingredient or tool is named `bol`
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
#                                    ^^^^^ error[recipe/unknown-name]: no ingredient is named `water`
#                                                                           ^^^ error[recipe/unknown-name]: ingredient `flour` has no grade named `fin`; did you mean `fine`?
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
#         ^^^^^ error[recipe/wrong-shape]: `unit` should be `gram`, `cup` or `pinch`, not `gramm`; did you mean `gram`?
    grades: {fine: 1}
  water: *flour
  salt:
    <<: *flour
    amount: ${water.fine} ${salt.fine} ${salt.coarse}
#                                             ^^^^^^ error[recipe/unknown-name]: ingredient `salt` has no grade named `coarse`
",
        diagnose,
    );
}

#[test]
fn what_an_alias_lacks_is_said_at_its_anchor() {
    check(
        "\
title: Bread
ingredients:
  flour: &flour {amount: 1}
# ^^^^^ error[recipe/missing-key]: ingredient `flour` lacks `unit`
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
    let names = hold(
        &yaml::parse("ingredients:\n  a: {unit: cup}\n  a: {unit: cup, amount: '${a}'}\n"),
        &RECIPE,
        NEW,
    )
    .names;
    let found = names.find(&Path::root(), "a", &[&crate::check::recipe::INGREDIENT]);
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
# ^^^^ error[recipe/missing-key]: ingredient `salt` lacks `unit`
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
    check_fix_titled(before, "Make it a list of one", after, diagnose_old);
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
    let said = saying_at(&document, &RECIPE, NEW, &path).map(|saying| {
        format!(
            "key {:?}, names {:?}, shape {}, around {:?}",
            saying.key.map(|key| key.name),
            saying.named.map(|named| named.kind.id),
            format!("{:?}", saying.shape).split(['(', ' ', '{']).next().unwrap_or_default(),
            saying.around.map(|around| around.name),
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
        expect![[r#"key None, names Some("ingredient"), shape Is, around None"#]],
    );
    check_saying(
        "",
        &["ingredients", "salt", "instead_of"],
        expect![[r#"key Some("instead-of"), names None, shape Refers, around Some("ingredient")"#]],
    );
    check_saying(
        "",
        &["steps", "0", "mix", "with", "3"],
        expect![[r#"key None, names None, shape Refers, around None"#]],
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
            let held = hold(&document, &RECIPE, NEW);
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
            use crate::ide;
            let text = pieces.concat();
            let document = yaml::parse(text.as_str());
            let names = hold(&document, &RECIPE, NEW).names;
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
                    let ground = ide::form::Ground { document, construct, profiles, names, slots: None };
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
static JARS: Named = Named { kind: &JAR, value: Shape::Text(None), unfit: None };
static ONE_JAR: Shape = Shape::Single(&JAR_ENTRY);
static JAR_ENTRY: Shape = Shape::Named(&JARS);
static JAR_LIST: Shape = Shape::List(&ONE_JAR);

static PANTRY: Construct = Construct {
    name: "pantry",
    keys: &[
        Key::new(
            "jars",
            Shape::OneOf(&[
                Shape::List(&ONE_JAR),
                Shape::Tolerated(&Tolerated {
                    shape: Shape::Named(&JARS),
                    instead_of: &JAR_LIST,
                    code: &ODD,
                }),
            ]),
        ),
        Key::new(
            "locked",
            Shape::OneOf(&[
                Shape::Flag,
                Shape::Tolerated(&Tolerated {
                    shape: Shape::Choice(&[Choice::new("yes", ""), Choice::new("no", "")]),
                    instead_of: &Shape::Flag,
                    code: &ODD,
                }),
            ]),
        ),
        Key::new("label", Shape::Text(None)),
        Key::new(
            "door",
            Shape::OneOf(&[
                Shape::Is(&DOOR),
                Shape::Tolerated(&Tolerated { shape: Shape::Any, instead_of: &Shape::Is(&DOOR), code: &ODD }),
            ]),
        ),
        Key::new("shelf", Shape::Any).only(NEW, &LATER).home("a key of later pantries"),
    ],
    open: None,
    unknown: Some(&WRONG),
    unfit: &WRONG,
    nullable: true,
    doc: "",
    section: "",
};

static DOOR: Construct = Construct {
    name: "door",
    keys: &[Key::new("colour", Shape::Text(None))],
    open: None,
    unknown: Some(&WRONG),
    unfit: &WRONG,
    nullable: true,
    doc: "",
    section: "",
};

fn pantry(text: &str) -> Vec<Diagnostic> {
    hold(&yaml::parse(text), &PANTRY, OLD).diagnostics
}

fn exact_pantry(text: &str) -> Vec<Diagnostic> {
    hold_exactly(&yaml::parse(text), &PANTRY, OLD).diagnostics
}

#[test]
fn what_is_understood_and_not_good_is_said_and_read() {
    check("jars:\n  - plum: blue\n  - pear: green\nlocked: true\n", pantry);
    check(
        "\
jars:
#^^^ warning[pantry/odd]: `jars` should be a list, not a mapping
  plum: blue
",
        pantry,
    );
    check(
        "\
door: blue
#     ^^^^ warning[pantry/odd]: `door` should be a door, not `blue`
",
        pantry,
    );
    check(
        "\
door: ''
#     ^^ warning[pantry/odd]: `door` should be a door, not an empty text
",
        pantry,
    );
    let held = hold(&yaml::parse("jars: {plum: blue}\n"), &PANTRY, OLD);
    assert_eq!(held.names.declarations[0].name, "plum");
    check_fix("locked: yes\n", "locked: true\n", pantry);
}

#[test]
fn a_single_entry_is_one() {
    check(
        "\
jars:
  - plum: blue
#   ^^^^^^^^^^... error[pantry/wrong]: an item of `jars` should be a mapping with one entry, not one with 2
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
fn what_is_written_counts_as_it_is_where_that_is_asked_for() {
    check("label: 5\njars: null\nlocked: ~\n", pantry);
    check("label:\njars:\n", exact_pantry);
    check(
        "\
label: 5
#      ^ error[pantry/wrong]: `label` should be a text, not `5`
jars: null
#     ^^^^ error[pantry/wrong]: `jars` is null, and should be a list or left empty
",
        exact_pantry,
    );
    check_fix("jars: null # none\n", "jars: # none\n", exact_pantry);
    check_fix("label: 5\n", "label: '5'\n", exact_pantry);
}
