// Help and error handling: hints, rejected input, removals, reloads, storage failures and touch.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { openSample, yaml } from "./actions";
import { card, inspector, middle, press } from "./places";
import { expect, type Locator, type Page, test } from "./base";

const SAMPLE = readFileSync(new URL("../../public/samples/streamer_cluster.yaml", import.meta.url));

const palette = (page: Page, name: RegExp) => page.getByRole("region", { name: "Palette" }).getByRole("button", { name });

async function bring(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles(files);
}

test("a click on the palette shows what to do next; a click on the canvas places, Escape cancels", async ({ page }) => {
  await openSample(page);
  const prompt = page.locator(".prompt");
  await palette(page, /^Component/).click();
  await expect(prompt).toContainText("Drop Component on the diagram");
  const desk = (await page.locator("#canvas").boundingBox())!;
  await page.mouse.move(desk.x + 200, desk.y + desk.height - 80);
  await expect(page.locator(".to-be")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(prompt).toHaveCount(0);
  await expect(page.locator(".to-be")).toHaveCount(0);
  await palette(page, /^Component/).click();
  await prompt.getByRole("button", { name: /Cancel/ }).click();
  await expect(prompt).toHaveCount(0);
  await expect(card(page, "component")).toHaveCount(0);
  await palette(page, /^Component/).click();
  await page.mouse.click(desk.x + 200, desk.y + desk.height - 80);
  await expect(card(page, "component")).toBeVisible();
});

test("a relationship from the palette prompts for both ends", async ({ page }) => {
  await openSample(page);
  await palette(page, /^Relationship/).click();
  await expect(page.locator(".prompt")).toContainText("connect from");
  const port = (node: string, role: string, at: number) => card(page, node).locator(`g.port.${role}:not(.whole)`).nth(at);
  const [from, to] = [await middle(port("streamer", "capability", 0)), await middle(port("balancer", "requirement", 0))];
  await page.mouse.click(from.x, from.y);
  await expect(page.locator(".prompt")).toContainText("to connect");
  await page.keyboard.press("Escape");
  expect(await yaml(page)).toBe(SAMPLE.toString("utf8"));
  await palette(page, /^Relationship/).click();
  await page.mouse.click(from.x, from.y);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.click(to.x, to.y);
  await expect.poll(() => yaml(page)).not.toBe(SAMPLE.toString("utf8"));
});

test("a rejected field shows the reason and keeps the input", async ({ page }) => {
  await openSample(page);
  await press(card(page, "balancer"), { x: 60, y: 10 });
  const type = inspector(page).getByLabel(/^Type/).first();
  await type.fill("");
  await type.press("Enter");
  await expect(inspector(page).getByRole("alert")).toContainText("value is required");
  await expect(type).toHaveAttribute("aria-invalid", "true");
  const described = (await type.getAttribute("aria-describedby"))!.split(" ");
  expect(described).toContain(await inspector(page).getByRole("alert").getAttribute("id"));
  await type.press("Escape");
  await expect(type).toHaveValue("resource::c_balancer::1.0");
  const name = inspector(page).getByLabel("Name", { exact: true }).first();
  await name.fill("streamer");
  await name.press("Enter");
  await expect(inspector(page).getByRole("alert")).toContainText("is already in use");
  await name.press("Escape");
  // The same in place, on the canvas.
  await page.locator("#canvas").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("streamer");
  await page.keyboard.press("Enter");
  await expect(page.locator("#rename-refused")).toContainText("is already in use");
  await page.keyboard.press("Escape");
  await expect(page.locator("#rename-refused")).toHaveCount(0);
  await expect(page.locator(".notice")).toHaveCount(0);
  expect(await yaml(page)).toBe(SAMPLE.toString("utf8"));
});

test("a removal reports what else was removed, and one click restores it", async ({ page }) => {
  await openSample(page);
  await press(card(page, "balancer"), { x: 60, y: 10 });
  await page.keyboard.press("Delete");
  const notice = page.locator(".notice");
  await expect(notice).toContainText(/Removed balancer with \d relationships/);
  const [told, problems] = [(await notice.boundingBox())!, (await page.getByRole("region", { name: "Problems" }).boundingBox())!];
  expect(told.y + told.height).toBeLessThanOrEqual(problems.y);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "balancer")).not.toContainText("not declared");
  expect(await yaml(page)).toBe(SAMPLE.toString("utf8"));
});

