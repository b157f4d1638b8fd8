//! Deployments of small assemblies, as text.

use expect_test::{Expect, expect};
use limn_language::deployment::{Deployment, DeploymentPart, DeploymentPartKind, Deployments, Request};
use limn_language::graph::Id;
use limn_language::plain_value::PlainValue;
use limn_yaml::Path;

use super::FORM;
use crate::model::Descriptor;
use crate::tests::{read, read_among};

/// The tree: one part per line, with its values below, and then what is noted.
fn tree(deployment: &Deployment) -> String {
    let mut text = String::new();
    for (at, depth) in deployment.in_tree_order() {
        let part = &deployment.parts[at];
        text += &format!("{}{}\n", "  ".repeat(depth), line(part));
        for value in &part.values {
            let reasons = value.value.unknown_reasons().join("; ");
            let shown = if reasons.is_empty() { value.value.to_string() } else { format!("? {reasons}") };
            let source = if value.source.is_empty() { String::new() } else { format!(" ({})", value.source) };
            text += &format!("{}- {}: {shown}{source}\n", "  ".repeat(depth + 1), value.name);
        }
        for note in &part.notes {
            text += &format!("{}! {}\n", "  ".repeat(depth + 1), note.text);
        }
    }
    for note in &deployment.notes {
        text += &format!("! {}\n", note.text);
    }
    let (count, at_least) = deployment.total();
    text + &format!("= {count}{}\n", if at_least { " or more" } else { "" })
}

fn line(part: &DeploymentPart) -> String {
    let count = match (&part.count, part.kind) {
        (Err(reason), _) => format!(" ×? ({reason})"),
        (Ok(count), DeploymentPartKind::Group) => format!(" ×{count} ({})", part.count_source),
        (Ok(_), DeploymentPartKind::Existing) => " exists".to_owned(),
        (Ok(_), _) => format!(" = {}", part.name),
    };
    let omitted = if part.omitted > 0 { format!(" … {} more", part.omitted) } else { String::new() };
    let cut = if part.is_cut { " …" } else { "" };
    format!("{} [{}]{count}{omitted}{cut}", part.label, part.type_name)
}

fn deploy(descriptor: &Descriptor, request: &str) -> Deployment {
    descriptor.deployment(&Request::read(request, FORM))
}

fn check(descriptor: &Descriptor, request: &str, expected: Expect) {
    expected.assert_eq(&tree(&deploy(descriptor, request)));
}

const RESOURCE: &str = "\
name: resource::db::1.0
properties:
  size: {default: small}
  ip: {read-only: true}
  label: {value: 'db-${size}'}
";

const SHOP: &str = "\
name: assembly::shop::1.0
properties:
  location: {required: true}
  size: {default: medium}
  fixed: {value: always}
  address: {read-only: true, value: '${db.ip}'}
  label: {value: '${db.label}'}
  sizes: {type: map, default: {a: [1, 2]}}
composition:
  db:
    type: resource::db::1.0
    properties:
      size: {value: '${size}'}
      site: {value: '${location}-${sizes.a[1]}'}
  web:
    type: resource::web::1.0
    properties:
      name: {value: '${instance.name}'}
      db: {value: '${db.size}'}
      net: {value: '${net.id}'}
      id: {value: '${instance.id}'}
      bad: {value: '${sizes.b}'}
      worse: {value: '${gone.x}'}
references:
  net: {type: 'resource::net::^1.0', properties: {name: {value: '${location}'}}}
";

