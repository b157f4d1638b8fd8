//! References to configuration keys of catalogs and CAMP blueprints.

use limn_analysis::{Analysis, Choices};
use limn_files::{Content, FilePath, Workspace};

/// A blueprint and the catalog with the type of its first entity.
const BLUEPRINT: &str = r#"name: shop
brooklyn.parameters:
- {name: zone, default: north}
services:
- type: shop-web
  id: web
  brooklyn.parameters: [{name: size, type: integer, default: 3}]
  brooklyn.config:
    port: 80
    threads: 8
    own: $brooklyn:config("port")
    zone: $brooklyn:config("zone")
    all: {$brooklyn:config: size}
- type: org.apache.brooklyn.entity.stock.BasicApplication
  brooklyn.parameters: [{name: size, default: 4}]
  brooklyn.config:
    port: $brooklyn:component("web").config("port")
    text: $brooklyn:formatString("%s in %s", component("web").config("size"), config("zone"))
    own: $brooklyn:config("size")
    threads: 1
  brooklyn.policies:
  - type: org.apache.brooklyn.policy.ha.ServiceReplacer
    brooklyn.config: {size: 1, key: $brooklyn:config("size")}
"#;
const CATALOG: &str = r#"brooklyn.catalog:
  bundle: shop
  version: 1.0.0
  items:
  - id: shop-web
    item:
      type: shop-base
      brooklyn.parameters:
      - {name: path, default: /var}
      brooklyn.config:
        home: $brooklyn:config("path")
        pool: $brooklyn:config("threads")
  - id: shop-base
    item:
      type: org.apache.brooklyn.entity.software.base.VanillaSoftwareProcess
      brooklyn.parameters:
      - {name: threads, default: 4}
      - {name: path, default: /tmp}
      brooklyn.config:
        home: $brooklyn:config("path")
"#;

fn analysis() -> (Analysis, [(FilePath, &'static str); 2]) {
    let files = [("camp.yaml", BLUEPRINT), ("catalog.bom", CATALOG)];
    let files = files.map(|(name, text)| (FilePath::new(name).expect("a plain name"), text));
    let mut workspace = Workspace::of(files[0].0.clone(), files[0].1);
    for (file, text) in &files {
        workspace.files.insert(file.clone(), Content::Text((*text).into()));
    }
    (Analysis::of(&workspace, &Choices::default(), &Analysis::default()), files)
}

/// Checks that a configuration key declared in a line of a file has these references as (file, line), and that it is not renamed.
#[track_caller]
fn check(file: usize, line: usize, word: &str, expected: &[(usize, usize)]) {
    let (analysis, files) = analysis();
    let line_of = |text: &str, at: usize| text[..at].matches('\n').count() + 1;
    let number =
        |file: &FilePath| files.iter().position(|(known, _)| known == file).expect("one of the files");
    let start = |(file, line): (usize, usize)| {
        let text = files[file].1;
        let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        before + text[before..].rfind_on_line(word)
    };
    let all = expected.iter().map(|(file, line)| (*file, *line));
    for place in std::iter::once((file, line)).chain(all) {
        let (name, offset) = (&files[place.0].0, start(place));
        let found = analysis.references(name, offset).expect("it is a name");
        let mut places: Vec<(usize, usize)> = found
            .references
            .iter()
            .map(|reference| {
                (number(&reference.file), line_of(files[number(&reference.file)].1, reference.range.start))
            })
            .collect();
        places.sort_unstable();
        assert_eq!(places, expected, "from {place:?}");
        let declaration = found.declaration.expect("it is declared");
        let at = line_of(files[number(&declaration.file)].1, declaration.range.start);
        assert_eq!((number(&declaration.file), at), (file, line), "from {place:?}");
        // Others can set or read the key where no rename sees it.
        assert!(
            analysis.rename_at(name, offset, "new.name").is_none_or(|change| change.is_err()),
            "{place:?}"
        );
    }
}

trait OnLine {
    fn rfind_on_line(&self, word: &str) -> usize;
}

impl OnLine for str {
    fn rfind_on_line(&self, word: &str) -> usize {
        let line = self.lines().next().unwrap_or_default();
        let name =
            [format!("name: {word}"), format!("(\"{word}\")"), format!(": {word}}}"), format!("{word}:")];
        let found = name.iter().find_map(|form| Some(line.find(form)? + form.find(word)?));
        found.expect("the line has the word")
    }
}

#[test]
fn keys_that_an_expression_reads_are_names() {
    check(0, 9, "port", &[(0, 11), (0, 17)]);
}

#[test]
fn parameters_of_one_name_belong_to_their_entities() {
    check(0, 7, "size", &[(0, 13), (0, 18)]);
    check(0, 3, "zone", &[(0, 12), (0, 18)]);
}

#[test]
fn parameters_of_items_are_set_and_read_in_other_files() {
    check(1, 17, "threads", &[(0, 10), (1, 12)]);
    check(1, 9, "path", &[(1, 11)]);
    check(1, 18, "path", &[(1, 20)]);
}
