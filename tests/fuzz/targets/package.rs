//! Packages: any bytes are opened or refused; what was opened packs to a package that opens to the same files.
//!
//! An input that starts as a package does is taken as it is, and once more with its checksums put right. Any other is read as files and choices,
//! of which a package is built, with lies in its headers where the choices say so.

use flate2::Crc;
use limn::files::Content;
use limn::packages::{self, Opened, PackOptions, PackageForm};

use super::input::{Draws, split};

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";

pub fn zip(data: &[u8]) {
    if data.starts_with(b"PK") {
        opens(data);
        opens(&with_sums(data));
    } else {
        let (mut draws, text) = split(data);
        opens(&built_zip(&text, &mut draws));
    }
}

pub fn tgz(data: &[u8]) {
    if data.starts_with(&[0x1f, 0x8b]) {
        opens(data);
    } else if data.get(257..262) == Some(b"ustar") {
        opens(&gzipped(&with_header_sums(data)));
    } else {
        let (mut draws, text) = split(data);
        opens(&gzipped(&built_tar(&text, &mut draws)));
    }
}

fn opens(bytes: &[u8]) {
    match packages::open("fuzz.csar", bytes) {
        Ok(opened) => packs_again(bytes, opened),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn packs_again(bytes: &[u8], opened: Opened) {
    let Opened { workspace, pins, .. } = opened;
    if let Some(entry) = &workspace.entry {
        assert!(workspace.files.contains_key(entry));
    }
    let _ =
        (packages::outdated(&workspace), packages::recomputed(&workspace), packages::is_project(&workspace));
    // LMCTL's projects can be built, too; files that are not part of a package stay behind then.
    let _ = packages::pack(&workspace, &PackOptions::of(&workspace));
    let options =
        PackOptions { pins: pins.clone(), form: PackageForm::Sources, ..PackOptions::of(&workspace) };
    let packed =
        packages::pack(&workspace, &options).unwrap_or_else(|error| panic!("it packs again: {error}"));
    let again =
        packages::open("again.csar", &packed).unwrap_or_else(|error| panic!("it opens again: {error}"));
    let whole = packages::is_project(&workspace);
    for (file, content) in &workspace.files {
        let kept = again.workspace.files.get(file) == Some(content);
        assert!(
            kept || !whole && again.workspace.files.values().any(|other| other == content),
            "{file} is lost"
        );
    }
    if whole {
        assert_eq!(again.pins, pins, "places travel along");
    }
    // With one file changed the others stay.
    let mut changed = workspace.clone();
    let Some(file) = workspace.files.keys().nth(bytes.len() % workspace.files.len()) else { return };
    changed.files.insert(file.clone(), Content::Text("changed: true\n".into()));
    let Ok(packed) = packages::pack(&changed, &options) else { return };
    let again =
        packages::open("again.csar", &packed).unwrap_or_else(|error| panic!("changed, it opens: {error}"));
    for (other, content) in changed.files.iter().filter(|_| whole) {
        assert_eq!(again.workspace.files.get(other), Some(content), "{other} with {file} changed");
    }
}

/// The names and bytes of an input's members: unlike files, with any names at all.
fn members(text: &str) -> Vec<(&str, &str)> {
    let mut members = Vec::new();
    for part in text.split("=== ").skip(usize::from(text.starts_with("=== "))) {
        members.push(part.split_once('\n').unwrap_or((part, "")));
    }
    members
}

/// A zip of stored or deflated members, with lies.
fn built_zip(text: &str, draws: &mut Draws<'_>) -> Vec<u8> {
    let (mut out, mut list, mut count) = (Vec::new(), Vec::new(), 0_u16);
    if draws.below(16) == 0 {
        out.extend(b"PK\x07\x08");
    }
    for (name, content) in members(text) {
        let deflated = draws.below(2) == 1;
        let bytes = content.as_bytes();
        let packed = if deflated { deflate(bytes) } else { bytes.to_vec() };
        let mut crc = Crc::new();
        crc.update(bytes);
        let lie = draws.below(48);
        let at = if lie == 14 { u32::MAX } else { out.len() as u32 };
        let (fields, extra) = fields(lie, deflated, (name, packed.len() as u32, bytes.len() as u32), &crc);
        out.extend(LOCAL);
        out.extend([20, 0]);
        out.extend(&fields);
        out.extend(name.as_bytes());
        out.extend(extra);
        out.extend(&packed);
        if lie == 3 {
            out.extend(b"PK\x07\x08");
            out.extend(crc.sum().to_le_bytes());
            out.extend((packed.len() as u32).to_le_bytes());
            out.extend((bytes.len() as u32).to_le_bytes());
        }
        let mode: u32 = match lie {
            16 => 0o120_777,
            17 => 0o040_755,
            18 => 0,
            _ => 0o100_644,
        };
        list.extend(CENTRAL);
        list.extend([20, 3, 20, 0]);
        list.extend(&fields);
        list.extend([0, 0, 0, 0, 0, 0]);
        list.extend((mode << 16).to_le_bytes());
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
        list.extend(extra);
        count += 1;
    }
    let lie = draws.below(24);
    let start = out.len() as u32 + u32::from(lie == 0);
    if lie == 1 {
        out.push(0);
    }
    out.extend(&list);
    out.extend(END);
    out.extend([0; 4]);
    let said = if lie == 2 { count.wrapping_add(1) } else { count };
    out.extend(said.to_le_bytes());
    out.extend(said.to_le_bytes());
    out.extend((list.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend(if lie == 3 { [4, 0] } else { [0, 0] });
    if lie == 4 {
        out.extend(b"trailing");
    }
    out
}

/// The fields that both headers of a member have, and what is extra in them.
fn fields(
    lie: usize,
    deflated: bool,
    (name, packed, size): (&str, u32, u32),
    crc: &Crc,
) -> (Vec<u8>, &'static [u8]) {
    let method: u16 = match lie {
        0 => 12,
        1 => 99,
        _ => u16::from(deflated) * 8,
    };
    let flags: u16 = match lie {
        2 => 1,
        3 => 8,
        4 => 0x800,
        5 => 0x41,
        _ => 0,
    };
    let sizes = match lie {
        6 => (u32::MAX, u32::MAX),
        7 => (packed, u32::MAX - 1),
        8 => (packed + 9, size),
        9 => (packed, 0),
        _ => (packed, size),
    };
    let extra: &[u8] = match lie {
        10 => &[1, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        11 => &[0x75, 0x70, 3, 0, 1],
        12 => &[0, 0, 255, 255],
        13 => &[1, 0, 0, 0],
        _ => &[],
    };
    let mut fields = Vec::new();
    fields.extend(flags.to_le_bytes());
    fields.extend(method.to_le_bytes());
    fields.extend([0, 0, 0x21, 0]);
    fields.extend(crc.sum().wrapping_add(u32::from(lie == 15)).to_le_bytes());
    fields.extend(sizes.0.to_le_bytes());
    fields.extend(sizes.1.to_le_bytes());
    fields.extend((name.len() as u16).to_le_bytes());
    fields.extend((extra.len() as u16).to_le_bytes());
    (fields, extra)
}

fn built_tar(text: &str, draws: &mut Draws<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, content) in members(text) {
        let lie = draws.below(32);
        let mut header = [0_u8; 512];
        let name = name.as_bytes();
        let length = name.len().min(100);
        header[..length].copy_from_slice(&name[..length]);
        header[100..107].copy_from_slice(b"0000644");
        let size = match lie {
            0 => content.len() + 512,
            1 => 0o77_777_777_777,
            2 => 0,
            _ => content.len(),
        };
        header[124..135].copy_from_slice(format!("{size:011o}").as_bytes());
        if lie == 3 {
            header[124..136].copy_from_slice(&[0xff; 12]);
        }
        header[136..147].copy_from_slice(b"00000000000");
        header[156] = *draws.of(b"00000000000000005215LKxgSMV7Z\0");
        header[157..160].copy_from_slice(b"a/b");
        header[257..263].copy_from_slice(if lie == 4 { b"ustar " } else { b"ustar\0" });
        header[263..265].copy_from_slice(if lie == 4 { b" \0" } else { b"00" });
        if lie == 5 {
            header[345..353].copy_from_slice(b"../../up");
        }
        out.extend(header);
        out.extend(content.as_bytes());
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    with_header_sums(&out)
}

/// A tar with the checksum of every header put right.
fn with_header_sums(tar: &[u8]) -> Vec<u8> {
    let mut out = tar.to_vec();
    let mut at = 0;
    while let Some(header) = out.get_mut(at..at + 512) {
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        if sum != 8 * u32::from(b' ') {
            header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        } else {
            header[148..156].fill(0);
        }
        let size = std::str::from_utf8(&header[124..135]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size.trim(), 8).ok()).unwrap_or(0);
        at = at.saturating_add(512).saturating_add(size.next_multiple_of(512));
    }
    out
}

/// A zip with the checksum of every stored member put right, in its own header and in the list.
fn with_sums(zip: &[u8]) -> Vec<u8> {
    let mut out = zip.to_vec();
    let word = |at: usize| Some(u32::from_le_bytes(zip.get(at..at + 4)?.try_into().ok()?) as usize);
    let half = |at: usize| Some(usize::from(u16::from_le_bytes(zip.get(at..at + 2)?.try_into().ok()?)));
    let lists = zip.windows(4).enumerate().filter(|(_, four)| *four == CENTRAL);
    for (at, _) in lists {
        let sum = || {
            let local = word(at + 42)?;
            let from = local + 30 + half(local + 26)? + half(local + 28)?;
            let mut crc = Crc::new();
            crc.update(zip.get(from..from.checked_add(word(at + 20)?)?)?);
            (half(at + 10)? == 0 && local < zip.len() - 30).then_some((local, crc.sum().to_le_bytes()))
        };
        if let Some((local, sum)) = sum() {
            out[at + 16..at + 20].copy_from_slice(&sum);
            out[local + 14..local + 18].copy_from_slice(&sum);
        }
    }
    out
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    out.extend(deflate(bytes));
    let mut crc = Crc::new();
    crc.update(bytes);
    out.extend(crc.sum().to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

/// As stored blocks: quick, and the same for every version of the library.
fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut blocks = bytes.chunks(0xffff).peekable();
    if blocks.peek().is_none() {
        return vec![1, 0, 0, 0xff, 0xff];
    }
    while let Some(block) = blocks.next() {
        out.push(u8::from(blocks.peek().is_none()));
        out.extend((block.len() as u16).to_le_bytes());
        out.extend((!(block.len() as u16)).to_le_bytes());
        out.extend(block);
    }
    out
}
