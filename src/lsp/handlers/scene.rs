//! Custom requests: `limn/scene` draws a document, `limn/edit` plans an edit of the canvas.

use std::collections::BTreeMap;

use limn_analysis::EditScope;
use limn_canvas::{Problems, Scene, svg};
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_layout::{Rect, layout};
use lsp_server::ResponseError;
use lsp_types::{Range, TextDocumentIdentifier, WorkspaceEdit};
use serde::{Deserialize, Serialize};

use super::{RequestContext, failed};
use crate::snapshot::Doc;

/// Method of the request that draws a document.
pub(crate) const SCENE: &str = "limn/scene";
/// Method of the request that plans an edit of the canvas as an edit of texts.
pub(crate) const EDIT: &str = "limn/edit";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneParams {
    text_document: TextDocumentIdentifier,
    #[serde(default)]
    theme: Theme,
    /// True if hosts are boxes around their nodes; otherwise hosting is drawn as wires.
    #[serde(default = "yes")]
    nested: bool,
    /// The index of the YAML document that is drawn, in a file with several.
    #[serde(default)]
    document: usize,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Theme {
    #[default]
    Light,
    Dark,
    /// The viewer's color scheme.
    System,
}

/// A drawing, and where its elements are: in the drawing, in units of its view box, and in the text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SceneResult {
    /// The version of the document that is drawn.
    version: Option<i32>,
    language: Option<&'static str>,
    svg: String,
    bounds: Bounds,
    nodes: Vec<SceneNode>,
    links: Vec<SceneLink>,
    /// Reason why the drawing is incomplete or empty.
    note: Option<String>,
    /// The YAML documents of a file with several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    documents: Vec<SceneDocument>,
}

/// A YAML document to choose.
#[derive(Serialize)]
struct SceneDocument {
    name: String,
    language: String,
    range: Range,
}

#[derive(Serialize)]
struct Bounds {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl From<Rect> for Bounds {
    fn from(Rect { x, y, width, height }: Rect) -> Bounds {
        Bounds { x, y, width, height }
    }
}

#[derive(Serialize)]
struct SceneNode {
    id: Id,
    name: String,
    caption: String,
    role: &'static str,
    bounds: Bounds,
    /// The element in the text, and its key; `None` for what the text only refers to.
    range: Option<Range>,
    key: Option<Range>,
    errors: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct SceneLink {
    id: Id,
    name: String,
    sources: Vec<Id>,
    targets: Vec<Id>,
    range: Option<Range>,
}

pub(crate) fn scene(
    context: &RequestContext,
    params: SceneParams,
) -> Result<Option<SceneResult>, ResponseError> {
    let Some(doc) = context.snapshot.doc(&params.text_document.uri) else { return Ok(None) };
    let Some(doc) = doc.all().nth(params.document).or_else(|| doc.all().last()) else { return Ok(None) };
    let checked = doc.checked;
    let version = context.snapshot.versions.get(params.text_document.uri.as_str()).copied();
    let note = match (checked.language().dialect, checked.broken()) {
        (None, _) => Some(checked.language().reason.clone()),
        (_, Some(broken)) => Some(format!("syntax error in line {}: {}", broken.line, broken.message)),
        _ => None,
    };
    let kept = checked.places().into_iter().map(|(id, place)| (id, (place.x, place.y))).collect();
    let graph = checked
        .graph()
        .with_layer(checked.graph().main_layer())
        .as_drawn(params.nested)
        .with_images(&doc.unit.files);
    let problems: BTreeMap<Id, Problems> = checked
        .problems()
        .into_iter()
        .map(|(id, (errors, warnings))| (id, Problems { errors, warnings }))
        .collect();
    let layout = layout(&graph, &kept);
    let scene = Scene::new(graph, &layout, &problems);
    let theme = match params.theme {
        Theme::Light => svg::Theme::Light,
        Theme::Dark => svg::Theme::Dark,
        Theme::System => svg::Theme::System,
    };
    let ranges = |id: &Id| {
        let (key, whole) = checked.range_of(id)?;
        Some((context.range(doc, key), context.range(doc, whole)))
    };
    let nodes = scene.cards.iter().map(|card| {
        let ranges = ranges(&card.id);
        let rect = layout.boxes.get(&card.id).copied().unwrap_or_default();
        SceneNode {
            id: card.id.clone(),
            name: card.name.clone(),
            caption: card.caption.clone(),
            role: card.role,
            bounds: rect.into(),
            range: ranges.map(|(_, whole)| whole),
            key: ranges.map(|(key, _)| key),
            errors: card.problems.errors,
            warnings: card.problems.warnings,
        }
    });
    let links = scene.wires.iter().map(|wire| SceneLink {
        id: wire.id.clone(),
        name: wire.name.clone(),
        sources: wire.sources.clone(),
        targets: wire.targets.clone(),
        range: ranges(&wire.id).map(|(_, whole)| whole),
    });
    Ok(Some(SceneResult {
        version,
        language: checked.language().dialect,
        bounds: scene.bounds.into(),
        nodes: nodes.collect(),
        links: links.collect(),
        svg: svg::draw(&scene, theme),
        note,
        documents: documents(context, doc),
    }))
}

fn documents(context: &RequestContext, doc: Doc<'_>) -> Vec<SceneDocument> {
    let of = |document: Doc<'_>| {
        let label = document.checked.label();
        let range = context.range(document, document.checked.own_range());
        SceneDocument { name: label.name, language: label.language, range }
    };
    if doc.all().count() > 1 { doc.all().map(of).collect() } else { Vec::new() }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EditParams {
    text_document: TextDocumentIdentifier,
    /// The version that the edit was made on; without one, the current version.
    version: Option<i32>,
    edit: Edit,
    /// The index of the YAML document that is edited, in a file with several.
    #[serde(default)]
    document: usize,
    /// Scope of a change to a value that an anchor shares; without it, such an edit is refused.
    scope: Option<EditScope>,
}

#[derive(Serialize)]
pub(crate) struct EditResult {
    /// To apply by `workspace/applyEdit` or in the editor.
    edit: WorkspaceEdit,
    /// The element to select afterwards.
    focus: Option<Id>,
}

pub(crate) fn edit(context: &RequestContext, params: EditParams) -> Result<EditResult, ResponseError> {
    let uri = &params.text_document.uri;
    let known = context.snapshot.versions.get(uri.as_str()).copied();
    if params.version.is_some() && params.version != known {
        return Err(failed("the document has changed since it was drawn"));
    }
    let doc: Doc<'_> = context.snapshot.doc(uri).ok_or_else(|| failed("the document is unknown"))?;
    let shown = doc.unit.analysis.showing(doc.file, params.document);
    let planned = shown.plan_within(doc.file, &params.edit, params.scope);
    let change = planned.map_err(|error| failed(error.to_string()))?;
    let edit =
        context.snapshot.edit(doc.unit, &change.edits, context.encoding(), context.client.document_changes);
    Ok(EditResult { edit, focus: change.focus })
}
