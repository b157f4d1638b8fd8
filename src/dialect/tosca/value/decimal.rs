//! Exact decimal numbers: no value passes through a float, so that `0.1`, `1e400` and twenty-digit ids keep their order.

use std::cmp::Ordering;

/// An exact decimal number: `0.d₁d₂d₃… × 10^point`, without leading or trailing zero digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// Digits 0 to 9; empty for zero.
    digits: Digits,
    point: i64,
}

/// Digit storage. Most numbers are short and need no allocation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Digits {
    /// Length, and the digits with trailing zeros.
    Few(u8, [u8; FEW]),
    /// Longer numbers.
    Many(Box<[u8]>),
}

const FEW: usize = 22;

impl Digits {
    fn of(digits: &[u8]) -> Digits {
        if digits.len() > FEW {
            return Digits::Many(digits.into());
        }
        let mut few = [0; FEW];
        few[..digits.len()].copy_from_slice(digits);
        Digits::Few(digits.len() as u8, few)
    }
}

impl std::ops::Deref for Digits {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Digits::Few(len, digits) => &digits[..usize::from(*len)],
            Digits::Many(digits) => digits,
        }
    }
}

impl Decimal {
    /// Parses `[+-]? digits ('.' digits?)? ([eE] [+-]? digits)?`. Digits before or after the point can be missing, but not both.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (negative, unsigned) = sign(text);
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], exponent(&unsigned[at + 1..])?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        read([whole, fraction], |digits| {
            Decimal::of(negative, digits, (whole.len() as i64).saturating_add(exponent))
        })
    }

    /// Parses an integer: `[+-]?[0-9]+`, `0o17`, `0x1F`.
    pub fn parse_whole(text: &str) -> Option<Decimal> {
        let bases = [("0o", 8), ("0x", 16)].into_iter().filter(|_| text.starts_with('0'));
        for (prefix, radix) in bases {
            if let Some(digits) = text.strip_prefix(prefix) {
                let digits: Option<Vec<u32>> = digits.chars().map(|digit| digit.to_digit(radix)).collect();
                let digits = digits.filter(|digits| !digits.is_empty() && digits.len() <= MAX_DIGITS)?;
                return Some(based(&digits, radix));
            }
        }
        let (negative, unsigned) = sign(text);
        if unsigned.is_empty() {
            return None;
        }
        read([unsigned, ""], |digits| Decimal::of(negative, digits, digits.len() as i64))
    }

    fn of(negative: bool, mut digits: &[u8], mut point: i64) -> Decimal {
        while let [rest @ .., 0] = digits {
            digits = rest;
        }
        while let [0, rest @ ..] = digits {
            digits = rest;
            point = point.saturating_sub(1);
        }
        if digits.is_empty() {
            return Decimal { negative: false, digits: Digits::of(&[]), point: 0 };
        }
        Decimal { negative, digits: Digits::of(digits), point }
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns true for an integer.
    pub fn is_whole(&self) -> bool {
        self.digits.len() as i64 <= self.point || self.is_zero()
    }

    /// The value as `u64`, if it is an integer and fits.
    pub fn to_u64(&self) -> Option<u64> {
        if self.is_zero() {
            return Some(0);
        }
        if self.negative || !self.is_whole() || self.point > 20 {
            return None;
        }
        let places = self.point as usize;
        let digits = self.digits.iter().copied().chain(std::iter::repeat(0)).take(places);
        digits
            .into_iter()
            .try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(u64::from(digit)))
    }

    /// Multiplies by an integer and a power of ten.
    #[must_use]
    pub fn scaled(&self, by: u64, tens: i64) -> Decimal {
        if self.is_zero() || by == 0 {
            return Decimal::of(false, &[], 0);
        }
        if by == 1 {
            return Decimal { point: self.point.saturating_add(tens), ..self.clone() };
        }
        let mut digits = vec![0; self.digits.len() + 20];
        let mut carry = 0_u128;
        for at in (0..digits.len()).rev() {
            let own = at.checked_sub(20).map_or(0, |at| u128::from(self.digits[at]));
            let sum = own * u128::from(by) + carry;
            digits[at] = (sum % 10) as u8;
            carry = sum / 10;
        }
        Decimal::of(self.negative, &digits, self.point.saturating_add(20).saturating_add(tens))
    }
}

/// Maximum number of digits in another base.
const MAX_DIGITS: usize = 256;

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        let side = |decimal: &Decimal| {
            if decimal.is_zero() {
                0
            } else if decimal.negative {
                -1
            } else {
                1
            }
        };
        side(self).cmp(&side(other)).then_with(|| {
            let size = self.point.cmp(&other.point).then_with(|| self.digits.cmp(&other.digits));
            if self.negative { size.reverse() } else { size }
        })
    }
}

impl From<u64> for Decimal {
    fn from(value: u64) -> Decimal {
        let (mut digits, mut from, mut rest) = ([0; 20], 20, value);
        while rest > 0 {
            from -= 1;
            digits[from] = (rest % 10) as u8;
            rest /= 10;
        }
        Decimal::of(false, &digits[from..], (20 - from) as i64)
    }
}

