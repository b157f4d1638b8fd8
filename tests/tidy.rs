//! Conventions of the project: structure of files, wording, names.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::corpus::files;
use common::source::{code, sources};

/// Maximum lines of logic of a file. Blank lines, comments, tests, and tables with their docs do not count. Clippy has the same for functions.
const MAX_LOGIC: usize = 400;

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

/// A file of tests only: `tests.rs`, or a file in a folder `tests`.
fn is_tests(file: &Path) -> bool {
    file.iter().any(|part| part == "tests" || part == "tests.rs")
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
    let long = sources("src").into_iter().filter(|file| !is_tests(file)).filter_map(|file| {
        let count = logic(&read(&file));
        (count > MAX_LOGIC).then(|| format!("{} has {count} lines of logic", file.display()))
    });
    none(long.collect());
}

#[test]
fn no_script_is_too_long() {
    let scripts =
        ["src", "public"].into_iter().flat_map(|folder| files(Path::new(folder), &[".js", ".mjs", ".ts"]));
    let is_comment = |line: &&str| ["//", "/*", "*"].iter().any(|mark| line.starts_with(mark));
    let long = scripts.filter_map(|file| {
        let text = read(&file);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let count = lines.filter(|line| !is_comment(line)).count();
        (count > MAX_LOGIC).then(|| format!("{} has {count} lines of logic", file.display()))
    });
    none(long.collect());
}

/// Maximum lines of a component's body, as Clippy has for other functions: it does not see inside the macro.
const MAX_COMPONENT: usize = 80;

#[test]
fn no_component_is_too_long() {
    let mut long = Vec::new();
    for file in sources("src/ui") {
        for (at, count) in components(&read(&file)) {
            if count > MAX_COMPONENT {
                long.push(format!("{}:{}: {count} lines", file.display(), at + 1));
            }
        }
    }
    none(long);
}

/// The line of each `#[component]` function, 0-based, and the number of lines of its body without blank ones and comments.
fn components(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = (0..lines.len()).filter(|at| lines[*at].trim() == "#[component]");
    let component = |start: usize| {
        let indent = lines[start].len() - lines[start].trim_start().len();
        let ends = |line: &&str| line.trim_start().starts_with('}') && line.len() == indent + 1;
        let body = lines[start..].iter().skip_while(|line| !line.ends_with('{')).skip(1);
        let body = body.take_while(|line| !ends(line)).map(|line| line.trim());
        (start, body.filter(|line| !line.is_empty() && !line.starts_with("//")).count())
    };
    starts.map(component).collect()
}

#[test]
fn lines_of_components_are_counted() {
    let text = "fn f() {\n}\n\n#[component]\npub fn Bar(\n    a: u8,\n) -> impl IntoView {\n    // Why.\n    let b = a;\n\n    view! {\n        <p>{b}</p>\n    }\n}\nfn g() {\n    1;\n}\n";
    assert_eq!(components(text), [(3, 4)]);
}

/// Number of lines of logic: what is left without blank lines, comments, tests, and top-level `static` and `const` items.
fn logic(text: &str) -> usize {
    let mut count = 0;
    let mut in_table = false;
    for line in before_tests(text).lines() {
        let item = line.strip_prefix("pub ").unwrap_or(line);
        let item =
            item.split_once(") ").filter(|(scope, _)| scope.starts_with("pub(")).map_or(item, |pair| pair.1);
        let is_table =
            item.starts_with("static ") || item.starts_with("const ") && !item.starts_with("const fn ");
        in_table |= is_table;
        let words = line.trim_start();
        count += usize::from(!in_table && !words.is_empty() && !words.starts_with("//"));
        // A table ends with a semicolon outside of any indentation, or on its first line.
        in_table &= !line.ends_with(';') || !is_table && !line.starts_with([')', ']', '}', '.']);
    }
    count
}

