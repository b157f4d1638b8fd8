//! Sections of the Simple Profile: the tables name those of 1.2, and other versions number them differently.

use super::{V1_0, V1_1, V1_3};
use limn_language::schema::Profiles;

/// Sections of 1.2 with those of 1.0, 1.1 and 1.3. Empty: the version does not have it.
static SECTIONS: &[(&str, &str, &str, &str)] = &[
    ("3.2.1", "3.2.1", "3.2.1", "3.3.1"),
    ("3.2.2", "3.2.2", "3.2.2", "3.3.2"),
    ("3.2.3", "3.2.3", "3.2.3", "3.3.3"),
    ("3.2.4", "3.2.4", "3.2.4", "3.3.4"),
    ("3.2.5", "3.2.5", "3.2.5", "3.3.5"),
    ("3.2.6", "3.2.6", "3.2.6", "3.3.6"),
    ("3.2.6.4", "3.2.6.4", "3.2.6.4", "3.3.6.4"),
    ("3.2.6.5", "3.2.6.5", "3.2.6.5", "3.3.6.5"),
    ("3.2.6.6", "3.2.6.6", "3.2.6.6", "3.3.6.6"),
    ("3.5.3", "3.5.2", "3.5.2", "3.6.3"),
    ("3.5.4", "3.5.3", "3.5.3", "3.6.4"),
    ("3.5.5", "3.5.4", "3.5.4", "3.6.5"),
    ("3.5.6", "3.5.5", "3.5.5", "3.6.6"),
    ("3.5.7", "3.5.6", "3.5.6", "3.6.7"),
    ("3.5.8", "3.5.7", "3.5.7", "3.6.8"),
    ("3.5.9", "3.5.8", "3.5.8", "3.6.10"),
    ("3.5.11", "3.5.10", "3.5.10", "3.6.12"),
    ("3.5.13", "3.5.12", "3.5.12", "3.6.14"),
    ("3.5.14", "3.5.13", "3.5.13", "3.6.16"),
    ("3.5.15", "3.5.13", "3.5.13", "3.6.17"),
    ("3.5.16", "3.5.14", "3.5.14", "3.6.20"),
    ("3.5.17", "", "3.5.15", "3.6.21"),
    ("3.5.18", "", "3.5.16", "3.6.22"),
    ("3.5.19", "", "3.5.17", "3.6.23"),
    ("3.5.20", "", "3.5.18", "3.6.24"),
    ("3.5.21", "", "3.5.19", "3.6.25"),
    ("3.5.22", "", "3.5.20", "3.6.26"),
    ("3.5.23", "", "3.5.21", "3.6.27"),
    ("3.6.1", "", "3.6.1", "3.7.1"),
    ("3.6.2", "3.6.1", "3.6.2", "3.7.2"),
    ("3.6.3", "3.6.2", "3.6.3", "3.7.3"),
    ("3.6.4", "3.6.3", "3.6.4", "3.7.4"),
    ("3.6.5", "3.6.4", "3.6.5", "3.7.5"),
    ("3.6.6", "3.6.5", "3.6.6", "3.7.6"),
    ("3.6.7", "3.6.6", "3.6.7", "3.7.7"),
    ("3.6.9", "3.6.8", "3.6.9", "3.7.9"),
    ("3.6.10", "3.6.9", "3.6.10", "3.7.10"),
    ("3.6.11", "3.6.10", "3.6.11", "3.7.11"),
    ("3.6.12", "3.6.11", "3.6.12", "3.7.12"),
    ("3.7.1", "3.7.1", "3.7.1", "3.8.1"),
    ("3.7.2", "3.7.2", "3.7.2", "3.8.2"),
    ("3.7.3", "3.7.3", "3.7.3", "3.8.3"),
    ("3.7.4", "3.7.4", "3.7.4", "3.8.4"),
    ("3.7.5", "3.7.5", "3.7.5", "3.8.5"),
    ("3.7.6", "3.7.6", "3.7.6", "3.8.6"),
    ("3.7.7", "", "3.7.7", "3.8.7"),
    ("3.7.8", "", "", "3.8.8"),
    ("3.7.9", "", "", "3.8.10"),
    ("3.7.10", "", "", "3.8.11"),
    ("3.7.11", "", "", "3.8.12"),
    ("3.7.12", "2.10", "2.10", "3.8.13"),
    ("3.8", "3.8", "3.8", "3.9"),
    ("3.9", "3.9", "3.9", "3.10"),
    ("3.9.3.2", "3.9.3.2", "3.9.3.2", "3.10.3.2"),
];

