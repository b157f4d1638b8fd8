//! What a node's card holds and how large it is, in the card's own coordinates: (0, 0) is its top-left corner. Text is measured by a table, so
//! the same node has the same card on every machine. Ports are at multiples of 4, as cards are, so that wires between level ports are straight.
//! Knows neither where the card stands nor its colours.

use super::Rect;
use super::text::{self, CAPTION, LABEL, PORT, SMALL};
use crate::graph::{Icon, Look, Multiplicity, Node, Policy, Port, Role, Side};

/// The part of a card above its ports: icon, label, caption.
pub const HEADER: f64 = 52.0;
/// The height of one row of ports.
pub const ROW: f64 = 24.0;
/// The height of the row of chips below the header, where there are any.
pub const CHIPS: f64 = 28.0;
/// The height of a chip or a pill.
pub const CHIP: f64 = 20.0;
/// What the outlines of a stack peek out above their card.
pub const STACK: f64 = 12.0;
/// The distance between a card's lower edge and its pills, and between pills.
pub const PILL_GAP: f64 = 6.0;
/// The icon's tile is a square of this side, this far from the corner.
pub const TILE: f64 = 28.0;
pub const TILE_AT: f64 = 12.0;

/// Between the edge of a host and what stands in it; above there is its own header.
pub(super) const HOLD: f64 = 28.0;
pub(super) const HOLD_TOP: f64 = 20.0;

const NARROWEST: f64 = 176.0;
const WIDEST: f64 = 296.0;
const TEXT_AT: f64 = TILE_AT + TILE + 10.0;
const PAD: f64 = 14.0;
/// The most that a name beside the frame's edge takes.
const FRAME_NAME: f64 = 220.0;
/// The least between a left port's name and the right port's in the same row.
const BETWEEN: f64 = 20.0;
/// Where a folded port is on the header's edge.
const FOLD_AT: f64 = 28.0;

/// A card in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    pub width: f64,
    pub height: f64,
    /// The name, elided to fit.
    pub label: Text,
    pub caption: Text,
    /// Multiplicity first, then the node's badges.
    pub chips: Vec<Chip>,
    /// The ports that have a row: those that are `shown`.
    pub spots: Vec<Spot>,
    /// Of many spots their numbers by role and port; of few none.
    by_port: Vec<u32>,
    /// Whether there are several of it: two more outlines peek out above.
    pub stacked: bool,
    /// How many ports are folded away, as it is said; set from the right.
    pub more: Option<Text>,
    /// Of a host: where its own header and ports end, and the room for what it holds begins.
    pub room: Option<f64>,
}

/// The ports of a card that are folded away, while they are looked at: a sheet over what lies below, in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawer {
    pub width: f64,
    pub height: f64,
    pub spots: Vec<Spot>,
}

/// One line of text: the baseline's left end (or the right end where it is set from the right).
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub text: String,
    pub x: f64,
    pub y: f64,
}

/// A short mark: an icon, a few letters, and the sentence that explains it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    pub icon: Option<Icon>,
    pub text: String,
    pub title: String,
    pub rect: Rect,
}

/// A port on a card's edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub role: Role,
    /// As in `graph::Port::name`.
    pub port: String,
    pub kind: Option<String>,
    /// One of eight, by its type.
    pub hue: Option<u8>,
    pub ghost: bool,
    /// It has to be joined to something, and is not.
    pub unmet: bool,
    pub side: Side,
    /// The middle of the port's mark, on the card's edge.
    pub x: f64,
    pub y: f64,
    /// The name as drawn; set from the right for ports of the right side.
    pub name: Text,
}

impl Face {
    /// The number of the spot of a port.
    pub fn spot_of(&self, role: Role, port: &str) -> Option<usize> {
        if self.by_port.is_empty() {
            return self.spots.iter().position(|spot| spot.role == role && spot.port == port);
        }
        let key = |at: &u32| (self.spots[*at as usize].role, self.spots[*at as usize].port.as_str());
        let first = self.by_port.partition_point(|at| key(at) < (role, port));
        self.by_port.get(first).filter(|at| key(at) == (role, port)).map(|at| *at as usize)
    }
}

/// So many spots are searched one by one.
const FEW: usize = 16;

fn by_port(spots: &[Spot]) -> Vec<u32> {
    if spots.len() <= FEW {
        return Vec::new();
    }
    let mut all: Vec<u32> = (0..spots.len() as u32).collect();
    // Stable: of equal ones the first is found.
    all.sort_by_key(|at| (spots[*at as usize].role, spots[*at as usize].port.as_str()));
    all
}

