//! Fields that reference other parts of the topology: members, targets and substitution mappings.

use super::FieldProvider;
use super::data::{key_of, type_name_of};
use super::topology::short;
use crate::matching::{NodeSignature, RequiredType};
use crate::types::{FileId, Lookup, ScalarText, Section, TypeId, TypeKind};
use crate::value::DataSchema;
use limn_language::schema::{ChoiceItem, Holds, Slot};
use limn_yaml::Step;

/// Maximum number of offered entries.
const MAX_ENTRIES: usize = 400;

impl<'m> FieldProvider<'m> {
    /// The `members` of a group or `targets` of a policy: nodes and groups, matching types first.
    pub(super) fn listed(&self, kind: TypeKind, id: Option<TypeId>, steps: &[Step]) -> Option<Slot> {
        let topology = self.service.topology.as_ref()?;
        let key = if kind == TypeKind::Policy { "targets" } else { "members" };
        let allowed = id.map(|id| self.allowed_types(id, key)).unwrap_or_default();
        let word = |name: &str, of: Option<&ScalarText<'_>>, id: Lookup| ChoiceItem {
            word: name.to_owned(),
            note: of.map(|type_name| short(&type_name.text).to_owned()).unwrap_or_default(),
            fits: allowed.is_empty()
                || id.found().is_none_or(|id| {
                    allowed.iter().any(|allowed| self.type_scope().derives(id, *allowed) != Some(false))
                }),
            ..ChoiceItem::default()
        };
        let nodes = topology
            .node_templates
            .iter()
            .map(|template| word(&template.name, template.type_name.as_ref(), template.type_id));
        let groups =
            topology.groups.iter().map(|group| word(&group.name, group.type_name.as_ref(), group.type_id));
        let mut words: Vec<ChoiceItem> = nodes.chain(groups.filter(|_| kind == TypeKind::Policy)).collect();
        words.sort_by_key(|choice| !choice.fits);
        let item = Slot { holds: Holds::Name(words), ..named("node or group") };
        match steps {
            [] => Some(Slot { holds: Holds::List(Box::new(item)), ..Slot::default() }),
            [Step::Index(_)] => Some(item),
            _ => None,
        }
    }

    fn allowed_types(&self, id: TypeId, key: &str) -> Vec<TypeId> {
        let type_scope = self.type_scope();
        let line = type_scope.effective(id).ancestry.iter();
        let declaring =
            line.map(|id| (type_scope.get(*id), *id)).find(|(owner, _)| owner.node.get(key).is_some());
        let Some((owner, _)) = declaring else { return Vec::new() };
        let find = |word: ScalarText<'_>| {
            let of = |kind| type_scope.find(kind, &word.text, owner.file).found();
            of(TypeKind::Node).or_else(|| of(TypeKind::Group))
        };
        ScalarText::list(owner.node, key).into_iter().filter_map(find).collect()
    }

    /// Substitution mappings to node templates, inputs and outputs.
    pub(super) fn in_substitution(&self, steps: &[Step]) -> Option<Slot> {
        let substitution = self.service.topology.as_ref()?.substitution.as_ref()?;
        let (section, rest) = steps.split_first()?;
        let section = key_of(section)?;
        if section == "node_type" && rest.is_empty() {
            return Some(self.type_name(TypeKind::Node));
        }
        let id = substitution.type_id.found()?;
        let effective = self.type_scope().effective(id);
        let table = match section {
            "properties" => effective.properties(),
            "attributes" => effective.attributes(),
            "capabilities" => effective.capabilities(),
            "requirements" => effective.requirements(),
            _ => return None,
        };
        let slot = |name: &str| {
            let ways = match section {
                "properties" => self.inputs_for(table.get(name)?),
                "attributes" => self.attributes_for(table.get(name)?),
                "capabilities" => self.offers_for(id, name),
                _ => self.needs_for(id, name),
            };
            let type_name = match section {
                "properties" | "attributes" => {
                    type_name_of(&DataSchema::of(self.type_scope(), table.get(name)?))
                }
                _ => table
                    .get(name)?
                    .word_or_short("type")
                    .map(|(word, _)| short(&word.text).to_owned())
                    .unwrap_or_default(),
            };
            let doc = table.get(name)?.word("description").map(|(word, _)| word.text.trim().to_owned());
            Some(Slot {
                type_name,
                doc: doc.unwrap_or_default(),
                holds: Holds::NamePath(ways),
                ..Slot::default()
            })
        };
        match rest {
            [] => {
                let part = |name: &str| Some((name.to_owned(), slot(name)?));
                let parts = table.iter().filter_map(|definition| part(&definition.name)).collect();
                Some(Slot { holds: Holds::Parts { parts, open: !effective.complete }, ..Slot::default() })
            }
            // Requirements can be in a list of mappings with one entry each.
            [Step::Index(_), name] | [name] => slot(key_of(name)?),
            [name, Step::Key(key)] if &**key == "mapping" => slot(key_of(name)?),
            _ => None,
        }
    }

    fn inputs_for(&self, definition: &crate::types::Definition<'m>) -> Vec<Vec<String>> {
        let Some(topology) = &self.service.topology else { return Vec::new() };
        let type_name = type_name_of(&DataSchema::of(self.type_scope(), definition));
        let mut all: Vec<(bool, Vec<String>)> = topology
            .inputs
            .iter()
            .map(|input| {
                let input_type =
                    type_name_of(&DataSchema::of_node(self.type_scope(), input.node, FileId::OWN));
                (input_type != type_name && !input_type.is_empty(), vec![input.name.to_string()])
            })
            .collect();
        all.sort_by_key(|ranked| ranked.0);
        all.into_iter().map(|ranked| ranked.1).collect()
    }

    /// Attributes of node templates with the type of an attribute of the node type.
    fn attributes_for(&self, definition: &crate::types::Definition<'m>) -> Vec<Vec<String>> {
        let Some(topology) = &self.service.topology else { return Vec::new() };
        let type_of = |definition| type_name_of(&DataSchema::of(self.type_scope(), definition));
        let type_name = type_of(definition);
        let of_template = |template: &crate::model::NodeTemplate<'m>| {
            let all = template.type_id.found().map(|id| self.type_scope().effective(id).attributes());
            let fitting = all
                .into_iter()
                .flat_map(crate::types::Table::iter)
                .filter(|attribute| type_of(attribute) == type_name);
            fitting
                .map(|attribute| vec![template.name.to_string(), attribute.name.to_string()])
                .collect::<Vec<_>>()
        };
        topology.node_templates.iter().flat_map(of_template).take(MAX_ENTRIES).collect()
    }

    /// Capabilities of node templates with the type of the named capability of the node type.
    fn offers_for(&self, id: TypeId, name: &str) -> Vec<Vec<String>> {
        let type_scope = self.type_scope();
        let definition = type_scope.effective(id).capabilities().get(name);
        let of =
            definition.and_then(|definition| type_scope.type_of(definition, TypeKind::Capability)?.found());
        let asked = of.map(|id| RequiredType::exactly(type_scope, id));
        self.routes(|kind| {
            let fits = kind.capabilities.iter().filter(|offer| match (&asked, &offer.line) {
                (Some(asked), Some(line)) => line.is(asked) != Some(false),
                _ => true,
            });
            fits.map(|offer| offer.name.clone()).collect()
        })
    }

    /// Requirements of node templates that match the named requirement of the node type.
    fn needs_for(&self, id: TypeId, name: &str) -> Vec<Vec<String>> {
        let type_scope = self.type_scope();
        let definition = type_scope.effective(id).section(Section::Requirements).get(name);
        let asked = definition.and_then(|definition| {
            let (word, layer) = definition.word_or_short("capability")?;
            type_scope.find(TypeKind::Capability, &word.text, type_scope.owner_file(layer)).found()
        });
        self.routes(|kind| {
            let fits = kind.requirements.iter().filter(|need| {
                let own = need.capability.as_ref().and_then(|capability| capability.found.found());
                match (asked, own) {
                    (Some(asked), Some(own)) => asked == own || type_scope.derives(asked, own) == Some(true),
                    _ => true,
                }
            });
            fits.map(|need| need.name.clone()).collect()
        })
    }

    fn routes(&self, names: impl Fn(&NodeSignature) -> Vec<String>) -> Vec<Vec<String>> {
        let matching = &self.template.matching;
        let kinds: Vec<Vec<String>> = matching.kinds.iter().map(names).collect();
        let all = matching.templates.iter().flat_map(|template| {
            let names = template.kind.map(|kind| &kinds[kind][..]).unwrap_or_default();
            names.iter().map(|name| vec![template.name.clone(), name.clone()]).collect::<Vec<_>>()
        });
        all.take(MAX_ENTRIES).collect()
    }
}

pub(super) fn named(type_name: &str) -> Slot {
    Slot { type_name: type_name.to_owned(), ..Slot::default() }
}
