//! Export: downloads files as they are, or all of them as one package.

use leptos::prelude::*;

use super::super::browser::{download, sentence};
use super::{FileActions, SessionSnapshot};
use limn_analysis::{Analysis, Change, Choices};
use limn_files::{Content, FilePath, Workspace};
use limn_packages as packages;
use limn_text::TextEdit;

impl FileActions {
    /// Downloads the active file, byte for byte.
    pub fn download(self) {
        match self.0.flush_pending().active_file {
            Some(file) => self.hand_out(&file),
            None => self.0.notices.show_error("no file is open"),
        }
    }

    /// Downloads a file, byte for byte.
    pub fn hand_out(self, file: &FilePath) {
        let content =
            self.0.documents.known().with_untracked(|known| known.workspace.files.get(file).cloned());
        let Some(content) = content else { return };
        let kind = match (&content, file.extension().as_str()) {
            (Content::Text(_), "yaml" | "yml" | "bom") => "application/yaml",
            (Content::Text(_), _) => "text/plain",
            (Content::Bytes(_), _) => "application/octet-stream",
        };
        match download::download(file.name(), kind, content.as_bytes()) {
            Ok(()) => self.0.notices.show(format!("downloaded `{}`", file.name())),
            Err(error) => {
                self.0.notices.show_error(format!(
                    "could not download `{}`: {}",
                    file.name(),
                    sentence(&error)
                ));
            }
        }
    }

    /// Exports the package: the one that was opened, that of an LMCTL project, or a new one for the active file.
    pub fn export(self) {
        self.export_as(packages::PackageForm::Package);
    }

    /// Exports all files as they are, also those that are not part of the package of an LMCTL project.
    pub fn export_project(self) {
        self.export_as(packages::PackageForm::Sources);
    }

    fn export_as(self, form: packages::PackageForm) {
        let Some((workspace, strangers)) = to_pack(self.0.flush_pending()) else {
            return self.0.notices.show_error("no file is open");
        };
        let mut options = packages::PackOptions { form, ..packages::PackOptions::of(&workspace) };
        options.pins = self.0.positions.places().get_untracked();
        options.pinned = self.0.positions.pinned();
        options.bends = self.0.positions.bends();
        let arranged = self.0.positions.arranged();
        // Positions that the opened package had and nobody changed are copied with it.
        let is_kept = |key: &FilePath| {
            workspace.files.contains_key(&key.document().0)
                && (workspace.original.is_none() || arranged.contains(key))
        };
        options.pins.retain(|key, _| is_kept(key));
        options.bends.retain(|key, _| workspace.files.contains_key(&key.document().0));
        options.views = self.0.positions.all_saved_views();
        options
            .views
            .retain(|key, views| !views.is_empty() && workspace.files.contains_key(&key.document().0));
        let name = packages::file_name(&workspace, &options);
        let media_type = packages::archive_format(&workspace, &options).media_type();
        let packed = packages::pack(&workspace, &options);
        if let Err(error @ packages::CsarError::Project(_)) = &packed {
            let message = format!("could not create the package: {error}");
            return self.0.notices.show_with_action(message, "Export project files", move || {
                self.export_project();
            });
        }
        let packed = packed.map_err(|error| error.to_string());
        let handed = packed.and_then(|bytes| {
            download::download(&name, media_type, &bytes).map_err(|error| sentence(&error))
        });
        if let Err(why) = handed {
            return self.0.notices.show_error(format!("could not create the package: {why}"));
        }
        let outdated = packages::outdated(&workspace);
        if !outdated.is_empty() {
            let message = format!("the package manifest has an outdated checksum for {}", row(&outdated));
            self.0.notices.show_with_action(message, "Update checksum and export", move || self.recompute());
        }
        let lacks = Analysis::of(&workspace, &Choices::default(), &Analysis::default()).missing_files();
        let lacks: Vec<String> = lacks.into_iter().map(|missing| missing.place.to_string()).collect();
        match (lacks.is_empty(), strangers.is_empty()) {
            (true, true) => {
                let left_out = packages::left_out(&workspace, &options);
                let left_out: Vec<String> = left_out.iter().map(FilePath::to_string).collect();
                let rest = match left_out.is_empty() {
                    true => String::new(),
                    false => format!("; not part of the package: {}", row(&left_out)),
                };
                self.0.notices.show(format!("downloaded `{name}`{rest}"));
            }
            (true, false) => self.0.notices.show(format!(
                "downloaded `{name}` without {}, which {} in another language",
                row(&strangers),
                if strangers.len() == 1 { "is" } else { "are" }
            )),
            (false, _) => self.0.notices.show_error(format!(
                "downloaded `{name}`, but files that it refers to are missing: {}; open {} and export again",
                row(&lacks),
                if lacks.len() == 1 { "it" } else { "them" }
            )),
        }
    }

    /// Updates the checksums in the package's manifests, as one undo step, and exports again.
    fn recompute(self) {
        let workspace = self.0.flush_pending().known.workspace;
        let edits = packages::recomputed(&workspace).into_iter().filter_map(|(file, after)| {
            let edit = TextEdit::between(workspace.text(&file)?, &after);
            Some((file, edit))
        });
        if self.0.edits().apply(Change { edits: edits.collect(), focus: None }, Vec::new()) {
            self.export();
        }
    }
}

/// Files to export, and the files left out. Loose files are not a package yet: the active file becomes its entry, and files in another
/// language are left out.
fn to_pack(snapshot: SessionSnapshot) -> Option<(Workspace, Vec<String>)> {
    let SessionSnapshot { active_file, known, .. } = snapshot;
    let mut workspace = known.workspace;
    // An opened package names its own entry file.
    if workspace.original.is_some() || packages::is_project(&workspace) {
        workspace.entry = workspace.entry.or(active_file);
        return Some((workspace, Vec::new()));
    }
    let active_file = active_file.or_else(|| workspace.entry.clone())?;
    let entry = known.analysis.package_entry(&active_file);
    let strangers = known.analysis.files_of_other_languages(&entry);
    workspace.files.retain(|file, _| !strangers.contains(file));
    workspace.entry = Some(entry);
    Some((workspace, strangers.iter().map(FilePath::to_string).collect()))
}

/// First few names: "`a`, `b` and 3 more".
fn row(names: &[String]) -> String {
    const SHOWN: usize = 4;
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match (names.len().saturating_sub(SHOWN), shown.pop()) {
        (0, Some(last)) if shown.is_empty() => last,
        (0, Some(last)) => format!("{} and {last}", shown.join(", ")),
        (more, last) => {
            shown.extend(last);
            format!("{} and {more} more", shown.join(", "))
        }
    }
}
