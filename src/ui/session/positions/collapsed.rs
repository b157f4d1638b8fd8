//! Collapsed hosts and groups of each diagram. A matter of the view: the text stays, and so do the places of what is hidden.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use leptos::prelude::*;

use super::super::state::State;
use super::collision::Displaced;
use super::{Positions, ViewModel};
use limn_canvas::Scene;
use limn_files::FilePath;
use limn_language::bend::Bends;
use limn_language::edit::Place;
use limn_language::graph::{Graph, Id, Link};
use limn_layout::{Rect, Resize, resolve_overlaps};

/// Collapsed elements, by the keys of documents and of their saved views.
pub type CollapsedIds = BTreeMap<FilePath, BTreeSet<Id>>;

impl Positions {
    fn collapsed_state(self) -> State<CollapsedIds> {
        self.stored.get_value().collapsed
    }

    pub(in super::super) fn all_collapsed(self) -> CollapsedIds {
        self.collapsed_state().read().get_untracked()
    }

    pub(in super::super) fn set_all_collapsed(self, collapsed: CollapsedIds) {
        self.collapsed_state().set_if_different(collapsed);
    }

    /// Collapsed elements of the shown diagram. Not reactive.
    pub fn collapsed(self) -> BTreeSet<Id> {
        let key = self.key();
        let chosen = self
            .collapsed_state()
            .read()
            .with_untracked(|all| key.and_then(|key| all.get(&key).cloned()))
            .unwrap_or_default();
        if chosen.is_empty() {
            return chosen;
        }
        chosen.intersection(&self.collapsible()).cloned().collect()
    }

    /// The hosts and groups of the diagram that is shown, also those inside collapsed ones. Not reactive.
    pub(in super::super) fn collapsible(self) -> BTreeSet<Id> {
        self.drawn.with_untracked(|drawn| drawn.complete().collapsible())
    }

    /// Forgets that hosts and groups without content are collapsed: what is added to one would be hidden at once. A diagram without hosts or groups that
    /// the text has, because it shows a part, hosting as wires, or what is readable of a broken text, says nothing about them.
    pub(in super::super) fn forget_empty_collapsed(self) {
        let is_whole = self.drawn.with_untracked(|drawn| drawn.diagram.is_none() && drawn.broken.is_none());
        if !is_whole || self.wired.read().get_untracked() {
            return;
        }
        let Some(key) = self.key() else { return };
        let stored = self.collapsed_state().read().with_untracked(|all| all.get(&key).map(BTreeSet::len));
        let collapsed = self.collapsed();
        if stored.is_some_and(|stored| stored > collapsed.len()) {
            self.collapsed_state().update(|all| {
                all.insert(key, collapsed);
                all.retain(|_, ids| !ids.is_empty());
            });
        }
    }

    /// The collapsed hosts and groups that hide an element of the diagram that is shown.
    pub(in super::super) fn collapsed_around(self, id: &Id) -> BTreeSet<Id> {
        let collapsed = self.collapsed();
        if collapsed.is_empty() {
            return collapsed;
        }
        self.drawn.with_untracked(|drawn| {
            let whole = drawn.complete();
            // Of a part of an element, such as a property, the element counts.
            let around = (1..=id.0.len()).rev().map(|len| Id(id.0.prefix(len)));
            let mut found = around.map(|id| whole.collapsed_around(&id, &collapsed));
            found.find(|found| !found.is_empty()).unwrap_or_default()
        })
    }

    /// Returns true if an element is inside a collapsed card, and not drawn itself.
    pub(in super::super) fn is_inside_collapsed(self, id: &Id) -> bool {
        self.scene.with_untracked(|scene| scene.rect(id).is_none()) && !self.collapsed_around(id).is_empty()
    }

    /// The nodes among these that are linked to something inside a collapsed card, or are collapsed themselves.
    pub(in super::super) fn hidden_neighbors(self, ids: &[Id]) -> BTreeSet<Id> {
        let collapsed = self.collapsed();
        if collapsed.is_empty() {
            return collapsed;
        }
        self.drawn.with_untracked(|drawn| {
            let whole = drawn.complete();
            let ends = |link: &Link| {
                link.sources.iter().chain(&link.targets).map(|end| end.port.node.clone()).collect::<Vec<_>>()
            };
            let ids: HashSet<&Id> = ids.iter().collect();
            let drawn: HashSet<&Id> = drawn.graph.nodes.iter().map(|node| &node.id).collect();
            let near =
                whole.links.iter().map(ends).filter(|ends| ends.iter().any(|id| ids.contains(id))).flatten();
            let hidden: BTreeSet<Id> = near.filter(|id| !drawn.contains(id)).collect();
            whole.collapsed_around_nodes(&hidden, &collapsed)
        })
    }

    /// Collapses or expands. A collapsed group is where its members are; what has grown makes room.
    pub(in super::super) fn collapse(self, ids: &BTreeSet<Id>, is_collapsed: bool) {
        let Some(key) = self.key() else { return };
        let before = self.scene.get_untracked();
        let corners =
            before.group_outlines.iter().filter(|outline| is_collapsed && ids.contains(&outline.id));
        let corners: Vec<(Id, Place)> = corners
            .filter_map(|outline| {
                let members = outline.areas.iter().copied().reduce(|one, other| one.union(&other))?;
                Some((outline.id.clone(), Place { x: members.x.round(), y: members.y.round() }))
            })
            .collect();
        self.places.update(|places| places.entry(key.clone()).or_default().extend(corners));
        self.collapsed_state().update(|all| {
            let collapsed = all.entry(key.clone()).or_default();
            for id in ids {
                if is_collapsed {
                    collapsed.insert(id.clone());
                } else {
                    collapsed.remove(id);
                }
            }
            all.retain(|_, ids| !ids.is_empty());
        });
        if is_collapsed {
            self.return_displaced(&key, &before);
        } else {
            self.clear_for_members(&key, &before);
        }
        self.follow_growth(&before);
    }

