//! Fields of the topology: templates, groups, policies, inputs and outputs, according to their types.

use super::FieldProvider;
use super::data::key_of;
use super::definitions::field_section;
use crate::grammar::DIRECTIVES;
use crate::interface::InterfaceSchema;
use crate::model::{NodeTemplate, Requirement};
use crate::resolve::Resolver;
use crate::types::{Definition, FileId, Lookup, ScalarText, Section, TypeId, TypeKind};
use limn_language::schema::{ChoiceItem, Holds, Slot};
use limn_yaml::{Node, Path, Step};

/// A template with its type and its node.
#[derive(Clone, Copy)]
struct Holder<'d> {
    kind: TypeKind,
    id: Lookup,
    node: Option<Node<'d>>,
}

impl<'m> FieldProvider<'m> {
    pub(super) fn in_topology(&self, path: &Path, steps: &[Step]) -> Option<Slot> {
        let topology = self.service.topology.as_ref()?;
        let (section, rest) = steps.split_first()?;
        let section = key_of(section)?;
        if section == "substitution_mappings" {
            return self.in_substitution(rest);
        }
        let (name, rest) = rest.split_first()?;
        // Policies are in a list of mappings with one entry each, and groups in AMP can be.
        let (name, rest) = match (section, name) {
            ("groups" | "policies", Step::Index(_)) => rest.split_first()?,
            _ => (name, rest),
        };
        let name = key_of(name)?;
        let holder = |kind, id, node| Holder { kind, id, node: Some(node) };
        match section {
            "inputs" | "outputs" => {
                let all = if section == "inputs" { &topology.inputs } else { &topology.outputs };
                self.parameter(all.iter().find(|parameter| parameter.name == name)?.node, rest)
            }
            "node_templates" => self.in_node(topology.node_template(name)?, path, rest),
            "relationship_templates" => {
                let it = topology.relationship_template(name)?;
                self.in_thing(holder(TypeKind::Relationship, it.type_id, it.node), rest)
            }
            "groups" => {
                let it = topology.group(name)?;
                self.in_thing(holder(TypeKind::Group, it.type_id, it.node), rest)
            }
            "policies" => {
                let it = topology.policies.iter().find(|policy| policy.name == name)?;
                if let [triggers, below @ ..] = rest
                    && key_of(triggers) == Some("triggers")
                {
                    let ([Step::Index(_), _, inside @ ..] | [Step::Key(_), inside @ ..]) = below else {
                        return None;
                    };
                    let trigger = self.trigger_at(path, path.len() - below.len())?;
                    return self.in_trigger(&trigger, path, inside);
                }
                self.in_thing(holder(TypeKind::Policy, it.type_id, it.node), rest)
            }
            "workflows" => {
                let workflow = topology.workflow(name)?;
                if let [steps, step, rest @ ..] = rest
                    && key_of(steps) == Some("steps")
                {
                    let step = workflow.steps.iter().find(|declared| key_of(step) == Some(&declared.name))?;
                    return self.in_step(step, path, rest);
                }
                if let [conditions, Step::Index(at), condition, rest @ ..] = rest
                    && (key_of(conditions), key_of(condition)) == (Some("preconditions"), Some("condition"))
                {
                    let about = self.worked_on(*workflow.preconditions.get(*at)?);
                    return self.in_condition(&about, path, rest);
                }
                let [inputs, input, rest @ ..] = rest else { return None };
                let input = workflow.inputs.iter().find(|declared| key_of(input) == Some(&declared.name))?;
                (key_of(inputs)? == "inputs").then(|| self.parameter(input.node, rest))?
            }
            _ => None,
        }
    }

