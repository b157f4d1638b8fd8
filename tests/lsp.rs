//! The language server over a connection in memory, on projects in a folder: what an editor gets for each request, and that nothing ends the server.

#[path = "lsp/clients.rs"]
mod clients;
mod common;
#[path = "lsp/editor.rs"]
mod editor;

use serde_json::{Value, json};

use editor::{Editor, project};
use limn::lsp::path_of;

/// A service template, the types that it imports, and the types that those derive from.
const PROJECT: &[(&str, &str)] = &[
    (
        "shop.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_3
imports:
  - types/web.yaml
topology_template:
  inputs:
    port: {type: integer, default: 8080}
  node_templates:
    # The façade 😀.
    web:
      type: shop.Web
      properties:
        port: {get_input: port}
      requirements:
        - host: server
    server:
      type: tosca.nodes.Compute
",
    ),
    (
        "types/web.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_3
imports: [base.yaml]
node_types:
  shop.Web:
    derived_from: shop.Base
    properties:
      port: {type: integer, required: true}
",
    ),
    (
        "types/base.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Base:
    derived_from: tosca.nodes.SoftwareComponent
",
    ),
];

#[test]
fn e6_problems_are_reported_while_typing() {
    let folder = project("typing", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    // In UTF-16, the emoji counts twice.
    editor.replace("shop.yaml", "😀.\n    web", "😀!\n    wob");
    assert_eq!(editor.text("shop.yaml").matches("wob").count(), 1);
    editor.replace("shop.yaml", "shop.Web", "shop.Wob");
    let found = editor.problems("shop.yaml");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("tosca/unknown-node-type 9:12-9:20: unknown node type `shop.Wob`"),
        "{found:?}"
    );
    editor.replace("shop.yaml", "shop.Wob", "shop.Web");
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    editor.close();
}

