//! `limn check --fix`: applies safe fixes and writes the changed files. `limn check --diff`: prints what they would change.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use limn::analysis::{self, Choices, Fixed, LeftOut};
use limn::disk::Group;
use limn::files::{Content, FilePath};
use limn::text::{Hunk, HunkLine, TextEdit, hunks, visible};

use super::{Trouble, complain, output, print};

/// Limit of skipped fixes that are reported one by one.
const SHOWN: usize = 20;
/// Unchanged lines around each difference, as in other tools.
const AROUND: usize = 3;

/// Applies the fixes; reports their number and the skipped ones.
pub(crate) fn apply(groups: &mut [Group], choices: &Choices) -> Result<(), Trouble> {
    let (mut fixes, mut files) = (0, 0);
    let mut left_out: Vec<String> = Vec::new();
    for group in groups {
        let fixed = fix(group, choices);
        for asked in &group.asked {
            let (Some(disk), Some(text)) = (&asked.disk, fixed.texts.get(&asked.file)) else { continue };
            output::write(disk, text.as_bytes())?;
            files += 1;
        }
        left_out.extend(fixed.left_out.iter().map(|it| skipped(group, it)));
        fixes += fixed.applied;
        let texts = fixed.texts.into_iter();
        group.workspace.files.extend(texts.map(|(file, text)| (file, Content::Text(text))));
    }
    note_skipped(&left_out);
    let made = if fixes == 1 { "1 fix".to_owned() } else { format!("{fixes} fixes") };
    let plural = if files == 1 { "" } else { "s" };
    complain("note", &format!("applied {made} in {files} file{plural}"));
    Ok(())
}

/// Prints what the fixes would change. Returns whether there is something.
pub(crate) fn print_diff(groups: &[Group], choices: &Choices, is_colored: bool) -> bool {
    let mut diff = String::new();
    let mut left_out: Vec<String> = Vec::new();
    for group in groups {
        let fixed = fix(group, choices);
        for asked in &group.asked {
            let before = group.workspace.text(&asked.file);
            let (Some(before), Some(after)) = (before, fixed.texts.get(&asked.file)) else { continue };
            write_diff(
                &mut diff,
                &asked.name,
                &hunks(before, &TextEdit::between_lines(before, after), AROUND),
            );
        }
        left_out.extend(fixed.left_out.iter().map(|it| skipped(group, it)));
    }
    note_skipped(&left_out);
    // A file or another program gets the exact text.
    let is_read_by_people = is_colored || std::io::stdout().is_terminal();
    print(&if is_read_by_people { readable(&diff, is_colored) } else { diff.clone() });
    !diff.is_empty()
}

/// All safe fixes of the files of a group. Files inside packages are not changed.
fn fix(group: &Group, choices: &Choices) -> Fixed {
    let own: Vec<FilePath> =
        group.asked.iter().filter(|it| it.disk.is_some()).map(|it| it.file.clone()).collect();
    analysis::fix_all(&group.workspace, &group.choices(choices), &own)
}

fn skipped(group: &Group, it: &LeftOut) -> String {
    let asked = group.asked.iter().find(|asked| asked.file == it.file);
    let name = asked.map_or(it.file.as_str(), |asked| asked.name.as_str());
    format!("{name}:{}: skipped the fix \"{}\" [{}]: {}", it.line, it.title, it.code, it.reason)
}

fn note_skipped(left_out: &[String]) {
    left_out.iter().take(SHOWN).for_each(|sentence| complain("note", sentence));
    if left_out.len() > SHOWN {
        complain("note", &format!("skipped {} more fixes", left_out.len() - SHOWN));
    }
}

/// Writes the differences of a file as a unified diff, which `patch` reads.
fn write_diff(diff: &mut String, name: &str, hunks: &[Hunk<'_>]) {
    let name = visible(name);
    let _ = write!(diff, "--- {name}\n+++ {name}\n");
    for hunk in hunks {
        let count =
            |is_counted: fn(&HunkLine<'_>) -> bool| hunk.lines.iter().filter(|it| is_counted(it)).count();
        let before = count(|line| !matches!(line, HunkLine::Added(_)));
        let after = count(|line| !matches!(line, HunkLine::Removed(_)));
        // A range without lines is after the line before it.
        let start = |first: usize, lines: usize| if lines == 0 { first - 1 } else { first };
        let (from, to) = (start(hunk.before, before), start(hunk.after, after));
        let _ = writeln!(diff, "@@ -{from},{before} +{to},{after} @@");
        for line in &hunk.lines {
            let (sign, line) = match line {
                HunkLine::Same(line) => (' ', *line),
                HunkLine::Removed(line) => ('-', *line),
                HunkLine::Added(line) => ('+', line.as_str()),
            };
            let _ = write!(diff, "{sign}{line}");
            if !line.ends_with('\n') {
                diff.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
}

/// The diff with control characters made visible, in the colors that other tools use.
fn readable(diff: &str, is_colored: bool) -> String {
    let mut readable = String::with_capacity(diff.len() * 2);
    for line in diff.lines() {
        let color = match line.as_bytes() {
            [b'-' | b'+', b'-' | b'+', b'-' | b'+', b' ', ..] => "1",
            [b'@', ..] => "36",
            [b'-', ..] => "31",
            [b'+', ..] => "32",
            _ => "",
        };
        let line = visible(line);
        let _ = match color {
            "" => writeln!(readable, "{line}"),
            _ if !is_colored => writeln!(readable, "{line}"),
            color => writeln!(readable, "\x1b[{color}m{line}\x1b[0m"),
        };
    }
    readable
}
