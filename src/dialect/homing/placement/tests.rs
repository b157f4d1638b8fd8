//! Candidates against templates, with numbers worked out by hand. A degree along the equator is 2π·6371/360 = 111.195 km, so candidates stand
//! along it.

use std::sync::Arc;

use super::*;
use crate::{Homing, read_source};
use limn_files::FilePath;
use limn_language::dialect::{Dialect, Library, Source};
use limn_language::placement::{Goal, Plans};
use limn_yaml as yaml;

fn template(text: &str) -> Template {
    let file = FilePath::new("plan.yaml").unwrap();
    let document = Arc::new(yaml::parse(text));
    let profile = Homing.recognizes(&file, &document).expect("a homing template").profile;
    read_source(&Source { file: &file, document: &document, profile, library: &Arc::new(Library::default()) })
}

/// Two demands, a location just off the origin (a bare 0 counts as missing), and what the test is about.
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

/// `vG near: why`, a line for each that is out; then what each constraint took and what it could not tell.
fn summary(template: &Template, table: &str) -> String {
    let outcome = evaluate(template, &Table::read(table));
    let mut lines = Vec::new();
    for demand in &outcome.demands {
        for candidate in &demand.candidates {
            for reason in &candidate.removed {
                lines.push(format!("{} {} -{}: {}", demand.name, candidate.id, reason.name, reason.why));
            }
            for reason in &candidate.unsure {
                lines.push(format!("{} {} ?{}: {}", demand.name, candidate.id, reason.name, reason.why));
            }
        }
    }
    for result in &outcome.constraints {
        let line = format!("{}: {} of {}", result.name, result.removed, result.of);
        lines.push([&[line], &result.unheld[..]].concat().join("; "));
    }
    lines.join("\n")
}

#[track_caller]
fn check(rest: &str, expected: &[&str]) {
    assert_eq!(summary(&with(rest), TABLE), expected.join("\n"));
}

/// The best plans: `30.2: vG near, vM near`.
fn best(template: &Template, table: &str) -> Vec<String> {
    let Plans::Found { best, .. } = evaluate(template, &Table::read(table)).plans else {
        panic!("no plan: {:?}", evaluate(template, &Table::read(table)).plans)
    };
    let plans = best.iter().map(|choice| {
        let chosen: Vec<String> = choice.chosen.iter().map(|(demand, id)| format!("{demand} {id}")).collect();
        format!("{}: {}", choice.value.map_or("?".to_owned(), format_number), chosen.join(", "))
    });
    plans.collect()
}

use limn_language::placement::format_number;

#[test]
fn who_is_too_far_from_a_location_is_out_and_the_distance_is_told() {
    // 111.2, 222.4 and 556 km.
    check(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 200 km\", location: cl}}}",
        &[
            "vG mid -c: 222.4 km from `cl`, and it has to be < 200 km",
            "vG far -c: 556 km from `cl`, and it has to be < 200 km",
            "c: 2 of 3",
        ],
    );
}

#[test]
fn miles_are_converted() {
    // 139 mi are 223.7 km: `mid` at 222.4 is just within, `far` is not.
    check(
        "constraints: {c: {type: distance_to_location, demands: vG, properties: {distance: \"<= 139 mi\", location: cl}}}",
        &["vG far -c: 556 km from `cl`, and it has to be <= 139 mi (223.7 km)", "c: 1 of 3"],
    );
    check(
        "constraints: {c: {type: distance_to_location, demands: vG, properties: {distance: \"> 139 mi\", location: cl}}}",
        &[
            "vG near -c: 111.2 km from `cl`, and it has to be > 139 mi (223.7 km)",
            "vG mid -c: 222.4 km from `cl`, and it has to be > 139 mi (223.7 km)",
            "c: 2 of 3",
        ],
    );
}

