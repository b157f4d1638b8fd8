//! Import graph of a crate's files: which file uses an item that another file defines, and the cycles of that graph.
//!
//! An edge goes to the file that defines an item, not to a `mod.rs` that re-exports it. A file may use the files of its own folder: edges from a
//! module to the modules below it do not count. Methods are not resolved, as only types could tell whose they are.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

type Module = Vec<String>;

/// Maximum number of names of a path, longer than any that is written.
const MAX_PATH: usize = 12;

/// The files of a crate that use each other in a cycle, and the edges between them.
pub struct Cycle {
    pub files: BTreeSet<PathBuf>,
    pub edges: Vec<(PathBuf, PathBuf)>,
}

/// The cycles among `files`, the sources of the crate in the folder `root`.
pub fn cycles(root: &Path, files: &[PathBuf]) -> Vec<Cycle> {
    let modules: BTreeMap<Module, Source> = files
        .iter()
        .map(|file| {
            (module(root, file), Source::parse(&fs::read_to_string(file).expect("a source can be read")))
        })
        .collect();
    let paths: BTreeMap<Module, &PathBuf> = files.iter().map(|file| (module(root, file), file)).collect();
    let krate = Crate { modules, resolved: RefCell::default() };
    let edges: BTreeMap<&Module, BTreeSet<Module>> =
        krate.modules.keys().map(|module| (module, krate.used_by(module))).collect();
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        edges.keys().map(|module| (*module, reachable(module, &edges))).collect();
    let mut found: BTreeSet<BTreeSet<&Module>> = BTreeSet::new();
    for (module, reaches) in &reached {
        let cycle: BTreeSet<&Module> =
            reaches.iter().copied().filter(|other| reached[other].contains(module)).collect();
        if cycle.len() > 1 {
            found.insert(cycle);
        }
    }
    let cycle = |cycle: &BTreeSet<&Module>| Cycle {
        files: cycle.iter().map(|module| paths[*module].clone()).collect(),
        edges: cycle
            .iter()
            .flat_map(|from| edges[*from].iter().map(move |to| (*from, to)))
            .filter(|(_, to)| cycle.contains(to))
            .map(|(from, to)| (paths[from].clone(), paths[to].clone()))
            .collect(),
    };
    found.iter().map(cycle).collect()
}

fn reachable<'a>(from: &Module, edges: &'a BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in &edges[module] {
            if reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

fn module(root: &Path, file: &Path) -> Module {
    let below = file.strip_prefix(root).expect("a file is in its crate's folder").with_extension("");
    let mut module: Module = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| ["mod", "lib", "main"].contains(&name.as_str())) {
        module.pop();
    }
    module
}

/// Definitions, imports and mentioned names of a file.
#[derive(Default)]
struct Source {
    items: BTreeSet<String>,
    imports: Vec<Import>,
    paths: BTreeSet<Module>,
}

/// A leaf of a `use` item. `name` is `*` for all names of a module.
struct Import {
    path: Module,
    name: String,
    is_public: bool,
}

impl Source {
    fn parse(text: &str) -> Self {
        let mut source = Self::default();
        let tokens = without_tests(tokens(text));
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token.as_str() {
                "use" => {
                    let end = tokens[at..]
                        .iter()
                        .position(|token| token == ";")
                        .map_or(tokens.len(), |end| at + end);
                    let is_public = at > 0 && ["pub", ")"].contains(&tokens[at - 1].as_str());
                    source.import(&Vec::new(), &tokens[at + 1..end], is_public);
                    at = end;
                }
                "struct" | "enum" | "trait" | "type" | "fn" | "static" | "const" | "union" => {
                    source.items.extend(tokens.get(at + 1).cloned());
                }
                "macro_rules" => source.items.extend(tokens.get(at + 2).cloned()),
                word if is_name(word) && tokens.get(at + 1).is_some_and(|next| next == "::") => {
                    let mut path = vec![word.to_owned()];
                    while tokens.get(at + 1).is_some_and(|next| next == "::")
                        && tokens.get(at + 2).is_some_and(|next| is_name(next))
                    {
                        path.push(tokens[at + 2].clone());
                        at += 2;
                    }
                    source.paths.insert(path);
                }
                _ => {}
            }
            at += 1;
        }
        source
    }

    /// Adds the leaves of a `use` tree below `prefix`.
    fn import(&mut self, prefix: &Module, tree: &[String], is_public: bool) {
        let mut path = prefix.clone();
        let mut name = None;
        let mut tokens = tree.iter().enumerate();
        while let Some((at, token)) = tokens.next() {
            match token.as_str() {
                "::" => {}
                "{" => {
                    let inner = &tree[at + 1..tree.len() - 1];
                    let mut depth = 0;
                    for branch in inner.split(|token| {
                        depth += i32::from(token == "{") - i32::from(token == "}");
                        token == "," && depth == 0
                    }) {
                        self.import(&path, branch, is_public);
                    }
                    return;
                }
                "as" => name = tokens.next().map(|(_, alias)| alias.clone()),
                "self" if !path.is_empty() => {}
                _ => path.push(token.clone()),
            }
        }
        if let Some(name) = name.or_else(|| path.last().cloned()) {
            self.imports.push(Import { path, name, is_public });
        }
    }
}

/// The module that defines what a path names, and true if that is an item, not a module.
type Target = Option<(Module, bool)>;

struct Crate {
    modules: BTreeMap<Module, Source>,
    /// Results by module and path. A path that is being resolved is there without a target, so globs that import each other end.
    resolved: RefCell<HashMap<(Module, Module), Target>>,
}

