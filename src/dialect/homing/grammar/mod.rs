//! The tables of homing templates and of the plan requests that carry them, and the codes that fall out of the tables. What a table cannot say
//! stands in `rules`.

mod constraint;
mod demand;
mod hpa;
mod location;
mod name;
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
pub use objective::*;
pub use properties::*;
pub use reservation::*;
pub use template::*;

// Who reads the template, by the grammar that its version has for objectives. A document is held to exactly one of them.

/// As the guide describes it, versions before 2020-08-13.
pub const GUIDE_BASE: Profiles = Profiles(1);
/// As the service accepts it.
pub const ENGINE_BASE: Profiles = Profiles(1 << 1);
pub const GUIDE_GENERIC: Profiles = Profiles(1 << 2);
pub const ENGINE_GENERIC: Profiles = Profiles(1 << 3);

pub const GUIDE: Profiles = GUIDE_BASE.or(GUIDE_GENERIC);
pub const ENGINE: Profiles = ENGINE_BASE.or(ENGINE_GENERIC);
/// `minimize` a `sum`.
pub const BASE: Profiles = GUIDE_BASE.or(ENGINE_BASE);
/// A `goal` and an `operation_function`.
pub const GENERIC: Profiles = GUIDE_GENERIC.or(ENGINE_GENERIC);

/// The document that the public guide is.
pub const GUIDE_PAGE: &str = "Homing Specification Guide";
/// What was read off the service itself.
pub const SERVICE: &str = "HAS, the homing service";

/// The table that a document is held to.
pub fn construct(is_plan: bool) -> &'static Construct {
    if is_plan { &PLAN } else { &TEMPLATE }
}

/// Where the guide says one thing and the service does another. Held to the guide, each is told once, and as a warning.
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
    "homing/unread-attribute",
    "homing/unread-operator",
    "homing/deferred-constraint",
    "homing/placemark",
    "homing/single-function",
    "homing/group-of-many",
];

/// Whether this is a matter in which guide and service disagree.
pub fn is_disagreement(code: &Code) -> bool {
    DISAGREEMENTS.contains(&code.name)
}

/// How much `code` weighs in these profiles.
pub fn severity_in(code: &'static Code, profiles: Profiles) -> Severity {
    if GUIDE.has(profiles) && is_disagreement(code) { Severity::Warning } else { code.severity }
}

/// Every code that falls out of the tables.
pub fn codes() -> Vec<&'static Code> {
    [
        template::CODES,
        name::CODES,
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
