//! The command line `limn`: the page's core on files. Reads and writes files, prints, and leaves with a number; all that is known about a
//! descriptor comes from the library.

mod check;
mod draw;
mod fix;
mod inputs;
mod json;
mod output;
mod pack;
mod report;
mod rules;
mod sarif;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use limn::text::{is_unshowable, visible};

/// Checks, draws and packs service descriptors.
#[derive(Parser)]
#[command(name = "limn", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str =
    "Leaves with 0 where no error was found, 1 where one was, 2 where the command could not run.";

#[derive(Subcommand)]
enum Command {
    /// Says what is wrong with descriptors, and what cures it.
    Check(check::Arguments),
    /// Draws a descriptor as an SVG picture, as the page does.
    Draw(draw::Arguments),
    /// Packs a project folder, or one descriptor, as a CSAR.
    Pack(pack::Arguments),
    /// Prints the manual of every check, as Markdown.
    Rules,
}

/// Whether to colour what is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

impl Color {
    fn is_on(self) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let declined = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !declined && std::io::stdout().is_terminal()
            }
        }
    }
}

/// Why a command could not run. One sentence, for people.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error("cannot read `{}`: {}", path.display(), plain(source))]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot write `{}`: {}", path.display(), plain(source))]
    Write { path: PathBuf, source: std::io::Error },
    #[error("cannot open `{}`: {source}", path.display())]
    Package { path: PathBuf, source: limn::csar::CsarError },
    #[error("cannot pack `{}`: {source}", path.display())]
    Pack { path: PathBuf, source: limn::csar::CsarError },
    #[error("{0}")]
    Said(String),
}

/// The system's words without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// Memory that was given back is dear to get again: a page of it costs more than what is done with it. The system's allocator gives large blocks
/// back at once, until one was free that was larger.
fn keep_memory() {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(16 << 20)));
}

fn main() -> ExitCode {
    keep_memory();
    let outcome = match arguments().command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Rules => {
            print(&rules::manual());
            Ok(ExitCode::SUCCESS)
        }
    };
    outcome.unwrap_or_else(|trouble| {
        complain("error", &trouble.to_string());
        ExitCode::from(2)
    })
}

/// What was asked for. What is wrong with it quotes the arguments, which may be the names of files that somebody else chose.
fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        let is_hostile = |argument: std::ffi::OsString| argument.to_string_lossy().contains(is_unshowable);
        if error.use_stderr() && std::env::args_os().any(is_hostile) {
            let text = error.render().to_string();
            // Behind the first paragraph stands how to use the command.
            let sentence = text.split("\n\n").next().unwrap_or_default().trim();
            complain("error", sentence.trim_start_matches("error: "));
            std::process::exit(2);
        }
        error.exit()
    })
}

/// To standard output. Whoever reads may have read enough: a closed pipe is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _closed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// To standard error, one line, whatever the names and texts in it hold.
fn complain(kind: &str, sentence: &str) {
    let _closed = writeln!(std::io::stderr().lock(), "limn: {kind}: {}", visible(sentence));
}
