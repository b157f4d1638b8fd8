//! Bytes that are no text that could be read: another encoding, or more than a descriptor can be. There is no document to hold these against,
//! so they are no [`Rule`](crate::diagnostic::Rule); whoever brings bytes in asks [`decode`].

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::text::TextRange;
use crate::yaml::Path;

/// More bytes than this are not read as YAML. The largest descriptor known is a little over 1 MB.
pub const MAX_TEXT: u64 = 32 * 1024 * 1024;

pub(super) static CODES: &[&Code] = &[&NOT_UTF_8, &FILE_TOO_LARGE];

static NOT_UTF_8: Code = Code {
    name: "common/not-utf-8",
    rule: None,
    severity: Severity::Error,
    section: "YAML 1.2.2, 5.2 Character Encodings",
    docs: "Descriptors are text in UTF-8; the orchestrators read nothing else. Save the file as UTF-8 in your editor. \
           If it is no text at all, it is not a descriptor.",
};

static FILE_TOO_LARGE: Code = Code {
    name: "common/file-too-large",
    rule: None,
    severity: Severity::Error,
    section: "Limn",
    docs: "The largest descriptors in use are a little over 1 MB. A file that is so much larger is almost surely something else, \
           and reading it would only take time.",
};

/// Why bytes were not read as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    /// Boxed: it is large, and rare.
    pub diagnostic: Box<Diagnostic>,
    /// What can be read: the diagnostic's range is in it, at its end.
    pub before: Arc<str>,
}

/// The text that the bytes are.
pub fn decode(bytes: Vec<u8>) -> Result<Arc<str>, Unreadable> {
    if bytes.len() as u64 > MAX_TEXT {
        return Err(too_large(bytes.len() as u64));
    }
    String::from_utf8(bytes).map(Arc::from).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let (before, rest) = bytes.split_at(at);
        let message = match bytes[..] {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16, not UTF-8".to_owned(),
            _ => format!("the file is not UTF-8: byte {:#04x} cannot stand here", rest[0]),
        };
        let before: Arc<str> = String::from_utf8_lossy(before).into();
        let range = TextRange::empty(before.len());
        Unreadable { diagnostic: Box::new(Diagnostic::new(&NOT_UTF_8, range, Path::root(), message)), before }
    })
}

/// For a file whose size says already that it is not worth reading.
pub fn too_large(size: u64) -> Unreadable {
    let (size, most) = (size / 1024 / 1024, MAX_TEXT / 1024 / 1024);
    let size = if size > most { format!("{size} MB") } else { format!("more than {most} MB") };
    let message = format!("the file has {size}; up to {most} MB are read as a descriptor");
    let diagnostic = Diagnostic::new(&FILE_TOO_LARGE, TextRange::empty(0), Path::root(), message);
    Unreadable { diagnostic: Box::new(diagnostic), before: "".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(bytes: &[u8], before: &str, message: &str) {
        let unreadable = decode(bytes.to_vec()).unwrap_err();
        assert_eq!((&*unreadable.before, unreadable.diagnostic.message.as_str()), (before, message));
    }

    #[test]
    fn utf_8_is_read_with_its_mark_and_its_zero_bytes() {
        assert_eq!(&*decode("\u{feff}a: é\0\n".into()).unwrap(), "\u{feff}a: é\0\n");
    }

    #[test]
    fn the_first_byte_that_cannot_be_is_named() {
        refused(b"a: 1\nb: \xe9t\xe9\n", "a: 1\nb: ", "the file is not UTF-8: byte 0xe9 cannot stand here");
        refused(b"\xff\xfea\0", "", "the file is UTF-16, not UTF-8");
        refused(
            "é".as_bytes().split_last().unwrap().1,
            "",
            "the file is not UTF-8: byte 0xc3 cannot stand here",
        );
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let bytes = vec![b' '; MAX_TEXT as usize + 1];
        assert_eq!(decode(bytes).unwrap_err().diagnostic.code, &FILE_TOO_LARGE);
    }
}
