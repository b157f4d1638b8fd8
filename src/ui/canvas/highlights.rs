//! Highlights of the current interaction: selected, in the marquee, compatible, dimmed, hovered.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::session::{Positions, ViewState};
use super::input;
use limn_canvas::{Card, ConnectionVerdict, Dragged, FarHighlight, Tool, Verdicts};
use limn_language::graph::{Id, Look, PortRef};
use limn_language::value_trace::TracedItems;
use limn_layout::PortLayout;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, PartialEq)]
pub(super) struct Highlights {
    pub(super) selection: Arc<FxHashSet<Id>>,
    /// Elements that contain a selected one, such as the component of a selected property.
    around: Arc<FxHashSet<Id>>,
    /// The item that assistive technology reports.
    active: Option<Id>,
    /// Items in the marquee.
    pub(super) caught: Arc<BTreeSet<Id>>,
    /// Items that are being dragged.
    pub(super) dragged: Option<Arc<Dragged>>,
    /// The wire under the pointer, in the far view: in the near one, it is drawn over the diagram.
    far_near: Option<Id>,
    /// The size of names, where cards show their names alone.
    pub(super) names: Option<f64>,
    lights: PortHighlights,
    /// The trace that is highlighted, unless a wire is being drawn.
    trace: Option<Arc<TracedItems>>,
}

impl Highlights {
    pub(super) fn of(
        view_state: ViewState,
        positions: Positions,
        hover: RwSignal<Option<Arc<input::Hover>>>,
        names: Memo<Option<f64>>,
        far: Memo<bool>,
    ) -> Memo<Highlights> {
        let selection = Memo::new(move |_| {
            let (ids, active): (FxHashSet<Id>, _) = view_state
                .selection()
                .with(|selection| (selection.iter().cloned().collect(), selection.last().cloned()));
            let around: FxHashSet<Id> = positions.base_scene().with(|scene| {
                let nearest =
                    |id: &Id| scene.nearest_around(id).or_else(|| scene.collapsed_card(id).cloned());
                ids.iter().filter_map(nearest).collect()
            });
            (Arc::new(ids), Arc::new(around), active)
        });
        Memo::new(move |_| {
            let (caught, dragged) = view_state.tool().with(|tool| match tool {
                Tool::Selecting { ids, .. } => (Arc::clone(ids), None),
                tool => (Arc::default(), tool.dragged().cloned()),
            });
            let wire = || hover.with(|hover| hover.as_ref().and_then(|hover| hover.wire().cloned()));
            let far_near = far.get().then(wire).flatten();
            let (selection, around, active) = selection.get();
            let lights = PortHighlights::of(view_state, hover);
            let trace = view_state.lit_trace().get().filter(|_| !lights.is_drawing());
            let lights = PortHighlights { trace: trace.clone(), ..lights };
            Highlights {
                selection,
                around,
                active,
                caught,
                dragged,
                far_near,
                names: names.get(),
                lights,
                trace,
            }
        })
    }

