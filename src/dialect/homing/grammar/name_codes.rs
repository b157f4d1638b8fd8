//! Codes of unknown names of demands and locations, for the references in `name`.

use super::HAS;
use limn_language::diagnostic::Code;

const CONSTRAINTS: &str = "Homing Specification Guide, Constraints; ONAP HAS";
const OBJECTIVES: &str = "Homing Specification Guide, Optimizations; ONAP HAS";
const NEW_OBJECTIVES: &str = "ONAP HAS, objectives of version 2020-08-13";

pub(super) static CODES: &[&Code] = &[
    &CONSTRAINT_DEMANDS,
    &FUNCTION_ARGUMENTS,
    &SCORED_DEMANDS,
    &OPERAND_NAME,
    &UNKNOWN_LOCATION,
    &RESERVED_DEMANDS,
];

pub static CONSTRAINT_DEMANDS: Code = Code::error(
    "homing/constrained-demands",
    "H-CON-4",
    CONSTRAINTS,
    "Checks that `demands` of a constraint is the name of a demand of this template, or a list of at least one.",
)
.why("HAS rejects a template with any other value, including a list with an unknown demand.")
.advice("Correct the name, or add the demand to the template. Replace an empty list with at least one name.")
.bad(
    "template",
    "
constraints: {together: {type: inventory_group, demands: [web, databse]}}
#                                                              ^^^^^^^
",
)
.good("constraints: {together: {type: inventory_group, demands: [web, database]}}");
pub static FUNCTION_ARGUMENTS: Code = Code::error(
    "homing/function-arguments",
    "H-OPT-5",
    OBJECTIVES,
    "Checks that a distance or latency has one location and one demand of this template, in either order.",
)
.why("HAS measures from the location to the selected candidate of the demand, and rejects any other pair.")
.advice("For two demands, use the constraint `distance_between_demands`.")
.bad(
    "term",
    "
distance_between: [web, database]
#^^^^^^^^^^^^^^^
",
)
.good("distance_between: [customer, web]");
pub static SCORED_DEMANDS: Code = Code::error(
    "homing/scored-demands",
    "H-OPT-9",
    HAS,
    "Checks that `hpa_score` and `aic_version` have a list of demands of this template.",
)
.why("HAS does not check the form of the list, and an unknown demand has neither a score nor a version, so the term does not count as intended.")
.advice("Write a list of demands of this template, even for a single one: `hpa_score: [web]`.")
.bad(
    "template",
    "
optimization: {minimize: {sum: [{product: [200, {hpa_score: web}]}]}}
#                                                           ^^^
~constraints:
~  hardware:
~    type: hpa
~    demands: [web]
~    properties:
~      evaluate:
~        - id: vm
~          type: vnfc
~          directives:
~            - {type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}
~          flavorProperties:
~            - hpa-feature: numa
~              hpa-version: v1
~              architecture: generic
~              mandatory: 'False'
~              score: '5'
~              directives: []
~              hpa-feature-attributes: []
",
)
.good(
    "
optimization: {minimize: {sum: [{product: [200, {hpa_score: [web]}]}]}}
~constraints:
~  hardware:
~    type: hpa
~    demands: [web]
~    properties:
~      evaluate:
~        - id: vm
~          type: vnfc
~          directives:
~            - {type: flavor_directives, attributes: [{attribute_name: flavor, attribute_value: ''}]}
~          flavorProperties:
~            - hpa-feature: numa
~              hpa-version: v1
~              architecture: generic
~              mandatory: 'False'
~              score: '5'
~              directives: []
~              hpa-feature-attributes: []
",
);
pub static OPERAND_NAME: Code = Code::error(
    "homing/operand-name",
    "H-GEN-5",
    NEW_OBJECTIVES,
    "Checks that the params name a demand and a location of this template.",
)
.why("HAS checks only the demand; with an unknown location the search fails.")
.advice("Use the name of a demand or a location of this template.")
.bad(
    "operands",
    "
{function: distance_between, params: {demand: web, location: nowhere}}
#                                                            ^^^^^^^
",
)
.good("{function: distance_between, params: {demand: web, location: customer}}");
pub static UNKNOWN_LOCATION: Code = Code::error(
    "homing/unknown-location",
    "H-CON-7",
    "Homing Specification Guide, Distance to location",
    "Checks that the location of a constraint is a location of this template.",
)
.why("HAS rejects a constraint with an unknown location.")
.advice("Correct the name, or add the location to `locations`.")
.bad(
    "constraints",
    "
near:
  type: distance_to_location
  demands: [web]
  properties: {distance: '< 1 km', location: nowhere}
#                                            ^^^^^^^
",
)
.good(
    "
near:
  type: distance_to_location
  demands: [web]
  properties: {distance: '< 1 km', location: customer}
",
);
pub static RESERVED_DEMANDS: Code = Code::error(
    "homing/reserved-demands",
    "H-RSV-3",
    HAS,
    "Checks that a reservation has a list of demands.",
)
.why("HAS reads a name in place of the list character by character.")
.advice("Write a list of demands of this template, even for a single one: `demands: [web]`.")
.bad(
    "reservation",
    "
service_candidates: {hold: {demands: web}}
#                                    ^^^
",
)
.good("service_candidates: {hold: {demands: [web]}}");
