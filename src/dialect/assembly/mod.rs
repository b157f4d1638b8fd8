//! Assembly and resource descriptors of TNC-O and CP4NA.

pub mod expression;
pub mod grammar;
pub mod jinja;

use super::*;

pub struct Assembly;

impl Dialect for Assembly {
    fn id(&self) -> &'static str {
        "assembly"
    }
    fn label(&self) -> &'static str {
        "Assembly descriptor"
    }
    fn profiles(&self) -> &'static [Profile] {
        &[]
    }
    fn recognizes(&self, _file: &FilePath, _document: &Document) -> Option<Recognition> {
        None
    }
    fn codes(&self) -> Vec<&'static Code> {
        grammar::codes()
    }
    fn palette(&self, _source: &Source<'_>) -> Vec<Template> {
        Vec::new()
    }
    fn blank(&self) -> &'static str {
        ""
    }
    fn read(&self, _source: &Source<'_>) -> Box<dyn Model> {
        unimplemented!("being written")
    }
}
