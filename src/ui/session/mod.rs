//! The one place that writes what the page shows. Two things can be written: the text, and what is not text (places, selection, view, panes).
//! All else is derived from them by memos, so that nothing is ever out of step. Components read signals and hand over intents; they write nothing
//! but what is their own alone, such as the words in a search field.

mod act;
mod ask;
mod beside;
mod compose;
mod diagram;
mod draft;
mod drawn;
mod files;
mod filing;
mod gone;
mod hand;
mod holders;
mod recent;
mod room;
mod storage;
mod text;
mod typing;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use crate::analysis::{Analysis, Checked, Choices};
use crate::canvas::{Camera, Hit, Scene, Screen, Tool, Viewport, World};
use crate::edit::Place;
use crate::files::{FilePath, Workspace};
use crate::graph::{Id, PortRef};

use super::editor::Editor;
use super::panes::Panes;
use super::theme::Theme;

pub use crate::watch::Problem;
pub use draft::Draft;
pub use drawn::Drawn;
pub use holders::Holder;
pub use recent::Work;
pub use storage::SaveState;
pub use view::View;

/// The text of every file, and all that follows from it.
#[derive(Clone, Default)]
pub struct Known {
    pub workspace: Workspace,
    pub choices: Choices,
    pub analysis: Analysis,
}

/// One file's verdict; equal only to itself.
#[derive(Clone)]
pub struct Current(pub Arc<Checked>);

impl PartialEq for Current {
    fn eq(&self, other: &Current) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Where boxes stand, by file. What is gone from the text keeps its place: an undo brings it back to where it stood.
pub type Places = BTreeMap<FilePath, BTreeMap<Id, Place>>;

/// Something over the canvas that waits for an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Asking {
    Rename(Id),
    /// What to add, and what to wire it to.
    Add {
        wire: Option<PortRef>,
        at: World,
    },
    Port {
        from: PortRef,
        options: Vec<PortRef>,
        at: World,
    },
    Menu {
        on: Hit,
        at: Screen,
    },
    /// Which groups and policies hold the selected nodes.
    Holders {
        holders: Vec<Holder>,
        at: Screen,
    },
    Keys,
    Commands,
    /// The list of stored works.
    Recent,
    /// Another path for a file, or for a folder, whose own ends in a slash.
    RenameFile(String),
}

/// A sentence for the person, shown for a while and spoken.
#[derive(Clone)]
pub struct Notice {
    pub id: usize,
    pub text: String,
    pub bad: bool,
    /// What can be done about it: the word on the button, and what it does.
    pub offer: Option<(&'static str, Offer)>,
}

/// What a button of a notice does. Owned by the notice: a `Callback` would end with the component whose handler made it.
pub type Offer = Arc<dyn Fn() + Send + Sync>;

/// What hundreds watch. A memo that comes out the same has still woken everything that watches it, to be asked whether it changed; these are
/// written only when what they show is another, so that a key that changes nothing in the picture wakes nothing there.
#[derive(Clone, Copy)]
struct Shown {
    drawn: RwSignal<Drawn>,
    scene: RwSignal<Arc<Scene>>,
    problems: RwSignal<Arc<Vec<Problem>>>,
    /// They are those of the files that are open, not of others that were before.
    looked: RwSignal<bool>,
}

/// A signal that follows a memo, written when it differs.
fn following<T: Clone + PartialEq + Send + Sync + 'static>(memo: Memo<T>) -> RwSignal<T> {
    let shown = RwSignal::new(memo.get_untracked());
    Effect::new(move |_| {
        let now = memo.get();
        if shown.with_untracked(|before| *before != now) {
            shown.set(now);
        }
    });
    shown
}

/// A thing whose form is to have the focus: its first value, or its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    pub id: Id,
    pub name: bool,
}

