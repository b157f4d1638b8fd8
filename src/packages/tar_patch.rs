//! Gzipped tar patching: writes the original tar with other contents. The headers and bytes of unchanged members are copied, so that order, times, modes and
//! owners stay.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::ops::Range;

use flate2::read::MultiGzDecoder;
use limn_files::{Content, FilePath};
use tar::{Archive, Builder, EntryType};

use super::archive::{append, gzip};
use super::tarball::LIMIT;

const BLOCK: usize = 512;
/// Tars are padded to a multiple of this.
const RECORD: usize = 20 * BLOCK;

/// A member in the tar.
struct Member {
    /// The headers before its own: a long name, or extended attributes.
    before: Range<usize>,
    header: Range<usize>,
    data: Range<usize>,
    path: Option<FilePath>,
}

/// Writes `original` with `files`. Members that are not files stay as they are. `None` for a layout that this module does not support.
pub(super) fn patch_tar(original: &[u8], files: &BTreeMap<FilePath, Content>) -> Option<Vec<u8>> {
    let mut tar = Vec::new();
    MultiGzDecoder::new(original).take(LIMIT).read_to_end(&mut tar).ok()?;
    let members = members(&tar)?;
    let mut known = BTreeSet::new();
    let (mut out, mut is_same) = (Vec::with_capacity(tar.len()), true);
    for member in &members {
        let whole = member.before.start..padded(member.data.end);
        let Some(path) = &member.path else {
            out.extend(tar.get(whole)?);
            continue;
        };
        known.insert(path);
        match files.get(path).map(Content::as_bytes) {
            Some(bytes) if bytes == tar.get(member.data.clone())? => out.extend(tar.get(whole)?),
            Some(bytes) => {
                is_same = false;
                out.extend(tar.get(member.before.clone())?);
                out.extend(resized(tar.get(member.header.clone())?, bytes.len())?);
                out.extend(bytes);
                out.resize(padded(out.len()), 0);
            }
            None => is_same = false,
        }
    }
    let mut added = Builder::new(Vec::new());
    for (path, content) in files.iter().filter(|(path, _)| !known.contains(path)) {
        is_same = false;
        append(&mut added, path.as_str(), content.as_bytes()).ok()?;
    }
    if is_same {
        return Some(original.to_vec());
    }
    // Ends with the end marker.
    out.extend(added.into_inner().ok()?);
    out.resize(out.len().next_multiple_of(RECORD), 0);
    gzip(&out).ok()
}

/// The members in order, each with the headers before it.
fn members(tar: &[u8]) -> Option<Vec<Member>> {
    let mut archive = Archive::new(Cursor::new(tar));
    let (mut members, mut end) = (Vec::new(), 0);
    for entry in archive.entries().ok()? {
        let mut entry = entry.ok()?;
        let sized = entry.pax_extensions().ok()?.is_some_and(|mut extensions| {
            extensions
                .any(|extension| extension.is_ok_and(|extension| matches!(extension.key_bytes(), b"size")))
        });
        let kind = entry.header().entry_type();
        if sized || matches!(kind, EntryType::GNUSparse) {
            return None;
        }
        let header = usize::try_from(entry.raw_header_position()).ok()?;
        let data = usize::try_from(entry.raw_file_position()).ok()?;
        let size = usize::try_from(entry.size()).ok()?;
        let is_file = matches!(kind, EntryType::Regular | EntryType::Continuous);
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let path = if is_file { Some(FilePath::new(&name).ok()?) } else { None };
        members.push(Member { before: end..header, header: header..data, data: data..data + size, path });
        end = padded(data + size);
    }
    Some(members)
}

fn padded(length: usize) -> usize {
    length.next_multiple_of(BLOCK)
}

/// A header with another size.
fn resized(header: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut bytes = [0; BLOCK];
    bytes.copy_from_slice(header.get(..BLOCK).filter(|_| header.len() == BLOCK)?);
    let mut header = tar::Header::new_old();
    *header.as_mut_bytes() = bytes;
    header.set_size(size as u64);
    header.set_cksum();
    Some(header.as_bytes().to_vec())
}
