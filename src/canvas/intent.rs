//! Intents: the requests of gestures, keys and menus, which the session carries out.

use std::collections::BTreeSet;

use super::hit::Hit;
use super::keys::Command;
use super::scene::Scene;
use super::viewport::{Camera, ScreenPoint, WorldPoint};
use limn_language::bend::Bend;
use limn_language::edit::{Edit, Place};
use limn_language::graph::{Id, PortRef};

#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Selects exactly these. The camera is set if the selection would be out of view.
    Select {
        ids: BTreeSet<Id>,
        camera: Option<Camera>,
    },
    /// Sets the view.
    Camera(Camera),
    /// Moves boxes to new top-left corners, in world units. Pins them, or uses `Edit::Place` if the document stores positions.
    Move {
        places: Vec<(Id, Place)>,
    },
    /// Bends wires, or resets their paths. Not in the text: like positions.
    Bend {
        bends: Vec<(Id, Option<Bend>)>,
    },
    /// Pins or unpins nodes.
    Pin {
        ids: Vec<Id>,
        pinned: bool,
    },
    /// Applies an edit.
    Edit(Edit),
    /// Connects a node to the one it was dropped on.
    Join {
        from: PortRef,
        to: PortRef,
    },
    /// Moves boxes and applies edits: the boxes left their host, or joined or left groups. The positions include those of their guests.
    Put {
        edits: Vec<Edit>,
        places: Vec<(Id, Place)>,
    },
    /// Edits the groups and policies of the selected nodes.
    Memberships {
        at: ScreenPoint,
    },
    /// Creates a group of these nodes.
    Group {
        nodes: Vec<Id>,
    },
    /// Removes these groups; their members stay.
    Ungroup {
        groups: Vec<Id>,
    },
    /// Adds a palette item on a node, which becomes its host or its target.
    AddOn {
        template: String,
        place: Place,
        on: Id,
    },
    /// Opens a text field over the name.
    StartRename(Id),
    /// Shows the form and focuses its first field.
    Inspect(Id),
    /// Shows the form and focuses the note.
    Note(Id),
    /// Lists what a node uses and what uses it.
    Hierarchy(Id),
    /// Opens the descriptor of a node, if there is one, as on a double click.
    Open(Id),
    /// Goes back to the descriptor from which this one was opened.
    BackToParent,
    /// Opens a list of what can be connected to a wire that was dropped on the canvas.
    PickFor {
        port: PortRef,
        at: WorldPoint,
    },
    /// Opens a list of the ports that fit a wire that was dropped on a node.
    ChoosePort {
        from: PortRef,
        options: Vec<PortRef>,
        at: WorldPoint,
    },
    /// Opens the palette as a list, to add a node at this position, or on a node that has room for others.
    PickAdd {
        at: WorldPoint,
        on: Option<Id>,
    },
    /// Opens a context menu.
    Menu {
        on: Hit,
        at: ScreenPoint,
    },
    /// Recomputes the layout.
    AutoArrange,
    /// Switches between nested hosts and hosting wires.
    Hosting,
    /// Turns snapping to the grid on or off.
    Grid,
    /// Shows the diagram as a table, or as a diagram again.
    Table,
    /// Proposes nodes and wires for open requirements.
    Propose,
    /// Shows or hides the folded ports of a node.
    Unfold(Id),
    /// Collapses hosts and groups, or expands them.
    Collapse {
        ids: BTreeSet<Id>,
        is_collapsed: bool,
    },
    /// Collapses all hosts and groups, also those inside others.
    CollapseAll,
    /// Expands all hosts and groups.
    ExpandAll,
    /// Copies nodes and places the copies beside the originals, or at a distance from them.
    Duplicate {
        ids: Vec<Id>,
        by: Option<(f64, f64)>,
    },
    /// Applies edits one after the other as one step: each is planned for the text that the previous ones leave. Those after the first are optional.
    Sequence {
        edits: Vec<Edit>,
        places: Vec<(Id, Place)>,
    },
    /// Adds a palette item in the middle of a wire.
    AddOnWire {
        template: String,
        place: Place,
        wire: Id,
    },
    /// A clipboard command.
    Clipboard(Command),
    /// A command of the page: see [`Command::is_global`].
    Global(Command),
    /// Opens the search on the canvas.
    Find,
    Undo,
    Redo,
    /// Shows the shortcut list.
    ShowKeys,
    /// Announces a text in the live region and the status bar; no other effect.
    Announce(String),
}

