//! Laws of nested documents (row E5), over samples, documents of the seeds and real descriptors: what is extracted and inlined again is the same model,
//! no problem is new, and the text of what does not take part stays as it is.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices, NestingChange};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::yaml::{self, Node, Path};

type Texts = BTreeMap<FilePath, String>;

fn analysis(texts: &Texts) -> Analysis {
    let content = |(file, text): (&FilePath, &String)| (file.clone(), Content::Text(text.as_str().into()));
    let workspace = Workspace { files: texts.iter().map(content).collect(), ..Workspace::default() };
    Analysis::of(&workspace, &Choices::default(), &Analysis::default())
}

fn applied(texts: &Texts, change: NestingChange) -> Texts {
    let mut after = texts.clone();
    for (file, edit) in change.change.edits {
        let text = edit.apply(&after[&file]);
        after.insert(file, text);
    }
    after.extend(change.created);
    after
}

/// A value in which the order of keys and of list items means nothing.
fn unordered(node: Node<'_>) -> String {
    let node = node.resolve();
    if node.is_mapping() {
        let all = node.merged_entries();
        let is_requirement = node.get("node").is_some();
        let mut entries: Vec<(String, String)> = all
            .map(|entry| (entry.key.as_str().unwrap_or_default().into_owned(), unordered(entry.value)))
            .filter(|(key, _)| !(is_requirement && key == "capability" || key == "imports"))
            .collect();
        if let [(key, target)] = entries.as_slice()
            && is_requirement
            && key == "node"
        {
            return target.clone();
        }
        let mut entries: Vec<String> =
            entries.drain(..).map(|(key, value)| format!("{key}: {value}")).collect();
        entries.sort();
        return format!("{{{}}}", entries.join(", "));
    }
    if node.is_sequence() {
        let mut items: Vec<String> = node.items().map(unordered).collect();
        items.sort();
        return format!("[{}]", items.join(", "));
    }
    if node.is_null() { String::new() } else { node.as_str().unwrap_or_default().into_owned() }
}

/// The content of a document. An import of types may remain, and a requirement may name the capability that it has anyway.
fn model(text: &str) -> String {
    let document = yaml::parse(text);
    document.root().map(unordered).unwrap_or_default().replace("}, ", "},\n").replace("], ", "],\n")
}

fn comments(texts: &Texts) -> Vec<String> {
    let of = |text: &String| {
        let document = yaml::parse(text.as_str());
        let all = document.comments().iter();
        all.map(|comment| text[comment.range.start..comment.range.end].trim_end().to_owned())
            .collect::<Vec<_>>()
    };
    let mut all: Vec<String> = texts.values().flat_map(of).collect();
    all.sort();
    all
}

/// The sets of elements to extract: each alone, neighbors, every other one, and all.
fn selections(ids: &[Id]) -> Vec<Vec<Id>> {
    let mut found: Vec<Vec<Id>> = ids.iter().map(|id| vec![id.clone()]).collect();
    found.extend(ids.windows(2).map(<[Id]>::to_vec));
    found.extend(ids.windows(3).map(<[Id]>::to_vec));
    if ids.len() > 3 {
        found.push(ids.iter().step_by(2).cloned().collect());
    }
    found.push(ids.to_vec());
    found
}

fn entries(text: &str, section: &[&str]) -> Vec<Id> {
    let document = yaml::parse(text);
    let at = Path::keys(section.iter().copied());
    let names = document.get(&at).into_iter().flat_map(Node::entries).filter_map(|entry| entry.key.as_str());
    names.map(|name| Id(at.key(&name))).collect()
}

#[derive(Default)]
struct Counts {
    done: usize,
    inlined: usize,
    refusals: BTreeMap<String, usize>,
}

impl Counts {
    fn refused(&mut self, error: &str) {
        let plain = error.split('`').step_by(2).collect::<Vec<_>>().join("…");
        *self.refusals.entry(plain).or_default() += 1;
    }
}

impl Counts {
    /// Checks that most selections can be extracted, and all extractions inlined again.
    fn check_share(&self) {
        let refused: usize = self.refusals.values().sum();
        assert!(self.done > refused, "{} of {}: {:#?}", self.done, self.done + refused, self.refusals);
        assert_eq!(self.done, self.inlined);
    }
}

