//! What descriptor names, types and the names of things look like, and what is wrong with those that do not.

use super::{ASSEMBLIES, PROPERTY_TYPES, TNCO, TNCO_RESOURCE};
use crate::diagnostic::Code;
use crate::schema::{Profiles, TextRule};

const NAMING: &str = "TNC-O assembly descriptor, Naming; CP4NA 2.7 assembly descriptors, Name";

pub(super) static CODES: &[&Code] = &[
    &NAME_MISSING,
    &NAME_PARTS,
    &NAME_KIND,
    &NAME_START,
    &NAME_END,
    &NAME_CHARACTER,
    &COMPANY_PREFIX,
    &DOUBLE_SEPARATOR,
    &LONG_NAME,
    &BLANK_IN_NAME,
    &VERSION_FORM,
    &LONG_VERSION,
    &PROPERTY_NAME,
    &DATA_TYPE_NAME,
    &SHADOWED_TYPE,
    &ENTRY_NAME,
    &RESERVED_NAME,
    &CLASHING_NAME,
    &RELATIONSHIP_NAME,
    &RELATIONSHIP_NAME_STYLE,
    &COMPONENT_TYPE,
    &RANGE_IN_COMPOSITION,
    &LMCTL_TYPE,
    &REFERENCE_TYPE,
];

