//! Verification of fixes: compares the text after a fix with the text before.
//!
//! Rules declare fixes as safe. Three checks verify that: [`demote`] parses the fixed text, and marks a fix as unsafe if it breaks the YAML or loses
//! a comment. [`Analysis::verify_fix`] analyzes the text after one fix, for the page when the user chooses it and for SARIF when it is reported.
//! [`super::fix_all()`] analyzes the text after each batch.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Analysis, Change, Checked};
use limn_files::{Content, FilePath, Workspace};
use limn_language::cycles::reachable;
use limn_language::diagnostic::{Diagnostic, FixEdit, Severity};
use limn_language::dialect::Dialect;
use limn_text::{Bias, TextEdit, TextRange};
use limn_yaml::{self as yaml, Document, Node, Op, Value};

/// Limit of bytes parsed to check the fixes of one text. Further fixes stay safe until they are verified.
const WORK: usize = 1 << 20;

/// The reason why a fix is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Objection {
    #[error("the file would no longer be valid YAML")]
    Syntax,
    #[error("the comment `{0}` would be lost")]
    Comment(String),
    #[error("it would add the error {0}")]
    NewError(&'static str),
    #[error("the problem would remain")]
    Remains,
    #[error("the language of the file would no longer be recognized")]
    Language,
    #[error("{0}")]
    Refused(String),
    #[error("the file needs more fixes than are verified in one run")]
    Unverified,
}

/// Fixes of one file, and the edit that applies them.
pub(super) struct Applied<'c> {
    pub(super) found: Vec<&'c Diagnostic>,
    /// True if one of them is a text edit.
    pub(super) has_text: bool,
    pub(super) edit: &'c TextEdit,
}

impl Analysis {
    /// Verifies the result of fixes, in their file and in those that depend on it. Only safe fixes are verified.
    pub fn verify_fix(
        &self,
        file: &FilePath,
        diagnostic: usize,
        fix: usize,
        change: &Change,
    ) -> Result<(), Objection> {
        let Some((before, found, fix)) = self.diagnostic(file, diagnostic).and_then(|(before, at)| {
            let found = &before.diagnostics()[at];
            Some((before, found, found.fixes.get(fix)?))
        }) else {
            return Ok(());
        };
        if !fix.safe {
            return Ok(());
        }
        let Some(edit) = change.edits.get(file).filter(|edit| !edit.is_empty()) else {
            return Err(Objection::Remains);
        };
        let after = self.with_edits(&change.edits);
        let own = Applied { found: vec![found], has_text: matches!(fix.edit, FixEdit::Text(_)), edit };
        let none = TextEdit::default();
        let objections = self.dependents(file).into_iter().map(|other| {
            let untouched = Applied { found: Vec::new(), has_text: false, edit: &none };
            let after = after.documents(other.file()).get(other.nth())?;
            objection(other, after, &untouched)
        });
        let own = match after.documents(file).get(before.nth()) {
            Some(after) => objection(before, after, &own),
            None => Some(Objection::Language),
        };
        own.into_iter().chain(objections.flatten()).next().map_or(Ok(()), Err)
    }

    /// Number of bytes to analyze to verify one fix of a file.
    pub fn work_to_verify(&self, file: &FilePath) -> usize {
        let own = self.file(file).map_or(0, |checked| checked.text().len());
        own + self.dependents(file).iter().map(|checked| checked.text().len()).sum::<usize>()
    }

    /// The documents that depend on the file, directly or indirectly.
    pub(super) fn dependents(&self, file: &FilePath) -> Vec<&Checked> {
        let others = || self.library.documents.keys().filter(|other| *other != file);
        let leads: Vec<(&FilePath, Vec<FilePath>)> =
            others().map(|other| (other, self.referenced_files(other))).collect();
        let users = |of: &&FilePath| -> Vec<&FilePath> {
            leads.iter().filter(|(_, to)| to.contains(*of)).map(|(other, _)| *other).collect()
        };
        reachable([file], users)
            .into_iter()
            .filter(|other| *other != file)
            .flat_map(|other| self.documents(other))
            .map(|other| &**other)
            .collect()
    }

