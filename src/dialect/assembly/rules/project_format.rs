//! Rule: a project file is in the current format.

use super::super::model::{Descriptor, DescriptorKind};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_lmctl::is_old_format;
use limn_yaml::{Node, Op, Path, Placement, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&OLD_FORMAT], check };

static OLD_FORMAT: Code = Code::warning(
    "assembly/old-project-format",
    "A-PKG-9",
    "LMCTL, projects",
    "Checks that a project file has `schema` 2.0. Without it the file is in the format of LMCTL 1: LMCTL rewrites it when it opens the project, takes \
version 1.0 if there is none, and turns each entry of `vnfcs` into a resource project for the Ansible resource manager.",
)
.why("With `schema` 2.0, `vnfcs` is ignored.")
.advice("Add `schema: '2.0'` and `version`, and move the entries of `vnfcs` to `contains`.")
.bad(
    "project file",
    "
name: demo
#^^^
version: '1.0'
",
)
.good(
    "
schema: '2.0'
name: demo
version: '1.0'
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    let Some(root) = descriptor.document.root().filter(|root| root.is_mapping()) else { return };
    if descriptor.kind != DescriptorKind::Project {
        return;
    }
    let range = |key: &str| root.entry(key).map(|entry| entry.key.range());
    let first = || root.entries().next().map_or(root.range(), |entry| entry.key.range());
    if is_old_format(root) {
        let range = range("vnfcs").or_else(|| range("schema")).unwrap_or_else(first);
        let message = message::expected("`schema: '2.0'`", "the format of LMCTL 1");
        let diagnostic = Diagnostic::new(&OLD_FORMAT, range, Path::root(), message);
        report.push(match renewed(root) {
            Some(ops) => diagnostic.fix("Convert to the current format", ops),
            None => diagnostic,
        });
    } else if let Some(range) = range("vnfcs") {
        let message = "`vnfcs` is ignored with `schema` 2.0; use `contains`".to_owned();
        report.push(Diagnostic::new(&OLD_FORMAT, range, Path::keys(["vnfcs"]), message));
    }
}

/// The ops that write a project file as LMCTL does. `None` for one that LMCTL refuses.
fn renewed(root: Node<'_>) -> Option<Vec<Op>> {
    let insert = |key: &str, value: Value, placement: Placement| Op::Insert {
        into: Path::root(),
        key: key.to_owned(),
        value,
        placement,
    };
    let mut ops = vec![match root.get("schema") {
        Some(_) => Op::Replace { at: Path::keys(["schema"]), value: Value::Quoted("2.0".to_owned()) },
        None => insert("schema", Value::Quoted("2.0".to_owned()), Placement::First),
    }];
    if root.get("version").is_none() {
        ops.push(insert("version", Value::Quoted("1.0".to_owned()), Placement::After("name".to_owned())));
    }
    let Some(vnfcs) = root.get("vnfcs").map(Node::resolve) else { return Some(ops) };
    if root.get("contains").is_some() {
        return None;
    }
    let definitions = vnfcs.get("definitions").map(Node::resolve);
    let project = |(key, value): (Node<'_>, Node<'_>)| {
        let name = key.as_str()?.into_owned();
        let directory = value.resolve().get("directory").and_then(Node::as_str);
        Some(Value::map([
            ("name", Value::Text(name.clone())),
            ("type", Value::text("Resource")),
            ("directory", Value::Text(directory.map_or(name, std::borrow::Cow::into_owned))),
            ("resource-manager", Value::text("ansible-rm")),
        ]))
    };
    let entries = definitions.into_iter().flat_map(Node::entries).map(|entry| (entry.key, entry.value));
    let projects: Option<Vec<Value>> = entries.map(project).collect();
    let projects = projects?;
    ops.push(Op::Remove { at: Path::keys(["vnfcs"]), prune: false });
    if !projects.is_empty() {
        ops.push(insert("contains", Value::Sequence(projects), Placement::Last));
    }
    Some(ops)
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_yaml::{parse, patch};

    #[test]
    fn a_project_is_written_in_the_current_format() {
        let document =
            parse("name: demo # shown\nvnfcs:\n  definitions:\n    web:\n      directory: w\n    db: {}\n");
        let ops = renewed(document.root().expect("a mapping")).expect("it can be written");
        let edit = patch(&document, &ops).expect("the ops can be written");
        assert_eq!(
            edit.apply(document.text()),
            "schema: '2.0'\nname: demo # shown\nversion: '1.0'\ncontains:\n  - name: web\n    type: Resource\n    directory: w\n    resource-manager: ansible-rm\n  - name: db\n    type: Resource\n    directory: db\n    resource-manager: ansible-rm\n"
        );
    }
}
