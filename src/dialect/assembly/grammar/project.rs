//! LMCTL project file, `lmproject.yml`.

use super::{NOT_A_DESCRIPTOR, PROJECT_FILE};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Choice, Construct, Key, Profiles, Shape, TextRule};

const SECTION: &str = "LMCTL, Project file";

pub(super) static CODES: &[&Code] =
    &[&PROJECT_INCOMPLETE, &RESOURCE_MANAGER, &PACKAGING, &UNKNOWN_PROJECT_KEY];

pub static PROJECT_INCOMPLETE: Code = Code::error(
    "assembly/malformed-project",
    "A-PKG-1",
    SECTION,
    "Checks the required keys of `lmproject.yml`: `schema` 2.0, `name`, `version`, and a known `type`. The default type is Assembly.",
)
.why("LMCTL builds a package from this file.")
.advice("Add the missing `schema: '2.0'`, `name` or `version`, or change `type` to a project type such as `Assembly`.")
.bad(
    "project file",
    "
schema: '2.0'
#^^^^^
name: demo
type: Assembly
",
)
.good(
    "
schema: '2.0'
name: demo
version: '1.0'
type: Assembly
",
);
pub static RESOURCE_MANAGER: Code = Code::error(
    "assembly/unknown-resource-manager",
    "A-PKG-3",
    SECTION,
    "Checks that a resource project has a known resource manager: `brent`, `brent2.1` or `ansible-rm`.",
)
.why("LMCTL packages a resource for one resource manager, each with its own layout of files, and rejects a project without a known one.")
.advice("Add `resource-manager: brent`, unless the resource is for one of the others.")
.bad(
    "project",
    "
type: Resource
#     ^^^^^^^^
",
)
.good(
    "
type: Resource
resource-manager: brent
",
);
pub static PACKAGING: Code = Code::info(
    "assembly/unknown-packaging",
    "A-PKG-7",
    SECTION,
    "Checks that `packaging` is `tgz` or `csar`. A CSAR also contains `TOSCA-Metadata/TOSCA.meta`.",
)
.why("LMCTL builds a `tgz` package for any other value, without a message.")
.advice("Write `tgz` or `csar`, or remove `packaging` for the default of `tgz`.")
.bad(
    "project",
    "
packaging: zip
#          ^^^
",
)
.good("packaging: csar");
pub static UNKNOWN_PROJECT_KEY: Code = Code::common(
    limn_language::diagnostic::Severity::Warning,
    "assembly/unknown-project-key",
    SECTION,
    "Checks for unknown keys in a project file.",
)
.why("LMCTL ignores them; usually the key is misspelled.")
.advice("Correct the name, for example `resource_manager` to `resource-manager`, or remove the key.")
.bad(
    "project",
    "
resource_manager: brent
#^^^^^^^^^^^^^^^
",
)
.good("resource-manager: brent");

/// Project types; LMCTL compares them case-insensitively.
pub static PROJECT_TYPES: &[&str] = &["Assembly", "Resource", "Type", "NS", "VNF", "ETSI_VNF", "ETSI_NS"];
static PROJECT_TYPE: TextRule =
    TextRule { label: "a project type", check: project_type, suggestions: PROJECT_TYPES };

fn project_type(text: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    if PROJECT_TYPES.iter().any(|known| known.eq_ignore_ascii_case(text)) {
        return Vec::new();
    }
    vec![(&PROJECT_INCOMPLETE, message::unknown("project type", text))]
}

static SCHEMA: TextRule =
    TextRule { label: "a version of the format", check: |_, _| Vec::new(), suggestions: &["2.0"] };

static MANAGER: TextRule = TextRule {
    label: "a resource manager",
    check: resource_manager,
    suggestions: &["brent", "brent2.1", "ansible-rm"],
};

/// All spellings that LMCTL accepts.
pub static MANAGERS: &[&str] =
    &["lm", "brent", "Brent", "lm2.1", "brent2.1", "Brent2.1", "ansible-rm", "ansiblerm"];

