//! Shared context of plans: sections and names of new entries, and the type name notation of the document.

use std::collections::BTreeSet;

use crate::grammar::V1_0;
use crate::model::Service;
use crate::service_template::ServiceTemplate;
use crate::types::{FileId, Lookup, TypeId, TypeKind, named};
use limn_common as common;
use limn_language::graph::Id;
use limn_yaml::{Document, Node, Op, Path, Placement, Value};

/// A service template with its parsed document and types.
pub(super) struct PlanContext<'s> {
    pub template: &'s ServiceTemplate,
    pub service: Service<'s>,
}

/// Notation of TOSCA type names in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// `tosca.nodes.Compute`
    Full,
    /// `tosca:Compute`
    Prefixed,
    /// `Compute`
    Short,
}

impl<'s> PlanContext<'s> {
    pub(super) fn new(template: &'s ServiceTemplate) -> PlanContext<'s> {
        PlanContext { template, service: template.service() }
    }

    pub(super) fn document(&self) -> &'s Document {
        &self.template.document
    }

    /// Inserts a named entry into a section of the topology and returns its path. `listed`: create a missing section as a list of single-entry
    /// mappings; an existing section keeps its form.
    pub(super) fn entry(&self, section: &str, name: &str, value: Value, listed: bool) -> (Op, Path) {
        self.entry_in(&Path::keys(["topology_template"]), section, name, value, listed)
    }

    /// Inserts an entry into a section of the mapping at `above`: the root, or the topology, created if missing.
    pub(super) fn entry_in(
        &self,
        above: &Path,
        section: &str,
        name: &str,
        value: Value,
        listed: bool,
    ) -> (Op, Path) {
        let at = above.key(section);
        let one = |value: Value| Value::map([(name, value)]);
        let found = self.document().get(&at);
        if let Some(list) =
            found.map(Node::resolve).filter(|node| node.is_sequence() || listed && node.is_null())
        {
            let position = list.items().len();
            return (Op::Append { to: at.clone(), value: one(value) }, at.index(position).key(name));
        }
        if found.is_some() {
            let path = at.key(name);
            return (Op::Insert { into: at, key: name.to_owned(), value, placement: Placement::Last }, path);
        }
        let (section_value, path) = if listed {
            (Value::Sequence(vec![one(value)]), at.index(0).key(name))
        } else {
            (one(value), at.key(name))
        };
        let (into, key, value) = match (self.document().get(above), above.last_key()) {
            (None, Some(key)) => (Path::root(), key, Value::map([(section, section_value)])),
            _ => (above.clone(), section, section_value),
        };
        (Op::Insert { placement: self.placement_of(&into, key), into, key: key.to_owned(), value }, path)
    }

    /// Position of a key in a mapping, according to the tables.
    pub(super) fn placement_of(&self, into: &Path, key: &str) -> Placement {
        super::form(self.template).placement_of(into, key)
    }

    /// `base`, with the first number that makes it unique in the section.
    pub(super) fn free(&self, section: &str, base: &str) -> String {
        let taken = self.names_in(section);
        let topology = Path::keys(["topology_template", section]);
        let graph = self.template.graph();
        // Avoid unresolved names, which the new entry would resolve by accident.
        let is_ghost =
            |name: &str| section == "node_templates" && graph.node(&Id(topology.key(name))).is_some();
        let is_taken = |name: &str| taken.contains(name) || is_ghost(name);
        common::free_name(base, self.joiner(), is_taken)
    }

    /// Names in use in the section. Nodes and groups share a namespace, because policy targets can be either.
    fn names_in(&self, section: &str) -> BTreeSet<String> {
        let sections: &[&str] = match section {
            "node_templates" | "groups" => &["node_templates", "groups"],
            other => &[other],
        };
        let above = [self.service.root, self.service.topology.as_ref().map(|topology| topology.node)];
        let entries = sections.iter().flat_map(|section| {
            above.iter().flatten().flat_map(move |node| named(*node, section)).collect::<Vec<_>>()
        });
        entries.filter_map(|entry| Some(entry.key.as_str()?.into_owned())).collect()
    }

