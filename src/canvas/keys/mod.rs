//! Keyboard shortcuts of the canvas: commands, key chords, menu labels and help texts. A chord matches the key's character first and its position
//! second, so that shortcuts work on every keyboard layout. The module `tool` runs the commands, `table` holds the shortcuts, and `keymap` those that
//! the user has chosen.

mod keymap;
mod table;

use super::tool::KeyModifiers;

pub use keymap::{Keymap, NoShortcut, OwnChord};
pub use table::{GENERAL, KEYS, TEXT, VIEW};

/// A key press, as the browser reports it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Press {
    /// `KeyboardEvent.key`: `z`, `ArrowLeft`, `+`, a space.
    pub key: String,
    /// `KeyboardEvent.code`: `KeyZ`.
    pub code: String,
    pub mods: KeyModifiers,
}

impl Press {
    /// The letter that is typed, without Ctrl, Alt and Meta.
    pub fn letter(&self) -> Option<char> {
        let mut typed = self.key.chars();
        let is_plain = !self.mods.ctrl && !self.mods.alt && !self.mods.meta;
        typed.next().filter(|first| is_plain && first.is_alphabetic() && typed.next().is_none())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

/// The line that selected nodes are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    Left,
    Center,
    Right,
    Top,
    Middle,
    Bottom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    Horizontal,
    Vertical,
}

/// Nodes to select besides the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Related {
    /// Nodes of the same type.
    SameType,
    /// Nodes that depend on the selected ones, directly or not.
    Dependents,
    /// Nodes that the selected ones depend on, directly or not.
    Dependencies,
}

/// A command of the canvas, from a key or a menu item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Selects the next node in that direction, along links if there are any.
    SelectNext(Direction),
    /// Selects the next wire or policy of the selected node.
    SelectNextAttached,
    Nudge(Direction),
    NudgeFar(Direction),
    Pan(Direction),
    Inspect,
    Open,
    /// Goes back to the descriptor from which this one was opened.
    BackToParent,
    Rename,
    /// Shows what the selected node uses and what uses it.
    Hierarchy,
    /// Shows the note of the selected item for editing.
    Note,
    Remove,
    /// Removes the selected node and connects its neighbors to each other.
    RemoveAndReconnect,
    Duplicate,
    /// Clipboard commands; their keys belong to the browser, which sends events for them.
    Cut,
    Copy,
    Paste,
    /// Lines up the selected nodes.
    Align(Alignment),
    /// Moves the selected nodes so that the gaps between them are equal.
    Distribute(Axis),
    /// Adds related nodes to the selection.
    SelectRelated(Related),
    /// Opens the search on the canvas.
    Find,
    Connect,
    /// Shows the groups and policies of the selected nodes.
    Memberships,
    /// Creates a group of the selected nodes.
    Group,
    /// Removes the selected group, or that of the selected nodes; its members stay.
    Ungroup,
    Add,
    SelectAll,
    Undo,
    Redo,
    ResetPath,
    AutoArrange,
    /// Pins the selected nodes, or unpins them if all are pinned.
    Pin,
    ZoomIn,
    ZoomOut,
    /// Zooms to 100 %.
    ZoomReset,
    Fit,
    FitSelection,
    /// Switches between nested hosts and hosting wires.
    Hosting,
    /// Turns snapping to the grid on or off.
    Grid,
    /// Switches between the diagram and the table.
    Table,
    /// Proposes nodes and wires for open requirements.
    Propose,
    /// Shows or hides the folded ports of the selected node.
    Unfold,
    /// Collapses the selected hosts and groups, or expands them.
    Collapse,
    CollapseAll,
    ExpandAll,
    Menu,
    Keys,
    Escape,
    /// Those that work everywhere on the page. Opens the list of all commands.
    Commands,
    /// Moves the focus to the next pane, or to the previous one.
    NextPane,
    PreviousPane,
    /// Wraps long lines of the text.
    Wrap,
    /// Shows values and numbers of references in the text.
    Hints,
    /// Shows names in the text in the color of what they name.
    Colors,
    /// Opens the outline of the shown file.
    Symbols,
    /// Goes to the next problem, or to the previous one.
    NextProblem,
    PreviousProblem,
    /// Shows or hides a pane, by its number in the menu of panes; the canvas, the first, gets the focus.
    Pane(u8),
}

