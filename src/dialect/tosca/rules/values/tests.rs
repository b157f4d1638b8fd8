//! Tests of value diagnostics, their places and fixes.

use std::sync::Arc;

use super::RULES;
use crate::{ServiceTemplate, recognize};
use limn_check::{check, check_fix, check_no_fix};
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::dialect::{Library, Model, Source};
use limn_yaml as yaml;

/// Diagnostics of the value rules for a template of version 1.2.
fn diagnose(text: &str) -> Vec<Diagnostic> {
    let document = Arc::new(yaml::parse(text));
    let file = FilePath::new("service.yaml").unwrap();
    let library = Library::default();
    let profile = &recognize::PROFILES[0];
    let source = Source { file: &file, document: &document, profile, library: &Arc::new(library) };
    // The check of booleans is the grammar's, too.
    let own = |diagnostic: &Diagnostic| {
        *diagnostic.code == crate::grammar::OLD_BOOLEAN
            || RULES.iter().any(|rule| rule.codes.contains(&diagnostic.code))
    };
    ServiceTemplate::read(&source).check().into_iter().filter(own).collect()
}

#[test]
fn nested_values_are_reported() {
    check(
        "
data_types:
  Port: {derived_from: integer, constraints: [in_range: [1, 1024]]}
  Server: {properties: {port: {type: Port}, name: {type: string, required: false}}}
node_types:
  Web:
    derived_from: tosca.nodes.Root
    properties:
      servers: {type: map, entry_schema: {type: list, entry_schema: {type: Server}}}
topology_template:
  node_templates:
    web:
      type: Web
      properties:
        servers:
          main: [{port: 80}, {port: 8080}, {prot: 80}]
#                                   ^^^^ error[tosca/unmet-constraint]: `port` of an entry of an entry of `servers` must be in the range `[1, 1024]`, found `8080`
#                                           ^^^^ error[tosca/unknown-field]: unknown property `prot` on data type `Server`; did you mean `port`?
          spare: {port: 80}
#                ^^^^^^^^^^ error[tosca/wrong-value-type]: expected a list for an entry of `servers`, found a mapping
",
        diagnose,
    );
}

#[test]
fn a_value_from_an_alias_is_reported_at_the_alias() {
    check(
        "
node_types:
  Web: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}, name: {type: string}}}
dsl_definitions:
  text: &text some text
  good: &good {port: 80, name: a}
topology_template:
  node_templates:
    a: {type: Web, properties: {<<: *good, name: *text}}
    b: {type: Web, properties: {port: *text, name: b}}
#                                     ^^^^^ error[tosca/wrong-value-type]: expected an integer for `port`, found `some text`
",
        diagnose,
    );
}

#[test]
fn unknown_types_are_not_checked() {
    check(
        "
imports: [elsewhere.yaml]
node_types:
  Web: {derived_from: elsewhere.Web, properties: {port: {type: elsewhere.Port}}}
topology_template:
  node_templates:
    web: {type: Web, properties: {port: {any: thing}, other: 1}, capabilities: {endpoint: {properties: {a: 1}}}}
",
        diagnose,
    );
}

#[test]
fn a_credential_with_a_token_is_not_a_call() {
    check(
        "
topology_template:
  inputs:
    secret: {type: string}
    one: {type: Credential, default: {token: {get_input: secret}}}
    two: {type: Credential, default: {token: abcd}}
#                                            ^^^^ warning[tosca/secret-in-clear-text]: secret in clear text: the token of the default of `two`; use an input instead
",
        diagnose,
    );
}

#[test]
fn misspelt_properties_are_not_missing_too() {
    let before = "
node_types:
  Web: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
topology_template:
  node_templates:
    web: {type: Web, properties: {prot: 80}}
";
    assert_eq!(diagnose(before).len(), 1);
    check_fix(before, &before.replace("prot", "port"), diagnose);
}

#[test]
fn fixes_correct_quotes_and_old_booleans() {
    let input = |text: &str| format!("topology_template: {{inputs: {{a: {{{text}}}}}}}\n");
    for (before, after) in [
        ("type: integer, default: '4'", "type: integer, default: 4"),
        ("type: string, default: 1.10", "type: string, default: '1.10'"),
        ("type: boolean, default: no", "type: boolean, default: false"),
        ("type: version, default: 6", "type: version, default: 6.0"),
        ("type: scalar-unit.time, default: 5 MS", "type: scalar-unit.time, default: 5 ms"),
        ("type: scalar-unit.size, default: '4gb'", "type: scalar-unit.size, default: '4GB'"),
        ("type: str", "type: string"),
        ("type: integr", "type: integer"),
        ("type: integer, value: 4", "type: integer, default: 4"),
        ("type: integer, entry_schema: string", "type: integer"),
    ] {
        check_fix(&input(before), &input(after), diagnose);
    }
    check_no_fix(&input("type: integer, default: many"), diagnose);
}

