//! Definitions in texts that are not files, built-in ones and descriptors of the catalog: where an editor can open them to read.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::{fs, io};

use limn_language::dialect::ReadOnlyText;
use lsp_server::ResponseError;
use lsp_types::Uri;
use serde::{Deserialize, Serialize};

use super::handlers::{RequestContext, failed};
use super::options::Definitions;
use super::uri::{path_of, uri_of};

/// Maximum number of characters in the name of a definition's file.
const MAX_NAME: usize = 80;

/// Method of the request for the text of a definition.
pub(crate) const DEFINITION: &str = "limn/definition";
/// Start of the URIs of definitions that are requested.
const SCHEME: &str = "limn:";

impl Definitions {
    /// The URI of a definition that the editor can open from now on. Its last part is the name of what it defines.
    pub(super) fn publish(&self, found: &ReadOnlyText) -> Option<Uri> {
        let name = relative_path(found);
        match self {
            Definitions::Folder(folder) => uri_of(&write(&folder.join(name), found).ok()?),
            Definitions::Requested(texts) => {
                let uri = uri_of(Path::new(&format!("/{name}")))?;
                let uri = uri.as_str().replacen("file://", SCHEME, 1);
                let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
                texts.insert(uri.clone(), Arc::clone(&found.text));
                uri.parse().ok()
            }
        }
    }

    /// Returns true if the document is a definition, which is not checked.
    pub(super) fn contain(&self, uri: &Uri) -> bool {
        match self {
            Definitions::Folder(folder) => path_of(uri).is_some_and(|path| path.starts_with(folder)),
            Definitions::Requested(_) => uri.as_str().starts_with(SCHEME),
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct DefinitionParams {
    uri: String,
}

#[derive(Serialize)]
pub(crate) struct DefinitionResult {
    text: Arc<str>,
}

/// The text of a definition that a location referred to.
pub(crate) fn text(
    context: &RequestContext,
    params: DefinitionParams,
) -> Result<DefinitionResult, ResponseError> {
    let Some(Definitions::Requested(texts)) = &context.options.definitions else {
        return Err(failed("definitions are files"));
    };
    let texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
    let text =
        texts.get(&params.uri).ok_or_else(|| failed(format!("unknown definition `{}`", params.uri)))?;
    Ok(DefinitionResult { text: Arc::clone(text) })
}

/// The path of a definition, such as `3f…/tosca.nodes.Compute.yaml`: different texts are in different folders.
fn relative_path(found: &ReadOnlyText) -> String {
    let mut hasher = DefaultHasher::new();
    found.text.hash(&mut hasher);
    format!("{:016x}/{}.yaml", hasher.finish(), name_of(&found.title))
}

/// Writes a text to a read-only file, unless it is there, and returns the path.
fn write(path: &Path, found: &ReadOnlyText) -> io::Result<PathBuf> {
    let (path, folder) = (path.to_owned(), path.parent().unwrap_or(path));
    if fs::read(&path).is_ok_and(|known| known == found.text.as_bytes()) {
        return Ok(path);
    }
    fs::create_dir_all(folder)?;
    // Written under another name first: another server never reads a part of the text.
    let beside = folder.join(format!("{}.new", std::process::id()));
    fs::write(&beside, found.text.as_bytes())?;
    let mut permissions = fs::metadata(&beside)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&beside, permissions)?;
    fs::rename(&beside, &path)?;
    Ok(path)
}

/// The file name for a title: `tosca.nodes.Compute` for `tosca.nodes.Compute, built in`. Characters that are unusual in file names become dashes.
fn name_of(title: &str) -> String {
    let name = title.split(',').next().unwrap_or_default().trim().trim_start_matches('.');
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().take(MAX_NAME).map(|c| if is_plain(c) { c } else { '-' }).collect();
    if name.is_empty() { "definition".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        assert_eq!(name_of("tosca.nodes.Compute, built in"), "tosca.nodes.Compute");
        assert_eq!(name_of("resource::db::1.2"), "resource--db--1.2");
        assert_eq!(name_of("../../etc/passwd"), "-..-etc-passwd");
        assert_eq!(name_of(".."), "definition");
        assert_eq!(name_of(&"é".repeat(500)).chars().count(), MAX_NAME);
    }
}
