//! Canvas: draws the scene and passes pointer and key input to the tool. `limn_canvas` decides what a gesture means; nothing here
//! does.

mod breadcrumbs;
mod cursor;
mod dragged;
mod empty;
mod far;
mod find;
mod handles;
mod highlights;
mod hovered;
mod input;
mod layer;
mod layer_notice;
mod menu;
mod overlay;
mod parts;
mod picker;
mod picture;
mod placement_preview;
mod popups;
mod prompt;
mod proposals;
mod rename;
mod switch;
mod tip;
mod view;

pub use input::{key as canvas_key, press};
pub use popups::{Anchor, DiagramPopups};
pub use view::Canvas;
