//! What descriptor names, types and the names of things look like, and what is wrong with those that do not.

use super::{
    ASSEMBLIES, BLANK_IN_NAME, COMPANY_PREFIX, COMPONENT_TYPE, DATA_TYPE_NAME, DOUBLE_SEPARATOR, ENTRY_NAME,
    LMCTL_TYPE, LONG_NAME, LONG_VERSION, MALFORMED_LMCTL_TYPE, NAME_CHARACTER, NAME_END, NAME_KIND,
    NAME_PARTS, NAME_START, PROPERTY_NAME, PROPERTY_TYPES, RANGE_IN_COMPOSITION, REFERENCE_TYPE,
    RELATIONSHIP_NAME, RELATIONSHIP_NAME_STYLE, RESERVED_NAME, SHADOWED_TYPE, TNCO, TNCO_RESOURCE,
    VERSION_FORM,
};
use crate::diagnostic::Code;
use crate::schema::{Profiles, TextRule};
use crate::text::unseen;

pub static DESCRIPTOR_NAME: TextRule =
    TextRule { label: "kind::name::version", check: descriptor_name, suggestions: &[] };
pub static COMPONENT_TYPE_RULE: TextRule =
    TextRule { label: "a descriptor's full name", check: component_type, suggestions: &[] };
pub static REFERENCE_TYPE_RULE: TextRule =
    TextRule { label: "a descriptor's full name, or `^` a version", check: reference_type, suggestions: &[] };

type Faults = Vec<(&'static Code, String)>;

/// A descriptor's name in its three parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescriptorName {
    /// `assembly`, `resource`.
    pub kind: String,
    pub name: String,
    /// As written, a leading `^` with it.
    pub version: String,
}

impl DescriptorName {
    /// The three parts, whatever they are made of; `None` where there are not three.
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

/// A type that LMCTL fills in when it builds: `$lmctl:/contains:/sub:/descriptor_name`.
pub fn is_lmctl(text: &str) -> bool {
    text.trim_start().starts_with("$lmctl")
}

/// The sub-projects that an LMCTL reference goes down through; `None` where it is malformed.
pub fn lmctl_steps(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix("$lmctl")?.strip_suffix(":/descriptor_name")?;
    let steps: Vec<&str> = inner.split(":/").skip(1).collect();
    let pairs = inner.starts_with(":/") || inner.is_empty();
    let named = steps.chunks(2).all(|pair| matches!(pair, ["contains", name] if !name.is_empty()));
    (pairs && named).then(|| steps.chunks(2).filter_map(|pair| pair.get(1).copied()).collect())
}

fn descriptor_name(text: &str, profiles: Profiles) -> Faults {
    // Names of test fixtures and build scripts are filled in later: `assembly::[[ id ]]::1.0`.
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
            format!("a component is created in one version; `{}` is a range", name.version),
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
            format!("a reference takes a version or `^` a version, not the range `{}`", name.version),
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
                format!("LMCTL puts the name of sub-project `{}` here when it builds", steps.join("/")),
            )]
        }
        _ => vec![(
            &MALFORMED_LMCTL_TYPE,
            format!("`{text}` is not of the form `$lmctl:/contains:/name:/descriptor_name`"),
        )],
    }
}

/// Faults of a type: those of its form under `code`, those of its parts under their own.
fn type_name(text: &str, profiles: Profiles, code: &'static Code) -> Faults {
    // What another descriptor is called is that descriptor's business: its form counts here, not its length.
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
        faults.push((&BLANK_IN_NAME, format!("`{text}` holds a blank")));
        return faults;
    }
    let Some(name) = DescriptorName::parse(text) else {
        let said = text.split("::").count();
        faults.push((
            parts_code,
            format!(
                "`{text}` has {said} {}, a descriptor's name has three: `kind::name::version`",
                plural(said, "part")
            ),
        ));
        return faults;
    };
    if !kinds.contains(&name.kind.as_str()) {
        faults.push((
            kind_code,
            format!("`{}` is no kind of descriptor: write `assembly` or `resource`", name.kind),
        ));
    }
    if !name.name.contains("[[") {
        middle_part(&name.name, &mut faults);
    }
    if !is_version(&name.version) {
        faults.push((
            &VERSION_FORM,
            format!("version `{}` is not numbers with single dots between them", name.version),
        ));
    } else if name.version.len() > 10 && TNCO.or(TNCO_RESOURCE).has(profiles) {
        faults.push((&LONG_VERSION, format!("version `{}` is longer than ten characters", name.version)));
    }
    faults
}

