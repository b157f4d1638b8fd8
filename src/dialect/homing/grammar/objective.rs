//! Objectives in both syntaxes: `minimize` with `sum`, and since 2020-08-13 `goal` with operation functions.

use super::{
    BASE, FUNCTION_ARGUMENTS, GUIDE, HAS, MEASURED, NOWHERE, OPERAND_DEMAND, OPERAND_LOCATION, OPERAND_NAME,
    SCORED, SCORED_DEMANDS, WEIGHT,
};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{ByValue, Choice, Construct, Key, Shape, TextRule};

const OLD: &str = "Homing Specification Guide, Optimizations; ONAP HAS";
const NEW: &str = "ONAP HAS, objectives of version 2020-08-13";

pub(super) static CODES: &[&Code] = &[
    &ONE_GOAL,
    &MINIMIZE_SUM,
    &SUMMAND,
    &FACTOR,
    &GOAL,
    &OPERATION,
    &OPERAND,
    &OPERAND_PARAMETERS,
    &UNKNOWN_OPERATION_KEY,
];

pub static ONE_GOAL: Code = Code::error(
    "homing/unknown-objective-key",
    "H-OPT-1",
    OLD,
    "Checks that an objective before 2020-08-13 has only the key `minimize`.",
)
.earlier(&["homing/one-goal"])
.why("HAS rejects any other goal in these versions.")
.advice("Version `2020-08-13` also has `maximize`, but only attributes can be its terms.")
.bad(
    "template",
    "
optimization: {maximize: {sum: [{distance_between: [customer, web]}]}}
#              ^^^^^^^^
",
)
.good("optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}");
pub static MINIMIZE_SUM: Code = Code::error(
    "homing/minimize-without-sum",
    "H-OPT-2",
    OLD,
    "Checks that `minimize` has a `sum`, even of a single term.",
)
.why("HAS rejects any other operator there.")
.advice("Replace the operator with `sum`, and move other functions into its list.")
.bad(
    "template",
    "
optimization: {minimize: {average: [{distance_between: [customer, web]}]}}
#                         ^^^^^^^
",
)
.good("optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}");
pub static SUMMAND: Code = Code::error(
    "homing/unknown-summand",
    "H-OPT-3",
    HAS,
    "Checks that each term of a `sum` is a `distance_between` or a `product`.",
)
.why("Other functions are only allowed in a product; directly in `sum` they make HAS fail.")
.advice("Write the function in a product with a weight: `product: [1, {latency_between: […]}]`.")
.bad(
    "objective",
    "
minimize: {sum: [{latency_between: [customer, web]}]}
#                 ^^^^^^^^^^^^^^^
",
)
.good("minimize: {sum: [{product: [1, {latency_between: [customer, web]}]}]}");
pub static FACTOR: Code = Code::error(
    "homing/unknown-factor",
    "H-OPT-4",
    HAS,
    "Checks that a product has a number and one of `distance_between`, `latency_between`, `aic_version`, `hpa_score` or a `sum` of products.",
)
.why("HAS rejects any other function. Its solver also has `cost` and `cloud_version`, but templates cannot use them.")
.advice("Write a number and one of the supported functions: `product: [2, {aic_version: [web]}]`.")
.bad(
    "term",
    "
product: [2, {cost: [web]}]
#             ^^^^
",
)
.good("product: [2, {aic_version: [web]}]");
pub static GOAL: Code = Code::error(
    "homing/goal",
    "H-GEN-1",
    NEW,
    "Checks that an objective since 2020-08-13 has a `goal`, `minimize` or `maximize`, and an `operation_function`.",
)
.why("HAS checks the objective against a schema and rejects it otherwise. The form `minimize: {sum: …}` belongs to earlier versions.")
.advice("Add `goal: minimize` or `goal: maximize`, and an `operation_function` with `operator` and `operands`.")
.bad(
    "template",
    r#"
~homing_template_version: "2020-08-13"
optimization:
#^^^^^^^^^^^
  operation_function:
    operator: sum
    operands: [{function: attribute, params: {demand: web, attribute: latency}}]
"#,
)
.good(
    r#"
~homing_template_version: "2020-08-13"
optimization:
  goal: maximize
  operation_function:
    operator: sum
    operands: [{function: attribute, params: {demand: web, attribute: latency}}]
"#,
);
pub static OPERATION: Code = Code::error(
    "homing/operation-function",
    "H-GEN-2",
    NEW,
    "Checks that an operation function has an `operator`, `sum`, `min` or `max`, and a list of `operands`.",
)
.why("HAS checks the objective against a schema and rejects any other operator, such as `product`.")
.advice("Set `operator` to `sum` or `min`, and write `operands` as a list.")
.bad(
    "operand",
    "
operation_function: {operator: product, operands: []}
#                              ^^^^^^^
",
)
.good(
    "
operation_function:
  operator: min
  operands: [{function: attribute, params: {demand: web, attribute: latency}}]
",
);
pub static OPERAND: Code = Code::error(
    "homing/operand",
    "H-GEN-3",
    NEW,
    "Checks that an operand is a `function` with `params`, or a nested operation function. `weight`, and `start` and `end` of `normalization`, \
must be literal numbers.",
)
.why("HAS checks the objective against a schema and rejects a quoted number or `get_param` there.")
.advice("Add `function` with `params`, or `operation_function`; write numbers without quotes, and remove unknown keys.")
.bad(
    "operands",
    "
{function: attribute, weight: '1.5', params: {demand: web, attribute: latency}}
#                             ^^^^^
",
)
.good("{function: attribute, weight: 1.5, params: {demand: web, attribute: latency}}");
pub static OPERAND_PARAMETERS: Code = Code::error(
    "homing/operand-parameters",
    "H-GEN-4",
    NEW,
    "Checks the params of a function: `attribute` requires `demand` and `attribute`; `distance_between` and `latency_between` require `demand` \
and `location`.",
)
.why("HAS rejects a function without them, and ignores all other params.")
.advice("Add the missing key to `params`: `demand`, and `attribute` or `location` depending on the function.")
.bad(
    "operands",
    "
{function: attribute, params: {demand: web}}
#>^^^^^^^
",
)
.good("{function: attribute, params: {demand: web, attribute: latency}}");
pub static UNKNOWN_OPERATION_KEY: Code = Code::warning(
    "homing/unknown-operation-key",
    "H-GEN-4",
    NEW,
    "Reports keys that the function doesn't use.",
)
.earlier(&["homing/idle-operand-key"])
.why("HAS silently ignores them.")
.advice("Correct the name of the key, or remove it.")
.bad(
    "operand",
    "
params: {demand: web, attribute: latency, unit: ms}
#                                         ^^^^
",
)
.good("params: {demand: web, attribute: latency}");

