//! `limn convert`: converts a descriptor to another language or variant, and reports what changed.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use limn::analysis::{Analysis, Choices, ConversionEffect, ConvertedLines};
use limn::text::visible;

use super::output::{self, Output};
use super::{Trouble, check, complain, print, print_report};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A descriptor, or - for standard input.
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// Result: `tosca-1.3` or `tosca-1.2` for an AMP blueprint.
    #[arg(long, value_name = "CONVERSION")]
    to: String,
    /// File to write; - or none prints to standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Profile to read the file with; detected by default.
    #[arg(long)]
    profile: Option<String>,
    /// YAML document to convert of a file with several: 1 is the first. The others stay as they are.
    #[arg(long, value_name = "NUMBER", default_value_t = NonZero::<usize>::MIN)]
    document: NonZero<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let choices =
        Choices { profile: check::known_profile(arguments.profile.as_deref())?, ..Choices::default() };
    let name = arguments.path.display();
    let failed = |reason: &str| Trouble::Message(format!("cannot convert `{name}`: {reason}"));
    let groups = check::gather(std::slice::from_ref(&arguments.path))?;
    let [group] = &groups[..] else { return Err(failed("expected one descriptor")) };
    let [requested] = &group.requested[..] else { return Err(failed("expected one descriptor")) };
    let output = arguments.output.as_deref().filter(|output| output.as_os_str() != "-");
    if let Some(output) = output {
        let input = if arguments.path.as_os_str() == "-" { Path::new("/dev/stdin") } else { &arguments.path };
        Output::new(output).refuse_if_read(std::iter::once(input).chain(group.on_disk()))?;
    }
    if let Some(unreadable) = &requested.unreadable {
        return Err(failed(&unreadable.diagnostic.message));
    }
    let analysis = Analysis::of(&group.workspace, &choices, &Analysis::default());
    let nth = arguments.document.get() - 1;
    let checked = check::document(&analysis, &requested.file, nth).map_err(|reason| failed(&reason))?;
    let converted = checked.convert(&arguments.to).map_err(|reason| failed(&reason))?;
    match output {
        None => print(&converted.text),
        Some(output) => output::write(output, converted.text.as_bytes())?,
    }
    print_report(&report(&requested.name, &converted.notes));
    complain("note", &summary(&converted.notes));
    Ok(ExitCode::SUCCESS)
}

/// The report of a conversion: one line for each note.
fn report(name: &str, notes: &[ConvertedLines]) -> String {
    let line = |note: &ConvertedLines| {
        let (line, message) = (note.line, visible(&note.message));
        format!("{}:{line}: {}: {message}\n", visible(name), word(note.effect))
    };
    notes.iter().map(line).collect()
}

fn summary(notes: &[ConvertedLines]) -> String {
    let count = |effect| notes.iter().filter(|lines| lines.effect == effect).count();
    let effects = [ConversionEffect::Changed, ConversionEffect::Removed, ConversionEffect::Kept];
    let [changed, removed, kept] = effects.map(count);
    format!("{changed} changed, {removed} removed, {kept} kept although other processors read it differently")
}

fn word(effect: ConversionEffect) -> &'static str {
    match effect {
        ConversionEffect::Changed => "changed",
        ConversionEffect::Removed => "removed",
        ConversionEffect::Kept => "kept",
    }
}
