//! Value and position of `tosca_definitions_version`.

use super::super::Rule;
use crate::model::Service;
use crate::recognize::{self, Version};
use crate::types::ScalarText;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::{Node, Op, Step, Value};

pub(in super::super) static RULE: Rule =
    Rule { codes: &[&UNKNOWN, &SPELLING, &OTHER_CHOICE, &NOT_FIRST], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-version",
    "T3.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.1",
    "Checks that `tosca_definitions_version` is the short name or the URI of a namespace that TOSCA reserves.",
)
.why("With any other value, processors cannot select a grammar and the built-in types.")
.advice("Write the short name of a version, such as `tosca_simple_yaml_1_3`.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_12
#                          ^^^^^^^^^^^^^^^^^^^^
",
)
.good("tosca_definitions_version: tosca_simple_yaml_1_2");
static SPELLING: Code = Code::warning(
    "tosca/version-with-addition",
    "T3.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1",
    "Reports extra text after the name of a version, which ends with the minor version number.",
)
.why("Drafts and some processors append more. Limn reads it as the version that it starts with; other processors may reject it.")
.advice("Remove the text after the minor version number: `tosca_simple_yaml_1_0`.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_1_0_0
#                          ^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("tosca_definitions_version: tosca_simple_yaml_1_0");
static OTHER_CHOICE: Code = Code::info(
    "tosca/version-not-as-chosen",
    "T3.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.1",
    "Reports that the file declares another version than the one that was chosen for it: in the page, by `--profile` or by a comment.",
)
.why(
    "Limn reads the file as chosen; other processors read it as declared, so it may mean something else to them.",
)
.advice("Change `tosca_definitions_version` to the chosen version, or choose the declared one.")
.bad(
    "service template",
    "
tosca_definitions_version: tosca_simple_yaml_1_2 # limn: dialect=tosca-1.3
#                          ^^^^^^^^^^^^^^^^^^^^^
",
)
.good("tosca_definitions_version: tosca_simple_yaml_1_3 # limn: dialect=tosca-1.3");
static NOT_FIRST: Code = Code::warning(
    "tosca/version-not-first",
    "T3.1.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2",
    "Checks that the version is the first line.",
)
.why("A processor then knows how to read what follows. Most processors accept it anywhere.")
.advice("Move `tosca_definitions_version` above all other keynames.")
.bad(
    "service template",
    "
description: a web shop
tosca_definitions_version: tosca_simple_yaml_1_2
#^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_2
description: a web shop
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(root) = service.root else { return };
    let Some(entry) = root.entry("tosca_definitions_version") else { return };
    check_position(service, root, entry.key, report);
    let Some(word) = ScalarText::of(entry.value.resolve()).filter(|word| service.is_own(word.node)) else {
        return;
    };
    let (code, name, message) = match Version::of(&word.text) {
        Version::Known(declared) => match recognize::short_name(service.version, declared) {
            Some(name) => (
                &OTHER_CHOICE,
                name,
                message::expected(
                    format_args!("version `{name}`, as chosen for this file"),
                    format_args!("`{}`", word.text),
                ),
            ),
            None => return,
        },
        Version::OnTop { .. } | Version::OtherLanguage => return,
        Version::NonStandard { name, .. } => (
            &SPELLING,
            name,
            message::expected(format_args!("version `{name}`"), format_args!("`{}`", word.text)),
        ),
        Version::Unknown { name, .. } => (
            &UNKNOWN,
            name,
            format!("{}; reading it as `{name}`", message::unknown("TOSCA version", &word.text)),
        ),
    };
    let op = Op::Replace { at: word.node.path(), value: Value::text(name) };
    report.push(
        service.fault(code, word.node, message).fix(format!("Change to `{name}`"), vec![op]).unsafe_fix(),
    );
}

fn check_position(service: &Service<'_>, root: Node<'_>, key: Node<'_>, report: &mut Report) {
    let Some(first) = root.entries().next().filter(|entry| entry.key != key && key.parent() == Some(root))
    else {
        return;
    };
    let Some(name) = first.key.as_str() else { return };
    let message =
        message::expected("`tosca_definitions_version` on the first line", format_args!("`{name}`"));
    let op = Op::Move { at: key.path(), to: Step::Key(name.as_ref().into()) };
    report.push(service.fault(&NOT_FIRST, key, message).fix("Move to the first line", vec![op]));
}
