//! Evaluation of candidates, with numbers calculated by hand. A degree along the equator is 2π·6371/360 = 111.195 km, so candidates are
//! on the equator.

use std::sync::Arc;

use super::*;
use crate::{Homing, read_source};
use limn_files::FilePath;
use limn_language::dialect::{Dialect, Library, Source};
use limn_yaml as yaml;

fn template(text: &str) -> Template {
    let file = FilePath::new("plan.yaml").unwrap();
    let document = Arc::new(yaml::parse(text));
    let profile = Homing.recognizes(&file, &document).expect("a homing template").profile;
    read_source(&Source { file: &file, document: &document, profile, library: &Arc::new(Library::default()) })
}

/// Two demands, a location just off the origin (a plain 0 counts as missing), and the tested part.
fn with(rest: &str) -> Template {
    template(&format!(
        "homing_template_version: \"2018-02-01\"\nparameters: {{w1: 10, far: \"< 300 km\"}}\n\
         locations: {{cl: {{latitude: \"0.0\", longitude: \"0.0\"}}, host: {{host_name: H1}}}}\n\
         demands: {{vG: [{{inventory_provider: aai, inventory_type: cloud}}], vM: [{{inventory_provider: aai, inventory_type: cloud}}]}}\n{rest}\n"
    ))
}

const TABLE: &str = "\
candidate_id,latitude,longitude,country,state,region,location_id,complex_name,cost,latency
near,0,1,USA,TX,r1,z1,c1,5,20
mid,0,2,USA,NY,r1,z1,c2,,40
far,0,5,DEU,HE,r2,z2,c2,1,
";

/// `vG near: why`, a line for each rejected candidate; then the result of each constraint with its limitations.
fn summary(template: &Template, table: &str) -> String {
    let outcome = evaluate(template, &Table::read(table));
    let mut lines = Vec::new();
    for demand in &outcome.demands {
        for candidate in &demand.candidates {
            for reason in &candidate.removed {
                lines.push(format!("{} {} -{}: {}", demand.name, candidate.id, reason.name, reason.why));
            }
            for reason in &candidate.uncertain {
                lines.push(format!("{} {} ?{}: {}", demand.name, candidate.id, reason.name, reason.why));
            }
        }
    }
    for result in &outcome.constraints {
        let line = format!("{}: {} of {}", result.name, result.removed, result.of);
        lines.push([&[line], &result.limitations[..]].concat().join("; "));
    }
    lines.join("\n")
}

#[track_caller]
fn check(rest: &str, expected: &[&str]) {
    assert_eq!(summary(&with(rest), TABLE), expected.join("\n"));
}

/// The best combinations: `30.2: vG near, vM near`.
fn best(template: &Template, table: &str) -> Vec<String> {
    let Combinations::Found { best, .. } = evaluate(template, &Table::read(table)).combinations else {
        panic!("no plan: {:?}", evaluate(template, &Table::read(table)).combinations)
    };
    let plans = best.iter().map(|choice| {
        let chosen: Vec<String> = choice.chosen.iter().map(|(demand, id)| format!("{demand} {id}")).collect();
        format!("{}: {}", choice.value.map_or("?".to_owned(), format_number), chosen.join(", "))
    });
    plans.collect()
}

#[test]
fn distant_candidates_are_rejected_with_their_distance() {
    // 111.2, 222.4 and 556 km.
    check(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 200 km\", location: cl}}}",
        &[
            "vG mid -c: 222.4 km from `cl`, expected < 200 km",
            "vG far -c: 556 km from `cl`, expected < 200 km",
            "c: 2 of 3",
        ],
    );
}

#[test]
fn miles_are_converted() {
    // 139 mi are 223.7 km: `mid` at 222.4 is within, `far` is not.
    check(
        "constraints: {c: {type: distance_to_location, demands: vG, properties: {distance: \"<= 139 mi\", location: cl}}}",
        &["vG far -c: 556 km from `cl`, expected <= 139 mi (223.7 km)", "c: 1 of 3"],
    );
    check(
        "constraints: {c: {type: distance_to_location, demands: vG, properties: {distance: \"> 139 mi\", location: cl}}}",
        &[
            "vG near -c: 111.2 km from `cl`, expected > 139 mi (223.7 km)",
            "vG mid -c: 222.4 km from `cl`, expected > 139 mi (223.7 km)",
            "c: 2 of 3",
        ],
    );
}

