//! The package around a document: facts about all files of the workspace, gathered once.

use std::sync::Arc;

use super::recognize::is_service_template;
use limn_files::FilePath;
use limn_language::dialect::Library;

#[derive(Debug)]
pub(super) struct Package {
    /// True for a package built by LMCTL.
    pub(super) is_lmctl: bool,
    /// True if a file is in `TOSCA-Metadata`, in any case.
    pub(super) has_metadata: bool,
    /// True for `TOSCA-Metadata/TOSCA.meta` at the top, in any case.
    pub(super) has_top_meta: bool,
    /// True for `TOSCA-Metadata/TOSCA.meta` in any folder.
    pub(super) has_meta: bool,
    /// True for a file `TOSCA.meta`, in any case and any folder.
    pub(super) has_any_meta: bool,
    /// True if files are run or deployed. Only then missing files are reported.
    pub(super) has_contents: bool,
    /// YAML files at the top level.
    pub(super) top: Vec<FilePath>,
    /// The service template nearest to the top.
    pub(super) nearest: Option<FilePath>,
}

const LMCTL: [&str; 4] = ["lmproject.yml", "lmproject.yaml", "lmpkg.yml", "lmpkg.yaml"];

impl Package {
    pub(super) fn of(library: &Library) -> Arc<Package> {
        library.computed.get(|| Package::new(library))
    }

    fn new(library: &Library) -> Package {
        let all = &library.files;
        let lower = |file: &FilePath| file.as_str().to_ascii_lowercase();
        // Without any other file, the folder is one above the package.
        let is_metadata = |file: &FilePath| lower(file).starts_with("tosca-metadata/");
        let is_yaml = |file: &&FilePath| matches!(file.extension().as_str(), "yaml" | "yml");
        let templates = library.documents.iter().filter(|(_, document)| is_service_template(document));
        let nearest = templates.min_by_key(|(file, _)| file.as_str().matches('/').count());
        Package {
            is_lmctl: all.iter().any(|file| LMCTL.contains(&file.name())),
            has_metadata: all.iter().any(is_metadata) && (library.whole || !all.iter().all(is_metadata)),
            has_top_meta: all.iter().any(|file| lower(file) == "tosca-metadata/tosca.meta"),
            has_meta: all.iter().any(|file| file.as_str().ends_with("TOSCA-Metadata/TOSCA.meta")),
            has_any_meta: all.iter().any(|file| file.name().eq_ignore_ascii_case("TOSCA.meta")),
            has_contents: !all.iter().all(FilePath::only_describes),
            top: all.iter().filter(is_yaml).filter(|file| !file.as_str().contains('/')).cloned().collect(),
            nearest: nearest.map(|(file, _)| file.clone()),
        }
    }
}
