//! The language server in a web worker, where there are no threads and no disk: the extension sends the files, and calls the server with each message.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, unbounded};
use limn_disk::MemoryFile;
use limn_lsp::{Definitions, Options, RequestedDefinitions, Session, parse, path_of};
use lsp_server::Message;
use wasm_bindgen::prelude::*;

/// A server, and the changes of files that it applies before the next messages.
#[wasm_bindgen]
pub struct Server {
    session: Session,
    answers: Receiver<Message>,
    /// The new state of files; `None` removes the file.
    changes: Vec<(PathBuf, Option<MemoryFile>)>,
}

#[wasm_bindgen]
impl Server {
    /// A server; `manual` is the address of the manual of checks.
    #[wasm_bindgen(constructor)]
    pub fn new(manual: Option<String>) -> Server {
        // The worker's script reports it; what was computed is lost.
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        let (sender, answers) = unbounded();
        let definitions = Definitions::Requested(RequestedDefinitions::default());
        let options = Options { manual, definitions: Some(definitions) };
        let mut session = Session::new(sender, options, 0);
        // No file of the machine can be read.
        session.change_files(|_| {});
        Server { session, answers, changes: Vec::new() }
    }

    /// Adds or replaces the file of a `file:` URI. `length` is its size in bytes; `bytes` are empty if only its name matters or if it is too large.
    pub fn put(&mut self, uri: &str, bytes: &[u8], length: f64) {
        let file = MemoryFile { bytes: Arc::from(bytes), length: length as u64 };
        self.changes.extend(path(uri).map(|path| (path, Some(file))));
    }

    /// Removes a file, or all files below a folder.
    pub fn remove(&mut self, uri: &str) {
        self.changes.extend(path(uri).map(|path| (path, None)));
    }

    /// Handles messages in their order, and returns the messages to the editor. All are JSON.
    pub fn handle(&mut self, messages: Vec<String>) -> Vec<String> {
        let changes = std::mem::take(&mut self.changes);
        if !changes.is_empty() {
            self.session.change_files(|files| {
                for (path, file) in changes {
                    match file {
                        Some(file) => {
                            files.insert(path, file);
                        }
                        None => files.retain(|known, _| !known.starts_with(&path)),
                    }
                }
            });
        }
        let mut faults = Vec::new();
        for text in messages {
            match parse(text.as_bytes()) {
                // The extension ends the worker after `exit`.
                Ok(message) => drop(self.session.handle(message)),
                Err(fault) => faults.push(fault.to_string()),
            }
        }
        self.session.report();
        let answers = self.answers.try_iter().filter_map(|message| serde_json::to_string(&message).ok());
        answers.chain(faults).collect()
    }
}

fn path(uri: &str) -> Option<PathBuf> {
    path_of(&uri.parse().ok()?)
}