    /// Word separator in the names of this document.
    pub(super) fn joiner(&self) -> char {
        let templates = self.service.topology.iter().flat_map(|topology| &topology.node_templates);
        let (mut dashes, mut lines) = (0, 0);
        for template in templates {
            dashes += usize::from(template.name.contains('-'));
            lines += usize::from(template.name.contains('_'));
        }
        if dashes > lines { '-' } else { '_' }
    }

    /// A name for an element of a type, in the style of the document: `web_application` for `tosca.nodes.WebApplication`.
    pub(super) fn name_after(&self, kind: TypeKind, type_name: &str) -> String {
        let last = type_name.rsplit(['.', ':', '/']).next().unwrap_or(type_name);
        // A root type is named after its kind.
        let words =
            words_of(if last == "Root" { kind.word().split(' ').next().unwrap_or(last) } else { last });
        if words.is_empty() { "new".to_owned() } else { words.join(&self.joiner().to_string()) }
    }

    /// A user-provided name, without whitespace.
    pub(super) fn name_of(&self, given: &str) -> String {
        let words: Vec<&str> = given.split_whitespace().collect();
        if words.is_empty() { "new".to_owned() } else { words.join(&self.joiner().to_string()) }
    }

    /// The name of a type in the notation of this document.
    pub(super) fn type_name(&self, kind: TypeKind, id: TypeId) -> String {
        let type_scope = &self.service.type_scope;
        let name = type_scope.get(id).name.to_string();
        let leads = |name: &str| type_scope.find(kind, name, FileId::OWN) == Lookup::Found(id);
        if !type_scope.is_normative(id) {
            let names: Vec<String> =
                type_scope.names(kind).into_iter().map(|pair| pair.0).filter(|name| leads(name)).collect();
            return if names.contains(&name) { name } else { names.into_iter().next().unwrap_or(name) };
        }
        let short = name.strip_prefix(kind.space()).unwrap_or(&name);
        let other = match self.spelling() {
            Spelling::Full => None,
            Spelling::Prefixed => Some(format!("tosca:{short}")),
            Spelling::Short => Some(short.to_owned()),
        };
        if let Some(other) = other.filter(|name| leads(name)) {
            return other;
        }
        // Version 1.0 had storage types without the `Storage` prefix.
        let of_1_0 = short.strip_prefix("Storage.").filter(|_| kind == TypeKind::Node);
        match of_1_0.map(|last| format!("{}{last}", kind.space())) {
            Some(old) if self.template.version == V1_0 && leads(&old) => old,
            _ => name,
        }
    }

    fn spelling(&self) -> Spelling {
        let Some(topology) = &self.service.topology else { return Spelling::Full };
        let of_templates = topology
            .node_templates
            .iter()
            .filter_map(|template| Some((template.type_name.as_ref()?, template.type_id)));
        let of_groups =
            topology.groups.iter().filter_map(|group| Some((group.type_name.as_ref()?, group.type_id)));
        let of_policies =
            topology.policies.iter().filter_map(|policy| Some((policy.type_name.as_ref()?, policy.type_id)));
        let (mut full, mut prefixed, mut short) = (0, 0, 0);
        for (word, id) in of_templates.chain(of_groups).chain(of_policies) {
            // Names outside the kind's name space, `brooklyn.tosca.groups.initializer`, have one notation.
            let type_scope = &self.service.type_scope;
            let has_notations = |id| {
                let it = type_scope.get(id);
                type_scope.is_normative(id) && it.name.starts_with(it.kind.space())
            };
            if !id.found().is_some_and(has_notations) {
                continue;
            }
            match word.text.as_ref() {
                text if text.starts_with("tosca:") => prefixed += 1,
                text if text.starts_with("tosca.") => full += 1,
                _ => short += 1,
            }
        }
        if short > full && short >= prefixed {
            Spelling::Short
        } else if prefixed > full {
            Spelling::Prefixed
        } else {
            Spelling::Full
        }
    }
}

/// Splits words: `load`, `balancer` for `LoadBalancer`; `db`, `server` for `DBServer`.
fn words_of(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut words: Vec<String> = vec![String::new()];
    for (at, letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            words.push(String::new());
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let starts = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_uppercase() && after.is_some_and(|after| after.is_lowercase())
            });
        if starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