#[test]
fn only_logic_counts() {
    let text = "//! Doc.\n\nuse a::B;\n\npub(super) static A: &[u8] = &[\n    1,\n];\nconst B: u8 = 2;\n\nstatic C: Code = Code::new(\n    \"a;\",\n)\n.bad(\"\n\",\n);\n\n/// Doc.\npub const fn f() {\n    g(); // why\n}\n\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!(logic(text), 4);
}

#[test]
fn no_tab_indents_and_no_blank_trails() {
    let breach = |line: &str| line.contains('\t') || line.ends_with(' ');
    // A Makefile is written with tabs, and what a test expects may end in a blank.
    let texts = texts().into_iter().filter(|file| file.file_name().is_some_and(|name| name != "Makefile"));
    none(texts.flat_map(|file| lines(&file, before_tests(&read(&file)), breach)).collect());
}

/// A context that a component leaves in an owner is found by the next component there, when its signals are gone; and removed elements still get
/// these events.
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
fn literal_colors_stand_in_the_tokens_only() {
    let color = |line: &str| {
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
    none(sheets.flat_map(|file| lines(&file, &read(&file), color)).collect());
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
        if code.docs.len() + code.why.len() + code.advice.len() < 40 {
            say("does not say why");
        }
        if code.section.trim().is_empty() {
            say("does not say where it is written");
        }
        if code.docs.lines().any(|line| line.starts_with('#')) && !code.docs.contains("```") {
            say("has a heading of its own, which the manual gives it already");
        }
    }
    none(breaches);
    let mut names: Vec<&str> = limn::analysis::codes().iter().flat_map(|code| code.names()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two codes have one name, or one has the earlier name of another");
}

/// Phrases that the project does not use in messages, docs and doc comments, each with its plain replacement. A phrase matches whole words in any
/// case, unless one of the listed words follows. A word with hyphens is one word.
const PHRASES: &[(&str, &[&str], &str)] = &[
    ("is told", &[], "is reported, is shown"),
    ("are told", &[], "are reported, are shown"),
    ("is said", &[], "is reported, is written"),
    ("are said", &[], "are reported, are written"),
    ("is asked", &["for"], "returns, checks"),
    ("are asked", &[], "return, check"),
    ("is wanted", &[], "is expected, is required"),
    ("are wanted", &[], "are expected, are required"),
    ("comes to", &[], "is, results in, evaluates to"),
    ("leans on", &[], "depends on"),
    ("lean on", &[], "depend on"),
    ("leaned on", &[], "depended on"),
    ("gets to know", &[], "receives"),
    ("mend", &[], "fix"),
    ("mends", &[], "fixes"),
    ("mended", &[], "fixed"),
    ("cure", &[], "fix"),
    ("cures", &[], "fixes"),
    ("cured", &[], "fixed"),
    ("what it may be", &[], "the kind that it seems to be"),
    ("is no", &["longer", "more"], "is not a"),
    ("are no", &["longer", "more"], "are not"),
    ("nothing is named", &[], "unknown …"),
    ("is named by nothing", &[], "unused, unknown"),
    ("the house", &[], "the project"),
    ("a hand", &[], "the user, the pointer"),
    ("the hand", &[], "the user, the pointer"),
    ("either hand", &[], "canvas or text"),
    ("at hand", &[], "available"),
    ("whoever", &[], "the caller, the user"),
    ("who asks", &[], "the caller"),
    ("dear", &[], "expensive"),
    ("without a word", &[], "silently"),
    ("is held to", &[], "is checked against"),
    ("is held against", &[], "is checked against"),
    ("stands", &["out"], "is, is at, is duplicated, represents"),
    ("is not there any more", &[], "no longer exists"),
    ("is taken already", &[], "is already in use"),
    ("may stand", &[], "is allowed"),
    ("could stand", &[], "is allowed"),
    ("would stand", &[], "would be"),
    ("speaks of", &[], "covers, describes"),
    ("speaks against", &[], "objects to, contradicts"),
    ("says of", &[], "reports about, states for"),
    ("say of", &[], "report about, state for"),
    ("said of", &[], "reported for, the code for"),
    ("said where", &[], "reported if"),
    ("knows no", &[], "is independent of"),
    ("knows nothing", &[], "is independent of"),
    ("no one", &[], "no user, nothing"),
    ("anew", &[], "again"),
    ("but for", &[], "except"),
    ("is found out", &[], "is determined"),
    ("it comes in", &[], "it is added"),
    ("lives on", &[], "uses, depends on"),
    ("asked for", &[], "requested"),
    ("asks for it", &[], "requests it, needs it"),
    ("wants the", &[], "requires the, expects the"),
    ("known of", &[], "known about"),
    ("leads back", &["to"], "returns, forms a cycle"),
    ("leads to", &[], "resolves to, causes, opens, goes to"),
    ("one for one", &[], "one by one"),
    ("as people say", &[], "in the usual words"),
    ("goes by", &[], "is known by, is named"),
    ("whatever the", &[], "regardless of"),
    ("business", &[], "the task of, handled by"),
    ("be it", &[], "either"),
    ("tells", &[], "shows, reports, distinguishes"),
    ("outside of", &[], "outside"),
    ("goes on", &[], "continues"),
    ("the one before", &[], "the previous one"),
    ("says so", &[], "reports it"),
    ("said so", &[], "reported it"),
];

/// The phrases in a text, with their replacements.
fn phrases(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut found = Vec::new();
    for (phrase, unless, instead) in PHRASES {
        let is_used = text.match_indices(phrase).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + phrase.len()..]);
            let next = after.trim_start().split(|c| !is_word(c)).next().unwrap_or_default();
            // "There is no x" is plain.
            let is_plain = before.ends_with("there ") || unless.contains(&next);
            !before.ends_with(is_word) && !after.starts_with(is_word) && !is_plain
        });
        if is_used {
            found.push(format!("`{phrase}` → {instead}"));
        }
    }
    found
}