/// Extracts selections of a document and inlines them again.
fn check(texts: &Texts, own: &FilePath, section: &[&str], counts: &mut Counts) {
    let text = &texts[own];
    let before = analysis(texts);
    let Some(checked) = before.file(own) else { return };
    if checked.broken().is_some() {
        return;
    }
    for ids in selections(&entries(text, section)) {
        let Some(found) = before.extractable(own, &ids) else { continue };
        let place = format!("{own}: {}", ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        let planned = match before.extract(own, &ids, &found.name, &found.file) {
            Ok(planned) => planned,
            Err(error) => {
                counts.refused(&error.to_string());
                continue;
            }
        };
        counts.done += 1;
        let focus = planned.change.focus.clone().expect("the new element is selected");
        let there = applied(texts, planned);
        assert_eq!(comments(&there), comments(texts), "{place}");
        check_rest(text, &there[own], &found.name, &place);
        let after = analysis(&there);
        let back = match after.inline_nested(own, &focus) {
            Ok(back) => applied(&there, back),
            Err(error) => {
                panic!("{place}: {error}\n--- outer\n{}\n--- nested\n{}", there[own], there[&found.file])
            }
        };
        assert_eq!(back[&found.file], there[&found.file], "{place}: the nested file stays");
        let shown = || {
            let [outer, nested, back] = [&there[own], &there[&found.file], &back[own]];
            format!("{place}\n--- outer\n{outer}\n--- nested\n{nested}\n--- back\n{back}")
        };
        assert_eq!(model(&back[own]), model(text), "{}", shown());
        assert_eq!(drawn(&analysis(&back), own), drawn(&before, own), "{}", shown());
        counts.inlined += 1;
    }
}

/// The diagram, in no order.
fn drawn(analysis: &Analysis, file: &FilePath) -> String {
    let graph = analysis.file(file).expect("it is a document").graph().clone();
    let name = |id: &Id| id.0.last_key().unwrap_or_default().to_owned();
    let mut lines: Vec<String> =
        graph.nodes.iter().map(|node| format!("{} {}", node.label, node.caption)).collect();
    lines.extend(graph.links.iter().map(|link| {
        let ends = |ends: &[limn::graph::End]| -> Vec<String> {
            ends.iter()
                .map(|end| format!("{}.{}", name(&end.port.node), end.port.port))
                .collect::<BTreeSet<String>>()
                .into_iter()
                .collect()
        };
        format!("{:?} {:?} -> {:?} {}", link.kind, ends(&link.sources), ends(&link.targets), link.label)
    }));
    lines.extend(graph.groups.iter().map(|group| {
        format!("group {} {:?}", group.label, group.members.iter().map(name).collect::<BTreeSet<_>>())
    }));
    lines.extend(graph.policies.iter().map(|policy| format!("policy {}", policy.label)));
    lines.sort();
    lines.join("\n")
}

/// The lines that stay are as they were and in their order, except those that name the new element.
fn check_rest(before: &str, after: &str, name: &str, place: &str) {
    let mut old = before.lines();
    let mut unknown = Vec::new();
    for line in after.lines() {
        let mut ahead = old.clone();
        match ahead.any(|other| other == line) {
            true => old = ahead,
            false => unknown.push(line),
        }
    }
    // The lines of the new element, and the values that it has.
    let first = unknown.iter().position(|line| line.trim().trim_matches('"').starts_with(name));
    assert!(
        unknown.is_empty() || first.is_some() || unknown.iter().any(|line| line.contains(name)),
        "{place}: {unknown:#?}"
    );
}

fn one(own: &str, text: &str) -> (Texts, FilePath) {
    let own = FilePath::new(own).expect("a plain name");
    (Texts::from([(own.clone(), text.to_owned())]), own)
}

#[test]
fn e5_samples_of_assemblies_are_extracted_and_inlined() {
    let mut counts = Counts::default();
    for name in ["h_bta", "media_edge", "streamer_cluster"] {
        let path = format!("{}/public/samples/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
        let (texts, own) =
            one(&format!("{name}.yaml"), &std::fs::read_to_string(path).expect("the sample exists"));
        check(&texts, &own, &["composition"], &mut counts);
    }
    assert!(counts.done > 5, "{:#?}", counts.refusals);
}

#[test]
fn e5_real_assemblies_are_extracted_and_inlined() {
    let mut counts = Counts::default();
    for family in ["1-tnco-assembly", "2-cp4na-lmctl"] {
        let Some(folder) = corpus(family) else { return };
        for path in files(&folder, &[".yaml", ".yml"]) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let (texts, own) = one("own.yaml", &text);
            check(&texts, &own, &["composition"], &mut counts);
        }
    }
    assert!(counts.done > 20, "{:#?}", counts.refusals);
}

const RESOURCES: &str = "\
--- web.yaml
name: resource::web::1.0
properties:
  port: {type: string}
  host: {type: string}
  note: {type: string}
  out: {type: string, read-only: true}
capabilities:
  http: {type: http}
  status: {type: status}
requirements:
  storage: {type: disk}
operations:
  Join: {}
metrics:
  load: {type: 'metric::load'}
--- disk.yaml
name: resource::disk::1.0
properties:
  size: {type: string}
  note: {type: string}
  path: {type: string, read-only: true}
capabilities:
  volume: {type: disk}
requirements:
  network: {type: net}
operations:
  Mount: {}
";

/// Choices from bytes; a stream that has ended gives zeros.
struct Stream<'b>(&'b [u8]);

