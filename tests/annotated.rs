//! Editor features by documents in which the caret and the expected answers stand: structure, fixes and refactorings, languages, broken texts.

mod common;
#[path = "lsp/editor.rs"]
#[allow(dead_code, reason = "each test takes what it needs")]
mod editor;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use common::carets::{self, Caret};
use editor::{Editor, project};
use limn::analysis::{Analysis, Change, Checked, EditScope};
use limn::edit::{Edit, Input};
use limn::graph::Id;
use limn::ide::symbols::Symbol;
use limn::schema::Argument;
use limn::text::{HunkLine, TextEdit, TextRange, hunks};
use serde_json::Value;

fn file<'a>(analysis: &'a Analysis, caret: &Caret) -> &'a Checked {
    analysis.document_at(&caret.file, caret.offset).expect("it is read")
}

/// The names of the symbols around an offset, the outermost first.
fn outline(symbols: &[Symbol], offset: usize) -> Vec<String> {
    let Some(symbol) = symbols.iter().find(|symbol| symbol.range.touches(offset)) else { return Vec::new() };
    let kind = symbol.kind.map_or_else(String::new, |kind| format!(" ({kind})"));
    let mut found = vec![format!("{}{kind}", symbol.name)];
    found.extend(outline(&symbol.children, offset));
    found
}

/// The start and the end of a text of one line.
fn shortened(text: &str) -> String {
    let line = text.replace('\n', "⏎");
    let letters: Vec<char> = line.chars().collect();
    if letters.len() <= 40 {
        return line;
    }
    letters[..20].iter().chain(&['…']).chain(&letters[letters.len() - 12..]).collect()
}

/// Row E4: `tests/fixtures/ide/structure.txt`: the outline, the ranges that a selection grows to, and on the line of the caret the tokens, hints,
/// links, lenses and the lines that fold.
#[test]
fn e4_structure_tokens_hints_links_and_lenses() {
    carets::check("structure.txt", |analysis, caret| {
        let checked = file(analysis, caret);
        let text = checked.text();
        let start = text[..caret.offset].rfind('\n').map_or(0, |at| at + 1);
        let end = text[caret.offset..].find('\n').map_or(text.len(), |at| caret.offset + at);
        let line = TextRange::new(start, end);
        let is_here = |range: &TextRange| line.start <= range.start && range.end <= line.end;
        let word = |range: TextRange| &text[range.start..range.end];
        let symbols = outline(&checked.symbols(), caret.offset);
        let symbols = if symbols.is_empty() { "nothing".to_owned() } else { symbols.join(" > ") };
        let mut lines = vec![format!("outline: {symbols}")];
        let around = checked.selections(caret.offset);
        lines.extend(around.iter().take(4).map(|range| format!("selection: {}", shortened(word(*range)))));
        let tokens = checked.tokens().into_iter().filter(|token| is_here(&token.range));
        lines.extend(tokens.map(|token| {
            let declares = if token.is_declaration { ", declared" } else { "" };
            format!("token: {} {:?}{declares}", word(token.range), token.kind)
        }));
        let hints = checked.hints(line).into_iter().filter(|hint| line.touches(hint.at));
        lines.extend(hints.map(|hint| format!("hint: {} ({})", hint.label, hint.help)));
        let links = analysis.links(&caret.file).into_iter().filter(|(range, _)| is_here(range));
        lines.extend(links.map(|(range, target)| format!("link: {} -> {target}", word(range))));
        for (range, kind) in checked.declarations().into_iter().filter(|(range, _)| is_here(range)) {
            let uses =
                analysis.references(&caret.file, range.start).map_or(0, |found| found.references.len());
            lines.push(format!("lens: {kind} {}, {uses} references", word(range)));
        }
        let nth = text[..start].matches('\n').count();
        let folds = checked.folding().into_iter().filter(|fold| fold.first == nth);
        lines.extend(folds.map(|fold| format!("folds: lines {} to {}", fold.first + 1, fold.last + 1)));
        lines
    });
}

