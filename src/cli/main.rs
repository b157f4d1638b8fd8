//! Command line `limn`: runs the core on files. Does I/O, prints reports and sets the exit code; all knowledge of descriptors is in the library.

mod baseline;
mod check;
mod checked;
mod convert;
mod draw;
mod fix;
mod json;
mod junit;
mod lsp;
mod output;
mod pack;
mod report;
mod rules;
mod sarif;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use limn::disk::plain;
use limn::text::{is_unprintable, visible};

/// Check, draw and pack service descriptors.
#[derive(Parser)]
#[command(name = "limn", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str =
    "Exits with 0 if no errors were found, 1 if there were errors, 2 if the command could not run.";

#[derive(Subcommand)]
enum Command {
    /// Check descriptors and report problems with their fixes.
    Check(check::Arguments),
    /// Convert an AMP blueprint to TOSCA that other processors read, and report what changed.
    Convert(convert::Arguments),
    /// Draw a descriptor as SVG.
    Draw(draw::Arguments),
    /// Serve an editor: the language server, over standard input and output.
    Lsp(lsp::Arguments),
    /// Pack a project folder or a descriptor: build the package of an LMCTL project, or write a CSAR.
    Pack(pack::Arguments),
    /// Print the manual of checks as Markdown: the list, the page of a language, or one check.
    Rules(rules::Arguments),
}

/// Color of the output.
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

/// Reason why a command could not run.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Read(#[from] limn::disk::ReadError),
    #[error("cannot write `{}`: {}", path.display(), plain(source))]
    Write { path: PathBuf, source: std::io::Error },
    #[error("cannot pack `{}`: {source}", path.display())]
    Pack { path: PathBuf, source: limn::packages::CsarError },
    #[error("{0}")]
    Message(String),
}

fn main() -> ExitCode {
    let outcome = match arguments().command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Lsp(arguments) => Ok(lsp::run(&arguments)),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Rules(arguments) => rules::manual(&arguments).map(|manual| {
            print(&manual);
            ExitCode::SUCCESS
        }),
    };
    outcome.unwrap_or_else(|trouble| {
        complain("error", &trouble.to_string());
        ExitCode::from(2)
    })
}

/// Parses the arguments. Error messages quote them, and they may be untrusted file names.
fn arguments() -> Arguments {
    Arguments::try_parse().unwrap_or_else(|error| {
        let is_hostile = |argument: std::ffi::OsString| argument.to_string_lossy().contains(is_unprintable);
        if error.use_stderr() && std::env::args_os().any(is_hostile) {
            let text = error.render().to_string();
            // The usage follows the first paragraph.
            let sentence = text.split("\n\n").next().unwrap_or_default().trim();
            complain("error", sentence.trim_start_matches("error: "));
            std::process::exit(2);
        }
        error.exit()
    })
}

/// Prints to standard output. A closed pipe is not an error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _closed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints lines to standard error; the caller has escaped control characters.
fn print_report(text: &str) {
    let _closed = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints one line to standard error; control characters are escaped.
fn complain(kind: &str, sentence: &str) {
    let _closed = writeln!(std::io::stderr().lock(), "limn: {kind}: {}", visible(sentence));
}
