//! Text editor: CodeMirror, as the page uses it. Every text change is one of its transactions, whatever its source, and its history is the only
//! one. The interface uses byte offsets; CodeMirror's UTF-16 offsets stay in this module.
//! Independent of what YAML means: problems, completions and hovers are provided from outside.
//!
//! Events are synchronous: [`Editor::apply`], [`Editor::undo`] and [`Editor::redo`] send [`EditorEvent::Changed`] before they return.

mod bridge;
mod types;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use wasm_bindgen::prelude::*;

use bridge::{
    Raw, RawChange, RawCommand, RawCompletions, RawEdit, RawEvent, RawGesture, RawHover, RawOrigin,
    RawProblem, RawRange, js,
};
use limn_files::FilePath;
use limn_text::{Indel, LineIndex, TextEdit, TextRange};

pub use types::{
    Completing, CompletionKind, CompletionOption, Completions, DiagramPosition, EditorCommand, EditorEvent,
    Gesture, Hover, Origin, PositionChange, ProblemMark, Query, Querying, Renamed, Reveal,
};

/// The editor in the page. A clone is another handle to the same editor.
#[derive(Clone)]
pub struct Editor(Rc<Inner>);

struct Inner {
    raw: Raw,
    texts: Texts,
    /// Functions that CodeMirror calls; dropped with the editor.
    _calls: Calls,
}

type OnCall = Closure<dyn Fn(JsValue)>;
type CompleteCall = Closure<dyn Fn(String, usize, bool) -> JsValue>;
type QueryCall = Closure<dyn Fn(String, String, usize, usize) -> JsValue>;
type HoverCall = Closure<dyn Fn(String, usize) -> JsValue>;
type RefactoringsCall = Closure<dyn Fn(String, usize) -> JsValue>;

struct Calls {
    _on: OnCall,
    _complete: CompleteCall,
    _query: QueryCall,
    _hover: HoverCall,
    _refactorings: RefactoringsCall,
}

/// Texts as the editor has them, indexed.
type Texts = Rc<RefCell<BTreeMap<FilePath, OpenFile>>>;

#[derive(Clone)]
struct OpenFile {
    text: Arc<str>,
    lines: Rc<LineIndex>,
    /// Problems that CodeMirror shows, if known for certain: as they were set, and their current ranges.
    marks: Option<(Rc<Vec<ProblemMark>>, Vec<TextRange>)>,
}

/// Callbacks into the page: events, completions, queries, hovers and refactorings.
pub struct Callbacks {
    pub on: Box<dyn Fn(EditorEvent)>,
    pub complete: Box<Complete>,
    pub query: Box<Ask>,
    pub hover: Box<Help>,
    pub refactorings: Box<Refactorings>,
}

/// Completions at an offset of a file; the flag says whether the user asked explicitly. May complete later.
pub type Complete = dyn Fn(&FilePath, usize, bool) -> Completing;
/// The answer to a query about a file. May complete later.
pub type Ask = dyn Fn(&FilePath, Query) -> Querying;
/// Hover text at an offset of a file.
pub type Help = dyn Fn(&FilePath, usize) -> Option<Hover>;
/// Titles of the refactorings at an offset of a file.
pub type Refactorings = dyn Fn(&FilePath, usize) -> Vec<String>;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditorError {
    #[error("could not start the text editor: {0}")]
    Start(String),
    #[error("`{0}` is not open")]
    NotOpen(FilePath),
    #[error("{0}")]
    Refused(String),
}

