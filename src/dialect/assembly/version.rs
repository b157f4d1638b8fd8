//! Versions and version ranges: numbers with dots, and ranges in Maven syntax (`[1.0,)`, `(1.0,2.0]`, `[1.0,1.2),(1.3,2.0)`).

use std::cmp::Ordering;

use super::grammar::is_version;

/// A set of versions between two bounds; a missing bound is open.
struct Bounds<'t> {
    low: &'t str,
    includes_low: bool,
    high: &'t str,
    includes_high: bool,
}

/// Returns true if the text is a range: comma-separated sets, each `[a,b)`, `(,b]`, `[a,)` or `[a]`, with at least one bound.
pub fn is_range(text: &str) -> bool {
    sets(text).is_some()
}

/// Returns true if the version is in the range; false if either is malformed.
pub fn is_in_range(version: &str, range: &str) -> bool {
    let includes = |set: &Bounds<'_>| {
        let above = set.low.is_empty()
            || match compare(version, set.low) {
                Ordering::Greater => true,
                Ordering::Equal => set.includes_low,
                Ordering::Less => false,
            };
        let below = set.high.is_empty()
            || match compare(version, set.high) {
                Ordering::Less => true,
                Ordering::Equal => set.includes_high,
                Ordering::Greater => false,
            };
        above && below
    };
    is_version(version) && sets(range).is_some_and(|sets| sets.iter().any(includes))
}

/// Compares versions by their numbers. Zeros at the end do not matter: `1` is `1.0`.
pub fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let (left, right) = (a.next(), b.next());
        if left.is_none() && right.is_none() {
            return Ordering::Equal;
        }
        let digits = |part: Option<&'_ str>| part.unwrap_or("0").trim_start_matches('0').to_owned();
        let (left, right) = (digits(left), digits(right));
        // Without leading zeros the longer number is larger, however long.
        let order = left.len().cmp(&right.len()).then_with(|| left.cmp(&right));
        if order != Ordering::Equal {
            return order;
        }
    }
}

fn sets(text: &str) -> Option<Vec<Bounds<'_>>> {
    let mut rest = text.trim();
    let mut sets = Vec::new();
    loop {
        let inner = rest.strip_prefix(['[', '('])?;
        let end = inner.find([']', ')'])?;
        let (includes_low, includes_high) = (rest.starts_with('['), inner[end..].starts_with(']'));
        let set = match inner[..end].split_once(',') {
            Some((low, high)) => {
                let (low, high) = (low.trim(), high.trim());
                let is_bound = |text: &str| text.is_empty() || is_version(text);
                let fits = is_bound(low) && is_bound(high) && !(low.is_empty() && high.is_empty());
                fits.then_some(Bounds { low, includes_low, high, includes_high })
            }
            None => {
                let exact = inner[..end].trim();
                let fits = includes_low && includes_high && is_version(exact);
                fits.then_some(Bounds { low: exact, includes_low, high: exact, includes_high })
            }
        };
        sets.push(set?);
        rest = inner[end + 1..].trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return rest.is_empty().then_some(sets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_ranges_use_maven_syntax() {
        for good in ["[1.0,)", "(,2.0]", "[1.0]", "[1.0,1.2),(1.3,2.0)", "(1,2)"] {
            assert!(is_range(good), "{good}");
        }
        for bad in ["", "1.0", "[,)", "(1.0)", "[1.0", "[1.0,2.0)x", "[a,b]", "[1.0,2.0),"] {
            assert!(!is_range(bad), "{bad}");
        }
    }

    #[test]
    fn versions_are_in_ranges_by_their_numbers() {
        let inside = |range: &str| {
            let all = ["0.9", "1", "1.0.1", "1.2", "1.10", "2.0", "10"];
            all.into_iter().filter(|version| is_in_range(version, range)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(inside("[1.0,)"), "1 1.0.1 1.2 1.10 2.0 10");
        assert_eq!(inside("(1.0,2.0)"), "1.0.1 1.2 1.10");
        assert_eq!(inside("[1.0]"), "1");
        assert_eq!(inside("(,1.0],[2,)"), "0.9 1 2.0 10");
        assert_eq!(inside("1.0"), "");
        assert!(!is_in_range("x", "[1.0,)"));
        assert_eq!(compare("1.99999999999999999999999999999999999999999", "1.2"), Ordering::Greater);
    }
}
