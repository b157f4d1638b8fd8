//! An editor for tests of the language server: open documents, and requests over a connection in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use limn::lsp::{Definitions, Options, ServerError, path_of, serve, uri_of};
use limn::text::{Encoding, LineIndex};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// Time that the server has for an answer: far more than it needs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Writes a project to a folder of the test.
pub fn project(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    let _missing = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder of temporary files can be written");
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    folder.canonicalize().expect("it was made")
}

pub struct Editor {
    folder: PathBuf,
    connection: Connection,
    server: JoinHandle<Result<(), ServerError>>,
    pub capabilities: Value,
    next: i32,
    /// By URI: version and text.
    documents: BTreeMap<String, (i32, String)>,
    /// Notifications and requests that were not looked at yet.
    received: Vec<(String, Value)>,
    encoding: Encoding,
}

impl Editor {
    pub fn start(folder: &Path) -> Editor {
        Editor::with(folder, &json!({}))
    }

    pub fn with(folder: &Path, capabilities: &Value) -> Editor {
        Editor::of_folders(&[folder], capabilities)
    }

    pub fn of_folders(folders: &[&Path], capabilities: &Value) -> Editor {
        let (client, server) = Connection::memory();
        let options = Options {
            manual: Some("https://example.org/manual/".to_owned()),
            definitions: Some(Definitions::Folder(folders[0].join("read-only"))),
        };
        let server = std::thread::spawn(move || serve(&server, options));
        let mut editor = Editor {
            folder: folders[0].to_owned(),
            connection: client,
            server,
            capabilities: Value::Null,
            next: 0,
            documents: BTreeMap::new(),
            received: Vec::new(),
            encoding: Encoding::Utf16,
        };
        let named =
            |folder: &&Path| json!({ "uri": uri_of(folder).expect("a path").as_str(), "name": "test" });
        let folders: Vec<Value> = folders.iter().map(named).collect();
        let result =
            editor.ask("initialize", json!({ "capabilities": capabilities, "workspaceFolders": folders }));
        editor.capabilities = result["capabilities"].clone();
        editor.encoding = match editor.capabilities["positionEncoding"].as_str() {
            Some("utf-8") => Encoding::Utf8,
            Some("utf-32") => Encoding::Utf32,
            _ => Encoding::Utf16,
        };
        editor.notify("initialized", json!({}));
        editor
    }

    /// Shuts the server down; it ends without an error.
    pub fn close(mut self) {
        self.ask("shutdown", Value::Null);
        let failures: Vec<&Value> = self
            .received
            .iter()
            .filter(|(method, _)| method == "window/logMessage")
            .map(|message| &message.1)
            .collect();
        let internal = failures.iter().find(|failure| {
            failure["message"].as_str().is_some_and(|message| message.contains("internal error"))
        });
        assert!(internal.is_none(), "{internal:?}");
        self.exit().expect("the server was shut down");
    }

    pub fn exit(self) -> Result<(), ServerError> {
        self.notify("exit", Value::Null);
        self.server.join().expect("the server does not panic")
    }

    pub fn uri(&self, file: &str) -> String {
        Editor::folder_uri(&self.folder.join(file))
    }

    pub fn folder_uri(path: &Path) -> String {
        uri_of(path).expect("an absolute path").as_str().to_owned()
    }

    // --- messages ---

    pub fn notify(&self, method: &str, params: Value) {
        self.connection
            .sender
            .send(Notification { method: method.to_owned(), params }.into())
            .expect("the server runs");
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    pub fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(request.into()).expect("the server runs");
        loop {
            match self.receive(&format!("the answer to {method}")) {
                Message::Response(response) if response.id == id => {
                    return response.response_result.map_err(|error| error.message);
                }
                message => self.keep(message),
            }
        }
    }

    fn receive(&self, what: &str) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    fn keep(&mut self, message: Message) {
        match message {
            Message::Notification(it) => self.received.push((it.method, it.params)),
            Message::Request(it) => {
                self.received.push((it.method, it.params));
                self.connection
                    .sender
                    .send(Response::new_ok(it.id, Value::Null).into())
                    .expect("the server runs");
            }
            Message::Response(it) => panic!("a response that nothing waits for: {it:?}"),
        }
    }

