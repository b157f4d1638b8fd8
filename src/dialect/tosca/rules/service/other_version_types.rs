//! Types of another TOSCA version or of a profile that is not imported.

use super::super::Rule;
use crate::model::Service;
use crate::recognize::Version;
use crate::types::{FileId, Found};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&LATER, &PROFILE], check };

static LATER: Code = Code::warning(
    "tosca/type-of-later-version",
    "T3.1.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2, 5.2",
    "Reports built-in types of a later TOSCA version.",
)
.why("A processor that follows the version declared by the file does not know them.")
.advice("Change `tosca_definitions_version` to the version that has the type, or use another type.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_1_0
data_types: {my.Config: {derived_from: tosca.datatypes.json}}
#                                      ^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
data_types: {my.Config: {derived_from: tosca.datatypes.json}}
",
);
static PROFILE: Code = Code::warning(
    "tosca/profile-not-imported",
    "T3.5.8-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that the types of a profile, such as the one for NFV, are imported.",
)
.why(
    "Some orchestrators have them built in, but no standard document says which ones. All processors accept a file that imports them. Without the \
import, Limn does not check what depends on these types.",
)
.advice("Import the file that declares the types of the profile.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_profile_for_nfv_1_0_0
topology_template: {node_templates: {vdu: {type: tosca.nodes.nfv.Vdu.Compute}}}
#                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_profile_for_nfv_1_0_0
imports: [etsi_nfv_sol001_vnfd_types.yaml]
topology_template: {node_templates: {vdu: {type: tosca.nodes.nfv.Vdu.Compute}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let name_index = service.name_index();
    for (word, id) in name_index.later.iter().filter(|(word, _)| service.is_own(word.node)) {
        let Some(since) = service.type_scope.comes_with(*id) else { continue };
        let message = format!("`{}` requires TOSCA {since}", word.text);
        report.push(service.fault(&LATER, word.node, message));
    }
    let version = service.root.and_then(|root| root.get("tosca_definitions_version")?.as_str());
    let Some(Version::OnTop { name, .. }) = version.map(|version| Version::of(&version)) else { return };
    // An unresolved import is reported on its own: it may declare the types.
    let imports = &service.type_scope.file(FileId::OWN).imports;
    if imports.iter().any(|import| !matches!(import.found, Found::File(_) | Found::Unsaid)) {
        return;
    }
    if let Some(word) = name_index.undetermined.as_ref().filter(|word| service.is_own(word.node)) {
        let message = format!(
            "{}: import a file that declares the types of {name}",
            message::unknown("type", &word.text)
        );
        report.push(service.fault(&PROFILE, word.node, message));
    }
}
