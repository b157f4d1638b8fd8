//! Canvas: scene, wires and gestures, independent of the page. The page and `limn draw` draw the same scene.

mod bend;
mod channels;
mod elements;
mod far;
mod group_outline;
mod hit;
pub mod icon;
pub mod instances;
mod intent;
pub mod keys;
mod label;
mod lattice;
pub mod lucide;
mod narrow_gaps;
mod notices;
mod obstacles;
mod path;
mod path_request;
mod port_tip;
mod reroute;
mod route;
mod runs;
mod scene;
mod segments;
mod style_sheet;
pub mod svg;
mod thumbnail;
pub mod timeline;
mod tool;
mod tracks;
mod viewport;
mod wire;

pub use self::bend::Grip;
pub use self::far::{FarHighlight, FarKey, FarPath};
pub use self::hit::{Hit, REACH};
pub use self::intent::Intent;
pub use self::notices::{removal_notice, retarget_notice};
pub use self::port_tip::port_tip;
pub use self::scene::{
    Anchor, Card, GroupNames, GroupOutline, Handle, HostBackground, LostBends, OpenRequirements, Pill,
    Problems, Scene, SearchWords, Sheet, follow_wires, mark, port_class,
};
pub use self::thumbnail::Thumbnail;
pub use self::tool::{
    Bending, Button, CanvasEvent, ConnectionVerdict, Dragged, GRID, Guide, KeyModifiers, Pointer, Tool,
    ToolContext, Verdicts, WireTarget, on_grid,
};
pub use self::viewport::{Camera, ScreenPoint, Viewport, WorldPoint};
pub use self::wire::{Leg, Routing, Wire, WireText};
