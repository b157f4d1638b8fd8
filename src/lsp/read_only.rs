//! Definitions in texts that are not files, built-in ones and descriptors of the catalog: written to a folder where an editor can open them to read.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::{fs, io};

use limn_language::dialect::ReadOnlyText;

/// Maximum number of characters of a file's name.
const NAME: usize = 80;

/// Writes a text below `folder`, unless it is there, and returns its path. The file has the name of what it defines.
pub(crate) fn write(folder: &Path, found: &ReadOnlyText) -> io::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    found.text.hash(&mut hasher);
    let folder = folder.join(format!("{:016x}", hasher.finish()));
    let path = folder.join(format!("{}.yaml", name_of(&found.title)));
    if fs::read(&path).is_ok_and(|known| known == found.text.as_bytes()) {
        return Ok(path);
    }
    fs::create_dir_all(&folder)?;
    // A server beside this one reads the whole text, or none.
    let beside = folder.join(format!("{}.new", std::process::id()));
    fs::write(&beside, found.text.as_bytes())?;
    let mut permissions = fs::metadata(&beside)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&beside, permissions)?;
    fs::rename(&beside, &path)?;
    Ok(path)
}

/// `tosca.nodes.Compute, built in` is `tosca.nodes.Compute`; other characters than those of plain names are dashes.
fn name_of(title: &str) -> String {
    let name = title.split(',').next().unwrap_or_default().trim().trim_start_matches('.');
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = name.chars().take(NAME).map(|c| if is_plain(c) { c } else { '-' }).collect();
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
        assert_eq!(name_of(&"é".repeat(500)).chars().count(), NAME);
    }
}
