//! AMP's other documents: catalog files (`catalog.bom`) and CAMP blueprints, AMP's own.

mod block_text;
mod builtin;
mod config_names;
mod embedded;
mod explain;
mod files;
mod grammar;
mod graph;
mod hints;
mod items;
mod member_slots;
mod model;
mod outline;
mod parameters;
mod plan;
mod promote;
mod read;
mod recognize;
mod relocate;
mod rules;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

pub(crate) use self::grammar::VALUE_TYPES;
pub(crate) use self::items::{Items, explain_item};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::dialect::{
    Dialect, EmbeddedDocument, ExternalDefinition, ExternalReference, Library, Model, PaletteEntry, Picture,
    Plan, Profile, Recognition, Source, UnnamedElement,
};
use limn_language::edit::{Edit, EditError, Promotions};
use limn_language::explanation::{CallInText, Explanation, Implied};
use limn_language::graph::{Graph, Id, PortRef};
use limn_language::schema::{Construct, NameKind, Names, Profiles, Slots, validate};
use limn_language::sketch::Sketch;
use limn_text::TextRange;
use limn_yaml::{Document, Node, Op, Path};

use grammar::{ITEM, ROOT};
use member_slots::MemberSlots;
use model::{CatalogModel, Content, ElementKind};

/// Catalog files and CAMP blueprints.
pub struct Catalog;

impl Dialect for Catalog {
    fn id(&self) -> &'static str {
        "amp-catalog"
    }

    fn label(&self) -> &'static str {
        "AMP catalog"
    }

    fn accompanies(&self) -> Option<&'static str> {
        Some(limn_tosca::Tosca.id())
    }

    fn profiles(&self) -> &'static [Profile] {
        recognize::PROFILES
    }

    fn blank_name(&self) -> Option<&'static str> {
        Some("catalog.bom")
    }

    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(file, document)
    }

    fn looks_like(&self, file: &FilePath, text: &str) -> bool {
        file.extension() == "bom" || text.contains("brooklyn.")
    }

    fn codes(&self) -> Vec<&'static Code> {
        [grammar::codes(), rules::codes()].concat()
    }

    fn severity(&self, code: &Code) -> Option<Severity> {
        super::severity(code)
    }

    fn external_names(&self, source: &Source<'_>) -> Vec<(&'static NameKind, String)> {
        let items = catalog_items(source.library);
        let mut names: Vec<_> = items
            .iter()
            .filter(|(_, named)| named.file != *source.file)
            .map(|(name, _)| (&ITEM, name.clone()))
            .collect();
        names.sort_by(|a, b| a.1.cmp(&b.1));
        names
    }

    fn about(&self) -> &'static str {
        "Items for AMP's catalog, and AMP's own blueprints"
    }

    fn sketch(&self) -> Sketch {
        Sketch {
            boxes: "M4 4h17v11H4zM27 4h17v11H27zM4 20h17v11H4zM27 20h17v11H27z",
            lines: "M8 9.500h9M31 9.500h9M8 25.500h9M31 25.500h9",
        }
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn first_keys(&self) -> &'static [&'static str] {
        &["services"]
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(read_source(source))
    }
}

static BLANK: &str = "\
brooklyn.catalog:
  bundle: my-bundle
  version: 1.0.0-SNAPSHOT
  items:
  - id: my-server
    itemType: entity
    name: My server
    item:
      type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess
";

fn read_source(source: &Source<'_>) -> CatalogModel {
    let profiles = source.profile.bits;
    let validated = validate(source.document, &ROOT, profiles);
    let elements = read::elements(source.document);
    let embedded = embedded::read(source, &elements);
    let mut names = validated.names;
    let foreign = embedded::add_names(source.document, &embedded, &mut names);
    let mut catalog = CatalogModel {
        file: source.file.clone(),
        document: Arc::clone(source.document),
        library: Arc::clone(source.library),
        profiles,
        embedded,
        elements,
        names,
        foreign,
        table_diagnostics: validated.diagnostics,
    };
    config_names::add(&mut catalog);
    catalog
}

/// An item that a file of the workspace declares.
pub(crate) struct DeclaredItem {
    pub(crate) file: FilePath,
    /// Path of its `id`.
    pub(crate) path: Path,
    /// `itemType`, its own or that of the catalog around it.
    pub(crate) item_type: Option<String>,
}

/// The items of all catalog files, by their ids: of each the first, in the order of the files.
struct CatalogItems(Arc<HashMap<String, DeclaredItem>>);

pub(crate) fn catalog_items(library: &Library) -> Arc<HashMap<String, DeclaredItem>> {
    let found = library.computed.get(|| {
        let mut items = HashMap::new();
        for (file, document) in &library.documents {
            let is_catalog =
                document.root().is_some_and(|root| root.resolve().get("brooklyn.catalog").is_some());
            if !is_catalog {
                continue;
            }
            for element in
                read::elements(document).into_iter().filter(|element| element.kind == ElementKind::Item)
            {
                let Some(id) = element.id else { continue };
                let (file, path, item_type) = (file.clone(), id.path, element.item_type);
                items.entry(id.text).or_insert(DeclaredItem { file, path, item_type });
            }
        }
        CatalogItems(Arc::new(items))
    });
    Arc::clone(&found.0)
}

