// Actions of the random test. Each is something a user does with mouse and keyboard; its weight sets how often it is chosen.
import { quiet } from "./inside";
import { User } from "./user";

export interface Action {
  name: string;
  weight: number;
  /** Resolves to false where there was nothing to do it to. */
  run: (user: User) => Promise<boolean | void>;
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
async function contextMenu(user: User) {
  const target = user.random.chance(0.8) ? await user.find(THING) : null;
  const spot = target ?? (await user.anywhere());
  if (!spot) return false;
  await user.click(spot, target ? `"${target.label}"` : "the canvas", { button: "right" });
  await user.page.evaluate(quiet, 0);
  if (user.random.chance(0.15)) return user.key("Escape");
  await user.use(MENU_ITEM);
}

async function dragThing(user: User) {
  const from = await user.find("#canvas g.card, #canvas g.pill, #canvas g.hull");
  if (!from) return false;
  const onto = user.random.chance(0.3) ? await user.find("#canvas g.card") : await user.anywhere();
  const by = () => user.random.whole(-90, 90);
  const to = user.random.chance(0.4) || !onto ? { x: from.x + by(), y: from.y + by() } : onto;
  const held = user.random.chance(0.15) ? user.random.pick(["Alt", "Shift", "Control"]) : undefined;
  await user.drag(from, to, `"${from.label}"`, { held });
}

async function dragPort(user: User) {
  const card = user.random.chance(0.5) ? await user.find("#canvas g.card") : null;
  // A card shows its folded ports under the pointer.
  if (card) await user.page.mouse.move(card.x, card.y);
  const from = await user.find("#canvas g.port");
  if (!from) return false;
  const to = user.random.chance(0.8) ? await user.find(user.random.pick(["#canvas g.card", "#canvas g.port"])) : await user.anywhere();
  if (!to) return false;
  await user.drag(from, to, `port "${from.label}"`);
  await user.page.evaluate(quiet, 0);
  // Let go on nothing, or on a card with several ports, a list asks what to wire to.
  if (await user.page.locator("[role=option]").first().isVisible()) {
    if (user.random.chance(0.7)) await user.use("[role=option]");
    else await user.key(user.random.pick(["Enter", "Escape", "ArrowDown"]));
  }
}

async function fromPalette(user: User) {
  const entry = await user.find('[aria-label="Palette"] .pane-body button, [aria-label="Palette"] [role=treeitem]');
  const to = await user.anywhere();
  if (!entry || !to) return false;
  const onto = user.random.chance(0.3) ? await user.find(THING) : null;
  const way = user.random.next();
  if (way < 0.6) return user.drag(entry, onto ?? to, `"${entry.label}" of the palette`);
  await user.click(entry, `"${entry.label}" of the palette`);
  if (way < 0.8) return user.click(onto ?? to, "the canvas");
  await user.key(user.random.pick(["Enter", "Escape", "ArrowRight", "ArrowLeft", "ArrowDown"]));
}

async function searchPalette(user: User) {
  if (!(await user.use('[aria-label="Search palette"]'))) return false;
  await user.key("Control+a");
  await user.type(user.random.pick(["co", "web", "e", "zzz", "  ", "comp db"]));
  await user.key(user.random.pick(["Enter", "Escape", "Tab"]));
  if (user.random.chance(0.7) && (await user.use('[aria-label="Search palette"]'))) {
    await user.key("Control+a");
    await user.key("Delete");
  }
}

async function field(user: User) {
  const target = await user.use(`${FORM} input, ${FORM} textarea, ${FORM} select`);
  if (!target) return false;
  if (target.tag === "select") {
    if (target.options.length === 0) return;
    // A person chooses by keys: what the list looks like is the system's.
    for (let steps = user.random.whole(1, 4); steps > 0; steps -= 1) await user.key(user.random.pick(["ArrowDown", "ArrowUp"]));
    return user.key("Enter");
  }
  if (target.type === "checkbox" || target.type === "radio") return;
  if (user.random.chance(0.7)) await user.key("Control+a");
  await user.type(user.random.pick(VALUES));
  await user.page.evaluate(quiet, 0);
  if (user.random.chance(0.2)) await user.key("ArrowDown");
  await user.key(user.random.pick(["Enter", "Enter", "Enter", "Tab", "Tab", "Shift+Tab", "Escape"]));
}

async function formButton(user: User) {
  if (!(await user.use(`${FORM} button, ${FORM} [role=option]`))) return false;
}

/** Opens and closes a part of the form: closed, open, closed. */
async function fold(user: User) {
  const target = await user.use(`${FORM} summary, ${FORM} [aria-expanded]`);
  if (!target) return false;
  for (let times = user.random.whole(0, 2); times > 0; times -= 1) {
    await user.page.evaluate(quiet, 0);
    await user.click(target, `"${target.label}"`);
  }
}

async function writeText(user: User) {
  const line = await user.find(".cm-line");
  if (!line) return false;
  // Not on a button that CodeMirror has in the line.
  await user.click({ x: Math.max(line.x - 60, 4), y: line.y }, "a line of the text");
  if (user.random.chance(0.5)) await user.key(user.random.pick(["Home", "End", "Control+End"]));
  if (user.random.chance(0.3)) await user.key("Enter");
  await user.type(user.random.pick(SNIPPETS));
  if (user.random.chance(0.3)) await user.key(user.random.pick(["Enter", "Tab", "Escape", "ArrowDown"]));
}

async function textKeys(user: User) {
  const line = await user.use(".cm-line");
  if (!line) return false;
  for (let times = user.random.whole(1, 4); times > 0; times -= 1) await user.key(user.random.pick(EDITOR_KEYS));
  if (user.random.chance(0.2)) await user.type(user.random.pick(WORDS));
  if (user.random.chance(0.3)) await user.key(user.random.pick(["Enter", "Escape"]));
}

async function renameInText(user: User) {
  const line = await user.use(".cm-line");
  if (!line) return false;
  await user.key("F2");
  await user.page.evaluate(quiet, 0);
  if (/\binput|textarea/.test(await focused(user))) {
    await user.key("Control+a");
    await user.type(user.random.pick(WORDS));
  }
  await user.key(user.random.pick(["Enter", "Escape", "Tab"]));
}

async function pasteText(user: User) {
  if (user.random.chance(0.6) && !(await user.use(".cm-line"))) return false;
  await user.paste(user.random.pick(PASTES));
}

const focused = (user: User) => user.page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? "");

