//! Traces within a descriptor, into the descriptors of components and out to the assemblies that contain a descriptor.

use super::*;
use crate::tests::{read, read_among};
use limn_language::value_trace::{TracePlace, ValueStep};

fn lines(steps: &[ValueStep]) -> Vec<String> {
    let line = |step: &ValueStep| {
        let indent = "  ".repeat(step.depth);
        let parts = [&step.label, &step.owner, &step.written, &step.how, &step.end];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        format!("{indent}{}", parts.join(" | "))
    };
    steps.iter().map(line).collect()
}

fn trace_of(descriptor: &Descriptor, path: &[&str]) -> ValueTrace {
    descriptor.value_trace(&Path::keys(path.iter().copied())).unwrap_or_else(|| panic!("{path:?}"))
}

#[track_caller]
fn check(descriptor: &Descriptor, path: &[&str], sources: &[&str], uses: &[&str]) {
    let found = trace_of(descriptor, path);
    assert_eq!(lines(&found.sources), sources, "sources of {path:?}");
    assert_eq!(lines(&found.uses), uses, "uses of {path:?}");
}

const SHOP: &str = "\
name: assembly::shop::1.0
properties:
  size: {type: string, default: small}
  address: {value: '${web.url}', read-only: true}
composition:
  web: {type: 'assembly::site::1.0', properties: {flavor: {value: '${size}'}}}
  log: {type: 'resource::log::1.0', quantity: '${size}', properties: {from: {value: '${web.url}'}, kind: {value: plain}}}
";
const SITE: &str = "\
name: assembly::site::1.0
properties:
  flavor: {type: string}
  url: {value: 'http://${server.ip}', read-only: true}
composition:
  server: {type: 'resource::server::1.0', properties: {flavor: {value: '${flavor}'}}}
";
const SERVER: &str = "\
name: resource::server::1.0
properties:
  flavor: {type: string, default: tiny}
  ip: {type: string, read-only: true}
lifecycle:
  Create: {drivers: {heat: {properties: {size: '${flavor}'}}}}
";

fn shop() -> Descriptor {
    read_among("tnco", SHOP, &[("site.yaml", SITE), ("server.yaml", SERVER)])
}

#[test]
fn a_value_is_followed_into_the_descriptors_of_components() {
    check(
        &shop(),
        &["properties", "size"],
        &[],
        &[
            "web.flavor | shop 1.0 | ${size}",
            "  flavor | site 1.0 | property of its descriptor",
            "    server.flavor | site 1.0 | ${flavor}",
            "      flavor | server 1.0 | tiny | property of its descriptor",
            "        Create.size | server 1.0 | ${flavor}",
            "log.quantity | shop 1.0 | ${size}",
        ],
    );
    assert_eq!(trace_of(&shop(), &["properties", "size"]).origin.end, "default, unless set at deployment");
}

#[test]
fn a_value_is_followed_back_out_of_a_component() {
    check(
        &shop(),
        &["composition", "log", "properties", "from"],
        &[
            "web.url | shop 1.0",
            "  url | site 1.0 | http://${server.ip} | property of its descriptor",
            "    server.ip | site 1.0",
            "      ip | server 1.0 | property of its descriptor | set at run time",
        ],
        &[],
    );
    let log = trace_of(&shop(), &["composition", "log", "properties", "kind"]);
    assert_eq!((log.origin.end.as_str(), log.origin.written.as_str()), ("constant", "plain"));
}

#[test]
fn a_property_of_a_resource_is_followed_to_all_assemblies_with_it() {
    let server = read_among("tnco", SERVER, &[("shop.yaml", SHOP), ("site.yaml", SITE)]);
    check(
        &server,
        &["properties", "ip"],
        &[],
        &[
            "server.ip | site 1.0 | read from component `server`",
            "  url | site 1.0 | http://${server.ip}",
            "    web.url | shop 1.0 | read from component `web`",
            "      address | shop 1.0 | ${web.url}",
            "      log.from | shop 1.0 | ${web.url} | given to `resource::log::1.0`, which is not in the workspace",
        ],
    );
    check(
        &server,
        &["properties", "flavor"],
        &[
            "server.flavor | site 1.0 | ${flavor} | set by component `server`",
            "  flavor | site 1.0",
            "    web.flavor | shop 1.0 | ${size} | set by component `web`",
            "      size | shop 1.0 | small | default, unless set at deployment",
        ],
        &["Create.size | server 1.0 | ${flavor}"],
    );
    let found = trace_of(&server, &["properties", "ip"]);
    let Some(TracePlace::File(file, range, _)) = &found.uses[1].place else { panic!("{found:?}") };
    assert_eq!((file.as_str(), &SITE[range.start..range.end]), ("site.yaml", "url"));
}

