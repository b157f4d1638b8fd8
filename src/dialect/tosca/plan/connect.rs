//! A requirement that is joined to a node: in the shortest notation that says it, or in the long one where the document keeps to that; in place of
//! what is open yet, or of what it can lead to only once.

use super::desk::Desk;
use crate::dialect::Plan;
use crate::dialect::tosca::matching::{Binding, Target, Wish, fit};
use crate::dialect::tosca::model::{NodeTemplate, Requirement};
use crate::dialect::tosca::types::TypeKind;
use crate::edit::EditError;
use crate::graph::{Id, PortRef, Role};
use crate::yaml::{Op, Path, Spot, Value};

/// `from` and `to` are accepted, either way round.
pub(super) fn plan(desk: &Desk<'_>, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    let (need, offer) = if from.role == Role::Requirement { (from, to) } else { (to, from) };
    let joint = Joint::new(desk, need, offer)?;
    let list = joint.template.key.path().key("requirements");
    let ops = match joint.place()? {
        Some((requirement, binding)) => joint.fill(requirement, binding),
        None => vec![joint.add(&list)],
    };
    let focus = match (&ops[..], desk.document().get(&list)) {
        ([Op::Append { .. }], Some(written)) => list.index(written.resolve().items().len()).key(&need.port),
        ([Op::Append { .. } | Op::Insert { .. }], None) => list.index(0).key(&need.port),
        ([Op::Insert { into, key, .. }], _) if *into == list => list.key(key),
        _ => joint.place()?.map_or(list, |(requirement, _)| requirement.key.path()),
    };
    // What comes to stand on something is looked at itself; any other wire may have more to say.
    let focus = (!joint.hosts()).then_some(Id(focus));
    Ok(Plan { ops, focus })
}

/// One requirement, and what it is to be joined to.
struct Joint<'s, 'd> {
    desk: &'d Desk<'s>,
    at: usize,
    template: &'d NodeTemplate<'s>,
    /// The requirement's name.
    need: &'d str,
    target: usize,
    target_name: String,
    /// The capability, where it has to be said.
    capability: Option<String>,
}

impl<'s, 'd> Joint<'s, 'd> {
    fn new(desk: &'d Desk<'s>, need: &'d PortRef, offer: &PortRef) -> Result<Joint<'s, 'd>, EditError> {
        let gone = |id: &Id| EditError::Gone(id.clone());
        let topology = desk.service.topology.as_ref().ok_or_else(|| gone(&need.node))?;
        let find = |id: &Id| desk.template.templates.get(id).copied().ok_or_else(|| gone(id));
        let (at, target) = (find(&need.node)?, find(&offer.node)?);
        let template = &topology.node_templates[at];
        let target_name = topology.node_templates[target].name.to_string();
        let capability = ambiguous(desk, at, &need.port, target, &offer.port);
        Ok(Joint { desk, at, template, need: &need.port, target, target_name, capability })
    }

    /// Whether the node comes to stand on the other.
    fn hosts(&self) -> bool {
        let kind = self.desk.service.matching().kind(self.at);
        let joining = kind.and_then(|kind| kind.need(self.need)).and_then(|need| need.joining.as_ref());
        joining.is_some_and(|it| it.line.derives_from_name("tosca.relationships.HostedOn"))
    }

