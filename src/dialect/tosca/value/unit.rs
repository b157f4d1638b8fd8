//! Scalar units: a number with a unit, compared exactly in the base unit.

use std::cmp::Ordering;

use super::decimal::Decimal;

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    Size,
    Time,
    Frequency,
    /// Since 1.3.
    Bitrate,
}

/// A unit of a quantity: its factor to the base unit, as an integer and a power of ten.
#[derive(Debug, PartialEq, Eq)]
pub struct Unit {
    pub name: &'static str,
    times: u64,
    tens: i64,
}

const fn unit(name: &'static str, times: u64, tens: i64) -> Unit {
    Unit { name, times, tens }
}

static SIZES: &[Unit] = &[
    unit("B", 1, 0),
    unit("kB", 1, 3),
    unit("KiB", 1 << 10, 0),
    unit("MB", 1, 6),
    unit("MiB", 1 << 20, 0),
    unit("GB", 1, 9),
    unit("GiB", 1 << 30, 0),
    unit("TB", 1, 12),
    unit("TiB", 1 << 40, 0),
];
static TIMES: &[Unit] = &[
    unit("d", 86_400, 0),
    unit("h", 3_600, 0),
    unit("m", 60, 0),
    unit("s", 1, 0),
    unit("ms", 1, -3),
    unit("us", 1, -6),
    unit("ns", 1, -9),
];
static FREQUENCIES: &[Unit] = &[unit("Hz", 1, 0), unit("kHz", 1, 3), unit("MHz", 1, 6), unit("GHz", 1, 9)];
/// In bits per second: `Bps` is eight of them. Case matters.
static BITRATES: &[Unit] = &[
    unit("bps", 1, 0),
    unit("Kbps", 1, 3),
    unit("Kibps", 1 << 10, 0),
    unit("Mbps", 1, 6),
    unit("Mibps", 1 << 20, 0),
    unit("Gbps", 1, 9),
    unit("Gibps", 1 << 30, 0),
    unit("Tbps", 1, 12),
    unit("Tibps", 1 << 40, 0),
    unit("Bps", 8, 0),
    unit("KBps", 8, 3),
    unit("KiBps", 8 << 10, 0),
    unit("MBps", 8, 6),
    unit("MiBps", 8 << 20, 0),
    unit("GBps", 8, 9),
    unit("GiBps", 8 << 30, 0),
    unit("TBps", 8, 12),
    unit("TiBps", 8 << 40, 0),
];

impl Quantity {
    pub const ALL: [Quantity; 4] = [Quantity::Size, Quantity::Time, Quantity::Frequency, Quantity::Bitrate];

    /// Units in listed order.
    pub fn units(self) -> &'static [Unit] {
        match self {
            Quantity::Size => SIZES,
            Quantity::Time => TIMES,
            Quantity::Frequency => FREQUENCIES,
            Quantity::Bitrate => BITRATES,
        }
    }

    /// Display name: "size".
    pub fn word(self) -> &'static str {
        match self {
            Quantity::Size => "size",
            Quantity::Time => "time",
            Quantity::Frequency => "frequency",
            Quantity::Bitrate => "bitrate",
        }
    }

    fn unit(self, name: &str) -> Option<&'static Unit> {
        let units = self.units();
        units.iter().find(|unit| unit.name == name).or_else(|| {
            units.iter().find(|unit| self != Quantity::Bitrate && unit.name.eq_ignore_ascii_case(name))
        })
    }
}

/// An amount: `10 GB`.
#[derive(Clone, Debug)]
pub struct ScalarUnit<'t> {
    pub quantity: Quantity,
    pub unit: &'static Unit,
    /// The unit as written, in any case.
    pub written: &'t str,
    /// Amount in the base unit.
    pub amount: Decimal,
}

/// Reason why a text is not a scalar unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitFault<'t> {
    NoScalar,
    NoUnit,
    /// The unit is unknown for this quantity, or belongs to another one.
    UnknownUnit(&'t str, Option<Quantity>),
}

