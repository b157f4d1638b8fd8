//! The node type of extracted node templates, with the mappings of the template that substitutes it.

use limn_yaml::Value;

/// Members of the new node type, in the order in which they are found.
#[derive(Default)]
pub(super) struct NewType {
    pub(super) properties: Vec<Member>,
    pub(super) attributes: Vec<Member>,
    pub(super) capabilities: Vec<Member>,
    pub(super) requirements: Vec<Member>,
    /// The inputs of the new template.
    pub(super) inputs: Vec<(String, Value)>,
    /// The values of the new node's properties and requirements.
    pub(super) given: Vec<(String, Value)>,
    pub(super) assigned: Vec<Value>,
}

/// A property, attribute, capability or requirement.
pub(super) struct Member {
    pub(super) name: String,
    /// Source of the mapping: a node template and a part of it, or a call.
    pub(super) of: Vec<String>,
    pub(super) definition: Value,
    /// Target of the mapping.
    pub(super) mapping: Vec<String>,
}

impl NewType {
    /// The `node_types` entry.
    pub(super) fn definition(&self) -> Value {
        let mut entries = vec![("derived_from".to_owned(), Value::text("tosca.nodes.Root"))];
        let sections = [
            ("properties", &self.properties),
            ("attributes", &self.attributes),
            ("capabilities", &self.capabilities),
        ];
        for (section, members) in sections.into_iter().filter(|(_, members)| !members.is_empty()) {
            let members = members.iter().map(|member| (member.name.clone(), member.definition.clone()));
            entries.push((section.to_owned(), Value::Mapping(members.collect())));
        }
        if !self.requirements.is_empty() {
            let items = self
                .requirements
                .iter()
                .map(|member| Value::map([(member.name.clone(), member.definition.clone())]));
            entries.push(("requirements".to_owned(), Value::Sequence(items.collect())));
        }
        Value::Mapping(entries)
    }

    /// The `substitution_mappings`.
    pub(super) fn mappings(&self, type_name: &str) -> Value {
        let mut entries = vec![("node_type".to_owned(), Value::text(type_name))];
        let sections = [
            ("properties", &self.properties),
            ("attributes", &self.attributes),
            ("capabilities", &self.capabilities),
            ("requirements", &self.requirements),
        ];
        for (section, members) in sections.into_iter().filter(|(_, members)| !members.is_empty()) {
            let members = members.iter().map(|member| {
                let words = member.mapping.iter().map(|word| Value::text(word.clone())).collect();
                (member.name.clone(), Value::Sequence(words).on_one_line())
            });
            entries.push((section.to_owned(), Value::Mapping(members.collect())));
        }
        Value::Mapping(entries)
    }

    /// The node that the new template substitutes.
    pub(super) fn node(&self, type_name: &str, directive: &str) -> Value {
        let directives = Value::Sequence(vec![Value::text(directive)]).on_one_line();
        let mut entries =
            vec![("type".to_owned(), Value::text(type_name)), ("directives".to_owned(), directives)];
        if !self.given.is_empty() {
            entries.push(("properties".to_owned(), Value::Mapping(self.given.clone())));
        }
        if !self.assigned.is_empty() {
            entries.push(("requirements".to_owned(), Value::Sequence(self.assigned.clone())));
        }
        Value::Mapping(entries)
    }
}
