//! Constraint clauses: the twelve operators, the types that they apply to, their operands, and evaluation. A scalar means `equal`.

use std::cmp::Ordering;

use super::literal::{Literal, Misfit, read, same};
use super::pattern::{Pattern, PatternFault};
use super::primitive::Primitive;
use crate::operator::Operator;
use limn_yaml::{Node, Resolved};

impl Operator {
    /// Returns true if the operator applies to a type; `None`: a complex data type.
    pub fn applies_to(self, primitive: Option<Primitive>) -> bool {
        match self {
            Operator::Equal | Operator::ValidValues => true,
            Operator::GreaterThan | Operator::GreaterOrEqual | Operator::LessThan | Operator::LessOrEqual => {
                primitive.is_some_and(Primitive::is_comparable)
            }
            Operator::InRange => {
                primitive.is_some_and(|primitive| primitive.is_comparable() || primitive == Primitive::Range)
            }
            Operator::Length | Operator::MinLength | Operator::MaxLength => {
                primitive.is_some_and(Primitive::has_length)
            }
            Operator::Pattern => primitive == Some(Primitive::String),
            // JSON and XML are strings; some documents use it on a map.
            Operator::Schema => matches!(primitive, Some(Primitive::String | Primitive::Map) | None),
        }
    }
}

/// A clause as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clause<'d> {
    pub operator: Operator,
    pub operand: Node<'d>,
    /// The whole clause.
    pub node: Node<'d>,
}

/// Reason why a node is not a clause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClauseFault<'d> {
    /// Unknown operator, with its key.
    Unknown(Node<'d>),
    /// Several operators, or none.
    Crowded(Node<'d>),
    /// A list instead of a clause.
    Shape(Node<'d>),
}

/// Clauses of `constraints`: a list, or leniently a single mapping.
pub fn clauses(node: Node<'_>) -> Vec<Result<Clause<'_>, ClauseFault<'_>>> {
    let node = node.resolve();
    if node.is_sequence() {
        return node.items().map(clause).collect();
    }
    if node.is_mapping() {
        return node.entries().map(|entry| of_entry(entry.key, entry.value, node)).collect();
    }
    Vec::new()
}

/// A clause: a mapping with one operator, or a scalar for `equal`.
fn clause(node: Node<'_>) -> Result<Clause<'_>, ClauseFault<'_>> {
    let node = node.resolve();
    if node.is_sequence() {
        return Err(ClauseFault::Shape(node));
    }
    if !node.is_mapping() {
        return Ok(Clause { operator: Operator::Equal, operand: node, node });
    }
    let mut entries = node.entries();
    match (entries.next(), entries.next()) {
        (Some(entry), None) => of_entry(entry.key, entry.value, node),
        _ => Err(ClauseFault::Crowded(node)),
    }
}

fn of_entry<'d>(key: Node<'d>, operand: Node<'d>, node: Node<'d>) -> Result<Clause<'d>, ClauseFault<'d>> {
    let operator = key.text().and_then(Operator::named).ok_or(ClauseFault::Unknown(key))?;
    Ok(Clause { operator, operand: operand.resolve(), node })
}

/// A clause compiled for a type.
#[derive(Clone, Debug)]
pub struct Constraint<'d> {
    pub clause: Clause<'d>,
    ready: Ready<'d>,
}

