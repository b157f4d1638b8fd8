//! Recognition of service templates and their versions.

use std::borrow::Cow;

use super::grammar::{V1_0, V1_1, V1_2, V1_3};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::dialect::{Profile, Recognition};
use limn_language::schema::{Profiles, nearest};
use limn_text::TextRange;
use limn_yaml::{Document, Node};

pub static PROFILES: &[Profile] = &[
    Profile {
        id: "tosca-1.2",
        label: "TOSCA 1.2",
        bits: V1_2,
        doc: "TOSCA Simple Profile in YAML 1.2, committee draft and standard.",
    },
    Profile {
        id: "tosca-1.0",
        label: "TOSCA 1.0",
        bits: V1_0,
        doc: "TOSCA Simple Profile in YAML 1.0, without workflows and triggers.",
    },
    Profile {
        id: "tosca-1.1",
        label: "TOSCA 1.1",
        bits: V1_1,
        doc: "TOSCA Simple Profile in YAML 1.1, with workflows and triggers, without property mappings.",
    },
    Profile {
        id: "tosca-1.3",
        label: "TOSCA 1.3",
        bits: V1_3,
        doc: "TOSCA Simple Profile in YAML 1.3, with `operations`, `notifications` and `key_schema`.",
    },
];

/// Versions of the Simple Profile: short name, last part of the URL, and profile id.
static VERSIONS: [(&str, &str, &str); 4] = [
    ("tosca_simple_yaml_1_2", "1.2", "tosca-1.2"),
    ("tosca_simple_yaml_1_3", "1.3", "tosca-1.3"),
    ("tosca_simple_yaml_1_1", "1.1", "tosca-1.1"),
    ("tosca_simple_yaml_1_0", "1.0", "tosca-1.0"),
];

/// The short name of a version; `None` if it is that of the profile `declared`.
pub fn short_name(version: Profiles, declared: &str) -> Option<&'static str> {
    let profile = PROFILES.iter().find(|profile| profile.bits == version && profile.id != declared)?;
    VERSIONS.iter().find(|(.., id)| *id == profile.id).map(|(name, ..)| *name)
}

/// Start of the URL of a version, without the scheme.
const ADDRESS: &str = "docs.oasis-open.org/tosca/ns/simple/yaml/";

/// Sections that only service templates have.
const SECTIONS: [&str; 9] = [
    "topology_template",
    "node_types",
    "capability_types",
    "relationship_types",
    "interface_types",
    "artifact_types",
    "data_types",
    "group_types",
    "policy_types",
];

/// Interpretation of `tosca_definitions_version`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Version {
    /// A version of the Simple Profile, by short name or URL.
    Known(&'static str),
    /// A version with a non-standard suffix: `tosca_simple_yaml_1_0_0_wd03`.
    NonStandard { profile: &'static str, name: &'static str },
    /// A profile on top of the Simple Profile, with unknown types.
    OnTop { on: &'static str, name: &'static str },
    /// Another language.
    OtherLanguage,
    /// An unknown version, with the nearest known one.
    Unknown { profile: &'static str, name: &'static str },
}

impl Version {
    /// The interpretation of the text of `tosca_definitions_version`.
    pub fn of(text: &str) -> Version {
        let text = text.trim();
        if let Some((.., profile)) = VERSIONS.iter().find(|(name, ..)| *name == text) {
            return Version::Known(profile);
        }
        let address = text.split_once("://").and_then(|(_, rest)| rest.strip_prefix(ADDRESS));
        let address = address.map(|rest| rest.trim_end_matches('/'));
        if let Some((.., profile)) = VERSIONS.iter().find(|(_, number, _)| Some(*number) == address) {
            return Version::Known(profile);
        }
        if foreign(text).is_some() {
            return Version::OtherLanguage;
        }
        for (start, name) in [
            ("tosca_simple_profile_for_nfv_1_", "the NFV profile"),
            ("tosca_simple_profile_for_mec_1_", "the MEC profile"),
        ] {
            if text.starts_with(start) {
                return Version::OnTop { on: "tosca-1.2", name };
            }
        }
        let more = |name: &str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with(['_', '.', '-']));
        if let Some((name, _, profile)) = VERSIONS.iter().find(|(name, ..)| more(name)) {
            return Version::NonStandard { profile, name };
        }
        let near = nearest(text, VERSIONS.iter().map(|(name, ..)| *name));
        let numbered = VERSIONS
            .iter()
            .find(|(_, number, _)| text.ends_with(number) || text.ends_with(&number.replace('.', "_")));
        let found = numbered.or_else(|| VERSIONS.iter().find(|(name, ..)| Some(*name) == near));
        let (name, _, profile) = found.unwrap_or(&VERSIONS[0]);
        Version::Unknown { profile, name }
    }
}

