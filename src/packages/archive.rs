//! Archive writers: zips and gzipped tars with the same bytes for the same members.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use limn_files::{Content, FilePath};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::CsarError;
use super::zip_patch::mode_of;

/// The format of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// A zip, as a CSAR is.
    Zip,
    /// A gzipped tar, the default of LMCTL.
    TarGz,
}

impl Archive {
    /// The format that a file name asks for.
    pub fn of_name(name: &str) -> Option<Archive> {
        let name = name.to_ascii_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if ends(&[".tgz", ".tar.gz"]) {
            Some(Archive::TarGz)
        } else if ends(&[".csar", ".zip"]) {
            Some(Archive::Zip)
        } else {
            None
        }
    }

    /// The media type, for downloads.
    pub fn media_type(self) -> &'static str {
        match self {
            Archive::Zip => "application/zip",
            Archive::TarGz => "application/gzip",
        }
    }
}

/// Writes files and empty folders as an archive.
pub(super) fn write(
    archive: Archive,
    files: &BTreeMap<FilePath, Content>,
    folders: &[String],
) -> Result<Vec<u8>, CsarError> {
    let unwritten = |error: &dyn std::fmt::Display| CsarError::Unwritten(error.to_string());
    match archive {
        Archive::Zip => zip(files, folders, CompressionMethod::Deflated).map_err(|error| unwritten(&error)),
        Archive::TarGz => tar_gz(files, folders).map_err(|error| unwritten(&error)),
    }
}

/// Writes a zip without compression, for an archive inside an archive.
pub(super) fn stored_zip(
    files: &BTreeMap<FilePath, Content>,
    folders: &[String],
) -> Result<Vec<u8>, CsarError> {
    zip(files, folders, CompressionMethod::Stored).map_err(|error| CsarError::Unwritten(error.to_string()))
}

fn zip(
    files: &BTreeMap<FilePath, Content>,
    folders: &[String],
    method: CompressionMethod,
) -> zip::result::ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(method)
        .compression_level((method == CompressionMethod::Deflated).then_some(6))
        .last_modified_time(DateTime::default())
        // The default depends on the machine.
        .system(System::Unix);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for folder in folders {
        zip.add_directory(folder.as_str(), options.unix_permissions(0o755))?;
    }
    for (path, content) in files {
        let bytes = content.as_bytes();
        zip.start_file(path.as_str(), options.unix_permissions(mode_of(bytes) & 0o777))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn tar_gz(files: &BTreeMap<FilePath, Content>, folders: &[String]) -> std::io::Result<Vec<u8>> {
    let mut tar = tar::Builder::new(Vec::new());
    for folder in folders {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::Directory);
        header.set_mode(0o755);
        header.set_size(0);
        tar.append_data(&mut header, folder, &[][..])?;
    }
    for (path, content) in files {
        append(&mut tar, path.as_str(), content.as_bytes())?;
    }
    gzip(&tar.into_inner()?)
}

/// Appends a file to a tar. Times and owners are 0.
pub(super) fn append(tar: &mut tar::Builder<Vec<u8>>, path: &str, bytes: &[u8]) -> std::io::Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_mode(mode_of(bytes) & 0o777);
    header.set_size(bytes.len() as u64);
    tar.append_data(&mut header, path, bytes)
}

/// Compresses a tar. The header has no time.
pub(super) fn gzip(tar: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::new(6));
    gzip.write_all(tar)?;
    gzip.finish()
}
