//! Values of primitive types. A value keeps its text until the type is known: `18.0`, `2.0.17`, `0o17` and unquoted dates never pass through a float.

use std::cmp::Ordering;
use std::fmt;

use super::decimal::Decimal;
use super::primitive::Primitive;
use super::range::{Range, RangeFault};
use super::time::Timestamp;
use super::unit::{Quantity, ScalarUnit, UnitFault};
use super::version::{Version, VersionFault};
use limn_language::message;
use limn_yaml::{Node, Resolved, Style};

/// A value of a primitive type.
#[derive(Clone, Debug)]
pub enum Literal<'d> {
    Text(&'d str),
    Number(Decimal),
    /// `.inf`, `-.inf` and `.nan`: without an order.
    Limitless,
    Boolean(bool),
    Timestamp(Timestamp),
    Version(Version<'d>),
    Scalar(ScalarUnit<'d>),
    Range(Range),
    Null,
    /// A list or mapping, with the number of entries.
    Entries(usize),
}

/// Kind of a misfit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MisfitKind {
    /// Another type.
    Type,
    /// A quoted number or boolean, which strict processors read as a string.
    Quoted,
    Boolean,
    /// `yes` and similar: a boolean in YAML 1.1 only.
    OldBoolean,
    Timestamp,
    Version,
    /// An integer instead of a version.
    ShortVersion,
    ZeroVersion,
    Range,
    ReversedRange,
    Unit,
}

/// Reason why a node is not a value of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit<'d> {
    pub fault: MisfitKind,
    /// "an integer".
    expected: &'static str,
    /// "`many`".
    found: String,
    pub at: Node<'d>,
    /// Likely intended value, as YAML.
    pub meant: Option<String>,
}

impl Misfit<'_> {
    /// "expected an integer for `port`, found `many`".
    pub fn message(&self, label: impl fmt::Display) -> String {
        match self.fault {
            MisfitKind::ReversedRange => RangeFault::reversed(label),
            MisfitKind::Range => message::expected(format_args!("{} of {label}", self.expected), &self.found),
            _ => message::expected(format_args!("{} for {label}", self.expected), &self.found),
        }
    }
}

impl Literal<'_> {
    /// Order of two values of one type, if they have one. Strings have no order in TOSCA.
    pub fn compare(&self, other: &Literal<'_>) -> Option<Ordering> {
        match (self, other) {
            (Literal::Number(own), Literal::Number(other)) => Some(own.cmp(other)),
            (Literal::Timestamp(own), Literal::Timestamp(other)) => Some(own.cmp(other)),
            (Literal::Version(own), Literal::Version(other)) => own.partial_cmp(other),
            (Literal::Scalar(own), Literal::Scalar(other)) => own.partial_cmp(other),
            _ => None,
        }
    }

    /// Equality of two values of one type; `None` if undetermined.
    pub fn is(&self, other: &Literal<'_>) -> Option<bool> {
        Some(match (self, other) {
            (Literal::Text(own), Literal::Text(other)) => own == other,
            (Literal::Boolean(own), Literal::Boolean(other)) => own == other,
            (Literal::Range(own), Literal::Range(other)) => own == other,
            (Literal::Null, Literal::Null) => true,
            (Literal::Limitless | Literal::Entries(_), _) | (_, Literal::Limitless | Literal::Entries(_)) => {
                return None;
            }
            // Versions with different qualifiers are unordered and unequal.
            (Literal::Version(own), Literal::Version(other)) => own == other,
            _ => self.compare(other)? == Ordering::Equal,
        })
    }
}

