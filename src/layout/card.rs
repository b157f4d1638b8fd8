//! Card geometry: the content and size of a node's card in its own coordinates, with (0, 0) at the top-left corner. Text is measured with a
//! table, so a node has the same card on every machine. Ports are at multiples of 4, as cards are, so that wires between level ports are straight.

use std::collections::BTreeMap;

use super::Rect;
use super::text::{self, CAPTION, LABEL, PORT, SMALL};
use limn_language::graph::{Icon, Id, Look, Multiplicity, Node, Policy, Port, PortRef, Role, Side};

/// The height of the part of a card above its ports: icon, label, caption.
pub const HEADER: f64 = 52.0;
/// The height of one row of ports.
pub const ROW: f64 = 24.0;
/// The height of the row of chips below the header, if there are any.
pub const CHIPS: f64 = 28.0;
/// The height of a chip or a pill.
pub const CHIP: f64 = 20.0;
/// The height by which the outlines of a stack extend above their card.
pub const STACK: f64 = 12.0;
/// The distance between a card's lower edge and its pills, and between pills.
pub const PILL_GAP: f64 = 6.0;
/// The side length of the square icon tile.
pub const TILE: f64 = 28.0;
/// The distance of the icon tile from the corner.
pub const TILE_AT: f64 = 12.0;

/// The padding between the edges of a host and its guests: a wire between them leaves both before it bends.
pub(super) const HOLD: f64 = 28.0;
pub(super) const HOLD_TOP: f64 = 24.0;

const NARROWEST: f64 = 176.0;
const WIDEST: f64 = 320.0;
const TEXT_AT: f64 = TILE_AT + TILE + 10.0;
const PAD: f64 = 14.0;
/// The maximum width of a name beside the frame's edge.
const FRAME_NAME: f64 = 220.0;
/// The minimum distance between the names of a left and a right port in the same row.
const BETWEEN: f64 = 20.0;
/// The position of a folded port on the header's edge.
const FOLD_AT: f64 = 28.0;

/// The layout of a card, in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct CardLayout {
    pub width: f64,
    pub height: f64,
    /// The name, shortened to fit.
    pub label: Text,
    pub caption: Text,
    /// The multiplicity first, then the node's badges.
    pub chips: Vec<Chip>,
    /// The ports that have a row: those that are `shown`.
    pub ports: Vec<PortLayout>,
    /// For many ports, their indices sorted by role and name; empty for few.
    by_port: Vec<u32>,
    /// True if the node has several instances, so that two more outlines are drawn behind it.
    pub stacked: bool,
    /// A note with the number of folded ports; right-aligned.
    pub more: Option<Text>,
    /// For a host: the end of its header and ports, where the area for its guests begins.
    pub room: Option<f64>,
}

/// The overlay with the folded ports of a card, in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawer {
    pub width: f64,
    pub height: f64,
    pub ports: Vec<PortLayout>,
}

/// One line of text, and the left end of its baseline; the right end if it is right-aligned.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub text: String,
    pub x: f64,
    pub y: f64,
}

/// A badge on a card: an icon, a short text, and a tooltip.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    pub icon: Option<Icon>,
    pub text: String,
    pub title: String,
    pub rect: Rect,
}

/// A port on a card's edge.
#[derive(Clone, Debug, PartialEq)]
pub struct PortLayout {
    pub role: Role,
    /// As in `graph::Port::name`.
    pub port: String,
    pub kind: Option<String>,
    /// One of eight colors, by type.
    pub hue: Option<u8>,
    pub ghost: bool,
    /// True if the port requires a connection and has none.
    pub unmet: bool,
    pub side: Side,
    /// The center of the port's mark, on the card's edge.
    pub x: f64,
    pub y: f64,
    /// The name as drawn; right-aligned for ports on the right side.
    pub name: Text,
}

impl PortLayout {
    /// The reference to this port on `node`.
    pub fn port_ref(&self, node: &Id) -> PortRef {
        PortRef { node: node.clone(), role: self.role, port: self.port.clone() }
    }
}

