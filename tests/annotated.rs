//! Editor features by documents in which the caret and the expected answers stand: structure, fixes and refactorings, languages, broken texts.

mod common;

use common::carets::{self, Caret};
use limn::analysis::{Analysis, Change, Checked, Scope};
use limn::edit::{Edit, Input};
use limn::graph::Id;
use limn::ide::symbols::Symbol;
use limn::text::TextRange;

fn file<'a>(analysis: &'a Analysis, caret: &Caret) -> &'a Checked {
    analysis.document_at(&caret.file, caret.offset).expect("it is read")
}

/// The names of the symbols around an offset, the outermost first.
fn outline(symbols: &[Symbol], offset: usize) -> Vec<String> {
    let Some(symbol) = symbols.iter().find(|it| it.range.touches(offset)) else { return Vec::new() };
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
        let tokens = checked.tokens().into_iter().filter(|it| is_here(&it.range));
        lines.extend(tokens.map(|it| {
            let declares = if it.is_declaration { ", declared" } else { "" };
            format!("token: {} {:?}{declares}", word(it.range), it.kind)
        }));
        let hints = checked.hints(line).into_iter().filter(|it| line.touches(it.at));
        lines.extend(hints.map(|it| format!("hint: {} ({})", it.label, it.help)));
        let links = analysis.links(&caret.file).into_iter().filter(|(range, _)| is_here(range));
        lines.extend(links.map(|(range, target)| format!("link: {} -> {target}", word(range))));
        for (range, kind) in checked.declarations().into_iter().filter(|(range, _)| is_here(range)) {
            let uses = analysis.references(&caret.file, range.start).map_or(0, |it| it.references.len());
            lines.push(format!("lens: {kind} {}, {uses} references", word(range)));
        }
        let nth = text[..start].matches('\n').count();
        let folds = checked.folding().into_iter().filter(|it| it.first == nth);
        lines.extend(folds.map(|it| format!("folds: lines {} to {}", it.first + 1, it.last + 1)));
        lines
    });
}

/// The lines that a change removes and adds.
fn difference(analysis: &Analysis, change: &Change) -> Vec<String> {
    let mut found = Vec::new();
    for (file, edit) in &change.edits {
        let before = analysis.first(file).map(|it| it.text().to_string()).unwrap_or_default();
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
        let verdict = checked.verdict();
        let mut lines =
            vec![format!("{} {}", verdict.dialect_label, verdict.profile_label).trim().to_owned()];
        lines.push(verdict.reason.clone());
        lines.extend(checked.language_choices().iter().map(|(id, label)| format!("{id}: {label}")));
        lines
    });
}

/// Row T6: `tests/fixtures/ide/broken.txt`: the first syntax error, the nodes that are still drawn, and the element at the caret.
#[test]
fn t6_broken_texts_keep_their_diagram() {
    carets::check("broken.txt", |analysis, caret| {
        let checked = file(analysis, caret);
        let broken = checked.broken().map(|it| format!("line {}: {}", it.line, it.message));
        let nodes: Vec<&str> = checked.graph().nodes.iter().map(|it| it.label.as_str()).collect();
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
            [("asked", None), ("here", Some(Scope::Here)), ("everywhere", Some(Scope::Everywhere))]
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
