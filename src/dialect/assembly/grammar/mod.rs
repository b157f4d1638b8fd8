//! Grammar tables of assembly descriptors, resource descriptors and LMCTL project files, for TNC-O and CP4NA, with the codes that they report.
//! `rules` has the checks that a table cannot express.

mod assembly;
mod composition;
mod driver;
mod expression_codes;
mod lifecycle;
mod monitoring;
mod name;
mod naming;
mod project;
mod promotion;
mod property;
mod relationship;
mod resource;
mod shared;
mod value;

use limn_language::diagnostic::{Code, Severity};
use limn_language::schema::{Construct, NameKind, Profiles};
use limn_language::type_diagram::TypeSection;

pub use assembly::*;
pub use composition::*;
pub use driver::*;
pub use expression_codes::*;
pub use lifecycle::*;
pub use monitoring::*;
pub use name::*;
pub use naming::*;
pub use project::*;
pub use promotion::*;
pub use property::*;
pub use relationship::*;
pub use resource::*;
pub use shared::*;
pub use value::*;

// One bit for each kind of file and product, so that a table can distinguish resources from assemblies, and files that are uploaded as they are
// from sources that LMCTL builds first. A document is validated against exactly one of them.

/// A TNC-O assembly outside a project.
pub const TNCO_STANDALONE: Profiles = Profiles(1);
/// A TNC-O assembly in an LMCTL project.
pub const TNCO_SOURCE: Profiles = Profiles(1 << 1);
pub const CP4NA_STANDALONE: Profiles = Profiles(1 << 2);
pub const CP4NA_SOURCE: Profiles = Profiles(1 << 3);
pub const TNCO_RESOURCE: Profiles = Profiles(1 << 4);
pub const CP4NA_RESOURCE: Profiles = Profiles(1 << 5);
/// `lmproject.yml`, the same for both.
pub const PROJECT_FILE: Profiles = Profiles(1 << 6);

/// `lmproject.yml` in the format of LMCTL 1, with `vnfcs`.
pub const OLD_PROJECT_FILE: Profiles = Profiles(1 << 7);

/// TNC-O assemblies: "T" in the reference.
pub const TNCO: Profiles = TNCO_STANDALONE.or(TNCO_SOURCE);
/// CP4NA assemblies: "C".
pub const CP4NA: Profiles = CP4NA_STANDALONE.or(CP4NA_SOURCE);
/// Resource descriptors: "R".
pub const RESOURCES: Profiles = TNCO_RESOURCE.or(CP4NA_RESOURCE);
pub const ASSEMBLIES: Profiles = TNCO.or(CP4NA);
/// No profile: for keys that are known to belong elsewhere.
pub const NO_PROFILE: Profiles = Profiles(0);

// --- kinds of names ---

pub static COMPONENT: NameKind =
    NameKind { id: "component", check: component_name, rivals: &[&REFERENCE], clash: Some(&CLASHING_NAME) };
pub static REFERENCE: NameKind =
    NameKind { id: "reference", check: component_name, rivals: &[&COMPONENT], clash: Some(&CLASHING_NAME) };
pub static PROPERTY: NameKind = NameKind { id: "property", check: property_name, rivals: &[], clash: None };
pub static PRIVATE_PROPERTY: NameKind =
    NameKind { id: "private property", check: property_name, rivals: &[], clash: None };
pub static RELATIONSHIP: NameKind =
    NameKind { id: "relationship", check: relationship_name, rivals: &[], clash: None };
pub static CAPABILITY: NameKind = NameKind { id: "capability", check: entry_name, rivals: &[], clash: None };
pub static REQUIREMENT: NameKind =
    NameKind { id: "requirement", check: entry_name, rivals: &[], clash: None };
pub static OPERATION: NameKind = NameKind { id: "operation", check: any_name, rivals: &[], clash: None };
pub static METRIC: NameKind = NameKind { id: "metric", check: any_name, rivals: &[], clash: None };
pub static POLICY: NameKind = NameKind { id: "policy", check: any_name, rivals: &[], clash: None };
pub static DATA_TYPE: NameKind =
    NameKind { id: "data type", check: data_type_name, rivals: &[], clash: None };
/// The full name of a descriptor, which other files use as a type.
pub static DESCRIPTOR: NameKind =
    NameKind { id: "descriptor", check: descriptor_name, rivals: &[], clash: None };

/// The diagram of data types.
pub static TYPE_SECTION: TypeSection = TypeSection {
    label: "Data types",
    role: "data type",
    section: "data-types",
    base: "derived-from",
    kind: &DATA_TYPE,
};

fn any_name(_name: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    Vec::new()
}

/// The table that a document of these profiles is validated against.
pub fn construct(profiles: Profiles) -> &'static Construct {
    if PROJECT_FILE.or(OLD_PROJECT_FILE).has(profiles) {
        &PROJECT
    } else if RESOURCES.has(profiles) {
        &RESOURCE
    } else {
        &ASSEMBLY
    }
}

/// Severities that differ by profile: one product rejects what the other accepts.
static SEVERITY_OVERRIDES: &[(&Code, Profiles, Severity)] = &[
    (&NAME_MISSING, TNCO_SOURCE.or(CP4NA_SOURCE), Severity::Info),
    (&NAME_END, TNCO_RESOURCE, Severity::Warning),
    (&DOUBLE_SEPARATOR, TNCO, Severity::Warning),
    (&LONG_NAME, TNCO, Severity::Warning),
    (&UNKNOWN_TYPE, TNCO, Severity::Info),
];

/// The severity of `code` in these profiles.
pub fn severity_in(code: &'static Code, profiles: Profiles) -> Severity {
    SEVERITY_OVERRIDES
        .iter()
        .find(|(known, bits, _)| *known == code && bits.has(profiles))
        .map_or(code.severity, |(_, _, severity)| *severity)
}

/// The codes of all tables.
pub fn codes() -> Vec<&'static Code> {
    [
        assembly::CODES,
        shared::CODES,
        expression_codes::CODES,
        naming::CODES,
        property::CODES,
        value::CODES,
        composition::CODES,
        relationship::CODES,
        promotion::CODES,
        resource::CODES,
        lifecycle::CODES,
        monitoring::CODES,
        project::CODES,
    ]
    .concat()
}
