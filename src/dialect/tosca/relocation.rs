//! Types that can move to another service template.

use std::collections::BTreeSet;

use crate::rules;
use crate::service_template::ServiceTemplate;
use crate::types::{FileId, TypeKind};
use crate::value::Primitive;
use limn_files::FilePath;
use limn_language::relocation::Relocation;
use limn_yaml::{Node, Op, Path};

const VERSION: &str = "tosca_definitions_version";
/// Names of the keyname with the namespace of a document, by version.
const NAMESPACES: [&str; 2] = ["tosca_default_namespace", "namespace"];

/// Keynames whose values are names of types.
const TYPE_KEYS: [&str; 10] = [
    "derived_from",
    "type",
    "node",
    "capability",
    "relationship",
    "entry_schema",
    "key_schema",
    "valid_source_types",
    "valid_target_types",
    "members",
];

impl Relocation for ServiceTemplate {
    fn is_movable(&self, path: &Path) -> bool {
        let section = path.key_at(0).filter(|_| path.len() == 2 && path.last_key().is_some());
        section.is_some_and(|section| TypeKind::ALL.iter().any(|kind| kind.section() == section))
    }

    fn comes_with_import(&self, path: &Path) -> bool {
        self.is_movable(path) || (path.len() == 2 && path.key_at(0) == Some("repositories"))
    }

    fn new_document(&self) -> String {
        let root = self.document.root();
        let head = root.into_iter().flat_map(Node::entries).filter(|entry| {
            let key = entry.key.as_str();
            key.is_some_and(|key| key == VERSION || NAMESPACES.contains(&&*key)) && entry.value.is_scalar()
        });
        let lines = head.map(|entry| format!("{}: {}\n", entry.key.source(), entry.value.source()));
        lines.collect::<Vec<_>>().concat()
    }

    fn namespace(&self) -> Option<String> {
        let root = self.document.root()?;
        NAMESPACES.iter().find_map(|key| Some(root.get(key)?.as_str()?.into_owned()))
    }

    fn section_before(&self) -> Option<&'static str> {
        Some("topology_template")
    }

    fn undetermined_name(&self, path: &Path) -> Option<String> {
        let service = self.service();
        let type_scope = &service.type_scope;
        let within = self.document.get(path).filter(|_| type_scope.incomplete)?.full_range();
        let is_known = |name: &str| {
            Primitive::named(name).is_some()
                || TypeKind::ALL
                    .iter()
                    .any(|kind| type_scope.find(*kind, name, FileId::OWN).found().is_some())
        };
        let names = self.document.nodes().filter(|node| {
            // An item of a list has the key of the list.
            let key = node.key().or_else(|| node.parent().filter(|parent| parent.is_sequence())?.key());
            let is_name = key.and_then(Node::as_str).is_some_and(|key| TYPE_KEYS.contains(&&*key));
            is_name && node.is_scalar() && within.cover(node.range()) == within
        });
        names.filter_map(Node::as_str).find(|name| !is_known(name)).map(std::borrow::Cow::into_owned)
    }

    fn files_in_sight(&self) -> BTreeSet<FilePath> {
        let service = self.service();
        let sight = service.type_scope.sight(FileId::OWN);
        sight.iter().filter_map(|file| service.type_scope.file(*file).path.cloned()).collect()
    }

    fn import(&self, file: &FilePath) -> Option<Op> {
        rules::import(&self.service(), &self.file, file, None)
    }
}
