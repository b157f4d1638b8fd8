//! Files that cannot be read as text: another encoding, or too large. There is no document, so these checks are not a
//! [`Rule`](limn_language::diagnostic::Rule); callers use [`decode`].

use std::sync::Arc;

use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::Path;

/// Limit of the size of a text in bytes. The largest known descriptor is slightly over 1 MB.
pub const MAX_TEXT: u64 = 32 * 1024 * 1024;

pub(super) static CODES: &[&Code] = &[&NOT_UTF_8, &FILE_TOO_LARGE];

static NOT_UTF_8: Code = Code::common(
    Severity::Error,
    "common/not-utf-8",
    "YAML 1.2.2, 5.2 Character Encodings",
    "Checks that a file is UTF-8 text.",
)
.why("Orchestrators read descriptors as UTF-8 text only. A binary file is not a descriptor.")
.advice("Save the file as UTF-8 in your editor.");

static FILE_TOO_LARGE: Code = Code::common(
    Severity::Error,
    "common/file-too-large",
    "Limn",
    "Checks that a file has at most 32 MB; the largest descriptors in use are slightly over 1 MB.",
)
.why("A much larger file is almost certainly not a descriptor, so it is not read.")
.advice("Split the file, or remove what is not part of the descriptor.");

/// Reason why bytes were not read as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    /// Boxed: it is large, and rare.
    pub diagnostic: Box<Diagnostic>,
    /// The readable start of the file; the range of the diagnostic is at its end.
    pub before: Arc<str>,
}

/// Decodes the bytes as UTF-8.
pub fn decode(bytes: Vec<u8>) -> Result<Arc<str>, Unreadable> {
    if bytes.len() as u64 > MAX_TEXT {
        return Err(too_large(bytes.len() as u64));
    }
    String::from_utf8(bytes).map(Arc::from).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let (before, rest) = bytes.split_at(at);
        let message = match bytes[..] {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "expected UTF-8, found UTF-16".to_owned(),
            _ => message::expected("UTF-8", format_args!("byte {:#04x}", rest[0])),
        };
        let before: Arc<str> = String::from_utf8_lossy(before).into();
        let range = TextRange::empty(before.len());
        Unreadable { diagnostic: Box::new(Diagnostic::new(&NOT_UTF_8, range, Path::root(), message)), before }
    })
}

/// The diagnostic for a file above the size limit.
pub fn too_large(size: u64) -> Unreadable {
    let (size, most) = (size / 1024 / 1024, MAX_TEXT / 1024 / 1024);
    let size = if size > most { format!("{size} MB") } else { format!("more than {most} MB") };
    let message = format!("the file is too large: {size}, the limit is {most} MB");
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
        refused(b"a: 1\nb: \xe9t\xe9\n", "a: 1\nb: ", "expected UTF-8, found byte 0xe9");
        refused(b"\xff\xfea\0", "", "expected UTF-8, found UTF-16");
        refused("é".as_bytes().split_last().unwrap().1, "", "expected UTF-8, found byte 0xc3");
    }

    #[test]
    fn what_is_too_large_is_not_read() {
        let bytes = vec![b' '; MAX_TEXT as usize + 1];
        assert_eq!(decode(bytes).unwrap_err().diagnostic.code, &FILE_TOO_LARGE);
    }
}
