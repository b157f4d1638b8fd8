//! What a pointer or a key means, and what is drawn. Pure: the same scene draws the page and `limn draw`.

mod gone;
mod ground;
mod hit;
mod hull;
pub mod icon;
mod intent;
pub mod keys;
mod label;
mod part;
mod path;
mod route;
mod scene;
mod space;
pub mod svg;
mod thumbnail;
mod tool;
mod wire;

pub use self::gone::{gone, led_elsewhere};
pub use self::hit::Hit;
pub use self::intent::Intent;
pub use self::scene::{Anchor, Card, Hull, Pill, Problems, Scene, Sheet, Well, mark};
pub use self::space::{Camera, Screen, Viewport, World};
pub use self::thumbnail::Thumbnail;
pub use self::tool::{Button, Context, Event, Guide, Mods, Pointer, Target, Tool, Verdict, Verdicts};
pub use self::wire::{Leg, Note, Wire};