#[test]
fn an_unsaved_text_wins_over_the_disk_in_other_files() {
    let folder = project("unsaved", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    editor.open("types/web.yaml");
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    editor.replace("types/web.yaml", "shop.Web:", "shop.Other:");
    let found = editor.problems("shop.yaml");
    assert!(found.iter().any(|problem| problem.contains("unknown node type `shop.Web`")), "{found:?}");
    // The change is dropped: the disk counts again.
    editor.close_file("types/web.yaml");
    editor.replace("shop.yaml", "default: 8080", "default: 8081");
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    editor.close();
}

#[test]
fn positions_are_in_the_encoding_that_was_agreed() {
    for (offered, chosen, column) in [
        (json!(["utf-16"]), "utf-16", 16),
        (json!(["utf-32", "utf-16"]), "utf-32", 15),
        (json!(["utf-16", "utf-8"]), "utf-8", 19),
    ] {
        let folder = project(
            "encodings",
            &[(
                "a.yaml",
                "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs:\n    é😀: {type: shop.Odd}\n",
            )],
        );
        let mut editor = Editor::with(&folder, &json!({ "general": { "positionEncodings": offered } }));
        assert_eq!(editor.capabilities["positionEncoding"], chosen);
        editor.open("a.yaml");
        let found = editor.problems("a.yaml");
        let start = format!(" 3:{column}-");
        assert!(found.iter().any(|problem| problem.contains(&start)), "{chosen}: {found:?}");
        editor.close();
    }
}

#[test]
fn e6_problems_are_pulled_with_related_places_and_links_to_the_manual() {
    let folder = project("pull", PROJECT);
    let capabilities = json!({ "textDocument": {
        "diagnostic": {}, "publishDiagnostics": { "relatedInformation": true, "codeDescriptionSupport": true },
    } });
    let mut editor = Editor::with(&folder, &capabilities);
    editor.open("shop.yaml");
    editor.replace("shop.yaml", "    server:\n", "    server: {type: tosca.nodes.Compute}\n    server:\n");
    let uri = editor.uri("shop.yaml");
    let pull = json!({ "textDocument": { "uri": uri } });
    let report = editor.ask("textDocument/diagnostic", pull.clone());
    assert_eq!(report["kind"], "full");
    let duplicate = report["items"]
        .as_array()
        .and_then(|all| all.iter().find(|diagnostic| diagnostic["code"] == "common/repeated-key"))
        .expect("reported");
    assert_eq!(duplicate["codeDescription"]["href"], "https://example.org/manual/common.md#repeated-key");
    assert_eq!(duplicate["relatedInformation"][0]["location"]["uri"], uri);
    let mut again = pull;
    again["previousResultId"] = report["resultId"].clone();
    assert_eq!(editor.ask("textDocument/diagnostic", again)["kind"], "unchanged");
    let all = editor.ask("workspace/diagnostic", json!({ "previousResultIds": [] }));
    assert_eq!(all["items"].as_array().map(Vec::len), Some(3), "{all}");
    assert!(editor.take_reports().is_empty(), "an editor that pulls gets no reports");
    editor.close();
}

#[test]
fn completion_is_resolved_with_its_documentation() {
    let folder = project("completion", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    editor.replace("shop.yaml", "type: shop.Web", "type: shop.");
    let found = editor.complete("shop.yaml", "type: shop.|");
    let labels: Vec<&str> = found.iter().filter_map(|offer| offer["label"].as_str()).collect();
    assert!(labels.contains(&"shop.Web") && labels.contains(&"shop.Base"), "{labels:?}");
    editor.replace("shop.yaml", "    server:\n", "    server:\n      \n");
    let found = editor.complete("shop.yaml", "    server:\n      |");
    let item =
        found.iter().find(|offer| offer["label"] == "requirements").expect("a key of node templates").clone();
    assert!(item.get("documentation").is_none());
    let resolved = editor.ask("completionItem/resolve", item);
    assert!(resolved["documentation"]["value"].as_str().is_some_and(|doc| !doc.is_empty()), "{resolved}");
    editor.close();
}

#[test]
fn a_hover_card_shows_the_declaration() {
    let folder = project("hover", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let card = editor.at("textDocument/hover", "shop.yaml", "{get_input: po|rt}");
    let text = card["contents"]["value"].as_str().expect("Markdown");
    assert!(text.starts_with("`port` · input") && text.contains("default: 8080"), "{text}");
    assert_eq!(editor.at("textDocument/hover", "shop.yaml", "# The f|açade"), Value::Null);
    editor.close();
}

#[test]
fn the_definition_of_a_built_in_type_is_a_file_to_read() {
    let folder = project("read-only", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let found = editor.at("textDocument/definition", "shop.yaml", "type: tosca.nodes.Com|pute");
    let uri: lsp_types::Uri = found["uri"].as_str().expect("a place").parse().expect("a URI");
    let path = path_of(&uri).expect("a file");
    assert!(path.ends_with("tosca.nodes.Compute.yaml"), "{}", path.display());
    assert!(path.metadata().expect("it is there").permissions().readonly());
    let text = std::fs::read_to_string(&path).expect("a text");
    let line = text.lines().nth(found["range"]["start"]["line"].as_u64().expect("a line") as usize);
    assert_eq!(line.map(str::trim), Some("tosca.nodes.Compute:"));
    // So is that of the type of a node.
    assert_eq!(editor.at("textDocument/typeDefinition", "shop.yaml", "    ser|ver:"), found);
    // Twice is the same file; it has no problems of its own.
    assert_eq!(editor.at("textDocument/definition", "shop.yaml", "type: tosca.nodes.Com|pute"), found);
    let name = path.strip_prefix(&folder).expect("in the folder").to_str().expect("UTF-8").to_owned();
    editor.open(&name);
    assert_eq!(editor.problems(&name), Vec::<String>::new());
    editor.close();
}

#[test]
fn e3_definitions_types_and_references_cross_files() {
    let folder = project("navigation", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let found = editor.at("textDocument/definition", "shop.yaml", "type: shop.W|eb");
    assert_eq!(editor.place(&found), "types/web.yaml 3:2-3:10");
    let found = editor.at("textDocument/definition", "shop.yaml", "- types/w|eb.yaml");
    assert_eq!(editor.place(&found), "types/web.yaml 0:0-0:0");
    let found = editor.at("textDocument/typeDefinition", "shop.yaml", "    w|eb:");
    assert_eq!(editor.place(&found), "types/web.yaml 3:2-3:10");
    editor.open("types/base.yaml");
    let found = editor.references("types/base.yaml", "  shop.B|ase:");
    assert_eq!(found, ["types/base.yaml 2:2-2:11", "types/web.yaml 4:18-4:27"]);
    let found = editor.references("shop.yaml", "type: shop.W|eb");
    assert_eq!(found, ["types/web.yaml 3:2-3:10", "shop.yaml 9:12-9:20"]);
    let found = editor.references("shop.yaml", "type: tosca.nodes.Com|pute");
    assert_eq!(found, ["shop.yaml 15:12-15:31"], "the language declares it");
    let found = editor.at("textDocument/documentHighlight", "shop.yaml", "host: ser|ver");
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    let links = editor
        .ask("textDocument/documentLink", json!({ "textDocument": { "uri": editor.uri("shop.yaml") } }));
    assert_eq!(links[0]["target"], editor.uri("types/web.yaml"));
    editor.close();
}

/// Files of other kinds are offered, linked and opened, and missing ones are reported.
#[test]
fn e3_scripts_beside_the_descriptors_are_known() {
    let files = [
        (
            "shop.yaml",
            "tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      artifacts:
        image: {type: tosca.artifacts.File, file: images/web.img}
      interfaces:
        Standard: {create: scripts/create.sh, start: scripts/missing.sh}
      requirements: [host: server]
    server: {type: tosca.nodes.Compute}
",
        ),
        ("other.yaml", "tosca_definitions_version: tosca_simple_yaml_1_3\n"),
        ("scripts/create.sh", "#!/bin/sh\n"),
        ("scripts/stop.sh", "#!/bin/sh\n"),
        ("images/web.img", ""),
    ];
    let folder = project("scripts", &files);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let problems = editor.problems("shop.yaml");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("unresolved artifact `scripts/missing.sh`"), "{problems:?}");
    let found = editor.at("textDocument/definition", "shop.yaml", "create: scripts/cre|ate.sh");
    assert_eq!(editor.place(&found), "scripts/create.sh 0:0-0:0");
    let offers = editor.complete("shop.yaml", "create: scripts/|create.sh");
    let labels: Vec<&str> = offers.iter().filter_map(|offer| offer["label"].as_str()).collect();
    assert_eq!(labels, ["scripts/create.sh", "scripts/stop.sh"]);
    let links = editor
        .ask("textDocument/documentLink", json!({ "textDocument": { "uri": editor.uri("shop.yaml") } }));
    let targets: Vec<&Value> = links.as_array().into_iter().flatten().map(|link| &link["target"]).collect();
    assert_eq!(targets, [&json!(editor.uri("images/web.img")), &json!(editor.uri("scripts/create.sh"))]);
    editor.close();
}

#[test]
fn e3_an_anchor_is_renamed_with_its_aliases() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3
dsl_definitions:
  small: &small {num_cpus: 1}
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute, capabilities: {host: {properties: *small}}}
    other: {type: tosca.nodes.Compute, capabilities: {host: {properties: *small}}}
";
    let folder = project("anchors", &[("shop.yaml", text)]);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let target = editor.at("textDocument/prepareRename", "shop.yaml", "properties: *sm|all}}}\n    other");
    assert_eq!(target["placeholder"], "small");
    let edit = editor.rename("shop.yaml", "small: &sm|all", "tiny").expect("it can be renamed");
    assert_eq!(
        editor.applied(&edit)["shop.yaml"],
        text.replace("&small", "&tiny").replace("*small", "*tiny")
    );
    let refused = editor.rename("shop.yaml", "small: &sm|all", "a b").expect_err("it is not a name");
    assert!(refused.contains("not the name of an anchor"), "{refused}");
    editor.close();
}

#[test]
fn a_name_is_renamed_in_all_files() {
    let folder = project("rename", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let target = editor.at("textDocument/prepareRename", "shop.yaml", "type: shop.W|eb");
    assert_eq!(target["placeholder"], "shop.Web");
    let edit = editor.rename("shop.yaml", "type: shop.W|eb", "shop.Front").expect("it can be renamed");
    let after = editor.applied(&edit);
    assert_eq!(after.keys().collect::<Vec<_>>(), ["shop.yaml", "types/web.yaml"]);
    assert!(
        after["shop.yaml"].contains("type: shop.Front\n")
            && after["types/web.yaml"].contains("  shop.Front:\n")
    );
    let refused =
        editor.rename("types/base.yaml", "  shop.B|ase:", "shop.Web").expect_err("the name is in use");
    assert!(refused.contains("`shop.Web` is already in use"), "{refused}");
    assert_eq!(editor.at("textDocument/prepareRename", "shop.yaml", "defi|nitions"), Value::Null);
    editor.close();
}

#[test]
fn a_descriptor_is_found_and_renamed_in_all_files() {
    let files = [
        ("shop.yaml", "name: assembly::shop::1.0\ncomposition:\n  web: {type: 'resource::web::1.0'}\n"),
        ("mall.yaml", "name: assembly::mall::1.0\ncomposition:\n  shop: {type: 'assembly::shop::1.0'}\n"),
        ("web.yaml", "name: resource::web::1.0\n"),
    ];
    let folder = project("descriptors", &files);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    editor.open("mall.yaml");
    let found = editor.references("shop.yaml", "name: assembly::sh|op");
    assert_eq!(found, ["shop.yaml 0:6-0:25", "mall.yaml 2:16-2:35"]);
    assert_eq!(editor.references("mall.yaml", "type: 'assembly::sh|op"), found);
    let target = editor.at("textDocument/prepareRename", "mall.yaml", "type: 'assembly::sh|op");
    assert_eq!(target["placeholder"], "assembly::shop::1.0");
    let edit = editor.rename("mall.yaml", "type: 'assembly::sh|op", "assembly::store::2.0");
    let after = editor.applied(&edit.expect("it can be renamed"));
    assert_eq!(after.keys().collect::<Vec<_>>(), ["mall.yaml", "shop.yaml"]);
    assert!(
        after["mall.yaml"].contains("shop: {type: 'assembly::store::2.0'}\n")
            && after["shop.yaml"].starts_with("name: assembly::store::2.0\n"),
        "{after:?}"
    );
    let refused = editor.rename("shop.yaml", "name: assembly::sh|op", "assembly::mall::1.0");
    let refused = refused.expect_err("the name is in use");
    assert!(refused.contains("already in use in `") && refused.ends_with("mall.yaml`"), "{refused}");
    let found = editor.ask("workspace/symbol", json!({ "query": "web" }));
    let names: Vec<&str> =
        found.as_array().into_iter().flatten().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["web", "resource::web::1.0"]);
    let item = editor.at("textDocument/prepareCallHierarchy", "shop.yaml", "name: assembly::sh|op");
    let callers = editor.ask("callHierarchy/incomingCalls", json!({ "item": item[0] }));
    assert_eq!(callers[0]["from"]["name"], "assembly::mall::1.0");
    editor.close();
}

#[test]
fn references_follow_renamed_files_and_folders() {
    let folder = project("files", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let mut moved = |from: &str, to: &str| {
        let files = json!({ "files": [{ "oldUri": editor.uri(from), "newUri": editor.uri(to) }] });
        let edit = editor.ask("workspace/willRenameFiles", files);
        editor.applied(&edit)
    };
    let after = moved("types/base.yaml", "types/root.yaml");
    assert!(after["types/web.yaml"].contains("imports: [root.yaml]"), "{after:?}");
    let after = moved("types", "definitions");
    assert!(after["shop.yaml"].contains("- definitions/web.yaml"), "{after:?}");
    let after = moved("shop.yaml", "new/shop.yaml");
    assert!(after["shop.yaml"].contains("- ../types/web.yaml"), "{after:?}");
    editor.close();
}

#[test]
fn fixes_are_offered_and_applied() {
    let folder = project("fixes", PROJECT);
    for capabilities in [
        json!({}),
        json!({ "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } } }),
    ] {
        let mut editor = Editor::with(&folder, &capabilities);
        editor.open("shop.yaml");
        editor.replace("shop.yaml", "type: shop.Web", "type: shop.Wab");
        let fix = editor
            .action("shop.yaml", "type: shop.W|ab", "quickfix")
            .expect("the name is similar to another");
        assert!(fix["title"].as_str().is_some_and(|title| title.contains("shop.Web")), "{fix}");
        let after = editor.applied(&fix["edit"]);
        assert!(after["shop.yaml"].contains("type: shop.Web\n"), "{after:?}");
        editor.close();
    }
}

#[test]
fn all_safe_fixes_of_a_file_are_one_action() {
    let text = "name: assembly::a::1.0\ncomposition:\n  one: {type: resource::b::1.0, quantity: \"2\"}\n  two: {type: resource::b::1.0, quantity: \"3\"}\n";
    let folder = project("fix-all", &[("assembly.yml", text)]);
    let mut editor = Editor::with(
        &folder,
        &json!({ "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } } }),
    );
    editor.open("assembly.yml");
    let found = editor.problems("assembly.yml");
    let action = editor.action("assembly.yml", "|name", "source.fixAll");
    let action = action.unwrap_or_else(|| panic!("no action for {found:?}"));
    let after = editor.applied(&action["edit"]);
    let is_fixed = |text: &str| text.contains("quantity: 2}") && text.contains("quantity: 3}");
    assert!(is_fixed(&after["assembly.yml"]), "{after:?}");
    // At one of several problems of a kind, all of them can be fixed.
    let title = "Fix all 2 problems of this kind in this file";
    let action =
        editor.action_called("assembly.yml", "quantity: \"|2\"", title).expect("a second one has the kind");
    assert!(is_fixed(&editor.applied(&action["edit"])["assembly.yml"]), "{action}");
    editor.close();
}

#[test]
fn fixes_of_several_problems_are_shown_before_they_are_applied() {
    let text = "name: assembly::a::1.0\ncomposition:\n  one: {type: resource::b::1.0, quantity: \"2\"}\n  two: {type: resource::b::1.0, quantity: \"3\"}\n";
    let folder = project("fix-preview", &[("assembly.yml", text)]);
    let edits = json!({ "documentChanges": true, "changeAnnotationSupport": {} });
    let mut editor = Editor::with(
        &folder,
        &json!({
            "workspace": { "workspaceEdit": edits },
            "textDocument": { "codeAction": { "resolveSupport": { "properties": ["edit"] } } },
        }),
    );
    editor.open("assembly.yml");
    editor.problems("assembly.yml");
    let title = "Fix all 2 problems of this kind in this file";
    let action = editor.action_called("assembly.yml", "quantity: \"|2\"", title).expect("an action");
    let edit = &action["edit"];
    assert_eq!(
        edit["changeAnnotations"]["fixes"],
        json!({ "label": "Safe fixes", "needsConfirmation": true })
    );
    let changes = edit["documentChanges"][0]["edits"].as_array().expect("edits");
    assert!(!changes.is_empty() && changes.iter().all(|change| change["annotationId"] == "fixes"), "{edit}");
    assert!(changes[0]["newText"].as_str().is_some_and(|text| text.contains("quantity: 3}")), "{edit}");
    // A fix on save asks nothing.
    let action = editor.action("assembly.yml", "|name", "source.fixAll").expect("an action");
    assert!(action["edit"]["changeAnnotations"].is_null(), "{action}");
    editor.close();
}

#[test]
fn a_value_becomes_an_input() {
    let folder = project("refactor", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    editor.replace("shop.yaml", "{get_input: port}", "80");
    let action =
        editor.action("shop.yaml", "port: 8|0\n", "refactor.extract").expect("a value of a property");
    assert_eq!(action["title"], "Convert value to input");
    let after = editor.applied(&action["edit"]);
    assert!(after["shop.yaml"].contains("get_input"), "{after:?}");
    editor.close();
}

#[test]
fn an_input_is_replaced_by_its_value() {
    let folder = project("inline", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let action =
        editor.action("shop.yaml", "{get_input: po|rt}", "refactor.inline").expect("a call of an input");
    assert_eq!(action["title"], "Inline value and remove the input");
    let after = editor.applied(&action["edit"]);
    assert!(!after["shop.yaml"].contains("get_input"), "{after:?}");
    let action = editor.action("shop.yaml", "po|rt: {type", "refactor.inline");
    let title = "Inline all references and remove the input";
    assert_eq!(action.expect("an input")["title"], title);
    editor.close();
}

#[test]
fn a_type_moves_to_a_new_file() {
    let folder = project("move", PROJECT);
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create"] });
    let resolves = json!({ "codeAction": { "resolveSupport": { "properties": ["edit"] } } });
    for text in [json!({}), resolves] {
        let able = json!({ "workspace": { "workspaceEdit": edits }, "textDocument": text });
        let mut editor = Editor::with(&folder, &able);
        editor.open("types/web.yaml");
        let action = editor.action("types/web.yaml", "shop.We|b:", "refactor.move").expect("a type");
        assert_eq!(action["title"], "Move `shop.Web` to the new file `Web-2.yaml`");
        let changes = action["edit"]["documentChanges"].as_array().expect("operations in their order");
        let uri = editor.uri("types/Web-2.yaml");
        assert_eq!(changes[0], json!({ "kind": "create", "uri": uri }));
        assert_eq!(changes[1]["textDocument"]["uri"], json!(uri));
        let text = changes[1]["edits"][0]["newText"].as_str().expect("the text of the file");
        let head = "tosca_definitions_version: tosca_simple_yaml_1_3\n";
        let types = "node_types:\n  shop.Web:\n    derived_from: shop.Base\n    properties:\n      port: {type: integer, required: true}\n";
        assert_eq!(text, format!("{head}imports:\n  - base.yaml\n{types}"));
        let others: Vec<&Value> = changes[2..].iter().map(|change| &change["textDocument"]["uri"]).collect();
        assert_eq!(others, [&json!(editor.uri("shop.yaml")), &json!(editor.uri("types/web.yaml"))]);
        let import = changes[2]["edits"][0]["newText"].as_str().expect("an import");
        assert_eq!(import.trim_end(), "  - types/Web-2.yaml");
        // Only where a key declares a type.
        assert_eq!(editor.action("types/web.yaml", "derived_from: shop.Ba|se", "refactor.move"), None);
        editor.close();
    }
    let mut editor = Editor::start(&folder);
    editor.open("types/web.yaml");
    let action = editor.action("types/web.yaml", "shop.We|b:", "refactor.move");
    assert_eq!(action, None, "the editor cannot create files");
    editor.close();
}

#[test]
fn e5_a_component_is_extracted_to_a_new_file_and_inlined() {
    let shop = "name: assembly::shop::1.0\nproperties: {size: {type: string}}\ncomposition:\n  web:\n    type: resource::web::1.0\n    properties:\n      size: {value: '${size}'}\n";
    let folder = project("extract", &[("shop.yaml", shop)]);
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create"] });
    let able = json!({ "workspace": { "workspaceEdit": edits } });
    let mut editor = Editor::with(&folder, &able);
    editor.open("shop.yaml");
    let action = editor.action("shop.yaml", "we|b:", "refactor.extract").expect("a component");
    assert_eq!(action["title"], "Extract `web` to a nested assembly in the new file `web-group.yaml`");
    let changes = action["edit"]["documentChanges"].as_array().expect("operations in their order");
    assert_eq!(changes[0], json!({ "kind": "create", "uri": editor.uri("web-group.yaml") }));
    let text = changes[1]["edits"][0]["newText"].as_str().expect("the text of the file");
    assert!(text.contains("composition:\n  web:\n    type: resource::web::1.0\n"), "{text}");
    editor.close();
    let outer = "name: assembly::shop::1.0\nproperties: {size: {type: string}}\ncomposition:\n  web-group:\n    type: assembly::web-group::1.0\n    properties:\n      size: {value: '${size}'}\n";
    let folder = project("inline-nested", &[("shop.yaml", outer), ("web-group.yaml", text)]);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let action = editor.action("shop.yaml", "web-gro|up:", "refactor.inline").expect("a nested assembly");
    assert_eq!(action["title"], "Inline nested assembly `web-group`");
    let after = editor.applied(&action["edit"]);
    assert_eq!(after["shop.yaml"], shop);
    editor.close();
}

#[test]
fn e5_all_selected_components_are_extracted() {
    let shop = "name: assembly::shop::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n  db:\n    type: resource::db::1.0\n  log:\n    type: resource::log::1.0\n";
    let folder = project("extract-several", &[("shop.yaml", shop)]);
    let edits = json!({ "documentChanges": true, "resourceOperations": ["create"] });
    let mut editor = Editor::with(&folder, &json!({ "workspace": { "workspaceEdit": edits } }));
    editor.open("shop.yaml");
    let selection = "|  web:\n    type: resource::web::1.0\n  db:\n    type: re|source";
    let action = editor.action("shop.yaml", selection, "refactor.extract").expect("two components");
    let title = action["title"].as_str().expect("a title");
    assert!(title.starts_with("Extract 2 elements to a nested assembly in the new file"), "{title}");
    let text = action["edit"]["documentChanges"][1]["edits"][0]["newText"].as_str().expect("a text");
    assert!(text.contains("  web:\n") && text.contains("  db:\n") && !text.contains("log"), "{text}");
    editor.close();
}

#[test]
fn a_type_with_a_prefix_is_found_behind_it() {
    let main = "tosca_definitions_version: tosca_simple_yaml_1_3\nimports:\n- {file: types.yaml, namespace_prefix: o}\ntopology_template:\n  node_templates:\n    thing: {type: o:Thing}\n";
    let types = "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types: {Thing: {derived_from: tosca.nodes.Root}}\n";
    let folder = project("prefix", &[("main.yaml", main), ("types.yaml", types)]);
    let mut editor = Editor::start(&folder);
    editor.open("main.yaml");
    let found = editor.at("textDocument/typeDefinition", "main.yaml", "    thi|ng:");
    assert_eq!(editor.place(&found), "types.yaml 1:13-1:18");
    editor.close();
}

#[test]
fn e5_an_element_of_a_later_document_is_inlined_there() {
    let nested = "name: assembly::one::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n";
    let first = "name: assembly::first::1.0\ncomposition:\n  group:\n    type: resource::group::1.0\n";
    let second = "name: assembly::second::1.0\ncomposition:\n  group:\n    type: assembly::one::1.0\n  other:\n    type: resource::other::1.0\n";
    let both = format!("{first}---\n{second}");
    let folder = project("inline-later", &[("both.yaml", &both), ("one.yaml", nested)]);
    let mut editor = Editor::start(&folder);
    editor.open("both.yaml");
    let action =
        editor.action("both.yaml", "assembly::o|ne::1.0", "refactor.inline").expect("a nested assembly");
    let after = editor.applied(&action["edit"]);
    let expected =
        second.replace("  group:\n    type: assembly::one::1.0\n", "  web:\n    type: resource::web::1.0\n");
    assert_eq!(after["both.yaml"], format!("{first}---\n{expected}"));
    editor.close();
}

#[test]
fn e4_the_outline_folds_and_symbols_are_found() {
    let folder = project("outline", PROJECT);
    let mut editor = Editor::with(
        &folder,
        &json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } }),
    );
    editor.open("shop.yaml");
    let document = json!({ "textDocument": { "uri": editor.uri("shop.yaml") } });
    let symbols = editor.ask("textDocument/documentSymbol", document.clone());
    let names = |all: &Value| -> Vec<String> {
        let all = all.as_array().expect("symbols").iter();
        all.filter_map(|symbol| symbol["name"].as_str()).map(str::to_owned).collect()
    };
    assert_eq!(names(&symbols), ["imports", "topology_template"]);
    assert_eq!(names(&symbols[0]["children"]), ["types/web.yaml"]);
    assert_eq!(names(&symbols[1]["children"]), ["inputs", "node_templates"]);
    let folds = editor.ask("textDocument/foldingRange", document.clone());
    assert!(
        folds
            .as_array()
            .is_some_and(|all| all.iter().any(|fold| fold["startLine"] == 8 && fold["endLine"] == 13)),
        "{folds}"
    );
    let found = editor.ask("workspace/symbol", json!({ "query": "base" }));
    assert_eq!(found[0]["name"], "shop.Base");
    assert_eq!(found[0]["location"]["uri"], editor.uri("types/base.yaml"));
    let mut around = document;
    around["positions"] = json!([{ "line": 11, "character": 26 }]);
    let selected = editor.ask("textDocument/selectionRange", around);
    assert!(selected[0]["parent"]["parent"].is_object(), "{selected}");
    editor.close();
}

#[test]
fn e4_tokens_hints_and_lenses_are_in_the_text() {
    let folder = project("tokens", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let document = json!({ "textDocument": { "uri": editor.uri("shop.yaml") } });
    let tokens = editor.ask("textDocument/semanticTokens/full", document.clone());
    let found = editor.tokens("shop.yaml", &tokens);
    for expected in [
        "port parameter declaration",
        "web class declaration",
        "shop.Web type",
        "get_input function",
        "server class",
    ] {
        assert!(found.iter().any(|token| token == expected), "{expected}: {found:?}");
    }
    let mut ranged = document.clone();
    ranged["range"] =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints = editor.ask("textDocument/inlayHint", ranged);
    assert!(hints.as_array().is_some_and(|all| all.iter().any(|hint| hint["label"] == "= 8080")), "{hints}");
    let lenses = editor.ask("textDocument/codeLens", document);
    let lens = lenses
        .as_array()
        .and_then(|all| all.iter().find(|lens| lens["range"]["start"]["line"] == 14))
        .expect("`server`")
        .clone();
    assert_eq!(editor.ask("codeLens/resolve", lens)["command"]["title"], "1 reference");
    editor.close();
}

#[test]
fn the_hierarchy_is_that_of_the_diagram() {
    let folder = project("hierarchy", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let items = editor.at("textDocument/prepareCallHierarchy", "shop.yaml", "    ser|ver:");
    let item = items[0].clone();
    assert_eq!(item["name"], "server");
    let calls = editor.ask("callHierarchy/incomingCalls", json!({ "item": item }));
    assert_eq!(calls[0]["from"]["name"], "web");
    let calls = editor.ask("callHierarchy/outgoingCalls", json!({ "item": calls[0]["from"] }));
    assert_eq!(calls[0]["to"]["name"], "server");
    editor.close();
}

#[test]
fn e3_the_hierarchy_of_a_type_is_what_derives_from_it_and_what_it_derives_from() {
    let folder = project("derivation", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let items = editor.at("textDocument/prepareCallHierarchy", "shop.yaml", "type: shop.W|eb");
    assert_eq!(items[0]["name"], "shop.Web");
    assert_eq!(items[0]["uri"], editor.uri("types/web.yaml"));
    let bases = editor.ask("callHierarchy/outgoingCalls", json!({ "item": items[0].clone() }));
    assert_eq!(bases[0]["to"]["name"], "shop.Base");
    assert_eq!(bases[0]["fromRanges"][0]["start"]["line"], 4);
    let derived = editor.ask("callHierarchy/incomingCalls", json!({ "item": bases[0]["to"].clone() }));
    assert_eq!(derived[0]["from"]["name"], "shop.Web");
    let none = editor.ask("callHierarchy/incomingCalls", json!({ "item": items[0].clone() }));
    assert_eq!(none, json!([]));
    editor.close();
}

#[test]
fn d5_the_language_of_an_unrecognized_file_is_chosen_by_an_action() {
    let folder = project("language", &[("plan.yaml", "groceries: [milk]\n")]);
    let mut editor = Editor::start(&folder);
    editor.open("plan.yaml");
    let action = editor.action("plan.yaml", "groc|eries", "refactor.rewrite").expect("languages are offered");
    let title = action["title"].as_str().unwrap_or_default();
    assert!(title.starts_with("Set the language of this file: "), "{title}");
    let after = &editor.applied(&action["edit"])["plan.yaml"];
    assert!(after.starts_with("# limn: dialect=") && after.ends_with("\ngroceries: [milk]\n"), "{after}");
    editor.replace(
        "plan.yaml",
        "groceries",
        &format!("{}groceries", after.split("groc").next().unwrap_or("")),
    );
    assert_eq!(editor.action("plan.yaml", "groc|eries", "refactor.rewrite"), None);
    editor.close();
}

#[test]
fn a_function_shows_its_signature() {
    let folder = project("signature", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    editor.replace("shop.yaml", "{get_input: port}", "{get_property: [server, name]}");
    let help = editor.at("textDocument/signatureHelp", "shop.yaml", "[server, na|me]");
    assert!(
        help["signatures"][0]["label"].as_str().is_some_and(|label| label.starts_with("get_property: [")),
        "{help}"
    );
    assert_eq!(help["activeParameter"], 1);
    editor.close();
}

#[test]
fn e2_a_call_in_an_expression_shows_its_signature() {
    let text = "name: shop\nservices:\n- type: org.apache.brooklyn.entity.stock.BasicApplication\n  id: main\n  brooklyn.config:\n    a: $brooklyn:formatString(\"%s\", config(\"b\"))\n    b: 1\n";
    let folder = project("call", &[("shop.yaml", text)]);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let help = editor.at("textDocument/signatureHelp", "shop.yaml", "config(\"|b");
    assert_eq!(help["signatures"][0]["label"], "config(key)", "{help}");
    let help = editor.at("textDocument/signatureHelp", "shop.yaml", "\"%s\", con|fig");
    let label = help["signatures"][0]["label"].as_str().unwrap_or_default();
    assert!(label.starts_with("formatString("), "{help}");
    assert_eq!(help["activeParameter"], 1);
    editor.close();
}

#[test]
fn the_diagram_is_drawn_and_edited() {
    let folder = project("diagram", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    let document = json!({ "uri": editor.uri("shop.yaml") });
    let scene = editor.ask("limn/scene", json!({ "textDocument": document, "theme": "dark" }));
    assert!(scene["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg") && svg.contains("web")));
    let node = scene["nodes"]
        .as_array()
        .and_then(|all| all.iter().find(|node| node["name"] == "web"))
        .expect("drawn");
    assert_eq!(node["key"]["start"]["line"], 8);
    let rename = json!({ "Rename": { "id": node["id"], "to": "front" } });
    let result = editor
        .ask("limn/edit", json!({ "textDocument": document, "edit": rename, "version": scene["version"] }));
    assert!(editor.applied(&result["edit"])["shop.yaml"].contains("\n    front:\n"), "{result}");
    let outdated =
        editor.try_ask("limn/edit", json!({ "textDocument": document, "edit": rename, "version": 77 }));
    assert!(outdated.is_err_and(|why| why.contains("changed")));
    editor.close();
}

/// Row T10.
#[test]
fn t10_each_document_of_a_file_is_served() {
    let shop =
        PROJECT[0].1.replace("port: {type: integer, default: 8080}", "size: {type: integer, default: 3}");
    let shop = shop.replace("{get_input: port}", "{get_input: size}");
    let text = format!("{}---\n{}---\n{shop}", PROJECT[1].1, PROJECT[2].1);
    let folder = project("documents", &[("all.yaml", text.as_str()), PROJECT[1], PROJECT[2]]);
    let capabilities =
        json!({ "textDocument": { "documentSymbol": { "hierarchicalDocumentSymbolSupport": true } } });
    let mut editor = Editor::with(&folder, &capabilities);
    editor.open("all.yaml");
    let found = editor.problems("all.yaml");
    assert!(found.iter().any(|problem| problem.starts_with("tosca/second-document 8:0")), "{found:?}");
    let hover = editor.at("textDocument/hover", "all.yaml", "get_input: si|ze");
    assert!(hover.to_string().contains("integer"), "{hover}");
    let labels: Vec<String> = editor
        .complete("all.yaml", "{get_input: |size}")
        .iter()
        .filter_map(|offer| offer["label"].as_str().map(str::to_owned))
        .collect();
    assert!(labels.iter().any(|label| label == "size"), "{labels:?}");
    let found = editor.at("textDocument/definition", "all.yaml", "host: ser|ver");
    assert_eq!(editor.place(&found), "all.yaml 27:4-27:10");
    // A name of one document is renamed there only.
    let edit = editor.rename("all.yaml", "host: ser|ver", "machine").expect("it can be renamed");
    assert_eq!(editor.applied(&edit)["all.yaml"], text.replace("server", "machine"));
    let edit = editor.rename(
        "all.yaml",
        "---\ntosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  shop.B|ase:",
        "shop.Root",
    );
    let after = editor.applied(&edit.expect("it can be renamed"));
    assert_eq!(after.keys().collect::<Vec<_>>(), ["all.yaml"]);
    assert_eq!(after["all.yaml"], text.replace("  shop.Base:", "  shop.Root:"));
    let document = json!({ "textDocument": { "uri": editor.uri("all.yaml") } });
    let symbols = editor.ask("textDocument/documentSymbol", document.clone());
    let names: Vec<&str> =
        symbols.as_array().expect("documents").iter().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["Document 1", "Document 2", "Document 3"]);
    let tokens = editor.ask("textDocument/semanticTokens/full", document.clone());
    let tokens = editor.tokens("all.yaml", &tokens);
    assert!(tokens.iter().any(|token| token == "server class"), "{tokens:?}");
    let mut params = document;
    params["document"] = json!(2);
    let scene = editor.ask("limn/scene", params.clone());
    assert_eq!(
        (scene["nodes"][0]["name"].as_str(), scene["documents"].as_array().map(Vec::len)),
        (Some("web"), Some(3))
    );
    params["edit"] = json!({ "Remove": { "ids": [scene["nodes"][1]["id"]] } });
    let result = editor.ask("limn/edit", params);
    let after = &editor.applied(&result["edit"])["all.yaml"];
    assert!(after.starts_with(&text[..text.rfind("---").expect("a marker")]), "{after}");
    assert!(!after.contains("    server:"), "{after}");
    editor.close();
}

#[test]
fn files_on_disk_are_watched() {
    let folder = project("watching", PROJECT);
    let mut editor = Editor::with(
        &folder,
        &json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } }),
    );
    assert!(editor.registered("workspace/didChangeWatchedFiles"));
    editor.open("shop.yaml");
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    std::fs::remove_file(folder.join("types/web.yaml")).expect("it is there");
    editor.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": editor.uri("types/web.yaml"), "type": 3 }] }),
    );
    let found = editor.problems("shop.yaml");
    assert!(found.iter().any(|problem| problem.contains("types/web.yaml")), "{found:?}");
    editor.close();
}

#[test]
fn settings_apply_at_once_and_wrong_ones_are_shown() {
    let folder = project("settings", PROJECT);
    let mut editor = Editor::start(&folder);
    editor.open("shop.yaml");
    editor.replace("shop.yaml", "inputs:\n", "inputs:\n    unused: {type: string}\n");
    let is_error = |problems: &[Value]| {
        problems
            .iter()
            .any(|diagnostic| diagnostic["code"] == "tosca/unused-input" && diagnostic["severity"] == 1)
    };
    let found = editor.reported("shop.yaml");
    assert!(!found.is_empty() && !is_error(&found), "{found:?}");
    editor.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "limn": { "strict": true, "profile": "nothing" } } }),
    );
    let shown = editor.message();
    assert!(shown.contains("unknown profile `nothing`"), "{shown}");
    let warnings = found.iter().filter(|diagnostic| diagnostic["severity"] == 2).count();
    let strict = editor.reported("shop.yaml");
    assert_eq!(
        strict.iter().filter(|diagnostic| diagnostic["severity"] == 2).count(),
        0,
        "{warnings} warnings became errors: {strict:?}"
    );
    editor.close();
}

#[test]
fn several_folders_are_served_and_progress_is_shown() {
    let (one, two) = (
        project("one", PROJECT),
        project(
            "two",
            &[(
                "a.yaml",
                "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  two.Type: {derived_from: tosca.nodes.Root}\n",
            )],
        ),
    );
    let mut editor = Editor::of_folders(&[&one, &two], &json!({ "window": { "workDoneProgress": true } }));
    let found = editor.ask("workspace/symbol", json!({ "query": "two.Type" }));
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(editor.progress(), ["begin", "end"]);
    let folder = json!({ "uri": Editor::folder_uri(&two), "name": "two" });
    editor.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": { "added": [], "removed": [folder] } }),
    );
    let found = editor.ask("workspace/symbol", json!({ "query": "two.Type" }));
    assert_eq!(found, json!([]));
    editor.close();
}

