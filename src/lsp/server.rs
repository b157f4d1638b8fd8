//! The server's main loop: applies notifications in their order, and passes requests to the pool with the current state.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crossbeam_channel::{RecvError, Sender};
use limn_disk::{FileSystem, MemoryFiles};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::notification::{self as event, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use lsp_types::{self as lsp, InitializeParams, MessageType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::handlers::{self, RequestContext, completion::Documentation};
use super::options::{Client, Options, Settings};
use super::pool::{Answer, Pool, THREADS, guarded};
use super::snapshot::Snapshot;
use super::uri;
use super::workspace::Workspace;

/// Reason why the server ended without `exit`.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error("the editor closed the connection")]
    Closed,
    #[error("the editor ended the server without `shutdown`")]
    NoShutdown,
}

impl From<RecvError> for ServerError {
    fn from(_: RecvError) -> ServerError {
        ServerError::Closed
    }
}

/// Serves an editor until it ends the server.
pub fn serve(connection: &Connection, options: Options) -> Result<(), ServerError> {
    let mut session = Session::new(connection.sender.clone(), options, THREADS);
    loop {
        // Several keys in a row are one change.
        let mut next = Some(connection.receiver.recv()?);
        while let Some(message) = next {
            if let Some(end) = session.handle(message) {
                return end;
            }
            next = connection.receiver.try_recv().ok();
        }
        session.report();
    }
}

/// A server that is driven by the messages it is given, from the start: its caller decides when they are read.
pub struct Session {
    sender: Sender<Message>,
    options: Options,
    threads: usize,
    files: FileSystem,
    /// After `initialize`.
    server: Option<Server>,
}

impl Session {
    /// A session that answers to `sender`, with requests on `threads` threads. Without threads, a request is answered before the next message is read.
    pub fn new(sender: Sender<Message>, options: Options, threads: usize) -> Session {
        Session { sender, options, threads, files: FileSystem::Machine, server: None }
    }

    /// Changes the files in memory, which replace the machine's.
    pub fn change_files(&mut self, change: impl FnOnce(&mut MemoryFiles)) {
        let mut files = match std::mem::take(&mut self.files) {
            FileSystem::Memory(files) => files,
            FileSystem::Machine => Arc::default(),
        };
        change(Arc::make_mut(&mut files));
        self.files = FileSystem::Memory(files);
        if let Some(server) = &mut self.server {
            server.workspace.set_files(self.files.clone());
            server.outdate();
        }
    }

    /// Handles a message; returns the end of the session, if it is one.
    pub fn handle(&mut self, message: Message) -> Option<Result<(), ServerError>> {
        if let Message::Notification(it) = &message
            && it.method == event::Exit::METHOD
        {
            let is_shut_down = self.server.as_ref().is_some_and(|server| server.is_shut_down);
            return Some(if is_shut_down { Ok(()) } else { Err(ServerError::NoShutdown) });
        }
        match &mut self.server {
            Some(server) => server.handle(message),
            None => self.initialize(message),
        }
        None
    }

    /// Reports the problems of what changed, if the editor does not ask for them itself.
    pub fn report(&mut self) {
        if let Some(server) = &mut self.server {
            let _reported = guarded("report problems", &self.sender, || server.report_problems());
        }
    }

    /// Answers `initialize`. Other requests before it are errors, other notifications are dropped.
    fn initialize(&mut self, message: Message) {
        let Message::Request(request) = message else { return };
        if request.method != ask::Initialize::METHOD {
            let why = "expected `initialize` first";
            return respond_invalid(&self.sender, request.id, ErrorCode::ServerNotInitialized, why);
        }
        match serde_json::from_value::<InitializeParams>(request.params) {
            Ok(params) => {
                let result = handlers::capabilities::initialize_result(&Client::new(&params));
                let _gone = self.sender.send(Response::new_ok(request.id, result).into());
                let (sender, options) = (self.sender.clone(), std::mem::take(&mut self.options));
                self.server = Some(Server::new(sender, &params, options, self.files.clone(), self.threads));
            }
            Err(error) => {
                respond_invalid(&self.sender, request.id, ErrorCode::InvalidParams, &error.to_string());
            }
        }
    }
}

pub(super) fn respond_invalid(sender: &Sender<Message>, id: RequestId, code: ErrorCode, why: &str) {
    let _gone = sender.send(Response::new_err(id, code as i32, why.to_owned()).into());
}

/// The folders that the editor has open.
#[expect(deprecated, reason = "older editors send only these")]
fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.iter().flatten();
    let mut roots: Vec<PathBuf> = folders.filter_map(|folder| uri::path_of(&folder.uri)).collect();
    if roots.is_empty() {
        roots.extend(params.root_uri.as_ref().and_then(uri::path_of));
    }
    if roots.is_empty() {
        roots.extend(params.root_path.as_ref().map(PathBuf::from));
    }
    roots
}

