//! Text report: quoted lines with markers, reasons and fixes. The reason of a check is printed at its first diagnostic only.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use limn::causes::CauseGroup;
use limn::diagnostic::Severity;
use limn::text::{LineIndex, TextRange, is_unprintable, visible};

use super::checked::CheckedFile;

/// Limit of the width of a quoted line; longer lines are cut around the range.
const WIDTH: usize = 120;
/// Limit of problems per file, and of listed places per problem; the other formats have no limit.
const SHOWN: usize = 200;
const PLACES: usize = 10;

pub(crate) fn text(files: &[CheckedFile], color: bool) -> String {
    let paint = Paint(color);
    let mut out = String::new();
    let mut explained = BTreeSet::new();
    for file in files {
        let all = file.cause_groups();
        for group in all.iter().take(SHOWN) {
            let first = explained.insert(file.diagnostics()[group.first()].code.name);
            problem(&mut out, paint, file, group, first).expect("a String takes all");
        }
        if all.len() > SHOWN {
            let more = all.len() - SHOWN;
            let name = visible(&file.name);
            writeln!(out, "… and {more} more in {name}; `--format json` lists all\n")
                .expect("a String takes all");
        }
    }
    summary(&mut out, paint, files).expect("a String takes all");
    out
}

/// The message of a problem with its number of places.
pub(crate) fn title(file: &CheckedFile, places: &[usize]) -> String {
    let all = file.diagnostics();
    let (first, count) = (&all[places[0]], places.len());
    if count == 1 {
        return first.message.clone();
    }
    match first.code.cause {
        Some(cause) => format!("{count} {cause}"),
        None if places.iter().all(|at| all[*at].message == first.message) => {
            format!("{} ({count} places)", first.message)
        }
        None => format!("{} ({} more)", first.message, count - 1),
    }
}

fn problem(
    out: &mut String,
    paint: Paint,
    file: &CheckedFile,
    group: &CauseGroup,
    first: bool,
) -> fmt::Result {
    let found = &file.diagnostics()[group.first()];
    let severity = style(found.severity);
    let rule = found.rule.map_or(String::new(), |rule| format!(" {rule}"));
    writeln!(
        out,
        "{}{}: {}",
        paint.with(severity, &format!("{}[{}]", word(found.severity), found.code.name)),
        paint.with(DIM, &rule),
        paint.with(BOLD, &visible(&title(file, &group.places)))
    )?;
    let (start, end) = file.place(found.range);
    // All line numbers of a diagnostic are aligned.
    let places = found.related.iter().map(|related| file.place(related.range).0.line);
    let margin = places.chain([start.line, end.line]).max().unwrap_or(1).to_string().len();
    let place = format!("{}:{}:{}", visible(&file.name), start.line, start.column);
    writeln!(out, "{:margin$}{} {place}", "", paint.with(FRAME, "-->"))?;
    if let Some(lines) = file.quotable() {
        writeln!(out, "{:margin$} {}", "", paint.with(FRAME, "|"))?;
        let quote = Quote { paint, lines, margin };
        quote.range(out, found.range, severity, "^")?;
        for related in &found.related {
            writeln!(out, "{:margin$}{} {}", "", paint.with(FRAME, ":::"), visible(&related.message))?;
            quote.range(out, related.range, FRAME, "-")?;
        }
    }
    let mut note = |head: &str, text: &str| {
        wrapped(out, &format!("{:margin$} {} ", "", paint.with(FRAME, "=")), margin + 3, head, text, paint)
    };
    if group.places.len() > 1 {
        note("also", &other_places(file, &group.places))?;
    }
    if !group.consequences.is_empty() {
        let count = counted(group.consequences.len(), "problem");
        note("note", &format!("{count} may result from this one; `--format json` lists all"))?;
    }
    if first {
        let parts = [("about", found.code.docs), ("why", found.code.why), ("help", found.code.advice)];
        for (head, text) in parts.into_iter().filter(|(_, text)| !text.is_empty()) {
            note(head, &paragraph(text))?;
        }
        note("see", &file.source_of(found.code))?;
    }
    for fix in &found.fixes {
        note(if fix.safe { "fix" } else { "try" }, &visible(&fix.title))?;
    }
    writeln!(out)
}

