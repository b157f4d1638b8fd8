//! Refinements of inherited properties.

use super::emit;
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::types::{Layer, ScalarText};
use limn_tosca::value::shown;
use limn_tosca::{DefinitionRole, Rule, ValueDefinition, value_definitions};
use limn_yaml::{Node, Op};

pub(in super::super) static RULE: Rule = Rule { codes: &[&KEYNAME, &DEFAULT], check };

static KEYNAME: Code = Code::error(
    "amp/refinement-of-other-keyname",
    "M-REF-2",
    "AMP, Refining Property Definitions",
    "Reports a derived type that changes the `status` or `metadata` of an inherited property. A refinement can give a derived type, a fixed \
value, a default or more constraints, and make an optional property required; no other refinement is allowed.",
)
.advice("Remove the keyname, or change it in the type that declares the property.")
.bad(
    "blueprint",
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
  my.B: {derived_from: my.A, properties: {port: {default: 80, status: deprecated}}}
#                                                             ^^^^^^
",
)
.good(
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
  my.B: {derived_from: my.A, properties: {port: {default: 80}}}
",
);
static DEFAULT: Code = Code::error(
    "amp/default-of-fixed-value",
    "M-REF-3",
    "AMP, Refining Property Definitions",
    "Reports a `default` that differs from the fixed `value` that a parent type gives the property.",
)
.why("The fixed value is final.")
.advice("Remove the `default`, or repeat the fixed value.")
.bad(
    "blueprint",
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
  my.B: {derived_from: my.A, properties: {port: {value: 80}}}
  my.C: {derived_from: my.B, properties: {port: {default: 81}}}
#                                                ^^^^^^^
",
)
.good(
    "
node_types:
  my.A: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
  my.B: {derived_from: my.A, properties: {port: {default: 80}}}
  my.C: {derived_from: my.B, properties: {port: {default: 81}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    let mut found = Vec::new();
    for it in value_definitions(service) {
        if it.role == DefinitionRole::Property && !it.farther().is_empty() {
            check_refinement(service, &it, &mut found);
        }
    }
    emit(report, found);
}

fn check_refinement(service: &Service<'_>, it: &ValueDefinition<'_>, found: &mut Vec<Diagnostic>) {
    let own =
        |key: &str| it.node.entry(key).filter(|entry| !entry.value.is_null() && service.is_own(entry.key));
    let mut report = |code, key: Node<'_>, message: String| {
        let ops = vec![Op::Remove { at: key.path(), prune: false }];
        let name = key.text().unwrap_or_default();
        found.push(service.fault(code, key, message).likely_fix(format!("Remove `{name}`"), ops, false));
    };
    if let Some(entry) = own("metadata") {
        report(
            &KEYNAME,
            entry.key,
            format!("a refinement cannot change `metadata` of inherited `{}`", it.name),
        );
    }
    let status = |node: Node<'_>| ScalarText::at(node, "status").map(|word| word.text.into_owned());
    let inherited = it.farther().iter().find_map(|layer| status(layer.node));
    if let Some(entry) = own("status")
        && status(it.node) != Some(inherited.unwrap_or_else(|| "supported".to_owned()))
    {
        report(
            &KEYNAME,
            entry.key,
            format!("a refinement cannot change `status` of inherited `{}`", it.name),
        );
    }
    // The type that introduces the property cannot fix it.
    let refined = it.farther().split_last().map_or(&[][..], |(_, refined)| refined);
    if let Some(fixed) = refined.iter().rev().find_map(Layer::fixed)
        && let Some(entry) = own("default")
        && entry.value.resolve().text() != fixed.text()
    {
        report(
            &DEFAULT,
            entry.key,
            format!("cannot change `{}`: a parent type fixes it to {}", it.name, shown(fixed)),
        );
    }
}