/// Selected by the keys; if they are ambiguous, by the version.
pub const OBJECTIVE: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Construct(&MINIMIZATION), Shape::Construct(&GENERIC_OBJECTIVE)],
    choose: |spot| {
        let has = |key: &str| spot.node.get(key).is_some();
        let old = ["minimize", "maximize", "sum", "product"].into_iter().any(has);
        let new = ["goal", "operation_function", "operator", "operands"].into_iter().any(has);
        let empty = spot.node.is_null() || spot.node.entries().len() == 0;
        usize::from(new || (!old && !empty && !BASE.has(spot.profiles)))
    },
});

pub static MINIMIZATION: Construct = Construct {
    name: "objective",
    keys: &[Key::new("minimize", Shape::Construct(&MINIMIZE))
        .wrong_shape(&MINIMIZE_SUM)
        .doc("The value to minimize.")],
    open: None,
    unknown: Some(&ONE_GOAL),
    wrong_shape: &ONE_GOAL,
    nullable: true,
    doc: "Ranks the solutions that satisfy all constraints. Without it, any of them is selected.",
    section: OLD,
};

pub static MINIMIZE: Construct = Construct {
    name: "goal",
    keys: &[
        Key::new("sum", Shape::List(&Shape::Single(&Shape::Construct(&SUMMAND_TABLE))))
            .wrong_shape(&SUMMAND)
            .doc("The terms: distances, and products of a weight and a function."),
        Key::new("product", Shape::List(&FACTOR_SHAPE))
            .offered_in(GUIDE)
            .wrong_shape(&FACTOR)
            .doc("A single product, allowed by the specification guide."),
        Key::new("distance_between", PAIR)
            .offered_in(GUIDE)
            .wrong_shape(&FUNCTION_ARGUMENTS)
            .doc("A single distance, allowed by the specification guide."),
    ],
    open: None,
    unknown: Some(&MINIMIZE_SUM),
    wrong_shape: &MINIMIZE_SUM,
    nullable: false,
    doc: "The value to minimize.",
    section: OLD,
};