async function canvasKeys(user: User) {
  const target = user.random.chance(0.7) ? await user.use(THING) : null;
  if (!target) {
    const spot = await user.anywhere();
    if (!spot) return false;
    await user.click(spot, "the canvas");
  }
  for (let times = user.random.whole(1, 4); times > 0; times -= 1) {
    await user.key(user.random.pick(CANVAS_KEYS));
    await user.page.evaluate(quiet, 0);
    // A list or a field over the canvas has the keyboard now.
    if ((await focused(user)) === "input") await user.type(user.random.pick(WORDS));
  }
  if (user.random.chance(0.5)) await user.key(user.random.pick(["Enter", "Escape"]));
}

async function pageKeys(user: User) {
  for (let times = user.random.whole(1, 6); times > 0; times -= 1) await user.key(user.random.pick(PAGE_KEYS));
}

async function undoRedo(user: User) {
  for (let times = user.random.whole(1, 5); times > 0; times -= 1) {
    const back = user.random.chance(0.65);
    if (user.random.chance(0.5)) await user.use(`.toolbar [aria-label="${back ? "Undo" : "Redo"}"]`);
    else await user.key(back ? "Control+z" : "Control+Shift+z");
  }
}

async function view(user: User) {
  const spot = await user.anywhere();
  if (!spot) return false;
  const way = user.random.next();
  if (way < 0.4) {
    await user.page.mouse.move(spot.x, spot.y);
    const [across, down] = [user.random.whole(-300, 300), user.random.whole(-300, 300)];
    const held = user.random.chance(0.5) ? "Control" : "";
    user.note(`${held && "Control+"}wheel ${across},${down}`);
    if (held) await user.page.keyboard.down(held);
    await user.page.mouse.wheel(across, down);
    if (held) await user.page.keyboard.up(held);
    return;
  }
  const to = (await user.anywhere()) ?? spot;
  if (way < 0.6) return user.drag(spot, to, "the canvas", { button: "middle" });
  if (way < 0.75) return user.drag(spot, to, "the canvas", { held: "Space" });
  await user.drag(spot, to, "the canvas", { held: user.random.chance(0.3) ? "Shift" : undefined });
}

