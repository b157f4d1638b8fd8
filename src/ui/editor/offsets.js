// Offsets and line breaks. File offsets are UTF-16 units of the file's own text; CodeMirror counts every line break as one unit, whatever its
// characters. If all line breaks of a file are equal, CodeMirror uses that separator, so that Enter inserts it; otherwise
// "\n" separates lines and each "\r" is an ordinary character. Either way the text round-trips unchanged.

/** The separator with which `text` round-trips unchanged. */
export function separatorOf(text) {
  let found = null;
  for (const [separator] of text.matchAll(/\r\n?|\n/g)) {
    if (found !== null && found !== separator) return "\n";
    found = separator;
  }
  return found ?? "\n";
}

/** Converts a CodeMirror position to a file offset. */
export function toFile(state, position, doc = state.doc) {
  return state.lineBreak.length === 1 ? position : position + doc.lineAt(position).number - 1;
}

/** Converts a file offset to a CodeMirror position; clamps to the end, and to before a line break for an offset inside it. */
export function fromFile(state, offset) {
  return locate(state, offset).position;
}

/** Converts a change in file offsets to a CodeMirror change. */
export function changeFromFile(state, { from, to, insert }) {
  const start = locate(state, from);
  const end = locate(state, to);
  // A line break is one unit to CodeMirror. A change between its two characters replaces both and restores the remaining one.
  const parted = { from: start.position, to: end.position + (end.inside ? 1 : 0) };
  return { ...parted, insert: state.toText((start.inside ? "\r" : "") + insert + (end.inside ? "\n" : "")) };
}

/** The file's text, exactly. */
export const textOf = (state) => state.sliceDoc();

function locate(state, offset) {
  const { doc } = state;
  if (state.lineBreak.length === 1) return { position: Math.min(offset, doc.length), inside: false };
  // The last line that starts at or before the offset.
  let [low, high] = [1, doc.lines];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (doc.line(middle).from + middle - 1 <= offset) low = middle;
    else high = middle - 1;
  }
  const line = doc.line(low);
  const position = offset - (low - 1);
  return { position: Math.min(position, line.to), inside: position > line.to && low < doc.lines };
}

/** The single change that turns `before` into `after`, in offsets of the file. */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
