//! Problems as a person sees them: folded by cause in every format, accepted by a baseline, set by `limn.toml`; and how many there are in real files.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use common::corpus::{corpus, files};
use common::folder::{Folder, HEAD};
use common::sarif;
use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{Content, FilePath, Workspace};
use serde_json::Value;

fn inputs(count: usize) -> String {
    let inputs: Vec<String> = (0..count).map(|at| format!("    i{at}: {{type: string}}\n")).collect();
    let inputs = inputs.concat();
    format!(
        "{HEAD}topology_template:\n  inputs:\n{inputs}  node_templates:\n    n: {{type: tosca.nodes.Root}}\n"
    )
}

// --- folding ---

#[test]
fn repeated_problems_are_one_in_text_and_sarif_and_all_in_json() {
    let text = inputs(30) + "    m: {type: my.X}\n    o: {type: my.X}\n";
    let folder = Folder::new("folded", &[("a.yaml", &text)]);
    let (code, out, _) = folder.limn(&["check", "a.yaml"]);
    assert_eq!(code, 1);
    assert!(out.contains(": 30 unused inputs\n"), "{out}");
    assert!(out.contains("unknown node type `my.X` (2 places)"), "{out}");
    assert!(out.contains("also: 37:15"), "{out}");
    assert!(out.contains("unused input `i1`;"), "{out}");
    assert!(out.contains("and 19 more"), "{out}");
    assert!(out.ends_with("1 error, 1 info (32 places) in 1 file\n"), "{out}");

    let log = folder.json(&["check", "a.yaml", "--format", "sarif"]);
    sarif::holds(&log);
    let results = log["runs"][0]["results"].as_array().expect("an array");
    let places: Vec<usize> =
        results.iter().map(|result| result["locations"].as_array().expect("an array").len()).collect();
    assert_eq!(places, [30, 2]);
    assert_eq!(results[0]["locations"][3]["message"]["text"], "unused input `i3`");

    let report = folder.json(&["check", "a.yaml", "--format", "json"]);
    let all = report[0]["diagnostics"].as_array().expect("an array");
    let causes: Vec<u64> =
        all.iter().map(|diagnostic| diagnostic["cause"].as_u64().expect("a number")).collect();
    assert_eq!(causes, [vec![0; 30], vec![30; 2]].concat());
}

#[test]
fn each_cause_of_a_check_with_very_many_is_shown() {
    let nodes: Vec<String> = (0..40).map(|at| format!("    n{at}: {{type: my.X{}}}\n", at / 2)).collect();
    let text = format!(
        "{HEAD}topology_template:\n  node_templates:\n{}    m: {{type: tosca.nodes.Roott}}\n    o: {{}}\n",
        nodes.concat()
    );
    let folder = Folder::new("causes", &[("a.yaml", &text)]);
    let (_, out, _) = folder.limn(&["check", "a.yaml"]);
    let shown = words(&out);
    for at in 0..20 {
        assert!(shown.contains(&format!("unknown node type `my.X{at}`")), "{at}: {out}");
    }
    assert!(shown.contains("and 15 more"), "{out}");
    assert!(out.contains("2 errors (42 places) in 1 file"), "{out}");
}

/// In the text output of real files with very many problems, each cause is named.
#[test]
fn each_cause_of_real_files_is_shown() {
    let Some(family) = corpus("3-tosca") else { return };
    let (mut checked, mut lost) = (0, Vec::new());
    for path in &files(&family, &[".yaml", ".yml"]) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let file = FilePath::new("a.yaml").expect("a name");
        let analysis = Analysis::of_text(&file, &text);
        let Some(file) = analysis.file(&file).filter(|file| !file.diagnostics().is_empty()) else { continue };
        let causes: BTreeSet<&str> = file
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.code.cause.is_none() && diagnostic.follows.is_none())
            .map(|diagnostic| &*diagnostic.message)
            .collect();
        if causes.len() < 12 || checked == 40 {
            continue;
        }
        checked += 1;
        let folder = Folder::new("each", &[("a.yaml", &text)]);
        let (_, out, _) = folder.limn(&["check", "a.yaml"]);
        // Continued lines start with a margin.
        let shown = words(&out);
        let missing = causes.iter().filter(|cause| !shown.contains(&words(cause)));
        // On disk, imports are known to be missing, and what may be of them is undetermined.
        let missing: Vec<&&str> = missing.filter(|cause| !cause.contains("import")).collect();
        if !missing.is_empty() {
            lost.push(format!("{}: {missing:?}", path.display()));
        }
    }
    assert!(checked > 10 && lost.is_empty(), "{checked}: {lost:#?}");
}

