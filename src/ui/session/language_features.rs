//! Language features of the editor: completion, hover, definition, references and rename.

use leptos::prelude::*;

use super::super::editor::{Completing, EditorCommand, Hover, Query, Querying};
use super::super::panes::Pane;
use super::super::worker::{Answer, QuestionKind, answer_query, complete};
use super::references::References;
use super::{AnalyzedWorkspace, Popup, TextEditing};
use limn_analysis::Location;
use limn_files::FilePath;
use limn_language::graph::Id;
use limn_text::TextRange;

/// Title of the refactoring that asks for a file.
const MOVE_DEFINITION: &str = "Move definition to another file…";

impl TextEditing {
    /// Completions for the current text, from the worker or the page.
    pub fn complete(self, file: &FilePath, at: usize, asked: bool) -> Completing {
        if self.0.documents.has_worker() {
            let answer = self.0.documents.ask_worker(file, QuestionKind::Completions { at, asked });
            return Box::pin(async move {
                match answer.await {
                    Some(Answer::Completions(found)) => found,
                    _ => None,
                }
            });
        }
        // Typing does not wait for the second part of the program.
        if !asked && self.0.documents.is_worker_starting() {
            return Box::pin(std::future::ready(None));
        }
        let checked = self.0.flush_pending().known.analysis.document_at(file, at).cloned();
        Box::pin(std::future::ready(checked.and_then(|checked| complete(&checked, at, asked))))
    }

    /// The answer to a query about the current text, from the worker or the page.
    pub fn query(self, file: &FilePath, query: Query) -> Querying {
        if self.0.documents.has_worker() {
            let answer = self.0.documents.ask_worker(file, QuestionKind::Query(query));
            return Box::pin(async move {
                match answer.await {
                    Some(Answer::Query(found)) => Some(found),
                    _ => None,
                }
            });
        }
        let starting = self.0.documents.is_worker_starting();
        let found = (!starting).then(|| answer_query(&self.0.flush_pending().known.analysis, file, query));
        Box::pin(std::future::ready(found))
    }

    pub fn hover(self, file: &FilePath, at: usize) -> Option<Hover> {
        let known = self.0.flush_pending().known;
        let found = known.analysis.document_at(file, at)?.hover(at)?;
        let mut paragraphs = vec![match found.kind.as_str() {
            "" => format!("`{}`", found.title),
            kind => format!("`{}` · {kind}", found.title),
        }];
        paragraphs.extend(found.doc);
        let facts: Vec<String> =
            found.facts.iter().map(|fact| format!("- {}: {}", fact.label, fact.text)).collect();
        if !facts.is_empty() {
            paragraphs.push(facts.join("\n"));
        }
        if let Some(default) = found.default {
            paragraphs.push(format!("Default: `{default}`"));
        }
        if !found.allowed.is_empty() {
            let words: Vec<String> = found.allowed.iter().map(|(word, _)| format!("`{word}`")).collect();
            paragraphs.push(words.join(", "));
        }
        if !found.section.is_empty() {
            paragraphs.push(found.section);
        }
        Some(Hover { range: found.range, text: paragraphs.join("\n\n") })
    }

    /// Titles of the refactorings at a place in the text.
    pub fn refactorings(self, file: &FilePath, at: usize) -> Vec<String> {
        let analysis = self.0.flush_pending().known.analysis;
        let found = analysis.refactorings(file, at).into_iter().map(|refactoring| refactoring.title);
        let moves = analysis.has_movable_definition(file, at).then(|| MOVE_DEFINITION.to_owned());
        found.chain(moves).collect()
    }

    /// Applies the refactoring that the user chose.
    pub(super) fn refactor(self, file: &FilePath, at: usize, title: &str) {
        if title == MOVE_DEFINITION {
            let file = file.clone();
            return self.0.navigation().open_popup(Popup::MoveDefinition { file, at });
        }
        let found = self.0.flush_pending().known.analysis.refactorings(file, at);
        match found.into_iter().find(|refactoring| refactoring.title == title) {
            Some(found) => drop(self.0.edits().apply(found.change, Vec::new())),
            None => self.0.notices.show_error("the text has changed: choose again"),
        }
    }

