//! Adjusts the diagnostics of the table for properties beside `properties`: unknown keynames of a template or a
//! capability that are properties of its type.

use super::super::Rule;
use crate::grammar::{UNKNOWN_KEY, VENDOR_KEYNAME};
use crate::model::Service;
use crate::types::{ScalarText, Section, TypeKind};
use limn_language::diagnostic::{Diagnostic, Report};
use limn_language::message;
use limn_language::schema::move_under;
use limn_yaml::{Node, Path};

pub(in super::super) static RULE: Rule = Rule { codes: &[], check };

fn check(service: &Service<'_>, report: &mut Report) {
    let codes = [&UNKNOWN_KEY, &VENDOR_KEYNAME];
    let unknown = report.diagnostics.iter_mut().filter(|diagnostic| codes.contains(&diagnostic.code));
    for diagnostic in unknown {
        if let Some(changed) = misplaced(service, diagnostic) {
            *diagnostic = changed;
        }
    }
}

fn misplaced(service: &Service<'_>, diagnostic: &Diagnostic) -> Option<Diagnostic> {
    let key = diagnostic.path.last_key()?;
    let owner = diagnostic.path.parent()?;
    let node = service.document.get(&owner)?.resolve();
    let what = element_with(service, &owner, node, key)?;
    let message = format!("{}; it belongs in `properties`", message::unknown(&format!("{what} key"), key));
    let changed = Diagnostic::new(&UNKNOWN_KEY, diagnostic.range, diagnostic.path.clone(), message);
    Some(match node.entry(key).and_then(|entry| move_under(&entry, "properties")) {
        Some(edit) => changed.text_fix("Move into `properties`", edit).unsafe_fix(),
        None => changed,
    })
}

/// The kind of an element whose type has a property of this name.
fn element_with(service: &Service<'_>, owner: &Path, node: Node<'_>, key: &str) -> Option<&'static str> {
    if owner.key_at(0) != Some("topology_template") {
        return None;
    }
    let (kind, what) = match (owner.key_at(1)?, owner.len()) {
        ("node_templates", 3) => (TypeKind::Node, "node template"),
        ("relationship_templates", 3) => (TypeKind::Relationship, "relationship template"),
        ("groups", 3) => (TypeKind::Group, "group"),
        ("policies", 4) => (TypeKind::Policy, "policy"),
        ("node_templates", 5) if owner.key_at(3) == Some("capabilities") => {
            let template = service.node_template(owner.key_at(2)?)?;
            let effective = service.type_scope.effective(template.type_id.found()?);
            let capability = effective.capabilities().get(owner.key_at(4)?)?;
            let (properties, _) =
                service.type_scope.facet(capability, TypeKind::Capability, Section::Properties);
            return properties.get(key).map(|_| "capability");
        }
        _ => return None,
    };
    let id = service.find(kind, &ScalarText::at(node, "type")?.text).found()?;
    service.type_scope.effective(id).properties().get(key).map(|_| what)
}
