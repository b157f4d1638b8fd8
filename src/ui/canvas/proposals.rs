//! Proposals for open requirements: ghosts of nodes and wires on the diagram, and a list in which each is taken or skipped.

use std::collections::{BTreeMap, BTreeSet};

use leptos::{ev, html, prelude::*};

use super::super::browser::{after, elements};
use super::super::icons::{Glyph, Picture};
use super::super::pane_focus::focus_canvas;
use super::super::select::{OptionGroup, Select, SelectOption};
use super::super::session::{documents, edits, gestures, navigation, positions, view_state};
use limn_analysis::{Proposal, Way};
use limn_canvas::{Anchor, Scene, WorldPoint};
use limn_language::graph::{PortRef, Side};
use limn_layout::Rect;

/// The size of the ghost of a new node.
const GHOST: (f64, f64) = (200.0, 52.0);
/// Distance from its requirement, and between ghosts.
const BESIDE: f64 = 120.0;
const APART: f64 = 28.0;

/// A proposal with the way that is chosen, as it is drawn.
#[derive(Clone, PartialEq)]
struct Ghost {
    proposal: Proposal,
    /// The way, as an index.
    chosen: usize,
    /// Area of the new node.
    area: Option<Rect>,
    path: String,
}

impl Ghost {
    fn way(&self) -> Option<&Way> {
        self.proposal.ways.get(self.chosen)
    }
}

/// Decisions of the user.
#[derive(Clone, Copy)]
struct Decisions {
    skipped: RwSignal<BTreeSet<PortRef>>,
    chosen: RwSignal<BTreeMap<PortRef, String>>,
    /// The proposal whose line has the pointer or the focus.
    lit: RwSignal<Option<PortRef>>,
}

/// Brings the ghosts of new nodes into view, once: when they are there and the list that covers part of the diagram is shown.
fn show_ghosts(ghosts: Memo<Vec<Ghost>>) {
    let navigation = navigation();
    let is_done = StoredValue::new(false);
    Effect::new(move |_| {
        let areas = ghosts.with(|ghosts| ghosts.iter().filter_map(|ghost| ghost.area).collect::<Vec<_>>());
        let Some(area) = areas.into_iter().reduce(|one, other| one.union(&other)) else { return };
        if !is_done.get_value() {
            is_done.set_value(true);
            after(0, move || navigation.show_with_area(area));
        }
    });
}

/// Focuses the first proposal when the list appears. The returned callback does so again after a decision.
fn focus_proposals(panel: NodeRef<html::Aside>) -> Callback<()> {
    let focus_first = move || {
        let Some(panel) = panel.get_untracked() else { return };
        let first =
            ["outline", "button"].into_iter().find_map(|class| elements(&panel, class).into_iter().next());
        if let Some(first) = first {
            drop(first.focus());
        }
    };
    Effect::new(move |_| {
        if panel.get().is_some() {
            queue_microtask(focus_first);
        }
    });
    // Once the list has followed the edit.
    Callback::new(move |()| request_animation_frame(focus_first))
}

