//! Recognizes homing templates and plan requests, and selects the profile: the specification guide's or HAS's.

use super::grammar::{
    BASE, DEFERRED_TYPES, ENGINE, ENGINE_BASE, ENGINE_GENERIC, GENERIC_VERSION, GUIDE, GUIDE_BASE,
    GUIDE_GENERIC, PLACEMARK_KEYS, PLAN_KEYS, is_plan, template_of,
};
use limn_language::dialect::{Profile, Recognition};
use limn_language::schema::Profiles;
use limn_yaml::{Document, Node};

pub static PROFILES: &[Profile] = &[
    Profile {
        id: "homing-engine",
        label: "Homing (HAS)",
        bits: ENGINE,
        doc: "ONAP HAS: versions 2016-11-01, 2017-10-10 and 2018-02-01 with `minimize`, 2020-08-13 with goals and operation functions.",
    },
    Profile {
        id: "homing-guide",
        label: "Homing (specification guide)",
        bits: GUIDE,
        doc: "The Homing Specification Guide, with deferred constraints and addresses. Each disagreement with HAS is reported \
              once.",
    },
];

/// Sections of a template.
const SECTIONS: [&str; 7] =
    ["demands", "constraints", "locations", "optimization", "reservation", "reservations", "parameters"];
/// Top-level keys of other languages.
const FOREIGN: [&str; 5] = [
    "tosca_definitions_version",
    "topology_template",
    "heat_template_version",
    "apiVersion",
    "AWSTemplateFormatVersion",
];

/// Returns true if the document is a homing template or a plan request.
pub fn is_homing(document: &Document) -> bool {
    let Some(root) = document.root() else { return false };
    let has = |key: &&str| root.get(key).is_some();
    if FOREIGN.iter().any(has) {
        return false;
    }
    if is_plan(document) {
        let keys = || root.entries().filter_map(|entry| entry.key.text());
        let has_template = match root.get("template") {
            Some(inner) if inner.is_mapping() => is_template(inner),
            Some(inner) => inner.text().is_some_and(|text| text.contains("homing_template_version")),
            None => false,
        };
        // A plan request without a template, recognized by its keys.
        let request = || keys().all(|key| PLAN_KEYS.contains(&key)) && keys().count() >= 3;
        return has_template || (root.get("template").is_none() && request());
    }
    is_template(root)
}

fn is_template(root: Node<'_>) -> bool {
    let has = |key: &str| root.get(key).is_some();
    if has("homing_template_version") {
        return true;
    }
    let sections = SECTIONS.into_iter().filter(|key| has(key)).count();
    let others = root.entries().len().saturating_sub(sections);
    // Constraints have demands in no other language.
    let constrains = || {
        let inner = root.get("constraints").into_iter().flat_map(Node::entries);
        inner
            .map(|entry| entry.value)
            .any(|constraint| constraint.get("demands").is_some() && constraint.get("type").is_some())
    };
    let sources = || {
        let inner = root.get("demands").into_iter().flat_map(Node::entries);
        inner.flat_map(|entry| entry.value.items()).any(|source| source.get("inventory_type").is_some())
    };
    sections >= 2 && others <= 1 && (constrains() || sources())
}

/// The single profile of a document.
pub fn profile_bits(document: &Document, guide: bool) -> Profiles {
    let version = template_of(document).and_then(|root| root.get("homing_template_version")?.text());
    match (guide, version.map(str::trim) == Some(GENERIC_VERSION)) {
        (true, false) => GUIDE_BASE,
        (false, false) => ENGINE_BASE,
        (true, true) => GUIDE_GENERIC,
        (false, true) => ENGINE_GENERIC,
    }
}

pub fn recognize(document: &Document) -> Option<Recognition> {
    if !is_homing(document) {
        return None;
    }
    let (engine, guide) = (&PROFILES[0], &PROFILES[1]);
    let Some(root) = template_of(document) else {
        let reason = "This is a plan request; its template is not a YAML mapping".to_owned();
        return Some(Recognition { profile: engine, reason });
    };
    let (old, new) = (features_of_guide(root), features_of_engine(root));
    let (profile, reason) = match (old.as_slice(), new.as_slice()) {
        ([], []) => (engine, "Valid in both profiles; HAS profile is used".to_owned()),
        (old, []) => (guide, only_in(old, "only used in the specification guide:")),
        (_, new) => (engine, only_in(new, "only supported by HAS:")),
    };
    let grammar = if BASE.has(profile_bits(document, false)) {
        ""
    } else {
        "; goals and operation functions are 2020-08-13 syntax"
    };
    Some(Recognition { profile, reason: format!("{reason}{grammar}") })
}