#[test]
fn recursive_types_terminate() {
    check(
        "
data_types:
  Tree: {properties: {leaves: {type: list, entry_schema: {type: Tree}}}}
  Loop: {derived_from: Loop, properties: {a: {type: Loop}}}
  Rings: {derived_from: list, entry_schema: {type: Rings}}
topology_template:
  inputs:
    tree: {type: Tree, default: {leaves: [{leaves: []}, {leaves: [{}]}]}}
#                                                                 ^^ error[tosca/missing-field]: missing required property `leaves` on an entry of `leaves` of an entry of `leaves` of the default of `tree` (data type `Tree`)
    rings: {type: Rings, default: [[[]], []]}
",
        diagnose,
    );
}

#[test]
fn a_refined_definition_keeps_inherited_constraints() {
    check(
        "
node_types:
  A:
    derived_from: tosca.nodes.Root
    properties:
      cpus: {type: integer, constraints: [in_range: [1, 8]]}
      kind: {type: string, constraints: [valid_values: [a, b]]}
  B:
    derived_from: A
    properties:
      cpus: {constraints: [in_range: [2, UNBOUNDED]], required: false}
#                          ^^^^^^^^^^^^^^^^^^^^^^^^ error[tosca/widened-constraint]: constraint is wider than the inherited one: `cpus` must be in the range `[1, 8]`
#                                                               ^^^^^ error[tosca/incompatible-refinement]: inherited `cpus` is required and cannot be optional
      kind: {constraints: [valid_values: [b]], default: a}
#                                                       ^ error[tosca/unmet-constraint]: the default of `kind` must be one of `[b]`, found `a`
",
        diagnose,
    );
}

#[test]
fn recursive_values_terminate() {
    check(
        "
data_types:
  Rings: {derived_from: list, entry_schema: {type: Rings}}
  Loop: &loop {properties: {a: *loop}}
topology_template:
  inputs:
    rings: {type: Rings, default: &a [*a, &b [*a, *b]]}
    even: {type: list, entry_schema: &e {type: integer, constraints: &f [valid_values: *f]}, default: [2]}
",
        diagnose,
    );
}

proptest::proptest! {
    #[test]
    fn no_text_panics(
        value in "(\\[|\\]|\\{|\\}|, |a: |b: |[0-9]|GB|x|'|\\*a |&a |get_input: |null|<<: ){0,14}",
        kind in "(string|integer|list|map|range|version|timestamp|scalar-unit.size|A|Credential|PortSpec)",
    ) {
        let types = "data_types: {A: {properties: {a: {type: A, required: false}, b: {type: integer}}}}";
        let definition = format!("{{type: {kind}, constraints: [equal: {value}], default: {value}}}");
        diagnose(&format!("{types}\ntopology_template: {{inputs: {{i: {definition}}}}}\n"));
    }
}

#[test]
fn missing_properties_are_added_with_values_of_their_types() {
    const TYPES: &str = "
node_types:
  Web:
    derived_from: tosca.nodes.Root
    properties:
      name: {type: string}
      port: {type: integer, constraints: [in_range: [1024, 65535]]}
      mode: {type: string, constraints: [valid_values: [fast, safe]]}
      tags: {type: list, entry_schema: {type: string}}
      disk: {type: scalar-unit.size}
      live: {type: boolean}
topology_template:
  node_templates:
";
    let fixed = |node: &str| {
        let text = format!("{TYPES}{node}");
        let found = diagnose(&text);
        let fix = found
            .iter()
            .find(|diagnostic| diagnostic.code.name == "tosca/missing-property")
            .and_then(|diagnostic| diagnostic.fixes.first());
        let fix = fix.expect("there is a fix");
        assert!(!fix.safe, "the values are to be replaced");
        let limn_language::diagnostic::FixEdit::Ops(ops) = &fix.edit else { panic!("ops") };
        let after = yaml::patch(&yaml::parse(&*text), ops).expect("it can be applied").apply(&text);
        let left: Vec<String> = diagnose(&after).into_iter().map(|diagnostic| diagnostic.message).collect();
        assert_eq!(left, Vec::<String>::new(), "{after}");
        after.strip_prefix(TYPES).expect("the rest is as before").to_owned()
    };
    assert_eq!(
        fixed(
            "    web: # ours\n      type: Web\n      properties:\n        name: shop # a name\n        tags: [a]\n"
        ),
        "    web: # ours\n      type: Web\n      properties:\n        name: shop # a name\n        tags: [a]\n        \
disk: 1 GB\n        live: false\n        mode: fast\n        port: 1024\n"
    );
    let whole = fixed("    web:\n      type: Web\n");
    assert_eq!(
        whole,
        "    web:\n      type: Web\n      properties:\n        disk: 1 GB\n        live: false\n        mode: fast\n        name: ''\n        \
port: 1024\n        tags: []\n"
    );
}
