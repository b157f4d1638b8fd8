//! Constraints as they are defined: that they can be said of the type, that their operands are values of it, and that something meets all of them.

use std::cmp::Ordering;

use super::super::Rule;
use super::check::Findings;
use super::defined;
use crate::diagnostic::{Code, Report, Severity};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::TypeKind;
use crate::dialect::tosca::value::{
    Constraint, DataSchema, Held, Kind, Literal, Primitive, Verdict, clauses, shown,
};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&INAPPLICABLE, &OPERAND, &BOUNDS, &NO_VALUES, &LENGTH, &PATTERN, &UNSATISFIABLE], check };

static INAPPLICABLE: Code = Code::error(
    "tosca/inapplicable-constraint",
    "T3.5.3-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "What has no order cannot be greater than anything, and what has no length cannot be too long. Order have numbers, strings, versions, timestamps and \
     scalar units; length have strings, lists and maps; patterns are for strings.

Bad:
```yaml
port: {type: integer, constraints: [max_length: 5]}
```
Good:
```yaml
port: {type: integer, constraints: [less_or_equal: 65535]}
```",
);
static OPERAND: Code = Code::error(
    "tosca/wrong-operand",
    "T3.5.9-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.9.3",
    "A constraint compares with values of the type that it stands on: sizes with sizes, versions with versions.

Bad:
```yaml
disk: {type: scalar-unit.size, constraints: [greater_than: 10]}
```
Good:
```yaml
disk: {type: scalar-unit.size, constraints: [greater_than: 10 GB]}
```",
);
static BOUNDS: Code = Code::error(
    "tosca/wrong-bounds",
    "T3.5.3-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "`in_range` has two bounds, the lower one first; both belong to the range. The upper one can be `UNBOUNDED`.

Bad:
```yaml
constraints: [in_range: [4, 1]]
```
Good:
```yaml
constraints: [in_range: [1, 4]]
```",
);
static NO_VALUES: Code = Code::error(
    "tosca/no-valid-values",
    "T3.5.3-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "`valid_values` is the list of the values that are allowed. With none in it nothing is.

Bad:
```yaml
constraints: [valid_values: tcp]
```
Good:
```yaml
constraints: [valid_values: [tcp]]
```",
);
static LENGTH: Code = Code::error(
    "tosca/wrong-length",
    "T3.5.3-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "`length`, `min_length` and `max_length` count characters or entries: whole numbers, none below zero.

Bad:
```yaml
constraints: [min_length: -1]
```
Good:
```yaml
constraints: [min_length: 1]
```",
);
static PATTERN: Code = Code::error(
    "tosca/broken-pattern",
    "T3.5.3-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3.1",
    "A pattern is a regular expression. TOSCA does not say of which flavour; this one is none in any. Patterns in a flavour that is not known here \
     are not checked.

Bad:
```yaml
constraints: [pattern: '[a-z']
```
Good:
```yaml
constraints: [pattern: '[a-z]']
```",
);
static UNSATISFIABLE: Code = Code::warning(
    "tosca/unsatisfiable-constraints",
    "T3.5.3-R12",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3",
    "All constraints of a list hold at once, together with those that are inherited. No value meets these.

Bad:
```yaml
constraints: [greater_than: 5, less_than: 3]
```
Good:
```yaml
constraints: [greater_than: 3, less_than: 5]
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let mut findings = Findings::new(service);
    for it in defined::all(service) {
        let schema = it.schema(service);
        constrained(&mut findings, it.node, &schema, it.name);
        nested(&mut findings, it.node, &schema, it.name);
    }
    for (id, it) in service.own_types(TypeKind::Data) {
        let schema = DataSchema::of_type(&service.world, id);
        // Of a complex type they say nothing, which is told with the type.
        if schema.kind.primitive().is_some() {
            constrained(&mut findings, it.node, &schema, &it.name);
        }
    }
    findings.tell(report);
}

/// The schemas of entries, in the document itself.
fn nested<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, schema: &DataSchema<'d>, name: &str) {
    for (key, inner) in [("entry_schema", &schema.entry), ("key_schema", &schema.key)] {
        let (Some(said), Some(inner)) = (node.get(key).filter(|it| !it.is_alias()), inner) else { continue };
        if said.is_mapping() {
            constrained(findings, said, inner, name);
            nested(findings, said, inner, name);
        }
    }
}

fn constrained<'d>(findings: &mut Findings<'_, 'd>, node: Node<'d>, schema: &DataSchema<'d>, name: &str) {
    let Some(said) = node.get("constraints").filter(|_| schema.kind != Kind::Untold) else { return };
    let primitive = schema.kind.primitive();
    let mut sound = true;
    for clause in clauses(said).into_iter().flatten() {
        if let (_, Some(verdict)) = Constraint::new(clause, primitive) {
            sound = false;
            tell(findings, &Constraint::new(clause, primitive).0, &verdict, schema, name);
        }
    }
    if sound && contradicts(&schema.constraints, primitive) {
        let message = format!("no value of `{name}` meets all of its constraints");
        findings.say(&UNSATISFIABLE, said, message);
    }
}

/// Says what is wrong with a clause on a type.
pub(super) fn tell<'d>(
    findings: &mut Findings<'_, 'd>,
    constraint: &Constraint<'d>,
    verdict: &Verdict<'d>,
    schema: &DataSchema<'d>,
    name: &str,
) {
    let operator = constraint.clause.operator.name();
    match verdict {
        Verdict::Inapplicable => {
            let message =
                format!("`{operator}` says nothing of `{name}`, which is of type `{}`", schema.name);
            let said = findings.say(&INAPPLICABLE, constraint.clause.node, message);
            // Processors differ in what they compare of complex values.
            if let (Some(diagnostic), true) = (said, schema.is_complex()) {
                diagnostic.severity = Severity::Warning;
            }
        }
        Verdict::Operand(misfit) => {
            let message = format!("what `{operator}` compares `{name}` with {}", misfit.message);
            findings.say(&OPERAND, misfit.at, message);
        }
        Verdict::Bounds(at, why) => {
            findings.say(&BOUNDS, *at, format!("`{operator}` {why}"));
        }
        Verdict::NoValues(at) => {
            findings.say(
                &NO_VALUES,
                *at,
                "`valid_values` is a list with at least one value in it".to_owned(),
            );
        }
        Verdict::Length(at) => {
            let message = format!("`{operator}` is a whole number, not below zero, not {}", shown(*at));
            findings.say(&LENGTH, *at, message);
        }
        Verdict::Pattern(at, fault) => {
            findings.say(&PATTERN, *at, format!("the pattern is no regular expression: {fault}"));
        }
        Verdict::NoPattern(at) => {
            findings.say(&PATTERN, *at, "a pattern is a regular expression, written as a text".to_owned());
        }
    }
}

/// More constraints than this are not held against each other.
const MOST: usize = 100;

/// Whether no value can meet all of them.
pub(super) fn contradicts<'d>(held: &[Held<'d>], primitive: Option<Primitive>) -> bool {
    if primitive == Some(Primitive::Range) || held.len() > MOST {
        return false;
    }
    let all = || held.iter().map(|it| &it.constraint);
    let (mut least, mut most) = (0, u64::MAX);
    for (from, to) in all().filter_map(Constraint::lengths) {
        least = least.max(from);
        most = most.min(to);
    }
    if least > most {
        return true;
    }
    let lower = || all().filter_map(|it| it.bounds().0);
    let upper = || all().filter_map(|it| it.bounds().1);
    let crossed = lower().any(|(from, at_from)| {
        upper().any(|(to, at_to)| match from.compare(to) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => !(at_from && at_to),
            _ => false,
        })
    });
    crossed || {
        // Where the values are counted out, one of them has to meet the rest.
        all().filter_map(Constraint::values).any(|values| {
            let meets = |value: &Literal<'d>| all().all(|it| it.meets(value) != Some(false));
            !values.is_empty() && !values.iter().any(meets)
        })
    }
}