impl Command {
    /// Returns true if its keys work everywhere on the page.
    pub fn is_global(self) -> bool {
        matches!(
            self,
            Command::Commands
                | Command::NextPane
                | Command::PreviousPane
                | Command::Wrap
                | Command::Hints
                | Command::Colors
                | Command::Symbols
                | Command::NextProblem
                | Command::PreviousProblem
                | Command::Pane(_)
        )
    }
}

/// One row of the shortcut table.
#[derive(Debug)]
pub struct Binding {
    pub command: Command,
    /// The chords; menus show the first.
    pub chords: &'static [Chord<'static>],
    /// The label in menus and in the shortcut list: "Zoom in".
    pub label: &'static str,
    /// One sentence for the shortcut list.
    pub help: &'static str,
    /// The heading in the shortcut list.
    pub group: &'static str,
}

/// A key and its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord<'k> {
    /// As `KeyboardEvent.key`, letters in lower case.
    pub key: &'k str,
    /// As `KeyboardEvent.code`; empty if only the key counts.
    pub code: &'k str,
    /// Control, or Command on a Mac.
    pub primary: bool,
    pub shift: bool,
    pub alt: bool,
    /// True if it is an alternative for another layout or habit, which works but is not listed.
    pub silent: bool,
}

const fn key(key: &'static str, code: &'static str) -> Chord<'static> {
    Chord { key, code, primary: false, shift: false, alt: false, silent: false }
}

impl<'k> Chord<'k> {
    const fn primary(self) -> Chord<'k> {
        Chord { primary: true, ..self }
    }

    const fn shift(self) -> Chord<'k> {
        Chord { shift: true, ..self }
    }

    const fn alt(self) -> Chord<'k> {
        Chord { alt: true, ..self }
    }

    const fn silent(self) -> Chord<'k> {
        Chord { silent: true, ..self }
    }

    fn modifiers_match(&self, mods: KeyModifiers) -> bool {
        self.primary == (mods.ctrl || mods.meta) && self.alt == mods.alt
    }

    /// Returns true if it is a sign such as `+` or `?`, which needs Shift on some keyboards only.
    fn is_sign(&self) -> bool {
        self.key.len() == 1 && !self.key.as_bytes()[0].is_ascii_alphabetic()
    }

    fn matches(&self, press: &Press, how: Match) -> bool {
        match how {
            Match::Key => self.by_key(press),
            Match::Position => self.by_code(press),
        }
    }

    fn by_key(&self, press: &Press) -> bool {
        self.modifiers_match(press.mods)
            && (self.shift == press.mods.shift || (self.is_sign() && !self.shift))
            && self.key.eq_ignore_ascii_case(&press.key)
    }

    fn by_code(&self, press: &Press) -> bool {
        // A letter that the layout has means that letter, wherever it is. A key that starts an accent has no letter.
        let foreign = !press.key.is_ascii()
            || press.key == "Dead"
            || self.code.starts_with("Digit")
            || self.code.starts_with("Numpad");
        !self.code.is_empty()
            && self.code == press.code
            && foreign
            && self.modifiers_match(press.mods)
            && self.shift == press.mods.shift
    }

    /// The chord as people read it: "Ctrl+Shift+Z", or "⌘⇧Z" on a Mac.
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
        let modifiers = [(self.primary, "Ctrl+", "⌘"), (self.alt, "Alt+", "⌥"), (self.shift, "Shift+", "⇧")];
        let modifiers: String = modifiers
            .iter()
            .filter(|(modifiers, ..)| *modifiers)
            .map(|(_, text, sign)| if mac { *sign } else { *text })
            .collect();
        modifiers + &name
    }
}

