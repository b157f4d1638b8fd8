//! What narrows values and candidates: constraint clauses, property filters, node filters, assertions and condition clauses.

use super::{DESCRIPTION_ELSEWHERE, UNFIT, UNKNOWN_KEY, VALUE};
use crate::diagnostic::Code;
use crate::dialect::tosca::{expression, function};
use crate::schema::{Construct, Key, Open, Shape, Spot, Tolerated, Which};

pub(super) static CODES: &[&Code] =
    &[&CONSTRAINTS_FORM, &UNKNOWN_OPERATOR, &FILTER_AS_MAPPING, &CONDITION_FORM, &ASSERTION_FORM];

pub static CONSTRAINTS_FORM: Code = Code::error(
    "tosca/constraints-not-a-list",
    "T3.5.3-R14",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3",
    "Constraints are a list of clauses, each with one operator, and all of them hold.

Bad:
```yaml
constraints: {greater_than: 0, less_than: 9}
```
Good:
```yaml
constraints:
  - greater_than: 0
  - less_than: 9
```",
);
pub static UNKNOWN_OPERATOR: Code = Code::error(
    "tosca/unknown-operator",
    "T3.5.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3",
    "The operators of constraints are `equal`, `greater_than`, `greater_or_equal`, `less_than`, `less_or_equal`, `in_range`, `valid_values`, \
`length`, `min_length`, `max_length`, `pattern` and `schema`.

Bad:
```yaml
constraints:
  - equals: 3
```
Good:
```yaml
constraints:
  - equal: 3
```",
);
pub static FILTER_AS_MAPPING: Code = Code::warning(
    "tosca/filter-as-mapping",
    "T3.5.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.5",
    "The filters of a node filter are a list, so that one property can be filtered twice. Many processors read a mapping all the same.

Bad:
```yaml
node_filter:
  properties: {num_cpus: {greater_or_equal: 2}}
```
Good:
```yaml
node_filter:
  properties:
    - num_cpus: {greater_or_equal: 2}
```",
);
pub static CONDITION_FORM: Code = Code::error(
    "tosca/condition-clause",
    "T3.5.21-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.21",
    "A condition is a list of clauses. Each clause is a mapping with one entry: `and`, `or` or `assert`, and a list behind it. What is asserted \
is one attribute each, with the constraints that it keeps.

Bad:
```yaml
condition:
  - and: [{assert: [{state: [{equal: started}]}]}]
    or: [{assert: [{state: [{equal: stopped}]}]}]
```
Good:
```yaml
condition:
  - assert:
      - state: [{equal: started}]
```",
);

pub static ASSERTION_FORM: Code = Code::error(
    "tosca/assertion-not-a-list",
    "T3.5.20-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.20",
    "An assertion is the name of an attribute and the list of the constraints that its value meets, also where it is one only.

Bad:
```yaml
assert: [{state: {equal: started}}]
```
Good:
```yaml
assert: [{state: [{equal: started}]}]
```",
);

/// `constraints`: a list of clauses.
pub(super) const CONSTRAINTS: Shape = Shape::List(&CLAUSE);

/// One clause. A bare value means `equal`.
pub static CLAUSE: Shape = Shape::OneOf(&[Shape::Single(&CONSTRAINT_SHAPE), VALUE]);
static CONSTRAINT_SHAPE: Shape = Shape::Is(&CONSTRAINT);

/// A table of operators. What their operands may be depends on the type that is constrained: that is a rule's business.
pub static CONSTRAINT: Construct = Construct {
    name: "constraint",
    keys: &[
        Key::new("equal", VALUE).doc("Exactly this value."),
        Key::new("greater_than", VALUE).doc("More than this."),
        Key::new("greater_or_equal", VALUE).doc("This or more."),
        Key::new("less_than", VALUE).doc("Less than this."),
        Key::new("less_or_equal", VALUE).doc("This or less."),
        Key::new("in_range", VALUE)
            .doc("Between two bounds, themselves allowed; the upper may be `UNBOUNDED`."),
        Key::new("valid_values", VALUE).doc("One of these."),
        Key::new("length", VALUE).doc("Exactly so many characters or entries."),
        Key::new("min_length", VALUE).doc("At least so many characters or entries."),
        Key::new("max_length", VALUE).doc("At most so many characters or entries."),
        Key::new("pattern", VALUE).doc("A text that matches this regular expression."),
        Key::new("schema", VALUE).doc("A text that keeps to this schema of its own language."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_OPERATOR),
    unfit: &CONSTRAINTS_FORM,
    nullable: false,
    doc: "One operator and what it compares with.",
    section: "3.5.3",
};

/// A property and what it has to be: a value, a clause, or a list of clauses.
static PROPERTY_FILTER: Shape = Shape::Keyed(&expression::PROPERTY, &FILTERED);
static FILTERED: Shape = Shape::Which(&Which {
    shapes: &[VALUE, Shape::List(&CLAUSE), Shape::Single(&CONSTRAINT_SHAPE)],
    choose: |spot| {
        let node = spot.node.resolve();
        match (node.is_sequence(), node.is_mapping() && function::Call::of(node).is_none()) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 0,
        }
    },
});
static ONE_PROPERTY_FILTER: Shape = Shape::Single(&PROPERTY_FILTER);
static PROPERTY_FILTERS: Shape = Shape::List(&ONE_PROPERTY_FILTER);

