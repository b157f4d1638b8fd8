//! Names of whole documents, by which other files refer to them: their declaration, the checks before a rename, and the hierarchy of documents.

use std::collections::HashMap;

use super::hierarchy::{HierarchyElement, HierarchyItem, HierarchyLink, HierarchySide};
use super::navigation::NameReferences;
use super::{Analysis, Checked, Location};
use limn_files::FilePath;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::schema::Declaration;
use limn_text::TextRange;
use limn_yaml::Path;

impl Analysis {
    /// Everything that names a file: by its path, by another name, or by the name of its document.
    pub(super) fn file_references(&self, target: &FilePath) -> NameReferences {
        let named = self.first(target).and_then(|checked| Some(checked.document_name()?.range.start));
        if let Some(found) = named.and_then(|offset| self.references(target, offset)) {
            return found;
        }
        let declaration = Some(Location { file: target.clone(), range: TextRange::empty(0) });
        NameReferences { declaration, references: self.links_to(target) }
    }

    /// The places that refer to a file as a whole, other than by the name of its document.
    pub(super) fn links_to(&self, target: &FilePath) -> Vec<Location> {
        let naming = |checked: &Checked| {
            let links = self.links_of(checked).into_iter().filter(|(_, file)| file == target);
            links.map(|(range, _)| Location { file: checked.file.clone(), range }).collect::<Vec<_>>()
        };
        self.all_documents().flat_map(|checked| naming(checked)).collect()
    }

    /// The document whose name is at an offset, or that the name there refers to.
    pub fn document_hierarchy_at(&self, file: &FilePath, offset: usize) -> Option<HierarchyItem> {
        let at = self.definition(file, offset)?;
        let checked = self.document_at(&at.file, at.range.start)?;
        let name = checked.document_name()?;
        (at.range.is_empty() || at.range == name.range).then(|| checked.document_item())
    }

    /// The document at an offset.
    pub fn document_item_at(&self, file: &FilePath, offset: usize) -> Option<HierarchyItem> {
        Some(self.document_at(file, offset)?.document_item())
    }

    /// The documents on one side of a document, each once, with the places of the references.
    pub(super) fn document_links(&self, of: &Location, side: HierarchySide) -> Vec<HierarchyLink> {
        let Some(checked) = self.document_at(&of.file, of.range.start) else { return Vec::new() };
        let mut found: Vec<HierarchyLink> = Vec::new();
        let mut known: HashMap<(&FilePath, usize), usize> = HashMap::new();
        for (other, place) in self.document_uses(checked, side) {
            let at = *known.entry((&other.file, other.nth())).or_insert_with(|| {
                found.push(HierarchyLink { item: other.document_item(), places: Vec::new() });
                found.len() - 1
            });
            found[at].places.push(place);
        }
        found
    }

    /// The documents on one side of a document, each with the place of a reference.
    fn document_uses(&self, checked: &Checked, side: HierarchySide) -> Vec<(&Checked, Location)> {
        let is_other = |other: &Checked| other.file != checked.file || other.nth() != checked.nth();
        if side == HierarchySide::UsedBy {
            let name = checked.document_name().map(|name| name.range.start);
            let found = match name {
                Some(offset) => self.references(&checked.file, offset).unwrap_or_default(),
                None => self.file_references(&checked.file),
            };
            let user = |place: Location| {
                let other = &**self.document_at(&place.file, place.range.start)?;
                is_other(other).then_some((other, place))
            };
            return found.references.into_iter().filter_map(user).collect();
        }
        let Some(model) = checked.model() else { return Vec::new() };
        let names = model.names();
        let named = model.external_references().into_iter().filter_map(|external| {
            let other = &**self.first(&external.file)?;
            other.document_name().filter(|name| name.path == external.path)?;
            Some((other, names.references.get(external.reference)?.range))
        });
        let linked = model.linked_files().into_iter().filter_map(|(path, file)| {
            let node = checked.document.get(&path)?;
            Some((&**self.first(&file)?, node.range()))
        });
        let mut found: Vec<(&Checked, TextRange)> = named.chain(linked).collect();
        found.sort_by_key(|(_, range)| *range);
        let place = |range| Location { file: checked.file.clone(), range };
        let found = found.into_iter().filter(|(other, _)| is_other(other));
        found.map(|(other, range)| (other, place(range))).collect()
    }
}

impl Checked {
    /// Declaration of the document's name.
    pub(super) fn document_name(&self) -> Option<&Declaration> {
        let model = self.model()?;
        let names = model.names();
        Some(&names.declarations[names.declared_at(&model.document_name()?)?])
    }

