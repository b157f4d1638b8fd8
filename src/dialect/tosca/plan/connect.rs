//! Connects a requirement to a node: in the short notation, or in the long one if the document uses it; completes an open assignment or retargets a
//! single one.

use super::context::PlanContext;
use crate::matching::{Binding, Overrides, RequirementTarget, fit};
use crate::model::{NodeTemplate, Requirement};
use crate::types::TypeKind;
use limn_language::dialect::Plan;
use limn_language::edit::EditError;
use limn_language::graph::{Id, PortRef, Role};
use limn_yaml::{Op, Path, Placement, Value};

/// Plans a connection. `from` and `to` are accepted, in either order.
pub(super) fn plan(ctx: &PlanContext<'_>, from: &PortRef, to: &PortRef) -> Result<Plan, EditError> {
    let (need, offer) = if from.role == Role::Requirement { (from, to) } else { (to, from) };
    let joint = Connection::new(ctx, need, offer)?;
    let list = joint.template.key.path().key("requirements");
    let ops = match joint.place()? {
        Some((requirement, binding)) => joint.fill(requirement, binding),
        None => vec![joint.add(&list)],
    };
    let focus = match (&ops[..], ctx.document().get(&list)) {
        ([Op::Append { .. }], Some(written)) => list.index(written.resolve().items().len()).key(&need.port),
        ([Op::Append { .. } | Op::Insert { .. }], None) => list.index(0).key(&need.port),
        ([Op::Insert { into, key, .. }], _) if *into == list => list.key(key),
        _ => joint.place()?.map_or(list, |(requirement, _)| requirement.key.path()),
    };
    // Focus the hosted node; other edges can need more input.
    let focus = (!joint.hosts()).then_some(Id(focus));
    Ok(Plan { ops, focus })
}

/// A requirement and its new target.
struct Connection<'s, 'd> {
    ctx: &'d PlanContext<'s>,
    at: usize,
    template: &'d NodeTemplate<'s>,
    /// Requirement name.
    need: &'d str,
    target: usize,
    target_name: String,
    /// Explicit capability, if necessary.
    capability: Option<String>,
}

impl<'s, 'd> Connection<'s, 'd> {
    fn new(
        ctx: &'d PlanContext<'s>,
        need: &'d PortRef,
        offer: &PortRef,
    ) -> Result<Connection<'s, 'd>, EditError> {
        let gone = |id: &Id| EditError::NotFound(id.clone());
        let topology = ctx.service.topology.as_ref().ok_or_else(|| gone(&need.node))?;
        let find = |id: &Id| ctx.template.templates.get(id).copied().ok_or_else(|| gone(id));
        let (at, target) = (find(&need.node)?, find(&offer.node)?);
        let template = &topology.node_templates[at];
        let target_name = topology.node_templates[target].name.to_string();
        let capability = ambiguous(ctx, at, &need.port, target, &offer.port);
        Ok(Connection { ctx, at, template, need: &need.port, target, target_name, capability })
    }

    /// Returns true for a hosting relationship.
    fn hosts(&self) -> bool {
        let kind = self.ctx.service.matching().kind(self.at);
        let joining = kind
            .and_then(|kind| kind.requirement(self.need))
            .and_then(|need| need.relationship_signature.as_ref());
        joining
            .is_some_and(|relationship| relationship.line.derives_from_name("tosca.relationships.HostedOn"))
    }