impl Stream<'_> {
    fn pick(&mut self, count: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first) % count.max(1)
    }
}

/// A value that component `at` can read.
fn value(stream: &mut Stream<'_>, at: usize) -> String {
    match stream.pick(if at > 0 { 7 } else { 4 }) {
        0 => "plain # kept".to_owned(),
        1 => "'${size}'".to_owned(),
        2 => "\"at ${name}-${size}\"".to_owned(),
        3 => "${instance.name}".to_owned(),
        4 => format!("${{c{}.note}}", stream.pick(at)),
        5 => format!("'http://${{c{}.note}}:${{size}}'", stream.pick(at)),
        _ => format!("\"${{c{}.note}}\"", stream.pick(at)),
    }
}

fn assembly(stream: &mut Stream<'_>) -> String {
    let count = 2 + stream.pick(5);
    let kinds: Vec<&str> = (0..count).map(|_| if stream.pick(2) == 0 { "web" } else { "disk" }).collect();
    let wide = if stream.pick(3) == 0 { "    " } else { "  " };
    let mut text = String::from(
        "name: assembly::shop::2.1\nproperties:\n_size: {type: string} # of each\n_name:\n__type: string\n__description: A name\n",
    );
    for n in 0..stream.pick(3) {
        text += &format!("_out{n}:\n__value: '${{c{}.note}}'\n", stream.pick(count));
    }
    text += "composition:\n";
    for (at, kind) in kinds.iter().enumerate() {
        text += &format!("_# component {at}\n_c{at}:\n__type: resource::{kind}::1.0 # {kind}\n");
        if stream.pick(4) == 0 {
            text += "__quantity: ${size}\n";
        }
        text += "__properties:\n";
        for name in if *kind == "web" { ["port", "host", "note"] } else { ["size", "note", ""] } {
            if name == "note" || (!name.is_empty() && stream.pick(2) == 0) {
                text += &format!("___{name}:\n____value: {}\n", value(stream, at));
            }
        }
    }
    let (mut relationships, mut used) = (String::new(), Vec::new());
    for n in 0..stream.pick(4) {
        let (a, b) = (stream.pick(count), stream.pick(count));
        if a == b || kinds[a] != "disk" || kinds[b] != "web" || used.contains(&b) {
            continue;
        }
        used.push(b);
        relationships += &format!(
            "_link{n}: # a link\n__source-capabilities: [c{a}.volume]\n__target-requirements:\n__- c{b}.storage\n__source-state: Active\n__target-state: Inactive\n"
        );
        if stream.pick(2) == 0 {
            relationships += "__properties:\n___path:\n____value: ${source.note}\n__lifecycle:\n___Create:\n___- target.Join\n___- source.Mount\n";
        }
    }
    if !relationships.is_empty() {
        text += &format!("relationships:\n{relationships}");
    }
    let web = kinds.iter().position(|kind| *kind == "web");
    if let Some(at) = web.filter(|_| stream.pick(2) == 0) {
        text += &format!(
            "operations:\n_Join:\n__source-operation: c{at}.Join\ncapabilities:\n_http:\n__type: http\nmetrics:\n_load:\n__source-metric: c{at}.load\npolicies:\n_grow:\n__type: policy::scale\n__metric: c{at}.load\n__target: c{}\n__properties:\n___scaleOut_threshold: {{value: '${{size}}'}}\n",
            stream.pick(count)
        );
    }
    if stream.pick(2) == 0 {
        text += "designerLayout:\n_elements:\n";
        for at in 0..count {
            text += &format!("__c{at}: {{x: {}, y: {}}}\n", at * 100, stream.pick(200));
        }
    }
    let line = |line: &str| {
        let depth = line.len() - line.trim_start_matches('_').len();
        format!("{}{}\n", wide.repeat(depth), &line[depth..])
    };
    text.lines().map(line).collect::<Vec<String>>().concat()
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 10, ..Default::default() })]
    #[test]
    fn e5_generated_assemblies_are_extracted_and_inlined(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..80)) {
        let (texts, own) = with_resources(&assembly(&mut Stream(&bytes)));
        let mut counts = Counts::default();
        check(&texts, &own, &["composition"], &mut counts);
    }
}

