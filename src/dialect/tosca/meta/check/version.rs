//! The versions in the first block of `TOSCA.meta`.

use super::super::block::Block;
use super::{Checker, diagnostic, head, is_begun};
use limn_language::diagnostic::{Code, Severity};
use limn_language::message;
use limn_text::TextEdit;

pub(super) static CSAR_VERSION: Code = Code::error(
    "tosca/csar-version",
    "T6.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 6.2",
    "Checks that `TOSCA.meta` has `CSAR-Version: 1.1`. It is the version of the package format, not of the package content.",
)
.why("Processors read the package in the way that this version defines, and reject versions that they do not know.")
.advice("Write `CSAR-Version: 1.1`, without quotes, in the first block of `TOSCA.meta`.")
.bad(
    "meta file",
    "
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 7
#             ^
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

pub(super) static META_VERSION: Code = Code::warning(
    "tosca/meta-file-version",
    "T6.2-R6",
    "TOSCA 1.0, 16.2",
    "Checks that `TOSCA.meta` has `TOSCA-Meta-File-Version: 1.0`, or `1.1` for TOSCA 1.3.",
)
.why("It is the version of the format of `TOSCA.meta`, and some processors reject a package without it.")
.advice("Set `TOSCA-Meta-File-Version` to `1.0` in the first block, or to `1.1` for TOSCA 1.3.")
.bad(
    "meta file",
    "
CSAR-Version: 1.1
#^^^^^^^^^^^
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
    pub(super) fn versions(&mut self, first: &Block<'_>) {
        let rows: [(&'static Code, &str, &[&str]); 2] = [
            (&CSAR_VERSION, "CSAR-Version", &["1.1"]),
            (&META_VERSION, "TOSCA-Meta-File-Version", &["1.0", "1.1"]),
        ];
        for (code, name, values) in rows {
            let value = values[0];
            match first.get(name) {
                None if is_begun(first, name) => {}
                None => {
                    let message = message::missing_at("key", name, "`TOSCA.meta`");
                    let edit = self.line_at(first, name, value);
                    let diagnostic = diagnostic(code, head(first), message);
                    self.found.push(diagnostic.text_fix(format!("Add `{name}: {value}`"), edit));
                }
                Some(entry) if values.contains(&entry.value.as_str()) => {}
                Some(entry) => {
                    let message =
                        message::expected(format!("`{value}` in `{name}`"), format!("`{}`", entry.value));
                    let at = if entry.value.is_empty() { entry.name_range } else { entry.value_range };
                    // A value on the lines below starts at the colon.
                    let text = self.source.document.text();
                    let blank = if text[..entry.value_range.start].ends_with(':') { " " } else { "" };
                    let edit = TextEdit::replace(entry.value_range, format!("{blank}{value}"));
                    // Processors that read the file as YAML accept quotes.
                    let is_quoted = values.contains(&entry.value.trim_matches(['\'', '"']));
                    let severity = if is_quoted { Severity::Warning } else { code.severity };
                    let diagnostic = diagnostic(code, at, message).severity(severity);
                    self.found.push(diagnostic.text_fix(format!("Change to `{value}`"), edit));
                }
            }
        }
    }
}