/// The lines that a change removes and adds.
fn difference(analysis: &Analysis, change: &Change) -> Vec<String> {
    let mut found = Vec::new();
    for (file, edit) in &change.edits {
        let before = analysis.first(file).map(|checked| checked.text().to_string()).unwrap_or_default();
        let after = edit.apply(&before);
        let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
        let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - same;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        found.extend(old[same..old.len() - tail].iter().map(|line| format!("- {line}")));
        found.extend(new[same..new.len() - tail].iter().map(|line| format!("+ {line}")));
    }
    found
}

/// Row E5: `tests/fixtures/ide/actions.txt`: the problems at the caret with their fixes, and the refactorings, each with the lines that it changes.
#[test]
fn e5_fixes_and_refactorings_before_and_after() {
    carets::check("actions.txt", |analysis, caret| {
        let mut lines = Vec::new();
        for (at, problem) in analysis.diagnostics(&caret.file).enumerate() {
            if !problem.range.touches(caret.offset) {
                continue;
            }
            lines.push(format!("{}: {}", problem.code.name, problem.message));
            for (nth, fix) in problem.fixes.iter().enumerate() {
                lines.push(format!("{}{}", fix.title, if fix.safe { "" } else { " (not safe)" }));
                let change = analysis.fix(&caret.file, at, nth).expect("a fix can be applied");
                lines.extend(difference(analysis, &change));
            }
        }
        for found in analysis.refactorings(&caret.file, caret.offset) {
            lines.push(found.title.clone());
            lines.extend(difference(analysis, &found.change));
        }
        lines
    });
}

/// Rows D5 and T10: `tests/fixtures/ide/languages.txt`: the language of the document at the caret, and the reason.
#[test]
fn d5_t10_languages_of_files_and_of_their_documents() {
    carets::check("languages.txt", |analysis, caret| {
        let checked = file(analysis, caret);
        let language = checked.language();
        let mut lines =
            vec![format!("{} {}", language.dialect_label, language.profile_label).trim().to_owned()];
        lines.push(language.reason.clone());
        lines.extend(checked.language_choices().iter().map(|(id, label)| format!("{id}: {label}")));
        lines
    });
}

/// Row T6: `tests/fixtures/ide/broken.txt`: the first syntax error, the nodes that are still drawn, and the element at the caret.
#[test]
fn t6_broken_texts_keep_their_diagram() {
    carets::check("broken.txt", |analysis, caret| {
        let checked = file(analysis, caret);
        let broken = checked.broken().map(|broken| format!("line {}: {}", broken.line, broken.message));
        let nodes: Vec<&str> = checked.graph().nodes.iter().map(|node| node.label.as_str()).collect();
        let element = checked.at(caret.offset).map_or_else(|| "the document".to_owned(), |id| id.to_string());
        vec![broken.unwrap_or_else(|| "not broken".to_owned()), nodes.join(", "), element]
    });
}

/// Row T5: `tests/fixtures/ide/shared.txt`: the value at the caret changes to 9: the question, and the lines that change here and everywhere.
#[test]
fn t5_shared_values_change_here_or_everywhere() {
    carets::check("shared.txt", |analysis, caret| {
        let (element, key) = file(analysis, caret).value_at(caret.offset).expect("a value is at the caret");
        let edit = Edit::Set { of: Id(element), key, input: Input::Text("9".to_owned()) };
        let mut lines = Vec::new();
        for (title, scope) in
            [("asked", None), ("here", Some(EditScope::Here)), ("everywhere", Some(EditScope::Everywhere))]
        {
            match analysis.plan_within(&caret.file, &edit, scope) {
                Ok(change) => {
                    lines.push(format!("{title}:"));
                    lines.extend(difference(analysis, &change));
                }
                Err(error) => lines.push(format!("{title}: {error}")),
            }
        }
        lines
    });
}

