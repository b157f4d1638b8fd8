//! The canvas in the page: draws the scene, hands pointer and keys to the tool. What a gesture means is decided in `crate::canvas`; nothing here
//! knows that.

mod empty;
mod hints;
mod input;
mod layer;
mod menu;
mod overlay;
mod picker;
mod picture;
mod prompt;
mod rename;
mod switch;
mod view;

pub use input::press;
pub use menu::is_mac;
pub use view::Canvas;
