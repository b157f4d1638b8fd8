//! Relationship templates: type, copy and use.

use super::super::Rule;
use super::super::types::unknown;
use crate::model::{RelationshipTemplate, Service, Topology};
use crate::types::TypeKind;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&UNKNOWN_TYPE, &UNKNOWN_COPY, &COPY_OF_COPY, &UNUSED], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.4";

static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-relationship-template-type",
    "T3.7.4-R1",
    SECTION,
    "Checks that the type of a relationship template is a known relationship type: declared in this file, imported, or built in.",
)
.why("The type defines the properties and operations of the relationship, which cannot be created without it.")
.advice("Correct the name, or import the file that declares the type.")
.bad(
    "topology template",
    "
relationship_templates: {r: {type: Connects}}
#                                  ^^^^^^^^
",
)
.good("relationship_templates: {r: {type: ConnectsTo}}");
static UNKNOWN_COPY: Code = Code::error(
    "tosca/unknown-relationship-copy",
    "T3.7.4-R3",
    SECTION,
    "Checks that `copy` names another relationship template of the same topology template.",
)
.why("The copy starts with the keynames and values of that template, which are missing without it.")
.advice("Correct the name, or write `type` and the values in place of `copy`.")
.bad(
    "topology template",
    "
relationship_templates: {r: {type: ConnectsTo}, s: {copy: rr}}
#                                                         ^^
",
)
.good("relationship_templates: {r: {type: ConnectsTo}, s: {copy: r}}");
static COPY_OF_COPY: Code = Code::error(
    "tosca/relationship-copy-of-copy",
    "T3.7.4-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.7.4.3",
    "Checks that `copy` does not name a relationship template that is itself a copy.",
)
.why("Many processors reject it, and others may miss the values that the first copy takes from its own source.")
.advice("Copy the original template.")
.bad(
    "topology template",
    "
relationship_templates: {r: {type: ConnectsTo}, s: {copy: r}, t: {copy: s}}
#                                                                       ^
",
)
.good("relationship_templates: {r: {type: ConnectsTo}, s: {copy: r}, t: {copy: r}}");
static UNUSED: Code = Code::info(
    "tosca/unused-relationship-template",
    "T3.7.4-R5",
    SECTION,
    "Reports a relationship template that no requirement uses.",
)
.why("It has no effect on the topology.")
.advice("Name the template in `relationship` of a requirement assignment, or remove it.")
.bad(
    "topology template",
    "
node_templates:
  server: {type: Compute, requirements: [local_storage: {node: disk}]}
  disk: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}
relationship_templates: {mount: {type: AttachesTo, properties: {location: /data}}}
#                        ^^^^^
",
)
.good(
    "
node_templates:
  server: {type: Compute, requirements: [local_storage: {node: disk, relationship: mount}]}
  disk: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}
relationship_templates: {mount: {type: AttachesTo, properties: {location: /data}}}
",
)
.one_cause("unused relationship templates");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut used: Vec<&str> = Vec::new();
    for requirement in topology.node_templates.iter().flat_map(|template| &template.requirements) {
        used.extend(requirement.relationship.as_ref().map(|word| word.text.as_ref()));
    }
    used.extend(
        topology
            .relationship_templates
            .iter()
            .filter_map(|template| template.copy.as_ref())
            .map(|word| word.text.as_ref()),
    );
    used.sort_unstable();
    for template in topology.relationship_templates.iter().filter(|template| service.is_own(template.key)) {
        if let Some(word) =
            template.type_name.as_ref().filter(|word| service.is_own(word.node) && template.copy.is_none())
        {
            report.extend(unknown(service, &UNKNOWN_TYPE, TypeKind::Relationship, word));
        }
        check_copy(service, topology, template, report);
        if used.binary_search(&template.name.as_ref()).is_err() {
            let message = message::unused("relationship template", &template.name);
            report.push(service.fault(&UNUSED, template.key, message));
        }
    }
}

fn check_copy<'d>(
    service: &Service<'d>,
    topology: &Topology<'d>,
    template: &RelationshipTemplate<'d>,
    report: &mut Report,
) {
    let Some(word) = &template.copy else { return };
    if word.text == template.name {
        return report.push(service.fault(
            &UNKNOWN_COPY,
            word.node,
            format!("relationship template `{}` copies itself", word.text),
        ));
    }
    match topology.relationship_template(&word.text) {
        Some(from) => {
            if let Some(further) = &from.copy {
                let message = format!(
                    "relationship template `{}` is itself a copy; copy `{}` instead",
                    word.text, further.text
                );
                report.push(service.fault(&COPY_OF_COPY, word.node, message));
            }
        }
        None => {
            let names = topology.relationship_templates.iter().map(|template| template.name.as_ref());
            let near = service.suggestions.nearest(&word.text, names);
            let message = message::unknown("relationship template", &word.text);
            let fault = service.fault(&UNKNOWN_COPY, word.node, message);
            report.push(fault.did_you_mean(near, |near| word.replaced(near)));
        }
    }
}
