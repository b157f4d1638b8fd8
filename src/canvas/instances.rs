//! Trees of instances as a standalone SVG: what a document becomes when it is deployed, with counts.

use std::fmt::Write as _;

use super::icon;
use super::style_sheet::instances_style;
use super::svg::{Escaped, Theme};
use limn_language::deployment::{Deployment, DeploymentPart, DeploymentPartKind};
use limn_layout::{Font, text_width};

const MARGIN: f64 = 16.0;
const ROW: f64 = 28.0;
const INDENT: f64 = 24.0;
/// Height of the title and the sum.
const HEAD: f64 = 56.0;
const GAP: f64 = 10.0;
const NAME: Font = Font { size: 13.0, semibold: true };
const SMALL: Font = Font { size: 12.0, semibold: false };

/// A text of a row, with its class and its width.
struct Span {
    class: &'static str,
    text: String,
    width: f64,
}

impl Span {
    fn new(class: &'static str, text: String) -> Span {
        let font = if matches!(class, "name" | "count") { NAME } else { SMALL };
        Span { class, width: text_width(&text, font), text }
    }
}

/// The size of the drawing.
pub fn size(deployment: &Deployment) -> (f64, f64) {
    let order = deployment.in_tree_order();
    let right = |(at, depth): &(usize, usize)| {
        let spans = spans(&deployment.parts[*at]);
        *depth as f64 * INDENT + INDENT + spans.iter().map(|span| span.width + GAP).sum::<f64>()
    };
    let head = text_width(&deployment.summary(), SMALL);
    let width = order.iter().map(right).fold(head.max(240.0), f64::max);
    (width.ceil() + 2.0 * MARGIN, HEAD + order.len() as f64 * ROW + MARGIN)
}

/// Draws the tree as a standalone file.
pub fn draw(title: &str, deployment: &Deployment, theme: Theme) -> String {
    let (width, height) = size(deployment);
    let order = deployment.in_tree_order();
    let mut svg = String::with_capacity(8_192 + order.len() * 384);
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="instances" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    );
    let _ = write!(svg, "<title>{}</title>\n<style>\n{}</style>\n", Escaped(title), instances_style(theme));
    let _ = writeln!(svg, r#"<rect class="sheet" width="{width}" height="{height}"/>"#);
    let _ = writeln!(svg, r#"<text class="title" x="{MARGIN}" y="28">{}</text>"#, Escaped(title));
    let _ =
        writeln!(svg, r#"<text class="sum" x="{MARGIN}" y="46">{}</text>"#, Escaped(&deployment.summary()));
    let mut rows = vec![0; deployment.parts.len()];
    for (row, (at, _)) in order.iter().enumerate() {
        rows[*at] = row;
    }
    let middle = |row: usize| HEAD + row as f64 * ROW + ROW / 2.0;
    for (at, depth) in &order {
        let x = MARGIN + *depth as f64 * INDENT + 8.0;
        for child in &deployment.parts[*at].children {
            let (from, to) = (middle(rows[*at]) + 10.0, middle(rows[*child]));
            let _ = writeln!(svg, r#"<path class="branch" d="M{x} {from}V{to}h{}"/>"#, INDENT - 10.0);
        }
    }
    for (row, (at, depth)) in order.iter().enumerate() {
        let part = &deployment.parts[*at];
        let (x, y) = (MARGIN + *depth as f64 * INDENT, middle(row));
        let _ = write!(svg, r#"<g class="row kind-{}">"#, icon::name(part.icon));
        if part.kind == DeploymentPartKind::Instance {
            let _ = write!(svg, "<title>{}</title>", Escaped(&part.name));
        }
        let _ = write!(
            svg,
            r#"<path class="glyph" transform="translate({x} {}) scale(0.7)" d="{}"/>"#,
            y - 8.5,
            icon::path(part.icon)
        );
        let mut left = x + INDENT;
        for span in spans(part) {
            let _ = write!(
                svg,
                r#"<text class="{}" x="{left}" y="{}">{}</text>"#,
                span.class,
                y + 4.5,
                Escaped(&span.text)
            );
            left += span.width + GAP;
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn spans(part: &DeploymentPart) -> Vec<Span> {
    let mut spans = vec![Span::new("name", part.label.clone())];
    match (&part.count, part.kind) {
        (Ok(count), DeploymentPartKind::Group) => spans.push(Span::new("count", format!("×{count}"))),
        (Err(reason), _) => {
            spans.push(Span::new("count", "×?".to_owned()));
            spans.push(Span::new("unknown", reason.replace('`', "")));
        }
        (Ok(_), _) => {}
    }
    if !part.type_name.is_empty() && part.kind != DeploymentPartKind::Group {
        spans.push(Span::new("type", part.type_name.clone()));
    }
    if part.kind == DeploymentPartKind::Existing {
        spans.push(Span::new("rest", "exists already".to_owned()));
    }
    if part.omitted > 0 && !part.children.is_empty() {
        spans.push(Span::new("rest", format!("the last one represents {} more", part.omitted)));
    }
    if part.is_cut {
        spans.push(Span::new("rest", "its parts are not listed".to_owned()));
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::graph::Icon;

    fn part(
        kind: DeploymentPartKind,
        label: &str,
        children: &[usize],
        count: Result<u64, String>,
    ) -> DeploymentPart {
        DeploymentPart {
            kind,
            id: None,
            icon: Icon::Resource,
            label: label.to_owned(),
            name: format!("a__{label}"),
            type_name: "resource::r::1.0".to_owned(),
            count,
            count_source: String::new(),
            values: Vec::new(),
            notes: Vec::new(),
            children: children.to_vec(),
            omitted: 0,
            is_cut: false,
        }
    }

    #[test]
    fn each_part_has_a_row_below_its_parent() {
        let mut deployment = Deployment {
            parts: vec![
                part(DeploymentPartKind::Whole, "a <b>", &[1, 2], Ok(1)),
                part(DeploymentPartKind::Group, "web", &[3], Ok(7)),
                part(DeploymentPartKind::Group, "db", &[], Err("`n` is not set".to_owned())),
                part(DeploymentPartKind::Instance, "web 1", &[], Ok(1)),
            ],
            ..Deployment::default()
        };
        deployment.parts[1].omitted = 6;
        let order: Vec<&str> =
            deployment.in_tree_order().iter().map(|(at, _)| deployment.parts[*at].label.as_str()).collect();
        assert_eq!(order, ["a <b>", "web", "web 1", "db"]);
        for theme in [Theme::Light, Theme::Dark, Theme::System] {
            let svg = draw("What if", &deployment, theme);
            assert!(svg.contains("a &lt;b&gt;") && svg.contains(">×7<") && svg.contains(">×?<"), "{svg}");
            assert!(svg.contains("the last one represents 6 more") && svg.contains("n is not set"), "{svg}");
            assert!(!svg.contains("var(") && !svg.contains("light-dark("), "{svg}");
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
            assert_eq!(svg.matches("class=\"branch\"").count(), 3);
        }
        let empty = draw("What if", &Deployment::default(), Theme::Light);
        assert!(empty.ends_with("</svg>\n") && !empty.contains("NaN"));
    }
}
