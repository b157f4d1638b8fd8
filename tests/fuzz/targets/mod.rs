//! Fuzz targets: functions that take any bytes and panic where Limn breaks a promise. The replay test and the fuzzing driver share them.

mod ask;
mod check;
mod draw;
mod edit;
mod fix;
mod input;
mod package;
mod patch;
mod project;
mod syntax;
mod watch;

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
    text("watch", watch::run),
    text("project", project::run),
    package("zip", package::zip),
    package("tgz", package::tgz),
];

#[allow(dead_code, reason = "the driver alone runs it")]
/// A stricter judge of fixes, for long runs by hand: it reports what a person should look at.
pub const STRICT_FIXES: Target = text("fix-laws", fix::run_strict);

#[allow(dead_code, reason = "the driver alone looks one up")]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().chain([&STRICT_FIXES]).find(|target| target.name == name)
}
