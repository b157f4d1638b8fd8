//! Time intervals of AMP: `10s`, `1h 30m`, a number of milliseconds, `forever` and `never`.

use limn_yaml::{Node, Resolved};

/// A time interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Interval {
    Milliseconds(f64),
    Forever,
    Never,
}

/// Examples of intervals, for messages.
pub(super) const EXAMPLES: &str = "a time interval such as `10s`, `1m` or `1h 30m`";

/// Units of Brooklyn, each with its milliseconds.
const UNITS: &[(&[&str], f64)] = &[
    (&["ns", "nanos", "nanosecond", "nanoseconds"], 1e-6),
    (&["us", "micros", "microsecond", "microseconds"], 1e-3),
    (&["ms", "millis", "millisecond", "milliseconds"], 1.0),
    (&["s", "sec", "secs", "second", "seconds"], 1e3),
    (&["m", "min", "mins", "minute", "minutes"], 60e3),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600e3),
    (&["d", "day", "days"], 86_400e3),
    (&["w", "wk", "wks", "week", "weeks"], 604_800e3),
];

impl Interval {
    /// Reads a scalar.
    pub(super) fn of(node: Node<'_>) -> Option<Interval> {
        match node.resolved() {
            Some(Resolved::Bool(_) | Resolved::Null) => None,
            _ => Interval::parse(&node.as_str()?),
        }
    }

    pub(super) fn parse(text: &str) -> Option<Interval> {
        let text = text.trim();
        match text.to_ascii_lowercase().as_str() {
            "forever" => return Some(Interval::Forever),
            "never" => return Some(Interval::Never),
            _ => {}
        }
        if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return text.parse().ok().map(Interval::Milliseconds);
        }
        let (mut sum, mut rest) = (0.0, text);
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number: f64 = rest[..end].parse().ok()?;
            rest = rest[end..].trim_start();
            let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            sum += number * factor(&rest[..end])?;
            rest = rest[end..].trim_start().trim_start_matches(',').trim_start();
        }
        (!text.is_empty()).then_some(Interval::Milliseconds(sum))
    }
}

fn factor(unit: &str) -> Option<f64> {
    // Long words would be compared for nothing.
    let unit = Some(unit).filter(|unit| unit.len() <= 16)?.to_lowercase();
    let unit = if unit == "µs" || unit == "μs" { "us" } else { &unit };
    UNITS.iter().find(|(names, _)| names.contains(&unit)).map(|(_, factor)| *factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_have_units_or_are_milliseconds() {
        for (text, milliseconds) in [
            ("10s", 10e3),
            ("1m", 60e3),
            ("1h 30m", 5_400e3),
            ("1h30m", 5_400e3),
            ("1 hour, 30 minutes", 5_400e3),
            ("500ms", 500.0),
            ("1500", 1500.0),
            ("0.5 s", 500.0),
            ("2 Days", 172_800e3),
            ("0", 0.0),
        ] {
            assert_eq!(Interval::parse(text), Some(Interval::Milliseconds(milliseconds)), "{text}");
        }
        assert_eq!(Interval::parse("forever"), Some(Interval::Forever));
        assert_eq!(Interval::parse("Never"), Some(Interval::Never));
    }

    #[test]
    fn other_text_is_not_an_interval() {
        for text in ["", "often", "soon", "-1s", "10x", "s", "1s later", "1..2s", "10 s s", "1,5s", "."] {
            assert_eq!(Interval::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_boolean_is_not_an_interval() {
        let document = limn_yaml::parse("[yes, true, 5, 10s, ~, [1s]]");
        let read: Vec<_> =
            document.root().unwrap().items().map(|item| Interval::of(item).is_some()).collect();
        assert_eq!(read, [false, false, true, true, false, false]);
    }
}
