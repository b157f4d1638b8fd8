//! Icons of types and templates.

use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_language::schema::move_under;
use limn_tosca::Rule;
use limn_tosca::grammar::{AMP_PLUGIN, IMPLEMENTATION_IN_TYPE, UNKNOWN_KEY};
use limn_tosca::model::Service;
use limn_tosca::types::{Type, TypeKind};
use limn_yaml::{Entry, Node, Op, Placement, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&OUTSIDE, &OTHER_KIND, &NOT_A_URL], check };

static OUTSIDE: Code = Code::warning(
    "amp/icon-outside-metadata",
    "M-META-3",
    "AMP, Extra Features",
    "Checks that the `icon` of a type is in its `metadata`.",
)
.why("AMP reads the icon only there. Directly in the type, it is not valid TOSCA either.")
.advice("Move `icon` to the `metadata` of the type.")
.bad(
    "blueprint",
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    icon: classpath://logo.png
#   ^^^^
",
)
.good(
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    metadata:
      icon: classpath://logo.png
",
)
.supersedes(&[&UNKNOWN_KEY, &IMPLEMENTATION_IN_TYPE]);
static OTHER_KIND: Code = Code::warning(
    "amp/icon-without-effect",
    "M-META-4",
    "AMP, Extra Features",
    "Reports an `icon` on an artifact, capability or group type.",
)
.why("AMP shows no icons for artifact, capability and group types.")
.advice("Remove `icon`, or add it to the `metadata` of a node, data, interface, relationship or policy type.")
.bad(
    "blueprint",
    "
artifact_types:
  my.Script:
    derived_from: tosca.artifacts.Implementation
    metadata: {icon: 'https://example.org/script.png'}
#              ^^^^
",
)
.good(
    "
node_types:
  my.Web:
    derived_from: tosca.nodes.WebServer
    metadata: {icon: 'https://example.org/web.png'}
",
);
static NOT_A_URL: Code = Code::warning(
    "amp/icon-not-a-url",
    "M-META-5",
    "AMP, Extra Features",
    "Checks that `icon` and `template_icon` are URLs of images.",
)
.why("AMP loads the image from this address. Without a scheme such as `https` or `classpath`, it finds none.")
.advice("Use `classpath://` for a file of the bundle.")
.bad(
    "blueprint",
    "
metadata: {template_name: web-shop, template_version: 1.0.0, template_icon: logo.png}
#                                                                           ^^^^^^^^
",
)
.good(
    "
metadata: {template_name: web-shop, template_version: 1.0.0, template_icon: 'classpath://logo.png'}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    for kind in TypeKind::ALL {
        let has_icon = !matches!(kind, TypeKind::Artifact | TypeKind::Capability | TypeKind::Group);
        for (_, it) in service.own_types(kind) {
            let icon = it.node.get("metadata").and_then(|metadata| metadata.resolve().entry("icon"));
            match icon.filter(|icon| !icon.value.is_null() && service.is_own(icon.key)) {
                Some(icon) if has_icon => check_url(service, icon.value.resolve(), report),
                Some(icon) => {
                    let message = format!("`icon` has no effect on {} `{}`", kind.word(), it.name);
                    report.push(service.fault(&OTHER_KIND, icon.key, message));
                }
                None => {}
            }
            if has_icon && let Some(icon) = beside(service, it) {
                report.push(outside(service, it, &icon));
            }
        }
    }
    let metadata = service.root.and_then(|root| root.get("metadata"));
    if let Some(icon) = metadata.and_then(|metadata| metadata.resolve().get("template_icon")) {
        check_url(service, icon.resolve(), report);
    }
}

/// An `icon` directly in a type. An interface type can have an operation of this name, with a script.
fn beside<'d>(service: &Service<'d>, it: &Type<'d>) -> Option<Entry<'d>> {
    let icon = it.node.entry("icon").filter(|icon| service.is_own(icon.key) && icon.value.is_scalar())?;
    let is_operation = it.kind == TypeKind::Interface
        && !icon.value.text().is_some_and(|text| IMAGES.iter().any(|end| text.ends_with(end)));
    (!is_operation).then_some(icon)
}

const IMAGES: [&str; 6] = [".png", ".svg", ".jpg", ".jpeg", ".gif", ".ico"];

fn outside(service: &Service<'_>, it: &Type<'_>, icon: &Entry<'_>) -> Diagnostic {
    const TITLE: &str = "Move to `metadata`";
    // In an interface type, it reads as an operation with a script.
    let at = if it.kind == TypeKind::Interface { icon.value } else { icon.key };
    let fault = service.fault(&OUTSIDE, at, "`icon` belongs in `metadata`");
    let metadata = it.node.get("metadata").map(Node::resolve);
    let is_free = metadata.is_none_or(|metadata| {
        metadata.is_missing() || metadata.is_mapping() && metadata.get("icon").is_none()
    });
    if !is_free {
        return fault;
    }
    // Moves the text as written, with comments and quotes. In flow style, only the value can move.
    if let Some(edit) = move_under(icon, "metadata") {
        return fault.text_fix(TITLE, edit);
    }
    let Some(text) = icon.value.text().filter(|_| !icon.value.is_null()) else { return fault };
    let into = it.node.path().key("metadata");
    let insert =
        Op::Insert { into, key: "icon".to_owned(), value: Value::text(text), placement: Placement::Last };
    fault.fix(TITLE, vec![Op::Remove { at: icon.key.path(), prune: false }, insert])
}

fn check_url(service: &Service<'_>, node: Node<'_>, report: &mut Report) {
    let Some(text) = node.text().filter(|_| node.is_scalar() && service.is_own(node)) else { return };
    let scheme = text.trim().split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    if node.is_null() || scheme.is_some_and(is_scheme) {
        return;
    }
    let mut fault =
        service.fault(&NOT_A_URL, node, message::expected("a URL of an image", format!("`{text}`")));
    if !text.is_empty() && !text.contains([' ', ':', '\\', '\n']) {
        let meant = format!("classpath://{}", text.trim_start_matches("./").trim_start_matches('/'));
        let ops = vec![Op::Replace { at: node.path(), value: Value::text(meant.as_str()) }];
        fault = fault.likely_fix(format!("Change to `{meant}`"), ops, false);
    }
    report.push(fault);
}
