//! Constraint clauses: applicable to the type, with valid operands, and satisfiable together.

use std::cmp::Ordering;

use super::super::Rule;
use super::check::Findings;
use super::value_definition;
use crate::model::Service;
use crate::operator::Operator;
use crate::types::TypeKind;
use crate::value::{
    Clause, Constraint, ConstraintError, DataSchema, EffectiveConstraint, Literal, Primitive, clauses, shown,
};
use limn_language::diagnostic::{Code, Report, Severity};
use limn_language::message;
use limn_yaml::{Node, Resolved};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&INAPPLICABLE, &OPERAND, &BOUNDS, &NO_VALUES, &LENGTH, &PATTERN, &UNSATISFIABLE, &TEXT_ORDER],
    check,
};

static INAPPLICABLE: Code = Code::error(
    "tosca/inapplicable-constraint",
    "T3.5.3-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Checks that a constraint applies to its type. Order comparisons apply to numbers, strings, versions, timestamps and scalar units; \
length constraints to strings, lists and maps; patterns to strings.",
)
.why("The constraint cannot be evaluated for values of this type, so processors reject the definition or every value.")
.advice("Remove the constraint, or change the type of the value.")
.bad(
    "properties of a type",
    "
port: {type: integer, constraints: [max_length: 5]}
#                                   ^^^^^^^^^^^^^
",
)
.good("port: {type: integer, constraints: [less_or_equal: 65535]}");
static OPERAND: Code = Code::error(
    "tosca/wrong-operand",
    "T3.5.9-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9.3",
    "Checks that the operand of a constraint is a value of the constrained type: sizes are compared with sizes, versions with versions.",
)
.why("Values of different types cannot be compared, so processors reject the definition or every value.")
.advice("Write the operand as a value of the type, with a unit if the type has units.")
.bad(
    "properties of a type",
    "
disk: {type: scalar-unit.size, constraints: [greater_than: 10]}
#                                                          ^^
",
)
.good("disk: {type: scalar-unit.size, constraints: [greater_than: 10 GB]}");
static BOUNDS: Code = Code::error(
    "tosca/wrong-bounds",
    "T3.5.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Checks that `in_range` has two bounds, the lower one first. Both bounds are inclusive, and the upper bound can be `UNBOUNDED`.",
)
.why("No value is within reversed bounds, so every value would be rejected.")
.advice("Write two bounds, the lower one first: `in_range: [1, 4]`.")
.bad(
    "input",
    "
constraints: [in_range: [4, 1]]
#                       ^^^^^^
",
)
.good("constraints: [in_range: [1, 4]]");
static NO_VALUES: Code = Code::error(
    "tosca/no-valid-values",
    "T3.5.3-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Checks that `valid_values` lists at least one value.",
)
.why("An empty list allows none.")
.advice("List the valid values, or remove the constraint.")
.bad(
    "inputs",
    "
a: {type: string, constraints: [valid_values: []]}
#                                             ^^
",
)
.good("a: {type: string, constraints: [valid_values: [tcp, udp]], default: tcp}");
static LENGTH: Code = Code::error(
    "tosca/wrong-length",
    "T3.5.3-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Checks that `length`, `min_length` and `max_length` are non-negative integers. They count characters or entries.",
)
.why("A length is never negative or fractional, so the constraint is always true, never true, or rejected.")
.advice("Write an integer of 0 or more, such as `min_length: 1`.")
.bad(
    "inputs",
    "
a: {type: string, constraints: [min_length: -1]}
#                                           ^^
",
)
.good("a: {type: string, constraints: [min_length: 0]}");
static PATTERN: Code = Code::error(
    "tosca/broken-pattern",
    "T3.5.3-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Checks that a pattern is a valid regular expression. TOSCA does not define the flavor, so a pattern is reported only if it is invalid \
in all known flavors.",
)
.why("Processors cannot evaluate the expression, so they reject the definition or every value.")
.advice("Close every bracket, and put a backslash before special characters that are meant literally.")
.bad(
    "inputs",
    "
a: {type: string, constraints: [pattern: '[a-z']}
#                                        ^^^^^^
",
)
.good("a: {type: string, constraints: [pattern: '(?!root)[a-z]+']}");
static UNSATISFIABLE: Code = Code::warning(
    "tosca/unsatisfiable-constraints",
    "T3.5.3-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3",
    "Checks that some value meets all constraints of a list together with the inherited ones.",
)
.why("All of them apply at the same time.")
.advice("Change or remove one of the constraints, so that a value meets all of them.")
.bad(
    "input",
    "
constraints: [greater_than: 5, less_than: 3]
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("constraints: [greater_than: 3, less_than: 5]");

static TEXT_ORDER: Code = Code::warning(
    "tosca/numbers-compared-as-text",
    "T3.5.3-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "Reports an order comparison of a string with a number.",
)
.why("Strings are compared character by character, so that `10` is less than `2`. Use a numeric type, or a constraint on the length.")
.advice("Change the type to `integer` or `float`, or use `min_length` and `max_length` instead.")
.bad(
    "inputs",
    "
a: {type: string, constraints: [in_range: [2, 30]]}
#                                         ^^^^^^^
",
)
.good("a: {type: integer, constraints: [in_range: [2, 30]]}");

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in value_definition::all(service) {
        let schema = it.schema(service);
        check_constraints(&mut findings, it.node, &schema, it.name);
        check_nested(&mut findings, it.node, &schema, it.name);
    }
    for (id, it) in service.own_types(TypeKind::Data) {
        let schema = DataSchema::of_type(&service.type_scope, id);
        // Constraints on a complex type have no effect, which is reported at the type.
        if schema.kind.primitive().is_some() {
            check_constraints(&mut findings, it.node, &schema, &it.name);
        }
    }
    findings.emit(report);
}

