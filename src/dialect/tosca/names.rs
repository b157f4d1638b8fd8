//! What the names of a service template mean that its tables cannot settle: members are inherited, types stand in other files, and what an
//! argument of a call names depends on the arguments before it. Goes over what the survey found once, and gives each reference its declaration,
//! here or in another file.

use std::collections::{HashMap, HashSet};

use super::kind;
use super::model::Service;
use super::survey::Mention;
use crate::dialect::Foreign;
use crate::files::FilePath;
use crate::schema::{NameKind, Names, Reference, Scope};
use crate::text::TextRange;
use crate::yaml::Document;

/// What an argument of a call may name.
static ARGUMENT: &[&NameKind] = &[
    &kind::PROPERTY,
    &kind::ATTRIBUTE,
    &kind::CAPABILITY,
    &kind::REQUIREMENT,
    &kind::NODE_TEMPLATE,
    &kind::INPUT,
];

/// Gives every reference that is found its declaration, and the references whose declarations stand in other files.
pub(super) fn settle(service: &Service<'_>, names: &mut Names) -> Vec<Foreign> {
    let mut settler = Settler::new(service, names);
    let survey = service.survey_names();
    for mention in &survey.mentions {
        settler.settle(mention);
    }
    for (at, declared) in survey.outcomes.iter().flat_map(|outcome| outcome.names.iter().copied()) {
        let (Some(text), Some(name)) = (at.as_str(), declared.as_str()) else { continue };
        // A type may have a prefix before its name.
        if text.ends_with(&*name) {
            let (from, to) = (text.len() - name.len(), text.len());
            settler.settle(&Mention { at, from, to, kinds: ARGUMENT, declared });
        }
    }
    settler.foreign
}

struct Settler<'d, 'n> {
    names: &'n mut Names,
    foreign: Vec<Foreign>,
    document: &'d Document,
    /// The files by their documents; `None`: TOSCA's own types.
    files: HashMap<*const Document, Option<&'d FilePath>>,
    /// By where they stand.
    references: HashMap<TextRange, usize>,
    declarations: HashMap<TextRange, usize>,
    /// References that have what they mean: aliases lead to one text by many ways, and the first is as good as any.
    settled: HashSet<usize>,
}

impl<'d, 'n> Settler<'d, 'n> {
    fn new(service: &Service<'d>, names: &'n mut Names) -> Settler<'d, 'n> {
        let files = service.world.files.iter();
        let files = files.map(|file| (std::ptr::from_ref(file.document), file.path)).collect();
        let references = names.references.iter().enumerate().map(|(at, it)| (it.range, at)).collect();
        let mut declarations = HashMap::new();
        for (at, declaration) in names.declarations.iter().enumerate() {
            declarations.entry(declaration.range).or_insert(at);
        }
        Settler {
            names,
            foreign: Vec::new(),
            document: service.document,
            files,
            references,
            declarations,
            settled: HashSet::new(),
        }
    }

    fn settle(&mut self, mention: &Mention<'d>) {
        let declared = mention.declared;
        let Some(&file) = self.files.get(&std::ptr::from_ref(declared.document())) else { return };
        let whole = mention.at.range();
        let Some(file) = file else {
            // What TOSCA declares is nobody's to rename, nor is what refines it.
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
        if !self.settled.insert(at) {
            return;
        }
        self.names.references[at].declaration = declaration;
        if !here {
            self.foreign.push(Foreign { reference: at, file: file.clone(), path: declared.path() });
        }
    }
}
