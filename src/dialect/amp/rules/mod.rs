//! AMP's own checks, one file per check or tight family of checks.

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
];

pub(crate) fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}