impl CardLayout {
    /// The index of a port.
    pub fn port_index(&self, role: Role, port: &str) -> Option<usize> {
        if self.by_port.is_empty() {
            return self.ports.iter().position(|spot| spot.role == role && spot.port == port);
        }
        let key = |at: &u32| (self.ports[*at as usize].role, self.ports[*at as usize].port.as_str());
        let first = self.by_port.partition_point(|at| key(at) < (role, port));
        self.by_port.get(first).filter(|at| key(at) == (role, port)).map(|at| *at as usize)
    }
}

/// Up to this number, ports are searched linearly.
const MAX_LINEAR_SEARCH: usize = 16;

fn by_port(ports: &[PortLayout]) -> Vec<u32> {
    if ports.len() <= MAX_LINEAR_SEARCH {
        return Vec::new();
    }
    let mut all: Vec<u32> = (0..ports.len() as u32).collect();
    // The sort is stable: of equal ports, the first is found.
    all.sort_by_key(|at| (ports[*at as usize].role, ports[*at as usize].port.as_str()));
    all
}

/// Measures the card of a node without guests, other than the frame.
pub fn measure(node: &Node) -> CardLayout {
    let rows = rows(node, Port::has_row);
    let width = width(node, &rows);
    let top = top(node, width);
    let height = top + ports_height(&rows);
    face(node, &rows, (width, height), top)
}

/// Measures the card of a host, which has at least this size.
pub fn measure_host(node: &Node, size: (f64, f64)) -> CardLayout {
    let rows = rows(node, Port::has_row);
    let width = width(node, &rows).max(size.0);
    let top = top(node, width);
    let room = top + ports_height(&rows);
    let height = size.1.max(room + HOLD_TOP + HOLD);
    CardLayout { room: Some(room), ..face(node, &rows, (width, height), top) }
}

/// Shortens different names again that were shortened to the same text. `cards` are those of `nodes`, in their order.
pub fn distinguish(nodes: &[Node], cards: &mut [CardLayout]) {
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, (node, card)) in nodes.iter().zip(&*cards).enumerate() {
        if card.label.text.contains('…') && card.label.text != node.label {
            same.entry(card.label.text.clone()).or_default().push(at);
        }
    }
    for group in same.into_values().filter(|group| group.len() > 1) {
        let names: Vec<&str> = group.iter().map(|at| nodes[*at].label.as_str()).collect();
        let room = group.iter().map(|at| cards[*at].width).fold(f64::INFINITY, f64::min) - TEXT_AT - PAD;
        for (at, text) in group.iter().zip(text::elide_apart(&names, LABEL, room)) {
            cards[*at].label.text = text;
        }
    }
}

/// The same for the ports of each side of a card. `rooms`: the widths that their names can have.
fn distinguish_ports(ports: &mut [PortLayout], rooms: &[f64]) {
    let mut same: BTreeMap<(bool, String), Vec<usize>> = BTreeMap::new();
    for (at, port) in ports.iter().enumerate().filter(|(_, port)| port.name.text.contains('…')) {
        same.entry((port.side == Side::Left, port.name.text.clone())).or_default().push(at);
    }
    for group in same.into_values().filter(|group| group.len() > 1) {
        let names: Vec<&str> = group.iter().map(|at| ports[*at].port.as_str()).collect();
        let room = group.iter().map(|at| rooms[*at]).fold(f64::INFINITY, f64::min);
        for (at, text) in group.iter().zip(text::elide_apart(&names, PORT, room)) {
            ports[*at].name.text = text;
        }
    }
}

/// The height of a host's own header and ports.
pub(super) fn host_top(node: &Node) -> f64 {
    let rows = rows(node, Port::has_row);
    top(node, width(node, &rows)) + ports_height(&rows)
}

/// Folded ports of a node: on the frame, those of all roles.
fn is_folded(node: &Node) -> fn(&Port) -> bool {
    match node.look {
        Look::Frame => |port| !port.shown && !port.name.is_empty(),
        _ => Port::is_folded,
    }
}

