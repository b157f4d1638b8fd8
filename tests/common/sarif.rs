//! The parts of the published schema of SARIF 2.1.0 that are written: allowed keys, required keys, and values of objects. Independent of the checks.

use serde_json::{Map, Value};

const LEVELS: [&str; 4] = ["none", "note", "warning", "error"];

pub fn holds(log: &Value) {
    let log = object(log, &["version", "runs"], &["$schema"]);
    assert_eq!(log["version"], "2.1.0");
    for run in several(&log["runs"], 1) {
        let run = object(run, &["tool", "results"], &["columnKind", "artifacts"]);
        assert_eq!(run["columnKind"], "unicodeCodePoints");
        for it in several(&run["artifacts"], 0) {
            artifact(&object(it, &["location"], &[])["location"]);
        }
        let driver = &object(&run["tool"], &["driver"], &[])["driver"];
        let driver = object(driver, &["name"], &["semanticVersion", "rules"]);
        let rules = several(&driver["rules"], 1);
        rules.iter().for_each(rule);
        for it in run["results"].as_array().expect("a list") {
            result(it, rules);
        }
    }
}

fn rule(value: &Value) {
    let may = ["shortDescription", "fullDescription", "help", "defaultConfiguration", "properties"];
    let rule = object(value, &["id"], &may);
    for key in &may[..3] {
        message(&rule[*key]);
    }
    level(&object(&rule["defaultConfiguration"], &[], &["level"])["level"]);
}

fn result(value: &Value, rules: &[Value]) {
    let may = ["ruleId", "ruleIndex", "level", "locations", "relatedLocations", "fixes", "properties"];
    let result = object(value, &["message"], &may);
    message(&result["message"]);
    level(&result["level"]);
    let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
    assert_eq!(rules[index]["id"], result["ruleId"]);
    result["locations"].as_array().expect("a list").iter().for_each(location);
    result.get("relatedLocations").into_iter().flat_map(|all| several(all, 0)).for_each(location);
    result.get("fixes").into_iter().flat_map(|all| several(all, 0)).for_each(fix);
}

fn location(value: &Value) {
    let place = object(value, &["physicalLocation"], &["message"]);
    place.get("message").into_iter().for_each(message);
    let place = object(&place["physicalLocation"], &["artifactLocation", "region"], &[]);
    artifact(&place["artifactLocation"]);
    region(&place["region"]);
}

fn fix(value: &Value) {
    let fix = object(value, &["artifactChanges"], &["description"]);
    fix.get("description").into_iter().for_each(message);
    for change in several(&fix["artifactChanges"], 1) {
        let change = object(change, &["artifactLocation", "replacements"], &[]);
        artifact(&change["artifactLocation"]);
        let replacements = change["replacements"].as_array().expect("a list");
        assert!(!replacements.is_empty());
        for one in replacements {
            let one = object(one, &["deletedRegion"], &["insertedContent"]);
            region(&one["deletedRegion"]);
            if let Some(content) = one.get("insertedContent") {
                assert!(object(content, &[], &["text"])["text"].is_string());
            }
        }
    }
}

fn region(value: &Value) {
    for (key, at) in object(value, &["startLine"], &["startColumn", "endLine", "endColumn"]) {
        assert!(at.as_u64().is_some_and(|at| at >= 1), "`{key}` in {value}");
    }
}

fn artifact(value: &Value) {
    let uri = object(value, &["uri"], &[])["uri"].as_str().expect("a text");
    assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"\\^`{|}".contains(&byte)), "{uri}");
}

fn message(value: &Value) {
    let text = object(value, &["text"], &["markdown"])["text"].as_str().expect("a text");
    assert!(!text.is_empty());
}

fn level(value: &Value) {
    assert!(LEVELS.iter().any(|known| value == known), "{value}");
}

fn object<'v>(value: &'v Value, must: &[&str], may: &[&str]) -> &'v Map<String, Value> {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    for key in object.keys() {
        assert!(must.contains(&key.as_str()) || may.contains(&key.as_str()), "no key `{key}` in {value}");
    }
    for key in must {
        assert!(object.contains_key(*key), "`{key}` is missing in {value}");
    }
    object
}

/// A list without anything twice.
fn several(value: &Value, least: usize) -> &[Value] {
    let all = value.as_array().unwrap_or_else(|| panic!("no list: {value}"));
    assert!(all.len() >= least, "{value}");
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one), "twice: {one}");
    }
    all
}
