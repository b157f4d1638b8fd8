//! Configurations and tests for a package: JSON that names the descriptor it belongs to. Other members keep their text.

use std::ops::Range;

use limn_lmctl::Project;

/// The value by which configurations named their own descriptor before LMCTL 2.
const OLD_REFERENCE: &str = "$lmctl.descriptor_name";

/// A configuration: gets the descriptor as `projectId`, and its own reference to a descriptor is resolved.
pub(super) fn configuration(text: &str, name: &str, project: &Project) -> String {
    let mut text = with(text, "projectId", name);
    if value(&text, "descriptorNameRef").as_deref() == Some(OLD_REFERENCE) {
        text = without(&text, "descriptorNameRef");
        text = with(&text, "descriptorName", name);
    }
    match value(&text, "descriptorName").and_then(|reference| project.resolve(&reference)) {
        Some(resolved) => with(&text, "descriptorName", &resolved),
        None => text,
    }
}

/// A test: gets the descriptor as `projectId`.
pub(super) fn scenario(text: &str, name: &str) -> String {
    with(text, "projectId", name)
}

/// A member of the outermost object.
struct Member {
    key: String,
    start: usize,
    value: Range<usize>,
}

/// The text with a member set to a string.
fn with(text: &str, key: &str, value: &str) -> String {
    let Some((open, members)) = members(text) else { return text.to_owned() };
    let quoted = serde_json::Value::from(value).to_string();
    let mut out = text.to_owned();
    let there: Vec<_> = members.iter().filter(|member| member.key == key).collect();
    for member in there.iter().rev() {
        out.replace_range(member.value.clone(), &quoted);
    }
    if there.is_empty() {
        let key = serde_json::Value::from(key);
        match (members.first(), members.last()) {
            (Some(first), Some(last)) => {
                let space =
                    Some(&text[open + 1..first.start]).filter(|space| !space.is_empty()).unwrap_or(" ");
                out.insert_str(last.value.end, &format!(",{space}{key}: {quoted}"));
            }
            _ => out.insert_str(open + 1, &format!("{key}: {quoted}")),
        }
    }
    out
}

/// The text without a member.
fn without(text: &str, key: &str) -> String {
    let mut text = text.to_owned();
    while let Some((_, members)) = members(&text) {
        let Some(at) = members.iter().position(|member| member.key == key) else { break };
        let range = match (at.checked_sub(1).and_then(|before| members.get(before)), members.get(at + 1)) {
            (_, Some(next)) => members[at].start..next.start,
            (Some(before), None) => before.value.end..members[at].value.end,
            (None, None) => members[at].start..members[at].value.end,
        };
        text.replace_range(range, "");
    }
    text
}

/// The text of a member, the last of its name.
fn value(text: &str, key: &str) -> Option<String> {
    let (_, members) = members(text)?;
    let member = members.iter().rev().find(|member| member.key == key)?;
    serde_json::from_str(text.get(member.value.clone())?).ok()
}

/// The position of the outermost object and its members. `None` for another value; the text is valid JSON.
fn members(text: &str) -> Option<(usize, Vec<Member>)> {
    let bytes = text.as_bytes();
    let open = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    if bytes[open] != b'{' {
        return None;
    }
    let skip = |mut at: usize, space: &[u8]| {
        while bytes.get(at).is_some_and(|byte| space.contains(byte)) {
            at += 1;
        }
        at
    };
    let (mut members, mut at) = (Vec::new(), skip(open + 1, b" \t\r\n"));
    while bytes.get(at) == Some(&b'"') {
        let start = at;
        let end = string_end(bytes, at)?;
        let key = serde_json::from_str(text.get(start..end)?).ok()?;
        let value = skip(end, b" \t\r\n:");
        at = value_end(bytes, value)?;
        members.push(Member { key, start, value: value..at });
        at = skip(at, b" \t\r\n,");
    }
    Some((open, members))
}

/// The end of the string that starts at `at`.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'"' => return Some(end + 1),
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
}

/// The end of the value that starts at `at`.
fn value_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        match bytes.get(at)? {
            b'"' => at = string_end(bytes, at)?,
            b'{' | b'[' => (at, depth) = (at + 1, depth + 1),
            b'}' | b']' if depth == 0 => return Some(at),
            b'}' | b']' => (at, depth) = (at + 1, depth - 1),
            _ => at += 1,
        }
        let is_end =
            bytes.get(at).is_none_or(|byte| matches!(byte, b',' | b'}' | b' ' | b'\t' | b'\r' | b'\n'));
        if depth == 0 && is_end {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_files::FilePath;
    use limn_lmctl::Tree;

    #[test]
    fn other_members_keep_their_text() {
        let text = "{\n  \"name\": \"a\\\"}\",\n  \"n\": 1.10,\n  \"list\": [ {\"projectId\": 1} ]\n}\n";
        assert_eq!(
            scenario(text, "assembly::a::1.0"),
            "{\n  \"name\": \"a\\\"}\",\n  \"n\": 1.10,\n  \"list\": [ {\"projectId\": 1} ],\n  \"projectId\": \"assembly::a::1.0\"\n}\n"
        );
        assert_eq!(scenario("{}", "x"), "{\"projectId\": \"x\"}");
        assert_eq!(scenario("[1]", "x"), "[1]");
        assert_eq!(scenario("{\"projectId\": {\"a\": []} }", "x"), "{\"projectId\": \"x\" }");
    }

    #[test]
    fn references_of_configurations_resolve() {
        let text = "{schema: '2.0', name: a, version: '1.0', contains: [{name: b}]}";
        let file = FilePath::new("lmproject.yml").expect("a path");
        let project = Project::read(&file, &limn_yaml::parse(text), &Tree::default());
        let of = |text: &str| configuration(text, "assembly::a::1.0", &project);
        assert_eq!(
            of("{\"projectId\": \"p\", \"descriptorName\": \"$lmctl:/contains:/b:/descriptor_name\"}"),
            "{\"projectId\": \"assembly::a::1.0\", \"descriptorName\": \"assembly::b-a::1.0\"}"
        );
        assert_eq!(
            of("{\"descriptorNameRef\": \"$lmctl.descriptor_name\", \"projectId\": \"p\"}"),
            "{\"projectId\": \"assembly::a::1.0\", \"descriptorName\": \"assembly::a::1.0\"}"
        );
    }
}
