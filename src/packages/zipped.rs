//! Zip reader. Does not trust the sizes in the central directory.

use std::io::Cursor;

use zip::read::ZipFileEntry;
use zip::{CompressionMethod, ZipArchive};

use super::extraction_limits::{Intake, Other};
use super::{CsarError, Damage};

pub(super) fn unpack(package: &str, bytes: &[u8]) -> Result<Intake, CsarError> {
    let damaged = |detail| CsarError::Damaged { name: package.to_owned(), detail };
    let mut archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(Damage::of_list(&error)))?;
    if archive.has_duplicate_names() {
        let member =
            repeated(bytes, archive.central_directory_start()).unwrap_or_else(|| "the same".to_owned());
        return Err(CsarError::Twice { member });
    }
    let mut intake = Intake::new(package);
    for index in 0..archive.len() {
        let entry = archive.by_index_data(index).map_err(|error| damaged(Damage::of_list(&error)))?;
        let name = name_of(&entry);
        let path = intake.name(&name)?;
        if entry.is_dir() {
            intake.folder(path);
            continue;
        }
        if let Some(other) = entry.unix_mode().and_then(Other::of_mode) {
            intake.other(&path, other);
            continue;
        }
        if entry.encrypted() {
            return Err(CsarError::Encrypted { member: path.to_string() });
        }
        if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(CsarError::Compression { member: path.to_string() });
        }
        let (declared, packed) = (entry.size(), entry.compressed_size());
        let mut file =
            archive.by_index(index).map_err(|error| damaged(Damage::of_header(&error, path.as_str())))?;
        intake.file(path, declared, Some(packed), &mut file)?;
    }
    Ok(intake)
}

pub(super) fn name_of(entry: &ZipFileEntry<'_>) -> String {
    let raw = || String::from_utf8_lossy(entry.name_raw()).into_owned();
    entry.name().map_or_else(|_| raw(), std::borrow::Cow::into_owned)
}

/// The first duplicate name in the central directory at `start`. The library keeps only the last of them.
fn repeated(bytes: &[u8], start: u64) -> Option<String> {
    const HEADER: usize = 46;
    let number = |at: usize| Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let mut at = usize::try_from(start).ok()?;
    let mut seen = std::collections::BTreeSet::new();
    while bytes.get(at..at + 4) == Some(b"PK\x01\x02") {
        let (name, extra, comment) = (number(at + 28)?, number(at + 30)?, number(at + 32)?);
        let raw = bytes.get(at + HEADER..at + HEADER + name)?;
        if !seen.insert(raw) {
            return Some(String::from_utf8_lossy(raw).into_owned());
        }
        at += HEADER + name + extra + comment;
    }
    None
}