    /// Returns cards that were displaced by the members of a group, which is one card now. Those that a host displaced follow its height.
    fn return_displaced(self, key: &FilePath, before: &Scene) {
        let scene = self.scene.get_untracked();
        let is_new = |id: &Id| before.card(id).is_none() && scene.is_collapsed_group(id);
        if scene.cards.iter().any(|card| is_new(&card.id)) {
            let back = self.restore_displaced(key, &scene);
            self.place_with_hidden(key.clone(), &back);
        }
    }

    /// Moves cards down that the members of a group, which was one card, would cover.
    fn clear_for_members(self, key: &FilePath, before: &Scene) {
        let scene = self.scene.get_untracked();
        let group_of = |id: &Id| {
            let group = before.collapsed_card(id).filter(|card| before.is_collapsed_group(card));
            group.filter(|_| before.card(id).is_none())
        };
        let outlines = scene.outlines();
        let cards = scene.cards.iter().zip(outlines).filter(|(card, _)| scene.host(&card.id).is_none());
        let cards: Vec<_> = cards.collect();
        let boxes: Vec<Resize> = cards
            .iter()
            .map(|(card, after)| {
                let is_new = group_of(&card.id).is_some();
                let was = if is_new { Rect { width: 1.0, height: 1.0, ..*after } } else { *after };
                Resize { before: Some(was), after: *after, fixed: false }
            })
            .collect();
        let mut moves = Vec::new();
        for (at, down, by) in resolve_overlaps(&boxes) {
            let (card, group) = (cards[at].0, group_of(&cards[by].0.id));
            let Some(group) = group.filter(|_| group_of(&card.id).is_none()) else { continue };
            let from = card.at.place();
            let to = Place { y: from.y + down, ..from };
            moves.push((card.id.clone(), to));
            let (id, by, file) = (card.id.clone(), group.clone(), key.clone());
            let height = before.card(group).map_or(0.0, |card| card.face.height);
            let displaced = Displaced { file, id, from, to, by, height };
            self.hidden.update_value(|hidden| hidden.displaced.push(displaced));
        }
        self.place_with_hidden(key.clone(), &scene.with_guests(&moves));
    }

    /// The boxes, and what is inside collapsed ones, which moves along.
    pub(in super::super) fn with_hidden(self, places: &[(Id, Place)]) -> Vec<(Id, Place)> {
        let key = self.key();
        let scene = self.scene.get_untracked();
        self.places().with_untracked(|all| {
            let known = key.and_then(|key| all.get(&key));
            scene.with_collapsed_content(places, |id| known.and_then(|known| known.get(id)).copied())
        })
    }

    /// A place below the members of a collapsed group, for a new one. `None`: not such a group.
    pub(in super::super) fn place_in_collapsed(self, group: &Id) -> Option<Place> {
        /// The height of a member, and a gap.
        const BELOW: f64 = 120.0;
        let scene = self.scene.get_untracked();
        let (key, card) = (self.key()?, scene.card(group).filter(|_| scene.is_collapsed_group(group))?);
        let members = scene.collapsed_within(group);
        self.places().with_untracked(|all| {
            let known = all.get(&key);
            let lowest = members.iter().filter_map(|id| Some(known?.get(id)?.y)).fold(card.at.y, f64::max);
            Some(Place { x: card.at.x, y: lowest + BELOW })
        })
    }

    /// The boxes that are nodes of the document: the card of a collapsed group is not.
    pub(in super::super) fn of_nodes(self, places: &[(Id, Place)]) -> Vec<(Id, Place)> {
        let scene = self.scene.get_untracked();
        places.iter().filter(|(id, _)| !scene.is_collapsed_group(id)).cloned().collect()
    }

    /// `document`: its key.
    pub(super) fn rename_collapsed(self, document: &FilePath, ids: &BTreeMap<Id, Id>) {
        let mut all = self.all_collapsed();
        for (_, known) in all.iter_mut().filter(|(key, _)| key.view().0 == *document) {
            *known =
                std::mem::take(known).into_iter().map(|id| ids.get(&id).cloned().unwrap_or(id)).collect();
        }
        self.set_all_collapsed(all);
    }
}

/// The bends of wires that end where they are bent for: not those of wires to something inside a collapsed card.
pub(super) fn without_collapsed(bends: Arc<Bends>, drawn: &ViewModel) -> Arc<Bends> {
    if bends.is_empty() || drawn.graph.collapsed.is_empty() {
        return bends;
    }
    let ends = |graph: &Graph, id: &Id| {
        let is = |link: &&Link| {
            link.id == *id || link.sources.iter().chain(&link.targets).any(|end| end.written == *id)
        };
        graph.links.iter().find(is).map(|link| (link.sources.clone(), link.targets.clone()))
    };
    let whole = drawn.complete();
    let stays = |id: &Id| ends(&drawn.graph, id) == ends(whole, id);
    Arc::new(bends.iter().filter(|(id, _)| stays(id)).map(|(id, bend)| (id.clone(), bend.clone())).collect())
}
