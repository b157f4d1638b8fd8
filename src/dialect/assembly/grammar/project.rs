//! LMCTL's project file, `lmproject.yml`.

use super::{NOT_A_DESCRIPTOR, PROJECT_FILE};
use crate::diagnostic::Code;
use crate::schema::{Choice, Construct, Key, Profiles, Shape, TextRule};

const SECTION: &str = "LMCTL, Project file";

pub(super) static CODES: &[&Code] =
    &[&PROJECT_INCOMPLETE, &RESOURCE_MANAGER, &PACKAGING, &UNKNOWN_PROJECT_KEY];

pub static PROJECT_INCOMPLETE: Code = Code::error(
    "assembly/malformed-project",
    "A-PKG-1",
    SECTION,
    "LMCTL builds a package from what `lmproject.yml` says: `schema` 2.0, `name`, `version`, and a `type` that it knows; without a type it \
takes Assembly.

Bad:
```yaml
name: demo
```
Good:
```yaml
schema: '2.0'
name: demo
version: '1.0'
type: Assembly
```",
);
pub static RESOURCE_MANAGER: Code = Code::error(
    "assembly/unknown-resource-manager",
    "A-PKG-3",
    SECTION,
    "A resource is packaged for one kind of resource manager, and LMCTL has to know which: `brent`, `brent2.1` or `ansible-rm`.

Bad:
```yaml
type: Resource
```
Good:
```yaml
type: Resource
resource-manager: brent
```",
);
pub static PACKAGING: Code = Code::info(
    "assembly/unknown-packaging",
    "A-PKG-7",
    SECTION,
    "A package is a `tgz` or a `csar`. A CSAR has `TOSCA-Metadata/TOSCA.meta` besides.

Bad:
```yaml
packaging: zip
```
Good:
```yaml
packaging: csar
```",
);
pub static UNKNOWN_PROJECT_KEY: Code = Code {
    name: "assembly/unknown-project-key",
    rule: None,
    severity: crate::diagnostic::Severity::Warning,
    section: SECTION,
    docs: "LMCTL passes over what it does not know in a project file. Mostly it is a misspelling.

Bad:
```yaml
resource_manager: brent
```
Good:
```yaml
resource-manager: brent
```",
};

/// The kinds of project, as LMCTL reads them whatever their case.
pub static PROJECT_TYPES: &[&str] = &["Assembly", "Resource", "Type", "NS", "VNF", "ETSI_VNF", "ETSI_NS"];
static PROJECT_TYPE: TextRule =
    TextRule { label: "a kind of project", check: project_type, suggestions: PROJECT_TYPES };

fn project_type(text: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    if PROJECT_TYPES.iter().any(|known| known.eq_ignore_ascii_case(text)) {
        return Vec::new();
    }
    vec![(&PROJECT_INCOMPLETE, format!("`{text}` is no kind of project that LMCTL builds"))]
}

static MANAGER: TextRule = TextRule {
    label: "a resource manager",
    check: resource_manager,
    suggestions: &["brent", "brent2.1", "ansible-rm"],
};

/// Every spelling that LMCTL reads.
pub static MANAGERS: &[&str] =
    &["lm", "brent", "Brent", "lm2.1", "brent2.1", "Brent2.1", "ansible-rm", "ansiblerm"];

fn resource_manager(text: &str, _profiles: Profiles) -> Vec<(&'static Code, String)> {
    if MANAGERS.contains(&text) {
        return Vec::new();
    }
    vec![(&RESOURCE_MANAGER, format!("`{text}` is no resource manager that LMCTL knows"))]
}

static PACKAGINGS: &[Choice] =
    &[Choice::new("tgz", "A compressed archive."), Choice::new("csar", "A TOSCA archive.")];

static SUBPROJECT: Construct = Construct {
    name: "sub-project",
    keys: &[
        Key::new("name", Shape::Text(None))
            .required(&PROJECT_INCOMPLETE)
            .doc("What the sub-project is called."),
        Key::new("type", Shape::Text(Some(&PROJECT_TYPE)))
            .default("Assembly")
            .doc("What it describes: an assembly, a resource, …"),
        Key::new("directory", Shape::Text(None))
            .doc("Its folder under `Contains`; its name where it is not said."),
        Key::new("resource-manager", Shape::Text(Some(&MANAGER))).doc("For resources: who manages them."),
        Key::new("contains", Shape::List(&Shape::Is(&SUBPROJECT))).doc("Projects inside it."),
        Key::new("included-artifacts", Shape::Any).doc("Files that go into the package besides."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PROJECT_KEY),
    unfit: &PROJECT_INCOMPLETE,
    nullable: false,
    doc: "A project inside another, packaged with it.",
    section: SECTION,
};

/// A project file.
pub static PROJECT: Construct = Construct {
    name: "project",
    keys: &[
        Key::new("schema", Shape::Text(None))
            .required_in(PROJECT_FILE, &PROJECT_INCOMPLETE)
            .doc("The version of this file's own form: 2.0."),
        Key::new("name", Shape::Text(None)).required(&PROJECT_INCOMPLETE).doc("What the project is called."),
        Key::new("version", Shape::Text(None))
            .required_in(PROJECT_FILE, &PROJECT_INCOMPLETE)
            .doc("The version that its descriptors get; in quotes, so that 1.10 does not become 1.1."),
        Key::new("type", Shape::Text(Some(&PROJECT_TYPE)))
            .default("Assembly")
            .doc("What it describes: an assembly, a resource, …"),
        Key::new("resource-manager", Shape::Text(Some(&MANAGER))).doc("For resources: who manages them."),
        Key::new("contains", Shape::List(&Shape::Is(&SUBPROJECT))).doc("Projects inside it."),
        Key::new("packaging", Shape::Choice(PACKAGINGS))
            .unfit(&PACKAGING)
            .default("tgz")
            .doc("What kind of archive is built."),
        Key::new("included-artifacts", Shape::Any).doc("Files that go into the package besides."),
        Key::new("vnfcs", Shape::Any).doc("How projects of LMCTL 1 list what they contain."),
    ],
    open: None,
    unknown: Some(&UNKNOWN_PROJECT_KEY),
    unfit: &NOT_A_DESCRIPTOR,
    nullable: false,
    doc: "What LMCTL builds a package from.",
    section: SECTION,
};
