//! Fuzz targets: functions that take any bytes and panic where Limn breaks a promise. The replay test and the fuzzing driver share them.

mod ask;
mod check;
mod draw;
mod edit;
mod fix;
mod incremental;
mod input;
mod package;
mod patch;
mod project;
mod syntax;

/// One target: its name on the command line, and the function.
pub struct Target {
    pub name: &'static str,
    pub run: fn(&[u8]),
    /// Its inputs are packages, not texts.
    pub takes_packages: bool,
}

const fn text(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, takes_packages: false }
}

const fn package(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, run, takes_packages: true }
}

/// Targets that must hold for every input.
pub const TARGETS: &[Target] = &[
    text("parse", syntax::run),
    text("patch", patch::run),
    text("check", check::run),
    text("fix", fix::run),
    text("draw", draw::run),
    text("ask", ask::run),
    text("edit", edit::run),
    text("watch", incremental::run),
    text("project", project::run),
    package("zip", package::zip),
    package("tgz", package::tgz),
];

#[allow(dead_code, reason = "the driver alone looks one up")]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
