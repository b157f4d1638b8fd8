//! What only a browser can tell: the page's parts, mounted in a real one.
#![cfg(all(target_arch = "wasm32", feature = "app"))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use limn::diagnostic::Severity;
use limn::edit::Place;
use limn::files::FilePath;
use limn::graph::Id;
use limn::text::{Indel, TextEdit, TextRange};
use limn::ui::editor::{Editor, EditorError, Event, Gesture, Hands, Mark, Origin, Pin, Reveal};
use limn::yaml::Path;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn app_mounts() {
    load_bundle();
    let host = document().create_element("div").unwrap();
    let _mounted = leptos::mount::mount_to(host.clone().unchecked_into(), limn::ui::App);
    assert!(host.query_selector("main").unwrap().is_some());
}

/// An editor with its files open, the first of them in front, and all that it has told.
struct Bench {
    editor: Editor,
    front: FilePath,
    told: Rc<RefCell<Vec<Event>>>,
}

impl Bench {
    fn new(files: &[(&str, &str)]) -> Bench {
        load_bundle();
        let host = document().create_element("div").unwrap();
        document().body().unwrap().append_child(&host).unwrap();
        let told = Rc::new(RefCell::new(Vec::new()));
        let hands = Hands {
            on: Box::new({
                let told = Rc::clone(&told);
                move |event| told.borrow_mut().push(event)
            }),
            complete: Box::new(|_, _, _| Box::pin(std::future::ready(None))),
            hover: Box::new(|_, _| None),
        };
        let editor = Editor::mount(&host, hands).unwrap();
        for (file, text) in files {
            editor.open(&path(file), Arc::from(*text), None);
        }
        let front = path(files[0].0);
        editor.show(&front);
        Bench { editor, front, told }
    }

    fn text(&self) -> String {
        self.editor.text(&self.front).unwrap()
    }

    /// The last change that was told of: its edit, its text, the boxes it moved, and the hand that made it.
    fn changed(&self) -> (TextEdit, Arc<str>, Vec<Pin>, Origin) {
        let told = self.told.borrow();
        let last = told.iter().rev().find_map(|event| match event {
            Event::Changed { edit, text, moves, origin, .. } => {
                Some((edit.clone(), Arc::clone(text), moves.clone(), *origin))
            }
            _ => None,
        });
        last.expect("a change was told of")
    }
}

/// CodeMirror and bridge.js, as the page loads them: one script, one global.
fn load_bundle() {
    let global = js_sys::Reflect::get(&js_sys::global(), &"LimnEditor".into()).unwrap();
    if global.is_undefined() {
        let script = document().create_element("script").unwrap();
        script.set_text_content(Some(include_str!("../target/page/editor.js")));
        document().head().unwrap().append_child(&script).unwrap();
    }
}

fn path(file: &str) -> FilePath {
    FilePath::new(file).unwrap()
}

fn gesture(front: &FilePath, edit: TextEdit) -> Gesture {
    Gesture { edits: BTreeMap::from([(front.clone(), edit)]), ..Gesture::default() }
}

/// Replaces each of the needles, wherever it first stands.
fn replacing(text: &str, pairs: &[(&str, &str)]) -> TextEdit {
    let indels = pairs.iter().map(|(from, to)| {
        let start = text.find(from).unwrap();
        Indel { delete: TextRange::new(start, start + from.len()), insert: (*to).to_owned() }
    });
    TextEdit::from_indels(indels.collect()).unwrap()
}

#[wasm_bindgen_test]
fn gesture_is_told_back_in_bytes_and_undone_whole() {
    for text in [
        "näme: 𝒳\nünit: 🧵x\n",
        "näme: 𝒳\r\nünit: 🧵x\r\n",
        "näme: 𝒳\r\nünit: 🧵x\n",
        "\u{feff}näme: 𝒳\rünit: 🧵x",
    ] {
        let bench = Bench::new(&[("a.yaml", text)]);
        let edit = replacing(text, &[("𝒳", "eins 🧵"), ("🧵x", "𝒳𝒳")]);
        bench.editor.apply(&bench.front, &gesture(&bench.front, edit.clone())).unwrap();
        let (told, after, _, origin) = bench.changed();
        assert_eq!((told, origin), (edit.clone(), Origin::Canvas));
        assert_eq!(&*after, edit.apply(text));
        assert_eq!(bench.text(), edit.apply(text));
        assert!(bench.editor.undo());
        let (told, after, _, origin) = bench.changed();
        assert_eq!((told, origin), (edit.invert(text), Origin::Undone));
        assert_eq!((&*after, &*bench.text()), (text, text));
        assert!(!bench.editor.undo());
        assert!(bench.editor.redo());
        assert_eq!(bench.text(), edit.apply(text));
    }
}

