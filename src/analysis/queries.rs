//! Editor queries for a position or an element: forms, hover, completion, definition, references.
//! Delegates to [`limn_ide`] with the document, its names and the other files.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_ide::anchors;
use limn_ide::calls;
use limn_ide::completion::{self, Completion, Sources};
use limn_ide::form::{self, Argument, ChoiceItem, FormInput, Sheet};
use limn_ide::hover::{self, Hover};
use limn_ide::{dashes, definition, first_keys, quoting, references, rename, unclosed};
use limn_language::dialect::{ExternalDefinition, Model, ReadOnlyText, Source};
use limn_language::explanation::Fact;
use limn_language::graph::Id;
use limn_language::schema::{ExternalNames, NameKind, Shape, Slots, describe_at};
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Document, Path, Style};

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: FilePath,
    pub range: TextRange,
}

impl Checked {
    /// The form of an element: its fields, present or not. The root's form is that of the document.
    pub fn sheet(&self, id: &Id) -> Option<Sheet> {
        self.form_of(id, form::sheet)
    }

    /// The text of the value at a path, without its quotes.
    pub fn value_range(&self, id: &Id) -> Option<TextRange> {
        let node = self.document.get(&id.0)?;
        let range = node.range();
        Some(match node.style() {
            Style::Single | Style::Double => {
                TextRange::new(range.start + 1, (range.end - 1).max(range.start + 1))
            }
            _ => range,
        })
    }

    /// The fields of an element that a form shows collapsed. The id is its path.
    pub fn entry(&self, id: &Id) -> Option<Sheet> {
        self.form_of(id, form::entry)
    }

