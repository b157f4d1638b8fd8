//! Browser tests of the page's parts, mounted in a real page.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use limn_files::FilePath;
use limn_language::diagnostic::Severity;
use limn_language::edit::Place;
use limn_language::graph::Id;
use limn_page::editor::{
    Callbacks, DiagramPosition, Editor, EditorError, EditorEvent, Gesture, Origin, PositionChange,
    ProblemMark, Reveal,
};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::Path;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn app_mounts() {
    load_bundle();
    let host = document().create_element("div").unwrap();
    let _mounted = leptos::mount::mount_to(host.clone().unchecked_into(), limn_page::App);
    assert!(host.query_selector("main").unwrap().is_some());
}

/// An editor with open files, the first active, and all events so far.
struct Bench {
    editor: Editor,
    active_file: FilePath,
    events: Rc<RefCell<Vec<EditorEvent>>>,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Bench {
        load_bundle();
        let host = document().create_element("div").unwrap();
        document().body().unwrap().append_child(&host).unwrap();
        let events = Rc::new(RefCell::new(Vec::new()));
        let callbacks = Callbacks {
            on: Box::new({
                let events = Rc::clone(&events);
                move |event| events.borrow_mut().push(event)
            }),
            complete: Box::new(|_, _, _| Box::pin(std::future::ready(None))),
            query: Box::new(|_, _| Box::pin(std::future::ready(None))),
            hover: Box::new(|_, _| None),
            refactorings: Box::new(|_, _| Vec::new()),
        };
        let editor = Editor::mount(&host, callbacks).unwrap();
        for (file, text) in files {
            editor.open(&path(file), Arc::from(*text), None);
        }
        let active_file = path(files[0].0);
        editor.show(&active_file);
        Bench { editor, active_file, events }
    }

    fn text(&self) -> String {
        self.editor.text(&self.active_file).unwrap()
    }

    /// The last change event: its edit, text, moved boxes and origin.
    fn changed(&self) -> (TextEdit, Arc<str>, Vec<PositionChange>, Origin) {
        let events = self.events.borrow();
        let last = events.iter().rev().find_map(|event| match event {
            EditorEvent::Changed { edit, text, moves, origin, .. } => {
                Some((edit.clone(), Arc::clone(text), moves.clone(), *origin))
            }
            _ => None,
        });
        last.expect("no change event")
    }
}

/// CodeMirror and bridge.js, as the page loads them: one script, one global.
fn load_bundle() {
    let global = js_sys::Reflect::get(&js_sys::global(), &"LimnEditor".into()).unwrap();
    if global.is_undefined() {
        let script = document().create_element("script").unwrap();
        script.set_text_content(Some(include_str!("../../../target/page/editor.js")));
        document().head().unwrap().append_child(&script).unwrap();
    }
}

fn path(file: &str) -> FilePath {
    FilePath::new(file).unwrap()
}

fn gesture(active_file: &FilePath, edit: TextEdit) -> Gesture {
    Gesture { edits: BTreeMap::from([(active_file.clone(), edit)]), ..Gesture::default() }
}

/// Replaces the first occurrence of each needle.
fn replacing(text: &str, pairs: &[(&str, &str)]) -> TextEdit {
    let indels = pairs.iter().map(|(from, to)| {
        let start = text.find(from).unwrap();
        Indel { delete: TextRange::new(start, start + from.len()), insert: (*to).to_owned() }
    });
    TextEdit::from_indels(indels.collect()).unwrap()
}

#[wasm_bindgen_test]
fn gesture_reports_a_byte_edit_and_undoes_as_one_step() {
    for text in [
        "näme: 𝒳\nünit: 🧵x\n",
        "näme: 𝒳\r\nünit: 🧵x\r\n",
        "näme: 𝒳\r\nünit: 🧵x\n",
        "\u{feff}näme: 𝒳\rünit: 🧵x",
    ] {
        let bench = Bench::new(&[("a.yaml", text)]);
        let edit = replacing(text, &[("𝒳", "eins 🧵"), ("🧵x", "𝒳𝒳")]);
        bench.editor.apply(&bench.active_file, &gesture(&bench.active_file, edit.clone())).unwrap();
        let (events, after, _, origin) = bench.changed();
        assert_eq!((events, origin), (edit.clone(), Origin::Canvas));
        assert_eq!(&*after, edit.apply(text));
        assert_eq!(bench.text(), edit.apply(text));
        assert!(bench.editor.undo());
        let (events, after, _, origin) = bench.changed();
        assert_eq!((events, origin), (edit.invert(text), Origin::Undone));
        assert_eq!((&*after, &*bench.text()), (text, text));
        assert!(!bench.editor.undo());
        assert!(bench.editor.redo());
        assert_eq!(bench.text(), edit.apply(text));
    }
}

