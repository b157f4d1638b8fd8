//! Rule: a component with `dynamicType` also has `type`, and the template yields a valid descriptor name.

use super::super::grammar::{CP4NA, DescriptorName, JINJA_FILTERS, is_version};
use super::super::jinja::{Template, TemplateResult};
use super::super::model::{Component, Descriptor, Text};
use super::super::version;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_text::TextRange;

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
    "Checks that a component with `dynamicType` also has `type`.",
)
.why(
    "`dynamicType` selects a descriptor at run time; `type` is the descriptor that the assembly is designed for.",
)
.advice("Add `type` with the full name of a descriptor.")
.bad(
    "cp4na composition",
    r#"
a: {dynamicType: "{{ 'resource::n::1.0' }}"}
#                ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
)
.good(r#"a: {type: 'resource::s::1.0', dynamicType: "{{ 'resource::n::1.0' }}"}"#);
static NOT_A_TYPE: Code = Code::error(
    "assembly/dynamic-type-yields-no-type",
    "A-DYN-4",
    SECTION,
    "Checks that every possible result of `dynamicType` is a full descriptor name.",
)
.why("The result is the descriptor of the component. With any other text, no descriptor is found, and the component cannot be created.")
.advice("Write every result with kind, name and version, such as `resource::streamer::1.0`.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{{ 'netflix_streamer' }}"
#                 ^^^^^^^^^^^^^^^^
"#,
)
.good(r#"dynamicType: "{{ 'resource::netflix_streamer::1.0' }}""#);
static UNRESOLVED_RANGE: Code = Code::error(
    "assembly/unresolved-version-range",
    "A-DYN-5",
    SECTION,
    "Checks that a version range is valid and piped through `resolveVersion`, which selects the newest matching version. Ranges use Maven syntax with \
at least one bound: `[1.0,)`, `(1.0,2.0]`, `[1.0,1.2),(1.3,2.0)`.",
)
.why("Without `resolveVersion`, the range is part of the name, and no descriptor has such a name.")
.advice("Add `|resolveVersion` after the name, or write the exact version.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{{ 'resource::t_simple::[1.0,)' }}"
#                 ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
)
.good(r#"dynamicType: "{{ 'resource::t_simple::[1.0,)'|resolveVersion }}""#);
static MAY_BE_EMPTY: Code = Code::warning(
    "assembly/dynamic-type-may-be-empty",
    "A-DYN-6",
    SECTION,
    "Checks for `if` without `else` in `dynamicType`.",
)
.why("If the condition is false, the result is empty, which is not a descriptor name.")
.advice("Add `else` with a full descriptor name.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{% if maker == 'x' %}{{ 'resource::a::1.0' }}{% endif %}"
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
properties: {maker: {value: x}}
"#,
)
.good(
    r#"
dynamicType: "{% if maker == 'x' %}{{ 'resource::a::1.0' }}{% else %}{{ 'resource::b::1.0' }}{% endif %}"
properties: {maker: {value: x}}
"#,
);
static SAME_FOR_ALL: Code = Code::info(
    "assembly/one-dynamic-type-for-all",
    "A-DYN-7",
    SECTION,
    "Reports `dynamicType` beside `quantity` or `cluster`.",
)
.why("All instances get the same type. Only instances of `items` can have different types.")
.advice("Replace `quantity` or `cluster` with `items`, or remove it if one instance is enough.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{{ 'resource::a::1.0' }}"
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^
quantity: 2
"#,
)
.good(r#"dynamicType: "{{ 'resource::a::1.0' }}""#);
static MOVING_RANGE: Code = Code::info(
    "assembly/moving-version-range",
    "A-DYN-8",
    SECTION,
    "Reports a version range in `dynamicType`.",
)
.why("Every intent resolves the range again, so a descriptor that is added later can trigger a reconfiguration or a new installation.")
.advice("Replace the range with an exact version, and remove `resolveVersion`.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{{ 'resource::a::[1.0,)'|resolveVersion }}"
#                 ^^^^^^^^^^^^^^^^^^^
"#,
)
.good(r#"dynamicType: "{{ 'resource::a::1.0' }}""#);
static UNKNOWN_FILTER: Code = Code::warning(
    "assembly/unknown-filter",
    "A-DYN-9",
    SECTION,
    "Checks that a filter exists. Available are Jinja's built-in filters and `resolveVersion`.",
)
.why("Usually the name is misspelled. A processor stops with an error at an unknown filter, or skips it and selects the wrong type.")
.advice("Correct the name, for example `lowercase` to `lower`, or remove the filter.")
.bad(
    "cp4na component",
    r#"
dynamicType: "{{ 'resource::A::1.0'|lowercase }}"
#                                   ^^^^^^^^^
"#,
)
.good(r#"dynamicType: "{{ 'resource::A::1.0'|lower }}""#);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    for component in &descriptor.composition {
        if let Some(text) = &component.dynamic_type {
            check_component(descriptor, component, text, report);
        }
    }
}

fn check_component(descriptor: &Descriptor, component: &Component, text: &Text, report: &mut Report) {
    let at = component.path.key("dynamicType");
    let node = descriptor.node(&at);
    let place = |range: std::ops::Range<usize>| node.map_or(text.range, |node| node.range_within(range));
    let mut report_at = |code: &'static Code, range: TextRange, message: String| {
        report.push(Diagnostic::new(code, range, component.path.clone(), message));
    };
    if component.type_name.is_none() {
        report_at(
            &TYPE_MISSING,
            text.range,
            message::missing_on("key", "type", "component", &component.name),
        );
    }
    let template = Template::parse(&text.text);
    for outcome in &template.outcomes {
        if let Some((code, message)) = fault(outcome) {
            report_at(code, place(outcome.range.clone()), message);
        } else if is_range(version_of(&outcome.text)) {
            let message = "version range may resolve to another version with each intent".to_owned();
            report_at(&MOVING_RANGE, place(outcome.range.clone()), message);
        }
    }
    for filter in template.filters.iter().filter(|filter| !JINJA_FILTERS.contains(&filter.text.as_str())) {
        report_at(&UNKNOWN_FILTER, place(filter.range.clone()), message::unknown("filter", &filter.text));
    }
    if template.may_be_empty {
        report_at(&MAY_BE_EMPTY, text.range, "`if` without `else` may yield an empty type".to_owned());
    }
    if component.items.is_none() && (component.quantity.is_some() || component.cluster.is_some()) {
        report_at(
            &SAME_FOR_ALL,
            text.range,
            format!("all instances of component `{}` get the same type", component.name),
        );
    }
}

fn version_of(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or_default()
}

fn is_range(version: &str) -> bool {
    version.starts_with(['[', '(', '^'])
}

fn fault(outcome: &TemplateResult) -> Option<(&'static Code, String)> {
    let text = outcome.text.trim();
    let name = DescriptorName::parse(text)
        .filter(|name| matches!(name.kind.as_str(), "assembly" | "resource") && !name.name.is_empty());
    let Some(name) = name else {
        return Some((&NOT_A_TYPE, message::expected("a descriptor name", format!("`{text}`"))));
    };
    if is_version(&name.version) {
        return None;
    }
    if !is_range(&name.version) {
        return Some((&NOT_A_TYPE, message::expected("a version", format!("`{}`", name.version))));
    }
    if !version::is_range(&name.version) {
        return Some((
            &UNRESOLVED_RANGE,
            message::expected("a version range", format!("`{}`", name.version)),
        ));
    }
    let resolved = outcome.filters.iter().any(|filter| filter == "resolveVersion");
    (!resolved).then(|| {
        (
            &UNRESOLVED_RANGE,
            format!("version range `{}` is not resolved: pipe it through `resolveVersion`", name.version),
        )
    })
}
