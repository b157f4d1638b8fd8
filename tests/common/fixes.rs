//! Laws of safe fixes, for every text: each on its own, as the page applies it and SARIF reports it, and all together, as `limn check --fix` applies
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use limn::analysis::{Analysis, Checked, Choices, fix_all};
use limn::diagnostic::Severity;
use limn::files::{Content, FilePath, Workspace};
use limn::text::TextEdit;
use limn::yaml;

/// Of one text so many fixes are tried each by itself.
const MANY: usize = 12;

/// Breaches of the law, with the texts; empty if there are none.
#[allow(dead_code, reason = "fuzz targets have files among others")]
pub fn faults(file: &FilePath, text: &str) -> Vec<String> {
    faults_in(&Workspace::of(file.clone(), text), &Choices::default(), file)
}

/// The same for a file among others.
pub fn faults_in(workspace: &Workspace, choices: &Choices, file: &FilePath) -> Vec<String> {
    let analysis = Analysis::of(workspace, choices, &Analysis::default());
    let Some(before) = analysis.file(file) else { return Vec::new() };
    let text: &str = before.text();
    let mut faults = Vec::new();
    let safe = before.diagnostics().iter().enumerate().flat_map(|(at, found)| {
        let fixes = found.fixes.iter().enumerate().filter(|(_, fix)| fix.safe);
        fixes.map(move |(fix, _)| (at, fix))
    });
    for (at, fix) in safe.take(MANY) {
        let Ok(change) = analysis.fix(file, at, fix) else { continue };
        let found = &before.diagnostics()[at];
        let what = format!("[{}] {}: \"{}\"", found.code.name, found.message, found.fixes[fix].title);
        let Some(edit) = change.edits.get(file).filter(|edit| !edit.is_empty()) else {
            faults.push(format!("{what} changes nothing\n{text}"));
            continue;
        };
        let after = edit.apply(text);
        let now = Analysis::of(&with(workspace, file, &after), choices, &Analysis::default());
        let fixed = now.file(file).expect("the file is still there");
        let is_verified = analysis.verify_fix(file, at, fix, &change).is_ok();
        let mut wrong = compare(before, fixed, Some(edit).filter(|_| !is_verified));
        wrong.extend(outside(edit, text, &after));
        if is_verified && remains(before, at, edit, fixed) {
            wrong.push("the problem is still there".to_owned());
        }
        let claim = if is_verified { "verified" } else { "claimed" };
        faults.extend(
            wrong.into_iter().map(|fault| {
                format!("{what}, {claim}: {fault}\n--- before\n{text}\n--- after\n{after}\n---")
            }),
        );
    }
    faults.extend(bulk_faults(workspace, choices, file, before));
    faults
}

fn with(workspace: &Workspace, file: &FilePath, text: &str) -> Workspace {
    let mut workspace = workspace.clone();
    workspace.files.insert(file.clone(), Content::Text(text.into()));
    workspace
}

fn bulk_faults(workspace: &Workspace, choices: &Choices, file: &FilePath, before: &Checked) -> Vec<String> {
    let files = [file.clone()];
    let fixed = fix_all(workspace, choices, &files);
    let Some(after) = fixed.texts.get(file) else {
        return if fixed.applied == 0 {
            Vec::new()
        } else {
            vec!["fixes were applied, and nothing changed".to_owned()]
        };
    };
    let now = with(workspace, file, after);
    let analysis = Analysis::of(&now, choices, &Analysis::default());
    let mut wrong = compare(before, analysis.file(file).expect("the file is still there"), None);
    let again = fix_all(&now, choices, &files);
    if let Some(third) = again.texts.get(file) {
        wrong.push(format!("applied again it changes more:\n{third}\n"));
    }
    let lines = |text: &str| text.matches("\r\n").count();
    let is_dos = |text: &str| lines(text) == text.matches('\n').count();
    if lines(before.text()) > 0 && is_dos(before.text()) && !is_dos(after) {
        wrong.push("the line ends differ".to_owned());
    }
    let shown =
        |fault: String| format!("all fixes: {fault}\n--- before\n{}\n--- after\n{after}\n---", before.text());
    wrong.into_iter().map(shown).collect()
}

