//! Zip patching: writes the original zip with other contents. Unchanged members are copied with header, padding and compressed bytes, so that order,
//! times, modes, comments and extra fields stay.
//!
//! A zip is a sequence of members, each with a local header, followed by the central directory with their offsets. A changed member gets new bytes
//! under its old headers, new members come last, and the central directory is rewritten with the new offsets. A layout that this module does not support
//! is left to [`super::pack()`]: the members are the same, the surrounding zip is not.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use zip::ZipArchive;

use super::zipped::name_of;
use limn_files::{Content, FilePath};

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
const LOCAL_LENGTH: usize = 30;
const CENTRAL_LENGTH: usize = 46;
/// The offsets of the fields in the two kinds of headers.
const FLAGS: [usize; 2] = [6, 8];
const METHOD: [usize; 2] = [8, 10];
const SUMS: [usize; 2] = [14, 16];
const NAME: [usize; 2] = [26, 28];
const OFFSET: usize = 42;
/// The value of a size or an offset that is in the ZIP64 extra field.
const ELSEWHERE: u32 = u32::MAX;
const ZIP64: u16 = 1;
/// The first day that a zip can represent.
const EPOCH: u16 = 0x21;

/// A member as listed in the central directory of the original.
struct Member<'z> {
    /// Its record in the central directory.
    record: &'z [u8],
    /// The offset of its local header.
    at: usize,
    fate: Fate<'z>,
}

/// The change to a member.
enum Fate<'z> {
    Kept,
    Changed(&'z [u8]),
    Gone,
}

/// Writes `original` with `files` and the empty `folders`. Members that are neither a file nor requested (folders, links) stay as they are.
pub(super) fn patch_zip(
    original: &[u8],
    files: &BTreeMap<FilePath, Content>,
    folders: &[String],
) -> Option<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(original)).ok()?;
    let list = usize::try_from(archive.central_directory_start()).ok()?;
    let base = usize::try_from(archive.offset()).ok()?;
    let (mut members, mut known) = (Vec::new(), BTreeSet::new());
    let mut record_at = list;
    for index in 0..archive.len() {
        let record = record(original, record_at)?;
        record_at += record.len();
        let at = base.checked_add(usize::try_from(offset(record)?).ok()?)?;
        let entry = archive.by_index_data(index).ok()?;
        let name = name_of(&entry);
        let fate = if entry.is_dir() || entry.is_symlink() {
            known.insert(name.trim_end_matches(['/', '\\']).to_owned());
            Fate::Kept
        } else {
            let path = FilePath::new(&name).ok()?;
            known.insert(path.as_str().to_owned());
            match files.get(&path).map(Content::as_bytes) {
                None => Fate::Gone,
                Some(bytes) if reads(&mut archive, index, bytes) => Fate::Kept,
                Some(bytes) => Fate::Changed(bytes),
            }
        };
        members.push(Member { record, at, fate });
    }
    // A record that the archive library does not list would be lost.
    if original.get(record_at..record_at + 4) == Some(CENTRAL) {
        return None;
    }
    let new_files: Vec<_> = files.iter().filter(|(path, _)| !known.contains(path.as_str())).collect();
    let new_folders: Vec<_> =
        folders.iter().filter(|folder| !known.contains(folder.trim_end_matches('/'))).collect();
    let same = members.iter().all(|member| matches!(member.fate, Fate::Kept));
    if same && new_files.is_empty() && new_folders.is_empty() {
        return Some(original.to_vec());
    }
    let mut out = Out::of(original, list, base, &members)?;
    for folder in new_folders {
        out.add(folder, &[], 0o40_755)?;
    }
    for (path, content) in new_files {
        out.add(path.as_str(), content.as_bytes(), mode_of(content.as_bytes()))?;
    }
    out.end(archive.comment())
}

/// The mode of a new file: a script that names its interpreter is executable.
pub(super) fn mode_of(bytes: &[u8]) -> u32 {
    if bytes.starts_with(b"#!") { 0o100_755 } else { 0o100_644 }
}

/// Returns true if a member of the archive has exactly these bytes.
fn reads(archive: &mut ZipArchive<Cursor<&[u8]>>, index: usize, bytes: &[u8]) -> bool {
    let Ok(file) = archive.by_index(index) else { return false };
    let mut there = Vec::with_capacity(bytes.len());
    file.take(bytes.len() as u64 + 1).read_to_end(&mut there).is_ok() && there == bytes
}

