//! The habits of the house, as far as a test can hold them.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::corpus::files;
use common::source::{code, sources};

/// Lines of a file, without its tests, before it should be two.
const LONG: usize = 600;
/// Files that may be longer, with the reason.
const MAY_BE_LONG: &[(&str, &str)] = &[];

fn rust() -> Vec<PathBuf> {
    ["src", "tests"].into_iter().flat_map(sources).collect()
}

/// Every text of the project that people write.
fn texts() -> Vec<PathBuf> {
    let below = ["src", "tests", "style", "public", ".ci"].map(Path::new);
    let endings = [
        ".rs",
        ".css",
        ".js",
        ".mjs",
        ".ts",
        ".md",
        ".html",
        ".svg",
        ".toml",
        ".sh",
        ".json",
        ".webmanifest",
        "run",
    ];
    let top = [
        "Cargo.toml",
        "Trunk.toml",
        "Makefile",
        "README.md",
        "CHANGELOG.md",
        "index.html",
        "package.json",
        ".gitignore",
    ];
    let below = below.into_iter().filter(|folder| folder.is_dir()).flat_map(|folder| files(folder, &endings));
    let top = top.into_iter().map(PathBuf::from).filter(|file| file.is_file());
    below.chain(top).filter(|file| !file.starts_with("tests/fixtures")).collect()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn before_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Fails with every breach: where, and what.
#[track_caller]
fn none(breaches: Vec<String>) {
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

/// The lines of `file` of which `breach` is true.
fn lines(file: &Path, text: &str, breach: impl Fn(&str) -> bool) -> Vec<String> {
    let hits = text.lines().enumerate().filter(|(_, line)| breach(line));
    hits.map(|(at, line)| format!("{}:{}: {}", file.display(), at + 1, line.trim())).collect()
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent = rust().into_iter().filter(|file| {
        let text = read(file);
        !text.starts_with("//!") && !text.starts_with("#![doc = include_str!")
    });
    none(silent.map(|file| format!("{} does not open with `//!`", file.display())).collect());
}

#[test]
fn no_file_is_too_long() {
    let tests = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem == "tests");
    let long = sources("src").into_iter().filter(|file| !tests(file)).filter_map(|file| {
        let count = before_tests(&read(&file)).lines().count();
        let excused = MAY_BE_LONG.iter().any(|(name, _)| Path::new(name) == file);
        (count > LONG && !excused).then(|| format!("{} has {count} lines before its tests", file.display()))
    });
    none(long.collect());
}

#[test]
fn no_tab_indents_and_no_blank_trails() {
    let breach = |line: &str| line.contains('\t') || line.ends_with(' ');
    // A Makefile is written with tabs, and what a test expects may end in a blank.
    let texts = texts().into_iter().filter(|file| file.file_name().is_some_and(|name| name != "Makefile"));
    none(texts.flat_map(|file| lines(&file, before_tests(&read(&file)), breach)).collect());
}

/// What a component leaves in an owner is found by the next one there, when its signals are gone; and removed elements still get these events.
#[test]
fn nothing_of_a_component_outlives_it() {
    let late = ["change", "blur", "focusout", "toggle", "close"].map(|event| format!("on:{event}=move"));
    let breach = |line: &str| {
        line.contains("provide_context(") || late.iter().any(|handler| line.contains(handler.as_str()))
    };
    // The page's own component provides the session, and is never gone.
    let page = sources("src/ui").into_iter().filter(|file| !file.ends_with("ui/shell.rs"));
    none(page.flat_map(|file| lines(&file, &read(&file), breach)).collect());
}

#[test]
fn nothing_is_left_for_later() {
    let left = ["todo!(", "unimplemented!(", "dbg!(", "TODO", "FIXME", "XXX"];
    let breach = |line: &str| left.iter().any(|word| line.contains(word));
    let sources = sources("src").into_iter();
    none(sources.flat_map(|file| lines(&file, &read(&file), breach)).collect());
}

#[test]
fn tests_are_named_as_facts_and_none_is_left_out() {
    let words = [["fn ", "test_"].concat(), ["#[", "ignore"].concat(), ["#[", "should_panic"].concat()];
    let breach = |line: &str| words.iter().any(|word| line.contains(word.as_str()));
    none(rust().into_iter().flat_map(|file| lines(&file, &read(&file), breach)).collect());
}

#[test]
fn literal_colours_stand_in_the_tokens_only() {
    let colour = |line: &str| {
        let hex = line.split('#').skip(1).any(|rest| {
            let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
            let ends = !rest.chars().nth(digits).is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
            matches!(digits, 3 | 4 | 6 | 8) && ends
        });
        hex || ["rgb(", "rgba(", "hsl(", "hsla(", "oklch(", "oklab(", "hwb("]
            .iter()
            .any(|word| line.contains(word))
    };
    let sheets =
        files(Path::new("style"), &[".css"]).into_iter().filter(|file| !file.ends_with("tokens.css"));
    none(sheets.flat_map(|file| lines(&file, &read(&file), colour)).collect());
    // And none in the page's sources, where a class would do.
    let page = sources("src/ui").into_iter();
    let named = |line: &str| ["rgb(", "hsl(", "oklch("].iter().any(|word| line.contains(word));
    none(page.flat_map(|file| lines(&file, &code(&file), named)).collect());
}

#[test]
fn the_project_knows_only_itself() {
    // Put together here, so that this file does not say them.
    let words = [
        ["../", "shared"].concat(),
        ["/", "work/"].concat(),
        ["arti", "factory"].concat(),
        ["/", "root/"].concat(),
    ];
    let breach = |line: &str| words.iter().any(|word| line.contains(word.as_str()));
    let texts = texts().into_iter().filter(|file| !file.ends_with("src/check/corpus.rs"));
    let mut breaches: Vec<String> = texts.flat_map(|file| lines(&file, &read(&file), breach)).collect();
    let lock = Path::new("package-lock.json");
    if lock.is_file() {
        breaches.extend(lines(lock, &read(lock), |line| line.contains("\"resolved\": \"http")));
    }
    none(breaches);
}

#[test]
fn documents_have_one_sentence_on_a_line() {
    let documents =
        ["README.md", "src/ARCHITECTURE.md"].into_iter().map(Path::new).filter(|file| file.is_file());
    let mut breaches = Vec::new();
    for file in documents {
        let mut fenced = false;
        for (at, line) in read(file).lines().enumerate() {
            fenced ^= line.trim_start().starts_with("```");
            let prose = !fenced && !line.starts_with('|') && !line.starts_with("    ");
            let two = line.match_indices(". ").any(|(dot, _)| {
                // The point of `1. ` ends no sentence.
                !line[..dot].ends_with(|c: char| c.is_ascii_digit())
                    && line[dot + 2..].starts_with(char::is_uppercase)
            });
            if prose && two {
                breaches.push(format!("{}:{}: {line}", file.display(), at + 1));
            }
        }
    }
    none(breaches);
}

#[test]
fn codes_are_well_formed_and_explain_themselves() {
    let kebab = |text: &str| {
        !text.is_empty()
            && text.split('-').all(|word| {
                !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            })
    };
    let mut breaches = Vec::new();
    for code in limn::analysis::codes() {
        let mut say = |what: &str| breaches.push(format!("`{}` {what}", code.name));
        if code.name.split('/').count() != 2 || !code.name.split('/').all(kebab) {
            say("is not `dialect/fault-in-kebab-case`");
        }
        if code.docs.trim().len() < 40 {
            say("does not say why");
        }
        if code.section.trim().is_empty() {
            say("does not say where it is written");
        }
        if code
            .docs
            .lines()
            .any(|line| line.starts_with('#') && !line.starts_with("# good") && !line.starts_with("# bad"))
            && !code.docs.contains("```")
        {
            say("has a heading of its own, which the rules page gives it already");
        }
    }
    none(breaches);
    let mut names: Vec<&str> = limn::analysis::codes().iter().map(|code| code.name).collect();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two codes have one name");
}
