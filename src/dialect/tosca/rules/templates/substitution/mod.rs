//! Rules for `substitution_mappings`: the topology can implement a node of the substituted type.

mod capability;
mod interface;
mod nested;
mod node_type;
mod port;
mod requirement;
mod value;

use super::super::Rule;
use super::name_suggestions::NameSuggestions;
use crate::matching::NodeSignature;
use crate::model::{Service, Substitution, Topology};
use crate::types::{ScalarText, TypeId};
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::message;
use limn_yaml::{Entry, Node};

pub(in super::super) static RULES: [&Rule; 6] =
    [&node_type::RULE, &capability::RULE, &requirement::RULE, &value::RULE, &interface::RULE, &nested::RULE];

/// Names listed by a mapping, directly or in `mapping`; `None` for a value, or for a form that the grammar refuses.
fn mapped(entry: Entry<'_>) -> Option<Vec<ScalarText<'_>>> {
    let node = entry.value.resolve();
    let list = if node.is_mapping() { node.get("mapping")?.resolve() } else { node };
    if !list.is_sequence() {
        return None;
    }
    list.items().map(|item| ScalarText::of(item.resolve())).collect()
}

/// Substitution mappings of a document, with the substituted node type if known.
struct SubstitutionScope<'s, 'd> {
    service: &'s Service<'d>,
    topology: &'s Topology<'d>,
    substitution: &'s Substitution<'d>,
    kind: Option<(TypeId, NodeSignature)>,
    templates: NameSuggestions,
}

impl<'s, 'd> SubstitutionScope<'s, 'd> {
    fn of(service: &'s Service<'d>) -> Option<SubstitutionScope<'s, 'd>> {
        let topology = service.topology.as_ref()?;
        let substitution = topology.substitution.as_ref()?;
        let kind = substitution.type_id.found().map(|id| (id, NodeSignature::of(&service.type_scope, id)));
        Some(SubstitutionScope {
            service,
            topology,
            substitution,
            kind,
            templates: NameSuggestions::node_templates(service),
        })
    }

    /// Resolves the node template that a mapping names.
    fn template(&mut self, code: &'static Code, word: &ScalarText<'d>) -> Result<usize, Box<Diagnostic>> {
        self.topology.index.get(&word.text).copied().ok_or_else(|| {
            let message = message::unknown("node template", &word.text);
            let fault = self.service.fault(code, word.node, message).subject(&*word.text);
            Box::new(self.templates.suggest(fault, word))
        })
    }
}

/// Adds "did you mean" to the message, with a fix that renames the key.
fn misnamed(diagnostic: Diagnostic, key: Node<'_>, near: Option<&str>) -> Diagnostic {
    diagnostic.did_you_mean(near, |to| limn_yaml::Op::RenameKey { at: key.path(), to })
}