/// The card of a node other than the frame, where nothing stands in it.
pub fn measure(node: &Node) -> Face {
    let rows = rows(node, Port::has_row);
    let width = width(node, &rows);
    let top = top(node, width);
    let height = top + ports_height(&rows);
    face(node, &rows, (width, height), top)
}

/// The card of a node that others stand in: of this size at least.
pub fn measure_host(node: &Node, size: (f64, f64)) -> Face {
    let rows = rows(node, Port::has_row);
    let width = width(node, &rows).max(size.0);
    let top = top(node, width);
    let room = top + ports_height(&rows);
    let height = size.1.max(room + HOLD_TOP + HOLD);
    Face { room: Some(room), ..face(node, &rows, (width, height), top) }
}

/// How much of a host is its own: its header and its ports.
pub(super) fn host_top(node: &Node) -> f64 {
    let rows = rows(node, Port::has_row);
    top(node, width(node, &rows)) + ports_height(&rows)
}

/// The ports that the card folds away; none where it has none of the kind.
pub fn measure_drawer(node: &Node, width: f64) -> Option<Drawer> {
    let rows = rows(node, Port::is_folded);
    let height = ports_height(&rows) + 8.0;
    (!rows.is_empty()).then(|| Drawer { width, height, spots: spots(&rows, width, 8.0, WIDEST) })
}

/// Where the rows of ports begin.
fn top(node: &Node, width: f64) -> f64 {
    HEADER + if chips(node, width).is_empty() { 0.0 } else { CHIPS }
}

fn ports_height(rows: &Rows<'_>) -> f64 {
    if rows.is_empty() { 0.0 } else { rows.len() as f64 * ROW + 8.0 }
}

fn face(node: &Node, rows: &Rows<'_>, (width, height): (f64, f64), top: f64) -> Face {
    let chips = chips(node, width);
    let room = width - TEXT_AT - PAD;
    let bare = node.caption.is_empty();
    let line = |text: &str, font, room, y| Text { text: text::elide(text, font, room), x: TEXT_AT, y };
    let more = more(node);
    let beside = more.as_ref().map_or(0.0, |more| text::width(more, SMALL) + 8.0);
    let spots: Vec<Spot> = spots(rows, width, top, WIDEST).into_iter().chain(whole(node, width)).collect();
    Face {
        width,
        height,
        label: line(&node.label, LABEL, room, if bare { 31.0 } else { 24.0 }),
        caption: line(&node.caption, CAPTION, room - beside, 41.0),
        chips,
        by_port: by_port(&spots),
        spots,
        stacked: is_stacked(node),
        more: more.map(|text| Text { text, x: width - PAD, y: 41.0 }),
        room: None,
    }
}

/// How many ports are folded away.
fn more(node: &Node) -> Option<String> {
    match node.ports.iter().filter(|port| port.is_folded()).count() {
        0 => None,
        folded => Some(format!("+{folded}")),
    }
}

/// The boundary of the document: its label above, its ports along its edges.
pub fn measure_frame(node: &Node, rect: Rect) -> Face {
    let chips = chips(node, f64::INFINITY);
    let y = if node.caption.is_empty() { 31.0 } else { 24.0 };
    let label = Text { text: text::elide(&node.label, LABEL, rect.width - TEXT_AT - PAD), x: TEXT_AT, y };
    let beside = TEXT_AT + text::width(&label.text, LABEL).max(text::width(&node.caption, CAPTION)) + 16.0;
    let spots = spots(&rows(node, Port::has_row), rect.width, HEADER + 8.0, FRAME_NAME);
    Face {
        width: rect.width,
        height: rect.height,
        label,
        caption: Text {
            text: text::elide(&node.caption, CAPTION, rect.width - TEXT_AT - PAD),
            x: TEXT_AT,
            y: 41.0,
        },
        chips: chips
            .into_iter()
            .map(|chip| Chip { rect: chip.rect.moved(beside - PAD, 16.0 - HEADER), ..chip })
            .collect(),
        by_port: by_port(&spots),
        spots,
        stacked: false,
        more: None,
        room: None,
    }
}

/// The least size of the frame: its label and its ports find room.
pub fn least_frame(node: &Node) -> (f64, f64) {
    let label = text::width(&node.label, LABEL).max(text::width(&node.caption, CAPTION)).min(480.0);
    (label + TEXT_AT + PAD, HEADER + 24.0 + rows(node, Port::has_row).len() as f64 * ROW)
}

