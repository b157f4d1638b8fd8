//! Resolves names that the tables cannot: inherited members, types of other files, and arguments that depend on earlier arguments. Uses the name
//! index to link each reference to its declaration in any file.

use std::collections::{HashMap, HashSet};

use super::kind;
use super::model::Service;
use super::name_index::Mention;
use limn_files::FilePath;
use limn_language::dialect::ExternalReference;
use limn_language::schema::{NameKind, Names, Reference, Scope};
use limn_text::TextRange;
use limn_yaml::Document;

/// Kinds that an argument of a call can name.
static ARGUMENT: &[&NameKind] = &[
    &kind::PROPERTY,
    &kind::ATTRIBUTE,
    &kind::CAPABILITY,
    &kind::REQUIREMENT,
    &kind::NODE_TEMPLATE,
    &kind::INPUT,
];

/// Links references to declarations; returns the references to other files.
pub(super) fn link_references(service: &Service<'_>, names: &mut Names) -> Vec<ExternalReference> {
    let name_index = service.full_name_index();
    let mut linker = ReferenceLinker::new(service, names);
    for mention in &name_index.mentions {
        linker.link(mention);
    }
    for mention in &service.brooklyn_mentions() {
        linker.link(mention);
    }
    for (at, declared) in name_index.outcomes.iter().flat_map(|outcome| outcome.names.iter().copied()) {
        let (Some(text), Some(name)) = (at.as_str(), declared.as_str()) else { continue };
        // A type name can have a prefix.
        if text.ends_with(&*name) {
            let (from, to) = (text.len() - name.len(), text.len());
            linker.link(&Mention { at, from, to, kinds: ARGUMENT, declared });
        }
    }
    linker.foreign
}

struct ReferenceLinker<'d, 'n> {
    names: &'n mut Names,
    foreign: Vec<ExternalReference>,
    document: &'d Document,
    /// Files by document; `None` for the TOSCA types.
    files: HashMap<*const Document, Option<&'d FilePath>>,
    /// References by range.
    references: HashMap<TextRange, usize>,
    declarations: HashMap<TextRange, usize>,
    /// Resolved references: aliases reach a text several times, and the first resolution wins.
    linked: HashSet<usize>,
}

impl<'d, 'n> ReferenceLinker<'d, 'n> {
    fn new(service: &Service<'d>, names: &'n mut Names) -> ReferenceLinker<'d, 'n> {
        // Only opened files can declare a name that was found.
        let files = service.type_scope.opened();
        let files = files.map(|file| (std::ptr::from_ref(file.document), file.path)).collect();
        let references =
            names.references.iter().enumerate().map(|(at, reference)| (reference.range, at)).collect();
        let mut declarations = HashMap::new();
        for (at, declaration) in names.declarations.iter().enumerate() {
            declarations.entry(declaration.range).or_insert(at);
        }
        ReferenceLinker {
            names,
            foreign: Vec::new(),
            document: service.document,
            files,
            references,
            declarations,
            linked: HashSet::new(),
        }
    }

    fn link(&mut self, mention: &Mention<'d>) {
        let declared = mention.declared;
        let Some(&file) = self.files.get(&std::ptr::from_ref(declared.document())) else { return };
        let whole = mention.at.range();
        let Some(file) = file else {
            // Names that TOSCA declares, and their refinements, cannot be renamed.
            if let Some(at) = self.declarations.get(&whole) {
                self.names.declarations[*at].fixed = true;
            }
            return;
        };
        let Some(text) = mention.at.as_str() else { return };
        let Some(name) = text.get(mention.from..mention.to) else { return };
        let range = mention.at.range_within(mention.from..mention.to);
        let here = std::ptr::eq(declared.document(), self.document);
        let declaration = self.declarations.get(&declared.range()).copied().filter(|_| here);
        if here && declaration.is_none() {
            return;
        }
        let at = match self.references.get(&range) {
            Some(at) => *at,
            None => {
                self.names.references.push(Reference {
                    kinds: mention.kinds,
                    scope: Scope::Elsewhere,
                    name: name.to_owned(),
                    node: mention.at.id(),
                    is_key: mention.at.is_key(),
                    within: mention.from..mention.to,
                    range,
                    missing: None,
                    of: None,
                    enclosing: None,
                    declaration: None,
                });
                self.references.insert(range, self.names.references.len() - 1);
                self.names.references.len() - 1
            }
        };
        if !self.linked.insert(at) {
            return;
        }
        self.names.references[at].declaration = declaration;
        if !here {
            self.foreign.push(ExternalReference { reference: at, file: file.clone(), path: declared.path() });
        }
    }
}
