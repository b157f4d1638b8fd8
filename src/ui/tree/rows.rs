//! Rows of the file tree, top to bottom, and the kind of a file by its first bytes. Pure functions.

use std::cmp::Ordering;

use limn_files::FilePath;
use limn_text::visible;

/// Folders deeper than this are merged into one name.
const DEPTH: usize = 64;

/// A file in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Listed {
    pub path: FilePath,
    pub text: bool,
    pub size: usize,
    /// Entry file of the package.
    pub entry: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// Path; a folder's ends in a slash.
    pub path: String,
    /// Displayed name.
    pub name: String,
    pub depth: usize,
    pub kind: TreeRowKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TreeRowKind {
    Folder { open: bool },
    File(Listed),
}

/// Visible rows: folders before files, sorted by name, folder content only if `is_open`. With search `words`, only files whose path contains
/// every word, and all folders expanded.
pub fn rows(files: &[Listed], words: &str, is_open: impl Fn(&str) -> bool) -> Vec<Row> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let has = |listed: &&Listed| {
        let path = listed.path.as_str().to_lowercase();
        words.iter().all(|word| path.contains(word))
    };
    let mut found: Vec<(Vec<&str>, &Listed)> = files
        .iter()
        .filter(has)
        .map(|listed| (listed.path.as_str().splitn(DEPTH, '/').collect(), listed))
        .collect();
    found.sort_by(|(a, _), (b, _)| order(a, b));
    let mut rows = Vec::new();
    let mut above: &[&str] = &[];
    for (parts, listed) in &found {
        let folders = &parts[..parts.len() - 1];
        let common = folders.iter().zip(above).take_while(|(a, b)| a == b).count();
        above = folders;
        let (mut path, mut shows) = (String::new(), true);
        for (depth, folder) in folders.iter().enumerate() {
            path.push_str(folder);
            path.push('/');
            let open = !words.is_empty() || is_open(&path);
            if shows && depth >= common {
                rows.push(Row {
                    path: path.clone(),
                    name: visible(folder).into_owned(),
                    depth,
                    kind: TreeRowKind::Folder { open },
                });
            }
            shows &= open;
        }
        if shows {
            let name = visible(parts.last().copied().unwrap_or_default()).into_owned();
            rows.push(Row {
                path: listed.path.as_str().to_owned(),
                name,
                depth: folders.len(),
                kind: TreeRowKind::File((*listed).clone()),
            });
        }
    }
    rows
}

/// Folders before files, each in natural order.
fn order(a: &[&str], b: &[&str]) -> Ordering {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let is_file = |parts: &[&str]| same + 1 >= parts.len();
    let name = |parts: &[&str]| parts.get(same).map(|name| (name.to_lowercase(), (*name).to_owned()));
    is_file(a).cmp(&is_file(b)).then_with(|| name(a).cmp(&name(b)))
}

/// Kind of a binary file.
#[derive(Debug, PartialEq, Eq)]
pub struct FileKind {
    pub label: &'static str,
    /// Media type, if a browser can display it.
    pub picture: Option<&'static str>,
}

/// Detects the kind by the first bytes.
pub fn kind_of(bytes: &[u8]) -> FileKind {
    let known: [(&[u8], &str, Option<&str>); 12] = [
        (b"\x89PNG\r\n", "PNG picture", Some("image/png")),
        (b"\xff\xd8\xff", "JPEG picture", Some("image/jpeg")),
        (b"GIF8", "GIF picture", Some("image/gif")),
        (b"PK\x03\x04", "Zip archive", None),
        (b"\x1f\x8b", "Gzip archive", None),
        (b"BZh", "Bzip2 archive", None),
        (b"\xfd7zXZ", "XZ archive", None),
        (b"\x7fELF", "Linux executable", None),
        (b"MZ", "Windows executable", None),
        (b"%PDF", "PDF document", None),
        (b"QFI\xfb", "QCOW disk image", None),
        (b"KDMV", "VMDK disk image", None),
    ];
    let found = known.into_iter().find(|(start, ..)| bytes.starts_with(start));
    found.map_or(FileKind { label: "Binary file", picture: None }, |(_, label, picture)| FileKind {
        label,
        picture,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(paths: &[&str]) -> Vec<Listed> {
        let of = |path: &&str| Listed {
            path: FilePath::new(path).expect("a test's path is fine"),
            text: true,
            size: 0,
            entry: false,
        };
        paths.iter().map(of).collect()
    }

    fn shown(paths: &[&str], words: &str, open: bool) -> Vec<String> {
        let rows = rows(&listed(paths), words, |_| open);
        rows.into_iter().map(|row| format!("{}{}", "  ".repeat(row.depth), row.name)).collect()
    }

    const FILES: &[&str] = &["z.yaml", "a/b/c.sh", "a-b/x", "a/readme", "A/y", "B.txt"];

    #[test]
    fn folders_come_before_files_and_appear_once() {
        assert_eq!(
            shown(FILES, "", true),
            ["A", "  y", "a", "  b", "    c.sh", "  readme", "a-b", "  x", "B.txt", "z.yaml"]
        );
    }

    #[test]
    fn control_characters_in_a_name_are_escaped() {
        assert_eq!(shown(&["a/gepj.\u{202e}yaml"], "", true), ["a", "  gepj.\\u{202e}yaml"]);
    }

    #[test]
    fn collapsed_folders_hide_their_content_and_search_expands_all() {
        assert_eq!(shown(FILES, "", false), ["A", "a", "a-b", "B.txt", "z.yaml"]);
        assert_eq!(shown(FILES, "C.SH", false), ["a", "  b", "    c.sh"]);
        assert_eq!(shown(FILES, "a/ md", false), Vec::<String>::new());
    }

    #[test]
    fn file_kind_is_detected_by_the_first_bytes() {
        assert_eq!(kind_of(b"\x89PNG\r\n\x1a\n").picture, Some("image/png"));
        assert_eq!(kind_of(b"PK\x03\x04").label, "Zip archive");
        assert_eq!(kind_of(b"\0\0").label, "Binary file");
    }
}