async function problems(user: User) {
  const way = user.random.next();
  const pane = '[aria-label="Problems"]';
  if (way < 0.35) return (await user.use(`${pane} .fix`)) !== null;
  if (way < 0.65) return (await user.use(`${pane} .problem-line`)) !== null;
  if (way < 0.9) return (await user.use(`${pane} button`)) !== null;
  if (!(await user.use('[aria-label="Filter problems"]'))) return false;
  await user.key("Control+a");
  await user.type(user.random.pick(["type", "zzz", ""]));
  await user.key(user.random.pick(["Delete", "Escape", "Tab"]));
}

async function files(user: User) {
  const tab = '.tabs .tab > button:not(.close), .tree [role="treeitem"]';
  const way = user.random.next();
  if (way < 0.55) return (await user.use(tab)) !== null;
  if (way < 0.62) return (await user.use(tab, { button: "middle" })) !== null;
  if (way < 0.7) return (await user.use('.tabs .close, [aria-label="Files"] .close')) !== null;
  if (way < 0.8) {
    if (!(await user.use(tab))) return false;
    for (let times = user.random.whole(1, 3); times > 0; times -= 1) await user.key(user.random.pick(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", "Delete"]));
    return;
  }
  if (user.random.chance(0.5)) {
    if (!(await user.use(tab, { count: 2 }))) return false;
  } else {
    if (!(await user.use(tab))) return false;
    await user.key("F2");
  }
  await user.page.evaluate(quiet, 0);
  if (!(await user.page.locator("#rename-file").isVisible())) return;
  if (user.random.chance(0.5)) await user.key("Control+a");
  await user.type(user.random.pick(["other.yaml", "deep/er/file.yml", "b", "../x.yml", "", "über.yaml"]));
  await user.key(user.random.pick(["Enter", "Enter", "Enter", "Escape"]));
  if (await user.page.locator("#rename-file").isVisible()) await user.key("Escape");
}

/** Opens what is there already or a new file. With many files open there are fewer new ones. */
async function open(user: User) {
  if (user.look.files > 5 && user.random.chance(0.8)) return (await user.use('.tabs .close, [aria-label="Files"] .close')) !== null;
  const way = user.random.next();
  if (way < 0.4) {
    if (!(await user.use('.toolbar [aria-label="New"]'))) return false;
    await user.page.evaluate(quiet, 0);
    return void (await user.use(MENU_ITEM));
  }
  const document = way < 0.9 ? user.library.document(user.random) : user.library.package(user.random);
  if (user.random.chance(0.6)) return user.drop(document);
  const chooser = user.page.waitForEvent("filechooser", { timeout: 5_000 });
  user.note(`open ${document.name} (${document.from})`);
  await Promise.all([chooser, user.page.locator('.toolbar [aria-label="Open"]').click({ timeout: 5_000 })]);
  await (await chooser).setFiles({ name: document.name, mimeType: "application/octet-stream", buffer: document.bytes });
}

async function switchView(user: User) {
  if (!(await user.use('.view-switch button, .switch button, [aria-label="Hosts as boxes"], .controls button, .map'))) return false;
}

/** In the other ways to look at a document: the map, the objective, the trial. */
async function inView(user: User) {
  const way = user.random.next();
  const pane = '[aria-label="Canvas"]';
  if (way < 0.5) return (await user.use(`${pane} button, ${pane} [tabindex="0"]:not(#canvas)`)) !== null;
  if (way < 0.8) {
    const target = await user.use(`${pane} input, ${pane} textarea, ${pane} select`);
    if (!target) return false;
    if (target.tag === "select") return user.key(user.random.pick(["ArrowDown", "ArrowUp", "Enter"]));
    if (user.random.chance(0.7)) await user.key("Control+a");
    await user.type(user.random.pick(VALUES));
    return user.key(user.random.pick(["Enter", "Tab", "Escape"]));
  }
  const from = await user.find(`${pane} svg:not(.scene) g, ${pane} svg:not(.scene) circle`);
  if (!from) return false;
  await user.drag(from, { x: from.x + user.random.whole(-80, 80), y: from.y + user.random.whole(-80, 80) }, `"${from.label}" in the view`);
}

async function commands(user: User) {
  if (user.random.chance(0.5)) await user.key("Control+k");
  else if (!(await user.use('.toolbar [aria-label="Commands"]'))) return false;
  await user.page.evaluate(quiet, 0);
  if (!(await user.page.locator("dialog.commands").isVisible())) return;
  if (user.random.chance(0.6)) await user.type(user.random.pick(["go to", "theme", "hide", "show", "new", "sample", "un", "re", "fit", "tidy", "export", "zzz", "add", "group"]));
  for (let times = user.random.whole(0, 4); times > 0; times -= 1) await user.key(user.random.pick(["ArrowDown", "ArrowUp"]));
  if (user.random.chance(0.3) && (await user.use("dialog [role=option]"))) return;
  await user.key(user.random.pick(["Enter", "Enter", "Escape"]));
}

async function toolbar(user: User) {
  // Without what opens a picker of the system's own.
  const target = await user.use('.toolbar button:not([aria-label="Open"])');
  if (!target) return false;
  await user.page.evaluate(quiet, 0);
  if (user.random.chance(0.85)) await user.use(MENU_ITEM);
  else await user.key(user.random.pick(["Escape", "ArrowDown", "Tab", "Enter"]));
}

async function resize(user: User) {
  const [width, height] = user.random.pick([[1440, 900], [1440, 900], [1100, 700], [1000, 800], [820, 620], [640, 800], [390, 760], [1920, 1080], [2300, 1000]]);
  user.note(`make the window ${width} × ${height}`);
  await user.page.setViewportSize({ width, height });
}

async function panes(user: User) {
  const way = user.random.next();
  if (way < 0.3) return (await user.use(".switcher button, .pane-head button")) !== null;
  const bar = await user.find('[role="separator"]');
  if (!bar) return false;
  if (way < 0.8) return user.drag(bar, { x: bar.x + user.random.whole(-300, 300), y: bar.y + user.random.whole(-200, 200) }, `the bar "${bar.label}"`);
  await user.click(bar, `the bar "${bar.label}"`, { count: user.random.whole(1, 2) });
  await user.key(user.random.pick(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Shift+ArrowLeft"]));
}

async function notices(user: User) {
  if (!(await user.use(".notice button, .banner button, .broken button, .prompt button, .part button, .status button"))) return false;
}

async function scroll(user: User) {
  const pane = await user.find(".pane-body, .editor-host, .tabs");
  if (!pane) return false;
  await user.page.mouse.move(pane.x, pane.y);
  const by = user.random.whole(-500, 900);
  user.note(`wheel ${by} in a pane`);
  await user.page.mouse.wheel(0, by);
}

/** Anything that can be pressed. */
async function anything(user: User) {
  const target = await user.find('button:not([aria-label="Open"]), summary, input, select, textarea, [role=option], [role=treeitem], [tabindex="0"]');
  if (!target) return false;
  await user.click(target, `${target.tag} "${target.label}"`, { button: user.random.chance(0.08) ? "right" : "left", count: user.random.chance(0.1) ? 2 : 1 });
  user.tookFocus = target.tag === "button" || target.tag === "summary" || target.tag === "input";
  if (["input", "textarea"].includes(target.tag) && user.random.chance(0.7)) await user.type(user.random.pick(WORDS));
}

async function clickThing(user: User) {
  const target = await user.find(THING);
  if (!target) return false;
  const held = user.random.chance(0.25) ? user.random.pick(["Shift", "Control"]) : undefined;
  await user.click(target, `"${target.label}"`, { count: user.random.chance(0.25) ? 2 : 1, held });
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