/// Applies a function to the digits of two texts; `None` if they are not digits.
fn read<T>(texts: [&str; 2], make: impl FnOnce(&[u8]) -> T) -> Option<T> {
    let bytes = || texts.iter().flat_map(|text| text.bytes());
    if !bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let len = texts[0].len() + texts[1].len();
    let (mut few, mut many) = ([0; FEW], Vec::new());
    let digits = match few.get_mut(..len) {
        Some(few) => few,
        None => {
            many.resize(len, 0);
            many.as_mut_slice()
        }
    };
    for (digit, byte) in digits.iter_mut().zip(bytes()) {
        *digit = byte - b'0';
    }
    Some(make(digits))
}

fn sign(text: &str) -> (bool, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// Exponent, saturated beyond any comparable number.
fn exponent(text: &str) -> Option<i64> {
    let (negative, digits) = sign(text);
    if digits.is_empty() {
        return None;
    }
    let size = digits.bytes().try_fold(0_i64, |value, byte| {
        Some(value.saturating_mul(10).saturating_add(i64::from(digit(byte)?)).min(i64::MAX / 4))
    })?;
    Some(if negative { -size } else { size })
}

fn based(digits: &[u32], radix: u32) -> Decimal {
    let mut decimal: Vec<u8> = vec![0];
    for digit in digits {
        let mut carry = *digit;
        for place in decimal.iter_mut().rev() {
            carry += u32::from(*place) * radix;
            *place = (carry % 10) as u8;
            carry /= 10;
        }
        while carry > 0 {
            decimal.insert(0, (carry % 10) as u8);
            carry /= 10;
        }
    }
    let point = decimal.len() as i64;
    Decimal::of(false, &decimal, point)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    #[test]
    fn equal_numbers_are_equal_however_they_are_written() {
        for (one, other) in [
            ("1", "1.0"),
            ("1", "01"),
            ("-0", "0"),
            ("1e3", "1000"),
            (".5", "0.50"),
            ("5e-1", "0.5"),
            ("+7", "7."),
            ("0e99", "0"),
            ("0.0001e4", "1"),
        ] {
            assert_eq!(number(one), number(other), "{one} {other}");
        }
        let whole = |text: &str| Decimal::parse_whole(text).unwrap();
        assert_eq!(whole("0o17"), number("15"));
        assert_eq!(whole("0x1F"), number("31"));
        assert_eq!(whole("0xFFFFFFFFFFFFFFFFFF"), number("4722366482869645213695"));
    }

    #[test]
    fn what_a_float_would_blur_stays_apart() {
        for (less, more) in [
            ("9007199254740992", "9007199254740993"),
            ("0.30000000000000000", "0.30000000000000004"),
            ("1e400", "1e401"),
            ("-2", "-1"),
            ("-1", "0.0"),
            ("1e-400", "2e-400"),
            ("9", "10"),
            ("0.09", "0.1"),
            ("1e99999999999999999998", "1"),
        ] {
            if less.contains("99999999999999999998") {
                assert!(number(more) < number(less), "an exponent without end is a large one");
                continue;
            }
            assert!(number(less) < number(more), "{less} {more}");
        }
    }

    #[test]
    fn other_texts_are_not_numbers() {
        for text in ["", "-", ".", "1e", "e1", "1.2.3", "1_000", "0x", "a", "1 ", "--1", "1e1.5"] {
            assert_eq!(Decimal::parse(text), None, "{text:?}");
        }
        for text in ["", "-", "1.0", "0o8", "0x", "1e3", "0b1"] {
            assert_eq!(Decimal::parse_whole(text), None, "{text:?}");
        }
    }

    #[test]
    fn scaling_is_exact() {
        assert_eq!(number("2").scaled(1_073_741_824, 0), number("2147483648"));
        assert_eq!(number("1.5").scaled(1, -3), number("0.0015"));
        assert_eq!(number("-0.5").scaled(86_400, 0), number("-43200"));
        assert_eq!(number("2147483648").to_u64(), Some(2_147_483_648));
        assert_eq!(number("18446744073709551616").to_u64(), None);
        assert_eq!(number("1.5").to_u64(), None);
        assert_eq!(number("1e18").to_u64(), Some(1_000_000_000_000_000_000));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in ".{0,40}") {
            let _ = (Decimal::parse(&text), Decimal::parse_whole(&text));
        }

        #[test]
        fn order_agrees_with_that_of_integers(a in any::<i64>(), b in any::<i64>(), zeros in 0_usize..5) {
            let written = format!("{b}.{}", "0".repeat(zeros));
            prop_assert_eq!(number(&a.to_string()).cmp(&number(&written)), a.cmp(&b));
        }

        #[test]
        fn scaling_agrees_with_multiplication(a in any::<i32>(), by in any::<u64>()) {
            let product = i128::from(a) * i128::from(by);
            prop_assert_eq!(number(&a.to_string()).scaled(by, 0), number(&product.to_string()));
        }
    }
}
