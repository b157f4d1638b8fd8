//! Fields of workflow steps and activities: targets, operations with their inputs, workflows with theirs, states, and the hosts on which operations run.

use std::collections::HashSet;

use super::FieldProvider;
use super::data::key_of;
use super::links::named;
use super::topology::short;
use crate::function;
use crate::interface::{InterfaceSchema, relationship_defined};
use crate::model::{Parameter, Step as WorkflowStep, Workflow};
use crate::types::{FileId, Lookup, ScalarText, TypeKind};
use crate::value::DataSchema;
use limn_language::schema::{ChoiceItem, Holds, Slot};
use limn_yaml::{Node, Path, Step};

/// The node states of TOSCA.
static STATES: [&str; 12] = [
    "initial",
    "creating",
    "created",
    "configuring",
    "configured",
    "starting",
    "started",
    "stopping",
    "stopped",
    "deleting",
    "deleted",
    "error",
];

static NODE_HOSTS: [&str; 3] = ["SELF", "HOST", "ORCHESTRATOR"];
static RELATIONSHIP_HOSTS: [&str; 3] = ["SOURCE", "TARGET", "ORCHESTRATOR"];

impl<'m> FieldProvider<'m> {
    /// Target of a workflow step, and the operations available on it.
    pub(super) fn in_step(&self, step: &WorkflowStep<'m>, path: &Path, steps: &[Step]) -> Option<Slot> {
        if let [Step::Key(key), rest @ ..] = steps
            && &**key == "filter"
        {
            return self.in_condition(&self.worked_on(step.node), path, rest);
        }
        let keys: Vec<Option<&str>> = steps.iter().map(key_of).collect();
        let target = step.target.as_ref().and_then(|word| self.service.node_template(&word.text));
        let of = target.map_or(Lookup::Undetermined, |template| template.type_id);
        match &keys[..] {
            [Some("target_relationship")] => {
                let requirements = self.type_scope().effective(of.found()?).requirements().iter();
                let words = requirements.map(|requirement| requirement.name.to_string()).map(word).collect();
                Some(Slot { holds: Holds::Name(words), ..named("requirement of the target") })
            }
            [Some("operation_host")] => Some(self.hosts_of_step(step)),
            [Some("activities"), None, Some(kind), ..] => {
                let of = match &step.target_relationship {
                    Some(word) => relationship_defined(self.type_scope(), of, &word.text),
                    None => of,
                };
                let Step::Index(at) = steps.get(1)? else { return None };
                let activity = step.node.get("activities").and_then(|all| all.nth_item(*at));
                self.in_activity(of, (*kind, activity), steps.get(3..)?)
            }
            _ => None,
        }
    }

