//! `TOSCA.meta` dialect, the package manifest: lines of names and values in blocks, separated by empty lines. It is not YAML, but its first block
//! parses as YAML, so that the tables provide completion, hover and forms.

mod block;
mod check;

use std::sync::Arc;

use limn_common::Form;
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::dialect::{Dialect, Model, Plan, Profile, Recognition, Source};
use limn_language::edit::{Edit, EditError};
use limn_language::message;
use limn_language::schema::{Choice, Construct, Key, Names, Profiles, Shape};
use limn_yaml::{self as yaml, Document, Op, Style, Value};

/// The package manifest.
pub struct Meta;

static PROFILES: &[Profile] = &[Profile {
    id: "tosca-meta",
    label: "TOSCA.meta",
    bits: Profiles::ALL,
    doc: "Manifest of a package: TOSCA 1.0, 16.2, and TOSCA Simple Profile in YAML 1.2, 6.2.",
}];

static FILE_VERSIONS: &[Choice] =
    &[Choice::new("1.0", "TOSCA 1.0 to 1.2."), Choice::new("1.1", "TOSCA 1.3.")];
static CSAR_VERSIONS: &[Choice] = &[Choice::new("1.1", "The only version.")];

static BLOCK: Construct = Construct {
    name: "package manifest",
    keys: &[
        Key::new("TOSCA-Meta-File-Version", Shape::Choice(FILE_VERSIONS))
            .doc("Version of the file format: `1.0`, or `1.1` for TOSCA 1.3."),
        Key::new("CSAR-Version", Shape::Choice(CSAR_VERSIONS)).doc("Version of the package format: `1.1`."),
        Key::new("Created-By", Shape::Text(None)).doc("Person or organization that created the package."),
        Key::new("Entry-Definitions", Shape::Text(None))
            .doc("Path of the entry service template, relative to the root of the package."),
        Key::new("Other-Definitions", Shape::Text(None))
            .doc("Paths of other service templates, separated by spaces: TOSCA 1.3."),
        Key::new("ETSI-Entry-Manifest", Shape::Text(None)).doc("Manifest of a network function package."),
        Key::new("ETSI-Entry-Change-Log", Shape::Text(None))
            .doc("Change history of a network function package."),
        Key::new("ETSI-Entry-Licenses", Shape::Text(None)).doc("Folder of the licenses."),
        Key::new("ETSI-Entry-Tests", Shape::Text(None)).doc("Folder of the tests."),
        Key::new("ETSI-Entry-Certificate", Shape::Text(None)).doc("Certificate that signs the package."),
    ],
    open: None,
    unknown: None,
    wrong_shape: &check::LINE,
    nullable: false,
    doc: "The package and its entry service template.",
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
        // Bundles and LMCTL have manifests of this extension too.
        let other = ["MANIFEST.MF", "lifecycle.mf", "infrastructure.mf"];
        is_meta(file) || file.extension() == "mf" && !other.contains(&file.name())
    }

    fn recognizes(&self, file: &FilePath, _document: &Document) -> Option<Recognition> {
        self.is_manifest(file).then(|| Recognition {
            profile: &PROFILES[0],
            reason: format!("The file name is `{}`", if is_meta(file) { "TOSCA.meta" } else { "*.mf" }),
        })
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

fn is_meta(file: &FilePath) -> bool {
    file.name().eq_ignore_ascii_case("TOSCA.meta")
}

/// Model of a manifest.
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
            _ => Err(EditError::Refused("unsupported edit: edit the text of the manifest".to_owned())),
        }
    }
}

/// Removes quotes, which the format does not have.
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
                .is_some_and(|node| node.style() == Style::Plain && node.source() == text)
        {
            let why = message::expected("a plain line", format_args!("`{text}`: edit the text"));
            return Err(EditError::Incompatible(why));
        }
        *value = if text.is_empty() { Value::Null } else { Value::Plain(std::mem::take(text)) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::dialect::Library;
    use limn_language::edit::Input;
    use limn_language::graph::Id;
    use limn_yaml::Path;

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
        for value in ["1.0", "yes", "2024-01-01", "A Company, Ltd"] {
            assert_eq!(with("Created-By", value).unwrap(), TEXT.replace("me\n", &format!("{value}\n")));
        }
        assert_eq!(with("Entry-Definitions", "007").unwrap(), format!("{TEXT}Entry-Definitions: 007\n"));
    }

    #[test]
    fn what_would_need_quotes_is_refused() {
        for value in ["a: b", "#1", "x # y", "'a'", "[a", "two\nlines"] {
            let refused = with("Created-By", value).expect_err(value);
            assert!(refused.to_string().ends_with("edit the text"), "{refused}");
        }
    }
}
