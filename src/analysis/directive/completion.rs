//! Completion in comments that are settings of Limn: `# limn: ignore[…]` and `# limn: dialect=…`.

use std::collections::BTreeSet;

use super::super::{Checked, codes, recognition};
use limn_ide::completion::{Completion, CompletionRank};
use limn_text::TextRange;

impl Checked {
    /// The completions in a comment that is a setting; `None` elsewhere.
    pub(in super::super) fn complete_directive(&self, offset: usize) -> Option<Vec<Completion>> {
        let is_around = |range: TextRange| range.start < offset && offset <= range.end;
        let comment = self.document.comments().iter().find(|comment| is_around(comment.range))?;
        let before = self.document.text().get(comment.range.start..offset)?;
        let setting = before.trim_start_matches('#').trim_start().strip_prefix("limn:")?.trim_start();
        let found = if let Some(word) = setting.strip_prefix("dialect=") {
            languages(word, offset)
        } else if let Some(codes) = setting.strip_prefix("ignore[").filter(|codes| !codes.contains(']')) {
            let word = codes.rsplit(',').next().unwrap_or_default().trim_start();
            self.codes_to_ignore(word, offset)
        } else {
            settings(setting, offset)
        };
        Some(found)
    }

    /// The codes of the problems in this document, then all others of its language.
    fn codes_to_ignore(&self, word: &str, offset: usize) -> Vec<Completion> {
        let reported: BTreeSet<&'static str> =
            self.diagnostics().iter().map(|found| found.code.name).collect();
        let mut of_language = limn_common::codes();
        of_language.extend(self.recognized().into_iter().flat_map(|(dialect, _)| dialect.codes()));
        let of_language: BTreeSet<&'static str> = of_language.into_iter().map(|code| code.name).collect();
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for code in codes().into_iter().filter(|code| code.name.contains(word)) {
            let option = |detail: &str| option(code.name, detail, code.docs, word, offset);
            if reported.contains(code.name) {
                first.push(option("reported in this file"));
            } else if of_language.contains(code.name) {
                others.push(option(""));
            }
        }
        first.extend(others);
        first
    }
}

/// Profiles, and languages; a language means its first profile.
fn languages(word: &str, offset: usize) -> Vec<Completion> {
    let mut found: Vec<Completion> = Vec::new();
    for (dialect, profile) in recognition::all() {
        for (id, label) in [(profile.id, profile.label), (dialect.id(), dialect.label())] {
            if id.starts_with(word) && found.iter().all(|completion| completion.label != id) {
                found.push(option(id, label, "", word, offset));
            }
        }
    }
    found
}

fn settings(word: &str, offset: usize) -> Vec<Completion> {
    let all = [
        (
            "ignore[",
            "Suppresses checks on this line, or on the line below the comment: their codes, separated by commas.",
        ),
        ("ignore", "Suppresses all checks on this line, or on the line below the comment."),
        ("dialect=", "Sets the language of the file."),
    ];
    let fitting = all.into_iter().filter(|(name, _)| name.starts_with(word));
    fitting.map(|(name, doc)| option(name, "setting of Limn", doc, word, offset)).collect()
}

fn option(label: &str, detail: &str, doc: &str, word: &str, offset: usize) -> Completion {
    Completion {
        label: label.to_owned(),
        insert: label.to_owned(),
        behind: 0,
        stops: Vec::new(),
        detail: detail.to_owned(),
        doc: doc.to_owned(),
        range: TextRange::new(offset - word.len(), offset),
        rank: CompletionRank::Word,
    }
}

#[cfg(test)]
mod tests {
    use crate::Analysis;
    use limn_files::FilePath;

    /// The first labels that are offered at the mark `|`, and the typed text that they replace.
    fn offered(marked: &str) -> (Vec<String>, String) {
        let at = marked.find('|').expect("there is a mark");
        let text = marked.replacen('|', "", 1);
        let file = FilePath::new("shop.yaml").unwrap();
        let analysis = Analysis::of_text(&file, &text);
        let found = analysis.file(&file).expect("it is checked").complete(at);
        let typed = found
            .first()
            .map(|completion| text[completion.range.start..completion.range.end].to_owned())
            .unwrap_or_default();
        (found.into_iter().map(|completion| completion.label).take(3).collect(), typed)
    }

    const SHOP: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    web: {type: tosca.nodes.Compte}";

    #[test]
    fn settings_are_offered_behind_their_mark() {
        assert_eq!(offered("a: 1 # limn: |\n").0, ["ignore[", "ignore", "dialect="]);
        assert_eq!(offered("# limn: di|\na: 1\n"), (vec!["dialect=".to_owned()], "di".to_owned()));
        assert_eq!(offered("# lim|\na: 1\n").0, [""; 0]);
    }

    #[test]
    fn the_codes_of_problems_in_the_file_are_the_first() {
        let (found, typed) = offered(&format!("{SHOP} # limn: ignore[|\n"));
        assert_eq!((found[0].as_str(), typed.as_str()), ("tosca/unknown-node-type", ""));
        let (found, typed) = offered(&format!("{SHOP} # limn: ignore[tosca/unknown-node-type, repeated|]\n"));
        assert_eq!((found[0].as_str(), typed.as_str()), ("common/repeated-key", "repeated"));
    }

    #[test]
    fn languages_are_offered_by_their_profiles() {
        let (found, typed) = offered("# limn: dialect=tosca-1.|\na: 1\n");
        assert!(found.contains(&"tosca-1.2".to_owned()), "{found:?}");
        assert_eq!(typed, "tosca-1.");
    }
}
