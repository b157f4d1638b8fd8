//! Generic types of Cloudsoft AMP: `list<integer>`, `map<string,list<boolean>>`. In TOSCA, an `entry_schema` has the type of the entries.

use std::borrow::Cow;
use std::ops::Range;

use super::Primitive;

/// A list or map with the types of its entries, taken apart one level deep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generic<'d> {
    pub primitive: Primitive,
    /// The type of the keys of a map.
    pub key: Option<Cow<'d, str>>,
    pub entry: Cow<'d, str>,
}

/// Reason why a text with `<` or `>` is not a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenericFault {
    #[error("unbalanced `<` and `>`")]
    Unbalanced,
    #[error("missing type between `<`, `,` and `>`")]
    Empty,
    #[error("expected `list<…>` or `map<…,…>`, found `{0}<…>`")]
    Plain(String),
    #[error("expected {expected} for `{name}`, found {found}")]
    Arity { name: &'static str, expected: &'static str, found: usize },
    #[error("more than {NESTED} types inside each other")]
    Deep,
}

/// Maximum depth of nested types.
const NESTED: usize = 16;

impl<'d> Generic<'d> {
    /// Takes a type name apart; `None` if it is not a well-formed generic type on this level.
    pub fn of(name: &Cow<'d, str>) -> Option<Generic<'d>> {
        let (base, arguments) = split(name)?;
        let argument = |range: &Range<usize>| match name {
            Cow::Borrowed(text) => Cow::Borrowed(&text[range.clone()]),
            Cow::Owned(text) => Cow::Owned(text[range.clone()].to_owned()),
        };
        match (&name[base], &*arguments) {
            ("list", [entry]) if !entry.is_empty() => {
                Some(Generic { primitive: Primitive::List, key: None, entry: argument(entry) })
            }
            ("map", [key, entry]) if !key.is_empty() && !entry.is_empty() => {
                Some(Generic { primitive: Primitive::Map, key: Some(argument(key)), entry: argument(entry) })
            }
            _ => None,
        }
    }

    /// The fault of a text with `<` or `>`; `None` for a text without, and for a well-formed generic type.
    pub fn fault(name: &str) -> Option<GenericFault> {
        fault_within(name, NESTED)
    }
}

fn fault_within(name: &str, depth: usize) -> Option<GenericFault> {
    if !name.contains(['<', '>']) {
        return None;
    }
    let Some(depth) = depth.checked_sub(1) else { return Some(GenericFault::Deep) };
    let Some((base, arguments)) = split(name) else { return Some(GenericFault::Unbalanced) };
    let (base, expected, count) = match &name[base] {
        "list" => ("list", "1 type", 1),
        "map" => ("map", "2 types", 2),
        other => return Some(GenericFault::Plain(other.to_owned())),
    };
    if arguments.iter().any(Range::is_empty) {
        return Some(GenericFault::Empty);
    }
    if arguments.len() != count {
        return Some(GenericFault::Arity { name: base, expected, found: arguments.len() });
    }
    arguments.into_iter().find_map(|range| fault_within(&name[range], depth))
}

/// The ranges of `map` and of the arguments in `map<string,integer>`, without blanks around them.
fn split(name: &str) -> Option<(Range<usize>, Vec<Range<usize>>)> {
    let open = name.find('<')?;
    let close =
        name.trim_end().len().checked_sub(1).filter(|at| name.as_bytes()[*at] == b'>' && *at > open)?;
    let mut arguments = Vec::new();
    let (mut depth, mut start) = (0usize, open + 1);
    for (at, byte) in name.bytes().enumerate().take(close).skip(open + 1) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                arguments.push(trimmed(name, start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    arguments.push(trimmed(name, start..close));
    (depth == 0).then(|| (trimmed(name, 0..open), arguments))
}

/// The ranges of all type names in a generic type, also of an unfinished one: `map`, `string` and an empty one in `map<string,`.
pub fn names_in(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(['<', ',', '>']).chain([(text.len(), "")]) {
        // Behind a `>` is nothing but the end or a comma.
        if !text[..start].ends_with('>') || !text[start..at].trim().is_empty() {
            found.push(trimmed(text, start..at));
        }
        start = at + 1;
    }
    found
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generic_type_is_taken_apart() {
        let of = |name: &'static str| Generic::of(&Cow::Borrowed(name));
        let list = |entry: &'static str| {
            Some(Generic { primitive: Primitive::List, key: None, entry: Cow::Borrowed(entry) })
        };
        assert_eq!(of("list<integer>"), list("integer"));
        assert_eq!(of("list< map<string, my.T> >"), list("map<string, my.T>"));
        let map = of("map<string,list<integer>>").unwrap();
        assert_eq!((map.key.as_deref(), &*map.entry), (Some("string"), "list<integer>"));
        for name in
            ["list", "string", "list<", "list<>", "map<string>", "set<string>", "<a>", ">", "", "a>b<"]
        {
            assert_eq!(of(name), None, "{name}");
        }
    }

    #[test]
    fn faults_are_found_at_every_level() {
        let deep = format!("{}a{}", "list<".repeat(40), ">".repeat(40));
        for (name, fault) in [
            ("map<string,list<integer>>", None),
            ("string", None),
            ("map<string>", Some("expected 2 types for `map`, found 1")),
            ("list<string,string>", Some("expected 1 type for `list`, found 2")),
            ("list<map<string,>>", Some("missing type between `<`, `,` and `>`")),
            ("list<string", Some("unbalanced `<` and `>`")),
            ("list<a>>", Some("unbalanced `<` and `>`")),
            ("list<set<a>>", Some("expected `list<…>` or `map<…,…>`, found `set<…>`")),
            (deep.as_str(), Some("more than 16 types inside each other")),
        ] {
            assert_eq!(Generic::fault(name).map(|fault| fault.to_string()).as_deref(), fault, "{name}");
        }
    }

    #[test]
    fn every_name_inside_is_found() {
        let names =
            |text: &'static str| names_in(text).into_iter().map(|range| &text[range]).collect::<Vec<_>>();
        assert_eq!(names("map<string, list<my.T>>"), ["map", "string", "list", "my.T"]);
        assert_eq!(names("map<list<a>,b>"), ["map", "list", "a", "b"]);
        assert_eq!(names("map<string,"), ["map", "string", ""]);
        assert_eq!(names("integer"), ["integer"]);
    }
}
