//! The page. Signals in, intents out: components read what the session knows and hand over what a person wants; only [`session`] writes signals
//! that more than one component reads. Knows the analysis and the canvas, no YAML and no language.

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

/// The program's start: the page or, where there is no window, its second thread.
pub fn start() {
    browser::crash::watch();
    if web_sys::window().is_some() {
        leptos::mount::mount_to_body(App);
    } else {
        worker::serve();
    }
}
