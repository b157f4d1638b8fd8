//! Shapes of service templates.

use super::{Files, Shape, each, listed, one, root, shape, word};

pub(super) const SHAPES: &[Shape] = &[
    shape("tosca nodes", 2_000, |n| tosca(templates(n, plain))),
    shape("tosca chain", 1_000, |n| {
        tosca(templates(n, |i| if i + 1 < n { depends(i, i + 1) } else { plain(i) }))
    }),
    shape("tosca circle", 1_000, |n| tosca(templates(n, |i| depends(i, (i + 1) % n)))),
    shape("tosca hosts, deep", 1_000, |n| {
        tosca(templates(n, |i| {
            if i == 0 {
                "    n0:\n      type: tosca.nodes.Compute\n".to_owned()
            } else {
                format!(
                    "    n{i}:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host: n{}\n",
                    i - 1
                )
            }
        }))
    }),
    shape("tosca hosts, wide", 1_000, |n| {
        tosca(templates(n, |i| {
            if i == 0 {
                "    n0:\n      type: tosca.nodes.Compute\n".to_owned()
            } else {
                format!(
                    "    n{i}:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host: n0\n"
                )
            }
        }))
    }),
    shape("tosca fan in", 1_000, |n| tosca(templates(n, |i| if i == 0 { plain(0) } else { depends(i, 0) }))),
    shape("tosca fan out", 1_000, |n| {
        tosca(format!(
            "{}    all:\n      type: tosca.nodes.Root\n      requirements:\n{}",
            templates(n, plain),
            each(n, |i| format!("        - dependency: n{i}\n"))
        ))
    }),
    shape("tosca many between two", 1_000, |n| {
        tosca(format!(
            "{}    b:\n      type: tosca.nodes.Root\n      requirements:\n{}",
            templates(1, plain),
            "        - dependency: n0\n".repeat(n)
        ))
    }),
    shape("tosca long skips", 500, |n| {
        tosca(templates(n, |i| {
            format!(
                "{}{}",
                depends(i, (i + 1) % n),
                if i + 1 < n { format!("        - dependency: n{}\n", n - 1) } else { String::new() }
            )
        }))
    }),
    shape("tosca nested skips", 500, |n| {
        tosca(templates(n, |i| {
            if i + 1 == n {
                plain(i)
            } else {
                format!(
                    "{}{}",
                    depends(i, i + 1),
                    if i < n / 2 { format!("        - dependency: n{}\n", n - 1 - i) } else { String::new() }
                )
            }
        }))
    }),
    shape("tosca grid", 1_000, |n| {
        tosca(templates(n, |i| {
            if i < root(n) {
                plain(i)
            } else {
                format!(
                    "{}        - dependency: n{}\n",
                    depends(i, i - root(n)),
                    (i - root(n)) / root(n) * root(n) + (i * 7 + 3) % root(n)
                )
            }
        }))
    }),
    shape("tosca groups in a chain", 1_000, |n| {
        tosca(format!(
            "{}  groups:\n{}",
            templates(n, plain),
            each(n - 1, |i| format!(
                "    g{i}:\n      type: tosca.groups.Root\n      members: [n{i}, n{}]\n",
                i + 1
            ))
        ))
    }),
    shape("tosca one group", 2_000, |n| {
        tosca(format!(
            "{}  groups:\n    g:\n      type: tosca.groups.Root\n      members: [{}]\n",
            templates(n, plain),
            listed(n, |i| format!("n{i}"))
        ))
    }),
    shape("tosca groups of all", 2_000, |n| {
        tosca(format!(
            "{}  groups:\n{}",
            templates(root(n), plain),
            each(root(n), |i| format!(
                "    g{i}:\n      type: tosca.groups.Root\n      members: [{}]\n",
                listed(root(n), |i| format!("n{i}"))
            ))
        ))
    }),
    shape("tosca policies of one", 1_000, |n| {
        tosca(format!(
            "{}  policies:\n{}",
            templates(1, plain),
            each(n, |i| format!(
                "    - p{i}:\n        type: tosca.policies.Placement\n        targets: [n0]\n"
            ))
        ))
    }),
    shape("tosca policies over many", 4_000, |n| {
        tosca(format!(
            "{}  policies:\n{}",
            templates(root(n), plain),
            each(root(n), |i| format!(
                "    - p{i}:\n        type: tosca.policies.Placement\n        targets: [{}]\n",
                listed(root(n), |i| format!("n{i}"))
            ))
        ))
    }),
    shape("tosca types in a chain", 500, |n| {
        tosca(format!(
            "node_types:\n{}topology_template:\n  node_templates:\n    n:\n      type: my.T{}\n",
            each(n, |i| format!(
                "  my.T{i}:\n    derived_from: {}\n    properties:\n      p{i}: {{type: string, required: false}}\n",
                if i == 0 { "tosca.nodes.Root".to_owned() } else { format!("my.T{}", i - 1) }
            )),
            n - 1
        ))
    }),
    shape("tosca types in a circle", 1_000, |n| {
        tosca(format!(
            "node_types:\n{}",
            each(n, |i| format!(
                "  my.T{i}:\n    derived_from: my.T{}\n    properties:\n      p: {{type: string}}\n",
                (i + 1) % n
            ))
        ))
    }),
    shape("tosca types of one", 1_000, |n| {
        tosca(format!(
            "node_types:\n{}{}",
            each(n, |i| format!(
                "  my.T{i}:\n    derived_from: tosca.nodes.Root\n    properties:\n      p: {{type: string, default: x}}\n"
            )),
            templates(n, |i| format!("    n{i}:\n      type: my.T{i}\n"))
        ))
    }),
    shape("tosca data types in a chain", 500, |n| {
        tosca(format!(
            "data_types:\n{}{}",
            each(n, |i| format!(
                "  my.D{i}:\n    properties:\n      p: {{type: {}, required: false}}\n",
                if i == 0 { "string".to_owned() } else { format!("my.D{}", i - 1) }
            )),
            type_with(&format!("      p: {{type: my.D{}}}\n", n - 1))
        ))
    }),
    shape("tosca data types derived", 500, |n| {
        tosca(format!(
            "data_types:\n{}",
            each(n, |i| format!(
                "  my.D{i}:\n    derived_from: {}\n    properties:\n      p{i}: {{type: string, required: false}}\n",
                if i == 0 { "tosca.datatypes.Root".to_owned() } else { format!("my.D{}", i - 1) }
            ))
        ))
    }),
    shape("tosca data types in a circle", 1_000, |n| {
        tosca(format!(
            "data_types:\n{}",
            each(n, |i| format!("  my.D{i}:\n    derived_from: my.D{}\n", (i + 1) % n))
        ))
    }),
    shape("tosca capability types in a circle", 1_000, |n| {
        tosca(format!(
            "capability_types:\n{}",
            each(n, |i| format!(
                "  my.C{i}:\n    derived_from: my.C{}\n    properties:\n      p: {{type: string}}\n",
                (i + 1) % n
            ))
        ))
    }),
    shape("tosca misspelt properties", 500, |n| {
        tosca(format!(
            "{}topology_template:\n  node_templates:\n    n:\n      type: my.Type\n      properties:\n{}",
            type_with(&each(n, |i| format!("      property_{i}: {{type: string, required: false}}\n"))),
            each(n, |i| format!("        proprety_{i}: x\n"))
        ))
    }),
    shape("tosca misspelt types", 500, |n| {
        tosca(format!(
            "node_types:\n{}{}",
            each(n, |i| format!("  my.Type{i}:\n    derived_from: tosca.nodes.Root\n")),
            templates(n, |i| format!("    n{i}:\n      type: my.Tpye{i}\n"))
        ))
    }),
    shape("tosca misspelt inputs", 500, |n| {
        tosca(format!(
            "topology_template:\n  inputs:\n{}  outputs:\n{}",
            each(n, |i| format!("    {}: {{type: string}}\n", word(i))),
            each(n, |i| format!("    o{i}: {{value: {{get_input: {}x}}}}\n", word(i)))
        ))
    }),
    shape("tosca misspelt targets", 500, |n| {
        tosca(templates(n, |i| {
            format!(
                "    {}:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: {}x\n",
                word(i),
                word(i)
            )
        }))
    }),
    shape("tosca misspelt requirements", 500, |n| {
        tosca(format!(
            "node_types:\n  my.Type:\n    derived_from: tosca.nodes.Root\n    requirements:\n{}{}    n:\n      type: my.Type\n      requirements:\n{}",
            each(n, |i| format!(
                "      - {}: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n",
                word(i)
            )),
            templates(1, plain),
            each(n, |i| format!("        - {}x: n0\n", word(i)))
        ))
    }),
    shape("tosca misspelt members", 500, |n| {
        tosca(format!(
            "{}  groups:\n    g:\n      type: tosca.groups.Root\n      members: [{}]\n",
            templates(n, |i| format!("    {}:\n      type: tosca.nodes.Root\n", word(i))),
            listed(n, |i| format!("{}x", word(i)))
        ))
    }),
    shape("tosca duplicate nodes", 1_000, |n| tosca(templates(n, |i| plain(i % 3)))),
    shape("tosca unknown keys", 2_000, |n| {
        tosca(templates(n, |i| format!("    n{i}:\n      typ: tosca.nodes.Root\n      propertys: {{}}\n")))
    }),
    shape("tosca respelt keys", 1_000, |n| {
        tosca(templates(n, |i| format!("    n{i}:\n      Type: tosca.nodes.Root\n      Properties: {{}}\n")))
    }),
    shape("tosca wrong values", 2_000, |n| {
        tosca(format!(
            "{}{}",
            type_with("      p: {type: integer}\n"),
            templates(n, |i| format!(
                "    n{i}:\n      type: my.Type\n      properties: {{p: many, q: 1}}\n"
            ))
        ))
    }),
    shape("tosca many properties", 2_000, |n| {
        tosca(format!(
            "{}topology_template:\n  node_templates:\n    n:\n      type: my.Type\n      properties:\n{}",
            type_with(&each(n, |i| format!("      p{i}: {{type: string}}\n"))),
            each(n, |i| format!("        p{i}: x\n"))
        ))
    }),
    shape("tosca inputs", 1_000, |n| {
        tosca(format!(
            "topology_template:\n  inputs:\n{}  outputs:\n{}",
            each(n, |i| format!("    i{i}: {{type: string}}\n")),
            each(n, |i| format!("    o{i}: {{value: {{get_input: i{i}}}}}\n"))
        ))
    }),
    shape("tosca value flow", 500, |n| {
        tosca(format!(
            "{}{}",
            type_with("      p: {type: string}\n"),
            templates(n, |i| format!(
                "    n{i}:\n      type: my.Type\n      properties: {{p: {}}}\n",
                if i == 0 { "x".to_owned() } else { format!("{{get_property: [n{}, p]}}", i - 1) }
            ))
        ))
    }),
    shape("tosca long concat", 2_000, |n| {
        tosca(format!(
            "topology_template:\n  inputs:\n    i: {{type: string}}\n  outputs:\n    o: {{value: {{concat: [{}]}}}}\n",
            listed(n, |i| if i % 2 == 0 { "{get_input: i}".to_owned() } else { format!("x{i}") })
        ))
    }),
    shape("tosca valid values", 4_000, |n| {
        tosca(format!(
            "{}{}",
            type_with(&format!(
                "      p:\n        type: string\n        constraints:\n          - valid_values: [{}]\n",
                listed(n, word)
            )),
            templates(1, |i| format!(
                "    n{i}:\n      type: my.Type\n      properties: {{p: {}}}\n",
                word(n - 1)
            ))
        ))
    }),
    shape("tosca misses of valid values", 4_000, |n| {
        tosca(format!(
            "{}{}",
            type_with(&format!(
                "      p:\n        type: string\n        constraints:\n          - valid_values: [{}]\n",
                listed(root(n), word)
            )),
            templates(root(n), |i| format!(
                "    n{i}:\n      type: my.Type\n      properties: {{p: {}x}}\n",
                word(i)
            ))
        ))
    }),
    shape("tosca list value", 4_000, |n| {
        tosca(format!(
            "{}{}",
            type_with("      p: {type: list, entry_schema: {type: integer}}\n"),
            templates(1, |i| format!(
                "    n{i}:\n      type: my.Type\n      properties:\n        p: [{}]\n",
                listed(n, |i| if i % 3 == 0 { "x".to_owned() } else { i.to_string() })
            ))
        ))
    }),
    shape("tosca dangling requirements", 500, |n| {
        tosca(templates(n, |i| {
            format!(
                "    s{i}:\n      type: tosca.nodes.Compute\n    n{i}:\n      type: tosca.nodes.SoftwareComponent\n"
            )
        }))
    }),
    shape("tosca node filters", 300, |n| {
        tosca(templates(n, |i| {
            format!(
                "    s{i}:\n      type: tosca.nodes.Compute\n      capabilities: {{host: {{properties: {{num_cpus: {}}}}}}}\n    n{i}:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host:\n            node_filter:\n              capabilities:\n                - host:\n                    properties:\n                      - num_cpus: {{equal: {}}}\n",
                i + 1,
                i + 1
            )
        }))
    }),
    shape("tosca relationship templates", 500, |n| {
        tosca(format!(
            "{}  relationship_templates:\n{}",
            templates(n, |i| format!(
                "    n{i}:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: {{node: n{}, relationship: r{i}}}\n",
                (i + 1) % n
            )),
            each(n, |i| format!("    r{i}: {{type: tosca.relationships.DependsOn}}\n"))
        ))
    }),
    shape("tosca copies", 500, |n| {
        tosca(templates(
            n,
            |i| {
                if i == 0 { plain(0) } else { format!("    n{i}:\n      copy: n{}\n", i - 1) }
            },
        ))
    }),
    shape("tosca interfaces", 1_000, |n| {
        tosca(format!(
            "interface_types:\n  my.I:\n    derived_from: tosca.interfaces.Root\n    operations:\n{}node_types:\n  my.Type:\n    derived_from: tosca.nodes.Root\n    interfaces:\n      Own: {{type: my.I}}\n{}",
            each(n, |i| format!("      op{i}: {{description: x}}\n")),
            templates(1, |i| format!(
                "    n{i}:\n      type: my.Type\n      interfaces:\n        Own:\n          operations:\n{}",
                each(n, |i| format!("            op{i}: run{i}.sh\n"))
            ))
        ))
    }),
    shape("tosca artifacts", 1_000, |n| {
        tosca(templates(1, |i| {
            format!(
                "    n{i}:\n      type: tosca.nodes.Root\n      artifacts:\n{}",
                each(n, |i| format!("        a{i}: {{type: tosca.artifacts.File, file: f{i}.bin}}\n"))
            )
        }))
    }),
    shape("tosca workflow", 500, |n| {
        tosca(format!(
            "{}  workflows:\n    w:\n      steps:\n{}",
            templates(1, plain),
            each(n, |i| format!(
                "        s{i}:\n          target: n0\n          activities:\n            - call_operation: Standard.create\n{}",
                if i + 1 < n { format!("          on_success: [s{}]\n", i + 1) } else { String::new() }
            ))
        ))
    }),
    shape("tosca workflow, wide", 500, |n| {
        tosca(format!(
            "{}  workflows:\n    w:\n      steps:\n        first:\n          target: n0\n          activities: [{{set_state: started}}]\n          on_success: [{}]\n{}",
            templates(1, plain),
            listed(n, |i| format!("s{i}")),
            each(n, |i| format!(
                "        s{i}:\n          target: n0\n          activities: [{{set_state: started}}]\n"
            ))
        ))
    }),
    shape("tosca workflow of activities", 1_000, |n| {
        tosca(format!(
            "{}  workflows:\n    w:\n      steps:\n        s:\n          target: n0\n          activities:\n{}",
            templates(1, plain),
            "            - call_operation: Standard.create\n".repeat(n)
        ))
    }),
    shape("tosca workflows in a chain", 500, |n| {
        tosca(format!(
            "{}  workflows:\n{}",
            templates(1, plain),
            each(n, |i| format!(
                "    w{i}:\n      steps:\n        s: {{target: n0, activities: [{{inline: w{}}}]}}\n",
                (i + 1).min(n - 1)
            ))
        ))
    }),
    shape("tosca substitution", 500, |n| {
        tosca(format!(
            "node_types:\n  my.Outer:\n    derived_from: tosca.nodes.Root\n    properties:\n{}    capabilities:\n{}    requirements:\n{}{}",
            each(n, |i| format!("      p{i}: {{type: string}}\n")),
            each(n, |i| format!("      c{i}: tosca.capabilities.Node\n")),
            each(n, |i| format!(
                "      - q{i}: {{capability: tosca.capabilities.Node, occurrences: [0, 1]}}\n"
            )),
            format_args!(
                "topology_template:\n  inputs:\n{}  substitution_mappings:\n    node_type: my.Outer\n    properties:\n{}    capabilities:\n{}    requirements:\n{}  node_templates:\n{}",
                each(n, |i| format!("    i{i}: {{type: string}}\n")),
                each(n, |i| format!("      p{i}: [i{i}]\n")),
                each(n, |i| format!("      c{i}: [n{i}, feature]\n")),
                each(n, |i| format!("      q{i}: [n{i}, dependency]\n")),
                each(n, plain)
            )
        ))
    }),
    shape("tosca imports", 200, |n| {
        let mut files = tosca(format!(
            "imports:\n{}{}",
            each(n, |i| format!("  - t{i}.yaml\n")),
            templates(n, |i| format!("    n{i}:\n      type: my.T{i}\n"))
        ));
        files.extend((0..n).map(|i| (format!("t{i}.yaml"), format!("tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  my.T{i}:\n    derived_from: tosca.nodes.Root\n"))));
        files
    }),
    shape("tosca imports in a chain", 200, |n| {
        linked(n, |i| if i + 1 < n { imports(&format!("t{}.yaml", i + 1)) } else { String::new() }, declared)
    }),
    shape("tosca types derived through files", 200, |n| {
        linked(
            n,
            |i| if i + 1 < n { imports(&format!("t{}.yaml", i + 1)) } else { String::new() },
            |i| {
                if i + 1 == n {
                    return declared(i);
                }
                format!(
                    "node_types:\n  my.T{i}:\n    derived_from: my.T{}\n    properties:\n      p{i}: {{type: string, required: false}}\n",
                    i + 1
                )
            },
        )
    }),
    shape("tosca imports in a circle", 200, |n| {
        linked(n, |i| imports(&format!("t{}.yaml", (i + 1) % n)), declared)
    }),
    shape("tosca imports of one", 200, |n| {
        linked(n, |i| if i > 0 { imports("t0.yaml") } else { String::new() }, declared)
    }),
    shape("tosca imports with prefixes", 200, |n| {
        linked(
            n,
            |i| {
                let next = i + 1;
                if next == n {
                    return String::new();
                }
                format!(
                    "imports:\n  - {{file: t{next}.yaml, namespace_prefix: p, namespace_uri: 'http://example.org/{next}'}}\n"
                )
            },
            |i| {
                let types = declared(i);
                if i + 1 < n { format!("{types}{}", template_of(&format!("p:my.T{}", i + 1))) } else { types }
            },
        )
    }),
    shape("tosca type at the end of a chain", 200, |n| {
        linked(
            n,
            |i| if i + 1 < n { imports(&format!("t{}.yaml", i + 1)) } else { String::new() },
            |i| if i + 1 < n { template_of("my.T") } else { declared(0).replace("my.T0", "my.T") },
        )
    }),
    shape("tosca substitutions in a chain", 200, |n| {
        linked(
            n,
            |i| if i + 1 < n { imports(&format!("t{}.yaml", i + 1)) } else { String::new() },
            |i| {
                let inner = if i + 1 < n { format!("my.T{}", i + 1) } else { "tosca.nodes.Root".to_owned() };
                format!(
                    "{}topology_template:\n  substitution_mappings:\n    node_type: my.T{i}\n    capabilities:\n      feature: [n, feature]\n  node_templates:\n    n:\n      type: {inner}\n      directives: [substitute]\n",
                    declared(i)
                )
            },
        )
    }),
    shape("tosca unused inputs in a chain", 200, |n| {
        linked(
            n,
            |i| if i + 1 < n { imports(&format!("t{}.yaml", i + 1)) } else { String::new() },
            |i| format!("{}topology_template:\n  inputs:\n    i{i}: {{type: string}}\n", declared(i)),
        )
    }),
    shape("tosca files apart", 200, |n| {
        linked(n, |_| String::new(), |i| format!("{}{}", declared(i), template_of(&format!("my.T{i}"))))
    }),
    shape("tosca triggers", 500, |n| {
        tosca(format!(
            "{}  policies:\n    - p:\n        type: tosca.policies.Scaling\n        targets: [n0]\n        triggers:\n{}",
            templates(1, plain),
            each(n, |i| format!(
                "          t{i}:\n            event: load\n            action:\n              - call_operation: Standard.start\n"
            ))
        ))
    }),
];

