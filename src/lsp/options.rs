//! Options of the server: what the client can do, and the settings `limn.*`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use limn_language::message;
use limn_text::Encoding;
use lsp_types::{ClientCapabilities, InitializeParams, PositionEncodingKind, ResourceOperationKind};
use serde::Deserialize;
use serde_json::Value;

/// Options of the program that starts the server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Address of the manual of checks: its pages are below it, `{manual}/tosca.md`.
    pub manual: Option<String>,
    /// Place where an editor can open definitions that are in no file; `None`: they are not offered.
    pub definitions: Option<Definitions>,
}

/// Definitions that are in no file of a project: of built-in types, and of the catalog.
#[derive(Clone, Debug)]
pub enum Definitions {
    /// Files below this folder.
    Folder(PathBuf),
    /// Documents with the scheme `limn`, whose texts the editor requests.
    Requested(RequestedDefinitions),
}

/// The texts of definitions that the editor was referred to, by URI.
pub type RequestedDefinitions = Arc<Mutex<BTreeMap<String, Arc<str>>>>;

/// Capabilities of the editor.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a capability of the protocol")]
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    pub(crate) snippets: bool,
    /// The editor requests diagnostics, so the server does not send them.
    pub(crate) pulls_diagnostics: bool,
    pub(crate) related_information: bool,
    pub(crate) code_description: bool,
    pub(crate) document_changes: bool,
    /// Edits can ask for confirmation: the editor shows what they change first.
    pub(crate) previews_edits: bool,
    /// Edits can create files.
    pub(crate) creates_files: bool,
    pub(crate) resolves_actions: bool,
    pub(crate) nested_symbols: bool,
    pub(crate) progress: bool,
    pub(crate) watches_files: bool,
    pub(crate) has_configuration: bool,
    pub(crate) reports_configuration: bool,
    pub(crate) refreshes: Refreshes,
    /// Commands that the editor's extension handles: `limn.showReferences`, `limn.showDiagram`.
    pub(crate) commands: Vec<String>,
}

/// Results that the server can ask the editor to request again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Refreshes {
    pub(crate) diagnostics: bool,
    pub(crate) lenses: bool,
    pub(crate) hints: bool,
    pub(crate) tokens: bool,
}

/// The settings `limn.*`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Settings {
    pub(crate) profile: Option<String>,
    pub(crate) strict: bool,
    /// Address of the manual of checks, for links.
    pub(crate) manual: Option<String>,
    #[serde(alias = "inlayHints")]
    pub(crate) hints: Enabled,
    #[serde(alias = "codeLens")]
    pub(crate) lenses: Enabled,
}

/// `true`, or `{enable: true}` as VS Code nests it.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Enabled {
    Flag(bool),
    Nested { enable: bool },
}

impl Enabled {
    pub(crate) fn is_on(self) -> bool {
        let (Enabled::Flag(on) | Enabled::Nested { enable: on }) = self;
        on
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            profile: None,
            strict: false,
            manual: None,
            hints: Enabled::Flag(true),
            lenses: Enabled::Flag(true),
        }
    }
}

impl Settings {
    /// Reads settings; `value` is the section `limn` or contains it. The error is a setting with a wrong value, which has no effect.
    pub(crate) fn read(value: &Value) -> (Settings, Option<String>) {
        let section = value.get("limn").unwrap_or(value);
        // Neovim sends an empty table as an array.
        if section.is_null() || section.as_array().is_some_and(Vec::is_empty) {
            return (Settings::default(), None);
        }
        let Some(entries) = section.as_object() else {
            return (
                Settings::default(),
                Some(message::expected("an object for the settings `limn`", json_kind(section))),
            );
        };
        // One wrong setting leaves the others in effect.
        let (mut known, mut fault) = (serde_json::Map::new(), None);
        for (key, value) in entries {
            let alone: serde_json::Map<String, Value> = [(key.clone(), value.clone())].into_iter().collect();
            match serde_json::from_value::<Settings>(Value::Object(alone)) {
                Ok(_) => {
                    known.insert(key.clone(), value.clone());
                }
                Err(error) => fault = Some(format!("invalid setting `limn.{key}`: {error}")),
            }
        }
        let mut settings: Settings = serde_json::from_value(Value::Object(known)).unwrap_or_default();
        settings.profile = settings.profile.filter(|profile| !profile.is_empty());
        if let Some(profile) = &settings.profile
            && !limn_analysis::profiles().iter().any(|(id, ..)| id == profile)
        {
            fault = Some(format!("invalid setting `limn.profile`: unknown profile `{profile}`"));
            settings.profile = None;
        }
        (settings, fault)
    }
}

fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Client {
    pub(crate) fn new(params: &InitializeParams) -> Client {
        let ClientCapabilities { workspace, text_document, window, general, .. } = &params.capabilities;
        let (workspace, text) = (workspace.as_ref(), text_document.as_ref());
        let offered =
            general.as_ref().and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        let completion = text.and_then(|text| text.completion.as_ref()?.completion_item.as_ref());
        let published = text.and_then(|text| text.publish_diagnostics.as_ref());
        let is_on = |on: Option<bool>| on.unwrap_or(false);
        let options = params.initialization_options.as_ref();
        let commands = options.and_then(|options| options.get("commands")?.as_array());
        Client {
            encoding: encoding(offered),
            snippets: is_on(completion.and_then(|completion| completion.snippet_support)),
            pulls_diagnostics: text.is_some_and(|text| text.diagnostic.is_some()),
            related_information: is_on(published.and_then(|published| published.related_information)),
            code_description: is_on(published.and_then(|published| published.code_description_support)),
            document_changes: is_on(
                workspace.and_then(|workspace| workspace.workspace_edit.as_ref()?.document_changes),
            ),
            previews_edits: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref())
                .is_some_and(|edit| is_on(edit.document_changes) && edit.change_annotation_support.is_some()),
            creates_files: workspace.and_then(|workspace| workspace.workspace_edit.as_ref()).is_some_and(
                |edit| {
                    let operations = edit.resource_operations.as_deref().unwrap_or_default();
                    is_on(edit.document_changes) && operations.contains(&ResourceOperationKind::Create)
                },
            ),
            resolves_actions: text
                .and_then(|text| text.code_action.as_ref()?.resolve_support.as_ref())
                .is_some_and(|support| support.properties.iter().any(|property| property == "edit")),
            nested_symbols: is_on(
                text.and_then(|text| text.document_symbol.as_ref()?.hierarchical_document_symbol_support),
            ),
            progress: is_on(window.as_ref().and_then(|window| window.work_done_progress)),
            watches_files: is_on(
                workspace
                    .and_then(|workspace| workspace.did_change_watched_files.as_ref()?.dynamic_registration),
            ),
            has_configuration: is_on(workspace.and_then(|workspace| workspace.configuration)),
            reports_configuration: is_on(
                workspace
                    .and_then(|workspace| workspace.did_change_configuration.as_ref()?.dynamic_registration),
            ),
            refreshes: Refreshes {
                diagnostics: is_on(
                    workspace.and_then(|workspace| workspace.diagnostic.as_ref()?.refresh_support),
                ),
                lenses: is_on(workspace.and_then(|workspace| workspace.code_lens.as_ref()?.refresh_support)),
                hints: is_on(workspace.and_then(|workspace| workspace.inlay_hint.as_ref()?.refresh_support)),
                tokens: is_on(
                    workspace.and_then(|workspace| workspace.semantic_tokens.as_ref()?.refresh_support),
                ),
            },
            commands: commands
                .into_iter()
                .flatten()
                .filter_map(|command| Some(command.as_str()?.to_owned()))
                .collect(),
        }
    }

    pub(crate) fn encoding_kind(&self) -> PositionEncodingKind {
        match self.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }
}

/// UTF-8 if the editor offers it, as the texts are UTF-8; otherwise its first known choice. Without an offer, UTF-16.
fn encoding(offered: &[PositionEncodingKind]) -> Encoding {
    if offered.contains(&PositionEncodingKind::UTF8) {
        return Encoding::Utf8;
    }
    let known = offered.iter().find_map(|encoding| match encoding.as_str() {
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    });
    known.unwrap_or(Encoding::Utf16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_wrong_setting_leaves_the_others() {
        let (settings, fault) = Settings::read(
            &json!({"limn": {"strict": true, "profile": "none", "inlayHints": {"enable": false}}}),
        );
        assert!(settings.strict && !settings.hints.is_on() && settings.lenses.is_on());
        assert_eq!(settings.profile, None);
        assert_eq!(fault.as_deref(), Some("invalid setting `limn.profile`: unknown profile `none`"));
        let (settings, fault) = Settings::read(&json!({"strict": "yes", "profile": "tosca-1.2"}));
        assert_eq!((settings.strict, settings.profile.as_deref()), (false, Some("tosca-1.2")));
        assert!(fault.is_some_and(|fault| fault.starts_with("invalid setting `limn.strict`")));
        for none in [Value::Null, json!({}), json!([]), json!({"limn": []})] {
            assert_eq!(Settings::read(&none), (Settings::default(), None), "{none}");
        }
        assert!(Settings::read(&json!([1])).1.is_some());
    }

    #[test]
    fn utf_8_is_preferred() {
        assert_eq!(encoding(&[]), Encoding::Utf16);
        assert_eq!(encoding(&[PositionEncodingKind::UTF16, PositionEncodingKind::UTF8]), Encoding::Utf8);
        assert_eq!(encoding(&[PositionEncodingKind::UTF32, PositionEncodingKind::UTF16]), Encoding::Utf32);
        assert_eq!(encoding(&[PositionEncodingKind::new("utf-7")]), Encoding::Utf16);
    }
}
