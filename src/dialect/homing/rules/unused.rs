//! Rule: parameters, locations and demands are used.

use std::collections::BTreeSet;

use super::super::grammar::{DEMAND, GUIDE_PAGE, LOCATION, PARAMETER};
use super::super::model::Template;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::Op;

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&UNUSED_PARAMETER, &UNUSED_LOCATION, &UNUSED_DEMAND], check };

static UNUSED_PARAMETER: Code = Code::info(
    "homing/unused-parameter",
    "H-PAR-2",
    GUIDE_PAGE,
    "Reports parameters that nothing reads. HAS itself reads only `request_type`.",
)
.why("A value for the parameter has no effect. Often a `get_param` is missing or misspelled.")
.advice("Remove the parameter, or read it with `get_param`.")
.bad(
    "template",
    "
parameters: {lat: 32.89}
#            ^^^
locations: {customer: {clli_code: DLLSTX55}}
",
)
.good(
    "
parameters: {lat: 32.89}
locations: {customer: {latitude: {get_param: lat}, longitude: -97.04}}
",
);
static UNUSED_LOCATION: Code = Code::info(
    "homing/unused-location",
    "H-LOC-9",
    GUIDE_PAGE,
    "Reports locations that no constraint and no objective uses.",
)
.why("HAS resolves every location, so one that it cannot resolve makes it reject the template, even if nothing uses it.")
.advice("Remove the location, or use it in a constraint or in the objective.")
.bad(
    "template",
    "
locations: {customer: {clli_code: DLLSTX55}}
#           ^^^^^^^^
optimization: {}
",
)
.good(
    "
locations: {customer: {clli_code: DLLSTX55}}
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
",
);
static UNUSED_DEMAND: Code = Code::info(
    "homing/unconstrained-demand",
    "H-DEM-15",
    GUIDE_PAGE,
    "Reports demands that no constraint and no objective uses.",
)
.why("Any candidate is then suitable.")
.advice("Remove the demand, or use it in a constraint or in the objective.")
.bad(
    "template",
    "
demands: {idle: [{inventory_provider: aai, inventory_type: cloud}]}
#         ^^^^
",
)
.good(
    "
demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
",
);

/// Parameters that HAS itself reads.
const READ_BY_SERVICE: [&str; 2] = ["request_type", "REQUEST_TYPE"];

fn check(template: &Template, report: &mut Report) {
    let names = &template.names;
    let used: BTreeSet<usize> =
        names.references.iter().filter_map(|reference| reference.declaration).collect();
    for (at, declaration) in names.declarations.iter().enumerate() {
        let name = declaration.name.as_str();
        if used.contains(&at) || (*declaration.kind == PARAMETER && READ_BY_SERVICE.contains(&name)) {
            continue;
        }
        let (code, message) = if *declaration.kind == PARAMETER {
            (&UNUSED_PARAMETER, message::unused("parameter", name))
        } else if *declaration.kind == LOCATION {
            (&UNUSED_LOCATION, message::unused("location", name))
        } else if *declaration.kind == DEMAND {
            (
                &UNUSED_DEMAND,
                format!("{}: no constraint and no objective refers to it", message::unused("demand", name)),
            )
        } else {
            continue;
        };
        let mut diagnostic = Diagnostic::new(code, declaration.range, declaration.path.clone(), message);
        if *declaration.kind == PARAMETER {
            let ops = vec![Op::Remove { at: declaration.written.clone(), prune: false }];
            diagnostic = diagnostic.fix(format!("Remove `{name}`"), ops).unsafe_fix();
        }
        report.push(diagnostic);
    }
}
