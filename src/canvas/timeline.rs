//! Timelines as drawings: the places of lanes and steps, the lines between them, and the standalone SVG of `limn draw`.

use std::fmt::Write as _;

use super::icon;
use super::style_sheet::timeline_style;
use super::svg::{Escaped, Theme};
use limn_language::timeline::{Schedule, Timeline};
use limn_layout::{Font, Rect, elide, text_width};

/// Width of the lane names.
pub const NAMES: f64 = 204.0;
/// Height of the numbers above the columns.
pub const HEAD: f64 = 28.0;
/// Height of a lane.
pub const LANE: f64 = 48.0;
/// Width of a column: of the steps that can run at the same time.
pub const WAVE: f64 = 124.0;
const STEP_WIDTH: f64 = 96.0;
const STEP_HEIGHT: f64 = 34.0;
const MARGIN: f64 = 16.0;
const LINE: f64 = 20.0;
const NOTE: Font = Font { size: 12.0, semibold: false };
const CALLS: Font = Font { size: 11.0, semibold: false };
const NAME: Font = Font { size: 14.0, semibold: true };

/// The places of a timeline's elements; the origin is the top left corner, lane names included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineLayout {
    pub width: f64,
    pub height: f64,
    pub steps: Vec<Rect>,
}

/// A line from a step to one that follows.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderLine {
    /// Path of the line, and of its arrowhead.
    pub path: String,
    pub head: String,
    /// Both steps are in one lane.
    pub inner: bool,
    pub cycle: bool,
}

impl TimelineLayout {
    pub fn new(timeline: &Timeline, schedule: &Schedule) -> TimelineLayout {
        let place = |(at, step): (usize, &limn_language::timeline::TimelineStep)| Rect {
            x: NAMES + schedule.waves[at] as f64 * WAVE + (WAVE - STEP_WIDTH) / 2.0,
            y: HEAD + step.lane as f64 * LANE + (LANE - STEP_HEIGHT) / 2.0,
            width: STEP_WIDTH,
            height: STEP_HEIGHT,
        };
        TimelineLayout {
            width: NAMES + schedule.count.max(1) as f64 * WAVE,
            height: HEAD + timeline.lanes.len() as f64 * LANE,
            steps: timeline.steps.iter().enumerate().map(place).collect(),
        }
    }

    /// The lines of a timeline, in the order of its orders: each pair of steps once. Those of cycles are last, above the others.
    pub fn lines(&self, timeline: &Timeline, schedule: &Schedule) -> Vec<OrderLine> {
        let in_cycle: std::collections::BTreeSet<usize> = schedule.cycles.iter().flatten().copied().collect();
        let mut seen = std::collections::BTreeSet::new();
        let mut lines: Vec<OrderLine> = Vec::new();
        let (first, last): (Vec<usize>, Vec<usize>) =
            (0..timeline.orders.len()).partition(|at| in_cycle.contains(at));
        for at in first {
            let order = &timeline.orders[at];
            seen.insert((order.before, order.after));
            lines.push(self.line(timeline, order.before, order.after, true));
        }
        let cycles = lines.len();
        for at in last {
            let order = &timeline.orders[at];
            if seen.insert((order.before, order.after)) {
                lines.push(self.line(timeline, order.before, order.after, false));
            }
        }
        lines.rotate_left(cycles);
        lines
    }

    fn line(&self, timeline: &Timeline, before: usize, after: usize, cycle: bool) -> OrderLine {
        let (from, to) = (self.steps[before], self.steps[after]);
        let inner = timeline.steps[before].lane == timeline.steps[after].lane;
        let (x, y) = (from.right(), from.y + from.height / 2.0);
        let (end, level) = (to.x, to.y + to.height / 2.0);
        let path = if inner && end > x {
            format!("M{x} {y}H{end}")
        } else if end > x {
            // Across the lanes in the gap before the later step, where no other step is.
            let gap = end - (WAVE - STEP_WIDTH) / 2.0;
            let (turn, sign) = (8.0, (level - y).signum());
            let down = sign * turn;
            format!(
                "M{x} {y}H{}q{turn} 0 {turn} {down}V{}q0 {down} {turn} {down}H{}",
                gap - turn,
                level - down,
                end - 1.0
            )
        } else {
            // Back to an earlier wave: only in cycles.
            let below = y.max(level) + LANE / 2.0;
            format!("M{x} {y}h8V{below}H{}V{level}H{}", end - 10.0, end - 1.0)
        };
        OrderLine { path, head: format!("M{end} {level}l-7 -4v8z"), inner, cycle }
    }
}

