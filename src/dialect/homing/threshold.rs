//! Thresholds such as `< 100 km`: parses them as HAS does, which is stricter than the specification guide, and classifies errors. Independent of YAML.

use std::fmt;

/// Comparison of a measured value with the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

/// The measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Distance,
    Time,
    Throughput,
    Currency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdUnit {
    Km,
    Mi,
    Ms,
    Sec,
    Kbps,
    Mbps,
    Gbps,
    Usd,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    Number(f64),
    Range(f64, f64),
}

/// A parsed threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    pub operator: Operator,
    pub bound: Bound,
    pub unit: ThresholdUnit,
}

/// Reason why HAS rejects a threshold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThresholdError {
    /// Missing spaces between parts, with the corrected text.
    MissingSpaces {
        fixed: String,
    },
    Operator {
        written: String,
        suggestion: Option<Operator>,
    },
    /// Unknown unit, with the unit that was probably intended.
    Unit {
        written: String,
        suggestion: Option<ThresholdUnit>,
    },
    /// A unit of another quantity.
    WrongQuantity {
        unit: ThresholdUnit,
    },
    /// The number 0, alone or as a bound of a range.
    Zero,
    /// A range allows only `=` or no operator.
    RangeOperator {
        operator: Operator,
    },
    /// Spaces around the hyphen, with the corrected text.
    RangeSpaces {
        fixed: String,
    },
    /// The first bound of a range is the larger one.
    DescendingRange,
    /// No number, or an unexpected part.
    MissingNumber {
        part: String,
    },
}

pub const OPERATORS: [Operator; 5] =
    [Operator::Less, Operator::AtMost, Operator::Greater, Operator::AtLeast, Operator::Equal];
const UNITS: [ThresholdUnit; 8] = [
    ThresholdUnit::Km,
    ThresholdUnit::Mi,
    ThresholdUnit::Ms,
    ThresholdUnit::Sec,
    ThresholdUnit::Kbps,
    ThresholdUnit::Mbps,
    ThresholdUnit::Gbps,
    ThresholdUnit::Usd,
];

impl Operator {
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Equal => "=",
            Operator::Less => "<",
            Operator::Greater => ">",
            Operator::AtMost => "<=",
            Operator::AtLeast => ">=",
        }
    }

    fn from_symbol(text: &str) -> Option<Operator> {
        OPERATORS.into_iter().find(|operator| operator.symbol() == text)
    }

    pub fn holds(self, value: f64, bound: f64) -> bool {
        match self {
            Operator::Equal => value == bound,
            Operator::Less => value < bound,
            Operator::Greater => value > bound,
            Operator::AtMost => value <= bound,
            Operator::AtLeast => value >= bound,
        }
    }
}

impl ThresholdUnit {
    pub fn symbol(self) -> &'static str {
        match self {
            ThresholdUnit::Km => "km",
            ThresholdUnit::Mi => "mi",
            ThresholdUnit::Ms => "ms",
            ThresholdUnit::Sec => "sec",
            ThresholdUnit::Kbps => "Kbps",
            ThresholdUnit::Mbps => "Mbps",
            ThresholdUnit::Gbps => "Gbps",
            ThresholdUnit::Usd => "USD",
        }
    }

    pub fn quantity(self) -> Quantity {
        match self {
            ThresholdUnit::Km | ThresholdUnit::Mi => Quantity::Distance,
            ThresholdUnit::Ms | ThresholdUnit::Sec => Quantity::Time,
            ThresholdUnit::Kbps | ThresholdUnit::Mbps | ThresholdUnit::Gbps => Quantity::Throughput,
            ThresholdUnit::Usd => Quantity::Currency,
        }
    }

    /// Conversion factor to the default unit: kilometers, milliseconds, megabits per second, dollars.
    pub fn factor(self) -> f64 {
        match self {
            ThresholdUnit::Km | ThresholdUnit::Ms | ThresholdUnit::Mbps | ThresholdUnit::Usd => 1.0,
            ThresholdUnit::Mi => 1.609_344,
            ThresholdUnit::Sec | ThresholdUnit::Gbps => 1000.0,
            ThresholdUnit::Kbps => 0.001,
        }
    }
}

impl Quantity {
    /// The units of the quantity, the default first.
    pub fn units(self) -> &'static [ThresholdUnit] {
        match self {
            Quantity::Distance => &[ThresholdUnit::Km, ThresholdUnit::Mi],
            Quantity::Time => &[ThresholdUnit::Ms, ThresholdUnit::Sec],
            Quantity::Throughput => &[ThresholdUnit::Mbps, ThresholdUnit::Kbps, ThresholdUnit::Gbps],
            Quantity::Currency => &[ThresholdUnit::Usd],
        }
    }
}