#[wasm_bindgen_test]
fn moved_boxes_share_the_undo_step_of_the_text() {
    let bench = Bench::new(&[("a.yaml", "a: 1\n")]);
    let id = Id(Path::keys(["composition", "ströme.r"]).index(3));
    let [from, to] = [(Place { x: 1.5, y: -2.0 }, false), (Place { x: 40.0, y: 0.25 }, true)]
        .map(|(place, pinned)| Some(DiagramPosition::new(place, pinned)));
    let pin = PositionChange { id, from, to, document: 1, view: Some(2) };
    let edit = TextEdit::insert(5, "b: 2\n");
    let both = Gesture { moves: vec![pin.clone()], ..gesture(&bench.active_file, edit) };
    bench.editor.apply(&bench.active_file, &both).unwrap();
    assert_eq!(bench.changed().2, vec![pin.clone()]);
    bench.editor.undo();
    let back = PositionChange { from: pin.to.clone(), to: pin.from.clone(), ..pin };
    assert_eq!((bench.changed().2, bench.text()), (vec![back], "a: 1\n".to_owned()));
}

#[wasm_bindgen_test]
fn gesture_over_files_that_are_not_open_does_nothing() {
    let bench = Bench::new(&[("a.yaml", "a: 1\n")]);
    let mut both = gesture(&bench.active_file, TextEdit::insert(0, "x"));
    both.edits.insert(path("b.yaml"), TextEdit::insert(0, "x"));
    let refused = bench.editor.apply(&bench.active_file, &both);
    assert_eq!(refused, Err(EditorError::NotOpen(path("b.yaml"))));
    assert_eq!(bench.text(), "a: 1\n");
}

#[wasm_bindgen_test]
fn background_files_change_in_the_same_step() {
    let bench = Bench::new(&[("a.yaml", "a: ö\n"), ("b/c.yaml", "ö: 1\r\n")]);
    let behind = path("b/c.yaml");
    let mut both = gesture(&bench.active_file, replacing("a: ö\n", &[("ö", "new")]));
    both.edits.insert(behind.clone(), replacing("ö: 1\r\n", &[("ö", "new")]));
    bench.editor.apply(&bench.active_file, &both).unwrap();
    assert_eq!(bench.editor.text(&behind).as_deref(), Some("new: 1\r\n"));
    bench.editor.undo();
    assert_eq!(
        (bench.text(), bench.editor.text(&behind)),
        ("a: ö\n".to_owned(), Some("ö: 1\r\n".to_owned()))
    );
}

#[wasm_bindgen_test]
fn problems_are_marked_at_their_byte_ranges() {
    let text = "ä: 🧵\r\nbad: 1\r\n";
    let bench = Bench::new(&[("a.yaml", text)]);
    let at = text.find("bad").unwrap();
    let mark = ProblemMark {
        range: TextRange::new(at, at + 3),
        severity: Severity::Error,
        message: "no `bad`".to_owned(),
        code: "test/bad",
        fixes: vec!["Remove".to_owned()],
    };
    bench.editor.set_problems(&bench.active_file, vec![mark]);
    let host = document().body().unwrap().last_element_child().unwrap();
    let found = host.shadow_root().unwrap().query_selector(".cm-lintRange-error").unwrap();
    assert_eq!(found.and_then(|found| found.text_content()).as_deref(), Some("bad"));
}

#[wasm_bindgen_test]
fn selection_by_the_page_is_not_reported_and_history_is() {
    let bench = Bench::new(&[("a.yaml", "a: 1\n")]);
    bench.editor.select(&bench.active_file, TextRange::new(0, 1), Reveal { focus: false, scroll: true });
    assert_eq!(*bench.events.borrow(), []);
    bench.editor.apply(&bench.active_file, &gesture(&bench.active_file, TextEdit::insert(0, "x"))).unwrap();
    assert_eq!(bench.events.borrow().last(), Some(&EditorEvent::History { undo: true, redo: false }));
}
