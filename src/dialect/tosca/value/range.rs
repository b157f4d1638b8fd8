//! `range`: `[lower, upper]`, where the upper bound can be `UNBOUNDED`. Occurrences are non-negative ranges. All bounds are read and explained here.

use std::fmt;

use super::decimal::Decimal;
use super::shown;
use limn_language::message;
use limn_yaml::{Node, Resolved};

/// The word for no upper bound, and its meaning.
pub const UNBOUNDED: &str = "UNBOUNDED";
pub const UNBOUNDED_HELP: &str = "No upper bound.";

/// An upper bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    At(Decimal),
    Unbounded,
}

/// A range with inclusive bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub lower: Decimal,
    pub upper: Bound,
}

/// Reason why a node is not a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RangeFault<'d> {
    /// Not a list of two items.
    NotTwo,
    /// The lower bound is not an integer.
    Lower(Node<'d>),
    /// The upper bound is neither an integer nor `UNBOUNDED`.
    Upper(Node<'d>),
    /// The lower bound is `UNBOUNDED`.
    UnboundedLower(Node<'d>),
    /// The upper bound is below the lower bound.
    Reversed,
    /// Occurrences are negative.
    Negative(Node<'d>),
}

impl<'d> RangeFault<'d> {
    /// The faulty part of a range.
    pub fn at(&self, range: Node<'d>) -> Node<'d> {
        match self {
            RangeFault::Lower(at)
            | RangeFault::Upper(at)
            | RangeFault::UnboundedLower(at)
            | RangeFault::Negative(at) => *at,
            RangeFault::NotTwo | RangeFault::Reversed => range,
        }
    }

    /// The expected form of the faulty part. A reversed range has none.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            RangeFault::NotTwo => "a list of the lower and the upper bound",
            RangeFault::Lower(_) | RangeFault::UnboundedLower(_) => "an integer as the lower bound",
            RangeFault::Upper(_) => "an integer or `UNBOUNDED` as the upper bound",
            RangeFault::Negative(_) => "a non-negative integer as the lower bound",
            RangeFault::Reversed => "",
        }
    }

    /// The message for a range with a label: "expected an integer as the lower bound of `occurrences`, found `a`".
    pub fn message(&self, range: Node<'d>, label: impl fmt::Display) -> String {
        match self {
            RangeFault::Reversed => RangeFault::reversed(label),
            _ => message::expected(format_args!("{} of {label}", self.expected()), shown(self.at(range))),
        }
    }

    pub(super) fn reversed(label: impl fmt::Display) -> String {
        format!("the lower bound of {label} is greater than the upper bound")
    }
}

impl Range {
    pub fn parse(node: Node<'_>) -> Result<Range, RangeFault<'_>> {
        let node = node.resolve();
        let mut items = node.items();
        let (Some(lower), Some(upper), None) = (items.next(), items.next(), items.next()) else {
            return Err(RangeFault::NotTwo);
        };
        if is_unbounded(lower) {
            return Err(RangeFault::UnboundedLower(lower));
        }
        let from = whole(lower).ok_or(RangeFault::Lower(lower))?;
        let to = match is_unbounded(upper) {
            true => Bound::Unbounded,
            false => Bound::At(whole(upper).ok_or(RangeFault::Upper(upper))?),
        };
        if matches!(&to, Bound::At(to) if *to < from) {
            return Err(RangeFault::Reversed);
        }
        Ok(Range { lower: from, upper: to })
    }

    /// Parses `occurrences`.
    pub fn occurrences(node: Node<'_>) -> Result<Range, RangeFault<'_>> {
        let range = Range::parse(node)?;
        if range.lower.is_negative() {
            return Err(RangeFault::Negative(node.items().next().unwrap_or(node)));
        }
        Ok(range)
    }

    /// The bounds as numbers; an upper bound of `None` is `UNBOUNDED`. `None` if they are not numbers of elements.
    pub fn counts(&self) -> Option<(u64, Option<u64>)> {
        let upper = match &self.upper {
            Bound::Unbounded => None,
            Bound::At(upper) => Some(upper.to_u64()?),
        };
        Some((self.lower.to_u64()?, upper))
    }

    pub fn contains(&self, number: &Decimal) -> bool {
        *number >= self.lower && self.upper_holds(number)
    }

    /// Returns true if the range includes another.
    pub fn covers(&self, other: &Range) -> bool {
        other.lower >= self.lower && other.upper <= self.upper
    }

    /// Returns true if the count does not exceed the upper bound.
    pub fn allows_at_most(&self, count: usize) -> bool {
        self.upper_holds(&Decimal::from(count as u64))
    }

    /// Returns true if the count reaches the lower bound.
    pub fn is_reached_by(&self, count: usize) -> bool {
        Decimal::from(count as u64) >= self.lower
    }

    fn upper_holds(&self, number: &Decimal) -> bool {
        match &self.upper {
            Bound::Unbounded => true,
            Bound::At(upper) => number <= upper,
        }
    }
}

fn whole(node: Node<'_>) -> Option<Decimal> {
    match node.resolved()? {
        Resolved::Int(_) => Decimal::parse_whole(node.text()?),
        _ => None,
    }
}

fn is_unbounded(node: Node<'_>) -> bool {
    node.text() == Some("UNBOUNDED")
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::parse;

    fn fault(text: &str) -> Option<String> {
        let document = parse(text);
        let fault = Range::occurrences(document.root().unwrap()).err()?;
        Some(format!("{fault:?}").split('(').next().unwrap_or_default().to_owned())
    }

    #[test]
    fn ranges_are_two_bounds_in_order() {
        for good in ["[0, 1]", "[1, 1]", "[0, UNBOUNDED]", "[0x1, 0o17]", "[0, 99999999999999999999999]"] {
            assert_eq!(fault(good), None, "{good}");
        }
        for (bad, why) in [
            ("[1]", "NotTwo"),
            ("[1, 2, 3]", "NotTwo"),
            ("1", "NotTwo"),
            ("[a, 1]", "Lower"),
            ("['1', 1]", "Lower"),
            ("[1, 1.5]", "Upper"),
            ("[1, unbounded]", "Upper"),
            ("[UNBOUNDED, 1]", "UnboundedLower"),
            ("[2, 1]", "Reversed"),
            ("[-1, 1]", "Negative"),
        ] {
            assert_eq!(fault(bad).as_deref(), Some(why), "{bad}");
        }
    }

    #[test]
    fn bounds_belong_to_the_range() {
        let range = |text: &str| Range::parse(parse(text).root().unwrap()).unwrap();
        let some = range("[1, 3]");
        assert!(some.contains(&Decimal::from(1)) && some.contains(&Decimal::from(3)));
        assert!(!some.contains(&Decimal::from(0)) && !some.contains(&Decimal::from(4)));
        assert!(range("[0, UNBOUNDED]").covers(&some) && !some.covers(&range("[1, UNBOUNDED]")));
        assert!(
            some.is_reached_by(1)
                && !some.is_reached_by(0)
                && some.allows_at_most(3)
                && !some.allows_at_most(4)
        );
    }
}
