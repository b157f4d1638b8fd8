//! Grouping of diagnostics by cause: those with one cause are one problem in several places.
//!
//! A cause is declared, never derived from a message: by the check ([`Code::cause`]), by the diagnostic ([`Diagnostic::subject`]), or by the place of
//! the diagnostic: the text at its range, and the key that has it. A diagnostic that follows from another one ([`Diagnostic::follows`]) belongs
//! to the cause of that one.
//!
//! [`Code::cause`]: crate::code::Code::cause

use std::collections::{BTreeMap, HashMap};

use limn_text::TextRange;

use crate::diagnostic::Diagnostic;

/// Number of causes above which the checks with the most causes are merged into one problem each.
const MAX_CAUSES: usize = 20;

/// One problem of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseGroup {
    /// Indexes of its diagnostics: the most severe first, then in the order of the text.
    pub places: Vec<usize>,
    /// Indexes of diagnostics that may disappear when it is fixed.
    pub consequences: Vec<usize>,
}

impl CauseGroup {
    /// The index of the diagnostic that is shown for all places.
    pub fn first(&self) -> usize {
        self.places[0]
    }

    /// The same with other indexes: `by` diagnostics precede those of its document.
    #[must_use]
    pub fn shifted(self, by: usize) -> CauseGroup {
        let moved = |all: Vec<usize>| all.into_iter().map(|at| at + by).collect();
        CauseGroup { places: moved(self.places), consequences: moved(self.consequences) }
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Cause<'a> {
    /// A cause that a check declares.
    Declared(&'static str),
    Subject(&'static str, &'a str),
    /// The text at a place, below a key.
    Text(&'static str, Option<&'a str>, &'a str),
    Single(usize),
}

/// The problems of a file, in the order of their first places. `diagnostics` are in the order of the text.
pub fn group_by_cause(text: &str, diagnostics: &[Diagnostic]) -> Vec<CauseGroup> {
    let mut groups: Vec<CauseGroup> = Vec::new();
    let mut known: HashMap<Cause<'_>, usize> = HashMap::new();
    let mut at_range: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let causes = || diagnostics.iter().enumerate().filter(|(_, diagnostic)| diagnostic.follows.is_none());
    for (index, diagnostic) in causes() {
        let group = *known.entry(cause(text, index, diagnostic)).or_insert_with(|| {
            groups.push(CauseGroup { places: Vec::new(), consequences: Vec::new() });
            groups.len() - 1
        });
        groups[group].places.push(index);
    }
    merge_checks(&mut groups, diagnostics);
    for group in &mut groups {
        group.places.sort_by_key(|at| (diagnostics[*at].severity, *at));
    }
    groups.sort_by_key(|group| group.places.iter().min().copied());
    for (group, places) in groups.iter().map(|group| &group.places).enumerate() {
        at_range.extend(places.iter().map(|at| (key(diagnostics[*at].range), group)));
    }
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let Some(range) = diagnostic.follows else { continue };
        match at_range.get(&key(range)) {
            Some(group) => groups[*group].consequences.push(index),
            // Its cause was suppressed.
            None => groups.push(CauseGroup { places: vec![index], consequences: Vec::new() }),
        }
    }
    groups
}

fn cause<'a>(text: &'a str, index: usize, diagnostic: &'a Diagnostic) -> Cause<'a> {
    let code = diagnostic.code;
    if let Some(cause) = code.cause {
        return Cause::Declared(cause);
    }
    if let Some(subject) = &diagnostic.subject {
        return Cause::Subject(code.name, subject);
    }
    match text.get(diagnostic.range.start..diagnostic.range.end) {
        Some(text) if !text.is_empty() => Cause::Text(code.name, diagnostic.path.last_key(), text),
        _ => Cause::Single(index),
    }
}

/// Merges the groups of the checks with the most causes until there are few.
fn merge_checks(groups: &mut Vec<CauseGroup>, diagnostics: &[Diagnostic]) {
    if groups.len() <= MAX_CAUSES {
        return;
    }
    let code = |group: &CauseGroup| diagnostics[group.first()].code.name;
    let mut by_code: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (at, group) in groups.iter().enumerate() {
        by_code.entry(code(group)).or_default().push(at);
    }
    let mut checks: Vec<Vec<usize>> = by_code.into_values().filter(|groups| groups.len() > 1).collect();
    checks.sort_by_key(|groups| std::cmp::Reverse(groups.len()));
    let mut count = groups.len();
    for check in checks {
        if count <= MAX_CAUSES {
            break;
        }
        count -= check.len() - 1;
        let all = check.iter().flat_map(|at| std::mem::take(&mut groups[*at].places)).collect();
        groups[check[0]].places = all;
    }
    groups.retain(|group| !group.places.is_empty());
}

fn key(range: TextRange) -> (usize, usize) {
    (range.start, range.end)
}

#[cfg(test)]
mod tests {
    use limn_yaml::Path;
    use proptest::prelude::*;

    use super::*;
    use crate::diagnostic::{Code, Severity};

    static NAME: Code = Code::error("test/unknown-name", "T-1", "", "");
    static UNUSED: Code = Code::info("test/unused", "T-2", "", "").one_cause("unused names");
    static ALSO_UNUSED: Code = Code::warning("test/also-unused", "T-3", "", "").one_cause("unused names");
    static OTHER: Code = Code::error("test/other", "T-4", "", "");

    const TEXT: &str = "a b a c\nd e a b\n";

    fn at(code: &'static Code, start: usize) -> Diagnostic {
        Diagnostic::new(code, TextRange::new(start, start + 1), Path::root(), "")
    }

    fn places(diagnostics: &[Diagnostic]) -> Vec<Vec<usize>> {
        group_by_cause(TEXT, diagnostics).into_iter().map(|group| group.places).collect()
    }

    #[test]
    fn one_name_in_several_places_is_one_problem() {
        let found = [at(&NAME, 0), at(&NAME, 2), at(&NAME, 4), at(&OTHER, 12)];
        assert_eq!(places(&found), [vec![0, 2], vec![1], vec![3]]);
    }

    #[test]
    fn the_text_counts_together_with_its_key() {
        let below = |key: &str, start| Diagnostic { path: Path::keys([key]), ..at(&NAME, start) };
        assert_eq!(places(&[below("x", 0), below("y", 4), below("x", 12)]), [vec![0, 2], vec![1]]);
    }

    #[test]
    fn a_declared_subject_comes_before_the_text() {
        let found = [at(&NAME, 0).subject("s"), at(&NAME, 2).subject("s"), at(&NAME, 4)];
        assert_eq!(places(&found), [vec![0, 1], vec![2]]);
    }

    #[test]
    fn checks_with_one_cause_are_one_problem_and_the_most_severe_represents_it() {
        let found = [at(&UNUSED, 0), at(&ALSO_UNUSED, 2), at(&UNUSED, 6)];
        assert_eq!(places(&found), [[1, 0, 2]]);
    }

    #[test]
    fn what_follows_from_a_fault_is_below_it() {
        let follows = Diagnostic { follows: Some(TextRange::new(2, 3)), ..at(&NAME, 4) };
        let found = [at(&OTHER, 2), follows.clone()];
        assert_eq!(group_by_cause(TEXT, &found), [CauseGroup { places: vec![0], consequences: vec![1] }]);
        assert_eq!(group_by_cause(TEXT, &[follows]), [CauseGroup { places: vec![0], consequences: vec![] }]);
    }

    #[test]
    fn a_check_with_very_many_causes_is_one_problem() {
        let many = |code, count: usize| (0..count).map(move |number| at(code, 0).subject(number.to_string()));
        let found: Vec<Diagnostic> = many(&NAME, 19).chain(many(&OTHER, 1)).collect();
        assert_eq!(group_by_cause(TEXT, &found).len(), 20);
        let found: Vec<Diagnostic> = many(&NAME, 19).chain(many(&OTHER, 2)).collect();
        let sizes: Vec<usize> = group_by_cause(TEXT, &found).iter().map(|group| group.places.len()).collect();
        assert_eq!(sizes, [19, 1, 1]);
    }

    proptest! {
        /// Every diagnostic is in one problem, and only there.
        #[test]
        fn no_diagnostic_is_lost(found in proptest::collection::vec((0usize..4, 0usize..14, proptest::option::of(0usize..14)), 0..60)) {
            let codes = [&NAME, &UNUSED, &ALSO_UNUSED, &OTHER];
            let mut found: Vec<Diagnostic> = found
                .into_iter()
                .map(|(code, start, follows)| Diagnostic {
                    follows: follows.map(|start| TextRange::new(start, start + 1)),
                    severity: Severity::Error,
                    ..at(codes[code], start)
                })
                .collect();
            found.sort_by_key(|diagnostic| diagnostic.range.start);
            let groups = group_by_cause(TEXT, &found);
            let mut all: Vec<usize> = groups.iter().flat_map(|group| group.places.iter().chain(&group.consequences)).copied().collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..found.len()).collect::<Vec<_>>());
        }
    }
}
