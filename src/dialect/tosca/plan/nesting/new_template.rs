//! The files of an extraction: the new template, and the type of the node that it substitutes.

use super::extract::Boundary;
use super::{TOPOLOGY, refused, section};
use crate::grammar::V1_3;
use crate::service_template::ServiceTemplate;
use crate::types::{FileId, Lookup, TypeKind};
use limn_common::{self as common, copy_of};
use limn_files::FilePath;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::Extraction;
use limn_language::relocation::Relocation;
use limn_yaml::{Node, Op, Placement, Value};

impl Boundary<'_> {
    pub(super) fn finish(self, template: &ServiceTemplate, file: &FilePath) -> Result<Extraction, EditError> {
        let ctx = self.ctx;
        if file.folder() != template.file.folder() {
            return refused(
                "choose a file in the same folder: paths of imports and scripts stay as they are".to_owned(),
            );
        }
        let type_name = self.type_name();
        let directive = if V1_3.has(ctx.service.version) { "substitute" } else { "substitutable" };
        let mut ops = self.ops.clone();
        let first = self.inside.first().map(|at| self.template(*at).name.to_string()).unwrap_or_default();
        ops.push(Op::Insert {
            into: section("node_templates"),
            key: self.name.to_owned(),
            value: self.node_type.node(&type_name, directive),
            placement: Placement::Before(first),
        });
        let types_file = self.types_file(template, file)?;
        match template.import(&types_file) {
            Some(import) => ops.push(import),
            None => return refused(format!("add an import of `{types_file}` first")),
        }
        let mut type_sections = self.head(template);
        let mut sections = type_sections.clone();
        let mut imports = match sections.iter().position(|(key, _)| key == "imports") {
            Some(at) => sections.remove(at).1,
            None => Value::Sequence(Vec::new()),
        };
        if let Value::Sequence(items) = &mut imports {
            items.push(Value::text(types_file.relative_to(file)));
        }
        sections.push(("imports".to_owned(), imports));
        sections.push((TOPOLOGY.to_owned(), self.new_topology(&type_name)));
        let definition = Value::map([(type_name, self.node_type.definition())]);
        type_sections.push(("node_types".to_owned(), definition));
        let focus = Id(section("node_templates").key(self.name));
        let Boundary { transfer, removed, .. } = self;
        Ok(Extraction {
            sections,
            more_files: vec![(types_file, type_sections)],
            transfer,
            ops,
            removed,
            focus,
        })
    }

    /// A file for the node type, which both templates import: an import adds types only.
    fn types_file(&self, template: &ServiceTemplate, file: &FilePath) -> Result<FilePath, EditError> {
        let (name, extension) = file.name().rsplit_once('.').unwrap_or((file.name(), "yaml"));
        let path = |stem: &str| file.join(&format!("{stem}.{extension}")).ok();
        let is_taken = |stem: &str| path(stem).is_none_or(|path| template.library.files.contains(&path));
        let joiner = self.ctx.joiner();
        let stem = common::free_name(&format!("{name}{joiner}types"), joiner, is_taken);
        path(&stem).ok_or(EditError::Taken(stem))
    }

    /// The start of a new file: the version, the namespace and the imports of the file.
    fn head(&self, template: &ServiceTemplate) -> Vec<(String, Value)> {
        let head = limn_yaml::parse(template.new_document());
        let mut sections: Vec<(String, Value)> = head
            .root()
            .into_iter()
            .flat_map(Node::entries)
            .filter_map(|entry| Some((entry.key.as_str()?.into_owned(), copy_of(entry.value))))
            .collect();
        let root = self.ctx.service.root;
        for key in ["repositories", "imports"] {
            let written = root.and_then(|root| root.get(key)).filter(|node| !node.is_null());
            sections.extend(written.map(|node| (key.to_owned(), copy_of(node))));
        }
        sections
    }

    fn new_topology(&self, type_name: &str) -> Value {
        let entered = |name: &str| -> Vec<(String, Value)> {
            let at = section(name);
            let own = self.transfer.entries.iter().filter(|(_, to)| to.parent().as_ref() == Some(&at));
            own.filter_map(|(_, to)| Some((to.last_key()?.to_owned(), Value::Null))).collect()
        };
        let mut all = vec![
            ("inputs", Value::Mapping(self.node_type.inputs.clone())),
            ("substitution_mappings", self.node_type.mappings(type_name)),
            ("node_templates", Value::Mapping(entered("node_templates"))),
            ("relationship_templates", Value::Mapping(entered("relationship_templates"))),
            ("groups", Value::Mapping(entered("groups"))),
        ];
        let policies = entered("policies");
        all.push(match policies.is_empty() {
            true => ("policies", Value::Sequence(self.policies.clone())),
            false => ("policies", Value::Mapping(policies)),
        });
        let is_empty = |value: &Value| match value {
            Value::Mapping(entries) => entries.is_empty(),
            Value::Sequence(items) => items.is_empty(),
            _ => false,
        };
        Value::map(all.into_iter().filter(|(_, value)| !is_empty(value)))
    }

    /// An unused name for the node type, beside the types of the nodes.
    fn type_name(&self) -> String {
        let types = self.inside.iter().filter_map(|at| self.template(*at).type_name.as_ref());
        let own = types
            .map(|word| word.text.to_string())
            .find(|name| !name.starts_with("tosca") && name.contains('.'));
        let space = own.and_then(|name| Some(name.rsplit_once('.')?.0.to_owned()));
        let space = space.unwrap_or_else(|| "custom.nodes".to_owned());
        let words = self.name.split(['-', '_']).map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect::<String>())
                .unwrap_or_default()
        });
        let base = format!("{space}.{}", words.collect::<String>());
        let type_scope = &self.ctx.service.type_scope;
        let is_taken = |name: &str| {
            !matches!(type_scope.find(TypeKind::Node, name, FileId::OWN), Lookup::Unknown)
                && type_scope.named(TypeKind::Node, name).next().is_some()
        };
        common::free_name(&base, '_', is_taken)
    }
}
