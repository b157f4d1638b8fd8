//! Safe fixes of a whole file as one edit. Planning and proving a change takes a parse of the text, so the changes of many fixes are proved at once,
//! and by halves only where they cannot be made together.

use std::collections::BTreeSet;

use super::{Analysis, Checked};
use crate::diagnostic::Cure;
use crate::files::FilePath;
use crate::text::{Indel, TextEdit};
use crate::yaml::{self, Op};

/// How many times a text is changed and read again in search of the fixes that cannot be made. What is left then waits for the next round.
const TRIES: usize = 64;

impl Analysis {
    /// The first safe fix of each diagnostic of a file as one edit, without those that cannot be made beside the others, and how many fixes it makes.
    pub fn safe_fixes(&self, file: &FilePath) -> (TextEdit, usize) {
        let Some(checked) = self.file(file) else { return (TextEdit::default(), 0) };
        let mut fixes = Fixes { checked, taken: BTreeSet::new(), indels: Vec::new(), count: 0, tries: TRIES };
        let mut planned: Vec<&[Op]> = Vec::new();
        // Several findings may have the same fix, which is made once.
        let mut seen = BTreeSet::new();
        for found in checked.diagnostics() {
            match found.fixes.iter().find(|fix| fix.safe).map(|fix| &fix.cure) {
                Some(Cure::Text(edit)) => drop(fixes.take(edit, 1)),
                Some(Cure::Ops(ops)) if seen.insert(format!("{ops:?}")) => planned.push(ops),
                Some(Cure::Ops(_)) | None => {}
            }
        }
        fixes.make(&planned);
        (TextEdit::from_indels(fixes.indels).unwrap_or_default(), fixes.count)
    }
}

/// The fixes of one file that are made together.
struct Fixes<'a> {
    checked: &'a Checked,
    /// Where `indels` delete.
    taken: BTreeSet<(usize, usize)>,
    indels: Vec<Indel>,
    count: usize,
    tries: usize,
}

impl Fixes<'_> {
    /// Makes the ops of these fixes together, or else those of either half, or of a single one none.
    fn make(&mut self, planned: &[&[Op]]) {
        if planned.is_empty() || self.tries == 0 {
            return;
        }
        self.tries -= 1;
        let ops: Vec<Op> = planned.iter().copied().flatten().cloned().collect();
        let made =
            yaml::patch(&self.checked.document, &ops).is_ok_and(|edit| self.take(&edit, planned.len()));
        if !made && planned.len() > 1 {
            let (first, second) = planned.split_at(planned.len() / 2);
            self.make(first);
            self.make(second);
        }
    }

    /// Takes an edit in, unless it meets what is taken already.
    fn take(&mut self, edit: &TextEdit, count: usize) -> bool {
        let free = |indel: &Indel| {
            let (start, end) = (indel.delete.start, indel.delete.end);
            let before = self.taken.range(..=(start, end)).next_back();
            let after = self.taken.range((start, end)..).next();
            before.is_none_or(|before| before.1 <= start) && after.is_none_or(|after| end <= after.0)
        };
        if edit.is_empty() || !edit.indels().iter().all(free) {
            return false;
        }
        self.taken.extend(edit.indels().iter().map(|indel| (indel.delete.start, indel.delete.end)));
        self.indels.extend(edit.indels().iter().cloned());
        self.count += count;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> (String, usize) {
        let file = FilePath::new("a.yaml").unwrap();
        let (edit, count) = Analysis::of_text(&file, text).safe_fixes(&file);
        (edit.apply(text), count)
    }

    fn service(count: usize, template: &str) -> String {
        let head =
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n";
        let templates = (0..count).map(|at| format!("    n{at}:{template}\n"));
        std::iter::once(head.to_owned()).chain(templates).collect()
    }

    #[test]
    fn many_fixes_are_made_at_once() {
        let count = 2_000;
        let (text, made) = fixed(&service(count, "\n      Type: tosca.nodes.Root"));
        assert_eq!(made, count);
        assert_eq!(text, service(count, "\n      type: tosca.nodes.Root"));
    }

    #[test]
    fn a_fix_that_cannot_be_made_leaves_the_others() {
        let wrong =
            "    m: {Type: tosca.nodes.Root, type: tosca.nodes.Root}\n    o:\n      Type: tosca.nodes.Root\n";
        let (text, made) = fixed(&(service(3, "\n      Type: tosca.nodes.Root") + wrong));
        assert!(made >= 4, "{made}");
        assert!(text.contains("    o:\n      type: tosca.nodes.Root\n"), "{text}");
    }
}
