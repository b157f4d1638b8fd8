// A service template from an empty page to a package, with a real mouse and then by keyboard only: a web application on its server, a database
// on its own server, a policy, two inputs and an output.
import { download, drag, yaml } from "./actions";
import { canvas, card, inspector, palette, spot, type } from "./places";
import { expect, type Locator, type Page, test } from "./base";

async function middle(locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** On a card beside its name: on no port, and on nothing inside it. */
async function head(locator: Locator) {
  const body = locator.locator(".body").first();
  let box = (await body.boundingBox())!;
  // Until it stops moving: a new node displaces others, and the view follows.
  await expect(async () => {
    const before = JSON.stringify(box);
    await body.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    box = (await body.boundingBox())!;
    expect(JSON.stringify(box)).toBe(before);
  }).toPass();
  return { x: box.x + box.width / 2, y: box.y + 40 };
}

/** Expected result of both ways. */
const SERVICE = `tosca_definitions_version: tosca_simple_yaml_1_2
description: ''
topology_template:
  inputs:
    name:
      type: string
      default: orders
    port:
      type: integer
      default: 3306
  node_templates:
    compute:
      type: tosca.nodes.Compute
    web_server:
      type: tosca.nodes.WebServer
      requirements:
        - host: compute
    web_application:
      type: tosca.nodes.WebApplication
      requirements:
        - host: web_server
    dbms:
      type: tosca.nodes.DBMS
      requirements:
        - host: compute_2
    compute_2:
      type: tosca.nodes.Compute
    database:
      type: tosca.nodes.Database
      properties:
        name: { get_input: name }
        port: { get_input: port }
      requirements:
        - host: dbms
  outputs:
    public_address:
      value: { get_attribute: [compute, public_address] }
  policies:
    - scaling:
        type: tosca.policies.Scaling
        targets:
          - web_server
`;

/** The package is what the page wrote, and is read again as that. */
async function packed(page: Page, name: string) {
  const text = await yaml(page);
  expect(said(text)).toBe(said(SERVICE));
  const csar = await download(page, "Export package");
  expect(csar.name).toMatch(/\.csar$/);
  await csar.file.saveAs(`test-results/${name}.csar`);
  await expect(page.getByRole("region", { name: "Problems" })).not.toContainText(/error/i);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles({ name: csar.name, mimeType: "application/zip", buffer: csar.bytes });
  await expect(page.getByRole("navigation", { name: "Files" })).toContainText("TOSCA");
  for (const node of ["compute", "web_server", "web_application", "dbms", "compute_2", "database"]) await expect(card(page, node)).toBeVisible();
  expect(await yaml(page)).toBe(text);
}

/** Without the blanks that a flow collection has or has not. */
const said = (text: string) => text.replace(/\{ /g, "{").replace(/ \}/g, "}");

test("C8 a three-tier application from an empty page, by mouse; a wire that ends on nothing offers only what fits", async ({ page }) => {
  test.slow();
  await page.goto("./");
  await page.getByRole("button", { name: "New", exact: true }).first().click();
  await page.getByRole("menuitem", { name: /^TOSCA/ }).click();
  await expect(canvas(page)).toBeVisible();

  await drag(page, await middle(type(page, "Compute")), await spot(page, 0.3, 0.4));
  await expect(card(page, "compute")).toBeVisible();
  // A node that is dropped on a host is hosted on it.
  await drag(page, await middle(type(page, "WebServer")), await head(card(page, "compute")));
  await expect.poll(() => yaml(page)).toContain("- host: compute\n");
  await drag(page, await middle(type(page, "WebApplication")), await head(card(page, "web_server")));
  await expect.poll(() => yaml(page)).toContain("- host: web_server\n");
  await drag(page, await middle(type(page, "DBMS")), await spot(page, 0.75, 0.3));
  await expect(card(page, "dbms")).toBeVisible();
  // A wire that ends on nothing asks what to put there: only what fits.
  await drag(page, await middle(card(page, "dbms").locator("g.port.requirement").first()), await spot(page, 0.65, 0.8));
  const picker = page.getByRole("dialog", { name: /Add and connect to host/ });
  await expect(picker.getByRole("option")).toHaveCount(1);
  await picker.getByRole("option", { name: /^Compute/ }).click();
  await expect(card(page, "compute_2")).toBeVisible();
  await drag(page, await middle(type(page, "Database")), await head(card(page, "dbms")));
  await expect.poll(() => yaml(page)).toContain("- host: dbms\n");

  // Two values of the database become inputs, with what they were as defaults.
  await page.mouse.click(...Object.values(await head(card(page, "database"))) as [number, number]);
  for (const [label, value] of [["name", "orders"], ["port", "3306"]]) {
    const field = inspector(page).getByRole("textbox", { name: new RegExp(`^${label}\\*?$`) });
    await field.fill(value);
    await field.press("Enter");
    await inspector(page).getByRole("button", { name: `Make ${label} an input` }).click();
    await expect.poll(() => yaml(page)).toMatch(new RegExp(`${label}: ?{ ?get_input: ${label} ?}`));
  }

  // A policy on a node, and the details of a node.
  await drag(page, await middle(type(page, "Scaling")), await head(card(page, "web_server")));
  await expect(page.locator("g.pill")).toHaveCount(1);
  await drag(page, await middle(palette(page).getByRole("button", { name: /^Output/ })), await head(card(page, "compute")));
  await expect.poll(() => yaml(page)).toContain("get_attribute: [compute, public_address]");

  await packed(page, "by-mouse");
});

/** The current text. Reading it takes a press of a button; the focus goes back to the canvas afterwards. */
async function written(page: Page, what: string | RegExp) {
  const says = expect.poll(() => yaml(page));
  await (typeof what === "string" ? says.toContain(what) : says.toMatch(what));
  await canvas(page).focus();
}

/** A type by its full name, added by keyboard to the middle of what is seen. */
async function add(page: Page, words: string) {
  await expect(canvas(page)).toBeFocused();
  await page.keyboard.press("n");
  await expect(page.getByRole("combobox", { name: "Add" })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await expect(canvas(page)).toBeFocused();
}

/** From the selected node: arrows to the given name, Enter takes it. */
async function choose(page: Page, words: RegExp) {
  const status = page.locator('.unseen[role="status"]');
  for (let steps = 0; steps < 12 && !words.test((await status.textContent()) ?? ""); steps += 1) {
    const before = await status.textContent();
    await page.keyboard.press("ArrowRight");
    await expect(status).not.toHaveText(before ?? "");
  }
  await expect(status).toHaveText(words);
  await page.keyboard.press("Enter");
}

/** The selected node is put on another one. */
async function stand(page: Page, on: string) {
  await page.keyboard.press("c");
  await choose(page, /requirement `?host`? of/);
  await choose(page, new RegExp(`host.? of ${on}\\b`));
  await written(page, `- host: ${on}\n`);
}

const focused = (what: Locator) => what.evaluate((it) => it === document.activeElement).catch(() => false);

async function tabTo(page: Page, what: Locator, key = "Tab") {
  for (let steps = 0; steps < 160 && !(await focused(what)); steps += 1) await page.keyboard.press(key);
  await expect(what).toBeFocused();
}

/** One of the actions of the field that has the focus. */
async function act(page: Page, name: string) {
  await page.keyboard.press("Control+.");
  const action = inspector(page).getByRole("button", { name });
  for (let steps = 0; steps < 8 && !(await focused(action)); steps += 1) await page.keyboard.press("ArrowRight");
  await expect(action).toBeFocused();
  await page.keyboard.press("Enter");
}

test("K1 the same with the keyboard only", async ({ page }) => {
  test.slow();
  await page.goto("./");
  await tabTo(page, page.getByRole("button", { name: "New", exact: true }).first());
  await page.keyboard.press("Enter");
  const blank = page.getByRole("menuitem", { name: /^TOSCA/ });
  await expect(blank).toBeVisible();
  for (let steps = 0; steps < 12 && !(await focused(blank)); steps += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");

  await add(page, "tosca.nodes.Compute");
  await expect(card(page, "compute")).toBeVisible();
  // It describes the selected element.
  await add(page, "Output");
  await written(page, "get_attribute: [compute, public_address]");
  await add(page, "tosca.nodes.WebServer");
  await stand(page, "compute");
  // With nothing selected a policy has no targets yet.
  await page.keyboard.press("Escape");
  await expect(card(page, "web_server")).toHaveAttribute("aria-pressed", "false");
  await add(page, "Scaling");
  await page.keyboard.press("c");
  await choose(page, /to web_server/);
  await written(page, "- web_server\n");
  await add(page, "tosca.nodes.WebApplication");
  await stand(page, "web_server");
  await add(page, "tosca.nodes.DBMS");
  await expect(card(page, "dbms")).toBeVisible();
  await add(page, "tosca.nodes.Compute");
  await expect(card(page, "compute_2")).toBeVisible();
  // From what offers to what needs.
  await page.keyboard.press("c");
  await choose(page, /capability `?host`? of compute_2/);
  await choose(page, /requirement `?host`? of dbms/);
  await written(page, "- host: compute_2\n");
  await add(page, "tosca.nodes.Database");
  await stand(page, "dbms");

  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp"]) {
    if ((await card(page, "database").getAttribute("aria-pressed")) === "true") break;
    await page.keyboard.press(key);
  }
  await expect(card(page, "database")).toHaveAttribute("aria-pressed", "true");
  for (const [label, value] of [["name", "orders"], ["port", "3306"]]) {
    await tabTo(page, inspector(page).getByRole("textbox", { name: new RegExp(`^${label}\\*?$`) }));
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
    await tabTo(page, inspector(page).getByRole("textbox", { name: new RegExp(`^${label}\\*?$`) }), "Shift+Tab");
    await act(page, `Make ${label} an input`);
    await written(page, new RegExp(`${label}: ?{ ?get_input: ${label} ?}`));
  }

  await packed(page, "by-keyboard");
});

const GROUPED = `tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one:
      type: tosca.nodes.Compute
    two:
      type: tosca.nodes.Compute
    db:
      type: tosca.nodes.DBMS
      requirements:
        - host:
            node: one # here
            relationship: standing
  relationship_templates:
    standing:
      type: tosca.relationships.HostedOn
  groups:
    all:
      type: tosca.groups.Root
      members:
        - one
`;

async function grouped(page: Page) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles([{ name: "grouped.yaml", mimeType: "text/yaml", buffer: Buffer.from(GROUPED) }]);
  await expect(card(page, "two")).toBeVisible();
  await expect(card(page, "db")).toBeVisible();
}

test("a node joins a group when dropped in it, and leaves it with Shift or by keyboard", async ({ page }) => {
  await grouped(page);
  const area = page.locator("g.hull .area");
  await expect(area).toHaveCount(1);
  const below = async () => {
    const box = (await area.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height - 4 };
  };
  const joined = GROUPED.replace("        - one\n", "        - one\n        - two\n");
  await drag(page, await head(card(page, "two")), await below());
  const notice = page.locator(".notice");
  await expect(notice.filter({ hasText: "Added two to all" })).toBeVisible();
  await expect.poll(() => yaml(page)).toBe(joined);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => yaml(page)).toBe(GROUPED);

  // By keyboard, in and out again.
  const two = await head(card(page, "two"));
  await page.mouse.click(two.x, two.y);
  await expect(card(page, "two")).toHaveAttribute("aria-pressed", "true");
  for (const [held, text] of [["false", joined], ["true", GROUPED]] as const) {
    await canvas(page).focus();
    await page.keyboard.press("g");
    const line = page.getByRole("menuitemcheckbox", { name: "all" });
    await expect(line).toHaveAttribute("aria-checked", held);
    await expect(line).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => yaml(page)).toBe(text);
  }

  const one = await head(card(page, "one"));
  const away = await spot(page, 0.5, 0.95);
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  await page.keyboard.down("Shift");
  await page.mouse.move(away.x, away.y, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(notice.filter({ hasText: "Removed one from all" })).toBeVisible();
  await expect.poll(() => yaml(page)).toBe(GROUPED.replace("      members:\n        - one\n", ""));
});

