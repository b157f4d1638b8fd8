//! AMP's own checks, one file per check or tight family of checks.

pub(crate) mod clusters;
mod deployment;
pub(crate) mod expressions;
mod functions;
mod header;
mod interval;
mod operations;
mod requirements;
pub(crate) mod shared;
mod types;
pub(crate) mod values;

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
    &values::refinement::RULE,
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
    &operations::check_running::RULE,
    &operations::mixed_notations::RULE,
    &operations::implementation_form::RULE,
    &operations::external_file::RULE,
    &requirements::fulfillments::RULE,
    &requirements::occurrences::RULE,
    &requirements::target::RULE,
    &requirements::order::RULE,
    &requirements::requires_running::RULE,
    &requirements::block_until_running::RULE,
    &clusters::cluster::RULE,
    &clusters::capability::RULE,
    &clusters::policy_type::RULE,
    &clusters::scaling::RULE,
    &clusters::initializer::RULE,
    &clusters::group_list::RULE,
    &clusters::group_type::RULE,
    &clusters::entries::RULE,
    &clusters::location::RULE,
    &clusters::machine::RULE,
    &deployment::declared_types::RULE,
    &deployment::bundled_file::RULE,
    &deployment::catalog_type::RULE,
];

pub(crate) fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}
