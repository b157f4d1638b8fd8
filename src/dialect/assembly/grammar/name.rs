//! Validation of descriptor names, types, and names of entries.

use super::{
    ASSEMBLIES, BLANK_IN_NAME, COMPANY_PREFIX, COMPONENT_TYPE, DATA_TYPE_NAME, DOUBLE_SEPARATOR, ENTRY_NAME,
    LMCTL_TYPE, LONG_NAME, LONG_VERSION, MALFORMED_LMCTL_TYPE, NAME_CHARACTER, NAME_END, NAME_KIND,
    NAME_PARTS, NAME_START, PROPERTY_NAME, RANGE_IN_COMPOSITION, REFERENCE_TYPE, RELATIONSHIP_NAME,
    RELATIONSHIP_NAME_STYLE, RESERVED_NAME, SHADOWED_TYPE, TNCO, TNCO_RESOURCE, VERSION_FORM,
};
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_language::schema::{Choice, Profiles, TextRule};
use limn_text::invisible_name;

pub static DESCRIPTOR_NAME: TextRule =
    TextRule { label: "kind::name::version", check: descriptor_name, suggestions: &[] };
pub static COMPONENT_TYPE_RULE: TextRule =
    TextRule { label: "a full descriptor name", check: component_type, suggestions: &[] };
pub static REFERENCE_TYPE_RULE: TextRule = TextRule {
    label: "a full descriptor name, with a version or `^` and a minimum version",
    check: reference_type,
    suggestions: &[],
};

/// The built-in types of both products.
pub static PROPERTY_TYPES: &[Choice] = &[
    Choice::new("string", "Text; the default type."),
    Choice::new("boolean", "`true` or `false`."),
    Choice::new("integer", "An integer."),
    Choice::new("float", "A floating-point number."),
    Choice::new("timestamp", "An ISO 8601 date and time."),
    Choice::new("map", "Named entries; `entry-schema` defines their type."),
    Choice::new("list", "Ordered entries; `entry-schema` defines their type."),
    Choice::new("key", "The name of an SSH key."),
    Choice::new("certificate", "The name of a certificate."),
];

/// The property types of TNC-O resources.
pub static TNCO_RESOURCE_TYPES: &[&str] = &["string", "key", "resourceKeyId"];

type Faults = Vec<(&'static Code, String)>;

/// A descriptor name, split into its three parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptorName {
    /// `assembly`, `resource`.
    pub kind: String,
    pub name: String,
    /// As written, including a leading `^`.
    pub version: String,
}

impl DescriptorName {
    /// Splits a name without validating the parts; `None` unless there are three.
    pub fn parse(text: &str) -> Option<DescriptorName> {
        let mut parts = text.split("::");
        let (kind, name, version) = (parts.next()?, parts.next()?, parts.next()?);
        parts.next().is_none().then(|| DescriptorName {
            kind: kind.to_owned(),
            name: name.to_owned(),
            version: version.to_owned(),
        })
    }
}

/// True for a type that LMCTL resolves in a build: `$lmctl:/contains:/sub:/descriptor_name`.
pub fn is_lmctl(text: &str) -> bool {
    text.trim_start().starts_with("$lmctl")
}

/// The path of sub-projects in an LMCTL reference; `None` if it is malformed.
pub fn lmctl_steps(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix("$lmctl")?.strip_suffix(":/descriptor_name")?;
    let steps: Vec<&str> = inner.split(":/").skip(1).collect();
    let pairs = inner.starts_with(":/") || inner.is_empty();
    let named = steps.chunks(2).all(|pair| matches!(pair, ["contains", name] if !name.is_empty()));
    (pairs && named).then(|| steps.chunks(2).filter_map(|pair| pair.get(1).copied()).collect())
}

