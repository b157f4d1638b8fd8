//! Recognition of assembly, resource and project files: the kind of descriptor and the product that it is for. Uses the name, the sections, the
//! features, and the path of the file in its project.

use super::grammar::{
    CP4NA_RESOURCE, CP4NA_SOURCE, CP4NA_STANDALONE, OLD_PROJECT_FILE, PROJECT_FILE, TNCO_RESOURCE,
    TNCO_RESOURCE_TYPES, TNCO_SOURCE, TNCO_STANDALONE,
};
use limn_files::FilePath;
use limn_language::dialect::{Profile, Recognition};
use limn_language::schema::Profiles;
use limn_lmctl::is_old_format;
use limn_yaml::{Document, Node};

/// The kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescriptorKind {
    /// An assembly, an assembly template or a type.
    Assembly,
    Resource,
    /// `lmproject.yml`
    Project,
}

pub static PROFILES: &[Profile] = &[
    Profile {
        id: "tnco",
        label: "TNC-O",
        bits: TNCO_STANDALONE.or(TNCO_SOURCE).or(TNCO_RESOURCE).or(PROJECT_FILE).or(OLD_PROJECT_FILE),
        doc: "Telco Network Cloud Manager - Orchestration: promoted metrics and scaling policies; every value is a string.",
    },
    Profile {
        id: "cp4na",
        label: "CP4NA",
        bits: CP4NA_STANDALONE.or(CP4NA_SOURCE).or(CP4NA_RESOURCE).or(PROJECT_FILE).or(OLD_PROJECT_FILE),
        doc: "Cloud Pak for Network Automation: typed and structured properties, component groups, dynamic types, ordered upgrades.",
    },
];

/// Top-level keys of other languages.
const FOREIGN_KEYS: &[&str] = &[
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
/// Sections that identify an assembly.
pub(crate) const ASSEMBLY_SECTIONS: &[&str] = &["composition", "references", "relationships"];
/// Sections that identify a resource.
const RESOURCE_SECTIONS: &[&str] = &[
    "lifecycle",
    "infrastructure",
    "default-driver",
    "default_driver",
    "queries",
    "private-properties",
    "resource-manager-type",
];
/// Sections of both kinds of descriptors.
pub(crate) const SHARED_SECTIONS: &[&str] = &[
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

/// The kind of descriptor; `None` for files of other languages.
pub fn kind(file: &FilePath, document: &Document) -> Option<DescriptorKind> {
    if matches!(file.name(), "lmproject.yml" | "lmproject.yaml") {
        return Some(DescriptorKind::Project);
    }
    let root = document.root()?;
    // A list of descriptors is recognized, so that the tables can report it.
    let root = if root.is_sequence() { root.items().next()? } else { root };
    if root.is_sequence() {
        return None;
    }
    let listed = root.parent().is_some();
    let has = |key: &&str| root.get(key).is_some();
    if FOREIGN_KEYS.iter().any(has) {
        return None;
    }
    let name = root.get("name").and_then(Node::as_str).unwrap_or_default();
    let by_sections = match (ASSEMBLY_SECTIONS.iter().any(has), RESOURCE_SECTIONS.iter().any(has)) {
        (true, _) => Some(DescriptorKind::Assembly),
        (false, true) => Some(DescriptorKind::Resource),
        (false, false) => None,
    };
    if let Some((first, _)) = name.split_once("::") {
        return Some(match first.trim() {
            "resource" => DescriptorKind::Resource,
            "assembly" | "assembly-template" | "type" => DescriptorKind::Assembly,
            // An unknown kind is one error; do not report the sections as well.
            _ => by_sections.unwrap_or(DescriptorKind::Assembly),
        });
    }
    if listed {
        return None;
    }
    if is_project(root) {
        return Some(DescriptorKind::Project);
    }
    let is_yaml = matches!(file.extension().as_str(), "yml" | "yaml");
    let folder = file.folder();
    if is_yaml
        && (folder == "Definitions/lm" || folder.ends_with("/Definitions/lm"))
        && file.name().starts_with("resource.")
    {
        return Some(DescriptorKind::Resource);
    }
    match folder.rsplit('/').next() {
        Some("Descriptor") if is_yaml => return Some(by_sections.unwrap_or(DescriptorKind::Assembly)),
        // Projects for the Ansible resource manager have the resource descriptor here.
        Some("descriptor") if is_yaml => return Some(by_sections.unwrap_or(DescriptorKind::Resource)),
        _ => {}
    }
    let keys = root.entries().filter_map(|entry| entry.key.as_str());
    let ours = |key: &str| [ASSEMBLY_SECTIONS, RESOURCE_SECTIONS, SHARED_SECTIONS].concat().contains(&key);
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

/// The profile that a document is validated against.
pub fn profile_bits(document: &Document, kind: DescriptorKind, cp4na: bool, in_project: bool) -> Profiles {
    match (kind, cp4na, in_project) {
        (DescriptorKind::Project, ..) => {
            let is_old = document.root().is_some_and(is_old_format);
            if is_old { OLD_PROJECT_FILE } else { PROJECT_FILE }
        }
        (DescriptorKind::Resource, false, _) => TNCO_RESOURCE,
        (DescriptorKind::Resource, true, _) => CP4NA_RESOURCE,
        (DescriptorKind::Assembly, false, false) => TNCO_STANDALONE,
        (DescriptorKind::Assembly, false, true) => TNCO_SOURCE,
        (DescriptorKind::Assembly, true, false) => CP4NA_STANDALONE,
        (DescriptorKind::Assembly, true, true) => CP4NA_SOURCE,
    }
}

/// True if the file is in a folder where LMCTL expects descriptors, so LMCTL can add its name.
pub fn is_in_project(file: &FilePath) -> bool {
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
            reason: "The file has the name of an LMCTL project file".to_owned(),
        });
    };
    let what = match kind {
        DescriptorKind::Project => {
            let reason = "LMCTL project files are the same for both products".to_owned();
            return Some(Recognition { profile: tnco, reason });
        }
        DescriptorKind::Assembly => "assembly",
        DescriptorKind::Resource => "resource",
    };
    let newer = features_of_cp4na(root, kind);
    let older = if kind == DescriptorKind::Assembly { features_of_tnco(root) } else { Vec::new() };
    let (profile, reason) = match (newer.as_slice(), older.as_slice()) {
        ([], []) => (
            tnco,
            format!(
                "This {what} has no product-specific features; TNC-O is the default because its rules are less strict"
            ),
        ),
        (newer, older) if newer.len() >= older.len() => (cp4na, feature_reason(newer, "CP4NA")),
        (_, older) => (tnco, feature_reason(older, "TNC-O")),
    };
    Some(Recognition { profile, reason })
}