#[test]
fn a_document_without_a_place_on_disk_is_served() {
    let folder = project("untitled", &[]);
    let mut editor = Editor::start(&folder);
    editor.open_text("untitled:Untitled-1", "tosca_definitions_version: tosca_simple_yaml_1_3\nnodes: {}\n");
    let found = editor.reported_of("untitled:Untitled-1");
    assert!(found.iter().any(|diagnostic| diagnostic["code"] == "tosca/unknown-keyname"), "{found:?}");
    // One that will be a file, in a folder that does not exist yet.
    let uri = editor.uri("new/a.yaml");
    editor.open_text(
        &uri,
        "tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [../b.yaml]\nnodes: {}\n",
    );
    let found = editor.reported_of(&uri);
    assert!(found.iter().any(|diagnostic| diagnostic["code"] == "tosca/unknown-keyname"), "{found:?}");
    editor.close();
}

#[test]
fn other_yaml_is_left_alone() {
    let folder = project(
        "other",
        &[
            ("deploy.yaml", "apiVersion: v1\nkind: Pod\nkind: Pod\n"),
            ("later.yaml", "tosca_definitions_version: tosca_2_0\n"),
        ],
    );
    let mut editor = Editor::start(&folder);
    editor.open("deploy.yaml");
    assert_eq!(editor.problems("deploy.yaml"), [""; 0]);
    editor.open("later.yaml");
    assert_eq!(
        editor.problems("later.yaml").len(),
        1,
        "an unsupported version of a known language is reported"
    );
    editor.close();
}

