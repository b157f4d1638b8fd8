//! Sample language with a row for every shape, to test everything based on tables without a real dialect.

use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::schema::{
    ByValue, Choice, Construct, Expression, Key, NameKind, NamedEntries, Names, NodeContext, Open, Part,
    PartKind, Profiles, Scope, Shape, TextRule, validate,
};
use limn_yaml::{self as yaml, Node};

pub const OLD: Profiles = Profiles(1);
pub const NEW: Profiles = Profiles(2);

static UNKNOWN: Code = Code::warning("recipe/unknown-key", "R-1", "1", "");
static MISSING: Code = Code::error("recipe/missing-key", "R-2", "1", "");
static WRONG_SHAPE: Code = Code::error("recipe/wrong-shape", "R-3", "1", "");
static FOREIGN: Code = Code::warning("recipe/foreign-key", "R-4", "1", "");
static QUOTED: Code = Code::warning("recipe/quoted-number", "R-5", "1", "");
static NAME: Code = Code::error("recipe/bad-name", "R-6", "1", "");
static CLASH: Code = Code::error("recipe/name-clash", "R-7", "1", "");
static NO_SUCH: Code = Code::error("recipe/unknown-name", "R-8", "1", "");
static HEAT: Code = Code::error("recipe/wrong-heat", "R-9", "1", "");
static SYNTAX: Code = Code::error("recipe/open-expression", "R-10", "1", "");

fn check_name(name: &str, _: Profiles) -> Vec<(&'static Code, String)> {
    let bad = name.contains(' ') || name.is_empty();
    bad.then(|| (&NAME, format!("expected a name without spaces, found `{name}`"))).into_iter().collect()
}

pub static INGREDIENT: NameKind =
    NameKind { id: "ingredient", check: check_name, rivals: &[&TOOL], clash: Some(&CLASH) };
pub static TOOL: NameKind =
    NameKind { id: "tool", check: check_name, rivals: &[&INGREDIENT], clash: Some(&CLASH) };
pub static GRADE: NameKind = NameKind { id: "grade", check: check_name, rivals: &[], clash: None };
pub static STEP: NameKind = NameKind::new("step");
pub static MOVE: NameKind = NameKind::new("move");

static THINGS: [&NameKind; 2] = [&INGREDIENT, &TOOL];
static INGREDIENTS_ONLY: [&NameKind; 1] = [&INGREDIENT];
static GRADES_ONLY: [&NameKind; 1] = [&GRADE];
static STEPS_ONLY: [&NameKind; 1] = [&STEP];

static UNITS: [Choice; 3] =
    [Choice::new("gram", "By weight."), Choice::new("cup", ""), Choice::new("pinch", "").only(NEW)];

fn name_part(text: &str, at: usize, kinds: &'static [&'static NameKind], scope: Scope) -> Part {
    let kind = PartKind::Name { kinds, scope, missing: Some(&NO_SUCH) };
    Part { within: at..at + text.len(), name: text.to_owned(), kind }
}

/// `flour` or `flour.fine`.
fn dotted(text: &str, at: usize) -> Vec<Part> {
    let (head, rest) = text.split_once('.').map_or((text, None), |(head, rest)| (head, Some(rest)));
    let mut parts = vec![name_part(head, at, &THINGS, Scope::Root)];
    if head == "here" {
        parts[0].kind = PartKind::Word;
    }
    if let Some(rest) = rest {
        let scope = if head == "here" { Scope::Enclosing } else { Scope::Part(0) };
        parts.push(name_part(rest, at + head.len() + 1, &GRADES_ONLY, scope));
    }
    parts
}

/// Any text, with `${…}` in it.
fn value_parts(text: &str, _: &NodeContext<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find("${") {
        let start = at + open + 2;
        let len = text[start..].find('}');
        let end = len.map_or(text.len(), |len| start + len);
        let first = parts.len();
        let mut found = dotted(&text[start..end], start);
        for part in &mut found {
            if let PartKind::Name { scope: Scope::Part(of), .. } = &mut part.kind {
                *of += first;
            }
        }
        parts.extend(found);
        if len.is_none() {
            let kind = PartKind::Fault { code: &SYNTAX, message: "`${` is not closed".to_owned() };
            parts.push(Part { within: start - 2..end, name: String::new(), kind });
        }
        at = end;
    }
    parts
}

/// `{get: [flour, fine]}`
fn value_call<'d>(spot: &NodeContext<'d>) -> Option<Vec<(Node<'d>, Part)>> {
    let list = spot.node.get("get")?;
    let mut items = list.items();
    let head = items.next()?;
    let text = head.as_str()?;
    let mut parts = vec![(head, name_part(&text, 0, &INGREDIENTS_ONLY, Scope::Root))];
    if let Some((node, text)) = items.next().and_then(|node| Some((node, node.as_str()?))) {
        parts.push((node, name_part(&text, 0, &GRADES_ONLY, Scope::Part(0))));
    }
    Some(parts)
}

pub static VALUE: Expression = Expression::new("a value or `${…}`", value_parts)
    .call(value_call)
    .words(&VALUE_WORDS)
    .wrap("${", "}")
    .joint(".");
static VALUE_WORDS: [Choice; 1] = [Choice::new("to taste", "As much as you like.")];
static THING: Expression = Expression::new("an ingredient or a tool", |text, _| dotted(text, 0));
static STEP_NAME: Expression =
    Expression::new("a step", |text, _| vec![name_part(text, 0, &STEPS_ONLY, Scope::Root)]);

