//! A language is a folder here and one line in [`ALL`]. Dialects do not know one another, the canvas, or the page.

pub mod assembly;
pub mod common;
pub mod homing;
pub mod tosca;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::edit::{Edit, EditError, Place};
use crate::files::{Content, FilePath, Sum};
use crate::formula::{Formula, Words};
use crate::globe::Atlas;
use crate::graph::{Diagram, Graph, Icon, Id, PortRef};
use crate::schema::{Construct, NameKind, Names, Profiles, Slots};
use crate::trial::{Outcome, Table};
use crate::yaml::{Document, Op, Path};

/// Every language, the surest recogniser first.
pub static ALL: &[&dyn Dialect] = &[&tosca::Meta, &assembly::Assembly, &tosca::Tosca, &homing::Homing];

/// A language written in YAML.
pub trait Dialect: Sync {
    /// `assembly`: the first half of its codes' names.
    fn id(&self) -> &'static str;
    /// For people: "Assembly descriptor".
    fn label(&self) -> &'static str;
    fn profiles(&self) -> &'static [Profile];
    /// Whether its texts are YAML, and may be new documents; what is not is not held to YAML's rules either.
    fn is_yaml(&self) -> bool {
        true
    }
    /// Whether a file of this name is what packages say about themselves in a form of its own, which is no YAML and is looked at all the same.
    fn is_manifest(&self, _file: &FilePath) -> bool {
        false
    }
    /// Whether the document is of this language, which profile, and why we think so.
    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition>;
    /// What is said of a document in a language that looks like this one and is another: that no rule is held against it.
    fn declines(&self, _document: &Document) -> Option<Diagnostic> {
        None
    }
    /// The other files that a text names as what it is made from, relative to itself and as written. Cheap where there is none.
    fn leans_on(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }
    /// Everything it can say.
    fn codes(&self) -> Vec<&'static Code>;
    /// What this language's reference calls the checks of [`common`]: code name to rule id.
    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// How much a check of [`common`] weighs in this language, where it is otherwise than the check says.
    fn weighs(&self, _code: &Code) -> Option<Severity> {
        None
    }
    /// Names that the document may use and that other files declare, or the language itself: for what is offered.
    fn beyond(&self, _source: &Source<'_>) -> Vec<(&'static NameKind, String)> {
        Vec::new()
    }
    /// A new document to start from.
    fn blank(&self) -> &'static str;
    /// What such a document is for, in a few words.
    fn about(&self) -> &'static str {
        ""
    }
    fn read(&self, source: &Source<'_>) -> Box<dyn Model>;
    /// Everything wrong with a document, for who asks for nothing else.
    fn check(&self, source: &Source<'_>) -> Vec<Diagnostic> {
        self.read(source).check()
    }
}

/// A variant of a dialect.
#[derive(Debug)]
pub struct Profile {
    pub id: &'static str,
    pub label: &'static str,
    pub bits: Profiles,
    pub doc: &'static str,
}

#[derive(Clone, Debug)]
pub struct Recognition {
    pub profile: &'static Profile,
    /// One sentence: "`items` and `data-types` are CP4NA's".
    pub reason: String,
}

/// One document to read, and what else is open beside it.
pub struct Source<'a> {
    pub file: &'a FilePath,
    pub document: &'a Arc<Document>,
    pub profile: &'static Profile,
    pub library: &'a Arc<Library>,
}

/// All documents of the workspace, parsed, and the names of all its files.
#[derive(Clone, Debug, Default)]
pub struct Library {
    pub documents: BTreeMap<FilePath, Arc<Document>>,
    pub files: Arc<[FilePath]>,
    /// What is not among the files is not there at all: see [`crate::files::Workspace::whole`].
    pub whole: bool,
    /// What packages say about themselves in forms that are no YAML: see [`Dialect::is_manifest`].
    pub manifests: BTreeMap<FilePath, Arc<str>>,
    /// The checksums that each of these gives of files whose bytes are here.
    pub sums: BTreeMap<FilePath, Vec<Summed>>,
    /// Which files name a file as what they are made from: found when it is first asked for, and for all at once.
    pub backlinks: Arc<OnceLock<BTreeMap<FilePath, Vec<FilePath>>>>,
}

/// A checksum that a manifest gives, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Summed {
    pub said: Sum,
    pub content: Content,
    /// Of the file as it is; `None`: the algorithm is not known.
    pub now: Option<String>,
}

impl Library {
    /// The files that name `file` as what they are made from. `leans_on` says what a file names, and is asked once of each.
    pub fn backlinks(
        &self,
        file: &FilePath,
        leans_on: impl Fn(&FilePath, &Document) -> Vec<FilePath>,
    ) -> &[FilePath] {
        let all = self.backlinks.get_or_init(|| {
            let mut all: BTreeMap<FilePath, Vec<FilePath>> = BTreeMap::new();
            for (from, document) in &self.documents {
                for to in leans_on(from, document) {
                    all.entry(to).or_default().push(from.clone());
                }
            }
            all
        });
        all.get(file).map_or(&[], Vec::as_slice)
    }
}

