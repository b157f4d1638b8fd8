//! Definitions of properties, attributes and parameters as fields: defaults of the declared type, the constraints that apply to it, and the same for
//! the entries of lists and maps.

use super::FieldProvider;
use super::data::{below, key_of};
use super::topology::short;
use crate::types::{Definition, FileId, Section, TypeId, TypeKind};
use crate::value::{DataSchema, Primitive, UNBOUNDED, UNBOUNDED_HELP, ValueKind};
use limn_language::schema::{ChoiceItem, Holds, Slot, Slots};
use limn_yaml::{Path, Step};

impl<'m> FieldProvider<'m> {
    /// A place in a definition.
    pub(super) fn in_definition(&self, schema: &DataSchema<'m>, steps: &[Step]) -> Option<Slot> {
        let (key, rest) = steps.split_first()?;
        match key_of(key)? {
            "default" if !schema.is_undetermined() => self.literal().inside(schema, rest),
            "constraints" => self.in_clauses(schema, rest),
            "entry_schema" => self.in_schema(schema.entry.as_deref(), has_entries(schema), rest),
            "key_schema" => {
                self.in_schema(schema.key.as_deref(), schema.kind.primitive() == Some(Primitive::Map), rest)
            }
            _ => None,
        }
    }

    fn in_schema(&self, inner: Option<&DataSchema<'m>>, fits: bool, steps: &[Step]) -> Option<Slot> {
        if !steps.is_empty() {
            return self.in_definition(inner?, steps);
        }
        let brief = inner.map(super::data::type_name_of).unwrap_or_default();
        fits.then(|| Slot { holds: Holds::Element(brief), ..Slot::default() })
    }

    /// A place in the definition of a type.
    pub(super) fn in_types(&self, kind: TypeKind, path: &Path) -> Option<Slot> {
        let name = path.key_at(1)?;
        let type_scope = self.type_scope();
        let found = self
            .service
            .own_types(kind)
            .find(|(_, own_type)| own_type.key.as_str().is_some_and(|key| key == name));
        let (id, _) = found?;
        let steps = below(path, 2);
        match steps {
            [Step::Key(section), name, rest @ ..] if field_section(section).is_some() => {
                let definition =
                    type_scope.effective(id).section(field_section(section)?).get(key_of(name)?)?;
                self.in_definition(&DataSchema::of(type_scope, definition), rest)
            }
            [Step::Key(section), name, Step::Key(inner), field, rest @ ..]
                if &**section == "capabilities" =>
            {
                let definition = type_scope.effective(id).capabilities().get(key_of(name)?)?;
                let (table, _) = type_scope.facet(definition, TypeKind::Capability, field_section(inner)?);
                self.in_definition(&DataSchema::of(type_scope, table.get(key_of(field)?)?), rest)
            }
            [Step::Key(section), Step::Index(_), name, Step::Key(filter), rest @ ..]
                if &**section == "requirements" && &**filter == "node_filter" =>
            {
                let node = self.required_node_type(id, key_of(name)?);
                self.in_filter(node, path, rest)
            }
            [Step::Key(section), rest @ ..] if &**section == "triggers" => {
                let trigger = self.trigger_at(path, 3)?;
                let rest = if matches!(rest.first(), Some(Step::Index(_))) {
                    rest.get(2..)?
                } else {
                    rest.get(1..)?
                };
                self.in_trigger(&trigger, path, rest)
            }
            [Step::Key(key), ..]
                if kind == TypeKind::Data
                    && matches!(&**key, "constraints" | "entry_schema" | "key_schema") =>
            {
                let schema = DataSchema { constraints: Vec::new(), ..DataSchema::of_type(type_scope, id) };
                self.in_definition(&schema, steps)
            }
            _ => self.in_parameter_of_type(path),
        }
    }

