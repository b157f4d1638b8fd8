//! Root tables: the template with its sections, and the plan request that contains one.

use super::{
    CONSTRAINT, CONSTRAINT_DEFINITION, DEMAND, DEMAND_SHAPE, GUIDE, GUIDE_PAGE, HAS, IN_PARAMETERS, LOCATION,
    LOCATION_SHAPE, NO_DEMAND, OBJECTIVE, PARAMETER, RESERVATION, RESERVATIONS_OF_GUIDE,
};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Construct, Key, NamedEntries, Profiles, Shape, TextRule};

const REQUEST: &str = "ONAP HAS, POST /v1/plans";

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
    HAS,
    "Checks that a template and each of its sections is a mapping.",
)
.why("HAS rejects a list of mappings with one entry each.")
.advice(
    "Write each entry as a key of one mapping, without a hyphen before it: `constraints: {together: {…}}`.",
)
.bad(
    "template",
    "
constraints:
#^^^^^^^^^^
- together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
",
)
.good(
    "
constraints:
  together: {type: zone, demands: [web, database], properties: {qualifier: same, category: region}}
",
);
pub static UNKNOWN_SECTION: Code =
    Code::warning("homing/unknown-section", "H-YAML-3", HAS, "Checks for unknown sections.")
        .why("HAS reads seven sections and silently ignores all others, such as misspelled ones.")
        .advice("Correct the name, such as `constraints` instead of `constraint`, or remove the section.")
        .bad(
            "template",
            "
constraint: {together: {type: inventory_group, demands: [web, database]}}
#^^^^^^^^^
",
        )
        .good("constraints: {together: {type: inventory_group, demands: [web, database]}}");
