//! Plans the extraction of node templates. What crosses the boundary of the selection becomes a member of a new node type; what cannot be one is refused.

use std::collections::BTreeSet;

use super::calls::{ValueCall, calls};
use super::node_type::{Member, NewType};
use super::{TOPOLOGY, refused, types};
use crate::model::{NodeTemplate, Topology};
use crate::plan::context::PlanContext;
use crate::service_template::ServiceTemplate;
use limn_common::{self as common, copy_of, uncopied};
use limn_files::FilePath;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Extraction, Transfer};
use limn_yaml::{Node, Op, Path, Value};

/// An extraction while it is planned.
pub(super) struct Boundary<'s> {
    pub(super) ctx: &'s PlanContext<'s>,
    pub(super) topology: &'s Topology<'s>,
    /// The positions of the extracted node templates.
    pub(super) inside: BTreeSet<usize>,
    pub(super) name: &'s str,
    pub(super) node_type: NewType,
    pub(super) transfer: Transfer,
    pub(super) ops: Vec<Op>,
    pub(super) removed: Vec<Path>,
    /// Requirements that cross the boundary, by the path of their assignment: their content is planned.
    pub(super) crossing: Vec<Path>,
    pub(super) policies: Vec<Value>,
}

pub(super) fn check_name(ctx: &PlanContext<'_>, name: &str) -> Result<(), EditError> {
    if name.is_empty() || common::as_name(name, '_') != name {
        let why = "expected letters, digits, `-` and `_`".to_owned();
        return Err(EditError::Name { name: name.to_owned(), why });
    }
    match ctx.free("node_templates", name) == name {
        true => Ok(()),
        false => Err(EditError::Taken(name.to_owned())),
    }
}

pub(super) fn extract(
    template: &ServiceTemplate,
    ids: &[Id],
    name: &str,
    file: &FilePath,
) -> Result<Extraction, EditError> {
    let ctx = PlanContext::new(template);
    check_name(&ctx, name)?;
    let Some(topology) = ctx.service.topology.as_ref() else {
        return refused("no node templates".to_owned());
    };
    let inside: BTreeSet<usize> = ids.iter().filter_map(|id| template.templates.get(id).copied()).collect();
    if inside.is_empty() || inside.len() < ids.len() {
        return refused("select the node templates to extract".to_owned());
    }
    let mut boundary = Boundary {
        ctx: &ctx,
        topology,
        inside,
        name,
        node_type: NewType::default(),
        transfer: Transfer::default(),
        ops: Vec::new(),
        removed: Vec::new(),
        crossing: Vec::new(),
        policies: Vec::new(),
    };
    for at in boundary.inside.clone() {
        let path = topology.node_templates[at].key.path();
        boundary.transfer.entries.push((path.clone(), path.clone()));
        boundary.removed.push(path);
    }
    boundary.members()?;
    boundary.relationship_templates()?;
    boundary.requirements()?;
    boundary.values_inside()?;
    boundary.values_outside()?;
    boundary.check_rest()?;
    boundary.finish(template, file)
}

