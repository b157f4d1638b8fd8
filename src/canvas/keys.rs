//! The one table of keys: what the canvas does for each, under which name, and the sentence for the sheet that `?` shows. Matches by the key's
//! letter first and by its place on the keyboard second, so that every layout works. What a command then does is in `tool`.

use super::tool::Mods;

/// A key as the browser tells it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Press {
    /// `KeyboardEvent.key`: `z`, `ArrowLeft`, `+`, a space.
    pub key: String,
    /// `KeyboardEvent.code`: `KeyZ`.
    pub code: String,
    pub mods: Mods,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// What a key or a menu's line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// To the next thing in that direction, along links where there are any.
    Walk(Direction),
    /// To the next wire or policy of what is selected.
    Attached,
    Nudge(Direction),
    NudgeFar(Direction),
    Pan(Direction),
    Inspect,
    Open,
    Rename,
    Remove,
    Duplicate,
    Connect,
    /// Which groups and policies hold what is selected.
    Holders,
    /// A new group of what is selected.
    Group,
    Add,
    SelectAll,
    Undo,
    Redo,
    Tidy,
    ZoomIn,
    ZoomOut,
    /// To 100 %.
    ZoomReset,
    Fit,
    FitSelection,
    /// What is hosted in boxes, or at wires.
    Hosting,
    /// The folded ports of what is selected, and away again.
    Unfold,
    Menu,
    Keys,
    Escape,
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    pub command: Command,
    /// The first is shown in menus.
    pub chords: &'static [Chord],
    /// For menus and the sheet: "Zoom in".
    pub label: &'static str,
    /// One sentence for the sheet.
    pub help: &'static str,
    /// The sheet's heading.
    pub group: &'static str,
}

/// A key and what is held with it.
#[derive(Debug, PartialEq, Eq)]
pub struct Chord {
    /// As `KeyboardEvent.key`, letters in lower case.
    pub key: &'static str,
    /// As `KeyboardEvent.code`; empty where only the key counts.
    pub code: &'static str,
    /// Control, or Command on a Mac.
    pub primary: bool,
    pub shift: bool,
    pub alt: bool,
    /// The same key on another keyboard, or for a hand that is used to it: heard, but not on the sheet.
    pub silent: bool,
}

const fn key(key: &'static str, code: &'static str) -> Chord {
    Chord { key, code, primary: false, shift: false, alt: false, silent: false }
}

impl Chord {
    const fn primary(self) -> Chord {
        Chord { primary: true, ..self }
    }

    const fn shift(self) -> Chord {
        Chord { shift: true, ..self }
    }

    const fn alt(self) -> Chord {
        Chord { alt: true, ..self }
    }

    const fn silent(self) -> Chord {
        Chord { silent: true, ..self }
    }

    fn held(&self, mods: Mods) -> bool {
        self.primary == (mods.ctrl || mods.meta) && self.alt == mods.alt
    }

    /// A sign such as `+` or `?` needs shift on one keyboard and not on another.
    fn is_sign(&self) -> bool {
        self.key.len() == 1 && !self.key.as_bytes()[0].is_ascii_alphabetic()
    }

    fn by_key(&self, press: &Press) -> bool {
        self.held(press.mods)
            && (self.shift == press.mods.shift || (self.is_sign() && !self.shift))
            && self.key.eq_ignore_ascii_case(&press.key)
    }

    fn by_code(&self, press: &Press) -> bool {
        // A letter that the layout does have is meant as that letter, wherever it is.
        let foreign =
            !press.key.is_ascii() || self.code.starts_with("Digit") || self.code.starts_with("Numpad");
        !self.code.is_empty()
            && self.code == press.code
            && foreign
            && self.held(press.mods)
            && self.shift == press.mods.shift
    }

    /// For people: "Ctrl+Shift+Z", "⌘⇧Z" on a Mac.
    pub fn text(&self, mac: bool) -> String {
        let name = match self.key {
            "ArrowLeft" => "←",
            "ArrowRight" => "→",
            "ArrowUp" => "↑",
            "ArrowDown" => "↓",
            "Escape" => "Esc",
            "ContextMenu" => "Menu",
            "Delete" => "Del",
            " " => "Space",
            key => key,
        };
        let name = if name.len() == 1 { name.to_ascii_uppercase() } else { name.to_owned() };
        let held = [(self.primary, "Ctrl+", "⌘"), (self.alt, "Alt+", "⌥"), (self.shift, "Shift+", "⇧")];
        let held: String = held
            .iter()
            .filter(|(held, ..)| *held)
            .map(|(_, text, sign)| if mac { *sign } else { *text })
            .collect();
        held + &name
    }
}