    /// Emphasis of each item of the far view.
    pub(super) fn far(&self) -> impl Fn(&Id) -> Option<FarHighlight> + '_ {
        let caught = self.caught.iter().map(|id| (id, FarHighlight::Caught));
        let near = self.far_near.iter().map(|id| (id, FarHighlight::Near));
        let selected = self.selection.iter().map(|id| (id, FarHighlight::Selected));
        let marked: FxHashMap<&Id, FarHighlight> = near.chain(caught).chain(selected).collect();
        let verdict = |id: &Id| {
            let fits = self.lights.verdicts.as_ref()?.node(id)?;
            let is_source = self.lights.from.as_ref() == Some(id);
            (!is_source).then_some(if fits { FarHighlight::Takes } else { FarHighlight::No })
        };
        let traced = |id: &Id| {
            let trace = self.trace.as_ref()?;
            Some(match (trace.nodes.contains(id), trace.links.contains(id)) {
                (true, _) => FarHighlight::Takes,
                (_, true) => FarHighlight::Near,
                _ => FarHighlight::No,
            })
        };
        move |id| {
            let marked = if marked.is_empty() { None } else { marked.get(id).copied() };
            marked.or_else(|| verdict(id)).or_else(|| traced(id))
        }
    }

    /// Returns true if the highlighted trace runs through a node; `None` without a trace.
    pub(super) fn traces_node(&self, id: &Id) -> Option<bool> {
        Some(self.trace.as_ref()?.nodes.contains(id))
    }

    /// Returns true if the highlighted trace runs through a wire; `None` without a trace.
    pub(super) fn traces_wire(&self, id: &Id) -> Option<bool> {
        Some(self.trace.as_ref()?.links.contains(id))
    }

    /// Returns true if a card is in the marquee, or contains what is selected.
    pub(super) fn catches(&self, id: &Id) -> bool {
        self.caught.contains(id) || self.around.contains(id)
    }

    /// Returns true if it is the item that assistive technology reports.
    pub(super) fn is_active(&self, id: &Id) -> bool {
        self.active.as_ref() == Some(id)
    }

    /// Additional class for each port row of a card; empty if no port is highlighted or dimmed.
    pub(super) fn lit(&self, card: &Card) -> Vec<&'static str> {
        self.lit_spots(&card.id, &card.face.ports)
    }

    /// Returns true if the wire being drawn can end at a card, including its folded ports; `None` without a wire, and for its source.
    pub(super) fn takes(&self, card: &Card) -> Option<bool> {
        let from = self.lights.from.as_ref()?;
        let verdicts = self.lights.verdicts.as_ref()?;
        verdicts.node(&card.id).filter(|_| *from != card.id && card.look != Look::Frame)
    }

    /// Additional class for ports of a node.
    pub(super) fn lit_spots(&self, node: &Id, spots: &[PortLayout]) -> Vec<&'static str> {
        if !self.lights.any() {
            return Vec::new();
        }
        spots.iter().map(|spot| self.lights.of_port(&spot.port_ref(node))).collect()
    }
}

/// Highlighted and dimmed ports: by the wire being drawn, or by the hovered port.
#[derive(Clone)]
struct PortHighlights {
    /// Source of the wire being drawn, and its compatible ports.
    from: Option<Id>,
    verdicts: Option<Arc<Verdicts>>,
    options: Option<Arc<[PortRef]>>,
    hover: Option<Arc<input::Hover>>,
    aim: Option<PortRef>,
    trace: Option<Arc<TracedItems>>,
}

impl PartialEq for PortHighlights {
    fn eq(&self, other: &PortHighlights) -> bool {
        fn same<T: ?Sized>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
            match (one, other) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (None, None) => true,
                _ => false,
            }
        }
        self.aim == other.aim
            && self.from == other.from
            && same(self.verdicts.as_ref(), other.verdicts.as_ref())
            && same(self.options.as_ref(), other.options.as_ref())
            && same(self.hover.as_ref(), other.hover.as_ref())
            && same(self.trace.as_ref(), other.trace.as_ref())
    }
}

impl PortHighlights {
    fn of(view_state: ViewState, hover: RwSignal<Option<Arc<input::Hover>>>) -> PortHighlights {
        let (from, verdicts, options, aim) = view_state.tool().with(|tool| {
            let aim = tool.aim().cloned();
            match tool {
                Tool::Connecting { from, verdicts, .. } => {
                    (Some(from.node.clone()), Some(Arc::clone(verdicts)), None, aim)
                }
                Tool::Choosing { from: Some(_), options, .. } => (None, None, Some(Arc::clone(options)), aim),
                _ => (None, None, None, aim),
            }
        });
        let busy = verdicts.is_some() || aim.is_some();
        let hover = if busy { None } else { hover.get().filter(|hover| hover.lights()) };
        PortHighlights { from, verdicts, options, hover, aim, trace: None }
    }

    /// Returns true if a wire is being drawn, or its end chosen.
    fn is_drawing(&self) -> bool {
        self.verdicts.is_some() || self.options.is_some() || self.aim.is_some()
    }

    fn any(&self) -> bool {
        self.is_drawing() || self.hover.is_some() || self.trace.is_some()
    }

    fn of_port(&self, port: &PortRef) -> &'static str {
        if self.aim.as_ref() == Some(port) {
            return " aim";
        }
        let fits = match self {
            PortHighlights { verdicts: Some(verdicts), .. } => {
                verdicts.port(port).map(ConnectionVerdict::fits)
            }
            PortHighlights { options: Some(options), .. } => Some(options.contains(port)),
            PortHighlights { hover: Some(hover), .. } => hover.fits(port),
            // Other nodes are dimmed as a whole.
            PortHighlights { trace: Some(trace), .. } if trace.nodes.contains(&port.node) => {
                Some(trace.has_value(port))
            }
            _ => None,
        };
        match fits {
            Some(true) => " lit",
            Some(false) => " dim",
            None => "",
        }
    }
}