#[test]
fn a_distance_from_a_parameter_is_resolved() {
    check(
        "constraints: {c: {type: distance_to_location, demands: [vM], properties: {distance: {get_param: far}, location: cl}}}",
        &["vM far -c: 556 km from `cl`, expected < 300 km", "c: 1 of 3"],
    );
}

#[test]
fn unknown_inventory_data_is_reported_and_rejects_nothing() {
    check(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 1 km\", location: host}}}",
        &["c: 0 of 3; the position of `host` is in the inventory; it has no coordinates"],
    );
    check(
        "constraints: {f: {type: region_fit, demands: [vG], properties: {controller: sdn-c}}, g: {type: vim_fit, demands: [vG], properties: {controller: multicloud}}, \
         l: {type: license, demands: [vG], properties: {id: a, key: b}}, i: {type: inventory_group, demands: [vG, vM]}}",
        &[
            "f: 0 of 3; unknown controller `sdn-c`; expected `SDN-C`; no candidate is rejected",
            "g: 0 of 3; HAS queries MultiCloud for the remaining capacity",
            "l: 0 of 3; HAS rejects this type: the specification guide describes it, but it isn't implemented",
            "i: 0 of 6; inventory groups are in the inventory; add them in a column `inventory_group`",
        ],
    );
}

#[test]
fn a_range_rejects_all_candidates_as_in_the_engine() {
    check(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"100-600 km\", location: cl}}}",
        &[
            "vG near -c: 111.2 km from `cl`, expected 100-600 km",
            "vG mid -c: 222.4 km from `cl`, expected 100-600 km",
            "vG far -c: 556 km from `cl`, expected 100-600 km",
            "c: 3 of 3; HAS compares a distance with the range itself, which never matches; all candidates are rejected",
        ],
    );
}

#[test]
fn known_attributes_are_compared_with_any_and_all() {
    check(
        "constraints: {a: {type: attribute, demands: [vG], properties: {evaluate: {state: {any: [TX, NY]}}}}, \
         b: {type: attribute, demands: [vM], properties: {evaluate: {country: {all: [USA]}, complex: {any: [c2]}}}}}",
        &[
            "vG far -a: its state is `HE`, expected one of `TX`, `NY`",
            "vM near -b: its complex is `c1`, expected one of `c2`",
            "vM far -b: its country is `DEU`, expected all of `USA`",
            "a: 1 of 3",
            "b: 2 of 3",
        ],
    );
}

#[test]
fn ignored_attributes_reject_nothing_and_note_the_guides_result() {
    check(
        "constraints: {a: {type: attribute, demands: [vG], properties: {evaluate: {cost: {gt: 2}}}}}",
        &[
            "vG far ?a: rejected by the specification guide: its `cost` is `1`, expected `gt` `2`; HAS ignores this condition",
            "a: 0 of 3; HAS silently ignores the unknown attribute `cost`",
        ],
    );
}

#[test]
fn a_threshold_rejects_candidates_without_the_attribute() {
    check(
        "constraints: {t: {type: threshold, demands: [vG], properties: {evaluate: [{attribute: latency, operator: lte, threshold: 30, unit: ms}]}}}",
        &[
            "vG mid -t: its `latency` is 40, expected lte 30 ms",
            "vG far -t: it has no `latency`, or 0, which counts as missing",
            "t: 2 of 3",
        ],
    );
}

#[test]
fn candidates_without_a_near_match_are_rejected_with_the_nearest() {
    // vM may only be `far` (5°), so for vG: near is 4° = 444.8 km away, mid 3° = 333.6, far 0.
    check(
        "constraints: {a: {type: attribute, demands: [vM], properties: {evaluate: {country: {any: [DEU]}}}}, \
         d: {type: distance_between_demands, demands: [vG, vM], properties: {distance: \"< 400 km\"}}}",
        &[
            "vG near -d: no candidate of `vM` is < 400 km from it: the nearest, `far`, is at 444.8 km",
            "vM near -a: its country is `USA`, expected one of `DEU`",
            "vM mid -a: its country is `USA`, expected one of `DEU`",
            "a: 2 of 3",
            "d: 1 of 6",
        ],
    );
}

