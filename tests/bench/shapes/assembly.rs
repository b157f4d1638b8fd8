//! Shapes of assembly and resource descriptors.

use super::{Files, Shape, each, one, shape, word};

pub(super) const SHAPES: &[Shape] = &[
    shape("assembly components", 2_000, |n| {
        assembly(format!("composition:\n{}", each(n, |i| component(i, "      data:\n        value: 'x'\n"))))
    }),
    shape("assembly value flow", 1_000, |n| {
        assembly(format!(
            "composition:\n{}",
            each(n, |i| component(
                i,
                &if i == 0 {
                    "      data: {value: x}\n".to_owned()
                } else {
                    format!("      data: {{value: '${{c{}.data}}'}}\n", i - 1)
                }
            ))
        ))
    }),
    shape("assembly value circle", 1_000, |n| {
        assembly(format!(
            "composition:\n{}",
            each(n, |i| component(i, &format!("      data: {{value: '${{c{}.data}}'}}\n", (i + 1) % n)))
        ))
    }),
    shape("assembly property chain", 1_000, |n| {
        assembly(format!(
            "properties:\n{}",
            each(n, |i| if i == 0 {
                "  p0: {type: string, default: x}\n".to_owned()
            } else {
                format!("  p{i}: {{type: string, value: '${{p{}}}'}}\n", i - 1)
            })
        ))
    }),
    shape("assembly one property to all", 1_000, |n| {
        assembly(format!(
            "properties:\n  p: {{type: string}}\ncomposition:\n{}",
            each(n, |i| component(i, "      data: {value: '${p}'}\n"))
        ))
    }),
    shape("assembly promoted outputs", 1_000, |n| {
        assembly(format!(
            "properties:\n{}composition:\n{}",
            each(n, |i| format!("  p{i}: {{type: string, read-only: true, value: '${{c{i}.out}}'}}\n")),
            each(n, |i| component(i, ""))
        ))
    }),
    shape("assembly properties to one", 1_000, |n| {
        assembly(format!(
            "properties:\n{}composition:\n{}",
            each(n, |i| format!("  p{i}: {{type: string}}\n")),
            component(0, &each(n, |i| format!("      p{i}: {{value: '${{p{i}}}'}}\n")))
        ))
    }),
    shape("assembly many between two", 500, |n| {
        assembly(format!(
            "composition:\n{}{}relationships:\n{}",
            component(0, ""),
            component(1, ""),
            each(n, |i| relationship(i, "c0.Out", "c1.In"))
        ))
    }),
    shape("assembly ports between two", 500, |n| {
        assembly(format!(
            "composition:\n{}{}relationships:\n{}",
            component(0, ""),
            component(1, ""),
            each(n, |i| relationship(i, &format!("c0.Out{i}"), &format!("c1.In{i}")))
        ))
    }),
    shape("assembly relationship chain", 500, |n| {
        assembly(format!(
            "composition:\n{}relationships:\n{}",
            each(n, |i| component(i, "")),
            each(n - 1, |i| relationship(i, &format!("c{i}.Out"), &format!("c{}.In", i + 1)))
        ))
    }),
    shape("assembly relationship fan", 500, |n| {
        assembly(format!(
            "composition:\n{}relationships:\n{}",
            each(n, |i| component(i, "")),
            each(n - 1, |i| relationship(i, "c0.Out", &format!("c{}.In", i + 1)))
        ))
    }),
    shape("assembly one relationship of many", 500, |n| {
        assembly(format!(
            "composition:\n{}relationships:\n  r:\n    source-capabilities:\n    - c0.Out\n    target-requirements:\n{}    source-state: Active\n    target-state: Inactive\n    properties: {{}}\n    lifecycle: {{}}\n",
            each(n, |i| component(i, "")),
            each(n - 1, |i| format!("    - c{}.In\n", i + 1))
        ))
    }),
    shape("assembly references", 1_000, |n| {
        assembly(format!(
            "composition:\n{}references:\n{}",
            each(n, |i| component(i, &format!("      net: {{value: '${{ref{i}.id}}'}}\n"))),
            each(n, |i| format!(
                "  ref{i}:\n    type: resource::net::1.0\n    properties:\n      name: {{value: x}}\n"
            ))
        ))
    }),
    shape("assembly misspelt names", 500, |n| {
        assembly(format!(
            "properties:\n{}composition:\n{}",
            each(n, |i| format!("  {}: {{type: string}}\n", word(i))),
            each(n, |i| component(i, &format!("      data: {{value: '${{{}x}}'}}\n", word(i))))
        ))
    }),
    shape("assembly misspelt components", 500, |n| {
        assembly(format!(
            "composition:\n{}",
            each(n, |i| format!(
                "  {}:\n    type: resource::thing::1.0\n    properties:\n      data: {{value: '${{{}x.out}}'}}\n",
                word(i),
                word(i)
            ))
        ))
    }),
    shape("assembly data types in a chain", 1_000, |n| {
        assembly(format!(
            "properties:\n  p: {{type: t{}}}\ndata-types:\n{}",
            n - 1,
            each(n, |i| format!(
                "  t{i}:\n{}    properties:\n      p{i}: {{type: string}}\n",
                if i == 0 { String::new() } else { format!("    derived-from: t{}\n", i - 1) }
            ))
        ))
    }),
    shape("assembly data types in a circle", 1_000, |n| {
        assembly(format!(
            "data-types:\n{}",
            each(n, |i| format!(
                "  t{i}:\n    derived-from: t{}\n    properties:\n      p: {{type: string}}\n",
                (i + 1) % n
            ))
        ))
    }),
    shape("assembly data types nested", 1_000, |n| {
        assembly(format!(
            "properties:\n  p: {{type: t{}}}\ndata-types:\n{}",
            n - 1,
            each(n, |i| format!(
                "  t{i}:\n    properties:\n      p: {{type: {}}}\n",
                if i == 0 { "string".to_owned() } else { format!("t{}", i - 1) }
            ))
        ))
    }),
    shape("assembly policies", 1_000, |n| {
        assembly(format!(
            "composition:\n{}policies:\n{}",
            each(n, |i| component(i, "    # none\n")),
            each(n, |i| format!(
                "  s{i}:\n    type: policy::scale\n    metric: c{i}.load\n    target: c{i}\n    properties: {{scaleOut_threshold: 90, scaleIn_threshold: 10, smoothing: 4}}\n"
            ))
        ))
    }),
    shape("assembly policies of one", 500, |n| {
        assembly(format!(
            "composition:\n{}policies:\n{}",
            component(0, ""),
            each(n, |i| format!(
                "  s{i}:\n    type: policy::scale\n    metric: c0.load\n    target: c0\n    properties: {{scaleOut_threshold: 90, scaleIn_threshold: 10, smoothing: 4}}\n"
            ))
        ))
    }),
    shape("assembly operations", 1_000, |n| {
        assembly(format!(
            "composition:\n{}operations:\n{}",
            component(0, ""),
            each(n, |i| format!("  Op{i}: {{source-operation: c0.op{i}}}\n"))
        ))
    }),
    shape("assembly upgrade order", 1_000, |n| {
        assembly(format!(
            "composition:\n{}",
            each(n, |i| format!(
                "  c{i}:\n    type: resource::thing::1.0\n{}",
                if i == 0 { String::new() } else { format!("    upgrade-dependencies: [c{}]\n", i - 1) }
            ))
        ))
    }),
    shape("assembly promotions", 100, |n| {
        (0..n).map(|i| (format!("a{i}.yaml"), format!("name: assembly::a{i}::1.0\ndescription: x\nproperties:\n  p: {{type: string, read-only: true, value: '${{c.p}}'}}\ncomposition:\n  c:\n    type: {}\n    properties: {{}}\n", if i + 1 < n { format!("assembly::a{}::1.0", i + 1) } else { "resource::r::1.0".to_owned() }))).collect()
    }),
    shape("resource properties", 2_000, |n| {
        one(format!(
            "name: resource::bench::1.0\ndescription: x\nproperties:\n{}",
            each(n, |i| format!("  p{i}: {{type: string, default: x}}\n"))
        ))
    }),
];

fn assembly(rest: String) -> Files {
    one(format!("name: assembly::bench::1.0\ndescription: A shape\n{rest}"))
}

fn component(number: usize, properties: &str) -> String {
    let properties =
        if properties.is_empty() { String::new() } else { format!("    properties:\n{properties}") };
    format!("  c{number}:\n    type: resource::thing::1.0\n{properties}")
}

fn relationship(number: usize, from: &str, to: &str) -> String {
    format!(
        "  r{number}:\n    source-capabilities:\n    - {from}\n    target-requirements:\n    - {to}\n    source-state: Active\n    target-state: Inactive\n    \
         properties: {{}}\n    lifecycle: {{}}\n"
    )
}