    /// Returns true if the element is the value that names the whole document.
    pub fn is_document_name(&self, id: &Id) -> bool {
        self.model().and_then(Model::document_name).is_some_and(|path| path == id.0)
    }

    /// The document as an item of a hierarchy; one without a name has that of its file.
    pub(super) fn document_item(&self) -> HierarchyItem {
        let start = TextRange::empty(self.document.start());
        let name = self.document_name();
        let range = name.map_or(start, |name| name.range);
        HierarchyItem {
            name: name.map_or_else(|| self.file.to_string(), |name| name.name.clone()),
            detail: String::new(),
            element: HierarchyElement::Document,
            place: Location { file: self.file.clone(), range },
            definition: range,
        }
    }
}

/// Refuses a new name of a whole document if another file has it.
pub(super) fn check_document_name(model: &dyn Model, path: &Path, to: &str) -> Result<(), EditError> {
    if model.document_name().as_ref() != Some(path) || declared_name(model, path) == Some(to) {
        return Ok(());
    }
    match model.file_of_name(to) {
        Some(file) => Err(EditError::Refused(format!("the name `{to}` is already in use in `{file}`"))),
        None => Ok(()),
    }
}

/// The name that a declaration writes: in its value, or as its key.
pub(super) fn declared_name<'n>(model: &'n dyn Model, path: &'n Path) -> Option<&'n str> {
    let names = model.names();
    let value =
        names.declared_at(path).map(|at| &names.declarations[at]).filter(|declaration| declaration.is_value);
    value.map_or_else(|| path.last_key(), |declaration| Some(declaration.name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::{Content, Workspace};

    fn path(name: &str) -> FilePath {
        FilePath::new(name).unwrap()
    }

    fn analysis(files: &[(&str, &str)]) -> Analysis {
        let content = |(name, text): &(&str, &str)| (path(name), Content::Text((*text).into()));
        let workspace = Workspace { files: files.iter().map(content).collect(), ..Workspace::default() };
        Analysis::of(&workspace, &Choices::default(), &Analysis::default())
    }

    const FILES: &[(&str, &str)] = &[
        (
            "shop.yaml",
            "name: assembly::shop::1.0\ncomposition:\n  a: {type: 'resource::web::1.0'}\n  b: {type: 'resource::web::1.0'}\n",
        ),
        ("mall.yaml", "name: assembly::mall::1.0\ncomposition:\n  shop: {type: 'assembly::shop::1.0'}\n"),
        ("web.yaml", "name: resource::web::1.0\n"),
    ];

    #[test]
    fn a_document_uses_those_that_its_types_name() {
        let analysis = analysis(FILES);
        let at = |file: &str, word: &str| {
            let text = FILES.iter().find(|(name, _)| *name == file).unwrap().1;
            analysis.hierarchy_at(&path(file), text.find(word).unwrap() + 1).unwrap()
        };
        let sides = |item: &HierarchyItem| {
            [HierarchySide::UsedBy, HierarchySide::Uses].map(|side| {
                let links = analysis.hierarchy_links(item, side);
                assert_eq!(analysis.has_hierarchy_links(item, side), !links.is_empty());
                let shown = |link: HierarchyLink| format!("{} {}", link.item.name, link.places.len());
                links.into_iter().map(shown).collect::<Vec<_>>().join(", ")
            })
        };
        let shop = at("shop.yaml", "assembly::shop");
        assert_eq!(shop.name, "assembly::shop::1.0");
        assert_eq!(sides(&shop), ["assembly::mall::1.0 1", "resource::web::1.0 2"]);
        assert_eq!(at("mall.yaml", "assembly::shop"), shop, "a type is the document that it names");
        assert_eq!(sides(&at("web.yaml", "resource::web")), ["assembly::shop::1.0 2", ""]);
    }

    #[test]
    fn the_name_of_a_document_is_found_and_is_not_part_of_its_outline() {
        let analysis = analysis(FILES);
        let found: Vec<String> =
            analysis.search_symbols("shop").map(|(file, symbol)| format!("{file} {}", symbol.0)).collect();
        assert_eq!(found, ["mall.yaml shop", "shop.yaml assembly::shop::1.0"]);
        let outline = analysis.file(&path("shop.yaml")).unwrap().symbols();
        assert_eq!(outline.iter().map(|symbol| symbol.name.as_str()).collect::<Vec<_>>(), ["composition"]);
    }
}