pub static NAME_MISSING: Code = Code::error(
    "assembly/missing-name",
    "A-NAME-12",
    NAMING,
    "The catalogue files a descriptor under its `name`, so an assembly that is handed over on its own must have one. Inside an LMCTL project \
the name may be left out: LMCTL makes it from the project's type, name and version.

Bad:
```yaml
description: a demonstration
```
Good:
```yaml
name: assembly::demo::1.0
description: a demonstration
```",
);
pub static NAME_PARTS: Code = Code::error(
    "assembly/name-without-three-parts",
    "A-NAME-1",
    NAMING,
    "A descriptor's name is kind, name and version with `::` between them. Nothing can be found under a name with fewer or more parts.

Bad: `name: demo::1.0`

Good: `name: assembly::demo::1.0`",
);
pub static NAME_KIND: Code = Code::error(
    "assembly/unknown-descriptor-kind",
    "A-NAME-2",
    NAMING,
    "The first part of the name says what the descriptor describes, and decides which sections it may have: `assembly` or `resource`. LMCTL \
projects know `assembly-template` and `type` besides.

Bad: `name: service::demo::1.0`

Good: `name: assembly::demo::1.0`",
);
pub static NAME_START: Code = Code::error(
    "assembly/name-starts-without-letter",
    "A-NAME-3",
    NAMING,
    "The middle part of a descriptor's name begins with a letter.

Bad: `name: assembly::1demo::1.0`

Good: `name: assembly::demo1::1.0`",
);
pub static NAME_END: Code = Code::error(
    "assembly/name-ends-with-separator",
    "A-NAME-4",
    NAMING,
    "The middle part of a descriptor's name ends with a letter or a digit. The TNC-O page for resources does not say so; there this is a warning.

Bad: `name: assembly::demo_::1.0`

Good: `name: assembly::demo_2::1.0`",
);
pub static NAME_CHARACTER: Code = Code::error(
    "assembly/character-in-name",
    "A-NAME-5",
    NAMING,
    "A descriptor's name is made of letters, digits, `_` and `-`, with a dot behind a company's name. Anything else breaks the addresses that \
the product makes of it.

Bad: `name: assembly::front/end::1.0`

Good: `name: assembly::front-end::1.0`",
);
pub static COMPANY_PREFIX: Code = Code::warning(
    "assembly/dangling-dot-in-name",
    "A-NAME-6",
    "CP4NA 2.7 assembly descriptors, Name; TNC-O resource descriptor",
    "Neither product lists the dot among the characters of a name, yet both recommend `company.resource`. A dot between two words is \
accepted as such a prefix; a dot at either end, or two in a row, is not.

Bad: `name: assembly::.net..work::1.0`

Good: `name: assembly::acme.network::1.0`",
);
pub static DOUBLE_SEPARATOR: Code = Code::error(
    "assembly/consecutive-separators",
    "A-NAME-7",
    NAMING,
    "`_` and `-` do not follow one another in a name. TNC-O does not say so for assemblies; there this is a warning.

Bad: `name: assembly::a__b::1.0`

Good: `name: assembly::a_b::1.0`",
);
pub static LONG_NAME: Code = Code::error(
    "assembly/long-name",
    "A-NAME-8",
    NAMING,
    "The middle part of a name has at most 50 characters. For TNC-O assemblies only its user interface enforces this; there it is a warning.

Bad: `name: assembly::a-name-that-goes-on-and-on-until-nobody-can-read-it-any-more::1.0`

Good: `name: assembly::short-name::1.0`",
);
pub static BLANK_IN_NAME: Code = Code::error(
    "assembly/blank-in-name",
    "A-NAME-9",
    NAMING,
    "A name or a type holds no blanks. With a blank behind the colons, and without quotes, the line is not even YAML.

Bad: `type: 'resource:: c_streamer::1.0'`

Good: `type: resource::c_streamer::1.0`",
);
pub static VERSION_FORM: Code = Code::error(
    "assembly/malformed-version",
    "A-NAME-10",
    NAMING,
    "A version is numbers with single dots between them, so that versions can be compared.

Bad: `name: assembly::demo::v1.0`

Good: `name: assembly::demo::1.0.0`",
);
pub static LONG_VERSION: Code = Code::info(
    "assembly/long-version",
    "A-NAME-11",
    "TNC-O user interface",
    "The TNC-O user interface takes ten characters for a version; a longer one can be uploaded but not entered there.

Bad: `name: assembly::demo::1.0.20240131`

Good: `name: assembly::demo::1.0.12`",
);
pub static PROPERTY_NAME: Code = Code::error(
    "assembly/malformed-property-name",
    "A-PROP-1",
    "CP4NA 2.7 assembly descriptors, Properties",
    "A property's name has no blank and no dot and at least one letter or digit. A dot separates the owner from the property in \
`${owner.property}`, so a property with a dot in its name can never be referred to.

Bad:
```yaml
properties:
  network.id: {type: string}
```
Good:
```yaml
properties:
  network-id: {type: string}
```",
);
pub static DATA_TYPE_NAME: Code = Code::error(
    "assembly/malformed-data-type-name",
    "A-DT-1",
    "CP4NA 2.7 assembly descriptors, Data types",
    "A data type is named like a property: no blank, no dot, at least one letter or digit.

Bad:
```yaml
data-types:
  my.tag: {properties: {}}
```
Good:
```yaml
data-types:
  my-tag: {properties: {}}
```",
);
pub static SHADOWED_TYPE: Code = Code::error(
    "assembly/data-type-shadows-built-in",
    "A-DT-7",
    "CP4NA 2.7 assembly descriptors, Data types",
    "A data type with the name of a built-in type could never be told from it.

Bad:
```yaml
data-types:
  map: {properties: {}}
```
Good:
```yaml
data-types:
  port-map: {properties: {}}
```",
);
pub static ENTRY_NAME: Code = Code::error(
    "assembly/malformed-entry-name",
    "A-COMP-1",
    "CP4NA 2.7 assembly descriptors, Composition",
    "The name of a component, reference, capability or requirement has no blank and no dot and at least one letter or digit: a dot separates \
it from what belongs to it.

Bad:
```yaml
composition:
  voip.server: {type: 'resource::voip::1.0'}
```
Good:
```yaml
composition:
  voip-server: {type: 'resource::voip::1.0'}
```",
);
pub static RESERVED_NAME: Code = Code::warning(
    "assembly/reserved-name",
    "A-COMP-8",
    "TNC-O assembly descriptor, Property values",
    "`instance`, `item`, `source` and `target` have a meaning of their own at the head of `${…}`, so a component of that name cannot be \
referred to.

Bad:
```yaml
composition:
  source: {type: 'resource::camera::1.0'}
```
Good:
```yaml
composition:
  camera: {type: 'resource::camera::1.0'}
```",
);
pub static CLASHING_NAME: Code = Code::error(
    "assembly/name-of-component-and-reference",
    "A-COMP-7",
    "TNC-O user interface, duplicate component name",
    "`${name.property}` and `name.Capability` do not say whether they mean a component or a reference, so the two share one set of names.

Bad:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
references:
  net: {type: 'resource::net::1.0'}
```
Good:
```yaml
composition:
  net: {type: 'resource::net::1.0'}
references:
  outer-net: {type: 'resource::net::1.0'}
```",
);
pub static RELATIONSHIP_NAME: Code = Code::error(
    "assembly/malformed-relationship-name",
    "A-REL-1",
    "CP4NA 2.7 assembly descriptors, Relationships",
    "A relationship's name has no blank and no dot and at least one letter or digit.

Bad:
```yaml
relationships:
  nfs mount: {}
```
Good:
```yaml
relationships:
  nfs_mount: {}
```",
);
pub static RELATIONSHIP_NAME_STYLE: Code = Code::warning(
    "assembly/unusual-relationship-name",
    "A-REL-1",
    "TNC-O user interface",
    "The product's own designer takes relationship names of 2 to 50 characters that begin with a letter. Others can be uploaded but not \
edited there.

Bad:
```yaml
relationships:
  r: {}
```
Good:
```yaml
relationships:
  mounts: {}
```",
);
pub static COMPONENT_TYPE: Code = Code::error(
    "assembly/malformed-component-type",
    "A-COMP-3",
    "TNC-O assembly descriptor, Composition; CP4NA 2.7 assembly descriptors, Composition",
    "A component's type is the full name of another descriptor, an assembly or a resource.

Bad:
```yaml
composition:
  a: {type: b}
```
Good:
```yaml
composition:
  a: {type: 'assembly::b::1.0'}
```",
);
pub static RANGE_IN_COMPOSITION: Code = Code::error(
    "assembly/version-range-in-composition",
    "A-COMP-4",
    "CP4NA 2.7 assembly descriptors, Composition",
    "What is created has exactly one version. Ranges are for references, which look for something that exists, and for `dynamicType`.

Bad:
```yaml
composition:
  a: {type: 'resource::b::^1.0'}
```
Good:
```yaml
composition:
  a: {type: 'resource::b::1.0'}
```",
);
pub static LMCTL_TYPE: Code = Code::info(
    "assembly/lmctl-type",
    "A-COMP-5",
    "LMCTL, Descriptor references",
    "`$lmctl:/contains:/name:/descriptor_name` stands for the descriptor of a sub-project; LMCTL puts the full name in when it builds the \
package. The product itself does not understand it, so such a file cannot be uploaded as it is.

Bad: `type: '$lmctl/contains/subA'`

Good: `type: '$lmctl:/contains:/subA:/descriptor_name'`",
);
pub static REFERENCE_TYPE: Code = Code::error(
    "assembly/malformed-reference-type",
    "A-REFS-1",
    "CP4NA 2.7 assembly descriptors, References",
    "A reference names the descriptor of the thing it looks for, in exactly one version or from a version up: `^1.0` takes 1.0 and everything \
before 2.0. Ranges with brackets are for `dynamicType`.

Bad:
```yaml
references:
  storage: {type: 'assembly::storage::[1.0,)', properties: {}}
```
Good:
```yaml
references:
  storage: {type: 'assembly::storage::^1.0', properties: {}}
```",
);

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
        return lmctl_type(text, &COMPONENT_TYPE);
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
        return lmctl_type(text, &REFERENCE_TYPE);
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

fn lmctl_type(text: &str, malformed: &'static Code) -> Faults {
    match lmctl_steps(text) {
        Some(steps) if !steps.is_empty() => {
            vec![(
                &LMCTL_TYPE,
                format!("LMCTL puts the name of sub-project `{}` here when it builds", steps.join("/")),
            )]
        }
        _ => vec![(
            malformed,
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
        names(component_type, "$lmctl/contains/subA", &[&COMPONENT_TYPE]);
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