    /// The analysis of the same files after edits of some.
    pub(super) fn with_edits(&self, edits: &BTreeMap<FilePath, TextEdit>) -> Analysis {
        self.with_edits_and_files(edits, &[])
    }

    /// The analysis of the same files and of created ones, after edits of some.
    pub(super) fn with_edits_and_files(
        &self,
        edits: &BTreeMap<FilePath, TextEdit>,
        created: &[(&FilePath, &str)],
    ) -> Analysis {
        let folders = self.library.folders.iter().cloned().collect();
        let mut workspace = Workspace { folders, whole: self.library.whole, ..Workspace::default() };
        let mut choices = self.choices.clone();
        for (file, checked) in &self.files {
            let content = match edits.get(file) {
                Some(edit) => Content::Text(edit.apply(checked.text()).into()),
                None => Content::Text(checked.text().clone()),
            };
            workspace.files.insert(file.clone(), content);
            choices.profiles.extend(checked.chosen.clone().map(|profile| (file.clone(), profile)));
        }
        // Files other than documents are compared by checksum if it is known, otherwise by name.
        for (manifest, summed) in &self.library.checksums {
            let above = manifest.folder().rsplit_once('/').map(|(above, _)| above).unwrap_or_default();
            for it in summed {
                let name = if above.is_empty() {
                    it.expected.name.clone()
                } else {
                    format!("{above}/{}", it.expected.name)
                };
                if let Ok(name) = FilePath::new(&name) {
                    workspace.files.entry(name).or_insert_with(|| it.content.clone());
                }
            }
        }
        for file in self.library.files.iter() {
            workspace.files.entry(file.clone()).or_insert_with(|| Content::Bytes([].into()));
        }
        for (file, text) in created {
            workspace.files.insert((*file).clone(), Content::Text((*text).into()));
        }
        Analysis::of(&workspace, &choices, self)
    }
}

/// Returns an objection to the text after fixes.
///
/// A text that was YAML is checked for every [`Objection`]. One that was not may show more problems once it can be read, so of such a text only
/// the syntax errors are counted.
pub(super) fn objection(before: &Checked, after: &Checked, applied: &Applied<'_>) -> Option<Objection> {
    if before.language().dialect.is_some() && before.language().dialect != after.language().dialect {
        return Some(Objection::Language);
    }
    let broken = (syntax_errors(before), syntax_errors(after));
    if broken.1.len() > broken.0.len() {
        return Some(Objection::Syntax);
    }
    let is_yaml = before.dialect().is_none_or(Dialect::is_yaml);
    if let Some(comment) = is_yaml.then(|| lost_comment(&before.document, &after.document)).flatten() {
        return Some(Objection::Comment(comment));
    }
    if remains(before, after, applied) {
        return Some(Objection::Remains);
    }
    if !broken.0.is_empty() && applied.has_text {
        // A text that is read further can have more problems.
        let mapping = applied.edit.mapping();
        let at = |range: TextRange| mapping.map(range.start, Bias::After);
        let fixed: HashSet<(usize, &str)> =
            applied.found.iter().map(|found| (at(found.range), found.code.name)).collect();
        let remains =
            after.diagnostics().iter().any(|found| fixed.contains(&(found.range.start, found.code.name)));
        return remains.then_some(Objection::Remains);
    }
    let mut most = errors(before.diagnostics().iter());
    for (code, count) in errors(applied.found.iter().copied()) {
        if let Some(most) = most.get_mut(code) {
            *most -= count;
        }
    }
    let own: HashSet<&str> = applied.found.iter().map(|found| found.code.name).collect();
    errors(after.diagnostics().iter()).into_iter().find_map(|(code, count)| {
        let most = most.get(code).copied().unwrap_or_default();
        let reason = || if own.contains(code) { Objection::Remains } else { Objection::NewError(code) };
        (count > most).then(reason)
    })
}