    fn in_node(&self, template: &NodeTemplate<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        let holder = Holder { kind: TypeKind::Node, id: template.type_id, node: Some(template.node) };
        let (section, rest) = steps.split_first()?;
        match (key_of(section)?, rest) {
            ("capabilities", []) => {
                let effective = self.type_scope().effective(template.type_id.found()?);
                let parts = effective.capabilities().iter().map(|capability| {
                    let of = capability.word_or_short("type").map(|(word, _)| short(&word.text).to_owned());
                    let doc = capability.word("description").map(|(word, _)| word.text.trim().to_owned());
                    (capability.name.to_string(), thing(of.unwrap_or_default(), doc.unwrap_or_default()))
                });
                let (parts, open) = (parts.collect(), !effective.complete);
                Some(Slot { holds: Holds::Parts { parts, open }, ..Slot::default() })
            }
            ("capabilities", [name, section, rest @ ..]) => {
                let effective = self.type_scope().effective(template.type_id.found()?);
                let definition = effective.capabilities().get(key_of(name)?)?;
                let section = field_section(key_of(section)?)?;
                let (table, complete) = self.type_scope().facet(definition, TypeKind::Capability, section);
                let slot = self.computed().of_table(&table, complete, rest)?;
                Some(if section == Section::Attributes { optional(slot) } else { slot })
            }
            ("directives", [Step::Index(_)]) => {
                let word =
                    |word: &str| ChoiceItem { word: word.to_owned(), fits: true, ..ChoiceItem::default() };
                Some(Slot { holds: Holds::Name(DIRECTIVES.map(word).to_vec()), ..Slot::default() })
            }
            ("requirements", []) => self.requirements(template),
            ("node_filter", rest) => self.in_filter(template.type_id.found(), path, rest),
            ("requirements", [Step::Index(at), _, key, rest @ ..]) => {
                let requirement = template.requirement_in(*at)?;
                match key_of(key)? {
                    "node_filter" => {
                        let named = requirement.target.as_ref().map(|target| &*target.text);
                        let of = named.and_then(|name| self.node_or_type(name));
                        let asked = || self.required_node_type(template.type_id.found()?, &requirement.name);
                        self.in_filter(of.or_else(asked), path, rest)
                    }
                    "relationship" => {
                        let resolver = Resolver::new(&self.service);
                        let id = resolver.relationship_type(template, requirement);
                        let node = requirement.relationship_node;
                        match rest.first().and_then(key_of) {
                            Some("type") => None,
                            _ => self.in_thing(Holder { kind: TypeKind::Relationship, id, node }, rest),
                        }
                    }
                    "capability" if rest.is_empty() => self.target_capability(template, requirement),
                    _ => None,
                }
            }
            _ => self.in_thing(holder, steps),
        }
    }

