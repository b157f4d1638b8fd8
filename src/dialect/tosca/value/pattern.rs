//! `pattern`: a regular expression for the whole value. TOSCA defines no flavor: a pattern is reported if all flavors reject it, and skipped if only
//! this engine does (lookaround, back references).

use regex_lite::Regex;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub struct Pattern(Option<Regex>);

/// A fault in all flavors of regular expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternFault {
    #[error("unclosed `[`")]
    OpenClass,
    #[error("unclosed `(`")]
    OpenGroup,
    #[error("unmatched `)`")]
    StrayGroup,
    #[error("nothing to repeat before `{0}`")]
    NothingToRepeat(char),
    #[error("trailing `\\`")]
    TrailingBackslash,
}

/// Longer patterns are not checked.
const MAX_LENGTH: usize = 4_096;

impl Pattern {
    pub fn new(pattern: &str) -> Result<Pattern, PatternFault> {
        match Regex::new(&format!("^(?:{pattern})$")) {
            // Unbalanced parentheses could close the enclosing group.
            Ok(regex) if fault(pattern).is_none() && pattern.len() <= MAX_LENGTH => Ok(Pattern(Some(regex))),
            Ok(_) | Err(_) => match fault(pattern) {
                Some(fault) => Err(fault),
                None => Ok(Pattern(None)),
            },
        }
    }

    /// Matches the whole text; `None` if undetermined.
    pub fn matches(&self, text: &str) -> Option<bool> {
        Some(self.0.as_ref()?.is_match(text))
    }
}

fn fault(pattern: &str) -> Option<PatternFault> {
    let mut groups = 0_usize;
    let mut empty = true;
    let mut chars = pattern.chars().peekable();
    while let Some(it) = chars.next() {
        match it {
            '\\' => {
                if chars.next().is_none() {
                    return Some(PatternFault::TrailingBackslash);
                }
                empty = false;
            }
            '[' => {
                if !skip_class(&mut chars) {
                    return Some(PatternFault::OpenClass);
                }
                empty = false;
            }
            '(' => {
                groups += 1;
                empty = true;
                if chars.peek() == Some(&'?') {
                    chars.next();
                }
            }
            ')' => {
                groups = match groups.checked_sub(1) {
                    Some(groups) => groups,
                    None => return Some(PatternFault::StrayGroup),
                };
                empty = false;
            }
            '|' => empty = true,
            '*' | '+' | '?' if empty => return Some(PatternFault::NothingToRepeat(it)),
            _ => empty = false,
        }
    }
    (groups > 0).then_some(PatternFault::OpenGroup)
}

/// Skips to the end of a character class. A leading `]`, also after `^`, is a member in most flavors and closes the class in others.
fn skip_class(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    if chars.peek() == Some(&'^') {
        chars.next();
    }
    let mut closed = false;
    if chars.peek() == Some(&']') {
        chars.next();
        closed = true;
    }
    let mut ahead = chars.clone();
    while let Some(it) = ahead.next() {
        match it {
            '\\' => drop(ahead.next()),
            '[' if ahead.peek() == Some(&':') => {
                let mut inner = ahead.clone();
                while let Some(it) = inner.next() {
                    if it == ':' && inner.peek() == Some(&']') {
                        inner.next();
                        ahead = inner;
                        break;
                    }
                }
            }
            ']' => {
                *chars = ahead;
                return true;
            }
            _ => {}
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_whole_text_matches() {
        let pattern = Pattern::new("[a-z]+|x1").unwrap();
        assert_eq!(pattern.matches("abc"), Some(true));
        assert_eq!(pattern.matches("x1"), Some(true));
        assert_eq!(pattern.matches("abc1"), Some(false));
        assert_eq!(Pattern::new("^[0-9]{3}$").unwrap().matches("123"), Some(true));
    }

    #[test]
    fn what_our_flavour_cannot_say_is_not_checked() {
        for pattern in
            ["(?!root).*", "(a)\\1", "\\p{L}+", "(?<=a)b", "a++", "[[:alpha:]]+x", "(?P<n>a)(?P=n)"]
        {
            let pattern = Pattern::new(pattern).unwrap_or_else(|fault| panic!("{pattern} {fault}"));
            assert!(pattern.matches("?").is_none_or(|is_match| !is_match));
        }
        assert_eq!(Pattern::new("(?!root).*").unwrap().matches("root"), None);
    }

    #[test]
    fn what_no_flavour_takes_is_a_fault() {
        for (pattern, fault) in [
            ("[a-z", PatternFault::OpenClass),
            ("(a", PatternFault::OpenGroup),
            ("a)", PatternFault::StrayGroup),
            ("a)(b", PatternFault::StrayGroup),
            ("*a", PatternFault::NothingToRepeat('*')),
            ("(+a)", PatternFault::NothingToRepeat('+')),
            ("a\\", PatternFault::TrailingBackslash),
        ] {
            assert_eq!(Pattern::new(pattern).err(), Some(fault), "{pattern}");
        }
        for pattern in ["[]a]", "[^]]", "[\\]]", "\\(", "[(]", "a{2,3}", "", "(?:a)?", "a|"] {
            assert!(Pattern::new(pattern).is_ok(), "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn reading_never_panics(pattern in "[\\\\()\\[\\]{}?*+|^$a-c:<=!.]{0,20}", text in "[a-c]{0,6}") {
            if let Ok(pattern) = Pattern::new(&pattern) {
                let _ = pattern.matches(&text);
            }
        }

        #[test]
        fn a_pattern_that_compiles_is_accepted(pattern in "[a-c()|*?\\[\\]]{0,12}") {
            if regex_lite::Regex::new(&pattern).is_ok() {
                prop_assert_eq!(Pattern::new(&pattern).err(), None);
            }
        }
    }
}