impl Threshold {
    /// Returns true if a value in the default unit satisfies it. As in HAS, nothing equals a range.
    pub fn holds(&self, value: f64) -> bool {
        match self.bound {
            Bound::Number(number) => self.operator.holds(value, number * self.unit.factor()),
            Bound::Range(..) => false,
        }
    }

    /// The values that satisfy it, in the default unit: lower and upper bound, and whether each is inclusive.
    pub fn interval(&self) -> ((f64, bool), (f64, bool)) {
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        match self.bound {
            Bound::Range(low, high) => ((low * self.unit.factor(), true), (high * self.unit.factor(), true)),
            Bound::Number(number) => {
                let at = number * self.unit.factor();
                match self.operator {
                    Operator::Equal => ((at, true), (at, true)),
                    Operator::Less => ((all.0, false), (at, false)),
                    Operator::AtMost => ((all.0, false), (at, true)),
                    Operator::Greater => ((at, false), (all.1, false)),
                    Operator::AtLeast => ((at, true), (all.1, false)),
                }
            }
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bound {
            Bound::Number(number) => {
                write!(f, "{} {number} {}", self.operator.symbol(), self.unit.symbol())
            }
            Bound::Range(low, high) => write!(f, "{low}-{high} {}", self.unit.symbol()),
        }
    }
}

/// Parses a threshold of a quantity.
pub fn parse(text: &str, quantity: Quantity) -> Result<Threshold, ThresholdError> {
    let (mut operator, mut bound, mut unit) = (None, None, None);
    let parts: Vec<&str> = text.split_whitespace().collect();
    if let Some(fixed) = joined_range(&parts) {
        return Err(ThresholdError::RangeSpaces { fixed });
    }
    for part in &parts {
        if let (Some(found), None) = (Operator::from_symbol(part), operator) {
            operator = Some(found);
        } else if let (Some(found), None) = (range(part), bound) {
            let (low, high) = found;
            if low == 0.0 || high == 0.0 {
                return Err(ThresholdError::Zero);
            }
            if low > high {
                return Err(ThresholdError::DescendingRange);
            }
            bound = Some(Bound::Range(low, high));
        } else if let (Some(number), None) = (number(part), bound) {
            if number == 0.0 {
                return Err(ThresholdError::Zero);
            }
            bound = Some(Bound::Number(number));
        } else if let (Some(found), None) = (parse_unit(part), unit) {
            if found.quantity() != quantity {
                return Err(ThresholdError::WrongQuantity { unit: found });
            }
            unit = Some(found);
        } else {
            return Err(classify_error(text, part, quantity));
        }
    }
    let Some(bound) = bound else {
        return Err(ThresholdError::MissingNumber { part: text.trim().to_owned() });
    };
    match (operator, bound) {
        (Some(operator), Bound::Range(..)) if operator != Operator::Equal => {
            Err(ThresholdError::RangeOperator { operator })
        }
        _ => Ok(Threshold {
            operator: operator.unwrap_or(Operator::Equal),
            bound,
            unit: unit.unwrap_or(quantity.units()[0]),
        }),
    }
}

fn parse_unit(text: &str) -> Option<ThresholdUnit> {
    UNITS.into_iter().find(|unit| unit.symbol() == text)
}

/// A number in Python syntax, as HAS reads it.
fn number(text: &str) -> Option<f64> {
    let unsigned = text.trim_start_matches(['-', '+']).to_ascii_lowercase();
    let numeric = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let named = matches!(unsigned.as_str(), "inf" | "infinity");
    if !numeric && !named {
        return None;
    }
    text.parse().ok()
}

/// `10-20`, digits with at most one dot on either side.
fn range(text: &str) -> Option<(f64, f64)> {
    let (low, high) = text.split_once('-')?;
    let plain = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && text.bytes().any(|byte| byte.is_ascii_digit())
    };
    if !plain(low) || !plain(high) {
        return None;
    }
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// `10 - 20 km` without the spaces in the range.
fn joined_range(parts: &[&str]) -> Option<String> {
    let at =
        parts.iter().position(|part| part.contains('-') && (part.starts_with('-') || part.ends_with('-')))?;
    let before = at.checked_sub(1).and_then(|at| parts.get(at)).filter(|part| number(part).is_some());
    let part = parts[at];
    let (from, to) = match (part, before) {
        ("-", Some(_)) => (at - 1, at + 2),
        (_, Some(_)) if part.starts_with('-') => (at - 1, at + 1),
        (_, _) if part.ends_with('-') && part.len() > 1 => (at, at + 2),
        _ => return None,
    };
    let joined = parts.get(from..to)?.concat();
    range(&joined)?;
    let around = parts[..from].iter().copied().chain([joined.as_str()]).chain(parts[to..].iter().copied());
    Some(around.collect::<Vec<_>>().join(" "))
}

fn classify_error(text: &str, part: &str, quantity: Quantity) -> ThresholdError {
    let signs: String = part.chars().take_while(|c| "<>=!~".contains(*c)).collect();
    let rest = &part[signs.len()..];
    let differs = |fixed: &String| fixed.as_str() != text.trim();
    if let Some(fixed) = with_spaces(text).filter(differs).filter(|fixed| parse(fixed, quantity).is_ok()) {
        return ThresholdError::MissingSpaces { fixed };
    }
    if !signs.is_empty() {
        let suggestion = match signs.as_str() {
            "==" => Some(Operator::Equal),
            "=<" => Some(Operator::AtMost),
            "=>" => Some(Operator::AtLeast),
            _ => None,
        };
        if rest.is_empty() || number(rest).is_none() {
            return ThresholdError::Operator { written: signs, suggestion };
        }
    }
    let letters = part.trim_start_matches(|c: char| c.is_ascii_digit() || ".<>=-+".contains(c));
    // A unit where the number belongs.
    let is_unit = UNITS.into_iter().any(|unit| unit.symbol() == part && unit.quantity() == quantity);
    if !is_unit && letters.chars().all(|c| c.is_ascii_alphabetic() || c == '/') && !letters.is_empty() {
        let suggestion = match letters.to_ascii_lowercase().as_str() {
            "km" | "kms" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => Some(ThresholdUnit::Km),
            "mi" | "mile" | "miles" => Some(ThresholdUnit::Mi),
            "ms" | "msec" | "milliseconds" => Some(ThresholdUnit::Ms),
            "s" | "sec" | "secs" | "second" | "seconds" => Some(ThresholdUnit::Sec),
            "kbps" | "kbit/s" => Some(ThresholdUnit::Kbps),
            "mbps" | "mbit/s" => Some(ThresholdUnit::Mbps),
            "gbps" | "gbit/s" => Some(ThresholdUnit::Gbps),
            "usd" => Some(ThresholdUnit::Usd),
            _ => None,
        };
        return ThresholdError::Unit { written: letters.to_owned(), suggestion };
    }
    ThresholdError::MissingNumber { part: part.to_owned() }
}

/// The text with spaces between its operator, number and unit.
fn with_spaces(text: &str) -> Option<String> {
    let text = text.trim();
    let signs = text.len() - text.trim_start_matches(['<', '>', '=']).len();
    let rest = text[signs..].trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(rest.len());
    let (number, unit) = (&rest[..end], rest[end..].trim());
    if number.is_empty() {
        return None;
    }
    let parts = [&text[..signs], number, unit];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let parsed = match parse(text, Quantity::Distance) {
            Ok(threshold) => threshold.to_string(),
            Err(fault) => format!("{fault:?}"),
        };
        assert_eq!(parsed, expected, "{text}");
    }

