// Actions of the random test. Each is something a user does with mouse and keyboard; its weight sets how often it is chosen.
import { Hand } from "./hand";
import { quiet } from "./inside";

export interface Action {
  name: string;
  weight: number;
  /** Resolves to false where there was nothing to do it to. */
  run: (hand: Hand) => Promise<boolean | void>;
}

const THING = "#canvas g.card, #canvas g.port, #canvas g.wire, #canvas g.pill, #canvas g.hull";
const FORM = '[aria-label="Inspector"]';
const MENU_ITEM = '.menu [role^="menuitem"]';

const WORDS = ["a", "web", "server 2", "a.b", "x: y", "'", '"', "#", "- ", "{", "[", "5", "-1", "3.5", "true", "null", "~", "1.2.3", "10 GB", "é✓", "*a", "&a", "!t", "%", "@", "|", "::", "a/b.yml", ""];
const VALUES = ["7", "0", "-3", "2.5", "true", "name", "new name", "tosca.nodes.Compute", "resource::x::1.0", "{ get_input: a }", "[1, 2]", "'", "a: b", "#", "", " ", "*", "&x", "10 MB", "1.0", "=", "= get_property", "über"];
const SNIPPETS = ["a: 1", "  b: 2", "- c", "key:", "# note", "x: [1, 2]", "y: {a: b}", "|", ">", "'", "\"", ":", "  ", "@", "&a", "*a", "<<: *a", "---", "...", "\t", "type: tosca.nodes.Compute", "type: resource::a::1.0", "properties:", "requirements:", "get_input: x"];
const PASTES = ["a: 1\nb:\n  - 2\n", "    port: 80\r\n", "text", "composition:\n  z:\n    type: resource::z::1.0\n", "{\"a\": [1, 2]}", "- one\n- two", "é 👩‍👩‍👧\u2028"];
const EDITOR_KEYS = ["Backspace", "Delete", "Enter", "Tab", "Shift+Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "Control+Home", "Control+End", "Control+a", "Control+c", "Control+x", "Control+v", "Control+z", "Control+y", "Control+Space", "F8", "F12", "Shift+F12", "Control+.", "Control+/", "Control+Shift+k", "Alt+ArrowUp", "Alt+ArrowDown", "Shift+ArrowDown", "Control+d", "Escape", "Control+f", "Control+["];
const CANVAS_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "w", "Enter", "o", "Escape", "Control+a", "Shift+F10", "n", "c", "g", "Control+g", "F2", "Control+d", "Delete", "Backspace", "Control+z", "Control+Shift+z", "Control+y", "Alt+ArrowLeft", "Alt+ArrowDown", "Alt+Shift+ArrowRight", "t", "+", "-", "0", "1", "2", "b", "e", "Shift+ArrowLeft", "Shift+ArrowUp", "Control+c", "Control+v", "Control+x", "?", "Tab", "Space"];
const PAGE_KEYS = ["Tab", "Shift+Tab", "Enter", "Space", "Escape", "F6", "Shift+F6", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Control+k", "?", "F2", "Delete", "Control+z", "Control+Shift+z", "Control+a"];

/** Opens the menu that the canvas shows for a thing, or for nothing, and picks a line. */
async function contextMenu(hand: Hand) {
  const target = hand.random.chance(0.8) ? await hand.find(THING) : null;
  const spot = target ?? (await hand.anywhere());
  if (!spot) return false;
  await hand.click(spot, target ? `"${target.label}"` : "the canvas", { button: "right" });
  await hand.page.evaluate(quiet, 0);
  if (hand.random.chance(0.15)) return hand.key("Escape");
  await hand.use(MENU_ITEM);
}

async function dragThing(hand: Hand) {
  const from = await hand.find("#canvas g.card, #canvas g.pill, #canvas g.hull");
  if (!from) return false;
  const onto = hand.random.chance(0.3) ? await hand.find("#canvas g.card") : await hand.anywhere();
  const by = () => hand.random.whole(-90, 90);
  const to = hand.random.chance(0.4) || !onto ? { x: from.x + by(), y: from.y + by() } : onto;
  const held = hand.random.chance(0.15) ? hand.random.pick(["Alt", "Shift", "Control"]) : undefined;
  await hand.drag(from, to, `"${from.label}"`, { held });
}

async function dragPort(hand: Hand) {
  const card = hand.random.chance(0.5) ? await hand.find("#canvas g.card") : null;
  // A card shows its folded ports under the pointer.
  if (card) await hand.page.mouse.move(card.x, card.y);
  const from = await hand.find("#canvas g.port");
  if (!from) return false;
  const to = hand.random.chance(0.8) ? await hand.find(hand.random.pick(["#canvas g.card", "#canvas g.port"])) : await hand.anywhere();
  if (!to) return false;
  await hand.drag(from, to, `port "${from.label}"`);
  await hand.page.evaluate(quiet, 0);
  // Let go on nothing, or on a card with several ports, a list asks what to wire to.
  if (await hand.page.locator("[role=option]").first().isVisible()) {
    if (hand.random.chance(0.7)) await hand.use("[role=option]");
    else await hand.key(hand.random.pick(["Enter", "Escape", "ArrowDown"]));
  }
}

async function fromPalette(hand: Hand) {
  const entry = await hand.find('[aria-label="Palette"] .pane-body button, [aria-label="Palette"] [role=treeitem]');
  const to = await hand.anywhere();
  if (!entry || !to) return false;
  const onto = hand.random.chance(0.3) ? await hand.find(THING) : null;
  const way = hand.random.next();
  if (way < 0.6) return hand.drag(entry, onto ?? to, `"${entry.label}" of the palette`);
  await hand.click(entry, `"${entry.label}" of the palette`);
  if (way < 0.8) return hand.click(onto ?? to, "the canvas");
  await hand.key(hand.random.pick(["Enter", "Escape", "ArrowRight", "ArrowLeft", "ArrowDown"]));
}

async function searchPalette(hand: Hand) {
  if (!(await hand.use('[aria-label="Search palette"]'))) return false;
  await hand.key("Control+a");
  await hand.type(hand.random.pick(["co", "web", "e", "zzz", "  ", "comp db"]));
  await hand.key(hand.random.pick(["Enter", "Escape", "Tab"]));
  if (hand.random.chance(0.7) && (await hand.use('[aria-label="Search palette"]'))) {
    await hand.key("Control+a");
    await hand.key("Delete");
  }
}

async function field(hand: Hand) {
  const target = await hand.use(`${FORM} input, ${FORM} textarea, ${FORM} select`);
  if (!target) return false;
  if (target.tag === "select") {
    if (target.options.length === 0) return;
    // A person chooses by keys: what the list looks like is the system's.
    for (let steps = hand.random.whole(1, 4); steps > 0; steps -= 1) await hand.key(hand.random.pick(["ArrowDown", "ArrowUp"]));
    return hand.key("Enter");
  }
  if (target.type === "checkbox" || target.type === "radio") return;
  if (hand.random.chance(0.7)) await hand.key("Control+a");
  await hand.type(hand.random.pick(VALUES));
  await hand.page.evaluate(quiet, 0);
  if (hand.random.chance(0.2)) await hand.key("ArrowDown");
  await hand.key(hand.random.pick(["Enter", "Enter", "Enter", "Tab", "Tab", "Shift+Tab", "Escape"]));
}

async function formButton(hand: Hand) {
  if (!(await hand.use(`${FORM} button, ${FORM} [role=option]`))) return false;
}

/** Opens and closes a part of the form: closed, open, closed. */
async function fold(hand: Hand) {
  const target = await hand.use(`${FORM} summary, ${FORM} [aria-expanded]`);
  if (!target) return false;
  for (let times = hand.random.whole(0, 2); times > 0; times -= 1) {
    await hand.page.evaluate(quiet, 0);
    await hand.click(target, `"${target.label}"`);
  }
}

async function writeText(hand: Hand) {
  const line = await hand.find(".cm-line");
  if (!line) return false;
  // Not on a button that CodeMirror has in the line.
  await hand.click({ x: Math.max(line.x - 60, 4), y: line.y }, "a line of the text");
  if (hand.random.chance(0.5)) await hand.key(hand.random.pick(["Home", "End", "Control+End"]));
  if (hand.random.chance(0.3)) await hand.key("Enter");
  await hand.type(hand.random.pick(SNIPPETS));
  if (hand.random.chance(0.3)) await hand.key(hand.random.pick(["Enter", "Tab", "Escape", "ArrowDown"]));
}

async function textKeys(hand: Hand) {
  const line = await hand.use(".cm-line");
  if (!line) return false;
  for (let times = hand.random.whole(1, 4); times > 0; times -= 1) await hand.key(hand.random.pick(EDITOR_KEYS));
  if (hand.random.chance(0.2)) await hand.type(hand.random.pick(WORDS));
  if (hand.random.chance(0.3)) await hand.key(hand.random.pick(["Enter", "Escape"]));
}

async function renameInText(hand: Hand) {
  const line = await hand.use(".cm-line");
  if (!line) return false;
  await hand.key("F2");
  await hand.page.evaluate(quiet, 0);
  if (/\binput|textarea/.test(await focused(hand))) {
    await hand.key("Control+a");
    await hand.type(hand.random.pick(WORDS));
  }
  await hand.key(hand.random.pick(["Enter", "Escape", "Tab"]));
}

async function pasteText(hand: Hand) {
  if (hand.random.chance(0.6) && !(await hand.use(".cm-line"))) return false;
  await hand.paste(hand.random.pick(PASTES));
}

const focused = (hand: Hand) => hand.page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? "");

async function canvasKeys(hand: Hand) {
  const target = hand.random.chance(0.7) ? await hand.use(THING) : null;
  if (!target) {
    const spot = await hand.anywhere();
    if (!spot) return false;
    await hand.click(spot, "the canvas");
  }
  for (let times = hand.random.whole(1, 4); times > 0; times -= 1) {
    await hand.key(hand.random.pick(CANVAS_KEYS));
    await hand.page.evaluate(quiet, 0);
    // A list or a field over the canvas has the keyboard now.
    if ((await focused(hand)) === "input") await hand.type(hand.random.pick(WORDS));
  }
  if (hand.random.chance(0.5)) await hand.key(hand.random.pick(["Enter", "Escape"]));
}

async function pageKeys(hand: Hand) {
  for (let times = hand.random.whole(1, 6); times > 0; times -= 1) await hand.key(hand.random.pick(PAGE_KEYS));
}

async function undoRedo(hand: Hand) {
  for (let times = hand.random.whole(1, 5); times > 0; times -= 1) {
    const back = hand.random.chance(0.65);
    if (hand.random.chance(0.5)) await hand.use(`.toolbar [aria-label="${back ? "Undo" : "Redo"}"]`);
    else await hand.key(back ? "Control+z" : "Control+Shift+z");
  }
}

async function view(hand: Hand) {
  const spot = await hand.anywhere();
  if (!spot) return false;
  const way = hand.random.next();
  if (way < 0.4) {
    await hand.page.mouse.move(spot.x, spot.y);
    const [across, down] = [hand.random.whole(-300, 300), hand.random.whole(-300, 300)];
    const held = hand.random.chance(0.5) ? "Control" : "";
    hand.note(`${held && "Control+"}wheel ${across},${down}`);
    if (held) await hand.page.keyboard.down(held);
    await hand.page.mouse.wheel(across, down);
    if (held) await hand.page.keyboard.up(held);
    return;
  }
  const to = (await hand.anywhere()) ?? spot;
  if (way < 0.6) return hand.drag(spot, to, "the canvas", { button: "middle" });
  if (way < 0.75) return hand.drag(spot, to, "the canvas", { held: "Space" });
  await hand.drag(spot, to, "the canvas", { held: hand.random.chance(0.3) ? "Shift" : undefined });
}

async function problems(hand: Hand) {
  const way = hand.random.next();
  const pane = '[aria-label="Problems"]';
  if (way < 0.35) return (await hand.use(`${pane} .fix`)) !== null;
  if (way < 0.65) return (await hand.use(`${pane} .problem-line`)) !== null;
  if (way < 0.9) return (await hand.use(`${pane} button`)) !== null;
  if (!(await hand.use('[aria-label="Filter problems"]'))) return false;
  await hand.key("Control+a");
  await hand.type(hand.random.pick(["type", "zzz", ""]));
  await hand.key(hand.random.pick(["Delete", "Escape", "Tab"]));
}

async function files(hand: Hand) {
  const tab = '.tabs .tab > button:not(.close), .tree [role="treeitem"]';
  const way = hand.random.next();
  if (way < 0.55) return (await hand.use(tab)) !== null;
  if (way < 0.62) return (await hand.use(tab, { button: "middle" })) !== null;
  if (way < 0.7) return (await hand.use('.tabs .close, [aria-label="Files"] .close')) !== null;
  if (way < 0.8) {
    if (!(await hand.use(tab))) return false;
    for (let times = hand.random.whole(1, 3); times > 0; times -= 1) await hand.key(hand.random.pick(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", "Delete"]));
    return;
  }
  if (hand.random.chance(0.5)) {
    if (!(await hand.use(tab, { count: 2 }))) return false;
  } else {
    if (!(await hand.use(tab))) return false;
    await hand.key("F2");
  }
  await hand.page.evaluate(quiet, 0);
  if (!(await hand.page.locator("#rename-file").isVisible())) return;
  if (hand.random.chance(0.5)) await hand.key("Control+a");
  await hand.type(hand.random.pick(["other.yaml", "deep/er/file.yml", "b", "../x.yml", "", "über.yaml"]));
  await hand.key(hand.random.pick(["Enter", "Enter", "Enter", "Escape"]));
  if (await hand.page.locator("#rename-file").isVisible()) await hand.key("Escape");
}

/** Opens what is there already or a new file. With many files open there are fewer new ones. */
async function open(hand: Hand) {
  if (hand.look.files > 5 && hand.random.chance(0.8)) return (await hand.use('.tabs .close, [aria-label="Files"] .close')) !== null;
  const way = hand.random.next();
  if (way < 0.4) {
    if (!(await hand.use('.toolbar [aria-label="New"]'))) return false;
    await hand.page.evaluate(quiet, 0);
    return void (await hand.use(MENU_ITEM));
  }
  const document = way < 0.9 ? hand.library.document(hand.random) : hand.library.package(hand.random);
  if (hand.random.chance(0.6)) return hand.drop(document);
  const chooser = hand.page.waitForEvent("filechooser", { timeout: 5_000 });
  hand.note(`open ${document.name} (${document.from})`);
  await Promise.all([chooser, hand.page.locator('.toolbar [aria-label="Open"]').click({ timeout: 5_000 })]);
  await (await chooser).setFiles({ name: document.name, mimeType: "application/octet-stream", buffer: document.bytes });
}

async function switchView(hand: Hand) {
  if (!(await hand.use('.view-switch button, .switch button, [aria-label="Hosts as boxes"], .controls button, .map'))) return false;
}

/** In the other ways to look at a document: the map, the objective, the trial. */
async function inView(hand: Hand) {
  const way = hand.random.next();
  const pane = '[aria-label="Canvas"]';
  if (way < 0.5) return (await hand.use(`${pane} button, ${pane} [tabindex="0"]:not(#canvas)`)) !== null;
  if (way < 0.8) {
    const target = await hand.use(`${pane} input, ${pane} textarea, ${pane} select`);
    if (!target) return false;
    if (target.tag === "select") return hand.key(hand.random.pick(["ArrowDown", "ArrowUp", "Enter"]));
    if (hand.random.chance(0.7)) await hand.key("Control+a");
    await hand.type(hand.random.pick(VALUES));
    return hand.key(hand.random.pick(["Enter", "Tab", "Escape"]));
  }
  const from = await hand.find(`${pane} svg:not(.scene) g, ${pane} svg:not(.scene) circle`);
  if (!from) return false;
  await hand.drag(from, { x: from.x + hand.random.whole(-80, 80), y: from.y + hand.random.whole(-80, 80) }, `"${from.label}" in the view`);
}

async function commands(hand: Hand) {
  if (hand.random.chance(0.5)) await hand.key("Control+k");
  else if (!(await hand.use('.toolbar [aria-label="Commands"]'))) return false;
  await hand.page.evaluate(quiet, 0);
  if (!(await hand.page.locator("dialog.commands").isVisible())) return;
  if (hand.random.chance(0.6)) await hand.type(hand.random.pick(["go to", "theme", "hide", "show", "new", "sample", "un", "re", "fit", "tidy", "export", "zzz", "add", "group"]));
  for (let times = hand.random.whole(0, 4); times > 0; times -= 1) await hand.key(hand.random.pick(["ArrowDown", "ArrowUp"]));
  if (hand.random.chance(0.3) && (await hand.use("dialog [role=option]"))) return;
  await hand.key(hand.random.pick(["Enter", "Enter", "Escape"]));
}

async function toolbar(hand: Hand) {
  // Without what opens a picker of the system's own.
  const target = await hand.use('.toolbar button:not([aria-label="Open"])');
  if (!target) return false;
  await hand.page.evaluate(quiet, 0);
  if (hand.random.chance(0.85)) await hand.use(MENU_ITEM);
  else await hand.key(hand.random.pick(["Escape", "ArrowDown", "Tab", "Enter"]));
}

async function resize(hand: Hand) {
  const [width, height] = hand.random.pick([[1440, 900], [1440, 900], [1100, 700], [1000, 800], [820, 620], [640, 800], [390, 760], [1920, 1080], [2300, 1000]]);
  hand.note(`make the window ${width} × ${height}`);
  await hand.page.setViewportSize({ width, height });
}

async function panes(hand: Hand) {
  const way = hand.random.next();
  if (way < 0.3) return (await hand.use(".switcher button, .pane-head button")) !== null;
  const bar = await hand.find('[role="separator"]');
  if (!bar) return false;
  if (way < 0.8) return hand.drag(bar, { x: bar.x + hand.random.whole(-300, 300), y: bar.y + hand.random.whole(-200, 200) }, `the bar "${bar.label}"`);
  await hand.click(bar, `the bar "${bar.label}"`, { count: hand.random.whole(1, 2) });
  await hand.key(hand.random.pick(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Shift+ArrowLeft"]));
}

async function notices(hand: Hand) {
  if (!(await hand.use(".notice button, .banner button, .broken button, .prompt button, .part button, .status button"))) return false;
}

async function scroll(hand: Hand) {
  const pane = await hand.find(".pane-body, .editor-host, .tabs");
  if (!pane) return false;
  await hand.page.mouse.move(pane.x, pane.y);
  const by = hand.random.whole(-500, 900);
  hand.note(`wheel ${by} in a pane`);
  await hand.page.mouse.wheel(0, by);
}

/** Anything that can be pressed. */
async function anything(hand: Hand) {
  const target = await hand.find('button:not([aria-label="Open"]), summary, input, select, textarea, [role=option], [role=treeitem], [tabindex="0"]');
  if (!target) return false;
  await hand.click(target, `${target.tag} "${target.label}"`, { button: hand.random.chance(0.08) ? "right" : "left", count: hand.random.chance(0.1) ? 2 : 1 });
  hand.tookFocus = target.tag === "button" || target.tag === "summary" || target.tag === "input";
  if (["input", "textarea"].includes(target.tag) && hand.random.chance(0.7)) await hand.type(hand.random.pick(WORDS));
}

async function clickThing(hand: Hand) {
  const target = await hand.find(THING);
  if (!target) return false;
  const held = hand.random.chance(0.25) ? hand.random.pick(["Shift", "Control"]) : undefined;
  await hand.click(target, `"${target.label}"`, { count: hand.random.chance(0.25) ? 2 : 1, held });
}

export const ACTIONS: Action[] = [
  { name: "click on the canvas", weight: 9, run: clickThing },
  { name: "menu of the canvas", weight: 6, run: contextMenu },
  { name: "drag a thing", weight: 6, run: dragThing },
  { name: "drag from a port", weight: 5, run: dragPort },
  { name: "add from the palette", weight: 6, run: fromPalette },
  { name: "search the palette", weight: 1, run: searchPalette },
  { name: "fill in a field", weight: 11, run: field },
  { name: "press a button of the form", weight: 9, run: formButton },
  { name: "fold a part of the form", weight: 6, run: fold },
  { name: "type in the text", weight: 5, run: writeText },
  { name: "keys in the text", weight: 4, run: textKeys },
  { name: "rename in the text", weight: 1, run: renameInText },
  { name: "paste", weight: 2, run: pasteText },
  { name: "keys on the canvas", weight: 8, run: canvasKeys },
  { name: "keys anywhere", weight: 4, run: pageKeys },
  { name: "undo and redo", weight: 5, run: undoRedo },
  { name: "move the view", weight: 4, run: view },
  { name: "problems", weight: 5, run: problems },
  { name: "files", weight: 4, run: files },
  { name: "open", weight: 2, run: open },
  { name: "switch the view", weight: 3, run: switchView },
  { name: "in another view", weight: 4, run: inView },
  { name: "commands", weight: 2, run: commands },
  { name: "toolbar", weight: 3, run: toolbar },
  { name: "resize the window", weight: 1.5, run: resize },
  { name: "panes", weight: 2, run: panes },
  { name: "notices", weight: 2, run: notices },
  { name: "scroll", weight: 2, run: scroll },
  { name: "anything", weight: 9, run: anything },
];