/// Parses a node as a value of a primitive type. Null is valid only for `null`: callers check optional values before.
pub fn read(primitive: Primitive, node: Node<'_>) -> Result<Literal<'_>, Misfit<'_>> {
    let node = node.resolve();
    let misfit = |fault, expected| Misfit { fault, expected, found: shown(node), at: node, meant: None };
    let other = |label| Err(misfit(MisfitKind::Type, label));
    match primitive {
        Primitive::List if node.is_sequence() => return Ok(Literal::Entries(node.items().len())),
        Primitive::List => return other("a list"),
        Primitive::Map if node.is_mapping() => {
            let count = if node.has_merges() { node.merged_entries().count() } else { node.entries().len() };
            return Ok(Literal::Entries(count));
        }
        Primitive::Map => return other("a map"),
        Primitive::Range => return range(node),
        _ => {}
    }
    let Some(text) = node.text() else { return other(expected_label(primitive)) };
    // Types with their own notation ignore the YAML type.
    let resolved = || node.resolved().unwrap_or(Resolved::Text);
    match primitive {
        Primitive::String => Ok(Literal::Text(text)),
        Primitive::Integer | Primitive::Float => number(primitive, node, text, resolved()),
        Primitive::Boolean => boolean(node, text, resolved()),
        Primitive::Timestamp => match Timestamp::parse(text) {
            Some(timestamp) => Ok(Literal::Timestamp(timestamp)),
            None => Err(misfit(MisfitKind::Timestamp, "a timestamp such as `2016-04-04T15:00:00Z`")),
        },
        Primitive::Null if resolved() == Resolved::Null => Ok(Literal::Null),
        Primitive::Null => other("null"),
        Primitive::Version => version(node, text),
        Primitive::Scalar(quantity) => scalar(node, text, quantity),
        Primitive::AnyScalar => {
            let mut all = Quantity::ALL.into_iter();
            match all.find_map(|quantity| ScalarUnit::parse(text, quantity).ok()) {
                Some(scalar) => Ok(Literal::Scalar(scalar)),
                None => scalar(node, text, Quantity::Size),
            }
        }
        Primitive::List | Primitive::Map | Primitive::Range => unreachable!("read above"),
    }
}

/// Type name with an article.
fn expected_label(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::String => "a string",
        Primitive::Integer => "an integer",
        Primitive::Float => "a float",
        Primitive::Boolean => "a boolean",
        Primitive::Timestamp => "a timestamp",
        Primitive::Null => "null",
        Primitive::Version => "a version",
        Primitive::Range => "a range",
        Primitive::List => "a list",
        Primitive::Map => "a map",
        Primitive::Scalar(Quantity::Size) => "a size",
        Primitive::Scalar(Quantity::Time) => "a time",
        Primitive::Scalar(Quantity::Frequency) => "a frequency",
        Primitive::Scalar(Quantity::Bitrate) => "a bitrate",
        Primitive::AnyScalar => "a scalar unit",
    }
}

/// A value for messages: a short text in backticks, or its kind.
pub fn shown(node: Node<'_>) -> String {
    if node.is_sequence() {
        return "a list".to_owned();
    }
    if node.is_mapping() {
        return "a mapping".to_owned();
    }
    let quoted = matches!(node.style(), Style::Single | Style::Double);
    match node.text() {
        Some("") if !quoted => "nothing".to_owned(),
        _ if matches!(node.style(), Style::Literal | Style::Folded) => "a string".to_owned(),
        _ if node.source().contains(['\n', '`']) || node.source().chars().count() > 48 => {
            "this string".to_owned()
        }
        _ => format!("`{}`", node.source()),
    }
}

fn is_quoted(node: Node<'_>) -> bool {
    node.style() != Style::Plain
}

fn number<'d>(
    primitive: Primitive,
    node: Node<'d>,
    text: &'d str,
    resolved: Resolved,
) -> Result<Literal<'d>, Misfit<'d>> {
    match resolved {
        Resolved::Int(_) => {
            if let Some(number) = Decimal::parse_whole(text) {
                return Ok(Literal::Number(number));
            }
        }
        Resolved::Float(_) if primitive == Primitive::Float => {
            return Ok(Decimal::parse(text).map_or(Literal::Limitless, Literal::Number));
        }
        _ => {}
    }
    let expected = expected_label(primitive);
    let meant = limn_yaml::resolve_plain(text);
    let is_meant = match primitive {
        Primitive::Integer => matches!(meant, Resolved::Int(_)),
        _ => matches!(meant, Resolved::Int(_) | Resolved::Float(_)),
    };
    if is_quoted(node) && is_meant {
        let found = format!("the string {}", shown(node));
        return Err(Misfit {
            fault: MisfitKind::Quoted,
            expected,
            found,
            at: node,
            meant: Some(text.to_owned()),
        });
    }
    Err(Misfit { fault: MisfitKind::Type, expected, found: shown(node), at: node, meant: None })
}

fn boolean<'d>(node: Node<'d>, text: &'d str, resolved: Resolved) -> Result<Literal<'d>, Misfit<'d>> {
    if let Resolved::Bool(flag) = resolved {
        return Ok(Literal::Boolean(flag));
    }
    let lower = text.to_ascii_lowercase();
    let meant = match &*lower {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        _ => None,
    };
    let fault = match meant {
        Some(meant) if is_quoted(node) && meant == lower => MisfitKind::Quoted,
        Some(_) if !is_quoted(node) => MisfitKind::OldBoolean,
        _ => MisfitKind::Boolean,
    };
    let found = match fault {
        MisfitKind::Quoted => format!("the string {}", shown(node)),
        MisfitKind::OldBoolean => format!("{}, a boolean in YAML 1.1 only", shown(node)),
        _ => shown(node),
    };
    let expected = "`true` or `false`";
    Err(Misfit { fault, expected, found, at: node, meant: meant.map(str::to_owned) })
}

