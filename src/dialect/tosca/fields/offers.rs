//! Functions available at a place, and their arguments: inputs, entities, their members, and nested values.

use super::FieldProvider;
use super::data::{key_of, type_name_of};
use super::reached::Reached;
use super::topology::short;
use crate::function::{Function, Keyword};
use crate::interface::InterfaceSchema;
use crate::resolve::{CallContext, Entity, operation_in, own_value};
use crate::types::{Definition, FileId, Lookup, ScalarText, TypeId, TypeKind};
use crate::value::{DataSchema, Primitive, ValueKind};
use limn_language::schema::{Argument, ArgumentKind, ChoiceItem};
use limn_yaml::{Path, Step};

impl<'m> FieldProvider<'m> {
    /// Expected type of the value; empty if unknown.
    fn expected(&self, path: &Path) -> String {
        limn_language::schema::Slots::slot(self, path).map(|slot| slot.type_name).unwrap_or_default()
    }

    pub(super) fn offered(&self, path: &Path) -> Vec<ChoiceItem> {
        if is_mapping(path) {
            return Vec::new();
        }
        let expected = self.expected(path);
        let takes_text = matches!(expected.as_str(), "" | "string");
        let word = |function: Function, note: &str, fits: bool| ChoiceItem {
            word: function.name().to_owned(),
            note: note.to_owned(),
            doc: function.help().to_owned(),
            fits,
        };
        let mut all = vec![
            word(Function::GetInput, "the value of an input", true),
            word(Function::GetProperty, "a property of a node or a relationship", true),
            word(Function::GetAttribute, "a runtime attribute of a node or a relationship", true),
            word(Function::Concat, "strings joined together", takes_text),
            word(Function::Join, "strings joined with a delimiter", takes_text),
            word(Function::Token, "a part of a string", takes_text),
            word(Function::GetArtifact, "the location of an artifact", takes_text),
            word(Function::GetOperationOutput, "the output of an operation", true),
            word(
                Function::GetNodesOfType,
                "all nodes of a type",
                expected.is_empty() || expected.starts_with("list"),
            ),
        ];
        all.sort_by_key(|choice| !choice.fits);
        all
    }

    pub(super) fn parameters(&self, path: &Path, function: &str, given: &[String]) -> Vec<Argument> {
        let Some(function) = Function::named(function) else { return Vec::new() };
        let (context, expected) = (self.context(path), self.expected(path));
        let argument = |label: &str, takes: ArgumentKind| Argument {
            label: label.to_owned(),
            takes,
            ..Argument::default()
        };
        let free = |label: &str| Argument { free: true, ..argument(label, ArgumentKind::Word) };
        match function {
            Function::Concat => vec![argument("Parts", ArgumentKind::Rest)],
            Function::Join => {
                vec![
                    argument("Parts", ArgumentKind::Values),
                    Argument { optional: true, ..free("Delimiter") },
                ]
            }
            Function::Token => {
                vec![argument("Text", ArgumentKind::Value), free("Separator"), free("Index, from 0")]
            }
            Function::GetNodesOfType => {
                let slot = self.type_name(TypeKind::Node);
                let limn_language::schema::Holds::Name(words) = slot.holds else { return Vec::new() };
                vec![Argument { words, ..argument("Type", ArgumentKind::Word) }]
            }
            Function::GetInput => {
                let words = self.inputs(context, &expected);
                let mut all = vec![Argument { words, ..argument("Input", ArgumentKind::Word) }];
                if let Some(schema) = given.first().and_then(|name| self.input(context, name)) {
                    self.inside_of(schema, &given[1..], &expected, &mut all);
                }
                all
            }
            Function::GetProperty | Function::GetAttribute => {
                let mut all = vec![self.entity(context)];
                if let Some(who) = given.first() {
                    self.members(function, (who, path), &given[1..], &expected, &mut all);
                }
                all
            }
            Function::GetArtifact => {
                let artifact = argument("Artifact", ArgumentKind::Word);
                let words = given.first().map(|who| self.artifacts_of(who, path)).unwrap_or_default();
                vec![self.entity(context), Argument { words, free: true, ..artifact }]
            }
            Function::GetOperationOutput => self.operations_of(path, given),
        }
    }