/// Checks the entry and key schemas in the document.
fn check_nested<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, schema: &DataSchema<'d>, name: &str) {
    for (key, inner) in [("entry_schema", &schema.entry), ("key_schema", &schema.key)] {
        let (Some(inner_node), Some(inner)) = (node.get(key).filter(|value| !value.is_alias()), inner) else {
            continue;
        };
        if inner_node.is_mapping() {
            check_constraints(findings, inner_node, inner, name);
            check_nested(findings, inner_node, inner, name);
        }
    }
}

fn check_constraints<'d>(
    findings: &mut Findings<'_, 'd>,
    node: Node<'d>,
    schema: &DataSchema<'d>,
    name: &str,
) {
    let Some(list) = node.get("constraints").filter(|_| !schema.is_undetermined()) else {
        return;
    };
    let primitive = schema.kind.primitive();
    let mut sound = true;
    for clause in clauses(list).into_iter().flatten() {
        if let (_, Some(verdict)) = Constraint::new(clause, primitive) {
            sound = false;
            report_verdict(findings, &Constraint::new(clause, primitive).0, &verdict, schema, name);
        } else if primitive == Some(Primitive::String) && orders_numbers(&clause) {
            let operator = clause.operator.name();
            let message =
                format!("`{operator}` compares `{name}` of type `string` by characters, not as a number");
            findings.report(&TEXT_ORDER, clause.operand, message);
        }
    }
    if sound && contradicts(&schema.constraints, primitive) {
        let message = format!("unsatisfiable constraints: no value of `{name}` meets all of them");
        findings.report(&UNSATISFIABLE, list, message);
    }
}

/// Returns true if all operands of a comparison are written as numbers.
fn orders_numbers(clause: &Clause<'_>) -> bool {
    let is_number = |node: Node<'_>| matches!(node.resolved(), Some(Resolved::Int(_) | Resolved::Float(_)));
    match clause.operator {
        Operator::GreaterThan | Operator::GreaterOrEqual | Operator::LessThan | Operator::LessOrEqual => {
            is_number(clause.operand)
        }
        Operator::InRange => {
            let mut bounds =
                clause.operand.items().filter(|bound| bound.text() != Some("UNBOUNDED")).peekable();
            bounds.peek().is_some() && bounds.all(is_number)
        }
        _ => false,
    }
}

/// Reports the fault of a clause on a type.
pub(super) fn report_verdict<'d>(
    findings: &mut Findings<'_, 'd>,
    constraint: &Constraint<'d>,
    verdict: &ConstraintError<'d>,
    schema: &DataSchema<'d>,
    name: &str,
) {
    let operator = constraint.clause.operator.name();
    match verdict {
        ConstraintError::Inapplicable => {
            let message = format!("`{operator}` does not apply to `{name}` of type `{}`", schema.name);
            let reported = findings.report(&INAPPLICABLE, constraint.clause.node, message);
            // Processors differ in how they compare complex values.
            if let (Some(diagnostic), true) = (reported, schema.is_complex()) {
                diagnostic.severity = Severity::Warning;
            }
        }
        ConstraintError::Operand(misfit) => {
            let message = misfit.message(format_args!("constraint `{operator}` of `{name}`"));
            findings.report(&OPERAND, misfit.at, message);
        }
        ConstraintError::Bounds(at, why) => {
            findings.report(&BOUNDS, *at, format!("`{operator}` {why}"));
        }
        ConstraintError::NoValues(at) => {
            let found = if at.is_sequence() { "an empty list".to_owned() } else { shown(*at) };
            findings.report(&NO_VALUES, *at, message::expected("a non-empty list for `valid_values`", found));
        }
        ConstraintError::Length(at) => {
            let message = message::expected(format!("a non-negative integer for `{operator}`"), shown(*at));
            findings.report(&LENGTH, *at, message);
        }
        ConstraintError::Pattern(at, fault) => {
            findings.report(&PATTERN, *at, format!("invalid regular expression: {fault}"));
        }
        ConstraintError::NoPattern(at) => {
            let message = message::expected("a regular expression as a string", shown(*at));
            findings.report(&PATTERN, *at, message);
        }
    }
}

/// Maximum number of constraints that are compared with each other.
const MAX_COMPARED: usize = 100;

/// Returns true if no value can meet all constraints.
pub(super) fn contradicts<'d>(constraints: &[EffectiveConstraint<'d>], primitive: Option<Primitive>) -> bool {
    if primitive == Some(Primitive::Range) || constraints.len() > MAX_COMPARED {
        return false;
    }
    let all = || constraints.iter().map(|effective| &effective.constraint);
    let (mut least, mut most) = (0, u64::MAX);
    for (from, to) in all().filter_map(Constraint::lengths) {
        least = least.max(from);
        most = most.min(to);
    }
    if least > most {
        return true;
    }
    let lower = || all().filter_map(|constraint| constraint.bounds().0);
    let upper = || all().filter_map(|constraint| constraint.bounds().1);
    let crossed = lower().any(|(from, at_from)| {
        upper().any(|(to, at_to)| match from.compare(to) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => !(at_from && at_to),
            _ => false,
        })
    });
    crossed || {
        // One of the enumerated values has to meet all other constraints.
        all().filter_map(Constraint::values).any(|values| {
            let meets = |value: &Literal<'d>| all().all(|constraint| constraint.meets(value) != Some(false));
            !values.is_empty() && !values.iter().any(meets)
        })
    }
}
