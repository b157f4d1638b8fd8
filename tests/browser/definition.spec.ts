// E3: the definition of a built-in type is shown in a dialog, from which nothing can be changed.
import { openText, yaml } from "./actions";
import { axe } from "./axe";
import { expect, test } from "./base";

const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
`;

test("E3: the definition of a built-in type can be read", async ({ page }) => {
  await openText(page, TEXT, "server");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.press("F12");
  const dialog = page.getByRole("dialog", { name: "Definition" });
  await expect(dialog).toContainText("tosca.nodes.Compute, built in");
  const mark = dialog.locator("mark");
  await expect(mark).toContainText(/^tosca\.nodes\.Compute:/);
  await expect(mark).toBeInViewport();
  const found = await axe(page, "dialog");
  expect(found.violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".cm-content")).toBeFocused();
  expect(await yaml(page)).toBe(TEXT);
});

test("E3: references are listed with their lines, in all files, and lead there", async ({ page }) => {
  const text = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: # of all
      type: tosca.nodes.Compute
    shop:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: server
  outputs:
    address: { value: { get_attribute: [ server, private_address ] } }
`;
  await openText(page, text, "server");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  for (let line = 0; line < 3; line += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  for (let at = 0; at < 12; at += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+F12");
  const dialog = page.getByRole("dialog", { name: "References" });
  const rows = dialog.getByRole("listitem");
  await expect(rows).toHaveText(["4server: # of alldeclared here", "9- host: server", "11address: { value: { get_attribute: [ server, private_address ] } }"]);
  await expect(rows.nth(1).locator("mark")).toHaveText("server");
  const found = await axe(page, "dialog");
  expect(found.violations).toEqual([]);
  await rows.nth(1).getByRole("button").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.type("shop");
  expect(await yaml(page)).toBe(text.replace("- host: server", "- host: shop"));
});