/// What a key asks for.
pub fn find(press: &Press) -> Option<Command> {
    let by = |matches: fn(&Chord, &Press) -> bool| {
        KEYS.iter()
            .find(|binding| binding.chords.iter().any(|chord| matches(chord, press)))
            .map(|binding| binding.command)
    };
    by(Chord::by_key).or_else(|| by(Chord::by_code))
}

/// One line of the sheet that `?` shows.
#[derive(Debug)]
pub struct Line {
    pub group: &'static str,
    pub label: &'static str,
    pub help: &'static str,
    pub chords: Vec<String>,
}

/// The sheet: every command once, the four directions of one in one line, each key as most keyboards have it.
pub fn sheet(mac: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for binding in KEYS {
        let (label, help, arrows) = match binding.command {
            Command::Walk(Direction::Left) => {
                ("Go", "To the next node in that direction, along links where there are any.", true)
            }
            Command::Nudge(Direction::Left) => ("Nudge", "Moves what is selected by a little.", true),
            Command::NudgeFar(Direction::Left) => ("Nudge far", "Moves what is selected by more.", true),
            Command::Pan(Direction::Left) => ("Pan", "Moves the view.", true),
            // It is said with what is heard everywhere.
            Command::Keys => continue,
            Command::Walk(_) | Command::Nudge(_) | Command::NudgeFar(_) | Command::Pan(_) => continue,
            _ => (binding.label, binding.help, false),
        };
        let shown = binding.chords.iter().filter(|chord| !chord.silent).map(|chord| chord.text(mac));
        let chords = shown.map(|text| if arrows { text.replace('←', "← → ↑ ↓") } else { text }).collect();
        lines.push(Line { group: binding.group, label, help, chords });
    }
    lines
}

/// A command's row.
pub fn binding(command: Command) -> Option<&'static Binding> {
    KEYS.iter().find(|binding| binding.command == command)
}

const MOVE: &str = "Move about";
const CHANGE: &str = "Change";
const VIEW: &str = "View";

const LEFT: Chord = key("ArrowLeft", "");
const RIGHT: Chord = key("ArrowRight", "");
const UP: Chord = key("ArrowUp", "");
const DOWN: Chord = key("ArrowDown", "");

const fn row(
    command: Command,
    chords: &'static [Chord],
    label: &'static str,
    help: &'static str,
    group: &'static str,
) -> Binding {
    Binding { command, chords, label, help, group }
}

