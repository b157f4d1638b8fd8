//! `<<`, which TOSCA's YAML does not have.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MERGE_KEY], check };

static MERGE_KEY: Code = Code::warning(
    "tosca/merge-key",
    "T0-R5",
    "TOSCA Simple Profile in YAML 1.2, 2.13; YAML 1.2",
    "`<<` takes the entries of another mapping in. It belongs to YAML 1.1; YAML 1.2 and TOSCA do not speak of it. Most processors read it, and so \
does Limn. An alias in place of the whole mapping is read by all.

Bad:
```yaml
properties:
  <<: *small
```
Good:
```yaml
properties: *small
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if !service.document.has_merges() {
        return;
    }
    let mut waiting: Vec<_> = service.root.into_iter().filter(|root| service.is_own(*root)).collect();
    while let Some(node) = waiting.pop() {
        // What an alias stands for is looked at where it is written: a few lines of aliases can stand for many thousand nodes.
        if node.is_alias() {
            continue;
        }
        if node.is_mapping() {
            let merges = node.has_merges();
            for entry in node.entries() {
                if merges && entry.is_merge() {
                    report.push(service.fault(
                        &MERGE_KEY,
                        entry.key,
                        "`<<` is of YAML 1.1: not every processor reads it",
                    ));
                }
                waiting.push(entry.value);
            }
        }
        waiting.extend(node.items());
    }
}