/// "`items` and `data-types` are CP4NA features".
fn feature_reason(features: &[&str], product: &str) -> String {
    let shown: Vec<_> = features.iter().take(3).map(|feature| format!("`{feature}`")).collect();
    match shown.as_slice() {
        [one] => format!("{one} is a {product} feature"),
        [most @ .., last] => format!("{} and {last} are {product} features", most.join(", ")),
        [] => String::new(),
    }
}

fn features_of_cp4na(root: Node<'_>, kind: DescriptorKind) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let mut note = |feature: &'static str| {
        if !found.contains(&feature) {
            found.push(feature);
        }
    };
    if root.get("data-types").is_some() && kind == DescriptorKind::Assembly {
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
        // TNC-O's own assemblies use some of these without effect; its resources support three types.
        let telling = if kind == DescriptorKind::Assembly { &newer[..5] } else { newer };
        if let Some(word) =
            telling.iter().find(|known| **known == word && !TNCO_RESOURCE_TYPES.contains(known))
        {
            note(word);
        }
        if kind == DescriptorKind::Assembly && property.get("volatile").is_some() {
            note("volatile");
        }
    }
    if kind == DescriptorKind::Resource {
        // The drivers say nothing: the Ansible, Openstack, SOL 003 and Kubernetes drivers exist for TNC-O 2.2 as for CP4NA.
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
    use limn_yaml::parse;

    #[track_caller]
    fn check(file: &str, text: &str, expected: &str) {
        let file = FilePath::new(file).unwrap();
        let found = match recognize(&file, &parse(text)) {
            Some(found) => {
                format!("{:?} {}: {}", kind(&file, &parse(text)).unwrap(), found.profile.id, found.reason)
            }
            None => "other".to_owned(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn features_determine_the_product() {
        let default = "This assembly has no product-specific features; TNC-O is the default because its rules are less strict";
        check("a.yaml", "name: assembly::a::1.0\n", &format!("Assembly tnco: {default}"));
        check(
            "a.yaml",
            "name: assembly::a::1.0\ncomposition:\n  a: {items: '${l}', dynamicType: x}\n",
            "Assembly cp4na: `items` and `dynamicType` are CP4NA features",
        );
        check(
            "a.yaml",
            "name: assembly::a::1.0\npolicies:\n  p: {type: 'policy::scale'}\n",
            "Assembly tnco: `policy::scale` is a TNC-O feature",
        );
        check(
            "r.yaml",
            "name: resource::a::1.0\nproperties: {a: {type: integer}}\n",
            "Resource cp4na: `integer` is a CP4NA feature",
        );
    }

    #[test]
    fn drivers_do_not_determine_the_product() {
        check(
            "r.yaml",
            "name: resource::a::1.0\nlifecycle: {Create: {drivers: {kubernetes: {selector: {infrastructure-type: [Kubernetes]}}}}}\n",
            "Resource tnco: This resource has no product-specific features; TNC-O is the default because its rules are less strict",
        );
    }

    #[test]
    fn sections_determine_the_kind_of_an_unknown_name() {
        let is = |text: &str| kind(&FilePath::new("a.yaml").unwrap(), &parse(text));
        assert_eq!(is("name: service::a::1.0\nlifecycle: {Create: {}}\n"), Some(DescriptorKind::Resource));
        assert_eq!(is("name: service::a::1.0\ncomposition: {}\n"), Some(DescriptorKind::Assembly));
        assert_eq!(is("name: service::a::1.0\n"), Some(DescriptorKind::Assembly));
        assert_eq!(is("name: assembly::a::1.0\nlifecycle: {Create: {}}\n"), Some(DescriptorKind::Assembly));
    }

    #[test]
    fn the_path_in_a_project_determines_the_kind_without_a_name() {
        let reason = |what: &str| {
            format!(
                "This {what} has no product-specific features; TNC-O is the default because its rules are less strict"
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
        check("x.yml", "description: x\n", "other");
        check("lmproject.yml", "", "Project tnco: The file has the name of an LMCTL project file");
    }

    #[test]
    fn other_languages_are_not_recognized() {
        check("a.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n", "other");
        check("a.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", "other");
        check("a.yaml", "homing_template_version: 2017-10-10\n", "other");
        check("a.yaml", "- name: a\n- [b]\n", "other");
        check("a.yaml", "", "other");
    }
}
