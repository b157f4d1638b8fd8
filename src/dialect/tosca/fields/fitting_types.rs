//! Types that fit a requirement, by what its other keys and the inherited definition state: those that meet all of that and are nearest first.

use limn_language::schema::ChoiceItem;
use rustc_hash::FxHashMap;

use super::FieldProvider;
use super::topology::short;
use crate::matching::{Lineage, RequiredType, is_root, valid_targets};
use crate::types::{ScalarText, Table, TypeId, TypeKind};

/// Distance of a relationship type that is valid for every capability: behind those for a certain one.
const ANY_TARGET: usize = 16;

/// Demands of a requirement on one of its types, by its other keys.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Demands {
    /// The type of the inherited definition, which a refinement narrows; for an assignment, the one of its definition.
    pub(super) base: Option<TypeId>,
    pub(super) node: Option<TypeId>,
    pub(super) capability: Option<TypeId>,
    pub(super) relationship: Option<TypeId>,
}

/// Rank of a type among those that meet the demands: the number of unmet statements, then the distance. A type that does not narrow the inherited one has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    unmet: usize,
    distance: usize,
    /// Order of equal ones: the position of the capability, or the number of ancestors.
    order: usize,
}

/// Adds statements up to a rank.
#[derive(Default)]
struct Ranking {
    met: usize,
    rank: Rank,
}

impl Ranking {
    /// Adds a statement, with the distance if it is met.
    fn add(&mut self, distance: Option<usize>) {
        match distance {
            Some(distance) => {
                self.met += 1;
                self.rank.distance += distance;
            }
            None => self.rank.unmet += 1,
        }
    }

    /// `None` if nothing is met.
    fn finish(self) -> Option<Rank> {
        (self.met > 0).then_some(self.rank)
    }
}

impl<'m> FieldProvider<'m> {
    /// Capability types: those that the node type offers, that the relationship type allows, and that narrow the inherited one.
    pub(super) fn capability_types(&self, demands: &Demands) -> Vec<ChoiceItem> {
        let type_scope = self.type_scope();
        let offers = demands.node.map(|id| {
            let definitions = type_scope.effective(id).capabilities().iter();
            let types = definitions
                .filter_map(|definition| type_scope.type_of(definition, TypeKind::Capability)?.found());
            let mut offers: Vec<Lineage> = types.map(|id| Lineage::of(type_scope, id)).collect();
            // The farthest inherited ones are first in the table, and every node has those.
            offers.reverse();
            offers
        });
        let targets = self.targets_of(demands);
        let base = self.base(demands);
        self.ranked(TypeKind::Capability, |id| {
            let line = Lineage::of(type_scope, id);
            let mut ranking = Ranking::default();
            if let Some(offers) = &offers {
                let offered = offers
                    .iter()
                    .enumerate()
                    .filter_map(|(order, offer)| Some((offer.ids().position(|other| other == id)?, order)));
                let nearest = offered.min();
                ranking.rank.order = nearest.map_or(0, |nearest| nearest.1);
                let is_exact = |distance: usize| distance == 0 || !is_root(&line.name);
                ranking.add(nearest.map(|nearest| nearest.0).filter(|distance| is_exact(*distance)));
            }
            if let Some(base) = &base {
                ranking.add(Some(distance(&line, base)?));
            }
            if let Some(targets) = &targets {
                ranking.add(nearest_of(&line, targets));
            }
            ranking.finish()
        })
    }