/// Measures the overlay for folded ports; `None` if the card folds no ports.
pub fn measure_drawer(node: &Node, width: f64) -> Option<Drawer> {
    let rows = rows(node, is_folded(node));
    let height = ports_height(&rows) + 8.0;
    (!rows.is_empty()).then(|| Drawer { width, height, ports: ports(&rows, width, 8.0, WIDEST) })
}

/// The top of the port rows.
fn top(node: &Node, width: f64) -> f64 {
    HEADER + if chips(node, width).is_empty() { 0.0 } else { CHIPS }
}

fn ports_height(rows: &Rows<'_>) -> f64 {
    if rows.is_empty() { 0.0 } else { rows.len() as f64 * ROW + 8.0 }
}

fn face(node: &Node, rows: &Rows<'_>, (width, height): (f64, f64), top: f64) -> CardLayout {
    let chips = chips(node, width);
    let room = width - TEXT_AT - PAD;
    let bare = node.caption.is_empty();
    let line = |text: &str, font, room, y| Text { text: text::elide(text, font, room), x: TEXT_AT, y };
    let more = more(node);
    let beside = more.as_ref().map_or(0.0, |more| text::width(more, SMALL) + 8.0);
    let ports: Vec<PortLayout> =
        ports(rows, width, top, WIDEST).into_iter().chain(whole(node, width)).collect();
    CardLayout {
        width,
        height,
        label: line(&node.label, LABEL, room, if bare { 32.0 } else { 24.0 }),
        caption: line(&node.caption, CAPTION, room - beside, 42.0),
        chips,
        by_port: by_port(&ports),
        ports,
        stacked: is_stacked(node),
        more: more.map(|text| Text { text, x: width - PAD, y: 42.0 }),
        room: None,
    }
}

/// The note with the number of folded ports.
fn more(node: &Node) -> Option<String> {
    let is_folded = is_folded(node);
    match node.ports.iter().filter(|port| is_folded(port)).count() {
        0 => None,
        folded => Some(format!("+{folded}")),
    }
}

/// Measures the frame, the boundary of the document: its label at the top, its ports along its edges.
pub fn measure_frame(node: &Node, rect: Rect) -> CardLayout {
    let y = if node.caption.is_empty() { 32.0 } else { 24.0 };
    let label = Text { text: text::elide(&node.label, LABEL, rect.width - TEXT_AT - PAD), x: TEXT_AT, y };
    let beside = TEXT_AT + text::width(&label.text, LABEL).max(text::width(&node.caption, CAPTION)) + 16.0;
    let ports = ports(&rows(node, Port::has_row), rect.width, HEADER + 8.0, FRAME_NAME);
    let more = more(node);
    let more_width = more.as_ref().map_or(0.0, |more| text::width(more, SMALL) + 12.0);
    let more = more.map(|text| Text { x: beside - 16.0 + more_width, y, text });
    let beside = beside + more_width;
    // In the row of the name, as many as fit.
    let chips = chips(node, rect.width - beside + PAD);
    let chips =
        chips.into_iter().map(|chip| Chip { rect: chip.rect.moved(beside - PAD, 16.0 - HEADER), ..chip });
    CardLayout {
        width: rect.width,
        height: rect.height,
        label,
        caption: Text {
            text: text::elide(&node.caption, CAPTION, rect.width - TEXT_AT - PAD),
            x: TEXT_AT,
            y: 42.0,
        },
        chips: chips.filter(|chip| chip.rect.right() <= rect.width - PAD).collect(),
        by_port: by_port(&ports),
        ports,
        stacked: false,
        more,
        room: None,
    }
}

/// The minimum size of the frame that fits its label and its ports.
pub fn least_frame(node: &Node) -> (f64, f64) {
    let label = text::width(&node.label, LABEL).max(text::width(&node.caption, CAPTION)).min(480.0);
    (label + TEXT_AT + PAD, HEADER + 24.0 + rows(node, Port::has_row).len() as f64 * ROW)
}

/// The widths of the frame's port names on the left and on the right.
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