#[test]
fn zones_are_compared_by_the_columns_of_the_engine() {
    let only_far = "x: {type: attribute, demands: [vM], properties: {evaluate: {country: {any: [DEU]}}}}";
    let lines = |rest: &str| {
        summary(
            &with(&format!(
                "constraints: {{{only_far}, z: {{type: zone, demands: [vG, vM], properties: {rest}}}}}"
            )),
            TABLE,
        )
    };
    let same = lines("{qualifier: same, category: region}");
    assert!(same.contains("vG near -z: no candidate of `vM` is in its region, `z1`"), "{same}");
    assert!(!same.contains("vG far -z"), "{same}");
    let different = lines("{qualifier: different, category: complex}");
    assert!(
        different.contains("vG mid -z: every candidate of `vM` is in the same complex, `c2`"),
        "{different}"
    );
    assert!(!different.contains("vG near -z"), "{different}");
    assert!(lines("{qualifier: same, category: disaster}").contains("cannot resolve disaster zones"));
}

#[test]
fn inventory_groups_come_from_a_column() {
    let grouped = "candidate_id,demand,inventory_group\na,vG,g1\nb,vG,g2\nc,vM,g1\n";
    let text = summary(&with("constraints: {i: {type: inventory_group, demands: [vG, vM]}}"), grouped);
    assert_eq!(text, "vG b -i: no candidate of `vM` is in an inventory group with it\ni: 1 of 3");
}

#[test]
fn sources_reject_candidates_first() {
    let template = template(
        "homing_template_version: \"2018-02-01\"\ndemands:\n  vG:\n  - inventory_provider: aai\n    inventory_type: cloud\n    excluded_candidates: [{candidate_id: far}]\n    filtering_attributes: {region: r1}\n",
    );
    let table =
        "candidate_id,inventory_type,region\nnear,cloud,r1\nfar,cloud,r1\nsvc,service,r1\nother,cloud,r9\n";
    assert_eq!(
        summary(&template, table),
        "vG far -vG: it is in `excluded_candidates`\nvG svc -vG: its type is `service`, expected `cloud`\nvG other -vG: its `region` is `r9`, expected `r1`"
    );
}

#[test]
fn the_best_combination_minimizes_weight_times_distance_plus_cost() {
    // vG: 2 × (111.195 + 5) = 232.39; vM alone: 111.195 + 5 = 116.195.
    let text = "optimization: {minimize: {sum: [{product: [2, {distance_between: [cl, vG]}]}, {distance_between: [cl, vM]}]}}";
    let template = with(text);
    let best = best(&template, TABLE);
    assert_eq!(best[0], "348.6: vG near, vM near");
    // vM mid: 222.39 without cost.
    assert_eq!(best[1], "454.8: vG near, vM mid");
    assert_eq!(best.len(), 9);
    let Combinations::Found { best, goal, count } = evaluate(&template, &Table::read(TABLE)).combinations
    else {
        panic!()
    };
    assert_eq!((goal, count), (Goal::Minimize, 9));
    let parts: Vec<String> = best[0]
        .shares
        .iter()
        .map(|part| {
            format!(
                "{} × {} ({}) = {}",
                part.weight,
                part.label,
                part.how,
                format_number(part.value.unwrap())
            )
        })
        .collect();
    assert_eq!(
        parts,
        [
            "2 × distance_between(cl, vG) (111.2 km + cost 5) = 232.4",
            "1 × distance_between(cl, vM) (111.2 km + cost 5) = 116.2"
        ]
    );
}

#[test]
fn a_weight_from_a_parameter_counts_as_1_with_a_warning() {
    let template =
        with("optimization: {minimize: {sum: [{product: [{get_param: w1}, {distance_between: [cl, vG]}]}]}}");
    assert!(best(&template, TABLE)[0].starts_with("116.2: "));
    let notes = evaluate(&template, &Table::read(TABLE)).notes;
    let note = notes.iter().find(|note| note.warns).expect("a warning");
    assert_eq!(
        note.text,
        "the weight of `distance_between(cl, vG)` reads parameter `w1` (10), but HAS doesn't resolve parameters in the objective: it counts as 1"
    );
    assert!(note.about.is_some());
}

