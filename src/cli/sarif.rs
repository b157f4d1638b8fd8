//! SARIF 2.1.0 report, for code hosts and editors: diagnostics, docs of all checks, and safe fixes.
//!
//! Tools apply the fixes without asking Limn again, so only verified fixes are included.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use limn::analysis;
use limn::diagnostic::{Code, Severity};
use limn::text::{LineColumn, TextEdit};
use serde_json::{Value, json};

use super::checked::CheckedFile;
use super::report;

/// Bytes that are analysed to verify the fixes of one log. Fixes beyond it are not in the log; `--fix` applies them all the same.
const WORK: usize = 32 << 20;

pub(crate) fn report(files: &[CheckedFile]) -> String {
    let codes = analysis::codes();
    let index: BTreeMap<&str, usize> = codes.iter().enumerate().map(|(at, code)| (code.name, at)).collect();
    let mut work = WORK;
    let results: Vec<Value> = files.iter().flat_map(|file| results(file, &index, &mut work)).collect();
    let artifacts: Vec<Value> =
        files.iter().map(|file| json!({ "location": { "uri": uri(&file.name) } })).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "limn",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "artifacts": artifacts,
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log).expect("the log is texts and numbers");
    text.push('\n');
    text
}

fn rule(code: &Code) -> Value {
    let about = [code.docs, code.why].join(" ");
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = code.markdown("###");
    json!({
        "id": code.name,
        "shortDescription": { "text": name_in_words(code.name) },
        "fullDescription": { "text": about },
        "help": { "text": help, "markdown": help },
        "defaultConfiguration": { "level": level(code.severity) },
        "properties": { "rule": code.rule, "section": code.section },
    })
}

/// Converts `assembly/unknown-target` to "Unknown target".
fn name_in_words(name: &str) -> String {
    let words = name.rsplit('/').next().unwrap_or(name).replace('-', " ");
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The SARIF results of a file: one for each problem; of checks that share a cause, one for each check.
fn results(file: &CheckedFile, index: &BTreeMap<&str, usize>, work: &mut usize) -> Vec<Value> {
    let mut results = Vec::new();
    for group in file.cause_groups() {
        let mut by_code: Vec<(&str, Vec<usize>)> = Vec::new();
        for at in &group.places {
            let code = file.diagnostics()[*at].code.name;
            match by_code.iter_mut().find(|(known, _)| *known == code) {
                Some((_, places)) => places.push(*at),
                None => by_code.push((code, vec![*at])),
            }
        }
        for (nth, (_, places)) in by_code.iter().enumerate() {
            let consequences = if nth == 0 { &group.consequences[..] } else { &[] };
            results.push(result(file, places, consequences, index, work));
        }
    }
    results
}

fn result(
    file: &CheckedFile,
    places: &[usize],
    consequences: &[usize],
    index: &BTreeMap<&str, usize>,
    work: &mut usize,
) -> Value {
    let all = file.diagnostics();
    let found = &all[places[0]];
    let location = |range| {
        json!({
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&file.name) },
                "region": region(file.place(range)),
            }
        })
    };
    let explained = |range, message: &str| {
        let mut place = location(range);
        place["message"] = json!({ "text": message });
        place
    };
    let is_same = places.iter().all(|at| all[*at].message == found.message);
    let place = |at: &usize| {
        let place = &all[*at];
        if is_same { location(place.range) } else { explained(place.range, &place.message) }
    };
    let mut result = json!({
        "ruleId": found.code.name,
        "level": level(found.severity),
        "message": { "text": report::title(file, places) },
        "locations": places.iter().map(place).collect::<Vec<_>>(),
    });
    if let Some(index) = index.get(found.code.name) {
        result["ruleIndex"] = json!(index);
    }
    if let Some(rule) = found.rule {
        result["properties"] = json!({ "rule": rule });
    }
    let related = places.iter().flat_map(|at| &all[*at].related);
    let related = related.map(|related| explained(related.range, &related.message));
    let follow = consequences.iter().map(|at| explained(all[*at].range, &all[*at].message));
    let related: Vec<Value> = related.chain(follow).collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    let fixes: Vec<Value> = places
        .iter()
        .flat_map(|at| file.verified_fixes(*at, work))
        .map(|(title, edit)| fix(file, &title, &edit))
        .collect();
    if !fixes.is_empty() {
        result["fixes"] = fixes.into();
    }
    result
}

fn fix(file: &CheckedFile, title: &str, edit: &TextEdit) -> Value {
    let replacement = |indel: &limn::text::Indel| {
        json!({
            "deletedRegion": region(file.place(indel.delete)),
            "insertedContent": { "text": indel.insert },
        })
    };
    json!({
        "description": { "text": title },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(&file.name) },
            "replacements": edit.indels().iter().map(replacement).collect::<Vec<_>>(),
        }],
    })
}

fn region((start, end): (LineColumn, LineColumn)) -> Value {
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// Converts a file name to a relative URI reference.
fn uri(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    // A colon in the first segment would make it a scheme.
    if name.split('/').next().is_some_and(|first| first.contains(':')) {
        uri.push_str("./");
    }
    for byte in name.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'/'
            | b'-'
            | b'.'
            | b'_'
            | b'~'
            | b'+'
            | b'@'
            | b':' => {
                uri.push(char::from(byte));
            }
            byte => write!(uri, "%{byte:02X}").expect("a String takes all"),
        }
    }
    uri
}