impl Crate {
    /// The modules whose items `module` uses, except those below it.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let source = &self.modules[module];
        let mut used = BTreeSet::new();
        for import in source.imports.iter().filter(|import| !import.is_public) {
            let path = match import.name.as_str() {
                "*" => &import.path[..import.path.len() - 1],
                _ => &import.path[..],
            };
            // The import of a module is not yet a use of its items.
            used.extend(self.resolve(module, path).filter(|(_, is_item)| *is_item || import.name == "*"));
        }
        used.extend(source.paths.iter().filter_map(|path| self.resolve(module, path)));
        used.into_iter().map(|(module, _)| module).filter(|other| !other.starts_with(module)).collect()
    }

    /// Resolves a path that is written in `module`.
    fn resolve(&self, module: &Module, path: &[String]) -> Target {
        // An import such as `use x::x` of another crate's item would make the path longer without end.
        if path.len() > MAX_PATH {
            return None;
        }
        let key = (module.clone(), path.to_vec());
        if let Some(target) = self.resolved.borrow().get(&key) {
            return target.clone();
        }
        self.resolved.borrow_mut().insert(key.clone(), None);
        let target = match path.first().map(String::as_str) {
            Some("crate") => self.descend(Vec::new(), &path[1..]),
            Some("self") => self.descend(module.clone(), &path[1..]),
            Some("super") => {
                let levels = path.iter().take_while(|part| *part == "super").count();
                let up = module.len().checked_sub(levels)?;
                self.descend(module[..up].to_vec(), &path[levels..])
            }
            _ => self.descend(module.clone(), path),
        };
        self.resolved.borrow_mut().insert(key, target.clone());
        target
    }

    fn descend(&self, mut module: Module, path: &[String]) -> Target {
        for (at, name) in path.iter().enumerate() {
            let is_last = at + 1 == path.len();
            let source = self.modules.get(&module)?;
            let mut child = module.clone();
            child.push(name.clone());
            let is_module = self.modules.contains_key(&child);
            if source.items.contains(name) && (is_last || !is_module) {
                return Some((module, true));
            }
            if is_module && !(is_last && source.imports.iter().any(|import| import.name == *name)) {
                module = child;
                continue;
            }
            let rest = &path[at + 1..];
            let join = |path: &[String], rest: &[String]| [path, rest].concat();
            let named = source.imports.iter().filter(|import| import.name == *name);
            let globs = source.imports.iter().filter(|import| import.name == "*");
            return named
                .map(|import| join(&import.path, rest))
                .chain(globs.map(|import| join(&import.path[..import.path.len() - 1], &path[at..])))
                .filter(|target| target[..] != path[at..])
                .find_map(|target| self.resolve(&module, &target));
        }
        Some((module, false))
    }
}

/// Names, `::` and single characters of Rust code, without comments and literals.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = raw_string(rest) {
            raw
        } else if first == '"' {
            string(rest)
        } else if first == '\'' {
            character(rest)
        } else {
            let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let length = if name > 0 {
                name
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                tokens.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// Length of the raw string at the start of `text`.
fn raw_string(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r')?;
    let count = hashes.len() - hashes.trim_start_matches('#').len();
    let end = ["\"", &"#".repeat(count)].concat();
    let inner = hashes[count..].strip_prefix('"')?;
    Some(1 + count + 1 + inner.find(&end)? + end.len())
}

fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !is_escaped {
            return at + 1;
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// Length of a character literal, or 1 for the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => chars.skip(1).find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1),
        _ => chars.next().filter(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1),
    }
}

/// The tokens without the items under `#[cfg(test)]`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut left = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(attribute.len()).eq(attribute.iter()) {
            let mut depth = 0;
            while let Some(token) = tokens.get(at) {
                depth += i32::from(["{", "(", "["].contains(&token.as_str()));
                depth -= i32::from(["}", ")", "]"].contains(&token.as_str()));
                at += 1;
                if depth == 0 && (token == ";" || token == "}") {
                    break;
                }
            }
        } else {
            left.push(tokens[at].clone());
            at += 1;
        }
    }
    left
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[test]
fn imports_are_read_from_trees_and_paths() {
    let source = Source::parse(
        "use crate::a::{B, c::{self, D as E}};\npub use f::*; // use g::H;\nfn i<'a>() { j::k('\"', \"l::m\", r#\"n::o\"#) }\n#[cfg(test)]\nmod tests { use p::Q; }\nstruct R;",
    );
    let imports: Vec<String> =
        source.imports.iter().map(|import| format!("{} {}", import.path.join("::"), import.name)).collect();
    assert_eq!(imports, ["crate::a::B B", "crate::a::c c", "crate::a::c::D E", "f::* *"]);
    assert_eq!(source.paths, BTreeSet::from([vec!["j".to_owned(), "k".to_owned()]]));
    assert_eq!(source.items, BTreeSet::from(["i".to_owned(), "R".to_owned()]));
}

#[test]
fn cycles_lead_to_the_file_that_defines_an_item() {
    let source = |text| Source::parse(text);
    let name = |text: &str| text.split('/').map(str::to_owned).collect::<Module>();
    let krate = Crate {
        modules: BTreeMap::from([
            (Vec::new(), source("mod a; mod b; use a::A;")),
            (name("a"), source("pub use one::A; mod one;")),
            (name("a/one"), source("use crate::b; use super::A as Own; struct A; fn f() { b::g() }")),
            (name("b"), source("use crate::a::A; fn g() {}")),
        ]),
        resolved: RefCell::default(),
    };
    assert_eq!(krate.used_by(&name("b")), BTreeSet::from([name("a/one")]));
    assert_eq!(krate.used_by(&name("a/one")), BTreeSet::from([name("b")]));
    assert!(krate.used_by(&name("a")).is_empty() && krate.used_by(&Vec::new()).is_empty());
}