#[test]
fn a_distance_that_asks_for_a_parameter_is_looked_up() {
    check(
        "constraints: {c: {type: distance_to_location, demands: [vM], properties: {distance: {get_param: far}, location: cl}}}",
        &["vM far -c: 556 km from `cl`, and it has to be < 300 km", "c: 1 of 3"],
    );
}

#[test]
fn what_only_the_inventory_knows_is_said_and_takes_nobody_out() {
    check(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 1 km\", location: host}}}",
        &["c: 0 of 3; where `host` is, only the inventory knows: it has no coordinates"],
    );
    check(
        "constraints: {f: {type: region_fit, demands: [vG], properties: {controller: sdn-c}}, g: {type: vim_fit, demands: [vG], properties: {controller: multicloud}}, \
         l: {type: license, demands: [vG], properties: {id: a, key: b}}, i: {type: inventory_group, demands: [vG, vM]}}",
        &[
            "f: 0 of 3; the service knows no controller `sdn-c` (only `SDN-C`): it takes nobody out",
            "g: 0 of 3; the capacity left in a cloud is asked of MultiCloud",
            "l: 0 of 3; the service refuses this type: the guide describes it, but it was never built",
            "i: 0 of 6; which candidates are grouped, the inventory knows; a column `inventory_group` may say it",
        ],
    );
}

#[test]
fn a_range_takes_everybody_out_as_it_does_in_the_service() {
    check(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"100-600 km\", location: cl}}}",
        &[
            "vG near -c: 111.2 km from `cl`, and it has to be 100-600 km",
            "vG mid -c: 222.4 km from `cl`, and it has to be 100-600 km",
            "vG far -c: 556 km from `cl`, and it has to be 100-600 km",
            "c: 3 of 3; the service compares a distance with the range itself, which nothing equals: everything is out",
        ],
    );
}

#[test]
fn attributes_that_the_service_knows_are_held_with_any_and_all() {
    check(
        "constraints: {a: {type: attribute, demands: [vG], properties: {evaluate: {state: {any: [TX, NY]}}}}, \
         b: {type: attribute, demands: [vM], properties: {evaluate: {country: {all: [USA]}, complex: {any: [c2]}}}}}",
        &[
            "vG far -a: its state is `HE`, not one of `TX`, `NY`",
            "vM near -b: its complex is `c1`, not one of `c2`",
            "vM far -b: its country is `DEU`, not all of `USA`",
            "a: 1 of 3",
            "b: 2 of 3",
        ],
    );
}

#[test]
fn an_attribute_that_the_service_skips_removes_nobody_but_is_told_by_the_guide() {
    check(
        "constraints: {a: {type: attribute, demands: [vG], properties: {evaluate: {cost: {gt: 2}}}}}",
        &[
            "vG far ?a: by the guide it would be out: its `cost` is `1`, and the template says `gt` `2`; the service skips this test",
            "a: 0 of 3; the service skips `cost` without a word: it knows no such attribute",
        ],
    );
}

#[test]
fn a_threshold_drops_who_lacks_the_attribute() {
    check(
        "constraints: {t: {type: threshold, demands: [vG], properties: {evaluate: [{attribute: latency, operator: lte, threshold: 30, unit: ms}]}}}",
        &[
            "vG mid -t: its `latency` is 40, and it has to be lte 30 ms",
            "vG far -t: it has no `latency`, or 0, which counts as none",
            "t: 2 of 3",
        ],
    );
}

#[test]
fn who_finds_no_partner_near_enough_is_out_with_the_nearest() {
    // vM may only be `far` (5°), so for vG: near is 4° = 444.8 km away, mid 3° = 333.6, far 0.
    check(
        "constraints: {a: {type: attribute, demands: [vM], properties: {evaluate: {country: {any: [DEU]}}}}, \
         d: {type: distance_between_demands, demands: [vG, vM], properties: {distance: \"< 400 km\"}}}",
        &[
            "vG near -d: no candidate of `vM` is < 400 km from it: the nearest, `far`, is at 444.8 km",
            "vM near -a: its country is `USA`, not one of `DEU`",
            "vM mid -a: its country is `USA`, not one of `DEU`",
            "a: 2 of 3",
            "d: 1 of 6",
        ],
    );
}

