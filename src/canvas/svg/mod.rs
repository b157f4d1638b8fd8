//! SVG export: the scene as a standalone SVG file for `limn draw`, with the page's style sheets and all colors resolved, because few viewers support
//! CSS variables. Elements and classes are the same as on the page.

mod card;
mod named;

use std::fmt::Write as _;

pub use self::card::card_inside;
use self::card::{card, collapse_button, grounding, spots};
pub use self::named::{card_named, pill_named};
use super::icon;
use super::scene::{GroupNames, GroupOutline, HostBackground, Pill, Scene, Sheet};
use super::style_sheet::style;
use super::wire::{Leg, Wire, WireText};
use limn_language::graph::{Icon, LinkKind};
use limn_layout::{self as layout, Rect};
use limn_text::visible;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    #[default]
    Light,
    Dark,
    /// The preference of the viewer.
    System,
}

/// The margin around the diagram.
const MARGIN: f64 = 32.0;
/// Corner radii.
pub const ROUND: f64 = 12.0;
pub const ROUND_TILE: f64 = 8.0;

/// The size of a drawing, in pixels at 100 %.
pub fn size(scene: &Scene) -> (f64, f64) {
    let bounds = scene.bounds.grown(MARGIN);
    (bounds.width, bounds.height)
}

/// Draws the whole scene at its own size.
pub fn draw(scene: &Scene, theme: Theme) -> String {
    let bounds = scene.bounds.grown(MARGIN);
    let mut svg = String::with_capacity(16_384 + scene.cards.len() * 2_048 + scene.wires.len() * 512);
    let Rect { x, y, width, height } = bounds;
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="scene" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}" role="img">"#
    );
    let name = scene.frame.as_ref().map_or("drawing", |frame| &frame.name);
    let _ = write!(svg, "<title>{}</title>\n<style>\n{}</style>\n", Escaped(name), style(theme));
    let _ = writeln!(svg, r#"<rect class="desk" x="{x}" y="{y}" width="{width}" height="{height}"/>"#);
    if let Some(frame) = &scene.frame {
        card(&mut svg, frame);
    }
    scene.group_outlines.iter().filter(|group| !group.within).for_each(|group| outline(&mut svg, group));
    scene.host_backgrounds.iter().for_each(|host| background(&mut svg, host));
    scene.group_outlines.iter().filter(|group| group.within).for_each(|group| outline(&mut svg, group));
    for outline in &scene.group_outlines {
        svg.push_str(r#"<g class="hull-name">"#);
        svg.push_str(&group_names(&outline.names));
        svg.push_str("</g>\n");
    }
    scene.drawn_wires().for_each(|drawn_wire| wire(&mut svg, drawn_wire));
    scene.cards.iter().for_each(|drawn_card| card(&mut svg, drawn_card));
    scene.pills.iter().for_each(|drawn_pill| pill(&mut svg, drawn_pill));
    svg.push_str("</svg>\n");
    svg
}

/// The content of a wire's group.
pub fn wire_inside(wire: &Wire) -> String {
    let mut svg = String::with_capacity(512);
    wire_lines(&mut svg, wire);
    svg
}

/// The content of a pill's group.
pub fn pill_inside(pill: &Pill) -> String {
    let mut svg = String::with_capacity(512);
    pill_face(&mut svg, pill);
    svg
}

/// The content of a host background's group.
pub fn host_background_inside(background: &HostBackground) -> String {
    let mut svg = String::with_capacity(512);
    background_face(&mut svg, background);
    svg
}

/// The content of the group for a port overlay. `lit`: as for a card.
pub fn sheet_inside(sheet: &Sheet, lit: &[&str]) -> String {
    let mut svg = String::with_capacity(1_024);
    let (width, height) = (sheet.drawer.width, sheet.drawer.height);
    rect(&mut svg, "shade", Rect { x: 0.0, y: 2.0, width, height }, ROUND);
    rect(&mut svg, "body", Rect { x: 0.0, y: 0.0, width, height }, ROUND);
    spots(&mut svg, &sheet.drawer.ports, lit);
    svg
}

/// The content of a group outline's group.
pub fn group_outline_inside(outline: &GroupOutline) -> String {
    let mut svg = String::with_capacity(256);
    outline_face(&mut svg, outline);
    svg
}

/// The content of the group for the names of a group on a page, with the buttons that collapse it.
pub fn group_names_inside(names: &GroupNames) -> String {
    let mut svg = group_names(names);
    names.collapse_buttons().for_each(|at| collapse_button(&mut svg, at, true));
    svg
}

fn group_names(names: &GroupNames) -> String {
    let mut svg = String::with_capacity(256);
    for (tab, label) in names.tabs.iter().zip(&names.labels) {
        rect(&mut svg, "name-tab", *tab, tab.height / 2.0);
        text(&mut svg, "", &layout::Text { text: label.clone(), x: tab.x + 8.0, y: tab.y + 13.0 });
    }
    svg
}

fn wire(svg: &mut String, wire: &Wire) {
    let _ = write!(svg, r#"<g class="{}"><title>{}</title>"#, wire.class(), Escaped(&wire.spoken));
    wire_lines(svg, wire);
    svg.push_str("</g>\n");
}

/// An SVG element without children.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgElement {
    pub tag: &'static str,
    pub attributes: Vec<(&'static str, String)>,
    pub text: Option<String>,
}

impl SvgElement {
    fn new(tag: &'static str, class: &str, attributes: Vec<(&'static str, String)>) -> SvgElement {
        let class = (!class.is_empty()).then(|| ("class", class.to_owned()));
        SvgElement { tag, attributes: class.into_iter().chain(attributes).collect(), text: None }
    }

    fn path(class: &str, path: String) -> SvgElement {
        SvgElement::new("path", class, vec![("d", path)])
    }

    /// A text whose baseline is at `at`, as it is displayed.
    fn note(class: &str, note: &WireText) -> SvgElement {
        let at = vec![("x", note.at.x.to_string()), ("y", note.at.y.to_string())];
        let text = Some(visible(&note.text).into_owned());
        SvgElement { text, ..SvgElement::new("text", class, at) }
    }

    fn write(&self, svg: &mut String) {
        let _ = write!(svg, "<{}", self.tag);
        for (name, value) in &self.attributes {
            let _ = write!(svg, r#" {name}="{value}""#);
        }
        match &self.text {
            Some(text) => {
                let _ = write!(svg, ">{}</{}>", Escaped(text), self.tag);
            }
            None => svg.push_str("/>"),
        }
    }
}

/// The elements of a wire, in drawing order. A page that has them can change the attributes that differ instead of drawing the wire again.
pub fn wire_elements(wire: &Wire) -> Vec<SvgElement> {
    let mut elements = Vec::with_capacity(4);
    if wire.band {
        let whole = wire.whole();
        elements.push(SvgElement::path("edge", whole.clone()));
        elements.push(SvgElement::path("fill", whole));
    } else {
        let path = |leg: &Leg| if wire.pointed { leg.pointed() } else { leg.path.clone() };
        elements.extend(wire.legs.iter().map(|leg| SvgElement::path("", path(leg))));
    }
    if matches!(wire.kind, LinkKind::Order | LinkKind::Failure) {
        let arriving = wire.legs.iter().filter(|leg| leg.arrives);
        elements.extend(arriving.map(|leg| SvgElement::path("head", leg.head())));
    }
    if let Some(hub) = wire.hub {
        let r = if wire.band { "8" } else { "5" };
        let at = vec![("cx", hub.x.to_string()), ("cy", hub.y.to_string()), ("r", r.to_owned())];
        elements.push(SvgElement::new("circle", "hub", at));
    }
    if let Some(Rect { x, y, width, height }) = wire.tag {
        let sides = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", height / 2.0)];
        let sides = sides.map(|(name, value)| (name, value.to_string()));
        elements.push(SvgElement::new("rect", "tag", sides.into()));
    }
    let notes = wire.notes.iter().map(|end| (if end.from_right { "note right" } else { "note" }, end));
    let texts = wire.label.iter().map(|label| ("wire-label", label)).chain(notes);
    elements.extend(
        texts.filter(|(_, note)| !note.text.is_empty()).map(|(class, note)| SvgElement::note(class, note)),
    );
    elements
}

fn wire_lines(svg: &mut String, wire: &Wire) {
    for element in wire_elements(wire) {
        element.write(svg);
    }
}

fn pill(svg: &mut String, pill: &Pill) {
    let _ = write!(svg, r#"<g class="{}"><title>{}</title>"#, pill.class(), Escaped(&pill.title));
    pill_face(svg, pill);
    svg.push_str("</g>\n");
}

fn pill_face(svg: &mut String, pill: &Pill) {
    let Rect { x, y, .. } = pill.rect;
    pill_shape(svg, pill, pill.rect);
    glyph(svg, pill.icon, x + 8.0, y + 4.0, 12.0);
    text(svg, "", &layout::Text { text: pill.text.clone(), x: x + layout::PILL_TEXT_AT, y: y + 14.0 });
}

fn pill_shape(svg: &mut String, pill: &Pill, at: Rect) {
    rect(svg, "", at, layout::CHIP / 2.0);
    if pill.hue.is_some() {
        rect(svg, "tint", at, layout::CHIP / 2.0);
    }
}

fn outline(svg: &mut String, outline: &GroupOutline) {
    let _ = write!(svg, r#"<g class="hull"><title>{}</title>"#, Escaped(&outline.name));
    outline_face(svg, outline);
    svg.push_str("</g>\n");
}

fn outline_face(svg: &mut String, outline: &GroupOutline) {
    outline.areas.iter().for_each(|area| rect(svg, "area", *area, ROUND + 2.0));
}

fn background(svg: &mut String, background: &HostBackground) {
    let _ = write!(svg, r#"<g class="{}">"#, background.class());
    background_face(svg, background);
    svg.push_str("</g>\n");
}

fn background_face(svg: &mut String, background: &HostBackground) {
    let Rect { x, y, width, height } = background.rect;
    grounding(svg, background.stacked, background.rect);
    rect(svg, "ground", background.rect, ROUND);
    let (right, top, bottom) = (x + width, y + background.room, y + height);
    let _ = write!(
        svg,
        r#"<path class="tint" d="M{x} {top}H{right}V{}a{ROUND} {ROUND} 0 0 1 -{ROUND} {ROUND}H{}a{ROUND} {ROUND} 0 0 1 -{ROUND} -{ROUND}z"/>"#,
        bottom - ROUND,
        x + ROUND
    );
}

fn rect(svg: &mut String, class: &str, rect: Rect, round: f64) {
    svg.push_str("<rect");
    if !class.is_empty() {
        let _ = write!(svg, r#" class="{class}""#);
    }
    let Rect { x, y, width, height } = rect;
    let _ = write!(svg, r#" x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}"/>"#);
}

fn text(svg: &mut String, class: &str, text: &layout::Text) {
    if text.text.is_empty() {
        return;
    }
    svg.push_str("<text");
    if !class.is_empty() {
        let _ = write!(svg, r#" class="{class}""#);
    }
    let _ = write!(svg, r#" x="{}" y="{}">{}</text>"#, text.x, text.y, Escaped(&text.text));
}

/// A picture in the tile of a card.
fn picture(svg: &mut String, url: &str, at: Rect) {
    let Rect { x, y, width, height } = at;
    let _ = write!(
        svg,
        r#"<image class="picture" x="{x}" y="{y}" width="{width}" height="{height}" href="{}"/>"#,
        Escaped(url)
    );
}

fn glyph(svg: &mut String, icon: Icon, x: f64, y: f64, side: f64) {
    let scale = side / 24.0;
    let _ = write!(
        svg,
        r#"<path class="glyph" transform="translate({x} {y}) scale({scale})" d="{}"/>"#,
        icon::path(icon)
    );
}

/// Text in XML; invisible characters are escaped.
pub(super) struct Escaped<'a>(pub &'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for letter in visible(self.0).chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML cannot hold them.
                '\u{fffe}' | '\u{ffff}' => {}
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::super::scene::Problems;
    use super::*;
    use limn_check::sample;

    #[test]
    fn every_color_is_resolved() {
        for theme in [Theme::Light, Theme::Dark] {
            let style = style(theme);
            assert!(!style.contains("var(") && !style.contains("light-dark("), "{style}");
        }
    }

    #[test]
    fn no_name_draws_what_nobody_sees() {
        const ODD: &str = "a\u{1b}[2J\u{202e}b\nc\u{0}";
        let mut graph = sample::graph(FIVE);
        let name = |label: &mut String| ODD.clone_into(label);
        graph.frame.iter_mut().chain(&mut graph.nodes).for_each(|node| {
            name(&mut node.label);
            name(&mut node.caption);
        });
        graph.links.iter_mut().for_each(|link| name(&mut link.label));
        let members = graph.nodes.iter().map(|node| node.id.clone()).collect::<Vec<_>>();
        let (group, policy) = (sample::id("odd-group"), sample::id("odd-policy"));
        graph.groups.push(limn_language::graph::Group {
            id: group.clone(),
            label: ODD.to_owned(),
            members: members.clone(),
        });
        graph.policies.push(limn_language::graph::Policy {
            id: policy.clone(),
            icon: Icon::Policy,
            label: ODD.to_owned(),
            caption: ODD.to_owned(),
            targets: members.clone(),
            triggers: vec![ODD.to_owned()],
            reads: None,
        });
        let links: Vec<_> = graph.links.iter().map(|link| link.id.clone()).collect();
        let layout = layout::layout(&graph, &BTreeMap::new());
        let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
        let shown = |text: &str| !text.chars().any(|c| c != '\n' && limn_text::is_unprintable(c));
        let svg = draw(&scene, Theme::Light);
        assert!(shown(&svg), "{svg}");
        assert!(svg.contains("a\\u{1b}[2J\\u{202e}b\\nc\\u{0}"), "{svg}");
        for id in members.iter().chain(&links).chain([&group, &policy]) {
            let spoken = scene.spoken(id).expect("it is drawn");
            assert!(shown(&spoken) && !spoken.contains('\n'), "{spoken}");
        }
    }

    /// `LIMN_LOOK=DIR cargo test look_at` writes these drawings there, to be looked at.
    #[test]
    fn look_at_samples() {
        let samples = [
            ("none", "[frame empty".to_owned()),
            ("one", "[frame single\nserver @ _assembly::server::1.0 >http:web".to_owned()),
            ("five", FIVE.to_owned()),
            ("lone", LONE.to_owned()),
        ];
        let mut drawn: Vec<(&str, String)> = Vec::new();
        for (name, text) in &samples {
            drawn.push((name, sketch(sample::graph(text), Theme::Light)));
        }
        drawn.push(("five-dark", sketch(sample::graph(FIVE), Theme::Dark)));
        drawn.push(("forty", sketch(sample::large(40, 50), Theme::Light)));
        drawn.push(("many", sketch(sample::large(500, 1000), Theme::System)));
        for (name, svg) in drawn {
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count(), "{name}: every group ends");
            assert!(
                svg.starts_with("<svg")
                    && svg.ends_with("</svg>\n")
                    && !svg.contains("NaN")
                    && !svg.contains("inf"),
                "{name}"
            );
            if let Ok(folder) = std::env::var("LIMN_LOOK") {
                std::fs::write(std::path::Path::new(&folder).join(format!("{name}.svg")), svg).unwrap();
            }
        }
    }

    const FIVE: &str = "
        [frame assembly::content-delivery::1.0 _content-delivery
        management-network ~ _resource::neutron-network::2.0 >network:network
        image-store ~ _resource::bucket::1.1 >images:storage
        streamer *2-8 _resource::streamer::1.0 <net:network <images:storage >stream:http #fast
        balancer @ _assembly::load-balancer::3.2 <net:network <backends:http >public:http >stats:metrics
        net-video _resource::neutron-network::2.0 >network:network
        monitor *3 _resource::monitor::1.0 <watched:metrics >alarms:queue
        a-very-long-component-name-that-goes-on-and-on-1 _assembly::some-extremely-long-descriptor-name::10.20 <queue-of-alarms:queue <net:network >report:pdf
        missing ? <report:pdf
        management-network.network -> streamer.net balancer.net
        image-store.images -> streamer.images
        streamer.stream -> balancer.backends
        balancer.stats -> monitor.watched
        monitor.alarms -> a-very-long-component-name-that-goes-on-and-on-1.queue-of-alarms
        net-video.network -> a-very-long-component-name-that-goes-on-and-on-1.net
        a-very-long-component-name-that-goes-on-and-on-1.report -> missing.report
        streamer => monitor
        !policy scale-streamer streamer
        !policy heal monitor streamer
    ";

    const LONE: &str =
        "[frame nine\na ~ _resource::thing::1.0\nb\nc @\nd\ne ~\nf _resource::other::1.0 >x\ng *3\nh <y\ni";

    fn sketch(graph: limn_language::graph::Graph, theme: Theme) -> String {
        let layout = layout::layout(&graph, &BTreeMap::new());
        let faulty =
            graph.nodes.iter().filter(|node| node.label.starts_with('a')).map(|node| node.id.clone());
        let problems = faulty.map(|id| (id, Problems { errors: 2, warnings: 1 })).collect();
        draw(&Scene::new(Arc::new(graph), &layout, &problems), theme)
    }

    #[test]
    fn names_alone_are_whole_where_smaller_text_fits() {
        let texts = |svg: &str| {
            let texts =
                svg.split("<text").skip(1).filter_map(|piece| piece.split_once('>')?.1.split_once('<'));
            texts.map(|(text, _)| text).collect::<String>()
        };
        for name in ["web", "content-store", "ManagementNetwork", "balancer-uses-public-network"] {
            let mut graph = sample::graph("x\n!policy apart x\n!policy a_policy_of_many_words x");
            graph.nodes[0].label = name.to_owned();
            let layout = layout::layout(&graph, &BTreeMap::new());
            let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
            for size in [38.0, 26.0, 22.0] {
                assert_eq!(texts(&card_named(&scene.cards[0], size, &[])), name, "at most {size}");
            }
            let pills = |size| scene.pills.iter().map(move |pill| texts(&pill_named(pill, size)));
            assert!(pills(22.0).eq(["apart", ""]), "the other has its icon alone");
            assert!(pills(38.0).eq(["", ""]));
            assert!(pill_named(&scene.pills[0], 38.0).contains("glyph"));
        }
    }

    #[test]
    fn names_are_escaped() {
        let mut graph = sample::graph("x");
        graph.nodes[0].label = "<a & \"b\">".to_owned();
        let svg = sketch(graph, Theme::Light);
        assert!(svg.contains("&lt;a &amp; &quot;b&quot;&gt;</text>"), "{svg}");
    }
}