test("pending field input survives a reload", async ({ page }) => {
  await openSample(page);
  await press(card(page, "balancer"), { x: 60, y: 10 });
  await inspector(page).getByLabel("Quantity", { exact: true }).fill("7");
  await page.waitForTimeout(600);
  await page.reload();
  await expect(card(page, "balancer")).toBeVisible();
  await expect(inspector(page).getByLabel("Quantity", { exact: true })).toHaveValue("7");
  await expect.poll(() => yaml(page)).toContain("quantity: 7");
});

test("undo works across a reload, for boxes and text", async ({ page }) => {
  await openSample(page);
  const place = () => card(page, "balancer").getAttribute("transform");
  const stood = await place();
  await press(card(page, "balancer"), { x: 60, y: 10 });
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(place).not.toBe(stood);
  const moved = await place();
  const quantity = inspector(page).getByLabel("Quantity", { exact: true });
  await quantity.fill("3");
  await quantity.press("Enter");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("# more");
  // The history is written when typing pauses.
  await page.waitForTimeout(2500);
  await page.reload();
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toContain("# more");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  expect(await yaml(page)).not.toContain("# more");
  await undo.click();
  expect(await yaml(page)).toBe(SAMPLE.toString("utf8"));
  expect(await place()).toBe(moved);
  await undo.click();
  await expect.poll(place).toBe(stood);
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(place).toBe(moved);
});

test("a growing card displaces others, which return on undo", async ({ page }) => {
  await page.goto("./");
  const text = ["a", "b"].map((name) => `  ${name}:\n    type: resource::${name}::1.0\n`).join("");
  await bring(page, [{ name: "grow.yml", mimeType: "application/yaml", buffer: Buffer.from(`name: assembly::grow::1.0\ncomposition:\n${text}`) }]);
  await expect(card(page, "b")).toBeVisible();
  // One straight below the other, near.
  const [upper, lower] = [await middle(card(page, "a").locator(".body")), await middle(card(page, "b").locator(".body"))];
  await page.keyboard.down("Alt");
  await page.mouse.move(lower.x, lower.y);
  await page.mouse.down();
  await page.mouse.move(upper.x, upper.y + 90, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.up("Alt");
  const place = () => card(page, "b").getAttribute("transform");
  const before = await place();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.evaluate(() => {
    const data = new DataTransfer();
    const ends = [1, 2, 3, 4].map((at) => `  r${at}:\n    source-capabilities: [a.cap${at}]\n    target-requirements: [b.req]\n`).join("");
    data.setData("text/plain", `relationships:\n${ends}`);
    const content = document.querySelector(".editor-host")!.shadowRoot!.querySelector(".cm-content")!;
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(card(page, "a").locator("g.port.capability:not(.whole)")).toHaveCount(4);
  await expect.poll(place).not.toBe(before);
  const [a, b] = [(await card(page, "a").locator(".body").boundingBox())!, (await card(page, "b").locator(".body").boundingBox())!];
  expect(b.y).toBeGreaterThan(a.y + a.height);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(place).toBe(before);
});

test("F6 cycles through the panes, and back with Shift", async ({ page }) => {
  await openSample(page);
  const pane = () =>
    page.evaluate(() => {
      const active = document.activeElement!;
      return active.closest(".pane")?.getAttribute("aria-label") ?? active.tagName;
    });
  // The form is there a moment after the file.
  await expect(inspector(page).getByLabel(/^Name/).first()).toBeVisible();
  await page.locator("#canvas").focus();
  const round: string[] = [];
  for (let steps = 0; steps < 5; steps += 1) {
    await page.keyboard.press("F6");
    round.push(await pane());
  }
  expect([...round].sort()).toEqual(["Canvas", "Inspector", "Palette", "Problems", "YAML source"]);
  expect(round.at(-1)).toBe("Canvas");
  await page.keyboard.press("Shift+F6");
  expect(await pane()).toBe(round.at(-2));
});

test("the start page and an empty descriptor show hints; an unrecognized file is not reported as free of errors", async ({ page }) => {
  await page.goto("./");
  await expect(page.getByRole("heading", { name: /Design and check service descriptors/ })).toBeVisible();
  for (const way of [/^New/, /^Open/, /^Streamer cluster/]) await expect(page.locator(".welcome").getByRole("button", { name: way }).first()).toBeVisible();
  await page.locator(".welcome").getByRole("button", { name: /^New/ }).first().click();
  await expect(page.locator(".bare-hint")).toContainText("Drop a component here");
  await bring(page, [{ name: "notes.yml", mimeType: "application/yaml", buffer: Buffer.from("groceries:\n- milk\n") }]);
  await expect(page.locator(".bare-hint")).toContainText("isn't recognized");
  await expect(page.getByRole("contentinfo")).toContainText("language not recognized");
  await expect(page.getByRole("contentinfo")).not.toContainText("No errors");
});

test("remove buttons name what they remove", async ({ page }) => {
  await openSample(page);
  await press(card(page, "balancer"), { x: 60, y: 10 });
  const labels = await inspector(page).locator("button.danger").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")!));
  expect(labels.length).toBeGreaterThan(3);
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toMatch(/^Remove \S+$/);
  await inspector(page).getByRole("button", { name: "Remove deploymentLocation" }).click();
  const written = (text: string) => text.split("deploymentLocation:").length;
  await expect.poll(async () => written(await yaml(page))).toBe(written(SAMPLE.toString("utf8")) - 1);
});

test("tabs distinguish files with the same name", async ({ page }) => {
  await page.goto("./");
  const file = (name: string) => ({ name: "assembly.yml", mimeType: "application/yaml", buffer: Buffer.from(`name: assembly::${name}::1.0\n`) });
  await bring(page, [file("edge")]);
  await bring(page, [file("core")]);
  const tabs = page.getByRole("navigation", { name: "Files" });
  await expect(tabs.getByRole("button", { name: /^assembly\.yml\s*edge/ })).toBeVisible();
  await expect(tabs.getByRole("button", { name: /^assembly-2\.yml\s*core/ })).toBeVisible();
});

test("failing storage is reported, and work continues", async ({ page }) => {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args: Parameters<typeof open>) {
      if ((window as any).repaired) return open.apply(this, args);
      throw new DOMException("The quota is used up.", "QuotaExceededError");
    };
  });
  await openSample(page);
  const banner = page.getByRole("alert").filter({ hasText: "isn't saved" });
  await expect(banner).toContainText("quota");
  await press(card(page, "balancer"), { x: 60, y: 10 });
  await inspector(page).getByLabel("Quantity", { exact: true }).fill("3");
  await page.keyboard.press("Enter");
  expect(await yaml(page)).toContain("quantity: 3");
  await page.evaluate(() => ((window as any).repaired = true));
  await banner.getByRole("button", { name: "Try again" }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("contentinfo")).toContainText("Saved in this browser");
});

