//! URIs of files: `file:///tmp/a%20b.yaml` and the path `/tmp/a b.yaml`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use lsp_types::Uri;

/// The path of a `file:` URI; `None` for other schemes, such as `untitled:`.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // A host before the path: only this machine's.
    let path = &rest[rest.find('/')?..];
    let host = &rest[..rest.len() - path.len()];
    let text = String::from_utf8(decode(path.split(['?', '#']).next()?)).ok()?;
    if text.contains('\0') || !(host.is_empty() || host.eq_ignore_ascii_case("localhost")) {
        return None;
    }
    // A drive letter follows the slash: `/c:/`.
    let is_drive = matches!(text.as_bytes(), [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    Some(PathBuf::from(if is_drive { &text[1..] } else { &text[..] }))
}

/// The `file:` URI of an absolute path.
pub fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    let mut uri = String::from("file://");
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _infallible = write!(uri, "%{byte:02X}");
            }
        }
    }
    Uri::from_str(&uri).ok()
}

/// The name of a document without a path, such as `untitled:Untitled-1`.
pub(crate) fn name_of(uri: &Uri) -> String {
    let last = uri.as_str().rsplit(['/', ':']).next().unwrap_or_default();
    String::from_utf8_lossy(&decode(last.split(['?', '#']).next().unwrap_or_default())).into_owned()
}

/// Resolves `%20`; what is not a valid escape stays as it is.
fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = text.get(at + 1..at + 3).filter(|_| byte == b'%');
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(value) => {
                out.push(value);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_round_trip() {
        for path in ["/tmp/a b.yaml", "/é/ü%41#?.yaml", "/"] {
            let uri = uri_of(Path::new(path)).expect("an absolute path has a URI");
            assert_eq!(path_of(&uri).expect("a file"), Path::new(path), "{}", uri.as_str());
        }
    }

    #[test]
    fn editors_write_uris_differently() {
        let path = |uri: &str| path_of(&Uri::from_str(uri).expect("a URI"));
        assert_eq!(path("file:///c%3A/a.yaml"), Some(PathBuf::from("c:/a.yaml")));
        assert_eq!(path("file://localhost/a.yaml"), Some(PathBuf::from("/a.yaml")));
        assert_eq!(path("file://server/share/a.yaml"), None);
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///a%FFb"), None, "not UTF-8");
        assert_eq!(path("file:///a%00b"), None);
        assert_eq!(name_of(&Uri::from_str("untitled:Untitled-1").expect("a URI")), "Untitled-1");
    }
}
