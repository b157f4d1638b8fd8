//! `substitution_mappings`: that the topology can stand for a node of the type that it names.

mod interface;
mod nested;
mod node_type;
mod port;
mod value;
mod value_type;

use super::super::Rule;
use super::near::Near;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::tosca::matching::Kind;
use crate::dialect::tosca::model::{Service, Substitution, Topology};
use crate::dialect::tosca::types::{TypeId, Word};
use crate::yaml::{Entry, Node};

pub(in super::super) static RULES: [&Rule; 5] =
    [&node_type::RULE, &port::RULE, &value::RULE, &interface::RULE, &nested::RULE];

/// The names that a mapping lists, bare or under `mapping`; `None`: it is a value, or what the tables refuse.
fn mapped(entry: Entry<'_>) -> Option<Vec<Word<'_>>> {
    let node = entry.value.resolve();
    let list = if node.is_mapping() { node.get("mapping")?.resolve() } else { node };
    if !list.is_sequence() {
        return None;
    }
    list.items().map(|it| Word::of(it.resolve())).collect()
}

/// The mappings of a document, and the type of node that it stands for, where that is known.
struct Stand<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    substitution: &'s Substitution<'d>,
    kind: Option<(TypeId, Kind)>,
    templates: Near,
}

impl<'s, 'd> Stand<'s, 'd> {
    fn of(service: &'s Service<'d>) -> Option<Stand<'s, 'd>> {
        let topology = service.topology.as_ref()?;
        let substitution = topology.substitution.as_ref()?;
        let kind = substitution.type_id.found().map(|id| (id, Kind::of(&service.world, id)));
        Some(Stand { service, topology, substitution, kind, templates: Near::node_templates(service) })
    }

    /// The node template that a mapping names, or what is wrong with the name.
    fn template(&mut self, code: &'static Code, word: &Word<'d>) -> Result<usize, Box<Diagnostic>> {
        self.topology.index.get(&word.text).copied().ok_or_else(|| {
            let message = format!("no node template is named `{}`", word.text);
            Box::new(self.templates.suggest(self.service.fault(code, word.node, message), word))
        })
    }
}

/// "Did you mean", and the key renamed so.
fn misnamed(diagnostic: Diagnostic, key: Node<'_>, near: Option<&str>) -> Diagnostic {
    diagnostic.meant(near, |to| crate::yaml::Op::RenameKey { at: key.path(), to })
}
