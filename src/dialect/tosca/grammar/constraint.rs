//! Constraints on values and candidates: constraint clauses, property filters, node filters, assertions and condition clauses.

use super::{DESCRIPTION_ELSEWHERE, UNKNOWN_KEY, VALUE, WRONG_SHAPE};
use crate::operator::Operator;
use crate::{expression, function};
use limn_language::diagnostic::Code;
use limn_language::schema::{ByValue, Construct, Discouraged, Key, NodeContext, Open, Shape};

pub(super) static CODES: &[&Code] =
    &[&CONSTRAINTS_FORM, &UNKNOWN_OPERATOR, &FILTER_AS_MAPPING, &CONDITION_FORM, &ASSERTION_FORM];

pub static CONSTRAINTS_FORM: Code = Code::error(
    "tosca/constraints-not-a-list",
    "T3.5.3-R14",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3",
    "Checks that constraints are a list of clauses with one operator each. All clauses apply.",
)
.why("Processors read one operator from each item of the list and reject other forms.")
.advice("Write each operator as an item of the list.")
.bad(
    "input",
    "
constraints: {greater_than: 0, less_than: 9}
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
constraints:
  - greater_than: 0
  - less_than: 9
",
);
pub static UNKNOWN_OPERATOR: Code = Code::error(
    "tosca/unknown-operator",
    "T3.5.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.3",
    "Checks that the operator of a constraint is `equal`, `greater_than`, `greater_or_equal`, `less_than`, `less_or_equal`, `in_range`, \
`valid_values`, `length`, `min_length`, `max_length`, `pattern` or `schema`.",
)
.why("Processors cannot evaluate another operator, so they reject the definition.")
.advice("Correct the operator, such as `equal` instead of `equals`, or remove the constraint.")
.bad(
    "input",
    "
constraints:
  - equals: 3
#   ^^^^^^
",
)
.good(
    "
constraints:
  - equal: 3
",
);
pub static FILTER_AS_MAPPING: Code = Code::warning(
    "tosca/filter-as-mapping",
    "T3.5.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.5",
    "Reports the filters of a node filter as a mapping.",
)
.why("They are a list, so that a property can have several filters. Many processors also read a mapping.")
.advice("Write each filter as a list item, such as `- num_cpus: {greater_or_equal: 2}`.")
.bad(
    "node template",
    "
node_filter:
  properties: {num_cpus: {greater_or_equal: 2}}
#             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
node_filter:
  properties:
    - num_cpus: {greater_or_equal: 2}
",
);
pub static CONDITION_FORM: Code = Code::error(
    "tosca/condition-clause",
    "T3.5.21-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.21",
    "Checks that a condition is a list of clauses. Each clause is a mapping with one entry: `and`, `or` or `assert`, with a list as its \
value. An assertion is an attribute with its constraints.",
)
.why("Several entries in one clause leave open whether all of them or one of them must be true.")
.advice("Write each entry as a clause of its own. All clauses of the list must be true.")
.bad(
    "trigger",
    "
condition:
  - and: [{assert: [{state: [{equal: started}]}]}]
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...
    or: [{assert: [{state: [{equal: stopped}]}]}]
",
)
.good(
    "
condition:
  - assert:
      - state: [{equal: started}]
",
);

pub static ASSERTION_FORM: Code = Code::error(
    "tosca/assertion-not-a-list",
    "T3.5.20-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.20",
    "Checks that an assertion is the name of an attribute with a list of constraints, even if there is only one.",
)
.why("Processors reject a single constraint outside a list.")
.advice("Write the constraints as a list: `state: [{equal: started}]`.")
.bad(
    "topology template",
    "
node_templates: {n: {type: tosca.nodes.Compute}}
workflows:
  w:
    steps:
      s:
        target: n
        filter: [assert: [state: {equal: started}]]
#                                ^^^^^^^^^^^^^^^^
        activities: [set_state: x]
",
)
.good(
    "
node_templates: {n: {type: tosca.nodes.Compute}}
workflows:
  w:
    steps:
      s:
        target: n
        filter: [assert: [state: [equal: started]]]
        activities: [set_state: x]
",
);

/// `constraints`: a list of clauses.
pub(super) const CONSTRAINTS: Shape = Shape::List(&CLAUSE);

/// One clause. A plain value means `equal`.
pub static CLAUSE: Shape = Shape::OneOf(&[Shape::Single(&CONSTRAINT_SHAPE), VALUE]);
static CONSTRAINT_SHAPE: Shape = Shape::Construct(&CONSTRAINT);

const fn key(operator: Operator) -> Key {
    Key::new(operator.name(), VALUE).doc(operator.doc())
}

/// Constraint operators. Valid operands depend on the constrained type, which a rule checks.
pub static CONSTRAINT: Construct = Construct {
    name: "constraint",
    keys: &[
        key(Operator::Equal),
        key(Operator::GreaterThan),
        key(Operator::GreaterOrEqual),
        key(Operator::LessThan),
        key(Operator::LessOrEqual),
        key(Operator::InRange),
        key(Operator::ValidValues),
        key(Operator::Length),
        key(Operator::MinLength),
        key(Operator::MaxLength),
        key(Operator::Pattern),
        key(Operator::Schema),
    ],
    open: None,
    unknown: Some(&UNKNOWN_OPERATOR),
    wrong_shape: &CONSTRAINTS_FORM,
    nullable: false,
    doc: "An operator and its operand.",
    section: "3.5.3",
};

