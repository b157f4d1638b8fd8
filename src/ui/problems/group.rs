//! Groups the problems of the panel by cause.

use std::collections::{BTreeSet, HashMap};

use limn_files::FilePath;
use limn_language::diagnostic::Severity;

use crate::session::Problem;

/// Maximum number of rows; the filter finds the rest.
pub(super) const MOST: usize = 200;

/// Problems with one cause, and what may follow from them.
#[derive(Clone, PartialEq)]
pub(super) struct Grouped {
    /// Never empty; the first is shown for all.
    pub(super) places: Vec<Problem>,
    pub(super) consequences: Vec<Problem>,
}

impl Grouped {
    pub(super) fn first(&self) -> &Problem {
        &self.places[0]
    }

    /// The message with the number of places.
    pub(super) fn title(&self) -> String {
        let (first, count) = (self.first(), self.places.len());
        match first.code.cause {
            _ if count == 1 => first.message.clone(),
            Some(cause) => format!("{count} {cause}"),
            None if self.is_same() => format!("{} ({count} places)", first.message),
            None => format!("{} ({} more)", first.message, count - 1),
        }
    }

    /// Returns true if all places have the same message.
    pub(super) fn is_same(&self) -> bool {
        self.places.iter().all(|place| place.message == self.places[0].message)
    }
}

/// Groups the problems by cause, in the order of the first places. A group is left out if none of its places is shown.
pub(super) fn group(problems: &[Problem], is_shown: impl Fn(&Problem) -> bool) -> Vec<Grouped> {
    let mut groups: Vec<Grouped> = Vec::new();
    let mut known = HashMap::<(&FilePath, usize), usize>::new();
    for problem in problems.iter().filter(|problem| !problem.is_consequence && is_shown(problem)) {
        match known.get(&(&problem.file, problem.cause)) {
            // The one that is shown can come after others in the text.
            Some(at) if problem.is_first() => groups[*at].places.insert(0, problem.clone()),
            Some(at) => groups[*at].places.push(problem.clone()),
            None => {
                known.insert((&problem.file, problem.cause), groups.len());
                groups.push(Grouped { places: vec![problem.clone()], consequences: Vec::new() });
            }
        }
    }
    for problem in problems.iter().filter(|problem| problem.is_consequence) {
        if let Some(at) = known.get(&(&problem.file, problem.cause)) {
            groups[*at].consequences.push(problem.clone());
        }
    }
    groups
}

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum ListRow {
    /// The heading of a file's problems.
    File(FilePath),
    /// The line for all problems in copies of built-in definitions.
    Bundled,
    /// A key that stays stable while lines above come and go, with the numbers of fixes, places and consequences.
    Problem(String, [usize; 3]),
}

impl ListRow {
    /// The key of a problem.
    pub(super) fn key(&self) -> Option<&String> {
        match self {
            ListRow::Problem(key, _) => Some(key),
            ListRow::File(_) | ListRow::Bundled => None,
        }
    }
}

/// Rows of the list.
#[derive(Default, PartialEq)]
pub(super) struct Listed {
    pub(super) order: Vec<ListRow>,
    pub(super) by_key: HashMap<String, Grouped>,
    /// Numbers of errors and warnings by file, where the list has a heading for each file.
    pub(super) counts: HashMap<FilePath, (usize, usize)>,
    /// Number of problems in copies of built-in definitions.
    pub(super) bundled: usize,
    /// Number of problems that are left out because there are too many.
    pub(super) more: usize,
}

/// Rows that the user folded and opened.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Folding {
    /// Files whose problems are hidden.
    pub(super) folded: BTreeSet<FilePath>,
    /// True if the problems of copies of built-in definitions are shown.
    pub(super) shows_bundled: bool,
}

/// The lines for some problems, in their order. Unless all are of `active_file`, they are grouped by file. The list starts with `active_file` and wraps
/// around, so the order of the files never changes. Each file that is not folded is followed by its problems. Those of copies of built-in definitions,
/// unless it is the active file, come last below one notice.
pub(super) fn list(problems: &[Grouped], active_file: Option<&FilePath>, folding: &Folding) -> Listed {
    let is_active = |file: &FilePath| Some(file) == active_file;
    let (bundled, own): (Vec<&Grouped>, Vec<&Grouped>) =
        problems.iter().partition(|grouped| grouped.first().is_bundled && !is_active(&grouped.first().file));
    let mut listed = Listed { bundled: bundled.len(), ..Listed::default() };
    let mut seen = HashMap::<String, usize>::new();
    let mut own = by_file(own);
    if let Some(at) = own.iter().position(|(file, _)| is_active(file)) {
        own.rotate_left(at);
    }
    let has_headings = own.iter().any(|(file, _)| !is_active(file));
    for (file, problems) in own {
        listed.add_file(file, problems, has_headings, folding, &mut seen);
    }
    if !bundled.is_empty() {
        listed.order.push(ListRow::Bundled);
    }
    for (file, problems) in by_file(bundled).into_iter().filter(|_| folding.shows_bundled) {
        listed.add_file(file, problems, true, folding, &mut seen);
    }
    listed
}

/// The problems by file, in the order of each file's first problem.
fn by_file(problems: Vec<&Grouped>) -> Vec<(&FilePath, Vec<&Grouped>)> {
    let mut files: Vec<(&FilePath, Vec<&Grouped>)> = Vec::new();
    let mut known = HashMap::<&FilePath, usize>::new();
    for grouped in problems {
        let file = &grouped.first().file;
        let at = *known.entry(file).or_insert_with(|| {
            files.push((file, Vec::new()));
            files.len() - 1
        });
        files[at].1.push(grouped);
    }
    files
}

impl Listed {
    fn add_file(
        &mut self,
        file: &FilePath,
        problems: Vec<&Grouped>,
        has_heading: bool,
        folding: &Folding,
        seen: &mut HashMap<String, usize>,
    ) {
        if has_heading {
            let count =
                |severity| problems.iter().filter(|grouped| grouped.first().severity == severity).count();
            self.counts.insert(file.clone(), (count(Severity::Error), count(Severity::Warning)));
            self.order.push(ListRow::File(file.clone()));
        }
        let is_folded = has_heading && folding.folded.contains(file);
        for grouped in problems.into_iter().filter(|_| !is_folded) {
            if self.by_key.len() == MOST {
                self.more += 1;
                continue;
            }
            let problem = grouped.first();
            let name = format!("{}|{}|{}|{}", problem.file, problem.code.name, problem.message, problem.name);
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            let key = format!("{name}|{count}");
            let counts = [problem.fixes.len(), grouped.places.len(), grouped.consequences.len()];
            self.order.push(ListRow::Problem(key.clone(), counts));
            self.by_key.insert(key, grouped.clone());
        }
    }
}
