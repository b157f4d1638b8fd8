//! Members out of a gzipped tar, as `lmctl project build` makes them by default.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::intake::Intake;
use super::{CsarError, MAX_TOTAL};

pub(super) fn unpack(package: &str, bytes: &[u8]) -> Result<Intake, CsarError> {
    let mut stream = Bounded { inner: MultiGzDecoder::new(bytes), left: LIMIT };
    let outcome = members(package, &mut stream);
    // Running into the limit looks like damage to the tar reader.
    if stream.left == 0 { Err(CsarError::TooLarge) } else { outcome }
}

/// Headers and padding come on top of what the members hold.
const LIMIT: u64 = MAX_TOTAL + 64 * 1024 * 1024;

fn members(package: &str, stream: &mut Bounded<'_>) -> Result<Intake, CsarError> {
    let damaged =
        |error: io::Error| CsarError::Damaged { name: package.to_owned(), detail: error.to_string() };
    let mut intake = Intake::new(package, false);
    let mut archive = Archive::new(&mut *stream);
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let kind = entry.header().entry_type();
        if matches!(kind, EntryType::XGlobalHeader) {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        // `tar -C folder .` names the folder itself.
        if kind.is_dir() && name.trim_matches(['.', '/']).is_empty() && !name.contains("..") {
            continue;
        }
        let path = intake.name(&name)?;
        match kind {
            EntryType::Directory => intake.folder(path),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                let size = entry.size();
                intake.file(path, size, None, &mut entry)?;
            }
            _ => intake.link(&path),
        }
    }
    // Past the tar's end marker stands gzip's own checksum.
    io::copy(stream, &mut io::sink()).map_err(damaged)?;
    Ok(intake)
}

/// Ends with an error after so many bytes.
struct Bounded<'b> {
    inner: MultiGzDecoder<&'b [u8]>,
    left: u64,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("too large"));
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.inner.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}
