//! The text editor: CodeMirror, as the page uses it. Every change of a text happens here, in one transaction, whichever hand made it, and the
//! history is the only one there is. Speaks in bytes of the file's text; that CodeMirror counts in UTF-16 stays in this room.
//! Knows nothing of YAML's meaning: problems, completions and help are told to it.
//!
//! Events come synchronously: [`Editor::apply`], [`Editor::undo`] and [`Editor::redo`] have told [`Event::Changed`] before they return.

mod bridge;
mod words;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use crate::files::FilePath;
use crate::text::{Indel, LineIndex, TextEdit, TextRange};
use bridge::{
    Raw, RawChange, RawCommand, RawCompletions, RawEdit, RawEvent, RawGesture, RawHover, RawOrigin,
    RawProblem, RawRange, js,
};

pub use words::{
    Choice, Command, Completing, Completions, Event, Gesture, Hover, Kind, Mark, Origin, Pin, Renamed, Reveal,
};

/// The editor in the page. Cloning it gives another handle to the same one.
#[derive(Clone)]
pub struct Editor(Rc<Inner>);

struct Inner {
    raw: Raw,
    texts: Texts,
    /// What CodeMirror calls; dropped with the editor.
    _calls: Calls,
}

type OnCall = Closure<dyn Fn(JsValue)>;
type CompleteCall = Closure<dyn Fn(String, usize, bool) -> JsValue>;
type HoverCall = Closure<dyn Fn(String, usize) -> JsValue>;

struct Calls {
    _on: OnCall,
    _complete: CompleteCall,
    _hover: HoverCall,
}

/// The texts as the editor has them, indexed.
type Texts = Rc<RefCell<BTreeMap<FilePath, Kept>>>;

#[derive(Clone)]
struct Kept {
    text: Arc<str>,
    lines: Rc<LineIndex>,
    /// The problems that CodeMirror shows, where that is known for sure: as they were set, and where each has moved to.
    marks: Option<(Rc<Vec<Mark>>, Vec<TextRange>)>,
}

/// What the page does for the editor: hears what happens, and answers what is asked at an offset.
pub struct Hands {
    pub on: Box<dyn Fn(Event)>,
    pub complete: Box<Complete>,
    pub hover: Box<Help>,
}

/// What could stand at an offset of a file; the last is whether a person asked in so many words. The answer may come later.
pub type Complete = dyn Fn(&FilePath, usize, bool) -> Completing;
/// What stands at an offset of a file, in words.
pub type Help = dyn Fn(&FilePath, usize) -> Option<Hover>;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditorError {
    #[error("the text editor could not start: {0}")]
    Start(String),
    #[error("`{0}` is not open")]
    NotOpen(FilePath),
    #[error("{0}")]
    Refused(String),
}

impl Editor {
    /// Puts the editor into `host`, with no file shown.
    pub fn mount(host: &web_sys::Element, hands: Hands) -> Result<Editor, EditorError> {
        let Hands { on, complete, hover } = hands;
        let texts = Texts::default();
        let on = OnCall::new({
            let texts = Rc::clone(&texts);
            move |event| on(heard(&texts, event))
        });
        let complete = CompleteCall::new({
            let texts = Rc::clone(&texts);
            move |file: String, at, explicit| {
                let Some((file, kept)) = asked(&texts, &file) else { return JsValue::NULL };
                let answer = complete(&file, kept.lines.offset(at), explicit);
                let told = async move {
                    let answer = answer.await.map(|Completions { from, options }| {
                        js(&RawCompletions { from: kept.lines.utf16(from), options })
                    });
                    Ok(answer.unwrap_or(JsValue::NULL))
                };
                wasm_bindgen_futures::future_to_promise(told).into()
            }
        });
        let hover = HoverCall::new({
            let texts = Rc::clone(&texts);
            move |file: String, at| {
                let answer = asked(&texts, &file).and_then(|(file, kept)| {
                    let Hover { range, text } = hover(&file, kept.lines.offset(at))?;
                    let RawRange { from, to } = kept.utf16(range);
                    Some(js(&RawHover { from, to, text }))
                });
                answer.unwrap_or(JsValue::NULL)
            }
        });
        let calls = js_sys::Object::new();
        for (name, call) in [("on", on.as_ref()), ("complete", complete.as_ref()), ("hover", hover.as_ref())]
        {
            js_sys::Reflect::set(&calls, &name.into(), call).expect("a new object takes properties");
        }
        let raw = bridge::create(host, &calls).map_err(|error| EditorError::Start(told(&error)))?;
        let calls = Calls { _on: on, _complete: complete, _hover: hover };
        Ok(Editor(Rc::new(Inner { raw, texts, _calls: calls })))
    }

    /// Takes `text` as the file's, with the history that [`Editor::past`] gave for this very text, else with an empty one; shown once
    /// [`Editor::show`] says so.
    pub fn open(&self, file: &FilePath, text: Arc<str>, past: Option<&str>) {
        self.0.texts.borrow_mut().insert(file.clone(), Kept::new(Arc::clone(&text)));
        self.0.raw.open(file.as_str(), &text, past);
    }