/// Doc comments and string literals of Rust code, each with its line, 0-based.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut literal: Option<(usize, String)> = None;
    for (at, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if literal.is_none() && trimmed.starts_with("//") {
            if trimmed.starts_with("///") || trimmed.starts_with("//!") {
                found.push((at, trimmed.to_owned()));
            }
            continue;
        }
        let mut chars = line.chars().peekable();
        let mut before = ' ';
        while let Some(c) = chars.next() {
            match (&mut literal, c) {
                (Some((_, text)), '\\') => text.extend(chars.next().filter(|next| *next != 'n')),
                (Some(_), '"') => found.extend(literal.take()),
                (Some((_, text)), c) => text.push(c),
                // A quote as a character literal starts no string.
                (None, '"') if before != '\'' || chars.peek() != Some(&'\'') => {
                    literal = Some((at, String::new()));
                }
                (None, '/') if before == '/' => break,
                (None, _) => {}
            }
            before = c;
        }
        if let Some((_, text)) = &mut literal {
            text.push(' ');
        }
    }
    found
}

/// Documents that people read.
const DOCUMENTS: &[&str] = &[
    "README.md",
    "CHANGELOG.md",
    "Makefile",
    "src/ARCHITECTURE.md",
    ".github/CODE_OF_CONDUCT.md",
    ".github/CONTRIBUTING.md",
    ".github/PULL_REQUEST_TEMPLATE.md",
    ".github/SECURITY.md",
];

#[test]
fn messages_and_documents_use_plain_words() {
    let mut breaches = Vec::new();
    for file in sources("src").into_iter().filter(|file| !is_tests(file)) {
        for (at, text) in prose(before_tests(&read(&file))) {
            let found = phrases(&text).into_iter();
            breaches.extend(found.map(|found| format!("{}:{}: {found}", file.display(), at + 1)));
        }
    }
    for file in DOCUMENTS.iter().map(Path::new) {
        for (at, line) in read(file).lines().enumerate() {
            let found = phrases(line).into_iter();
            breaches.extend(found.map(|found| format!("{}:{}: {found}", file.display(), at + 1)));
        }
    }
    none(breaches);
}