/// The zip being written.
#[derive(Default)]
struct Out {
    bytes: Vec<u8>,
    /// The central directory, in the original order.
    list: Vec<u8>,
    count: usize,
    /// The base of all offsets: a self-extracting program can precede the zip.
    base: usize,
}

impl Out {
    /// Copies or changes the members of the original and builds the central directory.
    fn of(original: &[u8], list: usize, base: usize, members: &[Member<'_>]) -> Option<Out> {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&index| members[index].at);
        let start = members[*order.first()?].at;
        let mut out = Out { bytes: original.get(..start)?.to_vec(), base, ..Out::default() };
        let mut records: Vec<Option<(usize, Vec<u8>)>> = vec![None; members.len()];
        for (nth, &index) in order.iter().enumerate() {
            let member = &members[index];
            let end = order.get(nth + 1).map_or(list, |&next| members[next].at);
            // Overlapping members only occur in malicious zips.
            let there = original.get(member.at..end).filter(|there| there.starts_with(LOCAL))?;
            let at = out.bytes.len();
            match member.fate {
                Fate::Kept => {
                    out.bytes.extend_from_slice(there);
                    records[index] = Some((at, member.record.to_vec()));
                }
                Fate::Changed(bytes) => {
                    records[index] = Some((at, out.changed(there, member.record, bytes)?));
                }
                Fate::Gone => {}
            }
        }
        for (at, mut record) in records.into_iter().flatten() {
            put_offset(&mut record, at.checked_sub(base)?)?;
            out.list.extend(record);
            out.count += 1;
        }
        Some(out)
    }

    /// Writes a member with new bytes under its own header, and returns its record.
    fn changed(&mut self, local: &[u8], record: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
        let packed = Packed::new(bytes, number(record, METHOD[1])? == 0);
        let local = header(local, 0, LOCAL_LENGTH, &packed)?;
        self.bytes.extend(local);
        self.bytes.extend(&*packed.bytes);
        header(record, 1, CENTRAL_LENGTH, &packed)
    }

    /// Writes a new member.
    fn add(&mut self, name: &str, bytes: &[u8], mode: u32) -> Option<()> {
        let packed = Packed::new(bytes, bytes.is_empty());
        let at = u32::try_from(self.bytes.len().checked_sub(self.base)?).ok()?;
        let mut common = Vec::new();
        // The version needed, the flag for UTF-8 names, the method, and a time.
        let flags = if name.is_ascii() { 0 } else { 0x800 };
        for field in [20, flags, packed.method(), 0, EPOCH] {
            common.extend(field.to_le_bytes());
        }
        common.extend(packed.sums()?);
        common.extend(u16::try_from(name.len()).ok()?.to_le_bytes());
        common.extend(0u16.to_le_bytes());
        self.bytes.extend(LOCAL);
        self.bytes.extend(&common);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(&*packed.bytes);
        self.list.extend(CENTRAL);
        // Made by Unix, so that the mode is valid.
        self.list.extend(0x31e_u16.to_le_bytes());
        self.list.extend(common);
        // No comment, the first disk, no internal attributes.
        self.list.extend([0; 6]);
        let folder = u32::from(name.ends_with('/')) << 4;
        self.list.extend((mode << 16 | folder).to_le_bytes());
        self.list.extend(at.to_le_bytes());
        self.list.extend(name.as_bytes());
        self.count += 1;
        Some(())
    }

    fn end(mut self, comment: &[u8]) -> Option<Vec<u8>> {
        let at = u32::try_from(self.bytes.len().checked_sub(self.base)?).ok()?;
        let (count, size) = (u16::try_from(self.count).ok()?, u32::try_from(self.list.len()).ok()?);
        self.bytes.extend(self.list);
        self.bytes.extend(END);
        self.bytes.extend([0; 4]);
        self.bytes.extend(count.to_le_bytes());
        self.bytes.extend(count.to_le_bytes());
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(at.to_le_bytes());
        self.bytes.extend(u16::try_from(comment.len()).ok()?.to_le_bytes());
        self.bytes.extend(comment);
        Some(self.bytes)
    }
}

/// Bytes in the form stored in a member.
struct Packed<'b> {
    bytes: std::borrow::Cow<'b, [u8]>,
    stored: bool,
    crc: u32,
    size: usize,
}