impl Editor {
    /// Mounts the editor in `host`, with no file shown.
    pub fn mount(host: &web_sys::Element, callbacks: Callbacks) -> Result<Editor, EditorError> {
        let Callbacks { on, complete, query, hover, refactorings } = callbacks;
        let texts = Texts::default();
        let on = OnCall::new({
            let texts = Rc::clone(&texts);
            move |event| on(parse_event(&texts, &event))
        });
        let complete = CompleteCall::new({
            let texts = Rc::clone(&texts);
            move |file: String, at, explicit| {
                let Some((file, kept)) = lookup(&texts, &file) else { return JsValue::NULL };
                let answer = complete(&file, kept.lines.offset(at), explicit);
                let completions = async move {
                    let answer = answer.await.map(|Completions { from, options }| {
                        js(&RawCompletions { from: kept.lines.utf16(from), options })
                    });
                    Ok(answer.unwrap_or(JsValue::NULL))
                };
                wasm_bindgen_futures::future_to_promise(completions).into()
            }
        });
        let query = QueryCall::new({
            let texts = Rc::clone(&texts);
            move |file: String, about: String, from, to| {
                let Some((file, kept)) = lookup(&texts, &file) else { return JsValue::NULL };
                let within = TextRange::new(kept.lines.offset(from), kept.lines.offset(to));
                let answer = query(&file, bridge::query(&about, within));
                let text = async move { Ok(answer.await.map_or(JsValue::NULL, JsValue::from)) };
                wasm_bindgen_futures::future_to_promise(text).into()
            }
        });
        let hover = HoverCall::new({
            let texts = Rc::clone(&texts);
            move |file: String, at| {
                let answer = lookup(&texts, &file).and_then(|(file, kept)| {
                    let Hover { range, text } = hover(&file, kept.lines.offset(at))?;
                    let RawRange { from, to } = kept.utf16(range);
                    Some(js(&RawHover { from, to, text }))
                });
                answer.unwrap_or(JsValue::NULL)
            }
        });
        let refactorings = RefactoringsCall::new({
            let texts = Rc::clone(&texts);
            move |file: String, at| {
                let found = lookup(&texts, &file)
                    .map(|(file, kept)| refactorings(&file, kept.lines.offset(at)))
                    .unwrap_or_default();
                js(&found)
            }
        });
        let calls = js_sys::Object::new();
        for (name, call) in [
            ("on", on.as_ref()),
            ("complete", complete.as_ref()),
            ("query", query.as_ref()),
            ("hover", hover.as_ref()),
            ("refactorings", refactorings.as_ref()),
        ] {
            js_sys::Reflect::set(&calls, &name.into(), call).expect("a new object takes properties");
        }
        let raw = bridge::create(host, &calls).map_err(|error| EditorError::Start(error_message(&error)))?;
        let calls =
            Calls { _on: on, _complete: complete, _query: query, _hover: hover, _refactorings: refactorings };
        Ok(Editor(Rc::new(Inner { raw, texts, _calls: calls })))
    }

    /// Opens a file with a text, and with the history that [`Editor::past`] returned for this very text, else an empty one. Shown by
    /// [`Editor::show`].
    pub fn open(&self, file: &FilePath, text: Arc<str>, past: Option<&str>) {
        self.0.texts.borrow_mut().insert(file.clone(), OpenFile::new(Arc::clone(&text)));
        self.0.raw.open(file.as_str(), &text, past);
    }

    /// Replaces the text of an open file by another tab's version, with its history if given. Keeps caret, selection, scrolling and focus;
    /// sends no [`EditorEvent::Changed`].
    pub fn exchange(&self, file: &FilePath, text: Arc<str>, past: Option<&str>) {
        self.0.texts.borrow_mut().insert(file.clone(), OpenFile::new(Arc::clone(&text)));
        self.0.raw.exchange(file.as_str(), &text, past);
    }

    /// Returns true if an input method is composing a character.
    pub fn is_composing(&self) -> bool {
        self.0.raw.is_composing()
    }

    /// Activates an open file, with its caret and history.
    pub fn show(&self, file: &FilePath) {
        self.0.raw.show(file.as_str());
    }

    pub fn close(&self, file: &FilePath) {
        self.0.texts.borrow_mut().remove(file);
        self.0.raw.close(file.as_str());
    }

    /// History of a file as text, bounded; `None` if it is empty.
    pub fn past(&self, file: &FilePath) -> Option<String> {
        self.0.raw.past(file.as_str())
    }

    /// Text that CodeMirror holds. For tests and checks: it is copied; the text in [`EditorEvent::Changed`] is the same and free.
    pub fn text(&self, file: &FilePath) -> Option<String> {
        self.0.raw.text(file.as_str())
    }