#[test]
fn bad_messages_do_not_end_the_server() {
    let folder = project("bad", PROJECT);
    let mut editor = Editor::start(&folder);
    let unknown = json!({ "textDocument": { "uri": "file:///nowhere/a.yaml" }, "position": { "line": 7, "character": 7 } });
    for method in [
        "hover",
        "definition",
        "completion",
        "prepareRename",
        "documentSymbol",
        "foldingRange",
        "codeLens",
        "prepareCallHierarchy",
    ] {
        let method = format!("textDocument/{method}");
        assert_eq!(editor.ask(&method, unknown.clone()), Value::Null, "{method}");
        assert!(editor.try_ask(&method, json!({ "textDocument": 5 })).is_err());
        assert!(editor.try_ask(&method, json!([])).is_err());
    }
    for params in [json!(null), json!({}), json!({ "textDocument": { "uri": "no uri at all ☃" } })] {
        for method in ["didOpen", "didChange", "didClose", "didSave"] {
            editor.notify(&format!("textDocument/{method}"), params.clone());
        }
    }
    assert!(editor.try_ask("limn/nothing", json!({})).is_err_and(|why| why.contains("unknown method")));
    editor.notify("$/cancelRequest", json!({ "id": 12345 }));
    editor.notify("$/unknown", json!({}));
    editor.open("shop.yaml");
    for (line, character) in [(0, 9_999), (9_999, 0), (u32::MAX, u32::MAX)] {
        let mut at = json!({ "textDocument": { "uri": editor.uri("shop.yaml") }, "position": { "line": line, "character": character } });
        for method in [
            "hover",
            "completion",
            "definition",
            "typeDefinition",
            "signatureHelp",
            "prepareRename",
            "documentHighlight",
        ] {
            let _answer = editor.ask(&format!("textDocument/{method}"), at.clone());
        }
        at["positions"] = json!([at["position"]]);
        let _answer = editor.ask("textDocument/selectionRange", at);
    }
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    editor.close();
}