    /// Takes the text that another tab has made of an open file, with its history where it is given. Caret, selection, scrolling and focus stay;
    /// no [`Event::Changed`] comes of it.
    pub fn exchange(&self, file: &FilePath, text: Arc<str>, past: Option<&str>) {
        self.0.texts.borrow_mut().insert(file.clone(), Kept::new(Arc::clone(&text)));
        self.0.raw.exchange(file.as_str(), &text, past);
    }

    /// Whether an input method is putting a character together just now.
    pub fn is_composing(&self) -> bool {
        self.0.raw.is_composing()
    }

    /// Brings an open file to the front, with the caret and the history it had.
    pub fn show(&self, file: &FilePath) {
        self.0.raw.show(file.as_str());
    }

    pub fn close(&self, file: &FilePath) {
        self.0.texts.borrow_mut().remove(file);
        self.0.raw.close(file.as_str());
    }

    /// A file's history as text, bounded; `None` where there is none.
    pub fn past(&self, file: &FilePath) -> Option<String> {
        self.0.raw.past(file.as_str())
    }

    /// The text that CodeMirror holds. For tests and checks: it is copied across; the text in [`Event::Changed`] is the same and costs nothing.
    pub fn text(&self, file: &FilePath) -> Option<String> {
        self.0.raw.text(file.as_str())
    }

    /// Does the whole gesture, as one step of history, or refuses it and does nothing. `front` is the file that `moves` and `caret` are about.
    pub fn apply(&self, front: &FilePath, gesture: &Gesture) -> Result<(), EditorError> {
        let mut edits = Vec::new();
        for (file, edit) in &gesture.edits {
            let kept = self.kept(file).ok_or_else(|| EditorError::NotOpen(file.clone()))?;
            let changes = edit.indels().iter().map(|indel| {
                let RawRange { from, to } = kept.utf16(indel.delete);
                RawChange { from, to, insert: indel.insert.clone() }
            });
            edits.push(RawEdit {
                file,
                length: kept.lines.utf16(kept.text.len()),
                changes: changes.collect(),
            });
        }
        let caret = gesture.caret.and_then(|range| {
            let before = self.kept(front)?;
            let after = match gesture.edits.get(front) {
                Some(edit) => Kept::new(edit.apply(&before.text).into()),
                None => before,
            };
            Some(after.utf16(range))
        });
        let gesture = RawGesture {
            file: front,
            edits,
            moves: &gesture.moves,
            names: &gesture.names,
            caret,
            flash: gesture.flash,
        };
        match self.0.raw.apply(&js(&gesture)) {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(EditorError::Refused(why)),
            Err(error) => Err(EditorError::Refused(told(&error))),
        }
    }

    /// Takes back the last step of the file in front; false where there is none.
    pub fn undo(&self) -> bool {
        self.0.raw.undo()
    }

    /// Does again what was undone last; false where there is nothing.
    pub fn redo(&self) -> bool {
        self.0.raw.redo()
    }

    /// Shows these problems of the file and no others. [`Event::Fix`] names them by their place in the list.
    pub fn set_problems(&self, file: &FilePath, problems: Vec<Mark>) {
        let Some(kept) = self.kept(file) else { return };
        // CodeMirror has moved what it shows with the text, and so are these: most keys change none of them.
        if kept.marks.as_ref().is_some_and(|(set, moved)| shows(set, moved, &problems)) {
            return;
        }
        let raw: Vec<RawProblem<'_>> = problems
            .iter()
            .enumerate()
            .map(|(id, mark)| {
                let RawRange { from, to } = kept.utf16(mark.range);
                let Mark { severity, message, code, fixes, .. } = mark;
                RawProblem { id, from, to, severity: *severity, message, code, fixes }
            })
            .collect();
        self.0.raw.set_problems(file.as_str(), &js(&raw));
        if let Some(kept) = self.0.texts.borrow_mut().get_mut(file) {
            let ranges = problems.iter().map(|mark| mark.range).collect();
            kept.marks = Some((Rc::new(problems), ranges));
        }
    }

    /// Shows for a moment where these are, in the file in front.
    pub fn flash(&self, front: &FilePath, ranges: &[TextRange]) {
        let Some(kept) = self.kept(front) else { return };
        let ranges: Vec<RawRange> = ranges.iter().map(|&range| kept.utf16(range)).collect();
        self.0.raw.flash(&js(&ranges));
    }

    /// Selects in the file in front. Tells no [`Event::Selected`].
    pub fn select(&self, front: &FilePath, range: TextRange, reveal: Reveal) {
        let Some(kept) = self.kept(front) else { return };
        let RawRange { from, to } = kept.utf16(range);
        self.0.raw.select(from, to, reveal.focus, reveal.scroll);
    }

