//! Built-in types of Apache Brooklyn in catalogs and CAMP blueprints: the type of an entity or of an entry of its lists, and its configuration keys.

use super::ITEM;
use super::grammar::{ADJUNCT_TYPE_KEY, CONFIG_KEY, ENTITY_TYPE_KEY};
use super::model::{CatalogModel, text};
use limn_language::dialect::ExternalDefinition;
use limn_language::explanation::Explanation;
use limn_language::schema::{Holds, Slot};
use limn_text::TextRange;
use limn_tosca::brooklyn::{BuiltinMember, BuiltinType, builtin_type};
use limn_yaml::Node;

/// Maximum number of items that a type resolves to.
const ANCESTORS: usize = 16;

/// The type of an entity, a policy, an enricher or an initializer, under any of the names of its key.
fn type_of(entity: Node<'_>) -> Option<String> {
    let keys = [ENTITY_TYPE_KEY, ADJUNCT_TYPE_KEY];
    let names = keys.iter().flat_map(|key| std::iter::once(&key.name).chain(key.aliases));
    names.into_iter().find_map(|name| text(entity, name))
}

/// A name that Brooklyn declares.
enum Builtin {
    Type(BuiltinType),
    Config(BuiltinMember),
}

impl CatalogModel {
    /// The built-in type of an entity or of an entry of its lists: its own, or that of the items that its type resolves to.
    pub(super) fn builtin_of(&self, entity: Node<'_>) -> Option<BuiltinType> {
        let mut next = type_of(entity);
        for _ in 0..ANCESTORS {
            let name = next?;
            let item = self.item(&name);
            next = item.as_ref().and_then(|item| text(item.blueprint?, "type"));
            // An item can have the name of the class that it is.
            if item.is_none() || next.as_ref() == Some(&name) {
                return builtin_type(&name);
            }
        }
        None
    }
}

/// The hover card of the built-in type or configuration key at an offset.
pub(super) fn explain(catalog: &CatalogModel, offset: usize) -> Option<Explanation> {
    let (range, builtin) = builtin_at(catalog, offset)?;
    Some(match builtin {
        Builtin::Type(found) => found.explanation(range),
        Builtin::Config(key) => key.explanation(range, "configuration key"),
    })
}

/// The definition of the built-in type or configuration key at an offset.
pub(super) fn definition(catalog: &CatalogModel, offset: usize) -> Option<ExternalDefinition> {
    let (_, builtin) = builtin_at(catalog, offset)?;
    Some(ExternalDefinition::ReadOnly(match builtin {
        Builtin::Type(found) => found.definition(),
        Builtin::Config(key) => key.definition(),
    }))
}

fn builtin_at(catalog: &CatalogModel, offset: usize) -> Option<(TextRange, Builtin)> {
    let references = &catalog.names.references;
    let reference = catalog.names.reference_at(offset).map(|at| &references[at]);
    if let Some(reference) =
        reference.filter(|reference| reference.declaration.is_none() && reference.kinds.contains(&&ITEM))
    {
        // An item of the workspace hides a built-in type.
        let is_hidden = catalog.item(&reference.name).is_some();
        let found = builtin_type(&reference.name).filter(|_| !is_hidden)?;
        return Some((reference.range, Builtin::Type(found)));
    }
    let key = catalog.document.at(offset).filter(|node| node.is_key())?;
    let config = key.parent()?;
    let entity = config.parent().filter(|_| config.key().and_then(Node::text) == Some(CONFIG_KEY.name))?;
    let name = key.as_str()?;
    let member = catalog.builtin_of(entity)?.config().into_iter().find(|key| *key.name == *name)?;
    Some((key.range(), Builtin::Config(member)))
}

/// The value type of a configuration key, with its default in the documentation: it is not part of the document.
pub(super) fn slot(key: BuiltinMember) -> Slot {
    let type_name = key.type_name();
    let doc = match key.default() {
        Some(default) => format!("{} Default: `{default}`.", key.description()),
        None => key.description(),
    };
    let holds = if type_name == "boolean" { Holds::Flag } else { Holds::Any };
    Slot { doc, computed: true, type_name, holds, ..Slot::default() }
}
