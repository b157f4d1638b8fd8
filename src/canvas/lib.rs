//! Canvas: scene, wires and gestures, independent of the page. The page and `limn draw` draw the same scene.

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
mod narrow;
mod notices;
mod obstacles;
mod path;
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

pub use self::far::{FarHighlight, FarKey, FarPath};
pub use self::hit::{Hit, REACH};
pub use self::intent::Intent;
pub use self::notices::{removal_notice, retarget_notice};
pub use self::port_tip::port_tip;
pub use self::scene::{
    Anchor, Card, GroupNames, GroupOutline, HostBackground, OpenRequirements, Pill, Problems, Scene,
    SearchWords, Sheet, mark, port_class,
};
pub use self::thumbnail::Thumbnail;
pub use self::tool::{
    Button, Context, Event, GRID, Guide, InHand, Mods, Pointer, Target, Tool, Verdict, Verdicts,
};
pub use self::viewport::{Camera, Screen, Viewport, World};
pub use self::wire::{Leg, Note, Routing, Wire};