/// The point on the header's edge for folded ports and for links to a port without a row.
pub fn header_anchor(side: Side, width: f64) -> (f64, f64) {
    (if side == Side::Left { 0.0 } else { width }, FOLD_AT)
}

/// The rectangles of the pills for a node's policies, below a card of this size, in the card's coordinates.
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

/// The text of a pill, shortened to fit.
pub fn pill_text(policy: &Policy, room: f64) -> String {
    text::elide(&policy.label, SMALL, room)
}

/// The part of a pill's width that its icon and padding take.
pub const PILL_TEXT_AT: f64 = 24.0;
pub const PILL_PAD: f64 = 10.0;

fn pill_width(policy: &Policy, room: f64) -> f64 {
    (text::width(&policy.label, SMALL) + PILL_TEXT_AT + PILL_PAD).min(room).ceil()
}

fn is_stacked(node: &Node) -> bool {
    match &node.multiplicity {
        Multiplicity::One => false,
        Multiplicity::Fixed(quantity) => !matches!(quantity.trim(), "0" | "1"),
        Multiplicity::Cluster { .. } | Multiplicity::ForEach { .. } => true,
    }
}

/// The rows of ports: a left and a right port share a row.
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
    // Round to a few widths, so that columns look aligned.
    (widest / 24.0).ceil() * 24.0 + 8.0
}

fn ports(rows: &Rows<'_>, width: f64, top: f64, most: f64) -> Vec<PortLayout> {
    let (mut ports, mut taken) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let y = top + (at as f64 + 0.5) * ROW;
        let rooms = share(row, width - 2.0 * PAD);
        for (port, room) in row.iter().zip(rooms) {
            let Some(port) = port else { continue };
            let room = room.min(most);
            taken.push(room);
            let (x, name_at) = if port.side == Side::Left { (0.0, PAD) } else { (width, width - PAD) };
            ports.push(PortLayout {
                role: port.role,
                port: port.name.clone(),
                kind: port.kind.clone(),
                hue: port.kind.as_deref().map(hue),
                ghost: port.ghost,
                unmet: port.unmet,
                side: port.side,
                x,
                y,
                name: Text { text: text::elide(&port.name, PORT, room), x: name_at, y: y + 5.0 },
            });
        }
    }
    distinguish_ports(&mut ports, &taken);
    ports
}