/// The places of a problem after the first, with their messages where these differ. Each message of a problem without a declared cause is shown.
fn other_places(file: &CheckedFile, places: &[usize]) -> String {
    let all = file.diagnostics();
    let first = &all[places[0]];
    let is_same = places.iter().all(|at| all[*at].message == first.message);
    let place = |at: &usize| {
        let start = file.place(all[*at].range).0;
        let message = if is_same { String::new() } else { format!(" {}", visible(&all[*at].message)) };
        format!("{}:{}{message}", start.line, start.column)
    };
    let mut messages = BTreeSet::from([&*first.message]);
    let (mut shown, mut hidden) = (Vec::new(), 0);
    for at in &places[1..] {
        let is_new = messages.insert(&all[*at].message) && first.code.cause.is_none();
        if is_new || shown.len() < PLACES {
            shown.push(place(at));
        } else {
            hidden += 1;
        }
    }
    if hidden > 0 {
        shown.push(format!("and {hidden} more"));
    }
    shown.join(if is_same { ", " } else { "; " })
}

/// The first paragraph of a text, on one line.
fn paragraph(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    let paragraph = paragraph.split("```").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Printer of the quoted lines of a diagnostic.
#[derive(Clone, Copy)]
struct Quote<'l> {
    paint: Paint,
    lines: &'l LineIndex,
    /// Columns of the largest line number.
    margin: usize,
}

impl Quote<'_> {
    /// The line of a range with marks under it; of a range over several lines the first and the last.
    fn range(self, out: &mut String, range: TextRange, style: Style, mark: &str) -> fmt::Result {
        let first = self.lines.line_of(range.start);
        let mut last = self.lines.line_of(range.end);
        // A range that ends at the start of a line is shown as ending on the line before.
        if last > first && self.lines.line_start(last) == range.end {
            last -= 1;
        }
        let begin = |line: usize| self.lines.line_start(line);
        let end = |line: usize| self.lines.line_text(line).len();
        let upto = if last == first { range.end - begin(first) } else { end(first) };
        self.row(out, first, range.start - begin(first), upto, style, mark)?;
        if last > first + 1 {
            writeln!(out, "{}", self.paint.with(FRAME, "..."))?;
        }
        if last > first {
            let text = self.lines.line_text(last);
            let indent = text.len() - text.trim_start().len();
            self.row(out, last, indent, (range.end - begin(last)).min(text.len()), style, mark)?;
        }
        Ok(())
    }

    /// Prints a 0-based line with at least one marker under the bytes from `from` to `to`.
    fn row(
        self,
        out: &mut String,
        line: usize,
        from: usize,
        to: usize,
        style: Style,
        mark: &str,
    ) -> fmt::Result {
        let Quote { paint, lines, margin } = self;
        let row = Row::cut(lines.line_text(line), from, to);
        let bar = paint.with(FRAME, "|");
        let number = paint.with(FRAME, &format!("{:>margin$}", line + 1));
        writeln!(out, "{number} {bar} {}", row.text)?;
        let marks = paint.with(style, &mark.repeat(row.marked.max(1)));
        writeln!(out, "{:margin$} {bar} {:pad$}{marks}", "", "", pad = row.before)
    }
}

/// A line as printed, with the columns of its markers.
struct Row {
    text: String,
    before: usize,
    marked: usize,
}

