//! Node templates of a type that nothing declares, or of none.

use super::super::Rule;
use super::near::Near;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, TypeKind, Word};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &MISSING], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-node-type",
    "T3.7.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "A node template is of a node type: one that the file declares or imports, or one of TOSCA's own, by its full name, its shorthand or with \
     `tosca:` in front. Upper and lower case count. Of a template of an unknown type nothing else is checked.

Bad:
```yaml
server: {type: tosca.nodes.compute}
```
Good:
```yaml
server: {type: tosca.nodes.Compute}
```",
);

static MISSING: Code = Code::error(
    "tosca/node-without-type",
    "T3.7.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "A node template says of which type it is, unless it copies another.

Bad:
```yaml
server: {}
```
Good:
```yaml
server: {type: tosca.nodes.Compute}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut near: Option<Near> = None;
    for template in &topology.node_templates {
        // A copy may have its type from what it copies.
        if template.type_name.is_some() && template.copy.is_none() && template.type_id != Lookup::Unknown {
            continue;
        }
        let Some(word) = Word::at(template.node, "type") else {
            let said = template.node.get("type").is_some_and(|it| !it.is_null());
            if !said && template.copy.is_none() && (template.node.is_mapping() || template.node.is_null()) {
                let message = format!("`{}` does not say its `type`", template.name);
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
            Some(kind) => format!("`{}` is {}, and a node template is of a node type", word.text, kind.one()),
            None => format!("no node type is named `{}`", word.text),
        };
        let diagnostic = service.fault(&UNKNOWN, word.node, message);
        report.push(match other {
            Some(_) => diagnostic,
            None => {
                near.get_or_insert_with(|| Near::types(service, TypeKind::Node)).suggest(diagnostic, &word)
            }
        });
    }
}