fn version<'d>(node: Node<'d>, text: &'d str) -> Result<Literal<'d>, Misfit<'d>> {
    Version::parse(text).map(Literal::Version).map_err(|fault| {
        let kind = match fault {
            VersionFault::ZeroWithQualifier => MisfitKind::ZeroVersion,
            VersionFault::NoMinor => MisfitKind::ShortVersion,
            _ => MisfitKind::Version,
        };
        let meant = (fault == VersionFault::NoMinor).then(|| format!("{text}.0"));
        Misfit {
            fault: kind,
            expected: expected_label(Primitive::Version),
            found: format!("{}: {fault}", shown(node)),
            at: node,
            meant,
        }
    })
}

fn scalar<'d>(node: Node<'d>, text: &'d str, quantity: Quantity) -> Result<Literal<'d>, Misfit<'d>> {
    ScalarUnit::parse(text, quantity).map(Literal::Scalar).map_err(|fault| {
        let expected = match (&fault, quantity) {
            (UnitFault::NoScalar, Quantity::Size) => "a number and a unit of size",
            (UnitFault::NoScalar, Quantity::Time) => "a number and a unit of time",
            (UnitFault::NoScalar, Quantity::Frequency) => "a number and a unit of frequency",
            (UnitFault::NoScalar, Quantity::Bitrate) => "a number and a unit of bitrate",
            _ => expected_label(Primitive::Scalar(quantity)),
        };
        let units = || {
            let units: Vec<String> = quantity.units().iter().map(|unit| format!("`{}`", unit.name)).collect();
            units.join(", ")
        };
        let found = match fault {
            UnitFault::NoScalar => shown(node),
            UnitFault::NoUnit => format!("{} without a unit; use one of {}", shown(node), units()),
            UnitFault::UnknownUnit(unit, Some(other)) => {
                format!("unit `{unit}` of {}; use one of {}", other.word(), units())
            }
            UnitFault::UnknownUnit(unit, None) => {
                format!("{}; use one of {}", message::unknown("unit", unit), units())
            }
        };
        Misfit { fault: MisfitKind::Unit, expected, found, at: node, meant: None }
    })
}

fn range(node: Node<'_>) -> Result<Literal<'_>, Misfit<'_>> {
    Range::parse(node).map(Literal::Range).map_err(|fault| {
        let kind = if fault == RangeFault::Reversed { MisfitKind::ReversedRange } else { MisfitKind::Range };
        let at = fault.at(node);
        Misfit { fault: kind, expected: fault.expected(), found: shown(at), at, meant: None }
    })
}

/// Maximum depth of comparison.
const DEPTH: usize = 64;

/// Equality of two nodes regardless of type: numbers by value, other scalars by text, lists in order, mappings by key.
pub fn same(one: Node<'_>, other: Node<'_>) -> bool {
    same_within(one, other, DEPTH)
}