pub(super) fn descriptor_name(text: &str, profiles: Profiles) -> Faults {
    // Builds and tests fill in placeholders later: `assembly::[[ id ]]::1.0`.
    let kinds: &[&str] = &["assembly", "resource", "assembly-template", "type"];
    full_name(text, profiles, kinds, &NAME_PARTS, &NAME_KIND)
}

fn component_type(text: &str, profiles: Profiles) -> Faults {
    if is_lmctl(text) {
        return lmctl_type(text);
    }
    match DescriptorName::parse(text) {
        Some(name) if is_range(&name.version) => vec![(
            &RANGE_IN_COMPOSITION,
            message::expected("an exact version", format!("version range `{}`", name.version)),
        )],
        _ => type_name(text, profiles, &COMPONENT_TYPE),
    }
}

fn reference_type(text: &str, profiles: Profiles) -> Faults {
    if is_lmctl(text) {
        return lmctl_type(text);
    }
    match DescriptorName::parse(text) {
        Some(name) if name.version.starts_with(['[', '(']) => vec![(
            &REFERENCE_TYPE,
            message::expected(
                "a version or `^` and a minimum version",
                format!("version range `{}`", name.version),
            ),
        )],
        Some(name) if name.version.starts_with('^') => {
            type_name(&text.replacen("::^", "::", 1), profiles, &REFERENCE_TYPE)
        }
        _ => type_name(text, profiles, &REFERENCE_TYPE),
    }
}

fn is_range(version: &str) -> bool {
    version.starts_with(['^', '[', '('])
}

fn lmctl_type(text: &str) -> Faults {
    match lmctl_steps(text) {
        Some(steps) if !steps.is_empty() => {
            vec![(
                &LMCTL_TYPE,
                format!("LMCTL replaces this with the name of sub-project `{}` in a build", steps.join("/")),
            )]
        }
        _ => vec![(
            &MALFORMED_LMCTL_TYPE,
            message::expected("`$lmctl:/contains:/name:/descriptor_name`", format!("`{text}`")),
        )],
    }
}

/// Validates a type: errors in its form have `code`, errors in its parts have their own codes.
fn type_name(text: &str, profiles: Profiles, code: &'static Code) -> Faults {
    // Length and style are checked in the descriptor that has the name.
    full_name(text, profiles, &["assembly", "resource"], code, code)
        .into_iter()
        .filter(|(found, _)| **found != LONG_NAME && **found != LONG_VERSION && **found != COMPANY_PREFIX)
        .collect()
}

fn full_name(
    text: &str,
    profiles: Profiles,
    kinds: &[&str],
    parts_code: &'static Code,
    kind_code: &'static Code,
) -> Faults {
    let mut faults = Vec::new();
    if text.contains(char::is_whitespace) && !text.contains("[[") {
        faults.push((&BLANK_IN_NAME, message::expected("a name without spaces", format!("`{text}`"))));
        return faults;
    }
    let Some(name) = DescriptorName::parse(text) else {
        faults.push((parts_code, message::expected("`kind::name::version`", format!("`{text}`"))));
        return faults;
    };
    if !kinds.contains(&name.kind.as_str()) {
        faults.push((
            kind_code,
            message::expected("descriptor kind `assembly` or `resource`", format!("`{}`", name.kind)),
        ));
    }
    if !name.name.contains("[[") {
        middle_part(&name.name, &mut faults);
    }
    if !is_version(&name.version) {
        faults.push((
            &VERSION_FORM,
            message::expected("a version of numbers and single dots", format!("`{}`", name.version)),
        ));
    } else if name.version.len() > 10 && TNCO.or(TNCO_RESOURCE).has(profiles) {
        faults.push((
            &LONG_VERSION,
            message::expected("a version of at most 10 characters", format!("`{}`", name.version)),
        ));
    }
    faults
}

