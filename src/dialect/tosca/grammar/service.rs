//! The service template itself: its sections.

use crate::diagnostic::Code;
use crate::schema::{Construct, Key, Shape};

pub(super) static CODES: &[&Code] = &[&UNFIT, &UNKNOWN_KEY, &MISSING_VERSION];

/// The standard that the sections of all codes stand in.
pub const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2";

pub static UNFIT: Code = Code::error(
    "tosca/wrong-shape",
    "T0-R9",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "A value has another shape than its key asks for: a list where a mapping belongs, or a text where a list does.",
);
pub static UNKNOWN_KEY: Code = Code::error(
    "tosca/unknown-keyname",
    "T0-R3",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "The construct has no such keyname. Processors refuse what they do not know, so that a slip of the pen is not silently without effect.",
);
pub static MISSING_VERSION: Code = Code::error(
    "tosca/missing-version",
    "T3.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.9.1",
    "`tosca_definitions_version` says which grammar and which normative types hold.",
);

pub static SERVICE: Construct = Construct {
    name: "service template",
    keys: &[
        Key::new("tosca_definitions_version", Shape::Text(None))
            .required(&MISSING_VERSION)
            .doc("The version of TOSCA that this document is written in."),
        Key::new("description", Shape::Prose).doc("What the template is for."),
    ],
    open: Some(crate::schema::Open::Map(&Shape::Any)),
    unknown: Some(&UNKNOWN_KEY),
    unfit: &UNFIT,
    nullable: false,
    doc: "A service template: types, and the topology made of them.",
    section: "3.9",
};
