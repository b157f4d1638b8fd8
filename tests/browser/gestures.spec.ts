// Keyboard focus and drag targets, with a real mouse and keyboard.
import { readFileSync } from "node:fs";
import { openItem, openSample, yaml } from "./actions";
import { patience } from "./patience";
import { canvas, card, inspector, middle, palette, press, spot } from "./places";
import { expect, type Locator, type Page, test } from "./base";

const SAMPLE = readFileSync(new URL("../../public/samples/streamer_cluster.yaml", import.meta.url), "utf8");

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Shop:
    derived_from: tosca.nodes.WebApplication
    properties:
      title: { type: string }
      port: { type: integer, default: 80 }
      disk: { type: scalar-unit.size, default: 1 GB }
topology_template:
  inputs:
    name: { type: string }
  node_templates:
    shop:
      type: my.Shop
      properties:
        title: Books
        port: 8080
        disk: 20 GB
      requirements:
        - host: server
    server:
      type: tosca.nodes.WebServer
`;

async function bring(page: Page, files: Record<string, string>) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const all = Object.entries(files).map(([name, text]) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) }));
  await (await chooser).setFiles(all);
}

async function openShop(page: Page) {
  await page.goto("./");
  await bring(page, { "shop.yaml": SHOP });
  await select(page, "shop");
  await expect(field(page, "port")).toHaveValue("8080");
}

const field = (page: Page, name: string) => inspector(page).getByLabel(new RegExp(`^${name}\\*?$`));

/** The text as a download has it. The download is started by a key, so that the focus stays. */
async function typed(page: Page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Control+s")]);
  return readFileSync((await file.path())!, "utf8");
}

/** Selects a node by keyboard: from the canvas, by its name. */
async function select(page: Page, name: string) {
  await press(card(page, name).locator("text").first());
  await expect(card(page, name)).toHaveAttribute("aria-pressed", "true");
}

/** The pane that has the focus; what it is, where it is in none. */
const pane = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement!;
    return active.closest(".pane")?.getAttribute("aria-label") ?? active.tagName;
  });

/** A short name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement!;
    return active.getAttribute("aria-label") ?? (active.id || active.textContent || active.tagName);
  });

const onCanvas = (page: Page) => expect(canvas(page)).toBeFocused();

test("Enter on a node focuses its first property, so that typing does not rename the node", async ({ page }) => {
  await openShop(page);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Journals");
  await page.keyboard.press("Enter");
  expect(await typed(page)).toBe(SHOP.replace("        title: Books", "        context_root: Journals\n        title: Books"));
  // A group that is folded opens for it.
  await select(page, "server");
  await page.keyboard.press("Enter");
  await page.keyboard.type("x");
  expect(await pane(page)).toBe("Inspector");
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).not.toBeFocused();
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).toHaveValue("server");
  await page.keyboard.press("Escape");
  // Renaming is F2's.
  await canvas(page).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("host");
  await page.keyboard.press("Enter");
  await expect(card(page, "host")).toBeVisible();
  await onCanvas(page);
});

test("a name that is being typed stays when the diagram moves", async ({ page }) => {
  await openShop(page);
  await select(page, "server");
  await canvas(page).focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("ho");
  const field = page.getByLabel("New name");
  const stood = await field.boundingBox();
  const { x, y } = await spot(page, 0.9, 0.9);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 60);
  await expect.poll(() => field.boundingBox()).not.toEqual(stood);
  await page.keyboard.type("st");
  await page.keyboard.press("Enter");
  await expect(card(page, "host")).toBeVisible();
});

test("Enter focuses a value in assemblies, too, for components and wires", async ({ page }) => {
  await openSample(page);
  await select(page, "balancer");
  await page.keyboard.press("Enter");
  expect(await pane(page)).toBe("Inspector");
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).not.toBeFocused();
  await canvas(page).focus();
  await page.keyboard.press("w");
  await page.keyboard.press("Enter");
  expect(await pane(page)).toBe("Inspector");
  await expect(inspector(page).getByLabel("Name", { exact: true }).first()).not.toBeFocused();
});

test("Ctrl+A selects every node, wherever the focus is, and never the text of the page", async ({ page }) => {
  await openSample(page);
  const count = await page.locator("g.card[role=button]").count();
  const chosen = () => page.locator("g.card.selected").count();
  const ways: (() => Promise<unknown>)[] = [
    () => canvas(page).focus(),
    () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
    () => palette(page).getByRole("button", { name: /^Component/ }).focus(),
    () => page.locator(".problem-line").first().focus(),
    () => page.getByRole("button", { name: "Undo" }).focus(),
  ];
  for (const way of ways) {
    await canvas(page).focus();
    await page.keyboard.press("Escape");
    await expect.poll(chosen).toBe(0);
    await way();
    await page.keyboard.press("Control+a");
    await expect.poll(chosen).toBeGreaterThanOrEqual(count - 1);
    expect(await page.evaluate(() => getSelection()!.toString())).toBe("");
    await onCanvas(page);
  }
  // In a field it is the field's.
  await select(page, "balancer");
  const quantity = inspector(page).getByLabel("Quantity", { exact: true });
  await quantity.fill("12");
  await quantity.press("Control+a");
  await page.keyboard.type("7");
  await expect(quantity).toHaveValue("7");
  await expect.poll(chosen).toBe(1);
});

test("removing an entry moves the focus to the next one in the same list", async ({ page }) => {
  await openSample(page);
  await select(page, "balancer");
  const remove = inspector(page).locator("button.danger");
  const all = await remove.count();
  await inspector(page).getByRole("button", { name: "Remove deploymentLocation" }).focus();
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(all - 1);
  expect(await focused(page)).toMatch(/^Remove \S+$/);
  // To the last of them.
  for (let left = all - 1; left > 0 && (await focused(page)).startsWith("Remove"); left -= 1) {
    await page.keyboard.press("Enter");
    await expect(remove).toHaveCount(left - 1);
    expect(await pane(page)).toBe("Inspector");
  }
});

test("applying a fix keeps the focus in the problem list or at the fixed field", async ({ page }) => {
  await openSample(page);
  const rows = page.locator(".problem");
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  const fix = page.locator(".problem .button.fix").first();
  await fix.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(all - 1);
  await expect.poll(() => pane(page)).toBe("Problems");
  expect(await page.evaluate(() => document.activeElement!.className)).toContain("problem-line");
  // The same by a fix in a form.
  await page.goto("./");
  await bring(page, { "fix.yml": "name: assembly::fix::1.0\ncomposition:\n  web:\n    type: resource::web::1.0\n    quantty: 2\n" });
  await select(page, "web");
  const inForm = inspector(page).locator(".field-problems .fix").first();
  const before = await inspector(page).locator(".field-problems .fix").count();
  await inForm.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => inspector(page).locator(".field-problems .fix").count()).toBeLessThan(before);
  expect(await pane(page)).toBe("Inspector");
});

test("typing over several lines replaces them, without a complaint of the browser", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto("./");
  const text = "name: assembly::lines::1.0 # one\ndescription: 'two'\ncomposition:\n  web:\n    type: resource::web::1.0\n";
  await bring(page, { "lines.yml": text });
  await page.locator(".cm-line").first().click();
  for (const keys of ["Control+Home", "ArrowDown", "Control+ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+End", "#"]) await page.keyboard.press(keys);
  await page.keyboard.type(" é");
  const saved = async () => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download YAML" }).click()]);
    return readFileSync((await file.path())!, "utf8");
  };
  expect(await saved()).toBe("name: assembly::lines::1.0 # one\ndescription# é\n    type: resource::web::1.0\n");
  await page.locator(".cm-line").first().click();
  for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press("Control+z");
  expect(await saved()).toBe(text);
  expect(errors).toEqual([]);
});

test("a fix that would add an error asks before it is applied", async ({ page }) => {
  await page.goto("./");
  const text = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  a.B:\n    derived_from: tosca.nodes.Root\n    properties:\n      size:\n        type: integer\n        Default: many # as many as there are\n";
  await bring(page, { "types.yaml": text });
  const row = page.locator(".problem", { hasText: "unknown property definition key" });
  await row.getByRole("button", { name: "Rename to default" }).click();
  const notice = page.locator(".notice", { hasText: "Fix not applied: it would add the error" });
  await expect(notice).toBeVisible();
  await expect(row).toBeVisible();
  await notice.getByRole("button", { name: "Apply anyway" }).click();
  await expect(row).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download YAML" }).click()]);
  expect(readFileSync((await file.path())!, "utf8")).toBe(text.replace("Default", "default"));
});

test("dialogs, menus and prompts restore the focus", async ({ page }) => {
  await openShop(page);
  // To where it was: the canvas, a field.
  await canvas(page).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: /Keyboard shortcuts/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await onCanvas(page);
  await field(page, "title").focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field(page, "title")).toBeFocused();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /Keyboard shortcuts/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();
  // Menus over the canvas, and the list of what to add.
  await canvas(page).focus();
  for (const key of ["Shift+F10", "n"]) {
    await page.keyboard.press(key);
    await expect(canvas(page)).not.toBeFocused();
    await page.keyboard.press("Escape");
    await onCanvas(page);
  }
  // A prompt's own button.
  await palette(page).getByRole("treeitem", { name: /^Compute\b/ }).click();
  const cancel = page.locator(".prompt").getByRole("button", { name: /Cancel/ });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".prompt")).toHaveCount(0);
  await onCanvas(page);
});

test("hiding a pane or removing a node moves the focus to the canvas", async ({ page }) => {
  await openShop(page);
  await page.getByRole("button", { name: "Hide inspector" }).focus();
  await page.keyboard.press("Enter");
  await onCanvas(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Show inspector");
  await page.keyboard.press("Enter");
  await onCanvas(page);
  await select(page, "server");
  await page.keyboard.press("Delete");
  await onCanvas(page);
  const undo = page.locator(".notice").getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expect(undo).toHaveCount(0);
  await onCanvas(page);
  expect(await typed(page)).toBe(SHOP);
  // The form with the focus follows an undo.
  await select(page, "shop");
  await page.keyboard.press("Control+d");
  await expect(card(page, "shop-2")).toBeVisible();
  await inspector(page).locator("summary").first().focus();
  await page.keyboard.press("Control+z");
  await expect(card(page, "shop-2")).toHaveCount(0);
  expect(await pane(page)).not.toBe("BODY");
});

test("renaming in the form keeps the focus; closing a file moves it to the active tab", async ({ page }) => {
  await openShop(page);
  const name = inspector(page).getByLabel("Name", { exact: true }).first();
  await name.fill("store");
  await page.keyboard.press("Enter");
  await expect(card(page, "store")).toBeVisible();
  await expect.poll(() => focused(page)).toBe("Name");
  await bring(page, { "a.yaml": SHOP, "b.yaml": SHOP });
  const tabs = page.getByRole("navigation", { name: "Files" });
  await expect(tabs.getByRole("button", { name: /^Close/ })).toHaveCount(3);
  await tabs.getByRole("button", { name: "Close a.yaml" }).focus();
  await page.keyboard.press("Enter");
  await expect(tabs.getByRole("button", { name: /^Close/ })).toHaveCount(2);
  expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-current"))).toBe("page");
  await tabs.getByRole("button", { name: "Close b.yaml" }).focus();
  await page.keyboard.press("Enter");
  await expect(tabs).toHaveCount(0);
  await onCanvas(page);
});

test("= in a field opens the function builder and is never written", async ({ page }) => {
  await openShop(page);
  const maker = inspector(page).getByRole("group", { name: /^Function for/ });
  for (const name of ["title", "port", "disk"]) {
    await field(page, name).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("=");
    await expect(maker).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(maker).toHaveCount(0);
    await expect(field(page, name)).toBeFocused();
  }
  // Also if it is inserted without a key for it.
  await field(page, "title").fill("=");
  await page.keyboard.press("Enter");
  await expect(maker).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field(page, "title")).toHaveValue("Books");
  expect(await typed(page)).toBe(SHOP);
  // Within a text it is a letter.
  await field(page, "title").fill("a");
  await page.keyboard.type("=b");
  await page.keyboard.press("Enter");
  expect(await typed(page)).toBe(SHOP.replace("title: Books", "title: a=b"));
});

const port = (of: Locator, role: string, name: string) =>
  of.locator(`g.port.${role}`).filter({ has: of.page().locator(`title:text-matches("^${name}\\\\b")`) });

test("C9 dragging an input highlights what it fits, and a tooltip gives the reason where it does not", async ({ page }) => {
  // A list of lists: no property of either node has that type.
  const lists = SHOP.replace("name: { type: string }", "name: { type: list, entry_schema: { type: list } }");
  await page.goto("./");
  await bring(page, { "shop.yaml": lists });
  await select(page, "shop");
  const drag = async (release: boolean) => {
    const input = page.locator("g.card.frame g.port.input").first();
    const [from, to] = [await middle(input), await middle(card(page, "shop").locator(".body"))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x - 20, to.y, { steps: 5 });
    await page.mouse.move(to.x, to.y, { steps: 5 });
    if (release) await page.mouse.up();
  };
  await drag(false);
  await expect(page.locator("g.card.takes")).toHaveCount(0);
  await expect(card(page, "shop")).toHaveClass(/\bno\b/);
  await expect(page.locator(".tip")).toBeVisible();
  await page.mouse.up();
  expect(await yaml(page)).toBe(lists);
  // A text fits the properties that are texts, and is read by the one that is chosen.
  await openShop(page);
  await drag(false);
  await expect(card(page, "shop")).toHaveClass(/\btakes\b/);
  await page.mouse.up();
  await page.getByRole("dialog", { name: "Connect to" }).getByRole("option", { name: /title/ }).click();
  await expect.poll(() => yaml(page)).toBe(SHOP.replace("title: Books", "title: { get_input: name }"));
});

test("C9 resting on a port highlights what fits and says what the port needs or offers", async ({ page }) => {
  await openShop(page);
  await press(card(page, "server").locator("text").first());
  const port = card(page, "server").locator("g.port").first();
  const at = await middle(port);
  await page.mouse.move(at.x, at.y, { steps: 4 });
  await expect(page.locator(".tip")).toHaveText(/^\w+ (offers|needs) \w+; (connected to .+|\d+ ports? in this diagram fits?|no port in this diagram fits)$/);
  await expect(page.locator(".tip")).toHaveCSS("opacity", "1");
  await page.mouse.move(at.x + 300, at.y + 200, { steps: 4 });
  await expect(page.locator(".tip")).toHaveCount(0);
});

test("the node, group and policy under the pointer have an outline", async ({ page }) => {
  await openItem(page, /Book shop/);
  await expect(card(page, "storefront")).toBeVisible();
  await expect(page.getByText("Checking…", { exact: true })).toHaveCount(0);
  const outline = page.locator("rect.hovered");
  const over = async (at: { x: number; y: number }) => page.mouse.move(at.x, at.y, { steps: 3 });
  const body = card(page, "data_volume").locator("> .body");
  await expect(async () => {
    await page.mouse.move(0, 0);
    await over(await middle(card(page, "data_volume").locator("text.label")));
    const [inner, outer] = [(await body.boundingBox())!, (await outline.boundingBox({ timeout: 500 * patience }))!];
    expect(Math.abs(inner.x - outer.x) + Math.abs(inner.width - outer.width)).toBeLessThan(6);
  }).toPass();
  await over(await middle(page.locator("g.hull-name .name-tab").first()));
  await expect(outline).toHaveCount(1);
  await over(await middle(page.locator("g.pill").first()));
  // The policy is on two groups.
  await expect(outline).toHaveCount(2);
  await page.mouse.move(0, 0);
  await expect(outline).toHaveCount(0);
  // A selected thing is marked already.
  await press(card(page, "data_volume"), { x: 60, y: 10 });
  await over(await middle(card(page, "data_volume").locator("text.label")));
  await expect(outline).toHaveCount(0);
});

test("every port highlighted while dragging an input accepts it", async ({ page }) => {
  await openSample(page);
  // All of it in sight: near the edge a dragged wire would move the view.
  await canvas(page).focus();
  await page.keyboard.press("1");
  await expect(page.getByText("Part of the diagram is out of view")).toHaveCount(0);
  // The frame folds its inputs; its note shows them.
  await press(page.locator("g.card.frame text.more"));
  const input = page.locator("g.sheet g.port.input").first();
  const from = await middle(input);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 10, { steps: 4 });
  await expect(page.locator("g.card.takes").first()).toBeVisible();
  for (const lit of await page.locator("g.card.takes").all()) {
    const box = (await lit.locator(".body").first().boundingBox())!;
    // In its middle and near either edge, where ports are that do not fit.
    for (const x of [box.x + 12, box.x + box.width / 2, box.x + box.width - 12]) {
      await page.mouse.move(x, box.y + box.height / 2, { steps: 2 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.locator(".tip").allTextContents(), `${await lit.getAttribute("aria-label")} at ${x - box.x}`).toEqual([]);
    }
  }
  // Let go there, it asks to which value.
  const box = (await card(page, "net_video").locator(".body").first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
  await expect(page.getByRole("dialog", { name: "Connect to" }).getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await onCanvas(page);
  expect(await yaml(page)).toBe(SAMPLE);
});

const QUEUE = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Queue:
    derived_from: tosca.nodes.Root
    capabilities:
      receiver: { type: tosca.capabilities.Endpoint }
topology_template:
  substitution_mappings:
    node_type: my.Queue # for others
  node_templates:
    app:
      type: tosca.nodes.WebApplication
    web:
      type: tosca.nodes.WebServer
`;

