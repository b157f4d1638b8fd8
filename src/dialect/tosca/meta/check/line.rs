//! Lines of `TOSCA.meta`: a name, a colon, a space and a value.

use super::super::BLOCK;
use super::super::block::Block;
use super::{Checker, diagnostic};
use limn_language::diagnostic::{Code, Severity};
use limn_language::message;
use limn_text::{TextEdit, TextRange};

pub(in super::super) static LINE: Code = Code::error(
    "tosca/meta-line",
    "T6.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that each line of `TOSCA.meta` has a name, a colon, a space and a value. A line that starts with a space continues the previous line.",
)
.why("Processors cannot read a line in another form, so its entry is missing or they reject the package.")
.advice("Write the line as `Created-By: anna`, or start it with a space to continue the previous line.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version 1.0
#^^^^^^^^^^^^^^^^^^^^^^^^^^
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml
",
)
.good(
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: anna
Entry-Definitions: service.yaml
",
);

impl Checker<'_> {
    pub(super) fn lines(&mut self, block: &Block<'_>) {
        for (range, line) in &block.odd {
            let shown: String = line.chars().take(60).collect();
            let message = message::expected("a name, a colon and a value", format_args!("`{shown}`"));
            let mut diagnostic = diagnostic(&LINE, *range, message);
            let known = BLOCK.keys.iter().map(|key| key.name);
            let named = line.split_once([' ', '\t', '=']).map(|(name, _)| name);
            if let Some(name) = named.filter(|name| known.clone().any(|key| key.eq_ignore_ascii_case(name))) {
                let at = range.start + name.len();
                let rest =
                    line[name.len()..].len() - line[name.len()..].trim_start_matches([' ', '\t', '=']).len();
                diagnostic = diagnostic
                    .text_fix("Add a colon", TextEdit::replace(TextRange::new(at, at + rest), ": "));
            }
            self.found.push(diagnostic);
        }
        for entry in block.entries.iter().filter(|entry| entry.close) {
            let message = format!("missing space after `{}:`", entry.name);
            let diagnostic = diagnostic(&LINE, entry.name_range, message);
            let fix = TextEdit::insert(entry.value_range.start, " ");
            self.found
                .push(diagnostic.severity(Severity::Warning).text_fix("Insert space after the colon", fix));
        }
    }
}