/// The ghosts and the list.
#[component]
pub fn Proposals() -> impl IntoView {
    let (documents, view_state, positions) = (documents(), view_state(), positions());
    let decisions = Decisions {
        skipped: RwSignal::new(BTreeSet::new()),
        chosen: RwSignal::new(BTreeMap::new()),
        lit: RwSignal::new(None),
    };
    let proposals = Memo::new(move |_| {
        documents
            .checked()
            .with(|checked| checked.as_ref().map(|checked| checked.0.proposals()).unwrap_or_default())
    });
    // The decisions are about one file.
    let active_file = Memo::new(move |_| documents.active_file().get());
    Effect::watch(
        move || active_file.get(),
        move |_, _, _| {
            decisions.skipped.set(BTreeSet::new());
            decisions.chosen.set(BTreeMap::new());
        },
        false,
    );
    let ghosts = Memo::new(move |_| {
        let (skipped, chosen) = (decisions.skipped.get(), decisions.chosen.get());
        let left = proposals.get().into_iter().filter(|proposal| !skipped.contains(&proposal.from));
        let scene = positions.base_scene().get();
        let with_choice = left.map(|proposal| {
            let way = chosen.get(&proposal.from);
            (proposal.ways.iter().position(|other| Some(&key_of(other)) == way).unwrap_or_default(), proposal)
        });
        ghosts_of(&scene, with_choice)
    });
    show_ghosts(ghosts);
    let close = move || {
        view_state.set_guide(None);
        focus_canvas();
    };
    let panel = NodeRef::<html::Aside>::new();
    let refocus = focus_proposals(panel);
    view! {
        <div class="world ghosts" aria-hidden="true" style:transform=move || view_state.camera().get().transform()>
            <svg class="scene canvas">{move || ghosts.get().into_iter().map(|ghost| drawn(ghost, decisions)).collect_view()}</svg>
        </div>
        <aside
            node_ref=panel
            class="proposals"
            aria-label="Proposals for open requirements"
            on:keydown=move |event: ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    close();
                }
            }
        >
            <div class="proposals-head">
                <h2>"Proposals for open requirements"</h2>
                <button type="button" class="button bare small" aria-label="Close proposals" on:click=move |_| close()>
                    <Picture glyph=Glyph::Close />
                </button>
            </div>
            <ul>
                <For each=move || ghosts.get() key=|ghost| ghost.proposal.from.clone() let(ghost)>
                    <ProposalRow proposal=ghost.proposal ghosts decisions refocus />
                </For>
            </ul>
            <Show when=move || ghosts.with(Vec::is_empty)>
                <p class="note" role="status">
                    {move || if proposals.with(Vec::is_empty) { "No proposals: there are no open requirements, or no node is compatible." } else { "No other open requirements on this diagram." }}
                </p>
            </Show>
        </aside>
    }
}

#[component]
fn ProposalRow(
    proposal: Proposal,
    ghosts: Memo<Vec<Ghost>>,
    decisions: Decisions,
    refocus: Callback<()>,
) -> impl IntoView {
    let (edits, gestures, navigation) = (edits(), gestures(), navigation());
    let Decisions { skipped, chosen, lit } = decisions;
    let from = StoredValue::new(proposal.from.clone());
    let name = format!("{} › {}", proposal.node, proposal.from.port);
    let ghost = Memo::new(move |_| {
        ghosts.with(|all| {
            from.with_value(|from| all.iter().find(|ghost| ghost.proposal.from == *from).cloned())
        })
    });
    let groups = Memo::new(move |_| {
        let ways = ghost.get().map(|ghost| ghost.proposal.ways).unwrap_or_default();
        OptionGroup::plain(ways.iter().map(|way| SelectOption::new(key_of(way), label(way))).collect())
    });
    let now = Memo::new(move |_| ghost.with(|ghost| ghost.as_ref()?.way().map(key_of)).unwrap_or_default());
    let choose = move |way: String| {
        chosen.update(|chosen| drop(chosen.insert(from.get_value(), way)));
        true
    };
    let take = move || {
        let Some(ghost) = ghost.get_untracked() else { return };
        match ghost.way() {
            Some(Way::Connect(to, _)) => edits.connect(&ghost.proposal.from, to),
            Some(Way::Add(template)) => {
                let area = ghost.area.unwrap_or_default();
                let (x, y) = area.center();
                gestures.add(&template.id, WorldPoint { x, y }, Some(&ghost.proposal.from));
            }
            None => {}
        }
        refocus.run(());
    };
    let light = move || lit.set(Some(from.get_value()));
    view! {
        <li class="proposal" on:pointerenter=move |_| light() on:pointerleave=move |_| lit.set(None) on:focusin=move |_| light()>
            <button type="button" class="proposal-name" title="Show on the diagram" on:click=move |_| {
                let node = from.get_value().node;
                navigation.select(BTreeSet::from([node.clone()]));
                navigation.reveal(&node);
            }>
                {name.clone()}
            </button>
            <Select groups now on_choice=Box::new(choose) label=format!("Target of {name}") />
            <div class="proposal-foot">
                <button type="button" class="button small outline" aria-label=format!("Accept proposal for {name}") on:click=move |_| take()>"Accept"</button>
                <button
                    type="button"
                    class="button small"
                    aria-label=format!("Skip {name}")
                    on:click=move |_| {
                        skipped.update(|skipped| {
                            skipped.insert(from.get_value());
                        });
                        refocus.run(());
                    }
                >
                    "Skip"
                </button>
            </div>
        </li>
    }
}

