//! Rules over any YAML: syntax errors, repeated keys, tabs, invisible characters. Knows no language.
