//! Shapes of homing templates.

use super::{Files, Shape, each, listed, one, root, shape, word};

pub(super) const SHAPES: &[Shape] = &[
    shape("homing demands", 2_000, |n| homing(demands(n))),
    shape("homing constraints in a chain", 500, |n| {
        homing(format!(
            "{}constraints:\n{}",
            demands(n),
            each(n - 1, |i| apart(i, &format!("d{i}, d{}", i + 1)))
        ))
    }),
    shape("homing many between two", 500, |n| {
        homing(format!("{}constraints:\n{}", demands(2), each(n, |i| apart(i, "d0, d1"))))
    }),
    shape("homing one constraint of all", 500, |n| {
        homing(format!("{}constraints:\n{}", demands(n), apart(0, &listed(n, |i| format!("d{i}")))))
    }),
    shape("homing demands by constraints", 500, |n| {
        homing(format!(
            "{}constraints:\n{}",
            demands(root(n)),
            each(root(n), |k| apart(k, &listed(root(n), |i| format!("d{i}"))))
        ))
    }),
    shape("homing policies of one", 500, |n| {
        homing(format!(
            "{}constraints:\n{}",
            demands(1),
            each(n, |i| format!(
                "  k{i}:\n    type: distance_to_location\n    demands: [d0]\n    properties: {{distance: '< 100 km', location: here}}\n"
            ))
        ))
    }),
    shape("homing long sum", 500, |n| {
        homing(format!(
            "{}optimization:\n  minimize:\n    sum:\n{}",
            demands(n),
            each(n, |i| format!("    - {{product: [{}, {{distance_between: [here, d{i}]}}]}}\n", i + 1))
        ))
    }),
    shape("homing sum of one", 500, |n| {
        homing(format!(
            "{}optimization:\n  minimize:\n    sum:\n{}",
            demands(1),
            each(n, |i| format!("    - {{product: [{}, {{distance_between: [here, d0]}}]}}\n", i + 1))
        ))
    }),
    shape("homing locations", 1_000, |n| {
        homing(format!(
            "locations:\n{}demands:\n{}constraints:\n{}",
            each(n, |i| format!("  l{i}: {{latitude: {}.5, longitude: {}.25}}\n", i % 89, i % 179)),
            each(n, demand),
            each(n, |i| format!(
                "  k{i}:\n    type: distance_to_location\n    demands: [d{i}]\n    properties: {{distance: '< 100 km', location: l{i}}}\n"
            ))
        ))
    }),
    shape("homing parameters", 1_000, |n| {
        homing(format!(
            "parameters:\n{}locations:\n{}",
            each(n, |i| format!("  p{i}: {i}\n")),
            each(n, |i| format!("  l{i}: {{latitude: {{get_param: p{i}}}, longitude: 1}}\n"))
        ))
    }),
    shape("homing candidates", 1_000, |n| {
        homing(format!(
            "demands:\n  d:\n{}",
            "  - inventory_provider: aai\n    inventory_type: cloud\n".repeat(n)
        ))
    }),
    shape("homing excluded candidates", 2_000, |n| {
        homing(format!(
            "demands:\n  d:\n  - inventory_provider: aai\n    inventory_type: service\n    filtering_attributes: {{equipment-role: x}}\n    excluded_candidates:\n{}",
            each(n, |i| format!("    - candidate_id: {}\n", word(i)))
        ))
    }),
    shape("homing misspelt demands", 500, |n| {
        homing(format!(
            "demands:\n{}constraints:\n{}",
            each(n, |i| format!("  {}:\n  - inventory_provider: aai\n    inventory_type: cloud\n", word(i))),
            each(n, |i| apart(i, &format!("{}x, {}y", word(i), word(i))))
        ))
    }),
    shape("homing unread values", 1_000, |n| {
        homing(format!(
            "{}constraints:\n{}",
            demands(1),
            each(n, |i| format!(
                "  k{i}:\n    type: distance_to_locaton\n    demands: [d0]\n    properties: {{distance: 'about {i}', location: here}}\n"
            ))
        ))
    }),
    shape("homing features", 500, |n| {
        homing(format!("{}constraints:\n  k:\n    type: hpa\n    demands: [d0]\n    properties:\n      evaluate:\n      - id: x\n        type: vnfc\n        directives: []\n        flavorProperties:\n{}", demands(1), "        - hpa-feature: basicCapabilities\n          hpa-version: v1\n          architecture: generic\n          mandatory: 'True'\n          directives: []\n          hpa-feature-attributes:\n          - {hpa-attribute-key: numVirtualCpu, hpa-attribute-value: '8', operator: '>='}\n".repeat(n)))
    }),
];

fn homing(rest: String) -> Files {
    one(format!("homing_template_version: \"2018-02-01\"\n{rest}"))
}

fn demand(number: usize) -> String {
    format!("  d{number}:\n  - inventory_provider: aai\n    inventory_type: cloud\n")
}

const LOCATION: &str = "locations:\n  here:\n    latitude: 48.1\n    longitude: 11.5\n";

fn demands(count: usize) -> String {
    format!("{LOCATION}demands:\n{}", each(count, demand))
}

fn apart(number: usize, demands: &str) -> String {
    format!(
        "  k{number}:\n    type: zone\n    demands: [{demands}]\n    properties:\n      qualifier: different\n      category: region\n"
    )
}
