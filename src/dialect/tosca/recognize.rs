//! Whether a document is a service template, and of which version.

use super::grammar::{V1_0, V1_1, V1_2, V1_3};
use crate::dialect::{Profile, Recognition};
use crate::files::FilePath;
use crate::yaml::{Document, Node};

pub static PROFILES: &[Profile] = &[
    Profile {
        id: "tosca-1.2",
        label: "TOSCA 1.2",
        bits: V1_2,
        doc: "TOSCA Simple Profile in YAML 1.2: the committee draft and the standard, which differ in places.",
    },
    Profile {
        id: "tosca-1.0",
        label: "TOSCA 1.0",
        bits: V1_0,
        doc: "TOSCA Simple Profile in YAML 1.0: no workflows, policies without triggers.",
    },
    Profile {
        id: "tosca-1.1",
        label: "TOSCA 1.1",
        bits: V1_1,
        doc: "TOSCA Simple Profile in YAML 1.1: workflows and triggers, no property mappings.",
    },
    Profile {
        id: "tosca-1.3",
        label: "TOSCA 1.3",
        bits: V1_3,
        doc: "TOSCA Simple Profile in YAML 1.3: `operations`, `notifications`, `key_schema`, occurrences and more.",
    },
];

pub(super) fn recognize(_file: &FilePath, document: &Document) -> Option<Recognition> {
    let root = document.root().map(Node::resolve)?;
    let said = root.get("tosca_definitions_version")?.as_str()?;
    let profile = |id: &str| PROFILES.iter().find(|it| it.id == id).expect("every version is listed");
    let (id, reason) = match &*said {
        "tosca_simple_yaml_1_0" => ("tosca-1.0", "it says `tosca_simple_yaml_1_0`".to_owned()),
        "tosca_simple_yaml_1_1" => ("tosca-1.1", "it says `tosca_simple_yaml_1_1`".to_owned()),
        "tosca_simple_yaml_1_2" => ("tosca-1.2", "it says `tosca_simple_yaml_1_2`".to_owned()),
        "tosca_simple_yaml_1_3" => ("tosca-1.3", "it says `tosca_simple_yaml_1_3`".to_owned()),
        _ => return None,
    };
    Some(Recognition { profile: profile(id), reason })
}
