//! Style sheets use the scales of `tokens.css` for text, spacing and motion, instead of literals.

mod common;

use std::fs;
use std::path::Path;

use common::corpus::files;

/// Drawings that are exported and laid out by the sizes in them, and the scales themselves.
const WITHOUT_SCALES: [&str; 4] = ["scene.css", "instances.css", "timeline.css", "tokens.css"];
/// Spacing beyond this aligns with something of that width.
const WIDEST: f64 = 16.0;

/// Declarations of a sheet, with their lines.
fn declarations(text: &str) -> Vec<(usize, String, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let parts = line.split(['{', '}', ';']).filter_map(|part| part.trim().split_once(':'));
        found.extend(parts.map(|(name, value)| (at + 1, name.trim().to_owned(), value.trim().to_owned())));
    }
    found
}

/// Numbers with one of these units in a value.
fn lengths(value: &str, unit: &str) -> Vec<f64> {
    let parts = value.split(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | ',' | '/'));
    parts.filter_map(|part| part.strip_suffix(unit)?.parse().ok()).collect()
}

fn is_spacing(name: &str) -> bool {
    ["padding", "margin", "gap", "row-gap", "column-gap"].iter().any(|property| {
        name.strip_prefix(property).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    })
}

/// Fault of a declaration.
fn fault(name: &str, value: &str) -> Option<&'static str> {
    let is_literal = |unit: &str| !lengths(value, unit).is_empty();
    if matches!(name, "font-size" | "font") && (is_literal("px") || is_literal("rem")) {
        return Some("use a size of the type scale: `--text-…` or `--drawn-…`");
    }
    // A hairline is not a space.
    let is_stepped = |length: &f64| length.abs() > 1.0 && length.abs() <= WIDEST;
    if is_spacing(name) && lengths(value, "px").iter().any(is_stepped) {
        return Some("use a step of the spacing scale: `--s1`, …");
    }
    let is_motion = name.starts_with("transition") || name.starts_with("animation");
    // The first second of a state that may be over by then, and the shortest time there is.
    let times = lengths(value, "ms")
        .into_iter()
        .chain(lengths(value, "s").into_iter().map(|seconds| seconds * 1000.0));
    if is_motion && times.into_iter().any(|time| time > 1.0 && time < 1000.0) {
        return Some("use a duration of the motion tokens: `--quick`, `--calm`, `--rest`");
    }
    None
}

#[test]
fn sizes_spaces_and_durations_are_tokens() {
    let sheets = files(Path::new("style"), &[".css"]);
    assert!(sheets.len() > WITHOUT_SCALES.len());
    let mut faults = Vec::new();
    for sheet in sheets {
        if WITHOUT_SCALES.iter().any(|name| sheet.ends_with(name)) {
            continue;
        }
        let text = fs::read_to_string(&sheet).unwrap();
        for (line, name, value) in declarations(&text) {
            if let Some(fault) = fault(&name, &value) {
                faults.push(format!("{}:{line}: `{name}: {value}`: {fault}", sheet.display()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn motion_takes_150_to_200_milliseconds() {
    let tokens = fs::read_to_string("style/tokens.css").unwrap();
    let times = |name: &str| -> Vec<f64> {
        let of = declarations(&tokens).into_iter().filter(|(_, property, _)| property == name);
        of.flat_map(|(_, _, value)| lengths(&value, "ms")).collect()
    };
    for name in ["--quick", "--calm"] {
        let times = times(name);
        assert!(!times.is_empty(), "{name}");
        // None at all where less motion is wished.
        assert!(times.iter().all(|time| *time == 0.0 || (150.0..=200.0).contains(time)), "{name}: {times:?}");
    }
}

/// Elements around the diagram: with `:has()` at one of them, the browser restyles hundreds of elements at each change in the diagram.
const AROUND_THE_DIAGRAM: [&str; 6] = [".shell", ".body", ".column", ".pane", ".pane-body", "main"];

#[test]
fn elements_around_the_diagram_are_not_styled_by_what_they_have() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("style");
    let mut found = Vec::new();
    for file in files(&folder, &["css"]) {
        let text = fs::read_to_string(&file).expect("style sheets are text");
        for (at, line) in text.lines().enumerate() {
            let subjects = line.split(":has(").map(|before| {
                before.rsplit([' ', ',', '>', '{', '(']).next().unwrap_or_default().split(['[', ':']).next()
            });
            let subjects: Vec<&str> = subjects.take(line.matches(":has(").count()).flatten().collect();
            let around = subjects.into_iter().filter(|subject| AROUND_THE_DIAGRAM.contains(subject));
            found.extend(around.map(|subject| format!("{}:{}: {subject}", file.display(), at + 1)));
        }
    }
    assert!(found.is_empty(), "use a class or an attribute:\n{}", found.join("\n"));
}

#[test]
fn literals_are_found() {
    for (name, value) in [
        ("font-size", "0.6875rem"),
        ("font", "600 12px/1.4 var(--sans)"),
        ("padding", "0 var(--s2) 0 7px"),
        ("margin-left", "-6px"),
        ("column-gap", "10px"),
        ("transition", "color 120ms ease"),
        ("animation", "appear 0.2s"),
    ] {
        assert!(fault(name, value).is_some(), "{name}: {value}");
    }
    for (name, value) in [
        ("font-size", "0.94em"),
        ("font", "inherit"),
        ("padding", "1px 0 var(--s1) 28px"),
        ("width", "7px"),
        ("transition", "background 0s 1s"),
    ] {
        assert_eq!(fault(name, value), None, "{name}: {value}");
    }
}
