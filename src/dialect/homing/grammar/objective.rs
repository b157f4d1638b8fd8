//! The objective in both of its grammars: `minimize` a `sum`, and since 2020-08-13 a `goal` and operation functions.

use super::{BASE, GUIDE, MEASURED, OPERAND_DEMAND, OPERAND_LOCATION, SCORED, SERVICE, WEIGHT};
use limn_language::diagnostic::Code;
use limn_language::schema::{Choice, Construct, Key, Shape, TextRule, Which};

const OLD: &str = "Homing Specification Guide, Optimizations; HAS, the homing service";
const NEW: &str = "HAS, the homing service, objectives of version 2020-08-13";

pub(super) static CODES: &[&Code] = &[
    &ONE_GOAL,
    &MINIMIZE_SUM,
    &SUMMAND,
    &FACTOR,
    &FUNCTION_ARGUMENTS,
    &SCORED_DEMANDS,
    &GOAL,
    &OPERATION,
    &OPERAND,
    &OPERAND_PARAMETERS,
    &IDLE_PARAMETER,
    &OPERAND_NAME,
];

pub static ONE_GOAL: Code = Code::error(
    "homing/one-goal",
    "H-OPT-1",
    OLD,
    "Before 2020-08-13 an objective has the one goal `minimize` and nothing else.

Bad:
```yaml
optimization: {maximize: {sum: [{distance_between: [customer, web]}]}}
```
Good:
```yaml
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
```",
);
pub static MINIMIZE_SUM: Code = Code::error(
    "homing/minimize-without-sum",
    "H-OPT-2",
    OLD,
    "What is minimized is a `sum`, also of one summand.

Bad:
```yaml
optimization: {minimize: {average: [{distance_between: [customer, web]}]}}
```
Good:
```yaml
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
```",
);
pub static SUMMAND: Code = Code::error(
    "homing/unknown-summand",
    "H-OPT-3",
    SERVICE,
    "A summand is a `distance_between` or a `product`. Any other function counts only as a factor; right under `sum` it breaks the service.

Bad:
```yaml
sum: [{latency_between: [customer, web]}]
```
Good:
```yaml
sum: [{product: [1, {latency_between: [customer, web]}]}]
```",
);
pub static FACTOR: Code = Code::error(
    "homing/unknown-factor",
    "H-OPT-4",
    SERVICE,
    "A product has a number and one of `distance_between`, `latency_between`, `aic_version`, `hpa_score` or a `sum` of products.

Bad:
```yaml
product: [2, {cost: [web]}]
```
Good:
```yaml
product: [2, {aic_version: [web]}]
```",
);
pub static FUNCTION_ARGUMENTS: Code = Code::error(
    "homing/function-arguments",
    "H-OPT-5",
    OLD,
    "A distance or a latency is between one location and one demand of this template, in either order.

Bad:
```yaml
distance_between: [web, database]
```
Good:
```yaml
distance_between: [customer, web]
```",
);
pub static SCORED_DEMANDS: Code = Code::error(
    "homing/scored-demands",
    "H-OPT-9",
    SERVICE,
    "`hpa_score` and `aic_version` take a list of demands of this template.

Bad:
```yaml
product: [200, {hpa_score: web}]
```
Good:
```yaml
product: [200, {hpa_score: [web]}]
```",
);
pub static GOAL: Code = Code::error(
    "homing/goal",
    "H-GEN-1",
    NEW,
    "Since 2020-08-13 an objective has a `goal`, `minimize` or `maximize`, and an `operation_function`.

Bad:
```yaml
optimization: {operation_function: {operator: sum, operands: []}}
```
Good:
```yaml
optimization:
  goal: maximize
  operation_function: {operator: sum, operands: [{function: attribute, params: {demand: web, attribute: latency}}]}
```",
);
pub static OPERATION: Code = Code::error(
    "homing/operation-function",
    "H-GEN-2",
    NEW,
    "An operation function has an `operator`, `sum`, `min` or `max`, and a list of `operands`.

Bad:
```yaml
operation_function: {operator: product, operands: []}
```
Good:
```yaml
operation_function: {operator: min, operands: [{function: attribute, params: {demand: web, attribute: latency}}]}
```",
);
pub static OPERAND: Code = Code::error(
    "homing/operand",
    "H-GEN-3",
    NEW,
    "An operand is a `function` with its `params`, or an operation function of its own. `weight`, and `start` and `end` of `normalization`, are \
numbers, not texts, and no parameter is read for them.

Bad:
```yaml
{function: attribute, weight: '1.5', params: {demand: web, attribute: latency}}
```
Good:
```yaml
{function: attribute, weight: 1.5, params: {demand: web, attribute: latency}}
```",
);
pub static OPERAND_PARAMETERS: Code = Code::error(
    "homing/operand-parameters",
    "H-GEN-4",
    NEW,
    "`attribute` needs the params `demand` and `attribute`; `distance_between` and `latency_between` need `demand` and `location`.

Bad:
```yaml
{function: attribute, params: {demand: web}}
```
Good:
```yaml
{function: attribute, params: {demand: web, attribute: latency}}
```",
);
pub static IDLE_PARAMETER: Code = Code::warning(
    "homing/idle-operand-key",
    "H-GEN-4",
    NEW,
    "The service takes what the function needs and drops the rest without a word.

Bad:
```yaml
params: {demand: web, attribute: latency, unit: ms}
```
Good:
```yaml
params: {demand: web, attribute: latency}
```",
);
pub static OPERAND_NAME: Code = Code::error(
    "homing/operand-name",
    "H-GEN-5",
    NEW,
    "The params name a demand and a location of this template. The service looks at the demand only; a location that is not there breaks the \
search.

Bad:
```yaml
{function: distance_between, params: {demand: web, location: nowhere}}
```
Good:
```yaml
{function: distance_between, params: {demand: web, location: customer}}
```",
);

