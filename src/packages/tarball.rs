//! Gzipped tar reader, the default format of `lmctl project build`.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::extraction_limits::{Intake, Other};
use super::{CsarError, Damage, MAX_TOTAL};

pub(super) fn unpack(package: &str, bytes: &[u8]) -> Result<Intake, CsarError> {
    let mut stream =
        Bounded { inner: MultiGzDecoder::new(bytes), left: LIMIT, fault: None, is_at_end: false };
    let outcome = members(package, &mut stream);
    // Reaching the limit looks like damage to the tar reader.
    if stream.left == 0 { Err(CsarError::TooLarge) } else { outcome }
}

/// The limit of the stream: headers and padding add to the content of the members.
pub(super) const LIMIT: u64 = MAX_TOTAL + 64 * 1024 * 1024;

fn members(package: &str, stream: &mut Bounded<'_>) -> Result<Intake, CsarError> {
    let mut intake = Intake::new(package);
    let outcome = read_members(&mut intake, &mut *stream);
    let detail = match (outcome, stream.fault.take()) {
        (Err(Stop::Refused(error)), None) => return Err(error),
        (Ok(()), None) => return Ok(intake),
        // If the stream is unreadable, its error has more detail than that of a member.
        (Err(Stop::Refused(error @ CsarError::Damaged { .. })), Some(Damage::CutShort)) => return Err(error),
        (_, Some(damage)) => damage,
        (Err(Stop::Unreadable), None) if stream.is_at_end => Damage::CutShort,
        (Err(Stop::Unreadable), None) => Damage::Header,
    };
    Err(CsarError::Damaged { name: package.to_owned(), detail })
}

/// The reason why reading stopped.
enum Stop {
    Refused(CsarError),
    /// The stream has the error.
    Unreadable,
}

impl From<CsarError> for Stop {
    fn from(error: CsarError) -> Stop {
        Stop::Refused(error)
    }
}

impl From<io::Error> for Stop {
    fn from(_: io::Error) -> Stop {
        Stop::Unreadable
    }
}

fn read_members(intake: &mut Intake, stream: &mut Bounded<'_>) -> Result<(), Stop> {
    let mut archive = Archive::new(&mut *stream);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        if matches!(kind, EntryType::XGlobalHeader) {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        // `tar -C folder .` lists the folder itself.
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
            EntryType::Link | EntryType::Symlink => intake.other(&path, Other::Link),
            EntryType::Char => intake.other(&path, Other::CharacterDevice),
            EntryType::Block => intake.other(&path, Other::BlockDevice),
            EntryType::Fifo => intake.other(&path, Other::Pipe),
            _ => intake.other(&path, Other::Unknown),
        }
    }
    // After the end marker of the tar comes the gzip checksum.
    io::copy(stream, &mut io::sink())?;
    Ok(())
}

/// A stream that fails after a number of bytes.
struct Bounded<'b> {
    inner: MultiGzDecoder<&'b [u8]>,
    left: u64,
    /// The damage to the compressed bytes, if reading found any.
    fault: Option<Damage>,
    is_at_end: bool,
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("too large"));
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.inner.read(&mut buffer[..most]).inspect_err(|error| {
            if error.kind() != io::ErrorKind::Interrupted {
                self.fault = Some(Damage::of_stream(error));
            }
        })?;
        self.is_at_end |= read == 0 && most > 0;
        self.left -= read as u64;
        Ok(read)
    }
}