static TITLE: TextRule = TextRule {
    label: "a title",
    check: |text, _| {
        let low = text.starts_with(|character: char| character.is_lowercase());
        low.then(|| (&NAME, "a title starts with a capital".to_owned())).into_iter().collect()
    },
    suggestions: &["Soup", "Stew"],
};

const fn table(name: &'static str, keys: &'static [Key]) -> Construct {
    Construct {
        name,
        keys,
        open: None,
        unknown: Some(&UNKNOWN),
        wrong_shape: &WRONG_SHAPE,
        nullable: false,
        doc: "",
        section: "",
    }
}

static OVEN: Construct = table(
    "oven",
    &[
        Key::new(
            "degrees",
            Shape::Integer {
                min: 50,
                max: 300,
                or: Some(&VALUE),
                beyond: Some(&HEAT),
                quoted: Some(&QUOTED),
            },
        )
        .required(&MISSING)
        .default("180")
        .doc("How hot, in degrees Celsius."),
        Key::new("fan", Shape::Boolean).default("false").alias(&["ventilator"]),
    ],
);

static GRADES: NamedEntries = NamedEntries { kind: &GRADE, value: Shape::Value(&VALUE), wrong_shape: None };

static AN_INGREDIENT: Construct = Construct {
    doc: "Something that goes in.",
    section: "2.1",
    ..table(
        "ingredient",
        &[
            Key::new("unit", Shape::Choice(&UNITS)).required(&MISSING).doc("How it is measured."),
            Key::new("amount", Shape::Value(&VALUE)).doc("How much."),
            Key::new("tags", Shape::List(&Shape::Text(None))),
            Key::new("instead-of", Shape::Reference(&THING)).alias(&["instead_of"]).doc("What it replaces."),
            Key::new("grades", Shape::NamedMap(&GRADES)),
            Key::new("organic", Shape::Boolean).only(NEW, &FOREIGN),
        ],
    )
};
static INGREDIENTS: NamedEntries =
    NamedEntries { kind: &INGREDIENT, value: Shape::Construct(&AN_INGREDIENT), wrong_shape: None };

static A_TOOL: Construct = Construct {
    nullable: true,
    open: Some(Open::NamedMap(&NamedEntries { kind: &MOVE, value: Shape::Prose, wrong_shape: None })),
    ..table("tool", &[Key::new("size", Shape::Text(None))])
};
static TOOLS: NamedEntries =
    NamedEntries { kind: &TOOL, value: Shape::Construct(&A_TOOL), wrong_shape: None };

static A_STEP: Construct = table(
    "step",
    &[
        Key::new("do", Shape::Text(None)).required(&MISSING),
        Key::new("with", Shape::SomeList(&Shape::Reference(&THING))),
        Key::new(
            "after",
            Shape::OneOf(&[Shape::Reference(&STEP_NAME), Shape::List(&Shape::Reference(&STEP_NAME))]),
        ),
    ],
);
static STEPS: NamedEntries = NamedEntries {
    kind: &STEP,
    value: Shape::OneOf(&[Shape::Text(None), Shape::Construct(&A_STEP)]),
    wrong_shape: None,
};

static PLACE: Construct = table("place", &[Key::new("shelf", Shape::Text(None))]);

static HEATS: ByValue = ByValue {
    shapes: &[Shape::Construct(&OVEN), Shape::Construct(&FLAME)],
    choose: |spot| usize::from(spot.node.get("flame").is_some()),
};
static FLAME: Construct =
    table("flame", &[Key::new("flame", Shape::Boolean), Key::new("gas", Shape::Text(None))]);

pub static RECIPE: Construct = table(
    "recipe",
    &[
        Key::new("title", Shape::Text(Some(&TITLE))).required(&MISSING).doc("What it is called."),
        Key::new("story", Shape::Prose),
        Key::new("serves", Shape::Integer { min: 1, max: 100, or: None, beyond: None, quoted: None }),
        Key::new("oven", Shape::Construct(&OVEN)).doc("Where it is baked."),
        Key::new("heat", Shape::ByValue(&HEATS)),
        Key::new("ingredients", Shape::NamedMap(&INGREDIENTS)).required_in(NEW, &MISSING),
        Key::new("tools", Shape::NamedMap(&TOOLS)),
        Key::new("steps", Shape::NamedList(&STEPS)),
        Key::new("notes", Shape::Map(&Shape::Text(None))),
        Key::new("shelves", Shape::ReferenceMap(&THING, &Shape::Construct(&PLACE))),
        Key::new("sealed", Shape::Empty),
        Key::new("extra", Shape::Any),
    ],
);

/// The diagnostics of a recipe in the new profile.
pub fn diagnose(text: &str) -> Vec<Diagnostic> {
    validate(&yaml::parse(text), &RECIPE, NEW).diagnostics
}

/// The diagnostics of a recipe in the old profile.
pub fn diagnose_old(text: &str) -> Vec<Diagnostic> {
    validate(&yaml::parse(text), &RECIPE, OLD).diagnostics
}

/// Parses a recipe and collects its names.
pub fn read(text: &str) -> (yaml::Document, Names) {
    let document = yaml::parse(text);
    let names = validate(&document, &RECIPE, NEW).names;
    (document, names)
}

/// Splits off the last `|`, which marks the caret: the text without it, and the caret's offset.
pub fn caret(text: &str) -> (String, usize) {
    let at = text.rfind('|').expect("a caret is marked");
    (format!("{}{}", &text[..at], &text[at + 1..]), at)
}
