//! `version`: `<major>.<minor>[.<fix>[.<qualifier>[-<build>]]]`, kept as written: `14.10` differs from `14.1`.

use std::cmp::Ordering;

use super::decimal::Decimal;

/// A version. Versions with equal numbers and different qualifiers are unordered.
#[derive(Clone, Debug)]
pub struct Version<'t> {
    numbers: [Decimal; 3],
    qualifier: Option<&'t str>,
    build: Option<Decimal>,
}

/// Reason why a text is not a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VersionFault {
    #[error("missing minor version, as in `1.0`")]
    NoMinor,
    #[error("invalid format; valid forms are `1.0`, `1.0.2`, `1.0.2.beta` and `1.0.2.beta-3`")]
    Malformed,
    #[error("missing fix version before the qualifier, as in `1.0.0.beta`")]
    QualifierWithoutFix,
    #[error("a build version is a number after a qualifier, as in `1.0.0.beta-3`")]
    Build,
    #[error("version zero cannot have a qualifier")]
    ZeroWithQualifier,
}

impl<'t> Version<'t> {
    pub fn parse(text: &'t str) -> Result<Version<'t>, VersionFault> {
        if text == "0" {
            return Ok(Version { numbers: [0, 0, 0].map(Decimal::from), qualifier: None, build: None });
        }
        let mut parts = text.splitn(4, '.');
        let major = number(parts.next().unwrap_or_default()).ok_or(VersionFault::Malformed)?;
        let minor = parts.next().ok_or(VersionFault::NoMinor)?;
        let minor = number(minor).ok_or_else(|| fault_of(minor))?;
        let fix = match parts.next() {
            Some(fix) => number(fix).ok_or_else(|| fault_of(fix))?,
            None => Decimal::from(0),
        };
        let (qualifier, build) = match parts.next() {
            None => (None, None),
            Some(rest) => {
                let (qualifier, build) = match rest.rsplit_once('-') {
                    Some((qualifier, build)) => (qualifier, Some(number(build).ok_or(VersionFault::Build)?)),
                    None => (rest, None),
                };
                if qualifier.is_empty()
                    || !qualifier.chars().all(|character| character.is_alphanumeric() || character == '_')
                {
                    return Err(VersionFault::Malformed);
                }
                (Some(qualifier), build)
            }
        };
        let version = Version { numbers: [major, minor, fix], qualifier, build };
        if version.is_none() && version.qualifier.is_some() {
            return Err(VersionFault::ZeroWithQualifier);
        }
        Ok(version)
    }

    /// Returns true for `0`, `0.0` and `0.0.0`, which mean no version.
    pub fn is_none(&self) -> bool {
        self.numbers.iter().all(Decimal::is_zero)
    }
}

/// Fault of a part that is not a number.
fn fault_of(part: &str) -> VersionFault {
    match part.split_once('-') {
        Some((before, _)) if number(before).is_some() => VersionFault::Build,
        _ if part.starts_with(|character: char| character.is_ascii_alphabetic()) => {
            VersionFault::QualifierWithoutFix
        }
        _ => VersionFault::Malformed,
    }
}

fn number(text: &str) -> Option<Decimal> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| Decimal::parse_whole(text)).flatten()
}

impl PartialEq for Version<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Version<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let numbers = self.numbers.cmp(&other.numbers);
        if numbers != Ordering::Equal {
            return Some(numbers);
        }
        match (self.qualifier, other.qualifier) {
            (None, None) => Some(Ordering::Equal),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            // A version without a build precedes those with one.
            (Some(own), Some(others)) if own == others => Some(self.build.cmp(&other.build)),
            (Some(_), Some(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn version(text: &str) -> Version<'_> {
        Version::parse(text).unwrap_or_else(|fault| panic!("{text} {fault}"))
    }

    #[test]
    fn versions_are_ordered_by_numbers_then_qualifier_then_build() {
        let line =
            ["0", "1.9", "1.10", "1.10.1.beta", "1.10.1.beta-2", "1.10.1.beta-10", "1.10.1", "2.0", "12.04"];
        for (at, less) in line.iter().enumerate() {
            for more in &line[at + 1..] {
                assert!(version(less) < version(more), "{less} {more}");
                assert!(version(more) > version(less), "{less} {more}");
            }
        }
        assert_eq!(version("1.2"), version("1.2.0"));
        assert_eq!(version("1.02"), version("1.2"));
        assert_ne!(version("14.1"), version("14.10"));
        assert_eq!(version("1.0.0.alpha").partial_cmp(&version("1.0.0.beta")), None);
        assert!(version("0.0.0").is_none());
    }

    #[test]
    fn an_invalid_version_has_a_reason() {
        for (text, fault) in [
            ("1", VersionFault::NoMinor),
            ("", VersionFault::Malformed),
            ("v1.0", VersionFault::Malformed),
            ("1.", VersionFault::Malformed),
            ("1.x", VersionFault::QualifierWithoutFix),
            ("1.0.beta", VersionFault::QualifierWithoutFix),
            ("1.0-3", VersionFault::Build),
            ("1.0.0-SNAPSHOT", VersionFault::Build),
            ("1.0.0.beta-x", VersionFault::Build),
            ("1.0.0.", VersionFault::Malformed),
            ("1.0.0.a.b", VersionFault::Malformed),
            ("-1.0", VersionFault::Malformed),
            ("0.0.0.beta", VersionFault::ZeroWithQualifier),
        ] {
            assert_eq!(Version::parse(text).err(), Some(fault), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in ".{0,30}") {
            let _ = Version::parse(&text);
        }

        #[test]
        fn the_order_is_the_same_from_both_sides(
            a in "[0-2]\\.[0-2](\\.[0-2](\\.[ab](-[0-2])?)?)?",
            b in "[0-2]\\.[0-2](\\.[0-2](\\.[ab](-[0-2])?)?)?",
        ) {
            if let (Ok(a), Ok(b)) = (Version::parse(&a), Version::parse(&b)) {
                prop_assert_eq!(a.partial_cmp(&b), b.partial_cmp(&a).map(Ordering::reverse));
                prop_assert_eq!(a.partial_cmp(&a), Some(Ordering::Equal));
            }
        }
    }
}
