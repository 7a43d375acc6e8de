//! The main loop: messages in order, state between them, and who answers what.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::Receiver;

use lsp_server::{ErrorCode, RequestId};
use lsp_types as lsp;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::diagnostics::{self, AllLines, Style};
use super::documents::{Documents, canonical, path_of, uri_of};
use super::games::Games;
use super::project::{Changed, Key, Project};
use super::text::Encoding;
use super::transport::{self, Incoming};
use super::{Language, Leave, outline};
use crate::diag::select::{Selection, Selector};
use crate::diag::{self, Severity};
use crate::language::manifest::Manifest;
use crate::source::{FileId, Sources};
use crate::tools::{TOOL, orientations};

/// The command behind "fix all".
pub(super) const FIX_ALL: &str = "mkpat.fixAll";

/// Says that nobody waits for an answer any more.
const CANCEL: &str = "$/cancelRequest";

/// Why a request has no result.
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

/// The result of a request.
pub(super) type Answer = Result<Value, Refusal>;

/// Where in its life the server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    New,
    Running,
    ShutDown,
}

/// What the client can do and wants.
#[derive(Debug)]
pub(super) struct Client {
    /// Completions may have places to fill in.
    pub(super) snippets: bool,
    /// Edits may name versions, and make files.
    pub(super) versions: bool,
    pub(super) new_files: bool,
    /// Hints are published, too.
    pub(super) hints: bool,
    /// Hovers may show pictures.
    pub(super) pictures: bool,
    /// Records in which patterns are counted.
    pub(super) games: Option<Games>,
}

/// What the client has been told, and what it has not.
#[derive(Debug, Default)]
struct News {
    /// Projects whose findings have not been published.
    projects: BTreeSet<Key>,
    /// Open texts of other languages that have changed.
    others: BTreeSet<String>,
    /// The diagnostics that were published, by address, and about which project.
    told: BTreeMap<String, (Key, Vec<lsp::Diagnostic>)>,
}

/// The server.
pub(super) struct Server<'a, W: Write> {
    pub(super) out: &'a mut W,
    languages: &'a [Language],
    stage: Stage,
    pub(super) client: Client,
    pub(super) style: Style,
    pub(super) documents: Documents,
    /// The project of each open text.
    pub(super) keys: BTreeMap<String, Key>,
    pub(super) projects: BTreeMap<Key, Project>,
    news: News,
    /// Requests that nobody waits for any more.
    cancelled: BTreeSet<String>,
    /// The number of the last request to the client.
    pub(super) asked: i32,
}

/// The parameters of a request.
pub(super) fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|e| Refusal(ErrorCode::InvalidParams, e.to_string()))
}

