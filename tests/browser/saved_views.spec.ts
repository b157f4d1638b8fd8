// N5: saved views of one diagram, by type, group or chosen nodes, each with its own positions, which travel in a file beside the descriptor.
import { readFileSync } from "node:fs";
import { drag, openFiles, openText, rest, yaml } from "./actions";
import { axe } from "./axe";
import { box, canvas, card, middle, press } from "./places";
import { expect, test, type Page } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    front:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    shop:
      type: tosca.nodes.WebApplication
      requirements:
        - host: front
        - dependency: orders
    orders:
      type: tosca.nodes.Database
      properties: { name: orders }
      requirements:
        - host: engine
    engine:
      type: tosca.nodes.DBMS
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
    spare:
      type: tosca.nodes.Compute
  groups:
    data:
      type: tosca.groups.Root
      members: [orders, engine]
`;

const choice = (page: Page) => page.getByLabel("Saved view", { exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Create|Edit) view$/ });
const cards = (page: Page) => page.locator("g.card:not(.frame)");

async function newView(page: Page, name: string, boxes: string[]) {
  await page.getByRole("button", { name: "Create view" }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByLabel("Name").fill(name);
  for (const label of boxes) await dialog(page).getByRole("checkbox", { name: label }).check();
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(dialog(page)).toBeHidden();
}

test("N5: a view by type and one by group, each with its own positions", async ({ page }) => {
  await openText(page, SHOP, "spare");
  const before = await yaml(page);
  await newView(page, "Machines", ["Compute 2 nodes"]);
  await expect(cards(page)).toHaveCount(2);
  await expect(choice(page).locator("option:checked")).toHaveText("Machines");
  await newView(page, "Data", ["data 2 nodes"]);
  await expect(cards(page)).toHaveCount(2);
  await expect(card(page, "engine")).toBeVisible();
  await expect(card(page, "orders")).toBeVisible();

  // A move in the view leaves the whole diagram as it is.
  await choice(page).selectOption("Machines");
  await rest(page);
  const { x, y, width } = await box(page, "spare");
  const head = { x: x + width / 2, y: y + 12 };
  await drag(page, head, { x: head.x + 120, y: head.y + 90 });
  await rest(page);
  const moved = await box(page, "spare");
  expect(moved.x - x).toBeGreaterThan(60);
  expect(moved.y - y).toBeGreaterThan(40);
  await choice(page).selectOption("Whole diagram");
  await expect(cards(page)).toHaveCount(6);
  await choice(page).selectOption("Machines");
  await rest(page);
  expect((await box(page, "spare")).x).toBeCloseTo(moved.x, -1);

  // The views and their positions are there after a reload, and the text is as it was.
  await page.reload();
  await expect(choice(page).locator("option:checked")).toHaveText("Machines");
  await expect(cards(page)).toHaveCount(2);
  await rest(page);
  expect((await box(page, "spare")).x).toBeCloseTo(moved.x, -1);
  expect(await yaml(page)).toBe(before);

  // Undo shows the view in which the card moved. The tab of the diagram shows the whole.
  await page.getByRole("tab", { name: "Diagram", exact: true }).click();
  await expect(choice(page).locator("option:checked")).toHaveText("Whole diagram");
  await expect(cards(page)).toHaveCount(6);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect(choice(page).locator("option:checked")).toHaveText("Machines");
  await rest(page);
  expect((await box(page, "spare")).x).toBeCloseTo(x, -1);
});

test("N5: a node that is added to a view is shown in it, and one that it leaves out opens the whole", async ({ page }) => {
  await openText(page, SHOP, "spare");
  await newView(page, "Data", ["data 2 nodes"]);
  await canvas(page).focus();
  await page.keyboard.press("n");
  await page.keyboard.type("Compute");
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(3);
  expect(await yaml(page)).toContain("compute:");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Show whole diagram");
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(7);

  await choice(page).selectOption("Data");
  await expect(cards(page)).toHaveCount(3);
  // A type renamed in the text, a node renamed: the view follows.
  await press(card(page, "engine").locator("text").first());
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("motor");
  await page.keyboard.press("Enter");
  await expect(card(page, "motor")).toBeVisible();
  await expect(cards(page)).toHaveCount(3);
});

test("N5: from a selection, edited, removed and restored; axe finds nothing in the dialog", async ({ page }) => {
  await openText(page, SHOP, "spare");
  await press(card(page, "spare").locator("text").first());
  const at = await middle(card(page, "spare").locator("text").first());
  await page.mouse.click(at.x, at.y, { button: "right" });
  await page.getByRole("menuitem", { name: "Create view…" }).click();
  await expect(dialog(page).getByRole("checkbox", { name: "spare Compute" })).toBeChecked();
  await expect(dialog(page).getByRole("status")).toHaveText("1 of 6 nodes");
  expect((await axe(page, "dialog")).violations).toEqual([]);
  await dialog(page).getByRole("checkbox", { name: /shop/ }).check();
  await dialog(page).getByRole("checkbox", { name: /Include connected nodes/ }).check();
  await expect(dialog(page).getByRole("status")).toHaveText("4 of 6 nodes");
  await dialog(page).getByLabel("Name").fill("");
  await expect(dialog(page).getByRole("button", { name: "Save view" })).toBeDisabled();
  await dialog(page).getByLabel("Name").fill("Shop");
  await page.keyboard.press("Enter");
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole("button", { name: "Edit view" }).click();
  await dialog(page).getByRole("button", { name: "Remove view" }).click();
  await expect(cards(page)).toHaveCount(6);
  await page.getByRole("button", { name: "Restore view" }).click();
  await expect(cards(page)).toHaveCount(4);
});

test("N5: views travel in the file of positions, and a view without a match shows a message", async ({ page, browser }) => {
  await openText(page, SHOP, "spare");
  await newView(page, "Data", ["data 2 nodes"]);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Download positions");
  const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(file.suggestedFilename()).toBe("shop.places.json");
  const text = readFileSync((await file.path())!, "utf8");
  expect(JSON.parse(text).views["shop.yaml"][0]).toMatchObject({ name: "Data", groups: [["topology_template", "groups", "data"]] });

  const other = await (await browser.newContext()).newPage();
  await openText(other, SHOP, "spare");
  await openFiles(other, { "shop.places.json": text });
  await expect(other.locator(".notice").last()).toContainText("; added or updated 1 saved view");
  await choice(other).selectOption("Data");
  await expect(cards(other)).toHaveCount(2);
  // Without its group, the view is empty.
  await choice(other).selectOption("Whole diagram");
  await other.close();

  await page.locator(".cm-line", { hasText: "members: [orders, engine]" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("members: []");
  await expect(page.getByText("No node matches this saved view")).toBeVisible();
  await page.getByRole("button", { name: "Show whole diagram" }).click();
  await expect(cards(page)).toHaveCount(6);
});

test("N5: what a view leaves out stays: its selection, the other wires of a hub, and its place in the document", async ({ page }) => {
  const placed = `# Places of its own.