/// Version prefixes of similar languages, and the names of those languages.
static FOREIGN: [(&str, &str); 7] = [
    ("tosca_2", "TOSCA 2.0"),
    ("tosca-2", "TOSCA 2.0"),
    ("2.0", "TOSCA 2.0"),
    ("alien_dsl", "the Alien4Cloud language"),
    ("cloudify_dsl", "the Cloudify language"),
    ("tosca_simple_unfurl", "the Unfurl language"),
    ("tosca_variability", "the OpenTOSCA Vintner language"),
];

/// The name of a similar language, by its version.
fn foreign(text: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(start, _)| text.trim().starts_with(start)).map(|(_, name)| *name)
}

pub(super) static OTHER_LANGUAGE: Code = Code::error(
    "tosca/unsupported-language",
    "T3.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.1",
    "Checks that the document uses the TOSCA Simple Profile, 1.0 to 1.3. Limn reports documents in other languages and does not check them.",
)
.why(
    "TOSCA 2.0 and the languages of Alien4Cloud, Cloudify, Unfurl and OpenTOSCA Vintner share keynames with the Simple Profile but give them other \
meanings.",
)
.advice("Convert the document to the Simple Profile, and write `tosca_definitions_version: tosca_simple_yaml_1_3`.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_2_0
#                          ^^^^^^^^^
",
)
.good("tosca_definitions_version: tosca_simple_yaml_1_3");

/// Namespace of TOSCA 1.0, which is XML. Its files can have the same names as files in YAML.
const XML_NAMESPACE: &str = "docs.oasis-open.org/tosca/ns/2011/12";
/// Maximum position of the namespace, in bytes: license comments can precede the first element.
const XML_START: usize = 8_192;

/// Range of the first line of a TOSCA document in XML.
fn xml(text: &str) -> Option<TextRange> {
    let start = text.len() - text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).len();
    let rest = &text[start..];
    if !rest.starts_with('<') || rest.find(XML_NAMESPACE)? > XML_START {
        return None;
    }
    let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
    Some(TextRange::new(start, start + length))
}

/// Diagnostic for a document in a similar language.
pub(super) fn declines(document: &Document) -> Option<Diagnostic> {
    if let Some(range) = xml(document.text()) {
        let message = "TOSCA 1.0 in XML is not supported: this file is not checked".to_owned();
        return Some(Diagnostic::new(&OTHER_LANGUAGE, range, limn_yaml::Path::default(), message));
    }
    let word = document.root().map(Node::resolve)?.get("tosca_definitions_version")?.resolve();
    let text = word.as_str()?;
    let name = foreign(&text)?;
    let message = format!("`{}` is not supported: {name} is not checked", text.trim());
    let (range, path) = (word.range(), limn_yaml::Path::keys(["tosca_definitions_version"]));
    Some(Diagnostic::new(&OTHER_LANGUAGE, range, path, message))
}

/// Returns true for a document with a Simple Profile version, or with sections of a service template.
pub fn is_service_template(document: &Document) -> bool {
    reading(document).is_some()
}

pub(super) fn recognize(_file: &FilePath, document: &Document) -> Option<Recognition> {
    let (id, reason) = reading(document)?;
    let profile = PROFILES.iter().find(|profile| profile.id == id).expect("every version is listed");
    Some(Recognition { profile, reason })
}

