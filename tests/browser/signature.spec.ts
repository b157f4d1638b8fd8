// E1: the function whose argument is being written, in a card above the caret.
import { announced, keepAnnounced, openFiles, openText } from "./actions";
import { axe } from "./axe";
import { canvas } from "./places";
import { expect, type Locator, type Page, test } from "./base";

const SHOP = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    size: { type: integer, default: 3 }
  node_templates:
    db:
      type: tosca.nodes.DBMS
      properties:
        port: 3306
    web:
      type: tosca.nodes.WebServer
      properties:
        component_version: 1
`;

const card = (page: Page) => page.getByRole("tooltip").filter({ hasText: /get_|attributeWhenReady|formatString/ });
const marked = (page: Page) => card(page).locator("[aria-current=true]");
const list = (page: Page) => page.locator(".cm-tooltip-autocomplete");

/** The caret to the end of the first line with a text. */
async function toEnd(page: Page, words: string) {
  await page.locator(".cm-line", { hasText: words }).first().click();
  await page.keyboard.press("End");
}

async function apart(one: Locator, other: Locator) {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

test("E1: a call shows its signature with the argument at the caret, beside the completions, and says it", async ({ page }) => {
  await openText(page, SHOP, "web");
  await toEnd(page, "component_version");
  await page.keyboard.press("Backspace");
  await keepAnnounced(page);
  await page.keyboard.type("{ get_property: [ d");
  await expect(card(page)).toContainText("get_property: [entity, property]");
  const line = page.locator(".cm-activeLine").first();
  const [above, below] = [(await card(page).boundingBox())!, (await line.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 4);
  await expect.poll(() => announced(page)).toMatch(/^get_property: argument 1 of 2, entity/m);
  // With the completions open, neither covers the other.
  await expect(list(page)).toBeVisible();
  expect(await apart(card(page), list(page))).toBe(true);
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.type("b, po");
  await expect(marked(page)).toHaveText(/property/);
  await expect.poll(() => announced(page)).toMatch(/^get_property: argument 2 of 2, property/m);
  // Possible arguments that fit the property, and the documentation of the function.
  await expect(card(page).locator("code", { hasText: /^component_version$/ })).toBeVisible();
  await expect(card(page)).toContainText("Reads a property of a node");
  // Escape closes the completions first, then the card, and it stays closed in this call.
  await page.keyboard.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(card(page)).toHaveCount(0);
  await page.keyboard.type("r");
  await page.waitForTimeout(500);
  await expect(card(page)).toHaveCount(0);
  await page.keyboard.press("Control+Shift+Space");
  await expect(card(page)).toBeVisible();
  await page.keyboard.press("Home");
  await expect(card(page)).toHaveCount(0);
});

test("E1: typing in a call is analyzed by the worker, and by the page only when typing pauses", async ({ page }) => {
  await openText(page, SHOP, "web");
  await toEnd(page, "component_version");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("{ get_input: s");
  await expect(card(page)).toBeVisible();
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const w = window as any;
    w.analyzed = 0;
    new PerformanceObserver((list) => (w.analyzed += list.getEntriesByName("analyzed").length)).observe({ type: "mark" });
  });
  for (let key = 0; key < 20; key++) await page.keyboard.press("x", { delay: 60 });
  await expect(card(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => (window as any).analyzed)).toBeGreaterThan(0);
  // A busy machine may pause by itself.
  expect(await page.evaluate(() => (window as any).analyzed)).toBeLessThan(8);
});

test("E1: an expression of AMP shows the function around the caret", async ({ page }) => {
  const text = "name: shop\nservices:\n- type: org.apache.brooklyn.entity.stock.BasicApplication\n  id: main\n  brooklyn.config:\n    a: 1\n";
  await page.goto("./");
  await openFiles(page, { "shop.yaml": text });
  await expect(canvas(page)).toBeVisible();
  await toEnd(page, "a: 1");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("$brooklyn:formatString(\"%s\", x");
  await expect(card(page)).toContainText("formatString(pattern, values?)");
  await expect(marked(page)).toHaveText("values?");
});