    /// A form of an element of this document, or of one that is embedded in it.
    fn form_of(&self, id: &Id, form: impl Fn(FormInput<'_>, &Path) -> Option<Sheet>) -> Option<Sheet> {
        let model = self.model()?;
        match model.embedded_at(&id.0) {
            None => form_with(model, &self.document, |ground| form(ground, &id.0)),
            Some(inner) => {
                let sheet =
                    form_with(inner.model, inner.document, |ground| form(ground, &inner.local(&id.0)))?;
                Some(Sheet { path: inner.path.join(&sheet.path), ..sheet })
            }
        }
    }

    /// The functions allowed as the value of a place.
    pub fn functions(&self, id: &Id) -> Vec<ChoiceItem> {
        self.with_slots(id, |slots, path| slots.functions(path))
    }

    /// The arguments of a function at a place: one for each present argument, and the next one.
    pub fn arguments(&self, id: &Id, function: &str, given: &[String]) -> Vec<Argument> {
        self.with_slots(id, |slots, path| slots.arguments(path, function, given))
    }

    /// The value types at a place of this document or of a document that is embedded in it.
    fn with_slots<T: Default>(&self, id: &Id, then: impl Fn(&dyn Slots, &Path) -> T) -> T {
        let Some(model) = self.model() else { return T::default() };
        let found = match model.embedded_at(&id.0) {
            None => model.slots().map(|slots| then(&*slots, &id.0)),
            Some(inner) => inner.model.slots().map(|slots| then(&*slots, &inner.local(&id.0))),
        };
        found.unwrap_or_default()
    }

    pub fn hover(&self, offset: usize) -> Option<Hover> {
        if let Some(anchor) = anchors::anchor_at(&self.document, offset) {
            return Some(hover::of_anchor(&self.document, &anchor));
        }
        let model = self.model()?;
        match model.embedded_around(offset) {
            None => {
                let found = hover_in(model, &self.document, offset);
                let found = found.and_then(|hover| self.in_other_file(offset, hover));
                self.with_file_card(offset, found)
            }
            Some(inner) => {
                let found = hover_in(inner.model, inner.document, offset.checked_sub(inner.shift)?)?;
                Some(Hover { range: moved(found.range, inner.shift), ..found })
            }
        }
    }

    /// Adds where the name at an offset is declared: the line, and the file if it is another one.
    fn in_other_file(&self, offset: usize, mut hover: Hover) -> Option<Hover> {
        let model = self.model()?;
        let line = |document: &Document, at: usize| document.text()[..at].matches('\n').count() + 1;
        if let Some((range, _)) = &hover.declared {
            if *range != hover.range {
                let place = format!("line {}", line(&self.document, range.start));
                hover.facts.push(Fact::new("Declared in", place));
            }
            return Some(hover);
        }
        let Some(reference) = definition::elsewhere(model.names(), offset) else { return Some(hover) };
        let foreign = model.external_references();
        let Some(found) = foreign.into_iter().find(|external| external.reference == reference) else {
            return Some(hover);
        };
        let Some(document) = self.library().documents.get(&found.file) else { return Some(hover) };
        if let Some(node) = document.get(&found.path) {
            let range = node.key().unwrap_or(node).range();
            let place = format!("`{}`, line {}", found.file, line(document, range.start));
            hover.facts.push(Fact::new("Declared in", place));
            hover.declared = Some((range, hover::excerpt(document, &found.path)));
        }
        Some(hover)
    }

    /// The completions at an offset, the likeliest first.
    pub fn complete(&self, offset: usize) -> Vec<Completion> {
        let offset = limn_text::caret(self.document.text(), offset);
        if let Some(found) = self.complete_directive(offset) {
            return found;
        }
        let Some(model) = self.model() else { return self.first_keys(offset) };
        let mut found = self.complete_in(model, offset);
        quoting::in_style(&self.document, offset, &mut found);
        found
    }

    /// Completions in the text as it is meant: with the brackets closed that are open, with the rest of a value, and with the dash of an item.
    fn complete_in(&self, model: &dyn Model, offset: usize) -> Vec<Completion> {
        let Some((dialect, profile)) = self.recognized() else {
            return self.completions_of(model, &self.document, offset);
        };
        let after = |edit: &TextEdit, offset: usize| {
            let document = Arc::new(self.document.after(edit));
            let model = dialect.read(&Source { document: &document, ..self.source(profile) });
            self.completions_of(&*model, &document, offset)
        };
        if let Some(edit) = unclosed::behind_colon(&self.document, offset) {
            let mut found = after(&edit, offset);
            unclosed::without_rest(&mut found, offset);
            return found;
        }
        let unfinished = unclosed::closed(&self.document, offset);
        if let Some(edit) = unfinished.or_else(|| unclosed::separated(&self.document, offset)) {
            return after(&edit, offset);
        }
        let (construct, profiles) = model.grammar();
        match dashes::missing_dash(&self.document, construct, profiles, offset) {
            Some((edit, at)) => {
                let found = after(&edit, offset + dashes::DASH.len());
                dashes::with_dash(found, self.document.text(), at)
            }
            None => self.completions_of(model, &self.document, offset),
        }
    }

    fn completions_of(&self, model: &dyn Model, document: &Document, offset: usize) -> Vec<Completion> {
        let aliases = anchors::complete_aliases(document, offset);
        if !aliases.is_empty() {
            return aliases;
        }
        if let Some(inner) = model.embedded_around(offset) {
            let Some(at) = offset.checked_sub(inner.shift) else { return Vec::new() };
            let mut found = completions(inner.model, inner.document, (inner.external_names)(), at);
            for it in &mut found {
                it.range = moved(it.range, inner.shift);
            }
            return found;
        }
        let beyond =
            self.recognized().map(|(dialect, profile)| dialect.external_names(&self.source(profile)));
        completions(model, document, beyond.unwrap_or_default(), offset)
    }

    /// In a text whose language is not recognized yet: the first key of a document of each language.
    fn first_keys(&self, offset: usize) -> Vec<Completion> {
        let blanks = crate::blanks();
        let first = |blank: &crate::Blank| {
            let line = blank.text.lines().next()?;
            Some((line.split_once(':')?.0.to_owned(), line.to_owned(), blank.label))
        };
        let mut keys: Vec<_> = blanks.iter().filter_map(first).collect();
        for dialect in limn_dialects::ALL {
            let others = dialect.first_keys().iter();
            keys.extend(others.map(|key| ((*key).to_owned(), format!("{key}:"), dialect.label())));
        }
        first_keys::first_keys(&self.document, &keys, offset)
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
        let Some(external) = foreign.iter().find(|external| external.reference == reference) else {
            return Vec::new();
        };
        let same = foreign.iter().filter(|other| other.file == external.file && other.path == external.path);
        let mut places: Vec<TextRange> = same.map(|other| names.references[other.reference].range).collect();
        places.sort();
        places.dedup();
        places
    }
}

/// Calls a function with the input of forms.
fn form_with<T>(
    model: &dyn Model,
    document: &Document,
    then: impl FnOnce(FormInput<'_>) -> Option<T>,
) -> Option<T> {
    let (construct, profiles) = model.grammar();
    let (names, slots) = (model.names(), model.slots());
    then(FormInput { document, construct, profiles, names, slots: slots.as_deref() })
}

/// The hover card of a document: the meaning of the name or call, or the help of the tables.
fn hover_in(model: &dyn Model, document: &Document, offset: usize) -> Option<Hover> {
    let (construct, profiles) = model.grammar();
    let found = hover::hover(document, construct, profiles, model.names(), offset);
    let mut found = match model.explain(offset) {
        Some(explanation) => Hover::explained(found, explanation),
        None => found?,
    };
    if let Some(construct) = found.construct {
        found.section = model.section(construct);
    }
    Some(found)
}

/// The completions in a document. `beyond`: names that other files or the language declare.
fn completions(
    model: &dyn Model,
    document: &Document,
    beyond: Vec<(&'static NameKind, String)>,
    offset: usize,
) -> Vec<Completion> {
    let (construct, profiles) = model.grammar();
    let external = ExternalNames { names: beyond, members: model.external_members() };
    let slots = model.slots();
    let sources = Sources { slots: slots.as_deref(), external: &external };
    let mut found = completion::complete_with(document, construct, profiles, model.names(), sources, offset);
    if let Some(slots) = &slots {
        let known: BTreeSet<String> = found.iter().map(|completion| completion.label.clone()).collect();
        let is_computed = |path: &Path| {
            describe_at(document, construct, profiles, path)
                .is_some_and(|description| takes_call(description.shape))
        };
        let calls = calls::complete_calls(document, &**slots, &is_computed, offset).into_iter();
        found.extend(calls.filter(|completion| !known.contains(&completion.label)));
    }
    found
}

/// Returns true if a value of the shape can be a call.
fn takes_call(shape: &'static Shape) -> bool {
    match shape {
        Shape::Value(it) | Shape::Reference(it) | Shape::Integer { or: Some(it), .. } => it.call.is_some(),
        Shape::OneOf(shapes) => shapes.iter().any(takes_call),
        Shape::ByValue(which) => which.shapes.iter().any(takes_call),
        Shape::BySibling(beside) => beside.shapes.iter().any(takes_call),
        Shape::Discouraged(odd) => takes_call(&odd.shape),
        Shape::Single(inner) => takes_call(inner),
        _ => false,
    }
}

/// A range of an embedded document in the document around it.
fn moved(range: TextRange, by: usize) -> TextRange {
    TextRange::new(range.start + by, range.end + by)
}

impl Analysis {
    /// The declaration of the name at an offset, in this file or in another.
    pub fn definition(&self, file: &FilePath, offset: usize) -> Option<Location> {
        let shown = self.showing_at(file, offset);
        let linked = || Some(Location { file: shown.linked_file(file, offset)?, range: TextRange::empty(0) });
        shown.definition_seen_from(file, file, offset).or_else(linked)
    }

    /// The declaration of the name at an offset of `file`, of the document there that one in `from` sees.
    pub(super) fn definition_seen_from(
        &self,
        from: &FilePath,
        file: &FilePath,
        offset: usize,
    ) -> Option<Location> {
        let checked = self.seen_from(from, file)?;
        if let Some(anchor) = anchors::anchor_at(&checked.document, offset) {
            return Some(Location { file: file.clone(), range: anchor.range });
        }
        let model = checked.model()?;
        let used_file = || checked.used_file(offset).filter(|used| used.is_there);
        let start = |file: FilePath| Location { file, range: TextRange::new(0, 0) };
        if let Some(found) = definition::definition(model.names(), offset) {
            // The definition of a declaration is the script that implements it: its own place is known.
            let script = found.range.touches(offset).then(used_file).flatten();
            let own = Location { file: file.clone(), range: found.range };
            return Some(script.map_or(own, |used| start(used.file)));
        }
        let in_other_file = || {
            let reference = definition::elsewhere(model.names(), offset)?;
            let foreign =
                model.external_references().into_iter().find(|foreign| foreign.reference == reference)?;
            let other = self.seen_from(from, &foreign.file)?;
            let range = match other.document_name().filter(|name| name.path == foreign.path) {
                Some(name) => name.range,
                None => other.range_of(&Id(foreign.path))?.0,
            };
            Some(Location { file: foreign.file, range })
        };
        let far = || match model.external_definition(offset)? {
            ExternalDefinition::File(file) => Some(start(file)),
            ExternalDefinition::Key(file, range) => Some(Location { file, range }),
            ExternalDefinition::ReadOnly(_) => None,
        };
        in_other_file().or_else(far).or_else(|| used_file().map(|used| start(used.file)))
    }

    /// The definition of the name at an offset in a text outside the workspace: of a built-in type, or in the catalog.
    pub fn read_only_definition(&self, file: &FilePath, offset: usize) -> Option<ReadOnlyText> {
        self.document_at(file, offset)?.read_only_definition(offset)
    }
}

impl Checked {
    /// The definition of the name at an offset, if it can only be read.
    pub(super) fn read_only_definition(&self, offset: usize) -> Option<ReadOnlyText> {
        match self.model()?.external_definition(offset)? {
            ExternalDefinition::ReadOnly(found) => Some(found),
            ExternalDefinition::File(_) | ExternalDefinition::Key(..) => None,
        }
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
    fn a_transition_resolves_to_its_script() {
        let text = "name: resource::web::1.0\nlifecycle: {Install: {}, Start: {}}\ndefault-driver: {ansible: {}}\noperations: {Add: {}}\n";
        let path = |name: &str| FilePath::new(name).unwrap();
        let file = path("Definitions/lm/resource.yaml");
        let mut workspace = Workspace::of(file.clone(), text);
        let scripts = ["Install", "Add"].map(|name| path(&format!("Lifecycle/ansible/scripts/{name}.yml")));
        for script in &scripts {
            workspace.files.insert(script.clone(), Content::Text("- hosts: {{ all }}\n".into()));
        }
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let at = |word: &str| text.find(word).unwrap() + 1;
        let definition = |word: &str| analysis.definition(&file, at(word)).map(|location| location.file);
        assert_eq!(definition("Install"), Some(scripts[0].clone()));
        assert_eq!(definition("Add"), Some(scripts[1].clone()));
        assert_eq!(definition("Start"), None);
        let missing = analysis.used_file(&file, at("Start")).unwrap();
        assert_eq!(missing.file.as_str(), "Lifecycle/ansible/scripts/Start.yml");
        let links: Vec<FilePath> = analysis.links(&file).into_iter().map(|(_, target)| target).collect();
        assert_eq!(links, scripts);
        // A script is checked by no language.
        assert_eq!(analysis.file(&scripts[0]).unwrap().diagnostics(), []);
    }

    #[test]
    fn a_built_in_type_can_be_read() {
        let file = FilePath::new("shop.yaml").unwrap();
        let analysis = Analysis::of_text(&file, TEXT);
        let at = |words: &str| TEXT.find(words).unwrap() + 3;
        let found = analysis.read_only_definition(&file, at("tosca.nodes.Compute")).unwrap();
        assert_eq!(found.title, "tosca.nodes.Compute, built in");
        let text = &found.text[found.range.start..found.range.end];
        assert!(text.starts_with("tosca.nodes.Compute:\n    derived_from: tosca.nodes."), "{text}");
        assert!(!text.contains("tosca.nodes.SoftwareComponent:"), "{text}");
        // Types of the file itself are found by name.
        assert_eq!(analysis.read_only_definition(&file, at("shop.Web }")), None);
        assert!(analysis.definition(&file, at("shop.Web }")).is_some());
        assert_eq!(analysis.read_only_definition(&file, at("integer")), None);
    }

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
    fn every_occurrence_of_a_name_resolves_to_its_element() {
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

    #[test]
    fn a_driver_of_a_resource_has_fields_for_its_template_and_properties() {
        const RESOURCE: &str = "name: resource::r::1.0
properties: {flavor: {type: string}}
lifecycle:
  Create:
    drivers:
      openstack:
        selector: {infrastructure-type: [Openstack]}
        template: {file: heat.yaml, template-type: HEAT}
        properties: {size: '${flavor}'}
";
        let file = FilePath::new("resource.yaml").unwrap();
        let analysis = Analysis::of_text(&file, RESOURCE);
        let checked = analysis.file(&file).unwrap();
        assert_eq!(
            checked.diagnostics().iter().map(|diagnostic| diagnostic.code.name).collect::<Vec<_>>(),
            [""; 0]
        );
        let driver = Path::keys(["lifecycle", "Create", "drivers", "openstack"]);
        let sheet = checked.sheet(&Id(driver)).unwrap();
        let of = |key: &str| sheet.fields.iter().find(|field| field.key == key).unwrap();
        let form::Control::Group(template) = &of("template").control else { panic!("{:?}", of("template")) };
        let inner: Vec<(&str, Option<&str>)> =
            template.fields.iter().map(|field| (field.key.as_str(), field.value.as_deref())).collect();
        assert_eq!(inner, [("file", Some("heat.yaml")), ("template-type", Some("HEAT"))]);
        let form::Control::Map { entries, .. } = &of("properties").control else { panic!() };
        assert_eq!(
            entries.iter().map(|entry| entry.value.as_deref()).collect::<Vec<_>>(),
            [Some("${flavor}")]
        );
    }
}