    /// The capabilities of the node that a requirement names, or of those that its definition asks for.
    fn target_capability(&self, template: &NodeTemplate<'m>, requirement: &Requirement<'m>) -> Option<Slot> {
        let asked = || self.required_node_type(template.type_id.found()?, &requirement.name);
        let id = match &requirement.target {
            Some(target) => self.node_or_type(&target.text)?,
            None => asked()?,
        };
        let word = |definition: &Definition<'m>| {
            let note = definition.word_or_short("type").map(|(word, _)| short(&word.text).to_owned());
            ChoiceItem {
                word: definition.name.to_string(),
                note: note.unwrap_or_default(),
                fits: true,
                ..ChoiceItem::default()
            }
        };
        let words = self.type_scope().effective(id).capabilities().iter().map(word);
        Some(Slot {
            type_name: "capability".to_owned(),
            holds: Holds::Name(words.collect()),
            ..Slot::default()
        })
    }

    /// Common sections of all templates: properties, attributes, interfaces and artifacts.
    fn in_thing(&self, holder: Holder<'m>, steps: &[Step]) -> Option<Slot> {
        let (section, rest) = steps.split_first()?;
        match key_of(section)? {
            "type" if rest.is_empty() => Some(self.type_name(holder.kind)),
            section @ ("properties" | "attributes") => {
                let Some(id) = holder.id.found() else {
                    // If the type is unknown, any name is allowed.
                    let holds = Holds::Parts { parts: Vec::new(), open: true };
                    return rest.is_empty().then(|| Slot { holds, ..Slot::default() });
                };
                let effective = self.type_scope().effective(id);
                let table = effective.section(field_section(section)?);
                let slot = self.computed().of_table(table, effective.complete, rest)?;
                Some(if section == "attributes" { optional(slot) } else { slot })
            }
            "members" | "targets" => self.listed(holder.kind, holder.id.found(), rest),
            "interfaces" => self.in_interfaces(holder, rest),
            "artifacts" => self.in_artifacts(holder, rest),
            _ => None,
        }
    }

    fn in_interfaces(&self, holder: Holder<'m>, steps: &[Step]) -> Option<Slot> {
        let id = holder.id.found()?;
        let effective = self.type_scope().effective(id);
        let Some((name, rest)) = steps.split_first() else {
            let parts = effective.interfaces().iter().map(|interface| {
                let of = interface.word("type").map(|(word, _)| short(&word.text).to_owned());
                (interface.name.to_string(), thing(of.unwrap_or_default(), String::new()))
            });
            let (parts, open) = (parts.collect(), true);
            return Some(Slot { holds: Holds::Parts { parts, open }, ..Slot::default() });
        };
        let name = key_of(name)?;
        let face = InterfaceSchema::of(self.type_scope(), holder.id, name);
        let own = holder.node.and_then(|node| node.get("interfaces")?.resolve().get(name)).map(Node::resolve);
        let has_list = own.is_some_and(|node| node.get("operations").is_some());
        let operations = || {
            let all = face.names(self.type_scope()).into_iter().map(|name| {
                let doc = face.operation(self.type_scope(), &name).iter().find_map(|layer| {
                    Some(ScalarText::at(layer.node, "description")?.text.trim().to_owned())
                });
                let brief = if face.is_implemented(self.type_scope(), &name) {
                    "implemented by the type"
                } else {
                    ""
                };
                (name.to_string(), thing(brief.to_owned(), doc.unwrap_or_default()))
            });
            Slot { holds: Holds::Parts { parts: all.collect(), open: true }, ..Slot::default() }
        };
        let inputs = |operation: Option<&str>, rest: &[Step]| {
            let table = face.inputs(self.type_scope(), operation);
            self.computed().of_table(&table, false, rest)
        };
        let (first, rest) = match rest.split_first() {
            None => return (!has_list).then(operations),
            Some((first, rest)) => (key_of(first)?, rest),
        };
        match (first, rest) {
            ("inputs", rest) => inputs(None, rest),
            ("operations", []) => has_list.then(operations),
            ("operations" | "notifications", [operation, key, rest @ ..]) => {
                let operation = key_of(operation)?;
                self.in_operation(holder, (key_of(key)?, rest), || inputs(Some(operation), rest))
            }
            (operation, [key, rest @ ..]) => {
                self.in_operation(holder, (key_of(key)?, rest), || inputs(Some(operation), rest))
            }
            _ => None,
        }
    }

    fn in_operation(
        &self,
        holder: Holder<'m>,
        (key, rest): (&str, &[Step]),
        inputs: impl FnOnce() -> Option<Slot>,
    ) -> Option<Slot> {
        match (key, rest) {
            ("inputs", _) => inputs(),
            ("implementation", []) => Some(self.implementation(holder)),
            ("implementation", [part]) if key_of(part) == Some("primary") => {
                Some(self.implementation(holder))
            }
            ("implementation", [part, Step::Index(_)]) if key_of(part) == Some("dependencies") => {
                Some(self.implementation(holder))
            }
            _ => None,
        }
    }

    /// Possible implementations: artifacts of the template, and files next to the document.
    fn implementation(&self, holder: Holder<'m>) -> Slot {
        let word = |word: String, note: &str| ChoiceItem {
            word,
            note: note.to_owned(),
            fits: true,
            ..Default::default()
        };
        let artifacts = self.artifacts(holder).into_iter().map(|(name, _)| word(name, "artifact"));
        let here = self.service.file;
        let files = self.service.files.iter().filter(|file| {
            !matches!(file.extension().as_str(), "yaml" | "yml" | "bom" | "meta" | "mf" | "json" | "md")
                && *file != here
        });
        let folder =
            Some(here.folder()).filter(|folder| !folder.is_empty()).map(|folder| format!("{folder}/"));
        let below = |path: &str| path.strip_prefix(folder.as_deref().unwrap_or_default()).map(String::from);
        let files = files.filter_map(|file| Some(word(below(file.as_str())?, "file")));
        let words = artifacts.chain(files).collect();
        Slot { type_name: "artifact or file".to_owned(), holds: Holds::Name(words), ..Slot::default() }
    }

    /// Artifacts of the template and of its type, with their artifact types.
    fn artifacts(&self, holder: Holder<'m>) -> Vec<(String, String)> {
        self.artifacts_in(holder.id.found(), holder.node)
    }

    pub(super) fn artifacts_in(&self, id: Option<TypeId>, node: Option<Node<'m>>) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> = Vec::new();
        if let Some(id) = id {
            let declared = self.type_scope().effective(id).artifacts().iter().map(|artifact| {
                let of = artifact.word("type").map(|(word, _)| short(&word.text).to_owned());
                (artifact.name.to_string(), of.unwrap_or_default())
            });
            all.extend(declared);
        }
        let own = node.into_iter().flat_map(|node| crate::types::named(node, "artifacts"));
        for entry in own {
            if let Some(name) = entry.key.as_str()
                && all.iter().all(|(known, _)| *known != name)
            {
                let of = ScalarText::at(entry.value.resolve(), "type");
                all.push((
                    name.into_owned(),
                    of.map(|word| short(&word.text).to_owned()).unwrap_or_default(),
                ));
            }
        }
        all
    }

    fn in_artifacts(&self, holder: Holder<'m>, steps: &[Step]) -> Option<Slot> {
        let (name, rest) = steps.split_first()?;
        let name = key_of(name)?;
        let own = holder.node.and_then(|node| node.get("artifacts")?.resolve().get(name)).map(Node::resolve);
        let (section, rest) = rest.split_first()?;
        match key_of(section)? {
            "type" => Some(self.type_name(TypeKind::Artifact)),
            "properties" => {
                let id = self.artifact_type(holder.id.found(), name, own)?;
                let effective = self.type_scope().effective(id);
                self.computed().of_table(effective.properties(), effective.complete, rest)
            }
            _ => None,
        }
    }

    fn artifact_type(&self, of: Option<TypeId>, name: &str, own: Option<Node<'m>>) -> Option<TypeId> {
        if let Some(word) = own.and_then(|node| ScalarText::at(node, "type")) {
            return self.type_scope().find(TypeKind::Artifact, &word.text, FileId::OWN).found();
        }
        let definition = self.type_scope().effective(of?).artifacts().get(name)?;
        self.type_scope().type_of(definition, TypeKind::Artifact)?.found()
    }
}

/// Makes runtime values optional.
fn optional(mut slot: Slot) -> Slot {
    slot.required = false;
    if let Holds::Parts { parts, .. } = &mut slot.holds {
        for (_, part) in parts {
            part.required = false;
        }
    }
    slot
}

/// The slot of a part with fields of its own. `brief`: a few words about it, such as its type.
fn thing(brief: String, doc: String) -> Slot {
    Slot { holds: Holds::Element(brief), doc, ..Slot::default() }
}

/// A type name without the namespace of the TOSCA types.
pub(super) fn short(name: &str) -> &str {
    let spaces = TypeKind::ALL.into_iter().map(TypeKind::space);
    spaces.into_iter().find_map(|space| name.strip_prefix(space)).unwrap_or(name)
}