/// Key that distinguishes a way from the others of its requirement.
fn key_of(way: &Way) -> String {
    match way {
        Way::Connect(port, _) => format!("{}\n{}", port.node.0, port.port),
        Way::Add(template) => template.id.clone(),
    }
}

fn label(way: &Way) -> String {
    match way {
        Way::Connect(port, node) if port.port.is_empty() => format!("Connect to {node}"),
        Way::Connect(port, node) => format!("Connect to {node} ({})", port.port),
        Way::Add(template) => format!("New {}", template.label),
    }
}

fn drawn(ghost: Ghost, decisions: Decisions) -> impl IntoView {
    let from = ghost.proposal.from.clone();
    let is_lit = move || decisions.lit.with(|lit| lit.as_ref() == Some(&from));
    let box_of = ghost.area.map(|area| {
        let name = match ghost.way() {
            Some(Way::Add(template)) => template.label.clone(),
            _ => String::new(),
        };
        let (x, y) = area.center();
        view! {
            <rect class="to-be" x=area.x y=area.y width=area.width height=area.height rx="12" stroke-width="1.5" />
            <text class="to-be-name" x=x y=y + 5.0>{name}</text>
        }
    });
    view! {
        <g class="ghost" class:lit=is_lit>
            <path class="loose" d=ghost.path stroke-width="2" />
            {box_of}
        </g>
    }
}

/// Position of each proposal: new nodes beside what needs them, and none over another.
fn ghosts_of(scene: &Scene, proposals: impl Iterator<Item = (usize, Proposal)>) -> Vec<Ghost> {
    let mut taken: Vec<Rect> = scene.cards.iter().map(|card| card.rect()).collect();
    let mut ghosts = Vec::new();
    for (chosen, proposal) in proposals {
        let Some(from) = scene.anchor(&proposal.from) else { continue };
        let chosen = chosen.min(proposal.ways.len().saturating_sub(1));
        let (area, to) = match proposal.ways.get(chosen) {
            Some(Way::Connect(port, _)) => (None, scene.anchor(port).map(|anchor| anchor.at)),
            _ => {
                let area = free_area(&taken, from);
                taken.push(area);
                let x = if from.toward == Side::Right { area.x } else { area.right() };
                (Some(area), Some(WorldPoint { x, y: area.center().1 }))
            }
        };
        let path = to.map(|to| curve(from, to)).unwrap_or_default();
        ghosts.push(Ghost { proposal, chosen, area, path });
    }
    ghosts
}

/// The nearest free area on the side that a port faces.
fn free_area(taken: &[Rect], from: Anchor) -> Rect {
    let (width, height) = GHOST;
    let x = if from.toward == Side::Right { from.at.x + BESIDE } else { from.at.x - BESIDE - width };
    let start = Rect { x, y: from.at.y - height / 2.0, width, height };
    let steps = (0..40).flat_map(|step| {
        let by = f64::from(step) * (height + APART) / 2.0;
        [by, -by]
    });
    let out = |by: f64| if from.toward == Side::Right { by } else { -by };
    let columns = (0..6).map(|column| out(f64::from(column) * (width + APART)));
    let places = columns.flat_map(|dx| steps.clone().take(24).map(move |dy| (dx, dy)));
    let is_free = |area: &Rect| taken.iter().all(|rect| !rect.overlaps(&area.grown(APART / 2.0)));
    let mut areas = places.map(|(dx, dy)| start.moved(dx, dy));
    areas.find(is_free).unwrap_or(start)
}

fn curve(from: Anchor, to: WorldPoint) -> String {
    let bend = ((to.x - from.at.x).abs() / 2.0).clamp(30.0, 160.0);
    let out = if from.toward == Side::Right { bend } else { -bend };
    let WorldPoint { x, y } = from.at;
    format!("M{x} {y}C{} {y} {} {} {} {}", x + out, to.x - out, to.y, to.x, to.y)
}