/// The function of `limn_language::message` that writes a format string of this kind: one fault has one pattern in all languages.
fn message_function(literal: &str) -> Option<&'static str> {
    if literal.starts_with("missing required ") {
        return Some("message::missing");
    }
    if literal.starts_with("expected ") && literal.contains(", found ") {
        return Some("message::expected");
    }
    let functions = [
        ("unknown ", "message::unknown"),
        ("unresolved ", "message::unresolved"),
        ("duplicate ", "message::duplicate"),
        ("unused ", "message::unused"),
    ];
    let (rest, function) =
        functions.iter().find_map(|(start, function)| Some((literal.strip_prefix(start)?, *function)))?;
    // The name in backticks follows the kind.
    let (kind, _) = rest.split_once(" `")?;
    (!kind.contains([':', ';', ','])).then_some(function)
}

/// The format strings of `format!` in Rust code, each with its line, 0-based.
fn format_strings(text: &str) -> Vec<(usize, &str)> {
    let calls = text.match_indices("format!(").filter_map(|(at, call)| {
        let literal = text[at + call.len()..].trim_start().strip_prefix('"')?;
        let end = literal.match_indices('"').map(|(at, _)| at).find(|&at| !literal[..at].ends_with('\\'))?;
        Some((text[..at].matches('\n').count(), &literal[..end]))
    });
    calls.collect()
}

#[test]
fn messages_of_one_fault_have_one_pattern() {
    let folders = ["src/dialect", "src/language", "src/lmctl", "src/analysis", "src/packages"];
    let files = folders.into_iter().flat_map(sources);
    let mut breaches = Vec::new();
    for file in files.filter(|file| !is_tests(file) && !file.ends_with("src/language/message.rs")) {
        for (at, literal) in format_strings(before_tests(&read(&file))) {
            if let Some(function) = message_function(literal) {
                breaches.push(format!("{}:{}: `{literal}` → {function}", file.display(), at + 1));
            }
        }
    }
    none(breaches);
}

#[test]
fn patterns_of_messages_are_recognized() {
    let code = "f(format!(\"unknown {kind} `{name}`; a\"));\nformat!(\n    \"a \\\" b\",\n)";
    assert_eq!(format_strings(code), [(0, "unknown {kind} `{name}`; a"), (1, "a \\\" b")]);
    assert_eq!(message_function("unknown {kind} `{name}`; a"), Some("message::unknown"));
    assert_eq!(message_function("expected {a}, found {b}"), Some("message::expected"));
    assert_eq!(message_function("missing required {a}"), Some("message::missing"));
    for other in ["unknown edit: {error}", "missing space after `{a}`", "expected `{a}` before {b}"] {
        assert_eq!(message_function(other), None, "{other}");
    }
}

/// Comments, and names of functions as words, of Rust code.
fn comments_and_names(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let words = line.trim_start();
        // `://` is part of an address, and `//` in a literal is rare.
        if let Some((_, comment)) = line.split_once("//").filter(|(before, _)| !before.ends_with(':')) {
            found.push((at, comment.to_owned()));
        }
        if let Some((before, rest)) =
            words.split_once("fn ").filter(|(before, _)| !before.contains(['"', '/']))
        {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if before.is_empty() || before.ends_with(' ') {
                found.push((at, name.replace('_', " ")));
            }
        }
    }
    found
}

#[test]
fn comments_and_names_of_functions_use_plain_words() {
    let mut breaches = Vec::new();
    for file in rust().into_iter().filter(|file| !file.ends_with("tests/tidy.rs")) {
        for (at, text) in comments_and_names(&read(&file)) {
            let found = phrases(&text).into_iter();
            breaches.extend(found.map(|found| format!("{}:{}: {found}", file.display(), at + 1)));
        }
    }
    none(breaches);
}

