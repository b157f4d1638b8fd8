// T8: the text that a focused form field is about is marked and shown, for as long as the field has the focus.
import { openText } from "./actions";
import { card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const NODES = Array.from({ length: 60 }, (_, at) => `    node-${at}:\n      type: tosca.nodes.Compute\n`).join("");
const TEXT = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
${NODES}    shop:
      type: tosca.nodes.SoftwareComponent
      properties:
        component_version: 1.0.0 # the first
        admin_credential:
          user: root
          token: secret
`;

const marked = async (page: Page) => (await page.locator(".cm-content .limn-mark").allTextContents()).join("");
const field = (page: Page, name: string) => inspector(page).getByLabel(new RegExp(`^${name}\\*?$`));

test("T8: a focused field marks its text, which is scrolled into view", async ({ page }) => {
  await openText(page, TEXT, "shop");
  await press(card(page, "shop").locator("text").first());
  await field(page, "component_version").focus();
  await expect.poll(() => marked(page)).toBe("component_version: 1.0.0");
  await expect(page.locator(".cm-content .limn-mark").first()).toBeInViewport();

  // Text typed inside the mark belongs to it.
  await field(page, "component_version").fill("1.0.17");
  await page.keyboard.press("Enter");
  await expect.poll(() => marked(page)).toBe("component_version: 1.0.17");

  // A field without text marks nothing.
  await field(page, "token_type").focus();
  await expect.poll(() => marked(page)).toBe("");
  await field(page, "component_version").focus();
  await expect.poll(() => marked(page)).toBe("component_version: 1.0.17");
  await page.locator("#canvas").focus();
  await expect.poll(() => marked(page)).toBe("");
});
