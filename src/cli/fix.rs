//! `limn check --fix`: applies the fixes that are safe, and writes the files they change.

use std::collections::BTreeSet;
use std::fs;

use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath};
use limn::text::TextEdit;

use super::Trouble;
use super::inputs::Group;

/// A fix may uncover another; more rounds than this are fixes that undo one another.
const ROUNDS: usize = 16;

/// Says how many fixes were made.
pub(crate) fn apply(groups: &mut [Group], choices: &Choices) -> Result<String, Trouble> {
    let (mut fixes, mut files) = (0, 0);
    for group in groups {
        let changed = settle(group, choices, &mut fixes);
        for asked in &group.asked {
            let (Some(disk), Some(text)) = (&asked.disk, group.workspace.text(&asked.file)) else { continue };
            if changed.contains(&asked.file) {
                fs::write(disk, text.as_bytes())
                    .map_err(|source| Trouble::Write { path: disk.clone(), source })?;
                files += 1;
            }
        }
    }
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let (fixes, files) = (fixes, files);
    let made = if fixes == 1 { "1 fix".to_owned() } else { format!("{fixes} fixes") };
    Ok(format!("{made} in {}", plural(files, "file")))
}

/// Applies safe fixes until there are none; which files changed. Files that are not on disk by themselves, those of packages, stay as they are.
fn settle(group: &mut Group, choices: &Choices, fixes: &mut usize) -> BTreeSet<FilePath> {
    let mut changed = BTreeSet::new();
    let mut analysis = Analysis::default();
    let own: Vec<FilePath> =
        group.asked.iter().filter(|asked| asked.disk.is_some()).map(|asked| asked.file.clone()).collect();
    for _ in 0..ROUNDS {
        analysis = Analysis::of(&group.workspace, choices, &analysis);
        let mut any = false;
        for file in &own {
            let (edit, count) = safe_edit(&analysis, file);
            let Some(text) = group.workspace.text(file).filter(|_| !edit.is_empty()) else { continue };
            let text = edit.apply(text);
            group.workspace.files.insert(file.clone(), Content::Text(text.into()));
            changed.insert(file.clone());
            *fixes += count;
            any = true;
        }
        if !any {
            break;
        }
    }
    changed
}

/// The first safe fix of every finding of a file, as far as they do not get in one another's way, and how many that are.
fn safe_edit(analysis: &Analysis, file: &FilePath) -> (TextEdit, usize) {
    let mut all = TextEdit::default();
    let mut count = 0;
    let Some(checked) = analysis.file(file) else { return (all, count) };
    for (at, found) in checked.diagnostics().iter().enumerate() {
        let Some(fix) = found.fixes.iter().position(|fix| fix.safe) else { continue };
        let Ok(mut change) = analysis.fix(file, at, fix) else { continue };
        // Only what stays in this file: a change over several would need all of them to be at hand.
        if change.edits.len() != 1 {
            continue;
        }
        let Some(edit) = change.edits.remove(file) else { continue };
        if let Some(both) = all.clone().union(edit) {
            all = both;
            count += 1;
        }
    }
    (all, count)
}
