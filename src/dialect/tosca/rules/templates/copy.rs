//! `copy`: what a node template starts from.

use super::super::Rule;
use super::near::Near;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::Word;

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &COPY_OF_COPY, &OTHER_TYPE], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-copy",
    "T3.7.3-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "`copy` names another node template of the same topology, whose keynames and values the template starts from.",
);
static COPY_OF_COPY: Code = Code::error(
    "tosca/copy-of-copy",
    "T3.7.3-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3.3",
    "What is copied must not be a copy itself.

Bad:
```yaml
a: {type: Compute}
b: {copy: a}
c: {copy: b}
```
Good:
```yaml
c: {copy: a}
```",
);
static OTHER_TYPE: Code = Code::warning(
    "tosca/copy-of-another-type",
    "T3.7.3-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3",
    "A copy has the type of what it copies. Where it names another, the copied values are held against definitions that they were not written for.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut near: Option<Near> = None;
    for template in &topology.node_templates {
        let Some(copy) = &template.copy else { continue };
        if copy.text == template.name {
            report.push(service.fault(&UNKNOWN, copy.node, format!("`{}` copies itself", template.name)));
            continue;
        }
        let Some(source) = topology.node_template(&copy.text) else {
            let message = format!("no node template is named `{}`", copy.text);
            let near = near.get_or_insert_with(|| Near::node_templates(service));
            report.push(near.suggest(service.fault(&UNKNOWN, copy.node, message), copy));
            continue;
        };
        if let Some(further) = &source.copy {
            let message = format!("`{}` is a copy itself, of `{}`", copy.text, further.text);
            let diagnostic = service
                .fault(&COPY_OF_COPY, copy.node, message)
                .related(further.node.range(), format!("`{}` is a copy", copy.text));
            let plain = topology.node_template(&further.text).is_some_and(|it| it.copy.is_none());
            report.push(if plain {
                super::near::change(diagnostic, copy, &further.text).unsafe_fix()
            } else {
                diagnostic
            });
            continue;
        }
        if let (Some(own), Some(other)) = (Word::at(template.node, "type"), &source.type_name)
            && let (Some(id), Some(copied)) = (template.type_id.found(), source.type_id.found())
            && id != copied
        {
            let message = format!(
                "`{}` is of type `{}`, and what it copies of `{}`",
                template.name, own.text, other.text
            );
            report.push(
                service
                    .fault(&OTHER_TYPE, own.node, message)
                    .related(other.node.range(), format!("the type of `{}`", source.name)),
            );
        }
    }
}
