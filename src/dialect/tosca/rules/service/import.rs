//! Checks of imports: repository, namespace prefix, and the content of the imported file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::Rule;
use crate::grammar::{V1_0, V1_1, V1_2};
use crate::kind::RESERVED_PREFIX;
use crate::model::Service;
use crate::recognize::{Version, is_service_template};
use crate::types::{FileId, Found, Import, ScalarText};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &UNKNOWN_REPOSITORY,
        &PREFIX_ALONE,
        &RESERVED_PREFIX,
        &TOPOLOGY_IMPORTED,
        &NOT_A_TEMPLATE,
        &OTHER_VERSION,
        &CYCLE,
    ],
    check,
};

static UNKNOWN_REPOSITORY: Code = Code::error(
    "tosca/unknown-repository-of-import",
    "T3.5.8-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that the `repository` of an import is one that the same service template declares.",
)
.why("Without the address of the repository, the file cannot be found, and its types are unknown.")
.advice("Correct the name, or add the repository to `repositories`.")
.bad(
    "service template",
    "
imports:
  - {file: types.yaml, repository: ours}
#                                  ^^^^
",
)
.good(
    "
repositories: {ours: 'https://example.org/store'}
imports:
  - {file: types.yaml, repository: ours}
",
);
static PREFIX_ALONE: Code = Code::warning(
    "tosca/prefix-without-namespace",
    "T3.5.8-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that `namespace_prefix` comes with a `namespace_uri`, and that one prefix names one namespace. In version 1.3, the imported \
file declares its namespace itself.",
)
.why("A prefix is a short name for a namespace, so without one, or with two, it is undefined which types it refers to.")
.advice("Add `namespace_uri`, or use another prefix.")
.bad(
    "service template",
    "
imports:
  - {file: types.yaml, namespace_prefix: ours}
#                                        ^^^^
",
)
.good(
    "
imports:
  - {file: types.yaml, namespace_prefix: ours, namespace_uri: 'http://example.org/ours'}
",
);
static TOPOLOGY_IMPORTED: Code = Code::warning(
    "tosca/topology-in-import",
    "T3.5.8-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Reports an imported file that has a topology template.",
)
.why(
    "An import adds types and repositories only; the topology of the imported file does not become part of this one.",
)
.advice("Move the types to a file without `topology_template`, and import that file.")
.bad(
    "service template",
    "
imports: [types.yaml]
#         ^^^^^^^^^^
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template: {}
",
)
.good(
    "
imports: [types.yaml]
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
)
.one_cause("ignored topology templates of imports");
static NOT_A_TEMPLATE: Code = Code::error(
    "tosca/import-of-no-template",
    "T3.5.8-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that an imported file is a TOSCA service template and valid YAML from the first line to the last.",
)
.why("Processors reject such a file or read only a part of it, so types that it declares are missing.")
.advice("Add `tosca_definitions_version` to the imported file and correct its YAML errors, or import another file.")
.bad(
    "service template",
    "
imports: [types.yaml]
#         ^^^^^^^^^^
=== types.yaml
a: b
",
)
.good(
    "
imports: [types.yaml]
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
);
static OTHER_VERSION: Code = Code::warning(
    "tosca/import-of-other-version",
    "T3.1.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Reports an imported file of another TOSCA version without a namespace prefix. Files of different versions can be combined if a namespace and a \
prefix keep their types apart.",
)
.why("Without a prefix, most processors mix the types, and some reject the file.")
.advice("Use one `tosca_definitions_version` in both files, or add `namespace_prefix` and `namespace_uri` to the import.")
.bad(
    "service template",
    "
imports: [types.yaml]
#         ^^^^^^^^^^
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_0
",
)
.good(
    "
imports: [types.yaml]
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
",
);
static CYCLE: Code = Code::info(
    "tosca/import-cycle",
    "T3.5.8-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Reports files that import each other.",
)
.earlier(&["tosca/import-circle"])
.why("Each file is read once, but some processors reject the cycle, and readers cannot tell which file comes first.")
.advice("Remove one import of the cycle, and move shared types to a separate file.")
.bad(
    "service template",
    "
imports: [service.yaml] # in service.yaml
#         ^^^^^^^^^^^^
",
)
.good("imports: [types.yaml]");

