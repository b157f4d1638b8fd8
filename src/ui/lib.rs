//! The page. Components read the stores of `session` and call its actions; only a store writes signals that more than one component reads. Uses
//! the analysis and the canvas, and is independent of YAML and of languages.

mod browser;
mod canvas;
mod dialogs;
pub mod editor;
mod element_id;
mod files;
mod focus;
mod icons;
mod inspector;
mod label;
mod markdown;
mod menu;
mod mounted;
mod palette;
mod pane_focus;
mod panes;
mod problems;
mod recent;
mod references;
mod remembered;
mod samples;
mod search_field;
mod second_click;
mod select;
mod session;
mod shell;
mod source;
mod status;
mod theme;
mod toggle_button;
mod toolbar;
mod tour;
mod tree;
mod views;
mod window_events;
mod worker;

pub use shell::App;

/// Entry point: starts the page or, without a window, the analysis worker.
pub fn start() {
    browser::parts::attach();
    browser::crash::watch();
    if web_sys::window().is_some() {
        leptos::mount::mount_to_body(App);
    } else {
        worker::serve();
    }
}
