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

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a token's color, as WCAG defines it.
    #[expect(clippy::disallowed_methods, reason = "no layout depends on it")]
    fn luminance(name: &str, dark: bool) -> f64 {
        let color = token(&format!("--{name}"), dark).unwrap_or_else(|| panic!("no token `{name}`"));
        let part = |at: usize| {
            let share =
                f64::from(u8::from_str_radix(&color[at..at + 2], 16).expect("a literal color")) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str, dark: bool) -> f64 {
        let (one, other) = (luminance(one, dark) + 0.05, luminance(other, dark) + 0.05);
        (one / other).max(other / one)
    }

    #[test]
    fn names_captions_and_marks_contrast_with_what_they_are_on() {
        let texts = [
            ("ink", "card"),
            ("ink-2", "card"),
            ("ink-3", "card"),
            ("ink", "canvas"),
            ("ink-3", "canvas"),
            ("ink-2", "sunken"),
            ("error", "error-soft"),
            ("policy", "policy-soft"),
            ("accent", "accent-soft"),
        ];
        let kinds = ["assembly", "resource", "reference", "unknown"];
        for dark in [false, true] {
            for (text, ground) in texts {
                let found = contrast(text, ground, dark);
                assert!(found >= 4.5, "{text} on {ground}: {found:.2}, dark: {dark}");
            }
            for kind in kinds {
                let found = contrast(kind, &format!("{kind}-soft"), dark);
                assert!(found >= 3.0, "{kind}: {found:.2}, dark: {dark}");
            }
            for hue in (0..8).map(|hue| format!("hue-{hue}")) {
                for ground in ["card", "canvas", "well"] {
                    let found = contrast(&hue, ground, dark);
                    assert!(found >= 3.0, "{hue} on {ground}: {found:.2}, dark: {dark}");
                }
            }
            assert!(contrast("card-line", "card", dark) >= 1.45);
        }
    }

    #[test]
    fn cards_are_above_hosts_and_those_above_the_canvas_in_the_dark_theme() {
        let [canvas, well, card] = ["canvas", "well", "card"].map(|name| luminance(name, true));
        assert!(canvas < well && well < card);
        assert!(contrast("card", "well", true) >= 1.2);
    }
}