pub(super) fn tosca(rest: String) -> Files {
    one(format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{rest}"))
}

/// Service templates in files of their own: imports, then the rest.
fn linked(count: usize, imports: impl Fn(usize) -> String, rest: impl Fn(usize) -> String) -> Files {
    let text = |i| tosca(format!("{}{}", imports(i), rest(i))).remove(0).1;
    (0..count).map(|i| (format!("t{i}.yaml"), text(i))).collect()
}

fn imports(file: &str) -> String {
    format!("imports: [{file}]\n")
}

fn declared(number: usize) -> String {
    format!("node_types:\n  my.T{number}:\n    derived_from: tosca.nodes.Root\n")
}

fn template_of(node_type: &str) -> String {
    format!("topology_template:\n  node_templates:\n    n:\n      type: {node_type}\n")
}

/// A service template of node templates.
pub(super) fn templates(count: usize, template: impl Fn(usize) -> String) -> String {
    format!("topology_template:\n  node_templates:\n{}", each(count, template))
}

fn depends(from: usize, to: usize) -> String {
    format!("    n{from}:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: n{to}\n")
}

fn plain(number: usize) -> String {
    format!("    n{number}:\n      type: tosca.nodes.Root\n")
}

/// A node type that declares these properties.
fn type_with(properties: &str) -> String {
    format!("node_types:\n  my.Type:\n    derived_from: tosca.nodes.Root\n    properties:\n{properties}")
}
