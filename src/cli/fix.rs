//! `limn check --fix`: applies the fixes that are safe, and writes the files they change.

use std::collections::BTreeSet;
use std::fs;

use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath};

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
            let (edit, count) = analysis.safe_fixes(file);
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