/// A value that entered by one component does not leave by another one of the same descriptor.
#[test]
fn a_value_leaves_by_the_component_that_it_entered() {
    let text = "\
name: assembly::pair::1.0
properties:
  a: {type: string}
  x: {value: '${one.out}'}
  y: {value: '${two.out}'}
composition:
  one: {type: 'assembly::through::1.0', properties: {in: {value: '${a}'}}}
  two: {type: 'assembly::through::1.0', properties: {in: {value: fixed}}}
";
    let through = "name: assembly::through::1.0\nproperties: {in: {type: string}, out: {value: '${in}'}}\n";
    let pair = read_among("tnco", text, &[("through.yaml", through)]);
    check(
        &pair,
        &["properties", "a"],
        &[],
        &[
            "one.in | pair 1.0 | ${a}",
            "  in | through 1.0 | property of its descriptor",
            "    out | through 1.0 | ${in}",
            "      one.out | pair 1.0 | read from component `one`",
            "        x | pair 1.0 | ${one.out}",
        ],
    );
    check(
        &pair,
        &["properties", "y"],
        &[
            "two.out | pair 1.0",
            "  out | through 1.0 | ${in} | property of its descriptor",
            "    in | through 1.0",
            "      two.in | pair 1.0 | fixed | set by component `two` | constant",
        ],
        &[],
    );
}

#[test]
fn relationships_give_their_properties_to_operations() {
    let text = "\
name: assembly::a::1.0
composition:
  db: {type: 'resource::db::1.0'}
  web: {type: 'resource::web::1.0'}
relationships:
  serves:
    source-capabilities: [db.Sql]
    target-requirements: [web.Sql]
    properties: {ip: {value: '${source.address}'}}
    lifecycle: {Create: [target.Connect]}
";
    let web = "name: resource::web::1.0\noperations: {Connect: {properties: {ip: {type: string}}}}\n";
    let assembly = read_among("tnco", text, &[("web.yaml", web)]);
    check(
        &assembly,
        &["relationships", "serves", "properties", "ip"],
        &["db.address | a 1.0 | set at run time"],
        &["Connect.ip | web 1.0 | given to the operation | available to the operation"],
    );
    let web = read_among("tnco", web, &[("a.yaml", text)]);
    check(
        &web,
        &["operations", "Connect", "properties", "ip"],
        &[
            "serves.ip | a 1.0 | ${source.address} | set by relationship `serves`",
            "  db.address | a 1.0 | set at run time",
        ],
        &[],
    );
}

/// The operations of existing instances are called, too.
#[test]
fn relationships_give_their_properties_to_operations_of_references() {
    let text = "\
name: assembly::a::1.0
composition:
  web: {type: 'resource::web::1.0'}
references:
  db: {type: 'resource::db::1.0', properties: {name: {value: main}}}
relationships:
  serves:
    source-capabilities: [db]
    target-requirements: [web.Sql]
    properties: {user: {value: shop}}
    lifecycle: {Create: [source.Grant]}
";
    let db = "name: resource::db::1.0\noperations: {Grant: {properties: {user: {type: string}}}}\n";
    let db = read_among("tnco", db, &[("a.yaml", text)]);
    check(
        &db,
        &["operations", "Grant", "properties", "user"],
        &["serves.user | a 1.0 | shop | set by relationship `serves` | constant"],
        &[],
    );
}

#[test]
fn groups_and_dynamic_types_read_values() {
    let text = "\
name: assembly::a::1.0
properties: {sites: {type: list}}
composition:
  web:
    type: resource::w::1.0
    dynamicType: \"{{ 'resource::x::1.0' if big == 'yes' else 'resource::w::1.0' }}\"
    items: ${sites}
    properties: {ip: {value: '${item.ip}'}, big: {value: 'yes'}, name: {value: '${instance.name}'}}
";
    let assembly = read("cp4na", text);
    check(
        &assembly,
        &["composition", "web", "properties", "ip"],
        &["web.items | a 1.0 | ${sites}", "  sites | a 1.0 | set at deployment"],
        &[],
    );
    check(
        &assembly,
        &["composition", "web", "properties", "big"],
        &[],
        &["web.dynamicType | a 1.0 | {{ 'resource::x::1.0' if big == 'yes' else 'resource::w::1.0…"],
    );
    let name = trace_of(&assembly, &["composition", "web", "properties", "name"]);
    assert_eq!(name.origin.end, "of each instance");
    // A key that reads a value is traced, too.
    let items = Path::keys(["composition", "web", "items"]);
    assert_eq!(assembly.traced_value(&items), Some(items));
    assert_eq!(assembly.traced_value(&Path::keys(["composition", "web", "type"])), None);
    assert_eq!(
        assembly.traced_value(&Path::keys(["composition", "web", "properties", "ip", "value"])),
        Some(Path::keys(["composition", "web", "properties", "ip"]))
    );
}

#[test]
fn cycles_of_values_and_of_descriptors_end() {
    let text = "\
name: assembly::a::1.0
properties: {x: {value: '${y}'}, y: {value: '${x}'}, z: {type: string}}
composition:
  again: {type: 'assembly::a::1.0', properties: {z: {value: '${z}'}}}
";
    let assembly = read_among("tnco", text, &[]);
    check(
        &assembly,
        &["properties", "x"],
        &["y | a 1.0 | ${x}", "  x | a 1.0 | ${y} | circular"],
        &["y | a 1.0 | ${x}", "  x | a 1.0 | ${y} | circular"],
    );
    let found = trace_of(&assembly, &["properties", "z"]);
    assert!(!found.uses.is_empty() && found.uses.len() < 200, "{}", found.uses.len());
}