#[test]
fn zones_are_compared_where_the_service_looks_for_them() {
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
    assert!(lines("{qualifier: same, category: disaster}").contains("which disaster zone a candidate is in"));
}

#[test]
fn inventory_groups_come_from_a_column() {
    let grouped = "candidate_id,demand,inventory_group\na,vG,g1\nb,vG,g2\nc,vM,g1\n";
    let text = summary(&with("constraints: {i: {type: inventory_group, demands: [vG, vM]}}"), grouped);
    assert_eq!(text, "vG b -i: no candidate of `vM` is in an inventory group with it\ni: 1 of 3");
}

#[test]
fn what_a_demand_requires_and_leaves_out_is_held_first() {
    let template = template(
        "homing_template_version: \"2018-02-01\"\ndemands:\n  vG:\n  - inventory_provider: aai\n    inventory_type: cloud\n    excluded_candidates: [{candidate_id: far}]\n    filtering_attributes: {region: r1}\n",
    );
    let table =
        "candidate_id,inventory_type,region\nnear,cloud,r1\nfar,cloud,r1\nsvc,service,r1\nother,cloud,r9\n";
    assert_eq!(
        summary(&template, table),
        "vG far -vG: it stands in `excluded_candidates`\nvG svc -vG: it is a `service`, not a `cloud`\nvG other -vG: its `region` is `r9`, not `r1`"
    );
}

#[test]
fn the_best_is_weight_times_distance_and_cost_together() {
    // vG: 2 × (111.195 + 5) = 232.39; vM alone: 111.195 + 5 = 116.195.
    let text = "optimization: {minimize: {sum: [{product: [2, {distance_between: [cl, vG]}]}, {distance_between: [cl, vM]}]}}";
    let template = with(text);
    let best = best(&template, TABLE);
    assert_eq!(best[0], "348.6: vG near, vM near");
    // vM mid: 222.39 without cost.
    assert_eq!(best[1], "454.8: vG near, vM mid");
    assert_eq!(best.len(), 9);
    let Plans::Found { best, goal, count } = evaluate(&template, &Table::read(TABLE)).plans else { panic!() };
    assert_eq!((goal, count), (Goal::Minimize, 9));
    let parts: Vec<String> = best[0]
        .parts
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
fn a_weight_by_a_parameter_counts_as_1_and_that_is_told() {
    let template =
        with("optimization: {minimize: {sum: [{product: [{get_param: w1}, {distance_between: [cl, vG]}]}]}}");
    assert!(best(&template, TABLE)[0].starts_with("116.2: "));
    let notes = evaluate(&template, &Table::read(TABLE)).notes;
    let note = notes.iter().find(|note| note.warns).expect("a warning");
    assert_eq!(
        note.text,
        "the weight of `distance_between(cl, vG)` asks for the parameter `w1` (10), but the service looks no parameters up in the objective: it counts as 1, without a word"
    );
    assert!(note.about.is_some());
}

#[test]
fn several_weights_and_fractions_within_products_are_told() {
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
            "`distance_between(cl, vG)` has several weights, and the last one counts: 2",
            "the weight 1.5 of `distance_between(cl, vM)` stands in a product within a product, where the service cuts fractions off: it counts as 1"
        ]
    );
}

#[test]
fn the_newer_objective_normalizes_weighs_and_takes_the_smallest_for_max() {
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
    assert!(notes.iter().any(|note| note.text.contains("works out the smallest")));
}

