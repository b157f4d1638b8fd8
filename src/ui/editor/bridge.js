// Text editor for Rust: bridge.rs binds to the exports of this file. Offsets that cross are in UTF-16 units of the file's own text
// (see offsets.js). One editor, with one state and one history per file. Nothing here knows what a text means.
import { isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { diagnosticCount, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorSelection, EditorState, Transaction } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, tooltips } from "@codemirror/view";
import { annotations } from "./annotations.js";
import { breadcrumbs } from "./breadcrumbs.js";
import { optionOf } from "./completion.js";
import { FLASH_MILLISECONDS, flashes, hideFlash, showFlash } from "./flash.js";
import { marked, setMark } from "./mark.js";
import { changeFromFile, difference, fromFile, separatorOf, textOf, toFile } from "./offsets.js";
import { pastOf, withPast } from "./past.js";
import { names } from "./names.js";
import { diagnosticOf, problems } from "./problems.js";
import { prose } from "./prose.js";
import { replaceLines } from "./replace_lines.js";
import { setup } from "./setup.js";
import { signature } from "./signature.js";
import { sticky } from "./sticky.js";
import { kinds, named, pins, step, stepId, undone } from "./undo_steps.js";
import { values } from "./values.js";

/** Tooltips and completions stay below the toolbar, whose buttons remain in reach. */
const belowToolbar = tooltips({
  tooltipSpace: () => ({ top: document.querySelector(".toolbar")?.getBoundingClientRect().bottom ?? 0, left: 0, bottom: innerHeight, right: innerWidth }),
});

/** Marks transactions of the page, as opposed to the user's: their selection is not reported. */
const fromPage = Annotation.define();

/**
 * Mounts an editor in a shadow root of `host`, where its styles need no exception in the page's policy.
 * `callbacks.on(event)` receives events; `callbacks.complete`, `callbacks.query`, `callbacks.hover` and
 * `callbacks.refactorings` provide completions, hints, names and signatures, hover texts and the titles of refactorings.
 */
export { glide } from "../browser/motion.js";
export { connectHost, getsKeys, isEmbedded, startWorker } from "../browser/host.js";
export { copyPicture, png, printPicture } from "../browser/picture.js";

export function create(host, callbacks) {
  return new Editor(host, callbacks);
}

class Editor {
  constructor(host, callbacks) {
    this.callbacks = callbacks;
    /** States and scroll positions of the files that are not shown. */
    this.states = new Map();
    this.shown = null;
    /** `{ file }` of the shown file: its current name. Its state refers to this object. */
    this.home = null;
    this.readOnly = false;
    this.dark = false;
    this.wrap = false;
    this.hints = false;
    this.colors = false;
    this.flashed = 0;
    this.depths = { undo: false, redo: false };
    this.look = new Compartment();
    this.annotations = annotations({
      ask: (state, from, to) => this.query("annotations", state, from, to),
      at: fromFile,
      references: (state, position) => this.command("references", state, position),
    });
    this.names = names({ ask: (state, from, to) => this.query("names", state, from, to), at: fromFile });
    this.signature = signature({ ask: (state, at) => this.query("signature", state, at, at), at: fromFile });
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.view = new EditorView({ parent: root, root, state: EditorState.create({ extensions: [setup(), EditorState.readOnly.of(true)] }) });
  }

  destroy() {
    this.view.destroy();
  }

  // --- Files -------------------------------------------------------------------------------------------------------------------

  /** Opens a file with `text`, and with the history `past` if it belongs to this text, else an empty one. */
  open(file, text, past) {
    const home = { file };
    const extensions = [EditorState.lineSeparator.of(separatorOf(text)), this.extensions(home)];
    const state = (past && withPast(past, text, extensions, kinds)) || EditorState.create({ doc: text, extensions });
    if (file !== this.shown) return void this.states.set(file, { state, home, scroll: null });
    this.home = home;
    this.view.setState(state);
    this.tellHistory();
  }

  /**
   * Replaces the text of an open file by another tab's version. Uses `past` if it is a history of that text; otherwise keeps the own history,
   * mapped. Keeps caret, selection, scrolling and focus in place.
   */
  exchange(file, text, past) {
    const before = this.state(file);
    if (!before) return;
    const changes = before.changes(changeFromFile(before, difference(textOf(before), text)));
    const shown = file === this.shown;
    const home = shown ? this.home : this.states.get(file).home;
    const extensions = [EditorState.lineSeparator.of(separatorOf(text)), this.extensions(home)];
    const written = past && withPast(past, text, extensions, kinds);
    let state;
    if (written) state = written.update({ selection: before.selection.map(changes) }).state;
    else if (separatorOf(text) === before.lineBreak)
      state = before.update({ changes, annotations: Transaction.addToHistory.of(false) }).state;
    else state = EditorState.create({ doc: text, selection: before.selection.map(changes), extensions });
    if (!shown) return void this.states.set(file, { ...this.states.get(file), state });
    const scroll = this.view.scrollSnapshot().map(changes);
    const focused = this.view.hasFocus;
    this.view.setState(state);
    this.view.dispatch({ effects: [this.look.reconfigure(this.looks()), ...(scroll ? [scroll] : [])], annotations: fromPage.of(true) });
    if (focused) this.view.focus();
    this.tellHistory();
  }

