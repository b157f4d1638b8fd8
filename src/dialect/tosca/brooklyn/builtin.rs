//! Types that Apache Brooklyn has without any catalog: entities, policies, enrichers and initializers, with their configuration keys and sensors. Read
//! from `builtin.yaml` once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use limn_common::{description, facts};
use limn_language::dialect::ReadOnlyText;
use limn_language::explanation::{Explanation, Fact};
use limn_text::TextRange;
use limn_yaml::{self as yaml, Document, Entry, Node};

/// Maximum number of base types of a type.
const ANCESTORS: usize = 8;
/// Maximum number of members of a type that are listed.
const LISTED: usize = 12;

static DOCUMENT: OnceLock<Document> = OnceLock::new();

fn document() -> &'static Document {
    DOCUMENT.get_or_init(|| yaml::parse(include_str!("builtin.yaml")))
}

/// Kind of a built-in type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinKind {
    Entity,
    Policy,
    Enricher,
    Initializer,
}

impl BuiltinKind {
    const ALL: [BuiltinKind; 4] =
        [BuiltinKind::Entity, BuiltinKind::Policy, BuiltinKind::Enricher, BuiltinKind::Initializer];

    /// The section of the data file.
    const fn section(self) -> &'static str {
        match self {
            BuiltinKind::Entity => "entities",
            BuiltinKind::Policy => "policies",
            BuiltinKind::Enricher => "enrichers",
            BuiltinKind::Initializer => "initializers",
        }
    }

    /// The kind of a type, for hover and completion: "policy type".
    pub const fn noun(self) -> &'static str {
        match self {
            BuiltinKind::Entity => "entity type",
            BuiltinKind::Policy => "policy type",
            BuiltinKind::Enricher => "enricher type",
            BuiltinKind::Initializer => "initializer type",
        }
    }

    /// The kind of the types in a list of an entity: `brooklyn.policies`.
    pub fn of_list(key: &str) -> Option<BuiltinKind> {
        let section = key.strip_prefix("brooklyn.")?;
        BuiltinKind::ALL
            .into_iter()
            .filter(|kind| *kind != BuiltinKind::Entity)
            .find(|kind| kind.section() == section)
    }

    /// The kind of the type of a catalog item with an `itemType`: `policy`.
    pub fn of_item(item_type: &str) -> Option<BuiltinKind> {
        match item_type {
            "entity" | "template" | "application" => Some(BuiltinKind::Entity),
            "policy" => Some(BuiltinKind::Policy),
            "enricher" => Some(BuiltinKind::Enricher),
            _ => None,
        }
    }
}

/// A built-in type.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinType {
    pub kind: BuiltinKind,
    entry: Entry<'static>,
}

/// A configuration key or a sensor of a built-in type.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinMember {
    pub name: &'static str,
    entry: Entry<'static>,
}

fn of_kind(kind: BuiltinKind) -> impl Iterator<Item = BuiltinType> {
    let section = document().root().and_then(|root| root.get(kind.section()));
    section.into_iter().flat_map(Node::entries).map(move |entry| BuiltinType { kind, entry })
}

/// The types of a kind that an entity, a policy and so on can have.
pub fn builtin_types(kind: BuiltinKind) -> impl Iterator<Item = BuiltinType> {
    of_kind(kind).filter(|builtin| builtin.entry.value.get("abstract").is_none())
}

/// The type with a name, which a version can follow; perhaps a base type of others.
pub fn builtin_type(name: &str) -> Option<BuiltinType> {
    let name = name.split_once(':').map_or(name, |(name, _)| name);
    let root = document().root()?;
    BuiltinKind::ALL.into_iter().find_map(|kind| {
        let entry = root.get(kind.section())?.entry(name)?;
        Some(BuiltinType { kind, entry })
    })
}

/// The help for a sensor of a built-in type.
pub(super) fn builtin_sensor_help(name: &str) -> Option<Cow<'static, str>> {
    of_kind(BuiltinKind::Entity)
        .find_map(|builtin| builtin.entry.value.get("sensors")?.get(name)?.get("description")?.as_str())
}

