//! Layers, as far as Cargo cannot check them: that no import cycle inside a crate is long, that the table in `src/ARCHITECTURE.md` is what their manifests say, that only the list of languages
//! and the views in the page name a language, and that nothing but the page and the command line touches the outside world. That a member uses only
//! what it lists is Cargo's part.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use common::corpus::files;
use common::imports::cycles;
use common::source::{code, sources};

/// Code that uses the disk, the clock or the terminal: the command line with what it reads and serves, and what tests share.
const OUTSIDE: &[&str] = &["src/cli", "src/disk", "src/lsp", "src/ui", "src/check"];

/// The languages that may use another one's crate.
const EXTENDS: &[(&str, &str)] = &[("amp", "tosca")];

#[test]
fn the_table_lists_the_crates_and_what_they_use() {
    let (table, members) = (rows(), members());
    let wrong: Vec<String> = members
        .iter()
        .filter(|(member, uses)| table.get(*member) != Some(uses))
        .map(|(member, uses)| {
            let uses: Vec<String> = uses.iter().map(|name| format!("`{name}`")).collect();
            format!("| `{member}` | {} |", uses.join(", "))
        })
        .collect();
    assert!(wrong.is_empty(), "src/ARCHITECTURE.md should say:\n{}", wrong.join("\n"));
    let gone: Vec<&String> = table.keys().filter(|member| !members.contains_key(*member)).collect();
    assert!(gone.is_empty(), "src/ARCHITECTURE.md lists members that do not exist: {gone:?}");
}

#[test]
fn no_language_uses_another() {
    let languages: BTreeSet<String> = std::fs::read_dir("src/dialect")
        .expect("the folder is there")
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "common")
        .collect();
    assert!(languages.contains("assembly"));
    for (member, uses) in members() {
        if !languages.contains(&member) && !uses.is_disjoint(&languages) {
            assert!(["dialects", "page"].contains(&member.as_str()), "`{member}` names a language");
        }
        for used in uses.intersection(&languages).filter(|_| languages.contains(&member)) {
            assert!(EXTENDS.contains(&(member.as_str(), used.as_str())), "`{member}` uses `{used}`");
        }
    }
}