  isComposing() {
    return this.view.composing;
  }

  /** Brings a file to the front. */
  show(file) {
    const next = this.states.get(file);
    if (file === this.shown || !next) return;
    this.mark(null);
    if (this.shown !== null) this.states.set(this.shown, { state: this.view.state, home: this.home, scroll: this.view.scrollSnapshot() });
    this.states.delete(file);
    this.shown = file;
    this.home = next.home;
    this.view.setState(next.state);
    // The scroll position of the file before would stay.
    const scroll = next.scroll ?? EditorView.scrollIntoView(next.state.selection.main.head, { y: "center" });
    this.view.dispatch({ effects: [this.look.reconfigure(this.looks()), scroll] });
    this.tellHistory();
  }

  close(file) {
    if (file !== this.shown) return void this.states.delete(file);
    this.shown = null;
    this.view.setState(EditorState.create({ extensions: [setup(), EditorState.readOnly.of(true)] }));
    this.tellHistory();
  }

  text(file) {
    const state = this.state(file);
    return state ? textOf(state) : undefined;
  }

  /** History of the file as text, for `open`. */
  past(file) {
    const state = this.state(file);
    return (state && pastOf(state, kinds)) ?? undefined;
  }

  // --- Changes -----------------------------------------------------------------------------------------------------------------

  /**
   * Applies a gesture as one undo step: `edits` is a list of `{ file, length, changes }`, `moves` the boxes it moved in `file`, the front file,
   * and `names` the renamed files, `{ from, to }` each. `length` is the length of the text that the changes were planned for.
   * Applies everything, or nothing and returns the reason.
   */
  apply({ file, edits, moves, names = [], caret, flash }) {
    const steps = edits.map((edit) => ({ ...edit, state: this.state(edit.file) }));
    for (const { file, length, state } of steps) {
      if (!state) return `\`${file}\` is not open`;
      if (toFile(state, state.doc.length) !== length) return `\`${file}\` has changed in the meantime`;
    }
    // A change of other files is undone from the front file too, and a rename from any renamed file.
    const concerned = [file, ...names.map(({ from }) => from).filter((file) => this.state(file))];
    for (const file of new Set(concerned)) {
      if (steps.some((edit) => edit.file === file)) continue;
      if (!this.state(file)) return `\`${file}\` is not open`;
      steps.push({ file, changes: [], state: this.state(file) });
    }
    const shared = [...(steps.length > 1 ? [step.of({ id: stepId() })] : []), ...(names.length > 0 ? [named.of(names)] : [])];
    for (const { file: target, changes, state } of steps) {
      const effects = target === file && moves.length > 0 ? [pins.of(moves), ...shared] : shared;
      this.dispatch(target, {
        changes: changes.map((change) => changeFromFile(state, change)),
        effects,
        annotations: [isolateHistory.of("full"), fromPage.of(true)],
        userEvent: "canvas",
        scrollIntoView: false,
      });
      if (flash && target === this.shown && changes.length > 0) this.flashChanges(changes);
    }
    if (caret && file === this.shown) this.select(caret.from, caret.to, false, true);
    if (names.length > 0) this.rename(names);
    return undefined;
  }

  /** Renames files. Skips files that are closed or renamed already. */
  rename(names) {
    for (const { from, to } of names) {
      if (this.state(to)) continue;
      if (this.shown === from) {
        this.shown = to;
        this.home.file = to;
      }
      const kept = this.states.get(from);
      if (kept) {
        this.states.delete(from);
        this.states.set(to, kept);
        kept.home.file = to;
      }
    }
    this.callbacks.on({ kind: "renamed", names });
  }

  /** Returns true if there is any. */
  goToProblem(back) {
    (back ? previousDiagnostic : nextDiagnostic)(this.view);
    return diagnosticCount(this.view.state) > 0;
  }

  undo() {
    return this.travel(undo);
  }

  redo() {
    return this.travel(redo);
  }

  travel(command) {
    if (this.shown === null) return false;
    return command({ state: this.view.state, dispatch: (transaction) => this.view.dispatch(transaction) });
  }

  // --- What is shown -------------------------------------------------------------------------------------------------------------

  setProblems(file, list) {
    const state = this.state(file);
    if (!state) return;
    const fix = (problem, fix) => this.callbacks.on({ kind: "fix", file, problem, fix });
    const diagnostics = list.map((problem) => diagnosticOf(problem, fromFile(state, problem.from), fromFile(state, problem.to), fix));
    this.dispatch(file, setDiagnostics(state, diagnostics));
  }

