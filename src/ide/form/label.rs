//! Labels of fields.

/// `source-state` and `sourceState` as a label: "Source state".
pub(super) fn humanise(key: &str) -> String {
    let first = key.split(['_', '-']).next().unwrap_or_default();
    // Abbreviations are written in capitals.
    let is_short = matches!(first, "tosca" | "dsl");
    let mut out = String::new();
    for (at, letter) in key.chars().enumerate() {
        match letter {
            '-' | '_' => out.push(' '),
            _ if at == 0 || is_short && at < first.len() => out.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() && out.ends_with(|last: char| last.is_lowercase()) => {
                out.push(' ');
                out.extend(letter.to_lowercase());
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_labelled_in_usual_words() {
        let cases = [
            ("source-state", "Source state"),
            ("dynamicType", "Dynamic type"),
            ("id", "Id"),
            ("dsl_definitions", "DSL definitions"),
        ];
        for (key, label) in cases {
            assert_eq!(humanise(key), label);
        }
    }
}
