//! Damage to an archive, in plain words: what cannot be read, and of which member. The words of the libraries that read archives are for those who
//! write programs.

use std::error::Error;
use std::io;

use zip::result::ZipError;

/// What is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    #[error("its list of members is missing")]
    NoList,
    #[error("its list of members cannot be read")]
    List,
    #[error("it needs a feature of zips that Limn does not read")]
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
    /// Why a zip cannot be opened.
    pub(super) fn of_list(error: &ZipError) -> Damage {
        match error {
            // The mark of a zip that ends before its list of members.
            ZipError::InvalidArchive(detail) if detail.contains("EOCD") => Damage::NoList,
            ZipError::UnsupportedArchive(_) => Damage::Feature,
            ZipError::Io(error) if is_early_end(error) => Damage::CutShort,
            _ => Damage::List,
        }
    }

    /// Why a member of a zip cannot be found.
    pub(super) fn of_header(error: &ZipError, member: &str) -> Damage {
        match error {
            ZipError::UnsupportedArchive(_) => Damage::Feature,
            ZipError::Io(error) if is_early_end(error) => Damage::MemberCutShort(member.to_owned()),
            _ => Damage::HeaderOf(member.to_owned()),
        }
    }

    /// Why the bytes of a member cannot be read.
    pub(super) fn of_member(error: &io::Error, member: &str) -> Damage {
        let member = member.to_owned();
        match () {
            () if is_early_end(error) => Damage::MemberCutShort(member),
            () if is_checksum(error) => Damage::MemberChecksum(member),
            () => Damage::MemberCompressed(member),
        }
    }

    /// Why a compressed stream cannot be read.
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

/// The libraries tell a wrong checksum from other damage by their words alone.
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