fn resource_manager(text: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    if MANAGERS.contains(&text) {
        return Vec::new();
    }
    vec![(&RESOURCE_MANAGER, message::unknown("resource manager", text))]
}

/// The project types, with their help.
pub static PROJECT_TYPE_WORDS: &[Choice] = &[
    Choice::new("Assembly", "Components and their relationships, in `Descriptor/assembly.yml`."),
    Choice::new("Resource", "A resource, with files for its resource manager."),
    Choice::new("Type", "A type, in `Descriptor/type.yml`."),
    Choice::new("NS", "A network service: the same as `Assembly`."),
    Choice::new("VNF", "A virtual network function: the same as `Assembly`."),
    Choice::new("ETSI_VNF", "A resource of Brent with the manifest of ETSI."),
    Choice::new("ETSI_NS", "An assembly with the manifest of ETSI."),
];

/// The usual spellings of the resource managers, with their help.
pub static MANAGER_WORDS: &[Choice] = &[
    Choice::new(
        "brent",
        "Brent runs the drivers that `Definitions/lm/resource.yaml` selects, with files below `Lifecycle`.",
    ),
    Choice::new("brent2.1", "Brent 2.1 also reads templates in `Definitions/infrastructure`."),
    Choice::new("ansible-rm", "The Ansible resource manager runs the playbooks in `lifecycle`."),
];

static PACKAGINGS: &[Choice] =
    &[Choice::new("tgz", "A compressed archive."), Choice::new("csar", "A TOSCA archive.")];

static SUBPROJECT: Construct = Construct {
    name: "sub-project",
    keys: &[
        Key::new("name", Shape::Text(None)).required(&PROJECT_INCOMPLETE).doc("Name of the sub-project."),
        Key::new("type", Shape::Text(Some(&PROJECT_TYPE)))
            .default("Assembly")
            .often()
            .doc("Project type: assembly, resource, …"),
        Key::new("directory", Shape::Text(None)).doc("Folder under `Contains`; defaults to the name."),
        Key::new("resource-manager", Shape::Text(Some(&MANAGER)))
            .doc("Resource manager of a resource project."),
        Key::new("contains", Shape::List(&Shape::Construct(&SUBPROJECT))).doc("Sub-projects."),
        Key::new("included-artifacts", Shape::Any).doc("Additional files for the package."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PROJECT_KEY),
    wrong_shape: &PROJECT_INCOMPLETE,
    nullable: false,
    doc: "A project inside another project, packaged with it.",
    section: SECTION,
};

/// A project file.
pub static PROJECT: Construct = Construct {
    name: "project",
    keys: &[
        Key::new("schema", Shape::Text(Some(&SCHEMA)))
            .required_in(PROJECT_FILE, &PROJECT_INCOMPLETE)
            .doc("Version of the project file format: 2.0."),
        Key::new("name", Shape::Text(None)).required(&PROJECT_INCOMPLETE).doc("Name of the project."),
        Key::new("version", Shape::Text(None))
            .required_in(PROJECT_FILE, &PROJECT_INCOMPLETE)
            .doc("Version of the project's descriptors; quoted, so that 1.10 does not become 1.1."),
        Key::new("type", Shape::Text(Some(&PROJECT_TYPE)))
            .default("Assembly")
            .often()
            .doc("Project type: assembly, resource, …"),
        Key::new("resource-manager", Shape::Text(Some(&MANAGER)))
            .doc("Resource manager of a resource project."),
        Key::new("contains", Shape::List(&Shape::Construct(&SUBPROJECT))).doc("Sub-projects."),
        Key::new("packaging", Shape::Choice(PACKAGINGS))
            .wrong_shape(&PACKAGING)
            .default("tgz")
            .doc("Type of archive to build."),
        Key::new("included-artifacts", Shape::Any).doc("Additional files for the package."),
        Key::new("vnfcs", Shape::Any).doc("Sub-projects in the format of LMCTL 1."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PROJECT_KEY),
    wrong_shape: &NOT_A_DESCRIPTOR,
    nullable: false,
    doc: "An LMCTL project, which LMCTL builds a package from.",
    section: SECTION,
};