    /// Lists the places of a name in all files, and flashes those in the active file.
    fn show_references(self, known: &AnalyzedWorkspace, file: &FilePath, at: usize) {
        let Some(found) = known.analysis.references(file, at) else {
            return self.0.notices.show("no symbol here");
        };
        let declared = found.declaration.map(|location| (location, true));
        let others = found.references.into_iter().map(|location| (location, false));
        let mut found: Vec<(Location, bool)> = declared.into_iter().chain(others).collect();
        let here = found.iter().filter(|(location, _)| location.file == *file);
        let here: Vec<TextRange> = here.map(|(location, _)| location.range).collect();
        if let Some(editor) = self.0.documents.editor() {
            editor.flash(file, &here);
        }
        if found.len() < 2 {
            return self.0.notices.show("no other references");
        }
        if let Some((declared, true)) = found.first().cloned() {
            found.sort_by_key(|(location, _)| location.file != declared.file);
        }
        let found = References::of(&known.analysis, found);
        self.0.navigation().open_popup(Popup::References(found));
    }

    pub(super) fn text_command(self, file: &FilePath, command: EditorCommand, at: usize) {
        let known = self.0.flush_pending().known;
        match command {
            EditorCommand::Definition => match known.analysis.definition(file, at) {
                Some(found) => self.0.navigation().jump_to(&found.file, found.range),
                None => match known.analysis.read_only_definition(file, at) {
                    Some(found) => self.0.navigation().open_popup(Popup::ReadOnly(found)),
                    None => self.0.notices.show(match known.analysis.used_file(file, at) {
                        Some(used) => format!("file not found: expected `{}`", used.file),
                        None => "no definition found".to_owned(),
                    }),
                },
            },
            EditorCommand::References => self.show_references(&known, file, at),
            EditorCommand::Hierarchy => match known.analysis.hierarchy_at(file, at) {
                Some(item) => self.0.navigation().open_popup(Popup::Hierarchy(item)),
                None => self.0.notices.show("no node, type or document here"),
            },
            EditorCommand::Rename => {
                // A name declared in another file is renamed there.
                let elsewhere = known.analysis.definition(file, at).filter(|found| found.file != *file);
                if let Some(found) = &elsewhere {
                    self.0.navigation().show_file(&found.file);
                }
                let (file, at) =
                    elsewhere.as_ref().map_or((file, at), |found| (&found.file, found.range.start));
                let checked = known.analysis.document_at(file, at);
                if let Some(checked) = checked {
                    self.0.navigation().show_document(file, checked.nth());
                }
                let named = checked.and_then(|checked| checked.named_at(at));
                // The frame shows the name of the whole document.
                let is_frame =
                    named.as_ref().zip(checked).is_some_and(|(id, checked)| checked.is_document_name(id));
                let frame = Id::default();
                if is_frame
                    && self.0.positions.base_scene().with_untracked(|scene| scene.rect(&frame).is_some())
                {
                    self.0.view.show_pane(Pane::Canvas);
                    return self.0.navigation().open_popup(Popup::Rename(frame));
                }
                let found = named.or_else(|| checked.and_then(|checked| checked.at(at)));
                match found.filter(|id| !id.0.is_empty()) {
                    Some(id) => {
                        self.0.navigation().reveal(&id);
                        // Drawn items are renamed on the canvas, others in their form.
                        if self.0.positions.base_scene().with_untracked(|scene| scene.rect(&id).is_some()) {
                            self.0.view.show_pane(Pane::Canvas);
                            self.0.navigation().open_popup(Popup::Rename(id));
                        } else if self.0.documents.sheet(&id).is_some() {
                            self.0.navigation().rename_in_form(id);
                        } else {
                            self.0.notices.show("rename this in the YAML pane");
                        }
                    }
                    None => self.0.notices.show("nothing to rename here"),
                }
            }
        }
    }
}