/// A property and its filter: a value, a clause, or a list of clauses.
static PROPERTY_FILTER: Shape = Shape::ReferenceMap(&expression::PROPERTY, &FILTERED);
static FILTERED: Shape = Shape::ByValue(&ByValue {
    shapes: &[VALUE, Shape::List(&CLAUSE), Shape::Single(&CONSTRAINT_SHAPE)],
    choose: |spot| {
        let node = spot.node.resolve();
        match (node.is_sequence(), node.is_mapping() && function::CallNode::of(node).is_none()) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 0,
        }
    },
});
static ONE_PROPERTY_FILTER: Shape = Shape::Single(&PROPERTY_FILTER);
static PROPERTY_FILTERS: Shape = Shape::List(&ONE_PROPERTY_FILTER);

/// A list of property filters; a mapping is tolerated.
const PROPERTIES: Shape = Shape::OneOf(&[
    Shape::List(&ONE_PROPERTY_FILTER),
    Shape::Discouraged(&Discouraged {
        shape: Shape::ReferenceMap(&expression::PROPERTY, &FILTERED),
        instead_of: &PROPERTY_FILTERS,
        code: &FILTER_AS_MAPPING,
    }),
]);

pub static NODE_FILTER: Construct = Construct {
    name: "node filter",
    keys: &[
        Key::new("properties", PROPERTIES).doc("Constraints on properties of the node."),
        Key::new(
            "capabilities",
            Shape::OneOf(&[
                Shape::List(&CAPABILITY_FILTER),
                Shape::Discouraged(&Discouraged {
                    shape: Shape::ReferenceMap(&expression::CAPABILITY_OR_TYPE, &FILTERED_CAPABILITY_SHAPE),
                    instead_of: &CAPABILITY_FILTERS,
                    code: &FILTER_AS_MAPPING,
                }),
            ]),
        )
        .doc("Required capabilities of the node, by name or type, with constraints on their properties."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "Criteria for selecting a node.",
    section: "3.5.5",
};

static CAPABILITY_FILTERS: Shape = Shape::List(&CAPABILITY_FILTER);
static CAPABILITY_FILTER: Shape = Shape::OneOf(&[
    Shape::Reference(&expression::CAPABILITY_OR_TYPE),
    Shape::Single(&Shape::ReferenceMap(&expression::CAPABILITY_OR_TYPE, &FILTERED_CAPABILITY_SHAPE)),
]);
static FILTERED_CAPABILITY_SHAPE: Shape = Shape::Construct(&FILTERED_CAPABILITY);
static FILTERED_CAPABILITY: Construct = Construct {
    name: "capability filter",
    keys: &[Key::new("properties", PROPERTIES).doc("Constraints on properties of the capability.")],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: true,
    doc: "A required capability of the node, with constraints on its properties.",
    section: "3.5.5",
};

/// An attribute and its clauses.
static ASSERTION: Shape = Shape::Single(&Shape::ReferenceMap(&expression::ATTRIBUTE, &ASSERTED_LIST));
static ASSERTED_LIST: Shape = Shape::OneOf(&[
    CONSTRAINTS,
    Shape::Discouraged(&Discouraged {
        shape: Shape::Single(&CONSTRAINT_SHAPE),
        instead_of: &CONSTRAINTS,
        code: &ASSERTION_FORM,
    }),
    Shape::Discouraged(&Discouraged { shape: VALUE, instead_of: &CONSTRAINTS, code: &ASSERTION_FORM }),
]);
/// Constraint on an attribute: clauses, one clause, or a value.
pub(super) static ASSERTED: Shape =
    Shape::OneOf(&[Shape::List(&CLAUSE), Shape::Single(&CONSTRAINT_SHAPE), VALUE]);

/// A list of condition clauses, combined with `and`.
pub(super) const CONDITIONS: Shape = Shape::List(&CONDITION_ITEM);
static CONDITION_ITEM: Shape = Shape::Single(&CONDITION_SHAPE);
static CONDITION_SHAPE: Shape = Shape::Construct(&CONDITION);

pub static CONDITION: Construct = Construct {
    name: "condition clause",
    keys: &[
        Key::new("and", Shape::List(&CONDITION_ITEM)).doc("All of these clauses are true."),
        Key::new("or", Shape::List(&CONDITION_ITEM)).doc("At least one of these clauses is true."),
        Key::new("assert", Shape::List(&ASSERTION)).doc("All of these assertions on attributes are true."),
        super::since_1_3(Key::new("not", Shape::List(&CONDITION_ITEM))).doc("None of these clauses is true."),
        DESCRIPTION_ELSEWHERE,
    ],
    // An attribute without `assert`, which 1.3 does not require, and processors read in every version.
    open: Some(Open::Keyed(&expression::ATTRIBUTE, &ASSERTED)),
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &CONDITION_FORM,
    nullable: false,
    doc: "A condition on attributes or on other clauses.",
    section: "3.5.21",
};

/// Returns true if a mapping has any of these keys.
pub(super) fn has_any(spot: &NodeContext<'_>, keys: &[&str]) -> bool {
    keys.iter().any(|key| spot.node.get(key).is_some())
}
