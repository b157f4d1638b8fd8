//! Plans the extraction of node templates. What crosses the border becomes a member of a new node type; what cannot be one is refused.

use std::collections::BTreeSet;

use super::calls::{ValueCall, calls};
use super::node_type::{Member, NewType};
use super::{TOPOLOGY, refused, section, types};
use crate::grammar::V1_3;
use crate::matching::Target;
use crate::model::{NodeTemplate, Requirement, Topology};
use crate::plan::context::PlanContext;
use crate::service_template::ServiceTemplate;
use crate::types::{FileId, Lookup, TypeKind};
use limn_common::{self as common, copy_of, uncopied};
use limn_files::FilePath;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Extraction, Transfer};
use limn_language::relocation::Relocation;
use limn_yaml::{Node, Op, Path, Placement, Value};

/// An extraction while it is planned.
struct Border<'s> {
    ctx: &'s PlanContext<'s>,
    topology: &'s Topology<'s>,
    /// The positions of the extracted node templates.
    inside: BTreeSet<usize>,
    name: &'s str,
    node_type: NewType,
    transfer: Transfer,
    ops: Vec<Op>,
    removed: Vec<Path>,
    /// Requirements that cross the border, by the path of their assignment: their content is planned.
    crossing: Vec<Path>,
    policies: Vec<Value>,
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
    let mut border = Border {
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
    for at in border.inside.clone() {
        let path = topology.node_templates[at].key.path();
        border.transfer.entries.push((path.clone(), path.clone()));
        border.removed.push(path);
    }
    border.members()?;
    border.relationship_templates()?;
    border.requirements()?;
    border.values_inside()?;
    border.values_outside()?;
    border.check_rest()?;
    border.finish(template, file)
}

