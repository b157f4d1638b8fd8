//! The outermost tables: the template with its sections, and the request that carries one to the service.

use super::{
    CONSTRAINT, CONSTRAINT_DEFINITION, DEMAND, DEMAND_SHAPE, GUIDE, GUIDE_PAGE, IN_PARAMETERS, LOCATION,
    LOCATION_SHAPE, NO_DEMAND, OBJECTIVE, PARAMETER, RESERVATION, RESERVATIONS_OF_GUIDE, SERVICE,
};
use limn_language::diagnostic::Code;
use limn_language::schema::{Construct, Key, Named, Profiles, Shape, TextRule};

const REQUEST: &str = "HAS, the homing service, POST /v1/plans";

pub(super) static CODES: &[&Code] = &[
    &NOT_A_MAPPING,
    &UNKNOWN_SECTION,
    &PLAN_REQUEST,
    &UNKNOWN_PLAN_KEY,
    &UNKNOWN_VERSION,
    &VERSION_OF_GUIDE,
    &NO_VERSION,
    &PARAMETERS_SHAPE,
];

pub static NOT_A_MAPPING: Code = Code::error(
    "homing/not-a-mapping",
    "H-YAML-2",
    SERVICE,
    "A template and each of its sections is a mapping: names, and what each of them is. A list of mappings with one entry each looks much the \
same and is refused.

Bad:
```yaml
constraints:
- together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
```
Good:
```yaml
constraints:
  together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
```",
);
pub static UNKNOWN_SECTION: Code = Code::warning(
    "homing/unknown-section",
    "H-YAML-3",
    SERVICE,
    "The service reads seven sections and passes over any other without a word, so a misspelled one is as good as none.

Bad:
```yaml
constraint: {together: {type: inventory_group, demands: [web, database]}}
```
Good:
```yaml
constraints: {together: {type: inventory_group, demands: [web, database]}}
```",
);
pub static PLAN_REQUEST: Code = Code::error(
    "homing/malformed-plan-request",
    "H-ENV-1",
    REQUEST,
    "A plan request carries a `template`. `name`, `id`, `template_url` and `num_solution` are texts, `limit` and `timeout` whole numbers, `files` \
is a mapping; of any other kind the service refuses the request.

Bad:
```yaml
{name: p, template: {}, limit: '3', num_solution: 1}
```
Good:
```yaml
{name: p, template: {}, limit: 3, num_solution: '1'}
```",
);
pub static UNKNOWN_PLAN_KEY: Code = Code::warning(
    "homing/unknown-plan-key",
    "H-ENV-1",
    REQUEST,
    "The service knows no such key in a plan request. Published examples write `num_solutions`; the key is `num_solution`.

Bad:
```yaml
{name: p, template: {}, num_solutions: '1'}
```
Good:
```yaml
{name: p, template: {}, num_solution: '1'}
```",
);
pub static UNKNOWN_VERSION: Code = Code::error(
    "homing/unknown-version",
    "H-VER-1",
    "Homing Specification Guide, Homing template version; HAS, the homing service",
    "The guide takes 2017-10-10 or any later date. The service knows four: 2016-11-01, 2017-10-10, 2018-02-01 and 2020-08-13, and refuses any \
other.

Bad:
```yaml
homing_template_version: \"2019-01-01\"
```
Good:
```yaml
homing_template_version: \"2018-02-01\"
```",
);
pub static VERSION_OF_GUIDE: Code = Code::warning(
    "homing/version-of-the-guide",
    "H-VER-1",
    "Homing Specification Guide, Homing template version; HAS, the homing service",
    "To the guide any date from 2017-10-10 on is a version. The service knows four and refuses any other.

Bad:
```yaml
homing_template_version: \"2019-01-01\"
```
Good:
```yaml
homing_template_version: \"2018-02-01\"
```",
);
pub static NO_VERSION: Code = Code::error(
    "homing/no-version",
    "H-VER-2",
    SERVICE,
    "The version says that this is a homing template, and in which grammar its objective is written. Without one the service refuses it.

Bad:
```yaml
homing_template_version: ''
```
Good:
```yaml
homing_template_version: \"2018-02-01\"
```",
);
pub static PARAMETERS_SHAPE: Code = Code::error(
    "homing/parameters-not-a-mapping",
    "H-PAR-1",
    GUIDE_PAGE,
    "Parameters have names, so `parameters` is a mapping: each name with its value, which may be a text, a number, a list or a mapping.

Bad:
```yaml
parameters: [lat, lon]
```
Good:
```yaml
parameters: {lat: 32.89, lon: -97.04}
```",
);

/// The versions that the service knows.
pub const VERSIONS: [&str; 4] = ["2016-11-01", "2017-10-10", "2018-02-01", "2020-08-13"];
/// The first in which an objective has a goal and operation functions.
pub const GENERIC_VERSION: &str = "2020-08-13";
/// The guide's own, and with it any later date.
const GUIDE_VERSION: &str = "2017-10-10";

static VERSION: TextRule =
    TextRule { label: "a version of homing templates", check: version, suggestions: &VERSIONS };

