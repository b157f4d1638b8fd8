//! Language server: the checks and editor features of Limn over the language server protocol.
//!
//! One thread applies notifications in their order and computes the analysis of the current texts (`server`); each request and each report of
//! problems is answered from such a snapshot on a worker thread (`pool`), so that a slow answer delays no other, and can be cancelled. The state is
//! the `workspace`: the files on disk, read as `limn check` reads them, with the editor's unsaved texts over them. A handler that panics is an error
//! response; the server continues.

mod convert;
mod handlers;
mod options;
mod pool;
mod read_only;
mod reports;
mod routes;
mod server;
mod snapshot;
mod transport;
mod uri;
mod workspace;

pub use options::{Definitions, Options, RequestedDefinitions};
pub use server::{ServerError, Session, serve};
pub use transport::{parse, stdio};
pub use uri::{path_of, uri_of};
