//! Damage to an archive: error messages about unreadable parts. The messages of the archive libraries are written for programmers.

use std::error::Error;
use std::io;

use zip::result::ZipError;

/// The kind of damage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    #[error("its central directory is missing")]
    NoList,
    #[error("its central directory cannot be read")]
    List,
    #[error("it uses an unsupported zip feature")]
    Feature,
    #[error("it ends too early")]
    CutShort,
    #[error("it does not match its checksum")]
    Checksum,
    #[error("its compressed data cannot be read")]
    Compressed,
    #[error("the header of a member cannot be read")]
    Header,
    #[error("the header of member `{0}` cannot be read")]
    HeaderOf(String),
    #[error("member `{0}` ends too early")]
    MemberCutShort(String),
    #[error("member `{0}` does not match its checksum")]
    MemberChecksum(String),
    #[error("the compressed data of member `{0}` cannot be read")]
    MemberCompressed(String),
}

impl Damage {
    /// The damage that prevents opening a zip.
    pub(super) fn of_list(error: &ZipError) -> Damage {
        match error {
            // The error of a zip without a central directory.
            ZipError::InvalidArchive(detail) if detail.contains("EOCD") => Damage::NoList,
            ZipError::UnsupportedArchive(_) => Damage::Feature,
            ZipError::Io(error) if is_early_end(error) => Damage::CutShort,
            _ => Damage::List,
        }
    }

    /// The damage that prevents finding a member of a zip.
    pub(super) fn of_header(error: &ZipError, member: &str) -> Damage {
        match error {
            ZipError::UnsupportedArchive(_) => Damage::Feature,
            ZipError::Io(error) if is_early_end(error) => Damage::MemberCutShort(member.to_owned()),
            _ => Damage::HeaderOf(member.to_owned()),
        }
    }

    /// The damage that prevents reading a member.
    pub(super) fn of_member(error: &io::Error, member: &str) -> Damage {
        let member = member.to_owned();
        match () {
            () if is_early_end(error) => Damage::MemberCutShort(member),
            () if is_checksum(error) => Damage::MemberChecksum(member),
            () => Damage::MemberCompressed(member),
        }
    }

    /// The damage that prevents reading a compressed stream.
    pub(super) fn of_stream(error: &io::Error) -> Damage {
        match () {
            () if is_early_end(error) => Damage::CutShort,
            () if is_checksum(error) => Damage::Checksum,
            () => Damage::Compressed,
        }
    }
}

fn is_early_end(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::UnexpectedEof
}

/// The libraries distinguish a wrong checksum from other damage only by the message.
fn is_checksum(error: &io::Error) -> bool {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if error.to_string().contains("checksum") {
            return true;
        }
        next = error.source();
    }
    false
}