test("collapsed ports expand under the pointer and while drawing a wire", async ({ page }) => {
  await grouped(page);
  const sheet = page.locator("g.sheet");
  await expect(sheet).toHaveCount(0);
  const word = await middle(card(page, "two").locator(".more"));
  await page.mouse.move(word.x, word.y);
  await expect(sheet).toContainText("dependency");
  const from = await middle(sheet.locator(".port.requirement").first());
  const db = await head(card(page, "db"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + db.x) / 2, (from.y + db.y) / 2, { steps: 4 });
  await page.mouse.move(db.x, db.y, { steps: 4 });
  await expect(sheet).toContainText("feature");
  // The only one that fits is meant already; to be over it is to mean it too.
  const aim = sheet.locator("g.port.aim");
  await expect(aim).toHaveCount(1);
  const port = await middle(aim);
  await page.mouse.move(port.x, port.y, { steps: 4 });
  await expect(aim).toHaveCount(1);
  await page.mouse.up();
  await expect(sheet).toHaveCount(0);
  await expect.poll(() => yaml(page)).toMatch(/two:\n {6}type: tosca.nodes.Compute\n {6}requirements:\n {8}- dependency: db\n/);
});

test("the relationship between a node and its host is selected on that node", async ({ page }) => {
  await grouped(page);
  const tag = page.locator("g.wire.nests .tag");
  await expect(tag).toHaveCount(1);
  const at = await middle(tag);
  await page.mouse.click(at.x, at.y);
  await expect(inspector(page)).toContainText("relationship template");
  await expect(page.locator("g.wire.nests.selected")).toHaveCount(1);
});

