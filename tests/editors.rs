//! The files for editors: the package of the VS Code extension is built, has what VS Code needs, and its sources have no type errors. VS Code itself is
//! not run; `tests/browser/web_extension.spec.ts` runs its web extension. Needs Node and the packages of `npm ci`; without them, the test prints a note and passes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const EXTENSION: &str = "src/editors/vscode";

fn has_packages() -> bool {
    let packages = ["esbuild", "typescript", "vscode-languageclient"];
    let has = packages.iter().all(|name| Path::new("node_modules").join(name).is_dir());
    let has =
        has && Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has {
        skip("Node or its packages are not installed");
    }
    has
}

/// The server for browsers and the page are built.
fn has_parts() -> bool {
    let has = ["target/lsp-web/server.wasm", "dist/sw.js"].iter().all(|part| Path::new(part).is_file());
    if !has {
        skip("the server for browsers or the page is not built: node src/lsp/web/build.mjs, make build");
    }
    has
}

fn skip(why: &str) {
    let _closed = std::io::stderr().write_all(format!("skipped: {why}\n").as_bytes());
}

/// The members of the packed extension.
fn packed(name: &str) -> BTreeMap<String, Vec<u8>> {
    let output = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let ran =
        Command::new("node").arg(format!("{EXTENSION}/pack.mjs")).arg(&output).output().expect("Node starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let mut archive =
        zip::ZipArchive::new(File::open(&output).expect("it was written")).expect("a zip archive");
    let mut members = BTreeMap::new();
    for at in 0..archive.len() {
        let mut member = archive.by_index(at).expect("a member");
        let mut content = Vec::new();
        // The checksum is verified at the end.
        member.read_to_end(&mut content).expect("it is intact");
        let name = member.name().expect("a name in UTF-8").into_owned();
        members.insert(name, content);
    }
    members
}

#[test]
fn the_packed_extension_is_complete() {
    if !has_packages() || !has_parts() {
        return;
    }
    let members = packed("limn.vsix");
    let text = |name: &str| String::from_utf8(members[name].clone()).expect("a text");
    let manifest: Value = serde_json::from_str(&text("extension/package.json")).expect("a manifest");
    assert!(members.contains_key("[Content_Types].xml"));
    assert!(
        text("extension.vsixmanifest")
            .contains(&format!("Version=\"{}\"", manifest["version"].as_str().expect("a version")))
    );
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"), "the extension has the version of Limn");

    // Every file that the manifest names is a member, in the case that it has on disk.
    let mut named = Vec::new();
    files_of(&manifest, &mut named);
    named.extend(
        ["dist/web/server.js", "dist/web/server.wasm", "dist/page/index.html", "dist/page/worker.js"]
            .map(str::to_owned),
    );
    for entry in ["main", "browser"] {
        named.push(manifest[entry].as_str().expect("an entry").trim_start_matches("./").to_owned());
    }
    assert!(named.len() > 7, "{named:?}");
    for name in named {
        assert!(members.contains_key(&format!("extension/{name}")), "`{name}` is not packed");
    }

    // Nothing else is needed at run time: no module but VS Code's and Node's.
    let node = ["vscode", "child_process", "crypto", "fs", "net", "os", "path", "readline", "util"];
    for (entry, known) in [("main", &node[..]), ("browser", &["vscode"])] {
        let code = text(&format!(
            "extension/{}",
            manifest[entry].as_str().expect("an entry").trim_start_matches("./")
        ));
        let mut modules: Vec<&str> = code
            .match_indices("require(\"")
            .filter_map(|(at, start)| code[at + start.len()..].split('"').next())
            .map(|module| module.trim_start_matches("node:"))
            .collect();
        modules.sort_unstable();
        modules.dedup();
        assert!(modules.contains(&"vscode"), "{modules:?}");
        assert!(modules.iter().all(|module| known.contains(module)), "{entry}: {modules:?}");

        // Each command of the manifest is registered.
        for command in manifest["contributes"]["commands"].as_array().expect("commands") {
            let name = command["command"].as_str().expect("a name");
            assert!(code.contains(&format!("\"{name}\"")), "`{name}` is not registered");
        }
        for request in ["limn/definition", "limn.designer"] {
            assert!(code.contains(request), "{request}");
        }
    }
    assert_eq!(packed("again.vsix"), members, "the same sources give the same package");
}

/// The relative paths of files in a manifest.
fn files_of(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) if text.starts_with("./") || text.starts_with("media/") => {
            into.push(text.trim_start_matches("./").to_owned());
        }
        Value::Array(items) => items.iter().for_each(|item| files_of(item, into)),
        Value::Object(entries) => entries.values().for_each(|value| files_of(value, into)),
        _ => {}
    }
}

#[test]
fn the_sources_of_the_extension_have_no_type_errors() {
    if !has_packages() {
        return;
    }
    let ran = Command::new("node")
        .args(["node_modules/typescript/bin/tsc", "-p", EXTENSION])
        .output()
        .expect("Node starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn settings_of_the_extension_are_those_of_the_server() {
    let text =
        std::fs::read_to_string(Path::new(EXTENSION).join("package.json")).expect("the manifest is there");
    let manifest: Value = serde_json::from_str(&text).expect("a manifest");
    let settings = manifest["contributes"]["configuration"]["properties"].as_object().expect("settings");
    let own =
        settings.keys().filter(|key| !key.starts_with("limn.server.") && !key.starts_with("limn.trace."));
    let own: Vec<&str> = own.filter_map(|key| key.strip_prefix("limn.")).collect();
    assert_eq!(own, ["profile", "strict", "inlayHints", "codeLens", "manual"]);
    let read_me = std::fs::read_to_string("src/editors/README.md").expect("it is there");
    for setting in own {
        assert!(read_me.contains(&format!("| `{setting}` |")), "`{setting}` is not documented");
    }
}
