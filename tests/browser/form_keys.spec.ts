// Forms by keyboard, and what follows a fix: the field that was added has the focus, Tab goes from field to field, Escape back to the canvas.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { canvas, card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const HEAD = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n";
const DB = `${HEAD}    db:\n      type: tosca.nodes.Database\n      properties:\n        name: orders\n`;
const STORED = `${HEAD}    disk:
      type: tosca.nodes.Storage.BlockStorage
      properties:
        size: 1 GB
    server:
      type: tosca.nodes.Compute
      requirements:
        - local_storage: disk
`;

const region = (page: Page) => page.getByRole("region", { name: "Problems" });
const rows = (page: Page) => region(page).locator(".problem-line");
/** The text as it is shown: a download would take the focus. */
const text = (page: Page) => page.locator(".cm-content");
const field = (page: Page, name: string) => inspector(page).getByRole("textbox", { name, exact: true });

/** The element that has the focus: its label, or its class. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLInputElement;
    return active.getAttribute("aria-label") ?? active.labels?.[0]?.textContent ?? active.className;
  });

/** Enters the form of a node by the keyboard. */
async function enter(page: Page, name: string) {
  await press(card(page, name).locator("text").first());
  await page.keyboard.press("Enter");
  await expect(inspector(page).locator("input.name")).toHaveValue(name);
}

test("a value that a fix adds deep inside is revealed in the form, and has the focus", async ({ page }) => {
  await openText(page, STORED, "server");
  await page.locator(".cm-content").getByText("local_storage").click();
  await expect(inspector(page).locator("h3, input.name").first()).toBeVisible();
  await inspector(page).getByRole("button", { name: /^Add property location/ }).click();
  const location = inspector(page).getByRole("textbox", { name: /^location/ });
  await expect(location).toBeFocused();
  await expect(location).toBeInViewport();
  await page.keyboard.type("/data");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toContain("                location: /data\n");
  await expect(inspector(page).getByText(/missing required/)).toHaveCount(0);
});

