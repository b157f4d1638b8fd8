//! The wording of diagnostics: one pattern for one kind of fault, the same in every language.
//!
//! Messages start in lower case, have no full stop, and put names in backticks; what was expected comes before what was found.

use std::fmt::Display;

/// A name that nothing declares: "unknown node type `x`".
pub fn unknown(kind: &str, name: impl Display) -> String {
    format!("unknown {kind} `{name}`")
}

/// A name that is none of a fixed list: "unknown profile `x`; expected one of `a`, `b`".
pub fn unknown_among(kind: &str, name: impl Display, known: &[impl Display]) -> String {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    format!("{}; expected one of {}", unknown(kind, name), known.join(", "))
}

/// A name that an element does not have: "unknown property `x` on node type `y`".
pub fn unknown_on(kind: &str, name: impl Display, owner: &str, of: impl Display) -> String {
    unknown_at(kind, name, format!("{owner} `{of}`"))
}

/// A name that an element with a label does not have: "unknown attribute `x` on node template `y`".
pub fn unknown_at(kind: &str, name: impl Display, owner: impl Display) -> String {
    format!("{} on {owner}", unknown(kind, name))
}

/// A required part: "missing required property `x`".
pub fn missing(kind: &str, name: impl Display) -> String {
    missing_parts(format_args!("{kind} `{name}`"))
}

/// A required part of an element: "missing required property `x` on component `y`".
pub fn missing_on(kind: &str, name: impl Display, owner: &str, of: impl Display) -> String {
    missing_at(kind, name, format!("{owner} `{of}`"))
}

/// A required part of an element with a label: "missing required key `x` on `params`".
pub fn missing_at(kind: &str, name: impl Display, owner: impl Display) -> String {
    format!("{} on {owner}", missing(kind, name))
}

/// Required parts with their names in backticks: "missing required properties `x` and `y` on reference `z`".
pub fn missing_parts(parts: impl Display) -> String {
    format!("missing required {parts}")
}

/// Required parts of one kind: "missing required properties `x` and `y`".
pub fn missing_names(kind: &str, names: impl IntoIterator<Item = impl Display>) -> String {
    missing_parts(counted(kind, names))
}

/// Required parts of one kind, of an element with a label: "missing required inputs `x` and `y` on operation `z`".
pub fn missing_names_at(
    kind: &str,
    names: impl IntoIterator<Item = impl Display>,
    owner: impl Display,
) -> String {
    format!("{} on {owner}", missing_names(kind, names))
}

/// Names of one kind, with the kind in singular or plural: "property `x`", "properties `x` and `y`".
pub fn counted(kind: &str, names: impl IntoIterator<Item = impl Display>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let kind =
        match (names.len(), kind.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']))) {
            (1, _) => kind.to_owned(),
            (_, Some(stem)) => format!("{stem}ies"),
            (_, None) => format!("{kind}s"),
        };
    format!("{kind} {}", list(names, "and"))
}

/// Names in backticks: "`x`, `y` or `z`".
pub fn list(names: impl IntoIterator<Item = impl Display>, last: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
    }
}

/// A value of another kind: "expected an integer, found `many`". `found` brings its own article or backticks.
pub fn expected(what: impl Display, found: impl Display) -> String {
    format!("expected {what}, found {found}")
}

/// A second declaration of a name: "duplicate node template `x`".
pub fn duplicate(kind: &str, name: impl Display) -> String {
    format!("duplicate {kind} `{name}`")
}

/// A name of two elements, so that a reference to it can mean either: "ambiguous name `x`: both a node template and a group". The kinds bring their own
/// articles.
pub fn ambiguous(name: impl Display, one: impl Display, other: impl Display) -> String {
    format!("ambiguous name `{name}`: both {one} and {other}")
}

/// A declaration that nothing refers to: "unused input `x`".
pub fn unused(kind: &str, name: impl Display) -> String {
    format!("unused {kind} `{name}`")
}

/// Elements that depend on each other in a cycle: "derivation cycle: `a` → `b` → `a`". `names` are in order, the first once. A long cycle is shortened:
/// "derivation cycle: `a` → `b` → `c` → 97 more → `a`".
pub fn cycle<'a>(kind: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    let first = names.first().cloned().unwrap_or_default();
    let around = match names.len() {
        0..=MAX_NAMED => names.join(" → "),
        count => format!("{} → {} more", names[..NAMED_OF_MANY].join(" → "), count - NAMED_OF_MANY),
    };
    format!("{kind} cycle: {around} → {first}")
}

/// The length up to which a cycle is given in full.
const MAX_NAMED: usize = 6;

/// The number of names in a shortened cycle.
const NAMED_OF_MANY: usize = 3;

/// A reference to a file that does not exist: "unresolved import `x`: file not found".
pub fn unresolved(kind: &str, name: impl Display) -> String {
    unresolved_because(kind, name, "file not found")
}

/// A reference that resolves to nothing, with the reason: "unresolved import `x`: outside the workspace".
pub fn unresolved_because(kind: &str, name: impl Display, reason: impl Display) -> String {
    format!("unresolved {kind} `{name}`: {reason}")
}

/// A reference to a descriptor, which is looked up by name: "unresolved descriptor `x`: not in the workspace or catalog".
pub fn unresolved_descriptor(name: impl Display) -> String {
    unresolved_because("descriptor", name, "not in the workspace or catalog")
}

/// Something that a profile or version does not support: "`x` is not supported by TOSCA 1.0".
pub fn unsupported(what: impl Display, by: impl Display) -> String {
    format!("`{what}` is not supported by {by}")
}

/// Something that works but should be replaced: "`x` is deprecated; use `y`".
pub fn deprecated(what: impl Display, instead: impl Display) -> String {
    format!("`{what}` is deprecated; use `{instead}`")
}

/// A name with its article: "an input".
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_names_have_the_right_number() {
        assert_eq!(missing_names("property", ["a"]), "missing required property `a`");
        assert_eq!(missing_names("property", ["a", "b"]), "missing required properties `a` and `b`");
        assert_eq!(
            missing_names_at("key", ["a", "b", "c"], "`params`"),
            "missing required keys `a`, `b` and `c` on `params`"
        );
    }

    #[test]
    fn a_cycle_ends_where_it_begins() {
        assert_eq!(cycle("import", ["a", "b"]), "import cycle: `a` → `b` → `a`");
        assert_eq!(cycle("import", ["a"]), "import cycle: `a` → `a`");
        let long = ["a", "b", "c", "d", "e", "f", "g"];
        assert_eq!(cycle("import", long), "import cycle: `a` → `b` → `c` → 4 more → `a`");
    }
}
