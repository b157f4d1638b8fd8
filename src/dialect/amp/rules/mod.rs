//! AMP's own checks, one file per check or tight family of checks.

mod expressions;
mod functions;
mod header;
mod types;
mod values;

use limn_language::diagnostic::Code;
use limn_tosca::Rule;

pub(crate) static RULES: &[&Rule] = &[
    &header::version::RULE,
    &header::metadata::RULE,
    &header::icon::RULE,
    &header::description::RULE,
    &header::sections::RULE,
    &types::sections::RULE,
    &types::unused_keynames::RULE,
    &types::nested_topology::RULE,
    &values::type_name::RULE,
    &values::schema::RULE,
    &values::portable::RULE,
    &values::keynames::RULE,
    &values::status::RULE,
    &values::constraint::RULE,
    &functions::unsupported::RULE,
    &functions::host_output::RULE,
    &functions::output_name::RULE,
    &functions::circular_wait::RULE,
    &functions::falsy::RULE,
    &expressions::syntax::RULE,
    &expressions::tosca_function::RULE,
    &expressions::component::RULE,
    &expressions::portable::RULE,
];

pub(crate) fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}
