//! Conversion to portable TOSCA: what each part becomes, and what holds for any document.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use limn_analysis::{Analysis, Choices, ConversionEffect, ConvertedText};
use limn_check::corpus::{corpus, files};
use limn_files::{Content, FilePath, Workspace};
use limn_language::diagnostic::Severity;

const CONVERSIONS: [&str; 2] = ["tosca-1.3", "tosca-1.2"];

fn analysis(file: &str, text: &str, profile: Option<&str>) -> (FilePath, Analysis) {
    let file = FilePath::new(file).expect("a test's path is fine");
    let workspace = Workspace::of(file.clone(), text);
    let choices = Choices { profile: profile.map(str::to_owned), ..Choices::default() };
    let analysis = Analysis::of(&workspace, &choices, &Analysis::default());
    (file, analysis)
}

fn convert(text: &str, profile: &str, id: &str) -> ConvertedText {
    let (file, analysis) = analysis("blueprint.yaml", text, Some(profile));
    analysis.file(&file).expect("the file is read").convert(id).expect("it can be converted")
}

/// Converts an AMP blueprint; the first line of the result is its version.
fn body(text: &str, id: &str) -> (String, Vec<String>) {
    let text = format!("tosca_definitions_version: tosca_simple_yaml_1_3\n{text}");
    let converted = convert(&text, "amp", id);
    let notes = converted.notes.iter();
    let notes = notes.map(|note| format!("{} {:?} {}", note.line, note.effect, note.message)).collect();
    (converted.text.split_once('\n').expect("a version").1.to_owned(), notes)
}

#[track_caller]
fn becomes(before: &str, after: &str) -> Vec<String> {
    let (text, notes) = body(before, "tosca-1.3");
    assert_eq!(text, after, "{notes:#?}");
    notes
}

/// A property of a node template.
fn property(value: &str) -> String {
    format!(
        "topology_template:
  inputs:
    size: {{type: integer}}
  node_templates:
    db:
      type: org.example.Db
    web:
      type: org.example.Web
      properties:
        value: {value} # as before
"
    )
}

