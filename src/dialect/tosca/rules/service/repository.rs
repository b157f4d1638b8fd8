//! Repository addresses.

use super::super::Rule;
use crate::model::Service;
use crate::types::ScalarText;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;

pub(in super::super) static RULE: Rule = Rule { codes: &[&ADDRESS], check };

static ADDRESS: Code = Code::warning(
    "tosca/repository-address",
    "T3.5.6-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.6",
    "Checks that the address of a repository is a URL: a scheme, `://`, and a host or path.",
)
.why("Without a scheme, processors cannot determine how to reach the repository.")
.advice("Write a URL without spaces, such as `https://example.org/store`.")
.bad(
    "service template",
    "
repositories: {ours: our store}
#                    ^^^^^^^^^
",
)
.good("repositories: {ours: 'https://example.org/store'}");
fn check(service: &Service<'_>, report: &mut Report) {
    for entry in &service.repositories {
        let node = entry.value.resolve();
        let address = if node.is_scalar() { ScalarText::of(node) } else { ScalarText::at(node, "url") };
        if let Some(word) = address.filter(|word| service.is_own(word.node))
            && !is_address(&word.text)
        {
            let message =
                message::expected("a URL with a scheme and a host or path", format!("`{}`", word.text));
            report.push(service.fault(&ADDRESS, word.node, message));
        }
    }
}

/// Returns true for `scheme://place`, and for text that a function or a build fills in.
fn is_address(text: &str) -> bool {
    if text.contains(['$', '{', '<']) {
        return true;
    }
    let scheme = |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '-' | '.');
    match text.split_once(':') {
        Some((name, rest)) => {
            !name.is_empty()
                && name.starts_with(|character: char| character.is_ascii_alphabetic())
                && name.chars().all(scheme)
                && !rest.trim_start_matches('/').is_empty()
                && !text.contains(char::is_whitespace)
        }
        // A network address without a scheme is allowed too: `registry.example.org/store`.
        None => text.contains('.') && !text.contains(char::is_whitespace),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_place() {
        for good in [
            "https://example.org/x",
            "file:///opt/store",
            "registry.example.org/x",
            "localhost:5000/x",
            "http://{{ host }}/",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "store", "our store", "https://", "://x", "http://a b"] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
