//! `limn check --fix`: applies safe fixes and writes the changed files.

use limn::analysis::{self, Choices, LeftOut};
use limn::disk::Group;
use limn::files::{Content, FilePath};

use super::{Trouble, complain, output};

/// Limit of skipped fixes that are reported one by one.
const SHOWN: usize = 20;

/// Applies the fixes; reports their number and the skipped ones.
pub(crate) fn apply(groups: &mut [Group], choices: &Choices) -> Result<(), Trouble> {
    let (mut fixes, mut files) = (0, 0);
    let mut left_out: Vec<String> = Vec::new();
    for group in groups {
        // Files inside packages are not changed.
        let own: Vec<FilePath> =
            group.asked.iter().filter(|it| it.disk.is_some()).map(|it| it.file.clone()).collect();
        let fixed = analysis::fix_all(&group.workspace, &group.choices(choices), &own);
        for asked in &group.asked {
            let (Some(disk), Some(text)) = (&asked.disk, fixed.texts.get(&asked.file)) else { continue };
            output::write(disk, text.as_bytes())?;
            files += 1;
        }
        let named = |it: &LeftOut| {
            let asked = group.asked.iter().find(|asked| asked.file == it.file);
            let name = asked.map_or(it.file.as_str(), |asked| asked.name.as_str());
            format!("{name}:{}: skipped the fix \"{}\" [{}]: {}", it.line, it.title, it.code, it.reason)
        };
        left_out.extend(fixed.left_out.iter().map(named));
        fixes += fixed.applied;
        let texts = fixed.texts.into_iter();
        group.workspace.files.extend(texts.map(|(file, text)| (file, Content::Text(text))));
    }
    left_out.iter().take(SHOWN).for_each(|sentence| complain("note", sentence));
    if left_out.len() > SHOWN {
        complain("note", &format!("skipped {} more fixes", left_out.len() - SHOWN));
    }
    let made = if fixes == 1 { "1 fix".to_owned() } else { format!("{fixes} fixes") };
    let plural = if files == 1 { "" } else { "s" };
    complain("note", &format!("applied {made} in {files} file{plural}"));
    Ok(())
}