#[test]
fn expressions_become_functions() {
    for (expression, function) in [
        (r#"$brooklyn:config("port")"#, "{get_property: [SELF, port]}"),
        (r#"$brooklyn:self().config("port")"#, "{get_property: [SELF, port]}"),
        (r#"$brooklyn:config("map")["a.b"][0]"#, "{get_property: [SELF, map, a.b, 0]}"),
        (r#"$brooklyn:component("db").config("port")"#, "{get_property: [db, port]}"),
        (r#"$brooklyn:component("db").attributeWhenReady("url")"#, "{get_attribute: [db, url]}"),
        (r#"$brooklyn:scopeRoot().config("size")"#, "{get_input: size}"),
        (r#"$brooklyn:literal("$brooklyn")"#, "$brooklyn"),
        (
            r#"$brooklyn:formatString("%s:%s%%", component("db").config("port"), 80)"#,
            "{concat: [{get_property: [db, port]}, :80%]}",
        ),
        (r#"$brooklyn:formatString("a%sc", "b")"#, "abc"),
        ("{$brooklyn:config: port}", "{get_property: [SELF, port]}"),
    ] {
        let (text, notes) = body(&property(expression), "tosca-1.3");
        assert_eq!(text, property(function), "{expression}");
        assert!(notes.iter().any(|note| note.starts_with("11 Changed")), "{notes:#?}");
    }
    for expression in [
        r#"$brooklyn:parent().config("port")"#,
        r#"$brooklyn:component("nowhere").config("port")"#,
        r#"$brooklyn:formatString("%d", config("port"))"#,
        r#"$brooklyn:formatString("%s%s", config("port"))"#,
        r#"$brooklyn:config("port")["#,
        "{$brooklyn:entitySpec: {type: a, brooklyn.config: {b: '$brooklyn:config(\"c\")'}}}",
    ] {
        let notes = becomes(&property(expression), &property(expression));
        assert!(notes.iter().any(|note| note.starts_with("11 Kept")), "{notes:#?}");
    }
}

#[test]
fn types_become_schemas() {
    becomes(
        "topology_template:
  inputs:
    # Names of machines.
    names:
      type: list<map<string,double>>
      required: false
    share: {type: double} # of the load
",
        "topology_template:
  inputs:
    # Names of machines.
    names:
      type: list
      entry_schema: {type: map, entry_schema: {type: float}}
      required: false
    share: {type: float} # of the load
",
    );
}

#[test]
fn what_only_amp_has_is_dropped() {
    let notes = becomes(
        "metadata:
  template_name: a
  template_version: 1.0-SNAPSHOT
  template_icon: classpath://logo.png
  template_tags: [web, shop]
topology_template:
  node_templates:
    db: {type: tosca.nodes.SoftwareComponent}
    web:
      type: tosca.nodes.SoftwareComponent
      attributes:
        uri: {get_attribute: [SELF, CheckRunning.check_running.URI]}
      requirements:
        - dependency:
            node: db
            relationship: {type: brooklyn.tosca.relationships.RequiresRunning, properties: {timeout: 1m}}
      interfaces:
        Standard:
          create: classpath://scripts/create.sh
          configure:
            inputs: {target: db}
            implementation:
              primary: {type: brooklyn.tosca.artifacts.Implementation.BlockUntilRunning}
        CheckRunning:
          operations: {check_running: classpath://scripts/check.sh}
  policies:
    - scale: {type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy, targets: [web]}
  groups:
    both: {type: tosca.groups.Root, members: [db, web]}
    settings:
      type: brooklyn.tosca.groups.initializer
      members: [web]
      properties:
        brooklyn.enrichers: [{type: org.example.Enricher}]
        location: my-cloud
",
        "metadata:
  template_name: a
  template_version: 1.0.0.SNAPSHOT
  template_icon: classpath://logo.png
  template_tags: web, shop
topology_template:
  node_templates:
    db: {type: tosca.nodes.SoftwareComponent}
    web:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - dependency:
            node: db
            relationship: {type: tosca.relationships.DependsOn}
      interfaces:
        Standard:
          create: scripts/create.sh
  policies:
    - scale: {type: tosca.policies.Scaling, targets: [web]}
  groups:
    both: {type: tosca.groups.Root, members: [db, web]}
",
    );
    let removed: Vec<&str> =
        notes.iter().filter_map(|note| note.split_once(" Removed ").map(|pair| pair.1)).collect();
    let parts =
        ["attribute `uri`", "property `timeout`", "operation `configure`", "interface `CheckRunning`"];
    let settings = ["group `settings`", "enricher `org.example.Enricher`", "location `my-cloud`"];
    let expected: Vec<&str> = parts.into_iter().chain(settings).collect();
    assert_eq!(removed.len(), expected.len(), "{removed:#?}");
    for (note, start) in removed.iter().zip(expected) {
        assert!(note.starts_with(start), "{note}");
    }
}

#[test]
fn the_draft_of_the_plugin_becomes_a_template() {
    let before = "tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03
description: A shop
template_name: shop
template_version: 1.0.0-SNAPSHOT
imports:
  - tosca-normative-types:1.0.0.wd06-SNAPSHOT
  - shop-types:1.0.0
topology_template:
  node_templates:
    web:
      type: org.example.Web
      name: Web
      requirements:
        - db: {node: web, relationship: org.example.Uses, properties: {a: 1}}
  groups:
    add_brooklyn_location:
      members: [web]
      policies:
        - brooklyn.location: localhost
        - scale: {type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy}
";
    let after = "tosca_definitions_version: tosca_simple_yaml_1_3
metadata:
  template_name: shop
  template_version: 1.0.0.SNAPSHOT
description: A shop
imports:
  - shop-types:1.0.0
topology_template:
  node_templates:
    web:
      type: org.example.Web
      requirements:
        - db: {node: web, relationship: {type: org.example.Uses, properties: {a: 1}}}
  policies:
    - scaling:
        type: tosca.policies.Scaling
        targets:
          - web
";
    let converted = convert(before, "amp-plugin", "tosca-1.3");
    assert_eq!(converted.text, after, "{:#?}", converted.notes);
    let lines = |effect| -> Vec<usize> {
        converted.notes.iter().filter(|note| note.effect == effect).map(|note| note.line).collect()
    };
    assert_eq!(lines(ConversionEffect::Removed), [6, 12, 16, 19]);
    assert_eq!(lines(ConversionEffect::Changed), [1, 3, 4, 14, 14, 20]);
}

#[test]
fn operations_are_written_as_in_the_older_version() {
    let before = "topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      interfaces:
        Standard:
          # How it starts.
          inputs: {a: 1}
          operations:
            start: start.sh
            stop: {implementation: stop.sh, inputs: {b: 2}}
";
    let (text, notes) = body(before, "tosca-1.2");
    let after = before.replace("          operations:\n", "").replace("            st", "          st");
    assert_eq!(text, after, "{notes:#?}");
}

#[test]
fn operations_keep_their_comments_in_the_older_version() {
    let before = "topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      interfaces:
        Standard:
          operations: # the steps
            # First of all.
            start: start.sh   # in front
            stop:
              # Not twice.
              implementation: |-
                stop.sh
              inputs: { b: 'two
                lines' }

            # The last one.
            delete: delete.sh
          # Inputs of all.
          inputs: {a: 1}
";
    let after = "topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      interfaces:
        Standard:
          # the steps
          # First of all.
          start: start.sh   # in front
          stop:
            # Not twice.
            implementation: |-
              stop.sh
            inputs: { b: 'two
              lines' }

          # The last one.
          delete: delete.sh
          # Inputs of all.
          inputs: {a: 1}
";
    for eol in ["\n", "\r\n"] {
        let (text, notes) = body(&before.replace('\n', eol), "tosca-1.2");
        assert_eq!(text.replace("\r\n", "\n"), after, "{notes:#?}");
        assert_eq!(text.matches('\r').count(), if eol == "\n" { 0 } else { after.lines().count() });
        assert_eq!(notes.iter().filter(|note| note.contains("Changed operations")).count(), 1, "{notes:#?}");
    }
    // In flow style, a comment would be lost.
    let flow = "topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      interfaces:
        Standard: {operations: {start: start.sh, # first
          stop: stop.sh}}
";
    let (text, notes) = body(flow, "tosca-1.2");
    assert_eq!(text, flow);
    assert!(notes.iter().any(|note| note.contains("Kept `operations`")), "{notes:#?}");
}

/// Types of a server, of which there can be several, and of an application.
const TYPES: &str = "node_types:
  my.Server:
    derived_from: tosca.nodes.Compute
    properties:
      image: {type: string}
      url: {type: string}
  my.App: {derived_from: tosca.nodes.SoftwareComponent}
";

fn clusters(topology: &str) -> String {
    format!("{TYPES}topology_template:\n{topology}")
}

#[test]
fn a_cluster_of_tosca_nodes_becomes_a_node_that_scales() {
    let before = clusters(
        "  node_templates:
    db: {type: tosca.nodes.DBMS}
    servers:
      type: tosca.entity.DynamicCluster # of servers
      properties:
        # At the start.
        cluster.initial.size: 2
        # What each one is.
        dynamiccluster.memberspec:
          $brooklyn:entitySpec: # one of them
            name: Server
            type: my.Server
            brooklyn.config:
              # The image.
              image: base-9   # small
              url: $brooklyn:component(\"db\").attributeWhenReady(\"url\")
              user: admin
  policies:
    - grow:
        type: tosca.policies.Scaling
        targets: [servers]
        properties: {metric: cpu, minPoolSize: 1, maxPoolSize: 4}
",
    );
    let after = clusters(
        "  node_templates:
    db: {type: tosca.nodes.DBMS}
    servers:
      type: my.Server # of servers
      properties:
        # What each one is.
        # one of them
        # The image.
        image: base-9   # small
        url: {get_attribute: [db, url]}
      capabilities:
        scalable:
          properties:
            min_instances: 1
            max_instances: 4
            default_instances: 2
  policies:
    - grow:
        type: tosca.policies.Scaling
        targets: [servers]
",
    );
    for id in CONVERSIONS {
        let (text, notes) = body(&before, id);
        assert_eq!(text, after, "{notes:#?}");
        let found: Vec<&str> =
            notes.iter().map(String::as_str).filter(|note| !note.starts_with("1 ")).collect();
        assert_eq!(
            found,
            [
                "13 Changed cluster to a node of type `my.Server`",
                "16 Changed `cluster.initial.size` to `default_instances`",
                "18 Changed configuration of the members to properties",
                "20 Removed `name` of the members",
                "21 Changed the type of the members is that of the node",
                "25 Changed `$brooklyn:` function `attributeWhenReady` to `get_attribute`",
                "25 Kept unknown attribute or property `url` on node type `tosca.nodes.DBMS`",
                "26 Removed unknown property `user` on node type `my.Server`",
                "31 Changed `maxPoolSize` to `max_instances` of `servers`",
                "31 Changed `minPoolSize` to `min_instances` of `servers`",
                "31 Removed `metric`: `tosca.policies.Scaling` has no properties",
            ]
        );
    }
}

#[test]
fn a_cluster_whose_type_has_no_size_loses_it() {
    let notes = becomes(
        &clusters(
            "  inputs: {size: {type: integer}}
  node_templates:
    apps:
      type: tosca.entity.DynamicCluster
      properties:
        cluster.initial.size: {get_input: size}
        dynamiccluster.memberspec: {$brooklyn:entitySpec: my.App}
    machines:
      type: org.apache.brooklyn.entity.group.DynamicCluster
      properties:
        cluster.initial.size: {get_input: size}
        dynamiccluster.memberspec: {$brooklyn:entitySpec: {type: tosca.nodes.Compute}}
",
        ),
        &clusters(
            "  inputs: {size: {type: integer}}
  node_templates:
    apps:
      type: my.App
    machines:
      type: tosca.nodes.Compute
      capabilities:
        scalable:
          properties:
            max_instances: {get_input: size}
            default_instances: {get_input: size}
",
        ),
    );
    let size = "Removed `cluster.initial.size`: type `my.App` has no capability of type `tosca.capabilities.Scalable`";
    assert!(notes.iter().any(|note| note.ends_with(size)), "{notes:#?}");
}

#[test]
fn a_policy_of_a_group_that_scales_becomes_one_of_tosca() {
    let group = |members: &str| {
        format!(
            "  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members: [{members}]
      properties:
        location: east
        brooklyn.policies:
          - type: org.apache.brooklyn.policy.autoscaling.AutoScalerPolicy
            brooklyn.config: {{metric: cpu, maxPoolSize: 3}}
"
        )
    };
    let machines = "  node_templates:
    machines:
      type: tosca.entity.DynamicCluster
      properties: {dynamiccluster.memberspec: {$brooklyn:entitySpec: {type: tosca.nodes.Compute}}}
";
    let notes = becomes(
        &clusters(&format!("{machines}{}", group("machines"))),
        &clusters(
            "  node_templates:
    machines:
      type: tosca.nodes.Compute
      capabilities: {scalable: {properties: {max_instances: 3}}}
  policies:
    - scaling:
        type: tosca.policies.Scaling
        targets:
          - machines
",
        ),
    );
    assert!(notes.iter().any(|note| note.contains("Removed location `east`")), "{notes:#?}");
    // What the catalog has stays a cluster, with the settings of its policy.
    let others = machines.replace("tosca.nodes.Compute", "com.example.server");
    becomes(
        &clusters(&format!("{others}{}", group("machines"))),
        &clusters(&format!(
            "{others}  policies:
    - scaling:
        type: tosca.policies.Scaling
        targets:
          - machines
        properties: {{metric: cpu, maxPoolSize: 3}}
"
        )),
    );
}

#[test]
fn groups_as_a_list_become_a_mapping() {
    let nodes = "topology_template:
  node_templates:
    a: {type: tosca.nodes.Compute}
";
    let settings = "  - add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members: [a]
      properties: {location: east}
";
    becomes(&format!("{nodes}  groups:\n{settings}"), nodes);
    let others = "  - all: # of them
      type: tosca.groups.Root
      members: [a]
";
    let after = others.replace("  - all", "    all");
    let notes =
        becomes(&format!("{nodes}  groups:\n{settings}{others}"), &format!("{nodes}  groups:\n{after}"));
    assert!(notes.iter().any(|note| note.ends_with("Changed list of groups to a mapping")), "{notes:#?}");
}

#[test]
fn a_broken_or_foreign_document_is_refused() {
    let refused = |text: &str, id: &str| {
        let (file, analysis) = analysis("a.yaml", text, None);
        analysis.file(&file).expect("the file is read").convert(id).expect_err("it is refused")
    };
    let of_amp = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_tags: [a]}\n";
    assert!(refused(of_amp, "yaml").starts_with("unknown conversion `yaml`"));
    assert!(refused(&format!("{of_amp}a: [\n"), "tosca-1.3").starts_with("syntax error in line"));
    let plain = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {}\n";
    assert_eq!(refused(plain, "tosca-1.3"), "no conversion exists for TOSCA service template");
}

/// The samples, and the documents of the corpus.
fn documents() -> Vec<(String, String)> {
    let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../public/samples");
    let samples = ["web_cluster.yaml", "check_running.yaml"].map(|name| public.join(name));
    let corpus = corpus("4-brooklyn-tosca").map(|folder| files(&folder, &[".yaml", ".yml"]));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        // A list of 39,000 lines has nothing that the shorter ones have not.
        (text.len() < 200_000).then(|| (path.display().to_string(), text))
    };
    samples.into_iter().chain(corpus.into_iter().flatten()).filter_map(read).collect()
}

#[test]
fn laws_of_every_conversion() {
    for (name, text) in documents() {
        let (file, read) = analysis("a.yaml", &text, None);
        let checked = read.file(&file).expect("the file is read");
        if checked.conversions().is_empty() || checked.broken().is_some() {
            continue;
        }
        let profile = checked.language().profile.expect("a language");
        for id in CONVERSIONS {
            let converted = checked.convert(id).expect("it is offered");
            let (file, result) = analysis("a.yaml", &converted.text, Some(profile));
            let result = result.file(&file).expect("the result is read");
            assert_eq!(result.broken(), None, "{name} {id}");
            let again = result.convert(id).expect("the result can be converted");
            assert_eq!(again.text, converted.text, "{name} {id}: the second conversion changes more");
            assert!(again.notes.iter().all(|note| note.effect == ConversionEffect::Kept), "{name} {id}");
            lost_lines_are_noted(&name, &text, &converted);
            errors_are_noted(&name, &text, &converted, id);
        }
    }
}

/// Each line that the result has not is in a note, or opens a section of which nothing is left.
fn lost_lines_are_noted(name: &str, before: &str, converted: &ConvertedText) {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for line in converted.text.lines() {
        *left.entry(line.trim()).or_default() += 1;
    }
    let is_noted = |line: usize| {
        let notes = converted.notes.iter().filter(|note| note.effect != ConversionEffect::Kept);
        notes.into_iter().any(|note| (note.line..=note.last_line).contains(&line))
    };
    let lines: Vec<&str> = before.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let content = line.trim();
        let is_content = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
        let next = lines[at + 1..].iter().position(&is_content);
        let opens = content.ends_with(':') && next.is_some_and(|next| is_noted(at + next + 2));
        if !is_content(&content) || is_noted(at + 1) || opens {
            continue;
        }
        let count = left.get_mut(content).filter(|count| **count > 0);
        let Some(count) = count else { panic!("{name}:{}: lost without a note: {line}", at + 1) };
        *count -= 1;
    }
}

/// Errors that TOSCA's check finds in the result are those of the original, or noted.
fn errors_are_noted(name: &str, before: &str, converted: &ConvertedText, profile: &str) {
    let errors = |text: &str| -> Vec<String> {
        let (file, read) = analysis("a.yaml", text, Some(profile));
        let checked = read.file(&file).expect("the file is read");
        let errors = checked.diagnostics().iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.map(|diagnostic| diagnostic.message.clone()).collect()
    };
    let known = errors(before);
    let is_kept = |message: &str| {
        let mut kept = converted.notes.iter().filter(|note| note.effect == ConversionEffect::Kept);
        kept.any(|note| note.message == message)
    };
    for error in errors(&converted.text).iter().filter(|error| !known.contains(error)) {
        assert!(is_kept(error), "{name} {profile}: {error}");
    }
    if name.ends_with("web_cluster.yaml") || name.ends_with("check_running.yaml") {
        let new: Vec<String> =
            errors(&converted.text).into_iter().filter(|error| !known.contains(error)).collect();
        assert_eq!(new, [""; 0], "{name} {profile}");
    }
}

#[test]
fn files_of_the_bundle_are_found_from_the_document() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      interfaces: {Standard: {start: classpath://scripts/start.sh}}
";
    let file = FilePath::new("shop/templates/a.yaml").expect("a path");
    let start = |others: &[&str]| {
        let mut workspace = Workspace::of(file.clone(), text);
        for other in others {
            workspace.files.insert(FilePath::new(other).expect("a path"), Content::Text("".into()));
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let converted = analysis.file(&file).expect("a file").convert("tosca-1.3").expect("a conversion");
        converted.text.split("start: ").nth(1).and_then(|rest| rest.split('}').next()).map(str::to_owned)
    };
    assert_eq!(start(&[]).as_deref(), Some("scripts/start.sh"));
    assert_eq!(start(&["shop/scripts/start.sh"]).as_deref(), Some("../scripts/start.sh"));
    assert_eq!(start(&["TOSCA-Metadata/TOSCA.meta"]).as_deref(), Some("../../scripts/start.sh"));
}