/// By what is written; where that does not tell, by the version.
pub const OBJECTIVE: Shape = Shape::Which(&Which {
    shapes: &[Shape::Is(&MINIMIZATION), Shape::Is(&GENERIC_OBJECTIVE)],
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
    keys: &[Key::new("minimize", Shape::Is(&MINIMIZE))
        .unfit(&MINIMIZE_SUM)
        .doc("What is to be as small as can be.")],
    open: None,
    unknown: Some(&ONE_GOAL),
    unfit: &ONE_GOAL,
    nullable: true,
    doc: "What is best among the plans that keep all constraints. Without it any of them will do.",
    section: OLD,
};

pub static MINIMIZE: Construct = Construct {
    name: "goal",
    keys: &[
        Key::new("sum", Shape::List(&Shape::Single(&Shape::Is(&SUMMAND_TABLE))))
            .unfit(&SUMMAND)
            .doc("The summands: distances, and products of a weight and a function."),
        Key::new("product", Shape::List(&FACTOR_SHAPE))
            .offered_in(GUIDE)
            .unfit(&FACTOR)
            .doc("One product, as the guide allows it."),
        Key::new("distance_between", PAIR)
            .offered_in(GUIDE)
            .unfit(&FUNCTION_ARGUMENTS)
            .doc("One distance, as the guide allows it."),
    ],
    open: None,
    unknown: Some(&MINIMIZE_SUM),
    unfit: &MINIMIZE_SUM,
    nullable: false,
    doc: "What is to be as small as can be.",
    section: OLD,
};

/// A location and a demand.
const PAIR: Shape = Shape::List(&Shape::Refers(&MEASURED));
const DISTANCE: Key = Key::new("distance_between", PAIR)
    .unfit(&FUNCTION_ARGUMENTS)
    .doc("How far a location and the candidate of a demand are apart, and what the candidate costs: `[location, demand]`.");

pub static SUMMAND_TABLE: Construct = Construct {
    name: "term",
    keys: &[
        DISTANCE,
        Key::new("product", Shape::List(&FACTOR_SHAPE)).unfit(&FACTOR).doc("A weight and what it weighs."),
    ],
    open: None,
    unknown: Some(&SUMMAND),
    unfit: &SUMMAND,
    nullable: false,
    doc: "One part of the sum.",
    section: OLD,
};

static WEIGHT_TEXT: TextRule = TextRule { label: "a number", check: weight, suggestions: &["1", "10"] };

fn weight(text: &str, _: limn_language::schema::Profiles) -> Vec<(&'static Code, String)> {
    match text.trim().parse::<f64>() {
        Ok(_) => Vec::new(),
        Err(_) => vec![(&FACTOR, format!("a factor is a number or a function, not `{text}`"))],
    }
}

static FACTOR_SHAPE: Shape = Shape::Which(&Which {
    shapes: &[Shape::Text(Some(&WEIGHT_TEXT)), Shape::Is(&FACTOR_TABLE), Shape::Refers(&WEIGHT)],
    choose: |spot| {
        let is_call = spot.node.is_mapping() && spot.node.get("get_param").is_some();
        if spot.node.is_scalar() { 0 } else { 1 + usize::from(is_call) }
    },
});

pub static FACTOR_TABLE: Construct = Construct {
    name: "factor",
    keys: &[
        DISTANCE,
        Key::new("latency_between", PAIR).unfit(&FUNCTION_ARGUMENTS).doc(
            "How long the way between a location and the candidate of a demand takes: `[location, demand]`.",
        ),
        Key::new("aic_version", Shape::List(&Shape::Refers(&SCORED)))
            .unfit(&SCORED_DEMANDS)
            .doc("How new the clouds of these demands' candidates are."),
        Key::new("hpa_score", Shape::List(&Shape::Refers(&SCORED)))
            .unfit(&SCORED_DEMANDS)
            .doc("What the hardware of these demands' candidates scores."),
        Key::new("sum", Shape::List(&Shape::Single(&Shape::Is(&SUMMAND_TABLE))))
            .unfit(&SUMMAND)
            .doc("A sum of products."),
    ],
    open: None,
    unknown: Some(&FACTOR),
    unfit: &FACTOR,
    nullable: false,
    doc: "What a weight weighs.",
    section: OLD,
};

static GOALS: &[Choice] = &[
    Choice::new("minimize", "The smallest value is best."),
    Choice::new("maximize", "The greatest value is best."),
];

pub static GENERIC_OBJECTIVE: Construct = Construct {
    name: "objective",
    keys: &[
        Key::new("goal", Shape::Choice(GOALS)).required(&GOAL).unfit(&GOAL).doc("Which value is best."),
        Key::new("operation_function", Shape::Is(&OPERATION_FUNCTION))
            .required(&GOAL)
            .unfit(&OPERATION)
            .doc("What is worked out for a plan."),
    ],
    open: None,
    unknown: Some(&IDLE_PARAMETER),
    unfit: &GOAL,
    nullable: true,
    doc: "What is best among the plans that keep all constraints. Without it any of them will do.",
    section: NEW,
};

pub static OPERATORS: &[Choice] = &[
    Choice::new("sum", "All of them together."),
    Choice::new("min", "The smallest of them."),
    Choice::new("max", "The greatest of them; the service works out the smallest, by a slip."),
];

pub static OPERATION_FUNCTION: Construct = Construct {
    name: "operation function",
    keys: &[
        Key::new("operator", Shape::Choice(OPERATORS))
            .required(&OPERATION)
            .unfit(&OPERATION)
            .doc("What becomes of the operands."),
        Key::new("operands", Shape::List(&Shape::Is(&OPERAND_TABLE)))
            .required(&OPERATION)
            .unfit(&OPERATION)
            .doc("What is put together."),
    ],
    open: None,
    unknown: Some(&IDLE_PARAMETER),
    unfit: &OPERATION,
    nullable: false,
    doc: "Operands, and what becomes of them.",
    section: NEW,
};

pub static FUNCTIONS: &[Choice] = &[
    Choice::new("attribute", "An attribute of the candidate that was chosen for a demand."),
    Choice::new("distance_between", "How far a location and the candidate of a demand are apart."),
    Choice::new("latency_between", "How long the way between the two takes."),
];

static NUMBER: TextRule = TextRule { label: "a number", check: |_, _| Vec::new(), suggestions: &[] };

pub static OPERAND_TABLE: Construct = Construct {
    name: "operand",
    keys: &[
        Key::new("function", Shape::Choice(FUNCTIONS)).unfit(&OPERAND).doc("What is worked out."),
        Key::new("params", Shape::Is(&OPERAND_PARAMS))
            .unfit(&OPERAND)
            .doc("Of which demand, and from where or by which attribute."),
        Key::new("operation_function", Shape::Is(&OPERATION_FUNCTION))
            .unfit(&OPERAND)
            .doc("An operation of its own, in place of a function."),
        Key::new("weight", Shape::Text(Some(&NUMBER)))
            .unfit(&OPERAND)
            .default("1")
            .doc("The number that the value is multiplied by."),
        Key::new("normalization", Shape::Is(&NORMALIZATION))
            .unfit(&OPERAND)
            .doc("The values that count as 0 and as 1."),
    ],
    open: None,
    unknown: Some(&OPERAND),
    unfit: &OPERAND,
    nullable: false,
    doc: "One value that is put together with others.",
    section: NEW,
};

pub static OPERAND_PARAMS: Construct = Construct {
    name: "function parameters",
    keys: &[
        Key::new("demand", Shape::Refers(&OPERAND_DEMAND))
            .unfit(&OPERAND_NAME)
            .doc("The demand whose candidate is looked at."),
        Key::new("location", Shape::Refers(&OPERAND_LOCATION))
            .unfit(&OPERAND_NAME)
            .doc("The location that is measured from."),
        Key::new("attribute", Shape::Text(None))
            .unfit(&OPERAND_PARAMETERS)
            .doc("The candidate's attribute that is taken."),
    ],
    open: None,
    unknown: Some(&IDLE_PARAMETER),
    unfit: &OPERAND_PARAMETERS,
    nullable: false,
    doc: "What the function needs.",
    section: NEW,
};

pub static NORMALIZATION: Construct = Construct {
    name: "normalization",
    keys: &[
        Key::new("start", Shape::Text(Some(&NUMBER))).required(&OPERAND).doc("The value that counts as 0."),
        Key::new("end", Shape::Text(Some(&NUMBER))).required(&OPERAND).doc("The value that counts as 1."),
    ],
    open: None,
    unknown: Some(&OPERAND),
    unfit: &OPERAND,
    nullable: false,
    doc: "The values that count as 0 and as 1.",
    section: NEW,
};
