// Several selected nodes are edited at once; nodes are connected by keyboard and menu.
import { yaml } from "./actions";
import { canvas, card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const MACHINES = `tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one: # the first
      type: tosca.nodes.WebServer
      description: same
    two:
      type: tosca.nodes.WebServer
      description: "other"
      properties:
        component_version: 1.0
    shop:
      type: tosca.nodes.SoftwareComponent
    machine:
      type: tosca.nodes.Compute
`;

async function open(page: Page, text: string, seen: string) {
  await page.goto("./");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await (await chooser).setFiles([{ name: "shop.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) }]);
  await expect(card(page, seen)).toBeVisible();
}

async function selectBoth(page: Page) {
  await press(card(page, "one").locator("> .body"), { x: 60, y: 10 });
  await page.keyboard.down("Shift");
  await press(card(page, "two").locator("> .body"), { x: 60, y: 10 });
  await page.keyboard.up("Shift");
  await expect(inspector(page).getByRole("heading", { name: "2 items selected" })).toBeVisible();
}

test("a field of several nodes is written to all of them, and one undo takes it back", async ({ page }) => {
  await open(page, MACHINES, "one");
  await selectBoth(page);
  await expect(inspector(page)).toContainText("one, two");
  const version = inspector(page).getByLabel("component_version").last();
  await expect(version).toHaveValue("");
  await expect(version).toHaveAttribute("placeholder", "several values");
  await version.fill("2.1");
  await version.press("Enter");
  const changed = MACHINES.replace("component_version: 1.0", `component_version: "2.1"`).replace(
    "      description: same\n",
    "      description: same\n      properties:\n        component_version: \"2.1\"\n",
  );
  await expect.poll(() => yaml(page)).toBe(changed);
  await expect(version).toHaveValue("2.1");
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(MACHINES);
});

test("emptying a field of several nodes removes it where it is", async ({ page }) => {
  const both = MACHINES.replace('"other"', "same").replace("    shop:\n", "    shop:\n");
  await open(page, both, "one");
  await selectBoth(page);
  const field = inspector(page).getByLabel("Description");
  await expect(field).toHaveValue("same");
  await field.fill("");
  await field.press("Tab");
  await expect.poll(() => yaml(page)).toBe(both.replaceAll("      description: same\n", ""));
});

test("Connect names the port, in the direction of the relationship, and a click on a node takes it", async ({ page }) => {
  await open(page, MACHINES, "shop");
  await press(card(page, "shop").locator("> .body"), { x: 60, y: 10 });
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: /^Connect/ }).click();
  const prompt = page.locator(".prompt");
  await expect(prompt).toContainText(/Connect from .*`?\w+`? of/);
  // By keys to the requirement of a host.
  for (let at = 0; at < 8 && !(await prompt.innerText()).includes("host of shop"); at += 1) await page.keyboard.press("ArrowRight");
  await expect(prompt).toContainText("Connect from host of shop");
  await page.keyboard.press("Enter");
  await expect(prompt).toContainText("Connect to host of machine");
  await expect(page.getByRole("status").first()).toContainText("connect requirement `host` of shop to capability `host` of machine");
  await press(card(page, "machine").locator("> .body"), { x: 60, y: 10 });
  await expect.poll(() => yaml(page)).toContain("        - host: machine");
});

test("lists, maps and values inside values are written to all of several nodes", async ({ page }) => {
  const nodes = `tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  Limits:
    derived_from: tosca.datatypes.Root
    properties: {most: {type: integer}, least: {type: integer, required: false}}
node_types:
  Box:
    derived_from: tosca.nodes.Root
    properties:
      ports: {type: list, entry_schema: {type: string}}
      labels: {type: map, entry_schema: {type: string}}
      limits: {type: Limits}
topology_template:
  node_templates:
    one:
      type: Box
      properties:
        ports: [a, b, c]
        labels: {zone: x, own: "1"}
        limits: {most: 3}
    two:
      type: Box
      properties:
        ports: [a, q]
        labels: {zone: y}
        limits: {most: 4}
`;
  await open(page, nodes, "one");
  await selectBoth(page);
  const form = inspector(page);
  for (const name of ["ports", "labels", "limits"]) {
    const group = form.locator("details.group", { has: page.locator(`:scope > summary:has-text("${name}")`) }).last();
    if (!(await group.evaluate((it: HTMLDetailsElement) => it.open))) await group.locator("> summary").click();
  }
  const ports = form.locator("details.group", { has: page.locator(':scope > summary:has-text("ports")') }).last();
  await expect(ports.locator(".item input")).toHaveCount(2);
  await expect(ports).toContainText("Shows only the items that all have in common.");
  await expect(ports.locator(".item input").nth(1)).toHaveAttribute("placeholder", "several values");
  await ports.locator(".item input").first().fill("http");
  await ports.locator(".item input").first().press("Enter");
  await expect.poll(() => yaml(page)).toBe(nodes.replace("[a, b, c]", "[http, b, c]").replace("[a, q]", "[http, q]"));
  await ports.getByRole("button", { name: /^Add item/ }).click();
  await expect.poll(() => yaml(page)).toMatch(/\[http, b, c, [^\]]*\][\s\S]*\[http, q, [^\]]*\]/);
  await canvas(page).focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(() => yaml(page)).toBe(nodes);
  const labels = form.locator("details.group", { has: page.locator(':scope > summary:has-text("labels")') }).last();
  await expect(labels.getByLabel("own", { exact: true })).toHaveCount(0);
  await labels.getByLabel("zone", { exact: true }).fill("north");
  await labels.getByLabel("zone", { exact: true }).press("Enter");
  await expect.poll(() => yaml(page)).toBe(nodes.replace("zone: x", "zone: north").replace("zone: y", "zone: north"));
  const limits = form.locator("details.group", { has: page.locator(':scope > summary:has-text("limits")') }).last();
  const most = limits.getByRole("textbox", { name: /^most/ });
  await expect(most).toHaveAttribute("placeholder", "several values");
  await most.fill("7");
  await most.press("Enter");
  await expect.poll(() => yaml(page)).toMatch(/most: 7[\s\S]*most: 7/);
});
