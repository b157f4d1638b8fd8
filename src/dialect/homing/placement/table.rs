//! Table of candidates that the user provides, as CSV or JSON.

use super::csv;
use crate::geo::Point;
use limn_language::message;

/// Limit of rows in a table.
pub const MAX_ROWS: usize = 500;

/// Candidates, one per row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub rows: Vec<Row>,
    /// Messages on unreadable parts.
    pub errors: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub id: String,
    /// The demands that it is a candidate for; empty: all.
    pub demands: Vec<String>,
    /// All other columns.
    pub cells: Vec<(String, Cell)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Number(f64),
    Flag(bool),
    Text(String),
    List(Vec<String>),
}

impl Cell {
    fn of(text: &str) -> Cell {
        match text {
            "true" | "True" => Cell::Flag(true),
            "false" | "False" => Cell::Flag(false),
            _ => Cell::Text(text.to_owned()),
        }
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Cell::Number(number) => Some(*number),
            Cell::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            Cell::Flag(_) | Cell::List(_) => None,
        }
    }

    pub fn text(&self) -> String {
        match self {
            Cell::Number(number) => number.to_string(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Text(text) => text.clone(),
            Cell::List(items) => items.join("; "),
        }
    }

    /// The items of a list, or of a text with `;` or `|` between items.
    pub fn items(&self) -> Vec<String> {
        match self {
            Cell::List(items) => items.clone(),
            other => split(&other.text()),
        }
    }
}

fn split(text: &str) -> Vec<String> {
    text.split([';', '|']).map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

impl Row {
    /// The cell of a column, ignoring case and `-` versus `_`; `None` if it is empty.
    pub fn get(&self, name: &str) -> Option<&Cell> {
        let key = plain(name);
        let found = self.cells.iter().find(|(other, _)| plain(other) == key);
        found.map(|(_, cell)| cell).filter(|cell| !matches!(cell, Cell::Text(text) if text.is_empty()))
    }

    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.number()
    }

    pub fn place(&self) -> Option<Point> {
        Point::new(self.number("latitude")?, self.number("longitude")?)
    }

    pub fn is_for(&self, demand: &str) -> bool {
        self.demands.is_empty() || self.demands.iter().any(|named| named == demand)
    }
}

fn plain(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    match name.as_str() {
        "lat" => "latitude".to_owned(),
        "lon" | "lng" | "long" => "longitude".to_owned(),
        _ => name,
    }
}

impl Table {
    /// Reads CSV (with a heading; `,`, `;` or tabs between) or JSON (a list of candidates, or lists of them by demand).
    pub fn read(text: &str) -> Table {
        let whole = text.trim_start_matches('\u{feff}');
        let text = whole.trim();
        let mut table = Table::default();
        if text.starts_with(['{', '[']) {
            table.read_json(text);
        } else {
            let blank = &whole[..whole.len() - whole.trim_start().len()];
            table.read_csv(text, csv::records(blank, ',').0.len() - 1);
        }
        let mut seen = std::collections::BTreeSet::new();
        let mut duplicates = Vec::new();
        table.rows.retain(|row| {
            let new = seen.insert((row.id.clone(), row.demands.clone()));
            if !new {
                duplicates.push(row.id.clone());
            }
            new
        });
        if let Some(first) = duplicates.first() {
            let more = if duplicates.len() > 1 {
                format!(" and {} more", duplicates.len() - 1)
            } else {
                String::new()
            };
            table.errors.push(format!("{}{more}; the first is used", message::duplicate("candidate", first)));
        }
        if table.rows.len() > MAX_ROWS {
            table
                .errors
                .push(format!("the table has {} rows; the first {MAX_ROWS} are used", table.rows.len()));
            table.rows.truncate(MAX_ROWS);
        }
        table
    }