#[test]
fn latency_is_the_tables_where_it_says_it_and_the_distance_otherwise() {
    let template = with("optimization: {minimize: {sum: [{product: [1, {latency_between: [cl, vG]}]}]}}");
    // 20 + 5; 40 + 0; 556 + 1.
    let Plans::Found { best, .. } = evaluate(&template, &Table::read(TABLE)).plans else { panic!() };
    let mut values: Vec<String> = best.iter().map(|choice| format_number(choice.value.unwrap())).collect();
    values.dedup();
    assert_eq!(values, ["25", "40", "557"]);
}

#[test]
fn who_has_no_coordinates_cannot_be_ranked_and_comes_last() {
    let template = with("optimization: {minimize: {sum: [{distance_between: [cl, vG]}]}}");
    let table = "candidate_id,demand,latitude,longitude\nlost,vG,,\nnear,vG,0,1\nm,vM,0,1\n";
    assert_eq!(best(&template, table), ["111.2: vG near, vM m", "?: vG lost, vM m"]);
}

#[test]
fn no_plan_says_why_and_too_many_are_not_looked_at() {
    let all_out = with(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 1 km\", location: cl}}}",
    );
    assert_eq!(
        evaluate(&all_out, &Table::read(TABLE)).plans,
        Plans::None("no candidate of `vG` is left".to_owned())
    );
    let half = "candidate_id,demand\na,vG\n";
    assert_eq!(evaluate(&with(""), &Table::read(half)).plans, Plans::Lacking(vec!["vM".to_owned()]));
    assert_eq!(evaluate(&with(""), &Table::default()).plans, Plans::Nothing);
    let rows = (0..500).map(|at| format!("c{at},x")).collect::<Vec<_>>().join("\n");
    let many = template(
        "homing_template_version: \"2018-02-01\"\ndemands: {a: [{inventory_provider: aai, inventory_type: cloud}], b: [{inventory_provider: aai, inventory_type: cloud}], c: [{inventory_provider: aai, inventory_type: cloud}]}\n",
    );
    let plans = evaluate(&many, &Table::read(&format!("candidate_id,x\n{rows}"))).plans;
    assert!(matches!(plans, Plans::TooMany { combinations, .. } if combinations == 125e6), "{plans:?}");
}

#[test]
fn the_sample_has_candidates_for_every_demand_and_the_columns_that_are_looked_at() {
    let template = with(
        "constraints: {t: {type: threshold, demands: [vG], properties: {evaluate: [{attribute: jitter, operator: lte, threshold: 30}]}}, i: {type: inventory_group, demands: [vG, vM]}}",
    );
    let table = Table::read(&sample(&template));
    assert_eq!(table.faults, Vec::<String>::new());
    assert_eq!(table.rows.iter().filter(|row| row.is_for("vG")).count(), 6);
    assert!(table.rows.iter().all(|row| row.place().is_some() && row.number("jitter").is_some()));
    assert!(table.rows.iter().all(|row| row.get("inventory_group").is_some()));
    assert!(matches!(evaluate(&template, &table).plans, Plans::Found { .. }));
}