    /// Argument of an activity. `of`: the type whose operations it can call.
    pub(super) fn in_activity(
        &self,
        of: Lookup,
        (kind, activity): (&str, Option<Node<'m>>),
        steps: &[Step],
    ) -> Option<Slot> {
        let (all, type_name) = match (kind, steps) {
            (_, [Step::Key(key), rest @ ..]) if &**key == "inputs" => {
                return self.inputs_given(of, kind, activity?.resolve().get(kind)?.resolve(), rest);
            }
            ("set_state", []) => (STATES.map(str::to_owned).to_vec(), "state of the node"),
            ("call_operation", []) => (self.callable_operations(of), "interface.operation"),
            ("call_operation", [Step::Key(key)]) if &**key == "operation" => {
                (self.callable_operations(of), "interface.operation")
            }
            _ => return None,
        };
        Some(Slot { holds: Holds::Name(all.into_iter().map(word).collect()), ..named(type_name) })
    }

    /// `Standard.create` for each operation of a type.
    fn callable_operations(&self, of: Lookup) -> Vec<String> {
        let type_scope = self.type_scope();
        let Some(id) = of.found() else { return Vec::new() };
        let interfaces = type_scope.effective(id).interfaces();
        let named = interfaces.iter().flat_map(|interface| {
            let face = InterfaceSchema::of(type_scope, of, &interface.name);
            let all =
                face.names(type_scope).into_iter().map(|operation| format!("{}.{operation}", interface.name));
            all.collect::<Vec<_>>()
        });
        named.collect()
    }

    /// A place in the inputs of the operation or workflow that an activity calls.
    fn inputs_given(&self, of: Lookup, kind: &str, call: Node<'m>, rest: &[Step]) -> Option<Slot> {
        if kind == "call_operation" {
            let word = ScalarText::at(call, "operation")?;
            let (interface, operation) = word.text.rsplit_once('.')?;
            let face = InterfaceSchema::of(self.type_scope(), of, interface);
            return self.computed().of_table(&face.inputs(self.type_scope(), Some(operation)), false, rest);
        }
        let word = ScalarText::at(call, "workflow")?;
        self.inputs_of_workflow(self.service.topology.as_ref()?.workflow(&word.text)?, rest)
    }

    fn inputs_of_workflow(&self, workflow: &Workflow<'m>, rest: &[Step]) -> Option<Slot> {
        let schema =
            |parameter: &Parameter<'m>| DataSchema::of_node(self.type_scope(), parameter.node, FileId::OWN);
        let Some((name, rest)) = rest.split_first() else {
            let part = |parameter: &Parameter<'m>| {
                let doc = ScalarText::at(parameter.node, "description")
                    .map(|description| description.text.trim().to_owned());
                let slot = self.computed().of_schema(&schema(parameter));
                (parameter.name.to_string(), Slot { doc: doc.unwrap_or_default(), ..slot })
            };
            let parts = workflow.inputs.iter().map(part).collect();
            return Some(Slot { holds: Holds::Parts { parts, open: true }, ..Slot::default() });
        };
        let input = workflow.inputs.iter().find(|parameter| key_of(name) == Some(&*parameter.name))?;
        self.computed().inside(&schema(input), rest)
    }

    /// The hosts of the operations of a step: the ends of its relationship, members of its group, or places of its node.
    fn hosts_of_step(&self, step: &WorkflowStep<'m>) -> Slot {
        let group = step.target.as_ref().and_then(|word| {
            let topology = self.service.topology.as_ref()?;
            topology.group(&word.text).filter(|_| topology.node_template(&word.text).is_none())
        });
        let Some(group) = group else {
            return hosts(if step.target_relationship.is_some() { &RELATIONSHIP_HOSTS } else { &NODE_HOSTS });
        };
        let templates = self.service.topology.iter().flat_map(|topology| &topology.node_templates);
        let mut members: Vec<_> = templates.collect();
        let of_group: HashSet<&str> = group.members.iter().map(|member| &*member.text).collect();
        members.sort_by_cached_key(|template| !of_group.contains(&*template.name));
        let template = |template: &crate::model::NodeTemplate<'m>| ChoiceItem {
            word: template.name.to_string(),
            note: template
                .type_name
                .as_ref()
                .map(|type_name| short(&type_name.text).to_owned())
                .unwrap_or_default(),
            fits: true,
            ..ChoiceItem::default()
        };
        let mut words: Vec<ChoiceItem> = members.into_iter().map(template).collect();
        words.push(host("ORCHESTRATOR"));
        if let Holds::Name(types) = self.type_name(TypeKind::Node).holds {
            words.extend(types);
        }
        Slot { holds: Holds::Name(words), ..named("operation host") }
    }
}

/// The hosts of an operation with its own implementation.
pub(super) fn hosts_of_implementation(path: &Path) -> Option<Slot> {
    let depth = path.len().checked_sub(2)?;
    if path.key_at(depth) != Some("implementation") || path.last_key() != Some("operation_host") {
        return None;
    }
    let is_in =
        |names: &[&str]| (0..depth).any(|depth| path.key_at(depth).is_some_and(|key| names.contains(&key)));
    let of_relationship = is_in(&["relationship", "relationship_types", "relationship_templates"]);
    Some(hosts(if of_relationship { &RELATIONSHIP_HOSTS } else { &NODE_HOSTS }))
}

fn word(word: String) -> ChoiceItem {
    ChoiceItem { word, fits: true, ..ChoiceItem::default() }
}

fn host(name: &str) -> ChoiceItem {
    let doc = function::host_help(name).unwrap_or_default().to_owned();
    ChoiceItem { doc, ..word(name.to_owned()) }
}

fn hosts(names: &[&str]) -> Slot {
    let words = names.iter().map(|name| host(name)).collect();
    Slot { holds: Holds::Name(words), ..named("operation host") }
}