impl<'a, W: Write> Server<'a, W> {
    pub(super) fn new(out: &'a mut W, languages: &'a [Language]) -> Server<'a, W> {
        let client = Client {
            snippets: false,
            versions: false,
            new_files: false,
            hints: true,
            pictures: false,
            games: None,
        };
        Server {
            out,
            languages,
            stage: Stage::New,
            client,
            style: Style::default(),
            documents: Documents::default(),
            keys: BTreeMap::new(),
            projects: BTreeMap::new(),
            news: News::default(),
            cancelled: BTreeSet::new(),
            asked: 0,
        }
    }

    /// Takes messages until the client leaves.
    pub(super) fn run(mut self, messages: &Receiver<Incoming>) -> io::Result<Leave> {
        let mut queue: VecDeque<Incoming> = VecDeque::new();
        loop {
            if queue.is_empty() {
                self.guarded("publishing", Self::settle)?;
                match messages.recv() {
                    Ok(message) => queue.push_back(message),
                    Err(_) => return Ok(Leave::Gone),
                }
            }
            // All that is there, so that a request is known to be cancelled before it is answered.
            for message in messages.try_iter() {
                self.cancelled.extend(cancelled(&message));
                queue.push_back(message);
            }
            let Some(message) = queue.pop_front() else { continue };
            match message {
                Incoming::Malformed(why) => {
                    let error = json!({ "code": ErrorCode::ParseError as i32, "message": why });
                    let answer = json!({ "jsonrpc": "2.0", "id": null, "error": error });
                    transport::write(self.out, &answer)?;
                }
                Incoming::Message(message) => {
                    if let Some(leave) = self.message(message)? {
                        return Ok(leave);
                    }
                }
            }
        }
    }

    /// Does some work; if it panics, that is told, and what was kept between messages is thrown away: it may be half
    /// of something.
    fn guarded<T>(
        &mut self,
        what: &str,
        work: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<Option<T>> {
        match catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(result) => result.map(Some),
            Err(_) => {
                self.projects.clear();
                self.news.projects.clear();
                let message = format!("mkpat: {what} failed; this is a mistake of the server");
                self.notify("window/logMessage", &json!({ "type": 1, "message": message }))?;
                Ok(None)
            }
        }
    }

    fn notify(&mut self, method: &str, params: &impl serde::Serialize) -> io::Result<()> {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        transport::write(self.out, &message)
    }

    /// One message; how the client leaves, if it does.
    fn message(&mut self, mut message: Value) -> io::Result<Option<Leave>> {
        let method = message.get("method").and_then(Value::as_str).map(str::to_string);
        let params = message.get_mut("params").map_or(Value::Null, Value::take);
        let id = message.get("id").cloned();
        match (method, id) {
            (Some(method), None) => {
                if method == "exit" {
                    let proper = self.stage == Stage::ShutDown;
                    return Ok(Some(if proper { Leave::Proper } else { Leave::Gone }));
                }
                // What it cancels came before it and has been answered.
                let of = params.get("id").filter(|_| method == CANCEL).map(Value::to_string);
                if let Some(id) = of {
                    self.cancelled.remove(&id);
                }
                if self.stage == Stage::Running {
                    self.guarded(&method, |server| {
                        server.notification(&method, params);
                        Ok(())
                    })?;
                }
            }
            (Some(method), Some(id)) => {
                if serde_json::from_value::<RequestId>(id.clone()).is_err() {
                    let message = "a request has a number of 32 bits or a string as its `id`";
                    let error =
                        json!({ "code": ErrorCode::InvalidRequest as i32, "message": message });
                    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": error });
                    transport::write(self.out, &answer)?;
                    return Ok(None);
                }
                let mut answer = json!({ "jsonrpc": "2.0", "id": id });
                match self.respond(&id, &method, params)? {
                    Ok(value) => answer["result"] = value,
                    Err(Refusal(code, why)) => {
                        answer["error"] = json!({ "code": code as i32, "message": why });
                    }
                }
                transport::write(self.out, &answer)?;
            }
            // Answers to requests of the server need nothing; anything else is no message.
            (None, Some(_)) => {}
            (None, None) => {
                let error = json!({
                    "code": ErrorCode::InvalidRequest as i32,
                    "message": "neither a request nor a notification",
                });
                let answer = json!({ "jsonrpc": "2.0", "id": null, "error": error });
                transport::write(self.out, &answer)?;
            }
        }
        Ok(None)
    }

    fn respond(&mut self, id: &Value, method: &str, params: Value) -> io::Result<Answer> {
        if self.cancelled.remove(&id.to_string()) {
            return Ok(Err(Refusal(ErrorCode::RequestCanceled, "cancelled".to_string())));
        }
        Ok(match (self.stage, method) {
            (Stage::New, "initialize") => Ok(self.initialize(&params)),
            (Stage::New, _) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "not initialized".to_string()))
            }
            (Stage::Running, "shutdown") => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::ShutDown, _) | (Stage::Running, "initialize") => {
                Err(Refusal(ErrorCode::InvalidRequest, format!("`{method}` at the wrong time")))
            }
            (Stage::Running, _) => {
                let done = self.guarded(method, |server| Ok(server.request(method, params)))?;
                let failed = || Err(Refusal(ErrorCode::InternalError, "it failed".to_string()));
                done.unwrap_or_else(failed)
            }
        })
    }

    /// Takes up what the client says of itself. Only what is asked for is read, so that no client is too new or too
    /// old.
    fn initialize(&mut self, params: &Value) -> Value {
        let capability = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let has = |path: &str| capability(path).and_then(Value::as_bool).unwrap_or(false);
        let list = |path: &str| -> Vec<String> {
            let items = capability(path).and_then(Value::as_array);
            let texts = items.into_iter().flatten().filter_map(Value::as_str);
            texts.map(str::to_string).collect()
        };
        let offered = list("general/positionEncodings");
        let offered: Vec<&str> = offered.iter().map(String::as_str).collect();
        self.style.encoding = Encoding::choose(&offered);
        let wish = |name: &str| params.pointer(&format!("/initializationOptions/{name}"));
        self.client = Client {
            snippets: has("textDocument/completion/completionItem/snippetSupport"),
            versions: has("workspace/workspaceEdit/documentChanges"),
            new_files: list("workspace/workspaceEdit/resourceOperations")
                .contains(&"create".to_string()),
            hints: wish("hints").and_then(Value::as_bool).unwrap_or(true),
            pictures: wish("pictures").and_then(Value::as_bool).unwrap_or(false),
            games: wish("records").and_then(Value::as_str).map(|path| Games::new(path.into())),
        };
        self.style.pages = wish("pages").and_then(Value::as_str).unwrap_or_default().to_string();
        self.stage = Stage::Running;
        let legend = json!({ "tokenTypes": outline::TOKEN_TYPES, "tokenModifiers": [] });
        json!({
            "serverInfo": { "name": TOOL.name, "version": TOOL.version },
            "capabilities": {
                "positionEncoding": self.style.encoding.name(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": true },
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": [",", "(", ":", ";", ">"] },
                "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": { "prepareProvider": true },
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "foldingRangeProvider": true,
                "semanticTokensProvider": { "legend": legend, "full": true, "range": true },
                "inlayHintProvider": true,
                "documentFormattingProvider": true,
                "documentRangeFormattingProvider": true,
                "codeActionProvider": {
                    "codeActionKinds":
                        ["quickfix", "refactor.rewrite", "refactor.extract", "source.fixAll"]
                },
                "executeCommandProvider": { "commands": [FIX_ALL] },
            },
        })
    }

    // ---- texts and projects

    fn notification(&mut self, method: &str, params: Value) {
        // What has wrong parameters says nothing.
        match method {
            "textDocument/didOpen" => {
                let Ok(params) = parse::<lsp::DidOpenTextDocumentParams>(params) else { return };
                let lsp::TextDocumentItem { uri, version, text, .. } = params.text_document;
                self.documents.open(&uri.0, version, text);
                self.find_key(&uri.0);
                self.changed(&uri.0);
            }
            "textDocument/didChange" => {
                let Ok(params) = parse::<lsp::DidChangeTextDocumentParams>(params) else { return };
                let uri = params.text_document.text_document_identifier.uri.0;
                let Some(document) = self.documents.get_mut(&uri) else { return };
                document.version = params.text_document.version;
                document.change(&params.content_changes, self.style.encoding);
                self.changed(&uri);
            }
            "textDocument/didClose" => {
                let Ok(params) = parse::<lsp::DidCloseTextDocumentParams>(params) else { return };
                self.close(&params.text_document.uri.0);
            }
            "textDocument/didSave" => {
                let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
                uri.into_iter().for_each(|uri| self.on_disk(uri));
            }
            "workspace/didChangeWatchedFiles" => {
                let Ok(params) = parse::<lsp::DidChangeWatchedFilesParams>(params) else { return };
                params.changes.iter().for_each(|event| self.on_disk(&event.uri.0));
            }
            _ => {}
        }
    }

    /// Whether a text is one of our languages, or of another one with checks.
    fn other_language(&self, uri: &str) -> Option<&'a Language> {
        let path = path_of(uri)?;
        let extension = path.extension()?;
        self.languages.iter().find(|language| extension == language.extension)
    }

    /// Finds out to which project an open text belongs.
    fn find_key(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return };
        if self.other_language(uri).is_none() {
            let key = Key::of(uri, document.path.as_deref());
            self.news.projects.insert(key.clone());
            self.keys.insert(uri.to_string(), key);
        }
    }

    /// Tells the projects that an open text is another one.
    fn changed(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return };
        let Some(key) = self.keys.get(uri) else {
            self.news.others.insert(uri.to_string());
            return;
        };
        self.news.projects.insert(key.clone());
        let path = document.path.clone();
        let is_manifest = |path: &Path| path.file_name().is_some_and(|n| n == Manifest::FILE_NAME);
        if path.as_deref().is_some_and(is_manifest) {
            self.projects.remove(&key.clone());
            return;
        }
        let bytes = document.bytes();
        let holds = |project: &Project| path.as_deref().is_some_and(|path| project.has(path));
        let concerned: Vec<Key> = self
            .projects
            .iter()
            .filter(|(other, project)| *other == key || holds(project))
            .map(|(key, _)| key.clone())
            .collect();
        for key in concerned {
            let Some(project) = self.projects.get_mut(&key) else { continue };
            if project.change(path.as_deref(), bytes.clone()) == Changed::All {
                self.projects.remove(&key);
            }
            self.news.projects.insert(key);
        }
    }

    /// A file on the disk is another one than before.
    fn on_disk(&mut self, uri: &str) {
        let Some(path) = path_of(uri).map(|path| canonical(&path)) else { return };
        if path.file_name().is_some_and(|name| name == Manifest::FILE_NAME) {
            // Texts may belong to other projects now.
            self.projects.clear();
            let open: Vec<String> = self.keys.keys().cloned().collect();
            open.iter().for_each(|uri| self.find_key(uri));
            return;
        }
        let is_open = self.documents.iter().any(|(_, d)| d.path.as_deref() == Some(&path));
        let list = path.extension().is_some_and(|ending| ending == orientations::EXTENSION);
        if is_open && !list {
            return;
        }
        let keys = self.projects.iter().filter(|(_, project)| project.has(&path) || list);
        let keys: Vec<Key> = keys.map(|(key, _)| key.clone()).collect();
        for key in keys {
            self.projects.remove(&key);
            self.news.projects.insert(key);
        }
    }

    fn close(&mut self, uri: &str) {
        let Some(document) = self.documents.close(uri) else { return };
        let Some(key) = self.keys.remove(uri) else {
            self.news.projects.insert(Key::Text(uri.to_string()));
            return;
        };
        self.news.projects.insert(key.clone());
        // What counts now is on the disk.
        let path = document.path.as_deref();
        if self.keys.values().any(|other| *other == key)
            && let Some(path) = path
        {
            self.on_disk(&uri_of(path));
        } else {
            self.projects.remove(&key);
        }
    }

    /// Reads what has to be read for an answer about a text.
    pub(super) fn prepare(&mut self, uri: &str) {
        if let Some(key) = self.keys.get(uri).cloned() {
            self.load(&key);
        }
    }

    pub(super) fn load(&mut self, key: &Key) {
        if let Some(project) = self.projects.get_mut(key) {
            project.refresh();
            return;
        }
        let documents = &self.documents;
        let content = |path: &Path| documents.content(path);
        let text =
            |uri: &str| documents.get(uri).map(|d| d.text.clone().into()).unwrap_or_default();
        let project = Project::load(key, &content, &text);
        self.projects.insert(key.clone(), project);
    }

    /// Publishes what has been found since the last time.
    fn settle(&mut self) -> io::Result<()> {
        while let Some(key) = self.news.projects.pop_first() {
            if !self.keys.values().any(|other| *other == key) {
                self.withdraw(&key)?;
                continue;
            }
            self.load(&key);
            let Some(project) = self.projects.get(&key) else { continue };
            let mut style = self.style.clone();
            if style.pages.is_empty() {
                style.pages = pages(&key).unwrap_or_default();
            }
            let selection = self.selection(project);
            let found =
                diagnostics::of_project(project, &self.documents, &style, &TOOL, |finding| {
                    selection.reports(finding)
                });
            let path = |uri: &str| self.documents.get(uri)?.path.clone();
            let left_out: Vec<String> = self
                .keys
                .iter()
                .filter(|(uri, of)| **of == key && !found.contains_key(*uri))
                .map(|(uri, _)| uri.clone())
                .collect();
            let moved: Vec<String> = left_out
                .iter()
                .filter(|uri| Key::of(uri, path(uri).as_deref()) != key)
                .cloned()
                .collect();
            // A text of a manifest that is not what it was: it may belong elsewhere, or nobody can say.
            for uri in left_out {
                self.publish(&uri, &key, Vec::new())?;
            }
            for (uri, found) in found {
                self.publish(&uri, &key, found)?;
            }
            moved.iter().for_each(|uri| self.find_key(uri));
        }
        for uri in std::mem::take(&mut self.news.others) {
            self.check_other(&uri)?;
        }
        Ok(())
    }

    fn publish(&mut self, uri: &str, key: &Key, found: Vec<lsp::Diagnostic>) -> io::Result<()> {
        let document = self.documents.get(uri);
        // A file that is not open, and that nobody has heard of, has nothing to withdraw.
        let known = self.news.told.get(uri).map(|(_, known)| known);
        if document.is_none() && known.map_or(found.is_empty(), |known| *known == found) {
            return Ok(());
        }
        let version = document.map(|document| document.version);
        let params = json!({ "uri": uri, "version": version, "diagnostics": found });
        self.news.told.insert(uri.to_string(), (key.clone(), found));
        self.notify("textDocument/publishDiagnostics", &params)
    }

    /// Withdraws what was said about a project that nobody looks at any more.
    fn withdraw(&mut self, key: &Key) -> io::Result<()> {
        self.projects.remove(key);
        let own = self.news.told.iter().filter(|(_, (owner, _))| owner == key);
        let gone: Vec<String> = own.map(|(uri, _)| uri.clone()).collect();
        for uri in gone {
            self.news.told.remove(&uri);
            let params = json!({ "uri": uri, "diagnostics": [] });
            self.notify("textDocument/publishDiagnostics", &params)?;
        }
        Ok(())
    }

    /// The findings about a text of another language.
    fn check_other(&mut self, uri: &str) -> io::Result<()> {
        let Some(language) = self.other_language(uri) else { return Ok(()) };
        let Some(document) = self.documents.get(uri) else { return Ok(()) };
        let mut sources = Sources::default();
        let name = path_of(uri).map_or(uri.to_string(), |path| path.display().to_string());
        let Ok(file) = sources.add(name, document.bytes()) else { return Ok(()) };
        if let Some(path) = &document.path {
            sources.set_path(file, path);
        }
        let found = (language.check)(&sources, file);
        let mut selection = Selection::default();
        if self.client.hints {
            selection.extend_select([Selector::Severity(Severity::Hint)]);
        }
        let project = Project::of_sources(sources);
        let mut lines = AllLines::new(&project, self.style.encoding);
        let reported: Vec<&diag::Diagnostic> =
            found.iter().filter(|f| selection.reports(f) && f.primary.span.file == file).collect();
        let shown: Vec<lsp::Diagnostic> = reported
            .into_iter()
            .map(|finding| {
                let address = |_: FileId| uri.to_string();
                diagnostics::one(finding, &self.style, language.tool, &mut lines, address)
            })
            .collect();
        self.publish(uri, &Key::Text(uri.to_string()), shown)
    }

    /// Which findings of a project are published.
    pub(super) fn selection(&self, project: &Project) -> Selection {
        let mut selection = project.run.lint.selection();
        if self.client.hints {
            selection.extend_select([Selector::Severity(Severity::Hint)]);
        }
        selection
    }
}

/// The request that a message cancels.
fn cancelled(message: &Incoming) -> Option<String> {
    let Incoming::Message(message) = message else { return None };
    let is_it = message.get("method").and_then(Value::as_str) == Some(CANCEL);
    is_it.then(|| message.pointer("/params/id").map(Value::to_string))?
}

/// The page about codes in a folder `docs` above the databases.
fn pages(key: &Key) -> Option<String> {
    let (Key::Manifest(path) | Key::File(path)) = key else { return None };
    let page = |folder: &Path| {
        let page = folder.join("docs/diagnostics.md");
        page.is_file().then(|| uri_of(&page))
    };
    path.ancestors().skip(1).take(4).find_map(page)
}