/// Profile of a document, and the reason.
fn reading(document: &Document) -> Option<(&'static str, String)> {
    let root = document.root().map(Node::resolve).filter(|root| root.is_mapping())?;
    let version =
        root.get("tosca_definitions_version").and_then(|node| node.as_str().filter(|_| !node.is_null()));
    Some(match version.as_deref() {
        Some(text) => match Version::of(text) {
            Version::Known(id) => (id, format!("Its version is `{text}`")),
            Version::NonStandard { profile, name } => {
                (profile, format!("Its version is `{text}`, treated as `{name}`"))
            }
            Version::OnTop { on, name } => (
                on,
                format!(
                    "Its version is {name}, treated as the Simple Profile; the types of the profile are unknown"
                ),
            ),
            Version::OtherLanguage => return None,
            Version::Unknown { profile, name } => {
                (profile, format!("Its version `{text}` is unknown, treated as `{name}`"))
            }
        },
        None => {
            // Cloudify plugins also have node types.
            let sections = SECTIONS.iter().filter(|key| root.get(key).is_some_and(Node::is_mapping));
            let first = sections.filter(|_| root.get("plugins").is_none()).copied().next();
            let near = || {
                root.entries().find_map(|entry| {
                    let key = entry.key.as_str()?;
                    nearest(&key, ["tosca_definitions_version"]).filter(|_| key.len() > 20)
                })
            };
            let first = match first {
                Some(first) => first,
                None if root.get("tosca_definitions_version").is_some() => "tosca_definitions_version",
                None => near()?,
            };
            ("tosca-1.2", format!("It has `{first}` but no version, treated as `tosca_simple_yaml_1_2`"))
        }
    })
}

/// `metadata.template_name`, or the draft's `template_name`, of a document with a topology template.
pub fn template_name(root: Node<'_>) -> Option<String> {
    let root = root.resolve();
    root.get("topology_template")?;
    let metadata = root.get("metadata").and_then(|metadata| metadata.resolve().get("template_name"));
    let word = metadata.or_else(|| root.get("template_name"))?.resolve();
    word.as_str().filter(|name| word.is_scalar() && !name.is_empty()).map(Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml as yaml;

    fn read(text: &str) -> Option<&'static str> {
        let file = FilePath::new("service.yaml").unwrap();
        recognize(&file, &yaml::parse(text)).map(|recognition| recognition.profile.id)
    }

    #[test]
    fn versions_are_recognized_by_name_and_by_address() {
        for (version, profile) in [
            ("tosca_simple_yaml_1_0", "tosca-1.0"),
            ("tosca_simple_yaml_1_3", "tosca-1.3"),
            ("http://docs.oasis-open.org/tosca/ns/simple/yaml/1.1", "tosca-1.1"),
            ("tosca_simple_yaml_1_0_0_wd03", "tosca-1.0"),
            ("tosca_simple_yaml_1_2_0", "tosca-1.2"),
            ("tosca_simple_profile_for_nfv_1_0_0", "tosca-1.2"),
            ("tosca_simple_yaml_1_10", "tosca-1.1"),
            ("tosca_simple_profile_yaml_1_1", "tosca-1.1"),
            ("tosca_xyz", "tosca-1.2"),
        ] {
            assert_eq!(read(&format!("tosca_definitions_version: {version}\n")), Some(profile), "{version}");
        }
    }

    #[test]
    fn other_languages_are_left_alone() {
        for text in [
            "tosca_definitions_version: tosca_2_0\n",
            "tosca_definitions_version: alien_dsl_2_0_0\n",
            "tosca_definitions_version: cloudify_dsl_1_3\n",
            "tosca_definitions_version: tosca_simple_unfurl_1_0_0\n",
            "tosca_definitions_version: tosca_variability_1_0\n",
            "heat_template_version: 2013-05-23\nresources: {}\n",
            "- hosts: all\n  tasks: []\n",
            "plugins: {}\nnode_types: {}\n",
            "node_types: some text\n",
            "tosca_definitions_version\n",
            "a: 1\n",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn xml_is_declined_as_a_whole() {
        let definitions = |before: &str| {
            format!("{before}<tosca:Definitions\n  xmlns:tosca=\"http://{XML_NAMESPACE}\"/>\n")
        };
        for (text, expected) in [
            (definitions(""), Some(0..18)),
            (definitions("\u{feff}\n<?xml version=\"1.0\"?>\n"), Some(4..25)),
            (definitions("a: "), None),
            ("<html>\n".to_owned(), None),
        ] {
            let found = declines(&yaml::parse(text.as_str()))
                .map(|diagnostic| diagnostic.range.start..diagnostic.range.end);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn what_has_the_sections_of_a_service_template_is_one() {
        assert_eq!(read("topology_template: {node_templates: {}}\n"), Some("tosca-1.2"));
        assert_eq!(read("description: types\nnode_types:\n  a.B: {}\n"), Some("tosca-1.2"));
        assert_eq!(read("tosca_definitions_versions: tosca_simple_yaml_1_0\n"), Some("tosca-1.2"));
        assert_eq!(read("tosca_definitions_version:\ndescription: x\n"), Some("tosca-1.2"));
    }
}