#[test]
fn consequences_are_below_their_cause() {
    let text = format!(
        "{HEAD}topology_template:\n  node_templates: {{\n    a: {{type: tosca.nodes.Root, properties: {{x: 1}},\n    b: {{type: \
         tosca.nodes.Root, y: 2}}\n  }}\n"
    );
    let folder = Folder::new("consequences", &[("a.yaml", &text)]);
    let (_, out, _) = folder.limn(&["check", "a.yaml"]);
    assert!(out.contains("problems may result from this one"), "{out}");
    assert!(out.contains("1 error ("), "{out}");
    let report = folder.json(&["check", "a.yaml", "--format", "json"]);
    let all = report[0]["diagnostics"].as_array().expect("an array");
    assert!(
        all.len() > 1
            && all[1..]
                .iter()
                .all(|diagnostic| diagnostic["consequence"] == true && diagnostic["cause"] == 0),
        "{all:#?}"
    );
    sarif::holds(&folder.json(&["check", "a.yaml", "--format", "sarif"]));
}

#[test]
fn keynames_of_a_vendor_are_one_warning_that_names_it() {
    let text = format!(
        "{HEAD}node_types:\n  my.N:\n    derived_from: tosca.nodes.Root\n    properties:\n      a: {{type: string, hidden: false, \
         immutable: false}}\n      b: {{type: string, label: b, hidden: true}}\n"
    );
    let folder = Folder::new("vendor", &[("a.yaml", &text)]);
    let (code, out, _) = folder.limn(&["check", "a.yaml"]);
    assert!(code == 0 && out.contains("`hidden` is an extension of ONAP SDC (3 more)"), "{out}");
    assert!(out.ends_with("1 warning (4 places) in 1 file\n"), "{out}");
}

#[test]
fn each_vendor_is_named_once() {
    let text = format!(
        "{HEAD}tosca_default_namespace: my\nrelationships: {{my.R: {{}}}}\nnode_types:\n  my.N:\n    derived_from: tosca.nodes.SoftwareComponent\n    \
         abstract: true\n    interfaces: {{Standard: {{operations: {{create: {{implementation: a.sh, dependencies: []}}}}}}}}\n    properties: {{a: {{type: \
         string, required: false, display: {{}}, label: a}}}}\ntopology_template:\n  node_templates:\n    h: {{type: tosca.nodes.Compute}}\n    n:\n      \
         type: my.N\n      requirements: [{{on: {{type_requirement: host, node: h, properties: {{}}}}}}]\n  outputs: {{o: {{value: \
         {{get_attribute: [n, host, num_cpus]}}}}}}\n"
    );
    let folder = Folder::new("vendors", &[("a.yaml", &text), ("a.sh", "")]);
    let report = folder.json(&["check", "a.yaml", "--format", "json"]);
    let all = report[0]["diagnostics"].as_array().expect("an array");
    let of_vendors = all.iter().filter(|diagnostic| diagnostic["code"] == "tosca/keyname-of-vendor");
    let mut homes: BTreeMap<&str, (usize, BTreeSet<u64>)> = BTreeMap::new();
    for found in of_vendors {
        let home = text_after(found, "an extension of ");
        let (count, causes) = homes.entry(home).or_default();
        *count += 1;
        causes.insert(found["cause"].as_u64().expect("a number"));
    }
    let counts: Vec<(&str, usize, usize)> =
        homes.iter().map(|(home, (count, causes))| (*home, *count, causes.len())).collect();
    assert_eq!(counts, [("Alien4Cloud", 5, 1), ("Cloudify", 2, 1), ("ONAP SDC", 1, 1)], "{all:#?}");
    // What Alien4Cloud names with `type_requirement` is assigned, and its target is found.
    let rest = all.iter().filter(|diagnostic| diagnostic["code"] != "tosca/keyname-of-vendor");
    let rest: Vec<&str> = rest.map(|diagnostic| text_of(&diagnostic["code"])).collect();
    assert_eq!(rest, Vec::<&str>::new(), "{all:#?}");
}