name: assembly::store::1.0
composition:
  data:
    type: resource::data::1.0
  web:
    type: resource::web::1.0
  shop:
    type: resource::web::1.0
relationships:
  all:
    source-capabilities: [data.out]
    target-requirements: [web.in, shop.in]
    source-state: Active
    target-state: Inactive
`;
  await openText(page, placed, "shop");
  await canvas(page).focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: "Create view" }).click();
  await dialog(page).getByRole("checkbox", { name: /^shop/ }).uncheck();
  await dialog(page).getByRole("button", { name: "Save view" }).click();
  await expect(cards(page)).toHaveCount(2);
  // The wire of the hub that is left.
  await canvas(page).focus();
  await rest(page);
  const [from, to] = [await box(page, "web"), await box(page, "data")];
  await page.mouse.click((from.x + from.width + to.x) / 2, from.y + from.height - 20);
  await page.keyboard.press("Delete");
  await expect.poll(() => yaml(page)).toBe(placed.replace("[web.in, shop.in]", "[shop.in]"));
  await page.keyboard.press("Control+z");
  // Everything that is selected is removed, but not what is not seen.
  await canvas(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await expect(page.getByText("No node matches this saved view")).toBeVisible();
  const left = await yaml(page);
  expect(left).toContain("  shop:");
  expect(left).not.toContain("  web:");
});

test("a port whose wire leads out of the view has an arrow, and its card says where it leads", async ({ page }) => {
  await openText(page, SHOP, "spare");
  await expect(page.locator("g.outside")).toHaveCount(0);
  await newView(page, "Data", ["data 2 nodes"]);
  await expect(cards(page)).toHaveCount(2);
  await expect(card(page, "orders")).toHaveAttribute("aria-label", /port feature connected to shop outside this view/);
  await expect(card(page, "engine")).toHaveAttribute("aria-label", /connected to machine outside this view/);
  await expect(card(page, "orders").locator("g.outside path")).toBeVisible();
  await choice(page).selectOption("Whole diagram");
  await expect(cards(page)).toHaveCount(6);
  await expect(page.locator("g.outside")).toHaveCount(0);
});

test("C14, N5: a search in a view says what it leaves out, and continues in the whole diagram", async ({ page }) => {
  await openText(page, SHOP, "spare");
  await newView(page, "Data", ["data 2 nodes"]);
  await canvas(page).focus();
  await page.keyboard.press("Control+f");
  const find = page.getByRole("search");
  await find.getByRole("textbox").fill("engine");
  await expect(find.getByRole("status")).toHaveText("1 of 1");
  await expect(find.getByRole("button", { name: /outside the view/ })).toHaveCount(0);
  await find.getByRole("textbox").fill("compute");
  await expect(find.getByRole("status")).toHaveText("No matches");
  await find.getByRole("button", { name: "2 outside the view" }).click();
  await expect(cards(page)).toHaveCount(6);
  await expect(find.getByRole("textbox")).toHaveValue("compute");
  await expect(find.getByRole("status")).toHaveText("1 of 2");
  await expect(card(page, "machine")).toHaveClass(/\bselected\b/);
  await expect(find.getByRole("button", { name: /outside the view/ })).toHaveCount(0);
});

test("N5: a menu of the diagram is above notices, which wait until it is closed", async ({ page }) => {
  await openText(page, SHOP, "spare");
  await newView(page, "Data", ["data 2 nodes"]);
  await page.getByRole("button", { name: "Edit view" }).click();
  await dialog(page).getByRole("button", { name: "Remove view" }).click();
  const notice = page.getByRole("button", { name: "Restore view" });
  await expect(notice).toBeVisible();
  const at = await middle(card(page, "spare").locator("text").first());
  await page.mouse.click(at.x, at.y, { button: "right" });
  await expect(page.getByRole("menuitem", { name: "Create view…" })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(notice).toBeVisible();
});