impl<'b> Packed<'b> {
    fn new(bytes: &'b [u8], stored: bool) -> Packed<'b> {
        let mut crc = Crc::new();
        crc.update(bytes);
        let packed = if stored { None } else { deflated(bytes) };
        let stored = packed.is_none();
        Packed { bytes: packed.map_or(bytes.into(), Into::into), stored, crc: crc.sum(), size: bytes.len() }
    }

    fn method(&self) -> u16 {
        if self.stored { 0 } else { 8 }
    }

    /// The checksum and both sizes, as in headers.
    fn sums(&self) -> Option<[u8; 12]> {
        let sizes = [self.bytes.len(), self.size].map(u32::try_from);
        let mut sums = [0; 12];
        sums[..4].copy_from_slice(&self.crc.to_le_bytes());
        sums[4..8].copy_from_slice(&sizes[0].ok()?.to_le_bytes());
        sums[8..].copy_from_slice(&sizes[1].ok()?.to_le_bytes());
        Some(sums)
    }
}

fn deflated(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// A header of either kind for new bytes: name, times, modes and comments stay; sizes are in the header, without a data descriptor.
fn header(old: &[u8], kind: usize, length: usize, packed: &Packed<'_>) -> Option<Vec<u8>> {
    let name = usize::from(number(old, NAME[kind])?);
    let extra = usize::from(number(old, NAME[kind] + 2)?);
    // Only central directory records have a comment.
    let comment = if kind == 1 { usize::from(number(old, 32)?) } else { 0 };
    let kept = without_zip64(old.get(length + name..length + name + extra)?);
    let mut new = old.get(..length + name)?.to_vec();
    let flags = number(old, FLAGS[kind])? & !8;
    new[FLAGS[kind]..FLAGS[kind] + 2].copy_from_slice(&flags.to_le_bytes());
    new[METHOD[kind]..METHOD[kind] + 2].copy_from_slice(&packed.method().to_le_bytes());
    new[SUMS[kind]..SUMS[kind] + 12].copy_from_slice(&packed.sums()?);
    let extra_length = u16::try_from(kept.len()).ok()?;
    new[NAME[kind] + 2..NAME[kind] + 4].copy_from_slice(&extra_length.to_le_bytes());
    new.extend(kept);
    new.extend_from_slice(old.get(length + name + extra..length + name + extra + comment)?);
    Some(new)
}

/// The extra fields without the ZIP64 field, which is not needed here.
fn without_zip64(extra: &[u8]) -> Vec<u8> {
    let (mut kept, mut rest) = (Vec::new(), extra);
    while let (Some(id), Some(length)) = (number(rest, 0), number(rest, 2)) {
        let Some((field, behind)) = rest.split_at_checked(4 + usize::from(length)) else { break };
        if id != ZIP64 {
            kept.extend_from_slice(field);
        }
        rest = behind;
    }
    // The rest is padding.
    kept.extend_from_slice(rest);
    kept
}

/// The record at `at` in the central directory.
fn record(original: &[u8], at: usize) -> Option<&[u8]> {
    let rest = original.get(at..).filter(|rest| rest.starts_with(CENTRAL))?;
    let lengths = [28, 30, 32].map(|field| number(rest, field));
    let length =
        lengths.into_iter().try_fold(CENTRAL_LENGTH, |sum, length| Some(sum + usize::from(length?)))?;
    rest.get(..length)
}

/// The offset of the member, as given in its record.
fn offset(record: &[u8]) -> Option<u64> {
    let plain = wide(record, OFFSET)?;
    if plain != ELSEWHERE {
        return Some(u64::from(plain));
    }
    let at = large_offset(record)?;
    Some(u64::from_le_bytes(record.get(at..at + 8)?.try_into().ok()?))
}

fn put_offset(record: &mut [u8], to: usize) -> Option<()> {
    if wide(record, OFFSET)? != ELSEWHERE {
        record.get_mut(OFFSET..OFFSET + 4)?.copy_from_slice(&u32::try_from(to).ok()?.to_le_bytes());
        return Some(());
    }
    let at = large_offset(record)?;
    record.get_mut(at..at + 8)?.copy_from_slice(&(to as u64).to_le_bytes());
    Some(())
}

/// The position of the 64-bit offset in a record: in the ZIP64 field, after any sizes.
fn large_offset(record: &[u8]) -> Option<usize> {
    let mut at = CENTRAL_LENGTH + usize::from(number(record, NAME[1])?);
    let end = at + usize::from(number(record, NAME[1] + 2)?);
    while at + 4 <= end {
        let (id, length) = (number(record, at)?, usize::from(number(record, at + 2)?));
        if id == ZIP64 {
            let sizes = [20, 24].into_iter().filter(|&field| wide(record, field) == Some(ELSEWHERE)).count();
            return Some(at + 4 + sizes * 8).filter(|at| at + 8 <= end);
        }
        at += 4 + length;
    }
    None
}

fn number(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn wide(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}
