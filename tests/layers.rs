//! The layers: a module uses only what its row of the table in `src/ARCHITECTURE.md` lists. The table is read from there, so that what is
//! written and what is held cannot differ.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use common::source::{code, sources};

/// Modules that stand in no row: what tests share, and the crate's own root.
const NO_ROW: &[&str] = &["check", "lib"];

#[test]
fn modules_use_only_what_their_row_lists() {
    let table = table();
    let mut breaches = Vec::new();
    for source in sources("src") {
        let (module, depth) = place(&source);
        if NO_ROW.contains(&module.as_str()) || is_test(&source) {
            continue;
        }
        let Some(may) = table.get(&module) else {
            breaches.push(format!("`{module}` has no row in the table ({})", source.display()));
            continue;
        };
        for used in uses(&code(&source), depth) {
            if table.contains_key(&used) && used != module && !may.contains(&used) {
                breaches.push(format!("{}: `{module}` may not use `{used}`", source.display()));
            }
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

#[test]
fn every_row_is_a_module_and_what_it_lists_stands_above_it() {
    let mut above = BTreeSet::new();
    let there: BTreeSet<String> = sources("src").iter().map(|source| place(source).0).collect();
    for (module, may) in rows() {
        assert!(there.contains(&module), "there is no module `{module}`");
        for used in &may {
            assert!(above.contains(used), "`{module}` lists `{used}`, which does not stand above it");
        }
        assert!(above.insert(module.clone()), "`{module}` has two rows");
    }
    assert!(above.len() > 10, "the table was not found");
}

#[test]
fn no_module_but_the_list_names_a_dialect_and_no_dialect_names_another() {
    let dialects = dialects();
    assert!(dialects.contains("assembly"));
    let mut breaches = Vec::new();
    for source in sources("src").iter().filter(|source| !is_test(source)) {
        let own = source.strip_prefix("src/dialect").ok().and_then(|rest| rest.components().next());
        let own = own.map(|name| name.as_os_str().to_string_lossy().into_owned()).unwrap_or_default();
        if own == "mod.rs" {
            continue;
        }
        let code = code(source);
        for dialect in dialects.iter().filter(|dialect| **dialect != own) {
            if code.contains(&format!("dialect::{dialect}")) || code.contains(&format!("super::{dialect}::"))
            {
                breaches.push(format!("{} names `{dialect}`", source.display()));
            }
        }
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

#[test]
fn nothing_below_the_page_and_the_command_line_touches_the_world() {
    let world = [
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "std::thread",
        "SystemTime",
        "Instant::now",
        "println!",
    ];
    let mut breaches = Vec::new();
    for source in sources("src") {
        let module = place(&source).0;
        if ["ui", "cli", "main", "check"].contains(&module.as_str()) || is_test(&source) {
            continue;
        }
        let code = code(&source);
        breaches.extend(
            world
                .iter()
                .filter(|word| code.contains(**word))
                .map(|word| format!("{} says `{word}`", source.display())),
        );
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// The rows of the table, in order.
fn rows() -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string("src/ARCHITECTURE.md").expect("the page is there");
    let mut lines = text.lines().skip_while(|line| !line.starts_with("| module | may use"));
    lines.by_ref().take(2).for_each(drop);
    lines
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let names = |cell: &str| -> BTreeSet<String> {
                cell.split([',', ' '])
                    .map(|name| name.trim_matches('`').to_owned())
                    .filter(|name| !name.is_empty())
                    .collect()
            };
            let module = names(cells[1]).pop_first().expect("a row names its module");
            (module, names(cells[2]))
        })
        .collect()
}

fn table() -> BTreeMap<String, BTreeSet<String>> {
    rows().into_iter().collect()
}

/// The folders of `dialect/` that are languages.
fn dialects() -> BTreeSet<String> {
    std::fs::read_dir("src/dialect")
        .expect("the folder is there")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "common")
        .collect()
}

/// A file's module at the top of the crate, and how many `super` lead from the file to the crate's root.
fn place(source: &Path) -> (String, usize) {
    let parts: Vec<String> = source
        .strip_prefix("src")
        .expect("a source stands in src")
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let depth = if parts.last().is_some_and(|name| name == "mod") { parts.len() - 1 } else { parts.len() };
    (parts[0].clone(), depth)
}

/// Files that are there for tests alone: their module says so, or one around it.
fn is_test(source: &Path) -> bool {
    let stem =
        |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    source.ancestors().any(|path| {
        let Some(folder) = path.parent().filter(|folder| folder.starts_with("src")) else { return false };
        let parents = [folder.join("mod.rs"), folder.join("lib.rs"), folder.join("main.rs")];
        let declared = ["mod", "pub mod", "pub(super) mod", "pub(crate) mod"]
            .map(|visible| format!("#[cfg(test)]\n{visible} {};", stem(path)));
        parents
            .iter()
            .filter_map(|parent| std::fs::read_to_string(parent).ok())
            .any(|text| declared.iter().any(|declaration| text.contains(declaration)))
    })
}

/// The modules at the top of the crate that a text names: by `crate::`, by `limn::`, or by enough `super::`.
fn uses(code: &str, depth: usize) -> BTreeSet<String> {
    let climb = "super::".repeat(depth);
    let mut used = BTreeSet::new();
    for root in ["crate::", "limn::", climb.as_str()] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || before == '_' || before == ':' {
                continue;
            }
            heads(&code[at + root.len()..], &mut used);
        }
    }
    used
}

/// The first names of `a::b`, or of every branch of `{a::b, c}`.
fn heads(rest: &str, used: &mut BTreeSet<String>) {
    let name =
        |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let Some(group) = rest.strip_prefix('{') else {
        used.insert(name(rest));
        return;
    };
    let mut depth = 0;
    let mut fresh = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return,
            '}' => depth -= 1,
            ',' if depth == 0 => fresh = true,
            c if fresh && depth == 0 && !c.is_whitespace() => {
                used.insert(name(&group[at..]));
                fresh = false;
            }
            _ => {}
        }
    }
}

#[test]
fn uses_are_found_however_they_are_written() {
    let found = |code: &str, depth| uses(code, depth).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(found("use crate::text::{A, B};\nlet x = crate::yaml::parse(a);", 1), "text yaml");
    assert_eq!(found("use crate::{edit::{A, B}, graph,\n  files::C};", 1), "edit files graph");
    assert_eq!(found("use super::super::yaml;", 2), "yaml");
    assert_eq!(found("use super::sibling;", 2), "");
    assert_eq!(place(&PathBuf::from("src/yaml/patch/mod.rs")), ("yaml".to_owned(), 2));
    assert_eq!(place(&PathBuf::from("src/text.rs")), ("text".to_owned(), 1));
}
