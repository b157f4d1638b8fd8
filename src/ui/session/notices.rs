//! Notices: the store of messages, announcements, and the dialog or menu over the page.

use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::after;
use super::super::markdown::sentence;
use super::References;
use super::state::State;
use limn_analysis::ReadOnlyText;
use limn_analysis::hierarchy::HierarchyItem;
use limn_canvas::{Hit, ScreenPoint, WorldPoint};
use limn_files::FilePath;
use limn_language::diagnostic::Code;
use limn_language::edit::{Edit, SharedValue};
use limn_language::graph::{Id, PortRef};
use limn_language::saved_view::SavedView;
use limn_text::visible;

/// Duration of a notice, in milliseconds. Errors stay longer.
const NOTICE_MS: u32 = 4_000;
const ERROR_NOTICE_MS: u32 = 9_000;
/// Maximum number of notices shown at a time.
const MAX_SHOWN: usize = 4;

/// A group or policy, and whether the selected nodes are its members.
#[derive(Clone, Debug, PartialEq)]
pub struct Membership {
    pub name: String,
    /// "group" or "policy".
    pub kind: &'static str,
    /// All selected nodes are members.
    pub holds: bool,
    /// Edit that adds the missing nodes, or removes all of them.
    pub(super) edit: Edit,
    /// Reason why the edit is not possible.
    pub refusal: Option<String>,
}

/// A dialog, menu or field over the canvas.
#[derive(Clone, Debug, PartialEq)]
pub enum Popup {
    Rename(Id),
    /// Add a node; with the port to connect it to, or the node to add it on.
    Add {
        wire: Option<PortRef>,
        on: Option<Id>,
        at: WorldPoint,
    },
    Port {
        from: PortRef,
        options: Vec<PortRef>,
        at: WorldPoint,
    },
    Menu {
        on: Hit,
        at: ScreenPoint,
    },
    /// Groups and policies of the selected nodes.
    Memberships {
        holders: Vec<Membership>,
        at: ScreenPoint,
    },
    /// Search among the items of the diagram.
    Find,
    Keys,
    Commands,
    /// The outline of the active file.
    Symbols,
    /// The list of stored works.
    Recent,
    /// Descriptors beside the work.
    Catalog,
    /// Rename a file, or a folder, whose path ends in a slash.
    RenameFile(String),
    /// Move the definition at an offset of a file to another file.
    MoveDefinition {
        file: FilePath,
        at: usize,
    },
    /// Extract elements of a file into a nested document.
    Extract {
        file: FilePath,
        ids: Vec<Id>,
    },
    /// Inline the document that an element of a file represents.
    Inline {
        file: FilePath,
        id: Id,
    },
    /// Convert the active file: the id of the conversion.
    Convert(&'static str),
    /// Changes since the texts were opened.
    Changes,
    /// Fix all problems, or those of one kind.
    FixAll(Option<&'static Code>),
    /// Make or change a saved view.
    SavedView(SavedView),
    /// All places of a name.
    References(References),
    /// The hierarchy of an element: what uses it, and what it uses.
    Hierarchy(HierarchyItem),
    /// A definition in a text that can only be read.
    ReadOnly(ReadOnlyText),
    /// Change a shared value at one place or at all.
    Shared {
        edit: Edit,
        value: SharedValue,
    },
}

/// Returns true if a menu of the diagram is open: notices would lie over it.
pub fn covers_notices(popup: Option<&Popup>) -> bool {
    matches!(
        popup,
        Some(Popup::Menu { .. } | Popup::Memberships { .. } | Popup::Add { .. } | Popup::Port { .. })
    )
}

/// Tone of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Done,
    Warning,
    Error,
}

/// A message, shown for a while and announced.
#[derive(Clone)]
pub struct Notice {
    pub id: usize,
    pub text: String,
    pub tone: Tone,
    /// Label and action of its button.
    pub offer: Option<(&'static str, NoticeAction)>,
}

/// Action of a notice's button. Owned by the notice: a `Callback` would end with the component whose handler made it.
pub type NoticeAction = Arc<dyn Fn() + Send + Sync>;

/// Messages and popups. Holds only handles, so copying it is cheap.
#[derive(Clone, Copy)]
pub struct Notices {
    shown: State<Vec<Notice>>,
    announcement: State<String>,
    popup: State<Option<Popup>>,
    /// Number of edits that the user declined to make.
    declined: State<usize>,
    /// Number of notices so far.
    count: StoredValue<usize>,
}

impl Notices {
    pub(super) fn new() -> Notices {
        Notices {
            shown: State::new(Vec::new()),
            announcement: State::new(String::new()),
            popup: State::new(None),
            declined: State::new(0),
            count: StoredValue::new(0),
        }
    }

