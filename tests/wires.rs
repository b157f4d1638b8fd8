//! A dragged wire: highlighted items accept it, dimmed ones say why not, and what accepts it can be written. Over the samples and real descriptors.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use common::corpus::{corpus, files};
use limn::analysis::Analysis;
use limn::canvas::{
    Button, Camera, CanvasEvent, KeyModifiers, Pointer, Scene, ScreenPoint, Tool, ToolContext, Viewport,
    WireTarget, WorldPoint,
};
use limn::edit::Edit;
use limn::files::FilePath;
use limn::graph::{Id, PortRef};
use limn::layout::layout;

/// Step from one file that is examined to the next. `LIMN_EVERY=1` looks into each.
fn every() -> usize {
    std::env::var("LIMN_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(24)
}

/// Longer texts take too long.
const LONG: usize = 12_000;
/// Positions of the wire on a card: at its edges, beside them, and in its middle.
const ACROSS: [f64; 7] = [1.0, 9.0, 13.0, 100.0, 187.0, 191.0, 199.0];

const CAMERA: Camera = Camera { x: 0.0, y: 0.0, zoom: 1.0 };
const VIEWPORT: Viewport = Viewport { width: 1e6, height: 1e6 };

/// Takes a wire from each port, and holds it over each card.
fn check(name: &str, text: &str) {
    let file = FilePath::new("a.yaml").expect("a path");
    let analysis = Analysis::of_text(&file, text);
    let Some(checked) = analysis.file(&file) else { return };
    let graph = checked.graph();
    let scene = Scene::new(graph.clone(), &layout(graph, &BTreeMap::new()), &BTreeMap::new());
    let selection = BTreeSet::new();
    let fits = |from: &PortRef, to: &PortRef| checked.accepts(from, to).map_err(|error| error.to_string());
    let ends = |from: &PortRef, on: &Id| checked.ends(from, on);
    let hosting = |node: &Id, host: &Id| checked.hosting(node, host);
    let send = |tool: Tool, scene: &Scene, event: CanvasEvent| {
        let context = ToolContext {
            scene,
            camera: CAMERA,
            viewport: VIEWPORT,
            selection: &selection,
            fits: &fits,
            ends: &ends,
            hosting: &hosting,
            connection: &|_, _| None,
            grid: false,
            frozen: None,
        };
        tool.on(event, &context).0
    };
    let to = |at: ScreenPoint| CanvasEvent::Move { at, mods: KeyModifiers::default() };
    let mut written = BTreeSet::new();
    for (from, place) in scene.ports() {
        let at = CAMERA.to_screen(place);
        let down = CanvasEvent::Down {
            at,
            button: Button::Primary,
            mods: KeyModifiers::default(),
            pointer: Pointer::Mouse,
        };
        let tool = send(Tool::Idle, &scene, down);
        let tool = send(tool, &scene, to(ScreenPoint { x: at.x + 20.0, y: at.y + 20.0 }));
        let Tool::Connecting { from: taken, .. } = &tool else { continue };
        if *taken != from {
            continue;
        }
        for card in scene.cards.iter().filter(|card| card.id != from.node) {
            let rect = card.rect();
            let takes = tool.takes(&card.id);
            assert!(
                takes.is_some() || scene.cards.len() > 300,
                "{name}: {} is neither lit nor dimmed",
                card.name
            );
            for (x, y) in ACROSS.into_iter().flat_map(|x| (1..12).map(move |y| (x, f64::from(y) / 12.0))) {
                let at = WorldPoint::new(rect.x + x, rect.y + rect.height * y);
                if scene.card_at(at).is_none_or(|top| top.id != card.id) {
                    continue;
                }
                let at = CAMERA.to_screen(at);
                let moved = send(tool.clone(), &scene, to(at));
                let open = moved.opens(&scene).map(|id| scene.unfolded(&id, None));
                let moved = send(moved, open.as_ref().unwrap_or(&scene), to(at));
                let Tool::Connecting { over: Some(over), .. } = &moved else { continue };
                if over.node != card.id {
                    continue;
                }
                let told = format!("{name}: {}.{} over {} at {x}, {y}", from.node, from.port, card.name);
                hold(&told, &moved, over, takes);
                let ends = over.port.iter().chain(&over.options).filter(|_| over.refusal.is_none());
                for end in ends.filter(|end| written.insert((from.clone(), PortRef::clone(end)))) {
                    let (from, to) = match fits(&from, end) {
                        Ok(()) => (from.clone(), end.clone()),
                        Err(_) => (end.clone(), from.clone()),
                    };
                    let planned = analysis.plan(&file, &Edit::Connect { from, to });
                    if let Err(error) = planned {
                        panic!("{told}: {error}");
                    }
                }
            }
        }
    }
}

/// Highlighted items accept, unless one of its dimmed ports is pointed at; what is dimmed says why.
fn hold(told: &str, moved: &Tool, over: &WireTarget, takes: Option<bool>) {
    match &over.refusal {
        None => assert_ne!(takes, Some(false), "{told}: dimmed, and accepts"),
        Some(reason) => {
            assert!(!reason.is_empty(), "{told}: refuses without a reason");
            let dimmed = over
                .port
                .as_ref()
                .and_then(|port| moved.verdict(port))
                .is_some_and(|verdict| !verdict.fits());
            assert!(takes != Some(true) || dimmed, "{told}: lit, and refuses: {reason}");
        }
    }
}

#[test]
fn what_is_lit_accepts_and_what_refuses_says_why() {
    let samples = [
        "book_shop.yaml",
        "catalog.bom",
        "check_running.yaml",
        "h_bta.yaml",
        "homing_guide.yaml",
        "media_edge.yaml",
        "streamer_cluster.yaml",
        "video_homing.yaml",
        "web_cluster.yaml",
    ];
    for name in samples {
        let text = std::fs::read_to_string(format!("public/samples/{name}")).expect("a sample can be read");
        check(name, &text);
    }
}

#[test]
fn what_is_lit_accepts_in_real_descriptors() {
    let folders =
        ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca", "5-onap-has"].into_iter().filter_map(corpus);
    let all: Vec<PathBuf> = folders.flat_map(|folder| files(&folder, &[".yaml", ".yml"])).collect();
    for place in all.into_iter().step_by(every()) {
        let Ok(text) = std::fs::read_to_string(&place) else { continue };
        if text.len() <= LONG {
            check(&place.display().to_string(), &text);
        }
    }
}
