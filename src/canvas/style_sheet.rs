//! Style sheet of exported drawings: that of the page, with all colors resolved.

use super::svg::Theme;

const TOKENS: &str = include_str!("../../style/tokens.css");
const SHEET: &str = include_str!("../../style/scene.css");
const INSTANCES: &str = include_str!("../../style/instances.css");
const TIMELINE: &str = include_str!("../../style/timeline.css");
/// Styles that the page defines elsewhere.
const OWN: &str = ".scene .desk { fill: var(--canvas); }\n";

/// The style sheet of a drawing in a theme.
pub(super) fn style(theme: Theme) -> String {
    of_theme(&format!("{OWN}{}", without_comments(SHEET)), theme)
}

/// The style sheet of a timeline in a theme.
pub(super) fn timeline_style(theme: Theme) -> String {
    of_theme(&without_comments(TIMELINE), theme)
}

/// The style sheet of a tree of instances in a theme.
pub(super) fn instances_style(theme: Theme) -> String {
    of_theme(&without_comments(INSTANCES), theme)
}

fn of_theme(sheet: &str, theme: Theme) -> String {
    let sheet = |dark| resolve(sheet, dark);
    match theme {
        Theme::Light => sheet(false),
        Theme::Dark => sheet(true),
        Theme::System => {
            format!("{}@media (prefers-color-scheme: dark) {{\n{}}}\n", sheet(false), sheet(true))
        }
    }
}

fn without_comments(sheet: &str) -> String {
    let mut kept = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// Resolves every `var(--name)` with a known token to its value in the theme.
fn resolve(sheet: &str, dark: bool) -> String {
    let mut resolved = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some(at) = rest.find("var(--") {
        resolved.push_str(&rest[..at]);
        let name = &rest[at + 4..];
        let end = name.find([')', ',']).unwrap_or(name.len());
        match token(&name[..end], dark) {
            Some(value) if name[end..].starts_with(')') => {
                resolved.push_str(value);
                rest = &name[end + 1..];
            }
            _ => {
                resolved.push_str("var(");
                rest = name;
            }
        }
    }
    resolved + rest
}

/// The value of a token; of `light-dark(a, b)`, the one for the theme.
fn token(name: &str, dark: bool) -> Option<&'static str> {
    let at = TOKENS
        .match_indices(name)
        .map(|(at, _)| at + name.len())
        .find(|at| TOKENS[*at..].starts_with(':'))?;
    let value = TOKENS[at + 1..].split(';').next()?.trim();
    match value.strip_prefix("light-dark(").and_then(|pair| pair.strip_suffix(')')) {
        None => Some(value),
        Some(pair) => {
            let (light, night) = pair.split_once(',')?;
            Some(if dark { night.trim() } else { light.trim() })
        }
    }
}
