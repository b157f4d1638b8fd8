// The form of a selection in layouts without its pane: a sheet over the canvas.
import { openText } from "./actions";
import { axe } from "./axe";
import { box, card, inspector, press } from "./places";
import { expect, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server:
      type: tosca.nodes.WebServer
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
`;

async function arrange(page: Page, name: string) {
  await page.keyboard.press("Control+K");
  await page.keyboard.type(`Layout: ${name}`);
  await page.keyboard.press("Enter");
  await expect(inspector(page)).toBeHidden();
}

for (const layout of ["text", "canvas and text"])
  test(`a click shows the form over the canvas in the layout "${layout}"`, async ({ page }) => {
    await openText(page, SHOP, "server");
    await arrange(page, layout);
    await press(card(page, "server").locator("> .body"), { x: 60, y: 10 });
    await expect(inspector(page)).toBeVisible();
    await expect(inspector(page).getByLabel("Name").first()).toHaveValue("server");
    const [sheet, selected] = [(await inspector(page).boundingBox())!, await box(page, "server")];
    await expect(async () => {
      const selected = await box(page, "server");
      expect(selected.x + selected.width, "what is selected is not covered").toBeLessThanOrEqual(sheet.x + 1);
    }).toPass();
    expect(selected.width).toBeGreaterThan(0);
    const { violations } = await axe(page);
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    // It goes with the selection, and the caret in the text does not open it.
    await page.keyboard.press("Escape");
    await expect(inspector(page)).toBeHidden();
    await page.locator(".cm-line", { hasText: "machine:" }).click();
    await page.waitForTimeout(600);
    await expect(inspector(page)).toBeHidden();
  });

test("a sheet that was closed stays closed until it is opened or another layout is chosen", async ({ page }) => {
  await openText(page, SHOP, "server");
  await arrange(page, "canvas and text");
  const select = (name: string) => press(card(page, name).locator("> .body"), { x: 60, y: 10 });
  await select("server");
  await inspector(page).getByRole("button", { name: "Hide inspector" }).click();
  await expect(inspector(page)).toBeHidden();
  await select("machine");
  await page.waitForTimeout(600);
  await expect(inspector(page)).toBeHidden();
  await page.reload();
  await expect(card(page, "server")).toBeVisible();
  await select("server");
  await page.waitForTimeout(600);
  await expect(inspector(page), "after a reload, too").toBeHidden();
  await arrange(page, "text");
  await select("machine");
  await expect(inspector(page)).toBeVisible();
});

test("a pane that was closed in the layout of all panes stays closed", async ({ page }) => {
  await openText(page, SHOP, "server");
  await inspector(page).getByRole("button", { name: "Hide inspector" }).click();
  await press(card(page, "server").locator("> .body"), { x: 60, y: 10 });
  await page.waitForTimeout(600);
  await expect(inspector(page)).toBeHidden();
});