/// Everything the page knows. A handful of handles: copying it copies nothing.
#[derive(Clone, Copy)]
pub struct Session {
    known: RwSignal<Known>,
    open: RwSignal<Option<FilePath>>,
    /// The part of the file in front whose own picture is shown.
    diagram: RwSignal<Option<Id>>,
    places: RwSignal<Places>,
    selection: RwSignal<BTreeSet<Id>>,
    camera: RwSignal<Camera>,
    /// The first look at what is open.
    opening: RwSignal<Option<Camera>>,
    viewport: RwSignal<Viewport>,
    tool: RwSignal<Tool>,
    asking: RwSignal<Option<Asking>>,
    panes: RwSignal<Panes>,
    theme: RwSignal<Theme>,
    notices: RwSignal<Vec<Notice>>,
    spoken: RwSignal<String>,
    save_state: RwSignal<SaveState>,
    /// The works that are stored, the latest first.
    recent: RwSignal<Arc<Vec<recent::Work>>>,
    /// A field that the inspector is asked to focus.
    wanted: RwSignal<Option<Wanted>>,
    can: RwSignal<(bool, bool)>,
    /// What is hosted is drawn at wires, not in boxes.
    wired: RwSignal<bool>,
    /// The node whose folded ports are shown, while it is selected.
    unfolded: RwSignal<Option<Id>>,
    /// The one whose folded ports are shown while the pointer rests there.
    peeked: RwSignal<Option<Id>>,
    checked: Memo<Option<Current>>,
    drawn: Memo<Drawn>,
    scene: Memo<Arc<Scene>>,
    views: view::Views,
    shown: StoredValue<Shown>,
    hidden: StoredValue<Hidden, LocalStorage>,
}

/// What nobody watches.
#[derive(Default)]
struct Hidden {
    editor: Option<Editor>,
    storage: storage::Storage,
    /// What is found out on the second thread.
    beside: beside::Beside,
    /// Typed and not yet analysed.
    pending: typing::Pending,
    /// Views of files that are not in front.
    cameras: BTreeMap<FilePath, Camera>,
    notices: usize,
    /// What is carried from the palette is called.
    carried: String,
    /// Cards that went down for one that grew.
    pushed: Vec<room::Pushed>,
    /// Where things stood when hosting was last drawn the other way.
    otherwise: Places,
    /// What was copied on the canvas last, and as what it is on the clipboard.
    copied: Option<(FilePath, Vec<Id>, String)>,
    /// Typed in a field and not written yet.
    draft: Option<Draft>,
    /// Files whose boxes a hand has moved, or that came with places for them.
    arranged: BTreeSet<FilePath>,
    /// The files that the editor has.
    in_editor: BTreeSet<FilePath>,
}

/// The session that the page around a component has.
pub fn session() -> Session {
    expect_context::<Session>()
}

impl Session {
    pub fn new() -> Session {
        let known = RwSignal::new(Known::default());
        let open = RwSignal::new(None::<FilePath>);
        let places = RwSignal::new(Places::new());
        let tool = RwSignal::new(Tool::default());
        let checked = Memo::new(move |_| {
            let file = open.get()?;
            known.with(|known| known.analysis.file(&file).map(|checked| Current(Arc::clone(checked))))
        });
        let wired = RwSignal::new(super::browser::settings::get::<bool>("wired"));
        let diagram = RwSignal::new(None::<Id>);
        let drawn = Memo::new(move |before: Option<&Drawn>| {
            diagram.with(|diagram| drawn::draw(checked.get(), diagram.as_ref(), before, !wired.get()))
        });
        let problems = RwSignal::new(Arc::new(Vec::new()));
        let counts = Memo::new(move |_| drawn::counts(&problems.get(), open.get().as_ref()));
        // Places that the document itself carries.
        let own = Memo::new(move |_| checked.get().map(|checked| checked.0.places()).unwrap_or_default());
        let layout = Memo::new(move |_| {
            let (drawn, own) = (drawn.get(), own.get());
            places.with(|places| drawn::lay_out(&drawn, &own, places))
        });
        let (selection, unfolded) = (RwSignal::new(BTreeSet::new()), RwSignal::new(None::<Id>));
        let peeked = RwSignal::new(None::<Id>);
        let bare = Memo::new(move |_| {
            Arc::new(Scene::new(Arc::clone(&drawn.get().graph), &layout.get(), &counts.get()))
        });
        let open_sheet = Memo::new(move |_| {
            let by_hand = tool.with(|tool| bare.with(|scene| tool.opens(scene)));
            let is_selected = |id: &Id| selection.with(|selection: &BTreeSet<Id>| selection.contains(id));
            by_hand.or_else(|| unfolded.get().filter(is_selected)).or_else(|| peeked.get())
        });
        let scene = Memo::new(move |_| match open_sheet.get() {
            None => bare.get(),
            Some(id) => bare.with(|scene| Arc::new(scene.unfolded(&id))),
        });
        let live = Memo::new_with_compare(
            move |_| tool.with(|tool| drawn::live(&scene.get(), tool)),
            |before, now| !matches!((before, now), (Some(before), Some(now)) if Arc::ptr_eq(before, now)),
        );
        Session {
            known,
            open,
            diagram,
            places,
            selection,
            camera: RwSignal::default(),
            opening: RwSignal::default(),
            viewport: RwSignal::default(),
            tool,
            asking: RwSignal::default(),
            panes: RwSignal::new(super::browser::settings::get("panes")),
            theme: RwSignal::new(super::browser::settings::get("theme")),
            notices: RwSignal::default(),
            spoken: RwSignal::default(),
            save_state: RwSignal::default(),
            recent: RwSignal::default(),
            wanted: RwSignal::default(),
            can: RwSignal::default(),
            wired,
            unfolded,
            peeked,
            checked,
            drawn,
            scene,
            views: view::Views::of(open, checked),
            shown: StoredValue::new(Shown {
                drawn: following(drawn),
                scene: following(live),
                problems,
                looked: RwSignal::new(false),
            }),
            hidden: StoredValue::new_local(Hidden::default()),
        }
    }

