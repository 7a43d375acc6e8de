//! Requests → answers: who knows what, and how it is said in the protocol.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use lsp_server::ErrorCode;
use lsp_types as lsp;
use serde_json::{Value, json};

use super::diagnostics::{self, AllLines};
use super::documents::{canonical, uri_of};
use super::navigate::{self, Target};
use super::project::Key;
use super::reply::{self, FileEdits};
use super::server::{Answer, FIX_ALL, Refusal, Server, parse};
use super::text::Lines;
use super::transport;
use super::words::Place;
use super::{actions, complete, hover, layout, outline};
use crate::diag;
use crate::source::FileId;
use crate::tools::fix::{self, Which};
use crate::tools::{TOOL, format, match_tests};

/// Most patterns that a search in the workspace gives.
const MOST_SYMBOLS: usize = 1000;

fn value(result: impl serde::Serialize) -> Answer {
    serde_json::to_value(result).map_err(|e| Refusal(ErrorCode::InternalError, e.to_string()))
}

impl<W: Write> Server<'_, W> {
    /// Answers a request.
    pub(super) fn request(&mut self, method: &str, params: Value) -> Answer {
        if let Some(uri) = params.pointer("/textDocument/uri").and_then(Value::as_str) {
            self.prepare(uri);
        }
        match method {
            "textDocument/hover" => self.hover(params),
            "textDocument/completion" => self.completion(params),
            "textDocument/signatureHelp" => self.signature(params),
            "textDocument/definition" => self.mentions(params, |mention| mention.definition),
            "textDocument/references" => {
                let definitions = params
                    .pointer("/context/includeDeclaration")
                    .and_then(Value::as_bool)
                    .unwrap_or(true);
                self.mentions(params, |mention| definitions || !mention.definition)
            }
            "textDocument/documentHighlight" => self.highlight(params),
            "textDocument/prepareRename" => self.prepare_rename(params),
            "textDocument/rename" => self.rename(params),
            "textDocument/documentSymbol" => {
                self.whole(params, |place, lines| value(outline::symbols(place, lines)))
            }
            "textDocument/foldingRange" => {
                self.whole(params, |place, lines| value(outline::folds(place, lines)))
            }
            "textDocument/semanticTokens/full" => self.whole(params, |place, lines| {
                let data = outline::tokens(place, lines, 0..usize::MAX);
                value(lsp::SemanticTokens { result_id: None, data })
            }),
            "textDocument/semanticTokens/range" => self.ranged(params, |place, lines, bytes| {
                let data = outline::tokens(place, lines, bytes);
                value(lsp::SemanticTokens { result_id: None, data })
            }),
            "textDocument/inlayHint" => self
                .ranged(params, |place, lines, bytes| value(outline::hints(place, lines, bytes))),
            "textDocument/formatting" => {
                self.whole(params, |place, lines| formatted(place, lines, 0..usize::MAX))
            }
            "textDocument/rangeFormatting" => self.ranged(params, formatted),
            "textDocument/codeAction" => self.actions(params),
            "workspace/symbol" => self.search(params),
            "workspace/executeCommand" => self.command(params),
            _ => Err(Refusal(ErrorCode::MethodNotFound, format!("no method `{method}`"))),
        }
    }

    /// The file of a text that is open, and its lines; `None` if it has no patterns.
    fn place(&self, uri: &str) -> Result<Option<(Place<'_>, Lines<'_>)>, Refusal> {
        let Some(document) = self.documents.get(uri) else {
            let why = format!("`{uri}` is not open");
            return Err(Refusal(ErrorCode::InvalidParams, why));
        };
        let project = self.keys.get(uri).and_then(|key| self.projects.get(key));
        let Some(project) = project else { return Ok(None) };
        let id = project.first(document.path.as_deref());
        let place = id.and_then(|id| Place::new(project, id));
        Ok(place.map(|place| (place, Lines::new(place.text(), self.style.encoding))))
    }

    /// An answer about a whole file.
    fn whole(
        &self,
        params: Value,
        answer: impl FnOnce(&Place<'_>, &Lines<'_>) -> Answer,
    ) -> Answer {
        let uri = uri(&params)?;
        match self.place(&uri)? {
            Some((place, lines)) => answer(&place, &lines),
            None => Ok(Value::Null),
        }
    }

    /// An answer about a range.
    fn ranged(
        &self,
        params: Value,
        answer: impl FnOnce(&Place<'_>, &Lines<'_>, Range<usize>) -> Answer,
    ) -> Answer {
        let range: lsp::Range = parse(params.get("range").cloned().unwrap_or_default())?;
        self.whole(params, |place, lines| answer(place, lines, lines.bytes(range)))
    }

    /// An answer about a place.
    fn at(
        &self,
        params: Value,
        answer: impl FnOnce(&Place<'_>, &Lines<'_>, usize) -> Answer,
    ) -> Answer {
        let position: lsp::Position = parse(params.get("position").cloned().unwrap_or_default())?;
        self.whole(params, |place, lines| answer(place, lines, lines.byte(position)))
    }

    fn hover(&self, params: Value) -> Answer {
        let (pictures, games) = (self.client.pictures, self.client.games.as_ref());
        self.at(params, |place, lines, byte| {
            let Some((span, text)) = hover::hover(place, byte, pictures, games) else {
                return Ok(Value::Null);
            };
            value(json!({ "contents": reply::markdown(&text), "range": lines.range(span.range()) }))
        })
    }

    fn completion(&self, params: Value) -> Answer {
        let snippets = self.client.snippets;
        self.at(params, |place, _, byte| {
            let offers = complete::offers(place, byte).into_iter();
            value(offers.map(|offer| reply::completion(offer, snippets)).collect::<Vec<_>>())
        })
    }

    fn signature(&self, params: Value) -> Answer {
        let encoding = self.style.encoding;
        self.at(params, |place, _, byte| {
            value(
                complete::signature(place, byte).map(|called| reply::signature(&called, encoding)),
            )
        })
    }

    fn mentions(&self, params: Value, wanted: impl Fn(&navigate::Mention) -> bool) -> Answer {
        let uri = uri(&params)?;
        let position: lsp::Position = parse(params.get("position").cloned().unwrap_or_default())?;
        let Some((place, lines)) = self.place(&uri)? else { return Ok(Value::Null) };
        let (project, byte) = (place.project, lines.byte(position));
        let Some((_, target)) = navigate::target(&place, byte) else { return Ok(Value::Null) };
        let mut all = AllLines::new(project, lines.encoding());
        let found = navigate::mentions(&place, byte, &target);
        let found = found.into_iter().filter(|mention| wanted(mention));
        let places: Vec<(FileId, lsp::Range)> =
            found.map(|mention| (mention.span.file, all.range(mention.span))).collect();
        let places = places.into_iter().map(|(file, range)| {
            let uri = lsp::Uri::from(self.address(self.keys.get(&uri), file));
            lsp::Location { uri, range }
        });
        value(places.collect::<Vec<_>>())
    }

    /// The address of a file of a project.
    fn address(&self, key: Option<&Key>, file: FileId) -> String {
        let project = key.and_then(|key| self.projects.get(key));
        let Some(project) = project else { return String::new() };
        let source = project.sources().file(project.shown(file));
        match &source.path {
            Some(path) => self.documents.uri(&canonical(path)),
            None => source.name.clone(),
        }
    }

    fn highlight(&self, params: Value) -> Answer {
        self.at(params, |place, lines, byte| {
            let Some((_, target)) = navigate::target(place, byte) else { return Ok(Value::Null) };
            let found = navigate::mentions(place, byte, &target).into_iter();
            let here = found.filter(|mention| mention.span.file == place.file.id);
            let highlights = here.map(|mention| lsp::DocumentHighlight {
                range: lines.range(mention.span.range()),
                kind: None,
            });
            value(highlights.collect::<Vec<_>>())
        })
    }

    fn prepare_rename(&self, params: Value) -> Answer {
        self.at(params, |place, lines, byte| {
            let Some((span, _)) = navigate::target(place, byte) else { return Ok(Value::Null) };
            value(json!({
                "range": lines.range(span.range()),
                "placeholder": place.sources().text(span),
            }))
        })
    }

    fn rename(&self, params: Value) -> Answer {
        let uri = uri(&params)?;
        let lsp::RenameParams { new_name, text_document_position_params: at, .. } = parse(params)?;
        let failed = |why: String| Refusal(ErrorCode::RequestFailed, why);
        let Some((place, lines)) = self.place(&uri)? else { return Ok(Value::Null) };
        let byte = lines.byte(at.position);
        let (_, target) = navigate::target(&place, byte)
            .ok_or_else(|| failed("only labels and patterns can be renamed".to_string()))?;
        let old = match &target {
            Target::Label(ch) => ch.to_string(),
            Target::Pattern(name) => name.clone(),
        };
        if old == new_name {
            return Ok(Value::Null);
        }
        navigate::may_become(&place, byte, &target, &new_name).map_err(failed)?;
        let mut changes: BTreeMap<FileId, Vec<actions::TextChange>> = BTreeMap::new();
        for mention in navigate::mentions(&place, byte, &target) {
            let file = place.project.shown(mention.span.file);
            changes.entry(file).or_default().push((mention.span.range(), new_name.clone()));
        }
        let key = self.keys.get(&uri);
        let mut edits = self.file_edits(key, changes);
        if let Target::Pattern(name) = &target {
            let database = &place.project.spec(place.database).name;
            edits.extend(self.test_edits(key, database, name, &new_name));
        }
        Ok(reply::workspace_edit(edits, &[], self.client.versions))
    }

    /// The edits that give a pattern another name in the tests beside its manifest.
    fn test_edits(&self, key: Option<&Key>, database: &str, name: &str, new: &str) -> FileEdits {
        let Some(Key::Manifest(manifest)) = key else { return FileEdits::new() };
        let folder = manifest.with_file_name("tests");
        let mut out = FileEdits::new();
        for path in match_tests::collect(&folder).unwrap_or_default() {
            let path = canonical(&path);
            let Ok(Ok(text)) = self.documents.content(&path).map(String::from_utf8) else {
                continue;
            };
            let places = navigate::in_tests(&text, database, name);
            if places.is_empty() {
                continue;
            }
            let changes: Vec<actions::TextChange> =
                places.into_iter().map(|range| (range, new.to_string())).collect();
            let edits = reply::text_edits(&Lines::new(&text, self.style.encoding), &changes);
            let uri = self.documents.uri(&path);
            let version = self.documents.get(&uri).map(|document| document.version);
            out.push((uri, version, edits));
        }
        out
    }

    /// An edit of files of a project.
    fn edit(
        &self,
        key: Option<&Key>,
        changes: BTreeMap<FileId, Vec<actions::TextChange>>,
        new: &[(String, String)],
    ) -> Value {
        reply::workspace_edit(self.file_edits(key, changes), new, self.client.versions)
    }

    fn file_edits(
        &self,
        key: Option<&Key>,
        changes: BTreeMap<FileId, Vec<actions::TextChange>>,
    ) -> FileEdits {
        let Some(project) = key.and_then(|key| self.projects.get(key)) else {
            return FileEdits::new();
        };
        changes
            .into_iter()
            .map(|(file, changes)| {
                let text = &project.sources().file(file).text;
                let edits = reply::text_edits(&Lines::new(text, self.style.encoding), &changes);
                let uri = self.address(key, file);
                let version = self.documents.get(&uri).map(|document| document.version);
                (uri, version, edits)
            })
            .collect()
    }

    fn actions(&self, params: Value) -> Answer {
        let uri = uri(&params)?;
        let params: lsp::CodeActionParams = parse(params)?;
        let only: Option<Vec<String>> = params.context.only.map(|kinds| {
            let names = kinds.iter().filter_map(|kind| serde_json::to_value(kind).ok());
            names.filter_map(|name| name.as_str().map(str::to_string)).collect()
        });
        let wanted = |kind: &str| {
            only.as_ref().is_none_or(|only| {
                only.iter().any(|of| {
                    of.is_empty()
                        || kind == of
                        || kind.strip_prefix(of.as_str()).is_some_and(|r| r.starts_with('.'))
                })
            })
        };
        // It costs a pass over all databases, so that it is offered and not made.
        let explicit =
            only.as_ref().is_some_and(|only| only.iter().any(|k| k.starts_with("source")));
        let Some((place, lines)) = self.place(&uri)? else { return Ok(json!([])) };
        let bytes = lines.bytes(params.range);
        let (project, id) = (place.project, place.project.shown(place.file.id));
        let selection = self.selection(project);
        let mut found: Vec<actions::Action> = Vec::new();
        if wanted("quickfix") {
            found.extend(actions::for_findings(&place, &bytes, |f| selection.reports(f)));
        }
        found.extend(actions::for_pattern(&place, bytes.start));
        let folder = match self.keys.get(&uri) {
            Some(Key::Manifest(path)) => path.parent().map(Path::to_path_buf),
            _ => None,
        };
        let key = self.keys.get(&uri).cloned();
        let mut all = AllLines::new(project, self.style.encoding);
        let mut out: Vec<Value> = Vec::new();
        for action in found.into_iter().filter(|action| wanted(action.kind)) {
            let new = match (&action.file, &folder) {
                (None, _) => Vec::new(),
                (Some((name, text)), Some(folder)) if self.client.new_files => {
                    let path = folder.join(name);
                    if path.exists() {
                        continue;
                    }
                    vec![(uri_of(&path), text.clone())]
                }
                _ => continue,
            };
            let changes = match action.changes.is_empty() {
                true => BTreeMap::new(),
                false => BTreeMap::from([(id, action.changes)]),
            };
            let mut shown = json!({
                "title": action.title,
                "kind": action.kind,
                "edit": self.edit(key.as_ref(), changes, &new),
            });
            if let Some(index) = action.finding {
                let finding = &project.findings[index];
                let about =
                    diagnostics::one(finding, &self.style, &TOOL, &mut all, |_| uri.clone());
                shown["diagnostics"] = json!([about]);
                if action.safe {
                    shown["isPreferred"] = json!(true);
                }
            }
            out.push(shown);
        }
        if wanted("source.fixAll") {
            let title = "apply all fixes that do not change the meaning";
            let command = json!({ "title": title, "command": FIX_ALL, "arguments": [uri] });
            let mut shown = json!({ "title": title, "kind": "source.fixAll" });
            if explicit {
                shown["edit"] = self.fixes(&uri, Which::Safe);
            } else {
                shown["command"] = command;
            }
            out.push(shown);
        }
        Ok(Value::Array(out))
    }

    /// The edit that applies all fixes to a file.
    fn fixes(&self, uri: &str, which: Which) -> Value {
        let key = self.keys.get(uri);
        let Some(project) = key.and_then(|key| self.projects.get(key)) else { return Value::Null };
        let path = self.documents.get(uri).and_then(|document| document.path.as_deref());
        let Some(wanted) = project.first(path) else { return Value::Null };
        let selection = self.selection(project);
        let here = |finding: &diag::Diagnostic| {
            selection.reports(finding) && project.shown(finding.primary.span.file) == wanted
        };
        let outcome = fix::fix(&project.run, project.reading(), which, here);
        let mut changes = BTreeMap::new();
        for file in outcome.changed {
            let (old, new) =
                (&project.sources().file(file).text, &outcome.run.sources.file(file).text);
            changes.insert(project.shown(file), format::changes(old, new));
        }
        self.edit(key, changes, &[])
    }

    fn command(&mut self, params: Value) -> Answer {
        let lsp::ExecuteCommandParams { command, arguments, .. } = parse(params)?;
        let refused = |why: &str| Refusal(ErrorCode::InvalidParams, why.to_string());
        if command != FIX_ALL {
            return Err(refused("no such command"));
        }
        let arguments = arguments.unwrap_or_default();
        let uri = arguments.first().and_then(Value::as_str);
        let uri = uri.ok_or_else(|| refused("the address of a file is missing"))?;
        let all = arguments.get(1).and_then(Value::as_str) == Some("all");
        self.prepare(uri);
        let edit = self.fixes(uri, if all { Which::All } else { Which::Safe });
        if edit.is_null() {
            return Ok(Value::Null);
        }
        self.asked += 1;
        let label = "mkpat: all fixes";
        let request = json!({
            "jsonrpc": "2.0",
            "id": self.asked,
            "method": "workspace/applyEdit",
            "params": { "label": label, "edit": edit },
        });
        transport::write(self.out, &request)
            .map_err(|e| Refusal(ErrorCode::InternalError, e.to_string()))?;
        Ok(Value::Null)
    }

    /// The patterns of all projects whose names contain the letters that were typed.
    fn search(&mut self, params: Value) -> Answer {
        let query = params.get("query").and_then(Value::as_str).unwrap_or_default();
        let query = query.to_lowercase();
        let keys: BTreeSet<Key> = self.keys.values().cloned().collect();
        keys.iter().for_each(|key| self.load(key));
        let mut out: Vec<Value> = Vec::new();
        for key in &keys {
            let Some(project) = self.projects.get(key) else { continue };
            for (id, _) in project.files() {
                let Some(place) = Place::new(project, id) else { continue };
                let lines = Lines::new(place.text(), self.style.encoding);
                let uri = self.address(Some(key), id);
                let heads = place.nodes().filter_map(|node| place.name(node));
                let wanted = heads.filter(|(_, name)| name.to_lowercase().contains(&query));
                let spec = project.spec(place.database);
                out.extend(wanted.take(MOST_SYMBOLS - out.len()).map(|(span, name)| {
                    json!({
                        "name": name,
                        "kind": lsp::SymbolKind::Class,
                        "containerName": spec.name,
                        "location": { "uri": uri, "range": lines.range(span.range()) },
                    })
                }));
            }
        }
        Ok(Value::Array(out))
    }
}

/// The address of the text that a request is about.
fn uri(params: &Value) -> Result<String, Refusal> {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let missing =
        || Refusal(ErrorCode::InvalidParams, "the address of a file is missing".to_string());
    uri.map(str::to_string).ok_or_else(missing)
}

fn formatted(place: &Place<'_>, lines: &Lines<'_>, bytes: Range<usize>) -> Answer {
    let changes = layout::changes(place, bytes);
    let changes =
        changes.map_err(|why| Refusal(ErrorCode::RequestFailed, format!("left alone: {why}")))?;
    value(reply::text_edits(lines, &changes))
}
