//! Views that show only names, because other text would be illegible: cards with their icon, their name and the marks of their ports, and pills.

use std::fmt::Write as _;

use super::super::scene::{Card, Pill, mark, port_class};
use super::card::{grounding, leads, lid, outside, pin_sign, problems};
use super::{Escaped, ROUND, ROUND_TILE, glyph, pill_shape, rect};
use limn_language::graph::Look;
use limn_layout::{self as layout, Font, Rect};
use limn_text::visible;

/// The sizes of names, the largest first. `scene.css` has a class for each.
const NAME_SIZES: [f64; 4] = [38.0, 32.0, 26.0, 22.0];
/// The height of a line of names, as a multiple of their size.
const LINE: f64 = 1.12;
/// The distance of names and icons from the edges of the card.
const PAD: f64 = 10.0;
/// The distance of a name from the icon before it.
const GAP: f64 = 8.0;
/// The least distance of several lines beside an icon from the upper and lower edge.
const AIR: f64 = 7.0;
/// The least size of a name beside an icon, as a part of the usual one. A name that is smaller is shown without the icon.
const MIN_SIZE_BESIDE_ICON: f64 = 0.8;
/// The size of the marks of ports, as a multiple of the usual one.
const MARKS: f64 = 1.4;

/// The side of the icon's tile beside a name of this size.
fn tile_side(size: f64) -> f64 {
    (size * 1.45).round()
}

/// A name as it is shown on a card.
#[derive(Debug, PartialEq)]
struct Fitted {
    size: f64,
    lines: Vec<String>,
    /// True if the icon is beside it.
    icon: bool,
}

/// Fits a name into a space: whole, if possible in one line beside the icon, at most this large.
fn fit(name: &str, most: f64, (width, height): (f64, f64)) -> Fitted {
    let sizes = |least: f64| {
        NAME_SIZES.into_iter().filter(move |size| *size <= most && *size >= least * most).collect::<Vec<_>>()
    };
    let room = |size: f64, icon: bool| width - if icon { tile_side(size) + GAP } else { 0.0 };
    let fits_tile = |size: f64| tile_side(size) + AIR <= height;
    let one_line = |least: f64, icon: bool| {
        let sizes = sizes(least).into_iter().filter(|size| !icon || fits_tile(*size));
        let whole = |size: &f64| layout::text_width(name, font(*size)) <= room(*size, icon);
        let size = sizes.into_iter().find(whole)?;
        Some(Fitted { size, lines: vec![visible(name).into_owned()], icon })
    };
    let more_lines = |least: f64, icon: bool, is_good: &dyn Fn(&[String]) -> bool| {
        sizes(least).into_iter().find_map(|size| {
            let air = if icon { 2.0 * AIR } else { 0.0 };
            let count = ((height - air) / (size * LINE)).floor() as usize;
            if icon && (count < 2 || !fits_tile(size)) {
                return None;
            }
            let lines = balanced(name, font(size), room(size, icon), count.max(1));
            (lines.concat() == *visible(name) && is_good(&lines)).then_some(Fitted { size, lines, icon })
        })
    };
    one_line(MIN_SIZE_BESIDE_ICON, true)
        .or_else(|| more_lines(MIN_SIZE_BESIDE_ICON, true, &is_between_words))
        .or_else(|| one_line(MIN_SIZE_BESIDE_ICON, false))
        .or_else(|| more_lines(0.0, false, &is_between_words))
        .or_else(|| more_lines(0.0, false, &|_| true))
        .unwrap_or_else(|| {
            let count = ((height / (most * LINE)).floor() as usize).max(1);
            Fitted { size: most, lines: layout::lines(name, font(most), width, count), icon: false }
        })
}

fn font(size: f64) -> Font {
    Font { size, semibold: true }
}

/// A text on as many lines as it needs, about equally long.
fn balanced(text: &str, font: Font, room: f64, most: usize) -> Vec<String> {
    let lines = layout::lines(text, font, room, most);
    if lines.len() < 2 {
        return lines;
    }
    let narrower =
        (5..10).map(|share| layout::lines(text, font, room * f64::from(share) / 10.0, lines.len()));
    let same = |tried: &Vec<String>| tried.concat() == lines.concat() && is_between_words(tried);
    narrower.into_iter().find(same).unwrap_or(lines)
}