/// A section of 1.2, named with its standard, in the numbers of a version. Where that has no such section, it stays 1.2's and is named so. A text that is
/// not a number names its source itself.
pub fn section_in(version: Profiles, section: &str) -> String {
    if !section.starts_with(|character: char| character.is_ascii_digit()) {
        return section.to_owned();
    }
    let standard =
        |version: &str, section: &str| format!("TOSCA Simple Profile in YAML {version}, {section}");
    let row = SECTIONS.iter().find(|row| row.0 == section);
    let found = match row {
        Some(&(_, found, _, _)) if version.has(V1_0) => Some(("1.0", found)),
        Some(&(_, _, found, _)) if version.has(V1_1) => Some(("1.1", found)),
        Some(&(_, _, _, found)) if version.has(V1_3) => Some(("1.3", found)),
        _ => None,
    };
    match found.filter(|(_, found)| !found.is_empty()) {
        Some((version, found)) => standard(version, found),
        None => standard("1.2", section),
    }
}

/// The source of a check, `TOSCA Simple Profile in YAML 1.2, 3.5.8`, in the numbers of a version. A subsection becomes the section around it where
/// only that is known. A source that the version does not have, or that is another document, stays.
pub fn source_in(version: Profiles, source: &str) -> String {
    const STANDARD: &str = "TOSCA Simple Profile in YAML 1.2, ";
    let translated = |part: &str| -> Option<String> {
        let mut sections: Vec<String> = Vec::new();
        let mut named = None;
        for section in part.strip_prefix(STANDARD)?.split(", ") {
            let around = std::iter::successors(Some(section), |number| Some(number.rsplit_once('.')?.0));
            let known = around.into_iter().find(|number| SECTIONS.iter().any(|row| row.0 == *number))?;
            let in_version = section_in(version, known);
            let (standard, section) = in_version.rsplit_once(", ")?;
            let is_other = named.as_deref().is_some_and(|earlier| earlier != standard);
            if standard == STANDARD.trim_end_matches(", ") || is_other {
                return None;
            }
            named = Some(standard.to_owned());
            if !sections.iter().any(|listed| listed == section) {
                sections.push(section.to_owned());
            }
        }
        Some(format!("{}, {}", named?, sections.join(", ")))
    };
    let parts = source.split("; ").map(|part| translated(part).unwrap_or_else(|| part.to_owned()));
    parts.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::super::V1_2;
    use super::*;

    #[test]
    fn sections_are_those_of_the_version() {
        for (version, section, expected) in [
            (V1_0, "3.6.10", "TOSCA Simple Profile in YAML 1.0, 3.6.9"),
            (V1_1, "3.5.18", "TOSCA Simple Profile in YAML 1.1, 3.5.16"),
            (V1_2, "3.5.9", "TOSCA Simple Profile in YAML 1.2, 3.5.9"),
            (V1_3, "3.5.9", "TOSCA Simple Profile in YAML 1.3, 3.6.10"),
            (V1_3, "3.7.12", "TOSCA Simple Profile in YAML 1.3, 3.8.13"),
            // 1.0 has no workflows.
            (V1_0, "3.7.7", "TOSCA Simple Profile in YAML 1.2, 3.7.7"),
            (V1_0, "3.2.6.4", "TOSCA Simple Profile in YAML 1.0, 3.2.6.4"),
            (V1_3, "3.2.3", "TOSCA Simple Profile in YAML 1.3, 3.3.3"),
            (V1_3, "designers' extension", "designers' extension"),
            (V1_3, "", ""),
        ] {
            assert_eq!(section_in(version, section), expected, "{section}");
        }
    }

    #[test]
    fn sources_are_those_of_the_version() {
        for (version, source, expected) in [
            (V1_3, "TOSCA Simple Profile in YAML 1.2, 3.5.8", "TOSCA Simple Profile in YAML 1.3, 3.6.8"),
            (V1_3, "TOSCA Simple Profile in YAML 1.2, 3.5.8.2", "TOSCA Simple Profile in YAML 1.3, 3.6.8"),
            (
                V1_3,
                "TOSCA Simple Profile in YAML 1.2, 3.5.22, 3.5.23",
                "TOSCA Simple Profile in YAML 1.3, 3.6.26, 3.6.27",
            ),
            (
                V1_3,
                "TOSCA Simple Profile in YAML 1.2, 3.6.1; YAML 1.2",
                "TOSCA Simple Profile in YAML 1.3, 3.7.1; YAML 1.2",
            ),
            (V1_2, "TOSCA Simple Profile in YAML 1.2, 3.5.8.2", "TOSCA Simple Profile in YAML 1.2, 3.5.8.2"),
            // Its number in 1.0 is unknown, and 1.0 has no workflows.
            (V1_0, "TOSCA Simple Profile in YAML 1.2, 6.2", "TOSCA Simple Profile in YAML 1.2, 6.2"),
            (V1_0, "TOSCA Simple Profile in YAML 1.2, 3.7.7", "TOSCA Simple Profile in YAML 1.2, 3.7.7"),
            (V1_3, "TOSCA Simple Profile in YAML 1.3, 3.6.10", "TOSCA Simple Profile in YAML 1.3, 3.6.10"),
            (V1_1, "YAML 1.2, 7.3", "YAML 1.2, 7.3"),
        ] {
            assert_eq!(source_in(version, source), expected, "{source}");
        }
    }
}
