// Offsets and line breaks. A file is counted in UTF-16 units of its own text; CodeMirror counts every line break as one unit, whatever it
// is made of. Where a file breaks all its lines the same way, CodeMirror is told that separator, so that Enter follows it; where it does not,
// "\n" separates and each "\r" is an ordinary character of its line. Either way the text that comes out is the text that went in.

/** The separator under which `text` survives unchanged. */
export function separatorOf(text) {
  let found = null;
  for (const [separator] of text.matchAll(/\r\n?|\n/g)) {
    if (found !== null && found !== separator) return "\n";
    found = separator;
  }
  return found ?? "\n";
}

/** CodeMirror's position as the file's offset. */
export function toFile(state, position, doc = state.doc) {
  return state.lineBreak.length === 1 ? position : position + doc.lineAt(position).number - 1;
}

/** The file's offset as CodeMirror's position; one past the end is the end, and one inside a line break stands before it. */
export function fromFile(state, offset) {
  return locate(state, offset).position;
}

/** A change in the file's offsets as one that CodeMirror takes. */
export function changeFromFile(state, { from, to, insert }) {
  const start = locate(state, from);
  const end = locate(state, to);
  // A line break is one thing to CodeMirror. A change that parts its two characters replaces both, and puts the one that stays back.
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