fn version(text: &str, profiles: Profiles) -> Vec<(&'static Code, String)> {
    if text.trim().is_empty() {
        return vec![(&NO_VERSION, "the version is empty".to_owned())];
    }
    if VERSIONS.contains(&text) {
        return Vec::new();
    }
    if GUIDE.has(profiles) && is_date(text) && text > GUIDE_VERSION {
        let message =
            format!("the guide takes any date from {GUIDE_VERSION} on; the engine knows {}", known());
        return vec![(&VERSION_OF_GUIDE, message)];
    }
    vec![(&UNKNOWN_VERSION, format!("there is no version `{text}`: the engine knows {}", known()))]
}

fn known() -> String {
    let [first @ .., last] = VERSIONS;
    format!("{} and {last}", first.join(", "))
}

/// `2019-01-01`.
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts.as_slice(), [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
}

pub static PARAMETERS: Named =
    Named { kind: &PARAMETER, value: Shape::Value(&IN_PARAMETERS), unfit: Some(&PARAMETERS_SHAPE) };
pub static LOCATIONS: Named = Named { kind: &LOCATION, value: LOCATION_SHAPE, unfit: Some(&NOT_A_MAPPING) };
pub static DEMANDS: Named = Named { kind: &DEMAND, value: DEMAND_SHAPE, unfit: Some(&super::DEMAND_LIST) };
pub static CONSTRAINTS: Named = Named {
    kind: &CONSTRAINT,
    value: Shape::Is(&CONSTRAINT_DEFINITION),
    unfit: Some(&super::CONSTRAINT_KEYS),
};

pub static TEMPLATE: Construct = Construct {
    name: "homing template",
    keys: &[
        Key::new("homing_template_version", Shape::Text(Some(&VERSION))).required(&NO_VERSION).doc(
            "Which homing template this is; 2020-08-13 has another grammar for objectives than those before.",
        ),
        Key::new("parameters", Shape::Named(&PARAMETERS))
            .unfit(&PARAMETERS_SHAPE)
            .doc("Values by name, to be read with `{get_param: name}` and given anew for each plan."),
        Key::new("locations", Shape::Named(&LOCATIONS))
            .unfit(&NOT_A_MAPPING)
            .doc("Places on Earth that constraints and the objective measure from."),
        Key::new("demands", Shape::Named(&DEMANDS))
            .required(&NO_DEMAND)
            .unfit(&NOT_A_MAPPING)
            .doc("What is to be homed, each with where its candidates come from."),
        Key::new("constraints", Shape::Named(&CONSTRAINTS))
            .unfit(&NOT_A_MAPPING)
            .doc("What a candidate has to keep; each removes those that do not."),
        Key::new("reservation", Shape::Is(&RESERVATION))
            .unfit(&super::RESERVATION_SHAPE)
            .doc("Capacity that is set aside at the candidates that were chosen."),
        Key::new("reservations", Shape::Named(&RESERVATIONS_OF_GUIDE))
            .offered_in(GUIDE)
            .unfit(&super::RESERVATION_SHAPE)
            .doc("The guide's name for `reservation`, which the service does not read."),
        Key::new("optimization", OBJECTIVE)
            .unfit(&NOT_A_MAPPING)
            .doc("What is best among the plans that keep all constraints."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SECTION),
    unfit: &NOT_A_MAPPING,
    nullable: false,
    doc: "Demands, the candidates that could meet them, and what decides between the candidates.",
    section: GUIDE_PAGE,
};

pub static PLAN: Construct = Construct {
    name: "plan request",
    keys: &[
        Key::new("name", Shape::Text(None)).unfit(&PLAN_REQUEST).doc("A name for the plan."),
        Key::new("id", Shape::Text(None))
            .unfit(&PLAN_REQUEST)
            .doc("The plan's id, if it is not to be made up."),
        Key::new("template", Shape::OneOf(&[Shape::Is(&TEMPLATE), Shape::Text(None)]))
            .required(&PLAN_REQUEST)
            .unfit(&PLAN_REQUEST)
            .doc("The homing template, as a mapping or as text."),
        Key::new("template_url", Shape::Text(None))
            .unfit(&PLAN_REQUEST)
            .doc("Where the template was taken from."),
        Key::new("files", Shape::Map(&Shape::Any))
            .unfit(&PLAN_REQUEST)
            .doc("Contents of files that the template names."),
        Key::new("limit", whole_number()).unfit(&PLAN_REQUEST).doc("How many plans are wanted at most."),
        Key::new("num_solution", Shape::Text(None))
            .unfit(&PLAN_REQUEST)
            .doc("How many solutions are wanted: a number, as text."),
        Key::new("timeout", whole_number()).unfit(&PLAN_REQUEST).doc("Seconds until the search is given up."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PLAN_KEY),
    unfit: &PLAN_REQUEST,
    nullable: false,
    doc: "What is sent to the service: a template, and how much of an answer is wanted.",
    section: REQUEST,
};

/// Keys of a plan request.
pub const PLAN_KEYS: [&str; 8] =
    ["name", "id", "template", "template_url", "files", "limit", "num_solution", "timeout"];

const fn whole_number() -> Shape {
    Shape::Integer { min: 0, max: i64::MAX, or: None, beyond: None, quoted: Some(&PLAN_REQUEST) }
}