#[test]
fn what_a_wrong_section_would_declare_is_not_reported() {
    let topology = "topology_template:\n  node_templates:\n    a: {type: my.A}\n    b: {type: my.B, properties: {p: 1}}\n";
    for section in ["node_types:\n  - my.A: {}\n", "node_typess:\n  my.A: {}\n", "node_types: my.A\n"] {
        let folder = Folder::new("section", &[("a.yaml", &format!("{HEAD}{section}{topology}"))]);
        assert_eq!(folder.codes(&["a.yaml"]).len(), 1, "{section}");
    }
}

#[test]
fn an_unknown_parent_is_one_problem() {
    let text = format!(
        "{HEAD}node_types:\n  my.A: {{derived_from: my.Gone, requirements: [{{host: {{capability: tosca.capabilities.Node}}}}]}}\n  \
         my.B: {{derived_from: my.Gone}}\ntopology_template:\n  node_templates:\n    a:\n      type: my.A\n      requirements: []\n      \
         properties: {{v: {{get_attribute: [SELF, host, ip]}}}}\n    b: {{type: my.B, properties: {{x: 1}}}}\n"
    );
    let folder = Folder::new("parent", &[("a.yaml", &text)]);
    let (_, out, _) = folder.limn(&["check", "a.yaml"]);
    assert!(out.contains("unknown node type `my.Gone` (2 places)"), "{out}");
    assert!(!out.contains("`ip`"), "{out}");
}

// --- types of other files ---

/// The files with their texts after the fix of the only problem of `a.yaml` with a code.
#[track_caller]
fn fixed(files: &[(&str, &str)], code: &str) -> (String, String) {
    let path = |name: &str| FilePath::new(name).expect("a name");
    let files = files.iter().map(|(name, text)| (path(name), Content::Text((*text).into())));
    let workspace = Workspace { files: files.collect(), ..Workspace::default() };
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let file = path("a.yaml");
    let checked = analysis.file(&file).expect("it is open");
    let at = checked
        .diagnostics()
        .iter()
        .position(|diagnostic| diagnostic.code.name == code)
        .expect("it is reported");
    let message = checked.diagnostics()[at].message.clone();
    let change = analysis.fix(&file, at, 0).expect("it has a fix");
    (message, change.edits[&file].apply(checked.text()))
}

#[test]
fn an_unknown_type_of_another_file_can_be_imported() {
    const TYPES: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {my.N: {derived_from: tosca.nodes.Root}}\n";
    let use_of = |imports: &str, name: &str| {
        format!(
            "{HEAD}# why\n{imports}topology_template:\n  node_templates:\n    a: {{type: {name}}} # kept\n"
        )
    };
    let check = |before: &str, after: &str, name: &str| {
        let files = [("a.yaml", &*use_of(before, name)), ("types/n.yaml", TYPES), ("b.yaml", HEAD)];
        let (message, text) = fixed(&files, "tosca/unknown-node-type");
        assert_eq!(
            message,
            format!("unknown node type `{name}`; `types/n.yaml` declares it and is not imported")
        );
        assert_eq!(text, use_of(after, name));
    };
    check("imports:\n  - b.yaml\n", "imports:\n  - b.yaml\n  - types/n.yaml\n", "my.N");
    check("imports: [b.yaml]\n", "imports: [b.yaml, types/n.yaml]\n", "my.N");
    check("imports:\n  - file: b.yaml\n", "imports:\n  - file: b.yaml\n  - file: types/n.yaml\n", "my.N");
    check(
        "imports:\n  - b.yaml\n",
        "imports:\n  - b.yaml\n  - file: types/n.yaml\n    namespace_prefix: p\n",
        "p:my.N",
    );
    let files = [("a.yaml", &*use_of("", "my.N")), ("types/n.yaml", TYPES)];
    let (_, text) = fixed(&files, "tosca/unknown-node-type");
    assert!(text.contains("imports:\n") && text.contains("- types/n.yaml\n"), "{text}");
}