pub(super) struct Server {
    pub(super) sender: Sender<Message>,
    pub(super) client: Arc<Client>,
    options: Arc<Options>,
    settings: Arc<Settings>,
    pub(super) workspace: Workspace,
    pub(super) snapshot: Snapshot,
    is_current: bool,
    /// The state whose problems were reported.
    pub(super) reported: Snapshot,
    pub(super) is_reported: bool,
    pub(super) pool: Pool,
    documentation: Arc<Documentation>,
    /// The number of the latest report of each document.
    pub(super) reports: Arc<Mutex<HashMap<String, u64>>>,
    pub(super) report: u64,
    /// The number of the next request to the editor.
    next: i32,
    configuration: Option<RequestId>,
    has_loaded: bool,
    pub(super) is_shut_down: bool,
}

impl Server {
    fn new(
        sender: Sender<Message>,
        params: &InitializeParams,
        options: Options,
        files: FileSystem,
        threads: usize,
    ) -> Server {
        let (settings, fault) =
            Settings::read(params.initialization_options.as_ref().unwrap_or(&Value::Null));
        let server = Server {
            sender: sender.clone(),
            client: Arc::new(Client::new(params)),
            options: Arc::new(options),
            settings: Arc::new(settings.clone()),
            workspace: Workspace::new(roots(params), settings, files),
            snapshot: Snapshot::default(),
            is_current: false,
            reported: Snapshot::default(),
            is_reported: false,
            pool: Pool::new(sender, threads),
            documentation: Arc::default(),
            reports: Arc::default(),
            report: 0,
            next: 0,
            configuration: None,
            has_loaded: false,
            is_shut_down: false,
        };
        if let Some(fault) = fault {
            server.show(MessageType::WARNING, &fault);
        }
        server
    }

    fn handle(&mut self, message: Message) {
        let sender = self.sender.clone();
        match message {
            Message::Request(request) => {
                let (id, method) = (request.id.clone(), request.method.clone());
                if let Err(error) = guarded(&method, &sender, || self.request(request)) {
                    self.respond(id, Err(error));
                }
            }
            Message::Notification(notification) => {
                let method = notification.method.clone();
                let fault = guarded(&method, &sender, || self.notification(notification));
                if let Ok(Err(error)) = fault {
                    self.log(&format!("cannot read `{method}`: {error}"));
                }
            }
            Message::Response(response) => {
                if self.configuration.as_ref() == Some(&response.id) {
                    self.configuration = None;
                    let sections = response.response_result.unwrap_or_default();
                    self.configure(sections.get(0).unwrap_or(&Value::Null));
                }
            }
        }
    }