impl Intent {
    /// Returns true if the intent changes the document or opens an editor for it, and is unavailable while the text cannot be parsed.
    pub fn changes(&self) -> bool {
        match self {
            Intent::Move { .. }
            | Intent::Bend { .. }
            | Intent::Pin { .. }
            | Intent::Edit(_)
            | Intent::AddOn { .. }
            | Intent::Join { .. }
            | Intent::Put { .. }
            | Intent::StartRename(_)
            | Intent::PickFor { .. }
            | Intent::ChoosePort { .. }
            | Intent::PickAdd { .. }
            | Intent::Memberships { .. }
            | Intent::Group { .. }
            | Intent::Ungroup { .. }
            | Intent::AutoArrange
            | Intent::Sequence { .. }
            | Intent::AddOnWire { .. }
            | Intent::Duplicate { .. } => true,
            Intent::Select { .. }
            | Intent::Camera(_)
            | Intent::Inspect(_)
            | Intent::Note(_)
            | Intent::Hierarchy(_)
            | Intent::Open(_)
            | Intent::BackToParent
            | Intent::Menu { .. }
            | Intent::Hosting
            | Intent::Grid
            | Intent::Table
            | Intent::Propose
            | Intent::Unfold(_)
            | Intent::Collapse { .. }
            | Intent::CollapseAll
            | Intent::ExpandAll
            | Intent::Undo
            | Intent::Redo
            | Intent::ShowKeys
            | Intent::Clipboard(_)
            | Intent::Global(_)
            | Intent::Find
            | Intent::Announce(_) => false,
        }
    }

    /// The announcement for screen readers; `None` if the effect announces itself (a form opens, or the session announces the edit).
    pub fn spoken(&self, scene: &Scene) -> Option<String> {
        match self {
            Intent::Announce(text) => Some(text.clone()),
            Intent::Select { ids, .. } => Some(match ids.len() {
                0 => "nothing selected".to_owned(),
                1 => ids.iter().next().and_then(|id| scene.spoken(id))?,
                many => format!("{many} items selected"),
            }),
            Intent::Move { places } => match places.as_slice() {
                [(id, place)] => {
                    Some(format!("moved {} to {}, {}", scene.name(id)?, place.x.round(), place.y.round()))
                }
                [] => None,
                many => Some(format!("moved {} items", many.len())),
            },
            Intent::Bend { bends } => match bends.as_slice() {
                [(_, Some(_))] => Some("wire bent".to_owned()),
                [(_, None)] => Some("wire path reset".to_owned()),
                many => Some(format!("reset the paths of {} wires", many.len())),
            },
            Intent::Camera(camera) => Some(format!("zoom {} percent", (camera.zoom * 100.0).round())),
            Intent::Pin { ids, pinned } => {
                let done = if *pinned { "pinned" } else { "unpinned" };
                match ids.as_slice() {
                    [id] => Some(format!("{done} {}", scene.name(id)?)),
                    many => Some(format!("{done} {} nodes", many.len())),
                }
            }
            Intent::AutoArrange => Some(match scene.cards.iter().filter(|card| card.pinned).count() {
                0 => "layout recomputed".to_owned(),
                1 => "layout recomputed around 1 pinned node".to_owned(),
                many => format!("layout recomputed around {many} pinned nodes"),
            }),
            Intent::Edit(_)
            | Intent::AddOn { .. }
            | Intent::Join { .. }
            | Intent::Put { .. }
            | Intent::Hosting
            | Intent::Grid
            | Intent::Table
            | Intent::Propose
            | Intent::Unfold(_)
            | Intent::Collapse { .. }
            | Intent::CollapseAll
            | Intent::ExpandAll
            | Intent::StartRename(_)
            | Intent::Inspect(_)
            | Intent::Note(_)
            | Intent::Hierarchy(_)
            | Intent::Open(_)
            | Intent::BackToParent
            | Intent::PickFor { .. }
            | Intent::ChoosePort { .. }
            | Intent::PickAdd { .. }
            | Intent::Menu { .. }
            | Intent::Memberships { .. }
            | Intent::Group { .. }
            | Intent::Ungroup { .. }
            | Intent::Duplicate { .. }
            | Intent::Sequence { .. }
            | Intent::AddOnWire { .. }
            | Intent::Clipboard(_)
            | Intent::Global(_)
            | Intent::Find
            | Intent::Undo
            | Intent::Redo
            | Intent::ShowKeys => None,
        }
    }
}
