//! Reads `limn.toml` from disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use limn::analysis::{Settings, settings};
use limn::text::LineIndex;

use super::Trouble;
use super::inputs::read_text;

/// The nearest settings in a folder or above it.
pub(super) fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(settings::FILE)).find(|path| path.is_file())
}

/// Reads settings; the first that has no effect is an error with its place.
pub(super) fn read(path: &Path) -> Result<(Arc<str>, Settings), Trouble> {
    let text = read_text(path)?.map_err(|unreadable| {
        Trouble::Said(format!("cannot read `{}`: {}", path.display(), unreadable.diagnostic.message))
    })?;
    let (read, faults) = Settings::read(&text);
    if let Some(fault) = faults.first() {
        let at = LineIndex::new(Arc::clone(&text)).line_column(fault.range.start);
        let place = format!("{}:{}:{}", path.display(), at.line, at.column);
        return Err(Trouble::Said(format!("{place}: {}", fault.message)));
    }
    Ok((text, read))
}