    pub fn shown(self) -> ReadSignal<Vec<Notice>> {
        self.shown.read()
    }

    /// Last announcement, for the live region.
    pub fn announcement(self) -> ReadSignal<String> {
        self.announcement.read()
    }

    pub fn popup(self) -> ReadSignal<Option<Popup>> {
        self.popup.read()
    }

    /// Opens a popup. Components use [`super::Navigation::open_popup`], which analyzes pending text first.
    pub(super) fn open_popup(self, popup: Popup) {
        self.popup.set(Some(popup));
    }

    pub fn close_popup(self) {
        self.popup.set_if_different(None);
    }

    /// Number of edits that the user declined: their input is to be restored.
    pub fn declined(self) -> ReadSignal<usize> {
        self.declined.read()
    }

    pub fn decline(self) {
        self.declined.update(|count| *count += 1);
    }

    /// Announces a text in the live region, without showing it.
    pub fn announce(self, text: impl Into<String>) {
        self.announcement.set(visible(&text.into()).into_owned());
    }

    /// Shows and announces a message.
    pub fn show(self, text: impl Into<String>) {
        self.push(text.into(), Tone::Done, None);
    }

    /// Shows a message with a button.
    pub fn show_with_action(
        self,
        text: impl Into<String>,
        label: &'static str,
        run: impl Fn() + Send + Sync + 'static,
    ) {
        self.push(text.into(), Tone::Done, Some((label, Arc::new(run))));
    }

    /// Shows and announces a warning.
    pub fn show_warning(self, text: impl Into<String>) {
        self.push(text.into(), Tone::Warning, None);
    }

    /// Shows and announces an error.
    pub fn show_error(self, text: impl Into<String>) {
        self.push(text.into(), Tone::Error, None);
    }

    fn push(self, text: String, tone: Tone, offer: Option<(&'static str, NoticeAction)>) {
        let text = visible(&sentence(&text)).into_owned();
        let id = self.count.try_update_value(|count| {
            *count += 1;
            *count
        });
        let Some(id) = id else { return };
        let stays = tone != Tone::Done || offer.is_some();
        self.announce(text.clone());
        self.shown.update(|notices| {
            notices.retain(|notice| notice.text != text);
            notices.push(Notice { id, text, tone, offer });
            let surplus = notices.len().saturating_sub(MAX_SHOWN);
            notices.drain(..surplus);
        });
        self.dismiss_after(if stays { ERROR_NOTICE_MS } else { NOTICE_MS }, id);
    }

    /// Removes a notice later, but not while it is hidden.
    fn dismiss_after(self, milliseconds: u32, id: usize) {
        after(milliseconds, move || {
            if self.popup().try_with_untracked(|popup| covers_notices(popup.as_ref())) == Some(true) {
                self.dismiss_after(NOTICE_MS, id);
            } else {
                self.dismiss(id);
            }
        });
    }

    /// Removes notices whose button has this label.
    pub(super) fn withdraw(self, label: &str) {
        let offers = |notice: &Notice| notice.offer.as_ref().is_some_and(|offer| offer.0 == label);
        if self.shown().with_untracked(|notices| notices.iter().any(offers)) {
            self.shown.update(|notices| notices.retain(|notice| !offers(notice)));
        }
    }

    pub fn dismiss(self, id: usize) {
        self.shown.update(|notices| notices.retain(|notice| notice.id != id));
    }
}
