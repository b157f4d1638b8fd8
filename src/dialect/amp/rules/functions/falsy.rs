//! Waiting for an attribute that can be false, zero or empty.

use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::function::{CallNode, Function};
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::name_index::{Site, SiteKind};
use limn_tosca::resolve::Resolver;
use limn_tosca::types::Definition;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NEVER_READY], check };

static NEVER_READY: Code = Code::info(
    "amp/attribute-never-ready",
    "M-FN-9",
    "AMP, Depends On",
    "Reports an operation input or property that waits for an attribute that is often false, zero or empty.",
)
.why("AMP waits until the value is ready, and such a value never becomes ready. The mode of the server (`brooklyn.tosca.get_attribute_mode`) can \
change this, a blueprint cannot. The check knows such an attribute by its type (`boolean`), its default, or a name like `error_count`. Most \
attributes have values that are never zero, so other numbers are not reported, and neither is a readiness flag, like `is_ready`.")
.advice("Read an attribute whose value is always non-empty and non-zero, such as `token`, or remove the call.")
.bad(
    "blueprint",
    "
topology_template:
  node_templates:
    queue: {type: acme.Queue}
    worker:
      type: acme.Worker
      interfaces:
        Standard: {start: {inputs: {failed: {get_attribute: [queue, error_count]}}, implementation: start.sh}}
#                                                                   ^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates:
    queue: {type: acme.Queue}
    worker:
      type: acme.Worker
      interfaces:
        Standard: {start: {inputs: {token: {get_attribute: [queue, token]}}, implementation: start.sh}}
",
);

/// Last words of names that count something which can be absent.
const COUNTS: [&str; 6] = ["count", "counter", "errors", "failures", "retries", "warnings"];

/// Words of readiness flags.
const AWAITED: [&str; 12] = [
    "is",
    "has",
    "ready",
    "up",
    "running",
    "available",
    "started",
    "done",
    "complete",
    "completed",
    "initialized",
    "healthy",
];

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    for site in &service.name_index().sites {
        let Some(call) = CallNode::of(site.value) else { continue };
        let waits = call.function == Function::GetAttribute
            && matches!(site.spot, SiteKind::Input | SiteKind::Property);
        let arguments = call.arguments();
        let (true, [who, name]) = (waits, &arguments[..]) else { continue };
        let (Some(entity), Some(text)) = (who.as_str(), name.as_str()) else { continue };
        if !service.is_own(*name) {
            continue;
        }
        let definition = definition(service, site, &entity, &text);
        if let Some(why) = reason(&text, definition) {
            let message = format!(
                "AMP waits until `{text}` is not false, zero or empty, which may never happen: {why}"
            );
            report.push(service.fault(&NEVER_READY, *name, message));
        }
    }
}

fn definition<'s, 'd>(
    service: &'s Service<'d>,
    site: &Site<'d>,
    entity: &str,
    name: &str,
) -> Option<&'s Definition<'d>> {
    let entity = Resolver::new(service).entities(entity, site.context).into_iter().next()?;
    let effective = service.type_scope.effective(entity.type_id.found()?);
    effective.attributes().get(name).or_else(|| effective.properties().get(name))
}

/// Reason why the attribute can be without a value that counts as ready.
fn reason(name: &str, definition: Option<&Definition<'_>>) -> Option<String> {
    let words = words(name);
    if let Some(definition) = definition {
        let text = |key: &str| Some(definition.get(key)?.0.resolve().as_str()?.into_owned());
        let awaited = words.iter().any(|word| AWAITED.contains(&word.as_str()));
        if text("type").as_deref() == Some("boolean") && !awaited {
            return Some("its type is `boolean`".to_owned());
        }
        if let Some(default) = text("default").filter(|_| !awaited)
            && matches!(default.trim(), "" | "0" | "false" | "0.0")
        {
            return Some(format!("its default is `{}`", default.trim()));
        }
    }
    let last = words.last().filter(|last| COUNTS.contains(&last.as_str()))?;
    Some(format!("names that end in `{last}` usually mean a number that can be zero"))
}

/// The words of `error_count`, `errorCount` or `error.count`, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for it in name.chars() {
        if !it.is_alphanumeric() || it.is_uppercase() && was_lower {
            words.push(String::new());
        }
        was_lower = it.is_lowercase();
        if it.is_alphanumeric() {
            words.last_mut().expect("it is never empty").extend(it.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_have_words() {
        assert_eq!(words("error_count"), ["error", "count"]);
        assert_eq!(words("service.isUp"), ["service", "is", "up"]);
        assert_eq!(words("URL"), ["url"]);
    }
}
