//! What the editor asks the core about a place in the text.

use leptos::prelude::*;

use super::super::editor::{Choice, Command, Completions, Hover};
use super::super::panes::Pane;
use super::{Asking, Session};
use crate::files::FilePath;
use crate::graph::Id;
use crate::ide::completion::Sort;
use crate::ide::form::Sheet;

impl Session {
    /// What could be typed. The text is looked at first: an answer about the text before would be put in the wrong place.
    pub fn complete(self, file: &FilePath, at: usize, asked: bool) -> Option<Completions> {
        self.settle();
        let checked = self.known.with_untracked(|known| known.analysis.file(file).cloned())?;
        let found = checked.complete(at);
        let from = found.first()?.range.start;
        let typed = checked.text().get(from..at).unwrap_or_default();
        if !asked && typed.trim().is_empty() {
            return None;
        }
        let options = found.into_iter().filter(|option| option.range.start == from).map(|option| Choice {
            kind: match option.sort {
                Sort::Required | Sort::Key => "property",
                Sort::Word => "constant",
                Sort::Name => "variable",
            },
            insert: (option.insert != option.label).then_some(option.insert),
            label: option.label,
            detail: (!option.detail.is_empty()).then_some(option.detail),
            help: (!option.doc.is_empty()).then_some(option.doc),
        });
        Some(Completions { from, options: options.collect() })
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
                let found = known.analysis.file(file).and_then(|checked| checked.at(at));
                match found.filter(|id| !id.0.is_empty()) {
                    Some(id) => {
                        self.reveal(&id);
                        self.show_pane(Pane::Canvas);
                        self.ask(Asking::Rename(id));
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

    /// The same of a thing that a form shows folded, by its place in the text.
    pub fn entry(self, id: &Id) -> Option<Sheet> {
        self.checked.get_untracked().and_then(|checked| checked.0.entry(id))
    }
}
