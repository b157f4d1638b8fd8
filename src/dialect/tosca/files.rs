//! File references of a service template: imports, artifacts and implementations. Does not check that the files exist.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::grammar::AMP;
use super::types::{ScalarText, imports};
use limn_files::FilePath;
use limn_language::schema::Profiles;
use limn_yaml::{Document, Node, Op, Path, Value};

/// All file references in document order, as written: relative to the document or to the root of the package. In AMP, a file on the classpath is
/// given by its path relative to the document. Excludes files from repositories and other hosts.
pub(super) fn named(document: &Document, own: &FilePath, version: Profiles) -> Vec<(String, Path)> {
    let plain = |text: String| match on_classpath(version, &text) {
        Some(path) => FilePath::new(path).map_or_else(|_| path.to_owned(), |file| file.relative_to(own)),
        None => text,
    };
    references(document, version).into_iter().map(|(text, at)| (plain(text), at)).collect()
}

/// All file references in document order, as written.
fn references(document: &Document, version: Profiles) -> Vec<(String, Path)> {
    let Some(root) = document.root().map(Node::resolve) else { return Vec::new() };
    let mut found: Vec<ScalarText<'_>> = Vec::new();
    found.extend(
        imports(root)
            .into_iter()
            .filter(|import| import.repository.is_none())
            .filter_map(|import| import.file),
    );
    let (mut artifacts, mut run) = (BTreeSet::new(), Vec::new());
    for node in document.nodes().filter(|node| node.is_mapping() || node.is_scalar()) {
        let Some(key) = node.key().and_then(Node::as_str) else { continue };
        match &*key {
            "artifacts" if node.is_mapping() => {
                artifacts.extend(node.entries().filter_map(|entry| entry.key.as_str()));
                found.extend(node.entries().filter_map(|entry| file_of(entry.value.resolve())));
            }
            "implementation" => run.extend(implementation(node)),
            "operations" => run.extend(shorthands(node)),
            _ => {
                let above = node.parent().and_then(Node::key).and_then(Node::as_str);
                if above.as_deref() == Some("interfaces") {
                    run.extend(shorthands(node));
                }
            }
        }
    }
    // An implementation can be the name of an artifact.
    found.extend(run.into_iter().filter(|reference| {
        !artifacts.contains(&reference.text) && looks_like_file(path_in(version, &reference.text))
    }));
    found.retain(|reference| {
        !path_in(version, &reference.text).is_empty() && !is_open(path_in(version, &reference.text))
    });
    found.sort_by_key(|reference| reference.node.range().start);
    // An aliased node appears once.
    found.dedup_by_key(|reference| reference.node.range());
    found.into_iter().map(|reference| (reference.text.into_owned(), reference.node.path())).collect()
}

/// Ops that update the references of a document after files are renamed, in the notation of each reference. `files`: the existing files, sorted;
/// other references stay.
pub(super) fn follow(
    document: &Document,
    own: &FilePath,
    version: Profiles,
    files: &[FilePath],
    names: &BTreeMap<FilePath, FilePath>,
) -> Vec<Op> {
    let after = |file: &FilePath| names.get(file).unwrap_or(file).clone();
    let is_there = |file: &FilePath| files.binary_search(file).is_ok();
    let home = after(own);
    let op = |(written, at): (String, Path)| {
        if let Some(path) = on_classpath(version, &written) {
            let scheme = &written[..written.len() - path.len()];
            let now = names.get(&FilePath::new(path).ok().filter(is_there)?)?;
            return Some(Op::Replace { at, value: Value::Text(format!("{scheme}{now}")) });
        }
        let near = own.join(&written).ok().filter(is_there);
        let now = match &near {
            Some(near) => {
                let near = after(near);
                if home.join(&written).is_ok_and(|same| same == near) {
                    return None;
                }
                let dotted = written.starts_with("./");
                let name = near.relative_to(&home);
                if dotted && !name.starts_with("../") { format!("./{name}") } else { name }
            }
            None => {
                let top = FilePath::new(&written).ok().filter(is_there)?;
                names.get(&top)?.to_string()
            }
        };
        Some(Op::Replace { at, value: Value::Text(now) })
    };
    references(document, version).into_iter().filter_map(op).collect()
}

/// The path of a reference to the classpath in AMP, which is the root of the package: `classpath://scripts/start.sh`.
pub(super) fn on_classpath(version: Profiles, text: &str) -> Option<&str> {
    Some(text.strip_prefix("classpath:").filter(|_| version.has(AMP))?.trim_start_matches('/'))
}

/// The path of a reference: on the classpath, or the text itself.
pub(super) fn path_in(version: Profiles, text: &str) -> &str {
    on_classpath(version, text).unwrap_or(text)
}

