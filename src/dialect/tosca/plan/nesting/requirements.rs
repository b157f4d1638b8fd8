//! Requirements that cross the boundary of an extraction: those of the extracted nodes become requirements of the new node type, and what fulfills those
//! of other nodes becomes a capability of it.

use super::calls::calls;
use super::extract::Boundary;
use super::node_type::Member;
use super::{refused, types};
use crate::matching::RequirementTarget;
use crate::model::{NodeTemplate, Requirement};
use limn_common::{self as common, copy_of, uncopied};
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_yaml::{Op, Path, Placement, Value};

impl Boundary<'_> {
    pub(super) fn requirements(&mut self) -> Result<(), EditError> {
        let topology = self.topology;
        for (at, template) in topology.node_templates.iter().enumerate() {
            let bindings = self.ctx.service.matching().bindings(at);
            for (position, requirement) in template.requirements.iter().enumerate() {
                let Some(target) =
                    requirement.target.as_ref().and_then(|target| topology.position(&target.text))
                else {
                    continue;
                };
                let capability = bindings
                    .get(position)
                    .filter(|binding| binding.target == RequirementTarget::Template(target));
                match (self.inside.contains(&at), self.inside.contains(&target)) {
                    (true, false) => self.requirement_out(at, requirement)?,
                    (false, true) => {
                        self.requirement_in(
                            template,
                            requirement,
                            target,
                            capability.and_then(|binding| binding.capability),
                        )?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// A requirement of an extracted node that another node fulfills.
    fn requirement_out(&mut self, at: usize, requirement: &Requirement<'_>) -> Result<(), EditError> {
        let (owner, name) = (self.template(at).name.to_string(), requirement.name.to_string());
        let place = format!("requirement `{name}` of `{owner}`");
        let definition = self.ctx.service.matching().kind(at).and_then(|kind| kind.requirement(&name));
        let definition = definition.and_then(|need| types::of_requirement(self.ctx, need));
        let Some(definition) = definition else {
            return refused(format!(
                "{place} crosses the boundary of the selection, but its type is unknown"
            ));
        };
        let path = requirement.key.path();
        let Some(item) = path.parent() else { return Err(EditError::NotFound(Id(path))) };
        let document = self.ctx.document();
        if let Some(obstacle) = document.get(&item).and_then(|node| uncopied(document, node)) {
            return refused(format!(
                "{place} crosses the boundary of the selection and contains {obstacle} that would be lost"
            ));
        }
        let of = vec![owner.clone(), name.clone()];
        if self.node_type.requirements.iter().any(|member| member.of == of) {
            return refused(format!(
                "{place} is assigned several times, but a mapped requirement can be assigned only once"
            ));
        }
        let keywords = calls(document, &path).into_iter().map(|call| call.first());
        if let Some(word) = keywords.into_iter().find(|word| word == "SELF" || word == "SOURCE") {
            return refused(format!("{place} crosses the boundary of the selection and reads `{word}`"));
        }
        self.check_readers(at, &name, None, &place)?;
        let free = self.member_name(&self.node_type.requirements, &owner, &name);
        self.node_type.assigned.push(Value::map([(free.clone(), copy_of(requirement.node))]));
        self.node_type.requirements.push(Member { name: free, of: of.clone(), definition, mapping: of });
        let only = self.template(at).requirements.len() == 1;
        self.transfer.adapted.push(Op::Remove { at: item, prune: only });
        self.crossing.push(path);
        Ok(())
    }

    /// Refuses a requirement that crosses the boundary if values are read through it. `relationship`: the path of the requirement if calls in its
    /// relationship would read `TARGET` from another node.
    fn check_readers(
        &self,
        at: usize,
        requirement: &str,
        relationship: Option<&Path>,
        place: &str,
    ) -> Result<(), EditError> {
        let template = self.template(at);
        let hosts = self.ctx.template.hosts(at, requirement);
        for call in calls(self.ctx.document(), &template.key.path()) {
            let words = call.words();
            let through = words.first().is_some_and(|word| word == "SELF" || *word == template.name)
                && words.get(1).is_some_and(|word| word == requirement);
            let is_target = relationship.is_some_and(|path| call.at.starts_with(path))
                && words.first().is_some_and(|word| word == "TARGET");
            if through || is_target || (hosts && words.first().is_some_and(|word| word == "HOST")) {
                return refused(format!(
                    "{place} crosses the boundary of the selection, but `{}` reads a value through it",
                    call.function
                ));
            }
        }
        Ok(())
    }

    /// A requirement of a node that stays, which an extracted node fulfills.
    fn requirement_in(
        &mut self,
        template: &NodeTemplate<'_>,
        requirement: &Requirement<'_>,
        target: usize,
        capability: Option<usize>,
    ) -> Result<(), EditError> {
        let place = format!("requirement `{}` of `{}`", requirement.name, template.name);
        let kind = self.ctx.service.matching().kind(target);
        let found =
            kind.zip(capability).and_then(|(kind, at)| Some((kind, kind.capabilities.get(at)?.name.clone())));
        let Some((kind, capability)) = found else {
            return refused(format!(
                "{place} crosses the boundary of the selection, but the capability that fulfills it is unknown"
            ));
        };
        let Some(definition) = types::of_capability(self.ctx, kind, &capability) else {
            return refused(format!(
                "{place} crosses the boundary of the selection, but the type of `{capability}` is unknown"
            ));
        };
        if let Some(at) = self.topology.position(&template.name) {
            self.check_readers(at, &requirement.name, Some(&requirement.key.path()), &place)?;
        }
        let owner = self.template(target).name.to_string();
        let of = vec![owner.clone(), capability.clone()];
        let known = self
            .node_type
            .capabilities
            .iter()
            .find(|member| member.of == of)
            .map(|member| member.name.clone());
        let name = match known {
            Some(name) => name,
            None => {
                let name = self.member_name(&self.node_type.capabilities, &owner, &capability);
                let member = Member { name: name.clone(), of: of.clone(), definition, mapping: of };
                self.node_type.capabilities.push(member);
                name
            }
        };
        let Some(word) = &requirement.target else { return Ok(()) };
        self.crossing.push(requirement.key.path());
        // The new type can have several capabilities that fit.
        if requirement.node.is_scalar() {
            let both = [("node", Value::text(self.name)), ("capability", Value::text(name))];
            self.ops.push(Op::Replace { at: requirement.key.path(), value: Value::map(both) });
            return Ok(());
        }
        self.ops.push(word.replaced(self.name.to_owned()));
        self.ops.push(match &requirement.capability {
            Some(written) => written.replaced(name),
            None => Op::Insert {
                into: requirement.key.path(),
                key: "capability".to_owned(),
                value: Value::text(name),
                placement: Placement::After("node".to_owned()),
            },
        });
        Ok(())
    }

    pub(super) fn member_name(&self, members: &[Member], owner: &str, name: &str) -> String {
        let is_taken = |name: &str| members.iter().any(|member| member.name == name);
        if !is_taken(name) {
            return name.to_owned();
        }
        common::free_name(&format!("{owner}{}{name}", self.ctx.joiner()), self.ctx.joiner(), is_taken)
    }
}
