//! `limn rules`: prints the manual of all checks, from their docs.

use std::fmt::Write as _;

use limn::analysis;
use limn::diagnostic::{Code, Severity};

/// Markdown, one section per code, in the order of their names.
pub(crate) fn manual() -> String {
    let codes = analysis::codes();
    let mut out = String::from(
        "# Checks\n\n\
         Each check has a code.\n\
         `# limn: ignore[code]` at the end of a line, or above it, suppresses the check on that line.\n\
         Errors are rejected by the orchestrator or the specification, warnings are accepted but have unexpected effects, infos are about style.\n",
    );
    let mut dialect = "";
    for code in codes {
        let (of, fault) = code.name.split_once('/').unwrap_or(("", code.name));
        if of != dialect {
            dialect = of;
            write!(out, "\n## {of}\n").expect("a String takes all");
        }
        section(&mut out, code, fault).expect("a String takes all");
    }
    out
}

fn section(out: &mut String, code: &Code, fault: &str) -> std::fmt::Result {
    let severity = match code.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    let rules: Vec<&str> = analysis::rules_of(code).into_iter().map(|(_, rule)| rule).collect();
    let rule = if rules.is_empty() { String::new() } else { format!(" · rule {}", rules.join(", ")) };
    write!(
        out,
        "\n### {fault}\n\n`{}` · {severity}{rule} · {}\n\n{}\n",
        code.name,
        code.section,
        code.markdown().trim_end()
    )
}
