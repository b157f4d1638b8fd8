//! Unknown types that a file of the workspace declares: the file, and a fix that imports it.

use crate::grammar::V1_3;
use crate::model::Service;
use crate::types::{FileId, ScalarText, TypeKind};
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_yaml::{Node, Op, Path, Placement, Value};

/// Adds the file that declares a type to the message, with a fix. Without such a file, `otherwise` completes the diagnostic.
pub(super) fn located(
    service: &Service<'_>,
    mut diagnostic: Diagnostic,
    kind: TypeKind,
    word: &ScalarText<'_>,
    otherwise: impl FnOnce(Diagnostic) -> Diagnostic,
) -> Diagnostic {
    let type_scope = &service.type_scope;
    let plain = type_scope.unreached_declaration(kind, &word.text).map(|file| (file, None));
    let prefixed = || {
        let (prefix, name) = word.text.split_once(':')?;
        Some((type_scope.unreached_declaration(kind, name)?, Some(prefix)))
    };
    let Some((file, prefix)) = plain.or_else(prefixed) else { return otherwise(diagnostic) };
    let Some(own) = type_scope.file(FileId::OWN).path else { return otherwise(diagnostic) };
    let relative = file.relative_to(own);
    diagnostic.message.push_str(&format!("; `{relative}` declares it and is not imported"));
    let fix = import(service, own, file, prefix).map(|op| (format!("Import `{relative}`"), op));
    match fix {
        Some((title, op)) => diagnostic.fix(title, vec![op]).unsafe_fix(),
        None => diagnostic,
    }
}

/// The import of a file, in the notation of the other imports.
pub(crate) fn import(
    service: &Service<'_>,
    own: &FilePath,
    file: &FilePath,
    prefix: Option<&str>,
) -> Option<Op> {
    let path = Value::text(file.relative_to(own));
    // Before 1.3, a prefix needs the URI of a namespace, which only the author knows.
    if prefix.is_some() && !V1_3.has(service.version) {
        return None;
    }
    let imports = service.root?.get("imports").map(Node::resolve).filter(|list| !list.is_null());
    let has_file = |node: Node<'_>| node.resolve().get("file").is_some();
    let is_long = imports.and_then(|list| list.items().last()).is_some_and(has_file);
    let item = match prefix {
        Some(prefix) => Value::map([("file", path), ("namespace_prefix", Value::text(prefix))]),
        None if is_long => Value::map([("file", path)]),
        None => path,
    };
    let at = Path::keys(["imports"]);
    match imports {
        Some(imports) if imports.is_sequence() => Some(Op::Append { to: at, value: item }),
        Some(_) => None,
        None if service.root?.get("imports").is_some() => {
            Some(Op::Replace { at, value: Value::Sequence(vec![item]) })
        }
        None => {
            let keys = ["description", "metadata", "tosca_definitions_version"];
            let head = service.root?.entries().filter_map(|entry| entry.key.as_str());
            let last = head.filter(|key| keys.contains(&&**key)).reduce(|_, last| last)?.into_owned();
            Some(Op::Insert {
                into: Path::root(),
                key: "imports".to_owned(),
                value: Value::Sequence(vec![item]),
                placement: Placement::After(last),
            })
        }
    }
}