#[test]
fn types_in_files_of_winery_are_found() {
    let types = |section: &str, rest: &str| format!("{HEAD}{section}: {{{rest}}}\n");
    let node = types("node_types", "my.N: {derived_from: tosca.nodes.Root, capabilities: {c: {type: my.C}}}");
    let capability = types("capability_types", "my.C: {derived_from: tosca.capabilities.Root}");
    let service = format!("{HEAD}topology_template: {{node_templates: {{n: {{type: my.N}}}}}}\n");
    let files = [
        ("nodetypes/my/N/NodeType.tosca", &*node),
        ("capabilitytypes/my/C/CapabilityType.tosca", &*capability),
        ("other/Definitions.tosca", "<?xml version=\"1.0\"?>\n<Definitions a=\"b: c\"/>\n"),
    ];
    let folder = Folder::new("winery", &files);
    let (code, out, _) = folder.limn(&["check", "."]);
    assert!(code == 0 && out.contains("no problems in 3 files"), "{out}");
    fs::write(folder.0.join("service.tosca"), service).expect("it can be written");
    let (code, out, _) = folder.limn(&["check", "."]);
    let told = "unknown node type `my.N`; `nodetypes/my/N/NodeType.tosca` declares it and is not imported";
    assert!(code == 1 && out.contains(told), "{out}");
}

#[test]
fn a_file_alone_is_read_with_its_repository_of_winery() {
    let types = |section: &str, rest: &str| format!("{HEAD}{section}: {{{rest}}}\n");
    let node = types("node_types", "my.N: {derived_from: tosca.nodes.Root, capabilities: {c: {type: my.C}}}");
    let capability = types("capability_types", "my.C: {derived_from: tosca.capabilities.Root}");
    let folder = Folder::new(
        "repository",
        &[
            ("all/nodetypes/my/N/NodeType.tosca", &*node),
            ("all/capabilitytypes/my/C/CapabilityType.tosca", &*capability),
        ],
    );
    let (code, out, _) = folder.limn(&["check", "all/nodetypes/my/N/NodeType.tosca"]);
    assert_eq!((code, &*out), (0, "no problems in 1 file\n"));
    fs::remove_file(folder.0.join("all/capabilitytypes/my/C/CapabilityType.tosca")).expect("it exists");
    assert_eq!(folder.codes(&["all/nodetypes/my/N/NodeType.tosca"]), ["tosca/unknown-capability-type"]);
}

#[test]
fn a_type_name_without_its_beginning_is_completed() {
    let text = format!(
        "{HEAD}node_types:\n  a.my.Web: {{derived_from: my.Web}}\n  org.acme.shop.Desk: {{derived_from: tosca.nodes.Root}}\ntopology_template:\n  node_templates:\n    w: {{type: \
         Storage.BlockStoragee}}\n    d: {{type: shop.Desk}}\n"
    );
    let folder = Folder::new("beginning", &[("a.yaml", &text)]);
    let (_, out, _) = folder.limn(&["check", "a.yaml"]);
    assert!(out.contains("`shop.Desk`; did you mean `org.acme.shop.Desk`?"), "{out}");
    assert!(out.contains("unknown node type `my.Web`\n"), "{out}");
}