impl<'t> ScalarUnit<'t> {
    pub fn parse(text: &'t str, quantity: Quantity) -> Result<ScalarUnit<'t>, UnitFault<'t>> {
        let text = text.trim();
        let (scalar, written) = split(text).ok_or(UnitFault::NoScalar)?;
        if written.is_empty() {
            return Err(UnitFault::NoUnit);
        }
        let Some(unit) = quantity.unit(written) else {
            let other = Quantity::ALL.into_iter().find(|quantity| quantity.unit(written).is_some());
            return Err(UnitFault::UnknownUnit(written, other));
        };
        Ok(ScalarUnit { quantity, unit, written, amount: scalar.scaled(unit.times, unit.tens) })
    }

    /// Returns true if the unit is written in another case.
    pub fn is_respelt(&self) -> bool {
        self.unit.name != self.written
    }
}

/// Splits the longest leading number from the unit: the `e` of `1e` is a unit, that of `1e3` is not.
fn split(text: &str) -> Option<(Decimal, &str)> {
    let number =
        |character: char| character.is_ascii_digit() || matches!(character, '.' | '+' | '-' | 'e' | 'E');
    let longest = text.find(|character| !number(character)).unwrap_or(text.len());
    (1..=longest).rev().find_map(|end| {
        let scalar = Decimal::parse(&text[..end])?;
        Some((scalar, text[end..].trim_start()))
    })
}

impl PartialEq for ScalarUnit<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for ScalarUnit<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.quantity == other.quantity).then(|| self.amount.cmp(&other.amount))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn size(text: &str) -> ScalarUnit<'_> {
        ScalarUnit::parse(text, Quantity::Size).unwrap_or_else(|fault| panic!("{text} {fault:?}"))
    }

    #[test]
    fn amounts_are_compared_in_the_base_unit() {
        assert!(size("2048 MB") < size("2 GiB"));
        assert_eq!(size("10GB"), size("10   GB"));
        assert_eq!(size("1 KiB"), size("1024 B"));
        assert_eq!(size("0.5 TB"), size("500 gb"));
        assert_eq!(size("1e3 B"), size("1 kb"));
        let time = |text| ScalarUnit::parse(text, Quantity::Time).unwrap();
        assert_eq!(time("1 d"), time("86400 s"));
        assert_eq!(time("1 ms"), time("1000us"));
        assert!(time("1 ns") < time("0.001 ms"));
        let frequency = |text| ScalarUnit::parse(text, Quantity::Frequency).unwrap();
        assert_eq!(frequency("2.4 GHz"), frequency("2400 MHz"));
        let bitrate = |text| ScalarUnit::parse(text, Quantity::Bitrate).unwrap();
        assert_eq!(bitrate("1 Bps"), bitrate("8 bps"));
        assert_eq!(size("1 GB").partial_cmp(&time("1 s")), None);
    }

    #[test]
    fn another_case_than_the_listed_one_is_reported() {
        assert!(size("1 gb").is_respelt());
        assert!(!size("1 kB").is_respelt());
        assert_eq!(
            ScalarUnit::parse("1 kbps", Quantity::Bitrate).err(),
            Some(UnitFault::UnknownUnit("kbps", None))
        );
    }

    #[test]
    fn an_invalid_amount_has_a_reason() {
        for (text, fault) in [
            ("10", UnitFault::NoUnit),
            ("GB", UnitFault::NoScalar),
            ("", UnitFault::NoScalar),
            ("ten GB", UnitFault::NoScalar),
            ("1e", UnitFault::UnknownUnit("e", None)),
            ("60 sec", UnitFault::UnknownUnit("sec", None)),
            ("5 s", UnitFault::UnknownUnit("s", Some(Quantity::Time))),
            ("1 GB x", UnitFault::UnknownUnit("GB x", None)),
        ] {
            assert_eq!(ScalarUnit::parse(text, Quantity::Size).err(), Some(fault), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in ".{0,30}") {
            for quantity in Quantity::ALL {
                let _ = ScalarUnit::parse(&text, quantity);
            }
        }

        #[test]
        fn the_order_of_one_unit_is_that_of_its_scalars(a in any::<i32>(), b in any::<i32>(), at in 0_usize..9) {
            let name = SIZES[at].name;
            let (a_text, b_text) = (format!("{a}{name}"), format!("{b} {name}"));
            prop_assert_eq!(size(&a_text).partial_cmp(&size(&b_text)), Some(a.cmp(&b)));
        }
    }
}