/// Property of a key press that is compared.
#[derive(Clone, Copy)]
enum Match {
    /// The character.
    Key,
    /// The place on the keyboard.
    Position,
}

/// The command for a key press.
pub fn find(press: &Press) -> Option<Command> {
    let by = |how: Match| {
        // Unless the page handles the keys of the clipboard, the browser sends clipboard events for them.
        let is_own = |command| !matches!(command, Command::Cut | Command::Copy | Command::Paste);
        KEYS.iter()
            .filter(|binding| is_own(binding.command))
            .find(|binding| binding.chords.iter().any(|chord| chord.matches(press, how)))
            .map(|binding| binding.command)
    };
    by(Match::Key).or_else(|| by(Match::Position))
}

/// One line of the shortcut list.
#[derive(Debug)]
pub struct ShortcutLine {
    /// The command; of one for four directions, the first.
    pub command: Command,
    pub group: &'static str,
    pub label: &'static str,
    pub help: &'static str,
    pub chords: Vec<String>,
}

/// The shortcut list: every command once, with one line for the four directions of a command, and without alternative chords.
pub fn sheet(mac: bool) -> Vec<ShortcutLine> {
    let mut lines = Vec::new();
    for binding in KEYS {
        let (label, help, arrows) = match binding.command {
            Command::SelectNext(Direction::Left) => {
                ("Go", "Selects the next node in that direction, along links if there are any.", true)
            }
            Command::Nudge(Direction::Left) => (
                "Nudge",
                "Moves the selected nodes, or the longest segment of a selected wire, by a small step.",
                true,
            ),
            Command::NudgeFar(Direction::Left) => (
                "Nudge far",
                "Moves the selected nodes, or the longest segment of a selected wire, by a large step.",
                true,
            ),
            Command::Pan(Direction::Left) => ("Pan", "Moves the view.", true),
            // The list shows it among the global shortcuts.
            Command::Keys => continue,
            Command::SelectNext(_) | Command::Nudge(_) | Command::NudgeFar(_) | Command::Pan(_) => continue,
            _ => (binding.label, binding.help, false),
        };
        let shown = binding.chords.iter().filter(|chord| !chord.silent).map(|chord| chord.text(mac));
        let chords = shown.map(|text| if arrows { text.replace('←', "← → ↑ ↓") } else { text }).collect();
        lines.push(ShortcutLine { command: binding.command, group: binding.group, label, help, chords });
    }
    lines
}

/// The table row of a command.
pub fn binding(command: Command) -> Option<&'static Binding> {
    KEYS.iter().find(|binding| binding.command == command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(modifiers: &str, key: &str, code: &str) -> Option<Command> {
        let has = |name: &str| modifiers.contains(name);
        let mods =
            KeyModifiers { shift: has("shift"), ctrl: has("ctrl"), alt: has("alt"), meta: has("meta") };
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
            ("Japanese undo, kana", press("ctrl", "っ", "KeyZ"), Some(Command::Undo)),
            ("Japanese connect, kana", press("", "そ", "KeyC"), Some(Command::Connect)),
            ("Japanese question mark", press("shift", "?", "Slash"), Some(Command::Keys)),
            ("Japanese plus", press("shift", "+", "Semicolon"), Some(Command::ZoomIn)),
            ("Japanese fit selection", press("shift", "\"", "Digit2"), Some(Command::FitSelection)),
            ("a letter of the layout is that letter", press("", "x", "KeyC"), None),
            ("Ctrl+C is the browser's", press("ctrl", "c", "KeyC"), None),
            ("Tab is left to the focus", press("", "Tab", "Tab"), None),
            ("nudge", press("alt", "ArrowLeft", "ArrowLeft"), Some(Command::Nudge(Direction::Left))),
        ];
        for (case, found, expected) in cases {
            assert_eq!(found, expected, "{case}");
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