    /// Applies a whole gesture as one undo step, or rejects it without any change. `active_file`: the file that `moves` and `caret` refer to.
    pub fn apply(&self, active_file: &FilePath, gesture: &Gesture) -> Result<(), EditorError> {
        let mut edits = Vec::new();
        for (file, edit) in &gesture.edits {
            let kept = self.open_file(file).ok_or_else(|| EditorError::NotOpen(file.clone()))?;
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
            let before = self.open_file(active_file)?;
            let after = match gesture.edits.get(active_file) {
                Some(edit) => OpenFile::new(edit.apply(&before.text).into()),
                None => before,
            };
            Some(after.utf16(range))
        });
        let gesture = RawGesture {
            file: active_file,
            edits,
            moves: &gesture.moves,
            names: &gesture.names,
            caret,
            flash: gesture.flash,
        };
        match self.0.raw.apply(&js(&gesture)) {
            Ok(None) => Ok(()),
            Ok(Some(why)) => Err(EditorError::Refused(why)),
            Err(error) => Err(EditorError::Refused(error_message(&error))),
        }
    }

    /// Undoes the last step of the active file; false if there is none.
    pub fn undo(&self) -> bool {
        self.0.raw.undo()
    }

    /// Redoes the last undone step; false if there is none.
    pub fn redo(&self) -> bool {
        self.0.raw.redo()
    }

    /// Moves the caret to the next problem of the active file, or to the previous one. Returns true if it has problems.
    pub fn go_to_problem(&self, back: bool) -> bool {
        self.0.raw.go_to_problem(back)
    }

    /// Replaces the problems shown in a file. [`EditorEvent::Fix`] refers to them by index.
    pub fn set_problems(&self, file: &FilePath, problems: Vec<ProblemMark>) {
        let Some(kept) = self.open_file(file) else { return };
        // CodeMirror moves the marks with the text, and so does this module: most keys change none of them.
        if kept.marks.as_ref().is_some_and(|(set, moved)| shows(set, moved, &problems)) {
            return;
        }
        let raw: Vec<RawProblem<'_>> = problems
            .iter()
            .enumerate()
            .map(|(id, mark)| {
                let RawRange { from, to } = kept.utf16(mark.range);
                let ProblemMark { severity, message, code, fixes, .. } = mark;
                RawProblem { id, from, to, severity: *severity, message, code, fixes }
            })
            .collect();
        self.0.raw.set_problems(file.as_str(), &js(&raw));
        if let Some(kept) = self.0.texts.borrow_mut().get_mut(file) {
            let ranges = problems.iter().map(|mark| mark.range).collect();
            kept.marks = Some((Rc::new(problems), ranges));
        }
    }

    /// Highlights ranges of the active file for a moment.
    pub fn flash(&self, active_file: &FilePath, ranges: &[TextRange]) {
        let Some(kept) = self.open_file(active_file) else { return };
        let ranges: Vec<RawRange> = ranges.iter().map(|&range| kept.utf16(range)).collect();
        self.0.raw.flash(&js(&ranges));
    }

    /// Marks a range of the active file and shows it; `None` ends the mark.
    pub fn mark(&self, active_file: &FilePath, range: Option<TextRange>) {
        let Some(kept) = self.open_file(active_file) else { return };
        self.0.raw.mark(&range.map_or(JsValue::NULL, |range| js(&kept.utf16(range))));
    }

    /// Selects in the active file. Sends no [`EditorEvent::Selected`].
    pub fn select(&self, active_file: &FilePath, range: TextRange, reveal: Reveal) {
        let Some(kept) = self.open_file(active_file) else { return };
        let RawRange { from, to } = kept.utf16(range);
        self.0.raw.select(from, to, reveal.focus, reveal.scroll);
    }

    pub fn focus(&self) {
        self.0.raw.focus();
    }

    /// Affects only what CodeMirror draws itself; all colors come from the page's style sheet.
    pub fn set_dark(&self, dark: bool) {
        self.0.raw.set_dark(dark);
    }

    /// Wraps long lines, or not.
    pub fn set_wrap(&self, wrap: bool) {
        self.0.raw.set_wrap(wrap);
    }

    /// Shows or hides hints and reference counts between the words.
    pub fn set_hints(&self, hints: bool) {
        self.0.raw.set_hints(hints);
    }

    /// Colors names by kind, or not.
    pub fn set_colors(&self, colors: bool) {
        self.0.raw.set_colors(colors);
    }

    /// Requests hints and names of what is visible again, after a pause.
    pub fn annotate(&self) {
        self.0.raw.annotate();
    }

    pub fn set_read_only(&self, read_only: bool) {
        self.0.raw.set_read_only(read_only);
    }

    fn open_file(&self, file: &FilePath) -> Option<OpenFile> {
        self.0.texts.borrow().get(file).cloned()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.raw.destroy();
    }
}

impl OpenFile {
    fn new(text: Arc<str>) -> OpenFile {
        OpenFile { lines: Rc::new(LineIndex::new(Arc::clone(&text))), text, marks: None }
    }

