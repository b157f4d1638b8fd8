//! Tests of `$brooklyn:` expressions and of locations.

use super::*;

#[test]
fn expressions_are_checked() {
    let text = "\
name: Shop
location: here
services:
- type: web
  brooklyn.config:
    a: $brooklyn:component(\"dp\").attributeWhenReady(\"url\")
    b: $brooklyn:component(\"db\"
    c: {$brooklyn:entity: db}
    d: $brooklyn:confg(\"a\")
    e: {$brooklyn:literal: '$brooklyn:no expression'}
- type: db
  id: db
";
    let found = problems(&read("shop.yaml", text)).join("\n");
    expect![[r#"
        Warning 6 amp/unknown-component: unknown entity `dp`; did you mean `db`?
        Error 7 amp/broken-expression: expected `)`, found the end of the expression
        Warning 9 amp/unknown-expression-function: unknown function `confg`; did you mean `config`?"#]]
    .assert_eq(&found);
    let catalog = (
        "catalog.bom",
        "brooklyn.catalog: {items: [{id: a, item: {type: b, brooklyn.children: [{type: c, id: dp}]}}]}\n",
    );
    let found = problems(&read_among("shop.yaml", text, &[catalog]));
    assert!(
        !found.iter().any(|problem| problem.contains("unknown-component")),
        "an item of the catalog has it"
    );
    let items = "\
brooklyn.catalog:
  bundle: a
  version: 1.0.0
  items:
  - id: part
    item: {type: b, url: '$brooklyn:component(\"elsewhere\")'}
  - id: whole
    item: {services: [{type: b, url: '$brooklyn:component(\"nowhere\")'}]}
  - id: template
    item:
      topology_template: {outputs: {a: {value: '$brooklyn:confg(\"a\")'}}}
";
    let found = problems(&read("catalog.bom", items)).join("\n");
    expect![[r#"
        Warning 8 amp/unknown-component: unknown entity `nowhere`
        Error 11 tosca/missing-version: missing required key `tosca_definitions_version` on the service template
        Warning 11 amp/unknown-expression-function: unknown function `confg`; did you mean `config`?"#]].assert_eq(&found);
}

#[test]
fn a_blueprint_without_a_location_gets_a_hint() {
    let found = problems(&read("shop.yaml", "services: [{type: brooklyn.a}]\n"));
    let hint = "Info 1 amp/no-location: no location: AMP uses the default location of its catalog, or the one chosen when deploying";
    assert_eq!(found, [hint]);
    for located in [
        "services: [{type: brooklyn.a}]\nlocation: here\n",
        "services: [{type: brooklyn.a, brooklyn.children: [{type: b, locations: [here]}]}]\n",
    ] {
        assert_eq!(problems(&read("shop.yaml", located)), [""; 0]);
    }
}