  /** `ranges` is a list of `{ from, to }` in the front file. */
  flash(ranges) {
    const { state } = this.view;
    const file = this.shown;
    if (file === null) return;
    const id = ++this.flashed;
    const shown = ranges.map(({ from, to }) => ({ from: fromFile(state, from), to: fromFile(state, to) }));
    this.view.dispatch({ effects: showFlash.of({ id, ranges: shown }) });
    setTimeout(() => this.state(file) && this.dispatch(file, { effects: hideFlash.of(id) }), FLASH_MILLISECONDS);
  }

  /** Flashes the text that `changes`, just applied, inserted. */
  flashChanges(changes) {
    let shift = 0;
    const ranges = [...changes]
      .sort((a, b) => a.from - b.from)
      .map(({ from, to, insert }) => {
        const start = from + shift;
        shift += insert.length - (to - from);
        return { from: start, to: start + insert.length };
      });
    this.flash(ranges);
  }

  /** Marks a range of the front file and shows it, or nothing if there is none. */
  mark(range) {
    const { state } = this.view;
    if (this.shown === null || (!range && state.field(marked).size === 0)) return;
    const shown = range && { from: fromFile(state, range.from), to: fromFile(state, range.to) };
    const scroll = shown ? [EditorView.scrollIntoView(shown.from, { y: "nearest", yMargin: 60 })] : [];
    this.view.dispatch({ effects: [setMark.of(shown ?? null), ...scroll] });
  }

  select(from, to, focus, scroll) {
    const { state } = this.view;
    const selection = EditorSelection.single(fromFile(state, from), fromFile(state, to));
    // The start of the selection, so that a long line does not scroll its own start out of view.
    const effects = scroll ? [EditorView.scrollIntoView(selection.main.from, { y: "nearest", yMargin: 60, xMargin: 48 })] : [];
    this.view.dispatch({ selection, effects, annotations: fromPage.of(true), userEvent: "select" });
    if (focus) this.view.focus();
  }

  focus() {
    this.view.focus();
  }

  setDark(dark) {
    this.dark = dark;
    this.relook();
  }

  setWrap(wrap) {
    this.wrap = wrap;
    this.relook();
  }

  setHints(hints) {
    this.hints = hints;
    this.relook();
  }

  setColors(colors) {
    this.colors = colors;
    this.relook();
  }

  annotate() {
    this.annotations.again(this.view);
    this.names.again(this.view);
  }

  setReadOnly(readOnly) {
    this.readOnly = readOnly;
    this.relook();
  }

  // --- Inside ----------------------------------------------------------------------------------------------------------------------

  looks() {
    return [
      EditorView.darkTheme.of(this.dark),
      EditorState.readOnly.of(this.readOnly),
      this.wrap ? EditorView.lineWrapping : [],
      this.hints ? this.annotations.extension : [],
      this.colors ? this.names.extension : [],
    ];
  }

  relook() {
    if (this.shown !== null) this.view.dispatch({ effects: this.look.reconfigure(this.looks()) });
  }

  state(file) {
    return file === this.shown ? this.view.state : this.states.get(file)?.state;
  }

  dispatch(file, ...specs) {
    if (file === this.shown) return this.view.dispatch(...specs);
    const kept = this.states.get(file);
    const transaction = kept.state.update(...specs);
    this.states.set(file, { ...kept, state: transaction.state });
    this.tellChange(file, transaction.startState, transaction.state, transaction.changes, [transaction]);
  }

  /** `home.file` is the current name of the file, which may change. */
  extensions(home) {
    const command = (name) => (view) => this.command(name, view.state, view.state.selection.main.head);
    return [
      this.look.of(this.looks()),
      belowToolbar,
      replaceLines,
      setup({ completion: { override: [(context) => this.complete(home.file, context)] } }),
      undone,
      values,
      sticky,
      breadcrumbs(() => home.file),
      this.signature,
      flashes,
      marked,
      problems((view) => this.refactorings(home.file, view)),
      hoverTooltip((view, position, side) => this.hover(home.file, view, position, side), { hideOnChange: true }),
      keymap.of([
        { key: "F12", run: command("definition") },
        { key: "Shift-F12", run: command("references") },
        { key: "Shift-Alt-h", run: command("hierarchy") },
        { key: "F2", run: command("rename") },
      ]),
      EditorView.domEventHandlers({
        mousedown: (event, view) => {
          if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
          const position = view.posAtCoords(event);
          if (position === null) return false;
          event.preventDefault();
          return this.command("definition", view.state, position);
        },
        // The page opens a file dropped on the text, instead of inserting its content.
        drop: (event) => event.dataTransfer?.files.length > 0,
        focus: () => void this.callbacks.on({ kind: "focus", focused: true }),
        blur: () => void this.callbacks.on({ kind: "focus", focused: false }),
      }),
      EditorView.updateListener.of((update) => this.updated(home.file, update)),
    ];
  }

