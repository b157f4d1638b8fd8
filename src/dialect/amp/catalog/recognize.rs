//! Recognition of catalog files and of CAMP blueprints. Other languages have `services` too, so a blueprint needs a sign of Brooklyn, or the keys of
//! a blueprint and no others.

use limn_files::FilePath;
use limn_language::dialect::{Profile, Recognition};
use limn_yaml::{Document, Node};

use super::grammar::{BOM, CAMP};

pub(crate) static PROFILES: &[Profile] = &[
    Profile {
        id: "amp-catalog",
        label: "AMP catalog",
        bits: BOM,
        doc: "Items for the catalog of Cloudsoft AMP or Apache Brooklyn: `catalog.bom`.",
    },
    Profile {
        id: "amp-camp",
        label: "CAMP blueprint",
        bits: CAMP,
        doc: "AMP's own blueprints: a list of services, each an entity with a catalog type.",
    },
];

/// Keys of a blueprint. In a document without a sign of Brooklyn there are no others.
const ROOT_KEYS: [&str; 10] = [
    "services",
    "location",
    "locations",
    "name",
    "id",
    "description",
    "iconUrl",
    "version",
    "tags",
    "origin",
];
/// Keys of a service, for the same.
const SERVICE_KEYS: [&str; 6] = ["type", "name", "id", "location", "locations", "description"];
/// Prefixes of types that only Brooklyn and AMP have.
const TYPES: [&str; 4] = ["org.apache.brooklyn.", "brooklyn.", "io.cloudsoft.", "io.brooklyn."];

/// Keys that give a service its type.
const TYPE_KEYS: [&str; 3] = ["type", "serviceType", "service_type"];

/// Maximum number of items of a list that are looked at.
const ITEMS: usize = 64;

pub(crate) fn recognize(file: &FilePath, document: &Document) -> Option<Recognition> {
    let [catalog, camp] = PROFILES else { return None };
    let recognized = |profile, reason: String| Some(Recognition { profile, reason });
    let Some(root) = document.root().map(Node::resolve) else {
        let is_new = file.name().eq_ignore_ascii_case("catalog.bom") && document.errors().is_empty();
        return is_new.then(|| by_name(catalog));
    };
    if root.get("tosca_definitions_version").is_some() {
        return None;
    }
    if root.get("brooklyn.catalog").is_some() {
        return recognized(catalog, "It has `brooklyn.catalog`".to_owned());
    }
    if let Some(services) = root.get("services").map(Node::resolve)
        && is_services(services)
    {
        if let Some(sign) = sign(root, services) {
            return recognized(camp, sign);
        }
        if is_plain_blueprint(root, services) {
            return recognized(
                camp,
                "It has `services` with types, and no other keys than a blueprint".to_owned(),
            );
        }
    }
    let is_catalog = file.name().eq_ignore_ascii_case("catalog.bom") && root.is_mapping();
    is_catalog.then(|| by_name(catalog))
}

fn by_name(profile: &'static Profile) -> Recognition {
    Recognition { profile, reason: "The file name is `catalog.bom`".to_owned() }
}

/// Returns true if the value is a list of services, or one service in its place. In Docker Compose, each value of the mapping is a mapping.
fn is_services(services: Node<'_>) -> bool {
    services.items().next().is_some_and(|item| item.resolve().is_mapping()) || has_type(services)
}

fn has_type(service: Node<'_>) -> bool {
    let service = service.resolve();
    TYPE_KEYS.iter().any(|key| {
        service.get(key).map(Node::resolve).is_some_and(|node| node.is_scalar() && !node.is_null())
    })
}

