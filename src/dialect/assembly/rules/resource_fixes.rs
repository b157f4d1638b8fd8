//! Adjusts the diagnostics of the table for `infrastructure-type` and `infrastructure` by what it cannot know: the resource manager, null entries, and the
//! fixes of LMCTL's autocorrect.

use super::super::grammar::{INFRASTRUCTURE_ENTRY, RESOURCES, SELECTOR_MISSING};
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Fix, FixEdit, Report, Rule, Severity};
use limn_language::message;
use limn_lmctl::Manager;
use limn_yaml::{Node, Op, Path, Placement, Style, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[], check };

const TYPES: &str = "infrastructure-type";

fn check(descriptor: &Descriptor, report: &mut Report) {
    let is = |code: &'static Code, other: &'static Code| std::ptr::eq(code, other);
    let project = descriptor.workspace.project();
    // Brent 2.1 reads both where later versions do not.
    if project.as_ref().is_some_and(|project| project.manager == Some(Manager::Brent2dot1)) {
        let codes = [&SELECTOR_MISSING, &INFRASTRUCTURE_ENTRY];
        report.diagnostics.retain(|found| !codes.iter().any(|code| is(found.code, code)));
        return;
    }
    check_null_entries(descriptor, project.is_some(), report);
    for diagnostic in &mut report.diagnostics {
        let fix = if is(diagnostic.code, &SELECTOR_MISSING) {
            selector(descriptor, &diagnostic.path)
        } else if is(diagnostic.code, &INFRASTRUCTURE_ENTRY) {
            infrastructure(descriptor, &diagnostic.path)
        } else {
            None
        };
        if let Some(fix) = fix {
            diagnostic.fixes = vec![fix];
        }
    }
}

/// Entries without a value. LMCTL fails on them, so that they are errors in a project.
fn check_null_entries(descriptor: &Descriptor, is_in_project: bool, report: &mut Report) {
    let section = descriptor.document.root().and_then(|root| root.get("infrastructure"));
    let is_resource = RESOURCES.has(descriptor.profiles);
    for entry in section.into_iter().filter(|_| is_resource).flat_map(|section| section.resolve().entries()) {
        if !entry.value.resolve().is_null() {
            continue;
        }
        let Some(name) = entry.key.as_str() else { continue };
        let message = message::expected(format!("an empty mapping for `{name}`"), "nothing");
        let path = Path::keys(["infrastructure", &*name]);
        let severity = if is_in_project { Severity::Error } else { Severity::Warning };
        report.push(
            Diagnostic::new(&INFRASTRUCTURE_ENTRY, entry.key.range(), path, message).severity(severity),
        );
    }
}

fn fix(title: &str, ops: Vec<Op>, safe: bool) -> Fix {
    Fix { title: title.to_owned(), edit: FixEdit::Ops(ops), safe }
}

/// Moves `infrastructure-type` into `selector`.
fn selector(descriptor: &Descriptor, path: &Path) -> Option<Fix> {
    let driver = if path.last_key() == Some(TYPES) { path.parent()? } else { path.clone() };
    let node = descriptor.document.get(&driver)?.resolve();
    let types = node.get(TYPES)?;
    let remove = Op::Remove { at: driver.key(TYPES), prune: false };
    let insert = |into: Path, key: &str, value: Value, placement: Placement| Op::Insert {
        into,
        key: key.to_owned(),
        value,
        placement,
    };
    let title = "Move into `selector`";
    match node.get("selector").filter(|selector| !selector.is_null()) {
        None => {
            let selector = Value::map([(TYPES, copied(types))]);
            let placement = Placement::Before(TYPES.to_owned());
            Some(fix(title, vec![insert(driver, "selector", selector, placement), remove], true))
        }
        Some(selector) if selector.resolve().is_mapping() && selector.resolve().get(TYPES).is_none() => {
            let moved = insert(driver.key("selector"), TYPES, copied(types), Placement::First);
            Some(fix(title, vec![moved, remove], true))
        }
        // The user has to decide which of the two applies.
        Some(_) => Some(fix("Remove `infrastructure-type`", vec![remove], false)),
    }
}