/// A location and a demand.
const PAIR: Shape = Shape::List(&Shape::Reference(&MEASURED));
const DISTANCE: Key = Key::new("distance_between", PAIR)
    .wrong_shape(&FUNCTION_ARGUMENTS)
    .doc("The distance between a location and the candidate of a demand, plus the candidate's cost: `[location, demand]`.");

/// A function that a sum has only in a product.
const fn only_in_product(name: &'static str) -> Key {
    Key::new(name, Shape::Any)
        .only(NOWHERE, &SUMMAND)
        .home("only supported in a `product`")
        .doc("Only supported in a `product`.")
}

pub static SUMMAND_TABLE: Construct = Construct {
    name: "term",
    keys: &[
        DISTANCE,
        Key::new("product", Shape::List(&FACTOR_SHAPE)).wrong_shape(&FACTOR).doc("A weight and a function."),
        only_in_product("latency_between"),
        only_in_product("aic_version"),
        only_in_product("hpa_score"),
    ],
    open: None,
    unknown: Some(&SUMMAND),
    wrong_shape: &SUMMAND,
    nullable: false,
    doc: "A term of the sum.",
    section: OLD,
};

static WEIGHT_TEXT: TextRule = TextRule { label: "a number", check: weight, suggestions: &["1", "10"] };

fn weight(text: &str, _: limn_language::schema::Profiles) -> Vec<(&'static Code, String)> {
    match text.trim().parse::<f64>() {
        Ok(_) => Vec::new(),
        Err(_) => vec![(&FACTOR, message::expected("a number or a function", format!("`{text}`")))],
    }
}

static FACTOR_SHAPE: Shape = Shape::ByValue(&ByValue {
    shapes: &[Shape::Text(Some(&WEIGHT_TEXT)), Shape::Construct(&FACTOR_TABLE), Shape::Reference(&WEIGHT)],
    choose: |spot| {
        let is_call = spot.node.is_mapping() && spot.node.get("get_param").is_some();
        if spot.node.is_scalar() { 0 } else { 1 + usize::from(is_call) }
    },
});

pub static FACTOR_TABLE: Construct = Construct {
    name: "factor",
    keys: &[
        DISTANCE,
        Key::new("latency_between", PAIR)
            .wrong_shape(&FUNCTION_ARGUMENTS)
            .doc("The latency between a location and the candidate of a demand: `[location, demand]`."),
        Key::new("aic_version", Shape::List(&Shape::Reference(&SCORED)))
            .wrong_shape(&SCORED_DEMANDS)
            .doc("The cloud versions of the candidates of these demands."),
        Key::new("hpa_score", Shape::SomeList(&Shape::Reference(&SCORED)))
            .wrong_shape(&SCORED_DEMANDS)
            .doc("The hardware scores of the candidates of these demands."),
        Key::new("sum", Shape::List(&Shape::Single(&Shape::Construct(&SUMMAND_TABLE))))
            .wrong_shape(&SUMMAND)
            .doc("A sum of products."),
    ],
    open: None,
    unknown: Some(&FACTOR),
    wrong_shape: &FACTOR,
    nullable: false,
    doc: "A function with a weight.",
    section: OLD,
};

static GOALS: &[Choice] = &[
    Choice::new("minimize", "The smallest value is best."),
    Choice::new("maximize", "The largest value is best."),
];

