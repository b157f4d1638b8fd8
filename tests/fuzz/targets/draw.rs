//! Diagrams: every document is laid out and drawn, the same each time, as well-formed SVG.

use std::collections::BTreeMap;
use std::sync::Arc;

use limn::analysis::Checked;
use limn::canvas::{Problems, Scene, svg};
use limn::edit::Place;
use limn::graph::{Graph, Id, Look};
use limn::layout::{Layout, layout};

use super::input::{self, split};

/// Maximum number of queried elements of a scene.
const THINGS: usize = 8;

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let (_, analysis) = input::analysis(&text, &mut draws);
    for checked in analysis.all_documents() {
        draw(checked, checked.graph());
        for diagram in checked.diagrams() {
            draw(checked, &diagram.graph);
        }
    }
}

fn draw(checked: &Checked, graph: &Arc<Graph>) {
    let problems: BTreeMap<Id, Problems> = checked
        .problems()
        .into_iter()
        .map(|(id, (errors, warnings))| (id, Problems { errors, warnings }))
        .collect();
    let kept: BTreeMap<Id, (f64, f64)> =
        checked.places().into_iter().map(|(id, place)| (id, (place.x, place.y))).collect();
    for nested in [true, false] {
        let graph = graph.as_drawn(nested);
        let laid = layout(&graph, &kept);
        for (id, rect) in &laid.boxes {
            let sides = [rect.x, rect.y, rect.right(), rect.bottom()];
            assert!(sides.iter().all(|side| side.is_finite()), "{id} is at {rect:?}");
        }
        if kept.is_empty() {
            apart(&graph, &laid);
        }
        let scene = Scene::new(Arc::clone(&graph), &laid, &problems);
        let picture = svg::draw(&scene, svg::Theme::default());
        well_formed(&picture);
        let again = Scene::new(Arc::clone(&graph), &layout(&graph, &kept), &problems);
        assert_eq!(svg::draw(&again, svg::Theme::default()), picture, "a text has one picture");
        around(&scene, &graph, &laid);
    }
}

/// No two boxes with the same host overlap.
fn apart(graph: &Graph, laid: &Layout) {
    let nodes: Vec<_> = graph.nodes.iter().filter(|node| node.look != Look::Frame).collect();
    for (at, one) in nodes.iter().enumerate() {
        for other in &nodes[at + 1..] {
            let (Some(a), Some(b)) = (laid.boxes.get(&one.id), laid.boxes.get(&other.id)) else { continue };
            assert!(
                one.id == other.id || one.host != other.host || !a.overlaps(b),
                "{} and {} overlap",
                one.id,
                other.id
            );
        }
    }
}

/// Queries of the page on a scene, and a layout that grows from another.
fn around(scene: &Scene, graph: &Arc<Graph>, laid: &Layout) {
    let ids: Vec<Id> = scene.ids().take(THINGS).cloned().collect();
    for id in &ids {
        let _ = (
            scene.unfolded(id, None).levels(),
            scene.spoken(id),
            scene.name(id),
            scene.wire(id),
            scene.leads(id),
        );
    }
    let moved: Vec<(Id, Place)> = ids.iter().map(|id| (id.clone(), Place { x: 1.0, y: -3e5 })).collect();
    let _ = scene.moved(&scene.with_guests(&moved));
    let half = laid.boxes.iter().step_by(2).map(|(id, rect)| (id.clone(), (rect.x, rect.y))).collect();
    let grown = layout(graph, &half);
    assert!(grown.boxes.values().all(|rect| rect.x.is_finite() && rect.y.is_finite()));
}

/// Elements nest, attributes are quoted, and no character is one that XML forbids.
fn well_formed(svg: &str) {
    let forbidden = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{7f}'..='\u{9f}');
    assert!(!svg.contains(forbidden), "a control character in\n{svg}");
    assert!(!svg.contains(['\u{fffe}', '\u{ffff}']), "a character that is none in\n{svg}");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        references(&rest[..at], svg);
        let Some(end) = end_of_tag(&rest[at..]) else { panic!("a tag has no end in\n{svg}") };
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        let name = tag.trim_start_matches('/').split(|c: char| c.is_whitespace() || c == '/').next();
        let name = name.unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "tags nest in\n{svg}");
        } else if !tag.ends_with('/') && !tag.starts_with(['?', '!']) {
            open.push(name);
        }
        references(tag, svg);
    }
    references(rest, svg);
    assert!(open.is_empty(), "{open:?} is left open in\n{svg}");
}

/// End of a tag: at the first `>` outside quotes.
fn end_of_tag(rest: &str) -> Option<usize> {
    let mut quote = None;
    rest.char_indices().skip(1).find_map(|(at, c)| {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (Some(_), '<') => panic!("`<` in an attribute"),
            (None, '>') => return Some(at),
            _ => {}
        }
        None
    })
}

fn references(text: &str, svg: &str) {
    for (at, _) in text.match_indices('&') {
        let name = text[at + 1..].split_once(';').map(|(name, _)| name);
        let known =
            |name: &str| matches!(name, "amp" | "lt" | "gt" | "quot" | "apos") || name.starts_with('#');
        assert!(name.is_some_and(known), "a bare `&` in\n{svg}");
    }
}