#[test]
fn other_sources_use_plain_words() {
    let endings = [".js", ".mjs", ".ts", ".css", ".html", ".py", "Cargo.toml"];
    let below = ["src", "tests", "style", "public"].map(Path::new);
    let mut files: Vec<PathBuf> = below.into_iter().flat_map(|folder| files(folder, &endings)).collect();
    files.extend(self::files(Path::new("src/editors"), &[".md"]));
    files.extend(self::files(Path::new(".github"), &[".md", ".yml"]));
    files.extend(["Cargo.toml", "index.html"].map(PathBuf::from));
    // Built from sources, or data of others.
    files.retain(|file| {
        !file.starts_with("tests/fixtures")
            && !file.iter().any(|part| part == "node_modules" || part == "dist")
    });
    let mut breaches = Vec::new();
    for file in files {
        for (at, line) in read(&file).lines().enumerate().filter(|(_, line)| line.len() < 1_000) {
            let found = phrases(line).into_iter();
            breaches.extend(found.map(|found| format!("{}:{}: {found}", file.display(), at + 1)));
        }
    }
    none(breaches);
}

/// Words that a doc comment, or any comment of a script, does not open with: its first clause says what a thing is, or what a function returns or does.
const OPENINGS: [&str; 9] = ["Whether", "What", "How", "Where", "Which", "Who", "Whose", "When", "Why"];

#[test]
fn doc_comments_open_with_the_thing_that_they_describe() {
    let is_script = |file: &PathBuf| {
        file.extension().is_some_and(|ending| ["ts", "mjs", "js"].iter().any(|e| ending == *e))
    };
    let mut breaches = Vec::new();
    for file in rust().into_iter().chain(texts().into_iter().filter(is_script)) {
        let marks: &[&str] = if is_script(&file) { &["//", "/**"] } else { &["///", "//!"] };
        breaches.extend(
            openings(&read(&file), marks)
                .into_iter()
                .map(|(at, word)| format!("{}:{}: opens with `{word}`", file.display(), at + 1)),
        );
    }
    none(breaches);
}

/// The comments with one of these marks that open with one of [`OPENINGS`]: line and word.
fn openings(text: &str, marks: &[&str]) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let mut before = None;
    for (at, line) in text.lines().enumerate() {
        let now = marks.iter().find(|marks| line.trim_start().starts_with(**marks));
        let first = line.trim_start().trim_start_matches(['/', '!', '*']).split_whitespace().next();
        let opening = first.and_then(|first| OPENINGS.iter().find(|word| first == **word));
        if let Some(word) = opening.filter(|_| now.is_some() && now != before) {
            found.push((at, *word));
        }
        before = now;
    }
    found
}

#[test]
fn openings_are_found_at_the_start_of_a_comment_only() {
    let script = "/** Whether a. */\nb; // What c.\n// How d.\n// What e.\n";
    assert_eq!(openings(script, &["//", "/**"]), [(0, "Whether"), (2, "How")]);
    assert_eq!(openings("/// Which a.\n// What b.\n", &["///", "//!"]), [(0, "Which")]);
}

#[test]
fn docs_of_checks_use_plain_words() {
    let found = |code: &limn::diagnostic::Code| {
        [code.docs, code.why, code.advice]
            .into_iter()
            .flat_map(phrases)
            .map(|found| format!("{}: {found}", code.name))
            .collect::<Vec<_>>()
    };
    none(limn::analysis::codes().into_iter().flat_map(found).collect());
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert_eq!(phrases("It leans on a type"), ["`leans on` → depends on"]);
    assert_eq!(phrases("it is no version"), ["`is no` → is not a"]);
    assert!(phrases("there is no version, a commendable name that is no longer used; secured").is_empty());
    assert!(phrases("name-stands-twice stands out").is_empty());
    let code = "// A b.\nfn a_b() {} // c\n\"https://d\"";
    let found = comments_and_names(code).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(found, [" A b.", " c", "a b"]);
    let code = "/// A doc.\nfn f() { g('\"', \"a \\\n  b\"); } // no\n";
    assert_eq!(prose(code), [(0, "/// A doc.".to_owned()), (1, "a    b".to_owned())]);
}
