//! Artifact types and interface types.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::super::Rule;
use crate::interface::{notifications, operations};
use crate::model::Service;
use crate::types::{Lookup, ScalarText, TypeId, TypeKind};
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MALFORMED_MIME_TYPE, &WITHOUT_OPERATIONS], check };

static MALFORMED_MIME_TYPE: Code = Code::warning(
    "tosca/malformed-mime-type",
    "T3.6.4-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.6.4.2",
    "Checks that a MIME type consists of two words separated by a slash, such as `application/x-sh`.",
)
.why("Orchestrators compare the MIME type with those that they can handle, and another form matches none of them.")
.advice("Write the form `type/subtype`, such as `application/x-sh`, or remove `mime_type`.")
.bad(
    "service template",
    "
artifact_types:
  my.artifacts.Ruby:
    derived_from: tosca.artifacts.Implementation
    mime_type: ruby
#              ^^^^
    file_ext: [rb]
",
)
.good(
    "
artifact_types:
  my.artifacts.Ruby:
    derived_from: tosca.artifacts.Implementation
    mime_type: application/x-ruby
    file_ext: [rb]
  my.artifacts.Unspecified: {derived_from: tosca.artifacts.Root, mime_type: ''}
",
);
static WITHOUT_OPERATIONS: Code = Code::warning(
    "tosca/interface-type-without-operations",
    "T3.6.5-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.6.5.1",
    "Checks that an interface type has at least one operation, its own or inherited. Types that others derive from are not checked.",
)
.why("Without operations, there is nothing to call.")
.advice("Add an operation, derive the type from one with operations, or remove the type.")
.bad(
    "service template",
    "
interface_types:
  my.Backup: {derived_from: tosca.interfaces.Root}
# ^^^^^^^^^
",
)
.good(
    "
interface_types:
  my.Backup: {derived_from: tosca.interfaces.Root, save: {description: saves what there is}}
",
)
.one_cause("interface types without operations");

fn check(service: &Service<'_>, report: &mut Report) {
    for (_, declared) in service.own_types(TypeKind::Artifact) {
        // Modelling tools write an empty string for no value.
        if let Some(word) = ScalarText::at(declared.node, "mime_type").filter(|word| !word.text.is_empty())
            && !is_mime_type(&word.text)
        {
            let message =
                message::expected("a MIME type of the form `type/subtype`", format!("`{}`", word.text));
            report.push(service.fault(&MALFORMED_MIME_TYPE, word.node, message));
        }
    }
    let interfaces = service.type_scope.types_of(TypeKind::Interface);
    let bases: LazyCell<BTreeSet<TypeId>, _> = LazyCell::new(|| {
        interfaces.filter_map(|(id, _)| service.type_scope.parent(id)).filter_map(Lookup::found).collect()
    });
    for (id, declared) in service.own_types(TypeKind::Interface) {
        let effective = service.type_scope.effective(id);
        let has = |id: &TypeId| {
            let node = service.type_scope.get(*id).node;
            !operations(node).is_empty() || !notifications(node).is_empty()
        };
        let is_empty =
            effective.complete && declared.node.is_mapping() && !effective.ancestry.iter().any(has);
        if is_empty && !bases.contains(&id) {
            let message = format!("interface type `{}` has no operations", declared.name);
            report.push(service.fault(&WITHOUT_OPERATIONS, declared.key, message));
        }
    }
}

fn is_mime_type(text: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || "!#$&^_.+-*".contains(character))
    };
    let plain = text.split(';').next().unwrap_or(text).trim();
    plain.split_once('/').is_some_and(|(kind, subtype)| word(kind) && word(subtype))
}