#[test]
fn e5_most_selections_of_service_templates_can_be_extracted() {
    let mut counts = Counts::default();
    for seed in 0..12_u32 {
        let (mut texts, own) = one("shop.yaml", &service_template(&mut Stream(&random_bytes(seed))));
        texts.insert(FilePath::new("types.yaml").expect("a plain name"), TYPES.to_owned());
        check(&texts, &own, TEMPLATES, &mut counts);
    }
    counts.check_share();
}

fn random_bytes(seed: u32) -> Vec<u8> {
    let mut state = u64::from(seed) * 2_654_435_761 + 1;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    (0..80).map(next).collect()
}

#[test]
fn e5_most_selections_of_assemblies_can_be_extracted() {
    let mut counts = Counts::default();
    for seed in 0..12_u32 {
        let (texts, own) = with_resources(&assembly(&mut Stream(&random_bytes(seed))));
        check(&texts, &own, &["composition"], &mut counts);
    }
    counts.check_share();
}

fn with_resources(text: &str) -> (Texts, FilePath) {
    let (mut texts, own) = one("shop.yaml", text);
    for part in RESOURCES.split("--- ").filter(|part| !part.is_empty()) {
        let (name, text) = part.split_once('\n').expect("a name precedes each text");
        texts.insert(FilePath::new(name).expect("a plain name"), text.to_owned());
    }
    (texts, own)
}

const TEMPLATES: &[&str] = &["topology_template", "node_templates"];

const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
description: A shop
topology_template:
  inputs:
    port: {type: integer, default: 80} # of the shop
    user:
      type: string
      description: The administrator
  node_templates:
    # Where everything runs
    server:
      type: tosca.nodes.Compute # big
      capabilities:
        host:
          properties: {num_cpus: 4}
    db_server: {type: tosca.nodes.Compute}
    dbms:
      type: tosca.nodes.DBMS
      properties:
        port: {get_input: port} # the same
        root_password: 'secret'
      requirements:
        - host: db_server
    db:
      type: tosca.nodes.Database
      properties:
        name: shop
        user: { get_input: user }
        port: {get_property: [dbms, port]}
      requirements:
        - host: dbms
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: server
        - dependency:
            node: db
            relationship: tosca.relationships.DependsOn
    app:
      type: tosca.nodes.WebApplication
      properties:
        context_root: {get_property: [db, name]}
      requirements: [host: web]
  groups:
    data:
      type: tosca.groups.Root
      members: [dbms, db]
  policies:
    - near:
        type: tosca.policies.Placement
        targets: [web, app]
  outputs:
    address: {value: {get_attribute: [server, public_address]}}
    name: {value: {get_property: [db, name]}}
";