test("a value that a fix adds deep inside has the caret, where the fix is one of the list", async ({ page }) => {
  await openText(page, STORED, "server");
  // A warning does not open the list.
  await region(page).getByRole("button", { name: "List of problems" }).click();
  await rows(page).filter({ hasText: "location" }).click();
  await region(page).getByRole("button", { name: /^Add property location/ }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.type("/data");
  await expect.poll(() => yaml(page)).toContain("location: '/data'\n");
});

test("a volume without a size has its properties open, and a fix that adds the size", async ({ page }) => {
  await openText(page, `${HEAD}    disk:\n      type: tosca.nodes.Storage.BlockStorage\n`, "disk");
  await press(card(page, "disk").locator("text").first());
  await expect(inspector(page).locator("details.group").filter({ hasText: "Properties" }).first()).toHaveAttribute("open", "");
  await inspector(page).getByRole("button", { name: /^Add property size/ }).click();
  await expect(inspector(page).getByRole("textbox", { name: /^size/ })).toBeFocused();
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toContain("        size: 20 GB\n");
  await expect(inspector(page)).toContainText("must be at least 1 MB");
  await expect(inspector(page)).not.toContainText("0 MB");
});

test("after a fix that adds no value, typing writes nothing", async ({ page }) => {
  await openText(page, `${DB}    server:\n      type: tosca.nodes.Compute\n    dbms:\n      type: tosca.nodes.DBMS\n`, "dbms");
  await press(card(page, "dbms").locator("text").first());
  await inspector(page).getByRole("button", { name: /^Assign host to server/ }).click();
  await expect(text(page)).toContainText("- host: server");
  await expect.poll(() => page.evaluate(() => document.activeElement!.matches("form.form, .fix"))).toBe(true);
  await page.keyboard.type("abc");
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeFocused();
  expect(await yaml(page)).not.toContain("abc");
});

test("a required text that is empty is reported at its field", async ({ page }) => {
  await openText(page, DB.replace("orders", "''"), "db");
  await press(card(page, "db").locator("text").first());
  await expect(inspector(page)).toContainText("Required, but empty");
});

test("Tab goes from field to field; one key moves the focus to the actions of a field and back", async ({ page }) => {
  await openText(page, DB, "db");
  await enter(page, "db");
  const name = inspector(page).getByRole("textbox", { name: /^name/ });
  await name.focus();
  await page.keyboard.press("Tab");
  await expect(field(page, "port")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field(page, "user")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  // The field's description names the key.
  const about = (await field(page, "port").getAttribute("aria-describedby"))!.split(" ")[0]!;
  await expect(page.locator(`[id="${about}"]`)).toContainText("Ctrl+.");
  await page.keyboard.press("Control+.");
  const actions = ["Use a function for port", "Make port an input", "Expose port as an output"];
  expect(actions).toContain(await focused(page));
  await page.keyboard.press("ArrowRight");
  expect(actions).toContain(await focused(page));
  await page.keyboard.press("Escape");
  await expect(field(page, "port")).toBeFocused();
  await page.keyboard.press("Control+.");
  while ((await focused(page)) !== "Make port an input") await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toContain("get_input:");
  const found = await axe(page, '[aria-label="Inspector"]');
  expect(found.violations.flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html}`))).toEqual([]);
});

test("the icons of a field never cover its label while it is edited", async ({ page }) => {
  await openText(page, DB, "db");
  await enter(page, "db");
  await field(page, "user").focus();
  const row = inspector(page).locator(".row", { has: page.getByRole("textbox", { name: "user", exact: true }) });
  await expect(row.locator(".tools").first()).toHaveCSS("opacity", "1");
  const label = (await row.locator("label").boundingBox())!;
  for (const icon of await row.locator(".tool").all()) {
    const box = (await icon.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(label.y + label.height - 1);
  }
  // They are pressed where they are seen.
  await row.getByRole("button", { name: "Make user an input" }).click();
  await expect.poll(() => yaml(page)).toContain("user: { get_input: user }");
});

test("Escape restores what is typed first, and goes back to the canvas then", async ({ page }) => {
  await openText(page, DB, "db");
  await enter(page, "db");
  const name = inspector(page).getByRole("textbox", { name: /^name/ });
  await name.focus();
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("orders");
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeFocused();
  await expect(card(page, "db")).toHaveAttribute("aria-pressed", "true");
  await expect(text(page)).toContainText("name: orders");
  // A refused value is restored first, too.
  await page.keyboard.press("Enter");
  await expect(name).toBeFocused();
  const own = inspector(page).locator("input.name");
  await own.fill("");
  await page.keyboard.press("Enter");
  await expect(own).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");
  await expect(own).toHaveValue("db");
  await expect(own).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(canvas(page)).toBeFocused();
});

test("undo in a field that is written is that of the document, and the field shows the result", async ({ page }) => {
  await openText(page, DB, "db");
  await enter(page, "db");
  const name = inspector(page).getByRole("textbox", { name: /^name/ });
  await expect(name).toBeFocused();
  await name.fill("bills");
  await page.keyboard.press("Enter");
  await expect(text(page)).toContainText("name: bills");
  await expect(name).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(text(page)).toContainText("name: orders");
  await expect(name).toHaveValue("orders");
  await page.keyboard.press("Control+Shift+z");
  await expect(text(page)).toContainText("name: bills");
  await expect(name).toHaveValue("bills");
  // While something is typed, undo is that of the field.
  await name.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await page.keyboard.press("Control+z");
  await expect(name).toHaveValue("bills");
  await expect(text(page)).toContainText("name: bills");
});

const FAULTY = `${HEAD}    a: {type: my.Gone}\n    b: {type: my.Other}\n    c: {type: tosca.nodes.Root}\n`;

test("F6 goes to the first problem, arrows to the others, and F8 to the next one from anywhere", async ({ page }) => {
  await openText(page, FAULTY, "c");
  await expect(rows(page)).toHaveCount(2);
  await canvas(page).focus();
  for (let at = 0; at < 6 && !(await region(page).locator(":focus").count()); at += 1) await page.keyboard.press("F6");
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(rows(page).nth(0)).toBeFocused();
  await canvas(page).focus();
  await page.keyboard.press("F8");
  await expect(rows(page).nth(0)).toBeFocused();
  await expect(card(page, "a")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("F8");
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(card(page, "b")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("F8");
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press("Shift+F8");
  await expect(rows(page).nth(1)).toBeFocused();
});

test("only errors open the list of problems; it is one line again without any, and on request", async ({ page }) => {
  const height = async () => (await region(page).boundingBox())!.height;
  // A warning only.
  await openText(page, STORED, "server");
  const toggle = region(page).getByRole("button", { name: "List of problems" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  expect(await height()).toBeLessThan(40);
  await expect(region(page).getByRole("button", { name: "1 warning" })).toBeVisible();
  // F8 opens it.
  await canvas(page).focus();
  await page.keyboard.press("F8");
  await expect(rows(page).first()).toBeFocused();
  await expect.poll(height).toBeGreaterThan(100);
  await toggle.click();
  await expect.poll(height).toBeLessThan(40);
  await region(page).getByRole("heading", { name: "Problems" }).dblclick();
  await expect.poll(height).toBeGreaterThan(100);
  await region(page).getByRole("heading", { name: "Problems" }).dblclick();
  await expect.poll(height).toBeLessThan(40);
  // An error opens it, and it is one line when the last problem is gone.
  await press(card(page, "disk").locator("text").first());
  await inspector(page).getByRole("textbox", { name: /^size/ }).fill("");
  await page.keyboard.press("Enter");
  await toggle.click();
  await expect.poll(height).toBeGreaterThan(100);
  await page.keyboard.press("Escape");
  await canvas(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(region(page)).toContainText("No problems found.");
  await expect.poll(height).toBeLessThan(40);
});

test("the list of keys scrolls by keys", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 500 });
  await openText(page, DB, "db");
  await canvas(page).focus();
  await page.keyboard.press("?");
  const body = page.locator("dialog[open] .dialog-body");
  await expect(body).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect.poll(() => body.evaluate((it) => it.scrollTop)).toBeGreaterThan(50);
});