    /// Node types with a capability that fits, the most general first.
    pub(super) fn node_types(&self, demands: &Demands) -> Vec<ChoiceItem> {
        let type_scope = self.type_scope();
        let capability = demands.capability.map(|id| RequiredType::exactly(type_scope, id));
        let targets = self.targets_of(demands);
        let base = self.base(demands);
        let asked: Vec<Vec<RequiredType>> =
            [capability.map(|required| vec![required]), targets].into_iter().flatten().collect();
        // Few capability types are those of many node types.
        let mut known: FxHashMap<TypeId, Vec<Option<usize>>> = FxHashMap::default();
        let mut offered = |capabilities: &Table<'m>, at: usize| {
            let types = capabilities
                .iter()
                .filter_map(|definition| type_scope.type_of(definition, TypeKind::Capability)?.found());
            let distances = types.filter_map(|id| {
                let of_each = known.entry(id).or_insert_with(|| {
                    let line = Lineage::of(type_scope, id);
                    asked.iter().map(|types| nearest_of(&line, types)).collect()
                });
                of_each[at]
            });
            distances.min()
        };
        self.ranked(TypeKind::Node, |id| {
            let mut ranking = Ranking::default();
            let effective = type_scope.effective(id);
            ranking.rank.order = effective.ancestry.len();
            for at in 0..asked.len() {
                ranking.add(offered(effective.capabilities(), at));
            }
            if let Some(base) = &base {
                ranking.add(Some(distance(&Lineage::of(type_scope, id), base)?));
            }
            ranking.finish()
        })
    }

    /// Relationship types that are valid for the capability.
    pub(super) fn relationship_types(&self, demands: &Demands) -> Vec<ChoiceItem> {
        self.ranked(TypeKind::Relationship, |id| self.relationship_rank(demands, id))
    }

    pub(super) fn relationship_rank(&self, demands: &Demands, id: TypeId) -> Option<Rank> {
        let type_scope = self.type_scope();
        let mut ranking = Ranking::default();
        if let Some(base) = &self.base(demands) {
            ranking.add(Some(distance(&Lineage::of(type_scope, id), base)?));
        }
        if let Some(capability) = demands.capability {
            let valid = valid_targets(type_scope, id);
            ranking.add(match valid.is_empty() {
                true => Some(ANY_TARGET),
                false => nearest_of(&Lineage::of(type_scope, capability), &valid),
            });
        }
        ranking.finish()
    }

    /// Type names with a rank, the best first.
    pub(super) fn ranked<R: Ord>(
        &self,
        kind: TypeKind,
        mut rank: impl FnMut(TypeId) -> Option<R>,
    ) -> Vec<ChoiceItem> {
        let names = self.type_scope().names(kind).into_iter();
        let mut found: Vec<(R, String, TypeId)> =
            names.filter_map(|(name, id)| Some((rank(id)?, name, id))).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found.truncate(super::requirements::MOST);
        let word = |(_, name, id): (R, String, TypeId)| {
            let description = ScalarText::at(self.type_scope().get(id).node, "description");
            let doc = description.map(|description| description.text.trim().to_owned()).unwrap_or_default();
            ChoiceItem { word: name, note: kind.word().to_owned(), doc, fits: true }
        };
        found.into_iter().map(word).collect()
    }

    fn base(&self, demands: &Demands) -> Option<RequiredType> {
        demands.base.map(|id| RequiredType::exactly(self.type_scope(), id))
    }

    /// The capability types that the relationship type allows; `None` if it allows any.
    fn targets_of(&self, demands: &Demands) -> Option<Vec<RequiredType>> {
        let valid = valid_targets(self.type_scope(), demands.relationship?);
        (!valid.is_empty()).then_some(valid)
    }
}

/// The number of types between a type and one that it is or derives from.
fn distance(line: &Lineage, asked: &RequiredType) -> Option<usize> {
    let is_met = line.is(asked) == Some(true);
    is_met.then(|| line.ids().position(|id| asked.found.found() == Some(id)).unwrap_or_default())
}

fn nearest_of(line: &Lineage, asked: &[RequiredType]) -> Option<usize> {
    asked.iter().filter_map(|required| distance(line, required)).min()
}

/// A name with its type.
pub(super) fn named(name: &str, type_name: &str) -> ChoiceItem {
    ChoiceItem {
        word: name.to_owned(),
        note: short(type_name).to_owned(),
        fits: true,
        ..ChoiceItem::default()
    }
}
