//! Messages over standard input and output. Unlike the reader of `lsp-server`, a message that is not valid JSON, UTF-8 or JSON-RPC is answered with
//! an error, and reading continues.

use std::io::{self, BufRead, Read as _, Write as _};
use std::thread::JoinHandle;

use crossbeam_channel::{Sender, bounded, unbounded};
use lsp_server::{Connection, Message};
use serde_json::{Value, json};

/// Limit of the length of a message, in bytes: a text of the largest size that is read, with escapes.
const MAX_LENGTH: usize = 128 << 20;
/// Limit of the length of a header line.
const LONGEST_HEADER: u64 = 4096;

/// The connection over standard input and output, and its two threads: join them after the connection is dropped.
pub fn stdio() -> (Connection, [JoinHandle<io::Result<()>>; 2]) {
    // The server never waits for an editor that does not read.
    let (to_editor, outgoing) = unbounded::<Message>();
    let (incoming_to, incoming) = bounded::<Message>(64);
    let (faults, fault_receiver) = bounded::<Value>(16);
    let writer = std::thread::spawn(move || {
        let mut out = io::stdout().lock();
        loop {
            crossbeam_channel::select! {
                recv(outgoing) -> message => match message {
                    Ok(message) => message.write(&mut out)?,
                    Err(_) => return Ok(()),
                },
                recv(fault_receiver) -> fault => if let Ok(fault) = fault {
                    let text = fault.to_string();
                    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
                    out.flush()?;
                } else {
                    // The editor has gone; what is left is written.
                    for message in &outgoing {
                        message.write(&mut out)?;
                    }
                    return Ok(());
                },
            }
        }
    });
    let reader = std::thread::spawn(move || read_all(&mut io::stdin().lock(), &incoming_to, &faults));
    (Connection { sender: to_editor, receiver: incoming }, [writer, reader])
}

/// Reads messages until the end of the input or `exit`.
fn read_all(input: &mut impl BufRead, messages: &Sender<Message>, faults: &Sender<Value>) -> io::Result<()> {
    while let Some(body) = read_body(input)? {
        match parse(&body) {
            Ok(message) => {
                let is_exit = matches!(&message, Message::Notification(it) if it.method == "exit");
                if messages.send(message).is_err() || is_exit {
                    break;
                }
            }
            Err(fault) => {
                let _gone = faults.send(fault);
            }
        }
    }
    Ok(())
}

/// Parses a message; the error is the response to one that cannot be read.
pub fn parse(body: &[u8]) -> Result<Message, Value> {
    serde_json::from_slice(body).map_err(|error| fault(body, &error))
}

/// The error response for a message that cannot be read.
fn fault(body: &[u8], error: &serde_json::Error) -> Value {
    let message = serde_json::from_slice::<Value>(body).ok();
    let (code, id) = match &message {
        // Valid JSON, but not a message.
        Some(value) => (-32600, value.get("id").filter(|id| id.is_number() || id.is_string()).cloned()),
        None => (-32700, None),
    };
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": format!("cannot read the message: {error}") } })
}

/// The body of the next message; `None` at the end of the input. Lines that are not headers are skipped.
fn read_body(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<usize>().ok();
            }
            (None, Some(length)) if line.is_empty() => {
                if length > MAX_LENGTH {
                    io::copy(&mut input.by_ref().take(length as u64), &mut io::sink())?;
                    return Ok(Some(Vec::new()));
                }
                let mut body = Vec::new();
                input.by_ref().take(length as u64).read_to_end(&mut body)?;
                return Ok((body.len() == length).then_some(body));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads an input to its end: the methods of the messages, and the codes of the faults.
    fn read(input: &[u8]) -> (Vec<String>, Vec<i64>) {
        let ((messages, read), (faults, failed)) = (unbounded(), unbounded());
        read_all(&mut io::Cursor::new(input), &messages, &faults).expect("memory can be read");
        drop((messages, faults));
        let method = |message: Message| match message {
            Message::Request(it) => it.method,
            Message::Notification(it) => it.method,
            Message::Response(_) => "a response".to_owned(),
        };
        (
            read.iter().map(method).collect(),
            failed.iter().map(|fault| fault["error"]["code"].as_i64().unwrap_or(0)).collect(),
        )
    }

    fn framed(body: &[u8]) -> Vec<u8> {
        [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
    }

    #[test]
    fn a_bad_message_is_reported_and_the_next_one_is_read() {
        let good = framed(br#"{"jsonrpc":"2.0","method":"a"}"#);
        for (bad, code) in [
            (&b"{"[..], -32700),
            (b"\xff\xfe", -32700),
            (b"\"a\xc3\"", -32700),
            (b"", -32700),
            (b"[]", -32600),
            (br#"{"jsonrpc":"2.0"}"#, -32600),
            (br#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
        ] {
            let input = [framed(bad), good.clone()].concat();
            assert_eq!(read(&input), (vec!["a".to_owned()], vec![code]), "{bad:?}");
        }
    }

    #[test]
    fn odd_headers_are_skipped() {
        let good = framed(br#"{"jsonrpc":"2.0","method":"a"}"#);
        let input = [b"what\r\nContent-Length: many\r\n\r\nX-Y: 1\r\n".as_slice(), &good].concat();
        assert_eq!(read(&input).0, ["a"]);
        assert_eq!(read(b"Content-Length: 50\r\n\r\n{").0, [""; 0], "the input ends within a message");
        assert_eq!(read(&[b'a'; 10_000]).0, [""; 0]);
    }

    #[test]
    fn nothing_is_read_after_exit() {
        let input =
            [framed(br#"{"jsonrpc":"2.0","method":"exit"}"#), framed(br#"{"jsonrpc":"2.0","method":"a"}"#)];
        assert_eq!(read(&input.concat()).0, ["exit"]);
    }
}