impl BuiltinType {
    pub fn name(self) -> &'static str {
        self.entry.key.text().unwrap_or_default()
    }

    pub fn description(self) -> String {
        description(self.entry.value)
    }

    /// Its configuration keys, then those of its base types.
    pub fn config(self) -> Vec<BuiltinMember> {
        self.members("config")
    }

    /// Its sensors, then those of its base types. Sensors of all entities are not included.
    pub fn sensors(self) -> Vec<BuiltinMember> {
        self.members("sensors")
    }

    fn members(self, section: &str) -> Vec<BuiltinMember> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for of in self.ancestry() {
            for entry in of.entry.value.get(section).into_iter().flat_map(Node::entries) {
                let Some(name) = entry.key.text() else { continue };
                if seen.insert(name) {
                    found.push(BuiltinMember { name, entry });
                }
            }
        }
        found
    }

    /// The type and its base types.
    fn ancestry(self) -> impl Iterator<Item = BuiltinType> {
        let base = |builtin: &BuiltinType| builtin_type(&builtin.entry.value.get("derived_from")?.as_str()?);
        std::iter::successors(Some(self), base).take(ANCESTORS)
    }

    /// The hover card of the type at a place that names it.
    pub fn explanation(self, range: TextRange) -> Explanation {
        let mut found = facts(self.entry.value, &[]);
        found.extend(listed("Configuration keys", &self.config()));
        found.extend(listed("Sensors", &self.sensors()));
        Explanation {
            range,
            title: self.name().to_owned(),
            kind: self.kind.noun().to_owned(),
            doc: self.description(),
            facts: found,
        }
    }

    pub fn definition(self) -> ReadOnlyText {
        definition(self.entry)
    }
}

impl BuiltinMember {
    fn text(self, key: &str) -> Option<String> {
        Some(self.entry.value.get(key)?.as_str()?.into_owned())
    }

    pub fn type_name(self) -> String {
        self.text("type").unwrap_or_default()
    }

    pub fn default(self) -> Option<String> {
        self.text("default")
    }

    pub fn description(self) -> String {
        description(self.entry.value)
    }

    /// The hover card of the member at a place that names it. `kind`: "configuration key".
    pub fn explanation(self, range: TextRange, kind: &str) -> Explanation {
        Explanation {
            range,
            title: self.name.to_owned(),
            kind: kind.to_owned(),
            doc: self.description(),
            facts: facts(self.entry.value, &[]),
        }
    }

    pub fn definition(self) -> ReadOnlyText {
        definition(self.entry)
    }
}

/// A definition in the data file. Its title is the type.
fn definition(entry: Entry<'static>) -> ReadOnlyText {
    let path = entry.key.path();
    ReadOnlyText {
        title: format!("{}, built in", path.key_at(1).unwrap_or_default()),
        text: Arc::clone(entry.key.document().text()),
        range: entry.key.full_range().cover(entry.value.full_range()),
    }
}

/// The names of members as a fact; `None` if there are none.
fn listed(label: &'static str, members: &[BuiltinMember]) -> Option<Fact> {
    let mut names: Vec<String> =
        members.iter().take(LISTED).map(|member| format!("`{}`", member.name)).collect();
    if members.len() > LISTED {
        names.push(format!("{} more", members.len() - LISTED));
    }
    (!names.is_empty()).then(|| Fact::new(label, names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_and_member_is_described() {
        assert!(document().errors().is_empty(), "{:?}", document().errors());
        for it in BuiltinKind::ALL.into_iter().flat_map(of_kind) {
            assert!(!it.description().is_empty(), "{}", it.name());
            let base = it.entry.value.get("derived_from").and_then(Node::as_str);
            assert!(base.is_none_or(|name| builtin_type(&name).is_some()), "{}", it.name());
            for member in it.config().into_iter().chain(it.sensors()) {
                assert!(!member.description().is_empty(), "{}: {}", it.name(), member.name);
                assert!(!member.type_name().is_empty(), "{}: {}", it.name(), member.name);
            }
        }
    }

    #[test]
    fn a_type_has_the_keys_of_its_base_types() {
        let tomcat = builtin_type("org.apache.brooklyn.entity.webapp.tomcat.TomcatServer").unwrap();
        let keys: Vec<&str> = tomcat.config().iter().map(|member| member.name).collect();
        assert_eq!(keys[0], "tomcat.shutdownport");
        assert!(keys.contains(&"http.port") && keys.contains(&"shell.env"));
        let timeout = tomcat.config().into_iter().find(|member| member.name == "start.timeout").unwrap();
        assert_eq!(timeout.default().as_deref(), Some("5m"));
        assert!(
            builtin_types(BuiltinKind::Entity).all(|builtin| !builtin.name().ends_with(".SoftwareProcess"))
        );
        assert_eq!(BuiltinKind::of_list("brooklyn.policies"), Some(BuiltinKind::Policy));
        assert_eq!(BuiltinKind::of_list("brooklyn.children"), None);
        assert_eq!(BuiltinKind::of_list("brooklyn.entities"), None);
    }
}
