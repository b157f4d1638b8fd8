// Hints, reference counts and the row of keys in the text pane.
import { openText, yaml } from "./actions";
import { card } from "./places";
import { expect, test } from "./base";

const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  shop.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      port: { type: integer, default: 80 }
      protocol: { type: string, default: tcp }
topology_template:
  inputs:
    size: { type: integer, default: 3 }
  node_templates:
    server: { type: tosca.nodes.Compute }
    web:
      type: shop.Web
      properties:
        port: { get_input: size }
      requirements:
        - host: server
    spare:
      type: shop.Web
      requirements:
        - host: tosca.nodes.Compute
`;

test("E4: the text shows values, defaults, possible targets and numbers of references, and hides them on demand", async ({ page }) => {
  await openText(page, TEXT, "web");
  const hints = page.locator(".limn-hint:not(.limn-count)");
  const shown = async () => (await hints.allTextContents()).sort();
  await expect.poll(shown).toEqual(["= 3", "port = 80, protocol = tcp", "protocol = tcp", "→ server"].sort());
  await expect(page.locator(".cm-line", { hasText: "get_input" })).toContainText("size= 3");
  await expect(page.locator(".cm-line", { hasText: "spare:" })).toContainText("port = 80, protocol = tcp");
  // The annotations are not part of the text.
  expect(await yaml(page)).toBe(TEXT);
  // A click on a hint puts the caret beside it.
  await hints.filter({ hasText: "→ server" }).click();
  await expect(page.locator(".cm-activeLine").first()).toContainText("- host: tosca.nodes.Compute");
  // The references to a name, from their number.
  const count = page.locator(".cm-line", { hasText: "server: {" }).locator(".limn-count");
  await expect(count).toHaveText("1 reference");
  await count.click();
  const list = page.getByRole("dialog");
  await expect(list.getByRole("button", { name: /host: server/ })).toBeVisible();
  await page.keyboard.press("Escape");
  // A changed default is in the hint.
  await page.locator(".cm-line", { hasText: "default: 3" }).click();
  await page.keyboard.press("End");
  for (let at = 0; at < 2; at += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("5");
  await expect(page.locator(".cm-line", { hasText: "get_input" })).toContainText("size= 35");
  const toggle = page.getByRole("button", { name: "Inlay hints" });
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Alt+i");
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await expect(page.locator(".limn-hint")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".cm-content")).toContainText("get_input");
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  await expect.poll(async () => (await hints.allTextContents()).length).toBe(4);
});

test("E4: the keys around the caret are in a row above the text, and lead there", async ({ page }) => {
  await openText(page, TEXT, "web");
  const row = page.getByRole("navigation", { name: "Keys around the caret" });
  await page.locator(".cm-line", { hasText: "get_input" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(row.getByRole("button")).toHaveText([/yaml$/, "topology_template", "node_templates", "web", "properties", "port", "get_input"]);
  await row.getByRole("button", { name: "web", exact: true }).click();
  await expect(page.locator(".cm-activeLine").first()).toContainText("web:");
  await expect(row.getByRole("button").last()).toHaveText("web");
  // The thing that the key describes is selected on the canvas.
  await expect(card(page, "web")).toHaveClass(/\bselected\b/);
  await page.keyboard.press("ArrowUp");
  await expect(row.getByRole("button").last()).toHaveText(/server|type/);
  // By keyboard alone.
  await row.getByRole("button", { name: "node_templates" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".cm-activeLine").first()).toContainText("node_templates:");
});
