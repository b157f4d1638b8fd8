//! Whether a document is one of ours, of what kind, and which product it is written for. Looks at what a person would look at: the name, the
//! sections, the features used, the place of the file in its project.

use super::grammar::{
    CP4NA_ALONE, CP4NA_RESOURCE, CP4NA_SOURCE, OLD_PROJECT_FILE, PROJECT_FILE, TNCO_ALONE, TNCO_RESOURCE,
    TNCO_RESOURCE_TYPES, TNCO_SOURCE,
};
use super::model::Kind;
use crate::dialect::{Profile, Recognition};
use crate::files::FilePath;
use crate::schema::Profiles;
use crate::yaml::{Document, Node};

pub static PROFILES: &[Profile] = &[
    Profile {
        id: "tnco",
        label: "TNC-O",
        bits: TNCO_ALONE.or(TNCO_SOURCE).or(TNCO_RESOURCE).or(PROJECT_FILE).or(OLD_PROJECT_FILE),
        doc: "Telco Network Cloud Manager - Orchestration: promoted metrics and scaling policies, every value a text.",
    },
    Profile {
        id: "cp4na",
        label: "CP4NA",
        bits: CP4NA_ALONE.or(CP4NA_SOURCE).or(CP4NA_RESOURCE).or(PROJECT_FILE).or(OLD_PROJECT_FILE),
        doc: "Cloud Pak for Network Automation: typed and structured properties, groups of items, dynamic types, ordered upgrades.",
    },
];

/// Top-level keys that only another language has.
const FOREIGN: &[&str] = &[
    "tosca_definitions_version",
    "topology_template",
    "node_templates",
    "homing_template_version",
    "heat_template_version",
    "AWSTemplateFormatVersion",
    "TOSCA-Meta-File-Version",
    "apiVersion",
    "swagger",
    "openapi",
    "asyncapi",
];
/// Sections that say which kind of descriptor it is.
const OF_ASSEMBLIES: &[&str] = &["composition", "references", "relationships"];
const OF_RESOURCES: &[&str] = &[
    "lifecycle",
    "infrastructure",
    "default-driver",
    "default_driver",
    "queries",
    "private-properties",
    "resource-manager-type",
];
/// Sections that any descriptor may have.
const OF_BOTH: &[&str] = &[
    "name",
    "description",
    "properties",
    "operations",
    "capabilities",
    "requirements",
    "metrics",
    "policies",
    "data-types",
    "designerLayout",
];

/// The kind of descriptor; `None`: it is none of ours.
pub fn kind(file: &FilePath, document: &Document) -> Option<Kind> {
    if matches!(file.name(), "lmproject.yml" | "lmproject.yaml") {
        return Some(Kind::Project);
    }
    let root = document.root()?;
    // A list of descriptors is none, and the tables say so; but it was meant as one.
    let root = if root.is_sequence() { root.items().next()? } else { root };
    if root.is_sequence() {
        return None;
    }
    let listed = root.parent().is_some();
    let has = |key: &&str| root.get(key).is_some();
    if FOREIGN.iter().any(has) {
        return None;
    }
    let name = root.get("name").and_then(Node::as_str).unwrap_or_default();
    let by_sections = match (OF_ASSEMBLIES.iter().any(has), OF_RESOURCES.iter().any(has)) {
        (true, _) => Some(Kind::Assembly),
        (false, true) => Some(Kind::Resource),
        (false, false) => None,
    };
    if let Some((first, _)) = name.split_once("::") {
        return Some(match first.trim() {
            "resource" => Kind::Resource,
            "assembly" | "assembly-template" | "type" => Kind::Assembly,
            // A first part that is none is one fault; that the sections do not fit it is not another.
            _ => by_sections.unwrap_or(Kind::Assembly),
        });
    }
    if listed {
        return None;
    }
    if is_project(root) {
        return Some(Kind::Project);
    }
    let is_yaml = matches!(file.extension().as_str(), "yml" | "yaml");
    let folder = file.folder();
    if is_yaml
        && (folder == "Definitions/lm" || folder.ends_with("/Definitions/lm"))
        && file.name().starts_with("resource.")
    {
        return Some(Kind::Resource);
    }
    match folder.rsplit('/').next() {
        Some("Descriptor") if is_yaml => return Some(by_sections.unwrap_or(Kind::Assembly)),
        // Projects for the Ansible resource manager keep a resource's descriptor so.
        Some("descriptor") if is_yaml => return Some(by_sections.unwrap_or(Kind::Resource)),
        _ => {}
    }
    let keys = root.entries().filter_map(|entry| entry.key.as_str());
    let ours = |key: &str| [OF_ASSEMBLIES, OF_RESOURCES, OF_BOTH].concat().contains(&key);
    let (known, unknown): (Vec<_>, Vec<_>) = keys.partition(|key| ours(key));
    by_sections.filter(|_| known.len() >= 2 && unknown.len() <= known.len() / 2)
}