/// Returns true if the same problem is reported again at the place of a fixed one.
fn remains(before: &Checked, after: &Checked, applied: &Applied<'_>) -> bool {
    type Counts<'c> = HashMap<(&'c str, &'c str), usize>;
    fn count<'c>(counts: &mut Counts<'c>, found: &'c Diagnostic) {
        *counts.entry((found.code.name, &found.message)).or_default() += 1;
    }
    let (mut was, mut is, mut fixed) = (Counts::new(), Counts::new(), Counts::new());
    before.diagnostics().iter().for_each(|found| count(&mut was, found));
    after.diagnostics().iter().for_each(|found| count(&mut is, found));
    applied.found.iter().for_each(|found| count(&mut fixed, found));
    let mapping = applied.edit.mapping();
    applied.found.iter().any(|found| {
        let of = |counts: &Counts<'_>| counts.get(&(found.code.name, &*found.message)).copied().unwrap_or(0);
        let place = mapping.map_range(found.range);
        let same = |diagnostic: &Diagnostic| {
            diagnostic.code == found.code && diagnostic.message == found.message && diagnostic.range == place
        };
        of(&is) > of(&was).saturating_sub(of(&fixed)) && after.diagnostics().iter().any(same)
    })
}

/// The ranges with syntax errors; empty for a language other than YAML.
pub(super) fn syntax_errors(checked: &Checked) -> Vec<TextRange> {
    if checked.dialect().is_some_and(|dialect| !dialect.is_yaml()) {
        return Vec::new();
    }
    checked.document.errors().iter().map(|error| error.range).collect()
}

fn errors<'c>(found: impl Iterator<Item = &'c Diagnostic>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for found in found.filter(|found| found.severity == Severity::Error) {
        *counts.entry(found.code.name).or_default() += 1;
    }
    counts
}

/// A comment with fewer occurrences than before.
pub(super) fn lost_comment(before: &Document, after: &Document) -> Option<String> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for comment in after.comments() {
        *left.entry(after.text()[comment.range].trim_end()).or_default() += 1;
    }
    let mut moved: Vec<&str> = Vec::new();
    for comment in before.comments() {
        let text = before.text()[comment.range].trim_end();
        match left.get_mut(text).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => moved.push(text),
        }
    }
    // A new comment may include the one behind it.
    let mut is_taken_in = |text: &str| {
        let around = left.iter_mut().find(|(other, count)| **count > 0 && other.ends_with(text));
        around.map(|(_, count)| *count -= 1).is_some()
    };
    moved.into_iter().find(|text| !is_taken_in(text)).map(str::to_owned)
}

/// Rejects fixes that change the kind of a value with a tag: `!!str no` would become `!!str false`.
pub(super) fn withdraw_under_tags(document: &Document, diagnostics: &mut [Diagnostic]) {
    if !document.text().contains('!') {
        return;
    }
    let keeps_kind = |op: &Op| {
        let Op::Replace { at, value } = op else { return true };
        let Some(tag) = document.get(at).and_then(Node::tag) else { return true };
        let is_text = match value.content() {
            Value::Text(_) | Value::Quoted(_) => true,
            Value::Plain(text) => yaml::resolve_plain(text) == yaml::Resolved::Text,
            _ => false,
        };
        is_text && matches!(tag, "!!str" | "!")
    };
    for diagnostic in diagnostics {
        diagnostic.fixes.retain(|fix| match &fix.edit {
            FixEdit::Ops(ops) => ops.iter().all(keeps_kind),
            FixEdit::Text(_) => true,
        });
    }
}