/// Moves a template to the drivers of `Create` and `Delete`, and a discovery to those of `queries`. The files of the templates have to be moved, too.
fn infrastructure(descriptor: &Descriptor, path: &Path) -> Option<Fix> {
    if path.len() != 2 || path.key_at(0) != Some("infrastructure") {
        return None;
    }
    let kind = path.key_at(1)?;
    let root = descriptor.document.root()?.resolve();
    let entry = descriptor.document.get(path)?.resolve();
    let mut ops = vec![Op::Replace { at: path.clone(), value: Value::Mapping(Vec::new()) }];
    if entry.is_null() {
        return Some(fix("Change to an empty mapping", ops, true));
    }
    let (template, discover) = (entry.get("template"), entry.get("discover"));
    if template.is_none() && discover.is_none() {
        return Some(fix("Remove content", ops, false));
    }
    let driver = match kind {
        "Openstack" => "openstack",
        "Kubernetes" => "kubernetes",
        other => other,
    };
    let mut add = |home: Path| {
        let at = home.key("drivers").key(driver);
        if descriptor.document.get(&at).is_none() {
            let types = Value::Sequence(vec![Value::text(kind)]);
            let selector = Value::map([("selector", Value::map([(TYPES, types)]))]);
            ops.push(Op::Insert {
                into: home.key("drivers"),
                key: driver.to_owned(),
                value: selector,
                placement: Placement::Last,
            });
        }
    };
    if template.is_some() {
        // A list of names would have to become a mapping.
        if root.get("lifecycle").is_some_and(|lifecycle| lifecycle.resolve().is_sequence()) {
            return None;
        }
        add(Path::keys(["lifecycle", "Create"]));
        add(Path::keys(["lifecycle", "Delete"]));
    }
    if discover.is_some() {
        add(Path::keys(["queries"]));
    }
    Some(fix("Move into `drivers`, without moving files", ops, false))
}

/// A copy of a value.
fn copied(node: Node<'_>) -> Value {
    let node = node.resolve();
    if node.is_sequence() {
        return Value::Sequence(node.items().map(copied).collect());
    }
    if node.is_mapping() {
        let entry =
            |entry: limn_yaml::Entry<'_>| Some((entry.key.as_str()?.into_owned(), copied(entry.value)));
        return Value::Mapping(node.entries().filter_map(entry).collect());
    }
    match (node.as_str(), node.style()) {
        _ if node.is_null() => Value::Null,
        (Some(text), Style::Plain) => Value::Plain(text.into_owned()),
        (Some(text), _) => Value::Text(text.into_owned()),
        (None, _) => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::read;
    use limn_language::dialect::Model;
    use limn_yaml::patch;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let text = format!("name: resource::a::1.0\n{before}");
        let descriptor = read("tnco", &text);
        let found = descriptor.check();
        let fix =
            found.iter().find(|diagnostic| ["A-RES-4", "A-RES-5"].map(Some).contains(&diagnostic.code.rule));
        let Some(FixEdit::Ops(ops)) =
            fix.and_then(|diagnostic| diagnostic.fixes.first()).map(|fix| &fix.edit)
        else {
            panic!("no fix among {found:#?}")
        };
        let edit = patch(&descriptor.document, ops).expect("the fix can be written");
        assert_eq!(edit.apply(&text), format!("name: resource::a::1.0\n{after}"));
    }

    #[test]
    fn infrastructure_types_move_under_the_selector() {
        check(
            "default-driver: {ansible: {infrastructure-type: ['*']}}\n",
            "default-driver: {ansible: {selector: {infrastructure-type: ['*']}}}\n",
        );
        check(
            "lifecycle:\n  Create:\n    drivers:\n      a:\n        infrastructure-type: # all\n        - '*'\n        selector: {x: 1}\n",
            "lifecycle:\n  Create:\n    drivers:\n      a:\n        selector: {infrastructure-type: ['*'], x: 1}\n",
        );
    }

    #[test]
    fn an_entry_without_a_value_gets_an_empty_mapping() {
        check("infrastructure:\n  Openstack: # kept\n", "infrastructure:\n  Openstack: {} # kept\n");
    }

    #[test]
    fn templates_move_to_the_drivers() {
        check(
            "infrastructure:\n  Openstack:\n    template:\n      file: heat.yaml\n    discover: {file: find.yaml}\nlifecycle:\n  Create: {}\n",
            "infrastructure:\n  Openstack: {}\nlifecycle:\n  Create:\n    drivers:\n      openstack:\n        selector:\n          infrastructure-type:\n            - Openstack\n  Delete:\n    drivers:\n      openstack:\n        selector:\n          infrastructure-type:\n            - Openstack\nqueries:\n  drivers:\n    openstack:\n      selector:\n        infrastructure-type:\n          - Openstack\n",
        );
    }
}