    #[test]
    fn valid_thresholds_are_parsed() {
        check("< 100 km", "< 100 km");
        check(">= 5", ">= 5 km");
        check("100 mi", "= 100 mi");
        check("10-20 km", "10-20 km");
        check("= 10-20", "10-20 km");
        check("> 1e3 km", "> 1000 km");
        check("< inf km", "< inf km");
        check("< -5 km", "< -5 km");
    }

    #[test]
    fn errors_contain_the_corrected_text() {
        check("<100 km", "MissingSpaces { fixed: \"< 100 km\" }");
        check("100km", "MissingSpaces { fixed: \"100 km\" }");
        check("!= 5 km", "Operator { written: \"!=\", suggestion: None }");
        check("=< 5 km", "Operator { written: \"=<\", suggestion: Some(AtMost) }");
        check("< 5 KM", "Unit { written: \"KM\", suggestion: Some(Km) }");
        check("< 5 ms", "WrongQuantity { unit: Ms }");
        check("> 0 km", "Zero");
        check("0-10 km", "Zero");
        check("20-10 km", "DescendingRange");
        check("< 10-20 km", "RangeOperator { operator: Less }");
        check("10 - 20 km", "RangeSpaces { fixed: \"10-20 km\" }");
        check("km", "MissingNumber { part: \"km\" }");
        check("", "MissingNumber { part: \"\" }");
        check("< 5 km 7", "MissingNumber { part: \"7\" }");
        check("> km km", "MissingNumber { part: \"km\" }");
    }

    #[test]
    fn units_are_converted() {
        let threshold = parse("< 5 mi", Quantity::Distance).unwrap();
        assert!(threshold.holds(8.0) && !threshold.holds(8.1));
        assert!(!parse("10-20 km", Quantity::Distance).unwrap().holds(15.0));
        assert_eq!(parse("<= 2 sec", Quantity::Time).unwrap().interval().1, (2000.0, true));
    }
}
