//! (tests) Gestures as short scripts, and invariants of the state machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::keys::{Command, Press};
use limn_check::sample;
use limn_language::edit::Edit;
use limn_layout as layout;

const GRAPH: &str = "
    [frame all >public
    a >out:x >data:y
    b <in:x <other:z
    c <data:y <in:x >out:x
    d
    !policy p d
    b.other -> c.data
";
/// Positions that are easy to calculate with. Cards are 200 wide: ports on a right edge are at x + 200.
const PLACES: [(&str, (f64, f64)); 4] =
    [("a", (0.0, 0.0)), ("b", (400.0, 0.0)), ("c", (400.0, 300.0)), ("d", (0.0, 300.0))];

const VIEWPORT: Viewport = Viewport { width: 1200.0, height: 900.0 };

struct Hand {
    /// The scene without folded ports.
    bare: Scene,
    scene: Scene,
    graph: limn_language::graph::Graph,
    camera: Camera,
    selection: BTreeSet<Id>,
    tool: Tool,
    at: ScreenPoint,
    grid: bool,
    frozen: Option<&'static str>,
    log: String,
}

impl Hand {
    fn new(graph: &str) -> Hand {
        let graph = sample::graph(graph);
        let places = PLACES.iter().map(|(name, place)| (sample::id(name), *place)).collect();
        let layout = layout::layout(&graph, &places);
        let scene = Scene::new(Arc::new(graph.clone()), &layout, &BTreeMap::new());
        let (camera, at) = (Camera { x: 200.0, y: 200.0, zoom: 1.0 }, ScreenPoint::default());
        Hand {
            bare: scene.clone(),
            scene,
            graph,
            camera,
            selection: BTreeSet::new(),
            tool: Tool::Idle,
            at,
            grid: false,
            frozen: None,
            log: String::new(),
        }
    }

    /// Types must be equal, and a capability connects to a requirement. Only `other` can become a port of the frame.
    fn fits(graph: &limn_language::graph::Graph, from: &PortRef, to: &PortRef) -> Result<(), String> {
        use limn_language::graph::Role::{Capability, Requirement};
        let kind = |port: &PortRef| {
            let of_port =
                |other: &&limn_language::graph::Port| other.role == port.role && other.name == port.port;
            graph.node(&port.node)?.ports.iter().find(of_port)?.kind.clone()
        };
        let is_frame = graph.frame.as_ref().is_some_and(|frame| frame.id == to.node);
        match (from.role, to.role, kind(from), kind(to)) {
            _ if is_frame && to.port.is_empty() && from.port == "other" => Ok(()),
            (Capability, Requirement, offered, needed) if offered == needed => Ok(()),
            (Capability, Requirement, offered, needed) => {
                Err(format!("needs {}, not {}", needed.unwrap_or_default(), offered.unwrap_or_default()))
            }
            _ => Err("a capability goes to a requirement".to_owned()),
        }
    }

    fn send(&mut self, event: CanvasEvent) {
        let (scene, graph, selection) = (&self.scene, &self.graph, self.selection.clone());
        let context = ToolContext {
            scene,
            camera: self.camera,
            viewport: VIEWPORT,
            selection: &selection,
            fits: &|from, to| Hand::fits(graph, from, to),
            ends: &|_, _| None,
            // `d` is hosted on `c`, and on nothing else.
            hosting: &|node, host| {
                let port = |node: &Id, name: &str| PortRef {
                    node: node.clone(),
                    role: limn_language::graph::Role::Capability,
                    port: name.to_owned(),
                };
                (short(node) == "d" && short(host) == "c").then(|| (port(node, "on"), port(host, "host")))
            },
            // `d` and `b` can be connected in one way.
            connection: &|node, on| {
                let port = |node: &Id, name: &str| PortRef {
                    node: node.clone(),
                    role: limn_language::graph::Role::Capability,
                    port: name.to_owned(),
                };
                (short(node) == "d" && short(on) == "b").then(|| (port(node, "disk"), port(on, "use")))
            },
            grid: self.grid,
            frozen: self.frozen,
        };
        let (tool, intent) = std::mem::take(&mut self.tool).on(event, &context);
        self.tool = tool;
        self.scene = match self.tool.opens(&self.bare) {
            Some(id) => self.bare.unfolded(&id, Some(self.camera.sees(VIEWPORT))),
            None => self.bare.clone(),
        };
        match intent {
            Some(Intent::Select { ids, camera }) => {
                let names: Vec<String> = ids.iter().map(short).collect();
                let _ = writeln!(
                    self.log,
                    "select {}",
                    if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
                );
                self.selection = ids;
                self.camera = camera.unwrap_or(self.camera);
            }
            Some(Intent::Camera(camera)) => {
                let _ = writeln!(self.log, "view {:.0},{:.0} x{:.2}", camera.x, camera.y, camera.zoom);
                self.camera = camera;
            }
            Some(intent) => {
                let _ = writeln!(self.log, "{}", described(&intent));
            }
            None => {}
        }
    }

    fn place(&self, text: &str) -> ScreenPoint {
        let world = if let Some((x, y)) = text.split_once(',') {
            WorldPoint::new(x.parse().unwrap(), y.parse().unwrap())
        } else if let Some((node, port)) = text.split_once('.') {
            let id = sample::id(node);
            let ports: Vec<_> =
                self.scene.ports().filter(|(other, _)| other.node == id && other.port == port).collect();
            ports[0].1
        } else if let Some(name) = text.strip_prefix('!') {
            let pill = self.scene.pills.iter().find(|pill| pill.text == name).unwrap();
            WorldPoint::new(pill.rect.center().0, pill.rect.center().1)
        } else if let Some(name) = text.strip_suffix('"') {
            let rect = self.scene.rect(&sample::id(name.trim_matches('"'))).unwrap();
            WorldPoint::new(rect.x + 60.0, rect.y + 20.0)
        } else if text == "wire" {
            let points = &self.scene.wires[0].legs[0].points;
            WorldPoint::new(f64::midpoint(points[0].x, points[1].x), f64::midpoint(points[0].y, points[1].y))
        } else {
            let rect = self.scene.rect(&sample::id(text)).unwrap();
            WorldPoint::new(rect.x + 24.0, rect.y + 44.0)
        };
        self.camera.to_screen(world)
    }

    fn step(&mut self, step: &str) {
        let mut words = step.split_whitespace();
        let verb = words.next().unwrap();
        let (verb, held) = verb.split_once('+').unwrap_or((verb, ""));
        let has = |name: &str| held.contains(name);
        let mods = KeyModifiers { shift: has("shift"), ctrl: has("ctrl"), alt: has("alt"), meta: false };
        let rest: Vec<&str> = words.collect();
        if let ("press" | "middle" | "touch" | "move" | "double" | "menu" | "click", [to, ..]) =
            (verb, rest.as_slice())
        {
            self.at = match *to {
                "by" => ScreenPoint::new(
                    self.at.x + rest[1].parse::<f64>().unwrap(),
                    self.at.y + rest[2].parse::<f64>().unwrap(),
                ),
                "outside" => ScreenPoint::new(-50.0, 400.0),
                place => self.place(place),
            };
        }
        let at = self.at;
        let down = |button, pointer| CanvasEvent::Down { at, button, mods, pointer };
        match verb {
            "press" => self.send(down(Button::Primary, Pointer::Mouse)),
            "middle" => self.send(down(Button::Middle, Pointer::Mouse)),
            "touch" => self.send(down(Button::Primary, Pointer::Touch)),
            "click" => {
                self.send(down(Button::Primary, Pointer::Mouse));
                self.send(CanvasEvent::Up { at, mods });
            }
            "move" => self.send(CanvasEvent::Move { at, mods }),
            "release" => self.send(CanvasEvent::Up { at, mods }),
            "double" => self.send(CanvasEvent::Double { at }),
            "menu" => self.send(CanvasEvent::Menu { at }),
            "wheel" => self.send(CanvasEvent::Wheel { at, dx: 0.0, dy: rest[0].parse().unwrap(), mods }),
            "tick" => self.send(CanvasEvent::Tick(16.0)),
            "zoom" => self.camera.zoom = rest[0].parse().unwrap(),
            "cancel" => self.send(CanvasEvent::Cancel),
            "letter" => self.send(CanvasEvent::Letter(rest[0].chars().next().unwrap())),
            "place" => self.tool = Tool::place(rest[0]),
            "start" => self.tool = Tool::start(),
            "freeze" => self.frozen = Some("line 3 cannot be parsed"),
            "key" | "keyup" => {
                let key = if rest[0] == "Space" { " " } else { rest[0] };
                let press = Press { key: key.to_owned(), code: String::new(), mods };
                self.send(if verb == "key" { CanvasEvent::Key(press) } else { CanvasEvent::KeyUp(press) });
            }
            other => panic!("`{other}` is no step"),
        }
    }
}

fn short(id: &Id) -> String {
    id.0.last_key().unwrap_or_default().to_owned()
}

fn port(port: &PortRef) -> String {
    format!("{}.{}", short(&port.node), port.port)
}

fn described(intent: &Intent) -> String {
    let list = |ids: &[Id]| ids.iter().map(short).collect::<Vec<_>>().join(" ");
    match intent {
        Intent::Move { places } => {
            let place = |(id, place): &(Id, Place)| format!(" {} to {},{}", short(id), place.x, place.y);
            format!("move{}", places.iter().map(place).collect::<String>())
        }
        Intent::Edit(Edit::Connect { from, to }) => format!("connect {} -> {}", port(from), port(to)),
        Intent::Join { from, to } => format!("join {} -> {}", port(from), port(to)),
        Intent::Edit(Edit::Remove { ids }) => format!("remove {}", list(ids)),
        Intent::Edit(Edit::Disconnect { id }) => format!("disconnect {}", short(id)),
        Intent::Edit(Edit::Attach { to, ids }) => format!("attach {} to {}", list(ids), short(to)),
        Intent::Edit(Edit::Detach { from, ids }) => format!("detach {} from {}", list(ids), short(from)),
        Intent::Put { edits, places } => {
            let edits = edits.iter().map(|edit| described(&Intent::Edit(edit.clone())));
            let moved = described(&Intent::Move { places: places.clone() });
            std::iter::once(moved).chain(edits).collect::<Vec<_>>().join(", ")
        }
        Intent::Memberships { .. } => "memberships".to_owned(),
        Intent::Ungroup { groups } => format!("ungroup {}", list(groups)),
        Intent::Group { nodes } => format!("group {}", list(nodes)),
        Intent::AddOn { template, on, .. } => format!("add {template} on {}", short(on)),
        Intent::Edit(Edit::Add { template, place, .. }) => {
            let Place { x, y } = place.unwrap();
            format!("add {template} at {x},{y}")
        }
        Intent::PickFor { port: from, at } => format!("pick for {} at {},{}", port(from), at.x, at.y),
        Intent::ChoosePort { from, options, .. } => {
            format!("choose for {} of {}", port(from), options.iter().map(port).collect::<Vec<_>>().join(" "))
        }
        Intent::PickAdd { at, on } => {
            let on = on.as_ref().map(|on| format!(" on {}", short(on))).unwrap_or_default();
            format!("pick at {},{}{on}", at.x, at.y)
        }
        Intent::Menu { on, .. } => format!("menu on {}", on.id().map_or_else(|| "nothing".to_owned(), short)),
        Intent::StartRename(id) => format!("rename {}", short(id)),
        Intent::Inspect(id) => format!("inspect {}", short(id)),
        Intent::Note(id) => format!("note {}", short(id)),
        Intent::Open(id) => format!("open {}", short(id)),
        Intent::Duplicate { ids, by: None } => format!("duplicate {}", list(ids)),
        Intent::Duplicate { ids, by: Some((x, y)) } => format!("duplicate {} by {x},{y}", list(ids)),
        Intent::Bend { bends } => {
            let bend = |(id, bend): &(Id, Option<limn_language::bend::Bend>)| match bend {
                Some(bend) => format!(" {} by {:?}", short(id), bend.runs),
                None => format!(" {} not", short(id)),
            };
            format!("bend{}", bends.iter().map(bend).collect::<String>())
        }
        Intent::Announce(text) => format!("say {text}"),
        other => format!("{other:?}").to_lowercase(),
    }
}

#[track_caller]
fn check_gesture(script: &str, expect: Expect) {
    check_gesture_in(GRAPH, script, expect);
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "as every check takes what it expects")]
fn check_gesture_in(graph: &str, script: &str, expect: Expect) {
    let mut hand = Hand::new(graph);
    for step in script.split('|') {
        hand.step(step.trim());
    }
    if hand.tool != Tool::Idle {
        let _ = writeln!(hand.log, "({})", hand.tool.name());
    }
    expect.assert_eq(&hand.log);
}