    /// Answers a request on a worker thread, from the current state.
    pub(super) fn spawn<P, R>(
        &mut self,
        request: Request,
        handler: fn(&RequestContext, P) -> Result<R, ResponseError>,
    ) where
        P: DeserializeOwned + Send + 'static,
        R: Serialize + 'static,
    {
        let params = match serde_json::from_value::<P>(request.params) {
            Ok(params) => params,
            Err(error) => {
                return respond_invalid(
                    &self.sender,
                    request.id,
                    ErrorCode::InvalidParams,
                    &error.to_string(),
                );
            }
        };
        self.update();
        let context = self.context();
        self.pool.request(request.id, request.method, move || -> Answer {
            let result = handler(&context, params)?;
            serde_json::to_value(result).map_err(|error| handlers::failed(error.to_string()))
        });
    }

    pub(super) fn context(&self) -> RequestContext {
        RequestContext {
            snapshot: self.snapshot.clone(),
            client: Arc::clone(&self.client),
            settings: Arc::clone(&self.settings),
            options: Arc::clone(&self.options),
            documentation: Arc::clone(&self.documentation),
        }
    }

    fn notification(&mut self, notification: Notification) -> Result<(), serde_json::Error> {
        fn read<N: event::Notification>(it: Notification) -> Result<N::Params, serde_json::Error> {
            serde_json::from_value(it.params)
        }
        match notification.method.as_str() {
            event::Initialized::METHOD => self.register(),
            event::Cancel::METHOD => {
                let params = read::<event::Cancel>(notification)?;
                self.pool.cancel(&match params.id {
                    lsp::NumberOrString::Number(id) => id.into(),
                    lsp::NumberOrString::String(id) => id.into(),
                });
            }
            event::DidOpenTextDocument::METHOD => {
                let document = read::<event::DidOpenTextDocument>(notification)?.text_document;
                self.workspace.open(document.uri, document.version, document.text.into());
                self.outdate();
            }
            event::DidChangeTextDocument::METHOD => {
                let params = read::<event::DidChangeTextDocument>(notification)?;
                let lsp::VersionedTextDocumentIdentifier { uri, version } = params.text_document;
                let Some(buffer) = self.workspace.buffers.get(&uri) else { return Ok(()) };
                let text = super::convert::apply(&buffer.text, &params.content_changes, self.client.encoding);
                self.workspace.change(&uri, version, text.into());
                self.outdate();
            }
            event::DidCloseTextDocument::METHOD => {
                let uri = read::<event::DidCloseTextDocument>(notification)?.text_document.uri;
                self.workspace.close(&uri);
                self.outdate();
                self.withdraw(uri);
            }
            event::DidChangeWatchedFiles::METHOD => {
                let changes = read::<event::DidChangeWatchedFiles>(notification)?.changes;
                if changes.iter().any(|change| self.workspace.is_affected(&change.uri, change.typ)) {
                    self.reload();
                }
            }
            event::DidRenameFiles::METHOD | event::DidCreateFiles::METHOD | event::DidDeleteFiles::METHOD => {
                self.reload();
            }
            event::DidChangeWorkspaceFolders::METHOD => {
                let event = read::<event::DidChangeWorkspaceFolders>(notification)?.event;
                let paths = |folders: &[lsp::WorkspaceFolder]| -> Vec<PathBuf> {
                    folders.iter().filter_map(|folder| uri::path_of(&folder.uri)).collect()
                };
                self.workspace.set_roots(&paths(&event.removed), paths(&event.added));
                self.reload();
            }
            event::DidChangeConfiguration::METHOD => {
                let settings = read::<event::DidChangeConfiguration>(notification)?.settings;
                // Clients that provide settings on request send none here.
                if self.client.has_configuration {
                    self.ask_for_settings();
                } else {
                    self.configure(&settings);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn outdate(&mut self) {
        (self.is_current, self.is_reported) = (false, false);
    }

    fn reload(&mut self) {
        self.workspace.reload();
        self.outdate();
    }

    /// Asks the editor to report changes of files and settings.
    fn register(&mut self) {
        let mut registrations = Vec::new();
        if self.client.watches_files {
            let patterns = ["**/*.{yaml,yml,bom,tosca,json,meta,mf}", "**/limn.toml", "**/*.{sh,py,csar}"];
            let watchers: Vec<Value> = patterns.iter().map(|glob| json!({ "globPattern": glob })).collect();
            registrations.push(json!({
                "id": "limn/files", "method": event::DidChangeWatchedFiles::METHOD,
                "registerOptions": { "watchers": watchers },
            }));
        }
        if self.client.reports_configuration {
            registrations.push(json!({
                "id": "limn/settings", "method": event::DidChangeConfiguration::METHOD,
                "registerOptions": { "section": "limn" },
            }));
        }
        if !registrations.is_empty() {
            self.ask(ask::RegisterCapability::METHOD, json!({ "registrations": registrations }));
        }
        if self.client.has_configuration {
            self.ask_for_settings();
        }
    }

    fn ask_for_settings(&mut self) {
        let items = json!({ "items": [{ "section": "limn" }] });
        self.configuration = Some(self.ask(ask::WorkspaceConfiguration::METHOD, items));
    }

    fn configure(&mut self, section: &Value) {
        // An editor without settings for Limn keeps those that it started the server with.
        if section.is_null() {
            return;
        }
        let (settings, fault) = Settings::read(section);
        if let Some(fault) = fault {
            self.show(MessageType::WARNING, &fault);
        }
        if settings == *self.settings {
            return;
        }
        self.settings = Arc::new(settings.clone());
        self.workspace.set_settings(settings);
        self.outdate();
        let refreshes = self.client.refreshes;
        let all = [
            (refreshes.diagnostics, ask::WorkspaceDiagnosticRefresh::METHOD),
            (refreshes.lenses, ask::CodeLensRefresh::METHOD),
            (refreshes.hints, ask::InlayHintRefreshRequest::METHOD),
            (refreshes.tokens, ask::SemanticTokensRefresh::METHOD),
        ];
        for (_, method) in all.into_iter().filter(|(is_known, _)| *is_known) {
            self.ask(method, Value::Null);
        }
    }

    /// Analyzes what changed.
    pub(super) fn update(&mut self) {
        if self.is_current {
            return;
        }
        let is_first = self.workspace.is_outdated() && !std::mem::replace(&mut self.has_loaded, true);
        let progress = is_first && self.client.progress && !self.workspace.roots.is_empty();
        if progress {
            self.ask(ask::WorkDoneProgressCreate::METHOD, json!({ "token": "limn/load" }));
            self.progress(json!({ "kind": "begin", "title": "Limn", "message": "reading descriptors", "cancellable": false }));
        }
        let (snapshot, warnings) = self.workspace.snapshot();
        if progress {
            let count: usize = snapshot.units.iter().map(|unit| unit.analysis.files().count()).sum();
            self.progress(json!({ "kind": "end", "message": format!("{count} descriptors") }));
        }
        for warning in &warnings {
            self.show(MessageType::WARNING, warning);
        }
        self.snapshot = snapshot;
        self.is_current = true;
    }

    fn ask(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(format!("limn-{}", self.next));
        let _gone = self.sender.send(Request::new(id.clone(), method.to_owned(), params).into());
        id
    }

    pub(super) fn respond(&self, id: RequestId, answer: Answer) {
        let _gone = self.sender.send(Response { id, response_result: answer }.into());
    }

    fn progress(&self, value: Value) {
        self.notify(event::Progress::METHOD, json!({ "token": "limn/load", "value": value }));
    }

    fn show(&self, kind: MessageType, message: &str) {
        self.notify(
            event::ShowMessage::METHOD,
            json!({ "type": kind, "message": format!("Limn: {message}") }),
        );
    }

    fn log(&self, message: &str) {
        self.notify(event::LogMessage::METHOD, json!({ "type": MessageType::WARNING, "message": message }));
    }

    fn notify(&self, method: &str, params: Value) {
        let _gone = self.sender.send(Notification::new(method.to_owned(), params).into());
    }
}