/// The lines that an edit of a text removes and adds.
fn lines_of(text: &str, edit: &TextEdit) -> Vec<String> {
    let mut found = Vec::new();
    for line in hunks(text, edit, 0).into_iter().flat_map(|hunk| hunk.lines) {
        match line {
            HunkLine::Same(_) => {}
            HunkLine::Removed(line) => found.push(format!("- {}", line.trim_end())),
            HunkLine::Added(line) => found.push(format!("+ {}", line.trim_end())),
        }
    }
    found
}

/// Row T7: `tests/fixtures/ide/changes.txt`: the value at the caret becomes 9 by its form, after a comment was written at the top of the file: the
/// listed changes, each with its element, its line, and the lines that reverting it alone changes.
#[test]
fn t7_changes_are_listed_and_reverted_one_by_one() {
    const COMMENT: &str = "# Changed.\n";
    carets::check("changes.txt", |analysis, caret| {
        let found = file(analysis, caret).value_at(caret.offset);
        let (element, key) =
            found.unwrap_or_else(|| panic!("no value is at {} of {}", caret.offset, caret.file));
        let edit = Edit::Set { of: Id(element), key, input: Input::Text("9".to_owned()) };
        let change = analysis.plan(&caret.file, &edit).expect("the value can change");
        let opened: Arc<str> = analysis.first(&caret.file).expect("it is read").text().as_ref().into();
        let now = format!("{COMMENT}{}", change.edits[&caret.file].apply(&opened));
        let after = Analysis::of_text(&caret.file, &now);
        let found = after.text_changes(&caret.file, &opened).expect("the text differs");
        let mut lines = Vec::new();
        for one in &found.listed {
            let about = if one.about.is_empty() { "the document" } else { &one.about };
            lines.push(format!("{about}, line {}", one.line));
            lines.extend(lines_of(&now, &one.back));
        }
        assert_eq!(found.back.apply(&now), *opened, "all of them are everything that has changed");
        // What is reverted is not listed again, and the others are.
        let left = found.listed[0].back.apply(&now);
        let rest = Analysis::of_text(&caret.file, &left).text_changes(&caret.file, &opened);
        lines.push(format!("left after the first: {}", rest.map_or(0, |changes| changes.listed.len())));
        lines
    });
}

/// A problem in a report: its code, its first line and column, both from 1 and in characters, and its message.
type Reported = (String, u64, u64, String);

