//! `copy` of node templates.

use super::super::Rule;
use super::name_suggestions::NameSuggestions;
use crate::model::Service;
use crate::types::ScalarText;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &COPY_OF_COPY, &OTHER_TYPE], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-copy",
    "T3.7.3-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "Checks that `copy` names another node template of the same topology template.",
)
.why("The copy starts with the keynames and values of that template, which are missing without it.")
.advice("Correct the name, or write `type` and the values in place of `copy`.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute}
b: {copy: nobody}
#         ^^^^^^
",
)
.good(
    "
a: {type: tosca.nodes.Compute}
b: {copy: a}
",
);
static COPY_OF_COPY: Code = Code::error(
    "tosca/copy-of-copy",
    "T3.7.3-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3.3",
    "Checks that `copy` does not name a node template that is itself a copy.",
)
.why("Many processors reject it, and others may miss the values that the first copy takes from its own source.")
.advice("Copy the original template.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute}
b: {copy: a}
c: {copy: b}
#         ^
",
)
.good(
    "
a: {type: tosca.nodes.Compute}
b: {copy: a}
c: {copy: a}
",
);
static OTHER_TYPE: Code = Code::warning(
    "tosca/copy-of-another-type",
    "T3.7.3-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "Checks that a copy has the same type as its source.",
)
.why("With another type, the copied values are checked against definitions that they were not written for.")
.advice("Remove `type`, write the type of the source, or assign the values here in place of `copy`.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Compute}
b: {copy: a, type: tosca.nodes.network.Network}
#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
a: {type: tosca.nodes.Compute}
b: {copy: a, type: Compute}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut near: Option<NameSuggestions> = None;
    for template in &topology.node_templates {
        let Some(copy) = &template.copy else { continue };
        if copy.text == template.name {
            report.push(service.fault(
                &UNKNOWN,
                copy.node,
                format!("node template `{}` copies itself", template.name),
            ));
            continue;
        }
        let Some(source) = topology.node_template(&copy.text) else {
            let message = message::unknown("node template", &copy.text);
            let near = near.get_or_insert_with(|| NameSuggestions::node_templates(service));
            report.push(near.suggest(service.fault(&UNKNOWN, copy.node, message), copy));
            continue;
        };
        if let Some(further) = &source.copy {
            let message =
                format!("node template `{}` is itself a copy; copy `{}` instead", copy.text, further.text);
            let diagnostic = service
                .fault(&COPY_OF_COPY, copy.node, message)
                .related(further.node.range(), format!("`{}` is a copy here", copy.text));
            let plain = topology.node_template(&further.text).is_some_and(|template| template.copy.is_none());
            report.push(if plain {
                super::name_suggestions::change(diagnostic, copy, &further.text).unsafe_fix()
            } else {
                diagnostic
            });
            continue;
        }
        if let (Some(own), Some(other)) = (ScalarText::at(template.node, "type"), &source.type_name)
            && let (Some(id), Some(copied)) = (template.type_id.found(), source.type_id.found())
            && id != copied
        {
            let message = message::expected(
                format_args!(
                    "type `{}` for `{}`, as in the node template that it copies",
                    other.text, template.name
                ),
                format_args!("`{}`", own.text),
            );
            report.push(
                service
                    .fault(&OTHER_TYPE, own.node, message)
                    .related(other.node.range(), format!("type of `{}`", source.name)),
            );
        }
    }
}