/// A compiled operand.
#[derive(Clone, Debug)]
enum Ready<'d> {
    One(Literal<'d>),
    /// Two bounds; an upper bound of `None` is unbounded.
    Between(Literal<'d>, Option<Literal<'d>>),
    Values(Vec<Literal<'d>>),
    Length(u64),
    Pattern(Pattern),
    /// Compared as written: lists, mappings and complex data types.
    AsWritten,
    /// Not evaluated: the operand is invalid, or is not checked.
    Nothing,
}

/// Fault of a clause on a type.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstraintError<'d> {
    /// The operator does not apply to the type.
    Inapplicable,
    /// An operand is not a value of the type.
    Operand(Misfit<'d>),
    /// `in_range` requires two bounds in order.
    Bounds(Node<'d>, &'static str),
    /// `valid_values` requires a non-empty list.
    NoValues(Node<'d>),
    /// A length is a non-negative integer.
    Length(Node<'d>),
    Pattern(Node<'d>, PatternFault),
    NoPattern(Node<'d>),
}

/// Smallest or largest allowed value, and true if it is inclusive.
pub type Edge<'c, 'd> = Option<(&'c Literal<'d>, bool)>;

/// Maximum length of an operand in a message.
const MOST_SHOWN: usize = 160;

impl<'d> Constraint<'d> {
    /// Compiles a clause for a type, `None` for a complex one, and returns its fault.
    pub fn new(
        clause: Clause<'d>,
        primitive: Option<Primitive>,
    ) -> (Constraint<'d>, Option<ConstraintError<'d>>) {
        let nothing = |verdict| (Constraint { clause, ready: Ready::Nothing }, Some(verdict));
        // An unresolved alias is reported on its own.
        if clause.operand.is_alias() {
            return (Constraint { clause, ready: Ready::Nothing }, None);
        }
        if !clause.operator.applies_to(primitive) {
            return nothing(form_fault(clause).unwrap_or(ConstraintError::Inapplicable));
        }
        match ready(clause, primitive) {
            Ok(ready) => (Constraint { clause, ready }, None),
            Err(verdict) => nothing(verdict),
        }
    }

    /// Evaluates the clause; `None` if undetermined. `value`: the parsed `node`.
    pub fn holds(&self, node: Node<'d>, value: Option<&Literal<'d>>) -> Option<bool> {
        match (&self.ready, self.clause.operator) {
            (Ready::AsWritten, Operator::Equal) => Some(same(self.clause.operand, node)),
            (Ready::AsWritten, _) => {
                let listed = |node: Node<'d>| self.clause.operand.items().any(|value| same(value, node));
                // Many documents constrain the list but mean its entries.
                Some(listed(node) || (node.is_sequence() && node.items().all(listed)))
            }
            _ => self.meets(value?),
        }
    }

    /// Evaluates the clause on a value without a node.
    pub fn meets(&self, value: &Literal<'d>) -> Option<bool> {
        match (&self.ready, value) {
            (Ready::Nothing | Ready::AsWritten, _) => None,
            (Ready::Length(length), _) => {
                let own = match value {
                    Literal::Text(text) => text.chars().count() as u64,
                    Literal::Entries(count) => *count as u64,
                    _ => return None,
                };
                Some(match self.clause.operator {
                    Operator::MinLength => own >= *length,
                    Operator::MaxLength => own <= *length,
                    _ => own == *length,
                })
            }
            (Ready::Pattern(pattern), Literal::Text(text)) => pattern.matches(text),
            (Ready::Between(lower, upper), Literal::Range(range)) => {
                let from = Literal::Number(range.lower.clone());
                let below = match (&range.upper, upper) {
                    (_, None) => true,
                    (super::Bound::Unbounded, Some(_)) => false,
                    (super::Bound::At(to), Some(upper)) => {
                        Literal::Number(to.clone()).compare(upper) != Some(Ordering::Greater)
                    }
                };
                Some(from.compare(lower) != Some(Ordering::Less) && below)
            }
            _ => self.compares(value),
        }
    }

    fn compares(&self, value: &Literal<'d>) -> Option<bool> {
        let compare = |other: &Literal<'d>| value.compare(other);
        match &self.ready {
            Ready::One(operand) => Some(match self.clause.operator {
                Operator::GreaterThan => compare(operand)? == Ordering::Greater,
                Operator::GreaterOrEqual => compare(operand)? != Ordering::Less,
                Operator::LessThan => compare(operand)? == Ordering::Less,
                Operator::LessOrEqual => compare(operand)? != Ordering::Greater,
                _ => return value.is(operand),
            }),
            Ready::Between(lower, upper) => {
                let above = compare(lower)? != Ordering::Less;
                let below = match upper {
                    Some(upper) => compare(upper)? != Ordering::Greater,
                    None => true,
                };
                Some(above && below)
            }
            Ready::Values(values) => {
                let mut is_certain = true;
                for it in values {
                    match value.is(it) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => is_certain = false,
                    }
                }
                is_certain.then_some(false)
            }
            _ => None,
        }
    }

    /// Condition on a value, to follow its name: "must be at least 5".
    pub fn demand(&self) -> String {
        let operand = self.clause.operand;
        let operand_text = match operand.text() {
            Some(text) if text.len() <= MOST_SHOWN => format!("`{text}`"),
            Some(_) => "the value in its constraint".to_owned(),
            None if operand.source().len() <= MOST_SHOWN && !operand.source().contains('\n') => {
                format!("`{}`", operand.source())
            }
            None if operand.is_sequence() && operand.items().len() <= 6 => {
                let items: Vec<&str> = operand.items().map(|item| item.source().trim()).collect();
                Some(items.join(", "))
                    .filter(|list| list.len() <= MOST_SHOWN)
                    .map_or("the values in its constraint".to_owned(), |list| format!("`[{list}]`"))
            }
            None => "the values in its constraint".to_owned(),
        };
        match self.clause.operator {
            Operator::Equal => format!("must be {operand_text}"),
            Operator::GreaterThan => format!("must be greater than {operand_text}"),
            Operator::GreaterOrEqual => format!("must be at least {operand_text}"),
            Operator::LessThan => format!("must be less than {operand_text}"),
            Operator::LessOrEqual => format!("must be at most {operand_text}"),
            Operator::InRange => format!("must be in the range {operand_text}"),
            Operator::ValidValues => format!("must be one of {operand_text}"),
            Operator::Length => format!("must have a length of {operand_text}"),
            Operator::MinLength => format!("must have a length of at least {operand_text}"),
            Operator::MaxLength => format!("must have a length of at most {operand_text}"),
            Operator::Pattern => format!("must match {operand_text}"),
            Operator::Schema => format!("must conform to {operand_text}"),
        }
    }

    /// Allowed values, if enumerated.
    pub fn values(&self) -> Option<&[Literal<'d>]> {
        match &self.ready {
            Ready::One(value) if self.clause.operator == Operator::Equal => Some(std::slice::from_ref(value)),
            Ready::Values(values) => Some(values),
            _ => None,
        }
    }

    /// Smallest and largest allowed value, and true if inclusive.
    pub fn bounds(&self) -> (Edge<'_, 'd>, Edge<'_, 'd>) {
        match (&self.ready, self.clause.operator) {
            (Ready::One(value), Operator::GreaterThan) => (Some((value, false)), None),
            (Ready::One(value), Operator::GreaterOrEqual) => (Some((value, true)), None),
            (Ready::One(value), Operator::LessThan) => (None, Some((value, false))),
            (Ready::One(value), Operator::LessOrEqual) => (None, Some((value, true))),
            (Ready::One(value), Operator::Equal) => (Some((value, true)), Some((value, true))),
            (Ready::Between(lower, upper), _) => {
                (Some((lower, true)), upper.as_ref().map(|bound| (bound, true)))
            }
            _ => (None, None),
        }
    }

    /// Returns true if a value that meets this constraint always meets the other one, which sets bounds.
    pub fn implies(&self, other: &Constraint<'d>) -> bool {
        let is_within = |own: Edge<'_, 'd>, other: Edge<'_, 'd>, beyond: Ordering| {
            let (Some((own, includes_own)), Some((other, includes_other))) = (own, other) else {
                return other.is_none();
            };
            match own.compare(other) {
                Some(Ordering::Equal) => includes_other || !includes_own,
                found => found == Some(beyond),
            }
        };
        let ((own_lower, own_upper), (lower, upper)) = (self.bounds(), other.bounds());
        (lower.is_some() || upper.is_some())
            && is_within(own_lower, lower, Ordering::Greater)
            && is_within(own_upper, upper, Ordering::Less)
    }

    /// Smallest and largest allowed length.
    pub fn lengths(&self) -> Option<(u64, u64)> {
        let Ready::Length(length) = self.ready else { return None };
        Some(match self.clause.operator {
            Operator::MinLength => (length, u64::MAX),
            Operator::MaxLength => (0, length),
            _ => (length, length),
        })
    }
}

/// Fault of an operand that is independent of the type.
fn form_fault(clause: Clause<'_>) -> Option<ConstraintError<'_>> {
    let operand = clause.operand;
    match clause.operator {
        Operator::InRange if operand.items().len() != 2 => {
            Some(ConstraintError::Bounds(operand, "expects two bounds"))
        }
        Operator::Length | Operator::MinLength | Operator::MaxLength | Operator::Pattern => {
            ready(clause, Some(Primitive::String)).err()
        }
        _ => None,
    }
}

fn ready(clause: Clause<'_>, primitive: Option<Primitive>) -> Result<Ready<'_>, ConstraintError<'_>> {
    let operand = clause.operand;
    match (clause.operator, primitive) {
        (Operator::Schema, _) => Ok(Ready::Nothing),
        (Operator::Pattern, _) => {
            let text =
                operand.text().filter(|_| !operand.is_null()).ok_or(ConstraintError::NoPattern(operand))?;
            Pattern::new(text).map(Ready::Pattern).map_err(|fault| ConstraintError::Pattern(operand, fault))
        }
        (Operator::Length | Operator::MinLength | Operator::MaxLength, _) => {
            let number = read(Primitive::Integer, operand).ok().and_then(|literal| match literal {
                Literal::Number(number) if !number.is_negative() => Some(number),
                _ => None,
            });
            let number = number.ok_or(ConstraintError::Length(operand))?;
            Ok(Ready::Length(number.to_u64().unwrap_or(u64::MAX)))
        }
        (Operator::ValidValues, _) if !operand.is_sequence() || operand.items().len() == 0 => {
            Err(ConstraintError::NoValues(operand))
        }
        (Operator::InRange, Some(primitive)) => between(operand, primitive),
        (_, None | Some(Primitive::List | Primitive::Map | Primitive::Null)) => Ok(Ready::AsWritten),
        (Operator::ValidValues, Some(primitive)) => {
            let values: Result<Vec<_>, _> = operand.items().map(|item| value(item, primitive)).collect();
            values.map(Ready::Values).map_err(ConstraintError::Operand)
        }
        (_, Some(primitive)) => value(operand, primitive).map(Ready::One).map_err(ConstraintError::Operand),
    }
}

/// Operand as a value of the type. Quotes are ignored.
fn value(node: Node<'_>, primitive: Primitive) -> Result<Literal<'_>, Misfit<'_>> {
    read(primitive, node).or_else(|misfit| match (misfit.fault, node.text()) {
        (super::MisfitKind::Quoted, Some(text)) => match primitive {
            Primitive::Boolean => Ok(Literal::Boolean(text.eq_ignore_ascii_case("true"))),
            _ => super::Decimal::parse_whole(text)
                .or_else(|| super::Decimal::parse(text))
                .map(Literal::Number)
                .ok_or(misfit),
        },
        _ => Err(misfit),
    })
}

fn between(operand: Node<'_>, primitive: Primitive) -> Result<Ready<'_>, ConstraintError<'_>> {
    let mut items = operand.items();
    let (Some(lower), Some(upper), None) = (items.next(), items.next(), items.next()) else {
        return Err(ConstraintError::Bounds(operand, "expects two bounds"));
    };
    let is_unbounded =
        |bound: Node<'_>| bound.text() == Some("UNBOUNDED") && bound.resolved() == Some(Resolved::Text);
    let primitive = if primitive == Primitive::Range { Primitive::Integer } else { primitive };
    if is_unbounded(lower) && primitive != Primitive::String {
        return Err(ConstraintError::Bounds(lower, "requires a bounded lower bound"));
    }
    let from = value(lower, primitive).map_err(ConstraintError::Operand)?;
    if is_unbounded(upper) {
        return Ok(Ready::Between(from, None));
    }
    let to = value(upper, primitive).map_err(ConstraintError::Operand)?;
    if from.compare(&to) == Some(Ordering::Greater) {
        return Err(ConstraintError::Bounds(
            operand,
            "has a lower bound that is greater than its upper bound",
        ));
    }
    Ok(Ready::Between(from, Some(to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Quantity;
    use limn_yaml::parse;

    /// Results of the clauses: `+` met, `-` unmet, `?` undetermined, `!` invalid.
    fn verdicts(primitive: Primitive, text: &str, value: &str) -> String {
        let document = parse(format!("constraints: {text}\nvalue: {value}\n"));
        let root = document.root().unwrap();
        let node = root.get("value").unwrap();
        let literal = read(primitive, node).ok();
        let each = clauses(root.get("constraints").unwrap()).into_iter().map(|clause| {
            let Ok(clause) = clause else { return '!' };
            match Constraint::new(clause, Some(primitive)) {
                (_, Some(_)) => '!',
                (constraint, None) => match constraint.holds(node, literal.as_ref()) {
                    Some(true) => '+',
                    Some(false) => '-',
                    None => '?',
                },
            }
        });
        each.collect()
    }

    #[test]
    fn values_meet_constraints_or_not() {
        use Primitive::*;
        let size = Scalar(Quantity::Size);
        for (primitive, clauses, value, expected) in [
            (
                Integer,
                "[{greater_than: 1}, {less_or_equal: 4}, {in_range: [1, 4]}, {equal: 4}, 4, 5]",
                "4",
                "+++++-",
            ),
            (
                Integer,
                "[{in_range: [5, UNBOUNDED]}, {valid_values: [1, 2]}, {valid_values: [4]}]",
                "4",
                "--+",
            ),
            (Float, "[{greater_than: 0.1}, {less_than: 0.30000000000000001}]", "0.3", "++"),
            (String, "[{length: 3}, {min_length: 4}, {max_length: 3}, {pattern: '[a-z]+'}]", "äbc", "+-+-"),
            (String, "[{valid_values: [80, abc]}, {valid_values: [x]}]", "'80'", "+-"),
            (
                List,
                "[{min_length: 1}, {max_length: 1}, {valid_values: [[a, b], [c]]}, {valid_values: [a, b]}]",
                "[a, b]",
                "+-++",
            ),
            (Map, "[{length: 1}, {equal: {a: 1}}, {equal: {a: 2}}]", "{a: 1}", "++-"),
            (Version, "[{greater_or_equal: 6.5}, {less_than: 14.9}, {equal: 14.10}]", "14.10", "+-+"),
            (Version, "[{less_than: 1.0.0.beta}]", "1.0.0.alpha", "?"),
            (
                Timestamp,
                "[{greater_than: 2016-01-01}, {in_range: [2016-01-01, 2016-12-31]}]",
                "2016-04-04T00:00:00Z",
                "++",
            ),
            (size, "[{greater_or_equal: 2 GiB}, {in_range: [4 gb, 20 GB]}]", "2048 MB", "--"),
            (
                Range,
                "[{in_range: [1, 65535]}, {in_range: [10, 20]}, {in_range: [1, UNBOUNDED]}]",
                "[5, 15]",
                "+-+",
            ),
            (Range, "[{in_range: [1, 65535]}]", "[5, UNBOUNDED]", "-"),
            (Boolean, "[{equal: true}, {valid_values: [false]}]", "true", "+-"),
        ] {
            assert_eq!(verdicts(primitive, clauses, value), expected, "{clauses} on {value}");
        }
    }

    #[test]
    fn impossible_clauses_are_reported() {
        use Primitive::*;
        for (primitive, clauses) in [
            (
                Integer,
                "[{min_length: 1}, {pattern: a}, {equals: 1}, {equal: a}, {in_range: [1]}, {in_range: [4, 1]}]",
            ),
            (
                Integer,
                "[{in_range: [UNBOUNDED, 1]}, {valid_values: []}, {valid_values: 1}, {greater_than: x}, {}]",
            ),
            (Integer, "[{equal: 1, less_than: 2}, [1]]"),
            (String, "[{length: -1}, {max_length: x}, {pattern: '[a'}, {pattern: [a]}]"),
            (Boolean, "[{greater_than: true}, {in_range: [1, 2]}]"),
            (List, "[{less_than: 1}, {pattern: a}]"),
            (Scalar(Quantity::Size), "[{less_than: 1}, {less_than: 5 s}]"),
        ] {
            let verdicts = verdicts(primitive, clauses, "x");
            assert!(verdicts.chars().all(|verdict| verdict == '!'), "{clauses}: {verdicts}");
        }
    }
}
