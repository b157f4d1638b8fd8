//! Recognition of AMP blueprints: service templates with AMP-specific content.

use super::profile::profile;
use limn_files::FilePath;
use limn_language::dialect::Recognition;
use limn_tosca::is_service_template;
use limn_yaml::{Document, Node};

/// Version of the open-source plugin that AMP replaces, and the start of its working drafts.
const PLUGIN_VERSION: &str = "tosca_simple_yaml_1_0_0";
const DRAFT_VERSION: &str = "tosca_simple_yaml_1_0_0_wd";

/// Texts of which a document with a sign of AMP contains at least one. Searching for them is much faster than visiting every node.
const NEEDLES: [&str; 10] = [
    "brooklyn",
    "cloudsoft",
    "seaclouds",
    CLUSTER,
    "classpath://",
    "template_icon",
    "template_tags",
    "check_running",
    "map<",
    "list<",
];

/// The whole name, not the prefix `tosca.entity.`: `tosca.entity.Root` is part of TOSCA.
const CLUSTER: &str = "tosca.entity.DynamicCluster";

/// Prefixes of type names that only AMP or the projects around Brooklyn have.
const TYPES: [&str; 5] = ["brooklyn.", "org.apache.brooklyn.", "io.cloudsoft.", "seaclouds.", "io.brooklyn."];

pub(crate) fn recognize(_file: &FilePath, document: &Document) -> Option<Recognition> {
    let text = document.text();
    let is_draft = text.contains(DRAFT_VERSION);
    if !is_draft && !NEEDLES.iter().any(|needle| text.contains(needle)) || !is_service_template(document) {
        return None;
    }
    let root = document.root()?.resolve();
    let reason = sign(root, 0).or_else(|| sign_of_draft(root).filter(|_| is_draft))?;
    let is_plugin = root.get("tosca_definitions_version").is_some_and(is_of_plugin);
    let profile = profile(if is_plugin { "amp-plugin" } else { "amp" });
    Some(Recognition { profile, reason })
}

/// Returns true if a version is one of the plugin.
pub(crate) fn is_of_plugin(version: Node<'_>) -> bool {
    version.as_str().is_some_and(|text| text.trim().starts_with(PLUGIN_VERSION))
}

/// The first sign of AMP in a value.
fn sign(node: Node<'_>, depth: usize) -> Option<String> {
    const DEPTH: usize = 64;
    if depth > DEPTH || node.is_alias() {
        return None;
    }
    for entry in node.entries() {
        if let Some(key) = entry.key.as_str().as_deref().and_then(sign_of_key) {
            return Some(key);
        }
        if let Some(found) = sign(entry.value, depth + 1) {
            return Some(found);
        }
    }
    if let Some(found) = node.items().find_map(|item| sign(item, depth + 1)) {
        return Some(found);
    }
    let text = node.as_str().filter(|_| node.is_scalar())?;
    if text.starts_with("$brooklyn:") {
        return Some("It uses `$brooklyn:`".to_owned());
    }
    if text.starts_with("classpath://") {
        return Some("It refers to files by `classpath://`".to_owned());
    }
    if ["map<", "list<"].iter().any(|start| text.starts_with(start)) && text.ends_with('>') {
        return Some(format!("It has the type `{text}`"));
    }
    let is_type = text == CLUSTER
        || TYPES.iter().any(|prefix| text.starts_with(prefix)) && !text.contains([' ', '\n', '/']);
    is_type.then(|| format!("It names `{text}`"))
}

/// The first sign of the plugin in a document of the working draft: `Alien4Cloud`'s imports by name and version, and policies in groups.
fn sign_of_draft(root: Node<'_>) -> Option<String> {
    let imports = root.get("imports").into_iter().flat_map(|imports| imports.resolve().items());
    let by_version = imports.filter_map(Node::as_str).find(|import| is_name_and_version(import));
    if let Some(import) = by_version {
        return Some(format!("It is a working draft and imports `{import}` by name and version"));
    }
    let groups = root.get("topology_template")?.resolve().get("groups")?.resolve();
    let policies = groups.entries().any(|entry| entry.value.resolve().get("policies").is_some());
    policies.then(|| "It is a working draft with policies in groups".to_owned())
}

/// Returns true for an import by name and version, such as `tosca-normative-types:1.0.0`.
fn is_name_and_version(import: &str) -> bool {
    import.split_once(':').is_some_and(|(name, version)| {
        !name.is_empty() && !name.contains('/') && version.starts_with(|first: char| first.is_ascii_digit())
    })
}

fn sign_of_key(key: &str) -> Option<String> {
    let is_sign = key.starts_with("brooklyn.")
        || key.starts_with("$brooklyn:")
        || key.starts_with("add_brooklyn_")
        || ["template_icon", "template_tags", "check_running"].contains(&key)
        || TYPES.iter().any(|prefix| key.starts_with(prefix));
    is_sign.then(|| format!("It has `{key}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(&'static str, String)> {
        let file = FilePath::new("service.yaml").unwrap();
        recognize(&file, &limn_yaml::parse(text))
            .map(|recognition| (recognition.profile.id, recognition.reason))
    }

    #[test]
    fn a_sign_of_amp_makes_a_blueprint() {
        let service = |rest: &str| read(&format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{rest}"));
        for (rest, reason) in [
            (
                "topology_template: {node_templates: {a: {type: tosca.entity.DynamicCluster}}}",
                "It names `tosca.entity.DynamicCluster`",
            ),
            ("topology_template: {groups: {add_brooklyn_location: {}}}", "It has `add_brooklyn_location`"),
            ("metadata: {template_icon: 'classpath://a.png'}", "It has `template_icon`"),
            (
                "data_types: {d: {properties: {p: {type: 'map<string,boolean>'}}}}",
                "It has the type `map<string,boolean>`",
            ),
            ("topology_template: {outputs: {o: {value: '$brooklyn:config(\"a\")'}}}", "It uses `$brooklyn:`"),
        ] {
            assert_eq!(service(rest), Some(("amp", reason.to_owned())), "{rest}");
        }
        let plugin =
            "tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03\nnode_types: {brooklyn.nodes.A: {}}\n";
        assert_eq!(read(plugin).map(|found| found.0), Some("amp-plugin"));
        let draft = "tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03\nimports: ['types:1.0']\n";
        assert_eq!(read(draft).map(|found| found.0), Some("amp-plugin"));
    }

    #[test]
    fn plain_tosca_is_not_taken() {
        for text in [
            "tosca_definitions_version: tosca_simple_yaml_1_3\n# brooklyn.policies\ntopology_template: {}\n",
            "tosca_definitions_version: tosca_simple_yaml_1_3\ndescription: brooklyn. is a part of New York\n",
            "tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03\ntopology_template: {}\n",
            "tosca_definitions_version: tosca_2_0\nnode_types: {brooklyn.A: {}}\n",
            "brooklyn.policies: []\n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