    fn input(&self, context: CallContext, name: &str) -> Option<DataSchema<'m>> {
        let topology = self.service.topology.as_ref()?;
        let own = match context {
            CallContext::Workflow(at) => {
                topology.workflows[at].inputs.iter().find(|input| input.name == name)
            }
            _ => None,
        };
        let input = own.or_else(|| topology.input(name))?;
        Some(DataSchema::of_node(self.type_scope(), input.node, FileId::OWN))
    }

    fn inputs(&self, context: CallContext, expected: &str) -> Vec<ChoiceItem> {
        let Some(topology) = &self.service.topology else { return Vec::new() };
        let own = match context {
            CallContext::Workflow(at) => &topology.workflows[at].inputs[..],
            _ => &[],
        };
        let all = own.iter().chain(&topology.inputs).map(|input| {
            let schema = DataSchema::of_node(self.type_scope(), input.node, FileId::OWN);
            let doc =
                ScalarText::at(input.node, "description").map(|description| description.text.into_owned());
            word(&input.name, &schema, expected, doc.unwrap_or_default())
        });
        sorted(all.collect())
    }

    /// Nodes, relationships, groups, and keywords for them.
    fn entity(&self, context: CallContext) -> Argument {
        let keyword = |keyword: Keyword| {
            let note = match (keyword, context) {
                (Keyword::Own, CallContext::Relationship(_) | CallContext::Bound(..)) => "this relationship",
                (Keyword::Own, _) => "this node",
                (Keyword::Host, _) => "the host of this node",
                (Keyword::Source, _) => "the source node of the relationship",
                (Keyword::Target, _) => "the target node of the relationship",
            };
            ChoiceItem {
                word: keyword.name().to_owned(),
                note: note.to_owned(),
                fits: true,
                ..ChoiceItem::default()
            }
        };
        let keywords = [Keyword::Own, Keyword::Host, Keyword::Source, Keyword::Target].into_iter();
        let mut words: Vec<ChoiceItem> =
            keywords.filter(|keyword| context.allows(*keyword)).map(keyword).collect();
        if let Some(topology) = &self.service.topology {
            let named = |name: &str, of: Option<&ScalarText<'_>>| ChoiceItem {
                word: name.to_owned(),
                note: of.map(|type_name| short(&type_name.text).to_owned()).unwrap_or_default(),
                fits: true,
                ..ChoiceItem::default()
            };
            let nodes = topology
                .node_templates
                .iter()
                .map(|template| named(&template.name, template.type_name.as_ref()));
            let joined = topology.relationship_templates.iter();
            words.extend(
                nodes.chain(joined.map(|template| named(&template.name, template.type_name.as_ref()))),
            );
        }
        Argument { label: "Entity".to_owned(), words, ..Argument::default() }
    }

    /// Readable members of an entity, and of the value that the arguments resolve to.
    fn members(
        &self,
        function: Function,
        (who, path): (&str, &Path),
        given: &[String],
        expected: &str,
        all: &mut Vec<Argument>,
    ) {
        let entities = self.entities(who, path);
        let mut words: Vec<ChoiceItem> = Vec::new();
        for entity in &entities {
            let Lookup::Found(id) = entity.type_id else { continue };
            let own = self.readable(function, id).into_iter();
            words.extend(own.map(|(name, schema, doc)| word(&name, &schema, expected, doc)));
            words.extend(self.ways(entity, id));
        }
        let mut seen = std::collections::BTreeSet::new();
        words.retain(|choice| seen.insert(choice.word.clone()));
        let label = if function == Function::GetAttribute { "Attribute" } else { "Property" };
        all.push(Argument {
            label: label.to_owned(),
            words: sorted(words),
            free: true,
            ..Argument::default()
        });
        let Some((name, rest)) = given.split_first() else { return };
        match self.reached(function, &entities, name) {
            Some(Reached::Value(schema)) => self.inside_of(schema, rest, expected, all),
            Some(Reached::Through(members)) => {
                let words = members.iter().map(|(name, schema)| word(name, schema, expected, String::new()));
                let words = sorted(words.collect());
                all.push(Argument {
                    label: format!("{label} of it"),
                    words,
                    free: true,
                    ..Argument::default()
                });
                let next = rest.first().and_then(|name| members.into_iter().find(|member| member.0 == *name));
                if let Some((_, schema)) = next {
                    self.inside_of(schema, &rest[1..], expected, all);
                }
            }
            None => {}
        }
    }

    /// Properties of a type, and its attributes if the function reads them.
    pub(super) fn readable(&self, function: Function, id: TypeId) -> Vec<(String, DataSchema<'m>, String)> {
        let effective = self.type_scope().effective(id);
        let attributes = (function == Function::GetAttribute).then(|| effective.attributes().iter());
        let all = attributes.into_iter().flatten().chain(effective.properties().iter());
        all.map(|definition| self.schema_of(definition)).collect()
    }

    fn schema_of(&self, definition: &Definition<'m>) -> (String, DataSchema<'m>, String) {
        let doc = definition.word("description").map(|(word, _)| word.text.trim().to_owned());
        let schema = DataSchema::of(self.type_scope(), definition);
        (definition.name.to_string(), schema, doc.unwrap_or_default())
    }

    /// Requirements and capabilities that lead to more members.
    fn ways(&self, entity: &Entity<'m>, id: TypeId) -> Vec<ChoiceItem> {
        let effective = self.type_scope().effective(id);
        let way = |name: &str, note: &str| ChoiceItem {
            word: name.to_owned(),
            note: note.to_owned(),
            fits: true,
            ..ChoiceItem::default()
        };
        let needs = effective
            .requirements()
            .iter()
            .map(|requirement| way(&requirement.name, "requirement: values of its target"));
        let offers =
            effective.capabilities().iter().map(|capability| way(&capability.name, "capability: its values"));
        if entity.kind == TypeKind::Node { needs.chain(offers).collect() } else { Vec::new() }
    }

    /// Arguments for the fields, items or entries of a value.
    fn inside_of(&self, schema: DataSchema<'m>, given: &[String], expected: &str, all: &mut Vec<Argument>) {
        let argument = |label: &str, words| Argument {
            label: label.to_owned(),
            words,
            optional: true,
            ..Argument::default()
        };
        let next = match schema.kind {
            ValueKind::Complex(id) => {
                let fields = self.readable(Function::GetProperty, id);
                let words =
                    fields.iter().map(|(name, schema, doc)| word(name, schema, expected, doc.clone()));
                all.push(argument("Entry", sorted(words.collect())));
                let name = given.first();
                fields.into_iter().find(|field| Some(&field.0) == name).map(|field| field.1)
            }
            ValueKind::Primitive(Primitive::List) => {
                all.push(Argument { free: true, ..argument("Index, from 0", Vec::new()) });
                schema.entry.map(|entry| *entry)
            }
            ValueKind::Primitive(Primitive::Map) => {
                all.push(Argument { free: true, ..argument("Key", Vec::new()) });
                schema.entry.map(|entry| *entry)
            }
            _ => return,
        };
        if let (Some(schema), Some((_, rest))) = (next, given.split_first()) {
            self.inside_of(schema, rest, expected, all);
        }
    }

    fn artifacts_of(&self, who: &str, path: &Path) -> Vec<ChoiceItem> {
        let entities = self.entities(who, path);
        let all = entities.iter().flat_map(|entity| self.artifacts_in(entity.type_id.found(), entity.node));
        all.map(|(word, note)| ChoiceItem { word, note, fits: true, ..ChoiceItem::default() }).collect()
    }

    fn operations_of(&self, path: &Path, given: &[String]) -> Vec<Argument> {
        let type_scope = self.type_scope();
        let word = |word: String| ChoiceItem { word, fits: true, ..ChoiceItem::default() };
        let argument = |label: &str, words: Vec<String>| Argument {
            label: label.to_owned(),
            words: words.into_iter().map(word).collect(),
            free: true,
            ..Argument::default()
        };
        let who = given.first().map(|who| self.entities(who, path));
        let entity = who.and_then(|all| all.into_iter().next());
        let id = entity.and_then(|entity| entity.type_id.found());
        let interfaces = id.map(|id| type_scope.effective(id).interfaces());
        let interfaces = interfaces
            .map(|all| all.iter().map(|interface| interface.name.to_string()).collect())
            .unwrap_or_default();
        let face = |name: &String| Some(InterfaceSchema::of(type_scope, Lookup::Found(id?), name));
        let face = given.get(1).and_then(face);
        let operations = face.as_ref().map(|face| face.names(type_scope)).unwrap_or_default();
        let outputs = match (&face, given) {
            (Some(face), [_, interface, operation, ..]) => {
                let assigned = entity.and_then(|entity| own_value(entity.node, "interfaces", interface));
                let assigned = assigned.and_then(|node| operation_in(node, operation));
                face.outputs(type_scope, operation, assigned.map(|assigned| assigned.1))
            }
            _ => Vec::new(),
        };
        vec![
            self.entity(self.context(path)),
            argument("Interface", interfaces),
            argument("Operation", operations.into_iter().map(Into::into).collect()),
            argument("Output", outputs.into_iter().map(Into::into).collect()),
        ]
    }
}

/// Returns true for names in a substitution mapping, which no function computes.
fn is_mapping(path: &Path) -> bool {
    let [top, section, part, below @ ..] = path.steps() else { return false };
    let keys = [top, section].map(key_of);
    if keys != [Some("topology_template"), Some("substitution_mappings")] {
        return false;
    }
    let is_value = |step: &Step| matches!(key_of(step), Some("properties" | "attributes" | "value"));
    let is_name = |step: &Step| matches!(step, Step::Index(_)) || key_of(step) == Some("mapping");
    !below.iter().skip(1).any(is_value) && (!is_value(part) || below.iter().skip(1).any(is_name))
}

fn word(name: &str, schema: &DataSchema<'_>, expected: &str, doc: String) -> ChoiceItem {
    let note = type_name_of(schema);
    // An input without a type accepts any value.
    let fits = expected.is_empty() || note.is_empty() || note == expected;
    ChoiceItem { word: name.to_owned(), note, doc, fits }
}

/// Matching words before others, in stable order.
fn sorted(mut words: Vec<ChoiceItem>) -> Vec<ChoiceItem> {
    words.sort_by_key(|choice| !choice.fits);
    words
}
