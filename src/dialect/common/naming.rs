//! Names for what is new: words that can be names, and names that are free. Knows no section and no language; the language says what joins its
//! words and which names are taken.

/// `base`, or with the first number behind it that makes it free.
pub fn free_name(base: &str, joiner: char, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(base) {
        return base.to_owned();
    }
    let mut numbered = (2..).map(|number| format!("{base}{joiner}{number}"));
    numbered.find(|name| !is_taken(name)).expect("there are more numbers than names")
}

/// A word that can be a name: no dots, no blanks, nothing that a path would trip over.
pub fn as_name(text: &str, joiner: char) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() || matches!(c, '_' | '-') { c } else { joiner })
        .collect();
    let trimmed = plain.trim_matches(joiner);
    if trimmed.is_empty() { "new".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_numbered_only_where_it_is_taken() {
        assert_eq!(free_name("web", '-', |_| false), "web");
        assert_eq!(free_name("web", '_', |name| matches!(name, "web" | "web_2")), "web_3");
    }

    #[test]
    fn a_word_becomes_a_name() {
        assert_eq!(as_name(" load balancer.v2 ", '-'), "load-balancer-v2");
        assert_eq!(as_name("Größe_1", '_'), "Größe_1");
        assert_eq!(as_name("...", '_'), "new");
    }
}
