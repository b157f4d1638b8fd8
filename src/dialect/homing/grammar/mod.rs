//! Grammar tables of homing templates and plan requests, with the codes of the tables. Checks that the tables cannot express
//! are in `rules`.

mod constraint;
mod demand;
mod hpa;
mod location;
mod name;
mod name_codes;
mod objective;
mod properties;
mod reservation;
mod template;

use limn_language::diagnostic::{Code, Severity};
use limn_language::schema::{Construct, Profiles};

pub use constraint::*;
pub use demand::*;
pub use hpa::*;
pub use location::*;
pub use name::*;
pub use name_codes::*;
pub use objective::*;
pub use properties::*;
pub use reservation::*;
pub use template::*;

// Readers of a template, by the syntax of objectives in its version. A document has exactly one of these profiles.

/// The specification guide, versions before 2020-08-13.
pub const GUIDE_BASE: Profiles = Profiles(1);
/// A key that is in a table only for the message on where it belongs.
pub(super) const NOWHERE: Profiles = Profiles(0);
/// HAS, versions before 2020-08-13.
pub const ENGINE_BASE: Profiles = Profiles(1 << 1);
pub const GUIDE_GENERIC: Profiles = Profiles(1 << 2);
pub const ENGINE_GENERIC: Profiles = Profiles(1 << 3);

pub const GUIDE: Profiles = GUIDE_BASE.or(GUIDE_GENERIC);
pub const ENGINE: Profiles = ENGINE_BASE.or(ENGINE_GENERIC);
/// Objectives with `minimize` and `sum`.
pub const BASE: Profiles = GUIDE_BASE.or(ENGINE_BASE);
/// Objectives with `goal` and `operation_function`.
pub const GENERIC: Profiles = GUIDE_GENERIC.or(ENGINE_GENERIC);

/// Citation of the public guide.
pub const GUIDE_PAGE: &str = "Homing Specification Guide";
/// Citation of HAS's source code.
pub const HAS: &str = "ONAP HAS";

/// The root table of a document.
pub fn construct(is_plan: bool) -> &'static Construct {
    if is_plan { &PLAN } else { &TEMPLATE }
}

/// Codes on which the specification guide and HAS disagree. The specification guide's profile reports each of them once, as a warning.
static DISAGREEMENTS: &[&str] = &[
    "homing/version-of-the-guide",
    "homing/attributes-of-the-guide",
    "homing/unknown-provider",
    "homing/missing-customer",
    "homing/threshold-without-blanks",
    "homing/threshold-is-a-number",
    "homing/path-into-parameter",
    "homing/file-function",
    "homing/weight-by-parameter",
    "homing/reservations",
    "homing/controller-spelling",
    "homing/reservation-controller",
    "homing/ignored-attribute",
    "homing/ignored-operator",
    "homing/deferred-constraint",
    "homing/placemark",
    "homing/single-function",
    "homing/group-of-many",
];

/// Returns true if the specification guide and HAS disagree on this code.
pub fn is_disagreement(code: &Code) -> bool {
    DISAGREEMENTS.contains(&code.name)
}

/// The severity of a code in these profiles.
pub fn severity_in(code: &'static Code, profiles: Profiles) -> Severity {
    if GUIDE.has(profiles) && is_disagreement(code) { Severity::Warning } else { code.severity }
}

/// All codes of the tables.
pub fn codes() -> Vec<&'static Code> {
    [
        template::CODES,
        name::CODES,
        name_codes::CODES,
        location::CODES,
        demand::CODES,
        constraint::CODES,
        properties::CODES,
        hpa::CODES,
        reservation::CODES,
        objective::CODES,
    ]
    .concat()
}