#[test]
fn several_weights_and_truncated_fractions_are_reported() {
    let template = with(
        "optimization: {minimize: {sum: [{product: [5, 2, {distance_between: [cl, vG]}]}, {product: [2, {sum: [{product: [1.5, {distance_between: [cl, vM]}]}]}]}]}}",
    );
    // 2 × 116.195 + 2 × 1 × 116.195
    assert!(best(&template, TABLE)[0].starts_with("464.8: "));
    let notes: Vec<String> = evaluate(&template, &Table::read(TABLE))
        .notes
        .into_iter()
        .filter(|note| note.warns)
        .map(|note| note.text)
        .collect();
    assert_eq!(
        notes,
        [
            "`distance_between(cl, vG)` has several weights; the last one counts: 2",
            "the weight 1.5 of `distance_between(cl, vM)` is in a nested product, where HAS truncates fractions: it counts as 1"
        ]
    );
}

#[test]
fn the_newer_objective_normalizes_and_max_returns_the_smallest() {
    let generic = |rest: &str| {
        template(&format!(
            "homing_template_version: \"2020-08-13\"\ndemands: {{vG: [{{inventory_provider: aai, inventory_type: cloud}}]}}\noptimization: {rest}\n"
        ))
    };
    // latency 20 and 40, counted from 50 to 10: (20 - 50) / (10 - 50) = 0.75 and 0.25; times 2.
    let normal = "{goal: maximize, operation_function: {operator: sum, operands: [{function: attribute, weight: 2, normalization: {start: 50, end: 10}, params: {demand: vG, attribute: latency}}]}}";
    assert_eq!(best(&generic(normal), TABLE), ["1.5: vG near", "0.5: vG mid", "?: vG far"]);
    let max = "{goal: minimize, operation_function: {operator: max, operands: [{function: attribute, params: {demand: vG, attribute: latency}}, {function: attribute, params: {demand: vG, attribute: cost}}]}}";
    assert_eq!(best(&generic(max), TABLE)[0], "5: vG near");
    let notes = evaluate(&generic(max), &Table::read(TABLE)).notes;
    assert!(notes.iter().any(|note| note.text.contains("returns the smallest")));
}

#[test]
fn latency_comes_from_the_table_or_the_distance() {
    let template = with("optimization: {minimize: {sum: [{product: [1, {latency_between: [cl, vG]}]}]}}");
    // 20 + 5; 40 + 0; 556 + 1.
    let Combinations::Found { best, .. } = evaluate(&template, &Table::read(TABLE)).combinations else {
        panic!()
    };
    let mut values: Vec<String> = best.iter().map(|choice| format_number(choice.value.unwrap())).collect();
    values.dedup();
    assert_eq!(values, ["25", "40", "557"]);
}

#[test]
fn candidates_without_coordinates_rank_last() {
    let template = with("optimization: {minimize: {sum: [{distance_between: [cl, vG]}]}}");
    let table = "candidate_id,demand,latitude,longitude\nlost,vG,,\nnear,vG,0,1\nm,vM,0,1\n";
    assert_eq!(best(&template, table), ["111.2: vG near, vM m", "?: vG lost, vM m"]);
}

#[test]
fn unreadable_coordinates_are_named() {
    let template = with(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 1 km\", location: cl}}}",
    );
    let table = "candidate_id,demand,latitude,longitude\nbad,vG,abc,0\nlost,vG,,\nm,vM,0,1\n";
    let outcome = evaluate(&template, &Table::read(table));
    let of = |at: usize| outcome.demands[0].candidates[at].uncertain[0].why.clone();
    assert_eq!(of(0), "its latitude `abc` isn't a number, so HAS would fail");
    assert_eq!(of(1), "it has no coordinates, so HAS would fail");
}

#[test]
fn missing_combinations_have_a_reason_and_the_search_is_limited() {
    let all_out = with(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 1 km\", location: cl}}}",
    );
    assert_eq!(
        evaluate(&all_out, &Table::read(TABLE)).combinations,
        Combinations::Infeasible("all candidates of `vG` are rejected".to_owned())
    );
    let half = "candidate_id,demand\na,vG\n";
    assert_eq!(
        evaluate(&with(""), &Table::read(half)).combinations,
        Combinations::MissingCandidates(vec!["vM".to_owned()])
    );
    assert_eq!(evaluate(&with(""), &Table::default()).combinations, Combinations::NoCandidates);
    let rows = (0..500).map(|at| format!("c{at},x")).collect::<Vec<_>>().join("\n");
    let many = template(
        "homing_template_version: \"2018-02-01\"\ndemands: {a: [{inventory_provider: aai, inventory_type: cloud}], b: [{inventory_provider: aai, inventory_type: cloud}], c: [{inventory_provider: aai, inventory_type: cloud}]}\n",
    );
    let plans = evaluate(&many, &Table::read(&format!("candidate_id,x\n{rows}"))).combinations;
    assert!(
        matches!(plans, Combinations::TooMany { combinations, .. } if combinations == 125e6),
        "{plans:?}"
    );
}

