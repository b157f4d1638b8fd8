//! Deployments of real assemblies: the number of instances agrees with a count that is written from the text of the reference and shares no code with
//! it, every `${…}` is resolved or named unknown, and generated numbers and nestings end.

mod common;

use std::sync::Arc;

use common::corpus::{corpus, files};
use limn::deployment::{Deployment, DeploymentPartKind, Request};
use limn::dialect::assembly::Assembly;
use limn::dialect::{Dialect, Library, Model, Source};
use limn::files::FilePath;
use limn::yaml;
use proptest::prelude::*;
use serde_yaml::Value;

fn model(file: &str, text: &str) -> Option<Box<dyn Model>> {
    let file = FilePath::new(file).ok()?;
    let document = Arc::new(yaml::parse(text.to_owned()));
    let profile = Assembly.recognizes(&file, &document)?.profile;
    let mut library = Library::default();
    library.documents.insert(file.clone(), Arc::clone(&document));
    let library = Arc::new(library);
    Some(Assembly.read(&Source { file: &file, document: &document, profile, library: &library }))
}

fn deploy(model: &dyn Model, request: &str) -> Option<Deployment> {
    let deployments = model.deployments()?;
    let deployment = deployments.deployment(&Request::read(request, deployments.request_form()));
    (!deployment.parts.is_empty()).then_some(deployment)
}

/// A number as written, or the value or default of the property that it reads.
fn number(document: &Value, written: &Value) -> Option<u64> {
    if let Some(number) = written.as_u64() {
        return Some(number);
    }
    let text = written.as_str()?.trim();
    let Some(name) = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) else {
        return text.parse().ok();
    };
    let property = document.get("properties")?.get(name)?;
    let value = property.get("value").or_else(|| property.get("default"))?;
    value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// The instances of each component of a descriptor alone; `None` if it cannot be known.
fn expected(document: &Value) -> Vec<(String, Option<u64>)> {
    let components = document.get("composition").and_then(Value::as_mapping).into_iter().flatten();
    let count = |component: &Value| {
        if component.get("items").is_some() {
            return None;
        }
        match (component.get("cluster"), component.get("quantity")) {
            (Some(cluster), _) if cluster.is_mapping() => {
                match cluster.get("initial-quantity").or_else(|| cluster.get("minimum-nodes")) {
                    Some(written) => number(document, written),
                    None => Some(1),
                }
            }
            (_, Some(quantity)) if !quantity.is_null() => number(document, quantity),
            _ => Some(1),
        }
    };
    components.filter_map(|(name, component)| Some((name.as_str()?.to_owned(), count(component)))).collect()
}

#[test]
fn real_assemblies_have_the_instances_that_they_state() {
    let mut paths: Vec<String> =
        ["media_edge", "h_bta", "streamer_cluster"].map(|name| format!("public/samples/{name}.yaml")).into();
    for family in ["1-tnco-assembly", "2-cp4na-lmctl"] {
        let found = corpus(family).into_iter().flat_map(|folder| files(&folder, &[".yaml", ".yml"]));
        paths.extend(found.map(|path| path.to_string_lossy().into_owned()));
    }
    let is_corpus_there = paths.len() > 3;
    let (mut assemblies, mut compared, mut values) = (0, 0, 0);
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let path = path.replace(['\\', ':'], "/").trim_start_matches('/').to_owned();
        let Some(model) = model(&path, &text) else { continue };
        let Some(deployment) = deploy(&*model, "") else { continue };
        let Ok(document) = serde_yaml::from_str::<Value>(&text) else { continue };
        assemblies += 1;
        let root = &deployment.parts[0];
        let shown = root.children.iter().map(|child| &deployment.parts[*child]);
        let shown: Vec<(String, Option<u64>)> = shown
            .filter(|part| part.kind != DeploymentPartKind::Existing)
            .map(|part| (part.label.clone(), part.count.clone().ok()))
            .collect();
        let listed =
            |name: &str| document.get("composition").and_then(|all| all.get(name)?.get("items")).is_some();
        for (name, count) in expected(&document) {
            if listed(&name) {
                continue;
            }
            let found = shown.iter().find(|(label, _)| *label == name).map(|(_, count)| *count);
            assert_eq!(found, Some(count), "{path}: {name}");
            compared += 1;
        }
        for value in deployment.parts.iter().flat_map(|part| &part.values) {
            values += 1;
            let is_left = value.value.to_string().contains("${");
            assert!(!is_left, "{path}: `{}` is {}", value.name, value.value);
            let reasons = value.value.unknown_reasons();
            assert!(reasons.iter().all(|reason| !reason.is_empty()), "{path}: `{}`", value.name);
        }
        assert_eq!(deployment.in_tree_order().len(), deployment.parts.len(), "{path}");
        assert!(deployment.to_json().is_object());
    }
    let least = if is_corpus_there { (30, 30, 200) } else { (3, 6, 20) };
    let counts = format!("{assemblies} assemblies, {compared} components, {values} values");
    assert!(assemblies >= least.0 && compared >= least.1 && values >= least.2, "only {counts}");
}

/// An assembly with these numbers of instances.
fn written(counts: &[(u64, u8)]) -> String {
    let mut text = "name: assembly::made::1.0\nproperties:\n".to_owned();
    for (at, (count, _)) in counts.iter().enumerate() {
        text += &format!("  n{at}: {{type: integer, default: {count}}}\n");
    }
    text += "composition:\n";
    for (at, (count, form)) in counts.iter().enumerate() {
        let key = match form {
            0 => format!("quantity: {count}"),
            1 => format!("quantity: '${{n{at}}}'"),
            2 => format!("cluster: {{initial-quantity: {count}, minimum-nodes: 0}}"),
            _ => format!("cluster: {{minimum-nodes: {count}}}"),
        };
        text += &format!("  c{at}: {{type: 'resource::r{at}::1.0', {key}}}\n");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_total_is_the_sum_of_all_counts(counts in prop::collection::vec((prop_oneof![0_u64..40, any::<u64>()], 0_u8..4), 1..12)) {
        let text = written(&counts);
        let model = model("made.yaml", &text).expect("an assembly");
        let deployment = deploy(&*model, "").expect("it is deployed");
        let sum: u128 = counts.iter().map(|(count, _)| u128::from(*count)).sum();
        prop_assert_eq!(deployment.total(), (sum, false));
        prop_assert!(deployment.parts.len() < 400);
    }

    #[test]
    fn any_request_is_read(text in r"[a-z:{}\[\], \n'$&*-]{0,80}") {
        let model = model("made.yaml", &written(&[(2, 1)])).expect("an assembly");
        prop_assert!(deploy(&*model, &text).is_some());
    }
}
