//! Bulk fixes: applies the safe fixes of some files until none is left, and verifies each batch.
//!
//! A fix is planned for one text. Two correct fixes can be wrong together, and a rule can misjudge an unusual text. So the result of a batch is
//! analyzed and compared with the state before; a failing batch is halved until the wrong fixes are found. These are omitted, and reported with the
//! reason.

mod claimed_ranges;
mod documents;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use self::claimed_ranges::{Places, Taken};
use super::verify::{Applied, Objection, objection, syntax_errors};
use super::{Analysis, Checked, Choices};
use limn_files::{Content, FilePath, Workspace};
use limn_language::diagnostic::{Diagnostic, FixEdit};
use limn_text::{Indel, TextEdit, TextRange};
use limn_yaml::{self as yaml, Op};

/// Result of bulk fixing.
#[derive(Debug, Default)]
pub struct Fixed {
    /// The changed files with their new texts.
    pub texts: BTreeMap<FilePath, Arc<str>>,
    /// Number of applied fixes.
    pub applied: usize,
    /// In the order of the files, and in text order.
    pub left_out: Vec<LeftOut>,
}

/// A safe fix that was not applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub file: FilePath,
    /// 1-based, in the current text.
    pub line: usize,
    pub code: &'static str,
    pub title: String,
    pub reason: Objection,
}

/// Limit of bytes analyzed to verify fixes: a constant for each file, and a factor of its size. Small files get as many rounds as they can need; the
/// time for large ones is proportional to their size.
const WORK: usize = 64 << 20;
const WORK_PER_BYTE: usize = 64;

/// Applies the first safe fix of every diagnostic in `files` until nothing changes. `workspace` stays unchanged.
pub fn fix_all(workspace: &Workspace, choices: &Choices, files: &[FilePath]) -> Fixed {
    fix_kinds(workspace, choices, files, &|_| true)
}

/// Like [`fix_all`], for the diagnostics with the codes that `wants` accepts by name.
pub fn fix_kinds(
    workspace: &Workspace,
    choices: &Choices,
    files: &[FilePath],
    wants: &dyn Fn(&str) -> bool,
) -> Fixed {
    documents::fix(workspace, choices, files, wants)
}

/// A fix to apply, by its index among the diagnostics of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pick {
    diagnostic: usize,
    fix: usize,
}

/// A fix that failed, in offsets of the current text of the file.
struct Rejected {
    range: TextRange,
    code: &'static str,
    title: String,
    reason: Objection,
}

struct Run<'a> {
    workspace: Workspace,
    choices: &'a Choices,
    files: &'a [FilePath],
    wants: &'a dyn Fn(&str) -> bool,
    analysis: Analysis,
    rejected: BTreeMap<FilePath, Vec<Rejected>>,
    /// Hashes of all states of the texts so far.
    seen: HashSet<u64>,
    hashes: BTreeMap<FilePath, u64>,
    applied: usize,
    work: usize,
    is_over: bool,
}

