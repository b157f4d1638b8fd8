//! Service template: sections, imports and repositories.

use super::amp::SERVICE_METADATA;
use super::{
    AMP_PLUGIN, ANNOTATIONS, ANY_VALUE, ARTIFACT_TYPE, CAPABILITY_TYPE, DATA_TYPE, DESCRIPTION,
    DESCRIPTION_ELSEWHERE, GROUP_TYPE, INTERFACE_TYPE, NODE_TYPE, NOWHERE, POLICY_TYPE, RELATIONSHIP_TYPE,
    TOPOLOGY, UNKNOWN_KEY, VALUE, VENDOR_KEYNAME, WRONG_SHAPE, since_1_2,
};
use crate::{expression, kind};
use limn_language::diagnostic::{Code, Obscures};
use limn_language::schema::{ByValue, Construct, Key, NamedEntries, NodeContext, Shape, TextRule};
use limn_language::type_diagram::TypeSection;

pub(super) static CODES: &[&Code] = &[
    &MISSING_VERSION,
    &VERSION_FORM,
    &REQUIREMENT_TYPES,
    &IMPORTS_FORM,
    &IMPORT_FILE,
    &REPOSITORY_URL,
    &CREDENTIAL_FORM,
];

pub static MISSING_VERSION: Code = Code::error(
    "tosca/missing-version",
    "T3.9-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.9.1",
    "Checks that a service template has `tosca_definitions_version`.",
)
.why("The version selects the grammar and the built-in types.")
.advice("Add the version as the first line, such as `tosca_definitions_version: tosca_simple_yaml_1_3`.")
.bad(
    "file",
    "
topology_template: {}
#^^^^^^^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template: {}
",
);
/// Versions of the Simple Profile, for completion; a rule checks the version.
static VERSION: TextRule = TextRule {
    label: "a TOSCA version",
    check: |_, _| Vec::new(),
    suggestions: &[
        "tosca_simple_yaml_1_3",
        "tosca_simple_yaml_1_2",
        "tosca_simple_yaml_1_1",
        "tosca_simple_yaml_1_0",
    ],
};

