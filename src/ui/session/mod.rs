//! Session: the only place that writes the page's state. Two things can be written: the text, and view state (places, selection, view, panes).
//! Memos derive everything else, so nothing can be out of sync. Components read signals and send intents; they write only state of their own,
//! such as the text in a search field.

mod collision;
mod compose;
mod diagram;
mod draft;
mod editor_events;
mod edits;
mod files;
mod gestures;
mod intents;
mod language_features;
mod membership;
mod notices;
mod recent;
mod rename_file;
mod state;
mod storage;
mod undo_notice;
mod view;
mod view_model;
mod worker_client;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::prelude::*;

use limn_analysis::{Analysis, Checked, Choices};
use limn_canvas::{Camera, Scene, Tool, Viewport};
use limn_files::{FilePath, Workspace};
use limn_language::edit::Place;
use limn_language::graph::Id;

use super::editor::Editor;
use super::panes::Panes;
use super::theme::Theme;

pub use draft::Draft;
pub use limn_analysis::incremental::Problem;
pub use membership::Membership;
pub use notices::{Notices, Popup};
pub use recent::Work;
pub use storage::SaveState;
pub use view::View;
pub use view_model::ViewModel;

/// All files and everything derived from them.
#[derive(Clone, Default)]
pub struct Known {
    pub workspace: Workspace,
    pub choices: Choices,
    pub analysis: Analysis,
}

/// Analysis of one file; equal only to itself.
#[derive(Clone)]
pub struct Current(pub Arc<Checked>);

impl PartialEq for Current {
    fn eq(&self, other: &Current) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Places of boxes, by file. Removed items keep their place, so that undo restores it.
pub type Places = BTreeMap<FilePath, BTreeMap<Id, Place>>;

/// State with hundreds of subscribers. A memo wakes all subscribers even if its value stays the same; these signals are written only when the
/// value differs, so a key that changes nothing in the picture wakes no subscriber.
#[derive(Clone, Copy)]
struct Shown {
    drawn: RwSignal<ViewModel>,
    scene: RwSignal<Arc<Scene>>,
    problems: RwSignal<Arc<Vec<Problem>>>,
    /// The problems are those of the open files, not of earlier ones.
    checked_all: RwSignal<bool>,
}

/// Signal that follows a memo and is written only when the value differs.
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

/// Request to focus an item's form: its first value, or its name.
#[derive(Clone, Debug, PartialEq)]
pub struct FocusRequest {
    pub id: Id,
    pub name: bool,
}

/// Everything the page knows. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct Session {
    known: RwSignal<Known>,
    open: RwSignal<Option<FilePath>>,
    /// Part of the front file whose own diagram is shown.
    diagram: RwSignal<Option<Id>>,
    places: RwSignal<Places>,
    selection: RwSignal<BTreeSet<Id>>,
    camera: RwSignal<Camera>,
    /// Camera right after opening, until the user moves it.
    opening: RwSignal<Option<Camera>>,
    viewport: RwSignal<Viewport>,
    tool: RwSignal<Tool>,
    panes: RwSignal<Panes>,
    theme: RwSignal<Theme>,
    notices: Notices,
    save_state: RwSignal<SaveState>,
    /// Stored works, latest first.
    recent: RwSignal<Arc<Vec<recent::Work>>>,
    /// Field that the inspector should focus.
    focus_request: RwSignal<Option<FocusRequest>>,
    undo_state: RwSignal<(bool, bool)>,
    /// Hosting is drawn with wires instead of nested boxes.
    wired: RwSignal<bool>,
    /// Node whose collapsed ports are shown while it is selected.
    unfolded: RwSignal<Option<Id>>,
    /// Node whose collapsed ports are shown while the pointer is over it.
    peeked: RwSignal<Option<Id>>,
    checked: Memo<Option<Current>>,
    drawn: Memo<ViewModel>,
    scene: Memo<Arc<Scene>>,
    views: view::Views,
    shown: StoredValue<Shown>,
    hidden: StoredValue<Hidden, LocalStorage>,
}