#[test]
fn the_sample_shows_some_that_stay_some_that_are_out_and_the_best() {
    let video = template(include_str!("../../../../public/samples/video_homing.yaml"));
    let outcome = evaluate(&video, &Table::read(&sample(&video)));
    let Plans::Found { count, best, .. } = &outcome.plans else { panic!("{:?}", outcome.plans) };
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
fn the_sample_has_a_candidate_where_no_town_is_near_enough() {
    let far_out = template(
        "homing_template_version: \"2018-02-01\"\nlocations: {ocean: {latitude: -40, longitude: -120}}\ndemands: {a: [{inventory_provider: aai, inventory_type: cloud}]}\nconstraints: {c: {type: distance_to_location, demands: [a], properties: {distance: \"< 20 km\", location: ocean}}, t: {type: threshold, demands: [a], properties: {evaluate: [{attribute: jitter, operator: lt, threshold: 3}, {attribute: speed, operator: gte, threshold: 400}]}}}\n",
    );
    let text = sample(&far_out);
    assert!(matches!(evaluate(&far_out, &Table::read(&text)).plans, Plans::Found { .. }), "{text}");
}

#[test]
fn the_sample_of_a_hundred_demands_is_read_whole() {
    let demands: Vec<String> = (0..100)
        .map(|at| format!("  d{at}: [{{inventory_provider: aai, inventory_type: cloud}}]\n"))
        .collect();
    let many = template(&format!("homing_template_version: \"2018-02-01\"\ndemands:\n{}", demands.concat()));
    let table = Table::read(&sample(&many));
    assert_eq!(table.faults, Vec::<String>::new());
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
            .chain(&candidate.unsure)
            .map(move |reason| format!("{}: {}", candidate.id, reason.why))
    });
    let limitations = outcome.constraints[0].unheld.iter().cloned();
    let best = match &outcome.plans {
        Plans::Found { best, .. } => {
            best.first().map(|combination| format!("{:?}: {}", combination.value, combination.chosen[0].1))
        }
        _ => None,
    };
    out.chain(limitations).chain(best).collect()
}

#[test]
fn hardware_is_compared_as_the_service_compares_it() {
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
            "poor: no flavor of it does for `fw`: `small` has `cpus` 2, and it has to be >= 8; `bare` has no `basic`",
            "lean: no flavor of it does for `fw`: `odd` has `mem` 4 GB, and it has to be >= 16 GB",
            "mute: no flavors are said of it: it is taken to have them all, where the service would take it out",
            "Some(-5.0): rich",
        ]
    );
}

#[test]
fn flavors_are_read_as_the_inventory_writes_them() {
    let table = r#"[{"candidate_id": "c", "demand": "vG", "flavors": {"flavor": [{"flavor-name": "f", "hpa-capabilities": {"hpa-capability": [{"hpa-feature": "basic", "hpa-version": "v1", "architecture": "generic", "hpa-feature-attributes": [{"hpa-attribute-key": "cpus", "hpa-attribute-value": "{'value': '8'}"}, {"hpa-attribute-key": "mem", "hpa-attribute-value": "{'value': '8', 'unit': 'GB'}"}]}]}}]}},
        {"candidate_id": "old", "demand": "vG", "flavors": [{"flavor-name": "g", "hpa-capabilities": [{"hpa-feature": "basic", "hpa-version": "v2", "architecture": "generic"}]}]},
        {"candidate_id": "m", "demand": "vM"}]"#;
    assert_eq!(
        hardware(table),
        [
            "c: no flavor of it does for `fw`: `f` has `mem` 8 GB, and it has to be >= 16 GB",
            "old: no flavor of it does for `fw`: `g` has no `basic`",
        ]
    );
}

#[test]
fn without_flavors_it_is_said_what_the_table_lacks() {
    let lines = hardware("candidate_id,demand\nc,vG\nm,vM\n");
    assert!(lines[0].starts_with("which flavors a cloud region has, the inventory knows"), "{lines:?}");
    assert_eq!(lines[1], "Some(0.0): c");
}

#[test]
fn the_map_has_places_reaches_and_spans() {
    let template = with(
        "constraints: {c: {type: distance_to_location, demands: [vG], properties: {distance: \"< 50 mi\", location: cl}}, d: {type: distance_between_demands, demands: [vG, vM], properties: {distance: \"> 20 km\"}}}",
    );
    let map = super::super::map::atlas(&template);
    assert_eq!(map.places.len(), 1);
    assert_eq!((map.places[0].name.as_str(), map.places[0].movable), ("cl", true));
    assert_eq!(map.elsewhere[0].2, "the inventory knows where the host `H1` is");
    let reach = &map.reaches[0];
    assert_eq!((reach.least, reach.most.map(format_number)), (None, Some("80.467".to_owned())));
    assert_eq!((map.spans[0].least, map.spans[0].most), (Some(20.0), None));
}
