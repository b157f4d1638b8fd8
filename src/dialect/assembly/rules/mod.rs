//! Semantic rules for assemblies, resources and project files: checks that the grammar tables cannot express. One file and one line in
//! [`RULES`] for each rule.
//!
//! # Location of each check
//!
//! Listed by reference id. **Tables** (`grammar`, with `expression` and `jinja`):
//!
//! A-YAML-1 (several documents in one text: rule), A-TOP-1 (without the move into `properties`), A-TOP-2, A-TOP-3 (missing; empty: rule), A-TOP-4, A-TOP-5, A-TOP-6, A-TOP-7
//! (keys; types other than string are not reported, TNC-O's own examples use them), A-TOP-8, A-NAME-1 to A-NAME-12 (parts of A-NAME-2,
//! whether the kind matches the sections, and of A-NAME-9, if the blank is a syntax error: rule), A-PROP-1, A-PROP-2, A-PROP-4,
//! A-PROP-5, A-PROP-7, A-SCHEMA-4 (shape and missing type), A-DT-1, A-DT-2, A-DT-4, A-DT-5, A-DT-7, A-REF-1, A-REF-2, A-REF-3, A-REF-5, A-REF-6,
//! A-REF-7, A-REF-12, A-COMP-1 to A-COMP-9, A-QTY-1, A-QTY-4, A-CLU-1, A-CLU-2, A-CLU-3, A-CLU-7, A-ITEM-1 (form; type: rule), A-DYN-2,
//! A-DYN-3, A-UPG-1, A-REFS-1, A-REFS-4, A-OP-1, A-OP-2, A-OP-4, A-MET-1, A-MET-2, A-MET-4, A-POL-1, A-POL-2, A-POL-3, A-POL-5, A-POL-6 (numbers;
//! order: rule), A-POL-7, A-REL-1, A-REL-2, A-REL-3 (a bare component as source and a bare target: rule),
//! A-REL-6, A-REL-7, A-REL-8, A-REL-9, A-REL-21, A-CAP-1, A-RES-2, A-RES-4, A-RES-5, A-RES-8, A-RES-9, A-RES-10, A-RES-11 (shape and unknown metric;
//! integrity metric: rule), A-RES-13, A-RES-14, A-PKG-1, A-PKG-3 (unknown manager; missing: rule), A-PKG-7.
//!
//! **Any YAML** (`dialect::common`): A-YAML-2 to A-YAML-9.
//!
//! **Rules** (here): all others, and the parts marked above. Rules report diagnostics with the code's own severity; `grammar::severity_in` then adjusts
//! the severity for the profile.
//!
//! **Not checked**, because a descriptor alone does not show it: A-NAME-14 (a changed descriptor needs a new version: only an earlier one shows that it
//! changed), A-ITEM-4 (names of instances are made at run time; the what-if view shows them), A-REFS-6 (whether a reference finds exactly one instance).
//!
//! Each code has an example, which `tests/examples.rs` runs; `tests/fixtures/assembly-rules.yaml` has more documents for each rule of the reference.

mod type_as_port;
pub(super) mod types;

mod ambiguous_name;
mod ambiguous_side;
mod assembly_contains_itself;
mod cluster_bounds;
mod component_cycle;
mod contradictory_flags;
mod data_type_cycle;
mod dynamic_type;
mod empty_section;
mod entry_schema;
mod heal_metric;
mod installable_reference;
mod item_type;
mod lifecycle_operation;
mod literal_type;
mod newer_version;
mod one_descriptor;
mod operation_instances;
mod operation_partner;
mod placement;
mod private_and_public_property;
mod project_files;
mod project_format;
mod project_name;
mod property_read;
mod property_set;
mod reference_cycle;
mod reference_placement;
mod reference_uses_component;
mod relationship_deadlock;
mod relationship_ends;
mod relationship_reference;
mod resource_fixes;
mod resource_lifecycle;
mod same_ends;
mod scale_policy;
mod sub_project;
mod unfinished_property;
mod unfulfilled_requirement;
mod unquoted_text;
mod unused_property;
mod unused_reference;
mod upgrade_order;
mod value_path;

use super::model::Descriptor;
use limn_language::diagnostic::{Code, Rule};

/// Every rule.
pub static RULES: &[&Rule<Descriptor>] = &[
    &ambiguous_name::RULE,
    &ambiguous_side::RULE,
    &assembly_contains_itself::RULE,
    &cluster_bounds::RULE,
    &component_cycle::RULE,
    &contradictory_flags::RULE,
    &data_type_cycle::RULE,
    &dynamic_type::RULE,
    &empty_section::RULE,
    &entry_schema::RULE,
    &heal_metric::RULE,
    &installable_reference::RULE,
    &item_type::RULE,
    &lifecycle_operation::RULE,
    &literal_type::RULE,
    &newer_version::RULE,
    &one_descriptor::RULE,
    &operation_instances::RULE,
    &operation_partner::RULE,
    &placement::RULE,
    &private_and_public_property::RULE,
    &project_files::RULE,
    &project_format::RULE,
    &project_name::RULE,
    &property_read::RULE,
    &property_set::RULE,
    &reference_cycle::RULE,
    &reference_placement::RULE,
    &reference_uses_component::RULE,
    &relationship_deadlock::RULE,
    &relationship_ends::RULE,
    &relationship_reference::RULE,
    &resource_fixes::RULE,
    &resource_lifecycle::RULE,
    &same_ends::RULE,
    &scale_policy::RULE,
    &sub_project::RULE,
    &type_as_port::RULE,
    &unfinished_property::RULE,
    &unquoted_text::RULE,
    &unfulfilled_requirement::RULE,
    &unused_property::RULE,
    &unused_reference::RULE,
    &upgrade_order::RULE,
    &value_path::RULE,
];

/// The codes of all rules.
pub fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}