    /// `line_before`: the number of lines before the text, for messages.
    fn read_csv(&mut self, text: &str, line_before: usize) {
        let Some(heading) = text.split(['\n', '\r']).next().filter(|line| !line.is_empty()) else { return };
        let count = |mark: char| heading.matches(mark).count();
        let separator =
            [',', ';', '\t'].into_iter().max_by_key(|mark| (count(*mark), *mark == ',')).unwrap_or(',');
        let (records, unclosed) = csv::records(text, separator);
        if let Some(line) = unclosed {
            let line = line_before + line;
            self.errors.push(format!("unclosed quote in line {line}; the rest is read as one cell"));
        }
        let mut records = records.into_iter();
        let Some(heading) = records.next() else { return };
        let heading: Vec<String> = heading.cells.iter().map(|name| name.trim().to_owned()).collect();
        let is_id =
            |name: &String| matches!(plain(name).as_str(), "candidate_id" | "id" | "candidate" | "name");
        let Some(id_at) = heading.iter().position(is_id) else {
            self.errors.push(
                "missing column names with `candidate_id` in the first line, such as `candidate_id,latitude,longitude`"
                    .to_owned(),
            );
            return;
        };
        for csv::Record { line, cells } in records {
            let line = line_before + line;
            if cells.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            let id = cells.get(id_at).map(|id| id.trim().to_owned()).unwrap_or_default();
            if id.is_empty() {
                self.errors
                    .push(format!("the row in line {line} has no `{}` and is skipped", heading[id_at]));
                continue;
            }
            if cells.len() > heading.len() {
                self.errors.push(format!("the row in line {line} has more cells than columns"));
            }
            let mut row = Row { id, ..Row::default() };
            for (name, cell) in heading.iter().zip(&cells) {
                let cell = cell.trim();
                match plain(name).as_str() {
                    _ if *name == heading[id_at] => {}
                    "demand" | "demands" => row.demands = split(cell),
                    "" => {}
                    _ if cell.is_empty() => {}
                    _ => row.cells.push((name.clone(), Cell::of(cell))),
                }
            }
            self.rows.push(row);
        }
    }

    fn read_json(&mut self, text: &str) {
        let read: serde_json::Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => {
                self.errors.push(format!("invalid JSON: {error}"));
                return;
            }
        };
        match read {
            serde_json::Value::Array(items) => self.read_list(&items, None),
            serde_json::Value::Object(entries) => {
                let inner = entries.get("candidates").filter(|inner| inner.is_array());
                if let Some(serde_json::Value::Array(items)) = inner {
                    return self.read_list(items, None);
                }
                for (demand, value) in &entries {
                    let listed = value.as_array().or_else(|| value.get("candidates")?.as_array());
                    match listed {
                        Some(items) => self.read_list(items, Some(demand)),
                        None => self.errors.push(format!("expected a list of candidates for `{demand}`")),
                    }
                }
            }
            _ => self.errors.push("expected a list of candidates, or lists by demand".to_owned()),
        }
    }

    fn read_list(&mut self, items: &[serde_json::Value], demand: Option<&String>) {
        for (at, item) in items.iter().enumerate() {
            let Some(entries) = item.as_object() else {
                self.errors.push(format!("candidate {} is not an object and is skipped", at + 1));
                continue;
            };
            let mut row = Row { demands: demand.into_iter().cloned().collect(), ..Row::default() };
            for (name, value) in entries {
                let cell = cell_of(value);
                match (plain(name).as_str(), cell) {
                    ("candidate_id" | "id", Some(cell)) if row.id.is_empty() => row.id = cell.text(),
                    ("demand" | "demands", Some(cell)) if demand.is_none() => row.demands = cell.items(),
                    (_, Some(cell)) => row.cells.push((name.clone(), cell)),
                    (_, None) => {}
                }
            }
            if row.id.is_empty() {
                self.errors.push(format!("candidate {} has no `candidate_id` and is skipped", at + 1));
            } else {
                self.rows.push(row);
            }
        }
    }
}