/// "Only used in the specification guide: `attributes` and `reservations`".
fn only_in(features: &[String], who: &str) -> String {
    let shown: Vec<String> = features.iter().take(3).map(|feature| format!("`{feature}`")).collect();
    let list = match shown.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    let mut sentence = format!("{who} {list}");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// Distinct features, in the order of the text.
#[derive(Default)]
struct FeatureList(Vec<String>);

impl FeatureList {
    fn note(&mut self, feature: &str) {
        if !self.0.iter().any(|known| known == feature) {
            self.0.push(feature.to_owned());
        }
    }
}

fn values<'d>(root: Node<'d>, section: &str) -> impl Iterator<Item = Node<'d>> {
    root.get(section).into_iter().flat_map(Node::entries).map(|entry| entry.value)
}

fn type_of(constraint: Node<'_>) -> &str {
    constraint.get("type").and_then(Node::text).unwrap_or_default()
}

fn features_of_guide(root: Node<'_>) -> Vec<String> {
    let mut found = FeatureList::default();
    for source in values(root, "demands").flat_map(Node::items) {
        if source.get("attributes").is_some() {
            found.note("attributes");
        }
    }
    for location in values(root, "locations") {
        if let Some(key) = PLACEMARK_KEYS.into_iter().find(|key| location.get(key).is_some()) {
            found.note(key);
        }
    }
    for constraint in values(root, "constraints") {
        if DEFERRED_TYPES.contains(&type_of(constraint)) {
            found.note(type_of(constraint));
        }
    }
    if root.get("reservations").is_some() {
        found.note("reservations");
    }
    found.0
}

fn features_of_engine(root: Node<'_>) -> Vec<String> {
    let mut found = FeatureList::default();
    let version = root.get("homing_template_version").and_then(Node::text).unwrap_or_default();
    if ["2016-11-01", "2018-02-01", GENERIC_VERSION].contains(&version) {
        found.note(version);
    }
    for source in values(root, "demands").flat_map(Node::items) {
        for key in
            ["filtering_attributes", "passthrough_attributes", "default_attributes", "candidates", "unique"]
        {
            if source.get(key).is_some() {
                found.note(key);
            }
        }
    }
    for constraint in values(root, "constraints") {
        if ["threshold", "vim_fit", "hpa"].contains(&type_of(constraint)) {
            found.note(type_of(constraint));
        }
    }
    if root.get("reservation").is_some() {
        found.note("reservation");
    }
    found.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::parse;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = recognize(&parse(text));
        let found = found
            .map_or("not recognized".to_owned(), |found| format!("{}: {}", found.profile.id, found.reason));
        assert_eq!(found, expected);
    }

    #[test]
    fn distinct_features_select_the_profile() {
        check(
            "homing_template_version: 2017-10-10\n",
            "homing-engine: Valid in both profiles; HAS profile is used",
        );
        check(
            "homing_template_version: 2017-10-10\ndemands: {a: [{inventory_type: cloud, attributes: {b: c}}]}\nreservations: {}\n",
            "homing-guide: Only used in the specification guide: `attributes` and `reservations`",
        );
        check(
            "homing_template_version: 2018-02-01\ndemands: {a: [{inventory_type: cloud, attributes: {b: c}}]}\n",
            "homing-engine: Only supported by HAS: `2018-02-01`",
        );
        check(
            "{\"template\": {\"homing_template_version\": \"2020-08-13\"}, \"limit\": 1}",
            "homing-engine: Only supported by HAS: `2020-08-13`; goals and operation functions are 2020-08-13 syntax",
        );
        check(
            "demands: {a: [{inventory_provider: aai, inventory_type: cloud}]}\nconstraints: {}\n",
            "homing-engine: Valid in both profiles; HAS profile is used",
        );
    }

    #[test]
    fn requests_without_a_readable_template_are_recognized() {
        check(
            "template: 'homing_template_version: 2017-10-10'\n",
            "homing-engine: This is a plan request; its template is not a YAML mapping",
        );
        check(
            "{name: p, limit: 3, num_solution: '1'}\n",
            "homing-engine: This is a plan request; its template is not a YAML mapping",
        );
    }

    #[test]
    fn other_languages_are_not_recognized() {
        check("heat_template_version: 2017-10-10\nparameters: {}\n", "not recognized");
        check("apiVersion: v1\nspec: {template: {spec: {}}}\n", "not recognized");
        check("template: {metadata: {}}\n", "not recognized");
        check("parameters: {}\nconstraints: {}\n", "not recognized");
        check("- a\n", "not recognized");
        check("", "not recognized");
    }
}
