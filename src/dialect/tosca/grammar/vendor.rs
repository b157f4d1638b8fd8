//! Keynames that processors read in addition to TOSCA's, each with its source.
//!
//! Eclipse Winery has none: its reader (org.eclipse.winery.yaml.common, `Builder` with `FieldValidator`) refuses what TOSCA does not define.

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
static VENDORS: &[Vendor] = &[
    // sdc, catalog-be: TypeUtils.ToscaTagNamesEnum, read by ImportUtils (`setLabel`, `setHidden`, `setImmutable`) and YamlTemplateParsingHandler.
    Vendor {
        home: "an extension of ONAP SDC",
        constructs: PARAMETERS,
        keys: &["label", "hidden", "immutable", "annotations"],
    },
    // alien4cloud, alien4cloud-tosca/src/main/resources: alien-dsl-1.4.0-mapping.yml to alien-dsl-3.0.0-mapping.yml list all keynames of each construct.
    // Properties have none of their own there, and there are neither group types nor interface types. The `name` of a node template of 1.4.0 is not here:
    // it is more often a property in the wrong place. The steps of workflows of 1.4.0 (`node`, `activity`,
    // `on-success`) are not here: they replace the required keynames of TOSCA.
    // OpenStack's tosca-parser accepts `tosca_default_namespace`, too (`SECTIONS` in tosca_template.py).
    Vendor {
        home: "an extension of Alien4Cloud",
        constructs: &["service template"],
        keys: &["tosca_default_namespace"],
    },
    Vendor {
        home: "an extension of Alien4Cloud",
        constructs: &[
            "node type",
            "capability type",
            "relationship type",
            "artifact type",
            "data type",
            "policy type",
        ],
        keys: &["abstract", "tags"],
    },
    Vendor { home: "an extension of Alien4Cloud", constructs: &["node type"], keys: &["portability"] },
    Vendor {
        home: "an extension of Alien4Cloud",
        constructs: &["topology template"],
        keys: &["tags", "input_artifacts"],
    },
    Vendor {
        home: "an extension of Alien4Cloud",
        constructs: &["requirement definition"],
        keys: &["capability_name"],
    },
    Vendor {
        home: "an extension of Alien4Cloud",
        constructs: &["operation", "operation definition"],
        // Its parser reads `input`, too; in other files that is a misspelled `inputs`, as in an example of the standard.
        keys: &["dependencies"],
    },
    // `RelationshipTemplateParser` in parser/impl/v20: the name of an assignment is free, `type_requirement` is the name of the requirement.
    Vendor {
        home: "an extension of Alien4Cloud",
        constructs: &["requirement"],
        keys: &["type_requirement", "properties", "interfaces"],
    },
    // cloudify-common 7.0.5, dsl_parser/elements: `NodeTemplate` in node_templates.py.
    Vendor {
        home: "an extension of Cloudify",
        constructs: &["node template"],
        keys: &["relationships", "instances"],
    },
    // `Blueprint` in blueprint.py, without the sections that TOSCA has in the topology template.
    Vendor {
        home: "an extension of Cloudify",
        constructs: &["service template"],
        keys: &[
            "plugins",
            "relationships",
            "policy_triggers",
            "labels",
            "blueprint_labels",
            "deployment_settings",
            "resource_tags",
        ],
    },
    // `InputSchemaProperty` in inputs.py.
    Vendor {
        home: "an extension of Cloudify",
        constructs: PARAMETERS,
        keys: &["display_label", "item_type", "display"],
    },
    // `NodeTemplateOperation` in operation.py, without `timeout`, which TOSCA 1.3 has in the implementation.
    Vendor {
        home: "an extension of Cloudify",
        constructs: &["operation", "operation definition"],
        keys: &["executor", "max_retries", "retry_interval", "timeout_recoverable"],
    },
    // unfurl, docs/extensions.rst, without `type` of a capability, which TOSCA 1.2 forbids in 3.7.1.
    Vendor { home: "an extension of Unfurl", constructs: &["implementation"], keys: &["environment"] },
    Vendor { home: "an extension of Unfurl", constructs: &["relationship template"], keys: &["default_for"] },
    Vendor {
        home: "an extension of Unfurl",
        constructs: &["interface type", "interface definition"],
        keys: &["defaults", "requirements"],
    },
    Vendor { home: "an extension of Unfurl", constructs: &["repository", "artifact"], keys: &["metadata"] },
    Vendor {
        home: "an extension of Unfurl",
        constructs: &["service template"],
        keys: &["types", "decorators"],
    },
    Vendor { home: "an extension of Unfurl", constructs: &["import"], keys: &["when"] },
    Vendor { home: "an extension of Unfurl", constructs: &["node filter"], keys: &["requirements"] },
    Vendor { home: "an extension of Unfurl", constructs: &["topology template"], keys: &["root"] },
    Vendor { home: "an extension of Unfurl", constructs: &["substitution mapping"], keys: &["node"] },
];

/// The vendor whose processor reads a keyname.
pub(super) fn extension(construct: &str, key: &str) -> Option<Extension> {
    let found =
        VENDORS.iter().find(|vendor| vendor.constructs.contains(&construct) && vendor.keys.contains(&key))?;
    Some(Extension { code: &VENDOR_KEYNAME, home: found.home })
}