fn is_project(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    let plain_name = root.get("name").is_some_and(Node::is_scalar);
    let schema =
        root.get("schema").and_then(Node::as_str).is_some_and(|schema| matches!(&*schema, "2.0" | "1.0"));
    plain_name && (has("vnfcs") || (schema && (has("version") || has("type") || has("contains"))))
}

/// The one profile that a document is held to.
pub fn bits(document: &Document, kind: Kind, cp4na: bool, in_project: bool) -> Profiles {
    match (kind, cp4na, in_project) {
        (Kind::Project, ..) => {
            let has = |key: &str| document.root().is_some_and(|root| root.get(key).is_some());
            if has("vnfcs") && !has("schema") { OLD_PROJECT_FILE } else { PROJECT_FILE }
        }
        (Kind::Resource, false, _) => TNCO_RESOURCE,
        (Kind::Resource, true, _) => CP4NA_RESOURCE,
        (Kind::Assembly, false, false) => TNCO_ALONE,
        (Kind::Assembly, false, true) => TNCO_SOURCE,
        (Kind::Assembly, true, false) => CP4NA_ALONE,
        (Kind::Assembly, true, true) => CP4NA_SOURCE,
    }
}

/// Whether a file lies where LMCTL keeps descriptors, so that LMCTL gives it its name.
pub fn lies_in_project(file: &FilePath) -> bool {
    let folder = file.folder();
    folder.rsplit('/').next() == Some("Descriptor")
        || folder == "Definitions/lm"
        || folder.ends_with("/Definitions/lm")
}

pub fn recognize(file: &FilePath, document: &Document) -> Option<Recognition> {
    let kind = kind(file, document)?;
    let (tnco, cp4na) = (&PROFILES[0], &PROFILES[1]);
    let Some(root) = document.root() else {
        return Some(Recognition {
            profile: tnco,
            reason: "It is named like LMCTL's project file".to_owned(),
        });
    };
    let what = match kind {
        Kind::Project => {
            let reason = "LMCTL's project file is the same for both products".to_owned();
            return Some(Recognition { profile: tnco, reason });
        }
        Kind::Assembly => "assembly",
        Kind::Resource => "resource",
    };
    let newer = features_of_cp4na(root, kind);
    let older = if kind == Kind::Assembly { features_of_tnco(root) } else { Vec::new() };
    let (profile, reason) = match (newer.as_slice(), older.as_slice()) {
        ([], []) => (
            tnco,
            format!(
                "Nothing in this {what} belongs to one product alone; TNC-O is taken, whose rules are the milder"
            ),
        ),
        (newer, older) if newer.len() >= older.len() => (cp4na, belongs(newer, "CP4NA")),
        (_, older) => (tnco, belongs(older, "TNC-O")),
    };
    Some(Recognition { profile, reason })
}

/// "`items` and `data-types` are CP4NA's".
fn belongs(features: &[&str], product: &str) -> String {
    let shown: Vec<_> = features.iter().take(3).map(|feature| format!("`{feature}`")).collect();
    match shown.as_slice() {
        [one] => format!("{one} is {product}'s"),
        [most @ .., last] => format!("{} and {last} are {product}'s", most.join(", ")),
        [] => String::new(),
    }
}