#[test]
fn every_request_is_answered_at_every_position_of_broken_texts() {
    let broken = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    web: {type: shop.Web, properties: {port: {get_property: [SELF,\n    é: [\n  inputs: *none\n\t- x: '😀\n";
    let folder = project("broken", &[("a.yaml", broken)]);
    let mut editor = Editor::start(&folder);
    editor.open("a.yaml");
    let uri = editor.uri("a.yaml");
    for (line, text) in broken.lines().enumerate() {
        for character in 0..=text.encode_utf16().count() {
            let at = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
            for method in [
                "hover",
                "completion",
                "definition",
                "typeDefinition",
                "documentHighlight",
                "signatureHelp",
                "prepareRename",
            ] {
                let method = format!("textDocument/{method}");
                editor
                    .try_ask(&method, at.clone())
                    .unwrap_or_else(|why| panic!("{method} at {line}:{character}: {why}"));
            }
        }
    }
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "documentLink"] {
        let _answer =
            editor.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": uri } }));
    }
    editor.close();
}

#[test]
fn a_huge_text_is_refused_and_the_server_continues() {
    let folder = project("huge", PROJECT);
    let mut editor = Editor::start(&folder);
    let uri = editor.uri("huge.yaml");
    editor.open_text(&uri, &"a: 1 # filler\n".repeat(33 * 1024 * 1024 / 14));
    let found = editor.reported_of(&uri);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]["message"]
            .as_str()
            .is_some_and(|message| message.contains("MiB") || message.contains("large")),
        "{found:?}"
    );
    editor.open("shop.yaml");
    assert_eq!(editor.problems("shop.yaml"), [""; 0]);
    editor.close();
}

#[test]
fn after_shutdown_only_exit_is_served() {
    let folder = project("shutdown", PROJECT);
    let mut editor = Editor::start(&folder);
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
    assert!(
        editor
            .try_ask("workspace/symbol", json!({ "query": "" }))
            .is_err_and(|why| why.contains("shut down"))
    );
    assert!(editor.exit().is_ok());
    let editor = Editor::start(&folder);
    assert!(editor.exit().is_err(), "the editor left without `shutdown`");
}
