//! `timestamp`: a date, or a date with a time and an optional offset, in the YAML notations. Timestamps compare as instants.

use std::cmp::Ordering;

/// An instant. Without an offset it is in UTC, as in YAML.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp {
    /// Seconds since 0000-03-01.
    seconds: i64,
    /// Digits after the point, without trailing zeros.
    fraction: Box<str>,
}

impl Timestamp {
    /// Parses `2016-04-04`, `2016-4-4T15:00:00Z`, `2016-04-04 15:00:00.5 +02:00`; dates must exist.
    pub fn parse(text: &str) -> Option<Timestamp> {
        let (date, rest) = match text.find(|character: char| !character.is_ascii_digit() && character != '-')
        {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let mut parts = date.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let dated = year.len() == 4 && parts.next().is_none();
        // A date alone has all digits; before a time, single digits are valid.
        let short = if rest.is_empty() { 2 } else { 1 };
        let number = |text: &str, least: usize| {
            ((least..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()))
                .then(|| text.parse::<i64>().ok())
                .flatten()
        };
        let year = year.parse::<i64>().ok().filter(|_| dated)?;
        let (month, day) = (number(month, short)?, number(day, short)?);
        if !(1..=12).contains(&month) || !(1..=days_of(year, month)).contains(&day) {
            return None;
        }
        let midnight = days(year, month, day) * 86_400;
        if rest.is_empty() {
            return Some(Timestamp { seconds: midnight, fraction: Box::default() });
        }
        let time = rest.strip_prefix(['T', 't']).or_else(|| {
            let time = rest.trim_start_matches([' ', '\t']);
            (time.len() < rest.len()).then_some(time)
        })?;
        let end = time
            .find(|character: char| !character.is_ascii_digit() && character != ':' && character != '.')
            .unwrap_or(time.len());
        let (clock, zone) = time.split_at(end);
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
        let mut parts = clock.split(':');
        let hour = number(parts.next()?, 1).filter(|hour| *hour < 24)?;
        let minute = number(parts.next()?, 2).filter(|minute| *minute < 60)?;
        // A leap second is valid.
        let second = number(parts.next()?, 2).filter(|second| *second <= 60)?;
        if parts.next().is_some() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let offset = offset(zone.trim_start_matches([' ', '\t']))?;
        Some(Timestamp {
            seconds: midnight + hour * 3_600 + minute * 60 + second - offset,
            fraction: fraction.trim_end_matches('0').into(),
        })
    }
}

/// Seconds east of Greenwich: `Z`, `+2`, `-05:30`, or empty.
fn offset(zone: &str) -> Option<i64> {
    if zone.is_empty() || zone == "Z" || zone == "z" {
        return Some(0);
    }
    let (side, rest) = match zone.as_bytes()[0] {
        b'+' => (1, &zone[1..]),
        b'-' => (-1, &zone[1..]),
        _ => return None,
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some((hours, minutes)) => (hours, minutes),
        None if rest.len() == 4 && rest.is_ascii() => rest.split_at(2),
        None => (rest, "00"),
    };
    let number = |text: &str| {
        (!text.is_empty() && text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| text.parse::<i64>().ok())
            .flatten()
    };
    let (hours, minutes) =
        (number(hours)?, number(minutes).filter(|minute| *minute < 60 && minutes.len() == 2)?);
    (hours < 24).then_some(side * (hours * 3_600 + minutes * 60))
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 0000-03-01, in years that begin in March, so that the leap day is last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 1
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        // Fraction digits compare as text.
        self.seconds.cmp(&other.seconds).then_with(|| self.fraction.cmp(&other.fraction))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moment(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap_or_else(|| panic!("{text} is a timestamp"))
    }

    #[test]
    fn moments_are_compared_across_time_zones() {
        let same = [
            "2001-12-14t21:59:43.10-05:00",
            "2001-12-15 2:59:43.10",
            "2001-12-15T02:59:43.1Z",
            "2001-12-14 21:59:43.1 -5",
        ];
        for other in same {
            assert_eq!(moment(same[0]), moment(other), "{other}");
        }
        assert_eq!(moment("2002-12-14"), moment("2002-12-14T00:00:00Z"));
        let line = [
            "1999-12-31",
            "2000-02-28T23:59:60Z",
            "2000-02-29T00:00:00.5",
            "2000-02-29T00:00:00.51",
            "2000-03-01",
            "2001-01-01",
        ];
        for (at, less) in line.iter().enumerate() {
            for more in &line[at + 1..] {
                assert!(moment(less) < moment(more), "{less} {more}");
            }
        }
    }

    #[test]
    fn other_texts_are_not_moments() {
        for text in [
            "",
            "2016",
            "2016-04",
            "2016-4-4",
            "2016-13-01",
            "2015-02-29",
            "2016-04-31",
            "2016-04-04-15T00:00:00Z",
            "2016-04-04T24:00:00",
            "2016-04-04T1:2:3",
            "2016-04-04T10:00",
            "2016-04-04T10:00:00 CET",
            "2016-04-04T10:00:00+25",
            "16-04-04",
            "yesterday",
            "2016-04-04T",
            "2016-04-04X10:00:00",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in "([0-9]{4}-[0-9]{1,2}-[0-9]{1,2})?.{0,20}") {
            let _ = Timestamp::parse(&text);
        }

        #[test]
        fn every_day_is_one_after_the_day_before(year in 1_i64..3000, month in 1_i64..=12, day in 1_i64..=31) {
            prop_assume!(day <= days_of(year, month));
            let next = if day < days_of(year, month) { (year, month, day + 1) }
                else if month < 12 { (year, month + 1, 1) } else { (year + 1, 1, 1) };
            prop_assert_eq!(days(next.0, next.1, next.2), days(year, month, day) + 1);
        }
    }
}