/// The first key, type or call of Brooklyn in the root and in the services.
fn sign(root: Node<'_>, services: Node<'_>) -> Option<String> {
    let of_key = |key: &str| key.starts_with("brooklyn.") || key.starts_with("$brooklyn:");
    let mapping = |node: Node<'_>| {
        let node = node.resolve();
        node.entries().find_map(|entry| {
            if let Some(key) = entry.key.as_str().filter(|key| of_key(key)) {
                return Some(format!("It has `services` and `{key}`"));
            }
            let text = entry.value.resolve().as_str()?;
            if text.starts_with("$brooklyn:") {
                return Some("It has `services` and uses `$brooklyn:`".to_owned());
            }
            let is_type = entry.key.as_str().is_some_and(|key| TYPE_KEYS.contains(&&*key));
            (is_type && TYPES.iter().any(|prefix| text.starts_with(prefix)))
                .then(|| format!("It has a service of type `{text}`"))
        })
    };
    mapping(root).or_else(|| mapping(services)).or_else(|| services.items().take(ITEMS).find_map(mapping))
}

/// Returns true if the document has a blueprint's keys only. A list needs a location somewhere: a list of entries with types and names is common.
fn is_plain_blueprint(root: Node<'_>, services: Node<'_>) -> bool {
    let only = |node: Node<'_>, keys: &[&str]| {
        let node = node.resolve();
        node.is_mapping()
            && node.entries().all(|entry| entry.key.as_str().is_some_and(|key| keys.contains(&&*key)))
    };
    if !only(root, &ROOT_KEYS) {
        return false;
    }
    if services.is_mapping() {
        return only(services, &SERVICE_KEYS);
    }
    let has_location =
        |node: Node<'_>| ["location", "locations"].iter().any(|key| node.resolve().get(key).is_some());
    services.items().all(|item| only(item, &SERVICE_KEYS) && has_type(item))
        && (has_location(root) || services.items().take(ITEMS).any(has_location))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str) -> Option<(&'static str, String)> {
        let file = FilePath::new(name).unwrap();
        recognize(&file, &limn_yaml::parse(text)).map(|found| (found.profile.id, found.reason))
    }

    #[test]
    fn catalogs_and_blueprints_are_recognized() {
        for (name, text, profile) in [
            ("catalog.bom", "brooklyn.catalog: {bundle: a, version: 1.0.0}\n", "amp-catalog"),
            ("any.yaml", "brooklyn.catalog:\n  items: []\n", "amp-catalog"),
            ("catalog.bom", "", "amp-catalog"),
            ("a.yaml", "name: a\nbrooklyn.catalog: {version: 1}\nservices:\n- type: b\n", "amp-catalog"),
            ("a.yaml", "services:\n- type: org.apache.brooklyn.entity.stock.BasicEntity\n", "amp-camp"),
            ("a.yaml", "services:\n- type: a\n  brooklyn.config: {b: c}\n", "amp-camp"),
            (
                "a.yaml",
                "services:\n- serviceType: org.apache.brooklyn.entity.stock.BasicEntity\n",
                "amp-camp",
            ),
            ("a.yaml", "services:\n- type: a\n  port: $brooklyn:config(\"p\")\n", "amp-camp"),
            ("a.yaml", "location: here\nservices: [{type: a}]\n", "amp-camp"),
            ("a.yaml", "services: {type: a}\n", "amp-camp"),
        ] {
            assert_eq!(read(name, text).map(|found| found.0), Some(profile), "{text}");
        }
    }

    #[test]
    fn other_documents_with_services_are_not_taken() {
        for text in [
            "services:\n  web: {image: nginx}\n  type: {image: b}\n",
            "version: '3'\nservices:\n  web:\n    image: nginx\n",
            "services:\n- name: web\n  type: ClusterIP\n  port: 80\n",
            "services:\n- type: a\n",
            "tosca_definitions_version: tosca_simple_yaml_1_3\nservices: [{type: brooklyn.a}]\n",
            "service_template: {}\nservices: [a, b]\n",
            "- services: []\n",
            "",
        ] {
            assert_eq!(read("a.yaml", text), None, "{text}");
        }
        assert_eq!(read("sbom.bom", "components: []\n"), None);
        assert_eq!(read("catalog.bom", "just text"), None);
    }
}