/// The problems of a file in the reports of the command line.
fn reports_of_cli(folder: &Path, file: &str) -> [Vec<Reported>; 2] {
    let run = |format: &str| {
        let arguments = ["check", file, "--format", format];
        let output = Command::new(env!("CARGO_BIN_EXE_limn")).args(arguments).current_dir(folder).output();
        serde_json::from_slice::<Value>(&output.expect("the command line runs").stdout).expect("JSON")
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (number, word) = (
        |value: &Value| value.as_u64().unwrap_or_default(),
        |value: &Value| value.as_str().unwrap_or_default().to_owned(),
    );
    let json = list(&run("json")[0]["diagnostics"])
        .iter()
        .map(|diagnostic| {
            let start = &diagnostic["range"]["start"];
            (
                word(&diagnostic["code"]),
                number(&start["line"]),
                number(&start["column"]),
                word(&diagnostic["message"]),
            )
        })
        .collect();
    let sarif = list(&run("sarif")["runs"][0]["results"])
        .iter()
        .map(|result| {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            (
                word(&result["ruleId"]),
                number(&region["startLine"]),
                number(&region["startColumn"]),
                word(&result["message"]["text"]),
            )
        })
        .collect();
    [json, sarif]
}

/// The problems of a file in the language server. Its columns are in UTF-16 units.
fn reports_of_lsp(folder: &Path, file: &str) -> Vec<Reported> {
    let mut editor = Editor::start(folder);
    editor.open(file);
    let found = editor.reported(file);
    let text = editor.text(file).to_owned();
    let of = |diagnostic: &Value| {
        let [line, column] =
            ["line", "character"].map(|key| diagnostic["range"]["start"][key].as_u64().unwrap_or_default());
        let words = text.lines().nth(line as usize).unwrap_or_default();
        let before: Vec<u16> = words.encode_utf16().take(column as usize).collect();
        let column = String::from_utf16_lossy(&before).chars().count() as u64;
        let word = |key: &str| diagnostic[key].as_str().unwrap_or_default().to_owned();
        (word("code"), line + 1, column + 1, word("message"))
    };
    let found = found.iter().map(of).collect();
    editor.close();
    found
}

/// Row E7: `tests/fixtures/ide/problems.txt`: the problems at the caret, and who reports each of them: the page, the command line as JSON and as
/// SARIF, and the language server. All have one engine, so all report the same.
#[test]
fn e7_page_command_line_and_language_server_report_the_same() {
    let mut number = 0;
    carets::check("problems.txt", |analysis, caret| {
        number += 1;
        let files: Vec<(String, String)> = analysis
            .files()
            .map(|checked| (checked.file().as_str().to_owned(), checked.text().to_string()))
            .collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let folder = project(&format!("one-engine-{number}"), &files);
        let file = caret.file.as_str();
        let [json, sarif] = reports_of_cli(&folder, file);
        let lsp = reports_of_lsp(&folder, file);
        let mut lines = Vec::new();
        for found in
            analysis.diagnostics(&caret.file).filter(|diagnostic| diagnostic.range.touches(caret.offset))
        {
            let checked = analysis.document_at(&caret.file, found.range.start).expect("it is read");
            let start = checked.lines().line_column(found.range.start);
            let own =
                (found.code.name.to_owned(), start.line as u64, start.column as u64, found.message.clone());
            // Editors show the id of the rule behind the message.
            let rule = found.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
            let in_editors = (own.0.clone(), own.1, own.2, format!("{}{rule}", own.3));
            let reports = [("json", &json, &own), ("sarif", &sarif, &own), ("lsp", &lsp, &in_editors)];
            let also: Vec<&str> =
                reports.iter().filter(|(_, all, own)| all.contains(own)).map(|(name, ..)| *name).collect();
            let (code, line, column, message) = &own;
            lines.push(format!("{line}:{column} {code}: {message}"));
            lines.push(format!("page, {}", also.join(", ")));
        }
        lines
    });
}

/// Row E1: `tests/fixtures/ide/signatures.txt`: the call around the caret with its arguments, the current one in `<>`, the values that this one can
/// have, and what the function does.
#[test]
fn e1_signatures_of_calls_and_the_argument_at_the_caret() {
    carets::check("signatures.txt", |analysis, caret| {
        let checked = file(analysis, caret);
        let Some(found) = checked.signature(caret.offset) else { return vec!["no call".to_owned()] };
        let text = checked.text();
        assert_eq!(text[found.name.start..found.name.end].trim_matches(['"', '\'']), found.function);
        let name = |(at, argument): (usize, &Argument)| {
            let name = format!("{}{}", argument.label, if argument.optional { "?" } else { "" });
            if at == found.active { format!("<{name}>") } else { name }
        };
        let arguments: Vec<String> = found.arguments.iter().enumerate().map(name).collect();
        let (open, close) = found.brackets;
        let words: Vec<&str> =
            found.arguments[found.active].words.iter().take(4).map(|item| item.word.as_str()).collect();
        let mut lines = vec![format!("{}{open}{}{close}", found.function, arguments.join(", "))];
        lines.extend((!words.is_empty()).then(|| words.join(", ")));
        lines.extend((!found.help.is_empty()).then(|| found.help.clone()));
        lines
    });
}