#[wasm_bindgen_test]
fn moved_boxes_ride_with_the_text() {
    let bench = Bench::new(&[("a.yaml", "a: 1\n")]);
    let id = Id(Path::keys(["composition", "ströme.r"]).index(3));
    let pin = Pin { id, from: Some(Place { x: 1.5, y: -2.0 }), to: Some(Place { x: 40.0, y: 0.25 }) };
    let edit = TextEdit::insert(5, "b: 2\n");
    let both = Gesture { moves: vec![pin.clone()], ..gesture(&bench.front, edit) };
    bench.editor.apply(&bench.front, &both).unwrap();
    assert_eq!(bench.changed().2, vec![pin.clone()]);
    bench.editor.undo();
    let back = Pin { id: pin.id, from: pin.to, to: pin.from };
    assert_eq!((bench.changed().2, bench.text()), (vec![back], "a: 1\n".to_owned()));
}

#[wasm_bindgen_test]
fn gesture_over_files_that_are_not_open_does_nothing() {
    let bench = Bench::new(&[("a.yaml", "a: 1\n")]);
    let mut both = gesture(&bench.front, TextEdit::insert(0, "x"));
    both.edits.insert(path("b.yaml"), TextEdit::insert(0, "x"));
    let refused = bench.editor.apply(&bench.front, &both);
    assert_eq!(refused, Err(EditorError::NotOpen(path("b.yaml"))));
    assert_eq!(bench.text(), "a: 1\n");
}

#[wasm_bindgen_test]
fn files_behind_are_changed_in_the_same_step() {
    let bench = Bench::new(&[("a.yaml", "a: ö\n"), ("b/c.yaml", "ö: 1\r\n")]);
    let behind = path("b/c.yaml");
    let mut both = gesture(&bench.front, replacing("a: ö\n", &[("ö", "new")]));
    both.edits.insert(behind.clone(), replacing("ö: 1\r\n", &[("ö", "new")]));
    bench.editor.apply(&bench.front, &both).unwrap();
    assert_eq!(bench.editor.text(&behind).as_deref(), Some("new: 1\r\n"));
    bench.editor.undo();
    assert_eq!(
        (bench.text(), bench.editor.text(&behind)),
        ("a: ö\n".to_owned(), Some("ö: 1\r\n".to_owned()))
    );
}

#[wasm_bindgen_test]
fn problems_stand_where_their_bytes_do() {
    let text = "ä: 🧵\r\nbad: 1\r\n";
    let bench = Bench::new(&[("a.yaml", text)]);
    let at = text.find("bad").unwrap();
    let mark = Mark {
        range: TextRange::new(at, at + 3),
        severity: Severity::Error,
        message: "no `bad`".to_owned(),
        code: "test/bad",
        fixes: vec!["Remove".to_owned()],
    };
    bench.editor.set_problems(&bench.front, vec![mark]);
    let host = document().body().unwrap().last_element_child().unwrap();
    let found = host.shadow_root().unwrap().query_selector(".cm-lintRange-error").unwrap();
    assert_eq!(found.and_then(|found| found.text_content()).as_deref(), Some("bad"));
}

#[wasm_bindgen_test]
fn selecting_is_not_echoed_and_history_is_told() {
    let bench = Bench::new(&[("a.yaml", "a: 1\n")]);
    bench.editor.select(&bench.front, TextRange::new(0, 1), Reveal { focus: false, scroll: true });
    assert_eq!(*bench.told.borrow(), []);
    bench.editor.apply(&bench.front, &gesture(&bench.front, TextEdit::insert(0, "x"))).unwrap();
    assert_eq!(bench.told.borrow().last(), Some(&Event::History { undo: true, redo: false }));
}