#[test]
fn the_sample_has_candidates_for_every_demand_and_all_used_columns() {
    let template = with(
        "constraints: {t: {type: threshold, demands: [vG], properties: {evaluate: [{attribute: jitter, operator: lte, threshold: 30}]}}, i: {type: inventory_group, demands: [vG, vM]}}",
    );
    let table = Table::read(&sample(&template));
    assert_eq!(table.errors, Vec::<String>::new());
    assert_eq!(table.rows.iter().filter(|row| row.is_for("vG")).count(), 6);
    assert!(table.rows.iter().all(|row| row.place().is_some() && row.number("jitter").is_some()));
    assert!(table.rows.iter().all(|row| row.get("inventory_group").is_some()));
    assert!(matches!(evaluate(&template, &table).combinations, Combinations::Found { .. }));
}

#[test]
fn the_sample_has_accepted_and_rejected_candidates_and_the_best() {
    let video = template(include_str!("../../../../public/samples/video_homing.yaml"));
    let outcome = evaluate(&video, &Table::read(&sample(&video)));
    let Combinations::Found { count, best, .. } = &outcome.combinations else {
        panic!("{:?}", outcome.combinations)
    };
    assert!(*count > 1 && best[0].value.is_some_and(f64::is_finite));
    for demand in &outcome.demands {
        let out = demand.candidates.iter().filter(|candidate| candidate.is_out()).count();
        assert!(
            out > 0 && out < demand.candidates.len(),
            "{}: {out} of {}",
            demand.name,
            demand.candidates.len()
        );
    }
    let by: std::collections::BTreeSet<&str> = outcome
        .demands
        .iter()
        .flat_map(|demand| demand.candidates.iter().flat_map(|candidate| &candidate.removed))
        .map(|reason| reason.name.as_str())
        .collect();
    assert!(by.len() >= 4, "{by:?}");
    assert!(by.contains("fast_network"), "{by:?}");
}

#[test]
fn the_sample_has_a_candidate_if_no_city_is_near_enough() {
    let far_out = template(
        "homing_template_version: \"2018-02-01\"\nlocations: {ocean: {latitude: -40, longitude: -120}}\ndemands: {a: [{inventory_provider: aai, inventory_type: cloud}]}\nconstraints: {c: {type: distance_to_location, demands: [a], properties: {distance: \"< 20 km\", location: ocean}}, t: {type: threshold, demands: [a], properties: {evaluate: [{attribute: jitter, operator: lt, threshold: 3}, {attribute: speed, operator: gte, threshold: 400}]}}}\n",
    );
    let text = sample(&far_out);
    assert!(
        matches!(evaluate(&far_out, &Table::read(&text)).combinations, Combinations::Found { .. }),
        "{text}"
    );
}

#[test]
fn the_sample_of_a_hundred_demands_is_read_completely() {
    let demands: Vec<String> = (0..100)
        .map(|at| format!("  d{at}: [{{inventory_provider: aai, inventory_type: cloud}}]\n"))
        .collect();
    let many = template(&format!("homing_template_version: \"2018-02-01\"\ndemands:\n{}", demands.concat()));
    let table = Table::read(&sample(&many));
    assert_eq!(table.errors, Vec::<String>::new());
    assert!((0..100).all(|at| table.rows.iter().filter(|row| row.is_for(&format!("d{at}"))).count() == 6));
}

const MACHINE: &str = "constraints: {h: {type: hpa, demands: [vG], properties: {evaluate: [{id: fw, type: vnfc, directives: [{type: flavor_directives, attributes: [{attribute_name: n, attribute_value: ''}]}], flavorProperties: [\
    {hpa-feature: basic, hpa-version: v1, architecture: generic, mandatory: 'True', directives: [], hpa-feature-attributes: [{hpa-attribute-key: cpus, hpa-attribute-value: '8', operator: '>='}, {hpa-attribute-key: mem, hpa-attribute-value: '16', operator: '>=', unit: GB}]},\
    {hpa-feature: sriov, hpa-version: v1, architecture: generic, mandatory: 'False', score: '5', directives: [], hpa-feature-attributes: [{hpa-attribute-key: vendors, hpa-attribute-value: [a, b], operator: ALL}]}]}]}}}\n";

