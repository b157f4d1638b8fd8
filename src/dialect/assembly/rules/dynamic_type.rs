//! `dynamicType`: what it needs beside it, and what it may come to.

use super::super::grammar::{CP4NA, DescriptorName, JINJA_FILTERS, is_version};
use super::super::jinja::{Outcome, Template};
use super::super::model::{Component, Descriptor, Text};
use crate::diagnostic::{Code, Diagnostic, Report, Rule};
use crate::text::TextRange;

pub(super) static RULE: Rule<Descriptor> = Rule {
    codes: &[
        &TYPE_MISSING,
        &NOT_A_TYPE,
        &UNRESOLVED_RANGE,
        &MAY_BE_EMPTY,
        &SAME_FOR_ALL,
        &MOVING_RANGE,
        &UNKNOWN_FILTER,
    ],
    check,
};

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Dynamic types";

static TYPE_MISSING: Code = Code::error(
    "assembly/dynamic-type-without-type",
    "A-DYN-1",
    SECTION,
    "`dynamicType` chooses among descriptors; `type` says what the assembly is designed against, and is needed as well.

Bad:
```yaml
a: {dynamicType: \"{{ 'resource::n::1.0' }}\"}
```
Good:
```yaml
a: {type: 'resource::s::1.0', dynamicType: \"{{ 'resource::n::1.0' }}\"}
```",
);
static NOT_A_TYPE: Code = Code::error(
    "assembly/dynamic-type-yields-no-type",
    "A-DYN-4",
    SECTION,
    "Whatever `dynamicType` comes to is a full descriptor name.

Bad:
```yaml
dynamicType: \"{{ 'netflix_streamer' }}\"
```
Good:
```yaml
dynamicType: \"{{ 'resource::netflix_streamer::1.0' }}\"
```",
);
static UNRESOLVED_RANGE: Code = Code::error(
    "assembly/unresolved-version-range",
    "A-DYN-5",
    SECTION,
    "A range of versions names no descriptor yet: `resolveVersion` picks the newest that fits. A range is written as Maven writes it, with at least one \
bound: `[1.0,)`, `(1.0,2.0]`, `[1.0,1.2),(1.3,2.0)`.

Bad:
```yaml
dynamicType: \"{{ 'resource::t_simple::[1.0,)' }}\"
```
Good:
```yaml
dynamicType: \"{{ 'resource::t_simple::[1.0,)'|resolveVersion }}\"
```",
);
static MAY_BE_EMPTY: Code = Code::warning(
    "assembly/dynamic-type-may-be-empty",
    "A-DYN-6",
    SECTION,
    "An `if` without an `else` comes to nothing when its condition does not hold, and nothing is no descriptor.",
);
static SAME_FOR_ALL: Code = Code::info(
    "assembly/one-dynamic-type-for-all",
    "A-DYN-7",
    SECTION,
    "All instances of a `quantity` or a `cluster` get the same type. Only groups of `items` can differ from instance to instance.",
);
static MOVING_RANGE: Code = Code::info(
    "assembly/moving-version-range",
    "A-DYN-8",
    SECTION,
    "A range is looked at anew with every intent: a descriptor that appears later can trigger a reconfiguration or a new installation.",
);
static UNKNOWN_FILTER: Code = Code::warning(
    "assembly/unknown-filter",
    "A-DYN-9",
    SECTION,
    "`resolveVersion` is the only filter that the product adds to Jinja's own.",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        if let Some(text) = &component.dynamic_type {
            one(descriptor, component, text, report);
        }
    }
}

fn one(descriptor: &Descriptor, component: &Component, text: &Text, report: &mut Report) {
    let at = component.path.key("dynamicType");
    let node = descriptor.node(&at);
    let place = |range: std::ops::Range<usize>| node.map_or(text.range, |node| node.range_within(range));
    let mut say = |code: &'static Code, range: TextRange, message: String| {
        report.push(Diagnostic::new(code, range, component.path.clone(), message));
    };
    if component.type_name.is_none() {
        say(&TYPE_MISSING, text.range, format!("`{}` has a `dynamicType`, but no `type`", component.name));
    }
    let template = Template::parse(&text.text);
    for outcome in &template.outcomes {
        if let Some((code, message)) = fault(outcome) {
            say(code, place(outcome.range.clone()), message);
        } else if is_range(version_of(&outcome.text)) {
            let message = "another version may be chosen with every intent".to_owned();
            say(&MOVING_RANGE, place(outcome.range.clone()), message);
        }
    }
    for filter in template.filters.iter().filter(|filter| !JINJA_FILTERS.contains(&filter.text.as_str())) {
        say(&UNKNOWN_FILTER, place(filter.range.clone()), format!("no filter is called `{}`", filter.text));
    }
    if template.may_be_empty {
        say(&MAY_BE_EMPTY, text.range, "an `if` without an `else` may come to nothing".to_owned());
    }
    if component.items.is_none() && (component.quantity.is_some() || component.cluster.is_some()) {
        say(&SAME_FOR_ALL, text.range, format!("all instances of `{}` get the same type", component.name));
    }
}

fn version_of(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or_default()
}

fn is_range(version: &str) -> bool {
    version.starts_with(['[', '(', '^'])
}

fn fault(outcome: &Outcome) -> Option<(&'static Code, String)> {
    let text = outcome.text.trim();
    let name = DescriptorName::parse(text)
        .filter(|name| matches!(name.kind.as_str(), "assembly" | "resource") && !name.name.is_empty());
    let Some(name) = name else {
        return Some((&NOT_A_TYPE, format!("`{text}` is no descriptor name")));
    };
    if is_version(&name.version) {
        return None;
    }
    if !is_range(&name.version) {
        return Some((&NOT_A_TYPE, format!("`{}` is no version", name.version)));
    }
    if !is_maven_range(&name.version) {
        return Some((&UNRESOLVED_RANGE, format!("`{}` is no range of versions", name.version)));
    }
    let resolved = outcome.filters.iter().any(|filter| filter == "resolveVersion");
    (!resolved).then(|| {
        (&UNRESOLVED_RANGE, format!("`{}` is a range: pipe it through `resolveVersion`", name.version))
    })
}

/// Sets joined by commas, each `[a,b)`, `(,b]`, `[a,)` or `[a]`, with at least one bound.
fn is_maven_range(text: &str) -> bool {
    let mut rest = text;
    loop {
        let Some(inner) = rest.strip_prefix(['[', '(']) else { return false };
        let Some(end) = inner.find([']', ')']) else { return false };
        let set = &inner[..end];
        let fits = match set.split_once(',') {
            Some((low, high)) => {
                let bound = |text: &str| text.is_empty() || is_version(text);
                bound(low.trim()) && bound(high.trim()) && !(low.trim().is_empty() && high.trim().is_empty())
            }
            None => rest.starts_with('[') && inner[end..].starts_with(']') && is_version(set.trim()),
        };
        if !fits {
            return false;
        }
        rest = inner[end + 1..].trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return rest.is_empty(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_maven_range;

    #[test]
    fn ranges_are_mavens() {
        for good in ["[1.0,)", "(,2.0]", "[1.0]", "[1.0,1.2),(1.3,2.0)", "(1,2)"] {
            assert!(is_maven_range(good), "{good}");
        }
        for bad in ["", "1.0", "[,)", "(1.0)", "[1.0", "[1.0,2.0)x", "[a,b]", "[1.0,2.0),"] {
            assert!(!is_maven_range(bad), "{bad}");
        }
    }
}