fn same_within(one: Node<'_>, other: Node<'_>, depth: usize) -> bool {
    let (one, other) = (one.resolve(), other.resolve());
    let Some(depth) = depth.checked_sub(1) else { return false };
    if one.is_sequence() && other.is_sequence() {
        let (mut own, mut others) = (one.items(), other.items());
        return own.len() == others.len()
            && own.all(|item| others.next().is_some_and(|other| same_within(item, other, depth)));
    }
    if one.is_mapping() && other.is_mapping() {
        return one.entries().len() == other.entries().len()
            && one.entries().all(|entry| {
                let found = entry.key.text().and_then(|key| other.get(key));
                found.is_some_and(|found| same_within(entry.value, found, depth))
            });
    }
    let (Some(own), Some(others)) = (one.text(), other.text()) else { return false };
    match (one.resolved(), other.resolved()) {
        (Some(Resolved::Int(_) | Resolved::Float(_)), Some(Resolved::Int(_) | Resolved::Float(_))) => {
            let number = |text| Decimal::parse_whole(text).or_else(|| Decimal::parse(text));
            match (number(own), number(others)) {
                (Some(own), Some(others)) => own == others,
                _ => own == others,
            }
        }
        (Some(Resolved::Bool(own)), Some(Resolved::Bool(others))) => own == others,
        (Some(Resolved::Null), Some(Resolved::Null)) => true,
        _ => own == others,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use limn_yaml::parse;

    #[track_caller]
    fn fault(primitive: Primitive, text: &str) -> Option<MisfitKind> {
        let document = parse(format!("a: {text}\n"));
        let node = document.root().unwrap().get("a").unwrap();
        read(primitive, node).err().map(|misfit| misfit.fault)
    }

    #[test]
    fn values_are_of_their_type_or_say_why_not() {
        use Primitive::*;
        let size = Scalar(Quantity::Size);
        for (primitive, good) in [
            (String, "a b"),
            (String, "5"),
            (String, "18.0"),
            (String, "true"),
            (Integer, "5"),
            (Integer, "-0"),
            (Integer, "0o17"),
            (Integer, "123456789012345678901234567890"),
            (Float, "5"),
            (Float, "-1.5e3"),
            (Float, ".inf"),
            (Boolean, "true"),
            (Boolean, "False"),
            (Timestamp, "2016-04-04"),
            (Timestamp, "'2016-04-04T10:00:00Z'"),
            (Null, "~"),
            (Version, "6.5"),
            (Version, "14.10"),
            (Version, "2.0.17"),
            (Version, "'1.0.0.beta-3'"),
            (Version, "0"),
            (Range, "[1, UNBOUNDED]"),
            (List, "[]"),
            (Map, "{a: 1}"),
            (size, "10 GB"),
            (size, "10gb"),
            (AnyScalar, "10 s"),
        ] {
            assert_eq!(fault(primitive, good), None, "{good} as {}", primitive.name());
        }
        for (primitive, bad, why) in [
            (String, "[a]", MisfitKind::Type),
            (String, "{a: b}", MisfitKind::Type),
            (Integer, "many", MisfitKind::Type),
            (Integer, "1.0", MisfitKind::Type),
            (Integer, "'5'", MisfitKind::Quoted),
            (Integer, "true", MisfitKind::Type),
            (Float, "'1.5'", MisfitKind::Quoted),
            (Float, "'x'", MisfitKind::Type),
            (Boolean, "yes", MisfitKind::OldBoolean),
            (Boolean, "'true'", MisfitKind::Quoted),
            (Boolean, "'yes'", MisfitKind::Boolean),
            (Boolean, "1", MisfitKind::Boolean),
            (Timestamp, "2016-04-04-15T00:00:00Z", MisfitKind::Timestamp),
            (Null, "0", MisfitKind::Type),
            (Version, "6", MisfitKind::ShortVersion),
            (Version, "six", MisfitKind::Version),
            (Version, "0.0.0.beta", MisfitKind::ZeroVersion),
            (Range, "5", MisfitKind::Range),
            (Range, "[3, 1]", MisfitKind::ReversedRange),
            (List, "a", MisfitKind::Type),
            (Map, "[a]", MisfitKind::Type),
            (size, "10", MisfitKind::Unit),
            (size, "10 s", MisfitKind::Unit),
            (size, "GB", MisfitKind::Unit),
        ] {
            assert_eq!(fault(primitive, bad), Some(why), "{bad} as {}", primitive.name());
        }
    }

    #[test]
    fn values_are_the_same_whatever_their_spelling() {
        let document =
            parse("[{a: [1, x], b: ~}, {b: null, a: [1.0, 'x']}, {a: [1, y], b: ~}, [1], 0x10, 16]\n");
        let items: Vec<Node<'_>> = document.root().unwrap().items().collect();
        assert!(same(items[0], items[1]) && !same(items[0], items[2]) && !same(items[0], items[3]));
        assert!(same(items[4], items[5]));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "[-0-9a-z.:'\"\\[\\]{}, ]{0,24}") {
            let document = parse(text);
            if let Some(root) = document.root() {
                for primitive in Primitive::ALL {
                    let _ = read(primitive, root);
                }
                let _ = same(root, root);
            }
        }

        #[test]
        fn what_compares_equal_is_the_same(a in "[0-9]{1,3}(\\.[0-9]{1,2})?", b in "[0-9]{1,3}(\\.[0-9]{1,2})?") {
            let document = parse(format!("[{a}, {b}]"));
            let items: Vec<Node<'_>> = document.root().unwrap().items().collect();
            for primitive in [Primitive::Float, Primitive::Version] {
                if let (Ok(a), Ok(b)) = (read(primitive, items[0]), read(primitive, items[1])) {
                    prop_assert_eq!(a.is(&b), Some(a.compare(&b) == Some(Ordering::Equal)));
                    prop_assert_eq!(a.compare(&b), b.compare(&a).map(Ordering::reverse));
                }
            }
        }
    }
}
