//! Checksums in package manifests: `Algorithm` and `Hash` as in network function packages, and `SHA-256-Digest` as in Java archives.
//! Other manifest keys are ignored.

use std::fmt::LowerHex;
use std::ops::Range;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Output;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

/// One checksum in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checksum {
    /// The file name as written.
    pub name: String,
    /// The algorithm as written; empty if the manifest states none.
    pub algorithm: String,
    pub value: String,
    /// The byte range of the value.
    pub range: Range<usize>,
    /// True to write Base64 if the present value is not a checksum.
    base64: bool,
}

impl Checksum {
    /// The checksum of `bytes`, in the notation of the manifest; `None` if the algorithm is unknown.
    pub fn of(&self, bytes: &[u8]) -> Option<String> {
        let Sum { hex, base64 } = digest(&self.algorithm, bytes)?;
        let is_hex = self.value.len() == hex.len() && self.value.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_base64 = self.value.len() == base64.len();
        Some(match () {
            () if is_hex && self.value.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                hex.to_ascii_uppercase()
            }
            () if is_hex => hex,
            () if is_base64 || self.base64 => base64,
            () => hex,
        })
    }
}

/// The checksums in a manifest, in text order.
pub fn checksums(text: &str) -> Vec<Checksum> {
    let mut found = Vec::new();
    let (mut name, mut algorithm) = (None::<String>, String::new());
    let mut at = 0;
    let mut block: Vec<Checksum> = Vec::new();
    let mut close = |block: &mut Vec<Checksum>, name: &mut Option<String>, algorithm: &mut String| {
        if let Some(name) = name.take() {
            found.extend(block.drain(..).map(|sum| Checksum {
                algorithm: if sum.algorithm.is_empty() { algorithm.clone() } else { sum.algorithm },
                name: name.clone(),
                ..sum
            }));
        }
        block.clear();
        algorithm.clear();
    };
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let content = line.trim_end_matches(['\n', '\r']);
        if content.trim().is_empty() {
            close(&mut block, &mut name, &mut algorithm);
            goes_on = false;
            continue;
        }
        // A line that starts with a space continues the previous one.
        if let (true, Some(rest)) = (goes_on, content.strip_prefix(' ')) {
            if let Some(sum) = block.last_mut() {
                sum.value.push_str(rest.trim_end());
                sum.range.end = start + content.trim_end().len();
            }
            continue;
        }
        goes_on = false;
        let Some((key, value)) = content.split_once(':') else { continue };
        let key = key.trim_start_matches('\u{feff}').trim();
        let from = start + content.len() - value.trim_start().len();
        let value = value.trim();
        let sum = |algorithm: &str, base64: bool| Checksum {
            name: String::new(),
            algorithm: algorithm.to_owned(),
            value: value.to_owned(),
            range: from..from + value.len(),
            base64,
        };
        match key {
            "Name" | "Source" => {
                // Some manifests have no empty line between blocks.
                if name.is_some() {
                    close(&mut block, &mut name, &mut algorithm);
                }
                name = Some(value.to_owned());
            }
            "Algorithm" => value.clone_into(&mut algorithm),
            "Hash" => {
                block.push(sum("", false));
                goes_on = true;
            }
            _ => {
                if let Some(algorithm) = key.strip_suffix("-Digest") {
                    block.push(sum(algorithm, true));
                    goes_on = true;
                }
            }
        }
    }
    close(&mut block, &mut name, &mut algorithm);
    found
}

/// A checksum in both notations.
struct Sum {
    hex: String,
    base64: String,
}

impl Sum {
    fn of<D: Digest>(bytes: &[u8]) -> Sum
    where
        Output<D>: LowerHex,
    {
        let digest = D::digest(bytes);
        Sum { hex: format!("{digest:x}"), base64: BASE64_STANDARD.encode(digest) }
    }
}

