//! Answers of the features → values of the protocol.

use std::collections::BTreeMap;
use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTag, Documentation, InsertTextFormat,
    MarkupContent, MarkupKind, ParameterInformation, ParameterInformationLabel, SignatureHelp,
    SignatureInformation, TextEdit,
};
use serde_json::{Value, json};

use super::complete::{Called, Offer, Offered};
use super::text::{Encoding, Lines};

/// Changes of a file in the protocol's form.
pub(super) fn text_edits(lines: &Lines<'_>, changes: &[(Range<usize>, String)]) -> Vec<TextEdit> {
    let edit = |(range, text): &(Range<usize>, String)| TextEdit {
        range: lines.range(range.clone()),
        new_text: text.clone(),
    };
    changes.iter().map(edit).collect()
}

/// Changes of several files: address, version if it is open, edits.
pub(super) type FileEdits = Vec<(String, Option<i32>, Vec<TextEdit>)>;

/// A `WorkspaceEdit`. New files are made first; a client that does not know of versions gets neither.
pub(super) fn workspace_edit(edits: FileEdits, new: &[(String, String)], versions: bool) -> Value {
    if !versions {
        let changes: BTreeMap<String, Vec<TextEdit>> =
            edits.into_iter().map(|(uri, _, edits)| (uri, edits)).collect();
        return json!({ "changes": changes });
    }
    let mut changes: Vec<Value> = Vec::new();
    for (uri, text) in new {
        let start = json!({ "line": 0, "character": 0 });
        changes
            .push(json!({ "kind": "create", "uri": uri, "options": { "ignoreIfExists": true } }));
        changes.push(json!({
            "textDocument": { "uri": uri, "version": null },
            "edits": [{ "range": { "start": start, "end": start }, "newText": text }],
        }));
    }
    for (uri, version, edits) in edits {
        let document = json!({ "uri": uri, "version": version });
        changes.push(json!({ "textDocument": document, "edits": edits }));
    }
    json!({ "documentChanges": changes })
}

/// Markdown.
pub(super) fn markdown(text: &str) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value: text.to_string() }
}

/// An offer. A client without snippets gets the text up to the first place to fill in.
pub(super) fn completion(offer: Offer, snippets: bool) -> CompletionItem {
    let kind = match offer.kind {
        Offered::Helper => CompletionItemKind::Function,
        Offered::Label => CompletionItemKind::Variable,
        Offered::Constant => CompletionItemKind::EnumMember,
        Offered::Value => CompletionItemKind::Property,
        Offered::Keyword => CompletionItemKind::Keyword,
        Offered::Code => CompletionItemKind::Constant,
    };
    let (text, format) = match offer.insert {
        None => (None, None),
        Some(text) if snippets => (Some(text), Some(InsertTextFormat::Snippet)),
        Some(text) => (text.split("${").next().map(str::to_string), None),
    };
    CompletionItem {
        label: offer.label,
        kind: Some(kind),
        detail: Some(offer.detail).filter(|detail| !detail.is_empty()),
        documentation: Some(offer.doc)
            .filter(|doc| !doc.is_empty())
            .map(|doc| Documentation::MarkupContent(markdown(&doc))),
        tags: offer.obsolete.then(|| vec![CompletionItemTag::Deprecated]),
        insert_text: text,
        insert_text_format: format,
        ..CompletionItem::default()
    }
}

/// A call.
pub(super) fn signature(called: &Called, encoding: Encoding) -> SignatureHelp {
    let units = |byte: usize| encoding.len(&called.text[..byte]) as u32;
    let parameter = |&(start, end): &(usize, usize)| ParameterInformation {
        label: ParameterInformationLabel::Tuple((units(start), units(end))),
        documentation: None,
    };
    let active = called.active.map(|index| lsp_types::ActiveParameter::Int(index as u32));
    SignatureHelp {
        signatures: vec![SignatureInformation {
            label: called.text.clone(),
            documentation: Some(Documentation::MarkupContent(markdown(called.info.doc))),
            parameters: Some(called.parameters.iter().map(parameter).collect()),
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    }
}