/// Returns true if no line ends within a word.
fn is_between_words(lines: &[String]) -> bool {
    lines.windows(2).all(|pair| {
        let (Some(before), Some(after)) = (pair[0].chars().next_back(), pair[1].chars().next()) else {
            return false;
        };
        !before.is_alphanumeric() || (before.is_lowercase() && after.is_uppercase())
    })
}

/// The content of a card's group in a view that shows names alone, in text of at most this size. `lit`: as for [`super::card_inside`].
pub fn card_named(card: &Card, size: f64, lit: &[&str]) -> String {
    let mut svg = String::with_capacity(1_024);
    let face = &card.face;
    let is_frame = card.look == Look::Frame;
    let (width, height) = (face.width, face.room.unwrap_or(face.height));
    let whole = Rect { x: 0.0, y: 0.0, width, height: face.height };
    if is_frame {
        rect(&mut svg, "ground", whole, ROUND);
    } else if face.room.is_none() {
        grounding(&mut svg, face.stacked, whole);
    }
    lid(&mut svg, card);
    rect(&mut svg, "body", whole, ROUND);
    if is_frame {
        leads(&mut svg, card);
    }
    // Larger text is for views in which marks would be specks.
    if size <= NAME_SIZES[3] {
        marks(&mut svg, card, lit);
    }
    let (signs, has_problems) = (size / 13.0, card.problems.errors + card.problems.warnings > 0);
    let right = if has_problems && !is_frame { PAD.max(6.0 + 10.0 * signs) } else { PAD };
    // The name of a tall card is at its top, as in nearer views.
    let head = if is_frame { layout::HEADER.max(size * LINE + 2.0 * AIR) } else { height };
    let fitted = fit(&card.name, size, (width - PAD - right, head));
    name(&mut svg, card, &fitted, head.min(layout::HEADER.max(block(&fitted) + 2.0 * AIR)));
    outside(&mut svg, card);
    problems(&mut svg, card, signs);
    pin_sign(&mut svg, card, signs);
    svg
}

/// The height of a name with its icon.
fn block(fitted: &Fitted) -> f64 {
    let text = fitted.size * LINE * fitted.lines.len() as f64;
    if fitted.icon { text.max(tile_side(fitted.size)) } else { text }
}