test("duplicating several nodes duplicates their connections, in one undo step each", async ({ page }) => {
  await grouped(page);
  const both = async () => {
    const one = await head(card(page, "one"));
    await page.mouse.click(one.x, one.y);
    const db = await head(card(page, "db"));
    await page.keyboard.down("Shift");
    await page.mouse.click(db.x, db.y);
    await page.keyboard.up("Shift");
    await expect(card(page, "one")).toHaveAttribute("aria-pressed", "true");
    await expect(card(page, "db")).toHaveAttribute("aria-pressed", "true");
  };
  const copied = GROUPED.replace("    two:\n", "    one-2:\n      type: tosca.nodes.Compute\n    two:\n").replace(
    "            relationship: standing\n",
    `            relationship: standing
    db-2:
      type: tosca.nodes.DBMS
      requirements:
        - host:
            node: one-2 # here
            relationship: standing
`,
  );
  await both();
  await page.keyboard.press("Control+d");
  await expect.poll(() => yaml(page)).toBe(copied);
  await expect(card(page, "db-2")).toHaveAttribute("aria-pressed", "true");
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(GROUPED);
  await both();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await expect.poll(() => yaml(page)).toBe(copied);
});

test("a key groups the selection, or reports why it can't", async ({ page }) => {
  await grouped(page);
  await canvas(page).focus();
  await page.keyboard.press("Control+g");
  await expect(page.locator(".notices")).toContainText("Select the nodes for the group first");
  const one = await head(card(page, "one"));
  await page.mouse.click(one.x, one.y);
  const two = await head(card(page, "two"));
  await page.keyboard.down("Shift");
  await page.mouse.click(two.x, two.y);
  await page.keyboard.up("Shift");
  await page.keyboard.press("Control+g");
  const added = "    group:\n      type: tosca.groups.Root\n      members:\n        - one\n        - two\n";
  await expect.poll(() => yaml(page)).toBe(GROUPED + added);
  await expect(page.locator("g.hull.selected, g.hull[aria-pressed=true]")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(GROUPED);
  // It is among the commands too.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("group");
  await expect(page.getByRole("option", { name: /^Group\b/ }).first()).toContainText("Ctrl+G");
});
