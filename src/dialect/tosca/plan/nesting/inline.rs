//! Plans the replacement of a substituted node by the node templates of the template that substitutes it.

use std::collections::BTreeMap;

use super::calls::{ValueCall, calls};
use super::{TOPOLOGY, refused, section};
use crate::function::Keyword;
use crate::matching::RequirementTarget;
use crate::model::NodeTemplate;
use crate::plan::context::PlanContext;
use crate::service_template::ServiceTemplate;
use limn_common::{self as common, copy_of, uncopied};
use limn_files::FilePath;
use limn_language::dialect::{Model, Source};
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Inlining, Transfer};
use limn_yaml::{Document, Node, Op, Path, Placement, Value};

/// Keynames of the substituted node that the inlined nodes express.
const NODE_KEYS: [&str; 4] = ["type", "directives", "properties", "requirements"];
/// Sections of the substituting topology whose entries go along. Outputs are read by nothing in another file.
const SECTIONS: [&str; 4] = ["node_templates", "relationship_templates", "groups", "policies"];
const INTERFACE: [&str; 4] = ["description", "inputs", "outputs", "substitution_mappings"];

/// The files of the workspace that substitute exactly a node type.
pub(super) fn files<'s>(outer: &'s ServiceTemplate, node_type: &str) -> impl Iterator<Item = &'s FilePath> {
    let name = node_type.to_owned();
    let documents = outer.library.documents.iter().filter(|(file, _)| **file != outer.file);
    documents
        .filter(move |(_, document)| {
            let written = mapping(document)
                .and_then(|mapping| mapping.get("node_type"))
                .and_then(|node| node.as_str().map(std::borrow::Cow::into_owned));
            written.is_some_and(|written| written == name)
        })
        .map(|(file, _)| file)
}

fn mapping(document: &Document) -> Option<Node<'_>> {
    document.root()?.get(TOPOLOGY)?.get("substitution_mappings").map(Node::resolve)
}

struct Inline<'s> {
    ctx: &'s PlanContext<'s>,
    node: &'s NodeTemplate<'s>,
    nested: &'s ServiceTemplate,
    /// New names by section and name.
    names: BTreeMap<(String, String), String>,
    transfer: Transfer,
    ops: Vec<Op>,
}

pub(super) fn inline(outer: &ServiceTemplate, id: &Id) -> Result<Inlining, EditError> {
    let ctx = PlanContext::new(outer);
    let Some(node_type) = outer.substituted_nodes().get(&id.0) else {
        return refused("not a node with a directive to substitute it".to_owned());
    };
    let found: Vec<&FilePath> = files(outer, node_type).collect();
    let file = match found.as_slice() {
        [only] => (*only).clone(),
        [] => return refused(format!("no open file substitutes `{node_type}`")),
        [one, other, ..] => return refused(format!("both `{one}` and `{other}` substitute `{node_type}`")),
    };
    let document = &outer.library.documents[&file];
    if !document.errors().is_empty() {
        return refused(format!("`{file}` has a syntax error: fix it first"));
    }
    let source = Source { file: &file, document, profile: outer.profile, library: &outer.library };
    let nested = ServiceTemplate::read(&source);
    let at = outer.templates.get(id).copied();
    let node =
        ctx.service.topology.as_ref().zip(at).and_then(|(topology, at)| topology.node_templates.get(at));
    let Some(node) = node else { return Err(EditError::NotFound(id.clone())) };
    let mut inline = Inline {
        ctx: &ctx,
        node,
        nested: &nested,
        names: BTreeMap::new(),
        transfer: Transfer::default(),
        ops: Vec::new(),
    };
    inline.check_node()?;
    inline.entries()?;
    inline.inner_names();
    inline.inputs()?;
    inline.requirements_out()?;
    inline.requirements_in()?;
    inline.values()?;
    inline.check_rest()?;
    inline.places();
    let Inline { transfer, ops, names, .. } = inline;
    let focus = names.iter().find(|((section, _), _)| section == "node_templates");
    let focus = focus.map(|(_, name)| Id(section("node_templates").key(name)));
    Ok(Inlining { file, transfer, ops, removed: vec![node.key.path()], focus })
}

