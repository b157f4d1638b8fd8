//! Pictures as `data:` URLs, so that a drawing contains all that it shows.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::{Content, FilePath};

/// Kinds of pictures by the ends of file names.
const KINDS: [(&str, &str); 7] = [
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("svg", "image/svg+xml"),
    ("ico", "image/x-icon"),
];

/// The largest picture, in bytes.
const MAX_SIZE: usize = 200_000;

/// The `data:` URL of a picture; `None` if the file is not a picture by its name, or larger than 200,000 bytes.
pub fn image_url(file: &FilePath, content: &Content) -> Option<String> {
    let (_, end) = file.name().rsplit_once('.')?;
    let (_, kind) = KINDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(end))?;
    let bytes = content.as_bytes();
    (bytes.len() <= MAX_SIZE).then(|| format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_known_by_their_names() {
        let url = |name: &str, bytes: &[u8]| {
            image_url(&FilePath::new(name).unwrap(), &Content::from_bytes(bytes.to_vec()))
        };
        assert_eq!(url("images/a.PNG", b"foob").as_deref(), Some("data:image/png;base64,Zm9vYg=="));
        assert_eq!(url("a.sh", b"foob"), None);
        assert_eq!(url("png", b"foob"), None);
        assert_eq!(url("a.png", &vec![0; MAX_SIZE + 1]), None);
    }
}
