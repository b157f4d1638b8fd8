//! What the editor asks the core about a place in the text.

use leptos::prelude::*;

use super::super::editor::{Command, Completing, Hover};
use super::super::panes::Pane;
use super::super::worker::offer;
use super::{Asking, Session};
use crate::files::FilePath;
use crate::graph::Id;
use crate::ide::form::{Argument, Candidate, Sheet};

impl Session {
    /// What could be typed, on whichever thread looks at the texts; of the text as it is now.
    pub fn complete(self, file: &FilePath, at: usize, asked: bool) -> Completing {
        if self.is_beside() {
            return Box::pin(self.ask_beside(file, at, asked));
        }
        self.settle();
        let checked = self.known.with_untracked(|known| known.analysis.file(file).cloned());
        Box::pin(std::future::ready(checked.and_then(|checked| offer(&checked, at, asked))))
    }

    pub fn hover(self, file: &FilePath, at: usize) -> Option<Hover> {
        self.settle();
        let checked = self.known.with_untracked(|known| known.analysis.file(file).cloned())?;
        let found = checked.hover(at)?;
        let mut paragraphs = vec![match found.kind.as_str() {
            "" => format!("`{}`", found.title),
            kind => format!("`{}` · {kind}", found.title),
        }];
        paragraphs.extend(found.doc);
        if let Some(default) = found.default {
            paragraphs.push(format!("Where it is not written: `{default}`"));
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
        self.settle();
        let known = self.known.get_untracked();
        match command {
            Command::Definition => match known.analysis.definition(file, at) {
                Some(found) => self.jump_to(&found.file, found.range),
                None => self.notice("nothing here is declared elsewhere"),
            },
            Command::References => {
                let places =
                    known.analysis.file(file).map(|checked| checked.references(at)).unwrap_or_default();
                if let Some(editor) = self.editor() {
                    editor.flash(file, &places);
                }
                match places.len() {
                    0 => self.notice("no name stands here"),
                    1 => self.notice("named nowhere else in this file"),
                    count => self.notice(format!("{count} places in this file have this name")),
                }
            }
            Command::Rename => {
                // What another file declares is renamed there.
                let elsewhere = known.analysis.definition(file, at).filter(|found| found.file != *file);
                if let Some(found) = &elsewhere {
                    self.open_file_at(&found.file);
                }
                let (file, at) = elsewhere.as_ref().map_or((file, at), |it| (&it.file, it.range.start));
                let checked = known.analysis.file(file);
                let named = checked.and_then(|checked| checked.named_at(at));
                let found = named.or_else(|| checked.and_then(|checked| checked.at(at)));
                match found.filter(|id| !id.0.is_empty()) {
                    Some(id) => {
                        self.reveal(&id);
                        // What is drawn is renamed where it stands; anything else at the head of its form.
                        if self.scene.with_untracked(|scene| scene.rect(&id).is_some()) {
                            self.show_pane(Pane::Canvas);
                            self.ask(Asking::Rename(id));
                        } else if self.sheet(&id).is_some() {
                            self.rename_in_form(id);
                        } else {
                            self.notice("this name can only be changed in the text");
                        }
                    }
                    None => self.notice("nothing here can be renamed"),
                }
            }
        }
    }

    /// The form of a thing of the file in front, as it is now; it is not watched.
    pub fn sheet(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.sheet(id))
    }

    /// The functions that may give the value at a place in the text.
    pub fn functions(self, id: &Id) -> Vec<Candidate> {
        let checked = self.checked.get_untracked();
        checked.map(|checked| checked.0.functions(id)).unwrap_or_default()
    }

    /// What a function there is given, after what is given already.
    pub fn arguments(self, id: &Id, function: &str, given: &[String]) -> Vec<Argument> {
        let checked = self.checked.get_untracked();
        checked.map(|checked| checked.0.arguments(id, function, given)).unwrap_or_default()
    }

    /// The same of a thing that a form shows folded, by its place in the text.
    pub fn entry(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.entry(id))
    }
}
