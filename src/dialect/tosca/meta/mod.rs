//! `TOSCA.meta`, in which a package says what it is about: lines of names and values, in blocks that empty lines part. It is no YAML, though its
//! first block reads like some, so that the tables serve for completion, help and forms.

mod block;
mod check;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::common::Form;
use crate::dialect::{Dialect, Model, Plan, Profile, Recognition, Source};
use crate::edit::{Edit, EditError};
use crate::files::FilePath;
use crate::schema::{Choice, Construct, Key, Names, Profiles, Shape};
use crate::yaml::{self, Document, Op, Style, Value};

/// The manifest of a package.
pub struct Meta;

static PROFILES: &[Profile] = &[Profile {
    id: "tosca-meta",
    label: "TOSCA.meta",
    bits: Profiles::ALL,
    doc: "What a package says about itself: TOSCA 1.0, 16.2, and TOSCA Simple Profile in YAML 1.2, 6.2.",
}];

static FILE_VERSIONS: &[Choice] =
    &[Choice::new("1.0", "Of TOSCA 1.0 to 1.2."), Choice::new("1.1", "Of TOSCA 1.3.")];
static CSAR_VERSIONS: &[Choice] = &[Choice::new("1.1", "The only one there is.")];

static BLOCK: Construct = Construct {
    name: "package manifest",
    keys: &[
        Key::new("TOSCA-Meta-File-Version", Shape::Choice(FILE_VERSIONS))
            .doc("The version of this file's own format: `1.0`, or `1.1` for TOSCA 1.3."),
        Key::new("CSAR-Version", Shape::Choice(CSAR_VERSIONS))
            .doc("The version of the format of packages: `1.1`."),
        Key::new("Created-By", Shape::Text(None)).doc("The person or organisation that made the package."),
        Key::new("Entry-Definitions", Shape::Text(None))
            .doc("The service template to start with, by its path from the top of the package."),
        Key::new("Other-Definitions", Shape::Text(None))
            .doc("More service templates of the package, by their paths, with blanks between: TOSCA 1.3."),
        Key::new("ETSI-Entry-Manifest", Shape::Text(None))
            .doc("The manifest of a network function's package."),
        Key::new("ETSI-Entry-Change-Log", Shape::Text(None))
            .doc("The history of a network function's package."),
        Key::new("ETSI-Entry-Licenses", Shape::Text(None)).doc("The folder of licences."),
        Key::new("ETSI-Entry-Tests", Shape::Text(None)).doc("The folder of tests."),
        Key::new("ETSI-Entry-Certificate", Shape::Text(None))
            .doc("The certificate that the package is signed with."),
    ],
    open: None,
    unknown: None,
    unfit: &check::LINE,
    nullable: false,
    doc: "What the package is, and with which service template to start.",
    section: "TOSCA Simple Profile in YAML 1.2, 6.2",
};

impl Dialect for Meta {
    fn id(&self) -> &'static str {
        "tosca-meta"
    }

    fn label(&self) -> &'static str {
        "Package manifest"
    }

    fn profiles(&self) -> &'static [Profile] {
        PROFILES
    }

    fn is_yaml(&self) -> bool {
        false
    }

    fn is_manifest(&self, file: &FilePath) -> bool {
        file.name().eq_ignore_ascii_case("TOSCA.meta")
    }

    fn recognizes(&self, file: &FilePath, _document: &Document) -> Option<Recognition> {
        self.is_manifest(file)
            .then(|| Recognition { profile: &PROFILES[0], reason: "It is called `TOSCA.meta`".to_owned() })
    }

    fn codes(&self) -> Vec<&'static Code> {
        check::CODES.to_vec()
    }

    fn blank(&self) -> &'static str {
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: \nEntry-Definitions: \n"
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(Manifest {
            document: Arc::clone(source.document),
            names: Names::default(),
            diagnostics: check::check(source),
        })
    }
}

/// What was found in a manifest.
struct Manifest {
    document: Arc<Document>,
    names: Names,
    diagnostics: Vec<Diagnostic>,
}

impl Model for Manifest {
    fn check(&self) -> Vec<Diagnostic> {
        self.diagnostics.clone()
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (&BLOCK, Profiles::ALL)
    }

    fn plan(&self, edit: &Edit) -> Result<Plan, EditError> {
        let document = &*self.document;
        let form =
            Form { document, table: &BLOCK, profiles: Profiles::ALL, fresh: &|_, _| None, slots: None };
        match edit {
            Edit::Set { of, key, input } => {
                let mut plan = form.set(&of.0.join(key), input)?;
                plan.ops.iter_mut().try_for_each(unquote)?;
                Ok(plan)
            }
            Edit::Unset { of, key } => form.unset(&of.0.join(key)),
            _ => Err(EditError::Refused("a manifest is changed in its text".to_owned())),
        }
    }
}

/// The file knows no quotes: what would need some in YAML is written by hand.
fn unquote(op: &mut Op) -> Result<(), EditError> {
    let (Op::Insert { value, .. } | Op::Append { value, .. } | Op::Replace { value, .. }) = op else {
        return Ok(());
    };
    if let Value::Text(text) | Value::Quoted(text) | Value::Plain(text) = value {
        let line = yaml::parse(format!("name: {text}\n"));
        let root = line.root().filter(|root| line.errors().is_empty() && root.entries().count() == 1);
        if !text.is_empty()
            && !root
                .and_then(|root| root.get("name"))
                .is_some_and(|it| it.style() == Style::Plain && it.source() == text)
        {
            let why = format!("`{text}` is no plain line; such a one is written in the text");
            return Err(EditError::Unfit(why));
        }
        *value = if text.is_empty() { Value::Null } else { Value::Plain(std::mem::take(text)) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Library;
    use crate::edit::Input;
    use crate::graph::Id;
    use crate::yaml::Path;

    const TEXT: &str = "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: me\n";

    fn with(key: &str, text: &str) -> Result<String, EditError> {
        let file = FilePath::new("TOSCA-Metadata/TOSCA.meta").unwrap();
        let document = Arc::new(yaml::parse(TEXT));
        let library = Arc::new(Library::default());
        let source = Source { file: &file, document: &document, profile: &PROFILES[0], library: &library };
        let (key, input) = (Path::keys([key]), Input::Text(text.to_owned()));
        let plan = Meta.read(&source).plan(&Edit::Set { of: Id(Path::root()), key, input })?;
        Ok(yaml::patch(&document, &plan.ops)?.apply(TEXT))
    }

    #[test]
    fn a_form_writes_no_quotes() {
        for said in ["1.0", "yes", "2024-01-01", "A Company, Ltd"] {
            assert_eq!(with("Created-By", said).unwrap(), TEXT.replace("me\n", &format!("{said}\n")));
        }
        assert_eq!(with("Entry-Definitions", "007").unwrap(), format!("{TEXT}Entry-Definitions: 007\n"));
    }

    #[test]
    fn what_would_need_quotes_is_refused() {
        for said in ["a: b", "#1", "x # y", "'a'", "[a", "two\nlines"] {
            let refused = with("Created-By", said).expect_err(said);
            assert!(refused.to_string().ends_with("is written in the text"), "{refused}");
        }
    }
}