#[test]
fn e5_service_templates_are_extracted_and_inlined() {
    let mut counts = Counts::default();
    for version in ["1_3", "1_2"] {
        let (texts, own) = one("shop.yaml", &SHOP.replace("yaml_1_3", &format!("yaml_{version}")));
        check(&texts, &own, TEMPLATES, &mut counts);
        let mut alone = texts.clone();
        let (from, to) = (SHOP.find("  groups:").expect("groups"), SHOP.find("  outputs:").expect("outputs"));
        let lines = &SHOP[from..to];
        alone.insert(own.clone(), texts[&own].replace(lines, ""));
        check(&alone, &own, TEMPLATES, &mut counts);
    }
    for name in ["book_shop", "web_cluster", "check_running"] {
        let path = format!("{}/public/samples/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
        let (texts, own) =
            one(&format!("{name}.yaml"), &std::fs::read_to_string(path).expect("the sample exists"));
        check(&texts, &own, TEMPLATES, &mut counts);
    }
    assert!(counts.done > 7, "{:#?}", counts.refusals);
}

#[test]
fn e5_real_service_templates_are_extracted_and_inlined() {
    let Some(folder) = corpus("3-tosca") else { return };
    let every = std::env::var("LIMN_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(16);
    let mut counts = Counts::default();
    for path in files(&folder, &[".yaml", ".yml"]).into_iter().step_by(every) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        // Quadratic in the number of selections.
        if text.len() > 40_000 || !text.contains("node_templates") {
            continue;
        }
        let (texts, own) = one("own.yaml", &text);
        check(&texts, &own, TEMPLATES, &mut counts);
    }
}

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
capability_types:
  my.caps.Link: {derived_from: tosca.capabilities.Root}
node_types:
  my.nodes.App:
    derived_from: tosca.nodes.Root
    properties:
      note: {type: string}
      port: {type: integer, default: 80}
    attributes:
      out: {type: string}
    capabilities:
      link: {type: my.caps.Link}
    requirements:
      - link: {capability: my.caps.Link, occurrences: [0, 1]}
      - extra: {capability: my.caps.Link, occurrences: [0, 1]}
";

fn service_template(stream: &mut Stream<'_>) -> String {
    let count = 2 + stream.pick(5);
    let mut text = String::from(
        "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [types.yaml]\ntopology_template:\n  inputs:\n    size: {type: string, default: small} # of all\n  node_templates:\n",
    );
    for at in 0..count {
        text += &format!("    # node {at}\n    n{at}:\n      type: my.nodes.App # app\n      properties:\n");
        text += &match stream.pick(if at > 0 { 5 } else { 3 }) {
            0 => "        note: plain # kept\n".to_owned(),
            1 => "        note: {get_input: size}\n".to_owned(),
            2 => "        note: {concat: [a, {get_input: size}]}\n".to_owned(),
            3 => format!("        note: {{get_property: [n{}, note]}}\n", stream.pick(at)),
            _ => format!("        note: {{concat: ['x', {{get_property: [n{}, note]}}]}}\n", stream.pick(at)),
        };
        if at > 0 && stream.pick(2) == 0 {
            text += "      requirements:\n";
            text += &match stream.pick(2) {
                0 => format!("        - link: n{}\n", stream.pick(at)),
                _ => format!("        - link: {{node: n{}, capability: link}}\n", stream.pick(at)),
            };
            if stream.pick(3) == 0 {
                text += &format!("        - extra: n{} # more\n", stream.pick(at));
            }
        }
    }
    if stream.pick(3) == 0 {
        text += &format!(
            "  groups:\n    some:\n      type: tosca.groups.Root\n      members: [n0, n{}]\n",
            stream.pick(count)
        );
    }
    if stream.pick(3) == 0 {
        text += "  policies:\n    - near: {type: tosca.policies.Placement, targets: [n1]}\n";
    }
    text += &format!("  outputs:\n    out: {{value: {{get_attribute: [n{}, out]}}}}\n", stream.pick(count));
    text
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 10, ..Default::default() })]
    #[test]
    fn e5_generated_service_templates_are_extracted_and_inlined(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..60)) {
        let mut counts = Counts::default();
        let (mut texts, own) = one("shop.yaml", &service_template(&mut Stream(&bytes)));
        texts.insert(FilePath::new("types.yaml").expect("a plain name"), TYPES.to_owned());
        check(&texts, &own, TEMPLATES, &mut counts);
    }
}