pub static VERSION_FORM: Code = Code::error(
    "tosca/version-not-a-text",
    "T3.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.1",
    "Checks that the version is a string: the short name or the URI of a TOSCA namespace.",
)
.why("The version selects the grammar and the built-in types, so processors reject a file whose version they cannot read.")
.advice("Write the full name, such as `tosca_simple_yaml_1_3`.")
.bad(
    "service template",
    "
tosca_definitions_version: [tosca_simple_yaml_1_2]
#                          ^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("tosca_definitions_version: tosca_simple_yaml_1_2");
pub static REQUIREMENT_TYPES: Code = Code::error(
    "tosca/requirement-types",
    "T3.6.8-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.8",
    "Reports `requirement_types`.",
)
.why(
    "TOSCA in YAML has no requirement types. A requirement definition specifies a capability, node or relationship type.",
)
.advice("Declare the types in `capability_types`, and name them in `capability` of the requirement definitions.")
.bad(
    "service template",
    "
requirement_types: {my.Store: {}}
#^^^^^^^^^^^^^^^^
",
)
.good("capability_types: {my.Store: {derived_from: tosca.capabilities.Root}}");
pub static IMPORTS_FORM: Code = Code::error(
    "tosca/imports-not-a-list",
    "T3.5.8-R9",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.9",
    "Checks that imports are a list, in the order in which they are read. An item is a file, or a mapping with a file.",
)
.why("Strict processors reject a mapping, so the types of the imported files are missing.")
.advice("Write each import as an item of the list.")
.bad(
    "service template",
    "
imports: {ours: types.yaml}
#        ^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
imports:
  - ours: types.yaml
",
)
.obscures(Obscures::Value);
pub static IMPORT_FILE: Code = Code::error(
    "tosca/import-without-file",
    "T3.5.8-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that an import written as a mapping has a `file`.",
)
.why("Without a file, there is nothing to import.")
.advice("Add `file` with the path or URL of a service template.")
.bad(
    "service template",
    "
imports: [{namespace_prefix: o, namespace_uri: 'http://o'}]
#          ^^^^^^^^^^^^^^^^
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
)
.good(
    "
imports: [{file: types.yaml, namespace_prefix: o, namespace_uri: 'http://o'}]
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
);
pub static REPOSITORY_URL: Code = Code::error(
    "tosca/repository-without-url",
    "T3.5.6-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.6",
    "Checks that a repository written as a mapping has a `url`.",
)
.why("Without the address, imported files and artifacts of the repository cannot be found.")
.advice("Add `url` with the address of the repository.")
.bad(
    "service template",
    "
repositories:
  ours: {description: what we build}
# ^^^^
",
)
.good(
    "
repositories:
  ours: {description: what we build, url: 'https://example.org/store'}
",
);
pub static CREDENTIAL_FORM: Code = Code::error(
    "tosca/credential",
    "T3.5.6-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.6 and 5.3.4",
    "Checks that the credential of a repository is a value of type `tosca.datatypes.Credential`: a mapping with at least a `token`.",
)
.why("Without a token, the orchestrator cannot log in to a repository that requires one.")
.advice("Add `token`, with a placeholder for the secret if others can read the file.")
.bad(
    "service template",
    "
repositories:
  ours: {url: 'https://example.org/store', credential: {user: anna}}
#                                          ^^^^^^^^^^
",
)
.good(
    "
repositories:
  ours: {url: 'https://example.org/store', credential: {user: anna, token: to-be-given}}
",
);

pub static SERVICE: Construct = Construct {
    name: "service template",
    keys: &[
        Key::new("tosca_definitions_version", Shape::Text(Some(&VERSION)))
            .required(&MISSING_VERSION)
            .wrong_shape(&VERSION_FORM)
            .doc("The TOSCA version of this document: its grammar and built-in types."),
        since_1_2(Key::new("namespace", Shape::Text(None)))
            .doc("The URI of the namespace of the types in this document."),
        SERVICE_METADATA,
        DESCRIPTION,
        Key::new("dsl_definitions", Shape::Any)
            .doc("Reusable YAML for anchors and aliases. It has no meaning of its own."),
        Key::new("repositories", Shape::NamedMap(&REPOSITORIES))
            .doc("External repositories of files and artifacts."),
        Key::new("imports", Shape::List(&IMPORT_ITEM))
            .often()
            .wrong_shape(&IMPORTS_FORM)
            .doc("Imported service templates, with their types and repositories."),
        Key::new("artifact_types", Shape::NamedMap(&ARTIFACT_TYPES))
            .doc("Types of artifacts, such as scripts and images."),
        Key::new("data_types", Shape::NamedMap(&DATA_TYPES)).doc("Types of values."),
        Key::new("capability_types", Shape::NamedMap(&CAPABILITY_TYPES)).doc("Types of capabilities."),
        Key::new("interface_types", Shape::NamedMap(&INTERFACE_TYPES)).doc("Types of interfaces."),
        Key::new("relationship_types", Shape::NamedMap(&RELATIONSHIP_TYPES)).doc("Types of relationships."),
        Key::new("node_types", Shape::NamedMap(&NODE_TYPES)).often().doc("Types of nodes."),
        Key::new("group_types", Shape::NamedMap(&GROUP_TYPES)).doc("Types of groups of nodes."),
        Key::new("policy_types", Shape::NamedMap(&POLICY_TYPES))
            .doc("Types of policies, such as placement and scaling."),
        Key::new("topology_template", Shape::Construct(&TOPOLOGY))
            .often()
            .doc("The topology template: nodes and relationships. A file of types has none."),
        Key::new("requirement_types", Shape::Any).only(NOWHERE, &REQUIREMENT_TYPES),
        Key::new("annotation_types", Shape::Any).only(NOWHERE, &VENDOR_KEYNAME).home("an extension of ONAP"),
        ANNOTATIONS,
        // Top-level keynames before 1.0, which AMP's plugin still reads; in other profiles, a rule moves them to `metadata`.
        Key {
            profiles: AMP_PLUGIN,
            ..Key::new("template_name", Shape::Any).doc("The name of the template.")
        },
        Key { profiles: AMP_PLUGIN, ..Key::new("template_author", Shape::Any).doc("The author.") },
        Key {
            profiles: AMP_PLUGIN,
            ..Key::new("template_version", Shape::Any).doc("The version of the template.")
        },
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "A service template: types and a topology template.",
    section: "3.9",
};

static ARTIFACT_TYPES: NamedEntries =
    NamedEntries { kind: &kind::ARTIFACT_TYPE, value: Shape::Construct(&ARTIFACT_TYPE), wrong_shape: None };
/// The diagram of data types.
pub static TYPE_SECTION: TypeSection = TypeSection {
    label: "Data types",
    role: "data type",
    section: "data_types",
    base: "derived_from",
    kind: &kind::DATA_TYPE,
};
static DATA_TYPES: NamedEntries =
    NamedEntries { kind: &kind::DATA_TYPE, value: Shape::Construct(&DATA_TYPE), wrong_shape: None };
static CAPABILITY_TYPES: NamedEntries = NamedEntries {
    kind: &kind::CAPABILITY_TYPE,
    value: Shape::Construct(&CAPABILITY_TYPE),
    wrong_shape: None,
};
static INTERFACE_TYPES: NamedEntries =
    NamedEntries { kind: &kind::INTERFACE_TYPE, value: Shape::Construct(&INTERFACE_TYPE), wrong_shape: None };
static RELATIONSHIP_TYPES: NamedEntries = NamedEntries {
    kind: &kind::RELATIONSHIP_TYPE,
    value: Shape::Construct(&RELATIONSHIP_TYPE),
    wrong_shape: None,
};
static NODE_TYPES: NamedEntries =
    NamedEntries { kind: &kind::NODE_TYPE, value: Shape::Construct(&NODE_TYPE), wrong_shape: None };
static GROUP_TYPES: NamedEntries =
    NamedEntries { kind: &kind::GROUP_TYPE, value: Shape::Construct(&GROUP_TYPE), wrong_shape: None };
static POLICY_TYPES: NamedEntries =
    NamedEntries { kind: &kind::POLICY_TYPE, value: Shape::Construct(&POLICY_TYPE), wrong_shape: None };

static REPOSITORIES: NamedEntries = NamedEntries {
    kind: &kind::REPOSITORY,
    value: Shape::OneOf(&[Shape::Text(None), Shape::Construct(&REPOSITORY)]),
    wrong_shape: None,
};

pub static REPOSITORY: Construct = Construct {
    name: "repository",
    keys: &[
        DESCRIPTION,
        Key::new("url", Shape::Text(None)).required(&REPOSITORY_URL).doc("The URL of the repository."),
        Key::new("credential", Shape::Construct(&CREDENTIAL)).doc("Credential for access."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &WRONG_SHAPE,
    nullable: false,
    doc: "An external repository of files and artifacts.",
    section: "3.5.6",
};

static CREDENTIAL: Construct = Construct {
    name: "credential",
    keys: &[
        Key::new("protocol", VALUE).doc("The protocol: `http`, `xauth`, `oauth2`."),
        Key::new("token_type", VALUE).doc("The type of the token. The default is `password`."),
        Key::new("token", VALUE).required(&CREDENTIAL_FORM).doc("The secret."),
        Key::new("keys", Shape::Map(&ANY_VALUE)).doc("Additional keys for the protocol."),
        Key::new("user", VALUE).doc("The user that the token belongs to."),
    ],
    open: None,
    unknown: Some(&CREDENTIAL_FORM),
    wrong_shape: &CREDENTIAL_FORM,
    nullable: false,
    doc: "A credential for access: a value of `tosca.datatypes.Credential`.",
    section: "5.3.4",
};

static IMPORT_ITEM: Shape = Shape::OneOf(&[Shape::Text(None), Shape::ByValue(&IMPORT_MAPPING)]);

static IMPORT_MAPPING: ByValue =
    ByValue { shapes: &[Shape::Construct(&IMPORT), Shape::Single(&NAMED_IMPORT)], choose: import_form };
static NAMED_IMPORT: Shape = Shape::NamedMap(&NamedEntries {
    kind: &kind::IMPORT,
    value: Shape::OneOf(&[Shape::Text(None), Shape::Construct(&IMPORT)]),
    wrong_shape: None,
});

/// `- file: x.yaml` is an import; `- ours: x.yaml` is a named import.
fn import_form(spot: &NodeContext<'_>) -> usize {
    let mut entries = spot.node.resolve().entries();
    match (entries.next(), entries.next()) {
        (Some(only), None) => usize::from(only.key.as_str().is_none_or(|key| IMPORT.key(&key).is_none())),
        _ => 0,
    }
}

pub static IMPORT: Construct = Construct {
    name: "import",
    keys: &[
        Key::new("file", Shape::Text(None))
            .required(&IMPORT_FILE)
            .doc("The file: a path relative to this file, or a URL."),
        Key::new("repository", Shape::Reference(&expression::REPOSITORY)).doc("The repository of the file."),
        Key::new("namespace_prefix", Shape::Declaration(&kind::PREFIX))
            .doc("The prefix of its type names, followed by a colon."),
        Key::new("namespace_uri", Shape::Text(None)).doc("The namespace of its types."),
        DESCRIPTION_ELSEWHERE,
    ],
    open: None,
    unknown: Some(&UNKNOWN_KEY),
    wrong_shape: &IMPORTS_FORM,
    nullable: false,
    doc: "An imported service template, with its types and repositories.",
    section: "3.5.8",
};