/// What the names of the frame's ports take on the left and on the right.
pub fn frame_sides(node: &Node) -> (f64, f64) {
    let widest = |side: usize| {
        let names = rows(node, Port::has_row)
            .into_iter()
            .filter_map(|row| row[side])
            .map(|port| text::width(&port.name, PORT) + PAD);
        names.fold(0.0, f64::max).min(FRAME_NAME)
    };
    (widest(0), widest(1))
}

/// Where a link meets a node that gives its port no row, and where folded ports share a place: on the header's edge.
pub fn folded(side: Side, width: f64) -> (f64, f64) {
    (if side == Side::Left { 0.0 } else { width }, FOLD_AT)
}

/// Where the pills of a node's policies hang, below a card of this size: a rectangle each, in the card's coordinates.
pub fn pills<'a>(policies: impl IntoIterator<Item = &'a Policy>, width: f64, height: f64) -> Vec<Rect> {
    let (mut x, mut y) = (PILL_GAP, height + PILL_GAP);
    let mut pills = Vec::new();
    for policy in policies {
        let wide = pill_width(policy, width - 2.0 * PILL_GAP);
        if x > PILL_GAP && x + wide > width - PILL_GAP {
            (x, y) = (PILL_GAP, y + CHIP + PILL_GAP);
        }
        pills.push(Rect { x, y, width: wide, height: CHIP });
        x += wide + PILL_GAP;
    }
    pills
}

/// What a pill says, elided.
pub fn pill_text(policy: &Policy, room: f64) -> String {
    text::elide(&policy.label, SMALL, room)
}

/// What a pill's text leaves for icon and padding.
pub const PILL_TEXT_AT: f64 = 24.0;
pub const PILL_PAD: f64 = 10.0;

fn pill_width(policy: &Policy, room: f64) -> f64 {
    (text::width(&policy.label, SMALL).min(140.0) + PILL_TEXT_AT + PILL_PAD).min(room).ceil()
}

fn is_stacked(node: &Node) -> bool {
    match &node.multiplicity {
        Multiplicity::One => false,
        Multiplicity::Fixed(quantity) => !matches!(quantity.trim(), "0" | "1"),
        Multiplicity::Cluster { .. } | Multiplicity::ForEach { .. } => true,
    }
}

/// A left and a right port share a row.
type Rows<'a> = Vec<[Option<&'a Port>; 2]>;

fn rows(node: &Node, which: fn(&Port) -> bool) -> Rows<'_> {
    let of = |side| node.ports.iter().filter(move |port| port.side == side && which(port));
    let (mut left, mut right) = (of(Side::Left), of(Side::Right));
    let mut rows = Rows::new();
    loop {
        match [left.next(), right.next()] {
            [None, None] => return rows,
            row => rows.push(row),
        }
    }
}

fn width(node: &Node, rows: &Rows<'_>) -> f64 {
    if node.look == Look::Frame {
        return WIDEST;
    }
    let more = more(node).map_or(0.0, |more| text::width(&more, SMALL) + 8.0);
    let caption = text::width(&node.caption, CAPTION) + more;
    let header = TEXT_AT + PAD + text::width(&node.label, LABEL).max(caption);
    let name = |port: Option<&Port>| port.map_or(0.0, |port| text::width(&port.name, PORT));
    let ports = rows.iter().map(|[left, right]| {
        2.0 * PAD + name(*left) + name(*right) + if left.is_some() && right.is_some() { BETWEEN } else { 0.0 }
    });
    let chips = chips(node, f64::INFINITY).last().map_or(0.0, |chip| chip.rect.right() + PAD);
    let widest = ports.fold(header.max(chips), f64::max).clamp(NARROWEST, WIDEST);
    // Few widths, so that columns look tidy.
    (widest / 24.0).ceil() * 24.0 + 8.0
}

fn spots(rows: &Rows<'_>, width: f64, top: f64, most: f64) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let y = top + (at as f64 + 0.5) * ROW;
        let rooms = share(row, width - 2.0 * PAD);
        for (port, room) in row.iter().zip(rooms) {
            let Some(port) = port else { continue };
            let (x, name_at) = if port.side == Side::Left { (0.0, PAD) } else { (width, width - PAD) };
            spots.push(Spot {
                role: port.role,
                port: port.name.clone(),
                kind: port.kind.clone(),
                hue: port.kind.as_deref().map(hue),
                ghost: port.ghost,
                unmet: port.unmet,
                side: port.side,
                x,
                y,
                name: Text { text: text::elide(&port.name, PORT, room.min(most)), x: name_at, y: y + 4.0 },
            });
        }
    }
    spots
}

