//! Shapes of YAML of no language, and of what a document of any language may hold.

use super::tosca::{templates, tosca};
use super::{Shape, each, listed, one, root, shape};

pub(super) const SHAPES: &[Shape] = &[
    shape("yaml list", 20_000, |n| one(format!("list:\n{}", each(n, |i| format!("- item {i}\n"))))),
    shape("yaml keys", 20_000, |n| one(each(n, |i| format!("key-{i}: {i}\n")))),
    shape("yaml documents", 10_000, |n| one(each(n, |i| format!("---\nkey: {i}\n")))),
    shape("yaml deep flow", 20_000, |n| one(format!("a: {}{}\n", "[".repeat(n), "]".repeat(n)))),
    shape("yaml never closed", 20_000, |n| one(format!("a: {}\n", "{b: [".repeat(n)))),
    shape("yaml deep block", 1_000, |n| one(each(n, |i| format!("{}k:\n", " ".repeat(i % 200))))),
    shape("yaml broken lines", 5_000, |n| one(each(n, |i| format!("k{i}: [a, }}\n: : {i}\n")))),
    shape("yaml duplicate keys", 5_000, |n| one(each(n, |i| format!("key: {i}\n")))),
    shape("yaml tab lines", 5_000, |n| one(each(n, |i| format!("k{i}:\n\tvalue: {i}\n")))),
    shape("yaml json", 20_000, |n| {
        one(format!("{{\n{}  \"end\": 0\n}}\n", each(n, |i| format!("  \"key-{i}\": [{i}, \"x\"],\n"))))
    }),
    shape("tosca block scalar", 20_000, |n| {
        tosca(format!("description: |\n{}", each(n, |i| format!("  line {i} of a long text\n"))))
    }),
    shape("tosca quoted scalar", 20_000, |n| {
        tosca(format!(
            "description: \"{}\"\n",
            each(n, |i| format!("line {i}\\n of a\n  long \\u0041 text "))
        ))
    }),
    shape("tosca comments", 20_000, |n| {
        tosca(format!("description: x\n{}", each(n, |i| format!("# comment {i}\n"))))
    }),
    shape("tosca comments that ignore", 4_000, |n| {
        tosca(templates(n, |i| {
            format!("    n{i}: # limn: ignore[tosca/unknown-type]\n      type: no.Type{i}\n")
        }))
    }),
    shape("tosca anchors and aliases", 4_000, |n| {
        tosca(templates(n, |i| {
            format!(
                "    n{i}:\n      type: tosca.nodes.Root\n      metadata: &a{i} {{k: v}}\n    m{i}:\n      type: tosca.nodes.Root\n      metadata: *a{i}\n"
            )
        }))
    }),
    shape("tosca one anchor", 4_000, |n| {
        tosca(format!(
            "metadata: &all {{a: b, c: d}}\n{}",
            templates(n, |i| format!("    n{i}:\n      type: tosca.nodes.Root\n      metadata: *all\n"))
        ))
    }),
    shape("tosca merges of one", 4_000, |n| {
        tosca(format!(
            "dsl_definitions:\n  base: &base\n    type: tosca.nodes.Root\n    description: x\n{}",
            templates(n, |i| format!("    n{i}:\n      <<: *base\n"))
        ))
    }),
    shape("tosca merges in a chain", 1_000, |n| {
        tosca(format!(
            "dsl_definitions:\n  b0: &b0 {{type: tosca.nodes.Root}}\n{}",
            each(n, |i| format!("  b{}: &b{}\n    <<: *b{i}\n    k{i}: v\n", i + 1, i + 1))
        ))
    }),
    shape("tosca templates merged in a chain", 250, |n| {
        tosca(templates(n, |i| match i {
            0 => "    n0: &n0\n      type: tosca.nodes.Root\n      k0: v\n".to_owned(),
            _ => format!("    n{i}: &n{i}\n      <<: *n{}\n      k{i}: v\n", i - 1),
        }))
    }),
    shape("tosca merges of a list", 4_000, |n| {
        tosca(format!(
            "dsl_definitions:\n{}  all:\n    <<: [{}]\n",
            each(n, |i| format!("  b{i}: &b{i} {{k{i}: v}}\n")),
            listed(n, |i| format!("*b{i}"))
        ))
    }),
    shape("tosca merges of a large one", 4_000, |n| {
        tosca(format!(
            "dsl_definitions:\n  base: &base\n{}{}",
            each(root(n), |i| format!("    k{i}: v\n")),
            each(root(n), |i| format!("  m{i}:\n    <<: *base\n"))
        ))
    }),
];