    /// The assignment that is to be filled or led elsewhere; `None`: a new one.
    fn place(&self) -> Result<Option<(&'d Requirement<'s>, &'d Binding)>, EditError> {
        let name = self.template.name.as_ref();
        if let Some(copy) = &self.template.copy
            && self.template.node.get("requirements").is_none()
        {
            let from = &copy.text;
            return Err(EditError::Refused(format!(
                "`{name}` has the requirements of `{from}`, which it copies: connect that one, or give `{name}` its own"
            )));
        }
        let own = self.template.key.path();
        let borrowed = self
            .template
            .node
            .get("requirements")
            .is_some_and(|node| node.is_alias() || !node.path().starts_with(&own));
        if borrowed {
            return Err(EditError::Refused(format!(
                "`{name}` shares its requirements with others by an anchor: write its own in the text"
            )));
        }
        let matching = self.desk.service.matching();
        let bindings = &matching.templates[self.at].bindings;
        let mut mine: Vec<(&Requirement<'s>, &Binding)> =
            self.template.requirements.iter().zip(bindings).filter(|it| it.0.name == self.need).collect();
        let need = matching.kind(self.at).and_then(|kind| kind.need(self.need));
        let most = need.and_then(|need| need.most);
        let is_full = most.is_some_and(|most| mine.len() as u64 >= most);
        // What is open; then what was to be chosen; what leads nowhere; what leads elsewhere, where there can be but one.
        let rank = |binding: &Binding| match binding.target {
            Target::Open => 0,
            Target::Type(_) => 1,
            Target::Unknown => 2,
            Target::Untold => 3,
            Target::Template(_) => 4,
        };
        mine.sort_by_key(|it| rank(it.1));
        let in_mapping = self.template.node.get("requirements").is_some_and(|it| it.resolve().is_mapping());
        let first = mine.first().copied();
        Ok(first.filter(|it| rank(it.1) == 0 || is_full || in_mapping))
    }

    /// Other assignments in the long notation only: this one too.
    fn is_long(&self) -> bool {
        let long = |requirements: &[Requirement<'_>]| {
            // What says more than its target could not be short.
            let said = requirements.iter().filter(|it| it.target.is_some() && it.node.entries().len() < 2);
            let (long, short): (Vec<_>, Vec<_>) = said.partition(|it| it.node.is_mapping());
            (!long.is_empty() || !short.is_empty()).then_some(short.is_empty())
        };
        let topology = self.desk.service.topology.as_ref();
        let all = || {
            let all = topology.into_iter().flat_map(|it| &it.node_templates);
            let told: Vec<bool> = all.filter_map(|it| long(&it.requirements)).collect();
            !told.is_empty() && told.iter().all(|it| *it)
        };
        long(&self.template.requirements).unwrap_or_else(all)
    }

    fn value(&self) -> Value {
        let node = Value::Text(self.target_name.clone());
        match &self.capability {
            Some(capability) => Value::map([("node", node), ("capability", Value::text(capability.clone()))]),
            None if self.is_long() => Value::map([("node", node)]),
            None => node,
        }
    }

    fn add(&self, list: &Path) -> Op {
        let one = || Value::map([(self.need, self.value())]);
        match self.desk.document().get(list) {
            Some(node) if node.resolve().is_mapping() && node.resolve().entries().len() > 0 => Op::Insert {
                into: list.clone(),
                key: self.need.to_owned(),
                value: self.value(),
                spot: Spot::Last,
            },
            Some(node) if node.resolve().is_mapping() => {
                Op::Replace { at: list.clone(), value: Value::Sequence(vec![one()]) }
            }
            Some(_) => Op::Append { to: list.clone(), value: one() },
            None => {
                let into = self.template.key.path();
                let spot = self.desk.spot_of(&into, "requirements");
                Op::Insert { spot, into, key: "requirements".to_owned(), value: Value::Sequence(vec![one()]) }
            }
        }
    }

    /// What the assignment says beyond its target stays, but for a capability that the new target has not. A filter stays too, though nothing is
    /// left to choose: that is told as a problem, and whether it goes is for the person who wrote it.
    fn fill(&self, requirement: &Requirement<'_>, binding: &Binding) -> Vec<Op> {
        let at = requirement.key.path();
        if !requirement.node.is_mapping() {
            let value = match binding.target {
                // A short one stays short where it can.
                Target::Open => self.value(),
                _ if self.capability.is_none() => Value::Text(self.target_name.clone()),
                _ => self.value(),
            };
            return vec![Op::Replace { at, value }];
        }
        let node = Value::Text(self.target_name.clone());
        let mut ops = vec![match requirement.node.entry("node") {
            Some(_) => Op::Replace { at: at.key("node"), value: node },
            None => Op::Insert {
                spot: match requirement.node.entry("capability") {
                    Some(_) => Spot::After("capability".to_owned()),
                    None => Spot::First,
                },
                into: at.clone(),
                key: "node".to_owned(),
                value: node,
            },
        }];
        match (&requirement.capability, &self.capability) {
            (Some(word), wanted) => {
                let named = self.named(&word.text);
                // A type of capability may stand; the name of one that another node had may not.
                let stands = match wanted {
                    Some(wanted) => named == Named::Same || word.text == wanted.as_str(),
                    None => named != Named::Other,
                };
                match wanted {
                    _ if stands => {}
                    Some(wanted) => {
                        ops.push(Op::Replace {
                            at: at.key("capability"),
                            value: Value::text(wanted.clone()),
                        });
                    }
                    None => ops.push(Op::Remove { at: at.key("capability"), prune: false }),
                }
            }
            (None, Some(wanted)) => ops.push(Op::Insert {
                into: at.clone(),
                key: "capability".to_owned(),
                value: Value::text(wanted.clone()),
                spot: Spot::After("node".to_owned()),
            }),
            (None, None) => {}
        }
        ops
    }

    /// What a capability that is written there means at the new target.
    fn named(&self, word: &str) -> Named {
        let matching = self.desk.service.matching();
        let Some(kind) = matching.kind(self.target) else { return Named::Type };
        match (kind.offer(word), &self.capability) {
            (Some(_), Some(wanted)) if word == wanted => Named::Same,
            (Some(_), None) => Named::Same,
            (Some(_), Some(_)) => Named::Other,
            (None, _) => {
                let kind = TypeKind::Capability;
                if self.desk.service.find(kind, word).found().is_some() { Named::Type } else { Named::Other }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Same,
    /// A type of capability.
    Type,
    /// A capability that is not the one, or that is not there.
    Other,
}

/// The name of the capability, where several would take it or it is not the one that would.
fn ambiguous(desk: &Desk<'_>, at: usize, need: &str, target: usize, offered: &str) -> Option<String> {
    if offered.is_empty() {
        return None;
    }
    let matching = desk.service.matching();
    let plain = || {
        let (from, to) = (matching.kind(at)?, matching.kind(target)?);
        match fit(from, from.need(need)?, to, &Wish::default()).capabilities[..] {
            [one] => Some(to.offers[one].name == offered),
            _ => None,
        }
    };
    (plain() != Some(true)).then(|| offered.to_owned())
}
