//! What the tables cannot say about assemblies, resources and project files: one rule in one file, and one line in [`RULES`].
//!
//! # Which check lives where
//!
//! By the ids of the reference. **Tables** (`grammar`, with `expression` and `jinja`; nothing to write here):
//!
//! A-YAML-1 (several documents in one text are a rule's), A-TOP-1 (without the move into `properties`), A-TOP-2, A-TOP-3 (missing; an empty one is a rule's), A-TOP-4, A-TOP-5, A-TOP-6, A-TOP-7
//! (keys; types beyond string are not reported, TNC-O's own examples have them), A-TOP-8, A-NAME-1 to A-NAME-12 (halves of A-NAME-2,
//! that the kind fits the sections, and of A-NAME-9, where the blank is a syntax error, are rules'), A-PROP-1, A-PROP-2, A-PROP-4,
//! A-PROP-5, A-PROP-7, A-SCHEMA-4 (shape and missing type), A-DT-1, A-DT-2, A-DT-4, A-DT-5, A-DT-7, A-REF-1, A-REF-2, A-REF-3, A-REF-5, A-REF-6,
//! A-REF-7, A-REF-12, A-COMP-1 to A-COMP-9, A-QTY-1, A-QTY-4, A-CLU-1, A-CLU-2, A-CLU-3, A-CLU-7, A-ITEM-1 (form; the type is a rule's), A-DYN-2,
//! A-DYN-3, A-UPG-1, A-REFS-1, A-REFS-4, A-OP-1, A-OP-2, A-OP-4, A-MET-1, A-MET-2, A-MET-4, A-POL-1, A-POL-2, A-POL-3, A-POL-5, A-POL-6 (numbers;
//! that one is below the other is a rule's), A-POL-7, A-REL-1, A-REL-2, A-REL-3 (a bare component as a source and a bare target are a rule's),
//! A-REL-6, A-REL-7, A-REL-8, A-REL-9, A-REL-21, A-CAP-1, A-RES-2, A-RES-4, A-RES-5, A-RES-8, A-RES-9, A-RES-10, A-RES-11 (shape and unknown metric;
//! that it is an integrity metric is a rule's), A-RES-13, A-RES-14, A-PKG-1, A-PKG-3 (unknown manager; a missing one is a rule's), A-PKG-7.
//!
//! **Any YAML** (`dialect::common`): A-YAML-2 to A-YAML-9.
//!
//! **Rules** (here): all others, and the halves named above. Rules say their diagnostics with the code's own severity; what weighs otherwise in
//! a profile is put right afterwards, in one place, by `grammar::weight`.
//!
//! What a document must say or not to keep or break each rule stands in `tests/fixtures/assembly-rules.yaml`.

mod circles;
mod types;

mod assembly_contains_itself;
mod cluster_bounds;
mod component_circle;
mod contradictory_flags;
mod data_type_circle;
mod dynamic_type;
mod empty_section;
mod entry_schema;
mod heal_metric;
mod item_type;
mod lifecycle_operation;
mod literal_type;
mod one_descriptor;
mod operation_instances;
mod placement;
mod private_property;
mod project_files;
mod project_name;
mod reference_circle;
mod reference_placement;
mod reference_uses_component;
mod relationship_deadlock;
mod relationship_ends;
mod relationship_reference;
mod resource_lifecycle;
mod scale_policy;
mod unfinished_property;
mod upgrade_order;
mod value_path;

use super::model::Descriptor;
use crate::diagnostic::{Code, Rule};

/// Every rule.
pub static RULES: &[&Rule<Descriptor>] = &[
    &assembly_contains_itself::RULE,
    &cluster_bounds::RULE,
    &component_circle::RULE,
    &contradictory_flags::RULE,
    &data_type_circle::RULE,
    &dynamic_type::RULE,
    &empty_section::RULE,
    &entry_schema::RULE,
    &heal_metric::RULE,
    &item_type::RULE,
    &lifecycle_operation::RULE,
    &literal_type::RULE,
    &one_descriptor::RULE,
    &operation_instances::RULE,
    &placement::RULE,
    &private_property::RULE,
    &project_files::RULE,
    &project_name::RULE,
    &reference_circle::RULE,
    &reference_placement::RULE,
    &reference_uses_component::RULE,
    &relationship_deadlock::RULE,
    &relationship_ends::RULE,
    &relationship_reference::RULE,
    &resource_lifecycle::RULE,
    &scale_policy::RULE,
    &unfinished_property::RULE,
    &upgrade_order::RULE,
    &value_path::RULE,
];

/// Everything that the rules can say.
pub fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}
