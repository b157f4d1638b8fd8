//! Keynames that processors read in addition to TOSCA's, each with its source.

use super::VENDOR_KEYNAME;
use limn_language::diagnostic::Extension;

/// Keynames of one construct.
struct Vendor {
    home: &'static str,
    constructs: &'static [&'static str],
    keys: &'static [&'static str],
}

const PARAMETERS: &[&str] =
    &["property definition", "attribute definition", "parameter definition", "schema"];
const TYPES: &[&str] = &[
    "node type",
    "capability type",
    "relationship type",
    "artifact type",
    "data type",
    "group type",
    "policy type",
    "interface type",
];

static VENDORS: &[Vendor] = &[
    // sdc, catalog-be: TypeUtils.ToscaTagNamesEnum, read by ImportUtils (`setLabel`, `setHidden`, `setImmutable`) and YamlTemplateParsingHandler.
    Vendor {
        home: "an extension of ONAP SDC",
        constructs: PARAMETERS,
        keys: &["label", "hidden", "immutable", "annotations"],
    },
    // alien4cloud-tosca, mappings of the Alien DSL: the flags of types, and fields that the form shows as passwords.
    Vendor { home: "an extension of Alien4Cloud", constructs: TYPES, keys: &["abstract", "tags"] },
    Vendor { home: "an extension of Alien4Cloud", constructs: PARAMETERS, keys: &["password"] },
    // cloudify-common, dsl_parser/elements: node_templates.py (relationships, instances), plugins.py, blueprint.py.
    Vendor {
        home: "an extension of Cloudify",
        constructs: &["node template"],
        keys: &["relationships", "instances"],
    },
    Vendor {
        home: "an extension of Cloudify",
        constructs: &["service template"],
        keys: &["plugins", "upload_resources", "labels", "blueprint_labels"],
    },
    Vendor {
        home: "an extension of Cloudify",
        constructs: &["operation"],
        keys: &["executor", "max_retries"],
    },
    // unfurl, docs/tosca.rst, Extensions.
    Vendor {
        home: "an extension of Unfurl",
        constructs: &["implementation"],
        keys: &["environment", "operation_host"],
    },
    Vendor { home: "an extension of Unfurl", constructs: &["relationship template"], keys: &["default_for"] },
    Vendor {
        home: "an extension of Unfurl",
        constructs: &["interface type", "interface definition"],
        keys: &["defaults"],
    },
    Vendor { home: "an extension of Unfurl", constructs: &["repository", "artifact"], keys: &["metadata"] },
];

/// The vendor whose processor reads a keyname.
pub(super) fn extension(construct: &str, key: &str) -> Option<Extension> {
    let found = VENDORS.iter().find(|it| it.constructs.contains(&construct) && it.keys.contains(&key))?;
    Some(Extension { code: &VENDOR_KEYNAME, home: found.home })
}