    /// Members of a section of a type that its parent has, and that it can refine.
    pub(super) fn inherited_members(&self, path: &Path) -> Vec<ChoiceItem> {
        let [section, name, members] = path.steps() else { return Vec::new() };
        let (Some(section), Some(name), Some(members)) = (key_of(section), key_of(name), key_of(members))
        else {
            return Vec::new();
        };
        let kind = TypeKind::ALL.into_iter().find(|kind| kind.section() == section);
        let members = Section::ALL.into_iter().find(|section| section.key() == members);
        let (Some(kind), Some(members)) = (kind, members) else { return Vec::new() };
        let mut own = self.service.own_types(kind);
        let declared = own.find(|(_, own_type)| own_type.key.as_str().is_some_and(|key| key == name));
        let parent = declared.and_then(|(id, _)| self.type_scope().parent(id)?.found());
        let Some(parent) = parent else { return Vec::new() };
        let word = |definition: &Definition<'m>| {
            let asked = if members == Section::Requirements { "capability" } else { "type" };
            let note = definition.word_or_short(asked).map(|(word, _)| short(&word.text).to_owned());
            let doc = definition.word("description").map(|(word, _)| word.text.trim().to_owned());
            ChoiceItem {
                word: definition.name.to_string(),
                note: note.unwrap_or_default(),
                doc: doc.unwrap_or_default(),
                fits: true,
            }
        };
        self.type_scope().effective(parent).section(members).iter().map(word).collect()
    }

    /// Names that a type cannot derive from: its own, and those of the types that derive from it.
    pub(super) fn deriving_types(&self, path: &Path) -> Vec<String> {
        let [Step::Key(section), Step::Key(name), Step::Key(key)] = path.steps() else { return Vec::new() };
        let kind = TypeKind::ALL.into_iter().find(|kind| kind.section() == &**section);
        let Some(kind) = kind.filter(|_| &**key == "derived_from") else { return Vec::new() };
        let Some(id) = self.own_type(kind, name) else { return Vec::new() };
        let names = self.type_scope().names(kind).into_iter();
        names
            .filter(|(_, other)| self.type_scope().derives(*other, id) == Some(true))
            .map(|pair| pair.0)
            .collect()
    }

    /// `UNBOUNDED`, if a path is the upper bound of a range.
    pub(crate) fn upper_bound(&self, path: &Path) -> Option<ChoiceItem> {
        let (Some(Step::Index(1)), Some(list)) = (path.last(), path.parent()) else { return None };
        let is_range = || matches!(self.slot(&list), Some(Slot { holds: Holds::Range(_), .. }));
        (list.last_key() == Some("occurrences") || is_range()).then(|| ChoiceItem {
            word: UNBOUNDED.to_owned(),
            doc: UNBOUNDED_HELP.to_owned(),
            fits: true,
            ..ChoiceItem::default()
        })
    }

    /// Inputs of interfaces and operations that a type declares.
    fn in_parameter_of_type(&self, path: &Path) -> Option<Slot> {
        let steps = path.steps();
        let at = steps
            .iter()
            .rposition(|step| key_of(step).is_some_and(|key| matches!(key, "inputs" | "outputs")))?;
        let (_, rest) = steps.get(at + 1..)?.split_first()?;
        let node = self.service.document.get(&path.prefix(at + 2))?.resolve();
        if !node.is_mapping() {
            return None;
        }
        self.in_definition(&DataSchema::of_node(self.type_scope(), node, FileId::OWN), rest)
    }

    /// The node type that a requirement of a type requires.
    pub(super) fn required_node_type(&self, id: TypeId, requirement: &str) -> Option<TypeId> {
        let type_scope = self.type_scope();
        let definition = type_scope.effective(id).requirements().get(requirement)?;
        let (word, layer) = definition.word("node")?;
        type_scope.find(TypeKind::Node, &word.text, type_scope.owner_file(layer)).found()
    }
}

fn has_entries(schema: &DataSchema<'_>) -> bool {
    match schema.kind {
        ValueKind::Primitive(primitive) => primitive.has_entries(),
        _ => false,
    }
}

pub(super) fn field_section(key: &str) -> Option<Section> {
    match key {
        "properties" => Some(Section::Properties),
        "attributes" => Some(Section::Attributes),
        _ => None,
    }
}