#[test]
fn a_click_selects() {
    check_gesture(
        "press a | release",
        expect![[r#"
        select a
    "#]],
    );
    check_gesture(
        "press a | move by 3 0 | release",
        expect![[r#"
        select a
    "#]],
    );
    check_gesture(
        "click a | click+shift b | click+shift a",
        expect![[r#"
        select a
        select a b
        select b
    "#]],
    );
    check_gesture(
        "click a | click 250,250",
        expect![[r#"
        select a
        select nothing
    "#]],
    );
    check_gesture(
        "click wire",
        expect![[r#"
            select b-other-c-data
        "#]],
    );
    check_gesture(
        "click !p",
        expect![[r#"
        select p
    "#]],
    );
}

#[test]
fn a_block_of_a_far_view_is_dragged_although_a_port_is_near() {
    check_gesture(
        "zoom 0.05 | press b | move by 20 0 | release",
        expect![[r#"
            select b
            move b to 800,0
        "#]],
    );
}

#[test]
fn a_wire_ends_at_the_frame_if_the_language_makes_a_port_there() {
    let dropped = |from: &str| {
        let mut hand = Hand::new(GRAPH);
        let frame = hand.scene.frame.as_ref().unwrap().rect();
        let name = format!("{},{}", frame.x + 60.0, frame.y + 12.0);
        for step in [format!("press {from}"), format!("move {name}"), "release".to_owned()] {
            hand.step(&step);
        }
        hand.log
    };
    assert_eq!(dropped("b.other"), format!("connect b.other -> {}.\n", frame_name()));
    assert_eq!(dropped("b.in"), "say a capability goes to a requirement\n");
}

fn frame_name() -> String {
    sample::graph(GRAPH).frame.map(|frame| short(&frame.id)).unwrap_or_default()
}

#[test]
fn a_click_on_the_name_of_a_port_selects_its_node() {
    check_gesture(
        "click 24,64",
        expect![[r#"
            select a
        "#]],
    );
    check_gesture(
        "click a.out",
        expect![[r#"
            (connecting)
        "#]],
    );
}

#[test]
fn a_new_wire_starts_at_the_clicked_port() {
    // The click on the palette, then one on the empty canvas, then the two ends.
    check_gesture(
        "start | move outside | release | click 250,250 | click a.out | move b.in | click b.in",
        expect![[r#"
            connect a.out -> b.in
        "#]],
    );
    check_gesture(
        "start | click d",
        expect![[r#"
            (starting)
        "#]],
    );
    check_gesture("start | cancel", expect![[""]]);
    check_gesture(
        "freeze | start | click a.out",
        expect![[r#"
            say line 3 cannot be parsed
        "#]],
    );
}

#[test]
fn s2_a_node_dropped_on_one_that_it_can_only_be_connected_to_is_connected() {
    check_gesture(
        "press d | move b | release",
        expect![[r#"
            select d
            join d.disk -> b.use
        "#]],
    );
    check_gesture(
        "press d | move+alt b | release+alt",
        expect![[r#"
            select d
            move d to 400,0
        "#]],
    );
}

#[test]
fn a_node_dropped_on_a_host_is_hosted_there() {
    check_gesture(
        "press d | move+alt c | release+alt",
        expect![[r#"
            select d
            move d to 400,300
        "#]],
    );
    check_gesture(
        "press d | move c | release",
        expect![[r#"
            select d
            connect d.on -> c.host
        "#]],
    );
    check_gesture(
        "press d | move c | cancel",
        expect![[r#"
        select d
    "#]],
    );
    // A node that is not a host is only covered.
    check_gesture(
        "press c | move d | move+alt by 0 3 | release+alt",
        expect![[r#"
        select c
        move c to 0,303
    "#]],
    );
    check_gesture(
        "place thing | move a | release",
        expect![[r#"
        add thing on a
    "#]],
    );
}

const FOLDED: &str = "
    a >out:x
    b <own:z (<in:x (<or:x
    c (<data:y
    d
";

#[test]
fn folded_ports_are_shown_under_a_wire() {
    // The card under the wire, and the port that it is dropped on.
    check_gesture_in(
        FOLDED,
        "press a.out | move b | move b.or | release",
        expect![[r#"
        connect a.out -> b.or
    "#]],
    );
    check_gesture_in(
        FOLDED,
        "press a.out | move b | move by 0 300 | release",
        expect![[r#"
            say `c` has no matching port
        "#]],
    );
    let mut hand = Hand::new(FOLDED);
    for step in ["press a.out", "move b"] {
        hand.step(step);
    }
    let sheet = hand.scene.sheet.clone().unwrap();
    assert_eq!(short(&sheet.on), "b");
    // Across the gap and over the overlay it stays; beside it, it does not.
    hand.step(&format!("move {},{}", sheet.at.x + 60.0, sheet.at.y - 2.0));
    assert_eq!(hand.scene.sheet, Some(Arc::clone(&sheet)));
    hand.step(&format!("move {},{}", sheet.at.x + 60.0, sheet.at.y + 20.0));
    assert_eq!(hand.scene.sheet, Some(sheet));
    hand.step("move c");
    assert_eq!(hand.scene.sheet, None);
    hand.step("cancel");
    assert_eq!(hand.scene, hand.bare);
}

#[test]
fn a_folded_port_chosen_by_key_is_shown() {
    let mut hand = Hand::new(FOLDED);
    for step in ["click b", "key c"] {
        hand.step(step);
    }
    assert_eq!(hand.scene.sheet, None, "{}", hand.log);
    hand.step("key ArrowRight");
    assert_eq!(hand.scene.sheet.as_ref().map(|sheet| short(&sheet.on)), Some("b".to_owned()), "{}", hand.log);
}

#[test]
fn a_resting_pointer_shows_folded_ports_beside_the_card_where_they_cover_nothing() {
    let hand = Hand::new(FOLDED);
    let peek = |scene: &Scene, x: f64, y: f64| {
        let at = WorldPoint::new(x, y);
        scene.peek(at, &scene.hit(at, 4.0)).as_ref().map(short)
    };
    let id = sample::id("b");
    assert_eq!(peek(&hand.scene, 430.0, 30.0), Some("b".to_owned()));
    let view = hand.camera.sees(VIEWPORT);
    let open = hand.scene.unfolded(&id, Some(view));
    let sheet = open.sheet.clone().unwrap().rect();
    assert!(sheet.y > hand.scene.card(&id).unwrap().rect().bottom(), "below");
    assert_eq!(peek(&open, sheet.x + 30.0, sheet.y + 10.0), Some("b".to_owned()));
    assert_eq!(peek(&open, sheet.x + 30.0, sheet.bottom() + 20.0), None);
    // With another card directly below, they are beside it.
    let close = hand.scene.moved(&[(sample::id("c"), Place { x: 400.0, y: sheet.y + 6.0 })]);
    assert_eq!(peek(&close, 430.0, 30.0), Some("b".to_owned()));
    let beside = close.unfolded(&id, Some(view)).sheet.clone().unwrap().rect();
    let card = hand.scene.card(&id).unwrap().rect();
    assert!(beside.x > card.right(), "{beside:?}");
    // If that is out of view, they are above it, because `a` is on the other side.
    let narrow = layout::Rect { width: card.right() + 8.0 - view.x, ..view };
    let above = close.unfolded(&id, Some(narrow)).sheet.clone().unwrap().rect();
    assert!(above.bottom() < card.y && above.right() <= narrow.right(), "{above:?}");
    // Where nothing is free in the view, they cover what is there.
    let low = layout::Rect { y: card.y - 8.0, height: 900.0, ..narrow };
    let covering = close.unfolded(&id, Some(low)).sheet.clone().unwrap().rect();
    assert!(covering.is_within(low), "{covering:?}");
}

/// `a` and `b` are side by side, with a group around both.
const GROUPED: &str = "
    a
    b
    c
    d
    !group all a b
    !group own b
";

#[test]
fn a_node_dropped_in_a_group_joins_it() {
    check_gesture_in(
        GROUPED,
        "press d | move 300,30 | release",
        expect![[r#"
        select d
        move d to 276,-14, attach d to all
    "#]],
    );
    check_gesture_in(
        GROUPED,
        "press d | move 300,30 | cancel",
        expect![[r#"
        select d
    "#]],
    );
    check_gesture_in(
        GROUPED,
        "press d | move+alt 300,30 | release+alt",
        expect![[r#"
        select d
        move d to 276,-14
    "#]],
    );
    // Both selected nodes; into the smaller of two areas.
    check_gesture_in(
        GROUPED,
        "click c | click+shift d | press d | move 440,8 | release",
        expect![[r#"
        select c
        select c d
        move c to 816,-36 d to 416,-36, attach c d to own
    "#]],
    );
    // A member moves inside its group.
    check_gesture_in(
        GROUPED,
        "press a | move 300,30 | release",
        expect![[r#"
        select a
        move a to 276,-14
    "#]],
    );
}

/// Intents when `name` is dragged far out of the host that it is in, with this collapsed.
fn dragged_out(name: &str, collapsed: &[&str]) -> String {
    let mut graph = sample::graph("host >in\na <on ^host\nb <on ^host\nhost.in -> a.on\nhost.in -> b.on");
    graph.links.iter_mut().for_each(|link| link.hosts = true);
    let members = vec![sample::id("a"), sample::id("b")];
    graph.groups.push(limn_language::graph::Group {
        id: sample::id("all"),
        label: "all".to_owned(),
        members,
    });
    let collapsed = collapsed.iter().map(|name| sample::id(name)).collect();
    let graph = Arc::new(graph).as_drawn(true).with_collapsed(&collapsed);
    let mut hand = Hand::new("host");
    hand.bare = Scene::new(graph.clone(), &layout::layout(&graph, &BTreeMap::new()), &BTreeMap::new());
    hand.scene = hand.bare.clone();
    for step in [format!("press {name}").as_str(), "move by 600 500", "release"] {
        hand.step(step);
    }
    hand.log
}

#[test]
fn a_collapsed_group_is_not_dragged_out_of_a_host_with_one_of_its_members() {
    assert!(dragged_out("a", &[]).contains("disconnect"));
    let done = dragged_out("all", &["all"]);
    assert!(done.contains("move all") && !done.contains("disconnect"), "{done}");
}

#[test]
fn a_node_leaves_a_group_only_with_shift() {
    check_gesture_in(
        GROUPED,
        "press a | move 300,200 | release",
        expect![[r#"
            select a
            move a to 276,150
        "#]],
    );
    check_gesture_in(
        GROUPED,
        "press a | move+shift 300,200 | release+shift",
        expect![[r#"
            select a
            move a to 276,150, detach a from all
        "#]],
    );
    check_gesture_in(
        GROUPED,
        "press b | move+shift 300,200 | release+shift",
        expect![[r#"
        select b
        move b to 276,156, detach b from all, detach b from own
    "#]],
    );
    // Within the area of one and out of that of the other.
    check_gesture_in(
        GROUPED,
        "press b | move+shift 300,30 | release+shift",
        expect![[r#"
        select b
        move b to 276,-14, detach b from own
    "#]],
    );
    check_gesture_in(
        GROUPED,
        "freeze | press d | move 300,30 | release",
        expect![[r#"
            say line 3 cannot be parsed
        "#]],
    );
}

#[test]
fn groups_apply_to_the_selection() {
    check_gesture_in(
        GROUPED,
        "key g | click a | key g",
        expect![[r#"
            say select one or more nodes first
            select a
            memberships
        "#]],
    );
}

#[test]
fn a_key_makes_a_group_of_what_is_selected() {
    check_gesture_in(
        GROUPED,
        "click a | click+shift b | key+ctrl g",
        expect![[r#"
        select a
        select a b
        group a b
    "#]],
    );
}

#[test]
fn what_comes_in_over_the_edge_does_not_pan_the_view() {
    check_gesture(
        "place thing | move -190,100 | tick | move 250,250 | release",
        expect![[r#"
        add thing at 150,224
    "#]],
    );
    check_gesture(
        "place thing | move 250,250 | move -190,100 | tick | cancel",
        expect![[r#"
            view 205,200 x1.00
        "#]],
    );
}

#[test]
fn a_policy_is_put_on_a_node_and_taken_off() {
    check_gesture(
        "press !p | move a | release",
        expect![[r#"
        attach a to p
    "#]],
    );
    check_gesture("press !p | move a | move d | release", expect![[r#""#]]);
    check_gesture(
        "press !p | move 250,250 | release",
        expect![[r#"
        detach d from p
    "#]],
    );
    check_gesture("press !p | move outside | release", expect![[r#""#]]);
    check_gesture("press !p | move a | key Escape | release", expect![[r#""#]]);
    check_gesture(
        "freeze | press !p | move a | release",
        expect![[r#"
            say line 3 cannot be parsed
        "#]],
    );
    check_gesture(
        "click !p | key c | key ArrowRight | key Enter",
        expect![[r#"
        select p
        say to a, 1 of 3
        say to b, 2 of 3
        attach b to p
    "#]],
    );
}

#[test]
fn a_drag_moves_at_release_and_once() {
    check_gesture(
        "press a | move by 30 -41 | move by 30 -41",
        expect![[r#"
        select a
        (dragging)
    "#]],
    );
    check_gesture(
        "press+alt a | move+alt by 30 -41 | move+alt by 3 -4 | release+alt",
        expect![[r#"
            select a
            duplicate a by 33,-45
        "#]],
    );
    check_gesture(
        "click a | click+shift d | press d | move+alt by 31 41 | release+alt",
        expect![[r#"
        select a
        select a d
        move a to 31,41 d to 31,341
    "#]],
    );
    check_gesture(
        "press a | move by 30 30 | move by -30 -30 | release",
        expect![[r#"
        select a
    "#]],
    );
}

#[test]
fn a_drag_snaps_to_its_neighbors_unless_alt_is_held() {
    check_gesture(
        "press d | move by 0 -40 | move by 4 -257 | release",
        expect![[r#"
        select d
        move d to 0,2
    "#]],
    );
    check_gesture(
        "press d | move by 0 -40 | move+alt by 4 -257 | release+alt",
        expect![[r#"
        select d
        move d to 4,3
    "#]],
    );
}

#[test]
fn ungroup_takes_the_selected_groups_or_the_smallest_around_the_nodes() {
    let log = |selection: &[Id]| {
        let mut hand = Hand::new(&format!("{GRAPH}\n!group big a b c\n!group small a b"));
        hand.selection = selection.iter().cloned().collect();
        hand.send(CanvasEvent::Command(Command::Ungroup));
        hand.log.trim().to_owned()
    };
    let big = Id(limn_yaml::Path::keys(["groups", "big"]));
    assert_eq!(log(std::slice::from_ref(&big)), "ungroup big");
    assert_eq!(log(&[big, sample::id("a")]), "ungroup big");
    assert_eq!(log(&[sample::id("a"), sample::id("b")]), "ungroup small");
    assert_eq!(log(&[sample::id("a"), sample::id("c")]), "ungroup big");
    assert!(log(&[sample::id("d")]).contains("select a group"));
}

#[test]
fn c3_a_drag_and_a_nudge_snap_to_the_grid_unless_alt_is_held_or_a_guide_is_near() {
    let place = |grid: bool, to: (f64, f64), mods: KeyModifiers| {
        let mut hand = Hand { grid, ..Hand::new(GRAPH) };
        let from = ScreenPoint { x: 320.0, y: 520.0 };
        hand.send(CanvasEvent::Down {
            at: from,
            button: Button::Primary,
            mods: KeyModifiers::default(),
            pointer: Pointer::Mouse,
        });
        // The first one begins the drag.
        for _ in 0..2 {
            hand.send(CanvasEvent::Move { at: ScreenPoint { x: from.x + to.0, y: from.y + to.1 }, mods });
        }
        let places = hand.tool.places().to_vec();
        places.into_iter().find(|(id, _)| short(id) == "d").map(|(_, place)| (place.x, place.y)).unwrap()
    };
    let alt = KeyModifiers { alt: true, ..KeyModifiers::default() };
    // Far from everything that it could be aligned with.
    assert_eq!(place(false, (-517.0, 617.0), KeyModifiers::default()), (-517.0, 917.0));
    assert_eq!(place(true, (-517.0, 617.0), KeyModifiers::default()), (-528.0, 912.0));
    assert_eq!(place(true, (-517.0, 617.0), alt), (-517.0, 917.0));
    // Its left edge is near that of `a`, which is not on a line of the grid near it.
    assert_eq!(place(true, (3.0, 617.0), KeyModifiers::default()), (0.0, 912.0));
    let nudged = |grid: bool| {
        let mut hand = Hand { grid, ..Hand::new(GRAPH) };
        hand.selection = BTreeSet::from([sample::id("d")]);
        hand.send(CanvasEvent::Command(Command::Nudge(crate::keys::Direction::Down)));
        hand.log
    };
    assert_eq!(nudged(false).trim(), "move d to 0,308");
    assert_eq!(nudged(true).trim(), "move d to 0,312");
}

#[test]
fn a_drag_snaps_so_that_a_wire_runs_straight() {
    // The ports of `b` and `c` that are joined are level when `c` is one row lower.
    check_gesture(
        "press c | move by 300 -260 | move by 0 -14 | release",
        expect![[r#"
            select c
            move c to 700,24
        "#]],
    );
}

#[test]
fn a_wire_goes_from_port_to_port_whichever_is_first() {
    check_gesture(
        "press a.out | move b.in | release",
        expect![[r#"
        connect a.out -> b.in
    "#]],
    );
    check_gesture(
        "press b.in | move a.out | release",
        expect![[r#"
        connect a.out -> b.in
    "#]],
    );
    check_gesture(
        "press a.out | move b.other | release",
        expect![[r#"
            say needs z, not x
        "#]],
    );
    check_gesture("press a.out | move by 8 0 | move by -8 0 | release", expect![""]);
}

#[test]
fn a_wire_dropped_on_a_card_takes_the_port_that_fits() {
    check_gesture(
        "press a.data | move c | release",
        expect![[r#"
        connect a.data -> c.data
    "#]],
    );
    check_gesture(
        "press a.out | move d | release",
        expect![[r#"
            say `d` has no matching port
        "#]],
    );
    check_gesture(
        "press c.in | move a | release",
        expect![[r#"
        connect a.out -> c.in
    "#]],
    );
}

#[test]
fn a_wire_dropped_on_nothing_asks_for_what_would_fit() {
    check_gesture(
        "press a.out | move 250,250 | release",
        expect![[r#"
        pick for a.out at 250,250
    "#]],
    );
    check_gesture("press a.out | move outside | release", expect![[r#""#]]);
}

#[test]
fn a_wire_can_be_drawn_by_two_clicks() {
    check_gesture(
        "click a.out | move b",
        expect![[r#"
        (connecting)
    "#]],
    );
    check_gesture(
        "click a.out | move b.in | click b.in",
        expect![[r#"
        connect a.out -> b.in
    "#]],
    );
    check_gesture("click a.out | key Escape", expect![[r#""#]]);
}

#[test]
fn a_wire_can_be_drawn_by_keys() {
    check_gesture(
        "click a | key c | key ArrowRight | key ArrowLeft | key Enter | key ArrowDown | key Enter",
        expect![[r#"
            select a
            say from capability `out` of a, 1 of 2
            say from capability `data` of a, 2 of 2
            say from capability `out` of a, 1 of 2
            say connect requirement `in` of b to capability `out` of a, 1 of 2
            say connect requirement `in` of c to capability `out` of a, 2 of 2
            connect a.out -> c.in
        "#]],
    );
    check_gesture(
        "click d | key c",
        expect![[r#"
        select d
        say `d` has no ports
    "#]],
    );
    check_gesture(
        "key c",
        expect![[r#"
        say no port matches `public`
    "#]],
    );
    check_gesture(
        "click a | key c | key Escape",
        expect![[r#"
        select a
        say from capability `out` of a, 1 of 2
    "#]],
    );
}

#[test]
fn k_connect_by_keys_begins_with_what_is_open_and_follows_letters() {
    // The requirement comes before the capability; a letter selects the next node with that name.
    check_gesture_in(
        "web >page:h <db:q\nalpha >q:q\nbeta >q:q\nbravo >q:q",
        "click web | key c | key Enter | letter b | letter b | letter B | letter x | key Enter",
        expect![[r#"
            select web
            say from requirement `db` of web, 1 of 2
            say connect requirement `db` of web to capability `q` of alpha, 1 of 3
            say connect requirement `db` of web to capability `q` of beta, 2 of 3
            say connect requirement `db` of web to capability `q` of bravo, 3 of 3
            say connect requirement `db` of web to capability `q` of beta, 2 of 3
            connect beta.q -> web.db
        "#]],
    );
    // From a wire, from the node at which it begins.
    check_gesture(
        "click wire | key c",
        expect![[r#"
        select b-other-c-data
        say from requirement `data` of c, 1 of 3
        (choosing)
    "#]],
    );
}

#[test]
fn a_double_click_in_the_room_of_a_host_adds_there() {
    check_gesture_in(
        "host\nguest ^host",
        "double host",
        expect![[r#"
        open host
    "#]],
    );
    check_gesture_in(
        "host\nguest ^host",
        "double 12,60",
        expect![[r#"
        pick at 12,60 on host
    "#]],
    );
}

#[test]
fn a_wire_by_keys_can_end_at_a_new_node() {
    check_gesture(
        "click a | key c | key Enter | key n",
        expect![[r#"
        select a
        say from capability `out` of a, 1 of 2
        say connect requirement `in` of b to capability `out` of a, 1 of 2
        pick for a.out at -160,26
    "#]],
    );
    // Where nothing fits, new nodes are offered at once, on the side of what the port needs or offers.
    check_gesture_in(
        "a <only:q\nb",
        "click a | key c",
        expect![[r#"
        select a
        pick for a.only at 360,26
    "#]],
    );
    check_gesture_in(
        "a >only:q\nb",
        "click a | key c",
        expect![[r#"
        select a
        pick for a.only at -160,26
    "#]],
    );
}

#[test]
fn a_marquee_selects_what_it_touches() {
    check_gesture(
        "press -14,-30 | move 250,450 | release",
        expect![[r#"
        select a d p
    "#]],
    );
    check_gesture(
        "click b | press+shift -14,-30 | move+shift 50,50 | release+shift",
        expect![[r#"
        select b
        select a b
    "#]],
    );
    check_gesture(
        "press -14,-30 | move 250,450",
        expect![[r#"
        (selecting)
    "#]],
    );
}

#[test]
fn the_view_is_panned_by_middle_space_and_finger() {
    check_gesture(
        "middle a | move by 30 10 | release",
        expect![[r#"
        view 230,210 x1.00
    "#]],
    );
    check_gesture(
        "key Space | press a | move by 30 10 | release | press a | move by 1 1 | keyup Space | release",
        expect![[r#"
            view 230,210 x1.00
            view 231,211 x1.00
        "#]],
    );
    check_gesture(
        "touch 250,250 | move by 30 10 | release",
        expect![[r#"
        view 230,210 x1.00
    "#]],
    );
    check_gesture(
        "move 100,100 | wheel 40 | wheel+shift 40 | wheel+ctrl -60",
        expect![[r#"
        view 200,160 x1.00
        view 160,160 x1.00
        view 110,110 x1.36
    "#]],
    );
}

#[test]
fn the_view_follows_a_drag_beyond_the_edge() {
    check_gesture(
        "press a | move by 20 0 | move by -230 0 | tick | tick | move by 100 0 | tick | cancel",
        expect![[r#"
            select a
            view 204,200 x1.00
            view 209,200 x1.00
        "#]],
    );
}

#[test]
fn the_palette_drops_where_the_pointer_is() {
    check_gesture(
        "place db | move 300,200 | release",
        expect![[r#"
        add db at 200,174
    "#]],
    );
    check_gesture("place db | move 300,200 | move outside | release", expect![[r#""#]]);
    check_gesture(
        "place db | move outside | release | click 300,200",
        expect![[r#"
        add db at 200,174
    "#]],
    );
    check_gesture("place db | move 300,200 | key Escape | release", expect![[r#""#]]);
}

#[test]
fn arrows_walk_along_the_wires_and_else_to_the_nearest() {
    check_gesture(
        "key ArrowRight",
        expect![[r#"
        select c
    "#]],
    );
    check_gesture(
        "click a | key ArrowRight | key ArrowDown | key ArrowLeft | key ArrowUp",
        expect![[r#"
            select a
            select b
            select c
            select d
            select a
        "#]],
    );
    check_gesture(
        "click b | key w | key ArrowRight | key w",
        expect![[r#"
            select b
            select b-other-c-data
            select b
            select b-other-c-data
        "#]],
    );
    check_gesture(
        "click d | key w | key ArrowUp",
        expect![[r#"
        select d
        select p
        select d
    "#]],
    );
}

#[test]
fn keys_change_what_is_selected() {
    check_gesture(
        "click a | key Delete",
        expect![[r#"
        select a
        remove a
    "#]],
    );
    check_gesture(
        "click wire | key Backspace",
        expect![[r#"
            select b-other-c-data
            disconnect b-other-c-data
        "#]],
    );
    check_gesture(
        "click a | key+alt ArrowLeft | key+altshift ArrowDown",
        expect![[r#"
        select a
        move a to -8,0
        move a to 0,64
    "#]],
    );
    check_gesture(
        "click a | key F2 | key Enter | key o | key+ctrl d",
        expect![[r#"
        select a
        rename a
        inspect a
        open a
        duplicate a
    "#]],
    );
    check_gesture(
        "key+ctrl a | key Escape | key Delete | key n | key t | key ?",
        expect![[r#"
            select a b c d p b-other-c-data
            select nothing
            pick at 400,250
            autoarrange
            showkeys
        "#]],
    );
    check_gesture(
        "key+ctrl z | key+ctrlshift z | key+ctrl y",
        expect![[r#"
        undo
        redo
        redo
    "#]],
    );
    check_gesture(
        "key 1 | key 0 | key + | key -",
        expect![[r#"
            view 326,268 x1.00
            view 258,222 x1.25
            view 326,268 x1.00
        "#]],
    );
}

#[test]
fn two_clicks_rename_open_and_add() {
    check_gesture(
        "double \"a\"",
        expect![[r#"
        rename a
    "#]],
    );
    check_gesture(
        "double a",
        expect![[r#"
        open a
    "#]],
    );
    check_gesture(
        "double 250,250",
        expect![[r#"
        pick at 250,250
    "#]],
    );
    check_gesture(
        "double wire",
        expect![[r#"
            inspect b-other-c-data
        "#]],
    );
    check_gesture(
        "menu a | menu 250,250",
        expect![[r#"
        menu on a
        menu on nothing
    "#]],
    );
}

#[test]
fn while_the_text_cannot_be_read_one_may_only_look() {
    check_gesture(
        "freeze | press a | move by 30 30 | release",
        expect![[r#"
            say line 3 cannot be parsed
        "#]],
    );
    check_gesture(
        "freeze | press a.out | move b.in | release",
        expect![[r#"
            say line 3 cannot be parsed
        "#]],
    );
    check_gesture(
        "freeze | click a | key Delete | key c | key F2 | key ArrowDown",
        expect![[r#"
            select a
            say line 3 cannot be parsed
            say line 3 cannot be parsed
            say line 3 cannot be parsed
            select d
        "#]],
    );
    check_gesture(
        "freeze | double 250,250 | place db | move 300,200 | release",
        expect![[r#"
            say line 3 cannot be parsed
        "#]],
    );
}

/// Steps that a person might do in any order.
fn steps() -> impl Strategy<Value = Vec<&'static str>> {
    let all = [
        "press a",
        "press+shift b",
        "press a.out",
        "press b.in",
        "press 250,250",
        "press !p",
        "press wire",
        "touch a",
        "touch 250,250",
        "middle a",
        "move b",
        "move b.in",
        "move by 2 1",
        "move by 40 30",
        "move+alt by -90 10",
        "move outside",
        "move 250,250",
        "release",
        "release",
        "release",
        "click a.out",
        "double a",
        "menu b",
        "wheel 40",
        "wheel+ctrl -40",
        "tick",
        "place db",
        "freeze",
        "key Space",
        "keyup Space",
        "key c",
        "key Enter",
        "key ArrowLeft",
        "key ArrowRight",
        "key Delete",
        "key Escape",
        "key+ctrl a",
        "key w",
        "key 1",
        "key +",
        "cancel",
    ];
    proptest::collection::vec(proptest::sample::select(all.to_vec()), 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn cancel_ends_everything_and_writes_nothing(steps in steps()) {
        let mut hand = Hand::new(GRAPH);
        for step in steps {
            hand.step(step);
        }
        hand.log.clear();
        hand.step("cancel");
        prop_assert_eq!(&hand.tool, &Tool::Idle);
        prop_assert_eq!(hand.log, "");
    }

    #[test]
    fn nothing_is_written_before_release(steps in steps()) {
        let mut hand = Hand::new(GRAPH);
        for step in steps {
            hand.log.clear();
            hand.step(step);
            let writes = ["move ", "connect ", "add ", "remove ", "disconnect "].iter().any(|verb| hand.log.starts_with(verb));
            prop_assert!(!(writes && ["move", "press", "touch", "middle", "tick", "wheel"].iter().any(|verb| step.starts_with(verb)))
                // The second click of a connection made by clicks is a press.
                || hand.log.starts_with("connect "), "{} said {}", step, hand.log);
            prop_assert!(hand.camera.x.is_finite() && hand.camera.y.is_finite() && hand.camera.zoom.is_finite());
        }
    }
}

#[test]
fn a_card_is_judged_by_what_it_folds_away_too() {
    let hand = Hand::new(GRAPH);
    let whole = |name: &str| PortRef {
        node: sample::id(name),
        role: limn_language::graph::Role::Capability,
        port: String::new(),
    };
    let context = ToolContext {
        scene: &hand.scene,
        camera: hand.camera,
        viewport: Viewport { width: 1200.0, height: 900.0 },
        selection: &hand.selection,
        fits: &|_, _| Err("it has no such thing".to_owned()),
        ends: &|_, node| Some(if short(node) == "d" { vec![whole("d")] } else { Vec::new() }),
        hosting: &|_, _| None,
        connection: &|_, _| None,
        grid: false,
        frozen: None,
    };
    let from = sample::port(&sample::graph(GRAPH), "a.out");
    let Tool::Connecting { verdicts, .. } = connect::begin(from, ScreenPoint::default(), true, &context)
    else {
        panic!("a wire is in hand")
    };
    assert_eq!(verdicts.node(&sample::id("d")), Some(true));
    assert_eq!(verdicts.node(&sample::id("c")), Some(false));
    assert_eq!(verdicts.nodes.get(&sample::id("a")), None, "a wire ends somewhere else");
}

#[test]
fn a_hint_names_the_keys_that_were_chosen() {
    use crate::keys::{Keymap, OwnChord};
    use limn_language::graph::Role;
    let port =
        |node: &str| PortRef { node: sample::id(node), role: Role::Requirement, port: "in".to_owned() };
    let choosing = Tool::Choosing { from: Some(port("a")), options: vec![port("b")].into(), at: 0 };
    let mut keymap = Keymap::default();
    assert!(choosing.hint(&keymap, false).contains(" · N: new node · "));
    let press = Press { key: "j".to_owned(), code: "KeyJ".to_owned(), mods: KeyModifiers::default() };
    keymap.set(Command::Add, OwnChord::of(&press).unwrap());
    assert!(choosing.hint(&keymap, false).contains(" · J: new node · "));
}

/// A wire from `a`, which needs what `c` offers.
const PAIR: &str = "c >out\na <in\nc.out -> a.in";

#[test]
fn c4_handles_of_a_bent_wire() {
    let mut hand = Hand::new(PAIR);
    let wire = hand.scene.wires[0].id.clone();
    let upright = |hand: &Hand| hand.scene.main_handle(&wire, true).unwrap().at;
    let at = upright(&hand);
    let to = |at: WorldPoint| format!("{},{}", at.x, at.y);
    // Not selected: a marquee.
    hand.step(&format!("press {}", to(at)));
    hand.step("move by -50 0");
    assert_eq!(hand.tool.name(), "selecting");
    hand.step("cancel");
    hand.step(&format!("click {}", to(at)));
    assert_eq!(hand.selection, BTreeSet::from([wire.clone()]));
    hand.log.clear();
    // Selected: its run. Escape leaves it as it was.
    hand.step(&format!("press {}", to(at)));
    hand.step("move by -50 11");
    assert_eq!(hand.tool.name(), "bending");
    let (leg, bend) = hand.tool.bent().unwrap();
    assert_eq!((leg, bend.runs.as_slice()), (&wire, &[at.x - 50.0][..]));
    hand.step("cancel");
    assert_eq!((hand.tool.name(), hand.log.as_str()), ("idle", ""));
    hand.step(&format!("press {}", to(at)));
    hand.step("move by -50 11");
    hand.step("release");
    assert_eq!(hand.log, format!("bend {} by [{:.1}]\n", short(&wire), at.x - 50.0));
}

#[test]
fn c4_a_port_of_the_selected_wire_starts_a_connection() {
    let mut hand = Hand::new(PAIR);
    let wire = hand.scene.wires[0].id.clone();
    let points = hand.scene.leg(&wire).unwrap().points.clone();
    hand.selection = BTreeSet::from([wire.clone()]);
    for end in [points[0], *points.last().unwrap()] {
        let at = format!("{},{}", end.x, end.y);
        hand.step(&format!("press {at}"));
        hand.step("move by 3 60");
        assert_eq!(hand.tool.name(), "connecting");
        hand.step("cancel");
        hand.step(&format!("click {at}"));
        assert_eq!(hand.tool.name(), "connecting");
        hand.step("cancel");
    }
    // On the card, beside the wire that is under its edge.
    let end = points[0];
    let inner = if points[1].x > end.x { -14.0 } else { 14.0 };
    hand.step(&format!("press {},{}", end.x + inner, end.y));
    assert!(!matches!(&hand.tool, Tool::Pressing { on: Hit::Wire(_), .. }));
    hand.step("cancel");
    assert_eq!(hand.log, "");
}

#[test]
fn c4_a_drag_continues_with_the_path_at_its_start() {
    let mut hand = Hand::new(PAIR);
    let wire = hand.scene.wires[0].id.clone();
    let at = hand.scene.main_handle(&wire, true).unwrap().at;
    hand.selection = BTreeSet::from([wire.clone()]);
    hand.step(&format!("press {},{}", at.x, at.y));
    hand.step("move by -20 0");
    // Another path arrives, with more segments.
    let handle = hand.scene.main_handle(&wire, false).unwrap();
    let other = hand.scene.dragged(&wire, handle.grip, WorldPoint::new(0.0, 55.0), SNAP_NOTHING).unwrap();
    assert!(other.runs.len() > 1);
    hand.bare = hand.bare.bent(&wire, Some(&other));
    hand.scene = hand.bare.clone();
    hand.step("move by -20 0");
    assert_eq!(hand.tool.bent().unwrap().1.runs, [at.x - 40.0]);
}

#[test]
fn c4_a_key_that_cannot_move_the_segment_gives_the_reason() {
    let mut hand = Hand::new(PAIR);
    let wire = hand.scene.wires[0].id.clone();
    hand.selection = BTreeSet::from([wire.clone()]);
    let handle = hand.scene.main_handle(&wire, true).unwrap();
    let far = hand.scene.dragged(&wire, handle.grip, WorldPoint::new(-2000.0, 0.0), SNAP_NOTHING).unwrap();
    hand.bare = hand.bare.bent(&wire, Some(&far));
    hand.scene = hand.bare.clone();
    hand.step("key+alt ArrowLeft");
    assert_eq!(hand.log, "say no room to move the segment in this direction\n");
}

#[test]
fn c4_keys_move_a_run_of_the_selected_wire_and_reset_its_path() {
    let mut hand = Hand::new(PAIR);
    let wire = hand.scene.wires[0].id.clone();
    let at = hand.scene.main_handle(&wire, true).unwrap().at;
    hand.selection = BTreeSet::from([wire.clone()]);
    hand.step("key+alt ArrowLeft");
    hand.step("key+alt+shift ArrowLeft");
    hand.step("key s");
    let name = short(&wire);
    let [near, far] = [at.x - 8.0, at.x - 64.0];
    assert_eq!(
        hand.log,
        format!("bend {name} by [{near:.1}]\nbend {name} by [{far:.1}]\nsay select a bent wire first\n")
    );
    hand.log.clear();
    // Bent: the double click on it, and the key.
    let handle = hand.scene.main_handle(&wire, true).unwrap();
    let bend = hand.scene.dragged(&wire, handle.grip, WorldPoint::new(-40.0, 0.0), SNAP_NOTHING).unwrap();
    hand.bare = hand.bare.bent(&wire, Some(&bend));
    hand.scene = hand.bare.clone();
    hand.step("key s");
    hand.step(&format!("double {},{}", at.x - 40.0, at.y));
    hand.selection = BTreeSet::from([sample::id("a")]);
    hand.step("key s");
    assert_eq!(hand.log, format!("bend {name} not\n").repeat(3));
    hand.log.clear();
    hand.frozen = Some("line 3 cannot be parsed");
    hand.step("key s");
    assert_eq!(hand.log, "say line 3 cannot be parsed\n");
}

#[test]
fn c4_a_run_snaps_to_the_grid_unless_alt_is_held() {
    let mut hand = Hand::new(PAIR);
    hand.grid = true;
    let wire = hand.scene.wires[0].id.clone();
    let at = hand.scene.main_handle(&wire, true).unwrap().at;
    hand.selection = BTreeSet::from([wire]);
    let drag = |hand: &mut Hand, verb: &str| {
        hand.step(&format!("press {},{}", at.x, at.y));
        hand.step("move by -41 0");
        hand.step(&format!("{verb} by 0 0"));
        let x = hand.tool.bent().unwrap().1.runs[0];
        hand.step("cancel");
        x
    };
    assert_eq!(drag(&mut hand, "move") % GRID, 0.0);
    assert_eq!(drag(&mut hand, "move+alt"), at.x - 41.0);
}

const SNAP_NOTHING: crate::bend::Snap = crate::bend::Snap { reach: 0.0, grid: None };

#[test]
fn c3_a_drop_from_the_palette_snaps_to_the_grid_unless_alt_is_held() {
    let drop = |steps: &[&str], grid: bool| {
        let mut hand = Hand::new(GRAPH);
        hand.grid = grid;
        hand.step("place server");
        for step in steps {
            hand.step(step);
        }
        hand.log
    };
    assert_eq!(drop(&["move 333,217", "release"], false), "add server at 233,191\n");
    assert_eq!(drop(&["move 333,217", "release"], true), "add server at 240,192\n");
    assert_eq!(drop(&["move+alt 333,217", "release+alt"], true), "add server at 233,191\n");
}
