//! A text that YAML is made from: a template of Helm, Jinja and their like. It is no descriptor, and no YAML that could be held to anything, so what is
//! said of it is said instead of all else.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::text::TextRange;
use crate::yaml::{Document, Path};

pub(super) static CODES: &[&Code] = &[&TEMPLATE];

static TEMPLATE: Code = Code {
    name: "common/template-of-yaml",
    rule: None,
    severity: Severity::Info,
    section: "Limn",
    docs: "Helm, Jinja and their like make YAML out of such texts: lines in `{{…}}` and `{%…%}` are theirs. Packages carry them beside descriptors. \
           What comes of them can be checked once it is made. A descriptor that has such lines is held to its language all the same.

```yaml
# bad
labels:
  {{- include \"web.labels\" . | nindent 2 }}
# good
labels:
  app: web
```",
};

/// What is said of a document in no known language, if it is such a text: it is no YAML, and some line of it is a template engine's.
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
            let message = "YAML is made from this text by a template engine: it is not checked".to_owned();
            return Some(Diagnostic::new(&TEMPLATE, range, Path::root(), message));
        }
        at += line.len();
    }
    None
}
