//! Session: the page's state, in eight stores, and the actions on it. Each store is the only writer of its signals: their write halves are private to
//! its module. Memos derive everything else, so nothing can be out of sync.
//!
//! A component takes the store that it reads and the handle for the actions that it offers; it writes only state of its own, such as the text in
//! a search field. An action that concerns several stores is a method of one of the handles. It starts with [`Session::flush_pending`], the only way to
//! a state in which every typed key is analyzed.

mod breadcrumbs;
mod camera;
mod canvas_state;
mod catalog;
mod changes;
mod clipboard;
mod compose;
mod convert_file;
mod documents;
mod edits;
mod export;
mod files;
mod fix_all;
mod gestures;
mod intents;
mod language_features;
mod membership;
mod move_definition;
mod navigation;
mod nesting;
mod notices;
mod palette_drag;
mod picture;
mod positions;
mod positions_file;
mod references;
mod rename_file;
mod saved_views;
mod state;
mod storage;
mod text_editing;
mod undo_notice;
mod view_state;
mod wires;

use std::sync::Arc;

use leptos::prelude::*;

use limn_analysis::Checked;
use limn_canvas::Scene;
use limn_files::FilePath;

pub use breadcrumbs::BreadcrumbItem;
use breadcrumbs::BreadcrumbState;
pub use canvas_state::{CanvasState, open_requirements_sentence};
pub use catalog::{CatalogActions, CatalogStore};
pub use clipboard::ARRANGEMENT;
pub use documents::{AnalyzedWorkspace, Documents};
pub use edits::Edits;
pub use files::FileActions;
pub use fix_all::{FixPreview, FixableKind};
pub use gestures::Gestures;
pub use limn_analysis::incremental::Problem;
pub use navigation::Navigation;
pub use nesting::NestingPreview;
pub use notices::{Membership, Notices, Popup, Tone, covers_notices};
pub use palette_drag::Carried;
pub use picture::{PictureOf, PictureTo};
pub use positions::Positions;
pub use references::References;
pub use storage::{SaveState, Storage, Work, Works};
pub use text_editing::TextEditing;
pub use view_state::{DIAGRAM, FormPart, Guide, TABLE, View, ViewState};

/// All stores. Private to this module: components get a store or a handle, by the functions below.
pub struct Session {
    documents: Documents,
    view: ViewState,
    canvas: CanvasState,
    breadcrumbs: BreadcrumbState,
    positions: Positions,
    storage: Storage,
    catalog: CatalogStore,
    notices: Notices,
}

/// State with all typed text analyzed: what an action is based on.
struct SessionSnapshot {
    /// The active file.
    active_file: Option<FilePath>,
    known: AnalyzedWorkspace,
    positions: Positions,
}

impl SessionSnapshot {
    /// Analysis of the active file.
    fn checked(&self) -> Option<&Arc<Checked>> {
        self.known.analysis.file(self.active_file.as_ref()?)
    }

    fn scene(&self) -> Arc<Scene> {
        self.positions.base_scene().get_untracked()
    }
}

impl Session {
    /// Creates the stores, once for the life of the page: handles refer to them, so that copying a handle is cheap.
    pub fn create() -> &'static Session {
        let notices = Notices::new();
        let documents = Documents::new(notices);
        let view = ViewState::new(documents);
        let (canvas, breadcrumbs) = (CanvasState::new(), BreadcrumbState::new());
        let positions = Positions::new(documents, view, canvas);
        let (storage, catalog) = (Storage::new(), CatalogStore::new());
        let session = Session { documents, view, canvas, breadcrumbs, positions, storage, catalog, notices };
        let session: &'static Session = Box::leak(Box::new(session));
        documents.on_due(move |due| session.text_editing().run_due(due));
        session.keep_wires_drawn();
        session
    }

    /// Analyzes pending text, lets the other stores follow, and returns the result. All actions get analyzed text from here: any action of the user
    /// outside the text editor starts with it. Does nothing if there is nothing pending.
    fn flush_pending(&'static self) -> SessionSnapshot {
        self.flush_text();
        self.positions.forget_empty_collapsed();
        self.navigation().draw_wires();
        self.snapshot()
    }

    /// Like [`Session::flush_pending`], for changes that follow from the text: it does not end the wait for wires.
    fn flush_text(&'static self) -> SessionSnapshot {
        if let Some(changes) = self.documents.take_changes() {
            let before = self.positions.base_scene().get_untracked();
            let bent = self.positions.bent_documents();
            let analyzed = self.documents.analyze(changes);
            self.view.follow(&analyzed, self.documents.active_key().as_ref());
            self.canvas.follow(&analyzed);
            self.positions.follow(&analyzed, &before, &bent);
            self.works().schedule_save();
        }
        self.snapshot()
    }

    fn snapshot(&'static self) -> SessionSnapshot {
        SessionSnapshot {
            active_file: self.documents.active_file().get_untracked(),
            known: self.documents.known().get_untracked(),
            positions: self.positions,
        }
    }

    fn gestures(&'static self) -> Gestures {
        Gestures(self)
    }

    fn navigation(&'static self) -> Navigation {
        Navigation(self)
    }

    fn edits(&'static self) -> Edits {
        Edits(self)
    }

    fn file_actions(&'static self) -> FileActions {
        FileActions(self)
    }

    fn text_editing(&'static self) -> TextEditing {
        TextEditing(self)
    }

    fn works(&'static self) -> Works {
        Works(self)
    }

    fn catalog_actions(&'static self) -> CatalogActions {
        CatalogActions(self)
    }
}

// --- For components: the stores to read, and the handles for actions ---------------------------------------------------------------------

fn session() -> &'static Session {
    expect_context::<&'static Session>()
}

pub fn documents() -> Documents {
    session().documents
}

pub fn view_state() -> ViewState {
    session().view
}

pub fn canvas_state() -> CanvasState {
    session().canvas
}

pub fn positions() -> Positions {
    session().positions
}

pub fn storage() -> Storage {
    session().storage
}

pub fn notices() -> Notices {
    session().notices
}

pub fn gestures() -> Gestures {
    session().gestures()
}

pub fn navigation() -> Navigation {
    session().navigation()
}

pub fn edits() -> Edits {
    session().edits()
}

pub fn file_actions() -> FileActions {
    session().file_actions()
}

pub fn text_editing() -> TextEditing {
    session().text_editing()
}

pub fn catalog() -> CatalogStore {
    session().catalog
}

pub fn catalog_actions() -> CatalogActions {
    session().catalog_actions()
}

pub fn works() -> Works {
    session().works()
}