/// Every key of the canvas. Two more are held rather than pressed: Space turns a drag into panning, Alt suspends snapping.
pub static KEYS: &[Binding] = &[
    row(
        Command::Walk(Direction::Left),
        &[LEFT],
        "Go left",
        "To what this node needs, or the nearest on the left.",
        MOVE,
    ),
    row(
        Command::Walk(Direction::Right),
        &[RIGHT],
        "Go right",
        "To what needs this node, or the nearest on the right.",
        MOVE,
    ),
    row(Command::Walk(Direction::Up), &[UP], "Go up", "To the nearest above.", MOVE),
    row(Command::Walk(Direction::Down), &[DOWN], "Go down", "To the nearest below.", MOVE),
    row(
        Command::Attached,
        &[key("w", "KeyW")],
        "Next wire",
        "To the next wire or policy of the selected node.",
        MOVE,
    ),
    row(Command::Inspect, &[key("Enter", "")], "Edit properties", "To the form of the selected thing.", MOVE),
    row(
        Command::Open,
        &[key("o", "KeyO")],
        "Open descriptor",
        "To the descriptor that the selected node is made from.",
        MOVE,
    ),
    row(Command::Escape, &[key("Escape", "")], "Let go", "Ends the gesture, or selects nothing.", MOVE),
    row(
        Command::SelectAll,
        &[key("a", "KeyA").primary()],
        "Select all",
        "Every node, wire and policy.",
        MOVE,
    ),
    row(
        Command::Menu,
        &[key("ContextMenu", ""), key("F10", "").shift()],
        "Menu",
        "What can be done with the selected thing.",
        MOVE,
    ),
    row(Command::Add, &[key("n", "KeyN")], "Add", "A new node, from a list.", CHANGE),
    row(
        Command::Connect,
        &[key("c", "KeyC")],
        "Connect",
        "From a port of the selected node: arrows choose among what fits, Enter connects.",
        CHANGE,
    ),
    row(
        Command::Holders,
        &[key("g", "KeyG")],
        "Groups and policies",
        "Which of them hold the selected nodes.",
        CHANGE,
    ),
    row(
        Command::Group,
        &[key("g", "KeyG").primary()],
        "Group",
        "A new group that holds the selected nodes.",
        CHANGE,
    ),
    row(Command::Rename, &[key("F2", "")], "Rename", "And everything that refers to it.", CHANGE),
    row(
        Command::Duplicate,
        &[key("d", "KeyD").primary()],
        "Duplicate",
        "Copies of the selected nodes.",
        CHANGE,
    ),
    row(
        Command::Remove,
        &[key("Delete", ""), key("Backspace", "")],
        "Remove",
        "The selected things.",
        CHANGE,
    ),
    row(
        Command::Undo,
        &[key("z", "KeyZ").primary()],
        "Undo",
        "The last change, in the drawing or in the text.",
        CHANGE,
    ),
    row(
        Command::Redo,
        &[key("z", "KeyZ").primary().shift(), key("y", "KeyY").primary()],
        "Redo",
        "What was undone.",
        CHANGE,
    ),
    row(
        Command::Nudge(Direction::Left),
        &[LEFT.alt(), LEFT.primary().silent()],
        "Nudge left",
        "By a little; with Shift, by more.",
        CHANGE,
    ),
    row(
        Command::Nudge(Direction::Right),
        &[RIGHT.alt(), RIGHT.primary().silent()],
        "Nudge right",
        "By a little; with Shift, by more.",
        CHANGE,
    ),
    row(
        Command::Nudge(Direction::Up),
        &[UP.alt(), UP.primary().silent()],
        "Nudge up",
        "By a little; with Shift, by more.",
        CHANGE,
    ),
    row(
        Command::Nudge(Direction::Down),
        &[DOWN.alt(), DOWN.primary().silent()],
        "Nudge down",
        "By a little; with Shift, by more.",
        CHANGE,
    ),
    row(
        Command::NudgeFar(Direction::Left),
        &[LEFT.alt().shift(), LEFT.primary().shift().silent()],
        "Nudge far left",
        "By more.",
        CHANGE,
    ),
    row(
        Command::NudgeFar(Direction::Right),
        &[RIGHT.alt().shift(), RIGHT.primary().shift().silent()],
        "Nudge far right",
        "By more.",
        CHANGE,
    ),
    row(
        Command::NudgeFar(Direction::Up),
        &[UP.alt().shift(), UP.primary().shift().silent()],
        "Nudge far up",
        "By more.",
        CHANGE,
    ),
    row(
        Command::NudgeFar(Direction::Down),
        &[DOWN.alt().shift(), DOWN.primary().shift().silent()],
        "Nudge far down",
        "By more.",
        CHANGE,
    ),
    row(
        Command::Tidy,
        &[key("t", "KeyT"), key("t", "KeyT").shift().silent()],
        "Tidy",
        "Lays everything out afresh.",
        CHANGE,
    ),
    row(
        Command::ZoomIn,
        &[key("+", "NumpadAdd"), key("=", "").silent()],
        "Zoom in",
        "At the selection, or the middle.",
        VIEW,
    ),
    row(
        Command::ZoomOut,
        &[key("-", "NumpadSubtract"), key("_", "").silent()],
        "Zoom out",
        "At the selection, or the middle.",
        VIEW,
    ),
    row(Command::ZoomReset, &[key("0", "Digit0")], "100 %", "The size that text is made for.", VIEW),
    row(
        Command::Fit,
        &[key("1", "Digit1"), key("!", "Digit1").shift().silent()],
        "Fit all",
        "The whole drawing in view.",
        VIEW,
    ),
    row(
        Command::Hosting,
        &[key("b", "KeyB")],
        "Boxes or wires",
        "What stands on a host is drawn inside of it, or joined to it by a wire.",
        VIEW,
    ),
    row(
        Command::Unfold,
        &[key("e", "KeyE")],
        "All ports",
        "The ports of the selected node that nothing is joined to, or away with them.",
        VIEW,
    ),
    row(
        Command::FitSelection,
        &[key("2", "Digit2"), key("2", "Digit2").shift().silent(), key("@", "Digit2").shift().silent()],
        "Fit selection",
        "What is selected in view.",
        VIEW,
    ),
    row(Command::Pan(Direction::Left), &[LEFT.shift()], "Pan left", "Moves the view.", VIEW),
    row(Command::Pan(Direction::Right), &[RIGHT.shift()], "Pan right", "Moves the view.", VIEW),
    row(Command::Pan(Direction::Up), &[UP.shift()], "Pan up", "Moves the view.", VIEW),
    row(Command::Pan(Direction::Down), &[DOWN.shift()], "Pan down", "Moves the view.", VIEW),
    row(Command::Keys, &[key("?", "")], "Keys", "This sheet.", VIEW),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn press(held: &str, key: &str, code: &str) -> Option<Command> {
        let has = |name: &str| held.contains(name);
        let mods = Mods { shift: has("shift"), ctrl: has("ctrl"), alt: has("alt"), meta: has("meta") };
        find(&Press { key: key.to_owned(), code: code.to_owned(), mods })
    }

    #[test]
    fn keys_mean_the_same_on_every_layout() {
        let cases = [
            ("US undo", press("ctrl", "z", "KeyZ"), Some(Command::Undo)),
            ("Mac undo", press("meta", "z", "KeyZ"), Some(Command::Undo)),
            ("caps lock", press("ctrl", "Z", "KeyZ"), Some(Command::Undo)),
            ("German undo", press("ctrl", "z", "KeyY"), Some(Command::Undo)),
            ("German redo", press("ctrl", "y", "KeyZ"), Some(Command::Redo)),
            ("French undo", press("ctrl", "z", "KeyW"), Some(Command::Undo)),
            ("Russian undo", press("ctrl", "я", "KeyZ"), Some(Command::Undo)),
            ("Greek connect", press("", "ψ", "KeyC"), Some(Command::Connect)),
            ("redo", press("ctrl shift", "Z", "KeyZ"), Some(Command::Redo)),
            ("US question mark", press("shift", "?", "Slash"), Some(Command::Keys)),
            ("German question mark", press("shift", "?", "Minus"), Some(Command::Keys)),
            ("US plus", press("shift", "+", "Equal"), Some(Command::ZoomIn)),
            ("US plus without shift", press("", "=", "Equal"), Some(Command::ZoomIn)),
            ("German plus", press("", "+", "BracketRight"), Some(Command::ZoomIn)),
            ("keypad plus", press("", "+", "NumpadAdd"), Some(Command::ZoomIn)),
            ("French 1", press("", "&", "Digit1"), Some(Command::Fit)),
            ("US fit selection", press("shift", "@", "Digit2"), Some(Command::FitSelection)),
            ("German fit selection", press("shift", "\"", "Digit2"), Some(Command::FitSelection)),
            ("French fit selection", press("shift", "2", "Digit2"), Some(Command::FitSelection)),
            ("a letter of the layout is that letter", press("", "x", "KeyC"), None),
            ("Ctrl+C is the browser's", press("ctrl", "c", "KeyC"), None),
            ("Tab is left to the focus", press("", "Tab", "Tab"), None),
            ("nudge", press("alt", "ArrowLeft", "ArrowLeft"), Some(Command::Nudge(Direction::Left))),
        ];
        for (case, found, wanted) in cases {
            assert_eq!(found, wanted, "{case}");
        }
    }

    #[test]
    fn no_two_commands_share_a_chord() {
        let all: Vec<_> =
            KEYS.iter().flat_map(|row| row.chords.iter().map(move |chord| (chord, row.command))).collect();
        for (at, (chord, command)) in all.iter().enumerate() {
            for (other, its) in &all[at + 1..] {
                assert!(
                    chord.text(false) != other.text(false),
                    "{command:?} and {its:?} are both {}",
                    chord.text(false)
                );
            }
        }
    }

    #[test]
    fn the_sheet_has_every_command_once_and_no_doubles_of_a_key() {
        let sheet = sheet(false);
        let keys =
            |label: &str| sheet.iter().find(|line| line.label == label).map(|line| line.chords.join(" or "));
        assert_eq!(keys("Zoom in").as_deref(), Some("+"));
        assert_eq!(keys("Fit selection").as_deref(), Some("2"));
        assert_eq!(keys("Nudge").as_deref(), Some("Alt+← → ↑ ↓"));
        assert_eq!(keys("Redo").as_deref(), Some("Ctrl+Shift+Z or Ctrl+Y"));
        let directions = 4 * 3;
        assert_eq!(sheet.len(), KEYS.len() - directions - 1);
        assert!(sheet.iter().all(|line| !line.chords.is_empty()));
    }

    #[test]
    fn chords_read_well() {
        let undo = &binding(Command::Redo).unwrap().chords[0];
        assert_eq!((undo.text(false).as_str(), undo.text(true).as_str()), ("Ctrl+Shift+Z", "⌘⇧Z"));
    }
}
