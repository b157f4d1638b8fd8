//! Names for new elements: valid names from free text, and unused names. The language passes the joiner of its words and the names in use.

/// Returns `base`, with the smallest number appended that makes it unused.
pub fn free_name(base: &str, joiner: char, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(base) {
        return base.to_owned();
    }
    let mut numbered = (2..).map(|number| format!("{base}{joiner}{number}"));
    numbered.find(|name| !is_taken(name)).expect("there are more numbers than names")
}

/// Converts text to a valid name: letters, digits, `_` and `-` only.
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