impl Inline<'_> {
    fn mapping(&self) -> Option<Node<'_>> {
        mapping(&self.nested.document)
    }

    /// The words of a mapping: `[node, part]`, or `[input]`.
    fn mapped(&self, section: &str, name: &str) -> Option<Vec<String>> {
        let value = self.mapping()?.get(section)?.resolve().get(name)?.resolve();
        let list = value.get("mapping").filter(|_| value.is_mapping()).map_or(value, Node::resolve);
        list.items().map(|item| Some(item.resolve().as_str()?.into_owned())).collect()
    }

    fn new_name(&self, name: &str) -> String {
        let key = ("node_templates".to_owned(), name.to_owned());
        self.names.get(&key).cloned().unwrap_or_else(|| name.to_owned())
    }

    fn check_node(&self) -> Result<(), EditError> {
        let name = &self.node.name;
        let mut keys = self.node.node.entries().filter_map(|entry| entry.key.as_str());
        if let Some(key) = keys.find(|key| !NODE_KEYS.contains(&&**key)) {
            return refused(format!("`{key}` of `{name}` would be lost"));
        }
        let topology = self.nested.document.root().and_then(|root| root.get(TOPOLOGY));
        let mut keys = topology.into_iter().flat_map(Node::entries).filter_map(|entry| entry.key.as_str());
        if let Some(key) = keys.find(|key| !SECTIONS.contains(&&**key) && !INTERFACE.contains(&&**key)) {
            return refused(format!("`{key}` of `{}` would be lost", self.nested.file));
        }
        match self.mapping().is_some_and(|mapping| mapping.get("interfaces").is_some()) {
            true => refused(format!("`{}` maps operations of `{name}` to workflows", self.nested.file)),
            false => Ok(()),
        }
    }

    /// The entries that go to the outer template, under unused names.
    fn entries(&mut self) -> Result<(), EditError> {
        let document = &self.nested.document;
        let mut lists = Vec::new();
        for name in SECTIONS {
            let Some(node) = document.get(&section(name)).map(Node::resolve) else { continue };
            if node.is_sequence() {
                lists.push((name, node));
                continue;
            }
            for entry in node.entries() {
                let Some(key) = entry.key.as_str() else { continue };
                let new = self.free(name, &key);
                self.transfer.entries.push((section(name).key(&key), section(name).key(&new)));
                self.names.insert((name.to_owned(), key.into_owned()), new);
            }
        }
        lists.into_iter().try_for_each(|(name, node)| self.listed(name, node))
    }

    fn free(&self, name: &str, key: &str) -> String {
        let is_new = |candidate: &str| {
            self.names.iter().any(|((section, _), taken)| section == name && taken == candidate)
        };
        let is_free = |candidate: &str| self.ctx.free(name, candidate) == candidate && !is_new(candidate);
        if is_free(key) {
            return key.to_owned();
        }
        let joiner = self.ctx.joiner();
        common::free_name(&format!("{}{joiner}{key}", self.node.name), joiner, |candidate| {
            !is_free(candidate)
        })
    }

    /// Policies as items of a list, which move as values: nothing that they can refer to has a new name.
    fn listed(&mut self, name: &str, list: Node<'_>) -> Result<(), EditError> {
        let items: Vec<Node<'_>> = list.items().collect();
        let renamed = self.names.iter().find(|((_, old), new)| old != *new);
        if let Some(((_, old), new)) = renamed.filter(|_| !items.is_empty()) {
            let file = &self.nested.file;
            return refused(format!(
                "`{old}` would be renamed to `{new}`, and the {name} of `{file}` may refer to it: rename it first"
            ));
        }
        for item in items {
            if let Some(obstacle) = uncopied(&self.nested.document, item) {
                return refused(format!(
                    "`{name}` of `{}` contains {obstacle} that would be lost",
                    self.nested.file
                ));
            }
            let Value::Mapping(entries) = copy_of(item) else { continue };
            for (key, value) in entries {
                self.ops.push(self.ctx.entry(name, &key, value, true).0);
            }
        }
        Ok(())
    }

    /// References inside the nested template to what has a new name.
    fn inner_names(&mut self) {
        let (names, document) = (self.nested.names(), &self.nested.document);
        for reference in &names.references {
            let Some(declared) = reference.declaration.map(|at| &names.declarations[at].path) else {
                continue;
            };
            let (Some(section), Some(name)) = (declared.key_at(1), declared.key_at(2)) else { continue };
            let new = self.names.get(&(section.to_owned(), name.to_owned())).filter(|new| *new != name);
            let (Some(new), true) = (new, declared.len() == 3) else { continue };
            let path = document.node_of(reference.node).map(Node::path);
            if path.is_some_and(|path| self.transfer.entries.iter().any(|(from, _)| path.starts_with(from))) {
                self.transfer.adapted.push(reference.renamed(document, new));
            }
        }
    }

    fn is_transferred(&self, path: &Path) -> bool {
        self.transfer.entries.iter().any(|(from, _)| path.starts_with(from))
    }

    /// The inputs of the nested template have the values of the node's properties.
    fn inputs(&mut self) -> Result<(), EditError> {
        for call in calls(&self.nested.document, &Path::keys([TOPOLOGY])) {
            if call.function != "get_input" {
                continue;
            }
            if !self.is_transferred(&call.at) {
                if SECTIONS.contains(&call.at.key_at(1).unwrap_or_default()) {
                    return refused(format!("a policy of `{}` reads an input", self.nested.file));
                }
                continue;
            }
            if call.words().len() > 1 {
                return refused(format!("a part of input `{}` is read", call.first()));
            }
            let value = self.input(&call.first())?;
            self.transfer.adapted.push(Op::Replace { at: call.at, value });
        }
        Ok(())
    }

    fn input(&self, input: &str) -> Result<Value, EditError> {
        let document = self.ctx.document();
        let properties = self.mapping().and_then(|mapping| mapping.get("properties")).map(Node::resolve);
        let mut names = properties.into_iter().flat_map(Node::entries).filter_map(|entry| entry.key.as_str());
        let property =
            names.find(|name| self.mapped("properties", name).is_some_and(|words| words == [input]));
        let given = property.as_ref().and_then(|name| self.node.node.get("properties")?.resolve().get(name));
        if let Some(given) = given {
            self.check_place(given, &format!("input `{input}`"))?;
            return match uncopied(document, given).filter(|_| !given.is_scalar()) {
                Some(obstacle) => refused(format!(
                    "the value for input `{input}` contains {obstacle} that a copy would lose"
                )),
                None => Ok(in_flow(given)),
            };
        }
        let types = self.ctx.template.service();
        let node = types.node_template(&self.node.name).and_then(|template| template.type_id.found());
        let definition = property.zip(node).and_then(|(name, id)| {
            let effective = types.type_scope.effective(id);
            Some(effective.properties().get(&name)?.get("default").is_some())
        });
        if definition == Some(true) {
            return refused(format!(
                "the type of `{}` has a default for input `{input}`: set the property first",
                self.node.name
            ));
        }
        let declared = self.nested.document.get(&section("inputs").key(input)).map(Node::resolve);
        match declared.and_then(|node| node.get("default").or_else(|| node.get("value"))) {
            Some(default) => Ok(copy_of(default)),
            None => refused(format!(
                "`{}` has no value for input `{input}` of `{}`",
                self.node.name, self.nested.file
            )),
        }
    }

    /// Refuses a value of the node that depends on where it is written.
    fn check_place(&self, value: Node<'_>, what: &str) -> Result<(), EditError> {
        let mut nodes = self.ctx.document().nodes().filter(|node| value.range().contains(node.range()));
        let place = nodes.find_map(|node| Keyword::named(&node.as_str()?).map(Keyword::name));
        match place {
            Some(place) => refused(format!(
                "the value for {what} reads `{place}`, which would be another node than `{}`",
                self.node.name
            )),
            None => Ok(()),
        }
    }

    /// The requirements of the node become those of the mapped nodes.
    fn requirements_out(&mut self) -> Result<(), EditError> {
        for requirement in &self.node.requirements {
            let name = &requirement.name;
            let Some([owner, inner]) =
                self.mapped("requirements", name).and_then(|words| <[String; 2]>::try_from(words).ok())
            else {
                return refused(format!("requirement `{name}` of `{}` is not mapped", self.node.name));
            };
            let item = requirement.key.path().parent().and_then(|at| self.ctx.document().get(&at));
            if let Some(obstacle) = item.and_then(|item| uncopied(self.ctx.document(), item)) {
                return refused(format!(
                    "requirement `{name}` of `{}` contains {obstacle} that would be lost",
                    self.node.name
                ));
            }
            let to = section("node_templates").key(&owner).key("requirements");
            let value = Value::map([(inner, copy_of(requirement.node))]);
            self.transfer.adapted.push(Op::Append { to, value });
        }
        Ok(())
    }

    /// Requirements of other nodes that the node fulfills.
    fn requirements_in(&mut self) -> Result<(), EditError> {
        let Some(topology) = self.ctx.service.topology.as_ref() else { return Ok(()) };
        let own = topology.position(&self.node.name);
        let matching = self.ctx.service.matching();
        for (at, template) in topology.node_templates.iter().enumerate() {
            for (position, requirement) in template.requirements.iter().enumerate() {
                let Some(word) = requirement.target.as_ref().filter(|target| target.text == self.node.name)
                else {
                    continue;
                };
                let binding = matching.bindings(at).get(position);
                let bound =
                    binding.filter(|binding| own.map(RequirementTarget::Template) == Some(binding.target));
                let capability =
                    bound.and_then(|binding| binding.capability).zip(own.and_then(|own| matching.kind(own)));
                let capability =
                    capability.and_then(|(at, kind)| Some(kind.capabilities.get(at)?.name.clone()));
                let mapped = capability.and_then(|name| self.mapped("capabilities", &name));
                let Some([owner, inner]) = mapped.and_then(|words| <[String; 2]>::try_from(words).ok())
                else {
                    return refused(format!(
                        "requirement `{}` of `{}` needs a capability of `{}` that is not mapped",
                        requirement.name, template.name, self.node.name
                    ));
                };
                self.ops.push(word.replaced(self.new_name(&owner)));
                self.ops.extend(requirement.capability.as_ref().map(|capability| capability.replaced(inner)));
            }
        }
        Ok(())
    }

    /// Values of the node that others read.
    fn values(&mut self) -> Result<(), EditError> {
        let document = self.ctx.document();
        for call in calls(document, &Path::keys([TOPOLOGY])) {
            if call.function == "get_input" || call.first() != *self.node.name {
                continue;
            }
            let op = self.value(&call)?;
            self.ops.push(op);
        }
        Ok(())
    }

    fn value(&self, call: &ValueCall<'_>) -> Result<Op, EditError> {
        let words = call.words();
        let (Some(name), 2) = (words.get(1), words.len()) else {
            return refused(format!("`{}` reads a part of a value of `{}`", call.function, self.node.name));
        };
        if let Some(mut words) = self.mapped("attributes", name).filter(|words| words.len() > 1) {
            let effective = self.nested.service();
            let is_property = effective
                .node_template(&words[0])
                .and_then(|template| template.type_id.found())
                .is_some_and(|id| {
                    words.len() == 2
                        && effective.type_scope.effective(id).properties().get(&words[1]).is_some()
                });
            words[0] = self.new_name(&words[0]);
            let function = if is_property { "get_property" } else { "get_attribute" };
            let list = Value::Sequence(words.into_iter().map(Value::text).collect());
            let value = Value::map([(function, list)]).on_one_line();
            return Ok(Op::Replace { at: call.at.clone(), value });
        }
        let given = self.node.node.get("properties").and_then(|node| node.resolve().get(name));
        if let Some(given) = given {
            self.check_place(given, &format!("`{name}`"))?;
        }
        match given.filter(|_| call.function == "get_property") {
            Some(given) if uncopied(self.ctx.document(), given).is_none() => {
                Ok(Op::Replace { at: call.at.clone(), value: in_flow(given) })
            }
            _ => refused(format!(
                "`{}` reads `{name}` of `{}`, which is not mapped",
                call.function, self.node.name
            )),
        }
    }

    /// Refuses references to the node that nothing above has planned.
    fn check_rest(&self) -> Result<(), EditError> {
        let (document, names) = (self.ctx.document(), self.ctx.template.names());
        let own = self.node.key.path();
        let is_planned = |path: &Path| self.ops.iter().any(|op| path.starts_with(&op.path()));
        for reference in &names.references {
            let declared = reference.declaration.map(|at| &names.declarations[at].path);
            let Some(path) = document.node_of(reference.node).map(Node::path) else { continue };
            if declared == Some(&own) && !path.starts_with(&own) && !is_planned(&path) {
                return refused(format!("`{}` refers to `{}`", path.prefix(3), self.node.name));
            }
        }
        Ok(())
    }

    /// Nodes are written before the one that they replace, the rest at the end of its section.
    fn places(&mut self) {
        let mut sections: BTreeMap<Path, Vec<String>> = BTreeMap::new();
        for (_, to) in &self.transfer.entries {
            if let (Some(into), Some(name)) = (to.parent(), to.last_key()) {
                sections.entry(into).or_default().push(name.to_owned());
            }
        }
        for (into, names) in sections {
            let key = into.last_key().unwrap_or_default().to_owned();
            if self.ctx.document().get(&into).is_none() {
                let above = Path::keys([TOPOLOGY]);
                let placement = self.ctx.placement_of(&above, &key);
                let value = Value::map(names.into_iter().map(|name| (name, Value::Null)));
                self.ops.push(Op::Insert { into: above, key, value, placement });
                continue;
            }
            let is_beside = key == "node_templates";
            for key in names {
                let placement =
                    if is_beside { Placement::Before(self.node.name.to_string()) } else { Placement::Last };
                self.ops.push(Op::Insert { into: into.clone(), key, value: Value::Null, placement });
            }
        }
    }
}

/// A copy of a value; a call is written on one line.
fn in_flow(node: Node<'_>) -> Value {
    let value = copy_of(node);
    if node.resolve().is_mapping() { value.on_one_line() } else { value }
}