/// Marks fixes as unsafe that break the YAML or lose a comment, by parsing the text after each.
pub(super) fn demote(document: &Document, is_yaml: bool, diagnostics: &mut [Diagnostic]) {
    if !is_yaml {
        return;
    }
    let has_comments = !document.comments().is_empty();
    let mut work = WORK;
    let safe = diagnostics.iter_mut().flat_map(|found| &mut found.fixes).filter(|fix| fix.safe);
    for fix in safe {
        let edit = match &fix.edit {
            FixEdit::Text(edit) => edit.clone(),
            FixEdit::Ops(ops) if has_comments && ops.iter().any(|op| takes_away(document, op)) => {
                // A fix that cannot be written is refused when it is applied.
                match yaml::patch(document, ops) {
                    Ok(edit) => edit,
                    Err(_) => continue,
                }
            }
            // A patch is verified as YAML when it is planned.
            FixEdit::Ops(_) => continue,
        };
        let cost = document.text().len().max(64);
        if cost > work {
            return;
        }
        work -= cost;
        let after = document.after(&edit);
        let is_broken = after.errors().len() > document.errors().len();
        fix.safe = !is_broken && lost_comment(document, &after).is_none();
    }
}

/// Returns true if an op deletes lines that may contain a comment.
fn takes_away(document: &Document, op: &Op) -> bool {
    match op {
        Op::Remove { .. } => true,
        Op::Replace { at, .. } => {
            document.get(at).is_some_and(|node| !node.is_scalar() || node.source().contains('\n'))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::FilePath;

    const TOSCA: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

    fn file(name: &str) -> FilePath {
        FilePath::new(name).expect("a name")
    }

    /// The objection to the first safe fix of the first problem of a code.
    #[track_caller]
    fn objected(files: &[(&str, &str)], code: &str) -> Result<(), Objection> {
        let texts = files.iter().map(|(name, text)| (file(name), Content::Text((*text).into())));
        let workspace = Workspace { files: texts.collect(), ..Workspace::default() };
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let own = file(files[0].0);
        let diagnostics = analysis.file(&own).expect("it is open").diagnostics();
        let at = diagnostics.iter().position(|found| found.code.name == code).expect("it is reported");
        let fix = diagnostics[at].fixes.iter().position(|fix| fix.safe).expect("a safe fix is offered");
        let change = analysis.fix(&own, at, fix).expect("it can be planned");
        analysis.verify_fix(&own, at, fix, &change)
    }

    #[test]
    fn a_fix_that_breaks_nothing_is_verified() {
        let text =
            format!("{TOSCA}topology_template:\n  node_templates:\n    n: {{Type: tosca.nodes.Root}} # n\n");
        assert_eq!(objected(&[("a.yaml", &text)], "tosca/unknown-keyname"), Ok(()));
    }

    #[test]
    fn a_new_error_in_the_file_or_in_one_that_imports_it_rules_out_a_fix() {
        let types = format!(
            "{TOSCA}node_types: {{my.N: {{derived_from: tosca.nodes.Root, requirements: [{{a: {{Node: Node}}}}]}}}}\n"
        );
        let code = "tosca/unknown-required-node";
        assert_eq!(objected(&[("a.yaml", &types)], "tosca/unknown-keyname"), Err(Objection::NewError(code)));
        // The key that becomes one of the type's properties asks for a value where the type is used.
        let types = format!(
            "{TOSCA}node_types:\n  my.N:\n    derived_from: tosca.nodes.Root\n    Properties: {{p: {{type: string}}}}\n"
        );
        let uses = format!(
            "{TOSCA}imports: [types.yaml]\ntopology_template: {{node_templates: {{n: {{type: my.N}}}}}}\n"
        );
        assert_eq!(objected(&[("types.yaml", &types)], "tosca/unknown-keyname"), Ok(()));
        let far = format!("{TOSCA}imports: [service.yaml]\n");
        let all = [("types.yaml", &*types), ("far.yaml", &*far), ("service.yaml", &*uses)];
        assert!(matches!(objected(&all, "tosca/unknown-keyname"), Err(Objection::NewError(_))));
    }
}
