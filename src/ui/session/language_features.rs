//! Language features of the editor: completion, hover, definition, references and rename.

use leptos::prelude::*;

use super::super::editor::{Command, Completing, Hover};
use super::super::panes::Pane;
use super::super::worker::complete;
use super::{Popup, Session};
use limn_files::FilePath;
use limn_ide::form::{Argument, Candidate, Sheet};
use limn_language::graph::Id;

impl Session {
    /// Completions for the current text, from the worker or the page.
    pub fn complete(self, file: &FilePath, at: usize, asked: bool) -> Completing {
        if self.has_worker() {
            return Box::pin(self.request_completions(file, at, asked));
        }
        self.analyze_pending();
        let checked = self.known.with_untracked(|known| known.analysis.file(file).cloned());
        Box::pin(std::future::ready(checked.and_then(|checked| complete(&checked, at, asked))))
    }

    pub fn hover(self, file: &FilePath, at: usize) -> Option<Hover> {
        self.analyze_pending();
        let checked = self.known.with_untracked(|known| known.analysis.file(file).cloned())?;
        let found = checked.hover(at)?;
        let mut paragraphs = vec![match found.kind.as_str() {
            "" => format!("`{}`", found.title),
            kind => format!("`{}` · {kind}", found.title),
        }];
        paragraphs.extend(found.doc);
        if let Some(default) = found.default {
            paragraphs.push(format!("Default: `{default}`"));
        }
        if !found.allowed.is_empty() {
            let words: Vec<String> = found.allowed.iter().map(|(word, _)| format!("`{word}`")).collect();
            paragraphs.push(words.join(", "));
        }
        if !found.section.is_empty() {
            paragraphs.push(found.section.to_owned());
        }
        Some(Hover { range: found.range, text: paragraphs.join("\n\n") })
    }

    pub(super) fn text_command(self, file: &FilePath, command: Command, at: usize) {
        self.analyze_pending();
        let known = self.known.get_untracked();
        match command {
            Command::Definition => match known.analysis.definition(file, at) {
                Some(found) => self.jump_to(&found.file, found.range),
                None => self.notices.show("no definition found"),
            },
            Command::References => {
                let places =
                    known.analysis.file(file).map(|checked| checked.references(at)).unwrap_or_default();
                if let Some(editor) = self.editor() {
                    editor.flash(file, &places);
                }
                match places.len() {
                    0 => self.notices.show("no symbol here"),
                    1 => self.notices.show("no other references in this file"),
                    count => self.notices.show(format!("{count} references in this file")),
                }
            }
            Command::Rename => {
                // A name declared in another file is renamed there.
                let elsewhere = known.analysis.definition(file, at).filter(|found| found.file != *file);
                if let Some(found) = &elsewhere {
                    self.open_file_at(&found.file);
                }
                let (file, at) =
                    elsewhere.as_ref().map_or((file, at), |found| (&found.file, found.range.start));
                let checked = known.analysis.file(file);
                let named = checked.and_then(|checked| checked.named_at(at));
                let found = named.or_else(|| checked.and_then(|checked| checked.at(at)));
                match found.filter(|id| !id.0.is_empty()) {
                    Some(id) => {
                        self.reveal(&id);
                        // Drawn items are renamed on the canvas, others in their form.
                        if self.scene.with_untracked(|scene| scene.rect(&id).is_some()) {
                            self.show_pane(Pane::Canvas);
                            self.open_popup(Popup::Rename(id));
                        } else if self.sheet(&id).is_some() {
                            self.rename_in_form(id);
                        } else {
                            self.notices.show("rename this in the YAML pane");
                        }
                    }
                    None => self.notices.show("nothing to rename here"),
                }
            }
        }
    }

    /// Form of an item of the front file, as it is now; not reactive.
    pub fn sheet(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.sheet(id))
    }

    /// Functions that can provide the value at a place in the text.
    pub fn functions(self, id: &Id) -> Vec<Candidate> {
        let checked = self.checked.get_untracked();
        checked.map(|checked| checked.0.functions(id)).unwrap_or_default()
    }

    /// Arguments of a function, given the preceding ones.
    pub fn arguments(self, id: &Id, function: &str, given: &[String]) -> Vec<Argument> {
        let checked = self.checked.get_untracked();
        checked.map(|checked| checked.0.arguments(id, function, given)).unwrap_or_default()
    }

    /// Form of an item that another form shows collapsed.
    pub fn entry(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.entry(id))
    }
}
