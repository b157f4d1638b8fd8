//! The types behind what is done: artifact types and interface types.

use std::collections::BTreeSet;

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::interface::{notifications, operations};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, TypeId, TypeKind, Word};

pub(in super::super) static RULE: Rule = Rule { codes: &[&MALFORMED_MIME_TYPE, &WITHOUT_OPERATIONS], check };

static MALFORMED_MIME_TYPE: Code = Code::warning(
    "tosca/malformed-mime-type",
    "T3.6.4-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.4.2",
    "A MIME type is two words around a slash, as in `application/x-sh`.

Bad:
```yaml
my.artifacts.Ruby: {derived_from: tosca.artifacts.Implementation, mime_type: ruby}
```
Good:
```yaml
my.artifacts.Ruby: {derived_from: tosca.artifacts.Implementation, mime_type: application/x-ruby}
```",
);
static WITHOUT_OPERATIONS: Code = Code::warning(
    "tosca/interface-type-without-operations",
    "T3.6.5-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.5.1",
    "An interface type has one operation or more, its own or inherited. Without any there is nothing to call. Of one that others derive from nothing is \
said.

Bad:
```yaml
interface_types:
  my.Backup: {derived_from: tosca.interfaces.Root}
```
Good:
```yaml
interface_types:
  my.Backup: {derived_from: tosca.interfaces.Root, save: {description: saves what there is}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for (_, declared) in service.own_types(TypeKind::Artifact) {
        // Modelling tools write an empty text where nothing is said.
        if let Some(word) = Word::at(declared.node, "mime_type").filter(|word| !word.text.is_empty())
            && !is_mime_type(&word.text)
        {
            let message = format!("`{}` is no MIME type: it has the form `type/subtype`", word.text);
            report.push(service.fault(&MALFORMED_MIME_TYPE, word.node, message));
        }
    }
    let all = || (0..service.world.types.len() as u32).map(TypeId);
    let bases: BTreeSet<TypeId> =
        all().filter_map(|id| service.world.parent(id)).filter_map(Lookup::found).collect();
    for (id, declared) in service.own_types(TypeKind::Interface).filter(|(id, _)| !bases.contains(id)) {
        let effective = service.world.effective(id);
        let has = |id: &TypeId| {
            let node = service.world.get(*id).node;
            !operations(node).is_empty() || !notifications(node).is_empty()
        };
        if effective.complete && declared.node.is_mapping() && !effective.ancestry.iter().any(has) {
            let message = format!("interface type `{}` has no operation", declared.name);
            report.push(service.fault(&WITHOUT_OPERATIONS, declared.key, message));
        }
    }
}

fn is_mime_type(text: &str) -> bool {
    let word = |it: &str| {
        !it.is_empty() && it.chars().all(|it| it.is_ascii_alphanumeric() || "!#$&^_.+-*".contains(it))
    };
    let plain = text.split(';').next().unwrap_or(text).trim();
    plain.split_once('/').is_some_and(|(kind, subtype)| word(kind) && word(subtype))
}