fn cell_of(value: &serde_json::Value) -> Option<Cell> {
    Some(match value {
        serde_json::Value::Null => return None,
        serde_json::Value::Bool(flag) => Cell::Flag(*flag),
        serde_json::Value::Number(number) => Cell::Number(number.as_f64()?),
        serde_json::Value::String(text) => Cell::Text(text.clone()),
        serde_json::Value::Array(items) => {
            Cell::List(items.iter().filter_map(cell_of).map(|cell| cell.text()).collect())
        }
        serde_json::Value::Object(_) => Cell::Text(value.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_is_read_with_any_separator() {
        let commas = "candidate_id,demand,lat,lon,state\nc1,vG;vM,32.9,-97,TX\n\nc2,,40.7,-74,\"New York, \"\"NY\"\"\"\n";
        let table = Table::read(commas);
        assert_eq!(table.errors, Vec::<String>::new());
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.rows[0].demands, ["vG", "vM"]);
        assert_eq!(table.rows[0].place(), Point::new(32.9, -97.0));
        assert_eq!(table.rows[1].get("STATE").map(Cell::text).as_deref(), Some("New York, \"NY\""));
        assert!(table.rows[1].is_for("vX") && !table.rows[0].is_for("vX"));
        let tabs = Table::read("id\tlatitude\tlongitude\nc1\t1\t2\n");
        assert_eq!(tabs.rows[0].place(), Point::new(1.0, 2.0));
        let semicolons = Table::read("id;cloud-region\r\nc1;r1\r\n");
        let old = Table::read("id;x\rc1;1\rc2;2\r");
        assert_eq!(old.rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["c1", "c2"]);
        assert_eq!(semicolons.rows[0].get("cloud_region").map(Cell::text).as_deref(), Some("r1"));
    }

    #[test]
    fn json_is_read_as_a_list_or_by_demand() {
        let list =
            Table::read(r#"[{"candidate_id": "c1", "latitude": 1, "vcpu": true, "roles": ["a", "b"]}]"#);
        assert_eq!(list.rows[0].get("roles").map(Cell::items), Some(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(list.rows[0].get("vcpu"), Some(&Cell::Flag(true)));
        let by = Table::read(r#"{"vG": [{"candidate_id": "c1"}], "vM": {"candidates": [{"id": 7}]}}"#);
        assert_eq!(by.rows[0].demands, ["vG"]);
        assert_eq!((by.rows[1].id.as_str(), by.rows[1].demands.clone()), ("7", vec!["vM".to_owned()]));
    }

    #[test]
    fn unreadable_parts_are_reported_and_the_rest_is_read() {
        assert!(Table::read("latitude,longitude\n1,2\n").errors[0].contains("candidate_id"));
        let table = Table::read("id,x\nc1,1\n,2\nc1,3\nc2,4,5\n");
        assert_eq!(table.rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["c1", "c2"]);
        assert_eq!(table.errors.len(), 3, "{:?}", table.errors);
        let open = Table::read("id,x\nc1,\"one\nmore\"\nc2,\"two\nc3,3\n");
        assert_eq!(open.errors, ["unclosed quote in line 4; the rest is read as one cell"]);
        let blank_lines = Table::read("\r\n\r\nid,x\r\n\r\n,2\r\n");
        assert_eq!(blank_lines.errors, ["the row in line 5 has no `id` and is skipped"]);
        assert!(Table::read("[1]").errors[0].contains("not an object"));
        assert!(Table::read("{\"vG\": 3}").errors[0].contains("expected a list"));
        assert!(Table::read("[{").errors[0].contains("invalid JSON"));
        assert_eq!(Table::read(""), Table::default());
        let many: Vec<String> = (0..600).map(|at| format!("c{at},1")).collect();
        let table = Table::read(&format!("id,x\n{}", many.join("\n")));
        assert_eq!((table.rows.len(), table.errors.len()), (MAX_ROWS, 1));
    }
}