/// File of an artifact definition, in short or long notation.
fn file_of(node: Node<'_>) -> Option<ScalarText<'_>> {
    if node.is_mapping() {
        return ScalarText::at(node, "file").filter(|_| node.get("repository").is_none());
    }
    ScalarText::of(node)
}

fn implementation(node: Node<'_>) -> Vec<ScalarText<'_>> {
    if !node.is_mapping() {
        return ScalarText::of(node).into_iter().collect();
    }
    let dependencies = node.get("dependencies").map(Node::resolve);
    let dependencies = dependencies.iter().flat_map(|list| list.items());
    node.get("primary").into_iter().chain(dependencies).filter_map(|node| file_of(node.resolve())).collect()
}

/// Operations in the short notation, which is only the implementation.
fn shorthands(interface: Node<'_>) -> Vec<ScalarText<'_>> {
    let about = ["type", "derived_from", "version", "description"];
    let operations =
        interface.entries().filter(|entry| entry.key.as_str().is_some_and(|key| !about.contains(&&*key)));
    operations
        .map(|entry| entry.value.resolve())
        .filter(|node| node.is_scalar())
        .filter_map(ScalarText::of)
        .collect()
}

/// Last segment of a path or URL, in lower case, without query and fragment.
pub(super) fn name_of(file: &str) -> Cow<'_, str> {
    let last = last_part(file);
    match last.bytes().fold(0, |all, byte| all | class(byte)) & CAPITAL != 0 {
        true => Cow::Owned(last.to_lowercase()),
        false => Cow::Borrowed(last),
    }
}

fn last_part(file: &str) -> &str {
    let (mut start, mut end) = (0, file.len());
    for (at, byte) in file.bytes().enumerate() {
        match class(byte) & (TAIL | SLASH) {
            0 => {}
            SLASH => start = at + 1,
            _ => {
                end = at;
                break;
            }
        }
    }
    &file[start..end]
}

/// Classes of a byte in a file name.
const fn class(byte: u8) -> u8 {
    CLASSES[byte as usize]
}

/// Marks a placeholder or a path outside the workspace.
const OPEN: u8 = 1;
/// An upper-case letter, or a non-ASCII byte.
const CAPITAL: u8 = 2;
/// Part of a file extension.
const PLAIN: u8 = 4;
/// Path separator.
const SLASH: u8 = 8;
/// Start of the query or fragment of a URL.
const TAIL: u8 = 16;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < classes.len() {
        let byte = at as u8;
        classes[at] |= match byte {
            b'$' | b'{' | b'<' | b'>' | b'\n' | b':' => OPEN,
            b'/' | b'\\' => SLASH,
            b'?' | b'#' => TAIL,
            b'A'..=b'Z' => CAPITAL | PLAIN,
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' => PLAIN,
            0x80.. => CAPITAL,
            _ => 0,
        };
        at += 1;
    }
    classes
};

/// Returns true if the text looks like a file name: it has an extension and no placeholders.
pub(super) fn looks_like_file(text: &str) -> bool {
    let name = last_part(text).as_bytes();
    let ending = name.iter().rposition(|byte| *byte == b'.').map_or(&[][..], |at| &name[at + 1..]);
    let is_plain = |byte: &u8| class(*byte) & PLAIN != 0;
    !ending.is_empty() && ending.len() <= 10 && ending.iter().all(is_plain) && !is_open(text)
}

/// Returns true for a placeholder, or a reference outside the workspace.
pub(super) fn is_open(text: &str) -> bool {
    text.starts_with('/') || text.bytes().fold(0, |all, byte| all | class(byte)) & OPEN != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{V1_2, V1_3};
    use limn_yaml as yaml;

    #[test]
    fn a_template_names_what_it_imports_deploys_and_runs() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
- types/shop.yaml
- https://example.com/far.yaml
- {file: elsewhere.yaml, repository: far}
node_types:
  my.Shop:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        create: {implementation: scripts/create.sh}
topology_template:
  node_templates:
    shop:
      type: my.Shop
      artifacts:
        image: {type: tosca.artifacts.File, file: images/shop.qcow2}
        kept: {type: tosca.artifacts.File, file: far.bin, repository: far}
        setup.sh: scripts/setup.sh
      interfaces:
        Standard:
          start: scripts/start.sh
          stop: {implementation: {primary: scripts/stop.sh, dependencies: [lib/a.py, setup.sh]}}
          delete: {implementation: scripts/create.sh}
          configure: image
";
        let own = FilePath::new("service.yaml").unwrap();
        let found: Vec<String> =
            named(&yaml::parse(text), &own, V1_2).into_iter().map(|(name, _)| name).collect();
        assert_eq!(
            found,
            [
                "types/shop.yaml",
                "scripts/create.sh",
                "images/shop.qcow2",
                "scripts/setup.sh",
                "scripts/start.sh",
                "scripts/stop.sh",
                "lib/a.py",
                "scripts/create.sh",
            ]
        );
    }

    #[test]
    fn the_classpath_of_amp_is_the_root_of_the_package() {
        let text = "\
topology_template:
  node_templates:
    shop:
      interfaces:
        Standard:
          start: classpath://scripts/start.sh
          stop: {implementation: {primary: 'classpath:/scripts/stop.sh', dependencies: [classpath://https]}}
";
        let (document, own) = (yaml::parse(text), FilePath::new("definitions/shop.yaml").unwrap());
        let amp = V1_3.or(AMP);
        let found: Vec<String> = named(&document, &own, amp).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, ["../scripts/start.sh", "../scripts/stop.sh"]);
        assert!(named(&document, &own, V1_3).is_empty());
        let file = |name: &str| FilePath::new(name).unwrap();
        let files = [file("scripts/start.sh"), file("scripts/stop.sh")];
        let names = BTreeMap::from([(file("scripts/start.sh"), file("run/begin.sh"))]);
        let ops = follow(&document, &own, amp, &files, &names);
        let now = yaml::patch(&document, &ops).unwrap().apply(text);
        assert_eq!(now, text.replace("classpath://scripts/start.sh", "classpath://run/begin.sh"));
    }
}