fn digest(algorithm: &str, bytes: &[u8]) -> Option<Sum> {
    let known: String = algorithm.chars().filter(char::is_ascii_alphanumeric).collect();
    Some(match known.to_ascii_uppercase().as_str() {
        "MD5" => Sum::of::<Md5>(bytes),
        "SHA" | "SHA1" => Sum::of::<Sha1>(bytes),
        "SHA224" => Sum::of::<Sha224>(bytes),
        "SHA256" => Sum::of::<Sha256>(bytes),
        "SHA384" => Sum::of::<Sha384>(bytes),
        "SHA512" => Sum::of::<Sha512>(bytes),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksums of `abc`, from the standards of the algorithms.
    #[test]
    fn the_algorithms_are_those_of_their_standards() {
        for (algorithm, value) in [
            ("MD5", "900150983cd24fb0d6963f7d28e17f72"),
            ("SHA-1", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("sha224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            ("SHA-256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "SHA384",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
            ),
            (
                "SHA-512",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ),
        ] {
            let text = format!("Name: a\nAlgorithm: {algorithm}\nHash: {value}\n");
            let [sum] = &checksums(&text)[..] else { panic!("{text}") };
            assert_eq!(sum.of(b"abc").as_deref(), Some(value));
            assert_ne!(sum.of(b"abd").as_deref(), Some(value));
        }
        assert_eq!(checksums("Name: a\nAlgorithm: SHA-255\nHash: 1\n")[0].of(b""), None);
    }

    #[test]
    fn the_notation_stays() {
        let of = |line: &str| {
            let text = format!("Created-By: a\n\nName: a b.sh\n{line}\nContent-Type: x\n");
            let [sum] = &checksums(&text)[..] else { panic!("{text}") };
            assert_eq!(sum.name, "a b.sh");
            assert_eq!(text[sum.range.clone()].replace("\n ", ""), sum.value);
            sum.of(b"abc").unwrap()
        };
        assert_eq!(of("MD5-Digest: kAFQmDzST7DWlj99KOF/cg=="), "kAFQmDzST7DWlj99KOF/cg==");
        assert_eq!(of("SHA-1-Digest: ?"), "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=");
        assert_eq!(of("MD5-Digest: 00000000000000000000000000000000"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(
            of("Hash: 0000000000000000000000000000000A\nAlgorithm: MD5"),
            "900150983CD24FB0D6963F7D28E17F72"
        );
        assert_eq!(of("Hash: <to be filled in>\nAlgorithm: MD5"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(of("MD5-Digest: kAFQmDzST7DWl\n j99KOF/cg=="), "kAFQmDzST7DWlj99KOF/cg==");
    }

    #[test]
    fn blocks_are_separated_with_and_without_an_empty_line() {
        let text = "metadata:\r\n  vnf: x\r\n\r\nSource: a\r\nAlgorithm: MD5\r\nHash: 1\r\nSource: b\r\nHash: 2\r\n\r\nHash: 3\r\n";
        let found: Vec<_> = checksums(text)
            .into_iter()
            .map(|checksum| (checksum.name, checksum.algorithm, checksum.value))
            .collect();
        let row = |name: &str, algorithm: &str, value: &str| {
            (name.to_owned(), algorithm.to_owned(), value.to_owned())
        };
        assert_eq!(found, [row("a", "MD5", "1"), row("b", "", "2")]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "([NSH][a-z]{3,5}: ?[a-z0-9]{0,4}|MD5-Digest: [a-z]*|Algorithm: MD5| [a-z]+|\\PC{0,6}|)(\r?\n([NSH][a-z]{3,5}: ?[a-z0-9]{0,4}|Hash: x| [a-zä]+|\\PC{0,6}|)){0,8}") {
            for sum in checksums(&text) {
                let written: String = text[sum.range.clone()].split(['\n', '\r']).collect();
                proptest::prop_assert!(written.len() >= sum.value.len());
                sum.of(b"x");
            }
        }
    }
}
