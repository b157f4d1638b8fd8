//! Mutations of text inputs by lines and words, as no person would make them: they keep more of a document's shape than bytes drawn at random.
//! The fuzz drivers and `tests/mangled.rs` share them.

use std::sync::LazyLock;

/// Texts that no document contains, or not where it is put.
const ODD: &[&str] = &[
    "",
    "~",
    "null",
    "[]",
    "{}",
    "''",
    "\"\\u0000\"",
    "[[[]]]",
    "{a: {b: {c: d}}}",
    "[a, [b], {c: d}]",
    "-1",
    "0",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
    "1e400",
    "-1e-400",
    ".inf",
    ".nan",
    "0x7fffffffffffffff",
    "0o7",
    "1.2.3.4",
    "18.0",
    "true",
    "2024-01-01",
    "1 GB",
    "99999999999999999999 TB",
    "1e308 d",
    "é",
    "日本語: 🦀",
    "${",
    "${a",
    "${a.b.c.${d}}",
    "{{ x }}",
    "{{",
    "{ get_input: a }",
    "{ get_input: [a, 9999999999999999999, b] }",
    "{ get_property: [SELF, a, b, 0] }",
    "{ get_attribute: [HOST, HOST] }",
    "{ concat: [{ concat: [{ concat: [] }] }] }",
    "{ token: [a, '', 18446744073709551616] }",
    "{ get_param: a }",
    "&a [*a]",
    "*a",
    "&b x",
    "!!str 1",
    "!<tag:x> y",
    "|",
    ">-\n  folded",
    "? complex\n: key",
    "- - - a",
    "<<: {a: b}",
    "{ in_range: [5, 1] }",
    "{ pattern: '(((((' }",
    "{ valid_values: [] }",
    "[0, UNBOUNDED]",
    "[18446744073709551616, -1]",
    "tosca.nodes.Root",
    "SELF",
    "minimize",
    "{ product: [a, b] }",
    "{ sum: [{ distance_between: [a, a] }, 0] }",
    "{derived_from: a}",
    "a::b::1.0",
    "../a.yaml",
    "# limn: ignore",
    "\u{feff}",
    "\t",
    "---",
    "...",
];

/// Bytes that mean something in YAML.
const SIGNS: &[u8] = b":-{}[],&*!|>'\"%@`# \n\t~?$.=";

/// Random numbers from a seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0).checked_rem(count).unwrap_or(0)
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A few changes to an input, with lines of another one at times.
pub fn mutate(data: &[u8], other: &[u8], random: &mut Random, most: usize) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..=random.below(4) {
        data = once(&data, other, random);
    }
    data.truncate(most);
    data
}

/// One change.
pub fn once(data: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = data.split_inclusive(|byte| *byte == b'\n').collect();
    match random.below(12) {
        0 if !lines.is_empty() => {
            lines.remove(random.below(lines.len()));
        }
        1 => {
            let copied = some(&lines, random);
            let to = random.below(lines.len() + 1);
            lines.splice(to..to, copied);
        }
        2 | 3 => {
            let others: Vec<&[u8]> = other.split_inclusive(|byte| *byte == b'\n').collect();
            let taken = some(&others, random);
            let to = random.below(lines.len() + 1);
            lines.splice(to..to, taken);
        }
        4 if !lines.is_empty() => return shifted(&lines, random),
        5 | 6 => return replaced(data, &values(data), random.of(ODD).as_bytes(), random),
        7 | 8 => {
            let from = if random.below(2) == 0 { data } else { other };
            let words = words(from);
            if words.is_empty() {
                return data.to_vec();
            }
            let (start, end) = *random.of(&words);
            let word = from[start..end].to_vec();
            return replaced(data, &self::words(data), &word, random);
        }
        9 => {
            let at = random.below(data.len() + 1);
            let end = (at + random.below(4)).min(data.len());
            let sign = [*random.of(SIGNS)];
            return [&data[..at], &sign, &data[end..]].concat();
        }
        10 => {
            let at = random.below(data.len() + 1);
            return [&data[..at], random.of(&POOL).as_bytes(), &data[at..]].concat();
        }
        _ if random.below(4) == 0 => return data[..random.below(data.len() + 1)].to_vec(),
        _ => {
            // The choices in front of the text are others.
            let at = data.iter().position(|byte| *byte == 0xff);
            let text = at.map_or(data, |at| &data[at + 1..]);
            let choices: Vec<u8> = (0..random.below(24)).map(|_| random.below(255) as u8).collect();
            return [&choices, &[0xff][..], text].concat();
        }
    }
    lines.concat()
}

/// Words that the languages know, from the project's own documents.
static POOL: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut words: Vec<String> = Vec::new();
    for seed in super::documents::texts() {
        let found = self::words(seed.as_bytes());
        words.extend(found.into_iter().map(|(start, end)| seed[start..end].to_owned()));
    }
    words.sort();
    words.dedup();
    words.push(String::new());
    words
});

fn some<'l>(lines: &[&'l [u8]], random: &mut Random) -> Vec<&'l [u8]> {
    let from = random.below(lines.len());
    lines.iter().skip(from).take(1 + random.below(8)).copied().collect()
}

/// A line, and what is below it, further right or left.
fn shifted(lines: &[&[u8]], random: &mut Random) -> Vec<u8> {
    let indent = |line: &[u8]| line.iter().take_while(|byte| **byte == b' ').count();
    let at = random.below(lines.len());
    let below = lines[at + 1..].iter().take_while(|line| indent(line) > indent(lines[at])).count();
    let by = random.below(9) as isize - 4;
    let mut out = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if (at..=at + below).contains(&number) {
            let wide = indent(line).saturating_add_signed(by);
            out.extend(std::iter::repeat_n(b' ', wide));
            out.extend(&line[indent(line)..]);
        } else {
            out.extend(*line);
        }
    }
    out
}

/// Positions of values: behind `: ` or `- `, up to the end of the line.
fn values(data: &[u8]) -> Vec<(usize, usize)> {
    let starts =
        (1..data.len()).filter(|at| matches!(data[at - 1], b':' | b'-') && matches!(data[*at], b' ' | b'\n'));
    let end =
        |at: usize| data[at..].iter().position(|byte| *byte == b'\n').map_or(data.len(), |len| at + len);
    starts
        .map(|at| (at + usize::from(data[at] == b' '), end(at).max(at + usize::from(data[at] == b' '))))
        .collect()
}

fn words(data: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let mut words = Vec::new();
    let mut start = None;
    for (at, byte) in data.iter().copied().chain([b' ']).enumerate() {
        match (start, is_word(byte)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn replaced(data: &[u8], spots: &[(usize, usize)], by: &[u8], random: &mut Random) -> Vec<u8> {
    if spots.is_empty() {
        return data.to_vec();
    }
    let (start, end) = *random.of(spots);
    [&data[..start], by, &data[end..]].concat()
}