  /** Reports a command to the page at a position of the shown file. */
  command(name, state, position) {
    this.callbacks.on({ kind: "command", file: this.home.file, name, at: toFile(state, position) });
    return true;
  }

  updated(file, update) {
    this.tellChange(file, update.startState, update.state, update.changes, update.transactions);
    const own = update.transactions.every((transaction) => transaction.annotation(fromPage));
    // Undone on the canvas: what is selected there stays.
    const elsewhere = !this.view.hasFocus && update.transactions.some((transaction) => ["undo", "redo"].some((kind) => transaction.isUserEvent(kind)));
    if ((update.selectionSet || update.docChanged) && !own && !elsewhere) {
      const { anchor, head } = update.state.selection.main;
      this.callbacks.on({ kind: "selected", file, anchor: toFile(update.state, anchor), head: toFile(update.state, head) });
    }
    if (update.docChanged || update.transactions.some(({ effects }) => effects.length > 0)) this.tellHistory();
    this.carryStep(file, update.transactions);
  }

  tellChange(file, before, after, changeSet, transactions) {
    const moves = transactions.flatMap(({ effects }) => effects.filter((effect) => effect.is(pins)).flatMap((effect) => effect.value));
    if (changeSet.empty && moves.length === 0) return;
    const changes = [];
    changeSet.iterChanges((from, to, _from, _to, inserted) =>
      changes.push({
        from: toFile(before, from, before.doc),
        to: toFile(before, to, before.doc),
        insert: inserted.sliceString(0, inserted.length, after.lineBreak),
      }),
    );
    const is = (kind) => transactions.some((transaction) => transaction.isUserEvent(kind));
    const origin = ["undo", "redo", "canvas"].find(is) ?? "type";
    this.callbacks.on({ kind: "changed", file, changes, moves, origin });
  }

  tellHistory() {
    const { state } = this.view;
    const depths = { undo: this.shown !== null && undoDepth(state) > 0, redo: this.shown !== null && redoDepth(state) > 0 };
    if (depths.undo === this.depths.undo && depths.redo === this.depths.redo) return;
    this.depths = depths;
    this.callbacks.on({ kind: "history", ...depths });
  }

  /**
   * Undoes or redoes a step over several files in the other files too, if it is still the last step there; then restores the
   * file names.
   */
  carryStep(file, transactions) {
    for (const transaction of transactions) {
      const travel = ["undo", "redo"].find((kind) => transaction.isUserEvent(kind));
      if (!travel) continue;
      const shared = transaction.effects.find((effect) => effect.is(step));
      // By their current names.
      for (const [other, kept] of shared ? [...this.states] : []) {
        if (other === file) continue;
        const same = ({ effects }) => effects.some((effect) => effect.is(step) && effect.value.id === shared.value.id);
        const command = travel === "undo" ? undo : redo;
        command({
          state: kept.state,
          dispatch: (transaction) => {
            if (!same(transaction)) return;
            this.states.set(other, { ...kept, state: transaction.state });
            this.tellChange(other, transaction.startState, transaction.state, transaction.changes, [transaction]);
          },
        });
      }
      const names = transaction.effects.filter((effect) => effect.is(named)).flatMap((effect) => effect.value);
      if (names.length > 0) this.rename(names);
    }
  }

  async complete(file, context) {
    const answer = await this.callbacks.complete(file, toFile(context.state, context.pos), context.explicit);
    if (!answer || context.aborted) return null;
    const options = answer.options.map(optionOf);
    return { from: fromFile(context.state, answer.from), options, filter: true };
  }

  /** The answer to a question about a range of the shown file. */
  async query(about, state, from, to) {
    const found = this.shown === null ? null : await this.callbacks.query(this.home.file, about, toFile(state, from), toFile(state, to));
    return found && JSON.parse(found);
  }

  refactorings(file, view) {
    const at = toFile(view.state, view.state.selection.main.head);
    const run = (title) => () => this.callbacks.on({ kind: "refactor", file, at, title });
    return this.callbacks.refactorings(file, at).map((title) => ({ name: title, run: run(title) }));
  }

  hover(file, view, position, side) {
    const answer = this.callbacks.hover(file, toFile(view.state, position));
    if (!answer) return null;
    const [from, to] = [fromFile(view.state, answer.from), fromFile(view.state, answer.to)];
    if ((from === position && side < 0) || (to === position && side > 0)) return null;
    const create = () => {
      const dom = prose(answer.text);
      dom.className = "limn-hover";
      return { dom };
    };
    return { pos: from, end: to, above: true, create };
  }
}