impl Row {
    /// Cuts a line around the bytes `from` to `to`. Reads only the part of a long line that is shown.
    fn cut(line: &str, from: usize, to: usize) -> Row {
        let from = from.min(line.len());
        let is_short = line.chars().nth(WIDTH).is_none();
        let back = line[..from].char_indices().rev().take(WIDTH / 3).last().map_or(from, |(at, _)| at);
        let begin = if is_short { 0 } else { back };
        let mut row = Row { text: String::new(), before: 0, marked: 0 };
        if begin > 0 {
            row.text.push('…');
            row.before = 1;
        }
        let mut chars = line[begin..].char_indices().map(|(at, c)| (begin + at, c));
        for (at, c) in chars.by_ref().take(WIDTH) {
            let (shown, mut columns) = shown(c);
            row.text.push(shown);
            // A tab is printed as spaces.
            if c == '\t' {
                row.text.push_str("   ");
                columns = 4;
            }
            if at < from {
                row.before += columns;
            } else if at < to {
                row.marked += columns;
            }
        }
        let rest = chars.next().is_some();
        row.text.truncate(row.text.trim_end().len());
        if rest {
            row.text.push('…');
        }
        row
    }
}

/// A character as printed, with its width in columns. Invisible and control characters are replaced.
fn shown(c: char) -> (char, usize) {
    match c {
        '\t' => (' ', 1),
        '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}' => (c, 0),
        c if is_unprintable(c) => ('\u{fffd}', 1),
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => (c, 2),
        c => (c, 1),
    }
}

/// `head: text`, broken between words.
fn wrapped(out: &mut String, lead: &str, indent: usize, head: &str, text: &str, paint: Paint) -> fmt::Result {
    write!(out, "{lead}{}:", paint.with(BOLD, head))?;
    let hang = indent + head.len() + 2;
    let mut column = hang - 1;
    for word in text.split(' ') {
        let width = word.chars().count() + 1;
        if column + width > 100 && column > hang {
            write!(out, "\n{:width$}", "", width = hang - 1)?;
            column = hang - 1;
        }
        write!(out, " {word}")?;
        column += width;
    }
    writeln!(out)
}

fn summary(out: &mut String, paint: Paint, files: &[CheckedFile]) -> fmt::Result {
    let unknown: Vec<&CheckedFile> =
        files.iter().filter(|file| file.is_read() && file.dialect().is_none()).collect();
    match unknown[..] {
        [] => {}
        [file] => {
            writeln!(out, "{}: language not recognized, checked as plain YAML", visible(&file.name))?;
            writeln!(out, "  {}", visible(file.reason().unwrap_or_default()))?;
        }
        _ => writeln!(out, "{} files: language not recognized, checked as plain YAML", unknown.len())?,
    }
    let severities: Vec<Severity> = files
        .iter()
        .flat_map(|file| {
            let all = file.diagnostics();
            file.cause_groups().into_iter().map(|group| all[group.first()].severity).collect::<Vec<_>>()
        })
        .collect();
    let places: usize = files.iter().map(|file| file.shown().count()).sum();
    let count = |severity: Severity| severities.iter().filter(|other| **other == severity).count();
    let checked = counted(files.len(), "file");
    let parts: Vec<String> =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Info, "info")]
            .into_iter()
            .filter(|&(severity, _)| count(severity) > 0)
            .map(|(severity, word)| paint.with(style(severity), &counted(count(severity), word)))
            .collect();
    if parts.is_empty() {
        writeln!(out, "{} in {checked}", paint.with(GOOD, "no problems"))
    } else {
        let places = if places > severities.len() { format!(" ({places} places)") } else { String::new() };
        writeln!(out, "{}{places} in {checked}", parts.join(", "))
    }
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

#[derive(Clone, Copy)]
struct Paint(bool);

type Style = &'static str;
const BOLD: Style = "1";
const DIM: Style = "2";
const FRAME: Style = "1;34";
const GOOD: Style = "1;32";

impl Paint {
    fn with(self, style: Style, text: &str) -> String {
        if self.0 && !text.is_empty() { format!("\u{1b}[{style}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Info => "1;36",
    }
}
