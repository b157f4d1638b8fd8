//! Editor queries for a position or an element: forms, hover, completion, definition, references.
//! Delegates to [`limn_ide`] with the document, its names and the other files.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_ide::completion::{self, Completion};
use limn_ide::form::{self, Argument, Candidate, Ground, Sheet};
use limn_ide::hover::{self, Hover};
use limn_ide::{definition, references, rename};
use limn_language::dialect::Model;
use limn_language::graph::Id;
use limn_language::schema::Names;
use limn_text::TextRange;
use limn_yaml::Path;

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: FilePath,
    pub range: TextRange,
}

impl Checked {
    /// The form of an element: its fields, present or not. The root's form is that of the document.
    pub fn sheet(&self, id: &Id) -> Option<Sheet> {
        self.ground(|ground| form::sheet(ground, &id.0))?
    }

    /// The fields of an element that a form shows collapsed. The id is its path.
    pub fn entry(&self, id: &Id) -> Option<Sheet> {
        self.ground(|ground| form::entry(ground, &id.0))?
    }

    /// The functions allowed as the value of a place.
    pub fn functions(&self, id: &Id) -> Vec<Candidate> {
        let slots = self.model().and_then(Model::slots);
        slots.map(|slots| slots.functions(&id.0)).unwrap_or_default()
    }

    /// The arguments of a function at a place: one for each present argument, and the next one.
    pub fn arguments(&self, id: &Id, function: &str, given: &[String]) -> Vec<Argument> {
        let slots = self.model().and_then(Model::slots);
        slots.map(|slots| slots.arguments(&id.0, function, given)).unwrap_or_default()
    }

    fn ground<T>(&self, then: impl FnOnce(Ground<'_>) -> T) -> Option<T> {
        let model = self.model()?;
        let (construct, profiles) = model.grammar();
        let (document, names, slots) = (&*self.document, model.names(), model.slots());
        Some(then(Ground { document, construct, profiles, names, slots: slots.as_deref() }))
    }

    pub fn hover(&self, offset: usize) -> Option<Hover> {
        let model = self.model()?;
        let (construct, profiles) = model.grammar();
        hover::hover(&self.document, construct, profiles, model.names(), offset)
    }

    /// The completions at an offset, the likeliest first.
    pub fn complete(&self, offset: usize) -> Vec<Completion> {
        let Some(model) = self.model() else { return Vec::new() };
        let (construct, profiles) = model.grammar();
        let beyond =
            self.recognised().map(|(dialect, profile)| dialect.external_names(&self.source(profile)));
        let beyond = beyond.unwrap_or_default();
        let names = if beyond.is_empty() {
            Cow::Borrowed(model.names())
        } else {
            let mut names: Names = model.names().clone();
            names.beyond = beyond;
            Cow::Owned(names)
        };
        let slots = OnceCell::new();
        let slot = |path: &Path| slots.get_or_init(|| model.slots()).as_ref()?.slot(path);
        completion::complete_with(&self.document, construct, profiles, &names, &slot, offset)
    }

    /// The declaration of the name at an offset, if it is in this file.
    pub fn named_at(&self, offset: usize) -> Option<Id> {
        let model = self.model()?;
        let found = rename::prepare(model.names(), offset)?;
        Some(Id(found.path))
    }

    /// All positions in this file of the name at an offset, the declaration first if it is here.
    pub fn references(&self, offset: usize) -> Vec<TextRange> {
        let Some(model) = self.model() else { return Vec::new() };
        let names = model.names();
        if let Some(found) = references::references(names, offset) {
            return found.places;
        }
        let Some(reference) = definition::elsewhere(names, offset) else { return Vec::new() };
        let foreign = model.external_references();
        let Some(meant) = foreign.iter().find(|it| it.reference == reference) else { return Vec::new() };
        let same = foreign.iter().filter(|it| it.file == meant.file && it.path == meant.path);
        let mut places: Vec<TextRange> = same.map(|it| names.references[it.reference].range).collect();
        places.sort();
        places.dedup();
        places
    }
}

impl Analysis {
    /// The declaration of the name at an offset, in this file or in another.
    pub fn definition(&self, file: &FilePath, offset: usize) -> Option<Location> {
        let checked = self.file(file)?;
        let model = checked.model()?;
        if let Some(found) = definition::definition(model.names(), offset) {
            return Some(Location { file: file.clone(), range: found.range });
        }
        let reference = definition::elsewhere(model.names(), offset)?;
        let foreign =
            model.external_references().into_iter().find(|foreign| foreign.reference == reference)?;
        let (range, _) = self.file(&foreign.file)?.range_of(&Id(foreign.path))?;
        Some(Location { file: foreign.file, range })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::{Content, Workspace};

    const TEXT: &str = "tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  shop.Web: { derived_from: tosca.nodes.WebApplication }
topology_template:
  inputs: { size: { type: integer } }
  node_templates:
    web: { type: shop.Web }
    other: { type: tosca.nodes.Compute }
";

    #[test]
    fn an_artifact_is_offered_the_files_of_the_package() {
        const DEPLOYING: &str = "tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.WebApplication
      artifacts:
        image: {type: tosca.artifacts.File, file: images/a.img}
";
        let main = FilePath::new("templates/main.yaml").unwrap();
        let mut workspace = Workspace::of(main.clone(), DEPLOYING);
        for name in ["TOSCA-Metadata/TOSCA.meta", "images/a.img", "scripts/a.sh", "templates/types.yaml"] {
            workspace.files.insert(FilePath::new(name).unwrap(), Content::Text("".into()));
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let image = Path::keys(["topology_template", "node_templates", "shop", "artifacts", "image"]);
        let sheet = analysis.file(&main).unwrap().entry(&Id(image)).unwrap();
        let file = sheet.fields.into_iter().find(|field| field.key == "file").unwrap();
        let form::Control::Text { suggestions, .. } = file.control else { panic!("{:?}", file.control) };
        assert_eq!(suggestions, ["../images/a.img", "../scripts/a.sh"]);
    }

    #[test]
    fn a_name_leads_to_what_has_it_wherever_it_is_said() {
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, TEXT);
        let named = |at: usize| analysis.file(&file).unwrap().named_at(at).map(|id| id.to_string());
        let places: Vec<usize> = TEXT.match_indices("shop.Web").map(|(at, _)| at + 2).collect();
        assert_eq!(
            places.iter().map(|at| named(*at).unwrap()).collect::<Vec<_>>(),
            ["node_types.shop.Web"; 2]
        );
        assert_eq!(named(TEXT.find("size").unwrap()).unwrap(), "topology_template.inputs.size");
        assert_eq!(named(TEXT.find("other").unwrap()).unwrap(), "topology_template.node_templates.other");
        assert_eq!(named(TEXT.find("tosca.nodes.Compute").unwrap()), None, "it is not declared here");
    }
}