    /// The files, their texts, and what is known of them.
    pub fn known(self) -> Signal<Known> {
        self.known.into()
    }

    /// The file in front.
    pub fn open_file(self) -> Signal<Option<FilePath>> {
        self.open.into()
    }

    pub fn checked(self) -> Signal<Option<Current>> {
        self.checked.into()
    }

    /// What the canvas shows of the file in front, and whether that is what the text says now.
    pub fn drawn(self) -> Signal<Drawn> {
        self.shown.get_value().drawn.into()
    }

    /// The picture, with what is being dragged where the hand has it.
    pub fn scene(self) -> Signal<Arc<Scene>> {
        self.shown.get_value().scene.into()
    }

    /// Everything wrong in every file, in the order of the texts.
    pub fn problems(self) -> Signal<Arc<Vec<Problem>>> {
        self.shown.get_value().problems.into()
    }

    /// Whether all files that are open have been looked at.
    pub fn looked(self) -> Signal<bool> {
        self.shown.get_value().looked.into()
    }

    pub fn selection(self) -> Signal<BTreeSet<Id>> {
        self.selection.into()
    }

    pub fn viewport(self) -> Signal<Viewport> {
        self.viewport.into()
    }

    pub fn camera(self) -> Signal<Camera> {
        self.camera.into()
    }

    pub fn tool(self) -> Signal<Tool> {
        self.tool.into()
    }

    pub fn asking(self) -> Signal<Option<Asking>> {
        self.asking.into()
    }

    pub fn panes(self) -> Signal<Panes> {
        self.panes.into()
    }

    pub fn theme(self) -> Signal<Theme> {
        self.theme.into()
    }

    pub fn notices(self) -> Signal<Vec<Notice>> {
        self.notices.into()
    }

    /// The last thing said, for the live region.
    pub fn spoken(self) -> Signal<String> {
        self.spoken.into()
    }

    pub fn save_state(self) -> Signal<SaveState> {
        self.save_state.into()
    }

    /// Whether there is something to undo, and to redo.
    pub fn can(self) -> Signal<(bool, bool)> {
        self.can.into()
    }

    /// Whether what is hosted is drawn inside of its host.
    pub fn in_boxes(self) -> Signal<bool> {
        Signal::derive(move || !self.wired.get())
    }

    /// Whether anything of the file in front stands on anything.
    pub fn has_hosts(self) -> bool {
        self.checked.with(|checked| checked.as_ref().is_some_and(|checked| checked.0.graph().has_hosts()))
    }

    /// The name of what is carried from the palette.
    pub fn in_hand(self) -> String {
        self.hidden.with_value(|hidden| hidden.carried.clone())
    }

    /// The thing whose form is to be focused.
    pub fn wanted(self) -> Signal<Option<Wanted>> {
        self.wanted.into()
    }
}