fn check(service: &Service<'_>, report: &mut Report) {
    let imports = &service.type_scope.file(FileId::OWN).imports;
    let mut prefixes: BTreeMap<Cow<'_, str>, Option<Cow<'_, str>>> = BTreeMap::new();
    for import in imports {
        check_repository(service, import, report);
        check_prefix(service, import, &mut prefixes, report);
        if let (Some(file), Found::File(id)) = (&import.file, import.found)
            && service.is_own(file.node)
        {
            check_content(service, import, file, id, report);
            if is_service_template(service.type_scope.file(id).document)
                && service.type_scope.is_in_import_cycle(id)
            {
                report.push(service.fault(&CYCLE, file.node, describe_cycle(service, id, &file.text)));
            }
        }
    }
}

fn describe_cycle(service: &Service<'_>, imported: FileId, written: &str) -> String {
    let imports_own = |id| {
        service.type_scope.file(id).imports.iter().any(|import| import.found == Found::File(FileId::OWN))
    };
    let path = |id| service.type_scope.file(id).path.map(ToString::to_string).unwrap_or_default();
    let mut files = vec![path(FileId::OWN)];
    if imported != FileId::OWN {
        if !imports_own(imported) {
            return format!("import cycle: `{written}` imports this file through other files");
        }
        files.push(path(imported));
    }
    message::cycle("import", files.iter().map(String::as_str))
}

fn check_repository(service: &Service<'_>, import: &Import<'_>, report: &mut Report) {
    let Some(word) = import.repository.as_ref().filter(|word| service.is_own(word.node)) else { return };
    let known = || service.repositories.iter().filter_map(|entry| entry.key.as_str());
    if known().any(|name| name == word.text) {
        return;
    }
    let names: Vec<Cow<'_, str>> = known().collect();
    let near = service.suggestions.nearest(&word.text, names.iter().map(|name| &**name));
    let message = message::unknown("repository", &word.text);
    let fault = service.fault(&UNKNOWN_REPOSITORY, word.node, message);
    report.push(fault.did_you_mean(near, |near| word.replaced(near)));
}

fn check_prefix<'d>(
    service: &Service<'d>,
    import: &Import<'d>,
    prefixes: &mut BTreeMap<Cow<'d, str>, Option<Cow<'d, str>>>,
    report: &mut Report,
) {
    let Some(word) = import.prefix.as_ref().filter(|word| service.is_own(word.node)) else { return };
    let uri = import.uri.as_ref().map(|word| word.text.clone());
    if word.text == "tosca" {
        let message = "the prefix `tosca` is reserved for the TOSCA namespace";
        return report.push(service.fault(&RESERVED_PREFIX, word.node, message));
    }
    let needs_uri = V1_0.or(V1_1).or(V1_2).has(service.version);
    match prefixes.get(&word.text) {
        Some(known) if known.is_some() && uri.is_some() && *known != uri => {
            let message = format!("prefix `{}` is already used for another namespace", word.text);
            report.push(service.fault(&PREFIX_ALONE, word.node, message));
        }
        _ if uri.is_none() && needs_uri => {
            let message = format!("missing `namespace_uri` for the prefix `{}`", word.text);
            report.push(service.fault(&PREFIX_ALONE, word.node, message));
        }
        _ => {}
    }
    prefixes.entry(word.text.clone()).or_insert(uri);
}

/// Checks an imported file as a whole. Faults inside it are reported in that file.
fn check_content(
    service: &Service<'_>,
    import: &Import<'_>,
    file: &ScalarText<'_>,
    id: FileId,
    report: &mut Report,
) {
    let document = service.type_scope.file(id).document;
    if !is_service_template(document) {
        let message = message::expected("a service template", format!("`{}`", file.text));
        return report.push(service.fault(&NOT_A_TEMPLATE, file.node, message));
    }
    if let Some(error) = document.errors().first() {
        let message = format!("`{}` is not valid YAML and is read in part: {}", file.text, error.message);
        report.push(service.fault(&NOT_A_TEMPLATE, file.node, message));
    }
    let root = document.root().map(Node::resolve);
    if root.and_then(|root| root.get("topology_template")).is_some_and(Node::is_mapping) && id != FileId::OWN
    {
        let message = format!("the topology template of `{}` is ignored: imports add types only", file.text);
        report.push(service.fault(&TOPOLOGY_IMPORTED, file.node, message));
    }
    let version =
        |root: Option<Node<'_>>| match Version::of(&root?.get("tosca_definitions_version")?.as_str()?) {
            Version::Known(profile) | Version::NonStandard { profile, .. } => Some(profile),
            _ => None,
        };
    if let (Some(own), Some(other)) = (version(service.root), version(root))
        && own != other
        && import.prefix.is_none()
    {
        let message = format!("`{}` uses another version of TOSCA", file.text);
        report.push(service.fault(&OTHER_VERSION, file.node, message));
    }
}
