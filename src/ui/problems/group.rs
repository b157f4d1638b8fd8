//! Groups the problems of the panel by cause.

use std::collections::HashMap;

use limn_files::FilePath;

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
            None => format!("{}, and {} more", first.message, count - 1),
        }
    }

    /// Whether all places have the same message.
    pub(super) fn is_same(&self) -> bool {
        self.places.iter().all(|place| place.message == self.places[0].message)
    }
}

/// Groups the problems by cause, in the order of the first places. A group is left out if none of its places is shown.
pub(super) fn group(problems: &[Problem], is_shown: impl Fn(&Problem) -> bool) -> Vec<Grouped> {
    let mut groups: Vec<Grouped> = Vec::new();
    let mut known = HashMap::<(&FilePath, usize), usize>::new();
    for problem in problems.iter().filter(|it| !it.is_consequence && is_shown(it)) {
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
    for problem in problems.iter().filter(|it| it.is_consequence) {
        if let Some(at) = known.get(&(&problem.file, problem.cause)) {
            groups[*at].consequences.push(problem.clone());
        }
    }
    groups
}

/// Problems by keys that stay stable while lines above come and go.
#[derive(PartialEq)]
pub(super) struct Listed {
    /// Each key with the numbers of fixes, places and consequences.
    pub(super) order: Vec<(String, [usize; 3])>,
    pub(super) by_key: HashMap<String, Grouped>,
}

pub(super) fn list(problems: &[Grouped]) -> Listed {
    let mut seen = HashMap::<String, usize>::new();
    let keyed = problems.iter().take(MOST).map(|grouped| {
        let problem = grouped.first();
        let name = format!("{}|{}|{}|{}", problem.file, problem.code.name, problem.message, problem.name);
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        (format!("{name}|{count}"), grouped.clone())
    });
    let keyed: Vec<(String, Grouped)> = keyed.collect();
    let counts = |it: &Grouped| [it.first().fixes.len(), it.places.len(), it.consequences.len()];
    let order = keyed.iter().map(|(key, grouped)| (key.clone(), counts(grouped))).collect();
    Listed { order, by_key: keyed.into_iter().collect() }
}