/// Numbers with single dots between them.
pub fn is_version(version: &str) -> bool {
    version.split('.').all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn middle_part(name: &str, faults: &mut Faults) {
    let separator = |c: char| matches!(c, '_' | '-');
    match name.chars().next() {
        None => return faults.push((&NAME_START, "the name between the `::` is empty".to_owned())),
        Some('.') => {}
        Some(first) if !first.is_ascii_alphabetic() => {
            faults.push((&NAME_START, format!("`{name}` does not begin with a letter")));
        }
        Some(_) => {}
    }
    if name.ends_with(separator) {
        faults.push((&NAME_END, format!("`{name}` does not end with a letter or a digit")));
    }
    if let Some(odd) = name.chars().find(|&c| !(c.is_ascii_alphanumeric() || separator(c) || c == '.')) {
        // What nobody sees is told where it stands, and has to go in any case.
        if unseen(odd).is_some() {
            return;
        }
        faults.push((&NAME_CHARACTER, format!("`{odd}` cannot stand in a descriptor's name")));
    }
    if name.split('.').any(str::is_empty) {
        faults.push((&COMPANY_PREFIX, format!("a dot in `{name}` has no word before or behind it")));
    }
    if name.as_bytes().windows(2).any(|pair| separator(pair[0].into()) && separator(pair[1].into())) {
        faults.push((&DOUBLE_SEPARATOR, format!("`_` and `-` follow one another in `{name}`")));
    }
    let length = name.chars().count();
    if length > 50 {
        faults.push((&LONG_NAME, format!("the name has {length} characters, 50 are the most")));
    }
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

/// The rule that every short name keeps: no blank, no dot, something to read.
fn short_name(name: &str, what: &str, code: &'static Code) -> Faults {
    let fault = if name.contains(char::is_whitespace) {
        format!("the name of a {what} holds no blank")
    } else if name.contains('.') {
        format!("the name of a {what} holds no dot: `${{…}}` could not tell it from a path")
    } else if !name.chars().any(char::is_alphanumeric) {
        format!("the name of a {what} needs a letter or a digit")
    } else {
        return Vec::new();
    };
    vec![(code, fault)]
}

pub(super) fn property_name(name: &str, _profiles: Profiles) -> Faults {
    short_name(name, "property", &PROPERTY_NAME)
}

pub(super) fn entry_name(name: &str, profiles: Profiles) -> Faults {
    // The rule is an assembly's; resources in use break it, and nothing refers to theirs with a dot.
    if ASSEMBLIES.has(profiles) { short_name(name, "thing", &ENTRY_NAME) } else { Vec::new() }
}

pub(super) fn component_name(name: &str, _profiles: Profiles) -> Faults {
    let mut faults = short_name(name, "component or reference", &ENTRY_NAME);
    if RESERVED.contains(&name) {
        faults.push((&RESERVED_NAME, format!("`{name}` means something else at the head of `${{…}}`")));
    }
    faults
}

/// Heads of `${…}` that are words of the language.
pub const RESERVED: &[&str] = &["instance", "item", "source", "target"];

pub(super) fn data_type_name(name: &str, _profiles: Profiles) -> Faults {
    let mut faults = short_name(name, "data type", &DATA_TYPE_NAME);
    if PROPERTY_TYPES.iter().any(|built_in| built_in.word == name) {
        faults.push((&SHADOWED_TYPE, format!("`{name}` is a built-in type")));
    }
    faults
}

pub(super) fn relationship_name(name: &str, _profiles: Profiles) -> Faults {
    let mut faults = short_name(name, "relationship", &RELATIONSHIP_NAME);
    if faults.is_empty() {
        let length = name.chars().count();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            faults.push((&RELATIONSHIP_NAME_STYLE, format!("`{name}` does not begin with a letter")));
        } else if !(2..=50).contains(&length) {
            faults.push((&RELATIONSHIP_NAME_STYLE, format!("`{name}` is not 2 to 50 characters long")));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::{CP4NA_ALONE, TNCO_ALONE};
    use super::*;

    #[track_caller]
    fn names(check: fn(&str, Profiles) -> Faults, text: &str, codes: &[&Code]) {
        let found: Vec<_> = check(text, CP4NA_ALONE).iter().map(|(code, _)| code.name).collect();
        assert_eq!(found, codes.iter().map(|code| code.name).collect::<Vec<_>>(), "{text}");
    }

    #[test]
    fn descriptor_names_are_told_apart() {
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
        assert_eq!(descriptor_name("assembly::d::1.0.20240131", TNCO_ALONE)[0].0, &LONG_VERSION);
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
    fn short_names_have_no_dot_and_no_blank() {
        names(component_name, "voip-server", &[]);
        names(component_name, "voip.server", &[&ENTRY_NAME]);
        names(component_name, "--", &[&ENTRY_NAME]);
        names(component_name, "source", &[&RESERVED_NAME]);
        names(data_type_name, "map", &[&SHADOWED_TYPE]);
        names(relationship_name, "nfs mount", &[&RELATIONSHIP_NAME]);
        names(relationship_name, "r", &[&RELATIONSHIP_NAME_STYLE]);
    }
}
