//! Reads `limn.toml` from disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use limn_analysis::{Settings, settings};
use limn_text::LineIndex;

use super::{FileSystem, ReadError, Texts};

/// The nearest settings in a folder or above it.
pub(super) fn nearest(files: &FileSystem, folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(settings::FILE)).find(|path| files.is_file(path))
}

/// Reads settings; the first that has no effect is an error with its place.
pub(super) fn read(path: &Path, texts: &Texts) -> Result<(Arc<str>, Settings), ReadError> {
    let text = texts.read(path)?.map_err(|unreadable| {
        ReadError::Settings(format!("cannot read `{}`: {}", path.display(), unreadable.diagnostic.message))
    })?;
    let (read, faults) = Settings::read(&text);
    if let Some(fault) = faults.first() {
        let at = LineIndex::new(Arc::clone(&text)).line_column(fault.range.start);
        let place = format!("{}:{}:{}", path.display(), at.line, at.column);
        return Err(ReadError::Settings(format!("{place}: {}", fault.message)));
    }
    Ok((text, read))
}