fn hardware(table: &str) -> Vec<String> {
    let template = with(&format!(
        "{MACHINE}optimization: {{minimize: {{sum: [{{product: [1, {{hpa_score: [vG]}}]}}]}}}}"
    ));
    let outcome = evaluate(&template, &Table::read(table));
    let out = outcome.demands[0].candidates.iter().flat_map(|candidate| {
        candidate
            .removed
            .iter()
            .chain(&candidate.uncertain)
            .map(move |reason| format!("{}: {}", candidate.id, reason.why))
    });
    let limitations = outcome.constraints[0].limitations.iter().cloned();
    let best = match &outcome.combinations {
        Combinations::Found { best, .. } => {
            best.first().map(|combination| format!("{:?}: {}", combination.value, combination.chosen[0].1))
        }
        _ => None,
    };
    out.chain(limitations).chain(best).collect()
}

#[test]
fn hardware_is_compared_as_in_the_engine() {
    let table = "candidate_id,demand,flavors\n\
        plain,vG,large: basic cpus=8 mem=16GB\n\
        rich,vG,huge: basic cpus=32 mem=65536MB + sriov vendors=a/b/c | small: basic cpus=2 mem=4GB\n\
        poor,vG,small: basic cpus=2 mem=4GB | bare\n\
        lean,vG,odd: basic cpus=8 mem=4GB\n\
        mute,vG,\n\
        m,vM,\n";
    assert_eq!(
        hardware(table),
        [
            "poor: no flavor matches `fw`: `small` has `cpus` 2, expected >= 8; `bare` has no `basic`",
            "lean: no flavor matches `fw`: `odd` has `mem` 4 GB, expected >= 16 GB",
            "mute: it has no flavors in the table, so all are assumed; HAS would reject it",
            "Some(-5.0): rich",
        ]
    );
}

#[test]
fn flavors_are_read_in_the_inventorys_format() {
    let table = r#"[{"candidate_id": "c", "demand": "vG", "flavors": {"flavor": [{"flavor-name": "f", "hpa-capabilities": {"hpa-capability": [{"hpa-feature": "basic", "hpa-version": "v1", "architecture": "generic", "hpa-feature-attributes": [{"hpa-attribute-key": "cpus", "hpa-attribute-value": "{'value': '8'}"}, {"hpa-attribute-key": "mem", "hpa-attribute-value": "{'value': '8', 'unit': 'GB'}"}]}]}}]}},
        {"candidate_id": "old", "demand": "vG", "flavors": [{"flavor-name": "g", "hpa-capabilities": [{"hpa-feature": "basic", "hpa-version": "v2", "architecture": "generic"}]}]},
        {"candidate_id": "m", "demand": "vM"}]"#;
    assert_eq!(
        hardware(table),
        [
            "c: no flavor matches `fw`: `f` has `mem` 8 GB, expected >= 16 GB",
            "old: no flavor matches `fw`: `g` has no `basic`",
        ]
    );
}

#[test]
fn missing_flavors_are_reported() {
    let lines = hardware("candidate_id,demand\nc,vG\nm,vM\n");
    assert!(lines[0].starts_with("the flavors of a cloud region are in the inventory"), "{lines:?}");
    assert_eq!(lines[1], "Some(0.0): c");
}

#[test]
fn the_map_has_locations_and_distance_limits() {
    let template = with(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 50 mi\", location: cl}}, d: {type: distance_between_demands, demands: [vG, vM], properties: {distance: \"> 20 km\"}}}",
    );
    let map = super::super::map::map_data(&template);
    assert_eq!(map.locations.len(), 1);
    assert_eq!((map.locations[0].name.as_str(), map.locations[0].movable), ("cl", true));
    assert_eq!(map.unplaced[0].2, "the inventory has the position of host `H1`");
    let ring = &map.rings[0];
    assert_eq!((ring.min, ring.max.map(format_number)), (None, Some("80.467".to_owned())));
    assert_eq!((map.pair_limits[0].min, map.pair_limits[0].max), (Some(20.0), None));
}
