//! `META-INF/MANIFEST.MF`, the manifest of an `OSGi` bundle: lines of names and values. A package of AMP can be a bundle, too. It is not YAML; a line that
//! starts with a space continues the one above.

use std::ops::Range;
use std::sync::Arc;

use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic};
use limn_language::dialect::{Dialect, Library, Model, Plan, Profile, Recognition, Source};
use limn_language::edit::{Edit, EditError};
use limn_language::message;
use limn_language::schema::{Construct, Key, Names, Profiles, Shape};
use limn_text::{TextEdit, TextRange};
use limn_yaml::{Document, Path};

/// The manifest of an `OSGi` bundle.
pub struct Manifest;

static PROFILES: &[Profile] = &[Profile {
    id: "osgi-manifest",
    label: "OSGi manifest",
    bits: Profiles::ALL,
    doc: "Manifest of an OSGi bundle: `META-INF/MANIFEST.MF`.",
}];

static OSGI_VERSION: Code = Code::info(
    "amp/osgi-version",
    "M-CSAR-4",
    "AMP, Packaging; OSGi Core, Version",
    "Checks that `Bundle-Version` in `META-INF/MANIFEST.MF` is an OSGi version: up to three numbers and a qualifier, with `.` between them. \
`1.0.0-SNAPSHOT` in `catalog.bom` is `1.0.0.SNAPSHOT` here.",
)
.why("The manifest is read by OSGi, which does not have the version syntax of AMP and can reject the bundle.")
.advice("Write three numbers and a dot before the qualifier, such as `1.0.0.SNAPSHOT`.")
.bad(
    "manifest",
    "
Manifest-Version: 1.0
Bundle-SymbolicName: demo
Bundle-Version: 1.0.0-SNAPSHOT
#               ^^^^^^^^^^^^^^
",
)
.good(
    "
Manifest-Version: 1.0
Bundle-SymbolicName: demo
Bundle-Version: 1.0.0.SNAPSHOT
",
);

static BLOCK: Construct = Construct {
    name: "manifest",
    keys: &[
        Key::new("Manifest-Version", Shape::Text(None)).doc("Version of the file format: `1.0`."),
        Key::new("Bundle-ManifestVersion", Shape::Text(None)).doc("`2`, for bundles since OSGi 4."),
        Key::new("Bundle-SymbolicName", Shape::Text(None))
            .doc("Name of the bundle, unique in the catalog of AMP."),
        Key::new("Bundle-Version", Shape::Text(None))
            .doc("Version in OSGi syntax: up to three numbers and a qualifier, with `.` between them."),
        Key::new("Bundle-Name", Shape::Text(None)).doc("Display name."),
    ],
    open: None,
    unknown: None,
    wrong_shape: &OSGI_VERSION,
    nullable: false,
    doc: "The bundle: its name and version.",
    section: "OSGi Core, Bundles",
};

impl Dialect for Manifest {
    fn id(&self) -> &'static str {
        "osgi-manifest"
    }

    fn label(&self) -> &'static str {
        "OSGi manifest"
    }

    fn accompanies(&self) -> Option<&'static str> {
        Some(limn_tosca::Tosca.id())
    }

    fn profiles(&self) -> &'static [Profile] {
        PROFILES
    }

    fn is_yaml(&self) -> bool {
        false
    }

    fn is_manifest(&self, file: &FilePath) -> bool {
        let in_place =
            file.folder().rsplit('/').next().is_some_and(|folder| folder.eq_ignore_ascii_case("META-INF"));
        file.name() == "MANIFEST.MF" || in_place && file.name().eq_ignore_ascii_case("MANIFEST.MF")
    }

    fn recognizes(&self, file: &FilePath, _document: &Document) -> Option<Recognition> {
        self.is_manifest(file).then(|| Recognition {
            profile: &PROFILES[0],
            reason: "The file name is `MANIFEST.MF`".to_owned(),
        })
    }

    fn codes(&self) -> Vec<&'static Code> {
        vec![&OSGI_VERSION]
    }

    fn blank(&self) -> &'static str {
        "Manifest-Version: 1.0\nBundle-ManifestVersion: 2\nBundle-SymbolicName: \nBundle-Version: 1.0.0\n"
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(Bundle { document: Arc::clone(source.document), names: Names::default() })
    }
}

struct Bundle {
    document: Arc<Document>,
    names: Names,
}

