//! What is said of values, where, and what cures it.

use std::sync::Arc;

use super::RULES;
use crate::check::{check, check_fix, check_no_fix};
use crate::diagnostic::Diagnostic;
use crate::dialect::tosca::{read_source, recognize};
use crate::dialect::{Library, Model, Source};
use crate::files::FilePath;
use crate::yaml;

/// What the rules of this room say of a template of version 1.2.
fn diagnose(text: &str) -> Vec<Diagnostic> {
    let document = Arc::new(yaml::parse(text));
    let file = FilePath::new("service.yaml").unwrap();
    let library = Library::default();
    let profile = &recognize::PROFILES[0];
    let source = Source { file: &file, document: &document, profile, library: &Arc::new(library) };
    let own = |it: &Diagnostic| RULES.iter().any(|rule| rule.codes.contains(&it.code));
    read_source(&source).check().into_iter().filter(own).collect()
}

#[test]
fn values_are_told_at_the_bottom() {
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
#                                   ^^^^ error[tosca/unmet-constraint]: `port` of each entry of each entry of `servers` must be in the range `[1, 1024]`, not `8080`
#                                           ^^^^ error[tosca/unknown-field]: `Server` has no property `prot`; did you mean `port`?
          spare: {port: 80}
#                ^^^^^^^^^^ error[tosca/wrong-value-type]: each entry of `servers` is a list, not a mapping
",
        diagnose,
    );
}

#[test]
fn what_comes_by_an_alias_is_told_where_it_is_used() {
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
#                                     ^^^^^ error[tosca/wrong-value-type]: `port` is an integer, not `some text`
",
        diagnose,
    );
}

#[test]
fn what_is_not_known_is_not_judged() {
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
fn a_credential_with_a_token_is_no_call() {
    check(
        "
topology_template:
  inputs:
    secret: {type: string}
    one: {type: Credential, default: {token: {get_input: secret}}}
    two: {type: Credential, default: {token: abcd}}
#                                            ^^^^ warning[tosca/secret-in-clear-text]: the token of the default of `two` stands here for all to read: take it from an input
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
fn quotes_and_old_booleans_are_taken_away() {
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
fn types_that_hold_themselves_end() {
    check(
        "
data_types:
  Tree: {properties: {leaves: {type: list, entry_schema: {type: Tree}}}}
  Loop: {derived_from: Loop, properties: {a: {type: Loop}}}
  Rings: {derived_from: list, entry_schema: {type: Rings}}
topology_template:
  inputs:
    tree: {type: Tree, default: {leaves: [{leaves: []}, {leaves: [{}]}]}}
#                                                                 ^^ error[tosca/missing-field]: each entry of `leaves` of each entry of `leaves` of the default of `tree` is a `Tree`, and has no `leaves`
    rings: {type: Rings, default: [[[]], []]}
",
        diagnose,
    );
}

#[test]
fn a_definition_that_is_refined_keeps_its_constraints_and_gains_no_freedom() {
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
#                          ^^^^^^^^^^^^^^^^^^^^^^^^ error[tosca/widened-constraint]: `cpus` must be in the range `[1, 8]`, as it is inherited, and cannot be allowed more
#                                                               ^^^^^ error[tosca/incompatible-refinement]: `cpus` is inherited as required, and stays so
      kind: {constraints: [valid_values: [b]], default: a}
#                                                       ^ error[tosca/unmet-constraint]: the default of `kind` must be one of `[b]`, not `a`
",
        diagnose,
    );
}

#[test]
fn values_that_hold_themselves_end() {
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
    fn no_text_is_too_broken(
        value in "(\\[|\\]|\\{|\\}|, |a: |b: |[0-9]|GB|x|'|\\*a |&a |get_input: |null|<<: ){0,14}",
        kind in "(string|integer|list|map|range|version|timestamp|scalar-unit.size|A|Credential|PortSpec)",
    ) {
        let types = "data_types: {A: {properties: {a: {type: A, required: false}, b: {type: integer}}}}";
        let definition = format!("{{type: {kind}, constraints: [equal: {value}], default: {value}}}");
        diagnose(&format!("{types}\ntopology_template: {{inputs: {{i: {definition}}}}}\n"));
    }
}
