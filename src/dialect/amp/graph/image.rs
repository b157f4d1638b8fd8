//! Icons: `metadata.icon` of the node's type or of the nearest type above it, else `metadata.template_icon`. Nothing is loaded from other servers.

use super::Canvas;
use limn_files::FilePath;
use limn_language::graph::{Badge, Icon, Image};
use limn_tosca::matching::Lineage;
use limn_tosca::model::NodeTemplate;
use limn_tosca::types::FileId;
use limn_yaml::Node;

/// The longest picture that is drawn, as text.
const MAX_LENGTH: usize = 100_000;

/// An icon as written.
#[derive(Clone)]
enum Written {
    Shown(Image),
    /// At another server.
    Remote(String),
}

impl<'d> Canvas<'_, 'd> {
    pub(super) fn images(&mut self) {
        let template_icon =
            self.service.root.and_then(|root| root.get("metadata")?.resolve().get("template_icon"));
        let of_template = template_icon.and_then(|icon| self.written(icon));
        if let (Some(Written::Shown(image)), Some(frame)) = (&of_template, &self.graph.frame) {
            self.graph.images.insert(frame.id.clone(), image.clone());
        }
        for template in &self.topology.node_templates {
            // The icon of the service template is that of its types without one.
            let is_own = template.type_id.found().is_some_and(|id| id.file == FileId::OWN);
            let inherited = || of_template.clone().filter(|_| is_own);
            let Some(written) = self.icon_of(template).or_else(inherited) else { continue };
            let Some(node) = self.node(template) else { continue };
            match written {
                Written::Shown(image) => {
                    let id = node.id.clone();
                    self.graph.images.insert(id, image);
                }
                Written::Remote(address) => {
                    let name = address.rsplit('/').find(|part| !part.is_empty()).unwrap_or(&address);
                    let title = format!("icon at {address}, which Limn does not load");
                    node.badges.push(Badge { icon: Icon::Web, text: name.to_owned(), title });
                }
            }
        }
    }

    /// The icon of a template: its own, its type's, or that of a type above.
    fn icon_of(&self, template: &NodeTemplate<'d>) -> Option<Written> {
        let own = template.node.get("metadata").and_then(|metadata| metadata.resolve().get("icon"));
        let of_types = || {
            let line = Lineage::of(&self.service.type_scope, template.type_id.found()?);
            line.ids().find_map(|id| {
                let metadata = self.service.type_scope.get(id).node.get("metadata")?;
                metadata.resolve().get("icon")
            })
        };
        own.or_else(of_types).and_then(|icon| self.written(icon))
    }

    fn written(&self, icon: Node<'d>) -> Option<Written> {
        let icon = icon.resolve();
        let text = icon.as_str().filter(|text| text.len() <= MAX_LENGTH)?;
        if text.starts_with("data:image/") {
            return Some(Written::Shown(Image::Data(text.into_owned())));
        }
        if let Some(path) = text.strip_prefix("classpath://") {
            return self.file(path);
        }
        match text.contains("://") {
            true => Some(Written::Remote(text.into_owned())),
            false => self.file(&text),
        }
    }

    /// A picture of the package: beside the document, or from the root of the package.
    fn file(&self, path: &str) -> Option<Written> {
        let beside = self.service.file.join(path).ok();
        let from_root = FilePath::new(path.trim_start_matches('/')).ok();
        let mut found = [beside, from_root].into_iter().flatten();
        let file = found.find(|file| self.service.files.binary_search(file).is_ok())?;
        Some(Written::Shown(Image::File(file)))
    }
}
