//! Sets of one name kind, for references.

use super::Kinds;
use crate::grammar;
use crate::kind;

pub(super) static VALUE: Kinds = &[&kind::PROPERTY, &kind::ATTRIBUTE];
pub(super) static ARTIFACT: Kinds = &[&kind::ARTIFACT];
pub(super) static ARTIFACT_TYPE: Kinds = &[&kind::ARTIFACT_TYPE];
pub(super) static ATTRIBUTE: Kinds = &[&kind::ATTRIBUTE];
pub(super) static CAPABILITY: Kinds = &[&kind::CAPABILITY];
pub(super) static CAPABILITY_TYPE: Kinds = &[&kind::CAPABILITY_TYPE];
pub(super) static DATA_TYPE: Kinds = &[&kind::DATA_TYPE];
pub(super) static GROUP: Kinds = &[&kind::GROUP];
pub(super) static GROUP_TYPE: Kinds = &[&kind::GROUP_TYPE];
pub(super) static INPUT: Kinds = &[&kind::INPUT];
pub(super) static INTERFACE: Kinds = &[&kind::INTERFACE];
pub(super) static INTERFACE_TYPE: Kinds = &[&kind::INTERFACE_TYPE];
pub(super) static NODE_TEMPLATE: Kinds = &[&kind::NODE_TEMPLATE];
pub(super) static NODE_TYPE: Kinds = &[&kind::NODE_TYPE];
pub(super) static OPERATION: Kinds = &[&kind::OPERATION];
pub(super) static OPERATION_OUTPUT: Kinds = &[&kind::OPERATION_OUTPUT];
pub(super) static OUTPUT: Kinds = &[&kind::OUTPUT];
pub(super) static POLICY_TYPE: Kinds = &[&kind::POLICY_TYPE];
pub(super) static PROPERTY: Kinds = &[&kind::PROPERTY];
pub(super) static RELATIONSHIP_TEMPLATE: Kinds = &[&kind::RELATIONSHIP_TEMPLATE];
pub(super) static RELATIONSHIP_TYPE: Kinds = &[&kind::RELATIONSHIP_TYPE];
pub(super) static REPOSITORY: Kinds = &[&kind::REPOSITORY];
pub(super) static REQUIREMENT: Kinds = &[&kind::REQUIREMENT];
pub(super) static STEP: Kinds = &[&kind::STEP];
pub(super) static WORKFLOW: Kinds = &[&kind::WORKFLOW];
pub(super) static PARAMETER: Kinds = &[&grammar::PARAMETER];
