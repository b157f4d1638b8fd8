//! What the hand makes of the things in the picture just now: what is selected, caught, lit, dimmed, near.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::session::Session;
use super::input;
use crate::canvas::{Card, Tool, Verdict, Verdicts};
use crate::graph::{Id, Look, PortRef};
use crate::layout::Spot;

#[derive(Clone, PartialEq)]
pub(super) struct Hints {
    pub(super) selection: BTreeSet<Id>,
    /// In the marquee.
    pub(super) caught: BTreeSet<Id>,
    /// The wire under the pointer.
    pub(super) near: Option<Id>,
    lights: Lights,
}

impl Hints {
    pub(super) fn of(session: Session, hover: RwSignal<Option<Arc<input::Hover>>>) -> Memo<Hints> {
        Memo::new(move |_| {
            let caught = session.tool().with(|tool| match tool {
                Tool::Selecting { ids, .. } => ids.clone(),
                _ => BTreeSet::new(),
            });
            let near = hover.with(|hover| hover.as_ref().and_then(|hover| hover.wire().cloned()));
            Hints { selection: session.selection().get(), caught, near, lights: Lights::of(session, hover) }
        })
    }

    /// A class more for each of the ports of a card that have a row; none where no port is lit or dimmed.
    pub(super) fn lit(&self, card: &Card) -> Vec<&'static str> {
        self.lit_spots(&card.id, &card.face.spots)
    }

    /// Whether the wire in hand could end at a card, shown ports or folded; nothing where none is in hand, and for where it comes from.
    pub(super) fn takes(&self, card: &Card) -> Option<bool> {
        let from = self.lights.from.as_ref()?;
        let verdicts = self.lights.verdicts.as_ref()?;
        verdicts.node(&card.id).filter(|_| *from != card.id && card.look != Look::Frame)
    }

    /// The same of some ports of a node.
    pub(super) fn lit_spots(&self, node: &Id, spots: &[Spot]) -> Vec<&'static str> {
        if !self.lights.any() {
            return Vec::new();
        }
        spots.iter().map(|spot| self.lights.of_port(&spot.port_ref(node))).collect()
    }
}

/// Which ports are lit and which are dimmed: by the wire in hand, or by the port that the pointer is over.
#[derive(Clone)]
struct Lights {
    /// Where the wire in hand comes from, and what fits it.
    from: Option<Id>,
    verdicts: Option<Arc<Verdicts>>,
    options: Option<Arc<[PortRef]>>,
    hover: Option<Arc<input::Hover>>,
    aim: Option<PortRef>,
}

impl PartialEq for Lights {
    fn eq(&self, other: &Lights) -> bool {
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
    }
}

impl Lights {
    fn of(session: Session, hover: RwSignal<Option<Arc<input::Hover>>>) -> Lights {
        let (from, verdicts, options, aim) = session.tool().with(|tool| {
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
        Lights { from, verdicts, options, hover, aim }
    }

    fn any(&self) -> bool {
        self.verdicts.is_some() || self.options.is_some() || self.hover.is_some() || self.aim.is_some()
    }

    fn of_port(&self, port: &PortRef) -> &'static str {
        if self.aim.as_ref() == Some(port) {
            return " aim";
        }
        let fits = match self {
            Lights { verdicts: Some(verdicts), .. } => verdicts.port(port).map(Verdict::fits),
            Lights { options: Some(options), .. } => Some(options.contains(port)),
            Lights { hover: Some(hover), .. } => hover.fits(port),
            _ => None,
        };
        match fits {
            Some(true) => " lit",
            Some(false) => " dim",
            None => "",
        }
    }
}