/// Losses and additions of a text that no fix is allowed to cause. One fault can hide others, so a fix that is claimed to be safe and not verified,
/// done by an `edit`, may show more of a text that was in no known language, more of the entries that it writes, and elsewhere as many errors as it
/// removes. No fix that is applied may.
fn compare(before: &Checked, after: &Checked, edit: Option<&TextEdit>) -> Vec<String> {
    let mut wrong = Vec::new();
    let is_yaml = before.language().dialect != Some("tosca-meta");
    let (old, new) = (yaml::parse(before.text().clone()), yaml::parse(after.text().clone()));
    if is_yaml && new.errors().len() > old.errors().len() {
        let mut said = String::new();
        for error in new.errors() {
            let _infallible = write!(said, "{} ", error.message);
        }
        wrong.push(format!("less of it is YAML: {said}"));
    }
    let comments = |document: &yaml::Document| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for comment in document.comments() {
            *counts.entry(document.text()[comment.range].trim_end().to_owned()).or_default() += 1;
        }
        counts
    };
    let mut kept = comments(&new);
    for (comment, count) in comments(&old).into_iter().filter(|_| is_yaml) {
        for _ in 0..count {
            // What was made a comment may have taken in the one behind it.
            let same = kept.get(&comment).is_some_and(|count| *count > 0);
            let is_around = |(other, count): (&String, &usize)| {
                (*count > 0 && other.ends_with(&comment)).then(|| other.clone())
            };
            let around = if same { Some(comment.clone()) } else { kept.iter().find_map(is_around) };
            match around.and_then(|other| kept.get_mut(&other)) {
                Some(count) => *count -= 1,
                None => wrong.push(format!("the comment `{comment}` is lost")),
            }
        }
    }
    // Where more of a text can be read, more may be wrong with it.
    let is_known =
        edit.is_none() || before.language().dialect.is_some() || after.language().dialect.is_none();
    if (old.errors().is_empty() || !is_yaml) && is_known {
        let lines = edit.map(|edit| written(edit, before.text(), after)).unwrap_or_default();
        let (old, new) = (errors(before, &BTreeSet::new()), errors(after, &lines));
        let count =
            |errors: &BTreeMap<_, (usize, String)>| errors.values().map(|(count, _)| count).sum::<usize>();
        let is_traded = edit.is_some() && count(&new) <= count(&old);
        for (code, (count, message)) in new.into_iter().filter(|_| !is_traded) {
            if count > old.get(code).map_or(0, |(count, _)| *count) {
                wrong.push(format!("a new error: [{code}] {message}"));
            }
        }
    }
    wrong
}

/// The lines that an edit writes, and those of the blocks below them.
fn written(edit: &TextEdit, before: &str, after: &Checked) -> BTreeSet<usize> {
    let back = edit.invert(before);
    let lines = after.lines();
    let text: Vec<&str> = after.text().split('\n').collect();
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '-']).len();
    let mut written = BTreeSet::new();
    for indel in back.indels() {
        let (first, last) = (lines.line_of(indel.delete.start), lines.line_of(indel.delete.end));
        let outer = text.get(last).map_or(0, indent);
        let below =
            text.iter().skip(last + 1).take_while(|line| line.trim().is_empty() || indent(line) > outer);
        written.extend(first..=last + below.count());
    }
    written
}

/// Number of errors by code, except those on some lines, and the message of one of them.
fn errors(checked: &Checked, but: &BTreeSet<usize>) -> BTreeMap<&'static str, (usize, String)> {
    let mut counts: BTreeMap<&'static str, (usize, String)> = BTreeMap::new();
    let line = |range: limn::text::TextRange| checked.lines().line_of(range.start);
    let errors = checked.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    for found in errors.filter(|found| !but.contains(&line(found.range))) {
        let entry = counts.entry(found.code.name).or_default();
        *entry = (entry.0 + 1, found.message.clone());
    }
    counts
}

/// Returns true if the same problem is reported at the same place as before.
fn remains(before: &Checked, at: usize, edit: &TextEdit, after: &Checked) -> bool {
    let found = &before.diagnostics()[at];
    let count = |checked: &Checked| {
        let same = |diagnostic: &&limn::diagnostic::Diagnostic| {
            diagnostic.code == found.code && diagnostic.message == found.message
        };
        checked.diagnostics().iter().filter(same).count()
    };
    let place = edit.map_range(found.range);
    let same = after.diagnostics().iter().any(|diagnostic| {
        diagnostic.code == found.code && diagnostic.message == found.message && diagnostic.range == place
    });
    same && count(after) >= count(before)
}

/// The bytes that the edit does not name stand in the text after, in order, and the edit can be taken back.
fn outside(edit: &TextEdit, before: &str, after: &str) -> Option<String> {
    let mut rest = after;
    let mut at = 0;
    for indel in edit.indels() {
        rest = rest.strip_prefix(&before[at..indel.delete.start])?.strip_prefix(indel.insert.as_str())?;
        at = indel.delete.end;
    }
    let is_kept = rest == &before[at..] && edit.invert(before).apply(after) == before;
    (!is_kept).then(|| "bytes outside the fix differ".to_owned())
}
