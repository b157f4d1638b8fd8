//! Patterns of paths: `*` and `?` within a name, `**` for any folders. A pattern without `/` matches a name in any folder, and a folder matches
//! everything below it.

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(Vec<String>);

impl Pattern {
    pub(super) fn new(text: &str) -> Pattern {
        let text = text.strip_prefix("./").unwrap_or(text);
        let is_anywhere = !text.trim_end_matches('/').contains('/');
        let names = text.split('/').filter(|name| !name.is_empty()).map(str::to_owned);
        Pattern(is_anywhere.then(|| "**".to_owned()).into_iter().chain(names).collect())
    }

    /// Returns true if the path or a folder of it matches.
    pub(super) fn matches(&self, path: &str) -> bool {
        // The positions in the pattern that the names so far can lead to.
        let mut reached = vec![false; self.0.len() + 1];
        reached[0] = true;
        self.skip_any(&mut reached);
        for name in path.split('/').filter(|name| !name.is_empty()) {
            let mut next = vec![false; self.0.len() + 1];
            for (at, part) in self.0.iter().enumerate().filter(|(at, _)| reached[*at]) {
                if part == "**" {
                    next[at] = true;
                } else if matches_name(part, name) {
                    next[at + 1] = true;
                }
            }
            self.skip_any(&mut next);
            if next[self.0.len()] && !self.0.is_empty() {
                return true;
            }
            reached = next;
        }
        false
    }

    /// `**` also matches no folder; at the end it matches at least one name.
    fn skip_any(&self, reached: &mut [bool]) {
        for (at, part) in self.0.iter().enumerate() {
            if part == "**" && reached[at] && at + 1 < self.0.len() {
                reached[at + 1] = true;
            }
        }
        if self.0.last().is_some_and(|part| part == "**") && self.0.len() > 1 {
            let last = self.0.len() - 1;
            reached[last + 1] |= reached[last];
        }
    }
}

/// `*` and `?` in a name. Returns to the last `*` only, so it takes the product of the lengths at most.
fn matches_name(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(c) if *c == '?' || *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, n) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, matching: &[&str], others: &[&str]) {
        let pattern = Pattern::new(pattern);
        for path in matching {
            assert!(pattern.matches(path), "{pattern:?} should match {path}");
        }
        for path in others {
            assert!(!pattern.matches(path), "{pattern:?} should not match {path}");
        }
    }

    #[test]
    fn a_name_matches_in_any_folder_and_everything_below_it() {
        check("vendor", &["vendor", "a/vendor/b.yaml"], &["vendors/a.yaml"]);
        check("vendor/", &["vendor/b.yaml", "a/vendor/b.yaml"], &["a.yaml"]);
        check("*.gen.yaml", &["a.gen.yaml", "x/a.gen.yaml"], &["a.yaml"]);
    }

    #[test]
    fn a_path_starts_at_the_settings() {
        check("a/b.yaml", &["a/b.yaml"], &["x/a/b.yaml", "a/c.yaml"]);
        check("./a/*.yaml", &["a/b.yaml"], &["a/x/b.yaml"]);
        check("a/**/b?.yaml", &["a/b1.yaml", "a/x/y/b2.yaml"], &["a/b.yaml"]);
        check("a/**", &["a/b.yaml", "a/b/c.yaml"], &["b/a.yaml"]);
    }

    #[test]
    fn an_empty_pattern_matches_nothing() {
        check("", &[], &["a.yaml"]);
        check("/", &[], &["a.yaml"]);
    }
}