test("in a small window notices never cover the toolbar, and the last one can be dismissed", async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 620 });
  await page.goto("./");
  const unreadable = (at: number) => ({ name: `${"a-long-name-".repeat(14)}${at}.bin`, mimeType: "application/octet-stream", buffer: Buffer.from([0, 1, 254, 255]) });
  await bring(page, [1, 2, 3, 4].map(unreadable));
  const last = page.locator(".notice").last();
  await expect(page.locator(".notice")).toHaveCount(4);
  const covered = await page.locator(".toolbar button").evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      })
      .map((button) => button.getAttribute("aria-label")),
  );
  expect(covered).toEqual([]);
  await last.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator(".notice")).toHaveCount(3);
});

test("a gzipped project is opened", async ({ page }) => {
  await page.goto("./");
  // One tar entry, by hand: the name, the size and the checksum of a ustar header.
  const entry = (name: string, text: string) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write("0000644\0", 100);
    header.write(text.length.toString(8).padStart(11, "0") + "\0", 124);
    header.write("        0", 148);
    header.write("ustar\x0000", 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(sum.toString(8).padStart(6, "0") + "\0 ", 148);
    return Buffer.concat([header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]);
  };
  const tar = Buffer.concat([entry("Descriptor/assembly.yml", SAMPLE.toString("latin1")), Buffer.alloc(1024)]);
  await bring(page, [{ name: "project.tgz", mimeType: "application/gzip", buffer: gzipSync(tar) }]);
  await expect(card(page, "balancer")).toBeVisible();
  expect(await yaml(page)).toBe(SAMPLE.toString("latin1"));
});

