//! Descriptors and manifests for a package: the project's text with the smallest edits.

use std::collections::BTreeSet;

use limn_language::message;
use limn_lmctl::{Project, Scalar};
use limn_yaml::{self as yaml, Node, Op, Path, Placement, Value};

use super::yaml_scalar;

/// Adds the name if there is none, and resolves the references to other parts of the project.
pub(super) fn descriptor(text: &str, name: &str, project: &Project) -> Result<String, String> {
    let document = yaml::parse(text);
    let Some(root) = document.root().map(Node::resolve).filter(|root| !root.is_null()) else {
        let separator = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        return Ok(format!("{text}{separator}name: {}\ndescription:\n", yaml_scalar(name)));
    };
    if !root.is_mapping() {
        return Err(not_a_mapping(Some(root)));
    }
    let mut ops = Vec::new();
    if root.get("name").is_none() {
        ops.push(Op::Insert {
            into: Path::root(),
            key: "name".to_owned(),
            value: Value::text(name),
            placement: Placement::First,
        });
    }
    let mut known = BTreeSet::new();
    for section in ["composition", "references"] {
        let elements = root.get(section).map(Node::resolve).filter(|section| section.is_mapping());
        for element in elements.into_iter().flat_map(Node::entries) {
            let kind = element.value.resolve().get("type");
            let resolved = kind.and_then(|kind| Some((kind, project.resolve(&kind.as_str()?)?)));
            if let Some((kind, resolved)) = resolved {
                // An alias is replaced in place, and an anchored type where it is defined.
                let op = Op::Replace { at: kind.path(), value: Value::Text(resolved) };
                if known.insert(kind.path()) {
                    ops.push(op);
                }
            }
        }
    }
    edited(&document, &ops)
}

fn not_a_mapping(root: Option<Node<'_>>) -> String {
    let found = match root.filter(|root| !root.is_null()) {
        None => "nothing",
        Some(root) if root.is_sequence() => "a list",
        Some(_) => "one value",
    };
    message::expected("a mapping", found)
}

/// Writes name and version into the manifest of a resource for the Ansible resource manager. The version is a number there.
pub(super) fn ansible_manifest(text: &str, name: &str, version: &Scalar) -> Result<String, String> {
    let document = yaml::parse(text);
    let text = &version.text;
    let version = match (text.parse::<f64>(), text.parse::<i64>()) {
        (Ok(_), Ok(_)) => Value::Plain(format!("{text}.0")),
        (Ok(_), Err(_)) => Value::Plain(text.clone()),
        (Err(_), _) => Value::Quoted(text.clone()),
    };
    let root = document.root().map(Node::resolve);
    let Some(root) = root.filter(|root| root.is_mapping()) else { return Err(not_a_mapping(root)) };
    let set = |key: &str, value: Value| {
        let at = Path::keys([key]);
        match root.get(key) {
            Some(_) => Op::Replace { at, value },
            None => {
                Op::Insert { into: Path::root(), key: key.to_owned(), value, placement: Placement::First }
            }
        }
    };
    let ops = [set("version", version), set("name", Value::text(name))];
    edited(&document, &ops)
}

fn edited(document: &yaml::Document, ops: &[Op]) -> Result<String, String> {
    if ops.is_empty() {
        return Ok(document.text().to_string());
    }
    let edit = yaml::patch(document, ops).map_err(|error| error.to_string())?;
    Ok(edit.apply(document.text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_files::FilePath;
    use limn_lmctl::Tree;

    fn project() -> Project {
        let text = "{schema: '2.0', name: a, version: '1.0', contains: [{name: b, type: Resource, resource-manager: lm}]}";
        let file = FilePath::new("lmproject.yml").expect("a path");
        Project::read(&file, &yaml::parse(text), &Tree::default())
    }

    #[track_caller]
    fn check(before: &str, after: &str) {
        assert_eq!(descriptor(before, "assembly::a::1.0", &project()).as_deref(), Ok(after));
    }

    #[test]
    fn a_descriptor_keeps_its_text() {
        check("# mine\nname: x\n", "# mine\nname: x\n");
        check("# mine\ndescription: x # why\n", "# mine\nname: assembly::a::1.0\ndescription: x # why\n");
        check("# only\n", "# only\nname: 'assembly::a::1.0'\ndescription:\n");
        check("", "name: 'assembly::a::1.0'\ndescription:\n");
    }

    #[test]
    fn references_become_names() {
        check(
            "name: x\ncomposition:\n  b: {type: '$lmctl:/contains:/b:/descriptor_name'} # b\nreferences:\n  c:\n    type: $lmctl:/contains:/gone:/descriptor_name\n",
            "name: x\ncomposition:\n  b: {type: 'resource::b-a::1.0'} # b\nreferences:\n  c:\n    type: $lmctl:/contains:/gone:/descriptor_name\n",
        );
    }

    #[test]
    fn a_manifest_has_a_number_as_its_version() {
        let version = |text: &str| Scalar { text: text.to_owned(), is_text: true };
        let manifest = |version: &Scalar| ansible_manifest("resource-manager: ansible\n", "b-a", version);
        assert_eq!(
            manifest(&version("1.0")).as_deref(),
            Ok("name: b-a\nversion: 1.0\nresource-manager: ansible\n")
        );
        assert_eq!(
            manifest(&version("1.0.1")).as_deref(),
            Ok("name: b-a\nversion: '1.0.1'\nresource-manager: ansible\n")
        );
    }
}