/// A name in the middle of the top of its card, behind its icon.
fn name(svg: &mut String, card: &Card, fitted: &Fitted, height: f64) {
    let Fitted { size, lines, icon } = fitted;
    let line = size * LINE;
    let mut x = PAD;
    if *icon {
        let side = tile_side(*size);
        let at = Rect { x, y: (height - side) / 2.0, width: side, height: side };
        rect(svg, "tile", at, ROUND_TILE);
        let inset = 0.16 * side;
        match &card.image {
            Some(url) => super::picture(svg, url, at.grown(-2.0)),
            None => glyph(svg, card.icon, at.x + inset, at.y + inset, side - 2.0 * inset),
        }
        x += side + GAP;
    }
    let top = (height - line * lines.len() as f64) / 2.0 + 0.85 * size;
    for (at, text) in lines.iter().enumerate() {
        let y = top + at as f64 * line;
        let _ = write!(svg, r#"<text class="label name-{size}" x="{x}" y="{y}">{}</text>"#, Escaped(text));
    }
}

/// The marks of ports, without their names.
fn marks(svg: &mut String, card: &Card, lit: &[&str]) {
    for (at, spot) in card.face.ports.iter().enumerate() {
        let lit = lit.get(at).copied().unwrap_or_default();
        let _ = write!(
            svg,
            r#"<g class="{}{lit}" transform="translate({} {}) scale({MARKS})"><path d="M0 0{}"/></g>"#,
            port_class(spot),
            spot.x,
            spot.y,
            mark(spot.role, spot.port.is_empty())
        );
    }
}

/// The content of a pill's group in a view that shows names alone: its name if that fits whole in text of a legible size, otherwise its icon.
/// `size`: the font size of card names.
pub fn pill_named(pill: &Pill, size: f64) -> String {
    const TEXT: Font = Font { size: 20.0, semibold: true };
    const PAD: f64 = 7.0;
    /// Between pills that are beside or below one another, some of their distance stays.
    const WIDER: f64 = 4.0;
    const TALLER: f64 = 2.0;
    let mut svg = String::with_capacity(512);
    let Rect { x, y, width, height } = pill.rect;
    // In smaller views, this text is illegible, too.
    let needed = layout::text_width(&pill.name, TEXT) + 2.0 * PAD;
    let is_whole = size <= NAME_SIZES[3] && needed <= width + WIDER;
    let (y, height) = (y - TALLER, height + 2.0 * TALLER);
    let rect = Rect { x, y, width: if is_whole { needed.ceil() } else { width.min(1.5 * height) }, height };
    pill_shape(&mut svg, pill, rect);
    if is_whole {
        let _ = write!(
            svg,
            r#"<text class="pill-name" x="{}" y="{}">{}</text>"#,
            x + PAD,
            y + height / 2.0 + 7.0,
            Escaped(&pill.name)
        );
    } else {
        glyph(&mut svg, pill.icon, x + rect.width / 2.0 - 9.0, y + height / 2.0 - 9.0, 18.0);
    }
    svg
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::super::super::scene::Scene;
    use super::*;

    #[test]
    fn names_stay_in_one_line_if_they_can() {
        let normal = (180.0, 52.0);
        let short = fit("database", 22.0, normal);
        assert!(short.icon && short.lines == ["database"], "{short:?}");
        // The icon gives way.
        let width = layout::text_width("management-network", font(22.0)) + 4.0;
        let long = fit("management-network", 22.0, (width, 52.0));
        assert!(!long.icon && long.lines.len() == 1, "{long:?}");
    }

    #[test]
    fn lines_break_between_words_and_are_about_equally_long() {
        let lines = |name: &str, space| fit(name, 22.0, space).lines;
        assert_eq!(
            lines("modacloudsDc_MessageDatabase", (240.0, 52.0)),
            ["modacloudsDc_", "MessageDatabase"]
        );
        assert_eq!(lines("free5gc_UPF_CP", (150.0, 90.0)), ["free5gc_", "UPF_CP"]);
        for lines in
            [lines("a-name-of-many-words", (140.0, 80.0)), lines("storefront_of_shop", (150.0, 52.0))]
        {
            assert!(lines.len() > 1 && is_between_words(&lines), "{lines:?}");
        }
    }

    #[test]
    fn a_card_has_its_icon_and_ports_and_a_host_the_whole_of_its_outline() {
        let graph = limn_check::sample::graph("server >host\napp <in ^server");
        let layout = layout::layout(&graph, &BTreeMap::new());
        let scene = Scene::new(Arc::new(graph), &layout, &BTreeMap::new());
        let [server, app] = [0, 1].map(|at| (&scene.cards[at], card_named(&scene.cards[at], 22.0, &[])));
        let height = format!(
            r#"class="body" x="0" y="0" width="{}" height="{}""#,
            server.0.face.width, server.0.face.height
        );
        assert!(server.0.face.room.is_some() && server.1.contains(&height), "{}", server.1);
        assert!(server.1.contains(r#"class="lid""#));
        for sign in [r#"class="tile""#, r#"class="glyph""#, "port requirement"] {
            assert!(app.1.contains(sign), "no {sign} in {}", app.1);
        }
        assert!(!card_named(app.0, 38.0, &[]).contains("port requirement"));
    }

    #[test]
    fn a_name_is_within_its_space() {
        for name in
            ["x", "web_server", "Amazon_EC2_c1_medium_us_west_2", "averylongnamewithoutanyseparatorsatall"]
        {
            for width in (80..400).step_by(20).map(f64::from) {
                for (most, height) in [(22.0, 52.0), (22.0, 140.0), (26.0, 52.0), (38.0, 76.0), (38.0, 52.0)]
                {
                    let fitted = fit(name, most, (width, height));
                    let side = if fitted.icon { tile_side(fitted.size) + GAP } else { 0.0 };
                    assert!(block(&fitted) <= height, "{fitted:?}");
                    for line in &fitted.lines {
                        let wide = layout::text_width(line, font(fitted.size));
                        assert!(side + wide <= width + 0.01, "{fitted:?} in {width}");
                    }
                }
            }
        }
    }
}