impl<'a> Run<'a> {
    fn new(
        workspace: &Workspace,
        choices: &'a Choices,
        files: &'a [FilePath],
        wants: &'a dyn Fn(&str) -> bool,
    ) -> Run<'a> {
        let workspace = workspace.clone();
        let analysis = Analysis::of(&workspace, choices, &Analysis::default());
        let size: usize = files.iter().filter_map(|file| workspace.text(file)).map(|text| text.len()).sum();
        let mut run = Run {
            workspace,
            choices,
            files,
            wants,
            analysis,
            rejected: BTreeMap::new(),
            seen: HashSet::new(),
            hashes: BTreeMap::new(),
            applied: 0,
            work: WORK + size * WORK_PER_BYTE,
            is_over: false,
        };
        for file in files {
            run.note_hash(file);
        }
        run.is_new_state();
        run
    }

    /// Repeats rounds until none applies a fix. Returns whether any did.
    fn pass(&mut self) -> bool {
        self.rejected.clear();
        let before = self.applied;
        while !self.is_over && self.round() {}
        self.applied > before
    }

    /// Applies one batch of fixes for every file. Returns whether another round is needed.
    fn round(&mut self) -> bool {
        let mut batches: BTreeMap<FilePath, Batch> = BTreeMap::new();
        let mut refused = false;
        for file in self.files {
            let picks = self.picks(file);
            let batch = self.compose(file, &picks);
            refused |= !batch.refused.is_empty();
            self.reject_all(file, &batch.refused);
            if !batch.picks.is_empty() {
                batches.insert(file.clone(), batch);
            }
        }
        if batches.is_empty() {
            return refused && !self.is_over;
        }
        let before = self.rejections();
        let faulty = self.commit(&batches);
        if !faulty.is_empty() {
            let names: Vec<FilePath> = batches.keys().cloned().collect();
            let isolated = names.into_iter().map(|file| {
                let batch = batches.remove(&file).unwrap_or_default();
                let batch = if faulty.contains(&file) { self.isolate(&file, &batch.picks) } else { batch };
                (file, batch)
            });
            let batches: BTreeMap<FilePath, Batch> =
                isolated.filter(|(_, batch)| !batch.picks.is_empty()).collect();
            if !batches.is_empty() && !self.commit(&batches).is_empty() {
                self.commit_apart(batches);
            }
        }
        !self.is_over && (refused || self.rejections() > before || self.picks_are_left())
    }

    /// Applies one of several batches: fixes that are correct in each file break another file. The others follow in the next round.
    fn commit_apart(&mut self, batches: BTreeMap<FilePath, Batch>) {
        for (file, batch) in batches {
            let picks = batch.picks.clone();
            let one = BTreeMap::from([(file.clone(), batch)]);
            let trial = self.trial(&one);
            let objection = self.files.iter().find_map(|other| self.objection(&trial, other, one.get(other)));
            match objection {
                None => return self.accept(trial, &one),
                Some(reason) => self.reject(&file, &picks, &reason),
            }
        }
    }

    /// Applies the batches, or returns the files with an objection to the result.
    fn commit(&mut self, batches: &BTreeMap<FilePath, Batch>) -> BTreeSet<FilePath> {
        let trial = self.trial(batches);
        let objects = |file: &&FilePath| self.objection(&trial, file, batches.get(*file)).is_some();
        let faulty: BTreeSet<FilePath> = self.files.iter().filter(objects).cloned().collect();
        if faulty.is_empty() {
            self.accept(trial, batches);
        }
        faulty
    }

    fn accept(&mut self, (workspace, analysis): Trial, batches: &BTreeMap<FilePath, Batch>) {
        (self.workspace, self.analysis) = (workspace, analysis);
        for (file, batch) in batches {
            self.applied += batch.picks.len();
            let mapping = batch.edit.mapping();
            for rejected in self.rejected.get_mut(file).into_iter().flatten() {
                rejected.range = mapping.map_range(rejected.range);
            }
            self.note_hash(file);
        }
        // Fixes that undo one another: the text was the same before.
        if !self.is_new_state() {
            self.is_over = true;
        }
    }

    fn trial(&mut self, batches: &BTreeMap<FilePath, Batch>) -> Trial {
        let mut workspace = self.workspace.clone();
        for (file, batch) in batches {
            if let Some(text) = workspace.text(file) {
                let text = batch.edit.apply(text);
                self.spend(text.len());
                workspace.files.insert(file.clone(), Content::Text(text.into()));
            }
        }
        let analysis = Analysis::of(&workspace, self.choices, &self.analysis);
        (workspace, analysis)
    }

    fn objection(&self, (_, after): &Trial, file: &FilePath, batch: Option<&Batch>) -> Option<Objection> {
        let (before, after) = (self.analysis.file(file)?, after.file(file)?);
        let none = Batch::default();
        let batch = batch.unwrap_or(&none);
        let applied = Applied {
            found: batch.picks.iter().filter_map(|pick| before.diagnostics().get(pick.diagnostic)).collect(),
            has_text: batch
                .picks
                .iter()
                .any(|pick| matches!(fix_edit(before, *pick), Some(FixEdit::Text(_)))),
            edit: &batch.edit,
        };
        objection(before, after, &applied)
    }

    /// The fixes of a file that can be applied together, found by halving; the others are rejected.
    fn isolate(&mut self, file: &FilePath, picks: &[Pick]) -> Batch {
        let mut good = Batch::default();
        let mut waiting = vec![picks.to_vec()];
        while let Some(set) = waiting.pop() {
            if self.work == 0 {
                self.reject(file, &set, &Objection::Unverified);
                self.is_over = true;
                continue;
            }
            let mut all = good.picks.clone();
            all.extend(&set);
            let batch = self.compose(file, &all);
            if batch.picks.len() == good.picks.len() {
                // They overlap applied fixes, and follow in the next round.
                continue;
            }
            let batches = BTreeMap::from([(file.clone(), batch)]);
            let trial = self.trial(&batches);
            let objection = self.objection(&trial, file, batches.get(file));
            match (objection, &set[..]) {
                (None, _) => good = batches.into_values().next().unwrap_or_default(),
                (Some(reason), [_]) => self.reject(file, &set, &reason),
                (Some(_), set) => {
                    let (first, second) = set.split_at(set.len() / 2);
                    waiting.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        good
    }

    /// The first safe fix of every diagnostic, except those that failed.
    fn picks(&self, file: &FilePath) -> Vec<Pick> {
        let Some(checked) = self.analysis.file(file) else { return Vec::new() };
        let rejected = self.rejected.get(file).map_or(&[][..], Vec::as_slice);
        let rejected: HashSet<(usize, usize, &str, &str)> = rejected
            .iter()
            .map(|rejected| {
                (rejected.range.start, rejected.range.end, rejected.code, rejected.title.as_str())
            })
            .collect();
        let found = checked.diagnostics().iter().enumerate().filter_map(|(diagnostic, found)| {
            let fix =
                found.fixes.iter().position(|fix| fix.safe).filter(|_| (self.wants)(found.code.name))?;
            let Diagnostic { range, code, .. } = found;
            let key = (range.start, range.end, code.name, found.fixes[fix].title.as_str());
            (!rejected.contains(&key)).then_some(Pick { diagnostic, fix })
        });
        let picks: Vec<Pick> = found.collect();
        // A text that is not YAML is made valid YAML first: its other diagnostics may change then.
        let is_text = |pick: &&Pick| matches!(fix_edit(checked, **pick), Some(FixEdit::Text(_)));
        let texts: Vec<Pick> = picks.iter().filter(is_text).copied().collect();
        if !texts.is_empty() && !syntax_errors(checked).is_empty() { texts } else { picks }
    }

    fn picks_are_left(&self) -> bool {
        self.files.iter().any(|file| !self.picks(file).is_empty())
    }

    /// The fixes that do not overlap, as one edit.
    fn compose(&mut self, file: &FilePath, picks: &[Pick]) -> Batch {
        let Some(checked) = self.analysis.file(file).map(Arc::clone) else { return Batch::default() };
        let mut batch = Batch::default();
        let (mut by_ops, mut by_text) = (Vec::new(), Vec::new());
        let mut taken = Taken::default();
        for &pick in picks {
            match fix_edit(&checked, pick) {
                Some(FixEdit::Ops(ops)) if taken.takes(ops) => by_ops.push(pick),
                Some(FixEdit::Text(edit)) => by_text.push((pick, edit)),
                Some(FixEdit::Ops(_)) | None => {}
            }
        }
        let mut ops: Vec<Op> = Vec::new();
        let mut edit = TextEdit::default();
        let mut waiting = vec![by_ops];
        while let Some(set) = waiting.pop().filter(|_| self.work > 0) {
            if set.is_empty() {
                continue;
            }
            let more = set.iter().filter_map(|pick| match fix_edit(&checked, *pick)? {
                FixEdit::Ops(ops) => Some(ops.clone()),
                FixEdit::Text(_) => None,
            });
            let all: Vec<Op> = ops.iter().cloned().chain(more.flatten()).collect();
            self.spend(checked.text().len());
            match (yaml::patch(&checked.document, &all), &set[..]) {
                (Ok(both), _) => {
                    (ops, edit) = (all, both);
                    batch.picks.extend(set);
                }
                // It cannot be written alone; together with others, it follows in the next round.
                (Err(refusal), &[pick]) if ops.is_empty() => {
                    batch.refused.push((pick, Objection::Refused(refusal.to_string())));
                }
                (Err(_), [_]) => {}
                (Err(_), set) => {
                    let (first, second) = set.split_at(set.len() / 2);
                    waiting.extend([second.to_vec(), first.to_vec()]);
                }
            }
        }
        let mut indels: Vec<Indel> = edit.indels().to_vec();
        let mut places = Places::default();
        for indel in &indels {
            places.put(indel.delete);
        }
        for (pick, edit) in by_text {
            if edit.indels().iter().all(|indel| places.is_free(indel.delete)) {
                for indel in edit.indels() {
                    places.put(indel.delete);
                }
                indels.extend_from_slice(edit.indels());
                batch.picks.push(pick);
            }
        }
        batch.picks.sort_by_key(|pick| (pick.diagnostic, pick.fix));
        batch.edit = checked.document.ended(TextEdit::from_indels(indels).unwrap_or_default());
        if batch.edit.is_empty() {
            let idle = std::mem::take(&mut batch.picks).into_iter();
            batch.refused.extend(idle.map(|pick| (pick, Objection::Remains)));
        }
        batch
    }

    fn reject_all(&mut self, file: &FilePath, refused: &[(Pick, Objection)]) {
        for (pick, reason) in refused {
            self.reject(file, &[*pick], reason);
        }
    }

    fn reject(&mut self, file: &FilePath, picks: &[Pick], reason: &Objection) {
        let Some(checked) = self.analysis.file(file) else { return };
        let rejected = self.rejected.entry(file.clone()).or_default();
        for pick in picks {
            let Some(found) = checked.diagnostics().get(pick.diagnostic) else { continue };
            let Some(fix) = found.fixes.get(pick.fix) else { continue };
            rejected.push(Rejected {
                range: found.range,
                code: found.code.name,
                title: fix.title.clone(),
                reason: reason.clone(),
            });
        }
    }

    fn rejections(&self) -> usize {
        self.rejected.values().map(Vec::len).sum()
    }

    fn spend(&mut self, bytes: usize) {
        // An empty text takes time, too.
        self.work = self.work.saturating_sub(bytes.max(64));
        self.is_over |= self.work == 0;
    }

    fn note_hash(&mut self, file: &FilePath) {
        let mut hasher = DefaultHasher::new();
        self.workspace.text(file).hash(&mut hasher);
        self.hashes.insert(file.clone(), hasher.finish());
    }

    /// Returns true if this state of the texts is new.
    fn is_new_state(&mut self) -> bool {
        let mut hasher = DefaultHasher::new();
        self.hashes.hash(&mut hasher);
        self.seen.insert(hasher.finish())
    }

    fn finish(self, before: &Workspace) -> Fixed {
        let mut fixed = Fixed { applied: self.applied, ..Fixed::default() };
        for file in self.files {
            let Some(now) = self.workspace.text(file) else { continue };
            if before.text(file) != Some(now) {
                fixed.texts.insert(file.clone(), Arc::clone(now));
            }
        }
        let unverified = self.work == 0;
        for file in self.files {
            let Some(checked) = self.analysis.file(file) else { continue };
            let lines = checked.lines();
            let mut left_out: Vec<LeftOut> = self
                .rejected
                .get(file)
                .into_iter()
                .flatten()
                .map(|rejected| LeftOut {
                    file: file.clone(),
                    line: lines.line_column(rejected.range.start).line,
                    code: rejected.code,
                    title: rejected.title.clone(),
                    reason: rejected.reason.clone(),
                })
                .collect();
            if unverified {
                left_out.extend(self.picks(file).iter().filter_map(|pick| {
                    let found = checked.diagnostics().get(pick.diagnostic)?;
                    Some(LeftOut {
                        file: file.clone(),
                        line: lines.line_column(found.range.start).line,
                        code: found.code.name,
                        title: found.fixes.get(pick.fix)?.title.clone(),
                        reason: Objection::Unverified,
                    })
                }));
            }
            left_out.sort_by_key(|skipped| skipped.line);
            fixed.left_out.extend(left_out);
        }
        fixed
    }
}

type Trial = (Workspace, Analysis);

/// Fixes of one file to apply together.
#[derive(Clone, Debug, Default)]
struct Batch {
    picks: Vec<Pick>,
    edit: TextEdit,
    /// Fixes that cannot be written.
    refused: Vec<(Pick, Objection)>,
}

/// The edit of a reported fix.
fn fix_edit(checked: &Checked, pick: Pick) -> Option<&FixEdit> {
    Some(&checked.diagnostics().get(pick.diagnostic)?.fixes.get(pick.fix)?.edit)
}
