// The caret in the text selects what it belongs to, and the inspector shows its form.
import { openText } from "./actions";
import { inspector } from "./places";
import { expect, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: shop}
node_types:
  shop.Web:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer}}
topology_template:
  inputs:
    size: {type: integer, default: 80}
  node_templates:
    web:
      type: shop.Web
      properties: {port: {get_input: size}}
  outputs:
    url: {value: {get_property: [web, port]}}
`;

test("T8: inputs, outputs, types and the document itself are selected by the caret", async ({ page }) => {
  await openText(page, SHOP, "web");
  const title = () => inspector(page).locator(".form-name").evaluate((name) => name.querySelector("input")?.value ?? name.querySelector("h3, button")?.textContent);
  for (const [line, name] of [["size: {type", "size"], ["type: shop.Web", "web"], ["derived_from", "shop.Web"], ["url:", "url"], ["template_name", "shop"]] as const) {
    await page.locator(".cm-line", { hasText: line }).first().click();
    await page.keyboard.press("Home");
    await expect.poll(title).toBe(name);
  }
});