#[test]
fn the_page_names_a_language_only_in_its_views() {
    for source in sources("src/ui") {
        let code = code(&source);
        for language in ["amp", "assembly", "homing", "tosca"] {
            let views = Path::new("src/ui/views").join(language);
            let names = code.contains(&format!("limn_{language}"));
            assert!(!names || source.starts_with(&views), "{} uses `limn-{language}`", source.display());
        }
    }
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
        if OUTSIDE.iter().any(|member| source.starts_with(member)) || is_test(&source) {
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

#[test]
fn no_import_cycle_has_more_than_four_files() {
    const MOST: usize = 4;
    let manifests = files(Path::new("src"), &["Cargo.toml"]);
    let mut crates: Vec<PathBuf> =
        manifests.iter().filter_map(|manifest| Some(manifest.parent()?.to_path_buf())).collect();
    crates.push(PathBuf::from("src/cli"));
    let mut long = Vec::new();
    for folder in &crates {
        let is_inner = |file: &Path| {
            crates.iter().any(|other| other != folder && other.starts_with(folder) && file.starts_with(other))
        };
        let own = sources(&folder.to_string_lossy()).into_iter();
        let own: Vec<PathBuf> = own.filter(|file| !is_inner(file) && !is_test(file)).collect();
        for cycle in cycles(folder, &own).iter().filter(|cycle| cycle.files.len() > MOST) {
            long.push(format!("{} files:", cycle.files.len()));
            let edge =
                |(from, to): &(PathBuf, PathBuf)| format!("  {} uses {}", from.display(), to.display());
            long.extend(cycle.edges.iter().map(edge));
        }
    }
    assert!(long.is_empty(), "import cycles:\n{}", long.join("\n"));
}

#[test]
fn the_lock_file_of_the_fuzz_targets_matches_the_crates() {
    let lock = std::fs::read_to_string("tests/fuzz/Cargo.lock").expect("the file is there");
    let packages: BTreeMap<&str, BTreeSet<&str>> = lock
        .split("[[package]]")
        .filter_map(|package| {
            let name = package.split_once("name = \"")?.1.split('"').next()?;
            let listed = package.split_once("dependencies = [").map_or("", |(_, rest)| rest);
            let names =
                listed.split('"').skip(1).step_by(2).filter_map(|dependency| dependency.split(' ').next());
            Some((name, names.collect()))
        })
        .collect();
    let mut outdated = Vec::new();
    let manifests = files(Path::new("src"), &["Cargo.toml"]);
    for manifest in manifests.into_iter().chain([PathBuf::from("Cargo.toml")]) {
        let text = std::fs::read_to_string(&manifest).expect("the manifest is there");
        let name =
            text.split_once("name = \"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
        let section = text.split_once("\n[dependencies]\n").map_or("", |(_, rest)| rest);
        let used: BTreeSet<&str> = section
            .lines()
            .take_while(|line| !line.starts_with('['))
            .filter_map(|line| line.split(['.', ' ', '=']).next().filter(|name| !name.is_empty()))
            .filter(|name| !name.starts_with('#'))
            .collect();
        if packages.get(name).is_some_and(|known| *known != used) {
            outdated.push(name.to_owned());
        }
    }
    assert!(packages.contains_key("limn-yaml"), "no package was found");
    assert!(outdated.is_empty(), "run `cargo update --workspace` in tests/fuzz: {outdated:?} changed");
}

/// The rows of the table in `src/ARCHITECTURE.md`: a member, and the members that it uses.
fn rows() -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string("src/ARCHITECTURE.md").expect("the page is there");
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split([',', ' '])
            .map(|name| name.trim_matches('`').to_owned())
            .filter(|name| !name.is_empty())
            .collect()
    };
    text.lines()
        .skip_while(|line| !line.starts_with("| crate | uses"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            (names(cells[1]).pop_first().expect("a row names its member"), names(cells[2]))
        })
        .collect()
}

/// The members of the workspace and the members that each depends on, tests apart, by names without `limn-`.
fn members() -> BTreeMap<String, BTreeSet<String>> {
    let manifests = files(Path::new("src"), &["Cargo.toml"]);
    assert!(manifests.len() > 10, "the manifests were not found");
    manifests.iter().map(|manifest| member(manifest)).collect()
}

fn member(manifest: &Path) -> (String, BTreeSet<String>) {
    let text = std::fs::read_to_string(manifest).expect("a manifest can be read");
    let name =
        text.lines().find_map(|line| line.strip_prefix("name = \"limn-")).expect("a member is named limn-…");
    let uses = text
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.strip_prefix("limn-")?.split_once('.'))
        .map(|(name, _)| name.to_owned())
        .collect();
    (name.trim_end_matches('"').to_owned(), uses)
}

/// Files that are there for tests alone: they stand in a folder of tests, or their module has the attribute, or one around it.
fn is_test(source: &Path) -> bool {
    let stem =
        |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    source.ancestors().any(|path| {
        let Some(folder) = path.parent().filter(|folder| folder.starts_with("src")) else { return false };
        let parents: [PathBuf; 3] = [folder.join("mod.rs"), folder.join("lib.rs"), folder.join("main.rs")];
        let declared = ["mod", "pub mod", "pub(super) mod", "pub(crate) mod"]
            .map(|visible| format!("#[cfg(test)]\n{visible} {};", stem(path)));
        let is_folder_of_tests = path.file_name().is_some_and(|name| name == "tests");
        is_folder_of_tests
            || parents
                .iter()
                .filter_map(|parent| std::fs::read_to_string(parent).ok())
                .any(|text| declared.iter().any(|declaration| text.contains(declaration)))
    })
}