/// State without subscribers.
#[derive(Default)]
struct Hidden {
    editor: Option<Editor>,
    storage: storage::Storage,
    /// Connection to the analysis worker.
    worker_client: worker_client::WorkerClient,
    /// Editor changes that are not analyzed yet.
    pending: editor_events::Pending,
    /// Cameras of files that are not in front.
    cameras: BTreeMap<FilePath, Camera>,
    /// Name of the template carried from the palette.
    carried: String,
    /// Cards displaced by cards that grew.
    displaced: Vec<collision::Displaced>,
    /// Places in the other hosting mode.
    otherwise: Places,
    /// Nodes copied last on the canvas, and their text on the clipboard.
    copied: Option<(FilePath, Vec<Id>, String)>,
    /// Input typed in a field and not written yet.
    draft: Option<Draft>,
    /// Files with boxes moved by the user, or imported with places.
    arranged: BTreeSet<FilePath>,
    /// Files open in the editor.
    in_editor: BTreeSet<FilePath>,
}

/// Session provided by the page around a component.
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
        let drawn = Memo::new(move |before: Option<&ViewModel>| {
            diagram.with(|diagram| view_model::build(checked.get(), diagram.as_ref(), before, !wired.get()))
        });
        let problems = RwSignal::new(Arc::new(Vec::new()));
        let counts = Memo::new(move |_| view_model::counts(&problems.get(), open.get().as_ref()));
        // Places that the document itself stores.
        let own = Memo::new(move |_| checked.get().map(|checked| checked.0.places()).unwrap_or_default());
        let layout = Memo::new(move |_| {
            let (drawn, own) = (drawn.get(), own.get());
            places.with(|places| view_model::lay_out(&drawn, &own, places))
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
            move |_| tool.with(|tool| view_model::live(&scene.get(), tool)),
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
            panes: RwSignal::new(super::browser::settings::get("panes")),
            theme: RwSignal::new(super::browser::settings::get("theme")),
            notices: Notices::new(),
            save_state: RwSignal::default(),
            recent: RwSignal::default(),
            focus_request: RwSignal::default(),
            undo_state: RwSignal::default(),
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
                checked_all: RwSignal::new(false),
            }),
            hidden: StoredValue::new_local(Hidden::default()),
        }
    }

    /// All files, their texts and their analysis.
    pub fn known(self) -> Signal<Known> {
        self.known.into()
    }

    /// The front file.
    pub fn open_file(self) -> Signal<Option<FilePath>> {
        self.open.into()
    }

    pub fn checked(self) -> Signal<Option<Current>> {
        self.checked.into()
    }

    /// What the canvas shows of the front file, and whether it is up to date.
    pub fn drawn(self) -> Signal<ViewModel> {
        self.shown.get_value().drawn.into()
    }

    /// The scene, with dragged items at their current place.
    pub fn scene(self) -> Signal<Arc<Scene>> {
        self.shown.get_value().scene.into()
    }

    /// Problems of all files, in text order.
    pub fn problems(self) -> Signal<Arc<Vec<Problem>>> {
        self.shown.get_value().problems.into()
    }

    /// Whether all open files have been checked.
    pub fn checked_all(self) -> Signal<bool> {
        self.shown.get_value().checked_all.into()
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

    pub fn panes(self) -> Signal<Panes> {
        self.panes.into()
    }

    pub fn theme(self) -> Signal<Theme> {
        self.theme.into()
    }

    pub fn notices(self) -> Notices {
        self.notices
    }

    pub fn save_state(self) -> Signal<SaveState> {
        self.save_state.into()
    }

    /// Whether undo and redo are possible.
    pub fn undo_state(self) -> Signal<(bool, bool)> {
        self.undo_state.into()
    }

    /// Whether hosted nodes are drawn inside their hosts.
    pub fn in_boxes(self) -> Signal<bool> {
        Signal::derive(move || !self.wired.get())
    }

    /// Whether any node of the front file is hosted.
    pub fn has_hosts(self) -> bool {
        self.checked.with(|checked| checked.as_ref().is_some_and(|checked| checked.0.graph().has_hosts()))
    }

    /// Name of the template carried from the palette.
    pub fn carried_name(self) -> String {
        self.hidden.with_value(|hidden| hidden.carried.clone())
    }

    /// Item whose form should get the focus.
    pub fn focus_request(self) -> Signal<Option<FocusRequest>> {
        self.focus_request.into()
    }
}
