//! Comments that are settings of Limn: `# limn: ignore[code]`, `# limn: dialect=tosca`.

mod completion;

/// Directive in a comment. `None` if it is a comment like any other, as `# # limn: ignore` is, which is commented out.
pub(super) fn directive(comment: &str) -> Option<&str> {
    Some(comment.trim_start_matches('#').trim_start().strip_prefix("limn:")?.trim())
}

/// Returns true if a comment is a setting, or one that is commented out: neither is a note.
pub(super) fn is_directive(comment: &str) -> bool {
    directive(comment.trim_start_matches(|c: char| c == '#' || c.is_whitespace())).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_begins_with_limn() {
        assert_eq!(directive("# limn: ignore "), Some("ignore"));
        assert_eq!(directive("##limn:dialect=tosca"), Some("dialect=tosca"));
        assert_eq!(directive("# # limn: ignore"), None);
        assert!(is_directive("# # limn: ignore"));
        assert_eq!(directive("limn:"), Some(""));
        assert!(!is_directive("# ask limn: ignore"));
        assert!(!is_directive("# limn"));
    }
}
