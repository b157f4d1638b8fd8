//! Types that another version of TOSCA brings, or another profile: what is known of them is not what the document says that it is written in.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::recognize::Version;
use crate::dialect::tosca::types::{FileId, Found};

pub(in super::super) static RULE: Rule = Rule { codes: &[&LATER, &PROFILE], check };

static LATER: Code = Code::warning(
    "tosca/type-of-later-version",
    "T3.1.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2, 5.2",
    "The types that a version of TOSCA brings are those of its own catalogue. A processor that keeps to the version that the file names does not know \
     those of a later one.

Bad:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_0
data_types: {my.Config: {derived_from: tosca.datatypes.json}}
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_2
data_types: {my.Config: {derived_from: tosca.datatypes.json}}
```",
);
static PROFILE: Code = Code::warning(
    "tosca/profile-not-imported",
    "T3.5.8-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "A profile such as the one for NFV brings types of its own. Some orchestrators have them built in, and none of the standard's documents says which: \
     a file that imports them is understood by all. Without them nothing is said of what depends on these types.

Bad:
```yaml
tosca_definitions_version: tosca_simple_profile_for_nfv_1_0_0
topology_template: {node_templates: {vdu: {type: tosca.nodes.nfv.Vdu.Compute}}}
```
Good:
```yaml
tosca_definitions_version: tosca_simple_profile_for_nfv_1_0_0
imports: [etsi_nfv_sol001_vnfd_types.yaml]
topology_template: {node_templates: {vdu: {type: tosca.nodes.nfv.Vdu.Compute}}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let survey = service.survey();
    for (word, id) in survey.later.iter().filter(|(word, _)| service.is_own(word.node)) {
        let Some(since) = service.world.comes_with(*id) else { continue };
        let message = format!("`{}` comes with TOSCA {since}", word.text);
        report.push(service.fault(&LATER, word.node, message));
    }
    let said = service.root.and_then(|root| root.get("tosca_definitions_version")?.as_str());
    let Some(Version::Built { name, .. }) = said.map(|said| Version::of(&said)) else { return };
    // An import that leads nowhere is told as that: the types may be there.
    let imports = &service.world.file(FileId::OWN).imports;
    if imports.iter().any(|it| !matches!(it.found, Found::File(_) | Found::Unsaid)) {
        return;
    }
    if let Some(word) = survey.untold.as_ref().filter(|it| service.is_own(it.node)) {
        let message = format!(
            "`{}` is declared nowhere here: a file with the types of {name} has to be imported",
            word.text
        );
        report.push(service.fault(&PROFILE, word.node, message));
    }
}