fn features_of_cp4na(root: Node<'_>, kind: Kind) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let mut note = |feature: &'static str| {
        if !found.contains(&feature) {
            found.push(feature);
        }
    };
    if root.get("data-types").is_some() && kind == Kind::Assembly {
        note("data-types");
    }
    let values =
        |section: &str| root.get(section).into_iter().flat_map(Node::entries).map(|entry| entry.value);
    for property in values("properties") {
        if property.get("entry-schema").or_else(|| property.get("entry_schema")).is_some() {
            note("entry-schema");
        }
        let word = property.get("type").and_then(Node::as_str).unwrap_or_default();
        let newer: &[&'static str] =
            &["list", "map", "timestamp", "float", "certificate", "boolean", "integer"];
        // TNC-O's own assemblies write some of these without meaning them; its resources know three types.
        let telling = if kind == Kind::Assembly { &newer[..5] } else { newer };
        if let Some(word) =
            telling.iter().find(|known| **known == word && !TNCO_RESOURCE_TYPES.contains(known))
        {
            note(word);
        }
        if kind == Kind::Assembly && property.get("volatile").is_some() {
            note("volatile");
        }
    }
    if kind == Kind::Resource {
        if root.get("lifecycle").is_some_and(|lifecycle| lifecycle.get("Upgrade").is_some()) {
            note("Upgrade");
        }
        return found;
    }
    for component in values("composition") {
        for feature in ["items", "dynamicType", "upgrade-dependencies"] {
            if component.get(feature).is_some() {
                note(feature);
            }
        }
    }
    for operation in values("operations") {
        if operation.get("multiple-instances").is_some() {
            note("multiple-instances");
        }
    }
    found
}

fn features_of_tnco(root: Node<'_>) -> Vec<&'static str> {
    let values =
        |section: &str| root.get(section).into_iter().flat_map(Node::entries).map(|entry| entry.value);
    let is = |node: Node<'_>, word: &str| node.get("type").and_then(Node::as_str).as_deref() == Some(word);
    let mut found = Vec::new();
    if values("policies").any(|policy| is(policy, "policy::scale")) {
        found.push("policy::scale");
    } else if root.get("policies").is_some() {
        found.push("policies");
    }
    if values("metrics").any(|metric| metric.get("source-metric").is_some()) {
        found.push("source-metric");
    } else if root.get("metrics").is_some() {
        found.push("metrics");
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::parse;

    #[track_caller]
    fn check(file: &str, text: &str, expected: &str) {
        let file = FilePath::new(file).unwrap();
        let found = match recognize(&file, &parse(text)) {
            Some(found) => {
                format!("{:?} {}: {}", kind(&file, &parse(text)).unwrap(), found.profile.id, found.reason)
            }
            None => "not ours".to_owned(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn the_features_used_say_which_product() {
        let milder = "Nothing in this assembly belongs to one product alone; TNC-O is taken, whose rules are the milder";
        check("a.yaml", "name: assembly::a::1.0\n", &format!("Assembly tnco: {milder}"));
        check(
            "a.yaml",
            "name: assembly::a::1.0\ncomposition:\n  a: {items: '${l}', dynamicType: x}\n",
            "Assembly cp4na: `items` and `dynamicType` are CP4NA's",
        );
        check(
            "a.yaml",
            "name: assembly::a::1.0\npolicies:\n  p: {type: 'policy::scale'}\n",
            "Assembly tnco: `policy::scale` is TNC-O's",
        );
        check(
            "r.yaml",
            "name: resource::a::1.0\nproperties: {a: {type: integer}}\n",
            "Resource cp4na: `integer` is CP4NA's",
        );
    }

    #[test]
    fn a_name_of_no_kind_leaves_it_to_the_sections() {
        let is = |text: &str| kind(&FilePath::new("a.yaml").unwrap(), &parse(text));
        assert_eq!(is("name: service::a::1.0\nlifecycle: {Create: {}}\n"), Some(Kind::Resource));
        assert_eq!(is("name: service::a::1.0\ncomposition: {}\n"), Some(Kind::Assembly));
        assert_eq!(is("name: service::a::1.0\n"), Some(Kind::Assembly));
        assert_eq!(is("name: assembly::a::1.0\nlifecycle: {Create: {}}\n"), Some(Kind::Assembly));
    }

    #[test]
    fn a_place_in_a_project_says_what_it_is_without_a_name() {
        let reason = |what: &str| {
            format!(
                "Nothing in this {what} belongs to one product alone; TNC-O is taken, whose rules are the milder"
            )
        };
        check(
            "Descriptor/assembly.yml",
            "description: x\n",
            &format!("Assembly tnco: {}", reason("assembly")),
        );
        check(
            "a/Definitions/lm/resource.yaml",
            "description: x\n",
            &format!("Resource tnco: {}", reason("resource")),
        );
        check("x.yml", "description: x\n", "not ours");
        check("lmproject.yml", "", "Project tnco: It is named like LMCTL's project file");
    }

    #[test]
    fn other_languages_are_left_alone() {
        check("a.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n", "not ours");
        check("a.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", "not ours");
        check("a.yaml", "homing_template_version: 2017-10-10\n", "not ours");
        check("a.yaml", "- name: a\n- [b]\n", "not ours");
        check("a.yaml", "", "not ours");
    }
}