test("touch: one finger pans or drags a card, two fingers zoom", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1180, height: 820 } });
  const page = await context.newPage();
  await page.goto(baseURL!);
  await page.getByRole("button", { name: "New", exact: true }).first().tap();
  await page.getByRole("menuitem", { name: /Streamer cluster/ }).tap();
  await expect(card(page, "balancer")).toBeVisible();
  const client = await context.newCDPSession(page);
  const touch = (type: string, ...points: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type: type as any, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  const camera = () => page.locator("#canvas > .world").evaluate((world: HTMLElement) => world.style.transform);
  const zoom = async () => Number(/scale\((.*)\)/.exec(await camera())![1]);
  const desk = (await page.locator("#canvas").boundingBox())!;
  const at = { x: desk.x + desk.width / 2, y: desk.y + desk.height - 60 };

  const before = await camera();
  await touch("touchStart", at);
  for (let step = 1; step <= 5; step += 1) await touch("touchMove", { x: at.x + 12 * step, y: at.y });
  await touch("touchEnd");
  await expect.poll(camera).not.toBe(before);

  const small = await zoom();
  await touch("touchStart", { x: at.x - 40, y: at.y }, { x: at.x + 40, y: at.y });
  for (let step = 1; step <= 5; step += 1) await touch("touchMove", { x: at.x - 40 - 8 * step, y: at.y }, { x: at.x + 40 + 8 * step, y: at.y });
  await touch("touchEnd");
  await expect.poll(zoom).toBeGreaterThan(small * 1.6);

  await page.getByRole("group", { name: "View", exact: true }).getByRole("button", { name: "Fit to screen" }).tap();
  const own = await card(page, "balancer").getAttribute("transform");
  const from = await middle(card(page, "balancer").locator("text.label"));
  await touch("touchStart", from);
  for (let step = 1; step <= 5; step += 1) await touch("touchMove", { x: from.x, y: from.y + 10 * step });
  await touch("touchEnd");
  await expect.poll(() => card(page, "balancer").getAttribute("transform")).not.toBe(own);
  await context.close();
});

test("a descriptor that is not UTF-8 is reported, and converted only on request", async ({ page }) => {
  await page.goto("./");
  const text = "name: assembly::caf\u00e9::1.0\n";
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  await bring(page, [{ name: "wide.yml", mimeType: "application/yaml", buffer: wide }]);
  const notice = page.locator(".notice").filter({ hasText: "UTF-16" });
  await expect(notice).toContainText("wide.yml");
  await notice.getByRole("button", { name: "Convert to UTF-8" }).click();
  await expect(page.locator(".document-name")).toContainText("wide.yml");
  expect(await yaml(page)).toBe(text);
  await bring(page, [{ name: "old.yml", mimeType: "application/yaml", buffer: Buffer.from(text, "latin1") }]);
  await page.locator(".notice").filter({ hasText: "Latin-1" }).getByRole("button", { name: "Convert to UTF-8" }).click();
  await expect(page.locator(".document-name")).toContainText("old.yml");
  expect(await yaml(page)).toBe(text);
});

test("in a narrow window problems and their fixes fit their panes", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  await openSample(page, "balancer");
  const row = page.locator(".problem").filter({ hasText: "target.AddBalancedHttpServer" });
  const [words, fix, list] = [row.locator(".problem-what"), row.getByRole("button", { name: /^Change to/ }), page.getByRole("list", { name: "Problems" })];
  await expect(fix).toBeVisible();
  expect((await words.boundingBox())!.width).toBeGreaterThan(180);
  const right = async (of: Locator) => (await of.boundingBox())!.x + (await of.boundingBox())!.width;
  expect(await right(fix)).toBeLessThanOrEqual(await right(list));
  const name = "a-name-without-any-break-in-it-".repeat(3);
  await bring(page, [{ name: "long.yml", mimeType: "application/yaml", buffer: Buffer.from(`name: assembly::long::1.0\ncomposition:\n  ${name}:\n    type: resource::r::1.0\n`) }]);
  await press(card(page, name), { x: 60, y: 10 });
  const inForm = inspector(page).locator(".field-problems .button.fix").first();
  await expect(inForm).toContainText("deploymentLocation");
  expect(await right(inForm)).toBeLessThanOrEqual(await right(inspector(page)));
  expect((await inForm.boundingBox())!.height).toBeLessThan(110);
  // The position is never cut off, however long the names are.
  const place = page.locator(".problem").filter({ hasText: "missing" }).locator(".problem-where span").last();
  await expect(place).toHaveText("3:3");
  expect(await place.evaluate((it) => it.scrollWidth <= it.clientWidth + 1)).toBe(true);
});