#[test]
fn a_property_beside_properties_moves_there() {
    let template = |beside: &str, properties: &str| {
        format!(
            "{HEAD}topology_template:\n  node_templates:\n    d:\n      type: tosca.nodes.Database\n{beside}      \
             requirements: [{{host: h}}]\n{properties}    h: {{type: tosca.nodes.DBMS, requirements: [{{host: s}}]}}\n    s:\n      type: \
             tosca.nodes.Compute\n      capabilities: {{host: {{num_cpus: 2}}}}\n  policies:\n    - p: {{type: tosca.policies.Scaling, \
             member: [s]}}\n"
        )
    };
    let before = template("      name: shop # kept\n", "");
    let folder = Folder::new("beside", &[("a.yaml", &before)]);
    let (_, out, _) = folder.limn(&["check", "a.yaml"]);
    for told in [
        "unknown node template key `name`; it belongs in `properties`",
        "unknown capability key `num_cpus`; it belongs in `properties`",
        "unknown policy key `member`\n",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    // The property is not missing as well.
    assert!(!out.contains("missing required property"), "{out}");
    let file = FilePath::new("a.yaml").expect("a name");
    let analysis = Analysis::of_text(&file, &before);
    let found = analysis.file(&file).expect("it is open").diagnostics();
    let at =
        found.iter().position(|diagnostic| diagnostic.message.contains("`name`")).expect("it is reported");
    let change = analysis.fix(&file, at, 0).expect("it has a fix");
    let after = template("      properties:\n        name: shop # kept\n", "");
    assert_eq!(change.edits[&file].apply(&before), after);
}

#[test]
fn an_index_that_is_an_input_is_of_a_vendor() {
    let text = format!(
        "{}topology_template:\n  inputs:\n    all: {{type: list, entry_schema: {{type: string}}}}\n    at: {{type: integer}}\n  outputs:\n    \
         a: {{value: {{get_input: [all, at]}}}}\n    b: {{value: {{get_input: [all, none]}}}}\n",
        HEAD.replace("1_3", "1_1")
    );
    let folder = Folder::new("index", &[("a.yaml", &text)]);
    // The input is used, and that the version has no nested values is reported for the other index only.
    let codes = folder.codes(&["a.yaml"]);
    assert_eq!(codes, ["tosca/input-as-index", "tosca/get-input-path", "tosca/unknown-nested-value"]);
}

#[test]
fn what_is_defined_is_not_suggested() {
    let text = format!(
        "{HEAD}node_types:\n  my.Webs: {{derived_from: my.Web}}\ntopology_template:\n  node_templates:\n    web: {{type: \
         tosca.nodes.Root, requirements: [{{dependency: wep}}]}}\n    tosca.nodes.Root2: {{type: tosca.nodes.Root, requirements: \
         [{{dependency: tosca.nodes.Rootx}}]}}\n"
    );
    let folder = Folder::new("self", &[("a.yaml", &text)]);
    let (_, out, _) = folder.limn(&["check", "a.yaml"]);
    assert!(out.contains("unknown node type `my.Web`\n"), "{out}");
    assert!(out.contains("unknown node template `wep`\n"), "{out}");
    assert!(!out.contains("did you mean `tosca.nodes.Root`"), "{out}");
}

#[test]
fn a_missing_import_is_an_error_on_disk_only() {
    let text = format!("{HEAD}imports: [gone.yaml]\n");
    let folder = Folder::new("import", &[("a.yaml", &text)]);
    assert_eq!(folder.limn(&["check", "a.yaml"]).0, 1);
    assert_eq!(folder.limn(&["check", "."]).0, 1);
    let path = FilePath::new("a.yaml").expect("a name");
    let analysis = Analysis::of_text(&path, &text);
    let found = analysis.file(&path).expect("it is open").diagnostics();
    assert!(matches!(found, [it] if it.severity == Severity::Warning), "{found:?}");
}

// --- doubtful verdicts ---

#[test]
fn an_identical_copy_of_a_type_is_a_warning() {
    let types = |of: &str| format!("{HEAD}{of}node_types: {{my.N: {{derived_from: tosca.nodes.Root}}}}\n");
    let folder = Folder::new("copy", &[("a.yaml", &types("imports: [b.yaml]\n")), ("b.yaml", &types(""))]);
    assert_eq!(folder.codes(&["a.yaml"]), ["tosca/type-declared-again"]);
    assert_eq!(folder.limn(&["check", "a.yaml"]).0, 0);
    fs::write(folder.0.join("b.yaml"), types("").replace("nodes.Root", "nodes.Compute"))
        .expect("it can be written");
    assert_eq!(folder.limn(&["check", "a.yaml"]).0, 1);
}

#[test]
fn an_empty_value_equals_an_absent_one_and_null_does_not() {
    let text = |metadata: &str, relationship: &str| {
        format!(
            "{HEAD}metadata: {{template_name: {metadata}}}\ntopology_template:\n  relationship_templates: {{r: {{type: {relationship}}}}}\n"
        )
    };
    let folder = Folder::new("null", &[("a.yaml", &text("", "tosca.relationships.Root"))]);
    assert_eq!(folder.codes(&["a.yaml"]), ["tosca/unused-relationship-template"]);
    let check = |metadata, relationship, code: &str| {
        fs::write(folder.0.join("a.yaml"), text(metadata, relationship)).expect("it can be written");
        let found = folder.codes(&["a.yaml"]);
        assert!(found.iter().any(|other| other == code) && found.len() == 2, "{found:?}");
    };
    let default = |default: &str| {
        format!(
            "{HEAD}node_types: {{my.N: {{derived_from: tosca.nodes.Root, properties: {{p: {{type: string, default: {default}}}}}}}}}\n\
             topology_template: {{node_templates: {{n: {{type: my.N}}}}}}\n"
        )
    };
    fs::write(folder.0.join("a.yaml"), default("")).expect("it can be written");
    assert_eq!(folder.codes(&["a.yaml"]), ["tosca/missing-property"]);
    fs::write(folder.0.join("a.yaml"), default("''")).expect("it can be written");
    assert_eq!(folder.codes(&["a.yaml"]), Vec::<String>::new());
    check("null", "tosca.relationships.Root", "tosca/metadata-not-texts");
    check("", "", "tosca/missing-type");
    check("", "null", "tosca/wrong-shape");
}

#[test]
fn a_root_type_of_tosca_is_not_redefined_beside_own_types() {
    let types =
        "node_types:\n  tosca.nodes.Root: {description: mine}\n  my.N: {derived_from: tosca.nodes.Root}\n";
    let folder = Folder::new("root", &[("a.yaml", &format!("{HEAD}{types}"))]);
    assert!(folder.codes(&["a.yaml"]).contains(&"tosca/normative-type-redefined".to_owned()));
}

/// All versions name `tosca.nodes.Compute` in the requirement; only its capability type has changed, and either is accepted.
#[test]
fn software_is_hosted_by_a_compute_node() {
    for version in ["1_0", "1_1", "1_2", "1_3"] {
        let text = format!(
            "{}topology_template:\n  node_templates:\n    s: {{type: tosca.nodes.SoftwareComponent, requirements: [{{host: h}}]}}\n    h: \
             {{type: tosca.nodes.Compute}}\n",
            HEAD.replace("1_3", version)
        );
        let folder = Folder::new("software", &[("a.yaml", &text)]);
        assert_eq!(folder.codes(&["a.yaml"]), Vec::<String>::new(), "{version}");
        fs::write(folder.0.join("a.yaml"), text.replace("nodes.Compute", "nodes.WebServer"))
            .expect("it can be written");
        let found = folder.codes(&["a.yaml"]);
        assert!(found.contains(&"tosca/wrong-target-type".to_owned()), "{version}: {found:?}");
    }
}

#[test]
fn what_the_homing_engine_refuses_is_an_error() {
    const GOOD: &str = "homing_template_version: '2017-10-10'\nparameters: {where: aai, limit: 1}\nlocations: {here: {latitude: 1, longitude: 2}}\n\
                        demands: {a: [{inventory_provider: {get_param: where}, inventory_type: cloud}]}\nconstraints: {c: {type: \
                        distance_to_location, demands: [a], properties: {distance: '< 100 km', location: here}}}\noptimization: {minimize: \
                        {sum: [{product: [1, {distance_between: [here, a]}]}]}}\n";
    let folder = Folder::new("homing", &[("a.yaml", GOOD)]);
    let (code, out, _) = folder.limn(&["check", "a.yaml"]);
    assert_eq!(code, 0, "{out}");
    for (from, to) in [
        ("locations:", "locations_x:"),
        ("demands: {a: [", "demands_x: {a: ["),
        ("where: aai", "where: multicloud"),
        ("{distance_between: [here, a]}", "{hpa_score: []}"),
    ] {
        fs::write(folder.0.join("a.yaml"), GOOD.replacen(from, to, 1)).expect("it can be written");
        let (code, out, _) = folder.limn(&["check", "a.yaml"]);
        assert_eq!(code, 1, "{to}: {out}");
    }
}

#[test]
fn in_a_project_the_name_is_not_missing_and_what_was_built_is_not_checked() {
    let descriptor = "description: words\ncomposition: {}\n";
    let folder = Folder::new(
        "project",
        &[
            ("lmproject.yml", "schema: '2.0'\nname: shop\nversion: '1.0'\ntype: Assembly\n"),
            ("Descriptor/assembly.yml", descriptor),
            ("_lmctl/staging/Descriptor/assembly.yml", descriptor),
        ],
    );
    let (code, out, _) = folder.limn(&["check", "."]);
    assert!(code == 0 && out.contains("no `name` is written: LMCTL adds `assembly::shop::1.0`"), "{out}");
    assert!(!out.contains("missing required key `name`") && !out.contains("_lmctl"), "{out}");
    // As an argument, it is checked.
    let (_, out, _) = folder.limn(&["check", "_lmctl/staging"]);
    assert!(out.contains("_lmctl/staging/Descriptor/assembly.yml:1:1"), "{out}");
}

#[test]
fn a_file_with_nothing_to_draw_is_reported() {
    let folder = Folder::new("draw", &[("a.yaml", &format!("{HEAD}data_types: {{}}\n"))]);
    let (code, out, err) = folder.limn(&["draw", "a.yaml"]);
    assert_eq!((code, &*out), (2, ""));
    assert!(err.contains("cannot draw `a.yaml`: it has no elements to draw"), "{err}");
}

// --- strict, baseline, settings ---

const WARNING: &str =
    "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {my.N: {description: words}}\n";

#[test]
fn strict_makes_warnings_errors() {
    let folder = Folder::new("strict", &[("a.yaml", WARNING)]);
    assert_eq!(folder.limn(&["check", "a.yaml"]).0, 0);
    let (code, out, _) = folder.limn(&["check", "a.yaml", "--strict"]);
    assert_eq!(code, 1);
    assert!(out.starts_with("error[tosca/rootless-node-type]"), "{out}");
}

#[test]
fn a_baseline_accepts_what_is_there_and_nothing_else() {
    let bad = format!("{HEAD}topology_template:\n  node_templates:\n    a: {{type: my.X}}\n");
    let folder = Folder::new("baseline", &[("a.yaml", &bad), ("b/b.yaml", &bad)]);
    let (code, out, _) = folder.limn(&["check", ".", "--write-baseline", "known.json"]);
    assert_eq!((code, &*out), (0, ""));
    let (code, out, _) = folder.limn(&["check", ".", "--baseline", "known.json"]);
    assert_eq!((code, &*out), (0, "no problems in 2 files\n"));
    // Lines may move; another problem of the same kind is new.
    let moved = bad.replace("topology", "description: more\n\ntopology");
    fs::write(folder.0.join("a.yaml"), &moved).expect("it can be written");
    assert_eq!(folder.limn(&["check", "a.yaml", "--baseline", "known.json"]).0, 0);
    fs::write(folder.0.join("a.yaml"), moved + "    b: {type: my.X}\n").expect("it can be written");
    let found = folder.codes(&["a.yaml", "--baseline", "known.json"]);
    assert_eq!(found, ["tosca/unknown-node-type"]);
    fs::write(folder.0.join("known.json"), "{}").expect("it can be written");
    let (code, _, err) = folder.limn(&["check", ".", "--baseline", "known.json"]);
    assert!(code == 2 && err.contains("cannot read baseline `known.json`"), "{err}");
}

#[test]
fn settings_of_the_project_apply_wherever_the_check_starts() {
    let settings = "strict = true\nignore = [\"old/\"]\n[severity]\n\"tosca/unused-input\" = \"off\"\n";
    let folder = Folder::new(
        "settings",
        &[
            ("limn.toml", settings),
            ("a.yaml", WARNING),
            ("old/b.yaml", WARNING),
            ("x/y/z/w/c.yaml", &inputs(1)),
            ("x/y/z/w/d.yaml", WARNING),
        ],
    );
    for from in [".", "a.yaml", "x/y/z/w"] {
        let (code, out, _) = folder.limn(&["check", from]);
        assert_eq!(code, 1, "{from}: {out}");
        assert!(!out.contains("unused") && !out.contains("old/"), "{from}: {out}");
    }
    let (code, out, _) = folder.limn(&["check", "old/b.yaml", "x/y/z/w/c.yaml"]);
    assert_eq!((code, &*out), (0, "no problems in 2 files\n"));
    fs::write(folder.0.join("limn.toml"), "strict = true\nignored = []\n").expect("it can be written");
    let (code, out, _) = folder.limn(&["check", "."]);
    assert!(code == 1 && out.contains("limn.toml:2:1") && out.contains("did you mean `ignore`?"), "{out}");
    let (code, _, err) = folder.limn(&["check", "x/y/z/w/c.yaml"]);
    assert!(code == 2 && err.contains("limn.toml:2:1: unknown key `ignored`"), "{err}");
}

// --- real files ---

/// Numbers of causes that another check reports now, each with the reason.
const CHANGED: &[(&str, usize, &str)] = &[
    (
        "tosca/rootless-type",
        97,
        "of a data type with neither a parent nor properties, `empty-data-type` is the better report",
    ),
    ("tosca/unknown-keyname", 2, "`label` is a keyname of ONAP SDC"),
    (
        "tosca/hosted-no-software",
        2,
        "`invalid-source-type` reports the same with the types that the host allows",
    ),
    ("tosca/get-input-path", 2, "the name of an input as an index is `input-as-index`"),
    ("tosca/unknown-nested-value", 2, "the name of an input as an index is `input-as-index`"),
    ("tosca/keyname-of-vendor", 2, "the name of a policy as an action is `policy-as-action`"),
    ("tosca/empty-data-type", 2, "a root data type that is declared again is reported for that only"),
];

/// Every TOSCA file of the corpus has few problems, and none of the causes that were found before folding is lost.
#[test]
fn real_files_have_few_problems_and_no_cause_is_lost() {
    let Some(family) = corpus("3-tosca") else { return };
    let (mut counts, mut causes) = (Vec::new(), BTreeMap::<String, usize>::new());
    let mut folders: Vec<PathBuf> =
        fs::read_dir(family).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let mut limn = Command::new(env!("CARGO_BIN_EXE_limn"));
        let output = limn.args(["check", "--format", "json"]).arg(folder).output().expect("it runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for file in report.as_array().expect("an array").iter().filter(|file| file["dialect"] == "tosca") {
            let found = file["diagnostics"].as_array().expect("an array");
            counts.push(
                found.iter().map(|diagnostic| diagnostic["cause"].as_u64()).collect::<BTreeSet<_>>().len(),
            );
            let distinct: BTreeSet<(&str, &str)> = found
                .iter()
                .map(|diagnostic| (text_of(&diagnostic["code"]), text_of(&diagnostic["message"])))
                .collect();
            for (code, _) in distinct {
                *causes.entry(code.to_owned()).or_default() += 1;
            }
        }
    }
    counts.sort_unstable();
    let of = |share: usize| counts[counts.len() * share / 100];
    let (median, most, largest) = (of(50), of(95), counts[counts.len() - 1]);
    assert!(median <= 2 && most <= 8 && largest <= 60, "{median}, {most}, {largest}");

    let before = include_str!("fixtures/tosca-causes.txt").lines().filter_map(|line| line.split_once(' '));
    let lost: Vec<String> = before
        .filter_map(|(code, count)| {
            let (count, now): (usize, usize) =
                (count.parse().expect("a number"), causes.get(code).copied().unwrap_or(0));
            let changed = CHANGED.iter().find(|(changed, ..)| *changed == code).map_or(0, |change| change.1);
            (now + changed < count).then(|| format!("{code}: {count} before, {now} now"))
        })
        .collect();
    assert!(lost.is_empty(), "{lost:#?}");
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// The message of a diagnostic after a phrase.
fn text_after<'v>(found: &'v Value, phrase: &str) -> &'v str {
    text_of(&found["message"]).split_once(phrase).expect("it has the phrase").1
}

/// A text with one blank between words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