pub static GENERIC_OBJECTIVE: Construct = Construct {
    name: "objective",
    keys: &[
        Key::new("goal", Shape::Choice(GOALS))
            .required(&GOAL)
            .wrong_shape(&GOAL)
            .doc("Whether the smallest or the largest value is best."),
        Key::new("operation_function", Shape::Construct(&OPERATION_FUNCTION))
            .required(&GOAL)
            .wrong_shape(&OPERATION)
            .doc("The function to evaluate for a solution."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_OPERATION_KEY),
    wrong_shape: &GOAL,
    nullable: true,
    doc: "Ranks the solutions that satisfy all constraints. Without it, any of them is selected.",
    section: NEW,
};

pub static OPERATORS: &[Choice] = &[
    Choice::new("sum", "The sum of the operands."),
    Choice::new("min", "The smallest operand."),
    Choice::new("max", "The largest operand. A bug in HAS makes it return the smallest one."),
];

pub static OPERATION_FUNCTION: Construct = Construct {
    name: "operation function",
    keys: &[
        Key::new("operator", Shape::Choice(OPERATORS))
            .required(&OPERATION)
            .wrong_shape(&OPERATION)
            .doc("The operator that combines the operands."),
        Key::new("operands", Shape::List(&Shape::Construct(&OPERAND_TABLE)))
            .required(&OPERATION)
            .wrong_shape(&OPERATION)
            .doc("The values to combine."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_OPERATION_KEY),
    wrong_shape: &OPERATION,
    nullable: false,
    doc: "Operands and the operator that combines them.",
    section: NEW,
};

pub static FUNCTIONS: &[Choice] = &[
    Choice::new("attribute", "An attribute of the candidate selected for a demand."),
    Choice::new("distance_between", "The distance between a location and the candidate of a demand."),
    Choice::new("latency_between", "The latency between a location and the candidate of a demand."),
];

static NUMBER: TextRule = TextRule { label: "a number", check: |_, _| Vec::new(), suggestions: &[] };

pub static OPERAND_TABLE: Construct = Construct {
    name: "operand",
    keys: &[
        Key::new("function", Shape::Choice(FUNCTIONS)).wrong_shape(&OPERAND).doc("The function to evaluate."),
        Key::new("params", Shape::Construct(&OPERAND_PARAMS))
            .wrong_shape(&OPERAND)
            .doc("The demand, and the location or the attribute."),
        Key::new("operation_function", Shape::Construct(&OPERATION_FUNCTION))
            .wrong_shape(&OPERAND)
            .doc("A nested operation, in place of a function."),
        Key::new("weight", Shape::Text(Some(&NUMBER)))
            .wrong_shape(&OPERAND)
            .default("1")
            .doc("The factor of the value."),
        Key::new("normalization", Shape::Construct(&NORMALIZATION))
            .wrong_shape(&OPERAND)
            .doc("The values that map to 0 and to 1."),
    ],
    open: None,
    unknown: Some(&OPERAND),
    wrong_shape: &OPERAND,
    nullable: false,
    doc: "A value to combine with others.",
    section: NEW,
};

pub static OPERAND_PARAMS: Construct = Construct {
    name: "function parameters",
    keys: &[
        Key::new("demand", Shape::Reference(&OPERAND_DEMAND))
            .wrong_shape(&OPERAND_NAME)
            .doc("The demand of the candidate."),
        Key::new("location", Shape::Reference(&OPERAND_LOCATION))
            .wrong_shape(&OPERAND_NAME)
            .doc("The location to measure from."),
        Key::new("attribute", Shape::Text(None))
            .wrong_shape(&OPERAND_PARAMETERS)
            .doc("The attribute of the candidate."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_OPERATION_KEY),
    wrong_shape: &OPERAND_PARAMETERS,
    nullable: false,
    doc: "The arguments of the function.",
    section: NEW,
};

pub static NORMALIZATION: Construct = Construct {
    name: "normalization",
    keys: &[
        Key::new("start", Shape::Text(Some(&NUMBER))).required(&OPERAND).doc("The value that maps to 0."),
        Key::new("end", Shape::Text(Some(&NUMBER))).required(&OPERAND).doc("The value that maps to 1."),
    ],
    open: None,
    unknown: Some(&OPERAND),
    wrong_shape: &OPERAND,
    nullable: false,
    doc: "The values that map to 0 and to 1.",
    section: NEW,
};
