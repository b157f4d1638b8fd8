//! The page. Components read signals of the session and send intents; only [`session`] writes signals that more than one component reads. Knows
//! the analysis and the canvas, no YAML and no language.

mod browser;
mod canvas;
mod dialogs;
pub mod editor;
mod files;
mod focus;
mod icons;
mod inspector;
mod label;
mod markdown;
mod menu;
mod mounted;
mod palette;
mod panes;
mod problems;
mod recent;
mod samples;
mod session;
mod shell;
mod source;
mod status;
mod theme;
mod toolbar;
mod tree;
mod views;
mod worker;

pub use shell::App;

/// Entry point: starts the page or, without a window, the analysis worker.
pub fn start() {
    browser::crash::watch();
    if web_sys::window().is_some() {
        leptos::mount::mount_to_body(App);
    } else {
        worker::serve();
    }
}