/// Ports without a name represent the whole node: a mark on the header's edge, without a row.
fn whole(node: &Node, width: f64) -> impl Iterator<Item = PortLayout> + '_ {
    node.ports.iter().filter(|port| port.shown && port.name.is_empty()).map(move |port| {
        let (x, y) = header_anchor(port.side, width);
        PortLayout {
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

/// One of eight colors for a type name, so that compatible ports look alike. The style sheet defines `hue-0` to `hue-7`.
pub fn hue(kind: &str) -> u8 {
    // FNV-1a: the same on every machine.
    let hash =
        kind.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    ((hash ^ (hash >> 15)) % 8) as u8
}

/// The widths of two names in a row: their full widths if both fit; if one is short, the rest for the other; otherwise a half each.
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

/// The chips of a node in a row, as many as fit; the last one counts those that do not.
fn chips(node: &Node, width: f64) -> Vec<Chip> {
    let badges = node.badges.iter().map(|badge| (Some(badge.icon), badge.text.clone(), badge.title.clone()));
    let all: Vec<_> = multiplicity(&node.multiplicity).into_iter().chain(badges).collect();
    let mut chips: Vec<Chip> = Vec::new();
    let mut x = PAD;
    for (at, (icon, text, title)) in all.iter().enumerate() {
        let after = if at + 1 < all.len() { 6.0 + MORE } else { 0.0 };
        let rest = width - PAD - x - after - chip_width(true, "") - GAP;
        let text = match icon {
            // A sentence may take the rest of the row, but no card is wider for it.
            Some(Icon::Note) if rest.is_finite() => text::elide_end(text, SMALL, rest),
            _ => text::elide(text, SMALL, 120.0),
        };
        let wide = chip_width(icon.is_some(), &text);
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

/// The width of the chip that counts the others.
const MORE: f64 = 30.0;

/// Between the icon and the text of a chip.
const GAP: f64 = 4.0;

fn chip_width(icon: bool, text: &str) -> f64 {
    let icon = if icon { 14.0 } else { 0.0 };
    let gap = if icon > 0.0 && !text.is_empty() { GAP } else { 0.0 };
    (12.0 + icon + gap + text::width(text, SMALL)).ceil()
}

fn multiplicity(multiplicity: &Multiplicity) -> Option<(Option<Icon>, String, String)> {
    match multiplicity {
        Multiplicity::One => None,
        Multiplicity::Fixed(quantity) => {
            Some((None, format!("×{quantity}"), format!("{quantity} instances")))
        }
        Multiplicity::Cluster { minimum, initial, maximum } => {
            let most = maximum.as_deref().unwrap_or("∞");
            // An expression is too long for a card.
            let plain = initial.bytes().all(|digit| digit.is_ascii_digit()) && !initial.is_empty();
            let text =
                if plain { format!("{initial} ({minimum}–{most})") } else { format!("{minimum}–{most}") };
            let title = match maximum {
                Some(maximum) => format!("Cluster: {initial} initially, {minimum} to {maximum}"),
                None => format!("Cluster: {initial} initially, at least {minimum}"),
            };
            Some((Some(Icon::Cluster), text, title))
        }
        Multiplicity::ForEach { over } => {
            Some((Some(Icon::ForEach), over.clone(), format!("One instance for each of {over}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_check::sample;

    #[test]
    fn ports_are_found_among_few_and_many() {
        for count in [3, 40] {
            let ports: Vec<String> = (0..count).map(|at| format!(" <p{at} >p{at}")).collect();
            let face = measure(&sample::graph(&format!("a{}", ports.concat())).nodes[0]);
            assert!(face.ports.len() > count);
            for (at, spot) in face.ports.iter().enumerate() {
                assert_eq!(face.port_index(spot.role, &spot.port), Some(at));
            }
            assert_eq!(face.port_index(Role::Metric, "p0"), None);
        }
    }

    #[test]
    fn badges_of_a_frame_stay_beside_its_name_and_inside() {
        let mut graph = sample::graph("[frame the-deployment-of-a-shop\na");
        let frame = graph.frame.as_mut().unwrap();
        for text in ["backup", "restore_from_last_backup", "rotate_certificates", "scale_out", "heal"] {
            let (text, title) = (text.to_owned(), text.to_owned());
            frame.badges.push(limn_language::graph::Badge { icon: Icon::Goal, text, title });
        }
        for width in (200..1_400).step_by(40).map(f64::from) {
            let face = measure_frame(frame, Rect { x: 0.0, y: 0.0, width, height: 300.0 });
            let name_end = face.label.x + text::width(&face.label.text, LABEL);
            let is_inside = |chip: &Chip| chip.rect.x > name_end && chip.rect.right() <= width - PAD;
            assert!(face.chips.iter().all(is_inside), "{width}: {:?}", face.chips);
            let titles: Vec<&str> = face.chips.iter().map(|chip| chip.title.as_str()).collect();
            assert!(titles.is_empty() || titles.join(", ").ends_with("scale_out, heal"), "{titles:?}");
            assert!(width < 400.0 || !titles.is_empty());
        }
    }

    #[test]
    fn ports_that_differ_in_the_middle_stay_distinct() {
        let name = |middle: &str| {
            format!("management-network-of-the-central-office-{middle}-database-server-of-production")
        };
        let graph = sample::graph(&format!("a <{} <{}", name("alpha"), name("omega")));
        let face = measure(&graph.nodes[0]);
        let shown: Vec<&str> =
            face.ports.iter().map(|port| port.name.text.as_str()).filter(|name| !name.is_empty()).collect();
        assert!(shown.iter().all(|name| name.contains('…')), "{shown:?}");
        assert!(
            shown.iter().any(|name| name.contains("alph")) && shown.iter().any(|name| name.contains("omeg")),
            "{shown:?}"
        );
    }
}