test("F5 a capability is connected to the service port that a problem reports as missing", async ({ page }) => {
  await page.goto("./");
  await bring(page, { "queue.yaml": QUEUE });
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("receiver");
  const free = page.locator("g.card.frame g.port.capability").first();
  const from = await middle(free);
  // To a node as a whole: it has one capability of the type.
  const to = await middle(card(page, "app").locator(".body"));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(card(page, "app")).toHaveClass(/\btakes\b/);
  await page.mouse.up();
  const after = QUEUE.replace("# for others\n", "# for others\n    capabilities:\n      receiver: [app, app_endpoint]\n");
  await expect.poll(async () => (await yaml(page)).replace("[ app, app_endpoint ]", "[app, app_endpoint]")).toBe(after);
  await expect(page.getByRole("region", { name: "Problems" })).not.toContainText("receiver");
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  expect(await yaml(page)).toBe(QUEUE);
});

const APP = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [queue.yaml]
topology_template:
  node_templates:
    jobs:
      type: my.Queue
      directives: [substitute]
`;

test("opening a substituted node opens its service template, or reports that none is open", async ({ page }) => {
  await page.goto("./");
  await bring(page, { "app.yaml": APP });
  await select(page, "jobs");
  await page.keyboard.press("o");
  const notice = page.locator(".notice").filter({ hasText: "no open file substitutes" });
  await expect(notice.or(page.locator(".notice").filter({ hasText: "No open file substitutes" })).first()).toContainText("my.Queue");
  await bring(page, { "queue.yaml": QUEUE });
  await expect(card(page, "app")).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Files" });
  const show = () => tabs.getByRole("button", { name: /^app\.yaml/ }).click();
  await show();
  await select(page, "jobs");
  await page.keyboard.press("o");
  await expect(card(page, "app")).toBeVisible();
  await show();
  const body = await middle(card(page, "jobs").locator(".body"));
  await page.mouse.dblclick(body.x, body.y + 8);
  await expect(card(page, "app")).toBeVisible();
  await onCanvas(page);
});

test("K2 an edit by keys is announced, undone by a key and kept over a reload", async ({ page }) => {
  await openShop(page);
  await select(page, "server");
  await canvas(page).press("Delete");
  await expect(card(page, "server")).toHaveCount(0);
  const spoken = page.locator(".unseen[role=status]");
  await expect(spoken.filter({ hasText: /removed|server/i }).first()).toBeAttached();
  await canvas(page).press("Control+z");
  await expect(card(page, "server")).toBeVisible();
  await canvas(page).press("Control+Shift+z");
  await expect(card(page, "server")).toHaveCount(0);
  const now = await yaml(page);
  await page.reload();
  await expect(card(page, "shop")).toBeVisible();
  await expect(card(page, "server")).toHaveCount(0);
  expect(await yaml(page)).toBe(now);
});

test("K5 Backspace and Delete in a text field never remove a node", async ({ page }) => {
  await openShop(page);
  await select(page, "server");
  const fields = [palette(page).getByRole("searchbox"), inspector(page).getByRole("textbox", { name: "Name" }), inspector(page).getByRole("textbox", { name: "Note" })];
  for (const field of fields) {
    await field.click();
    await page.keyboard.type("x");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Escape");
    await expect(card(page, "server")).toBeVisible();
  }
  expect(await yaml(page)).toBe(SHOP);
});