/// A list of property filters; a mapping of them is understood.
const PROPERTIES: Shape = Shape::OneOf(&[
    Shape::List(&ONE_PROPERTY_FILTER),
    Shape::Tolerated(&Tolerated {
        shape: Shape::Keyed(&expression::PROPERTY, &FILTERED),
        instead_of: &PROPERTY_FILTERS,
        code: &FILTER_AS_MAPPING,
    }),
]);

pub static NODE_FILTER: Construct = Construct {
    name: "node filter",
    keys: &[
        Key::new("properties", PROPERTIES).doc("What properties of the node have to be."),
        Key::new(
            "capabilities",
            Shape::OneOf(&[
                Shape::List(&CAPABILITY_FILTER),
                Shape::Tolerated(&Tolerated {
                    shape: Shape::Keyed(&expression::CAPABILITY_OR_TYPE, &FILTERED_CAPABILITY_SHAPE),
                    instead_of: &CAPABILITY_FILTERS,
                    code: &FILTER_AS_MAPPING,
                }),
            ]),
        )
        .doc("Capabilities that the node has to have, by name or by type, and what their properties have to be."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "What a node has to have to be chosen.",
    section: "3.5.5",
};

static CAPABILITY_FILTERS: Shape = Shape::List(&CAPABILITY_FILTER);
static CAPABILITY_FILTER: Shape = Shape::OneOf(&[
    Shape::Refers(&expression::CAPABILITY_OR_TYPE),
    Shape::Single(&Shape::Keyed(&expression::CAPABILITY_OR_TYPE, &FILTERED_CAPABILITY_SHAPE)),
]);
static FILTERED_CAPABILITY_SHAPE: Shape = Shape::Is(&FILTERED_CAPABILITY);
static FILTERED_CAPABILITY: Construct = Construct {
    name: "capability filter",
    keys: &[Key::new("properties", PROPERTIES).doc("What properties of the capability have to be.")],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: true,
    doc: "A capability that the node has to have, and what its properties have to be.",
    section: "3.5.5",
};

/// An attribute and the clauses that it keeps.
static ASSERTION: Shape = Shape::Single(&Shape::Keyed(&expression::ATTRIBUTE, &ASSERTED_LIST));
static ASSERTED_LIST: Shape = Shape::OneOf(&[
    CONSTRAINTS,
    Shape::Tolerated(&Tolerated {
        shape: Shape::Single(&CONSTRAINT_SHAPE),
        instead_of: &CONSTRAINTS,
        code: &ASSERTION_FORM,
    }),
    Shape::Tolerated(&Tolerated { shape: VALUE, instead_of: &CONSTRAINTS, code: &ASSERTION_FORM }),
]);
/// What an attribute has to be: clauses, or one clause, or a value.
pub(super) static ASSERTED: Shape =
    Shape::OneOf(&[Shape::List(&CLAUSE), Shape::Single(&CONSTRAINT_SHAPE), VALUE]);

/// A list of condition clauses, all of which hold.
pub(super) const CONDITIONS: Shape = Shape::List(&CONDITION_ITEM);
static CONDITION_ITEM: Shape = Shape::Single(&CONDITION_SHAPE);
static CONDITION_SHAPE: Shape = Shape::Is(&CONDITION);

pub static CONDITION: Construct = Construct {
    name: "condition clause",
    keys: &[
        Key::new("and", Shape::List(&CONDITION_ITEM)).doc("All of these hold."),
        Key::new("or", Shape::List(&CONDITION_ITEM)).doc("One of these holds."),
        Key::new("assert", Shape::List(&ASSERTION)).doc("Each of these attributes is as it is said."),
        super::since_1_3(Key::new("not", Shape::List(&CONDITION_ITEM))).doc("None of these holds."),
        DESCRIPTION_ELSEWHERE,
    ],
    // An attribute on its own: 1.3 asks for no `assert`, and processors read it so in every version.
    open: Some(Open::Keyed(&expression::ATTRIBUTE, &ASSERTED)),
    unknown: Some(&UNKNOWN_KEY),
    unfit: &CONDITION_FORM,
    nullable: false,
    doc: "One thing that has to hold: of attributes, or of other clauses.",
    section: "3.5.21",
};

/// Whether a mapping has any of these keys.
pub(super) fn has_any(spot: &Spot<'_>, keys: &[&str]) -> bool {
    keys.iter().any(|key| spot.node.get(key).is_some())
}