    fn utf16(&self, range: TextRange) -> RawRange {
        RawRange { from: self.lines.utf16(range.start), to: self.lines.utf16(range.end) }
    }
}

/// Converts an event of CodeMirror. The only place that updates the stored text.
fn parse_event(texts: &Texts, event: &JsValue) -> EditorEvent {
    match bridge::raw_event(event).expect("bridge.js reports events of this shape") {
        RawEvent::Changed { file, changes, moves, origin } => {
            let (edit, text) = follow(texts, &file, changes);
            let origin = match origin {
                RawOrigin::Type => Origin::Typed,
                RawOrigin::Canvas => Origin::Canvas,
                RawOrigin::Undo => Origin::Undone,
                RawOrigin::Redo => Origin::Redone,
            };
            EditorEvent::Changed { file, edit, text, moves, origin }
        }
        RawEvent::Selected { file, anchor, head } => {
            let [anchor, head] = [anchor, head].map(|at| offset(texts, &file, at));
            EditorEvent::Selected { file, anchor, head }
        }
        RawEvent::History { undo, redo } => EditorEvent::History { undo, redo },
        RawEvent::Fix { file, problem, fix } => EditorEvent::Fix { file, problem, fix },
        RawEvent::Refactor { file, at, title } => {
            let at = offset(texts, &file, at);
            EditorEvent::Refactor { file, at, title }
        }
        RawEvent::Command { file, name, at } => {
            let at = offset(texts, &file, at);
            let command = match name {
                RawCommand::Definition => EditorCommand::Definition,
                RawCommand::References => EditorCommand::References,
                RawCommand::Hierarchy => EditorCommand::Hierarchy,
                RawCommand::Rename => EditorCommand::Rename,
            };
            EditorEvent::Command { file, command, at }
        }
        RawEvent::Focus { focused } => EditorEvent::Focus(focused),
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
            EditorEvent::Renamed(names)
        }
    }
}

/// Updates the stored text to the editor's text after `changes`.
fn follow(texts: &Texts, file: &FilePath, changes: Vec<RawChange>) -> (TextEdit, Arc<str>) {
    let mut texts = texts.borrow_mut();
    let kept = texts.entry(file.clone()).or_insert_with(|| OpenFile::new("".into()));
    if changes.is_empty() {
        return (TextEdit::default(), Arc::clone(&kept.text));
    }
    let indels = changes.into_iter().map(|RawChange { from, to, insert }| Indel {
        delete: TextRange::new(kept.lines.offset(from), kept.lines.offset(to)),
        insert,
    });
    let edit = TextEdit::from_indels(indels.collect()).expect("CodeMirror's changes are disjoint");
    let marks = kept.marks.take().and_then(|(set, ranges)| Some((set, moved(&ranges, &edit, &kept.text)?)));
    *kept = OpenFile { marks, ..OpenFile::new(edit.apply(&kept.text).into()) };
    (edit, Arc::clone(&kept.text))
}

/// Ranges of the marks after an edit; `None` if CodeMirror decides: the edit touches a mark, or adds or removes a line.
fn moved(ranges: &[TextRange], edit: &TextEdit, before: &str) -> Option<Vec<TextRange>> {
    let follow = |range: &TextRange| (!edit.touches(*range)).then(|| edit.map_range(*range));
    if edit.breaks_lines(before) { None } else { ranges.iter().map(follow).collect() }
}

/// Returns true if `wanted` equals the marks that were set, each at its moved range.
fn shows(set: &[ProblemMark], moved: &[TextRange], marks: &[ProblemMark]) -> bool {
    let same = |((set, at), marks): ((&ProblemMark, &TextRange), &ProblemMark)| {
        *at == marks.range && set.has_same_content(marks)
    };
    set.len() == marks.len() && set.iter().zip(moved).zip(marks).all(same)
}

fn offset(texts: &Texts, file: &FilePath, utf16: usize) -> usize {
    texts.borrow().get(file).map_or(0, |kept| kept.lines.offset(utf16))
}

fn lookup(texts: &Texts, file: &str) -> Option<(FilePath, OpenFile)> {
    let file = FilePath::new(file).ok()?;
    let kept = texts.borrow().get(&file)?.clone();
    Some((file, kept))
}

/// Message of a JavaScript error.
fn error_message(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
}
