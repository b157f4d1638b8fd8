//! `limn lsp`: serves an editor over standard input and output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use limn::lsp::{Definitions, Options, ServerError, serve, stdio, uri_of};

use super::{complain, rules};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Standard input and output, which is the only transport; editors pass it by habit.
    #[arg(long)]
    stdio: bool,
    /// Process of the editor, which some editors pass; the server ends with its input.
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    client_process: Option<u32>,
}

pub(crate) fn run(_: &Arguments) -> ExitCode {
    let cache = cache_folder();
    let manual =
        cache.as_deref().and_then(write_manual).and_then(|folder| Some(uri_of(&folder)?.as_str().to_owned()));
    let definitions = cache.map(|folder| Definitions::Folder(folder.join("definitions")));
    let (connection, threads) = stdio();
    let outcome = serve(&connection, Options { manual, definitions });
    drop(connection);
    for thread in threads {
        // A reader that waits for input of an editor that has gone ends with the process.
        if thread.is_finished() || outcome.is_ok() {
            let _panicked = thread.join();
        }
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The editor was killed: nothing is lost, and nobody reads a message.
        Err(ServerError::Closed) => ExitCode::from(1),
        Err(error @ ServerError::NoShutdown) => {
            complain("warning", &error.to_string());
            ExitCode::from(1)
        }
    }
}

/// Folder of files for editors: in the user's cache.
fn cache_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = cache.or_else(|| {
        Some(
            PathBuf::from(std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?)
                .join(".cache"),
        )
    })?;
    Some(cache.join("limn"))
}

/// The manual of checks as files, for links of problems, by version. `None`: problems have no links.
fn write_manual(cache: &Path) -> Option<PathBuf> {
    let folder = cache.join(concat!("manual-", env!("CARGO_PKG_VERSION")));
    fs::create_dir_all(folder.join("rules")).ok()?;
    for (name, text) in rules::pages() {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|known| known == text) {
            continue;
        }
        fs::write(&path, text).ok()?;
    }
    Some(folder.join("rules"))
}