    /// Waits for a message of this method.
    fn wait(&mut self, method: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(at) =
                self.received.iter().position(|(known, params)| known == method && is_it(params))
            {
                return self.received.remove(at).1;
            }
            let message = self.receive(method);
            self.keep(message);
        }
    }

    /// The server asked to register a capability.
    pub fn registered(&mut self, method: &str) -> bool {
        let registered = self.wait("client/registerCapability", |_| true);
        registered["registrations"]
            .as_array()
            .is_some_and(|all| all.iter().any(|registration| registration["method"] == method))
    }

    /// The text of the next message that is shown to the user.
    pub fn message(&mut self) -> String {
        self.wait("window/showMessage", |_| true)["message"].as_str().unwrap_or_default().to_owned()
    }

    pub fn progress(&mut self) -> Vec<String> {
        let of = |params: &Value| params["value"]["kind"].as_str().unwrap_or_default().to_owned();
        self.received
            .iter()
            .filter(|(method, _)| method == "$/progress")
            .map(|(_, params)| of(params))
            .collect()
    }

    pub fn take_reports(&mut self) -> Vec<Value> {
        let reports = self.received.iter().filter(|(method, _)| method == "textDocument/publishDiagnostics");
        reports.map(|(_, params)| params.clone()).collect()
    }

    // --- documents ---

    pub fn text(&self, file: &str) -> &str {
        &self.documents[&self.uri(file)].1
    }

    pub fn open(&mut self, file: &str) {
        let text = std::fs::read_to_string(self.folder.join(file)).expect("a file of the project");
        self.open_text(&self.uri(file), &text);
    }

    pub fn open_text(&mut self, uri: &str, text: &str) {
        self.documents.insert(uri.to_owned(), (1, text.to_owned()));
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn close_file(&mut self, file: &str) {
        let uri = self.uri(file);
        self.documents.remove(&uri);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// Replaces the first occurrence of some words, as an incremental change of the part that differs.
    pub fn replace(&mut self, file: &str, from: &str, to: &str) {
        let uri = self.uri(file);
        let text = self.documents[&uri].1.clone();
        let at = text.find(from).unwrap_or_else(|| panic!("`{from}` is not in the text"));
        let range = self.range(&text, at, at + from.len());
        let (version, document) = self.documents.get_mut(&uri).expect("it is open");
        *version += 1;
        document.replace_range(at..at + from.len(), to);
        let params = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "range": range, "text": to }] });
        self.notify("textDocument/didChange", params);
    }

    fn range(&self, text: &str, start: usize, end: usize) -> Value {
        json!({ "start": self.position(text, start), "end": self.position(text, end) })
    }

    fn position(&self, text: &str, at: usize) -> Value {
        let (line, character) = LineIndex::new(text.into()).position(at, self.encoding);
        json!({ "line": line, "character": character })
    }

    /// The position of `|` in some words of the document.
    fn caret(&self, file: &str, words: &str) -> Value {
        let (before, behind) = words.split_once('|').expect("a caret");
        let text = match self.documents.get(&self.uri(file)) {
            Some((_, text)) => text.clone(),
            None => std::fs::read_to_string(self.folder.join(file)).expect("a file of the project"),
        };
        let at =
            text.find(&format!("{before}{behind}")).unwrap_or_else(|| panic!("`{words}` is not in {text}"));
        self.position(&text, at + before.len())
    }

    // --- requests ---

    pub fn at(&mut self, method: &str, file: &str, words: &str) -> Value {
        let params =
            json!({ "textDocument": { "uri": self.uri(file) }, "position": self.caret(file, words) });
        self.ask(method, params)
    }

    /// The problems that the server reports of the current text.
    pub fn reported(&mut self, file: &str) -> Vec<Value> {
        self.reported_of(&self.uri(file))
    }

    pub fn reported_of(&mut self, uri: &str) -> Vec<Value> {
        // What is queued before this request is done is reported after it at the latest, and nothing comes from idle workers.
        self.ask("workspace/symbol", json!({ "query": "no such name" }));
        let version = self.documents[uri].0;
        let is_it = |params: &Value| params["uri"] == uri && params["version"] == version;
        let mut last = self.wait("textDocument/publishDiagnostics", is_it);
        while let Ok(message) = self.connection.receiver.recv_timeout(Duration::from_millis(300)) {
            self.keep(message);
        }
        while let Some(at) = self
            .received
            .iter()
            .position(|(method, params)| method == "textDocument/publishDiagnostics" && is_it(params))
        {
            last = self.received.remove(at).1;
        }
        last["diagnostics"].as_array().cloned().unwrap_or_default()
    }

    /// The same as texts: the code, the range and the message.
    pub fn problems(&mut self, file: &str) -> Vec<String> {
        let shown = |diagnostic: &Value| {
            let at = |end: &str| {
                format!("{}:{}", diagnostic["range"][end]["line"], diagnostic["range"][end]["character"])
            };
            format!(
                "{} {}-{}: {}",
                diagnostic["code"].as_str().unwrap_or_default(),
                at("start"),
                at("end"),
                diagnostic["message"].as_str().unwrap_or_default()
            )
        };
        self.reported(file).iter().map(shown).collect()
    }

    pub fn complete(&mut self, file: &str, words: &str) -> Vec<Value> {
        self.at("textDocument/completion", file, words)["items"].as_array().cloned().unwrap_or_default()
    }

    /// A location as `file line:column-line:column`.
    pub fn place(&self, location: &Value) -> String {
        let path = location["uri"].as_str().and_then(|uri| path_of(&uri.parse().ok()?)).expect("a file");
        let file = path.strip_prefix(&self.folder).expect("in the project").display().to_string();
        let at =
            |end: &str| format!("{}:{}", location["range"][end]["line"], location["range"][end]["character"]);
        format!("{file} {}-{}", at("start"), at("end"))
    }

    pub fn references(&mut self, file: &str, words: &str) -> Vec<String> {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": self.caret(file, words), "context": { "includeDeclaration": true } });
        let found = self.ask("textDocument/references", params);
        found.as_array().into_iter().flatten().map(|location| self.place(location)).collect()
    }

    pub fn rename(&mut self, file: &str, words: &str, to: &str) -> Result<Value, String> {
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "position": self.caret(file, words), "newName": to });
        self.try_ask("textDocument/rename", params)
    }

    /// The first code action of a kind, resolved if it has no edit yet.
    pub fn action(&mut self, file: &str, words: &str, kind: &str) -> Option<Value> {
        let action = self.actions(file, words, kind).into_iter().next()?;
        Some(self.resolved(action))
    }

    /// The quick fix with a title.
    pub fn action_called(&mut self, file: &str, words: &str, title: &str) -> Option<Value> {
        let action =
            self.actions(file, words, "quickfix").into_iter().find(|action| action["title"] == title)?;
        Some(self.resolved(action))
    }

    fn actions(&mut self, file: &str, words: &str, kind: &str) -> Vec<Value> {
        // Two marks are the ends of a selection.
        let (start, end) = match words.matches('|').count() {
            2 => {
                let (head, tail) = words.rsplit_once('|').expect("there are two marks");
                (format!("{head}{tail}"), words.replacen('|', "", 1))
            }
            _ => (words.to_owned(), words.to_owned()),
        };
        let (start, end) = (self.caret(file, &start), self.caret(file, &end));
        let params = json!({ "textDocument": { "uri": self.uri(file) }, "range": { "start": start, "end": end }, "context": { "diagnostics": [], "only": [kind] } });
        self.ask("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
    }

    fn resolved(&mut self, action: Value) -> Value {
        if action.get("edit").is_some() { action } else { self.ask("codeAction/resolve", action) }
    }

    /// The texts of the files that an edit changes, afterwards.
    pub fn applied(&self, edit: &Value) -> BTreeMap<String, String> {
        let changes = edit["changes"].as_object().unwrap_or_else(|| panic!("no changes: {edit}"));
        let mut after = BTreeMap::new();
        for (uri, edits) in changes {
            let path = path_of(&uri.parse().expect("a URI")).expect("a file");
            let on_disk = || std::fs::read_to_string(&path).expect("a file of the project");
            let mut text = self.documents.get(uri).map_or_else(on_disk, |(_, text)| text.clone());
            let lines = LineIndex::new(text.as_str().into());
            let at = |position: &Value| {
                let number = |key: &str| position[key].as_u64().expect("a number") as usize;
                lines.offset_at(number("line"), number("character"), self.encoding)
            };
            let mut edits: Vec<(usize, usize, &str)> = edits
                .as_array()
                .into_iter()
                .flatten()
                .map(|edit| {
                    (
                        at(&edit["range"]["start"]),
                        at(&edit["range"]["end"]),
                        edit["newText"].as_str().expect("a text"),
                    )
                })
                .collect();
            edits.sort_unstable();
            for (start, end, new) in edits.into_iter().rev() {
                text.replace_range(start..end, new);
            }
            let file = path.strip_prefix(&self.folder).expect("in the project").display().to_string();
            after.insert(file, text);
        }
        after
    }

    /// The tokens of a document: the text, the type, and the modifier.
    pub fn tokens(&self, file: &str, tokens: &Value) -> Vec<String> {
        let legend = &self.capabilities["semanticTokensProvider"]["legend"];
        let text = self.text(file);
        let lines = LineIndex::new(text.into());
        let numbers: Vec<usize> = tokens["data"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|number| Some(number.as_u64()? as usize))
            .collect();
        let (mut line, mut column) = (0, 0);
        let mut found = Vec::new();
        for token in numbers.chunks_exact(5) {
            column = if token[0] == 0 { column + token[1] } else { token[1] };
            line += token[0];
            let at = |column| lines.offset_at(line, column, self.encoding);
            let kind = legend["tokenTypes"][token[3]].as_str().expect("a type of the legend");
            let modifier = if token[4] == 1 { " declaration" } else { "" };
            found.push(format!("{} {kind}{modifier}", &text[at(column)..at(column + token[2])]));
        }
        found
    }
}
