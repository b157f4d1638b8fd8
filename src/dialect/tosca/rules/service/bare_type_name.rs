//! Rule: types that are imported under a prefix are named with it.

use super::super::Rule;
use crate::model::Service;
use limn_language::diagnostic::{Code, Report};
use limn_yaml::{Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&WITHOUT_PREFIX], check };

static WITHOUT_PREFIX: Code = Code::warning(
    "tosca/type-without-prefix",
    "T3.5.8-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Checks that a type of a file that is imported under a prefix only is named with that prefix: `shop:Web` instead of `Web`.",
)
.why(
    "Processors that follow the standard do not find the bare name. Limn does, and checks what depends on the type.",
)
.advice("Add the prefix, such as `shop:my.Web`, or remove `namespace_prefix` from the import.")
.bad(
    "service template",
    "
imports: [{file: types.yaml, namespace_prefix: shop, namespace_uri: 'http://example.org/shop'}]
topology_template: {node_templates: {web: {type: my.Web}}}
#                                                ^^^^^^
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.Web: {derived_from: tosca.nodes.Root}}
",
)
.good(
    "
imports: [{file: types.yaml, namespace_prefix: shop, namespace_uri: 'http://example.org/shop'}]
topology_template: {node_templates: {web: {type: 'shop:my.Web'}}}
=== types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {my.Web: {derived_from: tosca.nodes.Root}}
",
)
.one_cause("type names without their prefix");

fn check(service: &Service<'_>, report: &mut Report) {
    let bare = service.name_index().bare.iter().filter(|(word, _)| service.is_own(word.node));
    for (word, id) in bare {
        let Some(prefix) = service.type_scope.prefix_of(*id) else { continue };
        let full = format!("{prefix}:{}", word.text);
        let message = format!("type `{}` is imported under the prefix `{prefix}`: write `{full}`", word.text);
        let diagnostic = service.fault(&WITHOUT_PREFIX, word.node, message);
        report.push(match word.node.is_key() {
            true => diagnostic,
            false => {
                let op = Op::Replace { at: word.node.path(), value: Value::text(full.clone()) };
                diagnostic.fix(format!("Write `{full}`"), vec![op])
            }
        });
    }
}
