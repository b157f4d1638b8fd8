//! Name and version of the bundle, in the catalog or in the manifest beside it.

use super::super::grammar::BUNDLE;
use super::super::model::{CatalogModel, ElementKind, text};
use super::super::service_templates;
use crate::manifest::{self, to_catalog_version, to_osgi_version};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::Path;

pub(super) static RULE: Rule<CatalogModel> = Rule { codes: &[&OTHER_BUNDLE], check };

static OTHER_BUNDLE: Code = Code::warning(
    "amp/catalog-of-other-bundle",
    "M-CSAR-4",
    "AMP, Packaging; Apache Brooklyn, Catalog",
    "Checks that `bundle` and `version` in `catalog.bom` are `Bundle-SymbolicName` and `Bundle-Version` of `META-INF/MANIFEST.MF` beside it. The manifest \
has the version in OSGi syntax: `1.0.0-SNAPSHOT` is `1.0.0.SNAPSHOT` there.",
)
.why("Both files describe the same package. If they disagree, AMP can reject it, or other packages cannot find it under the expected version.")
.advice("Change both files together when you release a version.")
.bad(
    "catalog",
    "
brooklyn.catalog:
  bundle: shop
  version: 1.1.0-SNAPSHOT
  #        ^^^^^^^^^^^^^^
  items: []
=== META-INF/MANIFEST.MF
Manifest-Version: 1.0
Bundle-SymbolicName: shop
Bundle-Version: 1.0.0.SNAPSHOT
",
)
.good(
    "
brooklyn.catalog:
  bundle: shop
  version: 1.0.0-SNAPSHOT
  items: []
=== META-INF/MANIFEST.MF
Manifest-Version: 1.0
Bundle-SymbolicName: shop
Bundle-Version: 1.0.0.SNAPSHOT
",
);

fn check(catalog: &CatalogModel, report: &mut Report) {
    let Some(section) = catalog.section().filter(|section| section.is_mapping()) else { return };
    let manifest = manifest::beside(&catalog.file, &catalog.library);
    let (bundle, version) = (text(section, "bundle"), text(section, "version"));
    if let Some(manifest) = &manifest {
        for (key, own, other) in [
            ("bundle", &bundle, manifest.name.clone()),
            ("version", &version, manifest.version.as_deref().map(to_catalog_version)),
        ] {
            let (Some(own), Some(other), Some(node)) = (own, other, section.get(key)) else { continue };
            if *own != other && (key == "bundle" || comparable(own) != comparable(&other)) {
                let message =
                    message::expected(format_args!("`{other}` as in the manifest"), format_args!("`{own}`"));
                report.push(Diagnostic::new(&OTHER_BUNDLE, node.range(), node.path(), message));
            }
        }
    }
    if let Some((severity, message)) =
        missing(catalog, manifest.is_some(), bundle.is_some(), version.is_some())
        && let Some(entry) = catalog.root().and_then(|root| root.entry("brooklyn.catalog"))
    {
        let path = Path::keys(["brooklyn.catalog"]);
        report.push(Diagnostic::new(&BUNDLE, entry.key.range(), path, message).severity(severity));
    }
}

/// A version in the syntax of `OSGi`, regardless of its present syntax.
fn comparable(version: &str) -> String {
    let catalog = to_catalog_version(version);
    to_osgi_version(&catalog).unwrap_or(catalog)
}

/// Missing keys, with their severity. AMP makes up a name for a catalog file that is added alone.
fn missing(
    catalog: &CatalogModel,
    has_manifest: bool,
    has_bundle: bool,
    has_version: bool,
) -> Option<(Severity, String)> {
    let key = |key: &str| message::missing_at("key", key, "`brooklyn.catalog`");
    if has_bundle {
        return (!has_version && !has_manifest).then(|| (Severity::Error, key("version")));
    }
    let is_bundle = catalog.file.name().eq_ignore_ascii_case("catalog.bom");
    // The build makes the manifest of what is in `resources`.
    let is_source = catalog.file.folder().split('/').any(|folder| folder == "resources");
    if has_manifest || is_source {
        return None;
    }
    if !is_bundle {
        return (!has_version).then(|| (Severity::Warning, key("version")));
    }
    let is_packaged = service_templates(&catalog.library).next().is_some();
    match has_version {
        true if is_packaged => Some((Severity::Error, key("bundle"))),
        true => Some((Severity::Warning, key("bundle"))),
        false if !is_packaged && is_alone(catalog) => Some((Severity::Warning, key("bundle"))),
        false => Some((
            Severity::Error,
            message::missing_names_at("key", ["bundle", "version"], "`brooklyn.catalog`"),
        )),
    }
}

/// Returns true if the file can be added to the catalog alone: each item has a version, or the items are in other bundles.
fn is_alone(catalog: &CatalogModel) -> bool {
    let section = catalog.section();
    let has = |key: &str| section.is_some_and(|section| section.get(key).is_some());
    let mut items = catalog.elements.iter().filter(|element| element.kind == ElementKind::Item).peekable();
    has("brooklyn.libraries")
        || has("libraries")
        || items.peek().is_some() && items.all(|element| element.version.is_some())
}