impl Model for Bundle {
    fn check(&self) -> Vec<Diagnostic> {
        let text = self.document.text();
        let Some(found) =
            value(text, "Bundle-Version").filter(|range| !is_osgi_version(&text[range.clone()]))
        else {
            return Vec::new();
        };
        let version = &text[found.clone()];
        let range = TextRange::new(found.start, found.end);
        let message = message::expected("an OSGi version", format_args!("`{version}`"));
        let diagnostic = Diagnostic::new(&OSGI_VERSION, range, Path::root(), message);
        vec![match to_osgi_version(version) {
            Some(better) => {
                let edit = TextEdit::replace(range, &better);
                diagnostic.text_fix(format!("Change to `{better}`"), edit)
            }
            None => diagnostic,
        }]
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn grammar(&self) -> (&'static Construct, Profiles) {
        (&BLOCK, Profiles::ALL)
    }

    fn plan(&self, _edit: &Edit) -> Result<Plan, EditError> {
        Err(EditError::Refused("unsupported edit: edit the text of the manifest".to_owned()))
    }
}

/// Name and version of the bundle in the manifest.
pub(crate) struct Identity {
    pub(crate) name: Option<String>,
    pub(crate) version: Option<String>,
}

/// The manifest of the package whose root is the folder of a file.
pub(crate) fn beside(file: &FilePath, library: &Library) -> Option<Identity> {
    let folder = file.folder();
    let place = |manifest: &FilePath| {
        let rest = match folder {
            "" => Some(manifest.as_str()),
            folder => manifest.as_str().strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
        };
        rest.is_some_and(|rest| rest.eq_ignore_ascii_case("META-INF/MANIFEST.MF"))
    };
    let (_, text) = library.manifests.iter().find(|(manifest, _)| place(manifest))?;
    let of = |name: &str| value(text, name).map(|range| text[range].to_owned());
    // Directives follow the name: `demo;singleton:=true`.
    let name =
        of("Bundle-SymbolicName").map(|name| name.split(';').next().unwrap_or_default().trim().to_owned())?;
    Some(Identity { name: Some(name), version: of("Bundle-Version") })
}

/// Position of the value of a name in the main section, without blanks around it. Names are in any case.
fn value(text: &str, name: &str) -> Option<Range<usize>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if content.is_empty() && at > 0 {
            return None;
        }
        if let Some((key, value)) = content.split_once(':')
            && key.eq_ignore_ascii_case(name)
        {
            let lead = value.len() - value.trim_start().len();
            let start = at + key.len() + 1 + lead;
            return Some(start..start + value.trim().len());
        }
        at += line.len();
    }
    None
}

/// Up to three numbers and a qualifier.
fn is_osgi_version(version: &str) -> bool {
    let mut parts = version.splitn(4, '.');
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let is_qualifier = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    };
    (0..3).all(|_| parts.next().is_none_or(is_number)) && parts.next().is_none_or(is_qualifier)
}

/// `1.0.0.SNAPSHOT` for `1.0-SNAPSHOT`, if it is a version of AMP.
pub(crate) fn to_osgi_version(version: &str) -> Option<String> {
    let (numbers, qualifier) = match version.split_once('-') {
        Some((numbers, qualifier)) => (numbers, Some(qualifier)),
        None => (version, None),
    };
    let mut parts: Vec<&str> = numbers.split('.').collect();
    parts.resize(parts.len().max(3), "0");
    parts.extend(qualifier);
    let osgi = parts.join(".");
    is_osgi_version(&osgi).then_some(osgi)
}

/// `1.0.0-SNAPSHOT` for `1.0.0.SNAPSHOT`. Another version stays as it is.
pub(crate) fn to_catalog_version(version: &str) -> String {
    let mut parts = version.splitn(4, '.');
    let numbers: Vec<&str> = parts.by_ref().take(3).collect();
    match parts.next() {
        Some(qualifier) if is_osgi_version(version) => format!("{}-{qualifier}", numbers.join(".")),
        _ => version.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_converted() {
        for (amp, osgi) in [
            ("1.0.0-SNAPSHOT", "1.0.0.SNAPSHOT"),
            ("1.10-rc3", "1.10.0.rc3"),
            ("2", "2.0.0"),
            ("1.2-3-x_y", "1.2.0.3-x_y"),
        ] {
            assert_eq!(to_osgi_version(amp).as_deref(), Some(osgi));
        }
        assert_eq!(to_osgi_version("1.0:3"), None);
        assert_eq!(to_osgi_version("a.b"), None);
        assert_eq!(to_catalog_version("1.0.0.SNAPSHOT"), "1.0.0-SNAPSHOT");
        assert_eq!(to_catalog_version("1.1.0-20210920.0846"), "1.1.0-20210920.0846");
        assert_eq!(to_catalog_version("1.0"), "1.0");
    }

    #[test]
    fn a_value_is_found_in_the_main_section() {
        let text = "Manifest-Version: 1.0\r\nbundle-version:  1.0.0 \r\n\r\nName: a\r\nBundle-Name: b\r\n";
        assert_eq!(value(text, "Bundle-Version").map(|range| &text[range]), Some("1.0.0"));
        assert_eq!(value(text, "Bundle-Name"), None);
        assert_eq!(value("", "Bundle-Name"), None);
    }
}