impl Border<'_> {
    fn is_inside(&self, name: &str) -> bool {
        self.topology.position(name).is_some_and(|at| self.inside.contains(&at))
    }

    fn template(&self, at: usize) -> &NodeTemplate<'_> {
        &self.topology.node_templates[at]
    }

    /// Whether a place goes to the new template.
    fn is_moved(&self, path: &Path) -> bool {
        self.removed.iter().any(|it| path.starts_with(it))
            && !self.crossing.iter().any(|it| path.starts_with(it))
    }

    /// Groups and policies go along if all their members do.
    fn members(&mut self) -> Result<(), EditError> {
        let topology = self.topology;
        let mut groups: Vec<&str> = Vec::new();
        for group in &topology.groups {
            let own = group.members.iter().filter(|it| self.is_inside(&it.text)).count();
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
            let own = policy.targets.iter().filter(|it| is_own(&it.text)).count();
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
        let Some(item) = path.parent().filter(|it| it.last_key().is_none()) else {
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
                let uses = template
                    .requirements
                    .iter()
                    .filter(|it| it.relationship.as_ref().is_some_and(|word| word.text == relationship.name));
                for requirement in uses {
                    let target = requirement.target.as_ref().is_some_and(|it| self.is_inside(&it.text));
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

    fn requirements(&mut self) -> Result<(), EditError> {
        let topology = self.topology;
        for (at, template) in topology.node_templates.iter().enumerate() {
            let bindings = self.ctx.service.matching().bindings(at);
            for (position, requirement) in template.requirements.iter().enumerate() {
                let Some(target) = requirement.target.as_ref().and_then(|it| topology.position(&it.text))
                else {
                    continue;
                };
                let capability = bindings.get(position).filter(|it| it.target == Target::Template(target));
                match (self.inside.contains(&at), self.inside.contains(&target)) {
                    (true, false) => self.requirement_out(at, requirement)?,
                    (false, true) => {
                        self.requirement_in(
                            template,
                            requirement,
                            target,
                            capability.and_then(|it| it.capability),
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
            return refused(format!("{place} crosses the border, but its type is unknown"));
        };
        let path = requirement.key.path();
        let Some(item) = path.parent() else { return Err(EditError::NotFound(Id(path))) };
        let document = self.ctx.document();
        if let Some(obstacle) = document.get(&item).and_then(|node| uncopied(document, node)) {
            return refused(format!("{place} crosses the border and contains {obstacle} that would be lost"));
        }
        let of = vec![owner.clone(), name.clone()];
        if self.node_type.requirements.iter().any(|it| it.of == of) {
            return refused(format!("{place} is assigned several times, but a mapped requirement only once"));
        }
        let keywords = calls(document, &path).into_iter().map(|it| it.first());
        if let Some(word) = keywords.into_iter().find(|word| word == "SELF" || word == "SOURCE") {
            return refused(format!("{place} crosses the border and reads `{word}`"));
        }
        self.check_readers(at, &name, &place)?;
        let free = self.member_name(&self.node_type.requirements, &owner, &name);
        self.node_type.assigned.push(Value::map([(free.clone(), copy_of(requirement.node))]));
        self.node_type.requirements.push(Member { name: free, of: of.clone(), definition, mapping: of });
        let only = self.template(at).requirements.len() == 1;
        self.transfer.adapted.push(Op::Remove { at: item, prune: only });
        self.crossing.push(path);
        Ok(())
    }

    /// Refuses a requirement that crosses the border if values are read through it.
    fn check_readers(&self, at: usize, requirement: &str, place: &str) -> Result<(), EditError> {
        let template = self.template(at);
        let hosts = self.ctx.template.hosts(at, requirement);
        for call in calls(self.ctx.document(), &template.key.path()) {
            let words = call.words();
            let through = words.first().is_some_and(|it| it == "SELF" || *it == template.name)
                && words.get(1).is_some_and(|it| it == requirement);
            let is_target =
                call.at.starts_with(&template.key.path()) && words.first().is_some_and(|it| it == "TARGET");
            if through || is_target || (hosts && words.first().is_some_and(|it| it == "HOST")) {
                return refused(format!(
                    "{place} crosses the border, but `{}` reads a value through it",
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
                "{place} crosses the border, but the capability that fulfills it is unknown"
            ));
        };
        let Some(definition) = types::of_capability(self.ctx, kind, &capability) else {
            return refused(format!("{place} crosses the border, but the type of `{capability}` is unknown"));
        };
        if let Some(at) = self.topology.position(&template.name) {
            self.check_readers(at, &requirement.name, &place)?;
        }
        let owner = self.template(target).name.to_string();
        let of = vec![owner.clone(), capability.clone()];
        let known = self.node_type.capabilities.iter().find(|it| it.of == of).map(|it| it.name.clone());
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

    fn member_name(&self, members: &[Member], owner: &str, name: &str) -> String {
        let is_taken = |name: &str| members.iter().any(|it| it.name == name);
        if !is_taken(name) {
            return name.to_owned();
        }
        common::free_name(&format!("{owner}{}{name}", self.ctx.joiner()), self.ctx.joiner(), is_taken)
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
        if self.node_type.properties.iter().any(|it| it.of == of) {
            return Ok(());
        }
        let Some(input) = self.topology.input(name) else { return Ok(()) };
        if self.node_type.properties.iter().any(|it| it.name == name) {
            return refused(format!("input `{name}` has the name of another value that crosses the border"));
        }
        let (input, definition) = types::of_input(input.node);
        let call = Value::map([("get_input", Value::text(name))]).on_one_line();
        self.add_input(name.to_owned(), of, input, definition, call);
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
        let known = self.node_type.properties.iter().find(|it| it.of == of).map(|it| it.name.clone());
        let name = match known {
            Some(name) => name,
            None => {
                let is_taken = |name: &str| {
                    self.node_type.properties.iter().any(|it| it.name == name)
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
            if self.crossing.iter().any(|it| call.at.starts_with(it)) {
                return refused(format!("a requirement that crosses the border reads a value of `{first}`"));
            }
            let known = self.node_type.attributes.iter().find(|it| it.of == words).map(|it| it.name.clone());
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

    /// Refuses references across the border that nothing above has planned.
    fn check_rest(&self) -> Result<(), EditError> {
        let (document, names) = (self.ctx.document(), self.ctx.template.names());
        let planned: Vec<Path> =
            calls(document, &Path::keys([TOPOLOGY])).into_iter().map(|it| it.at).collect();
        for reference in &names.references {
            let (Some(node), Some(declared)) = (document.node_of(reference.node), reference.declaration)
            else {
                continue;
            };
            let (path, to) = (node.path(), &names.declarations[declared].path);
            if planned.iter().chain(&self.crossing).any(|it| path.starts_with(it)) {
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
                return refused(format!("`{place}` refers to `{name}` across the border"));
            }
        }
        Ok(())
    }

    fn finish(self, template: &ServiceTemplate, file: &FilePath) -> Result<Extraction, EditError> {
        let ctx = self.ctx;
        if file.folder() != template.file.folder() {
            return refused(
                "choose a file in the same folder: paths of imports and scripts stay as they are".to_owned(),
            );
        }
        let type_name = self.type_name();
        let directive = if V1_3.has(ctx.service.version) { "substitute" } else { "substitutable" };
        let mut ops = self.ops.clone();
        let first = self.inside.first().map(|at| self.template(*at).name.to_string()).unwrap_or_default();
        ops.push(Op::Insert {
            into: section("node_templates"),
            key: self.name.to_owned(),
            value: self.node_type.node(&type_name, directive),
            placement: Placement::Before(first),
        });
        let types_file = self.types_file(template, file)?;
        match template.import(&types_file) {
            Some(import) => ops.push(import),
            None => return refused(format!("add an import of `{types_file}` first")),
        }
        let mut type_sections = self.head(template);
        let mut sections = type_sections.clone();
        let mut imports = match sections.iter().position(|(key, _)| key == "imports") {
            Some(at) => sections.remove(at).1,
            None => Value::Sequence(Vec::new()),
        };
        if let Value::Sequence(items) = &mut imports {
            items.push(Value::text(types_file.relative_to(file)));
        }
        sections.push(("imports".to_owned(), imports));
        sections.push((TOPOLOGY.to_owned(), self.new_topology(&type_name)));
        let definition = Value::map([(type_name, self.node_type.definition())]);
        type_sections.push(("node_types".to_owned(), definition));
        let focus = Id(section("node_templates").key(self.name));
        let Border { transfer, removed, .. } = self;
        Ok(Extraction { sections, beside: vec![(types_file, type_sections)], transfer, ops, removed, focus })
    }

    /// A file for the node type, which both templates import: an import adds types only.
    fn types_file(&self, template: &ServiceTemplate, file: &FilePath) -> Result<FilePath, EditError> {
        let (name, extension) = file.name().rsplit_once('.').unwrap_or((file.name(), "yaml"));
        let path = |stem: &str| file.join(&format!("{stem}.{extension}")).ok();
        let is_taken = |stem: &str| path(stem).is_none_or(|path| template.library.files.contains(&path));
        let joiner = self.ctx.joiner();
        let stem = common::free_name(&format!("{name}{joiner}types"), joiner, is_taken);
        path(&stem).ok_or_else(|| EditError::Taken(stem))
    }

    /// The start of a new file: the version, the namespace and the imports of the file.
    fn head(&self, template: &ServiceTemplate) -> Vec<(String, Value)> {
        let head = limn_yaml::parse(template.new_document());
        let mut sections: Vec<(String, Value)> = head
            .root()
            .into_iter()
            .flat_map(Node::entries)
            .filter_map(|it| Some((it.key.as_str()?.into_owned(), copy_of(it.value))))
            .collect();
        let root = self.ctx.service.root;
        for key in ["repositories", "imports"] {
            let written = root.and_then(|root| root.get(key)).filter(|node| !node.is_null());
            sections.extend(written.map(|node| (key.to_owned(), copy_of(node))));
        }
        sections
    }

    fn new_topology(&self, type_name: &str) -> Value {
        let entered = |name: &str| -> Vec<(String, Value)> {
            let at = section(name);
            let own = self.transfer.entries.iter().filter(|(_, to)| to.parent().as_ref() == Some(&at));
            own.filter_map(|(_, to)| Some((to.last_key()?.to_owned(), Value::Null))).collect()
        };
        let mut all = vec![
            ("inputs", Value::Mapping(self.node_type.inputs.clone())),
            ("substitution_mappings", self.node_type.mappings(type_name)),
            ("node_templates", Value::Mapping(entered("node_templates"))),
            ("relationship_templates", Value::Mapping(entered("relationship_templates"))),
            ("groups", Value::Mapping(entered("groups"))),
        ];
        let policies = entered("policies");
        all.push(match policies.is_empty() {
            true => ("policies", Value::Sequence(self.policies.clone())),
            false => ("policies", Value::Mapping(policies)),
        });
        let is_empty = |value: &Value| match value {
            Value::Mapping(entries) => entries.is_empty(),
            Value::Sequence(items) => items.is_empty(),
            _ => false,
        };
        Value::map(all.into_iter().filter(|(_, value)| !is_empty(value)))
    }

    /// An unused name for the node type, beside the types of the nodes.
    fn type_name(&self) -> String {
        let types = self.inside.iter().filter_map(|at| self.template(*at).type_name.as_ref());
        let own =
            types.map(|it| it.text.to_string()).find(|name| !name.starts_with("tosca") && name.contains('.'));
        let space = own.and_then(|name| Some(name.rsplit_once('.')?.0.to_owned()));
        let space = space.unwrap_or_else(|| "custom.nodes".to_owned());
        let words = self.name.split(['-', '_']).map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect::<String>())
                .unwrap_or_default()
        });
        let base = format!("{space}.{}", words.collect::<String>());
        let world = &self.ctx.service.world;
        let is_taken = |name: &str| {
            !matches!(world.find(TypeKind::Node, name, FileId::OWN), Lookup::Unknown)
                && world.named(TypeKind::Node, name).next().is_some()
        };
        common::free_name(&base, '_', is_taken)
    }
}
