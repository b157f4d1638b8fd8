//! `limn check --fix`: applies safe fixes and writes the changed files. `limn check --diff`: prints what they would change.

use std::io::IsTerminal as _;

use limn::analysis::{self, Choices, Fixed, LeftOut};
use limn::disk::FileGroup;
use limn::files::{Content, FilePath};
use limn::text::{Hunk, HunkLine, TextEdit, hunks, visible};

use super::{Trouble, complain, output, print};

/// Limit of skipped fixes that are reported one by one.
const SHOWN: usize = 20;
/// Unchanged lines around each difference, as in other tools.
const AROUND: usize = 3;

/// Applies the fixes; reports their number and the skipped ones.
pub(crate) fn apply(groups: &mut [FileGroup], choices: &Choices) -> Result<(), Trouble> {
    let (mut fixes, mut files) = (0, 0);
    let mut left_out: Vec<String> = Vec::new();
    for group in groups {
        let fixed = fix(group, choices);
        for requested in &group.requested {
            let (Some(disk), Some(text)) = (&requested.disk, fixed.texts.get(&requested.file)) else {
                continue;
            };
            output::write(disk, text.as_bytes())?;
            files += 1;
        }
        left_out.extend(fixed.left_out.iter().map(|fix| skipped(group, fix)));
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
pub(crate) fn print_diff(groups: &[FileGroup], choices: &Choices, is_colored: bool) -> bool {
    let mut diff: Vec<(Kind, String)> = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    for group in groups {
        let fixed = fix(group, choices);
        for requested in &group.requested {
            let before = group.workspace.text(&requested.file);
            let (Some(before), Some(after)) = (before, fixed.texts.get(&requested.file)) else { continue };
            write_diff(
                &mut diff,
                &requested.name,
                &hunks(before, &TextEdit::between_lines(before, after), AROUND),
            );
        }
        left_out.extend(fixed.left_out.iter().map(|fix| skipped(group, fix)));
    }
    note_skipped(&left_out);
    // A file or another program gets the exact text.
    let is_read_by_people = is_colored || std::io::stdout().is_terminal();
    print(&if is_read_by_people {
        diff.iter().map(|(kind, line)| readable(*kind, line, is_colored)).collect()
    } else {
        diff.iter().map(|(_, line)| line.as_str()).collect::<String>()
    });
    !diff.is_empty()
}

/// All safe fixes of the files of a group. Files inside packages are not changed.
fn fix(group: &FileGroup, choices: &Choices) -> Fixed {
    let own: Vec<FilePath> = group
        .requested
        .iter()
        .filter(|requested| requested.disk.is_some())
        .map(|requested| requested.file.clone())
        .collect();
    analysis::fix_all(&group.workspace, &group.choices(choices), &own)
}

fn skipped(group: &FileGroup, it: &LeftOut) -> String {
    let requested = group.requested.iter().find(|requested| requested.file == it.file);
    let name = requested.map_or(it.file.as_str(), |requested| requested.name.as_str());
    format!("{name}:{}: skipped the fix \"{}\" [{}]: {}", it.line, it.title, it.code, it.reason)
}

fn note_skipped(left_out: &[String]) {
    left_out.iter().take(SHOWN).for_each(|sentence| complain("note", sentence));
    if left_out.len() > SHOWN {
        complain("note", &format!("skipped {} more fixes", left_out.len() - SHOWN));
    }
}

/// Kind of a line of a diff, by which it is colored.
#[derive(Clone, Copy)]
enum Kind {
    Head,
    Range,
    Same,
    Removed,
    Added,
}

/// Writes the differences of a file as a unified diff, which `patch` reads.
fn write_diff(diff: &mut Vec<(Kind, String)>, name: &str, hunks: &[Hunk<'_>]) {
    let name = visible(name);
    diff.push((Kind::Head, format!("--- {name}\n")));
    diff.push((Kind::Head, format!("+++ {name}\n")));
    for hunk in hunks {
        let count =
            |is_counted: fn(&HunkLine<'_>) -> bool| hunk.lines.iter().filter(|line| is_counted(line)).count();
        let before = count(|line| !matches!(line, HunkLine::Added(_)));
        let after = count(|line| !matches!(line, HunkLine::Removed(_)));
        // A range without lines is after the line before it.
        let start = |first: usize, lines: usize| if lines == 0 { first - 1 } else { first };
        let (from, to) = (start(hunk.before, before), start(hunk.after, after));
        diff.push((Kind::Range, format!("@@ -{from},{before} +{to},{after} @@\n")));
        for line in &hunk.lines {
            let (kind, sign, line) = match line {
                HunkLine::Same(line) => (Kind::Same, ' ', *line),
                HunkLine::Removed(line) => (Kind::Removed, '-', *line),
                HunkLine::Added(line) => (Kind::Added, '+', line.as_str()),
            };
            diff.push((kind, format!("{sign}{line}")));
            if !line.ends_with('\n') {
                diff.push((Kind::Same, "\n\\ No newline at end of file\n".to_owned()));
            }
        }
    }
}

/// A line of the diff with control characters made visible, in the color that other tools use.
fn readable(kind: Kind, line: &str, is_colored: bool) -> String {
    let color = match kind {
        Kind::Head => "1",
        Kind::Range => "36",
        Kind::Removed => "31",
        Kind::Added => "32",
        Kind::Same => "",
    };
    let (text, end) = match line.strip_suffix("\r\n").or_else(|| line.strip_suffix('\n')) {
        Some(text) => (text, "\n"),
        None => (line, ""),
    };
    // The notice of a missing line end begins with one.
    let (start, text) = text.strip_prefix('\n').map_or(("", text), |text| ("\n", text));
    let text = visible(text);
    if is_colored && !color.is_empty() {
        format!("{start}\x1b[{color}m{text}\x1b[0m{end}")
    } else {
        format!("{start}{text}{end}")
    }
}