test("in a narrow window the language of a document leaves room for the buttons of the toolbar", async ({ page }) => {
  await page.goto("./");
  const text = "tosca_definitions_version: tosca_simple_yaml_1_0_0_wd03\ntopology_template:\n  node_templates:\n    a: {type: brooklyn.nodes.A}\n";
  await bring(page, [{ name: "a-name-of-some-length.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) }]);
  await expect(card(page, "a")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 760 });
  const fits = async () => {
    const chip = (await page.locator(".document .chip").boundingBox())!;
    const next = (await page.getByRole("button", { name: "Commands" }).boundingBox())!;
    expect(chip.x + chip.width).toBeLessThanOrEqual(next.x);
  };
  await fits();
  await bring(page, [{ name: "notes.yaml", mimeType: "application/yaml", buffer: Buffer.from("notes: none of the languages\n") }]);
  await expect(page.locator(".document .chip")).toHaveText("Not recognized");
  await fits();
});

test("a file with a syntax error from the start is drawn as far as possible, with a banner", async ({ page }) => {
  await page.goto("./");
  await bring(page, [{ name: "half.yml", mimeType: "application/yaml", buffer: Buffer.from("name: assembly::half::1.0\ncomposition:\n  a:\n    type: resource::a::1.0\nbroken\n") }]);
  await expect(card(page, "a")).toBeVisible();
  const banner = page.getByRole("alert").filter({ hasText: "Syntax error on line 5" });
  await expect(banner).toContainText("what could be parsed");
  await banner.getByRole("button", { name: "Go to line 5" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(": 1");
  await expect(banner).toHaveCount(0);
});

test("a diagram that is too large to be read as a whole opens in part, and one click fits it to the screen", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  const parts = Array.from({ length: 400 }, (_, at) => `  part_${at}: {type: "resource::part::1.0"}\n`);
  const text = `name: assembly::large::1.0\ncomposition:\n${parts.join("")}`;
  await page.goto("./");
  await bring(page, [{ name: "large.yml", mimeType: "application/yaml", buffer: Buffer.from(text) }]);
  await expect(page.locator(".status")).toContainText("34 %");
  const more = page.getByText("Part of the diagram is out of view");
  await expect(more).toBeVisible();
  await page.getByRole("button", { name: /^Fit to screen ?1$/ }).click();
  await expect(page.locator(".status")).not.toContainText("34 %");
  await expect(more).toBeHidden();
});

test("a diagram that was moved out of view can be brought back", async ({ page }) => {
  await page.goto("./");
  await bring(page, [{ name: "two.yml", mimeType: "application/yaml", buffer: Buffer.from("name: assembly::two::1.0\ncomposition:\n  a: {type: \"resource::a::1.0\"}\n  b: {type: \"resource::b::1.0\"}\n") }]);
  await expect(page.locator("g.card:not(.frame)")).toHaveCount(2);
  const away = page.getByText("The diagram is out of view");
  await expect(away).toHaveCount(0);
  const desk = (await page.locator("#canvas").boundingBox())!;
  await page.mouse.move(desk.x + desk.width / 2, desk.y + desk.height / 2);
  await page.mouse.wheel(0, 4000);
  await expect(away).toBeVisible();
  await page.getByRole("button", { name: /^Fit to screen ?1$/ }).click();
  await expect(away).toHaveCount(0);
  await expect(page.locator("g.card:not(.frame)")).toHaveCount(2);
});

test("a wholly visible diagram stays visible when something is added at its edge", async ({ page }) => {
  await page.goto("./");
  await page.locator(".welcome").getByRole("button", { name: /^New assembly descriptor/ }).click();
  await expect(page.locator(".bare-hint")).toContainText("Drop a component here");
  const desk = (await page.locator("#canvas").boundingBox())!;
  await palette(page, /^Component/).click();
  await page.mouse.click(desk.x + 120, desk.y + desk.height / 2);
  await expect(card(page, "component")).toBeVisible();
  const frame = page.locator("g.card.frame > .body");
  await expect.poll(async () => (await frame.boundingBox())!.x).toBeGreaterThanOrEqual(desk.x);
});