/// Ports without a name stand for the node as a whole: a mark on the header's edge, no row.
fn whole(node: &Node, width: f64) -> impl Iterator<Item = Spot> + '_ {
    node.ports.iter().filter(|port| port.shown && port.name.is_empty()).map(move |port| {
        let (x, y) = folded(port.side, width);
        Spot {
            role: port.role,
            port: String::new(),
            kind: port.kind.clone(),
            hue: port.kind.as_deref().map(hue),
            ghost: port.ghost,
            unmet: port.unmet,
            side: port.side,
            x,
            y,
            name: Text { text: String::new(), x, y },
        }
    })
}

/// One of eight hues for a type's name: ports that fit look alike. The style sheet has the colours: `hue-0` to `hue-7`.
pub fn hue(kind: &str) -> u8 {
    // FNV-1a: the same on every machine.
    let hash =
        kind.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    ((hash ^ (hash >> 15)) % 8) as u8
}

/// What each of two names in a row may take: all it wants where both fit, the short one all and the long one the rest, else a half each.
fn share([left, right]: &[Option<&Port>; 2], room: f64) -> [f64; 2] {
    let (Some(left), Some(right)) = (left, right) else { return [room, room] };
    let room = room - BETWEEN;
    let (left, right) = (text::width(&left.name, PORT), text::width(&right.name, PORT));
    if left.min(right) <= room / 2.0 {
        if left <= right { [left, room - left] } else { [room - right, right] }
    } else {
        [room / 2.0; 2]
    }
}

/// The chips of a node in a row, as many as fit into the width; the last says how many are left out.
fn chips(node: &Node, width: f64) -> Vec<Chip> {
    let badges = node.badges.iter().map(|badge| (Some(badge.icon), badge.text.clone(), badge.title.clone()));
    let all: Vec<_> = multiplicity(&node.multiplicity).into_iter().chain(badges).collect();
    let mut chips: Vec<Chip> = Vec::new();
    let mut x = PAD;
    for (at, (icon, text, title)) in all.iter().enumerate() {
        let text = text::elide(text, SMALL, 110.0);
        let wide = chip_width(icon.is_some(), &text);
        let after = if at + 1 < all.len() { 6.0 + MORE } else { 0.0 };
        let rect = |width| Rect { x, y: HEADER, width, height: CHIP };
        if x + wide + after > width - PAD {
            let titles = all[at..].iter().map(|(.., title)| title.as_str()).collect::<Vec<_>>().join(", ");
            chips.push(Chip {
                icon: None,
                text: format!("+{}", all.len() - at),
                title: titles,
                rect: rect(MORE),
            });
            break;
        }
        chips.push(Chip { icon: *icon, text, title: title.clone(), rect: rect(wide) });
        x += wide + 6.0;
    }
    chips
}

/// The width of the chip that says how many more there are.
const MORE: f64 = 30.0;

fn chip_width(icon: bool, text: &str) -> f64 {
    let icon = if icon { 14.0 } else { 0.0 };
    let gap = if icon > 0.0 && !text.is_empty() { 4.0 } else { 0.0 };
    (12.0 + icon + gap + text::width(text, SMALL)).ceil()
}

fn multiplicity(multiplicity: &Multiplicity) -> Option<(Option<Icon>, String, String)> {
    match multiplicity {
        Multiplicity::One => None,
        Multiplicity::Fixed(quantity) => Some((None, format!("×{quantity}"), format!("{quantity} of it"))),
        Multiplicity::Cluster { minimum, initial, maximum } => {
            let most = maximum.as_deref().unwrap_or("∞");
            // An expression is long, and says little on a card.
            let plain = initial.bytes().all(|digit| digit.is_ascii_digit()) && !initial.is_empty();
            let text =
                if plain { format!("{initial} ({minimum}–{most})") } else { format!("{minimum}–{most}") };
            let title = match maximum {
                Some(maximum) => format!("a cluster: {initial} at first, {minimum} to {maximum}"),
                None => format!("a cluster: {initial} at first, at least {minimum}"),
            };
            Some((Some(Icon::Cluster), text, title))
        }
        Multiplicity::ForEach { over } => {
            Some((Some(Icon::ForEach), over.clone(), format!("one for each of {over}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::sample;

    #[test]
    fn spots_are_found_whether_few_or_many() {
        for count in [3, 40] {
            let ports: Vec<String> = (0..count).map(|at| format!(" <p{at} >p{at}")).collect();
            let face = measure(&sample::graph(&format!("a{}", ports.concat())).nodes[0]);
            assert!(face.spots.len() > count);
            for (at, spot) in face.spots.iter().enumerate() {
                assert_eq!(face.spot_of(spot.role, &spot.port), Some(at));
            }
            assert_eq!(face.spot_of(Role::Metric, "p0"), None);
        }
    }
}
