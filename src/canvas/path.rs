//! SVG paths of wires: runs with rounded corners and compact numbers.

use super::viewport::WorldPoint;

/// The attribute `d` for straight runs with rounded corners.
pub(super) fn path(points: &[WorldPoint]) -> String {
    const RADIUS: f64 = 10.0;
    /// Length that stays straight before the end, for an arrowhead.
    const STRAIGHT: f64 = 12.0;
    let mut path = String::with_capacity(points.len() * 24);
    let Some((first, rest)) = points.split_first() else { return path };
    pair(&mut path, 'M', *first);
    let mut before = *first;
    for (at, corner) in rest.iter().enumerate() {
        let Some(after) = rest.get(at + 1) else {
            pair(&mut path, 'L', *corner);
            break;
        };
        let is_last = at + 2 == rest.len();
        let toward = |other: WorldPoint| {
            let length = (other.x - corner.x).abs().max((other.y - corner.y).abs());
            let straight = if is_last && other == *after { STRAIGHT } else { 0.0 };
            let most = (length - straight).clamp(length / 4.0, length / 2.0);
            let by = if length > 0.0 { RADIUS.min(most) / length } else { 0.0 };
            WorldPoint::new(corner.x + (other.x - corner.x) * by, corner.y + (other.y - corner.y) * by)
        };
        pair(&mut path, 'L', toward(before));
        pair(&mut path, 'Q', *corner);
        pair(&mut path, ' ', toward(*after));
        before = *corner;
    }
    path
}

pub(super) fn pair(path: &mut String, command: char, at: WorldPoint) {
    path.push(command);
    number(path, at.x);
    path.push(' ');
    number(path, at.y);
}

/// Writes a number with one decimal, which is precise enough. Digit by digit, because a large diagram has tens of thousands of numbers.
fn number(path: &mut String, at: f64) {
    let tenths = (at * 10.0).round() as i64;
    if tenths < 0 {
        path.push('-');
    }
    let (mut whole, part) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    let mut digits = [0; 20];
    let mut from = digits.len();
    loop {
        from -= 1;
        digits[from] = b'0' + (whole % 10) as u8;
        whole /= 10;
        if whole == 0 {
            break;
        }
    }
    path.extend(digits[from..].iter().map(|&digit| char::from(digit)));
    if part != 0 {
        path.push('.');
        path.push(char::from(b'0' + part as u8));
    }
}