/// True for numbers separated by single dots.
pub fn is_version(version: &str) -> bool {
    version.split('.').all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn middle_part(name: &str, faults: &mut Faults) {
    let separator = |c: char| matches!(c, '_' | '-');
    match name.chars().next() {
        None => {
            return faults.push((&NAME_START, message::expected("`kind::name::version`", "an empty name")));
        }
        Some('.') => {}
        Some(first) if !first.is_ascii_alphabetic() => {
            faults.push((
                &NAME_START,
                message::expected("a name that starts with a letter", format!("`{name}`")),
            ));
        }
        Some(_) => {}
    }
    if name.ends_with(separator) {
        faults.push((
            &NAME_END,
            message::expected("a name that ends with a letter or digit", format!("`{name}`")),
        ));
    }
    if let Some(invalid) = name.chars().find(|&c| !(c.is_ascii_alphanumeric() || separator(c) || c == '.')) {
        // Another rule reports invisible characters at their position.
        if invisible_name(invalid).is_some() {
            return;
        }
        faults.push((&NAME_CHARACTER, format!("unexpected character `{invalid}` in descriptor name")));
    }
    if name.split('.').any(str::is_empty) {
        faults.push((
            &COMPANY_PREFIX,
            message::expected("a word on both sides of each dot", format!("`{name}`")),
        ));
    }
    if name.as_bytes().windows(2).any(|pair| separator(pair[0].into()) && separator(pair[1].into())) {
        faults.push((
            &DOUBLE_SEPARATOR,
            message::expected("single `_` and `-` in descriptor name", format!("`{name}`")),
        ));
    }
    let length = name.chars().count();
    if length > 50 {
        faults.push((
            &LONG_NAME,
            message::expected("a middle part of at most 50 characters in the descriptor name", length),
        ));
    }
}

/// Validates a name of an entry: no space, no dot, at least one letter or digit.
fn short_name(name: &str, kind: &str, code: &'static Code) -> Faults {
    let form = if name.contains(char::is_whitespace) {
        "without spaces"
    } else if name.contains('.') {
        "without dots"
    } else if !name.chars().any(char::is_alphanumeric) {
        "with a letter or digit"
    } else {
        return Vec::new();
    };
    vec![(code, message::expected(format!("a {kind} name {form}"), format!("`{name}`")))]
}

pub(super) fn property_name(name: &str, _profiles: Profiles) -> Faults {
    short_name(name, "property", &PROPERTY_NAME)
}

pub(super) fn entry_name(name: &str, profiles: Profiles) -> Faults {
    // Only for assemblies: published resources break the rule, and nothing refers to their entries with a dot.
    if ASSEMBLIES.has(profiles) {
        short_name(name, "capability or requirement", &ENTRY_NAME)
    } else {
        Vec::new()
    }
}

pub(super) fn component_name(name: &str, _profiles: Profiles) -> Faults {
    let mut faults = short_name(name, "component or reference", &ENTRY_NAME);
    if RESERVED.contains(&name) {
        faults.push((&RESERVED_NAME, format!("reserved name `{name}`: it is a keyword in `${{…}}`")));
    }
    faults
}

/// Keywords at the start of `${…}`.
pub const RESERVED: &[&str] = &["instance", "item", "source", "target"];

pub(super) fn data_type_name(name: &str, _profiles: Profiles) -> Faults {
    let mut faults = short_name(name, "data type", &DATA_TYPE_NAME);
    if PROPERTY_TYPES.iter().any(|built_in| built_in.word == name) {
        faults.push((&SHADOWED_TYPE, format!("reserved name `{name}`: it is a built-in type")));
    }
    faults
}

pub(super) fn relationship_name(name: &str, _profiles: Profiles) -> Faults {
    let mut faults = short_name(name, "relationship", &RELATIONSHIP_NAME);
    if faults.is_empty() {
        let length = name.chars().count();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            faults.push((
                &RELATIONSHIP_NAME_STYLE,
                message::expected("a name that starts with a letter", format!("`{name}`")),
            ));
        } else if !(2..=50).contains(&length) {
            faults.push((
                &RELATIONSHIP_NAME_STYLE,
                message::expected("a name of 2 to 50 characters", format!("`{name}`")),
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::{CP4NA_STANDALONE, TNCO_STANDALONE};
    use super::*;

    #[track_caller]
    fn names(check: fn(&str, Profiles) -> Faults, text: &str, codes: &[&Code]) {
        let found: Vec<_> = check(text, CP4NA_STANDALONE).iter().map(|(code, _)| code.name).collect();
        assert_eq!(found, codes.iter().map(|code| code.name).collect::<Vec<_>>(), "{text}");
    }

    #[test]
    fn descriptor_names_are_validated() {
        names(descriptor_name, "assembly::demo::1.0", &[]);
        names(descriptor_name, "assembly::Streamer_cluster::1.0", &[]);
        names(descriptor_name, "Streamer_cluster::1.0", &[&NAME_PARTS]);
        names(descriptor_name, "service::demo::1.0", &[&NAME_KIND]);
        names(descriptor_name, "assembly::1demo::1.0", &[&NAME_START]);
        names(descriptor_name, "assembly::demo_::1.0", &[&NAME_END]);
        names(descriptor_name, "assembly::front/end::1.0", &[&NAME_CHARACTER]);
        names(descriptor_name, "assembly::a__b::1.0", &[&DOUBLE_SEPARATOR]);
        names(descriptor_name, "assembly::a_-b::1.0", &[&DOUBLE_SEPARATOR]);
        names(descriptor_name, "assembly::.net..work::1.0", &[&COMPANY_PREFIX]);
        names(descriptor_name, "assembly::acme.net::1.0", &[]);
        names(descriptor_name, &format!("assembly::{}::1.0", "a".repeat(51)), &[&LONG_NAME]);
        names(descriptor_name, "assembly::demo::v1.0", &[&VERSION_FORM]);
        names(descriptor_name, "assembly::demo::1..0", &[&VERSION_FORM]);
        names(descriptor_name, "resource:: demo::1.0", &[&BLANK_IN_NAME]);
        names(descriptor_name, "assembly-template::[[ id ]]-x::1.0", &[]);
        names(descriptor_name, "assembly::de\u{200b}mo::1.0", &[]);
        assert_eq!(descriptor_name("assembly::d::1.0.20240131", TNCO_STANDALONE)[0].0, &LONG_VERSION);
    }

    #[test]
    fn a_component_has_one_version_and_a_reference_may_have_a_range() {
        names(component_type, "resource::b::1.0", &[]);
        names(component_type, "b", &[&COMPONENT_TYPE]);
        names(component_type, "type::b::1.0", &[&COMPONENT_TYPE]);
        names(component_type, "resource::b::^1.0", &[&RANGE_IN_COMPOSITION]);
        names(reference_type, "resource::b::^1.0", &[]);
        names(reference_type, "resource::b::^x", &[&VERSION_FORM]);
        names(reference_type, "resource::b::[1.0,)", &[&REFERENCE_TYPE]);
        names(component_type, "$lmctl:/contains:/subA:/contains:/subAA:/descriptor_name", &[&LMCTL_TYPE]);
        names(component_type, "$lmctl/contains/subA", &[&MALFORMED_LMCTL_TYPE]);
        names(reference_type, "$lmctl:/contains:/subA", &[&MALFORMED_LMCTL_TYPE]);
    }

    #[test]
    fn short_names_have_no_dot_and_no_space() {
        names(component_name, "voip-server", &[]);
        names(component_name, "voip.server", &[&ENTRY_NAME]);
        names(component_name, "--", &[&ENTRY_NAME]);
        names(component_name, "source", &[&RESERVED_NAME]);
        names(data_type_name, "map", &[&SHADOWED_TYPE]);
        names(relationship_name, "nfs mount", &[&RELATIONSHIP_NAME]);
        names(relationship_name, "r", &[&RELATIONSHIP_NAME_STYLE]);
    }
}