    /// The assignment to complete or retarget; `None` for a new one.
    fn place(&self) -> Result<Option<(&'d Requirement<'s>, &'d Binding)>, EditError> {
        let name = self.template.name.as_ref();
        if let Some(copy) = &self.template.copy
            && self.template.node.get("requirements").is_none()
        {
            let from = &copy.text;
            return Err(EditError::Refused(format!(
                "`{name}` copies its requirements from `{from}`: connect `{from}`, or add requirements to `{name}`"
            )));
        }
        let own = self.template.key.path();
        let requirements = self.template.node.get("requirements");
        if let Some(list) = requirements.filter(|node| node.is_alias() || !node.path().starts_with(&own)) {
            return Err(super::shared(own.key("requirements"), list));
        }
        let matching = self.ctx.service.matching();
        let bindings = &matching.templates[self.at].bindings;
        let mut mine: Vec<(&Requirement<'s>, &Binding)> =
            self.template.requirements.iter().zip(bindings).filter(|pair| pair.0.name == self.need).collect();
        let need = matching.kind(self.at).and_then(|kind| kind.requirement(self.need));
        let most = need.and_then(|need| need.most);
        let is_full = most.is_some_and(|most| mine.len() as u64 >= most);
        // Order: open, then selectable, then unresolved, then a single one with another target.
        let rank = |binding: &Binding| match binding.target {
            RequirementTarget::Open => 0,
            RequirementTarget::Type(_) => 1,
            RequirementTarget::Unknown => 2,
            RequirementTarget::Undetermined => 3,
            RequirementTarget::Template(_) => 4,
        };
        mine.sort_by_key(|pair| rank(pair.1));
        let in_mapping =
            self.template.node.get("requirements").is_some_and(|node| node.resolve().is_mapping());
        let first = mine.first().copied();
        Ok(first.filter(|pair| rank(pair.1) == 0 || is_full || in_mapping))
    }

    /// Returns true if other assignments use only the long notation.
    fn is_long(&self) -> bool {
        let long = |requirements: &[Requirement<'_>]| {
            // An assignment with more keys cannot be short.
            let assigned = requirements
                .iter()
                .filter(|requirement| requirement.target.is_some() && requirement.node.entries().len() < 2);
            let (long, short): (Vec<_>, Vec<_>) =
                assigned.partition(|requirement| requirement.node.is_mapping());
            (!long.is_empty() || !short.is_empty()).then_some(short.is_empty())
        };
        let topology = self.ctx.service.topology.as_ref();
        let all = || {
            let all = topology.into_iter().flat_map(|topology| &topology.node_templates);
            let is_long: Vec<bool> = all.filter_map(|template| long(&template.requirements)).collect();
            !is_long.is_empty() && is_long.iter().all(|flag| *flag)
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
        match self.ctx.document().get(list) {
            Some(node) if node.resolve().is_mapping() && node.resolve().entries().len() > 0 => Op::Insert {
                into: list.clone(),
                key: self.need.to_owned(),
                value: self.value(),
                placement: Placement::Last,
            },
            Some(node) if node.resolve().is_mapping() => {
                Op::Replace { at: list.clone(), value: Value::Sequence(vec![one()]) }
            }
            Some(_) => Op::Append { to: list.clone(), value: one() },
            None => {
                let into = self.template.key.path();
                let placement = self.ctx.placement_of(&into, "requirements");
                Op::Insert {
                    placement,
                    into,
                    key: "requirements".to_owned(),
                    value: Value::Sequence(vec![one()]),
                }
            }
        }
    }

    /// Completes an assignment. Other keys stay, except for a capability that the new target does not have. A node filter stays too: a diagnostic
    /// reports it as redundant.
    fn fill(&self, requirement: &Requirement<'_>, binding: &Binding) -> Vec<Op> {
        let at = requirement.key.path();
        if !requirement.node.is_mapping() {
            let value = match binding.target {
                // Keep the short notation if possible.
                RequirementTarget::Open => self.value(),
                _ if self.capability.is_none() => Value::Text(self.target_name.clone()),
                _ => self.value(),
            };
            return vec![Op::Replace { at, value }];
        }
        let node = Value::Text(self.target_name.clone());
        let mut ops = vec![match requirement.node.entry("node") {
            Some(_) => Op::Replace { at: at.key("node"), value: node },
            None => Op::Insert {
                placement: match requirement.node.entry("capability") {
                    Some(_) => Placement::After("capability".to_owned()),
                    None => Placement::First,
                },
                into: at.clone(),
                key: "node".to_owned(),
                value: node,
            },
        }];
        match (&requirement.capability, &self.capability) {
            (Some(word), requested) => {
                let named = self.named(&word.text);
                // A capability type stays; the name of a capability of another node does not.
                let keeps_capability = match requested {
                    Some(requested) => named == Named::Same || word.text == requested.as_str(),
                    None => named != Named::Other,
                };
                match requested {
                    _ if keeps_capability => {}
                    Some(requested) => {
                        ops.push(Op::Replace {
                            at: at.key("capability"),
                            value: Value::text(requested.clone()),
                        });
                    }
                    None => ops.push(Op::Remove { at: at.key("capability"), prune: false }),
                }
            }
            (None, Some(requested)) => ops.push(Op::Insert {
                into: at.clone(),
                key: "capability".to_owned(),
                value: Value::text(requested.clone()),
                placement: Placement::After("node".to_owned()),
            }),
            (None, None) => {}
        }
        ops
    }

    /// Resolves a written capability at the new target.
    fn named(&self, word: &str) -> Named {
        let matching = self.ctx.service.matching();
        let Some(kind) = matching.kind(self.target) else { return Named::Type };
        match (kind.capability(word), &self.capability) {
            (Some(_), Some(requested)) if word == requested => Named::Same,
            (Some(_), None) => Named::Same,
            (Some(_), Some(_)) => Named::Other,
            (None, _) => {
                let kind = TypeKind::Capability;
                if self.ctx.service.find(kind, word).found().is_some() { Named::Type } else { Named::Other }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Same,
    /// A capability type.
    Type,
    /// Another or unknown capability.
    Other,
}

/// Explicit capability name, if several match or the default is another one.
fn ambiguous(ctx: &PlanContext<'_>, at: usize, need: &str, target: usize, offered: &str) -> Option<String> {
    if offered.is_empty() {
        return None;
    }
    let matching = ctx.service.matching();
    let plain = || {
        let (from, to) = (matching.kind(at)?, matching.kind(target)?);
        match fit(from, from.requirement(need)?, to, &Overrides::default()).capabilities[..] {
            [one] => Some(to.capabilities[one].name == offered),
            _ => None,
        }
    };
    (plain() != Some(true)).then(|| offered.to_owned())
}