impl Boundary<'_> {
    pub(super) fn is_inside(&self, name: &str) -> bool {
        self.topology.position(name).is_some_and(|at| self.inside.contains(&at))
    }

    pub(super) fn template(&self, at: usize) -> &NodeTemplate<'_> {
        &self.topology.node_templates[at]
    }

    /// Returns true if a place goes to the new template.
    fn is_moved(&self, path: &Path) -> bool {
        self.removed.iter().any(|prefix| path.starts_with(prefix))
            && !self.crossing.iter().any(|prefix| path.starts_with(prefix))
    }

    /// Groups and policies go along if all their members do.
    fn members(&mut self) -> Result<(), EditError> {
        let topology = self.topology;
        let mut groups: Vec<&str> = Vec::new();
        for group in &topology.groups {
            let own = group.members.iter().filter(|member| self.is_inside(&member.text)).count();
            if own == 0 {
                continue;
            }
            if own < group.members.len() {
                return refused(format!("group `{}` also has members that are not selected", group.name));
            }
            groups.push(&group.name);
            let path = group.key.path();
            self.transfer.entries.push((path.clone(), path.clone()));
            self.removed.push(path);
        }
        for policy in &topology.policies {
            let is_own = |name: &str| self.is_inside(name) || groups.contains(&name);
            let own = policy.targets.iter().filter(|target| is_own(&target.text)).count();
            if own == 0 {
                continue;
            }
            if own < policy.targets.len() {
                return refused(format!("policy `{}` also has targets that are not selected", policy.name));
            }
            self.policy(policy.key)?;
        }
        Ok(())
    }

    /// A policy is an item of a list.
    fn policy(&mut self, key: Node<'_>) -> Result<(), EditError> {
        let path = key.path();
        let Some(item) = path.parent().filter(|parent| parent.last_key().is_none()) else {
            self.transfer.entries.push((path.clone(), path.clone()));
            self.removed.push(path);
            return Ok(());
        };
        let Some(node) = self.ctx.document().get(&item) else { return Err(EditError::NotFound(Id(item))) };
        if let Some(obstacle) = uncopied(self.ctx.document(), node) {
            let name = path.last_key().unwrap_or_default();
            return refused(format!("policy `{name}` contains {obstacle} that would be lost"));
        }
        self.policies.push(copy_of(node));
        self.removed.push(item);
        Ok(())
    }

    /// Relationship templates go along if all requirements that use them do and stay inside.
    fn relationship_templates(&mut self) -> Result<(), EditError> {
        for relationship in &self.topology.relationship_templates {
            let (mut within, mut beyond) = (0, 0);
            for (at, template) in self.topology.node_templates.iter().enumerate() {
                let uses = template.requirements.iter().filter(|requirement| {
                    requirement.relationship.as_ref().is_some_and(|word| word.text == relationship.name)
                });
                for requirement in uses {
                    let target =
                        requirement.target.as_ref().is_some_and(|target| self.is_inside(&target.text));
                    match self.inside.contains(&at) && target {
                        true => within += 1,
                        false => beyond += 1,
                    }
                }
            }
            if within > 0 && beyond > 0 {
                return refused(format!(
                    "relationship template `{}` is used by selected nodes and by others",
                    relationship.name
                ));
            }
            if within > 0 {
                let path = relationship.key.path();
                self.transfer.entries.push((path.clone(), path.clone()));
                self.removed.push(path);
            }
        }
        Ok(())
    }

    /// Values that the extracted nodes read become inputs of the new template.
    fn values_inside(&mut self) -> Result<(), EditError> {
        let document = self.ctx.document();
        for path in self.removed.clone() {
            for call in calls(document, &path) {
                if !self.is_moved(&call.at) {
                    continue;
                }
                let first = call.first();
                match call.function.as_str() {
                    "get_input" => self.own_input(&first)?,
                    _ if self.topology.position(&first).is_some() && !self.is_inside(&first) => {
                        self.read_input(&call)?;
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn own_input(&mut self, name: &str) -> Result<(), EditError> {
        let of = vec!["get_input".to_owned(), name.to_owned()];
        if self.node_type.properties.iter().any(|property| property.of == of) {
            return Ok(());
        }
        let Some(input) = self.topology.input(name) else { return Ok(()) };
        if self.node_type.properties.iter().any(|property| property.name == name) {
            return refused(format!(
                "input `{name}` has the name of another value that crosses the boundary of the selection"
            ));
        }
        let definition = types::of_input(input.node);
        let call = Value::map([("get_input", Value::text(name))]).on_one_line();
        self.add_input(name.to_owned(), of, definition.clone(), definition, call);
        Ok(())
    }

    fn add_input(&mut self, name: String, of: Vec<String>, input: Value, definition: Value, given: Value) {
        self.node_type.inputs.push((name.clone(), input));
        self.node_type.given.push((name.clone(), given));
        self.node_type.properties.push(Member { name: name.clone(), of, definition, mapping: vec![name] });
    }

    /// A value of a node that stays.
    fn read_input(&mut self, call: &ValueCall<'_>) -> Result<(), EditError> {
        let words = call.words();
        let (Some(owner), rest) = (words.first().cloned(), words.get(1..).unwrap_or_default()) else {
            return Ok(());
        };
        let found = match call.function.as_str() {
            "get_property" | "get_attribute" => types::of_value(self.ctx, &owner, rest),
            _ => None,
        };
        let (Some(entries), Some(last)) = (found, rest.last()) else {
            return refused(format!(
                "`{}` reads a value of `{owner}` that cannot become an input",
                call.function
            ));
        };
        let of: Vec<String> = std::iter::once(call.function.clone()).chain(words.iter().cloned()).collect();
        let known = self
            .node_type
            .properties
            .iter()
            .find(|property| property.of == of)
            .map(|property| property.name.clone());
        let name = match known {
            Some(name) => name,
            None => {
                let is_taken = |name: &str| {
                    self.node_type.properties.iter().any(|property| property.name == name)
                        || self.topology.input(name).is_some()
                };
                let base =
                    if is_taken(last) { format!("{owner}{}{last}", self.ctx.joiner()) } else { last.clone() };
                let name = common::free_name(&base, self.ctx.joiner(), is_taken);
                let given = Value::Sequence(words.iter().map(|word| Value::text(word.clone())).collect());
                let given = Value::map([(call.function.clone(), given)]).on_one_line();
                let definition = Value::Mapping(entries);
                self.add_input(name.clone(), of, definition.clone(), definition, given);
                name
            }
        };
        let value = Value::map([("get_input", Value::text(name))]).on_one_line();
        self.transfer.adapted.push(Op::Replace { at: call.at.clone(), value });
        Ok(())
    }

    /// Values of the extracted nodes that others read become attributes of the new node.
    fn values_outside(&mut self) -> Result<(), EditError> {
        let document = self.ctx.document();
        for call in calls(document, &Path::keys([TOPOLOGY])) {
            let first = call.first();
            if self.is_moved(&call.at) || call.function == "get_input" || !self.is_inside(&first) {
                continue;
            }
            let words = call.words();
            let rest = words.get(1..).unwrap_or_default();
            let found = match call.function.as_str() {
                "get_property" | "get_attribute" => types::of_value(self.ctx, &first, rest),
                _ => None,
            };
            let (Some(entries), Some(last)) = (found, rest.last()) else {
                return refused(format!(
                    "`{}` reads a value of `{first}` that cannot become an attribute",
                    call.function
                ));
            };
            if self.crossing.iter().any(|prefix| call.at.starts_with(prefix)) {
                return refused(format!(
                    "a requirement that crosses the boundary of the selection reads a value of `{first}`"
                ));
            }
            let known = self
                .node_type
                .attributes
                .iter()
                .find(|attribute| attribute.of == words)
                .map(|attribute| attribute.name.clone());
            let name = match known {
                Some(name) => name,
                None => {
                    let name = self.member_name(&self.node_type.attributes, &first, last);
                    let definition = Value::Mapping(entries);
                    let (of, mapping) = (words.clone(), words.clone());
                    self.node_type.attributes.push(Member { name: name.clone(), of, definition, mapping });
                    name
                }
            };
            let words = vec![Value::text(self.name), Value::text(name)];
            let value = Value::map([("get_attribute", Value::Sequence(words))]).on_one_line();
            self.ops.push(Op::Replace { at: call.at.clone(), value });
        }
        Ok(())
    }

    /// Refuses references across the boundary that nothing above has planned.
    fn check_rest(&self) -> Result<(), EditError> {
        let (document, names) = (self.ctx.document(), self.ctx.template.names());
        let planned: Vec<Path> =
            calls(document, &Path::keys([TOPOLOGY])).into_iter().map(|call| call.at).collect();
        for reference in &names.references {
            let (Some(node), Some(declared)) = (document.node_of(reference.node), reference.declaration)
            else {
                continue;
            };
            let (path, to) = (node.path(), &names.declarations[declared].path);
            if planned.iter().chain(&self.crossing).any(|prefix| path.starts_with(prefix)) {
                continue;
            }
            let (moved, name) = (self.is_moved(&path), &reference.name);
            if to.key_at(0) != Some(TOPOLOGY) {
                if moved && to.len() == 2 {
                    return refused(format!(
                        "`{name}` is declared in this file, which would import the new one: move the definition to another file first"
                    ));
                }
                continue;
            }
            if moved != self.is_moved(to) {
                let place = path.prefix(3);
                let side = if moved { "outside" } else { "in" };
                return refused(format!("`{place}` refers to `{name}` {side} the selection"));
            }
        }
        Ok(())
    }
}
