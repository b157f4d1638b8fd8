//! What a gesture, a key or a menu asked for. A closed list: the session carries each out. Knows not how.

use std::collections::BTreeSet;

use super::hit::Hit;
use super::scene::Scene;
use super::space::{Camera, Screen, World};
use crate::edit::{Edit, Place};
use crate::graph::{Id, PortRef};

#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// The whole new selection. With a camera where what is selected would not be seen otherwise.
    Select {
        ids: BTreeSet<Id>,
        camera: Option<Camera>,
    },
    /// The whole new view.
    Camera(Camera),
    /// Boxes were moved: the new top-left corners, in world units. Pins, and `Edit::Place` where the document carries places.
    Move {
        places: Vec<(Id, Place)>,
    },
    /// Something to be written.
    Edit(Edit),
    /// Boxes were moved, and with that something is to be written: they left what they stood in, came into a group or out of some. Where they
    /// stand now, with what stands in them.
    Put {
        edits: Vec<Edit>,
        places: Vec<(Id, Place)>,
    },
    /// Which groups and policies hold what is selected, to be changed.
    Holders {
        at: Screen,
    },
    /// A new group that holds these nodes.
    Group {
        nodes: Vec<Id>,
    },
    /// A new thing from the palette was dropped on a node: it comes to stand on that, or is about it.
    AddOn {
        template: String,
        place: Place,
        on: Id,
    },
    /// A field over the thing's name.
    StartRename(Id),
    /// To the thing's form, its first field focused.
    Inspect(Id),
    /// What the thing stands for: an assembly's own descriptor, where there is one. Double click.
    Open(Id),
    /// A wire was dropped on nothing: a picker of what would fit, placed there and wired.
    PickFor {
        port: PortRef,
        at: World,
    },
    /// A wire was dropped on a node with several ports that fit: a picker of these.
    ChoosePort {
        from: PortRef,
        options: Vec<PortRef>,
        at: World,
    },
    /// The palette as a picker; what is picked goes there.
    PickAdd {
        at: World,
    },
    /// A menu for what is there.
    Menu {
        on: Hit,
        at: Screen,
    },
    /// Lay everything out afresh.
    Tidy,
    /// What is hosted is drawn in boxes, or at wires: the other way than now.
    Hosting,
    /// The folded ports of a node are shown, or put away where they are.
    Unfold(Id),
    /// Copies beside the originals.
    Duplicate {
        ids: Vec<Id>,
    },
    Undo,
    Redo,
    /// The sheet of keys.
    ShowKeys,
    /// For the live region and the status line; nothing else happens.
    Announce(String),
}

impl Intent {
    /// Whether it writes, or leads straight to writing: not to be had while the text cannot be read.
    pub fn changes(&self) -> bool {
        match self {
            Intent::Move { .. }
            | Intent::Edit(_)
            | Intent::AddOn { .. }
            | Intent::Put { .. }
            | Intent::StartRename(_)
            | Intent::PickFor { .. }
            | Intent::ChoosePort { .. }
            | Intent::PickAdd { .. }
            | Intent::Holders { .. }
            | Intent::Group { .. }
            | Intent::Tidy
            | Intent::Duplicate { .. } => true,
            Intent::Select { .. }
            | Intent::Camera(_)
            | Intent::Inspect(_)
            | Intent::Open(_)
            | Intent::Menu { .. }
            | Intent::Hosting
            | Intent::Unfold(_)
            | Intent::Undo
            | Intent::Redo
            | Intent::ShowKeys
            | Intent::Announce(_) => false,
        }
    }

    /// What a screen reader says when it is done; `None` where what follows speaks for itself (a form opens, an edit is announced by the session).
    pub fn spoken(&self, scene: &Scene) -> Option<String> {
        match self {
            Intent::Announce(text) => Some(text.clone()),
            Intent::Select { ids, .. } => Some(match ids.len() {
                0 => "nothing selected".to_owned(),
                1 => ids.iter().next().and_then(|id| scene.spoken(id))?,
                many => format!("{many} things selected"),
            }),
            Intent::Move { places } => match places.as_slice() {
                [(id, place)] => {
                    Some(format!("moved {} to {}, {}", scene.name(id)?, place.x.round(), place.y.round()))
                }
                [] => None,
                many => Some(format!("moved {} things", many.len())),
            },
            Intent::Camera(camera) => Some(format!("zoom {} percent", (camera.zoom * 100.0).round())),
            Intent::Tidy => Some("laid out afresh".to_owned()),
            Intent::Edit(_)
            | Intent::AddOn { .. }
            | Intent::Put { .. }
            | Intent::Hosting
            | Intent::Unfold(_)
            | Intent::StartRename(_)
            | Intent::Inspect(_)
            | Intent::Open(_)
            | Intent::PickFor { .. }
            | Intent::ChoosePort { .. }
            | Intent::PickAdd { .. }
            | Intent::Menu { .. }
            | Intent::Holders { .. }
            | Intent::Group { .. }
            | Intent::Duplicate { .. }
            | Intent::Undo
            | Intent::Redo
            | Intent::ShowKeys => None,
        }
    }
}
