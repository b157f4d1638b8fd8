//! `limn rules`: prints the manual of checks from their docs: the index, the page of a language, or one check.

use std::fmt::Write as _;

use clap::Args;
use limn::analysis;
use limn::diagnostic::{Code, Severity};

use super::Trouble;

#[derive(Args)]
pub(crate) struct Arguments {
    /// A language (amp, assembly, common, homing, tosca) or a check (assembly/unknown-relationship-end); the list of all checks by default.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// The requested part of the manual, as Markdown.
pub(crate) fn manual(arguments: &Arguments) -> Result<String, Trouble> {
    let codes = analysis::codes();
    let Some(name) = arguments.name.as_deref() else { return Ok(index(&codes)) };
    if let Some(code) = codes.iter().find(|code| code.names().any(|known| known == name)) {
        return Ok(section(code, "#"));
    }
    let of_language: Vec<_> = codes.into_iter().filter(|code| split(code).0 == name).collect();
    if of_language.is_empty() {
        return Err(Trouble::Message(format!("unknown language or check `{name}`")));
    }
    Ok(page(name, &of_language))
}

/// The whole manual: the pages with their names, as in `public/`.
pub(crate) fn pages() -> Vec<(String, String)> {
    let codes = analysis::codes();
    let mut pages = vec![("rules.md".to_owned(), index(&codes))];
    for of_language in codes.chunk_by(|a, b| split(a).0 == split(b).0) {
        let Some(language) = of_language.first().map(|code| split(code).0) else { continue };
        pages.push((format!("rules/{language}.md"), page(language, of_language)));
    }
    pages
}

/// The name of a language, as readers know it.
fn label(language: &str) -> &str {
    analysis::language_label(language).unwrap_or("YAML")
}

/// The language of a check, and its fault.
fn split(code: &Code) -> (&'static str, &'static str) {
    code.name.split_once('/').unwrap_or(("", code.name))
}

/// All checks by language, with links to the pages. An anchor for each check keeps links from the time when this was the whole manual.
fn index(codes: &[&Code]) -> String {
    let mut out = String::from(
        "# Checks\n\n\
         Each check has a code.\n\
         `# limn: ignore[code]` at the end of a line, or above it, suppresses the check on that line.\n\
         An error: the orchestrator rejects the file, or it violates the specification. A warning: it is accepted, but may not do what you expect. \
         An info: a suggestion about style.\n",
    );
    let mut language = "";
    for code in codes {
        let (of, fault) = split(code);
        if of != language {
            language = of;
            let _infallible = write!(out, "\n## [{}](rules/{of}.md)\n\n", label(of));
        }
        let severity = severity(code);
        let _infallible = writeln!(
            out,
            "- <a id=\"{fault}\"></a>[{fault}](rules/{of}.md#{fault}) · {severity}{}",
            ids(code)
        );
    }
    out
}

/// The manual page of a language: one section per check, in the order of their names.
fn page(language: &str, codes: &[&Code]) -> String {
    let mut out = format!("# {} checks\n\n[All checks](../rules.md)\n", label(language));
    for code in codes {
        out.push('\n');
        out.push_str(&section(code, "##"));
    }
    out
}

fn section(code: &Code, heading: &str) -> String {
    let (severity, ids, earlier) = (severity(code), ids(code), earlier_names(code));
    let (fault, name, section) = (split(code).1, code.name, code.section);
    format!(
        "{heading} {fault}\n\n`{name}` · {severity}{ids}{earlier} · {section}\n\n{}\n",
        code.markdown(&format!("{heading}#"))
    )
}

fn severity(code: &Code) -> &'static str {
    match code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// The rule ids of the references.
fn ids(code: &Code) -> String {
    let ids: Vec<&str> = analysis::rules_of(code).into_iter().map(|(_, rule)| rule).collect();
    if ids.is_empty() { String::new() } else { format!(" · rule {}", ids.join(", ")) }
}

fn earlier_names(code: &Code) -> String {
    let names: Vec<String> = code.earlier_names.iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { String::new() } else { format!(" · earlier {}", names.join(", ")) }
}