/// Draws a timeline as a standalone file: its title, lanes and steps, and below them cycles and notes.
pub fn draw(title: &str, timeline: &Timeline, schedule: &Schedule, theme: Theme) -> String {
    let layout = TimelineLayout::new(timeline, schedule);
    let cycles = schedule.cycles.iter().map(|cycle| {
        let causes = cycle.iter().map(|at| timeline.orders[*at].cause.text.as_str());
        ("note cycle", format!("Never happens: {}", causes.collect::<Vec<_>>().join("; ")))
    });
    let notes = timeline.notes.iter().map(|note| ("note", note.text.clone()));
    let notes: Vec<(&str, String)> = cycles.chain(notes).collect();
    let widest = notes.iter().map(|(_, text)| text_width(text, NOTE)).fold(0.0, f64::max);
    let width = layout.width.max(widest) + 2.0 * MARGIN;
    let top = 2.0 * MARGIN + LINE;
    let height = top + layout.height + notes.len() as f64 * LINE + MARGIN;
    let mut svg = String::with_capacity(8_192 + timeline.steps.len() * 256 + timeline.orders.len() * 192);
    let _ = write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="timeline" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    );
    let _ = write!(svg, "<title>{}</title>\n<style>\n{}</style>\n", Escaped(title), timeline_style(theme));
    let _ = writeln!(svg, r#"<rect class="stripe" width="{width}" height="{height}"/>"#);
    let _ = writeln!(
        svg,
        r#"<text class="lane-name" x="{MARGIN}" y="{}">{}</text>"#,
        MARGIN + 14.0,
        Escaped(title)
    );
    let _ = writeln!(svg, r#"<g transform="translate({MARGIN} {top})">"#);
    background(&mut svg, timeline, schedule, &layout);
    names(&mut svg, timeline);
    for line in layout.lines(timeline, schedule) {
        let kind = match (line.inner, line.cycle) {
            (_, true) => " cycle",
            (true, _) => " inner",
            _ => "",
        };
        let _ = write!(svg, r#"<path class="order{kind}" d="{}"/>"#, line.path);
        if !line.inner || line.cycle {
            let _ = writeln!(svg, r#"<path class="order-head{kind}" d="{}"/>"#, line.head);
        }
    }
    steps(&mut svg, timeline, schedule, &layout);
    svg.push_str("</g>\n");
    for (at, (class, text)) in notes.iter().enumerate() {
        let y = top + layout.height + (at + 1) as f64 * LINE;
        let _ = writeln!(svg, r#"<text class="{class}" x="{MARGIN}" y="{y}">{}</text>"#, Escaped(text));
    }
    svg.push_str("</svg>\n");
    svg
}

/// Icons, names and captions of the lanes.
fn names(svg: &mut String, timeline: &Timeline) {
    for (at, lane) in timeline.lanes.iter().enumerate() {
        let y = HEAD + at as f64 * LANE;
        let _ = write!(svg, r#"<g class="lane kind-{}">"#, icon::name(lane.icon));
        let _ = write!(
            svg,
            r#"<path class="glyph" transform="translate(8 {}) scale(0.75)" d="{}"/>"#,
            y + 15.0,
            icon::path(lane.icon)
        );
        let room = NAMES - 44.0;
        let (name, caption) = (elide(&lane.label, NAME, room), elide(&lane.caption, NOTE, room));
        let _ = write!(svg, r#"<text class="lane-name" x="36" y="{}">{}</text>"#, y + 21.0, Escaped(&name));
        let _ = writeln!(
            svg,
            r#"<text class="lane-caption" x="36" y="{}">{}</text></g>"#,
            y + 37.0,
            Escaped(&caption)
        );
    }
}

fn steps(svg: &mut String, timeline: &Timeline, schedule: &Schedule, layout: &TimelineLayout) {
    for (at, (step, rect)) in timeline.steps.iter().zip(&layout.steps).enumerate() {
        let lane = &timeline.lanes[step.lane];
        let blocked = if schedule.blocked[at] { " blocked" } else { "" };
        let _ = write!(svg, r#"<g class="step kind-{}{blocked}">"#, icon::name(lane.icon));
        let calls = step.calls.join(", ");
        let spoken = if calls.is_empty() { String::new() } else { format!(": {calls}") };
        let _ = write!(svg, "<title>{}{}</title>", Escaped(&timeline.name(at)), Escaped(&spoken));
        let Rect { x, y, width, height } = *rect;
        let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>"#);
        let middle = x + width / 2.0;
        let up = if calls.is_empty() { 21.0 } else { 15.0 };
        let _ = write!(svg, r#"<text x="{middle}" y="{}">{}</text>"#, y + up, Escaped(&step.label));
        if !calls.is_empty() {
            let shown = elide(&calls, CALLS, width - 12.0);
            let _ = write!(
                svg,
                r#"<text class="calls" x="{middle}" y="{}">{}</text>"#,
                y + 28.0,
                Escaped(&shown)
            );
        }
        svg.push_str("</g>\n");
    }
}

/// Stripes of the lanes, columns of the waves, and the part that never happens.
fn background(svg: &mut String, timeline: &Timeline, schedule: &Schedule, layout: &TimelineLayout) {
    for at in (0..timeline.lanes.len()).step_by(2) {
        let y = HEAD + at as f64 * LANE;
        let _ =
            write!(svg, r#"<rect class="stripe even" y="{y}" width="{}" height="{LANE}"/>"#, layout.width);
    }
    let x = NAMES + schedule.reached as f64 * WAVE;
    if schedule.reached < schedule.count {
        let (width, height) = (layout.width - x, layout.height);
        let _ = write!(svg, r#"<rect class="never" x="{x}" width="{width}" height="{height}"/>"#);
    }
    for wave in 0..schedule.count {
        let x = NAMES + wave as f64 * WAVE;
        let _ = write!(svg, r#"<path class="wave-line" d="M{x} 0V{}"/>"#, layout.height);
        let _ = writeln!(
            svg,
            r#"<text class="wave-name" x="{}" y="18">{}</text>"#,
            x + WAVE / 2.0,
            wave_name(schedule, wave)
        );
    }
}

/// Heading of a wave: its number, or that it never happens.
pub fn wave_name(schedule: &Schedule, wave: usize) -> String {
    if wave < schedule.reached { (wave + 1).to_string() } else { "never".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_language::graph::{Icon, Id};
    use limn_language::timeline::{Cause, Lane};
    use limn_text::TextRange;

    /// Two lanes with two steps each: the first steps precede the others, and `back` closes a cycle.
    fn sample(back: bool) -> Timeline {
        let mut timeline = Timeline::default();
        for name in ["web <&>", "db"] {
            let lane = timeline.lane(Lane {
                id: Id::default(),
                icon: Icon::Resource,
                label: name.to_owned(),
                caption: "component".to_owned(),
            });
            timeline.step(lane, "Installed", vec!["Create".to_owned(), "Install".to_owned()]);
            timeline.step(lane, "Active", Vec::new());
        }
        let cause = |text: &str| Cause { text: text.to_owned(), range: TextRange::default() };
        timeline.order(0, 1, cause("one after the other"));
        timeline.order(2, 3, cause("one after the other"));
        timeline.order(3, 0, cause("web waits for db"));
        if back {
            timeline.order(1, 2, cause("db waits for web"));
        }
        timeline
    }

    #[test]
    fn steps_are_in_the_column_of_their_wave_and_the_row_of_their_lane() {
        let timeline = sample(false);
        let schedule = timeline.schedule();
        let layout = TimelineLayout::new(&timeline, &schedule);
        let cells: Vec<(f64, f64)> = layout
            .steps
            .iter()
            .map(|rect| (((rect.x - NAMES) / WAVE).floor(), ((rect.y - HEAD) / LANE).floor()))
            .collect();
        assert_eq!(cells, [(2.0, 0.0), (3.0, 0.0), (0.0, 1.0), (1.0, 1.0)]);
        let lines = layout.lines(&timeline, &schedule);
        assert_eq!(lines.iter().map(|line| line.inner).collect::<Vec<_>>(), [true, true, false]);
        assert!(lines.iter().all(|line| !line.cycle));
    }

    #[test]
    fn cycles_are_marked_and_named() {
        let timeline = sample(true);
        let schedule = timeline.schedule();
        let layout = TimelineLayout::new(&timeline, &schedule);
        assert_eq!(layout.lines(&timeline, &schedule).iter().filter(|line| line.cycle).count(), 4);
        let svg = draw("Bring up", &timeline, &schedule, Theme::Light);
        assert!(svg.contains("Never happens: one after the other; db waits for web; "), "{svg}");
        assert_eq!(svg.matches("step kind-resource blocked").count(), 4);
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    }

    #[test]
    fn names_are_escaped_and_colors_resolved() {
        let timeline = sample(false);
        for theme in [Theme::Light, Theme::Dark, Theme::System] {
            let svg = draw("Bring up", &timeline, &timeline.schedule(), theme);
            assert!(svg.contains("web &lt;&amp;&gt;") && !svg.contains("web <"), "{svg}");
            assert!(!svg.contains("var(") && !svg.contains("light-dark("), "{svg}");
        }
    }

    #[test]
    fn an_empty_timeline_is_drawn() {
        let timeline = Timeline::default();
        let svg = draw("Bring up", &timeline, &timeline.schedule(), Theme::Light);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{svg}");
    }
}