    pub fn focus(&self) {
        self.0.raw.focus();
    }

    /// Only for what CodeMirror draws itself: the colours are those of the page's style sheet.
    pub fn set_dark(&self, dark: bool) {
        self.0.raw.set_dark(dark);
    }

    pub fn set_read_only(&self, read_only: bool) {
        self.0.raw.set_read_only(read_only);
    }

    fn kept(&self, file: &FilePath) -> Option<Kept> {
        self.0.texts.borrow().get(file).cloned()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.raw.destroy();
    }
}

impl Kept {
    fn new(text: Arc<str>) -> Kept {
        Kept { lines: Rc::new(LineIndex::new(Arc::clone(&text))), text, marks: None }
    }

    fn utf16(&self, range: TextRange) -> RawRange {
        RawRange { from: self.lines.utf16(range.start), to: self.lines.utf16(range.end) }
    }
}

/// An event from CodeMirror as the page hears it. The text that is kept follows here, and nowhere else.
fn heard(texts: &Texts, event: JsValue) -> Event {
    let event = serde_wasm_bindgen::from_value(event).expect("bridge.js tells events of this shape");
    match event {
        RawEvent::Changed { file, changes, moves, origin } => {
            let (edit, text) = follow(texts, &file, changes);
            let origin = match origin {
                RawOrigin::Type => Origin::Typed,
                RawOrigin::Canvas => Origin::Canvas,
                RawOrigin::Undo => Origin::Undone,
                RawOrigin::Redo => Origin::Redone,
            };
            Event::Changed { file, edit, text, moves, origin }
        }
        RawEvent::Selected { file, anchor, head } => {
            let [anchor, head] = [anchor, head].map(|at| offset(texts, &file, at));
            Event::Selected { file, anchor, head }
        }
        RawEvent::History { undo, redo } => Event::History { undo, redo },
        RawEvent::Fix { file, problem, fix } => Event::Fix { file, problem, fix },
        RawEvent::Command { file, name, at } => {
            let at = offset(texts, &file, at);
            let command = match name {
                RawCommand::Definition => Command::Definition,
                RawCommand::References => Command::References,
                RawCommand::Rename => Command::Rename,
            };
            Event::Command { file, command, at }
        }
        RawEvent::Focus { focused } => Event::Focus(focused),
        RawEvent::Renamed { names } => {
            let mut texts = texts.borrow_mut();
            for Renamed { from, to } in &names {
                if !texts.contains_key(to)
                    && let Some(kept) = texts.remove(from)
                {
                    texts.insert(to.clone(), kept);
                }
            }
            drop(texts);
            Event::Renamed(names)
        }
    }
}

/// Makes the kept text what the editor's is after `changes`.
fn follow(texts: &Texts, file: &FilePath, changes: Vec<RawChange>) -> (TextEdit, Arc<str>) {
    let mut texts = texts.borrow_mut();
    let kept = texts.entry(file.clone()).or_insert_with(|| Kept::new("".into()));
    if changes.is_empty() {
        return (TextEdit::default(), Arc::clone(&kept.text));
    }
    let indels = changes.into_iter().map(|RawChange { from, to, insert }| Indel {
        delete: TextRange::new(kept.lines.offset(from), kept.lines.offset(to)),
        insert,
    });
    let edit = TextEdit::from_indels(indels.collect()).expect("CodeMirror's changes are disjoint");
    let marks = kept.marks.take().and_then(|(set, ranges)| Some((set, moved(&ranges, &edit, &kept.text)?)));
    *kept = Kept { marks, ..Kept::new(edit.apply(&kept.text).into()) };
    (edit, Arc::clone(&kept.text))
}

/// Where CodeMirror shows them after an edit; `None` where that is left to it: a mark that the edit touches, a line that comes or goes.
fn moved(ranges: &[TextRange], edit: &TextEdit, before: &str) -> Option<Vec<TextRange>> {
    let follow = |range: &TextRange| (!edit.touches(*range)).then(|| edit.map_range(*range));
    if edit.breaks_lines(before) { None } else { ranges.iter().map(follow).collect() }
}

/// Whether `wanted` is what was set, each where it has moved to.
fn shows(set: &[Mark], moved: &[TextRange], wanted: &[Mark]) -> bool {
    let same = |((set, at), wanted): ((&Mark, &TextRange), &Mark)| *at == wanted.range && set.says_as(wanted);
    set.len() == wanted.len() && set.iter().zip(moved).zip(wanted).all(same)
}

fn offset(texts: &Texts, file: &FilePath, utf16: usize) -> usize {
    texts.borrow().get(file).map_or(0, |kept| kept.lines.offset(utf16))
}

fn asked(texts: &Texts, file: &str) -> Option<(FilePath, Kept)> {
    let file = FilePath::new(file).ok()?;
    let kept = texts.borrow().get(&file)?.clone();
    Some((file, kept))
}

/// What a JavaScript error says.
fn told(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
}