#[test]
fn values_come_from_the_request_defaults_and_other_components() {
    let shop = read_among("cp4na", SHOP, &[("db.yaml", RESOURCE)]);
    check(
        &shop,
        "assemblyName: s1\nproperties: {location: north, size: 3, fixed: never, other: 1}\n",
        expect![[r#"
            s1 [assembly::shop::1.0] = s1
              - location: north (given)
              - size: 3 (given)
              - fixed: always (set in the descriptor)
              - address: ? `db` sets `ip` at run time (`${db.ip}`)
              - label: db-3 (`${db.label}`)
              - sizes: {"a":[1,2]} (default)
              db [resource::db::1.0] = s1__db
                - size: 3 (`${size}`)
                - ip: ? `db` sets `ip` at run time (set at run time)
                - label: db-3 (`db-${size}`)
                - site: north-2 (`${location}-${sizes.a[1]}`)
              web [resource::web::1.0] = s1__web
                - name: s1__web (`${instance.name}`)
                - db: 3 (`${db.size}`)
                - net: ? `id` is read once reference `net` is resolved (`${net.id}`)
                - id: ? the id of `web` is assigned when it is created (`${instance.id}`)
                - bad: ? `sizes` is a mapping without `b` (`${sizes.b}`)
                - worse: ? unknown component or reference `gone` (`${gone.x}`)
                ! unresolved descriptor `resource::web::1.0`: not in the workspace or catalog
              net [resource::net::^1.0] exists
                - name: north (`${location}`)
            ! value for `fixed` is ignored: the property has a fixed value
            ! unknown property `other`; its value is ignored
            = 2
        "#]],
    );
    check(
        &shop,
        "",
        expect![[r#"
            shop [assembly::shop::1.0] = shop
              - location: ? missing required property `location`
              - size: medium (default)
              - fixed: always (set in the descriptor)
              - address: ? `db` sets `ip` at run time (`${db.ip}`)
              - label: db-medium (`${db.label}`)
              - sizes: {"a":[1,2]} (default)
              db [resource::db::1.0] = shop__db
                - size: medium (`${size}`)
                - ip: ? `db` sets `ip` at run time (set at run time)
                - label: db-medium (`db-${size}`)
                - site: ? missing required property `location` (`${location}-${sizes.a[1]}`)
              web [resource::web::1.0] = shop__web
                - name: shop__web (`${instance.name}`)
                - db: medium (`${db.size}`)
                - net: ? `id` is read once reference `net` is resolved (`${net.id}`)
                - id: ? the id of `web` is assigned when it is created (`${instance.id}`)
                - bad: ? `sizes` is a mapping without `b` (`${sizes.b}`)
                - worse: ? unknown component or reference `gone` (`${gone.x}`)
                ! unresolved descriptor `resource::web::1.0`: not in the workspace or catalog
              net [resource::net::^1.0] exists
                - name: ? missing required property `location` (`${location}`)
            ! missing required property `location`
            = 2
        "#]],
    );
}

#[test]
fn groups_become_their_instances() {
    let text = "\
name: assembly::farm::1.0
properties:
  n: {type: integer, default: 2}
  hosts: {type: list, default: [{ip: 10.0.0.1}, {ip: 10.0.0.2}]}
  sites: {type: map, default: {north: {ip: 1}, south: 2}}
  ips: {value: '${one.ip}'}
  all: {value: '${host.ip}'}
  same: {value: '${host.kind}'}
composition:
  one: {type: 'resource::r::1.0', quantity: '${n}', properties: {ip: {value: 'x'}, at: {value: '${instance.index}'}}}
  host: {type: 'resource::r::1.0', items: '${hosts}', properties: {ip: {value: '${item.ip}'}, kind: {value: host}}}
  site: {type: 'resource::r::1.0', items: '${sites}', properties: {ip: {value: '${item.ip}'}}}
  pool: {type: 'resource::r::1.0', cluster: {initial-quantity: 9, minimum-nodes: 0, maximum-nodes: 4}, properties: {}}
  none: {type: 'resource::r::1.0', quantity: 0, properties: {}}
  many: {type: 'resource::r::1.0', quantity: many, properties: {}}
  late: {type: 'resource::r::1.0', quantity: '${one.count}', properties: {}}
";
    let farm = read("cp4na", text);
    check(
        &farm,
        "",
        expect![[r#"
            farm [assembly::farm::1.0] = farm
              - n: 2 (default)
              - hosts: [{"ip":"10.0.0.1"},{"ip":"10.0.0.2"}] (default)
              - sites: {"north":{"ip":1},"south":2} (default)
              - ips: x (`${one.ip}`)
              - all: ? each of the 2 instances of `host` has its own `ip` (`${host.ip}`)
              - same: host (`${host.kind}`)
              one [resource::r::1.0] ×2 (`quantity: ${n}`)
                one 1 [resource::r::1.0] = farm__one__1
                  - ip: x (set in the component)
                  - at: 1 (`${instance.index}`)
                one 2 [resource::r::1.0] = farm__one__2
                  - ip: x (set in the component)
                  - at: 2 (`${instance.index}`)
              host [resource::r::1.0] ×2 (one for each entry of `${hosts}`)
                host 1 [resource::r::1.0] = farm__host__1
                  - ip: 10.0.0.1 (`${item.ip}`)
                  - kind: host (set in the component)
                host 2 [resource::r::1.0] = farm__host__2
                  - ip: 10.0.0.2 (`${item.ip}`)
                  - kind: host (set in the component)
              site [resource::r::1.0] ×2 (one for each entry of `${sites}`)
                site north [resource::r::1.0] = farm__site__north
                  - ip: 1 (`${item.ip}`)
                site south [resource::r::1.0] = farm__site__south
                  - ip: ? `item` is `2` without `ip` (`${item.ip}`)
              pool [resource::r::1.0] ×9 (cluster of 0 to 4, 9 at first)
                ! 9 instances at first, but `maximum-nodes` is 4
                pool 1 [resource::r::1.0] = farm__pool__1
                pool 2 [resource::r::1.0] = farm__pool__2
                pool 3 [resource::r::1.0] = farm__pool__3
                pool 4 [resource::r::1.0] = farm__pool__4
                pool 5 [resource::r::1.0] = farm__pool__5
                pool 6 [resource::r::1.0] = farm__pool__6
                pool 7 [resource::r::1.0] = farm__pool__7
                pool 8 [resource::r::1.0] = farm__pool__8
                pool 9 [resource::r::1.0] = farm__pool__9
              none [resource::r::1.0] ×0 (`quantity: 0`)
              many [resource::r::1.0] ×? (expected a non-negative integer for `quantity`, found `many`)
              late [resource::r::1.0] ×? (`count` of `one`: unresolved descriptor `resource::r::1.0`: not in the workspace or catalog)
            = 15 or more
        "#]],
    );
}

#[test]
fn types_are_chosen_for_each_instance() {
    let text = "\
name: assembly::mixed::1.0
properties:
  servers: {type: list, default: [{maker: Dell}, {maker: HP}, {maker: Acme}, {}]}
composition:
  server:
    type: resource::not-found::1.0
    dynamicType: >-
      {% if maker == 'Dell' %}
        {{ 'resource::simple::[1.0,2.0)'|resolveVersion }}
      {% elif maker == 'HP' %}
        {{ 'resource::simple::[5.0,)'|resolveVersion }}
      {% else %}
        {{ 'resource::simple::1.0' }}
      {% endif %}
    items: ${servers}
    properties: {maker: {value: '${item.maker}'}}
  odd: {type: 'resource::simple::1.0', dynamicType: '{{ size }}', properties: {}}
";
    let simple = |version: &str| format!("name: resource::simple::{version}\nproperties: {{}}\n");
    let (old, newer, newest) = (simple("1.0"), simple("1.10"), simple("2.0"));
    let mixed = read_among("cp4na", text, &[("a.yaml", &old), ("b.yaml", &newer), ("c.yaml", &newest)]);
    check(
        &mixed,
        "",
        expect![[r#"
            mixed [assembly::mixed::1.0] = mixed
              - servers: [{"maker":"Dell"},{"maker":"HP"},{"maker":"Acme"},{}] (default)
              server [resource::not-found::1.0] ×4 (one for each entry of `${servers}`)
                server 1 [resource::simple::1.10] = mixed__server__1
                  - maker: Dell (`${item.maker}`)
                server 2 [resource::not-found::1.0] = mixed__server__2
                  - maker: HP (`${item.maker}`)
                  ! `dynamicType` is not known: no version of `resource::simple` in the workspace is in `[5.0,)`. `resource::not-found::1.0` is used here
                  ! unresolved descriptor `resource::not-found::1.0`: not in the workspace or catalog
                server 3 [resource::simple::1.0] = mixed__server__3
                  - maker: Acme (`${item.maker}`)
                server 4 [resource::not-found::1.0] = mixed__server__4
                  - maker: ? `item` is a mapping without `maker` (`${item.maker}`)
                  ! `dynamicType` is not known: `item` is a mapping without `maker`. `resource::not-found::1.0` is used here
                  ! unresolved descriptor `resource::not-found::1.0`: not in the workspace or catalog
              odd [resource::simple::1.0] = mixed__odd
                ! `dynamicType` is not known: unknown property `size`. `resource::simple::1.0` is used here
            = 5
        "#]],
    );
}

#[test]
fn assemblies_in_assemblies_are_expanded() {
    let outer = "\
name: assembly::outer::1.0
properties:
  count: {type: integer, default: 3}
  url: {value: '${shop.url}'}
composition:
  shop: {type: 'assembly::inner::1.0', quantity: 2, properties: {webs: {value: '${count}'}}}
";
    let inner = "\
name: assembly::inner::1.0
properties:
  webs: {type: integer, default: 1}
  url: {read-only: true, value: 'http://${db.ip}'}
composition:
  web: {type: 'resource::db::1.0', quantity: '${webs}', properties: {}}
  db: {type: 'resource::db::1.0', properties: {}}
";
    let outer = read_among("tnco", outer, &[("inner.yaml", inner), ("db.yaml", RESOURCE)]);
    let deployment = deploy(&outer, "count: 4");
    assert_eq!(deployment.total(), (10, false));
    check(
        &outer,
        "count: 1",
        expect![[r#"
        outer [assembly::outer::1.0] = outer
          - count: 1 (given)
          - url: ? `db` sets `ip` at run time (`${shop.url}`)
          shop [assembly::inner::1.0] ×2 (`quantity: 2`)
            shop 1 [assembly::inner::1.0] = outer__shop__1
              - webs: 1 (`${count}`)
              - url: ? `db` sets `ip` at run time (`http://${db.ip}`)
              web [resource::db::1.0] = outer__shop__1__web
                - size: small (default)
                - ip: ? `web` sets `ip` at run time (set at run time)
                - label: db-small (`db-${size}`)
              db [resource::db::1.0] = outer__shop__1__db
                - size: small (default)
                - ip: ? `db` sets `ip` at run time (set at run time)
                - label: db-small (`db-${size}`)
            shop 2 [assembly::inner::1.0] = outer__shop__2
              - webs: 1 (`${count}`)
              - url: ? `db` sets `ip` at run time (`http://${db.ip}`)
              web [resource::db::1.0] = outer__shop__2__web
                - size: small (default)
                - ip: ? `web` sets `ip` at run time (set at run time)
                - label: db-small (`db-${size}`)
              db [resource::db::1.0] = outer__shop__2__db
                - size: small (default)
                - ip: ? `db` sets `ip` at run time (set at run time)
                - label: db-small (`db-${size}`)
        = 4
    "#]],
    );
}

#[test]
fn an_assembly_that_contains_itself_ends() {
    let text = "name: assembly::a::1.0\nproperties: {x: {value: '${b.x}'}}\ncomposition: {b: {type: 'assembly::b::1.0'}}\n";
    let other = "name: assembly::b::1.0\nproperties: {x: {value: '${a.x}'}}\ncomposition: {a: {type: 'assembly::a::1.0'}, c: {type: 'assembly::b::1.0'}}\n";
    check(
        &read_among("tnco", text, &[("b.yaml", other)]),
        "",
        expect![[r#"
        a [assembly::a::1.0] = a
          - x: ? `x` of `a`: `assembly::a::1.0` contains itself (`${b.x}`)
          b [assembly::b::1.0] = a__b
            - x: ? `x` of `a`: `assembly::a::1.0` contains itself (`${a.x}`)
            a [assembly::a::1.0] = a__b__a …
              ! `assembly::a::1.0` contains itself
            c [assembly::b::1.0] = a__b__c …
              ! `assembly::b::1.0` contains itself
        = 2 or more
    "#]],
    );
}

#[test]
fn a_cycle_of_values_is_named() {
    let text = "\
name: assembly::a::1.0
properties: {a: {value: '${b}'}, b: {value: '${c.out}'}, n: {value: '${d.n}'}}
composition:
  c: {type: 'resource::r::1.0', properties: {out: {value: 'x${a}'}}}
  d: {type: 'resource::r::1.0', quantity: '${n}', properties: {n: {value: '${n}'}}}
";
    check(
        &read("tnco", text),
        "",
        expect![[r#"
            a [assembly::a::1.0] = a
              - a: ? `a` is read in a cycle (`${b}`)
              - b: ? `a` is read in a cycle (`${c.out}`)
              - n: ? the number of instances of `d` is not known: `n` is read in a cycle (`${d.n}`)
              c [resource::r::1.0] = a__c
                - out: ? `a` is read in a cycle (`x${a}`)
              d [resource::r::1.0] ×? (`n` is read in a cycle)
            = 1 or more
        "#]],
    );
}

#[test]
fn large_numbers_are_counted_and_not_listed() {
    let inner =
        "name: assembly::i::1.0\ncomposition: {r: {type: 'resource::r::1.0', quantity: 1000000000}}\n";
    let text = "name: assembly::a::1.0\ncomposition: {i: {type: 'assembly::i::1.0', quantity: 1000000000}, z: {type: 'resource::z::1.0'}}\n";
    let deployment = deploy(&read_among("tnco", text, &[("i.yaml", inner)]), "");
    assert_eq!(deployment.total(), (1_000_000_000_000_000_001, false));
    assert!(deployment.parts.len() < 1_000, "{}", deployment.parts.len());
    let negative = deploy(
        &read("tnco", "name: assembly::a::1.0\ncomposition: {r: {type: 'resource::r::1.0', quantity: -1}}\n"),
        "",
    );
    assert!(negative.parts[1].count.is_err());
}

#[test]
fn nesting_that_multiplies_is_bounded() {
    // Each level has ten of the next: 10 to the power of 30.
    let level = |at: usize| {
        let parts =
            (0..10).map(|part| format!("  c{part}: {{type: 'assembly::l{}::1.0', quantity: 9}}\n", at + 1));
        format!("name: assembly::l{at}::1.0\ncomposition:\n{}", parts.collect::<String>())
    };
    let others: Vec<(String, String)> = (1..31).map(|at| (format!("l{at}.yaml"), level(at))).collect();
    let others: Vec<(&str, &str)> =
        others.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let deployment = deploy(&read_among("tnco", &level(0), &others), "");
    assert!(deployment.is_cut && deployment.total().1);
    assert!(deployment.parts.len() < 5_000);
    // Values that double at each step, and ones that are read through each other.
    let mut text = "name: assembly::a::1.0\nproperties:\n  a0: {type: list, default: [x]}\n".to_owned();
    for at in 1..2_000 {
        text += &format!("  a{at}: {{value: ['${{a{}}}', '${{a{}}}']}}\n", at - 1, at - 1);
    }
    let deployment = deploy(&read("cp4na", &format!("{text}composition: {{}}\n")), "");
    assert_eq!(deployment.parts[0].values.len(), 2_000);
    assert!(deployment.to_json().to_string().len() < 50_000_000);
    let reversed: Vec<String> =
        (0..2_000).map(|at| format!("  a{at}: {{value: 'x${{a{}}}'}}", at + 1)).collect();
    let reversed = reversed.join("\n");
    let text = format!("name: assembly::a::1.0\nproperties:\n{reversed}\n  a2000: {{default: y}}\n");
    let deployment = deploy(&read("tnco", &text), "");
    assert_eq!(deployment.parts[0].values[1_999].value, PlainValue::text("xy"));
    assert!(deployment.parts[0].values[0].value.unknown_reason().is_some());
}

#[test]
fn policies_have_their_numbers() {
    let h_bta = read("tnco", include_str!("../../../../public/samples/h_bta.yaml"));
    let policies = deploy(&h_bta, "{scaleOut_threshold: 80, scale_smoothing: '3'}").policies;
    let [policy] = policies.as_slice() else { panic!("{policies:?}") };
    assert_eq!((&*policy.target, &*policy.metric, policy.out_above.clone()), ("B", "A.load", Ok(80.0)));
    assert_eq!((policy.smoothing.clone(), policy.initial.clone(), policy.maximum), (Ok(3), Ok(1), Some(4)));
    assert_eq!(policy.response(1, 99.0).changes, [(3, 2), (6, 3), (9, 4)]);
    let none = "name: assembly::a::1.0\ncomposition: {b: {type: 'resource::r::1.0'}}\npolicies: {p: {type: 'policy::scale', metric: b.load, target: b}}\n";
    let policies = deploy(&read("tnco", none), "").policies;
    assert_eq!(policies[0].initial, Err("`b` is not a cluster".to_owned()));
    assert_eq!(policies[0].out_above, Err("`scaleOut_threshold` is not set".to_owned()));
}

#[test]
fn a_resource_is_not_deployed_alone() {
    let resource = read("tnco", RESOURCE);
    assert!(resource.inputs().is_empty() && deploy(&resource, "").parts.is_empty());
}

#[test]
fn inputs_are_what_can_be_given() {
    let media = read("cp4na", include_str!("../../../../public/samples/media_edge.yaml"));
    let inputs: Vec<String> = media
        .inputs()
        .into_iter()
        .map(|input| {
            let default = input.default.map_or("-".to_owned(), |value| value.to_string());
            format!(
                "{} {} {:?} {}{default}",
                input.name,
                input.type_name,
                input.form,
                if input.is_required { "required " } else { "" }
            )
        })
        .collect();
    expect![[r#"
        deploymentLocation string Text required -
        resourceManager string Text Brent
        sites map Structure {"north":{"address":"192.0.2.10","vendor":"acme"},"south":{"address":"192.0.2.20","vendor":"other"}}
        cache_size integer Number 200
        origin string Text required -"#]].assert_eq(&inputs.join("\n"));
}

fn element(section: &str, name: &str) -> Id {
    Id(Path::keys([section, name]))
}

#[test]
fn one_component_shows_its_instances() {
    let text = "\
name: assembly::shop::1.0
properties:
  zones: {type: map, default: {north: {ip: 10.0.0.1}, south: {ip: 10.0.0.2}}}
  count: {type: integer}
composition:
  zone: {type: 'resource::zone::1.0', items: '${zones}', properties: {ip: {value: '${item.ip}'}, of: {value: '${web.ip}'}}}
  web: {type: 'resource::web::1.0', quantity: '${count}', properties: {ip: {read-only: true}}}
  many: {type: 'resource::web::1.0', cluster: {initial-quantity: 1000}}
  one: {type: 'resource::web::1.0'}
";
    let shop = read("cp4na", text);
    let shown = |name: &str| {
        shop.instances_of(&element("composition", name), &Request::default())
            .map(|deployment| tree(&deployment).replace("[] = \n", "[] =\n"))
    };
    expect![[r#"
         [] =
          zone [resource::zone::1.0] ×2 (one for each entry of `${zones}`)
            zone north [resource::zone::1.0] = shop__zone__north
              - ip: 10.0.0.1 (`${item.ip}`)
              - of: ? the number of instances of `web` is not known: `count` of the assembly is not set and has no default (`${web.ip}`)
            zone south [resource::zone::1.0] = shop__zone__south
              - ip: 10.0.0.2 (`${item.ip}`)
              - of: ? the number of instances of `web` is not known: `count` of the assembly is not set and has no default (`${web.ip}`)
        = 2
    "#]]
    .assert_eq(&shown("zone").unwrap());
    expect![[r#"
         [] =
          web [resource::web::1.0] ×? (`count` of the assembly is not set and has no default)
        = 0 or more
    "#]]
    .assert_eq(&shown("web").unwrap());
    let many = shop.instances_of(&element("composition", "many"), &Request::default()).unwrap();
    assert_eq!((many.parts.len(), many.parts[1].omitted), (22, 980));
    assert_eq!(shown("one"), None);
    assert_eq!(shown("gone"), None);
}

#[test]
fn a_policy_has_a_chart() {
    let shop = read(
        "tnco",
        "name: assembly::a::1.0\nproperties: {high: {default: 70}}\ncomposition: {web: {type: 'resource::w::1.0', cluster: {maximum-nodes: 4}}}\npolicies: {grow: {type: 'policy::scale', metric: web.load, target: web, properties: {scaleOut_threshold: '${high}', scaleIn_threshold: {value: 10}, smoothing: '${gone}'}}}\n",
    );
    let chart = shop.policy_chart(&element("policies", "grow")).unwrap();
    assert_eq!(chart.thresholds.iter().map(|threshold| threshold.level).collect::<Vec<_>>(), [70.0, 10.0]);
    assert_eq!(chart.unknown.len(), 1);
    let resource = read(
        "tnco",
        "name: resource::r::1.0\nproperties: {missed: {default: 2}}\nmetrics: {health: {type: 'metric::integrity'}}\npolicies: {heal: {type: 'policy::heal', metric: health, properties: {smoothing: {value: '${missed}'}}}}\n",
    );
    let chart = resource.policy_chart(&element("policies", "heal")).unwrap();
    assert_eq!(chart.text, "The instance is healed after 2 readings of `health` in a row are missing.");
    assert_eq!(resource.policy_chart(&element("policies", "gone")), None);
}
