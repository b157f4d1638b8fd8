// A design is built without detours: tips, hosts, connections by keys, searches.
import { drag, openText, rest, yaml } from "./actions";
import { box, canvas, card, middle, palette, press, type } from "./places";
import { expect, test } from "./base";

const HOSTED = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    machine:
      type: tosca.nodes.Compute
    server:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    shop:
      type: tosca.nodes.WebApplication
`;

test("C9 after a connection no tip stays, and the port says what it is connected to", async ({ page }) => {
  await openText(page, HOSTED, "shop");
  const port = card(page, "shop").locator("g.port").last();
  const from = await middle(port);
  await page.mouse.move(from.x, from.y, { steps: 4 });
  await expect(page.locator(".tip")).toContainText("in this diagram fit");
  const to = await box(page, "server");
  await drag(page, from, { x: to.x + to.width / 2, y: to.y + 12 });
  await expect.poll(() => yaml(page)).toContain("- host: server");
  await expect(page.locator(".tip")).toHaveCount(0);
});

test("a double click in the room of a host lists what to add, and adds it there", async ({ page }) => {
  await openText(page, HOSTED, "shop");
  const host = await box(page, "machine");
  const guest = await box(page, "server");
  // Between the guest and the lower edge of its host.
  await page.mouse.dblclick(host.x + 12, (guest.y + guest.height + host.y + host.height) / 2);
  const list = page.getByRole("dialog", { name: "Add on machine" });
  await list.getByRole("combobox").fill("dbms");
  await page.keyboard.press("Enter");
  await expect(card(page, "dbms")).toBeVisible();
  expect(await yaml(page)).toContain("    dbms:\n      type: tosca.nodes.DBMS\n      requirements:\n        - host: machine\n");
});

test("N adds on the selected host", async ({ page }) => {
  await openText(page, HOSTED, "shop");
  await press(card(page, "server"));
  await page.keyboard.press("n");
  const list = page.getByRole("dialog", { name: "Add" });
  await list.getByRole("combobox").fill("web app");
  await page.keyboard.press("Enter");
  await expect(card(page, "web_application")).toBeVisible();
  expect(await yaml(page)).toContain("- host: server");
});

test("C from the wire that was just made begins at its node again; letters choose the node to connect to", async ({ page }) => {
  await openText(page, HOSTED, "shop");
  await press(card(page, "shop"));
  await page.keyboard.press("c");
  await expect(page.locator(".prompt")).toContainText("from host of shop");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => yaml(page)).toContain("- host: server");
  await canvas(page).focus();
  await page.keyboard.press("c");
  await expect(page.locator(".prompt")).toContainText("of shop");
  await page.keyboard.press("Escape");
});

test("an entry that is dragged from the palette outlines the node that would host it", async ({ page }) => {
  await openText(page, HOSTED, "shop");
  await palette(page).getByRole("searchbox").fill("data");
  await expect(type(page, "DBMS")).toBeVisible();
  const from = await middle(type(page, "DBMS"));
  const host = await box(page, "machine");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(host.x + 60, host.y + 14, { steps: 8 });
  await expect(page.locator("rect.onto")).toBeVisible();
  await page.mouse.up();
  await rest(page);
  expect(await yaml(page)).toContain("    dbms:\n      type: tosca.nodes.DBMS\n      requirements:\n        - host: machine\n");
});

test("commands are found by what they do", async ({ page }) => {
  await openText(page, HOSTED, "shop");
  await canvas(page).focus();
  await page.keyboard.press("Control+k");
  const list = page.getByRole("dialog", { name: "Commands" });
  await list.getByRole("combobox").fill("recompute layout");
  await expect(list.getByRole("option").first()).toContainText("Auto-arrange");
});

test("a large window gives the text more width", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openText(page, HOSTED, "shop");
  const text = (await page.getByRole("region", { name: "YAML source" }).boundingBox())!;
  expect(text.width).toBeGreaterThan(500);
});
