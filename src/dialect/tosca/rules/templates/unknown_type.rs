//! Node templates without a type or with an unknown type.

use super::super::{Rule, unimported};
use super::name_suggestions::NameSuggestions;
use crate::model::Service;
use crate::types::{Lookup, ScalarText, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &MISSING], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-node-type",
    "T3.7.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "Checks that the type of a node template is a known node type: declared in this file, imported, or built in, by its full name, its shorthand or \
with the prefix `tosca:`. Names are case-sensitive.",
)
.why("Templates of an unknown type are not checked further.")
.advice("Correct the name, declare the type in `node_types`, or import the file that declares it.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.compute}
#              ^^^^^^^^^^^^^^^^^^^
",
)
.good("server: {type: tosca.nodes.Compute}");

static MISSING: Code = Code::error(
    "tosca/node-without-type",
    "T3.7.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "Checks that a node template has a `type`, unless it copies another template.",
)
.why("The type defines the properties, capabilities and operations of the node.")
.advice("Add `type` with the name of a node type.")
.bad(
    "node templates",
    "
server: {}
#^^^^^
",
)
.good("server: {type: tosca.nodes.Compute}");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut near: Option<NameSuggestions> = None;
    for template in &topology.node_templates {
        // A copy may have the type of its source.
        if template.type_name.is_some() && template.copy.is_none() && template.type_id != Lookup::Unknown {
            continue;
        }
        let Some(word) = ScalarText::at(template.node, "type") else {
            // The grammar reports an explicit null.
            let has_type = template.node.get("type").is_some_and(|value| !value.resolve().is_missing());
            if !has_type && template.copy.is_none() && (template.node.is_mapping() || template.node.is_null())
            {
                let message =
                    message::missing("key", "type") + &format!(" on node template `{}`", template.name);
                report.push(service.fault(&MISSING, template.key, message));
            }
            continue;
        };
        if template.type_id != Lookup::Unknown {
            continue;
        }
        let other = TypeKind::ALL
            .into_iter()
            .find(|kind| *kind != TypeKind::Node && service.find(*kind, &word.text).found().is_some());
        let message = match other {
            Some(kind) => message::expected("a node type", format!("{} `{}`", kind.word(), word.text)),
            None => message::unknown("node type", &word.text),
        };
        let diagnostic = service.fault(&UNKNOWN, word.node, message);
        report.push(match other {
            Some(_) => diagnostic,
            None => unimported::located(service, diagnostic, TypeKind::Node, &word, |diagnostic| {
                near.get_or_insert_with(|| NameSuggestions::types(service, TypeKind::Node))
                    .suggest(diagnostic, &word)
            }),
        });
    }
}
