//! Rule: the text is a template of YAML (Helm, Jinja). It is not validated; this diagnostic replaces all others.

use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_text::TextRange;
use limn_yaml::{Document, Path};

pub(super) static CODES: &[&Code] = &[&TEMPLATE];

static TEMPLATE: Code = Code::common(
    Severity::Info,
    "common/template-of-yaml",
    "Limn",
    "Reports a file with lines in `{{…}}` or `{%…%}`, the code of template engines such as Helm and Jinja. A recognized descriptor that contains \
such lines is checked as usual.",
)
.why("Such a file becomes YAML only when the template engine runs, so its content is not checked.")
.advice("Check the generated YAML instead.")
.bad(
    "file",
    "
{{- if .Values.enabled }}
#^^^^^^^^^^^^^^^^^^^^^^^^
name: {{ .Values.name }}
{{- end }}
",
)
.good("name: assembly::demo::1.0");

/// The diagnostic for an unrecognized document that is a template: not valid YAML, with a line of template code.
pub fn template(document: &Document) -> Option<Diagnostic> {
    if document.errors().is_empty() {
        return None;
    }
    let mut at = 0;
    for line in document.text().split_inclusive('\n') {
        let own = line.trim();
        if own.starts_with("{{") || own.starts_with("{%") {
            let start = at + (line.len() - line.trim_start().len());
            let range = TextRange::new(start, start + own.len());
            let message = "this file is a template of YAML and is not checked".to_owned();
            return Some(Diagnostic::new(&TEMPLATE, range, Path::root(), message));
        }
        at += line.len();
    }
    None
}