/// Something that can be dragged from the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// For `Edit::Add`.
    pub id: String,
    /// A heading: "Components", "From this workspace".
    pub group: &'static str,
    pub label: String,
    pub doc: String,
    pub icon: Icon,
    /// It is drawn from port to port rather than put somewhere.
    pub wire: bool,
    /// The entry that this one is a kind of, by id: one before it, of the same group.
    pub parent: Option<String>,
    /// There is nothing that is just this: others are kinds of it.
    pub is_abstract: bool,
}

/// What an edit comes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub ops: Vec<Op>,
    /// What to select when it is done: the new thing.
    pub focus: Option<Id>,
}

/// What a dialect understood of a document. What only some languages have is a capability with a trait of its own, which others need not know of.
pub trait Model: Send + Sync {
    /// Everything wrong with it, in any order.
    fn check(&self) -> Vec<Diagnostic>;
    fn names(&self) -> &Names;
    /// The table of the whole document and the profile it is held to: for forms, hover and completion.
    fn grammar(&self) -> (&'static Construct, Profiles);
    fn plan(&self, edit: &Edit) -> Result<Plan, EditError>;
    /// What the types that the document names say of its places: for forms, and for what they write. Made anew for each look.
    fn slots(&self) -> Option<Box<dyn Slots + '_>> {
        None
    }
    /// Names that this document declares and other files may refer to, or that it refers to and other files declare: `(file, path)` of
    /// the declaration that a reference in this document means, where it is in another file.
    fn foreign(&self) -> Vec<Foreign> {
        Vec::new()
    }
    /// The files that the document names and that a package of it has to hold, as written, at every place where each is named.
    fn named_files(&self) -> Vec<(String, Path)> {
        Vec::new()
    }
    /// What makes the document name the files that it names now when files are called otherwise, its own among them.
    fn follow(&self, _names: &BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        Vec::new()
    }
    /// The document as boxes and wires.
    fn picture(&self) -> Option<&dyn Picture> {
        None
    }
    /// What is to be best.
    fn objective(&self) -> Option<&dyn Objective> {
        None
    }
    /// What the document says of the world.
    fn atlas(&self) -> Option<Atlas> {
        None
    }
    /// What may be chosen, tried before anybody chooses.
    fn trial(&self) -> Option<&dyn Trial> {
        None
    }
}

/// A document that can be drawn, and drawn upon.
pub trait Picture {
    fn graph(&self) -> Graph;
    /// Whether two ports may be joined; the error says why not. Canvas and validator ask this same question.
    fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError>;
    /// What can be dragged onto this document.
    fn palette(&self) -> Vec<Template>;
    /// What of it could stand at the other end of a wire from a port, the likeliest first; `None`: whatever can be put somewhere.
    fn palette_for(&self, _wire: &PortRef) -> Option<Vec<Template>> {
        None
    }
    /// The ports of a node that a wire from there may end at, the likeliest first, folded ones too; `None`: those of its ports that
    /// [`Picture::accepts`].
    fn ends(&self, _from: &PortRef, _on: &Id) -> Option<Vec<PortRef>> {
        None
    }
    /// What joins a node to another that it is put on: its own port, and the host's.
    fn hosting(&self, _node: &Id, _host: &Id) -> Option<(PortRef, PortRef)> {
        None
    }
    /// The type of a node that another document is to take the place of; `None`: this one is all there is of it.
    fn substituted(&self, _node: &Id) -> Option<String> {
        None
    }
    /// The types of nodes that this document can take the place of, the nearest first.
    fn substitutes(&self) -> Vec<String> {
        Vec::new()
    }
    /// What a new group of nodes is made from: the id of its entry in the palette; `None`: the language has no groups that hold nodes.
    fn gathers(&self) -> Option<String> {
        None
    }
    /// Places that the document carries in its own convention.
    fn places(&self) -> BTreeMap<Id, Place> {
        BTreeMap::new()
    }
    /// Parts of it that have a picture of their own, in the order of the text.
    fn diagrams(&self) -> &[Diagram] {
        &[]
    }
    /// What can be put into such a picture.
    fn palette_of(&self, _diagram: &Id) -> Vec<Template> {
        Vec::new()
    }
}

/// A document that says what is to be as small or as large as can be.
pub trait Objective {
    /// What can be said of it.
    fn words(&self) -> Words;
    /// `None`: what stands there is no formula.
    fn formula(&self) -> Option<Formula>;
}

/// A document that candidates can be held against.
pub trait Trial {
    fn try_out(&self, table: &Table) -> Outcome;
    /// A table of invented candidates to begin with, as text.
    fn sample_table(&self) -> String;
}

/// A reference from this document to a name that another file declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreign {
    /// Index into this document's `names().references`.
    pub reference: usize,
    pub file: FilePath,
    /// What is declared there.
    pub path: Path,
}
