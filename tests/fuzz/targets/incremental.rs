//! Incremental analysis: after any sequence of edits, what was reported and followed equals a fresh analysis.

use std::collections::BTreeMap;

use limn::analysis::{Analysis, Choices};
use limn::files::{Content, FilePath, Workspace};
use limn::incremental::{self, IncrementalAnalysis, Problem, WorkspaceEvent};
use limn::text::{TextEdit, TextRange};

use super::input::{self, Draws, boundary, split};

/// So many edits are made.
const EDITS: usize = 6;

const TYPED: [&str; 20] = [
    "x",
    " ",
    "\n",
    "\n  ",
    ":",
    ": ",
    "- ",
    "#",
    "'",
    "\"",
    "{",
    "}",
    "[",
    "|",
    "&a ",
    "*a",
    "\r\n",
    "é🦀",
    "  k: v\n",
    "# limn: ignore\n",
];

struct Page {
    incremental: IncrementalAnalysis,
    problems: Vec<Problem>,
    ranges: Vec<TextRange>,
    workspace: Workspace,
    choices: Choices,
    /// Kept from edit to edit, as the page keeps its own.
    analysis: Analysis,
}

pub fn run(data: &[u8]) {
    let (mut draws, text) = split(data);
    let workspace = input::workspace(&text, &mut draws);
    let mut page = Page {
        incremental: IncrementalAnalysis::default(),
        problems: Vec::new(),
        ranges: Vec::new(),
        choices: Choices::default(),
        analysis: Analysis::default(),
        workspace,
    };
    page.choose(BTreeMap::new());
    for (file, content) in page.workspace.files.clone() {
        let text = content.as_text().map(ToString::to_string);
        page.incremental.apply(WorkspaceEvent::File { file, text });
    }
    page.incremental.apply(WorkspaceEvent::ActiveFile(page.workspace.files.keys().next().cloned()));
    page.look();
    for _ in 0..EDITS {
        if page.step(&mut draws).is_none() {
            break;
        }
        if draws.below(3) > 0 {
            page.look();
        }
    }
    page.look();
}

impl Page {
    fn step(&mut self, draws: &mut Draws<'_>) -> Option<()> {
        let files: Vec<FilePath> = self.workspace.files.keys().cloned().collect();
        let file = files.get(draws.below(files.len()))?.clone();
        match draws.below(16) {
            0 => {
                self.workspace.files.remove(&file);
                self.incremental.apply(WorkspaceEvent::Removed(file));
            }
            1 => {
                let text = self.workspace.text(&file)?.to_string();
                let file = FilePath::new("copy.yaml").ok()?;
                self.incremental.apply(WorkspaceEvent::File { file: file.clone(), text: Some(text.clone()) });
                self.workspace.files.insert(file, Content::Text(text.into()));
            }
            2 => {
                let profiles = limn::analysis::profiles();
                let (id, ..) = draws.of(&profiles);
                self.choose([(file, (*id).to_owned())].into());
            }
            3 => self.incremental.apply(WorkspaceEvent::ActiveFile(Some(file))),
            4 => {
                let at = draws.offset(self.workspace.text(&file)?);
                self.incremental.apply(WorkspaceEvent::Caret(at));
            }
            _ => self.typed(file, draws),
        }
        Some(())
    }

    fn typed(&mut self, file: FilePath, draws: &mut Draws<'_>) {
        let Some(text) = self.workspace.text(&file) else { return };
        let from = draws.offset(text);
        let to = if draws.below(2) == 0 { from } else { boundary(text, from + draws.below(12)).max(from) };
        let insert = match draws.below(4) {
            // Lines of the text once more.
            0 => text[draws.offset(text)..].lines().next().unwrap_or_default().to_owned() + "\n",
            1 => String::new(),
            _ => (*draws.of(&TYPED)).to_owned(),
        };
        let edit = TextEdit::replace(TextRange::new(from, to), insert);
        let after = edit.apply(text);
        incremental::follow(&self.problems, &mut self.ranges, &file, &edit);
        self.incremental.apply(WorkspaceEvent::Edit { file: file.clone(), edit });
        self.workspace.files.insert(file, Content::Text(after.into()));
    }

    fn choose(&mut self, profiles: BTreeMap<FilePath, String>) {
        self.choices = Choices { profiles: profiles.clone(), ..Choices::default() };
        self.incremental.apply(WorkspaceEvent::Choices {
            profiles,
            whole: self.workspace.whole,
            documents: BTreeMap::new(),
        });
    }

    fn look(&mut self) {
        let told = self.incremental.update();
        self.problems = told.problems.unwrap_or(std::mem::take(&mut self.problems));
        self.ranges = told.ranges.unwrap_or(std::mem::take(&mut self.ranges));
        let fresh = Analysis::of(&self.workspace, &self.choices, &Analysis::default());
        let (problems, ranges) = incremental::problems(&fresh);
        assert_eq!(self.problems, problems, "what was reported is what a fresh analysis finds");
        assert_eq!(self.ranges, ranges, "where it was reported is where a fresh analysis finds it");
        self.analysis = Analysis::of(&self.workspace, &self.choices, &self.analysis);
        for checked in fresh.all_documents() {
            let kept = &self.analysis.documents(checked.file())[checked.nth()];
            assert_eq!(kept.graph(), checked.graph(), "the same picture");
            assert_eq!(kept.diagrams(), checked.diagrams(), "the same diagrams");
            assert_eq!(kept.language(), checked.language(), "the same language");
            assert_eq!(kept.diagnostics(), checked.diagnostics(), "the same problems");
        }
    }
}