pub static PLAN_REQUEST: Code = Code::error(
    "homing/malformed-plan-request",
    "H-ENV-1",
    REQUEST,
    "Checks the types in a plan request: `template` is required; `name`, `id`, `template_url` and `num_solution` are strings, `limit` and `timeout` \
integers, and `files` is a mapping.",
)
.why("HAS rejects the request otherwise.")
.advice("Put strings in quotes, as in `num_solution: '1'`, write integers without quotes, and add `template` if it is missing.")
.bad(
    "document",
    r#"
name: p
limit: '3'
#      ^^^
num_solution: 1
#             ^
template:
~  homing_template_version: "2018-02-01"
  demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
"#,
)
.good(
    r#"
name: p
limit: 3
num_solution: '1'
template:
~  homing_template_version: "2018-02-01"
  demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
"#,
);
pub static UNKNOWN_PLAN_KEY: Code = Code::warning(
    "homing/unknown-plan-key",
    "H-ENV-1",
    REQUEST,
    "Checks for unknown keys in a plan request. Published examples use `num_solutions`; the key is `num_solution`.",
)
.why("A misspelled key has no effect, and HAS can reject the request because of it.")
.advice("Correct the name, such as `num_solution` in place of `num_solutions`, or remove the key.")
.bad(
    "document",
    r#"
name: p
num_solutions: '1'
#^^^^^^^^^^^^
template:
~  homing_template_version: "2018-02-01"
  demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
"#,
)
.good(
    r#"
name: p
num_solution: '1'
template:
~  homing_template_version: "2018-02-01"
  demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
"#,
);
pub static UNKNOWN_VERSION: Code = Code::error(
    "homing/unknown-version",
    "H-VER-1",
    "Homing Specification Guide, Homing template version; ONAP HAS",
    "Checks that the version is one of the four that HAS supports: 2016-11-01, 2017-10-10, 2018-02-01 and 2020-08-13.",
)
.why("The specification guide allows 2017-10-10 and any later date.")
.advice("Set `homing_template_version` to `2018-02-01`, or to `2020-08-13` if the objective has `goal`.")
.bad(
    "template",
    r#"
homing_template_version: "2019-01-01"
#                        ^^^^^^^^^^^^
"#,
)
.good(r#"homing_template_version: "2018-02-01""#);
pub static VERSION_OF_GUIDE: Code = Code::warning(
    "homing/version-of-the-guide",
    "H-VER-1",
    "Homing Specification Guide, Homing template version; ONAP HAS",
    "Reports versions that only the specification guide allows: any date after 2017-10-10.",
)
.why("HAS supports four versions and rejects all others.")
.advice("Set `homing_template_version` to `2018-02-01`, or to `2020-08-13` if the objective has `goal`.")
.bad(
    "template of the specification guide",
    r#"
homing_template_version: "2019-01-01"
#                        ^^^^^^^^^^^^
"#,
)
.good(r#"homing_template_version: "2018-02-01""#);
pub static NO_VERSION: Code = Code::error(
    "homing/no-version",
    "H-VER-2",
    HAS,
    "Checks that the template has a version. It identifies a homing template and the syntax of its objective.",
)
.why("HAS rejects templates without a version.")
.advice("Add `homing_template_version: 2018-02-01`, or the version that the objective needs.")
.bad(
    "template",
    "
homing_template_version: ''
#                        ^^
",
)
.good(r#"homing_template_version: "2018-02-01""#);
pub static PARAMETERS_SHAPE: Code = Code::error(
    "homing/parameters-not-a-mapping",
    "H-PAR-1",
    GUIDE_PAGE,
    "Checks that `parameters` is a mapping of names to values. A value is a string, a number, a list or a mapping.",
)
.why("`get_param` finds a parameter by its name. HAS rejects any other form.")
.advice("Write each parameter as a name with its value: `parameters: {lat: 32.89, lon: -97.04}`.")
.bad(
    "template",
    "
parameters: [lat, lon]
#           ^^^^^^^^^^
",
)
.good("parameters: {lat: 32.89, lon: -97.04}");

/// The versions that HAS supports.
pub const VERSIONS: [&str; 4] = ["2016-11-01", "2017-10-10", "2018-02-01", "2020-08-13"];
/// The first version with a goal and operation functions.
pub const GENERIC_VERSION: &str = "2020-08-13";
/// The specification guide's version. It allows any later date.
const GUIDE_VERSION: &str = "2017-10-10";

static VERSION: TextRule =
    TextRule { label: "a version of homing templates", check: version, suggestions: &VERSIONS };

fn version(text: &str, profiles: Profiles) -> Vec<(&'static Code, String)> {
    if text.trim().is_empty() {
        return vec![(&NO_VERSION, message::expected("a version", "an empty string"))];
    }
    if VERSIONS.contains(&text) {
        return Vec::new();
    }
    if GUIDE.has(profiles) && is_date(text) && text > GUIDE_VERSION {
        let message =
            format!("version `{text}` is valid only for the specification guide; HAS expects {}", known());
        return vec![(&VERSION_OF_GUIDE, message)];
    }
    vec![(&UNKNOWN_VERSION, message::unknown_among("version", text, &VERSIONS))]
}

fn known() -> String {
    format!("one of {}", VERSIONS.map(|version| format!("`{version}`")).join(", "))
}

/// `2019-01-01`.
pub fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts.as_slice(), [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2))
}

pub static PARAMETERS: NamedEntries = NamedEntries {
    kind: &PARAMETER,
    value: Shape::Value(&IN_PARAMETERS),
    wrong_shape: Some(&PARAMETERS_SHAPE),
};
pub static LOCATIONS: NamedEntries =
    NamedEntries { kind: &LOCATION, value: LOCATION_SHAPE, wrong_shape: Some(&NOT_A_MAPPING) };
pub static DEMANDS: NamedEntries =
    NamedEntries { kind: &DEMAND, value: DEMAND_SHAPE, wrong_shape: Some(&super::DEMAND_LIST) };
pub static CONSTRAINTS: NamedEntries = NamedEntries {
    kind: &CONSTRAINT,
    value: Shape::Construct(&CONSTRAINT_DEFINITION),
    wrong_shape: Some(&super::CONSTRAINT_KEYS),
};

pub static TEMPLATE: Construct = Construct {
    name: "homing template",
    keys: &[
        Key::new("homing_template_version", Shape::Text(Some(&VERSION)))
            .required(&NO_VERSION)
            .doc("The version of the template. Objectives have a different syntax since 2020-08-13."),
        Key::new("parameters", Shape::NamedMap(&PARAMETERS))
            .wrong_shape(&PARAMETERS_SHAPE)
            .doc("Values by name, read with `{get_param: name}`. A plan request can override them."),
        Key::new("locations", Shape::NamedMap(&LOCATIONS))
            .wrong_shape(&NOT_A_MAPPING)
            .doc("Positions on Earth that constraints and the objective refer to."),
        Key::new("demands", Shape::NamedMap(&DEMANDS))
            .required(&NO_DEMAND)
            .wrong_shape(&NOT_A_MAPPING)
            .doc("The components to place, with their sources of candidates."),
        Key::new("constraints", Shape::NamedMap(&CONSTRAINTS))
            .wrong_shape(&NOT_A_MAPPING)
            .doc("Conditions on candidates. Each removes those that don't satisfy it."),
        Key::new("reservation", Shape::Construct(&RESERVATION))
            .wrong_shape(&super::RESERVATION_SHAPE)
            .doc("Capacity to reserve at the selected candidates."),
        Key::new("reservations", Shape::NamedMap(&RESERVATIONS_OF_GUIDE))
            .offered_in(GUIDE)
            .wrong_shape(&super::RESERVATION_SHAPE)
            .doc("The specification guide's name for `reservation`, which HAS ignores."),
        Key::new("optimization", OBJECTIVE)
            .wrong_shape(&NOT_A_MAPPING)
            .doc("Ranks the solutions that satisfy all constraints."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_SECTION),
    wrong_shape: &NOT_A_MAPPING,
    nullable: false,
    doc: "Demands, their candidates, and the conditions that select among them.",
    section: GUIDE_PAGE,
};

pub static PLAN: Construct = Construct {
    name: "plan request",
    keys: &[
        Key::new("name", Shape::Text(None)).wrong_shape(&PLAN_REQUEST).doc("A name for the plan."),
        Key::new("id", Shape::Text(None))
            .wrong_shape(&PLAN_REQUEST)
            .doc("The plan's id. Generated if missing."),
        Key::new("template", Shape::OneOf(&[Shape::Construct(&TEMPLATE), Shape::Text(None)]))
            .required(&PLAN_REQUEST)
            .wrong_shape(&PLAN_REQUEST)
            .doc("The homing template, as a mapping or as a string."),
        Key::new("template_url", Shape::Text(None))
            .wrong_shape(&PLAN_REQUEST)
            .doc("The URL of the template."),
        Key::new("files", Shape::Map(&Shape::Any))
            .wrong_shape(&PLAN_REQUEST)
            .doc("Contents of files that the template refers to."),
        Key::new("limit", whole_number()).wrong_shape(&PLAN_REQUEST).doc("The maximum number of plans."),
        Key::new("num_solution", Shape::Text(None))
            .wrong_shape(&PLAN_REQUEST)
            .doc("The number of solutions, as a string."),
        Key::new("timeout", whole_number())
            .wrong_shape(&PLAN_REQUEST)
            .doc("The timeout of the search, in seconds."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PLAN_KEY),
    wrong_shape: &PLAN_REQUEST,
    nullable: false,
    doc: "A request to HAS: a template and limits of the result.",
    section: REQUEST,
};

/// The keys of a plan request.
pub const PLAN_KEYS: [&str; 8] =
    ["name", "id", "template", "template_url", "files", "limit", "num_solution", "timeout"];

const fn whole_number() -> Shape {
    Shape::Integer { min: 0, max: i64::MAX, or: None, beyond: None, quoted: Some(&PLAN_REQUEST) }
}