/// The types of entities that catalogs and CAMP blueprints of the workspace place: with a location of their own, or around them.
struct PlacedTypes(Arc<HashSet<String>>);

pub(crate) fn placed_types(library: &Library) -> Arc<HashSet<String>> {
    let found = library.computed.get(|| {
        let mut types = HashSet::new();
        for document in library.documents.values() {
            let Some(root) = document.root().map(Node::resolve) else { continue };
            if root.get("services").is_none() && root.get("brooklyn.catalog").is_none() {
                continue;
            }
            let has_location =
                |node: Node<'_>| node.get("location").is_some_and(|location| !location.resolve().is_null());
            let elements = read::elements(document);
            // Elements follow those that contain them.
            let mut placed: Vec<bool> = Vec::with_capacity(elements.len());
            for element in &elements {
                let blueprint = element.blueprint.as_ref().and_then(|path| document.get(path));
                let around = element.parent.map_or_else(|| has_location(root), |at| placed[at]);
                placed.push(around || blueprint.is_some_and(has_location));
            }
            for (element, _) in elements.iter().zip(placed).filter(|(_, is_placed)| *is_placed) {
                if let Content::Type(name) = &element.content {
                    // With or without the version: `shop:1.0.0`.
                    types.extend(name.split_once(':').map(|(name, _)| name.to_owned()));
                    types.insert(name.clone());
                }
            }
        }
        PlacedTypes(Arc::new(types))
    });
    Arc::clone(&found.0)
}

/// The service templates of the workspace.
pub(crate) fn service_templates(library: &Library) -> impl Iterator<Item = &FilePath> {
    let documents = library.documents.iter();
    documents.filter(|(_, document)| limn_tosca::is_service_template(document)).map(|(file, _)| file)
}

impl Model for CatalogModel {
    fn check(&self) -> Vec<Diagnostic> {
        rules::check(self)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (&ROOT, self.profiles)
    }

    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        Some(Box::new(MemberSlots(self)))
    }

    fn explain(&self, offset: usize) -> Option<Explanation> {
        explain::explain(self, offset)
    }

    fn implied(&self, within: TextRange) -> Vec<Implied> {
        hints::implied(self, within)
    }

    fn call_in_text(&self, offset: usize) -> Option<CallInText> {
        crate::explain::call(&self.document, offset)
    }

    fn external_definition(&self, offset: usize) -> Option<ExternalDefinition> {
        let found = crate::explain::definition(&self.document, &self.file, offset);
        found.or_else(|| explain::definition(self, offset)).or_else(|| builtin::definition(self, offset))
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        self.plan_embedded(edit).unwrap_or_else(|| match edit {
            Edit::MakeInput { of, key } => promote::make_parameter(self, &of.0.join(key)),
            Edit::Inline { at } => promote::inline(self, &at.0),
            _ => plan::plan(self, edit),
        })
    }

    fn naming_value(&self, id: &Id) -> Option<Path> {
        plan::naming_value(self, id)
    }

    fn external_references(&self) -> Vec<ExternalReference> {
        let items = catalog_items(&self.library);
        let references = self.names.references.iter().enumerate();
        let of_items =
            references.filter(|(_, named)| named.declaration.is_none() && named.kinds.contains(&&ITEM));
        let found = of_items.filter_map(|(reference, named)| {
            let item = items.get(&named.name).filter(|item| item.file != self.file)?;
            Some(ExternalReference { reference, file: item.file.clone(), path: item.path.clone() })
        });
        found.chain(self.foreign.iter().cloned()).collect()
    }

    fn named_files(&self) -> Vec<(String, Path)> {
        files::named(self)
    }

    fn unnamed_elements(&self) -> Vec<UnnamedElement> {
        outline::unnamed(self)
    }

    fn rename_files(&self, names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        files::follow(self, names)
    }

    fn embedded_at(&self, path: &Path) -> Option<EmbeddedDocument<'_>> {
        Some(self.embedded_of(&Id(path.clone()))?.open(self))
    }

    fn embedded_around(&self, offset: usize) -> Option<EmbeddedDocument<'_>> {
        Some(self.embedded_around_offset(offset)?.open(self))
    }

    fn promotions(&self, path: &Path) -> Promotions {
        promote::promotions(self, path)
    }

    fn input_noun(&self) -> &'static str {
        config_names::PARAMETER.id
    }

    fn picture(&self) -> Option<&dyn Picture> {
        Some(self)
    }
}

impl Picture for CatalogModel {
    fn graph(&self) -> Graph {
        let mut graph = graph::graph(self);
        self.draw_embedded(&mut graph);
        graph
    }

    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        self.accepts_embedded(from, to).unwrap_or_else(|| plan::accepts(self, from, to))
    }

    fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        self.ends_embedded(from, on)
    }

    fn hosting(&self, node: &Id, host: &Id) -> Option<(PortRef, PortRef)> {
        self.hosting_embedded(node, host)
    }

    fn palette_for(&self, from: &PortRef) -> Option<Vec<PaletteEntry>> {
        self.palette_for_embedded(from)
    }

    fn palette(&self) -> Vec<PaletteEntry> {
        plan::palette(self).into_iter().chain(self.palette_of_templates()).collect()
    }
}

#[cfg(test)]
mod tests;
