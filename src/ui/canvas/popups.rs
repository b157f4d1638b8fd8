//! Popups that belong to the diagram, for the canvas and for the table that is shown in its place.

use leptos::prelude::*;

use super::menu::ContextMenu;
use super::picker::Pickers;
use super::prompt::Prompt;
use limn_canvas::{ScreenPoint, Viewport};

/// Place of popups in a view without a camera, and the room that they have. Provided as a context.
#[derive(Clone, Copy)]
pub struct Anchor(pub Signal<(ScreenPoint, Viewport)>);

/// Prompts, lists to choose from, and menus.
#[component]
pub fn DiagramPopups() -> impl IntoView {
    view! {
        <Prompt />
        <Pickers />
        <ContextMenu />
    }
}
