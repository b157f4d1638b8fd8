//! Topology templates as node types: a node whose type is the name of another service template of the workspace.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use limn_language::dialect::Library;
use limn_tosca::model::{NodeTemplate, Service};
use limn_yaml::Node;

/// The names of all service templates of a workspace.
pub(crate) struct TemplateNames(BTreeSet<String>);

impl TemplateNames {
    pub(crate) fn of(library: &Library) -> Arc<TemplateNames> {
        library.computed.get(|| {
            let roots = library.documents.values().filter_map(|document| document.root());
            TemplateNames(roots.filter_map(template_name).collect())
        })
    }
}

/// `metadata.template_name`, or the draft's `template_name`, of a document with a topology template.
pub(crate) fn template_name(root: Node<'_>) -> Option<String> {
    let root = root.resolve();
    root.get("topology_template")?;
    let metadata = root.get("metadata").and_then(|it| it.resolve().get("template_name"));
    let word = metadata.or_else(|| root.get("template_name"))?.resolve();
    word.as_str().filter(|name| word.is_scalar() && !name.is_empty()).map(Cow::into_owned)
}

/// The other service template that is the type of a node template.
pub(crate) fn nested_template(service: &Service<'_>, template: &NodeTemplate<'_>) -> Option<String> {
    let name = &template.type_name.as_ref()?.text;
    if template.type_id.found().is_some() || service.root.and_then(template_name).as_deref() == Some(name) {
        return None;
    }
    TemplateNames::of(service.library).0.get(name.as_ref()).cloned()
}
